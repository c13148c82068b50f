"""The Gymnasium environments: their library's own checks, and single states beside them."""

from __future__ import annotations

import copy
import pickle
from random import Random
from typing import Any

import gymnasium
import ludoteca as lt
import numpy as np
import pytest
from envs_support import BOGOSS, WRONG_ACTIONS, cut_off, id_of, narrow
from gymnasium.utils.env_checker import check_env, data_equivalence
from hypothesis import given
from hypothesis import strategies as st
from ludoteca.envs.gymnasium import SeatEnv
from numpy.typing import NDArray
from support import RANDOMS, SEEDS, TABLES, raised, tables

each_table = pytest.mark.parametrize(("name", "players"), TABLES)


def drawn(random: np.random.Generator) -> int:
    """The seed that an environment draws for each action of another seat."""
    return int(random.integers(2**64, dtype=np.uint64))


class Single:
    """What a seat's environment has to be: states, and agents asked one by one."""

    def __init__(self, game: lt.Game, seat: int, others: list[str], seed: int) -> None:
        self.game, self.seat, self.others, self.seed = game, seat, others, seed
        self.random = np.random.default_rng(np.random.SeedSequence(seed))
        self.index = -1

    def reset(self) -> None:
        """The next game in which the seat gets to act."""
        while True:
            self.index += 1
            self.go_on(self.game.start(seed=self.seed, index=self.index))
            if len(self.state.legal_indices) > 0:
                return

    def go_on(self, state: lt.State) -> None:
        while state.actor not in (self.seat, None):
            assert isinstance(state.actor, int)
            agent = [*self.others[: self.seat], "", *self.others[self.seat :]][state.actor]
            state = state.apply(state.agent_action(agent, drawn(self.random)))
        self.state = state

    def check(self, observation: NDArray[Any], info: dict[str, Any]) -> None:
        assert np.array_equal(observation, self.state.observation(self.seat))
        assert info.keys() == {"action_mask"}
        assert info["action_mask"].dtype == np.int8
        assert np.array_equal(info["action_mask"], self.state.legal_mask)


# --- Gymnasium's own checks ---------------------------------------------------------------------


@each_table
def test_the_checks_of_environments_pass(name: str, players: int) -> None:
    """Masks are unknown to them: they step with any index."""
    for seat in {0, players - 1}:
        env = gymnasium.make(
            id_of(name), players=players, seat=seat, illegal="random", render_mode="ansi"
        )
        check_env(env.unwrapped)


@each_table
@given(table=st.data())
def test_the_checks_pass_with_options(name: str, players: int, table: st.DataObject) -> None:
    game = table.draw(tables(name, players))
    seat = table.draw(st.integers(0, players - 1))
    dtype = table.draw(st.sampled_from(["uint8", "float32"]))
    env = gymnasium.make(id_of(name), game=game, seat=seat, illegal="random", dtype=dtype)
    check_env(env.unwrapped)


def test_made_environments_step_under_the_passive_checker() -> None:
    env = gymnasium.make(id_of("bogoss"), players=2, others="greedy", max_turns=20)
    _, info = env.reset(seed=1)
    over = False
    while not over:
        index = env.action_space.sample(info["action_mask"])
        _, _, terminated, truncated, info = env.step(index)
        over = terminated or truncated
    assert not info["action_mask"].any()
    env.close()


# --- One seat -----------------------------------------------------------------------------------


@each_table
@given(table=st.data(), seed=SEEDS, rng=RANDOMS)
def test_a_seat_plays_like_single_states(
    name: str, players: int, table: st.DataObject, seed: int, rng: Random
) -> None:
    game = table.draw(tables(name, players))
    seat = rng.randrange(players)
    # Greedy agents take long over large tables.
    agents = list(game.agents) if name == "bogoss" else ["random"]
    others = [rng.choice(agents) for _ in range(players - 1)]
    env = SeatEnv(game, seat=seat, others=others, dtype=rng.choice(["uint8", "float32"]))
    single = Single(game, seat, others, seed)
    observation, info = env.reset(seed=seed)
    single.reset()
    assert (env.seat, env.others) == (seat, tuple(others))
    for _ in range(60):
        assert observation in env.observation_space
        assert observation.dtype == env.observation_space.dtype
        single.check(observation, info)
        before = single.state
        index = rng.choice(before.legal_indices)
        observation, reward, terminated, truncated, info = env.step(index)
        single.go_on(before.apply(index))
        after = single.state
        assert reward == after.returns[seat] - before.returns[seat]
        assert terminated == after.is_over
        assert truncated == (not after.is_over and len(after.legal_indices) == 0)
        if terminated or truncated:
            single.check(observation, info)
            observation, info = env.reset()
            single.reset()
    observation, info = env.reset(seed=seed)
    single = Single(game, seat, others, seed)
    single.reset()
    single.check(observation, info)


