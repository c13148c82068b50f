"""Bad input: every error has its class, fields and message, pickles, and leaves all as it was.

Nothing here may print, crash or raise what `ludoteca.errors` does not name.
"""

from __future__ import annotations

import copy
import inspect
import json
import os
import pickle
import re
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import ludoteca as lt
import numpy as np
import pytest
from ludoteca import errors
from referee import sets
from referee.cards import default_set
from support import TABLES, action_at, course, raised, refusal

DATA = Path(__file__).parent / "data" / "cobogo"
NAMES = list(lt.games())


@pytest.fixture(autouse=True)
def _nothing_is_printed(capfd: pytest.CaptureFixture[str]) -> Iterator[None]:
    """Errors speak through their messages alone: no panic's text on stderr."""
    yield
    out, err = capfd.readouterr()
    assert (out, err) == ("", "")


def any_game(players: int = 2, **options: Any) -> lt.Game:
    return lt.game("cobogo", players=players, **options)


def ended(game: lt.Game) -> lt.State:
    *_, end = course(game.start(seed=3), Random(3))
    return end


def moments(state: lt.State) -> tuple[str, str]:
    """How a message for a player may name the moment: by something that everybody knows."""
    return f"ply {state.ply}", f"turn {state.view(None)['turn']}"


def stepped(game: lt.Game, index: int) -> None:
    env = game.vector_env(3)
    env.reset()
    indices = env.sample(0)
    indices[1] = index
    env.step(indices)


# --- Classes, fields, pickles -------------------------------------------------------------------


def examples() -> dict[str, Callable[[], object]]:
    """Calls that raise each error there is, but for faults of our own."""
    game = any_game()
    state = game.start(seed=1)
    record = state.record().splitlines()
    return {
        "syntax": lambda: game.action("place 0 rot 0"),
        "syntax, index": lambda: state.apply(-1),
        "syntax, other game": lambda: state.apply(any_game(3).action("place 0 rot 0 at 0,0")),
        "illegal": lambda: state.apply("place 0 rot 1 at 0,0"),
        "illegal, chance": lambda: game.start().apply("place 0 rot 0 at 0,0"),
        "illegal, row": lambda: stepped(game, 0),
        "illegal, row, no action": lambda: stepped(game, -7),
        "illegal, agent": lambda: game.start().agent_action("random", 1),
        "over": lambda: ended(game).apply("place 0 rot 0 at 0,0"),
        "over, agent": lambda: ended(game).agent_action("random", 1),
        "components": lambda: any_game(components=DATA / "broken" / "faults.toml"),
        "components, syntax": lambda: any_game(components=DATA / "broken" / "syntax.toml"),
        "option": lambda: any_game(count_mode="most"),
        "option, unknown": lambda: any_game(colour="red"),
        "option, game": lambda: lt.game("chess", players=2),
        "option, agent": lambda: game.simulate(1, agents="wise"),
        "option, seed": lambda: game.start(seed=-1),
        "state": lambda: game.state_from_json('{"format": 1}'),
        "state, rule": lambda: game.state_from_json(with_position(state, to_move=9)),
        "record": lambda: game.replay("\n".join([*record, "place 9 rot 0 at 0,0"])),
        "record, header": lambda: game.replay("nothing"),
        "version": lambda: game.replay(state.record().replace("rules 1", "rules 99")),
        "version, format": lambda: game.replay(state.record().replace("record 1", "record 99")),
        "version, state": lambda: game.state_from_json(
            state.to_json().replace('"version":1', '"version":99')
        ),
    }


KINDS = {
    "syntax": lt.ActionSyntaxError,
    "illegal": lt.IllegalActionError,
    "over": lt.GameOverError,
    "components": lt.ComponentError,
    "option": lt.OptionError,
    "state": lt.StateFormatError,
    "record": lt.RecordError,
    "version": lt.VersionError,
}
FIELDS: dict[type[lt.LudotecaError], dict[str, Any]] = {
    lt.ActionSyntaxError: {"text": str},
    lt.IllegalActionError: {
        "action": str,
        "player": int | None,
        "rule": str,
        "ply": int,
        "row": int | None,
    },
    lt.GameOverError: {"action": str, "ply": int},
    lt.ComponentError: {
        "file": str,
        "problems": tuple,
        "line": int,
        "column": int,
        "key": str,
        "rule": str,
    },
    lt.OptionError: {"option": str, "rule": str},
    lt.StateFormatError: {"key": str, "rule": str},
    lt.RecordError: {"line": int},
    lt.VersionError: {"found": str, "expected": str},
    lt.InternalError: {"game": str, "seed": int | None, "ply": int},
}


def same_error(one: Exception, other: Exception) -> bool:
    return (
        type(one) is type(other)
        and str(one) == str(other)
        and one.args == other.args
        and vars(one) == vars(other)
    )


def check_error(error: lt.LudotecaError) -> None:
    """What holds for every error: class, fields, message, pickles."""
    assert isinstance(error, ValueError)
    assert str(error) == error.args[0]
    assert str(error)
    # A note says which argument an error came from.
    assert vars(error).keys() - {"__notes__"} == FIELDS[type(error)].keys()
    for name, kind in FIELDS[type(error)].items():
        assert isinstance(getattr(error, name), kind), name
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert same_error(pickle.loads(pickle.dumps(error, protocol)), error)
    assert same_error(copy.copy(error), error)
    assert same_error(copy.deepcopy(error), error)


@pytest.mark.parametrize("name", list(examples()))
def test_every_error_has_class_fields_and_pickles(name: str) -> None:
    error = refusal(examples()[name])
    assert type(error) is KINDS[name.split(",")[0]]
    check_error(error)


