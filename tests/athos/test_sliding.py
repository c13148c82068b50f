"""Sliding, grout and one panel for each pattern: sections M and N."""

from __future__ import annotations

from random import Random
from typing import Any

import ludoteca as lt
import pytest
from athos_positions import game_of, legal, mural, play, points, rolled, table, tiles
from support import course, forbidden

# Only patterns matter for most of sliding, and shapes are free here.
LOOSE: dict[str, Any] = {"mode": "simplified", "simple_shape": "none"}


@pytest.mark.rule("M-1", "M-2", "M-3", "M-4", "M-5")
@pytest.mark.parametrize(
    ("cell", "moved"), [("3,4", "5,4"), ("7,4", "3,4"), ("4,3", "4,5"), ("5,6", "4,3")]
)
def test_a_tile_pushes_the_whole_block_one_cell_away(cell: str, moved: str) -> None:
    state = table("Aa", board="4,4 Ba1 Bb1 / Ba0 Bb0 / Ba3 .")
    after = play(state, f"lay Aa2 {cell} card 0")
    assert mural(after) == tiles(f"{cell} Aa2; {moved} Ba1 Bb1 / Ba0 Bb0 / Ba3 .")
    assert after.view(None)["box"] == {}


@pytest.mark.rule("M-6", "N-2")
def test_diagonal_contact_pushes_nothing_and_is_allowed() -> None:
    state = table("Aa", board="4,4 B B / B B")
    for cell in ("3,3", "3,6", "6,3", "6,6"):
        after = play(state, f"lay Aa0 {cell} card 0")
        assert mural(after) == tiles(f"{cell} Aa0; 4,4 B B / B B")
    # So are blocks that come to stand like that.
    state = table("Aa", board="4,4 B; 3,6 C")
    assert mural(play(state, "lay Aa0 4,3 card 0")) == tiles("4,3 Aa0; 4,5 B; 3,6 C")


@pytest.mark.rule("M-7", "M-8")
def test_the_own_block_stays() -> None:
    state = table("Aa", board="4,4 A A; 3,6 B")
    assert mural(play(state, "lay Aa0 3,4")) == tiles("3,4 A; 4,4 A A; 3,6 B")
    # Also where the tile pushes another one.
    state = table("Aa", board="4,4 A A; 3,6 B")
    assert mural(play(state, "lay Aa0 3,5")) == tiles("3,5 A; 4,4 A A; 3,7 B")


@pytest.mark.rule("M-9")
def test_all_touched_patterns_move_at_the_same_time() -> None:
    state = table("Aa", board="3,4 B; 5,4 C; 4,3 D; 4,5 E")
    after = play(state, "lay Aa0 4,4 card 0")
    assert mural(after) == tiles("4,4 Aa0; 2,4 B; 6,4 C; 4,2 D; 4,6 E")


@pytest.mark.rule("M-10")
def test_what_is_pushed_over_the_edge_leaves_the_game() -> None:
    state = table("Aa", board="3,0 Ba0 Bb1 / Bb0 .")
    before = state.view(None)["workshop"]
    after = play(state, "lay Aa0 3,2 card 0")
    assert mural(after) == tiles("3,2 Aa0; 3,0 Bb1")
    assert after.view(None)["box"] == {"Ba": 1, "Bb": 1}
    assert after.view(None)["workshop"] == before
    for board, cell in (("0,4 B", "1,4"), ("8,4 B", "7,4"), ("4,8 B", "4,7"), ("4,0 B", "4,1")):
        after = play(table("Aa", board=board), f"lay Aa0 {cell} card 0")
        assert (mural(after), after.view(None)["box"]) == ({cell: "Aa0"}, {"Ba": 1})


@pytest.mark.rule("M-11")
def test_what_has_left_does_not_come_back() -> None:
    state = play(table("Aa", board="3,0 Ba0 Bb1"), "lay Aa0 3,2 card 0", "pass")
    assert state.view(None)["box"] == {"Ba": 1}
    rng = Random(11)
    boxes = [0]
    for each in course(state, rng):
        if not each.is_over and each.actor is not lt.CHANCE:
            boxes.append(sum(each.view(None)["box"].values()))
    assert boxes == sorted(boxes)
    assert boxes[-1] >= 1


@pytest.mark.rule("M-12")
def test_only_a_lay_slides() -> None:
    board = "1,1 Aa1 Aa1 / Aa3 Ab3; 4,4 B; 4,6 C"
    state = table("Ab Ha Ka", "Ga", board=board)
    before = mural(state)
    for verb in ("take", "rotate", "protect", "swap"):
        for text in legal(state, verb)[:6]:
            assert mural(rolled(play(state, text))) == before
    restored = rolled(play(state, "restore 2,2 Ab2"))
    assert mural(restored) == {**before, "2,2": "Ab2"}
    # A restore outside the frame lays, and slides (J-9).
    state = table("Ab", board="1,1 Aa0 Aa1 Aa1 / . Aa3 Ab2; 1,5 Ba0")
    assert mural(rolled(play(state, "restore 1,1 Ab3 1,4")))["1,6"] == "Ba0"


