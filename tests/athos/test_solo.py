"""The solo variant, section U."""

from __future__ import annotations

from typing import Any

import ludoteca as lt
import pytest
from athos_positions import (
    atelier,
    changed,
    dealt,
    drawn,
    game_of,
    legal,
    mural,
    placed,
    play,
    points,
    rolled,
    table,
)
from referee.athos.scenes import made_scene
from support import forbidden, refusal

NONE = ["......"] * 6
LAST = ["x.....", *NONE[1:]]
SQUARE = "4,4 Aa1 Aa1 / Aa3 Ab2"
FULL = "4,4 Aa1 Aa1 Ab3 / Aa3 Ab2 Aa1 / Ab3 Ab3 Aa3"


def solo(*ateliers: str, side: int = 0, **words: Any) -> lt.State:
    """A solo position in which an atelier is active."""
    return table(*ateliers, mode="solo", turn_of=side, **words)


def view(state: lt.State, *names: str) -> tuple[Any, ...]:
    """Some fields of the view."""
    return tuple(state.view(None)[name] for name in names)


def end(state: lt.State) -> tuple[bool, str | None]:
    """Whether the game is won, and the level."""
    assert state.outcome is not None
    won = state.outcome.winners == (0,)
    assert list(state.outcome.returns) == [float(won)]
    return won, state.outcome.level


@pytest.mark.rule("U-1")
def test_one_player_runs_a_negative_and_a_positive_atelier() -> None:
    state = dealt(game_of(1))
    assert view(state, "mode", "players", "seat") == ("solo", 1, None)
    assert len(state.view(None)["ateliers"]) == 2
    assert len(state.view(None)["scores"]) == 1
    negative, positive = solo("Aa"), solo("", "Aa", side=1)
    assert (negative.actor, positive.actor) == (0, 0)
    assert view(play(negative, "lay Aa0 4,4"), "scores") == ([-1],)
    assert view(play(positive, "lay Aa0 4,4"), "scores") == ([1],)
    for players in (2, 4):
        error = refusal(game_of, players, mode="solo")
        assert getattr(error, "rule", None) == "U-1"


@pytest.mark.rule("U-2")
def test_both_ateliers_have_three_free_and_two_protected_spaces() -> None:
    for side in (0, 1):
        held = ["", ""]
        held[side] = "Aa Ba"
        state = solo(*held, side=side)
        assert legal(state, "take")
        held[side] = "Aa Ba Ca Da!"
        full = solo(*held, side=side)
        assert forbidden(full, "take 0,0") == "E-2"
        assert forbidden(full, "protect Aa") is None
        held[side] = "Aa Ba Ca Da! Ea!"
        assert forbidden(solo(*held, side=side), "protect Aa") == "H-2"


@pytest.mark.rule("U-3")
def test_each_atelier_has_8_markers_and_the_common_one_starts_on_0() -> None:
    state = dealt(game_of(1))
    assert view(state, "stock", "scores") == ([8, 8], [0])
    for side in (0, 1):
        held = ["", ""]
        held[side] = "Ab"
        done = play(solo(*held, side=side, board="4,4 Aa1 Aa1 / Aa3"), "lay Ab2 5,5")
        assert done.view(None)["stock"] == ([7, 8] if side == 0 else [8, 7])


@pytest.mark.rule("U-4")
def test_yellow_markers_lie_on_10_20_and_30() -> None:
    assert view(dealt(game_of(1)), "yellow") == ([10, 20, 30],)
    assert view(dealt(game_of(2)), "yellow") == ([],)


@pytest.mark.rule("U-5")
def test_all_cards_lie_open_and_upright() -> None:
    state = dealt(game_of(1))
    cards = state.view(None)["cards"]
    assert list(cards) == list("ABCDEFGHIJKL")
    assert all(card["orientation"] == 0 for card in cards.values())
    first = solo("Aa")
    assert forbidden(first, "lay Aa1 4,4") is None
    assert forbidden(first, "lay Aa1 4,4 card 1") == "G-5"
    # The upright artwork is what counts.
    done = play(solo("Ab", board="4,4 Aa1 Aa1 / Aa3"), "lay Ab2 5,5")
    assert done.view(None)["cards"]["A"]["crossings"][0] == 0


