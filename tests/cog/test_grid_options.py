"""Switches of Phase IV, with each of their values: section 17."""

from __future__ import annotations

from typing import Any

import ludoteca as lt
import pytest
from cog_positions import (
    Mat,
    activating,
    collecting,
    constructing,
    game_of,
    legal,
    mat,
    play,
    rolled,
    shown,
)
from support import forbidden

FLAG = [False, True]


@pytest.mark.rule("C-210")
@pytest.mark.parametrize("value", ["illegal", "legal"])
def test_removal_leaves_run(value: str) -> None:
    # OIL ends at the I of PIPE and TIN begins at the P beside it; the others join them elsewhere.
    words = ["PIPE across 4,0", "OIL down 2,1", "TIN down 4,2"]
    words += ["CLAMP across 2,1", "WHEEL down 2,5", "COIL across 6,2"]
    wild = ["4,1", "4,2", "2,1", "2,5", "6,2"]
    state = constructing(Mat("AE", words=words, wild=wild), removal_leaves_run=value)
    assert state.explain("remove PIPE").rule == ("C-210a" if value == "illegal" else None)
    assert ("remove PIPE" in legal(state)) == (value == "legal")
    if value == "legal":
        assert mat(play(state, "remove PIPE"))["grid"][4] == ".lt..E...."


@pytest.mark.rule("C-165")
@pytest.mark.parametrize("value", FLAG)
def test_grid_card_redraw(value: bool) -> None:
    own = Mat("ULLEY", stars=1, words=["CLAMP across 4,5"])
    state = constructing(own, grid_card_redraw=value)
    state = play(state, "spell PULLEY down 4,9", "deal CO1-red")
    assert shown(state)["node"] == ("redraw" if value else "construct")
    assert forbidden(state, "redraw") == (None if value else "C-65")
    if value:
        assert mat(play(state, "keep"))["cards"] == ["CO1-red"]
        state = play(state, "redraw", "deal PI2-13")
        assert (shown(state)["discard"], mat(state)["stars"]) == ({"CO1-red": 1}, 0)
        assert mat(state)["cards"] == ["PI2-13"]
    else:
        assert mat(state)["cards"] == ["CO1-red"]


@pytest.mark.rule("C-129")
@pytest.mark.parametrize("value", FLAG)
def test_permit_completed(value: bool) -> None:
    # PIPE and WHEEL were marked by item cards; the wild tile may be a P as well.
    items = ["IT-PIPE", "IT-WHEEL"]
    own = Mat(
        "IPEOL",
        words=["COG across 4,4"],
        wild=["4,6"],
        completed_goals=[1],
        completed_items=items,
    )
    state = constructing(own, permit_completed=value)
    assert forbidden(state, "spell PIPE down 4,6") == (None if value else "C-129")
    # Words of other cards stay permitted.
    assert forbidden(state, "spell OIL across 2,2") == "C-132"


@pytest.mark.rule("C-171")
@pytest.mark.parametrize("value", FLAG)
def test_grid_after_item(value: bool) -> None:
    own = Mat("BULB", item_cubes=["BULB"], completed_items=["IT-BULB"])
    state = constructing(own, grid_after_item=value)
    assert forbidden(state, "spell BULB across 4,3") == (None if value else "C-171")
    # Once the goal card is complete, its spaces are empty.
    items = ["IT-AETHER", "IT-BOLT"]
    done = Mat("BLT", words=["OIL down 4,4"], completed_goals=[4], completed_items=items)
    state = constructing(done, grid_after_item=value)
    assert forbidden(state, "spell BOLT across 4,3") is None


