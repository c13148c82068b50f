"""The solo variant: setup and turns (U-1 to U-20)."""

from __future__ import annotations

import pytest
from athos_positions import (
    atelier,
    dealt,
    game_of,
    legal,
    mural,
    play,
    rolled,
    table,
)
from support import forbidden, refusal

from athos.tug import solo, view

SQUARE = "4,4 Aa1 Aa1 / Aa3 Ab2"


@pytest.mark.rule("U-1")
def test_one_player_runs_a_negative_and_a_positive_atelier() -> None:
    state = dealt(game_of(1))
    assert view(state, "mode", "players", "seat") == ("solo", 1, None)
    assert len(state.view(None)["ateliers"]) == 2
    assert len(state.view(None)["scores"]) == 1
    negative, positive = solo("Aa"), solo("", "Aa", side=1)
    assert (negative.actor, positive.actor) == (0, 0)
    assert view(play(negative, "lay Aa0 4,4"), "scores") == ([-1],)
    assert view(play(positive, "lay Aa0 4,4"), "scores") == ([1],)
    for players in (2, 4):
        error = refusal(game_of, players, mode="solo")
        assert getattr(error, "rule", None) == "U-1"


@pytest.mark.rule("U-2")
def test_both_ateliers_have_three_free_and_two_protected_spaces() -> None:
    for side in (0, 1):
        held = ["", ""]
        held[side] = "Aa Ba"
        state = solo(*held, side=side)
        assert legal(state, "take")
        held[side] = "Aa Ba Ca Da!"
        full = solo(*held, side=side)
        assert forbidden(full, "take 0,0") == "E-2"
        assert forbidden(full, "protect Aa") is None
        held[side] = "Aa Ba Ca Da! Ea!"
        assert forbidden(solo(*held, side=side), "protect Aa") == "H-2"


@pytest.mark.rule("U-3")
def test_each_atelier_has_8_markers_and_the_common_one_starts_on_0() -> None:
    state = dealt(game_of(1))
    assert view(state, "stock", "scores") == ([8, 8], [0])
    for side in (0, 1):
        held = ["", ""]
        held[side] = "Ab"
        done = play(solo(*held, side=side, board="4,4 Aa1 Aa1 / Aa3"), "lay Ab2 5,5")
        assert done.view(None)["stock"] == ([7, 8] if side == 0 else [8, 7])


@pytest.mark.rule("U-4")
def test_yellow_markers_lie_on_10_20_and_30() -> None:
    assert view(dealt(game_of(1)), "yellow") == ([10, 20, 30],)
    assert view(dealt(game_of(2)), "yellow") == ([],)


@pytest.mark.rule("U-4", "U-21")
def test_the_drawing_shows_what_the_common_marker_aims_at() -> None:
    text = solo().draw_for(0)
    assert "score 0; yellow markers left at 10 20 30" in text
    assert "points" not in text
    # The artwork of card A as it lies, and its crossings.
    assert "card A: " in text
    assert "turned 0, markers - - - -" in text


@pytest.mark.rule("U-5")
def test_all_cards_lie_open_and_upright() -> None:
    state = dealt(game_of(1))
    cards = state.view(None)["cards"]
    assert list(cards) == list("ABCDEFGHIJKL")
    assert all(card["orientation"] == 0 for card in cards.values())
    first = solo("Aa")
    assert forbidden(first, "lay Aa1 4,4") is None
    assert forbidden(first, "lay Aa1 4,4 card 1") == "G-5"
    # The upright artwork is what counts.
    done = play(solo("Ab", board="4,4 Aa1 Aa1 / Aa3"), "lay Ab2 5,5")
    assert done.view(None)["cards"]["A"]["crossings"][0] == 0


@pytest.mark.rule("U-5")
def test_solo_orientation_choose() -> None:
    state = dealt(game_of(1, solo_orientation="choose"))
    assert all(card["orientation"] is None for card in state.view(None)["cards"].values())
    first = solo("Aa Aa", solo_orientation="choose", cards={"A": {"orientation": None}})
    assert forbidden(first, "lay Aa1 4,4") == "G-5"
    after = play(first, "lay Aa1 4,4 card 3")
    assert after.view(None)["cards"]["A"]["orientation"] == 3
    assert after.view(None)["cards"]["B"]["orientation"] in (None, 0)
    assert forbidden(after, "lay Aa1 4,5 card 0") == "G-5"
    assert forbidden(after, "lay Aa1 4,5") is None


