"""Secrecy, information and chance: sections 9.3, 13.2 and 13.3."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import ludoteca as lt
import pytest
from cog_positions import (
    Mat,
    activating,
    collecting,
    constructing,
    game_of,
    legal,
    mat,
    play,
    rolled,
    shown,
    with_mat,
)
from support import course, outcomes, sight, some_action

OTHERS = ("seat", "mats")


def open_mat(view: dict[str, Any], seat: int) -> dict[str, Any]:
    return {key: value for key, value in view["mats"][seat].items() if key != "vp"}


@pytest.mark.rule("C-224", "C-276")
def test_victory_points_are_known_to_their_owner_alone() -> None:
    state = constructing(Mat("AE", vp=11), Mat("AE", vp=22), Mat(vp=33))
    for seat, vp in enumerate((11, 22, 33)):
        seen = [each["vp"] for each in state.view(seat)["mats"]]
        assert seen == [vp if other == seat else None for other in range(3)]
    assert [each["vp"] for each in shown(state)["mats"]] == [None] * 3


@pytest.mark.rule("C-224", "C-276")
def test_nothing_that_a_seat_sees_depends_on_the_points_of_others() -> None:
    state = constructing(Mat("AE", vp=11), Mat("AE", vp=22), Mat(vp=33))
    other = with_mat(state, 1, vp=77)
    for seat in (0, 2):
        assert sight(state, seat) == sight(other, seat)
    assert sight(state, 1) != sight(other, 1)
    assert state.observation(1).tobytes() != other.observation(1).tobytes()


@pytest.mark.rule("C-224", "C-279")
def test_points_may_be_open() -> None:
    state = constructing(Mat("AE", vp=11), Mat(vp=22), vp_hidden=False)
    for seat in (0, 1, None):
        assert [each["vp"] for each in state.view(seat)["mats"]] == [11, 22]
    other = with_mat(state, 1, vp=77)
    assert state.observation(0).tobytes() != other.observation(0).tobytes()


@pytest.mark.rule("C-225", "C-275", "C-278")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_else_is_public(players: int) -> None:
    for state in course(game_of(players).start(), Random(players)):
        views = [*(state.view(seat) for seat in range(players)), state.view(None)]
        for seat in range(players):
            assert len({json.dumps(open_mat(view, seat)) for view in views}) == 1
        rest = [{key: view[key] for key in view if key not in OTHERS} for view in views]
        assert all(each == rest[0] for each in rest)


@pytest.mark.rule("C-275")
def test_what_is_public() -> None:
    own = Mat("EKp", stars=2, words=["OIL across 4,3"], wild=["4,3 b"], cards=["CO1-black"])
    ring = ["BOLT down 5,4", "OIL across 6,4", "AETHER across 8,2"]
    items = ["IT-CLAMP"]
    rich = Mat(words=ring, completed_goals=[4], item_cubes=["CLAMP"], completed_items=items)
    state = collecting(own, rich, Mat(), slots="- C! - -", discard=["IM1"], turn=5)
    view = state.view(3)
    assert [len(slot["letters"]) for slot in view["top"]] == [0, 0, 0, 1]
    assert view["bottom"] == ["IT-PIPE", "PI2-13", "CO1-red", "CO1-white"]
    assert (view["centre"], view["order"], view["round"]) == (list("AEIONL"), [0, 1, 2, 3], 5)
    assert {die["pips"] for die in view["dice"].values()} == {1, 2, 3, 4}
    assert view["slots"][1] == {"cog": 2, "protected": True, "letters": [], "stars": 0, "vp": 0}
    assert (view["pawns"], view["discard"]) == ([0] * 4, {"IM1": 1})
    first, second = view["mats"][:2]
    assert (first["reserve"], first["stars"], first["cards"]) == (["E", "K", "p"], 2, ["CO1-black"])
    # The wild tile on the grid, and the letter that it stands for.
    assert (first["grid"][4], first["words"]) == ("...bIL....", [["OIL", 4, 3, "across"]])
    assert first["cubes"] == {"OIL": "grid"}
    assert (second["completed_goals"], second["completed_items"]) == ([4], items)
    assert second["cubes"] == {"CLAMP": "item"}
    assert sum(view["deck"].values()) == 42 - 4 - 3
    assert sum(view["bag"].values()) > 0


@pytest.mark.rule("C-278")
def test_reserves_are_open() -> None:
    state = constructing(Mat("AEp"), Mat("OIk"))
    assert [each["reserve"] for each in state.view(0)["mats"]] == [list("AEp"), list("IOk")]


@pytest.mark.rule("C-277", "C-282")
def test_nobody_knows_the_order_of_bag_and_deck_or_a_die_to_come() -> None:
    state = play(collecting(Mat(stars=3), Mat(), Mat(), Mat()), "convert stars")
    bag = shown(state)["bag"]
    # Every tile of the bag may be next, each as likely as another.
    total = sum(bag.values())
    assert outcomes(state) == pytest.approx({f"draw {x}": n / total for x, n in bag.items()})
    card = play(collecting(Mat(stars=1), Mat()), "bottom 1", "redraw")
    deck = shown(card)["deck"]
    cards = {f"deal {card}": n / sum(deck.values()) for card, n in deck.items()}
    assert outcomes(card) == pytest.approx(cards)
    die = play(collecting(Mat(stars=1), Mat()), "die red", "reroll")
    assert outcomes(die) == pytest.approx({f"roll red {n}": 1 / 6 for n in range(1, 7)})


@pytest.mark.rule("C-279", "C-6")
@pytest.mark.parametrize("players", [2, 4])
def test_the_bag_follows_from_what_was_seen(players: int) -> None:
    everything = Counter(shown(game_of(players).start())["bag"])
    spares = Counter("ABCEEGHILLNOPRTU")
    for state in course(game_of(players).start(), Random(players)):
        view = shown(state)
        seen = Counter(letter for letter in view["centre"] if letter)
        for slot in [*filter(None, view["top"]), *view["slots"]]:
            seen.update("".join(slot["letters"]).upper())
        for each in view["mats"]:
            seen.update("".join([*each["reserve"], *each["grid"]]).upper().replace(".", ""))
        whole = everything + (spares if view["are_spares_in"] else Counter())
        assert Counter(view["bag"]) == whole - seen


@pytest.mark.rule("C-280")
def test_the_printed_letter_of_the_wild_slot_is_known() -> None:
    state = collecting(Mat(), Mat(), Mat(), Mat())
    for seat in (0, 3, None):
        assert state.view(seat)["top"][3]["letters"] == ["p"]
    taken = play(state, "top 4", "die white")
    # In the reserve too; on the grid it is lower case.
    assert taken.view(2)["mats"][0]["reserve"] == ["p"]


@pytest.mark.rule("C-281")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_chance_happens_only_where_the_rules_say(players: int) -> None:
    rng = Random(7)
    seen: Counter[tuple[str, str]] = Counter()
    state = game_of(players, first_player="random", sim_order="random").start()
    while not state.is_over:
        if state.actor is lt.CHANCE:
            event = next(iter(outcomes(state))).split()
            word = " ".join(event[:2]) if event[0] == "roll" else event[0]
            seen[word, shown(state)["phase"]] += 1
        others = [text for text in legal(state) if not text.startswith("convert")]
        state = state.apply(rng.choice(others)) if others else state.apply(some_action(state, rng))
    dice = [f"roll {die}" for die in ("red", "white", "aqua", "black")[:players]]
    phases = {"collect", "activate", "construct", "conclude"}
    assert {word for word, phase in seen if phase == "setup"} == {"draw", "goal", "first"}
    assert {word for word, phase in seen if phase == "prepare"} == {"draw", "deal", *dice}
    later = {word for word, phase in seen if phase in phases}
    neutral = {"roll neutral"} if players == 2 else set()
    assert {"draw", "seats"} | neutral <= later <= {"draw", "deal", "seats", *neutral, *dice}
    once = [seen[word, "setup"] for word in ("goal", "first")]
    assert once == [1, 1]


@pytest.mark.rule("C-282")
def test_a_draw_is_uniform_over_the_tiles_of_that_moment() -> None:
    state = constructing(Mat("AE", stars=4), Mat(), bag="WWK")
    drawing = play(state, "convert stars")
    assert outcomes(drawing) == pytest.approx({"draw K": 1 / 3, "draw W": 2 / 3})
    # With the tiles that come back it is another one.
    state = play(drawing, "draw W", "convert A E", "convert stars")
    assert outcomes(state) == pytest.approx({f"draw {letter}": 1 / 4 for letter in "AEKW"})


@pytest.mark.rule("C-282")
def test_what_seeds_bring_is_as_likely_as_it_is_said_to_be() -> None:
    game = game_of(4)
    whole = game.start()
    letters, cards = (Counter(shown(whole)[pile]) for pile in ("bag", "deck"))
    letters += Counter(filter(None, shown(whole)["centre"]))
    drawn: Counter[str] = Counter()
    dealt: Counter[str] = Counter()
    for seed in range(400):
        view = shown(game.start(seed=seed))
        drawn.update(view["centre"])
        dealt.update(view["bottom"])
    for seen, pile in ((drawn, letters), (dealt, cards)):
        for kind, count in pile.items():
            expected = seen.total() * count / pile.total()
            # Five standard deviations, and seeds are always the same.
            assert abs(seen[kind] - expected) < 5 * expected**0.5, kind


@pytest.mark.rule("C-283")
@pytest.mark.parametrize("players", [2, 4])
def test_a_seed_gives_one_game_and_the_log_replays_without_it(players: int) -> None:
    def whole(seed: int) -> lt.State:
        return [*course(game_of(players).start(seed=seed), Random(1))][-1]

    first = whole(5)
    assert first.history == whole(5).history
    assert first.history != whole(6).history
    # The log has what chance brought: applied one by one it is the same game.
    state = game_of(players).start()
    for event in first.history:
        state = state.apply(str(event))
    assert state.view(None) == first.view(None)
    assert lt.replay(first.record()).view(None) == first.view(None)
    assert any(str(event).startswith("draw") for event in first.history)


@pytest.mark.rule("C-284")
def test_determinization_draws_the_order_of_bag_and_deck_anew() -> None:
    state = game_of().start(seed=3)
    first, second = mat(state)["reserve"]
    pair = " ".join(sorted((first, second)))
    state = play(state, f"convert {pair}", "die red")
    seen: Counter[int] = Counter()
    for seed in range(60):
        other = state.determinize(0, seed)
        assert [other.view(seat) for seat in range(4)] == [state.view(seat) for seat in range(4)]
        seen[shown(other.apply("reroll"))["dice"]["red"]["pips"]] += 1
    assert {*seen} == {1, 2, 3, 4, 5, 6}


@pytest.mark.rule("C-284")
def test_no_player_has_knowledge_of_that_order() -> None:
    state = play(activating(Mat(cards=["CO2-red"]), Mat(cards=["CO2-white"])), "activate CO2-red")
    for seat in (0, 1):
        other = state.determinize(seat, 9)
        assert outcomes(rolled(other)) == outcomes(rolled(state))
        assert other.view(seat) == state.view(seat)
