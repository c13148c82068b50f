"""What a seat can infer: the engine's `belief` and `determinize` against all possible worlds."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, count
from math import comb, prod, sqrt
from random import Random
from typing import Any

import ludoteca as lt
import pytest
from bogoss_positions import hand, play
from referee.bogoss import Bogoss, State
from referee.bogoss_worlds import TooManyWorlds, World, possible_worlds
from test_bogoss_referee import chosen, random_options

DRAWS = 300
# Worlds to be tried between two nodes: courses that hide more are passed over.
MOST = 8_000


def random_course(options: dict[str, Any], rng: Random, requests: int) -> tuple[list[str], State]:
    """Events of a random game up to about so many requests, to a node that every seat sees."""
    state = Bogoss(**options).start()
    events: list[str] = []
    best = events, state
    while not state.is_over and len(state.log) < requests:
        events = [*events, chosen(state, rng)]
        state = state.apply(events[-1])
        if state.log and state.shown is None and not state.is_over:
            best = events, state
    return best


def compare(state: lt.State, seat: int, worlds: list[World]) -> None:
    """Belief and determinizations, by the seat's possible worlds."""
    belief = state.belief(seat)
    assert belief is not None
    players = state.game.players
    holds = [dict.fromkeys("LASR", Fraction()) for _ in range(players)]
    top: dict[str, Fraction] = defaultdict(Fraction)
    chances: dict[tuple[str, ...], Fraction] = defaultdict(Fraction)
    for world in worlds:
        for other, cards in enumerate(world.state.hands):
            for kind in {card[1] for card in cards if card != "J"}:
                holds[other][kind] += world.weight
        pile = world.state.pile
        for card in pile:
            top[card] += world.weight / len(pile)
        chances[tuple(" ".join(cards) for cards in world.state.hands)] += world.weight
    assert belief["holds"] == [
        [pytest.approx(float(row[kind]), abs=1e-9) for kind in "LASR"] for row in holds
    ]
    assert {card: p for card, p in belief["top"].items() if p} == pytest.approx(
        {card: float(p) for card, p in top.items()}, abs=1e-9
    )
    compare_draws(state, seat, chances)


def compare_draws(state: lt.State, seat: int, chances: dict[tuple[str, ...], Fraction]) -> None:
    """Determinizations are possible worlds, each as often as it is likely."""
    players = state.game.players
    counts: dict[tuple[str, ...], int] = defaultdict(int)
    for seed in range(DRAWS):
        other = state.determinize(seat, seed=seed)
        counts[tuple(hand(other, each) for each in range(players))] += 1
    assert set(counts) <= set(chances)
    # The mean likelihood of what is drawn, and its standard deviation.
    mean = float(sum(p * p for p in chances.values()))
    deviation = sqrt(max(0.0, float(sum(p**3 for p in chances.values())) - mean * mean) / DRAWS)
    drawn = sum(float(chances[hands]) * n for hands, n in counts.items()) / DRAWS
    assert abs(drawn - mean) <= 5 * deviation + 1e-12
    # The mean number of each sort in each hand.
    for each in range(players):
        for card in {card for hands in chances for card in hands[each].split()}:
            number = {hands: hands[each].split().count(card) for hands in chances}
            mean = float(sum(p * number[hands] for hands, p in chances.items()))
            square = float(sum(p * number[hands] ** 2 for hands, p in chances.items()))
            deviation = sqrt(max(0.0, square - mean * mean) / DRAWS)
            drawn = sum(number[hands] * n for hands, n in counts.items()) / DRAWS
            assert abs(drawn - mean) <= 5 * deviation + 1e-9, (each, card)


