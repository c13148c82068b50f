"""Small component sets and positions of Cobogó for the rule tests, from a few words of text.

A pattern side is written `A 2 XXX/.X.`: type, number, shape. The cards of a made-up set are called
P1, P2, ... (base cards with the patterns that a test reserves), B1, B2, ... (base cards with the
brick sides that a test plays), Z1, Z2, ... (the rest of the base deck), G1, W1, S1, ... .
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import ludoteca as lt
from referee.cards import ANY, GROUPS, Card, CardSet, default_set, parse_face, parse_shape
from referee.mosaic import GLASS
from referee.sets import write_set

GOLDEN: Final = Path(__file__).parent / "golden" / "cobogo"
TABLES: Final[dict[str, Any]] = tomllib.loads((GOLDEN / "tables.toml").read_text(encoding="utf-8"))
"""The tables of the rules as data."""
DEFAULT: Final = default_set()
BASE: Final = [card.id for card in DEFAULT.group("base")]
LETTERS: Final = "ABCDEFXYZ"
LONGEST: Final = 300
"""More events than any game of the tests has."""
BLANK: Final = "Z"
"""The type that fills every brick side that a test says nothing about."""


# --- Component sets -----------------------------------------------------------------------------


def pattern_card(id_: str, group: str, pattern: str, brick: str) -> Card:
    """A card from the texts of its two sides."""
    type_, number, shape = pattern.split()
    return Card(id_, group, parse_face(brick), type_, int(number), parse_shape(shape))


def made_up_set(
    *,
    patterns: Sequence[str] = (),
    bricks: Sequence[str] = (),
    glass: Sequence[str] = (),
    windows: Sequence[str] = (),
    specials: Sequence[str] = (),
    size: tuple[int, int] = (2, 3),
    base: int = 18,
) -> CardSet:
    """A set with these pattern sides and brick sides, filled up to `base` base cards.

    Everything else is as harmless as can be: brick sides full of Z, patterns that ask for 99
    single bricks. `glass`, `windows` and `specials` are `number shape`, perhaps with a brick side.
    """
    rows, cols = size
    blank = "/".join([BLANK * cols] * rows)
    harmless = cycle(LETTERS)
    cards = [pattern_card(f"P{k}", "base", text, blank) for k, text in enumerate(patterns, 1)]
    for k, brick in enumerate(bricks, 1):
        cards.append(pattern_card(f"B{k}", "base", f"{next(harmless)} 99 X", brick))
    for k in range(1, base - len(cards) + 1):
        cards.append(pattern_card(f"Z{k}", "base", f"{next(harmless)} 99 X", blank))
    for group, content, texts in (
        ("glass", GLASS, glass),
        ("window", ANY, windows),
        ("special", ANY, specials),
    ):
        for k, text in enumerate(texts, 1):
            number, shape, *brick_side = text.split()
            brick = brick_side[0] if brick_side else blank
            id_ = f"{group[0].upper()}{k}"
            cards.append(pattern_card(id_, group, f"{content} {number} {shape}", brick))
    return CardSet("made-up", "tests", rows, cols, tuple(cards))


def game_of(cards: CardSet, **options: Any) -> lt.Game:
    """The game with a component set that is written to a file for as long as it is read."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "set.toml"
        write_set(cards, file)
        return lt.game("cobogo", components=file, **{"players": 1, **options})


def component_problems(text: str) -> list[lt.ComponentProblem]:
    """What is wrong with a component file; empty if nothing is."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "set.toml"
        file.write_text(text, encoding="utf-8")
        try:
            lt.game("cobogo", players=1, components=file)
        except lt.ComponentError as error:
            return list(error.problems)
    return []


def set_text(cards: CardSet) -> str:
    """The set as the text of its file."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "set.toml"
        write_set(cards, file)
        return file.read_text(encoding="utf-8")


# --- Positions ----------------------------------------------------------------------------------


def position_json(
    game: lt.Game,
    *,
    reserved: Sequence[str],
    hands: Sequence[Sequence[str]],
    pile: Sequence[str] = (),
    rejected: Sequence[str] = (),
    mosaic: Sequence[str] = (),
    at: tuple[int, int] = (0, 0),
    starter: str | None = None,
    to_move: int = 0,
) -> str:
    """The JSON of a position in play: ids of cards, rows of the mosaic, its first row and column.

    `rejected` lies under the pile and is no part of `pile`.
    """
    whole = json.loads(game.start().to_json())
    groups = [_group(id_) for id_ in pile]
    position = {
        "step": "play",
        "dealt": 2 * game.players,
        "first": 0,
        "to_move": to_move,
        "drawing": False,
        "won": None,
        "mosaic": {"row0": at[0], "col0": at[1], "rows": list(mosaic)},
        "starter": starter,
        "reserved": list(reserved),
        "hands": [[_held(id_) for id_ in hand] for hand in hands],
        "pile": {
            "bricks": list(pile),
            "backs": list(pile),
            "loose": [groups.count(group) for group in GROUPS],
            "top": None,
            "rejected": list(rejected),
            "rejected_left": len(rejected),
        },
        "placed": [],
    }
    whole |= {"position": position, "origin": {"position": position, "past": []}}
    return json.dumps(whole)


