"""The referee of Cobogó against the worked examples, tables and invariants of its rules."""

from __future__ import annotations

import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from referee import kernels, sets
from referee.cards import GROUPS, Card, CardSet, RefereeError, default_set, parse_face, parse_shape
from referee.cobogo import CHANCE, Cobogo, Result, State
from referee.examples import GOLDEN, Example, check_example, worked_examples
from referee.judging import group_counts, have_and_ok, is_won
from referee.mosaic import (
    Mosaic,
    bounding_box,
    canon,
    covered,
    groups,
    laid,
    legal_placements,
    parse_mosaic,
    shape_parts,
    turn,
    verdict,
)
from referee.options import EXPANSIONS

TABLES: dict[str, Any] = tomllib.loads((GOLDEN / "tables.toml").read_text(encoding="utf-8"))
DEFAULT = default_set()
SUBSETS = [subset for size in range(4) for subset in combinations(EXPANSIONS, size)]
NEVER = Card("NEVER", "base", (), "A", 999, frozenset({(0, 0)}))


def card(type_: str, number: int, shape: str, group: str = "base") -> Card:
    """A pattern side without a brick side."""
    return Card("P", group, (), type_, number, parse_shape(shape))


def through_chance(state: State, rng: Random) -> State:
    """Settle chance events at random until a player moves or the game is over."""
    while state.actor == CHANCE:
        texts, weights = zip(*state.chance_outcomes, strict=True)
        state = state.apply(rng.choices(texts, [float(weight) for weight in weights])[0])
    return state


def without_pattern_end(state: State) -> State:
    """The same position with one pattern that can't be fulfilled."""
    return replace(state, reserved=(NEVER,))


def stacked(game: Cobogo, deck: list[str]) -> State:
    """Set the game up with a known deck: its order settles reveals and deals."""
    state = game.start()
    rest = list(deck)
    while state.actor == CHANCE and state.steps:
        assert state.event is not None
        word = state.event.split()[0]
        assert word in ("reveal", "deal")
        state = state.apply(f"{state.event} {rest[0]}")
        top = rest.pop(0)
        if word == "reveal" and state.rejections[-1:] == (top,):
            rest.append(top)
    return state


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


# --- Invariants on random games -----------------------------------------------------------------


def random_game(rng: Random) -> Iterator[State]:
    """All states of a game with random options."""
    game = Cobogo(
        DEFAULT,
        players=rng.randint(1, 4),
        first_player=rng.choice([0, "random"]),
        expansions=rng.choice(SUBSETS),
        expansion_shuffle=rng.choice(["after_deal", "before_deal"]),
        double_third=rng.choice(["each_adds", "keep_three"]),
        back_visibility=rng.choice(["hidden", "physical"]),
        pairing=rng.choice(["fixed", "shuffled"]),
    )
    state = game.start()
    while True:
        yield state
        if state.is_over:
            return
        if state.actor == CHANCE:
            state = state.apply(rng.choice(state.chance_outcomes)[0])
        else:
            state = state.apply(rng.choice(state.legal_actions))


@pytest.mark.parametrize("seed", range(60))
def test_invariants(seed: int) -> None:
    rng = Random(seed)
    turns_left: int | None = None
    for state in random_game(rng):
        players = state.game.options.players
        if state.actor == CHANCE:
            outcomes = state.chance_outcomes
            assert sum(probability for _, probability in outcomes) == 1
            assert all(probability > 0 for _, probability in outcomes)
            assert len({text for text, _ in outcomes}) == len(outcomes)
            if state.event != "first":
                ranks = [DEFAULT.place_in_file[text.split()[-1]] for text, _ in outcomes]
                assert ranks == sorted(ranks)
            continue
        if state.mosaic:
            assert len(shape_parts(state.mosaic)) == 1  # K-40
        faces = [placement.brick for placement in state.history]
        if state.starter is not None:
            faces.append(state.starter)
        laid_glass = sum(row.count("#") for face in faces for row in face)
        assert sum(content == "#" for content in state.mosaic.values()) == laid_glass  # K-41
        if turns_left is None and not state.is_over:
            assert all(len(hand) == 2 for hand in state.hands)  # K-46
            if state.pile.size == 0:
                turns_left = 2 * players  # K-47
        elif turns_left is not None:
            turns_left -= 1
        if state.is_over:
            assert turns_left == 0 or state.won
        else:
            assert state.legal_actions  # K-22
        cards = [held for hand in state.hands for held in hand]
        bricks = [held.brick for held in cards]
        assert None not in bricks
        assert len(set(bricks)) == len(bricks)
        for seat in (None, *range(players)):
            check_view(state, seat)


