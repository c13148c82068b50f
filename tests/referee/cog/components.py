"""The component set: grid, words, letters, track, slots, deck (rules section 14)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final

PRINTED: Final = Path(__file__).parents[2] / "golden" / "cog" / "default_set.json"
"""The default set as the rules print it (14.13)."""

Cell = tuple[int, int]
Gain = tuple[str, ...]
"""Icons in printed order: `bag`, `centre`, `star`, `card`, `vp:5`."""


@dataclass(frozen=True)
class Card:
    """A cabinet card (C-101); `timing` is immediate, round, always or item."""

    id: str
    copies: int
    timing: str
    gain: Gain = ()
    die: str | None = None
    pips: tuple[int, ...] = ()
    wild: tuple[str, ...] = ()
    word: str = ""
    missing: tuple[str, ...] = ()


@dataclass(frozen=True)
class TopSlot:
    """What a top slot shows (C-42, C-44)."""

    letters: int
    stars: int
    is_wild: bool


@dataclass(frozen=True)
class Face:
    """The board for a number of players (C-1, C-21, C-38, C-43)."""

    rounds: int
    centre_squares: int
    top: dict[int, TopSlot]
    order_slots: tuple[Gain, ...]
    track: tuple[Gain, ...]
    dice: tuple[str, ...]


@dataclass(frozen=True)
class ComponentSet:
    """Everything that the text leaves to the components; squares count from 0."""

    name: str
    edition: str
    size: int
    bonus: dict[Cell, Gain]
    goals: dict[int, tuple[tuple[str, ...], Gain]]
    letters: dict[str, int]
    spares: dict[str, int]
    start_bonus: tuple[Gain, ...]
    faces: dict[int, Face]
    """By the number of players."""
    deck: tuple[Card, ...]
    """By id, as tables of a file have no order."""
    most_letters: int
    most_stars: int
    aid_at_most: int
    stars: int
    cubes: int

    @property
    def centre(self) -> frozenset[Cell]:
        """The four centre squares of a grid (C-3)."""
        middle = (self.size // 2 - 1, self.size // 2)
        return frozenset((row, column) for row in middle for column in middle)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """All words in the set's order."""
        return tuple(word for words, _ in self.goals.values() for word in words)

    @cached_property
    def goal_of(self) -> dict[str, int]:
        """The goal card of each word."""
        return {word: number for number, (words, _) in self.goals.items() for word in words}

    @cached_property
    def cards(self) -> dict[str, Card]:
        """The cards by their ids, in the set's order."""
        return {card.id: card for card in self.deck}

    @cached_property
    def corners(self) -> frozenset[Cell]:
        """The four corners of a grid (C-159)."""
        last = self.size - 1
        return frozenset({(0, 0), (0, last), (last, 0), (last, last)})

    def sorted(self, ids: Iterable[str]) -> list[str]:
        """Cards in the set's order."""
        return sorted(ids, key=list(self.cards).index)

    def in_order(self, ids: Mapping[str, int]) -> dict[str, int]:
        """Counts of cards in the set's order, without zeros."""
        return {key: ids[key] for key in self.cards if ids.get(key, 0) > 0}


def by_id(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The order of the deck in lists."""
    return tuple(sorted(cards, key=lambda card: card.id))


def from_printed(data: Mapping[str, Any], name: str = "printed") -> ComponentSet:
    """A set from data in the shape of 14.13, where squares count from 1."""

    def cell(at: list[int]) -> Cell:
        return at[0] - 1, at[1] - 1

    def card(each: Mapping[str, Any]) -> Card:
        cost = each.get("cost") or {}
        return Card(
            id=each["id"],
            copies=each["copies"],
            timing=each["timing"],
            gain=tuple(each.get("gain", ())),
            die=cost.get("die"),
            pips=tuple(cost.get("pips", ())),
            wild=tuple(each.get("wild", ())),
            word=each.get("word", ""),
            missing=tuple(each.get("missing", ())),
        )

    def face(players: str) -> Face:
        length = len(data["track"])
        # The track begins at the start; the other neutral pawn is opposite (C-253, C-254).
        assert (data["start"], data["neutral_second_start"]) == (0, length // 2)
        return Face(
            rounds=data["rounds"][players],
            centre_squares=data["centre_squares"],
            top={
                each["slot"]: TopSlot(each["letters"], each["stars"], each["wild"])
                for each in data["top_slots"][players]
            },
            order_slots=tuple(map(tuple, data["order_slots"][: int(players)])),
            track=tuple(map(tuple, data["track"])),
            dice=tuple(data["dice"][players]),
        )

    limits = data["limits"]
    made = ComponentSet(
        name=name,
        edition="",
        size=data["grid"]["size"],
        bonus={cell(each["at"]): tuple(each["gain"]) for each in data["grid"]["bonus"]},
        goals={
            each["number"]: (tuple(each["words"]), tuple(each["gain"])) for each in data["goals"]
        },
        letters=dict(data["letters"]),
        spares=dict(data["spares"]),
        start_bonus=tuple(map(tuple, data["start_bonus"])),
        faces={int(players): face(players) for players in data["rounds"]},
        deck=by_id(map(card, data["deck"])),
        most_letters=limits["letters"],
        most_stars=limits["stars"],
        aid_at_most=limits["aid_at_most"],
        stars=limits["star_supply"],
        cubes=limits["cubes"],
    )
    assert made.centre == {*map(cell, data["grid"]["centre"])}
    return made


@cache
def default_set() -> ComponentSet:
    """The default set of 14.13."""
    return from_printed(json.loads(PRINTED.read_text(encoding="utf-8")))
