"""Deconstruction: section 9.1."""

from __future__ import annotations

from collections import Counter
from itertools import chain, combinations

import ludoteca as lt
import pytest
from cog_positions import Mat, activating, collecting, constructing, legal, mat, play, shown
from support import forbidden

# COIL crosses OIL in its O and LENS in its L.
CHAIN = ("COIL down 3,3", "OIL across 4,3", "LENS across 6,3")
# Four words around a hole.
RING = ("PIPE across 4,1", "CLAMP down 0,1", "AETHER across 2,1", "WHEEL down 1,4")


def returned(before: lt.State, action: str) -> str:
    """The letters that an action puts into the bag."""
    there, now = (Counter(shown(state)["bag"]) for state in (before, play(before, action)))
    return "".join(sorted((now - there).elements()))


def standing(state: lt.State) -> set[str]:
    return {word for word, *_ in mat(state)["words"]}


@pytest.mark.rule("C-201")
def test_a_word_of_the_own_grid_can_be_removed() -> None:
    state = constructing(Mat(words=CHAIN), Mat(words=["ROD across 4,4"]))
    assert legal(state, "remove") == ["remove LENS", "remove OIL"]
    assert forbidden(state, "remove PIPE") == "C-201"
    # A word of another grid.
    assert forbidden(state, "remove ROD") == "C-201"
    assert standing(play(state, "remove OIL")) == {"COIL", "LENS"}


@pytest.mark.rule("C-202")
def test_words_are_removed_in_phase_4_alone() -> None:
    words = Mat("AE", words=CHAIN)
    for state in (collecting(words, Mat()), activating(words, Mat())):
        assert state.actor == 0
        assert forbidden(state, "remove OIL") == "C-202"
        assert legal(state, "remove") == []
    assert forbidden(constructing(words), "remove OIL") is None


@pytest.mark.rule("C-203")
def test_a_word_of_a_completed_goal_card_stays() -> None:
    ring = ["BOLT down 5,4", "OIL across 6,4", "AETHER across 8,2", "PULLEY down 4,6"]
    state = constructing(Mat(words=ring, completed_goals=[4]))
    for word in ("BOLT", "OIL", "AETHER"):
        assert forbidden(state, f"remove {word}") == "C-203"
    assert legal(state, "remove") == ["remove PULLEY"]
    # As long as BOLT is missing, the others can go.
    state = constructing(Mat(words=ring[1:]))
    assert legal(state, "remove") == ["remove OIL", "remove AETHER"]


@pytest.mark.rule("C-204")
def test_a_word_stays_also_if_its_cube_came_from_an_item_card() -> None:
    marked = ["BOLT", "AETHER"]
    items = [f"IT-{word}" for word in marked]
    own = Mat("IL", 1, words=["BOLT across 4,3"], item_cubes=marked, completed_items=items)
    before = constructing(own)
    assert forbidden(before, "remove BOLT") is None
    state = play(before, "spell OIL down 4,4")
    assert mat(state)["completed_goals"] == [4]
    # BOLT got no second cube when it was spelled; neither word can go now.
    assert forbidden(state, "remove BOLT") == "C-203"
    assert forbidden(state, "remove OIL") == "C-203"


@pytest.mark.rule("C-205")
@pytest.mark.parametrize(
    ("corner", "other"),
    [
        ("CLAMP down 0,0", "PULLEY across 4,0"),
        ("CRANK across 0,5", "CLAMP down 0,5"),
        ("CRANK down 5,0", "CLAMP across 5,0"),
        ("PULLEY down 4,9", "CLAMP across 4,5"),
    ],
)
def test_a_word_that_covers_a_corner_stays(corner: str, other: str) -> None:
    state = constructing(Mat(words=[corner, other]))
    assert forbidden(state, f"remove {corner.split()[0]}") == "C-205"
    assert forbidden(state, f"remove {other.split()[0]}") is None


@pytest.mark.rule("C-205")
def test_a_corner_word_alone_on_the_grid_stays() -> None:
    state = constructing(Mat(stars=1, words=["CLAMP down 0,0", "PULLEY across 4,0"]))
    assert forbidden(play(state, "remove PULLEY"), "remove CLAMP") == "C-205"


