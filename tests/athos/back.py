"""Positions on the back of the mural."""

from __future__ import annotations

from typing import Any

import ludoteca as lt
from athos_positions import legal, table


def back(*ateliers: str, immutable: str = "", **words: Any) -> lt.State:
    """A position on the back of the mural; `immutable` are blocks of side 0."""
    fixed = dict.fromkeys(immutable, 0)
    return table(
        *ateliers, mode="challenging", immutable={**fixed, **words.pop("fixed", {})}, **words
    )


def cells(state: lt.State, face: str = "Aa") -> set[str]:
    """Where tiles of a face can be laid."""
    words = [text.split() for text in legal(state, "lay")]
    return {cell for _, tile, cell, *_ in words if tile[:2] == face}


def passed(state: lt.State) -> lt.State:
    """The end that comes when everybody passes."""
    while not state.is_over:
        state = state.apply("pass")
    return state


def lost(state: lt.State) -> dict[str, int]:
    """The faces in the box."""
    box: dict[str, int] = state.view(None)["box"]
    return box
