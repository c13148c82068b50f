"""SciPy, NumPy and plain Python: how often does one pattern stand on each of 1,000 grids?

Counted are the maximal groups of side-joined cells of one code that equal the pattern after any
turn or mirroring, as `ludoteca.kernels.pattern_count` does. Seven ways; those that end in `_stack`
answer for all grids at once, the others grid by grid:

* `label`: `scipy.ndimage.label`, then the groups of the right size compared with the images, all
  in whole-array operations.
* `slices`: shifted slices of a padded mask: AND of an image's cells, AND NOT of its border.
* `bigint_from_array`: the grid as one Python integer with a guard column a row, the same by shifts.
* `bigint_kept`: likewise, but the integers are there already, as a program that keeps them up to
  date from move to move has them.
* `label_stack`: one `label` call for all grids, with a structure that joins no two of them.
* `slices_stack`: the shifted slices over all grids.
* `bitrows_stack`: rows as 32-bit words, so that one NumPy operation does 32 cells.

Every way is compared with a flood fill, cell by cell, on 50 grids before it is timed.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from peers import inputs
from peers.inputs import BRICK, COLS, ROWS, SHAPE, Grid
from peers.worker import Case, Counts, Work, main

Cells = list[tuple[int, int]]
Answer = list[int]

SIZE = int(SHAPE.sum())


def cells_and_border(image: NDArray[np.bool_]) -> tuple[Cells, Cells]:
    """The cells of an image and the cells beside them, counted from its first cell."""
    cells = [(int(row), int(col)) for row, col in np.argwhere(image)]
    row0, col0 = cells[0]
    cells = [(row - row0, col - col0) for row, col in cells]
    beside = {
        (row + down, col + right)
        for row, col in cells
        for down, right in ((1, 0), (-1, 0), (0, 1), (0, -1))
    }
    return cells, sorted(beside.difference(cells))


IMAGES = [cells_and_border(image) for image in inputs.images()]
MARGIN = max(SHAPE.shape)
"""No cell of an image or its border is further than this from its first cell."""


# --- SciPy -------------------------------------------------------------------------------------

_KEYS = np.array([[row * COLS + col for row, col in cells] for cells, _ in IMAGES])
"""The images' cells as distances from the first cell in a grid read row by row."""
_WITHIN_GRID = np.zeros((3, 3, 3), dtype=bool)
_WITHIN_GRID[1] = ndimage.generate_binary_structure(2, 1)


def count_by_label(grid: Grid) -> int:
    """One grid through `scipy.ndimage.label`."""
    labels, groups = ndimage.label(grid == BRICK)
    return len(_matches(labels.ravel(), groups))


