"""Everything that ludoteca raises on purpose, all under `LudotecaError`.

Messages say what was asked, who and where, the rule that forbids it and what is allowed. No message
for a player depends on what that player may not know. Wrong Python types raise `TypeError` instead.
Every error pickles with its fields.
"""

from __future__ import annotations

from typing import Any, NamedTuple

__all__ = [
    "ActionSyntaxError",
    "ComponentError",
    "ComponentProblem",
    "GameOverError",
    "IllegalActionError",
    "InternalError",
    "LudotecaError",
    "OptionError",
    "RecordError",
    "StateFormatError",
    "VersionError",
]


class LudotecaError(ValueError):
    """Base of all errors that ludoteca raises on purpose."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), self.args, self.__dict__)


def _rebuild(kind: type[LudotecaError], args: tuple[Any, ...], fields: dict[str, Any]) -> Any:
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(fields)
    return error


class ActionSyntaxError(LudotecaError):
    """A text or an index that is no action of the game.

    Attributes:
        text: What was given.
    """

    def __init__(self, message: str, text: str = "") -> None:
        super().__init__(message)
        self.text = text


class IllegalActionError(LudotecaError):
    """An action of the game that is not legal in this position; the state is unchanged.

    Attributes:
        action: Its text.
        player: Who was to act: a seat, or `None` at a chance node.
        rule: The number of the rule that forbids it, such as ``"K-31"``.
        ply: Plies played before it.
        row: In a batch, the row of the environment; else `None`.
    """

    def __init__(
        self,
        message: str,
        action: str = "",
        player: int | None = None,
        rule: str = "",
        ply: int = 0,
        row: int | None = None,
    ) -> None:
        super().__init__(message)
        self.action = action
        self.player = player
        self.rule = rule
        self.ply = ply
        self.row = row


class GameOverError(LudotecaError):
    """An action for a game that is over.

    Attributes:
        action: Its text.
        ply: Plies played.
    """

    def __init__(self, message: str, action: str = "", ply: int = 0) -> None:
        super().__init__(message)
        self.action = action
        self.ply = ply


class ComponentProblem(NamedTuple):
    """One fault in a component file."""

    line: int
    """Line, from 1; 0 where the fault has no place."""
    column: int
    """Column, from 1; 0 where the fault has no place."""
    key: str
    """The key, such as ``base[3].shape``."""
    rule: str
    """The rule that the check guards; empty for the form of the file."""
    message: str
    """What is wrong, with the value and the limit."""


class ComponentError(LudotecaError):
    """A component file that breaks the form or the rules; up to 20 problems at once.

    Attributes:
        file: The file; empty for text that came from no file.
        problems: Every `ComponentProblem` found, in the order of the file.
        line, column, key, rule: Those of the first problem.
    """

    def __init__(
        self, message: str, file: str = "", problems: tuple[ComponentProblem, ...] = ()
    ) -> None:
        super().__init__(message)
        self.file = file
        self.problems = problems
        first = problems[0] if problems else ComponentProblem(0, 0, "", "", message)
        self.line, self.column, self.key, self.rule = first[:4]


class OptionError(LudotecaError):
    """An unknown game, agent or option, or a value that it does not accept.

    Attributes:
        option: Its name.
        rule: The rule behind it; empty where there is none.
    """

    def __init__(self, message: str, option: str = "", rule: str = "") -> None:
        super().__init__(message)
        self.option = option
        self.rule = rule


class StateFormatError(LudotecaError):
    """JSON that is no position of this game.

    Attributes:
        key: The key that is wrong, such as ``position.hands[1]``.
        rule: The rule behind it; empty where the form itself is wrong.
    """

    def __init__(self, message: str, key: str = "", rule: str = "") -> None:
        super().__init__(message)
        self.key = key
        self.rule = rule


class RecordError(LudotecaError):
    """A record that can't be read or does not replay.

    Attributes:
        line: Line of the record, from 1; 0 where the fault has no place.
    """

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.line = line


class VersionError(LudotecaError):
    """A record or a position made under other rules, components or a newer format.

    Attributes:
        found, expected: The two versions, as text.
    """

    def __init__(self, message: str, found: str = "", expected: str = "") -> None:
        super().__init__(message)
        self.found = found
        self.expected = expected


class InternalError(LudotecaError):
    """A fault of ludoteca itself, please report it.

    Attributes:
        game: The game.
        seed: The seed in use, if any.
        ply: Plies played.
    """

    def __init__(self, message: str, game: str = "", seed: int | None = None, ply: int = 0) -> None:
        super().__init__(message)
        self.game = game
        self.seed = seed
        self.ply = ply
