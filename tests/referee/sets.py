"""Component sets for the tests: drawn at random, and written as the engine's TOML files."""

from __future__ import annotations

import json
from os import PathLike
from pathlib import Path
from random import Random
from string import ascii_uppercase

from referee.cards import ANY, GROUPS, Card, CardSet, shape_text
from referee.mosaic import GLASS, Face, Shape, shifted


def write_set(cards: CardSet, path: str | PathLike[str]) -> None:
    """Write the set as a TOML file that the engine reads."""
    lines = [
        f"name = {json.dumps(cards.name)}",
        f"edition = {json.dumps(cards.edition)}",
        'source = "drawn for the tests"',
        "",
        "[card]",
        f"rows = {cards.rows}",
        f"cols = {cards.cols}",
        "",
        "[types]",
    ]
    for rank, letter in enumerate(letters_of(cards)):
        color = f"#{(rank * 0x2F1B35 + 0x30A050) % 0x1000000:06x}"
        lines.append(f'{letter} = {{name = "Type {letter}", color = "{color}"}}')
    for group in GROUPS:
        for card in cards.group(group):
            lines += [
                "",
                f"[[{group}]]",
                f"id = {json.dumps(card.id)}",
                f"brick = {_drawing('/'.join(card.brick))}",
                f"type = {json.dumps(card.type)}",
                f"number = {card.number}",
                f"shape = {_drawing(shape_text(card.shape))}",
            ]
    Path(path).write_text("\n".join(lines) + "\n", encoding="utf-8")


def _drawing(text: str) -> str:
    """Rows under each other; the line end after the opening quotes is no part of the string."""
    return '"""\n' + text.replace("/", "\n") + '"""'


def letters_of(cards: CardSet) -> list[str]:
    """All brick types of the set, on brick sides and pattern sides."""
    on_bricks = {cell for card in cards.cards for row in card.brick for cell in row}
    return sorted((on_bricks | {card.type for card in cards.cards}) - {GLASS, ANY})


def random_shape(rng: Random, size: int) -> Shape:
    """A connected shape of so many cells, at the origin."""
    cells = {(0, 0)}
    while len(cells) < size:
        row, col = rng.choice(sorted(cells))
        step = rng.choice(((0, 1), (1, 0), (0, -1), (-1, 0)))
        cells.add((row + step[0], col + step[1]))
    return frozenset(shifted(cells))


def random_set(
    rng: Random,
    *,
    name: str,
    rows: int,
    cols: int,
    types: int,
    base: int = 18,
    glass: int = 4,
    window: int = 2,
    special: int = 3,
    largest: int = 5,
    most: int = 3,
    glass_share: float = 0.15,
    symmetric: bool = False,
) -> CardSet:
    """A set drawn at random: shapes of at most `largest` cells, numbers of at most `most`.

    With few cells to a shape, shapes of one set are often congruent, so that exclusivity (K-91)
    matters. `symmetric` makes brick sides that look the same after some turn (K-120).
    """
    letters = ascii_uppercase[:types]
    cards: list[Card] = []

    def add(group: str, id_: str, type_: str) -> None:
        shape = random_shape(rng, rng.randint(1, largest))
        brick = _random_face(rng, rows, cols, letters, glass_share, symmetric)
        cards.append(Card(id_, group, brick, type_, rng.randint(1, most), shape))

    for k in range(base):
        add("base", f"C{k + 1:02}", letters[k % types])
    for k in range(glass):
        add("glass", f"G{k + 1}", GLASS)
    for k in range(window):
        add("window", f"W{k + 1}", ANY)
    for k in range(special):
        add("special", f"S{k + 1}", ANY)
    return CardSet(name, "test", rows, cols, tuple(cards))


def _random_face(
    rng: Random, rows: int, cols: int, letters: str, glass_share: float, symmetric: bool
) -> Face:
    cells = {
        (r, c): GLASS if rng.random() < glass_share else rng.choice(letters)
        for r in range(rows)
        for c in range(cols)
    }
    if symmetric and rng.random() < 0.7:
        quarter = rows == cols and rng.random() < 0.5
        for r in range(rows):
            for c in range(cols):
                cells[rows - 1 - r, cols - 1 - c] = cells[r, c]
                if quarter:
                    cells[c, rows - 1 - r] = cells[cols - 1 - c, r] = cells[r, c]
    return tuple("".join(cells[r, c] for c in range(cols)) for r in range(rows))
