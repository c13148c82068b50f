"""Laying a tile on a mural given as an array: rules M and N-4, on the back W too, tile by tile."""

from __future__ import annotations

from itertools import product
from random import Random

import numpy as np
from numpy.typing import NDArray

Grid = NDArray[np.uint8]
Bools = NDArray[np.bool_]
Place = tuple[int, int]
Result = tuple[list[list[int]], list[list[int]]]

STEPS = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}


def _on(place: Place, step: Place) -> Place:
    return place[0] + step[0], place[1] + step[1]


def _places(cells: NDArray[np.generic]) -> set[Place]:
    return {(int(row), int(col)) for row, col in np.argwhere(cells)}


def lay(
    mural: Grid,
    place: Place,
    pattern: int,
    columns: Bools | None = None,
    locked: Bools | None = None,
) -> list[Result]:
    """Each legal result: the mural as lists, and the sorted cells of the tiles that left it."""
    height, width = mural.shape
    is_back = columns is not None or locked is not None
    pillars = _places(columns) if columns is not None else set()
    fixed = _places(locked) if locked is not None else set()
    tiles = {at: int(mural[at]) for at in _places(mural)}
    corners = {(row, col) for row in (0, height - 1) for col in (0, width - 1)} - pillars
    if is_back:
        fixed |= corners & set(tiles)  # W-14

    # W-5, N-4 and W-7.
    if place in pillars:
        return []
    block = {at for at, code in tiles.items() if code == pattern}
    if block and not any(_on(place, step) in block for step in STEPS.values()):
        return []
    if is_back:
        for axis in (0, 1):
            ends = [at[axis] for at in block | {place}]
            if max(ends) - min(ends) > 1:
                return []

    # What the tile touches (M-1, W-20, W-25).
    touched: dict[int, list[Place]] = {}
    away: list[Place] = []
    for step in STEPS.values():
        near = _on(place, step)
        if near in tiles and tiles[near] != pattern:
            if near in fixed:
                away.append((-step[0], -step[1]))
            else:
                touched.setdefault(tiles[near], []).append(step)
    if len(away) > 1 or (away and place in corners):  # W-21, W-22
        return []

    tiles[place] = pattern
    results = []
    for steps in product(*touched.values()):  # M-15, M-16
        moves = dict(zip(touched, steps, strict=True))
        if away:
            moves[pattern] = away[0]
        result = _moved(tiles, place, moves, pillars, fixed, (height, width))
        if result is not None and result not in results:
            results.append(result)
    return sorted(results)


def _moved(
    tiles: dict[Place, int],
    laid: Place,
    moves: dict[int, Place],
    pillars: set[Place],
    fixed: set[Place],
    size: Place,
) -> Result | None:
    """Everything moved at once, or None if that is illegal (M-14, W-23)."""
    after: dict[Place, int] = {}
    lost = []
    for place, pattern in tiles.items():
        to = place
        if pattern in moves and place not in fixed:
            to = _on(to, moves[pattern])
            while to in fixed and tiles[to] == pattern:  # W-19
                to = _on(to, moves[pattern])
        if not (0 <= to[0] < size[0] and 0 <= to[1] < size[1]) or to in pillars:  # M-10, W-17
            lost.append(list(place))
        elif to in after:
            return None
        else:
            after[to] = pattern
    if list(laid) in lost:
        return None
    for place, pattern in after.items():
        if any(after.get(_on(place, step), pattern) != pattern for step in STEPS.values()):
            return None
    rows = [[after.get((row, col), 0) for col in range(size[1])] for row in range(size[0])]
    return rows, sorted(lost)


def random_mural(rng: Random, height: int, width: int, longest: int, blocks: int) -> Grid:
    """A mural whose blocks, of at most `longest` by `longest` cells, do not touch."""
    mural = np.zeros((height, width), np.uint8)
    for code in rng.sample(range(1, 256), blocks):
        own = [(rng.randrange(height), rng.randrange(width))]
        for _ in range(rng.randint(1, 9)):
            place = own[-1] if len(own) == 1 else rng.choice(own)
            if len(own) > 1 or mural[place] != 0 or not _is_apart(mural, place, code):
                place = _on(place, rng.choice(list(STEPS.values())))
            if not (0 <= place[0] < height and 0 <= place[1] < width) or mural[place] != 0:
                continue
            present = [*_places(mural == code), place]
            spans = [
                max(at[axis] for at in present) - min(at[axis] for at in present) for axis in (0, 1)
            ]
            if max(spans) < longest and _is_apart(mural, place, code):
                mural[place] = code
                own.append(place)
    return mural


def _is_apart(mural: Grid, place: Place, code: int) -> bool:
    for step in STEPS.values():
        row, col = _on(place, step)
        inside = 0 <= row < mural.shape[0] and 0 <= col < mural.shape[1]
        if inside and mural[row, col] not in (0, code):
            return False
    return True
