"""Our side of the table, through the public Python interface alone.

Run like a peer (see `peers/worker.py`), by the interpreter that has ludoteca installed:

    cd benches && python -m ours cobogo_playouts
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from functools import partial
from itertools import count, cycle, islice
from typing import Any

import ludoteca as lt
import numpy as np
from peers import inputs
from peers.worker import Case, Counts, Work, main

ENVS = 1024
"""Environments of a batch, as many as the peers step."""
SCRIPTED = 64
"""Steps drawn beforehand: four games of Cobogó one after the other in every environment."""


def playouts(name: str, players: int, threads: int, agents: str = "random") -> Work:
    """Games between agents of one kind, results returned as arrays."""
    game = lt.game(name, players=players)
    seeds = count()

    def work(games: int) -> Callable[[], Counts]:
        results = game.simulate(games, agents=agents, seed=next(seeds), threads=threads)
        return lambda: {"plies": int(results.plies.sum()), "games": results.games}

    return work


def vector_env(name: str, players: int, **options: Any) -> Work:
    """A batch stepped with uniformly random legal actions, observation and mask written."""
    env = lt.game(name, players=players, **options).vector_env(ENVS, seed=1, threads=1)
    env.reset()
    seeds = itertools.count()

    def work(steps: int) -> Callable[[], Counts]:
        for _ in range(steps):
            env.step(env.sample(next(seeds)))
        return lambda: {"steps": steps * ENVS}

    return work


def vector_env_replayed(name: str, players: int, **options: Any) -> Work:
    """The same steps with actions that were drawn beforehand: what the steps alone cost."""
    env = lt.game(name, players=players, **options).vector_env(ENVS, seed=1, threads=1)
    env.reset(seed=1)
    script = []
    for seed in range(SCRIPTED):
        script.append(env.sample(seed))
        env.step(script[-1])

    def work(passes: int) -> Callable[[], Counts]:
        for _ in range(passes):
            env.reset(seed=1)
            for indices in script:
                env.step(indices)
        return lambda: {"steps": passes * SCRIPTED * ENVS}

    return work


def states(name: str, players: int) -> Work:
    """Games in Python, one state after the other."""
    game = lt.game(name, players=players)
    seeds = count()
    chooser = random.Random(1).random

    def work(games: int) -> Callable[[], Counts]:
        plies = 0
        for seed in islice(seeds, games):
            state = game.start(seed=seed)
            while not state.is_over:
                legal = state.legal_indices
                state = state.apply(legal[int(chooser() * len(legal))])
                plies += 1
        return lambda: {"plies": plies, "games": games}

    return work


def middle(name: str, players: int, plies: int, agent: str = "random") -> lt.State:
    """A state after so many plies of a game between agents of one kind."""
    state = lt.game(name, players=players).start(seed=7)
    for ply in range(plies):
        state = state.apply(state.agent_action(agent, ply))
    return state


def to_json(state: Callable[[], lt.State]) -> Work:
    """A state as text."""
    written = state()

    def work(times: int) -> Callable[[], Counts]:
        for _ in range(times):
            written.to_json()
        return lambda: {"states": times}

    return work


def from_json(state: Callable[[], lt.State]) -> Work:
    """The text of a state, as a state."""
    written = state()
    game, text = written.game, written.to_json()
    if game.state_from_json(text) != written:
        raise AssertionError("the text does not come back")

    def work(times: int) -> Callable[[], Counts]:
        for _ in range(times):
            game.state_from_json(text)
        return lambda: {"states": times}

    return work


def determinize(state: Callable[[], lt.State]) -> Work:
    """A full state drawn from those that the seat to move can't tell from the true one."""
    known = state()
    seat = known.actor
    if not isinstance(seat, int):
        raise AssertionError("nobody is to move")
    seeds = count()

    def work(times: int) -> Callable[[], Counts]:
        for seed in islice(seeds, times):
            known.determinize(seat, seed)
        return lambda: {"states": times}

    return work


def pattern_count() -> Work:
    """All grids in one call."""
    grids = inputs.grids()
    counts = lt.kernels.pattern_count(grids, inputs.BRICK, inputs.SHAPE)
    if counts[:50].tolist() != [inputs.count_by_flood_fill(grid) for grid in grids[:50]]:
        raise AssertionError("the counts differ from those of a flood fill")

    def work(passes: int) -> Callable[[], Counts]:
        for _ in range(passes):
            lt.kernels.pattern_count(grids, inputs.BRICK, inputs.SHAPE)
        return lambda: {"grids": passes * len(grids)}

    return work


def placements() -> Work:
    """Card after card on mosaic after mosaic, one call each."""
    mosaics = inputs.mosaics()
    for grid, card in mosaics:
        found = lt.kernels.placements(grid, card, inputs.GLASS)
        if found.tolist() != inputs.placements_cell_by_cell(grid, card):
            raise AssertionError(f"placements differ on\n{grid}\nwith\n{card}")
    following = cycle(mosaics)

    def work(times: int) -> Callable[[], Counts]:
        for grid, card in islice(following, times):
            lt.kernels.placements(grid, card, inputs.GLASS)
        return lambda: {"calls": times}

    return work


