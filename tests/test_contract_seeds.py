"""The contract of every game: seeds."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random
from typing import Any

import ludoteca as lt
import numpy as np
import pytest
from contract import (
    Singles,
    check_over,
    check_reloaded,
    columns,
    each_game,
    each_table,
    small_table,
)
from support import (
    course,
    raised,
    refusal,
)


def seeded_calls(game: lt.Game) -> dict[str, Callable[[Any], bytes]]:
    """Every call that takes a seed, with a result to compare."""
    state, env = game.start(seed=5), game.vector_env(2)
    env.reset()

    def fresh(seed: Any) -> bytes:
        observation, info = game.vector_env(2, seed=seed).reset()
        return bytes(observation.tobytes() + info["legal_mask"].tobytes())

    def reset(seed: Any) -> bytes:
        return bytes(env.reset(seed)[0].tobytes())

    def simulate(seed: Any) -> bytes:
        results = game.simulate(70, seed=seed)
        return bytes(results.plies.tobytes() + results.scores.tobytes())

    return {
        "start": lambda seed: game.start(seed=seed).to_json().encode(),
        "index": lambda seed: game.start(seed=5, index=seed).to_json().encode(),
        "simulate": simulate,
        "vector_env": fresh,
        "reset": reset,
        "sample": lambda seed: env.sample(seed).tobytes(),
        "determinize": lambda seed: state.determinize(0, seed).to_json().encode(),
        "agent_action": lambda seed: str(state.agent_action("random", seed)).encode(),
    }


SEEDED_CALLS = list(seeded_calls(small_table(next(iter(lt.games())))))


@each_game
@pytest.mark.parametrize("call", SEEDED_CALLS)
def test_seeds_are_whole_numbers_of_64_bits(name: str, call: str) -> None:
    run = seeded_calls(small_table(name))[call]
    for seed, same in [
        (0, np.int8(0)),
        (0, np.uint64(0)),
        (7, np.int32(7)),
        (2**63, np.uint64(2**63)),
        (2**64 - 1, np.uint64(2**64 - 1)),
    ]:
        assert run(seed) == run(seed) == run(same)
    out_of_range: list[Any] = [-1, 2**64, -(2**64), 2**200, np.int8(-1), np.int64(-(2**63))]
    for wrong in out_of_range:
        error = refusal(run, wrong)
        assert type(error) is lt.OptionError
        assert error.option in ("seed", "index")
        assert str(int(wrong)) in str(error)
        assert "0 to 2**64 - 1" in str(error)
    for no_number in (1.5, 1.0, "x", "1", b"1", {}, np.float64(2), 1j, object()):
        assert type(raised(run, no_number)) is TypeError
    # Two environments can have a seed each.
    many = {"vector_env", "reset"}
    for number in ([1], (1,), np.array([1])):
        assert type(raised(run, number)) is (lt.OptionError if call in many else TypeError)


@each_game
def test_seeds_of_each_environment_are_checked_one_by_one(name: str) -> None:
    game = small_table(name)
    env = game.vector_env(3, seed=(1, 2, 3))
    kept = env.reset()[0].tobytes()
    calls: list[Callable[[Any], Any]] = [lambda s: game.vector_env(3, seed=s).reset(), env.reset]
    for run in calls:
        for same in ([1, 2, 3], range(1, 4), np.array([1, 2, 3], np.uint8)):
            assert run(same)[0].tobytes() == kept
        for few in ([], [1, 2], [1, 2, 3, 4], range(2**40)):
            error = refusal(run, few)
            assert isinstance(error, lt.OptionError)
            assert error.option == "seed"
        for wrong in (-1, 2**64, 10**30):
            error = refusal(run, [1, wrong, 2])
            assert isinstance(error, lt.OptionError)
            assert (error.option, str(error)) == (
                "seed",
                f"seed[1] {wrong} is not in 0 to 2**64 - 1",
            )
        for no_number in (1.0, "1", None, True, [1]):
            error_of_type = raised(run, [1, 2, no_number])
            assert type(error_of_type) is TypeError
            assert str(error_of_type).startswith("seed[2]: a whole number")
        for no_numbers in (np.array([1.0, 2.0, 3.0]), np.zeros((2, 3), int), {1, 2, 3}):
            assert type(raised(run, no_numbers)) is TypeError
    last = np.array([2**64 - 1, 0, 7], np.uint64)
    Singles(game, 3, last.tolist()).compare(*env.reset(last))


@each_game
def test_different_seeds_are_different_games(name: str) -> None:
    game = small_table(name)
    seeds = [0, 1, 2, 2**32, 2**32 + 1, 2**63, 2**64 - 1]
    # Where nothing is left to chance at the start, all games start alike.
    least = len(seeds) // 2 + 1 if game.start().actor is lt.CHANCE else 1
    assert len({game.start(seed=seed) for seed in seeds}) >= least
    assert len({game.start(seed=3, index=index) for index in seeds}) >= least
    assert game.start(seed=3) == game.start(seed=3, index=0)
    assert game.start(seed=3).to_json() == game.start(seed=3, index=0).to_json()
    assert type(refusal(game.start, index=3)) is lt.OptionError


@each_table
@pytest.mark.parametrize("seed", [0, 2**64 - 1])
def test_the_first_and_the_last_seed(name: str, players: int, seed: int) -> None:
    game, rng = lt.game(name, players=players), Random(seed)
    for index in (0, 2**64 - 1):
        *_, end = course(game.start(seed=seed, index=index), rng)
        check_over(end)
        check_reloaded(end, game.state_from_json(end.to_json()))
        check_reloaded(end, game.replay(end.record()))
    results = game.simulate(5, seed=seed)
    assert results.seed == seed
    assert columns(results, 1) == columns(game.simulate(1, seed=seed))
    singles = Singles(game, 3, seed)
    singles.compare(*game.vector_env(3, seed=seed).reset())
    assert end.determinize(0, seed) == end.determinize(0, seed)


@each_table
def test_seeds_draw_chance_by_its_probabilities(name: str, players: int) -> None:
    """How often the likeliest event of a node happens, over the first events of many games."""
    game = lt.game(name, players=players)
    excess, variance = 0.0, 0.0
    for seed in range(300):
        state = game.start()
        for event in game.start(seed=seed).history[:12]:
            if state.chance_outcomes:
                likeliest, chance = max(state.chance_outcomes, key=lambda pair: pair[1])
                excess += (event == likeliest) - chance
                variance += chance * (1 - chance)
            state = state.apply(event)
    assert abs(excess) <= 5 * math.sqrt(variance)


@each_game
def test_no_seed_is_no_seed(name: str) -> None:
    """`None` is explicit chance for `start`; a batch has a seed, and `None` is not one."""
    game = small_table(name)
    assert game.start(seed=None).to_json() == game.start().to_json()
    state = game.start(seed=1)
    assert type(raised(state.determinize, 0, None)) is TypeError
    assert type(raised(state.agent_action, "random", None)) is TypeError
    assert type(raised(game.simulate, 1, seed=None)) is TypeError
    assert type(raised(game.vector_env, 1, seed=None)) is TypeError
