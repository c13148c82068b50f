"""The contract of every game: batches, and environments that step together."""

from __future__ import annotations

import json
import math
from hashlib import sha256
from random import Random
from typing import Any

import ludoteca as lt
import numpy as np
import pytest
from contract import (
    Seated,
    Singles,
    columns,
    each_game,
    each_table,
    is_array,
    random_tables,
    small_table,
)
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from support import (
    RANDOMS,
    SEEDS,
    action_at,
    course,
    refusal,
    tables,
)


@each_table
@given(data=st.data(), seed=SEEDS)
def test_a_batch_depends_on_seed_and_game_alone(
    name: str, players: int, data: st.DataObject, seed: int
) -> None:
    game = data.draw(tables(name, players))
    agents = data.draw(st.lists(st.sampled_from(game.agents), min_size=players, max_size=players))
    for team, size in (("random", 300), (agents, 6)):
        whole = game.simulate(size, agents=team, seed=seed, threads=1)
        assert (len(whole), whole.games, whole.seed) == (size, size, seed)
        assert whole.agents == (tuple(team) if isinstance(team, list) else (team,) * players)
        assert not whole.interrupted
        assert is_array(whole.returns, "float32", size, players)
        assert is_array(whole.scores, "float32", size, players)
        assert is_array(whole.winners, "bool", size, players)
        assert is_array(whole.plies, "uint32", size)
        assert whole.index.tolist() == list(range(size))
        assert whole.reason.shape == whole.level.shape == (size,)
        for threads in (2, 8):
            again = game.simulate(size, agents=team, seed=seed, threads=threads)
            assert columns(again) == columns(whole)
        for part in (0, 1, size // 3):
            first = game.simulate(part, agents=team, seed=seed, threads=2)
            assert columns(first) == columns(whole, part)
        summary = whole.summary()
        json.dumps(summary)
        assert summary["plies_mean"] == pytest.approx(float(whole.plies.mean()))
        assert sum(summary["reasons"].values()) == size


@random_tables(rng=RANDOMS)
def test_a_batch_of_one_is_the_first_game(game: lt.Game, rng: Random) -> None:
    seeds = [rng.randrange(2**64) for _ in range(30)]
    singles = [columns(game.simulate(1, seed=seed)) for seed in seeds]
    assert singles == [columns(game.simulate(3, seed=seed, threads=2), 1) for seed in seeds]
    plies = [int(game.simulate(1, seed=seed).plies[0]) for seed in seeds]
    assert all(count <= game.max_plies for count in plies)


@random_tables(rng=RANDOMS)
def test_a_batch_is_random_play_of_single_states(game: lt.Game, rng: Random) -> None:
    """By the means over games, with six standard errors of room."""
    seed = rng.randrange(2**63)
    batch = game.simulate(2_000, seed=seed)
    ends = [list(course(game.start(seed=seed + k), rng))[-1] for k in range(40)]
    singles = np.array([(end.ply, *end.returns, *end.scores) for end in ends])
    means = np.column_stack([batch.plies, batch.returns, batch.scores])
    # A little more, for results that hardly ever happen.
    room = 6 * means.std(axis=0) / math.sqrt(len(ends)) + 0.2
    assert (np.abs(singles.mean(axis=0) - means.mean(axis=0)) <= room).all()


# --- Environments -------------------------------------------------------------------------------


@random_tables(seed=SEEDS, rng=RANDOMS)
def test_environments_step_like_single_states(game: lt.Game, seed: int, rng: Random) -> None:
    envs, threads = rng.choice([1, 3, 5]), rng.choice([None, 1, 2, 8])
    dtype: Any = rng.choice(["uint8", "float32"])
    env = game.vector_env(envs, seed=seed, threads=threads, dtype=dtype)
    assert (env.envs, len(env), env.game) == (envs, envs, game)
    for _ in range(2):
        singles = Singles(game, envs, seed)
        observation, info = env.reset()
        assert info.keys() == {"actor", "legal_mask", "final_returns"}
        assert observation.dtype == dtype
        assert observation.shape == (envs, *game.observation_shape)
        singles.compare(observation, info)
        for step in range(game.max_plies + 4):
            # Long enough for every environment to begin anew, if games are short.
            if step > 80 and max(singles.episodes) >= envs:
                break
            indices = singles.choose(rng)
            observation, reward, terminated, truncated, info = env.step(indices)
            singles.step(indices)
            assert is_array(reward, "float32", envs, game.players)
            assert is_array(terminated, "bool", envs)
            assert is_array(truncated, "bool", envs)
            assert reward.tolist() == singles.reward.tolist()
            assert terminated.tolist() == singles.terminated.tolist()
            assert truncated.tolist() == singles.truncated.tolist()
            singles.compare(observation, info)
        assert max(singles.episodes) >= envs
    other = seed ^ 1
    observation, info = env.reset(other)
    Singles(game, envs, other).compare(observation, info)


def fresh(env: lt.VectorEnv, dtype: str, rng: Random) -> dict[str, NDArray[Any]]:
    """Arrays for `out`, some of them, full of something else."""
    game, envs = env.game, len(env)
    flag = rng.choice(["bool", "uint8"])
    every = {
        "observation": np.ones((envs, *game.observation_shape), dtype),
        "reward": np.ones((envs, game.players), np.float32),
        "terminated": np.ones(envs, flag),
        "truncated": np.ones(envs, flag),
        "actor": np.full(envs, -7, np.int32),
        "legal_mask": np.ones((envs, game.action_size), flag),
        "final_returns": np.ones((envs, game.players), np.float32),
    }
    return {name: every[name] for name in rng.sample(list(every), rng.randint(1, 7))}


def named(given: tuple[Any, ...]) -> dict[str, NDArray[Any]]:
    """What a reset or a step returned, by the names for `out`."""
    names = ["observation", "reward", "terminated", "truncated"][: len(given) - 1]
    arrays: dict[str, NDArray[Any]] = {**dict(zip(names, given, strict=False)), **given[-1]}
    return arrays


@random_tables(seed=SEEDS, rng=RANDOMS)
def test_every_way_to_ask_gives_the_same(game: lt.Game, seed: int, rng: Random) -> None:
    """Seeds of each environment, last observations, arrays of the caller: as single states."""
    envs = rng.choice([2, 4])
    dtype: Any = rng.choice(["uint8", "float32"])
    seeds = [(seed + rng.randrange(3)) % 2**64 for _ in range(envs)]
    asked: Any = rng.choice([seeds, tuple(seeds), np.array(seeds, np.uint64)])
    env = game.vector_env(
        envs,
        asked,
        threads=rng.choice([1, 3]),
        dtype=dtype,
        final_observation=True,
    )
    plain = game.vector_env(envs, seeds, dtype=dtype)
    for again in (None, asked):
        singles = Singles(game, envs, seeds)
        out = fresh(env, dtype, rng)
        given: tuple[Any, ...] = env.reset(again, out=out)
        expected: tuple[Any, ...] = plain.reset()
        for step in range(game.max_plies + 4):
            if step > 40 and max(singles.episodes) > 1:
                break
            observation, info = given[0], given[-1]
            singles.compare(observation, {**info, "legal_mask": info["legal_mask"].view(bool)})
            singles.compare_ends(info, dtype, None)
            returned, others = named(given), named(expected)
            assert all(
                returned[name].tobytes() == array.tobytes() for name, array in others.items()
            )
            for name, array in out.items():
                if name in returned:
                    assert returned[name] is array
                else:
                    # A reset gives no rewards and flags, and writes that there are none.
                    assert not array.any()
            indices = singles.choose(rng)
            out = fresh(env, dtype, rng)
            given, expected = env.step(indices, out=out), plain.step(indices)
            singles.step(indices)
        assert max(singles.episodes) > 0


@random_tables(seed=SEEDS, rng=RANDOMS)
def test_one_seat_steps_beside_random_players(game: lt.Game, seed: int, rng: Random) -> None:
    """Reproduced by single states whose streams are drawn from in Python."""
    envs, seat, dtype = rng.choice([1, 3]), rng.randrange(game.players), "uint8"
    seeds: Any = rng.choice([seed, [(seed + 5 * row) % 2**64 for row in range(envs)]])
    env = game.vector_env(
        envs,
        seeds,
        threads=rng.choice([1, 2]),
        seat=seat,
        others=rng.choice([None, "random", ["random"] * (game.players - 1)]),
        final_observation=True,
    )
    try:
        observation, info = env.reset()
    except lt.OptionError as error:
        assert error.option == "seat"  # noqa: PT017 - some options leave a seat without a turn
        return
    singles = Seated(game, envs, seeds, seat)
    for step in range(game.max_plies + 4):
        if step > 30:
            break
        singles.compare(observation, info)
        singles.compare_ends(info, dtype, seat)
        assert (info["actor"] == seat).all()
        indices = singles.choose(rng)
        observation, reward, terminated, truncated, info = env.step(indices)
        singles.step(indices)
        assert reward.tobytes() == singles.reward.tobytes()
        assert terminated.tolist() == singles.terminated.tolist()
        assert truncated.tolist() == singles.truncated.tolist()


@random_tables(seed=SEEDS, rng=RANDOMS)
def test_seats_beside_agents_do_not_depend_on_threads(
    game: lt.Game, seed: int, rng: Random
) -> None:
    others = [rng.choice(game.agents) for _ in range(game.players - 1)]
    seat = rng.randrange(game.players)

    def played(threads: int) -> list[bytes]:
        env = game.vector_env(5, seed, threads, seat=seat, others=others)
        try:
            given: tuple[Any, ...] = env.reset()
        except lt.OptionError:
            return []
        told = [array.tobytes() for array in (given[0], *given[-1].values())]
        for step in range(4):
            given = env.step(env.sample(step))
            told += [array.tobytes() for array in (*given[:-1], *given[-1].values())]
        return told

    assert played(1) == played(2) == played(8)


@each_table
def test_many_environments_do_not_depend_on_threads(name: str, players: int) -> None:
    """So many that a step takes each thread longer than to wake it."""
    game = lt.game(name, players=players)

    def played(threads: int) -> str:
        env = game.vector_env(1_200, seed=4, threads=threads, final_observation=True)
        given: tuple[Any, ...] = env.reset()
        digest = sha256()
        for step in range(8):
            for array in (*given[:-1], *given[-1].values()):
                digest.update(array.tobytes())
            given = env.step(env.sample(step))
        return digest.hexdigest()

    assert played(1) == played(2) == played(3)


@each_table
def test_a_seat_without_a_turn_is_refused(name: str, players: int) -> None:
    """Where options leave a seat without a turn; else every seat has one."""
    game = lt.game(name, players=players)
    for seat in range(players):
        _, info = game.vector_env(2, seat=seat).reset()
        assert info["actor"].tolist() == [seat] * 2


@random_tables(seed=SEEDS, rng=RANDOMS)
def test_a_bad_row_is_named_and_nothing_moves(game: lt.Game, seed: int, rng: Random) -> None:
    envs = 6
    env, singles = game.vector_env(envs, seed=seed, threads=2), Singles(game, envs, seed)
    observation, info = env.reset()
    for _ in range(min(2 * game.max_plies, 60)):
        kept = [array.copy() for array in (observation, info["actor"], info["legal_mask"])]
        indices = singles.choose(rng)
        rows = sorted(rng.sample(range(envs), rng.choice([1, 2])))
        wrong = indices.copy()
        for row in rows:
            illegal = np.flatnonzero(~singles.states[row].legal_mask).tolist()
            nothing = [-1, game.action_size, 2**31 - 1, -(2**31)]
            # Mostly an action, where there is one that is not legal.
            wrong[row] = rng.choice([*nothing, *rng.choices(illegal or nothing, k=4)])
        error = refusal(env.step, wrong)
        assert isinstance(error, lt.IllegalActionError)
        first = singles.states[rows[0]]
        assert (error.row, error.player, error.ply) == (rows[0], first.actor, first.ply)
        assert f"row {rows[0]}" in str(error)
        action = action_at(first, int(wrong[rows[0]]))
        if action is not None:
            assert error.action == str(action)
            assert error.rule == first.explain(int(wrong[rows[0]])).rule
            # The moment is named as for a single state.
            alone = str(refusal(first.apply, action))
            assert alone.startswith(str(error).removeprefix(f"row {rows[0]}: ") + "; ")
        else:
            assert str(wrong[rows[0]]) in error.action
        assert [array.tobytes() for array in kept] == [
            array.tobytes() for array in (observation, info["actor"], info["legal_mask"])
        ]
        observation, _, _, _, info = env.step(indices)
        singles.step(indices)
    singles.compare(observation, info)


@random_tables(seed=SEEDS)
def test_samples_are_legal_indices(game: lt.Game, seed: int) -> None:
    env = game.vector_env(16, seed=seed)
    _, info = env.reset()
    rows, drawn = np.arange(16), set()
    steps = min(2 * game.max_plies, 80)
    for step in range(steps):
        indices = env.sample(step)
        assert is_array(indices, "int32", 16)
        assert info["legal_mask"][rows, indices].all()
        assert (env.sample(step) == indices).all()
        drawn.add(indices.tobytes())
        *_, info = env.step(indices)
    assert len(drawn) > steps // 2


@each_game
def test_samples_are_uniform(name: str) -> None:
    """Chi-square over the legal indices of one position."""
    game = small_table(name)
    env = game.vector_env(1, seed=11)
    env.reset()
    for step in range(4):
        *_, info = env.step(env.sample(step))
    legal = np.flatnonzero(info["legal_mask"][0])
    drawn = np.concatenate([env.sample(seed) for seed in range(40 * len(legal))])
    counts = np.bincount(drawn, minlength=game.action_size)[legal]
    assert counts.sum() == len(drawn)
    statistic = float(((counts - 40.0) ** 2 / 40.0).sum())
    freedom = len(legal) - 1
    assert statistic < freedom + 6 * math.sqrt(2 * freedom)
