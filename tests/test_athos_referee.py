"""The engine's Athos against the slow referee: random games node by node.

At every node: who decides, the chance outcomes with their probabilities, the legal actions, the
views, the outcome. The order of lays is the engine's own affair, so lists are compared sorted.
"""

from __future__ import annotations

from random import Random
from typing import Any

import ludoteca as lt
import pytest
from referee.athos.components import default_set
from referee.athos.options import EXPANSIONS, SEATS, VALUES
from referee.athos.sets import random_set, write_set
from referee.athos.table import CHANCE, Referee

MODES = tuple(SEATS)
CLOCKS = {
    "no_progress_rounds": (1, 4, 8),
    "max_rounds": (3, 20, 100),
    "tail_turns": (0, 3, 20),
}
# 6 modes x 6 numbers x 850 plies are 30,600 plies.
PLIES_A_CASE = 850
# Which expansions are played, by the number of the case; some cases are without.
PLAYED = ((), EXPANSIONS, ("masters",), EXPANSIONS, ("tools",), EXPANSIONS)
# What seldom is legal, or is lost among many lays.
SPECIAL = ("master", "use", "tool", "upgrade", "cut", "stow", "retrieve", "pull", "bonus")


def random_options(rng: Random, mode: str) -> tuple[int, dict[str, Any]]:
    """Options drawn at random; half of them stay at their defaults."""
    players = rng.choice(SEATS[mode])
    values = {**VALUES, **CLOCKS}
    if mode in ("base", "simplified", "challenging"):
        values["first_player"] = (*range(players), "random")
    chosen = {
        key: rng.choice(each)
        for key, each in values.items()
        if rng.random() < 0.4
    }
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
        assert sorted(map(str, engine.legal_actions)) == sorted(referee.legal())
    outcome, result = engine.outcome, referee.outcome()
    assert (outcome is None) == (result is None)
    if outcome is not None and result is not None:
        assert list(outcome.winners) == result["winners"]
        assert list(outcome.returns) == pytest.approx([float(each) for each in result["returns"]])
        assert list(outcome.scores) == result["scores"]
        assert outcome.reason == result["reason"]
        assert outcome.level == result["level"]


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize("mode", MODES)
def test_the_engine_agrees_with_the_referee(mode: str, number: int) -> None:
    rng = Random(f"{mode} {number}")
    plies = 0
    while plies < PLIES_A_CASE:
        players, options = random_options(rng, mode)
        options["expansions"] = PLAYED[number]
        engine = lt.game("athos", players=players, **options).start()
        referee = Referee(options, players)
        history: list[str] = []
        while True:
            try:
                compare(engine, referee)
            except AssertionError as error:
                error.add_note(f"{players} players, {options}, after {history}")
                raise
            actor = referee.actor()
            if actor is None or plies >= PLIES_A_CASE:
                break
            if actor == CHANCE:
                events = referee.chance()
                weights = [float(chance) for chance in events.values()]
                text = rng.choices(list(events), weights)[0]
            else:
                text = chosen(referee, referee.legal(), rng)
                plies += 1
            history.append(text)
            engine = engine.apply(text)
            referee.apply(text)
