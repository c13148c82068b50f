"""Who may know what, observations, chance: section 12 and the options of section 11."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import ludoteca as lt
import pytest
from cobogo_positions import (
    BASE,
    DEFAULT,
    deal_out,
    game_of,
    made_up_set,
    play,
    position,
    rows,
    unfold,
)
from referee.options import EXPANSIONS
from support import outcomes, texts

BRICK = {card.id: "/".join(card.brick) for card in DEFAULT.cards}
# K-106 and K-114: everything that a view has.
PUBLIC = {
    *("players", "to_move", "turn", "placed", "options", "component_set", "reserved", "mosaic"),
    *("starter", "history", "hand_sizes", "pile_size", "rejected", "backs", "won"),
}
RESERVE = ("reveal C13", "reveal C16", "reveal C07")


def two_players(**options: Any) -> lt.Game:
    return lt.game("cobogo", players=2, **options)


def random_states(number: int, **options: Any) -> Iterator[lt.State]:
    """States of random games, chance nodes among them."""
    rng = Random(f"{number} {options}")
    game = lt.game("cobogo", players=3, **options)
    for _ in range(number):
        yield rng.choice(unfold(game.start(), rng.choice))


def all_that_is_told(state: lt.State, seat: int) -> tuple[Any, ...]:
    """Everything that the interface tells a seat."""
    return (
        json.dumps(state.view(seat)),
        state.observation(seat).tobytes(),
        state.draw_for(seat),
        state.history_for(seat),
        texts(state.legal_actions) if state.actor == seat else None,
    )


def words_in(data: Any) -> Iterator[str]:
    """Every key and every text in JSON data."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield key
            yield from words_in(value)
    elif isinstance(data, list):
        for value in data:
            yield from words_in(value)
    elif isinstance(data, str):
        yield data


# --- What is public -----------------------------------------------------------------------------


@pytest.mark.rule("K-106", "T-52")
def test_what_everybody_knows() -> None:
    game = two_players(count_mode="at_least")
    state = play(game.start(), *RESERVE, "deal 0 C01", "deal 0 C02", "deal 1 C10", "deal 1 C04")
    state = play(state, "place 0 rot 0 at 0,0", "draw 0 C03", "place 0 rot 2 at 2,1")
    state = state.apply("draw 1 C05")
    for seat in (0, 1, None):
        view = state.view(seat)
        assert {key: view[key] for key in PUBLIC} == {
            "players": 2,
            "to_move": 0,
            "turn": 3,
            "placed": 2,
            "options": game.options,
            "component_set": {
                "name": "default-v1",
                "edition": game.components["edition"],
                "digest": game.components["digest"],
            },
            "reserved": [
                {"kind": "base", "type": "E", "shape": "XXX", "n": 3, "have": 0, "ok": False},
                {"kind": "base", "type": "F", "shape": "XX/X.", "n": 3, "have": 0, "ok": False},
                {"kind": "base", "type": "C", "shape": "XXX", "n": 3, "have": 0, "ok": False},
            ],
            "mosaic": {"row0": 0, "col0": 0, "rows": ["DCE.", "DDC.", ".AAB", ".BBA"]},
            "starter": None,
            "history": [
                {"seat": 0, "brick": "DCE/DDC", "rot": 0, "row": 0, "col": 0},
                {"seat": 1, "brick": "ABB/BAA", "rot": 2, "row": 2, "col": 1},
            ],
            "hand_sizes": [2, 2],
            "pile_size": 9,
            "rejected": 0,
            "backs": None,
            "won": None,
        }
    assert game.options["count_mode"] == "at_least"


@pytest.mark.rule("K-107")
def test_what_has_been_covered_stays_known() -> None:
    game = game_of(made_up_set(patterns=["A 99 X"], bricks=["ABC/DEF", "FED/CBA"]), players=2)
    state = position(game, reserved=["P1"], hands=[["B1", "Z1"], ["B2"]])
    state = play(state, "place 0 rot 0 at 0,0", "place 0 rot 0 at 0,0")
    assert rows(state) == ["FED", "CBA"]
    for seat in (0, 1, None):
        bricks = [step["brick"] for step in state.view(seat)["history"]]
        assert bricks == ["ABC/DEF", "FED/CBA"]
    # The starter is no placement; a view has it apart, even when it is covered.
    window = lt.game("cobogo", players=1, expansions=["janelao"], window_pattern="W2")
    state = window.start(seed=7).apply("place 0 rot 1 at 0,-1")
    assert rows(state)[0][1:] == rows(state)[0][1] + "#E"
    assert state.view(0)["starter"] == "B#E/C#F"
    assert len(state.view(0)["history"]) == 1


