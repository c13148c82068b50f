"""Branching: section 13.4."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random
from typing import Any

import ludoteca as lt
import pytest
from cog_positions import (
    EDGES,
    Mat,
    activating,
    collecting,
    constructing,
    game_of,
    legal,
    mat,
    play,
    reserve,
    rolled,
    shown,
)
from support import course, forbidden, texts


@pytest.mark.rule("C-285")
def test_wild_tiles_go_to_wild_squares_in_alphabetical_order() -> None:
    state = play(constructing(Mat("COGwkp")), "spell COG across 4,4")
    assert mat(play(state, "tiles ?.?"))["grid"][4] == "....kOp..."
    assert mat(play(state, "tiles ???"))["grid"][4] == "....kpw..."
    after = play(state, "tiles .?.")
    assert (mat(after)["grid"][4], reserve(after)) == ("....CkG...", "Opw")


@pytest.mark.rule("C-285")
def test_item_cards_take_wild_tiles_in_the_same_way() -> None:
    state = constructing(Mat("ELkpw", cards=["IT-WHEEL"]))
    after = play(state, "complete IT-WHEEL bonus ??")
    assert reserve(after) == "ELw"
    there, now = (Counter(shown(each)["bag"]) for each in (state, after))
    assert now - there == Counter("KP")
    one = play(state, "complete IT-WHEEL bonus .?")
    assert reserve(one) == "Lpw"


@pytest.mark.rule("C-286")
def test_all_choices_of_wild_squares_are_offered() -> None:
    state = play(constructing(Mat("COGwkp")), "spell COG across 4,4")
    assert shown(state)["node"] == "tiles"
    masks = ["...", "?..", ".?.", "??.", "..?", "?.?", ".??", "???"]
    assert texts(state.legal_actions) == [f"tiles {mask}" for mask in masks]
    one = play(constructing(Mat("COGw")), "spell COG across 4,4")
    assert texts(one.legal_actions) == [f"tiles {mask}" for mask in masks if mask.count("?") < 2]
    # A letter that is missing takes one; a covered square none.
    few = play(constructing(Mat("CGwk")), "spell COG across 4,4")
    assert texts(few.legal_actions) == ["tiles .?.", "tiles ??.", "tiles .??"]
    across = constructing(Mat("CGw", words=["OIL across 4,4"]))
    cross = play(across, "spell COG down 3,4")
    assert texts(cross.legal_actions) == ["tiles ...", "tiles ?..", "tiles ..?"]
    assert forbidden(cross, "tiles .?.") == "C-161"
    assert forbidden(cross, "tiles ....") == "C-286"
    assert forbidden(cross, "spell COG down 3,4") == "C-286"


@pytest.mark.rule("C-286")
def test_with_one_choice_the_word_is_put_down_at_once() -> None:
    for letters, row in (("COG", "....COG..."), ("CGw", "....CwG..."), ("wkp", "....kpw...")):
        state = play(constructing(Mat(letters, stars=1)), "spell COG across 4,4")
        assert (shown(state)["node"], mat(state)["grid"][4]) == ("construct", row)
    assert forbidden(state, "tiles ???") == "C-286"


@pytest.mark.rule("C-287")
def test_a_letter_is_turned_over_before_it_is_placed() -> None:
    state = constructing(Mat("CGE", stars=1))
    assert forbidden(state, "spell COG across 4,4") == "C-146"
    assert legal(state, "spell") == []
    state = play(state, "flip E")
    assert shown(state)["node"] == "construct"
    assert forbidden(state, "spell COG across 4,4") is None


@pytest.mark.rule("C-288")
@pytest.mark.parametrize("edge", EDGES)
def test_each_edge_can_be_shared_out_in_every_way(edge: str) -> None:
    actions = {
        "top": [f"top {number}" for number in (1, 2, 3, 4)],
        "bottom": [f"bottom {number}" for number in (1, 2, 3, 4)],
        "dice": [f"die {name}" for name in ("red", "white", "aqua", "black")],
        "order": [f"order {number}" for number in (1, 2, 3, 4)],
    }[edge]
    ends = set()
    for chosen in permutations(actions):
        state = collecting(*[Mat()] * 4)
        for seat, action in enumerate(chosen):
            assert state.actor == seat
            assert forbidden(state, action) is None
            state = state.apply(action)
            while shown(state)["node"] != "place":
                chance = state.actor is lt.CHANCE
                state = rolled(state) if chance else state.apply(state.legal_actions[-1])
        own = [json_of(state, seat, edge) for seat in range(4)]
        ends.add(tuple(own))
    # 4! each, (4!)^4 for all edges.
    assert len(ends) == 24


def json_of(state: lt.State, seat: int, edge: str) -> str:
    """What a seat has taken at an edge."""
    view = shown(state)
    own = {
        "top": view["mats"][seat]["reserve"],
        "bottom": [view["mats"][seat]["cards"], view["mats"][seat]["stars"]],
        "dice": [name for name, die in view["dice"].items() if die["holder"] == seat],
        "order": [place for place, slot in enumerate(view["slots"]) if slot["cog"] == seat],
    }[edge]
    return str(own)


@pytest.mark.rule("C-288")
def test_no_placement_has_more_than_twenty_choices() -> None:
    most = 0
    for seed in range(4):
        for state in course(game_of().start(), Random(seed)):
            if shown(state)["node"] == "place":
                placements = [t for t in legal(state) if not t.startswith("convert")]
                most = max(most, len(placements))
    assert most <= 20
    assert len([*legal(collecting(Mat(stars=1), players=4))]) == 20


@pytest.mark.rule("C-289")
def test_a_phase_has_two_hundred_actions_at_most() -> None:
    assert game_of().options["microaction_cap"] == 200
    mats = [Mat("COG", stars=1), Mat("AE")]
    state = constructing(*mats, microactions=199)
    assert forbidden(state, "flip C") is None
    state = play(state, "flip C")
    # The player is done, although COG could be spelled.
    assert (state.actor, shown(state)["microactions"]) == (1, 0)
    state = constructing(*mats, microactions=198)
    assert play(state, "flip C").actor == 0


@pytest.mark.rule("C-289")
@pytest.mark.parametrize(
    "action",
    [
        "spell TIN down 4,4",
        "flip T",
        "flip 4,3",
        "complete IT-COIL cube .",
        "remove BOLT",
        "convert I N",
    ],
)
def test_what_is_counted(action: str) -> None:
    own = Mat("INAEI", stars=3, cards=["IT-COIL"], words=["BOLT across 4,1"])
    if action == "flip T":
        own = Mat("TINAE", stars=3)
    state = constructing(own, Mat("AE"))
    assert shown(state)["microactions"] == 0
    state = rolled(play(state, action))
    assert (state.actor, shown(state)["microactions"]) == (0, 1)


@pytest.mark.rule("C-289")
def test_what_is_pending_is_finished_at_the_cap() -> None:
    # The last word of a goal card, whose bonus is a letter of the centre.
    marked = ["COIL", "CRANK"]
    items = [f"IT-{word}" for word in marked]
    own = Mat("NUTw", stars=2, item_cubes=marked, completed_items=items)
    state = constructing(own, Mat("AE"), microactions=199)
    state = play(state, "spell NUT across 4,4")
    assert shown(state)["node"] == "tiles"
    state = play(state, "tiles ...")
    assert (shown(state)["node"], state.actor) == ("take", 0)
    state = rolled(play(state, "take A"))
    assert (mat(state)["completed_goals"], reserve(state)) == ([6], "Aw")
    assert state.actor == 1


@pytest.mark.rule("C-289")
def test_at_the_cap_a_card_can_be_exchanged_and_nothing_else() -> None:
    own = Mat("ULLEYAE", stars=3, words=["CLAMP across 4,5"])
    for used in (198, 199):
        options: dict[str, Any] = {"grid_card_redraw": True, "deconstruct_any_time": True}
        state = constructing(own, Mat("AE"), microactions=used, **options)
        state = play(state, "spell PULLEY down 4,9", "deal CO1-red")
        assert legal(state, "redraw") + legal(state, "keep") == ["redraw", "keep"]
        assert forbidden(state, "convert stars") == (None if used == 198 else "C-289")
        assert forbidden(state, "convert A E") == (None if used == 198 else "C-289")
        assert forbidden(state, "remove CLAMP") == (None if used == 198 else "C-289")
        assert play(state, "keep").actor == (0 if used == 198 else 1)


@pytest.mark.rule("C-289")
def test_every_player_has_the_whole_cap_in_every_round() -> None:
    state = constructing(Mat("AEIO"), Mat("AEIO"), microaction_cap=2)
    state = play(state, "convert A E", "convert I O")
    assert state.actor == 1
    state = play(state, "convert A E")
    assert (state.actor, shown(state)["microactions"]) == (1, 1)
    # No other phase is limited.
    state = activating(Mat("AEIOLN"), Mat(), microaction_cap=1)
    state = play(state, "convert A E", "convert I L")
    assert (state.actor, shown(state)["phase"]) == (0, "activate")


@pytest.mark.rule("C-290")
def test_activating_everything_loses_nothing() -> None:
    cards = ["CO1-red", "CO3-red", "PI2-13", "IT-PIPE", "CO1-white"]
    by_hand = activating(Mat(cards=cards), Mat("AE"), dice={"red": 1})
    for card in ("CO1-red", "CO3-red", "PI2-13"):
        by_hand = play(by_hand, f"activate {card}")
    while by_hand.actor == 0:
        by_hand = by_hand.apply("done")
    assert (mat(by_hand)["vp"], mat(by_hand)["stars"]) == (7, 1)
    # The phase before it, with the last placement.
    last = [Mat(cards=cards, edges="top bottom dice order"), Mat(edges="top bottom dice")]
    state = collecting(*last, slots="A -", turn=8, dice={"red": 1}, auto_activate=True)
    state = play(state, "order 2")
    assert shown(state)["phase"] != "activate"
    assert (mat(state)["vp"], mat(state)["stars"]) == (7, 1)