def check_view(state: State, seat: int | None) -> None:
    view = state.view(seat)
    assert set(view) == {
        *("seat", "players", "to_move", "turn", "placed", "options", "component_set"),
        *("reserved", "mosaic", "starter", "history", "hand", "hand_sizes", "pile_size"),
        *("rejected", "backs", "won"),
    }
    assert view["to_move"] == state.actor
    assert view["seat"] == seat
    assert (view["hand"] is None) == (seat is None)
    rebuilt = {
        (row + view["mosaic"]["row0"], col + view["mosaic"]["col0"]): content
        for (row, col), content in parse_mosaic(view["mosaic"]["rows"]).items()
    }
    assert rebuilt == state.mosaic
    replayed: Mosaic = {}
    if view["starter"] is not None:
        replayed = covered(parse_face(view["starter"]), 0, 0)
    for step in view["history"]:
        face = turn(parse_face(step["brick"]), step["rot"])
        replayed = laid(replayed, face, step["row"], step["col"])
    assert replayed == state.mosaic
    if view["backs"] is not None:
        assert list(map(len, view["backs"]["hands"])) == view["hand_sizes"]
        assert all(id_ in DEFAULT.by_id for hand in view["backs"]["hands"] for id_ in hand)
        assert (view["backs"]["top"] is None) == (view["pile_size"] == 0)
        assert len(view["backs"]["rejected"]) == view["rejected"]


def test_t52_t53_what_a_seat_knows() -> None:
    base = [f"C{k:02}" for k in range(1, 12)]
    patterns = [DEFAULT.by_id[id_] for id_ in ("C13", "C16", "C18")]

    def position(hands: list[list[str]], pile: list[str], visibility: str) -> State:
        game = Cobogo(DEFAULT, players=2, back_visibility=visibility)
        return game.position(reserved=patterns, hands=hands, pile=pile)

    one = position([["C01", "C02"], ["C10", "C04"]], base[4:9], "hidden")
    other = position([["C01", "C02"], ["C05", "C04"]], ["C10", *base[5:9]], "hidden")
    assert one.view(0) == other.view(0)
    assert one.view(None) == other.view(None)
    assert one.view(1) != other.view(1)
    assert one.view(0)["hand"] == ["DCE/DDC", "D#B/CCD"]
    assert one.legal_actions == other.legal_actions
    open_backs = position([["C01", "C02"], ["C10", "C04"]], base[4:9], "physical").apply("top C06")
    assert open_backs.view(0)["backs"]["hands"][1][0] == "C10"
    assert open_backs.view(0)["backs"]["top"] == "C06"


def test_equal_backs_cannot_be_told_apart() -> None:
    """A back shows a pattern side, not which card it is on (K-116, K-117)."""
    first, *others = DEFAULT.cards
    twin = replace(others[0], type=first.type, number=first.number, shape=first.shape)
    cards = replace(DEFAULT, cards=(first, twin, *others[1:]))
    game = Cobogo(cards, players=2, back_visibility="physical")
    one, other = (
        game.position(reserved=[NEVER], hands=[["C03", "C04"], [mine, "C05"]], pile=["C06", rest])
        for mine, rest in (("C01", "C02"), ("C02", "C01"))
    )
    one, other = one.apply("top C06"), other.apply("top C06")
    assert one.view(0) == other.view(0)
    assert one.view(0)["backs"]["hands"] == [["C03", "C04"], ["C01", "C05"]]
    assert one.view(1) != other.view(1)


def test_have_of_any_type_patterns() -> None:
    """K-56 and K-114 as amended: n if some type has the right count, else the largest count."""
    counts = group_counts(parse_mosaic(["AABCC", "BBDEE", "AACDD"]))
    assert [counts[type_, ((0, 0), (0, 1))] for type_ in "ABCDE"] == [2, 1, 1, 1, 1]
    assert have_and_ok(card("*", 1, "XX", "window"), counts, False) == (1, True)
    assert have_and_ok(card("*", 2, "XX", "window"), counts, False) == (2, True)
    assert have_and_ok(card("*", 3, "XX", "window"), counts, False) == (2, False)
    assert have_and_ok(card("*", 1, "XX", "window"), counts, True) == (1, True)
    assert have_and_ok(card("*", 1, "XXXX", "window"), counts, False) == (0, False)


