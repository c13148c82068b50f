"""Rotating the face of a tile: section F."""

from __future__ import annotations

import pytest
from athos_positions import atelier, legal, play, table
from referee.athos.components import default_set
from support import forbidden

KINDS = {kind: faces for kind, (_, faces) in default_set().kinds.items()}


@pytest.mark.rule("F-1", "F-2")
@pytest.mark.parametrize("mark", ["", "!"])
def test_any_other_face_of_the_cube_can_be_turned_up(mark: str) -> None:
    for faces in KINDS.values():
        for face in faces:
            state = table(face + mark)
            others = [f"rotate {face}{mark} {other}" for other in faces if other != face]
            assert legal(state, "rotate") == others
            for text in others:
                after = play(state, text)
                assert atelier(after, 0) == text.split()[2] + mark
                assert after.view(None)["actions_left"] == 1
    state = table("Aa" + mark)
    assert forbidden(state, f"rotate Aa{mark} Ab") == "F-1"
    assert forbidden(state, f"rotate Ba{mark} Ca") == "F-1"
    # One tile: the other one that shows the same keeps its face.
    both = table(f"Aa{mark} Aa{mark}")
    assert atelier(play(both, f"rotate Aa{mark} Fa"), 0) == f"Aa{mark} Fa{mark}"


@pytest.mark.rule("F-3")
def test_the_tile_stays_in_its_space() -> None:
    state = table("Aa Ga!")
    assert atelier(play(state, "rotate Aa Fa"), 0) == "Fa Ga!"
    assert atelier(play(state, "rotate Ga! Ab"), 0) == "Aa Ab!"
    # Full ateliers don't matter.
    full = table("Aa Ba Ca Ga! Ha!")
    assert atelier(play(full, "rotate Ga! Ab"), 0) == "Aa Ba Ca Ab! Ha!"


@pytest.mark.rule("F-4")
def test_spinning_is_no_action() -> None:
    """A tile in an atelier has no turn: views name faces alone, and any turn can be laid."""
    state = table("Aa Ga!")
    assert state.view(None)["ateliers"][0] == {"free": ["Aa"], "protected": ["Ga"]}
    for tile in ("Aa{}", "Ga{}!"):
        for turn in range(4):
            assert forbidden(state, f"lay {tile.format(turn)} 4,4 card 0") is None
    after = play(state, "lay Ga3! 4,4 card 0")
    assert after.view(None)["actions_left"] == 1


@pytest.mark.rule("F-5")
def test_the_same_face_is_no_rotation() -> None:
    state = table("Aa Ga!")
    assert forbidden(state, "rotate Aa Aa") == "F-5"
    assert forbidden(state, "rotate Ga! Ga") == "F-5"


@pytest.mark.rule("F-6")
def test_only_tiles_of_the_own_atelier_are_rotated() -> None:
    state = table("Aa", "Ka", board="1,1 Ha0", workshop="La")
    sources = {text.split()[1] for text in legal(state, "rotate")}
    assert sources == {"Aa"}
    for face, other in (("Ka", "Cb"), ("Ha", "Ia"), ("La", "Ka")):
        assert forbidden(state, f"rotate {face} {other}") == "F-1"
