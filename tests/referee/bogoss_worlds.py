"""Every position of Bogoss that a seat can't tell from the true one, by trying out all deals.

The course so far is played again in all worlds at once: hidden cards take every value that they
can have, and a world is dropped as soon as the seat would have seen something else in it. Worlds
with equal hands are one world with the sum of their weights: the number of deals of labelled cards
behind it, as a share of all. A decision of another player that nobody sees (hold) may be any.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Any

from referee.bogoss import CHANCE, State
from referee.bogoss_cards import KINDS, STATUSES, Hand, kind_of

SORTS_OF = {kind: [s + kind + side for s in STATUSES for side in ("", "l", "r")] for kind in KINDS}
Way = tuple[tuple[int | None, str], ...]
"""Events, each with the seat that drew, if one did."""
Seen = list[tuple[dict[str, Any] | None, str]]
"""What a seat did or drew itself between two public nodes, with its view before a decision."""


class TooManyWorlds(Exception):
    """The course hides more cards than can be tried out in reasonable time."""


@dataclass(frozen=True)
class World:
    """A position and how likely it is, or its weight before all of them are compared.

    `offers` are the requests, by number, at which the asker could pick a status; `course` is one of
    the courses that lead here.
    """

    state: State
    weight: Fraction
    offers: tuple[int, ...] = ()
    course: tuple[str, ...] = ()


def possible_worlds(
    start: State, events: Sequence[str], seat: int, *, weigh_given: bool = True, most: int = 10**9
) -> list[World]:
    """The worlds after these events with their probabilities for the seat.

    The last state has to be public or the seat's own decision. Without `weigh_given` the chance of
    `give_choice = random` is not taken into account: every deal that may have been counts alike.

    Raises:
        ValueError: at a node that the seat doesn't notice.
        TooManyWorlds: if more than `most` have to be tried between two nodes that the seat sees.
    """
    worlds = [World(start, Fraction(1))]
    true = start
    bounds = _Bounds(start, events)
    first_event: str | None = None
    seen: Seen = []
    deals = 0
    for position, text in enumerate(events):
        if deals == 0 and true.step[0] == "deal":
            deals = sum(step[0] == "deal" for step in true.todo)
            if position + deals > len(events):
                raise ValueError("the deal is not over")
            block = events[position : position + deals]
            can_be = bounds.since(position + deals - 1)
            worlds = list(_deals(worlds[0].state, block, seat, can_be, most))
        if deals:  # all hands are dealt at once: in between nothing happens
            true, deals = true.apply(text), deals - 1
            if deals or true.shown is not None:
                continue
        else:
            if true.shown is None and true.actor != CHANCE:
                first_event = text
            elif _is_own(true, seat):
                seen.append((true.view(seat) if true.actor == seat else None, text))
            true = true.apply(text)
        if true.shown is None:
            worlds = _after_segment(worlds, first_event, seen, true, seat, weigh_given, most)
            can_be = bounds.since(position + 1)
            worlds = [
                world
                for world in worlds
                if all(possible(h) for possible, h in zip(can_be, world.state.hands, strict=True))
            ]
            first_event, seen = None, []
    if true.shown is not None:
        if true.actor != seat:
            raise ValueError(f"seat {seat} does not see that a decision or an event is due")
        worlds = _after_segment(worlds, first_event, seen, true, seat, weigh_given, most)
    total = sum(world.weight for world in worlds)
    return [replace(world, weight=world.weight / total) for world in worlds]


def _deals(
    start: State,
    events: Sequence[str],
    seat: int,
    can_be: list[Callable[[Hand], bool]],
    most: int,
) -> Iterator[World]:
    """The worlds after the deal: all hands that others may have, weighed by their deals."""
    order = [step[1] for step in start.todo if step[0] == "deal"]
    seats = list(dict.fromkeys(order))
    cards = [text.split()[1] for text in events]
    pool = Counter(start.pile)
    choices: list[list[Hand]] = []
    for other in seats:
        own = tuple(card for card, dealt in zip(cards, order, strict=True) if dealt == other)
        hands = combinations_with_replacement(list(pool), len(own))
        fits = [hand for hand in hands if can_be[other]((*start.hands[other], *hand))]
        choices.append([own] if other == seat else fits)
    if prod(map(len, choices)) > 10 * most:
        raise TooManyWorlds

    def hands_from(k: int, left: Counter[str]) -> Iterator[tuple[Hand, int]]:
        """All cards from the k-th hand on, and the number of their deals."""
        if k == len(seats):
            yield (), 1
            return
        for hand in choices[k]:
            count = Counter(hand)
            ways = prod(comb(left[card], n) for card, n in count.items())
            if ways:
                for others, rest in hands_from(k + 1, left - count):
                    yield (*hand, *others), ways * rest

    for dealt, ways in hands_from(0, pool):
        state = start
        for card in dealt:
            state = state.apply(f"deal {card}")
        yield World(state, Fraction(ways), course=tuple(f"deal {card}" for card in dealt))


def _is_own(state: State, seat: int) -> bool:
    """Whether the seat decides here, or sees what chance brings."""
    if state.actor == CHANCE:
        return state.step[0] == "first" or _drawer(state) == seat
    return state.actor == seat


def _drawer(state: State) -> int | None:
    """Who gets the card of a chance node."""
    if state.step[0] in ("deal", "draw", "refill"):
        seat: int = state.step[1]
        return seat
    return None


def _after_segment(
    worlds: list[World],
    first_event: str | None,
    seen: Seen,
    true: State,
    seat: int,
    weigh_given: bool,
    most: int,
) -> list[World]:
    """The worlds at the next node that the seat notices, if it sees what it truly saw."""
    expected, legal = true.view(seat), true.legal_actions
    merged: dict[tuple[Any, ...], Fraction] = defaultdict(Fraction)
    found: dict[tuple[Any, ...], World] = {}
    tried = 0
    for world in worlds:
        state, course = world.state, world.course
        if first_event is not None:
            course = (*course, first_event)
            if first_event not in state.legal_actions:  # B-16: the asker held other cards
                continue
            state = state.apply(first_event)
        # Two ways of hidden decisions that lead to the same position are one deal.
        ends = {}
        for end, weight, way in _ways(state, seen, seat, first_event is None, weigh_given, ()):
            tried += 1
            if tried > most:
                raise TooManyWorlds
            if end.shown is None or end.actor == seat:
                draws = tuple((drawer, text) for drawer, text in way if drawer is not None)
                ends[end.hands, end.pile, draws] = end, weight, way
        for end, weight, way in ends.values():
            if end.view(seat) != expected or (end.actor == seat and end.legal_actions != legal):
                continue
            events = tuple(text for _, text in way)
            taken = any(text.startswith("take") for text in events)
            offers = (*world.offers, len(state.log)) if taken else world.offers
            shown = end.shown and (end.shown.hands, end.shown.pile)
            key = (end.hands, end.pile, end.todo, shown, offers)
            found[key] = World(end, Fraction(), offers, (*course, *events))
            merged[key] += world.weight * weight
    return [replace(found[key], weight=weight) for key, weight in merged.items()]


def _ways(
    state: State, seen: Seen, seat: int, is_start: bool, weigh_given: bool, way: Way
) -> Iterator[tuple[State, Fraction, Way]]:
    """All ways through hidden events to the next public node, or the seat's next decision."""
    if state.shown is None and not (is_start and state.actor == CHANCE):
        if not seen:
            yield state, Fraction(1), way
        return
    if _is_own(state, seat):
        if not seen:
            if state.actor == seat:
                yield state, Fraction(1), way
            return
        (view, text), later = seen[0], seen[1:]
        if view is not None and (state.actor != seat or state.view(seat) != view):
            return
        choices = [text]
    else:
        later = seen
        choices = state.legal_actions or [event for event, _ in state.chance_outcomes]
    probabilities = dict(state.chance_outcomes)
    for text in choices:
        weight = probabilities.get(text, Fraction(text in state.legal_actions))
        if weight == 0:
            continue
        if state.step[0] == "given" and not weigh_given:
            weight = Fraction(1)
        longer = (*way, (_drawer(state), text))
        for end, rest, whole in _ways(state.apply(text), later, seat, False, weigh_given, longer):
            yield end, weight * rest, whole