@pytest.mark.rule("M-13")
def test_a_slide_slides_nothing_else() -> None:
    state = table("Aa", board="4,4 B; 4,6 C")
    assert forbidden(state, "lay Aa0 4,3 card 0") == "M-14"
    chain = table("Aa", board="4,4 B; 4,6 C", slide_contact="chain")
    assert mural(play(chain, "lay Aa0 4,3 card 0")) == tiles("4,3 Aa0; 4,5 B; 4,7 C")
    # Wave after wave, each block once; the third one away from the tile that touches it.
    chain = table("Aa", board="4,2 B; 4,4 C / C; 5,6 D", slide_contact="chain")
    assert mural(play(chain, "lay Aa0 4,1 card 0")) == tiles("4,1 Aa0; 4,3 B; 4,5 C / C; 5,7 D")
    choice = table("Aa", board="3,5 C C; 4,4 B; 4,6 C", slide_contact="chain")
    moves = [f"lay Aa0 4,3 push C:{way} card 0" for way in "NE"]
    found = [text for text in legal(choice, "lay Aa0 4,3") if text.endswith("card 0")]
    assert found == moves
    allow = table("Aa", board="4,4 B; 4,6 C", slide_contact="allow")
    assert mural(play(allow, "lay Aa0 4,3 card 0")) == tiles("4,3 Aa0; 4,5 B; 4,6 C")


@pytest.mark.rule("M-14")
def test_no_two_tiles_on_a_cell_and_no_two_patterns_side_by_side() -> None:
    for other in ("4,6", "3,5", "5,5"):
        state = table("Aa", board=f"4,4 B; {other} C")
        assert forbidden(state, "lay Aa0 4,3 card 0") == "M-14"
    # The block comes to stand beside the new tile itself.
    state = table("Aa", board="3,3 B B / B .; 5,3 B", **LOOSE)
    assert forbidden(state, "lay Aa0 4,4 push B:E") == "M-15"
    state = table("Aa", board="4,4 B; 3,2 B", **LOOSE)
    assert forbidden(state, "lay Aa0 4,3") == "M-14"
    # Two blocks would meet on one cell: B goes east to 6,3, C goes south to it.
    state = table("Aa", board="4,4 B; 6,2 B; 5,3 C", **LOOSE)
    assert forbidden(state, "lay Aa0 4,3") == "M-14"
    allow = table("Aa", board="4,4 B; 6,2 B; 5,3 C", slide_contact="allow", **LOOSE)
    assert forbidden(allow, "lay Aa0 4,3") == "M-14"


@pytest.mark.rule("M-15")
def test_a_block_touched_on_two_sides_slides_one_of_both_ways() -> None:
    board = "3,3 B B / B ."
    state = table("Aa", board=board, **LOOSE)
    moves = ["lay Aa0 4,4 push B:N", "lay Aa0 4,4 push B:W"]
    assert legal(state, "lay Aa0 4,4") == moves
    assert forbidden(state, "lay Aa0 4,4") == "M-15"
    assert mural(play(state, moves[0])) == tiles("4,4 Aa0; 2,3 B B / B .")
    assert mural(play(state, moves[1])) == tiles("4,4 Aa0; 3,2 B B / B .")
    # Only the ways that satisfy M-14; without any the lay is illegal.
    state = table("Aa", board=board + "; 1,3 C", **LOOSE)
    assert legal(state, "lay Aa0 4,4") == moves[1:]
    assert forbidden(state, moves[0]) == "M-14"
    state = table("Aa", board=board + "; 1,3 C; 4,1 D", **LOOSE)
    assert legal(state, "lay Aa0 4,4") == []
    # Other readings.
    state = table("Aa", board=board, multi_side="all", **LOOSE)
    assert mural(play(state, "lay Aa0 4,4")) == tiles("4,4 Aa0; 2,2 B B / B .")
    state = table("Aa", board=board, multi_side="illegal", **LOOSE)
    assert forbidden(state, "lay Aa0 4,4") == "M-15"
    # One side is named by nobody.
    assert forbidden(table("Aa", board="4,4 B", **LOOSE), "lay Aa0 4,3 push B:E") == "M-15"


@pytest.mark.rule("M-16")
def test_choices_of_several_blocks_are_made_jointly() -> None:
    board = "3,3 B B / B .; 4,5 C; 5,4 C C"
    state = table("Aa", board=board, **LOOSE)
    found = [f"lay Aa0 4,4 push B:{b} C:{c}" for b in "NW" for c in "ES"]
    assert legal(state, "lay Aa0 4,4") == found
    after = play(state, "lay Aa0 4,4 push B:W C:S")
    assert mural(after) == tiles("4,4 Aa0; 3,2 B B / B .; 5,5 C; 6,4 C C")
    blocked = table("Aa", board=board + "; 1,3 D", **LOOSE)
    assert legal(blocked, "lay Aa0 4,4") == found[2:]


