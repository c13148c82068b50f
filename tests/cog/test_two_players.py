"""Two players: section 11."""

from __future__ import annotations

from itertools import groupby
from random import Random

import ludoteca as lt
import pytest
from cog_positions import (
    EDGES,
    Mat,
    changed,
    collecting,
    constructing,
    game_of,
    legal,
    mat,
    play,
    position_of,
    rolled,
    shown,
    slots,
)
from support import course, forbidden, outcomes


def neutral_rolls(state: lt.State) -> list[lt.State]:
    """The states of a random game at which the neutral die is due."""
    whole = course(state, Random(5))
    return [each for each in whole if "roll neutral 1" in outcomes(each)]


@pytest.mark.rule("C-251")
def test_all_other_rules_hold() -> None:
    states = list(course(game_of(2).start(), Random(3)))
    views = [shown(state) for state in states]
    phases = ["prepare", "collect", "activate", "construct", "conclude"]
    for _, each in groupby(views[:-1], key=lambda view: view["round"]):
        found = [phase for phase, _ in groupby(view["phase"] for view in each)]
        in_order = [phase for phase in phases if phase in found]
        assert [phase for phase in found if phase != "setup"] == in_order
    built = [view for view in views if view["phase"] in ("activate", "construct")]
    assert built
    assert all(own["edges"] == list(EDGES) for view in built for own in view["mats"])
    # Words, cubes, limits and scoring as ever.
    state = constructing(Mat("COGEL"), Mat("EL"), round=7)
    state = play(state, "spell COG across 4,4")
    assert mat(state)["cubes"] == {"COG": "grid"}
    state = play(state, "done", "done")
    assert state.scores == (5, 1)


@pytest.mark.rule("C-252")
def test_two_dice_and_the_cards_that_ask_for_them_are_out() -> None:
    view = shown(game_of(2).start())
    assert list(view["dice"]) == ["red", "white"]
    four = shown(game_of(4).start())["deck"]
    gone = {f"CO{kind}-{die}" for kind in (1, 2, 3) for die in ("aqua", "black")}
    assert {*four} - {*view["deck"]} == gone
    assert sum(view["deck"].values()) == 36


@pytest.mark.rule("C-253", "C-254")
def test_two_neutral_pawns_start_on_opposite_spaces() -> None:
    assert shown(game_of(2).start())["neutral"] == [0, 8]
    for players in (3, 4):
        assert shown(game_of(players).start())["neutral"] == []


@pytest.mark.rule("C-254")
def test_the_track_is_a_loop_of_sixteen_spaces() -> None:
    # The opposite space is 8 from the start: one step more than 15 is the start again.
    state = collecting(Mat(pawn=12), Mat(), dice={"red": 3, "white": 4})
    assert shown(play(state, "die red"))["pawns"][0] == 15
    assert shown(play(state, "die white"))["pawns"][0] == 0


@pytest.mark.rule("C-255")
def test_both_neutral_pawns_move_by_an_unused_die() -> None:
    (first, *later) = neutral_rolls(game_of(2).start())
    assert (shown(first)["phase"], shown(first)["neutral_die"]) == ("collect", None)
    assert all(not each["edges"] for each in shown(first)["mats"])
    assert outcomes(first) == pytest.approx({f"roll neutral {n}": 1 / 6 for n in range(1, 7)})
    # W-77: with 3 from 0 and 8, with 6 on to 9 and 1.
    three = play(first, "roll neutral 3")
    assert (shown(three)["neutral"], shown(three)["neutral_die"]) == ([3, 11], 3)
    assert (shown(three)["node"], three.actor) == ("place", 0)
    second = changed(later[0], neutral=[3, 11])
    assert shown(play(second, "roll neutral 6"))["neutral"] == [9, 1]
    # Once a round.
    assert [shown(state)["round"] for state in (first, *later)] == list(range(1, 8))


@pytest.mark.rule("C-255")
@pytest.mark.parametrize("players", [3, 4])
def test_no_neutral_die_with_more_players(players: int) -> None:
    assert neutral_rolls(game_of(players).start()) == []


