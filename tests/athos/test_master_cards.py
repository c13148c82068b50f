"""What the ten Masters do: X-11 to X-13, X-15 to X-22."""

from __future__ import annotations

import pytest
from athos_positions import changed, legal, mural, play, position_of, rolled
from support import forbidden, outcomes

from athos.expansions import NONE, WRONG, left, masters, scores, with_master, with_masters

# --- markers (X-11 to) -----------------------------------------------------------------


@pytest.mark.rule("X-11", "Q-7")
def test_contracts_moves_an_own_marker_to_another_card() -> None:
    cards = {"A": {"crossings": "0 1 - -"}, "B": {"crossings": "1 1 1 -"}}
    state = with_master("contracts", cards=cards)
    assert legal(state, "use") == ["use contracts A NW B SE"]
    after = play(state, "use contracts A NW B SE")
    shown = after.view(None)
    assert shown["cards"]["A"]["crossings"] == [None, 1, None, None]
    assert shown["cards"]["B"]["crossings"] == [1, 1, 1, 0]
    assert (shown["stock"], shown["scores"], left(after)) == ([7, 4], [0, 0], (0, 2))
    for text in ("A NE B SE", "A NW A SW", "A NW B NW", "A NW C NW", "A extra B SE"):
        assert forbidden(state, f"use contracts {text}") == "X-11"


@pytest.mark.rule("X-11")
def test_the_crossing_that_it_left_can_be_won_again() -> None:
    """The window is completed once more by a new tile."""
    cards = {"A": {"crossings": "0 - - -"}, "B": {"crossings": "- - - -"}}
    board = "1,1 Aa1 Aa1 / Aa3 .; 7,7 Ba0"
    state = with_master("contracts", ateliers=("Ab",), board=board, cards=cards)
    after = play(state, "use contracts A NW B NW", "lay Ab2 2,2")
    assert after.view(None)["cards"]["A"]["crossings"][0] == 0
    assert scores(after) == [8, 0]


@pytest.mark.rule("X-11", "X-12")
def test_a_marker_beside_the_crossings_can_be_moved_too() -> None:
    cards = {"A": {"crossings": "1 1 1 1", "extra": [0]}, "B": {"crossings": "- 1 1 1"}}
    state = with_master("contracts", cards=cards)
    assert legal(state, "use") == ["use contracts A extra B NW"]
    shown = play(state, "use contracts A extra B NW").view(None)["cards"]
    assert (shown["A"]["extra"], shown["B"]["crossings"]) == ([], [0, 1, 1, 1])


@pytest.mark.rule("X-12", "Q-13", "S-7", "S-8")
def test_precision_adds_a_marker_to_a_finished_card() -> None:
    cards = {
        "A": {"crossings": "0 1 - -"},
        "B": {"crossings": "1 1 0 0"},
        "C": {"crossings": "1 - - -", "full": True},
    }
    state = with_master("precision", cards=cards)
    assert legal(state, "use") == ["use precision B", "use precision C"]
    assert forbidden(state, "use precision A") == "X-12"
    after = play(state, "use precision B")
    shown = after.view(None)
    assert (shown["cards"]["B"]["extra"], shown["stock"]) == ([0], [4, 4])
    assert (shown["scores"], left(after)) == ([0, 0], (0, 2))
    while not after.is_over:
        after = after.apply("pass")
    # A: 4 each; B: 10 to 4 by the fifth marker; C: 10 to side 1.
    assert scores(after) == [14, 18]


@pytest.mark.rule("X-12", "Q-12")
def test_a_card_is_finished_by_a_full_panel_that_paid_nothing() -> None:
    """No marker in stock, so no bonus; a marker that comes back later can be put there."""
    board = "1,1 Aa1 Aa1 Ab3 / Aa3 Ab2 Aa1 / Ab3 Ab3 ."
    cards = {name: {"crossings": "0 0 0 0"} for name in "BC"}
    cards["A"] = {"crossings": "1 1 1 -"}
    state = with_master("precision", ateliers=("Aa",), board=board, cards=cards)
    assert forbidden(state, "use precision A") == "X-12"
    assert position_of(state)["masters"]["completed"] == []
    after = play(state, "lay Aa3 3,3")
    assert position_of(after)["masters"]["completed"] == ["A"]
    assert not after.view(None)["cards"]["A"]["full"]
    assert after.view(None)["cards"]["A"]["crossings"] == [1, 1, 1, None]


@pytest.mark.rule("X-13", "Q-3", "Q-6")
def test_set_square_marks_without_a_square() -> None:
    board = "1,1 Aa1 Aa1 / Aa3 .; 7,7 Ba0"
    state = with_master("set_square", ateliers=("Ab",), board=board)
    assert len(legal(state, "use")) == 8
    assert forbidden(state, "use set_square C NW") == "X-13"
    after = play(state, "use set_square A NW")
    shown = after.view(None)
    assert (shown["cards"]["A"]["crossings"][0], shown["scores"]) == (0, [0, 0])
    assert (shown["stock"], left(after)) == ([7, 8], (0, 2))
    # The window is blocked: only the group is paid.
    done = play(after, "lay Ab2 2,2")
    assert (scores(done), done.view(None)["stock"]) == ([4, 0], [7, 8])
    marked = with_master("set_square", cards={"A": {"crossings": "1 - - -"}})
    assert forbidden(marked, "use set_square A NW") == "X-13"


