"""Slow versions of the kernels on NumPy arrays, in plain loops, and random input for them."""

from __future__ import annotations

from random import Random

import numpy as np
from numpy.typing import NDArray

from referee import sets

Grid = NDArray[np.uint8]
Bools = NDArray[np.bool_]
Rows = tuple[tuple[int, ...], ...]


def _rows(array: NDArray[np.generic]) -> Rows:
    return tuple(tuple(int(value) for value in row) for row in array.tolist())


def _turned(rows: Rows) -> Rows:
    """A quarter turn clockwise."""
    height, width = len(rows), len(rows[0])
    return tuple(tuple(rows[height - 1 - r][c] for r in range(height)) for c in range(width))


def _mirrored(rows: Rows) -> Rows:
    return tuple(tuple(reversed(row)) for row in rows)


def _images(rows: Rows) -> set[Rows]:
    images = set()
    for image in (rows, _mirrored(rows)):
        for _ in range(4):
            images.add(image)
            image = _turned(image)
    return images


def label_groups(grid: Grid) -> tuple[NDArray[np.int32], int]:
    """Equal neighbouring cells share a label; 0 stays 0; labels from 1 by first cell."""
    rows = _rows(grid)
    height, width = grid.shape
    labels = np.zeros((height, width), dtype=np.int32)
    last = 0
    for row in range(height):
        for col in range(width):
            if rows[row][col] == 0 or labels[row, col] != 0:
                continue
            last += 1
            labels[row, col] = last
            waiting = [(row, col)]
            while waiting:
                r, c = waiting.pop()
                for nr, nc in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                    if not (0 <= nr < height and 0 <= nc < width):
                        continue
                    if rows[nr][nc] == rows[row][col] and labels[nr, nc] == 0:
                        labels[nr, nc] = last
                        waiting.append((nr, nc))
    return labels, last


def pattern_count(grid: Grid, brick: int, shape: Bools) -> int | NDArray[np.int32]:
    """How many whole groups of `brick` equal the shape under rotation and mirroring.

    Raises:
        ValueError: brick 0; a shape empty, disconnected or with an empty margin.
    """
    if brick == 0:
        raise ValueError("brick 0 is no brick")
    wanted = _rows(shape)
    if not any(map(any, wanted)):
        raise ValueError("the shape is empty")
    for side in (wanted[0], wanted[-1], [row[0] for row in wanted], [row[-1] for row in wanted]):
        if not any(side):
            raise ValueError("the shape has an empty margin")
    if label_groups(shape.astype(np.uint8))[1] != 1:
        raise ValueError("the shape is disconnected")
    images = _images(wanted)
    if grid.ndim == 3:
        return np.array([_count(one, brick, images) for one in grid], dtype=np.int32)
    return _count(grid, brick, images)


def _count(grid: Grid, brick: int, images: set[Rows]) -> int:
    labels = label_groups(np.where(grid == brick, grid, 0).astype(np.uint8))[0]
    groups: dict[int, list[tuple[int, int]]] = {}
    for row, line in enumerate(labels.tolist()):
        for col, label in enumerate(line):
            if label:
                groups.setdefault(label, []).append((row, col))
    return sum(_boxed(cells) in images for cells in groups.values())


def _boxed(cells: list[tuple[int, int]]) -> Rows:
    """The cells as a grid of 0 and 1 without empty margin."""
    rows = [row for row, _ in cells]
    cols = [col for _, col in cells]
    return tuple(
        tuple(int((row, col) in cells) for col in range(min(cols), max(cols) + 1))
        for row in range(min(rows), max(rows) + 1)
    )


def symmetries(shape: Bools) -> list[Bools]:
    """The distinct images, by height, width, then cells row by row."""
    images = sorted(_images(_rows(shape)), key=lambda rows: (len(rows), len(rows[0]), rows))
    return [np.array(rows, dtype=np.bool_) for rows in images]


def placements(grid: Grid, card: Grid, glass: int) -> NDArray[np.int32]:
    """Rows (turns, row, col) of every legal placement of the card (rules K-26 to K-35, K-120).

    Raises:
        ValueError: an empty grid; code 0 in the card.
    """
    codes = {
        (row, col): code
        for row, line in enumerate(_rows(grid))
        for col, code in enumerate(line)
        if code
    }
    face = _rows(card)
    if not codes:
        raise ValueError("the grid is empty")
    if not face or not face[0] or any(code == 0 for row in face for code in row):
        raise ValueError("the card is empty or has a cell of code 0")
    beside = set(codes)
    for row, col in codes:
        beside |= {(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)}
    found = []
    seen = set()
    for turns in range(4):
        if face not in seen:
            seen.add(face)
            height, width = len(face), len(face[0])
            for top in range(-height, grid.shape[0] + 1):
                for left in range(-width, grid.shape[1] + 1):
                    cells = {(top + r, left + c) for r in range(height) for c in range(width)}
                    barred = glass != 0 and any(codes.get(cell) == glass for cell in cells)
                    if not barred and not cells.isdisjoint(beside):
                        found.append((turns, top, left))
        face = _turned(face)
    return np.array(found, dtype=np.int32).reshape(len(found), 3)


def random_grid(rng: Random, height: int, width: int, codes: int, filled: float) -> Grid:
    """A grid of codes 1..codes, each cell filled with the given probability."""
    cells = [rng.randint(1, codes) if rng.random() < filled else 0 for _ in range(height * width)]
    return np.array(cells, dtype=np.uint8).reshape(height, width)


def random_shape(rng: Random, size: int) -> Bools:
    """A connected shape of so many cells without empty margin."""
    return np.array(_boxed(sorted(sets.random_shape(rng, size))), dtype=np.bool_)


def random_tiling(rng: Random, height: int, width: int, codes: int, filled: float) -> Grid:
    """A grid in which neighbours are often equal, so that larger groups are common."""
    grid = random_grid(rng, height, width, codes, filled)
    for row in range(height):
        for col in range(width):
            if grid[row, col] and rng.random() < 0.4:
                other = (row - 1, col) if rng.random() < 0.5 else (row, col - 1)
                if min(other) >= 0 and grid[other]:
                    grid[row, col] = grid[other]
    return grid
