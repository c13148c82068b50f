"""Turns and drawing: sections 5 and 7."""

from __future__ import annotations

import json
from itertools import pairwise
from random import Random
from typing import Any

import ludoteca as lt
import pytest
from cobogo_positions import (
    TABLES,
    cells,
    deal_out,
    game_of,
    made_up_set,
    play,
    position,
    rows,
    table,
    unfold,
)
from referee.mosaic import covered, parse_mosaic, turn
from support import forbidden, outcomes, raised, texts

# No game with these cards is won.
HOPELESS = made_up_set(patterns=["A 99 X", "B 99 X", "C 99 X"], bricks=["ABC/DEF", "A#B/CDE"])
RESERVE = ("reveal P1", "reveal P2", "reveal P3")


def hopeless(players: int, **options: Any) -> lt.Game:
    return game_of(HOPELESS, players=players, **options)


@pytest.mark.rule("K-18", "K-43", "K-121")
def test_a_turn_is_a_placement_and_then_a_draw() -> None:
    state = deal_out(hopeless(2), *RESERVE)
    assert state.actor == 0
    assert state.chance_outcomes == ()
    # No draw before the placement ...
    assert forbidden(state, "draw 0 Z9") == "K-18"
    placed = state.apply(state.legal_actions[0])
    # ... and no second placement, nor the other's turn, before the draw.
    assert placed.actor is lt.CHANCE
    assert placed.legal_actions == ()
    assert forbidden(placed, "place 0 rot 0 at 0,3") == "K-121"
    assert all(event.startswith("draw 0 ") for event in outcomes(placed))
    assert placed.view(None)["hand_sizes"] == [1, 2]
    drawn = placed.apply(placed.chance_outcomes[0][0])
    assert drawn.actor == 1
    assert drawn.view(None)["hand_sizes"] == [2, 2]
    assert (drawn.ply, drawn.view(None)["turn"]) == (1, 2)


@pytest.mark.rule("K-19")
def test_nothing_but_a_placement_can_be_done() -> None:
    state = hopeless(2).start(seed=4)
    for _ in range(6):
        assert all(text.startswith("place ") for text in texts(state.legal_actions))
        for text in ("pass", "discard 0", "exchange 0", "exchange", "draw", "skip", "pass 0"):
            with pytest.raises(lt.ActionSyntaxError):
                state.apply(text)
        state = state.apply(state.legal_actions[-1])


@pytest.mark.rule("K-20")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("first", [0, 1])
def test_turns_go_clockwise(players: int, first: int) -> None:
    if first >= players:
        first = 0
    state = hopeless(players, first_player=first).start(seed=2)
    seats = [node.actor for node in unfold(state, lambda actions: actions[0])[:-1]]
    assert seats == [(first + turn) % players for turn in range(15)]


@pytest.mark.rule("K-21")
def test_either_card_any_turn_any_position() -> None:
    state = table(["ABC", "CDE"], "BCD/EFB", "ABC/DEF")
    placements = [text.split(" ", 2) for text in texts(state.legal_actions)]
    where = {slot: {rest for _, card, rest in placements if card == slot} for slot in "01"}
    assert where["0"] == where["1"]
    for rot in range(4):
        assert any(rest.startswith(f"rot {rot} ") for rest in where["0"])
    for action in state.legal_actions:
        _, slot, _, turns, _, cell = str(action).split()
        row, col = map(int, cell.split(","))
        brick = ("BCD", "EFB") if slot == "0" else ("ABC", "DEF")
        face = covered(turn(brick, int(turns)), row, col)
        assert cells(state.apply(action)) == {**parse_mosaic(["ABC", "CDE"]), **face}
    assert forbidden(state, "place 2 rot 0 at 0,3") == "K-21"
    assert forbidden(table(["A"], "ABC/DEF"), "place 1 rot 0 at 0,1") == "K-21"


@pytest.mark.rule("K-22")
def test_a_player_with_a_card_is_never_stuck() -> None:
    """Even on glass alone there is room above the topmost row."""
    for mosaic in (["#"], ["###", "###"], ["#.#", "###", "#.#"]):
        state = table(mosaic, "#BC/DEF", "ABC/CBA")
        for slot in (0, 1):
            for rot, height in ((0, 2), (1, 3)):
                assert forbidden(state, f"place {slot} rot {rot} at {-height},0") is None
    rng = Random(22)
    for seed in range(6):
        for state in unfold(lt.game("cobogo", players=3).start(seed=seed), rng.choice)[:-1]:
            slots = {text.split()[1] for text in texts(state.legal_actions)}
            assert isinstance(state.actor, int)
            size = state.view(None)["hand_sizes"][state.actor]
            assert slots == {str(slot) for slot in range(size)}