@pytest.mark.rule("U-5")
def test_solo_orientation_choose() -> None:
    state = dealt(game_of(1, solo_orientation="choose"))
    assert all(card["orientation"] is None for card in state.view(None)["cards"].values())
    first = solo("Aa Aa", solo_orientation="choose", cards={"A": {"orientation": None}})
    assert forbidden(first, "lay Aa1 4,4") == "G-5"
    after = play(first, "lay Aa1 4,4 card 3")
    assert after.view(None)["cards"]["A"]["orientation"] == 3
    assert after.view(None)["cards"]["B"]["orientation"] in (None, 0)
    assert forbidden(after, "lay Aa1 4,5 card 0") == "G-5"
    assert forbidden(after, "lay Aa1 4,5") is None


@pytest.mark.rule("U-6")
@pytest.mark.parametrize(("start_tiles", "rest"), [(0, 8), (1, 6)])
def test_fundathos_is_filled_and_the_rest_goes_to_the_workshop(start_tiles: int, rest: int) -> None:
    options = {} if start_tiles == 0 else {"solo_start_tiles": start_tiles}
    state = dealt(game_of(1, **options))
    shown = state.view(None)
    assert sum(face is not None for row in shown["fundathos"] for face in row) == 36
    assert [len(each["free"]) for each in shown["ateliers"]] == [start_tiles] * 2
    assert [each["protected"] for each in shown["ateliers"]] == [[], []]
    assert sum(shown["workshop"].values()) == rest


@pytest.mark.rule("U-7")
def test_the_ateliers_alternate_and_atelier_1_begins() -> None:
    state = dealt(game_of(1))
    sides = []
    for _ in range(5):
        sides.append(state.view(None)["side"])
        state = play(state, legal(state, "take")[0], "pass")
    assert sides == [0, 1, 0, 1, 0]
    assert getattr(refusal(game_of, 1, first_player="random"), "rule", None) == "U-7"


@pytest.mark.rule("U-8")
def test_two_actions_in_any_order_and_repeated() -> None:
    state = solo("Aa Ba", workshop="Ca Da Ea")
    for actions in (("take Ca", "lay Aa0 4,4"), ("lay Aa0 4,4", "take Ca")):
        assert view(play(state, *actions), "side", "actions_left") == (1, 2)
    assert view(play(state, "take Ca"), "side", "actions_left") == (0, 1)
    empty = solo("", workshop="Ca Da Ea")
    assert view(play(empty, "take Ca", "take Da"), "side") == (1,)
    assert view(play(state, "rotate Aa Ba", "rotate Ba Ca"), "side") == (1,)
    assert view(play(state, "pass"), "side", "actions_left") == (1, 2)


@pytest.mark.rule("U-9")
def test_acquiring_fills_a_free_space_of_the_active_atelier() -> None:
    for side in (0, 1):
        state = solo("", "", side=side, workshop="Ca")
        assert atelier(play(state, "take Ca"), side) == "Ca"
        assert atelier(play(state, "take Ca"), 1 - side) == ""
        assert forbidden(state, "take 1,1") == "L-1"
        held = ["", ""]
        held[side] = "Aa Ba Da"
        full = solo(*held, side=side, workshop="Ca")
        assert forbidden(full, "take Ca") == forbidden(full, "take 0,0") == "E-2"


@pytest.mark.rule("U-10")
def test_laying_slides_and_grows_as_in_the_base_game() -> None:
    pushed = play(solo("Aa", board="4,4 Ba0 Ba0"), "lay Aa0 4,3")
    assert mural(pushed) == {"4,3": "Aa0", "4,5": "Ba0", "4,6": "Ba0"}
    assert forbidden(solo("Aa", board="4,4 Ba0 . Ca0"), "lay Aa0 4,3") == "M-14"
    assert forbidden(solo("Aa", board="4,4 Aa1"), "lay Aa0 0,0") == "N-4"
    assert forbidden(solo("Aa", board="4,4 Aa1 Aa1"), "lay Aa0 4,6") == "O-1"
    assert forbidden(solo("Aa", board=SQUARE), "lay Aa0 4,6") is None
    assert forbidden(solo("Aa", board="4,4 Aa1 Aa1 / Aa3 Ab3"), "lay Aa0 4,6") == "O-11"


