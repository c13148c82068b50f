"""All data of a position, and what can be done to it without a draw (rules 1, 13.2)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from referee.cog.components import Cell, ComponentSet, Face
from referee.cog.options import Options
from referee.cog.words import Place

EDGES = ("top", "bottom", "dice", "order")
"""C-53."""


@dataclass
class Mat:
    """One player's mat (C-3) and what lies beside it; a wild tile is in lower case."""

    vp: int = 0
    stars: int = 0
    reserve: Counter[str] = field(default_factory=Counter)
    tiles: dict[Cell, str] = field(default_factory=dict)
    words: dict[str, Place] = field(default_factory=dict)
    cubes: dict[str, str] = field(default_factory=dict)
    """Where the cube of a word comes from: `grid` or `item` (C-208)."""
    completed_goals: list[int] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)
    used: list[str] = field(default_factory=list)
    completed_items: list[str] = field(default_factory=list)
    edges: set[str] = field(default_factory=set)
    covered: set[Cell] = field(default_factory=set)

    def letters(self) -> int:
        """Letters in the reserve, wild ones too (C-196)."""
        return self.reserve.total()


@dataclass
class Slot:
    """What lies in a top slot or in a turn-order slot; `is_taken` is for top slots."""

    letters: list[str] = field(default_factory=list)
    stars: int = 0
    vp: int = 0
    cog: int | None = None
    is_protected: bool = False
    is_taken: bool = True

    def is_empty(self) -> bool:
        """Whether nothing lies in it."""
        return not self.letters and self.stars == 0 and self.vp == 0


@dataclass
class Die:
    """A die of the game: what it shows in this round, and who has it."""

    pips: int | None = None
    holder: int | None = None


@dataclass
class Position:
    """The table; seats count from 0, turn-order slots too."""

    components: ComponentSet
    options: Options
    order: list[int]
    bag: Counter[str]
    deck: Counter[str]
    stars: int | None
    mats: list[Mat]
    slots: list[Slot]
    top: dict[int, Slot]
    bottom: list[str | None]
    dice: dict[str, Die]
    pawns: list[int]
    neutral: list[int]
    centre: list[str | None]
    discard: Counter[str] = field(default_factory=Counter)
    removed_goal: int | None = None
    phase: str = "setup"
    round: int = 1
    neutral_die: int | None = None
    are_spares_in: bool = False
    spares_round: int | None = None
    is_ending: bool = False
    """The letters ran out: this round is the last (C-232)."""
    taken_card: str | None = None
    """A cabinet card that may still be exchanged (C-65)."""
    microactions: int = 0
    positions: list[int] = field(default_factory=list)
    """Seats by the final cogs (C-250)."""
    parts: dict[str, list[int]] = field(default_factory=dict)
    """What final scores consist of, by seat."""
    reason: str | None = None

    # --- looked up -----------------------------------------------------------------------------

    @property
    def face(self) -> Face:
        """The board in use (C-16)."""
        return self.components.faces[self.options.players]

    @property
    def rounds(self) -> int:
        """C-38."""
        return self.face.rounds

    @property
    def is_last_round(self) -> bool:
        """C-38, C-232."""
        return self.is_ending or self.round == self.rounds

    def permitted(self, seat: int) -> list[str]:
        """The words that a player may spell, in the set's order (C-128, C-129)."""
        mat, found = self.mats[seat], []
        for word in self.components.words:
            goal = self.components.goal_of[word]
            if goal == self.removed_goal:
                continue
            if goal in mat.completed_goals and not self.options.permit_completed:
                continue
            if mat.cubes.get(word) == "item" and not self.options.grid_after_item:  # C-171
                continue
            found.append(word)
        return found

    def has_space(self, seat: int, word: str) -> bool:
        """Whether the word's space on the own goal card is free for a cube (C-169, C-182)."""
        mat, goal = self.mats[seat], self.components.goal_of.get(word)
        is_in_play = goal is not None and goal != self.removed_goal
        return is_in_play and goal not in mat.completed_goals and word not in mat.cubes

    def is_wild_for(self, seat: int, letter: str) -> bool:
        """Whether an always-in-effect card makes the letter wild (C-118, C-122)."""
        return any(letter in self.components.cards[key].wild for key in self.mats[seat].cards)

    # --- done ----------------------------------------------------------------------------------

    def receive(self, seat: int, tile: str) -> None:
        """A tile into the reserve; it turns on arrival (C-119)."""
        self.mats[seat].reserve[tile.lower() if self.is_wild_for(seat, tile) else tile] += 1

    def return_tile(self, tile: str) -> None:
        """A tile into the bag, natural again (C-6)."""
        self.bag[tile.upper()] += 1

    def give_back(self, seat: int, tile: str) -> None:
        """A tile of the reserve into the bag."""
        mat = self.mats[seat]
        assert mat.reserve[tile] > 0
        mat.reserve[tile] -= 1
        self.return_tile(tile)

    def has_star(self) -> bool:
        """Whether the supply can give a star (C-13)."""
        return self.stars is None or self.stars > 0

    def take_star(self) -> int:
        """A star from the supply: 1, or 0 if there is none (C-13)."""
        if not self.has_star():
            return 0
        if self.stars is not None:
            self.stars -= 1
        return 1

    def return_stars(self, count: int) -> None:
        """Stars into the supply."""
        if self.stars is not None:
            self.stars += count

    def pay(self, seat: int, stars: int) -> None:
        """A player's stars into the supply."""
        assert self.mats[seat].stars >= stars
        self.mats[seat].stars -= stars
        self.return_stars(stars)

    def flip_all(self, seat: int) -> None:
        """All tiles whose letters are wild for the owner turn (C-118)."""
        mat = self.mats[seat]
        for tile in [tile for tile in mat.reserve if tile.isupper()]:
            if self.is_wild_for(seat, tile):
                mat.reserve[tile.lower()] += mat.reserve.pop(tile)
        for square, tile in mat.tiles.items():
            if tile.isupper() and self.is_wild_for(seat, tile):
                mat.tiles[square] = tile.lower()


def new_position(components: ComponentSet, options: Options) -> Position:
    """The table before any chance event (C-16 to C-24)."""
    players, face = options.players, components.faces[options.players]
    first = options.first_player
    return Position(
        components=components,
        options=options,
        order=[] if first == "random" else [(first + i) % players for i in range(players)],
        bag=Counter(components.letters),  # C-19
        deck=Counter(
            {
                card.id: card.copies
                for card in components.deck
                if card.die is None or card.die in face.dice  # C-22
            }
        ),
        stars=components.stars if options.star_limit == "supply" else None,
        mats=[Mat() for _ in range(players)],
        slots=[Slot() for _ in range(players)],  # C-50
        top={number: Slot() for number in face.top},  # C-43
        bottom=[None] * players,  # C-45
        dice={name: Die() for name in face.dice},  # C-21
        pawns=[0] * players,  # C-17
        neutral=[0, len(face.track) // 2] if players == 2 else [],  # C-253
        centre=[None] * face.centre_squares,  # C-20
    )
