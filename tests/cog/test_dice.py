"""The dice edge, pawns and centre letters: sections 5.5 and 5.6, with W-66 to W-77."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import ludoteca as lt
import pytest
from cog_positions import (
    Mat,
    changed,
    collected,
    collecting,
    legal,
    mat,
    play,
    position_of,
    reserve,
    rolled,
    shown,
)
from support import forbidden, outcomes

from cog.sets import changed_set

TRACK = 16


def pawns(*spaces: int, pips: int = 1, own: Mat | None = None, **words: Any) -> lt.State:
    """Seat 0 is to place; the red die shows these pips."""
    first = own or Mat(pawn=spaces[0])
    mats = [first, *(Mat(pawn=space) for space in spaces[1:])]
    if len(mats) == 2:
        words.setdefault("neutral", [1, 9])
    return collecting(*mats, dice={"red": pips}, **words)


def moved(state: lt.State) -> lt.State:
    """The red die is taken; letters are drawn and taken as they come."""
    state = play(state, "die red")
    while shown(state)["node"] in ("take", "chance"):
        state = rolled(state) if state.actor is lt.CHANCE else state.apply(legal(state)[0])
    return state


@pytest.mark.rule("C-84")
def test_the_pawn_moves_as_far_as_the_die_of_the_slot_shows() -> None:
    for pips in range(1, 7):
        state = moved(pawns(3, 0, 0, pips=pips))
        assert shown(state)["pawns"] == [3 + pips, 0, 0]
        assert shown(state)["dice"]["red"] == {"pips": pips, "holder": 0}
    state = play(pawns(3, 0, 0, pips=6, own=Mat(pawn=3)), "die white")
    assert shown(state)["pawns"][0] == 5


@pytest.mark.rule("C-84")
def test_the_die_is_kept_until_phase_5() -> None:
    states = collected(play(pawns(4, 0, pips=1), "die red"))
    assert {shown(state)["dice"]["red"]["holder"] for state in states} == {0}
    state = states[-1]
    assert shown(state)["phase"] in ("activate", "construct")
    while shown(state)["phase"] != "conclude":
        state = state.apply("done")
    assert shown(state)["dice"]["red"]["holder"] is None


@pytest.mark.rule("C-85")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_player_holds_one_die_in_phase_3(players: int) -> None:
    state = collected(collecting(*[Mat("AE")] * players))[-1]
    assert shown(state)["phase"] == "activate"
    holders = [die["holder"] for die in shown(state)["dice"].values()]
    assert sorted(holders) == list(range(players))


@pytest.mark.rule("C-86")
def test_the_die_is_rolled_again_for_a_star_before_the_pawn_moves() -> None:
    # W-76.
    before = pawns(3, 5, 0, own=Mat(pawn=3, stars=1), pips=2)
    state = play(before, "die red")
    assert (shown(state)["node"], shown(state)["pending"]) == ("reroll", {"die": "red"})
    assert shown(state)["pawns"] == [3, 5, 0]
    assert shown(play(state, "move"))["pawns"] == [5, 5, 0]
    state = play(state, "reroll")
    assert (mat(state)["stars"], shown(state)["stars"]) == (0, shown(before)["stars"] + 1)
    assert outcomes(state) == pytest.approx({f"roll red {pips}": 1 / 6 for pips in range(1, 7)})
    state = play(state, "roll red 5")
    assert shown(state)["dice"]["red"] == {"pips": 5, "holder": 0}
    # The new result has to be used, here for two letters of the centre.
    assert (shown(state)["pawns"], shown(state)["pending"]) == ([8, 5, 0], {"left": 2})


@pytest.mark.rule("C-86")
def test_a_new_roll_takes_a_star_and_a_die_just_taken() -> None:
    assert forbidden(pawns(3, 0, own=Mat(pawn=3, stars=1)), "reroll") == "C-86"
    state = play(pawns(3, 0, own=Mat("AE", pawn=3)), "die red")
    assert (shown(state)["node"], forbidden(state, "reroll")) == ("reroll", "C-86")
    assert forbidden(play(state, "convert A E"), "reroll") is None


@pytest.mark.rule("C-87")
def test_the_die_is_rolled_again_once_at_most() -> None:
    state = play(pawns(4, 0, own=Mat(pawn=4, stars=3)), "die red", "reroll", "roll red 1")
    assert (shown(state)["pawns"][0], shown(state)["node"]) == (5, "convert")
    assert (mat(state)["stars"], forbidden(state, "reroll")) == (2, "C-86")


@pytest.mark.rule("C-88")
def test_the_new_result_counts_in_phase_3() -> None:
    cards = ["PI2-25", "PI2-13", "CO1-red"]
    edges = "top bottom order"
    mats = [Mat(pawn=2, stars=1, cards=cards, edges=edges), Mat(pawn=7, edges=edges)]
    dice = {"red": 3, "white": 6}
    state = collecting(*mats, slots="A B", turn=7, dice=dice, bottom=["AL1", "AL2"])
    state = play(state, "die red", "reroll", "roll red 5", "die white")
    assert (shown(state)["phase"], state.actor) == ("activate", 0)
    assert legal(state, "activate") == ["activate CO1-red", "activate PI2-25"]
    assert forbidden(state, "activate PI2-13") == "C-109"


@pytest.mark.rule("C-89")
@pytest.mark.parametrize(
    ("own", "others", "pips", "space"),
    [(0, [1, 2, 5], 6, 6), (14, [0, 15, 7], 5, 3), (15, [15, 0, 0], 1, 0), (12, [13] * 3, 3, 15)],
)
def test_every_space_counts_and_the_track_is_closed(
    own: int, others: list[int], pips: int, space: int
) -> None:
    # W-68, W-69.
    state = moved(pawns(own, *others, pips=pips))
    assert shown(state)["pawns"] == [space, *others]


@pytest.mark.rule("C-90", "C-91")
@pytest.mark.parametrize(
    ("space", "points", "stars", "letters"),
    [
        (0, 2, 0, 0),
        (1, 0, 0, 1),
        (2, 2, 0, 0),
        (3, 0, 0, 1),
        (4, 1, 1, 0),
        (5, 3, 0, 0),
        (6, 0, 0, 1),
        (7, 0, 1, 0),
        (8, 0, 0, 2),
        (9, 2, 0, 0),
        (10, 0, 0, 1),
        (11, 0, 1, 0),
        (12, 2, 0, 1),
        (13, 3, 0, 0),
        (14, 0, 0, 1),
        (15, 0, 0, 1),
    ],
)
def test_a_space_without_another_pawn_gives_all_that_it_shows(
    space: int, points: int, stars: int, letters: int
) -> None:
    start = (space - 3) % TRACK
    away = (space + 1) % TRACK
    state = moved(pawns(start, away, away, pips=3))
    assert shown(state)["pawns"][0] == space
    assert (mat(state)["vp"], mat(state)["stars"]) == (points, stars)
    assert len(reserve(state)) == letters


@pytest.mark.rule("C-90")
def test_which_spaces_give_letters_of_the_centre() -> None:
    centre = set()
    for space in range(TRACK):
        state = play(pawns((space - 3) % TRACK, (space + 1) % TRACK, 0, pips=3), "die red")
        if shown(state)["node"] == "take":
            centre.add((space, shown(state)["pending"]["left"]))
    assert centre == {(3, 1), (8, 2), (10, 1), (14, 1)}


@pytest.mark.rule("C-92", "C-93")
@pytest.mark.parametrize(
    ("own", "others", "pips", "space"),
    [(0, [5, 0, 0], 5, 5), (2, [3, 3, 7], 1, 3), (12, [0, 0, 3], 4, 0), (3, [8, 8, 8], 5, 8)],
)
def test_beside_another_pawn_there_is_no_gain(
    own: int, others: list[int], pips: int, space: int
) -> None:
    # W-67, W-71, W-73: nor does it change anything for those already there.
    before = pawns(own, *others, pips=pips)
    state = play(before, "die red")
    assert shown(state)["pawns"] == [space, *others]
    assert (state.actor, mat(state)["vp"], mat(state)["stars"], reserve(state)) == (1, 0, 0, "")
    assert [mat(state, seat) for seat in (1, 2, 3)] == [mat(before, seat) for seat in (1, 2, 3)]


@pytest.mark.rule("C-92")
@pytest.mark.parametrize(
    ("own", "other", "pips", "space", "points"), [(7, 0, 4, 11, 0), (8, 0, 4, 12, 2)]
)
def test_neutral_pawns_deny_gains_as_well(
    own: int, other: int, pips: int, space: int, points: int
) -> None:
    # W-74, W-75.
    state = moved(pawns(own, other, pips=pips, neutral=[3, 11]))
    assert shown(state)["pawns"] == [space, other]
    assert (mat(state)["vp"], mat(state)["stars"]) == (points, 0)


@pytest.mark.rule("C-94")
def test_the_starting_space_is_an_ordinary_one() -> None:
    # W-72, W-71.
    assert mat(moved(pawns(12, 1, 2, 3, pips=4)))["vp"] == 2
    assert mat(moved(pawns(12, 0, 0, 3, pips=4)))["vp"] == 0


@pytest.mark.rule("C-95")
def test_gains_come_in_printed_order_and_are_not_optional(tmp_path: Path) -> None:
    track = ("2VP   ?   2VP   +   *1VP\n ?   ", "2VP   ?+  +?   +   *1VP\n ?   ")
    game = lt.game("cog", players=4, components=changed_set(tmp_path, track))
    state = rolled(game.start())
    dice = position_of(state)["dice"]
    dice["red"]["pips"], dice["white"]["pips"] = 1, 2
    state = changed(state, dice=dice)
    letter = play(state, "die red", "move")
    assert letter.actor is lt.CHANCE
    letter = play(letter, "draw E")
    assert (shown(letter)["node"], forbidden(letter, "done")) == ("take", "C-58")
    centre = play(state, "die white", "move")
    assert shown(centre)["node"] == "take"
    centre = centre.apply(centre.legal_actions[0])
    # The letter of the bag, then the refill.
    for is_full in (False, False, True):
        assert (None not in shown(centre)["centre"]) == is_full
        centre = rolled_once(centre)


def rolled_once(state: lt.State) -> lt.State:
    """The state after one event, if one is due."""
    return state.apply(state.chance_outcomes[0][0]) if state.actor is lt.CHANCE else state


# --- letters of the centre ------------------------------------------------------------------------


@pytest.mark.rule("C-96", "C-99")
def test_the_player_chooses_a_letter_of_the_centre() -> None:
    before = pawns(2, 0, own=Mat("L", pawn=2), centre="AEEOMM")
    state = play(before, "die red")
    assert legal(state) == ["take A", "take E", "take M", "take O"]
    assert forbidden(state, "take P") == "C-96"
    assert forbidden(before, "take A") == "C-96"
    for letter in "AEMO":
        after = play(state, f"take {letter}")
        assert reserve(after) == "".join(sorted(f"L{letter}"))
        assert shown(after)["centre"].count(letter) == "AEEOMM".count(letter) - 1


@pytest.mark.rule("C-97")
def test_a_letter_taken_from_the_centre_is_replaced_at_once() -> None:
    state = play(pawns(2, 0, centre="AEIOMM"), "die red", "take I")
    assert shown(state)["centre"] == ["A", "E", None, "O", "M", "M"]
    bag = shown(state)["bag"]
    assert outcomes(state) == pytest.approx(
        {f"draw {letter}": count / sum(bag.values()) for letter, count in bag.items()}
    )
    state = play(state, "draw W")
    assert shown(state)["centre"] == ["A", "E", "W", "O", "M", "M"]
    assert (shown(state)["node"], state.actor, reserve(state)) == ("place", 1, "I")


@pytest.mark.rule("C-98")
def test_of_two_letters_both_are_taken_before_the_refill() -> None:
    # W-70.
    state = play(pawns(3, 0, 0, 9, pips=5, centre="AEIOMM"), "die red")
    assert shown(state)["pending"] == {"left": 2}
    state = play(state, "take I")
    assert (shown(state)["node"], shown(state)["pending"]) == ("take", {"left": 1})
    assert shown(state)["centre"] == ["A", "E", None, "O", "M", "M"]
    assert forbidden(state, "take I") == "C-96"
    state = play(state, "take A")
    assert shown(state)["centre"] == [None, "E", None, "O", "M", "M"]
    state = play(state, "draw W")
    assert shown(state)["centre"] == ["W", "E", None, "O", "M", "M"]
    state = play(state, "draw K")
    assert shown(state)["centre"] == ["W", "E", "K", "O", "M", "M"]
    assert reserve(state) == "AI"


def ways(state: lt.State) -> set[tuple[str, ...]]:
    """What can be taken in all, in any order."""
    if shown(state)["node"] != "take":
        return {()}
    return {
        tuple(sorted([text.split()[1], *rest]))
        for text in legal(state)
        for rest in ways(state.apply(text))
    }


@pytest.mark.rule("C-98")
def test_there_are_fifteen_choices_of_two_letters() -> None:
    assert len(ways(play(pawns(3, 0, 0, pips=5, centre="AEIOMN"), "die red"))) == 15


@pytest.mark.rule("C-100")
def test_without_a_letter_of_the_bag_a_square_stays_empty() -> None:
    state = pawns(2, 0, own=Mat(pawn=2), centre="AEIOMM", bag="", spares_round=5)
    state = play(state, "die red", "take I")
    assert shown(state)["centre"] == ["A", "E", None, "O", "M", "M"]
    assert (shown(state)["node"], mat(state)["vp"], reserve(state)) == ("place", 0, "I")


@pytest.mark.rule("C-100")
def test_a_refill_replaces_only_the_letters_of_its_own_gain() -> None:
    state = pawns(2, 0, own=Mat(pawn=2), centre="AEI.MM", bag="WW", spares_round=5)
    state = play(state, "die red", "take I", "draw W")
    assert shown(state)["centre"] == ["A", "E", "W", None, "M", "M"]
    assert (shown(state)["node"], shown(state)["bag"]) == ("place", {"W": 1})


@pytest.mark.rule("C-100")
def test_an_empty_centre_pays_two_points_for_a_letter() -> None:
    empty = pawns(2, 0, own=Mat(pawn=2), centre="......", bag="WW", spares_round=5)
    state = play(empty, "die red")
    assert (mat(state)["vp"], reserve(state), shown(state)["centre"]) == (2, "", [None] * 6)
    # Two are due, and one is left.
    state = pawns(3, 0, own=Mat(pawn=3), pips=5, centre="..K...", bag="WW", spares_round=5)
    state = play(state, "die red", "take K")
    assert (mat(state)["vp"], reserve(state), state.actor) == (2, "K", lt.CHANCE)
    assert shown(play(state, "draw W"))["centre"] == [None, None, "W", None, None, None]
