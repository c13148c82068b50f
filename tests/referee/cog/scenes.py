"""Positions from a few words, for examples: `made_scene` reads the keys of the golden files.

Squares count from 0, printed slots from 1. What a scene does not place lies in bag, deck and
supply; if a scene says what these hold, the last player or the discard pile has
the rest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from referee.cog.components import ComponentSet, default_set
from referee.cog.flow import Flow
from referee.cog.options import made_options
from referee.cog.position import EDGES, Mat, Position, Slot, new_position
from referee.cog.rounds import rounds_from, whole_game
from referee.cog.table import Referee
from referee.cog.words import parse_place

# What lies in the top slots at the start of Phase II.
TOP = {
    2: {2: "A I O", 3: "N T *"},
    3: {2: "A I O", 3: "N T *", 4: "E L *"},
    4: {1: "E L *", 2: "A I O", 3: "N T *", 4: "p *"},
}


@dataclass
class Scene:
    """A position at the beginning of the game, of a turn, or of a player's part of a phase.

    So many turns (Phase II) or players (III, IV) of the phase are done.
    """

    position: Position
    phase: str
    done: int


def staged(scene: Scene) -> Referee:
    """The referee there."""

    def beginning() -> tuple[Position, Flow[None]]:
        memo: dict[int, Any] = {id(scene.position.components): scene.position.components}
        position = deepcopy(scene.position, memo)
        if scene.phase == "setup":
            return position, whole_game(position)
        return position, rounds_from(position, scene.phase, scene.done)

    return Referee(beginning)


def made_scene(data: Mapping[str, Any], components: ComponentSet | None = None) -> Scene:
    """The scene that the words describe; VP are open unless an option hides them."""
    players = data.get("players", 2)
    options = made_options({"vp_hidden": False, **data.get("options", {})}, players)
    p = new_position(components or default_set(), options)
    phase, done = data.get("phase", "construct"), data.get("done", 0)
    if phase == "setup":
        return Scene(p, phase, 0)
    p.phase, p.round = phase, data.get("round", 5)
    p.order = list(data.get("order", range(players)))
    p.removed_goal = data.get("removed_goal", 5)
    given: list[dict[str, Any]] = list(data.get("mats", []))
    p.mats = [_mat(p, each) for each in given + [{}] * (players - len(given))]
    _place_edges(p, data, done if phase == "collect" else 4 * players)
    p.pawns = list(data.get("pawns", p.pawns))
    p.neutral = list(data.get("neutral", p.neutral))
    if players == 2:
        p.neutral_die = data.get("neutral_die", 1)
    p.are_spares_in = data.get("are_spares_in", False)
    if p.are_spares_in:
        p.spares_round, p.is_ending = p.round, True
    _fill_deck(p, data)
    _fill_bag(p, data)
    if p.stars is not None:
        p.stars -= sum(mat.stars for mat in p.mats)
        p.stars -= sum(slot.stars + slot.is_protected for slot in [*p.slots, *p.top.values()])
        if "supply" in data:
            p.mats[-1].stars += p.stars - data["supply"]
            p.stars = data["supply"]
        assert p.stars >= 0
    return Scene(p, phase, done)


def _mat(p: Position, data: Mapping[str, Any]) -> Mat:
    mat = Mat(vp=data.get("vp", 0), stars=data.get("stars", 0))
    mat.reserve.update(data.get("reserve", "").split())
    squares = data.get("wild", "").split()
    wild = {tuple(map(int, square.split(","))) for square in squares if square != "all"}
    mat.completed_goals = list(data.get("completed_goals", []))
    mat.cards = list(data.get("cards", "").split())
    mat.completed_items = list(data.get("completed_items", "").split())
    mat.cubes.update(data.get("cubes", {}))
    for text in data.get("words", []):
        place = parse_place(text)
        mat.words[place.word] = place
        for square, letter in zip(place.squares, place.word, strict=True):
            mat.tiles.setdefault(
                square, letter.lower() if square in wild or squares == ["all"] else letter
            )
        goal = p.components.goal_of[place.word]
        if goal != p.removed_goal and goal not in mat.completed_goals:
            mat.cubes.setdefault(place.word, "grid")
    return mat


def parse_slot(text: str, is_taken: bool = False) -> Slot:
    """`1! P * 3VP`: the cog of seat 1, protected; a letter, a star and VP lie there."""
    slot = Slot(is_taken=is_taken)
    for word in text.split():
        if word[0].isdigit() and not word.endswith("VP"):
            slot.cog, slot.is_protected = int(word.rstrip("!")), word.endswith("!")
        elif word == "*":
            slot.stars += 1
        elif word.endswith("VP"):
            slot.vp += int(word[:-2])
        elif word != "-":
            slot.letters.append(word)
    return slot


def _place_edges(p: Position, data: Mapping[str, Any], turns: int) -> None:
    """Slots, dice, and the edges on which each player has a cog."""
    players, is_over = p.options.players, turns == 4 * p.options.players
    slots = data.get("slots", [str(seat) for seat in p.order] if is_over else ["-"] * players)
    p.slots = [parse_slot(text) for text in slots]
    dice = list(p.dice.items())
    for at, (name, die) in enumerate(dice):
        die.pips = data.get("dice", {}).get(name, at + 1)
        if is_over:
            die.holder = data.get("holders", list(range(players)))[at]
    if is_over:
        p.bottom = [None] * players
        for mat in p.mats:
            mat.edges = set(EDGES)
    else:
        keys = [card.id for card in p.components.deck if p.deck[card.id]]
        bottom = data.get("bottom", " ".join(keys[:players])).split()
        p.bottom = [None if key == "-" else key for key in bottom]
        top = data.get("top", {})
        for number in p.top:
            p.top[number] = parse_slot(top.get(str(number), TOP[players][number]))
        for slot in p.slots:
            if slot.cog is not None:
                p.mats[slot.cog].edges.add("order")
        _place_turns(p, turns)


def _place_turns(p: Position, turns: int) -> None:
    """Earlier turns that are not on the turn-order edge were spent on the other edges."""
    open_top = [number for number, slot in p.top.items() if not slot.is_taken]
    open_dice = [die for die in p.dice.values() if die.holder is None]
    for at, seat in enumerate(p.order):
        mat = p.mats[seat]
        count = turns // len(p.order) + (at < turns % len(p.order))
        for edge in ("bottom", "top", "dice"):
            if len(mat.edges) >= count:
                break
            mat.edges.add(edge)
            if edge == "bottom":
                p.bottom[max(i for i, key in enumerate(p.bottom) if key is not None)] = None
            elif edge == "top":
                number = open_top.pop()
                p.top[number] = Slot()
            else:
                open_dice.pop().holder = seat
        assert len(mat.edges) == count, (seat, mat.edges, count)


def _fill_deck(p: Position, data: Mapping[str, Any]) -> None:
    placed = Counter(key for key in p.bottom if key is not None)
    for mat in p.mats:
        placed.update([*mat.cards, *mat.completed_items])
    p.discard.update(data.get("discard", "").split())
    p.deck -= placed + p.discard
    if "deck" in data:
        rest = p.deck - Counter(data["deck"].split())
        p.deck = Counter(data["deck"].split())
        p.discard += rest


def _fill_bag(p: Position, data: Mapping[str, Any]) -> None:
    placed = Counter[str]()
    for mat in p.mats:
        placed.update(tile.upper() for tile in [*mat.reserve.elements(), *mat.tiles.values()])
    for slot in [*p.top.values(), *p.slots]:
        placed.update(tile.upper() for tile in slot.letters)
    if p.are_spares_in:
        p.bag.update(p.components.spares)
    wanted = data["centre"].split() if "centre" in data else list("EEILOO")
    p.centre = [None if letter == "-" else letter for letter in wanted]
    placed.update(letter for letter in p.centre if letter is not None)
    left = Counter(p.bag)
    left.subtract(placed)
    assert all(count >= 0 for count in left.values()), left
    p.bag = +left
    if "bag" in data:
        wanted_bag = Counter(data["bag"].split())
        p.mats[-1].reserve.update(p.bag - wanted_bag)
        p.bag = wanted_bag
