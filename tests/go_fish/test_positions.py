"""Positions of Go Fish as JSON: those that break a rule are refused."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import ludoteca as lt
import pytest
from go_fish_positions import game_of, position
from hypothesis import given
from hypothesis import strategies as st
from support import course, refusal, tables

ASK = {"phase": "ask", "hands": ["a b", "a c"], "pool": "a b b c c d d d"}


@pytest.mark.parametrize(
    ("values", "rule"),
    [
        ({**ASK, "pool": "a b b c c d d"}, "GF-2"),
        ({**ASK, "hands": ["a b", "a a a a c"]}, "GF-2"),
        ({**ASK, "books": ["d", ""]}, "GF-2"),
        ({**ASK, "books": ["d", "d"], "pool": "a b b c c"}, "GF-3"),
        ({**ASK, "hands": ["a a a", "b c"], "pool": "b b c c d d d"}, "GF-3"),
        ({**ASK, "known": ["c", ""]}, "GF-20"),
        ({**ASK, "request": "1 a"}, "GF-10"),
        ({**ASK, "phase": "fish"}, "GF-10"),
        ({**ASK, "phase": "fish", "asks": 1, "known": ["b", ""], "request": "1 a"}, "GF-10"),
        ({**ASK, "phase": "fish", "asks": 1, "request": "1 b"}, "GF-10"),
        ({**ASK, "phase": "fish", "asks": 1, "known": ["b", ""], "request": "0 d"}, "GF-10"),
        ({**ASK, "phase": "refill"}, "GF-12"),
        ({**ASK, "hands": ["", "a c"], "pool": "a a b b b c c d d d"}, "GF-12"),
        ({**ASK, "hands": ["a c", ""], "pool": "a a b b b c c d d d"}, "GF-12"),
        ({**ASK, "phase": "over"}, "GF-15"),
        ({**ASK, "asks": 2_000}, "GF-16"),
        ({"phase": "ask", "books": ["abcd", ""], "pool": ""}, "GF-15"),
        ({**ASK, "phase": "deal"}, "GF-4"),
        ({"phase": "deal", "turn_of": 1}, "GF-4"),
        ({"phase": "deal", "asks": 1}, "GF-4"),
    ],
)
def test_what_breaks_a_rule_is_refused(values: dict[str, Any], rule: str) -> None:
    error = refusal(position, game_of(), **values)
    assert isinstance(error, lt.StateFormatError)
    assert f"(rule {rule})" in str(error)


def test_what_is_right_is_read() -> None:
    assert position(game_of(), **ASK).actor == 0
    fish = {**ASK, "phase": "fish", "asks": 1, "known": ["b", ""], "request": "1 b"}
    assert position(game_of(), **fish).actor is lt.CHANCE
    assert position(game_of(), **{**ASK, "phase": "over", "asks": 2_000}).is_over


FORMS: list[Any] = [-1, "?", [], ["e", ""], ["a", "b", "c"], {}, "5 a", "1 e"]


@pytest.mark.parametrize("key", ["hands", "known", "books", "request", "turn_of", "asks", "pool"])
@pytest.mark.parametrize("value", FORMS, ids=str)
def test_what_is_of_another_form_is_refused(key: str, value: Any) -> None:
    assert isinstance(refusal(position, game_of(), **{**ASK, key: value}), lt.StateFormatError)


@given(table=st.data())
@pytest.mark.parametrize("players", [2, 3, 7])
def test_every_position_of_a_game_stands_alone(players: int, table: st.DataObject) -> None:
    game, rng = table.draw(tables("go_fish", players)), Random(players)
    for state in course(game.start(), rng):
        values = json.loads(state.to_json())["position"]
        assert position(game, **values) == state
