"""States and records as texts from outside: every fault is named with its place."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import ludoteca as lt
import pytest
from faults import any_game, check_error, with_position
from referee.cards import default_set
from support import course, raised

pytestmark = pytest.mark.usefixtures("nothing_is_printed")


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
