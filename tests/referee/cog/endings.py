"""Final scoring and the outcome (rules section 10, C-260, C-261)."""

from __future__ import annotations

from typing import Any

from referee.cog.position import Position


def finish(p: Position, positions: list[int]) -> None:
    """Score; `positions` has the seats from the first cog on (C-235 to C-247)."""
    p.phase, p.positions = "over", positions
    p.reason = "last round" if p.round == p.rounds else "out of letters"
    completed = [len(mat.completed_items) for mat in p.mats]
    majority = item_majority(completed, positions, p.options.item_rank_needs_card)
    p.parts = {
        "vp": [mat.vp for mat in p.mats],  # C-236
        "goals": [sum(1 + len(word) for word in mat.cubes) for mat in p.mats],  # C-237 to C-239
        "items": majority,
        "letters": [mat.letters() // 2 for mat in p.mats],  # C-245
    }
    for mat, points in zip(p.mats, zip(*p.parts.values(), strict=True), strict=True):
        mat.vp = sum(points)


def item_majority(completed: list[int], positions: list[int], needs_card: bool) -> list[int]:
    """Points for completed item cards by seat (C-240 to C-244, C-260)."""
    ranked = sorted(positions, key=lambda seat: (-completed[seat], positions.index(seat)))
    if needs_card:  # C-244
        ranked = [seat for seat in ranked if completed[seat] > 0]
    points = [0] * len(completed)
    for rank, seat in enumerate(ranked):
        count = completed[seat]
        if rank == 0:
            points[seat] = 3 + 3 * count
        elif len(completed) == 2:  # C-260
            points[seat] = 2 * count
        elif rank == 1:
            points[seat] = 2 + 2 * count
        else:
            points[seat] = count
    return points


def outcome(p: Position) -> dict[str, Any] | None:
    """One winner (C-248 to C-250)."""
    if p.reason is None:
        return None
    scores = [mat.vp for mat in p.mats]
    winner = min(p.positions, key=lambda seat: (-scores[seat], p.positions.index(seat)))
    return {
        "winners": [winner],
        "returns": [int(seat == winner) for seat in range(len(scores))],
        "scores": scores,
        "reason": p.reason,
        "details": {**p.parts, "positions": list(p.positions)},
    }
