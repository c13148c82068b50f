"""Phase I: section 4."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import ludoteca as lt
import pytest
from cog_positions import (
    DICE,
    EDGES,
    Mat,
    changed,
    collecting,
    constructing,
    game_of,
    legal,
    play,
    rolled,
    shown,
)
from support import outcomes, refusal, some_action

from cog.sets import changed_set

PLAYERS = (2, 3, 4)


def prepared(players: int = 4, **options: object) -> list[lt.State]:
    """The states of the first Phase I and the one after it."""
    state = game_of(players, **options).start()
    while shown(state)["phase"] == "setup":
        state = state.apply(state.chance_outcomes[0][0])
    states = [state]
    while shown(states[-1])["phase"] == "prepare":
        states.append(states[-1].apply(states[-1].chance_outcomes[0][0]))
    return states


def due(states: list[lt.State], kind: str) -> list[lt.State]:
    """Those in which an event of this kind is due."""
    kinds = [next(iter(outcomes(state)), "").split()[0] for state in states[:-1]]
    return [state for state, found in zip(states, kinds, strict=False) if found == kind]


def next_round(state: lt.State) -> lt.State:
    """The first state of the next round's Phase II; players do nothing before."""
    while shown(state)["phase"] != "collect":
        state = rolled(state) if state.actor is lt.CHANCE else state.apply("done")
    return state


@pytest.mark.rule("C-41")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_tasks_follow_each_other_slot_by_slot(players: int) -> None:
    states = prepared(players)
    letters = {2: 5, 3: 7, 4: 8}[players]
    kinds = [next(iter(outcomes(state))).split()[0] for state in states[:-1]]
    order = ["draw"] if players == 4 else []
    assert kinds == ["draw"] * letters + ["deal"] * players + ["roll"] * players + order
    for state in states[:letters]:
        top = [slot for slot in shown(state)["top"] if slot]
        printed = {2: [3, 2], 3: [3, 2, 2], 4: [2, 3, 2, 1]}[players]
        full = [len(slot["letters"]) for slot in top]
        # From the left: nothing lies right of a slot that is not full.
        begun = [index for index, count in enumerate(full) if count < printed[index]]
        assert all(full[index] == 0 for index in begun[1:])
    for count, state in enumerate(due(states, "deal")):
        assert [card is not None for card in shown(state)["bottom"]] == [
            index < count for index in range(players)
        ]
    for count, state in enumerate(due(states, "roll")):
        pips = [die["pips"] is not None for die in shown(state)["dice"].values()]
        assert pips == [index < count for index in range(players)]


@pytest.mark.rule("C-41")
def test_turn_order_slots_are_filled_from_the_first_one_down(tmp_path: Path) -> None:
    file = changed_set(tmp_path, ('order = ". * 3VP ?"', 'order = ". ? ??* ?"'))
    states = prepared(components=file)[-5:]
    letters = [[len(s["letters"]) for s in shown(state)["slots"]] for state in states]
    assert letters == [[0, 0, 0, 0], [0, 1, 0, 0], [0, 1, 1, 0], [0, 1, 2, 0], [0, 1, 2, 1]]


@pytest.mark.rule("C-42", "C-43", "C-44")
@pytest.mark.parametrize(
    ("players", "printed"),
    [
        (4, {1: (2, 1), 2: (3, 0), 3: (2, 1), 4: (1, 1)}),
        (3, {2: (3, 0), 3: (2, 1), 4: (2, 1)}),
        (2, {2: (3, 0), 3: (2, 1)}),
    ],
)
def test_top_slots_in_use_receive_letters_and_stars(
    players: int, printed: dict[int, tuple[int, int]]
) -> None:
    top = shown(prepared(players)[-1])["top"]
    found = {
        number: (len(slot["letters"]), slot["stars"]) for number, slot in enumerate(top, 1) if slot
    }
    assert found == printed
    assert {text.split()[1] for text in legal(rolled(prepared(players)[-1]), "top")} == {
        str(number) for number in printed
    }


