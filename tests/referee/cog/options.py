"""The options of C.O.G. (rules section 17, C-27, C-224, C-210a)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal

from referee.cards import RefereeError

VALUES: Final[dict[str, tuple[Any, ...]]] = {
    "vp_hidden": (True, False),
    "star_limit": ("supply", "none"),
    "removal_leaves_run": ("illegal", "legal"),
    "bump_over_protected": (False, True),
    "bump_pushout": ("illegal", "wrap"),
    "bump_takes": ("what_lies_there", "nothing", "full_bonus"),
    "order_leftover": ("top_up", "replace", "add"),
    "grid_card_redraw": (False, True),
    "permit_completed": (True, False),
    "grid_after_item": (True, False),
    "inner_bonus_repeat": (True, False),
    "deconstruct_any_time": (False, True),
    "item_without_goal": ("bonus_only", "not_completable"),
    "remove_items_of_removed_goal": (False, True),
    "item_rank_needs_card": (True, False),
    "out_of_letters_end": ("first", "second"),
    "sim_order": ("turn", "reverse", "random"),
    "auto_activate": (False, True),
}
"""The values of each switch, the default first."""


@dataclass(frozen=True)
class Options:
    """Every switch with its default."""

    players: int
    first_player: int | Literal["random"] = 0
    vp_hidden: bool = True
    star_limit: str = "supply"
    removal_leaves_run: str = "illegal"
    bump_over_protected: bool = False
    bump_pushout: str = "illegal"
    bump_takes: str = "what_lies_there"
    order_leftover: str = "top_up"
    grid_card_redraw: bool = False
    permit_completed: bool = True
    grid_after_item: bool = True
    inner_bonus_repeat: bool = True
    deconstruct_any_time: bool = False
    item_without_goal: str = "bonus_only"
    remove_items_of_removed_goal: bool = False
    item_rank_needs_card: bool = True
    out_of_letters_end: str = "first"
    sim_order: str = "turn"
    auto_activate: bool = False
    microaction_cap: int = 200

    def as_dict(self) -> dict[str, Any]:
        """As JSON-ready data; the number of players stands apart."""
        data = asdict(self)
        del data["players"]
        return data


def made_options(given: Mapping[str, Any], players: int) -> Options:
    """Checked options.

    Raises:
        RefereeError: `option` as reason.
    """
    if players not in (2, 3, 4):
        raise RefereeError("option", f"players = {players}")
    allowed = {**VALUES, "first_player": (*range(players), "random")}
    for key, value in given.items():
        if key == "microaction_cap":
            if not 1 <= value <= 10_000:
                raise RefereeError("option", f"{key} = {value}")
        elif value not in allowed[key]:
            raise RefereeError("option", f"{key} = {value!r}")
    return Options(players, **given)
