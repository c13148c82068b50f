"""The power cards: section 12."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import ludoteca as lt
import pytest
from cog_positions import Mat, activating, collecting, game_of, mat, play, reserve, rolled, shown

from cog.sets import changed_set

COLOURS = ("red", "white", "aqua", "black")


def gained(before: lt.State, after: lt.State) -> tuple[int, int, int]:
    """Stars, letters and points that seat 0 has more."""
    old, new = mat(before), mat(after)
    letters = len(new["reserve"]) - len(old["reserve"])
    return new["stars"] - old["stars"], letters, new["vp"] - old["vp"]


def with_die(colour: str) -> list[int]:
    """Who has which die, if seat 0 has that of a colour."""
    seats = [0, 1, 2, 3]
    place = COLOURS.index(colour)
    seats[0], seats[place] = seats[place], seats[0]
    return seats


@pytest.mark.rule("C-263")
@pytest.mark.parametrize(
    ("card", "gain"),
    [("IM1", (3, 0, 0)), ("IM2", (1, 1, 3)), ("IM3", (0, 0, 7)), ("IM4", (0, 2, 2))],
)
def test_immediate_cards(card: str, gain: tuple[int, int, int]) -> None:
    before = collecting(Mat(), Mat(), bottom=[card, "AL1"])
    state = rolled(play(before, "bottom 1"))
    # The stars of IM1 would let the card be exchanged: that comes before it has an effect.
    assert gained(before, state) == gain
    assert (mat(state)["cards"], shown(state)["discard"]) == ([], {card: 1})


@pytest.mark.rule("C-263")
@pytest.mark.parametrize(
    ("kind", "gain"), [("CO1", (0, 0, 3)), ("CO2", (0, 1, 0)), ("CO3", (1, 0, 1))]
)
def test_cards_for_a_colour(kind: str, gain: tuple[int, int, int]) -> None:
    for colour in COLOURS:
        card = f"{kind}-{colour}"
        before = activating(Mat("EL", cards=[card]), players=4, holders=with_die(colour))
        state = rolled(play(before, f"activate {card}"))
        assert gained(before, state) == gain
        assert mat(state)["cards"] == [card]


@pytest.mark.rule("C-263")
@pytest.mark.parametrize(
    ("kind", "gain"), [("PI1", (0, 1, 1)), ("PI2", (0, 0, 3)), ("PI3", (2, 0, 0))]
)
@pytest.mark.parametrize("pips", ["13", "25", "46"])
def test_cards_for_pips(kind: str, gain: tuple[int, int, int], pips: str) -> None:
    card = f"{kind}-{pips}"
    for shows in pips:
        before = activating(Mat("EL", cards=[card]), Mat(), dice={"red": int(shows)})
        state = rolled(play(before, f"activate {card}"))
        assert gained(before, state) == gain
        assert mat(state)["cards"] == [card]


@pytest.mark.rule("C-263")
@pytest.mark.parametrize(("card", "letters"), [("AL1", "HPK"), ("AL2", "TWY"), ("AL3", "BCG")])
def test_cards_that_make_letters_wild(card: str, letters: str) -> None:
    own = "BCEGHKPTWY"
    state = play(collecting(Mat(own), Mat(), bottom=[card, "IM3"]), "bottom 1", "keep")
    assert mat(state)["cards"] == [card]
    wild = "".join(sorted(letters.lower()))
    assert reserve(state) == "".join(each for each in own if each not in letters) + wild


@pytest.mark.rule("C-263")
def test_there_are_thirteen_kinds_of_power_cards() -> None:
    deck = Counter(shown(game_of().start())["deck"])
    kinds = {card.split("-")[0] for card in deck} - {"IT"}
    assert kinds == {
        *("IM1", "IM2", "IM3", "IM4"),
        *("CO1", "CO2", "CO3"),
        *("PI1", "PI2", "PI3"),
        *("AL1", "AL2", "AL3"),
    }


@pytest.mark.rule("C-264")
def test_no_power_card_gives_a_letter_of_the_centre(tmp_path: Path) -> None:
    cards = [card for card in shown(game_of().start())["deck"] if not card.startswith("IT")]
    assert len(cards) == 28
    for card in cards:
        kind, _, cost = card.partition("-")
        if kind.startswith(("IM", "AL")):
            state = play(collecting(Mat(), Mat(), bottom=[card, "CO1-red"]), "bottom 1")
        else:
            holders = with_die(cost if cost in COLOURS else "red")
            dice = {"red": int(cost[0])} if cost.isdigit() else {}
            own = Mat("EL", cards=[card])
            before = activating(own, players=4, holders=holders, dice=dice)
            state = play(before, f"activate {card}")
        assert shown(state)["node"] != "take"
    # A set of one's own may have such a card: the letter is chosen.
    file = changed_set(tmp_path, ('die = "red", gain = "3VP"', 'die = "red", gain = "+"'))
    state = activating(Mat(cards=["CO1-red"]), Mat(), components=file)
    assert shown(play(state, "activate CO1-red"))["node"] == "take"


@pytest.mark.rule("C-265")
def test_there_are_three_cards_a_die() -> None:
    deck = Counter(shown(game_of().start())["deck"])
    for colour in COLOURS:
        own = {card: count for card, count in deck.items() if card.endswith(f"-{colour}")}
        assert own == {f"CO{kind}-{colour}": 1 for kind in (1, 2, 3)}
