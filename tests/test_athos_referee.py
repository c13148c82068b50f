"""The engine's Athos against the slow referee: random games node by node.

At every node: who decides, the chance outcomes with their probabilities, the legal actions, the
views, the outcome. The order of lays is the engine's own affair, so lists with them are compared
sorted.
"""

from __future__ import annotations

from collections import Counter
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import ludoteca as lt
import pytest
from athos_positions import placed
from referee.athos.components import MASTERS, TOOLS, WINDOWS, ComponentSet
from referee.athos.masters import WITHOUT_CARDS
from referee.athos.options import EXPANSIONS, SEATS, VALUES
from referee.athos.scenes import made_scene, staged
from referee.athos.sets import random_set, write_set
from referee.athos.table import Referee
from referee.athos.tools import WITH_CARDS
from referee.tables import CHANCE

MODES = tuple(SEATS)
CLOCKS = {
    "no_progress_rounds": (1, 4, 8),
    "max_rounds": (3, 20, 100),
    "tail_turns": (0, 3, 20),
}
# 6 modes x 6 numbers x 690 plies are 24,840 plies.
CASES = 6
PLIES_A_CASE = 690
# From positions with Masters and tools in hand: 6 modes x 1,000 plies, in games of so many.
PLIES_IN_HAND = 1000
PLIES_A_SCENE = 15
# With sets drawn at random.
OWN_SETS = 12
PLIES_A_SET = 150
# Which expansions are played, by the number of the case; some cases are without.
PLAYED = ((), EXPANSIONS, ("masters",), EXPANSIONS, ("tools",), EXPANSIONS)
# All modes together, the least.
PLIES = 30_500
# What seldom is legal, or is lost among many lays.
SPECIAL = ("master", "use", "tool", "upgrade", "cut", "stow", "retrieve", "pull", "bonus", "stop")


def random_options(rng: Random, mode: str) -> tuple[int, dict[str, Any]]:
    """Options drawn at random; half of them stay at their defaults."""
    players = rng.choice(SEATS[mode])
    values = {**VALUES, **CLOCKS}
    if mode in ("base", "simplified", "challenging"):
        values["first_player"] = (*range(players), "random")
    chosen = {key: rng.choice(each) for key, each in values.items() if rng.random() < 0.4}
    return players, {"mode": mode, **chosen}


def chosen(referee: Referee, legal: list[str], rng: Random) -> str:
    """An action; lays, restores and markers come up often, passes seldom.

    What Masters and tools bring comes up as a kind of action: lists of lays are long.
    """
    kind = rng.random()
    special = [text for text in legal if is_special(text)]
    if special and rng.random() < 0.35:
        return rng.choice(of_one_kind(special, rng))
    if kind < 0.5:
        building = [text for text in legal if text.split()[0] in ("lay", "restore", "mark")]
        if building:
            return rng.choice(building)
    others = [text for text in legal if text != "pass"]
    return rng.choice(others if others and kind < 0.97 else legal)


def is_in_order(text: str) -> bool:
    """Whether it comes where the referee has it: all but what lies on the mural afterwards."""
    return not {"lay", "restore", "retrieve"} & set(text.split())


def is_special(text: str) -> bool:
    """Whether it belongs to an expansion."""
    return text.split()[0] in SPECIAL or text.endswith(" tool")


def of_one_kind(texts: list[str], rng: Random) -> list[str]:
    """Those that begin with the same word."""
    word = rng.choice(sorted({text.split()[0] for text in texts}))
    return [text for text in texts if text.split()[0] == word]


def plain(view: dict[str, Any]) -> dict[str, Any]:
    """The referee's view without the keys of expansions that are not played."""
    for card in view["cards"].values():
        if "masters" not in view:
            assert card.pop("extra") == []
    for atelier in view["ateliers"]:
        if "tools" not in view:
            assert atelier.pop("tool") == []
    view.pop("options")
    view.pop("component_set")
    return view


