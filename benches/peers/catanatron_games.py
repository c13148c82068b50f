"""catanatron: whole games between four random players, in plain Python.

`play_tick` is one decision; `Game.play` adds to it two copies of the game, which nobody here needs.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from catanatron import Color, Game, RandomPlayer

from peers.worker import Counts, Work, main

TURNS = 1_000
"""Turns after which catanatron's own `play` gives up as well."""


def playouts() -> Work:
    """Games from the drawn map to a winner, or to the limit of turns."""
    players = [RandomPlayer(color) for color in Color]
    random.seed(1)

    def play() -> tuple[Game, int]:
        game = Game(players)
        plies = 0
        while game.winning_color() is None and game.state.num_turns < TURNS:
            game.play_tick()
            plies += 1
        return game, plies

    game, plies = play()
    if len(players) != 4 or plies != len(game.state.actions):
        raise AssertionError(f"not a game of four: {game.state.colors}, {plies} plies")

    def work(games: int) -> Callable[[], Counts]:
        plies = sum(play()[1] for _ in range(games))
        return lambda: {"plies": plies, "games": games}

    return work


if __name__ == "__main__":
    main({"playouts": playouts}, ["catanatron"])
