"""The kernels on NumPy arrays, against worked cases of the rules and a slow reference."""

from __future__ import annotations

import doctest
import sys
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from ludoteca import kernels
from ludoteca.kernels import label_groups, pattern_count, placements, symmetries
from numpy.typing import NDArray

Grid = NDArray[np.uint8]
Flags = NDArray[np.bool_]

GLASS = ord("#")


def board(drawing: str) -> Grid:
    """Rows parted by "/" or white space; "." is nothing, any other sign its own code."""
    rows = drawing.replace("/", " ").split()
    return np.array([[0 if sign == "." else ord(sign) for sign in row] for row in rows], np.uint8)


def flags(drawing: str) -> Flags:
    return board(drawing).astype(bool)


# The reference: sets of cells, word by word as the rules say it.


def groups(grid: Grid) -> list[tuple[int, set[tuple[int, int]]]]:
    """Every group with its code, in the order of the first cells."""
    height, width = grid.shape
    seen: set[tuple[int, int]] = set()
    found = []
    for start in np.ndindex(height, width):
        if grid[start] == 0 or start in seen:
            continue
        group, waiting = {start}, [start]
        while waiting:
            row, col = waiting.pop()
            for cell in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
                inside = 0 <= cell[0] < height and 0 <= cell[1] < width
                if inside and cell not in group and grid[cell] == grid[start]:
                    group.add(cell)
                    waiting.append(cell)
        seen |= group
        found.append((int(grid[start]), group))
    return found


