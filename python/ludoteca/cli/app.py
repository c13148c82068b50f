"""The application: which commands there are."""

from __future__ import annotations

from typing import Annotated

import typer

import ludoteca as lt
from ludoteca.cli import bench, components, games, play, replay, simulate
from ludoteca.cli.failures import Commands

app = typer.Typer(
    cls=Commands,
    help="Play, simulate and check modern tabletop games.",
    epilog="Exit codes: 0 done, 1 failed, 2 usage or bad file, 130 interrupted.",
    add_completion=False,
    pretty_exceptions_enable=False,
)


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and leave.", is_eager=True)
    ] = False,
) -> None:
    """Play, simulate and check modern tabletop games."""
    if version:
        print(f"ludoteca {lt.__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        print(context.get_help())
        raise typer.Exit(2)


app.command("games")(games.games)
app.command("simulate")(simulate.simulate)
app.command("play")(play.play)
app.command("replay")(replay.replay)
app.add_typer(components.app, name="components")
app.command("bench")(bench.bench)
