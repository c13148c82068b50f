"""Special Tools: who gets one, turns it and can use it: Y-1 to Y-14, Y-39."""

from __future__ import annotations

from pathlib import Path

import ludoteca as lt
import pytest
from athos_positions import dealt, game_of, legal, own_set, play, position_of, rolled, table
from support import forbidden, outcomes

from athos.expansions import NONE, fewer, left, scores, tools, with_master, with_tool, with_tools

KEYS = (
    "level",
    "cutters",
    "mallets",
    "spatulas",
    "pincers",
    "trowels",
    "instruments",
    "set_squares",
)
OPEN: dict[str, dict[str, str]] = {"B": {}, "C": {}}
REST = ("level", "cutters", "mallets", "spatulas", "trowels", "set_squares")


def deals(game: lt.Game) -> lt.State:
    """The end of the setup, where the first tool comes on offer."""
    state = game.start()
    while not str(state.chance_outcomes[0][0]).startswith("deal"):
        state = state.apply(state.chance_outcomes[0][0])
    return state


@pytest.mark.rule("Y-1", "Y-2", "CD-11", "B-14")
def test_two_piles_of_four_with_the_top_cards_on_offer() -> None:
    state = deals(game_of(2, expansions=["tools"]))
    assert state.view(None)["phase"] == "setup"
    assert tools(state) == {"held": [None, None], "offer": [None, None], "piles": [4, 4]}
    first = outcomes(state)
    assert list(first) == [f"deal {key}" for key in KEYS]
    assert list(first.values()) == pytest.approx([1 / 8] * 8)
    state = play(state, "deal pincers")
    second = outcomes(state)
    assert "deal pincers" not in second
    assert list(second.values()) == pytest.approx([1 / 7] * 7)
    state = play(state, "deal level")
    assert tools(state)["offer"] == ["pincers", "level"]
    assert left(state) == (0, 2)
    assert legal(state, "tool") == ["tool pincers", "tool level"]
    assert "tools" not in dealt(game_of(2)).view(0)


@pytest.mark.rule("Y-3", "Y-6")
def test_taking_one_gives_up_the_turn() -> None:
    state = with_tool(ateliers=("Aa Ba",))
    after = play(state, "tool level")
    assert left(after) == (None, 2)
    after = play(after, "deal trowels")
    assert left(after) == (1, 2)
    assert tools(after) == {
        "held": [{"key": "level", "level": 1}, None],
        "offer": ["trowels", "cutters"],
        "piles": [3, 4],
    }
    assert forbidden(state, "tool trowels") == "Y-2"
    assert forbidden(play(state, "rotate Aa Ca"), "tool level") == "Y-3"


@pytest.mark.rule("Y-4", "Y-6")
def test_the_old_tool_goes_under_the_pile_of_the_new_one() -> None:
    state = with_tool("level 2", ateliers=("Aa",))
    assert tools(state)["offer"] == ["cutters", "mallets"]
    after = play(state, "tool mallets", "deal trowels")
    assert tools(after)["held"][0] == {"key": "mallets", "level": 1}
    # Everybody knows where it is: at the bottom, and no chance event brings it up.
    piles = position_of(after)["tools"]["piles"]
    assert piles == [["cutters", None, None, None], ["trowels", None, "level"]]
    assert "level" not in position_of(after)["tools"]["unknown"]


@pytest.mark.rule("Y-4", "Y-5")
def test_a_returned_tool_can_be_on_offer_at_once() -> None:
    state = with_tools(
        with_tool("level 1", "cutters 1"),
        unknown=[],
        piles=[["mallets"], ["spatulas", "pincers", "trowels", "instruments", "set_squares"]],
    )
    after = play(state, "tool mallets")
    assert left(after) == (1, 2)
    assert tools(after)["offer"] == ["level", "spatulas"]


@pytest.mark.rule("Y-5")
def test_an_empty_pile_is_dealt_anew() -> None:
    state = with_tools(
        with_tool(players=4, ateliers=("", "", "", "")),
        unknown=["pincers", "trowels", "instruments", "set_squares"],
        piles=[["level"], ["cutters", None, None, None, None, "mallets", "spatulas"]],
    )
    after = play(state, "tool level")
    # From the top, by turns: cutters ? ? spatulas, and ? ? mallets.
    assert outcomes(after) == pytest.approx({f"deal {key}": 0.25 for key in KEYS[4:]})
    after = play(after, "deal trowels")
    assert tools(after)["offer"] == ["cutters", "trowels"]
    assert position_of(after)["tools"]["piles"] == [
        ["cutters", None, None, "spatulas"],
        ["trowels", None, "mallets"],
    ]


