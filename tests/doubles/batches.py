"""Faults of seeds, batches and environments."""

from __future__ import annotations

from typing import Any

import ludoteca as lt
import numpy as np

from doubles import Game, State, VectorEnv
from doubles.planting import noticed_by

REAL_GAME = lt.game


BATCH = "test_a_batch_depends_on_seed_and_game_alone"
STEPS = "test_environments_step_like_single_states"


@noticed_by("test_the_first_and_the_last_seed")
class SeedsOf63Bits(Game):
    def start(self, seed: Any = None, index: Any = None) -> State:
        return super().start(seed if seed is None else int(seed) % 2**63, index)


@noticed_by(BATCH)
class BatchThatDependsOnItsSize(Game):
    """Game 0 of a batch of 2 is not game 0 of a batch of 3."""

    def simulate(self, games: Any, **asked: Any) -> Any:
        seed = (asked.get("seed", 0) + int(games)) % 2**64
        results = self.real.simulate(games, **{**asked, "seed": seed})
        return with_columns(results, seed=asked.get("seed", 0))


@noticed_by(BATCH)
class BatchInTheOrderOfThreads(Game):
    """With many threads the games come in another order."""

    def simulate(self, games: Any, **asked: Any) -> Any:
        results = self.real.simulate(games, **asked)
        if asked.get("threads") != 8:
            return results
        names = ("returns", "scores", "plies", "winners", "reason", "level")
        return with_columns(results, **{name: getattr(results, name)[::-1] for name in names})


@noticed_by("test_a_batch_is_random_play_of_single_states", "bogoss", 2)
class BatchOfOtherRules(Game):
    """A batch is played with the limits of another game."""

    def simulate(self, games: Any, **asked: Any) -> Any:
        short = {**self.real.options, "players": 2, "max_turns": 3}
        return REAL_GAME(self.real.name, **short).simulate(games, **asked)


class with_columns:
    """Results with some columns exchanged."""

    def __init__(self, results: lt.Results, **columns: Any) -> None:
        self.results, self.columns = results, columns

    def __getattr__(self, name: str) -> Any:
        return self.columns[name] if name in self.columns else getattr(self.results, name)

    def __len__(self) -> int:
        return len(self.results)


@noticed_by(STEPS)
class RewardOff(VectorEnv):
    """The reward comes a step late."""

    late: Any = None

    def step(self, indices: Any, **asked: Any) -> tuple[Any, ...]:
        observation, reward, *rest = self.real.step(indices, **asked)
        late = np.zeros_like(reward) if self.late is None else self.late
        self.late = reward.copy()
        return observation, late, *rest


@noticed_by(STEPS)
class EndNotTold(VectorEnv):
    def step(self, indices: Any, **asked: Any) -> tuple[Any, ...]:
        observation, reward, terminated, *rest = self.real.step(indices, **asked)
        return observation, reward, np.zeros_like(terminated), *rest


@noticed_by(STEPS)
class MaskOfAnotherRow(VectorEnv):
    def step(self, indices: Any, **asked: Any) -> tuple[Any, ...]:
        *arrays, info = self.real.step(indices, **asked)
        return *arrays, {**info, "legal_mask": np.roll(info["legal_mask"], 1, axis=0)}


@noticed_by("test_every_way_to_ask_gives_the_same")
class CallersArrayNotCleared(VectorEnv):
    """What is given is written to where something is legal only."""

    def step(self, indices: Any, **asked: Any) -> tuple[Any, ...]:
        mask = asked.get("out", {}).get("legal_mask")
        before = None if mask is None else mask.copy()
        given = self.real.step(indices, **asked)
        if mask is not None:
            mask |= before
        return given


@noticed_by("test_every_way_to_ask_gives_the_same")
class EndOfAnotherGame(VectorEnv):
    """The last observation is that of the next game."""

    def step(self, indices: Any, **asked: Any) -> tuple[Any, ...]:
        *given, info = self.real.step(indices, **asked)
        if len(info.get("final_rows", [])) > 0:
            first = given[0][info["final_rows"], None]
            shape = info["final_observation"].shape
            info = {**info, "final_observation": np.broadcast_to(first, shape).copy()}
        return *given, info


@noticed_by("test_one_seat_steps_beside_random_players")
class OthersWithAStreamOfTheirOwn(Game):
    """The game goes on as with another seed, once another seat has acted."""

    def vector_env(self, envs: Any, *given: Any, **asked: Any) -> VectorEnv:
        seeds = given[0] if given else asked.pop("seed", 0)
        if asked.get("seat") is not None:
            seeds = [seed ^ 1 for seed in seeds] if isinstance(seeds, list) else seeds ^ 1
        return super().vector_env(envs, seeds, *given[1:], **asked)


@noticed_by("test_a_bad_row_is_named_and_nothing_moves")
class BadRowThatMovesOthers(VectorEnv):
    """A refused step moves the environments all the same, by a legal action each."""

    def step(self, indices: Any, **asked: Any) -> tuple[Any, ...]:
        try:
            return self.real.step(indices, **asked)
        except lt.IllegalActionError:
            self.real.step(self.real.sample(0))
            raise
