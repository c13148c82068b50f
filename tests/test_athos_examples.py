"""The worked examples of Athos (rules, EX-1 to EX-86) on everything that plays it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from referee.athos.examples import (
    BOARD_FILES,
    Adapter,
    Example,
    check_board,
    check_majority,
    check_released,
    check_script,
    examples,
    referee_table,
)

ADAPTERS: dict[str, Adapter] = {"referee": referee_table}
CHECKS: dict[str, Callable[[Example, Adapter], int]] = {
    **dict.fromkeys(BOARD_FILES, check_board),
    "majorities": check_majority,
    "fundathos": check_released,
    "turns": check_script,
    "options": check_board,
    "expansions": check_script,
}
CASES = [(name, example) for name in CHECKS for example in examples(name)]


@pytest.mark.parametrize("adapter", ADAPTERS.values(), ids=ADAPTERS)
@pytest.mark.parametrize(
    ("name", "example"), CASES, ids=[example["label"].replace(" ", "-") for _, example in CASES]
)
def test_worked_example(name: str, example: Example, adapter: Adapter) -> None:
    assert CHECKS[name](example, adapter) > 0


def test_every_example_is_there() -> None:
    labels = [re.match(r"EX-(\d+)", example["label"]) for _, example in CASES]
    assert {int(label[1]) for label in labels if label} == set(range(1, 87))


def test_every_example_names_rules() -> None:
    for _, example in CASES:
        assert example["rules"], example["label"]
        assert all(re.fullmatch(r"(CD|[A-Z])-\d+", rule) for rule in example["rules"])
