"""Setup and rounds, phase by phase (rules sections 2 to 4, 6, 8)."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

from referee.cog.collect import turn
from referee.cog.construct import construct
from referee.cog.endings import finish
from referee.cog.flow import Flow, Node, chance, deal, decide, draw, draw_for, gain, roll
from referee.cog.position import Position, Slot

TURNS = 4
"""C-54."""


def whole_game(p: Position) -> Flow[None]:
    """From setup to the end."""
    yield from setup(p)
    yield from rounds_from(p, "prepare", 0)


def setup(p: Position) -> Flow[None]:
    """C-16 to C-36, in the order of C-35."""
    for square in range(len(p.centre)):
        p.centre[square] = yield from draw(p)
    goal = yield from chance({f"goal {number}": 1 for number in sorted(p.components.goals)})
    p.removed_goal = int(goal)  # C-25
    if p.options.remove_items_of_removed_goal:  # C-36
        for card in p.components.deck:
            if card.timing == "item" and p.components.goal_of[card.word] == p.removed_goal:
                del p.deck[card.id]
    if not p.order:  # C-27
        players = p.options.players
        first = int((yield from chance({f"first {seat}": 1 for seat in range(players)})))
        p.order = [(first + i) % players for i in range(players)]
    for seat in p.order:  # C-29
        for _ in range(2):
            yield from draw_for(p, seat)
    for seat, icons in zip(p.order, p.components.start_bonus, strict=False):  # C-30 to C-34
        yield from gain(p, seat, icons)


def rounds_from(p: Position, phase: str, done: int) -> Flow[None]:
    """The rest of the game from a phase on, in which so many turns or players are done."""
    while True:
        if phase == "prepare":
            yield from prepare(p)
            phase = "collect"
        if phase == "collect":
            yield from collect(p, done)
            phase, done = "activate", 0
        if phase == "activate":
            yield from activate_all(p, done)
            phase, done = "construct", 0
        if phase == "construct":
            yield from construct_all(p, done)
            phase, done = "conclude", 0
        yield from conclude(p)
        if p.reason is not None:
            return
        phase = "prepare"
        p.round += 1
        p.neutral_die = None
        for die in p.dice.values():
            die.pips = None


# --- Phase I ------------------------------------------------------------------------------------


def prepare(p: Position) -> Flow[None]:
    """C-41 to C-52."""
    p.phase = "prepare"
    for number, printed in p.face.top.items():  # C-42
        slot = p.top[number]
        slot.is_taken = False
        for _ in range(printed.letters):
            yield from lay_letter(p, slot, printed.is_wild)
        for _ in range(printed.stars):
            slot.stars += p.take_star()
    for at in range(len(p.bottom)):  # C-45
        p.bottom[at] = yield from deal(p)
    for name, die in p.dice.items():  # C-48
        die.pips = yield from roll(name)
    for slot, icons in zip(p.slots, p.face.order_slots, strict=False):  # C-49, C-51
        if p.options.order_leftover == "replace":
            clear(p, slot)
        lies = Slot(list(slot.letters), slot.stars, slot.vp)
        if p.options.order_leftover == "add":
            lies = Slot()
        for icon in icons:
            if icon == "bag":
                if lies.letters:
                    lies.letters.pop()
                else:
                    yield from lay_letter(p, slot)
            elif icon == "star":
                if lies.stars:
                    lies.stars -= 1
                else:
                    slot.stars += p.take_star()
            else:
                vp = int(icon.removeprefix("vp:"))
                there = min(vp, lies.vp)
                lies.vp -= there
                slot.vp += vp - there


def lay_letter(p: Position, slot: Slot, is_wild: bool = False) -> Flow[None]:
    """A letter into a slot, or VP in its place (C-44, C-230)."""
    letter = yield from draw(p)
    if letter is None:
        slot.vp += 2
    else:
        slot.letters.append(letter.lower() if is_wild else letter)


def clear(p: Position, slot: Slot) -> None:
    """What lies in the slot goes back."""
    for tile in slot.letters:
        p.return_tile(tile)
    p.return_stars(slot.stars)
    slot.letters, slot.stars, slot.vp = [], 0, 0


# --- Phases II to IV ----------------------------------------------------------------------------


def collect(p: Position, done: int) -> Flow[None]:
    """C-54, C-255."""
    p.phase = "collect"
    if p.neutral and p.neutral_die is None:
        p.neutral_die = yield from roll("neutral")
        p.neutral = [(at + p.neutral_die) % len(p.face.track) for at in p.neutral]
    for seat in (p.order * TURNS)[done:]:
        yield from turn(p, seat)


def phase_order(p: Position) -> Flow[list[int]]:
    """Who comes when in a simultaneous phase (C-267, C-269, C-272)."""
    if p.options.sim_order == "reverse":
        return p.order[::-1]
    if p.options.sim_order == "random":
        seats = permutations(sorted(p.order))
        node = {f"seats {' '.join(map(str, each))}": 1 for each in seats}
        text = yield from drawn_text(node)
        return [int(word) for word in text.split()[1:]]
    return p.order


def drawn_text(weights: dict[str, int]) -> Flow[str]:
    """An event's whole text, all alike."""
    text = yield Node("chance", events={text: Fraction(1, len(weights)) for text in weights})
    return text


