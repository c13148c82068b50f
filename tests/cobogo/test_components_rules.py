"""What is printed on the cards: section 3, and the expansion cards of section 10."""

from __future__ import annotations

from collections import Counter
from typing import Any

import ludoteca as lt
import pytest
from cobogo_positions import (
    DEFAULT,
    component_problems,
    deal_out,
    game_of,
    judge,
    made_up_set,
    position,
    rows,
    set_text,
    table,
)
from referee.cards import GROUPS, Card, CardSet, shape_text
from support import outcomes

TEXT = set_text(DEFAULT)
SMALL = made_up_set(
    patterns=["A 1 XX"], glass=["1 XX"], windows=["1 XX", "1 XXX"], specials=["1 XX"]
)


def changed(changes: dict[str, str]) -> list[str]:
    """The rules that the default set breaks with some of its text replaced, each text once."""
    text = TEXT
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new, 1)
    return [problem.rule for problem in component_problems(text)]


def drawing(key: str, text: str) -> str:
    """A drawing as the file has it."""
    return f'{key} = """\n' + text.replace("/", "\n") + '"""'


def card_text(card: Card) -> str:
    return "/".join(card.brick)


def test_the_unchanged_set_is_in_order() -> None:
    assert component_problems(TEXT) == []
    assert component_problems(set_text(SMALL)) == []


@pytest.mark.rule("K-1", "K-3")
def test_the_default_deck_has_18_cards_of_two_sides() -> None:
    game = lt.game("cobogo", players=1)
    base = DEFAULT.group("base")
    first = game.start()
    assert list(outcomes(first)) == [f"reveal {card.id}" for card in base]
    assert len(base) == 18
    for card in base:
        [reserved] = first.apply(f"reveal {card.id}").view(None)["reserved"]
        pattern_side = (reserved["type"], reserved["n"], reserved["shape"])
        assert pattern_side == (card.type, card.number, shape_text(card.shape))
        other = "C01" if card.id != "C01" else "C02"
        held = position(game, reserved=[other], hands=[[card.id]])
        assert held.view(0)["hand"] == [card_text(card)]


@pytest.mark.rule("K-1", "K-74")
@pytest.mark.parametrize(
    ("group", "rule"), [("base", "K-1"), ("glass", "K-74"), ("window", "K-74"), ("special", "K-74")]
)
def test_a_card_without_a_brick_side_is_refused(group: str, rule: str) -> None:
    assert rule in changed({drawing("brick", card_text(DEFAULT.group(group)[0])): ""})


@pytest.mark.rule("K-2")
@pytest.mark.parametrize(
    "brick",
    ["DCE/DD", "DCE", "DCE/DDC/DDC", "DC/DC/DC", "D.E/DDC", "DCE/D C", "DCEE/DDCC"],
    ids=["ragged", "a row less", "a row more", "turned", "blank", "space", "wider"],
)
def test_a_brick_side_fills_the_grid_of_all_cards(brick: str) -> None:
    assert changed({drawing("brick", "DCE/DDC"): drawing("brick", brick)}) == ["K-2"]


@pytest.mark.rule("K-2")
@pytest.mark.parametrize("size", [(1, 1), (1, 4), (3, 2), (3, 3), (8, 8)])
def test_the_grid_is_data(size: tuple[int, int]) -> None:
    """Rows and columns come from the set; both turns of the card show it."""
    height, width = size
    brick = "/".join("A" * width for _ in range(height))
    after = table(["B"], brick, size=size).apply("place 0 rot 0 at 0,1")
    assert rows(after)[0] == "B" + "A" * width
    assert len(rows(after)) == height
    assert "K-2" in changed({"rows = 2": "rows = 9"})


@pytest.mark.rule("K-3")
@pytest.mark.parametrize("number", ["0", "-1", "1.5", '"2"'])
def test_the_number_is_a_whole_number_from_1(number: str) -> None:
    assert changed({"number = 3": f"number = {number}"}) == ["K-3"]


@pytest.mark.rule("K-3")
@pytest.mark.parametrize("type_", ["AB", "*", "#", ".", "a", "Q", ""])
def test_a_base_pattern_names_exactly_one_type(type_: str) -> None:
    assert "K-3" in changed({'type = "A"': f'type = "{type_}"'})


@pytest.mark.rule("K-4")
@pytest.mark.parametrize("shape", ["X.X", "X./.X", "X/./X", "XX./..X"])
def test_a_shape_that_is_not_connected_by_sides_is_refused(shape: str) -> None:
    assert changed({drawing("shape", "XXX"): drawing("shape", shape)}) == ["K-4"]


@pytest.mark.rule("K-4")
def test_a_shape_may_have_a_hole() -> None:
    assert judge(["AAA", "ABA", "AAA"], "A 1 XXX/X.X/XXX").won


