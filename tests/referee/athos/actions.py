"""Lists of actions in their order, each with its effect (rules E to J, U-9 to U-20)."""

from __future__ import annotations

from functools import partial

from referee.athos.components import Cell, Tile
from referee.athos.growth import (
    demanded,
    incorrect,
    is_border,
    keeps_parts,
    reference_frames,
)
from referee.athos.laying import lay, legal_slides, touched_tiles
from referee.athos.mural import Mural, Pushes, Slid
from referee.athos.position import Choice, Position, cell_text, tile_text
from referee.athos.tool_points import lay_bonus, protect_bonus, use_on_lay

Source = tuple[str, str]
"""Face and place of a tile in an atelier."""


# --- acquire (E, L) and rotate (F) --------------------------------------------------------------


def takes(p: Position) -> list[Choice]:
    """Acquire from the workshop or Fundathos (E-1, E-2)."""
    if not p.vacant_free(p.side):
        return []
    faces = p.components.sorted([face for face, count in p.workshop.items() if count > 0])
    return [(f"take {face}", partial(_take_from_workshop, p, face)) for face in faces] + [
        taking(p, cell) for cell in p.released()
    ]


def taking(p: Position, cell: Cell) -> Choice:
    """Acquire this tile of Fundathos."""
    return f"take {cell_text(cell)}", partial(_take_from_fundathos, p, cell)


def _take_from_workshop(p: Position, face: str) -> None:
    p.workshop[face] -= 1
    p.atelier.free.append(face)


def _take_from_fundathos(p: Position, cell: Cell) -> None:
    """E-6; the last one triggers the end (E-7, R-1)."""
    p.atelier.free.append(p.fundathos.pop(cell))
    if not p.fundathos:
        p.emptied_in = p.turn


def rotates(p: Position) -> list[Choice]:
    """F-1, F-5."""
    return [
        (f"rotate {face}{place} {new}", partial(_rotate, p, (face, place), new))
        for face, place in p.sorts(p.side)
        for new in p.faces_of(p.kind(face))
        if new != face
    ]


def _rotate(p: Position, source: Source, new: str) -> None:
    face, place = source
    if place in ("+!", "+"):
        p.atelier.tool[("+!", "+").index(place)] = new
    else:
        p.remove(p.side, face, place)
        (p.atelier.free if place == "" else p.atelier.protected).append(new)


# --- lay (G) and move to protected (H) ----------------------------------------------------------


def push_text(pushes: Pushes) -> str:
    """` push B:N C:W`, nothing without a choice."""
    return " push " + " ".join(f"{pattern}:{way}" for pattern, way in pushes) if pushes else ""


def lays(p: Position, *, is_free: bool = False, with_tools: bool = True) -> list[Choice]:
    """All lays; a free one (X-19) is without tools and takes Protected tiles in U as well."""
    found: list[Choice] = []
    by_pattern: dict[str, list[tuple[Cell, Slid]]] = {}
    for source in _layable(p, with_protected=is_free):
        pattern = p.pattern(source[0])
        if pattern not in by_pattern:
            by_pattern[pattern] = [
                (cell, slid)
                for cell in p.ground.cells()
                for slid in legal_slides(p, p.mural, source[0], cell)
            ]
        for cell, slid in by_pattern[pattern]:
            touched = touched_tiles(p.mural, cell)
            bonus = lay_bonus(p, p.is_unopened(pattern), touched) if with_tools else 0
            for text, tile, card in lay_forms(p, source, cell, slid):
                plain = partial(_lay_from, p, source, tile, cell, slid, card, touched, is_free)
                found.append((text, partial(plain, 0)))
                if bonus:
                    found.append((f"{text} tool", partial(plain, bonus)))
    return found


def _layable(p: Position, *, with_protected: bool = False) -> list[Source]:
    """G-1; in U not from a Protected space (U-15), but from a tool card (Y-23)."""
    places = ("", "+!", "+") if p.options.is_shared and not with_protected else ("", "!", "+!", "+")
    return [source for source in p.sorts(p.side) if source[1] in places]


