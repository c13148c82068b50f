"""The options of Cobogó (rules section 11)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal

from referee.cards import CardSet, RefereeError

EXPANSIONS: Final = ("vidracaria", "janelao", "clientes")


@dataclass(frozen=True)
class Options:
    """The options of section 11 with their defaults."""

    players: int
    first_player: int | Literal["random"] = 0
    expansions: tuple[str, ...] = ()
    window_pattern: str = "random"
    special_pattern: str = "random"
    count_mode: str = "exact"
    merit_scope: str = "hands_and_pile"
    special_exclusive: bool = False
    expansion_shuffle: str = "after_deal"
    double_third: str = "each_adds"
    back_visibility: str = "hidden"
    pairing: str = "fixed"
    communication: str = "none"

    def as_dict(self) -> dict[str, Any]:
        """The options as JSON-ready data; the number of players stands apart (K-106)."""
        data = dict(self.__dict__)
        del data["players"]
        data["expansions"] = [name for name in EXPANSIONS if name in self.expansions]
        return data

    def check(self, cards: CardSet) -> None:
        """Refuse what section 11 does not list.

        Raises:
            RefereeError: `option` as reason.
        """
        allowed: dict[str, tuple[Any, ...]] = {
            "players": (1, 2, 3, 4),
            "first_player": (*range(self.players), "random"),
            "window_pattern": (*(card.id for card in cards.group("window")), "random"),
            "special_pattern": (*(card.id for card in cards.group("special")), "random"),
            "count_mode": ("exact", "at_least"),
            "merit_scope": ("hands_and_pile", "hands"),
            "special_exclusive": (False, True),
            "expansion_shuffle": ("after_deal", "before_deal"),
            "double_third": ("each_adds", "keep_three"),
            "back_visibility": ("hidden", "physical"),
            "pairing": ("fixed", "shuffled"),
            "communication": ("none",),
        }
        for key, values in allowed.items():
            if getattr(self, key) not in values:
                raise RefereeError("option", f"{key} = {getattr(self, key)!r}")
        if not set(self.expansions) <= set(EXPANSIONS):
            raise RefereeError("option", f"expansions = {self.expansions!r}")
        for key, expansion in (("window_pattern", "janelao"), ("special_pattern", "clientes")):
            if getattr(self, key) != "random" and expansion not in self.expansions:
                raise RefereeError("option", f"{key} without {expansion}")
        for expansion, name, least in (
            ("vidracaria", "glass", 1),
            ("janelao", "window", 2),
            ("clientes", "special", 1),
        ):
            if expansion in self.expansions and len(cards.group(name)) < least:
                raise RefereeError("option", f"{expansion} needs {least} {name} cards")

    @property
    def base_patterns(self) -> int:
        """How many base cards are reserved (K-10, K-101, K-102)."""
        thirds = ("janelao" in self.expansions) + ("clientes" in self.expansions)
        if thirds == 2 and self.double_third == "keep_three":
            return 1
        return 3 if thirds == 0 else 2
