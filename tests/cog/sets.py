"""Component sets of C.O.G.: the default set with texts replaced."""

from __future__ import annotations

from pathlib import Path

import set_files


def changed_set(folder: Path, *changes: tuple[str, str]) -> Path:
    """The default set with texts replaced where they stand first, as a file."""
    return set_files.changed_set("cog", folder, *changes)


def rules_broken(folder: Path, *changes: tuple[str, str]) -> set[str | None]:
    """The rules that forbid a changed set; none if it is accepted."""
    return set_files.rules_broken("cog", folder, *changes)
