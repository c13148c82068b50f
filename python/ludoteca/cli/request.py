"""What the commands ask for alike: a game, its players, options and component set."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

import ludoteca as lt
from ludoteca.cli.failures import Refused

MAX_SEED = 2**64 - 1

GameName = Annotated[str, typer.Argument(metavar="GAME", help="Its name, see `ludoteca games`.")]
Players = Annotated[
    int | None,
    typer.Option(
        "--players", "-p", metavar="P", help="Players. Default: as many as --agents lists."
    ),
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        metavar="NAME=VALUE",
        help="An option of the game, as JSON or text; lists as a,b. May be repeated.",
    ),
]
Components = Annotated[
    Path | None,
    typer.Option("--components", metavar="FILE", help="A component set to play with (TOML)."),
]


def make_game(
    name: str,
    players: int | None,
    agents: Sequence[str],
    options: Sequence[str] | None,
    components: Path | None,
) -> lt.Game:
    """Makes the game that the command line describes.

    Without `players` it has a seat for each of several agents, else as few seats as it can.

    Raises:
        Refused: An `--option` that is no `name=value`, or given twice.
        ludoteca.LudotecaError: Whatever the engine does not accept.
    """
    if players is None:
        players = len(agents) if len(agents) > 1 else fewest_players(name)
    settings = parse_options(options or (), defaults(name))
    return lt.game(name, players=players, components=components, **settings)


def known(name: str) -> dict[str, Any]:
    """The registry's entry of a game; empty if there is none, which the engine then says better."""
    entry: dict[str, Any] = lt.games().get(name, {})
    return entry


def defaults(name: str) -> dict[str, Any]:
    """The options of a game with their defaults."""
    return {option["name"]: option["default"] for option in known(name).get("options", ())}


def fewest_players(name: str) -> int | None:
    """The smallest number of players of a game; `None` if there is no such game."""
    players = known(name).get("players")
    return None if players is None else int(players[0])


def parse_options(pairs: Sequence[str], known_defaults: dict[str, Any]) -> dict[str, Any]:
    """Reads `name=value` pairs; the engine checks names and values."""
    settings: dict[str, Any] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        name = name.strip().replace("-", "_")
        if not equals or not name:
            raise Refused(f"--option takes name=value, not '{pair}'")
        if name in {"players", "components"}:
            raise Refused(f"--option {name}: say --{name} instead")
        if name in settings:
            raise Refused(f"--option {name} is given twice")
        settings[name] = parse_value(text.strip(), isinstance(known_defaults.get(name), list))
    return settings


def parse_value(text: str, is_list: bool) -> Any:
    """A value as JSON where it is JSON, else as text; `a,b` is a list, as is `a` if one is due."""
    try:
        value = json.loads(text, parse_constant=_no_constant)
    except ValueError:
        value = text
    if isinstance(value, str) and (is_list or "," in value):
        return [part.strip() for part in value.split(",") if part.strip()]
    return value


def _no_constant(name: str) -> Any:
    # NaN and Infinity are no JSON, though Python's reader takes them.
    raise ValueError(name)


def parse_agents(text: str) -> list[str]:
    """The names in a comma-separated list."""
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise Refused(f"--agents takes names with commas between them, not '{text}'")
    return names
