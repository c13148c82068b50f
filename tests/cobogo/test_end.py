"""The end of a game, merits and titles: section 9."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import ludoteca as lt
import pytest
from cobogo_positions import (
    DEFAULT,
    TABLES,
    deal_out,
    game_of,
    judge,
    made_up_set,
    play,
    position,
    unfold,
)

# B1 alone fulfils all three patterns; no other card has a brick of these types.
PATTERNS = ["A 1 XX", "B 1 XX", "C 1 X"]
WINNER = made_up_set(patterns=PATTERNS, bricks=["AAB/CDB"])
RESERVE = ("reveal P1", "reveal P2", "reveal P3")
DATA = Path(__file__).parents[1] / "data" / "cobogo"
LOST = "all cards placed"
WON = "all patterns fulfilled"


def game(players: int = 1, **options: Any) -> lt.Game:
    return game_of(WINNER, players=players, **options)


def win_with_placement(number: int, players: int, **options: Any) -> lt.State:
    """A whole game in which placement number so-and-so is the winning card and wins."""
    blanks = (f"Z{k}" for k in range(1, 15))
    state = play(game(players, **options).start(), *RESERVE)
    for seat in range(players):
        first = "B1" if seat == (number - 1) % players else next(blanks)
        state = play(state, f"deal {seat} {first}", f"deal {seat} {next(blanks)}")
    for turn in range(1, number + 1):
        seat = (turn - 1) % players
        assert state.actor == seat
        # B1 waits in slot 0; until its turn everybody plays from the last slot.
        slot = 0 if turn == number else state.view(None)["hand_sizes"][seat] - 1
        state = state.apply(f"place {slot} rot 0 at 0,{3 * (turn - 1)}")
        assert state.is_over == (turn == number)
        if state.actor is lt.CHANCE:
            state = state.apply(f"draw {seat} {next(blanks)}")
    return state


@pytest.mark.rule("K-63", "K-76")
@pytest.mark.parametrize("missing", [0, 1, 2, None])
def test_a_win_needs_every_reserved_pattern_at_once(missing: int | None) -> None:
    patterns = [
        pattern if k != missing else pattern.replace(" 1 ", " 2 ")
        for k, pattern in enumerate(PATTERNS)
    ]
    verdict = judge(["AAB", "CDB"], *patterns)
    assert verdict.ok == tuple(k != missing for k in range(3))
    assert verdict.won == (missing is None)


@pytest.mark.rule("K-63", "T-37")
def test_the_win_comes_with_the_last_pattern_and_at_that_moment() -> None:
    bricks = ["AAD/DEF", "DBB/EFD", "DED/EFC"]
    cards = made_up_set(patterns=PATTERNS, bricks=bricks)
    pile = ["Z1", "Z2", "Z3", "Z4"]
    state = position(
        game_of(cards), reserved=["P1", "P2", "P3"], hands=[["B1", "B2"]], pile=["B3", *pile]
    )
    fulfilled = []
    for place, draw in (
        ("place 0 rot 0 at 0,0", "draw 0 Z1"),
        ("place 1 rot 0 at 0,3", "draw 0 Z2"),
        ("place 0 rot 0 at 0,6", "draw 0 B3"),
    ):
        state = state.apply(place)
        fulfilled.append(sum(p["ok"] for p in state.view(None)["reserved"]))
        assert not state.is_over
        state = state.apply(draw)
    assert fulfilled == [1, 1, 2]
    state = state.apply("place 1 rot 0 at 0,9")
    assert (state.is_over, state.actor, state.view(None)["won"]) == (True, None, True)
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.details["merits"]) == (WON, 3)
    with pytest.raises(lt.GameOverError):
        state.apply("place 0 rot 0 at 0,12")


@pytest.mark.rule("K-64", "T-30")
def test_the_first_card_may_win() -> None:
    state = win_with_placement(1, 1)
    assert state.view(None)["reserved"][0]["have"] == 1
    assert (state.view(None)["won"], state.ply) == (True, 1)


@pytest.mark.rule("K-64")
def test_the_first_card_never_wins_with_the_default_set() -> None:
    """Whatever three types are reserved, their patterns ask for more cells than a card has."""
    start = lt.game("cobogo", players=1).start()
    needed = []
    for event, _ in start.chance_outcomes:
        [pattern] = start.apply(event).view(None)["reserved"]
        needed.append((pattern["type"], pattern["n"] * pattern["shape"].count("X")))
    for three in combinations(needed, 3):
        if len({type_ for type_, _ in three}) == 3:
            assert sum(cells for _, cells in three) > DEFAULT.rows * DEFAULT.cols


@pytest.mark.rule("K-65")
def test_the_winner_draws_no_more() -> None:
    state = deal_out(game(2), *RESERVE, "deal 0 B1")
    after = state.apply("place 0 rot 0 at 0,0")
    assert (after.actor, after.chance_outcomes) == (None, ())
    assert after.view(None)["hand_sizes"] == [1, 2]
    assert after.view(None)["pile_size"] == state.view(None)["pile_size"]


@pytest.mark.rule("K-66", "K-67", "K-73", "T-36")
@pytest.mark.parametrize(("brick", "won"), [("B1", True), ("Z2", False)])
def test_the_last_card(brick: str, won: bool) -> None:
    """Win comes before loss; a lost game has neither merits nor title."""
    state = position(game(2), reserved=["P1", "P2", "P3"], hands=[["Z1"], [brick]], mosaic=["D"])
    state = state.apply("place 0 rot 0 at 0,1")
    assert not state.is_over
    state = state.apply("place 0 rot 0 at 0,4")
    assert (state.is_over, state.view(None)["won"]) == (True, won)
    assert state.outcome is not None
    assert state.outcome.reason == (WON if won else LOST)
    assert state.outcome.details == {
        "won": won,
        "merits": 0 if won else None,
        "title": {"en": "Promising Interns", "pt": "Estagiários Promissores"} if won else None,
    }
    assert state.outcome.level == ("Promising Interns" if won else None)
    assert state.outcome.scores == (0.0, 0.0)


@pytest.mark.rule("K-66")
def test_the_game_goes_on_while_cards_are_left() -> None:
    parts: dict[str, Any] = {"reserved": ["P1"], "mosaic": ["D"]}
    state = position(game(2), hands=[["Z1"], ["Z2"]], **parts)
    state = state.apply("place 0 rot 0 at 0,1")
    assert state.actor == 1
    # Cards in the pile but none in any hand: no position, the game would neither go on nor end.
    with pytest.raises(lt.StateFormatError) as caught:
        position(game(2), hands=[[], []], pile=["Z1"], **parts)
    assert caught.value.rule == "K-66"
    with pytest.raises(lt.StateFormatError) as caught:
        position(game(2), hands=[[], []], **parts)
    assert caught.value.rule == "K-66"


@pytest.mark.rule("K-68")
def test_there_is_no_other_ending() -> None:
    """A glass group that is too large can't be mended, and the game goes on to its last card."""
    cards = made_up_set(patterns=PATTERNS, glass=["1 X", "1 X ZZZ/ZZ#"])
    hopeless = game_of(cards, expansions=["vidracaria"])
    state = position(
        hopeless, reserved=["P1", "G1"], hands=[["Z1", "Z2"]], pile=["Z3"], mosaic=["##"]
    )
    states = unfold(state, lambda actions: actions[0])
    assert sum(isinstance(node.actor, int) for node in states) == 3
    assert states[-1].outcome is not None
    assert states[-1].outcome.reason == LOST
    for text in ("resign", "give up", "draw", "offer draw", "end"):
        with pytest.raises(lt.ActionSyntaxError):
            state.apply(text)


