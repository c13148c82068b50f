"""Positions of C.O.G. for the rule tests, from a few words of text.

`collecting(Mat("AE", stars=1), slots="- A - -")` is a position of Phase II, `activating(...)` one
of Phase III, `constructing(Mat("PIPE", words=["OIL across 4,3"]))` one of Phase IV, in which the
first mat's player acts. What a test does not place lies in the bag, the deck and the star supply.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import ludoteca as lt
from support import outcomes, texts

STARS = 20
SPARES = Counter("ABCEEGHILLNOPRTU")
SIDE = 10
EDGES = ("top", "bottom", "dice", "order")
GOALS = (
    ("COG", "PIPE", "WHEEL"),
    ("ROD", "BULB", "PULLEY"),
    ("TIN", "LENS", "CLAMP"),
    ("OIL", "BOLT", "AETHER"),
    ("KEY", "GEAR", "PISTON"),
    ("NUT", "COIL", "CRANK"),
)
# What Phase I has laid out, by number of players: letters and stars of the slots in use.
TOP = {
    4: {1: ("EL", 1), 2: ("AIO", 0), 3: ("NT", 1), 4: ("p", 1)},
    3: {2: ("AIO", 0), 3: ("NT", 1), 4: ("EL", 1)},
    2: {2: ("AIO", 0), 3: ("NT", 1)},
}
BOTTOM = ("IT-PIPE", "PI2-13", "CO1-red", "CO1-white")
DICE = ("red", "white", "aqua", "black")
ORDER_BONUS: tuple[dict[str, Any], ...] = ({}, {"stars": 1}, {"vp": 3}, {"letters": ["R"]})

# Fields of a position that a test may give as they are; other words are options of the game.
FIELDS = (
    "round",
    "order",
    "removed_goal",
    "centre",
    "neutral",
    "microactions",
    "pending",
    "sequence",
)


@dataclass(frozen=True)
class Mat:
    """A player's mat.

    `reserve` has a letter a tile, small for a wild one; `words` are placed as in `spell`; `wild`
    are squares of the grid with a wild tile, such as `4,3`, or `4,3 q` with a letter of its own.
    Words on the grid have their cubes, those of `item_cubes` from item cards. `edges` are those
    with a cog, in order, where the step does not imply it.
    """

    reserve: str = ""
    stars: int = 0
    vp: int = 0
    words: Sequence[str] = ()
    wild: Sequence[str] = ()
    item_cubes: Sequence[str] = ()
    completed_goals: Sequence[int] = ()
    cards: Sequence[str] = ()
    completed_items: Sequence[str] = ()
    edges: str | None = None
    pawn: int = 0
    covered: Sequence[Sequence[int]] = field(default=())


# --- positions ------------------------------------------------------------------------------------


def game_of(players: int = 4, **options: Any) -> lt.Game:
    """A game with the default set."""
    return lt.game("cog", players=players, **options)


def collecting(*mats: Mat, slots: str = "", turn: int | None = None, **words: Any) -> lt.State:
    """A position of Phase II in which a cog is to be placed.

    `slots` are the turn-order slots: the letter of a seat (`A` is 0), `A!` with a protected cog,
    `A+` with a bonus that nobody took, or `-`. `turn` counts from 1, in all; if it is not given,
    as many cogs are placed as `slots` has.
    """
    placed = sum(slot != "-" for slot in slots.split())
    return _table(mats, f"place {turn or placed + 1}", slots, words)


def activating(*mats: Mat, slots: str = "", place: int = 1, **words: Any) -> lt.State:
    """A position of Phase III in which a player is about to act; see `constructing`."""
    return _table(mats, f"activate {place}", slots, words)


def constructing(*mats: Mat, slots: str = "", place: int = 1, **words: Any) -> lt.State:
    """A position of Phase IV in which the player at this place of the order is about to act.

    Seat 0 has the red die, seat 1 the white one and so on, and turn-order slots fill in the same
    way, unless `holders` or `slots` say otherwise. `dice` are the pips by name. `bag` is the whole
    bag; what else is left lies in the last reserve. `supply` is the star supply; other stars are
    the last player's. `deck` or `discard` is that pile; what is left is in the other one.
    `spares_round` is the round in which the spares came into the bag, `sequence` the seats as they
    play the phase if not in turn order. All of it is for `collecting` and `activating` too.
    """
    return _table(mats, f"construct {place}", slots, words)


def changed(state: lt.State, **fields: Any) -> lt.State:
    """The same position with other fields, and no past."""
    whole = json.loads(state.to_json())
    return _replaced(state.game, whole, {**whole["position"], **fields})


def with_mat(state: lt.State, seat: int = 0, **fields: Any) -> lt.State:
    """The same position with other fields of a mat."""
    mats = position_of(state)["mats"]
    mats[seat] |= fields
    return changed(state, mats=mats)


def position_of(state: lt.State) -> dict[str, Any]:
    """The position as JSON."""
    position: dict[str, Any] = json.loads(state.to_json())["position"]
    return position


def _replaced(game: lt.Game, whole: dict[str, Any], position: dict[str, Any]) -> lt.State:
    origin = {"position": position, "past": []}
    whole |= {"position": position, "origin": origin, "events": [], "ply": 0}
    return game.state_from_json(json.dumps(whole))


def _table(mats: Sequence[Mat], step: str, slots: str, words: dict[str, Any]) -> lt.State:
    players = words.pop("players", max(len(mats), len(slots.split()), 2) if mats or slots else 4)
    given = {key: words.pop(key) for key in (*FIELDS, *_SPECIAL) if key in words}
    game = game_of(players, **words)
    mats = [*mats, *[Mat()] * (players - len(mats))]
    fields = {name: given[name] for name in FIELDS if name in given}
    fields.setdefault("round", 5)
    fields.setdefault("order", list(range(players)))
    fields.setdefault("removed_goal", 5)
    fields["centre"] = list(fields.get("centre", "AEIONL"))
    fields["centre"] = [None if letter == "." else letter for letter in fields["centre"]]
    spares_round = given.get("spares_round")
    fields |= {
        "phase": {"place": "collect", "activate": "activate"}.get(step.split()[0], "construct"),
        "step": step,
        "sequence": [] if step.startswith("place") else fields.get("sequence", fields["order"]),
        "spares_round": spares_round,
        "are_spares_in": spares_round is not None,
        "is_last_round": spares_round is not None,
        "pawns": [mat.pawn for mat in mats],
        "neutral_die": 3 if players == 2 else None,
    }
    if players == 2:
        fields.setdefault("neutral", [3, 11])
    placed = int(step.split()[1]) - 1 if step.startswith("place") else 4 * players
    _lay_board(fields, mats, slots.split(), placed, given)
    return _stocked(game, fields, mats, given)


_SPECIAL = ("top", "bottom", "dice", "holders", "bag", "supply", "deck", "discard", "spares_round")


def _lay_board(
    fields: dict[str, Any],
    mats: Sequence[Mat],
    slots: list[str],
    placed: int,
    given: Mapping[str, Any],
) -> None:
    """The edges of the board, after so many cogs have been placed."""
    players = len(mats)
    count = {
        seat: placed // players + (place < placed % players)
        for place, seat in enumerate(fields["order"])
    }
    if not slots:
        in_slots = [seat for seat in range(players) if "order" in (mats[seat].edges or "")]
        in_slots = list(range(players)) if placed == 4 * players else in_slots
        slots = ["ABCD"[seat] for seat in in_slots] + ["-"] * (players - len(in_slots))
    ordered = {slot[0] for slot in slots}
    edges = []
    for seat, mat in enumerate(mats):
        first = ["order"] if "ABCD"[seat] in ordered else []
        free = [edge for edge in EDGES[:3] if edge not in first]
        used = (mat.edges or " ".join([*first, *free][: count[seat]])).split()
        edges.append([edge for edge in EDGES if edge in used])
    top = {**TOP[players], **given.get("top", {})}
    bottom = [*given.get("bottom", BOTTOM[:players])]
    taken = {
        "top": list(top)[: sum("top" in used for used in edges)],
        "bottom": list(range(1, players + 1))[: sum("bottom" in used for used in edges)],
    }
    for number in taken["top"]:
        top[number] = ("", 0)
    for number in taken["bottom"]:
        bottom[number - 1] = None
    holders = iter(given.get("holders", [s for s in range(players) if "dice" in edges[s]]))
    pips = {name: given.get("dice", {}).get(name, k + 1) for k, name in enumerate(DICE)}
    fields |= {
        "top": [_top_slot(top[number]) if number in top else None for number in range(1, 5)],
        "bottom": bottom,
        "taken": taken,
        "dice": {
            name: {"pips": pips[name], "holder": next(holders, None)} for name in DICE[:players]
        },
        "slots": [_order_slot(place, slot) for place, slot in enumerate(slots)],
        "edges": edges,
    }


def _top_slot(slot: tuple[str, int]) -> dict[str, Any]:
    letters, stars = slot
    return {"letters": list(letters), "stars": stars, "vp": 0}


def _order_slot(place: int, slot: str) -> dict[str, Any]:
    cog = None if slot[0] == "-" else "ABCD".index(slot[0])
    bonus = ORDER_BONUS[place] if cog is None or "+" in slot else {}
    empty = {"letters": [], "stars": 0, "vp": 0}
    return {"cog": cog, "protected": "!" in slot, **empty, **bonus}


def _stocked(
    game: lt.Game, fields: dict[str, Any], mats: Sequence[Mat], given: Mapping[str, Any]
) -> lt.State:
    """The position with all that is left in bag, deck and supply."""
    whole = json.loads(game.start().to_json())
    edges = fields.pop("edges")
    laid = [_mat(mat, used) for mat, used in zip(mats, edges, strict=True)]
    tiles = Counter(whole["position"]["bag"]) + (SPARES if fields["are_spares_in"] else Counter())
    tiles -= Counter()
    used_tiles = Counter(letter for letter in fields["centre"] if letter)
    for slot in [*filter(None, fields["top"]), *fields["slots"]]:
        used_tiles.update("".join(slot["letters"]).upper())
    for each in laid:
        used_tiles.update("".join([*each["reserve"], *each["grid"]]).upper().replace(".", ""))
    tiles.subtract(used_tiles)
    if "bag" in given:
        tiles.subtract(given["bag"])
        laid[-1]["reserve"] = [*laid[-1]["reserve"], *sorted(tiles.elements())]
        tiles = Counter(given["bag"])
    assert not -tiles, f"tiles that there are not: {-tiles}"
    on_board = [*filter(None, fields["top"]), *fields["slots"]]
    stars = STARS - sum(each["stars"] for each in [*on_board, *laid])
    stars -= sum(slot["protected"] for slot in fields["slots"])
    if "supply" in given:
        laid[-1]["stars"] += stars - given["supply"]
        stars = given["supply"]
    cards = Counter(whole["position"]["deck"])
    cards.subtract(filter(None, fields["bottom"]))
    for each in laid:
        cards.subtract([*each["cards"], *each["completed_items"]])
    pile = Counter(given.get("deck", given.get("discard", ())))
    cards.subtract(pile)
    assert not -cards, f"cards that there are not: {-cards}"
    piles = [pile, +cards] if "deck" in given else [+cards, pile]
    fields |= {
        "bag": dict(+tiles),
        "stars": None if game.options["star_limit"] == "none" else stars,
        "deck": dict(piles[0]),
        "discard": dict(piles[1]),
        "mats": laid,
    }
    return _replaced(game, whole, {**whole["position"], **fields})


def _mat(mat: Mat, edges: Sequence[str]) -> dict[str, Any]:
    rows = [["."] * SIDE for _ in range(SIDE)]
    words = []
    for text in mat.words:
        word, way, square = text.split()
        row, column = map(int, square.split(","))
        words.append([word, row, column, way])
        for k, letter in enumerate(word):
            r, c = (row, column + k) if way == "across" else (row + k, column)
            rows[r][c] = letter
    for text in mat.wild:
        square, *own = text.split()
        row, column = map(int, square.split(","))
        rows[row][column] = own[0] if own else rows[row][column].lower()
    completed = {word for goal in mat.completed_goals for word in GOALS[goal - 1]}
    marked = {word[0]: "grid" for word in words if word[0] not in completed}
    return {
        "vp": mat.vp,
        "stars": mat.stars,
        "reserve": list(mat.reserve),
        "grid": ["".join(row) for row in rows],
        "words": words,
        "cubes": {**marked, **dict.fromkeys(mat.item_cubes, "item")},
        "completed_goals": list(mat.completed_goals),
        "cards": list(mat.cards),
        "used": [],
        "completed_items": list(mat.completed_items),
        "edges": list(edges),
        "covered": [list(square) for square in mat.covered],
    }


# --- playing on -----------------------------------------------------------------------------------


def play(state: lt.State, *events: str) -> lt.State:
    """The state after some actions and chance events, each of which must be offered."""
    for text in events:
        after = state.apply(text)
        assert text in (legal(state) or outcomes(state)), f"{text} is not offered"
        state = after
    return state


def rolled(state: lt.State) -> lt.State:
    """The state once chance has decided, always for its first event."""
    while state.actor is lt.CHANCE:
        state = state.apply(state.chance_outcomes[0][0])
    return state


def collected(state: lt.State) -> list[lt.State]:
    """The decisions of the rest of Phase II, and the first state after it.

    Players do what is first in the list, and nothing that they need not do.
    """
    states = [rolled(state)]
    while shown(states[-1])["phase"] == "collect":
        closing = [text for text in legal(states[-1]) if text in ("keep", "move", "done")]
        states.append(rolled(states[-1].apply((closing or legal(states[-1]))[0])))
    return states


def legal(state: lt.State, start: str = "") -> list[str]:
    """The texts of the legal actions that begin so, by whole words."""
    found = [] if state.is_over or state.actor is lt.CHANCE else texts(state.legal_actions)
    return [text for text in found if not start or f"{text} ".startswith(f"{start} ")]


def shown(state: lt.State) -> dict[str, Any]:
    """What everybody sees."""
    view: dict[str, Any] = state.view(None)
    return view


def mat(state: lt.State, seat: int = 0) -> dict[str, Any]:
    """A player's mat as its owner sees it."""
    own: dict[str, Any] = state.view(seat)["mats"][seat]
    return own


def reserve(state: lt.State, seat: int = 0) -> str:
    """A player's reserve in the words of `Mat`."""
    return "".join(mat(state, seat)["reserve"])


def slots(state: lt.State) -> str:
    """The turn-order slots in the words of `collecting`."""
    found = []
    for slot in shown(state)["slots"]:
        cog = "-" if slot["cog"] is None else "ABCD"[slot["cog"]]
        lies = slot["cog"] is not None and (slot["letters"] or slot["stars"] or slot["vp"])
        found.append(cog + "!" * slot["protected"] + "+" * bool(lies))
    return " ".join(found)
