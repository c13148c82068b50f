"""What a Cobogó seat has seen, told from the events, and every position that shows it the same.

Determinizations are compared with these positions and their probabilities.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import ludoteca as lt
from referee import sets
from referee.cards import ANY, Card, CardSet, parse_shape, shape_text
from referee.mosaic import GLASS
from support import course, raised


class Table:
    """A game with its printed cards."""

    def __init__(self, game: lt.Game, cards: CardSet) -> None:
        self.game, self.cards = game, cards
        self.is_physical = game.options["back_visibility"] == "physical"
        self.is_shuffled = game.options["pairing"] == "shuffled"
        self.bricks = {card.id: "/".join(card.brick) for card in cards.cards}
        self.patterns = {
            card.id: f"{card.group} {card.type} {card.number} {shape_text(card.shape)}"
            for card in cards.cards
        }
        classes: dict[tuple[str, str], list[str]] = {}
        for side in (self.bricks, self.patterns):
            for id_, face in side.items():
                classes.setdefault((str(side is self.bricks), face), []).append(id_)
        self.twins = [ids for ids in classes.values() if len(ids) > 1]


@dataclass
class Tale:
    """Where the cards went, told from the events alone."""

    reserved: list[str] = field(default_factory=list)
    rejected: list[str] = field(default_factory=list)
    hands: list[list[str]] = field(default_factory=lambda: [[], [], [], []])
    placed: list[str] = field(default_factory=list)


def tell(table: Table, events: list[str], seat: int | None) -> tuple[Tale, list[object]]:
    """The tale of a course, and what a seat or a spectator has seen of it (K-106 to K-118)."""
    tale, seen = Tale(), list[object]()
    first = table.game.options["first_player"]
    for event in events:
        match event.split():
            case ["first", drawn]:
                first = int(drawn)
                seen.append(event)
            case ["reveal", id_]:
                types = [table.cards.by_id[other].type for other in tale.reserved]
                is_new = table.cards.by_id[id_].type not in types
                (tale.reserved if is_new else tale.rejected).append(id_)
                # Of the cards rejected unseen only the number is known (K-117).
                if is_new or table.is_physical:
                    seen += ["reveal", table.patterns[id_]]
            case ["starter", id_]:
                seen += ["starter", table.bricks[id_]]
            case ["top", id_]:
                seen += ["top", table.patterns[id_]]
            case ["glass" | "window" | "special" as kind, id_]:
                tale.reserved.append(id_)
                seen += [kind, table.patterns[id_]]
            case ["deal" | "draw" as kind, to, id_]:
                tale.hands[int(to)].append(id_)
                seen += [kind, to, table.bricks[id_] if int(to) == seat else "?"]
            case ["place", slot, *_]:
                mover = (first + len(tale.placed)) % table.game.players
                tale.placed.append(tale.hands[mover].pop(int(slot)))
                seen += [event, table.bricks[tale.placed[-1]]]
            case _:
                raise AssertionError(event)
    return tale, [len(tale.rejected), *seen]


@dataclass(frozen=True)
class Case:
    """A small deck, options, and the plies of a course at which determinizations are drawn.

    `base` has one letter a base card, the type of its pattern. Every brick side is a letter of its
    own, and every pattern side has a number of its own, but for `twins`: some brick sides are
    alike, or some pattern sides, or some of both in different ways.
    """

    name: str
    base: str
    players: int
    options: dict[str, Any] = field(default_factory=dict)
    glass: int = 0
    window: int = 0
    special: int = 0
    rejected: int = 0
    twins: str = ""
    plies: tuple[int, ...] = (0,)

    def cards(self) -> CardSet:
        letters = iter("DEFGHIJKLMNOPQRSTUVWXYZ")
        cards: list[Card] = []
        counts = [("base", len(self.base)), ("glass", self.glass)]
        for group, count in [*counts, ("window", self.window), ("special", self.special)]:
            for number in range(count):
                letter = next(letters)
                if self.twins in ("bricks", "both") and number % 3 == 2:
                    letter = cards[-1].brick[0]
                type_ = {"base": self.base[number : number + 1], "glass": GLASS}.get(group, ANY)
                # So many copies that no game is won.
                alike = self.twins in ("patterns", "both")
                copies = 50 + (number // 4 if alike else number)
                id_ = f"{group[0].upper()}{number}"
                cards.append(Card(id_, group, (letter,), type_, copies, parse_shape("XX")))
        return CardSet(self.name, "test", 1, 1, tuple(cards))


DRAWS = 12_000


def table_of(case: Case, folder: Path) -> Table:
    path = folder / "set.toml"
    sets.write_set(case.cards(), path)
    game = lt.game("cobogo", players=case.players, components=path, **case.options)
    return Table(game, case.cards())


def rejected_in(state: lt.State) -> int:
    return len(json.loads(state.to_json())["position"]["pile"]["rejected"])


def true_course(table: Table, case: Case, rng: Random) -> list[lt.State]:
    """A random course with as many rejected cards as the case asks for."""
    while True:
        states = list(course(table.game.start(), rng))
        if rejected_in(states[-1]) == case.rejected:
            return states


def alike(
    table: Table, target: lt.State, seat: int, most: int | None = None
) -> dict[lt.State, float]:
    """Every position that `seat` can't tell from the target, with its probability.

    The search ends with more than `most` positions.
    """
    seen, view = target.history_for(seat), json.dumps(target.view(seat))
    known = tell(table, [str(event) for event in target.history], seat)[1]
    actions = [str(action) for action in target.history if not action.is_chance]
    found: Counter[lt.State] = Counter()

    def search(state: lt.State, weight: float) -> None:
        past = state.history_for(seat)
        if past != seen[: len(past)] or (most is not None and len(found) > most):
            return
        if past == seen and json.dumps(state.view(seat)) == view:
            assert tell(table, [str(event) for event in state.history], seat)[1] == known
            found[state] += weight  # type: ignore[assignment]
            return
        if state.actor is lt.CHANCE:
            for event, chance in state.chance_outcomes:
                search(state.apply(event), weight * chance)
        elif state.ply < len(actions) and not raised(state.apply, actions[state.ply]):
            search(state.apply(actions[state.ply]), weight)

    search(table.game.start(), 1.0)
    total = math.fsum(found.values())
    return {state: weight / total for state, weight in found.items()}


def highest(freedom: int) -> float:
    """What a chi-square statistic exceeds once in ten million times (Wilson and Hilferty)."""
    spread = 2 / (9 * freedom)
    return float(freedom * (1 - spread + 5.2 * math.sqrt(spread)) ** 3)


def check_distribution(
    table: Table, state: lt.State, seat: int, first_seed: int, most: int | None = None
) -> int:
    """Chi-square of determinizations against the exact distribution; gives the positions.

    With more than `most` positions it is left out, and gives none.
    """
    expected = alike(table, state, seat, most)
    if most is not None and len(expected) > most:
        return 0
    assert state in expected
    drawn = Counter(state.determinize(seat, first_seed + k) for k in range(DRAWS))
    impossible = [position for position in drawn if position not in expected]
    assert not impossible, json.loads(impossible[0].to_json())["position"]
    statistic, freedom, rest = 0.0, -1, [0.0, 0.0]
    for position, chance in sorted(expected.items(), key=lambda item: item[1]):
        rest = [rest[0] + DRAWS * chance, rest[1] + drawn[position]]
        if rest[0] >= 10:
            statistic += (rest[1] - rest[0]) ** 2 / rest[0]
            freedom, rest = freedom + 1, [0.0, 0.0]
    if freedom > 0:
        assert statistic < highest(freedom), f"{statistic} with {freedom} degrees of freedom"
    return len(expected)
