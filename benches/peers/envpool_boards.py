"""EnvPool: boards stepped in a batch of 1,024, observation and mask made, with auto-reset.

EnvPool has them since it took pgx's games over in C++: `Hex-v1` (11x11) and `ConnectFour-v1`. Its
users step them from Python and choose actions there. Of what they can choose the fastest on one
core was taken: the gymnasium interface, one thread of its own, the whole batch at once, and the
random action by rejection (draw one, draw again where it is not legal), which costs 1 % of the time
of hex. A step that only starts a new game (the one after an end) is not counted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import envpool
import numpy as np
from numpy.typing import NDArray

from peers.worker import Case, Counts, Work, main

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


def step_batch(task: str, shortest: int) -> Work:
    """Steps of a board game, going on where the last repetition stopped.

    `shortest` is the number of plies before which no game can end.
    """
    pool = envpool.make_gymnasium(task, num_envs=ENVS, num_threads=1, seed=1)
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

    for ply in range(1, shortest):
        was_over, info = step()
        if was_over.any() or over.any():
            raise AssertionError(f"a game of {task} ended after {ply} plies: an illegal action")
    while not over.any():
        was_over, info = step()
    ended = over
    was_over, info = step()
    if (was_over != ended).any() or (info["elapsed_step"][ended] != 0).any():
        raise AssertionError("the step after an end is expected to start a new game")
    return work


CASES: dict[str, Case] = {
    "hex": lambda: step_batch("Hex-v1", 21),
    "connect_four": lambda: step_batch("ConnectFour-v1", 7),
}

if __name__ == "__main__":
    main(CASES, ["envpool", "gymnasium", "numpy"])
