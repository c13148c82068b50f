"""Restoring a tile, and the workshop: sections J and K."""

from __future__ import annotations

from collections import Counter

import pytest
from athos_positions import atelier, legal, mural, play, points, rolled, table, tiles
from support import forbidden, outcomes

# A wrong square: Ab2 belongs on 2,2.
WRONG = "1,1 Aa1 Aa1 / Aa3 Ab3"
X_FACES = ["Ab", "Bb", "Ga", "Ha", "Ia", "Ja"]


@pytest.mark.rule("J-1")
def test_one_tile_goes_to_the_workshop_and_a_correct_one_comes() -> None:
    state = table("Ab Ba", board=WRONG)
    after = play(state, "restore 2,2 Ab2")
    assert mural(after) == tiles("1,1 Aa1 Aa1 / Aa3 Ab2")
    assert atelier(after, 0) == "Ba"
    assert set(outcomes(after)) == {f"roll {face}" for face in X_FACES}
    after = play(after, "roll Ja")
    assert after.view(None)["workshop"]["Ja"] == 1
    assert (after.actor, after.view(None)["actions_left"]) == (0, 1)
    # The tile that comes is of the same pattern.
    assert forbidden(state, "restore 2,2 Ba2") == "J-1"


@pytest.mark.rule("J-2")
def test_the_atelier_holds_a_tile_that_shows_the_pattern() -> None:
    assert legal(table("Ab", board=WRONG), "restore") == ["restore 2,2 Ab2"]
    assert legal(table("Ab!", board=WRONG), "restore") == ["restore 2,2 Ab2!"]
    # Another side of the same cube is not enough.
    for held in ("Bb", "", "Aa"):
        assert legal(table(held, board=WRONG), "restore") == []
    assert forbidden(table("Bb", board=WRONG), "restore 2,2 Ab2") == "J-2"
    assert forbidden(table("Ab", board=WRONG), "restore 2,2 Ab2!") == "J-2"


@pytest.mark.rule("J-3")
def test_only_incorrect_tiles_are_removed_whoever_laid_them() -> None:
    for seat in (0, 1):
        state = table("Ab Aa", "Ab Aa", board=WRONG, turn_of=seat)
        assert legal(state, "restore") == ["restore 2,2 Ab2"]
    assert forbidden(state, "restore 1,1 Aa1") == "J-7"
    assert forbidden(state, "restore 5,5 Aa1") == "J-3"


@pytest.mark.rule("J-4")
def test_only_the_border_of_a_pattern_is_repaired() -> None:
    board = "1,1 Aa1 Aa1 Ab3 / Aa3 Ab0 Aa1 / Ab3 Ab3 Aa0"
    state = table("Ab Aa", board=board)
    assert legal(state, "restore") == ["restore 3,3 Aa3"]
    assert forbidden(state, "restore 2,2 Ab2") == "J-4"
    # Without one of its neighbours the centre is on the border.
    open_side = board.replace("/ Ab3 Ab3 Aa0", "/ Ab3 . Aa0")
    assert "restore 2,2 Ab2" in legal(table("Ab Aa", board=open_side), "restore")


@pytest.mark.rule("J-5")
def test_reference_frames() -> None:
    # No correct square: the frames that most tiles fit; here two, and the player chooses.
    state = table("Aa Ab", board="1,1 Aa1 Aa1 / Ab3 Ab3")
    assert legal(state, "restore") == [
        "restore 1,1 Aa3",
        "restore 1,1 Ab2",
        "restore 1,2 Ab2",
        "restore 2,1 Aa3",
        "restore 2,2 Aa3",
        "restore 2,2 Ab2",
    ]
    # Three agree: a frame that fewer fit is none.
    assert legal(table("Aa Ab", board=WRONG), "restore") == ["restore 2,2 Ab2"]
    # A correct square: its frame alone, also if a tile lies outside of it.
    state = table("Ab", board="1,1 Aa0 Aa1 Aa1 / . Aa3 Ab2")
    found = ["restore 1,1 Ab3 1,4", "restore 1,1 Ab3 3,2", "restore 1,1 Ab3 3,3"]
    assert legal(state, "restore") == found


@pytest.mark.rule("J-6")
def test_tiles_of_correct_squares_are_not_incorrect() -> None:
    # Two correct squares of different frames, which share 2,2.
    state = table("Aa Ab", board="1,1 Aa1 Ab3 . / Ab2 Aa1 Aa1 / . Aa3 Ab2")
    assert legal(state, "restore") == []
    for cell, tile in (("1,1", "Aa1"), ("3,3", "Ab2"), ("2,3", "Aa1")):
        assert forbidden(state, f"restore {cell} {tile}") == "J-7"
    # Any other tile that does not fit is.
    state = table("Aa Ab", board="1,1 Aa1 Aa1 Ab0 / Aa3 Ab2 .")
    assert legal(state, "restore") == ["restore 1,3 Ab3"]


