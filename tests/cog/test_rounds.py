"""The frame of the game: section 3."""

from __future__ import annotations

from itertools import groupby
from random import Random

import ludoteca as lt
import pytest
from cog_positions import (
    DICE,
    Mat,
    activating,
    collected,
    collecting,
    constructing,
    game_of,
    legal,
    mat,
    play,
    rolled,
    shown,
)
from support import some_action

PLAYERS = (2, 3, 4)
PHASES = ["prepare", "collect", "activate", "construct", "conclude"]


def course(players: int, seed: int) -> list[lt.State]:
    """A random game without conversions, which would leave nothing for the other phases."""
    rng = Random(seed)
    states = [game_of(players).start()]
    while not (state := states[-1]).is_over:
        others = [text for text in legal(state) if not text.startswith("convert")]
        states.append(state.apply(rng.choice(others) if others else some_action(state, rng)))
    return states


def points(state: lt.State, *actions: str) -> int:
    """What seat 0 gains by some actions."""
    gained: int = mat(rolled(play(state, *actions)))["vp"] - mat(state)["vp"]
    return gained


@pytest.mark.rule("C-37")
def test_the_sources_of_points() -> None:
    # A goal card: two words by item cards, the third one on the grid.
    items = ["PIPE", "WHEEL"]
    two = Mat("COG", item_cubes=items, completed_items=[f"IT-{word}" for word in items])
    assert points(constructing(two), "spell COG across 4,4") == 20
    assert points(collecting(Mat(), Mat()), "die white") == 2
    assert points(collecting(Mat(), slots="- - -"), "order 3") == 3
    above = constructing(Mat("COI", words=["CLAMP down 1,4"]))
    assert points(above, "spell COIL across 2,1") == 2
    assert points(constructing(Mat("P", cards=["IT-PIPE"])), "complete IT-PIPE bonus .") == 4
    assert points(activating(Mat(cards=["CO1-red"])), "activate CO1-red") == 3
    assert points(collecting(Mat(), Mat(), bottom=["IM3", "PI2-13"]), "bottom 1") == 7


@pytest.mark.rule("C-37")
def test_the_most_points_win_with_those_of_final_scoring() -> None:
    state = constructing(Mat("PI", vp=10), Mat("LLLLLL", vp=9), round=7)
    state = play(state, "done", "done")
    assert state.outcome is not None
    assert (state.outcome.scores, state.outcome.winners) == ((11, 12), (1,))


@pytest.mark.rule("C-38")
@pytest.mark.parametrize(("players", "rounds"), [(2, 7), (3, 7), (4, 6)])
def test_a_game_has_six_or_seven_rounds(players: int, rounds: int) -> None:
    for seed in range(3):
        states = course(players, seed)
        assert not shown(states[-1])["are_spares_in"]
        assert shown(states[-1])["round"] == rounds
        assert shown(states[-1])["reason"] == "last round"


@pytest.mark.rule("C-39")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_phases_of_a_round_in_order(players: int) -> None:
    seen = [(shown(state)["round"], shown(state)["phase"]) for state in course(players, players)]
    assert (seen[0][1], seen[-1][1]) == ("setup", "over")
    played = [(number, phase) for number, phase in seen if phase in PHASES]
    for _, each in groupby(played, key=lambda pair: pair[0]):
        phases = [phase for phase, _ in groupby(phase for _, phase in each)]
        assert phases == [phase for phase in PHASES if phase in phases]
        assert {"prepare", "collect"} <= {*phases}
    assert {phase for _, phase in played} == {*PHASES}


@pytest.mark.rule("C-40")
@pytest.mark.parametrize("order", [[0, 1, 2, 3], [2, 0, 3, 1]])
def test_phases_3_and_4_are_played_seat_by_seat(order: list[int]) -> None:
    dice = zip(("COG", "OIL", "TIN", "NUT"), DICE, strict=True)
    mats = [Mat(word, cards=[f"CO1-{die}", f"CO3-{die}"]) for word, die in dice]
    state = activating(*mats, order=order)
    played = []
    while shown(state)["phase"] in ("activate", "construct"):
        assert isinstance(state.actor, int)
        played.append((shown(state)["phase"], state.actor))
        own = legal(state, "activate") + legal(state, "spell")
        state = state.apply((own or ["done"])[0])
        state = rolled(state)
    assert list(dict.fromkeys(played)) == [("activate", s) for s in order] + [
        ("construct", s) for s in order
    ]
    # None comes back after another one.
    assert len([*groupby(played)]) == 8


@pytest.mark.rule("C-40")
@pytest.mark.parametrize("order", [[0, 1, 2, 3], [2, 0, 3, 1]])
def test_phase_2_is_played_in_turn_order_round_and_round(order: list[int]) -> None:
    states = collected(collecting(order=order))
    placed = [state.actor for state in states if shown(state)["node"] == "place"]
    assert placed == order * 4
