"""Vidraçaria, Janelão, Clientes Especiais: section 10."""

from __future__ import annotations

from itertools import combinations, pairwise, permutations
from random import Random
from typing import Any

import ludoteca as lt
import pytest
from cobogo_positions import (
    BASE,
    LETTERS,
    LONGEST,
    TABLES,
    cells,
    game_of,
    judge,
    made_up_set,
    play,
    position,
    rows,
    unfold,
)
from referee.mosaic import GLASS, groups
from referee.options import EXPANSIONS
from support import forbidden, outcomes, texts

SUBSETS = [subset for size in range(4) for subset in combinations(EXPANSIONS, size)]
GLASS_IDS = ["G1", "G2", "G3", "G4"]


def default(*expansions: str, **options: Any) -> lt.Game:
    return lt.game("cobogo", **{"players": 1, "expansions": list(expansions), **options})


def up_to(state: lt.State, word: str) -> lt.State:
    """On to the first chance node of this kind, by the first outcome of every other."""
    while state.actor is not lt.CHANCE or not str(state.chance_outcomes[0][0]).startswith(word):
        assert len(state.history) < LONGEST, f"there is no {word}"
        at_chance = state.actor is lt.CHANCE
        options = [event for event, _ in state.chance_outcomes] if at_chance else None
        state = state.apply((options or state.legal_actions)[0])
    return state


def ids(state: lt.State) -> set[str]:
    """The cards that a chance node may bring."""
    return {event.split()[-1] for event in outcomes(state)}


# --- Common to all ------------------------------------------------------------------------------


@pytest.mark.rule("K-75", "K-122")
def test_after_the_deal_expansion_cards_join_the_pile() -> None:
    """The default: opening hands hold base cards only, then everything is shuffled together."""
    base = set(BASE)
    state = play(
        default("vidracaria", "clientes").start(), "reveal C01", "reveal C02", "reveal C03"
    )
    state = state.apply("reveal C04")
    assert state.view(None)["rejected"] == 2
    for event in ("deal 0 C05", "deal 0 C06"):
        assert ids(state) <= base
        state = state.apply(event)
    state = play(state, "glass G2", "special S3", "place 0 rot 0 at 0,0")
    # Rejected cards have lost their place under the pile.
    left = (base - {"C01", "C04", "C05", "C06"}) | {"G1", "G3", "G4", "S1", "S2"}
    assert outcomes(state) == pytest.approx({f"draw 0 {id_}": 1 / 19 for id_ in left})


@pytest.mark.rule("K-75")
def test_before_the_deal_expansion_cards_join_the_pile() -> None:
    game = default("vidracaria", "clientes", expansion_shuffle="before_deal")
    state = game.start()
    base = set(BASE)
    for event in ("reveal C01", "reveal C02", "reveal C04"):
        assert ids(state) <= base
        state = state.apply(event)
    state = play(state, "glass G2", "special S3")
    left = (base - {"C01", "C04"}) | {"G1", "G3", "G4", "S1", "S2"}
    assert outcomes(state) == pytest.approx({f"deal 0 {id_}": 1 / 21 for id_ in left})


@pytest.mark.rule("K-75", "K-11")
def test_without_cards_to_join_there_is_no_shuffle() -> None:
    """Janelão alone leaves the rejected card undermost."""
    state = play(default("janelao").start(), "reveal C01", "reveal C02", "reveal C04")
    state = up_to(state, "draw")
    assert len(ids(state)) == 18 - 3 - 2
    while state.view(None)["pile_size"] > 1:
        assert "C02" not in ids(state)
        state = up_to(state.apply(state.chance_outcomes[0][0]), "draw")
    assert outcomes(state) == {"draw 0 C02": 1.0}


