"""The referee of C.O.G. against the invariants of its rules (section 16), and planted faults."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from referee.cog.components import default_set
from referee.cog.drawn_sets import random_set
from referee.cog.invariants import (
    Memory,
    check_node,
    check_put_back,
    check_removals,
    check_words,
)
from referee.cog.options import VALUES
from referee.cog.players import KINDS, chosen
from referee.cog.sets import read_set, write_set
from referee.cog.table import Referee

DEFAULT_SET = Path(__file__).parents[1] / "rust" / "games" / "cog" / "data" / "default-v1.toml"

OWN_SETS = 12
GAMES = 4
"""Of each kind of player and each number of players."""


def random_options(rng: Random, players: int) -> dict[str, Any]:
    """Options drawn at random; about two in three stay at their defaults."""
    drawn: dict[str, Any] = {
        key: rng.choice(values) for key, values in VALUES.items() if rng.random() < 0.5
    }
    if rng.random() < 0.5:
        drawn["first_player"] = rng.choice([*range(players), "random"])
    if rng.random() < 0.2:
        drawn["microaction_cap"] = rng.choice((1, 2, 5, 20))
    return drawn


def play(referee: Referee, kind: str, rng: Random) -> Counter[str]:
    """Play to the end with every position checked; what was done."""
    seen = Counter[str]()
    while referee.actor() is not None:
        check_node(referee)
        seat = referee.actor()
        if isinstance(seat, int) and rng.random() < 0.01:
            check_words(referee.position, seat)
            check_removals(referee.position, seat)
            check_put_back(referee, seat)
        memory = Memory(referee.position)
        text = chosen(referee, kind, rng)
        referee.apply(text)
        memory.check(referee.position)
        seen[text.split()[0]] += 1
    check_node(referee)
    seen[f"end: {referee.position.reason}"] += 1
    return seen


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games(players: int, kind: str) -> None:
    rng, seen = Random(f"cog {players} {kind}"), Counter[str]()
    for number in range(GAMES):
        options = random_options(rng, players) if number % 2 else {}
        try:
            seen += play(Referee.of(options, players), kind, rng)
        except AssertionError as error:
            error.add_note(f"game {number}: {options}, {players} players, {kind}")
            raise
    wanted = {"top", "bottom", "die", "order", "take", "redraw", "reroll", "activate"}
    if kind != "speller":
        wanted |= {"convert"}
    if kind != "uniform":
        wanted |= {"spell", "flip", "complete", "discard"}
    if kind == "busy":
        wanted |= {"remove", "tiles"}
    assert wanted <= set(seen), wanted - set(seen)


def test_the_same_texts_give_the_same_game() -> None:
    """Invariant 15."""
    rng = Random("again")
    referee = Referee.of({}, 3)
    play(referee, "busy", rng)
    again = referee.copy()
    assert again.view(None) == referee.view(None)
    assert again.outcome() == referee.outcome()


def test_games_with_other_sets(tmp_path: Path) -> None:
    """Sets drawn at random, written and read again; letters and stars run out."""
    rng, seen = Random("cog sets"), Counter[str]()
    for number in range(OWN_SETS):
        drawn, players = random_set(rng), 2 + number % 3
        file = tmp_path / f"{number}.toml"
        write_set(drawn, file)
        assert read_set(file) == drawn
        options = random_options(rng, players)
        kind = ("speller", "busy")[number % 2]
        try:
            seen += play(Referee.of(options, players, drawn), kind, rng)
        except AssertionError as error:
            error.add_note(f"set {number}: {drawn}\n{options}, {players} players, {kind}")
            raise
    assert seen["end: out of letters"] > 0
    assert seen["end: last round"] > 0


def test_the_default_set_is_the_printed_one() -> None:
    """14.13."""
    assert replace(read_set(DEFAULT_SET), name="printed", edition="") == default_set()