@pytest.mark.rule("J-7")
@pytest.mark.parametrize(
    "board",
    [
        "1,1 Aa1",
        "1,1 Aa1 Aa1",
        "1,1 Aa1 Aa1 / Aa3 .",
        "1,1 Aa1 Aa1 / Aa3 Ab2",
        "1,1 Aa1 Aa1 Ab3 / Aa3 Ab2 Aa1 / Ab3 Ab3 Aa3",
    ],
)
def test_correct_tiles_are_not_restored(board: str) -> None:
    state = table("Aa Ab", board=board)
    assert legal(state, "restore") == []
    for cell, tile in tiles(board).items():
        assert forbidden(state, f"restore {cell} {tile}") in ("J-7", "J-4")


@pytest.mark.rule("J-8")
def test_the_new_tile_is_what_the_frame_asks_for() -> None:
    state = table("Aa Ab", board=WRONG)
    assert legal(state, "restore") == ["restore 2,2 Ab2"]
    for wrong in ("Ab0", "Ab1", "Ab3", "Aa2"):
        assert forbidden(state, f"restore 2,2 {wrong}") == "J-8"
    # On the vacated cell, no other.
    assert forbidden(state, "restore 2,2 Ab3 1,3") == "J-9"


@pytest.mark.rule("J-9")
def test_for_a_tile_outside_the_frame_any_cell_of_the_frame() -> None:
    board = "1,1 Aa0 Aa1 Aa1 / . Aa3 Ab2"
    state = table("Ab", board=board)
    for cell in ("1,4", "3,2", "3,3"):
        after = rolled(play(state, f"restore 1,1 Ab3 {cell}"))
        assert mural(after) == tiles(f"1,2 Aa1 Aa1 / Aa3 Ab2; {cell} Ab3")
    # Not on the vacated cell, nor where the frame asks for something else.
    assert forbidden(state, "restore 1,1 Ab3") == "J-8"
    assert forbidden(state, "restore 1,1 Ab3 2,4") == "J-9"
    # It slides others, and must be legal in all that.
    state = table("Ab", board=board + "; 1,5 Ba0")
    after = rolled(play(state, "restore 1,1 Ab3 1,4"))
    assert mural(after)["1,6"] == "Ba0"
    state = table("Ab", board=board + "; 1,5 Ba0; 1,7 Cb0")
    assert forbidden(state, "restore 1,1 Ab3 1,4") == "M-14"
    # A block that is touched on two sides has a choice.
    state = table("Ab", board=board + "; 0,4 Ba0 Ba0; 1,5 Ba0")
    found = [f"restore 1,1 Ab3 1,4 push B:{way}" for way in "NE"]
    assert legal(state, "restore 1,1 Ab3 1,4") == found
    assert forbidden(state, "restore 1,1 Ab3 1,4") == "M-15"
    assert forbidden(state, "restore 1,1 Ab3 3,2 push B:N") == "M-15"
    assert forbidden(state, "restore 1,1 Ab3 3,2 card 0") == "G-5"


@pytest.mark.rule("J-10")
def test_a_restore_does_not_split_the_block() -> None:
    # 2,1 lies outside the frame and links 3,1 to the rest.
    state = table("Ab", board="1,2 Aa1 Aa1; 2,1 Aa0 Aa3 Ab2; 3,1 Aa0")
    moves = legal(state, "restore 2,1")
    assert moves == ["restore 2,1 Ab3 3,2"]
    assert forbidden(state, "restore 2,1 Ab3 3,3") == "J-10"
    assert "restore 3,1 Ab3 3,3" in legal(state, "restore 3,1")


@pytest.mark.rule("J-11", "J-12")
def test_the_new_tile_scores_and_completes_like_any_lay() -> None:
    state = table("Ab", board=WRONG)
    after = rolled(play(state, "restore 2,2 Ab2"))
    assert points(state, after) == 4 + 4
    assert after.view(None)["cards"]["A"]["crossings"] == [0, None, None, None]
    # Marked already: the group alone.
    state = table("Ab", board=WRONG, cards={"A": {"crossings": "1 - - -"}})
    assert points(state, rolled(play(state, "restore 2,2 Ab2"))) == 4
    # The ninth of a full panel.
    board = "1,1 Aa1 Aa1 Ab3 / Aa3 Ab2 Aa1 / Ab3 Ab3 Aa0"
    state = table("Aa", board=board, cards={"A": {"crossings": "1 1 1 -"}})
    assert points(state, rolled(play(state, "restore 3,3 Aa3"))) == 9 + 4 + 4


