"""Positions with Masters of Works and Special Tools."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import ludoteca as lt
from athos_positions import changed, position_of, table
from referee.athos.components import ComponentSet, default_set

NONE = ["......"] * 6
# A correct square with two wrong tiles beside it, and a correct pair.
WRONG = "1,1 Aa1 Aa1 Ab3 / Aa3 Ab2 Aa2; 1,5 Ba0 / Ba3"


def with_master(*held: str, ateliers: tuple[str, ...] = (), **words: Any) -> lt.State:
    """A position in which sides hold Masters that they can use."""
    return table(*ateliers, expansions=["masters"], masters=list(held), **words)


def with_tool(*held: str, ateliers: tuple[str, ...] = (), **words: Any) -> lt.State:
    """A position in which sides hold tools, such as `level 1`."""
    return table(*ateliers, expansions=["tools"], tools=list(held), **words)


def masters(state: lt.State, seat: int | None = None) -> dict[str, Any]:
    """What a seat sees of the Masters."""
    shown: dict[str, Any] = state.view(seat)["masters"]
    return shown


def tools(state: lt.State) -> dict[str, Any]:
    """What everybody sees of the tools."""
    shown: dict[str, Any] = state.view(None)["tools"]
    return shown


def with_masters(state: lt.State, **fields: Any) -> lt.State:
    """The same position with other fields of its Masters."""
    return changed(state, masters={**position_of(state)["masters"], **fields})


def with_tools(state: lt.State, **fields: Any) -> lt.State:
    """The same position with other fields of its tools."""
    return changed(state, tools={**position_of(state)["tools"], **fields})


def scores(state: lt.State) -> list[int]:
    """The points by side."""
    shown: list[int] = state.view(None)["scores"]
    return shown


def left(state: lt.State) -> tuple[int | None, int]:
    """Who is to act, and actions left."""
    view = state.view(None)
    return view["to_act"], view["actions_left"]


def fewer(
    masters: tuple[str, ...] | None = None, tools: tuple[str, ...] | None = None
) -> ComponentSet:
    """The default set with these Masters and tools alone."""
    components = default_set()
    held = components.masters if masters is None else masters
    return replace(components, masters=held, tools=components.tools if tools is None else tools)
