"""What holds at every node (rules section 16, by number)."""

from __future__ import annotations

from collections import Counter
from itertools import chain, combinations

from referee.cog.components import Cell
from referee.cog.construct import spellings
from referee.cog.position import EDGES, Mat, Position
from referee.cog.table import Referee
from referee.cog.words import (
    ACROSS,
    DOWN,
    Place,
    are_connected,
    are_whole,
    broken_rules,
    fits,
    leaving,
    needed,
    parse_place,
    runs,
    wordless,
)


def check_node(referee: Referee) -> None:
    """Invariants 1 to 6, 8 to 10, 12 to 14."""
    p = referee.position
    _check_tiles(p)
    _check_stars(p)
    _check_cards(referee)
    for seat, mat in enumerate(p.mats):
        _check_mat(p, seat, mat)
    if p.phase in ("activate", "construct", "over") and any(
        slot.cog is not None for slot in p.slots
    ):
        _check_after_collect(p)
    if p.phase == "prepare" and p.round > 1:  # 10
        for mat in p.mats:
            assert mat.letters() <= p.components.most_letters
            assert mat.stars <= p.components.most_stars
    if p.neutral:  # 13
        length = len(p.face.track)
        assert (p.neutral[1] - p.neutral[0]) % length == length // 2
    if p.reason is not None:  # 14
        assert p.round == p.rounds or p.are_spares_in
        assert p.round <= p.rounds
        assert sorted(p.positions) == list(range(p.options.players))


def _check_tiles(p: Position) -> None:
    """1."""
    found = Counter(p.bag)
    found.update(letter for letter in p.centre if letter is not None)
    for slot in [*p.top.values(), *p.slots]:
        found.update(tile.upper() for tile in slot.letters)
    for mat in p.mats:
        found.update(tile.upper() for tile in [*mat.reserve.elements(), *mat.tiles.values()])
    assert all(count >= 0 for count in p.bag.values())
    assert all(count >= 0 for mat in p.mats for count in mat.reserve.values())
    total = Counter(p.components.letters)
    if p.are_spares_in:
        total.update(p.components.spares)
    assert +found == +total


def _check_stars(p: Position) -> None:
    """2."""
    assert all(mat.stars >= 0 for mat in p.mats)
    if p.stars is not None:
        slots = [*p.slots, *p.top.values()]
        out = sum(slot.stars + slot.is_protected for slot in slots)
        assert p.stars >= 0
        assert p.stars + out + sum(mat.stars for mat in p.mats) == p.components.stars


def _check_cards(referee: Referee) -> None:
    """3."""
    p = referee.position
    found = p.deck + p.discard + Counter(key for key in p.bottom if key is not None)
    for mat in p.mats:
        found.update([*mat.cards, *mat.completed_items])
    if p.taken_card is not None:
        found[p.taken_card] += 1
    total = Counter[str]()
    for card in p.components.deck:
        is_gone = (
            p.options.remove_items_of_removed_goal
            and card.timing == "item"
            and p.components.goal_of[card.word] == p.removed_goal
        )
        if (card.die is None or card.die in p.face.dice) and not is_gone:
            total[card.id] = card.copies
    assert +found == +total


def _check_mat(p: Position, seat: int, mat: Mat) -> None:
    assert len(mat.cubes) < p.components.cubes  # 4
    if p.options.removal_leaves_run == "illegal":  # 5
        assert wordless(mat.tiles, mat.words) == set()
    assert are_whole(mat.tiles, mat.words)
    assert are_connected(list(mat.words.values()))
    assert {*mat.tiles} == {*chain.from_iterable(each.squares for each in mat.words.values())}
    for direction in (ACROSS, DOWN):  # 6
        squares = [
            square
            for each in mat.words.values()
            if each.direction == direction
            for square in each.squares
        ]
        assert len(squares) == len({*squares})
    for each in mat.words.values():
        for square, letter in zip(each.squares, each.word, strict=True):
            assert mat.tiles[square] in (letter, mat.tiles[square].lower())
    for word, source in mat.cubes.items():
        assert source == "item" or word in mat.words
        assert p.components.goal_of[word] not in [*mat.completed_goals, p.removed_goal]
    for tile in [*mat.reserve.elements(), *mat.tiles.values()]:  # C-118, C-119
        assert tile.islower() or not p.is_wild_for(seat, tile)
    if p.removed_goal is not None and p.options.permit_completed and p.options.grid_after_item:
        gone = len(p.components.goals[p.removed_goal][0])
        assert len(p.permitted(seat)) == len(p.components.words) - gone  # 8
        assert {*mat.words} <= {*p.permitted(seat)}
    assert p.phase == "activate" or mat.used == []  # 12
    assert not Counter(mat.used) - Counter(mat.cards)