@pytest.mark.rule("K-23", "T-38")
def test_a_seat_without_cards_is_skipped() -> None:
    game = hopeless(4)
    parts: dict[str, Any] = {"reserved": ["P1"], "mosaic": ["A"]}
    state = position(game, hands=[["Z1", "Z2"], [], ["Z3"], []], **parts)
    seats = []
    while not state.is_over:
        seats.append(state.actor)
        state = state.apply(state.legal_actions[0])
    assert seats == [0, 2, 0]
    with pytest.raises(lt.StateFormatError) as caught:
        position(game, hands=[["Z1"], [], [], []], to_move=1, **parts)
    assert caught.value.rule == "K-23"
    # The seat that has just placed draws, though its hand was empty in between.
    state = position(game, hands=[["Z1"], [], [], []], pile=["Z2", "Z3"], **parts)
    state = play(state, "place 0 rot 0 at 0,1", "draw 0 Z3")
    assert state.actor == 0


@pytest.mark.rule("K-24")
def test_placed_cards_stay_as_they_are() -> None:
    rng = Random(24)
    states = unfold(hopeless(2).start(seed=24), rng.choice)
    for before, after in pairwise(states):
        history = after.view(None)["history"]
        assert history[:-1] == before.view(None)["history"]
        last = history[-1]
        face = turn(tuple(last["brick"].split("/")), last["rot"])
        covered_now = covered(face, last["row"], last["col"])
        # Only the cells under the new card change.
        assert cells(after) == {**cells(before), **covered_now}
    for text in ("take 0", "move 0 rot 0 at 0,0", "turn 0 rot 1", "remove 0,0", "undo"):
        with pytest.raises(lt.ActionSyntaxError):
            states[4].apply(text)


@pytest.mark.rule("K-24")
def test_a_card_that_was_placed_lies_there_still() -> None:
    """A made-up position may list fewer cards than lie there, but none where nothing lies."""
    state = unfold(hopeless(2).start(seed=24), lambda actions: actions[-1])[6]
    whole = json.loads(state.to_json())
    placed, mosaic = whole["position"]["placed"], whole["position"]["mosaic"]
    assert len(placed) > 2
    for index, card in enumerate(placed):
        for key, value in [
            ("row", mosaic["row0"] - 1),
            ("col", mosaic["col0"] - 1),
            ("row", mosaic["row0"] + len(mosaic["rows"]) - 1),
            ("row", 999),
        ]:
            changed = json.loads(json.dumps(whole["position"]))
            changed["placed"][index] = {**card, key: value, "rot": 0}
            error = raised(state.game.state_from_json, begun_with(whole, changed))
            assert isinstance(error, lt.StateFormatError), (index, key, value)
            assert (error.key, error.rule) == (f"position.placed[{index}]", "K-24")
    for kept in range(len(placed)):
        changed = {**whole["position"], "placed": placed[:kept]}
        again = state.game.state_from_json(begun_with(whole, changed))
        assert again.view(None)["history"] == state.view(None)["history"][:kept]


def begun_with(whole: dict[str, Any], position: dict[str, Any]) -> str:
    """The JSON of a state that begins with another position."""
    start = {"position": position, "origin": {"position": position, "past": []}}
    return json.dumps({**whole, **start, "events": [], "generator": None})


@pytest.mark.rule("K-25")
def test_solo_play_has_one_hand_of_two_cards() -> None:
    states = unfold(hopeless(1).start(seed=25), lambda actions: actions[0])
    assert [state.actor for state in states] == [0] * 15 + [None]
    assert [state.view(0)["hand_sizes"] for state in states] == [[2]] * 14 + [[1], [0]]


@pytest.mark.rule("K-43", "K-119")
def test_the_player_draws_the_top_card_into_the_hand() -> None:
    state = deal_out(hopeless(2), *RESERVE, "deal 0 B1", "deal 0 Z1", "deal 1 Z2", "deal 1 Z3")
    state = state.apply("place 0 rot 0 at 0,0")
    left = [f"Z{k}" for k in range(4, 14)] + ["B2"]
    assert outcomes(state) == pytest.approx({f"draw 0 {id_}": 1 / 11 for id_ in left})
    assert state.view(None)["pile_size"] == 11
    state = state.apply("draw 0 B2")
    view = state.view(0)
    assert (view["pile_size"], view["hand_sizes"]) == (10, [2, 2])
    assert view["hand"] == ["ZZZ/ZZZ", "A#B/CDE"]


