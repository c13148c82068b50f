"""Reads the worked examples of Athos and plays them, on the referee or anything like it.

Each file of tests/golden/athos holds examples of one kind; each kind has its function here, which
takes an *adapter*: what makes a `Table` of a scene.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.athos.components import WINDOWS
from referee.athos.scenes import Scene, made_scene, parse_board, staged
from referee.tables import CHANCE, Example, RefereeTable, Table, read_examples, through_chance

BOARD_FILES = ("sliding", "shape", "contracts", "restore", "challenging")


Adapter = Callable[[Scene], Table]


def referee_table(scene: Scene) -> Table:
    """The adapter of the referee."""
    return RefereeTable(staged(scene))


def examples(name: str, key: str = "example") -> list[Example]:
    """The examples of one file."""
    return read_examples("athos", name, key)


def starts(legal: list[str], text: str) -> list[str]:
    """The actions that are this one, or this one with more words."""
    return [action for action in legal if action == text or action.startswith(f"{text} ")]


# --- one action on a drawn board ----------------------------------------------------------------


def check_board(example: Example, adapter: Adapter) -> int:
    """Before, action, after; the number of things checked."""
    scene = made_scene(example)
    before = adapter(scene)
    checks = 0
    if "choices" in example:
        assert starts(before.legal(), example["prefix"]) == example["choices"]
        checks += 1
    if "do" not in example:
        return checks
    if not example.get("legal", True):
        assert starts(before.legal(), example["do"]) == []
        return checks + 1
    assert example["do"] in before.legal()
    after = before.apply(example["do"])
    after = through_chance(after)
    for decision in example.get("decisions", []):
        assert after.legal() == example["decide_among"]
        after = through_chance(after.apply(decision))
    old, new = before.view(None), after.view(None)
    _compare_murals(example, scene, new)
    assert new["scores"][0] - old["scores"][0] == example["points"]
    assert _total(new["box"]) - _total(old["box"]) == example["discarded"]
    assert _total(new["workshop"]) - _total(old["workshop"]) == example.get("rolled", 0)
    assert _new_marks(old, new) == example.get("marks", "").split()
    assert set(new["immutable"]) - set(old["immutable"]) == set(example.get("made_immutable", ""))
    spent = len(example.get("marks", "").split()) + len(example.get("made_immutable", ""))
    assert old["stock"][0] - new["stock"][0] == spent
    for text in example.get("then_legal", []):
        assert starts(after.legal(), text), text
    for text in example.get("then_illegal", []):
        assert not starts(after.legal(), text), text
    return checks + 1


def _compare_murals(example: Example, scene: Scene, view: Mapping[str, Any]) -> None:
    mural = parse_board(example["after"], scene.components)
    shown = {
        (r, c): tile for r, row in enumerate(view["mural"]) for c, tile in enumerate(row) if tile
    }
    assert shown == {cell: f"{face}{turn}" for cell, (face, turn) in mural.items()}


def _total(counts: Mapping[str, int]) -> int:
    return sum(counts.values())


def _new_marks(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """The crossings that side 0 has marked."""
    marked = []
    for pattern, card in new["cards"].items():
        earlier = old["cards"].get(pattern, {"crossings": [None] * 4})["crossings"]
        marked += [
            window
            for window, was, owner in zip(WINDOWS, earlier, card["crossings"], strict=True)
            if was is None and owner == 0
        ]
    return marked


# --- several steps ------------------------------------------------------------------------------


def check_script(example: Example, adapter: Adapter) -> int:
    """Steps one after the other; the number of them.

    A step has one of: `do` (a legal action, or an event where chance decides), `legal` and
    `illegal` (nothing is done), `only` (the exact list that starts with `of`), `expect` (paths into
    the view or, after the end, the outcome).
    """
    table = adapter(made_scene(example))
    for step in example["steps"]:
        if "do" in step:
            possible = table.chance() if table.actor() == CHANCE else table.legal()
            assert step["do"] in possible, step
            table = table.apply(step["do"])
        if "legal" in step:
            assert starts(table.legal(), step["legal"]), step
        if "illegal" in step:
            assert not starts(table.legal(), step["illegal"]), step
        if "only" in step:
            assert starts(table.legal(), step["of"]) == step["only"], step
        for path, value in step.get("expect", {}).items():
            assert _looked_up(table, path) == value, (step, path)
    return len(example["steps"])


def _looked_up(table: Table, path: str) -> Any:
    """`ateliers.0.free`: a path into the view; `outcome.winners`; `none` stands for None."""
    if path == "to_act":
        return table.actor()
    head, *rest = path.split(".")
    found: Any = table.outcome() if head == "outcome" else table.view(None)[head]
    for word in rest:
        found = found[int(word)] if isinstance(found, list) else found[word]
    return "none" if found is None else found


# --- tables -------------------------------------------------------------------------------------

SQUARES = {
    "A": ("Aa", (0, 0)),
    "B": ("Bb", (0, 3)),
    "C": ("Cb", (0, 6)),
    "F": ("Fa", (6, 0)),
    "G": ("Ga", (6, 3)),
    "K": ("Ka", (6, 6)),
}
"""Patterns, faces and corners of immutable blocks that do not touch."""


def check_majority(example: Example, adapter: Adapter) -> int:
    """Markers of four sides and the points they give at the end of the game."""
    for row in example["rows"]:
        owners = [side for side, count in enumerate(row["markers"]) for _ in range(count)]
        data: Example = {"players": 4, "options": row.get("options", {})}
        data |= {key: example[key] for key in ("mode", "expansions") if key in example}
        blocks = [0] * 4
        if example["mode"] == "challenging":
            data |= _blocks_scene(owners)
            blocks = list(row["markers"])
        else:
            marks = [str(side) for side in owners[:4]] + ["-"] * (4 - len(owners))
            data["cards"] = {"A": {"crossings": " ".join(marks), "extra": owners[4:]}}
        table = _passed_to_the_end(adapter(made_scene(data)))
        expected = [points + 4 * n for points, n in zip(row["points"], blocks, strict=True)]
        assert table.view(None)["scores"] == expected, row
    return len(example["rows"])


def _blocks_scene(owners: list[int]) -> Example:
    grid = [["."] * 9 for _ in range(9)]
    chosen = list(SQUARES.items())[: len(owners)]
    for _, (face, (r, c)) in chosen:
        for i in (0, 1):
            for j in (0, 1):
                grid[r + i][c + j] = f"{face}0"
    head = " ".join(map(str, range(9)))
    rows = [f"{r} {' '.join(row)}" for r, row in enumerate(grid)]
    immutable = {pattern: side for (pattern, _), side in zip(chosen, owners, strict=True)}
    return {"before": "\n".join([head, *rows]), "immutable": immutable}


def _passed_to_the_end(table: Table) -> Table:
    while table.actor() is not None:
        table = table.apply("pass")
    return table


def check_released(example: Example, adapter: Adapter) -> int:
    """Drawn Fundathos boards: `R` released, `x` not, `.` emptied."""
    for drawn in example["boards"]:
        rows = drawn.split()
        table = adapter(made_scene({**example, "fundathos": rows}))
        cells = [
            f"take {r},{c}"
            for r, row in enumerate(rows)
            for c, mark in enumerate(row)
            if mark == "R"
        ]
        assert [text for text in table.legal() if text.startswith("take ") and "," in text] == cells
    return len(example["boards"])


CHECKS: dict[str, Callable[[Example, Adapter], int]] = {
    **dict.fromkeys(BOARD_FILES, check_board),
    "majorities": check_majority,
    "fundathos": check_released,
    "turns": check_script,
    "options": check_board,
    "expansions": check_script,
}
"""What reads each file."""
