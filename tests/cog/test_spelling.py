"""Phase IV, and words on the grid: sections 7.1 and 7.2."""

from __future__ import annotations

from collections.abc import Iterator

import ludoteca as lt
import numpy as np
import pytest
from cog_positions import GOALS, SIDE, Mat, constructing, legal, mat, play, reserve, shown, with_mat
from ludoteca.kernels import word_check, word_plays
from support import forbidden, refusal

# The set's words but for those of the goal card that is removed here, number V.
IN_PLAY = [word for number, goal in enumerate(GOALS, 1) if number != 5 for word in goal]
CENTRE = {(4, 4), (4, 5), (5, 4), (5, 5)}
# Wild tiles for any word, six at most.
ANY = "aaeeil"
CLAMP, COG = "CLAMP down 3,4", "COG across 3,4"
RING = ("OIL across 4,3", "PULLEY down 2,5", "PIPE across 6,2")

Square = tuple[int, int]


def builder(*words: str, reserve: str = ANY, wild: tuple[str, ...] = ()) -> lt.State:
    """Phase IV of a player with these words on the grid; goal card V is out."""
    return constructing(Mat(reserve, words=words, wild=wild), players=4)


def squares(word: str, way: str, row: int, column: int) -> list[Square]:
    """The squares of a word from its first letter on."""
    down = way == "down"
    return [(row + k * down, column + k * (not down)) for k in range(len(word))]


def placements(words: list[str]) -> Iterator[tuple[str, list[Square]]]:
    """All that stay on the grid, as `WORD across 4,4` with their squares."""
    for word in words:
        for way in ("across", "down"):
            for row in range(SIDE):
                for column in range(SIDE):
                    found = squares(word, way, row, column)
                    if max(found[-1]) < SIDE:
                        yield f"{word} {way} {row},{column}", found


def runs(tiles: set[Square]) -> set[tuple[Square, ...]]:
    """The runs of two or more tiles, across and down."""
    found = set()
    for row, column in tiles:
        for step in ((0, 1), (1, 0)):
            if (row - step[0], column - step[1]) not in tiles:
                run = [(row, column)]
                while (after := (run[-1][0] + step[0], run[-1][1] + step[1])) in tiles:
                    run.append(after)
                if len(run) > 1:
                    found.add(tuple(run))
    return found


def fits(standing: list[str], wild: set[Square], new: str) -> bool:
    """Whether a word can be put down: by the runs that arise, and the letters of its crossings."""
    letters: dict[Square, set[str]] = {}
    lines, crossed = set(), False
    for text in [*standing, new]:
        word, way, square = text.split()
        row, column = map(int, square.split(","))
        line = squares(word, way, row, column)
        if text == new:
            crossed = any(at in letters for at in line) if standing else bool(CENTRE & {*line})
            if word in {old.split()[0] for old in standing}:
                return False
        if tuple(line) in lines:
            return False
        lines.add(tuple(line))
        for at, letter in zip(line, word, strict=True):
            letters.setdefault(at, set()).add(letter)
    agree = all(len(found) == 1 or at in wild for at, found in letters.items())
    return crossed and agree and runs({*letters}) == lines


@pytest.mark.rule("C-125")
def test_nothing_is_compulsory() -> None:
    state = builder(CLAMP, reserve="OGTINA")
    assert forbidden(state, "done") is None
    after = play(state, "done")
    kept = ("grid", "reserve", "cubes")
    assert {key: mat(after)[key] for key in kept} == {key: mat(state)[key] for key in kept}
    assert (shown(after)["phase"], after.actor) != ("construct", 0)


@pytest.mark.rule("C-125", "C-126")
def test_words_and_item_cards_in_any_order() -> None:
    own = Mat("OGENSRDNI", stars=1, words=[CLAMP], cards=["IT-COIL"])
    steps = ("spell COG across 3,4", "complete IT-COIL bonus .", "spell LENS across 4,4")
    state = constructing(own, players=4)
    assert mat(play(state, *steps[:2]))["vp"] == 4
    assert mat(play(state, steps[1], steps[0])) == mat(play(state, *steps[:2]))
    # LENS and COG exclude each other: each must be legal when its turn comes.
    assert forbidden(play(state, steps[0]), steps[2]) == "C-140"
    assert forbidden(play(state, steps[2]), steps[0]) == "C-140"
    assert forbidden(play(state, steps[1]), steps[2]) is None


