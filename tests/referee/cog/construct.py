"""Phase IV: spelling, wild tiles, item cards, goal cards (rules section 7)."""

from __future__ import annotations

from referee.cog.components import Card
from referee.cog.flow import Flow, Node, conversions, do_extra, gain, is_capped, is_extra, removals
from referee.cog.position import Position
from referee.cog.words import can_supply, fits, needed, parse_place, patterns, places, tiles_for


def construct(p: Position, seat: int) -> Flow[None]:
    """One player's whole Phase IV (C-125, C-269)."""
    p.microactions = 0
    while not is_capped(p):
        own = [*spellings(p, seat), *flips(p, seat), *completions(p, seat)]
        legal = [*own, *conversions(p, seat), *removals(p, seat)]
        if not legal:
            break
        text = yield Node("construct", seat, [*legal, "done"])
        if text == "done":
            break
        if is_extra(text):
            yield from do_extra(p, seat, text)
            continue
        p.microactions += 1
        word, rest = text.split(maxsplit=1)
        if word == "spell":
            yield from spell(p, seat, rest)
        elif word == "flip":
            flip(p, seat, rest)
        else:
            yield from complete(p, seat, rest)
    p.microactions = 0


# --- words --------------------------------------------------------------------------------------


def spellings(p: Position, seat: int) -> list[str]:
    """Where which words can be spelled."""
    mat, size, centre = p.mats[seat], p.components.size, p.components.centre
    return [
        f"spell {place.text()}"
        for place in places(p.permitted(seat), mat.tiles, centre)
        if can_supply(needed(place, mat.tiles), mat.reserve)  # C-146
        and fits(place, mat.tiles, mat.words, size, centre)
    ]


def spell(p: Position, seat: int, text: str) -> Flow[None]:
    """Tiles, bonus spaces, cube, goal card (C-168)."""
    mat, place = p.mats[seat], parse_place(text)
    letters = needed(place, mat.tiles)
    choices = patterns(letters, mat.reserve)
    pattern = choices[0]
    if len(choices) > 1:
        pending = {"spell": [place.word, place.row, place.column, place.direction]}
        texts = [f"tiles {each}" for each in choices]
        chosen = yield Node("tiles", seat, texts, pending=pending)
        pattern = chosen.split()[1]
    taken = tiles_for(letters, pattern, mat.reserve)
    new = []
    for square, tile in zip(place.squares, taken, strict=True):
        if tile:
            mat.reserve[tile] -= 1
            mat.tiles[square] = tile
            new.append(square)
    mat.words[place.word] = place
    due = [square for square in sorted(new) if square in p.components.bonus]
    if not p.options.inner_bonus_repeat:  # C-167
        due = [square for square in due if square not in mat.covered]
        mat.covered |= {*due}
    for square in due:  # C-160 to C-162
        yield from gain(p, seat, p.components.bonus[square])
    yield from put_cube(p, seat, place.word, "grid")


def put_cube(p: Position, seat: int, word: str, source: str) -> Flow[None]:
    """A cube beside the word; a complete goal card pays (C-169 to C-175)."""
    if not p.has_space(seat, word):  # C-171
        return
    mat, goal = p.mats[seat], p.components.goal_of[word]
    mat.cubes[word] = source
    words, icons = p.components.goals[goal]
    if all(each in mat.cubes for each in words):
        yield from gain(p, seat, icons)
        for each in words:  # C-173
            del mat.cubes[each]
        mat.completed_goals.append(goal)


# --- wild tiles ---------------------------------------------------------------------------------


def flips(p: Position, seat: int) -> list[str]:
    """Natural tiles that a star can turn (C-148, C-149)."""
    mat = p.mats[seat]
    if mat.stars == 0:
        return []
    letters = [tile for tile in sorted(mat.reserve) if tile.isupper() and mat.reserve[tile] > 0]
    squares = [square for square in sorted(mat.tiles) if mat.tiles[square].isupper()]
    return [f"flip {letter}" for letter in letters] + [f"flip {r},{c}" for r, c in squares]


def flip(p: Position, seat: int, what: str) -> None:
    """Pay a star and turn the tile."""
    mat = p.mats[seat]
    p.pay(seat, 1)
    if what.isalpha():
        mat.reserve[what] -= 1
        mat.reserve[what.lower()] += 1
    else:
        row, column = map(int, what.split(","))
        mat.tiles[row, column] = mat.tiles[row, column].lower()


# --- item cards ---------------------------------------------------------------------------------


def rewards(p: Position, seat: int, card: Card) -> list[str]:
    """What a player can get for an item card (C-179, C-181, C-182)."""
    if card.word in p.mats[seat].words:  # C-181
        return ["bonus"]
    if p.has_space(seat, card.word):
        return ["cube", "bonus"]
    return ["bonus"] if p.options.item_without_goal == "bonus_only" else []


def completions(p: Position, seat: int) -> list[str]:
    """Item cards whose missing letters are there (C-176 to C-178)."""
    mat = p.mats[seat]
    return [
        f"complete {card.id} {reward} {pattern}"
        for card in p.components.deck
        if card.timing == "item" and card.id in mat.cards
        for reward in rewards(p, seat, card)
        for pattern in patterns(card.missing, mat.reserve)
    ]


def complete(p: Position, seat: int, text: str) -> Flow[None]:
    """Tiles into the bag, then the cube or the bonus (C-179, C-180, C-180a)."""
    key, reward, pattern = text.split()
    card, mat = p.components.cards[key], p.mats[seat]
    for tile in tiles_for(card.missing, pattern, mat.reserve):
        p.give_back(seat, tile)
    mat.cards.remove(key)
    mat.completed_items.append(key)
    if reward == "cube":
        yield from put_cube(p, seat, card.word, "item")
    else:
        yield from gain(p, seat, card.gain)
