"""Bad input: every error has its class, fields and message, pickles, and leaves all as it was.

Nothing here may print, crash or raise what `ludoteca.errors` does not name.
"""

from __future__ import annotations

import inspect
import json
import pickle
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import ludoteca as lt
import numpy as np
import pytest
from faults import FIELDS, any_game, check_error, with_position
from ludoteca import errors
from referee import sets
from referee.cards import default_set
from support import TABLES, action_at, course, raised, refusal

DATA = Path(__file__).parent / "data" / "cobogo"
NAMES = list(lt.games())
pytestmark = pytest.mark.usefixtures("nothing_is_printed")


def ended(game: lt.Game) -> lt.State:
    *_, end = course(game.start(seed=3), Random(3))
    return end


def moments(state: lt.State) -> tuple[str, ...]:
    """How a message for a player may name the moment: by something that everybody knows."""
    view = state.view(None)
    return f"ply {state.ply}", *(f"{word} {view[word]}" for word in ("turn",) if word in view)


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
    states: list[lt.State] = []
    # More than one game where one has few indices that are not legal.
    while sum(np.count_nonzero(~state.legal_mask) for state in states) < 100:
        states += list(course(game.start(seed=players + len(states)), rng))[:-1]
    long, short = 0, 0
    for state in states:
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
    counts = [len(state.legal_actions) for state in states]
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
    low, high = info["players"]
    if low == high:
        assert lt.game(name).players == low
    else:
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
    assert len(actions) > min(10, game.action_size // 2)
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


def test_a_faulty_start_of_a_record_is_told_with_its_line() -> None:
    game = lt.game("connect_four")
    record = game.start().record()
    for start in ("{}", "[]", '{"past": []}', '{"past": [], "position": {}}'):
        lines = record.splitlines()
        lines.insert(6, f"start {start}")
        for replay in (lt.replay, game.replay):
            error = refusal(replay, "\n".join([*lines, ""]))
            assert isinstance(error, lt.RecordError)
            assert error.line == 7


def test_an_index_without_an_action_is_no_index_out_of_range() -> None:
    state = lt.game("bogoss", players=3).start(seed=1)
    last = state.game.action_size - 1
    unknown = [
        index
        for index in range(last + 1)
        if isinstance(raised(state.action, index), lt.ActionSyntaxError)
    ]
    assert unknown
    for index in unknown:
        assert f"index {index} stands for no action" in str(refusal(state.apply, index))
    assert f"0 to {last} are possible" in str(refusal(state.apply, last + 1))


def test_agents_beside_nobody_are_checked_too() -> None:
    game = lt.game("cobogo", players=1)
    error = refusal(game.vector_env, 2, seat=0, others="zzz")
    assert isinstance(error, lt.OptionError)
    assert error.option == "others"
    assert game.vector_env(2, seat=0, others="random").envs == 2