@pytest.mark.rule("U-11")
def test_any_tile_of_the_active_atelier_is_rotated() -> None:
    state = solo("Aa Ba!", "Ka")
    assert atelier(play(state, "rotate Aa Ea"), 0) == "Ea Ba!"
    assert atelier(play(state, "rotate Ba! Ea"), 0) == "Aa Ea!"
    assert view(play(state, "rotate Ba! Ea"), "actions_left") == (1,)
    assert forbidden(state, "rotate Ka La") == "F-1"
    assert {text.split()[1] for text in legal(state, "rotate")} == {"Aa", "Ba!"}


@pytest.mark.rule("U-12")
def test_restoring_works_in_solo() -> None:
    for side, points_of in ((0, -8), (1, 8)):
        held = ["", ""]
        held[side] = "Ab"
        state = solo(*held, side=side, board="4,4 Aa1 Aa1 / Aa3 Ab3")
        done = rolled(play(state, "restore 5,5 Ab2"))
        assert mural(done)["5,5"] == "Ab2"
        assert view(done, "scores") == ([points_of],)


@pytest.mark.rule("U-13", "U-14")
def test_protecting_costs_an_action_and_needs_a_full_free_area() -> None:
    state = solo("Aa Ba Ca Da!", "Ea")
    after = play(state, "protect Ba")
    assert (atelier(after, 0), after.view(None)["actions_left"]) == ("Aa Ca Ba! Da!", 1)
    assert atelier(after, 1) == "Ea"
    for held in ("Aa Ba", "Aa Ba Da!", "Aa"):
        room = solo(held)
        assert forbidden(room, "protect Aa") == "U-14"
        assert legal(room, "protect") == []
    # The base game asks for no reason.
    assert forbidden(table("Aa"), "protect Aa") is None
    assert forbidden(state, "protect Ea") == "H-1"


@pytest.mark.rule("U-15")
def test_a_protected_tile_is_neither_laid_nor_used_in_a_restore() -> None:
    state = solo("Ab!", board="4,4 Aa1 Aa1 / Aa3 Ab3")
    assert forbidden(state, "restore 5,5 Ab2!") == "U-15"
    lay = solo("Ab! Aa", board="4,4 Aa1 Aa1 / Aa3")
    assert forbidden(lay, "lay Ab2! 5,5") == "U-15"
    assert {text.split()[1][:2] for text in legal(lay, "lay")} == {"Aa"}
    freed = play(lay, "unprotect Ab")
    assert forbidden(freed, "lay Ab2 5,5") is None
    assert forbidden(play(state, "unprotect Ab"), "restore 5,5 Ab2") is None
    # The base game allows both.
    base = table("Ab!", board="4,4 Aa1 Aa1 / Aa3 Ab3")
    assert forbidden(base, "restore 5,5 Ab2!") is None


@pytest.mark.rule("U-16")
def test_moving_to_a_free_space_is_free_at_any_time() -> None:
    state = solo("Aa Ca! Da!", "Ea!", workshop="Fa")
    freed = play(state, "unprotect Ca", "unprotect Da")
    assert (atelier(freed, 0), freed.view(None)["actions_left"]) == ("Aa Ca Da", 2)
    # Between the actions, and after them: the turn does not end by itself.
    between = play(state, "lay Aa0 4,4", "unprotect Da", "lay Da0 0,0")
    assert view(between, "actions_left", "side") == (0, 0)
    assert legal(between) == ["unprotect Ca", "pass"]
    assert forbidden(between, "take Fa") == "D-2"
    assert view(play(between, "unprotect Ca"), "side", "actions_left") == (1, 2)
    assert view(play(between, "pass"), "side", "actions_left") == (1, 2)
    # Of the active atelier alone, into a vacant space.
    assert forbidden(state, "unprotect Ea") == "U-16"
    assert forbidden(solo("Aa Ba Ca Da!"), "unprotect Da") == "U-16"
    # It is no action: who does nothing else has passed (Z-3).
    idle = play(solo("Da!"), "unprotect Da", "pass")
    assert view(idle, "passed") == (1,)
    assert forbidden(table("Da!"), "unprotect Da") == "H-5"


