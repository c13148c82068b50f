"""Bonus spaces of the grid: section 7.4."""

from __future__ import annotations

from pathlib import Path

import ludoteca as lt
import pytest
from cog_positions import Mat, constructing, legal, mat, play, reserve, shown
from support import forbidden, outcomes

from cog.sets import changed_set, rules_broken

# By bonus space: the words before, the reserve, and the word that covers it.
COVERING = {
    (0, 0): ("PULLEY across 4,0", "CLAM", "CLAMP down 0,0"),
    (0, 9): ("CLAMP down 0,5", "RANK", "CRANK across 0,5"),
    (9, 0): ("CLAMP across 5,0", "RANK", "CRANK down 5,0"),
    (9, 9): ("CLAMP across 4,5", "ULLEY", "PULLEY down 4,9"),
    (2, 2): ("PIPE across 4,1", "COL", "COIL down 2,2"),
    (2, 7): ("CLAMP across 4,5", "CRNK", "CRANK down 2,7"),
    (7, 2): ("OIL across 5,2", "CIL", "COIL down 4,2"),
    (7, 7): ("OIL across 5,5", "ENS", "LENS down 5,7"),
}
CORNER = COVERING[9, 9]


def covering(square: tuple[int, int], more: str = "") -> lt.State:
    """A position in which `spell` covers this bonus space, and the word is put down."""
    standing, letters, word = COVERING[square]
    state = constructing(Mat(letters + more, words=[standing]), players=4)
    return play(state, f"spell {word}")


def cornered(more: str, card: str) -> lt.State:
    """A player gets this card from the lower right corner."""
    return play(covering((9, 9), more), f"deal {card}")


@pytest.mark.rule("C-159", "C-160")
@pytest.mark.parametrize(
    ("square", "vp", "stars"), [((0, 0), 5, 0), ((0, 9), 0, 2), ((2, 2), 2, 0), ((2, 7), 0, 1)]
)
def test_covering_a_bonus_space_pays_at_once(square: tuple[int, int], vp: int, stars: int) -> None:
    # W-29, W-32.
    state = covering(square, "AE")
    assert (state.actor, shown(state)["node"]) == (0, "construct")
    assert (mat(state)["vp"], mat(state)["stars"]) == (vp, stars)
    assert reserve(state) == "AE"


@pytest.mark.rule("C-159", "C-160")
@pytest.mark.parametrize(("square", "draws"), [((9, 0), 2), ((7, 7), 1)])
def test_letters_of_bonus_spaces_are_drawn_at_once(square: tuple[int, int], draws: int) -> None:
    state = covering(square)
    for _ in range(draws):
        assert outcomes(state)["draw E"] > 0
        state = play(state, "draw E")
    assert reserve(state) == "E" * draws
    assert state.actor is not lt.CHANCE


@pytest.mark.rule("C-159", "C-160")
def test_a_letter_of_the_centre_is_taken_at_once() -> None:
    state = covering((7, 2))
    assert (state.actor, shown(state)["node"]) == (0, "take")
    state = play(state, "take O", "draw R")
    assert (reserve(state), shown(state)["centre"]) == ("O", list("AEIRNL"))


@pytest.mark.rule("C-159", "C-164")
def test_the_eighth_bonus_space_gives_a_card() -> None:
    state = covering((9, 9))
    assert {text.split()[0] for text in outcomes(state)} == {"deal"}
    assert len(COVERING) == 8


@pytest.mark.rule("C-160")
def test_a_square_without_a_bonus_pays_nothing() -> None:
    state = constructing(Mat("CLAMP"), players=4)
    state = play(state, "spell CLAMP down 3,4")
    assert (mat(state)["vp"], mat(state)["stars"], reserve(state)) == (0, 0, "")
    assert state.actor is not lt.CHANCE


@pytest.mark.rule("C-161")
def test_a_crossing_on_a_covered_space_pays_nothing() -> None:
    # W-30.
    own = Mat("LAMP", words=["PIPE across 4,1", "COIL down 2,2"], vp=2)
    state = play(constructing(own, players=4), "spell CLAMP across 2,2")
    assert ["CLAMP", 2, 2, "across"] in mat(state)["words"]
    assert mat(state)["vp"] == 2


@pytest.mark.rule("C-162")
def test_a_word_gains_every_bonus_that_it_covers() -> None:
    # W-31.
    state = constructing(Mat("AETER", words=["WHEEL down 1,5"]), players=4)
    state = play(state, "spell AETHER across 2,2")
    assert (mat(state)["vp"], mat(state)["stars"]) == (2, 1)


@pytest.mark.rule("C-163")
def test_icons_are_those_of_cards_and_board(tmp_path: Path) -> None:
    inner = " .   .  2VP  .   .   .   .   *   .   ."
    for icon, rules in (("*?+", set()), ("4VP", set()), ("QQQ", {"C-102"})):
        assert rules_broken(tmp_path, (inner, inner.replace("2VP", icon))) == rules, icon
    file = changed_set(tmp_path, (inner, inner.replace("2VP", "*?+3VP")))
    standing, letters, word = COVERING[2, 2]
    state = constructing(Mat(letters, words=[standing]), players=4, components=file)
    state = play(state, f"spell {word}", "draw R", "take A", "draw E")
    assert (reserve(state), mat(state)["stars"], mat(state)["vp"]) == ("AR", 1, 3)


