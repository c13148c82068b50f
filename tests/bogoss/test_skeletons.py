"""Jokers, skeletons and the end: section 9."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import ludoteca as lt
import pytest
from bogoss_positions import deal, game_of, hand, laid, last, legal, play, table
from support import forbidden, outcomes

WHOLE = "wL wL wA wA wS wR"
BROKEN = "bL bL bA bA bS bR"


def receive(mine: str, theirs: str, kind: str, **options: Any) -> lt.State:
    """Seat 0 asks seat 1, who has one sort of the kind."""
    return table(mine, theirs, pile="wL bA", **options).apply(f"ask 1 {kind}")


@pytest.mark.rule("B-38")
@pytest.mark.parametrize("part", range(6))
def test_a_joker_replaces_one_part_of_any_kind(part: int) -> None:
    for skeleton, status in ((WHOLE, "whole"), (BROKEN, "broken")):
        cards = skeleton.split()
        others = [*cards[:part], *cards[part + 1 :]]
        state = deal(game_of(), " ".join([*others, "J"]), "wL wA wS wR bL bA")
        joker = {0: 1, 2: 3}.get(part, part)  # the second limb of a pair
        expected = [*cards[:joker], "J", *cards[joker + 1 :]]
        assert laid(state, 0) == [" ".join([status, *expected])]


@pytest.mark.rule("B-39")
def test_both_jokers_fit_into_one_skeleton() -> None:
    for naturals, status in (("wL wL wA wS", "whole"), ("bL bA bS bR", "broken")):
        state = deal(game_of(), f"{naturals} J J", "wL wA wS wR bL bA")
        (skeleton,) = laid(state, 0)
        assert skeleton.split()[0] == status
        assert skeleton.split().count("J") == 2
    # A third missing part is too much.
    assert laid(receive("wL wL J J", "wA bA", "A").apply("give wA"), 0) == []


@pytest.mark.rule("B-40", "T-29")
def test_a_laid_joker_stays_where_it_is() -> None:
    state = receive("wL wL wA wA J", "wS wR", "S")
    assert laid(state, 0) == ["whole wL wL wA wA wS J"]
    state = state.apply("ask 1 R")
    assert last(state)["card"] == "wR"
    assert laid(state, 0) == ["whole wL wL wA wA wS J"]
    assert hand(state, 0) == "wR"


@pytest.mark.rule("B-41")
def test_a_broken_skeleton_is_six_broken_parts() -> None:
    assert laid(receive("bL bL bA bA bS wR", "bR", "R"), 0) == [f"broken {BROKEN}"]
    assert laid(receive("bL bL bA bA wS", "bR", "R"), 0) == []
    mixed = receive("bL bL bA bA wS", "bR", "R", broken_skeleton="any_broken")
    assert laid(mixed, 0) == ["broken bL bL bA bA wS bR"]
    assert mixed.is_over
    one = receive("wL wL wA wA wS", "bR", "R", broken_skeleton="any_broken")
    assert laid(one, 0) == ["broken wL wL wA wA wS bR"]
    none = receive("wL wL wA wA wS", "wR", "R", broken_skeleton="any_broken")
    assert laid(none, 0) == [f"whole {WHOLE}"]


@pytest.mark.rule("B-42")
def test_a_mixed_set_is_no_skeleton() -> None:
    for cards in ("wL wL wA wA wS bR", "bL wL wA wA wS wR", "bL bL bA bA bS wR"):
        state = deal(game_of(lay_mode="free"), cards, "wL wA wS wR bL bA")
        assert laid(state, 0) == []
        assert legal(state)[0].startswith("ask ")
        assert forbidden(state, "lay") == "B-43"


@pytest.mark.rule("B-43")
def test_a_complete_skeleton_is_laid_at_once() -> None:
    state = receive("wL wL wA wA wS bL", "wR", "R")
    assert laid(state, 0) == [f"whole {WHOLE}"]
    assert forbidden(state, "hold") == "B-43"
    # Outside the own turn as well: a refill.
    state = table("wS", "wL wL wA wA wS bR", pile="wR", donor_refill=True)
    state = state.apply("ask 1 R").apply("draw wR")
    assert laid(state, 1) == [f"whole {WHOLE}"]


@pytest.mark.rule("B-43", "B-62")
def test_under_free_laying_is_a_decision() -> None:
    state = receive("wL wL wA wA wS", "wR bL", "R", lay_mode="free")
    assert (state.actor, legal(state)) == (0, ["lay", "hold"])
    assert forbidden(state, "ask 1 L") == "B-43"
    assert laid(state.apply("lay"), 0) == [f"whole {WHOLE}"]
    held = state.apply("hold")
    assert laid(held, 0) == []
    assert legal(held)[-1] == "stop"
    # Offered after each change of the hand ...
    again = held.apply("ask 1 L")
    assert legal(again) == ["lay", "hold"]
    assert again.apply("hold").actor == 1
    # ... that is the own one ...
    empty = table(WHOLE, "wL", pile="", lay_mode="free").apply("ask 1 S")
    assert (empty.actor, empty.view(None)["turn"]) == (1, 2)
    # ... also by giving ...
    gave = table("wR", f"{WHOLE} wS", pile="wL", lay_mode="free").apply("ask 1 S")
    assert (gave.actor, legal(gave)) == (1, ["lay", "hold"])
    # ... and at the start of the own turn.
    kept = table("wS bS", f"{WHOLE} wL", pile="bA bR", lay_mode="free").apply("ask 1 L")
    assert legal(play(kept, "hold", "stop")) == ["lay", "hold"]


@pytest.mark.rule("B-43", "B-44")
def test_under_free_one_skeleton_at_a_time() -> None:
    twice = "wL wL wL wL wA wA wA wA wS wS wR"
    state = receive(twice, "wR", "R", lay_mode="free").apply("lay")
    assert laid(state, 0) == []  # not shown while seat 0 may lay the other one
    assert legal(state) == ["lay", "hold"]
    assert len(laid(state.apply("hold"), 0)) == 1
    assert state.apply("lay").is_over


@pytest.mark.rule("B-43")
def test_under_joker_choice_only_jokers_are_a_decision() -> None:
    def got(mine: str) -> lt.State:
        return receive(mine, "wR bL", "R", lay_mode="joker_choice")

    assert laid(got("wL wL wA wA wS"), 0) == [f"whole {WHOLE}"]
    assert laid(got("wL wL wA wA wS J"), 0) == [f"whole {WHOLE}"]
    state = got("wL wL wA wA J")
    assert legal(state) == ["lay", "hold"]
    assert laid(state.apply("lay"), 0) == ["whole wL wL wA wA J wR"]
    assert hand(state.apply("hold"), 0) == "wL wL wA wA wR J"
    # What needs no joker is laid first, even beside a broken one that would win.
    state = got("wL wL wA wA wS bL bL bA bA bS J")
    assert legal(state) == ["lay", "hold"]
    assert hand(state, 0) == "bL bL bA bA bS J"
    assert state.apply("lay").is_over
    assert laid(state.apply("hold"), 0) == [f"whole {WHOLE}"]


@pytest.mark.rule("B-44")
def test_a_broken_skeleton_before_a_whole_one() -> None:
    state = play(table("wL wL wA wA wS bL bL bA bA bS", "wL", pile="J"), "ask 1 R", "draw J")
    assert laid(state, 0) == ["broken bL bL bA bA bS J"]
    assert hand(state, 0) == "wL wL wA wA wS"


@pytest.mark.rule("B-44")
def test_natural_cards_come_first_and_nothing_complete_is_left() -> None:
    state = receive("wL wL wA wA wS J", "wR bL", "R", lay_mode="free").apply("lay")
    assert (laid(state, 0), hand(state, 0)) == ([f"whole {WHOLE}"], "J")
    mixed = receive("wL wL bL wA wA wS bS", "wR", "R", broken_skeleton="any_broken")
    # A broken card before a whole one (as amended).
    assert laid(mixed, 0) == ["broken bL wL wA wA bS wR"]
    assert hand(mixed, 0) == "wL wS"


@pytest.mark.rule("B-44")
def test_nobody_could_lay_after_a_laying() -> None:
    """The invariant under `forced`: missing parts are more than the jokers held."""
    rng = Random(44)
    for seed in range(10):
        state = game_of(2 + seed % 6, max_turns=60).start(seed=seed)
        while not state.is_over:
            for seat in range(state.game.players):
                cards = Counter(hand(state, seat).split())
                for status in "wb":
                    need = {"L": 2, "A": 2, "S": 1, "R": 1}
                    missing = sum(max(0, n - cards[status + kind]) for kind, n in need.items())
                    assert missing > cards["J"]
            state = state.apply(rng.choice(state.legal_actions))


@pytest.mark.rule("B-45")
def test_laid_skeletons_are_public_and_stay() -> None:
    state = receive("wL wL wA wA J", "wS wR wL", "S")
    shown = {"status": "whole", "cards": ["wL", "wL", "wA", "wA", "wS", "J"]}
    for text in ("ask 1 R", "ask 1 L", "stop", "ask 0 R"):
        for seat in (None, 0, 1):
            assert state.view(seat)["laid"] == [[shown], []]
        state = state.apply(text)


@pytest.mark.rule("B-46")
def test_laying_neither_ends_nor_lengthens_a_turn() -> None:
    whole = receive("wL wL wA wA J", "wS", "S")
    assert (legal(whole)[-1], whole.view(None)["turn"]) == ("stop", 1)
    hit = play(table("wL wL wA wA wS", "wL"), "ask 1 R", "draw wR")
    assert (hit.actor, hit.view(None)["turn"]) == (0, 1)
    no_hit = play(table("wL wL wA wA wS", "wL"), "ask 1 R", "draw J")
    assert (len(laid(no_hit, 0)), no_hit.actor) == (1, 1)
    broken = receive("wL wL wA wA wS wR", "bL", "L", lay_mode="free").apply("lay")
    assert (len(laid(broken, 0)), broken.actor) == (1, 1)


@pytest.mark.rule("B-47")
def test_an_empty_hand_stays_in_the_game() -> None:
    state = receive("wL wL wA wA wS", "wR bL", "R")
    assert (hand(state, 0), legal(state)[0]) == ("", "ask 1 L")
    state = table("wS", "", "wL", pile="bA bR")
    turn = play(state, "ask 1 L", "draw bR")
    assert (turn.actor, hand(turn, 1)) == (1, "")
    assert legal(turn) == [f"ask {seat} {kind}" for seat in (0, 2) for kind in "LASR"]


@pytest.mark.rule("B-47", "B-63")
def test_an_empty_hand_is_filled_on_demand() -> None:
    state = table("wS", "", pile="wL wL bA J", refill_empty=2)
    turn = play(state, "ask 1 L", "draw bA")
    assert turn.actor is lt.CHANCE
    assert outcomes(turn) == pytest.approx({"draw wL": 2 / 3, "draw J": 1 / 3})
    filled = play(turn, "draw wL", "draw J")
    assert (filled.actor, hand(filled, 1)) == (1, "wL J")
    assert len(filled.view(None)["log"]) == 1
    # Only an empty hand, and only at the start of a turn.
    assert play(table("wS", "wA", pile="wL bA", refill_empty=2), "ask 1 L", "draw bA").actor == 1
    laid_all = receive("wL wL wA wA wS", "wR bL", "R", refill_empty=2)
    assert (laid_all.actor, hand(laid_all, 0)) == (0, "")
    # The extra turn after a hit is the same turn (as amended).
    hit = play(table("wL wL wA wA wS", "wL", refill_empty=2), "ask 1 R", "draw wR")
    assert (hit.actor, hand(hit, 0)) == (0, "")
    # The pile may be too small.
    few = play(table("wS", "", pile="wL bA", refill_empty=6), "ask 1 L", "draw bA", "draw wL")
    assert (few.actor, hand(few, 1)) == (1, "wL")


@pytest.mark.rule("B-48")
def test_nobody_is_skipped_or_eliminated() -> None:
    state = table("", "", "wL", "", pile="")
    seats = []
    for _ in range(8):
        seats.append(state.actor)
        target = 1 if state.actor != 1 else 0
        state = state.apply(f"ask {target} R")
    assert seats == [0, 1, 2, 3, 0, 1, 2, 3]


@pytest.mark.rule("B-49")
def test_there_is_no_hand_limit() -> None:
    many = "wL wL wL wL wL wL wL wL wA wA wA wA wA wA wA wA bL bL bL bA bA bA"
    state = table(many, "wS bR").apply("ask 1 S")
    assert len(hand(state, 0).split()) == 23
    drawn = play(state, "ask 1 S", "draw bA")
    assert len(hand(drawn, 0).split()) == 24


@pytest.mark.rule("B-50")
def test_one_whole_skeleton_does_not_end_the_game() -> None:
    state = receive("wL wL wA wA wS", "wR bL", "R")
    assert len(laid(state, 0)) == 1
    assert not state.is_over
    assert state.outcome is None
    assert state.scores == (1.0, 0.0)


@pytest.mark.rule("B-51")
def test_two_whole_skeletons_or_a_broken_one_win_at_once() -> None:
    two = receive("wL wL wA wA wR bL", "wS bL", "S", laid=[0])
    broken = receive("bL bL bA bA bS wL", "bR wL", "R")
    for state, reason in ((two, "two whole skeletons"), (broken, "broken skeleton")):
        assert state.actor is None
        assert legal(state) == []
        assert state.outcome is not None
        assert state.outcome.reason == reason
        assert state.outcome.winners == (0,)
        assert state.outcome.scores == (2.0, 0.0)
        with pytest.raises(lt.GameOverError):
            state.apply("ask 1 L")
        assert state.view(1)["winner"] == 0
        assert state.view(1)["phase"] == "over"
    # One whole skeleton of each of two players wins nothing.
    assert not receive("wL wL wA wA wR", "wS bL", "S", laid=[1]).is_over


@pytest.mark.rule("B-52")
def test_there_is_exactly_one_winner() -> None:
    results = game_of(4).simulate(200, agents="random", seed=52)
    won = results.returns.sum(axis=1)
    assert set(won.tolist()) <= {0.0, 1.0}
    assert set(results.returns.ravel().tolist()) == {0.0, 1.0}
    # At the deal the turn order decides, however much the others hold.
    game = game_of(3, first_player=1)
    state = deal(game, BROKEN, "bL bL bA bA bS J", "wL wA wS wR wL wA")
    assert state.returns == (0.0, 1.0, 0.0)


@pytest.mark.rule("B-53")
def test_after_the_last_turn_nobody_has_won() -> None:
    state = table("wL wA wR", "bS wL wA", pile="wS wS")
    for turn in range(1, 401):
        assert state.view(None)["turn"] == turn
        state = state.apply(f"ask {1 - (turn - 1) % 2} S")
    assert state.outcome is not None
    assert state.outcome.reason == "no winner"
    assert (state.outcome.winners, state.outcome.returns) == ((), (0.0, 0.0))
    assert (state.view(None)["winner"], state.view(None)["turn"]) == ("none", 400)
    for players in range(2, 8):
        assert game_of(players).options["max_turns"] == 200 * players


@pytest.mark.rule("B-53")
def test_the_cap_counts_turns_and_not_requests() -> None:
    state = table("wS", "wL wL", pile="wR wR bA", max_turns=1)
    state = play(state, "ask 1 L", "ask 1 L", "ask 1 R", "draw wR")
    assert not state.is_over
    assert state.apply("stop").is_over
    # A skeleton of the last request still wins.
    won = receive("bL bL bA bA bS", "bR", "R", max_turns=1)
    assert won.view(None)["winner"] == 0


@pytest.mark.rule("B-54")
def test_the_position_is_never_dead() -> None:
    """All 12 broken cards stay in hands and pile until somebody wins."""
    rng = Random(54)
    for seed in range(8):
        state = game_of(2 + seed % 6, max_turns=40).start(seed=seed)
        while not state.is_over:
            cards = [card for own in state.view(None)["laid"] for s in own for card in s["cards"]]
            assert not any(card.startswith("b") for card in cards)
            state = state.apply(rng.choice(state.legal_actions))