@pytest.mark.rule("U-6")
@pytest.mark.parametrize(("start_tiles", "rest"), [(0, 8), (1, 6)])
def test_fundathos_is_filled_and_the_rest_goes_to_the_workshop(start_tiles: int, rest: int) -> None:
    options = {} if start_tiles == 0 else {"solo_start_tiles": start_tiles}
    state = dealt(game_of(1, **options))
    shown = state.view(None)
    assert sum(face is not None for row in shown["fundathos"] for face in row) == 36
    assert [len(each["free"]) for each in shown["ateliers"]] == [start_tiles] * 2
    assert [each["protected"] for each in shown["ateliers"]] == [[], []]
    assert sum(shown["workshop"].values()) == rest


@pytest.mark.rule("U-7")
def test_the_ateliers_alternate_and_atelier_1_begins() -> None:
    state = dealt(game_of(1))
    sides = []
    for _ in range(5):
        sides.append(state.view(None)["side"])
        state = play(state, legal(state, "take")[0], "pass")
    assert sides == [0, 1, 0, 1, 0]
    assert getattr(refusal(game_of, 1, first_player="random"), "rule", None) == "U-7"


@pytest.mark.rule("U-8")
def test_two_actions_in_any_order_and_repeated() -> None:
    state = solo("Aa Ba", workshop="Ca Da Ea")
    for actions in (("take Ca", "lay Aa0 4,4"), ("lay Aa0 4,4", "take Ca")):
        assert view(play(state, *actions), "side", "actions_left") == (1, 2)
    assert view(play(state, "take Ca"), "side", "actions_left") == (0, 1)
    empty = solo("", workshop="Ca Da Ea")
    assert view(play(empty, "take Ca", "take Da"), "side") == (1,)
    assert view(play(state, "rotate Aa Ba", "rotate Ba Ca"), "side") == (1,)
    assert view(play(state, "pass"), "side", "actions_left") == (1, 2)


@pytest.mark.rule("U-9")
def test_acquiring_fills_a_free_space_of_the_active_atelier() -> None:
    for side in (0, 1):
        state = solo("", "", side=side, workshop="Ca")
        assert atelier(play(state, "take Ca"), side) == "Ca"
        assert atelier(play(state, "take Ca"), 1 - side) == ""
        assert forbidden(state, "take 1,1") == "L-1"
        held = ["", ""]
        held[side] = "Aa Ba Da"
        full = solo(*held, side=side, workshop="Ca")
        assert forbidden(full, "take Ca") == forbidden(full, "take 0,0") == "E-2"


@pytest.mark.rule("U-10")
def test_laying_slides_and_grows_as_in_the_base_game() -> None:
    pushed = play(solo("Aa", board="4,4 Ba0 Ba0"), "lay Aa0 4,3")
    assert mural(pushed) == {"4,3": "Aa0", "4,5": "Ba0", "4,6": "Ba0"}
    assert forbidden(solo("Aa", board="4,4 Ba0 . Ca0"), "lay Aa0 4,3") == "M-14"
    assert forbidden(solo("Aa", board="4,4 Aa1"), "lay Aa0 0,0") == "N-4"
    assert forbidden(solo("Aa", board="4,4 Aa1 Aa1"), "lay Aa0 4,6") == "O-1"
    assert forbidden(solo("Aa", board=SQUARE), "lay Aa0 4,6") is None
    assert forbidden(solo("Aa", board="4,4 Aa1 Aa1 / Aa3 Ab3"), "lay Aa0 4,6") == "O-11"


@pytest.mark.rule("U-11")
def test_any_tile_of_the_active_atelier_is_rotated() -> None:
    state = solo("Aa Ba!", "Ka")
    assert atelier(play(state, "rotate Aa Ea"), 0) == "Ea Ba!"
    assert atelier(play(state, "rotate Ba! Ea"), 0) == "Aa Ea!"
    assert view(play(state, "rotate Ba! Ea"), "actions_left") == (1,)
    assert forbidden(state, "rotate Ka La") == "F-1"
    assert {text.split()[1] for text in legal(state, "rotate")} == {"Aa", "Ba!"}


@pytest.mark.rule("U-12")
def test_restoring_works_in_solo() -> None:
    for side, points_of in ((0, -8), (1, 8)):
        held = ["", ""]
        held[side] = "Ab"
        state = solo(*held, side=side, board="4,4 Aa1 Aa1 / Aa3 Ab3")
        done = rolled(play(state, "restore 5,5 Ab2"))
        assert mural(done)["5,5"] == "Ab2"
        assert view(done, "scores") == ([points_of],)


