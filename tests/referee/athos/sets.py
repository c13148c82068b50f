"""Component sets as TOML files (docs/components.md): read, written, drawn at random."""

from __future__ import annotations

import json
import tomllib
from os import PathLike
from pathlib import Path
from random import Random
from string import ascii_uppercase

from referee.athos.components import (
    MASTERS,
    TOOLS,
    Artwork,
    Cell,
    ComponentSet,
    Tile,
    parse_artwork,
)


def _cells(drawing: str, marks: str) -> frozenset[Cell]:
    return frozenset(
        (r, c)
        for r, row in enumerate(_rows(drawing))
        for c, mark in enumerate(row)
        if mark in marks
    )


def _rows(drawing: str) -> list[str]:
    rows = [row.strip() for row in drawing.replace("/", "\n").splitlines()]
    return [row for row in rows if row]


def _size(drawing: str) -> tuple[int, int]:
    rows = _rows(drawing)
    return len(rows), len(rows[0])


def read_set(path: str | PathLike[str]) -> ComponentSet:
    """A set from a sound file.

    Raises:
        RefereeError: `components` as reason.
    """
    data = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    components = ComponentSet(
        name=data["name"],
        edition=data["edition"],
        mural=_size(data["mural"]),
        fundathos=_cells(data["fundathos"], "#"),
        fundathos_size=_size(data["fundathos"]),
        ateliers={
            side: (spaces["free"], spaces["protected"]) for side, spaces in data["ateliers"].items()
        },
        kinds={
            kind: (each["count"], tuple(each["faces"].split()))
            for kind, each in sorted(data["kinds"].items())
        },
        faces={
            face: (each["pattern"], each["order"]) for face, each in sorted(data["faces"].items())
        },
        cards={
            pattern: parse_artwork("/".join(_rows(each["artwork"])))
            for pattern, each in sorted(data["cards"].items())
        },
        columns=_cells(data["mural"], "*"),
        padlocks=_cells(data["mural"], "+"),
        masters=tuple(key for key in MASTERS if key in data.get("masters", {})),
        tools=tuple(key for key in TOOLS if key in data.get("tools", {})),
    )
    components.check()
    return components


def write_set(components: ComponentSet, path: str | PathLike[str]) -> None:
    """Write the set as a file that the engine reads."""
    lines = [
        f"name = {json.dumps(components.name)}",
        f"edition = {json.dumps(components.edition)}",
        'source = "drawn for the tests"',
        f"mural = '''\n{_mural_drawing(components)}\n'''",
        f"fundathos = '''\n{_fundathos_drawing(components)}\n'''",
        "[ateliers]",
    ]
    for side, (free, protected) in components.ateliers.items():
        lines.append(f"{side} = {{ free = {free}, protected = {protected} }}")
    lines.append("[faces]")
    for face, (pattern, order) in components.faces.items():
        lines.append(f'{face} = {{ pattern = "{pattern}", order = {order} }}')
    lines.append("[kinds]")
    for kind, (count, faces) in components.kinds.items():
        lines.append(f'{kind} = {{ count = {count}, faces = "{" ".join(faces)}" }}')
    for pattern, artwork in components.cards.items():
        rows = [
            " ".join(f"{face}{turn}" for face, turn in (artwork[i, j] for j in range(3)))
            for i in range(3)
        ]
        lines += [f"[cards.{pattern}]", f'title = "{pattern}"', f'artwork = "{" / ".join(rows)}"']
    lines += ["[masters]", *(f'{key} = "{key}"' for key in components.masters)]
    lines += ["[tools]", *(f'{key} = {{ I = "{key}", II = "{key}" }}' for key in components.tools)]
    Path(path).write_text("\n".join(lines) + "\n", encoding="utf-8")


def _mural_drawing(components: ComponentSet) -> str:
    rows, cols = components.mural

    def mark(cell: Cell) -> str:
        return "*" if cell in components.columns else "+" if cell in components.padlocks else "."

    return "\n".join("".join(mark((r, c)) for c in range(cols)) for r in range(rows))


def _fundathos_drawing(components: ComponentSet) -> str:
    rows, cols = components.fundathos_size
    return "\n".join(
        "".join("#" if (r, c) in components.fundathos else "." for c in range(cols))
        for r in range(rows)
    )


# --- drawn at random ----------------------------------------------------------------------------


def random_set(rng: Random, name: str = "random") -> ComponentSet:
    """A small sound set: few patterns, faces on several sides, windows that may be alike."""
    rows, cols = rng.randint(5, 10), rng.randint(5, 10)
    patterns = ascii_uppercase[: rng.randint(1, 5)]
    faces = {
        pattern + letter: (pattern, rng.choice((1, 2, 4)))
        for pattern in patterns
        for letter in "abc"[: rng.randint(1, 3)]
    }
    kinds = _random_kinds(rng, list(faces))
    spaces, size = _random_spaces(rng, sum(count for count, _ in kinds.values()) - 6)
    inner = [(r, c) for r in range(1, rows - 1) for c in range(1, cols - 1)]
    components = ComponentSet(
        name=name,
        edition="tests",
        mural=(rows, cols),
        fundathos=spaces,
        fundathos_size=size,
        ateliers={"1-4": (rng.randint(2, 4), rng.randint(1, 3)), "5-6": (rng.randint(1, 2), 1)},
        kinds=kinds,
        faces=faces,
        cards={
            pattern: _random_artwork(rng, {f: o for f, (p, o) in faces.items() if p == pattern})
            for pattern in patterns
        },
        columns=frozenset(rng.sample(inner, rng.randint(1, 4))),
        padlocks=frozenset({(0, 0), (0, cols - 1), (rows - 1, 0), (rows - 1, cols - 1)}),
        masters=tuple(key for key in MASTERS if rng.random() < 0.7) or MASTERS[:1],
        tools=tuple(key for key in TOOLS if rng.random() < 0.7) or TOOLS[:1],
    )
    components.check()
    return components


def _random_kinds(rng: Random, faces: list[str]) -> dict[str, tuple[int, tuple[str, ...]]]:
    """Every face on one kind; at least 9 cubes of each, so that every artwork can be built."""
    rng.shuffle(faces)
    size = rng.randint(1, 6)
    kinds = {}
    for number in range(0, len(faces), size):
        some = faces[number : number + size]
        sides = some + rng.choices(some, k=6 - len(some))
        rng.shuffle(sides)
        kinds[f"k{number // size:02}"] = (rng.randint(9, 12), tuple(sides))
    return kinds


def _random_spaces(rng: Random, most: int) -> tuple[frozenset[Cell], tuple[int, int]]:
    """A board of any shape."""
    rows, cols = rng.randint(1, 6), rng.randint(1, 6)
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    share = rng.choice((1.0, 0.8))
    chosen = [cell for cell in cells if rng.random() < share][: max(1, most)] or [(0, 0)]
    return frozenset(chosen), (rows, cols)


def _random_artwork(rng: Random, orders: dict[str, int]) -> Artwork:
    """Often of one tile only, so that windows and orientations are alike."""
    tiles: list[Tile] = [(face, rng.randrange(order)) for face, order in orders.items()] * 2
    tiles += [(face, rng.randrange(order)) for face, order in orders.items()]
    some = rng.sample(tiles, rng.randint(1, len(tiles)))
    return {(i, j): rng.choice(some) for i in range(3) for j in range(3)}
