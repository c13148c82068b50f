"""`ludoteca bench`: how fast this machine plays and counts, without any other library beside it."""

from __future__ import annotations

import json
import os
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Annotated

import typer

import ludoteca as lt
from ludoteca.cli.bench_kernels import KERNELS
from ludoteca.cli.consoles import console, count, rate, table

REPEATS = 5
SEED = 2025
ENVS = 1024
"""Environments that step together."""
MOST_SECONDS = 3600


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
        float,
        typer.Option(
            "--seconds", min=0.001, max=MOST_SECONDS, help="Time to spend on each line, about."
        ),
    ] = 0.5,
    threads: Annotated[
        int | None, typer.Option("--threads", "-t", min=1, help="Default: all cores.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Time every game and every kernel on this machine."""
    numbers = sorted({1, threads or cores()})
    timings: list[Timing] = []
    for name in lt.games():
        game = two_players(name)
        for number in numbers:
            timings += time_batches(game, number, seconds)
        timings += time_states(game, seconds)
    for what, unit, run in KERNELS:
        timings.append(timed(what, run(), unit, seconds))
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


def two_players(name: str) -> lt.Game:
    """The game for two players, or as near to two as it takes."""
    fewest, most = lt.games()[name]["players"]
    return lt.game(name, players=min(max(2, fewest), most))


def time_batches(game: lt.Game, threads: int, seconds: float) -> Iterator[Timing]:
    """Random games, and environments stepped with random legal actions, on so many threads."""

    def play(games: int) -> None:
        game.simulate(games, agents="random", seed=SEED, threads=threads)

    env = game.vector_env(ENVS, seed=SEED, threads=threads)
    env.reset()

    def step(times: int) -> None:
        for number in range(times):
            env.step(env.sample(number))

    what = f"{game.name}, {game.players} players"
    yield timed(f"{what}: random games", play, "games", seconds, threads)
    yield timed(f"{what}: vector_env of {ENVS:,}", step, "steps", seconds, threads, each=ENVS)


def time_states(game: lt.Game, seconds: float) -> Iterator[Timing]:
    """What is done with one state, here with one halfway through a random game."""
    state = halfway(game)
    text, seat = state.to_json(), state.actor
    if not isinstance(seat, int):
        raise AssertionError("somebody acts in a game that is not over and has a seed")

    def write(times: int) -> None:
        for _ in range(times):
            state.to_json()

    def read(times: int) -> None:
        for _ in range(times):
            game.state_from_json(text)

    def determinize(times: int) -> None:
        for seed in range(times):
            state.determinize(seat, seed)

    what = f"{game.name}, {game.players} players"
    for name, run in (("to_json", write), ("state_from_json", read), ("determinize", determinize)):
        yield timed(f"{what}: {name}", run, "states", seconds)


def halfway(game: lt.Game) -> lt.State:
    """A state after half the plies of a random game."""
    states = [game.start(seed=SEED)]
    while not states[-1].is_over:
        action = states[-1].agent_action("random", len(states))
        states.append(states[-1].apply(action))
    return states[len(states) // 2]


def timed(
    what: str,
    run: Callable[[int], None],
    unit: str,
    seconds: float,
    threads: int = 1,
    each: int = 1,
) -> Timing:
    """Times `run(size)`, which does `size * each` units, with a size that fits into `seconds`."""
    share = seconds / REPEATS
    size = 1
    run(size)
    while (spent := stopwatch(run, size)) < share and size < 1 << 30:
        size = min(size * 8, max(size * 2, int(size * share / max(spent, 1e-9))))
    times = [stopwatch(run, size) for _ in range(REPEATS)]
    median = statistics.median(times)
    return Timing(what, threads, size * each, unit, median, size * each / median)


def stopwatch(run: Callable[[int], None], size: int) -> float:
    """Seconds that `run(size)` takes."""
    start = time.perf_counter()
    run(size)
    return time.perf_counter() - start
