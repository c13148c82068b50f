"""The worked examples on the crossword, and those in tables (see `examples`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final

from referee.cog.components import default_set
from referee.cog.examples import Adapter, check_script
from referee.cog.scenes import Scene, made_scene, parse_slot
from referee.cog.words import Place, broken_rules, needed, parse_place
from referee.tables import CHANCE, Example, Table, through_chance

MAT_KEYS: Final = ("words", "wild", "reserve", "stars", "cubes", "completed_goals", "cards")


def grid_scene(example: Example) -> Scene:
    """Seat 0 in Phase IV with what the example gives it."""
    mat = {key: example[key] for key in MAT_KEYS if key in example}
    return made_scene({**example, "mats": [mat]})


def check_drawing(drawing: str, view: Mapping[str, Any]) -> None:
    """A part of the grid of seat 0: `*` an empty bonus space, `#` a wild tile for two letters.

    A wild tile is drawn as the letter that it stands for, and shown as the one printed on it.
    """
    head, *rows = drawing.splitlines()
    for line in rows:
        row, *marks = line.split()
        for column, mark in zip(head.split(), marks, strict=True):
            shown = view["mats"][0]["grid"][int(row)][int(column)]
            if mark in ".*":
                assert shown == ".", (row, column)
            elif mark.isupper():
                assert shown == mark, (row, column)
            else:
                assert shown.islower(), (row, column)


def check_spelling(example: Example, adapter: Adapter) -> int:
    """Before, a word, after; the number of things checked."""
    before = adapter(grid_scene(example))
    if "before" in example:
        check_drawing(example["before"], before.view(None))
    if "closed" in example:
        return check_closed(example, before)
    text = f"spell {example['play']}"
    assert (text in before.legal()) == example.get("legal", True)
    if text not in before.legal():
        return 1
    table = before.apply(text)
    if "tiles" in example:
        table = table.apply(example["tiles"])
    assert (table.actor() == CHANCE) == ("events" in example)
    for event in example.get("events", []):
        table = table.apply(event)
    after = through_chance(table)
    if "after" in example:
        check_drawing(example["after"], after.view(None))
    old, new = before.view(None)["mats"][0], after.view(None)["mats"][0]
    spent = Counter(old["reserve"]) - Counter(new["reserve"])
    assert sorted(spent.elements()) == sorted(example["new"].split())
    assert new["vp"] - old["vp"] == example.get("vp", 0)
    assert new["stars"] - old["stars"] == example.get("stars_gained", 0)
    word = example["play"].split()[0]
    assert new["cubes"] == example.get("cubes_after", {**old["cubes"], word: "grid"})
    return 2


def check_closed(example: Example, table: Table) -> int:
    """No word may cover a square; how many places there are that would."""
    row, column = map(int, example["closed"].split(","))
    p = grid_scene(example).position
    found = all_places((row, column), p.permitted(0), p.components.size)
    assert len(found) == example["places"]
    spelled = [text for text in table.legal() if text.startswith("spell ")]
    assert spelled
    assert not {f"spell {place.text()}" for place in found} & {*spelled}
    return len(found)


def check_removal(example: Example, adapter: Adapter) -> int:
    """Words that may be removed, and what remains; the number of things checked."""
    before = adapter(grid_scene(example))
    if "before" in example:
        check_drawing(example["before"], before.view(None))
    possible = [text for text in before.legal() if text.startswith("remove ")]
    if "removable" in example:
        assert possible == [f"remove {word}" for word in example["removable"].split()]
    text = f"remove {example['remove']}"
    assert (text in possible) == example.get("legal", True)
    if text not in possible:
        return 1
    after = before.apply(text)
    old, new = before.view(None), after.view(None)
    if "after" in example:
        check_drawing(example["after"], new)
    gone = Counter(new["bag"]) - Counter(old["bag"])
    assert sorted(gone.elements()) == sorted(example["to_bag"].split())
    assert new["mats"][0]["stars"] == old["mats"][0]["stars"]
    cubes = dict(old["mats"][0]["cubes"])
    assert cubes.pop(example["remove"]) == "grid"
    assert new["mats"][0]["cubes"] == cubes
    for then in example.get("then_legal", []):
        assert then in after.legal(), then
    for then in example.get("then_illegal", []):
        assert then not in after.legal(), then
    return 2


def play_letters(example: Example) -> str:
    """The tiles put on the uncovered squares in word order, `?` for a wild one."""
    if "new" in example:
        tiles = example["new"].split()
        return "".join("?" if tile.islower() else tile for tile in tiles)
    return "".join(needed(parse_place(example["play"]), grid_scene(example).position.mats[0].tiles))


def rules_broken(example: Example) -> list[int]:
    """The rules that the referee finds broken by the play of an example."""
    p = grid_scene(example).position
    mat = p.mats[0]
    return broken_rules(
        parse_place(example["play"]),
        play_letters(example),
        mat.tiles,
        mat.words,
        mat.reserve,
        p.permitted(0),
        p.components.size,
        p.components.centre,
    )


def all_places(square: tuple[int, int], words: list[str], size: int) -> list[Place]:
    """Every place of a word inside the grid that covers the square."""
    found = []
    for word in words:
        for direction in ("across", "down"):
            for row in range(size):
                for column in range(size):
                    place = Place(word, row, column, direction)
                    is_inside = all(r < size and c < size for r, c in place.squares)
                    if is_inside and square in place.squares:
                        found.append(place)
    return found


# --- tables -------------------------------------------------------------------------------------


def check_slots(example: Example, adapter: Adapter) -> int:
    """A cog on the turn-order edge, with just enough stars and with one less."""
    slots = [parse_slot(text) for text in example["before"]]
    earlier = sorted(slot.cog for slot in slots if slot.cog is not None)
    seat = example["seat"]
    later = [each for each in range(example["players"]) if each not in (*earlier, seat)]

    def with_stars(stars: int) -> Table:
        mats = [{"stars": stars} if each == seat else {} for each in range(seat + 1)]
        data = {"phase": "collect", "order": [*earlier, seat, *later], "done": len(earlier)}
        return adapter(made_scene({**example, **data, "slots": example["before"], "mats": mats}))

    if not example.get("legal", True):
        assert example["do"] not in with_stars(3).legal()
        return 1
    if example["cost"] > 0:
        assert example["do"] not in with_stars(example["cost"] - 1).legal()
    before = with_stars(example["cost"])
    assert before.actor() == seat
    after = through_chance(before.apply(example["do"]))
    wanted = icons(example["gain"])
    wanted["stars"] -= example["cost"]
    assert gained(before, after, seat) == wanted
    shown = [
        {
            "cog": slot.cog,
            "protected": slot.is_protected,
            "letters": slot.letters,
            "stars": slot.stars,
            "vp": slot.vp,
        }
        for slot in map(parse_slot, example["after"])
    ]
    assert after.view(None)["slots"] == shown
    return 2


def check_pawn(example: Example, adapter: Adapter) -> int:
    """A die taken by seat 0, and what its pawn gains."""
    data = {"phase": "collect", "dice": {"red": example["pips"]}}
    seats = example["players"]
    data |= {"pawns": example["pawns"][:seats], "neutral": example["pawns"][seats:]}
    before = adapter(made_scene({**example, **data}))
    table, picks = before.apply("die red"), 0
    while table.actor() == CHANCE or table.view(None)["node"] == "take":
        is_pick = table.view(None)["node"] == "take"
        if is_pick:
            # Nothing is refilled while letters are picked (C-98).
            assert table.view(None)["centre"].count(None) == picks
            picks += 1
        table = table.apply(table.legal()[0] if is_pick else next(iter(table.chance())))
    assert None not in table.view(None)["centre"]
    assert table.view(None)["pawns"][0] == example["ends_on"]
    found = gained(before, table, 0)
    assert found == icons(example["gain"])
    assert picks == example["gain"].count("+")
    return 3


def icons(text: str) -> dict[str, int]:
    """`* 3VP ? +` as numbers of letters, stars and VP."""
    words = text.split()
    vp = sum(int(word[:-2]) for word in words if word.endswith("VP"))
    return {"letters": words.count("?") + words.count("+"), "stars": words.count("*"), "vp": vp}


def gained(before: Table, after: Table, seat: int) -> dict[str, int]:
    """What a seat has more than before."""
    old, new = (table.view(None)["mats"][seat] for table in (before, after))
    return {
        "letters": len(new["reserve"]) - len(old["reserve"]),
        "stars": new["stars"] - old["stars"],
        "vp": new["vp"] - old["vp"],
    }


def check_majority(example: Example, adapter: Adapter) -> int:
    """Completed item cards and what they pay at the end."""
    completed = example["completed"]
    ids = [card.id for card in default_set().deck if card.timing == "item"]
    mats, seats = [], len(completed)
    for count in completed:
        mats.append({"completed_items": " ".join(ids[:count]), "reserve": "L", "stars": 1})
        ids = ids[count:]
    data = {"players": seats, "mats": mats, "round": 6 if seats == 4 else 7, "done": seats - 1}
    data |= {"slots": [str(seat) for seat in example["positions"]], "order": range(seats)}
    table = adapter(made_scene({**example, **data}))
    assert table.actor() == seats - 1, "a letter to flip is left"
    outcome = table.apply("done").outcome()
    assert outcome is not None
    assert outcome["scores"] == example["points"]
    assert outcome["details"]["positions"] == example["positions"]
    return seats


def check_counts(example: Example, adapter: Adapter) -> int:
    """What bag, supply and deck hold before and after the first Phase I."""
    table = adapter(made_scene({"players": example["players"], "phase": "setup"}))
    found: dict[str, list[int]] = {"bag": [], "stars": [], "deck": []}
    for phase in ("prepare", "collect"):
        while table.view(None)["phase"] != phase:
            table = table.apply(next(iter(table.chance())))
        view = table.view(None)
        found["bag"].append(sum(view["bag"].values()))
        found["stars"].append(view["stars"])
        found["deck"].append(sum(view["deck"].values()))
    assert found == {key: example[key] for key in found}
    return 3


CHECKS: dict[str, Callable[[Example, Adapter], int]] = {
    "spelling": check_spelling,
    "removal": check_removal,
    "turn_order": check_slots,
    "pawns": check_pawn,
    "majority": check_majority,
    "counts": check_counts,
    **dict.fromkeys(("grid_scripts", "collect", "items", "endings"), check_script),
}
"""What reads each file."""
