"""What both sides of a row are given, and the right answers, found the slow and obvious way.

The inputs come from plain Python: `random.Random.random` gives the same numbers in every version,
NumPy's generators need not, and the two sides may run on different NumPys.
"""

from __future__ import annotations

import itertools
import random
import tomllib
from collections.abc import Iterable
from functools import cache
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
PANELS, TILES, LAYS = 4, 16, 256
"""`lay`: so many murals of 9 x 9 with four panels of four tiles each, and a lay on each."""
NEW_PATTERN = PANELS + 1
WORDS = [
    "COG",
    "PIPE",
    "WHEEL",
    "ROD",
    "BULB",
    "PULLEY",
    "TIN",
    "LENS",
    "CLAMP",
    "OIL",
    "BOLT",
    "AETHER",
    "NUT",
    "COIL",
    "CRANK",
]
"""`word_plays`: the words that may be spelled on a grid of 10 x 10."""
SIDE, STANDING, NATURAL, LETTER_GRIDS = 10, 6, 6, 64
"""So many grids with six words each, and a hand of six natural tiles and a wild one for each."""
_BAG = "AAAAAABBBBBCCCCCCDDDEEEEEEEEEEEEEGGGHHHIIIIIIIIKKKLLLLLLLLLLLLL" + (
    "MMMNNNNNNNNOOOOOOOOOOPPPPPPPPRRRRRRSSSTTTTTTTTUUUUUWWWYYY"
)
"""The letter tiles of C.O.G."""
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


def lays() -> list[tuple[list[list[int]], int, int]]:
    """Murals in mid-game, each with a cell beside some block on which a new pattern is laid."""
    chooser = random.Random(3)
    found: list[tuple[list[list[int]], int, int]] = []
    while len(found) < LAYS:
        cells: dict[tuple[int, int], int] = {}
        for tile in range(TILES):
            code = 1 + tile // (TILES // PANELS)
            own = [cell for cell, other in cells.items() if other == code]
            near = {cell for tile in own for cell in beside_of(*tile)}
            # A block begins anywhere, stays in a box of 3 by 3 and touches no other.
            anywhere = [(_between(chooser, 0, 8), _between(chooser, 0, 8))]
            fitting = [
                (row, col)
                for row, col in sorted(near) or anywhere
                if (row, col) not in cells and 0 <= row < 9 > col >= 0
                if all(cells.get(cell, code) == code for cell in beside_of(row, col))
                if all(abs(row - r) < 3 > abs(col - c) for r, c in own)
            ]
            if not fitting:
                break
            cells[fitting[_between(chooser, 0, len(fitting) - 1)]] = code
        if len(cells) == TILES:
            near = {cell for tile in cells for cell in beside_of(*tile)} - cells.keys()
            inside = sorted((r, c) for r, c in near if 0 <= r < 9 > c >= 0)
            row, col = inside[_between(chooser, 0, len(inside) - 1)]
            mural = [[cells.get((r, c), 0) for c in range(9)] for r in range(9)]
            found.append((mural, row, col))
    return found


def beside_of(row: int, col: int) -> list[tuple[int, int]]:
    """The four cells beside one, on the mural or not."""
    return [(row - 1, col), (row, col + 1), (row + 1, col), (row, col - 1)]


Laid = list[tuple[list[list[int]], list[list[int]]]]


