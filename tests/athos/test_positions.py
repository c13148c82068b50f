"""Positions from outside: what the rules exclude is refused (Z-9), and all others can be played."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from random import Random
from typing import Any

import ludoteca as lt
import pytest
from athos_positions import changed, game_of, legal, play, position_of, table
from referee.athos.options import EXPANSIONS, SEATS
from support import refusal, some_action
from test_athos_referee import is_special, of_one_kind, random_options

NONE = ["......"] * 6
CARD = {"orientation": 0, "crossings": [None] * 4, "full": False}
SQUARE = "4,4 Aa1 Aa1 / Aa3 Ab2"
Make = Callable[[], lt.State]


def refused(state: lt.State, **fields: Any) -> str | None:
    """The rule by which a changed position is refused."""
    rule: str | None = getattr(refusal(changed, state, **fields), "rule", None)
    return rule


def edited(state: lt.State, *changes: tuple[str, Any]) -> dict[str, Any]:
    """Top fields of the position after changes at some paths, such as `mural.4.4`."""
    position = position_of(state)
    for path, value in changes:
        *way, last = [int(word) if word.isdecimal() else word for word in path.split(".")]
        place: Any = position
        for word in way:
            place = place[word]
        place[last] = value
    return {path.split(".")[0]: position[path.split(".")[0]] for path, _ in changes}


def passed(state: lt.State) -> lt.State:
    """The end that comes when everybody passes."""
    while not state.is_over:
        state = state.apply("pass")
    return state


def base() -> lt.State:
    return table("Aa Ba", "Ba", board=f"{SQUARE}; 7,7 Ca0", workshop="Aa Ea")


def solo() -> lt.State:
    return table("Aa", "Ba", mode="solo")


def challenging() -> lt.State:
    return table("Aa", "Ba", board="4,0 I I / I I; 7,7 C", mode="challenging", immutable={"I": 1})


def asked() -> lt.State:
    """One marker for two windows."""
    cards = {card: {"crossings": "0 0 0 0"} for card in "CD"}
    cards["D"] = {"crossings": "0 0 0 -"}
    board = "4,4 Aa1 Aa1 Ab3 / Aa3 Ab2 Aa1 / Ab3 . Aa3"
    return play(
        table("Ab", board=board, cards={**cards, "A": {"crossings": "1 1 - -"}}), "lay Ab3 6,5"
    )


def restored() -> lt.State:
    """A cube is to be rolled after a restore."""
    return play(table("Ab", board="4,4 Aa1 Aa1 / Aa3 Ab3", workshop="Cb"), "restore 5,5 Ab2")


def swapped() -> lt.State:
    """A cube is to be rolled after a swap."""
    return play(table("Aa Ba", "Ca"), "swap Aa Ba Ca 1")


MIDDLE = (("has_acted", True), ("actions_left", 1))
OTHER_CUBE = (("rolls", ["Y"]), ("workshop", {"Ab": 1, "Cb": 1, "Eb": 1}))
WRONG: list[tuple[str, Make, tuple[tuple[str, Any], ...], str]] = [
    ("a cube too many", base, (("workshop.Aa", 30),), "Z-9"),
    ("a cube too few", base, (("workshop.Aa", 1), ("mural.7.7", None)), "Z-9"),
    ("another kind of cube", base, (("mural.7.7", "Eb0"),), "Z-9"),
    ("a tile on a column", challenging, (("mural.7.7", None), ("mural.3.3", "Ca0")), "W-5"),
    ("contact", base, (("mural.7.7", None), ("mural.4.6", "Ca0")), "N-1"),
    ("a panel of four in a row", base, (("mural.5.4", None), ("mural.4.7", "Aa3")), "O-10"),
    ("the card is not open", base, (("cards", {}),), "G-3"),
    (
        "the card of a lost tile",
        base,
        (("mural.7.7", None), ("box", {"Ca": 1}), ("cards", {"A": CARD})),
        "G-4",
    ),
    ("an orientation that is not there", solo, (("cards.A.orientation", 1),), "G-5"),
    ("not all cards in solo", solo, (("cards", {}),), "U-5"),
    ("a correct square without a gate", base, (("gates", []),), "O-14"),
    ("a gate without a tile", base, (("gates", ["A", "B"]),), "O-14"),
    ("a gate without cards", challenging, (("gates", ["I"]),), "O-14"),
    ("a marker too few", base, (("stock", [7, 8]),), "Z-9"),
    ("a marker too many", base, (("cards.A.crossings.0", 0),), "Z-9"),
    ("an immutable block on the front", base, (("immutable", {"A": 0}), ("stock", [7, 8])), "W-11"),
    (
        "an immutable tile",
        challenging,
        (("immutable", {"I": 1, "C": 1}), ("stock", [8, 6])),
        "W-11",
    ),
    ("a square without a marker", challenging, (("immutable", {}), ("stock", [8, 8])), "W-11"),
    (
        "cards in the challenging variant",
        challenging,
        (("cards", {"A": CARD}),),
        "T-3",
    ),
    ("a yellow marker passed", solo, (("scores", [12]),), "U-23"),
    ("a yellow marker passed downwards", solo, (("scores", [-12]),), "U-23"),
    ("a negative score", base, (("scores", [-1, 0]),), "P-4"),
    ("a bonus without a marker", base, (("cards.A.full", True),), "Q-10"),
    ("a full atelier and more", base, (("ateliers.0.free", ["Aa", "Ba", "Ca", "Da"]),), "A-20"),
    ("a cube in the bag", base, (("workshop.Aa", 1), ("bag", {"W": 1})), "Z-9"),
    ("another seat's turn", base, (("seat", 1),), "D-1"),
    ("another side's turn", solo, (("seat", 1),), ""),
    ("an emptied Fundathos", base, (("emptied", 2),), "R-1"),
    (
        "Fundathos emptied by nobody",
        lambda: table("", "", fundathos=NONE),
        (("emptied", 3), ("actions_left", 2)),
        "R-1",
    ),
    ("three actions", base, (("actions_left", 3),), "D-2"),
    ("no action taken", base, (("actions_left", 1),), "D-2"),
    ("an action taken", base, (("has_acted", True),), "D-2"),
    ("laid without an action", base, (("has_laid", True),), "Z-4"),
    (
        "laid without a tile",
        lambda: play(table("Aa", "Ba"), "take 0,0"),
        (("has_laid", True),),
        "Z-4",
    ),
    ("all have passed", base, (("passed", 2), ("idle", 2)), "Z-3"),
    ("more passes than turns", base, (("turn", 1), ("passed", 1), ("idle", 1)), "Z-3"),
    ("no lay for too long", base, (("idle", 16), ("turn", 41)), "Z-4"),
    ("longer without a lay than the game", base, (("idle", 3),), "Z-4"),
    ("passed and laid", base, (("passed", 1),), "Z-4"),
    ("too many rounds", base, (("turn", 201),), "Z-5"),
    ("after the last round", lambda: table("", "", fundathos=NONE), (("turn", 5),), "R-3"),
    ("no action left", base, (("actions_left", 0), ("has_acted", True)), "D-9"),
    (
        "empty boards",
        lambda: table("Aa", "", mode="solo", fundathos=NONE),
        (("ateliers.0.free", []), ("box", {"Aa": 1})),
        "U-25",
    ),
    ("a cube rolled out of turn", base, (("rolls", ["W"]), ("mural.7.7", None)), "K-2"),
    ("nothing to roll", swapped, (("phase", "act"),), "K-2"),
    (
        "points not credited",
        lambda: play(base(), "take 0,0"),
        (("pending", {"points": 1, "pattern": "A", "squares": [], "spends": 1}),),
        "D-8",
    ),
    ("an action that costs nothing", swapped, (("pending.spends", 0),), "D-2"),
    ("a swap with a pattern", swapped, (("pending.pattern", "B"),), "P-1"),
    ("a swap with points", swapped, (("pending.points", 1),), "P-1"),
    ("a restore without points", restored, (("pending.points", 0),), "P-1"),
    ("a restore with more points", restored, (("pending.points", 5),), "P-1"),
    ("a restore without a lay", restored, (("has_laid", False),), "P-1"),
    ("a square that does not stand", restored, (("pending.squares", [["NE"]]),), "Q-1"),
    ("an empty square", restored, (("pending.squares", [[]]),), "Q-1"),
    ("a square too many", restored, (("pending.squares", [["NW"], ["NW"]]),), "Q-1"),
    ("a cube of another pattern", restored, OTHER_CUBE, "J-1"),
    ("a window that is marked", asked, (("pending.squares", [["NW"], ["SE"]]),), "Q-1"),
    ("nothing to choose", asked, (("pending.squares", []),), "Q-5"),
    ("an action over", asked, (("actions_left", 0),), "D-2"),
    ("another reason", lambda: passed(base()), (("reason", "tail"),), "R-8"),
    ("an end in the middle of a turn", lambda: passed(base()), MIDDLE, "R-8"),
]


@pytest.mark.rule("Z-9")
@pytest.mark.parametrize(
    ("make", "changes", "rule"), [case[1:] for case in WRONG], ids=[case[0] for case in WRONG]
)
def test_positions_that_the_rules_exclude(
    make: Make, changes: tuple[tuple[str, Any], ...], rule: str
) -> None:
    state = make()
    assert position_of(changed(state)) == position_of(state)
    assert (refused(state, **edited(state, *changes)) or "") == rule


# --- random positions, changed in one place -------------------------------------------------------

FACES = [pattern + letter for pattern in "ABCDEFGHIJKL" for letter in "ab"]
WORDS = ["NW", "SE", "W", "X", "act", "mark", "roll", "setup", "over", "A", "B"]
REASONS = ["last round", "all passed", "no progress", "too many rounds", "boards empty", "tail"]
# What no single change can alter, since the rest of the position tells it. Other fields depend on
# what has happened: points, turns, which face of a cube is up.
TOLD = {"workshop", "box", "bag", "immutable", "stock", "has_acted", "phase", "reason"}
TOLD |= {"rolls"}
# What expansions leave open.
UNTOLD = {"has_acted"}
# What comes between two actions.
BETWEEN = ("mark", "keep", "cut")


def values(value: Any, rng: Random) -> list[Any]:
    """Other values of a field."""
    if value is None:
        return [0, 1, "Aa", "Aa0", *REASONS]
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return sorted({value - 1, value + 1, value + 10, 0, 1, 2, 3, 7, 8} - {value})
    some = [rng.choice(FACES), f"{rng.choice(FACES)}0"]
    return [each for each in [None, "Aa", "Ab0", *WORDS, *REASONS, *some] if each != value]


def fields_of(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every scalar of a document with its path."""
    if isinstance(value, dict | list):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from fields_of(each, (*path, key))
    else:
        yield path, value


