"""A turn: asking, section 5."""

from __future__ import annotations

from random import Random

import ludoteca as lt
import pytest
from bogoss_positions import game_of, hand, last, legal, play, table
from support import forbidden

KINDS = ("L", "A", "S", "R")


def kinds(state: lt.State) -> str:
    """The kinds that the player to act may ask seat 1 for."""
    return "".join(text[-1] for text in legal(state) if text.startswith("ask 1 "))


@pytest.mark.rule("B-12")
def test_a_turn_begins_with_a_request_that_must_be_made() -> None:
    rng = Random(12)
    for seed in range(4):
        state = game_of(3).start(seed=seed)
        turn = 0
        while not state.is_over:
            if state.view(None)["turn"] != turn and not legal(state)[0].startswith("give"):
                turn = state.view(None)["turn"]
                assert legal(state)
                assert all(text.startswith("ask ") for text in legal(state))
                assert forbidden(state, "stop") == "B-12"
            state = state.apply(rng.choice(state.legal_actions))


@pytest.mark.rule("B-13")
def test_any_other_player_may_be_asked() -> None:
    state = table("wA wS", "", "wL wL", "wR", turn_of=0)
    assert legal(state) == [f"ask {seat} {kind}" for seat in (1, 2, 3) for kind in KINDS]
    assert forbidden(state, "ask 1 L") is None  # an empty hand
    again = state.apply("ask 2 L")
    assert forbidden(again, "ask 2 L") is None  # asked before
    assert forbidden(state, "ask 4 L") == "B-13"


@pytest.mark.rule("B-14")
def test_nobody_asks_themself_and_nobody_asks_several() -> None:
    for seat in range(3):
        state = table("wA", "wS", "wL", turn_of=seat)
        assert forbidden(state, f"ask {seat} L") == "B-14"
        assert not any(text.startswith(f"ask {seat} ") for text in legal(state))
    for text in ("ask 1,2 L", "ask all L", "ask 1 2 L", "ask L"):
        with pytest.raises(lt.ActionSyntaxError):
            table("wA", "wS", "wL").apply(text)


@pytest.mark.rule("B-15")
def test_a_request_names_a_kind_and_nothing_else() -> None:
    for sided in (False, True):
        leg = "wLl" if sided else "wL"
        state = table("wS", f"{leg} {leg} J", sided_limbs=sided)
        assert kinds(state) == "LASR"
        wrong = ("wL", "bL", "w", "Ll", "Lr", "J", "2 L", "L 2", "LA", "X", leg)
        for what in wrong:
            with pytest.raises(lt.ActionSyntaxError):
                state.apply(f"ask 1 {what}")
    game = game_of(7, sided_limbs=True)
    texts = {str(game.action(index)) for index in range(game.action_size)}
    requests = {text for text in texts if text.startswith("ask ")}
    assert requests == {f"ask {seat} {kind}" for seat in range(7) for kind in KINDS}


@pytest.mark.rule("B-16")
def test_only_a_kind_that_can_serve_may_be_asked_for() -> None:
    # Whole cards: two skeletons are to come, or one; broken ones: always one.
    for cards, own, passing in (
        ("wS bS", 0, "LASR"),
        ("wS wS", 0, "LASR"),
        ("wS wS bS", 0, "LAR"),
        ("wS bS", 1, "LAR"),
        ("wS", 1, "LASR"),
        ("bS bS", 1, "LASR"),
        ("wL wL wL bL bL", 0, "LASR"),
        ("wL wL wL wL bL", 0, "LASR"),
        ("wL wL wL wL bL bL", 0, "ASR"),
        ("wL wL bL bL", 1, "ASR"),
        ("wA wA bA bA wR bR J", 1, "LS"),
    ):
        state = table(cards, "wL wA", laid=[0] * own)
        assert kinds(state) == passing, cards
        for kind in set(KINDS) - set(passing):
            assert forbidden(state, f"ask 1 {kind}") == "B-16"


@pytest.mark.rule("B-16")
def test_jokers_are_left_out_of_the_test() -> None:
    for cards in ("wS wS bS", "wS bS wL"):
        assert kinds(table(cards, "wR")) == kinds(table(f"{cards} J J", "wR"))


@pytest.mark.rule("B-16")
def test_other_rules_of_need() -> None:
    assert kinds(table("wS wS bS", "wL", need_rule="any")) == "LASR"
    assert kinds(table("wS bS", "wL", need_rule="next_skeleton")) == "LAR"
    assert kinds(table("wS bS", "wL")) == "LASR"
    assert kinds(table("wS", "wL", need_rule="next_skeleton")) == "LASR"


@pytest.mark.rule("B-16")
def test_with_sides_left_and_right_are_apart() -> None:
    def asked(cards: str) -> str:
        return kinds(table(cards, "wS", sided_limbs=True))

    assert asked("wLl wLl wLl wLl bLl bLl") == "LASR"
    assert asked("wLl wLl bLl wLr wLr bLr") == "ASR"
    assert asked("wLl wLl bLl wLr bLr") == "LASR"
    assert asked("wLl wLl bLl wLr wLr") == "LASR"


@pytest.mark.rule("B-16")
def test_if_no_kind_passes_every_kind_may_be_asked_for() -> None:
    """Only a skeleton that is held back leads there, so not under the default."""
    held = "wL wL wL wL wA wA wA wA wS wS wR wR bL bL bA bA bS bR"
    state = table(held, "wL", lay_mode="free")
    assert kinds(state) == "LASR"
    without_ribs = held.replace(" bR", "")
    assert kinds(table(without_ribs, "wL", lay_mode="free")) == "R"


@pytest.mark.rule("B-17")
def test_the_asker_needs_no_card_of_the_kind_nor_any_card() -> None:
    assert kinds(table("", "wL")) == "LASR"
    state = table("wS", "wL").apply("ask 1 L")
    assert hand(state, 0) == "wL wS"


@pytest.mark.rule("B-18")
def test_the_answer_is_automatic_and_true() -> None:
    state = table("wS", "wL bA", "wR")
    given = state.apply("ask 1 L")
    assert given.actor == 0
    assert last(given)["result"] == "given"
    assert state.apply("ask 2 L").actor is lt.CHANCE
    # With a choice the only answers are the cards that are there.
    choosing = table("wS", "wL bL bA", "wR").apply("ask 1 L")
    assert legal(choosing) == ["give wL", "give bL"]
    assert forbidden(choosing, "give bA") == "B-19"
    assert forbidden(choosing, "stop") is not None
    missed = play(state, "ask 2 L", "draw wA")
    assert last(missed)["result"] == "miss"
