"""What the three environments are given: the same is taken, and refused alike, by all of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ludoteca as lt
import numpy as np
import pytest
from envs_support import BOGOSS
from gymnasium.utils.env_checker import data_equivalence
from ludoteca.envs.gymnasium import SeatEnv, SeatVectorEnv
from ludoteca.envs.pettingzoo import AECEnv
from support import raised

Made = Callable[..., Any]
ALL: list[Made] = [AECEnv, SeatEnv, SeatVectorEnv]
SEATS: list[Made] = [SeatEnv, SeatVectorEnv]
DRAWN: list[Made] = [AECEnv, SeatEnv]

each_class = pytest.mark.parametrize("made", ALL)

# Neither a text nor `None`, whatever they compare equal to.
NO_TEXTS: list[Any] = [3, b"uint8", ["raise"], np.dtype("uint8"), np.array(["raise", "random"])]


def shown(env: Any, seed: Any) -> Any:
    """What an environment begins a seed with."""
    told = env.reset(seed=seed)
    return env.last() if told is None else told


# --- Games --------------------------------------------------------------------------------------


@each_class
def test_a_game_can_be_named(made: Made) -> None:
    env = made("bogoss", players=3, max_turns=100)
    assert (env.game.name, env.game.players, env.game.options["max_turns"]) == ("bogoss", 3, 100)
    assert data_equivalence(shown(made("bogoss", players=3), 1), shown(made(BOGOSS), 1), exact=True)


@each_class
@pytest.mark.parametrize(
    ("game", "kind"), [(None, "None"), (3, "an int"), (b"bogoss", "a bytes"), (lt.Game, "a type")]
)
def test_what_is_no_game_is_refused(made: Made, game: Any, kind: str) -> None:
    error = raised(made, game)
    assert type(error) is TypeError
    assert str(error) == f"game: a Game or the name of one is expected, not {kind}"


@each_class
def test_names_and_options_are_checked(made: Made) -> None:
    assert isinstance(raised(made, "no game"), lt.OptionError)
    error = raised(made, "bogoss", players=3, no_option=1)
    assert isinstance(error, lt.OptionError)
    assert error.option == "no_option"
    assert type(raised(made, BOGOSS, players=3)) is TypeError


# --- Choices ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "classes", "refused"),
    [
        ("dtype", ALL, [None, *NO_TEXTS]),
        ("illegal", SEATS, [None, *NO_TEXTS]),
        ("render_mode", DRAWN, NO_TEXTS),
        ("copy", [SeatVectorEnv], [None, 0, 1, "no"]),
    ],
)
def test_wrong_types_and_wrong_values_differ(
    option: str, classes: list[Made], refused: list[Any]
) -> None:
    for made in classes:
        for value in refused:
            error = raised(made, BOGOSS, **{option: value})
            assert type(error) is TypeError
            assert str(error).startswith(f"{option}: ")
            assert " is expected, not " in str(error)
        if option != "copy":
            error = raised(made, BOGOSS, **{option: "no such"})
            assert isinstance(error, lt.OptionError)
            assert error.option == option
            assert "no such" in str(error)


def test_flags_of_numpy_are_flags() -> None:
    flag: Any = np.True_
    assert SeatVectorEnv(BOGOSS, copy=flag).reset(seed=1)[0].flags.writeable


# --- The others ---------------------------------------------------------------------------------


@pytest.mark.parametrize("made", SEATS)
def test_without_others_they_are_random(made: Made) -> None:
    envs = [made(BOGOSS, seat=2, others=others) for others in (None, "random", ["random"] * 2)]
    given = [env.reset(seed=1) for env in envs]
    assert all(data_equivalence(each, given[0], exact=True) for each in given)


@pytest.mark.parametrize("made", SEATS)
@pytest.mark.parametrize(
    ("others", "said"),
    [
        (3, "others: "),
        (True, "others: "),
        ({"random": 1, "greedy": 2}, "others: "),
        (iter(["random", "random"]), "others: "),
        ([1, 2], "others[0]: "),
        (["random", None], "others[1]: "),
        (b"random", "others[0]: "),
    ],
)
def test_what_is_no_agent_is_named_after_its_argument(made: Made, others: Any, said: str) -> None:
    error = raised(made, BOGOSS, others=others)
    assert type(error) is TypeError
    assert str(error).startswith(said)


@pytest.mark.parametrize("name", [n for n, info in lt.games().items() if info["players"][0] == 1])
def test_unknown_agents_are_refused_where_there_are_no_others(name: str) -> None:
    game = lt.game(name, players=1)
    for seat_env in (SeatEnv, SeatVectorEnv):
        error = raised(seat_env, game, others="nobody")
        assert isinstance(error, lt.OptionError)
        assert "nobody" in str(error)
        assert isinstance(raised(seat_env, game, others=["random"]), lt.OptionError)
    taken: list[Any] = ["random", None, []]
    for others in taken:
        assert SeatEnv(game, others=others).others == ()
        assert SeatVectorEnv(game, others=others).num_envs == 1


# --- Seeds --------------------------------------------------------------------------------------


class Number:
    """A whole number that is no int."""

    def __index__(self) -> int:
        return 3


@each_class
@pytest.mark.parametrize("seed", [np.int64(3), np.uint8(3), np.array(3), Number()])
def test_whole_numbers_of_any_kind_are_seeds(made: Made, seed: Any) -> None:
    one, other = made(BOGOSS), made(BOGOSS)
    assert data_equivalence(shown(one, seed), shown(other, 3), exact=True)
    assert data_equivalence(shown(one, None), shown(other, None), exact=True)


@pytest.mark.parametrize("seeds", [np.array([3, 4]), (np.int64(3), 4), [Number(), 4], range(3, 5)])
def test_lists_of_whole_numbers_of_any_kind_are_seeds(seeds: Any) -> None:
    one, other = SeatVectorEnv(BOGOSS, 2), SeatVectorEnv(BOGOSS, 2)
    assert data_equivalence(one.reset(seed=seeds), other.reset(seed=[3, 4]), exact=True)
    assert data_equivalence(one.reset(), other.reset(), exact=True)


@each_class
@pytest.mark.parametrize("seed", [True, np.True_, "3", b"3", 3.5, np.float64(3), np.array(3.0)])
def test_what_is_no_whole_number_is_no_seed(made: Made, seed: Any) -> None:
    error = raised(made(BOGOSS).reset, seed=seed)
    assert type(error) is TypeError
    assert str(error).startswith("seed: a whole number from 0 to 2**64 - 1 is expected")


def test_the_seeds_of_all_environments_have_to_fit() -> None:
    last = 2**64 - 1
    env = SeatVectorEnv(BOGOSS, 3)
    error = raised(env.reset, seed=last - 1)
    assert isinstance(error, lt.OptionError)
    assert error.option == "seed"
    assert str(error).startswith(f"seed {last - 1} is not in 0 to 2**64 - 3: ")
    assert "3 environments" in str(error)
    given = env.reset(seed=last - 2)
    assert data_equivalence(env.reset(seed=[last - 2, last - 1, last]), given, exact=True)
    SeatVectorEnv(BOGOSS, 1).reset(seed=last)


@pytest.mark.parametrize("seeds", [[1], [1, 2, 3], range(2**40), np.array([[1, 2]])])
def test_another_number_of_seeds_is_refused(seeds: Any) -> None:
    error = raised(SeatVectorEnv(BOGOSS, 2).reset, seed=seeds)
    assert isinstance(error, lt.OptionError)
    assert str(error) == f"seed: {len(seeds)} for 2 environments"
