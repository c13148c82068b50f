"""Nodes, and what every phase needs of them: draws, gains, cards, conversions.

A `Flow` is a course of events: a generator of nodes that is sent the text of what happened.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any, TypeVar

from referee.cog.components import Gain
from referee.cog.position import Position
from referee.cog.words import is_removable, leaving

DRY_VP = 2
"""In place of a letter when the bag is empty again (C-229)."""


@dataclass
class Node:
    """A stop: a seat decides among texts, or chance among events."""

    kind: str
    seat: int | None = None
    legal: list[str] = field(default_factory=list)
    events: dict[str, Fraction] = field(default_factory=dict)
    pending: dict[str, Any] | None = None


Result = TypeVar("Result")
Flow = Generator[Node, str, Result]


# --- chance -------------------------------------------------------------------------------------


def chance(weights: dict[str, int]) -> Flow[str]:
    """The last word of an event drawn by weights."""
    total = sum(weights.values())
    events = {text: Fraction(count, total) for text, count in weights.items() if count > 0}
    text = yield Node("chance", events=events)
    return text.split()[-1]


def draw(p: Position) -> Flow[str | None]:
    """A letter of the bag; None if it is empty although the spares are in (C-226 to C-229)."""
    if p.bag.total() == 0 and not p.are_spares_in:
        p.bag.update(p.components.spares)
        p.are_spares_in = True
        p.spares_round = p.round
        if p.options.out_of_letters_end == "first":  # C-232
            p.is_ending = True
    if p.bag.total() == 0:
        p.is_ending = True
        return None
    letter = yield from chance({f"draw {letter}": p.bag[letter] for letter in sorted(p.bag)})
    p.bag[letter] -= 1
    return letter


def draw_for(p: Position, seat: int) -> Flow[None]:
    """A letter for a player, or VP (C-229)."""
    letter = yield from draw(p)
    if letter is None:
        p.mats[seat].vp += DRY_VP
    else:
        p.receive(seat, letter)


def deal(p: Position) -> Flow[str]:
    """A card of the deck (C-46)."""
    if p.deck.total() == 0:
        p.deck, p.discard = p.discard, p.deck
    key = yield from chance({f"deal {key}": n for key, n in p.components.in_order(p.deck).items()})
    p.deck[key] -= 1
    return key


def roll(die: str) -> Flow[int]:
    """One die."""
    pips = yield from chance({f"roll {die} {pips}": 1 for pips in range(1, 7)})
    return int(pips)


# --- gains --------------------------------------------------------------------------------------


def gain(p: Position, seat: int, icons: Gain) -> Flow[None]:
    """All icons in printed order, then the refills of the centre (C-95 to C-100, C-103)."""
    mat, taken = p.mats[seat], []
    for at, icon in enumerate(icons):
        if icon == "bag":
            yield from draw_for(p, seat)
        elif icon == "star":
            mat.stars += p.take_star()
        elif icon == "centre":
            letters = sorted({letter for letter in p.centre if letter is not None})
            if not letters:  # C-100
                mat.vp += DRY_VP
                continue
            texts = [f"take {letter}" for letter in letters]
            left = icons[at:].count("centre")
            text = yield Node("take", seat, texts, pending={"left": left})
            square = p.centre.index(text.split()[1])
            p.receive(seat, text.split()[1])
            p.centre[square] = None
            taken.append(square)
        elif icon == "card":  # C-164, C-165
            key = yield from deal(p)
            yield from own_card(p, seat, key, can_redraw=p.options.grid_card_redraw)
        else:
            mat.vp += int(icon.removeprefix("vp:"))
    for square in sorted(taken):  # C-97, C-98
        p.centre[square] = yield from draw(p)


def own_card(p: Position, seat: int, key: str, can_redraw: bool) -> Flow[None]:
    """A card that a player takes; perhaps another one instead (C-64 to C-68)."""
    if can_redraw:
        p.taken_card = key
        text = yield from decide(
            p, seat, "redraw", lambda: ["redraw"] * (p.mats[seat].stars > 0), "keep", {"card": key}
        )
        if text == "redraw":
            p.pay(seat, 1)
            p.discard[key] += 1
            p.taken_card = None
            key = yield from deal(p)
        p.taken_card = None
    card = p.components.cards[key]
    if card.timing == "immediate":  # C-116
        p.discard[key] += 1
        yield from gain(p, seat, card.gain)
        return
    p.mats[seat].cards.append(key)
    if card.timing == "always":  # C-118
        p.flip_all(seat)


# --- conversions and removals -------------------------------------------------------------------


def conversions(p: Position, seat: int) -> list[str]:
    """C-217 to C-223."""
    mat = p.mats[seat]
    found = ["convert stars"] if mat.stars >= 2 else []
    if p.has_star():  # C-223
        kinds = [tile for tile in sorted(mat.reserve) if mat.reserve[tile] > 0]
        found += [
            f"convert {one} {other}"
            for one, other in combinations_with_replacement(kinds, 2)
            if one != other or mat.reserve[one] > 1
        ]
    return found


def removals(p: Position, seat: int) -> list[str]:
    """Words of the grid that may be removed (C-201 to C-216)."""
    mat = p.mats[seat]
    may_leave_run = p.options.removal_leaves_run == "legal"
    return [
        f"remove {word}"
        for word in p.components.words
        if word in mat.words
        and p.components.goal_of[word] not in mat.completed_goals  # C-203, C-204
        and is_removable(word, mat.tiles, mat.words, p.components.corners, may_leave_run)
    ]


def is_capped(p: Position) -> bool:
    """Whether a player has used up the actions of a Phase IV (C-289)."""
    return p.phase == "construct" and p.microactions >= p.options.microaction_cap


def extras(p: Position, seat: int) -> list[str]:
    """What is possible beside a node's own actions (C-220, C-202)."""
    if is_capped(p):
        return []
    anywhere = removals(p, seat) if p.options.deconstruct_any_time else []
    return conversions(p, seat) + anywhere


def do_extra(p: Position, seat: int, text: str) -> Flow[None]:
    """A conversion or a removal."""
    word, *details = text.split()
    mat = p.mats[seat]
    if p.phase == "construct":
        p.microactions += 1
    if word == "remove":
        for square in leaving(details[0], mat.words):
            p.return_tile(mat.tiles.pop(square))
        del mat.words[details[0]]
        if mat.cubes.get(details[0]) == "grid":  # C-207, C-208
            del mat.cubes[details[0]]
    elif details == ["stars"]:  # C-217
        p.pay(seat, 2)
        yield from draw_for(p, seat)
    else:  # C-218
        for tile in details:
            p.give_back(seat, tile)
        mat.stars += p.take_star()


def is_extra(text: str) -> bool:
    """Whether it is a conversion or a removal."""
    return text.split()[0] in ("convert", "remove")


def decide(
    p: Position,
    seat: int,
    kind: str,
    own: Callable[[], Sequence[str]],
    closing: str | None = None,
    pending: dict[str, Any] | None = None,
) -> Flow[str]:
    """A node's own action or its closing one; before it, conversions as many as wanted.

    A node at which only the closing action is left is no stop.
    """
    while True:
        legal = [*own(), *extras(p, seat)]
        if closing is not None and not legal:
            return closing
        legal += [] if closing is None else [closing]
        text = yield Node(kind, seat, legal, pending=pending)
        if not is_extra(text):
            return text
        yield from do_extra(p, seat, text)
