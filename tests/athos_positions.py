"""Positions of Athos for the rule tests, from a few words of text.

`table("Aa Ba!", "Ca", board="1,1 Aa1 Aa1 / Aa3 .; 5,5 B")` is a position at the start of a turn:
ateliers by side, and what stands on the mural. Words of a scene (`referee/athos/scenes.py`) place
more; every other word is an option. What a test doesn't place fills Fundathos, then the workshop.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import ludoteca as lt
from referee.athos.components import WINDOWS, ComponentSet, default_set, parse_artwork
from referee.athos.growth import new_gates
from referee.athos.scenes import Scene, made_scene, parse_board, staged
from referee.athos.sets import read_set, write_set
from support import texts

SCENE = (
    "workshop",
    "box",
    "fundathos",
    "cards",
    "immutable",
    "scores",
    "yellow",
    "gates",
    "turn_of",
    "players",
    "mode",
    "expansions",
    "masters",
    "tools",
    "lays",
)
LEAST = {"solo": 1, "teams": 4}


def game_of(players: int = 2, **options: Any) -> lt.Game:
    """A game with the default set."""
    return lt.game("athos", players=players, **options)


def table(
    *ateliers: str,
    board: str = "",
    left: int | None = None,
    position: Mapping[str, Any] | None = None,
    components: Path | None = None,
    **words: Any,
) -> lt.State:
    """A position in which a player may act, with `left` actions left.

    `position` replaces fields of the position (`rust/games/athos/json.rs`) at the end.
    """
    own = None if components is None else read_set(components)
    data = {key: value for key, value in words.items() if key in SCENE}
    data["options"] = {key: value for key, value in words.items() if key not in SCENE}
    least = LEAST.get(data.get("mode", "base"), 2)
    sides = 2 if data.get("mode") in ("solo", "teams") else 0
    data.setdefault("players", least if sides else max(least, len(ateliers)))
    data |= {"ateliers": list(ateliers), "before": drawn(board)}
    return placed(made_scene(data, own), left, position, components)


def placed(
    scene: Scene,
    left: int | None = None,
    position: Mapping[str, Any] | None = None,
    components: Path | None = None,
) -> lt.State:
    """A scene in the engine."""
    options = scene.options.as_dict()
    set_of = {} if components is None else {"components": components}
    game = lt.game("athos", **{"players": scene.options.players, **options, **set_of})
    whole = json.loads(game.start().to_json())
    fields = {**_fields(scene), **({} if left is None else _left(scene, left))}
    return _replaced(game, whole, {**whole["position"], **fields, **(position or {})})


def changed(state: lt.State, **fields: Any) -> lt.State:
    """The same position with other fields, and no past."""
    whole = json.loads(state.to_json())
    return _replaced(state.game, whole, {**whole["position"], **fields})


def position_of(state: lt.State) -> dict[str, Any]:
    """The position as JSON."""
    position: dict[str, Any] = json.loads(state.to_json())["position"]
    return position


def _replaced(game: lt.Game, whole: dict[str, Any], position: dict[str, Any]) -> lt.State:
    origin = {"position": position, "past": []}
    whole |= {"position": position, "origin": origin, "events": [], "ply": 0}
    return game.state_from_json(json.dumps(whole))


def _most(scene: Scene) -> int:
    return 3 if not scene.fundathos and not scene.options.is_shared else 2


def _left(scene: Scene, left: int) -> dict[str, Any]:
    return {"actions_left": left, "has_acted": left < _most(scene)}


def _fields(scene: Scene) -> dict[str, Any]:
    """The fields of the position; an empty Fundathos was emptied in the turn before."""
    mural, spaces = scene.components.mural, scene.components.fundathos_size
    first = scene.options.first_player
    referee = staged(scene)
    cards = {
        pattern: {
            "orientation": card.quarter_turns,
            "crossings": [card.crossings[window] for window in WINDOWS],
            "full": card.is_paid,
        }
        for pattern, card in scene.cards.items()
        if card.quarter_turns is not None
    }
    has_tools = scene.tools is not None
    has_gates = scene.options.mode != "challenging"
    gates = new_gates(referee.position) if has_gates else set()
    return {
        "mural": _grid(
            mural, {cell: f"{face}{turn}" for cell, (face, turn) in scene.mural.items()}
        ),
        "fundathos": _grid(spaces, scene.fundathos),
        "workshop": +scene.workshop,
        "box": +scene.box,
        "bag": {},
        "ateliers": [
            {
                "free": scene.components.sorted(each.free),
                "protected": scene.components.sorted(each.protected),
                **({"tool": list(each.tool)} if has_tools else {}),
            }
            for each in scene.ateliers
        ],
        "cards": cards,
        "gates": sorted(gates),
        "immutable": scene.immutable,
        "stock": scene.stock,
        "scores": scene.scores,
        "yellow": scene.yellow,
        "turn": scene.turn,
        "seat": scene.options.seat_of_turn(scene.turn, 0 if first == "random" else first),
        "actions_left": _most(scene),
        "emptied": 0 if scene.fundathos else scene.turn - 1,
        "phase": "act",
        "masters": _masters(scene),
        "tools": _tools(scene),
    }


def _masters(scene: Scene) -> dict[str, Any] | None:
    """Masters that were used belong to nobody's turn; the lays of before count in pairs."""
    masters, sides = scene.masters, range(scene.options.sides)
    if masters is None:
        return None
    extra = [
        {"card": pattern, "side": side}
        for pattern, card in scene.cards.items()
        for side in card.extra
    ]
    return {
        "unknown": masters.unknown,
        "bottom": [{"card": key, "by": by, "known": [by]} for key, by in masters.bottom],
        "drawn": [],
        "draws": 0,
        "held": masters.held,
        "used": masters.used,
        "laid": [sorted(scene.lays_by[side]) for side in sides],
        "pairs": [max(scene.lays_by[side].values(), default=0) > 1 for side in sides],
        "completed": [pattern for pattern, card in scene.cards.items() if card.is_completed],
        "extra": extra[0] if extra else None,
        "series": None,
        "late": False,
    }


