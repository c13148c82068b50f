"""What the eight tools do: Y-15 to Y-38."""

from __future__ import annotations

from typing import Any

import pytest
from athos_positions import atelier, legal, mural, play, rolled, table
from support import forbidden, outcomes

from athos.expansions import NONE, WRONG, left, scores, tools, with_tool

BOTH: dict[str, dict[str, str]] = {"A": {}, "B": {}}


# --- tool 1, levels (Y-15 to Y-17) ----------------------------------------------------------------


@pytest.mark.rule("Y-15", "Y-12")
def test_the_spirit_level_pays_once_a_turn() -> None:
    state = with_tool("level 1", ateliers=("Aa Ba",))
    after = play(state, "lay Aa0 0,0 card 0 tool")
    assert scores(after) == [2, 0]
    assert forbidden(after, "lay Ba0 4,4 card 0 tool") == "Y-15"
    # It need not be the first lay.
    second = play(state, "lay Aa0 0,0 card 0", "lay Ba0 4,4 card 0 tool")
    assert scores(second) == [3, 0]
    # In the next turn it pays again.
    later = play(after, "pass", "pass")
    assert legal(later, "lay Ba0 4,4 card 0 tool")


@pytest.mark.rule("Y-16")
def test_the_laser_level_pays_with_the_second_lay() -> None:
    state = with_tool("level 2", ateliers=("Aa Ba Ca",), fundathos=NONE)
    assert forbidden(state, "lay Aa0 0,0 card 0 tool") == "Y-16"
    one = play(state, "lay Aa0 0,0 card 0")
    assert scores(play(one, "lay Ba0 4,4 card 0 tool")) == [4, 0]
    # Another action may lie between.
    two = play(one, "rotate Ba Aa", "lay Aa1 0,1 tool")
    assert scores(two) == [5, 0]


@pytest.mark.rule("Y-17", "X-19")
def test_the_lay_of_a_restore_and_a_free_one_count() -> None:
    board = "1,1 Aa1 Aa1 / Aa3 Ab3"
    state = with_tool("level 1", ateliers=("Ab",), board=board)
    assert scores(rolled(play(state, "restore 2,2 Ab2 tool"))) == [9, 0]
    touch = with_tool("set_squares 2", ateliers=("Ab",), board=board)
    assert scores(rolled(play(touch, "restore 2,2 Ab2 tool"))) == [11, 0]
    free = table(
        "Aa Ba",
        expansions=["masters", "tools"],
        masters=["laying"],
        tools=["level 2"],
    )
    free = play(free, "use laying lay Aa0 0,0 card 0")
    assert scores(play(free, "lay Ba0 4,4 card 0 tool")) == [4, 0]


# --- tool 2, cutters (Y-18 to Y-20) ---------------------------------------------------------------


@pytest.mark.rule("Y-18", "K-4", "Y-10")
def test_the_diamond_scriber_rolls_one_and_takes_up_to_two() -> None:
    state = with_tool("cutters 1", ateliers=("Aa Ba!",))
    assert legal(state, "cut") == ["cut Aa", "cut Ba!"]
    cut = play(state, "cut Aa")
    assert list(outcomes(cut)) == [f"roll {face}" for face in ("Aa", "Ba", "Ca", "Da", "Ea", "Fa")]
    cut = play(cut, "roll Fa")
    assert (cut.view(None)["phase"], left(cut)) == ("cut", (0, 2))
    one = play(cut, "take 0,0")
    assert left(one) == (0, 2)
    assert left(play(one, "take 0,1")) == (0, 1)
    for stopped in (play(cut, "stop"), play(one, "stop")):
        assert left(stopped) == (0, 1)
    assert forbidden(state, "cut Aa Ba!") == "Y-18"
    assert forbidden(state, "stop") == "Y-20"


@pytest.mark.rule("Y-19", "Y-20", "K-4")
def test_the_masonry_saw_rolls_two_and_takes_up_to_three() -> None:
    state = with_tool("cutters 2", ateliers=("Aa Ba Eb",))
    assert legal(state, "cut") == ["cut Aa Ba", "cut Aa Eb", "cut Ba Eb"]
    assert forbidden(state, "cut Aa") == "Y-19"
    assert forbidden(state, "cut Eb Aa") == "Y-19"
    cut = play(state, "cut Aa Eb")
    assert next(iter(outcomes(cut))) == "roll Aa"
    cut = play(cut, "roll Aa")
    # In the order of the text.
    assert next(iter(outcomes(cut))) == "roll Eb"
    cut = play(cut, "roll Lb")
    # Two Free spaces are vacant, so at most two tiles are acquired.
    after = play(cut, "take 0,0", "take 0,1")
    assert (left(after), after.view(None)["phase"]) == ((0, 1), "act")
    assert len(after.view(None)["ateliers"][0]["free"]) == 3