def compare(engine: lt.State, referee: Referee) -> None:
    """Everything that the rules say about one node."""
    actor = referee.actor()
    assert engine.actor == (lt.CHANCE if actor == CHANCE else actor)
    seats = range(referee.position.options.players) if referee.position.masters else ()
    for seat in (None, *seats):
        view = engine.view(seat)
        assert set(view.pop("component_set")) == {"name", "edition", "digest"}
        view.pop("options")
        assert view == plain(referee.view(seat))
    if actor == CHANCE:
        events = referee.chance()
        outcomes = {str(action): chance for action, chance in engine.chance_outcomes}
        assert list(outcomes) == list(events)
        for text, chance in outcomes.items():
            assert abs(chance - float(events[text])) < 1e-12, text
    elif actor is not None:
        legal, expected = list(map(str, engine.legal_actions)), referee.legal()
        assert sorted(legal) == sorted(expected)
        assert list(filter(is_in_order, legal)) == list(filter(is_in_order, expected))
    outcome, result = engine.outcome, referee.outcome()
    assert (outcome is None) == (result is None)
    if outcome is not None and result is not None:
        assert list(outcome.winners) == result["winners"]
        assert list(outcome.returns) == pytest.approx([float(each) for each in result["returns"]])
        assert list(outcome.scores) == result["scores"]
        assert outcome.reason == result["reason"]
        assert outcome.level == result["level"]


def play(
    engine: lt.State, referee: Referee, rng: Random, most: int, about: str
) -> tuple[int, Counter[str]]:
    """Both play the same game for so many plies at most, compared at every node; what was done."""
    history: list[str] = []
    plies, seen = 0, Counter[str]()
    while True:
        try:
            compare(engine, referee)
        except AssertionError as error:
            error.add_note(f"{about}, after {history}")
            raise
        actor = referee.actor()
        if actor is None or plies >= most:
            return plies, seen
        if actor == CHANCE:
            events = referee.chance()
            weights = [float(chance) for chance in events.values()]
            text = rng.choices(list(events), weights)[0]
        else:
            text = chosen(referee, referee.legal(), rng)
            plies += 1
        words = text.split()
        seen[" ".join(words[:2]) if words[0] in ("use", "tool") else words[0]] += 1
        if words[-1] == "tool":
            seen[f"{words[0]} with tool"] += 1
        history.append(text)
        engine = engine.apply(text)
        referee.apply(text)


@pytest.mark.parametrize("number", range(CASES))
@pytest.mark.parametrize("mode", MODES)
def test_the_engine_agrees_with_the_referee(mode: str, number: int) -> None:
    rng = Random(f"{mode} {number}")
    plies = 0
    while plies < PLIES_A_CASE:
        players, options = random_options(rng, mode)
        options["expansions"] = PLAYED[number]
        engine = lt.game("athos", players=players, **options).start()
        referee = Referee(options, players)
        about = f"{players} players, {options}"
        plies += play(engine, referee, rng, PLIES_A_CASE - plies, about)[0]
    assert plies == PLIES_A_CASE


