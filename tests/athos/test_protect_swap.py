"""Protecting a tile and swapping with another player: sections H and I."""

from __future__ import annotations

import pytest
from athos_positions import atelier, legal, play, points, rolled, table
from support import forbidden, outcomes


@pytest.mark.rule("H-1", "H-3")
def test_a_tile_moves_from_a_free_to_a_protected_space() -> None:
    state = table("Aa Ga Ha!")
    assert legal(state, "protect") == ["protect Aa", "protect Ga"]
    after = play(state, "protect Ga")
    assert (atelier(after, 0), after.view(None)["actions_left"]) == ("Aa Ga! Ha!", 1)
    assert forbidden(state, "protect Ha") == "H-1"
    assert forbidden(state, "protect Ba") == "H-1"


@pytest.mark.rule("H-2")
def test_a_protected_space_has_to_be_vacant() -> None:
    full = table("Aa Ba! Ca!")
    assert legal(full, "protect") == []
    assert forbidden(full, "protect Aa") == "H-2"
    assert forbidden(table("Aa Ba!", players=5), "protect Aa") == "H-2"
    # Vacant Free spaces don't forbid it.
    assert forbidden(table("Aa Ba!"), "protect Aa") is None


@pytest.mark.rule("H-4")
def test_a_protected_tile_is_safe_from_others_and_of_use_to_its_owner() -> None:
    board = "1,1 Aa1 Aa1 / Aa3 Ab3"
    state = table("Ab! Ba", "Ka! La", board=board)
    for text in (
        "rotate Ab! Ga",
        "swap Ab! Ba La 1",
        "swap Ba Ab! La 1",
        "restore 2,2 Ab2!",
    ):
        assert forbidden(state, text) is None, text
    assert forbidden(table("Ab!"), "lay Ab0! 5,5 card 0") is None
    assert forbidden(state, "swap Ba Ab! Ka 1") == "I-9"


@pytest.mark.rule("H-5")
def test_a_protected_tile_does_not_become_free() -> None:
    state = table("Aa Ba!")
    assert forbidden(state, "unprotect Ba") == "H-5"
    assert forbidden(table("Aa Ba!", mode="challenging"), "unprotect Ba") == "H-5"


@pytest.mark.rule("H-6")
def test_protecting_brings_no_points() -> None:
    state = table("Aa", "Ba", board="1,1 Aa1 Aa1")
    after = play(state, "protect Aa")
    assert (points(state, after), points(state, after, 1)) == (0, 0)


@pytest.mark.rule("I-1")
def test_a_swap_names_what_is_given_what_is_rolled_and_what_is_taken() -> None:
    state = table("Aa Ga!", "Ka La!", "Ib Jb")
    expected = []
    for own in ("Aa Ga!", "Ga! Aa"):
        expected += [f"swap {own} Ka 1", f"swap {own} Ib 2", f"swap {own} Jb 2"]
    assert legal(state, "swap") == expected
    for wrong in ("swap Aa Ha Ka 1", "swap Ba Aa Ka 1"):
        assert forbidden(state, wrong) == "I-1"
    assert forbidden(state, "swap Aa Ga! Aa 0") == "I-1"
    assert forbidden(state, "swap Aa Ga! Ka 3") == "I-1"


@pytest.mark.rule("I-2")
def test_two_own_tiles_and_one_free_tile_of_the_other_are_needed() -> None:
    assert legal(table("Aa", "Ka"), "swap") == []
    assert forbidden(table("Aa", "Ka"), "swap Aa Aa Ka 1") == "I-2"
    assert forbidden(table("Aa Aa", "Ka"), "swap Aa Aa Ka 1") is None
    assert legal(table("Aa Ba", "Ka! La!"), "swap") == []
    assert legal(table("Aa Ba", ""), "swap") == []


@pytest.mark.rule("I-3")
def test_the_tile_for_the_workshop_is_rolled() -> None:
    state = play(table("Aa Ga", "Ka"), "swap Aa Ga Ka 1")
    assert outcomes(state) == pytest.approx(
        {f"roll {face}": 1 / 6 for face in ["Ab", "Bb", "Ga", "Ha", "Ia", "Ja"]}
    )
    before = state.view(None)["workshop"].get("Ja", 0)
    assert play(state, "roll Ja").view(None)["workshop"]["Ja"] == before + 1


@pytest.mark.rule("I-4", "I-5", "I-8")
def test_both_tiles_change_owners_as_they_lie() -> None:
    state = table("Aa Ga", "Ka La Ib")
    after = rolled(play(state, "swap Aa Ga La 1"))
    # What is taken lies Protected, what is given lies Free.
    assert (atelier(after, 0), atelier(after, 1)) == ("La!", "Aa Ib Ka")
    after = rolled(play(table("Aa! Ga", "Ka La!"), "swap Aa! Ga Ka 1"))
    assert (atelier(after, 0), atelier(after, 1)) == ("Ka!", "Aa La!")


@pytest.mark.rule("I-6")
def test_a_protected_space_has_to_be_vacant_once_both_have_left() -> None:
    state = table("Aa Ba Ga! Ha!", "Ka")
    assert forbidden(state, "swap Aa Ba Ka 1") == "I-6"
    after = rolled(play(state, "swap Ga! Ba Ka 1"))
    assert atelier(after, 0) == "Aa Ha! Ka!"
    after = rolled(play(state, "swap Aa Ga! Ka 1"))
    assert atelier(after, 0) == "Ba Ha! Ka!"


@pytest.mark.rule("I-7")
def test_the_other_player_has_no_say() -> None:
    state = play(table("Aa Ga", "Ka"), "swap Aa Ga Ka 1", "roll Ga")
    assert (state.actor, atelier(state, 1)) == (0, "Aa")


@pytest.mark.rule("I-9")
def test_a_protected_tile_of_another_is_never_taken() -> None:
    state = table("Aa Ga", "Ka La!", "Ib!")
    assert legal(state, "swap") == ["swap Aa Ga Ka 1", "swap Ga Aa Ka 1"]
    for text in ("swap Aa Ga La 1", "swap Aa Ga Ib 2"):
        assert forbidden(state, text) == "I-9"


@pytest.mark.rule("I-10")
def test_a_swap_is_one_action() -> None:
    state = play(table("Aa Ga Ba", "Ka La"), "swap Aa Ga Ka 1", "roll Ga")
    assert state.view(None)["actions_left"] == 1
    state = play(state, "swap Ba Ka! La 1", "roll Ka")
    assert (state.actor, atelier(state, 0), atelier(state, 1)) == (1, "La!", "Aa Ba")