@pytest.mark.rule("Y-20", "L-1", "E-2")
def test_after_a_cut_only_released_tiles_of_fundathos_are_taken() -> None:
    cut = play(with_tool("cutters 1", ateliers=("Aa",), workshop="Ba"), "cut Aa", "roll Fa")
    assert forbidden(cut, "take Fa") == "Y-20"
    assert forbidden(cut, "pass") == "Y-20"
    assert forbidden(cut, "take 2,2") == "L-1"
    assert forbidden(play(cut, "take 0,0"), "take 0,0") == "E-1"
    full = with_tool("cutters 1", ateliers=("Aa Ba Ca Da!",))
    # A Protected tile leaves, and no Free space is vacant.
    assert left(play(full, "cut Da!", "roll Da")) == (0, 1)


@pytest.mark.rule("Y-19", "R-1")
def test_the_last_tile_may_be_taken_after_a_cut() -> None:
    state = with_tool("cutters 1", ateliers=("Aa",), fundathos=["x.....", *NONE[1:]])
    after = play(state, "cut Aa", "roll Aa", "take 0,0")
    assert left(after) == (0, 1)
    assert play(after, "pass").view(None)["last_round"]


# --- tool 3, rubber mallets (Y-21 to Y-23) --------------------------------------------------------


@pytest.mark.rule("Y-21", "Y-23", "I-9")
def test_the_square_mallet_protects_one_tile() -> None:
    state = with_tool("mallets 1", ateliers=("Aa Ba!", "Ca Da"))
    assert legal(state, "stow") == ["stow Aa", "stow Ba!"]
    after = play(state, "stow Aa")
    assert (atelier(after, 0), left(after)) == ("Ba! Aa+!", (0, 1))
    assert forbidden(after, "stow Ba!") == "Y-23"
    assert forbidden(after, "stow Aa+!") == "Y-21"
    other = play(after, "pass")
    assert forbidden(other, "swap Ca Da Aa+! 0") == "I-9"
    # It still belongs to the atelier.
    assert legal(after, "lay Aa0+! 0,0 card 0")
    assert "rotate Aa+! Ba" in legal(after)
    assert "swap Aa+! Ba! Ca 1" in legal(after)
    # The card must be empty before it is returned.
    later = play(other, "pass")
    assert forbidden(later, legal(with_tool("mallets 1"), "tool")[0]) == "Y-23"
    assert legal(later, "upgrade") == ["upgrade"]


@pytest.mark.rule("Y-22", "I-5", "I-9")
def test_the_round_mallet_holds_a_protected_and_a_free_tile() -> None:
    state = with_tool("mallets 2", ateliers=("Aa Ba", "Ca Da"))
    assert legal(state, "stow") == ["stow Aa", "stow Ba", "stow Aa Ba", "stow Ba Aa"]
    after = play(state, "stow Aa Ba")
    assert atelier(after, 0) == "Aa+! Ba+"
    other = play(after, "pass")
    assert legal(other, "swap Ca Da Ba+ 0") == ["swap Ca Da Ba+ 0"]
    swapped = play(other, "swap Ca Da Ba+ 0", "roll Ea")
    assert (atelier(swapped, 0), atelier(swapped, 1)) == ("Ca Aa+!", "Ba!")
    # What is given needs a vacant Free space.
    full = with_tool("mallets 2", ateliers=("Aa Ba Ea Aa+! Ba+", "Ca Da"), turn_of=1)
    assert forbidden(full, "swap Ca Da Ba+ 0") == "I-5"
    # The second one is protected once it is alone.
    alone = play(after, "lay Aa0+! 0,0 card 0")
    assert atelier(alone, 0) == "Ba+!"


@pytest.mark.rule("Y-22", "Y-23")
def test_a_second_tile_can_come_later_and_both_can_leave_at_once() -> None:
    state = with_tool("mallets 2", ateliers=("Aa Ba", "Ca"))
    both = play(state, "stow Ba", "stow Aa")
    assert atelier(both, 0) == "Ba+! Aa+"
    later = play(both, "pass")
    assert "swap Aa+ Ba+! Ca 1" in legal(later, "swap")
    after = play(later, "swap Ba+! Aa+ Ca 1", "roll Aa")
    assert (atelier(after, 0), atelier(after, 1)) == ("Ca!", "Ba")
    turned = play(later, "rotate Ba+! Ca", "rotate Aa+ Ea")
    assert atelier(turned, 0) == "Ca+! Ea+"


