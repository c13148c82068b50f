"""Ours beside other libraries, in one run on one machine: `make bench` and `make bench-quick`.

    python benches/table.py                 everything, a few minutes
    python benches/table.py --quick         shorter repetitions and fewer of them, under two minutes
    python benches/table.py --rows vector   the rows whose name has the word in it
    python benches/table.py --peers-only    the peers alone, without ludoteca

Every side of a row is a process of its own that stays alive and does one repetition when told to.
Ours and the peer take turns, so that a machine that gets busy or warm slows both. All processes are
pinned to one and the same core, unless the row says how many it needs. What counts is the ratio of
the medians; the spread is the middle half of the ratios of neighbouring repetitions. The table goes
to standard output, everything measured to `benches/results/latest.json`.

The rows are in `rows.py`; what is measured is a case of `ours.py` or of a script in `peers/`.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import select
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from peers.setup import ABSENT, peers_python
from rows import ROWS, Row, Side

HERE = Path(__file__).parent
RESULTS = HERE / "results" / "latest.json"
PATIENCE = 300.0
"""Seconds after which a silent process has failed."""
BUSY = 1.1
"""A repetition that took so many times its CPU time shared its core with something else."""
AS_RATE = {"plies", "games", "steps"}
"""Units shown as so many a second; all others as so much time each."""


class Failure(Exception):
    """A process that can't be measured, and why."""


class Worker:
    """A living process of one script, on so many cores."""

    def __init__(self, script: str, cores: Sequence[int]) -> None:
        python = sys.executable if script == "ours" else str(peers_python())
        if not Path(python).exists():
            raise Failure("no environment; python benches/peers/setup.py makes it")
        self.said = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the process
        with on_cores(cores):
            self.process = subprocess.Popen(
                [python, "-m", script, "--worker"],
                cwd=HERE,
                env=os.environ | one_thread_each(len(cores)),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self.said,
            )
        self.versions: dict[str, str] = self._answer()["versions"]

    def ask(self, request: str) -> dict[str, Any]:
        """Sends one line and reads the answer."""
        if self.process.poll() is None and self.process.stdin is not None:
            self.process.stdin.write(f"{request}\n".encode())
            self.process.stdin.flush()
        return self._answer()

    def _answer(self) -> dict[str, Any]:
        out = self.process.stdout
        if out is None or not select.select([out], [], [], PATIENCE)[0]:
            self.stop()
            raise Failure(f"silent for {PATIENCE:.0f} s")
        line = out.readline()
        if not line:
            self.process.wait()
            raise Failure(self._last_words())
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise Failure(str(answer["error"]))
        return answer

    def _last_words(self) -> str:
        self.said.seek(0)
        lines = self.said.read().decode(errors="replace").split("\n")
        words = [line.strip() for line in lines if line.strip()]
        return words[-1] if words else f"ended with {self.process.returncode}"

    def stop(self) -> None:
        """Ends the process."""
        self.process.kill()
        self.process.wait()
        self.said.close()


@contextmanager
def on_cores(cores: Sequence[int]) -> Iterator[None]:
    """A child started inside inherits these cores, where the system can pin at all."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def usable_cores() -> list[int]:
    """The cores that this process may use, the last one first: the first ones serve interrupts."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0), reverse=True)
    return list(range(os.cpu_count() or 1))


def one_thread_each(cores: int) -> dict[str, str]:
    """Keeps the libraries' own thread pools to the cores of the row."""
    pools = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "RAYON_NUM_THREADS")
    flags = f"{os.environ.get('XLA_FLAGS', '')} --xla_cpu_multi_thread_eigen=false"
    return {
        **{pool: str(cores) for pool in pools},
        "JAX_PLATFORMS": "cpu",
        "XLA_FLAGS": flags.strip(),
        "PYTHONHASHSEED": "0",
    }


@dataclass
class Measured:
    """The repetitions of one side of one row."""

    unit: str
    repetitions: list[dict[str, Any]] = field(default_factory=list)

    def rate(self, unit: str | None = None, clock: str = "seconds") -> float:
        """Units a second, the median."""
        return statistics.median(self.rates(unit, clock))

    def rates(self, unit: str | None = None, clock: str = "seconds") -> list[float]:
        """Units a second, a repetition each."""
        return [done["counts"][unit or self.unit] / done[clock] for done in self.repetitions]

    def busy(self) -> int:
        """How many repetitions shared their core with something else."""
        return sum(done["seconds"] > BUSY * done["cpu"] for done in self.repetitions)

    def as_json(self) -> dict[str, Any]:
        """Medians and every repetition."""
        units = self.repetitions[0]["counts"]
        return {
            "median_per_second": {unit: self.rate(unit) for unit in units},
            "median_per_cpu_second": {unit: self.rate(unit, "cpu") for unit in units},
            "repetitions": self.repetitions,
        }


