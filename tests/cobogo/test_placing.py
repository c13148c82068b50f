"""Placing a card: section 6, and the actions of K-119 and K-120."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

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
from referee.mosaic import GLASS, parse_mosaic, shape_parts
from referee.options import EXPANSIONS
from support import forbidden, texts

CARD = "BCD/EFB"


def place(rot: int, row: int, col: int, slot: int = 0) -> str:
    return f"place {slot} rot {rot} at {row},{col}"


def around(reach: int = 6) -> Iterator[tuple[int, int, int]]:
    """Every turn and corner near the origin."""
    return product(range(4), range(-reach, reach + 1), range(-reach, reach + 1))


def footprint(rot: int, row: int, col: int) -> set[tuple[int, int]]:
    """The cells under a 2x3 card."""
    height, width = (2, 3) if rot % 2 == 0 else (3, 2)
    return {(row + r, col + c) for r in range(height) for c in range(width)}


def beside(cell: tuple[int, int]) -> set[tuple[int, int]]:
    row, col = cell
    return {(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)}


# --- Turns and the grid -------------------------------------------------------------------------


@pytest.mark.rule("K-26", "K-119", "T-27")
def test_a_card_is_turned_clockwise_and_never_flipped() -> None:
    data = TABLES["rotation"]
    state = table(["F"], data["brick"])
    for rot, turned in enumerate(data["turned"]):
        face = cells(state.apply(place(rot, 0, 1)))
        assert face == {(0, 0): "F"} | {
            (r, c + 1): content for (r, c), content in parse_mosaic(turned.split("/")).items()
        }
    # Over all legal actions the card shows these four faces and no mirrored one.
    seen = set()
    for action in state.legal_actions:
        after = cells(state.apply(action))
        _, _, _, rot_text, _, cell = str(action).split()
        row, col = map(int, cell.split(","))
        rot = int(rot_text)
        seen.add((rot, tuple(after[each] for each in sorted(footprint(rot, row, col)))))
    assert seen == {(rot, tuple(t.replace("/", ""))) for rot, t in enumerate(data["turned"])}
    assert forbidden(state, "place 0 rot 4 at 0,1") == "K-26"
    for text in ("place 0 rot -1 at 0,1", "place 0 rot 0 flipped at 0,1", "flip 0"):
        with pytest.raises(lt.ActionSyntaxError):
            state.apply(text)


@pytest.mark.rule("K-27", "T-28")
@pytest.mark.parametrize(
    "text",
    [
        "place 0 rot 0 at 0.5,3",
        "place 0 rot 0 at 0,2.5",
        "place 0 rot 0.5 at 0,3",
        "place 0 rot 45 degrees at 0,3",
        "place 0 rot 1/2 at 0,3",
        "place 0 rot 0 at 0,1e0",
    ],
)
def test_no_parts_of_a_cell_and_no_other_angles(text: str) -> None:
    state = table(["ABC", "CDE"], CARD)
    with pytest.raises(lt.ActionSyntaxError):
        state.apply(text)
    assert state.apply("place 0 rot 0 at 0,3").ply == 1
    assert forbidden(state, "place 0 rot 45 at 0,3") == "K-26"


@pytest.mark.rule("K-28", "T-29")
def test_the_first_card_has_one_place() -> None:
    state = table([], CARD, "AAA/AAA")
    assert texts(state.legal_actions) == ["place 0 rot 0 at 0,0", "place 1 rot 0 at 0,0"]
    for slot, (rot, row, col) in product((0, 1), around(2)):
        wanted = None if (rot, row, col) == (0, 0, 0) else "K-28"
        assert forbidden(state, place(rot, row, col, slot)) == wanted
    assert cells(state.apply(place(0, 0, 0))) == parse_mosaic(CARD.split("/"))


# --- Contact ------------------------------------------------------------------------------------


@pytest.mark.rule("K-29", "K-30", "K-31", "K-32")
@pytest.mark.parametrize(
    "mosaic",
    [["A"], ["ABC", "CDE"], ["#"], ["A#", ".B"], ["AB.", ".C#", "#D."], ["ABC", "A.C", "#BC"]],
    ids="/".join,
)
def test_every_position_near_the_mosaic(mosaic: list[str]) -> None:
    """Overlap or side contact, no glass below: legal; anything else is refused by its rule."""
    state = table(mosaic, CARD)
    visible = parse_mosaic(mosaic)
    legal = []
    for rot, row, col in around():
        under = footprint(rot, row, col)
        sides = set().union(*(beside(cell) for cell in under))
        corners = {(r + dr, c + dc) for r, c in under for dr in (-1, 1) for dc in (-1, 1)}
        if any(visible.get(cell) == GLASS for cell in under):
            wanted = "K-31"
        elif (under | sides) & visible.keys():
            wanted = None
            legal.append(place(rot, row, col))
        else:
            wanted = "K-30" if corners & visible.keys() else "K-29"
        assert state.explain(place(rot, row, col)).rule == wanted
    assert texts(state.legal_actions) == legal


@pytest.mark.rule("K-29")
def test_a_card_has_to_touch_the_mosaic() -> None:
    state = table(["ABC", "CDE"], CARD)
    assert forbidden(state, place(0, 0, 4)) == "K-29"
    assert forbidden(state, place(0, 50, 50)) == "K-29"
    assert forbidden(state, place(0, 0, 3)) is None
    assert forbidden(state, place(0, 0, 2)) is None


@pytest.mark.rule("K-30")
def test_corner_contact_is_no_contact() -> None:
    state = table(["ABC", "CDE"], CARD)
    for rot, row, col in [(0, 2, 3), (0, -2, 3), (0, 2, -3), (0, -2, -3), (1, 2, 3), (3, -3, -2)]:
        assert forbidden(state, place(rot, row, col)) == "K-30"


@pytest.mark.rule("K-31", "K-41")
def test_visible_glass_is_never_covered() -> None:
    state = table(["AB#", "CDE"], CARD)
    for rot, row, col in around():
        if (0, 2) in footprint(rot, row, col):
            assert forbidden(state, place(rot, row, col)) == "K-31"
    assert rows(state.apply(place(0, 1, 2))) == ["AB#..", "CDBCD", "..EFB"]


@pytest.mark.rule("K-32")
def test_overlapping_is_free() -> None:
    """One cell or many, one card or several, any depth."""
    state = table(["ABCABC", "CDECDE", "BBA..."], "AAC/AAB", CARD)
    assert rows(state.apply(place(1, 0, 2))) == ["ABAABC", "CDAADE", "BBBC.."]
    one_cell = state.apply(place(0, -1, -2))
    assert rows(one_cell)[0] == "AAC....."
    deep = table(["AB", "CD"], "ABC/DEF", "FED/CBA")
    deep = play(deep, place(0, 0, 0), "draw 0 Z1", place(0, 0, 0), "draw 0 Z2", place(0, 0, 0))
    assert rows(deep) == ["ZZZ", "ZZZ"]


@pytest.mark.rule("K-33")
def test_a_card_may_lie_exactly_on_another() -> None:
    game = game_of(made_up_set(patterns=["A 99 X"], bricks=["FFB/BCA", CARD]))
    state = position(game, reserved=["P1"], hands=[["B1", "B2"]], pile=["Z1"])
    state = play(state, place(0, 0, 0), "draw 0 Z1")
    for rot in (0, 2):
        on_top = state.apply(place(rot, 0, 0))
        assert rows(on_top) == (["BCD", "EFB"] if rot == 0 else ["BFE", "DCB"])
        # The card below has vanished, and still counts as placed.
        assert on_top.view(None)["placed"] == 2
        assert [step["brick"] for step in on_top.view(None)["history"]] == ["FFB/BCA", CARD]
    with_glass = table(["FFB", "B#A"], CARD)
    assert forbidden(with_glass, place(0, 0, 0)) == "K-31"


@pytest.mark.rule("K-34")
def test_overlap_alone_is_contact_enough() -> None:
    """The card covers the whole mosaic: no cell outside the card is there to be touched."""
    for row, col in product((-1, 0), (-2, -1, 0)):
        state = table(["A"], CARD).apply(place(0, row, col))
        assert rows(state) == ["BCD", "EFB"]
        assert state.view(None)["mosaic"]["row0"] == row


@pytest.mark.rule("K-35")
def test_contact_along_one_cell_is_enough() -> None:
    state = table(["ABC", "CDE"], CARD)
    assert rows(state.apply(place(0, 2, 2))) == ["ABC..", "CDE..", "..BCD", "..EFB"]
    assert rows(state.apply(place(1, -1, 3))) == ["...EB", "ABCFC", "CDEBD"]
    # Shifted by one, two, ... cells along the edge; only the corners are too far.
    assert [forbidden(state, place(0, 2, col)) for col in range(-3, 4)] == [
        "K-30",
        *[None] * 5,
        "K-30",
    ]


# --- What is visible ----------------------------------------------------------------------------


@pytest.mark.rule("K-36")
def test_the_new_card_replaces_what_it_covers() -> None:
    state = table(["AAB", "CDE"], "CDE/FBC", "DEF/BCD")
    once = state.apply(place(0, 0, 1))
    assert rows(once) == ["ACDE", "CFBC"]
    twice = play(once, "draw 0 Z1", place(0, 0, 1))
    assert rows(twice) == ["ADEF", "CBCD"]
    # What lies below never counts: a pattern of two A bricks, one of them covered.
    game = game_of(made_up_set(patterns=["A 1 XX"], bricks=["CDE/FBC", CARD], size=(2, 3)))
    state = position(
        game, reserved=["P1"], hands=[["B1", "B2"]], pile=["Z1"], mosaic=["AAB", "CDE"]
    )
    assert state.view(None)["reserved"][0]["have"] == 1
    after = state.apply(place(0, 0, 1))
    assert after.view(None)["reserved"][0]["have"] == 0
    after = play(after, "draw 0 Z1", place(0, 0, 4))
    assert after.view(None)["reserved"][0]["have"] == 0


@pytest.mark.rule("K-37")
def test_new_glass_may_cover_bricks_and_is_protected_then() -> None:
    state = table(["ABC", "CDE"], "#CD/EFB", CARD)
    state = state.apply(place(0, 1, 2))
    assert rows(state) == ["ABC..", "CD#CD", "..EFB"]
    state = state.apply("draw 0 Z1")
    assert forbidden(state, place(0, 1, 1)) == "K-31"


@pytest.mark.rule("K-38")
def test_holes_are_allowed_and_may_be_filled() -> None:
    open_ring = ["AAAAA", "A...A", "A...A", "AA..."]
    state = table(open_ring, CARD, "DDD/EEE")
    ring = state.apply(place(0, 3, 2))
    assert rows(ring) == ["AAAAA", "A...A", "A...A", "AABCD", "..EFB"]
    ring = ring.apply("draw 0 Z1")
    wholly = ring.apply(place(0, 1, 1))
    assert rows(wholly)[1:3] == ["ADDDA", "AEEEA"]
    partly = ring.apply(place(1, 0, 1))
    assert rows(partly)[:3] == ["AEDAA", "AED.A", "AED.A"]


@pytest.mark.rule("K-39")
def test_the_table_has_no_borders() -> None:
    """A line of fifty cards, 400 cells long; then as far to the other sides."""
    game = game_of(made_up_set(patterns=["A 99 X"], size=(1, 8), base=70))
    for direction in ((0, 8), (0, -8), (1, 0), (-1, 0)):
        state = deal_out(game, "reveal P1")
        for turn in range(50):
            row, col = turn * direction[0], turn * direction[1]
            state = state.apply(place(0, row, col))
            assert place(0, row + direction[0], col + direction[1]) in texts(
                state.apply(state.chance_outcomes[0][0]).legal_actions
            )
            state = state.apply(state.chance_outcomes[0][0])
        assert set(cells(state)) == {
            (turn * direction[0], turn * direction[1] + c) for turn in range(50) for c in range(8)
        }
    # Coordinates do not matter, not even far away from where the first card lay.
    near = table(["ABC", "CDE"], CARD)
    game = near.game
    far = position(
        game, reserved=["P1"], hands=[["B1"]], pile=["Z1"], mosaic=["ABC", "CDE"], at=(-900, 2000)
    )
    shifted = [text.split(" at ")[1].split(",") for text in texts(far.legal_actions)]
    assert [f"{int(row) + 900},{int(col) - 2000}" for row, col in shifted] == [
        text.split(" at ")[1] for text in texts(near.legal_actions)
    ]


# --- Invariants ---------------------------------------------------------------------------------


@pytest.mark.rule("K-40", "K-41")
def test_the_mosaic_stays_connected_and_keeps_its_glass() -> None:
    rng = Random(40)
    for seed in range(12):
        game = lt.game("cobogo", players=2, expansions=EXPANSIONS)
        for state in unfold(game.start(seed=seed), rng.choice):
            view, visible = state.view(None), cells(state)
            assert len(shape_parts(visible)) == 1
            cards = [step["brick"] for step in view["history"]] + [view["starter"]]
            glass = sum(card.count(GLASS) for card in cards)
            assert sum(content == GLASS for content in visible.values()) == glass


@pytest.mark.rule("K-40")
def test_a_mosaic_in_parts_is_no_position() -> None:
    for mosaic in (["A.B"], ["A.", ".B"], ["AAA", "A.A", "A..", "..B"]):
        with pytest.raises(lt.StateFormatError) as caught:
            table(mosaic, CARD)
        assert caught.value.rule == "K-40"


@pytest.mark.rule("K-42")
def test_the_height_of_a_stack_does_not_matter() -> None:
    """What may be placed follows from what is visible, however uneven the cards below lie."""
    game = game_of(made_up_set(patterns=["A 99 X"], bricks=["ABC/DEF", CARD]))
    state = position(game, reserved=["P1"], hands=[["B1", "Z1"]], pile=["Z2", "Z3", "Z4", "B2"])
    state = state.apply(place(0, 0, 0))
    for drawn, col in (("Z2", 1), ("Z3", 1), ("Z4", 1), ("B2", 2)):
        state = play(state, f"draw 0 {drawn}", place(0, 0, col))
    flat = position(
        game, reserved=["P1"], hands=[["B2"]], mosaic=rows(state), pile=["Z1", "Z2", "Z3"]
    )
    assert rows(state) == ["AZZZZ", "DZZZZ"]
    assert texts(state.legal_actions) == texts(flat.legal_actions)
    assert rows(state.apply(place(0, 0, 0))) == ["BCDZZ", "EFBZZ"]


# --- Actions ------------------------------------------------------------------------------------


@pytest.mark.rule("K-119")
def test_slots_rows_columns_and_the_drawn_card() -> None:
    game = game_of(made_up_set(patterns=["A 99 X"], bricks=["AAA/BBB", CARD, "CCC/DDD"]))
    state = position(game, reserved=["P1"], hands=[["B1", "B2"]], pile=["B3"], mosaic=["F"])
    assert str(state.legal_actions[0]) == "place 0 rot 0 at -2,-2"
    # The other card moves up, the drawn one takes the last slot.
    after = state.apply(place(0, 0, 1, slot=0))
    assert after.view(0)["hand"] == [CARD]
    assert after.apply("draw 0 B3").view(0)["hand"] == [CARD, "CCC/DDD"]
    after = state.apply(place(0, 0, 1, slot=1))
    assert after.view(0)["hand"] == ["AAA/BBB"]
    assert after.apply("draw 0 B3").view(0)["hand"] == ["AAA/BBB", "CCC/DDD"]
    # Row and column are those of the top-left cell of the turned card.
    for rot in range(4):
        covered = set(cells(state.apply(place(rot, -1, 1)))) - {(0, 0)}
        assert (min(r for r, _ in covered), min(c for _, c in covered)) == (-1, 1)
        assert len(covered) == 6


@pytest.mark.rule("K-120")
@pytest.mark.parametrize(
    ("brick", "turns"),
    [("ABC/CBA", 2), ("AAA/AAA", 2), ("ABA/ABA", 2), ("ABC/ABC", 4), ("A#A/A#A", 2)],
)
def test_turns_that_look_the_same_are_one_action(brick: str, turns: int) -> None:
    state = table(["ABC", "CDE"], brick)
    listed = [tuple(text.split()[3:6:2]) for text in texts(state.legal_actions)]
    assert {rot for rot, _ in listed} == {str(rot) for rot in range(turns)}
    for rot in range(turns, 4):
        assert forbidden(state, place(rot, 0, 3)) == "K-120"
        # What forbids the placement at any turn is answered first.
        assert forbidden(state, place(rot, 0, 9)) == "K-29"
        assert forbidden(state, place(rot, 2, 3)) == "K-30"
    glass = table(["#"], brick)
    for rot in range(turns, 4):
        assert forbidden(glass, place(rot, 0, 0)) == "K-31"
    # No two listed actions lead to the same mosaic.
    after = [tuple(sorted(cells(state.apply(action)).items())) for action in state.legal_actions]
    assert len(set(after)) == len(after)


@pytest.mark.rule("K-120")
@pytest.mark.parametrize(("brick", "turns"), [("AA/AA", 1), ("AB/BA", 2), ("AB/AB", 4), ("#", 1)])
def test_square_cards_that_look_the_same(brick: str, turns: int) -> None:
    side = brick.count("/") + 1
    state = table(["F"], brick, size=(side, side))
    listed = {text.split()[3] for text in texts(state.legal_actions)}
    assert listed == {str(rot) for rot in range(turns)}
    for rot in range(4):
        wanted = None if rot < turns else "K-120"
        assert forbidden(state, place(rot, 0, 1)) == wanted


@pytest.mark.rule("K-29", "K-120", "T-25")
@pytest.mark.parametrize("data", TABLES["count"], ids=lambda row: f"{row['total']} placements")
def test_how_many_placements_there_are(data: dict[str, object]) -> None:
    """A second card beside or on a first one: the counting check."""
    game = game_of(made_up_set(patterns=["A 99 X"], bricks=[str(data["first"]), str(data["card"])]))
    state = position(game, reserved=["P1"], hands=[["B1", "B2"]], pile=["Z1"])
    state = play(state, place(0, 0, 0), "draw 0 Z1")
    rots = [text.split()[3] for text in texts(state.legal_actions) if text.startswith("place 0")]
    assert len(rots) == data["total"]
    if "by_rotation" in data:
        assert [rots.count(str(rot)) for rot in range(4)] == data["by_rotation"]


@pytest.mark.rule("K-31", "T-25")
def test_one_glass_block_anywhere_leaves_102_placements() -> None:
    for place_of_glass in range(6):
        first = list("ABCCDE")
        first[place_of_glass] = GLASS
        state = table(["".join(first[:3]), "".join(first[3:])], CARD)
        assert len(state.legal_actions) == 102
