"""Positions of Bogoss for the rule tests, from a few words of text.

Cards are written by name, such as `wL wL bS J`. What a test doesn't place lies in the pile; with a
pile of its own, it is out of the game.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

import ludoteca as lt
from referee.bogoss import Bogoss
from referee.bogoss_examples import WHOLE, Example
from support import texts


def legal(state: lt.State) -> list[str]:
    """The texts of all legal actions."""
    return texts(state.legal_actions)


def play(state: lt.State, *events: str) -> lt.State:
    """The state after some actions and chance events."""
    for text in events:
        state = state.apply(text)
    return state


def hand(state: lt.State, seat: int) -> str:
    """A hand as the owner of the table has it, in the order of the sorts."""
    cards: str = json.loads(state.to_json())["position"]["hands"][seat]
    return cards


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
    **options: Any,
) -> lt.State:
    """A position in which seat `turn_of` may ask, in its first turn.

    `laid` lists the seats that have a whole skeleton laid.
    """
    game = game_of(len(hands), **options)
    whole = json.loads(game.start().to_json())
    deck = Bogoss(**game.options, players=len(hands)).deck
    rest = deck.copy()
    for each in hands:
        rest.subtract(each.split())
    for _ in laid:
        rest.subtract(WHOLE.cards)
    in_pile = +rest if pile is None else Counter(pile.split())
    assert in_pile <= rest, f"in two places: {in_pile - rest}"
    position = whole["position"] | {
        "phase": "ask",
        "turn": (turn_of - whole["position"]["first"]) % len(hands) + 1,
        "turn_of": turn_of,
        "dealt": 6 * len(hands),
        "hands": hands,
        "pile": " ".join(in_pile.elements()),
        "laid": [
            {"seat": seat, "status": "whole", "cards": WHOLE.cards, "turn": 1, "requests": 0}
            for seat in laid
        ],
    }
    whole |= {"position": position, "origin": {"position": position, "past": []}}
    return game.state_from_json(json.dumps(whole))


def example_table(example: Example) -> lt.State:
    """The position of a worked example in the engine; hands that are complete are dealt first."""
    hands = [" ".join(example.hands[seat]) for seat in range(example.players)]
    options = {"first_player": example.first, **example.options}
    laid = [seat for seat, count in example.laid.items() for _ in range(count)]
    pile = " ".join(example.pile)
    referee = Bogoss(players=example.players, **options)
    if any(referee.options.complete(hand) for hand in example.hands.values()):
        return _dealt(game_of(example.players, **options), hands, example.first, pile)
    return table(*hands, pile=pile, laid=laid, turn_of=example.first, **options)


def _dealt(game: lt.Game, hands: Sequence[str], first: int, pile: str) -> lt.State:
    """Full hands, of which the last card is dealt now, so that they are laid as at the deal."""
    order = [(first + k) % len(hands) for k in range(len(hands))]
    cards = [card for seat in order for card in hands[seat].split()]
    state = game.start()
    position = json.loads(play(state, *(f"deal {card}" for card in cards[:-1])).to_json())
    position["position"]["pile"] = f"{pile} {cards[-1]}"
    position |= {"origin": {"position": position["position"], "past": []}, "events": [], "ply": 0}
    return game.state_from_json(json.dumps(position)).apply(f"deal {cards[-1]}")
