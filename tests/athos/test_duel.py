"""The duel of two players and of two teams, section V."""

from __future__ import annotations

from typing import Any

import ludoteca as lt
import pytest
from athos_positions import atelier, changed, dealt, game_of, legal, play, points, table
from support import forbidden, refusal

NONE = ["......"] * 6
MODES = [("duel", 2), ("teams", 4)]


def view(state: lt.State, *names: str) -> tuple[Any, ...]:
    """Some fields of the view."""
    return tuple(state.view(None)[name] for name in names)


def result(state: lt.State) -> tuple[list[int], list[float], list[float]]:
    """Winners, returns and scores by seat."""
    assert state.outcome is not None
    outcome = state.outcome
    return list(outcome.winners), list(outcome.returns), list(outcome.scores)


@pytest.mark.rule("V-1")
@pytest.mark.parametrize(("mode", "players"), MODES)
def test_one_side_scores_negative_and_the_other_positive_on_one_marker(
    mode: str, players: int
) -> None:
    start = dealt(game_of(players, mode=mode))
    assert view(start, "scores", "stock", "yellow") == ([0], [8, 8], [10, 20, 30])
    assert len(start.view(None)["ateliers"]) == 2
    assert list(start.view(None)["cards"]) == list("ABCDEFGHIJKL")
    assert sum(start.view(None)["workshop"].values()) == 8
    state = table("Aa Ba", "Aa Ab", mode=mode, players=players)
    first = play(state, "lay Aa0 4,4", "pass")
    assert view(first, "scores", "side", "turn_of") == ([-1], 1, 1)
    assert view(play(first, "lay Ab0 4,5"), "scores") == ([1],)
    for wrong in {2, 3, 4} - {players}:
        rule = getattr(refusal(game_of, wrong, mode=mode), "rule", None)
        assert rule == ("V-1" if mode == "duel" else "V-3")
    # As in solo: no protected tile is laid, and a Free space is made for nothing.
    held = table("Aa!", "", mode=mode, players=players)
    assert forbidden(held, "lay Aa0! 4,4") == "U-15"
    assert forbidden(table("Aa", "", mode=mode, players=players), "protect Aa") == "U-14"
    assert atelier(play(held, "unprotect Aa"), 0) == "Aa"


@pytest.mark.rule("V-1")
def test_the_options_of_solo_hold_in_duel_and_teams() -> None:
    for mode, players in MODES:
        game = game_of(players, mode=mode, solo_start_tiles=1, solo_orientation="choose")
        shown = dealt(game).view(None)
        assert [len(each["free"]) for each in shown["ateliers"]] == [1, 1]
        assert all(card["orientation"] is None for card in shown["cards"].values())


@pytest.mark.rule("V-2")
@pytest.mark.parametrize(("mode", "players"), MODES)
def test_the_sides_alternate_and_atelier_1_begins(mode: str, players: int) -> None:
    state = dealt(game_of(players, mode=mode))
    seen = []
    for _ in range(6):
        seen.append(view(state, "side")[0])
        state = play(state, legal(state, "take")[0], "pass")
    assert seen == [0, 1, 0, 1, 0, 1]
    for first in (1, "random"):
        rule = getattr(refusal(game_of, players, mode=mode, first_player=first), "rule", None)
        assert rule == "U-7"


@pytest.mark.rule("V-3")
def test_partners_share_the_atelier_and_the_markers_and_take_turns() -> None:
    state = dealt(game_of(4, mode="teams"))
    seats: list[object] = []
    for _ in range(8):
        assert (state.actor, state.view(None)["side"]) == (len(seats) % 4, len(seats) % 2)
        seats.append(state.actor)
        state = play(state, legal(state, "take" if len(seats) < 4 else "rotate")[0], "pass")
    assert seats == [0, 1, 2, 3, 0, 1, 2, 3]
    # What seat 0 takes seat 2 lays.
    state = table("Aa Ab Aa", "", board="4,4 Aa1 Aa1 / Aa3", mode="teams", workshop="Ba")
    later = play(state, "rotate Ab Bb", "rotate Bb Ab", "pass", "lay Ab2 5,5")
    assert (later.view(None)["stock"], atelier(later, 0)) == ([7, 8], "Aa Aa")
    assert later.view(None)["cards"]["A"]["crossings"][0] == 0
    done = play(changed(state, scores=[-3]), "pass", "pass", "pass", "pass")
    assert result(done) == ([0, 2], [1.0, 0.0, 1.0, 0.0], [3, -3, 3, -3])


