"""Judging patterns: section 8."""

from __future__ import annotations

import ludoteca as lt
import pytest
from cobogo_positions import game_of, judge, made_up_set, play, position, rows
from support import texts


def orientations(shape: str) -> set[str]:
    """The images of a shape under quarter turns and mirroring."""
    images = set()
    cells = shape.split("/")
    for _ in range(2):
        for _ in range(4):
            images.add("/".join(cells))
            cells = ["".join(column) for column in zip(*reversed(cells), strict=True)]
        cells = [row[::-1] for row in cells]
    return images


def board(image: str, brick: str = "A") -> list[str]:
    """The image made of bricks, the gaps filled with other types that never form a pair."""
    fill = iter("BCDEBCDEBCDE")
    return [
        "".join(brick if mark == "X" else next(fill) for mark in row) for row in image.split("/")
    ]


@pytest.mark.rule("K-48")
def test_only_what_is_visible_is_judged() -> None:
    """A fulfilled pattern that is covered is gone; what lies below is no part of a group."""
    game = game_of(made_up_set(patterns=["A 1 XX", "B 1 XX"], bricks=["AAC/DEF", "CDE/FBB"]))
    state = position(game, reserved=["P1", "P2"], hands=[["B1", "B2"]], pile=["Z1"])
    state = state.apply("place 0 rot 0 at 0,0")
    assert [p["have"] for p in state.view(None)["reserved"]] == [1, 0]
    state = play(state, "draw 0 Z1", "place 0 rot 0 at 0,0")
    assert rows(state) == ["CDE", "FBB"]
    assert [p["have"] for p in state.view(None)["reserved"]] == [0, 1]
    assert not state.is_over


@pytest.mark.rule("K-49")
def test_a_part_of_a_group_is_no_match() -> None:
    assert judge(["AAAAA", "BCDEF"], "A 1 XXX").have == (0,)
    assert judge(["AA", "AA"], "A 2 XX").have == (0,)
    assert judge(["AA", "AA"], "A 1 XX/XX").have == (1,)
    # Cells that hang together by a way round belong to one group.
    assert judge(["AAA", "ABA"], "A 2 XX").have == (0,)
    assert judge(["AAA", "ABA"], "A 1 XXX/X.X").have == (1,)


@pytest.mark.rule("K-50")
def test_type_and_shape_both_have_to_be_right() -> None:
    mosaic = ["AAC", "AAB"]
    assert judge(mosaic, "A 1 XX/XX").won
    assert not judge(mosaic, "A 1 XXXX").won
    assert not judge(mosaic, "A 1 XXX").won
    assert not judge(mosaic, "A 1 XXX/X..").won
    assert not judge(mosaic, "B 1 XX/XX").won


@pytest.mark.rule("K-51")
@pytest.mark.parametrize(
    "mosaic",
    [["AAAB", "CACA", "DACB"], ["AAAA", "CACB"], ["AAAB", "AACB"], ["BABC", "AAAD", "CACB"]],
    ids="/".join,
)
def test_an_attached_brick_spoils_a_pattern(mosaic: list[str]) -> None:
    assert judge(["AAAB", "CACB"], "A 1 XXX/.X.").won
    verdict = judge(mosaic, "A 1 XXX/.X.")
    assert verdict.have == (0,)
    assert not verdict.won


@pytest.mark.rule("K-52")
def test_corners_do_not_join() -> None:
    assert judge(["AAB", "BCA"], "A 1 XX").won
    assert judge(["AB", "BA"], "A 2 X").won
    assert judge(["AB", "BA"], "A 1 XX").have == (0,)
    # A side path joins them.
    assert judge(["AB", "AA"], "A 2 X").have == (0,)
    assert judge(["AAAB.", "CACAB", "BDEAA", "CBDAE"], "A 2 XXX/.X.").won


@pytest.mark.rule("K-53")
@pytest.mark.parametrize("shape", ["XX/XX/X.", "XXX/X..", "X..X/XXXX/X...", "XX./.XX"])
def test_turned_and_mirrored_copies_count(shape: str) -> None:
    images = orientations(shape)
    assert len(images) >= 4
    for image in images:
        for pattern in (f"A 1 {shape}", f"A 1 {image}"):
            assert judge(board(image), pattern).won
            assert judge(board(shape), pattern).won