def test_a_seat_without_indices_is_truncated() -> None:
    """The same games as those that `vector_env` cuts off."""
    game = narrow(1)
    number, indices = cut_off(game)
    env = SeatEnv(game)
    for game_number in range(number + 1):
        env.reset(seed=1 if game_number == 0 else None)
    flags = [env.step(index)[1:4] for index in indices]
    assert flags == [(0.0, False, False)] * (len(indices) - 1) + [(0.0, False, True)]


def test_without_a_seed_games_differ() -> None:
    """Hands can be alike by chance."""
    envs = [SeatEnv(BOGOSS) for _ in range(4)]
    assert len({env.reset()[0].tobytes() for env in envs for _ in range(3)}) > 6


def test_texts_and_copies_play_on() -> None:
    env = SeatEnv(BOGOSS)
    env.reset(seed=1)
    envs = [env, copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    steps = [[other.step("ask 1 L"), other.reset()] for other in envs]
    assert all(data_equivalence(given, steps[0], exact=True) for given in steps)


def test_an_illegal_index_can_stand_for_a_random_legal_one() -> None:
    env = SeatEnv(BOGOSS, illegal="random")
    state = BOGOSS.start(seed=1)
    # A legal index is not replaced, and one outside of the space is refused.
    env.reset(seed=1)
    plain = SeatEnv(BOGOSS)
    plain.reset(seed=1)
    legal = int(state.legal_indices[0])
    assert data_equivalence(env.step(legal), plain.step(legal), exact=True)
    for action, kind in [(-1, lt.ActionSyntaxError), (True, TypeError), (4.0, TypeError)]:
        assert type(raised(env.step, action)) is kind
    asked = set()
    for seed in range(30):
        env.reset(seed=1)
        env.np_random = np.random.default_rng(seed)
        env.step(0)
        assert env._state is not None
        asked.add(str(next(a for a in env._state.history if str(a).startswith("ask"))))
    assert asked == {str(action) for action in state.legal_actions}


# --- Secrets ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", list(lt.games()))
def test_a_drawing_shows_what_the_seat_may_know(name: str) -> None:
    game = lt.game(name, players=2)
    env = SeatEnv(game, seat=1, render_mode="ansi")
    env.reset(seed=3)
    single = Single(game, 1, ["random"], 3)
    single.reset()
    for _ in range(20):
        assert env.render() == single.state.draw_for(1)
        if single.state.is_over:
            break
        index = int(single.state.legal_indices[0])
        env.step(index)
        single.go_on(single.state.apply(index))


def test_what_is_hidden_from_a_seat_changes_nothing_that_it_is_shown() -> None:
    env = SeatEnv(BOGOSS, seat=2, render_mode="ansi")
    env.reset(seed=1)
    assert env._state is not None
    shown, true = env.render(), env._state
    for seed in range(20):
        env._state = true.determinize(2, seed)
        assert env.render() == shown


def test_people_are_shown_each_position(capsys: pytest.CaptureFixture[str]) -> None:
    env = SeatEnv(BOGOSS, render_mode="human")
    env.reset(seed=1)
    assert env._state is not None
    expected = [env._state.draw_for(0)]
    env.step("ask 1 L")
    expected += [env._state.draw_for(0)] * 2
    assert env.render() is None
    assert capsys.readouterr().out == "".join(f"{drawing}\n" for drawing in expected)


def test_without_a_mode_nothing_is_drawn() -> None:
    env = SeatEnv(BOGOSS)
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="without a render_mode"):
        assert env.render() is None


