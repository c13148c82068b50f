"""What a lay does: card, slides, points, markers, bonus (rules G, P, Q, W-11, U-21 to U-24)."""

from __future__ import annotations

from typing import Final

from referee.athos.components import WINDOWS, Cell, Tile
from referee.athos.growth import equal_windows, full_panel, may_grow, new_gates, squares
from referee.athos.mural import Mural, Slid, neighbours
from referee.athos.position import Card, Lay, Position, Step

CONTRACT: Final = 4
"""Points of a marker (Q-3), of a full panel (Q-10) and of an immutable block (W-33)."""
TRACK: Final = 40
"""B-2."""


def legal_slides(p: Position, mural: Mural, face: str, cell: Cell) -> list[Slid]:
    """Every legal way to lay the face on the cell (G-9, G-10); the turn has no part in it."""
    if not p.ground.holds(cell) or cell in mural or not may_grow(p, mural, p.pattern(face), cell):
        return []
    return p.ground.slides(mural, p.immutable, (face, 0), cell)


def lay(
    p: Position,
    tile: Tile,
    cell: Cell,
    slid: Slid,
    quarter_turns: int | None,
    *,
    touched: int,
    is_free: bool = False,
    removed: str | None = None,
    extra: int = 0,
) -> None:
    """The effects of a lay in their order (G-11); a restore says what it removed (J).

    `touched` is how many tiles the new one touched before the slides (Y-38), `extra` what a tool
    pays.
    """
    pattern = p.pattern(tile[0])
    had_marker = p.stock[p.side] > 0
    opens = p.is_unopened(pattern)
    if opens:
        p.cards[pattern] = Card(quarter_turns or 0)
    elif quarter_turns is not None:
        p.cards[pattern].quarter_turns = quarter_turns
    p.mural = {**slid.mural, slid.cell: tile}
    p.box.update(slid.discarded)
    p.lays_by[p.side][pattern] += 1
    p.lays.append(Lay(opens, touched, removed is not None, is_free, is_paid=extra > 0))
    p.earned += len(p.ground.group(p.mural, slid.cell)) + extra  # P-1
    steps: list[Step] = [("roll", p.kind(removed))] if removed is not None else []
    if p.options.has_cards:
        p.gates = new_gates(p)
        p.earned += _panel_bonus(p, pattern, had_marker)
        steps.append(("squares", pattern, completed(p, slid.cell)))
    elif p.options.mode == "challenging":
        _make_immutable(p, pattern, slid.cell)
    else:
        p.gates = new_gates(p)
    p.todo = [*steps, ("credit",), *p.todo]


def touched_tiles(mural: Mural, cell: Cell) -> int:
    """How many tiles of any pattern the cell touches (Y-38)."""
    return sum(other in mural for other in neighbours(cell).values())


def _panel_bonus(p: Position, pattern: str, had_marker: bool) -> int:
    """Q-10 to Q-12."""
    card, block = p.cards[pattern], p.ground.block(p.mural, pattern)
    if not full_panel(p.mural, block, p.artwork(pattern)):
        return 0
    card.is_completed = True
    if not had_marker or (card.is_paid and p.options.bonus3 == "once"):
        return 0
    card.is_paid = True
    return CONTRACT


def completed(p: Position, cell: Cell) -> list[list[str]]:
    """For each correct square with the tile the unmarked windows that it equals (Q-1, Q-2)."""
    pattern = p.pattern(p.mural[cell][0])
    artwork, crossings = p.artwork(pattern), p.cards[pattern].crossings
    found = []
    for corner in squares(p.ground.block(p.mural, pattern)):
        if corner[0] <= cell[0] <= corner[0] + 1 and corner[1] <= cell[1] <= corner[1] + 1:
            windows = equal_windows(p.mural, artwork, corner)
            found.append([window for window in windows if crossings[window] is None])
    return [windows for windows in found if windows]


def _make_immutable(p: Position, pattern: str, cell: Cell) -> None:
    """W-11 to W-13."""
    block = p.ground.block(p.mural, pattern)
    if cell in block and len(block) == 4 and squares(block) and p.stock[p.side] > 0:
        p.stock[p.side] -= 1
        p.immutable[pattern] = p.side


# --- markers (Q-1 to Q-9) -----------------------------------------------------------------------


def settle_marks(p: Position) -> bool:
    """Place what leaves no choice; whether the step `squares` is over."""
    _, pattern, found = p.todo[0]
    crossings = p.cards[pattern].crossings
    left = [[window for window in windows if crossings[window] is None] for windows in found]
    left = [windows for windows in left if windows]
    if not left or p.stock[p.side] == 0:
        return True
    if p.stock[p.side] >= len(left) and all(len(windows) == 1 for windows in left):
        for (window,) in left:
            if crossings[window] is None:
                _place(p, pattern, window)
        return True
    p.todo[0] = ("squares", pattern, left)
    return False


def mark_options(p: Position) -> list[str]:
    """The windows to choose from (Q-5, Q-9)."""
    _, _, found = p.todo[0]
    return [window for window in WINDOWS if any(window in windows for windows in found)]


def mark(p: Position, window: str) -> None:
    """The chosen window is marked for the first square of the fewest windows that offers it."""
    _, pattern, found = p.todo[0]
    offering = [windows for windows in found if window in windows]
    used = min(offering, key=len)
    index = next(k for k, windows in enumerate(found) if windows is used)
    p.todo[0] = ("squares", pattern, found[:index] + found[index + 1 :])
    _place(p, pattern, window)


def _place(p: Position, pattern: str, window: str) -> None:
    """Q-2, Q-3."""
    p.cards[pattern].crossings[window] = p.side
    p.stock[p.side] -= 1
    p.earned += CONTRACT


# --- credit (P-5, U-21 to U-24) -----------------------------------------------------------------


def credit(p: Position) -> None:
    """Move the scoring marker by what was earned, as one amount (U-24)."""
    amount, p.earned = p.earned, 0
    if p.options.is_shared:
        move_marker(p, amount if p.side == 1 else -amount)
    else:
        p.scores[p.side] += amount


def move_marker(p: Position, amount: int) -> None:
    """Walk the common marker and collect yellow ones on the way (U-22 to U-24)."""
    step = 1 if amount > 0 else -1
    for _ in range(abs(amount)):
        p.scores[0] += step
        score = p.scores[0]
        position = score % TRACK if p.options.yellow == "position" else abs(score)
        if position in p.yellow:
            p.yellow.remove(position)
