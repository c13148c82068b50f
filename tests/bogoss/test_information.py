"""Who may know what, decisions, chance: section 10 as amended."""

from __future__ import annotations

from random import Random
from typing import Any

import ludoteca as lt
import pytest
from bogoss_positions import deal, game_of, hand, laid, last, legal, play, table
from referee.bogoss_cards import DECK
from support import outcomes

WHOLE = "wL wL wA wA wS wR"
KEYS = {
    "seat",
    "players",
    "options",
    "component_set",
    "to_act",
    "phase",
    "turn",
    "turn_of",
    "may_stop",
    "hand",
    "hand_sizes",
    "pile_size",
    "laid",
    "pending",
    "log",
    "winner",
}


def sight(state: lt.State, seat: int) -> tuple[Any, ...]:
    """Everything that the engine tells a seat."""
    return (
        state.view(seat),
        state.observation(seat).tobytes(),
        state.draw_for(seat),
        state.history_for(seat),
    )


# Hands and options of a position in which seat 0 may ask, and a request after which somebody
# chooses in secret.
CHOICES: dict[str, tuple[list[str], dict[str, Any], str]] = {
    "give": (["wS", "wL bL wA", "wR"], {}, "ask 1 L"),
    "take": (["wS", "wL bL wA", "wR"], {"give_choice": "asker"}, "ask 1 L"),
    "lay": (["wL wL wA wA wS", "wR wA", "wR"], {"lay_mode": "free"}, "ask 1 R"),
    "lay with a joker": (
        ["wL wL wA wA J", "wR wA", "wR"],
        {"lay_mode": "joker_choice"},
        "ask 1 R",
    ),
}


@pytest.mark.rule("B-55", "B-58")
def test_hands_and_pile_are_secret() -> None:
    one = table("wL wA", "wR wR bS", "J bA", pile="wS wS bL")
    other = table("wL wA", "wS bA bL", "wR bS", pile="J wR wS")
    assert one.view(None) == other.view(None)
    assert sight(one, 0) == sight(other, 0)
    for state in (one, other):
        view = state.view(0)
        assert set(view) == KEYS
        assert view["hand"] == {"wL": 1, "wA": 1}
        assert state.view(None)["hand"] is None
    assert one.view(1)["hand"] == {"wR": 2, "bS": 1}


@pytest.mark.rule("B-55", "B-58")
def test_the_seed_and_the_order_of_the_pile_are_nowhere() -> None:
    """Two seeds with one course of public events look the same to a spectator."""
    game = game_of(2)
    views = []
    for seed in range(60):
        state = game.start(seed=seed)
        if state.view(None)["laid"] == [[], []]:
            views.append((state.view(None), state.history_for(None), state.draw_for(None)))
    assert len(views) > 50
    assert all(view == views[0] for view in views)


@pytest.mark.rule("B-56")
def test_the_public_part() -> None:
    state = deal(game_of(3), WHOLE, "wL wA bS bS bL J", "wA wR bL bA bA wS")
    state = play(state, "ask 1 L", "give wL", "ask 2 L", "ask 0 A", "draw bR")
    for seat in (None, 0, 1, 2):
        view = state.view(seat)
        assert view["hand_sizes"] == [2, 6, 5]
        assert view["pile_size"] == 25
        assert view["laid"] == [[{"status": "whole", "cards": WHOLE.split()}], [], []]
        assert (view["turn"], view["turn_of"], view["to_act"], view["phase"]) == (3, 2, 2, "ask")
        answers = [
            (e["asker"], e["target"], e["kind"], e["result"], e["card"], e["draw"], e["hit"])
            for e in view["log"]
        ]
        assert answers == [
            (0, 1, "L", "given", "wL", "given", None),
            (0, 2, "L", "given", "bL", "given", None),
            (1, 0, "A", "miss", None, "no hit", None),
        ]
    hit = play(table("wA", "wL", pile="wR"), "ask 1 R", "draw wR")
    assert (last(hit)["draw"], last(hit)["hit"]) == ("hit", "wR")
    assert last(table("wA", "wL", pile="").apply("ask 1 R"))["draw"] == "pile empty"


@pytest.mark.rule("B-56", "B-58")
@pytest.mark.parametrize("choice", CHOICES)
def test_that_somebody_has_a_choice_is_a_secret(choice: str) -> None:
    hands, options, request = CHOICES[choice]
    before = table(*hands, pile="bA bA", **options)
    state = before.apply(request)
    assert isinstance(state.actor, int)
    for seat in (None, 0, 1, 2):
        if seat != state.actor:
            view = state.view(seat)
            assert view == before.view(seat)
            assert (view["phase"], view["to_act"], view["pending"]) == ("ask", 0, None)
            assert state.history_for(seat) == before.history_for(seat)
            assert state.draw_for(seat) == before.draw_for(seat)
            if seat is not None:
                assert (state.observation(seat) == before.observation(seat)).all()
    own = state.view(state.actor)
    assert own["to_act"] == state.actor
    assert own["phase"] == ("lay" if choice.startswith("lay") else "give")
    assert own["may_stop"] is False


@pytest.mark.rule("B-56", "B-58")
def test_a_choice_at_the_deal_is_a_secret() -> None:
    game = game_of(3, lay_mode="free")
    state = deal(game, "wA wR bL bA bA wS", WHOLE, "wL wA bS bS bL J")
    assert (state.actor, legal(state)) == (1, ["lay", "hold"])
    for seat in (None, 0, 2):
        view = state.view(seat)
        assert (view["phase"], view["to_act"], view["pending"]) == ("deal", None, None)
    plain = deal(game, "wA wR bL bA bA wS", "wL wL wA wA wS bR", "wL wA bS bS bL J")
    held = state.apply("hold")
    for seat in (None, 0, 2):
        assert held.view(seat) == plain.view(seat)
        assert held.history_for(seat) == plain.history_for(seat)


