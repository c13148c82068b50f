"""Contracts, markers and the full panel, section Q."""

from __future__ import annotations

from collections import Counter
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import ludoteca as lt
import pytest
from athos_positions import (
    changed,
    dealt,
    game_of,
    legal,
    mural,
    own_set,
    play,
    points,
    position_of,
    rolled,
    table,
)
from referee.athos.components import WINDOWS, default_set
from support import forbidden, refusal, some_action

SET = default_set()
NAMES = list(WINDOWS)
THREE = "4,4 Aa1 Aa1 / Aa3 ."  # a tile short of the north-west window of card A
FULL = "4,4 Aa1 Aa1 Ab3 / Aa3 Ab2 Aa1 / Ab3 Ab3 Aa3"
ALMOST = FULL.removesuffix("Aa3") + "."  # a tile short of a full panel, in the corner
SPENT = {"C": {"crossings": "0 0 0 0"}, "D": {"crossings": "0 0 0 0"}}
"""All markers of side 0 on other cards."""


def card(state: lt.State, pattern: str = "A") -> dict[str, Any]:
    """A card as everybody sees it."""
    shown: dict[str, Any] = state.view(None)["cards"][pattern]
    return shown


def crossings(state: lt.State, pattern: str = "A") -> list[int | None]:
    """Who has marked the crossings of a card."""
    owners: list[int | None] = card(state, pattern)["crossings"]
    return owners


def art(pattern: str, turns: int, rows: range, cols: range, without: tuple[int, int]) -> str:
    """A part of an artwork as it lies, in place on a board, without one of its tiles."""
    artwork = SET.oriented(pattern, turns)
    texts = [
        " ".join("." if (r, c) == without else "{}{}".format(*artwork[r, c]) for c in cols)
        for r in rows
    ]
    return f"{3 + rows[0]},{3 + cols[0]} " + " / ".join(texts)


@pytest.mark.rule("Q-1", "Q-2", "Q-3")
@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("pattern", SET.patterns)
def test_a_completed_window_is_marked_and_paid(pattern: str, turns: int) -> None:
    for number, (row, col) in enumerate(WINDOWS.values()):
        rows, cols = range(row, row + 2), range(col, col + 2)
        for last in product(rows, cols):
            face, turn = SET.oriented(pattern, turns)[last]
            state = table(
                face,
                board=art(pattern, turns, rows, cols, last),
                cards={pattern: {"orientation": turns}},
            )
            at = f"{3 + last[0]},{3 + last[1]}"
            done = play(state, f"lay {face}{turn} {at}")
            assert crossings(done, pattern) == [0 if k == number else None for k in range(4)]
            assert points(state, done) == 4 + 4
            assert done.view(None)["stock"] == [7, 8]
            for wrong in set(range(SET.order(face))) - {turn}:
                other = play(state, f"lay {face}{wrong} {at}")
                assert crossings(other, pattern) == [None] * 4
                assert points(state, other) == 4


@pytest.mark.rule("Q-1")
def test_a_restore_completes_a_window_too() -> None:
    state = table("Ab", board="4,4 Aa1 Aa1 / Aa3 Ab3")
    done = rolled(play(state, "restore 5,5 Ab2"))
    assert crossings(done) == [0, None, None, None]
    assert points(state, done) == 4 + 4


@pytest.mark.rule("Q-2", "Q-6")
@pytest.mark.parametrize("owner", [0, 1])
def test_a_marked_window_is_not_marked_again(owner: int) -> None:
    """The panel on which it was won is gone."""
    state = table("Ab", board=THREE, cards={"A": {"crossings": f"{owner} - - -"}})
    done = play(state, "lay Ab2 5,5")
    assert crossings(done) == [owner, None, None, None]
    assert points(state, done) == 4
    assert done.view(None)["stock"] == state.view(None)["stock"]


