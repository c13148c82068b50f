"""A game as Gymnasium environments: one seat of it, or one seat of many games at once.

The module registers every game, for example as ``ludoteca/bogoss-v1``; the number is the version of
its rules.

Example:
    >>> import gymnasium
    >>> env = gymnasium.make("ludoteca.envs.gymnasium:ludoteca/bogoss-v1", players=3)
    >>> observation, info = env.reset(seed=1)
    >>> index = env.action_space.sample(info["action_mask"])
    >>> observation, reward, terminated, truncated, info = env.step(index)
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any, Literal, SupportsIndex

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ludoteca import _engine
from ludoteca._engine import Action, Game, State
from ludoteca.envs import arguments, common
from ludoteca.errors import OptionError

__all__ = ["SeatEnv", "SeatVectorEnv"]


# Games that may end before the seat acts; under some options it never does.
_PATIENCE = 1_000


class SeatEnv(gymnasium.Env[NDArray[Any], np.int64]):
    """One seat of a game; agents of ludoteca play the others until it is to act again.

    ``info["action_mask"]`` is int8 with 1 at each legal index. The reward is what `State.returns`
    of the seat grows by. Where the seat is to act and no legal action has an index, the game is
    truncated.

    Args:
        game: The game, or its name.
        seat: The seat.
        others: The agents of the other seats: one name for all, or one a seat; at random if `None`.
        render_mode: ``"ansi"``: `render` gives the drawing for the seat; ``"human"``: it is
            printed, at each reset and step too.
        dtype: The type of observations, ``"uint8"`` or ``"float32"``.
        illegal: ``"raise"`` refuses actions that are not legal; ``"random"`` plays a random legal
            index for one that is not, for learners that know no masks.
        **options: Players, components and options, with a name as `game`.
    """

    metadata: dict[str, Any] = {"render_modes": [*common.RENDER_MODES], "render_fps": 1}  # noqa: RUF012 - so in gymnasium.Env

    def __init__(
        self,
        game: Game | str,
        *,
        seat: SupportsIndex = 0,
        others: str | Sequence[str] | None = "random",
        render_mode: str | None = None,
        dtype: common.Dtype = "uint8",
        illegal: Literal["raise", "random"] = "raise",
        **options: Any,
    ) -> None:
        arguments.check_choice("render_mode", render_mode, None, *common.RENDER_MODES)
        arguments.check_choice("illegal", illegal, "raise", "random")
        self.game = arguments.made(game, options)
        self.game.start().observation(seat)  # Refuses what is no seat.
        self.seat = int(seat)
        self.others = self._agents(others)
        self.render_mode, self._dtype, self._illegal = render_mode, dtype, illegal
        self.observation_space = common.observation_space(self.game, dtype)
        self.action_space = common.action_space(self.game)
        self._state: State | None = None
        self._seed: int | None = None
        self._index = 0

    def _agents(self, others: str | Sequence[str] | None) -> tuple[str, ...]:
        """The agents of the other seats, checked."""
        # Refuses what are no agents as the other class does.
        self.game.vector_env(1, threads=1, seat=self.seat, others=others)
        if others is not None and not isinstance(others, str):
            return tuple(others)
        return ("random" if others is None else others,) * (self.game.players - 1)

    def reset(
        self, *, seed: SupportsIndex | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begins a game: the first of `seed`, or else the next of the seed before.

        Without any seed so far, one is drawn. Games that end before the seat acts are left out.

        Args:
            seed: The seed, from 0 to 2**64 - 1.
            options: There are none; ignored.

        Raises:
            OptionError: `seed` is out of range, or the seat hardly ever gets to act.
        """
        given = arguments.whole_seed(self.game, seed)
        with common.unchanged_by_errors(self):
            super().reset(seed=given)
            if given is not None or self._seed is None:
                self._seed = common.drawn_seed(self.np_random) if given is None else given
                self._index = 0
            for _ in range(_PATIENCE):
                state = self._until_own_turn(self.game.start(seed=self._seed, index=self._index))
                self._index += 1
                if len(state.legal_indices) > 0:
                    return self._shown(state)
            raise OptionError(f"seat {self.seat} had no turn in {_PATIENCE} games", option="seat")

    def step(
        self, action: Action | str | SupportsIndex
    ) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """The seat's action, and those of the others up to its next turn or the end.

        Args:
            action: An index, or anything else that `State.apply` takes.

        Raises:
            IllegalActionError: It is not legal, or `reset` was not called; nothing has changed.
            ActionSyntaxError: It is no action of the game; nothing has changed.
            GameOverError: The game is over.
        """
        before = common.started(self._state)
        if self._illegal == "random":
            action = self._made_legal(before, action)
        after = self._until_own_turn(before.apply(action))
        reward = after.returns[self.seat] - before.returns[self.seat]
        is_stuck = not after.is_over and len(after.legal_indices) == 0
        observation, info = self._shown(after)
        return observation, reward, after.is_over, is_stuck, info

    def _made_legal(
        self, state: State, action: Action | str | SupportsIndex
    ) -> Action | str | SupportsIndex:
        """The action, or a random legal index for one that is not legal."""
        # For the space a bool is a number; elsewhere it is refused.
        if isinstance(action, bool) or action not in self.action_space:
            return action
        legal = state.legal_indices
        if len(legal) == 0 or action in legal:
            return action
        return int(self.np_random.choice(legal))

    def _until_own_turn(self, state: State) -> State:
        while isinstance(actor := state.actor, int) and actor != self.seat:
            agent = self.others[actor - (actor > self.seat)]
            state = state.apply(state.agent_action(agent, common.drawn_seed(self.np_random)))
        return state

    def _shown(self, state: State) -> tuple[NDArray[Any], dict[str, Any]]:
        """Makes a position the present one; what is given of it."""
        self._state = state
        if self.render_mode == "human":
            self.render()
        mask = common.action_mask(state, self.seat)
        return common.observation(state, self.seat, self._dtype), {"action_mask": mask}

    def render(self) -> str | None:
        """The position as text, as the seat may see it."""
        return common.rendered(self.render_mode, common.started(self._state), self.seat)