@pytest.mark.rule("V-4")
@pytest.mark.parametrize(("mode", "players"), MODES)
def test_the_swap_is_the_one_of_three_acts_with_the_other_side(mode: str, players: int) -> None:
    state = table("Aa Ba Ca Da! Ea!", "Fa", mode=mode, players=players)
    asked = play(state, "swap Aa Ca Fa 1")
    assert asked.actor is lt.CHANCE  # nobody is asked
    after = play(asked, "roll Ea")
    assert (atelier(after, 0), atelier(after, 1)) == ("Ba Fa Da! Ea!", "Aa")
    for side in (0, 2, 3):
        assert forbidden(state, f"swap Aa Ca Fa {side}") == "I-1"
    assert forbidden(state, "swap Da! Ca Fa 1") == "U-15"
    hidden = table("Aa Ba", "Fa!", mode=mode, players=players)
    assert forbidden(hidden, "swap Aa Ba Fa 1") == "I-9"


@pytest.mark.rule("V-5")
@pytest.mark.parametrize(("mode", "players"), MODES)
def test_the_end_comes_with_empty_boards_and_scores_majorities(mode: str, players: int) -> None:
    cards = {"A": {"crossings": "0 0 1 -"}, "B": {"crossings": "1 - - -"}}
    state = table("Aa", "", mode=mode, players=players, fundathos=NONE, cards=cards, scores=[3])
    assert view(state, "actions_left", "last_round") == (2, False)
    done = play(state, "lay Aa0 4,4")
    assert view(done, "reason", "scores") == ("boards empty", [3 - 1 - 10 + 4 + 10])
    other = table("Aa", "Ba", mode=mode, players=players, fundathos=NONE)
    assert not play(other, "lay Aa0 4,4").is_over


@pytest.mark.rule("V-6")
@pytest.mark.parametrize(("mode", "players"), MODES)
@pytest.mark.parametrize(("score", "sides"), [(1, [1]), (17, [1]), (-1, [0]), (0, [0, 1])])
def test_the_sign_of_the_final_score_decides(
    mode: str, players: int, score: int, sides: list[int]
) -> None:
    # Yellow markers have no effect.
    for yellow in ([20], []):
        state = table("", "", mode=mode, players=players, scores=[score], yellow=yellow)
        done = play(state, *["pass"] * players)
        winners = [seat for seat in range(players) if seat % 2 in sides]
        returns = [float(seat in winners) / len(sides) for seat in range(players)]
        scores = [score if seat % 2 else -score for seat in range(players)]
        assert result(done) == (winners, returns, scores)
        assert done.outcome is not None
        assert done.outcome.level is None


@pytest.mark.rule("V-7")
@pytest.mark.parametrize(("mode", "players"), MODES)
@pytest.mark.parametrize("side", [0, 1])
def test_a_side_without_markers_scores_its_tiles_alone(mode: str, players: int, side: int) -> None:
    spent = {card: {"crossings": " ".join([str(side)] * 4)} for card in "CD"}
    board, held = "4,4 Aa1 Aa1 / Aa3", ["Ab", "Ab"]
    words: dict[str, Any] = {"board": board, "cards": spent, "mode": mode, "players": players}
    state = table(*held, turn_of=side, **words)
    assert abs(points(state, play(state, "lay Ab2 5,5"))) == 4
    other = table(*held, turn_of=1 - side, **words)
    assert abs(points(other, play(other, "lay Ab2 5,5"))) == 8


@pytest.mark.rule("V-8")
@pytest.mark.parametrize(("mode", "players"), MODES)
def test_a_side_cannot_put_the_end_off_for_ever(mode: str, players: int) -> None:
    """It refills its atelier from the workshop; Z-6 ends the game."""
    state = table(
        "Aa Ba", "Aa", mode=mode, players=players, fundathos=NONE, scores=[2], tail_turns=5
    )
    turns = 0
    while not state.is_over:
        turns += 1
        state = play(state, legal(state, "rotate")[0], "pass")
    assert view(state, "reason", "scores") == ("tail", [2])
    # Fundathos was emptied in the turn before.
    assert turns == 5
    assert result(state)[0] == [seat for seat in range(players) if seat % 2]
