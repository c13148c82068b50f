"""The end of the game, majorities and ties, sections R and S."""

from __future__ import annotations

from itertools import product
from typing import Any

import ludoteca as lt
import pytest
from athos_positions import atelier, changed, legal, play, table
from support import forbidden

LAST = ["x.....", *["......"] * 5]
"""One tile is left on Fundathos."""
NONE = ["......"] * 6
BLOCKS = {
    "A": "0,0 Aa0 Aa0 / Aa0 Aa0",
    "B": "0,3 Bb0 Bb0 / Bb0 Bb0",
    "C": "0,6 Cb0 Cb0 / Cb0 Cb0",
    "F": "6,0 Fa0 Fa0 / Fa0 Fa0",
    "G": "6,3 Ga0 Ga0 / Ga0 Ga0",
    "K": "6,6 Ka0 Ka0 / Ka0 Ka0",
}


def passed(state: lt.State) -> lt.State:
    """The end that comes when everybody passes."""
    while not state.is_over:
        state = state.apply("pass")
    return state


def view(state: lt.State, *names: str) -> tuple[Any, ...]:
    """Some fields of the view."""
    return tuple(state.view(None)[name] for name in names)


def winners(state: lt.State) -> list[int]:
    """Who has won."""
    assert state.outcome is not None
    return list(state.outcome.winners)


def prizes(*counts: int, **options: Any) -> list[int]:
    """What four players get at the end for so many markers on one card."""
    owners = [str(side) for side, count in enumerate(counts) for _ in range(count)]
    marks = " ".join([*owners, *"-" * (4 - len(owners))])
    state = table("", "", "", "", cards={"A": {"crossings": marks}}, **options)
    scores: list[int] = passed(state).view(None)["scores"]
    return scores


def block_prizes(*counts: int, **options: Any) -> list[int]:
    """What four players get for so many immutable blocks, without 4 points for each of these."""
    owners = [side for side, count in enumerate(counts) for _ in range(count)]
    used = dict(zip(BLOCKS, owners, strict=False))
    state = table(
        *[""] * 4,
        board=";".join(BLOCKS[pattern] for pattern in used),
        mode="challenging",
        immutable=used,
        **options,
    )
    scores = passed(state).view(None)["scores"]
    return [score - 4 * count for score, count in zip(scores, counts, strict=True)]


@pytest.mark.rule("R-1", "R-2")
def test_the_last_tile_of_fundathos_triggers_the_end_after_the_turn() -> None:
    state = table("", "Aa", workshop="Ba", fundathos=LAST)
    taken = play(state, "take 0,0")
    assert view(taken, "turn_of", "actions_left", "last_round") == (0, 1, False)
    assert forbidden(taken, "take Ba") is None
    after = play(taken, "take Ba")
    assert view(after, "turn_of", "actions_left", "last_round") == (1, 3, True)
    # With the second action the turn is over at once; as long as a tile is left nothing happens.
    second = play(state, "take Ba", "take 0,0")
    assert view(second, "turn_of", "actions_left", "last_round") == (1, 3, True)
    other = play(state, "take Ba", "pass")
    assert view(other, "turn_of", "actions_left", "last_round") == (1, 2, False)
    # Tiles of the workshop have nothing to do with it.
    assert view(play(table("", workshop="Ba"), "take Ba"), "last_round") == (False,)


@pytest.mark.rule("R-3", "R-4")
@pytest.mark.parametrize(
    ("mode", "players"),
    [
        *product(("base", "simplified"), range(2, 7)),
        *product(("challenging",), range(2, 5)),
    ],
)
def test_everybody_has_one_more_turn_of_three_actions(mode: str, players: int) -> None:
    for taker in range(players):
        ateliers = ["Aa"] * players
        state = table(*ateliers, mode=mode, turn_of=taker, fundathos=LAST, players=players)
        state = play(state, "take 0,0", "pass")
        seats = []
        while not state.is_over:
            assert view(state, "actions_left", "last_round") == (3, True)
            seats.append(state.view(None)["turn_of"])
            state = play(state, "pass")
        assert seats == [(taker + 1 + k) % players for k in range(players)]
        assert view(state, "reason") == ("last round",)