def variants(position: dict[str, Any], rng: Random) -> Iterator[tuple[str, dict[str, Any]]]:
    """The position with one scalar changed, or with a list longer or shorter by one."""
    for path, value in fields_of(position):
        if path[0] in ("mural", "fundathos") and rng.random() < 0.85:
            continue
        for other in values(value, rng):
            yield path[0], replaced(position, path, other)
    for name in ("yellow", "rolls", "stock", "scores", "gates"):
        if name != "gates":
            yield name, {**position, name: position[name] + (position[name][-1:] or ["W"])}
        if position[name]:
            yield name, {**position, name: position[name][:-1]}


def replaced(position: dict[str, Any], path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    """A copy with another value at a path."""
    copy = deepcopy(position)
    place: Any = copy
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return copy


def some_positions(mode: str, expansions: tuple[str, ...], rng: Random) -> Iterator[lt.State]:
    """Positions of random games, those of markers and rolls among them."""
    players, options = random_options(rng, mode)
    options["expansions"] = expansions
    state = lt.game("athos", players=players, **options).start()
    while not state.is_over:
        if state.ply > 40 and (rng.random() < 0.1 or state.view(None)["phase"] in BETWEEN):
            yield state
        building = legal(state, "lay") + legal(state, "restore")
        special = [text for text in legal(state) if is_special(text)]
        wanted = special if rng.random() < 0.3 else building
        chosen = rng.choice(of_one_kind(wanted, rng)) if wanted and rng.random() < 0.6 else None
        state = state.apply(chosen or some_action(state, rng))
    yield state


@pytest.mark.rule("Z-9")
@pytest.mark.parametrize("mode", SEATS)
def test_every_real_position_loads_and_changed_ones_are_refused_or_playable(mode: str) -> None:
    rng = Random(f"positions {mode}")
    tried, accepted = 0, 0
    for expansions in ((), (), EXPANSIONS, EXPANSIONS):
        told = TOLD - UNTOLD if expansions else TOLD
        for state in some_positions(mode, expansions, rng):
            position = position_of(state)
            loaded = changed(state)
            assert position_of(loaded) == position
            assert loaded.view(None) == state.view(None)
            if rng.random() < 0.8:
                continue
            for name, other in variants(position, rng):
                tried += 1
                try:
                    made = changed(state, **other)
                except lt.StateFormatError:
                    continue
                accepted += 1
                assert name not in told, (name, json.dumps(other[name]), json.dumps(position))
                for _ in range(2):
                    if not made.is_over:
                        made = made.apply(some_action(made, rng))
                assert position_of(changed(made)) == position_of(made)
    assert tried > 1000
    assert 0 < accepted < tried / 4


@pytest.mark.rule("Z-9")
@pytest.mark.parametrize("mode", SEATS)
def test_positions_of_the_setup_load(mode: str) -> None:
    players = min(SEATS[mode])
    first = {} if mode in ("solo", "duel", "teams") else {"first_player": "random"}
    state = game_of(players, mode=mode, **first).start()
    while state.actor is lt.CHANCE:
        position = position_of(state)
        assert position_of(changed(state)) == position
        for fields in (
            {"has_acted": True},
            {"scores": [1] * len(position["scores"])},
            {"actions_left": 1},
            {"turn": 2},
            {"phase": "act"},
        ):
            refusal(changed, state, **fields)
        state = state.apply(some_action(state, Random(state.ply)))
    assert position_of(changed(state)) == position_of(state)


@pytest.mark.rule("Z-9")
@pytest.mark.parametrize(
    ("make", "fields"),
    [
        (base, {"scores": [10**6, 10**6]}),
        (solo, {"scores": [10**6], "yellow": []}),
        (solo, {"scores": [-(10**6)], "yellow": []}),
    ],
)
def test_points_end_where_positions_do(make: Make, fields: dict[str, Any]) -> None:
    """What follows from a made-up score at its limit can be written and read like anything else."""
    state, rng = changed(make(), **fields), Random(3)
    limit, seen = abs(fields["scores"][0]), set()
    while not state.is_over:
        building = [action for action in legal(state) if action.startswith(("lay", "mark"))]
        state = state.apply(rng.choice(building) if building else some_action(state, rng))
        assert position_of(changed(state)) == position_of(state)
        seen |= set(position_of(state)["scores"])
    assert max(map(abs, seen)) == limit
