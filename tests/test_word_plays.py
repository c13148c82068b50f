"""`word_plays` and `word_check` against worked examples, a slow referee, and faulty input."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from ludoteca.kernels import word_check, word_plays
from numpy.typing import NDArray
from referee import word_plays as referee
from test_kernels import WRONG_ARRAYS, layouts

Grid = NDArray[np.uint8]

# All goal cards but the fifth.
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
EXAMPLES: dict[str, dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "golden/cog/spellings.toml").read_text(encoding="utf-8")
)


def word_of(text: str) -> referee.Word:
    """A word as the examples write it, counted from 1."""
    found = re.fullmatch(r"([A-Z]+) ([HV]) \((\d+),(\d+)\)", text)
    assert found
    return found[1], int(found[3]) - 1, int(found[4]) - 1, found[2] == "H"


def example_grid(example: dict[str, Any]) -> tuple[Grid, list[referee.Word]]:
    grid = np.zeros((10, 10), np.uint8)
    placed = [word_of(text) for text in example["before"]]
    for word in placed:
        for square, letter in zip(referee.squares(word), word[0], strict=True):
            assert grid[square] in (0, ord(letter))
            grid[square] = ord(letter)
    for row, col in example.get("wild", []):
        assert grid[row - 1, col - 1]
        grid[row - 1, col - 1] = ord("?")
    return grid, placed


# Worked examples


def test_all_examples_are_there() -> None:
    # W-5 is below, W-34 spells nothing; W-35 has W-1 to W-3 and one more, W-36 a follow-up.
    assert list(EXAMPLES) == [f"W-{n}" for n in range(1, 37) if n not in (5, 34)]


@pytest.mark.parametrize("name", EXAMPLES)
def test_worked_examples(name: str) -> None:
    example = EXAMPLES[name]
    grid, placed = example_grid(example)
    word = word_of(example["play"])
    covered = referee.squares(word)
    inside = [square for square in covered if max(square) < 10]
    lacking = "".join(
        letter
        for square, letter in zip(covered, word[0], strict=True)
        if square not in inside or not grid[square]
    )
    letters = example.get("new", lacking)
    play = (*word, letters)
    rule = example.get("rule")
    assert word_check(grid, WORDS, letters, play, placed=placed) == rule
    assert referee.check(grid, WORDS, letters, play, placed) == rule
    plays = word_plays(grid, WORDS, letters, placed=placed)
    assert (play in plays) == (rule is None)
    assert plays == referee.word_plays(grid, WORDS, letters, placed)
    if rule is None:
        assert [[r + 1, c + 1] for r, c in covered if grid[r, c]] == example["crossings"]


def test_w_5_the_corner_of_two_words() -> None:
    grid, placed = example_grid({"before": ["CLAMP V (4,5)", "COG H (4,5)"]})
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ" * 3
    count = 0
    for text in WORDS:
        for across in (False, True):
            for back in range(len(text)):
                row, col = (4, 5 - back) if across else (4 - back, 5)
                word = (text, row, col, across)
                covered = referee.squares(word)
                if any(not (0 <= r < 10 and 0 <= c < 10) for r, c in covered):
                    continue
                count += 1
                lacking = "".join(
                    letter for square, letter in zip(covered, text, strict=True) if not grid[square]
                )
                assert word_check(grid, WORDS, alphabet, (*word, lacking), placed=placed)
    assert count == 120
    reserve = alphabet + "????"
    plays = word_plays(grid, WORDS, reserve, placed=placed)
    assert plays
    assert all((4, 5) not in referee.squares(play[:4]) for play in plays)


# The referee

LISTS = [
    (10, WORDS),
    (10, WORDS),
    (6, WORDS),
    (8, ["AB", "BA", "ABA", "BAB", "ABBA", "AAB", "BB"]),
    (12, ["TIN", "TINS", "INTO", "TO", "IN", "ON", "NIT", "NOTION", "OO"]),
    (16, ["ABCDEFGHIJKL", "LAB", "CAB", "FED", "HID", "KEG", "LKJIHGFEDCBA"]),
]


def random_reserve(rng: Random, words: list[str]) -> str:
    kinds = sorted(set("".join(words)))
    return "".join(rng.choices(kinds, k=rng.randint(0, 9))) + "?" * rng.randint(0, 2)


@pytest.mark.parametrize("seed", range(4))
def test_the_referee_finds_the_same_plays(seed: int) -> None:
    rng = Random(f"plays {seed}")
    found = 0
    for turn in range(30):
        side, words = LISTS[turn % len(LISTS)]
        count = rng.randint(0, 7)
        grid, placed = referee.random_position(rng, side, words, count)
        for _ in range(2):
            reserve = random_reserve(rng, words)
            plays = word_plays(grid, words, reserve, placed=placed)
            expected = referee.word_plays(grid, words, reserve, placed)
            assert plays == expected, (grid.tolist(), words, reserve, placed)
            found += len(plays)
    assert found > 100


@pytest.mark.parametrize("seed", range(2))
def test_the_referee_names_the_same_rule(seed: int) -> None:
    rng = Random(f"rules {seed}")
    seen: dict[str | None, int] = {}
    for turn in range(42):
        side, words = LISTS[turn % len(LISTS)]
        grid, placed = referee.random_position(rng, side, words, rng.randint(0, 6))
        for _ in range(150):
            permitted = sorted({*words[1:], *(word for word, *_ in placed)})
            play = random_play(rng, grid, words)
            reserve = random_reserve(rng, words) + play[4] * (rng.random() < 0.7)
            rule = word_check(grid, permitted, reserve, play, placed=placed)
            expected = referee.check(grid, permitted, reserve, play, placed)
            assert rule == expected, (grid.tolist(), permitted, reserve, play, placed)
            seen[rule] = seen.get(rule, 0) + 1
    rules = (127, 128, 130, 132, 133, 135, 137, 139, 140, 146)
    assert set(seen) == {None, *(f"C-{n}" for n in rules)}
    assert min(seen.values()) > 10


def random_play(rng: Random, grid: Grid, words: list[str]) -> referee.Play:
    """A play that is mostly through some tile, with mostly the tiles that it lacks."""
    text, across = rng.choice(words), rng.random() < 0.5
    row, col = rng.randint(-1, len(grid)), rng.randint(-1, len(grid))
    tiles = referee.Mat(grid, ()).tiles
    if tiles and rng.random() < 0.8:
        row, col = rng.choice(list(tiles))
        back = rng.randrange(len(text))
        row, col = (row, col - back) if across else (row - back, col)
    word = (text, row, col, across)
    lacking = [
        letter
        for square, letter in zip(referee.squares(word), text, strict=True)
        if square not in tiles
    ]
    for index in range(len(lacking)):
        if rng.random() < 0.15:
            lacking[index] = rng.choice("?????AT")
    if rng.random() < 0.1:
        lacking.append("A")
    return (*word, "".join(lacking))


def test_a_word_that_adds_no_tile() -> None:
    # C-138 comes first only where C-132 is kept, and two neighbours cannot both be covered.
    grid = np.zeros((6, 6), np.uint8)
    grid[2, :3] = list(b"OIL")
    placed = [("OIL", 2, 0, True)]
    assert word_check(grid, ["OIL"], "", ("OIL", 2, 0, True, ""), placed=placed) == "C-132"


def test_the_grid_turned() -> None:
    """Invariant 7: rows and columns may be exchanged, but not mirrored."""
    rng = Random("turned")
    for _ in range(60):
        grid, placed = referee.random_position(rng, 10, WORDS, 5)
        reserve = random_reserve(rng, WORDS) + "?"
        plays = word_plays(grid, WORDS, reserve, placed=placed)
        turned = [(word, col, row, not across) for word, row, col, across in placed]
        expected = [(w, col, row, not across, t) for w, row, col, across, t in plays]
        assert word_plays(grid.T, WORDS, reserve, placed=turned) == sorted(expected)


# Faulty input


def blank(*sides: int) -> Grid:
    return np.zeros(sides, np.uint8)


def refused(
    kind: type[Exception], message: str, grid: Any, words: Any, reserve: Any, **named: Any
) -> None:
    """Both kernels refuse it in the same way."""
    with pytest.raises(kind, match=f"^{re.escape(message)}"):
        word_plays(grid, words, reserve, **named)
    play = ("OIL", 0, 0, True, "OIL")
    with pytest.raises(kind, match=f"^{re.escape(message)}"):
        word_check(grid, words, reserve, play, **named)


@pytest.mark.parametrize("side", [0, 2, 4, 5, 7, 17, 18, 100])
def test_other_sides_are_refused(side: int) -> None:
    message = f"the side of a grid must be even, 6 to 16; it is {side}"
    refused(ValueError, message, blank(side, side), WORDS, "OIL")


@pytest.mark.parametrize("side", range(6, 18, 2))
def test_every_side(side: int) -> None:
    if side > 16:
        refused(ValueError, "the side", blank(side, side), WORDS, "OIL")
    else:
        plays = word_plays(blank(side, side), ["OIL"], "OIL")
        assert plays == referee.word_plays(blank(side, side), ["OIL"], "OIL")
        assert len(plays) == 16


def test_other_shapes_are_refused() -> None:
    refused(ValueError, "grid must be square, it is 10 by 8", blank(10, 8), WORDS, "OIL")
    for ndim in (0, 1, 3):
        grid = blank(*[6] * ndim)
        refused(ValueError, f"grid must have 2 dimensions, it has {ndim}", grid, WORDS, "OIL")


@pytest.mark.parametrize("wrong", WRONG_ARRAYS, ids=lambda wrong: getattr(wrong, "dtype", wrong))
def test_other_types_are_refused(wrong: Any) -> None:
    refused(TypeError, "grid must be a NumPy array of uint8, not ", wrong, WORDS, "OIL")


@pytest.mark.parametrize("code", [1, 46, 64, 91, 97, 122, 255])
def test_other_codes_are_refused(code: int) -> None:
    grid = blank(6, 6)
    grid[1, 2] = code
    message = f'{code} at row 1, column 2 is no tile; 0, 63 ("?") and 65 to 90 go'
    refused(ValueError, message, grid, WORDS, "OIL")


def test_words_are_words() -> None:
    grid = blank(6, 6)
    for wrong, message in [
        (["OIL", "oil"], 'word 1, "oil", must be of the letters A to Z'),
        (["O L"], 'word 0, "O L", must be of the letters A to Z'),
        (["ÖL"], 'word 0, "ÖL", must be of the letters A to Z'),
        (["O?L"], 'word 0, "O?L", must be of the letters A to Z'),
        (["O"], 'word 0, "O", has 1 letters; 2 to 12 go'),
        ([""], 'word 0, "", has 0 letters; 2 to 12 go'),
        (["A" * 13], 'word 0, "AAAAAAAAAAAAA", has 13 letters; 2 to 12 go'),
        (["OIL", "TIN", "OIL"], 'word 2, "OIL", is there twice'),
        ([f"{a}{b}" for a in "ABC" for b in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"][:65], "there are 65"),
    ]:
        refused(ValueError, message, grid, wrong, "OIL")
    for kind, name in [(None, "NoneType"), (5, "int"), ("OIL", "str")]:
        refused(TypeError, f"words must be an iterable, not {name}", grid, kind, "OIL")
    refused(TypeError, "each of words must be a str, not int", grid, ["OIL", 3], "OIL")
    refused(TypeError, "each of words must be a str, not bytes", grid, [b"OIL"], "OIL")
    for some in (("OIL",), {"OIL"}, {"OIL": 1}, iter(["OIL"])):
        assert len(word_plays(grid, some, "OIL")) == 16
    assert word_plays(grid, [], "OIL") == []


def test_the_reserve_is_letters() -> None:
    grid = blank(6, 6)
    refused(ValueError, "reserve has 'a' in it; A to Z and ? go", grid, WORDS, "OILa")
    refused(ValueError, "reserve has 'Ä' in it; A to Z and ? go", grid, WORDS, "Ä")
    refused(ValueError, "reserve has ' ' in it; A to Z and ? go", grid, WORDS, "O I")
    for wrong in (None, b"OIL", ["O"], 1):
        name = type(wrong).__name__
        refused(TypeError, f"reserve must be a str, not {name}", grid, WORDS, wrong)
    plenty = "OIL" * 1000 + "?" * 1000
    assert word_plays(grid, ["OIL"], plenty) == referee.word_plays(grid, ["OIL"], plenty)


def test_placed_words_go_with_the_grid() -> None:
    grid = blank(10, 10)
    grid[4, 1:6] = list(b"CLAMP")
    grid[4:7, 1] = list(b"COG")
    clamp, cog = ("CLAMP", 4, 1, True), ("COG", 4, 1, False)
    assert word_plays(grid, WORDS, "", placed=[clamp, cog]) == []
    for placed, message in [
        ([], "the tile at row 4, column 1 belongs to no word (C-127)"),
        ([clamp], "the tile at row 5, column 1 belongs to no word (C-127)"),
        ([clamp, cog, cog], "COG stands twice (C-133)"),
        ([clamp, cog, ("GEAR", 6, 1, True)], 'placed word "GEAR" is none of the words'),
        ([clamp, cog, ("gear", 6, 1, True)], 'placed word "gear" is none of the words'),
        ([clamp, cog, ("TIN", 6, 1, True)], "TIN needs another letter than G at row 6, column 1"),
        (
            [clamp, ("COG", 4, 1, True)],
            "COG needs another letter than L at row 4, column 2 (C-137)",
        ),
        ([clamp, ("COG", 3, 1, False)], "COG has no tile at row 3, column 1 (C-127)"),
        ([clamp, ("COG", 8, 1, False)], "COG leaves the grid (C-135)"),
        ([clamp, ("COG", 10, 1, False)], "COG leaves the grid (C-135)"),
        ([clamp, ("COG", -1, 1, False)], "COG leaves the grid (C-135)"),
        ([clamp, ("COG", 2**80, 1, False)], "COG leaves the grid (C-135)"),
        ([clamp, ("COG", 1, -(2**80), False)], "COG leaves the grid (C-135)"),
    ]:
        refused(ValueError, message, grid, WORDS, "", placed=placed)


def test_grids_that_no_game_has() -> None:
    grid = blank(6, 6)
    grid[0, :6] = list(b"OILTIN")
    placed = [("OIL", 0, 0, True), ("TIN", 0, 3, True)]
    message = "TIN is lengthened by the tile at row 0, column 2 (C-139)"
    refused(ValueError, message, grid, WORDS, "", placed=placed)
    grid[:2] = 0
    grid[0, :3] = list(b"OIL")
    grid[2, :3] = list(b"TIN")
    placed = [("OIL", 0, 0, True), ("TIN", 2, 0, True)]
    message = "OIL is not connected with TIN (C-210)"
    refused(ValueError, message, grid, WORDS, "", placed=placed)
    grid[1:3] = 0
    grid[1, :3] = list(b"TIN")
    placed = [("OIL", 0, 0, True), ("TIN", 1, 0, True)]
    message = "no word holds both the tile at row 0, column 0 and the one below it (C-141)"
    refused(ValueError, message, grid, WORDS, "", placed=placed)
    grid[:2] = 0
    grid[0, :4] = list(b"C???")
    placed = [("COIL", 0, 0, True), ("OIL", 0, 1, True)]
    message = "OIL shares the square at row 0, column 1 with another word of its direction (C-142)"
    refused(ValueError, message, grid, WORDS, "", placed=placed)


def test_placed_words_have_four_fields() -> None:
    grid = blank(6, 6)
    for wrong, message in [
        (None, None),
        (5, "placed must be an iterable, not int"),
        ("OIL", "placed must be an iterable, not str"),
        (["OIL"], "each of placed must be a tuple (word, row, col, across), not str"),
        ([(1, 0, 0, True)], "word of placed must be a str, not int"),
        ([("OIL", "0", 0, True)], "row of placed must be an int, not str"),
        ([("OIL", 0, 1.0, True)], "col of placed must be an int, not float"),
        ([("OIL", 0, 0, 1)], "across of placed must be a bool, not int"),
        ([("OIL", 0, 0, None)], "across of placed must be a bool, not NoneType"),
    ]:
        if message:
            refused(TypeError, message, grid, WORDS, "OIL", placed=wrong)
    for row in (("OIL", 0, 0), ("OIL", 0, 0, True, "OIL"), ()):
        message = f"each of placed must be (word, row, col, across), it has {len(row)} items"
        refused(ValueError, message, grid, WORDS, "OIL", placed=[row])


def test_plays_have_five_fields() -> None:
    grid = blank(6, 6)

    def check(play: Any) -> str | None:
        return word_check(grid, WORDS, "OIL", play)

    assert check(["OIL", 2, 0, True, "OIL"]) is None
    assert check(("OIL", np.int64(2), np.uint8(0), np.True_, "OIL")) is None
    for wrong, message in [
        (None, "play must be a tuple (word, row, col, across, letters), not NoneType"),
        ("OILTN", "play must be a tuple (word, row, col, across, letters), not str"),
        ((b"OIL", 2, 0, True, "OIL"), "word of play must be a str, not bytes"),
        (("OIL", None, 0, True, "OIL"), "row of play must be an int, not NoneType"),
        (("OIL", 2, "0", True, "OIL"), "col of play must be an int, not str"),
        (("OIL", 2, 0, 1, "OIL"), "across of play must be a bool, not int"),
        (("OIL", 2, 0, True, ["O"]), "letters of play must be a str, not list"),
    ]:
        with pytest.raises(TypeError, match=f"^{re.escape(message)}$"):
            check(wrong)
    for faulty, message in [
        (("OIL", 2, 0, True), "play must be (word, row, col, across, letters), it has 4 items"),
        (("oil", 2, 0, True, "OIL"), 'the word of the play, "oil", must be of the letters A to Z'),
        (("", 2, 0, True, ""), 'the word of the play, "", must be of the letters A to Z'),
        (("OIL", 2, 0, True, "oil"), "the play has 'o' in it; A to Z and ? go"),
        (("OIL", 2, 0, True, "O L"), "the play has ' ' in it; A to Z and ? go"),
    ]:
        with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
            check(faulty)


@pytest.mark.parametrize("at", [-1, 6, 2**40, 2**63, 2**80, -(2**80)])
def test_plays_beside_the_grid(at: int) -> None:
    grid = blank(6, 6)
    assert word_check(grid, WORDS, "OIL", ("OIL", at, 0, True, "OIL")) == "C-127"
    assert word_check(grid, WORDS, "OIL", ("OIL", 0, at, False, "OIL")) == "C-127"
    assert word_check(grid, WORDS, "OIL", ("Z" * 1000, 0, 0, False, "OIL")) == "C-128"


# Arrays


def test_any_layout_and_nothing_changed() -> None:
    grid, placed = referee.random_position(Random("layouts"), 10, WORDS, 5)
    copy = grid.copy()
    expected = referee.word_plays(grid, WORDS, "ABCDEFILNOPRT?", placed)
    assert expected
    for mine in layouts(grid).values():
        assert word_plays(mine, WORDS, "ABCDEFILNOPRT?", placed=placed) == expected
    assert np.array_equal(copy, grid)
    [first, *_] = expected
    assert [type(field) for field in first] == [str, int, int, bool, str]


def test_arguments_by_name() -> None:
    grid = blank(6, 6)
    assert word_plays(grid=grid, words=["OIL"], reserve="", placed=()) == []
    play = ("OIL", 2, 0, True, "OIL")
    assert word_check(grid=grid, words=["OIL"], reserve="OIL", play=play, placed=[]) is None
    with pytest.raises(TypeError):
        word_plays(grid, ["OIL"], "", ())  # type: ignore[call-arg]
