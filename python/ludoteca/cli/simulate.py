"""`ludoteca simulate`: many games between agents, and how they ended."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import ludoteca as lt
from ludoteca.cli import export
from ludoteca.cli.consoles import console, count, number_of, rate, table
from ludoteca.cli.failures import INTERRUPTED, complain
from ludoteca.cli.request import (
    MAX_SEED,
    Components,
    GameName,
    Options,
    Players,
    make_game,
    parse_agents,
)

Report = Callable[[int, int], object]

# How often a run without a terminal says how far it is.
SECONDS_BETWEEN_LINES = 10.0


def simulate(
    name: GameName,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")] = 1000,
    players: Players = None,
    agents: Annotated[
        str, typer.Option("--agents", "-a", help="One agent for all seats, or one a seat: a,b,c.")
    ] = "random",
    seed: Annotated[
        int, typer.Option("--seed", "-s", min=0, max=MAX_SEED, help="Same seed, same games.")
    ] = 0,
    threads: Annotated[
        int | None, typer.Option("--threads", "-t", min=1, help="Default: all cores.")
    ] = None,
    option: Options = None,
    components: Components = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help=f"A row a game: {', '.join(export.SUFFIXES)}."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")] = False,
) -> None:
    """Simulate many games and print wins, ends and speed.

    Ctrl-C stops early: the finished games are printed and written, and the exit code is 130.
    """
    names = parse_agents(agents)
    game = make_game(name, players, names, option, components)
    if out is not None:
        export.check(out)
    with progress(game.title, games) as report:
        results = game.simulate(
            games,
            agents=names[0] if len(names) == 1 else names,
            seed=seed,
            threads=threads,
            progress=report,
        )
    summary = described(results)
    if as_json:
        print(json.dumps(summary, indent=2, ensure_ascii=False))
    else:
        show(results, summary)
    if out is not None:
        export.write(out, results, summary)
        complain(f"wrote {number_of(results.games, 'game', 'games')} to {out}")
    if results.interrupted:
        raise typer.Exit(INTERRUPTED)


@contextmanager
def progress(title: str, games: int) -> Iterator[Report]:
    """A bar on stderr where it is a terminal, else a line now and then."""
    err = console(stderr=True)
    if not err.is_terminal:
        yield Lines(title)
        return
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=err,
        transient=True,
    )
    with bar:
        task = bar.add_task(title, total=games)
        yield lambda done, total: bar.update(task, completed=done, total=total)


class Lines:
    """Progress for a log: a line every `SECONDS_BETWEEN_LINES`, none for short runs."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.last = time.monotonic()

    def __call__(self, done: int, total: int) -> None:
        """Takes note of `done` of `total` games."""
        now = time.monotonic()
        if now - self.last >= SECONDS_BETWEEN_LINES:
            self.last = now
            complain(f"{self.title}: {count(done)} of {count(total)} games")


def described(results: lt.Results) -> dict[str, Any]:
    """The summary with what it is a summary of, ready for JSON."""
    game = results.game
    summary: dict[str, Any] = {
        **results.summary(),
        "options": game.options,
        "components": game.components,
    }
    intervals = win_intervals(results)
    if intervals is not None:
        summary["win_rate_95"] = intervals
    return summary


def win_intervals(results: lt.Results) -> list[list[float]] | None:
    """The 95 % Wilson interval of each seat's win rate; `None` without games or without SciPy."""
    if not results.games:
        return None
    try:
        stats = import_module("scipy.stats")
    except ImportError:
        return None
    intervals = []
    for wins in results.winners.sum(axis=0):
        test = stats.binomtest(int(wins), results.games)
        interval = test.proportion_ci(confidence_level=0.95, method="wilson")
        intervals.append([float(interval.low), float(interval.high)])
    return intervals


def show(results: lt.Results, summary: dict[str, Any]) -> None:
    """Prints the results for people."""
    out = console()
    game = results.game
    seats = number_of(game.players, "player", "players")
    games = number_of(results.games, "game", "games")
    out.print(f"{game.title}, {seats}, {games}, seed {results.seed}", style="bold")
    out.print()
    if results.games:
        out.print(seat_table(results, summary))
        out.print()
    facts = table("", "", show_header=False)
    if results.games:
        facts.add_row("plies a game", f"{summary['plies_mean']:.1f}")
        facts.add_row("ended by", tally(summary["reasons"], results.games))
        if any(summary["levels"].values()):
            facts.add_row("titles", tally(summary["levels"], results.games))
    speeds = f"{rate(summary['games_per_second'])} games/s"
    speeds += f", {rate(summary['plies_per_second'])} plies/s"
    facts.add_row("time", f"{results.seconds:.3g} s ({speeds})")
    out.print(facts)


def seat_table(results: lt.Results, summary: dict[str, Any]) -> Any:
    """Wins and scores, a row a seat."""
    intervals = summary.get("win_rate_95")
    interval = () if intervals is None else (">95% interval",)
    rows = table(">seat", "agent", ">wins", ">won", *interval, ">mean score")
    for seat, agent in enumerate(results.agents):
        cells = [
            str(seat),
            agent,
            count(int(results.winners[:, seat].sum())),
            f"{summary['win_rate'][seat]:.2%}",
        ]
        if intervals is not None:
            low, high = intervals[seat]
            cells.append(f"{low:.2%} to {high:.2%}")
        cells.append(f"{summary['scores_mean'][seat]:.3f}")
        rows.add_row(*cells)
    return rows


def tally(counts: dict[str, int], games: int) -> str:
    """How often each of some names occurred, one a line."""
    return "\n".join(f"{name}: {count(n)} ({n / games:.2%})" for name, n in counts.items() if n)
