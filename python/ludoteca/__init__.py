"""ludoteca: fast, rule-checked simulation of modern tabletop games.

Example:
    >>> import ludoteca as lt
    >>> game = lt.game("cobogo", players=2)
    >>> state = game.start(seed=7)
    >>> state = state.apply(state.legal_actions[0])
    >>> state.ply, state.actor
    (1, 1)
"""

from __future__ import annotations

from ludoteca import envs, kernels
from ludoteca._engine import (
    CHANCE,
    Action,
    Explanation,
    Game,
    Outcome,
    Results,
    State,
    VectorEnv,
    __version__,
    check_components,
    game,
    games,
    replay,
)
from ludoteca.errors import (
    ActionSyntaxError,
    ComponentError,
    ComponentProblem,
    GameOverError,
    IllegalActionError,
    InternalError,
    LudotecaError,
    OptionError,
    RecordError,
    StateFormatError,
    VersionError,
)

__all__ = [
    "CHANCE",
    "Action",
    "ActionSyntaxError",
    "ComponentError",
    "ComponentProblem",
    "Explanation",
    "Game",
    "GameOverError",
    "IllegalActionError",
    "InternalError",
    "LudotecaError",
    "OptionError",
    "Outcome",
    "RecordError",
    "Results",
    "State",
    "StateFormatError",
    "VectorEnv",
    "VersionError",
    "__version__",
    "check_components",
    "envs",
    "game",
    "games",
    "kernels",
    "replay",
]
