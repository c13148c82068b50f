"""Phase II: turns, and the top edge: sections 5.1 and 5.2."""

from __future__ import annotations

from random import Random

import ludoteca as lt
import pytest
from cog_positions import (
    EDGES,
    Mat,
    collected,
    collecting,
    constructing,
    game_of,
    legal,
    mat,
    play,
    reserve,
    rolled,
    shown,
    slots,
)
from support import forbidden, some_action, texts

PLAYERS = (2, 3, 4)
FIRST = {"top": "top 2", "bottom": "bottom 2", "dice": "die white", "order": "order 2"}


@pytest.mark.rule("C-53")
def test_the_four_edges() -> None:
    state = collecting()
    assert {text.split()[0] for text in legal(state)} == {"top", "bottom", "die", "order"}
    given = {edge: play(state, action) for edge, action in FIRST.items()}
    assert {edge: mat(after)["edges"] for edge, after in given.items()} == {
        edge: [edge] for edge in EDGES
    }
    assert reserve(given["top"]) == "AIO"
    assert mat(given["bottom"])["cards"] == ["PI2-13"]
    assert shown(given["dice"])["dice"]["white"]["holder"] == 0
    assert slots(given["order"]) == "- A - -"


@pytest.mark.rule("C-54")
@pytest.mark.parametrize("players", PLAYERS)
def test_everybody_takes_four_turns_one_at_a_time(players: int) -> None:
    states = collected(game_of(players, first_player=1).start())
    turns = [state.actor for state in states if shown(state)["node"] == "place"]
    assert turns == [(1 + turn) % players for turn in range(4 * players)]


@pytest.mark.rule("C-55")
@pytest.mark.parametrize(
    ("edge", "taken", "free"),
    [
        ("top", "top 1", "top 2"),
        ("bottom", "bottom 1", "bottom 2"),
        ("dice", "die red", "die aqua"),
    ],
)
def test_a_cog_is_put_on_an_open_space(edge: str, taken: str, free: str) -> None:
    state = collecting(Mat(edges=edge), Mat(stars=5), players=4, turn=2)
    assert state.actor == 1
    assert forbidden(state, taken) == "C-55"
    assert forbidden(state, free) is None
    assert mat(play(state, free), 1)["edges"] == [edge]


@pytest.mark.rule("C-55")
def test_cogs_are_placed_in_phase_2_alone() -> None:
    state = constructing(Mat("COG"))
    for action in FIRST.values():
        assert forbidden(state, action) == "C-55"


@pytest.mark.rule("C-56")
def test_the_whole_effect_comes_before_the_next_turn() -> None:
    state = collecting(Mat(pawn=4), dice={"red": 4}, players=4)
    nodes = []
    state = state.apply("die red")
    while (node := shown(state)["node"]) != "place":
        nodes.append(node)
        assert state.actor in (0, lt.CHANCE)
        state = rolled(state) if node == "chance" else state.apply(state.legal_actions[0])
    # Two letters of the centre, their refills, and conversions, which are possible with two.
    assert nodes == ["take", "take", "chance", "convert"]
    assert state.actor == 1
    card = play(collecting(players=4, bottom=["IM4", "IM1", "IM3", "AL1"]), "bottom 1")
    assert card.actor is lt.CHANCE
    assert play(card, "draw E", "draw L", "done").actor == 1


@pytest.mark.rule("C-57")
@pytest.mark.parametrize("edge", EDGES)
def test_nobody_has_two_cogs_on_an_edge(edge: str) -> None:
    others = [Mat(edges="dice" if edge == "top" else "top")] * 3
    state = collecting(
        Mat(stars=5, edges=edge),
        *others,
        slots="A - - -" if edge == "order" else "",
        turn=5,
    )
    assert state.actor == 0
    again = {"top": "top 4", "bottom": "bottom 4", "dice": "die black", "order": "order 4"}
    assert forbidden(state, again.pop(edge)) == "C-57"
    if edge == "order":
        assert forbidden(state, "order 1") == "C-57"
    for action in again.values():
        assert forbidden(state, action) is None