@pytest.mark.parametrize(("players", "requests", "courses"), [(2, 6, 6), (2, 16, 6), (3, 30, 2)])
def test_belief_and_determinize(players: int, requests: int, courses: int) -> None:
    rng = Random(f"knowledge {players} {requests}")
    compared = 0
    while compared < courses:
        options = {**random_options(rng, players), "max_turns": 100}
        if players > 2:  # refills hide too much for a third hand
            options |= {"donor_refill": False, "refill_empty": 0}
        events, state = random_course(options, rng, requests)
        if not state.log:  # somebody has won before
            continue
        seat = rng.randrange(players)
        try:
            worlds = possible_worlds(Bogoss(**options).start(), events, seat, most=MOST)
        except TooManyWorlds:
            continue
        try:
            compare(play(lt.game("bogoss", **options).start(), *events), seat, worlds)
        except AssertionError as error:
            error.add_note(f"options: {options}\nseat: {seat}\nevents: {events}")
            raise
        compared += 1


def waiting(game: lt.Game) -> Iterator[tuple[lt.State, int]]:
    """Positions after the deal in which a seat is asked about a skeleton, and a seat that waits."""
    for seed in count():
        state = game.start(seed=seed)
        views = [state.view(seat)["phase"] for seat in range(game.players)]
        if "lay" in views and "deal" in views:
            yield state, views.index("deal")


@pytest.mark.rule("B-11", "B-43", "B-56")
@pytest.mark.parametrize("lay_mode", ["free", "joker_choice"])
@pytest.mark.parametrize("is_any", [False, True])
def test_who_waits_at_the_deal_knows_that_a_skeleton_is_offered(
    lay_mode: str, is_any: bool
) -> None:
    options: dict[str, Any] = {
        "players": 2,
        "lay_mode": lay_mode,
        "broken_skeleton": "any_broken" if is_any else "all_broken",
    }
    rules = Bogoss(**options).options
    state, seat = next(waiting(lt.game("bogoss", **options)))
    pool: Counter[str] = Counter()
    deck = {"L": (10, 4), "A": (10, 4), "S": (5, 2), "R": (5, 2)}
    for kind, (whole, broken) in deck.items():
        pool[f"w{kind}"], pool[f"b{kind}"] = whole, broken
    pool["J"] = 2
    pool.subtract(hand(state, seat).split())
    weights: dict[tuple[str, ...], int] = {}
    for cards in combinations_with_replacement(sorted(pool), 6):
        numbers = Counter(cards)
        ways = prod(comb(pool[card], n) for card, n in numbers.items())
        forced = rules.complete(cards, with_jokers=False) if lay_mode == "joker_choice" else None
        if ways and forced is None and rules.complete(cards) is not None:
            weights[cards] = ways
    total = sum(weights.values())
    holds = [
        sum(ways for cards, ways in weights.items() if any(card[1:] == kind for card in cards))
        for kind in "LASR"
    ]
    belief = state.belief(seat)
    assert belief is not None
    assert belief["holds"][1 - seat] == pytest.approx([ways / total for ways in holds], abs=1e-9)
    for card, number in pool.items():
        mean = sum(ways * cards.count(card) for cards, ways in weights.items()) / total
        assert belief["top"][card] == pytest.approx((number - mean) / 32, abs=1e-9)


@pytest.mark.rule("B-11", "B-43", "B-56")
@pytest.mark.parametrize("lay_mode", ["free", "joker_choice"])
def test_belief_at_the_deal_is_how_often_it_is_drawn(lay_mode: str) -> None:
    game = lt.game("bogoss", players=4, lay_mode=lay_mode, first_player=1)
    state, seat = next(waiting(game))
    belief = state.belief(seat)
    assert belief is not None
    draws = 400
    counts = [[0] * 4 for _ in range(4)]
    for seed in range(draws):
        drawn = state.determinize(seat, seed=seed)
        assert drawn.view(seat) == state.view(seat)
        for other in range(4):
            for place, kind in enumerate("LASR"):
                counts[other][place] += any(card[1:] == kind for card in hand(drawn, other).split())
    for row, chances in zip(counts, belief["holds"], strict=True):
        for number, chance in zip(row, chances, strict=True):
            deviation = sqrt(chance * (1 - chance) * draws)
            assert abs(number - chance * draws) <= 4.5 * deviation + 1e-9