@pytest.mark.rule("K-76", "K-83")
@pytest.mark.parametrize("expansions", SUBSETS, ids="+".join)
def test_all_reserved_patterns_include_those_of_the_expansions(expansions: tuple[str, ...]) -> None:
    """Two base patterns and all expansion patterns hold; with any one missing there is no win."""
    mosaic = ["AABB", "CCC#", "DEEE", "#FBC"]
    base = ["A 1 XX", "B 1 XX"]
    right = {"vidracaria": "2 X", "janelao": "1 XXX", "clientes": "1 XX"}
    # Enough cells of one content are there for each of these, but not in this shape.
    wrong = {"vidracaria": "1 XX", "janelao": "1 XX/X.", "clientes": "1 XX/XX"}
    keywords = {"vidracaria": "glass", "janelao": "window", "clientes": "special"}
    used: dict[str, str] = {keywords[expansion]: right[expansion] for expansion in expansions}
    assert judge(mosaic, *base, **used).won
    for missing in expansions:
        verdict = judge(mosaic, *base, **{**used, keywords[missing]: wrong[missing]})
        assert verdict.ok.count(False) == 1
        assert not verdict.won
    assert not judge(mosaic, "A 2 XX", "B 1 XX", **used).won


@pytest.mark.rule("K-83")
@pytest.mark.parametrize("missing", [0, 1, 2, 3, None])
def test_with_glass_all_four_patterns_are_needed(missing: int | None) -> None:
    """Three base patterns and the glass pattern."""
    base = ["A 1 XX", "B 1 XX", "C 1 XXX"]
    base = [text[0] + " 2 X" if k == missing else text for k, text in enumerate(base)]
    glass = "1 XX" if missing == 3 else "2 X"
    verdict = judge(["AABB", "CCC#", "DEEE", "#FBC"], *base, glass=glass)
    assert verdict.ok == tuple(k != missing for k in range(4))
    assert verdict.won == (missing is None)


@pytest.mark.rule("K-76")
@pytest.mark.parametrize("expansions", SUBSETS, ids="+".join)
def test_the_course_of_a_game_is_the_same(expansions: tuple[str, ...]) -> None:
    """Turns, hands, draws and the end are those of sections 5 to 9."""
    rng = Random(f"{expansions}")
    for seed in range(3):
        game = default(*expansions, players=3)
        states = unfold(game.start(seed=seed), rng.choice)
        for turn, state in enumerate(states[:-1]):
            assert state.actor == turn % 3
            if state.view(None)["pile_size"]:
                assert state.view(None)["hand_sizes"] == [2, 2, 2]
        assert states[-1].view(None)["won"] or states[-1].ply == game.max_plies


# --- Vidraçaria ---------------------------------------------------------------------------------


@pytest.mark.rule("K-78", "K-79", "K-122")
def test_one_of_four_glass_cards_is_the_fourth_pattern() -> None:
    state = play(default("vidracaria").start(), "reveal C01", "reveal C04", "reveal C07")
    state = up_to(state, "glass")
    assert [pattern["kind"] for pattern in state.view(None)["reserved"]] == ["base"] * 3
    assert outcomes(state) == pytest.approx({f"glass {id_}": 1 / 4 for id_ in GLASS_IDS})
    state = state.apply("glass G3")
    patterns = state.view(None)["reserved"]
    assert [pattern["kind"] for pattern in patterns] == ["base"] * 3 + ["glass"]
    assert (patterns[3]["type"], patterns[3]["n"], patterns[3]["shape"]) == ("#", 2, "XX/X.")
    # The other three are in the pile: N is 18.
    view = state.view(None)
    assert view["pile_size"] + sum(view["hand_sizes"]) == state.game.max_plies == 18
    assert ids(up_to(state, "draw")) & set(GLASS_IDS) == {"G1", "G2", "G4"}


@pytest.mark.rule("K-80")
def test_glass_patterns_are_judged_like_brick_patterns() -> None:
    assert judge(["A##B#", "CDEF#"], glass="2 XX").won
    # Whole groups, nothing attached.
    assert judge(["A##B#", "C#EF#"], glass="2 XX").have == (1,)
    assert judge(["###"], glass="1 XX").have == (0,)
    # Eight orientations, corners do not join.
    for mosaic in (["###", "#AB"], ["###", "AB#"], ["##", "#A", "#B"], ["A#", "B#", "##"]):
        assert judge(mosaic, glass="1 XXX/X..").won
    assert judge(["#A", "B#"], glass="2 X").won
    # The number as in K-56.
    assert not judge(["#A#"], glass="1 X").won
    assert judge(["#A#"], glass="1 X", count_mode="at_least").won
    # Bricks are no glass.
    assert judge(["AA"], glass="1 XX").have == (0,)


