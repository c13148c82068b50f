"""The turn-order edge: section 5.4, with W-48 to W-65."""

from __future__ import annotations

from typing import Any

import ludoteca as lt
import pytest
from cog_positions import (
    Mat,
    collecting,
    constructing,
    legal,
    mat,
    play,
    reserve,
    rolled,
    shown,
    slots,
)
from support import forbidden


def edge(before: str, stars: int = 0, own: str = "", **words: Any) -> lt.State:
    """The next player after those in `before` is to place; nobody has a letter."""
    placed = before.split()
    actor = sum(slot != "-" for slot in placed)
    mats = [Mat(own, stars=stars) if seat == actor else Mat() for seat in range(len(placed))]
    return collecting(*mats, slots=before, **words)


def gain(before: lt.State, after: lt.State) -> str:
    """What the player has gained beside what was paid: stars, points and letters as icons."""
    assert isinstance(before.actor, int)
    old, new = mat(before, before.actor), mat(after, before.actor)
    stars = new["stars"] - old["stars"]
    points = new["vp"] - old["vp"]
    letters = "".join(new["reserve"])
    return f"{stars:+d} {points}VP {letters}".strip()


@pytest.mark.rule("C-70")
@pytest.mark.parametrize(
    ("before", "slot", "after", "gained"),
    [
        ("- - - -", 1, "A - - -", "+0 0VP"),
        ("- - - -", 2, "- A - -", "+1 0VP"),
        ("- - - -", 3, "- - A -", "+0 3VP"),
        ("- - - -", 4, "- - - A", "+0 0VP R"),
        ("- A B C", 1, "D A B C", "+0 0VP"),
    ],
)
def test_a_slot_gives_what_lies_in_it(before: str, slot: int, after: str, gained: str) -> None:
    state = edge(before)
    found = play(state, f"order {slot}")
    assert (slots(found), gain(state, found)) == (after, gained)
    taken = shown(found)["slots"][slot - 1]
    assert (taken["letters"], taken["stars"], taken["vp"]) == ([], 0, 0)


@pytest.mark.rule("C-71")
def test_turn_order_cards_change_hands_later() -> None:
    state = play(edge("- - - -", order=[0, 1, 2, 3]), "order 4")
    assert shown(state)["order"] == [0, 1, 2, 3]
    assert state.actor == 1
    # In Phase V.
    state = constructing(Mat("PIPE"), slots="B D A C", order=[0, 1, 2, 3])
    assert shown(state)["order"] == [0, 1, 2, 3]
    assert shown(play(state, "done"))["order"] == [1, 3, 0, 2]


@pytest.mark.rule("C-72", "C-73", "C-74")
@pytest.mark.parametrize(
    ("before", "slot", "after"),
    [
        # W-50, W-51, W-52, W-58, W-62: moved cogs leave the bonuses where they are.
        ("- A - -", 2, "- B A+ -"),
        ("- A B -", 2, "- C A B+"),
        ("A - B -", 1, "C A+ B -"),
        ("A - B! -", 1, "C A+ B! -"),
        ("A -", 1, "B A+"),
        ("A B C -", 1, "D A B C+"),
        ("- - A -", 3, "- - B A+"),
    ],
)
def test_a_bump_pushes_down_to_the_first_gap(before: str, slot: int, after: str) -> None:
    state = edge(before, stars=1)
    found = play(state, f"order {slot}")
    assert (slots(found), gain(state, found)) == (after, "-1 0VP")
    # The star goes to the supply; nobody else gains anything.
    assert shown(found)["stars"] == shown(state)["stars"] + 1
    others = [seat for seat in range(len(before.split())) if seat != state.actor]
    assert [mat(found, seat) for seat in others] == [mat(state, seat) for seat in others]


@pytest.mark.rule("C-72")
def test_a_bump_takes_a_star() -> None:
    state = edge("- A - -")
    assert forbidden(state, "order 2") == "C-72"
    # One of slot #2 comes too late (C-82), one of a conversion does not.
    state = play(edge("- A - -", own="EO"), "convert E O")
    assert forbidden(state, "order 2") is None


@pytest.mark.rule("C-74")
def test_a_moved_cog_keeps_what_it_has_gained() -> None:
    state = play(collecting(Mat(), Mat(stars=1), Mat(), Mat(), slots="- - - -"), "order 3")
    assert mat(state)["vp"] == 3
    state = play(state, "order 3")
    assert slots(state) == "- - B A+"
    assert (mat(state)["vp"], reserve(state)) == (3, "")


@pytest.mark.rule("C-75")
@pytest.mark.parametrize(
    ("before", "slot"),
    [("- A B C", 2), ("- A B C", 3), ("- - - A", 4), ("- - A", 3), ("- A", 2), ("- - A B", 3)],
)
def test_without_a_free_slot_below_there_is_no_bump(before: str, slot: int) -> None:
    # W-54, W-61, W-63.
    assert forbidden(edge(before, stars=2), f"order {slot}") == "C-75"


@pytest.mark.rule("C-75")
def test_the_other_reading_of_a_cog_pushed_out() -> None:
    state = edge("- A B C", stars=1, bump_pushout="wrap")
    assert slots(play(state, "order 2")) == "C D A B"
    assert slots(play(edge("- - - A", stars=1, bump_pushout="wrap"), "order 4")) == "- - A+ B"
    # Where a slot below is free, it takes the cog as ever.
    assert slots(play(edge("- A - -", stars=1, bump_pushout="wrap"), "order 2")) == "- B A+ -"


