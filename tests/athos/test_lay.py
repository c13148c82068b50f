"""Laying a tile on the mural: section G."""

from __future__ import annotations

import pytest
from athos_positions import atelier, changed, legal, mural, play, points, position_of, table, tiles
from referee.athos.components import WINDOWS, default_set
from support import forbidden


@pytest.mark.rule("G-1")
def test_any_tile_of_the_own_atelier_can_be_laid() -> None:
    state = table("Aa Ga!", "Ka")
    assert {text.split()[1] for text in legal(state, "lay") if "0" in text.split()[1]} == {
        "Aa0",
        "Ga0!",
    }
    for text, rest in (("lay Aa0 4,4 card 0", "Ga!"), ("lay Ga0! 4,4 card 0", "Aa")):
        after = play(state, text)
        assert atelier(after, 0) == rest
        assert len(mural(after)) == 1
    for wrong in ("Ka0", "Aa0!", "Ga0", "Ba0"):
        assert forbidden(state, f"lay {wrong} 4,4 card 0") == "G-1"


@pytest.mark.rule("G-2", "G-3")
def test_the_pattern_is_that_of_the_face_that_is_up_and_its_card_opens() -> None:
    for face, pattern in (("Aa", "A"), ("Ba", "B"), ("Lb", "L")):
        after = play(table(face), f"lay {face}0 4,4 card 0")
        card = {"orientation": 0, "crossings": [None] * 4, "full": False}
        assert after.view(None)["cards"] == {pattern: card}
    after = play(table("Aa"), "rotate Aa Ba", "lay Ba0 4,4 card 0")
    assert list(after.view(None)["cards"]) == ["B"]
    # Once open, a card is not opened again, and stays as it is.
    state = table("Aa Ab", board="1,1 Aa0", cards={"A": {"orientation": 3}})
    after = play(state, "lay Ab0 1,2")
    assert after.view(None)["cards"]["A"]["orientation"] == 3


@pytest.mark.rule("G-4")
def test_an_open_card_stays_open_without_its_panel() -> None:
    cards = {"B": {"orientation": 2, "crossings": "1 - - -"}}
    state = table("Aa Ba", board="4,0 Ba0", cards=cards)
    after = play(state, "lay Aa0 4,1 card 0")
    assert mural(after) == {"4,1": "Aa0"}
    shown = {"orientation": 2, "crossings": [1, None, None, None], "full": False}
    assert after.view(None)["cards"]["B"] == shown
    assert forbidden(after, "lay Ba0 7,7") is None
    assert forbidden(after, "lay Ba0 7,7 card 0") == "G-5"


@pytest.mark.rule("G-5")
def test_who_opens_a_card_says_how_it_lies() -> None:
    state = table("Aa Ab")
    assert legal(state, "lay Aa0 4,4") == [f"lay Aa0 4,4 card {turns}" for turns in range(4)]
    assert forbidden(state, "lay Aa0 4,4") == "G-5"
    for turns in range(4):
        after = play(state, f"lay Aa0 4,4 card {turns}")
        assert after.view(None)["cards"]["A"]["orientation"] == turns
        assert legal(after, "lay Ab1 4,5") == ["lay Ab1 4,5"]
        assert forbidden(after, "lay Ab1 4,5 card 0") == "G-5"
    upright = table("Aa", card_orientation="upright")
    assert legal(upright, "lay Aa0 4,4") == ["lay Aa0 4,4"]
    assert forbidden(upright, "lay Aa0 4,4 card 0") == "G-5"
    assert play(upright, "lay Aa0 4,4").view(None)["cards"]["A"]["orientation"] == 0


