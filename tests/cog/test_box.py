"""What is in the box: section 1."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import ludoteca as lt
import pytest
from cog_positions import (
    DICE,
    EDGES,
    GOALS,
    SPARES,
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
    with_mat,
)
from support import forbidden, outcomes, refusal, some_action

from cog.sets import changed_set

PLAYERS = (2, 3, 4)
ALL = "abceghilknoprtuw"  # Wild tiles for any word.


@pytest.mark.rule("C-1", "C-16")
def test_the_board_s_face_is_fixed_by_the_number_of_players(tmp_path: Path) -> None:
    few = ("[faces.2-3]\nrounds = 7\ncentre = 6", "[faces.2-3]\nrounds = 3\ncentre = 4")
    file = changed_set(tmp_path, few)
    for players, rounds, centre in ((2, 3, 4), (3, 3, 4), (4, 6, 6)):
        state = lt.game("cog", players=players, components=file).start(seed=players)
        assert (state.view(None)["rounds"], len(state.view(None)["centre"])) == (rounds, centre)


@pytest.mark.rule("C-2", "C-7")
@pytest.mark.parametrize("players", PLAYERS)
def test_each_player_has_a_mat_and_a_pawn(players: int) -> None:
    view = shown(game_of(players).start())
    assert (len(view["mats"]), len(view["pawns"])) == (players, players)


@pytest.mark.rule("C-2")
def test_there_are_mats_for_two_to_four() -> None:
    for players in (1, 5):
        with pytest.raises(lt.OptionError) as caught:
            game_of(players)
        assert caught.value.rule == "C-1"


@pytest.mark.rule("C-3")
def test_a_mat_has_a_square_grid_with_four_centre_squares() -> None:
    rows = mat(game_of().start())["grid"]
    assert rows == ["." * 10] * 10
    squares = {
        text.split()[3]: text for text in legal(constructing(Mat(ALL)), "spell PULLEY across")
    }
    # Six letters across: those rows, and those first columns, that cover rows and columns 4 and 5.
    assert set(squares) == {f"{row},{column}" for row in (4, 5) for column in range(5)}


@pytest.mark.rule("C-3")
def test_a_mat_has_a_reserve_stars_and_five_goal_cards() -> None:
    state = constructing(Mat("PE", stars=3))
    assert (reserve(state), mat(state)["stars"]) == ("EP", 3)
    spelled = {text.split()[1] for text in legal(constructing(Mat(ALL * 2)), "spell")}
    assert sum(bool(spelled & {*words}) for words in GOALS) == 5


@pytest.mark.rule("C-4", "C-22")
def test_there_are_42_cabinet_cards_of_two_main_types() -> None:
    deck = Counter(shown(game_of().start())["deck"])
    items = {card for card in deck if card.startswith("IT-")}
    assert deck.total() == 42
    assert sum(deck[card] for card in items) == 12
    assert sum(deck[card] for card in deck if card not in items) == 30


@pytest.mark.rule("C-4")
def test_only_item_cards_can_be_completed() -> None:
    state = constructing(Mat("P", cards=["IT-PIPE", "CO1-red"]))
    assert forbidden(state, "complete IT-PIPE bonus .") is None
    error = refusal(state.apply, "complete CO1-red bonus .")
    assert isinstance(error, lt.ActionSyntaxError)
    assert "no item card" in str(error)


@pytest.mark.rule("C-5")
def test_there_are_120_tiles_and_16_spares() -> None:
    view = shown(game_of().start())
    assert sum(view["bag"].values()) == 120
    # The spares come once the bag is empty: this time for the letter of space 1.
    state = play(collecting(Mat(), Mat(), bag=""), "die red")
    assert (Counter(shown(state)["bag"]), shown(state)["are_spares_in"]) == (SPARES, True)
    assert sum(SPARES.values()) == 16


@pytest.mark.rule("C-5")
def test_each_tile_is_in_one_place() -> None:
    assert reserve(constructing(Mat("MMM"))) == "MMM"
    error = refusal(with_mat, constructing(Mat("MM")), reserve=["M"] * 3)
    assert isinstance(error, lt.StateFormatError)
    assert error.rule == "C-5"


@pytest.mark.rule("C-6")
def test_a_tile_is_natural_or_wild_and_in_the_bag_always_natural() -> None:
    state = constructing(Mat("PP", stars=1), bag="E")
    state = play(state, "flip P")
    assert reserve(state) == "Pp"
    state = play(state, "convert P p")
    assert (reserve(state), shown(state)["bag"]) == ("", {"E": 1, "P": 2})
    drawn = play(constructing(Mat("p", stars=2), bag="P"), "convert stars", "draw P")
    assert reserve(drawn) == "Pp"


@pytest.mark.rule("C-6")
def test_a_wild_tile_keeps_its_printed_letter() -> None:
    state = play(constructing(Mat("OIp")), "spell OIL across 4,4")
    assert mat(state)["grid"][4] == "....OIp..."


@pytest.mark.rule("C-8")
@pytest.mark.parametrize("players", PLAYERS)
def test_each_player_has_four_cogs(players: int) -> None:
    states = collected(game_of(players).start())
    placed = [state.actor for state in states if shown(state)["node"] == "place"]
    assert [placed.count(seat) for seat in range(players)] == [4] * players
    assert all(each["edges"] == list(EDGES) for each in shown(states[-1])["mats"])


@pytest.mark.rule("C-9")
def test_there_are_four_dice_of_different_colours_with_six_sides() -> None:
    state = game_of().start()
    assert list(shown(state)["dice"]) == list(DICE)
    assert {"black", "aqua"} < {*DICE}
    while not (found := outcomes(state)) or not next(iter(found)).startswith("roll red"):
        state = state.apply(state.chance_outcomes[0][0])
    assert found == pytest.approx({f"roll red {pips}": 1 / 6 for pips in range(1, 7)})


@pytest.mark.rule("C-10", "C-28")
@pytest.mark.parametrize("players", PLAYERS)
def test_there_is_a_turn_order_card_for_each_player(players: int) -> None:
    state = rolled(game_of(players).start())
    assert sorted(shown(state)["order"]) == list(range(players))
    assert len(shown(state)["slots"]) == players


@pytest.mark.rule("C-11")
def test_a_player_s_cubes_suffice() -> None:
    # Two cubes on each of five goal cards; one more, and the card is complete.
    items = ("PIPE", "BULB", "PULLEY", "LENS", "CLAMP", "BOLT", "AETHER")
    grid = ("CRANK across 4,4", "COIL down 4,4", "WHEEL across 7,0")
    done = [f"IT-{word}" for word in items]
    builder = Mat("UT", words=grid, item_cubes=items, completed_items=done)
    state = constructing(builder, Mat(), round=7)
    assert len(mat(state)["cubes"]) == 10
    state = play(state, "spell NUT down 4,7")
    assert (shown(state)["node"], len(mat(state)["cubes"])) == ("take", 11)
    state = rolled(play(state, "take A"))
    assert (mat(state)["completed_goals"], len(mat(state)["cubes"])) == ([6], 8)


@pytest.mark.rule("C-12")
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("removed", range(1, 7))
def test_all_players_have_the_same_six_goal_cards(seat: int, removed: int) -> None:
    mats = [Mat(), Mat()]
    mats[seat] = Mat("aabbccddeeggiillnnoopprrttuuwwyykk")
    state = constructing(*mats, removed_goal=removed, place=seat + 1)
    words = {text.split()[1] for text in legal(state, "spell")}
    assert state.actor == seat
    assert words == {word for goal in GOALS for word in goal} - {*GOALS[removed - 1]}


@pytest.mark.rule("C-13")
@pytest.mark.parametrize(("left", "gained"), [(0, 0), (1, 1), (2, 2), (3, 3), (5, 3)])
def test_a_star_that_the_supply_has_not_is_lost(left: int, gained: int) -> None:
    state = collecting(Mat(), Mat(), bottom=["IM1", "CO1-red"], supply=left)
    state = play(state, "bottom 1")
    assert (mat(state)["stars"], shown(state)["stars"]) == (gained, left - gained)


@pytest.mark.rule("C-13")
def test_stars_run_out_in_the_order_in_which_gains_happen(tmp_path: Path) -> None:
    file = changed_set(tmp_path, ("star_supply = 20", "star_supply = 3"))
    view = shown(rolled(lt.game("cog", players=4, components=file).start()))
    # One for the holder of #2; then top slots from the left, and nothing for the last ones.
    assert [each["stars"] for each in view["mats"]] == [0, 1, 0, 0]
    assert [slot["stars"] for slot in view["top"]] == [1, 0, 1, 0]
    assert (view["slots"][1]["stars"], view["stars"]) == (0, 0)


@pytest.mark.rule("C-13")
def test_there_are_20_star_tokens() -> None:
    state = collecting(Mat(stars=7), Mat(stars=9), slots="A! -", turn=2)
    # One under the cog, one each in a top slot and in slot #2.
    assert shown(state)["stars"] == 20 - 7 - 9 - 3
    error = refusal(with_mat, state, stars=8)
    assert isinstance(error, lt.StateFormatError)
    assert error.rule == "C-13"


@pytest.mark.rule("C-13")
def test_stars_without_a_limit() -> None:
    state = game_of(2, star_limit="none").start()
    assert shown(state)["stars"] is None
    whole = collecting(Mat(stars=30), Mat(), bottom=["IM1", "CO1-red"], star_limit="none")
    state = play(whole, "bottom 1", "keep")
    assert mat(state)["stars"] == 33


@pytest.mark.rule("C-14")
def test_points_have_no_limit() -> None:
    # The 60 cards of the box are worth 240.
    state = play(collecting(Mat(vp=1000), Mat(), bottom=["IM3", "CO1-red"]), "bottom 1")
    assert mat(state)["vp"] == 1007


@pytest.mark.rule("C-15", "C-19")
def test_tiles_are_drawn_from_one_bag() -> None:
    state = game_of().start()
    bag = shown(state)["bag"]
    assert outcomes(state) == pytest.approx({f"draw {x}": n / 120 for x, n in bag.items()})
    state = play(state, "draw M", "draw M")
    left = {**bag, "M": 1}
    assert shown(state)["bag"] == left
    assert outcomes(state) == pytest.approx({f"draw {x}": n / 118 for x, n in left.items()})


@pytest.mark.rule("C-15", "C-18")
@pytest.mark.parametrize("players", PLAYERS)
def test_one_clock_counts_the_rounds_from_space_1(players: int) -> None:
    rng = Random(players)
    state = game_of(players).start()
    rounds = [shown(state)["round"]]
    while not state.is_over:
        state = state.apply(some_action(state, rng))
        rounds.append(shown(state)["round"])
    assert rounds[0] == 1
    assert sorted({*rounds}) == list(range(1, shown(state)["rounds"] + 1))
    assert rounds == sorted(rounds)
