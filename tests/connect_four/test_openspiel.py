"""Connect Four beside OpenSpiel's own: random games in lockstep."""

from __future__ import annotations

from collections import Counter
from random import Random

import ludoteca as lt
import pyspiel
import pytest

GAMES = 2_000


@pytest.mark.rule("CF-2", "CF-3", "CF-4", "CF-5", "CF-6", "CF-7", "CF-8", "CF-9")
def test_random_games_are_the_same_at_every_node() -> None:
    ours, theirs = lt.game("connect_four", players=2).start(), pyspiel.load_game("connect_four")
    rng, ends = Random(1), Counter[tuple[float, ...]]()
    for _ in range(GAMES):
        state, other = ours, theirs.new_initial_state()
        while not other.is_terminal():
            legal = other.legal_actions()
            assert state.actor == other.current_player()
            assert state.legal_indices.tolist() == legal
            assert state.view(None)["board"] == str(other).split()
            index = rng.choice(legal)
            state = state.apply(index)
            other.apply_action(index)
        assert state.is_over
        assert state.legal_indices.tolist() == other.legal_actions() == []
        assert [2 * paid - 1 for paid in state.returns] == other.returns()
        ends[state.returns] += 1
    assert len(ends) == 3
    assert ends[0.5, 0.5] >= 3
