"""NumPy: all legal placements of a card of 2 x 3 on a mosaic of 12 cards.

A turned card may lie wherever it covers or adjoins a card and covers no glass (rules K-26 to K-35).
Both questions are asked for all places at once: the mask of places that count is dilated by the
card's rectangle, by rows and by columns apart, and `argwhere` lists what is left. The card's bricks
matter only for leaving out turns that look the same (K-120); two turns with one outline share one
answer. The answer is the array that `ludoteca.kernels.placements` gives: rows (turns, row, column),
sorted.

Each of the 64 mosaics is compared with the rules spelt out cell by cell before the clock starts.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle, islice

import numpy as np
from numpy.typing import NDArray

from peers import inputs
from peers.inputs import GLASS, Grid
from peers.worker import Counts, Work, main

Mask = NDArray[np.bool_]


def placements(grid: Grid, card: Grid) -> NDArray[np.int32]:
    """Every legal placement: quarter turns clockwise, row and column of the top-left cell."""
    margin = max(card.shape) + 1
    height, width = grid.shape
    occupied = np.zeros((height + 2 * margin, width + 2 * margin), dtype=bool)
    glass = occupied.copy()
    occupied[margin:-margin, margin:-margin] = grid != 0
    glass[margin:-margin, margin:-margin] = grid == GLASS
    reached = occupied.copy()
    reached[1:] |= occupied[:-1]
    reached[:-1] |= occupied[1:]
    reached[:, 1:] |= occupied[:, :-1]
    reached[:, :-1] |= occupied[:, 1:]

    places: dict[tuple[int, int], NDArray[np.int32]] = {}
    found: list[NDArray[np.int32]] = []
    seen: set[tuple[tuple[int, int], bytes]] = set()
    for turns in range(4):
        turned = np.rot90(card, -turns)
        outline = turned.shape
        face = (outline, turned.tobytes())
        if face in seen:
            continue
        seen.add(face)
        if outline not in places:
            legal = covers(reached, outline) & ~covers(glass, outline)
            places[outline] = np.argwhere(legal).astype(np.int32) - np.int32(margin)
        rows = np.empty((len(places[outline]), 3), dtype=np.int32)
        rows[:, 0] = turns
        rows[:, 1:] = places[outline]
        found.append(rows)
    return np.concatenate(found)


def covers(mask: Mask, outline: tuple[int, int]) -> Mask:
    """For every place of the top-left cell, whether the rectangle covers a cell of the mask."""
    height, width = outline
    rows = mask.shape[0] - height + 1
    cols = mask.shape[1] - width + 1
    tall = mask[:rows].copy()
    for row in range(1, height):
        tall |= mask[row : row + rows]
    wide = tall[:, :cols].copy()
    for col in range(1, width):
        wide |= tall[:, col : col + cols]
    return wide


def one_by_one() -> Work:
    """Card after card on mosaic after mosaic, one call each."""
    mosaics = inputs.mosaics()
    for grid, card in mosaics:
        if placements(grid, card).tolist() != inputs.placements_cell_by_cell(grid, card):
            raise AssertionError(f"placements differ on\n{grid}\nwith\n{card}")
    following = cycle(mosaics)

    def work(times: int) -> Callable[[], Counts]:
        for grid, card in islice(following, times):
            placements(grid, card)
        return lambda: {"calls": times}

    return work


if __name__ == "__main__":
    main({"placements": one_by_one}, ["numpy"])