@pytest.mark.rule("K-81")
def test_glass_groups_only_grow() -> None:
    """Nothing can be taken from a group that is too large; it does no harm beside right ones."""
    cards = made_up_set(glass=["1 XX"], bricks=["BCD/EFB"])
    state = position(
        game_of(cards, expansions=["vidracaria"]),
        reserved=["G1"],
        hands=[["B1"]],
        pile=["Z1"],
        mosaic=["A##B", "C#EF"],
    )
    assert forbidden(state, "place 0 rot 0 at 1,1") == "K-31"
    before = {cell for cell, content in cells(state).items() if content == GLASS}
    for action in state.legal_actions:
        after = state.apply(action)
        assert {cell for cell in before if cells(after)[cell] == GLASS} == before
        assert after.view(None)["reserved"][0]["have"] == 0
    assert judge(["A##B#", "C#EF#"], glass="1 XX").won


@pytest.mark.rule("K-81")
def test_glass_groups_never_shrink_in_a_game() -> None:
    rng = Random(81)
    for seed in range(8):
        states = unfold(default("vidracaria", players=2).start(seed=seed), rng.choice)
        for before, after in pairwise(states):
            old = [part for content, part in groups(cells(before)) if content == GLASS]
            new = [part for content, part in groups(cells(after)) if content == GLASS]
            assert all(any(part <= larger for larger in new) for part in old)


@pytest.mark.rule("K-82")
def test_a_surplus_glass_group_is_undone_by_more_glass() -> None:
    cards = made_up_set(glass=["1 XX"], bricks=["#BC/DEF", "###/DEF"])
    state = position(
        game_of(cards, expansions=["vidracaria"]),
        reserved=["G1"],
        hands=[["B1", "B2"]],
        mosaic=["##A##", "BCDEF"],
    )
    pattern = state.view(None)["reserved"][0]
    assert (pattern["have"], pattern["ok"]) == (2, False)
    # Attached to one of them: one is left, and right.
    assert state.apply("place 0 rot 0 at 0,5").view(None)["won"] is True
    # Joined to each other by a third piece: none is left.
    joined = state.apply("place 1 rot 2 at -2,1")
    assert rows(joined)[1:3] == [".###.", "##A##"]
    assert joined.view(None)["reserved"][0]["have"] == 0
    # No placement of a card without glass helps.
    blank = position(state.game, reserved=["G1"], hands=[["Z1", "Z2"]], mosaic=["##A##", "BCDEF"])
    for action in blank.legal_actions:
        assert not blank.apply(action).is_over


# --- Janelão ------------------------------------------------------------------------------------


@pytest.mark.rule("K-85", "K-86", "K-122")
@pytest.mark.parametrize(("chosen", "other"), [("W1", "A##/DCB"), ("W2", "B#E/C#F")])
def test_the_window_card_is_chosen_or_random(chosen: str, other: str) -> None:
    named = up_to(default("janelao", window_pattern=chosen).start(), "draw")
    drawn = up_to(default("janelao").start(), "window")
    assert outcomes(drawn) == pytest.approx({"window W1": 1 / 2, "window W2": 1 / 2})
    drawn = up_to(drawn.apply(f"window {chosen}"), "draw")
    assert not any(text.startswith(("window", "starter")) for text in texts(named.history))
    shape = {"W1": "XXX/XXX", "W2": "XXX/X.X/XXX"}[chosen]
    for state in (named, drawn):
        pattern = state.view(None)["reserved"][2]
        assert (pattern["kind"], pattern["type"], pattern["n"]) == ("window", "*", 1)
        assert pattern["shape"] == shape
        assert state.view(None)["starter"] == other
    assert named.view(0) == {**drawn.view(0), "options": named.view(0)["options"]}


