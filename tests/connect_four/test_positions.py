"""Positions of Connect Four as JSON: exactly those that play can reach are read back."""

from __future__ import annotations

import json
from functools import cache
from random import Random

import ludoteca as lt
import pytest
from support import course, raised, refusal

GAME = lt.game("connect_four", players=2)
EMPTY = "......."


def read(rows: list[str]) -> lt.State:
    """The position with these rows, the highest first."""
    whole = json.loads(GAME.start().to_json())
    position = {"board": [EMPTY] * (6 - len(rows)) + rows}
    past = {"seat": None, "plies": 0, "seen": list[str](), "public": list[str]()}
    whole |= {"position": position, "origin": {"position": position, "past": past}}
    return GAME.state_from_json(json.dumps(whole))


@pytest.mark.parametrize(
    ("rows", "rule"),
    [
        (["......"], "CF-1"),
        (["x......."], "CF-1"),
        (["?......"], "CF-1"),
        ([EMPTY] * 7, "CF-1"),
        (["o......"], "CF-2"),
        (["xx....."], "CF-2"),
        (["x......", "o......", ".......", "xo....."], "CF-3"),
        # Both have a line; a line, and a stone after it; a stone below one that came before it.
        (["x.o....", "x.o....", "x.o....", "x.o...."], "CF-5"),
        (["x......", "x.o....", "x.o....", "x.oo..."], "CF-5"),
        (["x......", "o......"], "CF-5"),
        (["oooo...", "xxxx..."], "CF-5"),
    ],
)
def test_what_play_cannot_reach_is_refused(rows: list[str], rule: str) -> None:
    error = refusal(read, rows)
    assert isinstance(error, lt.StateFormatError)
    assert f"(rule {rule})" in str(error)


def test_two_lines_by_one_stone_are_possible() -> None:
    state = read(["...x...", "..xx...", ".xox...", "xooxooo"])
    assert state.scores == (1, 0)


@cache
def is_reachable(columns: tuple[str, ...]) -> bool:
    """Whether the stones, a text a column from below, can be taken back by turns."""
    ply = sum(map(len, columns))
    if ply == 0:
        return True
    last = "ox"[ply % 2]
    return any(
        column.endswith(last)
        and not has_line(before := (*columns[:at], column[:-1], *columns[at + 1 :]))
        and is_reachable(before)
        for at, column in enumerate(columns)
    )


def has_line(columns: tuple[str, ...]) -> bool:
    cells = {(c, r): stone for c, column in enumerate(columns) for r, stone in enumerate(column)}
    return any(
        all(cells.get((c + k * dc, r + k * dr)) == stone for k in range(4))
        for (c, r), stone in cells.items()
        for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1))
    )


def test_positions_are_read_exactly_if_play_can_reach_them() -> None:
    rng, counts = Random(1), [0, 0]
    for number in range(1_500):
        # Boards of random games with two stones exchanged, and of stones piled up at random.
        if number % 3:
            state = rng.choice([*course(GAME.start(), rng)][:-1])
            columns = ["".join(column).rstrip(".") for column in zip(*board(state), strict=True)]
            stones = [(c, r) for c, column in enumerate(columns) for r in range(len(column))]
            for c, r in rng.sample(stones, min(len(stones), 2 * (number % 3) - 2)):
                swapped = "xo"[columns[c][r] == "x"]
                columns[c] = columns[c][:r] + swapped + columns[c][r + 1 :]
        else:
            columns = [""] * 7
            for ply in range(rng.randrange(20)):
                at = rng.choice([c for c in range(7) if len(columns[c]) < 6])
                columns[at] += "xo"[ply % 2] if rng.random() < 0.8 else rng.choice("xo")
        stones_of = [sum(column.count(stone) for column in columns) for stone in "xo"]
        expected = stones_of[0] - stones_of[1] in (0, 1) and is_reachable(tuple(columns))
        padded = [column.ljust(6, ".") for column in columns]
        rows = ["".join(row) for row in zip(*padded, strict=True)][::-1]
        error = raised(read, rows)
        assert (error is None) == expected, rows
        counts[expected] += 1
    assert min(counts) > 200, counts


def board(state: lt.State) -> list[str]:
    """The rows, the lowest first."""
    rows: list[str] = state.view(None)["board"]
    return rows[::-1]
