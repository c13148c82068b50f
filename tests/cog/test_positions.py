"""Positions of one's own: what is read in plays on and is read back."""

from __future__ import annotations

import pickle
from pathlib import Path

import ludoteca as lt
import pytest
from cog_positions import Mat, changed, collecting, mat, play, reserve, with_mat
from support import refusal

from cog.sets import rules_broken

MOST = 1_000_000


def test_points_end_where_positions_do() -> None:
    state = collecting(Mat(vp=MOST - 1), dice={"red": 2})
    after = play(state, "die red")
    while mat(after)["vp"] == MOST - 1 and not after.is_over:
        after = after.apply(after.agent_action("builder", 0))
    assert mat(after)["vp"] == MOST
    assert pickle.loads(pickle.dumps(after)) == after
    error = refusal(with_mat, state, vp=MOST + 1)
    assert isinstance(error, lt.StateFormatError)
    assert "1000001 is more than 1000000" in str(error)


def test_nobody_has_discarded_a_card_in_setup() -> None:
    start = lt.game("cog", players=2, remove_items_of_removed_goal=True).start()
    cards = start.view(None)["deck"]
    error = refusal(changed, start, deck={}, discard=cards)
    assert isinstance(error, lt.StateFormatError)
    assert (error.key, error.rule) == ("position.discard", "C-22")


@pytest.mark.rule("C-218")
def test_tiles_to_convert_are_named_in_any_order() -> None:
    state = collecting(Mat("BAc"))
    for text in ("convert B A", "convert c A", "convert c B"):
        _, one, other = text.split()
        assert str(state.game.action(text)) == f"convert {other} {one}"
        assert reserve(state.apply(text)) == reserve(state.apply(f"convert {other} {one}"))


@pytest.mark.rule("C-9")
def test_no_die_is_named_like_the_one_of_the_neutral_pawns(tmp_path: Path) -> None:
    assert "C-9" in rules_broken(tmp_path, ('"red white aqua black"', '"neutral white aqua black"'))
