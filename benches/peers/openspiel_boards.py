"""OpenSpiel: random games of hex 11x11 and of Connect Four, neither of which has chance events.

`hex` and `connect_four` are games by `pyspiel.evaluate_bots`, which plays a whole one in C++
between two uniform random bots, C++ too: one call from Python for a game. The state that it was
given is the final one afterwards and tells the number of plies.

`connect_four_rollouts` asks the MCTS bot, which is C++, to search from the empty board with a
hundred random games from each position that it looks at: nearly all of that is random play. It does
not tell how long these games were; each is counted as one from the empty board, though it begins
some plies later, which can only flatter OpenSpiel.

`connect_four_python` is what a program in Python does that looks at every position:
`legal_actions`, a choice, `apply_action`. The choice is made by `random.random`, which is faster
than `random.choice` and costs ours the same.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import count

import pyspiel

from peers.worker import Case, Counts, Work, main

HEX = "hex(board_size=11)"
CONNECT_FOUR = "connect_four"
LENGTHS = {HEX: (98, 116), CONNECT_FOUR: (20.5, 22.1)}
"""Between which lies the mean length of random games: about 107 and 21.4 plies."""
SIMULATIONS = 100
"""Positions that the search looks at."""
ROLLOUTS = 100
"""Random games from each of them."""


def playouts(name: str) -> Work:
    """Games from the empty board to the end, by bots."""
    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(2)]
    seeds = count()

    def work(games: int) -> Callable[[], Counts]:
        plies = 0
        for _ in range(games):
            state = game.new_initial_state()
            pyspiel.evaluate_bots(state, bots, next(seeds))
            plies += state.move_number()
        return lambda: {"plies": plies, "games": games}

    state = game.new_initial_state()
    pyspiel.evaluate_bots(state, bots, next(seeds))
    if not state.is_terminal() or state.move_number() != len(state.history()):
        raise AssertionError(f"not the final state of a game: {state}")
    return checked(name, work)


def rollouts() -> Work:
    """Searches from the empty board; what is counted are the plies of the random games."""
    game = pyspiel.load_game(CONNECT_FOUR)
    empty = game.new_initial_state()
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.4, SIMULATIONS, 1000, False, 1, False)
    sample = playouts(CONNECT_FOUR)(10_000)()
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
    game = pyspiel.load_game(CONNECT_FOUR)
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

    return checked(CONNECT_FOUR, work)


def checked(name: str, work: Work) -> Work:
    """The work, if its games are as long as random ones are."""
    done = work(500)()
    shortest, longest = LENGTHS[name]
    if not shortest < done["plies"] / done["games"] < longest:
        raise AssertionError(f"games of {name} of an unlikely length: {done}")
    return work


CASES: dict[str, Case] = {
    "hex": lambda: playouts(HEX),
    "connect_four": lambda: playouts(CONNECT_FOUR),
    "connect_four_rollouts": rollouts,
    "connect_four_python": python,
}

if __name__ == "__main__":
    main(CASES, ["open-spiel"])
