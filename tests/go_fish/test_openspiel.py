"""Go Fish beside OpenSpiel's own: random games in lockstep, chance included.

Deals and draws are nodes of their own on both sides, so nothing has to be translated but names:
OpenSpiel's action is our index, and its chance event the place of our rank.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import ludoteca as lt
import pyspiel
import pytest

GAMES_A_TABLE = 240
FLAGS = ("most_books_wins", "end_on_first_out", "ask_after_empty_draw")


def some_options(rng: Random, players: int) -> dict[str, Any]:
    """Parameters of OpenSpiel that leave enough cards for the deal."""
    while True:
        chosen: dict[str, Any] = {
            "ranks": rng.randint(4, 15),
            "suits": rng.randint(2, 8),
            "initial_cards": rng.randint(1, 12),
            **{flag: rng.random() < 0.5 for flag in FLAGS},
        }
        if chosen["initial_cards"] * players <= chosen["ranks"] * chosen["suits"]:
            return chosen


def rank_of(event: lt.Action) -> int:
    """The place of the rank that a chance event names."""
    return ord(str(event)[-1]) - ord("a")


def returns_of(state: lt.State) -> list[float]:
    """What OpenSpiel pays: 1 to the winners and -1 to the others, shared; 0 to all who tie."""
    outcome = state.outcome
    assert outcome is not None
    players, won = state.game.players, len(outcome.winners)
    if won == players:
        return [0.0] * players
    lost = -1 / (players - max(won, 1))
    return [1 / won if seat in outcome.winners else lost for seat in range(players)]


def text_of(state: lt.State, phase: str) -> str:
    """The position as OpenSpiel writes it."""
    names = {
        "Deal": "deal",
        "Ask": "ask",
        "Fish": "fish",
        "EmptyDraw": "refill",
        "GameOver": "over",
    }
    view = state.view(None)
    assert names[phase] == view["phase"]
    hands = (state.view(seat)["hand"] for seat in range(state.game.players))
    # Its deal, and a game that ends in it, is seat 0's turn whoever is dealt a card.
    lines = [phase, str(view["turn_of"] if view["asks"] else 0)]
    for hand, books in zip(hands, view["books"], strict=True):
        lines.append("".join(f"{rank}{count}" for rank, count in hand.items()) + f":{len(books)}")
    return "\n".join(lines)


def compare(state: lt.State, other: pyspiel.State) -> bool:
    """Whether both are the same; false where OpenSpiel does not know how to go on."""
    if other.is_terminal():
        assert state.is_over
        assert [round(paid, 6) for paid in returns_of(state)] == [
            round(paid, 6) for paid in other.returns()
        ]
        return True
    if other.is_chance_node():
        outcomes = [(rank_of(event), chance) for event, chance in state.chance_outcomes]
        expected = other.chance_outcomes()
        if not expected:
            # GF-5: its deal waits for a card that there is not.
            return False
        assert state.actor is lt.CHANCE
        assert [rank for rank, _ in outcomes] == [rank for rank, _ in expected]
        for (_, ours), (_, theirs) in zip(outcomes, expected, strict=True):
            assert abs(ours - theirs) < 1e-12
        return True
    legal = other.legal_actions()
    if not legal:
        # GF-14: nobody is left to be asked right after its deal.
        return False
    assert state.actor == other.current_player()
    assert state.legal_indices.tolist() == legal
    return True


def played(players: int, options: dict[str, Any], rng: Random) -> tuple[str, lt.State]:
    """How a game of both ended, and where."""
    state = lt.game("go_fish", players=players, max_asks=100_000, **options).start()
    other = pyspiel.load_game("go_fish", {"players": players, **options}).new_initial_state()
    nodes = 0
    while compare(state, other):
        if nodes % 8 == 0 or other.is_terminal():
            text = str(other)
            assert text_of(state, text.split("\n")[0]) == text.rsplit("\n", 1)[0]
        nodes += 1
        if other.is_terminal():
            return "over", state
        if other.is_chance_node():
            events, weights = zip(*state.chance_outcomes, strict=True)
            event = rng.choices(events, weights)[0]
            other.apply_action(rank_of(event))
            state = state.apply(event)
        else:
            index = rng.choice(other.legal_actions())
            other.apply_action(index)
            state = state.apply(index)
    return "stuck", state


@pytest.mark.rule("GF-3", "GF-4", "GF-6", "GF-7", "GF-8", "GF-9", "GF-10", "GF-11", "GF-12")
@pytest.mark.rule("GF-13", "GF-14", "GF-15", "GF-17", "GF-18", "GF-21", "GF-22")
@pytest.mark.parametrize("players", range(2, 11))
def test_random_games_are_the_same_at_every_node(players: int) -> None:
    rng, ends = Random(f"go fish {players}"), Counter[str]()
    for number in range(GAMES_A_TABLE):
        options = some_options(rng, players) if number % 2 else {}
        end, state = played(players, options, rng)
        assert not (end == "stuck" and state.is_over)
        ends[end] += 1
        if state.outcome is not None:
            ends[state.outcome.reason] += 1
    assert ends["over"] > GAMES_A_TABLE * 0.8, ends
    assert min(ends["all books made"], ends["first out"]) > 10, ends


@pytest.mark.rule("GF-5", "GF-14")
def test_where_openspiel_stops_the_game_goes_on() -> None:
    """After the only deals that it can't end: no card is left to deal, or nobody to be asked."""
    rng, stuck = Random(5), 0
    for _ in range(1_500):
        options = {"ranks": 4, "suits": 2, "initial_cards": rng.choice([2, 4])}
        end, state = played(2, options, rng)
        if end == "stuck":
            stuck += 1
            view = state.view(None)
            assert view["asks"] == 0
            assert view["pool_size"] == 0 or 0 in view["hand_sizes"]
            while not state.is_over:
                events = state.legal_actions or [event for event, _ in state.chance_outcomes]
                state = state.apply(rng.choice(events))
    assert stuck > 50
