"""Points for a lay, section P."""

from __future__ import annotations

from random import Random

import pytest
from athos_positions import dealt, game_of, mural, play, points, rolled, table
from support import some_action

CARD = ("Aa1", "Aa1", "Ab3", "Aa3", "Ab2", "Aa1", "Ab3", "Ab3", "Aa3")
# The cells of the artwork in an order in which it can be built: the square first.
ORDER = (0, 1, 3, 4, 2, 5, 6, 7, 8)
PAID = {"A": {"crossings": "1 1 1 1", "full": True}}


def panel(count: int, turned: int = 0) -> str:
    """So many tiles of the panel of card A, those after the square turned further."""
    tiles = ["."] * 9
    for place in ORDER[:count]:
        face, turn = CARD[place][:2], int(CARD[place][2])
        tiles[place] = f"{face}{(turn + turned) % 4 if ORDER.index(place) > 3 else turn}"
    return "3,3 " + " / ".join(" ".join(tiles[row : row + 3]) for row in (0, 3, 6))


@pytest.mark.rule("P-1", "P-2")
@pytest.mark.parametrize("turned", [0, 1])
@pytest.mark.parametrize("before", range(9))
def test_a_lay_scores_the_tiles_of_its_group(before: int, turned: int) -> None:
    """Nothing but the group counts, since all windows are marked and the panel is paid."""
    place = ORDER[before]
    face, row, col = CARD[place][:2], 3 + place // 3, 3 + place % 3
    state = table(face, board=panel(before, turned), cards=PAID)
    for turn in range(4):
        if before < 3 or turn == int(CARD[place][2]) or before > 3:
            after = play(state, f"lay {face}{turn} {row},{col}")
            assert points(state, after) == before + 1
            assert points(state, after, 1) == 0


@pytest.mark.rule("P-1")
def test_only_the_linked_tiles_count_and_only_those_of_the_pattern() -> None:
    # (5,5) touches the others by a corner alone.
    state = table("Ab", board="3,3 Aa1 Aa1 . / Aa3 Ab2 . / . . Aa3", cards=PAID)
    assert points(state, play(state, "lay Ab3 3,5")) == 5
    assert points(state, play(state, "lay Ab3 4,5")) == 6
    # A tile that touches another pattern pushes it away, and scores alone.
    state = table("Ab", board="3,3 Ba0 Ba0; 0,0 Ab0", cards=PAID)
    assert points(state, play(state, "lay Ab0 0,1")) == 2
    alone = table("Ab", board="3,3 Ba0 Ba0")
    assert points(alone, play(alone, "lay Ab0 3,2 card 0")) == 1


@pytest.mark.rule("P-1")
def test_the_group_is_counted_after_the_slides() -> None:
    # Beside an immutable block the laid tile and its neighbour move west; the neighbour jumps over
    # the locked corner and is lost, so that two are left of three.
    board = "0,0 A A; 1,2 I I / I I"
    state = table("Aa", board=board, mode="challenging", immutable={"I": 1})
    after = play(state, "lay Aa0 1,1")
    assert {cell for cell, tile in mural(after).items() if tile == "Aa0"} == {"0,0", "1,0"}
    assert points(state, after) == 2


@pytest.mark.rule("P-3")
def test_tiles_that_others_laid_count() -> None:
    state = table("Ab Ab", "Ab Ab", board="3,3 Ba0")
    first = play(state, "lay Ab0 7,7 card 0", "lay Ab0 7,8")
    assert first.view(None)["scores"] == [3, 0]
    assert play(first, "lay Ab0 8,7").view(None)["scores"] == [3, 3]


@pytest.mark.rule("P-4")
@pytest.mark.parametrize(
    ("mode", "players"), [("base", 3), ("simplified", 2), ("solo", 1), ("teams", 4)]
)
def test_nothing_but_lays_and_restores_gives_points(mode: str, players: int) -> None:
    rng = Random(f"points {mode}")
    state = dealt(game_of(players, mode=mode))
    kinds = set()
    for _ in range(400):
        action = some_action(state, rng)
        after = rolled(state.apply(action))
        kind = str(action).split()[0]
        if not after.is_over and kind not in ("lay", "restore", "mark"):
            kinds.add(kind)
            assert after.view(None)["scores"] == state.view(None)["scores"], str(action)
        state = dealt(game_of(players, mode=mode)) if after.is_over else after
    assert {"take", "rotate", "swap", "pass"} <= kinds


@pytest.mark.rule("P-4")
def test_each_other_action_gives_nothing() -> None:
    state = table("Aa Ba", "Ca Da", board="4,4 Ea0")
    for text in ("take 0,0", "rotate Aa Ba", "protect Aa", "swap Aa Ba Ca 1", "pass"):
        after = rolled(state.apply(text))
        assert after.view(None)["scores"] == [0, 0], text
    tug = table("Aa Ba Ca Da!", "Fa", mode="solo")
    for text in ("protect Aa", "swap Aa Ba Fa 1", "rotate Da! Aa"):
        assert rolled(tug.apply(text)).view(None)["scores"] == [0], text
    assert play(table("Aa Da!", "", mode="solo"), "unprotect Da").view(None)["scores"] == [0]


@pytest.mark.rule("P-5")
def test_points_are_credited_action_by_action() -> None:
    state = table("Ab Ab", board="3,3 Ab0")
    first = play(state, "lay Ab0 3,4")
    assert (first.view(None)["scores"], first.view(None)["actions_left"]) == ([2, 0], 1)
    assert play(first, "lay Ab0 4,3").view(None)["scores"] == [5, 0]


@pytest.mark.rule("P-6", "P-7", "P-8")
@pytest.mark.parametrize(
    ("before", "after", "position", "extra"),
    [(33, 38, 38, 0), (38, 43, 3, 1), (35, 40, 0, 1), (78, 83, 3, 2), (75, 80, 0, 2)],
)
def test_a_score_is_a_number_and_the_track_its_rest(
    before: int, after: int, position: int, extra: int
) -> None:
    state = table("Ab", board="3,3 Aa1 Aa1 / Aa3 Ab2", scores=[before, 0], cards=PAID)
    score = play(state, "lay Ab3 3,5").view(None)["scores"][0]
    assert (score, type(score)) == (after, int)
    # 40 points for each extra marker, the others on the track (P-7).
    assert divmod(score, 40) == (extra, position)


@pytest.mark.rule("P-7")
def test_there_is_no_upper_limit() -> None:
    state = table("Ab", board="3,3 Aa1 Aa1 / Aa3 Ab2", scores=[1998, 0], cards=PAID)
    done = play(state, "lay Ab3 3,5")
    assert done.view(None)["scores"] == [2003, 0]


@pytest.mark.rule("P-6")
@pytest.mark.parametrize(
    ("side", "score", "left"), [(1, 5, [20, 30]), (0, -5, [10, 20]), (0, -4, [10, 20, 30])]
)
def test_the_track_of_the_common_marker_has_40_positions(
    side: int, score: int, left: list[int]
) -> None:
    """Yellow markers ask where the scoring marker stands (U-23): at -10 on position 30."""
    board, held = "3,3 Aa1 Aa1 / Aa3 Ab2", ["", ""]
    held[side] = "Ab"
    state = table(*held, board=board, mode="solo", turn_of=side, scores=[score], cards=PAID)
    assert play(state, "lay Ab3 3,5").view(None)["yellow"] == left
