"""Faults of component sets: the default set with a text replaced."""

from __future__ import annotations

from pathlib import Path

import set_files

DEFAULT = set_files.default_of("athos")


def changed_set(folder: Path, *changes: tuple[str, str]) -> Path:
    """The default set with texts replaced where they stand first, as a file."""
    return set_files.changed_set("athos", folder, *changes)


def rules_broken(folder: Path, old: str, new: str) -> set[str | None]:
    """The rules that forbid a set; none if it is accepted."""
    return set_files.rules_broken("athos", folder, (old, new))
