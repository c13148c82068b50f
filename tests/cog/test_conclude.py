"""Phase V: section 8."""

from __future__ import annotations

from collections import Counter
from typing import Any

import ludoteca as lt
import pytest
from cog_positions import DICE, Mat, constructing, game_of, legal, mat, play, reserve, rolled, shown
from support import forbidden, outcomes


def concluding(*mats: Mat, slots: str = "", **words: Any) -> lt.State:
    """The first stop after Phase IV, in which nobody does a thing."""
    state = constructing(*mats, slots=slots, **words)
    while shown(state)["phase"] == "construct":
        state = play(state, "done")
    return state


def finished(state: lt.State) -> lt.State:
    """The end of Phase V: everybody discards the first tiles, and converts nothing."""
    while shown(state)["phase"] == "conclude":
        state = rolled(state)
        if shown(state)["phase"] == "conclude":
            state = play(state, (legal(state, "discard") or legal(state, "done"))[0])
    return state


@pytest.mark.rule("C-187")
def test_the_order_of_the_tasks() -> None:
    # W-105: cards, cogs and dice are back before the letter, the limits come last.
    own = Mat("AEI", stars=5)
    state = constructing(own, Mat("AEIO"), slots="B! A")
    assert (shown(state)["round"], shown(state)["order"]) == (5, [0, 1])
    state = play(state, "done", "done")
    assert state.actor is lt.CHANCE
    view = shown(state)
    assert (view["phase"], view["order"]) == ("conclude", [1, 0])
    assert [slot["cog"] for slot in view["slots"]] == [None, None]
    assert [die["holder"] for die in view["dice"].values()] == [None, None]
    assert mat(state)["stars"] == 5
    state = play(state, "draw N")
    # Then limits, in the new order: seat 1 first.
    assert (state.actor, mat(state)["stars"]) == (1, 5)
    state = play(state, "done")
    assert (state.actor, reserve(state), mat(state)["stars"]) == (0, "AEIN", 5)
    state = play(state, "convert stars", "draw E")
    assert (reserve(state), mat(state)["stars"]) == ("AEEIN", 3)
    assert finished(state).actor is lt.CHANCE


@pytest.mark.rule("C-188")
@pytest.mark.parametrize(("players", "last"), [(2, 7), (3, 7), (4, 6)])
def test_the_game_ends_when_the_clock_stands_on_the_last_space(players: int, last: int) -> None:
    # W-108.
    own = [Mat("AEIOLNTTR", stars=5)] * players
    before = constructing(*own, round=last, slots=" ".join("DCBA"[4 - players :]))
    state = play(before, *["done"] * players)
    assert (state.is_over, shown(state)["reason"]) == (True, "last round")
    for key in ("round", "order", "slots", "dice", "bag", "stars"):
        assert shown(state)[key] == shown(before)[key]
    assert [reserve(state, seat) for seat in range(players)] == ["AEILNORTT"] * players
    assert mat(state)["stars"] == 5
    state = play(constructing(*own, round=last - 1), *["done"] * players)
    assert not state.is_over
    assert shown(finished(state))["round"] == last


@pytest.mark.rule("C-189")
@pytest.mark.parametrize(("players", "rounds"), [(2, 7), (3, 7), (4, 6)])
def test_spaces_of_the_clock_track(players: int, rounds: int) -> None:
    assert shown(game_of(players).start())["rounds"] == rounds
    assert shown(game_of(players).start())["round"] == 1


@pytest.mark.rule("C-190")
def test_after_the_last_round_everything_stays() -> None:
    # W-100: nine letters are scored, and nobody draws one.
    own = Mat("AEIOLNTTR", stars=5)
    state = constructing(own, Mat("A"), round=7, slots="B A!")
    state = play(state, "done")
    assert state.is_over
    assert (reserve(state), reserve(state, 1)) == ("AEILNORTT", "A")
    assert (mat(state)["stars"], state.actor) == (5, None)
    assert state.outcome is not None
    assert state.outcome.details["letters"] == [4, 0]
    assert [slot["cog"] for slot in shown(state)["slots"]] == [1, 0]
    assert [each["edges"] for each in shown(state)["mats"]] == [
        ["top", "bottom", "dice", "order"]
    ] * 2
    # Ties are broken by these cogs.
    assert state.outcome.details["positions"] == [1, 0]


