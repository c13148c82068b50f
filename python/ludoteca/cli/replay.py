"""`ludoteca replay`: a recorded game, checked event by event and drawn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

import ludoteca as lt
from ludoteca.cli.consoles import number_of
from ludoteca.cli.failures import Refused
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
    text = file.read_text(encoding="utf-8")
    final = lt.replay(text, components)
    if seat is not None and seat >= final.game.players:
        raise Refused(f"--seat {seat}: the seats are 0 to {final.game.players - 1}")
    screen = Screen()
    if step:
        for title, state in steps(opening(text, components), final, seat):
            if title is not None:
                screen.say(title, style="bold")
            screen.draw(drawing(state, seat))
            screen.say()
    else:
        screen.draw(drawing(final, seat))
        screen.say()
    plies = number_of(final.ply, "ply", "plies")
    for line in outcome_lines(final) or [f"not over: {plies} so far"]:
        screen.say(line, style="bold")


def opening(text: str, components: Path | None) -> lt.State:
    """The state before the first event of a record, with chance left open."""
    lines = text.split("\n\n", 1)[0].splitlines()
    header = [line for line in lines if not line.startswith("seed ")]
    return lt.replay("\n".join(header) + "\n\n", components)


def steps(
    state: lt.State, final: lt.State, seat: int | None
) -> Iterator[tuple[str | None, lt.State]]:
    """The table after each action and the chance events that follow it, as `seat` saw them.

    Yields:
        Who did what, and the state after it. Of a set-up in which nothing happens there is no word.
    """
    told = len(seen(state, seat))
    who = "set-up"

    def title() -> str | None:
        news = "; ".join(seen(state, seat)[told:])
        return f"{who}: {news}" if news else None

    for action in final.history:
        # Tables between two actions are drawn once chance has done its part. An action that `seat`
        # does not see happen is told with the one whose part it is.
        is_told = who == "set-up" or seen(state, seat)[told:]
        if is_told and not action.is_chance and isinstance(state.actor, int):
            yield title(), state
            told, who = len(seen(state, seat)), f"seat {state.actor}"
        state = state.apply(action)
    if who == "set-up" or seen(state, seat)[told:]:
        yield title(), state


def seen(state: lt.State, seat: int | None) -> tuple[str, ...]:
    """What happened as a seat saw it, or all of it."""
    if seat is None:
        return tuple(str(action) for action in state.history)
    return state.history_for(seat)


def drawing(state: lt.State, seat: int | None) -> str:
    """The table as a seat sees it, or with everything on it."""
    return str(state) if seat is None else state.draw_for(seat)
