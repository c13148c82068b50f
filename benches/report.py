"""The table as text: for a terminal, and as Markdown for the documentation.

python benches/report.py            prints the last table (`benches/results/latest.json`)
python benches/report.py --docs     puts it into docs/benchmarks.md, the plot beside it
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import given
from rows import Row

HERE = Path(__file__).parent
RESULTS = HERE / "results" / "latest.json"
PAGE = HERE.parent / "docs" / "benchmarks.md"
BEGIN, END = "<!-- figures -->", "<!-- end of figures -->"
"""What stands between these two lines of the page is replaced."""
AS_RATE = {"plies", "games", "steps"}
"""Units shown as so many a second; all others as so much time each."""
SPREAD = given.pair(given.POSITIVE)
SIDE = {"median_per_second": {given.EACH: given.POSITIVE}, "spread_per_second": SPREAD}
ROW = {
    **dict.fromkeys(("row", "unit"), given.TEXT),
    **dict.fromkeys(("against", "also", "target"), given.Maybe(given.TEXT)),
    **dict.fromkeys(("ours", "peer"), given.Maybe(SIDE)),
    **dict.fromkeys(("ratio", "at_least", "at_most"), given.Maybe(given.POSITIVE)),
    "absent": given.Maybe({given.EACH: given.TEXT}),
    "spread": given.Maybe(SPREAD),
    "met": given.Maybe(given.TRUTH),
}
SHAPE = {
    **dict.fromkeys(("date", "cpu", "python"), given.TEXT),
    **dict.fromkeys(("cores", "repetitions"), given.COUNT),
    "seconds_per_repetition": given.POSITIVE,
    "shared_repetitions": given.pair(given.NATURAL),
    "not_installed": {given.EACH: given.TEXT},
    "rows": [ROW],
}
"""What is read here of that which `table.py` writes."""


def read(path: Path) -> dict[str, Any]:
    """What `table.py` wrote.

    Raises:
        Unusable: It did not write this, or nothing.
    """
    results: dict[str, Any] = given.read(path, SHAPE, "results", "make bench")
    for number, row in enumerate(results["rows"]):
        sides = [row[side] for side in ("ours", "peer") if row[side]]
        if any(row["unit"] not in side["median_per_second"] for side in sides):
            fault = f"rows[{number}] has no rate of its unit, {row['unit']}"
        elif row["ratio"] is not None and row["spread"] is None:
            fault = f"rows[{number}] has a ratio and no spread"
        else:
            continue
        raise given.Unusable(f"no results at {given.shown(path)}: {fault}")
    return results


def target_text(row: Row) -> str | None:
    """What the row has to reach."""
    if row.at_least is not None:
        return f">= {row.at_least:g}x"
    if row.at_most is not None:
        return f"<= {amount(1 / row.at_most, row.unit)}"
    return None


def amount(per_second: float, unit: str, more: int = 0) -> str:
    """A rate or a time in three digits, or so many more: `16.1 M plies/s`, `0.43 us`."""
    if unit in AS_RATE:
        for size, prefix in ((1e6, " M"), (1e3, " k")):
            if per_second >= size:
                return f"{three_digits(per_second / size, more)}{prefix} {unit}/s"
        return f"{three_digits(per_second, more)} {unit}/s"
    seconds = 1 / per_second
    for size, name in ((1.0, "s"), (1e-3, "ms"), (1e-6, "us")):
        if seconds >= size:
            return f"{three_digits(seconds / size, more)} {name}"
    return f"{three_digits(seconds / 1e-9, more)} ns"


def three_digits(value: float, more: int = 0) -> str:
    """A number to three digits, or so many more, without exponent."""
    text = f"{value:.{3 + more}g}"
    return f"{value:,.{more}f}" if float(text) >= 100 else text


def ratio(row: dict[str, Any]) -> str:
    """The ratio of a row, in so many digits that it falls short of its target where it does."""
    more = digits_to_tell(row, three_digits, row["ratio"], row["at_least"])
    return f"{three_digits(row['ratio'], more)}x"


def our_rate(row: dict[str, Any]) -> str:
    """What ours does, in so many digits that it misses its target where it does."""
    per_second, unit = row["ours"]["median_per_second"][row["unit"]], row["unit"]
    wanted = None if row["at_most"] is None else 1 / row["at_most"]

    def shown(rate: float, more: int) -> str:
        return amount(rate, unit, more)

    return shown(per_second, digits_to_tell(row, shown, per_second, wanted))


def digits_to_tell(
    row: dict[str, Any], shown: Callable[[float, int], str], value: float, wanted: float | None
) -> int:
    """How many digits more tell a value from its target, where that is missed: 1.898 from 1.9."""
    if row["met"] is not False or wanted is None:
        return 0
    return next((more for more in range(10) if shown(value, more) != shown(wanted, more)), 0)


def lines(rows: Sequence[dict[str, Any]]) -> list[list[str]]:
    """The cells of the table. The spread is that of the ratio; without a peer, that of ours."""
    table = [["row", "against", "ours", "peer", "ratio", "spread", "target", "met"]]
    for row in rows:
        line = [row["row"], row["against"] or "-", "-", "-", "-", "-", row["target"] or "-", "-"]
        for column, side in ((2, "ours"), (3, "peer")):
            absent = (row["absent"] or {}).get(side)
            if absent:
                line[column] = f"absent: {absent}"
            elif row[side]:
                rates = row[side]["median_per_second"]
                rate = rates[row["unit"]]
                line[column] = our_rate(row) if side == "ours" else amount(rate, row["unit"])
                if row["also"] in rates:
                    line[column] += f" ({amount(rates[row['also']], row['also'])})"
        if row["ratio"] is not None:
            line[4] = ratio(row)
            line[5] = " to ".join(three_digits(quarter) for quarter in row["spread"])
        elif row["ours"] and not row["against"]:
            low, high = (amount(rate, row["unit"]) for rate in row["ours"]["spread_per_second"])
            line[5] = f"{low} to {high}" if row["unit"] in AS_RATE else f"{high} to {low}"
        if row["met"] is not None:
            line[7] = "yes" if row["met"] else "no"
        table.append(line)
    return table


def as_text(table: Sequence[Sequence[str]]) -> str:
    """Plain text, so that it reads the same in a terminal, a log and a file."""
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    padded = [
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in table
    ]
    padded.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(padded)


def as_markdown(table: Sequence[Sequence[str]]) -> str:
    """A table for the documentation."""
    head, *body = table
    rows = [head, ["---"] * len(head), *body]
    return "\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in row)} |" for row in rows)


def where(results: dict[str, Any]) -> str:
    """Where and when the figures were taken."""
    cores = f"usable cores: {results['cores']}"
    return f"{results['date']}, {results['cpu']}, {cores}, Python {results['python']}"


def notes(results: dict[str, Any]) -> list[str]:
    """What has to be known beside the table."""
    busy, repetitions = results["shared_repetitions"]
    said = [f"{busy} of {repetitions} repetitions on one core shared it with other work."]
    absent = results["not_installed"].items()
    return said + [f"Not installed: {package}: {reason}" for package, reason in absent]


def show(results: dict[str, Any]) -> None:
    """Prints the table, and what has to be known beside it."""
    print(f"{where(results)}\n\n{as_text(lines(results['rows']))}\n")
    print("\n".join(notes(results)))


def section(results: dict[str, Any]) -> str:
    """The figures of the page, everything between its two marks."""
    rows = results["rows"]
    wanted = [row["met"] for row in rows if row["met"] is not None]
    how = f"{results['repetitions']} repetitions of {results['seconds_per_repetition']:g} s a side"
    met = f"{wanted.count(True)} of {len(wanted)} targets met"
    parts = [
        f"{where(results)}; {how}. {met}. Versions of the peers: `benches/peers/requirements.txt`.",
        " ".join(notes(results)),
        "![Ratios to the peers, each beside its target](benchmarks.svg)",
        as_markdown(lines(rows)),
    ]
    return "\n\n".join(parts)


def put(page: str, figures: str) -> str:
    """The page with other figures."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise given.Unusable(f"the page has no lines {BEGIN} and {END}")
    return f"{before}{BEGIN}\n\n{figures}\n\n{END}{after}"


def main() -> int:
    """Prints the figures, or puts them into the documentation."""
    parser = argparse.ArgumentParser(description="the last table of benchmarks")
    parser.add_argument("--json", type=Path, default=RESULTS, help="where the figures are")
    parser.add_argument("--docs", action="store_true", help="put them into docs/benchmarks.md")
    options = parser.parse_args()
    try:
        results = read(options.json)
        if options.docs:
            into_page(results)
        else:
            show(results)
    except given.Unusable as fault:
        print(fault, file=sys.stderr)
        return 1
    return 0


def into_page(results: dict[str, Any]) -> None:
    """Puts figures and plot into the documentation."""
    from plot import plot  # only here, as it needs matplotlib

    page = put(PAGE.read_text(encoding="utf-8"), section(results))
    plot(results, PAGE.with_suffix(".svg"))
    PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
