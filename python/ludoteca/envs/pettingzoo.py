"""A game as a PettingZoo environment: one agent a seat, who act in turn (AEC).

Example:
    >>> import ludoteca as lt
    >>> env = lt.envs.AECEnv(lt.game("bogoss", players=3))
    >>> env.reset(seed=1)
    >>> for agent in env.agent_iter():
    ...     seen, reward, terminated, truncated, info = env.last()
    ...     over = terminated or truncated
    ...     env.step(None if over else env.action_space(agent).sample(seen["action_mask"]))
"""

from __future__ import annotations

from typing import Any, SupportsIndex

import numpy as np
import pettingzoo
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray

from ludoteca._engine import Action, Game, State
from ludoteca.envs import arguments, common
from ludoteca.errors import GameOverError

__all__ = ["AECEnv"]


class AECEnv(pettingzoo.AECEnv):  # type: ignore[misc]  # PettingZoo ships no types.
    """A game whose seats are the agents ``seat_0``, ``seat_1``, ...

    An agent observes a dict of ``observation``, the array of its seat, and ``action_mask``, int8
    with 1 at each legal index; all 0 while others act. Rewards are what `State.returns` grows by.
    Where no legal action has an index, all agents are truncated, as in `Game.vector_env`.

    Args:
        game: The game, or its name.
        render_mode: ``"ansi"``: `render` gives the drawing for the seat to act; ``"human"``: it is
            printed, at each reset and step too.
        dtype: The type of observations, ``"uint8"`` or ``"float32"``.
        **options: Players, components and options, with a name as `game`.
    """

    def __init__(
        self,
        game: Game | str,
        *,
        render_mode: str | None = None,
        dtype: common.Dtype = "uint8",
        **options: Any,
    ) -> None:
        super().__init__()
        arguments.check_choice("render_mode", render_mode, None, *common.RENDER_MODES)
        game = arguments.made(game, options)
        self.game, self.render_mode, self._dtype = game, render_mode, dtype
        self.metadata = {
            "name": f"{game.name}_v{game.rules_version}",
            "render_modes": [*common.RENDER_MODES],
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(game.players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": common.observation_space(game, dtype),
                    "action_mask": spaces.Box(0, 1, (game.action_size,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: common.action_space(game) for agent in self.possible_agents}
        self._state: State | None = None
        self._seed: int | None = None
        self._index = 0

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of an agent's observations."""
        arguments.check_choice("agent", agent, *self.possible_agents)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of an agent's actions, the same for all."""
        arguments.check_choice("agent", agent, *self.possible_agents)
        return self.action_spaces[agent]

    def reset(
        self, seed: SupportsIndex | None = None, options: dict[str, Any] | None = None
    ) -> None:
        """Begins a game: the first of `seed`, or else the next of the seed before.

        Without any seed so far, one is drawn. Games that chance alone ends are left out.

        Args:
            seed: The seed, from 0 to 2**64 - 1.
            options: There are none; ignored.

        Raises:
            OptionError: `seed` is out of range.
        """
        given = arguments.whole_seed(self.game, seed)
        if given is not None or self._seed is None:
            self.np_random, self.np_random_seed = seeding.np_random(given)
            self._seed = common.drawn_seed(self.np_random) if given is None else given
            self._index = 0
        while (state := self.game.start(seed=self._seed, index=self._index)).is_over:
            self._index += 1
        self._index += 1
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._show(state)

    def step(self, action: Action | str | SupportsIndex | None) -> None:
        """The action of the selected agent; `None` for one whose game is over.

        Args:
            action: An index, or anything else that `State.apply` takes.

        Raises:
            IllegalActionError: It is not legal, or `reset` was not called; nothing has changed.
            ActionSyntaxError: It is no action of the game; nothing has changed.
            GameOverError: All agents are done.
        """
        before = common.started(self._state)
        if not self.agents:
            raise GameOverError("the game is over: call reset", str(action), before.ply)
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise TypeError(f"action: {agent} has to act, None is for agents that are done")
        after = before.apply(action)
        self._cumulative_rewards[agent] = 0.0
        paid = zip(self.agents, after.returns, before.returns, strict=True)
        self.rewards = {agent: now - then for agent, now, then in paid}
        self._accumulate_rewards()
        self._show(after)

    def _show(self, state: State) -> None:
        """Makes a position the present one, and selects who acts in it."""
        self._state = state
        if isinstance(state.actor, int):
            self.agent_selection = self.possible_agents[state.actor]
        is_stuck = not state.is_over and len(state.legal_indices) == 0
        self.terminations = dict.fromkeys(self.agents, state.is_over)
        self.truncations = dict.fromkeys(self.agents, is_stuck)
        self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What an agent's seat may know, and which indices it may choose."""
        arguments.check_choice("agent", agent, *self.possible_agents)
        state, seat = common.started(self._state), self._seats[agent]
        return {
            "observation": common.observation(state, seat, self._dtype),
            "action_mask": common.action_mask(state, seat),
        }

    def render(self) -> str | None:
        """The position as text, as the selected agent may see it; a spectator's after the end."""
        seat = self._seats[self.agent_selection] if self.agents else None
        return common.rendered(self.render_mode, common.started(self._state), seat)

    def close(self) -> None:
        """Nothing is open; an environment can be used on."""
