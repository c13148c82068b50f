"""Faults of component sets: the default set with a text replaced."""

from __future__ import annotations

from pathlib import Path

import ludoteca as lt

DEFAULT = Path(__file__).parents[2] / "rust/games/athos/data/default-v1.toml"


def changed_set(folder: Path, *changes: tuple[str, str]) -> Path:
    """The default set with texts replaced where they stand first, as a file."""
    text = DEFAULT.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    file = folder / "set.toml"
    file.write_text(text, encoding="utf-8")
    return file


def rules_broken(folder: Path, old: str, new: str) -> set[str | None]:
    """The rules that forbid a set; none if it is accepted."""
    try:
        lt.game("athos", players=2, components=changed_set(folder, (old, new)))
    except lt.ComponentError as error:
        return {problem.rule for problem in error.problems}
    return set()
