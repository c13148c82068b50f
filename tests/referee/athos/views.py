"""What a seat sees, JSON-ready (interface: view)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.athos.components import WINDOWS
from referee.athos.endings import outcome
from referee.athos.laying import mark_options
from referee.athos.masters import keep_options
from referee.athos.position import Position, tile_text


def phase(p: Position) -> str:
    """The phase of the node."""
    if p.reason is not None:
        return "over"
    if ("start",) in p.todo:
        return "setup"
    return {"act": "act", "squares": "mark", "keep": "keep", "cut": "cut"}.get(
        p.todo[0][0], "chance"
    )


def actor(p: Position) -> int | str | None:
    """The seat that decides, `chance`, or None after the end."""
    if p.reason is not None:
        return None
    return p.seat if phase(p) in ("act", "mark", "keep", "cut") else "chance"


def view(p: Position, seat: int | None) -> dict[str, Any]:
    """Everything is public but where Masters lie (X-1, X-5)."""
    options, result, who = p.options, outcome(p), actor(p)
    rows, cols = p.components.mural
    left = p.actions_left + (p.series[1] if p.series else 0)
    data: dict[str, Any] = {
        "seat": seat,
        "players": options.players,
        "options": options.as_dict(),
        "component_set": {"name": p.components.name, "edition": p.components.edition},
        "mode": options.mode,
        "phase": phase(p),
        "to_act": who if isinstance(who, int) else None,
        "turn": p.turn,
        "turn_of": None if p.first is None else p.seat,
        "side": None if p.first is None else p.side,
        "actions_left": left,
        "last_round": p.is_last_round,
        "mural": [
            [tile_text(p.mural[r, c]) if (r, c) in p.mural else None for c in range(cols)]
            for r in range(rows)
        ],
        "fundathos": [
            [p.fundathos.get((r, c)) for c in range(p.components.fundathos_size[1])]
            for r in range(p.components.fundathos_size[0])
        ],
        "workshop": _counts(p, p.workshop),
        "box": _counts(p, p.box),
        "ateliers": [
            {
                "free": p.components.sorted(atelier.free),
                "protected": p.components.sorted(atelier.protected),
                "tool": list(atelier.tool),
            }
            for atelier in p.ateliers
        ],
        "scores": list(p.scores),
        "stock": list(p.stock),
        "cards": {
            pattern: {
                "orientation": p.cards[pattern].quarter_turns,
                "crossings": [p.cards[pattern].crossings[name] for name in WINDOWS],
                "extra": sorted(p.cards[pattern].extra),
                "full": p.cards[pattern].is_paid,
            }
            for pattern in p.components.patterns
            if pattern in p.cards
        },
        "immutable": dict(p.immutable),
        "yellow": list(p.yellow),
        "passed": p.passed,
        "idle": p.idle,
        "marks": mark_options(p) if phase(p) == "mark" else None,
        "winners": None if result is None else result["winners"],
        "reason": p.reason,
    }
    if p.masters is not None:
        data["masters"] = _masters(p, seat)
    if p.tools is not None:
        held = zip(p.tools.held, p.tools.level, strict=True)
        data["tools"] = {
            "held": [{"key": key, "level": level} if key else None for key, level in held],
            "offer": [pile[0] if pile else None for pile in p.tools.piles],
            "piles": [len(pile) for pile in p.tools.piles],
        }
    return data


def _counts(p: Position, faces: Mapping[str, int]) -> dict[str, int]:
    return {face: faces[face] for face in p.components.faces if faces[face] > 0}


def _masters(p: Position, seat: int | None) -> dict[str, Any]:
    masters = p.masters
    assert masters is not None

    def knows(side: int) -> bool:
        return seat is not None and (
            p.options.mode == "solo" or p.options.side_of_seat(seat) == side
        )

    return {
        "held": list(masters.held),
        "used": list(masters.used),
        "pile": len(masters.unknown) + len(masters.bottom),
        "known_bottom": [key if knows(side) else None for key, side in masters.bottom],
        "drawn": [key if knows(p.side) else None for key in keep_options(p)],
    }
