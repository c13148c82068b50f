"""Trains a policy for Bogoss by self-play of all three seats, with PettingZoo.

    python examples/pettingzoo_bogoss.py

One linear policy decides for whoever is to act and learns from all seats: about a minute. Now and
then, and before and after with 95 % intervals, it is measured against two random players, in each
seat as often as in the others; the curve is drawn.
"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

import ludoteca as lt
import numpy as np
from bogoss_table import features_of, turned
from curve import Rate, plot
from numpy.typing import NDArray
from policy import Floats, Memory, SoftmaxPolicy

GAME = lt.game("bogoss", players=3)
ASKS = 4 * GAME.players


def own_view(
    seen: dict[str, NDArray[np.int8]], seat: int
) -> tuple[Floats, NDArray[np.int8], NDArray[np.int64]]:
    """The features of a seat, the mask with the seats turned likewise, and the true indices."""
    seats = np.array([seat])
    indices = np.arange(GAME.action_size)
    asks = turned(indices[:ASKS].reshape(1, GAME.players, 4), seats).ravel()
    order = np.concatenate([asks, indices[ASKS:]])
    features = features_of(seen["observation"][None], seats, GAME.players)
    return features, seen["action_mask"][None, order], order


def play(policy: SoftmaxPolicy, games: int, seed: int, memory: Memory | None = None) -> Rate:
    """Plays games and learns in all seats if there is a memory, else in one against random."""
    random = np.random.default_rng(seed)
    env = lt.envs.AECEnv(GAME)
    wins = 0
    for game in range(games):
        env.reset(seed=seed if game == 0 else None)
        learner = f"seat_{game % GAME.players}"
        for agent in env.agent_iter():
            seen, reward, terminated, truncated, _ = env.last()
            if terminated or truncated:
                wins += int(agent == learner and reward > 0)
                if memory is not None:
                    memory.end(agent, reward)
                env.step(None)
            elif memory is None and agent != learner:
                env.step(random.choice(np.flatnonzero(seen["action_mask"])))
            else:
                features, mask, order = own_view(seen, env.possible_agents.index(agent))
                [chosen] = policy.choose(features, mask, random)
                env.step(order[chosen])
                if memory is not None:
                    memory.add(agent, features[0], mask[0], int(chosen))
        if memory is not None:
            memory.teach(policy, least=1000)
    return Rate(wins, games)


def main() -> None:
    """Trains, and tells what came of it."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4_000, help="to learn from")
    parser.add_argument("--checks", type=int, default=1_000, help="games to measure a win rate")
    parser.add_argument("--plot", type=Path, default="docs/pettingzoo.svg")
    arguments = parser.parse_args()

    policy, memory = SoftmaxPolicy(174, GAME.action_size), Memory()
    before = play(policy, arguments.checks, seed=1)
    curve, part = {0: before}, arguments.games // 15
    for number in range(1, 16):
        play(policy, part, seed=2 * number, memory=memory)
        curve[number * part] = play(policy, arguments.checks // 4, seed=2 * number + 1)
    after = play(policy, arguments.checks, seed=1)
    print(f"against random: before {before}, after {after}")
    plot(curve, before, "against random", arguments.plot)


if __name__ == "__main__":
    main()
