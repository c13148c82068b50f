"""Conversions: section 9.2."""

from __future__ import annotations

from collections import Counter

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
    rolled,
    shown,
)
from support import forbidden, outcomes


def nodes(state: lt.State, *actions: str) -> list[tuple[str, bool]]:
    """The nodes of seat 0 on the way, and whether a conversion is offered there."""
    seen = []
    for action in (*actions, ""):
        state = rolled(state)
        if state.actor == 0:
            seen.append((shown(state)["node"], bool(legal(state, "convert"))))
        state = state.apply(action) if action else state
    return seen


@pytest.mark.rule("C-217")
def test_two_stars_draw_a_letter_from_the_bag() -> None:
    state = constructing(Mat("E", stars=3))
    assert forbidden(state, "convert stars") is None
    drawing = play(state, "convert stars")
    bag = shown(state)["bag"]
    whole = sum(bag.values())
    assert outcomes(drawing) == pytest.approx({f"draw {x}": n / whole for x, n in bag.items()})
    after = play(drawing, "draw W")
    assert (mat(after)["stars"], reserve(after)) == (1, "EW")
    assert shown(after)["stars"] == shown(state)["stars"] + 2
    # One star is too few.
    assert forbidden(after, "convert stars") == "C-217"


@pytest.mark.rule("C-218")
def test_two_letters_of_the_reserve_make_a_star() -> None:
    state = constructing(Mat("AEEL", words=["ROD across 4,3"]), Mat("P"))
    pairs = ["A E", "A L", "E E", "E L"]
    assert legal(state, "convert") == [f"convert {pair}" for pair in pairs]
    after = play(state, "convert E E")
    assert (reserve(after), mat(after)["stars"]) == ("AL", 1)
    assert shown(after)["stars"] == shown(state)["stars"] - 1
    there, now = (Counter(shown(each)["bag"]) for each in (state, after))
    assert now - there == Counter("EE")
    # Not twice the only one; no letter of the grid, or of another player.
    for pair in ("A A", "A R", "A P"):
        assert forbidden(state, f"convert {pair}") == "C-218"


@pytest.mark.rule("C-219", "C-222")
def test_conversions_are_possible_until_letters_and_stars_are_used_up() -> None:
    state = constructing(Mat("AEILNO", stars=4), Mat("AE"))
    done = 0
    while own := legal(state, "convert"):
        before = len(reserve(state)) + mat(state)["stars"]
        # In turn, as far as there are both.
        state = rolled(state.apply(own[-1] if done % 2 else own[0]))
        assert len(reserve(state)) + mat(state)["stars"] == before - 1
        done += 1
        if state.actor != 0:
            break
    assert done == 9
    assert len(reserve(state)) + mat(state)["stars"] == 1


@pytest.mark.rule("C-219", "C-220")
def test_conversions_are_offered_at_every_own_decision_of_phase_2() -> None:
    two = Mat("AE", stars=2, pawn=6)
    mats = [two, Mat("AE", stars=2), Mat("AE", stars=2), Mat("AE", stars=2)]
    state = collecting(*mats)
    after = ("convert", True)
    assert nodes(state, "top 2") == [("place", True), after]
    assert nodes(state, "bottom 2", "keep") == [("place", True), ("redraw", True), after]
    assert nodes(state, "die red", "move") == [("place", True), ("reroll", True), after]
    assert nodes(state, "order 2 protect") == [("place", True), after]
    # None while a letter of the centre is picked, and none between re-roll and move.
    die = nodes(state, "die aqua", "reroll")
    assert die == [("place", True), ("reroll", True), after]
    picks = nodes(collecting(Mat("AE", stars=2, pawn=7), *mats[1:]), "die red", "move", "take A")
    assert picks == [("place", True), ("reroll", True), ("take", False), ("take", False)]


@pytest.mark.rule("C-220")
def test_no_conversion_while_others_decide() -> None:
    state = collecting(Mat(), Mat("AE"), players=2)
    assert legal(state, "convert") == []
    state = play(state, "top 2", "done")
    assert (state.actor, legal(state, "convert")) == (1, ["convert A E"])
    pick = play(collecting(Mat("AE", stars=2, pawn=2), players=4), "die red", "move")
    assert shown(pick)["node"] == "take"
    assert forbidden(pick, "convert stars") == "C-220"
    assert forbidden(pick, "convert A E") == "C-220"


@pytest.mark.rule("C-220")
def test_a_star_just_made_pays_for_a_power() -> None:
    mats = [Mat("AEIO"), Mat()]
    bump = collecting(*mats, slots="B -", turn=3)
    assert forbidden(bump, "order 1") == "C-72"
    assert forbidden(play(bump, "convert A E"), "order 1") is None
    card = play(collecting(*mats), "bottom 2")
    assert forbidden(card, "redraw") == "C-65"
    assert forbidden(play(card, "convert A E"), "redraw") is None
    die = play(collecting(*mats), "die red")
    assert forbidden(die, "reroll") == "C-86"
    assert forbidden(play(die, "convert A E"), "reroll") is None


@pytest.mark.rule("C-220")
def test_conversions_are_offered_in_the_later_phases() -> None:
    mats = [Mat("AEIO", stars=2), Mat("AEIO", stars=2)]
    state = activating(*mats)
    for phase, actor in (("activate", 0), ("activate", 1), ("construct", 0), ("construct", 1)):
        assert (shown(state)["phase"], state.actor) == (phase, actor)
        assert forbidden(state, "convert stars") is None
        assert forbidden(state, "convert A E") is None
        state = state.apply("done")
    # In Phase IV also where nothing else is possible.
    alone = constructing(Mat("AE"), Mat())
    assert (alone.actor, legal(alone)) == (0, ["convert A E", "done"])
    # Between Tasks 5 and 6 of Phase V.
    assert (shown(state)["phase"], shown(state)["node"]) == ("conclude", "convert")
    for actor in (0, 1):
        assert state.actor == actor
        assert legal(state, "convert")[0] == "convert stars"
        assert {text.split()[0] for text in legal(state)} == {"convert", "done"}
        state = state.apply("done")
    assert legal(state, "convert") == []


@pytest.mark.rule("C-221")
def test_wild_tiles_are_converted_too_and_come_back_natural() -> None:
    state = constructing(Mat("Pkp"))
    assert legal(state, "convert") == ["convert P k", "convert P p", "convert k p"]
    after = play(state, "convert k p")
    there, now = (Counter(shown(each)["bag"]) for each in (state, after))
    assert now - there == Counter("KP")
    assert (reserve(after), mat(after)["stars"]) == ("P", 1)


@pytest.mark.rule("C-223")
def test_letters_are_not_converted_without_a_star_in_the_supply() -> None:
    state = constructing(Mat("AE", stars=1), Mat(), supply=0)
    assert forbidden(state, "convert A E") == "C-223"
    assert legal(state, "convert") == []
    assert forbidden(constructing(Mat("AE", stars=1), Mat(), supply=1), "convert A E") is None
    # A star that is paid lies there again.
    assert forbidden(play(state, "flip A"), "convert E a") is None
