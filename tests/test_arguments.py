"""Arguments of a wrong type or value: the message names the argument and what it may be."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import ludoteca as lt
import numpy as np
import pytest
from support import raised, refusal

GAME: Any = lt.game("cobogo", players=2)
STATE: Any = GAME.start(seed=1)
MODULE: Any = lt
SEEDS = "from 0 to 2**64 - 1"

WRONG_TYPES: list[tuple[Callable[[], object], str, str, str]] = [
    (lambda: MODULE.game("cobogo", players="2"), "players", "from 1 to 4", "a str"),
    (lambda: MODULE.game("bogoss", players=2.0), "players", "from 2 to 7", "a float"),
    (lambda: MODULE.game(None, players=2), "name", "a str", "None"),
    (lambda: MODULE.game("cobogo", players=2, components=1), "components", "path", "an int"),
    (
        lambda: MODULE.game("cobogo", players=2, window=object()),
        "option window",
        "str",
        "an object",
    ),
    (lambda: MODULE.check_components("cobogo", 1), "file", "path", "an int"),
    (lambda: MODULE.replay(Path("record.txt")), "record", "a str", "Path"),
    (lambda: GAME.replay(b"record"), "record", "a str", "a bytes"),
    (lambda: GAME.state_from_json({}), "text", "a str", "a dict"),
    (lambda: GAME.start("7"), "seed", SEEDS, "a str"),
    (lambda: GAME.start(7, "1"), "index", SEEDS, "a str"),
    (lambda: GAME.action(1.5), "action", "a text or an index", "a float"),
    (lambda: GAME.simulate("10"), "games", "from 0 to", "a str"),
    (lambda: GAME.simulate(1, threads="2"), "threads", "from 1 to", "a str"),
    (lambda: GAME.simulate(1, seed=None), "seed", SEEDS, "None"),
    (lambda: GAME.simulate(1, agents=3), "agents", "a name", "an int"),
    (lambda: GAME.simulate(1, agents=["random", 2]), "agents[1]", "a str", "an int"),
    (lambda: GAME.simulate(1, progress=1), "progress", "a function", "an int"),
    (lambda: GAME.vector_env("4"), "envs", "from 1 to", "a str"),
    (lambda: GAME.vector_env(1, dtype=np.float32), "dtype", '"uint8" or "float32"', "a type"),
    (lambda: GAME.vector_env(1, seat="0"), "seat", "from 0 to 1", "a str"),
    (lambda: GAME.vector_env(1, seat=0, others=3), "others", "a name", "an int"),
    (lambda: GAME.vector_env(1, seat=0, others=[3]), "others[0]", "a str", "an int"),
    (lambda: GAME.vector_env(1, final_observation=1), "final_observation", "True", "an int"),
    (lambda: GAME.vector_env(1).reset("7"), "seed", SEEDS, "a str"),
    (lambda: GAME.vector_env(2).reset([1, "7"]), "seed[1]", SEEDS, "a str"),
    (lambda: GAME.vector_env(1).reset(out=[1]), "out", "a dict of arrays by name", "a list"),
    (lambda: GAME.vector_env(1).reset(out={1: 2}), "a key of out", "a str", "an int"),
    (
        lambda: GAME.vector_env(1).reset(out={"actor": [0]}),
        'out["actor"]',
        "an array of int32",
        "a list",
    ),
    (
        lambda: GAME.vector_env(1).reset(out={"actor": np.zeros(1, np.int64)}),
        'out["actor"]',
        "an array of int32",
        "one of int64",
    ),
    (lambda: GAME.vector_env(1).step([0]), "indices", "an array of whole numbers", "a list"),
    (lambda: GAME.vector_env(1).step(np.zeros(1)), "indices", "whole numbers", "float64"),
    (lambda: STATE.view("0"), "seat", "from 0 to 1, or None", "a str"),
    (lambda: STATE.draw_for("0"), "seat", "from 0 to 1, or None", "a str"),
    (lambda: STATE.observation(None), "seat", "from 0 to 1", "None"),
    (lambda: STATE.belief(None), "seat", "from 0 to 1", "None"),
    (lambda: STATE.determinize(None, 1), "seat", "from 0 to 1", "None"),
    (lambda: STATE.determinize(0, "1"), "seed", SEEDS, "a str"),
    (lambda: STATE.apply(None), "action", "an Action, its text or its index", "None"),
    (lambda: STATE.action("1"), "index", "a whole number", "a str"),
    (lambda: STATE.agent_action(1, 1), "agent", "a str", "an int"),
]


@pytest.mark.parametrize(("call", "name", "allowed", "given"), WRONG_TYPES)
def test_a_wrong_type_is_answered_with_the_argument_and_what_it_may_be(
    call: Callable[[], object], name: str, allowed: str, given: str
) -> None:
    error = raised(call)
    assert type(error) is TypeError
    message = str(error)
    assert message.startswith(f"{name}: ")
    expected, _, found = message.removeprefix(f"{name}: ").partition(" is expected, not ")
    assert allowed in expected
    assert given in found


def test_flags_are_no_numbers() -> None:
    calls: list[Callable[[Any], object]] = [
        lambda flag: lt.game("cobogo", players=flag),
        lambda flag: GAME.start(flag),
        lambda flag: GAME.start(7, flag),
        lambda flag: GAME.action(flag),
        lambda flag: GAME.simulate(flag),
        lambda flag: GAME.simulate(1, seed=flag),
        lambda flag: GAME.simulate(1, threads=flag),
        lambda flag: GAME.vector_env(flag),
        lambda flag: STATE.view(flag),
        lambda flag: STATE.observation(flag),
        lambda flag: STATE.determinize(flag, 1),
        lambda flag: STATE.determinize(0, flag),
        lambda flag: STATE.apply(flag),
        lambda flag: STATE.explain(flag),
        lambda flag: STATE.index(flag),
        lambda flag: STATE.action(flag),
    ]
    for number, call in enumerate(calls):
        for flag in (True, False, np.bool_(True)):
            error = raised(call, flag)
            assert type(error) is TypeError, (number, flag, error)
            assert str(error).endswith("is expected, not a bool")


def test_whole_numbers_of_every_kind_are_numbers() -> None:
    assert lt.game("cobogo", players=np.int8(2)) == GAME
    assert GAME.start(np.uint64(1), np.int32(0)) == STATE
    assert STATE.view(np.uint8(1)) == STATE.view(1)
    assert GAME.simulate(np.int16(3), seed=np.uint64(2**64 - 1)).games == 3


def test_an_index_of_a_game_under_a_seed_is_called_so() -> None:
    for index in (-1, 2**64):
        error = refusal(GAME.start, 7, index)
        assert isinstance(error, lt.OptionError)
        assert error.option == "index"
        assert str(error) == f"index {index} is not in 0 to 2**64 - 1"
    error = refusal(GAME.start, -1, 0)
    assert isinstance(error, lt.OptionError)
    assert error.option == "seed"


def test_an_index_of_any_size_is_answered_with_the_range() -> None:
    for index in (-1, GAME.action_size, 2**31, 10**20, -(10**20)):
        message = str(refusal(STATE.apply, index))
        assert message == f"index {index} is no action of cobogo: 0 to 8191 are possible"
    bogoss = lt.game("bogoss", players=2)
    for index in (-1, bogoss.action_size, 10**20):
        assert f"0 to {bogoss.action_size - 1} are possible" in str(refusal(bogoss.action, index))
    # Where indices belong to a position, that is what is said, whatever the index.
    for index in (-1, 3, 10**20):
        assert f"index {index}: indices of cobogo belong" in str(refusal(GAME.action, index))


def test_great_values_of_options_are_shown_as_they_were_given() -> None:
    error = refusal(lt.game, "cobogo", players=2, window=10**30)
    assert str(error) == f"option window: {10**30} is not accepted: a whole number from 8 to 64"
    error = refusal(lt.game, "cobogo", players=2, first_player=-(10**30))
    assert str(-(10**30)) in str(error)
    assert '"' not in str(error)
    error = refusal(lt.game, "cobogo", players=2, colour=10**30)
    assert isinstance(error, lt.OptionError)
    assert error.option == "colour"
    error = refusal(lt.game, "cobogo", players=9, window=10**30)
    assert isinstance(error, lt.OptionError)
    assert error.option == "players"


def test_one_word_stands_for_a_list_of_it() -> None:
    for word in ("vidracaria", "janelao", "clientes"):
        game = lt.game("cobogo", players=2, expansions=word)
        assert game == lt.game("cobogo", players=2, expansions=[word])
        assert game.options["expansions"] == [word]
    for word in ("", "janela", "janelao,clientes"):
        assert isinstance(refusal(lt.game, "cobogo", players=2, expansions=word), lt.OptionError)


@pytest.mark.parametrize("kind", [str, Path])
def test_a_missing_component_file_is_told_as_python_does(kind: type[Any], tmp_path: Path) -> None:
    file = kind(tmp_path / "nope.toml")
    calls: list[Callable[[], object]] = [
        lambda: lt.game("cobogo", players=2, components=file),
        lambda: lt.check_components("cobogo", file),
        lambda: lt.replay(STATE.record(), components=file),
    ]
    own = raised(open, str(file))
    for call in calls:
        error = raised(call)
        assert type(error) is FileNotFoundError
        assert str(error) == str(own)


def test_a_path_in_place_of_a_record_is_told_what_is_expected() -> None:
    for replay in (lt.replay, GAME.replay):
        message = str(refusal(replay, "games/rec.txt"))
        assert "the text of a record is expected, not the name of a file" in message
        assert '"games/rec.txt"' in message
        assert "name of a file" not in str(refusal(replay, "something\nelse\n"))