@pytest.mark.rule("K-54")
def test_copies_that_touch_by_a_side_are_one_group() -> None:
    assert judge(["AAAAAA", "BACDAB"], "A 2 XXX/.X.").have == (0,)
    assert judge(["AAABAAA", "BACDFAB"], "A 2 XXX/.X.").have == (2,)
    assert judge(["AAB", "AAB"], "A 2 XX").have == (0,)


@pytest.mark.rule("K-55")
@pytest.mark.parametrize("copies", range(5))
def test_the_count_is_the_number_of_matching_groups(copies: int) -> None:
    mosaic = ["AAB" * copies + "BAB", "CDE" * copies + "CDE"]
    assert judge(mosaic, "A 2 XX").have == (copies,)
    assert judge(mosaic, "A 1 X").have == (1,)


@pytest.mark.rule("K-56")
@pytest.mark.parametrize(
    ("mode", "wanted"),
    [
        ("exact", [False, False, True, False, False]),
        ("at_least", [False, False, True, True, True]),
        (None, [False, False, True, False, False]),
    ],
)
def test_exact_and_at_least(mode: str | None, wanted: list[bool]) -> None:
    """Exact is the default."""
    options = {} if mode is None else {"count_mode": mode}
    for copies, fulfilled in enumerate(wanted):
        verdict = judge(["AAB" * copies + "B", "CDE" * copies + "C"], "A 2 XX", **options)
        assert verdict == type(verdict)((copies,), (fulfilled,), fulfilled)


@pytest.mark.rule("K-56", "K-114")
@pytest.mark.parametrize(
    ("number", "mode", "have", "ok"),
    [
        (1, "exact", 1, True),
        (2, "exact", 2, True),
        (3, "exact", 3, True),
        (4, "exact", 3, False),
        (1, "at_least", 1, True),
        (2, "at_least", 2, True),
        (4, "at_least", 3, False),
    ],
)
def test_have_of_an_any_type_pattern(number: int, mode: str, have: int, ok: bool) -> None:
    """One domino of D, two of B, three of A: n if some type is right, else the largest count."""
    mosaic = ["AABAACAABB", "CCCDDEFFFC", "CEFBBCFFFC"]
    assert judge(mosaic, "D 1 XX", "B 2 XX", "A 3 XX").ok == (True, True, True)
    verdict = judge(mosaic, window=f"{number} XX", count_mode=mode)
    assert (verdict.have, verdict.ok) == ((have,), (ok,))


@pytest.mark.rule("K-57")
def test_other_groups_of_the_type_do_no_harm() -> None:
    """A single brick, a wrong shape and a too large group beside a right one."""
    assert judge(["AABABA", "AACAAA", "BCDEFA", "ABCDEB"], "A 1 XX/XX").won
    assert judge(["AABC", "AACD", "CBAE", "DCBA"], "A 1 XX/XX").won


@pytest.mark.rule("K-58")
@pytest.mark.parametrize("inside", [".", "B", "#", "A"])
def test_the_surroundings_do_not_matter(inside: str) -> None:
    """Only the same type inside the ring spoils it."""
    mosaic = ["AAA", f"A{inside}A", "AAA"]
    assert judge(mosaic, "A 1 XXX/X.X/XXX").won == (inside != "A")
    framed = ["#BCBC", *(f"C{row}#" for row in mosaic), "BC.CB"]
    assert judge(framed, "A 1 XXX/X.X/XXX").won == (inside != "A")


@pytest.mark.rule("K-59")
def test_fulfilment_is_not_stored() -> None:
    """What was fulfilled can be lost and be made again; a win needs all patterns at once."""
    game = game_of(
        made_up_set(patterns=["A 1 XXX", "B 1 XX/XX"], bricks=["CBB/DEF", "AAA/CDE", "CBB/DFE"])
    )
    reserved, mosaic = ["P1", "P2"], ["AAAC", "DBBE"]
    state = position(game, reserved=reserved, hands=[["B1", "B2"]], pile=["Z1"], mosaic=mosaic)
    assert [p["ok"] for p in state.view(None)["reserved"]] == [True, False]
    state = state.apply("place 0 rot 0 at -1,0")
    assert rows(state) == ["CBB.", "DEFC", "DBBE"]
    assert [p["ok"] for p in state.view(None)["reserved"]] == [False, False]
    state = play(state, "draw 0 Z1", "place 0 rot 0 at -3,0")
    assert [p["ok"] for p in state.view(None)["reserved"]] == [True, False]
    won = position(game, reserved=reserved, hands=[["B3"]], mosaic=mosaic)
    assert won.apply("place 0 rot 0 at 2,0").outcome is not None
    assert won.apply("place 0 rot 0 at 2,0").view(None)["won"] is True


