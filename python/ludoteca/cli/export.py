"""Writing results to a file: one row a game, by the file's suffix."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import ludoteca as lt
from ludoteca.cli.failures import Refused

SUFFIXES = (".parquet", ".arrow", ".csv", ".json")


def check(file: Path) -> None:
    """Refuses a file that can't be written, before the games are played rather than after.

    Raises:
        Refused: An unknown suffix, a missing folder, or PyArrow is needed and not there.
    """
    if file.suffix not in SUFFIXES:
        raise Refused(f"--out {file}: the suffix is none of {', '.join(SUFFIXES)}")
    check_place(file, "--out")
    if file.suffix != ".json":
        arrow("")


def check_place(file: Path, option: str) -> None:
    """Refuses a place where no file can be, for the option that names it.

    Raises:
        Refused: A missing folder, or a folder in the file's place.
    """
    if not file.absolute().parent.is_dir():
        raise Refused(f"{option} {file}: there is no folder {file.parent}")
    if file.is_dir():
        raise Refused(f"{option} {file}: that is a folder")


def write(file: Path, results: lt.Results, summary: dict[str, Any]) -> None:
    """Writes the results; an existing file is replaced."""
    match file.suffix:
        case ".parquet":
            arrow(".parquet").write_table(results.to_arrow(), file)
        case ".arrow":
            table = results.to_arrow()
            with arrow(".ipc").new_file(file, table.schema) as sink:
                sink.write_table(table)
        case ".csv":
            arrow(".csv").write_csv(results.to_arrow(), file)
        case ".json":
            file.write_text(json.dumps(columns(results, summary)), encoding="utf-8")


def arrow(module: str) -> Any:
    """PyArrow, or a module of it."""
    try:
        return import_module(f"pyarrow{module}")
    except ModuleNotFoundError as error:
        raise Refused("--out needs PyArrow: pip install 'ludoteca[arrow]'") from error


def columns(results: lt.Results, summary: dict[str, Any]) -> dict[str, Any]:
    """The summary and every column, ready for JSON."""
    return {
        "summary": summary,
        "game": results.index.tolist(),
        "returns": results.returns.tolist(),
        "scores": results.scores.tolist(),
        "winners": results.winners.tolist(),
        "plies": results.plies.tolist(),
        "reason": results.reason.tolist(),
        "level": [level or None for level in results.level.tolist()],
    }
