"""Reading a record's header: which game it is a record of."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import ludoteca as lt


class Record(NamedTuple):
    game: lt.Game
    seed: int | None
    final: lt.State


def read_record(file: Path, components: Path | None = None) -> Record:
    text = file.read_text(encoding="utf-8")
    try:
        header = json.loads(text.splitlines()[0])
        game = lt.game(
            header["game"], players=header["players"], components=components, **header["options"]
        )
    except (ValueError, LookupError, TypeError) as error:
        raise lt.RecordError(f"{file}: line 1: no record header", 1) from error
    return Record(game, header["seed"], game.replay(text))
