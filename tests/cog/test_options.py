"""What can be switched, and each value of what Phase IV does not ask for: section 17."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from typing import Any

import ludoteca as lt
import pytest
from cog_positions import (
    Mat,
    changed,
    collecting,
    constructing,
    game_of,
    legal,
    mat,
    play,
    reserve,
    rolled,
    shown,
    slots,
)
from support import forbidden, outcomes

from cog.sets import changed_set

DEFAULTS: dict[str, Any] = {
    "first_player": 0,
    "vp_hidden": True,
    "star_limit": "supply",
    "removal_leaves_run": "illegal",
    "bump_over_protected": False,
    "bump_pushout": "illegal",
    "bump_takes": "what_lies_there",
    "order_leftover": "top_up",
    "grid_card_redraw": False,
    "permit_completed": True,
    "grid_after_item": True,
    "inner_bonus_repeat": True,
    "deconstruct_any_time": False,
    "item_without_goal": "bonus_only",
    "remove_items_of_removed_goal": False,
    "item_rank_needs_card": True,
    "out_of_letters_end": "first",
    "sim_order": "turn",
    "auto_activate": False,
    "microaction_cap": 200,
}
VALUES: dict[str, list[Any]] = {
    "star_limit": ["supply", "none"],
    "removal_leaves_run": ["illegal", "legal"],
    "bump_pushout": ["illegal", "wrap"],
    "bump_takes": ["what_lies_there", "nothing", "full_bonus"],
    "order_leftover": ["top_up", "replace", "add"],
    "item_without_goal": ["bonus_only", "not_completable"],
    "out_of_letters_end": ["first", "second"],
    "sim_order": ["turn", "reverse", "random"],
    "first_player": [0, 1, "random"],
    "microaction_cap": [1, 10_000],
}
FLAG = [False, True]


def test_the_defaults() -> None:
    assert game_of(2).options == DEFAULTS


@pytest.mark.parametrize("name", DEFAULTS)
def test_the_values(name: str) -> None:
    for value in VALUES.get(name, FLAG):
        assert game_of(2, **{name: value}).options == {**DEFAULTS, name: value}
    with pytest.raises(lt.OptionError):
        game_of(2, **{name: "neither"})


@pytest.mark.rule("C-27")
@pytest.mark.parametrize("value", [0, 1, 2, "random"])
def test_first_player(value: int | str) -> None:
    state = play(game_of(3, first_player=value).start(), *["draw E"] * 6, "goal 1")
    if value == "random":
        assert shown(state)["order"] == []
        assert outcomes(state) == pytest.approx({f"first {seat}": 1 / 3 for seat in range(3)})
    else:
        assert isinstance(value, int)
        assert shown(state)["order"] == [(value + place) % 3 for place in range(3)]
        assert not any(text.startswith("first") for text in outcomes(state))


@pytest.mark.rule("C-224")
@pytest.mark.parametrize("value", FLAG)
def test_vp_hidden(value: bool) -> None:
    state = constructing(Mat("AE", vp=4), Mat(vp=9), vp_hidden=value)
    assert [each["vp"] for each in state.view(0)["mats"]] == [4, None if value else 9]


@pytest.mark.rule("C-13", "C-223")
@pytest.mark.parametrize("value", VALUES["star_limit"])
def test_star_limit(value: str) -> None:
    # With that of the top slot 19 stars are out, one is left.
    mats = [Mat("AEIO", stars=18), Mat()]
    fields: dict[str, Any] = {"slots": "A B", "turn": 3, "bottom": ["IM1", "AL1"]}
    state = collecting(*mats, star_limit=value, **fields)
    state = play(state, "convert A E")
    limited = value == "supply"
    assert shown(state)["stars"] == (0 if limited else None)
    assert forbidden(state, "convert I O") == ("C-223" if limited else None)
    state = play(state, "bottom 1", "keep")
    assert mat(state)["stars"] == (19 if limited else 22)


@pytest.mark.rule("C-79")
@pytest.mark.parametrize("value", FLAG)
def test_bump_over_protected(value: bool) -> None:
    mats = [Mat(), Mat(), Mat(stars=2), Mat()]
    state = collecting(*mats, slots="A B! - -", bump_over_protected=value)
    assert state.actor == 2
    assert forbidden(state, "order 1") == (None if value else "C-79")
    if value:
        # A jumps over B.
        assert slots(play(state, "order 1")) == "C B! A+ -"
    # The protected cog itself stays in any case.
    assert forbidden(state, "order 2") == "C-76"


@pytest.mark.rule("C-75")
@pytest.mark.parametrize("value", VALUES["bump_pushout"])
def test_bump_pushout(value: str) -> None:
    mats = [Mat(), Mat(), Mat(), Mat(stars=1)]
    state = collecting(*mats, slots="- A B C", bump_pushout=value)
    assert state.actor == 3
    assert forbidden(state, "order 2") == ("C-75" if value == "illegal" else None)
    if value == "wrap":
        # C has no slot below: the nearest free one above is #1.
        assert slots(play(state, "order 2")) == "C D A B"
        two = collecting(*mats, slots="- - A B", bump_pushout=value, turn=4)
        assert slots(play(two, "order 3")) == "- B+ D A"


@pytest.mark.rule("C-81")
@pytest.mark.parametrize(
    ("value", "empty", "left"),
    [("what_lies_there", 0, 3), ("nothing", 0, 0), ("full_bonus", 3, 3)],
)
def test_bump_takes(value: str, empty: int, left: int) -> None:
    mats = [Mat(), Mat(), Mat(stars=1), Mat()]
    for there, points in (("A - B -", empty), ("A - B+ -", left)):
        state = collecting(*mats, slots=there, bump_takes=value)
        state = play(state, "order 3")
        assert (mat(state, 2)["vp"], mat(state, 2)["stars"]) == (points, 0)
        lies = value == "nothing" and there == "A - B+ -"
        assert slots(state) == ("A - C+ B+" if lies else "A - C B+")
    # A bonus that nobody took is taken in any case where no cog lies.
    assert mat(play(collecting(*mats, slots="A B - -", bump_takes=value), "order 3"), 2)["vp"] == 3


@pytest.mark.rule("C-81")
def test_a_full_bonus_comes_from_bag_and_supply() -> None:
    mats = [Mat(), Mat(), Mat(stars=1), Mat()]
    state = collecting(*mats, slots="- A B -", bump_takes="full_bonus", turn=3)
    before = shown(state)["stars"]
    state = play(state, "order 2")
    # A star was paid and another one gained.
    assert (mat(state, 2)["stars"], shown(state)["stars"]) == (1, before)


@pytest.mark.rule("C-51")
@pytest.mark.parametrize(
    ("value", "letters", "stars", "vp"),
    [("top_up", "R", 1, 3), ("replace", "?", 1, 3), ("add", "?R", 2, 6)],
)
def test_order_leftover(value: str, letters: str, stars: int, vp: int) -> None:
    state = constructing(Mat("AEIO"), players=4, slots="A B+ C+ D+", order_leftover=value, round=4)
    supply = shown(state)["stars"]
    while shown(state)["phase"] != "collect":
        state = rolled(state) if state.actor is lt.CHANCE else state.apply(legal(state)[-1])
    there = shown(state)["slots"]
    last = str(state.history[-1])
    assert last.startswith("roll" if value == "top_up" else "draw")
    assert [slot["letters"] for slot in there[:3]] == [[], [], []]
    assert there[3]["letters"] == sorted(letters.replace("?", last[-1]))
    assert [slot["stars"] for slot in there] == [0, stars, 0, 0]
    assert [slot["vp"] for slot in there] == [0, 0, vp, 0]
    # Three stars of the top slots, and those of the slot #2 that were not there before.
    assert shown(state)["stars"] == supply - 3 - (stars - 1)


@pytest.mark.rule("C-36")
@pytest.mark.parametrize("value", FLAG)
def test_remove_items_of_removed_goal(value: bool) -> None:
    state = play(game_of(4, remove_items_of_removed_goal=value).start(), *["draw E"] * 6)
    deck = {*shown(state)["deck"]}
    gone = deck - {*shown(play(state, "goal 4"))["deck"]}
    assert gone == ({"IT-BOLT", "IT-AETHER"} if value else set())


@pytest.mark.rule("C-244")
@pytest.mark.parametrize("value", FLAG)
def test_item_rank_needs_card(value: bool) -> None:
    def items(*counts: int) -> list[int]:
        cards = iter(("IT-PIPE", "IT-WHEEL", "IT-COIL"))
        mats = [Mat("EL", completed_items=[next(cards) for _ in range(n)]) for n in counts]
        order = "C A B" if len(counts) == 3 else "B A"
        state = constructing(*mats, slots=order, round=7, item_rank_needs_card=value)
        while not state.is_over:
            state = state.apply("done")
        assert state.outcome is not None
        found: list[int] = state.outcome.details["items"]
        return found

    assert items(0, 0, 0) == ([0, 0, 0] if value else [2, 0, 3])
    assert items(0, 2, 0) == ([0, 9, 0] if value else [0, 9, 2])
    assert items(1, 1, 1) == [4, 1, 6]
    # With two players the second has no extra points to lose (C-260).
    assert items(0, 0) == ([0, 0] if value else [0, 3])


@pytest.mark.rule("C-232")
@pytest.mark.parametrize("value", VALUES["out_of_letters_end"])
def test_out_of_letters_end(value: str) -> None:
    own = Mat("AE", stars=2, cards=["IT-COIL"])
    state = constructing(own, Mat(), bag="", round=4, out_of_letters_end=value)
    state = play(state, "convert stars")
    assert shown(state)["are_spares_in"]
    assert shown(state)["is_last_round"] == (value == "first")
    if value == "second":
        # In a later round the bag is empty again.
        again = constructing(own, Mat(), bag="", spares_round=4, out_of_letters_end=value)
        again = play(changed(again, is_last_round=False), "convert stars")
        assert (mat(again)["vp"], shown(again)["is_last_round"]) == (2, True)


@pytest.mark.rule("C-272", "C-267", "C-269")
@pytest.mark.parametrize("value", VALUES["sim_order"])
def test_sim_order(value: str) -> None:
    order = [1, 2, 0]
    mats = [Mat("EL", edges="top bottom order")] + [Mat("EL", edges="top bottom dice order")] * 2
    state = collecting(*mats, order=order, slots="A B C", turn=12, sim_order=value)
    state = play(state, "die aqua")
    while shown(state)["phase"] == "collect":
        state = rolled(state) if state.actor is lt.CHANCE else state.apply(legal(state)[-1])
    for phase in ("activate", "construct"):
        assert shown(state)["phase"] == phase
        expected = order if value == "turn" else order[::-1]
        if value == "random":
            every = [" ".join(map(str, seats)) for seats in permutations(range(3))]
            assert outcomes(state) == pytest.approx({f"seats {seats}": 1 / 6 for seats in every})
            # One draw for each of the two phases.
            expected = [0, 2, 1] if phase == "activate" else [2, 0, 1]
            state = play(state, f"seats {' '.join(map(str, expected))}")
        seen = []
        while shown(state)["phase"] == phase and state.actor is not lt.CHANCE:
            seen.append(state.actor)
            state = state.apply("done")
        assert seen == expected
    # Phase V is always in the new order.
    assert (shown(state)["phase"], shown(state)["order"]) == ("conclude", [0, 1, 2])


@pytest.mark.rule("C-290")
@pytest.mark.parametrize("value", FLAG)
def test_auto_activate(value: bool) -> None:
    own = Mat("EL", cards=["CO1-red", "CO2-red", "IT-PIPE"], edges="top bottom dice order")
    last = Mat("EL", cards=["CO3-white"], edges="top bottom dice")
    state = collecting(own, last, slots="A -", turn=8, auto_activate=value)
    state = play(state, "order 2", "done")
    if value:
        # No stop but for what chance brings; no conversions either.
        assert (shown(state)["phase"], {*outcomes(state)} > {"draw A"}) == ("activate", True)
        state = play(state, "draw W")
        assert (shown(state)["phase"], state.actor) == ("construct", 0)
        assert (mat(state)["vp"], reserve(state), mat(state, 1)["vp"]) == (3, "ELW", 1)
    else:
        assert (shown(state)["phase"], state.actor) == ("activate", 0)
        assert mat(state)["vp"] == 0
        state = play(state, "done", "done")
        assert (mat(state)["vp"], reserve(state), mat(state, 1)["vp"]) == (0, "EL", 0)


@pytest.mark.rule("C-272", "C-290")
def test_a_random_order_is_drawn_for_automatic_activation_too() -> None:
    mats = [Mat(edges="top bottom dice order"), Mat(edges="top bottom dice")]
    options: dict[str, Any] = {"auto_activate": True, "sim_order": "random"}
    state = play(collecting(*mats, slots="A -", turn=8, **options), "order 2")
    assert shown(state)["phase"] == "activate"
    assert outcomes(state) == {"seats 0 1": 0.5, "seats 1 0": 0.5}


@pytest.mark.rule("C-290")
def test_automatic_activation_asks_for_a_centre_letter_alone(tmp_path: Path) -> None:
    file = changed_set(tmp_path, ('die = "red", gain = "3VP"', 'die = "red", gain = "+"'))
    own = Mat("EL", cards=["CO1-red", "CO3-red"], edges="top bottom dice order")
    state = collecting(
        own,
        Mat("EL", edges="top bottom dice"),
        slots="A -",
        turn=8,
        auto_activate=True,
        components=file,
    )
    state = play(state, "order 2", "done")
    # In order of the cards' ids: the other one comes later.
    assert (shown(state)["node"], state.actor, mat(state)["vp"]) == ("take", 0, 0)
    state = play(state, "take A", "draw W")
    assert (shown(state)["phase"], mat(state)["vp"], mat(state)["stars"]) == ("construct", 1, 1)
