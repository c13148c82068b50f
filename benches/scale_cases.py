"""What `scale.py` measures: each function does one piece of work of one size, and runs in a process
of its own, so that the memory it takes is known.
"""

from __future__ import annotations

import random
import resource
import statistics
import sys
from collections.abc import Callable
from itertools import cycle, islice
from pathlib import Path

import ludoteca as lt
import numpy as np
from ludoteca.cli import bench_kernels
from peers import inputs
from peers.worker import Counts, Work, fitting_size, timed

REPETITIONS = 3
SECONDS = 0.3
"""A repetition takes about so long."""
BATCH = 100_000
"""Games that are reduced together."""
ARRAYS = ("index", "returns", "scores", "plies", "winners")
CARD = np.array([[1, 2, 3], [4, 5, 6]], dtype=np.uint8)


def per_unit(work: Work, unit: str) -> float:
    """Seconds for one unit, the median."""
    size = fitting_size(work, SECONDS)
    done = [timed(work, size) for _ in range(REPETITIONS)]
    return float(statistics.median(once["seconds"] / once["counts"][unit] for once in done))


def peak() -> int:
    """The most memory that this process has had, in bytes."""
    status = Path("/proc/self/status")
    if status.exists():
        said = dict(line.split(":", 1) for line in status.read_text("utf-8").splitlines())
        return int(said["VmHWM"].split()[0]) * 1024
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def all_at_once(name: str, players: int, games: int, threads: int) -> dict[str, float]:
    """One call of `simulate`: time, what the results take, and what was taken beside them."""
    game = lt.game(name, players=players)
    game.simulate(1, threads=threads)
    before = peak()
    results = game.simulate(games, threads=threads)
    kept = sum(getattr(results, array).nbytes for array in ARRAYS) + 2 * games
    return {"seconds": results.seconds, "kept": kept, "peak": peak() - before}


def in_batches(name: str, players: int, games: int, threads: int) -> dict[str, float]:
    """Batches, each under a seed of its own, of which only sums are kept."""
    game = lt.game(name, players=players)
    game.simulate(1, threads=threads)
    before = peak()
    seconds, wins = 0.0, np.zeros(players, dtype=np.int64)
    for seed, start in enumerate(range(0, games, BATCH)):
        results = game.simulate(min(BATCH, games - start), seed=seed, threads=threads)
        seconds += results.seconds
        wins += results.winners.sum(axis=0)
    return {"seconds": seconds, "kept": wins.nbytes, "peak": peak() - before}


def environments(name: str, players: int, envs: int) -> dict[str, float]:
    """Steps of so many environments on one thread, and what one of them takes."""
    game = lt.game(name, players=players)
    before = peak()
    env = game.vector_env(envs, seed=1, threads=1)
    env.reset()

    def work(steps: int) -> Callable[[], Counts]:
        for seed in range(steps):
            env.step(env.sample(seed))
        return lambda: {"steps": steps * envs}

    return {"step": per_unit(work, "steps"), "memory": (peak() - before) / envs}


def threads(name: str, players: int, number: int) -> dict[str, float]:
    """Games, and steps of 1,024 environments, on so many threads."""
    game = lt.game(name, players=players)
    env = game.vector_env(1024, seed=1, threads=number)
    env.reset()

    def play(games: int) -> Callable[[], Counts]:
        game.simulate(games, threads=number)
        return lambda: {"games": games}

    def step(steps: int) -> Callable[[], Counts]:
        for seed in range(steps):
            env.step(env.sample(seed))
        return lambda: {"steps": steps * 1024}

    return {"game": per_unit(play, "games"), "step": per_unit(step, "steps")}


def grid(side: int) -> dict[str, float]:
    """Counting and labelling on square grids of six codes; some for each size, one call each."""
    number = max(1, 2**20 // side**2)
    cells = np.random.default_rng(1).integers(1, 7, size=(number, side, side), dtype=np.uint8)

    def count(passes: int) -> Callable[[], Counts]:
        for _ in range(passes):
            lt.kernels.pattern_count(cells, inputs.BRICK, inputs.SHAPE)
        return lambda: {"grids": passes * number}

    following = cycle(cells)

    def label(times: int) -> Callable[[], Counts]:
        for one in islice(following, times):
            lt.kernels.label_groups(one)
        return lambda: {"grids": times}

    return {"count": per_unit(count, "grids"), "label": per_unit(label, "grids")}


def mosaic(cards: int) -> dict[str, float]:
    """`placements` on a mosaic of so many cards, each laid at a random legal place."""
    chooser = random.Random(1)
    grid = CARD
    for _ in range(cards - 1):
        found = lt.kernels.placements(grid, CARD, 0)
        turns, row, col = found[int(chooser.random() * len(found))].tolist()
        card = np.rot90(CARD, -turns)
        height, width = card.shape
        above, left = max(0, -row), max(0, -col)
        below = max(0, row + height - grid.shape[0])
        right = max(0, col + width - grid.shape[1])
        grid = np.pad(grid, ((above, below), (left, right)))
        grid[row + above : row + above + height, col + left : col + left + width] = card
    rows = len(lt.kernels.placements(grid, CARD, 0))

    def work(times: int) -> Callable[[], Counts]:
        for _ in range(times):
            lt.kernels.placements(grid, CARD, 0)
        return lambda: {"calls": times}

    return {"call": per_unit(work, "calls"), "cells": grid.size, "rows": rows}


def mural(side: int) -> dict[str, float]:
    """`lay` of a new pattern on every empty cell of a mural of which a fifth is covered."""
    chooser = random.Random(1)
    laid = np.zeros((side, side), dtype=np.uint8)
    while np.count_nonzero(laid) < side * side // 5:
        row, col = divmod(int(chooser.random() * side * side), side)
        pattern = 1 + int(chooser.random() * 8)
        if laid[row, col] == 0 and (found := lt.kernels.lay(laid, row, col, pattern)):
            laid = found[int(chooser.random() * len(found))][0]
    empty = np.argwhere(laid == 0).tolist()
    following = cycle(empty)

    def work(times: int) -> Callable[[], Counts]:
        for row, col in islice(following, times):
            lt.kernels.lay(laid, row, col, 9)
        return lambda: {"calls": times}

    return {"call": per_unit(work, "calls"), "tiles": int(np.count_nonzero(laid))}


def words(number: int) -> dict[str, float]:
    """`word_plays` beside three words, with so many words that may be spelled."""
    chooser = random.Random(1)
    grid, placed = bench_kernels.spelled_grid(), bench_kernels.PLACED
    listed = [word for word, *_ in placed]
    while len(listed) < number:
        length = 3 + int(chooser.random() * 4)
        word = "".join("AEIOULNSTRBCP"[int(chooser.random() * 13)] for _ in range(length))
        if word not in listed:
            listed.append(word)
    plays = len(lt.kernels.word_plays(grid, listed, bench_kernels.RESERVE, placed=placed))

    def work(times: int) -> Callable[[], Counts]:
        for _ in range(times):
            lt.kernels.word_plays(grid, listed, bench_kernels.RESERVE, placed=placed)
        return lambda: {"calls": times}

    return {"call": per_unit(work, "calls"), "plays": plays}
