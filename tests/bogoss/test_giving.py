"""Giving, and what follows after receiving: sections 6 and 7."""

from __future__ import annotations

import ludoteca as lt
import pytest
from bogoss_positions import hand, laid, last, legal, play, table
from support import forbidden, outcomes


@pytest.mark.rule("B-19")
def test_a_target_with_the_kind_gives_exactly_one_card() -> None:
    for cards, left in (("wL wL wL", "wL wL"), ("bL bL", "bL"), ("wL J", "J")):
        state = table("wS", cards).apply("ask 1 L")
        assert hand(state, 1) == left
        assert len(hand(state, 0).split()) == 2
        assert last(state)["result"] == "given"
        assert state.view(None)["pile_size"] == table("wS", cards).view(None)["pile_size"]
    choosing = table("wS", "wL bL wA").apply("ask 1 L")
    for text in ("stop", "ask 0 L", "give wA"):
        assert forbidden(choosing, text) == "B-19"


@pytest.mark.rule("B-20")
def test_the_giver_chooses_between_whole_and_broken() -> None:
    state = table("wS", "wL wL bL").apply("ask 1 L")
    assert state.actor == 1
    assert legal(state) == ["give wL", "give bL"]
    assert hand(state.apply("give wL"), 1) == "wL bL"
    assert hand(state.apply("give bL"), 1) == "wL wL"


@pytest.mark.rule("B-20")
def test_the_asker_chooses_on_demand() -> None:
    state = table("wS", "wL wL bL", give_choice="asker").apply("ask 1 L")
    assert state.actor == 0
    assert legal(state) == ["take whole", "take broken"]
    assert forbidden(state, "give wL") == "B-20"
    assert state.view(0)["pending"] == {
        "asker": 0,
        "target": 1,
        "kind": "L",
        "choices": ["whole", "broken"],
    }
    assert hand(state.apply("take whole"), 0) == "wL wS"
    assert hand(state.apply("take broken"), 0) == "wS bL"


@pytest.mark.rule("B-20")
def test_chance_chooses_among_the_cards_on_demand() -> None:
    state = table("wS", "wL wL bL", give_choice="random").apply("ask 1 L")
    assert state.actor is lt.CHANCE
    assert outcomes(state) == pytest.approx({"given wL": 2 / 3, "given bL": 1 / 3})
    assert hand(state.apply("given bL"), 0) == "wS bL"


@pytest.mark.rule("B-5", "B-20")
def test_the_giver_chooses_the_side() -> None:
    cards = "wLl wLr bLr"
    donor = table("wS", cards, sided_limbs=True).apply("ask 1 L")
    assert legal(donor) == ["give wLl", "give wLr", "give bLr"]
    asker = table("wS", cards, sided_limbs=True, give_choice="asker").apply("ask 1 L")
    assert legal(asker) == ["take whole", "take broken"]
    assert hand(asker.apply("take broken"), 0) == "wS bLr"
    side = asker.apply("take whole")
    assert side.actor == 1
    assert legal(side) == ["give wLl", "give wLr"]
    assert forbidden(side, "give bLr") == "B-20"
    chance = table("wS", cards, sided_limbs=True, give_choice="random").apply("ask 1 L")
    thirds = {f"given {card}": 1 / 3 for card in cards.split()}
    assert outcomes(chance) == pytest.approx(thirds)


@pytest.mark.rule("B-21")
@pytest.mark.parametrize("choice", ["donor", "asker", "random"])
def test_one_sort_is_given_without_a_decision(choice: str) -> None:
    state = table("wS", "wL wL bA", "bL bL", give_choice=choice)
    assert (state.apply("ask 1 L").actor, hand(state.apply("ask 1 L"), 0)) == (0, "wL wS")
    assert (state.apply("ask 2 L").actor, hand(state.apply("ask 2 L"), 0)) == (1, "wS bL")
    # With sides one status is settled, but not the side: that is the giver's choice.
    sided = table("wS", "wLl wLr bAl", give_choice=choice, sided_limbs=True).apply("ask 1 L")
    if choice == "random":
        assert outcomes(sided) == {"given wLl": 0.5, "given wLr": 0.5}
    else:
        assert (sided.actor, legal(sided)) == (1, ["give wLl", "give wLr"])


@pytest.mark.rule("B-22")
def test_a_joker_never_answers_a_request() -> None:
    for kind in "LASR":
        missed = table("wL", "J J", need_rule="any").apply(f"ask 1 {kind}")
        assert missed.actor is lt.CHANCE
        assert hand(missed, 1) == "J J"
    assert forbidden(table("wS", "J wL bL").apply("ask 1 L"), "give J") == "B-22"
    given = table("wS", "J wL", give_choice="random").apply("ask 1 L")
    assert (hand(given, 0), hand(given, 1)) == ("wL wS", "J")


@pytest.mark.rule("B-23")
def test_laid_cards_cannot_be_asked_for() -> None:
    for kind in "LASR":
        state = table("", "", pile="wL wA", laid=[1]).apply(f"ask 1 {kind}")
        assert state.actor is lt.CHANCE
        assert len(laid(state, 1)) == 1


