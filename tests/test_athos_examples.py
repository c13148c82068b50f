"""The worked examples of Athos (rules, EX-1 to EX-86) on everything that plays it."""

from __future__ import annotations

import re

import pytest
from athos_positions import placed
from engine_table import EngineTable
from referee.athos.examples import CHECKS, Adapter, examples, referee_table
from referee.athos.scenes import Scene
from referee.tables import Example, Table


def engine_table(scene: Scene) -> Table:
    """The adapter of the engine."""
    return EngineTable(placed(scene))


ADAPTERS: dict[str, Adapter] = {"referee": referee_table, "engine": engine_table}
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
