"""How many instructions six paths of the core take, compared with what is committed.

    python benches/instructions.py             fails if one takes over 5 % more
    python benches/instructions.py --accept    writes the baseline anew, benches/instructions.json

Instructions are counted by valgrind (Cachegrind without its caches), so it does not matter how busy
the machine is. Each path of `instructions.rs` runs N and 2 N times; the difference is what N of
them take, without getting ready. Counts depend on the compiler and on the instructions that the
machine offers: where these are not those of the baseline, or valgrind is missing, nothing is
compared, and that is said. A script and a file do, and there is no runner to install in the right
version, as the benchmark frameworks around valgrind need one.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import core
from report import as_text
from workers import HERE, Failure

BASELINE = HERE / "instructions.json"
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
    """What one unit of work takes."""
    once, twice = (count(executable, path.name, path.repetitions * times) for times in (1, 2))
    return round((twice - once) / (path.repetitions * path.units))


def why_not_comparable(baseline: Mapping[str, str], here: Mapping[str, str]) -> str | None:
    """What differs between the places where the counts were taken, in words."""
    differing = [
        f"{key} is {here[key]}, the baseline's {baseline.get(key, 'unknown')}"
        for key in here
        if here[key] != baseline.get(key)
    ]
    return "; ".join(differing) or None


def faults(baseline: Mapping[str, int], counted: Mapping[str, int]) -> list[str]:
    """What has to be changed, or accepted."""
    found = []
    for name in sorted(baseline.keys() | counted.keys()):
        if name not in baseline or name not in counted:
            found.append(f"{name}: {'not counted' if name in baseline else 'not in the baseline'}")
        elif counted[name] > baseline[name] * (1 + ALLOWED):
            found.append(f"{name}: {change(baseline[name], counted[name])} instructions")
    return found


def change(before: int, now: int) -> str:
    """`+3.1 %`."""
    return f"{100 * (now / before - 1):+.1f} %"


def table(baseline: Mapping[str, int], counted: Mapping[str, int]) -> list[list[str]]:
    """Every path with both counts."""
    lines = [["path", "instructions", "baseline", "change"]]
    for name, now in counted.items():
        before = baseline.get(name)
        known = [f"{before:,}", change(before, now)] if before else ["-", "-"]
        lines.append([name, f"{now:,}", *known])
    return lines


def main() -> int:
    """Counts, prints and compares; 1 if a path takes more than it may."""
    parser = argparse.ArgumentParser(description="instructions of six paths of the core")
    parser.add_argument("--accept", action="store_true", help="make this the baseline")
    options = parser.parse_args()
    if shutil.which("valgrind") is None:
        print("instructions: NOT COMPARED, valgrind is not installed")
        return 1 if options.accept else 0
    try:
        executable = core.build(["instructions"], "instructions")["instructions"]
        offered, paths = look(executable)
        here = {"rustc": compiler(), "instructions": offered}
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            counts = list(pool.map(lambda path: per_unit(executable, path), paths))
    except Failure as failure:
        print(f"instructions can't be counted: {failure}", file=sys.stderr)
        return 1
    counted = {path.name: found for path, found in zip(paths, counts, strict=True)}
    if options.accept:
        written: dict[str, Any] = {**here, "counts": counted}
        BASELINE.write_text(json.dumps(written, indent=2) + "\n", encoding="utf-8")
    kept = json.loads(BASELINE.read_text(encoding="utf-8"))
    baseline = kept.pop("counts")
    print(as_text(table(baseline, counted)))
    if (reason := why_not_comparable(kept, here)) is not None:
        print(f"instructions: NOT COMPARED, as {reason}")
        return 0
    found = faults(baseline, counted)
    for fault in found:
        print(f"instructions: {fault}", file=sys.stderr)
    if found:
        print(
            f"Over {ALLOWED:.0%} more fails. Where it is meant: make instructions-baseline, and "
            "commit benches/instructions.json with the reason.",
            file=sys.stderr,
        )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