def lay_tile_by_tile(mural: list[list[int]], row: int, col: int, pattern: int) -> Laid:
    """Every legal result of a lay of the base game, with every way tried for each block."""
    sides = len(mural), len(mural[0])
    tiles = {(r, c): mural[r][c] for r in range(sides[0]) for c in range(sides[1]) if mural[r][c]}
    own = [cell for cell, code in tiles.items() if code == pattern]
    if own and not any(cell in own for cell in beside_of(row, col)):  # N-4
        return []
    found: Laid = []
    codes = sorted(set(tiles.values()) - {pattern})
    touched = {code: [c for c in beside_of(row, col) if tiles.get(c) == code] for code in codes}
    for pushed in itertools.product(*(touched[code] or [(row, col)] for code in codes)):  # M-15
        steps = {
            code: (cell[0] - row, cell[1] - col) for code, cell in zip(codes, pushed, strict=True)
        } | {pattern: (0, 0)}
        after: list[tuple[int, int, int]] = [(row, col, pattern)]
        lost = []
        for (r, c), code in sorted(tiles.items()):
            down, right = steps[code]
            if 0 <= r + down < sides[0] and 0 <= c + right < sides[1]:
                after.append((r + down, c + right, code))
            else:
                lost.append([r, c])  # M-10
        is_legal = all(  # M-14
            abs(r1 - r2) + abs(c1 - c2) > (one != other)
            for (r1, c1, one), (r2, c2, other) in itertools.combinations(after, 2)
        )
        if is_legal:
            result = [[0] * sides[1] for _ in range(sides[0])]
            for r, c, code in after:
                result[r][c] = code
            found.append((result, lost))
    return sorted(found)


Tiles = dict[tuple[int, int], str]
Placed = tuple[str, int, int, bool]
Spelled = tuple[str, int, int, bool, str]


@cache
def letter_grids() -> list[tuple[Tiles, list[Placed], str]]:
    """Grids on which words were spelled at random places: tiles, words, and a hand."""
    chooser = random.Random(4)
    plenty = "".join(sorted(set(_BAG))) * 3
    found: list[tuple[Tiles, list[Placed], str]] = []
    while len(found) < LETTER_GRIDS:
        # The first word lies in the middle, from left to right.
        word = WORDS[_between(chooser, 0, len(WORDS) - 1)]
        placed: list[Placed] = [(word, 4, 2, True)]
        tiles = {(4, 2 + i): letter for i, letter in enumerate(word)}
        for _ in range(STANDING - 1):
            plays = spellings_square_by_square(tiles, placed, plenty)
            if plays:
                word, row, col, across, _ = plays[_between(chooser, 0, len(plays) - 1)]
                placed.append((word, row, col, across))
                tiles |= dict(zip(line(word, row, col, across), word, strict=True))
        if len(placed) == STANDING:
            hand = [_BAG[i] for i in _shuffled(chooser, len(_BAG))[:NATURAL]]
            found.append((tiles, placed, "".join(hand) + "?"))
    return found


def line(word: str, row: int, col: int, across: bool) -> list[tuple[int, int]]:
    """The squares of a word."""
    return [(row, col + i) if across else (row + i, col) for i in range(len(word))]


def spellings_square_by_square(tiles: Tiles, placed: list[Placed], reserve: str) -> list[Spelled]:
    """Every legal spelling on a grid of natural tiles, rule by rule and square by square."""
    found: list[Spelled] = []
    lines = {(square, one[3]) for one in placed for square in line(*one)}
    for word, across, row, col in itertools.product(
        sorted(set(WORDS) - {one[0] for one in placed}),  # C-133
        (False, True),
        range(SIDE),
        range(SIDE),
    ):
        squares = line(word, row, col, across)
        down, right = (1, 0) if across else (0, 1)
        new = [square for square in squares if square not in tiles]
        ends = ((row - right, col - down), (squares[-1][0] + right, squares[-1][1] + down))
        is_legal = (
            max(squares[-1]) < SIDE  # C-135
            and 0 < len(new) < len(squares)  # C-132, C-138
            and all(
                tiles.get(at, letter) == letter for at, letter in zip(squares, word, strict=True)
            )
            and not any(end in tiles for end in ends)  # C-139
            and not any((square, across) in lines for square in squares)  # C-142
            and not any(  # C-140
                (r + k * down, c + k * right) in tiles for r, c in new for k in (-1, 1)
            )
        )
        if not is_legal:
            continue
        needed = [letter for at, letter in zip(squares, word, strict=True) if at in new]
        for wild in itertools.product((False, True), repeat=len(needed)):
            letters = ["?" if w else letter for w, letter in zip(wild, needed, strict=True)]
            if all(letters.count(tile) <= reserve.count(tile) for tile in letters):  # C-146
                found.append((word, row, col, across, "".join(letters)))
    return sorted(found)


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