def count_stack_by_label(grids: Grid) -> Answer:
    """All grids through one call of `scipy.ndimage.label`."""
    labels, groups = ndimage.label(grids == BRICK, structure=_WITHIN_GRID)
    firsts = _matches(labels.ravel(), groups)
    counts: Answer = np.bincount(firsts // (ROWS * COLS), minlength=len(grids)).tolist()
    return counts


def _matches(labels: NDArray[np.int32], groups: int) -> NDArray[np.intp]:
    """The first cells of the groups that equal an image."""
    places = np.flatnonzero(labels)
    owners = labels[places]
    fits = np.bincount(owners, minlength=groups + 1)[owners] == SIZE
    places = places[fits]
    by_group = places[np.argsort(owners[fits], kind="stable")].reshape(-1, SIZE)
    firsts: NDArray[np.intp] = by_group[:, 0]
    # Joined cells of this number span less than a row, so equal distances mean equal shapes.
    distances = by_group - firsts[:, None]
    equal: NDArray[np.bool_] = (distances[:, None, :] == _KEYS).all(axis=2).any(axis=1)
    return firsts[equal]


# --- NumPy -------------------------------------------------------------------------------------


def count_by_slices(grid: Grid) -> int:
    """One grid by shifted slices."""
    return int(_slices(grid))


def count_stack_by_slices(grids: Grid) -> Answer:
    """All grids by shifted slices; the grids lie along the last axis, so that runs are long."""
    counts: Answer = _slices(np.ascontiguousarray(np.moveaxis(grids, 0, -1))).tolist()
    return counts


def _slices(grid: Grid) -> NDArray[np.intp]:
    """Matches over the first two axes."""
    padded = np.zeros((ROWS + 2 * MARGIN, COLS + 2 * MARGIN, *grid.shape[2:]), dtype=bool)
    padded[MARGIN:-MARGIN, MARGIN:-MARGIN] = grid == BRICK
    other = ~padded

    def at(board: NDArray[np.bool_], row: int, col: int) -> NDArray[np.bool_]:
        return board[MARGIN + row :, MARGIN + col :][:ROWS, :COLS]

    total = np.zeros(grid.shape, dtype=bool)
    for cells, border in IMAGES:
        match = at(padded, 0, 0).copy()
        for row, col in cells[1:]:
            match &= at(padded, row, col)
        for row, col in border:
            match &= at(other, row, col)
        total |= match
    return np.asarray(np.count_nonzero(total, axis=(0, 1)))


def count_stack_by_bitrows(grids: Grid) -> Answer:
    """All grids as rows of 32 bits: shifts along a row, slices across rows."""
    packed = np.packbits(grids == BRICK, axis=2, bitorder="little").view("<u4")[:, :, 0].T
    board = np.zeros((ROWS + 2 * MARGIN, len(grids)), dtype=np.uint32)
    board[MARGIN:-MARGIN] = packed
    shifted = {
        col: board >> np.uint32(col) if col >= 0 else board << np.uint32(-col)
        for col in range(-MARGIN, MARGIN + 1)
    }
    total = np.zeros((ROWS, len(grids)), dtype=np.uint32)
    beside = np.empty_like(total)
    for cells, border in IMAGES:
        match = board[MARGIN:-MARGIN].copy()
        for row, col in cells[1:]:
            match &= shifted[col][MARGIN + row :][:ROWS]
        beside[:] = 0
        for row, col in border:
            beside |= shifted[col][MARGIN + row :][:ROWS]
        total |= match & ~beside
    counts: Answer = np.bitwise_count(total).sum(axis=0, dtype=np.intp).tolist()
    return counts


# --- big integers ------------------------------------------------------------------------------

_STRIDE = COLS + 8
"""Bits from row to row: the grid's columns and a byte of guard columns."""


def _distances(cells: Cells) -> list[int]:
    return [row * _STRIDE + col for row, col in cells]


_DISTANCES = [(_distances(cells[1:]), _distances(border)) for cells, border in IMAGES]
_LEFT = sorted({-d for image in _DISTANCES for part in image for d in part if d < 0})
_RIGHT = sorted({d for image in _DISTANCES for part in image for d in part if d > 0})


def as_integer(grid: Grid) -> int:
    """The cells of the wanted code as bits of one integer, row by row."""
    padded = np.zeros((ROWS, _STRIDE), dtype=bool)
    padded[:, :COLS] = grid == BRICK
    return int.from_bytes(np.packbits(padded, bitorder="little").tobytes(), "little")


def count_in_integer(board: int) -> int:
    """One grid by shifts of a big integer, each distance shifted once for all images."""
    at = {distance: board >> distance for distance in _RIGHT}
    at |= {-distance: board << distance for distance in _LEFT}
    count = 0
    for cells, border in _DISTANCES:
        match = board
        for distance in cells:
            match &= at[distance]
        if match:
            beside = 0
            for distance in border:
                beside |= at[distance]
            count += (match & ~beside).bit_count()
    return count


# --- cases -------------------------------------------------------------------------------------


def one_by_one(count: Callable[[Grid], int]) -> Case:
    """A case that asks grid by grid."""
    return lambda: _checked(lambda grids: [count(grid) for grid in grids])


def as_stack(count: Callable[[Grid], Answer]) -> Case:
    """A case that asks for all grids at once."""
    return lambda: _checked(count)


def bigint_kept() -> Work:
    """Big integers that are there already."""
    _checked(lambda grids: [count_in_integer(as_integer(grid)) for grid in grids])
    boards = [as_integer(grid) for grid in inputs.grids()]

    def work(passes: int) -> Callable[[], Counts]:
        for _ in range(passes):
            _ = [count_in_integer(board) for board in boards]
        return lambda: {"grids": passes * len(boards)}

    return work


def _checked(count: Callable[[Grid], Answer]) -> Work:
    grids = inputs.grids()
    if count(grids)[:50] != [inputs.count_by_flood_fill(grid) for grid in grids[:50]]:
        raise AssertionError("the counts differ from those of a flood fill")

    def work(passes: int) -> Callable[[], Counts]:
        for _ in range(passes):
            count(grids)
        return lambda: {"grids": passes * len(grids)}

    return work


CASES: dict[str, Case] = {
    "label": one_by_one(count_by_label),
    "slices": one_by_one(count_by_slices),
    "bigint_from_array": one_by_one(lambda grid: count_in_integer(as_integer(grid))),
    "bigint_kept": bigint_kept,
    "label_stack": as_stack(count_stack_by_label),
    "slices_stack": as_stack(count_stack_by_slices),
    "bitrows_stack": as_stack(count_stack_by_bitrows),
}

if __name__ == "__main__":
    main(CASES, ["scipy", "numpy"])
