"""The worked examples of section 14, by engine and referee.

They stand in `tests/golden/bogoss/examples.txt`.
"""

from __future__ import annotations

import pytest
from bogoss_positions import example_table, legal
from referee.bogoss_examples import Example, check_example, referee_table, worked_examples

EXAMPLES = pytest.mark.parametrize("example", worked_examples(), ids=lambda each: each.label)


@EXAMPLES
def test_referee(example: Example) -> None:
    table = referee_table(example)
    assert check_example(example, table, lambda state: list(state.legal_actions)) > 0


@EXAMPLES
def test_engine(example: Example) -> None:
    assert check_example(example, example_table(example), legal) > 0


def test_all_examples_are_there() -> None:
    """T-26, T-28 and T-29 have no block."""
    labels = {int(example.label[2:4]) for example in worked_examples()}
    assert labels == set(range(1, 31)) - {26, 28, 29}
