"""The PettingZoo environment: its library's own tests, and single states beside it."""

from __future__ import annotations

import copy
import pickle
import warnings
from collections.abc import Iterator
from random import Random
from typing import Any

import ludoteca as lt
import numpy as np
import pytest
from envs_support import BOGOSS, WRONG_ACTIONS, cut_off, narrow
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from pettingzoo.test import api_test, render_test, seed_test
from support import RANDOMS, SEEDS, TABLES, raised, tables

each_table = pytest.mark.parametrize(("name", "players"), TABLES)

# What PettingZoo says of every environment with action masks that is not one of its own.
MASK_NOTES = {
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or "
    "gymnasium.spaces.discrete",
}


def first_of(game: lt.Game, seed: int, index: int = 0) -> tuple[lt.State, int]:
    """The first game from this one on that chance alone does not end, and its number."""
    while (state := game.start(seed=seed, index=index)).is_over:
        index += 1
    return state, index


def facts(env: Any) -> tuple[object, ...]:
    """All that an environment tells."""
    names = ("agents", "agent_selection", "rewards", "terminations", "truncations", "infos")
    seen = [[array.tobytes() for array in env.observe(a).values()] for a in env.possible_agents]
    return *(copy.copy(getattr(env, name)) for name in names), seen, env._cumulative_rewards.copy()


def check_seen(env: Any, state: lt.State) -> None:
    """Every seat is given its observation, and its mask if it is to act."""
    for seat, agent in enumerate(env.possible_agents):
        seen = env.observe(agent)
        mask = state.legal_mask if state.actor == seat else np.zeros(state.game.action_size, bool)
        assert seen in env.observation_space(agent)
        assert seen["observation"].dtype == env.observation_space(agent)["observation"].dtype
        assert np.array_equal(seen["observation"], state.observation(seat))
        assert seen["action_mask"].dtype == np.int8
        assert np.array_equal(seen["action_mask"], mask)


def is_cut(state: lt.State) -> bool:
    return not state.is_over and len(state.legal_indices) == 0


def played(env: Any, state: lt.State, rng: Random) -> lt.State:
    """Plays to the end beside single states; gives the last one."""
    paid = dict.fromkeys(env.possible_agents, 0.0)
    while not (state.is_over or is_cut(state)):
        assert isinstance(state.actor, int)
        agent = env.agent_selection
        assert agent == env.possible_agents[state.actor]
        assert env.agents == env.possible_agents
        assert not any(env.terminations.values()) | any(env.truncations.values())
        check_seen(env, state)
        paid[agent] += env.last()[1]
        index = rng.choice(state.legal_indices)
        before, state = state, state.apply(index)
        env.step(index)
        gained = np.subtract(state.returns, before.returns)
        assert [env.rewards[agent] for agent in env.agents] == gained.tolist()
    check_seen(env, state)
    for left in range(len(env.agents), 0, -1):
        _, reward, terminated, truncated, _ = env.last()
        assert (terminated, truncated) == (state.is_over, not state.is_over)
        assert len(env.agents) == left
        paid[env.agent_selection] += reward
        env.step(None)
    assert env.agents == []
    # Nothing is paid before the end of a game, so this is all that was to get.
    assert [paid[agent] for agent in env.possible_agents] == list(state.returns)
    return state


# --- PettingZoo's own tests ---------------------------------------------------------------------


def check_api(game: lt.Game) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(lt.envs.AECEnv(game), num_cycles=40)
    assert {str(warning.message) for warning in caught} == MASK_NOTES


@each_table
def test_its_own_tests_pass(name: str, players: int) -> None:
    game = lt.game(name, players=players)
    check_api(game)
    seed_test(lambda: lt.envs.AECEnv(game), num_cycles=40)
    render_test(lambda render_mode: lt.envs.AECEnv(game, render_mode=render_mode))


@each_table
@given(table=st.data())
def test_its_own_tests_pass_with_options(name: str, players: int, table: st.DataObject) -> None:
    check_api(table.draw(tables(name, players)))


# --- Beside single states -----------------------------------------------------------------------


