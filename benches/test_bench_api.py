"""What one call from Python costs: `pytest benches/test_bench_api.py` (with pytest-benchmark).

For watching a change, not for comparing with anybody: `--benchmark-save=before`, then
`--benchmark-compare=before`. `table.py` sets ours beside other libraries. Not among the normal
tests: pytest looks into `tests/` only.
"""

from __future__ import annotations

from itertools import count, cycle
from typing import Any

import ludoteca as lt
import numpy as np
import pytest
from ours import ENVS, middle
from peers import inputs


@pytest.fixture(scope="module")
def state() -> lt.State:
    """Cobogó for two, 8 of its 15 plies played."""
    return middle("cobogo", 2, 8)


def test_start(benchmark: Any) -> None:
    game = lt.game("cobogo", players=2)
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
    action = state.legal_actions[-1]
    legal = benchmark.pedantic(
        lambda fresh: fresh.legal_actions,
        setup=lambda: ((state.apply(action),), {}),
        rounds=2000,
    )
    assert len(legal) > 100


def test_legal_indices(benchmark: Any, state: lt.State) -> None:
    indices = benchmark(lambda: state.legal_indices)
    assert len(indices) <= len(state.legal_actions)


def test_legal_mask(benchmark: Any, state: lt.State) -> None:
    mask = benchmark(lambda: state.legal_mask)
    assert np.flatnonzero(mask).tolist() == sorted(state.legal_indices.tolist())


def test_observation(benchmark: Any, state: lt.State) -> None:
    assert benchmark(state.observation, 0).shape == state.game.observation_shape


def test_view(benchmark: Any, state: lt.State) -> None:
    assert benchmark(state.view, 0)["seat"] == 0


def test_explain(benchmark: Any, state: lt.State) -> None:
    assert not benchmark(state.explain, "place 0 rot 0 at 60,60").is_legal


def test_json_round_trip(benchmark: Any, state: lt.State) -> None:
    assert benchmark(lambda: state.game.state_from_json(state.to_json())) == state


def test_record_and_replay(benchmark: Any, state: lt.State) -> None:
    assert benchmark(lambda: state.game.replay(state.record())) == state


def test_determinize(benchmark: Any, state: lt.State) -> None:
    seeds = count()
    drawn = benchmark(lambda: state.determinize(0, next(seeds)))
    assert drawn.view(0) == state.view(0)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_simulate_1000_games(benchmark: Any, players: int) -> None:
    game = lt.game("cobogo", players=players)
    seeds = count()
    results = benchmark(lambda: game.simulate(1000, seed=next(seeds), threads=1))
    assert results.plies.max() <= game.max_plies


def test_vector_env_step(benchmark: Any) -> None:
    env = lt.game("cobogo", players=2).vector_env(ENVS, seed=1, threads=1)
    env.reset()
    seeds = count()

    def choose() -> tuple[tuple[object], dict[str, object]]:
        return (env.sample(next(seeds)),), {}

    benchmark.pedantic(env.step, setup=choose, rounds=300, warmup_rounds=20)


def test_vector_env_sample(benchmark: Any) -> None:
    env = lt.game("cobogo", players=2).vector_env(ENVS, seed=1, threads=1)
    env.reset()
    for seed in range(100):
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
