"""Trains a policy for one seat of Bogoss against two random players, with Gymnasium.

    python examples/gymnasium_bogoss.py

A vector environment of 32 seats and a linear policy: about a minute. Prints the win rates before
and after with 95 % intervals, against random and against greedy players, and draws the curve.
"""

from __future__ import annotations

from argparse import ArgumentParser
from functools import partial
from pathlib import Path

import ludoteca as lt
import numpy as np
from bogoss_table import features_of
from curve import Rate, plot
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from policy import Memory, SoftmaxPolicy

GAME = lt.game("bogoss", players=3)
ENVS = 32
SEATS = np.zeros(ENVS, np.int64)


def play(
    policy: SoftmaxPolicy, others: str, games: int, seed: int, memory: Memory | None = None
) -> Rate:
    """Plays games in seat 0 and counts the wins; learns if there is a memory."""
    random = np.random.default_rng(seed)
    seat = partial(lt.envs.SeatEnv, GAME, others=others)
    env = SyncVectorEnv([seat] * ENVS, autoreset_mode=AutoresetMode.SAME_STEP)
    observations, info = env.reset(seed=seed)
    wins = played = 0
    while played < games:
        features, masks = features_of(observations, SEATS, GAME.players), info["action_mask"]
        chosen = policy.choose(features, masks, random)
        observations, rewards, terminated, truncated, info = env.step(chosen)
        over = terminated | truncated
        wins += int(rewards.sum())
        played += int(over.sum())
        if memory is None:
            continue
        for row in range(ENVS):
            memory.add(row, features[row], masks[row], int(chosen[row]))
            if over[row]:
                memory.end(row, rewards[row])
        memory.teach(policy)
    return Rate(wins, played)


def main() -> None:
    """Trains, and tells what came of it."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=15_000, help="to learn from")
    parser.add_argument("--checks", type=int, default=2_000, help="games to measure a win rate")
    parser.add_argument("--plot", type=Path, default="docs/gymnasium.svg")
    arguments = parser.parse_args()

    policy, memory = SoftmaxPolicy(174, GAME.action_size), Memory()
    agents = ("random", "greedy")
    before = {others: play(policy, others, arguments.checks, seed=1) for others in agents}
    curve, played = {}, 0
    while played < arguments.games:
        rate = play(policy, "random", arguments.games // 30, seed=2 + len(curve), memory=memory)
        played += rate.games
        curve[played] = rate
    for others in agents:
        after = play(policy, others, arguments.checks, seed=1)
        print(f"against {others}: before {before[others]}, after {after}")
    plot(curve, before["random"].wins / before["random"].games, "while learning", arguments.plot)


if __name__ == "__main__":
    main()
