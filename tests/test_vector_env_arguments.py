"""Environments asked in wrong ways: whatever is refused, nothing has moved."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ludoteca as lt
import numpy as np
import pytest
from numpy.typing import NDArray
from support import raised, refusal

GAME = lt.game("bogoss", players=3)
ENVS = 4
SHAPE = (ENVS, *GAME.observation_shape)

pytestmark = pytest.mark.usefixtures("nothing_is_printed")


def read_only(shape: tuple[int, ...], dtype: Any) -> NDArray[Any]:
    array = np.zeros(shape, dtype)
    array.flags.writeable = False
    return array


def unaligned(shape: tuple[int, ...], dtype: Any) -> NDArray[Any]:
    count = int(np.prod(shape)) * np.dtype(dtype).itemsize
    array: NDArray[Any] = np.zeros(count + 1, np.uint8)[1:].view(dtype).reshape(shape)
    return array


def shared() -> dict[str, NDArray[Any]]:
    """Two names for parts of the same memory that overlap in a byte."""
    flags = np.zeros(2 * ENVS, np.uint8)
    return {"terminated": flags[:ENVS], "truncated": flags[ENVS - 1 : -1]}


def twice(memory: bytearray) -> dict[str, NDArray[Any]]:
    """The same through two objects that know nothing of each other."""
    return {name: np.frombuffer(memory, np.uint8) for name in ("terminated", "truncated")}


FAULTS: list[tuple[Any, type[Exception], str]] = [
    ([], TypeError, "out: a dict"),
    ("observation", TypeError, "out: a dict"),
    ({"obs": np.zeros(SHAPE, np.uint8)}, lt.OptionError, 'no array "obs"; known are observation'),
    ({None: np.zeros(SHAPE, np.uint8)}, TypeError, "a key of out"),
    ({"observation": None}, TypeError, "an array of uint8"),
    ({"observation": bytearray(10)}, TypeError, "an array of uint8"),
    ({"observation": np.zeros(SHAPE, np.float32)}, TypeError, "not one of float32"),
    ({"observation": np.zeros(SHAPE, np.int8)}, TypeError, "not one of int8"),
    ({"observation": np.zeros(SHAPE, np.bool_)}, TypeError, "not one of bool"),
    ({"reward": np.zeros((ENVS, 3), np.float64)}, TypeError, "not one of float64"),
    ({"reward": np.zeros((ENVS, 3), ">f4")}, TypeError, "not one of >f4"),
    ({"terminated": np.zeros(ENVS, np.int8)}, TypeError, "an array of bool or uint8"),
    ({"terminated": np.zeros(ENVS, object)}, TypeError, "an array of bool or uint8"),
    ({"actor": np.zeros(ENVS, np.uint32)}, TypeError, "not one of uint32"),
    ({"actor": np.zeros(ENVS + 1, np.int32)}, lt.OptionError, "shape [4] is expected, not [5]"),
    ({"actor": np.zeros((ENVS, 1), np.int32)}, lt.OptionError, "not [4, 1]"),
    ({"actor": np.zeros((), np.int32)}, lt.OptionError, "not []"),
    ({"actor": np.zeros(2 * ENVS, np.int32)[::2]}, lt.OptionError, "in one piece"),
    ({"reward": np.zeros((3, ENVS), np.float32).T}, lt.OptionError, "in C order"),
    ({"reward": np.zeros((ENVS, 3), np.float32, order="F")}, lt.OptionError, "in C order"),
    ({"reward": read_only((ENVS, 3), np.float32)}, lt.OptionError, "it is read-only"),
    ({"truncated": read_only((ENVS,), np.bool_)}, lt.OptionError, "it is read-only"),
    ({"reward": unaligned((ENVS, 3), np.float32)}, lt.OptionError, "not aligned"),
    (shared(), lt.OptionError, 'out["truncated"]'),
    (twice(bytearray(ENVS)), lt.OptionError, 'out["truncated"]'),
]


@pytest.mark.parametrize("number", range(len(FAULTS)))
def test_arrays_that_do_not_fit_change_nothing(number: int) -> None:
    out, kind, said = FAULTS[number]
    env, other = (GAME.vector_env(ENVS, threads=1) for _ in range(2))
    for _ in range(2):
        observation, info = env.reset()
        other.reset()
        for call in (lambda: env.step(env.sample(0), out=out), lambda: env.reset(7, out=out)):
            error = raised(call)
            assert type(error) is kind
            assert said in str(error)
            if isinstance(error, lt.OptionError):
                assert error.option == "out"
        again, _, _, _, told = other.step(other.sample(0))
        env.step(env.sample(0))
        assert observation.tobytes() == again.tobytes()
        assert info["legal_mask"].tobytes() == told["legal_mask"].tobytes()


def test_the_memory_of_environments_is_theirs() -> None:
    env = GAME.vector_env(ENVS)
    observation, info = env.reset()
    for name, array in {"observation": observation, **info}.items():
        assert isinstance(refusal(env.reset, out={name: array}), lt.OptionError)
        assert isinstance(raised(array.setflags, write=True), ValueError)
        # The memory itself, for those who go and find it.
        memory: Any = array
        while not isinstance(memory, memoryview):
            memory = memory.base
        own = np.asarray(memory.obj).view(array.dtype)
        assert own.flags.writeable
        error = refusal(env.reset, out={name: own})
        assert "an array of the environments" in str(error)


def test_an_index_is_told_as_it_was_given() -> None:
    env = GAME.vector_env(ENVS)
    _, info = env.reset()
    legal = env.sample(0)
    here = next(
        index
        for index in range(GAME.action_size)
        if not info["legal_mask"][1, index]
        and isinstance(raised(GAME.start(seed=0, index=1).apply, index), lt.ActionSyntaxError)
    )
    for dtype, index, said in [
        (np.int64, 2**32, "no action: 0 to"),
        (np.uint64, 2**64 - 1, "no action: 0 to"),
        (np.int64, -(2**63), "no action: 0 to"),
        (np.int32, -1, "no action: 0 to"),
        (np.int16, here, "it stands for no action here"),
    ]:
        indices = legal.astype(dtype)
        indices[1] = index
        error = refusal(env.step, indices)
        assert isinstance(error, lt.IllegalActionError)
        assert (error.row, error.action, error.rule) == (1, f"index {index}", "")
        assert said in str(error)


def test_two_threads_at_one_environment_are_told() -> None:
    env = GAME.vector_env(60_000, threads=1)
    env.reset()
    errors: list[BaseException] = []

    def reset_until_refused() -> None:
        while not errors:
            try:
                env.reset(1)
            except RuntimeError as error:
                errors.append(error)

    thread = threading.Thread(target=reset_until_refused)
    thread.start()
    reset_until_refused()
    thread.join()
    assert "another thread is at work with this VectorEnv" in str(errors[0])
    env.reset(1)


def test_a_refused_step_writes_nothing() -> None:
    env = GAME.vector_env(ENVS)
    env.reset()
    out: dict[str, NDArray[Any]] = {
        "observation": np.full(SHAPE, 7, np.uint8),
        "actor": np.full(ENVS, 7, np.int32),
    }
    assert isinstance(raised(env.step, np.full(ENVS, -1, np.int32), out=out), lt.IllegalActionError)
    assert all(np.unique(array).tolist() == [7] for array in out.values())


def test_arrays_of_other_makes_will_do(tmp_path: Path) -> None:
    env, plain = GAME.vector_env(ENVS, dtype="float32"), GAME.vector_env(ENVS, dtype="float32")
    mapped: Any = np.memmap(tmp_path / "observation", np.float32, "w+", shape=SHAPE)
    flags = np.ones((3, ENVS), np.uint8)
    out = {"observation": mapped, "terminated": flags[0], "truncated": flags[2]}
    assert env.reset(out=out)[0] is mapped
    assert mapped.tobytes() == plain.reset()[0].tobytes()
    assert flags.tolist() == [[0] * ENVS, [1] * ENVS, [0] * ENVS]
    given, expected = env.step(env.sample(1), out=out), plain.step(plain.sample(1))
    assert given[2] is flags[0] or given[2].base is flags
    assert mapped.tobytes() == expected[0].tobytes()
    # What the environments hold is as it would be without.
    assert env.step(env.sample(2))[0].tobytes() == plain.step(plain.sample(2))[0].tobytes()
    assert env.reset(out={})[0].tobytes() == env.reset(out=None)[0].tobytes()


OTHERS: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"others": "random"}, lt.OptionError, "there is no seat"),
    ({"seat": None, "others": []}, lt.OptionError, "there is no seat"),
    ({"seat": 3}, lt.OptionError, "seat 3 is not in 0 to 2"),
    ({"seat": -1}, lt.OptionError, "seat -1"),
    ({"seat": True}, TypeError, "a bool"),
    ({"seat": 0, "others": "wise"}, lt.OptionError, 'no agent "wise"; known are random'),
    ({"seat": 0, "others": ["random", "wise"]}, lt.OptionError, 'no agent "wise"'),
    ({"seat": 0, "others": []}, lt.OptionError, "0 agents for 2 other seats"),
    ({"seat": 0, "others": ["random"]}, lt.OptionError, "1 agents for 2 other seats"),
    ({"seat": 0, "others": ["random"] * 3}, lt.OptionError, "3 agents for 2 other seats"),
    ({"seat": 0, "others": b"random"}, TypeError, "others"),
    ({"final_observation": None}, TypeError, "final_observation"),
    ({"final_observation": "yes"}, TypeError, "final_observation"),
]


@pytest.mark.parametrize(("asked", "kind", "said"), OTHERS)
def test_wrong_seats_and_agents_are_refused(
    asked: dict[str, Any], kind: type[Exception], said: str
) -> None:
    error = raised(GAME.vector_env, 2, **asked)
    assert type(error) is kind
    assert said in str(error)
    if isinstance(error, lt.OptionError):
        assert error.option in asked


def test_a_seat_without_a_turn_wants_a_reset() -> None:
    game = lt.game("bogoss", players=3, max_turns=1, give_choice="asker")
    env = game.vector_env(3, seat=2, others="greedy")
    calls: list[Callable[[], object]] = [env.reset, lambda: env.reset([1, 2, 3])]
    for call in calls:
        error = refusal(call)
        assert isinstance(error, lt.OptionError)
        assert (error.option, str(error)) == ("seat", "seat 2 had no turn in 1000 games")
        assert "reset" in str(refusal(env.step, np.zeros(3, np.int32)))
        assert "reset" in str(refusal(env.sample, 1))
