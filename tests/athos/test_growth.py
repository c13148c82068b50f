"""The shape of panels: 2x2 first, then 3x3, section O."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, product

import ludoteca as lt
import pytest
from athos_positions import changed, legal, mural, play, points, rolled, table
from referee.athos.components import WINDOWS, default_set
from support import forbidden

NW = "4,4 Aa1 Aa1 / Aa3 Ab2"  # the north-west window of card A
WRONG = "4,4 Aa1 Aa1 / Aa3 Ab3"
FULL = "4,4 Aa1 Aa1 Ab3 / Aa3 Ab2 Aa1 / Ab3 Ab3 Aa3"
ALL_MARKED = {"A": {"crossings": "1 1 1 1", "full": True}}
EVERYWHERE = {f"{r},{c}" for r in range(9) for c in range(9)}
Cell = tuple[int, int]


def cells(state: lt.State, face: str = "Ab") -> set[str]:
    """Where tiles of a face can be laid."""
    words = [text.split() for text in legal(state, "lay")]
    return {cell for _, tile, cell, *_ in words if tile[:2] == face}


def growing(block: Iterable[Cell], side: int) -> set[str]:
    """Empty cells beside a block that keep its box within a size."""
    block = set(block)
    found = set()
    for r, c in block:
        for cell in ((r - 1, c), (r, c + 1), (r + 1, c), (r, c - 1)):
            rows, cols = zip(*block, cell, strict=True)
            if cell not in block and max(max(rows) - min(rows), max(cols) - min(cols)) < side:
                found.add(f"{cell[0]},{cell[1]}")
    return found


@pytest.mark.rule("O-1", "O-2")
def test_before_a_square_a_panel_stays_within_2x2() -> None:
    assert cells(table("Ab")) == EVERYWHERE
    assert cells(table("Ab", board="4,4 Aa1")) == {"3,4", "4,5", "5,4", "4,3"}
    assert cells(table("Ab", board="4,4 Aa1 Aa1")) == {"3,4", "3,5", "5,4", "5,5"}
    assert cells(table("Ab", board="4,4 Aa1 Aa1 / Aa3")) == {"5,5"}
    assert cells(table("Ab", board="4,4 Aa1 . / Aa3 Ab2")) == {"4,5"}


@pytest.mark.rule("O-2", "O-3")
def test_nothing_but_an_l_and_a_square_before_a_correct_square() -> None:
    row = table("Ab", board="4,4 Aa1 Aa1")
    assert forbidden(row, "lay Ab3 4,6") == "O-1"  # correct, and three in a row
    assert forbidden(row, "lay Ab3 4,3") == "O-1"
    column = table("Ab", board="4,4 Aa1 / Aa3")
    assert forbidden(column, "lay Ab3 6,4") == "O-1"
    corner = table("Ab", board="4,4 Aa1 Aa1 / Aa3")
    for cell in ("4,6", "6,4", "3,4", "4,3"):
        assert forbidden(corner, f"lay Ab2 {cell}") == "O-1"
    assert forbidden(corner, "lay Ab2 5,5") is None


@pytest.mark.rule("O-4")
def test_tiles_of_the_first_stage_may_be_wrong_and_score() -> None:
    # Card A has no Ab0.
    first = play(table("Ab Ab"), "lay Ab0 4,4 card 0")
    second = play(first, "lay Ab0 4,5")
    assert [state.view(None)["scores"][0] for state in (first, second)] == [1, 3]
    third = table("Ab Ab", board="4,4 Ab0 Ab0")
    after = play(third, "lay Ab0 5,4", "lay Ab0 5,5")
    assert points(third, after) == 3 + 4
    assert {text.split()[1] for text in legal(third, "lay")} == {f"Ab{turn}" for turn in range(4)}


@pytest.mark.rule("O-5", "O-6", "O-11")
def test_a_correct_square_opens_3x3_and_a_wrong_one_closes_the_panel() -> None:
    square = set(product((4, 5), (4, 5)))
    open_panel = table("Ab", board=NW)
    assert cells(open_panel) == growing(square, 3) != set()
    assert forbidden(open_panel, "lay Ab3 4,6") is None
    closed = table("Ab", board=WRONG)
    assert cells(closed) == set()
    for cell in growing(square, 3):
        assert forbidden(closed, f"lay Ab3 {cell}") == "O-11"
    # Before the lay: three tiles and the fourth beyond the square are no square yet.
    three = table("Ab", board="4,4 Aa1 Aa1 / Aa3")
    assert forbidden(three, "lay Ab2 3,5") == "O-1"


@pytest.mark.rule("O-6", "O-7")
def test_the_second_stage_takes_tiles_in_any_order() -> None:
    """Every linked part of the artwork with the first square, and what can be added to it."""
    artwork = default_set().oriented("A", 0)
    square = list(product((0, 1), (0, 1)))
    rest = [cell for cell in artwork if cell not in square]
    seen = 0
    for count in range(5):
        for added in combinations(rest, count):
            block = [(r + 3, c + 3) for r, c in (*square, *added)]
            if (2, 2) in added and not {(1, 2), (2, 1)} & set(added):
                continue  # not linked
            rows = [
                " ".join(
                    "{}{}".format(*artwork[r, c]) if (r + 3, c + 3) in block else "."
                    for c in range(3)
                )
                for r in range(3)
            ]
            state = table("Ab", board=f"3,3 {' / '.join(rows)}")
            assert cells(state) == growing(block, 3), added
            seen += 1
    assert seen == 27


@pytest.mark.rule("O-8")
def test_a_wrong_tile_of_the_second_stage_scores_and_blocks_its_windows_alone() -> None:
    board = "4,4 Aa1 Aa1 Ab3 / Aa3 Ab2 ."
    state = table("Aa Aa", board=board, cards={"A": {"crossings": "1 - - -"}})
    wrong = play(state, "lay Aa2 5,6")
    assert points(state, wrong) == 6
    assert wrong.view(None)["cards"]["A"]["crossings"] == [1, None, None, None]
    assert cells(wrong, "Aa") == growing(product((4, 5), (4, 5, 6)), 3)
    # The ninth tile of a panel with one wrong tile: its own window, but no full panel.
    almost = "4,4 Aa1 Aa1 Ab0 / Aa3 Ab2 Aa1 / Ab3 Ab3 ."
    last = table("Aa", board=almost, cards={"A": {"crossings": "1 - 1 -"}})
    done = play(last, "lay Aa3 6,6")
    assert points(last, done) == 9 + 4
    assert done.view(None)["cards"]["A"] == {
        "orientation": 0,
        "crossings": [1, None, 1, 0],
        "full": False,
    }


@pytest.mark.rule("O-8")
def test_growth_error_close() -> None:
    board, free = "4,4 Aa1 Aa1 Ab3 / Aa3 Ab2 Aa2", growing(product((4, 5), (4, 5, 6)), 3)
    assert cells(table("Ab", board=board)) == free
    closed = table("Ab", board=board, growth_error="close")
    assert cells(closed) == set()
    assert forbidden(closed, "lay Ab3 6,4") == "O-8"
    right = "4,4 Aa1 Aa1 Ab3 / Aa3 Ab2 Aa1"
    assert cells(table("Ab", board=right, growth_error="close")) == free
    # Before the square a wrong tile closes nothing.
    assert cells(table("Ab", board="4,4 Aa1 Aa0", growth_error="close")) == {
        "3,4",
        "3,5",
        "5,4",
        "5,5",
    }


@pytest.mark.rule("O-9")
def test_a_tile_may_lie_outside_the_frame_of_the_square() -> None:
    # The square is the north-west window, so the frame is columns 4 to 6.
    state = table("Aa Aa", board=NW)
    after = play(state, "lay Aa0 4,3")
    assert points(state, after) == 5
    # Column 6 is closed while it stays; it is incorrect, so that a restore can take it away.
    assert not {"4,6", "5,6"} & cells(after, "Aa")
    outside = table("Aa", board="4,3 Aa0 Aa1 Aa1 / . Aa3 Ab2")
    assert {text.split()[1] for text in legal(outside, "restore")} == {"4,3"}


@pytest.mark.rule("O-9")
def test_growth_frame_aligned() -> None:
    frame = {"4,6", "5,6", "6,4", "6,5"}
    assert cells(table("Ab", board=NW)) == frame | {"4,3", "5,3", "3,4", "3,5"}
    aligned = table("Ab", board=NW, growth_frame="aligned")
    assert cells(aligned) == frame
    assert forbidden(aligned, "lay Ab3 4,3") == "O-9"
    assert forbidden(aligned, "lay Ab0 4,6") is None  # wrong, but in the frame
    # Before the square there is no frame.
    assert len(cells(table("Ab", board="4,4 Aa0", growth_frame="aligned"))) == 4


@pytest.mark.rule("O-10")
@pytest.mark.parametrize("gate", ["current", "sticky"])
def test_no_panel_is_larger_than_3x3(gate: str) -> None:
    row = table("Aa", board="4,3 Aa1 Aa1 Ab3 / Aa3 Ab2", gate=gate)
    assert forbidden(row, "lay Aa1 4,6") == "O-10"
    assert forbidden(row, "lay Aa1 4,2") == "O-10"
    column = table("Aa", board="3,4 Aa1 Aa1 / Aa3 Ab2 / Ab3 .", gate=gate)
    assert forbidden(column, "lay Aa1 6,4") == "O-10"
    assert forbidden(column, "lay Aa1 2,4") == "O-10"


@pytest.mark.rule("O-11")
def test_a_wrong_square_takes_no_tile_wherever() -> None:
    state = table("Aa Ab", board="4,4 Aa1 Aa1 / Aa3")
    closed = play(state, "lay Ab0 5,5")
    assert points(state, closed) == 4
    assert cells(closed, "Aa") == set()
    assert forbidden(closed, "lay Aa0 0,0") == "N-4"


@pytest.mark.rule("O-12")
def test_a_closed_panel_is_reopened_by_a_restore() -> None:
    state = table("Ab Ab", board=WRONG)
    assert cells(state) == set()
    repaired = rolled(play(state, "restore 5,5 Ab2"))
    assert points(state, repaired) == 4 + 4
    assert cells(repaired) == growing(product((4, 5), (4, 5)), 3)


@pytest.mark.rule("O-12", "O-13")
def test_a_closed_panel_is_pushed_and_reopened_by_what_it_loses() -> None:
    state = table("Ba Ab", board="4,0 Aa1 Aa1 / Aa3 Ab3")
    assert cells(state) == set()
    pushed = play(state, "lay Ba0 4,2 card 0")
    assert mural(pushed) == {"4,0": "Aa1", "5,0": "Ab3", "4,2": "Ba0"}
    assert pushed.view(None)["box"] == {"Aa": 2}
    assert cells(pushed) == {"4,1", "5,1"}
    # Off the mural altogether (M-19): begun afresh anywhere.
    gone = play(table("Ba Ab", board="4,0 Aa1 / Aa3"), "lay Ba0 4,1 card 0")
    assert cells(gone) == EVERYWHERE - {"4,1"}
    # Inside the mural a closed panel stays closed.
    inside = play(table("Ba Ab", board=WRONG), "lay Ba0 4,6 card 0")
    assert mural(inside)["4,3"] == "Aa1"
    assert cells(inside) == set()


@pytest.mark.rule("O-14")
def test_the_gate_looks_at_the_tiles_on_the_mural() -> None:
    full = FULL.removeprefix("4,4")
    # A full panel that loses a column keeps a correct square, and grows.
    state = table("Ba Ab", board=f"4,0{full}", cards=ALL_MARKED)
    pushed = play(state, "lay Ba0 5,3 card 0")
    assert mural(pushed)["4,0"] == "Aa1"
    assert {"4,2", "5,2", "6,2"} <= cells(pushed)
    # A strip of three is frozen until it is pushed off.
    strip = changed(table("Aa Ba", board="4,0 Aa1 / Aa3 / Ab3"), gates=["A"])
    assert cells(strip, "Aa") == set()
    assert cells(play(strip, "lay Ba0 5,1 card 0"), "Aa") == EVERYWHERE - {"5,1"}
    # Two tiles that are left follow O-1.
    two = changed(table("Aa", board="4,0 Aa1 / Aa3"), gates=["A"])
    assert cells(two, "Aa") == {"4,1", "5,1"}


@pytest.mark.rule("O-14")
def test_the_gate_asks_for_no_markers() -> None:
    unmarked = table("Ab", board=NW, cards={"A": {"crossings": "- - - -"}})
    assert cells(unmarked) == growing(product((4, 5), (4, 5)), 3)
    for owner in "01":
        marked = {"A": {"crossings": f"{owner} - - -"}}
        assert cells(table("Ab", board=WRONG, cards=marked)) == set()
        assert cells(table("Ab", board="4,4 Aa1 Aa1", cards=marked)) == {"3,4", "3,5", "5,4", "5,5"}


@pytest.mark.rule("O-14")
def test_gate_sticky() -> None:
    strip = "4,0 Aa1 / Aa3 / Ab3"
    sticky = table("Aa Ba", "Aa Aa", board=strip, gates=["A"], gate="sticky")
    assert cells(sticky, "Aa") == {"4,1", "5,1", "6,1"}
    # A strip whose panel never had a correct square stays frozen.
    assert cells(table("Aa", board=strip, gate="sticky"), "Aa") == set()
    # A square that is completed now passes the gate for good.
    built = play(table("Ab Ba", "Ab", board="4,0 Aa1 Aa1 / Aa3", gate="sticky"), "lay Ab2 5,1")
    pushed = play(built, "lay Ba0 4,2 card 0")
    assert mural(pushed) == {"4,0": "Aa1", "5,0": "Ab2", "4,2": "Ba0"}
    assert {"6,0", "3,0"} <= cells(pushed)
    # Begun afresh the panel has to pass it again.
    gone = play(sticky, "lay Ba0 5,1 card 0", "lay Aa0 0,7", "lay Aa0 0,6")
    assert cells(gone, "Aa") == {"1,6", "1,7"}


@pytest.mark.rule("O-15")
def test_a_panel_of_nine_takes_no_tile() -> None:
    for board in (FULL, FULL.replace("Ab2 Aa1", "Ab2 Aa2")):
        for gate in ("current", "sticky"):
            assert cells(table("Ab", board=board, cards=ALL_MARKED, gate=gate)) == set()
    state = table("Ab", board=FULL, cards=ALL_MARKED)
    for cell in ("3,4", "7,5", "5,3", "5,7"):
        assert forbidden(state, f"lay Ab3 {cell}") == "O-10"


@pytest.mark.rule("O-16")
@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("turns", range(4))
def test_a_square_is_judged_against_all_windows(window: str, turns: int) -> None:
    artwork = default_set().oriented("A", turns)
    row, col = WINDOWS[window]
    square = ["{}{}".format(*artwork[row + r, col + c]) for r, c in product((0, 1), (0, 1))]
    cards = {"A": {"orientation": turns}}

    def panel(tiles: list[str]) -> lt.State:
        board = f"4,4 {tiles[0]} {tiles[1]} / {tiles[2]} {tiles[3]}"
        return table("Ab", board=board, cards=cards)

    assert cells(panel(square)) == growing(product((4, 5), (4, 5)), 3)
    for at in range(4):
        other = f"{square[at][:2]}{(int(square[at][2]) + 1) % 4}"
        assert cells(panel([*square[:at], other, *square[at + 1 :]])) == set()