@pytest.mark.rule("K-44")
def test_nothing_is_drawn_from_an_empty_pile() -> None:
    state = position(hopeless(2), reserved=["P1"], hands=[["Z1", "Z2"], ["Z3", "Z4"]], pile=["Z5"])
    state = play(state, "place 0 rot 0 at 0,0", "draw 0 Z5", "place 0 rot 0 at 0,3")
    # The pile is used up: no chance event, the placed cards don't come back.
    assert state.actor == 0
    assert state.view(None)["hand_sizes"] == [2, 1]
    assert state.view(None)["pile_size"] == 0
    for hand_sizes in ([1, 1], [1, 0], [0, 0]):
        state = state.apply(state.legal_actions[0])
        assert state.view(None)["hand_sizes"] == hand_sizes
    assert state.is_over


@pytest.mark.rule("K-45")
def test_a_drawn_card_is_not_shown_to_the_others() -> None:
    state = deal_out(hopeless(2), *RESERVE, *(f"deal {k // 2} Z{k + 1}" for k in range(4)))
    state = state.apply("place 0 rot 0 at 0,0")
    one, other = state.apply("draw 0 B1"), state.apply("draw 0 B2")
    assert one.history_for(0)[-1] == "draw 0 B1"
    assert one.view(0) != other.view(0)
    for seat in (1, None):
        assert one.history_for(seat)[-1] == "draw 0 ?"
        assert one.history_for(seat) == other.history_for(seat)
        assert one.view(seat) == other.view(seat)
        assert one.draw_for(seat) == other.draw_for(seat)
    assert (one.observation(1) == other.observation(1)).all()


@pytest.mark.rule("K-46", "K-47", "K-15", "T-34")
@pytest.mark.parametrize("data", TABLES["turns"], ids=lambda row: f"{row['players']} players")
def test_turns_without_a_win(data: dict[str, Any]) -> None:
    players = data["players"]
    state = deal_out(hopeless(players), *RESERVE)
    assert state.view(None)["pile_size"] == data["pile"]
    by_seat = [0] * players
    last_draw, sizes = 0, []
    while not state.is_over:
        view = state.view(None)
        if isinstance(state.actor, int):
            by_seat[state.actor] += 1
            sizes.append((view["pile_size"], view["hand_sizes"], state.actor))
            state = state.apply(state.legal_actions[0])
        else:
            last_draw = view["turn"] - 1
            state = state.apply(state.chance_outcomes[0][0])
    assert by_seat == data["by_seat"]
    assert last_draw == data["last_draw"]
    empty = [turn for turn, (pile, _, _) in enumerate(sizes) if pile == 0]
    # K-46: two cards in every hand up to the first turn that starts with an empty pile.
    for _, hands, _ in sizes[: empty[0] + 1]:
        assert hands == [2] * players
    # K-47: 2P turns remain; everybody plays twice, first with 2 cards, then with 1.
    assert len(empty) == 2 * players
    choices = [(seat, hands[seat]) for _, hands, seat in sizes[empty[0] :]]
    first_seat = sizes[empty[0]][2]
    clockwise = [(first_seat + turn) % players for turn in range(players)]
    assert choices == [(seat, size) for size in (2, 1) for seat in clockwise]


@pytest.mark.rule("K-46")
def test_a_hand_holds_two_cards_at_most() -> None:
    with pytest.raises(lt.StateFormatError) as caught:
        position(hopeless(1), reserved=["P1"], hands=[["Z1", "Z2", "Z3"]])
    assert caught.value.rule == "K-46"


@pytest.mark.rule("K-121")
def test_the_draw_happens_by_itself() -> None:
    """With a seed nobody is asked to draw; after a placement the next seat is to move."""
    state = hopeless(2).start(seed=11)
    for number in range(13):
        assert state.actor == number % 2
        assert not any(action.is_chance for action in state.legal_actions)
        state = state.apply(state.legal_actions[0])
        drawn = str(state.history[-1])
        assert drawn.startswith(f"draw {number % 2} ") == (number < 11)
    # At a table with explicit chance it is an event, not an action of the player.
    placed = deal_out(hopeless(2), *RESERVE).apply("place 0 rot 0 at 0,0")
    assert placed.actor is lt.CHANCE
    assert placed.ply == placed.apply(placed.chance_outcomes[0][0]).ply == 1
    assert rows(placed) == rows(placed.apply(placed.chance_outcomes[0][0]))