@pytest.mark.rule("Y-23", "U-15", "U-16", "U-17")
def test_in_solo_a_tile_on_the_tool_can_be_laid_and_given() -> None:
    state = with_tool("mallets 1", ateliers=("Ba Aa+!", "Ca"), mode="solo")
    assert legal(state, "lay Aa0+! 4,4") == ["lay Aa0+! 4,4"]
    assert legal(state, "swap Aa+! Ba Ca 1") == ["swap Aa+! Ba Ca 1"]
    assert forbidden(state, "unprotect Aa") == "U-16"
    # The Free spaces are full, and both tiles come from elsewhere.
    full = with_tool("mallets 2", ateliers=("Ba Ca Da Aa+! Ba+", "Ca"), mode="solo")
    assert forbidden(full, "swap Aa+! Ba+ Ca 1") == "U-19"
    assert legal(full, "swap Aa+! Ca Ca 1") == ["swap Aa+! Ca Ca 1"]


@pytest.mark.rule("U-25", "Y-23")
def test_in_solo_the_boards_are_empty_without_tiles_on_the_tool() -> None:
    state = with_tool("mallets 1", ateliers=("Ba Aa+!", ""), mode="solo", fundathos=NONE)
    after = play(state, "lay Ba0 4,4")
    assert not after.is_over
    done = play(after, "lay Aa0+! 0,0")
    assert done.view(None)["reason"] == "boards empty"


# --- tool 4, spatulas (Y-24 to Y-26) --------------------------------------------------------------


@pytest.mark.rule("Y-24", "Y-26", "M-11", "M-10")
def test_the_plastic_spatula_takes_a_discarded_tile() -> None:
    state = with_tool("", "spatulas 1", ateliers=("Aa", "Cb Db Eb"), board="0,4 Ba0")
    pushed = play(state, "lay Aa0 1,4 card 0", "pass")
    assert pushed.view(None)["box"] == {"Ba": 1}
    assert forbidden(pushed, "retrieve Ba") == "Y-24"
    room = play(pushed, "lay Cb0 8,8 card 0")
    after = play(room, "retrieve Ba")
    assert (after.view(None)["box"], atelier(after, 1)) == ({}, "Ba Db Eb")
    assert forbidden(room, "retrieve Ca") == "Y-24"
    assert forbidden(room, "retrieve Ba0 4,4") == "Y-25"
    # Without the tool discards are final.
    assert legal(with_tool("level 1", box="Ba", cards=BOTH), "retrieve") == []


@pytest.mark.rule("Y-25", "M-12", "X-3")
def test_the_steel_spatula_lays_it_at_once() -> None:
    state = with_tool("spatulas 2", box="Aa", board="2,2 Aa1; 5,5 Ba0")
    assert legal(state, "retrieve Aa")[0] == "retrieve Aa"
    after = play(state, "retrieve Aa3 3,2")
    assert (scores(after), after.view(None)["box"], left(after)) == ([2, 0], {}, (0, 1))
    assert mural(after)["3,2"] == "Aa3"
    assert forbidden(state, "retrieve Aa3 7,7") == "N-4"
    assert forbidden(state, "retrieve Ab3 3,2") == "Y-24"
    # It pushes as any lay.
    push = with_tool("spatulas 2", box="Aa", board="5,5 Ba0", cards=BOTH)
    assert mural(play(push, "retrieve Aa0 5,4")) == {"5,4": "Aa0", "5,6": "Ba0"}
    # The face is the one that it showed; a lay may open a card.
    assert forbidden(state, "retrieve Ba0 5,6") == "Y-24"


# --- tool 5, pincers (Y-27 to Y-29) ---------------------------------------------------------------

TWO = "1,1 Aa1 Aa1 / Aa3 Ab3; 5,4 Ba3 Bb0 Bb0 / Bb0 Bb0 Ba0"


@pytest.mark.rule("Y-27", "Y-29", "K-4", "N-6", "O-12", "P-4")
def test_the_iron_pincers_pull_from_small_panels() -> None:
    state = with_tool("pincers 1", board=TWO)
    assert legal(state, "pull") == ["pull 2,2"]
    after = play(state, "pull 2,2")
    assert next(iter(outcomes(after))) == "roll Ab"
    assert scores(after) == [0, 0]
    after = play(after, "roll Ga")
    assert (scores(after), left(after)) == ([1, 0], (0, 1))
    assert after.view(None)["workshop"]["Ga"] == 1
    assert forbidden(state, "pull 1,1") == "J-7"
    assert forbidden(state, "pull 5,4") == "Y-27"
    assert forbidden(state, "pull 8,8") == "J-3"
    # The closed panel is open again.
    held = with_tool("pincers 1", ateliers=("Ab",), board=TWO)
    assert forbidden(held, "lay Ab2 1,3") == "O-11"
    assert legal(play(held, "pull 2,2", "roll Ab"), "lay Ab2 2,2") == ["lay Ab2 2,2"]


