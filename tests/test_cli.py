"""The command line: what it prints where, and how it fails."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import ludoteca as lt
import pytest
from commands import (
    COMMAND,
    COMPONENTS,
    assert_one_line,
    cobogo,
    on_terminal,
    pexpect,
    run,
    shell,
    terminal,
)
from ludoteca import kernels
from ludoteca.cli import bench_kernels, request
from support import FOLDERS

pytestmark = pytest.mark.usefixtures("plain_surroundings")


# The frame: help, versions, failures.


def test_no_command_prints_help_and_fails_as_usage() -> None:
    result = run()
    assert result.exit_code == 2
    for command in ("games", "simulate", "play", "replay", "components", "bench"):
        assert command in result.stdout


@pytest.mark.parametrize(
    "words",
    [(), ("games",), ("simulate",), ("play",), ("replay",), ("components", "check"), ("bench",)],
)
def test_every_command_has_help(words: Sequence[str]) -> None:
    result = run(*words, "--help")
    assert result.exit_code == 0
    assert "Usage" in result.stdout


def test_version() -> None:
    assert run("--version").stdout == f"ludoteca {lt.__version__}\n"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("simulat", "cobogo"), "simulat"),
        (("--bogus",), "--bogus"),
        (("simulate",), "GAME"),
        (("simulate", "cobogo", "--games", "many"), "--games"),
        (("simulate", "cobogo", "--games", "0"), "--games"),
        (("simulate", "cobogo", "--seed", "-1"), "--seed"),
        (("simulate", "cobogo", "--seed", str(2**64)), "--seed"),
        (("simulate", "chess"), "chess"),
        (("simulate", "cobogo", "--players", "5"), "K-7"),
        (("simulate", "cobogo", "--players", "2", "--agents", "random,oracle"), "oracle"),
        (("simulate", "cobogo", "--players", "2", "--agents", "random,random,random"), "3"),
        (("simulate", "cobogo", "--players", "2", "--agents", "random,,random"), "--agents"),
        (("simulate", "cobogo", "--option", "colour"), "name=value"),
        (("simulate", "cobogo", "--option", "colour=red"), "colour"),
        (("simulate", "cobogo", "--option", "players=2"), "--players"),
        (("simulate", "cobogo", "-o", "count_mode=exact", "-o", "count_mode=exact"), "twice"),
        (("simulate", "cobogo", "--option", "count_mode=most"), "count_mode"),
        (("simulate", "cobogo", "--components", "nowhere.toml"), "nowhere.toml"),
        (("simulate", "cobogo", "--out", "games.xlsx"), ".parquet"),
        (("simulate", "cobogo", "--out", "nowhere/games.csv"), "nowhere"),
        (("play", "cobogo", "--players", "2", "--seat", "2"), "0 to 1"),
        (("play", "cobogo", "--players", "2", "--agents", "you,oracle"), "oracle"),
        (("play", "cobogo", "--players", "3", "--agents", "you,random"), "3 seats"),
        (("play", "cobogo", "-p", "3", "--seat", "0", "--agents", "random,random,random"), "one"),
        (("play", "cobogo", "--record", "nowhere/game.txt"), "nowhere"),
        (("replay", "nowhere.txt"), "nowhere.txt"),
        (("components", "check", "nowhere.toml"), "nowhere.toml"),
        (("components",), "command"),
        *((("bench", "--seconds", text), "--seconds") for text in ("0", "-1", "nan")),
        *((("bench", "--seconds", text), "3600") for text in ("inf", "1e300", "3600.1")),
    ],
)
def test_usage_errors_are_one_line_and_exit_2(words: Sequence[str], says: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert says in assert_one_line(result.stderr)
    assert result.stdout == ""


def test_faults_of_ours_exit_1_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise lt.InternalError("lost count", "cobogo", 3, 4)

    monkeypatch.setattr(lt, "games", broken)
    result = run("games")
    assert result.exit_code == 1
    assert "lost count" in assert_one_line(result.stderr)


def test_unforeseen_faults_exit_1_and_say_where(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lt, "games", list)
    result = run("games")
    assert result.exit_code == 1
    assert re.search(r"AttributeError at games\.py:\d+", assert_one_line(result.stderr))


@pytest.mark.parametrize("package", ["typer", "rich"])
def test_a_missing_extra_is_named(package: str) -> None:
    code = (
        f"import sys; sys.modules['{package}'] = None\n"
        "from ludoteca.cli import main\n"
        "main(['games'])"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert result.returncode == 2
    assert "ludoteca[cli]" in assert_one_line(result.stderr)


def test_module_and_streams() -> None:
    result = shell("games", "--json")
    assert result.returncode == 0
    assert result.stderr == ""
    assert json.loads(result.stdout) == json.loads(json.dumps(lt.games()))


def test_a_closed_pipe_is_no_fault() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        result = subprocess.run([*COMMAND, "games"], stdout=writer, stderr=subprocess.PIPE)
    finally:
        os.close(writer)
    assert result.returncode == 1
    assert result.stderr == b""


# games


def test_games_lists_every_option_with_its_rule() -> None:
    result = run("games")
    assert result.exit_code == 0
    for name, entry in lt.games().items():
        assert f"{name}: {entry['title']}" in result.stdout
        part = result.stdout[result.stdout.index(f"{name}: {entry['title']}") :]
        assert part.partition("\n")[0].endswith(" (yardstick)") == entry["yardstick"]
        for option in entry["options"]:
            row = re.search(rf"^\s*{option['name']} .*$", part, re.MULTILINE)
            assert row is not None
            assert option["rule"] in row[0]
            assert option["help"] in row[0]


# Options on the command line


@pytest.mark.parametrize(
    ("pair", "value"),
    [
        ("count_mode=at_least", "at_least"),
        ("special_exclusive=true", True),
        ("first_player=1", 1),
        ("first_player=random", "random"),
        ("expansions=vidracaria", ["vidracaria"]),
        ("expansions=vidracaria,janelao", ["vidracaria", "janelao"]),
        ('expansions=["clientes"]', ["clientes"]),
        ("expansions=", []),
        ("window_pattern=W1", "W1"),
        ("count-mode=exact", "exact"),
        ("count_mode=NaN", "NaN"),
    ],
)
def test_option_values(pair: str, value: Any) -> None:
    name = pair.partition("=")[0].replace("-", "_")
    assert request.parse_options([pair], request.defaults("cobogo")) == {name: value}


def test_options_reach_the_engine() -> None:
    result = run(
        *("simulate", "cobogo", "-n", "3", "-p", "2", "--json"),
        *("-o", "count_mode=at_least", "-o", "first_player=1"),
    )
    options = json.loads(result.stdout)["options"]
    assert options["count_mode"] == "at_least"
    assert options["first_player"] == 1


def test_one_word_is_a_list_on_the_command_line_and_in_python() -> None:
    words = ("simulate", "cobogo", "-n", "1", "--json", "-o", "expansions=janelao")
    told = json.loads(run(*words).stdout)["options"]["expansions"]
    assert told == lt.game("cobogo", players=1, expansions="janelao").options["expansions"]
    assert told == ["janelao"]


# simulate


def test_simulate_prints_a_row_a_seat() -> None:
    result = run("simulate", "cobogo", "--games", "50", "--agents", "random,greedy", "--seed", "3")
    assert result.exit_code == 0
    expected = lt.game("cobogo", players=2).simulate(50, agents=["random", "greedy"], seed=3)
    for seat, agent in enumerate(("random", "greedy")):
        wins = int(expected.winners[:, seat].sum())
        assert re.search(rf"^\s*{seat}\s+{agent}\s+{wins}\s", result.stdout, re.MULTILINE)
    for reason, number in expected.summary()["reasons"].items():
        assert (f"{reason}: {number} (" in result.stdout) is (number > 0)
    assert "\x1b" not in result.stdout
    assert result.stderr == ""


def test_simulate_as_json_is_the_summary() -> None:
    result = run("simulate", "cobogo", "-n", "40", "-p", "3", "-s", "11", "-t", "1", "--json")
    assert result.exit_code == 0
    summary = json.loads(result.stdout)
    expected = lt.game("cobogo", players=3).simulate(40, seed=11).summary()
    for key in ("games", "plies_mean", "win_rate", "scores_mean", "reasons", "levels"):
        assert summary[key] == expected[key]
    assert summary["agents"] == ["random"] * 3
    assert summary["seed"] == 11
    assert summary["interrupted"] is False
    assert summary["components"]["digest"]


def test_intervals_come_from_scipy_or_not_at_all() -> None:
    from ludoteca.cli.simulate import win_intervals

    results = lt.game("cobogo", players=2).simulate(60, agents="greedy", seed=1)
    intervals = win_intervals(results)
    if find_spec("scipy") is None:
        assert intervals is None
        return
    assert intervals is not None
    for (low, high), rate in zip(intervals, results.summary()["win_rate"], strict=True):
        assert 0 <= low <= rate <= high <= 1
        assert low < high


def test_simulate_writes_each_format(tmp_path: Path) -> None:
    csv, ipc, parquet = (import_module(f"pyarrow.{name}") for name in ("csv", "ipc", "parquet"))
    expected = lt.game("cobogo", players=2).simulate(20, seed=5)
    for suffix in ("parquet", "arrow", "csv", "json"):
        file = tmp_path / f"games.{suffix}"
        result = run("simulate", "cobogo", "-n", "20", "-p", "2", "-s", "5", "--out", str(file))
        assert result.exit_code == 0, result.stderr
        assert str(file) in assert_one_line(result.stderr)
    tables = [
        parquet.read_table(tmp_path / "games.parquet"),
        ipc.open_file((tmp_path / "games.arrow").read_bytes()).read_all(),
    ]
    for table in tables:
        assert table.equals(expected.to_arrow())
    flat = csv.read_csv(tmp_path / "games.csv")
    assert flat.column("plies").to_pylist() == expected.plies.tolist()
    for seat in range(2):
        assert flat.column(f"score_{seat}").to_pylist() == expected.scores[:, seat].tolist()
    data = json.loads((tmp_path / "games.json").read_text(encoding="utf-8"))
    assert data["summary"]["games"] == 20
    assert data["reason"] == expected.reason.tolist()
    assert data["game"] == list(range(20))
    assert data["winners"] == expected.winners.tolist()


def test_csv_without_pyarrow_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    result = run("simulate", "cobogo", "-n", "5", "--out", str(tmp_path / "games.csv"))
    assert result.exit_code == 2
    assert "ludoteca[arrow]" in assert_one_line(result.stderr)
    assert run("simulate", "cobogo", "-n", "5", "--out", str(tmp_path / "a.json")).exit_code == 0


def test_ctrl_c_in_simulate_keeps_the_finished_games(tmp_path: Path) -> None:
    file = tmp_path / "games.json"
    words = ("simulate", "cobogo", "-p", "2", "-a", "greedy", "-n", "1000000", "--out", str(file))
    # The bar goes to a terminal of its own while results go to a pipe; it also says when to stop.
    ours, theirs = os.openpty()
    with subprocess.Popen(
        [*COMMAND, *words, "--json"], stdout=subprocess.PIPE, stderr=theirs
    ) as process:
        os.close(theirs)
        progress = b""
        while not re.search(rb"[1-9]\d*/1000000", progress):
            progress += os.read(ours, 4096)
        asked = time.monotonic()
        process.send_signal(signal.SIGINT)
        assert process.stdout is not None
        stdout = process.stdout.read()
        seconds = time.monotonic() - asked
        code = process.wait(timeout=60)
    progress += os.read(ours, 65536)
    os.close(ours)
    assert code == 130, progress
    summary = json.loads(stdout)
    assert summary["interrupted"] is True
    assert 0 <= summary["games"] < 1000000
    assert len(json.loads(file.read_text(encoding="utf-8"))["plies"]) == summary["games"]
    assert b"Traceback" not in progress
    assert progress.split()[-2:] == [b"ludoteca:", b"interrupted"]
    assert seconds < 10


@on_terminal
def test_a_terminal_gets_a_bar_and_ctrl_c_leaves_it() -> None:
    child = terminal("simulate", "cobogo", "-p", "2", "-a", "greedy", "-n", "1000000")
    child.expect(r"[1-9]\d*/1000000")
    child.sendintr()
    child.expect("ludoteca: interrupted")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130


def test_progress_without_a_terminal_is_a_line_now_and_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from ludoteca.cli import simulate

    monkeypatch.setattr(simulate, "SECONDS_BETWEEN_LINES", 0.0)
    result = run("simulate", "cobogo", "-n", "200", "-p", "2")
    assert result.exit_code == 0
    assert "of 200 games" in result.stderr


@pytest.mark.parametrize("mode", ["base", "simplified", "duel", "challenging"])
def test_a_mode_changes_the_game(mode: str) -> None:
    words = ("simulate", "athos", "-p", "2", "-n", "5", "--json", "-o", f"mode={mode}")
    told = json.loads(run(*words).stdout)
    expected = lt.game("athos", players=2, mode=mode).simulate(5, seed=0).summary()
    assert told["options"]["mode"] == mode
    assert told["scores_mean"] == expected["scores_mean"]


def test_a_mode_for_other_players_exits_2() -> None:
    result = run("simulate", "athos", "-n", "1", "-o", "mode=duel")
    assert result.exit_code == 2
    assert_one_line(result.stderr)
    assert "V-1" in result.stderr


# replay


def record_of(tmp_path: Path, plies: int, players: int = 2) -> tuple[Path, lt.State]:
    """A record of the first `plies` plies, and the position they lead to."""
    state = cobogo(players=players)
    while state.ply < plies and not state.is_over:
        state = state.apply(state.legal_actions[-1])
    file = tmp_path / "game.txt"
    file.write_text(state.record(), encoding="utf-8")
    return file, state


def test_replay_prints_the_final_table_and_the_outcome(tmp_path: Path) -> None:
    file, state = record_of(tmp_path, 100)
    result = run("replay", str(file))
    assert result.exit_code == 0, result.stderr
    assert str(state).strip() in result.stdout
    assert f"over after {state.ply} plies" in result.stdout


def test_replay_of_a_running_game_for_one_seat(tmp_path: Path) -> None:
    file, state = record_of(tmp_path, 5)
    result = run("replay", str(file), "--seat", "1")
    assert result.exit_code == 0
    assert state.draw_for(1).strip() in result.stdout
    assert str(state).strip() not in result.stdout
    assert "not over: 5 plies so far" in result.stdout
    file, _ = record_of(tmp_path, 1)
    assert "not over: 1 ply so far" in run("replay", str(file)).stdout


def test_replay_in_steps_draws_every_position(tmp_path: Path) -> None:
    file, final = record_of(tmp_path, 4)
    result = run("replay", str(file), "--step", "--seat", "0")
    assert result.exit_code == 0
    rest = result.stdout
    state = cobogo(players=2)
    for _ in range(final.ply):
        before, found, rest = rest.partition(state.draw_for(0).strip())
        assert found, before
        state = state.apply(state.legal_actions[-1])
    assert state.draw_for(0).strip() in rest
    # Set-up and turns are told as the seat saw them.
    told = [line for line in result.stdout.splitlines() if re.match(r"(set-up|seat \d): ", line)]
    assert len(told) == final.ply + 1
    assert "; ".join(line.partition(": ")[2] for line in told) == "; ".join(final.history_for(0))
    whole = run("replay", str(file), "--step").stdout
    assert all(str(action) in whole for action in final.history)


@pytest.mark.parametrize("seat", [(), ("--seat", "0")], ids=["whole", "seat"])
@pytest.mark.parametrize("plies", [0, 2])
def test_replay_in_steps_has_no_word_for_a_set_up_without_events(
    tmp_path: Path, plies: int, seat: Sequence[str]
) -> None:
    state = start = lt.game("connect_four").start(seed=1)
    for _ in range(plies):
        state = state.apply(state.legal_actions[0])
    file = tmp_path / "game.txt"
    file.write_text(state.record(), encoding="utf-8")
    result = run("replay", str(file), "--step", *seat)
    drawn = start.draw_for(0) if seat else str(start)
    assert result.stdout.startswith(drawn.strip())
    told = [line for line in result.stdout.splitlines() if ": " in line and "so far" not in line]
    assert told == ["seat 0: drop 0", "seat 1: drop 0"][:plies]


@pytest.mark.parametrize("text", ["", "\n", "hello\n", "{}\n", "\x00\x01"])
def test_replay_of_something_else_exits_2(tmp_path: Path, text: str) -> None:
    file = tmp_path / "other.txt"
    file.write_text(text, encoding="utf-8")
    result = run("replay", str(file))
    assert result.exit_code == 2
    assert_one_line(result.stderr)


def test_replay_refuses_a_seat_that_is_not_there(tmp_path: Path) -> None:
    file, _ = record_of(tmp_path, 2)
    result = run("replay", str(file), "--seat", "2")
    assert result.exit_code == 2
    assert "0 to 1" in assert_one_line(result.stderr)


def test_replay_of_an_illegal_action_exits_2(tmp_path: Path) -> None:
    file, state = record_of(tmp_path, 3)
    last = str(next(action for action in reversed(state.history) if not action.is_chance))
    text = file.read_text(encoding="utf-8")
    assert last in text
    file.write_text(text.replace(last, "place 0 rot 0 at 40,40"), encoding="utf-8")
    result = run("replay", str(file))
    assert result.exit_code == 2
    assert_one_line(result.stderr)


def test_replay_of_bytes_that_are_no_text_exits_2(tmp_path: Path) -> None:
    file = tmp_path / "other.txt"
    file.write_bytes(b"\xff\xfe\x00")
    result = run("replay", str(file))
    assert result.exit_code == 2
    assert_one_line(result.stderr)


# components check


@pytest.mark.parametrize("file", COMPONENTS, ids=lambda file: file.name)
def test_components_that_are_sound(file: Path) -> None:
    result = run("components", "check", str(file))
    assert result.exit_code == 0, result.stderr
    digest = lt.game("cobogo", players=1, components=file).components["digest"]
    assert digest in result.stdout


@pytest.mark.parametrize("game", lt.games())
def test_the_default_set_of_every_game_is_sound(game: str) -> None:
    file = FOLDERS[game] / "data/default-v1.toml"
    result = run("components", "check", "--game", game, str(file))
    assert result.exit_code == 0, result.stderr
    fewest = lt.games()[game]["players"][0]
    assert lt.game(game, players=fewest).components["digest"] in result.stdout


def test_components_that_are_not_get_a_line_a_problem(tmp_path: Path) -> None:
    assert COMPONENTS
    file = tmp_path / "mine.toml"
    text = COMPONENTS[0].read_text(encoding="utf-8")
    file.write_text(text.replace("edition", "editoin", 1), encoding="utf-8")
    with pytest.raises(lt.ComponentError) as caught:
        lt.game("cobogo", players=1, components=file)
    result = run("components", "check", str(file))
    assert result.exit_code == 2
    assert result.stdout == ""
    lines = result.stderr.splitlines()
    assert len(lines) == len(caught.value.problems)
    for line, problem in zip(lines, caught.value.problems, strict=True):
        assert line.startswith(f"{file}:{problem.line}:{problem.column}: " if problem.line else "")
        assert problem.key in line
        assert problem.rule in line


def test_components_with_broken_toml_say_where(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('name = "mine"\nedition = [\n', encoding="utf-8")
    result = run("components", "check", str(file))
    assert result.exit_code == 2
    assert re.match(rf"{re.escape(str(file))}:\d+:\d+: ", result.stderr)


# bench


def test_bench_times_every_game_and_kernel() -> None:
    result = run("bench", "--seconds", "0.001", "--threads", "2", "--json")
    assert result.exit_code == 0, result.stderr
    timings = json.loads(result.stdout)
    for game in lt.games():
        lines = [timing for timing in timings if timing["what"].startswith(f"{game}, ")]
        done = [(line["what"].rpartition(": ")[2], line["threads"]) for line in lines]
        assert sorted(done) == [
            ("determinize", 1),
            ("random games", 1),
            ("random games", 2),
            ("state_from_json", 1),
            ("to_json", 1),
            ("vector_env of 1,024", 1),
            ("vector_env of 1,024", 2),
        ]
    names = [timing["what"].partition(",")[0] for timing in timings if timing["unit"] != "states"]
    timed = {"pattern_count", "placements", "label_groups", "lay", "word_plays"}
    assert timed <= set(names)
    assert all(timing["per_second"] > 0 for timing in timings)


def test_bench_asks_kernels_for_something_that_can_be_found() -> None:
    mural, grid = bench_kernels.drawn_mural(), bench_kernels.spelled_grid()
    assert len(kernels.lay(mural, *bench_kernels.LAID, bench_kernels.NEW_PATTERN)) > 1
    words, placed = bench_kernels.WORDS, bench_kernels.PLACED
    assert kernels.word_plays(grid, words, bench_kernels.RESERVE, placed=placed)


def test_bench_prints_a_table() -> None:
    result = run("bench", "--seconds", "0.01")
    assert result.exit_code == 0
    assert "games/s" in result.stdout
    assert "grids/s" in result.stdout


def test_replay_and_play_do_not_tell_that_somebody_had_a_choice(tmp_path: Path) -> None:
    """B-56: that a giver had a choice is told by no line and by no table."""
    state = lt.game("bogoss", players=3).start(seed=0)
    for text in ("ask 1 L", "give bL", "ask 0 A"):
        state = state.apply(text)
    assert state.actor == 0  # Seat 0 has to choose what it gives.
    file = tmp_path / "game.txt"
    file.write_text(state.record(), encoding="utf-8")
    result = run("replay", str(file), "--step", "--seat", "2")
    told = [line for line in result.stdout.splitlines() if re.match("(seat [012]|set-up):", line)]
    assert [line.split(":")[0] for line in told] == ["set-up", "seat 0"]
    # Nor does the game at a terminal: no line without an event.
    game = run(
        *("play", "bogoss", "-p", "3", "--seat", "0", "--seed", "7"), typed="ask 1 L\n#1\nquit\n"
    )
    lines = [line for line in game.stdout.splitlines() if re.match(r"seat \d", line)]
    assert len(lines) > 6
    assert not any(line.rstrip().endswith(":") for line in lines)
