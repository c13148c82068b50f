"""The mural: blocks, groups and the slides of one lay (rules A-8, A-9, M, N, W-11 to W-27)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Final

from referee.athos.components import Cell, ComponentSet, Tile

Mural = dict[Cell, Tile]
Pushes = tuple[tuple[str, str], ...]
"""The chosen directions (M-15) by pattern, in the order of the patterns."""
DIRECTIONS: Final = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}


def moved(cell: Cell, way: Cell) -> Cell:
    """The cell in that way."""
    return cell[0] + way[0], cell[1] + way[1]


def neighbours(cell: Cell) -> dict[str, Cell]:
    """The four cells that share a side with this one, also off the mural (A-2)."""
    return {name: moved(cell, way) for name, way in DIRECTIONS.items()}


def linked(cells: Collection[Cell], start: Cell) -> set[Cell]:
    """All cells of the collection that are reached from `start` over sides."""
    found, todo = {start}, [start]
    while todo:
        for cell in neighbours(todo.pop()).values():
            if cell in cells and cell not in found:
                found.add(cell)
                todo.append(cell)
    return found


def parts(cells: Collection[Cell]) -> int:
    """How many unlinked parts there are (N-6, J-10)."""
    return len({min(linked(cells, cell)) for cell in cells})


def box(cells: Collection[Cell]) -> tuple[int, int]:
    """Height and width of the bounding box (A-8)."""
    rows, cols = [r for r, _ in cells], [c for _, c in cells]
    return max(rows) - min(rows) + 1, max(cols) - min(cols) + 1


@dataclass(frozen=True)
class Slid:
    """A legal way to lay a tile: the mural afterwards, where the tile lies, what is discarded."""

    pushes: Pushes
    mural: Mural
    cell: Cell
    discarded: tuple[str, ...]


@dataclass(frozen=True)
class Ground:
    """The board and the options on slides."""

    components: ComponentSet
    is_back: bool
    slide_contact: str
    multi_side: str
    opposite_slide: str

    @property
    def columns(self) -> frozenset[Cell]:
        """W-4: on the back only."""
        return self.components.columns if self.is_back else frozenset()

    @property
    def padlocks(self) -> frozenset[Cell]:
        """W-4: on the back only."""
        return self.components.padlocks if self.is_back else frozenset()

    def cells(self) -> list[Cell]:
        """All cells that can hold a tile, in reading order (W-5)."""
        rows, cols = self.components.mural
        every = [(r, c) for r in range(rows) for c in range(cols)]
        return [cell for cell in every if cell not in self.columns]

    def holds(self, cell: Cell) -> bool:
        """Whether a tile can stand there."""
        rows, cols = self.components.mural
        on_mural = 0 <= cell[0] < rows and 0 <= cell[1] < cols
        return on_mural and cell not in self.columns

    def pattern_at(self, mural: Mural, cell: Cell) -> str | None:
        """The pattern of the tile on the cell."""
        return self.components.pattern(mural[cell][0]) if cell in mural else None

    def block(self, mural: Mural, pattern: str) -> set[Cell]:
        """All tiles of the pattern, linked or not (A-8)."""
        faces = self.components.faces
        return {cell for cell, (face, _) in mural.items() if faces[face][0] == pattern}

    def group(self, mural: Mural, cell: Cell) -> set[Cell]:
        """A-9."""
        pattern = self.components.pattern(mural[cell][0])
        return linked(self.block(mural, pattern), cell)

    def has_contact(self, mural: Mural) -> bool:
        """Whether two different patterns touch anywhere (N-1)."""
        return any(
            other in mural and self.pattern_at(mural, other) != self.pattern_at(mural, cell)
            for cell in mural
            for other in neighbours(cell).values()
        )

    def is_immovable(self, mural: Mural, immutable: Mapping[str, int], cell: Cell) -> bool:
        """W-15: a tile of an immutable block or a locked tile."""
        return cell in self.padlocks or self.pattern_at(mural, cell) in immutable

    # --- one lay (M, W-16 to W-27) -------------------------------------------------------------

    def slides(
        self, mural: Mural, immutable: Mapping[str, int], tile: Tile, cell: Cell
    ) -> list[Slid]:
        """Every legal way to lay the tile there, as far as sliding and grout go (M-14, Z-10)."""
        if not self.holds(cell) or cell in mural:
            return []
        own = self.components.pattern(tile[0])
        laid = {**mural, cell: tile}
        touched: dict[str, list[str]] = {}
        fixed = []
        for name, other in neighbours(cell).items():
            pattern = self.pattern_at(mural, other)
            if pattern is None or pattern == own:  # M-7
                continue
            if self.is_immovable(mural, immutable, other):
                fixed.append(name)
            else:
                touched.setdefault(pattern, []).append(name)
        moves: dict[str, Cell] = {}
        if fixed:
            if len(fixed) > 1 or self.opposite_slide == "illegal":  # W-21
                return []
            row, col = DIRECTIONS[fixed[0]]
            moves[own] = (-row, -col)  # W-20
        found = []
        for pushes, all_moves in self._choices(laid, immutable, own, touched, moves):
            after = self._after(laid, all_moves, cell)
            if after is None:
                continue
            new_mural, new_cell, discarded = after
            if fixed and new_cell == cell:  # W-22
                continue
            if self.slide_contact != "allow" and self.has_contact(new_mural):  # M-14, W-26
                continue
            found.append(Slid(self._named(pushes), new_mural, new_cell, discarded))
        return sorted(found, key=self._rank)

    def _named(self, pushes: Pushes) -> Pushes:
        return tuple(sorted(pushes, key=lambda push: self.components.patterns.index(push[0])))

    def _rank(self, slid: Slid) -> list[tuple[int, int]]:
        patterns, ways = self.components.patterns, list(DIRECTIONS)
        return [(patterns.index(pattern), ways.index(way)) for pattern, way in slid.pushes]

    def _ways(self, directions: list[str]) -> list[tuple[str, Cell]]:
        """Named directions and jumps of a block that is touched on these sides (M-15)."""
        if len(directions) == 1:
            return [("", DIRECTIONS[directions[0]])]
        if self.multi_side == "illegal":
            return []
        if self.multi_side == "all":
            ways = [DIRECTIONS[name] for name in directions]
            return [("", (sum(row for row, _ in ways), sum(col for _, col in ways)))]
        return [(name, DIRECTIONS[name]) for name in directions]

    def _choices(
        self,
        laid: Mural,
        immutable: Mapping[str, int],
        own: str,
        touched: dict[str, list[str]],
        moves: dict[str, Cell],
    ) -> Iterator[tuple[Pushes, dict[str, Cell]]]:
        """Joint choices of this wave and, under `chain`, of the waves it causes (M-13, M-16)."""
        patterns = list(touched)
        for ways in product(*(self._ways(touched[pattern]) for pattern in patterns)):
            wave = {pattern: way for pattern, (_, way) in zip(patterns, ways, strict=True)}
            pushes = tuple(
                (pattern, name) for pattern, (name, _) in zip(patterns, ways, strict=True) if name
            )
            now = {**moves, **wave}
            third = {}
            if self.slide_contact == "chain":
                third = self._touched_by(laid, immutable, own, now)
            if third:
                for more, every in self._choices(laid, immutable, own, third, now):
                    yield pushes + more, every
            else:
                yield pushes, now

    def _touched_by(
        self, laid: Mural, immutable: Mapping[str, int], own: str, moves: dict[str, Cell]
    ) -> dict[str, list[str]]:
        """Blocks at rest that moved tiles touch, and the directions away from these."""
        arrived = {
            self._destination(laid, cell, moves): self.pattern_at(laid, cell)
            for cell in laid
            if self.pattern_at(laid, cell) in moves and cell not in self.padlocks
        }
        arrived = {goal: pattern for goal, pattern in arrived.items() if self.holds(goal)}
        touched: dict[str, list[str]] = {}
        for cell in laid:
            pattern = self.pattern_at(laid, cell)
            assert pattern is not None
            if pattern in moves or pattern == own or self.is_immovable(laid, immutable, cell):
                continue
            for name, way in DIRECTIONS.items():
                pusher = arrived.get((cell[0] - way[0], cell[1] - way[1]))
                if pusher is not None and name not in touched.get(pattern, []):
                    touched.setdefault(pattern, []).append(name)
        ordered = {pattern: sorted(names, key="NESW".index) for pattern, names in touched.items()}
        return {name: ordered[name] for name in self.components.patterns if name in ordered}

    def _destination(self, laid: Mural, cell: Cell, moves: dict[str, Cell]) -> Cell:
        """Where a moving tile goes, perhaps off the mural or into a column (M-3, W-18, W-19)."""
        pattern = self.pattern_at(laid, cell)
        if pattern not in moves or cell in self.padlocks:
            return cell
        goal = moved(cell, moves[pattern])
        if goal in self.padlocks and self.pattern_at(laid, goal) == pattern:
            goal = moved(goal, moves[pattern])
        return goal

    def _after(
        self, laid: Mural, moves: dict[str, Cell], new: Cell
    ) -> tuple[Mural, Cell, tuple[str, ...]] | None:
        """Everything moves at once; None where two tiles meet or the new tile is lost."""
        mural: Mural = {}
        discarded = []
        for cell in sorted(laid):
            goal = self._destination(laid, cell, moves)
            if not self.holds(goal):  # M-10, W-17
                discarded.append(laid[cell][0])
                if cell == new:  # W-23
                    return None
            elif goal in mural:  # M-14
                return None
            else:
                mural[goal] = laid[cell]
        return mural, self._destination(laid, new, moves), tuple(discarded)
