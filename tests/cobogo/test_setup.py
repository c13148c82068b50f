"""The preparation of the base game: section 4."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import ludoteca as lt
import pytest
from cobogo_positions import (
    BASE,
    DEFAULT,
    TABLES,
    deal_out,
    game_of,
    made_up_set,
    play,
    position,
    unfold,
)
from support import outcomes, texts

TYPE_OF = {card.id: card.type for card in DEFAULT.cards}


def base_game(players: int = 1, **options: Any) -> lt.Game:
    return lt.game("cobogo", players=players, **options)


@pytest.mark.rule("K-7")
def test_one_to_four_players() -> None:
    for players in (1, 2, 3, 4):
        view = base_game(players).start(seed=1).view(0)
        assert (view["players"], len(view["hand_sizes"])) == (players, players)
    for players in (-1, 0, 5, 6, 255, 257):
        with pytest.raises(lt.OptionError) as caught:
            base_game(players)
        assert (caught.value.option, caught.value.rule) == ("players", "K-7")


@pytest.mark.rule("K-8")
def test_the_first_player_is_a_parameter() -> None:
    assert base_game(4).options["first_player"] == 0
    assert base_game(4).start(seed=1).actor == 0
    for seat in range(3):
        assert base_game(3, first_player=seat).start(seed=1).actor == seat
    for wrong in (3, -1, "last", None):
        with pytest.raises((lt.OptionError, TypeError)):
            base_game(3, first_player=wrong)


@pytest.mark.rule("K-8", "K-122")
def test_the_first_player_at_random() -> None:
    state = base_game(3, first_player="random").start()
    assert outcomes(state) == pytest.approx({f"first {seat}": 1 / 3 for seat in range(3)})
    for seat in range(3):
        assert deal_out(state.game, f"first {seat}").actor == seat
    seen = {state.game.start(seed=seed).actor for seed in range(40)}
    assert seen == {0, 1, 2}


@pytest.mark.rule("K-9")
def test_every_card_of_the_pile_is_equally_likely_to_be_next() -> None:
    """A shuffled face-down pile: at every step any card that is left, with equal chances."""
    state = base_game(2).start()
    left = set(BASE)
    for event in ("reveal C09", "reveal C04", "reveal C16"):
        assert outcomes(state) == pytest.approx({f"reveal {id_}": 1 / len(left) for id_ in left})
        left.remove(event.split()[1])
        state = state.apply(event)
    for event in ("deal 0 C01", "deal 0 C18", "deal 1 C02", "deal 1 C03"):
        assert outcomes(state) == pytest.approx({event[:7] + id_: 1 / len(left) for id_ in left})
        left.remove(event.split()[2])
        state = state.apply(event)
    state = state.apply("place 0 rot 0 at 0,0")
    assert outcomes(state) == pytest.approx({f"draw 0 {id_}": 1 / len(left) for id_ in left})


@pytest.mark.rule("K-9")
def test_the_shuffle_depends_on_the_seed() -> None:
    starts = [base_game(1).start(seed=seed) for seed in range(400)]
    assert {str(state.history[0]) for state in starts} == {f"reveal {id_}" for id_ in BASE}
    assert texts(base_game(1).start(seed=3).history) == texts(starts[3].history)


@pytest.mark.rule("K-10")
def test_three_cards_of_different_types_are_reserved() -> None:
    state = base_game(1).start()
    for number, id_ in enumerate(["C09", "C04", "C16"]):
        assert [p["type"] for p in state.view(None)["reserved"]] == ["C", "B", "F"][:number]
        state = state.apply(f"reveal {id_}")
    assert [pattern["type"] for pattern in state.view(None)["reserved"]] == ["C", "B", "F"]
    assert all(event.startswith("deal 0 ") for event in outcomes(state))


@pytest.mark.rule("K-10")
def test_reserved_types_differ_in_every_game() -> None:
    for seed in range(200):
        types = [p["type"] for p in base_game(1).start(seed=seed).view(None)["reserved"]]
        assert len(set(types)) == 3


@pytest.mark.rule("K-10", "K-11", "K-14", "K-15", "T-31")
def test_rejected_cards_lie_undermost_in_their_order() -> None:
    data = TABLES["setup"]
    pile = list(data["pile"])
    state = base_game(data["players"]).start()
    reserved, rejected = [], []
    while next(iter(outcomes(state))).startswith("reveal"):
        card = pile.pop(0)
        before = state.view(None)
        state = state.apply(f"reveal {card}")
        after = state.view(None)
        if len(after["reserved"]) > len(before["reserved"]):
            reserved.append(card)
            assert after["rejected"] == before["rejected"]
        else:
            rejected.append(card)
            assert after["rejected"] == before["rejected"] + 1
            assert after["reserved"] == before["reserved"]
            assert after["pile_size"] == before["pile_size"]
    assert (reserved, rejected) == (data["reserved"], data["rejected"])
    # A rejected card is not met again before all others are gone.
    assert {event.split()[2] for event in outcomes(state)} == set(pile)
    for seat, hand in enumerate(data["hands"]):
        for card in hand:
            assert card == pile.pop(0)
            state = state.apply(f"deal {seat} {card}")
    assert state.view(None)["pile_size"] == data["pile_size"]
    order = [*pile, *data["last_two"]]
    assert len(order) == data["pile_size"]
    for turn, card in enumerate(order):
        state = state.apply(state.legal_actions[0])
        possible = set(order[turn:-2]) or {card}
        assert {event.split()[2] for event in outcomes(state)} == possible
        state = state.apply(f"draw {turn % 2} {card}")
    assert state.view(None)["pile_size"] == 0


@pytest.mark.rule("K-12")
def test_only_the_type_is_compared() -> None:
    """C01, C07 and C13 ask for the same shape and number in three types."""
    state = play(base_game(1).start(), "reveal C01", "reveal C07", "reveal C13")
    patterns = state.view(None)["reserved"]
    assert [(p["type"], p["n"], p["shape"]) for p in patterns] == [
        (type_, 3, "XXX") for type_ in "ACE"
    ]
    # The same type with another shape and number is rejected.
    state = play(base_game(1).start(), "reveal C01", "reveal C03")
    assert (len(state.view(None)["reserved"]), state.view(None)["rejected"]) == (1, 1)


@pytest.mark.rule("K-13", "T-33")
def test_the_worst_order_of_the_default_deck() -> None:
    data = TABLES["worst_order"]
    *rest, last = data["pile"]
    state = play(base_game(1).start(), *(f"reveal {card}" for card in rest))
    assert state.view(None)["rejected"] == data["rejections"]
    # Five rejections are impossible: whatever comes next is of a third type.
    types = {TYPE_OF[event.split()[1]] for event in outcomes(state)}
    assert types.isdisjoint(TYPE_OF[card] for card in rest)
    state = state.apply(f"reveal {last}")
    assert [p["type"] for p in state.view(None)["reserved"]] == [
        TYPE_OF[card] for card in data["reserved"]
    ]


@pytest.mark.rule("K-14")
@pytest.mark.parametrize("first", [0, 1, 2])
def test_two_cards_in_a_row_to_each_seat_clockwise(first: int) -> None:
    state = play(base_game(3, first_player=first).start(), "reveal C01", "reveal C04", "reveal C07")
    seats = []
    while state.actor is lt.CHANCE:
        event = str(state.chance_outcomes[0][0])
        assert event.startswith("deal ")
        seats.append(int(event.split()[1]))
        state = state.apply(event)
    assert seats == [(first + turn) % 3 for turn in (0, 0, 1, 1, 2, 2)]
    assert state.view(None)["hand_sizes"] == [2, 2, 2]


@pytest.mark.rule("K-14")
def test_a_deck_has_cards_for_all_hands() -> None:
    """Eight base cards, three of them reserved: two hands of two, not three."""
    small = made_up_set(patterns=["A 1 X", "B 1 X", "C 1 X"], base=8)
    assert game_of(small, players=2).start(seed=1).view(None)["hand_sizes"] == [2, 2]
    for players in (3, 4):
        with pytest.raises(lt.OptionError) as caught:
            game_of(small, players=players)
        assert (caught.value.option, caught.value.rule) == ("players", "K-14")


@pytest.mark.rule("K-14")
def test_cards_that_join_before_the_deal_are_dealt_too() -> None:
    """Five base cards and four glass cards: 2 + 3 to deal, or 2 where glass joins later (K-75)."""
    small = made_up_set(patterns=["A 1 X", "B 1 X", "C 1 X"], base=5, glass=["1 X"] * 4)
    options: dict[str, Any] = {"players": 2, "expansions": ["vidracaria"]}
    state = game_of(small, **options, expansion_shuffle="before_deal").start(seed=1)
    assert state.view(None)["hand_sizes"] == [2, 2]
    with pytest.raises(lt.OptionError) as caught:
        game_of(small, **options, expansion_shuffle="after_deal")
    assert (caught.value.option, caught.value.rule) == ("players", "K-14")


@pytest.mark.rule("K-15")
@pytest.mark.parametrize(("players", "pile"), [(1, 13), (2, 11), (3, 9), (4, 7)])
def test_the_pile_after_the_deal(players: int, pile: int) -> None:
    for seed in range(20):
        view = base_game(players).start(seed=seed).view(None)
        assert view["pile_size"] == pile
        assert view["pile_size"] + sum(view["hand_sizes"]) == 15
    assert base_game(players).max_plies == 15


@pytest.mark.rule("K-16")
def test_reserved_cards_stay_out_of_play() -> None:
    """They lie there to the end, and all other cards come into play but they."""
    reserved = ["C01", "C04", "C07"]
    state = play(base_game(2).start(), *(f"reveal {id_}" for id_ in reserved))
    patterns = [strip(pattern) for pattern in state.view(None)["reserved"]]
    rng = Random(16)
    came: list[str] = []
    for node in unfold(state, rng.choice):
        assert [strip(pattern) for pattern in node.view(None)["reserved"]] == patterns
        came = [
            text.split()[2] for text in texts(node.history) if text.startswith(("deal", "draw"))
        ]
        if node.actor is lt.CHANCE:
            possible = {event.split()[2] for event in outcomes(node)}
            assert possible == set(BASE) - set(reserved) - set(came)
    assert sorted([*came, *reserved]) == BASE


def strip(pattern: dict[str, Any]) -> dict[str, Any]:
    """A reserved pattern without its progress."""
    return {key: value for key, value in pattern.items() if key not in ("have", "ok")}


@pytest.mark.rule("K-16", "K-1")
def test_a_card_is_not_reserved_and_in_play_at_once() -> None:
    parts: dict[str, Any] = {"reserved": ["C01"], "hands": [["C02"]], "pile": ["C03"]}
    assert position(base_game(1), **parts).actor == 0
    for change in ({"hands": [["C01"]]}, {"pile": ["C01"]}, {"pile": ["C02"]}):
        with pytest.raises(lt.StateFormatError) as caught:
            position(base_game(1), **{**parts, **change})
        assert caught.value.rule == "K-1"


@pytest.mark.rule("K-17")
@pytest.mark.parametrize(
    "expansions",
    [subset for size in (0, 1, 2) for subset in combinations(["vidracaria", "clientes"], size)],
)
def test_the_mosaic_is_empty_at_the_start(expansions: tuple[str, ...]) -> None:
    view = base_game(2, expansions=list(expansions)).start(seed=1).view(None)
    assert view["mosaic"]["rows"] == []
    assert view["starter"] is None
    assert (view["history"], view["placed"], view["turn"]) == ([], 0, 1)