def _tools(scene: Scene) -> dict[str, Any] | None:
    tools = scene.tools
    if tools is None:
        return None
    held = zip(tools.held, tools.level, strict=True)
    return {
        "unknown": tools.unknown,
        "piles": tools.piles,
        "held": [key and {"key": key, "level": level} for key, level in held],
        "new": False,
        "lays": 0,
        "unpaid": 0,
        "spent": False,
        "takes": 0,
    }


def _grid(size: tuple[int, int], marks: Mapping[tuple[int, int], str]) -> list[list[str | None]]:
    rows, cols = size
    return [[marks.get((r, c)) for c in range(cols)] for r in range(rows)]


# --- text -----------------------------------------------------------------------------------------


def drawn(board: str, size: int = 9) -> str:
    """A drawing with numbers, from pieces such as `1,1 Aa1 Aa1 / Aa3 .; 5,5 B`."""
    marks: dict[tuple[int, int], str] = {}
    for piece in filter(str.strip, board.split(";")):
        corner, rows = piece.split(maxsplit=1)
        top, left = map(int, corner.split(","))
        for r, row in enumerate(rows.split("/")):
            marks |= {(top + r, left + c): mark for c, mark in enumerate(row.split())}
    head = " ".join(map(str, range(size)))
    lines = [" ".join(marks.get((r, c), ".") for c in range(size)) for r in range(size)]
    return "\n".join([head, *(f"{r} {line}" for r, line in enumerate(lines))])


def tiles(board: str) -> dict[str, str]:
    """What stands on a drawn board: tiles by cell, both as text."""
    found = parse_board(drawn(board), default_set())
    return {f"{r},{c}": f"{face}{turn}" for (r, c), (face, turn) in found.items()}


def mural(state: lt.State) -> dict[str, str]:
    """What stands on the mural, in the same form."""
    rows = state.view(None)["mural"]
    return {f"{r},{c}": tile for r, row in enumerate(rows) for c, tile in enumerate(row) if tile}


def atelier(state: lt.State, side: int) -> str:
    """An atelier in the words of `table`."""
    held = state.view(None)["ateliers"][side]
    tool = [face + mark for face, mark in zip(held.get("tool", []), ("+!", "+"), strict=False)]
    return " ".join([*held["free"], *(f"{face}!" for face in held["protected"]), *tool])


def legal(state: lt.State, start: str = "") -> list[str]:
    """The texts of the legal actions that begin so, by whole words."""
    found = [] if state.is_over or state.actor is lt.CHANCE else texts(state.legal_actions)
    return [text for text in found if not start or f"{text} ".startswith(f"{start} ")]


def play(state: lt.State, *events: str) -> lt.State:
    """The state after some actions and chance events."""
    for text in events:
        state = state.apply(text)
    return state


def rolled(state: lt.State) -> lt.State:
    """The state once chance has decided, always for its first event."""
    while state.actor is lt.CHANCE:
        state = state.apply(state.chance_outcomes[0][0])
    return state


def dealt(game: lt.Game) -> lt.State:
    """A game after its setup, of which every event is the first possible one."""
    return rolled(game.start())


def points(before: lt.State, after: lt.State, side: int = 0) -> int:
    """What a side has earned in between."""
    earned: int = after.view(None)["scores"][side] - before.view(None)["scores"][side]
    return earned


# --- component sets -------------------------------------------------------------------------------


def own_set(folder: Path, components: ComponentSet | None = None, **artworks: str) -> Path:
    """The default set, or another one, with other artworks, as a file."""
    components = components or default_set()
    cards = {letter: parse_artwork(text) for letter, text in artworks.items()}
    file = folder / "own.toml"
    write_set(replace(components, cards={**components.cards, **cards}), file)
    return file
