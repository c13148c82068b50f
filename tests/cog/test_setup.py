"""Setup: section 2."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import ludoteca as lt
import pytest
from cog_positions import (
    GOALS,
    Mat,
    constructing,
    game_of,
    legal,
    mat,
    play,
    reserve,
    rolled,
    shown,
)
from support import outcomes

from cog.sets import changed_set

PLAYERS = (2, 3, 4)


def setup(players: int = 4, **options: object) -> list[lt.State]:
    """The states of a setup, from the first one to the first of Phase I."""
    states = [game_of(players, **options).start()]
    while shown(states[-1])["phase"] == "setup":
        states.append(states[-1].apply(states[-1].chance_outcomes[0][0]))
    return states


def begun(players: int = 4, **options: object) -> lt.State:
    """A game as Phase I begins."""
    return setup(players, **options)[-1]


@pytest.mark.rule("C-17")
@pytest.mark.parametrize("players", PLAYERS)
def test_pawns_begin_on_the_starting_space(players: int) -> None:
    assert shown(begun(players))["pawns"] == [0] * players


@pytest.mark.rule("C-19")
def test_the_bag_has_all_tiles_but_the_spares() -> None:
    view = shown(game_of().start())
    assert (sum(view["bag"].values()), view["are_spares_in"]) == (120, False)
    # There are 13 tiles E and 2 spares.
    assert view["bag"]["E"] == 13


@pytest.mark.rule("C-20")
@pytest.mark.parametrize("players", PLAYERS)
def test_each_square_of_the_centre_gets_a_letter(players: int) -> None:
    state = game_of(players).start()
    letters = "PWMMEO"
    for count, letter in enumerate(letters):
        assert shown(state)["centre"] == [*letters[:count], *[None] * (6 - count)]
        assert set(outcomes(state)) == {f"draw {each}" for each in shown(state)["bag"]}
        state = play(state, f"draw {letter}")
    assert shown(state)["centre"] == [*letters]
    assert not any(text.startswith("draw") for text in outcomes(state))


@pytest.mark.rule("C-21", "C-22")
@pytest.mark.parametrize(
    ("players", "dice", "cards"),
    [
        (4, ["red", "white", "aqua", "black"], 42),
        (3, ["red", "white", "aqua"], 39),
        (2, ["red", "white"], 36),
    ],
)
def test_dice_and_their_cards_leave_a_smaller_game(
    players: int, dice: list[str], cards: int
) -> None:
    view = shown(game_of(players).start())
    assert list(view["dice"]) == dice
    colours = {card.split("-")[1] for card in view["deck"] if card.startswith("CO")}
    assert (colours, Counter(view["deck"]).total()) == ({*dice}, cards)


@pytest.mark.rule("C-23")
def test_stars_dice_and_deck_lie_ready() -> None:
    view = shown(game_of().start())
    assert (view["stars"], view["discard"], view["bottom"]) == (20, {}, [None] * 4)
    assert all(die == {"pips": None, "holder": None} for die in view["dice"].values())


@pytest.mark.rule("C-24")
@pytest.mark.parametrize("players", PLAYERS)
def test_players_begin_with_empty_mats(players: int) -> None:
    view = game_of(players, vp_hidden=False).start().view(None)
    empty = {
        "vp": 0,
        "stars": 0,
        "reserve": [],
        "grid": ["." * 10] * 10,
        "words": [],
        "cubes": {},
        "completed_goals": [],
        "cards": [],
        "used": [],
        "completed_items": [],
        "edges": [],
        "covered": [],
    }
    assert view["mats"] == [empty] * players


@pytest.mark.rule("C-25")
def test_a_die_says_which_goal_card_leaves_the_game_for_all() -> None:
    state = play(game_of(2).start(), *["draw E"] * 6)
    assert outcomes(state) == pytest.approx({f"goal {number}": 1 / 6 for number in range(1, 7)})
    assert shown(state)["removed_goal"] is None
    for number in range(1, 7):
        assert shown(play(state, f"goal {number}"))["removed_goal"] == number


@pytest.mark.rule("C-26")
@pytest.mark.parametrize("removed", [1, 4])
def test_goal_cards_lie_in_the_order_of_their_numbers(removed: int) -> None:
    state = constructing(Mat("aabbcceeggiillnnoopprrttuuwwyykk"), removed_goal=removed)
    found = list(dict.fromkeys(text.split()[1] for text in legal(state, "spell")))
    goals = [goal for number, goal in enumerate(GOALS, 1) if number != removed]
    assert found == [word for goal in goals for word in goal]


@pytest.mark.rule("C-27")
def test_the_others_follow_the_starting_player_clockwise() -> None:
    for first in range(4):
        order = [(first + k) % 4 for k in range(4)]
        assert shown(begun(first_player=first))["order"] == order


@pytest.mark.rule("C-27")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_starting_player_may_be_drawn(players: int) -> None:
    state = game_of(players, first_player="random").start()
    state = play(state, *["draw E"] * 6, "goal 2")
    assert outcomes(state) == pytest.approx({f"first {s}": 1 / players for s in range(players)})
    state = play(state, "first 1")
    assert shown(state)["order"] == [(1 + k) % players for k in range(players)]


@pytest.mark.rule("C-28")
@pytest.mark.parametrize("players", PLAYERS)
def test_turn_order_cards_above_the_number_of_players_are_not_used(players: int) -> None:
    assert len(shown(begun(players))["order"]) == players


@pytest.mark.rule("C-29", "C-35")
@pytest.mark.parametrize("players", PLAYERS)
def test_everybody_draws_two_letters_in_order(players: int) -> None:
    state = play(game_of(players, first_player=1).start(), *["draw E"] * 6, "goal 2")
    letters = "ABCDGHIK"[: 2 * players]
    for letter in letters:
        state = play(state, f"draw {letter}")
    order = [(1 + k) % players for k in range(players)]
    for place, seat in enumerate(order):
        assert reserve(state, seat)[:2] == letters[2 * place : 2 * place + 2]


@pytest.mark.rule("C-30", "C-31", "C-32", "C-33")
def test_starting_bonuses_go_by_turn_order_card() -> None:
    states = setup(first_player=2)
    # Seat 2 has card #1, seat 3 has #2, and so on.
    before = play(game_of(first_player=2).start(), *["draw E"] * 6, "goal 2", *["draw L"] * 8)
    assert set(outcomes(before)) == {f"draw {each}" for each in shown(before)["bag"]}
    state = play(before, "draw W")
    assert [reserve(state, seat) for seat in (2, 3, 0, 1)] == ["LL", "LL", "LL", "LLW"]
    for seen in (state, states[-1]):
        assert shown(seen)["phase"] == "prepare"
        assert [mat(seen, seat)["stars"] for seat in (2, 3, 0, 1)] == [0, 1, 0, 0]
        assert [mat(seen, seat)["vp"] for seat in (2, 3, 0, 1)] == [0, 0, 3, 0]
    assert shown(state)["stars"] == 19


@pytest.mark.rule("C-34")
@pytest.mark.parametrize(("players", "vp"), [(2, [0, 0]), (3, [0, 0, 3])])
def test_fewer_players_get_fewer_starting_bonuses(players: int, vp: list[int]) -> None:
    state = begun(players)
    assert [len(reserve(state, seat)) for seat in range(players)] == [2] * players
    assert [mat(state, seat)["stars"] for seat in range(players)] == [0, 1, 0][:players]
    assert [mat(state, seat)["vp"] for seat in range(players)] == vp


@pytest.mark.rule("C-35")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_order_of_chance_in_setup(players: int) -> None:
    states = setup(players, first_player="random")
    events = [str(event).split()[0] for event in states[-1].history]
    centre, letters = ["draw"] * 6, ["draw"] * (2 * players + (players == 4))
    assert events == [*centre, "goal", "first", *letters]
    # The letter of card #4 is the last one.
    assert sum(len(each["reserve"]) for each in shown(states[-1])["mats"]) == len(letters)


@pytest.mark.rule("C-35")
def test_the_order_of_starting_bonuses(tmp_path: Path) -> None:
    file = changed_set(tmp_path, ('start = ". * 3VP ?"', 'start = ". ? ? ?"'))
    state = lt.game("cog", players=3, first_player=1, components=file).start()
    state = play(state, *["draw E"] * 6, "goal 2", *["draw L"] * 6)
    for seat, letter in ((2, "B"), (0, "C")):
        state = play(state, f"draw {letter}")
        assert reserve(state, seat) == f"{letter}LL"
    assert shown(state)["phase"] == "prepare"


@pytest.mark.rule("C-36")
def test_item_cards_of_the_removed_goal_card_stay_in_the_deck() -> None:
    before = play(game_of(2).start(), *["draw E"] * 6)
    deck = shown(before)["deck"]
    assert shown(play(before, "goal 5"))["deck"] == deck
    # The other reading takes GEAR and PISTON out.
    removed = play(game_of(2, remove_items_of_removed_goal=True).start(), *["draw E"] * 6, "goal 5")
    assert {*deck} - {*shown(removed)["deck"]} == {"IT-GEAR", "IT-PISTON"}


@pytest.mark.rule("C-20", "C-29", "C-42", "C-45", "C-49")
@pytest.mark.parametrize(
    ("players", "bag", "deck", "after", "stars", "dealt"),
    [(4, 105, 42, 96, 15, 38), (3, 108, 39, 101, 16, 36), (2, 110, 36, 105, 17, 34)],
)
def test_what_setup_and_the_first_phase_take(
    players: int, bag: int, deck: int, after: int, stars: int, dealt: int
) -> None:
    view = shown(begun(players))
    assert (sum(view["bag"].values()), sum(view["deck"].values())) == (bag, deck)
    assert view["stars"] == 19
    view = shown(rolled(begun(players)))
    found = (sum(view["bag"].values()), view["stars"], sum(view["deck"].values()))
    assert found == (after, stars, dealt)
