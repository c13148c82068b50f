"""How a command fails: one line on stderr (one a problem for component files) and an exit code."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable
from functools import partial
from typing import Any

import typer
from typer.core import TyperGroup

import ludoteca as lt

DONE = 0
FAILED = 1
USAGE = 2
INTERRUPTED = 130

# Typer has click's exceptions from click itself or, in newer versions, from a copy of its own; the
# common base of the usage errors is reached through the one class that it exports in both.
CommandLineError = typer.BadParameter.__mro__[2]


class Commands(TyperGroup):
    """The top of the command tree, where every failure of every command ends up."""

    def main(self, *args: Any, **extra: Any) -> Any:
        """Runs a command; as a program (standalone mode) it leaves with the code of `guarded`."""
        is_program = extra.get("standalone_mode", True)
        run = partial(super().main, *args, **{**extra, "standalone_mode": False})
        if is_program:
            sys.exit(guarded(run))
        return run()


def guarded(command: Callable[[], Any]) -> int:
    """Runs a command, reports its failure if it fails, and returns the exit code."""
    try:
        result = command()
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader of a pipe (such as `head`) has seen enough; nothing more can be told to it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except (KeyboardInterrupt, typer.Abort):
        result = INTERRUPTED
    except typer.Exit as leave:
        result = leave.exit_code
    except Exception as error:
        return report(error)
    code = result if isinstance(result, int) else DONE
    if code == INTERRUPTED:
        complain("interrupted")
    return code


def report(error: Exception) -> int:
    """Says on stderr what went wrong and returns the exit code for it."""
    match error:
        case lt.ComponentError() if error.problems:
            for problem in error.problems:
                print(problem_line(error.file, problem), file=sys.stderr)
            return USAGE
        case lt.InternalError():
            complain(f"internal error, please report it: {error}")
            return FAILED
        case lt.LudotecaError():
            complain(str(error))
            return USAGE
        case OSError() if error.filename is not None:
            complain(f"{error.filename}: {(error.strerror or str(error)).lower()}")
            return USAGE
        case UnicodeDecodeError():
            complain(f"a file is no UTF-8 text: {error.reason} at byte {error.start}")
            return USAGE
        case MemoryError():
            complain("not enough memory for that")
            return FAILED
        case Refused():
            complain(str(error))
            return USAGE
    if isinstance(error, CommandLineError):
        complain(command_line_message(error))
        return USAGE
    complain(f"internal error, please report it: {type(error).__name__} at {where(error)}: {error}")
    return FAILED


def complain(message: str) -> None:
    """Writes one line to stderr, whatever the message looks like."""
    print("ludoteca:", " ".join(message.split()), file=sys.stderr, flush=True)


def problem_line(file: str, problem: lt.ComponentProblem) -> str:
    """One fault of a component file: `file:line:column: key: message (rule K-n)`."""
    place = file or "components"
    if problem.line:
        place += f":{problem.line}:{problem.column}"
    parts = [place, problem.key, " ".join(problem.message.split())]
    line = ": ".join(part for part in parts if part)
    # Some messages name the rule in the middle of their sentence already.
    known = not problem.rule or problem.rule in problem.message
    return line if known else f"{line} (rule {problem.rule})"


def command_line_message(error: Exception) -> str:
    """What is wrong with the command line and where to read on."""
    format_message = getattr(error, "format_message", None)
    message = str(format_message() if callable(format_message) else error).rstrip(".")
    context = getattr(error, "ctx", None)
    command = getattr(context, "command_path", "ludoteca")
    return f"{message[:1].lower()}{message[1:]} (see {command} --help)"


def where(error: Exception) -> str:
    """File and line that raised, for a report of a fault of ours."""
    frames = traceback.extract_tb(error.__traceback__)
    return f"{os.path.basename(frames[-1].filename)}:{frames[-1].lineno}" if frames else "?"


class Refused(Exception):
    """The command line asks for something that can't be done; the message says what and why."""
