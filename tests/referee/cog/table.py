"""The referee: one game that stops at nodes and goes on with texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from referee.cards import RefereeError
from referee.cog import views
from referee.cog.components import ComponentSet, default_set
from referee.cog.endings import outcome
from referee.cog.flow import Flow, Node
from referee.cog.options import made_options
from referee.cog.position import Position, new_position
from referee.cog.rounds import whole_game
from referee.tables import CHANCE

Beginning = Callable[[], tuple[Position, Flow[None]]]


class Referee:
    """One game; `apply` changes it, `copy` plays the same once more to try things on."""

    def __init__(self, beginning: Beginning) -> None:
        self._beginning = beginning
        self.history: list[str] = []
        self.position, self._flow = beginning()
        self.node: Node | None = next(self._flow, None)

    @classmethod
    def of(
        cls,
        options: Mapping[str, Any] | None = None,
        players: int = 2,
        components: ComponentSet | None = None,
    ) -> Referee:
        """A whole game."""
        made = made_options(options or {}, players)

        def beginning() -> tuple[Position, Flow[None]]:
            position = new_position(components or default_set(), made)
            return position, whole_game(position)

        return cls(beginning)

    def copy(self) -> Referee:
        """The same game once more."""
        other = Referee(self._beginning)
        for text in self.history:
            other.apply(text)
        return other

    def actor(self) -> int | str | None:
        """The seat that decides, `CHANCE`, or None after the end."""
        if self.node is None:
            return None
        return CHANCE if self.node.seat is None else self.node.seat

    def legal(self) -> list[str]:
        """The texts of all legal actions in their order."""
        return [] if self.node is None else self.node.legal

    def chance(self) -> dict[str, Fraction]:
        """The events of a chance node with their probabilities, in their order."""
        return {} if self.node is None else self.node.events

    def apply(self, text: str) -> None:
        """Do a decision or a chance event.

        Raises:
            RefereeError: if it is not possible here.
        """
        if text not in self.legal() and text not in self.chance():
            raise RefereeError("illegal", f"{text!r} is not possible here")
        self.history.append(text)
        try:
            self.node = self._flow.send(text)
        except StopIteration:
            self.node = None

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What the seat sees."""
        return views.view(self.position, self.node, seat)

    def outcome(self) -> dict[str, Any] | None:
        """Winners, returns, scores, reason, details; None before the end."""
        return outcome(self.position)
