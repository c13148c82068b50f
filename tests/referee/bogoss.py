"""A slow, obvious referee for Bogoss, written from the rules text alone.

Numbers such as B-16 are the rules of Bogoss. A state is a value: `State.apply` gives a new one.
Chance is explicit: the pile is a set of cards, and every deal and draw is a chance event (B-63).

What is still to be done is the list `todo`: steps that need nobody are done at once, the others
are the nodes of the game (`first`, `deal`, `draw`, `refill`, `given`: chance; `ask`, `take`,
`give`, `offer`: a player's decision).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from referee.bogoss_cards import DECK, KINDS, STATUSES, Hand, Options, Skeleton, kind_of, without
from referee.cards import RefereeError

CHANCE: Final = "chance"
HAND: Final = 6
"""Cards that are dealt to each player (B-8), and a giver's hand after a refill (B-25)."""

# The phase of each node that somebody sees.
PHASES: Final = {
    "first": "deal",
    "deal": "deal",
    "dealt": "deal",
    "ask": "ask",
    "take": "give",
    "give": "give",
    "offer": "lay",
}

Step = tuple[Any, ...]


@dataclass(frozen=True)
class Request:
    """One entry of the public log (B-56)."""

    asker: int
    target: int
    kind: str
    result: str  # given, miss
    card: str | None
    draw: str  # given, pile empty, no hit, hit
    hit: str | None


@dataclass(frozen=True)
class Result:
    """The end of a game."""

    winner: int | None
    reason: str


class Bogoss:
    """The game made ready: a deck and options."""

    def __init__(self, deck: Mapping[str, int] = DECK, **options: Any) -> None:
        self.options = Options(**options)
        self.options.check()
        self.deck = self.options.deck(deck)
        self.sorts = list(self.deck)

    def sorted(self, cards: Sequence[str]) -> Hand:
        """The cards in the order of the sorts."""
        return tuple(sorted(cards, key=self.sorts.index))

    def start(self) -> State:
        """The state before any card is dealt."""
        first, players = self.options.first_player, self.options.players
        state = State(
            game=self,
            turn_of=None if first == "random" else first,
            hands=((),) * players,
            pile=tuple(self.deck.elements()),
            laid=((),) * players,
            todo=(("first",) if first == "random" else ("seats",),),
        )
        return state._settle()

    def position(
        self,
        hands: Sequence[Sequence[str]],
        pile: Sequence[str],
        *,
        first: int = 0,
        laid: Sequence[Sequence[Skeleton]] = (),
    ) -> State:
        """A made-up position after the deal: what is complete is laid next (B-11)."""
        players = self.options.players
        state = State(
            game=self,
            turn_of=first,
            hands=tuple(self.sorted(hand) for hand in hands),
            pile=self.sorted(pile),
            laid=tuple(tuple(skeletons) for skeletons in laid) or ((),) * players,
            todo=(("dealt",),),
        )
        return state._settle()


