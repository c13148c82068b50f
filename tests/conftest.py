"""Hypothesis profiles: `fast` for every run, `slow` for a long search.

HYPOTHESIS_PROFILE=slow python -m pytest tests/test_contract.py
"""

from __future__ import annotations

import os

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
