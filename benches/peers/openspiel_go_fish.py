"""OpenSpiel: Go Fish for three players, random playouts and one state as text and back.

Playouts as in `openspiel_boards.py`. Deals and draws are chance events: their time counts, they are
no plies; so the plies are counted in the histories once the clock has stopped. `State.serialize`
and `Game.deserialize_state` do in C++ what `to_json` and `state_from_json` do here; OpenSpiel's
text is the list of events, so reading it plays them again.

`python` is what a program in Python does that looks at every position: `legal_actions` or
`chance_outcomes`, a choice, `apply_action`. Of several ways to choose the fastest was taken:
`current_player` tells all three kinds of position apart, and a draw walks along the outcomes.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import count

import pyspiel

from peers.worker import Case, Counts, Work, main

GAME = "go_fish(players=3)"
TERMINAL = int(pyspiel.PlayerId.TERMINAL)
MIDDLE = 30
"""Plies before the state that is written and read: a game has about 63."""


def playouts() -> Work:
    """Games from the deal to the end."""
    game = pyspiel.load_game(GAME)
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(game.num_players())]
    seeds = count()

    def work(games: int) -> Callable[[], Counts]:
        states = []
        for _ in range(games):
            state = game.new_initial_state()
            pyspiel.evaluate_bots(state, bots, next(seeds))
            states.append(state)
        return lambda: {"plies": sum(map(plies, states)), "games": games}

    return checked(work)


def plies(state: pyspiel.State) -> int:
    """Player decisions of a finished game, chance events left out."""
    if not state.is_terminal():
        raise AssertionError(f"a game that is not over: {state}")
    return sum(event.player >= 0 for event in state.full_history())


def python() -> Work:
    """Games in Python, one state after the other, changed in place."""
    game = pyspiel.load_game(GAME)
    chooser = random.Random(1).random

    def work(games: int) -> Callable[[], Counts]:
        plies = 0
        for _ in range(games):
            state = game.new_initial_state()
            while (player := state.current_player()) != TERMINAL:
                if player >= 0:
                    legal = state.legal_actions()
                    state.apply_action(legal[int(chooser() * len(legal))])
                    plies += 1
                    continue
                left = chooser()
                for event, probability in state.chance_outcomes():
                    left -= probability
                    if left < 0:
                        state.apply_action(event)
                        break
        return lambda: {"plies": plies, "games": games}

    return checked(work)


def checked(work: Work) -> Work:
    """The work, if its games are as long as random games of three are."""
    done = work(200)()
    if not 55 < done["plies"] / done["games"] < 71:
        raise AssertionError(f"games of Go Fish of an unlikely length: {done}")
    return work


def serialize() -> Work:
    """A state in the middle of a game, as text."""
    state = _middle()

    def work(times: int) -> Callable[[], Counts]:
        for _ in range(times):
            state.serialize()
        return lambda: {"states": times}

    return work


def deserialize() -> Work:
    """The text of that state, as a state."""
    state = _middle()
    game, text = state.get_game(), state.serialize()
    if game.deserialize_state(text).serialize() != text:
        raise AssertionError("the text does not come back")

    def work(times: int) -> Callable[[], Counts]:
        for _ in range(times):
            game.deserialize_state(text)
        return lambda: {"states": times}

    return work


def _middle() -> pyspiel.State:
    chooser = random.Random(1)
    state = pyspiel.load_game(GAME).new_initial_state()
    played = 0
    while played < MIDDLE:
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chooser.choices(actions, weights)[0])
        else:
            state.apply_action(chooser.choice(state.legal_actions()))
            played += 1
    return state


CASES: dict[str, Case] = {
    "playouts": playouts,
    "python": python,
    "serialize": serialize,
    "deserialize": deserialize,
}

if __name__ == "__main__":
    main(CASES, ["open-spiel"])
