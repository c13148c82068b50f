"""Running out of letters: section 9.4."""

from __future__ import annotations

from collections import Counter
from typing import Any

import ludoteca as lt
import pytest
from cog_positions import (
    SPARES,
    Mat,
    activating,
    changed,
    collecting,
    constructing,
    game_of,
    legal,
    mat,
    play,
    position_of,
    reserve,
    rolled,
    shown,
)
from support import outcomes

# The last seat has what is left of the bag; these are the others.
FOUR = [Mat(stars=2), Mat(stars=2), Mat(stars=2), Mat()]
IMMEDIATE = ["IM4", "IM2", "AL1", "AL2"]


def bag(state: lt.State) -> Counter[str]:
    return Counter(shown(state)["bag"])


def spent(state: lt.State) -> lt.State:
    """The position of Phase I after the last letter of the bag; the last reserve has the others."""
    position = position_of(state)
    mats = position["mats"]
    others = Counter(position["bag"]) - Counter("W")
    mats[-1]["reserve"] = sorted([*mats[-1]["reserve"], *others.elements()])
    return play(changed(state, bag={"W": 1}, mats=mats), "draw W")


def first_draw(players: int = 2, **options: Any) -> lt.State:
    """Phase I of the first round, when its first letter is due."""
    state = game_of(players, **options).start()
    while shown(state)["phase"] != "prepare":
        state = state.apply(state.chance_outcomes[0][0])
    return state


@pytest.mark.rule("C-226")
def test_the_spares_come_into_an_empty_bag() -> None:
    # Two letters are due and the bag has one.
    state = collecting(*FOUR, bag="W", bottom=IMMEDIATE)
    state = play(state, "bottom 1", "keep")
    assert outcomes(state) == {"draw W": 1}
    state = play(state, "draw W")
    assert shown(state)["are_spares_in"]
    assert bag(state) == SPARES
    assert outcomes(state) == pytest.approx({f"draw {x}": n / 16 for x, n in SPARES.items()})
    state = play(state, "draw E")
    assert (reserve(state), mat(state)["vp"]) == ("EW", 2)
    assert bag(state) == SPARES - Counter("E")


@pytest.mark.rule("C-226", "C-232")
def test_a_refill_of_the_centre_brings_the_spares_too() -> None:
    state = collecting(Mat(pawn=2), *FOUR[1:], bag="")
    state = play(state, "die red")
    assert not shown(state)["are_spares_in"]
    state = play(state, "take A")
    assert (bag(state), shown(state)["is_last_round"]) == (SPARES, True)
    assert shown(play(state, "draw U"))["centre"] == list("UEIONL")


@pytest.mark.rule("C-227")
def test_an_empty_bag_does_nothing_until_a_draw_is_due() -> None:
    state = constructing(Mat("AE", stars=2), Mat(stars=4), bag="W", round=4)
    state = play(state, "convert stars", "draw W")
    assert (bag(state), shown(state)["are_spares_in"]) == (Counter(), False)
    # A letter that comes back in the meantime is drawn.
    state = play(state, "convert A E")
    assert bag(state) == Counter("AE")
    state = play(state, "done", "convert stars")
    assert outcomes(state) == {"draw A": 0.5, "draw E": 0.5}
    assert (shown(state)["are_spares_in"], shown(state)["is_last_round"]) == (False, False)
    # Empty once more: still nothing.
    state = play(state, "draw A", "convert stars", "draw E")
    assert (bag(state), shown(state)["are_spares_in"]) == (Counter(), False)


@pytest.mark.rule("C-228", "C-274")
@pytest.mark.parametrize(("spares_round", "first"), [(None, 3), (5, 2)])
def test_in_that_round_phase_4_is_in_turn_order(spares_round: int | None, first: int) -> None:
    order = [2, 0, 1, 3]
    state = activating(
        *[Mat("AE"), Mat("OI"), Mat("LN"), Mat("RT")],
        order=order,
        sequence=order[::-1],
        sim_order="reverse",
        spares_round=spares_round,
        place=4,
        bag="E",
    )
    state = state.apply("done")
    assert (shown(state)["phase"], state.actor) == ("construct", first)


