"""The referee: setup, turns, chance events, guards (rules C, D, R, Z)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from copy import deepcopy
from fractions import Fraction
from functools import partial
from typing import Any, Final

from referee.athos import masters, tools, views
from referee.athos.actions import (
    lays,
    protects,
    restores,
    rotates,
    swaps,
    takes,
    taking,
    unprotects,
)
from referee.athos.components import ComponentSet, default_set
from referee.athos.endings import early_end, finish, outcome
from referee.athos.laying import credit, mark, mark_options, settle_marks
from referee.athos.mural import Ground
from referee.athos.options import Options, made_options
from referee.athos.position import MARKERS, YELLOW, Atelier, Card, Choice, Position, Step
from referee.cards import RefereeError
from referee.tables import CHANCE

ACTIONS: Final = 2
LAST_ACTIONS: Final = 3
"""D-2, R-4."""

# What follows an action, a free effect, and an action that gives up the normal ones (X-2, Y-3).
SPENDS: Final[tuple[Step, ...]] = (("spend",), ("ends",), ("act",))
IS_FREE: Final[tuple[Step, ...]] = (("ends",), ("act",))
GIVES_UP: Final[tuple[Step, ...]] = (("give up",), ("act",))

Offer = tuple[str, Callable[[], None], tuple[Step, ...]]


def _nothing() -> None:
    """The effect of a pass."""


def new_position(options: Options, components: ComponentSet) -> Position:
    """The position before any chance event (C, U-1 to U-6)."""
    ground = Ground(
        components,
        options.mode == "challenging",
        options.slide_contact,
        options.multi_side,
        options.opposite_slide,
    )
    start_tiles = options.solo_start_tiles if options.is_shared else 1
    draws: list[Step] = [("draw", "fundathos", cell) for cell in sorted(components.fundathos)]
    draws += [
        ("draw", "atelier", side) for side in range(options.sides) for _ in range(start_tiles)
    ]  # C-5
    draws += [("draw", "workshop", None)] * (components.cubes - len(draws))  # C-6
    first = options.first_player
    upright = 0 if options.solo_orientation == "upright" else None
    return Position(
        components=components,
        options=options,
        ground=ground,
        first=None if first == "random" else first,
        bag={kind: count for kind, (count, _) in components.kinds.items()},
        ateliers=[Atelier() for _ in range(options.sides)],
        scores=[0] if options.is_shared else [0] * options.sides,
        stock=[MARKERS] * options.sides,
        lays_by=[Counter() for _ in range(options.sides)],
        cards={pattern: Card(upright) for pattern in components.patterns}
        if options.is_shared
        else {},
        yellow=list(YELLOW) if options.is_shared else [],
        masters=masters.new_masters(options, components),
        tools=tools.new_tools(options, components),
        todo=[
            *([("first",)] if first == "random" else []),
            *draws,
            *([("offer",)] if "tools" in options.expansions else []),
            ("start",),
        ],
    )


class Referee:
    """One game; `apply` changes it, `copy` gives another one to try things on."""

    def __init__(
        self,
        options: Mapping[str, Any] | None = None,
        players: int = 2,
        components: ComponentSet | None = None,
    ) -> None:
        components = components or default_set()
        made = made_options(options or {}, players)
        if components.cubes < len(components.fundathos) + players:
            raise RefereeError("option", f"players = {players} with {components.cubes} cubes")
        self.position = new_position(made, components)
        self._offers: list[Offer] | None = None

    def copy(self) -> Referee:
        """The same game once more."""
        other = object.__new__(Referee)
        p, memo = self.position, {}
        for shared in (p.components, p.options, p.ground):
            memo[id(shared)] = shared
        other.position, other._offers = deepcopy(p, memo), None
        return other

    # --- the node ------------------------------------------------------------------------------

    def actor(self) -> int | str | None:
        """The seat that decides, `CHANCE`, or None after the end."""
        return views.actor(self.position)

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What the seat sees."""
        return views.view(self.position, seat)

    def outcome(self) -> dict[str, Any] | None:
        """Winners, returns, scores, reason, level; None before the end."""
        return outcome(self.position)

    def legal(self) -> list[str]:
        """The texts of all legal actions in their order."""
        return [text for text, _, _ in self._legal_offers()]

    def chance(self) -> dict[str, Fraction]:
        """The events of a chance node with their probabilities, in their order."""
        p = self.position
        if self.actor() != CHANCE:
            return {}
        word, *details = p.todo[0]
        if word == "first":  # C-10
            seats = range(p.options.players)
            return {f"first {seat}": Fraction(1, len(seats)) for seat in seats}
        if word == "draw":  # C-3
            total = sum(p.bag.values())
            return {
                f"draw {face}": Fraction(p.bag[p.kind(face)] * p.sides_with(face), total * 6)
                for face in p.components.faces
                if p.bag[p.kind(face)]
            }
        if word == "roll":  # K-2
            return {
                f"roll {face}": Fraction(p.sides_with(face), 6) for face in p.faces_of(details[0])
            }
        pile = p.masters if word == "draw master" else p.tools
        assert pile is not None
        return {f"deal {key}": Fraction(1, len(pile.unknown)) for key in pile.unknown}

    def apply(self, text: str) -> None:
        """Do a decision or a chance event.

        Raises:
            RefereeError: if it is not possible here.
        """
        p = self.position
        if self.actor() == CHANCE:
            if text not in self.chance():
                raise RefereeError("illegal", f"{text!r} is no event here")
            self._happen(text.split()[1])
        else:
            found = [offer for offer in self._legal_offers() if offer[0] == text]
            if not found:
                raise RefereeError("illegal", f"{text!r} is not legal")
            _, effect, after = found[0]
            p.todo = [*after, *p.todo[1:]]
            if text != "pass":
                p.has_begun = True
                p.has_acted = p.has_acted or not text.startswith("unprotect ")
            effect()
        self._offers = None
        settle(p)

    def _happen(self, word: str) -> None:
        """A chance event."""
        p = self.position
        step = p.todo.pop(0)
        if step[0] == "first":
            p.first = int(word)
        elif step[0] == "draw":
            p.bag[p.kind(word)] -= 1
            if step[1] == "fundathos":
                p.fundathos[step[2]] = word
            elif step[1] == "atelier":
                p.ateliers[step[2]].free.append(word)
            else:
                p.workshop[word] += 1
        elif step[0] == "roll":
            p.workshop[word] += 1
        elif step[0] == "draw master":
            assert p.masters is not None
            p.masters.unknown.remove(word)
            p.masters.drawn.append(word)
        else:
            assert p.tools is not None
            p.tools.piles[tools.tops_to_deal(p.tools)[0]][0] = word
            p.tools.unknown.remove(word)
            p.todo.insert(0, ("offer",))

    # --- decisions -----------------------------------------------------------------------------

    def _legal_offers(self) -> list[Offer]:
        if self._offers is None:
            self._offers = self._all_offers() if isinstance(self.actor(), int) else []
        return self._offers

    def _all_offers(self) -> list[Offer]:
        p = self.position
        word, *details = p.todo[0]
        if word == "squares":
            step: tuple[Step, ...] = (p.todo[0],)
            return [(f"mark {w}", partial(mark, p, w), step) for w in mark_options(p)]
        if word == "keep":
            return [
                (f"keep {key}", partial(masters.keep, p, key), ())
                for key in masters.keep_options(p)
            ]
        if word == "cut":  # Y-20
            more: tuple[Step, ...] = (("cut", details[0] - 1),)
            found = [(*taking(p, cell), more) for cell in p.released()]
            return [*found, ("stop", _nothing, ())]
        passing: Offer = ("pass", _nothing, (("end turn",),))
        if p.series is not None:
            if p.actions_left:
                passing = ("pass", partial(_end_series, p), (("act",),))
            return [*_with(masters.series_actions(p, p.series[0]), SPENDS), passing]
        return [*self._actions(), passing]

    def _actions(self) -> list[Offer]:
        p = self.position
        free_moves = _with(unprotects(p), (("act",),))
        if p.actions_left == 0:
            return free_moves
        every: list[Choice] = []
        for part in (takes, rotates, lays, protects, swaps, restores):
            every += part(p)
        gives_up_first, gives_up_last = [], []
        if not p.has_spent and p.actions_left >= ACTIONS:  # Y-3, Y-7, Y-14
            gives_up_first = _with(masters.acquisitions(p), GIVES_UP)
            gives_up_last = _with(tools.acquisitions(p), GIVES_UP)
        return [
            *_with(every, SPENDS),
            *free_moves,
            *gives_up_first,
            *_with(masters.uses(p), IS_FREE),
            *gives_up_last,
            *_with(tools.actions(p), SPENDS),
        ]


