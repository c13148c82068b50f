"""What both sides of a row are given, and the right answers, found the slow and obvious way.

The inputs come from plain Python: `random.Random.random` gives the same numbers in every version,
NumPy's generators need not, and the two sides may run on different NumPys.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Grid = NDArray[np.uint8]

GRIDS, ROWS, COLS, CODES = 1000, 32, 32, 6
"""`pattern_count`: 1,000 grids of 32 x 32 cells, each one of 6 codes."""
BRICK = 1
"""The code that is looked for."""
SHAPE = np.array([[1, 1, 1], [0, 1, 0]], dtype=bool)
"""The one pattern: the T tetromino, 4 different images."""

CARDS, MOSAICS = 12, 64
"""`placements`: so many mosaics of 12 cards, so that no answer can be remembered."""
GLASS = 7
"""The code of a glass block; types A to F are 1 to 6."""
_SET = Path(__file__).parents[2] / "rust/games/cobogo/data/default-v1.toml"


def grids() -> Grid:
    """The grids: every cell one of the codes 1 to 6, equally likely."""
    chooser = random.Random(1)
    cells = [1 + int(chooser.random() * CODES) for _ in range(GRIDS * ROWS * COLS)]
    return np.array(cells, dtype=np.uint8).reshape(GRIDS, ROWS, COLS)


def mosaics() -> list[tuple[Grid, Grid]]:
    """Mosaics of 12 of Cobogó's cards laid at random, each with a card to be placed next."""
    faces = card_faces()
    chooser = random.Random(2)
    found = []
    for _ in range(MOSAICS):
        order = [faces[i] for i in _shuffled(chooser, len(faces))]
        found.append((_mosaic(chooser, order[:CARDS]), order[CARDS]))
    return found


def card_faces() -> list[Grid]:
    """The brick sides of the default set's base cards."""
    cards = tomllib.loads(_SET.read_text(encoding="utf-8"))["base"]
    code = {"#": GLASS} | {letter: 1 + i for i, letter in enumerate("ABCDEF")}
    return [
        np.array([[code[c] for c in row] for row in card["brick"].split()], dtype=np.uint8)
        for card in cards
    ]


def count_by_flood_fill(grid: Grid) -> int:
    """How many groups of `BRICK` equal `SHAPE`, turned or mirrored, cell by cell."""
    shapes = [
        _from_first((row, col) for row, col in np.argwhere(image).tolist()) for image in images()
    ]
    todo = {(row, col) for row, col in np.argwhere(grid == BRICK).tolist()}
    count = 0
    while todo:
        group, edge = [], [todo.pop()]
        while edge:
            row, col = edge.pop()
            group.append((row, col))
            for cell in ((row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)):
                if cell in todo:
                    todo.remove(cell)
                    edge.append(cell)
        count += _from_first(group) in shapes
    return count


def images() -> list[NDArray[np.bool_]]:
    """The different images of `SHAPE` under turning and mirroring."""
    found: list[NDArray[np.bool_]] = []
    for face in (SHAPE, SHAPE[:, ::-1]):
        for turns in range(4):
            image = np.rot90(face, turns)
            if not any(np.array_equal(image, other) for other in found):
                found.append(image)
    return found


def _from_first(cells: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Cells in reading order, counted from the first."""
    ordered = sorted(cells)
    row0, col0 = ordered[0]
    return [(row - row0, col - col0) for row, col in ordered]


def placements_cell_by_cell(grid: Grid, card: Grid) -> list[list[int]]:
    """Every legal placement as (turns, row, col), rule by rule and cell by cell."""
    laid = {(row, col): int(grid[row, col]) for row, col in np.argwhere(grid).tolist()}
    found = []
    faces: list[list[list[int]]] = []
    for turns in range(4):
        turned = np.rot90(card, -turns)
        if turned.tolist() in faces:  # K-120
            continue
        faces.append(turned.tolist())
        height, width = turned.shape
        for top in range(-height, grid.shape[0] + 1):
            for left in range(-width, grid.shape[1] + 1):
                cells = [(top + r, left + c) for r in range(height) for c in range(width)]
                touches = any(  # K-29, K-30
                    (row + down, col + right) in laid
                    for row, col in cells
                    for down, right in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))
                )
                if touches and all(laid.get(cell) != GLASS for cell in cells):  # K-31
                    found.append([turns, top, left])
    return found


def _shuffled(chooser: random.Random, n: int) -> list[int]:
    order = list(range(n))
    for last in range(n - 1, 0, -1):
        other = int(chooser.random() * (last + 1))
        order[last], order[other] = order[other], order[last]
    return order


def _mosaic(chooser: random.Random, cards: list[Grid]) -> Grid:
    """The cards laid one after the other at random legal places, cut to the bounding box."""
    cells: dict[tuple[int, int], int] = {}
    for card in cards:
        while True:
            turned = np.rot90(card, -int(chooser.random() * 4))
            height, width = turned.shape
            rows = [row for row, _ in cells] or [0]
            cols = [col for _, col in cells] or [0]
            top = _between(chooser, min(rows) - height, max(rows) + 1)
            left = _between(chooser, min(cols) - width, max(cols) + 1)
            laid = {
                (top + r, left + c): int(turned[r, c]) for r in range(height) for c in range(width)
            }
            touched = {
                (r + down, c + right)
                for r, c in laid
                for down, right in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))
            }
            if cells and touched.isdisjoint(cells):
                continue
            if all(cells.get(cell) != GLASS for cell in laid):
                cells |= laid
                break
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    bottom, right = max(r for r, _ in cells), max(c for _, c in cells)
    grid = np.zeros((bottom - top + 1, right - left + 1), dtype=np.uint8)
    for (row, col), code in cells.items():
        grid[row - top, col - left] = code
    return grid


def _between(chooser: random.Random, low: int, high: int) -> int:
    return low + int(chooser.random() * (high - low + 1))
