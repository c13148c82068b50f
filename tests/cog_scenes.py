"""Scenes of the worked examples of C.O.G. in the engine."""

from __future__ import annotations

import json
from typing import Any

import ludoteca as lt
from referee.cog.scenes import Scene
from referee.cog.views import view

# What a view shows, and a position has under the same name.
SHOWN = (
    "phase",
    "round",
    "order",
    "removed_goal",
    "centre",
    "top",
    "bottom",
    "dice",
    "neutral_die",
    "slots",
    "pawns",
    "neutral",
    "stars",
    "bag",
    "are_spares_in",
    "deck",
    "discard",
    "mats",
    "is_last_round",
)
STEPS = {"collect": "place", "activate": "activate", "construct": "construct"}


def placed(scene: Scene) -> lt.State:
    """A scene in the engine."""
    p = scene.position
    game = lt.game("cog", players=p.options.players, **p.options.as_dict())
    state = game.start()
    if scene.phase == "setup":
        return state
    shown = view(p, None, None)
    # The order of a phase is drawn first (C-272).
    is_turns = scene.phase == "collect"
    is_drawn = p.options.sim_order == "random" and scene.done == 0 and not is_turns
    fields: dict[str, Any] = {key: shown[key] for key in SHOWN} | {
        "step": f"{STEPS[scene.phase]} {'order' if is_drawn else scene.done + 1}",
        "sequence": [] if is_turns or is_drawn else p.order,
        "spares_round": p.spares_round,
        "taken": {
            "top": [number for number, slot in p.top.items() if slot.is_taken],
            "bottom": [at for at, key in enumerate(p.bottom, 1) if key is None],
        },
    }
    whole = json.loads(state.to_json())
    position = {**whole["position"], **fields}
    origin = {"position": position, "past": []}
    whole |= {"position": position, "origin": origin, "events": [], "ply": 0}
    return game.state_from_json(json.dumps(whole))