class Bench:
    """All rows, their processes and what was measured."""

    def __init__(self, rows: Sequence[Row], seconds: float, peers_only: bool) -> None:
        self.rows = rows
        self.seconds = seconds
        self.peers_only = peers_only
        self.cores = usable_cores()
        self.workers: dict[tuple[str, int], Worker] = {}
        self.failures: dict[tuple[Side, int], str] = {}
        self.ready: set[tuple[Side, int]] = set()
        self.measured: dict[tuple[int, Side], Measured] = {}

    def sides(self, row: Row) -> list[Side]:
        """The sides of a row that are to be measured."""
        both = [row.ours, row.peer] if row.peer else [row.ours]
        return [side for side in both if not (self.peers_only and side.is_ours)]

    def prepare(self) -> None:
        """Starts every process and makes every case ready. Ours must not fail; a peer may."""
        for row in self.rows:
            for side in self.sides(row):
                key = (side, row.cores)
                if key in self.ready or key in self.failures:
                    continue
                say(f"preparing {side.script} {side.case}")
                try:
                    if row.cores > len(self.cores):
                        raise Failure(f"needs {row.cores} cores, {len(self.cores)} are usable")
                    self._worker(side.script, row.cores).ask(f"prepare {side.case} {self.seconds}")
                    self.ready.add(key)
                except Failure as failure:
                    if side.is_ours and row.cores <= len(self.cores):
                        raise
                    self.failures[key] = str(failure)

    def _worker(self, script: str, cores: int) -> Worker:
        key = (script, cores)
        if key not in self.workers:
            self.workers[key] = Worker(script, self.cores[:cores])
        return self.workers[key]

    def run(self, repetitions: int) -> None:
        """Every side of every row in turn, the peer first every other time."""
        for repetition in range(repetitions):
            for number, row in enumerate(self.rows):
                sides = self.sides(row)
                if any((side, row.cores) in self.failures for side in sides if side.is_ours):
                    continue
                say(f"repetition {repetition + 1} of {repetitions}: {row.name}")
                for side in sides if repetition % 2 == 0 else reversed(sides):
                    key = (side, row.cores)
                    if key in self.failures:
                        continue
                    try:
                        done = self.workers[side.script, row.cores].ask(f"run {side.case}")
                    except Failure as failure:
                        if side.is_ours:
                            raise
                        self.failures[key] = str(failure)
                        continue
                    measured = self.measured.setdefault((number, side), Measured(row.unit))
                    measured.repetitions.append(done)

    def stop(self) -> None:
        """Ends every process."""
        for worker in self.workers.values():
            worker.stop()

    def report(self) -> list[dict[str, Any]]:
        """What was measured, a row each, ready for JSON."""
        return [self._row_report(number, row) for number, row in enumerate(self.rows)]

    def _row_report(self, number: int, row: Row) -> dict[str, Any]:
        failed = {
            "ours" if side.is_ours else "peer": self.failures[side, row.cores]
            for side in self.sides(row)
            if (side, row.cores) in self.failures
        }
        mine = self.measured.get((number, row.ours))
        other = self.measured.get((number, row.peer)) if row.peer and not failed else None
        report: dict[str, Any] = {
            "row": row.name,
            "against": row.against or None,
            "unit": row.unit,
            "cores": row.cores,
            "absent": failed or None,
            "ours": mine.as_json() if mine else None,
            "peer": other.as_json() if other else None,
            "target": target_text(row),
            "ratio": None,
            "ratio_by_cpu_time": None,
            "spread": None,
            "met": None,
        }
        if mine and other:
            pairs = zip(mine.rates(), other.rates(), strict=True)
            quarters = statistics.quantiles((a / b for a, b in pairs), n=4, method="inclusive")
            report["ratio"] = mine.rate() / other.rate()
            report["spread"] = [quarters[0], quarters[2]]
            if row.cores == 1:
                report["ratio_by_cpu_time"] = mine.rate(clock="cpu") / other.rate(clock="cpu")
            if row.at_least is not None:
                report["met"] = report["ratio"] >= row.at_least
        if mine and row.at_most is not None:
            report["met"] = 1 / mine.rate() <= row.at_most
        return report

    def busy(self) -> tuple[int, int]:
        """Repetitions on one core that shared it, and how many there were."""
        single = [m for (number, _), m in self.measured.items() if self.rows[number].cores == 1]
        return sum(m.busy() for m in single), sum(len(m.repetitions) for m in single)


def target_text(row: Row) -> str | None:
    """What the row has to reach."""
    if row.at_least is not None:
        return f">= {row.at_least:g}x"
    if row.at_most is not None:
        return f"<= {amount(1 / row.at_most, row.unit)}"
    return None


