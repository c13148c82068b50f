"""The processes that are measured: each one script, alive, on cores of its own choosing."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from peers.setup import peers_python

HERE = Path(__file__).parent
PATIENCE = 300.0
"""Seconds after which a silent process has failed."""


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
