"""Component sets drawn at random: small grids, short words, few letters and stars (rules 14.1)."""

from __future__ import annotations

from collections import Counter
from random import Random

from referee.cog.components import Card, Cell, ComponentSet, Face, Gain, TopSlot, by_id

LETTERS = "ABDEGILNORST"
ICONS = ("bag", "centre", "star", "vp:1", "vp:2", "vp:4")


def random_set(rng: Random, name: str = "drawn") -> ComponentSet:
    """A sound set; every other one has so few letters and so short words that grids fill up."""
    size, is_dense = rng.choice((6, 6, 8, 10)), rng.random() < 0.5
    alphabet = rng.sample(LETTERS, rng.randint(3, 4) if is_dense else rng.randint(5, 9))
    goals = _goals(rng, alphabet, (3, 3, 3, 4) if is_dense else (3, 3, 4, 4, 5, 6))
    words = [word for some, _ in goals.values() for word in some]
    dice = ("amber", "blue", "coral", "dun")
    letters = _letters(rng, words, most=rng.choice((80, 120) if is_dense else (20, 30, 45, 70)))
    spares = {letter: rng.choice((0, 0, 1, 1, 2)) for letter in letters}
    if not any(spares.values()):
        spares[min(spares)] = 1
    wild_slot = TopSlot(1, rng.randint(0, 1), True)
    top, small_top = _top(rng, is_dense), _top(rng, is_dense)
    track, small_track = _track(rng), _track(rng)
    order = _order(rng)
    small_order = _order(rng)
    four = Face(
        rounds=rng.randint(3, 7),
        centre_squares=rng.randint(2, 6),
        top=dict(enumerate([*top, wild_slot], 1)),
        order_slots=order,
        track=track,
        dice=dice,
    )
    rounds, centre = rng.randint(3, 7), rng.randint(2, 6)
    faces = {
        players: Face(
            rounds=rounds,
            centre_squares=centre,
            top=dict(enumerate(small_top[:players], 2)),
            order_slots=small_order[:players],
            track=small_track,
            dice=dice[:players],
        )
        for players in (2, 3)
    }
    start = _order(rng)
    boards = {**faces, 4: four}
    # Setup and the first Phase I find letters enough.
    while sum(letters.values()) < max(_drawn(face, n, start) for n, face in boards.items()):
        letters[rng.choice(sorted(letters))] += 1
    sizes = sorted((len(some) for some, _ in goals.values()), reverse=True)[:5]
    return ComponentSet(
        name=name,
        edition="tests",
        size=size,
        bonus=_bonus(rng, size),
        goals=goals,
        letters=letters,
        spares={letter: count for letter, count in spares.items() if count},
        start_bonus=start,
        faces=boards,
        deck=_deck(rng, dice, words, sorted(letters)),
        most_letters=rng.randint(3, 8),
        most_stars=rng.randint(1, 4),
        aid_at_most=rng.randint(0, 3),
        stars=rng.randint(3, 25),
        cubes=sum(sizes) - 4,
    )


def _goals(
    rng: Random, alphabet: list[str], lengths: tuple[int, ...]
) -> dict[int, tuple[tuple[str, ...], Gain]]:
    """Six cards of two or three words that are all different."""
    seen: list[str] = []
    goals = {}
    for number in range(1, 7):
        words = []
        for _ in range(rng.choice((2, 3, 3))):
            while True:
                word = "".join(rng.choices(alphabet, k=rng.choice(lengths)))
                if word not in seen:
                    break
            seen.append(word)
            words.append(word)
        # Worth more than the words alone, as completion is not a choice (C-174).
        worth = sum(1 + len(word) for word in words) + rng.randint(1, 5)
        goals[number] = (tuple(words), (f"vp:{worth}", *_gain(rng, 2)))
    return goals


def _drawn(face: Face, players: int, start: tuple[Gain, ...]) -> int:
    """Letters that leave the bag before the first Phase II (15.10)."""
    bonuses = [*start[:players], *face.order_slots]
    slots = sum(slot.letters for slot in face.top.values())
    return face.centre_squares + 2 * players + slots + sum(icons.count("bag") for icons in bonuses)


def _top(rng: Random, is_dense: bool) -> list[TopSlot]:
    """Three slots with natural letters."""
    least, most = (3, 4) if is_dense else (1, 3)
    return [TopSlot(rng.randint(least, most), rng.randint(0, 2), False) for _ in range(3)]


def _letters(rng: Random, words: list[str], most: int) -> dict[str, int]:
    """Tiles as often as in the words, with a few letters of no word."""
    counts = Counter("".join(words))
    total = counts.total()
    tiles = {letter: max(1, round(count * most / total)) for letter, count in counts.items()}
    if rng.random() < 0.5:
        tiles["Z"] = 2
    return dict(sorted(tiles.items()))


def _gain(rng: Random, most: int) -> Gain:
    """Icons, `bag` before `centre`."""
    icons = [rng.choice(ICONS) for _ in range(rng.randint(1, most))]
    return tuple(sorted(icons, key=lambda icon: icon == "centre"))


def _order(rng: Random) -> tuple[Gain, ...]:
    """The first slot has nothing."""
    some: tuple[Gain, ...] = (("star",), ("vp:3",), ("bag",), ("star", "vp:1"), ("bag", "star"))
    return ((), *rng.sample(some, 3))


def _track(rng: Random) -> tuple[Gain, ...]:
    """As long as the edge of a square or of a rectangle that is one wider."""
    return tuple(
        () if rng.random() < 0.1 else _gain(rng, 2) for _ in range(rng.choice((8, 10, 12, 16, 20)))
    )


def _bonus(rng: Random, size: int) -> dict[Cell, Gain]:
    """The corners and four more squares; the lower right one is for a card."""
    last = size - 1
    squares: list[Cell] = [(0, 0), (0, last), (last, 0)]
    inner = [(r, c) for r in range(1, last) for c in range(1, last)]
    bonus = {square: _gain(rng, 2) for square in squares + rng.sample(inner, 4)}
    return {**bonus, (last, last): ("card",)}


def _deck(
    rng: Random, dice: tuple[str, ...], words: list[str], letters: list[str]
) -> tuple[Card, ...]:
    """All timings; more than players can hold in few rounds."""
    deck = [
        Card(f"I{number}", rng.randint(2, 4), "immediate", _gain(rng, 3)) for number in range(4)
    ]
    for at, die in enumerate(dice):
        deck += [Card(f"C{at}{number}", 1, "round", _gain(rng, 2), die=die) for number in range(3)]
    for low, high in ((1, 3), (2, 5), (4, 6)):
        deck += [
            Card(
                f"P{number}-{low}{high}",
                rng.randint(1, 2),
                "round",
                _gain(rng, 2),
                pips=(low, high),
            )
            for number in range(2)
        ]
    for number in range(2):
        wild = tuple(sorted(rng.sample(letters, rng.randint(1, 3))))
        deck.append(Card(f"A{number}", 1, "always", wild=wild))
    for word in rng.sample(words, 8):
        places = sorted(rng.sample(range(len(word)), rng.randint(1, 2)))
        missing = tuple(word[place] for place in places)
        copies = rng.choice((1, 1, 2))
        deck.append(Card(f"IT-{word}", copies, "item", _gain(rng, 2), word=word, missing=missing))
    return by_id(deck)
