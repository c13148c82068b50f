"""What a measured process says and is told.

A script names its cases and ends with `main(CASES, packages)`. A case is a function that gets
everything ready, checks that the work is done right, and returns the work itself: a function that
does `size` units of it and returns a second one, which counts what was done once the clock has
stopped. Then the script can be used in three ways:

    python -m peers.openspiel_boards               the names of its cases
    python -m peers.openspiel_boards hex           one timed repetition, one line of JSON
    python -m peers.openspiel_boards --worker      stays alive and answers line by line:

        prepare hex 0.2         make the case ready, with repetitions of about 0.2 s
        run hex                 one timed repetition

Every answer is one line of JSON. Whatever a library prints goes to standard error.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import sys
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import version
from typing import Any, TextIO

import given

Counts = dict[str, int]
"""What a repetition did, such as ``{"plies": 10712, "games": 100}``."""
Work = Callable[[int], Callable[[], Counts]]
"""Does so many units of work; what it returns counts them afterwards."""
Case = Callable[[], Work]
"""Makes the work ready, and checks it."""


def timed(work: Work, size: int) -> dict[str, Any]:
    """One repetition: seconds on the wall, seconds of this process on a CPU, and what was done.

    The garbage collector is off while the clock runs, for every library alike.
    """
    gc.collect()
    gc.disable()
    try:
        cpu = time.process_time()
        start = time.perf_counter()
        count = work(size)
        seconds = time.perf_counter() - start
        cpu = time.process_time() - cpu
    finally:
        gc.enable()
    return {"seconds": seconds, "cpu": cpu, "counts": count()}


def fitting_size(work: Work, seconds: float) -> int:
    """The size that takes about so many seconds; at least 1. Warms the work up on the way."""
    work(1)()
    size = 1
    while True:
        taken = float(timed(work, size)["seconds"])
        if taken >= seconds / 4:
            return max(1, round(size * seconds / taken))
        size *= 4


def _serve(cases: Mapping[str, Case], out: TextIO) -> None:
    """Answers line by line until the input ends. A failing case is answered, not a crash."""
    ready: dict[str, tuple[Work, int]] = {}
    for line in sys.stdin:
        verb, *words = line.split()
        try:
            if verb == "prepare":
                work = cases[words[0]]()
                ready[words[0]] = work, fitting_size(work, float(words[1]))
                answer: dict[str, Any] = {"size": ready[words[0]][1]}
            elif verb == "run":
                answer = timed(*ready[words[0]])
            else:
                raise ValueError(f"unknown request {verb!r}")
        except Exception as error:
            traceback.print_exc()
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), file=out, flush=True)


def main(cases: Mapping[str, Case], packages: Sequence[str]) -> None:
    """Runs a script: `cases` by name, `packages` whose versions are told."""
    parser = argparse.ArgumentParser(description=sys.modules["__main__"].__doc__)
    parser.add_argument("case", nargs="?", choices=sorted(cases), help="run it once")
    parser.add_argument(
        "--seconds", type=given.seconds, default=0.5, help="length of the repetition"
    )
    parser.add_argument("--worker", action="store_true", help="stay alive and answer requests")
    options = parser.parse_args()

    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    versions = {package: version(package) for package in packages}
    if options.worker:
        print(json.dumps({"cases": list(cases), "versions": versions}), file=out, flush=True)
        _serve(cases, out)
    elif options.case:
        work = cases[options.case]()
        answer = timed(work, fitting_size(work, options.seconds))
        print(json.dumps({"case": options.case, **answer, "versions": versions}), file=out)
    else:
        print("\n".join(cases), file=out)