@pytest.mark.rule("C-126", "C-147")
def test_words_are_spelled_one_at_a_time_and_as_many_as_one_likes() -> None:
    # W-35.
    state = constructing(Mat("CLAMPOGRDPIE", stars=1), players=4)
    assert forbidden(state, "spell COG across 3,4") == "C-130"
    steps = ["spell CLAMP down 3,4", "spell COG across 3,4", "flip 5,4", "spell ROD across 5,3"]
    for count, step in enumerate(steps, 1):
        state = play(state, step)
        assert (state.actor, shown(state)["microactions"]) == (0, count)
    assert [word[0] for word in mat(state)["words"]] == ["COG", "ROD", "CLAMP"]
    state = play(state, "spell PIPE across 7,4")
    assert len(mat(state)["words"]) == 4


@pytest.mark.rule("C-127")
def test_all_missing_letters_are_put_down_in_one_action() -> None:
    state = builder(CLAMP, reserve="OGNE")
    # One letter short: not even a part of the word.
    assert forbidden(state, "spell LENS across 4,4") == "C-146"
    state = play(state, "spell COG across 3,4")
    assert mat(state)["grid"][3] == "....COG..."
    assert reserve(state) == "EN"


@pytest.mark.rule("C-127")
def test_letters_stand_on_the_grid_in_words_alone() -> None:
    state = builder(CLAMP, reserve="OG")
    grid = list(mat(state)["grid"])
    grid[3] = "....CO...."
    error = refusal(with_mat, state, grid=grid, reserve=["G"])
    assert isinstance(error, lt.StateFormatError)
    assert error.rule == "C-127"
    grid[3] = "....C....O"
    error = refusal(with_mat, state, grid=grid, reserve=["G"])
    assert isinstance(error, lt.StateFormatError)
    assert error.rule == "C-127"


@pytest.mark.rule("C-128")
def test_only_words_of_goal_cards_in_play_are_spelled() -> None:
    # W-10: card V is out.
    state = builder(CLAMP, COG, reserve="GEARKEYPISTON")
    for text in ("GEAR down 3,6", "KEY across 0,0", "PISTON across 4,4"):
        assert forbidden(state, f"spell {text}") == "C-128"
    other = constructing(Mat("GEAR", words=[CLAMP, COG]), players=4, removed_goal=4)
    assert forbidden(other, "spell GEAR down 3,6") is None
    assert forbidden(other, "spell OIL across 4,4") == "C-128"


@pytest.mark.rule("C-128")
def test_the_words_in_play_are_fifteen() -> None:
    assert {text.split()[1] for text in legal(builder(), "spell")} == {*IN_PLAY}
    assert len(IN_PLAY) == 15


@pytest.mark.rule("C-129")
def test_words_of_completed_goal_cards_stay_permitted() -> None:
    # CLAMP has its cube from an item card; card III is complete.
    own = Mat(
        "CAMP",
        words=["LENS across 4,4", "TIN down 2,6"],
        completed_goals=[3],
        completed_items=["IT-CLAMP"],
    )
    state = constructing(own, players=4)
    state = play(state, "spell CLAMP down 3,4")
    assert mat(state)["grid"][3] == "....C.I..."
    assert (mat(state)["cubes"], mat(state)["completed_goals"]) == ({}, [3])


@pytest.mark.rule("C-130", "C-134", "C-135")
def test_the_first_word_covers_a_centre_square() -> None:
    expected = {text for text, line in placements(IN_PLAY) if CENTRE & {*line}}
    state = builder()
    assert {text.removeprefix("spell ") for text in legal(state, "spell")} == expected
    # 4 (L + 1) a word of up to five letters, 20 of six.
    assert len(expected) == sum(
        min(4 * (len(word) + 1), 20 + 4 * (len(word) < 6)) for word in IN_PLAY
    )
    # W-6, W-7, W-9.
    assert forbidden(state, "spell TIN across 0,0") == "C-130"
    assert forbidden(state, "spell PIPE across 4,1") is None
    assert forbidden(state, "spell PIPE across 4,0") == "C-130"
    assert forbidden(state, "spell PULLEY across 5,2") is None


