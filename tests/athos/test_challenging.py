"""The challenging variant on the back of the mural: setup, actions, the end (section W)."""

from __future__ import annotations

from typing import Any

import pytest
from athos_positions import (
    atelier,
    changed,
    dealt,
    game_of,
    legal,
    mural,
    play,
    points,
    position_of,
    rolled,
    table,
)
from support import forbidden, refusal

from athos.back import back, cells, lost, passed

COLUMNS = ("3,3", "3,5", "5,3", "5,5")
PADLOCKS = ("0,0", "0,8", "8,0", "8,8")


# --- setup and actions ----------------------------------------------------------------------------


@pytest.mark.rule("W-1")
def test_two_to_four_players() -> None:
    for players in (2, 3, 4):
        assert dealt(game_of(players, mode="challenging")).actor == 0
    for players in (1, 5, 6):
        assert getattr(refusal(game_of, players, mode="challenging"), "rule", None) == "W-1"


@pytest.mark.rule("W-2")
def test_there_are_no_cards_contract_points_and_card_majorities() -> None:
    state = back("Ab", board="4,0 Aa0 Aa0 / Aa0")
    assert forbidden(state, "lay Ab0 5,1 card 0") == "G-5"
    done = play(state, "lay Ab0 5,1")
    assert (points(state, done), done.view(None)["cards"]) == (4, {})
    card = {"A": {"orientation": 0, "crossings": [None] * 4, "full": False}}
    assert getattr(refusal(changed, state, cards=card), "rule", None) == "T-3"


