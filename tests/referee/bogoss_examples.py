"""Reads the worked examples of Bogoss and plays them, through the referee or anything like it.

The notation is that of rules 14.0; a line `== T-nn` opens an example.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from referee.bogoss import Bogoss
from referee.bogoss_cards import Hand, Skeleton

GOLDEN = Path(__file__).parents[1] / "golden" / "bogoss"
WHOLE = Skeleton("whole", ("wL", "wL", "wA", "wA", "wS", "wR"))
"""The skeleton that `laid:` lines stand for."""


@dataclass
class Example:
    """One block of section 14; `lines` are its `do:` and `expect:` lines."""

    label: str
    players: int
    first: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    laid: dict[int, int] = field(default_factory=dict)
    hands: dict[int, Hand] = field(default_factory=dict)
    pile: Hand = ()
    lines: list[tuple[str, str]] = field(default_factory=list)


class Table(Protocol):
    """A state of the referee or of the engine."""

    @property
    def actor(self) -> Any:
        """Who decides."""

    def apply(self, text: str, /) -> Any:
        """The state after a decision or an event."""

    def view(self, seat: int | None, /) -> dict[str, Any]:
        """What a seat sees."""


def worked_examples() -> list[Example]:
    """The examples of section 14, about thirty."""
    text = (GOLDEN / "examples.txt").read_text(encoding="utf-8")
    return [_parse_example(block) for block in re.split(r"(?m)^== ", text)[1:]]


def _parse_example(block: str) -> Example:
    label, *lines = [line for line in block.splitlines() if line]
    example = Example(label, 0)
    for line in lines:
        key, _, value = (part.strip() for part in line.partition(":"))
        if key == "players":
            example.players = int(value)
        elif key == "first":
            example.first = int(value)
        elif key == "option":
            name, _, chosen = value.partition("=")
            example.options[name] = {"true": True, "false": False}.get(chosen, chosen)
        elif key == "laid":
            seat, _, count = value.partition("=")
            example.laid[int(seat)] = int(count)
        elif key.startswith("hand "):
            example.hands[int(key[5:])] = tuple(value.split())
        elif key == "pile":
            example.pile = tuple(value.split())
        elif key in ("do", "expect"):
            example.lines.append((key, value))
        else:
            raise ValueError(f"{label}: unknown line {line!r}")
    assert sorted(example.hands) == list(range(example.players)), label
    return example


def referee_table(example: Example) -> Table:
    """The position of the example as the referee has it."""
    game = Bogoss(players=example.players, first_player=example.first, **example.options)
    return game.position(
        [example.hands[seat] for seat in range(example.players)],
        example.pile,
        first=example.first,
        laid=[(WHOLE,) * example.laid.get(seat, 0) for seat in range(example.players)],
    )


def check_example(example: Example, table: Table, legal: Callable[[Any], list[str]]) -> int:
    """Play the example; the number of things checked. `legal` lists a state's legal actions."""
    pile = iter(example.pile)
    checks, before, is_illegal = 0, table, False
    for key, text in example.lines:
        if key == "do":
            before = table
            request, _, gift = text.partition(" gives ")
            seat, words = int(request.split()[0]), request.split()[1:]
            assert table.actor == seat, f"{example.label}: {text}"
            action = "stop" if words == ["stops"] else f"ask {words[1]} {words[2]}"
            is_illegal = action not in legal(table)
            if is_illegal:
                continue
            table = _through_the_pile(table.apply(action), pile)
            if gift:
                assert f"give {gift}" in legal(table), f"{example.label}: {text}"
                table = _through_the_pile(table.apply(f"give {gift}"), pile)
        else:
            for item in text.split(";"):
                checks += 1
                where = f"{example.label}: {item}"
                if item.strip() == "illegal":
                    assert is_illegal, where
                elif item.strip() == "choice":
                    assert all(action.startswith("give ") for action in legal(table)), where
                    assert len(legal(table)) == 2, where
                    table = before
                else:
                    assert not is_illegal, where
                    _check(table, item.split(), legal, where)
    return checks


def _through_the_pile(table: Any, pile: Iterator[str]) -> Any:
    """Draw the next cards of the pile for as long as somebody draws."""
    while table.actor is not None and not isinstance(table.actor, int):
        table = table.apply(f"draw {next(pile)}")
    return table


def _check(table: Table, words: list[str], legal: Callable[[Any], list[str]], where: str) -> None:
    public = table.view(None)
    if words == ["again"]:
        assert legal(table)[-1] == "stop", where
        assert table.actor == public["turn_of"], where
    elif words[0] == "next":
        assert table.actor == int(words[1]) == public["turn_of"], where
        assert "stop" not in legal(table), where
    elif words[0] == "wins":
        assert (public["winner"], table.actor) == (int(words[1]), None), where
    elif words[0] == "pile":
        assert public["pile_size"] == int(words[2]), where
    elif words[0] == "laid":
        assert len(public["laid"][int(words[1])]) == int(words[3]), where
    else:
        assert words[0] == "hand", where
        hand = table.view(int(words[1]))["hand"]
        cards = [card for card, count in hand.items() for _ in range(count)]
        assert sorted(cards) == sorted(words[3:]), where