def test_the_examples_are_of_every_class() -> None:
    classes = {
        value
        for name in errors.__all__
        if inspect.isclass(value := getattr(errors, name)) and issubclass(value, Exception)
    }
    assert classes == {lt.LudotecaError, *FIELDS}
    assert set(FIELDS) == {*KINDS.values(), lt.InternalError}
    assert all(getattr(lt, value.__name__) is value for value in classes)
    assert all(issubclass(value, lt.LudotecaError) for value in classes)
    assert not any(issubclass(a, b) for a in FIELDS for b in FIELDS if a is not b)


@pytest.mark.parametrize("kind", list(FIELDS), ids=lambda kind: kind.__name__)
def test_errors_made_by_hand_pickle_too(kind: type[lt.LudotecaError]) -> None:
    error = kind("a message")
    check_error(error)
    vars(error).update(note="kept")
    assert vars(pickle.loads(pickle.dumps(error)))["note"] == "kept"
    with pytest.raises(TypeError):
        kind()


def test_the_fields_say_what_happened() -> None:
    game = any_game()
    state = game.start(seed=1)
    for action in ("place 0 rot 0 at 0,0", "place 1 rot 0 at 0,3"):
        state = state.apply(action)
    error = refusal(state.apply, "place 1 rot 2 at 50,50")
    assert isinstance(error, lt.IllegalActionError)
    assert (error.action, error.player, error.rule, error.ply, error.row) == (
        "place 1 rot 2 at 50,50",
        0,
        "K-29",
        2,
        None,
    )
    error = refusal(game.start().apply, "first 0")
    assert isinstance(error, lt.IllegalActionError)
    assert (error.action, error.player, error.ply) == ("first 0", None, 0)
    error = refusal(game.action, "place me")
    assert isinstance(error, lt.ActionSyntaxError)
    assert error.text == "place me"
    end = ended(game)
    error = refusal(end.apply, "place 0 rot 0 at 0,0")
    assert isinstance(error, lt.GameOverError)
    assert (error.action, error.ply) == ("place 0 rot 0 at 0,0", end.ply)
    error = refusal(any_game, count_mode="most")
    assert isinstance(error, lt.OptionError)
    assert (error.option, error.rule) == ("count_mode", "K-56")
    error = refusal(game.replay, state.record().replace("rules 1", "rules 99"))
    assert isinstance(error, lt.VersionError)
    assert (error.found, error.expected) == ("99", "1")


# --- Messages -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_an_illegal_action_is_answered_with_who_where_why_and_what_is_allowed(
    name: str, players: int
) -> None:
    rng, game = Random(players), lt.game(name, players=players)
    states = list(course(game.start(seed=players), rng))
    long, short = 0, 0
    for state in states[:-1]:
        legal = [str(action) for action in state.legal_actions]
        # Few indices stand for an action where there is little to choose.
        tries = min(game.action_size, 20 if len(legal) > 10 else 400)
        for index in rng.sample(range(game.action_size), tries):
            if (action := action_at(state, index)) is None:
                continue
            explanation = state.explain(index)
            if explanation.is_legal:
                continue
            message = str(refusal(state.apply, index))
            starts = [f"{action} by seat {state.actor} at {at}: " for at in moments(state)]
            assert message.startswith(tuple(starts))
            assert f"{explanation.reason} (rule {explanation.rule})" in message
            counted, _, listed = message.partition(" legal: ")
            assert counted.endswith(f"; {len(legal)}")
            texts = listed.removesuffix(", ...").split("; ")
            assert texts == legal[:10]
            assert listed.endswith(", ...") == (len(legal) > 10)
            long, short = long + (len(legal) > 10), short + (len(legal) <= 10)
    assert long + short > 50
    # Both lengths, where the game has both.
    counts = [len(state.legal_actions) for state in states[:-1]]
    assert (long > 0) == (max(counts) > 10)
    assert short > 0 or sum(count <= 10 for count in counts) < 5


@pytest.mark.parametrize("name", NAMES)
def test_a_wrong_option_is_answered_with_value_rule_and_what_is_allowed(name: str) -> None:
    info = lt.games()[name]
    players = info["players"][0]
    for spec in info["options"]:
        values: list[Any] = [None, -1, 10**6, 2**70, -(2**70), 0.5, "?", ["?"], [[]], True]
        for wrong in [*values, float("nan"), float("inf")]:
            if spec["values"] == "true or false" and wrong is True:
                continue
            if spec["values"].startswith("a card's id") and wrong == "?":
                continue
            error = refusal(lt.game, name, players=players, **{spec["name"]: wrong})
            assert isinstance(error, lt.OptionError), (spec["name"], wrong)
            assert error.option == spec["name"]
            assert error.rule == spec["rule"]
            assert spec["name"] in str(error)
            assert spec["rule"] in str(error)
            assert spec["values"] in str(error)
            if isinstance(wrong, int | str) and not isinstance(wrong, bool):
                assert str(wrong) in str(error)
    for players in (*range(-2, info["players"][0]), info["players"][1] + 1, 255, 256, 2**31, 2**62):
        error = refusal(lt.game, name, players=players)
        assert isinstance(error, lt.OptionError)
        assert error.option == "players"
        assert str(players) in str(error)
        assert all(str(bound) in str(error) for bound in info["players"])
    for players in (2**63, -(2**63) - 1, 2**64, 2**200):
        error = refusal(lt.game, name, players=players)
        assert isinstance(error, lt.OptionError)
        assert error.option == "players"
    error = refusal(lt.game, name)
    assert isinstance(error, lt.OptionError)
    assert error.option == "players"
    error = refusal(lt.game, name, players=info["players"][0], colour=1)
    assert isinstance(error, lt.OptionError)
    assert error.option == "colour"
    assert all(spec["name"] in str(error) for spec in info["options"])


def test_a_number_that_json_lacks_is_named() -> None:
    for number in (float("nan"), float("inf"), 2**64):
        error = refusal(lt.game, "bogoss", players=3, refill_empty=number)
        assert isinstance(error, lt.OptionError)
        assert str(error).startswith(f"option refill_empty: {number} is not accepted")