@pytest.mark.rule("Y-28")
def test_the_steel_pincers_pull_from_any_panel() -> None:
    state = with_tool("pincers 2", board=WRONG)
    assert legal(state, "pull") == ["pull 2,3"]
    after = play(state, "pull 2,3", "roll Aa")
    assert scores(after) == [2, 0]
    # J-4: not from the middle.
    full = "1,1 Aa1 Aa1 Ab3 / Aa3 Ab0 Aa1 / Ab3 Ab3 Aa3"
    assert forbidden(with_tool("pincers 2", board=full), "pull 2,2") == "J-4"


@pytest.mark.rule("Y-27", "N-6")
def test_a_panel_does_not_fall_apart_by_a_pull() -> None:
    """The corner of an L alone is wrong."""
    state = with_tool("pincers 1", board="1,1 Aa0 Aa1 / Aa3 .")
    rules = [forbidden(state, f"pull {cell}") for cell in ("1,1", "1,2", "2,1")]
    assert rules == ["N-6", "J-7", "J-7"]


# --- tool 6, trowels (Y-30 to Y-32) ---------------------------------------------------------------


@pytest.mark.rule("Y-30", "Y-31", "Y-32")
@pytest.mark.parametrize("level", [1, 2])
def test_trowels_pay_for_a_lay_or_a_move_to_protected(level: int) -> None:
    state = with_tool(f"trowels {level}", ateliers=("Aa Ba", "Ca"))
    assert scores(play(state, "lay Aa0 0,0 card 0 tool")) == [1 + level, 0]
    assert scores(play(state, "protect Aa tool")) == [level, 0]
    # Both actions of a turn.
    both = play(state, "protect Aa tool", "lay Ba0 0,0 card 0 tool")
    assert scores(both) == [2 * level + 1, 0]
    # All that holds for the actions holds here.
    assert forbidden(state, "lay Aa0 0,0 tool") == "G-5"
    full = with_tool(f"trowels {level}", ateliers=("Aa Ba! Ca!",))
    assert forbidden(full, "protect Aa tool") == "H-2"


@pytest.mark.rule("Y-30")
def test_trowels_do_not_go_with_a_restore() -> None:
    state = with_tool("trowels 1", ateliers=("Ab",), board="1,1 Aa1 Aa1 / Aa3 Ab3")
    assert forbidden(state, "restore 2,2 Ab2 tool") == "Y-30"
    assert legal(state, "restore") == ["restore 2,2 Ab2"]


# --- tool 7, precision instruments (Y-33 to Y-35) -------------------------------------------------


@pytest.mark.rule("Y-33", "Y-34", "Y-35", "C-12", "U-5")
@pytest.mark.parametrize(("level", "extra"), [(1, 2), (2, 3)])
def test_instruments_pay_for_opening_a_card(level: int, extra: int) -> None:
    held = f"instruments {level}"
    state = with_tool(held, ateliers=("Aa Ba",), cards={"B": {}})
    assert scores(play(state, "lay Aa0 0,0 card 0 tool")) == [1 + extra, 0]
    # B was on the mural before: its card is open.
    assert forbidden(state, "lay Ba0 4,4 tool") == "Y-33"
    solo = with_tool(held, ateliers=("Aa",), mode="solo")
    assert forbidden(solo, "lay Aa0 4,4 tool") == "Y-33"


# --- tool 8, set squares (Y-36 to Y-38) -----------------------------------------------------------


@pytest.mark.rule("Y-36", "Y-38")
def test_the_wooden_set_square_pays_beside_a_tile() -> None:
    state = with_tool("set_squares 1", ateliers=("Aa",), board="4,4 Ba0")
    # B is pushed away, and nothing touches the tile afterwards.
    after = play(state, "lay Aa0 4,3 card 0 tool")
    assert (scores(after), mural(after)) == ([2, 0], {"4,3": "Aa0", "4,5": "Ba0"})
    assert forbidden(state, "lay Aa0 0,0 card 0 tool") == "Y-36"
    assert forbidden(state, "lay Aa0 3,3 card 0 tool") == "Y-36"


@pytest.mark.rule("Y-37", "Y-38")
def test_the_steel_set_square_needs_two_tiles() -> None:
    words: dict[str, Any] = {"ateliers": ("Aa",), "board": "4,4 Ba0; 4,2 Aa0"}
    state = with_tool("set_squares 2", **words)
    assert forbidden(state, "lay Aa0 3,2 tool") == "Y-37"
    # One own tile and a foreign one.
    assert scores(play(state, "lay Aa0 4,3 tool")) == [5, 0]
    assert tools(state)["held"][0] == {"key": "set_squares", "level": 2}
