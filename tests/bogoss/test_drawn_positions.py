"""Positions drawn for a seat are such that could have come about, and what any seat infers in them
is what all their worlds say."""

from __future__ import annotations

import json
from collections import Counter
from math import sqrt
from random import Random
from typing import Any

import ludoteca as lt
import numpy as np
import pytest
from bogoss_positions import play, table
from referee.bogoss import Bogoss, State
from referee.bogoss_worlds import TooManyWorlds, World, possible_worlds
from test_bogoss_referee import chosen, random_options

from bogoss.test_knowledge import compare

DRAWN = 4
DRAWS = 200
# Worlds to be tried between two nodes: courses that hide more are passed over.
MOST = 3_000


class Small:
    """Few cards of few sorts are dealt: all worlds can be listed, and skeletons come about."""

    def __init__(self, rng: Random, players: int) -> None:
        options = random_options(rng, players) | {"first_player": 0, "max_turns": 30}
        if players > 2 and rng.random() < 0.4:  # a third seat does not see who could choose
            options["give_choice"] = "asker"
        self.players = players
        self.options = {key: value for key, value in options.items() if key != "players"}
        referee = Bogoss(players=players, **self.options)
        rare = [sort for sort in referee.deck if rng.random() < 0.5]
        cards = [card for card in referee.deck.elements() if card not in rare or rng.random() < 0.2]
        rng.shuffle(cards)
        self.size = {2: 5, 3: 3, 4: 2}[players]
        self.cards = cards[: players * self.size + rng.randint(2, 6)]
        state = referee.position([()] * players, self.cards)
        deals = [("deal", seat) for seat in range(players) for _ in range(self.size)]
        self.start: State = state._with(todo=(*deals, ("dealt",)), shown=None)

    def engine(self, course: tuple[str, ...]) -> lt.State:
        """The engine after a course; it begins with the hands dealt."""
        dealt = self.players * self.size
        cards = [text.split()[1] for text in course[:dealt]]
        pile = Counter(self.cards) - Counter(cards)
        hands = [cards[k * self.size : (k + 1) * self.size] for k in range(self.players)]
        start = table(*map(" ".join, hands), pile=" ".join(pile.elements()), **self.options)
        return play(start, *course[dealt:])

    def course(self, rng: Random, requests: int) -> tuple[str, ...] | None:
        """A random game up to some requests, to a node that every seat sees."""
        state, events = self.start, []
        best: tuple[str, ...] | None = None
        while not state.is_over and len(state.log) < requests:
            if not state.log and (state.step[0] == "offer" or any(state.laid)):
                return None  # something could be laid at the deal
            text = chosen(state, rng)
            events.append(text)
            state = state.apply(text)
            if state.log and state.shown is None and not state.is_over:
                best = tuple(events)
        return best


def position(state: lt.State) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(state.to_json())["position"]
    return found


def key_of(state: lt.State) -> tuple[Any, ...]:
    """What tells the worlds of a seat apart."""
    now = position(state)
    offers = [number for number, text in enumerate(now["log"]) if text.endswith("offered")]
    return tuple(now["hands"]), now["pile"], tuple(offers)


def by_key(worlds: list[World]) -> dict[tuple[Any, ...], World]:
    return {
        (tuple(map(" ".join, w.state.hands)), " ".join(w.state.pile), w.offers): w for w in worlds
    }


def check_frequencies(true: lt.State, seat: int, worlds: dict[tuple[Any, ...], World]) -> None:
    """Each world is drawn as often as it is likely: the mean likelihood of what is drawn."""
    chances = {key: float(world.weight) for key, world in worlds.items()}
    drawn = sum(chances[key_of(true.determinize(seat, seed=seed))] for seed in range(DRAWS)) / DRAWS
    mean = sum(p * p for p in chances.values())
    variance = sum(p**3 for p in chances.values()) - mean * mean
    assert abs(drawn - mean) <= 5 * sqrt(max(0.0, variance) / DRAWS) + 1e-12


def check_drawn(small: Small, events: tuple[str, ...], seat: int, rng: Random) -> int:
    """What is drawn for a seat after some events; how many nested inferences were compared."""
    true = small.engine(events)
    worlds = by_key(possible_worlds(small.start, events, seat, most=MOST))
    check_frequencies(true, seat, worlds)
    compared = 0
    for seed in range(DRAWN):
        drawn = true.determinize(seat, seed=seed)
        assert drawn.view(seat) == true.view(seat)
        assert np.array_equal(drawn.observation(seat), true.observation(seat))
        read = drawn.game.state_from_json(drawn.to_json())
        assert read == drawn
        assert read.to_json() == drawn.to_json()
        course = worlds[key_of(drawn)].course
        # The engine comes to the same position that way, and so does the referee.
        assert position(small.engine(course)) == position(drawn)
        other = rng.choice([each for each in range(small.players) if each != seat])
        try:
            nested = possible_worlds(small.start, course, other, most=MOST)
        except TooManyWorlds:
            continue
        compare(drawn, other, nested)
        for again in range(DRAWN):
            twice = drawn.determinize(other, seed=again)
            assert key_of(twice) in by_key(nested)
        compared += 1
    return compared


@pytest.mark.parametrize(("players", "games"), [(2, 20), (3, 40), (4, 20)])
def test_drawn_positions_could_have_come_about(players: int, games: int) -> None:
    rng = Random(f"drawn {players}")
    compared = 0
    while compared < games:
        small = Small(rng, players)
        events = small.course(rng, rng.randint(2, 14))
        if events is None:
            continue
        seat = rng.randrange(players)
        try:
            compared += check_drawn(small, events, seat, rng)
        except TooManyWorlds:
            continue
        except AssertionError as error:
            error.add_note(f"options: {small.options}\nseat: {seat}\nevents: {events}")
            raise
