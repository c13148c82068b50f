"""Reads the worked examples of C.O.G. and plays them, on the referee or anything like it.

Each file of tests/golden/cog holds examples of one kind; each kind has its function, here for those
in several steps and in `example_kinds`, which takes an *adapter*: what makes a `Table` of a scene.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

from referee.cog.scenes import Scene, made_scene, staged
from referee.tables import CHANCE, Example, RefereeTable, Table, read_examples, through_chance

TOLERANCE: Final = 1e-12
"""The engine's probabilities are floats."""
Adapter = Callable[[Scene], Table]


def referee_table(scene: Scene) -> Table:
    """The adapter of the referee."""
    return RefereeTable(staged(scene))


def examples(name: str) -> list[Example]:
    """The examples of one file."""
    return read_examples("cog", name)


# --- several steps ------------------------------------------------------------------------------


def check_script(example: Example, adapter: Adapter) -> int:
    """Steps one after the other; the number of them.

    A step has one of: `do` (a legal action, or an event where chance decides), `legal` and
    `illegal` (nothing is done), `only` (the exact list that starts with `of`, or the whole one),
    `chance` (the events), `shares` (some of them), `expect` (paths into the view or, after the end,
    the outcome), `through` and `until` (chance decides, always with the first event).
    """
    table = adapter(made_scene(example))
    for step in example["steps"]:
        possible = table.chance() if table.actor() == CHANCE else table.legal()
        for text in step.get("legal", []):
            assert text in possible, step
        for text in step.get("illegal", []):
            assert text not in possible, step
        if "only" in step:
            assert [text for text in possible if text.startswith(step.get("of", ""))] == [
                *step["only"]
            ], step
        if "chance" in step:
            events = table.chance()
            assert {*events} == {*step["chance"]}, step
            for event, share in step["chance"].items():
                assert abs(events[event] - Fraction(share)) < TOLERANCE, step
        for event, share in step.get("shares", {}).items():
            assert abs(table.chance()[event] - Fraction(share)) < TOLERANCE, step
        for path, value in step.get("expect", {}).items():
            assert looked_up(table, path) == value, (step, path, looked_up(table, path))
        for text in [step["do"]] if isinstance(step.get("do"), str) else step.get("do", []):
            possible = table.chance() if table.actor() == CHANCE else table.legal()
            assert text in possible, (text, list(possible))
            table = table.apply(text)
        if step.get("through"):
            table = through_chance(table)
        while "until" in step and not next(iter(table.chance()), "").startswith(step["until"]):
            table = table.apply(next(iter(table.chance())))
    return len(example["steps"])


def looked_up(table: Table, path: str) -> Any:
    """`mats.0.stars`: a path into the view; `outcome.winners`; `none` stands for None."""
    if path == "to_act":
        return table.actor()
    head, *rest = path.split(".")
    found: Any = table.outcome() if head == "outcome" else table.view(None)[head]
    if head == "outcome" and not rest:
        return found
    for word in rest:
        if word == "count":
            found = sum(found.values()) if head == "bag" else len(found)
        else:
            found = found[int(word)] if isinstance(found, list) else found[word]
    return "none" if found is None else found
