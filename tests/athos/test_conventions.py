"""Conventions and definitions: section A."""

from __future__ import annotations

from pathlib import Path

import ludoteca as lt
import pytest
from athos_positions import (
    atelier,
    changed,
    game_of,
    legal,
    mural,
    play,
    points,
    position_of,
    rolled,
    table,
    tiles,
)
from referee.athos.components import WINDOWS, default_set
from support import forbidden

from athos.sets import rules_broken

CARD_A = default_set().oriented("A", 0)
SQUARE = "1,1 Aa1 Aa1 / Aa3 Ab2"


def cells(texts: list[str]) -> set[str]:
    """The cells of lays."""
    return {text.split()[2] for text in texts}


@pytest.mark.rule("A-1")
def test_cells_are_row_and_column_from_the_north_west() -> None:
    state = play(table("Aa"), "lay Aa0 0,2 card 0")
    assert state.view(None)["mural"][0][2] == "Aa0"
    # North is where rows are less, west where columns are.
    state = table("Aa", board="4,4 B")
    for cell, moved in (("5,4", "3,4"), ("3,4", "5,4"), ("4,5", "4,3"), ("4,3", "4,5")):
        assert mural(play(state, f"lay Aa0 {cell} card 0"))[moved] == "Ba0"


@pytest.mark.rule("A-2")
def test_only_a_full_side_is_contact() -> None:
    state = table("Ab Ba", board="4,4 A")
    assert cells(legal(state, "lay Ab0")) == {"3,4", "5,4", "4,3", "4,5"}
    pushing = {"3,4", "5,4", "4,3", "4,5"}
    for row in (3, 4, 5):
        for column in (3, 4, 5):
            if (cell := f"{row},{column}") != "4,4":
                after = mural(play(state, f"lay Ba0 {cell} card 0"))
                assert ("4,4" not in after) == (cell in pushing)


@pytest.mark.rule("A-3")
def test_a_tile_is_the_same_cube_wherever_it_lies() -> None:
    state = table("", "", fundathos=["x....."] + ["......"] * 5)
    face = state.view(None)["fundathos"][0][0]
    taken = play(state, "take 0,0")
    assert atelier(taken, 0) == face
    assert mural(play(taken, f"lay {face}3 4,4 card 0")) == {"4,4": f"{face}3"}
    # A cube that is in two places, or in none, is refused.
    ateliers = [{"free": [face, face], "protected": []}, {"free": [], "protected": []}]
    for wrong in (ateliers, [ateliers[1]] * 2):
        with pytest.raises(lt.StateFormatError):
            changed(taken, ateliers=wrong)


@pytest.mark.rule("A-4")
def test_turns_are_clockwise_quarter_turns_from_the_mural_s_north() -> None:
    state = table("Aa")
    for turn in range(4):
        after = play(state, f"lay Aa{turn} 4,4 card 0")
        assert mural(after) == {"4,4": f"Aa{turn}"}
    # The artwork of a card turned once asks for tiles turned once more (G-6).
    turned = table("Ab", board="1,1 Aa0 Aa2 / Ab3 .", cards={"A": {"orientation": 1}})
    assert points(turned, play(turned, "lay Ab3 2,2")) == 4
    turned = table("Aa", board="1,1 Aa0 Aa2 / Ab3 .", cards={"A": {"orientation": 1}})
    assert points(turned, play(turned, "lay Aa2 2,2")) == 8


@pytest.mark.rule("A-5")
def test_the_kind_follows_from_the_face(tmp_path: Path) -> None:
    for kind, (_, faces) in default_set().kinds.items():
        for face in faces:
            others = [other for other in faces if other != face]
            assert legal(table(face), "rotate") == [f"rotate {face} {other}" for other in others]
        assert "B-8" in rules_broken(tmp_path, "Ab Bb Ga", f"{faces[0]} Bb Ga") or kind == "X"


@pytest.mark.rule("A-6")
def test_each_face_belongs_to_one_pattern_with_one_card(tmp_path: Path) -> None:
    for face, (pattern, _) in default_set().faces.items():
        after = play(table(face), f"lay {face}0 4,4 card 0")
        assert list(after.view(None)["cards"]) == [pattern]
    # Faces of one pattern are one panel, also of different kinds.
    assert forbidden(table("Ab", board="1,1 Aa0"), "lay Ab0 4,4") == "N-4"
    without = ('Aa = { pattern = "A"', 'Aa = { pattern = "Z"')
    assert "A-6" in rules_broken(tmp_path, *without)


