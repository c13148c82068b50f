"""The referee of Bogoss by itself: figures of the rules, invariants, and what its worlds weigh."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod
from random import Random
from typing import Any

import pytest
from referee.bogoss import CHANCE, Bogoss, State
from referee.bogoss_cards import DECK
from referee.bogoss_worlds import possible_worlds
from referee.cards import RefereeError


def test_chance_of_a_skeleton_in_the_opening_hand() -> None:
    """The figures of B-11."""
    options = Bogoss(players=2).options
    ways: Counter[str] = Counter()
    for hand in combinations_with_replacement(DECK, 6):
        skeleton = options.complete(hand)
        if skeleton is not None:
            ways[skeleton.status] += prod(comb(DECK[c], hand.count(c)) for c in set(hand))
    assert Fraction(ways.total(), comb(44, 6)) == Fraction(153_056, 7_059_052)
    assert round(100 * ways["broken"] / comb(44, 6), 3) == 0.016


def test_games_of_all_options_keep_the_cards_and_end() -> None:
    rng = Random("referee")
    for number in range(60):
        players = 2 + number % 6
        options: dict[str, Any] = {
            "lay_mode": rng.choice(["forced", "joker_choice", "free"]),
            "give_choice": rng.choice(["donor", "asker", "random"]),
            "donor_refill": rng.random() < 0.5,
            "refill_empty": rng.randrange(7),
            "sided_limbs": rng.random() < 0.5,
            "broken_skeleton": rng.choice(["all_broken", "any_broken"]),
        }
        game = Bogoss(players=players, max_turns=30, **options)
        state, requests, turn = game.start(), 0, 1
        while not state.is_over:
            cards = Counter(state.pile)
            for hand, own in zip(state.hands, state.laid, strict=True):
                cards.update(hand)
                cards.update(card for skeleton in own for card in skeleton.cards)
                if options["lay_mode"] == "forced" and state.step[0] in ("ask", "give", "draw"):
                    assert game.options.complete(hand) is None  # B-44
            assert cards == game.deck
            requests = requests + 1 if state.turn == turn and state.step[0] == "ask" else 0
            turn = state.turn
            assert requests < 44  # B-37
            state = random_step(state, rng)
        assert state.turn <= 30


def random_step(state: State, rng: Random) -> State:
    if state.actor == CHANCE:
        texts, weights = zip(*state.chance_outcomes, strict=True)
        return state.apply(rng.choices(texts, [float(weight) for weight in weights])[0])
    return state.apply(rng.choice(state.legal_actions))


def test_options_are_checked() -> None:
    for wrong in (
        {"players": 1},
        {"players": 8},
        {"players": 3, "first_player": 3},
        {"players": 2, "lay_mode": "never"},
        {"players": 2, "refill_empty": 7},
        {"players": 2, "max_turns": 0},
    ):
        with pytest.raises(RefereeError, match="option"):
            Bogoss(**wrong)
    with pytest.raises(RefereeError, match="B-1"):
        Bogoss({**DECK, "wL": 9}, players=2)


# --- Worlds -------------------------------------------------------------------------------------

Trail = tuple[str, ...]


def small_start(**options: Any) -> State:
    """Some cards of seat 1 and all of a small pile are hidden from seat 0."""
    game = Bogoss(players=2, **options)
    if game.options.sided_limbs:
        cards, hidden = "wLl wS / wAl / wS wR bS bR bR J bAl", 3
    elif game.options.lay_mode == "forced":
        cards, hidden = "wL wS / wA / wS wR bS bR bR J bA", 3
    else:
        cards, hidden = "wL wS bL / wL wL wA wA / wS wR J bS bR", 2
    mine, theirs, pile = (part.split() for part in cards.split("/"))
    state = game.position([mine, theirs], pile)
    return state._with(todo=(*(("deal", 1) for _ in range(hidden)), ("dealt",)), shown=None)


def joint(
    state: State, requests: int, trail: Trail, weight: Fraction, events: Trail
) -> list[tuple[Trail, Fraction, State, Trail]]:
    """All courses up to so many requests: what seat 0 saw, the probability, state and events.

    A decision counts 1, whatever it is: only chance tells one deal from another.
    """
    if state.shown is None:
        trail = (*trail, str(state.view(0)))
        if state.is_over or len(state.log) == requests:
            return [(trail, weight, state, events)]
    elif state.actor == 0:
        trail = (*trail, str(state.view(0)))
    found = []
    choices = state.chance_outcomes or [(text, Fraction(1)) for text in state.legal_actions]
    for text, probability in choices:
        is_own = state.actor == 0 or (state.actor == CHANCE and state.step[1:2] == (0,))
        seen = (*trail, text) if is_own else trail
        found += joint(state.apply(text), requests, seen, weight * probability, (*events, text))
    return found


@pytest.mark.parametrize(
    "options",
    [
        {"give_choice": "random", "need_rule": "any"},
        {"draw_hit": "useful", "joker_hit": True},
        {"sided_limbs": True, "max_turns": 2, "need_rule": "next_skeleton"},
        {"give_choice": "asker", "draw_hit": "useful", "broken_draw_ends": True},
        {"lay_mode": "free"},
        {"lay_mode": "free", "donor_refill": True},
        {"lay_mode": "joker_choice", "refill_empty": 2},
    ],
    ids=str,
)
def test_worlds_weigh_what_a_tree_of_all_courses_says(options: dict[str, Any]) -> None:
    start = small_start(**options)
    # Two ways of decisions under one deal are one deal.
    by_trail: dict[Trail, dict[Any, Fraction]] = defaultdict(dict)
    course: dict[Trail, Trail] = {}
    for trail, weight, state, events in joint(start, 2, (), Fraction(1), ()):
        chance = tuple(text for text in events if text.split()[0] in ("deal", "draw", "given"))
        by_trail[trail][chance, state.hands, state.pile] = weight
        course[trail] = events
    assert len(by_trail) > 100
    rng = Random(1)
    for trail in rng.sample(sorted(by_trail), 60):
        total = sum(by_trail[trail].values())
        expected: dict[Any, Fraction] = defaultdict(Fraction)
        for (_, hands, pile), weight in by_trail[trail].items():
            expected[hands, pile] += weight / total
        worlds = possible_worlds(start, course[trail], 0)
        found = {(world.state.hands, world.state.pile): world.weight for world in worlds}
        assert found == expected
