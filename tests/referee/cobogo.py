"""A slow, obvious referee for Cobogó, written from the rules text alone.

Numbers such as K-31 are the rules of Cobogó. A state is a value: `State.apply` gives a new one.
Chance is explicit: a state is either a chance node, a player's turn, or over.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Final

from referee.cards import GROUPS, Card, CardSet, RefereeError, shape_text
from referee.judging import Counts, group_counts, have_and_ok, is_won
from referee.mosaic import (
    Cell,
    Face,
    Mosaic,
    Reason,
    bounding_box,
    covered,
    laid,
    legal_placements,
    mosaic_rows,
    turn,
    verdict,
)
from referee.options import Options

CHANCE: Final = "chance"

# K-72: title by merits; four or more share the last one.
TITLES: Final = (
    ("Promising Interns", "Estagiários Promissores"),
    ("Competent Builders", "Construtores Competentes"),
    ("Great Construction Foremen", "Grandes Mestres de Obra"),
    ("Incredible Engineers", "Engenheiros Incríveis"),
    ("Exceptional Architects", "Arquitetos Excepcionais"),
)


# --- The pile (sections 4, 7, K-117, K-118) --------------------------------------------------


@dataclass(frozen=True)
class Held:
    """A card of which some sides may not be settled yet; a side is told by the id it has."""

    group: str
    pattern: str | None = None
    brick: str | None = None


@dataclass(frozen=True)
class Pile:
    """The draw pile: perhaps a settled top card, an unordered part, the rejected cards below.

    `counts` tells the unordered cards of each group. `patterns` and `bricks` are the sides of each
    group that no settled card has. With fixed pairing both are the same ids; with shuffled
    pairing they are settled apart (K-118).
    """

    top: Held | None
    counts: dict[str, int]
    rejected: tuple[Held, ...]
    patterns: dict[str, tuple[str, ...]]
    bricks: dict[str, tuple[str, ...]]

    @property
    def unordered(self) -> int:
        """How many cards the unordered part has."""
        return sum(self.counts.values())

    @property
    def size(self) -> int:
        """How many cards the pile has."""
        return self.unordered + len(self.rejected) + (self.top is not None)


def _without(ids: dict[str, tuple[str, ...]], id_: str) -> dict[str, tuple[str, ...]]:
    return {group: tuple(other for other in rest if other != id_) for group, rest in ids.items()}


# --- The game --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Placement:
    """One entry of the public history (K-106)."""

    seat: int
    brick: Face
    rot: int
    row: int
    col: int


@dataclass(frozen=True)
class Result:
    """The end of a game (section 9)."""

    won: bool
    merits: int | None
    title: tuple[str, str] | None
    reason: str


class Cobogo:
    """The game made ready: a card set and options."""

    def __init__(self, cards: CardSet, *, check_set: bool = True, **options: Any) -> None:
        if "expansions" in options:
            options["expansions"] = tuple(options["expansions"])
        self.cards = cards
        self.options = Options(**options)
        if check_set:
            cards.check()
        self.options.check(cards)
        to_deal = len(cards.group("base")) - self.options.base_patterns
        if self.options.expansion_shuffle == "before_deal":
            to_deal += self.joining
        if to_deal < 2 * self.options.players:
            raise RefereeError("option", f"only {to_deal} cards to deal from")

    def has(self, expansion: str) -> bool:
        """Whether the expansion is in use."""
        return expansion in self.options.expansions

    @property
    def fixed(self) -> bool:
        """Whether brick and pattern side of a card belong together (K-118)."""
        return self.options.pairing == "fixed"

    @property
    def physical(self) -> bool:
        """Whether backs are seen (K-117)."""
        return self.options.back_visibility == "physical"

    @property
    def joining(self) -> int:
        """How many expansion cards join the pile (K-75)."""
        return sum(self.joining_by_group.values())

    @property
    def joining_by_group(self) -> dict[str, int]:
        """The expansion cards that join the pile, by group.

        K-75 names Vidraçaria and Clientes Especiais only, and by its amendment Janelão alone adds
        nothing: windows beyond the reserved one and the starter stay out of the game.
        """
        joining = {}
        if self.has("vidracaria"):
            joining["glass"] = len(self.cards.group("glass")) - 1
        if self.has("clientes"):
            joining["special"] = len(self.cards.group("special")) - 1
        return joining

    def start(self) -> State:
        """The state before any card is turned up."""
        deals = [f"deal {k}" for k in range(2 * self.options.players)]
        picks = []
        if self.has("vidracaria"):
            picks.append("glass")
        if self.has("janelao"):
            picks += ["window", "starter"]
        if self.has("clientes"):
            picks.append("special")
        if self.joining:
            picks.append("shuffle")
        steps = ["first"] if self.options.first_player == "random" else []
        steps += ["reveal"] * self.options.base_patterns
        # K-75: the expansion's own steps come after the deal or before it.
        steps += deals + picks if self.options.expansion_shuffle == "after_deal" else picks + deals
        first = self.options.first_player
        sides = {name: tuple(card.id for card in self.cards.group(name)) for name in GROUPS}
        counts = dict.fromkeys(GROUPS, 0)
        counts["base"] = len(sides["base"])
        pile = Pile(None, counts, (), sides, dict(sides))
        state = State(
            game=self,
            first=None if first == "random" else first,
            steps=tuple(steps),
            pile=pile,
            hands=((),) * self.options.players,
        )
        return state._without_chance()

    def position(
        self,
        *,
        reserved: Sequence[Card],
        hands: Sequence[Sequence[str]],
        pile: Sequence[str] = (),
        mosaic: Mapping[Cell, str] | None = None,
        seat: int = 0,
    ) -> State:
        """A custom position with fixed pairing: ids in the hands and in the unordered pile.

        Raises:
            RefereeError: if there is a pile but no card in any hand (K-23, K-66 as amended).
        """
        if pile and not any(hands):
            raise RefereeError("K-66", "cards in the pile but none in any hand")
        cards = self.cards.by_id
        ids: dict[str, tuple[str, ...]] = {
            name: tuple(id_ for id_ in pile if cards[id_].group == name) for name in GROUPS
        }
        return State(
            game=self,
            first=seat,
            steps=(),
            pile=Pile(None, {name: len(ids[name]) for name in GROUPS}, (), ids, dict(ids)),
            hands=tuple(tuple(Held(cards[id_].group, id_, id_) for id_ in hand) for hand in hands),
            reserved=tuple(reserved),
            mosaic=dict(mosaic or {}),
            seat=seat,
        )._without_chance()


@dataclass(frozen=True)
class State:
    """One position with everything in it.

    `steps` is what is left of the setup. In play, `drawing` is the seat that has to draw, `seat`
    the one that has to place.
    """

    game: Cobogo
    first: int | None
    steps: tuple[str, ...]
    pile: Pile
    hands: tuple[tuple[Held, ...], ...]
    reserved: tuple[Card, ...] = ()
    rejections: tuple[str, ...] = ()
    refused_in_a_row: int = 0
    mosaic: Mosaic = field(default_factory=dict)
    starter: Face | None = None
    history: tuple[Placement, ...] = ()
    drawing: int | None = None
    seat: int | None = None
    won: bool | None = None

    # --- who decides ---------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Whether the game is won or lost."""
        return self.won is not None

    @property
    def actor(self) -> int | str | None:
        """The seat to move, CHANCE, or None when the game is over."""
        if self.is_over:
            return None
        return CHANCE if self.event is not None else self.seat

    @property
    def event(self) -> str | None:
        """The chance event that comes next, without its card, such as `draw 1`."""
        if self.is_over:
            return None
        step = self.steps[0] if self.steps else None
        if step == "first":
            return "first"
        if self._is_top_open:
            return "top"
        if step is None:
            return None if self.drawing is None else f"draw {self.drawing}"
        if step.startswith("deal"):
            return f"deal {self._deal_seat(step)}"
        return step

    @property
    def _is_top_open(self) -> bool:
        """Whether a back lies open on the pile that is not settled yet (K-117)."""
        return self.game.physical and self.pile.top is None and self.pile.unordered > 0

    def _deal_seat(self, step: str) -> int:
        # K-14: from the first player on, clockwise, two consecutive cards to each seat.
        assert self.first is not None
        return (self.first + int(step.split()[1]) // 2) % self.game.options.players

    def _without_chance(self) -> State:
        """Carry out what needs neither chance nor a decision."""
        state = self
        while state.steps and not state._is_top_open:
            step, game = state.steps[0], state.game
            options = game.options
            if step == "window" and options.window_pattern != "random":
                state = state._reserve("window", options.window_pattern)
            elif step == "special" and options.special_pattern != "random":
                state = state._reserve("special", options.special_pattern)
            elif step == "starter" and game.fixed and len(state.pile.bricks["window"]) == 1:
                state = state._start_mosaic(state.pile.bricks["window"][0])
            elif step == "shuffle":
                state = state._shuffle()
            else:
                return state
        if not state.steps and state.seat is None and state.drawing is None:
            state = replace(state, seat=state.first)
        return state

    # --- chance --------------------------------------------------------------------------------

    @property
    def chance_outcomes(self) -> list[tuple[str, Fraction]]:
        """The texts and probabilities of a chance node, in the order of the set file."""
        event = self.event
        if event is None:
            return []
        if event == "first":
            players = self.game.options.players
            return [(f"first {seat}", Fraction(1, players)) for seat in range(players)]
        sides = sorted(self._sides(event), key=lambda pair: self._rank(pair[0]))
        return [(f"{event} {side}", probability) for side, probability in sides]

    def _rank(self, id_: str) -> int:
        return self.game.cards.place_in_file[id_]

    def _sides(self, event: str) -> list[tuple[str, Fraction]]:
        """The ids that the event may show, with their probabilities."""
        word = event.split()[0]
        pile = self.pile
        if word in ("glass", "window", "special"):
            return _uniform(pile.patterns[word])
        if word == "starter":
            return _uniform(pile.bricks["window"])
        if word == "top":
            return self._unordered_sides(pile.patterns)
        if word == "reveal":
            known = self._top_card()
            if known is None:
                return self._unordered_sides(pile.patterns)
            assert known.pattern is not None
            return [(known.pattern, Fraction(1))]
        known = self._top_card()  # deal or draw
        if known is None:
            return self._unordered_sides(pile.bricks)
        if known.brick is not None:
            return [(known.brick, Fraction(1))]
        return _uniform(pile.bricks[known.group])

    def _top_card(self) -> Held | None:
        """The top card as far as it is settled; None if it comes from the unordered part."""
        if self.pile.top is not None:
            return self.pile.top
        if self.pile.unordered:
            return None
        return self.pile.rejected[0]

    def _unordered_sides(self, sides: dict[str, tuple[str, ...]]) -> list[tuple[str, Fraction]]:
        """One side of a card from the unordered part: its group by number, then any free side."""
        counts, total = self.pile.counts, self.pile.unordered
        return [
            (id_, Fraction(counts[group], total) / len(sides[group]))
            for group in GROUPS
            if counts[group]
            for id_ in sides[group]
        ]

    def _apply_event(self, text: str) -> State:
        event = self.event
        assert event is not None
        if text not in [outcome for outcome, _ in self.chance_outcomes]:
            raise RefereeError("chance", f"{text!r} is not an outcome of {event!r}")
        side = text.split()[-1]
        word = event.split()[0]
        if word == "first":
            state = replace(self, first=int(side), steps=self.steps[1:])
        elif word == "top":
            state = self._settle_top(side)
        elif word == "reveal":
            state = self._reveal(side)
        elif word in ("glass", "window", "special"):
            state = self._reserve(word, side)
        elif word == "starter":
            state = self._start_mosaic(side)
        else:
            state = self._take(int(event.split()[1]), side)
        return state._without_chance()

    def _settle_top(self, pattern: str) -> State:
        group = self.game.cards.by_id[pattern].group
        card, pile = self._take_unordered(group, pattern=pattern)
        return replace(self, pile=replace(pile, top=card))

    def _take_unordered(
        self, group: str, *, pattern: str | None = None, brick: str | None = None
    ) -> tuple[Held, Pile]:
        """Take a card of the group out of the unordered part, by one of its sides."""
        pile = self.pile
        if self.game.fixed:
            pattern = brick = pattern or brick
        counts = {**pile.counts, group: pile.counts[group] - 1}
        patterns = pile.patterns if pattern is None else _without(pile.patterns, pattern)
        bricks = pile.bricks if brick is None else _without(pile.bricks, brick)
        pile = replace(pile, counts=counts, patterns=patterns, bricks=bricks)
        return Held(group, pattern, brick), pile

    def _reveal(self, pattern: str) -> State:
        """Turn up the top card: reserve it or put it under the pile (K-10 to K-12)."""
        state = self if self.pile.top is not None else self._reveal_settled(pattern)
        pile = state.pile
        assert pile.top is not None
        card, pile = pile.top, replace(pile, top=None)
        face = self.game.cards.by_id[pattern]
        if face.type not in {other.type for other in self.reserved}:
            return replace(
                self,
                pile=pile,
                reserved=(*self.reserved, face),
                steps=self.steps[1:],
                refused_in_a_row=0,
            )
        pile = replace(pile, rejected=(*pile.rejected, card))
        refused = self.refused_in_a_row + 1
        if refused == pile.size:
            raise RefereeError("INSUFFICIENT_TYPES", f"{refused} cards rejected in a row (K-13)")
        return replace(
            self,
            pile=pile,
            rejections=(*self.rejections, pattern),
            refused_in_a_row=refused,
        )

    def _reveal_settled(self, pattern: str) -> State:
        if self.pile.unordered:
            return self._settle_top(pattern)
        first, *rest = self.pile.rejected
        return replace(self, pile=replace(self.pile, top=first, rejected=tuple(rest)))

    def _reserve(self, group: str, pattern: str) -> State:
        """Reserve an expansion card (K-78, K-85, K-95)."""
        card = self.game.cards.by_id[pattern]
        assert card.group == group
        pile = replace(self.pile, patterns=_without(self.pile.patterns, pattern))
        if self.game.fixed:
            pile = replace(pile, bricks=_without(pile.bricks, pattern))
        return replace(self, pile=pile, reserved=(*self.reserved, card), steps=self.steps[1:])

    def _start_mosaic(self, brick: str) -> State:
        """Lay the other window card, brick side up, at (0,0) (K-86)."""
        face = self.game.cards.by_id[brick].brick
        pile = replace(self.pile, bricks=_without(self.pile.bricks, brick))
        if self.game.fixed:
            pile = replace(pile, patterns=_without(pile.patterns, brick))
        return replace(
            self, pile=pile, starter=face, mosaic=covered(face, 0, 0), steps=self.steps[1:]
        )

    def _shuffle(self) -> State:
        """Shuffle the joining expansion cards and the whole pile together (K-75)."""
        pile = self.pile
        counts = dict(pile.counts)
        patterns = {group: list(ids) for group, ids in pile.patterns.items()}
        bricks = {group: list(ids) for group, ids in pile.bricks.items()}
        for card in (*pile.rejected, *([] if pile.top is None else [pile.top])):
            counts[card.group] += 1
            if card.pattern is not None:
                patterns[card.group].append(card.pattern)
            if card.brick is not None:
                bricks[card.group].append(card.brick)
        for group, number in self.game.joining_by_group.items():
            counts[group] += number
        shuffled = Pile(
            None,
            counts,
            (),
            {group: tuple(ids) for group, ids in patterns.items()},
            {group: tuple(ids) for group, ids in bricks.items()},
        )
        return replace(self, pile=shuffled, steps=self.steps[1:])

    def _take(self, seat: int, brick: str) -> State:
        """The top card goes to the last slot of the hand (K-14, K-43, K-119)."""
        known = self._top_card()
        if known is None:
            group = self.game.cards.by_id[brick].group
            card, pile = self._take_unordered(group, brick=brick)
        else:
            card = replace(known, brick=brick)
            pile = replace(self.pile, bricks=_without(self.pile.bricks, brick))
            if pile.top is not None:
                pile = replace(pile, top=None)
            else:
                pile = replace(pile, rejected=pile.rejected[1:])
        hands = tuple(
            (*hand, card) if owner == seat else hand for owner, hand in enumerate(self.hands)
        )
        state = replace(self, pile=pile, hands=hands)
        if self.steps:
            return replace(state, steps=self.steps[1:])
        return replace(state, drawing=None, seat=state._seat_after(seat))

    def _seat_after(self, seat: int) -> int:
        """The next seat clockwise that has a card (K-20, K-23)."""
        players = self.game.options.players
        clockwise = [(seat + k) % players for k in range(1, players + 1)]
        return next(other for other in clockwise if self.hands[other])

    # --- placing -------------------------------------------------------------------------------

    def hand_bricks(self, seat: int) -> list[Face]:
        """The brick sides in a hand, slot by slot."""
        cards = self.game.cards.by_id
        return [cards[held.brick].brick for held in self.hands[seat] if held.brick is not None]

    @cached_property
    def legal_actions(self) -> list[str]:
        """The texts of all legal actions, by slot, rotation, row and column."""
        if not isinstance(self.actor, int):
            return []
        return [
            f"place {slot} rot {rot} at {row},{col}"
            for slot, brick in enumerate(self.hand_bricks(self.actor))
            for rot, row, col in legal_placements(self.mosaic, brick)
        ]

    def verdict(self, slot: int, rot: int, row: int, col: int) -> Reason | None:
        """None if the seat to move may place so, else the reason why not."""
        assert isinstance(self.actor, int)
        hand = self.hand_bricks(self.actor)
        if not 0 <= slot < len(hand):
            return "slot"
        return verdict(self.mosaic, hand[slot], rot, row, col)

    def apply(self, text: str) -> State:
        """The state after a player's action or a chance event.

        Raises:
            RefereeError: if it is not possible here; its `reason` is the one of `verdict` for a
                placement.
        """
        if self.is_over:
            raise RefereeError("over", "the game is over")
        if self.actor == CHANCE:
            return self._apply_event(text)
        match = re.fullmatch(r"place (\d+) rot (\d+) at (-?\d+),(-?\d+)", text)
        if match is None:
            raise RefereeError("syntax", f"{text!r} is no placement")
        slot, rot, row, col = map(int, match.groups())
        reason = self.verdict(slot, rot, row, col)
        if reason is not None:
            raise RefereeError(reason, text)
        return self._place(slot, rot, row, col)

    def _place(self, slot: int, rot: int, row: int, col: int) -> State:
        seat = self.seat
        assert seat is not None
        brick = self.hand_bricks(seat)[slot]
        hand = tuple(held for other, held in enumerate(self.hands[seat]) if other != slot)
        state = replace(
            self,
            mosaic=laid(self.mosaic, turn(brick, rot), row, col),
            hands=tuple(hand if owner == seat else held for owner, held in enumerate(self.hands)),
            history=(*self.history, Placement(seat, brick, rot, row, col)),
        )
        if state.are_all_fulfilled:  # K-63 to K-65, K-67
            return replace(state, won=True, seat=None)
        if state.pile.size == 0 and not any(state.hands):  # K-66
            return replace(state, won=False, seat=None)
        if state.pile.size > 0:  # K-43
            return replace(state, drawing=seat, seat=None)
        return replace(state, seat=state._seat_after(seat))  # K-44

    # --- judging and result --------------------------------------------------------------------

    @cached_property
    def counts(self) -> Counts:
        """The groups of the visible mosaic (K-48)."""
        return group_counts(self.mosaic)

    @property
    def are_all_fulfilled(self) -> bool:
        """Whether all reserved patterns hold in this one position (K-63)."""
        options = self.game.options
        return is_won(
            self.reserved,
            self.counts,
            options.count_mode == "at_least",
            options.special_exclusive,
        )

    @property
    def unplaced(self) -> int:
        """U: the cards in all hands and in the pile."""
        return sum(map(len, self.hands)) + self.pile.size

    @property
    def result(self) -> Result | None:
        """How the game ended, None while it runs (K-69 to K-73)."""
        if self.won is None:
            return None
        if not self.won:
            return Result(False, None, None, "all cards placed")
        merits = self.unplaced
        if self.game.options.merit_scope == "hands":
            merits = sum(map(len, self.hands))
        return Result(True, merits, TITLES[min(merits, 4)], "all patterns fulfilled")

    # --- information (section 12) --------------------------------------------------------------

    @property
    def turn(self) -> int:
        """The number of the turn: counts from 1; after the end the number of placements."""
        return len(self.history) + (0 if self.is_over else 1)

    def view(self, seat: int | None) -> dict[str, Any]:
        """What the seat may know (K-114); None is a spectator. `component_set` has no digest."""
        actor = self.actor
        hand = None if seat is None else ["/".join(brick) for brick in self.hand_bricks(seat)]
        return {
            "seat": seat,
            "to_move": actor if isinstance(actor, int) else None,
            "hand": hand,
            **self._public,
        }

    @cached_property
    def _public(self) -> dict[str, Any]:
        """What everybody may know (K-106)."""
        game = self.game
        row0, col0 = bounding_box(self.mosaic)[:2] if self.mosaic else (0, 0)
        return {
            "players": game.options.players,
            "turn": self.turn,
            "placed": len(self.history),
            "options": game.options.as_dict(),
            "component_set": {"name": game.cards.name, "edition": game.cards.edition},
            "reserved": [self._pattern_view(pattern) for pattern in self.reserved],
            "mosaic": {"row0": row0, "col0": col0, "rows": mosaic_rows(self.mosaic)},
            "starter": None if self.starter is None else "/".join(self.starter),
            "history": [
                {**placement.__dict__, "brick": "/".join(placement.brick)}
                for placement in self.history
            ],
            "hand_sizes": [len(hand) for hand in self.hands],
            "pile_size": self.pile.size,
            "rejected": len(self.rejections),
            "backs": self._backs,
            "won": self.won,
        }

    def _pattern_view(self, pattern: Card) -> dict[str, Any]:
        at_least = self.game.options.count_mode == "at_least"
        have, ok = have_and_ok(pattern, self.counts, at_least)
        return {
            "kind": pattern.group,
            "type": pattern.type,
            "shape": shape_text(pattern.shape),
            "n": pattern.number,
            "have": have,
            "ok": ok,
        }

    @property
    def _backs(self) -> dict[str, Any] | None:
        """The backs that lie open on a table (K-117); None if they are hidden."""
        if not self.game.physical:
            return None
        top = self._top_card() if self.pile.size else None
        return {
            "hands": [[self._back(held.pattern) for held in hand] for hand in self.hands],
            "top": None if top is None else self._back(top.pattern),
            "rejected": [self._back(pattern) for pattern in self.rejections],
        }

    def _back(self, pattern: str | None) -> str | None:
        """What a back shows: the first card of the set with this pattern side.

        A back is a pattern side, not a card: equal ones can't be told apart (K-116, K-117).
        """
        if pattern is None:
            return None
        cards = self.game.cards
        face = cards.by_id[pattern].pattern_side
        return next(id_ for id_ in cards.place_in_file if cards.by_id[id_].pattern_side == face)


def _uniform(ids: Sequence[str]) -> list[tuple[str, Fraction]]:
    return [(id_, Fraction(1, len(ids))) for id_ in ids]
