"""The structure of a turn: section D."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import ludoteca as lt
import pytest
from athos_positions import atelier, game_of, legal, mural, play, position_of, rolled, table
from support import forbidden

# A position in which every action is possible.
ALL: dict[str, Any] = {"board": "1,1 Aa1 Aa1 / Aa3 Ab3", "workshop": "Ha"}


def rich(**words: Any) -> lt.State:
    return table("Ab Ba", "Ca", **{**ALL, **words})


@pytest.mark.rule("D-1", "D-9")
@pytest.mark.parametrize("players", range(2, 7))
def test_turns_go_clockwise(players: int) -> None:
    state = rolled(game_of(players, first_player=1).start())
    seats = []
    for turn in range(1, 2 * players):
        view = state.view(None)
        assert view["turn"] == turn
        seats.append(view["turn_of"])
        state = play(state, "take 0,0" if turn == 1 else "pass")
        if turn == 1:
            state = play(state, "pass")
        if state.is_over:
            break
    assert seats == [(1 + k) % players for k in range(len(seats))]
    assert len(seats) > players


@pytest.mark.rule("D-2")
def test_a_turn_has_up_to_two_actions() -> None:
    for acts in ([], ["rotate Ba Ca"]):
        after = play(rich(), *acts, "pass")
        assert (after.actor, after.view(None)["turn"]) == (1, 4)
    # After the second the turn is over.
    after = play(rich(), "rotate Ba Ca", "rotate Ca Da")
    assert (after.actor, after.view(None)["actions_left"]) == (1, 2)
    assert forbidden(after, "rotate Da Ea") == "F-1"
    for wrong in ({"actions_left": 3}, {"actions_left": 2, "has_acted": True}):
        with pytest.raises(lt.StateFormatError) as caught:
            rich(position=wrong)
        assert caught.value.rule == "D-2"


@pytest.mark.rule("D-3")
def test_the_actions() -> None:
    state = rich()
    verbs = dict.fromkeys(text.split()[0] for text in legal(state))
    assert list(verbs) == ["take", "rotate", "lay", "protect", "swap", "restore", "pass"]
    for verb in ("take", "rotate", "lay", "protect", "swap", "restore"):
        after = rolled(play(state, legal(state, verb)[0]))
        assert (after.actor, after.view(None)["actions_left"]) == (0, 1), verb


@pytest.mark.rule("D-4")
def test_actions_in_any_order_also_twice() -> None:
    actions = ("take Ha", "rotate Da! Ea", "lay Ba0 5,5 card 0", "protect Ab")
    for first, second in permutations(actions, 2):
        state = play(table("Ab Ba Da!", "Ca", workshop="Ha"), first)
        assert forbidden(state, second) is None
        assert play(state, second).actor == 1
    for twice in (
        ("take Ha", "take 5,5"),
        ("rotate Ba Ca", "rotate Ca Da"),
        ("protect Ba", "protect Ab"),
        ("lay Ba0 5,5 card 0", "lay Ab0 0,0 card 0"),
    ):
        held = "Ba" if twice[0].startswith("take") else "Ab Ba"
        assert play(table(held, "Ca", workshop="Ha"), *twice).actor == 1
    swaps = play(table("Ab Ba Fa", "Ca Cb"), "swap Ab Ba Ca 1", "roll Aa", "swap Ca! Fa Ab 1")
    assert rolled(swaps).actor == 1


@pytest.mark.rule("D-5")
def test_the_second_action_sees_what_the_first_has_left() -> None:
    state = table("Aa", "Ca")
    assert forbidden(state, "lay Ba0 5,5 card 0") == "G-1"
    assert forbidden(play(state, "rotate Aa Ba"), "lay Ba0 5,5 card 0") is None
    assert forbidden(play(state, "lay Aa0 5,5 card 0"), "protect Aa") == "H-1"


@pytest.mark.rule("D-6")
def test_what_is_forbidden_costs_nothing() -> None:
    state = rich()
    before = position_of(state)
    for text in ("take Aa", "take 2,2", "lay Ab0 7,7", "swap Ab Ab Ca 1", "restore 1,1 Ab2"):
        assert forbidden(state, text) is not None
        assert position_of(state) == before
    assert state.actor == 0


@pytest.mark.rule("D-7")
def test_points_and_markers_come_at_once() -> None:
    state = table("Ab Ab", board="1,1 Aa1 Aa1 / Aa3 .")
    after = play(state, "lay Ab2 2,2")
    view = after.view(None)
    assert (view["scores"], view["stock"], view["actions_left"]) == ([8, 0], [7, 8], 1)
    after = play(after, "lay Ab3 1,3")
    assert after.view(None)["scores"] == [13, 0]


@pytest.mark.rule("D-8")
def test_marking_can_t_be_left_out() -> None:
    # One marker is left and two windows are completed: which one is a choice, whether is none.
    cards = {letter: {"crossings": "0 0 0 0"} for letter in "B"}
    cards |= {"C": {"crossings": "0 0 0 -"}, "A": {"crossings": "1 - 1 -"}}
    board = "1,1 Aa1 Aa1 Ab3 / Aa3 Ab2 . / . Ab3 Aa3"
    state = play(table("Aa", board=board, cards=cards), "lay Aa1 2,3")
    assert legal(state) == ["mark NE", "mark SE"]
    assert (state.view(None)["phase"], state.view(None)["scores"]) == ("mark", [0, 0])
    for text in ("pass", "take 0,0", "rotate Aa Ba"):
        assert forbidden(state, text) == "D-8"
    after = play(state, "mark NE").view(None)
    assert (after["scores"], after["stock"][0]) == ([12, 0], 0)


@pytest.mark.rule("D-10")
def test_nothing_is_done_at_the_end_of_a_turn() -> None:
    state = table("Aa Ba Ca Da! Ea!", "Ga", board="1,1 H")
    after = play(state, "pass")
    assert atelier(after, 0) == "Aa Ba Ca Da! Ea!"
    assert {**after.view(None), "turn": 3, "turn_of": 0} == {
        **state.view(None),
        **{key: after.view(None)[key] for key in ("to_act", "side", "passed", "idle")},
    }


@pytest.mark.rule("D-11")
def test_spinning_is_free_and_so_is_unprotecting_in_solo() -> None:
    # A tile in an atelier has no turn: it is laid with any of them, for one action.
    state = table("Aa")
    lays = {text.split()[1] for text in legal(state, "lay")}
    assert lays == {"Aa0", "Aa1", "Aa2", "Aa3"}
    assert play(state, "lay Aa3 4,4 card 0").view(None)["actions_left"] == 1
    solo = table("Aa! Ba!", mode="solo")
    after = play(solo, "unprotect Aa", "unprotect Ba")
    view = after.view(None)
    assert (view["turn"], view["actions_left"]) == (solo.view(None)["turn"], 2)
    assert (atelier(after, 0), mural(after)) == ("Aa Ba", {})
