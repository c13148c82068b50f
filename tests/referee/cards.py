"""Cards and component sets of Cobogó (rules sections 3 and 13)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from referee.mosaic import Face, Shape, shape_parts

GROUPS: Final = ("base", "glass", "window", "special")
ANY: Final = "*"


class RefereeError(ValueError):
    """What was asked is against the rules; `reason` says why in one word."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(f"{reason}: {message}")
        self.reason = reason


@dataclass(frozen=True)
class Card:
    """A card with its two faces; `group` is base, glass, window or special."""

    id: str
    group: str
    brick: Face
    type: str
    number: int
    shape: Shape

    @property
    def pattern_side(self) -> tuple[str, Shape, int]:
        """What the pattern side shows (K-3): equal ones can't be told apart."""
        return self.type, self.shape, self.number


@dataclass(frozen=True)
class CardSet:
    """A component set: cards in the order of the set file."""

    name: str
    edition: str
    rows: int
    cols: int
    cards: tuple[Card, ...]

    def group(self, name: str) -> tuple[Card, ...]:
        """The cards of one group, in the order of the set."""
        return tuple(card for card in self.cards if card.group == name)

    @cached_property
    def by_id(self) -> dict[str, Card]:
        """The cards by their ids."""
        return {card.id: card for card in self.cards}

    @cached_property
    def place_in_file(self) -> dict[str, int]:
        """The rank of each id in the set file: base, glass, window, special."""
        ordered = [card.id for name in GROUPS for card in self.group(name)]
        return {id_: rank for rank, id_ in enumerate(ordered)}

    def check(self) -> None:
        """Refuse a set that breaks K-2, K-3, K-4 or K-6.

        Raises:
            RefereeError: with the number of the rule.
        """
        for card in self.cards:
            if len(card.brick) != self.rows or any(len(row) != self.cols for row in card.brick):
                raise RefereeError("K-2", f"{card.id} is not {self.rows} x {self.cols}")
            if card.number < 1:
                raise RefereeError("K-3", f"{card.id} asks for {card.number} copies")
            if not card.shape or len(shape_parts(card.shape)) != 1:
                raise RefereeError("K-4", f"the shape of {card.id} is not connected")
        types = Counter(card.type for card in self.group("base"))
        if len(types) < 3 or max(types.values()) < 2:
            raise RefereeError("K-6", f"pattern sides of too few types: {dict(types)}")


def parse_face(text: str) -> Face:
    """The rows of a brick side such as `DCE/DDC`."""
    return tuple(text.split("/"))


def parse_shape(text: str) -> Shape:
    """The cells of a shape such as `XXX/.X.`."""
    rows = text.split("/")
    return frozenset(
        (r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "X"
    )


def shape_text(shape: Shape) -> str:
    """A shape as `XXX/.X.`, the reverse of `parse_shape`."""
    height = 1 + max(r for r, _ in shape)
    width = 1 + max(c for _, c in shape)
    return "/".join(
        "".join("X" if (r, c) in shape else "." for c in range(width)) for r in range(height)
    )


def parse_components(text: str, name: str = "custom", edition: str = "1") -> CardSet:
    """A component set from lines `id brick type number shape`.

    The first letter of the id tells the group: C base, G glass, W window, S special.
    """
    letters = {"C": "base", "G": "glass", "W": "window", "S": "special"}
    cards = []
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        id_, brick, type_, number, shape = line.split()
        card = Card(id_, letters[id_[0]], parse_face(brick), type_, int(number), parse_shape(shape))
        cards.append(card)
    first = cards[0].brick
    return CardSet(name, edition, len(first), len(first[0]), tuple(cards))


def default_set() -> CardSet:
    """The component set default-v1 of section 13.1."""
    path = Path(__file__).parents[1] / "golden" / "cobogo" / "default-v1.txt"
    return parse_components(path.read_text(encoding="utf-8"), "default-v1")