@each_table
@given(table=st.data(), seed=SEEDS, rng=RANDOMS)
def test_it_plays_like_single_states(
    name: str, players: int, table: st.DataObject, seed: int, rng: Random
) -> None:
    game = table.draw(tables(name, players))
    env = lt.envs.AECEnv(game, dtype=rng.choice(["uint8", "float32"]))
    env.reset(seed=seed)
    state, index = first_of(game, seed)
    played(env, state, rng)
    env.reset()
    check_seen(env, first_of(game, seed, index + 1)[0])
    env.reset(seed=seed)
    check_seen(env, state)


def test_a_game_without_indices_is_truncated() -> None:
    game = narrow(2)
    number, indices = cut_off(game)
    env = lt.envs.AECEnv(game)
    env.reset(seed=1)
    for _ in range(number):
        env.reset()
    for index in indices:
        assert not any(env.truncations.values())
        env.step(index)
    assert env.truncations == {"seat_0": True, "seat_1": True}
    assert env.terminations == {"seat_0": False, "seat_1": False}
    assert not env.last()[0]["action_mask"].any()
    for _ in range(2):
        env.step(None)
    assert env.agents == []


@pytest.mark.parametrize("name", list(lt.games()))
def test_it_is_a_vector_environment_of_one(name: str) -> None:
    """Observations, masks, rewards, flags and the order of games."""
    game = lt.game(name, players=min(3, lt.games()[name]["players"][1]))
    rng, ends = Random(5), 0
    env, vector = lt.envs.AECEnv(game), game.vector_env(1, seed=9)
    env.reset(seed=9)
    observation, info = vector.reset()
    while ends < 3:
        seen = env.last()[0]
        assert env.agent_selection == f"seat_{info['actor'][0]}"
        assert np.array_equal(seen["observation"], observation[0])
        assert np.array_equal(seen["action_mask"], info["legal_mask"][0])
        index = rng.choice(np.flatnonzero(seen["action_mask"]))
        env.step(index)
        observation, reward, terminated, truncated, info = vector.step(np.array([index], np.int32))
        assert list(env.rewards.values()) == reward[0].tolist()
        assert set(env.terminations.values()) == {bool(terminated[0])}
        assert set(env.truncations.values()) == {bool(truncated[0])}
        if terminated[0]:
            ends += 1
            env.reset()


def test_without_a_seed_games_differ() -> None:
    """Hands can be alike by chance."""

    def deal(env: Any) -> bytes:
        env.reset()
        array: NDArray[Any] = env.observe("seat_0")["observation"]
        return array.tobytes()

    envs = [lt.envs.AECEnv(BOGOSS) for _ in range(4)]
    assert len({deal(env) for env in envs for _ in range(3)}) > 6


def test_texts_and_copies_play_on() -> None:
    env = lt.envs.AECEnv(BOGOSS)
    env.reset(seed=1)
    copies = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    for other in (env, *copies):
        other.step("ask 1 L")
    check_seen(env, BOGOSS.start(seed=1).apply("ask 1 L"))
    assert all(facts(other) == facts(env) for other in copies)
    for other in (env, *copies):
        other.reset()
    assert all(facts(other) == facts(env) for other in copies)


# --- Secrets ------------------------------------------------------------------------------------


def drawings(game: lt.Game, seed: int) -> Iterator[str]:
    """What is to be shown in a game of least indices: the acting seat's drawings."""
    state = game.start(seed=seed)
    while not state.is_over:
        assert isinstance(state.actor, int)
        yield state.draw_for(state.actor)
        state = state.apply(int(state.legal_indices.min()))
    for seat in range(game.players):
        yield state.draw_for(seat)
    yield state.draw_for(None)


@pytest.mark.parametrize("name", list(lt.games()))
def test_a_drawing_shows_what_the_acting_seat_may_know(name: str) -> None:
    """Nothing from the owner's drawing, nor from what another seat would be shown."""
    options: dict[str, Any] = {"max_turns": 30} if name == "bogoss" else {}
    game = lt.game(name, players=2, **options)
    env = lt.envs.AECEnv(game, render_mode="ansi")
    env.reset(seed=3)
    for expected in drawings(game, 3):
        assert env.render() == expected
        if env.agents:
            seen, _, terminated, *_ = env.last()
            env.step(None if terminated else int(np.flatnonzero(seen["action_mask"])[0]))


