"""Positions of Bogoss for the rule tests, from a few words of text.

Cards are written by name, such as `wL wL bS J`. What a test doesn't place lies in the pile.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import ludoteca as lt
from referee.bogoss import Bogoss
from referee.bogoss_cards import KINDS, kind_of
from referee.bogoss_examples import WHOLE, Example


def texts(actions: Iterable[lt.Action]) -> list[str]:
    """The texts of actions."""
    return [str(action) for action in actions]


def legal(state: lt.State) -> list[str]:
    """The texts of all legal actions."""
    return texts(state.legal_actions)


def outcomes(state: lt.State) -> dict[str, float]:
    """The outcomes of a chance node, by their texts."""
    return {str(event): probability for event, probability in state.chance_outcomes}


def play(state: lt.State, *events: str) -> lt.State:
    """The state after some actions and chance events."""
    for text in events:
        state = state.apply(text)
    return state


def forbidden(state: lt.State, text: str) -> str | None:
    """The rule that forbids an action, asked in both ways; None if it is legal."""
    explanation = state.explain(text)
    rule: str | None = None
    try:
        state.apply(text)
    except lt.IllegalActionError as error:
        rule = error.rule
    assert rule == explanation.rule
    return rule


def hand(state: lt.State, seat: int) -> str:
    """A hand as the owner of the table has it, in the order of the sorts."""
    position = json.loads(state.to_json())["position"]
    return " ".join(card for card, n in position["hands"][seat].items() for _ in range(n))


def laid(state: lt.State, seat: int) -> list[str]:
    """What a seat has laid: status and cards."""
    return [" ".join([s["status"], *s["cards"]]) for s in state.view(None)["laid"][seat]]


def last(state: lt.State) -> dict[str, Any]:
    """The newest request of the log."""
    request: dict[str, Any] = state.view(None)["log"][-1]
    return request


def deal(game: lt.Game, *hands: str) -> lt.State:
    """The game after the deal of these hands, in the order in which they are dealt."""
    return play(game.start(), *(f"deal {card}" for hand in hands for card in hand.split()))


def game_of(players: int = 2, **options: Any) -> lt.Game:
    """A game with the default deck."""
    return lt.game("bogoss", players=players, **options)


def table(
    *hands: str,
    pile: str | None = None,
    laid: Sequence[int] = (),
    turn_of: int = 0,
    turn: int = 1,
    may_stop: bool = False,
    **options: Any,
) -> lt.State:
    """A position in which seat `turn_of` may ask.

    `laid` lists the seats that have a whole skeleton laid. With a `pile` the hands have to hold all
    other cards.
    """
    game = game_of(len(hands), **options)
    whole = json.loads(game.start().to_json())
    deck = Bogoss(**game.options, players=len(hands)).deck
    rest = deck.copy()
    for each in hands:
        rest.subtract(each.split())
    for _ in laid:
        rest.subtract(WHOLE.cards)
    assert all(count >= 0 for count in rest.values()), rest
    if pile is not None:
        assert +rest == Counter(pile.split()), f"in no place: {+rest}"
    position = whole["position"] | {
        "phase": "ask",
        "turn": turn,
        "turn_of": turn_of,
        "dealt": 6 * len(hands),
        "may_stop": may_stop,
        "hands": [Counter(each.split()) for each in hands],
        "pile": +rest,
        "laid": [
            {"seat": seat, "status": "whole", "cards": WHOLE.cards, "turn": 1, "requests": 0}
            for seat in laid
        ],
    }
    whole |= {"position": position, "origin": {"position": position, "past": []}}
    return game.state_from_json(json.dumps(whole))


def example_table(example: Example) -> tuple[lt.State, int]:
    """The position of a worked example in the engine, and by how much its pile is too large.

    Hands that are complete are dealt. Otherwise the cards of the deck that the example leaves out
    lie in the pile, or, if that is empty, with players who hold no skeleton for it: the kind asked
    for first and the jokers with the last one, the others with the first one asked.
    """
    hands = [example.hands[seat] for seat in range(example.players)]
    options = {"first_player": example.first, **example.options}
    game = game_of(example.players, **options)
    referee = Bogoss(players=example.players, **options)
    if any(referee.options.complete(hand) for hand in hands):
        order = [(example.first + k) % example.players for k in range(example.players)]
        state = deal(game, *(" ".join(hands[seat]) for seat in order))
        return state, state.view(None)["pile_size"] - len(example.pile)
    laid = [seat for seat, count in example.laid.items() for _ in range(count)]
    if not example.pile:
        spare = referee.deck - Counter(card for hand in hands for card in hand)
        asked, kind = int(example.lines[0][1].split()[2]), example.lines[0][1].split()[3]
        assert kind in KINDS
        for card in spare.elements():
            seat = -1 if kind_of(card) in (kind, None) else asked
            hands[seat] = (*hands[seat], card)
    state = table(*(" ".join(hand) for hand in hands), laid=laid, turn_of=example.first, **options)
    return state, state.view(None)["pile_size"] - len(example.pile)
