"""The solo variant: the common score and the end (U-21 to U-35)."""

from __future__ import annotations

from typing import Any

import ludoteca as lt
import pytest
from athos_positions import (
    changed,
    drawn,
    legal,
    placed,
    play,
    points,
    rolled,
)
from referee.athos.scenes import made_scene

from athos.tug import solo, view

NONE = ["......"] * 6
LAST = ["x.....", *NONE[1:]]
SQUARE = "4,4 Aa1 Aa1 / Aa3 Ab2"
FULL = "4,4 Aa1 Aa1 Ab3 / Aa3 Ab2 Aa1 / Ab3 Ab3 Aa3"


def end(state: lt.State) -> tuple[bool, str | None]:
    """Whether the game is won, and the level."""
    assert state.outcome is not None
    won = state.outcome.winners == (0,)
    assert list(state.outcome.returns) == [float(won)]
    return won, state.outcome.level


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