@pytest.mark.rule("C-191")
@pytest.mark.parametrize("slots", ["B D A C", "A B C D", "D C B A"])
def test_the_new_order_is_that_of_the_cogs(slots: str) -> None:
    # W-64.
    state = finished(concluding(Mat("AE"), players=4, slots=slots))
    assert shown(state)["order"] == ["ABCD".index(cog) for cog in slots.split()]
    state = rolled(state)
    assert state.actor == shown(state)["order"][0]


@pytest.mark.rule("C-192")
@pytest.mark.parametrize("choice", [0, -1])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_slot_is_filled(players: int, choice: int) -> None:
    state = rolled(game_of(players).start())
    while shown(state)["phase"] == "collect":
        found = [text for text in legal(state) if not text.startswith("convert")]
        state = rolled(play(state, found[choice]))
    assert shown(state)["phase"] == "activate"
    assert sorted(slot["cog"] for slot in shown(state)["slots"]) == list(range(players))


@pytest.mark.rule("C-193")
def test_cogs_go_back_and_protecting_stars_to_the_supply() -> None:
    before = constructing(Mat("AEIO"), Mat("AEIO"), Mat("AEIO"), Mat("AEIO"), slots="B! A C! D")
    state = before
    for _ in range(4):
        state = play(state, "done")
    view = shown(state)
    assert view["phase"] == "conclude"
    assert [(slot["cog"], slot["protected"]) for slot in view["slots"]] == [(None, False)] * 4
    assert [each["edges"] for each in view["mats"]] == [[]] * 4
    assert view["stars"] == shown(before)["stars"] + 2
    assert [each["stars"] for each in view["mats"]] == [0] * 4


@pytest.mark.rule("C-194")
def test_dice_go_back() -> None:
    own = [Mat("AEIO")] * 4
    before = constructing(*own, dice={"red": 4})
    assert [die["holder"] for die in shown(before)["dice"].values()] == [0, 1, 2, 3]
    state = concluding(*own)
    assert [die["holder"] for die in shown(state)["dice"].values()] == [None] * 4
    # All of them are there for the next round.
    state = rolled(finished(state))
    assert legal(state, "die") == [f"die {die}" for die in DICE]


@pytest.mark.rule("C-195")
@pytest.mark.parametrize(("letters", "draws"), [(0, 1), (1, 1), (2, 1), (3, 1), (4, 0), (5, 0)])
def test_with_three_letters_or_fewer_one_is_drawn(letters: int, draws: int) -> None:
    state = concluding(Mat("AEIOL"), Mat("AEIOL"[:letters]))
    if draws:
        bag = shown(state)["bag"]
        assert outcomes(state) == pytest.approx(
            {f"draw {letter}": n / sum(bag.values()) for letter, n in bag.items()}
        )
        state = play(state, "draw N")
    assert reserve(state, 1) == "".join(sorted("AEIOL"[:letters] + "N" * draws))
    assert (reserve(state), state.actor, shown(state)["node"]) == ("AEILO", 0, "convert")


@pytest.mark.rule("C-195")
def test_a_conversion_opens_the_way_to_the_letter() -> None:
    # W-106.
    state = constructing(Mat("AEIO"), Mat("AEIO"))
    state = play(state, "convert A E", "done", "done")
    state = play(state, "draw N")
    assert (reserve(state), mat(state)["stars"]) == ("INO", 1)


@pytest.mark.rule("C-196")
def test_wild_tiles_count_as_letters() -> None:
    # Four letters: no aid; eight: one too many.
    state = concluding(Mat("AEop"), Mat("AEIOLNop"))
    assert (state.actor, shown(state)["node"]) == (0, "convert")
    assert reserve(state) == "AEop"
    state = play(state, "done", "done")
    assert (state.actor, shown(state)["node"]) == (1, "discard")
    assert "discard p" in legal(state)
    state = concluding(Mat("AEo"), Mat("AEIO"))
    assert state.actor is lt.CHANCE