@pytest.mark.rule("X-12", "X-13")
def test_without_a_marker_in_stock_nothing_is_put() -> None:
    cards = {name: {"crossings": "0 0 0 0"} for name in "AB"}
    cards["C"] = {"crossings": "- - - -"}
    for master, text, rule in (("precision", "A", "X-12"), ("set_square", "C NW", "X-13")):
        state = with_master(master, cards=cards)
        assert legal(state, "use") == []
        assert forbidden(state, f"use {master} {text}") == rule


@pytest.mark.rule("X-11", "X-13", "U-5")
def test_cards_that_do_not_lie_in_any_way_yet_are_no_target() -> None:
    state = with_master("set_square", mode="solo", board="1,1 Aa1")
    assert len(legal(state, "use")) == 48
    # With `solo_orientation=choose` the first lay of a pattern fixes its card.
    state = with_master("set_square", mode="solo", solo_orientation="choose")
    shown = position_of(state)
    shown["cards"] = {"A": shown["cards"]["A"]}
    state = changed(state, cards=shown["cards"])
    assert legal(state, "use") == [f"use set_square A {name}" for name in ("NW", "NE", "SW", "SE")]
    assert forbidden(state, "use set_square B NW") == "X-13"


@pytest.mark.rule("X-22", "Q-7")
def test_adaptation_exchanges_two_markers() -> None:
    cards = {"A": {"crossings": "0 - 1 -"}, "B": {"crossings": "- - 1 -", "extra": [1]}}
    state = with_master("adaptation", cards=cards)
    assert legal(state, "use") == [
        "use adaptation A NW A SW",
        "use adaptation A NW B SW",
        "use adaptation A NW B extra 1",
    ]
    after = play(state, "use adaptation A NW B SW")
    shown = after.view(None)
    assert shown["cards"]["A"]["crossings"] == [1, None, 1, None]
    assert shown["cards"]["B"]["crossings"] == [None, None, 0, None]
    assert (shown["stock"], shown["scores"], left(after)) == ([7, 5], [0, 0], (0, 2))
    extra = play(state, "use adaptation A NW B extra 1").view(None)["cards"]
    assert (extra["A"]["crossings"][0], extra["B"]["extra"]) == (1, [0])
    for text in ("A SW B SW", "A NW A NE", "A NW B extra 0", "A NW A NW"):
        assert forbidden(state, f"use adaptation {text}") == "X-22"


@pytest.mark.rule("X-22", "V-3")
def test_in_teams_the_other_side_is_the_other_team() -> None:
    cards = {"A": {"crossings": "0 1 - -"}}
    state = with_master("adaptation", mode="teams", cards=cards)
    assert legal(state, "use") == ["use adaptation A NW A NE"]
    assert masters(state)["held"] == ["adaptation", None]


# --- actions (X-15, X-18 to X-21) -----------------------------------------------------------------


@pytest.mark.rule("X-15")
def test_versatility_is_a_free_rotation() -> None:
    state = with_master("versatility", ateliers=("Aa!",))
    after = play(state, "use versatility rotate Aa! Fa")
    assert (left(after), after.view(None)["ateliers"][0]["protected"]) == ((0, 2), ["Fa"])
    assert forbidden(state, "use versatility rotate Aa! Ga") == "F-1"
    assert forbidden(state, "use versatility rotate Aa! Aa") == "F-5"


@pytest.mark.rule("X-18")
def test_restoration_is_a_free_restore() -> None:
    board = "1,1 Aa1 Aa1 / Aa3 Ab3"
    state = with_master("restoration", ateliers=("Ab",), board=board)
    after = play(state, "use restoration restore 2,2 Ab2")
    assert (left(after), next(iter(outcomes(after)))) == ((None, 2), "roll Ab")
    after = rolled(after)
    assert (left(after), scores(after)) == ((0, 2), [8, 0])
    assert after.view(None)["cards"]["A"]["crossings"][0] == 0
    assert forbidden(state, "use restoration restore 1,1 Ab2") == "J-7"
    # U-15 holds for it.
    solo = with_master("restoration", ateliers=("Ab!",), board=board, mode="solo")
    assert forbidden(solo, "use restoration restore 2,2 Ab2!") == "U-15"
    assert legal(solo, "use") == []


@pytest.mark.rule("X-19", "U-15", "M-12")
def test_laying_is_a_free_lay_from_any_space() -> None:
    state = with_master("laying", ateliers=("Aa",), board="4,4 Ba0")
    after = play(state, "use laying lay Aa0 4,3 card 0")
    assert (left(after), scores(after)) == ((0, 2), [1, 0])
    assert mural(after) == {"4,3": "Aa0", "4,5": "Ba0"}
    assert forbidden(state, "use laying lay Ba0 4,3") == "G-1"
    assert forbidden(state, "use laying lay Aa0 4,4 card 0") == "G-7"
    solo = with_master("laying", ateliers=("Aa!",), mode="solo")
    assert forbidden(solo, "lay Aa0! 4,4") == "U-15"
    after = play(solo, "use laying lay Aa0! 4,4")
    assert (left(after), scores(after)) == ((0, 2), [-1])


