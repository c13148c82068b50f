"""Tools 1, 6, 7, 8 add points to a lay or a protect (rules Y-11 to Y-17, Y-30 to Y-38)."""

from __future__ import annotations

from typing import Final

from referee.athos.position import Lay, Position

# Points at level I and II: trowels Y-30, Y-31; instruments Y-33, Y-34; set squares Y-36, Y-37.
TROWELS: Final = (1, 2)
INSTRUMENTS: Final = (2, 3)
SET_SQUARES: Final = (1, 3)
LEVELS: Final = (1, 2)
"""Points of tool 1, and the lays of the turn that it needs (Y-15, Y-16)."""


def usable(p: Position) -> tuple[str, int] | None:
    """Key and level of the tool of the active side, if it can be used now (Y-6, Y-8, X-14)."""
    if p.tools is None or p.series is not None or p.turn <= p.tools.since[p.side]:
        return None
    key = p.tools.held[p.side]
    return None if key is None else (key, p.tools.level[p.side])


def _points(p: Position, each: Lay) -> int:
    """What tool 6, 7 or 8 pays for such a lay."""
    tool = usable(p)
    if tool is None or each.is_free:
        return 0
    key, level = tool
    if key == "trowels":
        return 0 if each.is_restore else TROWELS[level - 1]
    if key == "instruments":
        return INSTRUMENTS[level - 1] if each.opens else 0
    if key == "set_squares":
        return SET_SQUARES[level - 1] if each.neighbours >= level else 0
    return 0


def _level_points(p: Position, lays: int) -> int:
    """What tool 1 pays with so many lays in the turn, once (Y-15, Y-16)."""
    tool = usable(p)
    if tool is None or tool[0] != "level" or p.tool_one_used or lays < LEVELS[tool[1] - 1]:
        return 0
    return LEVELS[tool[1] - 1]


def lay_bonus(p: Position, opens: bool, neighbours: int, is_restore: bool = False) -> int:
    """What the tool adds to the lay that comes next (Y-11)."""
    if p.options.tool_bonus == "separate":
        return 0
    each = Lay(opens, neighbours, is_restore)
    return _points(p, each) + _level_points(p, len(p.lays) + 1)


def protect_bonus(p: Position) -> int:
    """Y-30."""
    tool = usable(p)
    if p.options.tool_bonus == "separate" or tool is None or tool[0] != "trowels":
        return 0
    return TROWELS[tool[1] - 1]


def use_on_lay(p: Position) -> None:
    """Tool 1 works once a turn (Y-15)."""
    tool = usable(p)
    p.tool_one_used = p.tool_one_used or (tool is not None and tool[0] == "level")


def separate_bonus(p: Position) -> int:
    """What the action `bonus` pays now (Y-11, tool_bonus=separate)."""
    if p.options.tool_bonus != "separate":
        return 0
    lays = [_points(p, each) for each in p.lays if not each.is_paid]
    tool = usable(p)
    if tool is not None and tool[0] == "trowels" and not all(p.protects):
        lays.append(TROWELS[tool[1] - 1])
    return max(lays, default=0) + _level_points(p, len(p.lays))


def pay_separately(p: Position) -> None:
    """The action `bonus`: one lay, or else one protect, is paid (amendment on Z)."""
    p.earned += separate_bonus(p)
    use_on_lay(p)
    paying = [each for each in p.lays if not each.is_paid and _points(p, each)]
    if paying:
        paying[0].is_paid = True
    elif not all(p.protects):
        p.protects[p.protects.index(False)] = True
    p.todo.insert(0, ("credit",))