def lay_forms(
    p: Position, source: Source, cell: Cell, slid: Slid, word: str = "lay"
) -> list[tuple[str, Tile, int | None]]:
    """The texts of one lay with every card orientation and turn (G-5, G-7; T-8, W-8)."""
    face, place = source
    turns = range(p.components.order(face)) if p.options.has_cards else range(1)
    return [
        (
            f"{word} {face}{turn}{place} {cell_text(cell)}{push_text(slid.pushes)}"
            + (f" card {card}" if card is not None else ""),
            (face, turn),
            card,
        )
        for card in p.orientations(p.pattern(face))
        for turn in turns
    ]


def _lay_from(
    p: Position,
    source: Source,
    tile: Tile,
    cell: Cell,
    slid: Slid,
    card: int | None,
    touched: int,
    is_free: bool,
    bonus: int,
) -> None:
    p.remove(p.side, *source)
    if bonus:
        use_on_lay(p)
    lay(p, tile, cell, slid, card, touched=touched, is_free=is_free, extra=bonus)


def protects(p: Position, *, with_tools: bool = True) -> list[Choice]:
    """H-1, H-2; in U only without a vacant Free space (U-14)."""
    found: list[Choice] = []
    if not p.vacant_protected(p.side) or (p.options.is_shared and p.vacant_free(p.side)):
        return found
    bonus = protect_bonus(p) if with_tools else 0
    for face, place in p.sorts(p.side):
        if place == "":
            found.append((f"protect {face}", partial(_protect, p, face, 0)))
            if bonus:
                found.append((f"protect {face} tool", partial(_protect, p, face, bonus)))
    return found


def _protect(p: Position, face: str, bonus: int) -> None:
    p.remove(p.side, face, "")
    p.atelier.protected.append(face)
    p.protects.append(bonus > 0)
    p.earned += bonus
    p.todo.insert(0, ("credit",))


def unprotects(p: Position) -> list[Choice]:
    """U-16."""
    if not p.options.is_shared or not p.vacant_free(p.side):
        return []
    return [
        (f"unprotect {face}", partial(_unprotect, p, face))
        for face, place in p.sorts(p.side)
        if place == "!"
    ]


def _unprotect(p: Position, face: str) -> None:
    p.remove(p.side, face, "!")
    p.atelier.free.append(face)


# --- swap (I, U-17 to U-20) ---------------------------------------------------------------------


def swaps(p: Position) -> list[Choice]:
    """Every give, roll and take that leaves a space for each tile."""
    found: list[Choice] = []
    mine = p.tiles(p.side)
    if p.options.is_shared:  # U-17, Y-23
        mine = [source for source in mine if source[1] != "!"]
    others = [side for side in range(p.options.sides) if side != p.side]
    for give in dict.fromkeys(mine):
        rest = list(mine)
        rest.remove(give)
        for roll in dict.fromkeys(rest):
            if not _has_room(p, [give, roll]):
                continue
            for side in others:
                for taken in p.sorts(side):
                    is_takeable = taken[1] == "" or (taken[1] == "+" and p.vacant_free(side))
                    if is_takeable:  # I-9, I-5 as amended
                        text = f"swap {_name(give)} {_name(roll)} {_name(taken)} {side}"
                        found.append((text, partial(_swap, p, give, roll, taken, side)))
    return found


def _name(source: Source) -> str:
    return source[0] + source[1]


def _has_room(p: Position, leaving: list[Source]) -> bool:
    """Whether the taken tile finds a space once two tiles have left (I-6; U-19)."""
    free, protected = p.components.ateliers[p.options.atelier_side]
    place, size = ("", free) if p.options.is_shared else ("!", protected)
    held = [source for source in p.tiles(p.side) if source[1] == place]
    return len(held) - sum(source[1] == place for source in leaving) < size