def _check_after_collect(p: Position) -> None:
    """9."""
    seats = list(range(p.options.players))
    assert sorted(slot.cog for slot in p.slots if slot.cog is not None) == seats
    assert sorted(die.holder for die in p.dice.values() if die.holder is not None) == seats
    assert p.bottom == [None] * len(seats)
    for slot in p.top.values():
        assert slot.is_taken
        assert slot.is_empty()
    for mat in p.mats:
        assert mat.edges == {*EDGES}


class Memory:
    """What is compared with the node before."""

    def __init__(self, p: Position) -> None:
        self._vp = [mat.vp for mat in p.mats]

    def check(self, p: Position) -> None:
        """11."""
        assert all(mat.vp >= vp for mat, vp in zip(p.mats, self._vp, strict=True))


# --- dearer ones, for some nodes ----------------------------------------------------------------


def check_words(p: Position, seat: int) -> None:
    """7 and 18: transposed grids, and the rules one by one against the definition."""
    mat, size, centre = p.mats[seat], p.components.size, p.components.centre
    permitted = p.permitted(seat)
    spelled = {parse_place(text.removeprefix("spell ")) for text in spellings(p, seat)}
    turned_tiles = {(c, r): tile for (r, c), tile in mat.tiles.items()}
    turned_words = {word: transposed(place) for word, place in mat.words.items()}
    turned_centre = {(c, r) for r, c in centre}
    for word in p.components.words:
        for direction in (ACROSS, DOWN):
            for row in range(size):
                for column in range(size):
                    place = Place(word, row, column, direction)
                    letters = "".join(letter for letter in needed(place, mat.tiles) if letter)
                    # As if everything were in the reserve.
                    plenty = dict.fromkeys(letters, len(letters))
                    broken = broken_rules(
                        place, letters, mat.tiles, mat.words, plenty, permitted, size, centre
                    )
                    is_fit = fits(place, mat.tiles, mat.words, size, centre)
                    assert is_fit == (set(broken) <= {128}), (place, broken)
                    assert is_fit == fits(
                        transposed(place), turned_tiles, turned_words, size, turned_centre
                    )
                    if place in spelled:
                        assert not broken


def transposed(place: Place) -> Place:
    """Rows for columns."""
    direction = DOWN if place.direction == ACROSS else ACROSS
    return Place(place.word, place.column, place.row, direction)


def check_removals(p: Position, seat: int) -> None:
    """17: single removals reach every set of words whose rest is connected (C-212)."""
    words = p.mats[seat].words
    reached = {frozenset(words)}
    for left in list(reached):
        stack = [left]
        while stack:
            some = stack.pop()
            for word in some:
                rest = some - {word}
                if rest not in reached and are_connected([words[each] for each in rest]):
                    reached.add(rest)
                    stack.append(rest)
    every = chain.from_iterable(combinations(words, count) for count in range(len(words) + 1))
    assert reached == {
        frozenset(some) for some in every if are_connected([words[each] for each in some])
    }


def check_put_back(referee: Referee, seat: int) -> None:
    """16: a word removed and put back with its tiles restores the grid."""
    mat = referee.position.mats[seat]
    for text in referee.legal():
        if not text.startswith("remove "):
            continue
        word = text.split()[1]
        gone: dict[Cell, str] = {square: mat.tiles[square] for square in leaving(word, mat.words)}
        rest = {square: tile for square, tile in mat.tiles.items() if square not in gone}
        others = {key: place for key, place in mat.words.items() if key != word}
        assert runs({**rest, **gone}) == runs(mat.tiles)
        p = referee.position
        # The first word stood by itself once, and need not cover the centre any more (C-213).
        if others:
            assert fits(mat.words[word], rest, others, p.components.size, p.components.centre)
