"""Running the command line: in this process, as another one, at a terminal."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import ludoteca as lt
import pytest
from ludoteca.cli.app import app
from typer.testing import CliRunner, Result

# It has no types.
pexpect: Any = import_module("pexpect")

COMMAND = [sys.executable, "-m", "ludoteca"]
COMPONENTS = sorted(Path(__file__).parent.parent.glob("rust/games/cobogo/data/*.toml"))
CLEAR = "\x1b[3J"

# A terminal for the child is made by forking, which newer Pythons warn of once threads run.
on_terminal = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")


def run(*words: str, typed: str | None = None) -> Result:
    """Runs a command in this process; the result has exit_code, stdout and stderr."""
    return CliRunner().invoke(app, list(words), input=typed, prog_name="ludoteca")


def shell(*words: str, **settings: Any) -> subprocess.CompletedProcess[str]:
    """Runs a command as a process of its own, with pipes for all three streams."""
    settings.setdefault("input", "")
    return subprocess.run(
        [*COMMAND, *words],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        **settings,
    )


def terminal(*words: str, environment: Mapping[str, str] | None = None) -> Any:
    """Runs a command at a terminal of 120 columns."""
    settings = {**os.environ, "TERM": "xterm-256color", **(environment or {})}
    return pexpect.spawn(
        COMMAND[0],
        [*COMMAND[1:], *words],
        encoding="utf-8",
        timeout=60,
        dimensions=(50, 120),
        env=settings,
    )


def assert_one_line(text: str) -> str:
    """The line, if it is one and speaks of no traceback."""
    lines = text.splitlines()
    assert len(lines) == 1, text
    assert lines[0].startswith("ludoteca: ")
    assert "Traceback" not in lines[0]
    return lines[0]


def cobogo(players: int = 1, seed: int = 7, **options: Any) -> lt.State:
    """The position that `play` begins with."""
    return lt.game("cobogo", players=players, **options).start(seed=seed)
