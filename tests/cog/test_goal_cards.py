"""Item cubes and goal cards: section 7.5."""

from __future__ import annotations

import ludoteca as lt
import pytest
from cog_positions import (
    GOALS,
    Mat,
    constructing,
    legal,
    mat,
    play,
    reserve,
    rolled,
    shown,
    with_mat,
)
from support import forbidden, refusal

CLAMP, COG = "CLAMP down 3,4", "COG across 3,4"
# LENS and TIN of card III stand; the third word is CLAMP.
LENS, TIN = "LENS across 4,4", "TIN down 2,6"


def third(reserve: str) -> lt.State:
    """A position in which CLAMP completes goal card III."""
    return constructing(Mat(reserve, words=[LENS, TIN]), players=4)


@pytest.mark.rule("C-169")
def test_a_spelled_word_gets_a_cube() -> None:
    state = constructing(Mat("CLAMPOG"), players=4)
    assert mat(state)["cubes"] == {}
    state = play(state, f"spell {CLAMP}")
    assert mat(state)["cubes"] == {"CLAMP": "grid"}
    state = play(state, f"spell {COG}")
    assert mat(state)["cubes"] == {"COG": "grid", "CLAMP": "grid"}


@pytest.mark.rule("C-169")
def test_every_word_of_a_grid_has_its_cube() -> None:
    state = constructing(Mat("AE", words=[CLAMP, COG]), players=4)
    error = refusal(with_mat, state, cubes={"COG": "grid"})
    assert isinstance(error, lt.StateFormatError)
    assert error.rule == "C-169"


@pytest.mark.rule("C-170")
def test_players_mark_their_own_goal_cards() -> None:
    state = constructing(Mat("CLAMP"), Mat("CLAMP", words=["LENS across 4,4"]), players=4)
    state = play(state, f"spell {CLAMP}", "done")
    assert [mat(state, seat)["cubes"] for seat in range(4)] == [
        {"CLAMP": "grid"},
        {"LENS": "grid"},
        {},
        {},
    ]
    # The word is not used up.
    state = play(state, "spell CLAMP down 3,4")
    assert mat(state, 1)["cubes"] == {"LENS": "grid", "CLAMP": "grid"}


@pytest.mark.rule("C-171")
def test_a_word_with_the_cube_of_an_item_card_may_be_spelled() -> None:
    # W-47: on the grid's bonus space at (2,2), which pays.
    own = Mat("COL", words=["PIPE across 4,1"], item_cubes=["COIL"], completed_items=["IT-COIL"])
    state = play(constructing(own, players=4), "spell COIL down 2,2")
    assert (mat(state)["vp"], mat(state)["cubes"]) == (2, {"PIPE": "grid", "COIL": "item"})
    assert mat(play(state, "remove COIL"))["cubes"] == {"PIPE": "grid", "COIL": "item"}


@pytest.mark.rule("C-172")
def test_an_eleventh_cube_always_brings_three_back() -> None:
    # W-90: two cubes on each of five cards.
    items = ("PIPE", "BULB", "PULLEY", "LENS", "CLAMP", "BOLT", "AETHER")
    own = Mat(
        "aeilor",
        words=["CRANK across 4,4", "COIL down 4,4", "WHEEL across 7,0"],
        wild=["4,4", "4,6", "6,4", "7,2"],
        item_cubes=items,
        completed_items=[f"IT-{word}" for word in items],
    )
    state = constructing(own, Mat(), round=7)
    assert len(mat(state)["cubes"]) == 10
    marked = {*mat(state)["cubes"]}
    last = [text for text in legal(state, "spell") if text.split()[1] not in marked]
    assert {text.split()[1] for text in last} == {"COG", "ROD", "TIN", "OIL", "NUT"}
    for text in last:
        after = play(state, text)
        while shown(after)["node"] in ("tiles", "take", "chance"):
            after = rolled(after) if after.actor is lt.CHANCE else play(after, legal(after)[0])
        assert (len(mat(after)["cubes"]), len(mat(after)["completed_goals"])) == (8, 1)


@pytest.mark.rule("C-173")
def test_cubes_do_not_stay_beside_all_words_of_a_card() -> None:
    error = refusal(constructing, Mat("AE", words=[LENS, TIN, CLAMP]), players=4)
    assert isinstance(error, lt.StateFormatError)
    assert error.rule == "C-173"


