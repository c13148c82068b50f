"""Vectors of Gymnasium environments: solo games in the core, and seats in Gymnasium's own."""

from __future__ import annotations

import copy
from functools import partial
from typing import Any

import gymnasium
import ludoteca as lt
import numpy as np
import pytest
from envs_support import BOGOSS, id_of
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics
from hypothesis import given
from hypothesis import strategies as st
from ludoteca.envs.gymnasium import SeatEnv, SoloVectorEnv
from support import SEEDS, raised, tables

SOLO = [name for name, info in lt.games().items() if info["players"][0] == 1]
each_solo = pytest.mark.parametrize("name", SOLO)


@each_solo
@given(table=st.data(), seed=SEEDS)
def test_solo_games_step_like_vector_env(name: str, table: st.DataObject, seed: int) -> None:
    game, envs = table.draw(tables(name, 1)), 5
    dtype: Any = table.draw(st.sampled_from(["uint8", "float32"]))
    env = SoloVectorEnv(game, envs, dtype=dtype, copy=table.draw(st.booleans()))
    core = game.vector_env(envs, seed=seed, dtype=dtype)
    given: tuple[Any, ...] = env.reset(seed=seed)
    expected: tuple[Any, ...] = core.reset()
    for step in range(40):
        observation, info = given[0], given[-1]
        assert observation in env.observation_space
        assert np.array_equal(observation, expected[0])
        assert info.keys() == {"action_mask", "_action_mask"}
        assert info["action_mask"].dtype == np.int8
        assert np.array_equal(info["action_mask"], expected[-1]["legal_mask"])
        assert info["_action_mask"].tolist() == [True] * envs
        indices = core.sample(step)
        given, expected = env.step(indices.astype(np.int64)), core.step(indices)
        assert np.array_equal(given[1], expected[1][:, 0])
        assert given[1].dtype == np.float64
        assert np.array_equal(given[2:4], expected[2:4])


@each_solo
def test_what_solo_games_give_is_the_callers(name: str) -> None:
    env = SoloVectorEnv(name, 4, players=1)
    given: list[tuple[Any, ...]] = [env.reset(seed=1)]
    kept = copy.deepcopy(given)
    for _ in range(3):
        given.append(env.step(env.action_space.sample(tuple(given[-1][-1]["action_mask"]))))
        kept.append(copy.deepcopy(given[-1]))
    assert data_equivalence(given, kept, exact=True)
    observation, info = env.reset(seed=1)
    observation[:], info["action_mask"][:] = 1, 1
    assert data_equivalence(env.reset(seed=1), kept[0], exact=True)
    lent, info = SoloVectorEnv(name, 4, copy=False, players=1).reset(seed=1)
    assert not lent.flags.writeable | info["action_mask"].flags.writeable


@each_solo
def test_solo_games_under_wrappers(name: str) -> None:
    env = gymnasium.make_vec(id_of(name), num_envs=3, players=1)
    assert type(env) is SoloVectorEnv
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    wrapped = DictInfoToList(RecordEpisodeStatistics(env))
    _, infos = wrapped.reset(seed=1)
    lengths = []
    for _ in range(400):
        masks = tuple(info["action_mask"] for info in infos)
        *_, infos = wrapped.step(env.action_space.sample(masks))
        lengths += [info["episode"]["l"] for info in infos if "episode" in info]
        if len(lengths) >= 3:
            break
    assert 0 < min(lengths) <= max(lengths) <= lt.game(name, players=1).max_plies


@each_solo
def test_resets_without_a_seed_go_on(name: str) -> None:
    envs = [SoloVectorEnv(name, 2, players=1) for _ in range(2)]
    given = [[env.reset(seed=seed)[0] for seed in (1, None, None, 1)] for env in envs]
    assert data_equivalence(given[0], given[1], exact=True)
    assert len({observation.tobytes() for observation in given[0]}) == 3
    assert len({SoloVectorEnv(name, 2, players=1).reset()[0].tobytes() for _ in range(3)}) == 3


def test_seats_step_together_in_gymnasiums_own_vectors() -> None:
    mode = AutoresetMode.SAME_STEP
    env = SyncVectorEnv([partial(SeatEnv, BOGOSS)] * 3, autoreset_mode=mode)
    singles = [SeatEnv(BOGOSS) for _ in range(3)]
    _, info = env.reset(seed=4)
    for number, single in enumerate(singles):
        single.reset(seed=4 + number)
    ends = 0
    while ends < 3:
        indices = [int(np.flatnonzero(mask)[-1]) for mask in info["action_mask"]]
        observations, rewards, terminated, _, info = env.step(np.array(indices))
        for row, (single, index) in enumerate(zip(singles, indices, strict=True)):
            seen, reward, over, *_ = single.step(index)
            assert (reward, over) == (rewards[row], terminated[row])
            if over:
                ends += 1
                assert np.array_equal(info["final_obs"][row], seen)
                seen, _ = single.reset()
            assert np.array_equal(observations[row], seen)


def test_wrong_rows_of_solo_games_change_nothing() -> None:
    env, other = (SoloVectorEnv("athos", 3, players=1) for _ in range(2))
    assert type(raised(env.step, np.zeros(3, np.int64))) is lt.IllegalActionError
    _, info = env.reset(seed=1)
    other.reset(seed=1)
    good = info["action_mask"].argmax(axis=1)
    bad = info["action_mask"].argmin(axis=1)
    error = raised(env.step, np.array([good[0], bad[1], good[2]]))
    assert isinstance(error, lt.IllegalActionError)
    assert error.row == 1
    assert isinstance(raised(env.step, np.full(3, 2**32)), lt.IllegalActionError)
    assert type(raised(env.step, good[:2])) is lt.OptionError
    assert type(raised(env.step, good.astype(float))) is TypeError
    mask = {"reset_mask": np.array([True, False, False])}
    assert type(raised(env.reset, options=mask)) is lt.OptionError
    assert type(raised(env.reset, seed=2**64)) is lt.OptionError
    assert data_equivalence(env.step(good), other.step(good), exact=True)


def test_solo_games_are_for_one_player() -> None:
    error = raised(SoloVectorEnv, BOGOSS, 4)
    assert isinstance(error, lt.OptionError)
    assert error.option == "players"
    assert "SyncVectorEnv" in str(error)
