"""When the target lacks the part: section 8."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import ludoteca as lt
import pytest
from bogoss_positions import game_of, hand, laid, last, legal, play, table
from support import course, outcomes


def after_draw(card: str, *, mine: str = "wL wA bA", kind: str = "R", **options: Any) -> lt.State:
    """Seat 0 asks seat 1, who has legs alone, for a kind, and draws a card."""
    return play(table(mine, "wL wL", "bL", **options), f"ask 1 {kind}", f"draw {card}")


def is_hit(state: lt.State) -> bool:
    """Whether the draw let seat 0 go on; everything public has to agree."""
    entry, goes_on = last(state), state.actor == 0
    assert (entry["draw"] == "hit") == (entry["hit"] is not None) == goes_on
    assert entry["result"] == "miss"
    return goes_on


@pytest.mark.rule("B-31")
def test_the_asker_draws_the_top_card() -> None:
    state = table("wA", "wL wL", pile="wR wR bS J").apply("ask 1 S")
    assert state.actor is lt.CHANCE
    assert outcomes(state) == {"draw wR": 0.5, "draw bS": 0.25, "draw J": 0.25}
    drawn = state.apply("draw wR")
    assert (hand(drawn, 0), drawn.view(None)["pile_size"]) == ("wA wR", 3)
    assert hand(drawn, 1) == "wL wL"


@pytest.mark.rule("B-31")
def test_with_an_empty_pile_the_turn_ends() -> None:
    state = table("wA", "wL wL", "wR", pile="").apply("ask 1 S")
    assert (state.actor, hand(state, 0), state.view(None)["turn"]) == (1, "wA", 2)
    assert (last(state)["result"], last(state)["draw"]) == ("miss", "pile empty")
    # Nothing is reshuffled: a skeleton laid before stays where it is.
    state = table("wA", "wL wL", pile="", laid=[0]).apply("ask 1 S")
    assert len(laid(state, 0)) == 1
    assert state.view(None)["pile_size"] == 0


@pytest.mark.rule("B-32")
def test_a_hit_is_a_natural_card_of_the_kind_asked_for() -> None:
    cards = ("wL", "wA", "wS", "wR", "bL", "bA", "bS", "bR", "J")
    assert [card for card in cards if is_hit(after_draw(card))] == ["wR", "bR"]
    assert [card for card in cards if is_hit(after_draw(card, kind="S"))] == ["wS", "bS"]


@pytest.mark.rule("B-32")
def test_useful_draws_are_hits_on_demand() -> None:
    # Ribs are asked for; legs can't serve, by the hand before the draw.
    mine = "wL wL wL wL bL bL"
    for card, expected in (("wL", False), ("wA", True), ("bS", True), ("wR", True), ("J", False)):
        assert is_hit(after_draw(card, mine=mine, draw_hit="useful")) == expected, card
    # The third broken skull of need is judged before it is drawn.
    assert is_hit(after_draw("bS", mine="wS wS", draw_hit="useful"))
    assert not is_hit(after_draw("bS", mine="wS wS bS", draw_hit="useful"))


@pytest.mark.rule("B-32")
def test_a_broken_draw_ends_the_turn_on_demand() -> None:
    assert is_hit(after_draw("bR"))
    assert not is_hit(after_draw("bR", broken_draw_ends=True))
    assert is_hit(after_draw("wR", broken_draw_ends=True))
    assert not is_hit(after_draw("bS", broken_draw_ends=True, draw_hit="useful"))
    # It stays secret (as amended).
    assert last(after_draw("bR", broken_draw_ends=True))["hit"] is None


@pytest.mark.rule("B-32")
def test_a_joker_is_a_hit_on_demand() -> None:
    assert not is_hit(after_draw("J"))
    state = after_draw("J", joker_hit=True)
    assert is_hit(state)
    assert last(state)["hit"] == "J"


@pytest.mark.rule("B-33")
def test_after_a_draw_the_asker_lays_first() -> None:
    mine = "wL wL wA wA wS"
    hit = play(table(mine, "bA", "bS"), "ask 1 R", "draw wR")
    assert (hit.actor, laid(hit, 0)) == (0, ["whole wL wL wA wA wS wR"])
    joker = play(table(mine, "bA", "bS"), "ask 1 R", "draw J")
    assert (joker.actor, laid(joker, 0)) == (1, ["whole wL wL wA wA wS J"])
    won = play(table("bL bL bA bA bS", "wL"), "ask 1 R", "draw J")
    assert won.is_over


@pytest.mark.rule("B-34")
def test_a_hit_is_public_and_gives_one_more_request() -> None:
    state = after_draw("wR")
    for seat in (None, 0, 1, 2):
        assert state.view(seat)["log"][-1]["hit"] == "wR"
    assert legal(state) == [f"ask {seat} {kind}" for seat in (1, 2) for kind in "LASR"] + ["stop"]
    assert state.apply("stop").actor == 1
    # Each hit gives the same right again.
    again = play(state, "ask 1 S", "draw wS")
    assert legal(again)[-1] == "stop"
    assert again.view(None)["turn"] == 1


@pytest.mark.rule("B-35")
def test_without_a_hit_the_card_stays_secret_and_the_turn_ends() -> None:
    worlds = [after_draw(card) for card in ("wS", "bS", "J")]
    assert len({hand(world, 0) for world in worlds}) == 3
    for world in worlds:
        assert world.actor == 1
        for seat in (None, 1, 2):
            assert world.view(seat) == worlds[0].view(seat)
            assert world.history_for(seat) == worlds[0].history_for(seat)
            assert world.draw_for(seat) == worlds[0].draw_for(seat)
    assert last(worlds[0])["draw"] == "no hit"


@pytest.mark.rule("T-28")
def test_what_seat_2_sees_of_a_miss() -> None:
    before = table("wL wA", "wR wL", "bA", pile="wL wR bL bS")
    state = play(before, "ask 1 S", "draw bL")
    old, new = before.view(2), state.view(2)
    assert new["log"] == [
        {
            "asker": 0,
            "target": 1,
            "kind": "S",
            "result": "miss",
            "card": None,
            "draw": "no hit",
            "hit": None,
        }
    ]
    assert (old["hand_sizes"], new["hand_sizes"]) == ([2, 2, 1], [3, 2, 1])
    assert (old["pile_size"], new["pile_size"]) == (4, 3)
    assert "bL" not in str(new)
    assert not any("bL" in text for text in state.history_for(2))


@pytest.mark.rule("B-36")
def test_the_extra_turn_comes_directly() -> None:
    state = after_draw("wR")
    assert (state.actor, state.view(None)["turn"], state.view(None)["turn_of"]) == (0, 1, 0)
    after = play(state, "ask 1 S", "draw J")
    assert (after.actor, after.view(None)["turn"]) == (1, 2)


@pytest.mark.rule("B-37")
def test_every_turn_is_finite() -> None:
    """Each request but the last one of a turn brings the asker a card."""
    rng = Random(37)
    for seed in range(12):
        state = game_of(2 + seed % 6, need_rule="any", joker_hit=True, max_turns=40).start(
            seed=seed
        )
        requests, turn = 0, 1
        while not state.is_over:
            view = state.view(None)
            assert isinstance(state.actor, int)
            actions = [text for text in legal(state) if text != "stop"]
            requests = 0 if view["turn"] != turn else requests
            turn = view["turn"]
            state = state.apply(rng.choice(actions))
            if len(state.view(None)["log"]) > len(view["log"]):
                requests += 1
                assert requests < 44
                entry = last(state)
                if state.view(None)["turn"] == turn and not state.is_over:
                    assert entry["card"] is not None or entry["hit"] is not None


def lacking(state: lt.State, seat: int) -> str:
    """The kinds of which everybody knows that the seat's hand has none, as a spectator may draw."""
    lines = state.draw_for(None).splitlines()
    line = next(line for line in lines if f" seat {seat} " in line and "cards" in line)
    return line.partition("  lacks ")[2].replace(" ", "")