@pytest.mark.rule("K-85", "K-95")
@pytest.mark.parametrize(
    ("option", "expansion", "rule"),
    [("window_pattern", "janelao", "K-85"), ("special_pattern", "clientes", "K-95")],
)
def test_a_third_pattern_that_can_not_be_chosen(option: str, expansion: str, rule: str) -> None:
    good = {"window_pattern": "W1", "special_pattern": "S2"}[option]
    assert default(expansion, **{option: good}).options[option] == good
    assert default(**{option: "random"}).options[option] == "random"
    other = "clientes" if expansion == "janelao" else "janelao"
    for expansions, value in (
        ((), good),
        ((other,), good),
        ((expansion,), "C01"),
        ((expansion,), "Q9"),
        ((expansion,), "G1"),
    ):
        with pytest.raises(lt.OptionError) as caught:
            default(*expansions, **{option: value})
        assert (caught.value.option, caught.value.rule) == (option, rule)


@pytest.mark.rule("K-86", "K-17")
def test_the_other_window_card_starts_the_mosaic() -> None:
    """Brick side up, not turned, its top-left cell at (0,0)."""
    view = default("janelao", window_pattern="W1").start(seed=1).view(None)
    assert view["mosaic"] == {"row0": 0, "col0": 0, "rows": ["A##", "DCB"]}
    assert view["starter"] == "A##/DCB"
    assert (view["history"], view["placed"]) == ([], 0)
    one = made_up_set(windows=["1 XX"])
    with pytest.raises(lt.ComponentError) as caught:
        game_of(one, expansions=["janelao"])
    assert caught.value.rule == "K-86"


@pytest.mark.rule("K-86", "K-118")
def test_the_starter_is_drawn_where_it_is_not_determined() -> None:
    """Sides paired anew: the starter may show either brick side. A third window card stays out."""
    state = up_to(default("janelao", pairing="shuffled").start(), "starter")
    assert outcomes(state) == pytest.approx({"starter W1": 1 / 2, "starter W2": 1 / 2})
    assert state.apply("starter W1").view(None)["starter"] == "B#E/C#F"
    three = game_of(made_up_set(windows=["1 XX", "1 X", "1 XXX"]), expansions=["janelao"])
    state = up_to(three.start(), "window").apply("window W2")
    assert outcomes(state) == pytest.approx({"starter W1": 1 / 2, "starter W3": 1 / 2})
    assert "W3" not in ids(up_to(state.apply("starter W1"), "draw"))
    assert three.max_plies == 16


@pytest.mark.rule("K-87", "T-49")
def test_the_first_card_from_a_hand_has_to_fit_the_starter() -> None:
    game = default("janelao", players=2, window_pattern="W1")
    state = play(game.start(), "reveal C04", "reveal C07", "deal 0 C01")
    while state.actor is lt.CHANCE:
        state = state.apply(state.chance_outcomes[0][0])
    assert state.view(0)["hand"][0] == "DCE/DDC"
    assert forbidden(state, "place 0 rot 0 at 5,5") == "K-29"
    assert forbidden(state, "place 0 rot 0 at 2,3") == "K-30"
    assert forbidden(state, "place 0 rot 0 at 0,0") == "K-31"
    after = state.apply("place 0 rot 0 at 1,0")
    assert rows(after) == ["A##", "DCE", "DDC"]
    # N is 16; the starter is none of them.
    view = after.view(None)
    assert view["placed"] + sum(view["hand_sizes"]) + view["pile_size"] == game.max_plies == 16
    assert len(view["history"]) == 1


@pytest.mark.rule("K-88")
def test_a_window_is_of_one_brick_type() -> None:
    for mosaic, window, wanted in (
        (["CCCA", "CCCB"], "1 XXX/XXX", True),
        (["CCDA", "CCCB"], "1 XXX/XXX", False),
        # Several copies are of the same type.
        (["CCCA", "BEFA", "DDDB"], "2 XXX", False),
        (["CCCA", "BEFA", "CCCB"], "2 XXX", True),
        # Glass is no brick type.
        (["##AA", "##BC"], "1 XX/XX", False),
        (["##AA", "##BA", "CDAB"], "1 XX/XX", False),
    ):
        verdict = judge(mosaic, window=window)
        assert (verdict.ok, verdict.won) == ((wanted,), wanted)
    # Every type of the set will do.
    for type_ in LETTERS:
        other = "B" if type_ == "A" else "A"
        assert judge([other + type_ * 3], window="1 XXX").won


