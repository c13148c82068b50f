"""What one call from Python costs: `pytest benches/test_bench_api.py` (with pytest-benchmark).

For watching a change, not for comparing with anybody: `--benchmark-save=before`, then
`--benchmark-compare=before`; `-k cobogo`, or another name, for one game alone. `table.py` sets ours
beside other libraries. Not among the normal tests: pytest looks into `tests/` only.
"""

from __future__ import annotations

from itertools import count, cycle
from typing import Any

import ludoteca as lt
import numpy as np
import pytest
from ludoteca.cli.bench import halfway, two_players
from ours import ENVS, letters
from peers import inputs

GAMES = 500
"""Games of a batch."""


@pytest.fixture(scope="module", params=sorted(lt.games()))
def game(request: pytest.FixtureRequest) -> lt.Game:
    """Every game of the registry, for two players or as near to two as it takes."""
    return two_players(request.param)


@pytest.fixture(scope="module")
def state(game: lt.Game) -> lt.State:
    """A state in the middle of a random game."""
    return halfway(game)


@pytest.fixture(scope="module")
def seat(state: lt.State) -> int:
    """Who is to act."""
    assert isinstance(state.actor, int)
    return state.actor


def test_start(benchmark: Any, game: lt.Game) -> None:
    seeds = count()
    assert benchmark(lambda: game.start(seed=next(seeds))).ply == 0


def test_apply_action(benchmark: Any, state: lt.State) -> None:
    action = state.legal_actions[-1]
    assert benchmark(state.apply, action).ply == state.ply + 1


def test_apply_text(benchmark: Any, state: lt.State) -> None:
    text = str(state.legal_actions[-1])
    assert benchmark(state.apply, text).ply == state.ply + 1


def test_apply_index(benchmark: Any, state: lt.State) -> None:
    index = int(state.legal_indices[-1])
    assert benchmark(state.apply, index).ply == state.ply + 1


def test_legal_actions(benchmark: Any, state: lt.State) -> None:
    # A fresh copy each time, so that nothing kept from an earlier call can answer.
    text = state.to_json()
    legal = benchmark.pedantic(
        lambda fresh: fresh.legal_actions,
        setup=lambda: ((state.game.state_from_json(text),), {}),
        rounds=2000,
    )
    assert legal == state.legal_actions


def test_legal_indices(benchmark: Any, state: lt.State) -> None:
    indices = benchmark(lambda: state.legal_indices)
    assert 0 < len(indices) <= len(state.legal_actions)


def test_legal_mask(benchmark: Any, state: lt.State) -> None:
    mask = benchmark(lambda: state.legal_mask)
    assert np.flatnonzero(mask).tolist() == sorted(state.legal_indices.tolist())


def test_observation(benchmark: Any, state: lt.State, seat: int) -> None:
    assert benchmark(state.observation, seat).shape == state.game.observation_shape


def test_view(benchmark: Any, state: lt.State, seat: int) -> None:
    assert benchmark(state.view, seat)["seat"] == seat


def test_explain(benchmark: Any, state: lt.State) -> None:
    assert benchmark(state.explain, state.legal_actions[-1]).is_legal


def test_to_json(benchmark: Any, state: lt.State) -> None:
    assert state.game.state_from_json(benchmark(state.to_json)) == state


def test_state_from_json(benchmark: Any, state: lt.State) -> None:
    assert benchmark(state.game.state_from_json, state.to_json()) == state


def test_record(benchmark: Any, state: lt.State) -> None:
    assert state.game.replay(benchmark(state.record)) == state


def test_replay(benchmark: Any, state: lt.State) -> None:
    assert benchmark(state.game.replay, state.record()) == state


def test_determinize(benchmark: Any, state: lt.State, seat: int) -> None:
    seeds = count()
    drawn = benchmark(lambda: state.determinize(seat, next(seeds)))
    assert drawn.view(seat) == state.view(seat)


