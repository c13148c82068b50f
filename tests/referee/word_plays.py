"""The kernels `word_plays` and `word_check` once more, rule by rule from docs/rules/cog.md."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

Grid = NDArray[np.uint8]
Square = tuple[int, int]
Word = tuple[str, int, int, bool]
"""A word on the grid: word, row, col, across."""
Play = tuple[str, int, int, bool, str]
"""A spelling: the same, and the letters put down."""

WILD = "?"


def squares(word: Word) -> list[Square]:
    """The squares of a word in its order (C-134), on the grid or not."""
    text, row, col, across = word
    return [(row, col + i) if across else (row + i, col) for i in range(len(text))]


def ends(word: Word) -> list[Square]:
    """The squares directly before its first and after its last letter."""
    text, row, col, across = word
    size = len(text)
    return [(row, col - 1), (row, col + size)] if across else [(row - 1, col), (row + size, col)]


class Mat:
    """A grid with its words, taken apart."""

    def __init__(self, grid: Grid, placed: Iterable[Word]) -> None:
        self.side = len(grid)
        self.tiles = {(r, c): chr(grid[r, c]) for r, c in np.argwhere(grid).tolist()}
        placed = list(placed)
        self.standing = {word[0] for word in placed}
        self.ends = {end for word in placed for end in ends(word)}
        self.lines = {
            across: {square for word in placed if word[3] == across for square in squares(word)}
            for across in (False, True)
        }

    def broken(self, words: Collection[str], reserve: str, play: Play) -> Iterator[str]:
        """Every rule that forbids a play, in the order of the numbers."""
        tiles, side = self.tiles, self.side
        text, row, col, across, letters = play
        word = (text, row, col, across)
        covered = squares(word)
        new = [square for square in covered if square not in tiles]
        inside = [square for square in covered if 0 <= square[0] < side and 0 <= square[1] < side]
        fits = inside == covered

        if covered[0] not in inside or (fits and len(letters) != len(new)):
            yield "C-127"
        if text not in words:
            yield "C-128"
        centre = (side // 2 - 1, side // 2)
        if not tiles and not any(r in centre and c in centre for r, c in inside):
            yield "C-130"
        if tiles and self.lines[not across].isdisjoint(covered):
            yield "C-132"
        if text in self.standing:
            yield "C-133"
        if not fits:
            yield "C-135"
        needs = list(zip(covered, text, strict=True))
        if any(tiles.get(square, WILD) not in (WILD, letter) for square, letter in needs):
            yield "C-137"
        if not new:
            yield "C-138"
        if any(end in tiles for end in ends(word)) or any(square in self.ends for square in new):
            yield "C-139"
        down, right = (1, 0) if across else (0, 1)
        if any((r + k * down, c + k * right) in tiles for r, c in new for k in (-1, 1)):
            yield "C-140"
        needed = [letter for square, letter in needs if square in new]
        is_other = [tile not in (WILD, need) for tile, need in zip(letters, needed, strict=False)]
        if any(is_other) or Counter(letters) - Counter(reserve):
            yield "C-146"


def check(
    grid: Grid, words: Collection[str], reserve: str, play: Play, placed: Iterable[Word] = ()
) -> str | None:
    """The first rule that forbids a play."""
    return next(Mat(grid, placed).broken(words, reserve, play), None)


def word_plays(
    grid: Grid, words: Collection[str], reserve: str, placed: Iterable[Word] = ()
) -> list[Play]:
    """Every legal play, by trying all of them."""
    mat = Mat(grid, placed)
    side = range(mat.side)
    found = []
    for text, row, col, across in itertools.product(words, side, side, (False, True)):
        word = (text, row, col, across)
        needed = "".join(
            letter
            for square, letter in zip(squares(word), text, strict=True)
            if square not in mat.tiles
        )
        # Where all that it needs would not do, no choice of wild tiles does.
        if any(True for _ in mat.broken(words, needed, (*word, needed))):
            continue
        for is_wild in itertools.product((False, True), repeat=len(needed)):
            letters = "".join(WILD if w else n for w, n in zip(is_wild, needed, strict=True))
            if not Counter(letters) - Counter(reserve):
                found.append((*word, letters))
    return sorted(found)


def spell(grid: Grid, play: Play) -> Grid:
    """The grid after a play."""
    after = grid.copy()
    new = [square for square in squares(play[:4]) if not grid[square]]
    for square, tile in zip(new, play[4], strict=True):
        after[square] = ord(tile)
    return after


def random_position(
    rng: Random, side: int, words: Sequence[str], count: int
) -> tuple[Grid, list[Word]]:
    """A grid with up to so many words, and tiles turned over here and there."""
    grid = np.zeros((side, side), np.uint8)
    placed: list[Word] = []
    alphabet = "".join(sorted(set("".join(words)))) * 3
    for _ in range(count):
        some = rng.sample(list(words), min(4, len(words)))
        reserve = alphabet + WILD * rng.choice((0, 0, 1))
        plays = word_plays(grid, some, reserve, placed)
        if not plays:
            continue
        play = rng.choice(plays)
        grid = spell(grid, play)
        placed.append(play[:4])
        if rng.random() < 0.4:
            grid[rng.choice(squares(rng.choice(placed)))] = ord(WILD)
    return grid, placed
