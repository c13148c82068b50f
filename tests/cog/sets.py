"""Component sets: the default set with texts replaced."""

from __future__ import annotations

from pathlib import Path

import ludoteca as lt

DEFAULT = Path(__file__).parents[2] / "rust/games/cog/data/default-v1.toml"


def changed_set(folder: Path, *changes: tuple[str, str]) -> Path:
    """The default set with texts replaced where they stand first, as a file."""
    text = DEFAULT.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    file = folder / "set.toml"
    file.write_text(text, encoding="utf-8")
    return file


def rules_broken(folder: Path, *changes: tuple[str, str]) -> set[str | None]:
    """The rules that forbid a set; none if it is accepted."""
    try:
        lt.game("cog", players=2, components=changed_set(folder, *changes))
    except lt.ComponentError as error:
        return {problem.rule for problem in error.problems}
    return set()
