"""OpenSpiel: random playouts of hex 11x11.

`pyspiel.evaluate_bots` plays a whole game in C++ between two uniform random bots, which are C++
too: one call from Python for some hundred plies. The state that it was given is the final one
afterwards and tells the number of plies.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import pyspiel

from peers.worker import Counts, Work, main


def playouts() -> Work:
    """Games from the empty board to the end; hex has no chance events."""
    game = pyspiel.load_game("hex(board_size=11)")
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
        raise AssertionError(f"not the final state of a game of hex: {state}")
    return work


if __name__ == "__main__":
    main({"playouts": playouts}, ["open-spiel"])