@pytest.mark.rule("M-17")
def test_a_slide_scores_and_marks_nothing() -> None:
    # B is a correct square that nobody has marked.
    state = table("Aa", board="4,4 Bb0 Bb0 / Ba0 Bb0")
    after = play(state, "lay Aa0 4,3 card 0")
    assert points(state, after) == 1
    assert after.view(None)["cards"]["B"]["crossings"] == [None] * 4
    assert after.view(None)["stock"] == [8, 8]


@pytest.mark.rule("M-18")
def test_points_and_markers_stay_when_tiles_go() -> None:
    cards = {"B": {"crossings": "1 0 - -", "full": True}}
    state = table("Aa", board="4,0 Bb0 Bb0", cards=cards, scores=[5, 20])
    after = play(state, "lay Aa0 4,2 card 0")
    assert mural(after) == tiles("4,2 Aa0; 4,0 Bb0")
    assert after.view(None)["scores"] == [6, 20]
    card = {"orientation": 0, "crossings": [1, 0, None, None], "full": True}
    assert after.view(None)["cards"]["B"] == card
    assert after.view(None)["stock"] == [7, 7]


@pytest.mark.rule("M-19")
def test_a_pattern_that_has_left_starts_afresh() -> None:
    cards = {"B": {"orientation": 1, "crossings": "1 - - -"}}
    state = table("Aa Bb Ba", board="4,0 Ba0", cards=cards)
    assert forbidden(state, "lay Bb0 7,7") == "N-4"
    after = play(state, "lay Aa0 4,1 card 0")
    assert len({text.split()[2] for text in legal(after, "lay Bb0")}) > 70
    assert forbidden(after, "lay Bb0 7,7") is None
    after = play(after, "lay Bb0 7,7")
    card = {"orientation": 1, "crossings": [1, None, None, None], "full": False}
    assert after.view(None)["cards"]["B"] == card


@pytest.mark.rule("M-20")
def test_what_is_left_of_a_block_is_still_the_panel() -> None:
    state = table("Aa Ba", board="4,0 B B / B B", **LOOSE)
    after = play(state, "lay Aa0 4,2")
    assert mural(after) == tiles("4,2 Aa0; 4,0 B / B")
    assert forbidden(after, "lay Ba0 7,7") == "N-4"
    assert forbidden(after, "lay Ba0 3,0") is None


@pytest.mark.rule("N-1")
def test_no_two_patterns_are_ever_side_by_side() -> None:
    with pytest.raises(lt.StateFormatError) as caught:
        table(board="4,4 A B")
    assert caught.value.rule == "N-1"
    for seed in range(3):
        for state in course(game_of(3).start(seed=seed), Random(seed)):
            stand = mural(state)
            for cell, tile in stand.items():
                row, column = map(int, cell.split(","))
                for other in (f"{row + 1},{column}", f"{row},{column + 1}"):
                    assert stand.get(other, tile)[0] == tile[0]


@pytest.mark.rule("N-3")
def test_panels_may_be_any_distance_apart() -> None:
    state = table("Aa", board="0,0 B; 0,4 C")
    lays = {text.split()[2] for text in legal(state, "lay")}
    assert {"8,8", "0,2", "2,0", "4,4"} <= lays
    assert len(lays) == 79


@pytest.mark.rule("N-4", "N-5")
def test_a_new_tile_touches_the_panel_of_its_pattern() -> None:
    state = table("Ab", board="4,4 A")
    assert {text.split()[2] for text in legal(state, "lay")} == {"3,4", "5,4", "4,3", "4,5"}
    for diagonal in ("3,3", "3,5", "5,3", "5,5"):
        assert forbidden(state, f"lay Ab0 {diagonal}") == "N-4"
    assert forbidden(state, "lay Ab0 4,6") == "N-4"
    # In every mode.
    for mode in ("simplified", "solo", "duel", "challenging"):
        assert forbidden(table("Ab", board="4,4 A", mode=mode), "lay Ab0 6,6") == "N-4"


@pytest.mark.rule("N-6")
def test_players_split_no_block_but_the_edge_may() -> None:
    state = table("Ab", board="1,2 Aa1 Aa1; 2,1 Aa0 Aa3 Ab2; 3,1 Aa0")
    assert legal(state, "restore 2,1") == ["restore 2,1 Ab3 3,2"]
    # The middle of a U leaves: both ends are one block, and move as one.
    state = table("Aa", "Ca", board="3,0 B B / B . / B B", **LOOSE)
    after = play(state, "lay Aa0 3,2")
    assert mural(after) == tiles("3,2 A; 3,0 B; 5,0 B")
    after = play(after, "pass", "lay Ca0 6,0")
    assert mural(after) == tiles("3,2 A; 2,0 B; 4,0 B; 6,0 C")
