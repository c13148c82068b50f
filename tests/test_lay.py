"""The kernel `lay` against the worked examples of sliding, a slow referee, and faulty input."""

from __future__ import annotations

import tomllib
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from ludoteca.kernels import lay
from referee import mural as referee
from test_kernels import WRONG_ARRAYS, layouts

Grid = referee.Grid
Bools = referee.Bools

EXAMPLES: dict[str, dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "golden/athos/slides.toml").read_text(encoding="utf-8")
)
COLUMNS = np.zeros((9, 9), bool)
COLUMNS[3:6:2, 3:6:2] = True


def drawn(text: str, corner: tuple[int, int]) -> Grid:
    """The mural of 9 by 9 of which a part is drawn; columns and padlocks are as they must be."""
    mural = np.zeros((9, 9), np.uint8)
    for row, line in enumerate(text.split("\n"), corner[0]):
        for col, sign in enumerate(line.split(), corner[1]):
            assert sign != "*" or COLUMNS[row, col]
            assert sign != "+" or (row % 8, col % 8) == (0, 0)
            mural[row, col] = ord(sign) if sign.isalpha() else 0
    return mural


def listed(results: list[tuple[Grid, Any]]) -> list[referee.Result]:
    """The results as lists, once their types are looked at."""
    for mural, lost in results:
        assert mural.dtype == np.uint8
        assert lost.dtype == np.int32
        assert lost.shape[1:] == (2,)
        assert mural.flags.c_contiguous
        assert lost.flags.c_contiguous
    return [(mural.tolist(), lost.tolist()) for mural, lost in results]


def test_all_examples_are_there() -> None:
    assert list(EXAMPLES) == [f"EX-{n}" for n in (*range(1, 17), *range(64, 81))]


@pytest.mark.parametrize("name", EXAMPLES)
def test_worked_examples(name: str) -> None:
    example = EXAMPLES[name]
    before = drawn(example["before"], example["corner"])
    expected = sorted(
        (drawn(after, example["corner"]).tolist(), lost)
        for after, lost in zip(example["after"], example["lost"], strict=True)
    )
    columns = locked = None
    if example.get("is_back"):
        columns = COLUMNS
        locked = np.isin(before, [ord(letter) for letter in example.get("immovable", [])])
    row, col = example["cell"]
    tile = ord(example["tile"])
    results = listed(lay(before, row, col, tile, columns=columns, locked=locked))
    assert results == expected
    assert referee.lay(before, (row, col), tile, columns, locked) == expected


def compare(mural: Grid, rng: Random, columns: Bools | None, locked: Bools | None) -> list[int]:
    """Each cell, for a new pattern or one on the mural; how many results each lay has."""
    counts = []
    codes = [int(code) for code in np.unique(mural) if code]
    new = rng.choice([code for code in range(1, 256) if code not in codes])
    for row, col in np.argwhere(mural == 0).tolist():
        pattern = rng.choice([new, *codes]) if rng.random() < 0.5 else new
        results = listed(lay(mural, row, col, pattern, columns=columns, locked=locked))
        expected = referee.lay(mural, (row, col), pattern, columns, locked)
        assert results == expected, (mural.tolist(), row, col, pattern, columns, locked)
        counts.append(len(results))
    return counts


def random_size(rng: Random) -> tuple[int, int]:
    if rng.random() < 0.5:
        return 9, 9
    if rng.random() < 0.1:
        return rng.randint(5, 16), rng.randint(5, 16)
    return rng.randint(5, 8), rng.randint(5, 8)


@pytest.mark.parametrize("seed", range(4))
def test_the_front(seed: int) -> None:
    rng = Random(f"front {seed}")
    counts = []
    for _ in range(350):
        height, width = random_size(rng)
        mural = referee.random_mural(rng, height, width, 3, rng.randint(1, 9))
        counts += compare(mural, rng, None, None)
    assert {0, 1, 2} <= set(counts)


@pytest.mark.parametrize("seed", range(4))
def test_the_back(seed: int) -> None:
    rng = Random(f"back {seed}")
    counts = []
    for turn in range(450):
        height, width = random_size(rng)
        mural = referee.random_mural(rng, height, width, 2, rng.randint(1, 11))
        columns = np.zeros(mural.shape, bool)
        for _ in range(rng.randint(0, 6)):
            row, col = rng.randrange(height), rng.randrange(width)
            columns[row, col] = mural[row, col] == 0
        locked = np.zeros(mural.shape, bool)
        for code in np.unique(mural):
            cells = mural == code
            if code and (cells.sum() == 4 or rng.random() < 0.2):
                locked |= cells
        # Single tiles, which are jumped over wherever they are.
        for row, col in np.argwhere(mural).tolist():
            locked[row, col] |= rng.random() < 0.15
        either = [(columns, None), (None, locked), (columns, locked)][min(turn % 4, 2)]
        counts += compare(mural, rng, *either)
    assert {0, 1, 2} <= set(counts)


