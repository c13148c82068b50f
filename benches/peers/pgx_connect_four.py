"""pgx: Connect Four stepped in a batch of 1,024, observation and mask made, with auto-reset.

A step is: draw a uniformly random legal action for every environment from its mask, step all of
them, replace those that ended by new games (pgx's own `auto_reset`). `jit` keeps the loop inside
one compiled function, as a learner written in JAX would; `python` calls the compiled step from a
loop in Python, as any other learner has to. Of what users can choose the fastest was taken: the
action from running counts of the mask rather than Gumbel noise, the generator `unsafe_rbg` rather
than threefry, the old state's memory given away.
"""

from __future__ import annotations

import os

os.environ.setdefault("JAX_PLATFORMS", "cpu")

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental.wrappers import auto_reset

from peers.worker import Counts, Work, main

ENVS = 1024

jax.config.update("jax_default_prng_impl", "unsafe_rbg")
_env = pgx.make("connect_four")
_start = jax.jit(jax.vmap(_env.init))
_step_all = jax.vmap(auto_reset(_env.step, _env.init))


def random_legal(key: Any, mask: Any) -> Any:
    """One uniformly random legal action a row: the first whose running count passes a draw."""
    counts = jnp.cumsum(mask.astype(jnp.int32), axis=1)
    drawn = (jax.random.uniform(key, (ENVS,)) * counts[:, -1]).astype(jnp.int32)
    return jnp.sum(counts <= drawn[:, None], axis=1)


def one_step(state: Any, key: Any) -> tuple[Any, Any]:
    """Steps every environment once; gives the new states and the next key."""
    key, for_action, for_reset = jax.random.split(key, 3)
    action = random_legal(for_action, state.legal_action_mask)
    return _step_all(state, action, jax.random.split(for_reset, ENVS)), key


def jit() -> Work:
    """The loop over the steps is compiled too."""

    def loop(state: Any, key: Any, steps: Any) -> Any:
        return jax.lax.fori_loop(0, steps, lambda _, carried: one_step(*carried), (state, key))

    compiled = jax.jit(loop, donate_argnums=(0, 1))
    return _checked(lambda state, key, steps: compiled(state, key, jnp.int32(steps)))


def python() -> Work:
    """The loop over the steps is Python; steps are queued and waited for at the end."""
    step = jax.jit(one_step, donate_argnums=(0, 1))

    def advance(state: Any, key: Any, steps: int) -> tuple[Any, Any]:
        for _ in range(steps):
            state, key = step(state, key)
        return state, key

    return _checked(advance)


def _checked(advance: Callable[[Any, Any, int], tuple[Any, Any]]) -> Work:
    """Work that goes on where the last repetition stopped."""
    carried = _start(jax.random.split(jax.random.key(1), ENVS)), jax.random.key(2)

    def work(steps: int) -> Callable[[], Counts]:
        nonlocal carried
        carried = jax.block_until_ready(advance(*carried, steps))
        return lambda: {"steps": steps * ENVS}

    ended = 0
    for step in range(100):
        work(1)
        state = carried[0]
        rewards, over = jax.device_get((state.rewards, state.terminated))
        ended += int(over.sum())
        # pgx answers an illegal action with a reward of -1 for one player and +1 for the other at
        # once; a game ends after 7 plies at the earliest, so none may have ended before.
        if step < 6 and ended:
            raise AssertionError("a game ended before its seventh ply: an illegal action")
        if (rewards.sum(axis=1) != 0).any():
            raise AssertionError("the rewards of the two players don't cancel out")
    if not 100 * ENVS / 30 < ended < 100 * ENVS / 15:
        raise AssertionError(f"{ended} random games in {100 * ENVS} steps: not 15 to 30 plies each")
    return work


if __name__ == "__main__":
    main({"jit": jit, "python": python}, ["pgx", "jax", "jaxlib"])
