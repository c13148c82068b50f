"""The referee of C.O.G. against the invariants of its rules (section 16), and planted faults."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from referee.cog import collect, construct, endings, flow, rounds, words
from referee.cog.components import default_set
from referee.cog.drawn_sets import random_set
from referee.cog.example_kinds import CHECKS
from referee.cog.examples import examples, referee_table
from referee.cog.invariants import (
    Memory,
    check_node,
    check_put_back,
    check_removals,
    check_words,
)
from referee.cog.options import VALUES
from referee.cog.players import KINDS, chosen
from referee.cog.position import Position
from referee.cog.sets import read_set, write_set
from referee.cog.table import Referee
from referee.tables import named

DEFAULT_SET = Path(__file__).parents[1] / "rust" / "games" / "cog" / "data" / "default-v1.toml"

OWN_SETS = 9
GAMES = 3
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
        if isinstance(seat, int) and rng.random() < 0.003:
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
        wanted |= {"spell", "flip", "complete"}
    if kind == "busy":
        wanted |= {"remove"}
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
    assert {"tiles", "discard", "remove", "spell"} <= {*seen}
    assert seen["end: out of letters"] > 0
    assert seen["end: last round"] > 0


def test_the_default_set_is_the_printed_one() -> None:
    """14.13."""
    assert replace(read_set(DEFAULT_SET), name="printed", edition="") == default_set()


# --- planted faults -----------------------------------------------------------------------------

BUMPED, FINISH, MAJORITY = collect.bumped, endings.finish, endings.item_majority


def always(*_: object) -> bool:
    """Everything is allowed."""
    return True


def never(*_: object) -> bool:
    """Nothing is."""
    return False


def nothing(*_: object) -> list[str]:
    """No action of this kind."""
    return []


def stays_wild(self: Position, tile: str) -> None:
    """A wild tile is wild in the bag."""
    self.bag[tile] += 1


def is_lost(self: Position, tile: str) -> None:
    """A returned tile vanishes."""


def natural_last(letters: Any, pattern: str, reserve: Any) -> list[str]:
    """The wild tile printed last is taken first."""
    wild = sorted((tile for tile in reserve if tile.islower()), reverse=True)
    return [
        wild.pop(0) if sign == "?" else tile for tile, sign in zip(letters, pattern, strict=True)
    ]


FAULTS: dict[str, tuple[str, Any, str, Any]] = {
    "tiles may touch": ("W-17", words, "wordless", lambda *_: set()),
    "words may be anywhere": ("W-8", construct, "fits", always),
    "no crossing is seen": ("W-2", words, "crosses", never),
    "letters from nowhere": ("W-87 one letter only", construct, "patterns", lambda *_: [".."]),
    "wild tiles are useless": ("W-23", construct, "can_supply", never),
    "crossing tiles go too": ("W-36", flow, "leaving", lambda word, all_: [*all_[word].squares]),
    "parts may fall apart": ("W-38", words, "are_connected", always),
    "runs may be left": ("C-210a", flow, "is_removable", always),
    "no chain": ("W-51", collect, "bumped", lambda p, at: BUMPED(p, at) and [(at, at + 1)]),
    "the last cog is pushed out": ("W-54", collect, "bumped", lambda *_: []),
    "three turns": ("W-80", rounds, "TURNS", 3),
    "ties by turn order": ("W-64 last round", rounds, "finish", lambda p, _: FINISH(p, p.order)),
    "a second place of two": (
        "W-97",
        endings,
        "item_majority",
        lambda counts, places, needs: MAJORITY([*counts, 0], [*places, 2], needs)[:2],
    ),
    "nothing for a dry bag": ("W-110", flow, "DRY_VP", 0),
    "always cards do nothing": ("W-33 AL1", Position, "is_wild_for", never),
    "tiles stay wild in the bag": ("W-83", Position, "return_tile", stays_wild),
    "a cube beside a word on the grid": (
        "W-85",
        construct,
        "rewards",
        lambda *_: ["cube", "bonus"],
    ),
    "a cube on a removed card": ("W-86", Position, "has_space", always),
    "no conversions": ("W-34", construct, "conversions", nothing),
    "no limits": ("W-107", rounds, "limits", lambda *_: iter(())),
    "any die": ("W-79", rounds, "activatable", lambda p, seat: p.mats[seat].cards),
    "one order of wild tiles": ("C-285", construct, "tiles_for", natural_last),
}


def run_example(label: str) -> None:
    """The worked example of that label on the referee."""
    ((check, example),) = named(label, CHECKS, examples)
    assert check(example, referee_table) > 0


@pytest.mark.parametrize("fault", FAULTS)
def test_an_example_notices(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    label, owner, name, planted = FAULTS[fault]
    run_example(label)
    monkeypatch.setattr(owner, name, planted)
    with pytest.raises(AssertionError):
        run_example(label)


def test_the_invariants_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game loses tiles (invariant 1)."""
    monkeypatch.setattr(Position, "return_tile", is_lost)
    with pytest.raises(AssertionError):
        play(Referee.of({}, 2), "busy", Random("lost"))
