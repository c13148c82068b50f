"""The referee of Cobogó against the worked examples, tables and invariants of its rules."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from referee.cards import Card, RefereeError, parse_face
from referee.cobogo import CHANCE, Cobogo, Result, State
from referee.examples import Example, check_example, worked_examples
from referee.judging import group_counts, is_won
from referee.mosaic import (
    legal_placements,
    parse_mosaic,
    turn,
)
from referee.options import EXPANSIONS
from referee_games import (
    DEFAULT,
    NEVER,
    TABLES,
    card,
    stacked,
    through_chance,
    without_pattern_end,
)

# --- Worked examples of section 15 --------------------------------------------------------------


@pytest.mark.parametrize("example", worked_examples(), ids=lambda example: example.label)
def test_worked_example(example: Example) -> None:
    assert check_example(example) == len(example.steps) > 0


def test_all_test_cases_with_a_block_are_there() -> None:
    labels = {int(example.label[2:].rstrip("abcd")) for example in worked_examples()}
    assert labels == {*range(1, 27), 30, 39, 40, *range(42, 51)}


def test_t25_counts_of_the_second_card() -> None:
    for row in TABLES["count"]:
        mosaic = parse_mosaic(row["first"].split("/"))
        found = legal_placements(mosaic, parse_face(row["card"]))
        assert len(found) == row["total"]
        by_rotation = [sum(rot == k for rot, _, _ in found) for k in range(4)]
        assert row.get("by_rotation", by_rotation) == by_rotation


def test_t27_rotation_convention() -> None:
    brick = parse_face(TABLES["rotation"]["brick"])
    turned = ["/".join(turn(brick, k)) for k in range(4)]
    assert turned == TABLES["rotation"]["turned"]
    assert turn(brick, 4) == brick


def test_t28_only_whole_cells_can_be_said() -> None:
    state = through_chance(Cobogo(DEFAULT, players=1).start(), Random(1))
    for text in ("place 0 rot 0 at 0.5,0", "place 0 rot 45d at 0,0", "place 0 rot 0 at 0"):
        with pytest.raises(RefereeError, match="syntax"):
            state.apply(text)


def test_t29_first_card_is_one_action_a_slot() -> None:
    state = through_chance(Cobogo(DEFAULT, players=2).start(), Random(2))
    assert state.legal_actions == ["place 0 rot 0 at 0,0", "place 1 rot 0 at 0,0"]
    for text in ("place 0 rot 1 at 0,0", "place 0 rot 0 at 0,1"):
        with pytest.raises(RefereeError, match="first"):
            state.apply(text)
    with pytest.raises(RefereeError, match="slot"):
        state.apply("place 2 rot 0 at 0,0")
    with pytest.raises(RefereeError, match="rot"):
        state.apply("place 0 rot 4 at 0,0")


@pytest.mark.parametrize("visibility", ["hidden", "physical"])
def test_t31_reserving(visibility: str) -> None:
    table = TABLES["setup"]
    game = Cobogo(DEFAULT, players=table["players"], back_visibility="hidden")
    state = stacked(game, table["pile"])
    assert [pattern.id for pattern in state.reserved] == table["reserved"]
    assert list(state.rejections) == table["rejected"]
    assert [[held.brick for held in hand] for hand in state.hands] == table["hands"]
    assert state.pile.size == table["pile_size"]
    if visibility == "physical":
        state = replace(
            state, game=Cobogo(DEFAULT, players=table["players"], back_visibility="physical")
        )
    state = without_pattern_end(state)
    # The rest of the deck in its order; the rejected cards come last, in the order of rejection.
    rest = table["pile"][9:] + table["last_two"]
    drawn = []
    while not state.is_over:
        if state.actor == CHANCE:
            outcomes = dict(state.chance_outcomes)
            text = f"{state.event} {rest[0]}"
            if outcomes[text] == 1 and rest[0] in table["rejected"]:
                assert len(outcomes) == 1
            if str(state.event).startswith("draw"):
                drawn.append(rest.pop(0))
            state = state.apply(text)
        else:
            state = state.apply(state.legal_actions[0])
    assert drawn == table["pile"][9:] + table["last_two"]


def test_t32_deck_of_two_types() -> None:
    table = TABLES["poor_deck"]
    poor = replace(
        DEFAULT,
        cards=tuple(
            replace(each, type="AB"[rank % 2]) for rank, each in enumerate(DEFAULT.group("base"))
        ),
    )
    with pytest.raises(RefereeError, match="K-6"):
        Cobogo(poor, players=1)
    state = Cobogo(poor, players=1, check_set=False).start()
    rng = Random(3)
    while state.refused_in_a_row < table["rejected"] - 1:
        state = state.apply(rng.choice(state.chance_outcomes)[0])
    assert len(state.reserved) == table["reserved"]
    last = rng.choice(state.chance_outcomes)[0]
    with pytest.raises(RefereeError, match=table["error"]):
        state.apply(last)


def test_t33_worst_order() -> None:
    table = TABLES["worst_order"]
    state = Cobogo(DEFAULT, players=4).start()
    for id_ in table["pile"]:
        state = state.apply(f"reveal {id_}")
        if len(state.rejections) == table["rejections"] and state.event == "reveal":
            types = {DEFAULT.by_id[text.split()[1]].type for text, _ in state.chance_outcomes}
            assert types.isdisjoint({"A", "B"})
    assert [pattern.id for pattern in state.reserved] == table["reserved"]
    assert len(state.rejections) == table["rejections"]


@pytest.mark.parametrize("table", TABLES["turns"], ids=lambda table: f"P{table['players']}")
@pytest.mark.parametrize("first", [0, "random"])
def test_t34_turns_without_a_win(table: dict[str, Any], first: int | str) -> None:
    players = table["players"]
    rng = Random(players)
    state = through_chance(Cobogo(DEFAULT, players=players, first_player=first).start(), rng)
    state = without_pattern_end(state)
    assert state.pile.size == table["pile"]
    start = state.first
    assert start is not None
    by_seat = [0] * players
    last_draw = 0
    hand_sizes: list[int] = []
    while not state.is_over:
        seat = state.actor
        assert isinstance(seat, int)
        by_seat[(seat - start) % players] += 1
        hand_sizes.append(len(state.hands[seat]))
        before = state.pile.size
        state = through_chance(state.apply(rng.choice(state.legal_actions)), rng)
        if state.pile.size < before:
            last_draw = len(state.history)
    assert last_draw == table["last_draw"]
    assert by_seat == table["by_seat"]
    # The turn after the last draw still has a choice of 2; the own turn after that has 1.
    assert hand_sizes == [2] * (15 - players) + [1] * players
    assert state.result == Result(False, None, None, "all cards placed")  # T-36, K-73


def nth_placement_wins(state: State, rng: Random) -> State:
    """Place at random, with the reserved pattern made such that just this placement wins."""
    action = rng.choice(state.legal_actions)
    after = without_pattern_end(state).apply(action)
    (content, shape), number = rng.choice(
        sorted((key, n) for key, n in after.counts.items() if key[0] != "#")
    )
    wanted = Card("P", "base", (), content, number, frozenset(shape))
    return replace(state, reserved=(wanted,)).apply(action)


@pytest.mark.parametrize("row", TABLES["merits"], ids=lambda row: f"P{row['players']}-k{row['k']}")
@pytest.mark.parametrize("scope", ["hands_and_pile", "hands"])
def test_t30_t35_merits(row: dict[str, Any], scope: str) -> None:
    titles = {title["merits"]: (title["en"], title["pt"]) for title in TABLES["title"]}
    for players in [row["players"]] if row["players"] else [1, 2, 3, 4]:
        rng = Random(row["k"])
        game = Cobogo(DEFAULT, players=players, merit_scope=scope)
        state = without_pattern_end(through_chance(game.start(), rng))
        for _ in range(row["k"] - 1):
            state = through_chance(state.apply(rng.choice(state.legal_actions)), rng)
        state = nth_placement_wins(state, rng)
        assert state.unplaced == row["unplaced"] == 15 - row["k"]
        assert state.result is not None
        assert state.result.won
        assert state.result.merits == row[scope]
        assert state.result.title == titles[min(4, row[scope])]
        assert row["hands"] == min(row["unplaced"], 2 * players - 1)  # K-71
        assert state.actor is None
        assert state.legal_actions == []


def test_t30_first_card_wins_through_the_game() -> None:
    made_up = Card("C99", "base", ("AAB", "CDB"), "A", 1, frozenset({(0, 0)}))
    cards = replace(DEFAULT, cards=(made_up, *DEFAULT.cards[1:]))
    state = Cobogo(cards, players=1).position(
        reserved=[card("A", 1, "XX"), card("B", 1, "XX"), card("C", 1, "X")],
        hands=[["C99", "C02"]],
        pile=[f"C{k:02}" for k in range(3, 16)],
    )
    state = state.apply("place 0 rot 0 at 0,0")
    assert state.result == Result(
        True, 14, ("Exceptional Architects", "Arquitetos Excepcionais"), "all patterns fulfilled"
    )
    assert state.view(0)["won"] is True
    assert state.view(0)["turn"] == state.view(0)["placed"] == 1
    assert state.view(0)["to_move"] is None


def test_t37_early_pattern_waits_for_the_others() -> None:
    cards = replace(
        DEFAULT,
        cards=tuple(
            replace(each, brick=parse_face(brick))
            for each, brick in zip(
                DEFAULT.group("base"),
                ["AAD/EFD", "DEF/EFD", "FDE/DEF", "BBE/FCC"] + ["DEF/FDE"] * 14,
                strict=True,
            )
        ),
    )
    state = Cobogo(cards, players=1).position(
        reserved=[card("A", 1, "XX"), card("B", 1, "XX"), card("C", 1, "XX")],
        hands=[["C01", "C02"]],
        pile=["C03", "C04", "C05"],
    )
    oks = []
    for action, drawn in (
        ("place 0 rot 0 at 0,0", "C03"),
        ("place 0 rot 0 at 2,0", "C04"),
        ("place 0 rot 0 at 4,0", "C05"),
        ("place 0 rot 0 at 6,0", None),
    ):
        state = state.apply(action)
        oks.append([pattern["ok"] for pattern in state.view(None)["reserved"]])
        if drawn is not None:
            assert not state.is_over
            state = state.apply(f"draw 0 {drawn}")
    assert oks == [[True, False, False]] * 3 + [[True, True, True]]
    assert state.won is True
    assert state.unplaced == 1


def test_t38_empty_hand_is_skipped() -> None:
    game = Cobogo(DEFAULT, players=3)
    state = game.position(reserved=[NEVER], hands=[["C01", "C02"], [], ["C03"]])
    seats = []
    while not state.is_over:
        seats.append(state.actor)
        state = state.apply(state.legal_actions[0])
    assert seats == [0, 2, 0]
    with pytest.raises(RefereeError, match="K-66"):
        game.position(reserved=[NEVER], hands=[[], [], []], pile=["C01"])


def test_t41_glass_has_no_meaning_in_the_base_game() -> None:
    rows = ["A##B#", "C#EF#"]
    with_glass, without = (
        group_counts(parse_mosaic([row.replace("#", mark) for row in rows])) for mark in "#."
    )
    assert {key: n for key, n in with_glass.items() if key[0] != "#"} == without
    for pattern in (card("A", 1, "X"), card("A", 1, "XX"), card("*", 1, "X"), card("*", 1, "XX")):
        wins = [is_won([pattern], counts, False, False) for counts in (with_glass, without)]
        assert wins[0] == wins[1] == (len(pattern.shape) == 1)


# --- Expansions ---------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("row", TABLES["combination"], ids=lambda row: "+".join(row["expansions"]))
def test_k104_numbers_by_combination(row: dict[str, Any], players: int) -> None:
    options = {
        "expansions": row["expansions"],
        "double_third": row.get("double_third", "each_adds"),
    }
    for seed, shuffle in enumerate(("after_deal", "before_deal")):
        game = Cobogo(DEFAULT, players=players, expansion_shuffle=shuffle, **options)
        rng = Random(seed)
        state = through_chance(game.start(), rng)
        assert [pattern.group for pattern in state.reserved] == row["reserved"]
        assert state.pile.size == row["playable"] - 2 * players
        assert all(len(hand) == 2 for hand in state.hands)
        assert (state.starter is not None) == bool(row["starter"])
        assert len(state.mosaic) == 6 * row["starter"]
        state = without_pattern_end(state)
        turns = 0
        while not state.is_over:
            state = through_chance(state.apply(rng.choice(state.legal_actions)), rng)
            turns += 1
        assert turns == row["playable"]  # T-51


def test_after_deal_opening_hands_are_base_cards() -> None:
    seen: dict[str, set[str]] = {"after_deal": set(), "before_deal": set()}
    for shuffle, found in seen.items():
        game = Cobogo(DEFAULT, players=4, expansions=EXPANSIONS, expansion_shuffle=shuffle)
        for seed in range(20):
            state = through_chance(game.start(), Random(seed))
            found |= {held.group for hand in state.hands for held in hand}
    assert seen["after_deal"] == {"base"}
    assert seen["before_deal"] == {"base", "glass", "special"}


def test_janelao_alone_leaves_rejected_cards_undermost() -> None:
    for expansions, kept in (((), True), (("janelao",), True), (("clientes",), False)):
        game = Cobogo(DEFAULT, players=2, expansions=expansions, special_pattern="random")
        state = game.start().apply("reveal C01").apply("reveal C02")
        state = through_chance(state, Random(5))
        assert bool(state.pile.rejected) is kept
        assert state.view(None)["rejected"] == len(state.rejections) >= 1


def test_chosen_patterns_are_no_events() -> None:
    game = Cobogo(
        DEFAULT,
        players=2,
        expansions=EXPANSIONS,
        window_pattern="W2",
        special_pattern="S3",
    )
    state, rng, words = game.start(), Random(7), Counter[str]()
    while state.actor == CHANCE:
        words[str(state.event).split()[0]] += 1
        state = state.apply(rng.choice(state.chance_outcomes)[0])
    assert words == {"reveal": 2 + len(state.rejections), "deal": 4, "glass": 1}
    assert [pattern.id for pattern in state.reserved[-2:]] == ["W2", "S3"]
    assert state.starter == DEFAULT.by_id["W1"].brick


def test_events_of_a_physical_setup() -> None:
    """A back is settled as soon as it lies on top, and anew after the shuffle of K-75."""
    game = Cobogo(
        DEFAULT,
        players=1,
        expansions=["clientes"],
        back_visibility="physical",
        first_player="random",
    )
    state, events = game.start(), []
    for card_ in ("0", "C01", "C01", "C04", "C04", "C07", "C07", "C08", "C08", "C09", "S1", "C09"):
        events.append(state.event)
        state = state.apply(f"{state.event} {card_}")
    assert events == [
        "first",
        *("top", "reveal"),
        *("top", "reveal"),
        *("top", "deal 0"),
        *("top", "deal 0"),
        *("top", "special", "top"),
    ]
    assert state.actor == 0
    view = state.view(None)
    assert view["backs"] == {"hands": [["C07", "C08"]], "top": "C09", "rejected": []}
    state = state.apply("place 0 rot 0 at 0,0")
    assert state.chance_outcomes == [("draw 0 C09", Fraction(1))]
    state = state.apply("draw 0 C09")
    assert state.event == "top"
    assert len(state.chance_outcomes) == state.pile.size == 18 - 3


@pytest.mark.parametrize(
    "options",
    [
        {"players": 0},
        {"players": 5},
        {"players": 2, "first_player": 2},
        {"players": 2, "expansions": ["azulejo"]},
        {"players": 2, "window_pattern": "W1"},
        {"players": 2, "special_pattern": "S1"},
        {"players": 2, "expansions": ["janelao"], "window_pattern": "S1"},
        {"players": 2, "communication": "public_facts"},
        {"players": 2, "count_mode": "most"},
    ],
)
def test_refused_options(options: dict[str, Any]) -> None:
    with pytest.raises(RefereeError, match="option"):
        Cobogo(DEFAULT, **options)