def test_murals_that_no_game_has() -> None:
    """Patterns that touch already, which a lay may part (M-14) and otherwise makes illegal."""
    rng = Random("any")
    counts = []
    for turn in range(600):
        height, width = rng.randint(5, 6), rng.randint(5, 6)
        cells = [[rng.choice([0] * 12 + [7, 8, 9]) for _ in range(width)] for _ in range(height)]
        mural = np.array(cells, np.uint8)
        locked = (mural > 0) & np.array([[rng.random() < 0.3] * width for _ in range(height)])
        counts += compare(mural, rng, None, locked if turn % 2 else None)
    assert {0, 1, 2} <= set(counts)


def test_corners_are_locked_anyway() -> None:
    # W-14, W-25: EX-80, whether the corner is said to be locked or not.
    mural = np.zeros((9, 9), np.uint8)
    mural[:2, 0] = 2
    none, corner = np.zeros((9, 9), bool), np.zeros((9, 9), bool)
    corner[0, 0] = True
    pushed = [[2, 0, 1, *[0] * 6], [2, *[0] * 8], *[[0] * 9] * 7]
    for given in ({"columns": none}, {"locked": none}, {"locked": corner}):
        assert listed(lay(mural, 0, 1, 1, **given)) == [(pushed, [])]
    # On the front the tile in the corner is pushed off.
    [(_, lost)] = listed(lay(mural, 0, 1, 1))
    assert lost == [[0, 0], [1, 0]]


def test_sixteen_patterns() -> None:
    mural = np.zeros((9, 9), np.uint8)
    mural[::2, ::2].flat[:15] = range(241, 256)
    [(laid, lost)] = lay(mural, 8, 8, 1)
    assert (laid[8, 8], laid.sum() - mural.sum(), len(lost)) == (1, 1, 0)
    mural[8, 2] = 240
    with pytest.raises(
        ValueError, match=r"^there are 17 patterns with the one laid; at most 16 go$"
    ):
        lay(mural, 8, 8, 1)
    assert lay(mural, 8, 8, 240) == []  # N-4


@pytest.mark.parametrize("sides", [(5, 5), (5, 16), (16, 5), (16, 16)])
def test_the_edges_of_every_size(sides: tuple[int, int]) -> None:
    last = sides[0] - 1, sides[1] - 1
    for row, col, near in (
        (0, 1, (0, 0)),
        (last[0], last[1] - 1, last),
        (last[0] - 1, 0, (last[0], 0)),
        (1, last[1], (0, last[1])),
    ):
        mural = np.zeros(sides, np.uint8)
        mural[near] = 9
        assert listed(lay(mural, row, col, 1))[0][1] == [list(near)]
        assert listed(lay(mural, row, col, 1)) == referee.lay(mural, (row, col), 1)


# Faulty input


def blank(*sides: int) -> Grid:
    return np.zeros(sides, np.uint8)


@pytest.mark.parametrize("sides", [(4, 5), (5, 4), (17, 5), (5, 17), (1, 1), (0, 0), (100, 100)])
def test_other_sizes_are_refused(sides: tuple[int, int]) -> None:
    height, width = sides
    message = f"^the mural is {height} by {width}; it must be 5 by 5 to 16 by 16$"
    with pytest.raises(ValueError, match=message):
        lay(blank(height, width), 0, 0, 1)


@pytest.mark.parametrize("wrong", WRONG_ARRAYS, ids=lambda wrong: getattr(wrong, "dtype", wrong))
def test_other_types_are_refused(wrong: Any) -> None:
    with pytest.raises(TypeError, match=r"^mural must be a NumPy array of uint8, not "):
        lay(wrong, 0, 0, 1)
    if wrong is not None:
        with pytest.raises(TypeError, match=r"^columns must be a NumPy array of bool, not "):
            lay(blank(5, 5), 0, 0, 1, columns=wrong)
        with pytest.raises(TypeError, match=r"^locked must be a NumPy array of bool, not "):
            lay(blank(5, 5), 0, 0, 1, locked=wrong)


