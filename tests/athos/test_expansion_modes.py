"""Masters and tools in solo, duel, teams and the challenging variant, and the engine's guards."""

from __future__ import annotations

import pytest
from athos_positions import changed, game_of, legal, play, position_of, rolled, table
from support import forbidden, refusal

from athos.expansions import NONE, left, scores, tools, with_master, with_tool


@pytest.mark.rule("W-11", "W-9", "Y-25")
def test_in_the_challenging_variant_a_tile_of_the_box_completes_a_square() -> None:
    board = "1,1 Aa0 Aa0 / Aa0 ."
    state = with_tool("spatulas 2", mode="challenging", box="Ab", board=board)
    view = play(state, "retrieve Ab0 2,2").view(None)
    assert (view["immutable"], view["stock"], view["scores"]) == ({"A": 0}, [7, 8], [4, 0])


@pytest.mark.rule("W-11", "X-19", "W-32")
def test_in_the_challenging_variant_a_free_lay_completes_a_square() -> None:
    board = "1,1 Aa0 Aa0 / Aa0 ."
    state = with_master("laying", ateliers=("Ab",), mode="challenging", board=board)
    after = play(state, "use laying lay Ab0 2,2")
    view = after.view(None)
    assert (view["immutable"], view["scores"], left(after)) == ({"A": 0}, [4, 0], (0, 2))
    # A pattern with an immutable block is finished.
    assert legal(after, "use") == []
    for card in ("correction 1,1", "restoration restore 1,1 Aa0"):
        assert forbidden(after, f"use {card}") == "X-8"


@pytest.mark.rule("W-31", "Y-36")
def test_tools_pay_in_the_challenging_variant() -> None:
    state = with_tool("set_squares 1", ateliers=("Aa",), mode="challenging", board="1,1 Ba0")
    assert scores(play(state, "lay Aa0 1,2 tool")) == [2, 0]


@pytest.mark.rule("X-14", "U-16")
def test_after_a_series_in_solo_tiles_can_still_be_unprotected() -> None:
    state = with_master("perfection", ateliers=("Aa Ba!",), mode="solo")
    state = play(state, "use perfection rotate", "rotate Aa Ba")
    assert forbidden(state, "unprotect Ba") == "X-14"
    over = play(state, "rotate Ba Ca", "rotate Ca Da")
    assert left(over) == (0, 0)
    assert legal(over) == ["unprotect Ba", "pass"]
    # A pass within the series ends the turn at once.
    assert play(state, "pass").view(None)["side"] == 1


@pytest.mark.rule("V-3", "Y-3", "X-3")
def test_partners_share_masters_tools_and_lays() -> None:
    state = table("Aa Ba", "Ca", mode="teams", expansions=["masters", "tools"])
    state = play(state, "lay Aa0 0,0", "pass", "pass", "take 0,0", "pass", "pass")
    assert position_of(state)["masters"]["laid"] == [["A"], []]
    taken = rolled(play(state, legal(state, "tool")[0]))
    assert tools(taken)["held"][0] is not None
    # Seat 2 can turn what seat 0 has taken.
    later = play(taken, "pass")
    assert (left(later)[0], legal(later, "upgrade")) == (2, ["upgrade"])


@pytest.mark.rule("U-23", "Y-13")
def test_points_of_a_tool_move_the_common_marker_in_one_amount() -> None:
    """Score 8, and 1 + 2 points: position 10 is passed."""
    held = ("", "trowels 2")
    state = with_tool(*held, ateliers=("", "Aa"), mode="solo", turn_of=1, scores=[8])
    view = play(state, "lay Aa0 4,4 tool").view(None)
    assert (view["scores"], view["yellow"]) == ([11], [20, 30])


@pytest.mark.rule("Z-1", "CD-11")
def test_the_piles_come_from_the_seed() -> None:
    game = game_of(2, expansions=["tools"])
    offers = [tools(game.start(seed=seed))["offer"] for seed in range(12)]
    assert offers == [tools(game.start(seed=seed))["offer"] for seed in range(12)]
    assert len({tuple(offer) for offer in offers}) > 6


@pytest.mark.rule("Z-3", "Z-4")
def test_what_is_passed_and_what_is_a_lay() -> None:
    """Anything but U-16 is an action; a lay of the box is a lay."""
    state = with_tool("mallets 1", ateliers=("Aa",), no_progress_rounds=1)
    assert play(state, "stow Aa", "pass").view(None)["passed"] == 0
    assert play(state, "stow Aa", "pass").view(None)["idle"] == 1
    laid = with_tool("spatulas 2", box="Aa", board="2,2 Aa1", no_progress_rounds=1)
    assert play(laid, "retrieve Aa3 3,2", "pass").view(None)["idle"] == 0
    free = with_master("versatility", ateliers=("Aa",))
    assert play(free, "use versatility rotate Aa Ba", "pass").view(None)["passed"] == 0


@pytest.mark.rule("Z-9", "Y-23")
def test_cubes_on_tool_cards_are_counted() -> None:
    state = with_tool("mallets 1", ateliers=("Aa+!",))
    position = position_of(state)
    position["ateliers"][0]["tool"] = []
    error = refusal(changed, state, ateliers=position["ateliers"])
    assert "Z-9" in str(error)


@pytest.mark.rule("R-1", "X-20")
def test_a_free_purchase_of_the_last_tile_ends_the_game_after_a_round() -> None:
    state = with_master("purchase", fundathos=["x.....", *NONE[1:]])
    state = play(state, "use purchase take 0,0", "pass")
    assert left(state) == (1, 3)
    state = play(state, "pass")
    assert left(state) == (0, 3)
    assert play(state, "pass").view(None)["reason"] == "last round"