def test_what_is_hidden_from_a_seat_changes_nothing_that_it_is_shown() -> None:
    env = lt.envs.AECEnv(BOGOSS, render_mode="ansi")
    env.reset(seed=1)
    shown = env.render(), env.observe("seat_0")["observation"].tobytes()
    others = set()
    for seed in range(20):
        env._state = BOGOSS.start(seed=1).determinize(0, seed)
        assert (env.render(), env.observe("seat_0")["observation"].tobytes()) == shown
        others.add(env.observe("seat_1")["observation"].tobytes())
    assert len(others) > 10


def test_people_are_shown_each_position(capsys: pytest.CaptureFixture[str]) -> None:
    env = lt.envs.AECEnv(BOGOSS, render_mode="human")
    env.reset(seed=1)
    env.step("ask 1 L")
    assert env.render() is None
    state = BOGOSS.start(seed=1)
    after = state.apply("ask 1 L")
    assert isinstance(after.actor, int)
    expected = [state.draw_for(0), after.draw_for(after.actor), after.draw_for(after.actor)]
    assert capsys.readouterr().out == "".join(f"{drawing}\n" for drawing in expected)


def test_without_a_mode_nothing_is_drawn() -> None:
    env = lt.envs.AECEnv(BOGOSS)
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="without a render_mode"):
        assert env.render() is None


# --- Errors -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("action", "kind"), WRONG_ACTIONS)
def test_wrong_actions_change_nothing(action: Any, kind: type[Exception]) -> None:
    env = lt.envs.AECEnv(BOGOSS)
    env.reset(seed=1)
    before = facts(env)
    assert type(raised(env.step, action)) is kind
    assert facts(env) == before


def test_calls_out_of_order_are_refused() -> None:
    env = lt.envs.AECEnv(BOGOSS, render_mode="ansi")
    for call in (lambda: env.step(4), lambda: env.observe("seat_0"), env.render):
        error = raised(call)
        assert type(error) is lt.IllegalActionError
        assert "call reset first" in str(error)
    env.reset(seed=1)
    rng = Random(1)
    while not any(env.terminations.values()):
        env.step(rng.choice(np.flatnonzero(env.last()[0]["action_mask"])))
    before = facts(env)
    assert type(raised(env.step, 4)) is ValueError
    assert facts(env) == before
    for _ in range(3):
        env.step(None)
    assert type(raised(env.step, 4)) is lt.GameOverError
    assert type(raised(env.step, None)) is lt.GameOverError


@pytest.mark.parametrize(
    ("seed", "kind"),
    [(-1, lt.OptionError), (2**64, lt.OptionError), ("x", TypeError), ([1], TypeError)],
)
def test_a_refused_seed_changes_nothing(seed: Any, kind: type[Exception]) -> None:
    env = lt.envs.AECEnv(BOGOSS)
    env.reset(seed=1)
    before = facts(env), env.np_random.bit_generator.state, env.np_random_seed
    assert type(raised(env.reset, seed)) is kind
    assert (facts(env), env.np_random.bit_generator.state, env.np_random_seed) == before
    env.reset()
    check_seen(env, BOGOSS.start(seed=1, index=1))


def test_unknown_agents_are_refused() -> None:
    env = lt.envs.AECEnv(BOGOSS)
    env.reset(seed=1)
    for call in (env.observe, env.observation_space, env.action_space):
        error = raised(call, "seat_3")
        assert isinstance(error, lt.OptionError)
        assert "seat_2" in str(error)
        for agent in (0, None):
            assert type(raised(call, agent)) is TypeError


def test_unknown_values_are_refused() -> None:
    error = raised(lt.envs.AECEnv, BOGOSS, render_mode="rgb_array")
    assert isinstance(error, lt.OptionError)
    assert error.option == "render_mode"
    assert "ansi" in str(error)
    error = raised(lt.envs.AECEnv, BOGOSS, dtype="float64")
    assert isinstance(error, lt.OptionError)
    assert error.option == "dtype"
