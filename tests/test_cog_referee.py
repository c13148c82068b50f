"""The engine's C.O.G. against the slow referee: random games node by node.

At every node: who decides, the chance outcomes with their probabilities, the legal actions in
their order, the views of a spectator and of the seats in turn, the scores, the outcome.
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import ludoteca as lt
import pytest
from referee.cog.drawn_sets import random_set
from referee.cog.options import VALUES
from referee.cog.players import KINDS, chosen
from referee.cog.sets import write_set
from referee.cog.table import Referee
from referee.tables import CHANCE

PLAYERS = (2, 3, 4)
# 3 numbers of players x 3 kinds of player x 2,300 plies are 20,700 plies; a long search is ten
# times as long.
MORE = 10 if os.environ.get("HYPOTHESIS_PROFILE") == "slow" else 1
PLIES_A_CASE = 2_300 * MORE
# With sets drawn at random.
OWN_SETS = 18
PLIES_A_SET = 200 * MORE
CAPS = (1, 2, 5, 20, 200)
CASES = [(players, kind) for players in PLAYERS for kind in KINDS]


def forced(case: int) -> list[tuple[str, Any]]:
    """The values of switches that games of a case have, one a game, in turn."""
    first = [("first_player", seat) for seat in (0, 1, "random")]
    caps = [("microaction_cap", cap) for cap in CAPS]
    pairs = [(key, value) for key, values in VALUES.items() for value in values]
    return [*first, *pairs, *caps][case :: len(CASES)]


def random_options(rng: Random, players: int) -> dict[str, Any]:
    """Options drawn at random; half of the games have few of them, or none."""
    share = rng.choice((0.0, 0.1, 0.3, 0.6))
    values = {**VALUES, "first_player": (*range(players), "random"), "microaction_cap": CAPS}
    return {key: rng.choice(each) for key, each in values.items() if rng.random() < share}


def compare_views(engine: lt.State, referee: Referee) -> None:
    """The spectator's view and that of one seat: what seats see differs in VP alone."""
    options = dict(engine.game.options)
    for seat in (None, len(referee.history) % referee.position.options.players):
        view, expected = engine.view(seat), referee.view(seat)
        assert set(view.pop("component_set")) == {"name", "edition", "digest"}
        assert list(view) == list(expected)
        assert view["options"] == {key: options[key] for key in view["options"]}
        assert {**options, **expected["options"]} == options
        assert view | {"options": None} == expected | {"options": None}
        assert list(map(list, view["mats"])) == list(map(list, expected["mats"]))


def compare_outcomes(engine: lt.State, referee: Referee) -> None:
    outcome, result = engine.outcome, referee.outcome()
    assert list(engine.scores) == [mat.vp for mat in referee.position.mats]
    assert (outcome is None) == (result is None)
    if outcome is not None and result is not None:
        assert list(outcome.winners) == result["winners"]
        assert list(outcome.returns) == result["returns"]
        assert list(outcome.scores) == result["scores"]
        assert outcome.reason == result["reason"]
        assert outcome.details == result["details"]


def compare(engine: lt.State, referee: Referee) -> None:
    """Everything that the rules say about one node."""
    actor = referee.actor()
    assert engine.actor == (lt.CHANCE if actor == CHANCE else actor)
    compare_views(engine, referee)
    compare_outcomes(engine, referee)
    if actor == CHANCE:
        events = referee.chance()
        outcomes = [(str(action), chance) for action, chance in engine.chance_outcomes]
        assert [text for text, _ in outcomes] == list(events)
        for text, chance in outcomes:
            assert abs(chance - float(events[text])) < 1e-12, text
    else:
        assert [str(action) for action in engine.legal_actions] == referee.legal()


def play(engine: lt.State, referee: Referee, kind: str, rng: Random, about: str) -> Counter[str]:
    """Both play the same game to its end, compared at every node; what was done, and plies."""
    seen = Counter[str]()
    while True:
        try:
            compare(engine, referee)
        except AssertionError as error:
            error.add_note(f"{about}, after {referee.history}")
            raise
        actor = referee.actor()
        if actor is None:
            seen[f"end: {referee.position.reason}"] += 1
            return seen
        text = chosen(referee, kind, rng)
        seen[text.split()[0]] += 1
        seen["plies"] += actor != CHANCE
        engine = engine.apply(text)
        referee.apply(text)


@pytest.mark.parametrize(("players", "kind"), CASES)
def test_the_engine_agrees_with_the_referee(players: int, kind: str) -> None:
    rng, seen = Random(f"cog {players} {kind}"), Counter[str]()
    switches = forced(CASES.index((players, kind)))
    games = 0
    while seen["plies"] < PLIES_A_CASE or games < len(switches):
        options = random_options(rng, players)
        if games < len(switches):
            options |= [switches[games]]
        games += 1
        engine = lt.game("cog", players=players, **options).start()
        referee = Referee.of(options, players)
        seen += play(engine, referee, kind, rng, f"{players} players, {options}")
    assert seen["plies"] >= PLIES_A_CASE
    wanted = {"draw", "deal", "roll", "top", "bottom", "die", "order", "take", "redraw", "reroll"}
    wanted |= {"speller": {"spell", "flip", "complete", "activate", "discard"}}.get(kind, set())
    wanted |= {"busy": {"spell", "flip", "complete", "remove", "convert"}}.get(kind, set())
    assert wanted <= {*seen}, wanted - {*seen}


def test_every_value_of_every_switch_is_played() -> None:
    played = [pair for case in range(len(CASES)) for pair in forced(case)]
    for key, values in VALUES.items():
        assert {value for name, value in played if name == key} == {*values}


def test_sets_of_other_sizes(tmp_path: Path) -> None:
    """Small grids, short words, other tracks and decks; letters and stars run out."""
    rng, seen = Random("cog sets"), Counter[str]()
    for number in range(OWN_SETS):
        components, players = random_set(rng), PLAYERS[number % len(PLAYERS)]
        file = tmp_path / f"{number}.toml"
        write_set(components, file)
        plies = seen["plies"]
        while seen["plies"] < plies + PLIES_A_SET:
            options, kind = random_options(rng, players), rng.choice(KINDS[1:])
            engine = lt.game("cog", players=players, components=file, **options).start()
            referee = Referee.of(options, players, components)
            about = f"{components}, {players} players, {options}"
            seen += play(engine, referee, kind, rng, about)
    wanted = {"end: last round", "end: out of letters", "tiles", "remove", "complete", "discard"}
    assert wanted <= {*seen}, wanted - {*seen}
