"""The engine's Bogoss against the slow referee: random games node by node.

At every node: who decides, the chance outcomes with their probabilities, the legal actions in
their order, the outcome. Every few nodes, and wherever somebody chooses in secret: the views of
all seats and of a spectator.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import ludoteca as lt
import pytest
from referee.bogoss import CHANCE, Bogoss, State
from referee.bogoss_cards import DECK, NEED, VALUES
from referee.cards import RefereeError

# 6 numbers of players x 9,000 plies are 54,000 plies.
PLIES_A_CASE = 9_000
NODES_A_VIEW = 12
CAPS = (1, 2, 10, 60)


def random_options(rng: Random, players: int) -> dict[str, Any]:
    """Options drawn at random; half of them stay at their defaults."""
    values = {**VALUES, "max_turns": CAPS, "first_player": (*range(players), "random")}
    chosen = {key: rng.choice(each) for key, each in values.items() if rng.random() < 0.5}
    return {"players": players, **chosen}


def chosen(state: State, rng: Random) -> str:
    """A chance event by its probability, or any action; few players stop early."""
    if state.actor == CHANCE:
        texts, weights = zip(*state.chance_outcomes, strict=True)
        return str(rng.choices(texts, [float(weight) for weight in weights])[0])
    actions = state.legal_actions
    if actions[-1] == "stop" and rng.random() < 0.8:
        actions = actions[:-1]
    return rng.choice(actions)


def compare_views(engine: lt.State, referee: State) -> None:
    for seat in (None, *range(referee.game.options.players)):
        view = engine.view(seat)
        assert view.pop("options") == {
            key: value for key, value in engine.game.options.items() if key != "players"
        }
        assert set(view.pop("component_set")) == {"name", "edition", "digest"}
        assert view == referee.view(seat)


def compare_outcomes(engine: lt.State, referee: State) -> None:
    outcome, result = engine.outcome, referee.result
    assert (outcome is None) == (result is None)
    assert list(engine.returns) == referee.returns
    assert list(engine.scores) == referee.scores
    if outcome is None or result is None:
        return
    assert list(outcome.returns) == referee.returns
    assert list(outcome.scores) == referee.scores
    assert outcome.winners == (() if result.winner is None else (result.winner,))
    assert outcome.reason == result.reason


def compare(engine: lt.State, referee: State, *, with_views: bool) -> None:
    """Everything that the rules say about one node."""
    assert engine.actor == (lt.CHANCE if referee.actor == CHANCE else referee.actor)
    assert engine.is_over == referee.is_over
    if referee.actor == CHANCE:
        outcomes, expected = engine.chance_outcomes, referee.chance_outcomes
        assert [str(action) for action, _ in outcomes] == [text for text, _ in expected]
        for (_, probability), (text, exact) in zip(outcomes, expected, strict=True):
            assert abs(probability - float(exact)) < 1e-12, text
    else:
        assert list(map(str, engine.legal_actions)) == referee.legal_actions
    if with_views or referee.is_over:
        compare_views(engine, referee)
        compare_outcomes(engine, referee)


class Match:
    """The same game on both sides."""

    def __init__(
        self,
        options: dict[str, Any],
        deck: Mapping[str, int] = DECK,
        file: Path | None = None,
    ) -> None:
        self.options = options
        self.trail: list[str] = []
        self.nodes: Counter[str] = Counter()
        self.plies = 0
        self.engine: lt.State = lt.game("bogoss", components=file, **options).start()
        self.referee = Bogoss(deck, **options).start()

    def play(self, rng: Random, most: int) -> None:
        """Play to the end, or so many plies; what was seen is in `nodes`."""
        while True:
            word = self.referee.step[0] if self.referee.step else "over"
            is_secret = word in ("take", "give", "offer", "given", "refill")
            number = self.nodes.total()
            self.nodes[word] += 1
            try:
                compare(
                    self.engine,
                    self.referee,
                    with_views=number % NODES_A_VIEW == 0 or (is_secret and number % 3 == 0),
                )
                assert self.engine.ply == self.plies
            except AssertionError as error:
                error.add_note(f"options: {self.options}\nevents: {self.trail}")
                raise
            if self.referee.is_over or self.plies >= most:
                return
            self.plies += self.referee.actor != CHANCE
            self.trail.append(chosen(self.referee, rng))
            self.engine = self.engine.apply(self.trail[-1])
            self.referee = self.referee.apply(self.trail[-1])


@pytest.mark.parametrize("players", range(2, 8))
def test_random_games(players: int) -> None:
    rng = Random(f"bogoss {players}")
    plies, nodes, ends = 0, Counter[str](), Counter[str]()
    while plies < PLIES_A_CASE:
        match = Match(random_options(rng, players))
        match.play(rng, most=200)
        plies += match.plies
        nodes += match.nodes
        if match.referee.result is not None:
            ends[match.referee.result.reason] += 1
    kinds = ("first", "deal", "draw", "refill", "given", "ask", "take", "give", "offer", "over")
    assert all(nodes[word] >= 5 for word in kinds), nodes
    assert set(ends) == {"broken skeleton", "two whole skeletons", "no winner"}, ends


def random_deck(rng: Random) -> dict[str, int]:
    """Other counts by part, all of them even (B-4, B-5)."""
    deck = {"J": 2}
    for status, total, skeletons in (("w", 30, 2), ("b", 12, 1)):
        least = {kind: need * skeletons for kind, need in NEED.items()}
        deck |= {status + kind: n for kind, n in least.items()}
        for _ in range((total - sum(least.values())) // 2):
            deck[status + rng.choice("LASR")] += 2
    return {card: deck[card] for card in DECK}


def test_games_with_other_decks(tmp_path: Path) -> None:
    rng = Random("other decks")
    for number in range(40):
        deck = random_deck(rng)
        lines = ['name = "other"', 'edition = "tests"', 'source = "tests"', "jokers = 2"]
        for status in ("whole", "broken"):
            lines += [f"[{status}]", *(f"{k} = {deck[status[0] + k]}" for k in NEED)]
        file = tmp_path / f"{number}.toml"
        file.write_text("\n".join(lines), encoding="utf-8")
        options = random_options(rng, rng.randint(2, 7))
        Match(options, deck, file).play(rng, most=150)


def test_the_same_actions_are_refused() -> None:
    """Any action in any phase: the engine accepts it exactly if the referee does."""
    rng = Random("refused")
    seen = Counter[tuple[str, str, bool]]()
    for number in range(60):
        match = Match({**random_options(rng, 2 + number % 6), "max_turns": 6})
        cards = match.referee.game.sorts
        while not match.referee.is_over:
            state = match.referee
            texts = [
                f"ask {rng.randrange(8)} {rng.choice('LASR')}",
                rng.choice(["stop", "take whole", "take broken", "lay", "hold"]),
                f"{rng.choice(['give', 'given', 'deal', 'draw'])} {rng.choice(cards)}",
                f"first {rng.randrange(3)}",
            ]
            for text in texts:
                is_legal = accepts(state, text)
                before = (match.engine, list(map(str, match.engine.legal_actions)))
                try:
                    match.engine.apply(text)
                except lt.LudotecaError:
                    assert not is_legal, (text, match.options, match.trail)
                else:
                    assert is_legal, (text, match.options, match.trail)
                assert (match.engine, list(map(str, match.engine.legal_actions))) == before
                seen[str(state.step[0]), text.split()[0], is_legal] += 1
            match.play(rng, most=match.plies)
            match.trail.append(chosen(state, rng))
            match.plies += state.actor != CHANCE
            match.engine = match.engine.apply(match.trail[-1])
            match.referee = match.referee.apply(match.trail[-1])
    for phase, word in (("ask", "ask"), ("ask", "stop"), ("give", "give"), ("draw", "draw")):
        assert seen[phase, word, True] > 5, (phase, word)
        assert seen[phase, word, False] > 5, (phase, word)


def accepts(state: State, text: str) -> bool:
    """Whether the referee does."""
    try:
        state.apply(text)
    except RefereeError:
        return False
    return True