@pytest.mark.rule("A-7")
def test_turns_that_look_equal_are_one(tmp_path: Path) -> None:
    for face, order in (("Aa", 4), ("Bb", 2), ("Cb", 1)):
        state = table(face)
        found = {text.split()[1] for text in legal(state, "lay") if text.split()[2] == "4,4"}
        assert found == {f"{face}{turn}" for turn in range(order)}
        for turn in range(order, 4):
            assert forbidden(state, f"lay {face}{turn} 4,4 card 0") == "A-7"
    # In the card turned once, Bb0 asks for Bb1; turned twice it is Bb0 again.
    for quarter_turns, turn in ((0, 0), (1, 1), (2, 0), (3, 1)):
        corner, north, west = (_tile("B", quarter_turns, cell) for cell in ((0, 0), (0, 1), (1, 0)))
        cards = {"B": {"orientation": quarter_turns}}
        state = table("Bb", board=f"1,1 {corner} {north} / {west} .", cards=cards)
        assert points(state, play(state, f"lay Bb{turn} 2,2")) == 8
        assert points(state, play(state, f"lay Bb{1 - turn} 2,2")) == 4
    assert rules_broken(tmp_path, 'pattern = "A", order = 4', 'pattern = "A", order = 3') == {"A-7"}


def _tile(letter: str, quarter_turns: int, cell: tuple[int, int]) -> str:
    """What a card that lies so asks for."""
    face, turn = default_set().oriented(letter, quarter_turns)[cell]
    return f"{face}{turn}"


@pytest.mark.rule("A-8")
def test_a_block_is_all_tiles_of_a_pattern_linked_or_not() -> None:
    state = table("Ba Ab", board="1,2 Aa0 . Aa0")
    assert mural(play(state, "lay Ba0 1,1 card 0")) == tiles("1,1 Ba0 . Aa0 . Aa0")
    # The bounding box counts, not the number of tiles.
    assert forbidden(state, "lay Ab0 1,3") == "O-1"
    assert forbidden(table("Ab", board="1,2 Aa0 / . Aa0"), "lay Ab0 1,3") is None


@pytest.mark.rule("A-9")
def test_a_group_is_what_can_be_reached_through_its_own_pattern() -> None:
    board = "1,1 A . A; 2,3 A; 4,4 B"
    state = table("Aa Aa", board=board, mode="simplified", simple_shape="none")
    assert points(state, play(state, "lay Aa0 0,1")) == 2
    assert points(state, play(state, "lay Aa0 3,3")) == 3
    assert points(state, play(state, "lay Aa0 1,2")) == 4


@pytest.mark.rule("A-10", "A-21")
@pytest.mark.parametrize("shape", ["B", "B B", "B B / B .", "B B / B B"])
def test_what_holds_for_panels_holds_from_the_first_tile_on(shape: str) -> None:
    state = table("Ca Bb", board=f"4,3 {shape}")
    after = play(state, "lay Ca0 4,2 card 0")
    assert mural(after) == tiles(f"4,2 Ca0; 4,4 {shape}")
    assert forbidden(state, "lay Bb0 7,7") == "N-4"


@pytest.mark.rule("A-11")
def test_artworks_are_three_by_three(tmp_path: Path) -> None:
    last_row = "Aa3 Ab2 Aa1\nAb3 Ab3 Aa3\n"
    for wrong in ("Aa3 Ab2 Aa1\n", last_row + "Aa1 Aa1 Aa1\n", "Aa3 Ab2 Aa1\nAb3 Ab3\n"):
        assert rules_broken(tmp_path, last_row, wrong) == {"A-11"}


@pytest.mark.rule("A-12")
@pytest.mark.parametrize("window", WINDOWS)
def test_a_card_has_four_windows_with_a_crossing_each(window: str) -> None:
    down, right = WINDOWS[window]
    rows = [
        [f"{face}{turn}" for face, turn in (CARD_A[down + i, right + j] for j in (0, 1))]
        for i in (0, 1)
    ]
    last = rows[1][1]
    board = f"3,3 {' '.join(rows[0])} / {rows[1][0]} ."
    state = table(last[:2], board=board)
    after = play(state, f"lay {last} 4,4")
    owners = [0 if name == window else None for name in WINDOWS]
    assert after.view(None)["cards"]["A"]["crossings"] == owners


@pytest.mark.rule("A-13")
def test_a_frame_may_reach_over_the_edge() -> None:
    # Ab2 is the centre of the card alone: the frame begins on (-1, -1).
    state = table("Aa", board="0,0 Ab2 Aa0")
    assert legal(state, "restore") == ["restore 0,1 Aa1"]
    state = table("Ab Aa", board="8,7 Aa0 Ab2")
    assert legal(state, "restore") == ["restore 8,7 Aa3"]


@pytest.mark.rule("A-14")
@pytest.mark.parametrize("quarter_turns", range(4))
def test_tiles_fit_the_card_as_it_lies(quarter_turns: int) -> None:
    cards = {"A": {"orientation": quarter_turns}}
    north, west, centre, east = (
        _tile("A", quarter_turns, cell) for cell in ((0, 1), (1, 0), (1, 1), (1, 2))
    )
    # The wrong tile has the right face, half a turn away.
    face, turn = east[:2], int(east[2])
    board = f"3,3 . {north} . / {west} {centre} {face}{(turn + 2) % 4}"
    state = table("Aa Ab", board=board, cards=cards)
    assert legal(state, "restore") == [f"restore 4,5 {east}"]


