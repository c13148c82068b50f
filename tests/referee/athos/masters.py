"""Masters of Works: getting one and using it (rules X)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import combinations
from typing import Final

from referee.athos.actions import lays, protects, restores, rotates, swaps, takes, taking
from referee.athos.components import MASTERS, WINDOWS, Cell, ComponentSet
from referee.athos.growth import (
    in_correct_squares,
    incorrect,
    keeps_parts,
    new_gates,
    reference_frames,
)
from referee.athos.mural import Mural
from referee.athos.options import Options
from referee.athos.position import Choice, Masters, Position, Step, cell_text

WITHOUT_CARDS: Final = ("perfection", "versatility", "laying", "purchase")
"""What X-23 leaves."""
SERIES: Final = ("lay", "take", "rotate", "swap", "restore")
REPEATS: Final = 3
"""X-14."""
Place = tuple[str, str, int]
"""Where a marker lies: card, crossing or `extra`, owner."""


def new_masters(options: Options, components: ComponentSet) -> Masters | None:
    """A face-down pile of the cards in play (X-1, X-23)."""
    if "masters" not in options.expansions:
        return None
    keys = [key for key in components.masters if options.has_cards or key in WITHOUT_CARDS]
    sides = options.sides
    return Masters(keys, [], [None] * sides, [False] * sides, [0] * sides)


# --- getting one (X-2 to X-6) -------------------------------------------------------------------


def acquisitions(p: Position) -> list[Choice]:
    """X-2 to X-4: for a player who can give up the normal actions."""
    masters = p.masters
    if masters is None or masters.held[p.side] is not None:
        return []
    if not masters.unknown and not masters.bottom:
        return []
    if max(p.lays_by[p.side].values(), default=0) < 2:
        return []
    return [("master", partial(_get, p))]


def _get(p: Position) -> None:
    p.todo = [("draw master",), ("draw master",), ("keep",), *p.todo]


def draw_known(p: Position) -> bool:
    """Draw a card whose place is known; whether the step needs no chance event."""
    assert p.masters is not None
    if p.masters.unknown:
        return False
    if p.masters.bottom:
        p.masters.drawn.append(p.masters.bottom.pop(0)[0])
    return True


def keep_options(p: Position) -> list[str]:
    """The cards drawn, in the order of the keys."""
    assert p.masters is not None
    return sorted(p.masters.drawn, key=MASTERS.index)


def keep(p: Position, key: str) -> None:
    """X-5: the other one goes under the pile."""
    masters = p.masters
    assert masters is not None
    masters.drawn.remove(key)
    masters.bottom += [(other, p.side) for other in masters.drawn]
    masters.drawn = []
    masters.held[p.side], masters.since[p.side] = key, p.turn


# --- using one (X-7, X-8, X-11 to X-22) ---------------------------------------------------------


def uses(p: Position) -> list[Choice]:
    """All uses of the Master of the active side, as the first thing in a turn (X-7, X-8)."""
    masters = p.masters
    if masters is None or p.has_begun or masters.used[p.side] or p.turn <= masters.since[p.side]:
        return []
    key = masters.held[p.side]
    if key is None:
        return []
    return [(f"use {key} {text}", partial(_use, p, effect)) for text, effect in OFFERS[key](p)]


def _use(p: Position, effect: Callable[[], None]) -> None:
    assert p.masters is not None
    p.masters.used[p.side] = True
    effect()


def _places(p: Position) -> list[Place]:
    """Every marker on cards: by pattern, crossing, then extras."""
    found = []
    for pattern in p.components.patterns:
        if pattern in p.cards:
            card = p.cards[pattern]
            for crossing, side in card.crossings.items():
                if side is not None:
                    found.append((pattern, crossing, side))
            found += [(pattern, "extra", side) for side in sorted(card.extra)]
    return list(dict.fromkeys(found))


def _put(p: Position, place: Place) -> None:
    pattern, crossing, side = place
    if crossing == "extra":
        p.cards[pattern].extra.append(side)
    else:
        p.cards[pattern].crossings[crossing] = side


def _lift(p: Position, place: Place) -> None:
    pattern, crossing, side = place
    if crossing == "extra":
        p.cards[pattern].extra.remove(side)
    else:
        p.cards[pattern].crossings[crossing] = None


def _unmarked(p: Position) -> list[tuple[str, str]]:
    """Unmarked crossings of open cards whose orientation is fixed."""
    return [
        (pattern, crossing)
        for pattern in p.components.patterns
        if pattern in p.cards and p.cards[pattern].quarter_turns is not None
        for crossing in WINDOWS
        if p.cards[pattern].crossings[crossing] is None
    ]


def _contracts(p: Position) -> list[Choice]:
    """X-11."""
    return [
        (
            f"{source[0]} {source[1]} {pattern} {crossing}",
            partial(_move, p, source, (pattern, crossing, p.side)),
        )
        for source in _places(p)
        if source[2] == p.side
        for pattern, crossing in _unmarked(p)
        if pattern != source[0]
    ]


def _move(p: Position, source: Place, target: Place) -> None:
    _lift(p, source)
    _put(p, target)


def _precision(p: Position) -> list[Choice]:
    """X-12."""
    finished = [
        pattern
        for pattern in p.components.patterns
        if pattern in p.cards
        and (p.cards[pattern].is_completed or None not in p.cards[pattern].crossings.values())
    ]
    if p.stock[p.side] == 0:
        return []
    return [(pattern, partial(_add, p, (pattern, "extra", p.side))) for pattern in finished]


def _set_square(p: Position) -> list[Choice]:
    """X-13."""
    if p.stock[p.side] == 0:
        return []
    return [
        (f"{pattern} {crossing}", partial(_add, p, (pattern, crossing, p.side)))
        for pattern, crossing in _unmarked(p)
    ]


def _add(p: Position, place: Place) -> None:
    p.stock[p.side] -= 1
    _put(p, place)


def series_actions(p: Position, kind: str) -> list[Choice]:
    """One action of the series; a lay and a move to protected are one (X-14, D-3)."""
    if kind == "lay":
        return lays(p, with_tools=False) + protects(p, with_tools=False)
    if kind == "take":
        return takes(p)
    if kind == "rotate":
        return rotates(p)
    if kind == "swap":
        return swaps(p)
    return restores(p, with_tools=False)


def _perfection(p: Position) -> list[Choice]:
    """X-14: the first action must be possible."""
    return [(kind, partial(_start_series, p, kind)) for kind in SERIES if series_actions(p, kind)]


def _start_series(p: Position, kind: str) -> None:
    p.series = (kind, REPEATS)
    p.actions_left -= 2


def _versatility(p: Position) -> list[Choice]:
    """X-15."""
    return rotates(p)


def _correction(p: Position) -> list[Choice]:
    """X-16: one tile, or two one after the other in any order that works."""
    cells = sorted(p.mural)
    singles = [(cell,) for cell in cells if _is_correctable(p, p.mural, cell)]
    pairs = [
        pair
        for pair in combinations(cells, 2)
        if any(
            _is_correctable(p, p.mural, first) and _is_correctable(p, _less(p.mural, first), second)
            for first, second in (pair, pair[::-1])
        )
    ]
    return [
        (" ".join(map(cell_text, chosen)), partial(_correct, p, chosen))
        for chosen in [*singles, *pairs]
    ]


def _less(mural: Mural, cell: Cell) -> Mural:
    return {other: tile for other, tile in mural.items() if other != cell}


def _is_correctable(p: Position, mural: Mural, cell: Cell) -> bool:
    """A tile outside correct squares, in a block with an incorrect tile; N-6 (X-16, X-17)."""
    pattern = p.pattern(mural[cell][0])
    block, artwork = p.ground.block(mural, pattern), p.artwork(pattern)
    return (
        cell not in in_correct_squares(mural, block, artwork)
        and any(
            incorrect(mural, block, artwork, frame)
            for frame in reference_frames(mural, block, artwork)
        )
        and keeps_parts(block, block - {cell})
    )


def _correct(p: Position, cells: tuple[Cell, ...]) -> None:
    rolls: list[Step] = [("roll", p.kind(p.mural[cell][0])) for cell in cells]
    for cell in cells:
        p.mural = _less(p.mural, cell)
    p.gates = new_gates(p)
    p.todo = [*rolls, *p.todo]


def _restoration(p: Position) -> list[Choice]:
    """X-18."""
    return restores(p, is_free=True, with_tools=False)


def _laying(p: Position) -> list[Choice]:
    """X-19."""
    return lays(p, is_free=True, with_tools=False)


def _purchase(p: Position) -> list[Choice]:
    """X-20."""
    return [taking(p, cell) for cell in sorted(p.fundathos)] if p.vacant_free(p.side) else []


def _adaptation(p: Position) -> list[Choice]:
    """X-22."""
    return [
        (
            f"{mine[0]} {mine[1]} {other[0]} {other[1]}"
            + (f" {other[2]}" if other[1] == "extra" else ""),
            partial(_exchange, p, mine, other),
        )
        for mine in _places(p)
        if mine[2] == p.side
        for other in _places(p)
        if other[2] != p.side
    ]


def _exchange(p: Position, mine: Place, other: Place) -> None:
    _lift(p, mine)
    _lift(p, other)
    _put(p, (mine[0], mine[1], other[2]))
    _put(p, (other[0], other[1], mine[2]))


OFFERS: Final[dict[str, Callable[[Position], list[Choice]]]] = {
    "contracts": _contracts,
    "precision": _precision,
    "set_square": _set_square,
    "perfection": _perfection,
    "versatility": _versatility,
    "correction": _correction,
    "restoration": _restoration,
    "laying": _laying,
    "purchase": _purchase,
    "adaptation": _adaptation,
}