@pytest.mark.rule("U-17", "U-18", "U-19")
@pytest.mark.parametrize("side", [0, 1])
def test_the_swap_has_three_acts(side: int) -> None:
    held = ["Fa", "Fa"]
    held[side] = "Aa Ba Ca Da! Ea!"  # full
    state = solo(*held, side=side)
    after = play(state, f"swap Aa Ca Fa {1 - side}", "roll Ea")
    assert atelier(after, side) == "Ba Fa Da! Ea!"
    assert atelier(after, 1 - side) == "Aa"
    assert after.view(None)["actions_left"] == 1
    assert after.view(None)["workshop"]["Ea"] == state.view(None)["workshop"].get("Ea", 0) + 1
    # Only tiles in Free spaces take part.
    for text in (f"swap Da! Aa Fa {1 - side}", f"swap Aa Da! Fa {1 - side}"):
        assert forbidden(state, text) == "U-15"
    held[1 - side] = "Fa!"
    assert forbidden(solo(*held, side=side), f"swap Aa Ca Fa {1 - side}") == "I-9"
    assert forbidden(state, f"swap Aa Ca Fa {side}") == "I-1"


@pytest.mark.rule("U-20")
def test_the_swap_needs_two_own_tiles_and_one_of_the_other() -> None:
    assert forbidden(solo("Aa Da!", "Fa"), "swap Aa Aa Fa 1") == "U-20"
    assert legal(solo("Aa Da! Ea!", "Fa"), "swap") == []
    assert legal(solo("Aa Ba", ""), "swap") == []
    assert legal(solo("Aa Ba", "Fa!"), "swap") == []
    state = solo("Aa Ba", "Fa")
    assert legal(state, "swap") == ["swap Aa Ba Fa 1", "swap Ba Aa Fa 1"]
    # The tile received is neither given nor rolled.
    for text in ("swap Fa Aa Fa 1", "swap Aa Fa Fa 1"):
        assert forbidden(state, text) == "U-17"


@pytest.mark.rule("U-21")
@pytest.mark.parametrize("side", [0, 1])
def test_atelier_2_adds_and_atelier_1_subtracts_the_same(side: int) -> None:
    def earned(face: str, lay: str, board: str, marks: str = "- - - -") -> int:
        held = ["", ""]
        held[side] = face
        state = solo(*held, side=side, board=board, cards={"A": {"crossings": marks}})
        return points(state, play(state, lay)) * (1 if side else -1)

    assert earned("Ab", "lay Ab0 4,4", "") == 1
    assert earned("Ab", "lay Ab0 5,5", "4,4 Aa1 Aa1 / Aa3") == 4
    assert earned("Ab", "lay Ab2 5,5", "4,4 Aa1 Aa1 / Aa3") == 4 + 4
    almost = FULL.removesuffix("Aa3") + "."
    assert earned("Aa", "lay Aa3 6,6", almost, "1 0 1 -") == 9 + 4 + 4


@pytest.mark.rule("U-22")
def test_the_score_may_be_negative() -> None:
    state = solo("Ab Ab", board="4,4 Ab0", scores=[1])
    after = play(state, "lay Ab0 4,5")
    assert view(after, "scores") == ([-1],)
    assert view(play(after, "lay Ab0 5,4"), "scores") == ([-4],)
    # Position 30 is reached at -10, since position is score mod 40.
    down = solo("Ab", board="4,4 Ab0", scores=[-8])
    assert view(play(down, "lay Ab0 4,5"), "scores", "yellow") == ([-10], [10, 20])
    before = solo("Ab", board="4,4 Ab0", scores=[-7])
    assert view(play(before, "lay Ab0 4,5"), "yellow") == ([10, 20, 30],)


def walked(start: int, score: int, yellow: str) -> set[int]:
    """The positions of yellow markers that a marker reaches on the way."""
    step = 1 if score > start else -1
    places = range(start + step, score + step, step) if score != start else ()
    return {abs(place) if yellow == "amount" else place % 40 for place in places} & {10, 20, 30}


