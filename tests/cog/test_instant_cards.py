"""Immediate cards, and those that are always in effect: section 6.3."""

from __future__ import annotations

from collections import Counter

import ludoteca as lt
import pytest
from cog_positions import (
    Mat,
    activating,
    changed,
    collecting,
    constructing,
    legal,
    mat,
    play,
    reserve,
    rolled,
    shown,
    with_mat,
)
from support import forbidden, outcomes, refusal

CLAMP = "CLAMP across 4,5"
ALWAYS = {"AL1": "HPK", "AL2": "TWY", "AL3": "BCG"}


def table(own: Mat) -> lt.State:
    """A position of Phase II with cards of both sorts on the bottom edge."""
    return collecting(own, players=4, bottom=["AL1", "IM3", "IM4", "CO1-red"])


def cornered(own: str, card: str, stars: int = 0) -> lt.State:
    """A player spells PULLEY into the lower right corner and gets this card."""
    state = constructing(Mat(f"ULLEY{own}", stars=stars, words=[CLAMP]), players=4)
    return play(state, "spell PULLEY down 4,9", f"deal {card}")


def rolled_to_aid(state: lt.State) -> lt.State:
    """Everybody is done with Phase IV."""
    while shown(state)["phase"] == "construct":
        state = play(state, "done")
    return state


@pytest.mark.rule("C-116")
def test_an_immediate_card_acts_when_acquired_and_is_discarded() -> None:
    state = play(table(Mat(vp=1)), "bottom 2")
    assert (mat(state)["vp"], mat(state)["cards"]) == (8, [])
    assert (shown(state)["discard"], shown(state)["bottom"][1]) == ({"IM3": 1}, None)
    state = play(table(Mat()), "bottom 3")
    assert shown(state)["discard"] == {"IM4": 1}
    assert outcomes(state) != {}


@pytest.mark.rule("C-116")
def test_an_immediate_card_is_never_held() -> None:
    error = refusal(constructing, Mat("AE", cards=["IM3"]), players=4)
    assert isinstance(error, lt.StateFormatError)
    assert error.rule == "C-116"


@pytest.mark.rule("C-117")
def test_an_immediate_card_of_the_grid_acts_at_once() -> None:
    state = cornered("", "IM2")
    assert (state.actor, mat(state)["vp"], mat(state)["stars"]) == (lt.CHANCE, 3, 1)
    assert shown(state)["discard"] == {"IM2": 1}
    assert reserve(play(state, "draw E")) == "E"
    state = cornered("AE", "IM3")
    assert (shown(state)["phase"], state.actor, mat(state)["vp"]) == ("construct", 0, 7)
    assert mat(state)["cards"] == []


@pytest.mark.rule("C-118")
@pytest.mark.parametrize("card", ALWAYS)
def test_a_card_makes_its_letters_wild_in_reserve_and_grid(card: str) -> None:
    letters = ALWAYS[card]
    own = Mat("BCGHKPTWY", words=["CLAMP down 3,4", "COG across 3,4", "PIPE across 7,4"])
    state = collecting(own, players=4, bottom=["IM3", card, "CO1-red", "IT-PIPE"])
    state = play(state, "bottom 2", "keep")
    assert mat(state)["cards"] == [card]
    turned = "".join(letter for letter in "BCGHKPTWY" if letter not in letters)
    assert reserve(state) == turned + "".join(sorted(letters)).lower()
    before = {"C": 1, "O": 1, "G": 1, "L": 1, "A": 1, "M": 1, "P": 2, "I": 1, "E": 1}
    tiles = "".join(mat(state)["grid"]).replace(".", "")
    for letter, count in before.items():
        is_wild = letter in letters
        assert (tiles.count(letter), tiles.count(letter.lower())) == (
            (0, count) if is_wild else (count, 0)
        )


@pytest.mark.rule("C-118")
def test_a_card_acts_in_the_phase_in_which_it_comes() -> None:
    # W-33: the Ps of grid and reserve turn, those among the tiles just placed too.
    state = cornered("PP", "AL1")
    assert mat(state)["grid"][4:6] == [".....CLAMp", ".........U"]
    assert reserve(state) == "pp"
    # They are wild tiles: there is nothing left to turn.
    state = cornered("PP", "AL1", stars=1)
    assert forbidden(state, "flip P") == "C-149"
    assert forbidden(state, "flip 4,9") == "C-149"
    assert forbidden(state, "flip 4,8") is None


