"""The command line: `ludoteca games`, `simulate`, `play`, `replay`, `components check`, `bench`.

One module a command; `app` wires them together and `failures` decides how errors look and which
exit code they get. Typer and Rich come with the extra `cli`; the rest of the package does without.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NoReturn

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Runs one command and leaves with its exit code.

    Args:
        arguments: The words after `ludoteca`; those of the process if `None`.

    Raises:
        SystemExit: Always: 0 done, 1 failed, 2 usage or bad file, 130 interrupted.
    """
    try:
        from ludoteca.cli.app import app
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in {"typer", "rich"}:
            raise
        print(
            f"ludoteca: the command line needs {error.name}: pip install 'ludoteca[cli]'",
            file=sys.stderr,
        )
        sys.exit(2)
    app(args=None if arguments is None else list(arguments), prog_name="ludoteca")
    sys.exit(0)
