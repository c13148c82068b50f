"""The documentation: every example runs as printed, every table and link is true."""

from __future__ import annotations

import doctest
import importlib
import inspect
import io
import json
import pkgutil
import re
import shlex
import subprocess
import sys
import types
import warnings
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import ludoteca
import ludoteca as lt
import pytest
from ludoteca import _engine
from support import FOLDERS

ROOT = Path(__file__).parent.parent
PAGES = sorted(
    [
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        ROOT / "CHANGELOG.md",
        *ROOT.glob("docs/**/*.md"),
    ]
)

# Files that a page tells its readers to make before its examples.
FILES = {
    "docs/components.md": {
        f"my-{game}.toml": folder / "data/default-v1.toml" for game, folder in FOLDERS.items()
    }
}


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def with_pages(pages: list[Path]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("page", pages, ids=name_of)


# --- Reading pages ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, its first line's number and its text."""

    language: str
    line: int
    text: str
    follows: bool
    """Whether only empty lines are between the block before and this one."""


def parse(page: Path) -> tuple[list[Block], str]:
    """The fenced blocks of a page, and the page without them."""
    blocks: list[Block] = []
    prose: list[str] = []
    inside: list[str] | None = None
    language, start, indent, follows = "", 0, 0, False
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        fence = re.fullmatch(r"(\s*)```(\w*)", line)
        if fence and inside is None:
            inside, language, start, indent = [], fence[2], number + 1, len(fence[1])
        elif fence and inside is not None:
            text = "".join(f"{inner}\n" for inner in inside)
            blocks.append(Block(language, start, text, follows))
            inside, follows = None, True
        elif inside is not None:
            assert not line[:indent].strip(), f"{page}:{number}: less indented than its fence"
            inside.append(line[indent:])
        else:
            prose.append(line)
            follows = follows and not line.strip()
    assert inside is None, f"{page}: a fence stays open"
    return blocks, "\n".join(prose)


def headings(page: Path) -> set[str]:
    """The anchors that a page's headings have."""
    titles = re.findall(r"^#+ (.+)$", parse(page)[1], re.MULTILINE)
    words = (re.sub(r"[^\w\- ]", "", title.lower()) for title in titles)
    return {word.replace(" ", "-") for word in words}


def tables(text: str) -> Iterator[list[list[str]]]:
    """The tables of a page: rows of cells, the first row the heads."""
    for part in re.findall(r"(?:^\|.*\|$\n?)+", text, re.MULTILINE):
        rows = [line.strip("|").split("|") for line in part.splitlines()]
        cells = [[cell.strip() for cell in row] for row in rows]
        yield [cells[0], *cells[2:]]


def table_with(page: Path, *heads: str) -> list[list[str]]:
    """The rows of the one table with these heads."""
    [rows] = [table[1:] for table in tables(parse(page)[1]) if table[0] == list(heads)]
    return rows


def code(cell: str) -> str:
    """The text of a cell that is in code font as a whole."""
    assert re.fullmatch(r"`[^`]+`", cell), cell
    return cell[1:-1]


# --- Examples -----------------------------------------------------------------------------------


def run_doctest(text: str, names: dict[str, Any], name: str, line: int = 0) -> int:
    """Runs the examples of a text; returns how many there are."""
    test = doctest.DocTestParser().get_doctest(text, names, name, name, line)
    report: list[str] = []
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = doctest.DocTestRunner(verbose=False).run(
            test, out=report.append, clear_globs=False
        )
    names.update(test.globs)
    assert result.failed == 0, "".join(report)
    return len(test.examples)


def run_code(text: str, names: dict[str, Any], name: str, line: int) -> str:
    """Runs a block of code; returns what it prints."""
    printed = io.StringIO()
    with warnings.catch_warnings(), redirect_stdout(printed):
        warnings.simplefilter("error")
        exec(compile("\n" * (line - 1) + text, name, "exec"), names)
    return printed.getvalue()


@with_pages(PAGES)
def test_examples_run_as_printed(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In order, in one namespace, as a reader would; what a block prints stands below it."""
    for file, source in FILES.get(name_of(page), {}).items():
        (tmp_path / file).write_bytes(source.read_bytes())
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "__main__"}
    blocks = parse(page)[0]
    for number, block in enumerate(blocks):
        if ">>>" in block.text:
            assert block.language in ("python", "pycon"), f"{page}:{block.line}"
            assert run_doctest(block.text, names, str(page), block.line - 1) > 0
        elif block.language == "python":
            printed = run_code(block.text, names, str(page), block.line)
            below = blocks[number + 1] if number + 1 < len(blocks) else None
            is_output = below is not None and below.follows and below.language == "text"
            expected = below.text if below and is_output else ""
            # A block can't end in the empty line that `print` makes of a text's last line feed.
            assert printed.rstrip("\n") == expected.rstrip("\n")


def test_the_pages_have_examples() -> None:
    with_examples = {
        name_of(page)
        for page in PAGES
        if any(block.language in ("python", "pycon") for block in parse(page)[0])
    }
    games = {f"docs/games/{name}.md" for name in lt.games()}
    assert with_examples >= {"README.md", "docs/python.md", "docs/kernels.md", *games}


@with_pages(PAGES)
def test_no_example_is_outside_a_block(page: Path) -> None:
    assert ">>>" not in parse(page)[1]


@with_pages(PAGES)
def test_commands_run(page: Path, tmp_path: Path) -> None:
    """The commands of console blocks; `play` is left at once."""
    for file, source in FILES.get(name_of(page), {}).items():
        (tmp_path / file).write_bytes(source.read_bytes())
    lines = "".join(block.text for block in parse(page)[0] if block.language == "console")
    for line in lines.splitlines():
        program, *words = shlex.split(line, comments=True)
        if program != "ludoteca":
            continue
        command = [sys.executable, "-m", "ludoteca", *words]
        done = subprocess.run(
            command, cwd=tmp_path, input="quit\n", capture_output=True, text=True, timeout=300
        )
        assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"


# --- Docstrings ---------------------------------------------------------------------------------


def compiled() -> Iterator[tuple[str, str | None]]:
    """Every public class, function and member of the compiled module, with its docstring."""
    for name in _engine.__all__:
        thing = getattr(_engine, name)
        if name.startswith("_") or not (inspect.isclass(thing) or callable(thing)):
            continue
        yield name, thing.__doc__
        if inspect.isclass(thing):
            for member, value in vars(thing).items():
                if not member.startswith("_"):
                    yield f"{name}.{member}", value.__doc__


def modules() -> Iterator[types.ModuleType]:
    """The package and every module in it that is written in Python."""
    yield ludoteca
    for found in pkgutil.walk_packages(ludoteca.__path__, "ludoteca."):
        if found.name not in ("ludoteca._engine", "ludoteca.__main__"):
            yield importlib.import_module(found.name)


COMPILED = dict(compiled())
MODULES = {module.__name__: module for module in modules()}


def test_everything_compiled_has_a_docstring() -> None:
    assert [name for name, text in COMPILED.items() if not text or not text.strip()] == []
    assert {"Game.start", "State.legal_actions", "VectorEnv.step", "replay"} <= COMPILED.keys()


@pytest.mark.parametrize("name", [name for name, text in COMPILED.items() if ">>>" in (text or "")])
def test_examples_of_compiled_docstrings(name: str) -> None:
    assert run_doctest(inspect.cleandoc(COMPILED[name] or ""), {}, name) > 0


def test_some_compiled_docstrings_have_examples() -> None:
    with_examples = {name for name, text in COMPILED.items() if ">>>" in (text or "")}
    assert with_examples >= {"game", "State.apply", "Game.simulate", "pattern_count", "placements"}


@pytest.mark.parametrize("module", MODULES.values(), ids=MODULES.keys())
def test_modules_have_docstrings_and_their_examples_run(module: types.ModuleType) -> None:
    assert module.__doc__
    assert module.__doc__.strip()
    for test in doctest.DocTestFinder(exclude_empty=True).find(module):
        run_doctest(test.docstring or "", {}, test.name)


def test_everything_public_is_listed_and_documented() -> None:
    for name in ludoteca.__all__:
        assert hasattr(ludoteca, name)
    undocumented = [
        name
        for name in ludoteca.__all__
        if callable(getattr(ludoteca, name)) and not getattr(ludoteca, name).__doc__
    ]
    assert undocumented == []


# --- Tables -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", list(lt.games()))
def test_the_options_table_equals_the_registry(name: str) -> None:
    page = ROOT / f"docs/games/{name}.md"
    rows = table_with(page, "option", "values", "default", "rule", "help")
    documented = [
        {
            "name": code(option),
            "values": values,
            "default": json.loads(code(default)),
            "rule": rule,
            "help": help_,
        }
        for option, values, default, rule, help_ in rows
    ]
    assert documented == lt.games()[name]["options"]


def test_the_table_of_games_names_the_registry() -> None:
    for yardstick, heads in ((False, ["game", "what works"]), (True, ["yardstick", "as in"])):
        rows = table_with(ROOT / "README.md", heads[0], "name", "players", heads[1])
        infos = {n: info for n, info in lt.games().items() if info["yardstick"] == yardstick}
        assert [row[:3] for row in rows] == [
            [
                f"[{info['title']}](docs/games/{name}.md)",
                f"`{name}`",
                " to ".join(map(str, sorted({*info["players"]}))),
            ]
            for name, info in infos.items()
        ]
        assert all(row[3] for row in rows)


def test_the_index_names_every_page() -> None:
    index = ROOT / "docs/README.md"
    linked = {(index.parent / target).resolve() for target, _ in links(index)}
    pages = {page for page in PAGES if "docs" in page.parts and page != index}
    assert pages <= linked


@pytest.mark.parametrize("name", list(lt.games()))
def test_the_tables_of_keys_are_complete(name: str) -> None:
    page = ROOT / f"docs/games/{name}.md"
    state = lt.game(name, players=lt.games()[name]["players"][0]).start(seed=1)
    view = [code(key) for key, _ in table_with(page, "key of the view", "value")]
    assert view == list(state.view(0))
    data = json.loads(state.to_json())
    keys = " ".join(key for key, _ in table_with(page, "key of `position`", "value"))
    position = [key.partition(".")[0] for key in re.findall(r"`([\w.]+)`", keys)]
    assert list(dict.fromkeys(position)) == list(data["position"])
    pile = [key.partition(".")[2] for key in re.findall(r"`(pile\.\w+)`", keys)]
    inside = data["position"].get("pile")
    assert pile == (list(inside) if isinstance(inside, dict) else [])


def test_the_table_of_a_state_in_json_is_complete() -> None:
    data = json.loads(lt.game("cobogo", players=1).start(seed=1).to_json())
    rows = table_with(ROOT / "docs/python.md", "key", "value")
    assert re.findall(r"`(\w+)`", " ".join(key for key, _ in rows)) == list(data)


def words(text: str) -> str:
    """A text with its white space made alike."""
    return " ".join(text.split())


@pytest.mark.parametrize(
    "name", [name for name in lt.games() if "greedy" in lt.games()[name]["agents"]]
)
def test_the_heuristic_is_quoted(name: str) -> None:
    """The page of a game quotes what its source says of the greedy agent's heuristic."""
    source = (FOLDERS[name] / "heuristic.rs").read_text(encoding="utf-8")
    said = "\n".join(re.findall(r"^//! ?(.*)$", source, re.MULTILINE))
    quoted = re.findall(r"(?:^>.*$\n?)+", parse(ROOT / f"docs/games/{name}.md")[1], re.MULTILINE)
    assert words(said) in [words(re.sub(r"^> ?", "", text, flags=re.MULTILINE)) for text in quoted]


def errors() -> list[type[lt.LudotecaError]]:
    """Every error of the package but the base."""
    exported = (getattr(lt, name) for name in lt.__all__)
    kinds = [thing for thing in exported if isinstance(thing, type)]
    return [kind for kind in kinds if lt.LudotecaError in kind.__mro__[1:]]


def test_the_table_of_errors_has_every_error_and_field() -> None:
    rows = table_with(ROOT / "docs/python.md", "error", "raised for", "fields")
    documented = {code(name): set(re.findall(r"`(\w+)`", fields)) for name, _, fields in rows}
    actual = {kind.__name__: set(vars(kind("message"))) for kind in errors()}
    assert {name: fields - {"None"} for name, fields in documented.items()} == actual


# --- Links and paths ----------------------------------------------------------------------------


def links(page: Path) -> Iterator[tuple[str, str]]:
    """The relative links of a page: path and anchor."""
    prose = re.sub(r"(?<!`)`(?!`)[^`\n]+`", "code", parse(page)[1])
    for target in re.findall(r"\]\(([^)\s]+)\)", prose):
        if not re.match(r"[a-z]+:", target):
            path, _, anchor = target.partition("#")
            yield path, anchor


@with_pages(PAGES)
def test_relative_links_resolve(page: Path) -> None:
    broken = []
    for path, anchor in links(page):
        target = page if path == "" else (page.parent / path).resolve()
        is_there = target.exists() and target.is_relative_to(ROOT)
        if not is_there or (anchor and anchor not in headings(target)):
            broken.append(f"{path}#{anchor}")
    assert broken == []


def test_the_tree_in_contributing_is_there() -> None:
    [tree] = [block for block in parse(ROOT / "CONTRIBUTING.md")[0] if block.language == "text"]
    paths = [word for line in tree.text.splitlines() for word in line.split("  ")[0].split()]
    games = [name for name, info in lt.games().items() if not info["yardstick"]]
    named = [path.replace("<game>", game) for path in paths for game in games]
    assert [path for path in named if not (ROOT / path).exists()] == []
    folders = {child.name for child in (ROOT / "rust").iterdir() if child.is_dir()}
    assert folders <= {path.split("/")[1] for path in paths if path.startswith("rust/")}


def test_the_changelog_has_this_version() -> None:
    assert f"## [{lt.__version__}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
