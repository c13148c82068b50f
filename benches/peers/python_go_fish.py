"""Plain Python: Go Fish for three players, random playouts, by the rules of OpenSpiel's `go_fish`.

Written for speed: the ranks in a hand are the bits of a number, and a table has the ranks of each
such number as a tuple, the seats that may be asked as well. The pool is a list from which a card is
taken at a random place. An ask is a seat with cards and a rank of one's own, whatever the other, so
one random number picks both. A count is that of a rank only while its bit is set, so that nothing
has to be put back to 0.

Before the clock starts OpenSpiel plays games with the same random numbers: each ask has to be legal
there, and the plies and books have to be the same.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pyspiel

from peers.worker import Counts, Work, main

PLAYERS, RANKS, SUITS, HAND = 3, 13, 4, 5
POOL = [rank for rank in range(RANKS) for _ in range(SUITS)]
HELD = [tuple(r for r in range(RANKS) if held >> r & 1) for held in range(1 << RANKS)]
"""The ranks of a hand, from its bits."""
OTHERS = [
    [
        tuple(t for t in range(PLAYERS) if t != seat and able >> t & 1)
        for able in range(1 << PLAYERS)
    ]
    for seat in range(PLAYERS)
]
"""The seats that one may ask, from the bits of those that have cards."""
AFTER = [(seat + 1) % PLAYERS for seat in range(PLAYERS)]
CHECKED = 500
"""Games that OpenSpiel plays as well."""


def play(chooser: Callable[[], float]) -> tuple[int, list[int]]:
    """A random game; gives its plies and everybody's books."""
    pool = POOL.copy()
    left = len(pool)
    counts = [[0] * RANKS for _ in range(PLAYERS)]
    held = [0] * PLAYERS
    books = [0] * PLAYERS
    plies = made = 0
    able = (1 << PLAYERS) - 1
    for seat in range(PLAYERS):
        own, bits = counts[seat], 0
        for _ in range(HAND):
            at = int(chooser() * left)
            left -= 1
            rank = pool[at]
            pool[at] = pool[left]
            own[rank] += 1
            if own[rank] < SUITS:
                bits |= 1 << rank
            else:
                bits ^= 1 << rank
                books[seat] += 1
                made += 1
        held[seat] = bits

    seat = 0
    while made < RANKS:
        mine = held[seat]
        if not mine:
            if not left:
                seat = AFTER[seat]
                continue
            at = int(chooser() * left)
            left -= 1
            rank = pool[at]
            pool[at] = pool[left]
            held[seat] = mine = 1 << rank
            counts[seat][rank] = 1
            able |= 1 << seat
        asks = OTHERS[seat][able]
        if not asks:
            seat = AFTER[seat]
            continue
        ranks = HELD[mine]
        choices = len(ranks)
        index = int(chooser() * (choices * len(asks)))
        target, rank = asks[index // choices], ranks[index % choices]
        bit = 1 << rank
        own = counts[seat]
        plies += 1
        theirs = held[target]
        if theirs & bit:
            held[target] = theirs = theirs ^ bit
            if not theirs:
                able ^= 1 << target
            got, goes_on = rank, True
            now = own[rank] + counts[target][rank]
        elif left:
            at = int(chooser() * left)
            left -= 1
            got = pool[at]
            pool[at] = pool[left]
            goes_on = got == rank
            bit = 1 << got
            now = own[got] + 1 if mine & bit else 1
        else:
            seat = AFTER[seat]
            continue
        if now == SUITS:
            held[seat] = mine = mine ^ bit
            books[seat] += 1
            made += 1
            if not mine:
                able ^= 1 << seat
        else:
            own[got] = now
            held[seat] = mine | bit
        if not goes_on:
            seat = AFTER[seat]
    return plies, books


def replayed(chooser: Callable[[], float]) -> tuple[int, list[int]]:
    """The same game by OpenSpiel."""
    state = pyspiel.load_game(f"go_fish(players={PLAYERS})").new_initial_state()
    pool, plies = POOL.copy(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            at = int(chooser() * len(pool))
            pool[at], rank = pool[-1], pool[at]
            pool.pop()
            state.apply_action(rank)
        else:
            legal = state.legal_actions()
            state.apply_action(legal[int(chooser() * len(legal))])
            plies += 1
    hands = str(state).split("\n")
    return plies, [int(hand.partition(":")[2]) for hand in hands[2 : 2 + PLAYERS]]


def playouts() -> Work:
    """Games from the deal to the last book."""
    for seed in range(CHECKED):
        found, expected = (way(random.Random(seed).random) for way in (play, replayed))
        if found != expected:
            raise AssertionError(f"game {seed} ends as {found}, that of OpenSpiel as {expected}")
    chooser = random.Random(1).random

    def work(games: int) -> Callable[[], Counts]:
        plies = sum(play(chooser)[0] for _ in range(games))
        return lambda: {"plies": plies, "games": games}

    return work


if __name__ == "__main__":
    main({"playouts": playouts}, ["open-spiel"])
