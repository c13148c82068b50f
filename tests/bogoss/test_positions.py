"""Positions that somebody made up: what no play can lead to is refused, with the rule."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import ludoteca as lt
import pytest
from bogoss_positions import deal, game_of, play, table
from support import course

Position = dict[str, Any]


def changed(state: lt.State, change: Callable[[Position], object]) -> str:
    """The text of a game that begins with the position of `state`, changed."""
    data = json.loads(state.to_json())
    change(data["position"])
    data |= {"origin": {"position": data["position"], "past": []}, "events": [], "generator": None}
    return json.dumps(data | {"ply": 0})


def refusal(state: lt.State, change: Callable[[Position], object]) -> lt.StateFormatError:
    """The error for a changed position; the same position without the change is accepted."""
    state.game.state_from_json(changed(state, lambda _: None))
    with pytest.raises(lt.StateFormatError) as caught:
        state.game.state_from_json(changed(state, change))
    return caught.value


def put(*path: str | int, to: Any) -> Callable[[Position], object]:
    """Changes one part of a position."""

    def change(position: Any) -> None:
        for key in path[:-1]:
            position = position[key]
        position[path[-1]] = to

    return change


def told(error: lt.StateFormatError) -> tuple[str, str, str]:
    return error.rule, error.key, str(error)


HANDS = ("wL wL wA wA wS bR", "wR wR wL bS bA bL", "wA wS wR wL bA bS")


def dealt(**options: Any) -> lt.State:
    """Three hands, of which seat 0 may ask."""
    return deal(game_of(3, **options), *HANDS)


@pytest.mark.rule("B-8")
@pytest.mark.parametrize("cards", [0, 1, 17])
def test_the_pile_has_the_cards_that_are_still_to_be_dealt(cards: int) -> None:
    start = game_of(3).start()
    enough = [*["wL"] * 9, *["wA"] * 9]
    pile = " ".join(enough[:cards])
    rule, key, text = told(refusal(start, put("pile", to=pile)))
    assert (rule, key) == ("B-8", "position.pile")
    assert f"{cards} cards; 18 are still to be dealt" in text
    full = start.game.state_from_json(changed(start, put("pile", to=" ".join(enough))))
    *_, end = course(full, Random(1))
    assert end.is_over
    undrawn = game_of(3, first_player="random").start()
    assert refusal(undrawn, put("pile", to=pile)).rule == "B-8"


@pytest.mark.rule("B-31")
def test_an_empty_pile_stays_empty() -> None:
    state = play(dealt(), "ask 1 L", "give wL", "ask 2 L", "ask 2 L", "draw wA")
    assert state.actor == 1
    rule, key, text = told(refusal(state, put("log", 2, to="0 2 L pile empty")))
    assert (rule, key) == ("B-31", "position.pile")
    assert "the log says that it was empty before" in text

    def then_drawn(position: Position) -> None:
        position["log"][2:] = ["0 2 L pile empty", "1 2 L no hit"]
        position |= {"pile": "", "turn": 3, "turn_of": 2}

    rule, key, text = told(refusal(state, then_drawn))
    assert (rule, key) == ("B-31", "position.log[3]")
    assert "the pile was empty before" in text

    def refilled(position: Position) -> None:
        position["log"][2] = "0 2 L pile empty"
        position |= {"pile": ""}
        position["refills"] = [{"seat": 1, "turn": 2, "requests": 3}]

    filling = play(dealt(refill_empty=2), "ask 1 L", "give wL", "ask 2 L", "ask 2 L", "draw wA")
    rule, key, text = told(refusal(filling, refilled))
    assert (rule, key) == ("B-31", "position.refills[0]")
    assert "the pile was empty before" in text


@pytest.mark.rule("B-57")
def test_a_hand_has_no_card_that_the_log_denies() -> None:
    state = play(dealt(), "ask 1 L", "give wL", "stop")
    rule, key, text = told(refusal(state, put("log", 0, to="0 2 L hit wL")))
    assert (rule, key) == ("B-57", "position.known[2]")
    assert "the log shows that it lacks L" in text

    def both(position: Position) -> None:
        position["log"][0] = "0 2 L hit wL"
        position["known"][2] = ["", "L"]

    rule, key, text = told(refusal(state, both))
    assert (rule, key) == ("B-57", "position.known[2]")
    assert "the hand has a card of the kind L" in text


@pytest.mark.rule("B-57")
@pytest.mark.rule("B-19")
def test_the_log_does_not_contradict_itself() -> None:
    state = play(dealt(), "ask 1 L", "give wL", "ask 2 L", "ask 2 L", "draw wA")
    assert json.loads(state.to_json())["position"]["log"] == [
        "0 1 L given wL",
        "0 2 L given wL",
        "0 2 L no hit",
    ]
    rule, key, text = told(
        refusal(state, put("log", to=["0 2 L hit wL", "0 2 L given wL", "0 2 L no hit"]))
    )
    assert (rule, key) == ("B-57", "position.log[1]")
    assert "seat 2 had no such card" in text
    more = play(state, "ask 0 L", "stop")
    rule, key, text = told(refusal(more, put("log", 3, to="1 0 L hit wL")))
    assert (rule, key) == ("B-19", "position.log[3]")
    assert "seat 0 had such a card" in text
    nothing = put("known", 0, to=["", ""])
    assert told(refusal(more, nothing))[:2] == ("B-24", "position.known[0]")
    anything = put("known", 2, to=["wS", "L"])
    assert told(refusal(more, anything))[:2] == ("B-24", "position.known[2]")
    unlikely = put("known", 2, to=["", "LS"])
    assert refusal(more, unlikely).rule == "B-57"


@pytest.mark.rule("B-56")
@pytest.mark.rule("B-19")
def test_sizes_of_hands_fit_to_what_came_and_went() -> None:
    state = play(table("wA wS", "wL", ""), "ask 1 L", "ask 2 L", "draw J")
    few = put("hands", 0, to="wL")
    error = refusal(state, few)
    assert (error.rule, error.key) == ("B-56", "position.hands[0]")
    assert "more cards come to it than it has now" in str(error)

    drawn = play(table("wA", "wL"), "ask 1 L", "stop", "ask 0 S", "draw J")
    error = refusal(drawn, put("hands", 1, to=""))
    assert (error.rule, error.key) == ("B-19", "position.log[0]")
    assert "seat 1 had no card" in str(error)


@pytest.mark.rule("B-1")
def test_no_more_cards_come_than_there_are() -> None:
    state = play(dealt(), "ask 1 L", "give wL")
    log = ["0 1 L given wL"] * 11
    rule, key, text = told(refusal(state, put("log", to=log)))
    assert (rule, key) == ("B-1", "position.log[10]")
    assert "the deck has 10 wL" in text
    joker = table("wA wA wA", "wS", joker_hit=True)
    drawn = play(joker, "ask 1 L", "draw wA")
    rounds = [f"{seat} {1 - seat} L no hit" for seat in (0, 1) * 20]
    change = {"log": rounds, "turn": 41, "turn_of": 0}
    rule, key, text = told(refusal(drawn, lambda position: position.update(change)))
    assert (rule, key) == ("B-56", "position.hands[0]")
    assert "more cards come to it than it has now" in text


@pytest.mark.rule("B-25")
@pytest.mark.rule("B-47")
def test_cards_are_drawn_outside_requests_with_an_option_only() -> None:
    refill = {"seat": 1, "turn": 1, "requests": 1}
    state = play(dealt(), "ask 1 L", "give wL", "stop")
    rule, key, text = told(refusal(state, put("refills", to=[refill])))
    assert (rule, key) == ("B-25", "position.refills[0]")
    assert "nobody draws so without donor_refill or refill_empty" in text

    filled = play(dealt(donor_refill=True), "ask 1 L", "give wL", "draw wL", "stop")
    assert json.loads(filled.to_json())["position"]["refills"] == [refill]
    for part, value in [("seat", 2), ("turn", 2), ("requests", 0)]:
        error = refusal(filled, put("refills", 0, part, to=value))
        assert error.key == "position.refills[0]"
        assert "does not draw then, in turn" in str(error)
    late = refusal(filled, put("refills", 0, "requests", to=2))
    assert (late.rule, late.key) == ("B-25", "position.refills[0].requests")

    empty = table("", "wL", "wA", refill_empty=3)
    error = refusal(empty, put("refills", to=[refill | {"seat": 0, "requests": 1}]))
    assert error.rule == "B-25"


@pytest.mark.rule("B-10")
@pytest.mark.rule("B-36")
def test_a_turn_has_its_seat_and_its_number() -> None:
    state = play(dealt(), "ask 1 L", "give wL", "ask 2 L", "stop", "ask 0 L", "stop")
    assert (state.view(None)["turn"], state.actor) == (3, 2)
    for key, value in [("turn", 1), ("turn", 4), ("turn_of", 0), ("turn_of", 1)]:
        error = refusal(state, put(key, to=value))
        assert (error.rule, error.key) == ("B-10", "position.turn_of")
        assert "is seat" in str(error)
    short = refusal(state, lambda position: position.update(turn=2, turn_of=1, follow_up=False))
    assert (short.rule, short.key) == ("B-29", "position.may_stop")
    early = play(dealt(), "ask 1 L", "give wL", "stop")
    rounds = ["0 1 L given wL", "1 0 L given wL", "2 1 L given wL"]
    assert told(refusal(early, put("log", to=rounds)))[:2] == ("B-10", "position.turn")

    def skipped(position: Position) -> None:
        position["log"][1] = "2 1 L given wL"
        position |= {"turn": 7, "turn_of": 0}

    other = refusal(state, skipped)
    assert told(other)[:2] == ("B-10", "position.log[1]")
    assert "it is the turn of seat 1" in str(other)


@pytest.mark.rule("B-12")
@pytest.mark.rule("B-29")
def test_who_may_stop_has_had_an_answer_that_allows_it() -> None:
    begun = dealt()
    rule, key, text = told(refusal(begun, put("may_stop", to=True)))
    assert (rule, key) == ("B-29", "position.may_stop")
    assert "true is not what the log leads to" in text
    again = play(begun, "ask 1 L", "give wL")
    assert told(refusal(again, put("may_stop", to=False)))[0] in ("B-27", "B-29")
    assert told(refusal(again, put("follow_up", to=False)))[:2] == ("B-28", "position.follow_up")
    hit = play(begun, "ask 1 L", "give wL", "ask 2 R", "ask 2 R", "draw wR")
    assert told(refusal(hit, put("follow_up", to=True)))[:2] == ("B-28", "position.follow_up")
    asked = play(begun, "ask 1 L")
    assert told(refusal(asked, put("may_stop", to=True)))[:2] == ("B-29", "position.may_stop")


@pytest.mark.parametrize(
    ("answer", "rule"),
    [("given bL", "B-30"), ("no hit", "B-35"), ("pile empty", "B-31")],
)
@pytest.mark.rule("B-30")
@pytest.mark.rule("B-35")
def test_a_turn_ends_with_the_answer_that_ends_it(answer: str, rule: str) -> None:
    state = play(dealt(), "ask 1 L", "give wL", "ask 2 L")
    change = put("log", 0, to=f"0 1 L {answer}")
    assert told(refusal(state, change))[:2] == (rule, "position.log[1]")
    last = put("log", 1, to=f"0 2 L {answer}")
    assert refusal(state, last).rule in (rule, "B-57", "B-24", "B-31")


@pytest.mark.rule("B-28")
def test_one_extra_request_is_one() -> None:
    state = play(dealt(extra_requests="one"), "ask 1 L", "give wL", "ask 2 L")
    assert state.actor == 1
    back = {"turn": 1, "turn_of": 0, "may_stop": True, "follow_up": True}
    rule, key, text = told(refusal(state, lambda position: position.update(back)))
    assert (rule, key) == ("B-28", "position.turn")
    assert "turn 1 is over with the last request" in text


@pytest.mark.rule("B-43")
@pytest.mark.rule("B-45")
def test_skeletons_are_laid_by_whose_hand_has_changed() -> None:
    state = play(table("wL wL wA wA wS", "wR bL", "wA"), "ask 1 R", "stop")
    assert json.loads(state.to_json())["position"]["laid"][0]["requests"] == 1
    for part, value in [("seat", 2), ("turn", 2)]:
        rule, key, text = told(refusal(state, put("laid", 0, part, to=value)))
        assert (rule, key) == ("B-43", "position.laid[0]")
        assert "does not lay then, in turn" in text
    won = play(table("bL bL bA bA bS", "bR wL", "wA"), "ask 1 R")

    def later(position: Position) -> None:
        position["log"].append("1 2 S no hit")
        position["known"][2] = ["", "S"]
        position |= {"turn": 2, "turn_of": 1}

    error = refusal(won, later)
    assert (error.rule, error.key) == ("B-51", "position.laid")


@pytest.mark.rule("B-51")
@pytest.mark.rule("B-53")
def test_an_end_has_its_reason() -> None:
    won = play(table("bL bL bA bA bS", "bR wL", "wA"), "ask 1 R")
    text = str(refusal(won, put("winner", to=1)))
    assert "by the skeletons laid seat 0 has won" in text
    assert "Some" not in text
    start = dealt()
    text = str(refusal(start, put("winner", to=1)))
    assert "by the skeletons laid nobody has won" in text
    capped = play(table("wA", "wL", "wS", max_turns=1), "ask 1 L", "stop")
    assert capped.is_over
    unasked = {"log": [], "known": [["", ""]] * 3}
    error = refusal(capped, lambda position: position.update(unasked))
    assert (error.rule, error.key) == ("B-12", "position.phase")


@pytest.mark.rule("B-20")
def test_the_request_that_is_settled_is_the_last_one() -> None:
    options: dict[str, Any] = {"lay_mode": "free", "give_choice": "asker"}
    state = play(table("wL wL wA wA wS", "wR bR wA", "wA", **options), "ask 1 R", "take whole")
    assert json.loads(state.to_json())["position"]["phase"] == "lay"
    for part, value, rule in [
        ("target", 2, "B-12"),
        ("kind", "L", "B-12"),
        ("taken", None, "B-20"),
        ("taken", "broken", "B-20"),
    ]:
        error = refusal(state, put("request", part, to=value))
        assert error.rule == rule
        assert error.key.startswith("position.request")
    error = refusal(state, put("goes_on", to=False))
    assert error.rule in ("B-27", "B-28")
    text = str(refusal(state, put("log", 0, to="0 1 R no hit offered")))
    assert "only a card that is given can be picked" in text


@pytest.mark.rule("B-56")
def test_a_step_leads_from_the_position_before_it_to_the_one_now() -> None:
    state = play(dealt(donor_refill=True, lay_mode="free"), "ask 1 L")
    assert json.loads(state.to_json())["position"]["before"] is not None
    for key in ("hands", "pile"):

        def moved(position: Position, key: str = key) -> None:
            before = position["before"]
            if key == "pile":
                before["pile"] = before["pile"].removeprefix("wL ")
            else:
                before["hands"][2] = before["hands"][2].replace("wL ", "")

        error = refusal(state, moved)
        assert error.rule == "B-56"
        assert error.key.startswith(f"position.before.{key}")
    filled = play(dealt(donor_refill=True), "ask 1 L", "give wL", "draw wL", "ask 2 L", "draw wL")
    twice = play(filled, "ask 1 L")
    error = refusal(twice, put("before", "refills", to=1))
    assert (error.rule, error.key) == ("B-25", "position.before.refills")


@pytest.mark.rule("B-47")
def test_cards_to_draw_belong_to_a_refill() -> None:
    start = game_of(3, refill_empty=3).start()
    error = refusal(start, put("to_draw", to=2))
    assert (error.rule, error.key) == ("B-47", "position.to_draw")


@pytest.mark.rule("B-9")
def test_nothing_has_happened_while_the_first_player_is_drawn() -> None:
    state = play(game_of(3, first_player="random").start(), "first 0")
    for hand in HANDS:
        state = play(state, *(f"deal {card}" for card in hand.split()))
    error = refusal(state, put("phase", to="first"))
    assert error.rule in ("B-8", "B-11")


def test_a_log_may_begin_late() -> None:
    """With the first request of a turn; what had been known before it can't be told."""
    state = play(dealt(), "ask 1 L", "give wL", "ask 2 L", "stop", "ask 2 A", "give wA")

    def late(position: Position) -> None:
        del position["log"][:2]

    loaded = state.game.state_from_json(changed(state, late))
    assert loaded.view(1) == state.view(1) | {"log": state.view(1)["log"][2:]}
    *_, end = course(loaded, Random(2))
    assert end.is_over
    assert state.game.state_from_json(end.to_json()) == end