@pytest.mark.rule("C-206")
def test_tiles_go_to_the_bag_but_for_shared_ones() -> None:
    state = constructing(Mat(words=CHAIN))
    assert returned(state, "remove LENS") == "ENS"
    assert mat(play(state, "remove LENS"))["grid"][6] == "...L......"
    ring = constructing(Mat(words=RING))
    tiles = {"PIPE": "IP", "CLAMP": "CLM", "AETHER": "EERT", "WHEEL": "ELW"}
    assert {word: returned(ring, f"remove {word}") for word in tiles} == tiles


@pytest.mark.rule("C-206")
def test_a_shared_wild_tile_stays_and_others_come_back_natural() -> None:
    words = ["CLAMP down 3,4", "COG across 3,4", "ROD across 5,3"]
    state = constructing(Mat(words=words, wild=["5,4 o", "5,5 y"]))
    # The wild tile of D is a printed Y.
    assert returned(state, "remove ROD") == "RY"
    assert mat(play(state, "remove ROD"))["grid"][5] == "....o....."


@pytest.mark.rule("C-207")
def test_the_cube_of_the_word_is_removed() -> None:
    state = constructing(Mat(words=CHAIN))
    assert mat(state)["cubes"] == dict.fromkeys(("LENS", "OIL", "COIL"), "grid")
    assert mat(play(state, "remove OIL"))["cubes"] == dict.fromkeys(("LENS", "COIL"), "grid")


@pytest.mark.rule("C-208")
def test_the_cube_of_an_item_card_stays() -> None:
    marked = Mat("BULB", item_cubes=["BULB"], completed_items=["IT-BULB"])
    state = play(constructing(marked), "spell BULB across 4,3")
    assert mat(state)["cubes"] == {"BULB": "item"}
    assert returned(state, "remove BULB") == "BBLU"
    state = play(state, "remove BULB")
    assert (standing(state), mat(state)["cubes"]) == (set(), {"BULB": "item"})


@pytest.mark.rule("C-209")
def test_all_other_words_stay_complete() -> None:
    for word in ("PIPE", "CLAMP", "AETHER", "WHEEL"):
        before = constructing(Mat("PIPECLAMPAETHRWL", words=RING))
        state = play(before, f"remove {word}")
        left = [each for each in mat(before)["words"] if each[0] != word]
        assert mat(state)["words"] == left
        covered = set()
        for text, row, column, way in left:
            for k, letter in enumerate(text):
                r, c = (row, column + k) if way == "across" else (row + k, column)
                assert mat(state)["grid"][r][c] == letter
                covered.add((r, c))
        tiles = "".join(mat(state)["grid"]).replace(".", "")
        assert len(tiles) == len(covered)


@pytest.mark.rule("C-210")
def test_the_remaining_words_are_connected() -> None:
    words = ["OIL across 4,3", "PULLEY down 2,5", "PIPE across 6,2"]
    state = constructing(Mat(words=words))
    assert forbidden(state, "remove PULLEY") == "C-210"
    # Of a ring, any one may go; then the ends hold on to the middle.
    ring = constructing(Mat(words=RING))
    for word in ("PIPE", "CLAMP", "AETHER", "WHEEL"):
        assert forbidden(ring, f"remove {word}") is None
    assert forbidden(play(ring, "remove PIPE"), "remove AETHER") == "C-210"
    assert forbidden(play(ring, "remove PIPE"), "remove WHEEL") is None


@pytest.mark.rule("C-210")
def test_corners_that_touch_do_not_connect() -> None:
    # ROD and COG touch at a corner once CLAMP is gone.
    words = ["CLAMP down 3,4", "COG across 3,4", "ROD across 5,3"]
    state = constructing(Mat(words=words, wild=["5,4"]))
    assert forbidden(state, "remove CLAMP") == "C-210"
    assert forbidden(play(state, "remove ROD"), "remove CLAMP") is None


# OIL ends at the I of PIPE and TIN begins at the P beside it; the others join them elsewhere.
AROUND = (
    "PIPE across 4,0",
    "OIL down 2,1",
    "TIN down 4,2",
    "CLAMP across 2,1",
    "WHEEL down 2,5",
    "COIL across 6,2",
)
CROSSINGS = ("4,1", "4,2", "2,1", "2,5", "6,2")


