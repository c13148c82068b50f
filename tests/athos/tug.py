"""Solo positions, in which two ateliers pull at one score."""

from __future__ import annotations

from typing import Any

import ludoteca as lt
from athos_positions import table


def solo(*ateliers: str, side: int = 0, **words: Any) -> lt.State:
    """A solo position in which an atelier is active."""
    return table(*ateliers, mode="solo", turn_of=side, **words)


def view(state: lt.State, *names: str) -> tuple[Any, ...]:
    """Some fields of the view."""
    return tuple(state.view(None)[name] for name in names)
