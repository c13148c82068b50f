"""What the tests of the referee of Cobogó share: its tables, and games made for a test."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

from referee.cards import Card, default_set, parse_shape
from referee.cobogo import CHANCE, Cobogo, State
from referee.examples import GOLDEN
from referee.options import EXPANSIONS

TABLES: dict[str, Any] = tomllib.loads((GOLDEN / "tables.toml").read_text(encoding="utf-8"))
DEFAULT = default_set()
SUBSETS = [subset for size in range(4) for subset in combinations(EXPANSIONS, size)]
NEVER = Card("NEVER", "base", (), "A", 999, frozenset({(0, 0)}))


def card(type_: str, number: int, shape: str, group: str = "base") -> Card:
    """A pattern side without a brick side."""
    return Card("P", group, (), type_, number, parse_shape(shape))


def through_chance(state: State, rng: Random) -> State:
    """Settle chance events at random until a player moves or the game is over."""
    while state.actor == CHANCE:
        texts, weights = zip(*state.chance_outcomes, strict=True)
        state = state.apply(rng.choices(texts, [float(weight) for weight in weights])[0])
    return state


def without_pattern_end(state: State) -> State:
    """The same position with one pattern that can't be fulfilled."""
    return replace(state, reserved=(NEVER,))


def stacked(game: Cobogo, deck: list[str]) -> State:
    """Set the game up with a known deck: its order settles reveals and deals."""
    state = game.start()
    rest = list(deck)
    while state.actor == CHANCE and state.steps:
        assert state.event is not None
        word = state.event.split()[0]
        assert word in ("reveal", "deal")
        state = state.apply(f"{state.event} {rest[0]}")
        top = rest.pop(0)
        if word == "reveal" and state.rejections[-1:] == (top,):
            rest.append(top)
    return state