@dataclass(frozen=True)
class _Flow:
    """What happened in public to one hand between two public nodes."""

    missing: str | None  # the kind that it lacked at the first of them
    net: Counter[str]  # cards that came, less cards that left
    secret: int  # cards that came unseen


class _Bounds:
    """What the rest of the course says about the hands, so that worlds are dropped early.

    A seat that gives or lays a card later holds it now or gets it before; a seat that lacks a kind
    later has to get rid of all that it holds of it. Made from a spectator's views.
    """

    def __init__(self, start: State, events: Sequence[str]) -> None:
        self.flows: list[list[_Flow]] = []
        before, state = start.view(None), start
        self.players: int = before["players"]
        self.segment_of: list[int] = []
        for text in events:
            state = state.apply(text)
            self.segment_of.append(len(self.flows))
            if state.shown is None:
                after = state.view(None)
                self.flows.append([_flow(before, after, o) for o in range(self.players)])
                before = after

    def since(self, position: int) -> list[Callable[[Hand], bool]]:
        """For each seat whether a hand can be, by what comes from this event on."""
        rest = self.flows[self.segment_of[position] :] if position < len(self.segment_of) else []
        return [_possible([flows[seat] for flows in rest]) for seat in range(self.players)]


def _flow(before: dict[str, Any], after: dict[str, Any], seat: int) -> _Flow:
    missing, net = None, Counter[str]()
    for request in after["log"][len(before["log"]) :]:
        if request["result"] == "given":
            net[request["card"]] += (request["asker"] == seat) - (request["target"] == seat)
        elif request["target"] == seat:
            missing = request["kind"]
        if request["hit"] is not None:
            net[request["hit"]] += request["asker"] == seat
    for skeleton in after["laid"][seat][len(before["laid"][seat]) :]:
        net.subtract(skeleton["cards"])
    grown = after["hand_sizes"][seat] - before["hand_sizes"][seat]
    return _Flow(missing, net, grown - net.total())


def _possible(flows: list[_Flow]) -> Callable[[Hand], bool]:
    most: dict[str, int] = {}
    needs: list[tuple[Counter[str], int]] = []
    net, secret = Counter[str](), 0
    for flow in flows:
        if flow.missing is not None:
            for sort in net.keys() | set(SORTS_OF[flow.missing]):
                if kind_of(sort) == flow.missing:
                    most[sort] = min(most.get(sort, 99), -net[sort])
        net = net.copy()
        net.update(flow.net)
        secret += flow.secret
        needs.append((Counter({sort: -n for sort, n in net.items() if n < 0}), secret))

    def is_possible(hand: Hand) -> bool:
        held = Counter(hand)
        return all(held[sort] <= n for sort, n in most.items()) and all(
            (need - held).total() <= unseen for need, unseen in needs
        )

    return is_possible
