"""What the bridges share: spaces, what a seat is given, drawn seeds, errors without a trace."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, Literal, get_args

import numpy as np
from gymnasium import logger, spaces
from numpy.typing import NDArray

from ludoteca._engine import Game, State
from ludoteca.envs.arguments import check_choice
from ludoteca.errors import IllegalActionError

__all__ = [
    "RENDER_MODES",
    "Dtype",
    "action_mask",
    "action_space",
    "drawn_seed",
    "observation",
    "observation_space",
    "rendered",
    "started",
    "unchanged_by_errors",
]

RENDER_MODES: Final = ("ansi", "human")
"""Drawings as text, given or printed."""

Dtype = Literal["uint8", "float32"]
"""The type of observations, as for `Game.vector_env`."""


def observation_space(game: Game, dtype: Dtype) -> spaces.Box:
    """All arrays of whole numbers from 0 to 255 in the shape of the game's observations.

    Raises:
        TypeError: The type is not given as a text.
        OptionError: There is no such type.
    """
    check_choice("dtype", dtype, *get_args(Dtype))
    return spaces.Box(0, 255, game.observation_shape, np.dtype(dtype).type)


def action_space(game: Game) -> spaces.Discrete:
    """All indices of the game."""
    return spaces.Discrete(game.action_size)


def observation(state: State, seat: int, dtype: Dtype) -> NDArray[Any]:
    """What a seat observes, in an array of its own."""
    return state.observation(seat).astype(dtype, copy=False)


def action_mask(state: State, seat: int) -> NDArray[np.int8]:
    """1 at the index of every action that the seat may choose now; whether others may is theirs."""
    if state.actor == seat:
        return state.legal_mask.view(np.int8)
    return np.zeros(state.game.action_size, np.int8)


def drawn_seed(random: np.random.Generator) -> int:
    """A seed for ludoteca from NumPy's generator."""
    return int(random.integers(2**64, dtype=np.uint64))


@contextmanager
def unchanged_by_errors(env: Any) -> Iterator[None]:
    """Gives one of Gymnasium's environments back its fields and its generator if a call fails."""
    random = env.np_random
    position, fields = random.bit_generator.state, vars(env).copy()
    try:
        yield
    except BaseException:
        random.bit_generator.state = position
        vars(env).update(fields)
        raise


def started(state: State | None) -> State:
    """The position, if there is one.

    Raises:
        IllegalActionError: There is none.
    """
    if state is None:
        raise IllegalActionError("no game has been started: call reset first")
    return state


def rendered(render_mode: str | None, state: State, seat: int | None) -> str | None:
    """The drawing for a seat or a spectator, if it is to be given; else it is printed."""
    if render_mode is None:
        logger.warn("render was called without a render_mode")
        return None
    drawing = state.draw_for(seat)
    if render_mode == "ansi":
        return drawing
    print(drawing)
    return None
