"""The command line: what it prints where, how it fails, and how people play at a terminal."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import ludoteca as lt
import pytest
from ludoteca.cli import request, session
from ludoteca.cli.app import app
from ludoteca.cli.entry import EntryError, Menu
from ludoteca.cli.paint import paint
from typer.testing import CliRunner, Result

# It has no types.
pexpect: Any = import_module("pexpect")

COMMAND = [sys.executable, "-m", "ludoteca"]
COMPONENTS = sorted(Path(__file__).parent.parent.glob("rust/games/cobogo/data/*.toml"))
CLEAR = "\x1b[3J"

# A terminal for the child is made by forking, which newer Pythons warn of once threads run.
on_terminal = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")


@pytest.fixture(autouse=True)
def plain_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keeps what the outside world says of widths and colours away."""
    for name in ("COLUMNS", "NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)


def run(*words: str, typed: str | None = None) -> Result:
    """Runs a command in this process; the result has exit_code, stdout and stderr."""
    return CliRunner().invoke(app, list(words), input=typed, prog_name="ludoteca")


def shell(*words: str, **settings: Any) -> subprocess.CompletedProcess[str]:
    """Runs a command as a process of its own, with pipes for all three streams."""
    settings.setdefault("input", "")
    return subprocess.run(
        [*COMMAND, *words],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        **settings,
    )


def terminal(*words: str, environment: Mapping[str, str] | None = None) -> Any:
    """Runs a command at a terminal of 120 columns."""
    settings = {**os.environ, "TERM": "xterm-256color", **(environment or {})}
    return pexpect.spawn(
        COMMAND[0],
        [*COMMAND[1:], *words],
        encoding="utf-8",
        timeout=60,
        dimensions=(50, 120),
        env=settings,
    )


def assert_one_line(text: str) -> str:
    """The line, if it is one and speaks of no traceback."""
    lines = text.splitlines()
    assert len(lines) == 1, text
    assert lines[0].startswith("ludoteca: ")
    assert "Traceback" not in lines[0]
    return lines[0]


def cobogo(players: int = 1, seed: int = 7, **options: Any) -> lt.State:
    """The position that `play` begins with."""
    return lt.game("cobogo", players=players, **options).start(seed=seed)


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
        (("bench", "--seconds", "0"), "--seconds"),
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


# What a person types


MENU = Menu(["place 0 rot 0 at 0,0", "place 0 rot 1 at -1,3", "place 1 rot 1 at -1,3"])


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("0 1 -1 3", "place 0 rot 1 at -1,3"),
        ("0 1 -1,3", "place 0 rot 1 at -1,3"),
        ("1 3 -20 4", "place 1 rot 3 at -20,4"),
        ("3", "place 1 rot 1 at -1,3"),
        ("#2", "place 0 rot 1 at -1,3"),
        ("place 9 rot 9 at 9,9", "place 9 rot 9 at 9,9"),
        ("nonsense", "nonsense"),
    ],
)
def test_shorthand(typed: str, text: str) -> None:
    assert MENU.expand(typed) == text


@pytest.mark.parametrize("typed", ["0 1 2", "4", "0", "#0", "#4", "#", "#x", "1 2 3 4 5"])
def test_shorthand_that_is_none(typed: str) -> None:
    with pytest.raises(EntryError):
        MENU.expand(typed)


def test_a_single_number_is_an_action_where_actions_have_one() -> None:
    menu = Menu(["give 4", "give 7"])
    assert menu.expand("7") == "give 7"
    assert menu.expand("#1") == "give 4"


def test_the_list_narrows_by_first_numbers() -> None:
    assert [number for number, _ in MENU.listed("0")] == [1, 2]
    assert [number for number, _ in MENU.listed("1, 1")] == [3]
    assert [number for number, _ in MENU.listed("")] == [1, 2, 3]


def test_the_list_narrows_by_first_words() -> None:
    menu = Menu(["lay Aa1 2,3", "lay Ab1 2,3", "take Aa", "pass"])
    assert [number for number, _ in menu.listed("lay")] == [1, 2]
    assert [number for number, _ in menu.listed("lay Ab1")] == [2]
    assert menu.listed("swap") == []


# play