class SeatVectorEnv(gymnasium.vector.VectorEnv[NDArray[Any], NDArray[Any], NDArray[Any]]):
    """One seat of many games, stepped together in the core by `Game.vector_env`.

    Agents of ludoteca play the other seats, if there are any, as in `SeatEnv`. A game that ends
    starts anew within the same step (``AutoresetMode.SAME_STEP``), and ``info`` holds what
    Gymnasium's own vectors give in that mode: ``"action_mask"``, int8[num_envs, action_size], and
    of games that ended ``"final_obs"`` and ``"final_info"``.

    Args:
        game: The game, or its name.
        num_envs: How many environments.
        seat: The seat.
        others: The agents of the other seats: one name for all, or one a seat; at random if `None`.
        threads: On how many threads they step at most; one a core if `None`.
        dtype: The type of observations, ``"uint8"`` or ``"float32"``.
        illegal: ``"raise"`` refuses actions that are not legal; ``"random"`` plays random legal
            indices for them, for learners that know no masks.
        copy: Whether observations and masks are the caller's. Else they are read-only, and change
            with the next call.
        **options: Players, components and options, with a name as `game`.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 - likewise

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        *,
        seat: SupportsIndex = 0,
        others: str | Sequence[str] | None = "random",
        threads: int | None = None,
        dtype: common.Dtype = "uint8",
        illegal: Literal["raise", "random"] = "raise",
        copy: bool = True,
        **options: Any,
    ) -> None:
        arguments.check_choice("illegal", illegal, "raise", "random")
        arguments.check_flag("copy", copy)
        self.game = arguments.made(game, options)
        self.game.start().observation(seat)  # Refuses what is no seat.
        self._envs = self.game.vector_env(
            num_envs,
            threads=threads,
            dtype=dtype,
            seat=seat,
            others=others,
            final_observation=True,
        )
        self.seat, self.num_envs = int(seat), self._envs.envs
        self._illegal, self._copy = illegal, copy
        # Which actions are legal now, in the memory of the environments.
        self._mask: NDArray[np.bool_] | None = None
        self.single_observation_space = common.observation_space(self.game, dtype)
        self.single_action_space = common.action_space(self.game)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self,
        *,
        seed: SupportsIndex | Sequence[SupportsIndex | None] | NDArray[Any] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begins a game in each environment: the first of its seed.

        Args:
            seed: One an environment; or a number, from which on they have one each. What is `None`
                is drawn.
            options: There are none.

        Raises:
            OptionError: A seed is out of range, there is not one an environment, a part of the
                environments is to be reset, or the seat hardly ever gets to act; then the
                environments want another reset.
        """
        if options and "reset_mask" in options:
            raise OptionError("reset_mask: all environments are reset, or none", "reset_mask")
        seeds = self._seeds(seed)
        with common.unchanged_by_errors(self):
            drawn = [common.drawn_seed(self.np_random) if each is None else each for each in seeds]
            observation, info = self._envs.reset(drawn, out=self._out())
            self._mask = info["legal_mask"]
            if seed is not None:
                self.np_random = np.random.default_rng([operator.index(each) for each in drawn])
            return observation, self._given(info)

    def _seeds(self, seed: Any) -> list[SupportsIndex | None]:
        """One an environment, `None` where it is to be drawn; what is in a list is not checked."""
        is_text = isinstance(seed, str | bytes)
        is_array = isinstance(seed, np.ndarray) and seed.ndim > 0
        if is_array or (isinstance(seed, Sequence) and not is_text):
            if len(seed) != self.num_envs:
                message = f"seed: {len(seed)} for {self.num_envs} environments"
                raise OptionError(message, option="seed")
            return [*seed]
        first = arguments.whole_seed(self.game, seed)
        if first is None:
            return [None] * self.num_envs
        if first + self.num_envs > 2**64:
            message = (
                f"seed {first} is not in 0 to 2**64 - {self.num_envs}: from it on, each of "
                f"{self.num_envs} environments has a seed of its own"
            )
            raise OptionError(message, option="seed")
        return [first + row for row in range(self.num_envs)]

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """One action of the seat in each environment, and those of the others up to its next turn.

        Args:
            actions: An array of whole numbers, one index an environment.

        Raises:
            IllegalActionError: One is not legal, or `reset` was not called; nothing has changed.
        """
        if self._illegal == "raise":
            return self._stepped(actions)
        with common.unchanged_by_errors(self):
            return self._stepped(self._made_legal(actions))

    def _made_legal(self, actions: NDArray[Any]) -> NDArray[Any]:
        """The actions, with random legal indices for those that are not legal."""
        # For the space flags are numbers; as indices they would be a mask.
        if self._mask is None or not np.issubdtype(np.asarray(actions).dtype, np.integer):
            return actions
        # What is too large for it becomes negative, so no index of the space either.
        numbers = np.asarray(actions).astype(np.int64)
        if numbers not in self.action_space:
            return actions
        is_legal = self._mask[np.arange(self.num_envs), numbers]
        if is_legal.all():
            return actions
        return np.where(is_legal, numbers, self._envs.sample(common.drawn_seed(self.np_random)))

    def _stepped(
        self, actions: NDArray[Any]
    ) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """What the core makes of the actions."""
        observation, reward, terminated, truncated, info = self._envs.step(actions, out=self._out())
        paid = reward[:, self.seat].astype(np.float64)
        return observation, paid, terminated.copy(), truncated.copy(), self._given(info)

    def _out(self) -> dict[str, NDArray[Any]]:
        """Where observations are to be written."""
        if not self._copy:
            return {}
        space = self.observation_space
        return {"observation": np.empty(space.shape or (), space.dtype)}

    def _given(self, info: dict[str, NDArray[Any]]) -> dict[str, Any]:
        """What Gymnasium's own vectors say, with beside each entry which environments it is of."""
        mask = info["legal_mask"].view(np.int8)
        given: dict[str, Any] = {
            "action_mask": mask.copy() if self._copy else mask,
            "_action_mask": np.ones(self.num_envs, np.bool_),
        }
        rows = info["final_rows"]
        if len(rows) > 0:
            has_ended = np.zeros(self.num_envs, np.bool_)
            has_ended[rows] = True
            last = np.full(self.num_envs, None, object)
            for row, observation in zip(rows, info["final_observation"], strict=True):
                last[row] = observation
            # At the end nothing is legal.
            final_info = {"action_mask": np.zeros_like(mask), "_action_mask": has_ended.copy()}
            given |= {"final_obs": last, "_final_obs": has_ended}
            given |= {"final_info": final_info, "_final_info": has_ended.copy()}
        return given


def _register() -> None:
    for name, info in _engine.games().items():
        version = _engine.game(name, players=info["players"][0]).rules_version
        gymnasium.register(
            id=f"ludoteca/{name}-v{version}",
            entry_point=f"{__name__}:SeatEnv",
            vector_entry_point=f"{__name__}:SeatVectorEnv",
            kwargs={"game": name},
        )


_register()
