"""The options of Athos: mode, expansions and section Z (rules Z; T, U, V, W for the modes)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from referee.cards import RefereeError

EXPANSIONS: Final = ("masters", "tools")
SEATS: Final = {
    "base": (2, 3, 4, 5, 6),
    "simplified": (2, 3, 4, 5, 6),
    "solo": (1,),
    "duel": (2,),
    "teams": (4,),
    "challenging": (2, 3, 4),
}

# Section Z: what the options accept.
VALUES: Final[dict[str, tuple[Any, ...]]] = {
    "card_orientation": ("choose", "upright"),
    "slide_contact": ("illegal", "chain", "allow"),
    "multi_side": ("choose", "all", "illegal"),
    "release": ("connected", "ring", "any_gap"),
    "growth_error": ("continue", "close"),
    "growth_frame": ("box", "aligned"),
    "gate": ("current", "sticky"),
    "bonus3": ("once", "each"),
    "tie_rule": ("flat", "first_only", "min"),
    "simple_shape": ("box", "none"),
    "solo_orientation": ("upright", "choose"),
    "solo_start_tiles": (0, 1),
    "yellow": ("position", "amount"),
    "end_collects": (False, True),
    "opposite_slide": ("own_block", "illegal"),
    "tool_bonus": ("with_lay", "separate"),
}
LIMITS: Final = {
    "no_progress_rounds": (1, 1000),
    "max_rounds": (1, 1000),
    "tail_turns": (0, 1000),
}


@dataclass(frozen=True)
class Options:
    """All options with their defaults; `players` stands apart in views."""

    players: int
    mode: str = "base"
    expansions: tuple[str, ...] = ()
    first_player: int | Literal["random"] = 0
    card_orientation: str = "choose"
    slide_contact: str = "illegal"
    multi_side: str = "choose"
    release: str = "connected"
    growth_error: str = "continue"
    growth_frame: str = "box"
    gate: str = "current"
    bonus3: str = "once"
    tie_rule: str = "flat"
    simple_shape: str = "box"
    solo_orientation: str = "upright"
    solo_start_tiles: int = 0
    yellow: str = "position"
    end_collects: bool = False
    opposite_slide: str = "own_block"
    tool_bonus: str = "with_lay"
    no_progress_rounds: int = 8
    max_rounds: int = 100
    tail_turns: int = 20

    @property
    def is_shared(self) -> bool:
        """Two sides on one scoring marker (U, V)."""
        return self.mode in ("solo", "duel", "teams")

    @property
    def has_cards(self) -> bool:
        """Contract cards are in play (T-3, W-2)."""
        return self.mode not in ("simplified", "challenging")

    @property
    def has_restore(self) -> bool:
        """J-17."""
        return self.has_cards

    @property
    def sides(self) -> int:
        """How many ateliers take part (U-1, V-3)."""
        return 2 if self.is_shared else self.players

    @property
    def turns_in_a_round(self) -> int:
        """Turns of the turn order (amendment on Z-3 to Z-5)."""
        return 2 if self.mode == "solo" else self.players

    @property
    def atelier_side(self) -> str:
        """C-4, U-2."""
        return "1-4" if self.players <= 4 else "5-6"

    def seat_of_turn(self, turn: int, first: int) -> int:
        """D-1; U-7: one seat; V-2."""
        return 0 if self.mode == "solo" else (first + turn - 1) % self.players

    def side_of_turn(self, turn: int, first: int) -> int:
        """The side whose turn it is (U-7, V-2, V-3)."""
        if self.is_shared:
            return (turn - 1) % 2
        return self.seat_of_turn(turn, first)

    def side_of_seat(self, seat: int) -> int:
        """V-3; in solo there is no one answer, and nobody asks."""
        return seat % 2 if self.is_shared else seat

    def as_dict(self) -> dict[str, Any]:
        """JSON-ready."""
        data = dict(self.__dict__)
        del data["players"]
        data["expansions"] = [name for name in EXPANSIONS if name in self.expansions]
        return data

    def check(self) -> None:
        """Refuse other values.

        Raises:
            RefereeError: `option` as reason.
        """

        def require(condition: bool, key: str) -> None:
            if not condition:
                raise RefereeError("option", f"{key} = {getattr(self, key)!r}")

        require(self.mode in SEATS, "mode")
        require(self.players in SEATS[self.mode], "players")
        require(set(self.expansions) <= set(EXPANSIONS), "expansions")
        seats = (0,) if self.is_shared else (*range(self.players), "random")
        require(self.first_player in seats, "first_player")
        for key, values in VALUES.items():
            require(getattr(self, key) in values, key)
        for key, (least, most) in LIMITS.items():
            require(least <= getattr(self, key) <= most, key)


def made_options(given: Mapping[str, Any], players: int) -> Options:
    """Options from what a caller gives; solo is the default of one player.

    Raises:
        RefereeError: `option` as reason.
    """
    chosen = {"mode": "solo" if players == 1 else "base", **given}
    if unknown := set(chosen) - set(Options.__dataclass_fields__):
        raise RefereeError("option", f"unknown: {sorted(unknown)}")
    chosen["expansions"] = tuple(chosen.get("expansions", ()))
    options = Options(players=players, **chosen)
    options.check()
    return options
