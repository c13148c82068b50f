"""What was measured, and what it says: medians, spreads, ratios, and whether a target is met."""

from __future__ import annotations

import statistics
from dataclasses import dataclass, field
from typing import Any

from report import target_text
from rows import Row

BUSY = 1.1
"""A repetition that took so many times its CPU time shared its core with something else."""


@dataclass
class Measured:
    """The repetitions of one side of one row. Those of the core don't know their CPU time."""

    unit: str
    repetitions: list[dict[str, Any]] = field(default_factory=list)

    def rate(self, unit: str | None = None, clock: str = "seconds") -> float:
        """Units a second, the median."""
        return statistics.median(self.rates(unit, clock))

    def rates(self, unit: str | None = None, clock: str = "seconds") -> list[float]:
        """Units a second, a repetition each."""
        return [done["counts"][unit or self.unit] / done[clock] for done in self.repetitions]

    def has_cpu_time(self) -> bool:
        """Whether the repetitions know their CPU time."""
        return all("cpu" in done for done in self.repetitions)

    def busy(self) -> int:
        """How many repetitions shared their core with something else."""
        return sum(done["seconds"] > BUSY * done["cpu"] for done in self.repetitions)

    def as_json(self) -> dict[str, Any]:
        """Medians, the middle half, and every repetition."""
        units = self.repetitions[0]["counts"]
        said: dict[str, Any] = {
            "median_per_second": {unit: self.rate(unit) for unit in units},
            "spread_per_second": middle_half(self.rates()),
        }
        if self.has_cpu_time():
            said["median_per_cpu_second"] = {unit: self.rate(unit, "cpu") for unit in units}
        return said | {"repetitions": self.repetitions}


def middle_half(values: list[float]) -> list[float]:
    """The first and the third quartile; of one value that value twice."""
    if len(values) == 1:
        return values * 2
    quarters = statistics.quantiles(values, n=4, method="inclusive")
    return [quarters[0], quarters[2]]


def row_report(
    row: Row, mine: Measured | None, other: Measured | None, absent: dict[str, str]
) -> dict[str, Any]:
    """One row, ready for JSON; `absent` says of a side why it could not be measured."""
    if absent:
        other = None
    report: dict[str, Any] = {
        "row": row.name,
        "against": row.against or None,
        "unit": row.unit,
        "also": row.also,
        "cores": row.cores,
        "absent": absent or None,
        "ours": mine.as_json() if mine else None,
        "peer": other.as_json() if other else None,
        "at_least": row.at_least,
        "at_most": row.at_most,
        "target": target_text(row),
        "ratio": None,
        "ratio_by_cpu_time": None,
        "spread": None,
        "met": None,
    }
    if mine and other:
        pairs = zip(mine.rates(), other.rates(), strict=True)
        report["ratio"] = mine.rate() / other.rate()
        report["spread"] = middle_half([a / b for a, b in pairs])
        if row.cores == 1 and mine.has_cpu_time() and other.has_cpu_time():
            report["ratio_by_cpu_time"] = mine.rate(clock="cpu") / other.rate(clock="cpu")
        if row.at_least is not None:
            report["met"] = report["ratio"] >= row.at_least
    if mine and row.at_most is not None:
        report["met"] = 1 / mine.rate() <= row.at_most
    return report
