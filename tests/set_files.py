"""Component sets as files: a default set with a text replaced, and the rules that it breaks."""

from __future__ import annotations

from pathlib import Path

import ludoteca as lt

ROOT = Path(__file__).parents[1]


def default_of(game: str) -> Path:
    """The file of a game's default set."""
    return ROOT / "rust" / "games" / game / "data" / "default-v1.toml"


def changed_set(game: str, folder: Path, *changes: tuple[str, str]) -> Path:
    """The default set with texts replaced where they stand first, as a file."""
    text = default_of(game).read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    file = folder / "set.toml"
    file.write_text(text, encoding="utf-8")
    return file


def rules_broken(game: str, folder: Path, *changes: tuple[str, str]) -> set[str | None]:
    """The rules that forbid a changed set; none if it is accepted."""
    try:
        lt.game(game, players=2, components=changed_set(game, folder, *changes))
    except lt.ComponentError as error:
        return {problem.rule for problem in error.problems}
    return set()
