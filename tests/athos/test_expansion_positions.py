"""Positions from outside with Masters and tools: what the rules exclude is refused (Z-9)."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from typing import Any

import ludoteca as lt
import pytest
from athos_positions import changed, play, position_of, table

from athos.expansions import NONE, WRONG, with_master, with_masters, with_tool, with_tools
from athos.test_positions import edited, refused

Make = Callable[[], lt.State]


def mastered() -> lt.State:
    """Seat 1 has used a Master, seat 0 not."""
    state = with_master("laying", "purchase", ateliers=("Aa Ba", "Ca"))
    return with_masters(state, used=[False, True])


def drawing() -> lt.State:
    """A Master was drawn, and another one will be."""
    state = table("Aa", expansions=["masters"], lays=["A A", ""])
    return play(state, "master", "deal laying")


def keeping() -> lt.State:
    return play(drawing(), "deal purchase")


def kept() -> lt.State:
    return play(keeping(), "keep laying")


def series() -> lt.State:
    state = with_master("perfection", ateliers=("Aa Ba",))
    return play(state, "use perfection rotate", "rotate Aa Ca")


def corrected() -> lt.State:
    return play(with_master("correction", board=WRONG), "use correction 1,3 2,3")


def restored() -> lt.State:
    state = with_master("restoration", ateliers=("Ab",), board="1,1 Aa1 Aa1 / Aa3 Ab3")
    return play(state, "use restoration restore 2,2 Ab2")


def tooled() -> lt.State:
    return with_tool("mallets 2", "level 1", ateliers=("Aa Ba+! Ca+", "Da"))


def offered() -> lt.State:
    """A tool was taken, and the next one comes on offer."""
    return play(with_tool(ateliers=("Aa",)), "tool level")


def cut() -> lt.State:
    return play(with_tool("cutters 1", ateliers=("Aa Ba",)), "cut Aa", "roll Fa")


def rolling() -> lt.State:
    """Two cubes are to be rolled after a cut."""
    return play(with_tool("cutters 2", ateliers=("Aa Ba",)), "cut Aa Ba")


def pulled() -> lt.State:
    return play(with_tool("pincers 1", board="1,1 Aa1 Aa1 / Aa3 Ab3"), "pull 2,2")


def levelled() -> lt.State:
    return play(with_tool("level 1", ateliers=("Aa Ba",)), "lay Aa0 0,0 card 0 tool")


def unpaid() -> lt.State:
    state = with_tool("trowels 1", ateliers=("Aa Ba",), tool_bonus="separate")
    return play(state, "protect Aa")


FREE_POINT = {"points": 1, "pattern": "A", "squares": [], "spends": 0}
HIDDEN = {"card": "purchase", "by": 0, "known": [0]}
RIGHT: list[Make] = [
    mastered,
    drawing,
    keeping,
    kept,
    series,
    corrected,
    restored,
    tooled,
    offered,
    cut,
    rolling,
    pulled,
    levelled,
    unpaid,
]
WRONG_ONES: list[tuple[str, Make, tuple[tuple[str, Any], ...], str]] = [
    ("a Master in two places", mastered, (("masters.held.0", "purchase"),), "X-1"),
    ("a Master too few", mastered, (("masters.held.0", None),), "X-1"),
    ("no Master used", kept, (("masters.used.1", True),), "X-8"),
    ("a pair without a tile", mastered, (("masters.pairs.0", True),), "X-3"),
    (
        "put there by nobody",
        kept,
        (("masters.bottom.0.by", 1),),
        "X-5",
    ),
    ("put there unseen", kept, (("masters.bottom.0.known", [1]),), "X-5"),
    ("two cards put there by one", kept, (("masters.bottom", [HIDDEN, HIDDEN]),), "X-1"),
    ("a card drawn by nobody", kept, (("masters.draws", 1),), "X-5"),
    ("nothing to keep", keeping, (("phase", "act"),), "X-5"),
    ("a card drawn unseen", keeping, (("masters.drawn.0.known", [1]),), "X-2"),
    ("drawn without lays", keeping, (("masters.pairs.0", False),), "X-2"),
    ("drawn after an action", keeping, (("actions_left", 1),), "X-2"),
    ("a draw that costs one action", keeping, (("pending.spends", 1),), "D-2"),
    ("a full panel of a card that is not open", mastered, (("masters.completed", ["A"]),), "X-12"),
    (
        "a marker beside a card that is not open",
        mastered,
        (("masters.extra", {"card": "A", "side": 0}), ("stock", [7, 8])),
        "X-12",
    ),
    ("a marker too many", restored, (("masters.extra", {"card": "A", "side": 0}),), "Z-9"),
    ("a series of nobody", series, (("masters.used.0", False),), "X-14"),
    ("a series beside actions", series, (("actions_left", 1),), "X-14"),
    (
        "a series that can't go on",
        series,
        (("masters.series.action", "swap"),),
        "X-14",
    ),
    ("too many repetitions", series, (("masters.series.left", 4),), ""),
    ("a move of solo", mastered, (("masters.late", True),), "X-8"),
    ("two rolls without a correction", restored, (("rolls", ["X", "X"]),), "Z-9"),
    ("a correction without its Master", corrected, (("masters.used.0", False),), "D-2"),
    ("a correction with points", corrected, (("pending", FREE_POINT),), "X-8"),
    ("a free restore without its Master", restored, (("masters.used.0", False),), "D-2"),
    ("a tool in two places", tooled, (("tools.held.0.key", "level"),), "Y-1"),
    ("a tool too few", tooled, (("tools.held.1", None),), "Y-1"),
    ("more cards than places", tooled, (("tools.piles.0", ["cutters", None]),), "Y-1"),
    ("the offer is not seen", offered, (("phase", "act"), ("pending", None)), "D-2"),
    ("nothing to deal", tooled, (("phase", "deal"),), "Y-2"),
    (
        "an empty pile",
        tooled,
        (("tools.piles", [[], ["cutters", None, None, None, None, "spatulas"]]),),
        "Y-5",
    ),
    ("tiles on another tool", tooled, (("tools.held.0.level", 1),), "Y-23"),
    ("three tiles on a tool", tooled, (("ateliers.0.tool", ["Aa", "Ba", "Ca"]),), "A-20"),
    ("a new tool", tooled, (("tools.new", True),), "Y-6"),
    ("lays of a turn", tooled, (("tools.lays", 1),), "Y-15"),
    ("a level that has paid", tooled, (("tools.spent", True),), "Y-15"),
    ("nothing to be paid", tooled, (("tools.unpaid", 1),), "Y-11"),
    ("pay for a lay alone", levelled, (("tools.unpaid", 1),), "Y-11"),
    ("tiles to take without a cut", tooled, (("tools.takes", 1),), "Y-20"),
    ("more tiles than a cut allows", cut, (("tools.takes", 3),), "Y-20"),
    ("no room after a cut", cut, (("ateliers.0.free", ["Ba", "Aa", "Aa"]),), "Z-9"),
    ("a roll after another cut", rolling, (("tools.takes", 2),), "Y-20"),
    ("two rolls without a cut", rolling, (("tools.takes", 0),), "K-2"),
    ("a cut that brings points", rolling, (("pending.points", 1),), "D-2"),
    ("points without pincers", pulled, (("pending.points", 2),), "P-1"),
]


@pytest.mark.rule("Z-9")
@pytest.mark.parametrize("make", RIGHT, ids=[make.__name__ for make in RIGHT])
def test_positions_of_play_load(make: Make) -> None:
    state = make()
    assert position_of(changed(state)) == position_of(state)
    assert changed(state).view(0) == state.view(0)


@pytest.mark.rule("Z-9")
@pytest.mark.parametrize(
    ("make", "changes", "rule"), [case[1:] for case in WRONG_ONES], ids=[c[0] for c in WRONG_ONES]
)
def test_positions_that_the_rules_exclude(
    make: Make, changes: tuple[tuple[str, Any], ...], rule: str
) -> None:
    state = make()
    assert (refused(state, **edited(state, *changes)) or "") == rule


@pytest.mark.rule("Z-9")
def test_without_an_expansion_there_is_nothing_of_it() -> None:
    state = table("Aa")
    assert position_of(state)["masters"] is None
    assert position_of(state)["tools"] is None
    for name, other in (("masters", mastered()), ("tools", tooled())):
        assert (refused(state, **{name: position_of(other)[name]}) or "") == ""
        assert (refused(other, **{name: None}) or "") == ""


@pytest.mark.rule("Q-10", "X-11")
def test_contracts_may_leave_a_paid_card_without_a_marker() -> None:
    cards = {"A": {"crossings": "0 - - -", "full": True}, "B": {}}
    state = play(with_master("contracts", cards=cards), "use contracts A NW B NE")
    assert position_of(changed(state)) == position_of(state)
    bare = {"cards.A.crossings.0": None}
    other = with_master("", "contracts", cards=cards)
    assert refused(other, **edited(other, *bare.items()), stock=[8, 8]) == "Q-10"


@pytest.mark.rule("Y-15", "P-1")
def test_a_lay_with_a_tool_may_have_more_points() -> None:
    """A restore with tool 1 whose cube is to be rolled."""
    state = with_tool("level 1", ateliers=("Ab",), board="1,1 Aa1 Aa1 / Aa3 Ab3")
    state = play(state, "restore 2,2 Ab2 tool")
    assert position_of(state)["pending"]["points"] == 5
    assert position_of(changed(state)) == position_of(state)
    more = {"pending.points": 6}
    assert refused(state, **edited(state, *more.items())) == "P-1"


@pytest.mark.rule("Y-2")
def test_positions_of_the_setup_load() -> None:
    state = table("Aa", expansions=["tools"]).game.start()
    while state.view(None)["phase"] == "setup":
        assert position_of(changed(state)) == position_of(state)
        state = state.apply(state.chance_outcomes[0][0])
    assert position_of(state)["emptied"] == 0
    assert NONE[0] == "......"
    early = with_tools(table("Aa", expansions=["tools"]))
    assert refused(early, phase="setup", actions_left=0) is not None


@pytest.mark.rule("U-25", "Y-18")
def test_a_game_that_ends_by_a_cut_is_read_back() -> None:
    game = lt.game("athos", players=1, expansions=["tools"])
    data = json.loads(game.start(seed=0).to_json())
    position = data["position"]
    cubes = [face for row in position["fundathos"] for face in row]
    last = cubes.pop()
    position["fundathos"] = [[None] * 6 for _ in range(6)]
    for face in cubes:
        position["workshop"][face] = position["workshop"].get(face, 0) + 1
    position["ateliers"][0]["free"] = [last]
    position["tools"] |= {
        "unknown": [],
        "held": [{"key": "cutters", "level": 1}, {"key": "spatulas", "level": 1}],
        "piles": [["level", "mallets", "set_squares"], ["trowels", "pincers", "instruments"]],
    }
    position |= {"turn": 43, "emptied": 41, "idle": 3}
    data |= {"origin": {"position": position, "past": []}, "events": [], "generator": None}
    state = game.state_from_json(json.dumps(data)).apply(f"cut {last}")
    state = state.apply(state.chance_outcomes[0][0])
    assert state.outcome is not None
    assert state.outcome.reason == "boards empty"
    assert game.state_from_json(state.to_json()) == state
    assert pickle.loads(pickle.dumps(state)) == state
    # A game without tools ends so by a lay.
    data = json.loads(state.to_json())
    assert not data["position"]["has_laid"]
