"""Cards and their powers, and Phase III: sections 6.1 and 6.2."""

from __future__ import annotations

from pathlib import Path

import ludoteca as lt
import pytest
from cog_positions import (
    DICE,
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

from cog.sets import changed_set, rules_broken


def ready(cards: list[str], die: str = "red", pips: int = 1) -> lt.State:
    """Phase III of a player with these cards and this die."""
    holders = [0, 1, 2, 3]
    holders[0], holders[DICE.index(die)] = DICE.index(die), 0
    own = Mat(cards=cards, stars=2)
    return activating(own, players=4, holders=holders, dice={die: pips})


def able(cards: list[str], die: str = "red", pips: int = 1) -> list[str]:
    """Those of the cards that the player can activate."""
    return [text.split()[1] for text in legal(ready(cards, die, pips), "activate")]


def with_red_die(state: lt.State) -> lt.State:
    """Phase III of the next round, in which seat 0 is first and has the red die again."""
    before = shown(state)["round"]
    closing = ("keep", "move", "done", "die red")
    while shown(state)["round"] == before or shown(state)["node"] != "activate":
        state = rolled(state)
        found = [text for text in legal(state) if text in closing]
        state = rolled(play(state, (found or legal(state))[0]))
    assert (shown(state)["round"], state.actor) == (before + 1, 0)
    assert shown(state)["dice"]["red"]["holder"] == 0
    return state


@pytest.mark.rule("C-101")
def test_power_cards_have_powers_and_item_cards_items(tmp_path: Path) -> None:
    power = 'CO1-red = { copies = 1, die = "red", gain = "3VP" }'
    assert rules_broken(tmp_path, (power, power.replace(', gain = "3VP"', ""))) == {"C-102"}
    item = 'item = "PIPE", missing = "P", '
    assert rules_broken(tmp_path, (item, 'item = "PIPE", ')) == {"C-176"}
    # Without an item it is some other card, to which these letters mean nothing.
    assert rules_broken(tmp_path, (item, 'missing = "P", ')) != set()
    assert rules_broken(tmp_path, (item + 'gain = "4VP"', 'item = "PIPE", missing = "P"')) == {
        "C-102"
    }


@pytest.mark.rule("C-101", "C-124")
def test_item_cards_are_no_power_cards() -> None:
    state = activating(Mat("P", stars=2, cards=["IT-PIPE", "CO1-red"]), players=4)
    assert legal(state, "activate") == ["activate CO1-red"]
    assert forbidden(state, "activate IT-PIPE") == "C-107"
    assert legal(state, "complete") == []
    assert forbidden(state, "complete IT-PIPE cube .") == "C-177"


@pytest.mark.rule("C-102", "C-103")
@pytest.mark.parametrize(
    ("card", "vp", "stars", "letters"),
    [
        ("CO1-red", 3, 0, ""),
        ("CO2-red", 0, 0, "E"),
        ("CO3-red", 1, 1, ""),
        ("PI1-46", 1, 0, "E"),
        ("PI2-46", 3, 0, ""),
        ("PI3-46", 0, 2, ""),
    ],
)
def test_icons_of_cards_for_once_a_round(card: str, vp: int, stars: int, letters: str) -> None:
    before = activating(Mat(cards=[card]), players=4, dice={"red": 4})
    state = play(before, f"activate {card}", *[f"draw {letter}" for letter in letters])
    own = mat(state)
    assert (own["vp"], own["stars"], reserve(state)) == (vp, stars, letters)
    left = {letter: n - letters.count(letter) for letter, n in shown(before)["bag"].items()}
    assert shown(state)["bag"] == left
    assert shown(state)["stars"] == shown(before)["stars"] - stars


@pytest.mark.rule("C-102", "C-103")
@pytest.mark.parametrize(
    ("card", "vp", "stars", "letters"),
    [("IM1", 0, 3, ""), ("IM2", 3, 1, "E"), ("IM3", 7, 0, ""), ("IM4", 2, 0, "EL")],
)
def test_icons_of_immediate_cards(card: str, vp: int, stars: int, letters: str) -> None:
    state = collecting(players=4, bottom=[card, "CO1-red", "CO2-red", "CO3-red"])
    state = play(state, "bottom 1", *[f"draw {letter}" for letter in letters])
    own = mat(state)
    assert (own["vp"], own["stars"], reserve(state)) == (vp, stars, letters)
    assert state.actor is not lt.CHANCE


@pytest.mark.rule("C-102")
def test_a_plus_is_a_letter_of_the_centre() -> None:
    state = constructing(Mat("AC", cards=["IT-CRANK"]))
    state = play(state, "complete IT-CRANK bonus ..")
    assert (shown(state)["node"], mat(state)["vp"]) == ("take", 5)
    state = play(state, "take O", "draw E")
    assert (reserve(state), shown(state)["centre"]) == ("O", list("AEIENL"))


@pytest.mark.rule("C-104", "C-106")
def test_a_cost_is_a_colour_or_two_values_or_none(tmp_path: Path) -> None:
    power = 'CO1-red = { copies = 1, die = "red", gain'
    both = 'CO1-red = { copies = 1, die = "red", pips = "1 3", gain'
    assert rules_broken(tmp_path, (power, both)) == {"C-104"}
    assert "C-108" in rules_broken(tmp_path, (power, power.replace('"red"', '"pink"')))
    for pips in ("1 2 3", "1 7", "3 3"):
        pair = 'PI1-13 = { copies = 1, pips = "1 3"'
        assert rules_broken(tmp_path, (pair, pair.replace("1 3", pips))) == {"C-109"}, pips


@pytest.mark.rule("C-105", "C-106")
def test_only_cards_with_a_die_are_for_once_a_round() -> None:
    # An immediate card is gone once it is acquired, a permanent one acts by itself.
    state = activating(Mat("P", stars=2, cards=["AL2", "CO1-red", "PI2-13"]), players=4)
    assert legal(state, "activate") == ["activate CO1-red", "activate PI2-13"]
    assert forbidden(state, "activate AL2") == "C-107"
    assert forbidden(state, "activate IM3") == "C-107"
    assert able(["CO1-red", "CO1-aqua", "PI1-13", "PI1-25"], pips=5) == ["CO1-red", "PI1-25"]


@pytest.mark.rule("C-107")
def test_a_player_may_activate_own_cards_or_not() -> None:
    state = activating(Mat(cards=["CO1-red"]), Mat(cards=["CO2-red", "CO1-white"]), players=4)
    assert legal(state) == ["activate CO1-red", "done"]
    assert forbidden(state, "activate CO2-red") == "C-107"
    assert forbidden(state, "activate CO1-white") == "C-107"
    after = play(state, "done")
    assert (after.actor, mat(after)["vp"], mat(after)["used"]) == (1, 0, [])
    assert legal(after) == ["activate CO1-white", "done"]


@pytest.mark.rule("C-108")
@pytest.mark.parametrize("pips", range(1, 7))
@pytest.mark.parametrize("die", DICE)
def test_a_colour_is_met_by_its_die_whatever_it_shows(die: str, pips: int) -> None:
    state = ready([f"CO2-{colour}" for colour in DICE], die, pips)
    for colour in DICE:
        rule = None if colour == die else "C-108"
        assert forbidden(state, f"activate CO2-{colour}") == rule


@pytest.mark.rule("C-109")
@pytest.mark.parametrize("pips", range(1, 7))
@pytest.mark.parametrize("die", DICE)
def test_pips_are_met_by_any_die_with_either_value(die: str, pips: int) -> None:
    pairs = ("13", "25", "46")
    state = ready([f"PI1-{pair}" for pair in pairs], die, pips)
    for pair in pairs:
        rule = None if str(pips) in pair else "C-109"
        assert forbidden(state, f"activate PI1-{pair}") == rule


@pytest.mark.rule("C-109")
def test_colour_and_pips_are_not_mixed() -> None:
    # W-79: neither a black die nor one that shows 1 or 3.
    assert able(["CO3-black", "PI3-46", "PI1-13"], pips=6) == ["PI3-46"]


@pytest.mark.rule("C-110", "C-111")
def test_one_die_serves_any_number_of_cards() -> None:
    # W-78.
    cards = ["CO1-black", "CO2-black", "PI2-25"]
    state = activating(Mat(cards=cards), players=4, holders=[1, 2, 3, 0], dice={"black": 2})
    state = play(state, "activate CO1-black", "activate CO2-black", "draw E")
    assert legal(state) == ["activate PI2-25", "done"]
    state = play(state, "activate PI2-25")
    assert (mat(state)["vp"], reserve(state)) == (6, "E")


@pytest.mark.rule("C-111")
def test_a_card_works_once_a_round() -> None:
    own = Mat(cards=["CO1-red", "CO3-red"], stars=2)
    state = activating(own, Mat(cards=["CO1-white"]), players=4)
    state = play(state, "activate CO1-red")
    assert mat(state)["used"] == ["CO1-red"]
    assert legal(state, "activate") == ["activate CO3-red"]
    assert forbidden(state, "activate CO1-red") == "C-111"
    # Face down until all have finished the phase.
    state = play(state, "done")
    assert (state.actor, mat(state)["used"]) == (1, ["CO1-red"])
    state = play(state, "activate CO1-white")
    assert shown(state)["phase"] == "construct"
    assert [each["used"] for each in shown(state)["mats"]] == [[]] * 4
    assert (mat(state)["cards"], mat(state, 1)["cards"]) == (["CO1-red", "CO3-red"], ["CO1-white"])


@pytest.mark.rule("C-111")
def test_the_last_seat_s_cards_are_turned_back_too() -> None:
    mats = [Mat(stars=2, cards=[f"CO1-{die}"]) for die in DICE]
    state = activating(*mats)
    for seat, die in enumerate(DICE):
        state = play(state, f"activate CO1-{die}")
        assert mat(state, seat)["used"] == [f"CO1-{die}"]
        state = play(state, "done")
    assert shown(state)["phase"] == "construct"
    assert [each["used"] for each in shown(state)["mats"]] == [[]] * 4


@pytest.mark.rule("C-110", "C-111")
def test_two_cards_of_a_kind_work_once_each(tmp_path: Path) -> None:
    file = changed_set(tmp_path, ("PI2-13 = { copies = 1", "PI2-13 = { copies = 2"))
    own = Mat(cards=["PI2-13", "PI2-13"], stars=2)
    state = activating(own, players=4, bottom=["IM3", "IM1", "IM4", "AL1"], components=file)
    state = play(state, "activate PI2-13")
    assert (mat(state)["used"], mat(state)["vp"]) == (["PI2-13"], 3)
    state = play(state, "activate PI2-13")
    assert (mat(state)["used"], mat(state)["vp"]) == (["PI2-13", "PI2-13"], 6)
    assert forbidden(state, "activate PI2-13") == "C-111"


@pytest.mark.rule("C-111")
def test_a_used_card_works_again_in_the_next_round() -> None:
    state = activating(Mat(cards=["CO1-red"]), Mat(), round=3)
    state = with_red_die(play(state, "activate CO1-red"))
    assert forbidden(state, "activate CO1-red") is None


@pytest.mark.rule("C-112")
def test_a_card_taken_after_the_die_works_in_the_same_round() -> None:
    # W-80: the last turn of Phase II, with the die taken long before.
    own = Mat(stars=2, edges="top dice order")
    others = [Mat(edges="top bottom dice order")] * 3
    bottom = ["IT-PIPE", "CO1-red", "CO1-white", "PI1-46"]
    state = collecting(*others, own, slots="A B C D", turn=16, bottom=bottom, dice={"black": 4})
    assert (state.actor, shown(state)["dice"]["black"]["holder"]) == (3, 3)
    state = play(state, "bottom 4", "keep", "done")
    assert legal(state, "activate") == ["activate PI1-46"]
    state = play(state, "activate PI1-46", "draw E")
    assert (mat(state, 3)["vp"], reserve(state, 3)) == (1, "E")


@pytest.mark.rule("C-113")
def test_the_player_chooses_the_order_of_activations() -> None:
    state = activating(Mat(cards=["CO1-red", "CO3-red"]), players=4)
    assert legal(state) == ["activate CO1-red", "activate CO3-red", "done"]
    for first, second in (("CO1-red", "CO3-red"), ("CO3-red", "CO1-red")):
        after = play(state, f"activate {first}")
        assert mat(after)["used"] == [first]
        assert legal(after, "activate") == [f"activate {second}"]


@pytest.mark.rule("C-114")
def test_cards_are_activated_in_phase_3_alone() -> None:
    own = Mat(cards=["CO1-red"], stars=2)
    assert forbidden(activating(own, players=4), "activate CO1-red") is None
    bottom = ["IT-PIPE", "IM1", "IM3", "AL1"]
    for state in (constructing(own, players=4), collecting(own, players=4, bottom=bottom)):
        assert legal(state, "activate") == []
        assert forbidden(state, "activate CO1-red") == "C-107"


@pytest.mark.rule("C-115")
def test_a_card_of_the_grid_waits_for_the_next_round() -> None:
    state = constructing(Mat("ULLEY", stars=2, words=["CLAMP across 4,5"]), dice={"red": 4})
    state = play(state, "spell PULLEY down 4,9", "deal CO1-red")
    assert (mat(state)["cards"], mat(state)["vp"]) == (["CO1-red"], 0)
    assert legal(state, "activate") == []
    assert forbidden(state, "activate CO1-red") == "C-107"
    assert forbidden(with_red_die(state), "activate CO1-red") is None


@pytest.mark.rule("C-123")
def test_phase_4_begins_when_all_are_done() -> None:
    cards = [Mat(cards=[f"CO1-{die}"], stars=2) for die in DICE]
    state = activating(*cards)
    for seat in range(4):
        assert (state.actor, shown(state)["phase"]) == (seat, "activate")
        assert forbidden(state, "spell COG across 4,4") == "C-125"
        state = play(state, f"activate CO1-{DICE[seat]}", "done")
    assert (state.actor, shown(state)["phase"], shown(state)["node"]) == (
        0,
        "construct",
        "construct",
    )