@pytest.mark.rule("K-89")
def test_the_type_of_the_window_is_not_declared() -> None:
    """Any type that qualifies at the moment will do, whichever looked promising before."""
    for type_ in "ABCDEF":
        assert judge([type_ * 2], window="1 XX").won
    # Two of A are too many under exact; the one of B qualifies.
    assert judge(["AACAA", "BBDEF"], window="1 XX").won
    cards = made_up_set(patterns=["F 9 X"], windows=["1 XX", "9 X"], bricks=["CDE/FBB"])
    state = position(
        game_of(cards, expansions=["janelao"]),
        reserved=["P1", "W1"],
        hands=[["B1"]],
        pile=["Z1"],
        mosaic=["AAB", "CDE"],
    )
    assert state.view(None)["reserved"][1]["ok"]
    after = state.apply("place 0 rot 0 at 0,0")
    assert rows(after) == ["CDE", "FBB"]
    assert after.view(None)["reserved"][1]["ok"]
    for text in ("declare B", "window B"):
        with pytest.raises(lt.ActionSyntaxError):
            state.apply(text)


@pytest.mark.rule("K-90")
def test_the_window_may_be_of_a_requested_type() -> None:
    mosaic = ["AAAB", "AAAC", "BCDE", "AABC"]
    assert judge(mosaic, "A 1 XX", window="1 XXX/XXX").won
    assert not judge(["AAAB", "AAAC", "BCDE"], "A 1 XX", window="1 XXX/XXX").won


TWO_SQUARES = ["AABAA", "AACAA"]
OTHER_TYPE = [*TWO_SQUARES, "BCDEF", "DDBCE", "DDEFB"]
THREE_SQUARES = [*TWO_SQUARES, "BCDEF", "AABCD", "AADEF"]


@pytest.mark.rule("K-91")
@pytest.mark.parametrize(
    ("mosaic", "exact", "at_least"),
    [(TWO_SQUARES, False, False), (OTHER_TYPE, True, True), (THREE_SQUARES, True, True)],
    ids=["two", "two and another type", "three"],
)
def test_bricks_of_the_window_serve_nothing_else(
    mosaic: list[str], exact: bool, at_least: bool
) -> None:
    for mode, wanted in (("exact", exact), ("at_least", at_least)):
        assert judge(mosaic, "A 2 XX/XX", window="1 XX/XX", count_mode=mode).won == wanted


@pytest.mark.rule("K-91")
def test_how_many_groups_window_and_pattern_need_together() -> None:
    """n + n_p, exactly or at least."""
    for copies in range(7):
        mosaic = ["AAB" * copies + "C"]
        for number in (1, 2):
            options = {"window": f"{number} XX"}
            together = 2 + number
            assert judge(mosaic, "A 2 XX", **options).won == (copies == together)
            loose = judge(mosaic, "A 2 XX", count_mode="at_least", **options)
            assert loose.won == (copies >= together)


@pytest.mark.rule("K-92")
def test_only_congruent_shapes_compete() -> None:
    """What is seen inside a window group never counted; a mirrored shape is congruent."""
    assert judge(["AAAB", "AAAC", "BCDE", "AABC"], "A 1 XX", window="1 XXX/XXX").won
    assert judge(["AAB", "ACD", "BAE", "AAA"], "A 1 XX/X.", window="1 .X./XXX").won
    # L and J are one class: one group can't be both.
    one_of_four = ["AAAB", "ACDE"]
    assert judge(one_of_four, "A 1 XXX/X..").won
    assert judge(one_of_four, window="1 XXX/..X").won
    assert not judge(one_of_four, "A 1 XXX/X..", window="1 XXX/..X").won