@pytest.mark.rule("C-228")
def test_in_that_round_phase_3_keeps_its_own_order() -> None:
    own = Mat("AE", edges="top bottom order", pawn=6)
    others = [Mat("AE", edges="top bottom dice order")] * 2
    options: dict[str, Any] = {"sim_order": "reverse", "spares_round": 5, "dice": {"aqua": 1}}
    state = collecting(own, *others, order=[1, 2, 0], slots="A B C", turn=12, bag="E", **options)
    state = play(state, "die aqua", "move", "done")
    seen = []
    while shown(state)["phase"] in ("activate", "construct"):
        seen.append((shown(state)["phase"], state.actor))
        state = play(state, "done")
    assert seen[:3] == [("activate", seat) for seat in (0, 2, 1)]
    assert seen[3:] == [("construct", seat) for seat in (1, 2, 0)]


@pytest.mark.rule("C-228")
def test_without_a_draw_of_orders_in_that_round() -> None:
    def last(spares_round: int | None) -> lt.State:
        state = activating(
            Mat("AE"), Mat("OI"), sim_order="random", spares_round=spares_round, place=2, bag="E"
        )
        return state.apply("done")

    assert {text.split()[0] for text in outcomes(last(None))} == {"seats"}
    assert (last(5).actor, shown(last(5))["phase"]) == (0, "construct")


@pytest.mark.rule("C-229")
def test_two_points_for_each_letter_of_a_bag_that_is_empty_again() -> None:
    state = collecting(*FOUR, bag="", spares_round=5, bottom=IMMEDIATE)
    card = play(state, "bottom 1", "keep")
    # Two letters and the 2VP of the card itself.
    assert (mat(card)["vp"], reserve(card)) == (6, "")
    assert mat(play(state, "convert stars"))["vp"] == 2
    # A space with a letter, of which only one is left.
    one = collecting(*FOUR, bag="W", spares_round=5, bottom=IMMEDIATE)
    one = play(one, "bottom 1", "keep", "draw W")
    assert (mat(one)["vp"], reserve(one)) == (4, "W")


@pytest.mark.rule("C-229")
def test_two_points_for_a_centre_letter_only_if_all_squares_are_empty() -> None:
    mats = [Mat(pawn=7), *[Mat()] * 3]
    state = collecting(*mats, centre="A.....", bag="", spares_round=5)
    state = play(state, "die red")
    assert legal(state) == ["take A"]
    state = play(state, "take A")
    # The square stays empty, and the second letter is paid.
    assert shown(state)["centre"] == [None] * 6
    assert (reserve(state), mat(state)["vp"]) == ("A", 2)


@pytest.mark.rule("C-229")
def test_two_points_for_a_letter_of_the_aid() -> None:
    mats = [Mat("AEILO"), Mat("AE")]
    options: dict[str, Any] = {"out_of_letters_end": "second", "players": 3}
    state = constructing(*mats, bag="", spares_round=4, **options)
    # The bag has not run out again so far: this round is not the last one.
    state = changed(state, is_last_round=False)
    while shown(state)["phase"] == "construct":
        state = state.apply("done")
    assert (shown(state)["phase"], shown(state)["is_last_round"]) == ("conclude", True)
    assert (reserve(state, 1), mat(state, 1)["vp"]) == ("AE", 2)
    assert (reserve(state, 0), mat(state, 0)["vp"]) == ("AEILO", 0)


@pytest.mark.rule("C-230")
def test_slots_hold_two_points_in_place_of_a_letter() -> None:
    state = first_draw(4)
    position = position_of(state)
    mats = position["mats"]
    letters = Counter(position["bag"]) - Counter("LW")
    mats[-1]["reserve"] = sorted([*mats[-1]["reserve"], *(letters + SPARES).elements()])
    fields = {"are_spares_in": True, "spares_round": 1, "is_last_round": True}
    state = rolled(changed(state, bag={"L": 1, "W": 1}, mats=mats, **fields))
    top = [slot and (slot["letters"], slot["stars"], slot["vp"]) for slot in shown(state)["top"]]
    assert top == [(["L", "W"], 1, 0), ([], 0, 6), ([], 1, 4), ([], 1, 2)]
    assert shown(state)["slots"][3]["vp"] == 2
    # They are for its taker.
    assert mat(play(state, "top 2"))["vp"] == mat(state)["vp"] + 6
    assert mat(play(state, "order 4"))["vp"] == mat(state)["vp"] + 2


@pytest.mark.rule("C-231")
def test_letters_that_come_back_are_drawn_normally() -> None:
    mats = [Mat(stars=2), Mat("I", stars=2, cards=["IT-COIL"]), Mat(stars=2)]
    state = constructing(*mats, bag="", spares_round=5, players=4)
    state = play(state, "convert stars")
    assert mat(state)["vp"] == 2
    state = play(state, "complete IT-COIL cube .")
    assert bag(state) == Counter("I")
    while state.actor != 2:
        state = state.apply("done")
    state = play(state, "convert stars")
    assert outcomes(state) == {"draw I": 1}
    state = play(state, "draw I")
    assert (reserve(state, 2), mat(state, 2)["vp"]) == ("I", 0)