# --- Lazy chance against real shuffles ----------------------------------------------------------

Setup = tuple[tuple[str, ...], tuple[str, ...], str]


def tiny_set(types: str) -> CardSet:
    """A few base cards, two specials, one cell each, so that all decks can be tried."""
    one = frozenset({(0, 0)})
    cards = [
        Card(f"C{k + 1}", "base", ("FGHIJ"[k],), type_, 9, one) for k, type_ in enumerate(types)
    ]
    cards += [Card(f"S{k + 1}", "special", ("KL"[k],), "*", 9, one) for k in range(2)]
    return CardSet("tiny", "test", 1, 1, tuple(cards))


def lazy_distribution(state: State) -> dict[Setup, Fraction]:
    """Reserved cards, hand and first card drawn with their exact probabilities."""
    found: defaultdict[Setup, Fraction] = defaultdict(Fraction)
    if state.actor == CHANCE:
        for text, probability in state.chance_outcomes:
            for setup, weight in lazy_distribution(state.apply(text)).items():
                found[setup] += weight * probability
    elif not state.history:
        return lazy_distribution(state.apply(state.legal_actions[0]))
    else:
        # K-119: the drawn card takes the last slot; the one placed came from slot 0.
        placed = next(
            each.id for each in state.game.cards.cards if each.brick == state.history[0].brick
        )
        kept, drawn = (str(held.brick) for held in state.hands[0])
        found[tuple(each.id for each in state.reserved), (placed, kept), drawn] += 1
    return found


def shuffled_distribution(game: Cobogo) -> dict[Setup, Fraction]:
    """The same by shuffling whole decks."""
    base = [each.id for each in game.cards.group("base")]
    specials = [each.id for each in game.cards.group("special")]
    joins = game.has("clientes")
    found: defaultdict[Setup, Fraction] = defaultdict(Fraction)
    backs_of = [tuple(base)] if game.fixed else list(permutations(base))
    special_backs = [tuple(specials)]
    if joins and not game.fixed:
        special_backs = list(permutations(specials))
    for order in permutations(base):
        for backs in backs_of:
            brick_of = dict(zip(base, backs, strict=True))
            pile, reserved, rejected = list(order), list[str](), list[str]()
            while len(reserved) < game.options.base_patterns:
                top = pile.pop(0)
                taken = {game.cards.by_id[id_].type for id_ in reserved}
                new = game.cards.by_id[top].type not in taken
                (reserved if new else rejected).append(top)
            pile += rejected
            for backs_2 in special_backs if joins else [()]:
                brick_of |= dict(zip(specials, backs_2, strict=False))
                for pick in specials if joins else [""]:
                    late = [id_ for id_ in specials if joins and id_ != pick]
                    key = (*reserved, pick) if joins else tuple(reserved)
                    ways: list[tuple[str, ...]]
                    if joins and game.options.expansion_shuffle == "before_deal":
                        ways = list(permutations(pile + late, 3))
                    elif joins:
                        ways = [(pile[0], pile[1], drawn) for drawn in pile[2:] + late]
                    else:
                        ways = [(pile[0], pile[1], pile[2])]
                    for first, second, third in ways:
                        hand = (brick_of[first], brick_of[second])
                        found[key, hand, brick_of[third]] += Fraction(1, len(ways))
    total = sum(found.values(), Fraction())
    return {key: weight / total for key, weight in found.items()}


