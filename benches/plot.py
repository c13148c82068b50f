"""The ratios of the table as a plot: `plot` draws what `table.py` wrote as one SVG.

python benches/plot.py OUT.svg     from benches/results/latest.json
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import given
import matplotlib as mpl
import report
from matplotlib.figure import Figure

MET, SHORT, NO_TARGET = "#2a78b5", "#d1661e", "#8a8a8a"
"""Colours that people who can't tell red from green tell apart; signs say the same."""


def plot(results: dict[str, Any], path: Path) -> None:
    """Draws every ratio to a peer on a logarithmic axis, with its spread and its target.

    Raises:
        Unusable: There is no ratio.
    """
    rows = [row for row in results["rows"] if row["ratio"] is not None]
    if not rows:
        raise given.Unusable(f"nothing to draw in {given.shown(path)}: no row has a ratio")
    figure = Figure(figsize=(9, 0.6 + 0.26 * len(rows)), layout="constrained")
    axes = figure.add_subplot()
    for place, row in enumerate(rows):
        colour, sign = look(row)
        low, high = row["spread"]
        axes.plot([low, high], [place, place], color=colour, linewidth=4, alpha=0.4)
        axes.plot(row["ratio"], place, sign, color=colour, markersize=6)
        if row["at_least"] is not None:
            axes.plot(row["at_least"], place, "|", color="black", markersize=11, markeredgewidth=2)
        axes.annotate(
            report.ratio(row),
            (max(high, row["ratio"], row["at_least"] or 0), place),
            textcoords="offset points",
            xytext=(8, 0),
            va="center",
            fontsize=8,
        )
    axes.axvline(1, color="grey", linewidth=0.8)
    axes.set_xscale("log")
    axes.set_xlim(right=4 * max(row["ratio"] for row in rows))
    axes.set_ylim(len(rows) - 0.4, -0.6)
    names = [f"{row['row']} / {row['against']}" for row in rows]
    axes.set_yticks(range(len(rows)), names, fontsize=8)
    axes.grid(axis="x", linewidth=0.4)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
    axes.set_title("times as fast as the peer (bar: wanted; cross: short of it)", fontsize=9)
    # The same figures give the same file.
    with mpl.rc_context({"svg.hashsalt": "ludoteca", "svg.fonttype": "none"}):
        figure.savefig(path, format="svg", metadata={"Date": None, "Creator": None})


def look(row: dict[str, Any]) -> tuple[str, str]:
    """Colour and sign of a ratio."""
    if row["at_least"] is None:
        return NO_TARGET, "o"
    return (MET, "o") if row["met"] else (SHORT, "X")


def main() -> int:
    """Draws the last table."""
    parser = argparse.ArgumentParser(description="the last table of benchmarks as a plot")
    parser.add_argument("out", type=given.target, help="where it is written")
    parser.add_argument("--json", type=Path, default=report.RESULTS, help="where the figures are")
    options = parser.parse_args()
    try:
        plot(report.read(options.json), options.out)
    except given.Unusable as fault:
        print(fault, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
