"""Hypothesis profiles, `fast` for every run and `slow` for a long search; surroundings of tests.

HYPOTHESIS_PROFILE=slow python -m pytest tests/test_contract*.py
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, Phase, settings

settings.register_profile(
    "fast",
    max_examples=6,
    deadline=None,
    derandomize=True,
    database=None,
    # A failure shows its example as drawn: shrinking whole games takes minutes.
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
settings.register_profile(
    "slow",
    max_examples=200,
    deadline=None,
    database=None,
    print_blob=True,
    suppress_health_check=list(HealthCheck),
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fast"))


@pytest.fixture
def nothing_is_printed(capfd: pytest.CaptureFixture[str]) -> Iterator[None]:
    """Errors speak through their messages alone: no panic's text on stderr."""
    yield
    out, err = capfd.readouterr()
    assert (out, err) == ("", "")


@pytest.fixture
def plain_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keeps what the outside world says of widths and colours away."""
    for name in ("COLUMNS", "NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)
