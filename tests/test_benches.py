"""The tools around the benchmarks: what is compared, counted and drawn, on made-up figures."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import core
import instructions
import ours
import pytest
import report
import scale
from measured import Measured, row_report
from plot import plot
from rows import ROWS, Row, Side

ROOT = Path(__file__).parent.parent
OURS, PEER = Side("ours", "case"), Side("peers.other", "case")
NAMES = ["one path", "another"]


def measured(*rates: float, unit: str = "plies") -> Measured:
    """Repetitions of a second each."""
    return Measured(unit, [{"seconds": 1, "cpu": 1, "counts": {unit: rate}} for rate in rates])


# The gate on instructions.


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, int]:
    """What the gate will count, beside a baseline of 1,000 instructions a path."""
    baseline = tmp_path / "instructions.json"
    counts = dict.fromkeys(NAMES, 1000)
    baseline.write_text(
        json.dumps({"rustc": "rustc 1", "instructions": "x86-64-v3", "counts": counts})
    )
    paths = [instructions.Path(name, 10, 2) for name in NAMES]
    monkeypatch.setattr(instructions, "BASELINE", baseline)
    monkeypatch.setattr("sys.argv", ["instructions.py"])
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(core, "build", lambda names, profile: dict.fromkeys(names, "program"))
    monkeypatch.setattr(instructions, "look", lambda program: ("x86-64-v3", paths))
    monkeypatch.setattr(instructions, "compiler", lambda: "rustc 1")
    # Getting ready takes 77 instructions, whatever is done afterwards.
    monkeypatch.setattr(
        instructions, "count", lambda program, name, times: 77 + counts[name] * 2 * times
    )
    return counts


@pytest.mark.parametrize(("now", "code"), [(500, 0), (1000, 0), (1050, 0), (1051, 1), (1100, 1)])
def test_the_gate_fails_over_five_percent_more(
    counted: dict[str, int], capsys: pytest.CaptureFixture[str], now: int, code: int
) -> None:
    counted["another"] = now
    assert instructions.main() == code
    out, err = capsys.readouterr()
    assert f"{now:,}" in out
    assert ("another" in err) == bool(code)
    assert "one path" not in err


@pytest.mark.parametrize(
    ("now", "is_told"), [(500, True), (949, True), (950, False), (1000, False)]
)
def test_the_gate_asks_for_a_new_baseline_over_five_percent_less(
    counted: dict[str, int], capsys: pytest.CaptureFixture[str], now: int, is_told: bool
) -> None:
    counted["another"] = now
    assert instructions.main() == 0
    told = [line for line in capsys.readouterr().out.splitlines() if "new baseline" in line]
    assert len(told) == is_told
    for line in told:
        assert f"another: {100 * (now / 1000 - 1):.1f} %" in line
        assert "make instructions-baseline" in line


BAD_BASELINES = {
    "missing": (None, "run make instructions-baseline first"),
    "empty": ("", "no JSON"),
    "a list": ("[]", "the file is [], not an object"),
    "no counts": ('{"rustc": "rustc 1", "instructions": "x86-64-v3"}', "no 'counts'"),
    "no places": ('{"counts": {"one path": 1000, "another": 1000}}', "no 'rustc'"),
    **{
        f"a count of {count[:20]}": (
            '{"rustc": "rustc 1", "instructions": "x86-64-v3", '
            f'"counts": {{"one path": 1000, "another": {count}}}}}',
            "counts.another is ",
        )
        for count in (
            *("0", "-5", '"many"', "NaN", "Infinity", "1e999", "true", "null", "1.5", "[1]"),
            "1" + "0" * 400,
        )
    },
}


@pytest.mark.parametrize(("text", "says"), BAD_BASELINES.values(), ids=BAD_BASELINES.keys())
def test_the_gate_refuses_a_bad_baseline_before_it_counts(
    counted: dict[str, int],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    text: str | None,
    says: str,
) -> None:
    monkeypatch.setattr(core, "build", None)
    if text is None:
        instructions.BASELINE.unlink()
    else:
        instructions.BASELINE.write_text(text)
    assert instructions.main() == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    assert str(instructions.BASELINE) in err
    assert says in err


@pytest.mark.parametrize("now", [0, -5])
@pytest.mark.parametrize("words", [[], ["--accept"]])
def test_the_gate_fails_where_it_counts_nothing(
    counted: dict[str, int],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    now: int,
    words: list[str],
) -> None:
    monkeypatch.setattr("sys.argv", ["instructions.py", *words])
    before = instructions.BASELINE.read_text()
    counted["another"] = now
    assert instructions.main() == 1
    assert "another takes " in capsys.readouterr().err
    assert instructions.BASELINE.read_text() == before


@pytest.mark.parametrize("change", [{"more": 10}, {}], ids=["a new path", "a path is gone"])
def test_the_gate_fails_where_paths_are_not_those_of_the_baseline(
    counted: dict[str, int],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    change: dict[str, int],
) -> None:
    monkeypatch.setattr(instructions, "count", None)
    kept = json.loads(instructions.BASELINE.read_text())
    kept["counts"] = {**change, "one path": 1000} if not change else kept["counts"] | change
    instructions.BASELINE.write_text(json.dumps(kept))
    assert instructions.main() == 1
    assert ("another" if not change else "more") in capsys.readouterr().err


@pytest.mark.parametrize("key", ["rustc", "instructions"])
def test_the_gate_compares_nothing_between_different_places(
    counted: dict[str, int], capsys: pytest.CaptureFixture[str], key: str
) -> None:
    kept = json.loads(instructions.BASELINE.read_text())
    kept[key] = "another one"
    instructions.BASELINE.write_text(json.dumps(kept))
    counted["another"] = 9999
    assert instructions.main() == 0
    said = capsys.readouterr().out
    assert "9,999" in said
    assert f"NOT COMPARED, as {key} is " in said


def test_the_gate_says_when_it_can_not_count(
    counted: dict[str, int],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert instructions.main() == 0
    assert "NOT COMPARED, valgrind is not installed" in capsys.readouterr().out


def test_an_accepted_count_is_the_next_baseline(
    counted: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    counted["another"] = 2000
    monkeypatch.setattr("sys.argv", ["instructions.py", "--accept"])
    assert instructions.main() == 0
    assert json.loads(instructions.BASELINE.read_text())["counts"]["another"] == 2000
    monkeypatch.setattr("sys.argv", ["instructions.py"])
    assert instructions.main() == 0


def test_the_committed_baseline_has_every_path() -> None:
    program = (ROOT / "benches/instructions.rs").read_text(encoding="utf-8")
    kept = json.loads(instructions.BASELINE.read_text(encoding="utf-8"))["counts"]
    assert len(kept) == 6
    assert all(f'name: "{name}"' in program for name in kept)


# The table.


def test_every_row_names_cases_that_are_there() -> None:
    benches = {bench["name"] for bench in tomllib.loads((ROOT / "Cargo.toml").read_text())["bench"]}
    for side in (side for row in ROWS for side in (row.ours, row.peer) if side):
        if side.is_core:
            assert side.bench in benches
            source = (ROOT / f"benches/{side.bench}.rs").read_text(encoding="utf-8")
            common = (ROOT / "benches/common/mod.rs").read_text(encoding="utf-8")
            assert side.case.rpartition("/")[2].removeprefix("T4 ") in source + common
        elif side.is_ours:
            assert side.case in ours.CASES
        else:
            script = ROOT / "benches" / f"{side.script.replace('.', '/')}.py"
            assert f'"{side.case}"' in script.read_text(encoding="utf-8")


def test_a_row_is_the_ratio_of_medians() -> None:
    row = Row("a", "plies", OURS, PEER, "b", at_least=4)
    found = row_report(row, measured(8, 10, 90), measured(2, 2.5, 3), {})
    assert found["ratio"] == 4
    assert found["met"]
    assert found["spread"] == [4, (4 + 30) / 2]
    assert not row_report(row, measured(9.9), measured(2.5), {})["met"]


def test_a_row_without_a_peer_is_a_time() -> None:
    row = Row("a", "states", OURS, at_most=1e-6)
    assert row_report(row, measured(1e6, unit="states"), None, {})["met"]
    slow = row_report(row, measured(0.9e6, 0.9e6, 2e6, unit="states"), None, {})
    assert slow["met"] is False
    assert report.lines([slow])[1] == [
        *("a", "-", "1.11 us", "-", "-", "690 ns to 1.11 us", "<= 1 us", "no")
    ]


@pytest.mark.parametrize(
    ("ours", "at_least", "shown"),
    [
        (1.8981, 1.9, "1.898x"),
        (1.89996, 1.9, "1.89996x"),
        (1.8949, 1.9, "1.89x"),
        (1.9, 1.9, "1.9x"),
        (1.8981, 1.89, "1.9x"),
        (299.7, 300, "299.7x"),
        (99.9996, 100, "99.9996x"),
        (1014.4, 300, "1,014x"),
    ],
)
def test_a_ratio_that_misses_its_target_is_shown_to_miss_it(
    ours: float, at_least: float, shown: str
) -> None:
    row = row_report(Row("a", "plies", OURS, PEER, "b", at_least), measured(ours), measured(1), {})
    assert report.lines([row])[1][4] == shown
    assert row["met"] == (ours >= at_least)


@pytest.mark.parametrize(
    ("seconds", "at_most", "shown"),
    [
        (250.3e-9, 250e-9, "250.3 ns"),
        (1.0004e-6, 1e-6, "1.0004 us"),
        (249.9e-9, 250e-9, "250 ns"),
        (2e-6, 1e-6, "2 us"),
    ],
)
def test_a_time_over_its_target_is_shown_to_be_over_it(
    seconds: float, at_most: float, shown: str
) -> None:
    row = Row("a", "states", OURS, at_most=at_most)
    line = report.lines([row_report(row, measured(1 / seconds, unit="states"), None, {})])[1]
    assert line[2] == shown
    assert line[7] == ("no" if seconds > at_most else "yes")


def test_an_absent_peer_is_told_with_its_reason() -> None:
    row = Row("a", "plies", OURS, PEER, "b", at_least=4)
    found = row_report(row, measured(8), None, {"peer": "no such module"})
    assert found["met"] is None
    line = report.lines([found])[1]
    assert line == ["a", "b", "8 plies/s", "absent: no such module", "-", "-", ">= 4x", "-"]


def test_samples_of_the_core_are_repetitions(tmp_path: Path) -> None:
    sample = {"iters": [2.0, 4.0], "times": [3000.0, 5000.0]}
    (tmp_path / "sample.json").write_text(json.dumps(sample))
    (tmp_path / "benchmark.json").write_text(json.dumps({"throughput": {"Elements": 100}}))
    done = Measured("mats", list(core.repetitions(tmp_path, "mats")))
    assert [once["counts"] for once in done.repetitions] == [{"mats": 200}, {"mats": 400}]
    assert done.rates() == pytest.approx([200 / 3e-6, 400 / 5e-6])
    assert not done.has_cpu_time()
    (tmp_path / "benchmark.json").write_text(json.dumps({"throughput": None}))
    assert next(core.repetitions(tmp_path, "mats"))["counts"] == {"mats": 2}


# The documentation.


@pytest.fixture
def results() -> dict[str, Any]:
    """Figures of three rows: a target met, one missed, and none."""
    rows = [
        row_report(Row(name, "plies", OURS, PEER, "peer", at_least), mine, measured(1), {})
        for name, mine, at_least in (
            ("fast", measured(40), 20),
            ("slow", measured(0.5), 2),
            ("free", measured(3), None),
        )
    ]
    return {
        "date": "2026-01-02",
        "cpu": "a processor",
        "cores": 2,
        "python": "3.11",
        "repetitions": 1,
        "seconds_per_repetition": 0.4,
        "shared_repetitions": [0, 6],
        "not_installed": {"pgx==1": "no wheel"},
        "rows": rows,
    }


def test_figures_replace_those_of_the_page(results: dict[str, Any]) -> None:
    page = f"before\n\n{report.BEGIN}\n\nold\n\n{report.END}\n\nafter\n"
    found = report.put(page, report.section(results))
    assert found.startswith(f"before\n\n{report.BEGIN}\n\n2026-01-02, a processor")
    assert found.endswith(f"\n\n{report.END}\n\nafter\n")
    assert "old" not in found
    assert "1 of 2 targets met" in found
    assert "Not installed: pgx==1: no wheel" in found
    assert "| slow | peer | 0.5 plies/s | 1 plies/s | 0.5x | 0.5 to 0.5 | >= 2x | no |" in found
    assert report.put(found, report.section(results)) == found


def test_pages_have_a_place_for_figures() -> None:
    for page in (report.PAGE, scale.PAGE):
        text = page.read_text(encoding="utf-8")
        assert "new figures" in report.put(text, "new figures")
    with pytest.raises(ValueError, match="has no lines"):
        report.put("a page without marks", "figures")


def test_the_plot_is_the_same_for_the_same_figures(results: dict[str, Any], tmp_path: Path) -> None:
    files = [tmp_path / "one.svg", tmp_path / "two.svg"]
    for file in files:
        plot(results, file)
    first, second = (file.read_bytes() for file in files)
    assert first == second
    texts = [text for text in ElementTree.fromstring(first).itertext() if text.strip()]
    for name, ratio in (("fast", "40x"), ("slow", "0.5x"), ("free", "3x")):
        assert f"{name} / peer" in texts
        assert ratio in texts


def test_growth_is_told_from_the_middle_size_to_the_largest() -> None:
    said = scale.growth("games", (1, 10, 1000), [9, 2, 150], "games")
    assert said == "games: 100 times as many games (1,000 instead of 10) take 75 times as long."