@pytest.mark.rule("C-58")
@pytest.mark.parametrize("players", PLAYERS)
def test_nobody_passes_or_has_to(players: int) -> None:
    rng = Random(players)
    words = dict(zip(EDGES, ("top", "bottom", "die", "order"), strict=True))
    seen = 0
    for _ in range(5):
        state = rolled(game_of(players).start())
        while shown(state)["phase"] == "collect":
            if shown(state)["node"] == "place":
                assert isinstance(state.actor, int)
                used = shown(state)["mats"][state.actor]["edges"]
                open_edges = [edge for edge in EDGES if legal(state, words[edge])]
                assert open_edges == [edge for edge in EDGES if edge not in used]
                assert forbidden(state, "done") == "C-58"
                seen += 1
            state = state.apply(some_action(state, rng))
    assert seen >= 5 * 4 * players


@pytest.mark.rule("C-59")
def test_effects_are_carried_out_in_full() -> None:
    state = collecting(Mat(pawn=2), dice={"red": 1}, players=4)
    assert reserve(play(state, "top 2")) == "AIO"
    assert mat(play(state, "top 4"))["stars"] == 1
    assert mat(play(state, "bottom 1"))["cards"] == ["IT-PIPE"]
    # The pawn moves, and a letter must be taken.
    centre = play(state, "die red")
    assert shown(centre)["pawns"][0] == 3
    assert {text.split()[0] for text in texts(centre.legal_actions)} == {"take"}
    assert forbidden(centre, "done") == "C-58"


@pytest.mark.rule("C-60")
def test_all_letters_and_stars_of_a_slot_are_taken() -> None:
    before = collecting(Mat("A", stars=1), players=4, top={1: ("LL", 1)})
    state = play(before, "top 1")
    assert (reserve(state), mat(state)["stars"]) == ("ALL", 2)
    assert shown(state)["top"][0] == {"letters": [], "stars": 0, "vp": 0}
    assert shown(state)["top"][1:] == shown(before)["top"][1:]
    assert shown(state)["bag"] == shown(before)["bag"]
    assert shown(state)["stars"] == shown(before)["stars"]


@pytest.mark.rule("C-61")
def test_a_wild_tile_of_a_slot_stays_wild() -> None:
    assert reserve(play(collecting(Mat("P"), players=4), "top 4")) == "Pp"


@pytest.mark.rule("C-62")
def test_a_power_is_paid_with_a_star_of_the_same_round() -> None:
    # A star of the top edge, in the turn after.
    state = collecting(*[Mat()] * 2, turn=1)
    assert forbidden(state, "order 1 protect") == "C-76"
    state = play(state, "top 3", "done", "top 2", "done")
    assert (state.actor, mat(state)["stars"]) == (0, 1)
    assert slots(play(state, "order 1 protect")) == "A! -"


@pytest.mark.rule("C-62")
def test_a_power_is_paid_with_a_star_of_a_conversion_just_made() -> None:
    state = collecting(Mat("AE"), players=4)
    assert forbidden(state, "order 1 protect") == "C-76"
    state = play(state, "convert A E")
    assert (state.actor, shown(state)["node"]) == (0, "place")
    state = play(state, "order 1 protect")
    assert (slots(state), mat(state)["stars"]) == ("A! - - -", 0)


@pytest.mark.rule("C-63")
def test_during_a_round_letters_and_stars_have_no_limit() -> None:
    state = play(collecting(Mat("AEIOLNT", stars=3), players=4), "top 1")
    assert (len(reserve(state)), mat(state)["stars"]) == (9, 4)
    assert legal(state, "discard") == []
    state = play(state, "done")
    assert (state.actor, len(reserve(state)), mat(state)["stars"]) == (1, 9, 4)


@pytest.mark.rule("C-63")
def test_limits_come_at_the_end_of_a_round() -> None:
    state = constructing(Mat("AEIOLNTT", stars=4), Mat("AEIO"))
    assert forbidden(state, "discard A") == "C-198"
    state = play(state, "done")
    assert (state.actor, mat(state)["stars"], len(reserve(state))) == (1, 4, 8)
    # Task 6: the surplus star goes, and a letter has to.
    state = play(state, "done", "done")
    assert (mat(state)["stars"], legal(state)) == (3, [f"discard {x}" for x in "AEILNOT"])
