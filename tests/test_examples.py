"""The learners under `examples/` run, and learn a little even from a few games."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"
# Games to learn from and to measure by: few, but enough to tell.
SCRIPTS = {"gymnasium_bogoss.py": (1600, 480), "pettingzoo_bogoss.py": (480, 200)}


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_learner_learns_and_draws_its_curve(script: str, tmp_path: Path) -> None:
    plot = tmp_path / "curve.svg"
    games, checks = map(str, SCRIPTS[script])
    command = [sys.executable, "-W", "error", str(EXAMPLES / script), "--plot", str(plot)]
    command += ["--games", games, "--checks", checks]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    before, after = re.findall(r"(?:before|after) (\d\.\d+) \(", done.stdout.splitlines()[0])
    assert float(after) > float(before) + 0.05
    assert ElementTree.parse(plot).getroot().tag == "{http://www.w3.org/2000/svg}svg"


def test_the_gradient_is_that_of_what_is_to_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Against differences: the chosen actions' expected surprise, and the bonus for entropy."""
    monkeypatch.syspath_prepend(str(EXAMPLES))
    from policy import SoftmaxPolicy

    random = np.random.default_rng(1)
    features, masks = random.normal(size=(6, 3)), random.integers(0, 2, (6, 4)).astype(np.int8)
    masks[:, 1] = 1
    returns = random.normal(size=6)
    policy = SoftmaxPolicy(3, 4)
    policy.weights = random.normal(size=(3, 5)) / 2
    chosen = policy.choose(features, masks, random)
    assert masks[np.arange(6), chosen].all()
    surprise = returns - features @ policy.weights[:, -1]

    def worth() -> float:
        chances = policy.probabilities(features, masks)
        logs = np.log(np.maximum(chances, 1e-300))
        gains = surprise * logs[np.arange(6), chosen] - policy.bonus * (chances * logs).sum(axis=1)
        return float(gains.mean())

    slopes = np.zeros((3, 4))
    for place in np.ndindex(3, 4):
        for step in (1e-5, -1e-5):
            policy.weights[place] += step
            slopes[place] += worth() / (2 * step)
            policy.weights[place] -= step
    before = policy.weights.copy()
    policy.learn(features, masks, chosen, returns)
    # Adam's first mean is a tenth of the gradient.
    assert np.allclose(policy.means[0][:, :-1] * 10, slopes, atol=1e-7)
    assert np.allclose(np.sign(policy.weights - before)[:, :-1], np.sign(slopes))
