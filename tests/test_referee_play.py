"""The referee of Cobogó on random games: invariants, what seats know, lazy chance."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from random import Random
from typing import Any

import pytest
from referee.cards import Card, CardSet, parse_face
from referee.cobogo import CHANCE, Cobogo, State
from referee.judging import group_counts, have_and_ok
from referee.mosaic import (
    Mosaic,
    covered,
    laid,
    parse_mosaic,
    shape_parts,
    turn,
)
from referee_games import (
    DEFAULT,
    NEVER,
    SUBSETS,
    card,
)

# --- Invariants on random games -----------------------------------------------------------------


def random_game(rng: Random) -> Iterator[State]:
    """All states of a game with random options."""
    game = Cobogo(
        DEFAULT,
        players=rng.randint(1, 4),
        first_player=rng.choice([0, "random"]),
        expansions=rng.choice(SUBSETS),
        expansion_shuffle=rng.choice(["after_deal", "before_deal"]),
        double_third=rng.choice(["each_adds", "keep_three"]),
        back_visibility=rng.choice(["hidden", "physical"]),
        pairing=rng.choice(["fixed", "shuffled"]),
    )
    state = game.start()
    while True:
        yield state
        if state.is_over:
            return
        if state.actor == CHANCE:
            state = state.apply(rng.choice(state.chance_outcomes)[0])
        else:
            state = state.apply(rng.choice(state.legal_actions))


@pytest.mark.parametrize("seed", range(60))
def test_invariants(seed: int) -> None:
    rng = Random(seed)
    turns_left: int | None = None
    for state in random_game(rng):
        players = state.game.options.players
        if state.actor == CHANCE:
            outcomes = state.chance_outcomes
            assert sum(probability for _, probability in outcomes) == 1
            assert all(probability > 0 for _, probability in outcomes)
            assert len({text for text, _ in outcomes}) == len(outcomes)
            if state.event != "first":
                ranks = [DEFAULT.place_in_file[text.split()[-1]] for text, _ in outcomes]
                assert ranks == sorted(ranks)
            continue
        if state.mosaic:
            assert len(shape_parts(state.mosaic)) == 1  # K-40
        faces = [placement.brick for placement in state.history]
        if state.starter is not None:
            faces.append(state.starter)
        laid_glass = sum(row.count("#") for face in faces for row in face)
        assert sum(content == "#" for content in state.mosaic.values()) == laid_glass  # K-41
        if turns_left is None and not state.is_over:
            assert all(len(hand) == 2 for hand in state.hands)  # K-46
            if state.pile.size == 0:
                turns_left = 2 * players  # K-47
        elif turns_left is not None:
            turns_left -= 1
        if state.is_over:
            assert turns_left == 0 or state.won
        else:
            assert state.legal_actions  # K-22
        cards = [held for hand in state.hands for held in hand]
        bricks = [held.brick for held in cards]
        assert None not in bricks
        assert len(set(bricks)) == len(bricks)
        for seat in (None, *range(players)):
            check_view(state, seat)


def check_view(state: State, seat: int | None) -> None:
    view = state.view(seat)
    assert set(view) == {
        *("seat", "players", "to_move", "turn", "placed", "options", "component_set"),
        *("reserved", "mosaic", "starter", "history", "hand", "hand_sizes", "pile_size"),
        *("rejected", "backs", "won"),
    }
    assert view["to_move"] == state.actor
    assert view["seat"] == seat
    assert (view["hand"] is None) == (seat is None)
    rebuilt = {
        (row + view["mosaic"]["row0"], col + view["mosaic"]["col0"]): content
        for (row, col), content in parse_mosaic(view["mosaic"]["rows"]).items()
    }
    assert rebuilt == state.mosaic
    replayed: Mosaic = {}
    if view["starter"] is not None:
        replayed = covered(parse_face(view["starter"]), 0, 0)
    for step in view["history"]:
        face = turn(parse_face(step["brick"]), step["rot"])
        replayed = laid(replayed, face, step["row"], step["col"])
    assert replayed == state.mosaic
    if view["backs"] is not None:
        assert list(map(len, view["backs"]["hands"])) == view["hand_sizes"]
        assert all(id_ in DEFAULT.by_id for hand in view["backs"]["hands"] for id_ in hand)
        assert (view["backs"]["top"] is None) == (view["pile_size"] == 0)
        assert len(view["backs"]["rejected"]) == view["rejected"]


def test_t52_t53_what_a_seat_knows() -> None:
    base = [f"C{k:02}" for k in range(1, 12)]
    patterns = [DEFAULT.by_id[id_] for id_ in ("C13", "C16", "C18")]

    def position(hands: list[list[str]], pile: list[str], visibility: str) -> State:
        game = Cobogo(DEFAULT, players=2, back_visibility=visibility)
        return game.position(reserved=patterns, hands=hands, pile=pile)

    one = position([["C01", "C02"], ["C10", "C04"]], base[4:9], "hidden")
    other = position([["C01", "C02"], ["C05", "C04"]], ["C10", *base[5:9]], "hidden")
    assert one.view(0) == other.view(0)
    assert one.view(None) == other.view(None)
    assert one.view(1) != other.view(1)
    assert one.view(0)["hand"] == ["DCE/DDC", "D#B/CCD"]
    assert one.legal_actions == other.legal_actions
    open_backs = position([["C01", "C02"], ["C10", "C04"]], base[4:9], "physical").apply("top C06")
    assert open_backs.view(0)["backs"]["hands"][1][0] == "C10"
    assert open_backs.view(0)["backs"]["top"] == "C06"


def test_equal_backs_cannot_be_told_apart() -> None:
    """A back shows a pattern side, not which card it is on (K-116, K-117)."""
    first, *others = DEFAULT.cards
    twin = replace(others[0], type=first.type, number=first.number, shape=first.shape)
    cards = replace(DEFAULT, cards=(first, twin, *others[1:]))
    game = Cobogo(cards, players=2, back_visibility="physical")
    one, other = (
        game.position(reserved=[NEVER], hands=[["C03", "C04"], [mine, "C05"]], pile=["C06", rest])
        for mine, rest in (("C01", "C02"), ("C02", "C01"))
    )
    one, other = one.apply("top C06"), other.apply("top C06")
    assert one.view(0) == other.view(0)
    assert one.view(0)["backs"]["hands"] == [["C03", "C04"], ["C01", "C05"]]
    assert one.view(1) != other.view(1)


def test_have_of_any_type_patterns() -> None:
    """K-56 and K-114 as amended: n if some type has the right count, else the largest count."""
    counts = group_counts(parse_mosaic(["AABCC", "BBDEE", "AACDD"]))
    assert [counts[type_, ((0, 0), (0, 1))] for type_ in "ABCDE"] == [2, 1, 1, 1, 1]
    assert have_and_ok(card("*", 1, "XX", "window"), counts, False) == (1, True)
    assert have_and_ok(card("*", 2, "XX", "window"), counts, False) == (2, True)
    assert have_and_ok(card("*", 3, "XX", "window"), counts, False) == (2, False)
    assert have_and_ok(card("*", 1, "XX", "window"), counts, True) == (1, True)
    assert have_and_ok(card("*", 1, "XXXX", "window"), counts, False) == (0, False)


# --- Lazy chance against real shuffles ----------------------------------------------------------

Setup = tuple[tuple[str, ...], tuple[str, ...], str]


def tiny_set(types: str) -> CardSet:
    """A few base cards, two specials, one cell each, so that all decks can be tried."""
    one = frozenset({(0, 0)})
    cards = [
        Card(f"C{k + 1}", "base", ("FGHIJ"[k],), type_, 9, one) for k, type_ in enumerate(types)
    ]
    cards += [Card(f"S{k + 1}", "special", ("KL"[k],), "*", 9, one) for k in range(2)]
    return CardSet("tiny", "test", 1, 1, tuple(cards))


def lazy_distribution(state: State) -> dict[Setup, Fraction]:
    """Reserved cards, hand and first card drawn with their exact probabilities."""
    found: defaultdict[Setup, Fraction] = defaultdict(Fraction)
    if state.actor == CHANCE:
        for text, probability in state.chance_outcomes:
            for setup, weight in lazy_distribution(state.apply(text)).items():
                found[setup] += weight * probability
    elif not state.history:
        return lazy_distribution(state.apply(state.legal_actions[0]))
    else:
        # K-119: the drawn card takes the last slot; the one placed came from slot 0.
        placed = next(
            each.id for each in state.game.cards.cards if each.brick == state.history[0].brick
        )
        kept, drawn = (str(held.brick) for held in state.hands[0])
        found[tuple(each.id for each in state.reserved), (placed, kept), drawn] += 1
    return found


def shuffled_distribution(game: Cobogo) -> dict[Setup, Fraction]:
    """The same by shuffling whole decks."""
    base = [each.id for each in game.cards.group("base")]
    specials = [each.id for each in game.cards.group("special")]
    joins = game.has("clientes")
    found: defaultdict[Setup, Fraction] = defaultdict(Fraction)
    backs_of = [tuple(base)] if game.fixed else list(permutations(base))
    special_backs = [tuple(specials)]
    if joins and not game.fixed:
        special_backs = list(permutations(specials))
    for order in permutations(base):
        for backs in backs_of:
            brick_of = dict(zip(base, backs, strict=True))
            pile, reserved, rejected = list(order), list[str](), list[str]()
            while len(reserved) < game.options.base_patterns:
                top = pile.pop(0)
                taken = {game.cards.by_id[id_].type for id_ in reserved}
                new = game.cards.by_id[top].type not in taken
                (reserved if new else rejected).append(top)
            pile += rejected
            for backs_2 in special_backs if joins else [()]:
                brick_of |= dict(zip(specials, backs_2, strict=False))
                for pick in specials if joins else [""]:
                    late = [id_ for id_ in specials if joins and id_ != pick]
                    key = (*reserved, pick) if joins else tuple(reserved)
                    ways: list[tuple[str, ...]]
                    if joins and game.options.expansion_shuffle == "before_deal":
                        ways = list(permutations(pile + late, 3))
                    elif joins:
                        ways = [(pile[0], pile[1], drawn) for drawn in pile[2:] + late]
                    else:
                        ways = [(pile[0], pile[1], pile[2])]
                    for first, second, third in ways:
                        hand = (brick_of[first], brick_of[second])
                        found[key, hand, brick_of[third]] += Fraction(1, len(ways))
    total = sum(found.values(), Fraction())
    return {key: weight / total for key, weight in found.items()}


@pytest.mark.parametrize("visibility", ["hidden", "physical"])
@pytest.mark.parametrize("pairing", ["fixed", "shuffled"])
@pytest.mark.parametrize("shuffle", [None, "after_deal", "before_deal"])
def test_lazy_chance_is_a_real_shuffle(pairing: str, visibility: str, shuffle: str | None) -> None:
    options: dict[str, Any] = {"pairing": pairing, "back_visibility": visibility, "players": 1}
    if shuffle is not None:
        options |= {"expansions": ["clientes"], "expansion_shuffle": shuffle}
    else:
        options |= {"expansions": ["janelao"], "window_pattern": "W1"}
    # Sides paired anew and cards shuffled twice make too many ways for five base cards.
    many = pairing == "shuffled" and (shuffle == "before_deal" or visibility == "physical")
    cards = tiny_set("AABC" if many and shuffle is not None else "AABBC")
    if shuffle is None:
        # Two reserved cards and no shuffle: the rejected cards stay undermost.
        one = frozenset({(0, 0)})
        windows = (Card(f"W{k}", "window", ("M",), "*", 9, one) for k in (1, 2))
        cards = replace(cards, cards=(*cards.cards, *windows))
    game = Cobogo(cards, **options)
    lazy = lazy_distribution(game.start())
    if shuffle is None:  # the reserved window is always the same
        lazy = {(key[0][:2], *key[1:]): weight for key, weight in lazy.items()}
    assert sum(lazy.values()) == 1
    assert lazy == shuffled_distribution(game)