def test_a_generator_that_stands_still_is_refused() -> None:
    game = lt.game("bogoss", players=3)
    data = json.loads(game.start(seed=1).to_json())
    origin = {"position": data["position"], "past": []}
    data |= {"origin": origin, "events": [], "ply": 0, "generator": '{"state":0,"increment":0}'}
    error = refusal(game.state_from_json, json.dumps(data))
    assert isinstance(error, lt.StateFormatError)
    assert str(error) == "generator: no state of a generator"
    data |= {"generator": None, "origin": {**origin, "past": ["ask 1 L"]}}
    assert str(refusal(game.state_from_json, json.dumps(data))).startswith("origin.past: ")


def test_an_unknown_game_is_answered_with_those_there_are() -> None:
    for name in ("", "chess", "Cobogo", "cobogo ", "cobogó", "x" * 10_000):
        error = refusal(lt.game, name, players=2)
        assert isinstance(error, lt.OptionError)
        assert error.option == "game"
        assert all(known in str(error) for known in NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_wrong_agents_and_counts_are_answered_with_what_is_allowed(name: str) -> None:
    game = lt.game(name, players=2)
    for agents in ("wise", "", ["random", "wise"], ["random"] * 3, [], ()):
        error = refusal(game.simulate, 1, agents=agents)
        assert isinstance(error, lt.OptionError)
        assert error.option == "agents"
        if "wise" in agents:
            assert all(known in str(error) for known in (*game.agents, "wise"))
    error = refusal(game.start(seed=1).agent_action, "wise", 1)
    assert isinstance(error, lt.OptionError)
    counts: list[tuple[str, Callable[[Any], object], list[int]]] = [
        ("games", lambda n: game.simulate(n), [-1, 2**33, 2**64, -(2**80)]),
        ("threads", lambda n: game.simulate(1, threads=n), [0, -1, 10**6, 2**80]),
        ("threads", lambda n: game.vector_env(1, threads=n), [0, -1, 10**6, 2**80]),
        ("envs", lambda n: game.vector_env(n), [0, -1, 2**33, 2**80]),
        ("seat", lambda n: game.start(seed=1).view(n), [-1, 2, 255, 256, 2**80]),
        ("seat", lambda n: game.start(seed=1).observation(n), [-1, 2, 256, 2**80]),
        ("seat", lambda n: game.start(seed=1).determinize(n, 1), [-1, 2, 256, 2**80]),
        ("seat", lambda n: game.start(seed=1).history_for(n), [-1, 2, 256, 2**80]),
        ("seat", lambda n: game.start(seed=1).draw_for(n), [-1, 2, 256, 2**80]),
    ]
    for option, call, wrong in counts:
        for number in wrong:
            error = refusal(call, number)
            assert isinstance(error, lt.OptionError)
            assert error.option == option
            assert str(number) in str(error)
            assert re.search(r"\d to \d", str(error))
    assert len(game.simulate(0)) == 0
    error = refusal(game.vector_env, 1, dtype="float64")
    assert isinstance(error, lt.OptionError)
    assert error.option == "dtype"
    assert "uint8" in str(error)
    assert "float32" in str(error)


# --- Wrong types --------------------------------------------------------------------------------


def wrongly_typed(name: str) -> Iterator[tuple[str, Callable[[], object]]]:
    """Calls with an argument of a type that they do not take."""
    game = lt.game(name, players=2)
    state, env = game.start(seed=1), game.vector_env(2)
    env.reset()
    no_text: list[Any] = [None, 1, 1.5, b"text", ["text"], object()]
    no_number: list[Any] = [None, "1", 1.5, b"1", [1], object(), 1j]
    no_action: list[Any] = [None, 1.5, b"text", [1], object(), 1j, lt.CHANCE, state]
    takes: list[tuple[str, Callable[[Any], object], list[Any]]] = [
        ("game", lambda v: lt.game(v, players=2), no_text),
        ("players", lambda v: lt.game(name, players=v), no_number[1:]),
        ("components", lambda v: lt.game(name, players=2, components=v), [1, 1.5, [], object()]),
        ("state_from_json", lambda v: game.state_from_json(v), no_text),
        ("replay", lambda v: game.replay(v), no_text),
        ("action", lambda v: game.action(v), no_action),
        ("apply", lambda v: state.apply(v), no_action),
        ("explain", lambda v: state.explain(v), no_action),
        ("index", lambda v: state.index(v), no_action),
        ("state.action", lambda v: state.action(v), no_number),
        ("view", lambda v: state.view(v), no_number[1:]),
        ("history_for", lambda v: state.history_for(v), no_number[1:]),
        ("draw_for", lambda v: state.draw_for(v), no_number[1:]),
        ("observation", lambda v: state.observation(v), no_number),
        ("determinize", lambda v: state.determinize(v, 1), no_number),
        ("agent", lambda v: state.agent_action(v, 1), no_text),
        ("games", lambda v: game.simulate(v), no_number),
        ("agents", lambda v: game.simulate(1, agents=v), [1, 1.5, b"random", [1, 2], object()]),
        ("threads", lambda v: game.simulate(1, threads=v), no_number[1:]),
        ("envs", lambda v: game.vector_env(v), no_number),
        ("dtype", lambda v: game.vector_env(1, dtype=v), [None, 1, np.uint8, object()]),
        ("progress", lambda v: game.simulate(1, progress=v), [1, "text", object()]),
        (
            "step",
            lambda v: env.step(v),
            [None, 1, "text", np.zeros((2, 1), np.int32), np.zeros(2, np.float32)],
        ),
        ("option", lambda v: lt.game(name, players=2, window=v), [object(), 1j, lt.CHANCE, {1: 2}]),
    ]
    for what, call, values in takes:
        for value in values:
            yield f"{what} {value!r}", lambda call=call, value=value: call(value)  # type: ignore[misc]
    yield "start", lambda: game.start("1")  # type: ignore[arg-type]
    yield "no argument", lambda: state.apply()  # type: ignore[call-arg]
    yield "unknown argument", lambda: game.simulate(1, speed=2)  # type: ignore[call-arg]
    for kind in (lt.State, lt.Action, lt.Game, lt.Outcome, lt.Results, lt.VectorEnv):
        yield kind.__name__, lambda kind=kind: kind()  # type: ignore[misc]


@pytest.mark.parametrize("name", NAMES)
def test_wrong_types_are_type_errors(name: str) -> None:
    calls = list(wrongly_typed(name))
    assert len(calls) > 100
    wrong = {what: kind for what, call in calls if (kind := type(raised(call))) is not TypeError}
    assert not wrong


def test_indices_of_any_size_are_answered_as_indices() -> None:
    """A whole number is an index, however great; beyond 64 bits too."""
    game = any_game()
    state = game.start(seed=1)
    for index in (2**31, 2**32, 2**63, 2**64, 2**200, -(2**63) - 1, np.uint64(2**63)):
        calls: list[Callable[[Any], object]] = [
            state.apply,
            state.explain,
            state.index,
            state.action,
            game.action,
        ]
        for call in calls:
            error = raised(call, index)
            assert type(error) is lt.ActionSyntaxError, (call, index, error)
            assert str(index) in str(error)


def test_texts_that_are_no_unicode_are_answered_as_texts() -> None:
    """A lone surrogate is what undecodable bytes of a file or an argument become."""
    game = any_game()
    state, bad = game.start(seed=1), "place \udcff"
    calls: list[tuple[type[Exception], Callable[[], object]]] = [
        (lt.ActionSyntaxError, lambda: game.action(bad)),
        (lt.ActionSyntaxError, lambda: state.apply(bad)),
        (lt.ActionSyntaxError, lambda: state.explain(bad)),
        (lt.ActionSyntaxError, lambda: state.index(bad)),
        (lt.StateFormatError, lambda: game.state_from_json(bad)),
        (lt.RecordError, lambda: game.replay(bad)),
        (lt.OptionError, lambda: lt.game(bad, players=2)),
        (lt.OptionError, lambda: any_game(count_mode=bad)),
        (lt.OptionError, lambda: any_game(**{bad: 1})),
        (lt.OptionError, lambda: any_game(expansions=[bad])),
        (lt.OptionError, lambda: game.simulate(1, agents=bad)),
        (lt.OptionError, lambda: game.simulate(1, agents=[bad, bad])),
        (lt.OptionError, lambda: state.agent_action(bad, 1)),
    ]
    found = [type(raised(call)) for _, call in calls]
    assert found == [kind for kind, _ in calls]


def test_texts_of_any_kind_are_answered() -> None:
    game = any_game()
    state, rng = game.start(seed=1), Random(4)
    words = [
        "place",
        "rot",
        "at",
        "draw",
        "deal",
        "0",
        "1",
        "-1",
        "9" * 30,
        "C01",
        "0,0",
        "1,",
        ",",
    ]
    letters = "place rot at 0123456789,-+é\x00\n\t#☃\U0001f600"
    for _ in range(3_000):
        if rng.random() < 0.5:
            text = " ".join(rng.choices(words, k=rng.randint(0, 8)))
        else:
            text = "".join(rng.choices(letters, k=rng.randint(0, 30)))
        error = raised(state.apply, text)
        assert isinstance(error, lt.ActionSyntaxError | lt.IllegalActionError | None)
        if error is None:
            assert game.action(text) in state.legal_actions
        if isinstance(error, lt.ActionSyntaxError):
            assert error.text == text
    # A message stays readable, whatever it has to speak of.
    error = refusal(state.apply, "x" * 1000000)
    assert len(str(error)) < 10_000


# --- The end of a game --------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_after_the_end_nothing_is_legal(name: str, players: int) -> None:
    game = lt.game(name, players=players)
    states = list(course(game.start(), Random(players)))
    end = states[-1]
    kept = end.to_json()
    actions = {action for state in states for action in state.legal_actions[:5]}
    actions |= {event for state in states for event, _ in state.chance_outcomes}
    assert len(actions) > 10
    for action in actions:
        error = refusal(end.apply, action)
        assert isinstance(error, lt.GameOverError)
        assert (error.action, error.ply) == (str(action), end.ply)
        assert str(action) in str(error)
        ends = [f": the game is over since {at}" for at in moments(end)]
        assert str(error).endswith(tuple(ends))
        assert not end.explain(action).is_legal
        assert end.explain(action).rule
    for index in range(0, game.action_size, 97):
        assert type(refusal(end.apply, index)) is lt.GameOverError
    assert end.to_json() == kept


# --- Component files ----------------------------------------------------------------------------


@pytest.mark.parametrize("file", sorted((DATA / "broken").glob("*.toml")), ids=lambda f: f.stem)
def test_a_broken_set_is_answered_with_every_place(file: Path) -> None:
    """The reports stand in `.txt` files: place, key, rule or `-`, message."""
    expected = file.with_suffix(".txt").read_text(encoding="utf-8").splitlines()
    error = refusal(any_game, components=file)
    assert isinstance(error, lt.ComponentError)
    check_error(error)
    assert error.file == str(file)
    assert 1 <= len(error.problems) <= 20
    found = [
        f"{p.line}:{p.column} {p.key or '-'} {p.rule or '-'} {p.message}" for p in error.problems
    ]
    for report, line in zip(found, expected, strict=True):
        assert report == line or (line.endswith("not TOML") and line.split()[0] in report)
    first = error.problems[0]
    assert (error.line, error.column, error.key, error.rule) == first[:4]
    lines = str(error).splitlines()
    assert len(lines) == len(error.problems)
    for line, problem in zip(lines, error.problems, strict=True):
        assert line.startswith(str(file))
        assert problem.message in line
        assert problem.rule in line
        assert f"{problem.line}:{problem.column}" in line or problem.line == 0


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    for path, kind in ((tmp_path / "none.toml", FileNotFoundError), (tmp_path, IsADirectoryError)):
        error = raised(any_game, components=path)
        assert type(error) is kind
        assert str(path) in str(error)


def test_files_of_any_content_are_answered(tmp_path: Path) -> None:
    path = tmp_path / "set.toml"
    sets.write_set(default_set(), path)
    good = path.read_bytes()
    assert isinstance(any_game(components=path), lt.Game)
    rng, answers = Random(6), set()
    lines = good.splitlines(keepends=True)
    contents = [b"", b"\x00", b"\xff\xfe", b"\xef\xbb\xbf" + good, good * 2, good[: len(good) // 2]]
    contents += [b"[" * 5_000, b"a=" + b"[" * 5_000, b"#" * 3_000_000, b'name = "' + b"x" * 100_000]
    while len(contents) < 400:
        new, at = list(lines), rng.randrange(len(lines))
        other = rng.choice(lines)
        mutate = rng.randrange(5)
        if mutate == 0:
            del new[at]
        elif mutate == 1:
            new[at] = other
        elif mutate == 2:
            new.insert(at, other)
        elif mutate == 3:
            place = rng.randrange(len(new[at]))
            new[at] = new[at][:place] + bytes([rng.randrange(256)]) + new[at][place + 1 :]
        else:
            new[at] = re.sub(
                rb"\d+|\w+", rng.choice([b"0", b"-1", b"99999999999", b"A", b"true"]), new[at]
            )
        contents.append(b"".join(new))
    for content in contents:
        path.write_bytes(content)
        error = raised(any_game, components=path)
        answers.add(type(error))
        if isinstance(error, lt.ComponentError):
            check_error(error)
            assert 1 <= len(error.problems) <= 20
            last = content.count(b"\n") + 1
            assert all(0 <= problem.line <= last for problem in error.problems)
            assert all(problem.message for problem in error.problems)
    assert answers == {type(None), lt.ComponentError}


# --- States as JSON -----------------------------------------------------------------------------

OPTIONS: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3, "expansions": ["vidracaria", "janelao", "clientes"]},
    {"players": 2, "back_visibility": "physical", "expansions": ["clientes"]},
    {"players": 2, "pairing": "shuffled", "expansions": ["vidracaria"]},
    {
        "players": 1,
        "pairing": "shuffled",
        "back_visibility": "physical",
        "expansions": ["janelao"],
        "expansion_shuffle": "before_deal",
        "first_player": "random",
    },
    {"players": 4, "expansions": ["vidracaria"], "expansion_shuffle": "before_deal"},
]
JUNK: list[Any] = [
    *(None, True, False, 0, -1, 1, 2, 4, 255, 256, 4096, -4096, 2**31, 2**63, 2**64, 1e300, 0.5),
    *("", "x", "C01", "rejected 0", "rejected 255", "draw", "deal", "reserve", "shuffle", "play"),
    *([], {}, ["C01"], ["AB#"], ["A" * 70] * 70),
]


def with_position(state: lt.State, **changes: Any) -> str:
    """The state as one that begins with its position, with some of its keys changed."""
    data = json.loads(state.to_json())
    data["position"] |= changes
    data |= {"origin": {"position": data["position"], "past": []}, "events": [], "generator": None}
    return json.dumps(data)


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every part of a JSON value."""
    if path:
        yield path
    if isinstance(value, dict):
        for key in value:
            yield from paths(value[key], (*path, key))
    elif isinstance(value, list):
        for at, part in enumerate(value):
            yield from paths(part, (*path, at))


def at_path(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


def some_state(game: lt.Game, rng: Random, *, seeded: bool) -> lt.State:
    states = list(course(game.start(seed=rng.randrange(99) if seeded else None), rng))
    return rng.choice(states)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("seeded", [False, True])
def test_every_key_of_a_state_is_needed(options: dict[str, Any], seeded: bool) -> None:
    game, rng = lt.game("cobogo", **options), Random(str(options))
    for _ in range(3):
        text = some_state(game, rng, seeded=seeded).to_json()
        data = json.loads(text)
        for path in paths(data):
            if isinstance(path[-1], int) or path[0] in ("options", "components"):
                continue
            changed = json.loads(text)
            del at_path(changed, path[:-1])[path[-1]]
            error = raised(game.state_from_json, json.dumps(changed))
            assert type(error) is lt.StateFormatError, (path, error)
            assert path[-1] in error.key + str(error) or path[0] == "origin"
            changed = json.loads(text)
            at_path(changed, path[:-1])["surplus"] = 1
            error = raised(game.state_from_json, json.dumps(changed))
            assert type(error) is lt.StateFormatError, (path, error)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("seeded", [False, True])
def test_no_part_of_a_state_can_be_changed(options: dict[str, Any], seeded: bool) -> None:
    """Position, events, seed and generator prove each other: a change is refused or is none."""
    game, rng = lt.game("cobogo", **options), Random(str(options))
    refused = 0
    state = some_state(game, rng, seeded=seeded)
    text = state.to_json()
    ways = list(paths(json.loads(text)))
    for path in ways:
        for junk in rng.sample(JUNK, 3):
            changed = json.loads(text)
            at_path(changed, path[:-1])[path[-1]] = junk
            error = raised(game.state_from_json, json.dumps(changed))
            if error is None:
                again = game.state_from_json(json.dumps(changed))
                assert (again, again.to_json()) == (state, text), (path, junk)
                continue
            assert isinstance(error, lt.StateFormatError | lt.VersionError), (path, junk, error)
            refused += 1
    assert refused > 2 * len(ways)


def mutation(position: dict[str, Any], ids: list[str], rng: Random) -> dict[str, Any]:
    """The position with some parts dropped, of another type, out of range, doubled or exchanged."""
    text = json.dumps(position)
    for _ in range(rng.choice([1, 1, 2, 3])):
        changed = json.loads(text)
        path, other = rng.sample(list(paths(changed)), 2)
        parent, key = at_path(changed, path[:-1]), path[-1]
        match rng.randrange(6):
            case 0:
                del parent[key]
            case 1:
                parent[key] = rng.choice(JUNK)
            case 2:
                parent[key] = rng.choice(ids) if isinstance(parent[key], str) else rng.choice(JUNK)
            case 3 if isinstance(parent[key], int):
                parent[key] += rng.choice([-1, 1, 2, 100])
            case 4 if isinstance(parent[key], list) and parent[key]:
                parent[key].append(rng.choice(parent[key]))
            case _:
                if path[: len(other)] != other and other[: len(path)] != path:
                    parent[key], at_path(changed, other[:-1])[other[-1]] = (
                        at_path(changed, other),
                        parent[key],
                    )
        text = json.dumps(changed)
        if len(list(paths(changed))) < 2:
            break
    result: dict[str, Any] = json.loads(text)
    return result


def check_valid(state: lt.State, rng: Random) -> None:
    """A position from outside is like any other: all calls work on it to the end of the game."""
    for node in course(state, rng):
        if node.actor is lt.CHANCE:
            chances = [chance for _, chance in node.chance_outcomes]
            assert chances, "a chance node without an outcome"
            assert abs(sum(chances) - 1) < 1e-9, "chances do not add up to 1"
        elif not node.is_over:
            assert node.legal_actions, "no legal action"
            assert node.agent_action("random", 1) in node.legal_actions
        assert node.legal_mask.sum() == len(node.legal_indices), "the mask is not the list"
        assert str(node)
        for seat in range(node.game.players):
            assert node.observation(seat).max() <= 255
            drawn = node.determinize(seat, 1)
            assert drawn.view(seat) == node.view(seat), "a determinization of another view"
        for again in (node.game.state_from_json(node.to_json()), node.game.replay(node.record())):
            assert again == node, "what is written is not what is read"


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_a_position_from_outside_is_refused_or_valid(options: dict[str, Any]) -> None:
    """6 games of 800 mutations are 4,800."""
    game, rng = lt.game("cobogo", **options), Random(str(options))
    ids = [card.id for card in default_set().cards]
    valid, faults = 0, dict[str, str]()
    for number in range(800):
        state = some_state(game, rng, seeded=False)
        text = with_position(state)
        data = json.loads(text)
        data["position"] = mutation(data["position"], ids, rng)
        data["origin"]["position"] = data["position"]
        if number % 3 == 0:
            data["generator"] = json.loads(game.start(seed=number).to_json())["generator"]
        text = json.dumps(data)
        error = raised(game.state_from_json, text)
        if isinstance(error, lt.StateFormatError):
            check_error(error)
            assert error.key
            continue
        if error is None:
            valid += 1
            loaded = game.state_from_json(text)
            error = raised(check_valid, loaded, Random(1))
            # A failed assertion says as much as an exception of the engine.
        if error is not None:
            faults.setdefault(str(error).split("\n")[0], text)
    assert not faults, "\n".join(f"{fault}: {text}" for fault, text in faults.items())
    assert valid > 20


def test_json_of_any_form_is_answered() -> None:
    game = any_game()
    text = game.start(seed=1).to_json()
    forms = ["", " ", "null", "[]", "1", '"x"', "{}", "{", text[:-1], text + "x", text * 2, "NaN"]
    forms += ["[" * 10**6, '{"a":' * 10**5, text.replace(":", "="), text.replace('"', "'"), "\x00"]
    forms += [
        text.replace("0", "1e999"),
        text.replace("0", "9" * 400),
        text.replace("C0", "\\ud800"),
    ]
    for form in forms:
        error = raised(game.state_from_json, form)
        assert isinstance(error, lt.StateFormatError | lt.VersionError), (form[:40], error)
        assert len(str(error)) < 10_000
    rng = Random(9)
    for _ in range(1_500):
        at = rng.randrange(len(text))
        form = text[:at] + rng.choice('{}[]",:0159-.eEtfn\\ Cé\x00') + text[at + rng.randrange(2) :]
        error = raised(game.state_from_json, form)
        if error is None:
            assert game.state_from_json(form) == game.start(seed=1)
        else:
            assert isinstance(error, lt.StateFormatError | lt.VersionError)


# --- Records ------------------------------------------------------------------------------------


def changed_line(record: str, number: int, *lines: str) -> str:
    """The record with other lines in place of the one of this number, from 1."""
    all_lines = record.splitlines()
    return "\n".join([*all_lines[: number - 1], *lines, *all_lines[number:]]) + "\n"


@pytest.mark.parametrize("seeded", [False, True])
def test_a_wrong_line_of_a_record_is_named(seeded: bool) -> None:
    game = any_game(expansions=["vidracaria"], back_visibility="physical")
    *_, end = course(game.start(seed=5 if seeded else None), Random(5))
    record = end.record()
    lines = record.splitlines()
    first = lines.index("") + 2
    assert lines[first - 2] == ""
    for number in range(first, len(lines) + 1):
        for wrong in (
            "",
            "nonsense",
            "place 0 rot 0 at 9999,0",
            "draw 7 C01",
            "first 0",
            "draw 0 Z9",
        ):
            error = raised(game.replay, changed_line(record, number, wrong))
            assert type(error) is lt.RecordError
            assert error.line == number
            assert str(error).startswith(f"line {number}: ")
    for number, wrong, kind in [
        (1, "", lt.RecordError),
        (1, "ludoteca-record", lt.RecordError),
        (1, "ludoteca-record 2", lt.VersionError),
        (2, "game chess", lt.RecordError),
        (2, "gamecobogo", lt.RecordError),
        (3, "rules 2", lt.VersionError),
        (3, "rules x", lt.VersionError),
        (3, "players 2", lt.RecordError),
        (4, "players 3", lt.RecordError),
        (4, "players x", lt.RecordError),
        (4, f"players {2**70}", lt.RecordError),
        (5, "components default-v1", lt.RecordError),
        (5, "components default-v1 00", lt.VersionError),
        (6, "options {}", lt.RecordError),
        (6, "options [", lt.RecordError),
        (6, "options []", lt.RecordError),
        (7, "seed 1", lt.RecordError),
        (7, "seed 1 x", lt.RecordError),
        (7, "seed -1 0", lt.RecordError),
        (7, f"seed {2**64} 0", lt.RecordError),
        (7, "start [", lt.RecordError),
        (7, "something else", lt.RecordError),
    ]:
        if number == 7 and not seeded:
            continue
        error = raised(game.replay, changed_line(record, number, wrong))
        assert type(error) is kind, (wrong, error)
        assert isinstance(error, lt.LudotecaError)
        if isinstance(error, lt.RecordError):
            assert error.line == number, wrong
        check_error(error)


def test_a_seeded_record_with_other_chance_is_refused_at_its_line() -> None:
    game = any_game()
    *states, end = course(game.start(seed=5), Random(5))
    record = end.record()
    first = record.splitlines().index("") + 2
    tried = 0
    for number, event in enumerate(end.history[:4] + end.history[-3:]):
        at = number if number < 4 else len(end.history) - 7 + number
        if not event.is_chance:
            continue
        explicit = game.start()
        for before in end.history[:at]:
            explicit = explicit.apply(before)
        for other, _ in explicit.chance_outcomes:
            if other == event:
                continue
            text = changed_line(record, first + at, str(other))
            error = raised(game.replay, text)
            assert isinstance(error, lt.RecordError)
            # A later event can become impossible before the seed is asked.
            assert error.line >= first + at
            cut = "\n".join(text.splitlines()[: first + at]) + "\n"
            error = raised(game.replay, cut)
            assert isinstance(error, lt.RecordError)
            assert error.line == first + at
            tried += 1
    assert tried > 30
    other_seed = record.replace("seed 5 0", "seed 6 0")
    assert isinstance(raised(game.replay, other_seed), lt.RecordError)
    # A record cut short is refused as well if chance would have gone on.
    lines = record.splitlines()
    cuts = ["\n".join(lines[:number]) + "\n" for number in range(len(lines))]
    answers = [raised(game.replay, cut) for cut in cuts]
    assert all(isinstance(error, lt.RecordError | None) for error in answers)
    assert sum(error is None for error in answers) == len(states)


@pytest.mark.parametrize("seeded", [False, True])
def test_records_of_any_content_are_answered(seeded: bool) -> None:
    """2,000 mutations: a record of a possible game, or a typed error."""
    rng = Random(seeded)
    game = any_game(expansions=["janelao", "clientes"], pairing="shuffled")
    *_, end = course(game.start(seed=5 if seeded else None), rng)
    record = end.record()
    lines, valid = record.splitlines(), 0
    for _ in range(1_000):
        new, at = list(lines), rng.randrange(len(lines))
        match rng.randrange(6):
            case 0:
                del new[at]
            case 1:
                new.insert(at, rng.choice(lines))
            case 2:
                new[at] = rng.choice(lines)
            case 3:
                other = rng.randrange(len(lines))
                new[at], new[other] = new[other], new[at]
            case 4 if new[at]:
                place = rng.randrange(len(new[at]))
                letter = rng.choice('0129-, CGWSé\x00\t{}"')
                new[at] = new[at][:place] + letter + new[at][place + 1 :]
            case _:
                new = new[:at]
        text = rng.choice(["\n", "\n", "\r\n"]).join(new) + rng.choice(["", "\n"])
        error = raised(game.replay, text)
        if error is None:
            valid += 1
            state = game.replay(text)
            assert game.replay(state.record()) == state
            assert game.replay(state.record()).history == state.history
            continue
        assert isinstance(error, lt.RecordError | lt.VersionError), error
        if isinstance(error, lt.RecordError):
            assert 0 <= error.line <= len(new) + 1
    assert valid > 5


# --- Hard times ---------------------------------------------------------------------------------


def python(script: str, *arguments: str, timeout: float = 120) -> subprocess.CompletedProcess[str]:
    """Runs a script in a process of its own, which it may well kill."""
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script), *arguments],
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )


@pytest.mark.parametrize(
    "make",
    [
        "value = []; value.append(value)",
        "value = []\nfor _ in range(300_000): value = [value]",
        "value = [[] for _ in range(300_000)]",
        "class Deep(list):\n    def __iter__(self): return iter([self])\nvalue = Deep()",
    ],
)
def test_endless_options_do_not_crash(make: str) -> None:
    script = f"import ludoteca as lt\n{make}\n" + textwrap.dedent("""
        try:
            lt.game("cobogo", players=1, expansions=value)
        except (lt.OptionError, RecursionError) as error:
            print(len(str(error)) < 10_000)
        """)
    done = python(script)
    assert (done.returncode, done.stdout, done.stderr) == (0, "True\n", "")


@pytest.mark.parametrize(
    "call",
    [
        "game.vector_env(2**20)",
        "game.vector_env(200_000)",
        'game.vector_env(2**20, dtype="float32")',
    ],
)
def test_too_little_memory_is_an_error_like_any_other(call: str) -> None:
    done = python(f"""
        import resource
        import ludoteca as lt
        game = lt.game("cobogo", players=4)
        resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
        try:
            {call}
        except (MemoryError, lt.OptionError) as error:
            print(bool(str(error)))
        assert game.simulate(1).games == 1
        """)
    assert (done.returncode, done.stdout, done.stderr) == (0, "True\n", "")


def test_a_batch_takes_memory_for_the_games_that_it_has_played() -> None:
    done = python("""
        import resource
        import ludoteca as lt
        game = lt.game("cobogo", players=4)
        resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))

        def stop(done, games):
            raise RuntimeError(f"{games} games")

        try:
            game.simulate(2**31, progress=stop)
        except RuntimeError as error:
            print(error)
        """)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{2**31} games\n", "")


INTERRUPTED = """
    import json, os, signal, sys, threading, time
    import numpy as np
    import ludoteca as lt

    agents, threads = sys.argv[1], int(sys.argv[2])
    game, calls = lt.game("cobogo", players=4), []
    watch = (lambda done, games: calls.append(done)) if sys.argv[3] == "progress" else None
    sent = []

    def interrupt():
        time.sleep(0.5)
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt).start()
    results = game.simulate(3_000_000, agents=agents, seed=9, threads=threads, progress=watch)
    waited = time.monotonic() - sent[0]
    index = results.index
    early = index < 300
    same = game.simulate(300, agents=agents, seed=9)
    kept = index[early]
    print(json.dumps({
        "waited": waited,
        "interrupted": results.interrupted,
        "games": results.games,
        "lengths": [len(results.plies), len(results.returns), len(results.reason), len(index)],
        "ascending": bool((np.diff(index.astype(np.int64)) > 0).all()),
        "finished": bool((results.plies > 0).all()),
        "same": bool((results.plies[early] == same.plies[kept]).all()
                     and (results.scores[early] == same.scores[kept]).all()),
        "early": int(early.sum()),
        "calls": calls,
        "again": game.simulate(10).interrupted,
    }))
    """


@pytest.mark.parametrize(
    ("agents", "threads", "progress"),
    [("random", 1, "none"), ("random", 2, "progress"), ("greedy", 2, "none")],
)
def test_ctrl_c_ends_a_batch_and_keeps_the_finished_games(
    agents: str, threads: int, progress: str
) -> None:
    """The design promises 200 ms; a busy machine gets a second."""
    done = python(INTERRUPTED, agents, str(threads), progress)
    assert (done.returncode, done.stderr) == (0, "")
    told = json.loads(done.stdout)
    assert told["waited"] < 1
    assert told["interrupted"] is True
    assert 0 < told["games"] < 3_000_000
    assert told["lengths"] == [told["games"]] * 4
    assert told["ascending"]
    assert told["finished"]
    assert told["early"] > 0
    assert told["same"]
    assert told["again"] is False
    assert told["calls"] == sorted(told["calls"])
    assert bool(told["calls"]) == (progress == "progress")


def test_progress_is_called_to_the_end() -> None:
    game, calls = any_game(), list[tuple[int, int]]()
    results = game.simulate(60_000, progress=lambda done, games: calls.append((done, games)))
    assert results.games == 60_000
    assert calls[-1] == (60_000, 60_000)
    assert {games for _, games in calls} == {60_000}
    assert calls == sorted(calls)
    calls.clear()
    game.simulate(1, progress=lambda done, games: calls.append((done, games)))
    assert calls == [(1, 1)]


class Stop(BaseException):
    """No Exception: it has to get through all the same."""


@pytest.mark.parametrize("kind", [RuntimeError, Stop, lt.OptionError])
@pytest.mark.parametrize("games", [1, 3_000_000])
def test_an_exception_in_progress_ends_the_batch(kind: type[BaseException], games: int) -> None:
    def progress(done: int, games: int) -> None:
        raise kind("enough")

    started = time.monotonic()
    with pytest.raises(kind, match="enough"):
        any_game().simulate(games, progress=progress)
    assert time.monotonic() - started < 5


def test_ctrl_c_within_progress_keeps_the_finished_games() -> None:
    """Ctrl-C does not ask whether Python or Rust is running."""
    calls = []

    def progress(done: int, games: int) -> None:
        calls.append(done)
        if len(calls) == 1:
            signal.raise_signal(signal.SIGINT)

    try:
        results = any_game().simulate(3_000_000, progress=progress)
    except KeyboardInterrupt:
        pytest.fail("the finished games are lost")
    assert results.interrupted
    assert 0 < results.games < 3_000_000


def test_other_signals_are_no_interruption() -> None:
    """What another handler raises, a timeout for example, reaches the caller."""

    def handler(number: int, frame: object) -> None:
        raise RuntimeError("alarm")

    before = signal.signal(signal.SIGUSR1, handler)
    try:
        timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGUSR1))
        timer.start()
        with pytest.raises(RuntimeError, match="alarm"):
            any_game().simulate(2_000_000)
    finally:
        timer.join()
        signal.signal(signal.SIGUSR1, before)


def test_a_batch_lets_other_threads_run() -> None:
    ticks, stop = [0], threading.Event()

    def count() -> None:
        while not stop.is_set():
            ticks[0] += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    try:
        seconds = any_game(4).simulate(40_000, threads=1).seconds
    finally:
        stop.set()
        thread.join()
    assert ticks[0] > 20 * seconds


def test_an_array_of_the_environment_can_be_what_it_is_stepped_with() -> None:
    env = any_game().vector_env(3)
    _, info = env.reset()
    error = raised(env.step, info["actor"])
    assert isinstance(error, lt.IllegalActionError)
    indices = env.sample(1)
    observation, *_ = env.step(indices)
    indices.flags.writeable = False
    env.reset()
    assert env.step(indices)[0].tobytes() == observation.tobytes()


def test_an_environment_wants_a_reset_first() -> None:
    env = any_game().vector_env(3)
    error, other = raised(env.step, np.zeros(3, np.int32)), raised(env.sample, 1)
    assert isinstance(error, lt.IllegalActionError)
    assert "reset" in str(error)
    assert isinstance(other, lt.IllegalActionError)
    assert str(other) == str(error)
    env.reset()
    env.step(env.sample(1))
