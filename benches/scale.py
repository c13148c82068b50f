"""How time and memory grow with the work: `make scale`.

    python benches/scale.py            prints the tables as Markdown, in about five minutes
    python benches/scale.py --docs     puts them into docs/scale.md
    python benches/scale.py --quick    small sizes only, to see that it runs

Every figure is from a process of its own (`scale_cases.py`), one after the other. The sentence
under a table is worked out from it: how much more the largest size takes than a smaller one.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import scale_cases as cases
from report import BEGIN, END, as_markdown, put, three_digits
from table import machine, say
from workers import usable_cores

PAGE = Path(__file__).parents[1] / "docs" / "scale.md"
GAMES = (("bogoss", 3), ("cobogo", 2))
"""Of which up to ten million are played."""
ALL_GAMES = (("cobogo", 2), ("bogoss", 3), ("athos", 4), ("cog", 4))
Figures = dict[str, float]


def alone(case: Callable[..., Figures], *given: object) -> Figures:
    """The figures of one case, in a process of its own."""
    say(f"{case.__name__} {' '.join(map(str, given))}")
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(case, *given).result()


def growth(what: str, sizes: tuple[int, ...], costs: list[float], each: str) -> str:
    """How the cost of the largest size compares with that of a smaller one."""
    small = len(sizes) // 2
    times, cost = sizes[-1] / sizes[small], costs[-1] / costs[small]
    return (
        f"{what}: {three_digits(times)} times as many {each} ({sizes[-1]:,} instead of "
        f"{sizes[small]:,}) take {three_digits(cost)} times as long."
    )


def micro(seconds: float) -> str:
    """A time in microseconds."""
    return f"{three_digits(seconds * 1e6)} us"


def mega(size: float) -> str:
    """A size in megabytes."""
    return f"{three_digits(max(size, 0) / 1e6)} MB"


def games(sizes: tuple[int, ...]) -> str:
    """Batches of random games: all results kept, and reduced batch by batch."""
    number = min(2, len(usable_cores()))
    head = ["game", "games", "time", "games/s", "results", "a game", "peak beside results"]
    whole, reduced, said = [head], [["game", "games", "time", "games/s", "peak"]], []
    for name, players in GAMES:
        costs = []
        for size in sizes:
            kept = alone(cases.all_at_once, name, players, size, number)
            costs.append(kept["seconds"])
            speed = f"{three_digits(size / kept['seconds'] / 1e3)} k"
            line = [name, f"{size:,}", f"{three_digits(kept['seconds'])} s", speed]
            each = f"{kept['kept'] / size:.0f} B"
            line += [mega(kept["kept"]), each, mega(kept["peak"] - kept["kept"])]
            whole.append(line)
        peaks = []
        for size in sizes[-2:]:
            sums = alone(cases.in_batches, name, players, size, number)
            peaks.append(sums["peak"])
            speed = f"{three_digits(size / sums['seconds'] / 1e3)} k"
            line = [name, f"{size:,}", f"{three_digits(sums['seconds'])} s", speed]
            reduced.append([*line, mega(sums["peak"])])
        said.append(growth(name, sizes, costs, "games"))
        said.append(f"In batches the peak goes from {mega(peaks[0])} to {mega(peaks[1])}.")
    return (
        f"{number} threads. Everything kept, one call of `simulate`:\n\n{as_markdown(whole)}\n\n"
        f"In batches of {cases.BATCH:,}, each under a seed of its own, of which only the sums of "
        f"wins are kept:\n\n{as_markdown(reduced)}\n\n{' '.join(said)}"
    )


def environments(sizes: tuple[int, ...]) -> str:
    """Steps of 1 to 8,192 environments."""
    table, said = [["game", "environments", "a step of one", "steps/s", "memory of one"]], []
    for name, players in ALL_GAMES:
        costs = []
        for size in sizes:
            found = alone(cases.environments, name, players, size)
            costs.append(found["step"] * size)
            memory = f"{three_digits(found['memory'] / 1e3)} KB" if size >= 64 else "-"
            speed = f"{three_digits(1e-3 / found['step'])} k"
            table.append([name, f"{size:,}", micro(found["step"]), speed, memory])
        said.append(growth(name, sizes, costs, "environments"))
    return f"One thread.\n\n{as_markdown(table)}\n\n{' '.join(said)}"


def threads(sizes: tuple[int, ...]) -> str:
    """One thread and two."""
    table = [["game", "threads", "games/s", "times one thread", "steps/s", "times one thread"]]
    for name, players in ALL_GAMES:
        one: Figures = {}
        for number in sizes:
            found = alone(cases.threads, name, players, number)
            one = one or found
            line = [name, str(number)]
            for unit in ("game", "step"):
                line += [f"{three_digits(1e-3 / found[unit])} k"]
                line += [f"{three_digits(one[unit] / found[unit])}x"]
            table.append(line)
    return (
        f"Games by `simulate`, steps of 1,024 environments.\n\n{as_markdown(table)}\n\n"
        "Threads take parts of a batch of games one by one and share nothing else; environments "
        "wait for each other after every step, and a step that is worth too little stays on one."
    )


def grids(sizes: tuple[int, ...]) -> str:
    """`pattern_count` and `label_groups` on grids of growing sides."""
    table = [["side", "cells", "pattern_count", "a cell", "label_groups", "a cell"]]
    counts, labels, cells = [], [], tuple(side * side for side in sizes)
    for side, size in zip(sizes, cells, strict=True):
        found = alone(cases.grid, side)
        counts.append(found["count"])
        labels.append(found["label"])
        line = [str(side), f"{size:,}"]
        for taken in (found["count"], found["label"]):
            line += [micro(taken), f"{three_digits(taken / size * 1e9)} ns"]
        table.append(line)
    said = growth("`pattern_count`", cells, counts, "cells")
    return f"{as_markdown(table)}\n\n{said} {growth('`label_groups`', cells, labels, 'cells')}"


def mosaics(sizes: tuple[int, ...]) -> str:
    """`placements` on growing mosaics."""
    table, costs = [["cards", "cells of the box", "placements", "a call"]], []
    for cards in sizes:
        found = alone(cases.mosaic, cards)
        costs.append(found["call"])
        numbers = [f"{found[key]:,.0f}" for key in ("cells", "rows")]
        table.append([f"{cards:,}", *numbers, micro(found["call"])])
    return f"{as_markdown(table)}\n\n{growth('`placements`', sizes, costs, 'cards')}"


def murals(sizes: tuple[int, ...]) -> str:
    """`lay` on growing murals."""
    table, costs = [["side", "tiles", "a call"]], []
    for side in sizes:
        found = alone(cases.mural, side)
        costs.append(found["call"])
        table.append([str(side), f"{found['tiles']:.0f}", micro(found["call"])])
    cells = tuple(side * side for side in sizes)
    return f"{as_markdown(table)}\n\n{growth('`lay`', cells, costs, 'cells')}"


def words(sizes: tuple[int, ...]) -> str:
    """`word_plays` with growing lists of words."""
    table, costs = [["words", "plays found", "a call"]], []
    for number in sizes:
        found = alone(cases.words, number)
        costs.append(found["call"])
        table.append([str(number), f"{found['plays']:.0f}", micro(found["call"])])
    return f"{as_markdown(table)}\n\n{growth('`word_plays`', sizes, costs, 'words')}"


SECTIONS: dict[str, tuple[Callable[[tuple[int, ...]], str], tuple[int, ...]]] = {
    "Games": (games, (1_000, 10_000, 100_000, 1_000_000, 10_000_000)),
    "Environments": (environments, (1, 8, 64, 512, 8192)),
    "Threads": (threads, (1, 2)),
    "Grids": (grids, (8, 16, 32, 64, 128, 512)),
    "Mosaics": (mosaics, (1, 4, 16, 64, 256)),
    "Murals": (murals, (5, 7, 9, 12, 16)),
    "Words": (words, (4, 8, 16, 32, 64)),
}
"""What is measured, and in which sizes."""


def main() -> int:
    """Measures everything and prints it."""
    parser = argparse.ArgumentParser(description="how time and memory grow with the work")
    parser.add_argument("--docs", action="store_true", help="put the tables into docs/scale.md")
    parser.add_argument("--quick", action="store_true", help="the small sizes only")
    options = parser.parse_args()
    place = machine()
    parts = [f"{place['date']}, {place['cpu']}, usable cores: {place['cores']}."]
    for title, (measure, sizes) in SECTIONS.items():
        parts.append(f"## {title}")
        parts.append(measure(sizes[: (len(sizes) + 1) // 2 + 1] if options.quick else sizes))
    say("")
    figures = "\n\n".join(parts)
    if options.docs:
        PAGE.write_text(put(PAGE.read_text(encoding="utf-8"), figures), encoding="utf-8")
    else:
        print(f"{BEGIN}\n\n{figures}\n\n{END}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