@pytest.mark.rule("C-119")
def test_tiles_that_come_later_are_wild_on_arrival() -> None:
    own = Mat("A", cards=["AL2"], stars=2, pawn=2)
    # Of a top slot, the bag, the centre.
    state = collecting(own, players=4, top={1: ("TW", 0)}, dice={"red": 1}, centre="TEIONL")
    assert reserve(play(state, "top 1")) == "Atw"
    assert reserve(play(state, "convert stars", "draw T")) == "At"
    state = play(state, "die red", "move", "take T")
    assert reserve(state) == "At"
    # What refills the centre is nobody's.
    assert shown(play(state, "draw W"))["centre"] == list("WEIONL")


@pytest.mark.rule("C-119")
def test_a_tile_of_a_turn_order_slot_is_wild_on_arrival() -> None:
    state = collecting(Mat("A", cards=["AL2"]), players=4)
    view = shown(state)
    bag = dict(Counter(view["bag"]) + Counter("R") - Counter("T"))
    slots = [*view["slots"][:3], view["slots"][3] | {"letters": ["T"]}]
    assert reserve(play(changed(state, bag=bag, slots=slots), "order 4")) == "At"


@pytest.mark.rule("C-119")
def test_a_tile_of_the_aid_is_wild_on_arrival() -> None:
    # W-83: it counts as a letter for the limits, and is natural in the bag.
    state = rolled_to_aid(constructing(Mat("AE", cards=["AL1"]), Mat("AEIOU"), bag="PP"))
    state = play(state, "draw P")
    assert reserve(state) == "AEp"
    assert forbidden(state, "convert A p") is None
    after = play(state, "convert A p")
    assert (reserve(after), shown(after)["bag"]) == ("E", {"A": 1, "P": 2})


@pytest.mark.rule("C-119")
def test_no_natural_tile_of_such_a_letter_is_on_the_mat() -> None:
    state = constructing(Mat("Ah", cards=["AL1"]), players=4)
    error = refusal(with_mat, state, reserve=["A", "H"])
    assert isinstance(error, lt.StateFormatError)
    assert error.rule == "C-119"


@pytest.mark.rule("C-120")
def test_such_a_card_stays_and_takes_neither_die_nor_star() -> None:
    state = play(table(Mat("HP")), "bottom 1", "keep", "done")
    assert (mat(state)["cards"], mat(state)["used"], mat(state)["stars"]) == (["AL1"], [], 0)
    assert shown(state)["discard"] == {}
    # In the next round it is still there and acts on.
    state = constructing(Mat("AE", cards=["AL1"]), Mat("AEIOU"), round=3, first_player=0)
    state = rolled(rolled_to_aid(state))
    while shown(state)["round"] == 3:
        state = rolled(play(state, legal(state, "done")[0]))
    assert mat(state)["cards"] == ["AL1"]
    state = collecting(Mat(cards=["AL1"]), players=4, top={1: ("PK", 0)})
    assert reserve(play(state, "top 1")) == "kp"


@pytest.mark.rule("C-121")
def test_words_with_such_tiles_stay_as_they_are() -> None:
    own = Mat("ULLEY", words=[CLAMP, "COIL down 4,5"])
    before = constructing(own, players=4)
    state = play(before, "spell PULLEY down 4,9", "deal AL3")
    assert mat(state)["words"] == [
        ["PULLEY", 4, 9, "down"],
        ["CLAMP", 4, 5, "across"],
        ["COIL", 4, 5, "down"],
    ]
    assert mat(state)["cubes"] == {"PULLEY": "grid", "CLAMP": "grid", "COIL": "grid"}
    assert mat(state)["grid"][4] == ".....cLAMP"
    # The wild C is still C in both words: no third word through it.
    assert forbidden(state, "spell BOLT down 4,5") == "C-137"


@pytest.mark.rule("C-122")
def test_only_the_owner_s_tiles_turn() -> None:
    state = collecting(
        Mat("H", words=["PIPE across 4,4"]),
        Mat("HP", words=["PIPE across 4,4"]),
        players=4,
        bottom=["AL1", "IM3", "IM4", "CO1-red"],
        top={1: ("KP", 0)},
        centre="PHAEIO",
    )
    before = shown(state)
    state = play(state, "bottom 1")
    after = shown(state)
    assert (reserve(state), mat(state)["grid"][4]) == ("h", "....pIpE..")
    assert (reserve(state, 1), mat(state, 1)["grid"][4]) == ("HP", "....PIPE..")
    assert (after["centre"], after["top"], after["bag"]) == (
        before["centre"],
        before["top"],
        before["bag"],
    )
    # Nor do the other player's tiles that come later.
    assert reserve(play(state, "top 1"), 1) == "HKPP"


@pytest.mark.rule("C-122")
def test_tiles_of_others_are_no_concern_in_phase_4() -> None:
    state = activating(Mat(cards=["AL1"], stars=2), Mat("P", stars=2), players=4)
    assert reserve(play(state, "done"), 1) == "P"
