"""A game of the registry once more in Python, where a fault can be planted.

`Game`, `State` and `VectorEnv` pass every question on to the engine's own object. A fault is a
subclass of one of them with one answer changed; `Game` is told which. With no fault nothing can be
told apart from the engine, which `test_contract_selfcheck.py` proves by the contract itself.
"""

from __future__ import annotations

from typing import Any

import ludoteca as lt


class Passing:
    """Passes on to `real` what the class does not answer itself."""

    real: Any

    def __getattr__(self, name: str) -> Any:
        # `copy` asks an instance for `__deepcopy__`, and the engine's would lose the double.
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.real, name)


class State(Passing):
    """A state of the engine, as a value of Python."""

    real: lt.State

    def __init__(self, real: lt.State, game: Game) -> None:
        self.real, self.game = real, game

    def __eq__(self, other: object) -> bool:
        return self.real == (other.real if isinstance(other, State) else other)

    def __hash__(self) -> int:
        return hash(self.real)

    def __repr__(self) -> str:
        return repr(self.real)

    def __str__(self) -> str:
        return str(self.real)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.real, self.game)

    def apply(self, action: Any) -> State:
        return self.game.state(self.real.apply(action))

    def determinize(self, seat: int, seed: Any) -> State:
        return self.game.state(self.real.determinize(seat, seed))


class VectorEnv(Passing):
    """Environments of the engine."""

    real: lt.VectorEnv

    def __init__(self, real: lt.VectorEnv, game: Game) -> None:
        self.real, self.game = real, game

    def __len__(self) -> int:
        return len(self.real)

    def step(self, indices: Any, **asked: Any) -> tuple[Any, ...]:
        return self.real.step(indices, **asked)


class Game(Passing):
    """A game of the engine; `fault` is the class that stands in for one of the three here."""

    real: lt.Game

    def __init__(self, real: lt.Game, fault: type | None = None) -> None:
        self.real, self.fault = real, fault

    def __eq__(self, other: object) -> bool:
        return self.real == (other.real if isinstance(other, Game) else other)

    def __hash__(self) -> int:
        return hash(self.real)

    def __repr__(self) -> str:
        return repr(self.real)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.real, self.fault)

    def state(self, real: lt.State) -> State:
        kind = self.fault if self.fault and issubclass(self.fault, State) else State
        return kind(real, self)

    def start(self, seed: Any = None, index: Any = None) -> State:
        return self.state(self.real.start(seed, index))

    def state_from_json(self, text: str) -> State:
        return self.state(self.real.state_from_json(text))

    def replay(self, record: str) -> State:
        return self.state(self.real.replay(record))

    def simulate(self, games: Any, **asked: Any) -> Any:
        return self.real.simulate(games, **asked)

    def vector_env(self, envs: Any, *given: Any, **asked: Any) -> VectorEnv:
        kind = self.fault if self.fault and issubclass(self.fault, VectorEnv) else VectorEnv
        return kind(self.real.vector_env(envs, *given, **asked), self)


def double(real: lt.Game, fault: type | None = None) -> Game:
    """The double of a game, with a fault or without."""
    kind = fault if fault and issubclass(fault, Game) else Game
    return kind(real, fault)
