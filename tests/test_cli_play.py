"""How people play at a terminal: what they type, what they see, and what they may not."""

from __future__ import annotations

import re
from pathlib import Path

import ludoteca as lt
import pytest
from commands import CLEAR, assert_one_line, cobogo, on_terminal, pexpect, run, shell, terminal
from ludoteca.cli import session
from ludoteca.cli.entry import EntryError, Menu
from ludoteca.cli.paint import paint

pytestmark = pytest.mark.usefixtures("plain_surroundings")


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


def test_play_takes_choices_of_a_lay_in_full() -> None:
    typed = "lay Db2 0,3\nlay Db2 0,3 card 2\nhint lay Db0 1,4\nquit\n"
    result = run("play", "athos", "-p", "2", "-a", "you,random", "--seed", "7", typed=typed)
    assert "(rule G-5)" in result.stdout
    assert "; turned 2, markers - - - -" in result.stdout
