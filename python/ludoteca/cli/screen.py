"""What people see and type at a table: drawings, lines, prompts, and hiding hands."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from ludoteca.cli.consoles import console
from ludoteca.cli.paint import paint

LIST_ROWS = 20
LIST_WIDTH = 100


class Screen:
    """A terminal, or a pair of pipes that stand for one."""

    def __init__(self) -> None:
        """Takes the process's own input and output."""
        self.out = console()

    def say(self, text: str = "", style: str = "") -> None:
        """A line of the game's own voice."""
        self.out.print(text, style=style, soft_wrap=True)

    def draw(self, drawing: str) -> None:
        """A drawing, with colours where the terminal has them."""
        self.out.print(paint(drawing.rstrip("\n")), soft_wrap=True)

    def read(self, prompt: str) -> str:
        """One line of input with single blanks between its words.

        Without a terminal nothing echoes the input; it is printed, so that a transcript is whole.

        Raises:
            EOFError: The input has ended.
        """
        line = " ".join(input(prompt).split())
        if not sys.stdin.isatty():
            self.say(line)
        return line

    def hand_over(self, seat: int) -> None:
        """Hides the screen until the person at `seat` is alone with it: hands are secret."""
        self.clear()
        self.read(f"seat {seat}: press Enter when only you can see the screen ")
        self.clear()

    def clear(self) -> None:
        """Empties the terminal, and what could be scrolled back to."""
        if self.out.is_terminal and not self.out.is_dumb_terminal:
            self.out.clear()
            if not self.out.legacy_windows:
                self.out.file.write("\x1b[3J")
                self.out.file.flush()
        else:
            self.say()

    def list_page(self, entries: Sequence[tuple[int, str]]) -> int:
        """Prints as many numbered entries as make a page; returns how many that were."""
        width = max(len(text) for _, text in entries) + 9
        columns = max(1, min(self.out.width, LIST_WIDTH) // width)
        shown = entries[: LIST_ROWS * columns]
        rows = -(-len(shown) // columns)
        for row in range(rows):
            cells = [f"{number:>5}  {text}".ljust(width) for number, text in shown[row::rows]]
            self.say("".join(cells).rstrip())
        return len(shown)
