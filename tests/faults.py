"""What tests of bad input share: a game, positions from outside, and what every error owes."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import ludoteca as lt

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


def any_game(players: int = 2, **options: Any) -> lt.Game:
    return lt.game("cobogo", players=players, **options)


def with_position(state: lt.State, **changes: Any) -> str:
    """The state as one that begins with its position, with some of its keys changed."""
    data = json.loads(state.to_json())
    data["position"] |= changes
    data |= {"origin": {"position": data["position"], "past": []}, "events": [], "generator": None}
    return json.dumps(data)


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