@pytest.mark.rule("K-68")
def test_every_game_is_won_or_plays_all_cards() -> None:
    rng = Random(68)
    mini = lt.game("cobogo", players=3, components=DATA / "mini-1x1.toml")
    ends = {WON: 0, LOST: 0}
    for seed in range(150):
        state = unfold(mini.start(seed=seed), rng.choice)[-1]
        assert state.outcome is not None
        ends[state.outcome.reason] += 1
        assert (state.outcome.reason == WON) == state.outcome.details["won"]
        if state.outcome.reason == LOST:
            assert state.ply == mini.max_plies == 9
    assert min(ends.values()) > 5, ends


@pytest.mark.rule("K-69")
def test_the_result_is_common_to_all() -> None:
    won = win_with_placement(5, 4)
    assert won.outcome is not None
    assert won.outcome.winners == (0, 1, 2, 3)
    assert won.outcome.returns == (1.0,) * 4
    assert len(set(won.outcome.scores)) == 1
    lost = unfold(deal_out(game(4), "reveal Z1"), lambda actions: actions[0])[-1]
    assert lost.outcome is not None
    assert (lost.outcome.winners, lost.outcome.returns) == ((), (0.0,) * 4)
    assert lost.outcome.scores == (0.0,) * 4
    results = game(3).simulate(300, seed=1)
    assert (results.returns == results.returns[:, :1]).all()
    assert (results.winners == results.winners[:, :1]).all()
    assert (results.scores == results.scores[:, :1]).all()


