"""Vectors of Gymnasium environments: seats in the core, and seats in Gymnasium's own."""

from __future__ import annotations

import copy
from functools import partial
from random import Random
from typing import Any

import gymnasium
import ludoteca as lt
import numpy as np
import pytest
from envs_support import BOGOSS, cut_off, id_of, narrow
from gymnasium.utils import env_checker
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics
from hypothesis import given
from hypothesis import strategies as st
from ludoteca.envs.gymnasium import SeatEnv, SeatVectorEnv
from support import RANDOMS, SEEDS, TABLES, raised, tables

SOLO = [name for name, info in lt.games().items() if info["players"][0] == 1]
each_solo = pytest.mark.parametrize("name", SOLO)
each_table = pytest.mark.parametrize(("name", "players"), TABLES)
SAME_STEP = AutoresetMode.SAME_STEP


def chosen(masks: Any, rng: Random) -> Any:
    """A legal index of each mask."""
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])


def drawn(random: np.random.Generator) -> int:
    """The seed that an environment draws where one is missing."""
    return int(random.integers(2**64, dtype=np.uint64))


# --- Beside Gymnasium's own vectors --------------------------------------------------------------


def compare(env: SeatVectorEnv, own: SyncVectorEnv, seed: Any, steps: int, rng: Random) -> int:
    """Both do the same, to the byte and the type of every entry; how many games ended."""
    given: tuple[Any, ...] = env.reset(seed=seed)
    expected: tuple[Any, ...] = own.reset(seed=seed)
    ends = 0
    for _ in range(steps):
        if ends > 3:
            break
        assert data_equivalence(given, expected, exact=True)
        assert given[0] in env.observation_space
        indices = chosen(given[-1]["action_mask"], rng)
        given, expected = env.step(indices), own.step(indices)
        ends += int((given[2] | given[3]).sum())
    assert data_equivalence(given, expected, exact=True)
    return ends


@each_solo
@given(table=st.data(), seed=SEEDS, rng=RANDOMS)
def test_solo_games_are_those_of_gymnasiums_own_vectors(
    name: str, table: st.DataObject, seed: int, rng: Random
) -> None:
    game = table.draw(tables(name, 1))
    dtype: Any = rng.choice(["uint8", "float32"])
    seeds: Any = rng.choice([[seed, 7, 7], min(seed, 2**64 - 3)])
    env = SeatVectorEnv(game, 3, dtype=dtype, copy=rng.choice([True, False]))
    own = SyncVectorEnv([partial(SeatEnv, game, dtype=dtype)] * 3, autoreset_mode=SAME_STEP)
    assert env.metadata["autoreset_mode"] is own.metadata["autoreset_mode"]
    for ours, theirs in [
        (env.single_action_space, own.single_action_space),
        (env.action_space, own.action_space),
        (env.single_observation_space, own.single_observation_space),
        (env.observation_space, own.observation_space),
    ]:
        assert ours == theirs
    assert compare(env, own, seeds, min(game.max_plies + 1, 600), rng) > 0


def test_a_game_that_is_cut_off_ends_as_in_gymnasiums_own_vectors() -> None:
    game = narrow(1)
    number, indices = cut_off(game)
    env = SeatVectorEnv(game, 2_000)
    core = game.vector_env(2_000, seed=1, seat=0, final_observation=True)
    core.reset()
    # The same games under one seed: seeds of each environment are others.
    env._envs, (_, info) = core, core.reset()
    env._mask = info["legal_mask"]
    for step, index in enumerate(indices):
        picked = core.sample(step)
        assert picked[number] == index
        _, _, terminated, truncated, told = env.step(picked)
    assert truncated[number] > terminated[number]
    state = game.start(seed=1, index=number)
    for index in indices:
        state = state.apply(index)
    assert np.array_equal(told["final_obs"][number], state.observation(0))
    assert not told["final_info"]["action_mask"][number].any()


@each_table
@given(table=st.data(), seed=SEEDS, rng=RANDOMS)
def test_one_seat_is_that_of_vector_env(
    name: str, players: int, table: st.DataObject, seed: int, rng: Random
) -> None:
    game, seat, envs = table.draw(tables(name, players)), rng.randrange(players), 3
    others = rng.choice(["random", ["random"] * (players - 1)])
    seed = min(seed, 2**64 - envs)
    env = SeatVectorEnv(game, envs, seat=seat, others=others)
    core = game.vector_env(
        envs, [seed, seed + 1, seed + 2], seat=seat, others=others, final_observation=True
    )
    given: tuple[Any, ...]
    try:
        given = env.reset(seed=seed)
    except lt.OptionError as error:
        assert error.option == "seat"  # noqa: PT017 - some options leave a seat without a turn
        return
    expected: tuple[Any, ...] = core.reset()
    for step in range(30):
        observation, info = given[0], given[-1]
        assert np.array_equal(observation, expected[0])
        assert info["action_mask"].dtype == np.int8
        assert np.array_equal(info["action_mask"], expected[-1]["legal_mask"])
        rows = expected[-1]["final_rows"]
        assert ("final_obs" in info) == ("final_info" in info) == (len(rows) > 0)
        if len(rows) > 0:
            assert np.flatnonzero(info["_final_obs"]).tolist() == rows.tolist()
            last = np.stack(list(info["final_obs"][rows]))
            assert np.array_equal(last, expected[-1]["final_observation"])
        indices = core.sample(step)
        given, expected = env.step(indices.astype(np.int64)), core.step(indices)
        assert np.array_equal(given[1], expected[1][:, seat])
        assert given[1].dtype == np.float64
        assert np.array_equal(given[2:4], expected[2:4])