@pytest.mark.rule("C-167")
@pytest.mark.parametrize("value", FLAG)
def test_inner_bonus_repeat(value: bool) -> None:
    state = constructing(Mat("COLCOL", words=["PIPE across 4,1"]), inner_bonus_repeat=value)
    state = play(state, "spell COIL down 2,2")
    assert mat(state)["vp"] == 2
    assert mat(state)["covered"] == ([] if value else [[2, 2]])
    state = play(state, "remove COIL", "spell COIL down 2,2")
    assert mat(state)["vp"] == (4 if value else 2)
    # A space that was covered before the game came here.
    before = Mat("COL", words=["PIPE across 4,1"], covered=[] if value else [[2, 2]])
    state = play(constructing(before, inner_bonus_repeat=value), "spell COIL down 2,2")
    assert mat(state)["vp"] == (2 if value else 0)


@pytest.mark.rule("C-202")
@pytest.mark.parametrize("value", FLAG)
def test_deconstruct_any_time(value: bool) -> None:
    own = Mat("AE", stars=2, words=["OIL across 4,3"], pawn=6)
    options: dict[str, Any] = {"deconstruct_any_time": value}
    place = collecting(own, Mat(), **options)
    states = [
        place,
        play(place, "bottom 2"),
        play(place, "die red"),
        play(place, "top 2"),
        activating(own, Mat(), **options),
        rolled(play(constructing(own, Mat(), **options), "done")),
    ]
    nodes = [shown(state)["node"] for state in states]
    assert nodes == ["place", "redraw", "reroll", "convert", "activate", "convert"]
    for state in states:
        assert forbidden(state, "remove OIL") == (None if value else "C-202")
        if value:
            after = play(state, "remove OIL")
            assert mat(after)["words"] == []
            assert shown(after)["node"] == shown(state)["node"]
    assert forbidden(constructing(own, **options), "remove OIL") is None


@pytest.mark.rule("C-202", "C-220")
@pytest.mark.parametrize("value", FLAG)
def test_a_removal_alone_is_worth_a_stop(value: bool) -> None:
    # Nothing can be converted or exchanged.
    own = Mat(words=["OIL across 4,3"])
    state = play(collecting(own, Mat(), deconstruct_any_time=value), "bottom 2")
    assert (state.actor, shown(state)["node"]) == ((0, "redraw") if value else (1, "place"))
    if value:
        assert legal(state) == ["remove OIL", "keep"]
        assert legal(play(state, "keep")) == ["remove OIL", "done"]


@pytest.mark.rule("C-181", "C-182")
@pytest.mark.parametrize("value", ["bonus_only", "not_completable"])
def test_item_without_goal(value: str) -> None:
    # The goal card of GEAR was removed.
    state = constructing(Mat("R", stars=1, cards=["IT-GEAR"]), item_without_goal=value)
    assert forbidden(state, "complete IT-GEAR cube .") == "C-182"
    expected = None if value == "bonus_only" else "C-182"
    assert forbidden(state, "complete IT-GEAR bonus .") == expected
    # A word on the grid is no such case: its space has a cube, but C-181 comes first.
    own = Mat("I", stars=1, cards=["IT-COIL"], words=["COIL across 4,4"])
    state = constructing(own, item_without_goal=value)
    assert forbidden(state, "complete IT-COIL cube .") == "C-181"
    assert forbidden(state, "complete IT-COIL bonus .") is None


@pytest.mark.rule("C-289")
@pytest.mark.parametrize("value", [1, 3, 200, 10_000])
def test_microaction_cap(value: int) -> None:
    state = constructing(Mat("COGEL", stars=3), Mat("AE"), microaction_cap=value)
    done = 0
    for action in ("flip C", "flip E", "spell COG across 4,4", "convert L e"):
        if state.actor != 0:
            break
        state = state.apply(action)
        if shown(state)["node"] == "tiles":
            state = play(state, "tiles ?..")
        done += 1
    assert done == min(value, 4)
    assert state.actor == (1 if value < 4 else 0)


@pytest.mark.rule("C-289")
@pytest.mark.parametrize("value", [0, 10_001, "200"])
def test_no_other_microaction_caps(value: object) -> None:
    with pytest.raises((lt.OptionError, TypeError)):
        game_of(2, microaction_cap=value)
