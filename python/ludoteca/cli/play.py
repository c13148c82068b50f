"""`ludoteca play`: people and agents at one terminal."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

import ludoteca as lt
from ludoteca.cli.export import check_place
from ludoteca.cli.failures import Refused
from ludoteca.cli.request import (
    MAX_SEED,
    Components,
    GameName,
    Options,
    Players,
    make_game,
    parse_agents,
)
from ludoteca.cli.session import YOU, Session


def play(
    name: GameName,
    players: Players = None,
    agents: Annotated[
        str | None,
        typer.Option(
            "--agents",
            "-a",
            metavar="LIST",
            help="Who sits where, as you,greedy,random. With --seat: who has the other seats.",
        ),
    ] = None,
    seat: Annotated[
        int | None,
        typer.Option("--seat", min=0, help="Your seat; an agent has every other one."),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", "-s", min=0, max=MAX_SEED, help="Same seed, same deal."),
    ] = None,
    option: Options = None,
    components: Components = None,
    record: Annotated[
        Path | None,
        typer.Option("--record", metavar="FILE", help="Write the record here when you leave."),
    ] = None,
) -> None:
    """Play at the terminal; type `help` there.

    Without --agents and --seat every seat is a person's, and the screen is hidden when the next
    person takes over. `you` in --agents is a person. Input may come from a file or a pipe; if it
    ends before the game does, the exit code is 1.
    """
    names = None if agents is None else parse_agents(agents)
    game = make_game(name, players, names or (), option, components)
    seats = seat_names(game, seat, names)
    if record is not None:
        check_place(record, "--record")
    if seed is None:
        seed = secrets.randbelow(MAX_SEED + 1)
    raise typer.Exit(Session(game, seats, seed, record).run())


def seat_names(game: lt.Game, seat: int | None, names: Sequence[str] | None) -> tuple[str, ...]:
    """Who plays at each seat: `you`, or an agent's name.

    Raises:
        Refused: A seat, an agent or a number of agents that the game does not have.
    """
    for agent in names or ():
        if agent != YOU and agent not in game.agents:
            known = ", ".join((YOU, *game.agents))
            raise Refused(f"--agents: no agent {agent}; known: {known}")
    if seat is None:
        seats = tuple(names or (YOU,))
        if len(seats) == 1:
            seats *= game.players
    elif seat >= game.players:
        raise Refused(
            f"--seat {seat}: with --players {game.players} the seats are 0 to {game.players - 1}"
        )
    else:
        others = tuple(names or (best_agent(game),))
        if len(others) != 1 or others == (YOU,):
            raise Refused("--seat goes with one agent, who has the other seats")
        seats = tuple(YOU if at == seat else others[0] for at in range(game.players))
    if len(seats) != game.players:
        raise Refused(f"--agents lists {len(seats)}, the game has {game.players} seats")
    return seats


def best_agent(game: lt.Game) -> str:
    """The agent that knows the game best: the last one it lists."""
    return game.agents[-1]