@pytest.mark.rule("W-3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_other_setup_is_that_of_the_base_game(players: int) -> None:
    here = dealt(game_of(players, mode="challenging")).view(None)
    base = dealt(game_of(players)).view(None)
    for name in ("fundathos", "ateliers", "workshop", "stock", "scores", "actions_left"):
        assert here[name] == base[name]
    assert here["stock"] == [8] * players


@pytest.mark.rule("W-4", "W-5")
def test_four_central_columns_take_no_tile() -> None:
    state = back("Aa")
    assert cells(state) == {f"{r},{c}" for r in range(9) for c in range(9)} - set(COLUMNS)
    for cell in COLUMNS:
        assert forbidden(state, f"lay Aa0 {cell}") == "W-5"
    assert len(cells(table("Aa"))) == 81
    # Nor does one stand there in a position from outside.
    standing = play(state, "lay Aa0 3,4")
    wrong = position_of(standing)["mural"]
    wrong[3][3], wrong[3][4] = wrong[3][4], None
    assert getattr(refusal(changed, standing, mural=wrong), "rule", None) == "W-5"
    assert cells(back("Aa", board="2,2 A / A")) == {"2,1", "3,1", "2,3"}


@pytest.mark.rule("W-4", "W-6", "W-14")
@pytest.mark.parametrize("corner", PADLOCKS)
def test_the_corners_receive_tiles_and_lock_them(corner: str) -> None:
    row, col = map(int, corner.split(","))
    inner = f"{row},{1 if col == 0 else 7}"
    beyond = f"{row},{2 if col == 0 else 6}"
    # Laid: whatever pushes the block, the tile stays; the other one jumps over it and is lost.
    laid = play(back("Aa Ab", "Ba"), f"lay Aa0 {corner}", f"lay Ab0 {inner}")
    pushed = play(laid, f"lay Ba0 {beyond}")
    assert mural(pushed) == {corner: "Aa0", beyond: "Ba0"}
    assert lost(pushed) == {"Ab": 1}
    # Slid: from now on it stays too, and what is laid beside it moves away.
    slid = play(back("Ba", "Ca", board=f"{inner} A"), f"lay Ba0 {beyond}")
    assert mural(slid) == {corner: "Aa0", beyond: "Ba0"}
    beside = f"{1 if row == 0 else 7},{col}"
    away = f"{2 if row == 0 else 6},{col}"
    after = play(slid, "pass", f"lay Ca0 {beside}")
    assert mural(after) == {corner: "Aa0", beyond: "Ba0", away: "Ca0"}


@pytest.mark.rule("W-7")
def test_only_squares_are_built() -> None:
    assert cells(back("Aa", board="4,0 A A")) == {"3,0", "3,1", "5,0", "5,1"}
    row = back("Aa", board="2,1 A A")
    assert forbidden(row, "lay Aa0 2,0") == forbidden(row, "lay Aa0 2,3") == "W-7"
    assert forbidden(row, "lay Aa0 8,4") == "N-4"
    assert forbidden(back("Aa", board="4,0 A A / A"), "lay Aa0 4,2") == "W-7"


@pytest.mark.rule("W-8")
def test_faces_and_turns_have_no_effect() -> None:
    state = back("Aa Ab", board="4,0 Aa0 Ab0 / Aa0")
    assert set(legal(state, "lay")) == {"lay Aa0 5,1", "lay Ab0 5,1"}
    for face in ("Aa", "Ab"):
        done = play(state, f"lay {face}0 5,1")
        assert (points(state, done), done.view(None)["immutable"]) == (4, {"A": 0})
        assert forbidden(state, f"lay {face}1 5,1") == "T-8"


@pytest.mark.rule("W-9")
def test_restore_is_missing_and_the_other_actions_are_there() -> None:
    state = back("Aa Ba Ca!", "Da", board="4,0 Aa0 Aa0 / Ab0")
    assert {text.split()[0] for text in legal(state)} == {
        "take",
        "rotate",
        "lay",
        "protect",
        "swap",
        "pass",
    }
    assert forbidden(state, "restore 4,0 Aa0") == "W-9"
    swapped = rolled(play(state, "swap Aa Ba Da 1"))
    assert atelier(swapped, 0) == "Ca! Da!"
    assert forbidden(state, "lay Ca0! 0,4") is None
    assert forbidden(state, "unprotect Ca") == "H-5"


@pytest.mark.rule("W-10")
def test_lays_score_their_groups() -> None:
    for count, board in enumerate(("", "5,0 A", "4,0 A / A", "4,0 A A / A")):
        state = back("Aa", board=board)
        assert points(state, play(state, "lay Aa0 5,1")) == count + 1


# --- the end --------------------------------------------------------------------------------------


@pytest.mark.rule("W-31")
def test_the_last_tile_brings_the_last_round() -> None:
    last = ["x.....", *["......"] * 5]
    state = play(back("", "Aa Ba Ca", fundathos=last), "take 0,0", "pass")
    assert state.view(None)["last_round"] is True
    assert state.view(None)["actions_left"] == 3
    state = play(state, "lay Aa0 0,4", "lay Ba0 4,0", "lay Ca0 4,8")
    assert (state.actor, state.is_over) == (0, False)
    assert play(state, "pass").view(None)["reason"] == "last round"


SIX = "; ".join(
    (
        "0,0 Ab0 Ab0 / Ab0 Ab0",
        "0,3 Bb0 Bb0 / Bb0 Bb0",
        "0,6 Cb0 Cb0 / Cb0 Cb0",
        "6,0 Db0 Db0 / Db0 Db0",
        "6,3 Eb0 Eb0 / Eb0 Eb0",
        "6,6 Fb0 Fb0 / Fb0",
    )
)
"""Blocks of all six patterns that cubes of kind W can show; the last one lacks a tile."""
GONE = "Gb Gb Gb Ga Ga Ga Kb Kb Kb Kb"
"""All other cubes, in the box."""


@pytest.mark.rule("W-32")
def test_the_game_ends_at_once_when_no_tile_fits_anywhere() -> None:
    state = back("Fa", board=SIX, immutable="ABCDE", box=GONE)
    left = sum(face is not None for row in state.view(None)["fundathos"] for face in row)
    assert left == 10
    done = play(state, "lay Fa0 7,7")
    assert done.view(None)["reason"] == "mural full"
    # Without a last round, and with the points of the end.
    assert done.view(None)["scores"] == [4 + 6 * 4 + 5, 0]
    # One more cube that fits somewhere: in the workshop, on Fundathos, in any atelier.
    fewer = GONE.removesuffix(" Kb")
    for words in ({"workshop": "Kb"}, {}):
        assert not play(
            back("Fa", board=SIX, immutable="ABCDE", box=fewer, **words), "lay Fa0 7,7"
        ).is_over
    for held in (["Fa Kb", ""], ["Fa", "Kb!"]):
        state = back(*held, board=SIX, immutable="ABCDE", box=fewer)
        assert not play(state, "lay Fa0 7,7").is_over
    # It could be turned: a kind counts with all the patterns of its cubes.
    turned = back("Fa", "Cb", board=SIX, immutable="ABCDE", box=GONE.replace("Gb ", "", 1))
    assert not play(turned, "lay Fa0 7,7").is_over
    # An active player who has nothing that fits merely lacks the action.
    stuck = back("Aa", "Kb", board=SIX, immutable="ABCDE", box=fewer)
    assert cells(stuck) == set()
    assert not stuck.is_over


@pytest.mark.rule("W-33", "W-37")
def test_four_points_for_each_block_at_the_end() -> None:
    state = back("Aa", board="4,0 A A / A; 0,3 I I / I I", immutable="I")
    done = play(state, "lay Aa0 5,1")
    assert done.view(None)["scores"] == [4, 0]
    assert passed(done).view(None)["scores"] == [4 + 2 * 4 + 5, 0]
    # To the owner of the marker.
    other = back("", "", board="0,3 I I / I I", fixed={"I": 1})
    assert passed(other).view(None)["scores"] == [0, 4 + 5]


@pytest.mark.rule("W-37")
def test_points_stay_when_tiles_are_lost() -> None:
    state = play(back("Aa Ba", board="4,0 A"), "lay Aa0 5,0", "lay Ba0 4,1")
    assert (lost(state), state.view(None)["scores"]) == ({"Aa": 2}, [2 + 1, 0])


BLOCKS = {
    "A": "0,0 Aa0 Aa0 / Aa0 Aa0",
    "B": "0,3 Bb0 Bb0 / Bb0 Bb0",
    "C": "0,6 Cb0 Cb0 / Cb0 Cb0",
    "F": "6,0 Fa0 Fa0 / Fa0 Fa0",
    "G": "6,3 Ga0 Ga0 / Ga0 Ga0",
    "K": "6,6 Ka0 Ka0 / Ka0 Ka0",
}


def majority(*counts: int, **options: Any) -> list[int]:
    """What four players get for so many blocks, besides 4 points for each."""
    owners = [side for side, count in enumerate(counts) for _ in range(count)]
    fixed = dict(zip(BLOCKS, owners, strict=False))
    board = ";".join(BLOCKS[pattern] for pattern in fixed)
    done = passed(back(*[""] * 4, board=board, fixed=fixed, **options))
    scores = done.view(None)["scores"]
    return [score - 4 * count for score, count in zip(scores, counts, strict=True)]


@pytest.mark.rule("W-34")
def test_one_majority_over_the_whole_mural() -> None:
    assert majority(3, 2, 1, 0) == [5, 3, 1, 0]
    assert majority(3, 0, 0, 0) == [5, 0, 0, 0]
    assert majority(0, 1, 0, 2) == [0, 3, 0, 5]
    assert majority(0, 0, 0, 0) == [0, 0, 0, 0]


@pytest.mark.rule("W-35")
def test_tied_players() -> None:
    assert majority(2, 2, 1, 0) == [3, 3, 1, 0]
    assert majority(3, 3, 0, 0) == majority(1, 1, 0, 0) == [3, 3, 0, 0]
    assert majority(2, 1, 1, 0) == [5, 3, 3, 0]
    assert majority(1, 1, 1, 0) == majority(2, 2, 2, 0) == [1, 1, 1, 0]
    assert majority(1, 1, 1, 1) == [0, 0, 0, 0]
    assert majority(2, 1, 1, 1) == [5, 1, 1, 1]
    assert majority(2, 2, 1, 1) == [3, 3, 3, 3]
    assert majority(2, 2, 1, 1, tie_rule="min") == [3, 3, 1, 1]
    assert majority(2, 2, 1, 1, tie_rule="first_only") == [3, 3, 1, 1]
    assert majority(2, 1, 1, 1, tie_rule="first_only") == [5, 3, 3, 3]


@pytest.mark.rule("W-36")
def test_ties_in_points() -> None:
    def winners(
        board: str, fixed: dict[str, int], scores: list[int]
    ) -> tuple[list[int], list[int]]:
        done = passed(back("", "", board=board, fixed=fixed, scores=scores))
        assert done.outcome is not None
        return list(done.outcome.winners), done.view(None)["scores"]

    board = "; ".join(BLOCKS[pattern] for pattern in "ABF")
    assert winners(board, {"A": 0, "B": 1, "F": 1}, [7, 0]) == ([0], [14, 13])
    # First more own markers on the mural.
    assert winners(board, {"A": 0, "B": 1, "F": 1}, [6, 0]) == ([1], [13, 13])
    # Then more own blocks beside a column: (4, 3) is adjacent to (3, 3), (1, 3) and (2, 2) are not.
    near = "0,0 Aa0 Aa0 / Aa0 Aa0; 1,3 Bb0 Bb0 / Bb0 Bb0"
    assert winners(near, {"A": 0, "B": 1}, [0, 0]) == ([1], [7, 7])
    assert winners(near, {"A": 1, "B": 0}, [0, 0]) == ([0], [7, 7])
    diagonal = "0,5 Aa0 Aa0 / Aa0 Aa0; 1,1 Bb0 Bb0 / Bb0 Bb0"
    assert winners(diagonal, {"A": 0, "B": 1}, [0, 0]) == ([0, 1], [7, 7])
    # Then both win.
    apart = "0,0 Aa0 Aa0 / Aa0 Aa0; 0,3 Bb0 Bb0 / Bb0 Bb0"
    assert winners(apart, {"A": 0, "B": 1}, [0, 0]) == ([0, 1], [7, 7])
