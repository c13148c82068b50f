"""EnvPool: hex 11x11 stepped in a batch of 1,024, observation and mask made, with auto-reset.

EnvPool has hex since it took pgx's games over in C++ (`Hex-v1`; `ConnectFour-v1` is its sibling).
Its users step it from Python and choose actions there. Of what they can choose the fastest on one
core was taken: the gymnasium interface, one thread of its own, the whole batch at once, and the
random action by rejection (draw a cell, draw again where it is not legal), which costs 1 % of the
time. A step that only starts a new game (the one after an end) is not counted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import envpool
import numpy as np
from numpy.typing import NDArray

from peers.worker import Counts, Work, main

ENVS = 1024


def random_legal(chooser: np.random.Generator, mask: NDArray[np.bool_]) -> NDArray[np.int32]:
    """One uniformly random legal action a row of the mask."""
    envs, actions = mask.shape
    chosen: NDArray[np.int32] = chooser.integers(0, actions, size=(envs,), dtype=np.int32)
    todo = np.flatnonzero(~mask[np.arange(envs), chosen])
    while todo.size:
        again = chooser.integers(0, actions, size=(todo.size,), dtype=np.int32)
        chosen[todo] = again
        todo = todo[~mask[todo, again]]
    return chosen


def step_batch(task: str, threads: int) -> Work:
    """Steps of a board game of EnvPool's, going on where the last repetition stopped."""
    pool = envpool.make_gymnasium(task, num_envs=ENVS, num_threads=threads, seed=1)
    chooser = np.random.default_rng(1)
    _, info = pool.reset()
    mask: NDArray[np.bool_] = info["legal_action_mask"]
    over = np.zeros(ENVS, dtype=bool)

    def step() -> tuple[NDArray[np.bool_], dict[str, Any]]:
        nonlocal mask, over
        _, _, terminated, truncated, info = pool.step(random_legal(chooser, mask))
        mask, was_over, over = info["legal_action_mask"], over, terminated | truncated
        return was_over, info

    def work(steps: int) -> Callable[[], Counts]:
        restarts = [step()[0] for _ in range(steps)]
        return lambda: {"steps": steps * ENVS - int(np.sum(restarts))}

    for _ in range(20):
        was_over, info = step()
        if was_over.any() or over.any():
            raise AssertionError("a game of hex ended within 20 plies: an illegal action")
    while not over.any():
        was_over, info = step()
    ended = over
    was_over, info = step()
    if (was_over != ended).any() or (info["elapsed_step"][ended] != 0).any():
        raise AssertionError("the step after an end is expected to start a new game")
    return work


def hex_one_thread() -> Work:
    """Hex on one thread."""
    return step_batch("Hex-v1", 1)


if __name__ == "__main__":
    main({"step": hex_one_thread}, ["envpool", "gymnasium", "numpy"])