def lay() -> Work:
    """Lay after lay on mural after mural, one call each."""
    lays = [(np.array(mural, np.uint8), row, col) for mural, row, col in inputs.lays()]
    for mural, row, col in lays:
        found = lt.kernels.lay(mural, row, col, inputs.NEW_PATTERN)
        expected = inputs.lay_tile_by_tile(mural.tolist(), row, col, inputs.NEW_PATTERN)
        if [(laid.tolist(), lost.tolist()) for laid, lost in found] != expected:
            raise AssertionError(f"results differ on\n{mural}\nat {row}, {col}")
    following = cycle(lays)

    def work(times: int) -> Callable[[], Counts]:
        for mural, row, col in islice(following, times):
            lt.kernels.lay(mural, row, col, inputs.NEW_PATTERN)
        return lambda: {"calls": times}

    return work


def word_plays() -> Work:
    """Grid after grid, one call each."""
    given = []
    for tiles, placed, hand in inputs.letter_grids():
        grid = letters(tiles)
        found = lt.kernels.word_plays(grid, inputs.WORDS, hand, placed=placed)
        if found != inputs.spellings_square_by_square(tiles, placed, hand):
            raise AssertionError(f"spellings differ on\n{grid}\nwith {hand}")
        given.append((grid, hand, placed))
    following = cycle(given)

    def work(times: int) -> Callable[[], Counts]:
        for grid, hand, placed in islice(following, times):
            lt.kernels.word_plays(grid, inputs.WORDS, hand, placed=placed)
        return lambda: {"calls": times}

    return work


def letters(tiles: inputs.Tiles) -> inputs.Grid:
    """The tiles of a mat as an array."""
    grid: inputs.Grid = np.zeros((inputs.SIDE, inputs.SIDE), np.uint8)
    for square, letter in tiles.items():
        grid[square] = ord(letter)
    return grid


COBOGO_MIDDLE = partial(middle, "cobogo", 2, 8)
"""A game of two has 15 plies."""
BOGOSS_MIDDLE = partial(middle, "bogoss", 3, 40)
"""A game of three has about 88 plies."""
ATHOS_MIDDLE = partial(middle, "athos", 4, 40)
COG_MIDDLE = partial(middle, "cog", 4, 150, "speller")

CASES: dict[str, Case] = {
    "cobogo_playouts": partial(playouts, "cobogo", 2, 1),
    "cobogo_playouts_2_threads": partial(playouts, "cobogo", 2, 2),
    "cobogo_vector_env": partial(vector_env, "cobogo", 2),
    "cobogo_vector_env_replayed": partial(vector_env_replayed, "cobogo", 2),
    "cobogo_to_json": partial(to_json, COBOGO_MIDDLE),
    "cobogo_from_json": partial(from_json, COBOGO_MIDDLE),
    "cobogo_determinize": partial(determinize, COBOGO_MIDDLE),
    "bogoss_playouts": partial(playouts, "bogoss", 3, 1),
    "bogoss_playouts_2_threads": partial(playouts, "bogoss", 3, 2),
    "bogoss_vector_env": partial(vector_env, "bogoss", 3),
    "bogoss_to_json": partial(to_json, BOGOSS_MIDDLE),
    "bogoss_from_json": partial(from_json, BOGOSS_MIDDLE),
    "bogoss_determinize": partial(determinize, BOGOSS_MIDDLE),
    "athos_playouts": partial(playouts, "athos", 4, 1),
    "athos_playouts_2_threads": partial(playouts, "athos", 4, 2),
    "athos_vector_env": partial(vector_env, "athos", 4),
    "athos_to_json": partial(to_json, ATHOS_MIDDLE),
    "athos_from_json": partial(from_json, ATHOS_MIDDLE),
    "cog_playouts": partial(playouts, "cog", 4, 1),
    "cog_speller": partial(playouts, "cog", 4, 1, "speller"),
    "cog_speller_2_threads": partial(playouts, "cog", 4, 2, "speller"),
    "cog_vector_env": partial(vector_env, "cog", 4),
    "cog_to_json": partial(to_json, COG_MIDDLE),
    "cog_from_json": partial(from_json, COG_MIDDLE),
    "go_fish_playouts": partial(playouts, "go_fish", 3, 1),
    "go_fish_states": partial(states, "go_fish", 3),
    "connect_four_playouts": partial(playouts, "connect_four", 2, 1),
    "connect_four_vector_env": partial(vector_env, "connect_four", 2),
    "connect_four_states": partial(states, "connect_four", 2),
    "pattern_count": pattern_count,
    "placements": placements,
    "lay": lay,
    "word_plays": word_plays,
}

if __name__ == "__main__":
    main(CASES, ["ludoteca", "numpy"])