@pytest.mark.rule("J-13")
def test_a_restore_on_the_vacated_cell_slides_nothing() -> None:
    board = WRONG + "; 4,2 Ba0; 2,4 Ca0"
    after = play(table("Ab", board=board), "restore 2,2 Ab2")
    assert mural(after) == tiles("1,1 Aa1 Aa1 / Aa3 Ab2; 4,2 Ba0; 2,4 Ca0")
    # Not even where others may touch.
    board = WRONG + "; 2,3 Ba0"
    after = play(table("Ab", board=board, slide_contact="allow"), "restore 2,2 Ab2")
    assert mural(after) == tiles("1,1 Aa1 Aa1 / Aa3 Ab2; 2,3 Ba0")


@pytest.mark.rule("J-14", "K-2")
def test_what_comes_to_the_workshop_is_rolled() -> None:
    state = play(table("Ab", board=WRONG), "restore 2,2 Ab2")
    assert outcomes(state) == pytest.approx({f"roll {face}": 1 / 6 for face in X_FACES})
    for face in X_FACES:
        before = Counter(state.view(None)["workshop"])
        after = play(state, f"roll {face}")
        assert Counter(after.view(None)["workshop"]) - before == {face: 1}
    # It is the removed cube: a wrong Aa is of another kind.
    state = play(table("Ab", board="1,1 Aa1 Aa1 / Aa3 Aa0"), "restore 2,2 Ab2")
    assert set(outcomes(state)) == {f"roll {face}" for face in ["Aa", "Ba", "Ca", "Da", "Ea", "Fa"]}
    swap = play(table("Ka Aa", "Ga"), "swap Aa Ka Ga 1")
    assert outcomes(swap) == pytest.approx(
        {f"roll {face}": 1 / 6 for face in ["Cb", "Db", "Gb", "Hb", "Ka", "La"]}
    )


@pytest.mark.rule("J-15")
def test_earlier_points_stay() -> None:
    state = table("", "Ab", board="1,1 Aa1 Aa1 / Aa3 .", scores=[4, 7], turn_of=1)
    wrong = play(state, "lay Ab3 2,2", "pass", "pass")
    assert wrong.view(None)["scores"] == [4, 11]
    state = table("Ab", "", board=WRONG, scores=[4, 11])
    assert rolled(play(state, "restore 2,2 Ab2")).view(None)["scores"] == [12, 11]


@pytest.mark.rule("J-16")
def test_a_repaired_square_may_grow() -> None:
    state = table("Ab Ab", board=WRONG)
    assert forbidden(state, "lay Ab3 1,3") == "O-11"
    after = rolled(play(state, "restore 2,2 Ab2"))
    assert forbidden(after, "lay Ab3 1,3") is None


@pytest.mark.rule("J-17")
@pytest.mark.parametrize(("mode", "rule"), [("simplified", "T-5"), ("challenging", "W-9")])
def test_nothing_is_restored_without_cards(mode: str, rule: str) -> None:
    state = table("Ab Ab", board="1,1 Aa0 Aa0 / Ab0 .", mode=mode)
    assert legal(state, "restore") == []
    assert forbidden(state, "restore 2,1 Ab0") == rule


@pytest.mark.rule("K-1", "K-3")
def test_the_workshop_holds_any_number_all_open() -> None:
    state = table("", "", fundathos=["x....."] + ["......"] * 5)
    workshop = state.view(None)["workshop"]
    assert sum(workshop.values()) == 43
    assert legal(state, "take") == [*(f"take {face}" for face in workshop), "take 0,0"]
    # Another one still finds room.
    crowded = table("Ab Aa", "Ga", fundathos=["x....."] + ["......"] * 5)
    after = rolled(play(crowded, "swap Ab Aa Ga 1"))
    assert sum(after.view(None)["workshop"].values()) == 41


@pytest.mark.rule("K-4", "K-5")
def test_tiles_come_from_setup_swap_and_restore_not_from_the_mural_s_edge() -> None:
    state = table("Aa Ha", "Ka", board="1,0 Ba0")
    before = sum(state.view(None)["workshop"].values())
    pushed = play(state, "lay Aa0 1,1 card 0")
    assert sum(pushed.view(None)["workshop"].values()) == before
    assert pushed.view(None)["box"] == {"Ba": 1}
    # Rolled cubes stand beside the workshop's, one for each swap or restore.
    for state, text in (
        (table("Aa Ha", "Ka"), "swap Aa Ha Ka 1"),
        (table("Ab", board=WRONG), "restore 2,2 Ab2"),
    ):
        before = sum(state.view(None)["workshop"].values())
        assert sum(rolled(play(state, text)).view(None)["workshop"].values()) == before + 1


@pytest.mark.rule("K-6")
def test_what_lies_in_the_workshop_keeps_its_face() -> None:
    state = table("Aa Ha", "Ka", workshop="Lb Hb")
    before = Counter(state.view(None)["workshop"])
    after = play(state, "swap Aa Ha Ka 1", "roll Ga", "pass", "pass", "pass")
    assert Counter(after.view(None)["workshop"]) == before + Counter({"Ga": 1})
    assert after.actor == 0 or after.is_over
