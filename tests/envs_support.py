"""What the tests of both bridges share: wrong actions, and a game that is cut off."""

from __future__ import annotations

from typing import Any

import gymnasium
import ludoteca as lt
import numpy as np
from numpy.typing import NDArray

BOGOSS = lt.game("bogoss", players=3)

# What is refused at the beginning of BOGOSS, where seat 0 is to ask.
WRONG_ACTIONS: list[tuple[Any, type[Exception]]] = [
    (0, lt.IllegalActionError),
    (np.int64(0), lt.IllegalActionError),
    ("ask 0 L", lt.IllegalActionError),
    (-1, lt.ActionSyntaxError),
    (BOGOSS.action_size, lt.ActionSyntaxError),
    ("no action", lt.ActionSyntaxError),
    (None, TypeError),
    (True, TypeError),
    (4.0, TypeError),
]


def id_of(name: str) -> str:
    """The name that a game is registered under."""
    [found] = [env_id for env_id in gymnasium.registry if env_id.startswith(f"ludoteca/{name}-v")]
    return found


def narrow(players: int) -> lt.Game:
    """A game with a small window, out of which mosaics grow until no action has an index."""
    expansions = ["vidracaria", "janelao", "clientes"]
    return lt.game("cobogo", players=players, window=8, expansions=expansions, pairing="shuffled")


def cut_off(game: lt.Game) -> tuple[int, list[int]]:
    """A game of seed 1 that `vector_env` cuts off: its number, and the indices up to there."""
    vector = game.vector_env(2_000, seed=1)
    vector.reset()
    picked: list[NDArray[np.int32]] = []
    while True:
        picked.append(vector.sample(len(picked)))
        *_, terminated, truncated, _ = vector.step(picked[-1])
        # All environments are still in their first games.
        assert not terminated.any()
        if truncated.any():
            number = int(truncated.argmax())
            return number, [int(indices[number]) for indices in picked]
