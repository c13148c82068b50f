"""What a seat sees, JSON-ready (interface: view)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.cog.endings import outcome
from referee.cog.flow import Node
from referee.cog.position import EDGES, Mat, Position, Slot


def view(p: Position, node: Node | None, seat: int | None) -> dict[str, Any]:
    """Everything is public but VP (C-275 to C-277)."""
    result = outcome(p)
    return {
        "seat": seat,
        "players": p.options.players,
        "options": p.options.as_dict(),
        "phase": p.phase,
        "node": None if node is None else node.kind,
        "to_act": None if node is None else node.seat,
        "round": p.round,
        "rounds": p.rounds,
        "is_last_round": p.is_ending,
        "order": list(p.order),
        "removed_goal": p.removed_goal,
        "centre": list(p.centre),
        "top": [_top(p.top[number]) if number in p.top else None for number in range(1, 5)],
        "bottom": list(p.bottom),
        "dice": {name: {"pips": die.pips, "holder": die.holder} for name, die in p.dice.items()},
        "neutral_die": p.neutral_die,
        "slots": [
            {"cog": slot.cog, "protected": slot.is_protected, **_top(slot)} for slot in p.slots
        ],
        "pawns": list(p.pawns),
        "neutral": list(p.neutral),
        "stars": p.stars,
        "bag": {letter: p.bag[letter] for letter in sorted(p.bag) if p.bag[letter] > 0},
        "are_spares_in": p.are_spares_in,
        "deck": p.components.in_order(p.deck),
        "discard": p.components.in_order(p.discard),
        "mats": [_mat(p, each, _shows_vp(p, seat, owner)) for owner, each in enumerate(p.mats)],
        "pending": None if node is None else node.pending,
        "microactions": p.microactions,
        "winners": None if result is None else result["winners"],
        "reason": p.reason,
    }


def _shows_vp(p: Position, seat: int | None, owner: int) -> bool:
    """C-224: secret during the game."""
    return not p.options.vp_hidden or seat == owner or p.reason is not None


def _top(slot: Slot) -> dict[str, Any]:
    return {"letters": sorted(slot.letters), "stars": slot.stars, "vp": slot.vp}


def _mat(p: Position, mat: Mat, shows_vp: bool) -> dict[str, Any]:
    words = [mat.words[word] for word in p.components.words if word in mat.words]
    return {
        "vp": mat.vp if shows_vp else None,
        "stars": mat.stars,
        "reserve": sorted(mat.reserve.elements()),
        "grid": grid(p.components.size, mat.tiles),
        "words": [[each.word, each.row, each.column, each.direction] for each in words],
        "cubes": {word: mat.cubes[word] for word in p.components.words if word in mat.cubes},
        "completed_goals": sorted(mat.completed_goals),
        "cards": p.components.sorted(mat.cards),
        "used": p.components.sorted(mat.used),
        "completed_items": p.components.sorted(mat.completed_items),
        "edges": [edge for edge in EDGES if edge in mat.edges],
        "covered": [list(square) for square in sorted(mat.covered)],
    }


def grid(size: int, tiles: Mapping[tuple[int, int], str]) -> list[str]:
    """Rows of tiles, `.` for none."""
    return ["".join(tiles.get((r, c), ".") for c in range(size)) for r in range(size)]
