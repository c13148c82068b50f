"""OpenSpiel: Connect Four in three ways: bots, MCTS rollouts, and a loop in Python.

`playouts` is a game by `pyspiel.evaluate_bots`, as in `openspiel_hex.py`. `rollouts` asks the MCTS
bot, which is C++, to search from the empty board with a hundred random games from each position
that it looks at: nearly all of that is random play. It does not tell how long these games were;
each is counted as one from the empty board, though it begins some plies later, which can only
flatter OpenSpiel.

`python` is what a program in Python does that looks at every position: `legal_actions`, a choice,
`apply_action`. The choice is `random.random`, which is faster than `random.choice` and costs ours
the same.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import count

import pyspiel

from peers.worker import Case, Counts, Work, main

SIMULATIONS = 100
"""Positions that the search looks at."""
ROLLOUTS = 100
"""Random games from each of them."""


def playouts() -> Work:
    """Games from the empty board to the end."""
    game = pyspiel.load_game("connect_four")
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(2)]
    seeds = count()

    def work(games: int) -> Callable[[], Counts]:
        plies = 0
        for _ in range(games):
            state = game.new_initial_state()
            pyspiel.evaluate_bots(state, bots, next(seeds))
            plies += state.move_number()
        return lambda: {"plies": plies, "games": games}

    return checked(work)


def rollouts() -> Work:
    """Searches from the empty board; what is counted are the plies of the random games."""
    game = pyspiel.load_game("connect_four")
    empty = game.new_initial_state()
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.4, SIMULATIONS, 1000, False, 1, False)
    sample = playouts()(10_000)()
    length = sample["plies"] / sample["games"]
    if bot.mcts_search(empty).explore_count != SIMULATIONS:
        raise AssertionError("the search looks at another number of positions")

    def work(searches: int) -> Callable[[], Counts]:
        for _ in range(searches):
            bot.mcts_search(empty)
        games = searches * SIMULATIONS * ROLLOUTS
        return lambda: {"plies": round(games * length), "games": games}

    return work


def python() -> Work:
    """Games in Python, one state after the other, changed in place."""
    game = pyspiel.load_game("connect_four")
    chooser = random.Random(1).random

    def work(games: int) -> Callable[[], Counts]:
        plies = 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                legal = state.legal_actions()
                state.apply_action(legal[int(chooser() * len(legal))])
                plies += 1
        return lambda: {"plies": plies, "games": games}

    return checked(work)


def checked(work: Work) -> Work:
    """The work, if its games are as long as random games of Connect Four are: 21.3 plies."""
    done = work(1000)()
    if not 20.5 < done["plies"] / done["games"] < 22.1:
        raise AssertionError(f"games of Connect Four of an unlikely length: {done}")
    return work


CASES: dict[str, Case] = {"playouts": playouts, "rollouts": rollouts, "python": python}

if __name__ == "__main__":
    main(CASES, ["open-spiel"])
