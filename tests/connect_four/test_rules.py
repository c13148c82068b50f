"""The rules of Connect Four, one by one."""

from __future__ import annotations

import ludoteca as lt
import pytest
from support import forbidden, refusal, texts

GAME = lt.game("connect_four", players=2)


def after(columns: str, state: lt.State | None = None) -> lt.State:
    """The state after stones in these columns."""
    state = state or GAME.start()
    for column in columns:
        state = state.apply(int(column))
    return state


def board(state: lt.State) -> list[str]:
    """The rows, the highest first."""
    rows: list[str] = state.view(None)["board"]
    return rows


DRAWN = "436014551150160155104632660465204242223333"
"""The columns of a game that fills the board."""


@pytest.mark.rule("CF-1")
def test_two_players_share_an_empty_board_of_seven_columns_and_six_rows() -> None:
    assert board(GAME.start()) == ["......."] * 6
    assert GAME.action_size == 7
    assert lt.game("connect_four") == GAME
    for players in (1, 3):
        error = refusal(lt.game, "connect_four", players=players)
        assert isinstance(error, lt.OptionError)
        assert error.rule == "CF-1"


@pytest.mark.rule("CF-2")
def test_seat_0_begins_and_seats_alternate() -> None:
    state = GAME.start()
    for ply, column in enumerate("0123456"):
        assert state.actor == state.view(0)["to_act"] == ply % 2
        state = after(column, state)
    assert board(state)[5] == "xoxoxox"


@pytest.mark.rule("CF-3")
def test_a_stone_falls_onto_the_lowest_free_cell() -> None:
    state = after("3323")
    assert [row[3] for row in board(state)] == [*"...oox"]
    assert board(state)[5] == "..xx..."


@pytest.mark.rule("CF-4")
def test_columns_with_a_free_cell_may_be_chosen_and_no_others() -> None:
    assert texts(GAME.start().legal_actions) == [f"drop {column}" for column in range(7)]
    state = after("333333")
    assert state.legal_indices.tolist() == [0, 1, 2, 4, 5, 6]
    assert forbidden(state, "drop 3") == "CF-4"
    assert state.explain("drop 3").reason == "column 3 is full"
    for column in (7, 255):
        assert forbidden(state, f"drop {column}") == "CF-4"
        assert "0 to 6" in state.explain(f"drop {column}").reason


@pytest.mark.rule("CF-5")
@pytest.mark.parametrize(
    ("columns", "row"),
    [
        pytest.param("0011223", "xxxx...", id="horizontal"),
        pytest.param("6655443", "...xxxx", id="horizontal, at the right edge"),
        pytest.param("0101010", "xo.....", id="vertical"),
        pytest.param("01122323363", "xooo..o", id="rising"),
        pytest.param("65544343303", "o..ooox", id="falling"),
    ],
)
def test_a_line_of_four_wins_at_once(columns: str, row: str) -> None:
    before = after(columns[:-1])
    assert (before.is_over, before.outcome, before.view(0)["winner"]) == (False, None, None)
    state = after(columns[-1], before)
    assert board(state)[5] == row
    outcome = state.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((0,), "four in a row")
    assert outcome.details == {"winner": state.view(1)["winner"]} == {"winner": 0}


@pytest.mark.rule("CF-5")
def test_seat_1_wins_likewise() -> None:
    outcome = after("60101010").outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((1,), "four in a row")


@pytest.mark.rule("CF-5")
def test_more_than_four_win_too() -> None:
    before = after("0011224455")
    assert (board(before)[5], before.is_over) == ("xxx.xx.", False)
    state = after("3", before)
    assert state.is_over
    assert state.scores == (1, 0)


@pytest.mark.rule("CF-5")
def test_no_line_goes_on_from_one_row_to_the_next() -> None:
    state = after("5061031")
    assert board(state)[4:] == ["xx.....", "oo.o.xx"]
    assert not state.is_over


@pytest.mark.rule("CF-6")
def test_a_full_board_without_a_line_has_no_winner() -> None:
    assert not after(DRAWN[:-1]).is_over
    state = after(DRAWN)
    outcome = state.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((), "full board")
    assert (outcome.details, state.view(0)["winner"]) == ({"winner": None}, "none")


@pytest.mark.rule("CF-7")
@pytest.mark.parametrize("columns", ["0101010", DRAWN])
def test_after_the_end_no_action_is_legal(columns: str) -> None:
    state = after(columns)
    assert (state.actor, state.legal_actions, state.view(0)["to_act"]) == (None, (), None)
    assert not state.legal_mask.any()
    for column in range(7):
        assert type(refusal(state.apply, column)) is lt.GameOverError
        assert state.explain(column).rule == "CF-7"


@pytest.mark.rule("CF-8")
@pytest.mark.parametrize(
    ("columns", "returns", "scores"),
    [
        ("0101010", (1, 0), (1, 0)),
        ("60101010", (0, 1), (0, 1)),
        (DRAWN, (0.5, 0.5), (0, 0)),
        ("010101", (0, 0), (0, 0)),
    ],
)
def test_what_seats_are_paid(
    columns: str, returns: tuple[float, ...], scores: tuple[float, ...]
) -> None:
    state = after(columns)
    assert (state.returns, state.scores) == (returns, scores)


@pytest.mark.rule("CF-9")
def test_nothing_is_hidden_and_nothing_is_left_to_chance() -> None:
    state = after("33210")
    views = [state.view(seat) for seat in (0, 1, None)]
    assert [view.pop("seat") for view in views] == [0, 1, None]
    assert views[0] == views[1] == views[2]
    assert state.history_for(0) == state.history_for(None) == tuple(map(str, state.history))
    assert state.draw_for(0) == state.draw_for(None) == str(state)
    assert state.determinize(0, 1) == state.determinize(1, 2) == state
    assert (state.belief(0), state.chance_outcomes) == (None, ())
    assert GAME.start(seed=1) == GAME.start(seed=2) == GAME.start()


@pytest.mark.rule("CF-9")
def test_an_observation_shows_the_own_stones_first() -> None:
    state = after("3323")
    for seat in (0, 1):
        own, other, free = state.observation(seat)
        letters = "xo" if seat == 0 else "ox"
        for row, text in enumerate(board(state)):
            assert own[row].tolist() == [letter == letters[0] for letter in text]
            assert other[row].tolist() == [letter == letters[1] for letter in text]
            assert free[row].tolist() == [letter == "." for letter in text]
