"""Simultaneous phases, played one by one: section 13.1."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import groupby
from random import Random
from typing import Any

import ludoteca as lt
import pytest
from cog_positions import (
    Mat,
    activating,
    constructing,
    game_of,
    legal,
    mat,
    play,
    reserve,
    rolled,
    shown,
)
from support import course, forbidden, outcomes


def actors(state: lt.State, phase: str) -> list[int]:
    """Who acts in a phase, in order, if everybody does one thing and is done."""
    seen = []
    while shown(state)["phase"] == phase:
        if isinstance(state.actor, int):
            seen.append(state.actor)
        own = [text for text in legal(state) if not text.startswith("convert")]
        state = rolled(state).apply(own[0]) if own else rolled(state)
    return [seat for seat, _ in groupby(seen)]


def ends(state: lt.State, choose: Callable[[lt.State], str], phase: str) -> dict[str, Fraction]:
    """What the mats can be after a phase, with exact probabilities."""
    found: Counter[str] = Counter()
    weights: dict[str, Fraction] = {}
    waiting = [(state, Fraction(1))]
    while waiting:
        now, weight = waiting.pop()
        if shown(now)["phase"] != phase:
            whole = str([[each["reserve"], each["stars"], each["vp"]] for each in own_mats(now)])
            weights[whole] = weights.get(whole, Fraction(0)) + weight
            found[whole] += 1
        elif now.actor is lt.CHANCE:
            bag = shown(now)["bag"]
            total = sum(bag.values())
            waiting += [
                (play(now, f"draw {letter}"), weight * Fraction(count, total))
                for letter, count in bag.items()
            ]
        else:
            waiting.append((play(now, choose(now)), weight))
    assert sum(weights.values()) == 1
    return weights


def own_mats(state: lt.State) -> list[dict[str, Any]]:
    return [mat(state, seat) for seat in range(state.game.players)]


def activate_all(state: lt.State) -> str:
    return (legal(state, "activate") or ["done"])[0]


@pytest.mark.rule("C-266")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_phase_1_has_chance_alone(players: int) -> None:
    prepared = [
        state
        for state in course(game_of(players).start(), Random(players))
        if shown(state)["phase"] == "prepare"
    ]
    assert {shown(state)["round"] for state in prepared} == set(range(1, 8 - (players == 4)))
    assert all(state.actor is lt.CHANCE for state in prepared)


@pytest.mark.rule("C-267", "C-269")
@pytest.mark.parametrize("order", [[0, 1, 2], [2, 0, 1]])
def test_players_act_in_the_order_of_the_cards_and_not_of_the_cogs(order: list[int]) -> None:
    dice = ("red", "white", "aqua")
    cards = [[f"CO1-{die}", f"CO3-{die}"] for die in dice]
    mats = [Mat(word, cards=own) for word, own in zip(("COG", "TIN", "OIL"), cards, strict=True)]
    state = activating(*mats, order=order, slots="B C A")
    assert actors(state, "activate") == order
    state = constructing(*mats, order=order, slots="B C A")
    assert actors(state, "construct") == order


@pytest.mark.rule("C-269")
def test_each_player_finishes_phase_4_before_the_next() -> None:
    state = constructing(Mat("COGIL", stars=1), Mat("TIN"))
    for action in ("spell COG across 4,4", "spell OIL down 4,5", "flip 4,4", "done"):
        assert state.actor == 0
        assert forbidden(state, "spell TIN across 4,4") is not None
        state = state.apply(action)
    assert state.actor == 1
    assert forbidden(state, "spell TIN across 4,4") is None
    # Nobody comes back.
    state = play(state, "spell TIN across 4,4", "done")
    assert shown(state)["phase"] != "construct"


@pytest.mark.rule("C-268", "C-272")
def test_the_order_of_phase_3_changes_no_distribution() -> None:
    mats = [Mat("AR", cards=["CO2-red", "CO3-red"]), Mat("DS", cards=["CO2-white", "PI1-25"])]
    fields: dict[str, Any] = {"bag": "AABEW", "supply": 5, "players": 3}
    turn = ends(activating(*mats, **fields), activate_all, "activate")
    back = activating(*mats, **fields, sequence=[2, 1, 0], sim_order="reverse")
    assert ends(back, activate_all, "activate") == turn
    assert len(turn) > 10


@pytest.mark.rule("C-268")
def test_a_dry_bag_or_supply_makes_a_difference() -> None:
    mats = [Mat("A", cards=["CO2-red", "CO3-red"]), Mat("D", cards=["CO2-white", "CO3-white"])]
    for scarce in ({"bag": "E", "spares_round": 5}, {"supply": 1}):
        fields: dict[str, Any] = {"bag": "AEEE", "supply": 5, "players": 3}
        fields |= scarce
        turn = ends(activating(*mats, **fields), activate_all, "activate")
        back = activating(*mats, **fields, sequence=[2, 1, 0], sim_order="reverse")
        assert ends(back, activate_all, "activate") != turn


@pytest.mark.rule("C-270")
def test_centre_bag_deck_and_stars_are_shared_in_phase_4() -> None:
    # Both have an item card with a letter of the centre: the second finds what the first left.
    first = Mat("AC", cards=["IT-CRANK"])
    state = constructing(first, Mat("NUT", stars=2), centre="AEIONL", supply=1)
    state = play(state, "complete IT-CRANK bonus ..")
    bag = shown(state)["bag"]
    assert legal(state, "take") == [f"take {letter}" for letter in "AEILNO"]
    state = play(state, "take O", "draw W")
    assert state.actor == 1
    view = shown(state)
    assert view["centre"] == list("AEIWNL")
    assert Counter(bag) - Counter(view["bag"]) == Counter("W")
    # The letters of the item card are in the bag for the others.
    drawing = play(state, "convert stars")
    assert outcomes(drawing)["draw C"] == view["bag"]["C"] / sum(view["bag"].values())


@pytest.mark.rule("C-270")
def test_the_last_star_and_the_next_card_go_to_the_earlier_player() -> None:
    state = constructing(Mat("AE"), Mat("OI"), supply=1, players=3)
    state = play(state, "convert A E")
    assert (mat(state)["stars"], shown(state)["stars"]) == (1, 0)
    # Seat 1 cannot convert any more: it is passed.
    assert state.actor == 2
    late = constructing(Mat("ULLEY", words=["CLAMP across 4,5"]), Mat("AE"), deck=["IM3", "IM1"])
    drawing = play(late, "spell PULLEY down 4,9")
    assert {*outcomes(drawing)} == {"deal IM3", "deal IM1"}
    assert shown(play(drawing, "deal IM3"))["deck"] == {"IM1": 1}


@pytest.mark.rule("C-271")
def test_later_players_see_what_earlier_ones_have_built() -> None:
    state = constructing(Mat("COGEL", vp=5), Mat("TIN"))
    state = play(state, "spell COG across 4,4", "done")
    assert state.actor == 1
    seen = state.view(1)["mats"][0]
    assert (seen["words"], seen["grid"][4]) == ([["COG", 4, 4, "across"]], "....COG...")
    assert (seen["cubes"], seen["reserve"]) == ({"COG": "grid"}, ["E", "L"])


@pytest.mark.rule("C-273", "C-199")
def test_tasks_5_and_6_run_in_the_new_order_one_after_the_other() -> None:
    mats = [Mat("E", stars=2), Mat("AEILNORT", stars=2), Mat("E", stars=2), Mat("EL", stars=2)]
    state = constructing(*mats, slots="C A D B", place=4)
    state = play(state, "done")
    events: list[tuple[str, int]] = []
    while shown(state)["phase"] == "conclude":
        if state.actor is lt.CHANCE:
            before = [len(each["reserve"]) for each in own_mats(state)]
            state = play(state, "draw W")
            after = [len(each["reserve"]) for each in own_mats(state)]
            events += [("aid", seat) for seat in range(4) if after[seat] > before[seat]]
        else:
            assert isinstance(state.actor, int)
            events.append((shown(state)["node"], state.actor))
            state = state.apply(legal(state)[-1])
    aids = [("aid", 2), ("aid", 0), ("aid", 3)]
    limits = [("convert", 2), ("convert", 0), ("convert", 3), ("convert", 1), ("discard", 1)]
    assert events == aids + limits


@pytest.mark.rule("C-273")
def test_a_player_discards_before_the_next_one_converts() -> None:
    mats = [Mat("AEILNORT", stars=2), Mat("AEIL", stars=2)]
    state = play(constructing(*mats, place=2), "done")
    nodes = []
    while shown(state)["phase"] == "conclude":
        nodes.append((state.actor, shown(state)["node"]))
        state = state.apply(legal(state)[-1])
    assert nodes == [(0, "convert"), (0, "discard"), (1, "convert")]
    assert len(reserve(state)) == 7