def _with(choices: list[Choice], after: tuple[Step, ...]) -> list[Offer]:
    return [(text, effect, after) for text, effect in choices]


def _end_series(p: Position) -> None:
    p.series = None


# --- steps that need nobody ---------------------------------------------------------------------


def settle(p: Position) -> None:
    """Do all steps that need neither a decision nor a chance event."""
    while p.reason is None:
        word = p.todo[0][0]
        if word == "credit":
            p.todo.pop(0)
            credit(p)
        elif word == "squares":
            if not settle_marks(p):
                return
            p.todo.pop(0)
        elif word in ("spend", "give up"):
            p.todo.pop(0)
            _spend(p, ACTIONS if word == "give up" else 1)
        elif word == "ends":
            p.todo.pop(0)
            if reason := early_end(p):
                finish(p, reason)
        elif word == "draw master":
            if not masters.draw_known(p):
                return
            p.todo.pop(0)
        elif word == "keep":
            assert p.masters is not None
            if len(p.masters.drawn) > 1:
                return
            p.todo.pop(0)
            masters.keep(p, p.masters.drawn[0])
        elif word == "offer":
            assert p.tools is not None
            if tools.tops_to_deal(p.tools):
                return
            p.todo.pop(0)
        elif word == "cut":
            if p.todo[0][1] > 0 and p.vacant_free(p.side) and p.released():
                return
            p.todo.pop(0)
        elif word == "start":
            p.todo = [("act",)]
            _start_turn(p)
        elif word == "act":
            if not _is_turn_over(p):
                return
            p.todo = [("end turn",)]
        elif word == "end turn":
            _end_turn(p)
        else:
            return