def random_scene(rng: Random, mode: str, number: int) -> dict[str, Any]:
    """A position in which sides hold Masters and tools, with markers on cards.

    Side 0, who is to act, holds each Master in turn.
    """
    players, options = random_options(rng, mode)
    sides = 2 if mode in ("solo", "duel", "teams") else players
    has_cards = mode not in ("simplified", "challenging")
    is_turned = mode == "base" and options.get("card_orientation") != "upright"
    cards, left = {}, [8] * sides
    for pattern in rng.sample("ABCDEFGHIJKL", 5) if has_cards else ():
        owners: list[int | None] = []
        for _ in WINDOWS:
            side = rng.choice([None, *(side for side in range(sides) if left[side] > 0)])
            owners.append(side)
            if side is not None:
                left[side] -= 1
        marks = ["-" if side is None else str(side) for side in owners]
        cards[pattern] = {
            "crossings": " ".join(marks),
            "full": any(mark != "-" for mark in marks) and rng.random() < 0.3,
            "orientation": rng.randrange(4) if is_turned else 0,
        }
    masters = [key for key in MASTERS if has_cards or key in WITHOUT_CARDS]
    # Somebody can still get one.
    first = masters[number % len(masters)]
    others = [key for key in ["", *masters] if key != first]
    tools = [key for key in TOOLS if has_cards or key not in WITH_CARDS]
    return {
        "mode": mode,
        "players": players,
        "expansions": EXPANSIONS,
        "options": {
            **options,
            "first_player": 0,
            "tool_bonus": rng.choice(VALUES["tool_bonus"]),
        },
        "cards": cards,
        "masters": [first, *rng.sample(others, min(sides, len(others)) - 1)],
        "tools": [f"{key} {rng.choice((1, 2))}" for key in rng.sample(tools, min(sides, 4))],
        "before": BOARD if has_cards else "0\n0 .",
        "ateliers": rng.sample(HELD[sides > 4], 2),
        "box": "Aa Bb Kb",
        "lays": [rng.choice(("A A", "B")) for _ in range(sides)],
    }


# What two sides hold, with few spaces and with many.
HELD = (("Aa Ab Cb", "Ab Ca! Cb!", "Eb Gb Ka", "Hb!"), ("Aa Ab", "Ab Ca!", "Gb Ka", "Hb!"))
# Panels with wrong tiles, small and large.
BOARD = """
  1   2   3   4   5   6
1 Aa1 Aa1 Ab3 .   Ba0 .
2 Aa3 Ab2 Aa2 .   Ba3 Bb0
5 Ga0 .   .   .   .   .
6 Gb1 Ga2 .   Ka1 .   .
"""


@pytest.mark.parametrize("mode", MODES)
def test_what_masters_and_tools_do(mode: str) -> None:
    """Games from positions in which everybody holds both."""
    rng, plies, seen = Random(f"in hand {mode}"), 0, Counter[str]()
    for number in count():
        if plies >= PLIES_IN_HAND:
            break
        data = random_scene(rng, mode, number)
        engine, referee = placed(made_scene(data)), staged(made_scene(data))
        played, done = play(engine, referee, rng, PLIES_A_SCENE, str(data))
        plies += played
        seen += done
    assert plies >= PLIES_IN_HAND
    has_cards = mode not in ("simplified", "challenging")
    wanted = {f"use {key}" for key in MASTERS if has_cards or key in WITHOUT_CARDS}
    wanted |= {"cut", "stop", "stow", "retrieve", "bonus", "upgrade", "lay with tool"}
    wanted |= {"pull"} if has_cards else set()
    assert wanted <= set(seen), wanted - set(seen)


def test_enough_is_compared() -> None:
    """Each of the tests above asserts its own share."""
    assert len(MODES) * (CASES * PLIES_A_CASE + PLIES_IN_HAND) >= PLIES


def test_sets_with_other_masters_and_tools(tmp_path: Path) -> None:
    """Any Masters and tools of the ten and eight, in odd numbers too (CD-11, CD-13, Y-2)."""
    rng = Random("sets")
    sizes = set()
    for number in range(OWN_SETS):
        components = suitable(rng)
        sizes.add(len(components.tools) % 2)
        file = tmp_path / f"{number}.toml"
        write_set(components, file)
        mode = MODES[number % len(MODES)]
        players, options = random_options(rng, mode)
        options["expansions"] = EXPANSIONS
        engine = lt.game("athos", players=players, components=file, **options).start()
        referee = Referee(options, players, components)
        play(engine, referee, rng, PLIES_A_SET, f"{components}, {players} players, {options}")
    assert sizes == {0, 1}


def suitable(rng: Random) -> ComponentSet:
    """A set with cubes for six players, and no more kinds than the engine takes."""
    while True:
        components = random_set(rng)
        has_cubes = components.cubes >= len(components.fundathos) + 6
        if has_cubes and len(components.kinds) <= 10:
            return components