@pytest.mark.rule("Y-6", "Y-8")
def test_a_new_tool_and_a_new_level_wait_for_the_next_turn() -> None:
    """In the last round an action is left, but not for the tool."""
    for state, text in (
        (with_tool(ateliers=("Aa",), fundathos=NONE), "tool level"),
        (with_tool("level 1", ateliers=("Aa",), fundathos=NONE), "upgrade"),
    ):
        after = rolled(play(state, text))
        assert left(after) == (0, 1)
        assert forbidden(after, "lay Aa0 0,0 card 0 tool") == "Y-6"
        assert legal(after, "lay Aa0 0,0 card 0") == ["lay Aa0 0,0 card 0"]


@pytest.mark.rule("Y-7", "Y-8")
def test_turning_it_gives_up_a_later_turn() -> None:
    state = with_tool("level 1", ateliers=("Aa Ba",))
    after = play(state, "upgrade")
    assert (left(after), tools(after)["held"][0]) == ((1, 2), {"key": "level", "level": 2})
    assert forbidden(play(state, "rotate Aa Ca"), "upgrade") == "Y-7"
    assert forbidden(play(after, "pass"), "upgrade") == "Y-7"
    assert forbidden(with_tool(), "upgrade") == "Y-7"
    # The effect of level I is lost: one lay pays no more.
    later = play(after, "pass")
    assert forbidden(later, "lay Aa0 0,0 card 0 tool") == "Y-16"


@pytest.mark.rule("Y-9", "Y-10", "Y-12")
def test_using_a_tool_is_an_action_at_any_place_in_the_turn() -> None:
    state = with_tool("spatulas 1", ateliers=("Aa",), box="Ba Ca", cards=OPEN)
    for events in (
        ("retrieve Ba", "rotate Aa Ca"),
        ("rotate Aa Ca", "retrieve Ba"),
        ("retrieve Ba", "retrieve Ca"),
    ):
        states = [state, *(play(state, *events[: n + 1]) for n in range(2))]
        assert [left(each) for each in states] == [(0, 2), (0, 1), (1, 2)]
    assert left(play(state, "retrieve Ba", "pass")) == (1, 2)
    assert forbidden(state, "pull 1,1") == "Y-9"


@pytest.mark.rule("Y-11")
def test_tools_that_pay_go_with_a_lay() -> None:
    state = with_tool("trowels 1", ateliers=("Aa Ba",))
    after = play(state, "lay Aa0 0,0 card 0 tool")
    assert (left(after), scores(after)) == ((0, 1), [2, 0])
    assert forbidden(state, "bonus") == "Y-11"
    pairs = [text for text in legal(state) if text.startswith("lay ")]
    assert pairs[:2] == ["lay Aa0 0,0 card 0", "lay Aa0 0,0 card 0 tool"]


@pytest.mark.rule("Y-11", "Y-12")
def test_tool_bonus_separate() -> None:
    state = with_tool("trowels 2", ateliers=("Aa Ba",), tool_bonus="separate", fundathos=NONE)
    assert forbidden(state, "lay Aa0 0,0 card 0 tool") == "Y-11"
    assert forbidden(state, "protect Aa tool") == "Y-11"
    assert forbidden(state, "bonus") == "Y-11"
    laid = play(state, "lay Aa0 0,0 card 0")
    assert legal(laid, "bonus") == ["bonus"]
    paid = play(laid, "bonus")
    assert (scores(paid), left(paid)) == ([3, 0], (0, 1))
    # Each lay is paid once; a move to Protected has to be paid too.
    assert forbidden(paid, "bonus") == "Y-11"
    assert scores(play(state, "protect Aa", "bonus")) == [2, 0]
    level = with_tool("level 2", ateliers=("Aa Ba",), tool_bonus="separate", fundathos=NONE)
    two = play(level, "lay Aa0 0,0 card 0", "lay Ba0 4,4 card 0")
    assert scores(play(two, "bonus")) == [4, 0]
    touch = with_tool("set_squares 1", ateliers=("Aa",), tool_bonus="separate", board="4,4 Ba0")
    assert scores(play(touch, "lay Aa0 4,3 card 0", "bonus")) == [2, 0]
    assert forbidden(play(touch, "lay Aa0 0,0 card 0"), "bonus") == "Y-11"


