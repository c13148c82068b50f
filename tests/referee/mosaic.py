"""Cells, turned cards and the mosaic of Cobogó: geometry and placing (rules section 6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Final, Literal

GLASS: Final = "#"

Cell = tuple[int, int]
Face = tuple[str, ...]
Shape = frozenset[Cell]
Mosaic = dict[Cell, str]
Group = tuple[str, Shape]
Reason = Literal["slot", "rot", "first", "glass", "corner", "apart", "same"]


@cache
def turn(face: Face, quarters: int) -> Face:
    """The face after some quarter turns clockwise (K-26, K-119)."""
    for _ in range(quarters):
        face = tuple("".join(column) for column in zip(*reversed(face), strict=True))
    return face


def side_neighbours(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """The four cells that share an edge with this one."""
    r, c = cell
    return ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))


def corner_neighbours(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """The four cells that share only a vertex with this one."""
    r, c = cell
    return ((r - 1, c - 1), (r - 1, c + 1), (r + 1, c - 1), (r + 1, c + 1))


def shape_parts(cells: Iterable[Cell]) -> list[Shape]:
    """The parts of a cell set that hang together by sides."""
    return [part for _, part in groups(dict.fromkeys(cells, "X"))]


def groups(mosaic: Mapping[Cell, str]) -> list[Group]:
    """All groups: maximal sets of cells of equal content joined by sides (K-49, K-52)."""
    found: list[Group] = []
    seen: set[Cell] = set()
    for start, content in mosaic.items():
        if start in seen:
            continue
        seen.add(start)
        part = [start]
        for cell in part:  # the list grows while it is read
            for other in side_neighbours(cell):
                if other not in seen and mosaic.get(other) == content:
                    seen.add(other)
                    part.append(other)
        found.append((content, frozenset(part)))
    return found


def shifted(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """The cells moved to the origin and sorted."""
    cells = list(cells)
    top = min(r for r, _ in cells)
    left = min(c for _, c in cells)
    return tuple(sorted((r - top, c - left) for r, c in cells))


@cache
def _canon_of_shifted(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    images = []
    for mirrored in (False, True):
        image: list[Cell] = [(r, -c) if mirrored else (r, c) for r, c in cells]
        for _ in range(4):
            image = [(c, -r) for r, c in image]
            images.append(shifted(image))
    return min(images)


def canon(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """The least of the eight orientations: equal for congruent cell sets only (K-53)."""
    cells = list(cells)
    if len(cells) == 1:  # most groups are single bricks
        return ((0, 0),)
    return _canon_of_shifted(shifted(cells))


def bounding_box(cells: Iterable[Cell]) -> tuple[int, int, int, int]:
    """First row, first column, last row, last column."""
    rows, cols = zip(*cells, strict=True)
    return min(rows), min(cols), max(rows), max(cols)


def mosaic_rows(mosaic: Mapping[Cell, str]) -> list[str]:
    """The bounding box of the mosaic as rows of text; none when it is empty."""
    if not mosaic:
        return []
    top, left, bottom, right = bounding_box(mosaic)
    return [
        "".join(mosaic.get((r, c), ".") for c in range(left, right + 1))
        for r in range(top, bottom + 1)
    ]


def parse_mosaic(rows: Sequence[str]) -> Mosaic:
    """The mosaic whose first character is cell (0,0); `.` is empty."""
    return {
        (r, c): content
        for r, row in enumerate(rows)
        for c, content in enumerate(row)
        if content != "."
    }


def covered(face: Face, row: int, col: int) -> dict[Cell, str]:
    """What the turned card shows on each cell of the grid."""
    return {
        (row + r, col + c): content for r, line in enumerate(face) for c, content in enumerate(line)
    }


def laid(mosaic: Mosaic, face: Face, row: int, col: int) -> Mosaic:
    """The mosaic after laying the turned card: it replaces what it covers (K-36)."""
    return {**mosaic, **covered(face, row, col)}


def verdict(mosaic: Mosaic, brick: Face, rot: int, row: int, col: int) -> Reason | None:
    """None if the placement is legal, else the reason why not.

    first K-28, glass K-31, corner K-30, apart K-29, same K-120 (asked last, by the amendment).
    """
    if rot not in (0, 1, 2, 3):
        return "rot"
    if not mosaic:
        return None if (rot, row, col) == (0, 0, 0) else "first"
    face = turn(brick, rot)
    cells = covered(face, row, col)
    if any(mosaic.get(cell) == GLASS for cell in cells):
        return "glass"
    overlap = any(cell in mosaic for cell in cells)
    side = any(other in mosaic for cell in cells for other in side_neighbours(cell))
    if not overlap and not side:
        corner = any(other in mosaic for cell in cells for other in corner_neighbours(cell))
        return "corner" if corner else "apart"
    if any(turn(brick, less) == face for less in range(rot)):
        return "same"
    return None


def legal_placements(mosaic: Mosaic, brick: Face) -> list[tuple[int, int, int]]:
    """Every (rot, row, col) for which `verdict` finds nothing, sorted.

    The same as asking `verdict` everywhere, by set algebra: a corner position is in reach when
    some cell of the card comes to lie on or beside the mosaic, and barred when one lies on glass.
    """
    if not mosaic:
        return [(0, 0, 0)]
    near = set(mosaic)
    for cell in mosaic:
        near.update(side_neighbours(cell))
    glass = [cell for cell, content in mosaic.items() if content == GLASS]
    by_size: dict[tuple[int, int], list[Cell]] = {}
    found: list[tuple[int, int, int]] = []
    for rot in range(4):
        face = turn(brick, rot)
        if any(turn(brick, less) == face for less in range(rot)):
            continue
        size = (len(face), len(face[0]))
        if size not in by_size:
            offsets = [(r, c) for r in range(size[0]) for c in range(size[1])]
            reached = {(r - dr, c - dc) for r, c in near for dr, dc in offsets}
            barred = {(r - dr, c - dc) for r, c in glass for dr, dc in offsets}
            by_size[size] = sorted(reached - barred)
        found.extend((rot, row, col) for row, col in by_size[size])
    return found
