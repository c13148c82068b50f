"""`word_plays` and `word_check` against the referee: worked examples and random games."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from ludoteca.kernels import word_check, word_plays
from numpy.typing import NDArray
from referee.cog.components import Cell
from referee.cog.construct import spellings
from referee.cog.example_kinds import grid_scene, play_letters, rules_broken
from referee.cog.examples import examples
from referee.cog.players import chosen
from referee.cog.position import Mat, Position
from referee.cog.table import Referee
from referee.cog.words import ACROSS, DOWN, Place, broken_rules, needed, parse_place, patterns
from referee.tables import Example

Play = tuple[str, int, int, bool, str]
GAMES = 12
CHECKS_A_NODE = 40
RULES = {127, 128, 130, 132, 133, 135, 137, 138, 139, 140, 146}
"""What `word_check` can answer."""


def squares(p: Position, mat: Mat) -> NDArray[np.uint8]:
    """The grid: letters, and `?` for a wild tile."""
    grid = np.zeros((p.components.size, p.components.size), dtype=np.uint8)
    for square, tile in mat.tiles.items():
        grid[square] = ord("?" if tile.islower() else tile)
    return grid


def reserve(mat: Mat) -> str:
    """Own tiles, `?` for a wild one."""
    return "".join("?" if tile.islower() else tile for tile in mat.reserve.elements())


def standing(mat: Mat) -> list[tuple[str, int, int, bool]]:
    """The words of the grid."""
    return [
        (each.word, each.row, each.column, each.direction == ACROSS) for each in mat.words.values()
    ]


def plays(p: Position, seat: int) -> list[Play]:
    """Every spelling with its tiles, as the referee has it."""
    mat, found = p.mats[seat], []
    for text in spellings(p, seat):
        place = parse_place(text.removeprefix("spell "))
        letters = needed(place, mat.tiles)
        for pattern in patterns(letters, mat.reserve):
            found.append(as_play(place, signs(letters, pattern)))
    return sorted(found)


def signs(letters: list[str], pattern: str) -> str:
    """The tiles on uncovered squares."""
    return "".join(
        "?" if sign == "?" else letter for letter, sign in zip(letters, pattern, strict=True)
    )


def as_play(place: Place, letters: str) -> Play:
    """A row of `word_plays`."""
    return place.word, place.row, place.column, place.direction == ACROSS, letters


def random_play(p: Position, mat: Mat, rng: Random) -> tuple[Place, str]:
    """A word somewhere near the tiles or the centre, mostly with tiles that fit."""
    size, word = p.components.size, rng.choice(p.components.words)
    direction = rng.choice((ACROSS, DOWN))
    near: Cell = rng.choice(sorted(mat.tiles or p.components.centre))
    shift = rng.randrange(len(word) + 1)
    down, right = (0, 1) if direction == ACROSS else (1, 0)
    row, column = near[0] - shift * down, near[1] - shift * right
    if rng.random() < 0.2:
        row, column = rng.randrange(size), rng.randrange(size)
    place = Place(word, max(row, 0), max(column, 0), direction)
    letters = needed(place, mat.tiles)
    pattern = "".join(rng.choice("..?") if letter else "." for letter in letters)
    text = signs(letters, pattern)
    if rng.random() < 0.1:
        text = text[:-1] if rng.random() < 0.5 else text + rng.choice("ABE?")
    elif rng.random() < 0.1 and text:
        text = rng.choice("ABE") + text[1:]
    return place, text


def test_random_games() -> None:
    rng, nodes, seen = Random("kernels"), 0, set()
    for number in range(GAMES):
        referee, kind = Referee.of({}, 2 + number % 3), ("speller", "busy")[number % 2]
        p = referee.position
        while (seat := referee.actor()) is not None:
            if isinstance(seat, int) and referee.view()["node"] == "construct":
                nodes += 1
                mat, permitted = p.mats[seat], p.permitted(seat)
                grid, tiles, placed = squares(p, mat), reserve(mat), standing(mat)
                assert word_plays(grid, permitted, tiles, placed=placed) == plays(p, seat)
                for _ in range(CHECKS_A_NODE):
                    place, letters = random_play(p, mat, rng)
                    broken = broken_rules(
                        place,
                        letters,
                        mat.tiles,
                        mat.words,
                        mat.reserve,
                        permitted,
                        p.components.size,
                        p.components.centre,
                    )
                    first = f"C-{broken[0]}" if broken else None
                    play = as_play(place, letters)
                    assert word_check(grid, permitted, tiles, play, placed=placed) == first, (
                        play,
                        p.mats[seat],
                    )
                    seen.add(broken[0] if broken else 0)
            referee.apply(chosen(referee, kind, rng))
    assert nodes > 100
    assert seen >= RULES - {138} | {0}, seen


SPELLED = [example for example in examples("spelling") if "play" in example]


@pytest.mark.parametrize("example", SPELLED, ids=lambda example: example["label"])
def test_worked_examples(example: Example) -> None:
    p = grid_scene(example).position
    mat, place = p.mats[0], parse_place(example["play"])
    play = as_play(place, play_letters(example))
    grid, words, tiles, placed = squares(p, mat), p.permitted(0), reserve(mat), standing(mat)
    is_legal = example.get("legal", True)
    assert (play in word_plays(grid, words, tiles, placed=placed)) == is_legal
    assert bool(rules_broken(example)) != is_legal
    assert word_check(grid, words, tiles, play, placed=placed) == example.get("first")
