"""Win rates with their intervals, as text and as a plot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import matplotlib as mpl
from matplotlib.figure import Figure
from scipy.stats import binomtest


@dataclass(frozen=True)
class Rate:
    """Wins out of games."""

    wins: int
    games: int

    @classmethod
    def of(cls, won: Sequence[bool]) -> Rate:
        """The rate of games that were won or not."""
        return cls(sum(won), len(won))

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % Wilson interval of the win rate."""
        low, high = binomtest(self.wins, self.games).proportion_ci(method="wilson")
        return low, high

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.wins / self.games:.3f} ({low:.3f} to {high:.3f}, {self.games} games)"


def plot(curve: dict[int, Rate], before: Rate, title: str, path: Path) -> None:
    """Draws win rates by games played, with their intervals, above the one before."""
    figure = Figure(figsize=(6, 3), layout="constrained")
    axes = figure.add_subplot()
    games = list(curve)
    lows, highs = zip(*(rate.interval for rate in curve.values()), strict=True)
    axes.fill_between(games, lows, highs, alpha=0.25, linewidth=0)
    axes.plot(games, [rate.wins / rate.games for rate in curve.values()])
    axes.axhline(before.wins / before.games, color="grey", linestyle="dashed", linewidth=1)
    axes.set(xlabel="games played", ylabel="win rate", ylim=(0, 1), title=title)
    # The same curve gives the same file.
    with mpl.rc_context({"svg.hashsalt": "ludoteca", "svg.fonttype": "none"}):
        figure.savefig(path, metadata={"Date": None, "Creator": None})