@pytest.mark.rule("U-13", "U-14")
def test_protecting_costs_an_action_and_needs_a_full_free_area() -> None:
    state = solo("Aa Ba Ca Da!", "Ea")
    after = play(state, "protect Ba")
    assert (atelier(after, 0), after.view(None)["actions_left"]) == ("Aa Ca Ba! Da!", 1)
    assert atelier(after, 1) == "Ea"
    for held in ("Aa Ba", "Aa Ba Da!", "Aa"):
        room = solo(held)
        assert forbidden(room, "protect Aa") == "U-14"
        assert legal(room, "protect") == []
    # The base game asks for no reason.
    assert forbidden(table("Aa"), "protect Aa") is None
    assert forbidden(state, "protect Ea") == "H-1"


@pytest.mark.rule("U-15")
def test_a_protected_tile_is_neither_laid_nor_used_in_a_restore() -> None:
    state = solo("Ab!", board="4,4 Aa1 Aa1 / Aa3 Ab3")
    assert forbidden(state, "restore 5,5 Ab2!") == "U-15"
    lay = solo("Ab! Aa", board="4,4 Aa1 Aa1 / Aa3")
    assert forbidden(lay, "lay Ab2! 5,5") == "U-15"
    assert {text.split()[1][:2] for text in legal(lay, "lay")} == {"Aa"}
    freed = play(lay, "unprotect Ab")
    assert forbidden(freed, "lay Ab2 5,5") is None
    assert forbidden(play(state, "unprotect Ab"), "restore 5,5 Ab2") is None
    # The base game allows both.
    base = table("Ab!", board="4,4 Aa1 Aa1 / Aa3 Ab3")
    assert forbidden(base, "restore 5,5 Ab2!") is None


@pytest.mark.rule("U-16")
def test_moving_to_a_free_space_is_free_at_any_time() -> None:
    state = solo("Aa Ca! Da!", "Ea!", workshop="Fa")
    freed = play(state, "unprotect Ca", "unprotect Da")
    assert (atelier(freed, 0), freed.view(None)["actions_left"]) == ("Aa Ca Da", 2)
    # Between the actions, and after them: the turn does not end by itself.
    between = play(state, "lay Aa0 4,4", "unprotect Da", "lay Da0 0,0")
    assert view(between, "actions_left", "side") == (0, 0)
    assert legal(between) == ["unprotect Ca", "pass"]
    assert forbidden(between, "take Fa") == "D-2"
    assert view(play(between, "unprotect Ca"), "side", "actions_left") == (1, 2)
    assert view(play(between, "pass"), "side", "actions_left") == (1, 2)
    # Of the active atelier alone, into a vacant space.
    assert forbidden(state, "unprotect Ea") == "U-16"
    assert forbidden(solo("Aa Ba Ca Da!"), "unprotect Da") == "U-16"
    # It is no action: who does nothing else has passed (Z-3).
    idle = play(solo("Da!"), "unprotect Da", "pass")
    assert view(idle, "passed") == (1,)
    assert forbidden(table("Da!"), "unprotect Da") == "H-5"


@pytest.mark.rule("U-17", "U-18", "U-19")
@pytest.mark.parametrize("side", [0, 1])
def test_the_swap_has_three_acts(side: int) -> None:
    held = ["Fa", "Fa"]
    held[side] = "Aa Ba Ca Da! Ea!"  # full
    state = solo(*held, side=side)
    after = play(state, f"swap Aa Ca Fa {1 - side}", "roll Ea")
    assert atelier(after, side) == "Ba Fa Da! Ea!"
    assert atelier(after, 1 - side) == "Aa"
    assert after.view(None)["actions_left"] == 1
    assert after.view(None)["workshop"]["Ea"] == state.view(None)["workshop"].get("Ea", 0) + 1
    # Only tiles in Free spaces take part.
    for text in (f"swap Da! Aa Fa {1 - side}", f"swap Aa Da! Fa {1 - side}"):
        assert forbidden(state, text) == "U-15"
    held[1 - side] = "Fa!"
    assert forbidden(solo(*held, side=side), f"swap Aa Ca Fa {1 - side}") == "I-9"
    assert forbidden(state, f"swap Aa Ca Fa {side}") == "I-1"


@pytest.mark.rule("U-20")
def test_the_swap_needs_two_own_tiles_and_one_of_the_other() -> None:
    assert forbidden(solo("Aa Da!", "Fa"), "swap Aa Aa Fa 1") == "U-20"
    assert legal(solo("Aa Da! Ea!", "Fa"), "swap") == []
    assert legal(solo("Aa Ba", ""), "swap") == []
    assert legal(solo("Aa Ba", "Fa!"), "swap") == []
    state = solo("Aa Ba", "Fa")
    assert legal(state, "swap") == ["swap Aa Ba Fa 1", "swap Ba Aa Fa 1"]
    # The tile received is neither given nor rolled.
    for text in ("swap Fa Aa Fa 1", "swap Aa Fa Fa 1"):
        assert forbidden(state, text) == "U-17"