def test_other_shapes_are_refused() -> None:
    mural = blank(5, 6)
    for name in ("columns", "locked"):
        given: dict[str, Any] = {name: np.zeros((6, 5), bool)}
        with pytest.raises(ValueError, match=f"^{name} must be 5 by 6, it is 6 by 5$"):
            lay(mural, 0, 0, 1, **given)
        given = {name: np.zeros(5, bool)}
        with pytest.raises(ValueError, match=f"^{name} must have 2 dimensions, it has 1$"):
            lay(mural, 0, 0, 1, **given)
    for ndim in (0, 1, 3):
        with pytest.raises(ValueError, match=f"^mural must have 2 dimensions, it has {ndim}$"):
            lay(np.zeros([5] * ndim, np.uint8), 0, 0, 1)


@pytest.mark.parametrize("wrong", [-1, 256, -(2**40), 2**63, 2**80, -(2**80)])
def test_numbers_out_of_range(wrong: int) -> None:
    mural = blank(5, 6)
    with pytest.raises(ValueError, match=f"^row must be 0 to 4, it is {wrong}$"):
        lay(mural, wrong, 0, 1)
    with pytest.raises(ValueError, match=f"^col must be 0 to 5, it is {wrong}$"):
        lay(mural, 0, wrong, 1)
    with pytest.raises(ValueError, match=f"^pattern must be 1 to 255, it is {wrong}$"):
        lay(mural, 0, 0, wrong)


def test_the_first_numbers_out_of_range() -> None:
    mural = blank(5, 6)
    assert [len(lay(mural, 4, 5, code)) for code in (1, 255)] == [1, 1]
    for row, col, code in ((5, 0, 1), (0, 6, 1), (0, 0, 0)):
        with pytest.raises(ValueError, match="must be"):
            lay(mural, row, col, code)


@pytest.mark.parametrize("wrong", [None, 1.0, "1", [1], np.float64(2)])
def test_numbers_are_ints(wrong: Any) -> None:
    mural = blank(5, 5)
    with pytest.raises(TypeError, match=r"^row must be an int, not "):
        lay(mural, wrong, 0, 1)
    with pytest.raises(TypeError, match=r"^col must be an int, not "):
        lay(mural, 0, wrong, 1)
    with pytest.raises(TypeError, match=r"^pattern must be an int, not "):
        lay(mural, 0, 0, wrong)


def test_what_cannot_be_on_a_mural() -> None:
    mural, flags = blank(5, 6), np.zeros((5, 6), bool)
    mural[2, 3] = 7
    flags[2, 3] = True
    with pytest.raises(ValueError, match=r"^the cell at row 2, column 3 is not empty$"):
        lay(mural, 2, 3, 1)
    with pytest.raises(ValueError, match=r"^a tile stands on the column at row 2, column 3$"):
        lay(mural, 0, 0, 1, columns=flags)
    mural[2, 3] = 0
    with pytest.raises(ValueError, match=r"^there is no tile to be locked at row 2, column 3$"):
        lay(mural, 0, 0, 1, locked=flags)
    assert lay(mural, 2, 3, 1, columns=flags) == []  # W-5


# Arrays


def test_any_layout_and_nothing_changed() -> None:
    rng = Random("layouts")
    mural = referee.random_mural(rng, 7, 9, 2, 5)
    columns = (mural == 0) & (np.arange(9) % 4 == 1)
    locked = mural == mural.max()
    row, col = np.argwhere((mural == 0) & ~columns)[0].tolist()
    copies = mural.copy(), columns.copy(), locked.copy()
    expected = referee.lay(mural, (row, col), 1, columns, locked)
    assert expected
    for mine, pillars, fixed in zip(
        layouts(mural).values(), layouts(columns).values(), layouts(locked).values(), strict=True
    ):
        assert listed(lay(mine, row, col, 1, columns=pillars, locked=fixed)) == expected
    for laid, lost in lay(mural, row, col, 1, columns=columns, locked=locked):
        laid[...] = 1
        lost[...] = 1
    assert all(map(np.array_equal, copies, (mural, columns, locked)))


def test_arguments_by_name() -> None:
    mural, none = blank(5, 5), np.zeros((5, 5), bool)
    assert len(lay(mural=mural, row=1, col=1, pattern=1, columns=none, locked=none)) == 1
    with pytest.raises(TypeError):
        lay(mural, 1, 1, 1, none)  # type: ignore[call-arg]