@pytest.mark.rule("K-108")
def test_a_seat_sees_its_own_brick_sides() -> None:
    state = play(
        two_players().start(), *RESERVE, "deal 0 C01", "deal 0 C02", "deal 1 C10", "deal 1 C04"
    )
    assert state.view(0)["hand"] == [BRICK["C01"], BRICK["C02"]]
    assert state.view(1)["hand"] == [BRICK["C10"], BRICK["C04"]]
    assert state.view(None)["hand"] is None
    assert "DCE" in state.draw_for(0)
    assert "DCE" not in state.draw_for(1) + state.draw_for(None)
    other = play(
        two_players().start(), *RESERVE, "deal 0 C03", "deal 0 C02", "deal 1 C10", "deal 1 C04"
    )
    assert not (state.observation(0) == other.observation(0)).all()


# --- What is hidden -----------------------------------------------------------------------------


@pytest.mark.rule("K-109", "K-115", "K-116", "T-52")
def test_other_hands_and_the_pile_are_hidden() -> None:
    """A card of seat 1 and a card of the pile change places: seat 0 can't tell."""
    parts: dict[str, Any] = {"reserved": ["C13", "C16", "C07"], "mosaic": ["DCE", "DDC"]}
    base = ["C03", "C05", "C06", "C08"]
    one = position(two_players(), hands=[["C01", "C02"], ["C10", "C04"]], pile=base, **parts)
    other = position(
        two_players(),
        hands=[["C01", "C02"], ["C05", "C04"]],
        pile=["C03", "C10", "C06", "C08"],
        **parts,
    )
    assert all_that_is_told(one, 0) == all_that_is_told(other, 0)
    assert one.view(None) == other.view(None)
    assert one.view(None)["hand"] is None
    assert one.view(1) != other.view(1)
    assert one.view(0)["hand"] == [BRICK["C01"], BRICK["C02"]]
    assert one.view(0)["hand_sizes"] == [2, 2]


@pytest.mark.rule("K-109", "K-115")
def test_the_order_of_the_pile_is_hidden() -> None:
    """The rejected cards lie undermost in an order that the owner of the table knows."""
    parts: dict[str, Any] = {"hands": [["C01"], ["C10"]], "pile": ["C06"]}
    one, other = (
        position(two_players(), reserved=["C04", "C16", "C13"], rejected=rejected, **parts)
        for rejected in (["C05", "C18"], ["C18", "C17"])
    )
    assert one != other
    for seat in (0, 1):
        assert all_that_is_told(one, seat) == all_that_is_told(other, seat)
    assert one.view(None) == other.view(None)
    assert one.view(0)["rejected"] == 2


@pytest.mark.rule("K-110", "K-115")
def test_brick_sides_of_reserved_cards_are_hidden() -> None:
    """P1 and P2 have the same pattern side and other brick sides: nobody can tell which it is."""
    cards = made_up_set(patterns=["A 2 XX", "A 2 XX", "B 2 XX"])
    first, second, *rest = cards.cards
    first = replace(first, brick=("ABC", "DEF"))
    second = replace(second, brick=("FFF", "EEE"))
    game = game_of(replace(cards, cards=(first, second, *rest)), players=2)
    hands = [["Z1"], ["Z2"]]
    one = position(game, reserved=["P1", "P3"], hands=hands, pile=["P2"], mosaic=["D"])
    other = position(game, reserved=["P2", "P3"], hands=hands, pile=["P1"], mosaic=["D"])
    for seat in (0, 1):
        assert all_that_is_told(one, seat) == all_that_is_told(other, seat)
    for seed in range(20):
        state = two_players().start(seed=seed)
        reserved = [
            str(event).split()[1] for event in state.history if str(event).startswith("reveal")
        ]
        told = json.dumps([state.view(0), state.view(1), state.view(None)])
        hands_now = [*state.view(0)["hand"], *state.view(1)["hand"]]
        assert all(BRICK[id_] not in told or BRICK[id_] in hands_now for id_ in reserved)