@pytest.mark.parametrize("visibility", ["hidden", "physical"])
@pytest.mark.parametrize("pairing", ["fixed", "shuffled"])
@pytest.mark.parametrize("shuffle", [None, "after_deal", "before_deal"])
def test_lazy_chance_is_a_real_shuffle(pairing: str, visibility: str, shuffle: str | None) -> None:
    options: dict[str, Any] = {"pairing": pairing, "back_visibility": visibility, "players": 1}
    if shuffle is not None:
        options |= {"expansions": ["clientes"], "expansion_shuffle": shuffle}
    else:
        options |= {"expansions": ["janelao"], "window_pattern": "W1"}
    # Sides paired anew and cards shuffled twice make too many ways for five base cards.
    many = pairing == "shuffled" and (shuffle == "before_deal" or visibility == "physical")
    cards = tiny_set("AABC" if many and shuffle is not None else "AABBC")
    if shuffle is None:
        # Two reserved cards and no shuffle: the rejected cards stay undermost.
        one = frozenset({(0, 0)})
        windows = (Card(f"W{k}", "window", ("M",), "*", 9, one) for k in (1, 2))
        cards = replace(cards, cards=(*cards.cards, *windows))
    game = Cobogo(cards, **options)
    lazy = lazy_distribution(game.start())
    if shuffle is None:  # the reserved window is always the same
        lazy = {(key[0][:2], *key[1:]): weight for key, weight in lazy.items()}
    assert sum(lazy.values()) == 1
    assert lazy == shuffled_distribution(game)


# --- Legal placements and the kernels -----------------------------------------------------------


@pytest.mark.parametrize("seed", range(25))
def test_listed_placements_are_those_that_the_verdict_allows(seed: int) -> None:
    rng = Random(seed)
    rows, cols = rng.choice([(2, 3), (1, 1), (2, 2), (3, 3), (1, 4), (4, 2)])
    cards = sets.random_set(rng, name="x", rows=rows, cols=cols, types=3, symmetric=True)
    mosaic: Mosaic = {}
    for each in cards.cards[:4]:
        _, row, col = rng.choice(legal_placements(mosaic, each.brick))
        mosaic = laid(mosaic, each.brick, row, col)
    brick = cards.cards[4].brick
    top, left, bottom, right = bounding_box(mosaic)
    allowed = [
        (rot, row, col)
        for rot in range(4)
        for row in range(top - 6, bottom + 7)
        for col in range(left - 6, right + 7)
        if verdict(mosaic, brick, rot, row, col) is None
    ]
    assert legal_placements(mosaic, brick) == allowed
    assert allowed


def test_k120_least_rotation_only() -> None:
    mosaic = parse_mosaic(["AB"])
    for brick, rotations in (("ABC/CBA", 2), ("AB/BA", 2), ("AA/AA", 1), ("AB/AB", 4), ("A", 1)):
        face = parse_face(brick)
        assert {rot for rot, _, _ in legal_placements(mosaic, face)} == set(range(rotations))
        reason = verdict(mosaic, face, 3, 0, 0)
        assert reason == (None if rotations == 4 else "same")
    # K-26 to K-31 are answered first.
    assert verdict(parse_mosaic(["#"]), ("A",), 1, 0, 0) == "glass"
    assert verdict(mosaic, ("A",), 1, 5, 5) == "apart"


@pytest.mark.parametrize("seed", range(30))
def test_kernels_agree_with_the_referee(seed: int) -> None:
    rng = Random(seed)
    grid = kernels.random_tiling(rng, rng.randint(1, 7), rng.randint(1, 7), 3, 0.7)
    grid[0, 0] = 1
    content = "#ABC"
    mosaic = {
        (row, col): content[code]
        for row, line in enumerate(grid.tolist())
        for col, code in enumerate(line)
        if code
    }
    found = groups(mosaic)
    labels, number = kernels.label_groups(grid)
    assert number == len(found) == labels.max()
    for _, cells in found:
        assert len({int(labels[cell]) for cell in cells}) == 1
    first_cells = [int(np.flatnonzero(labels == label)[0]) for label in range(1, number + 1)]
    assert first_cells == sorted(first_cells)
    for key, count in group_counts(mosaic).items():
        shape = np.zeros((1 + max(r for r, _ in key[1]), 1 + max(c for _, c in key[1])), np.bool_)
        for cell in key[1]:
            shape[cell] = True
        brick = content.index(key[0])
        assert kernels.pattern_count(grid, brick, shape) == count
        both = kernels.pattern_count(np.stack([grid, grid[::-1]]), brick, shape)
        assert np.asarray(both).tolist() == [count, count]
    card_ = kernels.random_grid(rng, rng.randint(1, 3), rng.randint(1, 3), 2, 1.0)
    brick_ = tuple("".join(content[code] for code in row) for row in card_.tolist())
    for glass in (0, 1, 2):
        marked = {
            cell: "#" if glass and content.index(what) == glass else what
            for cell, what in mosaic.items()
        }
        rows = kernels.placements(grid, card_, glass)
        assert list(map(tuple, rows.tolist())) == legal_placements(marked, brick_)
        assert rows.dtype == np.int32


