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

    def __init__(self, game: lt.Game, envs: int, seed: int) -> None:
        self.game, self.envs, self.seed = game, envs, seed
        self.episodes = list(range(envs))
        self.states = [self.start(row) for row in range(envs)]
        self.reward = np.zeros((envs, game.players), np.float32)
        self.terminated = np.zeros(envs, bool)
        self.truncated = np.zeros(envs, bool)

    def start(self, row: int) -> lt.State:
        """The next game of a row that chance alone does not end."""
        while (state := self.game.start(seed=self.seed, index=self.episodes[row])).is_over:
            self.episodes[row] += self.envs
        return state

    def step(self, indices: NDArray[np.int32]) -> None:
        for row, index in enumerate(indices.tolist()):
            before = self.states[row]
            after = before.apply(index)
            self.reward[row] = np.subtract(after.returns, before.returns, dtype=np.float32)
            self.terminated[row] = after.is_over
            self.truncated[row] = not after.is_over and len(after.legal_indices) == 0
            if self.terminated[row] or self.truncated[row]:
                self.episodes[row] += self.envs
                after = self.start(row)
            self.states[row] = after

    def choose(self, rng: Random) -> NDArray[np.int32]:
        return np.array([rng.choice(state.legal_indices) for state in self.states], np.int32)

    def compare(self, observation: NDArray[Any], info: dict[str, NDArray[Any]]) -> None:
        actors = [state.actor for state in self.states]
        assert info["actor"].dtype == np.int32
        assert info["legal_mask"].dtype == np.bool_
        assert info["actor"].tolist() == actors
        for row, state in enumerate(self.states):
            seat = state.actor
            assert isinstance(seat, int)
            seen = state.observation(seat).astype(observation.dtype)
            assert observation[row].tobytes() == seen.tobytes()
            assert info["legal_mask"][row].tobytes() == state.legal_mask.tobytes()
