"""Ours beside other libraries, in one run on one machine: `make bench` and `make bench-quick`.

    python benches/table.py                 everything, some minutes
    python benches/table.py --quick         shorter repetitions and fewer of them, under two minutes
    python benches/table.py --rows vector   the rows whose name has the word in it
    python benches/table.py --peers-only    the peers alone, without ludoteca

Every side of a row is a process of its own that stays alive and does one repetition when told to.
Ours and the peer take turns, so that a machine that gets busy or warm slows both. All processes are
pinned to one and the same core, unless the row says how many it needs. What counts is the ratio of
the medians; the spread is the middle half of the ratios of neighbouring repetitions. The core alone
is timed by Criterion, case after case. The table goes to standard output, everything measured to
`benches/results/latest.json`.

The rows are in `rows.py`; what is measured is a case of `ours.py`, of a script in `peers/` or of
the core (`core.py`).
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import core
import given
import report
from measured import Measured, row_report
from peers.setup import ABSENT
from rows import ROWS, Row, Side
from workers import Failure, Worker, usable_cores


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
        self.executables: dict[str, str] = {}

    def sides(self, row: Row) -> list[Side]:
        """The sides of a row that are to be measured."""
        both = [row.ours, row.peer] if row.peer else [row.ours]
        return [side for side in both if not (self.peers_only and side.is_ours)]

    def prepare(self) -> None:
        """Starts every process and makes every case ready. Ours must not fail; a peer may."""
        say("building the benchmarks of the core")
        if benches := {side.bench for row in self.rows for side in self.sides(row) if side.is_core}:
            self.executables = core.build(benches)
        for row in self.rows:
            for side in self.sides(row):
                key = (side, row.cores)
                if side.is_core or key in self.ready or key in self.failures:
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
                sides = [side for side in self.sides(row) if not side.is_core]
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

    def run_core(self, samples: int) -> None:
        """The cases of the core, which take no turns."""
        for number, row in enumerate(self.rows):
            for side in self.sides(row):
                if side.is_core:
                    say(f"core: {side.case}")
                    executable, cores = self.executables[side.bench], self.cores[: row.cores]
                    done = core.measure(
                        executable, side.case, row.unit, cores, samples, self.seconds / 4
                    )
                    self.measured[number, side] = Measured(row.unit, done)

    def stop(self) -> None:
        """Ends every process."""
        for worker in self.workers.values():
            worker.stop()

    def report(self) -> list[dict[str, Any]]:
        """What was measured, a row each, ready for JSON."""
        return [
            row_report(
                row,
                self.measured.get((number, row.ours)),
                self.measured.get((number, row.peer)) if row.peer else None,
                {
                    "ours" if side.is_ours else "peer": self.failures[side, row.cores]
                    for side in self.sides(row)
                    if (side, row.cores) in self.failures
                },
            )
            for number, row in enumerate(self.rows)
        ]

    def busy(self) -> tuple[int, int]:
        """Repetitions on one core that shared it, and how many there were."""
        single = [
            measured
            for (number, _), measured in self.measured.items()
            if self.rows[number].cores == 1 and measured.has_cpu_time()
        ]
        return sum(m.busy() for m in single), sum(len(m.repetitions) for m in single)


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


def arguments() -> tuple[argparse.Namespace, list[Row]]:
    """The options, with nothing left open, and the rows that they ask for."""
    with suppress(OSError):  # what stands in the way is told by `given.target`
        report.RESULTS.parent.mkdir(exist_ok=True)
    parser = argparse.ArgumentParser(description="ludoteca beside other libraries")
    parser.add_argument("--quick", action="store_true", help="under two minutes")
    parser.add_argument("--rows", metavar="WORD", default="", help="only rows with this word")
    parser.add_argument(
        "--repetitions", type=given.repetitions, help="of every side (quick: 3, else 15)"
    )
    parser.add_argument("--seconds", type=given.seconds, help="each takes (quick: 0.15, else 0.4)")
    parser.add_argument("--peers-only", action="store_true", help="without ludoteca")
    parser.add_argument(
        "--json",
        type=given.target,
        default=str(report.RESULTS),  # as text, so that it is checked as well
        help="where the figures are written",
    )
    options = parser.parse_args()
    if options.repetitions is None:
        options.repetitions = 3 if options.quick else 15
    if options.seconds is None:
        options.seconds = 0.15 if options.quick else 0.4

    wanted = [row for row in ROWS if options.rows.lower() in f"{row.name} {row.against}".lower()]
    if options.peers_only:
        wanted = [row for row in wanted if row.peer and not row.peer.is_ours]
    if not wanted:
        parser.error(f"no row has the word {options.rows!r}")
    return options, wanted


def not_installed() -> dict[str, str]:
    """The peers that `peers/setup.py` could not install, with the reasons.

    Raises:
        Unusable: The file that it wrote says something else.
    """
    if not ABSENT.exists():
        return {}
    shape = {given.EACH: given.TEXT}
    command = "benches/peers/setup.py --again"
    reasons: dict[str, str] = given.read(ABSENT, shape, "list of absent peers", command)
    return reasons


def main() -> int:
    """Measures, prints and writes; 1 if ours fails, whether targets are met or not."""
    options, wanted = arguments()
    bench = Bench(wanted, options.seconds, options.peers_only)
    try:
        absent = not_installed()
        bench.prepare()
        bench.run(options.repetitions)
        bench.run_core(options.repetitions)
    except given.Unusable as fault:
        print(fault, file=sys.stderr)
        return 1
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

    results = {
        **machine(),
        "repetitions": options.repetitions,
        "seconds_per_repetition": options.seconds,
        "shared_repetitions": list(bench.busy()),
        "versions": {script: worker.versions for (script, _), worker in bench.workers.items()},
        "not_installed": absent,
        "rows": bench.report(),
    }
    options.json.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", "utf-8")
    report.show(results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