# --- Gymnasium's own checks ---------------------------------------------------------------------


class Alone(gymnasium.Env[Any, Any]):
    """The only environment of a vector, for checks that want no vectors."""

    def __init__(self, env: SeatVectorEnv) -> None:
        self.env = env
        self.observation_space = env.single_observation_space
        self.action_space = env.single_action_space

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        super().reset(seed=seed)
        observation, info = self.env.reset(seed=seed, options=options)
        return observation[0], {"action_mask": info["action_mask"][0]}

    def step(self, action: Any) -> Any:
        observation, *told, info = self.env.step(np.array([action]))
        told = [array[0].item() for array in told]
        return observation[0], *told, {"action_mask": info["action_mask"][0]}


@each_table
def test_the_checks_of_environments_pass(name: str, players: int) -> None:
    """Those that vectors can pass, and of one environment alone all that there are."""
    dtypes: list[Any] = ["uint8", "float32"]
    for dtype in dtypes:
        env: Any = gymnasium.make_vec(
            id_of(name), num_envs=3, players=players, illegal="random", dtype=dtype
        )
        assert isinstance(env, SeatVectorEnv)
        vector: Any = env
        env_checker.check_space_limit(env.single_observation_space, "observation")
        env_checker.check_space_limit(env.single_action_space, "action")
        env_checker.check_reset_return_info_deprecation(vector)
        env_checker.check_seed_deprecation(vector)
        env_checker.check_reset_return_type(vector)
        env_checker.check_reset_seed_determinism(vector)
        env_checker.check_reset_options(vector)
        env.close()
        one = SeatVectorEnv(name, players=players, illegal="random", dtype=dtype)
        env_checker.check_env(Alone(one), skip_render_check=True)


@each_table
def test_seats_under_wrappers(name: str, players: int) -> None:
    env = gymnasium.make_vec(id_of(name), num_envs=3, players=players)
    assert env.metadata["autoreset_mode"] is SAME_STEP
    wrapped = DictInfoToList(RecordEpisodeStatistics(env))
    _, infos = wrapped.reset(seed=1)
    lengths, rng = [], Random(1)
    for _ in range(400):
        *_, infos = wrapped.step(chosen([info["action_mask"] for info in infos], rng))
        lengths += [info["episode"]["l"] for info in infos if "episode" in info]
        if len(lengths) >= 3:
            break
    assert 0 < min(lengths) <= max(lengths) <= lt.game(name, players=players).max_plies


# --- What is given ------------------------------------------------------------------------------


@each_table
def test_what_is_given_is_the_callers(name: str, players: int) -> None:
    env = SeatVectorEnv(name, 4, players=players)
    given: list[tuple[Any, ...]] = [env.reset(seed=1)]
    kept = copy.deepcopy(given)
    for _ in range(20):
        given.append(env.step(env.action_space.sample(tuple(given[-1][-1]["action_mask"]))))
        kept.append(copy.deepcopy(given[-1]))
    assert data_equivalence(given, kept, exact=True)
    observation, info = env.reset(seed=1)
    observation[:], info["action_mask"][:] = 1, 1
    assert data_equivalence(env.reset(seed=1), kept[0], exact=True)
    lent, info = SeatVectorEnv(name, 4, copy=False, players=players).reset(seed=1)
    assert not lent.flags.writeable | info["action_mask"].flags.writeable


def test_resets_without_a_seed_go_on() -> None:
    envs = [SeatVectorEnv(BOGOSS, 2, seat=1) for _ in range(2)]
    given = [[env.reset(seed=seed)[0] for seed in (1, None, [None, 5], 1)] for env in envs]
    assert data_equivalence(given[0], given[1], exact=True)
    assert len({observation.tobytes() for observation in given[0]}) == 3
    assert len({SeatVectorEnv(BOGOSS, 2).reset()[0].tobytes() for _ in range(3)}) == 3


def test_missing_seeds_are_drawn_from_the_generator_that_given_ones_start() -> None:
    env, other = (SeatVectorEnv(BOGOSS, 2) for _ in range(2))
    env.reset(seed=7)
    random = np.random.default_rng([7, 8])
    for asked in ([None, None], None, [None, 5]):
        own = [5 if each == 5 else drawn(random) for each in asked or [None, None]]
        assert data_equivalence(env.reset(seed=asked), other.reset(seed=own), exact=True)
        if asked is not None:
            random = np.random.default_rng(own)


