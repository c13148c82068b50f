"""Plain Python: every spelling of one word on a grid of C.O.G. with natural tiles, 10 x 10.

`squares` tries every word on every square, both ways, and gives up at the first thing that is
wrong. `tiles` starts from the tiles: a word has to cross one of them with a letter that it has.
Both hold the grid as a dictionary from square to letter, and are compared on each of the grids with
a slower version before the clock starts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, cycle, islice

from peers import inputs
from peers.inputs import SIDE, WORDS, Placed, Spelled, Tiles
from peers.worker import Counts, Work, main

PLACES: dict[str, list[tuple[str, int]]] = {}
"""For each letter the words that have it, and where."""
for _word in WORDS:
    for _index, _letter in enumerate(_word):
        PLACES.setdefault(_letter, []).append((_word, _index))


def squares(tiles: Tiles, placed: list[Placed], reserve: str) -> list[Spelled]:
    """The spellings, by trying every square."""
    hand, wilds = counted(reserve)
    standing = {word for word, *_ in placed}
    found = []
    for word in WORDS:
        if word in standing:
            continue
        size = len(word)
        for row in range(SIDE):
            for col in range(SIDE - size + 1):
                for across in (True, False):
                    at = (row, col) if across else (col, row)
                    needed = fitting(tiles, word, *at, across)
                    if needed:
                        for letters in supplied(needed, hand, wilds):
                            found.append((word, *at, across, letters))
    return sorted(found)


def from_tiles(tiles: Tiles, placed: list[Placed], reserve: str) -> list[Spelled]:
    """The spellings, by trying for every tile the words that have its letter."""
    hand, wilds = counted(reserve)
    standing = {word for word, *_ in placed}
    tried = set()
    found = []
    for (row, col), letter in tiles.items():
        # A tile that has a neighbour along a line is in a word of that line already.
        is_free_across = (row, col - 1) not in tiles and (row, col + 1) not in tiles
        is_free_down = (row - 1, col) not in tiles and (row + 1, col) not in tiles
        for word, index in PLACES.get(letter, ()):
            if word in standing:
                continue
            for across, is_free in ((True, is_free_across), (False, is_free_down)):
                if not is_free:
                    continue
                at = (row, col - index) if across else (row - index, col)
                start = at[1] if across else at[0]
                if start < 0 or start + len(word) > SIDE or (word, at, across) in tried:
                    continue
                tried.add((word, at, across))
                needed = fitting(tiles, word, *at, across)
                if needed:
                    for letters in supplied(needed, hand, wilds):
                        found.append((word, *at, across, letters))
    return sorted(found)


def fitting(tiles: Tiles, word: str, row: int, col: int, across: bool) -> str | None:
    """The letters that a word lacks on a line inside the grid; None where it may not stand."""
    down, right = (0, 1) if across else (1, 0)
    size = len(word)
    if (row - down, col - right) in tiles or (row + size * down, col + size * right) in tiles:
        return None
    needed = []
    was_covered = False
    for letter in word:
        tile = tiles.get((row, col))
        if tile is not None and (was_covered or tile != letter):
            return None  # two tiles side by side are in a word of this line
        was_covered = tile is not None
        if not was_covered:
            if (row - right, col - down) in tiles or (row + right, col + down) in tiles:
                return None
            needed.append(letter)
        row += down
        col += right
    return "".join(needed) if 0 < len(needed) < size else None


def counted(reserve: str) -> tuple[dict[str, int], int]:
    """How many natural tiles of each letter there are, and how many wild ones."""
    hand = {letter: reserve.count(letter) for letter in set(reserve)}
    return hand, hand.pop("?", 0)


def supplied(needed: str, hand: dict[str, int], wilds: int) -> Iterator[str]:
    """Every choice of letters that take a wild tile."""
    counts = {letter: needed.count(letter) for letter in needed}
    lacking = sum(max(0, count - hand.get(letter, 0)) for letter, count in counts.items())
    if lacking > wilds:
        return
    for size in range(lacking, min(wilds, len(needed)) + 1):
        for chosen in combinations(range(len(needed)), size):
            letters = ["?" if i in chosen else letter for i, letter in enumerate(needed)]
            if all(letters.count(letter) <= hand.get(letter, 0) for letter in counts):
                yield "".join(letters)


def one_by_one(spellings: Callable[[Tiles, list[Placed], str], list[Spelled]]) -> Work:
    """Grid after grid, one call each."""
    grids = inputs.letter_grids()
    for tiles, placed, hand in grids:
        if spellings(tiles, placed, hand) != inputs.spellings_square_by_square(tiles, placed, hand):
            raise AssertionError(f"spellings differ on\n{tiles}\nwith {hand}")
    following = cycle(grids)

    def work(times: int) -> Callable[[], Counts]:
        for tiles, placed, hand in islice(following, times):
            spellings(tiles, placed, hand)
        return lambda: {"calls": times}

    return work


if __name__ == "__main__":
    main(
        {"squares": lambda: one_by_one(squares), "tiles": lambda: one_by_one(from_tiles)},
        [],
    )
