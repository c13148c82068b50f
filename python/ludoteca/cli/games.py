"""`ludoteca games`: what can be played, and with which options."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

import ludoteca as lt
from ludoteca.cli.consoles import console, table


def games(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the games with their player counts, agents and options."""
    known = lt.games()
    if as_json:
        print(json.dumps(known, indent=2, ensure_ascii=False))
        return
    out = console()
    for position, (name, entry) in enumerate(known.items()):
        if position:
            out.print()
        fewest, most = entry["players"]
        players = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        kind = " (yardstick)" if entry["yardstick"] else ""
        out.print(f"{name}: {entry['title']}, {players} players{kind}", style="bold")
        out.print(f"agents: {', '.join(entry['agents'])}")
        if not entry["options"]:
            continue
        out.print()
        listing = table("option", "values", "default", "rule", "help")
        for option in entry["options"]:
            listing.add_row(
                option["name"],
                words(option["values"]),
                words(option["default"]),
                option["rule"],
                option["help"],
            )
        out.print(listing)


def words(value: Any) -> str:
    """A value as one types it after `--option name=`."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return ", ".join(words(part) for part in value) or "none"
    return json.dumps(value, ensure_ascii=False)
