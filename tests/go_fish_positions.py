"""Positions of Go Fish for the rule tests, from a few words of text."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import ludoteca as lt


def game_of(players: int = 2, **options: Any) -> lt.Game:
    """A small game: ranks a to d, three cards each, unless options say otherwise."""
    return lt.game(
        "go_fish", players=players, **{"ranks": 4, "suits": 3, "initial_cards": 2, **options}
    )


def position(game: lt.Game, **values: Any) -> lt.State:
    """A position that differs from the first one in these values."""
    whole = json.loads(game.start().to_json())
    whole["position"] |= values
    past: dict[str, Any] = {"seat": None, "plies": 0, "seen": [], "public": []}
    whole |= {"origin": {"position": whole["position"], "past": past}}
    return game.state_from_json(json.dumps(whole))


def table(*hands: str, pool: str = "", turn_of: int = 0, **options: Any) -> lt.State:
    """A position in which seat `turn_of` may ask; ranks that are nowhere are books of seat 0."""
    game = game_of(len(hands), **options)
    cards = Counter(" ".join([*hands, pool]).split())
    books = ["".join(sorted({*"abcd"} - {*cards})), *[""] * (len(hands) - 1)]
    return position(game, phase="ask", turn_of=turn_of, hands=hands, pool=pool, books=books)


def end(*books: str, **options: Any) -> lt.State:
    """A game that is over, seat 0 having made the last of these books."""
    return position(game_of(len(books), **options), phase="over", books=books, pool="")


def play(state: lt.State, *events: str) -> lt.State:
    """The state after some actions and chance events."""
    for event in events:
        state = state.apply(event)
    return state


def hands(state: lt.State) -> list[str]:
    """All hands, as the owner of the table has them."""
    cards: list[str] = json.loads(state.to_json())["position"]["hands"]
    return cards


def due(state: lt.State) -> tuple[str, int]:
    """The phase, and whose turn it is."""
    view = state.view(None)
    return view["phase"], view["turn_of"]