@pytest.mark.rule("Q-4", "Q-10")
@pytest.mark.parametrize("last", [cell for cell in SET.oriented("A", 0) if cell != (1, 1)])
def test_the_ninth_tile_completes_one_or_two_windows_and_the_panel(last: tuple[int, int]) -> None:
    face, turn = SET.oriented("A", 0)[last]
    state = table(face, board=art("A", 0, range(3), range(3), last))
    done = play(state, f"lay {face}{turn} {3 + last[0]},{3 + last[1]}")
    is_side = 1 in last
    assert points(state, done) == 9 + 4 * (1 + is_side) + 4
    assert len([owner for owner in crossings(done) if owner == 0]) == 1 + is_side
    assert card(done)["full"] is True


@pytest.mark.rule("Q-4")
def test_two_windows_before_the_panel_is_full() -> None:
    state = table("Aa", board="4,4 Aa1 . Ab3 / Aa3 Ab2 Aa1 / Ab3 Ab3 .")
    done = play(state, "lay Aa1 4,5")
    assert crossings(done) == [0, 0, None, None]
    assert points(state, done) == 8 + 4 + 4
    assert done.view(None)["stock"] == [6, 8]


@pytest.mark.rule("Q-5", "Q-12")
def test_with_one_marker_for_two_windows_the_player_chooses() -> None:
    cards = {"A": {"crossings": "1 1 - -"}, "C": {"crossings": "0 0 0 0"}}
    cards["D"] = {"crossings": "0 0 0 -"}
    state = table("Ab", board=FULL.replace("/ Ab3 Ab3 Aa3", "/ Ab3 . Aa3"), cards=cards)
    asked = play(state, "lay Ab3 6,5")
    assert (asked.view(None)["phase"], asked.view(None)["marks"]) == ("mark", ["SW", "SE"])
    assert asked.view(None)["scores"] == [0, 0]
    assert legal(asked) == ["mark SW", "mark SE"]
    assert forbidden(asked, "pass") == "D-8"
    assert forbidden(asked, "take 0,0") == "D-8"
    assert forbidden(asked, "mark NW") == "Q-2"
    for text, owners in (("mark SW", [1, 1, 0, None]), ("mark SE", [1, 1, None, 0])):
        done = play(asked, text)
        assert crossings(done) == owners
        # The bonus is paid, since there was a marker when the lay began.
        assert points(state, done) == 9 + 4 + 4
        assert (done.view(None)["stock"], done.view(None)["phase"]) == ([0, 6], "act")


@pytest.mark.rule("Q-5")
def test_with_markers_enough_marking_is_no_choice() -> None:
    state = table("Ab", board=THREE)
    done = play(state, "lay Ab2 5,5")
    assert done.view(None)["phase"] == "act"
    assert crossings(done)[0] == 0
    # One marker, one window.
    cards = {"C": {"crossings": "0 0 0 0"}, "D": {"crossings": "0 0 0 -"}}
    last = play(table("Ab", board=THREE, cards=cards), "lay Ab2 5,5")
    assert (last.view(None)["stock"], crossings(last)[0]) == ([0, 8], 0)


@pytest.mark.rule("Q-6", "Q-7")
def test_markers_stay_where_and_whose_they_are() -> None:
    # The panel is pushed off the mural; the marker stays, and the window is not won again.
    state = table("Ab Ba", "Aa Aa", board="4,0 Aa1 Aa1 / Aa3 .")
    built = play(state, "lay Ab2 5,1", "lay Ba0 4,2 card 0")
    assert crossings(built)[0] == 0
    assert mural(built) == {"4,0": "Aa1", "5,0": "Ab2", "4,2": "Ba0"}
    assert crossings(play(built, "pass", "pass"))[0] == 0
    rng = Random(7)
    for players, mode in ((3, "base"), (2, "duel")):
        state = dealt(game_of(players, mode=mode))
        owners: dict[tuple[str, int], int] = {}
        while not state.is_over:
            building = legal(state, "lay") + legal(state, "restore")
            state = rolled(
                state.apply(rng.choice(building) if building else some_action(state, rng))
            )
            now = {
                (pattern, number): owner
                for pattern, each in state.view(None)["cards"].items()
                for number, owner in enumerate(each["crossings"])
                if owner is not None
            }
            assert owners.items() <= now.items()
            owners = now


