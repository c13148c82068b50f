"""The extras of `lt.envs`: named where they are missing, imported when they are asked for."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import ludoteca as lt
import pytest
from support import raised


def run(code: str) -> str:
    """What a program prints."""
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout


@pytest.mark.parametrize(
    ("name", "library", "missing"),
    [
        ("AECEnv", "pettingzoo", "pettingzoo"),
        ("AECEnv", "pettingzoo", "gymnasium"),
        ("SeatEnv", "gymnasium", "gymnasium"),
        ("SeatVectorEnv", "gymnasium", "gymnasium"),
    ],
)
def test_a_missing_extra_is_named(name: str, library: str, missing: str) -> None:
    printed = run(
        f"import sys; sys.modules[{missing!r}] = None\n"
        "import ludoteca as lt\n"
        f"try: lt.envs.{name}\n"
        "except ImportError as error: print(error)"
    )
    assert printed == f"lt.envs.{name} needs {missing}: pip install 'ludoteca[{library}]'\n"


def test_registered_names_are_found_in_a_fresh_process() -> None:
    """As the page gives them, nothing else having been imported."""
    page = Path(__file__).parent.parent / "docs/gymnasium.md"
    names = re.findall(r'"([^" ]*ludoteca/[^" ]+)"', page.read_text(encoding="utf-8"))
    assert len(names) == 2
    code = [f"gymnasium.make_vec({name!r}, num_envs=2, players=2)" for name in names]
    code += [f"gymnasium.make({name!r}, players=2)" for name in names]
    for line in code:
        assert run(f"import gymnasium; print({line}.unwrapped.game.name)") == "bogoss\n"


def test_extras_are_imported_when_they_are_asked_for() -> None:
    printed = run(
        "import sys, ludoteca as lt\n"
        "print({'gymnasium', 'pettingzoo'} & set(sys.modules))\n"
        "lt.envs.SeatEnv\n"
        "print({'gymnasium', 'pettingzoo'} & set(sys.modules))"
    )
    assert printed == "set()\n{'gymnasium'}\n"
    assert {*lt.envs.__all__} <= {*dir(lt.envs)}
    assert isinstance(raised(getattr, lt.envs, "Nothing"), AttributeError)
