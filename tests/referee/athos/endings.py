"""The end: majorities, ties, solo and duel (rules S, T-9, U-25 to U-34, V-6, W-31 to W-36)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final

from referee.athos.growth import may_grow
from referee.athos.laying import CONTRACT, legal_slides, move_marker
from referee.athos.mural import neighbours
from referee.athos.position import YELLOW, Position

CARD_PRIZES: Final = (10, 4, 2)
CARD_TIES: Final = {2: 4, 3: 2}
"""S-2, S-4 to S-6."""
MURAL_PRIZES: Final = (5, 3, 1)
MURAL_TIES: Final = {2: 3, 3: 1}
"""W-34, W-35."""
LEVELS: Final = {1: "Experienced Master", 2: "Renowned Architect", 3: "Master Tiler"}
"""U-33."""
BOARDS_EMPTY: Final = "boards empty"
MURAL_FULL: Final = "mural full"


def majority(
    counts: Mapping[int, int],
    tie_rule: str,
    prizes: tuple[int, ...] = CARD_PRIZES,
    ties: Mapping[int, int] = CARD_TIES,
) -> dict[int, int]:
    """The points of each side with markers (S-7, S-8, W-35)."""
    points = {}
    place = 1
    for count in sorted({n for n in counts.values() if n > 0}, reverse=True):
        tied = [side for side, n in counts.items() if n == count]
        prize = prizes[place - 1] if place <= len(prizes) else 0
        if len(tied) > 1 and prize:
            shared = ties.get(len(tied), 0)
            if tie_rule == "flat" or (tie_rule == "first_only" and place == 1):
                prize = shared
            elif tie_rule == "min":
                prize = min(prize, shared)
        points.update(dict.fromkeys(tied, prize))
        place += len(tied)
    return points


def early_end(p: Position) -> str | None:
    """The ends that come within a turn (U-25, W-32)."""
    if p.options.is_shared:
        is_empty = not p.fundathos and not any(atelier.tiles() for atelier in p.ateliers)
        return BOARDS_EMPTY if is_empty else None
    if p.options.mode == "challenging" and not _can_anything_be_laid(p):
        return MURAL_FULL
    return None


def _can_anything_be_laid(p: Position) -> bool:
    """W-32: any pattern that a cube in play could show, on any cell."""
    shown = [*p.fundathos.values(), *p.workshop.elements()]
    shown += [face for atelier in p.ateliers for face in atelier.tiles()]
    kinds = {p.kind(face) for face in shown}
    faces = {p.pattern(face): face for kind in sorted(kinds) for face in p.faces_of(kind)}
    return any(
        may_grow(p, p.mural, pattern, cell) and bool(legal_slides(p, p.mural, face, cell))
        for pattern, face in faces.items()
        for cell in p.ground.cells()
    )


def finish(p: Position, reason: str) -> None:
    """R-6: the last points, then nothing more happens."""
    rule = p.options.tie_rule
    if p.options.has_cards:
        cards = [p.cards[pattern] for pattern in p.components.patterns if pattern in p.cards]
        by_card = [majority(card.markers(), rule) for card in cards]
        if p.options.is_shared:  # U-27 to U-29
            net = [points.get(1, 0) - points.get(0, 0) for points in by_card]
            if p.options.end_collects:
                for amount in net:
                    move_marker(p, amount)
            else:
                p.scores[0] += sum(net)
        else:
            for points in by_card:
                _add(p, points)
    elif p.options.mode == "challenging":
        blocks = Counter(p.immutable.values())
        _add(p, {side: CONTRACT * count for side, count in blocks.items()})  # W-33
        _add(p, majority(blocks, rule, MURAL_PRIZES, MURAL_TIES))
    p.reason, p.todo = reason, []


def _add(p: Position, points: Mapping[int, int]) -> None:
    for side, amount in points.items():
        p.scores[side] += amount


# --- winners ------------------------------------------------------------------------------------


def _winning_sides(p: Position) -> list[int]:
    """S-9 to S-12, T-9, V-6, W-36."""
    if p.options.is_shared:
        score = p.scores[0]
        return [0, 1] if score == 0 else [int(score > 0)]
    best = [side for side in range(p.options.sides) if p.scores[side] == max(p.scores)]
    for count in _tie_breaks(p):
        most = max(count(side) for side in best)
        best = [side for side in best if count(side) == most]
    return best


def _tie_breaks(p: Position) -> list[Callable[[int], int]]:
    if p.options.mode == "simplified":
        return []
    if p.options.mode == "challenging":
        own = [(pattern, side) for pattern, side in p.immutable.items()]
        return [
            lambda side: sum(owner == side for _, owner in own),
            lambda side: sum(owner == side and _is_near_column(p, name) for name, owner in own),
        ]
    sizes = {pattern: len(p.ground.block(p.mural, pattern)) for pattern in p.cards}
    largest = [name for name, size in sizes.items() if size == max(sizes.values()) and size > 0]
    return [
        lambda side: sum(p.cards[name].markers()[side] for name in largest),  # S-10
        lambda side: sum(card.markers()[side] for card in p.cards.values()),  # S-11
    ]


def _is_near_column(p: Position, pattern: str) -> bool:
    """W-36: the block has a tile adjacent to a column."""
    return any(
        other in p.ground.columns
        for cell in p.ground.block(p.mural, pattern)
        for other in neighbours(cell).values()
    )


def collected(p: Position) -> int:
    """How many yellow markers the game has given (U-23)."""
    return len(YELLOW) - len(p.yellow)


def _is_solo_won(p: Position) -> bool:
    """U-30 to U-32; a game that a guard ends is lost (amendment on Z-3 to Z-5, Z-6)."""
    reached = collected(p) >= 1 and abs(p.scores[0]) <= collected(p)
    return p.reason == BOARDS_EMPTY and reached


def outcome(p: Position) -> dict[str, Any] | None:
    """The outcome as the interface says; None before the end."""
    if p.reason is None:
        return None
    seats = range(p.options.players)
    if p.options.mode == "solo":
        is_won = _is_solo_won(p)
        level = LEVELS[collected(p)] if is_won and p.scores[0] == 0 else None
        return {
            "winners": [0] if is_won else [],
            "returns": [Fraction(is_won)],
            "scores": list(p.scores),
            "reason": p.reason,
            "level": level,
        }
    sides = _winning_sides(p)
    winners = [seat for seat in seats if p.options.side_of_seat(seat) in sides]
    scores = list(p.scores)
    if p.options.is_shared:
        scores = [p.scores[0] * (1 if seat % 2 else -1) for seat in seats]
    return {
        "winners": winners,
        "returns": [Fraction(seat in winners, len(sides)) for seat in seats],
        "scores": scores,
        "reason": p.reason,
        "level": None,
    }