def test_a_whole_solo_game_from_a_pipe(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    words = ("play", "cobogo", "--seed", "7", "--record", str(file))
    result = shell(*words, input="#1\n" * 40)
    assert result.returncode == 0, result.stderr
    assert result.stderr == ""
    assert "\x1b" not in result.stdout
    state = cobogo()
    while not state.is_over:
        state = state.apply(state.legal_actions[0])
    assert state.outcome is not None
    assert f"over after {state.ply} plies: {state.outcome.reason}" in result.stdout
    assert file.read_text(encoding="utf-8") == state.record()


def test_play_shows_what_the_seat_may_see() -> None:
    result = run("play", "cobogo", "--seed", "7", typed="quit\n")
    assert result.exit_code == 0
    assert cobogo().draw_for(0).strip() in result.stdout
    assert "left before the end" in result.stdout


def test_every_way_to_name_an_action_plays_it(tmp_path: Path) -> None:
    state = cobogo()
    state = state.apply(state.legal_actions[1])
    action = str(state.legal_actions[5])
    played = state.apply(action).record()
    for number, typed in enumerate((action, " ".join(Menu.numbers(action)), "#6", "6")):
        file = tmp_path / f"{number}.txt"
        result = run("play", "cobogo", "--seed", "7", typed=f"#2\n{typed}\nsave {file}\nquit\n")
        assert result.exit_code == 0
        assert file.read_text(encoding="utf-8") == played, typed


def test_illegal_input_gets_the_rule_and_another_try() -> None:
    state = cobogo()
    state = state.apply(state.legal_actions[0])
    explanation = state.explain("place 0 rot 0 at 50,50")
    assert explanation.rule is not None
    result = run(
        *("play", "cobogo", "--seed", "7"),
        typed="#1\n0 0 50 50\nhint 0 0 50 50\nhint #1\nplace 0 rot 9 at 0,0\nfly\n1 2\nquit\n",
    )
    assert result.exit_code == 0
    answers = re.split(r"^seat 0> .*\n", result.stdout, flags=re.MULTILINE)[2:]
    refusal, hint, legal, bad_turn, nonsense, two_numbers, leaving = answers
    assert explanation.rule in refusal
    assert explanation.rule in hint
    assert explanation.reason in hint
    assert f"{state.legal_actions[0]}: legal" in legal
    assert bad_turn.strip()
    assert "help, show" in nonsense
    assert "place . rot . at .,." in two_numbers
    assert "left" in leaving


def test_undo_in_solo_play_goes_back_to_the_deal() -> None:
    result = run("play", "cobogo", "--seed", "7", typed="#1\n#3\nundo\nundo\nundo\n#1\nquit\n")
    assert result.exit_code == 0
    tables = re.split(r"^seat 0> .*\n", result.stdout, flags=re.MULTILINE)
    deal, first, _second, back, deal_again, nothing, first_again, _left = tables
    assert back == first
    assert deal_again.strip() == deal.partition("\n")[2].strip()
    assert nothing.strip() == "nothing to undo"
    assert first_again == first


def test_undo_is_refused_where_others_play() -> None:
    result = run(
        "play", "cobogo", "--agents", "you,random", "--seed", "7", typed="#1\nundo\nquit\n"
    )
    assert "plays alone" in result.stdout


def test_help_offers_numbers_alone_only_where_they_say_it_all() -> None:
    typed = "help\nquit\n"
    assert "numbers alone" in run("play", "cobogo", "--seed", "7", typed=typed).stdout
    asked = run("play", "bogoss", "--players", "3", "--seed", "7", typed="\n" + typed).stdout
    assert "or #N" in asked
    assert "numbers alone" not in asked


def test_list_pages_and_help() -> None:
    state = cobogo()
    state = state.apply(state.legal_actions[0])
    result = run(
        "play", "cobogo", "--seed", "7", typed="more\n#1\nlist\nmore\nlist 1 3\nhelp\nshow\nquit\n"
    )
    assert result.exit_code == 0
    empty, _, page, more, narrowed, text, table, _ = re.split(
        r"^seat 0> .*\n", result.stdout, flags=re.MULTILINE
    )[1:]
    listed = dict(re.findall(r"(\d+)  (place \d rot \d at -?\d+,-?\d+)", page + more))
    texts = [str(action) for action in state.legal_actions]
    assert empty.strip() == "nothing to list: list alone has all actions"
    assert len(listed) > 40
    assert all(texts[int(number) - 1] == action for number, action in listed.items())
    assert sorted(map(int, listed)) == list(range(1, len(listed) + 1))
    assert all(
        action.startswith("place 1 rot 3") for action in re.findall(r"place.*?\d,", narrowed)
    )
    assert "undo" in text
    assert state.draw_for(0).strip() in table


def test_hint_asks_an_agent() -> None:
    result = run("play", "cobogo", "--seed", "7", typed="hint\nquit\n")
    answer = re.search(r"^(\w+): (place .*)$", result.stdout, re.MULTILINE)
    assert answer is not None
    assert answer[1] in cobogo().game.agents
    assert cobogo().explain(answer[2]).is_legal


def test_people_and_agents_share_a_table(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    result = run(
        *("play", "cobogo", "--players", "3", "--seat", "1", "--agents", "random"),
        *("--seed", "9", "--record", str(file)),
        typed="#1\n" * 20,
    )
    assert result.exit_code == 0, result.stderr
    assert "press Enter" not in result.stdout
    assert "seat 0 (random): place" in result.stdout
    assert "seat 2 (random): place" in result.stdout
    again = lt.replay(file.read_text(encoding="utf-8"))
    assert again.is_over
    assert f"over after {again.ply} plies" in result.stdout


def test_a_table_shows_other_seats_only_what_they_may_know() -> None:
    result = run(
        "play", "cobogo", "--agents", "you,random", "--seed", "9", typed="#1\n#1\n#1\nquit\n"
    )
    state = cobogo(players=2, seed=9)
    secret = state.view(1)["hand"]
    assert cobogo(players=2, seed=9).draw_for(0).strip() in result.stdout
    first = result.stdout.split("seat 0> ")[0]
    for brick in set(secret) - set(state.view(0)["hand"]):
        assert brick not in first


def test_agents_alone_are_watched() -> None:
    result = run("play", "cobogo", "--agents", "random,random", "--seed", "2", typed="")
    assert result.exit_code == 0
    assert result.stdout.count("(random): place") == int(
        re.findall(r"over after (\d+) plies", result.stdout)[0]
    )


def test_hot_seat_asks_before_it_shows_a_hand() -> None:
    result = run(
        "play", "cobogo", "--players", "2", "--seed", "7", typed="\n#1\n\n#1\n\nshow\nquit\n"
    )
    assert result.exit_code == 0
    before, zero, one, rest = re.split(r"^.*press Enter.*\n", result.stdout, flags=re.MULTILINE)
    state = cobogo(players=2)
    assert state.draw_for(0).strip() not in before
    assert state.draw_for(0).strip() in zero
    state = state.apply(state.legal_actions[0])
    assert state.draw_for(1).strip() in one
    assert state.draw_for(0).strip() not in one
    state = state.apply(state.legal_actions[0])
    assert rest.count(state.draw_for(0).strip()) == 2


def test_the_news_leaves_out_what_a_seat_may_not_know() -> None:
    result = run("play", "cobogo", "--players", "2", "--seed", "7", typed="\n#1\n\n#1\n\nquit\n")
    one, zero = re.split(r"^.*press Enter.*\n", result.stdout, flags=re.MULTILINE)[2:]
    state = cobogo(players=2)
    for _ in range(2):
        state = state.apply(state.legal_actions[0])
    texts = [str(action) for action in state.history]
    drawn = {text[:6]: text for text in texts if text.startswith("draw")}
    assert drawn["draw 0"] not in one
    assert "draw 0 ?" in one
    assert drawn["draw 0"] in zero
    assert drawn["draw 1"] not in zero
    assert "draw 1 ?" in zero


def test_input_that_ends_early_exits_1_and_keeps_the_record(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    result = run("play", "cobogo", "--seed", "7", "--record", str(file), typed="#1\n#1\n")
    assert result.exit_code == 1
    assert "input ended" in assert_one_line(result.stderr)
    assert lt.replay(file.read_text(encoding="utf-8")).ply == 2


def test_a_save_that_fails_leaves_the_game_on(tmp_path: Path) -> None:
    result = run(
        *("play", "cobogo", "--seed", "7"),
        typed=f"save {tmp_path}/no/where.txt\nsave\nsave {tmp_path}/a.txt\nquit\n",
    )
    assert result.exit_code == 0
    assert "not written" in result.stdout
    assert "save FILE" in result.stdout
    assert (tmp_path / "a.txt").exists()


def test_outcome_lines() -> None:
    state = cobogo()
    assert session.outcome_lines(state) == []
    while not state.is_over:
        state = state.apply(state.legal_actions[0])
    assert state.outcome is not None
    lines = session.outcome_lines(state)
    assert lines[1] == ("winners: seat 0" if state.outcome.winners else "winners: nobody")


# play at a terminal


@on_terminal
def test_a_terminal_has_colours_unless_told_otherwise() -> None:
    for environment, colours in (({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)):
        child = terminal("play", "cobogo", "--seed", "7", environment=environment)
        child.expect("seat 0> ")
        table = child.before
        child.sendline("quit")
        child.expect(pexpect.EOF)
        child.close()
        assert child.exitstatus == 0
        assert bool(re.search(r"\x1b\[[\d;]*3[0-8]", table)) is colours
        plain = re.sub(r"\x1b\[[\d;]*m", "", table).replace("\r\n", "\n")
        assert cobogo().draw_for(0).strip() in plain


@on_terminal
def test_a_terminal_is_wiped_between_two_people() -> None:
    child = terminal("play", "cobogo", "-p", "2", "--seed", "7", environment={"NO_COLOR": "1"})
    child.expect("seat 0: press Enter")
    child.sendline("")
    child.expect("seat 0> ")
    child.sendline("#1")
    child.expect("seat 1: press Enter")
    handing_over = child.before
    child.sendline("")
    child.expect("seat 1> ")
    child.sendline("quit")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    # Nothing is left on the screen or above it when the next person comes.
    assert handing_over.rpartition(CLEAR)[1] == CLEAR
    assert re.sub(r"\x1b\[[\d;]*[A-Za-z]", "", handing_over.rpartition(CLEAR)[2]).strip() == ""


@on_terminal
def test_ctrl_c_and_ctrl_d_at_the_prompt(tmp_path: Path) -> None:
    for leave, code in (("sendintr", 130), ("sendeof", 1)):
        file = tmp_path / f"{leave}.txt"
        child = terminal("play", "cobogo", "--seed", "7", "--record", str(file))
        child.expect("seat 0> ")
        child.sendline("#1")
        child.expect("seat 0> ")
        getattr(child, leave)()
        child.expect(pexpect.EOF)
        output = child.before
        child.close()
        assert child.exitstatus == code
        assert "Traceback" not in output
        assert lt.replay(file.read_text(encoding="utf-8")).ply == 1


def test_painting_changes_no_letter() -> None:
    drawing = cobogo().draw_for(0)
    assert paint(drawing).plain == drawing
    assert paint(drawing).spans
    assert not paint("Reserved cards: first").spans


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


def test_play_takes_choices_of_a_lay_in_full() -> None:
    typed = "lay Db2 0,3\nlay Db2 0,3 card 2\nhint lay Db0 1,4\nquit\n"
    result = run("play", "athos", "-p", "2", "-a", "you,random", "--seed", "7", typed=typed)
    assert "(rule G-5)" in result.stdout
    assert "; turned 2, markers - - - -" in result.stdout


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
    file = Path(__file__).parent.parent / f"rust/games/{game}/data/default-v1.toml"
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
    result = run("bench", "--seconds", "0.01", "--threads", "2", "--json")
    assert result.exit_code == 0, result.stderr
    timings = json.loads(result.stdout)
    names = [timing["what"] for timing in timings]
    for game in lt.games():
        assert sorted(t["threads"] for t in timings if t["what"].startswith(game)) == [1, 2]
    for kernel in ("pattern_count", "placements"):
        assert any(name.startswith(kernel) for name in names)
    assert all(timing["per_second"] > 0 for timing in timings)


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