@pytest.mark.rule("R-4", "R-5")
def test_the_extra_action_may_be_any_even_a_third_time_the_same() -> None:
    state = table("Aa Ab", "Aa Ab Ba", board="4,4 Aa0", fundathos=NONE, workshop="Ca Cb Da")
    assert view(state, "actions_left", "last_round") == (3, True)
    after = play(state, "rotate Aa Ba", "rotate Ba Ca", "rotate Ca Da")
    assert view(after, "turn_of", "actions_left") == (1, 3)
    after = play(after, "lay Aa0 4,5", "lay Ab0 5,4")
    assert view(after, "turn_of", "actions_left") == (1, 1)
    starts = {text.split()[0] for text in legal(after)}
    assert starts >= {"take", "rotate", "lay", "protect", "pass"}
    assert play(after, "lay Ba0 0,0 card 0").is_over
    taken = play(table("", fundathos=NONE, workshop="Ca Cb Da"), "take Ca", "take Cb", "take Da")
    assert atelier(taken, 0) == "Ca Cb Da"


@pytest.mark.rule("R-6")
def test_majorities_come_after_the_last_turn_and_before_the_winner() -> None:
    state = table(
        "", "", scores=[5, 9], cards={"A": {"crossings": "0 0 1 -"}}, fundathos=NONE, workshop="Aa"
    )
    before = play(state, "pass")
    assert view(before, "scores", "winners", "reason") == ([5, 9], None, None)
    done = play(before, "pass")
    assert view(done, "scores", "winners") == ([15, 13], [0])
    assert done.explain("pass").rule == "R-6"
    with pytest.raises(lt.GameOverError):
        done.apply("pass")


@pytest.mark.rule("R-7")
def test_tiles_that_are_left_have_no_value() -> None:
    for state in (
        table("", "", board="4,4 Aa1 Aa1 / Aa3 Ab2"),
        table("", "", workshop="Aa Ba Ca"),
        table("", "", box="Ka Kb", cards={"K": {}}),
    ):
        assert view(passed(state), "scores") == ([0, 0],)
    assert view(passed(table("Aa Ba Ca!", "", scores=[3, 3])), "scores", "winners") == (
        [3, 3],
        [0, 1],
    )


@pytest.mark.rule("R-8")
def test_guards_end_the_game_with_the_majorities() -> None:
    state = table("", "", cards={"A": {"crossings": "0 - - -"}})
    done = passed(state)
    assert view(done, "reason", "scores", "winners") == ("all passed", [10, 0], [0])
    assert not changed(state, reason=None, phase="act").is_over
    # A position can't say that it ended for a reason that does not hold.
    for reason in ("last round", "no progress", "too many rounds", "tail", "boards empty"):
        with pytest.raises(lt.StateFormatError) as caught:
            changed(done, reason=reason)
        assert caught.value.rule == "R-8"


@pytest.mark.rule("S-1", "S-3")
def test_who_has_no_marker_takes_no_part_and_a_sole_owner_gets_ten() -> None:
    for count in range(1, 5):
        assert prizes(count, 0, 0, 0) == [10, 0, 0, 0]
    assert prizes(0, 0, 1, 0) == [0, 0, 10, 0]
    assert prizes(0, 0, 0, 0) == [0, 0, 0, 0]
    # Card by card.
    cards = {"A": {"crossings": "0 - - -"}, "L": {"crossings": "0 1 1 -"}}
    assert passed(table("", "", cards=cards)).view(None)["scores"] == [14, 10]


@pytest.mark.rule("S-2")
def test_places_are_worth_ten_four_and_two() -> None:
    assert prizes(3, 1, 0, 0) == [10, 4, 0, 0]
    assert prizes(1, 0, 3, 0) == [4, 0, 10, 0]
    # Third and fourth place: as blocks, of which a card has too few crossings (W-34).
    assert block_prizes(3, 2, 1, 0) == [5, 3, 1, 0]
    assert prizes(2, 1, 1, 0) == [10, 4, 4, 0]


@pytest.mark.rule("S-4", "S-5", "S-6")
def test_tied_players_share_by_their_number() -> None:
    assert prizes(2, 2, 0, 0) == prizes(1, 1, 0, 0) == [4, 4, 0, 0]
    assert prizes(1, 0, 1, 1) == [2, 0, 2, 2]
    assert prizes(1, 1, 1, 1) == [0, 0, 0, 0]


@pytest.mark.rule("S-7")
def test_a_tied_group_takes_as_many_places_as_it_has_members() -> None:
    """A card has four crossings, too few to tell; blocks are counted by the same function."""
    assert block_prizes(2, 2, 1, 0) == [3, 3, 1, 0]
    assert block_prizes(2, 2, 1, 0, tie_rule="first_only") == [3, 3, 1, 0]