@pytest.mark.rule("C-131")
def test_after_the_last_word_is_gone_the_next_one_is_first_again() -> None:
    own = builder("TIN across 4,3", reserve="COG")
    assert forbidden(own, "spell COG across 4,4") == "C-132"
    state = play(own, "remove TIN")
    assert forbidden(state, "spell COG across 3,4") == "C-130"
    assert forbidden(state, "spell COG across 4,4") is None


@pytest.mark.rule("C-132", "C-143")
def test_a_later_word_crosses_a_word() -> None:
    state = builder(CLAMP)
    # W-12; at a corner (W-13); on the centre without a crossing.
    assert forbidden(state, "spell TIN across 0,0") == "C-132"
    assert forbidden(state, "spell TIN across 2,5") == "C-132"
    assert forbidden(state, "spell TIN across 5,5") == "C-132"
    assert forbidden(state, "spell COG across 3,4") is None
    # In one line is no crossing.
    assert forbidden(builder("OIL across 4,4"), "spell COIL across 4,3") == "C-132"


@pytest.mark.rule("C-143")
def test_touching_at_a_corner_is_allowed() -> None:
    # G at (3,6) and C at (4,7).
    state = builder(CLAMP, "PULLEY across 7,4", "COIL down 4,7", reserve="OG")
    state = play(state, "spell COG across 3,4")
    assert [row[4:8] for row in mat(state)["grid"][3:5]] == ["COG.", "L..C"]


@pytest.mark.rule("C-133")
def test_a_word_stands_once() -> None:
    # W-11; then a place at which all else is in order.
    state = builder(CLAMP, COG)
    assert forbidden(state, "spell COG across 7,2") == "C-133"
    assert forbidden(state, "spell COG down 1,6") == "C-133"
    assert forbidden(builder(CLAMP, "PIPE across 7,2"), "spell PIPE down 5,2") == "C-133"


@pytest.mark.rule("C-134")
def test_words_read_to_the_right_or_down() -> None:
    state = builder("LENS across 4,4", reserve="TTIICOGN")
    # N is TIN's last letter, and never its first.
    assert forbidden(state, "spell TIN down 2,6") is None
    assert forbidden(state, "spell TIN down 4,6") == "C-137"
    for way in ("up", "left", "diagonal"):
        assert isinstance(refusal(state.explain, f"spell TIN {way} 4,6"), lt.ActionSyntaxError)
    # W-20: no DOR from right to left.
    assert forbidden(builder(CLAMP, reserve="ROD"), "spell ROD across 5,3") == "C-137"


@pytest.mark.rule("C-135")
def test_a_word_stays_on_the_grid() -> None:
    # W-8.
    state = builder()
    assert forbidden(state, "spell AETHER across 4,5") == "C-135"
    assert forbidden(state, "spell AETHER down 5,4") == "C-135"
    assert forbidden(state, "spell AETHER across 4,4") is None
    assert forbidden(state, "spell AETHER down 4,4") is None


@pytest.mark.rule("C-136")
def test_a_crossing_is_one_tile() -> None:
    # W-2.
    state = play(builder(CLAMP, reserve="COG"), "spell COG across 3,4")
    assert reserve(state) == "C"
    assert mat(state)["grid"][3:5] == ["....COG...", "....L....."]
    assert sum(len(row.replace(".", "")) for row in mat(state)["grid"]) == 7


@pytest.mark.rule("C-137")
def test_a_natural_tile_is_its_letter() -> None:
    # W-15, W-28.
    assert forbidden(builder(CLAMP, COG), "spell ROD across 5,3") == "C-137"
    assert forbidden(builder("COG across 4,4"), "spell BOLT down 1,6") == "C-137"
    assert forbidden(builder("COG across 4,4"), "spell BOLT down 3,5") is None


