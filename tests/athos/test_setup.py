"""Setup for 2 to 6 players: section C."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import ludoteca as lt
import pytest
from athos_positions import (
    atelier,
    dealt,
    game_of,
    legal,
    mural,
    own_set,
    play,
    position_of,
    rolled,
    table,
)
from referee.athos.components import default_set
from support import outcomes, texts

PLAYERS = range(2, 7)
SPACES = 36


def drawn(count: int, players: int = 2) -> lt.State:
    """The setup after so many cubes, always the first one possible."""
    state = game_of(players).start()
    for _ in range(count):
        state = state.apply(state.chance_outcomes[0][0])
    return state


def cubes(state: lt.State) -> int:
    """All cubes that have been placed."""
    view = state.view(None)
    on_fundathos = sum(face is not None for row in view["fundathos"] for face in row)
    held = sum(len(each["free"]) + len(each["protected"]) for each in view["ateliers"])
    count: int = on_fundathos + held + sum(view["workshop"].values())
    return count


@pytest.mark.rule("C-1")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_mural_is_empty_at_first(players: int) -> None:
    state = game_of(players).start(seed=players)
    assert mural(state) == {}
    # The front: no columns, no padlocks.
    lays = {text.split()[2] for text in legal(state, "lay")}
    assert len(lays) == 81


@pytest.mark.rule("C-2")
def test_every_space_of_fundathos_gets_a_cube() -> None:
    for count in (0, 1, 7, SPACES):
        fundathos = [face for row in drawn(count).view(None)["fundathos"] for face in row]
        assert [face is not None for face in fundathos] == [k < count for k in range(SPACES)]
    # At random: two seeds, two boards.
    boards = {json.dumps(game_of().start(seed=s).view(None)["fundathos"]) for s in range(5)}
    assert len(boards) == 5


@pytest.mark.rule("C-3")
def test_each_side_of_a_cube_is_equally_likely(tmp_path: Path) -> None:
    first = outcomes(game_of().start())
    assert first == pytest.approx({f"draw {face}": 1 / 24 for face in default_set().faces})
    second = outcomes(play(game_of().start(), "draw Aa"))
    kinds = default_set().kind_of
    expected = {
        f"draw {face}": (10 if kind == "W" else 11) / 43 / 6 for face, kind in kinds.items()
    }
    assert second == pytest.approx(expected)
    # Independent of the others: the face of a cube of that kind stays possible.
    assert "draw Aa" in second
    # A face on two sides of its cube is drawn and rolled twice as often, and is one event.
    default = default_set()
    twice = replace(
        default,
        kinds={**default.kinds, "W": (11, ("Aa", "Aa", "Ba", "Ca", "Da", "Fa"))},
        faces={face: each for face, each in default.faces.items() if face != "Ea"},
    )
    file = own_set(tmp_path, twice, E="Eb0 Eb0 Eb0 / Eb1 Eb0 Eb1 / Eb0 Eb1 Eb1")
    drawn = outcomes(game_of(components=file).start())
    assert len(drawn) == 23
    assert drawn["draw Aa"] == pytest.approx(1 / 12)
    assert sum(drawn.values()) == pytest.approx(1)
    state = table("Ba", "", components=file)
    assert legal(state, "rotate") == [f"rotate Ba {face}" for face in ("Aa", "Ca", "Da", "Fa")]
    rolls = outcomes(play(table("Ab Ba", "Ca", components=file), "swap Ab Ba Ca 1"))
    assert rolls == pytest.approx({"roll Aa": 1 / 3, **{f"roll {x}a": 1 / 6 for x in "BCDF"}})


@pytest.mark.rule("C-4")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_side_of_the_ateliers_goes_by_the_number_of_players(players: int) -> None:
    free, protected = (3, 2) if players <= 4 else (2, 1)
    state = table("Aa " * free + "Ba! " * protected, players=players)
    assert atelier(state, 0).split() == ["Aa"] * free + ["Ba!"] * protected
    for wrong in ("Aa " * (free + 1), "Ba! " * (protected + 1)):
        with pytest.raises(lt.StateFormatError) as caught:
            table(wrong, players=players)
        assert caught.value.rule == "A-20"


@pytest.mark.rule("C-5")
@pytest.mark.parametrize("players", PLAYERS)
def test_everybody_starts_with_one_tile_in_a_free_space(players: int) -> None:
    # Drawn after those of Fundathos, seat by seat.
    for count in range(players + 1):
        held = [atelier(drawn(SPACES + count, players), seat).split() for seat in range(players)]
        assert [len(tiles) for tiles in held] == [int(k < count) for k in range(players)]
        assert all("!" not in tile for tiles in held for tile in tiles)
    view = game_of(players).start(seed=players).view(None)
    assert [len(each["free"]) for each in view["ateliers"]] == [1] * players


@pytest.mark.rule("C-6", "C-7")
@pytest.mark.parametrize("players", PLAYERS)
def test_all_other_cubes_go_to_the_workshop(players: int) -> None:
    state = dealt(game_of(players))
    assert sum(state.view(None)["workshop"].values()) == 8 - players
    assert cubes(state) == 44
    # With random faces: each of the last draws has 6 sides a kind.
    last = drawn(43, players)
    assert sum(last.view(None)["workshop"].values()) == 7 - players
    assert len(last.chance_outcomes) == 6
    assert [chance for _, chance in last.chance_outcomes] == pytest.approx([1 / 6] * 6)


@pytest.mark.rule("C-8", "C-9")
@pytest.mark.parametrize("players", PLAYERS)
def test_everybody_has_an_atelier_8_markers_and_no_points(players: int) -> None:
    view = dealt(game_of(players)).view(None)
    assert len(view["ateliers"]) == players
    assert view["stock"] == [8] * players
    assert view["scores"] == [0] * players
    assert view["actions_left"] == 2


@pytest.mark.rule("C-10")
def test_the_first_player_is_given() -> None:
    for first in range(4):
        state = dealt(game_of(4, first_player=first))
        assert (state.actor, state.view(None)["turn_of"]) == (first, first)
    assert dealt(game_of(4)).actor == 0
    state = game_of(4, first_player="random").start()
    assert outcomes(state) == {f"first {seat}": 0.25 for seat in range(4)}
    assert rolled(state.apply("first 2")).actor == 2
    with pytest.raises(lt.OptionError):
        game_of(4, first_player=4)


@pytest.mark.rule("C-11", "CD-11")
def test_the_pile_of_cards_has_no_order_and_no_secrets() -> None:
    # No event of the setup has to do with cards, and any of them can be opened at once.
    state = game_of().start()
    while state.actor is lt.CHANCE:
        assert all(text.startswith("draw ") for text in texts(e for e, _ in state.chance_outcomes))
        state = state.apply(state.chance_outcomes[0][0])
    for face, (pattern, _) in default_set().faces.items():
        assert list(play(table(face), f"lay {face}0 0,0 card 0").view(None)["cards"]) == [pattern]
    views = [{**state.view(seat), "seat": None} for seat in (None, 0, 1)]
    assert views[0] == views[1] == views[2]


@pytest.mark.rule("C-12")
def test_cards_are_unopened_until_their_first_lay() -> None:
    state = table("Aa")
    assert state.view(None)["cards"] == {}
    # So who lays the first tile says how the card lies, and nobody after that.
    assert legal(state, "lay Aa0 0,0") == [f"lay Aa0 0,0 card {turns}" for turns in range(4)]


@pytest.mark.rule("C-13", "B-11")
def test_extra_scoring_markers_have_no_limit() -> None:
    """Scores are plain numbers: no field holds markers for 40, and 80 is not the last."""
    state = table("Aa", "Ba", scores=[119, 159])
    after = play(state, "lay Aa0 0,0 card 0", "pass", "lay Ba0 5,5 card 0")
    assert after.view(None)["scores"] == [120, 160]
    assert set(position_of(after)) == set(position_of(state))