@pytest.mark.rule("C-256")
def test_neutral_pawns_stay_half_a_loop_apart() -> None:
    seen = set()
    for state in course(game_of(2).start(), Random(8)):
        one, other = shown(state)["neutral"]
        assert abs(one - other) == 8
        seen.add(one)
    assert len(seen) > 3
    position = position_of(collecting(Mat(), Mat()))
    with pytest.raises(lt.StateFormatError, match="C-25"):
        changed(collecting(Mat(), Mat()), neutral=[position["neutral"][0], 12])


@pytest.mark.rule("C-257")
def test_the_unused_die_is_not_available() -> None:
    state = rolled(game_of(2).start())
    assert legal(state, "die") == ["die red", "die white"]
    for die in ("aqua", "black"):
        with pytest.raises(lt.ActionSyntaxError, match="no die of this game"):
            state.apply(f"die {die}")
    assert shown(state)["neutral_die"] is not None


@pytest.mark.rule("C-258")
def test_neutral_pawns_deny_gains() -> None:
    # W-74, W-75.
    for pawn, own, vp in ((7, 11, 0), (8, 12, 2)):
        state = collecting(Mat(pawn=pawn), Mat(), dice={"red": 4}, neutral=[3, 11])
        before = shown(state)["stars"]
        state = play(state, "die red")
        assert shown(state)["pawns"][0] == own
        assert (mat(state)["vp"], mat(state)["stars"]) == (vp, 0)
        assert shown(state)["stars"] == before
        # The space with 2VP ? draws a letter.
        assert (state.actor is lt.CHANCE) == (vp > 0)
    free = collecting(Mat(pawn=7), Mat(), dice={"red": 4}, neutral=[1, 9])
    assert mat(play(free, "die red"))["stars"] == 1


@pytest.mark.rule("C-259")
def test_neutral_pawns_gain_nothing_and_change_nothing() -> None:
    (first, *_) = neutral_rolls(game_of(2).start())
    before = shown(first)
    for number in range(1, 7):
        # Spaces 1 to 6 and 9 to 14 have gains of every kind; a player's pawn stands on one of them.
        position = position_of(first)
        state = changed(first, pawns=[number, 0], round=position["round"])
        view = shown(play(state, f"roll neutral {number}"))
        assert view["neutral"] == [number, number + 8]
        assert view["pawns"] == [number, 0]
        for key in ("mats", "centre", "bag", "stars", "deck"):
            assert view[key] == before[key]


def scored(*counts: int, order: str) -> lt.Outcome:
    """The end with so many completed item cards by seat."""
    words = iter(("PIPE", "WHEEL", "BULB", "PULLEY", "LENS"))
    mats = [Mat("EL", completed_items=[f"IT-{next(words)}" for _ in range(n)]) for n in counts]
    state = play(constructing(*mats, round=7, slots=order), "done", "done")
    assert state.outcome is not None
    return state.outcome


@pytest.mark.rule("C-260")
def test_the_second_gets_two_points_a_card_and_no_more() -> None:
    assert scored(3, 2, order="B A").details["items"] == [12, 4]
    assert scored(1, 3, order="A B").details["items"] == [2, 12]
    assert scored(0, 1, order="A B").details["items"] == [0, 6]


@pytest.mark.rule("C-261")
def test_with_as_many_cards_the_better_position_leads() -> None:
    assert scored(2, 2, order="B A").details["items"] == [4, 9]
    assert scored(2, 2, order="A B").details["items"] == [9, 4]


@pytest.mark.rule("C-262")
def test_the_slots_of_two_players() -> None:
    state = rolled(game_of(2).start())
    assert legal(state) == [
        *("top 2", "top 3", "bottom 1", "bottom 2", "die red", "die white", "order 1", "order 2"),
        *legal(state, "convert"),
    ]
    bonuses = [(slot["letters"], slot["stars"], slot["vp"]) for slot in shown(state)["slots"]]
    assert bonuses == [([], 0, 0), ([], 1, 0)]


@pytest.mark.rule("C-262")
def test_only_the_first_slot_can_be_bumped() -> None:
    # W-62, W-63.
    first = collecting(Mat(stars=2), Mat(), slots="B -", turn=3)
    assert slots(play(first, "order 1")) == "A B+"
    second = collecting(Mat(stars=2), Mat(), slots="- B", turn=3)
    assert forbidden(second, "order 2") == "C-75"