def remove_all(p: Position, sources: list[Source]) -> None:
    """Take several tiles out at once, the second on the tool before the first."""
    for face, place in sorted(sources, key=lambda source: source[1] == "+!"):
        p.remove(p.side, face, place)


def _swap(p: Position, give: Source, roll: Source, taken: Source, side: int) -> None:
    """I-3 to I-5, U-17."""
    remove_all(p, [give, roll])
    p.remove(side, *taken)
    (p.atelier.free if p.options.is_shared else p.atelier.protected).append(taken[0])
    p.ateliers[side].free.append(give[0])
    p.todo.insert(0, ("roll", p.kind(roll[0])))


# --- restore (J) --------------------------------------------------------------------------------


def restores(p: Position, *, is_free: bool = False, with_tools: bool = True) -> list[Choice]:
    """Every removed cell, tile and new cell (J-1 to J-10)."""
    found: dict[str, Choice] = {}
    if not p.options.has_restore:
        return []
    for removed in sorted(p.mural):
        forms = []
        for frame in removable(p, removed):
            for number, source in enumerate(_layable(p)):
                for tile, goal, slid in _replacements(p, removed, frame, source):
                    rank = (number, tile[1], goal != removed, goal)
                    forms.append((rank, tile, source, goal, slid))
        forms.sort(key=lambda form: form[0])
        for _, tile, source, goal, slid in forms:
            text = f"restore {cell_text(removed)} {tile_text(tile)}{source[1]}"
            text += f" {cell_text(goal)}" if goal != removed else ""
            text += push_text(slid.pushes)
            touched = touched_tiles(_without(p, removed), goal)
            plain = partial(_restore, p, removed, source, tile, goal, slid, touched, is_free)
            found.setdefault(text, (text, partial(plain, 0)))
            bonus = lay_bonus(p, False, touched, is_restore=True) if with_tools else 0
            if bonus:
                found.setdefault(f"{text} tool", (f"{text} tool", partial(plain, bonus)))
    return list(found.values())


def removable(p: Position, cell: Cell) -> list[Cell]:
    """The reference frames for which the tile is incorrect, if it is on the border (J-3 to J-7)."""
    pattern = p.pattern(p.mural[cell][0])
    block, artwork = p.ground.block(p.mural, pattern), p.artwork(pattern)
    if not is_border(block, cell):
        return []
    frames = reference_frames(p.mural, block, artwork)
    return [frame for frame in frames if cell in incorrect(p.mural, block, artwork, frame)]


def _without(p: Position, removed: Cell) -> Mural:
    return {cell: tile for cell, tile in p.mural.items() if cell != removed}


def _replacements(
    p: Position, removed: Cell, frame: Cell, source: Source
) -> list[tuple[Tile, Cell, Slid]]:
    """Where the tile can go, with the turn that the frame demands there (J-8, J-9)."""
    pattern = p.pattern(p.mural[removed][0])
    block, artwork = p.ground.block(p.mural, pattern), p.artwork(pattern)
    rest = _without(p, removed)
    there = demanded(artwork, frame, removed)
    if there is not None:
        slid = Slid((), {**rest, removed: there}, removed, ())
        return [(there, removed, slid)] if there[0] == source[0] else []
    found = []
    for goal in p.ground.cells():
        tile = demanded(artwork, frame, goal)
        if tile is not None and tile[0] == source[0]:
            for slid in legal_slides(p, rest, source[0], goal):
                if keeps_parts(block, p.ground.block(slid.mural, pattern)):
                    found.append((tile, goal, slid))
    return found


def _restore(
    p: Position,
    removed: Cell,
    source: Source,
    tile: Tile,
    goal: Cell,
    slid: Slid,
    touched: int,
    is_free: bool,
    bonus: int,
) -> None:
    """J-1: all parts happen."""
    p.remove(p.side, *source)
    if bonus:
        use_on_lay(p)
    lay(
        p,
        tile,
        goal,
        slid,
        None,
        touched=touched,
        is_free=is_free,
        removed=p.mural[removed][0],
        extra=bonus,
    )
