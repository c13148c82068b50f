"""What `ludoteca bench` times of the kernels: each called from Python, with arrays in and out."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ludoteca import kernels

Run = Callable[[int], None]
"""Does so many units of work."""
Grid = NDArray[np.uint8]

SEED = 2025
BATCH = 4096
# A T tetromino: four distinct images, between the extremes of a line and a shape without symmetry.
SHAPE = np.array([[1, 1, 1], [0, 1, 0]], dtype=bool)
BRICK = 1
GLASS = 7
# Four panels, and a cell between two of them.
MURAL = (
    "1........",
    "111......",
    ".........",
    "...22.33.",
    "...2..33.",
    ".........",
    "....444..",
    "......4..",
    ".........",
)
LAID = (4, 4)
NEW_PATTERN = 5
WORDS = ("COG", "PIPE", "WHEEL", "ROD", "BULB", "TIN", "LENS", "OIL", "BOLT", "NUT", "COIL")
# As rows: COG across, from its O downwards OIL, from its L across LENS.
PLACED = (("COG", 4, 3, True), ("OIL", 4, 4, False), ("LENS", 6, 4, True))
RESERVE = "BELPTN?"


def pattern_count() -> Run:
    """Groups of one code that equal a shape, in random grids."""
    grids = random_grids(BATCH)

    def run(size: int) -> None:
        for start in range(0, size, BATCH):
            kernels.pattern_count(grids[: size - start], BRICK, SHAPE)

    return run


def label_groups() -> Run:
    """A label for every group of a random grid."""
    grid = random_grids(1)[0]

    def run(size: int) -> None:
        for _ in range(size):
            kernels.label_groups(grid)

    return run


def placements() -> Run:
    """Twelve cards' worth of cells with a little glass: the last third of a game of Cobogó."""
    random = np.random.default_rng(SEED)
    mosaic: Grid = random.integers(1, 7, size=(8, 9), dtype=np.uint8)
    mosaic[random.random(mosaic.shape) < 0.08] = GLASS
    card = np.array([[1, GLASS, 2], [3, 3, 4]], dtype=np.uint8)

    def run(size: int) -> None:
        for _ in range(size):
            kernels.placements(mosaic, card, GLASS)

    return run


def lay() -> Run:
    """A tile of a new pattern beside two blocks."""
    mural = drawn_mural()

    def run(size: int) -> None:
        for _ in range(size):
            kernels.lay(mural, *LAID, NEW_PATTERN)

    return run


def drawn_mural() -> Grid:
    """The mural that is drawn above."""
    return np.array(
        [[0 if cell == "." else int(cell) for cell in row] for row in MURAL], dtype=np.uint8
    )


def word_plays() -> Run:
    """Six letters and a wild tile beside three words."""
    grid = spelled_grid()

    def run(size: int) -> None:
        for _ in range(size):
            kernels.word_plays(grid, WORDS, RESERVE, placed=PLACED)

    return run


def spelled_grid() -> Grid:
    """The grid on which the words stand."""
    grid: Grid = np.zeros((10, 10), dtype=np.uint8)
    for word, row, col, across in PLACED:
        for step, letter in enumerate(word):
            grid[(row, col + step) if across else (row + step, col)] = ord(letter)
    return grid


def random_grids(number: int) -> Grid:
    """Grids of 32 x 32 cells and six codes."""
    random = np.random.default_rng(SEED)
    return random.integers(1, 7, size=(number, 32, 32), dtype=np.uint8)


KERNELS: tuple[tuple[str, str, Callable[[], Run]], ...] = (
    ("pattern_count, 32x32 grids, batch", "grids", pattern_count),
    ("label_groups, a 32x32 grid", "calls", label_groups),
    ("placements, 12 cards", "calls", placements),
    ("lay, four panels", "calls", lay),
    ("word_plays, three words standing", "calls", word_plays),
)
"""Each with its unit."""
