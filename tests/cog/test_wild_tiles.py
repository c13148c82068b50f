"""Wild letters: section 7.3."""

from __future__ import annotations

from collections import Counter

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
    rolled,
    shown,
)
from support import forbidden

CLAMP, COG = "CLAMP down 3,4", "COG across 3,4"


@pytest.mark.rule("C-148")
def test_a_star_turns_a_tile() -> None:
    before = constructing(Mat("AEP", stars=2), players=4)
    state = play(before, "flip P")
    assert (reserve(state), mat(state)["stars"]) == ("AEp", 1)
    assert shown(state)["stars"] == shown(before)["stars"] + 1
    state = play(state, "flip A")
    assert (reserve(state), mat(state)["stars"]) == ("Eap", 0)


@pytest.mark.rule("C-148")
def test_without_a_star_no_tile_is_turned() -> None:
    # W-34.
    state = constructing(Mat("AEP", words=[CLAMP]), players=4)
    assert legal(state, "flip") == []
    assert forbidden(state, "flip P") == "C-148"
    assert forbidden(state, "flip 3,4") == "C-148"
    state = play(state, "convert A E")
    assert reserve(play(state, "flip P")) == "p"


@pytest.mark.rule("C-149")
def test_a_tile_of_the_reserve_or_of_the_grid() -> None:
    state = constructing(Mat("Pp", stars=1, words=["OIL across 4,4"], wild=["4,5"]), players=4)
    assert legal(state, "flip") == ["flip P", "flip 4,4", "flip 4,6"]
    assert mat(play(state, "flip 4,6"))["grid"][4] == "....Oil..."
    assert reserve(play(state, "flip P")) == "pp"
    # Neither a wild tile, nor an empty square, nor a letter that the player has not.
    for action in ("flip 4,5", "flip 0,0", "flip I"):
        assert forbidden(state, action) == "C-149"


@pytest.mark.rule("C-149")
def test_only_own_tiles_are_turned() -> None:
    other = Mat("K", words=["TIN across 5,5"])
    state = constructing(Mat("AE", stars=1), other, players=4, centre="KEIONL")
    assert forbidden(state, "flip K") == "C-149"
    assert forbidden(state, "flip 5,5") == "C-149"


@pytest.mark.rule("C-150")
def test_tiles_are_turned_in_phase_4_alone() -> None:
    own = Mat("PE", stars=2, words=[CLAMP])
    assert forbidden(constructing(own, players=4), "flip P") is None
    for state in (collecting(own, players=4), activating(own, players=4)):
        assert legal(state, "flip") == []
        assert forbidden(state, "flip P") == "C-150"
        assert forbidden(state, "flip 3,4") == "C-150"


@pytest.mark.rule("C-150")
def test_no_tile_is_turned_before_the_limits() -> None:
    state = play(constructing(Mat("AEIO", stars=2), Mat("AEIO", stars=1)), "done", "done")
    assert (shown(state)["phase"], shown(state)["node"]) == ("conclude", "convert")
    assert forbidden(state, "flip A") == "C-150"


@pytest.mark.rule("C-151")
@pytest.mark.parametrize("letter", "EKNS")
def test_a_wild_tile_stands_for_any_letter(letter: str) -> None:
    # Its own included; with LENS over the L of CLAMP.
    own = Mat(f"ENS{letter.lower()}"[1:], words=[CLAMP])
    state = constructing(own, players=4)
    assert forbidden(state, "spell LENS across 4,4") is None
    state = play(state, "spell LENS across 4,4")
    assert mat(state)["grid"][4] == f"....L{letter.lower()}NS.."
    assert mat(state)["cubes"] == {"LENS": "grid", "CLAMP": "grid"}


@pytest.mark.rule("C-151")
def test_the_player_chooses_what_a_wild_tile_stands_for() -> None:
    state = constructing(Mat("ENSk", words=[CLAMP]), players=4)
    state = play(state, "spell LENS across 4,4")
    assert legal(state) == ["tiles ....", "tiles .?..", "tiles ..?.", "tiles ...?"]
    assert mat(play(state, "tiles ...."))["grid"][4] == "....LENS.."
    after = play(state, "tiles ..?.")
    assert (mat(after)["grid"][4], reserve(after)) == ("....LEkS..", "N")


@pytest.mark.rule("C-151")
def test_a_wild_tile_of_the_grid_can_be_its_own_letter() -> None:
    state = constructing(Mat("OG", words=[CLAMP], wild=["3,4"]), players=4)
    assert mat(play(state, f"spell {COG}"))["grid"][3] == "....cOG..."


@pytest.mark.rule("C-152")
def test_at_a_crossing_a_wild_tile_stands_for_two_letters() -> None:
    # W-3, W-24, W-25.
    state = constructing(Mat("RD", stars=1, words=[CLAMP, COG]), players=4)
    assert forbidden(state, "spell ROD across 5,3") == "C-137"
    state = play(state, "flip 5,4", "spell ROD across 5,3")
    assert mat(state)["grid"][5] == "...RaD...."
    assert mat(state)["cubes"] == {"COG": "grid", "ROD": "grid", "CLAMP": "grid"}
    state = constructing(Mat("OLT", words=["LENS across 4,3"], wild=["4,5"]), players=4)
    state = play(state, "spell BOLT down 4,5")
    assert [row[5] for row in mat(state)["grid"][4:8]] == list("nOLT")
    state = constructing(Mat("CLMP", words=["AETHER across 4,4"], wild=["4,4"]), players=4)
    assert forbidden(state, "spell CLAMP down 2,4") is None
    assert forbidden(state, "spell CLAMP down 1,4") == "C-146"