def normal(cells: set[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    top, left = min(row for row, _ in cells), min(col for _, col in cells)
    return frozenset((row - top, col - left) for row, col in cells)


def orientations(cells: set[tuple[int, int]]) -> set[frozenset[tuple[int, int]]]:
    images = set()
    for _ in range(4):
        cells = {(col, -row) for row, col in cells}
        images |= {normal(cells), normal({(row, -col) for row, col in cells})}
    return images


def slow_pattern_count(grid: Grid, brick: int, shape: Flags) -> int:
    images = orientations({(int(row), int(col)) for row, col in np.argwhere(shape)})
    return sum(code == brick and normal(group) in images for code, group in groups(grid))


def slow_placements(grid: Grid, card: Grid, glass: int) -> list[list[int]]:
    filled = {(int(row), int(col)) for row, col in np.argwhere(grid)}
    closed = {cell for cell in filled if glass and grid[cell] == glass}
    zone = filled | {
        (row + down, col + right)
        for row, col in filled
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
    }
    listed: list[list[int]] = []
    faces: list[Grid] = []
    for turns in range(4):
        turned = np.rot90(card, -turns)
        if any(np.array_equal(turned, face) for face in faces):
            continue
        faces.append(turned)
        for row in range(-turned.shape[0], grid.shape[0] + 1):
            for col in range(-turned.shape[1], grid.shape[1] + 1):
                cells = {(row + down, col + right) for down, right in np.ndindex(turned.shape)}
                if cells & zone and not cells & closed:
                    listed.append([turns, row, col])
    return listed


def polyomino(rng: np.random.Generator, size: int) -> Flags:
    cells = {(0, 0)}
    while len(cells) < size:
        row, col = sorted(cells)[rng.integers(len(cells))]
        down, right = ((0, 1), (1, 0), (0, -1), (-1, 0))[rng.integers(4)]
        cells.add((row + down, col + right))
    shifted = normal(cells)
    shape = np.zeros(np.max(list(shifted), axis=0) + 1, bool)
    for cell in shifted:
        shape[cell] = True
    return shape


def random_grid(rng: np.random.Generator, *sides: int) -> Grid:
    """From nearly empty to nearly full, of 1 to 5 codes."""
    grid = rng.integers(1, 1 + rng.integers(1, 6), sides).astype(np.uint8)
    grid[rng.random(sides) < rng.random()] = 0
    return grid


# pattern_count


@pytest.mark.parametrize(
    ("case", "shape", "mosaic", "counts"),
    [
        ("T-01", "XXX/.X.", "BAC/AAD/EAF", {"A": 1}),
        ("T-02", "XXX/.X.", "BAC/AAD/EAA", {"A": 0}),
        ("T-03", "XXX/.X.", "BAC../AAD../EACDF/..EBB", {"A": 1}),
        ("T-04", "XXX/.X.", "AAAAAA/BACDAB", {"A": 0}),
        ("T-05", "XXX/.X.", "AAABAAA/BACDFAB", {"A": 2}),
        ("T-06", "XXX/.X.", "AAAB./CACAB/BDEAA/CBDAE", {"A": 2}),
        ("T-07", "XXX/X..", "EEE/ABE", {"E": 1}),
        ("T-08", "XX/XX/X.", "DDDAB/BDDCA/CABDD/ACDDD", {"D": 2}),
        ("T-09", "XX/XX", "AAAA/BCDE", {"A": 0}),
        ("T-10", "XX/XX", "BBC/BBA", {"A": 0, "B": 1}),
        ("T-11", "XX/XX", "AABC/AACD/CBAE/DCBA", {"A": 1}),
        ("T-12", "XXX", "AAAAA/BCDEF", {"A": 0}),
        ("T-13 before", "XXX", "AAAAAAAA/BCDEBCDE", {"A": 0}),
        ("T-13 after", "XXX", "AAABCAAA/BCDDECDE/...FB...", {"A": 2}),
        ("T-14 a", "XXX/X.X/XXX", "AAA/ABA/AAA", {"A": 1}),
        ("T-14 b", "XXX/X.X/XXX", "AAA/A.A/AAA", {"A": 1}),
        ("T-14 c", "XXX/X.X/XXX", "AAA/AAA/AAA", {"A": 0}),
        ("T-15", "XXX", "AAAB/BCDE/AAAC/DEFB/AAAD", {"A": 3}),
        ("T-16", "XXX", "AAAB./BCDE./AAAC./DEFB./AABCD/..EFB", {"A": 2}),
        ("T-39 a", "XX", "A##B#/CDEF#", {"#": 2}),
        ("T-39 b", "XX", "A##B#/C#EF#", {"#": 1}),
        ("T-50", "..X./XXXX/X..X", "FF./.F./.FF/FF.", {"F": 1}),
    ],
)
def test_worked_cases(case: str, shape: str, mosaic: str, counts: dict[str, int]) -> None:
    for brick, count in counts.items():
        for image in symmetries(flags(shape)):
            assert pattern_count(board(mosaic), ord(brick), image) == count, case


@pytest.mark.parametrize("width", range(1, 131))
def test_every_width_equals_the_reference(width: int) -> None:
    rng = np.random.default_rng(width)
    for _ in range(4):
        grid = random_grid(rng, int(rng.integers(1, 40)), width)
        small = polyomino(rng, int(rng.integers(1, 6)))
        large = polyomino(rng, int(rng.integers(6, 20)))
        present = [group for _, group in groups(grid)]
        shapes = [small, large]
        # A group of the grid itself, so that large ones are met too.
        for group in sorted(present, key=len)[-1:] + present[len(present) // 2 :][:1]:
            cells = np.array(list(normal(group)))
            if cells.max() < 64:
                shapes.append(np.zeros(cells.max(axis=0) + 1, bool))
                shapes[-1][tuple(cells.T)] = True
        for shape in shapes:
            for brick in (1, 2):
                expected = slow_pattern_count(grid, brick, shape)
                assert pattern_count(grid, brick, shape) == expected, (grid.tolist(), shape)


@pytest.mark.parametrize(("height", "width"), [(5, 7), (16, 16), (17, 16), (32, 32), (9, 100)])
def test_random_grids_equal_the_reference(height: int, width: int) -> None:
    rng = np.random.default_rng(height)
    grids = np.stack([random_grid(rng, height, width) for _ in range(60)])
    for size in range(1, 8):
        shape = polyomino(rng, size)
        expected = [slow_pattern_count(grid, 1, shape) for grid in grids]
        counts = pattern_count(grids, 1, shape)
        assert isinstance(counts, np.ndarray)
        assert counts.dtype == np.int32
        assert counts.tolist() == expected
        assert [pattern_count(grid, 1, shape) for grid in grids] == expected


def test_the_longest_shapes() -> None:
    for length in (33, 63, 64):
        line = np.ones((1, length), bool)
        for width in (length, length + 1, 64, 128, 129):
            for first in range(width - length + 1):
                grid = np.zeros((3, width), np.uint8)
                grid[1, first : first + length] = 8
                assert pattern_count(grid, 8, line) == 1
                assert pattern_count(grid.T, 8, line) == 1
                assert pattern_count(grid, 8, line.T) == 1
        assert pattern_count(np.full((1, length + 1), 8, np.uint8), 8, line) == 0
    block = np.ones((64, 64), bool)
    assert pattern_count(np.ones((64, 64), np.uint8), 1, block) == 1
    assert pattern_count(np.ones((64, 65), np.uint8), 1, block) == 0
    assert pattern_count(np.ones((2, 2), np.uint8), 1, block) == 0


def test_a_single_count_is_an_int() -> None:
    count = pattern_count(board("A"), ord("A"), flags("X"))
    assert type(count) is int
    assert count == 1


@pytest.mark.parametrize("brick", [1, 255, np.uint8(200), np.int64(7), True])
def test_codes_from_1_to_255(brick: int) -> None:
    grid = np.array([[brick, 0, brick]], np.uint8)
    assert pattern_count(grid, brick, flags("X")) == 2


def test_grids_without_cells() -> None:
    shape = flags("X")
    for one in ((0, 0), (0, 5), (5, 0)):
        assert pattern_count(np.zeros(one, np.uint8), 1, shape) == 0
    for sides in ((0, 0, 0), (0, 3, 3), (4, 0, 3), (4, 3, 0), (4, 0, 0)):
        counts = pattern_count(np.zeros(sides, np.uint8), 1, shape)
        assert counts.dtype == np.int32
        assert counts.tolist() == [0] * sides[0]


def test_a_long_batch_is_counted_in_pieces() -> None:
    rng = np.random.default_rng(5)
    some = np.stack([random_grid(rng, 64, 64) for _ in range(3)])
    grids = np.concatenate([some] * 3000)  # more cells than one piece holds
    shape = flags("XX/X.")
    counts = pattern_count(grids, 1, shape)
    assert counts.reshape(3000, 3).tolist() == [pattern_count(some, 1, shape).tolist()] * 3000


def test_the_gil_is_released_for_batches() -> None:
    grids, shape = np.ones((4000, 32, 32), np.uint8), flags("XX/XX/X.")
    gate, progress = threading.Event(), threading.Event()

    def proceed() -> None:
        gate.wait()
        progress.set()

    thread = threading.Thread(target=proceed)
    thread.start()
    interval = sys.getswitchinterval()
    sys.setswitchinterval(600)  # nobody gets the GIL but by its being released
    try:
        gate.set()
        for _ in range(200):
            pattern_count(grids, 1, shape)
            if progress.is_set():
                break
        released = progress.is_set()
    finally:
        sys.setswitchinterval(interval)
    thread.join()
    assert released


def test_threads_agree() -> None:
    rng = np.random.default_rng(6)
    grids = np.stack([random_grid(rng, 20, 20) for _ in range(500)])
    expected = pattern_count(grids, 1, flags("XX/X.")).tolist()
    results: list[list[int]] = []
    threads = [
        threading.Thread(
            target=lambda: results.append(pattern_count(grids, 1, flags("XX/X.")).tolist())
        )
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [expected] * 8


# Memory layouts


def layouts(array: NDArray[Any]) -> dict[str, NDArray[Any]]:
    """The same values in every layout that NumPy can hold them in."""
    spread = np.full([2 * side + 3 for side in array.shape], 77).astype(array.dtype)
    window = spread[tuple(slice(1, 1 + 2 * side, 2) for side in array.shape)]
    window[...] = array
    backwards = tuple(slice(None, None, -1) for _ in array.shape)
    inner = np.full([side + 2 for side in array.shape], 77).astype(array.dtype)
    inside = inner[tuple(slice(1, 1 + side) for side in array.shape)]
    inside[...] = array
    frozen = array.copy()
    frozen.flags.writeable = False
    odd = np.zeros(array.nbytes + 1, np.uint8)[1:].view(array.dtype).reshape(array.shape)
    odd[...] = array
    return {
        "C": np.ascontiguousarray(array),
        "Fortran": np.asfortranarray(array),
        "every other cell": window,
        "inside another": inside,
        "backwards": array[backwards].copy()[backwards],
        "rows backwards": array[::-1].copy()[::-1],
        "columns backwards": array[..., ::-1].copy()[..., ::-1],
        "swapped axes": np.moveaxis(np.moveaxis(array, 0, -1).copy(), -1, 0),
        "read only": frozen,
        "odd address": odd,
        "subclass": array.copy().view(_Subclass),
    }


class _Subclass(np.ndarray):
    """An ndarray of another name."""


def test_layouts_of_grids() -> None:
    rng = np.random.default_rng(7)
    for width in (3, 16, 17, 32, 40, 90):
        grid = random_grid(rng, 11, width)
        card = np.array([[1, 2, 3], [2, 1, 1]], np.uint8)
        shape = flags("XX/X.")
        count = slow_pattern_count(grid, 1, shape)
        labels, total = label_groups(grid.copy())
        where = placements(grid.copy(), card, 2)
        for name, layout in layouts(grid).items():
            assert np.array_equal(layout, grid)
            assert pattern_count(layout, 1, shape) == count, name
            assert np.array_equal(label_groups(layout)[0], labels), name
            assert label_groups(layout)[1] == total, name
            assert np.array_equal(placements(layout, card, 2), where), name
        for name, layout in layouts(card).items():
            assert np.array_equal(placements(grid, layout, 2), where), name


def test_layouts_of_batches() -> None:
    rng = np.random.default_rng(8)
    shape = flags("XX")
    for width in (9, 32, 70):
        grids = np.stack([random_grid(rng, 6, width) for _ in range(5)])
        expected = [slow_pattern_count(grid, 1, shape) for grid in grids]
        for name, layout in layouts(grids).items():
            assert pattern_count(layout, 1, shape).tolist() == expected, name
        repeated = np.broadcast_to(grids[0], (3, 6, width))
        assert pattern_count(repeated, 1, shape).tolist() == expected[:1] * 3


def test_layouts_of_shapes() -> None:
    shape = flags("XXX/..X")
    grid = board("AAAB/CAAA/DEFA")
    for name, layout in layouts(shape).items():
        assert pattern_count(board("AAB/BAA/BBA"), ord("A"), layout) == 0, name
        assert pattern_count(board("AAAB/BBAB"), ord("A"), layout) == 1, name
        assert pattern_count(grid, ord("A"), layout) == 0, name
        images = symmetries(layout)
        assert [image.tolist() for image in images] == [
            image.tolist() for image in symmetries(shape)
        ]


def test_bools_that_are_neither_0_nor_1() -> None:
    odd = np.array([[2, 255, 1], [0, 128, 0]], np.uint8).view(bool)
    assert pattern_count(board("AAA/.A."), ord("A"), odd) == 1
    assert [image.view(np.uint8).max() for image in symmetries(odd)] == [1] * 4


def test_arguments_stay_as_they_were() -> None:
    grid, card, shape = board("ABC/DEF"), board("AB/CD"), flags("XX")
    copies = grid.copy(), card.copy(), shape.copy()
    labels, _ = label_groups(grid)
    results = [labels, placements(grid, card, GLASS), *symmetries(shape)]
    for result in results:
        assert result.flags.c_contiguous
        assert result.flags.writeable
        result[...] = 1
    assert all(map(np.array_equal, copies, (grid, card, shape)))


# label_groups


def test_labels_follow_the_first_cells() -> None:
    labels, count = label_groups(board("AB.A/AABA/.ABB"))
    assert labels.tolist() == [[1, 2, 0, 3], [1, 1, 4, 3], [0, 1, 4, 4]]
    assert labels.dtype == np.int32
    assert (type(count), count) == (int, 4)


def test_labels_equal_the_reference() -> None:
    rng = np.random.default_rng(9)
    for _ in range(200):
        grid = random_grid(rng, *(int(side) for side in rng.integers(1, 30, 2)))
        expected = np.zeros(grid.shape, int)
        for label, (_, group) in enumerate(groups(grid), start=1):
            expected[tuple(np.transpose(list(group)))] = label
        labels, count = label_groups(grid)
        assert np.array_equal(labels, expected)
        assert count == expected.max()


def test_labels_of_nothing() -> None:
    for sides in ((0, 0), (0, 4), (4, 0)):
        labels, count = label_groups(np.zeros(sides, np.uint8))
        assert (labels.shape, count) == (sides, 0)
    labels, count = label_groups(np.zeros((2, 2), np.uint8))
    assert (labels.tolist(), count) == ([[0, 0], [0, 0]], 0)


def test_a_long_winding_group() -> None:
    grid = np.ones((401, 401), np.uint8)
    grid[1::4, :-1] = 0
    grid[3::4, 1:] = 0
    labels, count = label_groups(grid)
    assert count == 1
    assert np.array_equal(labels, grid)


# symmetries


@pytest.mark.parametrize(
    ("shape", "count"),
    [
        ("X", 1),
        ("XX/XX", 1),
        (".X./XXX/.X.", 1),
        ("XXX", 2),
        ("XX/X.", 4),
        ("XXX/.X.", 4),
        ("XX./.XX", 4),
        ("XX/XX/X.", 8),
        ("..X./XXXX/X..X", 8),
    ],
)
def test_the_number_of_images(shape: str, count: int) -> None:
    images = symmetries(flags(shape))
    assert len(images) == count
    assert all(image.dtype == np.bool_ for image in images)


def test_images_in_order() -> None:
    drawings = [
        "/".join("".join(".X"[cell] for cell in row) for row in image.astype(int))
        for image in symmetries(flags("XX/XX/X."))
    ]
    assert drawings == [
        ".XX/XXX", "XX./XXX", "XXX/.XX", "XXX/XX.",
        ".X/XX/XX", "X./XX/XX", "XX/XX/.X", "XX/XX/X.",
    ]  # fmt: skip


def test_images_of_any_cells() -> None:
    rng = np.random.default_rng(10)
    for _ in range(300):
        cells = rng.random(rng.integers(1, 6, 2)) < 0.5
        cells.flat[0] = True
        turned = [np.rot90(image, turns) for image in (cells, cells[::-1]) for turns in range(4)]
        expected = sorted({(image.shape, tuple(map(tuple, image.tolist()))) for image in turned})
        found = [(image.shape, tuple(map(tuple, image.tolist()))) for image in symmetries(cells)]
        assert found == expected


# placements


def test_the_number_of_placements_beside_one_card() -> None:
    # T-25: 31, 32, 31 and 32 by turns; 102 with one glass block.
    rows = placements(board("ABC/CDE"), board("FFB/B#A"), GLASS)
    assert rows.shape == (126, 3)
    assert rows.dtype == np.int32
    assert np.bincount(rows[:, 0]).tolist() == [31, 32, 31, 32]
    for cell in range(6):
        grid = board("ABC/CDE")
        grid.flat[cell] = GLASS
        assert len(placements(grid, board("FFB/B#A"), GLASS)) == 102
        assert len(placements(grid, board("FFB/B#A"), 0)) == 126
        assert len(placements(grid, board("FFB/B#A"), 255)) == 126


@pytest.mark.parametrize(
    ("case", "mosaic", "card", "placement", "is_legal"),
    [
        ("T-20", "AB#/CDE", "BCD/EFB", (0, 0, 2), False),
        ("T-20", "AB#/CDE", "BCD/EFB", (0, 1, 2), True),
        ("T-21", "ABC/CDE", "#CD/EFB", (0, 1, 2), True),
        ("T-21", "ABC../CD#CD/..EFB", "BCD/EFB", (0, 1, 1), False),
        ("T-22 corner", "ABC/CDE", "BCD/EFB", (0, 2, 3), False),
        ("T-22 apart", "ABC/CDE", "BCD/EFB", (0, 1, 4), False),
        ("T-22", "ABC/CDE", "BCD/EFB", (0, 2, 2), True),
        ("T-23", "ABC/CDE", "BCD/EFB", (1, -1, 3), True),
        ("T-24", "ABC/CDE", "FFB/BAA", (0, -1, -2), True),
        ("T-25", "ABC/CDE", "FFB/B#A", (2, 0, 0), True),
        ("T-25", "A#B/BFF", "CCC/DDD", (0, 0, 0), False),
        ("T-26", "ABCABC/CDECDE/BBA...", "AAC/AAB", (1, 0, 2), True),
        ("T-49 apart", "A##/DCB", "DCE/DDC", (0, 5, 5), False),
        ("T-49 glass", "A##/DCB", "DCE/DDC", (0, 0, 0), False),
        ("T-49", "A##/DCB", "DCE/DDC", (0, 1, 0), True),
    ],
)
def test_worked_placements(
    case: str, mosaic: str, card: str, placement: tuple[int, int, int], is_legal: bool
) -> None:
    rows = placements(board(mosaic), board(card), GLASS).tolist()
    assert (list(placement) in rows) == is_legal, case


@pytest.mark.parametrize(
    ("card", "turns"),
    [
        ("A", [0]),
        ("AA/AA", [0]),
        ("ABA/B#B/ABA", [0]),
        ("ABA/C#C/ABA", [0, 1]),
        ("AB/BA", [0, 1]),
        ("ABC/CBA", [0, 1]),
        ("AAA", [0, 1]),
        ("ABC/ABC", [0, 1, 2, 3]),
        ("AB", [0, 1, 2, 3]),
        ("AB/AB", [0, 1, 2, 3]),
    ],
)
def test_equal_turns_are_listed_once(card: str, turns: list[int]) -> None:
    # K-120.
    rows = placements(board("XYZ/ZYX"), board(card), GLASS)
    assert np.unique(rows[:, 0]).tolist() == turns


def test_placements_equal_the_reference() -> None:
    rng = np.random.default_rng(11)
    for turn in range(300):
        most = 75 if turn % 5 == 0 else 10
        grid = random_grid(rng, int(rng.integers(1, 9)), int(rng.integers(1, most)))
        grid.flat[rng.integers(grid.size)] = 1
        card = rng.integers(1, 3, rng.integers(1, 5, 2)).astype(np.uint8)
        for glass in (0, 2):
            assert placements(grid, card, glass).tolist() == slow_placements(grid, card, glass)


def test_placements_can_be_none() -> None:
    # Glass on every side of nothing else: the zone around it is still free.
    assert placements(board("#"), board("A"), GLASS).tolist() == [
        [0, -1, 0], [0, 0, -1], [0, 0, 1], [0, 1, 0],
    ]  # fmt: skip


# Refusals


WRONG_ARRAYS: list[Any] = [
    None,
    3,
    "grid",
    [[1, 2], [3, 4]],
    np.zeros((2, 2), np.int8),
    np.zeros((2, 2), np.int64),
    np.zeros((2, 2), np.uint16),
    np.zeros((2, 2), ">u2"),
    np.zeros((2, 2), np.float64),
    np.zeros((2, 2), object),
    np.zeros((2, 2), "S1"),
]


@pytest.mark.parametrize("wrong", WRONG_ARRAYS, ids=lambda wrong: getattr(wrong, "dtype", wrong))
def test_other_types_are_refused(wrong: Any) -> None:
    grid, card, shape = board("AB/CD"), board("AB"), flags("XX")
    calls: dict[str, list[Callable[[], Any]]] = {
        "grid": [
            lambda: pattern_count(wrong, 1, shape),
            lambda: label_groups(wrong),
            lambda: placements(wrong, card, 0),
        ],
        "card": [lambda: placements(grid, wrong, 0)],
        "shape": [lambda: pattern_count(grid, 1, wrong), lambda: symmetries(wrong)],
    }
    for name, refused in calls.items():
        found = wrong.dtype.name if isinstance(wrong, np.ndarray) else type(wrong).__name__
        found = {"bytes8": r"\|S1", "uint16": "u.*2|uint16"}.get(found, found)
        for call in refused:
            with pytest.raises(TypeError, match=f"^{name} must be a NumPy array of .*({found})$"):
                call()


def test_bools_are_no_cells_and_cells_no_bools() -> None:
    with pytest.raises(TypeError, match=r"grid must be a NumPy array of uint8, not .* bool"):
        pattern_count(flags("X"), 1, flags("X"))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"shape must be a NumPy array of bool, not .* uint8"):
        symmetries(board("X"))  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [None, 1.0, "1", b"A", [1], np.float64(2)])
def test_codes_are_ints(wrong: Any) -> None:
    with pytest.raises(TypeError, match="brick must be an int, not"):
        pattern_count(board("A"), wrong, flags("X"))
    with pytest.raises(TypeError, match="glass must be an int, not"):
        placements(board("A"), board("A"), wrong)


@pytest.mark.parametrize("wrong", [-1, 256, -(2**40), 2**63, 2**80, -(2**80)])
def test_codes_are_bytes(wrong: int) -> None:
    with pytest.raises(ValueError, match=f"^brick must be 1 to 255, it is {wrong}$"):
        pattern_count(board("A"), wrong, flags("X"))
    with pytest.raises(ValueError, match=f"^glass must be 0 to 255, it is {wrong}$"):
        placements(board("A"), board("A"), wrong)


def test_brick_0_is_nothing() -> None:
    for grid in (board("A"), board("A")[None]):
        with pytest.raises(ValueError, match=r"^brick must be 1 to 255, it is 0$"):
            pattern_count(grid, 0, flags("X"))


def test_other_dimensions_are_refused() -> None:
    shape, card = flags("X"), board("A")
    for ndim in (0, 1, 4):
        with pytest.raises(ValueError, match=f"grid must have 2 or 3 dimensions, it has {ndim}"):
            pattern_count(np.ones([1] * ndim, np.uint8), 1, shape)
    for ndim in (0, 1, 3):
        cells, bools = np.ones([1] * ndim, np.uint8), np.ones([1] * ndim, bool)
        with pytest.raises(ValueError, match=f"grid must have 2 dimensions, it has {ndim}"):
            label_groups(cells)
        with pytest.raises(ValueError, match=f"grid must have 2 dimensions, it has {ndim}"):
            placements(cells, card, 0)
        with pytest.raises(ValueError, match=f"card must have 2 dimensions, it has {ndim}"):
            placements(card, cells, 0)
        with pytest.raises(ValueError, match=f"shape must have 2 dimensions, it has {ndim}"):
            pattern_count(card, 1, bools)
        with pytest.raises(ValueError, match=f"shape must have 2 dimensions, it has {ndim}"):
            symmetries(bools)


@pytest.mark.parametrize(
    ("shape", "message"),
    [
        (np.zeros((0, 0), bool), "no cell"),
        (np.zeros((3, 0), bool), "no cell"),
        (np.zeros((3, 3), bool), "no cell"),
        (np.eye(2, dtype=bool), "not connected"),
        (np.array([[True, False, True]]), "not connected"),
        (np.array([[True, False]]), "empty margin"),
        (np.array([[False, True]]), "empty margin"),
        (np.array([[True], [False]]), "empty margin"),
        (np.array([[False], [True]]), "empty margin"),
        (np.ones((65, 1), bool), "65 by 1; at most 64 by 64"),
        (np.ones((1, 1000), bool), "1 by 1000; at most 64 by 64"),
    ],
)
def test_faulty_shapes_are_refused(shape: Flags, message: str) -> None:
    for grid in (board("AA"), board("AA")[None], np.zeros((0, 2, 2), np.uint8)):
        with pytest.raises(ValueError, match=f"^invalid shape: .*{message}"):
            pattern_count(grid, 1, shape)
    if not shape.any():
        with pytest.raises(ValueError, match=r"^invalid shape: the shape has no cell"):
            symmetries(shape)


def test_empty_grids_and_blank_cards_are_refused() -> None:
    card = board("AB")
    for sides in ((0, 0), (0, 3), (3, 0), (3, 3)):
        with pytest.raises(ValueError, match="the grid is empty"):
            placements(np.zeros(sides, np.uint8), card, 0)
    for sides in ((0, 0), (0, 3), (3, 0)):
        with pytest.raises(ValueError, match="the card has no cell"):
            placements(card, np.zeros(sides, np.uint8), 0)
    with pytest.raises(ValueError, match="the card holds 0, no content, at row 1, column 0"):
        placements(card, board("AB/.C"), 0)


def test_arguments_by_name() -> None:
    grid, card, shape = board("AA"), board("AB"), flags("XX")
    assert pattern_count(grid=grid, brick=ord("A"), shape=shape) == 1
    assert label_groups(grid=grid)[1] == 1
    assert len(symmetries(shape=shape)) == 2
    assert len(placements(grid=grid, card=card, glass=0)) > 0


# Documentation


@pytest.mark.parametrize("name", kernels.__all__)
def test_the_examples_run(name: str) -> None:
    function = getattr(kernels, name)
    examples = doctest.DocTestParser().get_doctest(function.__doc__, {}, name, None, None)
    assert examples.examples
    runner = doctest.DocTestRunner()
    runner.run(examples)
    assert runner.failures == 0