@pytest.mark.rule("Q-8")
def test_a_correct_square_is_marked_by_who_completes_it_or_not_at_all() -> None:
    # The window is complete and unmarked: neither an action nor a lay beside it claims it.
    board = FULL.replace("Aa1 Ab3 / Aa3 Ab2 Aa1 / Ab3 Ab3 Aa3", "Aa1 / Aa3 Ab2")
    state = table("Ab Aa", board=board)
    assert crossings(state) == [None] * 4
    assert forbidden(state, "mark NW") == "Q-2"
    assert "mark" not in {text.split()[0] for text in legal(state)}
    beside = play(state, "lay Ab3 4,6")
    assert (crossings(beside), points(state, beside)) == ([None] * 4, 5)
    # Its neighbour is won, it itself not.
    both = play(beside, "lay Aa1 5,6")
    assert crossings(both) == [None, 0, None, None]
    # Only a new completion marks it: the panel is pushed off, and begun afresh by the other one.
    gone = play(table("Ba", board="4,0 Aa1 / Aa3"), "lay Ba0 4,1 card 0")
    assert not legal(gone, "mark")
    again = table("", "Ab", board=THREE, turn_of=1)
    assert crossings(play(again, "lay Ab2 5,5")) == [1, None, None, None]


@pytest.mark.rule("Q-9")
def test_a_square_that_equals_several_windows_gives_one_marker_of_choice(tmp_path: Path) -> None:
    own = own_set(tmp_path, A="Aa0 Aa0 Aa0 / Aa0 Aa0 Aa0 / Aa0 Aa0 Ab0")
    state = table("Aa", board="4,4 Aa0 Aa0 / Aa0", components=own, card_orientation="upright")
    asked = play(state, "lay Aa0 5,5")
    assert legal(asked) == ["mark NW", "mark NE", "mark SW"]
    assert forbidden(asked, "mark SE") == "Q-2"
    done = play(asked, "mark NE")
    assert (crossings(done), done.view(None)["stock"]) == ([None, 0, None, None], [7, 8])
    assert points(state, done) == 4 + 4
    # Among the unmarked ones; the last one is marked without asking.
    left = table(
        "Aa",
        board="4,4 Aa0 Aa0 / Aa0",
        components=own,
        card_orientation="upright",
        cards={"A": {"crossings": "- 1 - -"}},
    )
    assert legal(play(left, "lay Aa0 5,5")) == ["mark NW", "mark SW"]
    last = table(
        "Aa",
        board="4,4 Aa0 Aa0 / Aa0",
        components=own,
        card_orientation="upright",
        cards={"A": {"crossings": "1 1 - -"}},
    )
    assert crossings(play(last, "lay Aa0 5,5")) == [1, 1, 0, None]
    # Two squares of one lay: a marker each, one after the other.
    two = table(
        "Aa",
        board="4,4 Aa0 . Aa0 / Aa0 Aa0 Aa0 / Aa0 Aa0",
        components=own,
        card_orientation="upright",
    )
    first = play(two, "lay Aa0 4,5")
    assert legal(first) == ["mark NW", "mark NE", "mark SW"]
    second = play(first, "mark SW")
    assert legal(second) == ["mark NW", "mark NE"]
    both = play(second, "mark NW")
    assert (crossings(both), points(two, both)) == ([0, None, 0, None], 8 + 4 + 4)


@pytest.mark.rule("Q-10")
def test_the_bonus_goes_to_who_completes_the_panel_whoever_owns_the_markers() -> None:
    state = table("Aa", board=ALMOST, cards={"A": {"crossings": "1 1 1 -"}})
    done = play(state, "lay Aa3 6,6")
    assert (points(state, done), points(state, done, 1)) == (9 + 4 + 4, 0)
    # No window is left, and the bonus is paid all the same.
    marked = table("Aa", board=ALMOST, cards={"A": {"crossings": "1 1 1 1"}})
    assert points(marked, play(marked, "lay Aa3 6,6")) == 9 + 4
    # Nine tiles with one that is wrong are no full panel.
    wrong = play(marked, "lay Aa0 6,6")
    assert (points(marked, wrong), card(wrong)["full"]) == (9, False)
    # A restore can make it full.
    repaired = table("Aa", board=f"{ALMOST[:-1]}Aa0", cards={"A": {"crossings": "1 1 1 -"}})
    done = rolled(play(repaired, "restore 6,6 Aa3"))
    assert points(repaired, done) == 9 + 4 + 4