@pytest.mark.rule("K-59")
def test_a_pattern_that_was_fulfilled_once_does_not_help() -> None:
    """B comes with the card that covers A; A has to be made again."""
    bricks = ["AAC/DEF", "BBC/DEF", "CAA/FED"]
    game = game_of(made_up_set(patterns=["A 1 XX", "B 1 XX"], bricks=bricks))
    state = position(game, reserved=["P1", "P2"], hands=[["B1", "B2"]], pile=["B3"])
    state = play(state, "place 0 rot 0 at 0,0", "draw 0 B3", "place 0 rot 0 at 0,0")
    assert [p["ok"] for p in state.view(None)["reserved"]] == [False, True]
    assert not state.is_over
    assert state.apply("place 0 rot 0 at 0,3").view(None)["won"] is True


@pytest.mark.rule("K-59")
def test_a_card_without_bricks_of_the_pattern_is_judged_too() -> None:
    """It covers the A that was too many, and shows none."""
    game = game_of(made_up_set(patterns=["A 1 XX"], bricks=["CDE/FBC"]))
    state = position(game, reserved=["P1"], hands=[["B1"]], pile=["Z1"], mosaic=["AAA", "BCD"])
    assert not state.view(None)["reserved"][0]["ok"]
    state = state.apply("place 0 rot 0 at 0,2")
    assert rows(state) == ["AACDE", "BCFBC"]
    assert state.view(None)["reserved"][0]["ok"]
    assert state.view(None)["won"] is True


@pytest.mark.rule("K-60")
def test_repairs() -> None:
    """The extra brick is covered; a joined pair is parted; a surplus copy is covered."""
    bricks = ["CDF/EBB", "CEB/BDF", "BCD/EFB"]
    cases = [
        ("A 1 XXX/.X.", ["BAC", "AAD", "EAA"], "B1", "place 0 rot 0 at 2,2"),
        ("A 2 XXX", ["AAAAAAAA", "BCDEBCDE"], "B2", "place 0 rot 1 at 0,3"),
        ("A 2 XXX", ["AAAB", "BCDE", "AAAC", "DEFB", "AAAD"], "B3", "place 0 rot 0 at 4,2"),
    ]
    for pattern, mosaic, brick, action in cases:
        game = game_of(made_up_set(patterns=[pattern], bricks=bricks))
        state = position(game, reserved=["P1"], hands=[[brick]], mosaic=mosaic)
        assert not state.view(None)["reserved"][0]["ok"]
        after = state.apply(action)
        assert after.view(None)["reserved"][0]["ok"]
        assert after.view(None)["won"] is True


@pytest.mark.rule("K-61")
def test_a_group_may_extend_over_many_cards() -> None:
    """Five cards with one brick each."""
    game = game_of(made_up_set(patterns=["A 1 XXX/X.X"], bricks=["A"] * 5, size=(1, 1)))
    state = position(
        game, reserved=["P1"], hands=[["B1", "B2"]], pile=["B3", "B4", "B5", "Z1", "Z2"]
    )
    state = state.apply("place 0 rot 0 at 0,0")
    for drawn, row, col in (("B3", 0, 1), ("B4", 0, 2), ("B5", 1, 0)):
        state = play(state, f"draw 0 {drawn}", f"place 0 rot 0 at {row},{col}")
        assert not state.is_over
    state = play(state, "draw 0 Z1", "place 0 rot 0 at 1,2")
    assert state.view(None)["won"] is True


@pytest.mark.rule("K-62")
def test_nothing_needs_to_be_announced() -> None:
    """The placement alone wins; no action claims a pattern."""
    game = game_of(made_up_set(patterns=["A 1 XX"], bricks=["AAB/CDB"]))
    state = position(game, reserved=["P1"], hands=[["B1", "Z1"]], pile=["Z2"])
    assert {text.split()[0] for text in texts(state.legal_actions)} == {"place"}
    for text in ("announce", "claim P1", "win", "place 0 rot 0 at 0,0 win"):
        with pytest.raises(lt.ActionSyntaxError):
            state.apply(text)
    after = state.apply("place 0 rot 0 at 0,0")
    assert (after.actor, after.is_over, after.view(None)["won"]) == (None, True, True)