@pytest.mark.rule("B-57")
@pytest.mark.rule("B-32")
@pytest.mark.parametrize(
    ("options", "kept"),
    [
        ({}, "S"),
        ({"draw_hit": "useful"}, "LS"),
        ({"draw_hit": "useful", "need_rule": "any"}, "LS"),
        ({"draw_hit": "useful", "need_rule": "next_skeleton"}, "LS"),
        ({"draw_hit": "useful", "lay_mode": "free"}, "LS"),
        ({"broken_draw_ends": True}, ""),
        ({"draw_hit": "useful", "broken_draw_ends": True}, ""),
    ],
)
def test_what_a_draw_without_a_hit_proves_of_the_asker(options: dict[str, Any], kept: str) -> None:
    """A kind that a hand lacks passes B-16, so under `useful` drawing it would have been a hit."""
    state = play(table("wA wA bA", "wR bR", "wA", **options), "ask 1 L", "draw wL")
    state = play(state, "ask 1 S", "draw J")
    assert lacking(state, 1) == "LS"
    assert lacking(play(state, "ask 2 S", "draw J"), 1) == kept


@pytest.mark.rule("B-57")
@pytest.mark.parametrize("lay_mode", ["forced", "joker_choice", "free"])
@pytest.mark.parametrize("need_rule", ["useful", "any", "next_skeleton"])
def test_a_hit_under_useful_is_due_to_every_kind_lacking(lay_mode: str, need_rule: str) -> None:
    rng, kinds = Random(f"{lay_mode} {need_rule}"), 0
    for seed in range(8):
        game = game_of(2 + seed % 3, draw_hit="useful", lay_mode=lay_mode, need_rule=need_rule)
        for state in course(game.start(), rng):
            if state.actor is not lt.CHANCE or position(state)["phase"] != "draw":
                continue
            seat = position(state)["turn_of"]
            for event in outcomes(state):
                if event[-1] in lacking(state, seat):
                    assert " hit " in position(state.apply(event))["log"][-1]
                    kinds += 1
    assert kinds > 20


def position(state: lt.State) -> dict[str, Any]:
    """The position as the owner of the table has it."""
    whole: dict[str, Any] = json.loads(state.to_json())["position"]
    return whole
