"""`ludoteca replay`: a recorded game, checked action by action and drawn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

import ludoteca as lt
from ludoteca.cli.failures import Refused
from ludoteca.cli.records import Record, read_record
from ludoteca.cli.request import Components
from ludoteca.cli.screen import Screen
from ludoteca.cli.session import outcome_lines


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record.")],
    seat: Annotated[
        int | None,
        typer.Option("--seat", min=0, help="Show only what this seat saw. Default: everything."),
    ] = None,
    step: Annotated[bool, typer.Option("--step", help="Draw the table after each action.")] = False,
    components: Components = None,
) -> None:
    """Replay a record: prints the final table, or every table with --step, and the outcome."""
    record = read_record(file, components)
    if seat is not None and seat >= record.game.players:
        raise Refused(f"--seat {seat}: the seats are 0 to {record.game.players - 1}")
    screen = Screen()
    if step:
        for done, (title, state) in enumerate(steps(record, seat)):
            if done:
                screen.say()
            screen.say(title, style="bold")
            screen.draw(drawing(state, seat))
    else:
        screen.draw(drawing(record.final, seat))
    screen.say()
    for line in outcome_lines(record.final) or [f"not over: {record.final.ply} plies so far"]:
        screen.say(line, style="bold")


def drawing(state: lt.State, seat: int | None) -> str:
    """The table as a seat sees it, or with everything on it."""
    return str(state) if seat is None else state.draw_for(seat)


def steps(record: Record, seat: int | None) -> Iterator[tuple[str, lt.State]]:
    """Every position of the record with the action that led to it, as `seat` saw that action."""
    state = record.game.start(record.seed)
    texts = [str(action) for action in record.final.history]
    shown = texts if seat is None else record.final.history_for(seat)
    yield "start", state
    for action, text in zip(record.final.history, shown, strict=True):
        # A seed settles chance by itself.
        if action.is_chance and state.actor is not lt.CHANCE:
            continue
        by = f"seat {state.actor}" if isinstance(state.actor, int) else "chance"
        state = state.apply(action)
        yield f"{by}: {text}", state
