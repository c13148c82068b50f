"""The end and final scoring: section 10."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import ludoteca as lt
import pytest
from cog_positions import Mat, constructing, mat, play, reserve, shown

# Eight item cards, of which each seat gets some.
ITEMS = ("PIPE", "WHEEL", "BULB", "PULLEY", "LENS", "CLAMP", "BOLT", "COIL")
# COIL crosses OIL in its O and LENS in its L.
CHAIN = ("COIL down 3,3", "OIL across 4,3", "LENS across 6,3")


def last_phase(*mats: Mat, **words: Any) -> lt.State:
    """Phase IV of the last round."""
    state = constructing(*mats, round=6 if len(mats) == 4 else 7, **words)
    assert shown(state)["round"] == shown(state)["rounds"]
    return state


def finished(*mats: Mat, **words: Any) -> lt.State:
    """The end, if nobody does anything in the last Phase IV."""
    state = last_phase(*mats, **words)
    while not state.is_over:
        state = state.apply("done")
    return state


def outcome(*mats: Mat, **words: Any) -> lt.Outcome:
    result = finished(*mats, **words).outcome
    assert result is not None
    return result


def with_items(counts: Sequence[int]) -> list[Mat]:
    """A mat a seat with so many completed item cards; each has two letters."""
    cards = iter(ITEMS)
    return [
        Mat("EL", completed_items=[f"IT-{next(cards)}" for _ in range(count)]) for count in counts
    ]


@pytest.mark.rule("C-235")
@pytest.mark.parametrize(("players", "rounds"), [(2, 7), (3, 7), (4, 6)])
def test_the_game_ends_after_the_last_round(players: int, rounds: int) -> None:
    for number in (rounds - 1, rounds):
        state = constructing(*[Mat("EL")] * players, round=number)
        state = play(state, *["done"] * players)
        assert state.is_over == (number == rounds)
    assert (shown(state)["phase"], shown(state)["reason"]) == ("over", "last round")
    assert state.explain("done").rule == "C-235"


@pytest.mark.rule("C-236")
def test_points_of_the_game_count() -> None:
    result = outcome(Mat("EL", vp=31), Mat(vp=5), Mat())
    assert result.details["vp"] == [31, 5, 0]
    assert result.scores == (32, 5, 0)


@pytest.mark.rule("C-237")
def test_words_of_incomplete_goal_cards_count_with_their_letters() -> None:
    result = outcome(Mat("EL", words=CHAIN), Mat(words=["ROD across 4,3"]), Mat())
    # 1 + 4, 1 + 3 and 1 + 4.
    assert result.details["goals"] == [14, 4, 0]
    assert result.scores == (15, 4, 0)


@pytest.mark.rule("C-238")
def test_words_marked_by_item_cards_count_like_spelled_ones() -> None:
    marked = Mat("EL", item_cubes=["AETHER", "BOLT"], completed_items=["IT-AETHER", "IT-BOLT"])
    both = Mat(words=["COIL down 3,3"], item_cubes=["COIL"], completed_items=["IT-COIL"])
    assert outcome(marked, both, Mat()).details["goals"] == [12, 5, 0]


@pytest.mark.rule("C-239")
def test_completed_goal_cards_give_nothing_more() -> None:
    ring = ["BOLT down 5,4", "OIL across 6,4", "AETHER across 8,2", "PULLEY down 4,6"]
    # W-99: without AETHER 9 points.
    two = Mat("EL", words=ring[:2])
    result = outcome(two, Mat(words=ring[:3], completed_goals=[4]), Mat())
    assert result.details["goals"] == [9, 0, 0]
    whole = outcome(Mat("EL", words=ring, completed_goals=[4]), Mat(), Mat())
    # PULLEY alone.
    assert whole.details["goals"] == [7, 0, 0]


@pytest.mark.rule("C-240", "C-241", "C-242", "C-243", "C-244")
@pytest.mark.parametrize(
    ("counts", "slots", "points"),
    [
        ((4, 2, 1, 1), "D C B A", (15, 6, 1, 1)),
        ((3, 3, 0, 2), "B A C D", (8, 12, 0, 2)),
        ((1, 3, 2, 2), "A C D B", (1, 12, 6, 2)),
        ((2, 2, 2), "C A B", (6, 2, 9)),
        ((0, 2, 0, 0), "A B C D", (0, 9, 0, 0)),
        ((0, 0, 0), "A B C", (0, 0, 0)),
        ((1, 0, 0), "C B A", (6, 0, 0)),
    ],
)
def test_item_cards_pay_by_rank(counts: list[int], slots: str, points: tuple[int, ...]) -> None:
    mats = with_items(counts)
    result = outcome(*mats, slots=slots)
    assert tuple(result.details["items"]) == points
    # They count in the totals, beside the point for two letters.
    assert result.scores == tuple(1 + each for each in points)


@pytest.mark.rule("C-243", "C-249", "C-250")
def test_ties_go_by_the_cogs_and_not_by_turn_order_cards() -> None:
    for slots, first in (("B A C", 1), ("C A B", 2), ("A C B", 0)):
        for order in ([0, 1, 2], [2, 1, 0]):
            result = outcome(*with_items((2, 2, 2)), slots=slots, order=order)
            assert result.details["positions"] == ["ABC".index(seat) for seat in slots.split()]
            assert result.details["items"][first] == 9
            assert result.winners == (first,)


@pytest.mark.rule("C-245", "C-246")
def test_two_letters_of_the_reserve_are_a_point() -> None:
    # Wild tiles count, those of the grid do not.
    reserves = ("EEIILLNoo", "AEIOLnp", "R", "")
    mats = [Mat(letters) for letters in reserves[:3]]
    result = outcome(*mats, Mat(words=["TIN across 4,3"]))
    assert result.details["letters"] == [4, 3, 0, 0]
    assert result.scores == (4, 3, 0, 4)


@pytest.mark.rule("C-247")
def test_stars_dice_and_cards_are_worth_nothing() -> None:
    cards = ["CO1-red", "AL1", "IT-PIPE", "IT-WHEEL", "PI1-46"]
    result = outcome(Mat("R", stars=5, cards=cards, vp=3), Mat())
    assert result.scores == (3, 0)


@pytest.mark.rule("C-247")
def test_two_stars_can_still_become_a_letter() -> None:
    state = last_phase(Mat("R", stars=2), Mat())
    state = play(state, "convert stars", "draw P", "done")
    assert state.is_over
    assert (reserve(state), state.scores[0]) == ("PR", 1)


@pytest.mark.rule("C-248")
@pytest.mark.parametrize("best", range(4))
def test_most_points_win(best: int) -> None:
    mats = [Mat("EL", vp=20 + 5 * (seat == best)) for seat in range(4)]
    state = finished(*mats, slots="D C B A" if best < 2 else "A B C D")
    assert state.outcome is not None
    assert state.outcome.winners == (best,)
    assert shown(state)["winners"] == [best]
    assert state.returns == tuple(float(seat == best) for seat in range(4))


@pytest.mark.rule("C-248")
def test_the_final_total_decides_and_not_the_points_of_the_game() -> None:
    result = outcome(Mat("EL", vp=10), Mat(vp=8, words=["ROD across 4,3"]))
    assert (result.scores, result.winners) == ((11, 12), (1,))


@pytest.mark.rule("C-249", "C-250")
def test_a_tie_for_the_win_goes_to_the_better_position() -> None:
    # W-103: C has the best position and fewer points.
    mats = [Mat("EL", vp=vp) for vp in (63, 63, 49)]
    for order in ([0, 1, 2], [1, 2, 0]):
        result = outcome(*mats, slots="C B A", order=order)
        assert (result.scores, result.winners) == ((64, 64, 50), (1,))
    assert outcome(*mats, slots="A C B").winners == (0,)


@pytest.mark.rule("C-236", "C-237", "C-242", "C-245", "C-247")
def test_a_whole_total() -> None:
    own = Mat("EILOp", stars=2, vp=31, words=CHAIN, completed_items=["IT-PIPE", "IT-BULB"])
    others = [Mat(completed_items=["IT-WHEEL", "IT-LENS", "IT-BOLT"]), Mat()]
    other = Mat(completed_items=["IT-COIL"])
    result = outcome(own, *others, other)
    # Goal cards 14, second in item cards 2 + 2 x 2, two for five letters.
    parts = [result.details[part][0] for part in ("vp", "goals", "items", "letters")]
    assert parts == [31, 14, 6, 2]
    assert result.scores == (53, 12, 0, 1)


@pytest.mark.rule("C-236")
def test_at_the_end_the_totals_are_open() -> None:
    state = finished(Mat("EL", vp=10), Mat(vp=8))
    assert [mat(state, seat)["vp"] for seat in (0, 1)] == [11, 8]
    assert [each["vp"] for each in shown(state)["mats"]] == [11, 8]
