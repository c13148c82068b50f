"""Item cards: section 7.6."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import ludoteca as lt
import pytest
from cog_positions import (
    Mat,
    activating,
    collecting,
    constructing,
    legal,
    mat,
    play,
    reserve,
    shown,
)
from support import forbidden, refusal

from cog.sets import changed_set

# By word: the missing letters, and points, stars of the bonus with a letter of bag or centre.
ITEMS = {
    "PIPE": ("P", 4, 0, ""),
    "WHEEL": ("EL", 7, 0, ""),
    "BULB": ("L", 2, 1, ""),
    "PULLEY": ("UE", 5, 1, ""),
    "LENS": ("N", 4, 0, ""),
    "CLAMP": ("AP", 7, 0, ""),
    "BOLT": ("O", 0, 2, ""),
    "AETHER": ("TR", 5, 0, "draw N"),
    "GEAR": ("R", 2, 0, "draw N"),
    "PISTON": ("IN", 7, 0, ""),
    "COIL": ("I", 4, 0, ""),
    "CRANK": ("AC", 5, 0, "take N"),
}


def holder(reserve: str, *cards: str, words: tuple[str, ...] = ()) -> lt.State:
    """Phase IV of a player with these item cards, by their words; goal card V is out."""
    own = Mat(reserve, cards=[f"IT-{word}" for word in cards], words=words)
    return constructing(own, players=4)


@pytest.mark.rule("C-176")
@pytest.mark.parametrize("word", ITEMS)
def test_one_or_two_letters_of_a_word_are_missing(word: str) -> None:
    missing = ITEMS[word][0]
    state = holder(missing, word)
    assert legal(state, "complete")[-1] == f"complete IT-{word} bonus {'.' * len(missing)}"
    assert reserve(play(state, legal(state, "complete")[-1])) == ""
    assert 1 <= len(missing) <= 2


@pytest.mark.rule("C-177")
def test_all_missing_letters_are_supplied_from_the_reserve() -> None:
    state = holder("LENS", "WHEEL", "BULB")
    assert forbidden(state, "complete IT-WHEEL cube ..") is None
    assert forbidden(state, "complete IT-BULB cube .") is None
    assert forbidden(holder("AE", "BULB"), "complete IT-BULB cube .") == "C-177"
    # Tiles of the grid, the centre or of others are no help, nor is a card of somebody else.
    assert forbidden(
        holder("AE", "BULB", words=("OIL across 4,4",)), "complete IT-BULB cube ."
    ) == ("C-177")
    assert forbidden(state, "complete IT-LENS bonus .") == "C-177"


@pytest.mark.rule("C-177")
def test_natural_or_wild_tiles() -> None:
    state = holder("ELak", "WHEEL")
    ways = ["..", "?.", ".?", "??"]
    assert legal(state, "complete") == [
        f"complete IT-WHEEL {way} {tiles}" for way in ("cube", "bonus") for tiles in ways
    ]
    left = {"..": "ak", "?.": "Ek", ".?": "Lk", "??": "EL"}
    for tiles, rest in left.items():
        assert reserve(play(state, f"complete IT-WHEEL bonus {tiles}")) == rest
    assert forbidden(holder("ELk", "WHEEL"), "complete IT-WHEEL bonus ??") == "C-178"


@pytest.mark.rule("C-177")
def test_item_cards_are_completed_in_phase_4_alone() -> None:
    own = Mat("PE", stars=2, cards=["IT-PIPE"])
    bottom = ["IM1", "CO1-red", "CO1-white", "CO1-aqua"]
    for state in (activating(own, players=4), collecting(own, players=4, bottom=bottom)):
        assert legal(state, "complete") == []
        assert forbidden(state, "complete IT-PIPE cube .") == "C-177"


@pytest.mark.rule("C-178")
def test_both_letters_are_placed_together() -> None:
    # W-87.
    state = holder("EA", "WHEEL")
    assert legal(state, "complete") == []
    for tiles in ("..", "?.", ".?", "??"):
        assert forbidden(state, f"complete IT-WHEEL bonus {tiles}") == "C-178"
    error = refusal(state.explain, "complete IT-WHEEL bonus .")
    assert isinstance(error, lt.ActionSyntaxError)
    assert reserve(play(holder("Ek", "WHEEL"), "complete IT-WHEEL cube .?")) == ""


@pytest.mark.rule("C-179")
def test_the_choice_is_a_cube() -> None:
    # W-84.
    state = holder("I", "COIL")
    assert legal(state, "complete") == ["complete IT-COIL cube .", "complete IT-COIL bonus ."]
    state = play(state, "complete IT-COIL cube .")
    assert (mat(state)["cubes"], mat(state)["vp"]) == ({"COIL": "item"}, 0)


@pytest.mark.rule("C-179")
@pytest.mark.parametrize("word", ITEMS)
def test_or_the_printed_bonus(word: str) -> None:
    missing, vp, stars, letter = ITEMS[word]
    state = play(holder(missing, word), f"complete IT-{word} bonus {'.' * len(missing)}")
    if letter:
        state = play(state, letter)
        assert reserve(state) == "N"
    own = mat(state)
    assert (own["vp"], own["stars"], own["cubes"]) == (vp, stars, {})


@pytest.mark.rule("C-180")
def test_the_tiles_go_to_the_bag_and_the_card_is_turned() -> None:
    before = holder("AALk", "WHEEL")
    state = play(before, "complete IT-WHEEL cube ?.")
    # The wild tile is natural in the bag.
    assert shown(state)["bag"] == Counter(shown(before)["bag"]) + Counter("LK")
    own = mat(state)
    assert (own["cards"], own["completed_items"], reserve(state)) == ([], ["IT-WHEEL"], "AA")
    assert forbidden(state, "complete IT-WHEEL bonus ..") == "C-177"


@pytest.mark.rule("C-180")
def test_the_tiles_are_in_the_bag_before_the_bonus() -> None:
    # GEAR pays a letter: with an empty bag it is the very R that was supplied.
    own = Mat("R", cards=["IT-GEAR"])
    state = constructing(own, Mat(), bag="", spares_round=None)
    state = play(state, "complete IT-GEAR bonus .")
    assert (shown(state)["bag"], shown(state)["are_spares_in"]) == ({"R": 1}, False)
    assert reserve(play(state, "draw R")) == "R"


@pytest.mark.rule("C-180", "C-183")
@pytest.mark.parametrize("way", ["cube", "bonus"])
def test_a_completed_card_counts_at_the_end_either_way(way: str) -> None:
    state = constructing(Mat("P", cards=["IT-PIPE"]), Mat(), round=7)
    state = play(state, f"complete IT-PIPE {way} .")
    while not state.is_over:
        state = play(state, "done")
    assert state.outcome is not None
    # The most with two players: 9 and one a card.
    assert state.outcome.details["items"][0] > 0
    assert state.outcome.details["items"][1] == 0


@pytest.mark.rule("C-181")
def test_a_word_on_the_grid_leaves_the_bonus_alone() -> None:
    # W-85.
    state = holder("I", "COIL", words=("COIL across 4,4",))
    assert legal(state, "complete") == ["complete IT-COIL bonus ."]
    assert forbidden(state, "complete IT-COIL cube .") == "C-181"
    state = play(state, "complete IT-COIL bonus .")
    assert (mat(state)["vp"], mat(state)["cubes"]) == (4, {"COIL": "grid"})
    # Not so with a word on another player's grid.
    other = Mat(words=["COIL across 4,4"])
    state = constructing(Mat("I", cards=["IT-COIL"]), other, players=4)
    assert forbidden(state, "complete IT-COIL cube .") is None


@pytest.mark.rule("C-182")
@pytest.mark.parametrize("case", ["removed", "completed", "marked"])
def test_without_a_free_space_the_bonus_alone(case: str, tmp_path: Path) -> None:
    # W-86, W-89. Two cards of one word are in no deck but one of one's own.
    word = "GEAR" if case == "removed" else "CLAMP"
    used = [] if case == "removed" else ["CLAMP"]
    own = Mat(
        "RAP",
        stars=2,
        words=["LENS across 4,4", "TIN down 2,6"] if case == "completed" else [],
        completed_goals=[3] if case == "completed" else [],
        item_cubes=used if case == "marked" else [],
        completed_items=[f"IT-{word}" for word in used],
        cards=[f"IT-{word}"],
    )
    state = constructing(
        own,
        players=4,
        components=changed_set(tmp_path, ("IT-CLAMP = { copies = 1", "IT-CLAMP = { copies = 2")),
    )
    signs = "." if word == "GEAR" else ".."
    bonus = f"complete IT-{word} bonus {signs}"
    assert forbidden(state, f"complete IT-{word} cube {signs}") == "C-182"
    assert legal(state, "complete") == [bonus]


@pytest.mark.rule("C-184")
def test_item_cards_are_held_without_limit_and_score_nothing() -> None:
    cards = ["PIPE", "WHEEL", "BULB", "LENS", "CLAMP"]
    own = Mat("AE", cards=[f"IT-{word}" for word in cards])
    state = constructing(own, Mat("AE"), round=7)
    assert mat(state)["cards"] == sorted(f"IT-{word}" for word in cards)
    state = play(state, "done", "done")
    assert state.outcome is not None
    assert state.outcome.details["items"] == [0, 0]
    # Phase V has no limit for them.
    state = play(constructing(own, Mat("AE"), round=5), "done", "done", "draw E")
    assert mat(state)["cards"] == sorted(f"IT-{word}" for word in cards)


@pytest.mark.rule("C-185")
def test_a_marked_word_is_not_on_the_grid() -> None:
    state = play(holder("ICOGEN", "COIL"), "complete IT-COIL cube .")
    assert (mat(state)["words"], "".join(mat(state)["grid"]).strip(".")) == ([], "")
    # The first word is still to come: on the centre, without a crossing.
    assert forbidden(state, "spell COG across 3,4") == "C-130"
    assert forbidden(state, "spell COG across 4,4") is None
    assert forbidden(state, "remove COIL") == "C-201"


@pytest.mark.rule("C-186")
def test_phase_5_begins_when_all_players_are_done() -> None:
    own = [Mat("AEIO", stars=1)] * 3
    state = constructing(*own)
    for seat in range(3):
        assert (state.actor, shown(state)["phase"]) == (seat, "construct")
        assert shown(state)["slots"][0]["cog"] == 0
        state = play(state, "done")
    assert shown(state)["phase"] == "conclude"
    assert shown(state)["slots"][0]["cog"] is None
