"""What the bridges are given, checked: `TypeError` for wrong types, `OptionError` for values."""

from __future__ import annotations

import operator
from typing import Any, SupportsIndex

import numpy as np

from ludoteca import _engine
from ludoteca._engine import Game
from ludoteca.errors import OptionError

__all__ = ["check_choice", "check_flag", "made", "whole_seed"]


VOWELS = tuple("aeiou")


def _wrong_type(option: str, value: object, expected: str) -> TypeError:
    """Worded like those of the core."""
    name = type(value).__name__
    kind = "None" if value is None else f"{'an' if name.startswith(VOWELS) else 'a'} {name}"
    return TypeError(f"{option}: {expected} is expected, not {kind}")


def made(game: Game | str, options: dict[str, Any]) -> Game:
    """The game, or the one with a name and options.

    Raises:
        TypeError: It is neither a game nor a name, or options come with a game.
        OptionError: There is no such game, or an option is not accepted.
    """
    if isinstance(game, str):
        return _engine.game(game, **options)
    if not isinstance(game, Game):
        raise _wrong_type("game", game, "a Game or the name of one")
    if options:
        raise TypeError(
            f"{', '.join(options)}: options go with the name of a game, not with a Game"
        )
    return game


def check_choice(option: str, value: object, *known: str | None) -> None:
    """Refuses a value that is none of those known.

    Raises:
        TypeError: It is of another type.
        OptionError: It is not known.
    """
    if not isinstance(value, str) and not (value is None and None in known):
        texts = ("None" if text is None else f'"{text}"' for text in known)
        raise _wrong_type(option, value, " or ".join(texts))
    if value not in known:
        short = value if value is None or len(value) <= 60 else f"{value[:60]}..."
        message = f"{option} {short!r} is not accepted: {' or '.join(map(str, known))}"
        raise OptionError(message, option=option)


def check_flag(option: str, value: object) -> None:
    """Refuses what is not true or false.

    Raises:
        TypeError: It is something else.
    """
    if not isinstance(value, bool | np.bool_):
        raise _wrong_type(option, value, "True or False")


def whole_seed(game: Game, seed: SupportsIndex | None) -> int | None:
    """A seed as Python's own number, which the libraries want; `None` if there is none.

    Raises:
        TypeError: It is no whole number.
        OptionError: It is out of range.
    """
    if seed is None:
        return None
    game.start(seed=seed)  # Refuses what is no seed.
    return operator.index(seed)
