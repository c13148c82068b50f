"""Two players and the simplified variant, section T."""

from __future__ import annotations

from random import Random

import ludoteca as lt
import pytest
from athos_positions import (
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
from support import forbidden, refusal, some_action

SPENT = {"C": {"crossings": "0 0 0 0"}, "D": {"crossings": "0 0 0 0"}}


def passed(state: lt.State) -> lt.State:
    """The end that comes when everybody passes."""
    while not state.is_over:
        state = state.apply("pass")
    return state


def cells(state: lt.State) -> set[str]:
    """Where tiles can be laid."""
    return {text.split()[2] for text in legal(state, "lay")}


@pytest.mark.rule("T-1")
@pytest.mark.parametrize("players", range(2, 7))
def test_with_all_markers_used_tiles_alone_score(players: int) -> None:
    state = table("Ab", board="4,4 Aa1 Aa1 / Aa3 .", cards=SPENT, players=players)
    done = play(state, "lay Ab2 5,5")
    assert points(state, done) == 4
    assert done.view(None)["cards"]["A"]["crossings"] == [None] * 4
    # The other ones have theirs.
    other = table("", "Ab", board="4,4 Aa1 Aa1 / Aa3 .", cards=SPENT, players=players, turn_of=1)
    assert points(other, play(other, "lay Ab2 5,5"), 1) == 8


@pytest.mark.rule("T-2")
def test_two_players_have_no_other_rule() -> None:
    two, three = dealt(game_of(2)), dealt(game_of(3))
    assert two.view(None)["stock"] == three.view(None)["stock"][:2] == [8, 8]
    assert two.view(None)["actions_left"] == three.view(None)["actions_left"] == 2
    for marks, scores in (("0 0 1 -", [10, 4]), ("0 1 - -", [4, 4]), ("- 1 - -", [0, 10])):
        cards = {"A": {"crossings": marks}}
        assert passed(table("", "", cards=cards)).view(None)["scores"] == scores
        assert passed(table("", "", "", cards=cards)).view(None)["scores"] == [*scores, 0]


@pytest.mark.rule("T-3")
@pytest.mark.parametrize("players", range(2, 7))
def test_the_setup_is_that_of_the_base_game_without_cards(players: int) -> None:
    simple = dealt(game_of(players, mode="simplified")).view(None)
    base = dealt(game_of(players)).view(None)
    assert simple["fundathos"] == base["fundathos"]
    assert simple["ateliers"] == base["ateliers"]
    assert [len(each["free"]) for each in simple["ateliers"]] == [1] * players
    assert simple["workshop"] == base["workshop"]
    state = table("Aa", mode="simplified")
    after = play(state, "lay Aa0 4,4")
    assert after.view(None)["cards"] == {}
    for text in ("lay Aa0 4,4 card 0", "lay Aa0 4,4 card 1"):
        assert forbidden(state, text) == "G-5"
    card = {"A": {"orientation": 0, "crossings": [None] * 4, "full": False}}
    assert getattr(refusal(changed, after, cards=card), "rule", None) == "T-3"
    for wrong in (1, 7):
        with pytest.raises(lt.OptionError):
            game_of(wrong, mode="simplified")


@pytest.mark.rule("T-4")
def test_there_are_no_markers_bonuses_and_majorities() -> None:
    state = table("Ab Aa", board="4,4 A A / A .", mode="simplified")
    done = play(state, "lay Ab0 5,5")
    assert (points(state, done), done.view(None)["stock"]) == (4, [8, 8])
    full = table("Aa", board="4,4 A A A / A A A / A A .", mode="simplified")
    done = play(full, "lay Aa0 6,6")
    assert points(full, done) == 9
    assert passed(done).view(None)["scores"] == [9, 0]
    rng = Random(4)
    state = dealt(game_of(3, mode="simplified"))
    while not state.is_over:
        before, state = state, rolled(state.apply(some_action(state, rng)))
        assert state.view(None)["stock"] == [8, 8, 8]
    assert state.view(None)["scores"] == before.view(None)["scores"]


@pytest.mark.rule("T-5")
def test_there_is_no_restore() -> None:
    state = table("Ab Aa", board="4,4 A A / A Ab0", mode="simplified")
    assert legal(state, "restore") == []
    for text in ("restore 5,5 Ab2", "restore 5,5 Ab0", "restore 0,0 Aa0"):
        assert forbidden(state, text) == "T-5"
    base = table("Ab Aa", board="4,4 Aa1 Aa1 / Aa3 Ab3")
    assert legal(base, "restore")


@pytest.mark.rule("T-6", "T-8")
def test_each_lay_scores_its_group_whatever_it_shows() -> None:
    order = ["4,4", "4,5", "5,4", "5,5", "4,6", "5,6", "6,4", "6,5", "6,6"]
    state = table("Ab", mode="simplified")
    for count, cell in enumerate(order):
        face = "Aa" if count % 3 else "Ab"
        board = "; ".join(
            f"{each} {'Ab0' if k % 2 else 'Aa0'}" for k, each in enumerate(order[:count])
        )
        state = table(face, board=board, mode="simplified")
        assert points(state, play(state, f"lay {face}0 {cell}")) == count + 1
    assert mural(play(state, f"lay {face}0 6,6"))["6,6"] == f"{face}0"


@pytest.mark.rule("T-7")
def test_sliding_grout_and_one_panel_a_pattern_stay() -> None:
    state = table("Aa", board="4,4 B B; 0,0 A; 4,7 C", mode="simplified")
    assert forbidden(state, "lay Aa0 7,7") == "N-4"
    state = table("Aa Ab", board="4,4 B B", mode="simplified")
    pushed = play(state, "lay Aa0 4,3")
    assert mural(pushed) == {"4,3": "Aa0", "4,5": "Ba0", "4,6": "Ba0"}
    assert forbidden(table("Aa", board="4,4 B . C", mode="simplified"), "lay Aa0 4,3") == "M-14"
    lost = play(table("Aa", board="4,0 B B", mode="simplified"), "lay Aa0 4,2")
    assert lost.view(None)["box"] == {"Ba": 1}


@pytest.mark.rule("T-7")
def test_panels_grow_to_2x2_and_then_any_square_lets_them_grow_to_3x3() -> None:
    row = table("Aa", board="4,4 A A", mode="simplified")
    assert cells(row) == {"3,4", "3,5", "5,4", "5,5"}
    assert forbidden(row, "lay Aa0 4,6") == "O-1"
    for square in ("4,4 Aa0 Aa0 / Aa0 Aa0", "4,4 Aa0 Ab0 / Ab0 Aa0"):
        state = table("Aa", board=square, mode="simplified")
        assert cells(state) == {"3,4", "3,5", "6,4", "6,5", "4,3", "5,3", "4,6", "5,6"}
    wide = table("Aa", board="4,3 A A A / A A", mode="simplified")
    assert forbidden(wide, "lay Aa0 4,6") == "O-10"
    # What cards alone can tell has no effect.
    odd = "4,4 Aa0 Ab0 / Ab0 Aa0"
    assert len(cells(table("Aa", board=odd, mode="simplified", growth_error="close"))) == 8
    assert len(cells(table("Aa", board=odd, mode="simplified", growth_frame="aligned"))) == 8
    strip = changed(table("Aa", board="4,0 A / A / A", mode="simplified"), gates=["A"])
    assert cells(strip) == set()
    sticky = table("Aa", board="4,0 A / A / A", gates=["A"], mode="simplified", gate="sticky")
    assert cells(sticky) == {"4,1", "5,1", "6,1"}


@pytest.mark.rule("T-7")
def test_simple_shape_none() -> None:
    row = table("Aa", board="4,0 A A A A", mode="simplified", simple_shape="none")
    assert cells(row) == {"4,4", *(f"{r},{c}" for r in (3, 5) for c in range(4))}
    assert points(row, play(row, "lay Aa0 4,4")) == 5
    assert forbidden(row, "lay Aa0 8,8") == "N-4"
    # In other modes the option does nothing.
    assert forbidden(table("Aa", board="4,4 Aa1 Aa1", simple_shape="none"), "lay Aa0 4,6") == "O-1"


@pytest.mark.rule("T-8")
def test_tiles_are_laid_without_a_turn() -> None:
    state = table("Aa", mode="simplified")
    assert len(legal(state, "lay")) == 81
    for turn in (1, 2, 3):
        assert forbidden(state, f"lay Aa{turn} 4,4") == "T-8"
    assert position_of(play(state, "lay Aa0 4,4"))["mural"][4][4] == "Aa0"
    turned = position_of(play(state, "lay Aa0 4,4"))["mural"]
    turned[4][4] = "Aa1"
    refusal(changed, state, mural=turned)


@pytest.mark.rule("T-9")
def test_a_tie_is_a_shared_victory() -> None:
    done = passed(table("Aa", "", "", board="4,4 A", mode="simplified", scores=[3, 7, 7]))
    assert done.outcome is not None
    assert (done.outcome.winners, list(done.outcome.returns)) == ((1, 2), [0.0, 0.5, 0.5])
