"""What the scripts here are given, numbers and files, checked before anything is measured.

Peers import it in an environment of their own, so it needs Python alone.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
SHORTEST, LONGEST = 0.001, 3600.0
"""Seconds of a repetition."""
MOST_REPETITIONS = 10_000


# Arguments: each function is a `type` of argparse, which exits with 2 on what they raise.


def seconds(text: str) -> float:
    """The length of a repetition."""
    if not SHORTEST <= (value := float(text)) <= LONGEST:  # nan is in no range
        raise argparse.ArgumentTypeError(f"{text} is not in {SHORTEST:g} to {LONGEST:,.0f}")
    return value


def repetitions(text: str) -> int:
    """How often something is measured."""
    if not 1 <= (value := int(text)) <= MOST_REPETITIONS:
        raise argparse.ArgumentTypeError(f"{text} is not in 1 to {MOST_REPETITIONS:,}")
    return value


def target(text: str) -> Path:
    """A file that can be written; it is neither made nor changed yet."""
    path = Path(text)
    try:
        is_new = not path.exists()
        path.open("a").close()
        if is_new:
            path.resolve().unlink()
    except OSError as error:
        raise argparse.ArgumentTypeError(f"{path}: {reason(error)}") from error
    return path


def reason(error: OSError) -> str:
    """Why a file can't be read or written."""
    return (error.strerror or str(error)).lower()


# Files of JSON.


class Unusable(ValueError):
    """A file that can't be used; the message names it and says what is wrong."""


@dataclass(frozen=True)
class Kind:
    """A kind of value, in words and as a test."""

    words: str
    holds: Callable[[Any], bool]


@dataclass(frozen=True)
class Maybe:
    """A shape, or null."""

    shape: Shape


Shape = Kind | Maybe | dict[str, Any] | list[Any]
"""A kind; an object with these keys, or any keys for `EACH`; a list of values of one shape."""
EACH = "*"


def is_number(value: Any) -> bool:
    """Whether arithmetic takes it: no truth value, not infinite, no integer beyond any float."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e300


def is_whole(value: Any) -> bool:
    """Whether it is a number without a fraction, written as such."""
    return isinstance(value, int) and is_number(value)


TEXT = Kind("text", lambda value: isinstance(value, str))
TRUTH = Kind("true or false", lambda value: isinstance(value, bool))
POSITIVE = Kind("a number above 0", lambda value: is_number(value) and value > 0)
COUNT = Kind("a whole number above 0", lambda value: is_whole(value) and value > 0)
NATURAL = Kind("a whole number from 0 on", lambda value: is_whole(value) and value >= 0)


def pair(kind: Kind) -> Kind:
    """A list of two values of a kind."""

    def holds(value: Any) -> bool:
        return isinstance(value, list) and len(value) == 2 and all(map(kind.holds, value))

    return Kind(f"a list of twice {kind.words}", holds)


def misfits(value: Any, shape: Shape, place: str = "") -> Iterator[str]:
    """What keeps a value from being of a shape, one after the other."""
    name, dot = (place, f"{place}.") if place else ("the file", "")
    match shape:
        case Kind():
            if not shape.holds(value):
                yield f"{name} is {brief(value)}, not {shape.words}"
        case Maybe():
            if value is not None:
                yield from misfits(value, shape.shape, place)
        case list():
            if not isinstance(value, list):
                yield f"{name} is {brief(value)}, not a list"
                return
            for number, part in enumerate(value):
                yield from misfits(part, shape[0], f"{place}[{number}]")
        case dict():
            if not isinstance(value, dict):
                yield f"{name} is {brief(value)}, not an object"
                return
            parts: dict[str, Any] = dict.fromkeys(value, shape[EACH]) if EACH in shape else shape
            for key, part in parts.items():
                if key in value:
                    yield from misfits(value[key], part, f"{dot}{key}")
                else:
                    yield f"{name} has no {key!r}"


def brief(value: Any) -> str:
    """A value as JSON, cut short."""
    text = json.dumps(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def shown(path: Path) -> str:
    """The path as people name it: from the root of the project on, where it is inside."""
    return str(path.relative_to(ROOT) if path.is_relative_to(ROOT) else path)


def read(path: Path, shape: Shape, what: str, command: str) -> Any:
    """What a file of JSON says; where it is missing, `command` makes it.

    Raises:
        Unusable: It is missing, can't be read, is no JSON or not of the shape.
    """
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise Unusable(f"no {what} at {shown(path)}: run {command} first") from error
    except OSError as error:
        raise Unusable(f"no {what} at {shown(path)}: {reason(error)}") from error
    except (ValueError, RecursionError) as error:
        raise Unusable(f"no {what} at {shown(path)}: no JSON: {error}") from error
    if (fault := next(misfits(value, shape), None)) is not None:
        raise Unusable(f"no {what} at {shown(path)}: {fault}")
    return value