@pytest.mark.rule("K-93")
def test_the_starter_alone_never_wins() -> None:
    """All patterns are fulfilled by the starter; the win comes with the first placement only."""
    cards = made_up_set(patterns=["A 1 XX", "B 1 XX"], windows=["1 X", "9 XX AAB/CDB"])
    game = game_of(cards, expansions=["janelao"], window_pattern="W1")
    state = play(game.start(), "reveal P1", "reveal P2", "deal 0 Z1", "deal 0 Z2")
    assert [pattern["ok"] for pattern in state.view(None)["reserved"]] == [True, True, True]
    assert (state.actor, state.is_over, state.view(None)["won"]) == (0, False, None)
    assert state.apply("place 0 rot 0 at 0,3").view(None)["won"] is True


# --- Clientes Especiais -------------------------------------------------------------------------


@pytest.mark.rule("K-95", "K-96", "K-122")
def test_the_special_card_is_chosen_or_random() -> None:
    drawn = up_to(default("clientes").start(), "special")
    assert outcomes(drawn) == pytest.approx({f"special S{k}": 1 / 3 for k in (1, 2, 3)})
    drawn = up_to(drawn.apply("special S2"), "draw")
    named = up_to(default("clientes", special_pattern="S2").start(), "draw")
    assert not any(text.startswith("special") for text in texts(named.history))
    for state in (drawn, named):
        pattern = state.view(None)["reserved"][2]
        assert (pattern["kind"], pattern["type"], pattern["n"]) == ("special", "*", 1)
        assert pattern["shape"] == "..X../.XXX./XX.XX"
        # K-96: the other two are in the pile, N is 18.
        assert {id_ for id_ in ids(state) if id_.startswith("S")} == {"S1", "S3"}
        assert state.game.max_plies == 18


@pytest.mark.rule("K-97")
def test_special_cards_start_no_mosaic() -> None:
    view = default("clientes").start(seed=1).view(None)
    assert (view["starter"], view["mosaic"]["rows"]) == (None, [])
    assert texts(default("clientes").start(seed=1).legal_actions)[0] == "place 0 rot 0 at 0,0"


@pytest.mark.rule("K-98")
def test_a_special_pattern_is_of_any_one_type() -> None:
    capybara = "1 ..X./XXXX/X..X"
    for type_ in "ABCDEF":
        mosaic = [row.replace("F", type_) for row in ["FF.", ".F.", ".FF", "FF."]]
        assert judge(mosaic, special=capybara).won
    for mosaic, special, wanted in (
        (["FF.", ".F.", ".FA", "FF."], capybara, False),
        (["##.", ".#.", ".##", "##."], capybara, False),
        (["CCCA", "BEFA", "DDDB"], "2 XXX", False),
        (["CCCA", "BEFA", "CCCB"], "2 XXX", True),
    ):
        verdict = judge(mosaic, special=special)
        assert (verdict.ok, verdict.won) == ((wanted,), wanted)


@pytest.mark.rule("K-99")
def test_special_groups_may_serve_another_pattern() -> None:
    square = {"special": "1 XX/XX"}
    one_square = ["AABC", "AACD"]
    assert judge(one_square, "A 1 XX/XX", **square).won
    assert not judge(one_square, "A 1 XX/XX", special_exclusive=True, **square).won
    assert judge(TWO_SQUARES, "A 2 XX/XX", count_mode="at_least", **square).won
    assert not judge(TWO_SQUARES, "A 2 XX/XX", **square).won
    # With special_exclusive the results are those of the window (K-91).
    for mode in ("exact", "at_least"):
        for mosaic in (TWO_SQUARES, OTHER_TYPE, THREE_SQUARES):
            window = judge(mosaic, "A 2 XX/XX", window="1 XX/XX", count_mode=mode)
            special = judge(mosaic, "A 2 XX/XX", special_exclusive=True, count_mode=mode, **square)
            assert special == window
    assert default("clientes").options["special_exclusive"] is False


# --- Together -----------------------------------------------------------------------------------