@pytest.mark.rule("Y-13", "P-4", "U-21")
def test_tool_points_are_credited_at_once_with_the_sign_of_the_atelier() -> None:
    for side, total in ((0, -2), (1, 2)):
        held = ["trowels 1"] if side == 0 else ["", "trowels 1"]
        state = with_tool(*held, ateliers=("Aa", "Aa"), mode="solo", turn_of=side)
        after = play(state, "lay Aa0 4,4 tool")
        assert scores(after) == [total]


@pytest.mark.rule("Y-14", "R-4")
def test_in_the_last_round_the_extra_action_remains() -> None:
    state = with_tool("level 1", ateliers=("Aa",), fundathos=NONE)
    assert left(state) == (0, 3)
    for text in ("upgrade", legal(state, "tool")[0]):
        after = rolled(play(state, text))
        assert left(after) == (0, 1)
        assert forbidden(after, "upgrade") == "Y-7"
        assert left(play(after, "rotate Aa Ba")) == (1, 3)
    assert forbidden(play(state, "rotate Aa Ba"), "upgrade") == "Y-7"


@pytest.mark.rule("Y-39", "Y-2")
@pytest.mark.parametrize("mode", ["simplified", "challenging"])
def test_without_cards_six_tools_are_left(mode: str) -> None:
    state = deals(game_of(2, mode=mode, expansions=["tools"]))
    assert list(outcomes(state)) == [f"deal {key}" for key in REST]
    assert tools(state)["piles"] == [3, 3]


@pytest.mark.rule("Y-2", "CD-13")
@pytest.mark.parametrize(("kept", "piles"), [(7, [4, 3]), (3, [2, 1]), (1, [1, 0]), (0, [0, 0])])
def test_a_set_may_have_fewer_tools(tmp_path: Path, kept: int, piles: list[int]) -> None:
    """An odd card lies on the first pile."""
    file = own_set(tmp_path, fewer(tools=KEYS[:kept]))
    state = dealt(lt.game("athos", players=2, expansions=["tools"], components=file))
    shown = tools(state)
    assert shown["piles"] == piles
    assert [top is not None for top in shown["offer"]] == [size > 0 for size in piles]
    assert len(legal(state, "tool")) == sum(size > 0 for size in piles)


@pytest.mark.rule("Y-5")
def test_with_a_single_card_one_is_on_offer(tmp_path: Path) -> None:
    file = own_set(tmp_path, fewer(tools=KEYS[:2]))
    state = dealt(lt.game("athos", players=3, expansions=["tools"], components=file))
    assert tools(state)["offer"] == ["level", "cutters"]
    state = play(state, "tool cutters")
    assert (tools(state)["offer"], tools(state)["piles"]) == (["level", None], [1, 0])
    state = play(state, "tool level")
    assert (tools(state)["offer"], legal(state, "tool")) == ([None, None], [])


@pytest.mark.rule("X-14", "Y-9")
def test_no_tool_is_used_in_a_series() -> None:
    state = table(
        "Aa Ba",
        expansions=["masters", "tools"],
        masters=["perfection"],
        tools=["trowels 1"],
        fundathos=NONE,
    )
    state = play(state, "use perfection lay")
    assert forbidden(state, "lay Aa0 0,0 card 0 tool") == "X-14"
    assert forbidden(state, "protect Aa tool") == "X-14"
    assert forbidden(state, "upgrade") == "X-14"
    after = play(state, "protect Aa", "pass")
    assert legal(after, "protect Ba tool") == ["protect Ba tool"]


@pytest.mark.rule("B-14")
def test_without_an_expansion_its_actions_are_refused() -> None:
    state = table("Aa")
    texts = ("master", "use purchase take 2,2", "tool level", "upgrade", "cut Aa", "stow Aa")
    for text in (*texts, "retrieve Aa", "pull 1,1", "bonus", "lay Aa0 0,0 card 0 tool"):
        assert forbidden(state, text) == "B-14"
    assert forbidden(state, "stop") == "Y-20"
    assert forbidden(state, "keep laying") == "B-14"
    assert forbidden(with_master(), "upgrade") == "B-14"


@pytest.mark.rule("Y-6", "Z-3")
def test_a_turn_in_which_a_tool_is_taken_is_not_passed() -> None:
    state = play(with_tool(), "pass")
    assert state.view(None)["passed"] == 1
    assert rolled(play(state, "tool level")).view(None)["passed"] == 0
