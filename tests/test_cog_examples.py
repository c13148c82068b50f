"""The worked examples of C.O.G. (rules, W-1 to W-114) on everything that plays it."""

from __future__ import annotations

import re

import pytest
from cog_scenes import placed
from engine_table import EngineTable
from referee.cog.example_kinds import CHECKS, grid_scene, rules_broken
from referee.cog.examples import Adapter, examples, referee_table
from referee.cog.invariants import check_node
from referee.cog.scenes import Scene, made_scene, staged
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
# What `word_check` can answer, by the order in which it asks.
ANSWERS = {127, 128, 130, 132, 133, 135, 137, 138, 139, 140, 146}


@pytest.mark.parametrize(("name", "example", "adapter"), CASES)
def test_worked_example(name: str, example: Example, adapter: Adapter) -> None:
    assert CHECKS[name](example, adapter) > 0


@pytest.mark.parametrize("example", examples("spelling"), ids=lambda example: example["label"])
def test_the_rules_that_forbid_a_word(example: Example) -> None:
    if "play" in example:
        named = {int(rule.removeprefix("C-")) for rule in example["rules"]} & ANSWERS
        broken = rules_broken(example)
        assert bool(broken) != example.get("legal", True)
        assert not broken or named <= {*broken}, broken
        assert not broken or f"C-{broken[0]}" == example["first"]


@pytest.mark.parametrize("name", ["spelling", "removal"])
def test_drawn_scenes_are_sound(name: str) -> None:
    for example in examples(name):
        check_node(staged(grid_scene(example)))


@pytest.mark.parametrize("name", ["grid_scripts", "collect", "items", "endings"])
def test_scenes_are_sound(name: str) -> None:
    for example in examples(name):
        check_node(staged(made_scene(example)))


def test_every_example_is_there() -> None:
    labels = [re.match(r"W-(\d+)", example["label"]) for _, example in EXAMPLES]
    assert {int(label[1]) for label in labels if label} == set(range(1, 115))
