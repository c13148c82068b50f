"""The referee of Cobogó: legal placements, kernels, component sets."""

from __future__ import annotations

import tomllib
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from referee import kernels, sets
from referee.cards import GROUPS, Card, RefereeError, parse_face, parse_shape
from referee.judging import group_counts
from referee.mosaic import (
    Mosaic,
    bounding_box,
    canon,
    groups,
    laid,
    legal_placements,
    parse_mosaic,
    turn,
    verdict,
)
from referee_games import (
    DEFAULT,
)

# --- Legal placements and the kernels -----------------------------------------------------------


@pytest.mark.parametrize("seed", range(25))
def test_listed_placements_are_those_that_the_verdict_allows(seed: int) -> None:
    rng = Random(seed)
    rows, cols = rng.choice([(2, 3), (1, 1), (2, 2), (3, 3), (1, 4), (4, 2)])
    cards = sets.random_set(rng, name="x", rows=rows, cols=cols, types=3, symmetric=True)
    mosaic: Mosaic = {}
    for each in cards.cards[:4]:
        _, row, col = rng.choice(legal_placements(mosaic, each.brick))
        mosaic = laid(mosaic, each.brick, row, col)
    brick = cards.cards[4].brick
    top, left, bottom, right = bounding_box(mosaic)
    allowed = [
        (rot, row, col)
        for rot in range(4)
        for row in range(top - 6, bottom + 7)
        for col in range(left - 6, right + 7)
        if verdict(mosaic, brick, rot, row, col) is None
    ]
    assert legal_placements(mosaic, brick) == allowed
    assert allowed


def test_k120_least_rotation_only() -> None:
    mosaic = parse_mosaic(["AB"])
    for brick, rotations in (("ABC/CBA", 2), ("AB/BA", 2), ("AA/AA", 1), ("AB/AB", 4), ("A", 1)):
        face = parse_face(brick)
        assert {rot for rot, _, _ in legal_placements(mosaic, face)} == set(range(rotations))
        reason = verdict(mosaic, face, 3, 0, 0)
        assert reason == (None if rotations == 4 else "same")
    # K-26 to K-31 are answered first.
    assert verdict(parse_mosaic(["#"]), ("A",), 1, 0, 0) == "glass"
    assert verdict(mosaic, ("A",), 1, 5, 5) == "apart"


@pytest.mark.parametrize("seed", range(30))
def test_kernels_agree_with_the_referee(seed: int) -> None:
    rng = Random(seed)
    grid = kernels.random_tiling(rng, rng.randint(1, 7), rng.randint(1, 7), 3, 0.7)
    grid[0, 0] = 1
    content = "#ABC"
    mosaic = {
        (row, col): content[code]
        for row, line in enumerate(grid.tolist())
        for col, code in enumerate(line)
        if code
    }
    found = groups(mosaic)
    labels, number = kernels.label_groups(grid)
    assert number == len(found) == labels.max()
    for _, cells in found:
        assert len({int(labels[cell]) for cell in cells}) == 1
    first_cells = [int(np.flatnonzero(labels == label)[0]) for label in range(1, number + 1)]
    assert first_cells == sorted(first_cells)
    for key, count in group_counts(mosaic).items():
        shape = np.zeros((1 + max(r for r, _ in key[1]), 1 + max(c for _, c in key[1])), np.bool_)
        for cell in key[1]:
            shape[cell] = True
        brick = content.index(key[0])
        assert kernels.pattern_count(grid, brick, shape) == count
        both = kernels.pattern_count(np.stack([grid, grid[::-1]]), brick, shape)
        assert np.asarray(both).tolist() == [count, count]
    card_ = kernels.random_grid(rng, rng.randint(1, 3), rng.randint(1, 3), 2, 1.0)
    brick_ = tuple("".join(content[code] for code in row) for row in card_.tolist())
    for glass in (0, 1, 2):
        marked = {
            cell: "#" if glass and content.index(what) == glass else what
            for cell, what in mosaic.items()
        }
        rows = kernels.placements(grid, card_, glass)
        assert list(map(tuple, rows.tolist())) == legal_placements(marked, brick_)
        assert rows.dtype == np.int32


