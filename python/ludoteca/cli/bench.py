"""`ludoteca bench`: how fast this machine plays and counts, without any other library beside it."""

from __future__ import annotations

import json
import os
import statistics
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray

import ludoteca as lt
from ludoteca.cli.consoles import console, count, rate, table

REPEATS = 5
SEED = 2025

Grid = NDArray[np.uint8]

# A T tetromino: four distinct images, between the extremes of a line and a shape without symmetry.
SHAPE = np.array([[1, 1, 1], [0, 1, 0]], dtype=bool)
BRICK = 1
GLASS = 7


@dataclass(frozen=True)
class Timing:
    """One line of the table: the median over `REPEATS` runs."""

    what: str
    threads: int
    size: int
    unit: str
    seconds: float
    per_second: float


def bench(
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.001, help="Time to spend on each line, about.")
    ] = 1.0,
    threads: Annotated[
        int | None, typer.Option("--threads", "-t", min=1, help="Default: all cores.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Time random games of every game, and the kernels, on this machine."""
    many = threads or cores()
    timings = []
    for name in lt.games():
        timings += time_games(name, sorted({1, many}), seconds)
    timings += time_kernels(seconds)
    if as_json:
        print(json.dumps([asdict(timing) for timing in timings], indent=2))
        return
    rows = table("what", ">threads", ">per run", ">time", ">speed")
    for timing in timings:
        rows.add_row(
            timing.what,
            str(timing.threads),
            f"{count(timing.size)} {timing.unit}",
            f"{timing.seconds * 1e3:.3g} ms",
            f"{rate(timing.per_second)} {timing.unit}/s",
        )
    out = console()
    out.print(f"ludoteca {lt.__version__}, median of {REPEATS} runs a line")
    out.print(rows)


def cores() -> int:
    """How many threads may run at once."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1


def time_games(name: str, threads: list[int], seconds: float) -> list[Timing]:
    """Random games with two players, or as near to two as the game takes."""
    fewest, most = lt.games()[name]["players"]
    game = lt.game(name, players=min(max(2, fewest), most))
    timings = []
    for number in threads:

        def play(games: int, number: int = number) -> None:
            game.simulate(games, agents="random", seed=SEED, threads=number)

        what = f"{name}, {game.players} players, random"
        timings.append(timed(what, play, number, "games", seconds))
    return timings


def time_kernels(seconds: float) -> list[Timing]:
    """The kernels on random grids, from Python and with arrays in and out."""
    random = np.random.default_rng(SEED)
    grids: Grid = random.integers(1, 7, size=(4096, 32, 32), dtype=np.uint8)
    # Twelve cards' worth of cells with a little glass: a position from the last third of a game.
    mosaic: Grid = random.integers(1, 7, size=(8, 9), dtype=np.uint8)
    mosaic[random.random(mosaic.shape) < 0.08] = GLASS
    card = np.array([[1, GLASS, 2], [3, 3, 4]], dtype=np.uint8)

    def count_patterns(size: int) -> None:
        for start in range(0, size, len(grids)):
            lt.kernels.pattern_count(grids[: size - start], BRICK, SHAPE)

    def list_placements(size: int) -> None:
        for _ in range(size):
            lt.kernels.placements(mosaic, card, GLASS)

    return [
        timed("pattern_count, 32x32 grids, batch", count_patterns, 1, "grids", seconds),
        timed("placements, 12 cards, one by one", list_placements, 1, "calls", seconds),
    ]


def timed(what: str, run: Callable[[int], None], threads: int, unit: str, seconds: float) -> Timing:
    """Times `run(size)` with a size that takes a `REPEATS`-th of `seconds`."""
    share = seconds / REPEATS
    size = 64
    while (spent := stopwatch(run, size)) < share and size < 1 << 30:
        size = min(size * 8, max(size * 2, int(size * share / max(spent, 1e-9))))
    times = [stopwatch(run, size) for _ in range(REPEATS)]
    median = statistics.median(times)
    return Timing(what, threads, size, unit, median, size / median)


def stopwatch(run: Callable[[int], None], size: int) -> float:
    """Seconds that `run(size)` takes."""
    start = time.perf_counter()
    run(size)
    return time.perf_counter() - start