@pytest.mark.rule("U-23")
@pytest.mark.parametrize(
    ("score", "side", "by_position", "by_amount"),
    [
        (4, 1, [], []),
        (5, 1, [10], [10]),  # exactly 10
        (8, 1, [10], [10]),
        (18, 1, [20], [20]),
        (28, 1, [30], [30]),
        (-4, 0, [], []),
        (-5, 0, [30], [10]),  # exactly -10
        (-8, 0, [30], [10]),
        (-18, 0, [20], [20]),
        (-28, 0, [10], [30]),
        (12, 0, [], []),  # downwards: it is collected already
    ],
)
def test_a_marker_reached_or_passed_is_collected(
    score: int, side: int, by_position: list[int], by_amount: list[int]
) -> None:
    held = ["", ""]
    held[side] = "Ab"
    for yellow, found in (("position", by_position), ("amount", by_amount)):
        before = sorted({10, 20, 30} - walked(0, score, yellow))
        data = {"mode": "solo", "turn_of": side, "ateliers": held, "before": drawn(SQUARE)}
        scene = {**data, "cards": {"A": {"crossings": "1 - - -"}}, "options": {"yellow": yellow}}
        state = placed(made_scene({**scene, "scores": [score], "yellow": before}))
        after = play(state, "lay Ab3 4,6")
        assert view(after, "scores") == ([score + (5 if side else -5)],)
        assert view(after, "yellow") == ([each for each in before if each not in found],)


@pytest.mark.rule("U-23")
def test_a_marker_once_collected_stays_collected() -> None:
    # +10 has collected one, -10 another one, which by amount would be the same.
    data: dict[str, Any] = {
        "mode": "solo",
        "ateliers": ["Ab"],
        "before": drawn(SQUARE),
        "scores": [-7],
    }
    data |= {"cards": {"A": {"crossings": "1 - - -"}}, "yellow": [20, 30]}
    for yellow, left in (("position", [20]), ("amount", [20, 30])):
        state = placed(made_scene({**data, "options": {"yellow": yellow}}))
        assert view(play(state, "lay Ab3 4,6"), "yellow") == (left,)


@pytest.mark.rule("U-24")
def test_a_lay_its_markers_and_its_bonus_are_one_movement() -> None:
    state = solo("", "Ab", side=1, board=FULL.replace("/ Ab3 Ab3", "/ Ab3 ."), scores=[9])
    after = play(state, "lay Ab3 6,5")  # 9 + 4 + 4 + 4
    assert view(after, "scores", "yellow") == ([30], [])
    one = changed(state, scores=[8])
    assert view(play(one, "lay Ab3 6,5"), "scores", "yellow") == ([29], [30])
    # Nothing moves while a marker has still to be placed.
    cards = {
        "A": {"crossings": "0 0 - -"},
        "C": {"crossings": "1 1 1 1"},
        "D": {"crossings": "1 1 1 0"},
    }
    board = FULL.replace("/ Ab3 Ab3", "/ Ab3 .")
    asked = play(solo("", "Ab", side=1, board=board, cards=cards, scores=[9]), "lay Ab3 6,5")
    assert view(asked, "phase", "scores", "yellow") == ("mark", [9], [10, 20, 30])
    assert view(play(asked, "mark SE"), "scores", "yellow") == ([26], [30])


@pytest.mark.rule("U-25")
def test_the_game_ends_when_fundathos_and_both_ateliers_are_empty() -> None:
    state = solo("Aa", fundathos=NONE)
    done = play(state, "lay Aa0 4,4")  # the second action lapses
    assert view(done, "phase", "reason") == ("over", "boards empty")
    assert sum(done.view(None)["workshop"].values()) > 0
    for held in (("Aa", "Ba"), ("Aa Ba", ""), ("Aa Ba!", "")):
        assert not play(solo(*held, fundathos=NONE), "lay Aa0 4,4").is_over
    assert not play(solo("Aa", fundathos=LAST), "lay Aa0 4,4").is_over
    # A restore ends it as well, after the roll.
    last = solo("Ab", board="4,4 Aa1 Aa1 / Aa3 Ab3", fundathos=NONE)
    after = play(last, "restore 5,5 Ab2")
    assert not after.is_over
    assert view(rolled(after), "reason") == ("boards empty",)


@pytest.mark.rule("U-26")
def test_there_is_no_last_round() -> None:
    state = play(solo("", "Aa", fundathos=LAST), "take 0,0", "pass")
    for side in (1, 0, 1, 0, 1):
        assert view(state, "side", "actions_left", "last_round") == (side, 2, False)
        first = legal(state, "rotate")[0]
        state = play(state, first, "pass")
    assert not state.is_over