@pytest.mark.rule("C-44")
@pytest.mark.parametrize("players", PLAYERS)
def test_with_four_players_the_letter_of_the_rightmost_slot_is_wild(players: int) -> None:
    top = shown(prepared(players)[-1])["top"]
    wild = {n for n, slot in enumerate(top, 1) if slot and "".join(slot["letters"]).islower()}
    natural = {n for n, slot in enumerate(top, 1) if slot and "".join(slot["letters"]).isupper()}
    assert wild == ({4} if players == 4 else set())
    assert natural == {n for n, slot in enumerate(top, 1) if slot} - wild


@pytest.mark.rule("C-44")
def test_the_letter_is_turned_over_after_it_is_drawn() -> None:
    states = due(prepared(), "draw")
    last = [
        state for state in states if shown(state)["top"][3] == {"letters": [], "stars": 0, "vp": 0}
    ]
    state = play(last[7], "draw W")
    assert shown(state)["top"][3]["letters"] == ["w"]


@pytest.mark.rule("C-45")
@pytest.mark.parametrize("players", PLAYERS)
def test_a_card_lies_in_each_bottom_slot(players: int) -> None:
    states = prepared(players)
    deals = due(states, "deal")
    assert len(deals) == players
    deck = shown(deals[0])["deck"]
    whole = sum(deck.values())
    assert outcomes(deals[0]) == pytest.approx({f"deal {c}": n / whole for c, n in deck.items()})
    bottom = shown(states[-1])["bottom"]
    assert len(bottom) == players
    assert Counter(bottom) == Counter(deck) - Counter(shown(states[-1])["deck"])


@pytest.mark.rule("C-46")
def test_the_discard_pile_becomes_the_deck_in_mid_task() -> None:
    first = due(prepared(), "deal")[0]
    deck = Counter(shown(first)["deck"])
    two = Counter(["IM3", "AL1"])
    state = changed(first, round=2, deck=dict(two), discard=dict(deck - two))
    state = play(state, "deal AL1")
    assert outcomes(state) == {"deal IM3": 1}
    state = play(state, "deal IM3")
    rest = deck - two
    assert (Counter(shown(state)["deck"]), shown(state)["discard"]) == (rest, {})
    assert outcomes(state) == pytest.approx(
        {f"deal {card}": count / rest.total() for card, count in rest.items()}
    )


@pytest.mark.rule("C-46")
def test_an_exchange_with_an_empty_deck_shuffles_the_discard_pile() -> None:
    bottom = ["CO1-black", "IM3", "AL1", "AL2"]
    state = collecting(Mat(stars=1), players=4, bottom=bottom, deck=())
    discard = Counter(shown(state)["discard"])
    state = play(state, "bottom 1", "redraw")
    # The card that was just discarded can come back (W-82).
    assert {*outcomes(state)} == {f"deal {card}" for card in [*discard, "CO1-black"]}


@pytest.mark.rule("C-47")
def test_players_cannot_have_more_cards_than_come_to_them() -> None:
    five = ["CO1-red", "CO2-red", "CO3-red", "CO1-white", "CO2-white"]
    whole = constructing(Mat("PIPE", cards=five), round=5)
    assert len(shown(whole)["mats"][0]["cards"]) == 5
    error = refusal(constructing, Mat("PIPE", cards=[*five, "CO3-white"]), round=5)
    assert isinstance(error, lt.StateFormatError)
    assert error.rule == "C-47"
    # One more with a tile on the lower right corner of the grid.
    corner = Mat("P", cards=[*five, "CO3-white"], words=["CLAMP across 4,5", "PULLEY down 4,9"])
    assert len(shown(constructing(corner, round=5))["mats"][0]["cards"]) == 6


@pytest.mark.rule("C-47")
@pytest.mark.parametrize("players", PLAYERS)
def test_a_card_can_always_be_dealt(players: int) -> None:
    rng = Random(players)
    state = game_of(players).start()
    while not state.is_over:
        view = shown(state)
        assert view["deck"] or view["discard"]
        state = state.apply(some_action(state, rng))


