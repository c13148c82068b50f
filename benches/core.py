"""The core by itself: cases of the Criterion benchmarks as rows of the table.

A case is named `grid placements/12 cards`: a benchmark of `Cargo.toml`, and a case of it. Each runs
by itself on the core that the row is given, one after the other; every sample that Criterion takes
is one repetition. They are built as a release is, before anything is pinned to a core.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from workers import HERE, Failure, on_cores

SAMPLES = 10
"""The fewest that Criterion takes."""
WARM_UP = 0.2
"""Seconds."""


def build(benches: Iterable[str], profile: str = "bench") -> dict[str, str]:
    """Builds benchmarks of the crate; gives the executable of each.

    Raises:
        Failure: Cargo is not there, or can't build them.
    """
    command = ["cargo", "build", "--quiet", "--profile", profile, "--message-format", "json"]
    command += [word for bench in sorted(benches) for word in ("--bench", bench)]
    try:
        done = subprocess.run(command, cwd=HERE, stdout=subprocess.PIPE, text=True, check=False)
    except OSError as error:
        raise Failure(f"cargo can't be run: {error}") from error
    if done.returncode != 0:
        raise Failure(f"cargo build exited with {done.returncode}")
    built = {}
    for line in done.stdout.splitlines():
        said = json.loads(line)
        if said["reason"] == "compiler-artifact" and "bench" in said["target"]["kind"]:
            built[said["target"]["name"]] = said["executable"]
    return built


def measure(
    executable: str, case: str, unit: str, cores: Sequence[int], samples: int, seconds: float
) -> list[dict[str, Any]]:
    """The samples of one case, as repetitions of about so many seconds.

    Raises:
        Failure: There is no such case, or it failed.
    """
    samples = max(samples, SAMPLES)
    with tempfile.TemporaryDirectory() as home, on_cores(cores):
        command = [executable, "--bench", "--exact", case, "--noplot", "--nresamples", "1001"]
        command += ["--sample-size", str(samples), "--warm-up-time", str(WARM_UP)]
        command += ["--measurement-time", str(samples * seconds)]
        environment = os.environ | {"CRITERION_HOME": home}
        done = subprocess.run(
            command, cwd=HERE.parent, env=environment, capture_output=True, text=True, check=False
        )
        found = list(Path(home).glob("**/new/sample.json"))
        if done.returncode != 0 or len(found) != 1:
            last = (done.stderr.strip() or "no such case").splitlines()[-1]
            raise Failure(f"{case}: {last}")
        return list(repetitions(found[0].parent, unit))


def repetitions(folder: Path, unit: str) -> Iterator[dict[str, Any]]:
    """What Criterion wrote of one case, sample by sample."""
    sample = json.loads((folder / "sample.json").read_text(encoding="utf-8"))
    case = json.loads((folder / "benchmark.json").read_text(encoding="utf-8"))
    each = (case["throughput"] or {}).get("Elements", 1)
    for iterations, nanoseconds in zip(sample["iters"], sample["times"], strict=True):
        yield {"seconds": nanoseconds / 1e9, "counts": {unit: int(iterations) * each}}
