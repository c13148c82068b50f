"""Cards, skeletons and options of Bogoss for its referee (rules sections 3, 9, 11 and 13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from referee.cards import RefereeError

KINDS: Final = ("L", "A", "S", "R")
NEED: Final = {"L": 2, "A": 2, "S": 1, "R": 1}
STATUSES: Final = {"w": "whole", "b": "broken"}

# Section 13, the machine-readable deck.
DECK: Final = {"wL": 10, "wA": 10, "wS": 5, "wR": 5, "bL": 4, "bA": 4, "bS": 2, "bR": 2, "J": 2}

# Section 11: what the options accept that do not depend on the players.
VALUES: Final[dict[str, tuple[Any, ...]]] = {
    "need_rule": ("useful", "any", "next_skeleton"),
    "give_choice": ("donor", "asker", "random"),
    "extra_requests": ("unlimited", "one"),
    "draw_hit": ("requested", "useful"),
    "broken_draw_ends": (False, True),
    "joker_hit": (False, True),
    "broken_skeleton": ("all_broken", "any_broken"),
    "lay_mode": ("forced", "joker_choice", "free"),
    "donor_refill": (False, True),
    "refill_empty": tuple(range(7)),
    "sided_limbs": (False, True),
}

Hand = tuple[str, ...]
"""Cards by name, in the order of the sorts."""


def kind_of(card: str) -> str | None:
    """The kind of a natural card (B-2); a joker has none."""
    return None if card == "J" else card[1]


@dataclass(frozen=True)
class Skeleton:
    """Six cards that lie in front of a player, in the order of the parts (B-3)."""

    status: str
    cards: Hand


@dataclass(frozen=True)
class Options:
    """The options of section 11 with their defaults."""

    players: int
    first_player: int | Literal["random"] = 0
    need_rule: str = "useful"
    give_choice: str = "donor"
    extra_requests: str = "unlimited"
    draw_hit: str = "requested"
    broken_draw_ends: bool = False
    joker_hit: bool = False
    broken_skeleton: str = "all_broken"
    lay_mode: str = "forced"
    donor_refill: bool = False
    refill_empty: int = 0
    sided_limbs: bool = False
    max_turns: int | None = None

    @property
    def turn_cap(self) -> int:
        """After how many turns nobody has won (B-53)."""
        return 200 * self.players if self.max_turns is None else self.max_turns

    def check(self) -> None:
        """Refuse what section 11 does not list.

        Raises:
            RefereeError: `option` as reason.
        """
        seats = {"players": (2, 3, 4, 5, 6, 7), "first_player": (*range(self.players), "random")}
        for key, values in {**seats, **VALUES}.items():
            if getattr(self, key) not in values:
                raise RefereeError("option", f"{key} = {getattr(self, key)!r}")
        if self.turn_cap < 1:
            raise RefereeError("option", f"max_turns = {self.max_turns!r}")

    @property
    def parts(self) -> tuple[tuple[str, int], ...]:
        """The parts of a skeleton and how many of each (B-3, B-5)."""
        if self.sided_limbs:
            return (("Ll", 1), ("Lr", 1), ("Al", 1), ("Ar", 1), ("S", 1), ("R", 1))
        return tuple(NEED.items())

    def deck(self, counts: Mapping[str, int]) -> Counter[str]:
        """The deck by sort, in the order of the sorts (B-1, B-4, B-5).

        Raises:
            RefereeError: `components` as reason.
        """
        if set(counts) != set(DECK):
            raise RefereeError("components", f"other sorts than {list(DECK)}")
        totals = [sum(n for card, n in counts.items() if card[0] == first) for first in "wbJ"]
        if totals != [30, 12, 2]:
            raise RefereeError("components", f"B-1: whole, broken, jokers: {totals}")
        for status, skeletons in (("w", 2), ("b", 1)):
            for kind, need in NEED.items():
                if counts[status + kind] < need * skeletons:
                    raise RefereeError("components", f"section 13: too few {status}{kind}")
        deck: Counter[str] = Counter()
        for card in DECK:
            if self.sided_limbs and kind_of(card) in ("L", "A"):
                if counts[card] % 2:
                    raise RefereeError("components", f"B-5: {counts[card]} {card}")
                deck[card + "l"] = deck[card + "r"] = counts[card] // 2
            else:
                deck[card] = counts[card]
        return deck

    # --- skeletons (section 9) -----------------------------------------------------------------

    def covering(self, hand: Hand, statuses: str, jokers: int) -> Hand | None:
        """Six cards that cover B-3: cards of these statuses, earlier ones first, then jokers."""
        cards: list[str] = []
        for part, need in self.parts:
            fitting = [card for s in statuses for card in hand if card == s + part][:need]
            cards += fitting + ["J"] * (need - len(fitting))
        return tuple(cards) if cards.count("J") <= jokers else None

    def complete(self, hand: Hand, *, with_jokers: bool = True) -> Skeleton | None:
        """The skeleton that B-44 lays next."""
        if len(hand) < 6:
            return None
        jokers = hand.count("J") if with_jokers else 0
        broken = self.covering(hand, "bw" if self.broken_skeleton == "any_broken" else "b", jokers)
        if broken is not None and any(card[0] == "b" for card in broken):
            return Skeleton("broken", broken)
        whole = self.covering(hand, "w", jokers)
        return None if whole is None else Skeleton("whole", whole)

    def passing(self, hand: Hand, whole_laid: int) -> list[str]:
        """The kinds that pass the test of B-16."""
        if self.need_rule == "any":
            return list(KINDS)
        skeletons = 2 - whole_laid if self.need_rule == "useful" else 1
        found = []
        for part, need in self.parts:  # with sides: left and right apart (B-16 as amended)
            wholes, brokens = hand.count("w" + part), hand.count("b" + part)
            if (wholes < need * skeletons or brokens < need) and part[0] not in found:
                found.append(part[0])
        return found


def without(hand: Hand, cards: Sequence[str]) -> Hand:
    """The hand after these cards have left it."""
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)