@pytest.mark.rule("B-57")
def test_a_miss_proves_that_the_target_has_none() -> None:
    rng = Random(57)
    misses = 0
    for seed in range(12):
        state = game_of(2 + seed % 6, max_turns=30).start(seed=seed)
        while not state.is_over:
            hands = [hand(state, seat) for seat in range(state.game.players)]
            action = rng.choice(legal(state))
            after = state.apply(action)
            if action.startswith("ask ") and len(after.view(None)["log"]) > len(
                state.view(None)["log"]
            ):
                entry = last(after)
                kinds = {card[1] for card in hands[entry["target"]].split() if card != "J"}
                assert (entry["result"] == "miss") == (entry["kind"] not in kinds)
                misses += entry["result"] == "miss"
            state = after
    assert misses > 20


@pytest.mark.rule("B-58")
def test_pending_is_for_the_chooser_alone() -> None:
    state = table("wS", "wL bL wA", "wR").apply("ask 1 L")
    assert state.view(1)["pending"] == {"asker": 0, "target": 1, "kind": "L", "choices": None}
    for seat in (None, 0, 2):
        assert state.view(seat)["pending"] is None
    asker = table("wS", "wL bL wA", "wR", give_choice="asker").apply("ask 1 L")
    assert asker.view(0)["pending"]["choices"] == ["whole", "broken"]
    for seat in (None, 1, 2):
        assert asker.view(seat)["pending"] is None


@pytest.mark.rule("B-59")
def test_what_may_be_asked_for_is_known_to_the_asker_alone() -> None:
    """Seats that hold different cards pass B-16 for different kinds; the others see no trace."""
    one = table("wS wS bS wL", "wA", pile="wR wR wR bR")
    other = table("wR wR bR wL", "wA", pile="wS wS wS bS")
    assert legal(one) != legal(other)
    assert sight(one, 1) == sight(other, 1)
    assert one.view(None) == other.view(None)
    assert "legal" not in one.view(0)


@pytest.mark.rule("B-60")
@pytest.mark.parametrize("players", range(2, 8))
def test_equal_public_part_and_equal_hand_look_equal(players: int) -> None:
    """Every determinization is such a state."""
    rng = Random(players)
    for seed in range(3):
        state = game_of(players, max_turns=20).start(seed=seed)
        while not state.is_over:
            if rng.random() < 0.2:
                seat = rng.randrange(players)
                other = state.determinize(seat, seed=rng.getrandbits(32))
                assert sight(other, seat) == sight(state, seat)
                if state.actor == seat:
                    assert legal(other) == legal(state)
            state = state.apply(rng.choice(state.legal_actions))


@pytest.mark.rule("B-61")
def test_there_are_no_messages() -> None:
    state = table("wS", "wL")
    for text in ("say L", "tell 1 L", "message", "chat hello", "show wS"):
        with pytest.raises(lt.ActionSyntaxError):
            state.apply(text)
    words = set()
    game = game_of(2, sided_limbs=True)
    for index in range(game.action_size):
        words.add(str(game.action(index)).split()[0])
    assert words == {"ask", "stop", "give", "take", "lay", "hold"}


@pytest.mark.rule("B-62")
@pytest.mark.parametrize("players", range(2, 8))
def test_decisions(players: int) -> None:
    hands = ["wS", *["wL"] * (players - 1)]
    state = table(*hands, pile="wR wA")
    requests = [f"ask {seat} {kind}" for seat in range(1, players) for kind in "LASR"]
    assert legal(state) == requests
    assert len(requests) == 4 * (players - 1)
    # `stop` after B-27 and B-34 only, after all requests.
    assert legal(state.apply("ask 1 L")) == [*requests, "stop"]
    assert legal(play(state, "ask 1 R", "draw wR")) == [*requests, "stop"]
    assert state.view(0)["may_stop"] is False
    assert state.apply("ask 1 L").view(0)["may_stop"] is True


@pytest.mark.rule("B-63")
def test_each_draw_is_equal_to_one_shuffle() -> None:
    state = table("wA", "wL", "bL")
    left = {**DECK, "wA": 9, "wL": 9, "bL": 3}
    drawn = state.apply("ask 1 R")
    assert outcomes(drawn) == pytest.approx({f"draw {card}": n / 41 for card, n in left.items()})
    for text in ("ask 1 R", "draw bX", "deal wL"):
        with pytest.raises(lt.LudotecaError):
            drawn.apply(text)
    # Any card of the pile may come next, whatever the seed settled before.
    again = play(drawn, "draw bA", "ask 0 S", "draw J")
    assert hand(again, 1) == "wL J"
    assert laid(again, 1) == []


@pytest.mark.rule("B-63")
def test_chance_is_the_pile_and_nothing_else() -> None:
    """Between deals and draws nothing is random, unless the giver's card is."""
    rng = Random(63)
    for _ in range(8):
        state = game_of(3, max_turns=20, lay_mode="free").start()
        while not state.is_over:
            if state.actor is lt.CHANCE:
                assert {text.split()[0] for text in outcomes(state)} <= {"deal", "draw"}
                events, weights = zip(*state.chance_outcomes, strict=True)
                assert sum(weights) == pytest.approx(1)
                state = state.apply(rng.choices(events, weights)[0])
            else:
                state = state.apply(rng.choice(state.legal_actions))
