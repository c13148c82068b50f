"""Plain Python: every legal result of a lay that pushes, on a mural of 9 x 9 with 16 tiles.

The rules are those of the base game of Athos Bulcão (M and N-4): the laid tile pushes each block
that it touches one cell away from itself, what is pushed off the mural is lost, a block touched on
several sides goes any of these ways, and afterwards no two blocks may touch. The mural is lists of
numbers, as plain Python would hold it, and so are the results: murals and the cells of lost tiles.

Each of the 256 lays is compared with a slower version, which tests every pair of tiles, before the
clock starts.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle, islice, product

from peers import inputs
from peers.inputs import Laid
from peers.worker import Counts, Work, main

STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))


def lay(mural: list[list[int]], row: int, col: int, pattern: int) -> Laid:
    """The results of laying the pattern on an empty cell."""
    height, width = len(mural), len(mural[0])
    blocks: dict[int, list[tuple[int, int]]] = {}
    for r, line in enumerate(mural):
        for c, code in enumerate(line):
            if code:
                blocks.setdefault(code, []).append((r, c))
    touched: dict[int, list[tuple[int, int]]] = {}
    is_linked = pattern not in blocks
    for down, right in STEPS:
        r, c = row + down, col + right
        if 0 <= r < height and 0 <= c < width:
            code = mural[r][c]
            if code == pattern:
                is_linked = True
            elif code:
                touched.setdefault(code, []).append((down, right))
    if not is_linked:
        return []

    standing = [line.copy() for line in mural]
    for code in touched:
        for r, c in blocks[code]:
            standing[r][c] = 0
    standing[row][col] = pattern
    found = []
    for steps in product(*touched.values()):
        after = [line.copy() for line in standing]
        moved, lost = [], []
        is_legal = True
        for code, (down, right) in zip(touched, steps, strict=True):
            for r, c in blocks[code]:
                to_r, to_c = r + down, c + right
                if not (0 <= to_r < height and 0 <= to_c < width):
                    lost.append([r, c])
                elif after[to_r][to_c]:
                    is_legal = False
                else:
                    after[to_r][to_c] = code
                    moved.append((to_r, to_c, code))
        if is_legal and all(is_apart(after, r, c, code) for r, c, code in moved):
            found.append((after, sorted(lost)))
    return sorted(found)


def is_apart(mural: list[list[int]], row: int, col: int, code: int) -> bool:
    """Whether all tiles beside a tile are of its own pattern."""
    return (
        (row == 0 or mural[row - 1][col] in (0, code))
        and (col == 0 or mural[row][col - 1] in (0, code))
        and (row + 1 == len(mural) or mural[row + 1][col] in (0, code))
        and (col + 1 == len(mural[0]) or mural[row][col + 1] in (0, code))
    )


def one_by_one() -> Work:
    """Lay after lay on mural after mural, one call each."""
    lays = inputs.lays()
    for mural, row, col in lays:
        expected = inputs.lay_tile_by_tile(mural, row, col, inputs.NEW_PATTERN)
        if lay(mural, row, col, inputs.NEW_PATTERN) != expected:
            raise AssertionError(f"results differ on\n{mural}\nat {row}, {col}")
    following = cycle(lays)

    def work(times: int) -> Callable[[], Counts]:
        for mural, row, col in islice(following, times):
            lay(mural, row, col, inputs.NEW_PATTERN)
        return lambda: {"calls": times}

    return work


if __name__ == "__main__":
    main({"lay": one_by_one}, [])
