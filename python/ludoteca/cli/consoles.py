"""Where text goes: results to stdout, progress to stderr, colours only to terminals."""

from __future__ import annotations

import os

from rich import box
from rich.console import Console
from rich.table import Table

# Lines to a pipe or a file are not folded at 80 columns: tools read them line by line.
PIPE_WIDTH = 240


def console(*, stderr: bool = False) -> Console:
    """A console that prints text as it is: no markup, no guessing at numbers and links."""
    made = Console(stderr=stderr, markup=False, emoji=False, highlight=False)
    if not made.is_terminal and "COLUMNS" not in os.environ:
        made.width = PIPE_WIDTH
    return made


def table(*headings: str, show_header: bool = True) -> Table:
    """An empty table; a heading with `>` before it is that of numbers, which align to the right."""
    made = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, show_header=show_header)
    for heading in headings:
        made.add_column(heading.lstrip(">"), justify="right" if heading[:1] == ">" else "left")
    return made


def count(value: float) -> str:
    """A whole number for people: 1,234,567."""
    return f"{value:,.0f}"


def number_of(value: int, one: str, many: str) -> str:
    """A number and what it counts: 1 ply, 1,200 plies."""
    return f"{count(value)} {one if value == 1 else many}"


def rate(value: float) -> str:
    """A speed for people, of which three digits matter: 1,080,000."""
    return f"{float(f'{value:.3g}'):,.0f}" if value >= 100 else f"{value:.3g}"
