"""Every rule of a game has a test that names it, as its map of rules to tests says.

The map, `tests/golden/<game>/rules.toml`, has a table for each rule and each worked example:

    [K-31]
    title = "visible glass is never covered"
    tests = ["tests/cobogo/test_placing.py::test_visible_glass_is_never_covered"]

A Python test names its rules by `@pytest.mark.rule("K-31")`, a Rust test of
`rust/games/<game>/tests/` in the comment above it. A block of worked examples is named by its
label, `tests/golden/cobogo/examples.txt::T-20`.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from support import FOLDERS

ROOT = Path(__file__).parents[1]
NUMBER = re.compile(r"\b[A-Z]{1,2}-\d+\b")

# What each game's rules text has: rules by letter and how many, and worked examples. Those of Athos
# are data of a test of their own, `test_athos_examples.py`.
ATHOS = (
    "A21 B15 C13 D11 E8 F6 G12 H6 I10 J17 K6 L4 M20 N6 O16 P8 Q15 R8 S12 T9 U35 V8 W37 "
    "X23 Y39 Z10 CD13"
)
GAMES = {"cobogo": ("K122", 54), "bogoss": ("B63", 30), "athos": (ATHOS, 0), "cog": ("C290", 0)}
GAMES |= {"connect_four": ("CF9", 0), "go_fish": ("GF22", 0)}

RuleMap = dict[str, dict[str, Any]]


@dataclass(frozen=True)
class Named:
    """A test and the rules that it names."""

    rules: frozenset[str]
    is_skipped: bool = False


def name_of(file: Path, test: str) -> str:
    return f"{file.relative_to(ROOT).as_posix()}::{test}"


def python_tests(folder: Path) -> dict[str, Named]:
    """The test functions below a folder with the rules of their markers."""
    found = {}
    for file in sorted(folder.rglob("test_*.py")):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                marks = list(marks_of(node))
                rules = frozenset(
                    str(number) for mark, numbers in marks if mark == "rule" for number in numbers
                )
                is_skipped = any(mark in ("skip", "skipif", "xfail") for mark, _ in marks)
                found[name_of(file, node.name)] = Named(rules, is_skipped)
    return found


def marks_of(function: ast.FunctionDef) -> Iterator[tuple[str, list[object]]]:
    """Name and constant arguments of every `pytest.mark....` above a function."""
    for decorator in function.decorator_list:
        call = decorator.func if isinstance(decorator, ast.Call) else decorator
        if ast.unparse(call).startswith("pytest.mark."):
            given = decorator.args if isinstance(decorator, ast.Call) else []
            constants = [each.value for each in given if isinstance(each, ast.Constant)]
            yield ast.unparse(call).removeprefix("pytest.mark."), list(constants)


def rust_tests(folder: Path) -> dict[str, Named]:
    """The test functions below a folder with the rules that the comments above them name."""
    test = re.compile(r"((?:^ *///.*\n)*)^ *#\[test\]\n((?: *#\[.*\]\n)*) *fn (\w+)", re.MULTILINE)
    found = {}
    for file in sorted(folder.rglob("*.rs")):
        for comment, attributes, name in test.findall(file.read_text(encoding="utf-8")):
            rules = frozenset(NUMBER.findall(comment))
            found[name_of(file, name)] = Named(rules, "ignore" in attributes)
    return found


def example_blocks(file: Path) -> dict[str, Named]:
    """The blocks of worked examples, without the letters that tell apart those of one number."""
    if not file.exists():
        return {}
    labels = re.findall(r"^== (T-\d+)[a-z]?$", file.read_text(encoding="utf-8"), re.MULTILINE)
    return {name_of(file, label): Named(frozenset([label])) for label in labels}


def all_tests(game: str) -> dict[str, Named]:
    return {
        **python_tests(ROOT / "tests" / game),
        **rust_tests(FOLDERS[game] / "tests"),
        **example_blocks(ROOT / "tests" / "golden" / game / "examples.txt"),
    }


def read_map(game: str) -> RuleMap:
    file = ROOT / "tests" / "golden" / game / "rules.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def wanted_numbers(game: str) -> list[str]:
    sections, examples = GAMES[game]
    rules = [
        f"{letter}-{n}"
        for letter, last in re.findall(r"([A-Z]+)(\d+)", sections)
        for n in range(1, int(last) + 1)
    ]
    return rules + [f"T-{n:02}" for n in range(1, examples + 1)]


def faults(wanted: list[str], rule_map: RuleMap, tests: dict[str, Named]) -> list[str]:
    """Everything that is wrong with a map."""
    found = [f"{number} is not in the map" for number in wanted if number not in rule_map]
    found += [f"{number} is no rule" for number in rule_map if number not in wanted]
    for number, entry in rule_map.items():
        if set(entry) != {"title", "tests"} or not entry["title"].strip():
            found.append(f"{number} needs a title and tests, and nothing else")
            continue
        if not entry["tests"]:
            found.append(f"{number} has no test")
        for test in entry["tests"]:
            if test not in tests:
                found.append(f"{number}: there is no {test}")
            elif number not in tests[test].rules:
                found.append(f"{number}: {test} does not name it")
            elif tests[test].is_skipped:
                found.append(f"{number}: {test} is not run")
    for test, named in tests.items():
        for number in sorted(named.rules):
            if test not in rule_map.get(number, {}).get("tests", []):
                found.append(f'{number}: "{test}" names it and is not in the map')
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_its_tests(game: str) -> None:
    assert faults(wanted_numbers(game), read_map(game), all_tests(game)) == []


@pytest.mark.parametrize("game", GAMES)
def test_rules_are_in_order(game: str) -> None:
    assert list(read_map(game)) == wanted_numbers(game)


def test_markers_are_in_the_folders_of_the_games() -> None:
    """The map of a game sees the tests of its own folder only."""
    elsewhere = python_tests(ROOT / "tests").items()
    folders = tuple(f"tests/{game}/" for game in GAMES)
    assert [test for test, named in elsewhere if named.rules and not test.startswith(folders)] == []


@pytest.mark.parametrize("game", [game for game, (_, examples) in GAMES.items() if examples])
def test_the_examples_are_run(game: str) -> None:
    """The engine reads the file whose blocks the map names."""
    runner = FOLDERS[game] / "tests" / "examples.rs"
    assert f"tests/golden/{game}/examples.txt" in runner.read_text(encoding="utf-8")
    module = FOLDERS[game] / "mod.rs"
    assert re.search(r"#\[cfg\(test\)\]\nmod tests;", module.read_text(encoding="utf-8"))


@pytest.mark.parametrize("game", GAMES)
def test_the_check_sees_every_gap(game: str) -> None:
    """Without an entry, a test of an entry, or with a false one, the map has a fault."""
    wanted, whole, tests = wanted_numbers(game), read_map(game), all_tests(game)
    for number, entry in whole.items():
        assert faults(wanted, {n: e for n, e in whole.items() if n != number}, tests)
        assert faults(wanted, {**whole, number: {**entry, "tests": []}}, tests)
        assert faults(wanted, {**whole, number: {**entry, "title": " "}}, tests)
        for test in entry["tests"]:
            others = [other for other in entry["tests"] if other != test]
            assert faults(wanted, {**whole, number: {**entry, "tests": others}}, tests)
            assert faults(wanted, whole, {name: t for name, t in tests.items() if name != test})
            unnamed = {**tests, test: Named(tests[test].rules - {number})}
            assert faults(wanted, whole, unnamed)
            assert faults(wanted, whole, {**tests, test: Named(tests[test].rules, True)})
    extra = {"title": "one too many", "tests": [next(iter(tests))]}
    assert faults(wanted, {**whole, "K-0": extra}, tests)
    assert faults(wanted, whole, {**tests, "tests/new.py::test_new": Named(frozenset([wanted[0]]))})
