"""Colours for drawings: every brick type its own; the letters themselves always stay."""

from __future__ import annotations

import re

from rich.text import Text

# A run of cells: capitals, glass and gaps with nothing of a word around it.
CELLS = re.compile(r"(?<![\w'])[A-Z#.*]+(?:[/|][A-Z#.*]+)*(?![\w'])")

# The first six are the default set's: leaf green, wave blue, sun yellow, star red, weave purple,
# scale orange. Further types take the rest in turn.
COLOURS = (
    "green",
    "blue",
    "yellow",
    "red",
    "magenta",
    "dark_orange",
    "cyan",
    "bright_green",
    "bright_blue",
    "bright_red",
    "bright_magenta",
    "bright_cyan",
)


def paint(drawing: str) -> Text:
    """The drawing with its cells coloured; as plain text it is unchanged."""
    text = Text(drawing)
    for run in CELLS.finditer(drawing):
        for position in range(*run.span()):
            style = cell_style(drawing[position])
            if style:
                text.stylize(style, position, position + 1)
    return text


def cell_style(cell: str) -> str:
    """The style of one cell; empty for what stays as it is."""
    if "A" <= cell <= "Z":
        return f"bold {COLOURS[(ord(cell) - ord('A')) % len(COLOURS)]}"
    return {"#": "bold", ".": "dim"}.get(cell, "")
