"""The crossword on a mat by its definition: spelling, removal (C-126 to C-153, C-201 to C-216).

A tile is one letter, in lower case if it is wild (C-6). Squares count from 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Final

from referee.cog.components import Cell

ACROSS: Final = "across"
DOWN: Final = "down"
STEPS: Final = {ACROSS: (0, 1), DOWN: (1, 0)}
"""C-134: left to right or top to bottom."""

Tiles = Mapping[Cell, str]
Run = tuple[Cell, ...]


@dataclass(frozen=True)
class Place:
    """A word and where it stands or shall stand."""

    word: str
    row: int
    column: int
    direction: str

    @cached_property
    def squares(self) -> Run:
        """The squares in word order."""
        down, right = STEPS[self.direction]
        return tuple((self.row + i * down, self.column + i * right) for i in range(len(self.word)))

    @cached_property
    def ends(self) -> Run:
        """The squares directly before the first and after the last letter (C-139)."""
        down, right = STEPS[self.direction]
        length = len(self.word)
        before = self.row - down, self.column - right
        return before, (self.row + length * down, self.column + length * right)

    def text(self) -> str:
        """As in actions: `LENS across 4,4`."""
        return f"{self.word} {self.direction} {self.row},{self.column}"


Words = Mapping[str, Place]


def parse_place(text: str) -> Place:
    """Back from its text."""
    word, direction, at = text.split()
    row, column = map(int, at.split(","))
    return Place(word, row, column, direction)


def runs(tiles: Collection[Cell]) -> set[Run]:
    """The maximal lines of two or more neighbouring tiles (C-141)."""
    found = set()
    for down, right in STEPS.values():
        for row, column in tiles:
            if (row - down, column - right) in tiles:
                continue
            run = [(row, column)]
            while (row + len(run) * down, column + len(run) * right) in tiles:
                run.append((row + len(run) * down, column + len(run) * right))
            if len(run) > 1:
                found.add(tuple(run))
    return found


def wordless(tiles: Collection[Cell], words: Words) -> set[Run]:
    """Runs that are no word: none, but with `removal_leaves_run=legal` (C-141, C-210a)."""
    return runs(tiles) - {place.squares for place in words.values()}


def are_whole(tiles: Collection[Cell], words: Words) -> bool:
    """Whether each word is a run of its own (C-139, C-141)."""
    return {place.squares for place in words.values()} <= runs(tiles)


def crosses(one: Place, other: Place) -> bool:
    """Whether they share a square at right angles (C-132)."""
    return one.direction != other.direction and bool({*one.squares} & {*other.squares})


def are_connected(words: Collection[Place]) -> bool:
    """Whether they form one crossword (C-210)."""
    left = list(words)
    reached = left[:1]
    for place in reached:
        reached += [other for other in left if other not in reached and crosses(place, other)]
    return len(reached) == len(left)


# --- spelling -----------------------------------------------------------------------------------


def fits(place: Place, tiles: Tiles, words: Words, size: int, centre: Collection[Cell]) -> bool:
    """Whether the word may stand there, whatever tiles it takes (invariant 18).

    The grid afterwards has the word and no other run that it did not have before.
    """
    squares = place.squares
    if place.word in words:  # C-133
        return False
    if not all(0 <= row < size and 0 <= column < size for row, column in squares):  # C-135
        return False
    if all(square in tiles for square in squares):  # C-138
        return False
    if not all(_serves(tiles, *each) for each in zip(squares, place.word, strict=True)):
        return False
    if words:
        if not any(crosses(place, other) for other in words.values()):  # C-132
            return False
    elif not {*squares} & {*centre}:  # C-130, C-131
        return False
    after = {*tiles, *squares}
    others = {**words, place.word: place}
    # C-139, C-140, C-141
    return are_whole(after, others) and wordless(after, others) <= wordless(tiles, words)


def _serves(tiles: Tiles, square: Cell, letter: str) -> bool:
    """Whether a tile that lies there can be this letter (C-137, C-151, C-152)."""
    tile = tiles.get(square)
    return tile is None or tile.islower() or tile == letter


def places(permitted: Sequence[str], tiles: Tiles, centre: Collection[Cell]) -> Iterator[Place]:
    """Where words would cover a tile or, on an empty grid, the centre (C-130, C-132).

    In the order of legal lists, also such places where the word does not fit.
    """
    targets: Tiles = tiles or dict.fromkeys(centre, "?")
    for word in permitted:
        for direction, (down, right) in STEPS.items():
            starts = {
                (row - i * down, column - i * right)
                for (row, column), tile in targets.items()
                for i, letter in enumerate(word)
                if tile == letter or not tile.isupper()
            }
            for row, column in sorted(starts):
                yield Place(word, row, column, direction)


def can_supply(letters: Sequence[str], reserve: Mapping[str, int]) -> bool:
    """Whether wild tiles can replace what natural ones lack (C-146, C-151)."""
    lacking = 0
    for letter in {*letters} - {""}:
        lacking += max(0, letters.count(letter) - reserve.get(letter, 0))
    return lacking == 0 or lacking <= sum(n for tile, n in reserve.items() if tile.islower())


def patterns(letters: Sequence[str], reserve: Mapping[str, int]) -> list[str]:
    """Which letters can come from wild tiles, as signs, in ascending order (C-146, C-286).

    `letters` has an empty text where nothing is needed.
    """
    wild = sum(count for tile, count in reserve.items() if tile.islower())
    found = []
    for signs in product(*(".?" if letter else "." for letter in reversed(letters))):
        pattern = "".join(reversed(signs))
        natural = Counter(
            letter for letter, sign in zip(letters, pattern, strict=True) if letter and sign == "."
        )
        if pattern.count("?") <= wild and all(
            reserve.get(letter, 0) >= count for letter, count in natural.items()
        ):
            found.append(pattern)
    return found


def needed(place: Place, tiles: Tiles) -> list[str]:
    """The letters of the word that need a tile, empty where a tile lies already (C-144)."""
    return [
        "" if square in tiles else letter
        for square, letter in zip(place.squares, place.word, strict=True)
    ]


def tiles_for(letters: Sequence[str], pattern: str, reserve: Mapping[str, int]) -> list[str]:
    """The tiles that a pattern takes, empty where none: wild ones by printed letter (C-285)."""
    wild = [tile for tile in sorted(reserve) if tile.islower() for _ in range(reserve[tile])]
    taken = []
    for letter, sign in zip(letters, pattern, strict=True):
        taken.append(wild.pop(0) if sign == "?" else letter)
    return taken


# --- removal ------------------------------------------------------------------------------------


def leaving(word: str, words: Words) -> list[Cell]:
    """The squares whose tiles go when the word is removed (C-206)."""
    kept = {square for key, place in words.items() if key != word for square in place.squares}
    return [square for square in words[word].squares if square not in kept]


def is_removable(
    word: str, tiles: Tiles, words: Words, corners: Collection[Cell], may_leave_run: bool
) -> bool:
    """Whether the word may go as far as the grid decides (C-205, C-210, C-210a)."""
    if {*words[word].squares} & {*corners}:  # C-205
        return False
    rest = {key: place for key, place in words.items() if key != word}
    if not are_connected(list(rest.values())):  # C-210, C-216
        return False
    left = {square for square in tiles if square not in leaving(word, words)}
    return may_leave_run or wordless(left, rest) <= wordless(tiles, words)


# --- the rules that forbid ----------------------------------------------------------------------


def broken_rules(
    place: Place,
    letters: str,
    tiles: Tiles,
    words: Words,
    reserve: Mapping[str, int],
    permitted: Collection[str],
    size: int,
    centre: Collection[Cell],
) -> list[int]:
    """The numbers of the rules that forbid a play, ascending (section 0 on `word_check`).

    `letters` are the tiles put on the uncovered squares in word order, `?` for a wild one.
    """
    squares = place.squares
    new = [square for square in squares if square not in tiles]
    down, right = STEPS[place.direction]
    sides = ((right, down), (-right, -down))
    begins_inside = 0 <= place.row < size and 0 <= place.column < size
    is_inside = all(0 <= row < size and 0 <= column < size for row, column in squares)
    wanted = [letter for letter in needed(place, tiles) if letter]
    natural = Counter(letters.replace("?", ""))
    wild = sum(count for tile, count in reserve.items() if tile.islower())
    broken = {
        # A word that begins off the grid has no place there; one that runs off it breaks C-135.
        127: not begins_inside or (is_inside and len(letters) != len(new)),
        128: place.word not in permitted,
        130: not words and not {*squares} & {*centre},
        132: bool(words) and not any(crosses(place, other) for other in words.values()),
        133: place.word in words,
        135: begins_inside and not is_inside,
        137: not all(_serves(tiles, *each) for each in zip(squares, place.word, strict=True)),
        138: not new,
        139: any(end in tiles for end in place.ends)
        or any(end in new for other in words.values() for end in other.ends),
        140: any((row + i, column + j) in tiles for row, column in new for i, j in sides),
        146: any(sign not in (letter, "?") for letter, sign in zip(wanted, letters, strict=False))
        or letters.count("?") > wild
        or any(reserve.get(letter, 0) < count for letter, count in natural.items()),
    }
    return [number for number, is_broken in broken.items() if is_broken]