def position(game: lt.Game, **parts: Any) -> lt.State:
    """The state of `position_json`."""
    return game.state_from_json(position_json(game, **parts))


def _held(id_: str) -> dict[str, str]:
    """A card in a hand; expansion cards join the pile after the deal (K-75)."""
    return {"brick": id_, "back": id_, "from": "deal" if _group(id_) == "base" else "draw"}


def _group(id_: str) -> str:
    return {"G": "glass", "W": "window", "S": "special"}.get(id_[0], "base")


def table(mosaic: Sequence[str], *bricks: str, size: tuple[int, int] = (2, 3)) -> lt.State:
    """A solo game that no placement wins, with this mosaic and one or two cards in hand."""
    game = game_of(made_up_set(patterns=["A 99 X"], bricks=bricks, size=size))
    hand = [f"B{k}" for k in range(1, len(bricks) + 1)]
    return position(game, reserved=["P1"], hands=[hand], pile=["Z1", "Z2"], mosaic=mosaic)


# --- Playing ------------------------------------------------------------------------------------


def play(state: lt.State, *texts: str) -> lt.State:
    """The state after some actions and chance events."""
    for text in texts:
        state = state.apply(text)
    return state


def rows(state: lt.State) -> list[str]:
    """The mosaic in its bounding box."""
    return list(state.view(None)["mosaic"]["rows"])


def cells(state: lt.State) -> dict[tuple[int, int], str]:
    """The visible content of every cell that is not empty."""
    mosaic = state.view(None)["mosaic"]
    return {
        (mosaic["row0"] + r, mosaic["col0"] + c): content
        for r, row in enumerate(mosaic["rows"])
        for c, content in enumerate(row)
        if content != "."
    }


def deal_out(game: lt.Game, *events: str) -> lt.State:
    """The first turn of a game: these events, then the first possible ones."""
    state = play(game.start(), *events)
    while state.actor is lt.CHANCE:
        assert len(state.history) < LONGEST, "the preparation does not end"
        state = state.apply(state.chance_outcomes[0][0])
    return state


def unfold(state: lt.State, choose: Any) -> list[lt.State]:
    """Every state from this one to the end; `choose` picks an action or event of each."""
    states = [state]
    while not state.is_over:
        assert len(states) < LONGEST, "the game does not end"
        at_chance = state.actor is lt.CHANCE
        options = [event for event, _ in state.chance_outcomes] if at_chance else None
        state = state.apply(choose(options or state.legal_actions))
        states.append(state)
    return states


# --- Judging ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Verdict:
    """What a mosaic is worth: matching groups and fulfilment by pattern, and whether it wins."""

    have: tuple[int, ...]
    ok: tuple[bool, ...]
    won: bool


def judge(
    mosaic: Sequence[str],
    *patterns: str,
    glass: str | None = None,
    window: str | None = None,
    special: str | None = None,
    **options: Any,
) -> Verdict:
    """Lay one harmless brick above the mosaic and see how the engine judges the position.

    The bases' patterns are `A 2 XX`, those of the expansions `2 XX`.
    """
    game, reserved = _judging_game(patterns, glass, window, special, tuple(sorted(options.items())))
    state = position(game, reserved=reserved, hands=[["B1"]], mosaic=mosaic)
    column = next(c for c, content in enumerate(mosaic[0]) if content != ".")
    after = state.apply(f"place 0 rot 0 at -1,{column}")
    assert after.outcome is not None
    found = after.view(None)["reserved"]
    return Verdict(
        have=tuple(pattern["have"] for pattern in found),
        ok=tuple(pattern["ok"] for pattern in found),
        won=after.outcome.details["won"],
    )


@cache
def _judging_game(
    patterns: tuple[str, ...],
    glass: str | None,
    window: str | None,
    special: str | None,
    options: tuple[tuple[str, Any], ...],
) -> tuple[lt.Game, tuple[str, ...]]:
    cards = made_up_set(
        patterns=patterns,
        bricks=[BLANK],
        glass=[glass] if glass else [],
        windows=[window, "99 X"] if window else [],
        specials=[special] if special else [],
        size=(1, 1),
    )
    used = (("vidracaria", "G1", glass), ("janelao", "W1", window), ("clientes", "S1", special))
    expansions = [name for name, _, pattern in used if pattern]
    reserved = [f"P{k}" for k in range(1, len(patterns) + 1)]
    reserved += [id_ for _, id_, pattern in used if pattern]
    return game_of(cards, expansions=expansions, **dict(options)), tuple(reserved)