@pytest.mark.rule("C-48")
@pytest.mark.parametrize("players", PLAYERS)
def test_all_dice_are_rolled_before_anybody_chooses(players: int) -> None:
    states = prepared(players)
    rolls = due(states, "roll")
    for state, name in zip(rolls, DICE, strict=False):
        sides = {f"roll {name} {pips}": 1 / 6 for pips in range(1, 7)}
        assert outcomes(state) == pytest.approx(sides)
    assert len(rolls) == players
    state = rolls[-1].apply(f"roll {DICE[players - 1]} 5")
    assert shown(state)["dice"][DICE[players - 1]] == {"pips": 5, "holder": None}
    assert all(die["pips"] for die in shown(states[-1])["dice"].values())


@pytest.mark.rule("C-49", "C-50")
@pytest.mark.parametrize("players", PLAYERS)
def test_turn_order_slots_in_use_receive_their_bonuses(players: int) -> None:
    states = prepared(players)
    found = [
        (len(slot["letters"]), slot["stars"], slot["vp"]) for slot in shown(states[-1])["slots"]
    ]
    assert found == [(0, 0, 0), (0, 1, 0), (0, 0, 3), (1, 0, 0)][:players]
    if players == 4:
        state = play(due(states, "draw")[-1], "draw W")
        # Face up.
        assert shown(state)["slots"][3]["letters"] == ["W"]
    assert {text.split()[1] for text in legal(rolled(states[-1]), "order")} == {
        str(number) for number in range(1, players + 1)
    }


@pytest.mark.rule("C-51")
def test_a_bonus_that_nobody_took_stays_and_is_topped_up() -> None:
    state = constructing(Mat("PIPE"), slots="A B+ C+ D+")
    assert shown(state)["slots"][3]["letters"] == ["R"]
    found = [
        (slot["letters"], slot["stars"], slot["vp"]) for slot in shown(next_round(state))["slots"]
    ]
    assert found == [([], 0, 0), ([], 1, 0), ([], 0, 3), (["R"], 0, 0)]
    # The other bonuses come anew.
    other = next_round(constructing(Mat("PIPE"), slots="A B C+ D"))
    found = [(len(s["letters"]), s["stars"], s["vp"]) for s in shown(other)["slots"]]
    assert found == [(0, 0, 0), (0, 1, 0), (0, 0, 3), (1, 0, 0)]


@pytest.mark.rule("C-51")
@pytest.mark.parametrize(
    ("leftover", "stars", "letters"), [("top_up", 1, 1), ("replace", 1, 1), ("add", 2, 2)]
)
def test_other_readings_of_a_bonus_that_nobody_took(
    leftover: str, stars: int, letters: int
) -> None:
    state = constructing(Mat("PIPE"), slots="A B+ C+ D+", order_leftover=leftover)
    before = shown(state)
    view = shown(next_round(state))
    assert view["slots"][1]["stars"] == stars
    assert view["slots"][2]["vp"] == 3 * stars
    assert len(view["slots"][3]["letters"]) == letters
    # Laid anew, the letter is another one unless it is drawn again.
    assert ("R" in view["slots"][3]["letters"]) == (leftover != "replace")
    assert before["slots"][3]["letters"] == ["R"]


@pytest.mark.rule("C-52")
@pytest.mark.parametrize("players", PLAYERS)
def test_after_phase_2_only_turn_order_bonuses_can_be_left(players: int) -> None:
    rng = Random(players)
    ends = 0
    for _ in range(10):
        state = rolled(game_of(players).start())
        while shown(state)["phase"] == "collect":
            state = state.apply(some_action(state, rng))
        # The last one of Phase II: what was to be done after it is seen in the next state.
        view = shown(state)
        assert all(
            slot is None or slot == {"letters": [], "stars": 0, "vp": 0} for slot in view["top"]
        )
        assert view["bottom"] == [None] * players
        if view["phase"] in ("activate", "construct"):
            assert sorted(die["holder"] for die in view["dice"].values()) == list(range(players))
            assert sorted(slot["cog"] for slot in view["slots"]) == list(range(players))
            assert all(each["edges"] == list(EDGES) for each in view["mats"])
            ends += 1
    assert ends > 5
