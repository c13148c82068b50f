"""Components and their data: sections 1 and 14. What loaders refuse in detail is in Rust."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import ludoteca as lt
import pytest
from set_files import changed_set, default_of, rules_broken

DATA = Path(__file__).parents[1] / "data" / "cog"
SOUND = ("small-6x6", "large-16x16", "other-boards")
SET: dict[str, Any] = tomllib.loads(default_of("cog").read_text(encoding="utf-8"))


def broken(folder: Path, *changes: tuple[str, str]) -> set[str | None]:
    """The rules that the default set breaks with these changes."""
    return rules_broken("cog", folder, *changes)


def words(goal: dict[str, str]) -> list[str]:
    return goal["words"].split()


@pytest.mark.rule("C-1")
def test_a_board_has_two_faces(tmp_path: Path) -> None:
    assert set(SET["faces"]) == {"2-3", "4"}
    assert "C-1" in broken(tmp_path, ("[faces.4]\n", "[faces.5]\n"))
    # Faces may differ in all that is on them.
    changed = changed_set("cog", tmp_path, ("rounds = 7\ncentre = 6", "rounds = 5\ncentre = 2"))
    for players in (2, 3, 4):
        lt.game("cog", players=players, components=changed)


@pytest.mark.rule("C-3")
def test_the_grid_is_a_square_with_an_even_side(tmp_path: Path) -> None:
    rows = SET["grid"].splitlines()
    assert [len(row.split()) for row in rows] == [10] * 10
    assert broken(tmp_path, (rows[4] + "\n", "")) == {"C-3"}
    assert broken(tmp_path, (rows[4], rows[4] + " .")) == {"C-3"}


@pytest.mark.rule("C-4", "C-263", "C-265")
def test_there_are_42_cabinet_cards_three_for_each_die(tmp_path: Path) -> None:
    cards = SET["cards"].values()
    assert sum(card["copies"] for card in cards) == 42
    dice = Counter(card["die"] for card in cards if "die" in card)
    assert dice == dict.fromkeys(SET["dice"].split(), 3)
    assert broken(tmp_path, ('1, die = "red"', '2, die = "red"')) == {"C-265"}
    assert broken(tmp_path, ("IM3 = { copies = 1", "IM3 = { copies = 0")) == {"C-4"}


@pytest.mark.rule("C-5", "C-19")
def test_there_are_120_tiles_and_16_spares(tmp_path: Path) -> None:
    letters = SET["letters"].values()
    assert sum(letter["tiles"] for letter in letters) == 120
    assert sum(letter["spares"] for letter in letters) == 16
    assert broken(tmp_path, ("Y = { tiles = 3, spares = 0 }\n", "")) == {"C-5", "C-118"}
    few = [
        (f"{letter} = {{ tiles = {each['tiles']}", f"{letter} = {{ tiles = 1")
        for letter, each in SET["letters"].items()
    ]
    assert broken(tmp_path, *few) == {"C-19"}


@pytest.mark.rule("C-9", "C-21")
def test_there_are_four_dice(tmp_path: Path) -> None:
    assert SET["dice"].split() == ["red", "white", "aqua", "black"]
    for wrong in ("red white aqua", "red white aqua black green", "red white aqua aqua"):
        assert "C-9" in broken(tmp_path, ("red white aqua black", wrong))


@pytest.mark.rule("C-11", "C-172")
def test_a_player_has_12_cubes_and_they_suffice(tmp_path: Path) -> None:
    assert SET["limits"]["cubes"] == 12
    assert broken(tmp_path, ("cubes = 12", "cubes = 11")) == set()
    assert broken(tmp_path, ("cubes = 12", "cubes = 10")) == {"C-172"}


@pytest.mark.rule("C-12")
def test_goal_cards_are_numbered_one_to_six(tmp_path: Path) -> None:
    assert list(SET["goals"]) == list("123456")
    every = [word for goal in SET["goals"].values() for word in words(goal)]
    assert len(every) == len(set(every)) == 18
    assert "C-12" in broken(tmp_path, ('6 = { words = "NUT', '7 = { words = "NUT'))


@pytest.mark.rule("C-13")
def test_there_are_20_stars(tmp_path: Path) -> None:
    assert SET["limits"]["star_supply"] == 20
    assert broken(tmp_path, ("star_supply = 20", "star_supply = 0")) == {"C-13"}


@pytest.mark.rule("C-22", "C-47")
def test_the_deck_lasts_for_every_number_of_players(tmp_path: Path) -> None:
    # 42 cards for four players, 39 for three, 36 for two; two item cards for each goal card.
    assert broken(tmp_path, ("rounds = 6", "rounds = 9")) == set()
    assert broken(tmp_path, ("rounds = 6", "rounds = 10")) == {"C-47"}
    assert broken(tmp_path, ("rounds = 7", "rounds = 11")) == set()
    assert broken(tmp_path, ("rounds = 7", "rounds = 12")) == {"C-47"}


@pytest.mark.rule("C-43", "C-44", "C-49")
def test_slots_of_the_top_and_the_turn_order_edge(tmp_path: Path) -> None:
    assert "C-43" in broken(tmp_path, ('"??* ??? ??* ?*"', '"??* ??? ??*"'))
    assert broken(tmp_path, ('"??* ??? ??* ?*"', '"??* ??? ??* ??*"')) == {"C-44"}
    # On the other face the last slot is like the others.
    assert broken(tmp_path, ('"??? ??* ??*"', '"??? ??* ???"')) == set()
    assert broken(tmp_path, ('order = ". * 3VP ?"', 'order = "? * 3VP ?"')) == {"C-49"}


@pytest.mark.rule("C-30", "C-31", "C-32", "C-33")
def test_the_starting_bonuses(tmp_path: Path) -> None:
    assert SET["start"].split() == [".", "*", "3VP", "?"]
    assert broken(tmp_path, ('start = ". *', 'start = "* *')) == {"C-30"}
    assert broken(tmp_path, ('start = ". *', 'start = ". +')) == {"C-30"}


@pytest.mark.rule("C-102", "C-163")
def test_icons(tmp_path: Path) -> None:
    for wrong in ("x", "3 VP", "3vp", "0VP", "100VP", "*******", "+++"):
        assert broken(tmp_path, ('gain = "7VP"', f'gain = "{wrong}"')) == {"C-102"}
    for right in ("?", "+", "*", "99VP", "?+*1VP", "****++"):
        assert broken(tmp_path, ('gain = "7VP"', f'gain = "{right}"')) == set()


@pytest.mark.rule("C-104", "C-105", "C-109", "C-118")
def test_costs_and_letters_of_cards(tmp_path: Path) -> None:
    pips = {card["pips"] for card in SET["cards"].values() if "pips" in card}
    assert pips == {"1 3", "2 5", "4 6"}
    assert broken(tmp_path, ('pips = "1 3"', 'pips = "3"')) == {"C-109"}
    assert broken(tmp_path, ('wild = "HPK"', 'wild = "HPX"')) == {"C-118"}
    assert broken(tmp_path, ('wild = "HPK"', 'wild = "HPK", die = "red"')) == {"C-104"}


@pytest.mark.rule("C-128", "C-135", "C-170")
def test_words(tmp_path: Path) -> None:
    for wrong, rule in (
        ("cog", "C-128"),
        ("C", "C-128"),
        ("COGCOGCOGCOG", "C-135"),
        ("PIPE", "C-170"),
    ):
        assert rule in broken(tmp_path, ("COG PIPE", f"{wrong} PIPE"))


@pytest.mark.rule("C-159", "C-164")
def test_bonus_spaces_of_the_grid(tmp_path: Path) -> None:
    cells = [row.split() for row in SET["grid"].splitlines()]
    assert sum(word != "." for row in cells for word in row) == 8
    assert "." not in (cells[0][0], cells[0][-1], cells[-1][0])
    assert cells[-1][-1] == "card"
    assert broken(tmp_path, ("5VP  .", " .   .")) == {"C-159"}
    assert broken(tmp_path, ("2VP  .", " .   .")) == {"C-159"}
    assert broken(tmp_path, ("2VP  .", "2VP  ?")) == {"C-159"}
    assert broken(tmp_path, (".  card", ".   5VP")) == {"C-164"}
    assert broken(tmp_path, ("5VP  .", "card .")) == {"C-164"}


@pytest.mark.rule("C-173", "C-174")
def test_a_goal_bonus_is_worth_more_than_its_words(tmp_path: Path) -> None:
    # COG, PIPE and WHEEL left incomplete are worth 15 VP.
    assert broken(tmp_path, ('bonus = "20VP"', 'bonus = "16VP"')) == set()
    assert broken(tmp_path, ('bonus = "20VP"', 'bonus = "15VP"')) == {"C-174"}
    assert broken(tmp_path, ('bonus = "20VP"', 'bonus = "10VP*?+"')) == set()
    assert broken(tmp_path, ('bonus = "20VP"', 'bonus = "."')) == {"C-173"}


@pytest.mark.rule("C-176", "C-179")
def test_item_cards(tmp_path: Path) -> None:
    items = [card for card in SET["cards"].values() if "item" in card]
    assert sorted(len(card["missing"]) for card in items) == [1] * 6 + [2] * 6
    goals = Counter(
        number
        for card in items
        for number, goal in SET["goals"].items()
        if card["item"] in words(goal)
    )
    assert goals == dict.fromkeys("123456", 2)
    assert broken(tmp_path, ('missing = "EL"', 'missing = "EX"')) == {"C-176"}
    assert broken(tmp_path, ('missing = "EL"', 'missing = "LL"')) == {"C-176"}
    assert broken(tmp_path, ('missing = "EL"', 'missing = "WEL"')) == {"C-176"}
    assert broken(tmp_path, ('item = "WHEEL"', 'item = "WHEELS"')) == {"C-179"}


@pytest.mark.rule("C-195", "C-198")
def test_limits(tmp_path: Path) -> None:
    limits = SET["limits"]
    assert (limits["letters"], limits["stars"], limits["aid_at_most"]) == (7, 3, 3)
    assert broken(tmp_path, ("aid_at_most = 3", "aid_at_most = 100")) == {"C-195"}
    assert broken(tmp_path, ("\nletters = 7", "\nletters = 0")) == {"C-198"}


@pytest.mark.rule("C-254")
def test_the_track_is_a_loop_with_opposite_corners(tmp_path: Path) -> None:
    row = " ?                   3VP\n"
    assert broken(tmp_path, (row, row * 2)) == set()
    assert broken(tmp_path, (row, " ?\n")) == {"C-254"}


@pytest.mark.parametrize("name", SOUND)
def test_sets_of_other_sizes_are_read_and_played_to_the_end(name: str) -> None:
    file = DATA / f"{name}.toml"
    facts = lt.check_components("cog", file)
    assert (facts["name"], facts["edition"], facts["source"]) == (name, "tests", "made up")
    for players in (2, 3, 4):
        game = lt.game("cog", players=players, components=file)
        assert game.components == facts
        results = game.simulate(10, seed=players)
        assert (results.plies > 0).all()


def test_faults_are_reported_with_line_column_key_and_rule() -> None:
    with pytest.raises(lt.ComponentError) as caught:
        lt.check_components("cog", DATA / "broken" / "faults.toml")
    lines = [
        f"{problem.line}:{problem.column} {problem.key} {problem.rule or '-'} {problem.message}"
        for problem in caught.value.problems
    ]
    expected = (DATA / "broken" / "faults.txt").read_text(encoding="utf-8")
    assert lines == expected.splitlines()


def test_text_that_is_not_toml_is_refused() -> None:
    with pytest.raises(lt.ComponentError) as caught:
        lt.check_components("cog", DATA / "broken" / "syntax.toml")
    assert all(problem.message.startswith("not TOML") for problem in caught.value.problems)