# --- Errors -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("action", "kind"), WRONG_ACTIONS)
def test_wrong_actions_change_nothing(action: Any, kind: type[Exception]) -> None:
    env, other = SeatEnv(BOGOSS), SeatEnv(BOGOSS)
    env.reset(seed=1)
    other.reset(seed=1)
    assert type(raised(env.step, action)) is kind
    assert data_equivalence(env.step(4), other.step(4), exact=True)


def test_calls_out_of_order_are_refused() -> None:
    env = SeatEnv(BOGOSS, render_mode="ansi", illegal="random")
    for call in (lambda: env.step(4), env.render):
        error = raised(call)
        assert type(error) is lt.IllegalActionError
        assert "call reset first" in str(error)
    _, info = env.reset(seed=1)
    while info["action_mask"].any():
        *_, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert type(raised(env.step, 4)) is lt.GameOverError
    env.reset()
    env.step(4)


@pytest.mark.parametrize(
    ("seed", "kind"),
    [(-1, lt.OptionError), (2**64, lt.OptionError), ("x", TypeError), ([1], TypeError)],
)
def test_a_refused_seed_changes_nothing(seed: Any, kind: type[Exception]) -> None:
    env, other = SeatEnv(BOGOSS), SeatEnv(BOGOSS)
    env.reset(seed=1)
    other.reset(seed=1)
    assert type(raised(env.reset, seed=seed)) is kind
    assert env.np_random.bit_generator.state == other.np_random.bit_generator.state
    assert env.np_random_seed == other.np_random_seed
    assert data_equivalence(env.step(4), other.step(4), exact=True)
    assert data_equivalence(env.reset(), other.reset(), exact=True)


@pytest.mark.parametrize(
    ("asked", "kind", "said"),
    [
        ({"seat": 3}, lt.OptionError, "seat 3"),
        ({"seat": -1}, lt.OptionError, "seat -1"),
        ({"seat": "0"}, TypeError, "seat"),
        ({"others": "nobody"}, lt.OptionError, "nobody"),
        ({"others": ["random"]}, lt.OptionError, "1 agents for 2 other seats"),
        ({"others": ["random", "nobody"]}, lt.OptionError, "nobody"),
        ({"render_mode": "rgb_array"}, lt.OptionError, "rgb_array"),
        ({"illegal": "ignore"}, lt.OptionError, "ignore"),
        ({"dtype": "float64"}, lt.OptionError, "float64"),
        ({"players": 3}, TypeError, "players"),
    ],
)
def test_wrong_arguments_are_refused(asked: Any, kind: type[Exception], said: str) -> None:
    error = raised(SeatEnv, BOGOSS, **asked)
    assert type(error) is kind
    assert said in str(error)


def test_a_seat_without_a_turn_is_refused() -> None:
    game = lt.game("bogoss", players=3, max_turns=1, give_choice="asker")
    assert SeatEnv(game).reset(seed=1)[1]["action_mask"].any()
    error = raised(SeatEnv(game, seat=2).reset, seed=1)
    assert isinstance(error, lt.OptionError)
    assert "seat 2 had no turn in 1000 games" in str(error)


def test_a_reset_that_finds_no_turn_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """With one try a reset, the seat misses some games and gets to act in others."""
    game = lt.game("bogoss", players=3, max_turns=2)
    env, other = (SeatEnv(game, seat=2, render_mode="ansi") for _ in range(2))
    for each in (env, other):
        each.reset(seed=1)
    refused = 0
    for seed in [None, *range(20)] * 2:
        with monkeypatch.context() as patched:
            patched.setattr("ludoteca.envs.gymnasium._PATIENCE", 1)
            if raised(env.reset, seed=seed) is None:
                other.reset(seed=seed)
                continue
        refused += 1
        assert env.np_random.bit_generator.state == other.np_random.bit_generator.state
        assert env.np_random_seed == other.np_random_seed
        assert env.render() == other.render()
        assert data_equivalence(env.reset(), other.reset(), exact=True)
    assert refused > 3