@pytest.mark.rule("G-6")
@pytest.mark.parametrize("quarter_turns", range(4))
@pytest.mark.parametrize("window", WINDOWS)
def test_a_card_is_turned_clockwise_and_its_tiles_with_it(quarter_turns: int, window: str) -> None:
    # Cell (i, j) moves to (j, 2 - i), and its turn grows by 1, for each quarter-turn.
    artwork = {(i, j): tile for (i, j), tile in default_set().cards["A"].items()}
    for _ in range(quarter_turns):
        artwork = {(j, 2 - i): (face, (t + 1) % 4) for (i, j), (face, t) in artwork.items()}
    down, right = WINDOWS[window]
    square = {cell: artwork[down + cell[0], right + cell[1]] for cell in ((0, 0), (0, 1), (1, 0))}
    board = "; ".join(f"{4 + r},{4 + c} {face}{t}" for (r, c), (face, t) in square.items())
    face, turn = artwork[down + 1, right + 1]
    state = table(face, board=board, cards={"A": {"orientation": quarter_turns}})
    after = play(state, f"lay {face}{turn} 5,5")
    owners = [0 if name == window else None for name in WINDOWS]
    assert after.view(None)["cards"]["A"]["crossings"] == owners


@pytest.mark.rule("G-7")
def test_on_any_empty_cell_with_any_turn() -> None:
    state = table("Aa", board="4,4 B")
    lays = {tuple(text.split()[1:3]) for text in legal(state, "lay")}
    empty = {f"{r},{c}" for r in range(9) for c in range(9)} - {"4,4"}
    assert lays == {(f"Aa{turn}", cell) for turn in range(4) for cell in empty}
    for taken_or_outside in ("4,4", "9,0", "0,9"):
        assert forbidden(state, f"lay Aa0 {taken_or_outside} card 0") == "G-7"


@pytest.mark.rule("G-8")
def test_wrong_tiles_may_be_laid_and_score() -> None:
    state = table("Ab Aa", board="1,1 Aa1 Aa1 / Aa3 .")
    for turn in range(4):
        for face in ("Aa", "Ab"):
            right = (face, turn) == ("Ab", 2)
            assert points(state, play(state, f"lay {face}{turn} 2,2")) == (8 if right else 4)


@pytest.mark.rule("G-9")
def test_the_cell_has_to_suit_the_panel() -> None:
    state = table("Ab", board="4,4 Aa1 Aa1")
    found = {text.split()[2] for text in legal(state, "lay Ab0")}
    assert found == {"3,4", "3,5", "5,4", "5,5"}
    assert forbidden(state, "lay Ab0 0,0") == "N-4"
    assert forbidden(state, "lay Ab0 4,6") == "O-1"


@pytest.mark.rule("G-10")
def test_a_lay_is_legal_if_all_is_well_after_its_slides() -> None:
    state = table("Aa", board="4,4 B")
    assert mural(play(state, "lay Aa0 4,3 card 0")) == tiles("4,3 Aa0; 4,5 B")
    blocked = table("Aa", board="4,4 B; 4,6 C")
    assert forbidden(blocked, "lay Aa0 4,3 card 0") == "M-14"
    assert forbidden(blocked, "lay Aa0 5,4 card 0") is None


@pytest.mark.rule("G-11")
def test_slides_come_before_points_and_markers() -> None:
    # The last marker: the choice of the window shows what has been done before.
    cards = {"B": {"crossings": "0 0 0 0"}, "C": {"crossings": "0 0 0 -"}}
    cards["A"] = {"crossings": "1 - 1 -"}
    board = "1,1 Aa1 Aa1 Ab3 / Aa3 Ab2 . / . Ab3 Aa3; 2,4 La0"
    state = table("Aa", board=board, cards=cards, workshop="", scores=[0, 0])
    after = play(state, "lay Aa1 2,3")
    assert (mural(after)["2,3"], mural(after)["2,5"]) == ("Aa1", "La0")
    assert after.view(None)["scores"] == [0, 0]
    assert play(after, "mark SE").view(None)["scores"] == [8 + 4, 0]
    # The card is opened by the same lay.
    opened = play(table("Aa", board="4,4 B"), "lay Aa0 4,3 card 1").view(None)
    assert (opened["scores"], opened["cards"]["A"]["orientation"]) == ([1, 0], 1)


@pytest.mark.rule("G-12")
def test_a_forbidden_lay_opens_no_card() -> None:
    state = table("Aa", board="4,4 B; 4,6 C")
    assert forbidden(state, "lay Aa0 4,3 card 0") == "M-14"
    assert set(state.view(None)["cards"]) == {"B", "C"}
    assert set(position_of(changed(state))["cards"]) == {"B", "C"}
