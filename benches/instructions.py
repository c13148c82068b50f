"""How many instructions six paths of the core take, compared with what is committed.

    python benches/instructions.py             fails if one takes over 5 % more
    python benches/instructions.py --accept    writes the baseline anew, benches/instructions.json

Instructions are counted by valgrind (Cachegrind without its caches), so it does not matter how busy
the machine is. Each path of `instructions.rs` runs N and 2 N times; the difference is what N of
them take, without getting ready. Counts depend on the compiler and on the instructions that the
machine offers: where these are not those of the baseline, or valgrind is missing, nothing is
compared, and that is said. A path that takes over 5 % less passes with a word: until a new baseline
is committed it may grow back unseen. A script and a file do, and there is no runner to install in
the right version, as the benchmark frameworks around valgrind need one.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import core
import given
from report import as_text
from workers import HERE, Failure

BASELINE = HERE / "instructions.json"
SHAPE = {
    "rustc": given.TEXT,
    "instructions": given.TEXT,
    "counts": {given.EACH: given.COUNT},
}
ACCEPT = "make instructions-baseline"
ALLOWED = 0.05
"""How much more a path may take."""
COUNT = ("valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null")
LOOK = ("valgrind", "--quiet", "--tool=none")


@dataclass(frozen=True)
class Path:
    """A path, how often it is run, and how many units of work each time is."""

    name: str
    repetitions: int
    units: int


def run(*command: str) -> subprocess.CompletedProcess[str]:
    """Runs a command; its output is text.

    Raises:
        Failure: It can't be run, or fails.
    """
    try:
        return subprocess.run(command, cwd=HERE.parent, capture_output=True, text=True, check=True)
    except OSError as error:
        raise Failure(f"{command[0]} can't be run: {error}") from error
    except subprocess.CalledProcessError as error:
        last = (error.stderr.strip() or f"exit code {error.returncode}").splitlines()[-1]
        raise Failure(f"{' '.join(command)}: {last}") from error


def compiler() -> str:
    """The compiler's name, version and commit."""
    return run("rustc", "--version").stdout.strip()


def look(executable: str) -> tuple[str, list[Path]]:
    """The instructions that the program is offered under valgrind, and its paths."""
    offered, *lines = run(*LOOK, executable).stdout.splitlines()
    found = []
    for line in lines:
        name, repetitions, units = line.split("\t")
        found.append(Path(name, int(repetitions), int(units)))
    return offered, found


def count(executable: str, name: str, repetitions: int) -> int:
    """The instructions of a whole run."""
    said = run(*COUNT, executable, name, str(repetitions)).stderr
    found = re.search(r"I\s+refs:\s+([\d,]+)", said)
    if found is None:
        raise Failure(f"valgrind tells no instructions: {said}")
    return int(found[1].replace(",", ""))


def per_unit(executable: str, path: Path) -> int:
    """What one unit of work takes.

    Raises:
        Failure: Nothing, so that it is not the work that is counted.
    """
    once, twice = (count(executable, path.name, path.repetitions * times) for times in (1, 2))
    found = round((twice - once) / (path.repetitions * path.units))
    if found < 1:
        raise Failure(f"{path.name} takes {once} instructions, and {twice} for twice the work")
    return found


def why_not_comparable(baseline: Mapping[str, Any], here: Mapping[str, str]) -> str | None:
    """What differs between the places where the counts were taken, in words."""
    differing = [
        f"{key} is {here[key]}, the baseline's {baseline.get(key, 'unknown')}"
        for key in here
        if here[key] != baseline.get(key)
    ]
    return "; ".join(differing) or None


def same_paths(baseline: Iterable[str], here: Iterable[str]) -> None:
    """Makes sure that the baseline has the paths of the program.

    Raises:
        Unusable: It has others.
    """
    known, there = set(baseline), set(here)
    if gone := ", ".join(sorted(known - there)):
        raise given.Unusable(f"{given.shown(BASELINE)}: {gone}: not counted any more: {ACCEPT}")
    if new := ", ".join(sorted(there - known)):
        raise given.Unusable(f"{given.shown(BASELINE)}: {new}: not in the baseline: {ACCEPT}")


def outside(baseline: Mapping[str, int], counted: Mapping[str, int]) -> tuple[list[str], list[str]]:
    """The paths that take more than they may, and those that take as much less."""
    more, less = [], []
    for name, before in baseline.items():
        line = f"{name}: {change(before, counted[name])} instructions"
        if counted[name] > before * (1 + ALLOWED):
            more.append(line)
        elif counted[name] < before * (1 - ALLOWED):
            less.append(line)
    return more, less


def change(before: int, now: int) -> str:
    """`+3.1 %`."""
    return f"{100 * (now / before - 1):+.1f} %"


def table(baseline: Mapping[str, int], counted: Mapping[str, int]) -> list[list[str]]:
    """Every path with both counts."""
    lines = [["path", "instructions", "baseline", "change"]]
    for name, now in counted.items():
        before = baseline.get(name)
        known = ["-", "-"] if before is None else [f"{before:,}", change(before, now)]
        lines.append([name, f"{now:,}", *known])
    return lines


def main() -> int:
    """Counts, prints and compares; 1 if a path takes more than it may."""
    parser = argparse.ArgumentParser(description="instructions of six paths of the core")
    parser.add_argument("--accept", action="store_true", help="make this the baseline")
    options = parser.parse_args()
    try:
        kept = None if options.accept else given.read(BASELINE, SHAPE, "baseline", ACCEPT)
        if shutil.which("valgrind") is None:
            print("instructions: NOT COMPARED, valgrind is not installed")
            return 1 if options.accept else 0
        executable = core.build(["instructions"], "instructions")["instructions"]
        offered, paths = look(executable)
        here = {"rustc": compiler(), "instructions": offered}
        if kept is not None and why_not_comparable(kept, here) is None:
            same_paths(kept["counts"], [path.name for path in paths])
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            counts = list(pool.map(lambda path: per_unit(executable, path), paths))
    except (Failure, given.Unusable) as failure:
        print(f"instructions can't be compared: {failure}", file=sys.stderr)
        return 1
    counted = {path.name: found for path, found in zip(paths, counts, strict=True)}
    if kept is not None:
        return compare(kept, here, counted)
    print(as_text(table(counted, counted)))
    written: dict[str, Any] = {**here, "counts": counted}
    BASELINE.write_text(json.dumps(written, indent=2) + "\n", encoding="utf-8")
    return 0


def compare(kept: Mapping[str, Any], here: Mapping[str, str], counted: Mapping[str, int]) -> int:
    """Prints what was counted beside what is kept; 1 if a path takes more than it may."""
    baseline = kept["counts"]
    print(as_text(table(baseline, counted)))
    if (reason := why_not_comparable(kept, here)) is not None:
        print(f"instructions: NOT COMPARED, as {reason}")
        return 0
    more, less = outside(baseline, counted)
    for line in less:
        print(f"instructions: {line}; commit a new baseline ({ACCEPT}), or it may grow unseen")
    for line in more:
        print(f"instructions: {line}", file=sys.stderr)
    if more:
        print(
            f"Over {ALLOWED:.0%} more fails. Where it is meant: {ACCEPT}, and commit "
            "benches/instructions.json with the reason.",
            file=sys.stderr,
        )
    return 1 if more else 0


if __name__ == "__main__":
    sys.exit(main())