@pytest.mark.rule("C-197")
def test_letters_are_drawn_in_the_new_order() -> None:
    state = concluding(Mat("AE"), Mat("AEIO"), Mat("AE"), Mat("A"), slots="C B D A")
    for seat in (2, 3, 0):
        before = [len(reserve(state, each)) for each in range(4)]
        state = play(state, "draw E")
        before[seat] += 1
        assert [len(reserve(state, each)) for each in range(4)] == before
    assert (state.actor, shown(state)["node"]) == (2, "convert")


@pytest.mark.rule("C-198")
def test_more_than_seven_letters_and_three_stars_are_given_back() -> None:
    # W-107.
    state = concluding(Mat("AEIOLNRpt", stars=4), Mat("AEIO"))
    supply, bag = shown(state)["stars"], Counter(shown(state)["bag"])
    assert forbidden(state, "discard A") == "C-198"
    state = play(state, "done")
    assert (mat(state)["stars"], shown(state)["stars"]) == (3, supply + 1)
    # The owner picks, wild tiles or not, and nothing else can be done.
    assert legal(state) == [f"discard {tile}" for tile in "AEILNORpt"]
    assert forbidden(state, "discard T") == "C-198"
    assert forbidden(state, "done") == "C-58"
    assert forbidden(state, "convert A E") == "C-220"
    state = play(state, "discard p")
    assert legal(state) == [f"discard {tile}" for tile in "AEILNORt"]
    state = play(state, "discard A")
    assert (reserve(state), state.actor) == ("EILNORt", 1)
    assert shown(state)["bag"] == bag + Counter("PA")


@pytest.mark.rule("C-198")
def test_who_has_no_more_gives_nothing_back() -> None:
    state = concluding(Mat("AEIOLNR", stars=3), Mat("AEIO"))
    state = play(state, "done")
    assert (reserve(state), mat(state)["stars"], state.actor) == ("AEILNOR", 3, 1)


@pytest.mark.rule("C-199")
def test_conversions_between_letter_and_limits() -> None:
    state = concluding(Mat("AEIO", stars=5), Mat("AEIO"))
    assert (shown(state)["node"], state.actor) == ("convert", 0)
    state = play(state, "convert stars", "draw N", "done")
    assert (reserve(state), mat(state)["stars"]) == ("AEINO", 3)
    # No letter more, even with fewer than four after that.
    state = concluding(Mat("AEIO"), Mat("AEIO"))
    state = play(state, "convert A E", "done")
    assert (reserve(state), state.actor) == ("IO", 1)


@pytest.mark.rule("C-199")
def test_each_player_converts_and_then_discards_before_the_next_does() -> None:
    state = concluding(Mat("AEIOLNRT"), Mat("AEIOLNRT"), slots="B A")
    assert (state.actor, shown(state)["node"]) == (1, "convert")
    state = play(state, "done")
    assert (state.actor, shown(state)["node"]) == (1, "discard")
    state = play(state, "discard A")
    assert (state.actor, shown(state)["node"]) == (0, "convert")
    assert len(reserve(state)) == 8


@pytest.mark.rule("C-200")
def test_then_the_next_round_begins() -> None:
    state = finished(concluding(Mat("AEIO"), Mat("AEIO"), round=3))
    assert (shown(state)["round"], shown(state)["phase"]) == (4, "prepare")
    # The top slots are filled first.
    assert {text.split()[0] for text in outcomes(state)} == {"draw"}
    state = play(state, "draw E")
    assert shown(state)["top"][1]["letters"] == ["E"]
    assert [die["pips"] for die in shown(state)["dice"].values()] == [None, None]
    state = rolled(state)
    assert (shown(state)["phase"], shown(state)["node"]) == ("collect", "place")