def test_illegal_indices_can_stand_for_random_legal_ones() -> None:
    env, plain = SeatVectorEnv(BOGOSS, 8, illegal="random"), SeatVectorEnv(BOGOSS, 8)
    _, info = env.reset(seed=1)
    plain.reset(seed=1)
    legal = info["action_mask"].argmax(axis=1)
    # Legal indices are not replaced, and those outside of the space are refused.
    assert data_equivalence(env.step(legal), plain.step(legal), exact=True)
    assert isinstance(raised(env.step, np.full(8, -1)), lt.IllegalActionError)
    for flags_or_floats in (np.zeros(8, bool), np.zeros(8)):
        assert type(raised(env.step, flags_or_floats)) is TypeError
    env.reset(seed=1)
    given = env.step(np.zeros(8, np.int64))
    env.reset(seed=1)
    assert data_equivalence(env.step(np.zeros(8, np.int64)), given, exact=True)


def test_seats_step_together_in_gymnasiums_own_vectors() -> None:
    env = SyncVectorEnv([partial(SeatEnv, BOGOSS)] * 3, autoreset_mode=SAME_STEP)
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


# --- Errors -------------------------------------------------------------------------------------


def test_wrong_rows_change_nothing() -> None:
    env, other = (SeatVectorEnv("athos", 3, players=2, seat=1) for _ in range(2))
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
    refused: list[Any] = [-1, 2**64, 2**64 - 2, [1, 2], [1, 2, -1]]
    no_seeds: list[Any] = [1.5, "1", True, [1, 2, "3"]]
    for seed in refused:
        assert type(raised(env.reset, seed=seed)) is lt.OptionError
    for seed in no_seeds:
        assert type(raised(env.reset, seed=seed)) is TypeError
    assert data_equivalence(env.step(good), other.step(good), exact=True)


@pytest.mark.parametrize(
    "seed", [[None, None, None, "x"], [None, None, None, -1], [None, None, 1], "x", 2**64 - 3]
)
def test_refused_seeds_change_nothing(seed: Any) -> None:
    env, other = (SeatVectorEnv(BOGOSS, 4) for _ in range(2))
    _, info = env.reset(seed=5)
    other.reset(seed=5)
    assert isinstance(raised(env.reset, seed=seed), lt.OptionError | TypeError)
    assert env.np_random.bit_generator.state == other.np_random.bit_generator.state
    picked = info["action_mask"].argmax(axis=1)
    assert data_equivalence(env.step(picked), other.step(picked), exact=True)
    assert data_equivalence(env.reset(), other.reset(), exact=True)


@pytest.mark.parametrize(
    ("asked", "kind", "said"),
    [
        ({"num_envs": 0}, lt.OptionError, "envs 0"),
        ({"seat": 3}, lt.OptionError, "seat 3"),
        ({"seat": None}, TypeError, "seat"),
        ({"others": "nobody"}, lt.OptionError, "nobody"),
        ({"others": ["random"]}, lt.OptionError, "1 agents for 2 other seats"),
        ({"others": 1}, TypeError, "others"),
        ({"illegal": "ignore"}, lt.OptionError, "ignore"),
        ({"dtype": "float64"}, lt.OptionError, "float64"),
        ({"threads": 0}, lt.OptionError, "threads 0"),
        ({"players": 3}, TypeError, "players"),
    ],
)
def test_wrong_arguments_are_refused(asked: Any, kind: type[Exception], said: str) -> None:
    error = raised(SeatVectorEnv, BOGOSS, **asked)
    assert type(error) is kind
    assert said in str(error)


def test_a_seat_without_a_turn_is_refused() -> None:
    game = lt.game("bogoss", players=3, max_turns=1, give_choice="asker")
    assert SeatVectorEnv(game, 2).reset(seed=1)[1]["action_mask"].any()
    env = SeatVectorEnv(game, 2, seat=2)
    error = raised(env.reset, seed=1)
    assert isinstance(error, lt.OptionError)
    assert error.option == "seat"
    assert "seat 2 had no turn in 1000 games" in str(error)
    assert "call reset first" in str(raised(env.step, np.zeros(2, np.int64)))
    # What is refused draws nothing.
    before = copy.deepcopy(env.np_random.bit_generator.state)
    for seed in (None, [None, 1], 1):
        assert isinstance(raised(env.reset, seed=seed), lt.OptionError)
        assert env.np_random.bit_generator.state == before


def test_whole_numbers_of_any_type_are_made_legal() -> None:
    env = SeatVectorEnv(BOGOSS, 3, illegal="random")
    _, info = env.reset(seed=1)
    actions = info["action_mask"].argmax(axis=1)
    actions[1] = info["action_mask"][1].argmin()
    expected = env.step(actions)
    for dtype in (np.int8, np.int32, np.uint64):
        env.reset(seed=1)
        found = env.step(actions.astype(dtype))
        assert data_equivalence(found, expected)
    env.reset(seed=1)
    too_large = actions.astype(np.uint64)
    too_large[1] = 2**64 - 1
    assert isinstance(raised(env.step, too_large), lt.IllegalActionError)
    assert type(raised(env.step, actions.astype(np.float64))) is TypeError
