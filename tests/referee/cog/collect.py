"""Phase II: cogs, top slots, cards, turn order, dice and pawns (rules section 5)."""

from __future__ import annotations

from referee.cog.flow import Flow, decide, gain, own_card, roll
from referee.cog.position import EDGES, Position, Slot


def turn(p: Position, seat: int) -> Flow[None]:
    """One turn (C-55, C-220)."""
    text = yield from decide(p, seat, "place", lambda: placements(p, seat))
    edge, what, *rest = text.split()
    if edge == "die":
        p.mats[seat].edges.add("dice")
        yield from take_die(p, seat, what)
    else:
        p.mats[seat].edges.add(edge)
        if edge == "top":
            p.top[int(what)].is_taken = True
            take_all(p, seat, p.top[int(what)])
        elif edge == "bottom":
            key = p.bottom[int(what) - 1]
            assert key is not None
            p.bottom[int(what) - 1] = None
            yield from own_card(p, seat, key, can_redraw=True)
        else:
            yield from take_order(p, seat, int(what) - 1, rest == ["protect"])
    yield from decide(p, seat, "convert", list, "done")


def placements(p: Position, seat: int) -> list[str]:
    """Where a cog can be put, on edges without an own one (C-57)."""
    mat, found = p.mats[seat], []
    for edge in EDGES:
        if edge in mat.edges:
            continue
        if edge == "top":
            found += [f"top {number}" for number, slot in p.top.items() if not slot.is_taken]
        elif edge == "bottom":
            found += [f"bottom {at}" for at, key in enumerate(p.bottom, 1) if key is not None]
        elif edge == "dice":
            found += [f"die {name}" for name, die in p.dice.items() if die.holder is None]
        else:
            for at, slot in enumerate(p.slots):
                cost = 0 if slot.cog is None else 1  # C-70, C-72
                if slot.cog is not None and bumped(p, at) is None:
                    continue
                if mat.stars >= cost:
                    found.append(f"order {at + 1}")
                if mat.stars >= cost + 1:  # C-76, C-80
                    found.append(f"order {at + 1} protect")
    return found


def take_all(p: Position, seat: int, slot: Slot) -> None:
    """Letters, stars, and VP that lie there, also those for letters (C-60, C-70, C-230)."""
    mat = p.mats[seat]
    for tile in slot.letters:
        p.receive(seat, tile)
    mat.stars += slot.stars
    mat.vp += slot.vp
    slot.letters, slot.stars, slot.vp = [], 0, 0


# --- turn order ---------------------------------------------------------------------------------


def bumped(p: Position, target: int) -> list[tuple[int, int]] | None:
    """The moves (from, to) that free an occupied slot, None if that is impossible."""
    jumps = p.options.bump_over_protected
    if p.slots[target].is_protected:  # C-76
        return None
    below = list(range(target, len(p.slots)))
    gap = next((at for at in below if p.slots[at].cog is None), None)  # C-73
    chain = [at for at in below if gap is None or at < gap]
    movers = [at for at in chain if not p.slots[at].is_protected]
    if movers != chain and not jumps:  # C-79
        return None
    if gap is None:
        if p.options.bump_pushout == "illegal":  # C-75
            return None
        gap = max(at for at in range(target) if p.slots[at].cog is None)
    return list(zip(movers, [*movers[1:], gap], strict=True))


def take_order(p: Position, seat: int, at: int, protects: bool) -> Flow[None]:
    """Pay, push, put down, take the bonus (C-70 to C-82)."""
    slot, mat = p.slots[at], p.mats[seat]
    is_bump = slot.cog is not None
    if is_bump:
        p.pay(seat, 1)
        moves = bumped(p, at)
        assert moves is not None
        for source, goal in reversed(moves):
            p.slots[goal].cog, p.slots[source].cog = p.slots[source].cog, None
    slot.cog = seat
    if protects:
        mat.stars -= 1
        slot.is_protected = True
    if not is_bump or p.options.bump_takes == "what_lies_there":  # C-81
        take_all(p, seat, slot)
    elif p.options.bump_takes == "full_bonus":
        if slot.is_empty():
            yield from gain(p, seat, p.face.order_slots[at])
        else:
            take_all(p, seat, slot)


# --- dice ---------------------------------------------------------------------------------------


def take_die(p: Position, seat: int, name: str) -> Flow[None]:
    """Take the die, perhaps roll it again, move, gain (C-84 to C-94)."""
    die, mat = p.dice[name], p.mats[seat]
    die.holder = seat
    text = yield from decide(
        p, seat, "reroll", lambda: ["reroll"] * (mat.stars > 0), "move", {"die": name}
    )
    if text == "reroll":
        p.pay(seat, 1)
        die.pips = yield from roll(name)
    assert die.pips is not None
    space = (p.pawns[seat] + die.pips) % len(p.face.track)
    others = [pawn for other, pawn in enumerate(p.pawns) if other != seat] + p.neutral
    p.pawns[seat] = space
    if space not in others:  # C-90, C-92, C-258
        yield from gain(p, seat, p.face.track[space])
