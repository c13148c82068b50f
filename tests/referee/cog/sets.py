"""Component sets as files, and sets drawn at random (rules section 14)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any

from referee.cog.components import Card, Cell, ComponentSet, Face, Gain, TopSlot, by_id

ICON = re.compile(r"\d+VP|card|[?+*]")
NAMES = {"?": "bag", "+": "centre", "*": "star", "card": "card"}


def parse_gain(text: str) -> Gain:
    """`*19VP` as icons; `.` for none."""
    assert text == "." or not ICON.sub("", text), text
    return tuple(NAMES.get(icon, f"vp:{icon.removesuffix('VP')}") for icon in ICON.findall(text))


def written_gain(gain: Gain) -> str:
    """Back as text."""
    signs = {name: sign for sign, name in NAMES.items()}
    words = [signs.get(icon, f"{icon.removeprefix('vp:')}VP") for icon in gain]
    return "".join(words) or "."


def read_set(path: str | PathLike[str]) -> ComponentSet:
    """A set from a sound file."""
    data = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    grid = [line.split() for line in data["grid"].splitlines() if line.strip()]
    limits, letters = data["limits"], sorted(data["letters"].items())
    return ComponentSet(
        name=data["name"],
        edition=data["edition"],
        size=len(grid),
        bonus={
            (r, c): parse_gain(word)
            for r, row in enumerate(grid)
            for c, word in enumerate(row)
            if word != "."
        },
        goals={
            int(number): (tuple(each["words"].split()), parse_gain(each["bonus"]))
            for number, each in sorted(data["goals"].items())
        },
        letters={letter: each["tiles"] for letter, each in letters},
        spares={letter: each["spares"] for letter, each in letters if each["spares"]},
        start_bonus=tuple(map(parse_gain, data["start"].split())),
        faces={players: _face(data, players) for players in (2, 3, 4)},
        deck=by_id(_card(key, each) for key, each in data["cards"].items()),
        most_letters=limits["letters"],
        most_stars=limits["stars"],
        aid_at_most=limits["aid_at_most"],
        stars=limits["star_supply"],
        cubes=limits["cubes"],
    )


def _face(data: Mapping[str, Any], players: int) -> Face:
    """Fewer players use fewer dice and slots (C-21, C-43, C-50)."""
    face = data["faces"]["4" if players == 4 else "2-3"]
    slots = [parse_gain(word) for word in face["top"].split()][:players]
    first = 1 if players == 4 else 2
    return Face(
        rounds=face["rounds"],
        centre_squares=face["centre"],
        top={
            number: TopSlot(icons.count("bag"), icons.count("star"), players == 4 and number == 4)
            for number, icons in enumerate(slots, first)
        },
        order_slots=tuple(map(parse_gain, face["order"].split()))[:players],
        track=_around([line.split() for line in face["track"].splitlines() if line.strip()]),
        dice=tuple(data["dice"].split())[:players],
    )


def _around(rows: list[list[str]]) -> tuple[Gain, ...]:
    """The track clockwise from the top left; inner rows have their two ends alone."""
    inner = rows[1:-1]
    words = [
        *rows[0],
        *(row[-1] for row in inner),
        *rows[-1][::-1],
        *(row[0] for row in inner[::-1]),
    ]
    return tuple(map(parse_gain, words))


def _card(key: str, data: Mapping[str, Any]) -> Card:
    timing = "immediate"
    if "die" in data or "pips" in data:
        timing = "round"
    elif "wild" in data:
        timing = "always"
    elif "item" in data:
        timing = "item"
    return Card(
        id=key,
        copies=data["copies"],
        timing=timing,
        gain=parse_gain(data.get("gain", ".")),
        die=data.get("die"),
        pips=tuple(map(int, data.get("pips", "").split())),
        wild=tuple(data.get("wild", "")),
        word=data.get("item", ""),
        missing=tuple(data.get("missing", "")),
    )


def write_set(components: ComponentSet, path: str | PathLike[str]) -> None:
    """Write the set as a file that the engine reads."""
    four, three = components.faces[4], components.faces[3]
    lines = [
        f'name = "{components.name}"',
        f'edition = "{components.edition}"',
        'source = "drawn for the tests"',
        f"grid = '''\n{_drawn_grid(components)}\n'''",
        f'dice = "{" ".join(four.dice)}"',
        f'start = "{" ".join(map(written_gain, components.start_bonus))}"',
        "[goals]",
    ]
    for number, (words, bonus) in components.goals.items():
        lines.append(
            f'{number} = {{ words = "{" ".join(words)}", bonus = "{written_gain(bonus)}" }}'
        )
    lines.append("[letters]")
    for letter, tiles in components.letters.items():
        spares = components.spares.get(letter, 0)
        lines.append(f"{letter} = {{ tiles = {tiles}, spares = {spares} }}")
    for key, face in (("4", four), ("2-3", three)):
        top = ["?" * slot.letters + "*" * slot.stars or "." for slot in face.top.values()]
        lines += [
            f"[faces.{key}]",
            f"rounds = {face.rounds}",
            f"centre = {face.centre_squares}",
            f'top = "{" ".join(top)}"',
            f'order = "{" ".join(map(written_gain, face.order_slots))}"',
            f"track = '''\n{_drawn_track(face.track)}\n'''",
        ]
    lines.append("[cards]")
    lines += [_written_card(card) for card in components.deck]
    lines += [
        "[limits]",
        f"letters = {components.most_letters}",
        f"stars = {components.most_stars}",
        f"aid_at_most = {components.aid_at_most}",
        f"star_supply = {components.stars}",
        f"cubes = {components.cubes}",
    ]
    Path(path).write_text("\n".join(lines) + "\n", encoding="utf-8")


def _drawn_grid(components: ComponentSet) -> str:
    def word(square: Cell) -> str:
        return written_gain(components.bonus.get(square, ()))

    side = range(components.size)
    return "\n".join(" ".join(word((r, c)) for c in side) for r in side)


def _drawn_track(track: tuple[Gain, ...]) -> str:
    """As a square, or a rectangle one wider than high."""
    words = [written_gain(gain) for gain in track]
    sides = len(words) // 2 + 2
    high = sides // 2
    wide = sides - high
    right, bottom = wide + high - 2, 2 * wide + high - 2
    rows = [words[:wide]]
    rows += [[words[-row], words[wide + row - 1]] for row in range(1, high - 1)]
    rows.append(words[right:bottom][::-1])
    return "\n".join(" ".join(row) for row in rows)


def _written_card(card: Card) -> str:
    parts = [f"copies = {card.copies}"]
    if card.die is not None:
        parts.append(f'die = "{card.die}"')
    if card.pips:
        parts.append(f'pips = "{" ".join(map(str, card.pips))}"')
    if card.wild:
        parts.append(f'wild = "{"".join(card.wild)}"')
    if card.word:
        parts.append(f'item = "{card.word}", missing = "{"".join(card.missing)}"')
    if card.gain:
        parts.append(f'gain = "{written_gain(card.gain)}"')
    return f"{card.id} = {{ {', '.join(parts)} }}"