@pytest.mark.rule("K-111")
def test_progress_is_open_to_everybody() -> None:
    """What players may talk about, patterns and progress, is the same in every view."""
    for state in random_states(20, expansions=EXPANSIONS):
        public = state.view(None)["reserved"]
        for seat in range(3):
            assert state.view(seat)["reserved"] == public
        for pattern in public:
            assert {"type", "n", "shape", "have", "ok"} <= set(pattern)


@pytest.mark.rule("K-112")
def test_no_action_shows_a_hand() -> None:
    state = two_players().start(seed=5)
    for text in ("show 0", "show C01", "tell 0", "say A", "signal", "place 0 rot 0 at 0,0 !"):
        with pytest.raises(lt.ActionSyntaxError):
            state.apply(text)
    # All that another seat hears of is placements, and draws without their cards.
    rng = Random(112)
    for node in unfold(two_players().start(), rng.choice)[::5]:
        for seat in (0, 1):
            for text in node.history_for(seat):
                word, *rest = text.split()
                assert word in ("reveal", "deal", "draw", "place")
                if word in ("deal", "draw"):
                    assert (rest[1] == "?") == (rest[0] != str(seat))
        # Nor does a refusal tell anything: its words depend on the position and the own hand.
    parts: dict[str, Any] = {"reserved": ["C13"], "mosaic": ["DCE", "DDC"], "pile": ["C03"]}
    messages = set()
    for other in ("C10", "C12"):
        node = position(two_players(), hands=[["C01"], [other]], **parts)
        with pytest.raises(lt.IllegalActionError) as caught:
            node.apply("place 0 rot 0 at 9,9")
        messages.add(str(caught.value))
    assert len(messages) == 1


@pytest.mark.rule("K-113", "T-54")
def test_there_are_no_messages() -> None:
    game = two_players()
    assert game.options["communication"] == "none"
    assert two_players(communication="none") == game
    for value in ("public_facts", "all", "", None):
        with pytest.raises((lt.OptionError, TypeError)):
            two_players(communication=value)
    with pytest.raises(lt.OptionError) as caught:
        two_players(communication="public_facts")
    assert (caught.value.option, caught.value.rule) == ("communication", "K-113")
    state = game.start(seed=1)
    for text in ("pattern 2 lacks 1", "message pattern 2 lacks 1", "I hold two A bricks"):
        with pytest.raises(lt.ActionSyntaxError):
            state.apply(text)


# --- Observations -------------------------------------------------------------------------------


@pytest.mark.rule("K-114")
@pytest.mark.parametrize("physical", [False, True])
def test_a_view_holds_exactly_what_is_listed(physical: bool) -> None:
    visibility = "physical" if physical else "hidden"
    for state in random_states(25, expansions=EXPANSIONS, back_visibility=visibility):
        public = state.view(None)
        assert set(public) == PUBLIC | {"seat", "hand"}
        assert (public["seat"], public["hand"]) == (None, None)
        assert (public["backs"] is not None) == physical
        for seat in range(3):
            view = state.view(seat)
            assert view == {**public, "seat": seat, "hand": view["hand"]}
            assert len(view["hand"]) == view["hand_sizes"][seat]
            assert all(brick in BRICK.values() for brick in view["hand"])
        for pattern in public["reserved"]:
            assert set(pattern) == {"kind", "type", "shape", "n", "have", "ok"}
        assert public["to_move"] == (state.actor if isinstance(state.actor, int) else None)


@pytest.mark.rule("K-114")
def test_have_and_ok_follow_the_mosaic() -> None:
    """As if each pattern were the only one, even where both together can't hold (K-91)."""
    cards = made_up_set(patterns=["A 1 XX"], bricks=["AAB/CDB"], windows=["1 XX", "9 X"])
    game = game_of(cards, expansions=["janelao"])
    state = position(game, reserved=["P1", "W1"], hands=[["B1", "Z1"]], pile=["Z2"])
    assert [(p["have"], p["ok"]) for p in state.view(0)["reserved"]] == [(0, False)] * 2
    state = state.apply("place 0 rot 0 at 0,0")
    assert [(p["have"], p["ok"]) for p in state.view(0)["reserved"]] == [(1, True)] * 2


