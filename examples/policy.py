"""A masked softmax policy with one weight a feature and action, its gradient, and its memory."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class SoftmaxPolicy:
    """Chooses legal indices; learns by policy gradients with Adam.

    The expected return, a linear function of the same features, is the baseline.
    """

    def __init__(self, features: int, actions: int, rate: float = 0.01, bonus: float = 0.01):
        self.rate, self.bonus = rate, bonus
        # The last column is the baseline.
        self.weights = np.zeros((features, actions + 1))
        self.means = np.zeros((2, features, actions + 1))
        self.steps = 0

    def probabilities(self, features: Floats, masks: NDArray[np.int8]) -> Floats:
        """The probability of each index, a row a position."""
        logits = np.where(masks, features @ self.weights[:, :-1], -np.inf)
        powers = np.exp(logits - logits.max(axis=1, keepdims=True))
        chances: Floats = powers / powers.sum(axis=1, keepdims=True)
        return chances

    def choose(
        self, features: Floats, masks: NDArray[np.int8], random: np.random.Generator
    ) -> NDArray[np.int64]:
        """A legal index for each position, by its probability."""
        sums = self.probabilities(features, masks).cumsum(axis=1)
        picked: NDArray[np.int64] = (sums < random.random((len(sums), 1)) * sums[:, -1:]).sum(
            axis=1
        )
        return picked

    def learn(
        self,
        features: Floats,
        masks: NDArray[np.int8],
        chosen: NDArray[np.int64],
        returns: Floats,
    ) -> None:
        """One step up the gradient of the expected return, with a bonus for entropy."""
        chances = self.probabilities(features, masks)
        logs = np.log(np.maximum(chances, 1e-12))
        surprise = returns - features @ self.weights[:, -1]
        slopes = -chances * surprise[:, None]
        slopes[np.arange(len(chosen)), chosen] += surprise
        slopes -= self.bonus * chances * (logs - (chances * logs).sum(axis=1, keepdims=True))
        gradient = features.T @ np.column_stack([slopes, surprise]) / len(chosen)
        self.steps += 1
        for mean, decay, value in zip(
            self.means, (0.9, 0.999), (gradient, gradient**2), strict=True
        ):
            mean += (1 - decay) * (value - mean)
        first, second = (
            mean / (1 - decay**self.steps)
            for mean, decay in zip(self.means, (0.9, 0.999), strict=True)
        )
        self.weights += self.rate * first / (np.sqrt(second) + 1e-8)


class Memory:
    """The decisions of games: by course while a game runs, then with what it earned, discounted."""

    def __init__(self, discount: float = 0.99) -> None:
        self.discount = discount
        self.running: dict[Hashable, list[tuple[Floats, NDArray[np.int8], int]]] = defaultdict(list)
        self.done: list[tuple[Floats, NDArray[np.int8], int, float]] = []

    def add(self, course: Hashable, features: Floats, mask: NDArray[np.int8], chosen: int) -> None:
        """One decision of a course."""
        self.running[course].append((features, mask, chosen))

    def end(self, course: Hashable, earned: float) -> None:
        """The end of a course, and what it earned."""
        for decision in reversed(self.running.pop(course, [])):
            self.done.append((*decision, earned))
            earned *= self.discount

    def teach(self, policy: SoftmaxPolicy, least: int = 2000) -> None:
        """Lets the policy learn from what is done and forgets it, once there is so much."""
        if len(self.done) >= least:
            features, masks, chosen, returns = map(np.array, zip(*self.done, strict=True))
            policy.learn(features, masks, chosen, returns)
            self.done.clear()