@pytest.mark.rule("Q-11")
@pytest.mark.parametrize(("bonus3", "bonus"), [("once", 0), ("each", 4)])
def test_the_bonus_is_paid_once_for_a_card(bonus3: str, bonus: int) -> None:
    paid = {"A": {"crossings": "1 1 1 1", "full": True}}
    state = table("Aa", board=ALMOST, cards=paid, bonus3=bonus3)
    assert points(state, play(state, "lay Aa3 6,6")) == 9 + bonus
    # A full panel that paid nothing was not paid.
    first = table(
        "Aa", "Aa", board=ALMOST, cards={"A": {"crossings": "1 1 1 1"}, **SPENT}, bonus3=bonus3
    )
    done = play(first, "lay Aa3 6,6")
    assert (points(first, done), card(done)["full"]) == (9, False)
    unpaid = changed(first, stock=[0, 4], seat=1, turn=4)
    assert points(unpaid, play(unpaid, "lay Aa3 6,6"), 1) == 9 + 4


@pytest.mark.rule("Q-12")
def test_without_markers_no_contract_points() -> None:
    state = table("Ab", board=THREE, cards=SPENT)
    done = play(state, "lay Ab2 5,5")
    assert (points(state, done), crossings(done)) == (4, [None] * 4)
    assert done.view(None)["phase"] == "act"
    # The gate is passed nevertheless.
    assert (
        forbidden(play(table("Ab Ab", board=THREE, cards=SPENT), "lay Ab2 5,5"), "lay Ab3 4,6")
        is None
    )
    # No bonus either, with an unmarked window and without one.
    for marks in ("1 1 1 -", "1 1 1 1"):
        panel = table("Aa", board=ALMOST, cards={"A": {"crossings": marks}, **SPENT})
        assert points(panel, play(panel, "lay Aa3 6,6")) == 9
    # Eight markers are all there are.
    assert (state.view(None)["stock"], position_of(state)["stock"]) == ([0, 8], [0, 8])
    assert dealt(game_of(3)).view(None)["stock"] == [8, 8, 8]


@pytest.mark.rule("Q-13")
def test_a_card_has_four_markers_at_most() -> None:
    state = table("Aa", board=ALMOST, cards={"A": {"crossings": "0 1 0 -"}})
    done = play(state, "lay Aa3 6,6")
    assert Counter(crossings(done)) == {0: 3, 1: 1}
    position = position_of(done)
    position["cards"]["A"]["crossings"].append(1)
    refusal(changed, done, cards=position["cards"], stock=[5, 6])


@pytest.mark.rule("Q-14")
def test_windows_of_the_second_stage_count_like_the_first() -> None:
    state = table("Aa", board="4,4 Aa1 Aa1 Ab3 / Aa3 Ab2 .", cards={"A": {"crossings": "1 - - -"}})
    done = play(state, "lay Aa1 5,6")
    assert (points(state, done), crossings(done)) == (6 + 4, [1, 0, None, None])
    # The first square may be any window, the next ones too.
    south = table("Aa", board="4,4 Ab2 . / Ab3 Aa3")
    assert crossings(play(south, "lay Aa1 4,5")) == [None, None, None, 0]


@pytest.mark.rule("Q-15")
def test_a_window_is_judged_by_its_own_four_tiles() -> None:
    # Another tile of the panel is wrong.
    state = table(
        "Aa", board="4,4 Aa1 Aa1 Ab3 / Aa3 Ab2 . / Ab0", cards={"A": {"crossings": "1 - - -"}}
    )
    done = play(state, "lay Aa1 5,6")
    assert (points(state, done), crossings(done)) == (7 + 4, [1, 0, None, None])
    # The window lies where no frame of the first square has it: the north-east window at first.
    apart = table(
        "Ab", board="4,4 Aa1 Ab3 . / Ab2 Aa1 Aa1 / . Aa3 .", cards={"A": {"crossings": "- 1 - -"}}
    )
    done = play(apart, "lay Ab2 6,6")
    assert (points(apart, done), crossings(done)) == (7 + 4, [0, 1, None, None])