@dataclass(frozen=True)
class State:
    """One position with everything in it.

    `shown` is the last public node while a choice or a chance event inside a request, a turn's
    start or the layings of the deal is still to come: what everybody but the chooser sees until
    then (B-58 and B-60 as amended).
    """

    game: Bogoss
    turn_of: int | None
    hands: tuple[Hand, ...]
    pile: Hand
    laid: tuple[tuple[Skeleton, ...], ...]
    todo: tuple[Step, ...]
    turn: int = 1
    may_stop: bool = False
    is_follow_up: bool = False
    request: tuple[int, int, str] | None = None
    log: tuple[Request, ...] = ()
    shown: State | None = None
    result: Result | None = None

    # --- who decides ---------------------------------------------------------------------------

    @property
    def step(self) -> Step:
        """The node; empty when the game is over."""
        return self.todo[0] if self.todo else ()

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.result is not None

    @property
    def actor(self) -> int | str | None:
        """The seat that decides, `CHANCE`, or None after the end."""
        if self.is_over:
            return None
        word = self.step[0]
        if word in ("ask", "take"):
            return self.turn_of
        if word in ("give", "offer"):
            seat: int = self.step[1]
            return seat
        return CHANCE

    # --- steps that need nobody ----------------------------------------------------------------

    def _settle(self) -> State:
        """Do all steps that need nobody."""
        state = self
        while state.todo and not state.is_over:
            word, *details = state.step
            after = state._with(todo=state.todo[1:])
            if word == "seats":
                state = after._deal_to_all()
            elif word == "dealt":
                state = after._lay_the_deal()
            elif word == "turn":
                state = after._start_turn()
            elif word == "lay":
                state = after._lay_all(*details)
            elif word == "fill":
                state = after._fill(*details)
            elif word == "ready":
                state = after._ready(*details)
            elif word == "end of turn":
                state = after._end_turn()
            else:
                return state
        return state

    def _with(self, **changes: Any) -> State:
        """`dataclasses.replace` in less time, since the worlds of a seat are many."""
        other = object.__new__(State)
        other.__dict__.update(self.__dict__, **changes)
        return other

    def _then(self, *steps: Step) -> State:
        return self._with(todo=(*steps, *self.todo))

    def _clockwise(self, seat: int) -> list[int]:
        """All seats in turn order from this one (B-10)."""
        players = self.game.options.players
        return [(seat + k) % players for k in range(players)]

    def _deal_to_all(self) -> State:
        """Six consecutive cards to each seat, clockwise from the first player (B-8)."""
        assert self.turn_of is not None
        deals = [("deal", seat) for seat in self._clockwise(self.turn_of) for _ in range(HAND)]
        return self._then(*deals, ("dealt",))

    def _lay_the_deal(self) -> State:
        """Each player lays, in turn order from the first one (B-11)."""
        assert self.turn_of is not None
        layings = [("lay", seat) for seat in self._clockwise(self.turn_of)]
        public = self._with(todo=(("dealt",),))
        return self._with(shown=public)._then(*layings, ("turn",))

    def _start_turn(self) -> State:
        """B-47 and B-43 come before the request."""
        assert self.turn_of is not None
        seat = self.turn_of
        fill = () if self.hands[seat] else (("fill", seat, self.game.options.refill_empty),)
        public = self._ready(False, False)
        return public._with(shown=public, todo=(*fill, ("lay", seat), ("ready", False, False)))

    def _ready(self, may_stop: bool, is_follow_up: bool) -> State:
        """A public node: the player whose turn it is may ask (B-12), perhaps stop (B-29)."""
        return self._with(
            todo=(("ask",),),
            may_stop=may_stop,
            is_follow_up=is_follow_up,
            request=None,
            shown=None,
        )

    def _lay_all(self, seat: int) -> State:
        """Lay what has to be laid, and offer the rest (B-43, B-44)."""
        hand, mode = self.hands[seat], self.game.options.lay_mode
        if mode != "free":
            forced = self.game.options.complete(hand, with_jokers=mode == "forced")
            if forced is not None:
                return self._lay(seat, forced)
        if self.game.options.complete(hand) is not None:
            return self._then(("offer", seat))
        return self

    def _lay(self, seat: int, skeleton: Skeleton) -> State:
        """Lay, and go on until nothing more is complete (B-44); the end by B-51."""
        hands = _changed(self.hands, seat, without(self.hands[seat], skeleton.cards))
        state = self._with(
            hands=hands, laid=_changed(self.laid, seat, (*self.laid[seat], skeleton))
        )
        if skeleton.status == "broken":
            return state._over(Result(seat, "broken skeleton"))
        if len(state.laid[seat]) == 2:
            return state._over(Result(seat, "two whole skeletons"))
        return state._then(("lay", seat))

    def _over(self, result: Result) -> State:
        return self._with(result=result, todo=(), may_stop=False, request=None, shown=None)

    def _fill(self, seat: int, size: int) -> State:
        """Draw up to so many cards (B-25, B-47)."""
        if len(self.hands[seat]) >= size or not self.pile:
            return self
        return self._then(("refill", seat, size))

    def _end_turn(self) -> State:
        """The next player's turn (B-10), or the end without a winner (B-53)."""
        assert self.turn_of is not None
        if self.turn >= self.game.options.turn_cap:
            return self._over(Result(None, "no winner"))
        after = self._with(turn=self.turn + 1, turn_of=self._clockwise(self.turn_of)[1])
        return after._then(("turn",))

    # --- decisions -----------------------------------------------------------------------------

    @property
    def legal_actions(self) -> list[str]:
        """The texts of all legal actions, in their fixed order."""
        if not isinstance(self.actor, int):
            return []
        if self.step[0] == "ask":
            kinds = self._askable(self.actor)
            others = [seat for seat in range(self.game.options.players) if seat != self.actor]
            asks = [f"ask {target} {kind}" for target in others for kind in kinds]
            return asks + (["stop"] if self.may_stop else [])
        if self.step[0] == "take":
            return ["take whole", "take broken"]
        if self.step[0] == "give":
            return [f"give {card}" for card in self.step[2]]
        return ["lay", "hold"]

    def _passing(self, seat: int) -> list[str]:
        wholes = [skeleton.status for skeleton in self.laid[seat]].count("whole")
        return self.game.options.passing(self.hands[seat], wholes)

    def _askable(self, seat: int) -> list[str]:
        """The kinds that the seat may ask for: all, if none passes the test (B-16)."""
        return self._passing(seat) or list(KINDS)

    def apply(self, text: str) -> State:
        """The state after a player's action or a chance event.

        Raises:
            RefereeError: if it is not possible here.
        """
        if self.is_over:
            raise RefereeError("over", "the game is over")
        possible = (
            [event for event, _ in self.chance_outcomes]
            if self.actor == CHANCE
            else self.legal_actions
        )
        if text not in possible:
            raise RefereeError("illegal", f"{text!r} is none of {possible}")
        word, *details = text.split()
        after = self._with(todo=self.todo[1:])
        if word == "ask":
            state = after._ask(int(details[0]), details[1])
        elif word == "stop":
            state = after._then(("end of turn",))
        elif word == "take":
            state = after._take(details[0])
        elif word in ("give", "given"):
            state = after._receive(details[0])
        elif word == "lay":
            skeleton = self.game.options.complete(self.hands[self.step[1]])
            assert skeleton is not None
            state = after._lay(self.step[1], skeleton)
        elif word == "hold":
            state = after
        elif word == "first":
            state = after._with(turn_of=int(details[0]))._then(("seats",))
        elif word == "deal":
            state = after._draw(self.step[1], details[0])
        elif self.step[0] == "refill":
            state = after._draw(self.step[1], details[0])._then(("fill", *self.step[1:]))
        else:
            state = after._look(details[0])
        return state._settle()

    def _ask(self, target: int, kind: str) -> State:
        """The true answer comes by itself (B-18), perhaps after a choice (B-20)."""
        assert self.turn_of is not None
        public = self._with(todo=(("ask",),))
        state = self._with(request=(self.turn_of, target, kind), shown=public, may_stop=False)
        matching = _sorts(self.hands[target], kind)
        if matching:
            if self.game.options.give_choice == "asker" and len({c[0] for c in matching}) == 2:
                return state._then(("take",))
            return state._let_give(matching)
        if not self.pile:  # B-31
            return state._logged("miss", None, "pile empty", None)._then(("end of turn",))
        return state._then(("draw", self.turn_of))

    def _let_give(self, matching: list[str]) -> State:
        """One sort is given without a decision (B-21)."""
        assert self.request is not None
        if len(matching) == 1:
            return self._receive(matching[0])
        if self.game.options.give_choice == "random":
            return self._then(("given",))
        return self._then(("give", self.request[1], tuple(matching)))

    def _take(self, status: str) -> State:
        """The asker picks the status, the giver the side (B-20 as amended)."""
        assert self.request is not None
        matching = _sorts(self.hands[self.request[1]], self.request[2])
        return self._let_give([card for card in matching if STATUSES[card[0]] == status])

    def _receive(self, card: str) -> State:
        """The card changes hands (B-24); then B-25 to B-30."""
        assert self.request is not None
        asker, target, _ = self.request
        hands = _changed(self.hands, target, without(self.hands[target], [card]))
        hands = _changed(hands, asker, self.game.sorted([*hands[asker], card]))
        state = self._with(hands=hands)._logged("given", card, "given", None)
        is_last = self.is_follow_up and self.game.options.extra_requests == "one"  # B-28
        goes_on = card[0] == "w" and not is_last
        fill = (("fill", target, HAND),) if self.game.options.donor_refill else ()
        end = ("ready", True, True) if goes_on else ("end of turn",)
        return state._then(("lay", asker), *fill, ("lay", target), end)

    def _draw(self, seat: int, card: str) -> State:
        """A card from the pile to the hand."""
        hand = self.game.sorted([*self.hands[seat], card])
        return self._with(hands=_changed(self.hands, seat, hand), pile=without(self.pile, [card]))

    def _look(self, card: str) -> State:
        """The asker has drawn: a hit or not (B-32), then B-33 to B-35."""
        assert self.turn_of is not None
        is_hit = self._is_hit(card)
        state = self._draw(self.turn_of, card)
        state = state._logged("miss", None, *(("hit", card) if is_hit else ("no hit", None)))
        end = ("ready", True, False) if is_hit else ("end of turn",)
        return state._then(("lay", self.turn_of), end)

    def _is_hit(self, card: str) -> bool:
        options = self.game.options
        assert self.request is not None
        asker, _, kind = self.request
        if card == "J":
            return options.joker_hit
        if card[0] == "b" and options.broken_draw_ends:
            return False
        wanted = self._passing(asker) if options.draw_hit == "useful" else [kind]
        return kind_of(card) in wanted

    def _logged(self, result: str, card: str | None, draw: str, hit: str | None) -> State:
        assert self.request is not None
        return self._with(log=(*self.log, Request(*self.request, result, card, draw, hit)))

    # --- information (section 10) --------------------------------------------------------------

    def view(self, seat: int | None) -> dict[str, Any]:
        """What the seat may know (B-56, B-58); None is a spectator."""
        is_choosing = isinstance(self.actor, int) and seat == self.actor
        seen = self if self.shown is None or is_choosing else self.shown
        return seen._seen_by(seat)

    def _seen_by(self, seat: int | None) -> dict[str, Any]:
        return {
            "seat": seat,
            "players": self.game.options.players,
            "to_act": self.actor if isinstance(self.actor, int) else None,
            "phase": PHASES[self.step[0]] if self.step else "over",
            "turn": self.turn,
            "turn_of": self.turn_of,
            "may_stop": self.may_stop,
            "hand": None if seat is None else _counts(self.hands[seat]),
            "hand_sizes": [len(hand) for hand in self.hands],
            "pile_size": len(self.pile),
            "laid": [
                [{"status": s.status, "cards": list(s.cards)} for s in skeletons]
                for skeletons in self.laid
            ],
            "pending": self._pending,
            "log": [dict(request.__dict__) for request in self.log],
            "winner": self._winner,
        }

    @property
    def _pending(self) -> dict[str, Any] | None:
        """The request that the chooser has to settle (B-20, B-58)."""
        if not self.step or self.step[0] not in ("take", "give"):
            return None
        assert self.request is not None
        asker, target, kind = self.request
        choices = ["whole", "broken"] if self.step[0] == "take" else None
        return {"asker": asker, "target": target, "kind": kind, "choices": choices}

    @property
    def _winner(self) -> int | str | None:
        if self.result is None:
            return None
        return "none" if self.result.winner is None else self.result.winner

    @property
    def returns(self) -> list[int]:
        """1 for the winner, 0 for everybody else (B-52)."""
        winner = None if self.result is None else self.result.winner
        return [int(seat == winner) for seat in range(self.game.options.players)]

    @property
    def scores(self) -> list[int]:
        """Skeletons laid; a broken one counts for two, the goal (B-51)."""
        return [
            sum(2 if skeleton.status == "broken" else 1 for skeleton in skeletons)
            for skeletons in self.laid
        ]

    # --- chance (B-63) -------------------------------------------------------------------------

    @property
    def chance_outcomes(self) -> list[tuple[str, Fraction]]:
        """The outcomes of a chance node with their probabilities, in their fixed order."""
        if self.actor != CHANCE:
            return []
        word = self.step[0]
        if word == "first":
            players = self.game.options.players
            return [(f"first {seat}", Fraction(1, players)) for seat in range(players)]
        if word == "given":
            assert self.request is not None
            _, target, kind = self.request
            hand = self.hands[target]
            cards: Hand = tuple(card for card in hand if kind_of(card) == kind)
            return [(f"given {sort}", p) for sort, p in _uniform(cards)]
        text = "deal" if word == "deal" else "draw"
        return [(f"{text} {sort}", p) for sort, p in _uniform(self.pile)]


def _changed(values: tuple[Any, ...], seat: int, value: Any) -> tuple[Any, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def _counts(hand: Hand) -> dict[str, int]:
    return {sort: hand.count(sort) for sort in dict.fromkeys(hand)}


def _sorts(hand: Hand, kind: str) -> list[str]:
    """The sorts of a kind in a hand (B-20, B-22: no joker)."""
    return [card for card in dict.fromkeys(hand) if kind_of(card) == kind]


def _uniform(cards: Hand) -> list[tuple[str, Fraction]]:
    """Each card is equally likely; cards of one sort look the same."""
    return [(sort, Fraction(cards.count(sort), len(cards))) for sort in dict.fromkeys(cards)]