@pytest.mark.rule("K-115")
def test_a_view_knows_neither_seed_nor_generator() -> None:
    """The same course of events with and without a seed looks the same."""
    for seed in range(10):
        game = lt.game("cobogo", players=2, expansions=EXPANSIONS)
        seeded = game.start(seed=seed)
        for _ in range(4):
            seeded = seeded.apply(seeded.legal_actions[seed])
        by_hand = play(game.start(), *texts(seeded.history))
        for seat in (0, 1):
            assert all_that_is_told(seeded, seat) == all_that_is_told(by_hand, seat)
        words = set(words_in(seeded.view(0)))
        assert words.isdisjoint({"seed", "generator", "index", "pile", "hands", "origin"})


@pytest.mark.rule("K-116", "K-115", "K-109")
@pytest.mark.parametrize("pairing", ["fixed", "shuffled"])
@pytest.mark.parametrize("visibility", ["hidden", "physical"])
def test_states_that_a_seat_can_not_tell_apart(pairing: str, visibility: str) -> None:
    """Drawn anew for a seat, a state tells that seat the same; others' cards do change."""
    changed = 0
    options = {"pairing": pairing, "back_visibility": visibility, "expansions": EXPANSIONS}
    for number, state in enumerate(random_states(30, **options)):
        for seat in range(3):
            other = state.determinize(seat, seed=number)
            assert all_that_is_told(other, seat) == all_that_is_told(state, seat)
            changed += any(other.view(p)["hand"] != state.view(p)["hand"] for p in range(3))
    if (pairing, visibility) != ("fixed", "physical"):
        assert changed > 20


# --- Backs and pairing --------------------------------------------------------------------------


@pytest.mark.rule("K-117")
def test_backs_are_hidden_by_default() -> None:
    assert two_players().options["back_visibility"] == "hidden"
    state = play(two_players().start(), "reveal C13", "reveal C14", "reveal C16", "reveal C07")
    assert state.view(0)["backs"] is None
    assert state.view(0)["rejected"] == 1
    # That a card was rejected is seen, which one is not.
    other = play(two_players().start(), "reveal C13", "reveal C15", "reveal C16", "reveal C07")
    assert all_that_is_told(state, 0) == all_that_is_told(other, 0)
    assert not any(event.startswith("top") for event in outcomes(state))
    # Their number stays known, even when they have been drawn.
    for node in unfold(state, lambda options: options[0]):
        assert node.view(None)["rejected"] == 1


@pytest.mark.rule("K-117", "K-118", "T-53")
def test_physical_backs_are_seen() -> None:
    game = two_players(back_visibility="physical")
    state = game.start()
    for event in ("C13", "C14", "C16", "C07"):
        state = play(state, f"top {event}", f"reveal {event}")
        assert state.view(0)["backs"]["rejected"] == ([] if event == "C13" else ["C14"])
    for seat, card in ((0, "C01"), (0, "C02"), (1, "C10"), (1, "C04")):
        state = state.apply(f"top {card}")
        assert state.view(1 - seat)["backs"]["top"] == card
        # With fixed pairing the back settles the brick side.
        assert outcomes(state) == {f"deal {seat} {card}": 1.0}
        state = state.apply(f"deal {seat} {card}")
    assert state.actor is lt.CHANCE
    state = state.apply("top C03")
    for viewer in (0, 1, None):
        assert state.view(viewer)["backs"] == {
            "hands": [["C01", "C02"], ["C10", "C04"]],
            "top": "C03",
            "rejected": ["C14"],
        }
    # T-53: seat 0 reads C10 on the back, D x3 tromino, and so knows the brick side.
    seen = state.view(0)["backs"]["hands"][1][0]
    assert (seen, BRICK[seen]) == ("C10", "ABB/BAA")
    assert {state.determinize(0, seed).view(1)["hand"][0] for seed in range(20)} == {BRICK["C10"]}


