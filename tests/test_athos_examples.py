"""The worked examples of Athos (rules, EX-1 to EX-86) on everything that plays it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import ludoteca as lt
import pytest
from athos_positions import placed
from referee.athos.examples import (
    BOARD_FILES,
    Adapter,
    Example,
    Table,
    check_board,
    check_majority,
    check_released,
    check_script,
    examples,
    referee_table,
)
from referee.athos.scenes import Scene
from referee.athos.table import CHANCE


class EngineTable:
    """A state of the engine, asked as the referee is."""

    def __init__(self, state: lt.State) -> None:
        self._state = state

    def actor(self) -> int | str | None:
        actor = self._state.actor
        if actor is lt.CHANCE:
            return CHANCE
        assert actor is None or isinstance(actor, int)
        return actor

    def legal(self) -> list[str]:
        return [str(action) for action in self._state.legal_actions]

    def chance(self) -> Mapping[str, Fraction]:
        return {str(event): Fraction(chance) for event, chance in self._state.chance_outcomes}

    def apply(self, text: str, /) -> Table:
        return EngineTable(self._state.apply(text))

    def view(self, seat: int | None, /) -> dict[str, Any]:
        view: dict[str, Any] = self._state.view(seat)
        return view

    def outcome(self) -> Mapping[str, Any] | None:
        outcome = self._state.outcome
        if outcome is None:
            return None
        names = ("winners", "returns", "scores", "reason", "level")
        found = {name: getattr(outcome, name) for name in names}
        return {**found, **{name: list(found[name]) for name in names[:3]}}


def engine_table(scene: Scene) -> Table:
    """The adapter of the engine."""
    return EngineTable(placed(scene))


ADAPTERS: dict[str, Adapter] = {"referee": referee_table, "engine": engine_table}
CHECKS: dict[str, Callable[[Example, Adapter], int]] = {
    **dict.fromkeys(BOARD_FILES, check_board),
    "majorities": check_majority,
    "fundathos": check_released,
    "turns": check_script,
    "options": check_board,
    "expansions": check_script,
}
EXAMPLES = [(name, example) for name in CHECKS for example in examples(name)]
CASES = [
    pytest.param(name, example, adapter, id=f"{example['label'].replace(' ', '-')}-{who}")
    for name, example in EXAMPLES
    for who, adapter in ADAPTERS.items()
]


@pytest.mark.parametrize(("name", "example", "adapter"), CASES)
def test_worked_example(name: str, example: Example, adapter: Adapter) -> None:
    assert CHECKS[name](example, adapter) > 0


def test_every_example_is_there() -> None:
    labels = [re.match(r"EX-(\d+)", example["label"]) for _, example in EXAMPLES]
    assert {int(label[1]) for label in labels if label} == set(range(1, 87))


def test_every_example_names_rules() -> None:
    for _, example in EXAMPLES:
        assert example["rules"], example["label"]
        assert all(re.fullmatch(r"(CD|[A-Z])-\d+", rule) for rule in example["rules"])