@pytest.mark.rule("A-15")
def test_a_correct_square_equals_a_window_in_face_turn_and_place() -> None:
    def marked(board: str, lay: str) -> bool:
        state = table("Aa Ab", board=board)
        after = play(state, lay)
        return any(owner is not None for owner in after.view(None)["cards"]["A"]["crossings"])

    assert marked("1,1 Aa1 Aa1 / Aa3 .", "lay Ab2 2,2")
    for wrong in ("lay Ab1 2,2", "lay Aa2 2,2", "lay Ab0 2,2"):
        assert not marked("1,1 Aa1 Aa1 / Aa3 .", wrong)
    for board in ("1,1 Aa1 Aa0 / Aa3 .", "1,1 Aa1 Aa1 / Ab3 .", "1,1 Aa3 Aa1 / Aa1 ."):
        assert not marked(board, "lay Ab2 2,2")


@pytest.mark.rule("A-16")
def test_neither_mirrored_nor_turned_squares_are_correct() -> None:
    mirrored = table("Aa", board="1,1 Aa1 Aa1 / Ab2 .")
    assert points(mirrored, play(mirrored, "lay Aa3 2,2")) == 4
    # The window NW turned by a quarter: correct only if the card is turned too.
    board = "1,1 Aa0 Aa2 / Ab3 ."
    for quarter_turns in range(4):
        state = table("Aa", board=board, cards={"A": {"orientation": quarter_turns}})
        assert points(state, play(state, "lay Aa2 2,2")) == (8 if quarter_turns == 1 else 4)


@pytest.mark.rule("A-17")
def test_a_full_panel_is_nine_tiles_of_one_frame() -> None:
    marked = {"A": {"crossings": "1 1 1 1"}}
    state = table("Aa", board="1,1 Aa1 Aa1 Ab3 / Aa3 Ab2 Aa1 / Ab3 Ab3 .", cards=marked)
    assert points(state, play(state, "lay Aa3 3,3")) == 13
    assert points(state, play(state, "lay Aa2 3,3")) == 9
    wrong = table("Aa", board="1,1 Aa1 Aa1 Ab2 / Aa3 Ab2 Aa1 / Ab3 Ab3 .", cards=marked)
    assert points(wrong, play(wrong, "lay Aa3 3,3")) == 9
    eight = table("Aa", board="1,1 Aa1 Aa1 Ab3 / Aa3 Ab2 . / Ab3 . .", cards=marked)
    assert points(eight, play(eight, "lay Aa1 2,3")) == 7


@pytest.mark.rule("A-18")
def test_prestige_points_decide() -> None:
    for scores, winners in (([5, 3], (0,)), ([3, 5], (1,)), ([4, 4], (0, 1))):
        outcome = play(table(scores=scores), "pass", "pass").outcome
        assert outcome is not None
        assert (list(outcome.scores), outcome.winners) == (scores, winners)


@pytest.mark.rule("A-19")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_only_the_active_player_scores_and_marks(seat: int) -> None:
    hands = ["Ab" if other == seat else "" for other in range(3)]
    state = table(*hands, board="1,1 Aa1 Aa1 / Aa3 .", turn_of=seat, cards={"B": {}})
    view = play(state, "lay Ab2 2,2").view(None)
    assert view["scores"] == [8 if other == seat else 0 for other in range(3)]
    assert view["stock"] == [7 if other == seat else 8 for other in range(3)]
    assert view["cards"]["A"]["crossings"] == [seat, None, None, None]


@pytest.mark.rule("A-20")
def test_a_space_holds_at_most_one_tile() -> None:
    state = table("Aa Aa Aa Ba! Ba!", "Ca")
    assert atelier(state, 0) == "Aa Aa Aa Ba! Ba!"
    for wrong in ("Aa Aa Aa Aa", "Ba! Ba! Ba!"):
        with pytest.raises(lt.StateFormatError) as caught:
            table(wrong)
        assert caught.value.rule == "A-20"
    # No action fills a space twice.
    assert forbidden(state, "take 0,0") == "E-2"
    assert forbidden(state, "protect Aa") == "H-2"


def test_positions_are_read_as_they_are_written() -> None:
    state = table("Aa Ba!", "Ca", board=SQUARE, cards={"A": {"crossings": "1 - - -"}})
    assert position_of(changed(state)) == position_of(state)
    assert position_of(state)["gates"] == ["A"]
    setup = game_of().start()
    assert position_of(rolled(setup))["bag"] == {}