@pytest.mark.rule("X-19", "Z-4", "X-3")
def test_a_free_lay_counts_as_a_lay() -> None:
    state = with_master("laying", ateliers=("Aa",), no_progress_rounds=1)
    after = play(state, "use laying lay Aa0 4,3 card 0", "pass")
    assert after.view(None)["idle"] == 0
    assert play(state, "pass").view(None)["idle"] == 1
    assert position_of(after)["masters"]["laid"] == [["A"], []]


@pytest.mark.rule("X-20", "R-1")
def test_purchase_takes_any_tile_of_fundathos() -> None:
    state = with_master("purchase")
    assert len(legal(state, "use")) == 36
    assert forbidden(state, "take 2,2") == "L-1"
    after = play(state, "use purchase take 2,2")
    assert (left(after), after.view(None)["fundathos"][2][2]) == ((0, 2), None)
    full = with_master("purchase", ateliers=("Aa Ba Ca",))
    assert forbidden(full, "use purchase take 2,2") == "E-2"
    assert (
        forbidden(with_master("purchase", fundathos=["x.....", *NONE[1:]]), "use purchase take 1,1")
        == "E-1"
    )
    # The last one brings the last round.
    last = with_master("purchase", fundathos=["x.....", *NONE[1:]])
    last = play(last, "use purchase take 0,0", "pass")
    assert (last.view(None)["last_round"], left(last)) == (True, (1, 3))


@pytest.mark.rule("X-21", "L-1")
def test_a_hole_releases_nothing_until_it_is_linked() -> None:
    state = play(with_master("purchase"), "use purchase take 2,2")
    assert forbidden(state, "take 2,3") == "L-1"
    assert legal(
        play(with_master("purchase", release="any_gap"), "use purchase take 2,2"), "take 2,3"
    )
    state = play(state, "take 2,0", "pass", "take 2,1", "pass")
    assert legal(state, "take 2,3") == ["take 2,3"]


# --- corrections (X-16, X-17) ---------------------------------------------------------------------


@pytest.mark.rule("X-16", "X-17", "K-4", "N-6", "O-12")
def test_correction_removes_tiles_of_incorrect_panels() -> None:
    state = with_master("correction", board=WRONG)
    assert legal(state, "use") == [f"use correction {cells}" for cells in ("1,3", "2,3", "1,3 2,3")]
    after = play(state, "use correction 1,3 2,3")
    # Ab is of kind X, Aa of kind W; they roll in this order.
    assert next(iter(outcomes(after))) == "roll Ab"
    after = play(after, "roll Bb")
    assert next(iter(outcomes(after))) == "roll Aa"
    after = play(after, "roll Fa")
    assert (left(after), scores(after)) == ((0, 2), [0, 0])
    assert {"1,3", "2,3"}.isdisjoint(mural(after))
    one = play(state, "use correction 1,3", "roll Ab")
    assert "1,3" not in mural(one)
    assert forbidden(state, "use correction 1,1") == "X-16"
    assert forbidden(state, "use correction 1,5") == "X-16"
    assert forbidden(state, "use correction 8,8") == "J-3"


@pytest.mark.rule("X-16", "N-6")
def test_a_panel_does_not_fall_apart_by_a_correction() -> None:
    """In an L the corner holds the others together, but may go second."""
    state = with_master("correction", board="1,1 Aa0 Aa0 / Aa0 .")
    texts = legal(state, "use")
    assert "use correction 1,1" not in texts
    assert forbidden(state, "use correction 1,1") == "N-6"
    assert "use correction 1,1 1,2" in texts
    assert "use correction 1,1 2,1" in texts


@pytest.mark.rule("X-16", "O-12", "O-11")
def test_a_closed_panel_is_open_again_without_a_tile() -> None:
    board = "1,1 Aa1 Aa1 / Aa3 Ab3"
    state = with_master("correction", ateliers=("Ab Aa",), board=board)
    assert forbidden(state, "lay Ab2 1,3") == "O-11"
    after = play(state, "use correction 2,2", "roll Ab")
    assert legal(after, "lay Ab2 2,2") == ["lay Ab2 2,2"]
    # It may be the inner tile of a large panel: X-17 needs no border.
    full = "1,1 Aa1 Aa1 Ab3 / Aa3 Ab0 Aa1 / Ab3 Ab3 Aa3"
    inner = with_master("correction", board=full)
    assert "use correction 2,2" in legal(inner, "use")


@pytest.mark.rule("X-8", "X-16")
def test_a_used_master_stays_used() -> None:
    state = with_masters(with_master("correction", board=WRONG), used=[True, False])
    assert forbidden(state, "use correction 1,3") == "X-8"
    assert masters(state)["used"] == [True, False]