@pytest.mark.parametrize(
    ("shape", "images"),
    [("X", 1), ("XX/XX", 1), ("XX", 2), ("XX/X.", 4), ("XX./.XX", 4), ("X../XXX", 8)],
)
def test_symmetries(shape: str, images: int) -> None:
    cells = np.array([[mark == "X" for mark in row] for row in shape.split("/")])
    found = kernels.symmetries(cells)
    assert len(found) == images
    assert len({(image.shape, image.tobytes()) for image in found}) == images
    keys = [(*image.shape, *image.ravel().tolist()) for image in found]
    assert keys == sorted(keys)


def test_kernels_refuse() -> None:
    grid = np.ones((2, 2), np.uint8)
    good = np.ones((1, 2), np.bool_)
    with pytest.raises(ValueError, match="brick 0"):
        kernels.pattern_count(grid, 0, good)
    for rows, match in (
        ([[0]], "empty"),
        ([[1, 0, 1]], "disconnected"),
        ([[1, 0], [0, 1]], "disconnected"),
        ([[1, 0]], "margin"),
        ([[0, 0], [1, 1]], "margin"),
    ):
        with pytest.raises(ValueError, match=match):
            kernels.pattern_count(grid, 1, np.array(rows, np.bool_))
    with pytest.raises(ValueError, match="grid is empty"):
        kernels.placements(np.zeros((2, 2), np.uint8), grid, 0)
    with pytest.raises(ValueError, match="code 0"):
        kernels.placements(grid, np.array([[1, 0]], np.uint8), 0)


# --- Component sets -----------------------------------------------------------------------------


def test_default_set_properties() -> None:
    """Section 13.1."""
    DEFAULT.check()
    cells = Counter(cell for each in DEFAULT.group("base") for row in each.brick for cell in row)
    assert cells == {**dict.fromkeys("ABCDEF", 15), "#": 18}
    turned = {turn(each.brick, k) for each in DEFAULT.cards for k in range(4)}
    assert len(turned) == 4 * len(DEFAULT.cards) == 108
    kinds = Counter(each.group for each in DEFAULT.cards)
    assert kinds == {"base": 18, "glass": 4, "window": 2, "special": 3}
    shapes = [canon(each.shape) for each in DEFAULT.cards if each.group in ("window", "special")]
    base_shapes = {canon(each.shape) for each in DEFAULT.group("base")}
    assert len(set(shapes)) == len(shapes)
    assert base_shapes.isdisjoint(shapes)


def test_written_set_reads_back(tmp_path: Path) -> None:
    rng = Random(9)
    for number, cards in enumerate(
        [DEFAULT, sets.random_set(rng, name='a "b"', rows=3, cols=2, types=26)]
    ):
        path = tmp_path / f"{number}.toml"
        sets.write_set(cards, path)
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        assert (data["name"], data["edition"]) == (cards.name, cards.edition)
        assert data["card"] == {"rows": cards.rows, "cols": cards.cols}
        read = [
            Card(
                row["id"],
                group,
                tuple(row["brick"].split("\n")),
                row["type"],
                row["number"],
                parse_shape(row["shape"].replace("\n", "/")),
            )
            for group in GROUPS
            for row in data[group]
        ]
        assert read == list(cards.cards)
        assert sorted(data["types"]) == sets.letters_of(cards)


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"brick": ("AB",)}, "K-2"),
        ({"number": 0}, "K-3"),
        ({"shape": frozenset({(0, 0), (1, 1)})}, "K-4"),
        ({"shape": frozenset()}, "K-4"),
    ],
)
def test_bad_sets_are_refused(change: dict[str, Any], rule: str) -> None:
    bad = replace(DEFAULT.cards[0], **change)
    with pytest.raises(RefereeError, match=rule):
        replace(DEFAULT, cards=(bad, *DEFAULT.cards[1:])).check()
