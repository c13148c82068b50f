"""Reads the worked examples of Cobogó and plays them through the referee.

The notation is that of rules 15.0; a line `== T-nn` opens an example.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from referee import judging, mosaic
from referee.cards import Card, parse_face, parse_shape

GOLDEN = Path(__file__).parents[1] / "golden" / "cobogo"


@dataclass(frozen=True)
class Lay:
    """A `place:` line; `reason` is None where the placement is legal."""

    brick: mosaic.Face
    rot: int
    row: int
    col: int
    reason: str | None


@dataclass(frozen=True)
class After:
    """An `after:` block: the bounding box of the mosaic."""

    rows: tuple[str, ...]


@dataclass(frozen=True)
class Expect:
    """An `expect:` line: counts by type, and whether the position is won."""

    counts: tuple[tuple[str, int], ...]
    win: bool


@dataclass(frozen=True)
class Example:
    """One block of section 15."""

    label: str
    reserved: tuple[Card, ...]
    at_least: bool
    special_exclusive: bool
    mosaic: tuple[str, ...]
    steps: tuple[Lay | After | Expect, ...]


def parse_examples(text: str) -> list[Example]:
    """All examples of a file."""
    return [_parse_example(block) for block in re.split(r"(?m)^== ", text)[1:]]


def worked_examples() -> list[Example]:
    """The examples of section 15, about fifty."""
    return parse_examples((GOLDEN / "examples.txt").read_text(encoding="utf-8"))


def _parse_example(block: str) -> Example:
    label, *lines = [line for line in block.splitlines() if line]
    reserved: tuple[Card, ...] = ()
    at_least = special_exclusive = False
    mosaic: list[str] = []
    steps: list[Lay | After | Expect] = []
    rows: list[str] = []
    for line in lines:
        key, colon, value = line.partition(":")
        value = value.strip()
        if not colon:  # a row of the mosaic that was opened last
            rows.append(line)
            if steps and isinstance(steps[-1], After):
                steps[-1] = After(tuple(rows))
        elif key == "reserve":
            reserved = tuple(
                _parse_pattern(part.strip(), rank) for rank, part in enumerate(value.split(";"))
            )
        elif key == "mode":
            at_least = {"at_least": True, "exact": False}[value]
        elif key == "special_exclusive":
            special_exclusive = {"yes": True, "no": False}[value]
        elif key == "mosaic":
            rows = mosaic
        elif key == "after":
            rows = []
            steps.append(After(()))
        elif key == "place":
            steps.append(_parse_lay(value))
        elif key == "expect":
            steps.append(_parse_expect(value))
        else:
            raise ValueError(f"{label}: unknown line {line!r}")
    return Example(label, reserved, at_least, special_exclusive, tuple(mosaic), tuple(steps))


def _parse_pattern(text: str, rank: int) -> Card:
    type_, number, shape = text.split()
    group, colon, content = type_.rpartition(":")
    return Card(
        id=f"P{rank + 1}",
        group=group if colon else "base",
        brick=(),
        type=content,
        number=int(number),
        shape=parse_shape(shape),
    )


def _parse_lay(text: str) -> Lay:
    match = re.fullmatch(
        r"(\S+) rot=(\d) at=\((-?\d+),(-?\d+)\) -> (legal|illegal (?P<reason>\w+))", text
    )
    if match is None:
        raise ValueError(f"not a placement: {text!r}")
    rot, row, col = int(match[2]), int(match[3]), int(match[4])
    return Lay(parse_face(match[1]), rot, row, col, match["reason"])


def _parse_expect(text: str) -> Expect:
    items = dict(item.split("=") for item in text.split())
    win = {"yes": True, "no": False}[items.pop("win")]
    return Expect(tuple((type_, int(count)) for type_, count in items.items()), win)


def check_example(example: Example) -> int:
    """Play the example through the referee's own functions; the number of things checked."""
    tiles = mosaic.parse_mosaic(example.mosaic)
    checks = 0
    for step in example.steps:
        where = f"{example.label}: {step}"
        checks += 1
        if isinstance(step, Lay):
            found = mosaic.verdict(tiles, step.brick, step.rot, step.row, step.col)
            assert found == step.reason, f"{where}: found {found}"
            listed = (step.rot, step.row, step.col) in mosaic.legal_placements(tiles, step.brick)
            assert listed == (step.reason is None), f"{where}: listed {listed}"
            if step.reason is None:
                face = mosaic.turn(step.brick, step.rot)
                tiles = mosaic.laid(tiles, face, step.row, step.col)
        elif isinstance(step, After):
            assert tuple(mosaic.mosaic_rows(tiles)) == step.rows, where
        else:
            counts = judging.group_counts(tiles)
            for type_, wanted in step.counts:
                (pattern,) = [card for card in example.reserved if card.type == type_]
                have, _ = judging.have_and_ok(pattern, counts, example.at_least)
                assert have == wanted, f"{where}: {type_} counted {have}"
            won = judging.is_won(
                example.reserved, counts, example.at_least, example.special_exclusive
            )
            assert won == step.win, f"{where}: win {won}"
    return checks