@pytest.mark.rule("C-153")
def test_a_third_letter_needs_one_of_the_words_to_go() -> None:
    # W-36.
    words = [CLAMP, COG, "ROD across 5,3"]
    state = constructing(Mat("ILL", words=words, wild=["5,4 a"]), players=4)
    assert forbidden(state, "spell OIL across 5,4") == "C-137"
    state = play(state, "remove ROD")
    assert mat(state)["grid"][5] == "....a....."
    state = play(state, "spell OIL across 5,4")
    assert mat(state)["grid"][5] == "....aIL..."
    # It is A for CLAMP all the time.
    assert ["CLAMP", 3, 4, "down"] in mat(state)["words"]


@pytest.mark.rule("C-154")
def test_turning_a_tile_does_not_touch_words() -> None:
    before = constructing(Mat("RD", stars=1, words=[CLAMP, COG]), players=4)
    state = play(before, "flip 5,4")
    for key in ("words", "cubes", "completed_goals", "reserve", "vp"):
        assert mat(state)[key] == mat(before)[key]
    new = {*legal(state, "spell")} - {*legal(before, "spell")}
    assert new == {"spell ROD across 5,3"}
    assert {*legal(before, "spell")} <= {*legal(state, "spell")}
    # Nor does it at the crossing of two words.
    crossing = play(before, "flip 3,4")
    assert mat(crossing)["grid"][3] == "....cOG..."
    for key in ("words", "cubes", "completed_goals", "reserve", "vp"):
        assert mat(crossing)[key] == mat(before)[key]
    assert legal(crossing, "spell") == legal(before, "spell")


@pytest.mark.rule("C-155")
def test_a_word_does_not_become_another_one() -> None:
    # As wild as they are, the R and the D of ROD are not read as those of COG.
    state = constructing(Mat("AE", words=["ROD across 4,4"], wild=["4,4", "4,6"]), players=4)
    assert forbidden(state, "spell COG across 4,4") == "C-132"
    assert legal(state, "spell COG across") == []


@pytest.mark.rule("C-155")
def test_nor_with_a_crossing() -> None:
    words = ["ROD across 4,4", "BOLT down 3,5"]
    state = constructing(Mat("AE", words=words, wild=["4,4", "4,6"]), players=4)
    assert forbidden(state, "spell COG across 4,4") == "C-138"


@pytest.mark.rule("C-156")
def test_a_tile_stays_wild_until_it_goes_to_the_bag() -> None:
    state = constructing(Mat("OEIA", stars=2, words=[CLAMP]), Mat("AE"), round=3)
    state = play(state, "flip O", "flip 4,4")
    while shown(state)["round"] == 3 or shown(state)["node"] != "place":
        state = rolled(state)
        state = play(state, "done") if shown(state)["node"] != "place" else state
    assert (reserve(state), mat(state)["grid"][4]) == ("AEIo", "....l.....")
    before = Counter(shown(state)["bag"])
    state = play(state, "convert A o")
    assert shown(state)["bag"] == before + Counter("AO")


@pytest.mark.rule("C-156", "C-157")
def test_a_removed_tile_is_natural_in_the_bag_and_its_star_is_lost() -> None:
    before = constructing(Mat("RD", stars=1, words=[CLAMP, COG]), players=4)
    state = play(before, "flip 5,4", "spell ROD across 5,3", "remove ROD")
    # Shared with CLAMP: it stays, and wild.
    assert mat(state)["grid"][5] == "....a....."
    assert mat(state)["stars"] == 0
    state = play(constructing(Mat(stars=1, words=["TIN across 4,4"]), players=4), "flip 4,4")
    bag = shown(state)["bag"]
    state = play(state, "remove TIN")
    assert shown(state)["bag"] == {letter: n + (letter in "TIN") for letter, n in bag.items()}
    assert (mat(state)["stars"], reserve(state)) == (0, "")


@pytest.mark.rule("C-158")
def test_wild_tiles_serve_for_item_cards() -> None:
    # W-87.
    state = constructing(Mat("Ek", cards=["IT-WHEEL"]), players=4)
    assert legal(state, "complete") == ["complete IT-WHEEL cube .?", "complete IT-WHEEL bonus .?"]
    bag = shown(state)["bag"]
    state = play(state, "complete IT-WHEEL bonus .?")
    assert (reserve(state), mat(state)["vp"]) == ("", 7)
    assert shown(state)["bag"] == {letter: n + (letter in "EK") for letter, n in bag.items()}
    # Two of them for both letters.
    state = constructing(Mat("ak", cards=["IT-WHEEL"]), players=4)
    assert legal(state, "complete") == ["complete IT-WHEEL cube ??", "complete IT-WHEEL bonus ??"]
