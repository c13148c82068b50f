"""Judging the patterns of Cobogó on the visible mosaic (rules sections 8 and 12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product

from referee.cards import ANY, Card
from referee.mosaic import GLASS, Cell, Mosaic, canon, groups

Counts = Counter[tuple[str, tuple[Cell, ...]]]


def group_counts(mosaic: Mosaic) -> Counts:
    """How many groups there are of each content and congruence class."""
    return Counter((content, canon(cells)) for content, cells in groups(mosaic))


def types_with(shape: tuple[Cell, ...], counts: Counts) -> list[str]:
    """The brick types that show the shape at least once; glass is none (K-88).

    As every number is at least 1 (K-3), no other type can fulfil an any-type pattern.
    """
    return sorted(content for content, other in counts if other == shape and content != GLASS)


def have_and_ok(pattern: Card, counts: Counts, at_least: bool) -> tuple[int, bool]:
    """Count and fulfilment of a pattern as if it were the only one (K-56, K-114 as amended)."""

    def right(count: int) -> bool:
        return count >= pattern.number if at_least else count == pattern.number

    shape = canon(pattern.shape)
    if pattern.type != ANY:
        have = counts[pattern.type, shape]
        return have, right(have)
    by_type = [counts[type_, shape] for type_ in types_with(shape, counts)]
    if any(right(count) for count in by_type):
        return pattern.number, True
    return max(by_type, default=0), False


def is_won(
    reserved: Sequence[Card], counts: Counts, at_least: bool, special_exclusive: bool
) -> bool:
    """All reserved patterns hold together for some choice of types (K-63, K-91, section 12)."""
    choices = [
        types_with(canon(pattern.shape), counts) if pattern.type == ANY else [pattern.type]
        for pattern in reserved
    ]
    return any(
        _holds(reserved, chosen, counts, at_least, special_exclusive)
        for chosen in product(*choices)
    )


def _holds(
    reserved: Sequence[Card],
    chosen: Sequence[str],
    counts: Counts,
    at_least: bool,
    special_exclusive: bool,
) -> bool:
    exclusive: Counter[tuple[str, tuple[Cell, ...]]] = Counter()
    others: dict[tuple[str, tuple[Cell, ...]], list[int]] = {}
    for pattern, type_ in zip(reserved, chosen, strict=True):
        key = (type_, canon(pattern.shape))
        others.setdefault(key, [])
        if pattern.group == "window" or (pattern.group == "special" and special_exclusive):
            exclusive[key] += pattern.number
        else:
            others[key].append(pattern.number)
    for key, numbers in others.items():
        left = counts[key] - exclusive[key]
        if at_least:
            if left < max(numbers, default=0):
                return False
        elif numbers:
            if any(number != left for number in numbers):
                return False
        elif left != 0:
            return False
    return True