@pytest.mark.rule("C-231")
def test_letters_that_come_back_are_drawn_also_in_the_last_round() -> None:
    options: dict[str, Any] = {"out_of_letters_end": "second", "players": 4}
    state = constructing(Mat("AE", stars=4), bag="", spares_round=5, **options)
    state = play(changed(state, is_last_round=False), "convert stars")
    # Two points, as the bag is empty again, and the last round.
    assert (mat(state)["vp"], shown(state)["is_last_round"]) == (2, True)
    state = play(state, "convert A E", "convert stars")
    assert outcomes(state) == {"draw A": 0.5, "draw E": 0.5}
    state = play(state, "draw A")
    assert (reserve(state), mat(state)["vp"]) == ("A", 2)


@pytest.mark.rule("C-232", "C-233", "C-235")
def test_the_round_in_which_the_bag_runs_out_is_the_last() -> None:
    mats = [Mat("AEILNORT", stars=4), Mat("AE", stars=2)]
    state = constructing(*mats, bag="W", round=4)
    assert not shown(play(state, "convert stars", "draw W"))["is_last_round"]
    state = play(state, "convert stars", "draw W", "convert stars")
    view = shown(state)
    assert (view["round"], view["rounds"], view["is_last_round"]) == (4, 7, True)
    state = play(state, "draw E", "done", "done")
    # No aid, no limits: the cogs stay.
    assert state.outcome is not None
    assert (state.outcome.reason, shown(state)["round"]) == ("out of letters", 4)
    assert len(reserve(state)) == 10
    assert all(slot["cog"] is not None for slot in shown(state)["slots"])


@pytest.mark.rule("C-234")
def test_the_aid_may_be_what_empties_the_bag() -> None:
    mats = [Mat("AEILNORTT", stars=5), Mat("AE")]
    state = constructing(*mats, bag="", round=4, slots="B A C")
    # Seat 1 is first in the new order and draws a spare.
    state = play(state, "done", "done", "done")
    assert (shown(state)["phase"], shown(state)["is_last_round"]) == ("conclude", True)
    assert shown(state)["are_spares_in"]
    state = rolled(state)
    # Conversions and limits are still to come.
    nodes = []
    while not state.is_over:
        if state.actor is not lt.CHANCE:
            nodes.append((state.actor, shown(state)["node"]))
        state = rolled(state) if state.actor is lt.CHANCE else state.apply(legal(state)[-1])
    assert (0, "discard") in nodes
    assert (len(reserve(state)), mat(state)["stars"]) == (7, 3)
    assert state.outcome is not None
    assert (state.outcome.reason, shown(state)["round"]) == ("out of letters", 4)
    # Ties go by the positions of the round just played.
    assert state.outcome.details["positions"] == [1, 0, 2]


@pytest.mark.rule("C-234")
def test_a_conversion_between_the_tasks_counts_like_the_aid() -> None:
    mats = [Mat("AEILNORT", stars=4), Mat("AEIL")]
    state = constructing(*mats, bag="", round=4, players=3)
    state = play(state, "done", "done", "done")
    assert (state.actor, shown(state)["node"]) == (0, "convert")
    assert not shown(state)["are_spares_in"]
    state = play(state, "convert stars")
    assert (shown(state)["are_spares_in"], shown(state)["is_last_round"]) == (True, True)
    state = rolled(state)
    while not state.is_over:
        assert shown(state)["phase"] == "conclude"
        state = state.apply(legal(state)[-1])
    assert state.outcome is not None
    assert (state.outcome.reason, shown(state)["round"]) == ("out of letters", 4)
    # Task 6 was done.
    assert len(reserve(state)) == 7


@pytest.mark.rule("C-234")
def test_after_phase_1_that_round_is_played_to_its_end() -> None:
    state = spent(first_draw())
    assert (shown(state)["are_spares_in"], shown(state)["is_last_round"]) == (True, True)
    assert outcomes(state) == pytest.approx({f"draw {x}": n / 16 for x, n in SPARES.items()})
    phases = set()
    while not state.is_over:
        phases.add(shown(state)["phase"])
        state = rolled(state) if state.actor is lt.CHANCE else state.apply(legal(state)[-1])
    assert phases == {"prepare", "collect", "activate", "construct"}
    assert state.outcome is not None
    assert (state.outcome.reason, shown(state)["round"]) == ("out of letters", 1)
