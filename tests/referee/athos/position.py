"""All data of a position, and what is looked up in it: ateliers, cards, supplies (B, C, L)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any, Final

from referee.athos.components import WINDOWS, Artwork, Cell, ComponentSet, Tile
from referee.athos.mural import Ground, Mural, neighbours
from referee.athos.options import Options

MARKERS: Final = 8
"""Pattern markers of a side (B-10, U-3)."""
YELLOW: Final = (10, 20, 30)
"""U-4."""
PLACES: Final = ("", "!", "+!", "+")
"""Free, Protected, protected on the tool, free on the tool: the order of legal lists."""

Step = tuple[Any, ...]
Choice = tuple[str, Callable[[], None]]
"""The text of an action and what it does."""


@dataclass
class Atelier:
    """The faces in one atelier (A-20); the first on the tool is the protected one (Y-22)."""

    free: list[str] = field(default_factory=list)
    protected: list[str] = field(default_factory=list)
    tool: list[str] = field(default_factory=list)

    def tiles(self) -> list[str]:
        """All of them."""
        return self.free + self.protected + self.tool


@dataclass
class Card:
    """An open contract card (G-3); `quarter_turns` is None until fixed (U-5)."""

    quarter_turns: int | None
    crossings: dict[str, int | None] = field(default_factory=lambda: dict.fromkeys(WINDOWS))
    extra: list[int] = field(default_factory=list)
    is_paid: bool = False
    is_completed: bool = False

    def markers(self) -> Counter[int]:
        """Markers by side, that of X-12 too (S-1)."""
        on_crossings = [side for side in self.crossings.values() if side is not None]
        return Counter(on_crossings + self.extra)


@dataclass
class Lay:
    """A lay of the turn: what tools look at (Y-15 to Y-17, Y-30 to Y-38)."""

    opens: bool
    neighbours: int
    is_restore: bool = False
    is_free: bool = False
    is_paid: bool = False


@dataclass
class Masters:
    """X-1: `bottom` are the cards put under the pile with the side that knows them."""

    unknown: list[str]
    bottom: list[tuple[str, int]]
    held: list[str | None]
    used: list[bool]
    since: list[int]
    drawn: list[str] = field(default_factory=list)


@dataclass
class Tools:
    """Y-2: piles from the top; None stands for one of the unknown cards."""

    unknown: list[str]
    piles: list[list[str | None]]
    held: list[str | None]
    level: list[int]
    since: list[int]


@dataclass
class Position:
    """Everything; `todo` is what comes next, its first step is the node."""

    components: ComponentSet
    options: Options
    ground: Ground
    first: int | None
    bag: dict[str, int]
    ateliers: list[Atelier]
    scores: list[int]
    stock: list[int]
    lays_by: list[Counter[str]]
    cards: dict[str, Card]
    mural: Mural = field(default_factory=dict)
    fundathos: dict[Cell, str] = field(default_factory=dict)
    workshop: Counter[str] = field(default_factory=Counter)
    box: Counter[str] = field(default_factory=Counter)
    immutable: dict[str, int] = field(default_factory=dict)
    gates: set[str] = field(default_factory=set)
    yellow: list[int] = field(default_factory=list)
    masters: Masters | None = None
    tools: Tools | None = None
    todo: list[Step] = field(default_factory=list)
    # The turn.
    turn: int = 1
    actions_left: int = 0
    series: tuple[str, int] | None = None
    has_begun: bool = False
    has_acted: bool = False
    has_spent: bool = False
    earned: int = 0
    lays: list[Lay] = field(default_factory=list)
    protects: list[bool] = field(default_factory=list)
    tool_one_used: bool = False
    # The clock.
    passed: int = 0
    idle: int = 0
    emptied_in: int | None = None
    reason: str | None = None

    # --- whose turn ----------------------------------------------------------------------------

    @property
    def seat(self) -> int:
        """The seat whose turn it is."""
        assert self.first is not None
        return self.options.seat_of_turn(self.turn, self.first)

    @property
    def side(self) -> int:
        """The side whose turn it is."""
        assert self.first is not None
        return self.options.side_of_turn(self.turn, self.first)

    @property
    def atelier(self) -> Atelier:
        """The active atelier."""
        return self.ateliers[self.side]

    @property
    def is_last_round(self) -> bool:
        """R-3; U-26: not with a shared marker."""
        has_round = self.emptied_in is not None and not self.options.is_shared
        return has_round and self.emptied_in is not None and self.turn > self.emptied_in

    # --- ateliers ------------------------------------------------------------------------------

    def vacant_free(self, side: int) -> bool:
        """E-2."""
        return len(self.ateliers[side].free) < self._spaces[0]

    def vacant_protected(self, side: int) -> bool:
        """H-2."""
        return len(self.ateliers[side].protected) < self._spaces[1]

    @property
    def _spaces(self) -> tuple[int, int]:
        return self.components.ateliers[self.options.atelier_side]

    def tiles(self, side: int) -> list[tuple[str, str]]:
        """Every tile as face and place, in the order of legal lists; equal ones repeat."""
        atelier = self.ateliers[side]
        first, second = atelier.tool[:1], atelier.tool[1:]
        places = zip(PLACES, (atelier.free, atelier.protected, first, second), strict=True)
        return [(face, place) for place, faces in places for face in self.components.sorted(faces)]

    def sorts(self, side: int) -> list[tuple[str, str]]:
        """The same without repeats: equal faces in one sort of place are one choice."""
        return list(dict.fromkeys(self.tiles(side)))

    def remove(self, side: int, face: str, place: str) -> None:
        """Take the tile out of its place."""
        atelier = self.ateliers[side]
        if place in ("", "!"):
            (atelier.free if place == "" else atelier.protected).remove(face)
        else:
            assert atelier.tool.pop(("+!", "+").index(place)) == face

    # --- cards ---------------------------------------------------------------------------------

    def artwork(self, pattern: str) -> Artwork:
        """The artwork of an open card as it lies (G-6)."""
        quarter_turns = self.cards[pattern].quarter_turns
        assert quarter_turns is not None
        return self.components.oriented(pattern, quarter_turns)

    def is_unopened(self, pattern: str) -> bool:
        """Whether a lay of the pattern opens its card (G-3); in U all are open (U-5)."""
        return self.options.has_cards and pattern not in self.cards

    def orientations(self, pattern: str) -> list[int | None]:
        """The quarter-turns to choose from at a lay; [None] where nothing is chosen (G-5, U-5)."""
        if not self.options.has_cards:
            return [None]
        if self.options.is_shared:
            is_choice = self.cards[pattern].quarter_turns is None
        else:
            is_choice = pattern not in self.cards and self.options.card_orientation == "choose"
        return list(self.components.orientations(pattern)) if is_choice else [None]

    # --- supplies ------------------------------------------------------------------------------

    def released(self) -> list[Cell]:
        """The Fundathos tiles that can be taken, in reading order (L-1)."""
        filled, spaces = sorted(self.fundathos), self.components.fundathos
        if self.options.release == "ring":
            ring, inside = set[Cell](), set(spaces)
            while not ring & set(filled) and inside:
                ring = {cell for cell in inside if _touches_gap(cell, inside)}
                inside -= ring
            return [cell for cell in filled if cell in ring]
        if self.options.release == "any_gap":
            return [cell for cell in filled if _touches_gap(cell, self.fundathos)]
        outside = {other for cell in spaces for other in neighbours(cell).values()} - spaces
        todo = list(outside)
        while todo:
            for cell in neighbours(todo.pop()).values():
                if cell in spaces and cell not in self.fundathos and cell not in outside:
                    outside.add(cell)
                    todo.append(cell)
        return [cell for cell in filled if any(n in outside for n in neighbours(cell).values())]

    def faces_of(self, kind: str) -> list[str]:
        """The different faces of a kind (B-8)."""
        return self.components.sorted(list(set(self.components.kinds[kind][1])))

    def sides_with(self, face: str) -> int:
        """On how many sides of its cube the face is."""
        return self.components.kinds[self.kind(face)][1].count(face)

    def kind(self, face: str) -> str:
        """A-5."""
        return self.components.kind_of[face]

    def pattern(self, face: str) -> str:
        """A-6."""
        return self.components.pattern(face)


def _touches_gap(cell: Cell, filled: Collection[Cell]) -> bool:
    return any(other not in filled for other in neighbours(cell).values())


def tile_text(tile: Tile) -> str:
    """`Aa1`."""
    return f"{tile[0]}{tile[1]}"


def cell_text(cell: Cell) -> str:
    """`2,3`."""
    return f"{cell[0]},{cell[1]}"
