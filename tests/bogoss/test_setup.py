"""Components and setup: sections 3 and 4."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import ludoteca as lt
import pytest
from bogoss_positions import deal, game_of, hand, laid, legal, play, table
from referee.bogoss_cards import DECK
from support import outcomes

WHOLE = "wL wL wA wA wS wR"
BROKEN = "bL bL bA bA bS bR"


def set_text(counts: Mapping[str, int]) -> str:
    """A component set as the text of its file."""
    lines = ['name = "made-up"', 'edition = "tests"', 'source = "tests"', f"jokers = {counts['J']}"]
    for status, first in (("whole", "w"), ("broken", "b")):
        lines.append(f"[{status}]")
        lines += [f"{card[1]} = {n}" for card, n in counts.items() if card[0] == first]
    return "\n".join(lines)


def rules_broken(folder: Path, counts: Mapping[str, int], **options: Any) -> set[str | None]:
    """The rules that forbid a deck; none if it is accepted."""
    file = folder / "deck.toml"
    file.write_text(set_text(counts), encoding="utf-8")
    try:
        lt.game("bogoss", players=2, components=file, **options)
    except lt.ComponentError as error:
        return {problem.rule for problem in error.problems}
    return set()


def deck_of(game: lt.Game) -> dict[str, int]:
    return Counter(json.loads(game.start().to_json())["position"]["pile"].split())


@pytest.mark.rule("B-1")
def test_the_deck_has_30_whole_and_12_broken_cards_and_2_jokers(tmp_path: Path) -> None:
    deck = deck_of(game_of())
    assert [sum(n for card, n in deck.items() if card[0] == c) for c in "wbJ"] == [30, 12, 2]
    for card in DECK:
        for change in (-1, 1):
            assert "B-1" in rules_broken(tmp_path, {**DECK, card: DECK[card] + change})
    state = table("wL", "wA")
    whole = json.loads(state.to_json())
    whole["position"]["hands"][1] = "wL wA"  # in two places
    whole["origin"]["position"] = whole["position"]
    with pytest.raises(lt.StateFormatError) as caught:
        state.game.state_from_json(json.dumps(whole))
    assert caught.value.rule == "B-1"


@pytest.mark.rule("B-2")
def test_every_card_but_the_jokers_has_one_kind_and_one_status(tmp_path: Path) -> None:
    naturals = [status + kind for status in "wb" for kind in "LASR"]
    assert [text.split()[1] for text in outcomes(game_of().start())] == [*naturals, "J"]
    file = tmp_path / "deck.toml"
    text = set_text(DECK)
    for wrong in (text.replace("[broken]", "[green]"), text.replace("S = 2", "X = 2")):
        file.write_text(wrong, encoding="utf-8")
        with pytest.raises(lt.ComponentError) as caught:
            lt.game("bogoss", players=2, components=file)
        assert "B-2" in {problem.rule for problem in caught.value.problems}


@pytest.mark.rule("B-3")
@pytest.mark.parametrize("part", range(6))
def test_a_skeleton_is_two_legs_two_arms_a_skull_and_ribs(part: int) -> None:
    other = "wL wA wS wR bL bA"
    assert laid(deal(game_of(), WHOLE, other), 0) == [f"whole {WHOLE}"]
    cards = WHOLE.split()
    for wrong in ("wL", "wA", "wS", "wR"):
        if wrong != cards[part]:
            changed = " ".join([*cards[:part], wrong, *cards[part + 1 :]])
            assert laid(deal(game_of(), changed, other), 0) == []


@pytest.mark.rule("B-4")
def test_counts_by_part_are_data(tmp_path: Path) -> None:
    assert deck_of(game_of()) == DECK
    file = tmp_path / "deck.toml"
    counts = {**DECK, "wL": 8, "wS": 7, "bA": 2, "bR": 4}
    file.write_text(set_text(counts), encoding="utf-8")
    game = lt.game("bogoss", players=2, components=file)
    assert deck_of(game) == counts
    assert outcomes(game.start())["deal wS"] == pytest.approx(7 / 44)
    # Two whole skeletons and a broken one have to be possible (section 13).
    assert rules_broken(tmp_path, {**DECK, "wL": 3, "wA": 17}) == {"B-51"}
    assert rules_broken(tmp_path, {**DECK, "bL": 1, "bA": 7}) == {"B-41"}


@pytest.mark.rule("B-5")
def test_left_and_right_limbs_are_told_apart_on_demand(tmp_path: Path) -> None:
    sided = game_of(sided_limbs=True)
    deck = deck_of(sided)
    assert {card: deck[card] for card in ("wLl", "wLr", "bAl", "bAr", "wS")} == {
        "wLl": 5,
        "wLr": 5,
        "bAl": 2,
        "bAr": 2,
        "wS": 5,
    }
    other = "wS wR bLl bLr bAl bAr"
    pair = "wLl wLr wAl wAr wS wR"
    assert laid(deal(sided, pair, other), 0) == [f"whole {pair}"]
    for wrong in ("wLl wLl wAl wAr wS wR", "wLl wLr wAr wAr wS wR"):
        assert laid(deal(sided, wrong, other), 0) == []
    assert "B-5" in rules_broken(tmp_path, {**DECK, "wL": 9, "wA": 11}, sided_limbs=True)
    assert rules_broken(tmp_path, {**DECK, "wL": 9, "wA": 11}) == set()


@pytest.mark.rule("B-6")
def test_light_has_no_effect() -> None:
    """No card, action or option has to do with it: options are those of section 11 alone."""
    names = {option["name"] for option in lt.games()["bogoss"]["options"]}
    assert names == {
        "first_player",
        "need_rule",
        "give_choice",
        "extra_requests",
        "draw_hit",
        "broken_draw_ends",
        "joker_hit",
        "broken_skeleton",
        "lay_mode",
        "donor_refill",
        "refill_empty",
        "sided_limbs",
        "max_turns",
    }
    assert sum(deck_of(game_of()).values()) == 44


@pytest.mark.rule("B-7", "B-8", "T-26")
def test_2_to_7_players_are_dealt_6_cards_each() -> None:
    piles = []
    for players in range(2, 8):
        state = game_of(players).start(seed=players)
        view = state.view(None)
        sizes = [n + 6 * len(own) for n, own in zip(view["hand_sizes"], view["laid"], strict=True)]
        assert sizes == [6] * players
        piles.append(view["pile_size"])
    assert piles == [32, 26, 20, 14, 8, 2]
    for players in (0, 1, 8):
        with pytest.raises(lt.OptionError):
            game_of(players)


@pytest.mark.rule("B-8")
@pytest.mark.parametrize("first", [0, 1, 2])
def test_six_consecutive_cards_to_each_seat_clockwise_from_the_first(first: int) -> None:
    game = game_of(3, first_player=first)
    hands = ["wL wL wL bL bL wA", "wA wA bA bA wS wS", "wR wR bR bS J wL"]
    state = deal(game, *hands)
    for k, cards in enumerate(hands):
        assert sorted(hand(state, (first + k) % 3).split()) == sorted(cards.split())
    # The shuffle is uniform: each card is the next one with the same probability.
    state = play(game.start(), "deal wL", "deal J")
    left = {**DECK, "wL": 9, "J": 1}
    assert outcomes(state) == pytest.approx({f"deal {c}": n / 42 for c, n in left.items()})


@pytest.mark.rule("B-9")
def test_the_first_player_is_a_parameter() -> None:
    for first in range(4):
        assert game_of(4, first_player=first).start(seed=9).actor == first
    assert game_of(4).start(seed=9).actor == 0
    state = game_of(4, first_player="random").start()
    assert state.view(None)["turn_of"] is None
    assert outcomes(state) == {f"first {seat}": 0.25 for seat in range(4)}
    dealt = state.apply("first 2").apply("deal wL")
    assert hand(dealt, 2) == "wL"
    with pytest.raises(lt.OptionError):
        game_of(4, first_player=4)


@pytest.mark.rule("B-10")
@pytest.mark.parametrize("players", range(2, 8))
def test_turns_go_clockwise(players: int) -> None:
    state = game_of(players, first_player=1).start(seed=5)
    seats: list[tuple[int, int]] = []
    while len(seats) < 2 * players:
        view = state.view(None)
        if not seats or seats[-1][0] != view["turn"]:
            seats.append((view["turn"], view["turn_of"]))
        state = state.apply(legal(state)[-1])
    assert seats == [(k + 1, (1 + k) % players) for k in range(2 * players)]


@pytest.mark.rule("B-11")
def test_complete_skeletons_are_laid_before_the_first_turn() -> None:
    state = deal(game_of(), WHOLE, "wL wA wS wR bL bA")
    assert laid(state, 0) == [f"whole {WHOLE}"]
    assert (hand(state, 0), state.actor, state.view(None)["turn"]) == ("", 0, 1)
    # Everybody lays, not the first player alone ...
    state = deal(game_of(), "wL wA wS wR bL bA", WHOLE)
    assert laid(state, 1) == [f"whole {WHOLE}"]
    # ... in turn order, and the game may end there and then.
    state = deal(game_of(3, first_player=2), WHOLE, BROKEN, "bL bL bA bA bS J")
    assert state.outcome is not None
    assert state.outcome.winners == (0,)
    assert laid(state, 2) == [f"whole {WHOLE}"]
    assert laid(state, 1) == []
