"""A state of the engine as worked examples ask it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import ludoteca as lt
from referee.tables import CHANCE, Table


class EngineTable:
    """A state of the engine, asked as the referee is."""

    def __init__(self, state: lt.State) -> None:
        self._state = state

    def actor(self) -> int | str | None:
        actor = self._state.actor
        if actor is lt.CHANCE:
            return CHANCE
        assert actor is None or isinstance(actor, int)
        return actor

    def legal(self) -> list[str]:
        return [str(action) for action in self._state.legal_actions]

    def chance(self) -> Mapping[str, Fraction]:
        return {str(event): Fraction(chance) for event, chance in self._state.chance_outcomes}

    def apply(self, text: str, /) -> Table:
        return EngineTable(self._state.apply(text))

    def view(self, seat: int | None, /) -> dict[str, Any]:
        view: dict[str, Any] = self._state.view(seat)
        return view

    def outcome(self) -> Mapping[str, Any] | None:
        outcome = self._state.outcome
        if outcome is None:
            return None
        lists = {name: list(getattr(outcome, name)) for name in ("winners", "returns", "scores")}
        words = {name: getattr(outcome, name) for name in ("reason", "level", "details")}
        return {**lists, **words}