@pytest.mark.rule("K-100", "K-75")
def test_the_steps_of_several_expansions() -> None:
    """Any order of naming them is the same; their steps are taken in the order of the rules."""
    orders = []
    for expansions in permutations(EXPANSIONS):
        game = default(*expansions)
        assert game == default(*EXPANSIONS)
        state = up_to(game.start(), "draw")
        words = [text.split()[0] for text in texts(state.history)]
        orders.append([word for word in words if word != "reveal"])
    assert orders == [["deal", "deal", "glass", "window", "special", "place"]] * 6
    # One common shuffle at the end: no card joins the pile before the last step.
    state = up_to(default(*EXPANSIONS).start(), "special")
    assert state.view(None)["pile_size"] == 18 - 2 - 2
    state = state.apply("special S1")
    assert state.view(None)["pile_size"] == 18 - 2 - 2 + 3 + 2
    for expansions in SUBSETS:
        assert default(*expansions).options["expansions"] == list(expansions)
    for wrong in (["vidraçaria"], ["janelao", "janelao"], ["azulejos"]):
        with pytest.raises(lt.OptionError) as caught:
            default(*wrong)
        assert (caught.value.option, caught.value.rule) == ("expansions", "K-100")


@pytest.mark.rule("K-101", "K-102", "K-104", "K-84", "K-94", "T-51")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize(
    "data", TABLES["combination"], ids=lambda row: "+".join([*row["expansions"], str(len(row))])
)
def test_numbers_by_combination(data: dict[str, Any], players: int) -> None:
    options = {"double_third": data["double_third"]} if "double_third" in data else {}
    game = default(*data["expansions"], players=players, **options)
    state = game.start(seed=players)
    view = state.view(None)
    assert [pattern["kind"] for pattern in view["reserved"]] == data["reserved"]
    assert view["hand_sizes"] == [2] * players
    assert view["pile_size"] == data["playable"] - 2 * players
    assert (view["starter"] is not None) == bool(data["starter"])
    states = unfold(state, Random(players).choice)
    assert states[-1].view(None)["won"] or states[-1].ply == data["playable"]
    assert game.max_plies == data["playable"]


@pytest.mark.rule("K-102")
def test_the_double_third_matters_only_to_both() -> None:
    assert default().options["double_third"] == "each_adds"
    for expansions in ((), ("janelao",), ("clientes",), ("vidracaria", "janelao")):
        counts = [
            len(default(*expansions, double_third=mode).start(seed=1).view(None)["reserved"])
            for mode in ("each_adds", "keep_three")
        ]
        assert counts[0] == counts[1]
    with pytest.raises(lt.OptionError) as caught:
        default(double_third="none")
    assert caught.value.rule == "K-102"


@pytest.mark.rule("K-103")
def test_the_window_excludes_special_and_glass_patterns_too() -> None:
    both: dict[str, Any] = {"window": "1 XX", "special": "1 XX"}
    assert not judge(["AAB"], **both).won
    assert judge(["AAC", "CBB"], **both).won
    assert judge(["AABAA"], **both).won
    # The third pattern of the class shares what the window leaves.
    assert judge(["AABAA"], "A 1 XX", **both).won
    assert not judge(["AAB"], "A 1 XX", **both).won
    exclusive = {**both, "special_exclusive": True}
    assert not judge(["AABAA"], "A 1 XX", **exclusive).won
    assert judge(["AABAACAA"], "A 1 XX", **exclusive).won
    # Glass is never the type of a window, so it takes nothing from a glass pattern.
    assert judge(["AA##"], window="1 XX", glass="1 XX").won
    assert not judge(["##"], window="1 XX", glass="1 XX").won


@pytest.mark.rule("K-105")
def test_merits_and_titles_with_expansions() -> None:
    cards = made_up_set(patterns=["A 1 XX"], bricks=["AAB/##C"], glass=["1 XX"] * 4)
    titles = {row["merits"]: row["en"] for row in TABLES["title"]}
    for scope, merits in (("hands_and_pile", 5), ("hands", 3)):
        game = game_of(cards, players=2, expansions=["vidracaria"], merit_scope=scope)
        state = position(
            game,
            reserved=["P1", "G4"],
            hands=[["B1", "G1"], ["Z1", "Z2"]],
            pile=["Z3", "G2"],
        )
        outcome = state.apply("place 0 rot 0 at 0,0").outcome
        assert outcome is not None
        assert outcome.details["merits"] == merits
        assert outcome.level == titles[min(merits, 4)]
