"""Acquiring a tile, and which ones of Fundathos are released: sections E and L."""

from __future__ import annotations

from random import Random

import ludoteca as lt
import pytest
from athos_positions import atelier, legal, play, table
from support import forbidden

FULL = ["xxxxxx"] * 6


def released(state: lt.State) -> set[str]:
    """The spaces that can be taken from."""
    return {text.split()[1] for text in legal(state, "take") if "," in text}


def border() -> set[str]:
    spaces = [(r, c) for r in range(6) for c in range(6)]
    return {f"{r},{c}" for r, c in spaces if r in (0, 5) or c in (0, 5)}


@pytest.mark.rule("E-1")
def test_a_tile_of_the_workshop_or_a_released_one_of_fundathos() -> None:
    state = table("Aa", "Ca", workshop="Ha Lb")
    shown = state.view(None)["workshop"]
    assert {"Ha", "Lb"} <= set(shown)
    assert legal(state, "take")[: len(shown)] == [f"take {face}" for face in sorted(shown)]
    assert released(state) == border()
    assert forbidden(state, "take Ia") == "E-1"
    assert forbidden(state, "take 6,0") == "E-1"
    after = play(state, "take Ha")
    assert (atelier(after, 0), after.view(None)["workshop"].get("Ha")) == ("Aa Ha", None)
    face = state.view(None)["fundathos"][0][3]
    after = play(state, "take 0,3")
    assert atelier(after, 0) == f"Aa {face}"
    assert after.view(None)["fundathos"][0][3] is None
    assert forbidden(after, "take 0,3") == "E-1"


@pytest.mark.rule("E-2")
def test_a_free_space_has_to_be_vacant() -> None:
    full = table("Aa Ba Ca", workshop="Ha")
    assert legal(full, "take") == []
    assert forbidden(full, "take Ha") == "E-2"
    assert forbidden(full, "take 0,0") == "E-2"
    assert forbidden(play(full, "protect Aa"), "take Ha") is None
    # Vacant Protected spaces don't help, full ones don't hinder.
    assert forbidden(table("Aa Ba Da! Ea!", workshop="Ha"), "take Ha") is None
    six = table("Aa Ba", players=6, workshop="Ha")
    assert forbidden(six, "take Ha") == "E-2"


@pytest.mark.rule("E-3", "E-4", "E-8")
def test_the_tile_goes_to_a_free_space_as_it_lies() -> None:
    state = table("Aa Fa!", workshop="Ha Ha Hb")
    for face in ("Ha", "Hb"):
        after = play(state, f"take {face}")
        assert atelier(after, 0) == f"Aa {face} Fa!"
        # Nothing is rolled, and any tile of the workshop can be had.
        assert (after.actor, after.view(None)["actions_left"]) == (0, 1)
    assert play(state, "take Ha").view(None)["workshop"]["Ha"] == 1


@pytest.mark.rule("E-5")
def test_a_cube_has_no_hidden_sides() -> None:
    """The kind follows from the face, so that everybody sees the same: only `seat` differs."""
    state = play(table("Aa", "Ca", workshop="Ha"), "take Ha")
    views = [{**state.view(seat), "seat": None} for seat in (None, 0, 1)]
    assert views[0] == views[1] == views[2]
    assert legal(state, "rotate Ha") == [
        f"rotate Ha {face}" for face in ["Ab", "Bb", "Ga", "Ia", "Ja"]
    ]


@pytest.mark.rule("E-6")
def test_emptied_spaces_stay_empty() -> None:
    state = table("", "")
    for text in ("take 0,0", "take 0,1", "take 0,2", "take 0,3"):
        state = play(state, text)
    row = state.view(None)["fundathos"][0]
    assert [face is None for face in row] == [True] * 4 + [False] * 2
    assert sum(face is None for line in state.view(None)["fundathos"] for face in line) == 4


@pytest.mark.rule("E-7")
def test_the_last_tile_triggers_the_end() -> None:
    for rows, emptied in ((["x....."], True), (["xx...."], False)):
        state = table("", "", fundathos=rows + ["......"] * 5)
        after = play(state, "take 0,0", "pass")
        assert after.view(None)["last_round"] == emptied
        assert after.view(None)["actions_left"] == (3 if emptied else 2)
    # The last one of the workshop does not.
    board = "1,1 A A / A A; 5,5 C C / C ."
    state = table("", "", board=board)
    (face,) = state.view(None)["workshop"]
    assert play(state, f"take {face}", "pass").view(None)["last_round"] is False


@pytest.mark.rule("L-1", "L-2")
def test_tiles_with_a_side_to_the_outside_are_released() -> None:
    state = table("")
    assert released(state) == border()
    assert len(border()) == 20
    for row in range(6):
        for column in range(6):
            text = f"take {row},{column}"
            assert forbidden(state, text) == (None if text[5:] in border() else "L-1")
    # A gap that is linked to the edge is outside; one within the board is not.
    channel = ["x.xxxx", "x.xxxx", *FULL[:4]]
    assert released(table("", fundathos=channel)) == (border() - {"0,1"}) | {"1,2", "2,1"}
    hole = ["xxxxxx", "xxxxxx", "xx.xxx", *FULL[:3]]
    assert released(table("", fundathos=hole)) == border()
    corner = [".xxxxx", "x.xxxx", *FULL[:4]]
    assert released(table("", fundathos=corner)) == border() - {"0,0"}


@pytest.mark.rule("L-1")
def test_other_readings_of_what_is_released() -> None:
    hole = ["xxxxxx", "xxxxxx", "xx.xxx", *FULL[:3]]
    around = {"1,2", "3,2", "2,1", "2,3"}
    assert released(table("", fundathos=hole, release="any_gap")) == border() | around
    channel = ["x.xxxx", "x.xxxx", *FULL[:4]]
    assert released(table("", fundathos=channel, release="ring")) == border() - {"0,1"}
    inner = ["......", ".xxxx.", ".xxxx.", ".xxxx.", ".xxxx.", "......"]
    second = {f"{r},{c}" for r in range(1, 5) for c in range(1, 5) if {r, c} & {1, 4}}
    assert released(table("", fundathos=inner, release="ring")) == second


@pytest.mark.rule("L-3")
def test_what_is_released_changes_within_a_turn() -> None:
    state = table("")
    assert forbidden(state, "take 1,2") == "L-1"
    state = play(state, "take 0,2")
    assert (state.actor, forbidden(state, "take 1,2")) == (0, None)
    assert forbidden(state, "take 1,1") == "L-1"


@pytest.mark.rule("L-4")
@pytest.mark.parametrize("release", ["connected", "ring", "any_gap"])
def test_something_is_released_as_long_as_anything_is_left(release: str) -> None:
    rng = Random(release)
    for _ in range(40):
        share = rng.random()
        rows = ["".join("x" if rng.random() < share else "." for _ in range(6)) for _ in range(6)]
        if "x" in "".join(rows):
            assert released(table("", fundathos=rows, release=release)), rows