@pytest.mark.rule("C-76")
def test_a_cog_is_protected_for_a_star_under_it() -> None:
    before = edge("- - - -", stars=2)
    state = play(before, "order 3 protect")
    assert (slots(state), mat(state)["stars"], mat(state)["vp"]) == ("- - A! -", 1, 3)
    # The star lies under the cog, not in the supply.
    assert shown(state)["stars"] == shown(before)["stars"]
    # W-56: the cog stays.
    assert forbidden(edge("- A! - -", stars=2), "order 2") == "C-76"
    assert forbidden(edge("- - - -"), "order 2 protect") == "C-76"
    assert forbidden(edge("- - - -", stars=1), "order 2 protect") is None


@pytest.mark.rule("C-77")
def test_protecting_stars_go_to_the_supply_at_the_end_of_the_round() -> None:
    before = constructing(Mat("PIPE", stars=1), Mat(), Mat(), Mat(), slots="A! B! C D")
    assert slots(before) == "A! B! C D"
    # The first letter of Task 5 is due.
    state = play(before, "done")
    assert (shown(state)["phase"], slots(state)) == ("conclude", "- - - -")
    assert shown(state)["stars"] == shown(before)["stars"] + 2
    assert (mat(state)["stars"], mat(state, 1)["stars"]) == (1, 0)


@pytest.mark.rule("C-78")
def test_protection_is_bought_with_the_placement() -> None:
    state = play(edge("- - - -", stars=2), "order 2")
    assert (shown(state)["node"], legal(state)) == ("convert", ["convert stars", "done"])
    # In a later turn the edge is used.
    mats = [Mat(stars=2, edges="order")] + [Mat(edges="top")] * 3
    state = collecting(*mats, slots="- A - -", turn=5)
    assert forbidden(state, "order 2 protect") == "C-57"


@pytest.mark.rule("C-79")
@pytest.mark.parametrize(
    ("before", "slot"), [("- A B! -", 2), ("A B! - -", 1), ("A B C! -", 1), ("A B! C -", 1)]
)
def test_no_bump_moves_a_protected_cog(before: str, slot: int) -> None:
    # W-57.
    assert forbidden(edge(before, stars=3), f"order {slot}") == "C-79"


@pytest.mark.rule("C-79")
def test_the_other_reading_of_protected_cogs() -> None:
    state = edge("- A B! -", stars=3, bump_over_protected=True)
    assert slots(play(state, "order 2")) == "- C B! A+"
    assert forbidden(edge("- A! - -", stars=3, bump_over_protected=True), "order 2") == "C-76"


@pytest.mark.rule("C-80")
def test_one_placement_may_bump_and_protect() -> None:
    # W-59.
    state = edge("- A - -", stars=2)
    found = play(state, "order 2 protect")
    assert (slots(found), gain(state, found)) == ("- B! A+ -", "-2 0VP")
    assert shown(found)["stars"] == shown(state)["stars"] + 1
    state = edge("- A - -", stars=1)
    assert forbidden(state, "order 2 protect") == "C-80"
    assert forbidden(state, "order 2") is None


@pytest.mark.rule("C-81")
def test_a_bump_takes_what_still_lies_there() -> None:
    # W-53: the occupant had been moved there.
    state = edge("- B A+ -", stars=1)
    found = play(state, "order 3")
    assert (slots(found), gain(state, found)) == ("- B C A+", "-1 3VP")
    assert shown(found)["slots"][3]["letters"] == ["R"]
    # Where the bumped player has taken the bonus, there is none.
    state = edge("- B A -", stars=1)
    found = play(state, "order 3")
    assert (slots(found), gain(state, found)) == ("- B C A+", "-1 0VP")


@pytest.mark.rule("C-81")
@pytest.mark.parametrize(
    ("takes", "there", "gone"),
    [("what_lies_there", 3, 0), ("nothing", 0, 0), ("full_bonus", 3, 3)],
)
def test_other_readings_of_what_a_bump_takes(takes: str, there: int, gone: int) -> None:
    for before, points in (("- B A+ -", there), ("- B A -", gone)):
        state = play(edge(before, stars=1, bump_takes=takes), "order 3")
        assert mat(state, 2)["vp"] == points
    left = play(edge("- B A+ -", stars=1, bump_takes=takes), "order 3")
    assert shown(left)["slots"][2]["vp"] == (3 if takes == "nothing" else 0)


@pytest.mark.rule("C-82")
def test_stars_are_paid_before_the_bonus_is_received() -> None:
    # W-60: the star of slot #2 pays for nothing.
    assert forbidden(edge("- - - -"), "order 2 protect") == "C-76"
    state = edge("- - - -", stars=1)
    found = play(state, "order 2 protect")
    assert (slots(found), gain(state, found)) == ("- A! - -", "+0 0VP")
    assert forbidden(edge("B A+ - -"), "order 2") == "C-72"
    assert forbidden(edge("B A+ - -", stars=1), "order 2 protect") == "C-80"


@pytest.mark.rule("C-83")
def test_nobody_bumps_the_own_cog() -> None:
    mats = [Mat(stars=2, edges="order")] + [Mat(edges="top")] * 3
    state = collecting(*mats, slots="- A - -", turn=5)
    assert (state.actor, forbidden(state, "order 2")) == (0, "C-57")
    assert legal(state, "order") == []


@pytest.mark.rule("C-51", "C-81")
def test_the_taker_of_a_left_over_bonus() -> None:
    # W-65: the letter in #4 was never taken; in the next round it is.
    state = play(constructing(Mat("PIPE"), slots="C A B D+"), "done")
    while shown(state)["phase"] != "collect":
        state = rolled(state) if state.actor is lt.CHANCE else state.apply("done")
    assert shown(state)["slots"][3]["letters"] == ["R"]
    assert isinstance(state.actor, int)
    before = reserve(state, state.actor)
    after = play(state, "order 4")
    assert sorted(reserve(after, state.actor)) == sorted(before + "R")