MERITS = [
    pytest.param(row["players"] or players, row, id=f"{row['players'] or players}-{row['k']}")
    for row in TABLES["merits"]
    for players in ((row["players"],) if row["players"] else (1, 2, 3, 4))
]
TITLES = {row["merits"]: row for row in TABLES["title"]}


@pytest.mark.rule("K-70", "K-71", "K-72", "K-64", "T-30", "T-35")
@pytest.mark.parametrize(("players", "row"), MERITS)
@pytest.mark.parametrize("scope", ["hands_and_pile", "hands", None])
def test_merits_and_titles(players: int, row: dict[str, Any], scope: str | None) -> None:
    """Whole games won with placement k; `hands_and_pile` is the default."""
    options = {} if scope is None else {"merit_scope": scope}
    state = win_with_placement(row["k"], players, **options)
    view = state.view(None)
    assert view["pile_size"] + sum(view["hand_sizes"]) == row["unplaced"] == 15 - row["k"]
    assert sum(view["hand_sizes"]) == row["hands"] == min(row["unplaced"], 2 * players - 1)
    merits = row[scope or "hands_and_pile"]
    title = TITLES[min(merits, 4)]
    assert state.outcome is not None
    assert state.outcome.details["merits"] == merits
    assert state.outcome.scores == (float(merits),) * players
    assert state.outcome.details["title"] == {"en": title["en"], "pt": title["pt"]}
    assert state.outcome.level == title["en"]


@pytest.mark.rule("K-70", "K-87")
def test_reserved_cards_and_the_starter_are_no_merits() -> None:
    cards = made_up_set(patterns=["A 1 XX"], bricks=["AAB/CDB"], windows=["1 X", "1 XX ZDE/FDE"])
    window = game_of(cards, expansions=["janelao"])
    state = position(
        window,
        reserved=["P1", "W1"],
        starter="W2",
        mosaic=["ZDE", "FDE"],
        hands=[["B1", "Z1"]],
        pile=["Z2"],
    )
    state = state.apply("place 0 rot 0 at 0,3")
    assert state.outcome is not None
    assert state.outcome.details["merits"] == 2


@pytest.mark.rule("K-72")
@pytest.mark.parametrize("merits", range(8))
def test_the_titles(merits: int) -> None:
    title = TITLES[min(merits, 4)]
    state = win_with_placement(15 - merits, 2)
    assert state.outcome is not None
    assert state.outcome.details["title"] == {"en": title["en"], "pt": title["pt"]}
    assert f"{merits} merits, {title['en']}" in str(state)


@pytest.mark.rule("K-73")
def test_a_lost_game_has_no_merits() -> None:
    state = unfold(deal_out(game(2), "reveal Z1"), lambda actions: actions[0])[-1]
    assert state.outcome is not None
    assert state.outcome.details == {"won": False, "merits": None, "title": None}
    assert (state.outcome.level, state.scores) == (None, (0.0, 0.0))
    # Nor has a game that is not over.
    assert game(2).start(seed=1).scores == (0.0, 0.0)
    assert game(2).start(seed=1).outcome is None
