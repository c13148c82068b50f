"""What worked examples of every game are played on, and how their files are read."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, Protocol

GOLDEN: Final = Path(__file__).parents[1] / "golden"
CHANCE: Final = "chance"
Example = dict[str, Any]
Check = Callable[..., int]
"""What plays an example on what an adapter makes, and counts what it compared."""


class Table(Protocol):
    """A position of the referee or of the engine; a value."""

    def actor(self) -> int | str | None:
        """The seat that decides, `chance`, or None after the end."""

    def legal(self) -> list[str]:
        """The legal actions of a player."""

    def chance(self) -> Mapping[str, Fraction]:
        """The events of a chance node."""

    def apply(self, text: str, /) -> Table:
        """The position after a decision or an event."""

    def view(self, seat: int | None, /) -> dict[str, Any]:
        """What the seat sees."""

    def outcome(self) -> Mapping[str, Any] | None:
        """Winners, returns, scores, reason and what else the game has; None before the end."""


class AnyReferee(Protocol):
    """A referee that changes in place."""

    def actor(self) -> int | str | None: ...
    def legal(self) -> list[str]: ...
    def chance(self) -> dict[str, Fraction]: ...
    def view(self, seat: int | None = None, /) -> dict[str, Any]: ...
    def outcome(self) -> dict[str, Any] | None: ...
    def apply(self, text: str, /) -> None: ...
    def copy(self) -> AnyReferee: ...


class RefereeTable:
    """The referee as a value."""

    def __init__(self, referee: AnyReferee) -> None:
        self._referee = referee
        self.actor, self.legal, self.chance = referee.actor, referee.legal, referee.chance
        self.view, self.outcome = referee.view, referee.outcome

    def apply(self, text: str, /) -> RefereeTable:
        """A copy goes on."""
        other = self._referee.copy()
        other.apply(text)
        return RefereeTable(other)


def read_examples(game: str, name: str, key: str = "example") -> list[Example]:
    """The examples of one file; keys at its head hold for all of them."""
    data = tomllib.loads((GOLDEN / game / f"{name}.toml").read_text(encoding="utf-8"))
    head = {word: value for word, value in data.items() if not isinstance(value, list)}
    found: list[Example] = [{**head, **each} for each in data[key]]
    return found


def named(
    label: str, checks: Mapping[str, Check], examples: Callable[[str], list[Example]]
) -> list[tuple[Check, Example]]:
    """The examples of that label, each with what reads its file."""
    found = [(check, example) for name, check in checks.items() for example in examples(name)]
    return [(check, example) for check, example in found if example["label"] == label]


def through_chance(table: Table) -> Table:
    """Go on while chance decides, always with the first event."""
    while table.actor() == CHANCE:
        table = table.apply(next(iter(table.chance())))
    return table