def amount(per_second: float, unit: str) -> str:
    """A rate or a time in three digits: `16.1 M plies/s`, `0.43 us`."""
    if unit in AS_RATE:
        for size, prefix in ((1e6, " M"), (1e3, " k")):
            if per_second >= size:
                return f"{three_digits(per_second / size)}{prefix} {unit}/s"
        return f"{three_digits(per_second)} {unit}/s"
    seconds = 1 / per_second
    for size, name in ((1.0, "s"), (1e-3, "ms"), (1e-6, "us")):
        if seconds >= size:
            return f"{three_digits(seconds / size)} {name}"
    return f"{three_digits(seconds / 1e-9)} ns"


def three_digits(value: float) -> str:
    """A number to three digits, without exponent."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def lines(rows: Sequence[Row], report: Sequence[dict[str, Any]]) -> list[list[str]]:
    """The cells of the table."""
    table = [["row", "against", "ours", "peer", "ratio", "spread", "target", "met"]]
    for row, found in zip(rows, report, strict=True):
        line = [row.name, row.against or "-", "-", "-", "-", "-", found["target"] or "-", "-"]
        for column, side in ((2, "ours"), (3, "peer")):
            absent = (found["absent"] or {}).get(side)
            if absent:
                line[column] = f"absent: {absent}"
            elif found[side]:
                rates = found[side]["median_per_second"]
                line[column] = amount(rates[row.unit], row.unit)
                if row.also is not None and row.also in rates:
                    line[column] += f" ({amount(rates[row.also], row.also)})"
        if found["ratio"] is not None:
            line[4] = f"{three_digits(found['ratio'])}x"
            line[5] = " to ".join(three_digits(quarter) for quarter in found["spread"])
        if found["met"] is not None:
            line[7] = "yes" if found["met"] else "no"
        table.append(line)
    return table


def print_table(table: Sequence[Sequence[str]]) -> None:
    """Plain text, so that it reads the same in a terminal, a log and a file."""
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for number, line in enumerate(table):
        cells = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        print("  ".join(cells).rstrip())
        if number == 0:
            print("  ".join("-" * width for width in widths))


def machine() -> dict[str, Any]:
    """Where the figures are from."""
    return {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "cpu": cpu_model(),
        "cores": len(usable_cores()),
        "pinned": hasattr(os, "sched_setaffinity"),
        "system": platform.platform(),
        "python": platform.python_version(),
    }


def cpu_model() -> str:
    """The processor's name, as far as the system tells."""
    try:
        said = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor() or "unknown"
    names = [line.partition(":")[2].strip() for line in said.splitlines() if "model name" in line]
    return names[0] if names else platform.machine()


def say(text: str) -> None:
    """Progress, on standard error; one line that overwrites itself on a terminal."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def main() -> int:
    """Measures, prints and writes; 1 if ours fails, whether targets are met or not."""
    parser = argparse.ArgumentParser(description="ludoteca beside other libraries")
    parser.add_argument("--quick", action="store_true", help="under two minutes")
    parser.add_argument("--rows", metavar="WORD", default="", help="only rows with this word")
    parser.add_argument("--repetitions", type=int, help="of every side (quick: 5, else 15)")
    parser.add_argument("--seconds", type=float, help="each takes (quick: 0.2, else 0.4)")
    parser.add_argument("--peers-only", action="store_true", help="without ludoteca")
    parser.add_argument("--json", type=Path, default=RESULTS, help="where the figures are written")
    options = parser.parse_args()

    wanted = [row for row in ROWS if options.rows.lower() in f"{row.name} {row.against}".lower()]
    if options.peers_only:
        wanted = [row for row in wanted if row.peer and not row.peer.is_ours]
    if not wanted:
        parser.error(f"no row has the word {options.rows!r}")
    seconds = options.seconds or (0.2 if options.quick else 0.4)
    bench = Bench(wanted, seconds, options.peers_only)
    try:
        bench.prepare()
        bench.run(options.repetitions or (5 if options.quick else 15))
    except Failure as failure:
        say("")
        print(f"ludoteca can't be measured: {failure}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        say("")
        return 130
    finally:
        bench.stop()
    say("")

    report = bench.report()
    versions = {script: worker.versions for (script, _), worker in bench.workers.items()}
    not_installed = json.loads(ABSENT.read_text(encoding="utf-8")) if ABSENT.exists() else {}
    busy, repetitions = bench.busy()
    where = machine()
    cores = f"usable cores: {where['cores']}"
    print(f"{where['date']}, {where['cpu']}, {cores}, Python {where['python']}\n")
    print_table(lines(wanted, report))
    print(f"\n{busy} of {repetitions} repetitions on one core shared it with other work.")
    for package, reason in not_installed.items():
        print(f"Not installed: {package}: {reason}")
    options.json.parent.mkdir(parents=True, exist_ok=True)
    written = {
        **where,
        "seconds_per_repetition": seconds,
        "shared_repetitions": [busy, repetitions],
        "versions": versions,
        "not_installed": not_installed,
        "rows": report,
    }
    options.json.write_text(json.dumps(written, indent=1, ensure_ascii=False) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
