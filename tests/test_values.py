"""What a state and a batch answer with are values: equality, hashes, copies and pickles."""

from __future__ import annotations

import copy
import pickle
from random import Random
from typing import Any

import ludoteca as lt
import numpy as np
import pytest
from support import TABLES, course

ARRAYS = ("index", "returns", "scores", "plies", "winners", "reason", "level")


def copies(value: Any) -> list[Any]:
    """The value by every way that copies it."""
    protocols = range(pickle.HIGHEST_PROTOCOL + 1)
    pickled = [pickle.loads(pickle.dumps(value, protocol)) for protocol in protocols]
    return [*pickled, copy.copy(value), copy.deepcopy(value)]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_outcomes_are_values(name: str, players: int) -> None:
    game, outcomes = lt.game(name, players=players), list[lt.Outcome]()
    for seed in range(12):
        *_, end = course(game.start(seed=seed), Random(seed))
        outcome = end.outcome
        assert outcome is not None
        assert outcome == end.outcome
        assert hash(outcome) == hash(end.outcome)
        for again in copies(outcome):
            assert (again, hash(again), repr(again)) == (outcome, hash(outcome), repr(outcome))
            for field in ("returns", "scores", "winners", "reason", "level", "details"):
                assert getattr(again, field) == getattr(outcome, field), field
        outcomes.append(outcome)
    for one in outcomes:
        for other in outcomes:
            same = (one.returns, one.scores, one.reason, one.details) == (
                *(other.returns, other.scores, other.reason, other.details),
            )
            assert (one == other) == same
    assert outcomes[0] != "an outcome"
    assert outcomes[0] != outcomes[0].details


def test_outcomes_differ_by_what_happened() -> None:
    game = lt.game("bogoss", players=3)
    ends = [list(course(game.start(seed=seed), Random(seed)))[-1].outcome for seed in range(20)]
    assert len({end.winners for end in ends if end is not None}) > 1
    assert len(set(ends)) == len({str(end.details) for end in ends if end is not None}) > 1


def test_explanations_are_values() -> None:
    state = lt.game("cobogo", players=2).start(seed=1)
    texts = ["place 0 rot 0 at 0,0", "place 0 rot 1 at 0,0", "place 0 rot 0 at 0,1", "first 0"]
    explanations = [state.explain(text) for text in texts]
    for text, explanation in zip(texts, explanations, strict=True):
        assert explanation == state.explain(text)
        assert hash(explanation) == hash(state.explain(text))
        for again in copies(explanation):
            assert (again, hash(again), str(again)) == (
                *(explanation, hash(explanation), str(explanation)),
            )
            assert (again.is_legal, bool(again)) == (explanation.is_legal, bool(explanation))
            assert (again.rule, again.reason) == (explanation.rule, explanation.reason)
    assert explanations[0] != explanations[1]
    assert len(set(explanations)) == len({str(explanation) for explanation in explanations}) == 3
    assert explanations[0] != "legal"


@pytest.mark.parametrize("games", [0, 1, 200])
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_results_pickle(name: str, players: int, games: int) -> None:
    game = lt.game(name, players=players)
    results = game.simulate(
        games, agents=[game.agents[-1], *["random"] * (players - 1)], seed=2**64 - 1
    )
    for again in copies(results):
        for field in ("game", "agents", "games", "seed", "interrupted", "seconds"):
            assert getattr(again, field) == getattr(results, field), field
        for field in ARRAYS:
            left, right = getattr(again, field), getattr(results, field)
            assert (left.dtype, left.shape) == (right.dtype, right.shape), field
            assert np.array_equal(left, right), field
        assert len(again) == games
        assert again.summary() == results.summary()
        assert again.to_arrow().equals(results.to_arrow())
