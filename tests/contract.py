"""What the tests of the contract share: tables drawn at random, what a state is, what seats see."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import ludoteca as lt
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from support import (
    TABLES,
    tables,
)

each_table = pytest.mark.parametrize(("name", "players"), TABLES)
each_game = pytest.mark.parametrize("name", list(lt.games()))
Body = Callable[..., None]


def random_tables(**drawn: st.SearchStrategy[Any]) -> Callable[[Body], Body]:
    """A test of every game with every number of players: its options and `drawn` are drawn."""

    def decorate(test: Body) -> Body:
        def run(name: str, players: int, table: st.DataObject, **values: Any) -> None:
            test(table.draw(tables(name, players)), **values)

        # Under one name all tests would get the same examples.
        run.__name__, run.__doc__ = test.__name__, test.__doc__
        decorated: Body = each_table(given(table=st.data(), **drawn)(run))
        return decorated

    return decorate


def small_table(name: str) -> lt.Game:
    """The game for two, or for as near to two as it goes."""
    low, high = lt.games()[name]["players"]
    return lt.game(name, players=min(max(low, 2), high))


def every_seat(game: lt.Game) -> range:
    return range(game.players)


def is_array(array: NDArray[Any], dtype: str, *shape: int) -> bool:
    return bool(array.dtype == dtype and array.shape == shape)


def indexed(state: lt.State) -> list[int]:
    """The indices of the legal actions that have one, in order."""
    indices = [state.index(action) for action in state.legal_actions]
    return [index for index in indices if index is not None]


def choices(state: lt.State) -> tuple[Any, ...]:
    """What the player to act may do."""
    return state.legal_actions, state.legal_mask.tobytes(), state.legal_indices.tobytes()


def seen_by(state: lt.State, seat: int) -> tuple[Any, ...]:
    """All that a seat gets to see of a state, but for its choices.

    `actor` is for the driver of the game: that somebody has to choose can be a secret.
    """
    view = json.dumps(state.view(seat))
    observation = state.observation(seat).tobytes()
    return view, observation, state.history_for(seat), state.draw_for(seat)


def facts(state: lt.State) -> tuple[Any, ...]:
    """All that a state is, to see whether it stays what it is."""
    seats = [seen_by(state, seat) for seat in every_seat(state.game)]
    return state.to_json(), state.record(), hash(state), choices(state), seats


def check_over(state: lt.State) -> None:
    game, outcome = state.game, state.outcome
    assert state.actor is None
    assert state.is_over
    assert outcome is not None
    assert state.ply <= game.max_plies
    assert outcome.returns == state.returns
    assert outcome.scores == state.scores
    assert all(seat in every_seat(game) for seat in outcome.winners)
    assert len(set(outcome.winners)) == len(outcome.winners)
    assert list(outcome.winners) == sorted(outcome.winners)
    assert all(state.returns[seat] == max(state.returns) > 0 for seat in outcome.winners)
    assert isinstance(outcome.reason, str)
    assert outcome.reason
    json.dumps(outcome.details)


def check_reloaded(state: lt.State, again: lt.State) -> None:
    """Equal in every way, the past included."""
    assert again == state
    assert hash(again) == hash(state)
    assert again.ply == state.ply
    assert again.actor == state.actor
    assert again.history == state.history
    assert choices(again) == choices(state)
    assert again.chance_outcomes == state.chance_outcomes
    assert again.to_json() == state.to_json()
    assert again.record() == state.record()
    for seat in every_seat(state.game):
        assert seen_by(again, seat) == seen_by(state, seat)


def columns(results: lt.Results, games: int | None = None) -> list[Any]:
    """The results as bytes and lists, of the first games."""
    part = slice(games)
    arrays = (results.returns, results.scores, results.plies, results.winners)
    texts = (results.reason, results.level)
    return [array[part].tobytes() for array in arrays] + [text[part].tolist() for text in texts]


class Singles:
    """What a vector environment has to be: single states, stepped one by one."""

    def __init__(self, game: lt.Game, envs: int, seed: int | list[int]) -> None:
        self.game, self.envs = game, envs
        shared = isinstance(seed, int)
        self.seeds = [seed] * envs if isinstance(seed, int) else seed
        self.episodes = list(range(envs)) if shared else [0] * envs
        self.stride = envs if shared else 1
        self.states = [self.start(row) for row in range(envs)]
        self.reward = np.zeros((envs, game.players), np.float32)
        self.terminated = np.zeros(envs, bool)
        self.truncated = np.zeros(envs, bool)
        self.final_returns = np.zeros((envs, game.players), np.float32)
        self.ends: dict[int, lt.State] = {}

    def begun(self, row: int) -> lt.State:
        """A game up to the first decision from outside."""
        return self.game.start(seed=self.seeds[row], index=self.episodes[row])

    def go_on(self, state: lt.State) -> lt.State:
        """A position after a decision, up to the next from outside."""
        return state

    def start(self, row: int) -> lt.State:
        """The next game of a row in which there is something to decide."""
        while len((state := self.begun(row)).legal_indices) == 0:
            self.episodes[row] += self.stride
        return state

    def step(self, indices: NDArray[np.int32]) -> None:
        self.ends = {}
        for row, index in enumerate(indices.tolist()):
            before = self.states[row]
            after = self.go_on(before.apply(index))
            self.reward[row] = np.subtract(after.returns, before.returns, dtype=np.float32)
            self.terminated[row] = after.is_over
            self.truncated[row] = not after.is_over and len(after.legal_indices) == 0
            self.final_returns[row] = 0
            if self.terminated[row] or self.truncated[row]:
                self.ends[row], self.final_returns[row] = after, after.returns
                self.episodes[row] += self.stride
                after = self.start(row)
            self.states[row] = after

    def choose(self, rng: Random) -> NDArray[np.int32]:
        return np.array([rng.choice(state.legal_indices) for state in self.states], np.int32)

    def compare(self, observation: NDArray[Any], info: dict[str, NDArray[Any]]) -> None:
        actors = [state.actor for state in self.states]
        assert info["actor"].dtype == np.int32
        assert info["legal_mask"].dtype == np.bool_
        assert info["actor"].tolist() == actors
        assert is_array(info["final_returns"], "float32", self.envs, self.game.players)
        assert info["final_returns"].tobytes() == self.final_returns.tobytes()
        for row, state in enumerate(self.states):
            seat = state.actor
            assert isinstance(seat, int)
            seen = state.observation(seat).astype(observation.dtype)
            assert observation[row].tobytes() == seen.tobytes()
            assert info["legal_mask"][row].tobytes() == state.legal_mask.tobytes()

    def compare_ends(self, info: dict[str, NDArray[Any]], dtype: str, seat: int | None) -> None:
        """The last observations of games that ended: of a seat, or of all."""
        seats = every_seat(self.game) if seat is None else [seat]
        seen = [
            [end.observation(seat).astype(dtype) for seat in seats] for end in self.ends.values()
        ]
        seats_apart = [len(seats)] if seat is None else []
        shape = (len(seen), *seats_apart, *self.game.observation_shape)
        assert is_array(info["final_rows"], "int32", len(seen))
        assert info["final_rows"].tolist() == list(self.ends)
        assert is_array(info["final_observation"], dtype, *shape)
        assert info["final_observation"].tobytes() == np.array(seen, dtype).tobytes()


class Seated(Singles):
    """The same for one seat, with random players in the others that draw from the game's stream.

    The stream is that of the state's JSON, and a random player picks the action at
    ``floor(bits * count / 2**64)``, where bits that would not be even are left out.
    """

    def __init__(self, game: lt.Game, envs: int, seed: int | list[int], seat: int) -> None:
        self.seat = seat
        super().__init__(game, envs, seed)

    def begun(self, row: int) -> lt.State:
        return self.go_on(super().begun(row))

    def go_on(self, state: lt.State) -> lt.State:
        while state.actor not in (self.seat, None):
            data = json.loads(state.to_json())
            place, data["generator"] = drawn_below(len(state.legal_actions), data["generator"])
            # With a position for its origin the stream is free to be another.
            data.update(origin={"position": data["position"], "past": []}, events=[])
            again = self.game.state_from_json(json.dumps(data))
            state = again.apply(str(state.legal_actions[place]))
        return state


def drawn_below(limit: int, generator: str) -> tuple[int, str]:
    """A number below a limit from a stream as text, and what the stream is then."""
    stream = np.random.PCG64DXSM()
    words = json.loads(generator)
    inner: Any = {"state": words["state"], "inc": words["increment"]}
    stream.state = {"bit_generator": "PCG64DXSM", "state": inner, "has_uint32": 0, "uinteger": 0}
    while (product := int(stream.random_raw()) * limit) % 2**64 < 2**64 % limit:
        pass
    state: Any = stream.state["state"]
    return product >> 64, json.dumps({"state": state["state"], "increment": state["inc"]})