@pytest.mark.rule("C-173", "C-174")
def test_all_words_of_a_goal_card_complete_it() -> None:
    state = third("CAMPAE")
    supply = shown(state)["stars"]
    state = play(state, f"spell {CLAMP}")
    # At once, without being asked.
    assert (shown(state)["node"], state.actor) == ("construct", 0)
    own = mat(state)
    assert (own["vp"], own["stars"], shown(state)["stars"]) == (18, 1, supply - 1)
    assert (own["cubes"], own["completed_goals"]) == ({}, [3])


@pytest.mark.rule("C-173")
@pytest.mark.parametrize(
    ("goal", "words", "letters", "last", "gained"),
    [
        (1, ["COIL down 3,4", "PIPE across 5,3"], "OG", "COG across 3,4", (20, 0)),
        (2, ["COG across 4,4"], "RD", "ROD down 3,5", (19, 1)),
        (4, ["OIL across 4,4", "BOLT down 3,4"], "AEHER", "AETHER across 6,2", (21, 0)),
    ],
)
def test_the_bonus_of_a_goal_card_is_gained(
    goal: int, words: list[str], letters: str, last: str, gained: tuple[int, int]
) -> None:
    spelled = {word.split()[0] for word in [*words, last]}
    items = [word for word in GOALS[goal - 1] if word not in spelled]
    cards = [f"IT-{word}" for word in items if word not in ("COG", "ROD")]
    own = Mat(letters, words=words, item_cubes=items, completed_items=cards)
    state = play(constructing(own, players=4), f"spell {last}")
    # The cubes of item cards return like the others.
    left = dict.fromkeys(spelled - {*GOALS[goal - 1]}, "grid")
    assert (mat(state)["completed_goals"], mat(state)["cubes"]) == ([goal], left)
    assert (mat(state)["vp"], mat(state)["stars"]) == gained


@pytest.mark.rule("C-173")
def test_goal_cards_that_give_letters() -> None:
    state = constructing(Mat("UT", words=["CRANK across 4,4", "COIL down 4,4"]), players=4)
    state = play(state, "spell NUT down 4,7")
    assert (mat(state)["vp"], shown(state)["node"]) == (18, "take")
    # Only after the whole bonus do the cubes return.
    marked = {"NUT": "grid", "COIL": "grid", "CRANK": "grid"}
    assert (mat(state)["cubes"], mat(state)["completed_goals"]) == (marked, [])
    state = play(state, "take A", "draw E")
    assert (reserve(state), mat(state)["completed_goals"], mat(state)["cubes"]) == ("A", [6], {})


@pytest.mark.rule("C-173", "C-174")
def test_completing_a_goal_card_is_no_choice() -> None:
    # The cube of an item card completes it as well.
    own = Mat("AP", words=[LENS, TIN], cards=["IT-CLAMP"])
    state = constructing(own, players=4)
    state = play(state, "complete IT-CLAMP cube ..")
    assert (mat(state)["vp"], mat(state)["completed_goals"], mat(state)["cubes"]) == (18, [3], {})


@pytest.mark.rule("C-175")
def test_words_of_a_completed_goal_card_stay_on_the_grid() -> None:
    state = play(third("CAMPOG"), f"spell {CLAMP}")
    assert [word[0] for word in mat(state)["words"]] == ["TIN", "LENS", "CLAMP"]
    assert forbidden(state, "remove TIN") == "C-203"
    # They are crossed as before.
    assert forbidden(state, "spell PIPE across 7,4") == "C-146"


@pytest.mark.rule("C-175")
def test_a_word_of_a_completed_goal_card_gets_no_cube_any_more() -> None:
    items = ["IT-PIPE", "IT-WHEEL"]
    own = Mat(
        "IPE",
        vp=20,
        words=["COG across 4,4"],
        wild=["4,6"],
        completed_goals=[1],
        completed_items=items,
    )
    state = play(constructing(own, players=4), "spell PIPE down 4,6")
    assert ["PIPE", 4, 6, "down"] in mat(state)["words"]
    assert (mat(state)["cubes"], mat(state)["completed_goals"], mat(state)["vp"]) == ({}, [1], 20)


@pytest.mark.rule("C-175")
def test_a_completed_goal_card_scores_no_more_at_the_end() -> None:
    # W-99: card III pays for its words as long as it is not complete.
    part = Mat("AE", words=[LENS, TIN])
    whole = Mat("AE", words=[LENS, TIN, CLAMP], completed_goals=[3])
    for own, points in ((part, 2 + 4 + 3), (whole, 0)):
        state = play(constructing(own, Mat(), round=7), "done")
        assert state.outcome is not None
        assert state.outcome.details["goals"][0] == points
