"""Components and their data: sections B and CD. What loaders refuse in detail is in Rust."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

import ludoteca as lt
import pytest
from athos_positions import (
    atelier,
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
    tiles,
)
from referee.athos.components import ARTWORKS, WINDOWS, default_set, parse_artwork
from referee.athos.sets import read_set, write_set
from support import forbidden, outcomes

from athos.sets import DEFAULT, changed_set, rules_broken

SET = default_set()
MODES = {"base": 3, "simplified": 3, "solo": 1, "duel": 2, "teams": 4, "challenging": 3}
COLUMNS = {"3,3", "3,5", "5,3", "5,5"}
PADLOCKS = ("0,0", "0,8", "8,0", "8,8")
FIELDS = {
    "mural",
    "fundathos",
    "workshop",
    "box",
    "bag",
    "ateliers",
    "cards",
    "gates",
    "immutable",
    "stock",
    "scores",
    "yellow",
    "turn",
    "seat",
    "actions_left",
    "has_acted",
    "has_laid",
    "passed",
    "idle",
    "emptied",
    "phase",
    "reason",
    "rolls",
    "pending",
    "masters",
    "tools",
}


def first_cells(state: lt.State) -> set[str]:
    """The cells for the first tile of a pattern."""
    return {text.split()[2] for text in legal(state, "lay")}


@pytest.mark.rule("B-1")
@pytest.mark.parametrize("mode", MODES)
def test_the_back_of_the_mural_is_for_the_challenging_variant(mode: str) -> None:
    cells = first_cells(table("Aa", mode=mode))
    every = {f"{r},{c}" for r in range(9) for c in range(9)}
    assert cells == (every - COLUMNS if mode == "challenging" else every)


@pytest.mark.rule("B-2", "CD-2")
def test_the_track_has_40_positions() -> None:
    # The position shows where yellow markers are collected: -10 is position 30, -30 is 10.
    for score, before, left in (
        (-9, [10, 20, 30], [10, 20]),
        (-19, [10, 20], [10]),
        (-29, [10], []),
    ):
        state = table("Aa", mode="solo", scores=[score], position={"yellow": before})
        view = play(state, "lay Aa0 4,4").view(None)
        assert (view["scores"], view["yellow"]) == ([score - 1], left)
    state = table("", "Aa", mode="solo", scores=[9], turn_of=1)
    assert play(state, "lay Aa0 4,4").view(None)["yellow"] == [20, 30]


@pytest.mark.rule("B-3", "CD-3")
def test_fundathos_has_36_spaces() -> None:
    view = game_of().start(seed=1).view(None)
    assert [len(row) for row in view["fundathos"]] == [6] * 6
    assert all(face for row in view["fundathos"] for face in row)
    # 44 cubes are enough for 6 players and no more than 37 spaces.
    assert [sum(dealt(game_of(n)).view(None)["workshop"].values()) for n in (2, 6)] == [6, 2]


@pytest.mark.rule("B-4")
def test_the_workshop_has_no_limit() -> None:
    state = table("", "", fundathos=["x....."] + ["......"] * 5)
    assert sum(state.view(None)["workshop"].values()) == 43
    assert sum(table("").view(None)["workshop"].values()) == 8


@pytest.mark.rule("B-5", "B-6", "CD-4")
@pytest.mark.parametrize(
    ("players", "free", "protected"), [(2, 3, 2), (4, 3, 2), (5, 2, 1), (6, 2, 1)]
)
def test_both_sides_of_the_ateliers(players: int, free: int, protected: int) -> None:
    state = table("Aa " * free, players=players)
    assert forbidden(state, "take 0,0") == "E-2"
    assert forbidden(table("Aa " * (free - 1), players=players), "take 0,0") is None
    held = "Aa " * free + "Ba! " * (protected - 1)
    assert forbidden(table(held, players=players), "protect Aa") is None
    assert forbidden(table(held + "Ba!", players=players), "protect Aa") == "H-2"
    assert len(state.view(None)["ateliers"]) == players


@pytest.mark.rule("B-7", "CD-5")
def test_44_cubes_11_of_each_kind(tmp_path: Path) -> None:
    counts = position_of(game_of().start())["bag"]
    assert counts == {"W": 11, "X": 11, "Y": 11, "Z": 11}
    state = table("Aa")
    for face in ("Aa", "Ab"):
        workshop = dict(position_of(state)["workshop"])
        workshop[face] = workshop.get(face, 0) + 1
        with pytest.raises(lt.StateFormatError) as caught:
            changed(state, workshop=workshop)
        assert caught.value.rule == "Z-9"


@pytest.mark.rule("B-8", "CD-6")
def test_four_kinds_with_six_faces_each_on_no_other(tmp_path: Path) -> None:
    kinds = {
        "W": "Aa Ba Ca Da Ea Fa",
        "X": "Ab Bb Ga Ha Ia Ja",
        "Y": "Cb Db Gb Hb Ka La",
        "Z": "Eb Fb Ib Jb Kb Lb",
    }
    for text in kinds.values():
        faces = text.split()
        for face in faces:
            found = {other.split()[2] for other in legal(table(face), "rotate")}
            assert found == set(faces) - {face}
    assert len(outcomes(game_of().start())) == 24
    assert "B-8" in rules_broken(tmp_path, "Ab Bb Ga Ha Ia Ja", "Ab Bb Ga Ha Ia Aa")
    assert "B-8" in rules_broken(tmp_path, "Ab Bb Ga Ha Ia Ja", "Ab Bb Ga Ha Ia")


@pytest.mark.rule("B-9")
def test_twelve_contract_cards_with_titles(tmp_path: Path) -> None:
    assert list(table(mode="duel").view(None)["cards"]) == list("ABCDEFGHIJKL")
    cards = tomllib.loads(DEFAULT.read_text(encoding="utf-8"))["cards"]
    assert cards["A"]["title"] == "Residência Lago Norte"
    assert len({card["title"] for card in cards.values()}) == 12
    assert rules_broken(tmp_path, 'title = "Painel B"\n', "") != set()


@pytest.mark.rule("B-10")
@pytest.mark.parametrize("players", range(2, 7))
def test_eight_markers_for_each_player(players: int) -> None:
    state = table(players=players)
    assert state.view(None)["stock"] == [8] * players
    for wrong in (7, 9):
        with pytest.raises(lt.StateFormatError):
            changed(state, stock=[wrong] + [8] * (players - 1))
    marked = table("Ab", board="1,1 Aa1 Aa1 / Aa3 .", players=players)
    assert play(marked, "lay Ab2 2,2").view(None)["stock"] == [7] + [8] * (players - 1)


@pytest.mark.rule("B-12", "B-13", "CD-12")
def test_help_cards_action_markers_and_colours_have_no_effect() -> None:
    """A position has no field for them; who has acted how often is a number."""
    state = table("Aa Ba", "Ca")
    assert set(position_of(state)) == FIELDS
    assert set(position_of(play(state, "protect Aa"))) == FIELDS
    # Seats are equal: the same for seat 1 as for seat 0.
    for seat, hands in ((0, ("Aa", "")), (1, ("", "Aa"))):
        after = play(table(*hands, turn_of=seat), "lay Aa0 4,4 card 0")
        assert after.view(None)["scores"][seat] == 1


@pytest.mark.rule("B-14")
def test_ten_masters_and_eight_tools(tmp_path: Path) -> None:
    data = tomllib.loads(DEFAULT.read_text(encoding="utf-8"))
    assert (len(data["masters"]), len(data["tools"])) == (10, 8)
    assert all(set(levels) == {"I", "II"} for levels in data["tools"].values())
    for old, new in (('contracts = "Mestre', 'waiting = "Mestre'), ("level = {", "hammer = {")):
        assert rules_broken(tmp_path, old, new) != set()


@pytest.mark.rule("B-15")
def test_1_to_6_players() -> None:
    for players in range(1, 7):
        assert game_of(players).options["mode"] == ("solo" if players == 1 else "base")
    for players in (0, 7):
        with pytest.raises(lt.OptionError) as caught:
            game_of(players)
        assert caught.value.rule == "B-15"
    with pytest.raises(lt.OptionError):
        game_of(1, mode="base")


@pytest.mark.rule("CD-1")
def test_the_mural_is_9_by_9_unless_the_set_says_otherwise(tmp_path: Path) -> None:
    view = table().view(None)
    assert [len(row) for row in view["mural"]] == [9] * 9
    file = tmp_path / "wide.toml"
    corners = frozenset({(0, 0), (0, 10), (6, 0), (6, 10)})
    wide = replace(SET, mural=(7, 11), columns=frozenset({(3, 3)}), padlocks=corners)
    write_set(wide, file)
    view = rolled(game_of(components=file).start()).view(None)
    assert [len(row) for row in view["mural"]] == [11] * 7
    small = ".........\n" * 2
    assert "CD-1" in rules_broken(tmp_path, small, ".........\n........\n")


@pytest.mark.rule("CD-7")
def test_orders_of_the_faces() -> None:
    orders = dict(zip("ABCDEFGHIJKL", (4, 2, 1) * 4, strict=True))
    for face, (pattern, order) in SET.faces.items():
        assert order == (4 if face[1] == "a" else orders[pattern])
        lays = {text.split()[1] for text in legal(table(face, mode="duel"), "lay")}
        assert lays == {f"{face}{turn}" for turn in range(order)}


@pytest.mark.rule("CD-8")
@pytest.mark.parametrize("letter", ARTWORKS)
@pytest.mark.parametrize("window", WINDOWS)
def test_the_default_artworks(letter: str, window: str) -> None:
    artwork, (down, right) = parse_artwork(ARTWORKS[letter]), WINDOWS[window]
    cut = {(i, j): artwork[down + i, right + j] for i in (0, 1) for j in (0, 1)}
    marks = {cell: f"{face}{turn}" for cell, (face, turn) in cut.items()}
    board = f"4,4 {marks[0, 0]} {marks[0, 1]} / {marks[1, 0]} ."
    state = table(cut[1, 1][0], board=board)
    after = play(state, f"lay {marks[1, 1]} 5,5")
    owners = [0 if name == window else None for name in WINDOWS]
    assert after.view(None)["cards"][letter]["crossings"] == owners


@pytest.mark.rule("CD-9")
@pytest.mark.parametrize("letter", ARTWORKS)
def test_one_player_gets_65_points_for_a_full_panel(letter: str) -> None:
    artwork = parse_artwork(ARTWORKS[letter])
    order = [(0, 0), (0, 1), (1, 0), (1, 1), (0, 2), (1, 2), (2, 0), (2, 1), (2, 2)]
    laid: list[str] = []
    cards = {letter: {"crossings": "- - - -"}}
    earned = 0
    for r, c in order:
        face, turn = artwork[r, c]
        board = "; ".join(laid)
        state = table(face, board=board, cards=cards if laid else {})
        # The four orientations of a card differ.
        if not laid:
            text = f"lay {face}{turn} {3 + r},{3 + c}"
            assert legal(state, text) == [f"{text} card {turns}" for turns in range(4)]
            state = play(state, f"{text} card 0")
            earned += state.view(None)["scores"][0]
        else:
            # No window is equal to another: nothing is ever to be chosen.
            after = play(state, f"lay {face}{turn} {3 + r},{3 + c}")
            assert after.view(None)["phase"] == "act"
            earned += points(state, after)
            state = after
        laid.append(f"{3 + r},{3 + c} {face}{turn}")
        shown = state.view(None)["cards"][letter]["crossings"]
        crossings = " ".join("-" if owner is None else str(owner) for owner in shown)
        cards = {letter: {"crossings": crossings}}
    assert earned == 45 + 16 + 4


@pytest.mark.rule("CD-10")
def test_columns_and_padlocks_of_the_back(tmp_path: Path) -> None:
    state = table("Aa", mode="challenging")
    for cell in COLUMNS:
        assert forbidden(state, f"lay Aa0 {cell}") == "W-5"
    # A tile on a corner is locked: instead of it, the new tile's block slides.
    for corner, beside, moved in (
        ("0,0", "0,1", "0,2"),
        ("0,8", "1,8", "2,8"),
        ("8,0", "7,0", "6,0"),
        ("8,8", "8,7", "8,6"),
    ):
        state = table("Aa", board=f"{corner} B", mode="challenging")
        assert mural(play(state, f"lay Aa0 {beside}")) == tiles(f"{corner} B; {moved} A")
    # Other sets have other columns.
    file = tmp_path / "columns.toml"
    write_set(replace(SET, columns=frozenset({(2, 2), (2, 6), (6, 2), (6, 6)})), file)
    state = table("Aa", mode="challenging", components=file)
    assert forbidden(state, "lay Aa0 3,3") is None
    assert forbidden(state, "lay Aa0 2,6") == "W-5"


@pytest.mark.rule("CD-13")
def test_everything_is_read_from_data(tmp_path: Path) -> None:
    file = tmp_path / "copy.toml"
    write_set(SET, file)
    assert read_set(DEFAULT).cards == SET.cards
    # A set that says the same plays the same.
    theirs = game_of().start(seed=5).view(None)
    ours = game_of(components=file).start(seed=5).view(None)
    assert {**theirs, "component_set": None} == {**ours, "component_set": None}
    for old, new, rule in (
        ("Ab Bb Ga Ha Ia Ja", "Ab Bb Ga Ha Ia Aa", "B-8"),  # a face on two kinds
        ("Ab Bb Ga Ha Ia Ja", "Ab Bb Ga Ha Ia Ia", "CD-13"),  # a face on none
        ('pattern = "A"', 'pattern = "M"', "A-6"),  # a pattern without a card
        ("Aa3 Ab2 Aa1", "Aa3 Bb0 Aa1", "CD-13"),  # another pattern's tile on a card
        ("Bb0 Bb0 Bb0", "Bb0 Bb2 Bb0", "A-7"),  # a turn not below the order
        ("W = { count = 11", "W = { count = 4", "CD-13"),  # fewer cubes than an artwork uses
    ):
        assert rule in rules_broken(tmp_path, old, new), (old, new)
    # Every space and every player need a cube: 42 spaces leave two, 48 are too many.
    row = "######\n"
    file = changed_set(tmp_path, (row, row * 2))
    assert atelier(dealt(lt.game("athos", players=2, components=file)), 1) != ""
    with pytest.raises(lt.OptionError) as caught:
        lt.game("athos", players=3, components=file)
    assert caught.value.rule == "C-5"
    assert rules_broken(tmp_path, row, row * 3) == {"C-5"}


def test_a_small_set_plays_on_to_the_end() -> None:
    small = Path(__file__).parents[1] / "data" / "athos" / "small.toml"
    game = lt.game("athos", players=2, components=small)
    results = game.simulate(20, seed=3)
    assert (results.plies > 0).all()
    assert game.components["name"] == "small"