@pytest.mark.rule("C-138")
def test_a_word_adds_a_tile() -> None:
    # OIL stands in COIL already, and BOLT crosses it.
    state = builder("COIL across 4,4", "BOLT down 3,5")
    assert forbidden(state, "spell OIL across 4,5") == "C-138"


@pytest.mark.rule("C-139")
def test_a_word_is_never_lengthened() -> None:
    # W-16 with a crossing, W-18, W-19: before the first letter, and after the last one.
    state = builder("OIL across 4,4", "BOLT down 3,4")
    assert forbidden(state, "spell COIL across 4,3") == "C-139"
    assert forbidden(builder(*RING, wild=("6,2",)), "spell COG down 4,2") == "C-139"
    words = ("OIL across 5,3", "COIL down 3,4", "CLAMP across 3,4")
    assert forbidden(builder(*words), "spell AETHER down 3,6") == "C-139"


@pytest.mark.rule("C-139")
def test_a_new_word_begins_and_ends_beside_empty_squares() -> None:
    # Another word ends directly before it, or begins directly behind it.
    assert forbidden(builder(CLAMP, "OIL across 4,2"), "spell LENS across 4,4") == "C-139"
    assert forbidden(builder(CLAMP, "LENS across 4,4"), "spell OIL across 4,2") == "C-139"
    assert forbidden(builder(CLAMP), "spell OIL across 4,2") is None


@pytest.mark.rule("C-140")
def test_a_new_tile_touches_no_other_word() -> None:
    # W-4, W-17, W-26.
    assert forbidden(builder(CLAMP, COG), "spell ROD down 2,5") == "C-140"
    assert forbidden(builder(CLAMP, "LENS across 4,4"), "spell COG across 3,4") == "C-140"
    words, wild = ("COG across 4,4", "ROD down 3,5"), ("4,4", "4,6")
    assert forbidden(builder(*words, wild=wild), "spell TIN down 4,4") == "C-140"
    assert forbidden(builder("COG across 4,4", wild=wild), "spell TIN down 4,4") is None


GRIDS = [
    ([], []),
    ([CLAMP], []),
    ([CLAMP, COG], []),
    ([CLAMP, COG], ["5,4"]),
    ([CLAMP, "LENS across 4,4"], ["4,4", "4,6"]),
    ([*RING], ["6,2", "4,4", "2,5"]),
    (["BOLT down 4,5", "OIL across 5,5", "LENS down 5,7"], ["4,5", "7,7"]),
    (["BOLT down 5,5", "OIL across 6,5", "BULB across 5,2", "PULLEY down 4,7"], ["5,2"]),
    (["PULLEY across 4,0", "CLAMP down 0,0"], ["4,2", "2,0"]),
    (["COG across 4,4"], ["4,4", "4,5", "4,6"]),
]


@pytest.mark.rule("C-141", "C-142", "C-143", "C-132", "C-137", "C-139", "C-140")
@pytest.mark.parametrize(("words", "wild"), GRIDS)
def test_runs_of_tiles_are_words_and_words_are_runs(words: list[str], wild: list[str]) -> None:
    state = builder(*words, wild=tuple(wild))
    turned = {(int(square[0]), int(square[2])) for square in wild}
    expected = {text for text, _ in placements(IN_PLAY) if fits(words, turned, text)}
    assert {text.removeprefix("spell ") for text in legal(state, "spell")} == expected
    assert expected


@pytest.mark.rule("C-141", "C-142")
def test_a_grid_with_other_runs_is_refused() -> None:
    state = builder(CLAMP, COG)
    entries = mat(state)["words"]
    error = refusal(with_mat, state, words=[entry for entry in entries if entry[0] == "CLAMP"])
    assert isinstance(error, lt.StateFormatError)
    assert error.rule == "C-127"
    coil = builder("COIL across 4,4", "BOLT down 3,5")
    entries = [["OIL", 4, 5, "across"], *mat(coil)["words"]]
    error = refusal(with_mat, coil, words=entries)
    assert isinstance(error, lt.StateFormatError)
    assert error.rule == "C-142"