@pytest.mark.parametrize(
    ("shape", "images"),
    [("X", 1), ("XX/XX", 1), ("XX", 2), ("XX/X.", 4), ("XX./.XX", 4), ("X../XXX", 8)],
)
def test_symmetries(shape: str, images: int) -> None:
    cells = np.array([[mark == "X" for mark in row] for row in shape.split("/")])
    found = kernels.symmetries(cells)
    assert len(found) == images
    assert len({(image.shape, image.tobytes()) for image in found}) == images
    keys = [(*image.shape, *image.ravel().tolist()) for image in found]
    assert keys == sorted(keys)


def test_kernels_refuse() -> None:
    grid = np.ones((2, 2), np.uint8)
    good = np.ones((1, 2), np.bool_)
    with pytest.raises(ValueError, match="brick 0"):
        kernels.pattern_count(grid, 0, good)
    for rows, match in (
        ([[0]], "empty"),
        ([[1, 0, 1]], "disconnected"),
        ([[1, 0], [0, 1]], "disconnected"),
        ([[1, 0]], "margin"),
        ([[0, 0], [1, 1]], "margin"),
    ):
        with pytest.raises(ValueError, match=match):
            kernels.pattern_count(grid, 1, np.array(rows, np.bool_))
    with pytest.raises(ValueError, match="grid is empty"):
        kernels.placements(np.zeros((2, 2), np.uint8), grid, 0)
    with pytest.raises(ValueError, match="code 0"):
        kernels.placements(grid, np.array([[1, 0]], np.uint8), 0)


# --- Component sets -----------------------------------------------------------------------------


def test_default_set_properties() -> None:
    """Section 13.1."""
    DEFAULT.check()
    cells = Counter(cell for each in DEFAULT.group("base") for row in each.brick for cell in row)
    assert cells == {**dict.fromkeys("ABCDEF", 15), "#": 18}
    turned = {turn(each.brick, k) for each in DEFAULT.cards for k in range(4)}
    assert len(turned) == 4 * len(DEFAULT.cards) == 108
    kinds = Counter(each.group for each in DEFAULT.cards)
    assert kinds == {"base": 18, "glass": 4, "window": 2, "special": 3}
    shapes = [canon(each.shape) for each in DEFAULT.cards if each.group in ("window", "special")]
    base_shapes = {canon(each.shape) for each in DEFAULT.group("base")}
    assert len(set(shapes)) == len(shapes)
    assert base_shapes.isdisjoint(shapes)


def test_written_set_reads_back(tmp_path: Path) -> None:
    rng = Random(9)
    for number, cards in enumerate(
        [DEFAULT, sets.random_set(rng, name='a "b"', rows=3, cols=2, types=26)]
    ):
        path = tmp_path / f"{number}.toml"
        sets.write_set(cards, path)
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        assert (data["name"], data["edition"]) == (cards.name, cards.edition)
        assert data["card"] == {"rows": cards.rows, "cols": cards.cols}
        read = [
            Card(
                row["id"],
                group,
                tuple(row["brick"].split("\n")),
                row["type"],
                row["number"],
                parse_shape(row["shape"].replace("\n", "/")),
            )
            for group in GROUPS
            for row in data[group]
        ]
        assert read == list(cards.cards)
        assert sorted(data["types"]) == sets.letters_of(cards)


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"brick": ("AB",)}, "K-2"),
        ({"number": 0}, "K-3"),
        ({"shape": frozenset({(0, 0), (1, 1)})}, "K-4"),
        ({"shape": frozenset()}, "K-4"),
    ],
)
def test_bad_sets_are_refused(change: dict[str, Any], rule: str) -> None:
    bad = replace(DEFAULT.cards[0], **change)
    with pytest.raises(RefereeError, match=rule):
        replace(DEFAULT, cards=(bad, *DEFAULT.cards[1:])).check()