@pytest.mark.rule("K-5", "T-41")
def test_glass_never_counts_in_the_base_game() -> None:
    assert changed({'type = "A"': 'type = "#"'}) == ["K-3"]
    # The glass neither completes a pattern nor spoils one beside it.
    assert not judge(["AA#"], "A 1 XXX").won
    assert judge(["AA#"], "A 1 XX").won
    for pattern in ("A 1 XX", "B 1 XX", "C 1 XX", "D 1 XX"):
        assert judge(["##E", "EFE"], pattern).have == (0,)


@pytest.mark.rule("K-6")
def test_pattern_sides_have_three_types_and_one_of_them_twice() -> None:
    def types(*letters: str) -> CardSet:
        patterns = [f"{letter} 1 XX" for letter in letters]
        return made_up_set(patterns=patterns, bricks=[], size=(1, 1), base=len(letters))

    # The one letter that is on no pattern side any more is on every brick side.
    assert component_problems(set_text(types(*"AABCZ"))) == []
    assert [p.rule for p in component_problems(set_text(types(*"AABBA")))] == ["K-6"]
    assert [p.rule for p in component_problems(set_text(types(*"ABCDE")))] == ["K-6"]


@pytest.mark.rule("K-74")
def test_expansion_cards_have_a_brick_side_and_are_played_by_it() -> None:
    game = lt.game("cobogo", players=2, expansions=["vidracaria", "clientes"])
    state = position(
        game, reserved=["C01", "G4", "S3"], hands=[["G1", "S1"], ["G2", "G3"]], pile=["S2"]
    )
    assert state.view(0)["hand"] == ["A#B/C#D", "AAB/#CB"]
    assert rows(state.apply("place 0 rot 0 at 0,0")) == ["A#B", "C#D"]
    assert rows(state.apply("place 1 rot 0 at 0,0")) == ["AAB", "#CB"]
    for group in GROUPS[1:]:
        brick = card_text(DEFAULT.group(group)[0])
        assert changed({drawing("brick", brick): drawing("brick", "AB/CD")}) == ["K-2"]


@pytest.mark.rule("K-77", "K-84", "K-94")
@pytest.mark.parametrize(
    ("expansion", "group", "number", "content"),
    [
        ("vidracaria", "glass", 4, "#"),
        ("janelao", "window", 2, "*"),
        ("clientes", "special", 3, "*"),
    ],
)
def test_the_expansion_cards(expansion: str, group: str, number: int, content: str) -> None:
    game = lt.game("cobogo", players=1, expansions=[expansion])
    state = game.start()
    while group not in str(state.chance_outcomes[0][0]):
        state = state.apply(state.chance_outcomes[0][0])
    cards = DEFAULT.group(group)
    assert outcomes(state) == pytest.approx({f"{group} {card.id}": 1 / number for card in cards})
    assert len(cards) == number
    for card in cards:
        reserved = state.apply(f"{group} {card.id}").view(None)["reserved"][-1]
        del reserved["have"], reserved["ok"]
        shape = shape_text(card.shape)
        assert reserved == {"kind": group, "type": content, "shape": shape, "n": card.number}


@pytest.mark.rule("K-77", "K-88", "K-98")
@pytest.mark.parametrize(
    ("group", "content", "rule"),
    [("glass", "#", "K-77"), ("window", "*", "K-88"), ("special", "*", "K-98")],
)
def test_the_content_of_expansion_patterns(group: str, content: str, rule: str) -> None:
    """Glass for Vidraçaria, any one type for the others; nothing else is accepted."""
    before, header, after = TEXT.partition(f"[[{group}]]")
    for wrong in "A#*":
        text = before + header + after.replace(f'type = "{content}"', f'type = "{wrong}"', 1)
        found = [problem.rule for problem in component_problems(text)]
        assert found == ([] if wrong == content else [rule])


@pytest.mark.rule("K-84", "K-94")
@pytest.mark.parametrize(
    ("expansions", "base"), [([], 3), (["janelao"], 2), (["clientes"], 2), (["vidracaria"], 3)]
)
def test_how_many_base_cards_lie_beside_the_expansion_card(
    expansions: list[str], base: int
) -> None:
    state = deal_out(lt.game("cobogo", players=1, expansions=expansions))
    kinds = Counter(pattern["kind"] for pattern in state.view(None)["reserved"])
    assert kinds["base"] == base


@pytest.mark.rule("K-77", "K-84", "K-94")
@pytest.mark.parametrize("expansion", ["vidracaria", "janelao", "clientes"])
def test_an_expansion_needs_its_cards(expansion: str) -> None:
    options: dict[str, Any] = {"expansions": [expansion]}
    rule = {"vidracaria": "K-77", "janelao": "K-84", "clientes": "K-94"}[expansion]
    assert game_of(SMALL, **options).options["expansions"] == [expansion]
    with pytest.raises(lt.OptionError) as caught:
        game_of(made_up_set(patterns=["A 1 XX"]), **options)
    assert (caught.value.option, caught.value.rule) == ("expansions", rule)
