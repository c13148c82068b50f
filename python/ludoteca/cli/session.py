"""One game at a terminal, from the first turn to the outcome."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import ludoteca as lt
from ludoteca.cli.consoles import number_of
from ludoteca.cli.entry import EntryError, Menu
from ludoteca.cli.failures import DONE, FAILED, complain
from ludoteca.cli.request import MAX_SEED
from ludoteca.cli.screen import Screen

YOU = "you"

COMMANDS = "help, show, list, more, hint, undo, save, quit"

HELP = """\
an action       {example}
                or {short}
list [n ...]    the legal actions, those whose first numbers are n ...; more: the next page
list [word ...] those that begin with these words
hint <action>   whether it is legal, and if not, by which rule
hint            what the agent {agent} would do
show            the table again
undo            take your last action back (only if you play alone)
save FILE       write the record so far; it holds every secret
quit            leave the game"""


class Quit(Exception):
    """The person leaves."""


class Session:
    """A table with a person or an agent at every seat."""

    def __init__(
        self, game: lt.Game, seats: Sequence[str], seed: int, record: Path | None = None
    ) -> None:
        """Deals the game.

        Args:
            game: The game.
            seats: For each seat `YOU` or the name of an agent.
            seed: Settles the deal, the draws and what agents choose.
            record: Where the record goes in the end, finished or not.
        """
        self.state = game.start(seed=seed)
        self.seats = tuple(seats)
        self.seed = seed
        self.record = record
        self.screen = Screen()
        # Who made each action, and the position before it.
        self.past: list[tuple[int, lt.State]] = []
        self.person: int | None = None
        self.page: list[tuple[int, str]] = []

    @property
    def is_alone(self) -> bool:
        """Whether one person plays and nobody else, so that taking back is nobody's loss."""
        return self.seats == (YOU,)

    @property
    def is_hot_seat(self) -> bool:
        """Whether people share the screen."""
        return self.seats.count(YOU) > 1

    def run(self) -> int:
        """Plays to the end and returns the exit code."""
        people = ", ".join(self.name(seat) for seat in range(len(self.seats)))
        self.screen.say(f"{self.state.game.title}, seed {self.seed}: {people}")
        try:
            while not self.state.is_over:
                self.turn()
            self.show_end()
        except Quit:
            self.screen.say("left before the end")
        except EOFError:
            self.screen.say()
            complain("the input ended before the game did")
            return FAILED
        except KeyboardInterrupt:
            self.screen.say()
            raise
        finally:
            if self.record is not None:
                self.save(self.record)
        return DONE

    def turn(self) -> None:
        """Lets the seat to act do one thing."""
        seat = self.seat_to_act()
        if self.seats[seat] != YOU:
            self.apply(self.state.agent_action(self.seats[seat], self.agent_seed()))
            if YOU not in self.seats:
                self.show_last()
            return
        if self.is_hot_seat and self.person != seat:
            self.screen.hand_over(seat)
        self.person = seat
        self.show_table(seat)
        while not self.obey(seat, self.screen.read(f"seat {seat}> ")):
            pass

    def obey(self, seat: int, typed: str) -> bool:
        """Does what a person typed; true if the turn is over with that."""
        if not typed:
            return False
        menu = Menu([str(action) for action in self.state.legal_actions])
        if typed in menu.texts:
            return self.attempt(typed)
        word, _, rest = typed.partition(" ")
        match word:
            case "help" | "?":
                self.show_help(menu)
            case "show":
                self.show_table(seat)
            case "list":
                self.page = menu.listed(rest)
                self.show_page()
            case "more":
                self.show_page()
            case "hint":
                self.hint(menu, rest)
            case "undo":
                return self.undo()
            case "save":
                self.save_as(rest)
            case "quit" | "exit":
                raise Quit
            case _:
                return self.attempt_entry(menu, typed)
        return False

    def attempt_entry(self, menu: Menu, typed: str) -> bool:
        """Plays what was typed in any of the ways to name an action."""
        try:
            return self.attempt(menu.expand(typed))
        except EntryError as error:
            self.screen.say(str(error))
            return False

    def attempt(self, text: str) -> bool:
        """Plays an action; if the engine refuses, says why and returns false."""
        try:
            self.apply(text)
        except lt.IllegalActionError as error:
            reason = self.state.explain(text).reason
            self.screen.say(f"{error.action}: {with_rule(reason, error.rule)}")
        except lt.ActionSyntaxError as error:
            self.screen.say(f"{error}; other commands: {COMMANDS}")
        else:
            return True
        return False

    def apply(self, action: lt.Action | str) -> None:
        """Plays a legal action and keeps the position before it."""
        state = self.state.apply(action)
        self.past.append((self.seat_to_act(), self.state))
        self.state = state
        self.page = []

    def undo(self) -> bool:
        """Takes the last action back; true if the turn starts anew."""
        if not self.is_alone:
            self.screen.say("undo is for one person who plays alone; here others saw the action")
            return False
        if not self.past:
            self.screen.say("nothing to undo")
            return False
        _, self.state = self.past.pop()
        self.page = []
        return True

    def hint(self, menu: Menu, typed: str) -> None:
        """Says whether an action is legal and why not, or what an agent would do."""
        if not typed:
            agent = self.state.game.agents[-1]
            self.screen.say(f"{agent}: {self.state.agent_action(agent, self.agent_seed())}")
            return
        try:
            text = menu.expand(typed)
            explanation = self.state.explain(text)
        except (EntryError, lt.ActionSyntaxError) as error:
            self.screen.say(str(error))
            return
        if explanation.is_legal:
            self.screen.say(f"{text}: legal")
        else:
            self.screen.say(f"{text}: {with_rule(explanation.reason, explanation.rule)}")

    def seat_to_act(self) -> int:
        """The seat whose turn it is."""
        actor = self.state.actor
        assert isinstance(actor, int), "a seeded game stops at players only"
        return actor

    def agent_seed(self) -> int:
        """A seed for an agent, another one at every ply."""
        return (self.seed + self.state.ply) % (MAX_SEED + 1)

    def name(self, seat: int) -> str:
        """A seat with who sits there."""
        return f"seat {seat}" if self.seats[seat] == YOU else f"seat {seat} ({self.seats[seat]})"

    def show_table(self, seat: int) -> None:
        """The table as `seat` may see it, with what happened since it last acted."""
        self.screen.say()
        self.show_news(seat)
        self.screen.draw(self.state.draw_for(seat))

    def show_news(self, seat: int) -> None:
        """What was done since `seat` last acted, its own action included."""
        own = [number for number, (by, _) in enumerate(self.past) if by == seat]
        self.say_events(own[-1] if own else 0, seat)

    def show_last(self) -> None:
        """What was done last and the table after it, for a game that people only watch."""
        first = len(self.past) - 1
        if self.seen(first, None) == self.seen(first - 1, None):
            return
        while first and self.seen(first - 1, None) == self.seen(first - 2, None):
            first -= 1
        self.screen.say()
        self.say_events(first, None)
        self.screen.draw(self.state.draw_for(None))

    def say_events(self, start: int, viewer: int | None) -> None:
        """Actions from number `start` on and the chance events after them, as `viewer` saw them.

        An action that `viewer` does not see happen is told with the one whose part it is.
        """
        who, told = None, len(self.seen(start - 1, viewer))
        for number in range(start, len(self.past)):
            who = self.past[number][0] if who is None else who
            seen = self.seen(number, viewer)
            if seen[told:]:
                self.screen.say(f"{self.name(who)}: {'; '.join(seen[told:])}")
                who, told = None, len(seen)

    def seen(self, number: int, viewer: int | None) -> tuple[str, ...]:
        """What `viewer` had seen after action `number`; -1 for before the first one."""
        state = self.past[number + 1][1] if number + 1 < len(self.past) else self.state
        return state.history_for(viewer)

    def show_page(self) -> None:
        """The next page of the list."""
        if not self.page:
            self.screen.say("nothing to list: list alone has all actions")
            return
        self.page = self.page[self.screen.list_page(self.page) :]
        if self.page:
            self.screen.say(f"{len(self.page)} more: type more, or list and first numbers")

    def show_help(self, menu: Menu) -> None:
        """What can be typed."""
        example = menu.texts[0]
        short = "#N, its number in the list"
        if numbers := menu.shorthand(example):
            short = f"its numbers alone: {numbers}\n{'':16}or {short}"
        agent = self.state.game.agents[-1]
        self.screen.say(HELP.format(example=example, short=short, agent=agent))

    def show_end(self) -> None:
        """The final table and the outcome."""
        if YOU in self.seats:
            self.screen.say()
            if self.person is not None and not self.is_hot_seat:
                self.show_news(self.person)
            self.screen.draw(self.state.draw_for(None))
        self.screen.say()
        for line in outcome_lines(self.state):
            self.screen.say(line, style="bold")

    def save_as(self, name: str) -> None:
        """Writes the record to a file that a person names; the game goes on if that fails."""
        if not name:
            self.screen.say("save needs a file: save FILE")
            return
        try:
            self.save(Path(name).expanduser())
        except OSError as error:
            self.screen.say(f"{name}: not written: {(error.strerror or str(error)).lower()}")

    def save(self, file: Path) -> None:
        """Writes the record so far."""
        file.write_text(self.state.record(), encoding="utf-8")
        self.screen.say(f"record written to {file}")


def with_rule(message: str, rule: str | None) -> str:
    """The message with the rule's number, unless it names it already."""
    return message if not rule or rule in message else f"{message} (rule {rule})"


def outcome_lines(state: lt.State) -> list[str]:
    """How a game ended, in a few lines; nothing while it runs."""
    outcome = state.outcome
    if outcome is None:
        return []
    if not outcome.winners:
        winners = "nobody"
    elif len(outcome.winners) == state.game.players > 1:
        winners = "everybody"
    else:
        winners = ", ".join(f"seat {seat}" for seat in outcome.winners)
    lines = [
        f"over after {number_of(state.ply, 'ply', 'plies')}: {outcome.reason}",
        f"winners: {winners}",
        "scores: " + ", ".join(f"{score:g}" for score in outcome.scores),
    ]
    if outcome.level:
        lines.append(f"title: {outcome.level}")
    return lines
