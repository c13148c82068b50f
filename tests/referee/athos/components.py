"""The components as data (rules section CD) and what follows from them (A-5 to A-17, G-6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from referee.cards import RefereeError

Cell = tuple[int, int]
Tile = tuple[str, int]
"""Face and turn (A-4); the turn is below the order of the face (A-7)."""
Artwork = Mapping[Cell, Tile]

WINDOWS: Final = {"NW": (0, 0), "NE": (0, 1), "SW": (1, 0), "SE": (1, 1)}
"""The crossings of a card in their order, each with the corner of its window (A-12)."""
CORNERS: Final = ((0, 0), (0, 1), (1, 0), (1, 1))

MASTERS: Final = (
    "contracts",
    "precision",
    "set_square",
    "perfection",
    "versatility",
    "correction",
    "restoration",
    "laying",
    "purchase",
    "adaptation",
)
TOOLS: Final = (
    "level",
    "cutters",
    "mallets",
    "spatulas",
    "pincers",
    "trowels",
    "instruments",
    "set_squares",
)

# CD-5 and CD-6.
KINDS: Final = {
    "W": (11, ("Aa", "Ba", "Ca", "Da", "Ea", "Fa")),
    "X": (11, ("Ab", "Bb", "Ga", "Ha", "Ia", "Ja")),
    "Y": (11, ("Cb", "Db", "Gb", "Hb", "Ka", "La")),
    "Z": (11, ("Eb", "Fb", "Ib", "Jb", "Kb", "Lb")),
}

# CD-7: the orders of the `b` faces; those of the `a` faces are 4.
B_ORDERS: Final = dict(zip("ABCDEFGHIJKL", (4, 2, 1) * 4, strict=True))

# CD-8.
ARTWORKS: Final = {
    "A": "Aa1 Aa1 Ab3 / Aa3 Ab2 Aa1 / Ab3 Ab3 Aa3",
    "B": "Bb0 Bb0 Bb0 / Ba0 Bb0 Ba2 / Ba3 Ba1 Bb0",
    "C": "Cb0 Ca2 Ca2 / Cb0 Cb0 Ca1 / Cb0 Ca2 Ca0",
    "D": "Da0 Da3 Da2 / Db2 Db1 Db1 / Db1 Da0 Db0",
    "E": "Ea0 Ea2 Eb0 / Eb0 Eb1 Eb0 / Ea0 Ea3 Ea1",
    "F": "Fa3 Fb0 Fa2 / Fb0 Fb0 Fb0 / Fa0 Fb0 Fa3",
    "G": "Gb3 Ga0 Gb3 / Ga0 Gb0 Ga0 / Ga2 Gb3 Ga3",
    "H": "Ha0 Ha3 Hb1 / Hb1 Hb1 Ha3 / Ha1 Hb0 Hb0",
    "I": "Ib0 Ib0 Ia2 / Ia0 Ib0 Ia2 / Ia1 Ia0 Ib0",
    "J": "Ja3 Jb1 Jb3 / Ja2 Jb3 Ja3 / Jb1 Jb2 Ja1",
    "K": "Kb1 Ka1 Kb0 / Ka2 Ka2 Kb1 / Kb0 Ka3 Ka1",
    "L": "Lb0 La1 Lb0 / Lb0 Lb0 La3 / La1 Lb0 La1",
}


@dataclass(frozen=True)
class ComponentSet:
    """What CD-13 lists; faces, kinds and cards are in the order of their names.

    A face may be on several sides of its cube, and Fundathos may have any shape.
    """

    name: str
    edition: str
    mural: tuple[int, int]
    fundathos: frozenset[Cell]
    fundathos_size: tuple[int, int]
    ateliers: Mapping[str, tuple[int, int]]
    kinds: Mapping[str, tuple[int, tuple[str, ...]]]
    faces: Mapping[str, tuple[str, int]]
    cards: Mapping[str, Artwork]
    columns: frozenset[Cell]
    padlocks: frozenset[Cell]
    masters: tuple[str, ...] = MASTERS
    tools: tuple[str, ...] = TOOLS

    def pattern(self, face: str) -> str:
        """A-6."""
        return self.faces[face][0]

    def order(self, face: str) -> int:
        """A-7."""
        return self.faces[face][1]

    @cached_property
    def kind_of(self) -> dict[str, str]:
        """The kind by face (A-5)."""
        return {face: kind for kind, (_, faces) in self.kinds.items() for face in faces}

    @cached_property
    def ranks(self) -> dict[str, int]:
        """The place of each face in the order of the set."""
        return {face: rank for rank, face in enumerate(self.faces)}

    @property
    def cubes(self) -> int:
        """How many cubes there are (B-7)."""
        return sum(count for count, _ in self.kinds.values())

    @property
    def patterns(self) -> list[str]:
        """The patterns in the order of their cards."""
        return list(self.cards)

    def sorted(self, faces: list[str]) -> list[str]:
        """Faces in the order of the set."""
        return sorted(faces, key=self.ranks.__getitem__)

    @cached_property
    def _looks(self) -> dict[str, list[Artwork]]:
        looks = {pattern: [artwork] for pattern, artwork in self.cards.items()}
        for found in looks.values():
            for _ in range(3):
                turned = {
                    (j, 2 - i): (face, (turn + 1) % self.order(face))
                    for (i, j), (face, turn) in found[-1].items()
                }
                found.append(turned)
        return looks

    def oriented(self, pattern: str, quarter_turns: int) -> Artwork:
        """The artwork after so many clockwise quarter-turns (G-6)."""
        return self._looks[pattern][quarter_turns]

    def orientations(self, pattern: str) -> list[int]:
        """The least quarter-turns for each different look of the card (Z-8)."""
        looks = [self.oriented(pattern, q) for q in range(4)]
        return [q for q in range(4) if looks[q] not in looks[:q]]

    def check(self) -> None:
        """Refuse what CD-13 forbids.

        Raises:
            RefereeError: `components` as reason.
        """

        def require(condition: bool, message: str) -> None:
            if not condition:
                raise RefereeError("components", message)

        on_kinds = [face for _, faces in self.kinds.values() for face in set(faces)]
        require(all(len(faces) == 6 for _, faces in self.kinds.values()), "six faces a kind")
        require(sorted(on_kinds) == sorted(self.faces), "every face on exactly one kind")
        patterns = {pattern for pattern, _ in self.faces.values()}
        require(patterns == set(self.cards), "every pattern one card")
        for pattern, artwork in self.cards.items():
            require(set(artwork) == {(i, j) for i in range(3) for j in range(3)}, "3x3")
            used = dict.fromkeys(self.kinds, 0)
            for face, turn in artwork.values():
                require(self.pattern(face) == pattern, f"{face} on card {pattern}")
                require(0 <= turn < self.order(face), f"turn {turn} of {face}")
                used[self.kind_of[face]] += 1
            for kind, count in used.items():
                require(count <= self.kinds[kind][0], f"card {pattern} needs {count} of {kind}")
        spaces = len(self.fundathos)
        require(spaces + 2 <= self.cubes, f"{spaces} spaces for {self.cubes} cubes")


def parse_tile(text: str) -> Tile:
    """`Aa1` as face and turn."""
    return text[:-1], int(text[-1])


def parse_artwork(text: str) -> Artwork:
    """Rows of tiles, separated by `/`."""
    return {
        (i, j): parse_tile(tile)
        for i, row in enumerate(text.split("/"))
        for j, tile in enumerate(row.split())
    }


def default_set() -> ComponentSet:
    """The set of section CD."""
    components = ComponentSet(
        name="default",
        edition="v1",
        mural=(9, 9),
        fundathos=frozenset((r, c) for r in range(6) for c in range(6)),
        fundathos_size=(6, 6),
        ateliers={"1-4": (3, 2), "5-6": (2, 1)},
        kinds=KINDS,
        faces={
            pattern + letter: (pattern, 4 if letter == "a" else B_ORDERS[pattern])
            for pattern in ARTWORKS
            for letter in "ab"
        },
        cards={pattern: parse_artwork(text) for pattern, text in ARTWORKS.items()},
        columns=frozenset({(3, 3), (3, 5), (5, 3), (5, 5)}),
        padlocks=frozenset({(0, 0), (0, 8), (8, 0), (8, 8)}),
    )
    components.check()
    return components