def activate_all(p: Position, done: int) -> Flow[None]:
    """C-107 to C-113."""
    p.phase = "activate"
    order = yield from phase_order(p)
    for seat in order[done:]:
        if p.options.auto_activate:  # C-290
            for key in sorted(p.mats[seat].cards):
                if key in activatable(p, seat):
                    yield from activate(p, seat, key)
            continue
        yield from activate_some(p, seat)
    for mat in p.mats:  # C-111
        mat.used = []


def activate_some(p: Position, seat: int) -> Flow[None]:
    """One player's Phase III (C-113)."""

    def own() -> list[str]:
        return [f"activate {key}" for key in activatable(p, seat)]

    while (text := (yield from decide(p, seat, "activate", own, "done"))) != "done":
        yield from activate(p, seat, text.split()[1])


def activatable(p: Position, seat: int) -> list[str]:
    """Own once-per-round cards that the own die meets, in the set's order (C-107 to C-109)."""
    mat = p.mats[seat]
    found = []
    for name, die in p.dice.items():
        if die.holder != seat:
            continue
        for card in p.components.deck:
            if card.timing != "round" or mat.cards.count(card.id) <= mat.used.count(card.id):
                continue
            if card.die == name or die.pips in card.pips:
                found.append(card.id)
    return found


def activate(p: Position, seat: int, key: str) -> Flow[None]:
    """The card turns face down and gives all its icons (C-103, C-111)."""
    p.mats[seat].used.append(key)
    yield from gain(p, seat, p.components.cards[key].gain)


def construct_all(p: Position, done: int) -> Flow[None]:
    """C-269; in turn order if the spares came in this round (C-228)."""
    p.phase = "construct"
    order = p.order
    if p.spares_round != p.round:
        order = yield from phase_order(p)
    for seat in order[done:]:
        yield from construct(p, seat)


# --- Phase V ------------------------------------------------------------------------------------


def conclude(p: Position) -> Flow[None]:
    """C-187 to C-200, C-233, C-234."""
    p.phase = "conclude"
    if p.is_last_round:  # C-188
        positions = [slot.cog for slot in p.slots if slot.cog is not None]
        finish(p, positions)
        return
    p.order = [slot.cog for slot in p.slots if slot.cog is not None]  # C-191
    for slot in p.slots:  # C-193, C-77
        slot.cog = None
        p.return_stars(int(slot.is_protected))
        slot.is_protected = False
    for mat in p.mats:
        mat.edges = set()
    for die in p.dice.values():  # C-194
        die.holder = None
    for seat in p.order:  # C-195, C-197
        if p.mats[seat].letters() <= p.components.aid_at_most:
            yield from draw_for(p, seat)
    for seat in p.order:  # C-198, C-199a
        yield from limits(p, seat)
    if p.is_ending:  # C-234
        finish(p, p.order)


def limits(p: Position, seat: int) -> Flow[None]:
    """Conversions, then surplus stars and letters go (C-198, C-199)."""
    mat = p.mats[seat]
    yield from decide(p, seat, "convert", list, "done")
    p.pay(seat, max(0, mat.stars - p.components.most_stars))
    while mat.letters() > p.components.most_letters:
        kinds = [tile for tile in sorted(mat.reserve) if mat.reserve[tile] > 0]
        text = yield Node("discard", seat, [f"discard {tile}" for tile in kinds])
        p.give_back(seat, text.split()[1])
