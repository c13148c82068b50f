"""What the scripts of the benchmarks are given: wrong numbers and files are refused in one line."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import given
import plot
import pytest
import report
import table
from measured import Measured, row_report
from peers import worker
from rows import ROWS, Row, Side

WRONG_SECONDS = ("0", "-1", "-0.5", "nan", "inf", "1e300", "3600.1", "0.0009", "soon", "")


@pytest.fixture
def results() -> dict[str, Any]:
    """What `table.py` writes, of one row with a peer and one without."""
    unit = {"plies": 4}
    some = Measured("plies", [{"seconds": 1, "cpu": 1, "counts": unit}])
    row = Row("a row", "plies", Side("ours", "case"), Side("peers.other", "case"), "peer", 2)
    return {
        **table.machine(),
        "repetitions": 1,
        "seconds_per_repetition": 0.4,
        "shared_repetitions": [0, 2],
        "not_installed": {},
        "rows": [row_report(row, some, some, {}), row_report(ROWS[0], None, None, {"ours": "no"})],
    }


# Arguments.


@pytest.mark.parametrize(
    "words",
    [
        *(("--repetitions", text) for text in ("0", "-1", "1.5", "nan", "10001", "many", "")),
        *(("--seconds", text) for text in WRONG_SECONDS),
        ("--json", "nowhere/latest.json"),
        ("--json", "."),
        ("--json", ""),
        ("--json", "a file/latest.json"),
        ("--json", "long" * 1000),
        ("--rows", "nosuch"),
    ],
)
def test_the_table_refuses_what_it_can_not_use(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    words: Sequence[str],
) -> None:
    (tmp_path / "a file").touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(report, "RESULTS", tmp_path / "results" / "latest.json")
    monkeypatch.setattr(table, "Bench", None)
    monkeypatch.setattr("sys.argv", ["table.py", *words])
    with pytest.raises(SystemExit) as left:
        table.main()
    assert left.value.code == 2
    last = capsys.readouterr().err.splitlines()[-1]
    assert last.startswith("table.py: error: ")
    assert words[0] in last or words[1] in last
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize(
    ("words", "seconds", "repetitions"),
    [
        ((), 0.4, 15),
        (("--quick",), 0.15, 3),
        (("--quick", "--seconds", "0.001", "--repetitions", "1"), 0.001, 1),
        (("--seconds", "3600", "--repetitions", "10000"), 3600, 10_000),
    ],
)
def test_the_table_takes_what_it_can_use(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    words: Sequence[str],
    seconds: float,
    repetitions: int,
) -> None:
    monkeypatch.setattr(report, "RESULTS", tmp_path / "results" / "latest.json")
    monkeypatch.setattr("sys.argv", ["table.py", *words])
    options, rows = table.arguments()
    assert (options.seconds, options.repetitions) == (seconds, repetitions)
    assert options.json == report.RESULTS
    assert list(report.RESULTS.parent.iterdir()) == []
    assert rows == list(ROWS)


def test_a_target_keeps_what_it_has(tmp_path: Path) -> None:
    file = tmp_path / "latest.json"
    file.write_text("earlier")
    assert given.target(str(file)) == file
    assert file.read_text() == "earlier"


@pytest.mark.parametrize("text", WRONG_SECONDS)
def test_a_measured_script_refuses_a_length_that_is_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    monkeypatch.setattr("sys.argv", ["ours.py", "case", "--seconds", text])
    with pytest.raises(SystemExit) as left:
        worker.main({"case": lambda: lambda size: dict}, [])
    assert left.value.code == 2
    assert "--seconds" in capsys.readouterr().err


def test_a_plot_has_to_have_a_place(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for place in (tmp_path, tmp_path / "nowhere" / "a.svg"):
        monkeypatch.setattr("sys.argv", ["plot.py", str(place)])
        with pytest.raises(SystemExit) as left:
            plot.main()
        assert left.value.code == 2
        assert str(place) in capsys.readouterr().err


# Files.


BAD_FILES: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "no JSON"),
    "other": (b"hello", "no JSON"),
    "no text": (b"\xff\xfe", "no JSON"),
    "deep": (b"[" * 100_000, "no JSON"),
    "digits": (b"1" * 5000, "no JSON"),
    "nothing": (b"null", "the file is null, not an object"),
    "object": (b"{}", "the file has no 'date'"),
    "list": (b"[1]", "the file is [1], not an object"),
}


@pytest.fixture(params=["report.py", "report.py --docs", "plot.py"])
def shows(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Callable[[Path], int]:
    """Shows a file of results, in each of the ways that there are."""
    script, *words = request.param.split()
    monkeypatch.setattr(report, "PAGE", tmp_path / "page.md")
    report.PAGE.write_text(f"{report.BEGIN}\n\nold\n\n{report.END}\n")
    main = report.main
    if script == "plot.py":
        main, words = plot.main, [str(tmp_path / "page.svg")]

    def show(file: Path) -> int:
        monkeypatch.setattr("sys.argv", [script, *words, "--json", str(file)])
        return main()

    return show


def assert_refused(captured: tuple[str, str], file: Path, says: str) -> None:
    """One line that names the file and the fault, and nothing shown or drawn."""
    out, err = captured
    assert out == ""
    assert len(err.splitlines()) == 1
    assert str(file) in err
    assert says in err
    assert "old" in report.PAGE.read_text()
    assert not report.PAGE.with_suffix(".svg").exists()


@pytest.mark.parametrize(("content", "says"), BAD_FILES.values(), ids=BAD_FILES.keys())
def test_files_that_are_no_results_are_refused(
    shows: Callable[[Path], int],
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    content: bytes,
    says: str,
) -> None:
    file = tmp_path / "latest.json"
    file.write_bytes(content)
    assert shows(file) == 1
    assert_refused(capsys.readouterr(), file, says)


def test_a_missing_file_is_refused_and_a_folder(
    shows: Callable[[Path], int], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "latest.json"
    assert shows(file) == 1
    assert_refused(capsys.readouterr(), file, "run make bench first")
    assert shows(tmp_path) == 1
    assert_refused(capsys.readouterr(), tmp_path, "directory")


def test_results_are_named_from_the_root_of_the_project() -> None:
    assert given.shown(report.RESULTS) == "benches/results/latest.json"


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        ("cores", 0, "cores is 0"),
        ("cores", True, "cores is true"),
        ("date", None, "date is null"),
        ("seconds_per_repetition", float("nan"), "seconds_per_repetition is NaN"),
        ("shared_repetitions", [1], "shared_repetitions is [1]"),
        ("shared_repetitions", [1, -1], "shared_repetitions is [1, -1]"),
        ("not_installed", [], "not_installed is []"),
        ("not_installed", {"pgx": 1}, "not_installed.pgx is 1"),
        ("rows", {}, "rows is {}"),
        ("rows", [1], "rows[0] is 1"),
        ("rows.0.ratio", -1, "rows[0].ratio is -1"),
        ("rows.0.ratio", 10**400, "rows[0].ratio is 1"),
        ("rows.0.spread", None, "rows[0] has a ratio and no spread"),
        ("rows.0.spread", [1], "rows[0].spread is [1]"),
        ("rows.0.ours.median_per_second", {"games": 1}, "rows[0] has no rate of its unit, plies"),
        ("rows.0.ours.spread_per_second", [0, 1], "rows[0].ours.spread_per_second is [0, 1]"),
        ("rows.1.absent", {"ours": None}, "rows[1].absent.ours is null"),
    ],
)
def test_results_with_a_fault_are_refused_with_its_place(
    shows: Callable[[Path], int],
    results: dict[str, Any],
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    path: str,
    value: object,
    says: str,
) -> None:
    *way, last = path.split(".")
    part: Any = results
    for key in way:
        part = part[int(key) if key.isdigit() else key]
    part[last] = value
    file = tmp_path / "latest.json"
    file.write_text(json.dumps(results))
    assert shows(file) == 1
    assert_refused(capsys.readouterr(), file, says)


def test_every_key_of_the_results_is_missed(results: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "latest.json"
    file.write_text(json.dumps(results))
    assert report.read(file) == results
    for whole, keys in ((results, report.SHAPE), (results["rows"][0], report.ROW)):
        for key in keys:
            value = whole.pop(key)
            file.write_text(json.dumps(results))
            with pytest.raises(given.Unusable, match=f"has no '{key}'"):
                report.read(file)
            whole[key] = value


def test_results_are_shown(
    shows: Callable[[Path], int], results: dict[str, Any], tmp_path: Path
) -> None:
    file = tmp_path / "latest.json"
    file.write_text(json.dumps(results))
    assert shows(file) == 0


def test_without_a_ratio_there_is_nothing_to_draw(
    results: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    file, drawing = tmp_path / "latest.json", tmp_path / "a.svg"
    file.write_text(json.dumps({**results, "rows": results["rows"][1:]}))
    monkeypatch.setattr("sys.argv", ["plot.py", str(drawing), "--json", str(file)])
    assert plot.main() == 1
    assert f"nothing to draw in {drawing}" in capsys.readouterr().err
    assert not drawing.exists()


def test_the_table_reads_what_is_not_installed_before_it_measures(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(report, "RESULTS", tmp_path / "results" / "latest.json")
    absent = tmp_path / "absent.json"
    monkeypatch.setattr(table, "ABSENT", absent)
    assert table.not_installed() == {}
    absent.write_text('{"pgx==1": "no wheel"}')
    assert table.not_installed() == {"pgx==1": "no wheel"}
    absent.write_text("[]")
    monkeypatch.setattr(table.Bench, "prepare", None)
    monkeypatch.setattr("sys.argv", ["table.py", "--json", str(tmp_path / "latest.json")])
    assert table.main() == 1
    assert str(absent) in capsys.readouterr().err