@pytest.mark.rule("C-142")
def test_words_of_one_direction_share_no_square() -> None:
    # COIL would share three squares with OIL, which BOLT crosses.
    state = builder("OIL across 4,4", "BOLT down 3,4")
    assert [text for text in legal(state, "spell COIL across") if "4,3" in text] == []
    assert forbidden(state, "spell COIL across 4,3") == "C-139"


@pytest.mark.rule("C-142", "C-139")
def test_a_longer_word_does_not_take_a_shorter_one_in() -> None:
    # OILXP would end at the P of PIN, a proper crossing, with all of OIL inside.
    words = ["OIL", "LENS", "NUN", "PIN", "OILXP"]
    grid = np.zeros((10, 10), np.uint8)
    for row, letters in ((4, b"OIL\0P"), (5, b"\0\0E\0I"), (6, b"\0\0NUN"), (7, b"\0\0S")):
        grid[row, : len(letters)] = list(letters)
    placed = [("OIL", 4, 0, True), ("LENS", 4, 2, False), ("NUN", 6, 2, True)]
    placed.append(("PIN", 4, 4, False))
    assert word_plays(grid, words, "X", placed=placed) == []
    play = ("OILXP", 4, 0, True, "X")
    assert word_check(grid, words, "X", play, placed=placed) == "C-139"


@pytest.mark.rule("C-144")
def test_a_word_may_cross_several_words() -> None:
    # W-21, W-22.
    words = ("BOLT down 4,5", "OIL across 5,5", "LENS down 5,7")
    state = play(builder(*words, reserve="I"), "spell TIN across 7,5")
    assert (reserve(state), mat(state)["grid"][7]) == ("", ".....TIN..")
    ladder = ("BOLT down 5,5", "OIL across 6,5", "BULB across 5,2", "PULLEY down 4,7")
    state = play(builder(*ladder, reserve="AEHR"), "spell AETHER across 8,3")
    assert (reserve(state), mat(state)["grid"][8]) == ("", "...AETHER.")
    # Three at once.
    comb = ("CRANK across 5,3", "CLAMP down 5,3", "BOLT down 4,5", "PULLEY down 3,7")
    state = play(builder(*comb, reserve="EHR", wild=("5,5", "5,7")), "spell AETHER across 7,3")
    assert (reserve(state), mat(state)["grid"][7]) == ("", "...AETHER.")


@pytest.mark.rule("C-145")
def test_the_square_inside_a_corner_of_two_words_stays_empty() -> None:
    # W-5.
    state = builder(CLAMP, COG)
    covering = [text for text, line in placements(IN_PLAY) if (4, 5) in line]
    assert len(covering) == 120
    assert all(forbidden(state, f"spell {text}") is not None for text in covering)
    # Without COG it is free.
    assert forbidden(builder(CLAMP), "spell LENS across 4,4") is None


@pytest.mark.rule("C-146")
def test_new_letters_come_from_the_reserve() -> None:
    action = "spell LENS across 4,4"
    assert forbidden(builder(CLAMP, reserve="EN"), action) == "C-146"
    assert forbidden(builder(CLAMP, reserve="ELLN"), action) == "C-146"
    state = play(builder(CLAMP, reserve="ENSS"), action)
    assert (reserve(state), mat(state)["grid"][4]) == ("S", "....LENS..")
    # W-23: any wild tile serves for N.
    state = play(builder(CLAMP, reserve="ESp"), action)
    assert (reserve(state), mat(state)["grid"][4]) == ("", "....LEpS..")
    # And two of them for N and S.
    state = play(builder(CLAMP, reserve="Eap"), action)
    assert (reserve(state), mat(state)["grid"][4]) == ("", "....LEap..")
    # Letters of the board or of others do not help.
    others = constructing(Mat("EN", words=[CLAMP]), Mat("SS"), players=4, centre="SAEIOL")
    assert forbidden(others, action) == "C-146"
