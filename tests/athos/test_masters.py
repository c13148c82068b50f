"""Masters of Works: who gets one, and when it is used: X-1 to X-10, X-14, X-23."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import ludoteca as lt
import pytest
from athos_positions import dealt, game_of, legal, own_set, play, position_of, rolled, table
from support import forbidden, outcomes, texts

from athos.expansions import NONE, fewer, left, masters, scores, with_master, with_masters

PAIR = ["A A", "A A"]
KEYS = (
    "contracts",
    "precision",
    "set_square",
    "perfection",
    "versatility",
    "correction",
    "restoration",
    "laying",
    "purchase",
    "adaptation",
)
REST = ("perfection", "versatility", "laying", "purchase")


def ready(*ateliers: str, **words: Any) -> lt.State:
    """A position in which everybody may get a Master."""
    return table(*ateliers, expansions=["masters"], **{"lays": PAIR, **words})


@pytest.mark.rule("X-1", "CD-11", "B-14")
def test_the_cards_form_a_face_down_pile() -> None:
    state = dealt(game_of(2, expansions=["masters"]))
    assert masters(state, 0) == {
        "held": [None, None],
        "used": [False, False],
        "pile": 10,
        "known_bottom": [],
        "drawn": [],
    }
    assert "masters" not in dealt(game_of(2)).view(0)
    drawing = play(ready(), "master")
    first = outcomes(drawing)
    assert list(first) == [f"deal {key}" for key in KEYS]
    assert list(first.values()) == pytest.approx([1 / 10] * 10)
    second = outcomes(play(drawing, "deal laying"))
    assert "deal laying" not in second
    assert list(second.values()) == pytest.approx([1 / 9] * 9)


@pytest.mark.rule("X-2")
def test_getting_one_gives_up_the_turn() -> None:
    state = ready("Aa")
    after = play(state, "master", "deal laying", "deal purchase", "keep laying")
    assert left(after) == (1, 2)
    assert masters(after)["held"] == ["laying", None]
    assert forbidden(play(state, "rotate Aa Ba"), "master") == "X-2"
    # While one is chosen, nothing else can be done.
    choosing = play(state, "master", "deal laying", "deal purchase")
    assert texts(choosing.legal_actions) == ["keep laying", "keep purchase"]
    assert forbidden(choosing, "pass") == "X-5"


@pytest.mark.rule("X-3")
def test_it_takes_two_own_lays_of_one_pattern() -> None:
    assert forbidden(ready(lays=["A B", "A A"]), "master") == "X-3"
    # A count over the game: a restore counts too, and the tiles may be gone.
    board = "1,1 Aa1 Aa1 / Aa3 Ab3"
    state = ready("Ab", board=board, lays=["A B", ""])
    state = play(state, "restore 2,2 Ab2", "roll Ab", "pass", "pass")
    assert legal(state, "master") == ["master"]
    state = play(ready("Aa Ab", "Ca", lays=["", ""]), "lay Aa0 0,0 card 0", "lay Ab0 0,1")
    # The lays of another one don't count.
    assert forbidden(state, "master") == "X-3"
    state = play(state, "rotate Ca Ba", "lay Ba0 1,0 card 0")
    assert state.view(None)["box"] == {"Aa": 1, "Ab": 1}
    assert legal(state, "master") == ["master"]


@pytest.mark.rule("X-4")
def test_each_player_gets_one_once() -> None:
    state = ready(masters=["laying"])
    assert forbidden(state, "master") == "X-4"
    used = with_masters(state, used=[True, False])
    assert forbidden(used, "master") == "X-4"


@pytest.mark.rule("X-5")
def test_one_of_two_is_kept_and_the_other_goes_under_the_pile() -> None:
    state = play(ready(), "master", "deal purchase", "deal laying")
    assert state.view(0)["phase"] == "keep"
    assert masters(state, 0)["drawn"] == ["laying", "purchase"]
    assert forbidden(state, "keep versatility") == "X-5"
    for stranger in (1, None):
        assert masters(state, stranger)["drawn"] == [None, None]
        assert state.history_for(stranger)[-2:] == ("deal ?", "deal ?")
        assert "laying" not in state.draw_for(stranger)
    assert state.history_for(0)[-2:] == ("deal purchase", "deal laying")
    after = play(state, "keep laying")
    assert masters(after, 0)["known_bottom"] == ["purchase"]
    assert masters(after, 1)["known_bottom"] == masters(after)["known_bottom"] == [None]
    assert masters(after)["pile"] == 9
    assert forbidden(after, "keep laying") == "X-5"
    # It has a place now: it is drawn when all others are gone.
    assert "deal purchase" not in outcomes(play(after, "master"))


@pytest.mark.rule("X-5", "V-3")
def test_partners_know_what_their_side_put_there() -> None:
    state = ready(mode="teams", lays=PAIR)
    state = play(state, "master", "deal purchase", "deal laying", "keep laying")
    known = [masters(state, seat)["known_bottom"] for seat in range(4)]
    assert known == [["purchase"], [None], ["purchase"], [None]]
    solo = play(
        ready(mode="solo", lays=PAIR), "master", "deal purchase", "deal laying", "keep laying"
    )
    assert [masters(solo, seat)["known_bottom"] for seat in (0, None)] == [["purchase"], [None]]


@pytest.mark.rule("X-5")
def test_what_is_hidden_is_drawn_anew() -> None:
    state = play(ready(), "master", "deal purchase", "deal laying")
    after = play(state, "keep laying")
    for seat, hidden in ((0, 0), (1, 1)):
        seen = set()
        for seed in range(60):
            drawn = after.determinize(seat, seed)
            assert drawn.view(seat) == after.view(seat)
            seen.add(position_of(drawn)["masters"]["bottom"][0]["card"])
        assert seen == ({"purchase"} if not hidden else set(KEYS) - {"laying"})
    choosing = {tuple(texts(state.determinize(1, seed).legal_actions)) for seed in range(40)}
    assert len(choosing) > 10
    assert {texts(state.determinize(0, seed).legal_actions)[0] for seed in range(9)} == {
        "keep laying"
    }


@pytest.mark.rule("X-5")
def test_who_put_a_card_there_knows_it_when_another_draws_it() -> None:
    """With the last card of the pile the known one comes up, for no chance event."""
    held = ["", "purchase", "precision", "set_square", "perfection", "versatility"]
    rest = [key for key in KEYS if key not in (*held, "contracts", "laying")]
    bottom = [{"card": key, "by": by, "known": [by]} for by, key in enumerate(["laying", *rest], 1)]
    state = with_masters(
        ready(players=6, lays=["A A"] * 6, masters=held),
        unknown=["contracts"],
        bottom=bottom,
    )
    state = play(state, "master", "deal contracts")
    assert texts(state.legal_actions) == ["keep contracts", "keep laying"]
    for seed in range(20):
        drawn = position_of(state.determinize(1, seed))["masters"]["drawn"]
        assert "laying" in [card["card"] for card in drawn]
    # What seat 1 is shown doesn't say so.
    assert masters(state, 1)["drawn"] == [None, None]
    state = play(state, "keep contracts")
    assert position_of(state)["masters"]["bottom"][-1] == {
        "card": "laying",
        "by": 0,
        "known": [0, 1],
    }


@pytest.mark.rule("X-6")
def test_a_single_card_is_taken(tmp_path: Path) -> None:
    file = own_set(tmp_path, fewer(masters=("laying",)))
    state = ready(components=file)
    state = play(state, "master", "deal laying")
    assert (left(state), masters(state)["held"]) == ((1, 2), ["laying", None])
    assert forbidden(state, "master") == "X-6"


@pytest.mark.rule("X-7", "X-8")
def test_it_is_used_first_of_all_from_the_next_turn_on() -> None:
    state = play(
        ready("Aa", fundathos=NONE), "master", "deal laying", "deal purchase", "keep laying"
    )
    # In the last round an action is left, but not for the Master.
    assert left(state) == (0, 1)
    assert forbidden(state, "use laying lay Aa0 0,0 card 0") == "X-8"
    state = with_master("versatility", ateliers=("Aa Ba",))
    assert forbidden(play(state, "rotate Aa Ba"), "use versatility rotate Ba Ca") == "X-8"
    after = play(state, "use versatility rotate Aa Ca")
    assert left(after) == (0, 2)
    assert masters(after)["used"] == [True, False]
    assert forbidden(after, "use versatility rotate Ca Aa") == "X-8"
    later = play(after, "pass", "pass")
    assert forbidden(later, "use versatility rotate Ca Aa") == "X-8"
    assert forbidden(later, "use purchase take 2,2") == "X-8"


@pytest.mark.rule("X-8", "U-16")
def test_a_free_move_in_solo_comes_too_early() -> None:
    state = with_master("versatility", ateliers=("Aa!",), mode="solo")
    moved = play(state, "unprotect Aa")
    assert forbidden(moved, "use versatility rotate Aa Ba") == "X-8"
    assert moved != play(state, "use versatility rotate Aa! Ba")
    # Getting one is not affected.
    first = ready("Aa!", mode="solo")
    assert legal(play(first, "unprotect Aa"), "master") == ["master"]


@pytest.mark.rule("X-9")
def test_masters_give_no_points_and_stay_with_their_side() -> None:
    state = with_master("laying", "purchase", ateliers=("Aa Ba", "Ca"))
    state = play(state, "swap Aa Ba Ca 1", "roll Ba")
    assert masters(state)["held"] == ["laying", "purchase"]
    while not state.is_over:
        state = state.apply("pass")
    assert scores(state) == [0, 0]


@pytest.mark.rule("X-10", "R-4")
def test_in_the_last_round_the_extra_action_remains() -> None:
    state = ready("Aa", fundathos=NONE)
    assert left(state) == (0, 3)
    after = play(state, "master", "deal laying", "deal purchase", "keep laying")
    assert left(after) == (0, 1)
    assert left(play(after, "rotate Aa Ba")) == (1, 3)
    assert forbidden(play(state, "rotate Aa Ba"), "master") == "X-2"


# --- the series (X-14) ----------------------------------------------------------------------------


@pytest.mark.rule("X-14", "D-3")
def test_one_action_three_times() -> None:
    state = with_master("perfection", ateliers=("Aa Ba Ca!",))
    state = play(state, "use perfection lay")
    assert left(state) == (0, 3)
    assert {text.split()[0] for text in legal(state)} == {"lay", "protect", "pass"}
    for other in ("rotate Aa Ba", "take 0,0", "swap Aa Ba Ca 1", "master", "unprotect Aa"):
        assert forbidden(state, other) == "X-14"
    acts = ["lay Aa0 0,0 card 0", "protect Ba", "lay Ca0! 4,4 card 0"]
    states = [state]
    for text in acts:
        states.append(states[-1].apply(text))
    assert [left(each) for each in states] == [(0, 3), (0, 2), (0, 1), (1, 2)]
    assert left(play(states[1], "pass")) == (1, 2)


@pytest.mark.rule("X-14")
def test_the_first_one_has_to_be_possible_and_the_rest_lapses() -> None:
    state = with_master("perfection", ateliers=("Aa",))
    kinds = [text.split()[2] for text in legal(state, "use")]
    assert kinds == ["lay", "take", "rotate"]
    assert forbidden(state, "use perfection swap") == "X-14"
    after = play(state, "use perfection lay", "lay Aa0 0,0 card 0")
    # There is no second tile.
    assert left(after) == (1, 2)
    full = play(state, "use perfection take", "take 0,0", "take 0,1")
    assert left(full) == (1, 2)


@pytest.mark.rule("X-14", "R-4")
def test_after_a_series_the_extra_action_of_the_last_round_follows() -> None:
    state = with_master("perfection", ateliers=("Aa",), fundathos=NONE)
    state = play(state, "use perfection rotate", "rotate Aa Ba")
    assert left(state) == (0, 3)
    stopped = play(state, "pass")
    assert left(stopped) == (0, 1)
    assert legal(stopped, "lay")
    through = play(state, "rotate Ba Ca", "rotate Ca Da")
    assert left(through) == (0, 1)


@pytest.mark.rule("X-14", "J-1")
def test_restores_in_a_series_roll_their_cubes_in_between() -> None:
    state = with_master("perfection", ateliers=("Ab",), board="1,1 Aa1 Aa1 / Aa3 Ab3")
    state = play(state, "use perfection restore", "restore 2,2 Ab2")
    assert left(state) == (None, 3)
    assert left(rolled(state)) == (1, 2)


@pytest.mark.rule("X-23")
@pytest.mark.parametrize("mode", ["simplified", "challenging"])
def test_without_cards_four_masters_are_left(mode: str) -> None:
    state = play(ready(mode=mode), "master")
    assert list(outcomes(state)) == [f"deal {key}" for key in REST]
    for seats in range(2, 5):
        assert masters(dealt(game_of(seats, mode=mode, expansions=["masters"])))["pile"] == 4


@pytest.mark.rule("X-6", "X-23")
def test_the_fourth_taker_finds_one_and_a_fifth_none() -> None:
    state = ready(mode="simplified", players=5, lays=["A A"] * 5)
    takes = [
        ("master", "deal versatility", "deal perfection", "keep perfection"),
        ("master", "deal laying", "deal purchase", "keep laying"),
        ("master", "keep versatility"),
        ("master",),
    ]
    piles = []
    for events in takes:
        state = play(state, *events)
        piles.append(masters(state)["pile"])
    assert piles == [3, 2, 1, 0]
    assert masters(state)["held"] == ["perfection", "laying", "versatility", "purchase", None]
    assert forbidden(state, "master") == "X-6"


@pytest.mark.rule("CD-13", "X-1")
def test_a_set_may_have_fewer_masters(tmp_path: Path) -> None:
    file = own_set(tmp_path, fewer(masters=("precision", "purchase")))
    state = play(ready(components=file), "master")
    assert list(outcomes(state)) == ["deal precision", "deal purchase"]
    # X-23 leaves one of them, or none.
    simple = play(ready(components=file, mode="simplified"), "master")
    assert list(outcomes(simple)) == ["deal purchase"]
    none = own_set(tmp_path, fewer(masters=()))
    assert forbidden(ready(components=none), "master") == "X-6"


def test_unlike_indices_of_what_masters_offer() -> None:
    """One block of indices is for the Master that is held."""
    sizes = [game_of(2, expansions=expansions).action_size for expansions in ([], ["masters"])]
    assert sizes[1] - sizes[0] == 11 + 4 * 5 * 81 * 16
    for one, other in pairwise(KEYS):
        state = with_master(one, other, ateliers=("Aa Ba!", "Ca"), board="1,1 Aa1 Aa1 / Aa3 Ab3")
        assert [state.action(index) for index in state.legal_indices] == list(state.legal_actions)