@pytest.mark.rule("C-164")
def test_the_card_of_the_corner_is_acquired() -> None:
    # W-33.
    before = covering((9, 9))
    deck = shown(before)["deck"]
    assert outcomes(before) == pytest.approx(
        {f"deal {card}": n / sum(deck.values()) for card, n in deck.items()}
    )
    state = play(before, "deal IM3")
    assert (mat(state)["vp"], mat(state)["cards"]) == (7, [])
    assert shown(state)["discard"] == {"IM3": 1}
    state = play(before, "deal CO2-red")
    assert (mat(state)["cards"], shown(state)["discard"]) == (["CO2-red"], {})
    assert "CO2-red" not in shown(state)["deck"]


@pytest.mark.rule("C-164")
def test_with_an_empty_deck_the_discard_pile_is_dealt() -> None:
    standing, letters, word = CORNER
    state = constructing(Mat(letters, words=[standing]), players=4, deck=[])
    state = play(state, f"spell {word}")
    assert shown(state)["discard"] == {}
    assert outcomes(state)["deal IM3"] > 0
    assert mat(play(state, "deal IM3"))["vp"] == 7


@pytest.mark.rule("C-165")
def test_the_card_of_the_grid_is_not_exchanged() -> None:
    before = covering((9, 9), "AE")
    state = play(before, "deal CO1-red")
    assert (shown(state)["node"], mat(state)["cards"]) == ("construct", ["CO1-red"])
    assert forbidden(state, "redraw") == "C-65"
    # With a star it makes no difference.
    standing, letters, word = CORNER
    state = constructing(Mat(letters, stars=1, words=[standing]), players=4)
    state = play(state, f"spell {word}", "deal CO1-red")
    assert (shown(state)["node"], mat(state)["stars"]) == ("construct", 1)
    assert forbidden(state, "redraw") == "C-65"


@pytest.mark.rule("C-166")
def test_what_the_grid_gives_can_be_used_in_the_same_phase() -> None:
    # An item card.
    state = cornered("N", "IT-LENS")
    state = play(state, "complete IT-LENS cube .")
    assert mat(state)["cubes"]["LENS"] == "item"
    # Stars, for a tile to be turned.
    state = play(covering((0, 9)), "flip 0,9")
    assert mat(state)["grid"][0] == ".....CRANk"
    # Letters.
    state = play(covering((7, 7), "TI"), "draw N", "spell TIN across 7,5")
    assert mat(state)["grid"][7] == ".....TIN.."
    # A card that makes letters wild: P for the G of COG.
    action = "spell COG down 4,5"
    assert forbidden(cornered("OP", "CO1-red"), action) == "C-146"
    assert forbidden(cornered("OP", "AL1"), action) is None


@pytest.mark.rule("C-167")
def test_an_inner_space_pays_again_when_it_is_covered_again() -> None:
    # W-46.
    own = Mat("CCOOLL", words=["PIPE across 4,1"])
    state = constructing(own, players=4)
    state = play(state, "spell COIL down 2,2")
    assert mat(state)["vp"] == 2
    state = play(state, "remove COIL", "spell COIL down 2,2")
    assert mat(state)["vp"] == 4


@pytest.mark.rule("C-167")
def test_a_corner_is_never_covered_again() -> None:
    state = covering((0, 0), "AE")
    assert forbidden(state, "remove CLAMP") == "C-205"


@pytest.mark.rule("C-168")
def test_tiles_then_bonuses_then_cube_then_goal_card() -> None:
    own = Mat("AEHER", words=["BOLT down 4,4", "OIL across 5,4"])
    state = play(constructing(own, players=4), "spell AETHER across 7,2")
    # The tiles lie, and the first bonus in reading order is due.
    assert mat(state)["grid"][7] == "..AETHER.."
    marks = {"OIL": "grid", "BOLT": "grid"}
    assert (shown(state)["node"], mat(state)["cubes"], mat(state)["vp"]) == ("take", marks, 0)
    # Its square is filled, then the second bonus comes, a letter.
    state = play(state, "take N")
    assert reserve(state) == "N"
    state = play(state, "draw R")
    assert (shown(state)["centre"], reserve(state)) == (list("AEIORL"), "N")
    assert (mat(state)["cubes"], mat(state)["vp"]) == (marks, 0)
    state = play(state, "draw S")
    assert reserve(state) == "NS"
    assert (mat(state)["cubes"], mat(state)["completed_goals"], mat(state)["vp"]) == ({}, [4], 21)


@pytest.mark.rule("C-168")
def test_two_words_of_a_goal_card_wait_for_the_third() -> None:
    state = constructing(Mat("AEHER", words=["BOLT down 4,4"]), players=4)
    state = play(state, "spell AETHER across 7,2", "take N", "draw R")
    assert mat(state)["cubes"] == {"BOLT": "grid"}
    state = play(state, "draw S")
    assert mat(state)["cubes"] == {"AETHER": "grid", "BOLT": "grid"}
    assert legal(state, "spell") == []