@pytest.mark.rule("U-27", "U-28")
@pytest.mark.parametrize(
    ("marks", "net"),
    [
        ("0 - - -", -10),
        ("1 - - -", 10),
        ("1 1 1 1", 10),
        ("0 0 0 1", -6),
        ("0 1 1 -", 6),
        ("0 1 - -", 0),
        ("0 0 1 1", 0),
        ("- - - -", 0),
    ],
)
def test_majorities_between_the_colours(marks: str, net: int) -> None:
    for rule in ("flat", "first_only", "min"):
        state = solo("", "", cards={"K": {"crossings": marks}}, scores=[2], tie_rule=rule)
        assert view(play(state, "pass", "pass"), "scores") == ([2 + net],)
    cards = {
        "A": {"crossings": "0 0 0 1"},
        "B": {"crossings": "0 1 - -"},
        "K": {"crossings": marks},
    }
    state = solo("", "", cards=cards)
    assert view(play(state, "pass", "pass"), "scores") == ([-6 + 0 + net],)


@pytest.mark.rule("U-29")
@pytest.mark.parametrize(("collects", "left"), [(False, [20, 30]), (True, [])])
def test_the_majorities_collect_no_yellow_marker(collects: bool, left: list[int]) -> None:
    cards = {card: {"crossings": "1 - - -"} for card in "ABC"}
    state = solo("", "", cards=cards, scores=[5], end_collects=collects)
    state = changed(state, yellow=[20, 30])
    done = play(state, "pass", "pass")
    assert view(done, "scores", "yellow") == ([35], left)


@pytest.mark.rule("U-29")
def test_end_collects_goes_card_by_card() -> None:
    # +10, then -10: the marker of position 10 is reached between.
    cards = {"A": {"crossings": "1 - - -"}, "B": {"crossings": "0 - - -"}}
    for collects, left in ((False, [10, 20, 30]), (True, [20, 30])):
        done = play(solo("", "", cards=cards, end_collects=collects), "pass", "pass")
        assert view(done, "scores", "yellow") == ([0], left)


@pytest.mark.rule("U-30", "U-31", "U-32", "U-33", "U-34")
@pytest.mark.parametrize(
    ("score", "collected", "won", "level"),
    [
        (0, 0, False, None),
        (0, 1, True, "Experienced Master"),
        (0, 2, True, "Renowned Architect"),
        (0, 3, True, "Master Tiler"),
        (1, 0, False, None),
        (1, 1, True, None),
        (-1, 1, True, None),
        (2, 1, False, None),
        (-2, 1, False, None),
        (-2, 2, True, None),
        (3, 2, False, None),
        (3, 3, True, None),
        (-3, 3, True, None),
        (4, 3, False, None),
        (-4, 3, False, None),
    ],
)
def test_winning_needs_a_yellow_marker_and_a_score_near_0(
    score: int, collected: int, won: bool, level: str | None
) -> None:
    state = solo("", "Aa", side=1, fundathos=NONE)
    state = changed(state, scores=[score - 1], yellow=[10, 20, 30][collected:])
    done = play(state, "lay Aa0 4,4")
    assert view(done, "scores", "reason") == ([score], "boards empty")
    assert end(done) == (won, level)


@pytest.mark.rule("U-31")
def test_the_final_score_counts_with_its_majorities() -> None:
    state = solo("", "Aa", side=1, fundathos=NONE, cards={"A": {"crossings": "0 0 0 1"}})
    done = play(changed(state, scores=[5], yellow=[20, 30]), "lay Aa0 4,4")
    assert (view(done, "scores"), end(done)) == (([0],), (True, "Experienced Master"))


@pytest.mark.rule("U-35")
@pytest.mark.parametrize("side", [0, 1])
def test_each_colour_has_its_own_markers(side: int) -> None:
    spent = {card: {"crossings": " ".join([str(side)] * 4)} for card in "CD"}
    held = ["Ab", "Ab"]
    state = solo(*held, side=side, board="4,4 Aa1 Aa1 / Aa3", cards=spent)
    done = play(state, "lay Ab2 5,5")
    assert abs(points(state, done)) == 4
    assert done.view(None)["cards"]["A"]["crossings"] == [None] * 4
    other = solo(*held, side=1 - side, board="4,4 Aa1 Aa1 / Aa3", cards=spent)
    done = play(other, "lay Ab2 5,5")
    assert abs(points(other, done)) == 8
    assert done.view(None)["cards"]["A"]["crossings"][0] == 1 - side