def test_simulate(benchmark: Any, game: lt.Game) -> None:
    seeds = count()
    results = benchmark(lambda: game.simulate(GAMES, seed=next(seeds), threads=1))
    assert results.games == GAMES
    assert results.plies.max() <= game.max_plies


def test_vector_env_step(benchmark: Any, game: lt.Game) -> None:
    env = game.vector_env(ENVS, seed=1, threads=1)
    env.reset()
    seeds = count()

    def choose() -> tuple[tuple[object], dict[str, object]]:
        return (env.sample(next(seeds)),), {}

    benchmark.pedantic(env.step, setup=choose, rounds=300, warmup_rounds=20)


def test_vector_env_sample(benchmark: Any, game: lt.Game) -> None:
    env = game.vector_env(ENVS, seed=1, threads=1)
    env.reset()
    for seed in range(20):
        mask = env.step(env.sample(seed))[4]["legal_mask"]
    chosen = benchmark(env.sample, 1)
    assert mask[np.arange(ENVS), chosen].all()


def test_pattern_count_one_grid(benchmark: Any) -> None:
    grids = cycle(inputs.grids())
    found = benchmark(lambda: lt.kernels.pattern_count(next(grids), inputs.BRICK, inputs.SHAPE))
    assert found >= 0


def test_pattern_count_1000_grids(benchmark: Any) -> None:
    grids = inputs.grids()
    found = benchmark(lt.kernels.pattern_count, grids, inputs.BRICK, inputs.SHAPE)
    assert found[:20].tolist() == [inputs.count_by_flood_fill(grid) for grid in grids[:20]]


def test_label_groups(benchmark: Any) -> None:
    labels, groups = benchmark(lt.kernels.label_groups, inputs.grids()[0])
    assert labels.max() == groups


def test_symmetries(benchmark: Any) -> None:
    found = benchmark(lt.kernels.symmetries, inputs.SHAPE)
    assert len(found) == len(inputs.images())


def test_placements(benchmark: Any) -> None:
    mosaics = inputs.mosaics()
    following = cycle(mosaics)
    benchmark(lambda: lt.kernels.placements(*next(following), inputs.GLASS))
    for grid, card in mosaics[:3]:
        found = lt.kernels.placements(grid, card, inputs.GLASS)
        assert found.tolist() == inputs.placements_cell_by_cell(grid, card)


def test_lay(benchmark: Any) -> None:
    lays = [(np.array(mural, np.uint8), row, col) for mural, row, col in inputs.lays()]
    following = cycle(lays)
    benchmark(lambda: lt.kernels.lay(*next(following), inputs.NEW_PATTERN))
    for mural, row, col in lays[:3]:
        found = lt.kernels.lay(mural, row, col, inputs.NEW_PATTERN)
        expected = inputs.lay_tile_by_tile(mural.tolist(), row, col, inputs.NEW_PATTERN)
        assert [(laid.tolist(), lost.tolist()) for laid, lost in found] == expected


def test_word_plays(benchmark: Any) -> None:
    given = inputs.letter_grids()
    following = cycle([(letters(tiles), placed, hand) for tiles, placed, hand in given])

    def call() -> object:
        grid, placed, hand = next(following)
        return lt.kernels.word_plays(grid, inputs.WORDS, hand, placed=placed)

    benchmark(call)
    for tiles, placed, hand in given[:3]:
        found = lt.kernels.word_plays(letters(tiles), inputs.WORDS, hand, placed=placed)
        assert found == inputs.spellings_square_by_square(tiles, placed, hand)


def test_word_check(benchmark: Any) -> None:
    for tiles, placed, hand in inputs.letter_grids():
        if plays := inputs.spellings_square_by_square(tiles, placed, hand):
            break
    grid, play = letters(tiles), plays[0]
    rule = benchmark(lt.kernels.word_check, grid, inputs.WORDS, hand, play, placed=placed)
    assert rule is None
