"""The challenging variant: immovable tiles and how others slide beside them (W-11 to W-30)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import ludoteca as lt
import pytest
from athos_positions import (
    legal,
    mural,
    own_set,
    play,
    points,
    table,
    tiles,
)
from referee.athos.components import default_set
from support import forbidden

from athos.back import back, cells, lost, passed

I_WEST = "1,0 I I / I I"


# --- immovable tiles ------------------------------------------------------------------------------


@pytest.mark.rule("W-11", "W-15")
@pytest.mark.parametrize("side", [0, 1])
def test_a_completed_square_becomes_an_immutable_block_of_who_completes_it(side: int) -> None:
    held = ["", ""]
    held[side] = "Aa Ba"
    state = back(*held, board="4,0 A A / A", turn_of=side)
    done = play(state, "lay Aa0 5,1")
    assert done.view(None)["immutable"] == {"A": side}
    assert done.view(None)["stock"] == ([7, 8] if side == 0 else [8, 7])
    # It is not moved any more: the laid tile moves.
    after = play(done, "lay Ba0 4,2")
    assert mural(after) == {**tiles("4,0 A A / A A"), "4,3": "Ba0"}
    # Three tiles in an L are no square.
    three = play(back("Aa", board="4,0 A A"), "lay Aa0 5,0")
    assert three.view(None)["immutable"] == {}


@pytest.mark.rule("W-12")
def test_the_square_is_judged_after_the_slides() -> None:
    # The laid tile is carried west by the immutable block; two of its neighbours are lost.
    state = back("Aa", board="0,0 A A / A; 1,2 I I / I I", immutable="I")
    done = play(state, "lay Aa0 1,1")
    assert {cell for cell, tile in mural(done).items() if tile == "Aa0"} == {"0,0", "1,0"}
    assert done.view(None)["immutable"] == {"I": 0}
    assert (points(state, done), lost(done)) == (2, {"Aa": 2})
    # A square that is carried as a whole gets its marker where it then stands.
    whole = back("Aa", board="6,0 I I / I I; 7,3 A; 8,2 A A", immutable="I")
    done = play(whole, "lay Aa0 7,2")
    assert done.view(None)["immutable"] == {"I": 0, "A": 0}
    assert mural(done) == tiles("6,0 I I / I I; 7,3 A A / A A")


NINE = {
    "A": "0,0 Aa0 Aa0 / Aa0 Aa0",
    "B": "0,3 Bb0 Bb0 / Bb0 Bb0",
    "C": "0,6 Cb0 Cb0 / Cb0 Cb0",
    "D": "3,0 Da0 Da0 / Da0 Da0",
    "E": "3,3 Eb0 Eb0 / Eb0 Eb0",
    "F": "3,6 Fb0 Fb0 / Fb0 Fb0",
    "G": "6,0 Gb0 Gb0 / Gb0 Gb0",
    "H": "6,3 Ha0 Ha0 / Ha0 Ha0",
}
"""Eight blocks that leave room for a ninth."""


@pytest.mark.rule("W-13")
def test_without_markers_a_square_is_complete_and_movable(tmp_path: Path) -> None:
    # The columns of the default set leave no room for nine squares.
    aside = frozenset({(2, 2), (2, 5), (5, 2), (5, 5)})
    own = own_set(tmp_path, replace(default_set(), columns=aside))
    board = "; ".join([*NINE.values(), "7,6 Ka0 Kb0 / Ka0"])
    state = back("Kb La", board=board, immutable="ABCDEFGH", components=own)
    assert state.view(None)["stock"] == [0, 8]
    done = play(state, "lay Kb0 8,7")
    assert (points(state, done), "K" in done.view(None)["immutable"]) == (4, False)
    pushed = play(done, "lay La0 6,6")
    assert (mural(pushed)["8,6"], lost(pushed)) == ("Ka0", {"Ka": 1, "Kb": 1})
    # It gives nothing at the end: 8 blocks and the first place for them.
    scores = passed(done).view(None)["scores"]
    assert scores == [4 + 8 * 4 + 5, 0]
    other = back("", "Kb", board=board, immutable="ABCDEFGH", components=own, turn_of=1)
    assert play(other, "lay Kb0 8,7").view(None)["immutable"]["K"] == 1


# --- sliding --------------------------------------------------------------------------------------


@pytest.mark.rule("W-16")
def test_sliding_is_that_of_the_base_game() -> None:
    state = back("Aa", board="6,1 B B / B")
    assert legal(state, "lay Aa0 7,2") == ["lay Aa0 7,2 push B:N", "lay Aa0 7,2 push B:W"]
    north = play(state, "lay Aa0 7,2 push B:N")
    assert mural(north) == {"7,2": "Aa0", **tiles("5,1 B B / B")}
    pushed = play(back("Aa", board="6,3 B B / B"), "lay Aa0 6,2")
    assert mural(pushed) == {"6,2": "Aa0", "6,4": "Ba0", "6,5": "Ba0", "7,4": "Ba0"}
    both = play(back("Aa", board="6,2 B . C"), "lay Aa0 6,3")
    assert mural(both) == {"6,1": "Ba0", "6,3": "Aa0", "6,5": "Ca0"}
    chain = back("Aa", board="6,3 B . C", slide_contact="chain")
    assert mural(play(chain, "lay Aa0 6,2")) == {"6,2": "Aa0", "6,4": "Ba0", "6,6": "Ca0"}
    assert forbidden(back("Aa", board="6,3 B . C"), "lay Aa0 6,2") == "M-14"


@pytest.mark.rule("W-5", "W-17")
def test_a_tile_that_slides_onto_a_column_is_lost_and_the_others_move() -> None:
    state = back("Aa", board="2,1 B B / . B")
    done = play(state, "lay Aa0 2,0")
    assert mural(done) == {"2,0": "Aa0", "2,2": "Ba0", "2,3": "Ba0"}
    assert (lost(done), points(state, done)) == ({"Ba": 1}, 1)
    # On the front nothing stands there.
    front = play(table("Aa", board="2,1 Ba0 Ba0 / . Ba0"), "lay Aa0 2,0 card 0")
    assert (mural(front)["3,3"], lost(front)) == ("Ba0", {})


@pytest.mark.rule("W-18")
def test_the_locked_tile_stays_and_the_others_of_its_block_slide() -> None:
    state = back("Aa", board="0,0 B / B B")
    done = play(state, "lay Aa0 1,2")
    assert mural(done) == {"0,0": "Ba0", "1,0": "Ba0", "1,2": "Aa0"}
    assert lost(done) == {"Ba": 1}


@pytest.mark.rule("W-19")
def test_a_tile_jumps_over_the_locked_one_of_its_block_and_is_lost() -> None:
    state = back("Aa", board="0,0 B B")
    done = play(state, "lay Aa0 0,2")
    assert mural(done) == {"0,0": "Ba0", "0,2": "Aa0"}
    assert lost(done) == {"Ba": 1}
    two = play(back("Aa", board="0,0 B B / B"), "lay Aa0 0,2")
    assert (mural(two), lost(two)) == ({"0,0": "Ba0", "0,2": "Aa0"}, {"Ba": 2})
    # Along the other side of the corner likewise.
    down = play(back("Aa", board="7,8 B / B"), "lay Aa0 6,8")
    assert (mural(down), lost(down)) == ({"8,8": "Ba0", "6,8": "Aa0"}, {"Ba": 1})


@pytest.mark.rule("W-20")
def test_beside_an_immovable_tile_the_own_block_moves_away() -> None:
    state = back("Aa", board=f"{I_WEST}; 1,3 A", immutable="I")
    done = play(state, "lay Aa0 1,2")
    assert mural(done) == {**tiles(I_WEST), "1,3": "Aa0", "1,4": "Aa0"}
    assert points(state, done) == 2
    # A locked tile of the own pattern stays.
    corner = back("Aa", board="7,0 A / A; 6,2 I I / I I", immutable="I")
    after = play(corner, "lay Aa0 7,1")
    assert mural(after) == {**tiles("6,2 I I / I I"), "8,0": "Aa0", "7,0": "Aa0"}
    assert lost(after) == {"Aa": 1}


@pytest.mark.rule("W-20")
def test_opposite_slide_illegal() -> None:
    state = back("Aa", board=f"{I_WEST}; 1,3 A", immutable="I", opposite_slide="illegal")
    assert forbidden(state, "lay Aa0 1,2") == "W-20"
    assert forbidden(back("Aa", board="0,0 B", opposite_slide="illegal"), "lay Aa0 0,1") == "W-20"
    # Without an immovable tile the option has no effect.
    assert forbidden(back("Aa", board="4,4 B", opposite_slide="illegal"), "lay Aa0 4,3") is None


@pytest.mark.rule("W-21")
def test_immovable_tiles_on_two_sides_forbid_the_lay() -> None:
    """It follows from M-14: away from the one the tile goes along or towards the other."""
    state = back("Aa", board="0,2 J J / J J; 2,0 I I / I I", immutable="IJ")
    assert forbidden(state, "lay Aa0 2,2") == "W-21"
    facing = back("Aa", board="6,0 I I / I I; 6,3 J J / J J", immutable="IJ")
    assert forbidden(facing, "lay Aa0 6,2") == "W-21"


@pytest.mark.rule("W-22")
def test_a_tile_on_a_padlock_cannot_move_away() -> None:
    """It follows from W-23: away from its only neighbours it would leave the mural."""
    for board in ("0,1 I I / I I", "1,0 I I / I I"):
        state = back("Aa", board=board, immutable="I")
        assert forbidden(state, "lay Aa0 0,0") == "W-22"
    # Beside movable tiles it is laid, and these go.
    done = play(back("Aa", board="0,1 B B"), "lay Aa0 0,0")
    assert mural(done) == {"0,0": "Aa0", "0,2": "Ba0", "0,3": "Ba0"}


@pytest.mark.rule("W-23")
def test_the_laid_tile_itself_is_not_carried_off() -> None:
    edge = back("Aa", board="1,6 I I / I I", immutable="I")
    assert forbidden(edge, "lay Aa0 1,8") == "W-23"
    column = back("Aa", board="3,0 I I / I I", immutable="I")
    assert forbidden(column, "lay Aa0 3,2") == "W-23"
    # Others of its block may be lost: over the edge and into a column.
    state = back("Aa", board="6,0 A; 6,2 I I / I I", immutable="I")
    done = play(state, "lay Aa0 6,1")
    assert (mural(done)["6,0"], lost(done)) == ("Aa0", {"Aa": 1})
    inner = back("Aa", board="4,0 I I / I I; 3,2 A", immutable="I")
    carried = play(inner, "lay Aa0 4,2")
    assert (mural(carried)["4,3"], lost(carried)) == ("Aa0", {"Aa": 1})
    assert points(inner, carried) == 1


@pytest.mark.rule("W-24")
def test_movable_neighbours_are_pushed_at_the_same_time() -> None:
    state = back("Aa", board=f"{I_WEST}; 0,2 C", immutable="I")
    done = play(state, "lay Aa0 1,2")
    assert mural(done) == {**tiles(I_WEST), "1,3": "Aa0"}
    assert (lost(done), points(state, done)) == ({"Ca": 1}, 1)
    lower = play(back("Aa", board="0,0 I I / I I; 2,2 C", immutable="I"), "lay Aa0 1,2")
    assert mural(lower) == {**tiles("0,0 I I / I I"), "1,3": "Aa0", "3,2": "Ca0"}


@pytest.mark.rule("W-25")
def test_a_block_touched_through_its_locked_tile_stays() -> None:
    state = back("Aa", board="0,0 B / B")
    done = play(state, "lay Aa0 0,1")
    assert mural(done) == {"0,0": "Ba0", "1,0": "Ba0", "0,2": "Aa0"}
    assert points(state, done) == 1


@pytest.mark.rule("W-26")
def test_spacing_holds_after_all_moves() -> None:
    beside = back("Aa", board="1,2 B . I I / . . I I", immutable="I")
    assert forbidden(beside, "lay Aa0 1,1") == "W-26"
    # The laid tile and the pushed one would stay in contact.
    in_line = back("Aa", board=f"{I_WEST}; 1,3 C", immutable="I")
    assert forbidden(in_line, "lay Aa0 1,2") == "M-14"
    # The own block, carried away, would come to touch another one.
    carried = back("Aa", board=f"{I_WEST}; 1,3 A . C", immutable="I")
    assert forbidden(carried, "lay Aa0 1,2") == "M-14"


@pytest.mark.rule("W-27")
def test_diagonal_contact_with_immovable_tiles_moves_nothing() -> None:
    state = back("Aa", board="1,1 I I / I I", immutable="I")
    for cell in ("0,0", "0,3", "3,0"):
        done = play(state, f"lay Aa0 {cell}")
        assert mural(done) == {**tiles("1,1 I I / I I"), cell: "Aa0"}
    locked = play(back("Aa", board="0,0 B"), "lay Aa0 1,1")
    assert mural(locked) == {"0,0": "Ba0", "1,1": "Aa0"}
    among = back("Aa", board="0,3 C; 1,4 B; 2,1 I I / I I", immutable="I")
    done = play(among, "lay Aa0 1,3")
    assert mural(done) == {**tiles("2,1 I I / I I"), "1,3": "Aa0", "1,5": "Ba0"}


@pytest.mark.rule("W-28")
def test_a_block_torn_from_its_locked_tile_stays_one_block() -> None:
    # The tile is carried south by the locked one, and pushes the others east.
    state = back("Aa Ba", "Ba Ca", board="0,0 B B / . B")
    torn = play(state, "lay Aa0 1,0")
    assert mural(torn) == {"0,0": "Ba0", "0,2": "Ba0", "1,2": "Ba0", "2,0": "Aa0"}
    assert cells(torn, "Ba") == set()
    assert forbidden(torn, "lay Ba0 0,1") == "W-7"
    assert forbidden(torn, "lay Ba0 8,8") == "N-4"
    # It is pushed as one: both its parts, but for the locked tile.
    again = play(torn, "pass", "lay Ca0 0,3")
    assert mural(again).keys() == {"0,0", "0,1", "1,1", "2,0", "0,3"}


@pytest.mark.rule("W-29")
def test_a_pattern_is_built_once() -> None:
    started = back("Aa", board="4,0 A")
    assert forbidden(started, "lay Aa0 8,4") == "N-4"
    finished = back("Aa", board="4,0 A A / A A", immutable="A")
    for cell in ("8,4", "4,2", "6,0"):
        assert forbidden(finished, f"lay Aa0 {cell}") == "W-29"
    assert cells(finished) == set()


@pytest.mark.rule("W-30")
def test_an_impossible_lay_cannot_be_chosen_and_costs_nothing() -> None:
    state = back("Aa", board="1,2 B . I I / . . I I; 4,0 A", immutable="I")
    before = state.view(None)
    for text in ("lay Aa0 3,3", "lay Aa0 1,1", "lay Aa0 4,2", "lay Aa0 4,0", "lay Ab0 4,1"):
        assert text not in legal(state)
        with pytest.raises(lt.IllegalActionError):
            state.apply(text)
    assert state.view(None) == before
    assert before["actions_left"] == 2
