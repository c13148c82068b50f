"""The bottom edge, cabinet cards: section 5.3."""

from __future__ import annotations

from collections import Counter
from typing import Any

import ludoteca as lt
import pytest
from cog_positions import Mat, collecting, legal, mat, play, reserve, shown
from support import forbidden, outcomes

BOTTOM = ["CO1-black", "IM3", "AL2", "IT-PIPE"]


def table(own: Mat | None = None, **words: Any) -> lt.State:
    """A position with these cards on the bottom edge."""
    return collecting(own or Mat(), players=4, bottom=BOTTOM, **words)


def exchanged(own: Mat, action: str, card: str) -> lt.State:
    """A card is taken and exchanged for another one."""
    return play(table(own), action, "redraw", f"deal {card}")


@pytest.mark.rule("C-64")
def test_the_card_of_the_slot_is_kept() -> None:
    before = table()
    state = play(before, "bottom 1")
    assert mat(state)["cards"] == ["CO1-black"]
    assert shown(state)["bottom"] == [None, *BOTTOM[1:]]
    assert shown(state)["deck"] == shown(before)["deck"]


@pytest.mark.rule("C-64")
def test_an_immediate_card_is_used_at_once() -> None:
    state = play(table(), "bottom 2")
    assert (mat(state)["vp"], mat(state)["cards"]) == (7, [])
    assert shown(state)["discard"] == {"IM3": 1}


@pytest.mark.rule("C-65")
def test_a_card_can_be_exchanged_for_a_star() -> None:
    before = table(Mat(stars=1))
    state = play(before, "bottom 1")
    assert (shown(state)["node"], shown(state)["pending"]) == ("redraw", {"card": "CO1-black"})
    assert mat(play(state, "keep"))["cards"] == ["CO1-black"]
    state = play(state, "redraw")
    # Unseen: any card of the deck.
    deck = Counter(shown(before)["deck"])
    assert outcomes(state) == pytest.approx(
        {f"deal {card}": count / deck.total() for card, count in deck.items()}
    )
    assert (mat(state)["stars"], shown(state)["stars"]) == (0, shown(before)["stars"] + 1)
    state = play(state, "deal PI1-25")
    assert mat(state)["cards"] == ["PI1-25"]
    assert shown(state)["discard"] == {"CO1-black": 1}


@pytest.mark.rule("C-65")
def test_an_exchange_takes_a_star_and_comes_directly_after_the_card() -> None:
    # Letters could be converted into one: a stop, and no exchange yet.
    state = play(table(Mat("AE")), "bottom 1")
    assert (shown(state)["node"], forbidden(state, "redraw")) == ("redraw", "C-65")
    assert forbidden(play(state, "convert A E"), "redraw") is None
    assert forbidden(table(Mat(stars=2)), "redraw") == "C-65"
    assert forbidden(play(table(Mat(stars=2)), "bottom 1", "keep"), "redraw") == "C-65"


@pytest.mark.rule("C-66")
def test_the_second_card_is_kept() -> None:
    state = exchanged(Mat(stars=3), "bottom 1", "CO2-aqua")
    assert (mat(state)["cards"], mat(state)["stars"]) == (["CO2-aqua"], 2)
    assert (shown(state)["node"], forbidden(state, "redraw")) == ("convert", "C-65")


@pytest.mark.rule("C-67")
def test_an_exchanged_card_has_no_effect() -> None:
    # W-81.
    state = exchanged(Mat("HW", stars=1), "bottom 2", "AL1")
    assert (mat(state)["vp"], mat(state)["cards"], reserve(state)) == (0, ["AL1"], "Wh")
    assert shown(state)["discard"] == {"IM3": 1}
    state = exchanged(Mat("HW", stars=1), "bottom 3", "CO2-aqua")
    assert (mat(state)["cards"], reserve(state)) == (["CO2-aqua"], "HW")
    # Nor has it any before the choice.
    state = play(table(Mat("HW", stars=1)), "bottom 3")
    assert reserve(state) == "HW"
    assert reserve(play(state, "keep")) == "Hw"
    state = play(table(Mat(stars=1)), "bottom 2")
    assert mat(state)["vp"] == 0
    assert mat(play(state, "keep"))["vp"] == 7


@pytest.mark.rule("C-67")
def test_the_second_card_has_its_effect() -> None:
    state = exchanged(Mat(stars=1), "bottom 1", "IM1")
    assert (mat(state)["stars"], mat(state)["cards"]) == (3, [])
    assert shown(state)["discard"] == {"CO1-black": 1, "IM1": 1}


@pytest.mark.rule("C-68")
def test_the_exchanged_card_can_come_back() -> None:
    state = exchanged(Mat(stars=1), "bottom 1", "CO2-aqua")
    assert shown(state)["discard"] == {"CO1-black": 1}
    assert "CO1-black" not in shown(state)["deck"]
    # With the next shuffle: at once if the deck is empty.
    state = play(table(Mat(stars=1), deck=()), "bottom 1", "redraw", "deal CO1-black")
    assert mat(state)["cards"] == ["CO1-black"]


@pytest.mark.rule("C-69")
def test_cards_of_players_are_seen_by_all() -> None:
    state = play(table(Mat(cards=["PI3-46"])), "bottom 1")
    for seat in (None, 0, 1, 2, 3):
        assert state.view(seat)["mats"][0]["cards"] == ["CO1-black", "PI3-46"]
    assert legal(state, "top") != []