@pytest.mark.rule("S-8")
@pytest.mark.parametrize(
    ("rule", "third", "seconds"),
    [("flat", 3, 1), ("first_only", 1, 3), ("min", 1, 1)],
)
def test_ties_below_first_place(rule: str, third: int, seconds: int) -> None:
    assert block_prizes(2, 2, 1, 1, tie_rule=rule) == [3, 3, third, third]
    assert block_prizes(2, 1, 1, 1, tie_rule=rule) == [5, seconds, seconds, seconds]
    # On a card all three readings agree, since second place is worth what two tied players get.
    assert prizes(2, 1, 1, 0, tie_rule=rule) == [10, 4, 4, 0]
    assert prizes(2, 2, 0, 0, tie_rule=rule) == [4, 4, 0, 0]
    assert prizes(1, 1, 1, 0, tie_rule=rule) == [2, 2, 2, 0]


@pytest.mark.rule("S-9")
def test_the_highest_total_wins() -> None:
    assert winners(passed(table("", "", "", scores=[7, 9, 8]))) == [1]
    # More markers are of no use against more points.
    cards = {"A": {"crossings": "1 1 1 1"}}
    done = passed(table("", "", board="4,4 Aa1", cards=cards, scores=[11, 0]))
    assert (winners(done), done.view(None)["scores"]) == ([0], [11, 10])
    assert done.outcome is not None
    assert list(done.outcome.returns) == [1.0, 0.0]
    assert list(done.outcome.scores) == [11, 10]


PANELS = "0,0 Cb0 Ca2 Ca2 / Cb0 Cb0 Ca1 / Cb0; 0,5 Da0 Da3 / Db2; 5,0 Ba0"


@pytest.mark.rule("S-10")
def test_a_tie_goes_to_who_has_more_markers_on_the_card_of_the_largest_panel() -> None:
    cards = {"C": {"crossings": "0 1 1 -"}, "D": {"crossings": "0 0 0 -"}}
    # C: 4 and 10; D: 10 and 0.
    done = passed(table("", "", board=PANELS, cards=cards, scores=[0, 4]))
    assert (done.view(None)["scores"], winners(done)) == ([14, 14], [1])
    # The largest one is what counts, not the most valuable one, nor the first.
    larger = PANELS.replace("Da0 Da3 / Db2", "Da0 Da3 Da2 / Db2 Db1 Db1 / Db1 Da0")
    done = passed(table("", "", board=larger, cards=cards, scores=[0, 4]))
    assert winners(done) == [0]


@pytest.mark.rule("S-10")
def test_markers_on_all_largest_panels_count_and_none_on_an_empty_mural() -> None:
    board = "0,0 Cb0 Ca2 / Cb0; 0,5 Da0 Da3 / Db2; 5,0 Ba0"
    cards = {
        "C": {"crossings": "0 1 1 -"},
        "D": {"crossings": "0 0 0 1"},
        "B": {"crossings": "1 1 - -"},
    }
    # C: 4 and 10; D: 10 and 4; B: 0 and 10; on C and D 4 and 3 markers, in all 4 and 5.
    done = passed(table("", "", board=board, cards=cards, scores=[10, 0]))
    assert (done.view(None)["scores"], winners(done)) == ([24, 24], [0])
    # Nothing stands on the mural: the markers on all cards decide (S-11).
    done = passed(table("", "", cards=cards, scores=[10, 0]))
    assert (done.view(None)["scores"], winners(done)) == ([24, 24], [1])


@pytest.mark.rule("S-11")
def test_then_markers_on_all_cards_decide() -> None:
    cards = {"C": {"crossings": "0 1 - -"}, "D": {"crossings": "1 1 - -"}}
    done = passed(table("", "", board=PANELS, cards=cards, scores=[10, 0]))
    assert (done.view(None)["scores"], winners(done)) == ([14, 14], [1])


@pytest.mark.rule("S-12")
def test_then_the_victory_is_shared() -> None:
    cards = {"C": {"crossings": "0 1 - -"}, "D": {"crossings": "2 - - -"}}
    done = passed(table("", "", "", board=PANELS, cards=cards, scores=[6, 6, 0]))
    assert (done.view(None)["scores"], winners(done)) == ([10, 10, 10], [0, 1])
    assert done.outcome is not None
    assert list(done.outcome.returns) == [0.5, 0.5, 0.0]
