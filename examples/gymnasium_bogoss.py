"""Trains a policy for one seat of Bogoss against two random players, with Gymnasium.

    python examples/gymnasium_bogoss.py

A vector of 32 seats and a linear policy: less than a minute. Prints the win rates before
and after with 95 % intervals, against random and against greedy players, and draws the curve.
"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

import ludoteca as lt
import numpy as np
from bogoss_table import features_of
from curve import Rate, plot
from policy import Memory, SoftmaxPolicy

GAME = lt.game("bogoss", players=3)
ENVS = 32
SEATS = np.zeros(ENVS, np.int64)


def play(
    policy: SoftmaxPolicy, others: str, games: int, seed: int, memory: Memory | None = None
) -> list[bool]:
    """Plays games in seat 0 and tells which were won, in order; learns if there is a memory."""
    random = np.random.default_rng(seed)
    env = lt.envs.SeatVectorEnv(GAME, ENVS, others=others)
    observations, info = env.reset(seed=seed)
    won: list[bool] = []
    # As many from each environment: the first to finish are short games, which others win.
    missing = np.full(ENVS, games // ENVS)
    while missing.any():
        features, masks = features_of(observations, SEATS, GAME.players), info["action_mask"]
        chosen = policy.choose(features, masks, random)
        observations, rewards, terminated, truncated, info = env.step(chosen)
        for row in range(ENVS):
            over = terminated[row] or truncated[row]
            if memory is not None:
                memory.add(row, features[row], masks[row], int(chosen[row]))
                if over:
                    memory.end(row, rewards[row])
            if over and missing[row]:
                won.append(bool(rewards[row] > 0))
                missing[row] -= 1
        if memory is not None:
            memory.teach(policy)
    return won


def main() -> None:
    """Trains, and tells what came of it."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=48_000, help="to learn from")
    parser.add_argument("--checks", type=int, default=1_600, help="games to measure a win rate")
    parser.add_argument("--plot", type=Path, default="docs/gymnasium.svg")
    arguments = parser.parse_args()

    policy = SoftmaxPolicy(174, GAME.action_size)
    agents = ("random", "greedy")
    before = {others: Rate.of(play(policy, others, arguments.checks, 1)) for others in agents}
    won = play(policy, "random", arguments.games, seed=2, memory=Memory())
    for others in agents:
        after = Rate.of(play(policy, others, arguments.checks, seed=1))
        print(f"against {others}: before {before[others]}, after {after}")
    part = len(won) // 32
    curve = {end: Rate.of(won[end - part : end]) for end in range(part, len(won) + 1, part)}
    plot(curve, before["random"], "against random, while learning", arguments.plot)


if __name__ == "__main__":
    main()
