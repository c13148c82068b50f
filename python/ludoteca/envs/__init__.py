"""Environments in the interfaces of other libraries, each with an extra of its own.

`AECEnv` is a game for PettingZoo (the extra `pettingzoo`); `SeatEnv`, one seat of a game, and
`SeatVectorEnv`, one seat of many games, are for Gymnasium (the extra `gymnasium`). Nothing of
them is imported before it is asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludoteca.envs.gymnasium import SeatEnv, SeatVectorEnv
    from ludoteca.envs.pettingzoo import AECEnv

__all__ = ["AECEnv", "SeatEnv", "SeatVectorEnv"]

# Where each class is; modules and extras are named after the libraries.
_LIBRARY = {"AECEnv": "pettingzoo", "SeatEnv": "gymnasium", "SeatVectorEnv": "gymnasium"}


def __getattr__(name: str) -> Any:
    library = _LIBRARY.get(name)
    if library is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return getattr(import_module(f"{__name__}.{library}"), name)
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in _LIBRARY.values():
            raise
        message = f"lt.envs.{name} needs {missing}: pip install 'ludoteca[{library}]'"
        raise ImportError(message, name=missing) from error


def __dir__() -> list[str]:
    return [*globals(), *__all__]
