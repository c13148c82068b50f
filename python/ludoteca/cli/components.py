"""`ludoteca components check`: is this file a component set that the rules allow?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import ludoteca as lt
from ludoteca.cli.consoles import console

app = typer.Typer(help="Component sets: the cards and boards of a game as files.")


@app.callback()
def group() -> None:
    """Component sets: the cards and boards of a game as files."""


@app.command()
def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A component set (TOML).")],
    game: Annotated[str, typer.Option("--game", "-g", help="The game it is for.")] = "cobogo",
) -> None:
    """Check a component file: prints what it is, or every problem with line, column and rule."""
    facts = lt.check_components(game, file)
    out = console()
    out.print(f"{file}: a sound component set for {game}")
    for key in ("name", "edition", "source", "digest"):
        out.print(f"  {key + ':':<9}{facts[key]}", soft_wrap=True)
