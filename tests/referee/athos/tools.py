"""Special Tools: taking one, and the tools whose effect is an action (rules Y)."""

from __future__ import annotations

from functools import partial
from itertools import combinations, permutations
from typing import Final

from referee.athos.actions import Source, lay_forms, removable, remove_all
from referee.athos.components import Cell, ComponentSet, Tile
from referee.athos.growth import keeps_parts, new_gates
from referee.athos.laying import lay, legal_slides, touched_tiles
from referee.athos.mural import Slid, box
from referee.athos.options import Options
from referee.athos.position import Choice, Position, Step, Tools, cell_text
from referee.athos.tool_points import pay_separately, separate_bonus, usable

WITH_CARDS: Final = ("pincers", "instruments")
"""What Y-39 leaves out."""
CUT_TAKES: Final = (2, 3)
"""Y-18, Y-19."""
PULL_POINTS: Final = (1, 2)
"""Y-27, Y-28."""


def new_tools(options: Options, components: ComponentSet) -> Tools | None:
    """Two equal piles of the tools in play (Y-2, Y-39); an odd card lies on the first."""
    if "tools" not in options.expansions:
        return None
    keys = [key for key in components.tools if options.has_cards or key not in WITH_CARDS]
    sides = options.sides
    piles: list[list[str | None]] = [[None] * len(keys[0::2]), [None] * len(keys[1::2])]
    return Tools(keys, piles, [None] * sides, [0] * sides, [0] * sides)


def tops_to_deal(tools: Tools) -> list[int]:
    """The piles whose top card is still unknown."""
    return [number for number, pile in enumerate(tools.piles) if pile and pile[0] is None]


def acquisitions(p: Position) -> list[Choice]:
    """Y-3, Y-7: for a player who can give up both normal actions."""
    tools = p.tools
    if tools is None:
        return []
    found: list[Choice] = []
    if not p.atelier.tool:  # Y-23: the old card must be empty
        for number, pile in enumerate(tools.piles):
            if pile:
                found.append((f"tool {pile[0]}", partial(_take_tool, p, number)))
    if tools.held[p.side] is not None and tools.level[p.side] == 1:
        found.append(("upgrade", partial(_upgrade, p)))
    return found


def _take_tool(p: Position, number: int) -> None:
    """Y-3 to Y-6."""
    tools = p.tools
    assert tools is not None
    old, new = tools.held[p.side], tools.piles[number].pop(0)
    if old is not None:
        tools.piles[number].append(old)
    tools.held[p.side], tools.level[p.side], tools.since[p.side] = new, 1, p.turn
    if not all(tools.piles):  # Y-5
        rest = tools.piles[0] + tools.piles[1]
        tools.piles = [rest[0::2], rest[1::2]]
    p.todo.insert(0, ("offer",))


def _upgrade(p: Position) -> None:
    """Y-7, Y-8."""
    assert p.tools is not None
    p.tools.level[p.side], p.tools.since[p.side] = 2, p.turn


def actions(p: Position) -> list[Choice]:
    """The action that the tool of the active side offers (Y-10)."""
    tool = usable(p)
    if tool is None:
        return []
    key, level = tool
    if key == "cutters":
        return _cuts(p, level)
    if key == "mallets":
        return _stows(p, level)
    if key == "spatulas":
        return _retrieves(p, level)
    if key == "pincers":
        return _pulls(p, level)
    return [("bonus", partial(pay_separately, p))] if separate_bonus(p) else []


def _names(sources: tuple[Source, ...]) -> str:
    return " ".join(face + place for face, place in sources)


# --- tool 2, cutters (Y-18 to Y-20) -------------------------------------------------------------


def _cuts(p: Position, level: int) -> list[Choice]:
    pairs = dict.fromkeys(combinations(p.tiles(p.side), level))
    return [(f"cut {_names(pair)}", partial(_cut, p, pair, CUT_TAKES[level - 1])) for pair in pairs]


def _cut(p: Position, sources: tuple[Source, ...], takes: int) -> None:
    """All returns come first (Y-20)."""
    remove_all(p, list(sources))
    rolls: list[Step] = [("roll", p.kind(face)) for face, _ in sources]
    p.todo = [*rolls, ("cut", takes), *p.todo]


# --- tool 3, rubber mallets (Y-21 to Y-23) ------------------------------------------------------


def _stows(p: Position, level: int) -> list[Choice]:
    held = [source for source in p.tiles(p.side) if source[1] in ("", "!")]
    room = level - len(p.atelier.tool)
    chosen = [c for size in range(1, room + 1) for c in dict.fromkeys(permutations(held, size))]
    return [(f"stow {_names(sources)}", partial(_stow, p, sources)) for sources in chosen]


def _stow(p: Position, sources: tuple[Source, ...]) -> None:
    for face, place in sources:
        p.remove(p.side, face, place)
        p.atelier.tool.append(face)


# --- tool 4, spatulas (Y-24 to Y-26) ------------------------------------------------------------


def _retrieves(p: Position, level: int) -> list[Choice]:
    found: list[Choice] = []
    for face in p.components.sorted([face for face, count in p.box.items() if count > 0]):
        if p.vacant_free(p.side):
            found.append((f"retrieve {face}", partial(_retrieve, p, face)))
        if level == 1:
            continue
        for cell in p.ground.cells():
            touched = touched_tiles(p.mural, cell)
            for slid in legal_slides(p, p.mural, face, cell):
                for text, tile, card in lay_forms(p, (face, ""), cell, slid, "retrieve"):
                    found.append((text, partial(_relay, p, tile, cell, slid, card, touched)))
    return found


def _retrieve(p: Position, face: str) -> None:
    p.box[face] -= 1
    p.atelier.free.append(face)


def _relay(p: Position, tile: Tile, cell: Cell, slid: Slid, card: int | None, touched: int) -> None:
    p.box[tile[0]] -= 1
    lay(p, tile, cell, slid, card, touched=touched)


# --- tool 5, pincers (Y-27 to Y-29) -------------------------------------------------------------


def _pulls(p: Position, level: int) -> list[Choice]:
    found: list[Choice] = []
    for cell in sorted(p.mural):
        block = p.ground.block(p.mural, p.pattern(p.mural[cell][0]))
        is_small = max(box(block)) <= level + 1
        if is_small and removable(p, cell) and keeps_parts(block, block - {cell}):
            pull = partial(_pull, p, cell, PULL_POINTS[level - 1])
            found.append((f"pull {cell_text(cell)}", pull))
    return found


def _pull(p: Position, cell: Cell, points: int) -> None:
    p.earned += points
    kind = p.kind(p.mural[cell][0])
    p.mural = {other: tile for other, tile in p.mural.items() if other != cell}
    p.gates = new_gates(p)
    p.todo = [("roll", kind), ("credit",), *p.todo]