@pytest.mark.rule("B-24")
def test_the_card_goes_to_the_asker_and_becomes_public() -> None:
    state = table("wS", "wL wA", "bA").apply("ask 1 L")
    assert (hand(state, 0), hand(state, 1)) == ("wL wS", "wA")
    for seat in (None, 0, 1, 2):
        view = state.view(seat)
        assert view["hand_sizes"] == [2, 1, 1]
        assert view["log"] == [
            {
                "asker": 0,
                "target": 1,
                "kind": "L",
                "result": "given",
                "card": "wL",
                "draw": "given",
                "hit": None,
            }
        ]


@pytest.mark.rule("B-25")
def test_the_giver_does_not_draw_by_default() -> None:
    state = table("wS", "wL wA", pile="wR bR").apply("ask 1 L")
    assert (state.actor, hand(state, 1), state.view(None)["pile_size"]) == (0, "wA", 2)


@pytest.mark.rule("B-25", "B-63")
def test_the_giver_draws_up_to_six_cards_on_demand() -> None:
    state = table("wS", "wL wA wA wA bL", pile="wR wR bR", donor_refill=True)
    state = state.apply("ask 1 L").apply("give wL")
    assert state.actor is lt.CHANCE
    assert outcomes(state) == pytest.approx({"draw wR": 2 / 3, "draw bR": 1 / 3})
    full = play(state, "draw wR", "draw bR")
    assert (full.actor, hand(full, 1)) == (0, "wA wA wA wR bL bR")
    # The pile may be too small.
    state = table("wS", "wL", pile="wR", donor_refill=True).apply("ask 1 L").apply("draw wR")
    assert (state.actor, hand(state, 1)) == (0, "wR")
    # Refills are not logged.
    assert len(state.view(None)["log"]) == 1


@pytest.mark.rule("B-25", "B-26")
def test_the_giver_draws_after_the_asker_has_laid_and_then_lays() -> None:
    state = table("wL wL wA wA wS", "wL wA wS wR bS", pile="wL", donor_refill=True).apply("ask 1 R")
    assert state.actor is lt.CHANCE
    assert hand(state, 0) == ""
    state = state.apply("draw wL")
    assert laid(state, 0) == ["whole wL wL wA wA wS wR"]
    # Only if the game is not over.
    state = table("bL bL bA bA bS", "wL bR", pile="wL", donor_refill=True).apply("ask 1 R")
    assert state.is_over
    # The giver lays, and may win.
    state = table("wS", "bL bL bA bA bS wR", pile="bR", donor_refill=True).apply("ask 1 R")
    state = state.apply("draw bR")
    assert state.outcome is not None
    assert (state.outcome.winners, laid(state, 1)) == ((1,), ["broken bL bL bA bA bS bR"])


@pytest.mark.rule("B-26")
def test_the_asker_lays_before_anything_else() -> None:
    state = table("wL wL wA wA wS", "wR bL", pile="wL").apply("ask 1 R")
    assert laid(state, 0) == ["whole wL wL wA wA wS wR"]
    assert hand(state, 0) == ""
    won = table("bL bL bA bA bS", "bR wL", pile="wL").apply("ask 1 R")
    assert won.is_over
    assert won.view(None)["winner"] == 0


@pytest.mark.rule("B-27")
def test_after_a_whole_card_the_asker_may_ask_again() -> None:
    state = table("wA", "wL wL wS", "bA").apply("ask 1 L")
    requests = [f"ask {seat} {kind}" for seat in (1, 2) for kind in "LASR"]
    assert (state.actor, legal(state)) == (0, [*requests, "stop"])
    # For a legal kind only.
    state = table("wA wL wL wL bL bL", "wL wS").apply("ask 1 L")
    assert forbidden(state, "ask 1 L") == "B-16"


@pytest.mark.rule("B-28")
def test_again_after_every_whole_card() -> None:
    state = table("wS", "wL wL wL wL wA wA")
    for kind in "LLLLAA":
        state = state.apply(f"ask 1 {kind}")
        assert state.actor == 0
    assert hand(state, 1) == ""


@pytest.mark.rule("B-28")
def test_one_follow_up_on_demand() -> None:
    state = play(table("wS", "wL wL wA wA", extra_requests="one"), "ask 1 L")
    assert state.actor == 0
    assert state.apply("ask 1 L").actor == 1
    # A hit gives the right to ask again, and that request may have a follow-up (as amended).
    hit = play(state, "ask 1 R", "draw wR")
    assert (hit.actor, legal(hit)[-1]) == (0, "stop")
    after = hit.apply("ask 1 A")
    assert after.actor == 0
    assert after.apply("ask 1 A").actor == 1


@pytest.mark.rule("B-29")
def test_the_follow_up_is_voluntary() -> None:
    state = table("wA", "wL wL wS", "bA").apply("ask 1 L")
    stopped = state.apply("stop")
    assert (stopped.actor, stopped.view(None)["turn"]) == (1, 2)
    assert hand(stopped, 0) == "wL wA"
    assert stopped.view(None)["log"] == state.view(None)["log"]


@pytest.mark.rule("B-30")
def test_after_a_broken_card_the_turn_ends() -> None:
    state = table("wA", "bL wS", "bA").apply("ask 1 L")
    assert (state.actor, state.view(None)["turn"]) == (1, 2)
    assert forbidden(state, "stop") == "B-12"
    # After laying, which does not lengthen the turn.
    state = table(
        "bL wL wA wA wS", "bR", "bA", pile="wL", laid=[], broken_skeleton="any_broken"
    ).apply("ask 1 R")
    assert state.is_over