def _spend(p: Position, actions: int) -> None:
    p.has_spent = True
    if p.series is None:
        p.actions_left -= actions
    else:
        kind, repeats = p.series
        p.series = (kind, repeats - 1) if repeats > 1 else None


def _start_turn(p: Position) -> None:
    p.actions_left = LAST_ACTIONS if p.is_last_round else ACTIONS
    p.series = None
    p.has_begun = p.has_acted = p.has_spent = p.tool_one_used = False
    p.lays, p.protects = [], []


def _is_turn_over(p: Position) -> bool:
    """No action is left, and in U no free move either (amendment on the turn's end)."""
    if p.series is not None and not masters.series_actions(p, p.series[0]):
        p.series = None
    return p.series is None and p.actions_left == 0 and not unprotects(p)


def _end_turn(p: Position) -> None:
    """Guards and the last round, then the next turn (R-3, Z-3 to Z-6)."""
    p.passed = 0 if p.has_acted else p.passed + 1
    p.idle = 0 if p.lays else p.idle + 1
    if reason := _end_of_turn_reason(p):
        finish(p, reason)
        return
    p.turn += 1
    p.todo = [("act",)]
    _start_turn(p)


def _end_of_turn_reason(p: Position) -> str | None:
    options, turns = p.options, p.options.turns_in_a_round
    since_empty = None if p.emptied_in is None else p.turn - p.emptied_in
    if not options.is_shared and since_empty == turns:
        return "last round"
    if p.passed >= turns:
        return "all passed"
    if p.idle >= options.no_progress_rounds * turns:
        return "no progress"
    if p.turn >= options.max_rounds * turns:
        return "too many rounds"
    if options.is_shared and since_empty is not None and since_empty >= options.tail_turns:
        return "tail"
    return None
