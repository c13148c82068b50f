"""What seats know in Go Fish, and positions drawn from it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product
from random import Random

import ludoteca as lt
import pytest
from go_fish_positions import game_of, hands, play, table
from support import course, sight, some_of


@pytest.mark.rule("GF-19")
def test_a_drawn_card_is_seen_by_its_player_or_if_it_is_asked_for_or_makes_a_book() -> None:
    state = play(table("a b", "b b c", pool="a a c c"), "ask 1 a")
    for card, others in (("a", "draw a"), ("c", "draw ?")):
        drawn = play(state, f"draw {card}")
        assert drawn.history_for(0)[-1] == f"draw {card}"
        assert drawn.history_for(1)[-1] == drawn.history_for(None)[-1] == others
    other = play(table("a b b", "c", pool="a a b c c"), "ask 1 a", "draw b")
    assert (other.history_for(1)[-1], other.view(1)["books"]) == ("draw b", ["bd", ""])
    dealt = play(game_of(initial_cards=3, ranks=6).start(), *["deal a"] * 3)
    assert dealt.history_for(1) == ("deal ?", "deal ?", "deal a")
    assert dealt.history_for(0) == ("deal a",) * 3


@pytest.mark.rule("GF-19")
def test_hands_and_pool_are_hidden_from_others() -> None:
    one, other = table("a b", "b c", pool="a a b c c"), table("a b", "a c", pool="a b b c c")
    assert sight(one, 0) == sight(other, 0)
    assert one.view(1)["hand"] == {"b": 1, "c": 1}
    assert one.view(None)["hand"] is None
    assert one.view(0)["hand_sizes"] == [2, 2]
    assert one.view(0)["pool_size"] == 5


@pytest.mark.rule("GF-20")
def test_what_everybody_knows_of_a_hand() -> None:
    state = play(table("a b", "a c", pool="a b b c c"), "ask 1 a")
    assert state.view(None)["known"] == [{"a": 2}, {}]
    state = play(state, "ask 1 b")
    assert state.view(None)["known"] == [{"a": 2, "b": 1}, {}]
    assert play(state, "draw b").view(None)["known"] == [{"a": 2, "b": 2}, {}]
    assert play(state, "draw c").view(None)["known"] == [{"a": 2, "b": 1}, {}]
    # The known cards go with a gift and into a book.
    state = play(state, "draw c", "ask 0 c")
    assert state.view(None)["known"] == [{"a": 2, "b": 1}, {"c": 2}]
    assert hands(state) == ["a a b", "c c"]
    state = play(table("a a b", "a c", pool="b b c c"), "ask 1 a")
    assert state.view(None)["known"] == [{}, {}]


def deals(state: lt.State, seat: int) -> Iterator[tuple[str, ...]]:
    """All hands of a small table for two or three that agree with the view of a seat, a deal of the
    cards one by one each, by brute force."""
    view, position = state.view(seat), json.loads(state.to_json())["position"]
    known = [Counter(own) for own in view["known"]]
    others = [of for of in range(len(known)) if of != seat]
    hidden = Counter(" ".join([*position["hands"], position["pool"]]).split())
    hidden -= Counter(view["hand"])
    for of in others:
        hidden -= known[of]
    rooms = [view["hand_sizes"][of] - known[of].total() for of in others]
    cards = list(hidden.elements())
    for order in permutations(range(len(cards)), sum(rooms)):
        parts, rest = [], [cards[at] for at in order]
        for of, room in zip(others, rooms, strict=True):
            parts.append(known[of] + Counter(rest[:room]))
            rest = rest[room:]
        has_book = any(count == 3 for hand in parts for count in hand.values())
        request = view["request"]
        has_asked = request is not None and any(
            hand[request["rank"]]
            for of, hand in zip(others, parts, strict=True)
            if of == request["target"]
        )
        if not has_book and not has_asked:
            yield tuple(" ".join(sorted(hand.elements())) for hand in parts)


@pytest.mark.rule("GF-20")
@pytest.mark.parametrize(
    "state",
    [
        table("a b", "b c", "c", pool="a a b c"),
        table("a", "b b c", pool="a a b c c"),
        play(table("a b", "b c", pool="a a b c c"), "ask 1 a"),
        play(table("a b", "a c", "b c", pool="a b c"), "ask 1 a", "ask 2 b", "ask 1 a", "draw c"),
    ],
    ids=str,
)
def test_determinizations_are_even_over_the_deals_that_agree_with_the_view(state: lt.State) -> None:
    seats = range(state.game.players)
    for seat in seats:
        expected = Counter(deals(state, seat))
        number = 60 * len(expected) + 200
        drawn = Counter(
            tuple(
                hand for of, hand in enumerate(hands(state.determinize(seat, seed))) if of != seat
            )
            for seed in range(number)
        )
        assert drawn.keys() <= expected.keys()
        total, statistic = expected.total(), 0.0
        for hand, ways in expected.items():
            mean = number * ways / total
            statistic += (drawn[hand] - mean) ** 2 / mean
        freedom = len(expected) - 1
        assert statistic < freedom + 6 * (2 * freedom) ** 0.5 + 1, (seat, drawn, expected)


@pytest.mark.rule("GF-20")
def test_a_determinization_keeps_the_view_of_its_seat() -> None:
    rng = Random(1)
    for players, suits in product((2, 3, 5, 10), (2, 4, 7)):
        ranks = 13 if suits > 2 else 15
        game = lt.game("go_fish", players=players, ranks=ranks, suits=suits, initial_cards=3)
        for state in some_of(list(course(game.start(), rng)), rng, 12):
            for seat in range(players):
                drawn = state.determinize(seat, rng.randrange(2**64))
                assert sight(drawn, seat) == sight(state, seat)
                assert game.state_from_json(drawn.to_json()) == drawn