@pytest.mark.rule("C-210", "C-141")
def test_no_neighbours_without_a_common_word_remain() -> None:
    state = constructing(Mat(words=AROUND, wild=CROSSINGS))
    assert state.explain("remove PIPE").rule == "C-210a"
    assert "remove PIPE" not in legal(state)
    assert "remove OIL" in legal(state)
    # Without TIN the I alone remains.
    assert forbidden(play(state, "remove TIN"), "remove PIPE") is None


def parts(words: tuple[str, ...]) -> int:
    """How many parts such words form that share squares."""
    squares = []
    for text in words:
        word, way, square = text.split()
        row, column = map(int, square.split(","))
        steps = range(len(word))
        squares.append({(row, column + k) if way == "across" else (row + k, column) for k in steps})
    found: list[set[tuple[int, int]]] = []
    for each in squares:
        joined = [part for part in found if part & each]
        found = [part for part in found if not part & each]
        found.append(each.union(*joined))
    return len(found)


@pytest.mark.rule("C-211", "C-212")
@pytest.mark.parametrize(
    "words",
    [
        CHAIN,
        ("OIL across 4,3", "PULLEY down 2,5", "PIPE across 6,2"),
        RING,
        ("PULLEY across 4,0", "CLAMP down 0,0", "LENS down 4,2", "WHEEL down 2,4"),
    ],
)
def test_words_removed_one_by_one_reach_every_joint_removal(words: tuple[str, ...]) -> None:
    names = {text.split()[0] for text in words}
    # The star keeps Phase IV open.
    state = constructing(Mat(words=words, stars=1))
    reached, waiting = {frozenset(names)}, [state]
    while waiting:
        for action in legal(now := waiting.pop(), "remove"):
            after = play(now, action)
            if (left := frozenset(standing(after))) not in reached:
                reached.add(left)
                waiting.append(after)
    kept = {text.split()[0] for text in words if text.endswith(" 0,0")}
    every = chain.from_iterable(combinations(words, count) for count in range(len(words) + 1))
    legal_ends = {
        left
        for some in every
        if parts(some) <= 1 and kept <= (left := frozenset(text.split()[0] for text in some))
    }
    assert reached == legal_ends


@pytest.mark.rule("C-213")
def test_the_first_word_and_the_centre_do_not_matter() -> None:
    state = constructing(Mat("RDLENS", words=["CLAMP down 3,4", "COG across 3,4"]))
    state = play(state, "remove CLAMP")
    centre = [mat(state)["grid"][row][4:6] for row in (4, 5)]
    assert (standing(state), centre) == ({"COG"}, ["..", ".."])
    # A later word only has to cross COG.
    assert forbidden(state, "spell ROD down 2,5") is None
    assert forbidden(state, "spell LENS across 5,2") == "C-132"


@pytest.mark.rule("C-214", "C-215")
def test_a_removed_word_can_be_spelled_again_and_pays_again() -> None:
    mats = Mat("COLCOL", words=["PIPE across 4,1"])
    state = constructing(mats)
    bonus = play(state, "spell COIL down 2,2")
    assert mat(bonus)["vp"] == mat(state)["vp"] + 2
    gone = play(bonus, "remove COIL")
    # What was gained is kept.
    assert mat(gone)["vp"] == mat(bonus)["vp"]
    assert (mat(gone)["grid"], mat(gone)["reserve"]) == (mat(state)["grid"], ["C", "L", "O"])
    again = play(gone, "spell COIL down 2,2")
    assert mat(again)["grid"] == mat(bonus)["grid"]
    assert mat(again)["vp"] == mat(bonus)["vp"] + 2
    assert mat(again)["cubes"] == mat(bonus)["cubes"]
    # The letters come from the reserve again.
    assert forbidden(play(again, "remove COIL"), "spell COIL down 2,2") == "C-146"


@pytest.mark.rule("C-216")
def test_the_only_word_can_go() -> None:
    state = constructing(Mat("OILBTN", words=["TIN across 4,3"]))
    assert returned(state, "remove TIN") == "INT"
    state = play(state, "remove TIN")
    assert mat(state)["grid"] == ["." * 10] * 10
    # The next word is a first word again.
    assert forbidden(state, "spell OIL across 2,3") == "C-130"
    assert forbidden(state, "spell OIL across 4,3") is None