@pytest.mark.rule("K-117", "K-75")
def test_the_top_card_is_unknown_again_after_the_shuffle() -> None:
    game = lt.game("cobogo", players=1, expansions=["vidracaria"], back_visibility="physical")
    state = deal_out(game, "top C01", "reveal C01")
    while "draw" not in str(state.history[-1]):
        state = state.apply((texts(state.legal_actions) or list(outcomes(state)))[0])
    words = [text.split()[0] for text in texts(state.history)]
    glass = words.index("glass")
    # The card that lies on top before the shuffle is settled, and again after it.
    assert words[glass - 1 : glass + 2] == ["top", "glass", "top"]
    assert words[-3:] == ["top", "place", "draw"]


@pytest.mark.rule("K-118")
def test_shuffled_pairing_makes_backs_tell_nothing() -> None:
    game = two_players(back_visibility="physical", pairing="shuffled")
    state = game.start()
    for event in ("C13", "C16", "C07"):
        state = play(state, f"top {event}", f"reveal {event}")
    state = state.apply("top C10")
    # Any brick side of the base cards, the reserved cards' own among them.
    assert outcomes(state) == pytest.approx({f"deal 0 {id_}": 1 / 18 for id_ in BASE})
    state = state.apply("deal 0 C13")
    assert state.view(0)["hand"] == [BRICK["C13"]]
    assert state.view(1)["backs"]["hands"][0] == ["C10"]
    assert two_players().options["pairing"] == "fixed"


@pytest.mark.rule("K-118")
def test_sides_are_paired_within_their_group() -> None:
    game = lt.game(
        "cobogo",
        players=1,
        expansions=EXPANSIONS,
        back_visibility="physical",
        pairing="shuffled",
    )
    rng = Random(118)
    seen: dict[str, set[str]] = {}
    for _ in range(40):
        state = game.start()
        while not state.is_over and state.ply < 5:
            if state.actor is lt.CHANCE:
                event = rng.choice(texts(event for event, _ in state.chance_outcomes))
                top = state.view(None)["backs"]["top"]
                if event.startswith(("draw", "deal")):
                    assert event.split()[2][0] == top[0]
                    seen.setdefault(top[0], set()).add(f"{top} {event.split()[2]}")
                state = state.apply(event)
            else:
                state = state.apply(rng.choice(state.legal_actions))
    assert set(seen) == {"C", "G", "S"}
    for pairs in seen.values():
        assert any(pair.split()[0] != pair.split()[1] for pair in pairs)


# --- Chance -------------------------------------------------------------------------------------


@pytest.mark.rule("K-122")
def test_after_the_setup_chance_depends_on_no_action() -> None:
    """One seed is one shuffle: the same cards come in the same order, whatever is played."""
    for options in ({}, {"expansions": EXPANSIONS}, {"first_player": "random"}):
        game = two_players(**options)
        for seed in range(5):
            orders = set()
            for style in range(4):
                rng = Random(style)
                last = unfold(game.start(seed=seed), rng.choice)[-1]
                events = [text for text in texts(last.history) if not text.startswith("place")]
                if last.ply == game.max_plies:
                    orders.add(tuple(events))
            assert len(orders) == 1


@pytest.mark.rule("K-122", "K-121")
def test_a_placement_involves_no_chance() -> None:
    state = deal_out(two_players(), *RESERVE)
    assert state.apply("place 0 rot 0 at 0,0") == state.apply("place 0 rot 0 at 0,0")
    kinds = set()
    for node in random_states(60, expansions=EXPANSIONS, first_player="random", pairing="shuffled"):
        kinds |= {text.split()[0] for text in texts(node.history)}
    assert kinds == {
        *("first", "reveal", "deal", "glass", "window", "starter", "special", "draw", "place")
    }


@pytest.mark.rule("K-7", "K-8", "K-56", "K-70", "K-75", "K-99", "K-100", "K-102", "K-117", "K-118")
def test_the_defaults_of_all_options() -> None:
    options = two_players().options
    del options["window"]
    assert options == {
        "first_player": 0,
        "expansions": [],
        "window_pattern": "random",
        "special_pattern": "random",
        "count_mode": "exact",
        "merit_scope": "hands_and_pile",
        "special_exclusive": False,
        "expansion_shuffle": "after_deal",
        "double_third": "each_adds",
        "back_visibility": "hidden",
        "pairing": "fixed",
        "communication": "none",
    }
    with pytest.raises(lt.OptionError) as caught:
        lt.game("cobogo")
    assert caught.value.option == "players"
