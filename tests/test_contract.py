"""The contract that every game of the registry keeps: one set of tests, no game excused.

Games, numbers of players and options come from `lt.games()`; courses are random. Nothing here knows
a rule of a game. Here: nodes, actions, texts, values; seats, seeds and batches have files of their
own.
"""

from __future__ import annotations

import copy
import json
import math
import pickle
from collections.abc import Callable
from random import Random
from typing import Any

import ludoteca as lt
import numpy as np
from contract import (
    check_over,
    check_reloaded,
    each_table,
    every_seat,
    facts,
    indexed,
    is_array,
    random_tables,
)
from hypothesis import given
from hypothesis import strategies as st
from support import (
    RANDOMS,
    SEEDS,
    action_at,
    course,
    course_of,
    raised,
    refusal,
    some_action,
    some_of,
    tables,
)


def check_chance(state: lt.State) -> None:
    outcomes = state.chance_outcomes
    events = [event for event, _ in outcomes]
    assert state.outcome is None
    assert not state.is_over
    assert all(0 < chance <= 1 for _, chance in outcomes)
    assert math.isclose(math.fsum(chance for _, chance in outcomes), 1, abs_tol=1e-12)
    assert len(set(events)) == len(events)
    for event in events:
        assert event.is_chance
        assert state.index(event) is None
        after = state.apply(event)
        assert after.ply == state.ply
        assert after.history == (*state.history, event)
        assert state.explain(event).is_legal
        assert state.explain(event).rule is None


def check_player(state: lt.State, rng: Random) -> None:
    actions = state.legal_actions
    assert state.actor in every_seat(state.game)
    assert state.outcome is None
    assert not state.is_over
    assert actions
    assert len(set(actions)) == len(actions)
    assert len({str(action) for action in actions}) == len(actions)
    assert state.ply < state.game.max_plies
    for action in rng.sample(actions, min(len(actions), 40)):
        assert not action.is_chance
        assert state.explain(action).is_legal
        after = state.apply(action)
        assert after.ply == state.ply + 1
        assert after.history == (*state.history, action)


@random_tables(rng=RANDOMS)
def test_every_node_is_of_one_kind(game: lt.Game, rng: Random) -> None:
    for state in some_of(list(course(game.start(), rng)), rng, 60):
        assert len(state.returns) == len(state.scores) == game.players
        assert all(0 <= paid <= 1 for paid in state.returns)
        assert all(math.isfinite(score) for score in state.scores)
        assert all(math.copysign(1, score) > 0 for score in state.scores if score == 0)
        if state.actor is lt.CHANCE:
            check_chance(state)
        elif state.is_over:
            check_over(state)
        else:
            check_player(state, rng)
        if state.actor is not lt.CHANCE:
            assert state.chance_outcomes == ()
        if state.actor is lt.CHANCE or state.is_over:
            assert state.legal_actions == ()
            assert state.legal_indices.tolist() == []
            assert not state.legal_mask.any()


@random_tables(seed=SEEDS, rng=RANDOMS)
def test_a_seed_leaves_no_chance_node(game: lt.Game, seed: int, rng: Random) -> None:
    for state in course(game.start(seed=seed), rng):
        assert state.actor is not lt.CHANCE
        assert state.chance_outcomes == ()
    check_over(state)


# --- Legal and illegal --------------------------------------------------------------------------


@random_tables(seed=SEEDS, rng=RANDOMS)
def test_apply_accepts_exactly_the_legal_actions(game: lt.Game, seed: int, rng: Random) -> None:
    """At some plies all legal actions are tried, and thousands of others from elsewhere."""
    explicit = list(course(game.start(), rng))
    states = explicit + list(course(game.start(seed=seed), rng))
    # What happened from a seed is possible, whatever a chance node lists.
    happened = states[-1].history
    pool = set(rng.sample(happened, min(len(happened), 60)))
    for state in states:
        for actions in (state.legal_actions, [event for event, _ in state.chance_outcomes]):
            pool.update(rng.sample(actions, min(len(actions), 12)))
    chance = [state for state in explicit if state.actor is lt.CHANCE]
    for state in rng.sample(states, min(len(states), 6)) + rng.sample(chance, min(len(chance), 2)):
        allowed = {*state.legal_actions, *(event for event, _ in state.chance_outcomes)}
        for action in sorted(pool | allowed, key=str):
            accepted = raised(state.apply, action) is None
            assert accepted == (action in allowed), action
            explanation = state.explain(action)
            assert explanation.is_legal == bool(explanation) == accepted
            assert (explanation.rule is None) == accepted
            assert explanation.reason


@random_tables(seed=SEEDS, rng=RANDOMS)
def test_refused_calls_change_nothing(game: lt.Game, seed: int, rng: Random) -> None:
    refused = 0
    states = some_of(course_of(game, seed, rng, 2), rng, 30)
    for state in states:
        before = (state.to_json(), state.record(), hash(state), state.legal_actions)
        legal = set(state.legal_indices.tolist())
        expected = lt.GameOverError if state.is_over else lt.IllegalActionError
        for index in rng.sample(range(game.action_size), min(game.action_size, 100)):
            if index in legal:
                continue
            error = refusal(state.apply, index)
            refused += 1
            if (action := action_at(state, index)) is None:
                assert type(error) is (lt.GameOverError if state.is_over else lt.ActionSyntaxError)
                assert f"index {index}" in str(error)
                continue
            assert type(error) is expected
            assert error.args == refusal(state.apply, action).args
            assert vars(error)["action"] == str(action)
            assert vars(error)["ply"] == state.ply
            if isinstance(error, lt.IllegalActionError):
                assert (error.player, error.row) == (state.actor, None)
                assert error.rule == state.explain(action).rule
        for wrong in ("", "no action at all", -1, game.action_size):
            assert type(refusal(state.apply, wrong)) is (lt.ActionSyntaxError)
            refused += 1
        assert (state.to_json(), state.record(), hash(state), state.legal_actions) == before
    # Four calls a state are no actions at all; others have to be among the indices.
    assert refused > 4 * len(states)


@each_table
def test_ten_thousand_refused_calls_change_nothing(name: str, players: int) -> None:
    rng = Random(f"{name} {players}")
    game = lt.game(name, players=players)
    states = course_of(game, 3, rng, 4)
    state = states[len(states) // 2]
    before = facts(state)
    legal = set(state.legal_indices.tolist())
    wrong: list[Any] = [index for index in range(game.action_size) if index not in legal]
    wrong += [-1, game.action_size, "", "no action at all"]
    wrong += [event for event in state.history if event not in state.legal_actions]
    for _ in range(10_000):
        assert isinstance(raised(state.apply, rng.choice(wrong)), lt.LudotecaError)
    after = facts(state)
    assert after == before


@random_tables(seed=SEEDS, rng=RANDOMS)
def test_indices_mask_and_actions_are_one_list(game: lt.Game, seed: int, rng: Random) -> None:
    states = course_of(game, seed, rng, 2)
    for state in some_of(states, rng, 60):
        indices, mask = state.legal_indices, state.legal_mask
        assert is_array(indices, "int32", len(indices))
        assert is_array(mask, "bool", game.action_size)
        assert indices.tolist() == indexed(state)
        assert len(set(indices.tolist())) == len(indices)
        assert sorted(indices.tolist()) == np.flatnonzero(mask).tolist()
    for state in (states[0], rng.choice(states[1:])):
        mask, pairs = state.legal_mask, [(state.index(a), a) for a in state.legal_actions]
        for index, action in pairs:
            assert index is None or state.action(index) == action
        for index in range(game.action_size):
            at_index = action_at(state, index)
            if at_index is None:
                assert not mask[index]
                continue
            assert state.index(at_index) == state.index(str(at_index)) == index
            assert state.explain(index).is_legal == mask[index]


@random_tables(rng=RANDOMS)
def test_plies_scores_and_returns_keep_their_bounds(game: lt.Game, rng: Random) -> None:
    results = game.simulate(300, seed=rng.randrange(2**64))
    assert results.plies.max() <= game.max_plies
    assert ((results.returns >= 0) & (results.returns <= 1)).all()
    assert np.isfinite(results.scores).all()
    paid = results.returns.max(axis=1, keepdims=True)
    # Nobody who is paid most may be no winner while somebody is one, and the other way round.
    assert ((results.returns == paid) | ~results.winners).all()


# --- Texts and back -----------------------------------------------------------------------------


def reloads(state: lt.State) -> list[lt.State]:
    """The state by every way out and back."""
    game = state.game
    return [
        game.state_from_json(state.to_json()),
        # Laid out in another way, it is not compared as a text.
        game.state_from_json(json.dumps(json.loads(state.to_json()), indent=1)),
        game.replay(state.record()),
        pickle.loads(pickle.dumps(state)),
        copy.copy(state),
        copy.deepcopy(state),
    ]


@random_tables(seed=st.none() | SEEDS, rng=RANDOMS)
def test_round_trips_at_every_ply_play_on_to_the_same_end(
    game: lt.Game, seed: int | None, rng: Random
) -> None:
    states = list(course(game.start(seed=seed), rng))
    happened = states[-1].history
    for state in some_of(states, rng, 24):
        again = rng.choice(reloads(state))
        check_reloaded(state, again)
        rest = happened[len(state.history) :]
        while rest:
            again = again.apply(rest[0])
            rest = happened[len(again.history) :]
        assert again.history == happened
        assert again.to_json() == states[-1].to_json()
    for state in some_of(states, rng, 4):
        for again in reloads(state):
            check_reloaded(state, again)


@random_tables(rng=RANDOMS)
def test_actions_are_their_texts(game: lt.Game, rng: Random) -> None:
    for state in some_of(list(course(game.start(), rng)), rng, 60):
        actions = [*state.legal_actions, *(event for event, _ in state.chance_outcomes)]
        for action in rng.sample(actions, min(len(actions), 6)):
            for again in (game.action(str(action)), pickle.loads(pickle.dumps(action))):
                assert again == action
                assert hash(again) == hash(action)
                assert str(again) == str(action)
                assert again.is_chance == action.is_chance
                assert game == again.game
            assert action != str(action)
            assert repr(action) == f"Action({str(action)!r})"
            ways: list[Any] = [str(action), state.index(action), np.int64(state.index(action) or 0)]
            after = state.apply(action).to_json()
            for way in ways[: 1 if state.index(action) is None else 3]:
                assert state.apply(way).to_json() == after


@random_tables(seed=SEEDS, rng=RANDOMS)
def test_a_seeded_record_is_what_explicit_chance_can_play(
    game: lt.Game, seed: int, rng: Random
) -> None:
    *_, end = course(game.start(seed=seed), rng)
    state = game.start()
    for event in end.history:
        possible = {event for event, _ in state.chance_outcomes} | set(state.legal_actions)
        assert event in possible
        state = state.apply(str(event))
    assert state == end
    assert state.history == end.history
    lines = [line for line in end.record().splitlines() if not line.startswith("seed ")]
    assert state.record().splitlines() == lines


# --- Values -------------------------------------------------------------------------------------


@random_tables(seed=SEEDS, rng=RANDOMS)
def test_states_are_values(game: lt.Game, seed: int, rng: Random) -> None:
    states = some_of(course_of(game, seed, rng, 2), rng, 40)
    # Others at the same plies.
    states += some_of(list(course(game.start(), rng)), rng, 40)
    kept = [(state.to_json(), hash(state)) for state in states]
    positions = [json.dumps(json.loads(text)["position"]) for text, _ in kept]
    for left, position in zip(states, positions, strict=True):
        for right, other_position in zip(states, positions, strict=True):
            assert (left == right) == (position == other_position)
    assert len(set(states)) == len(set(positions)) > 1
    assert states[0] != kept[0][0]
    for state in states:
        if not state.is_over:
            state.apply(some_action(state, rng))
    assert [(state.to_json(), hash(state)) for state in states] == kept
    assert pickle.loads(pickle.dumps(game)) == game
    assert hash(pickle.loads(pickle.dumps(game))) == hash(game)
    assert copy.deepcopy(game) == copy.copy(game) == game
    assert game.start(seed=seed) == lt.game(game.name, players=game.players, **game.options).start(
        seed=seed
    )


def spoil(value: Any) -> None:
    """Empties everything that can be emptied, all the way down."""
    if isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            spoil(part)
        value.clear()
    elif isinstance(value, np.ndarray):
        value[...] = 1


def won(game: lt.Game) -> lt.Outcome:
    """The outcome of a game with a winner; of any game if the agents win none of thirty."""
    for seed in range(30):
        state = game.start(seed=seed)
        while not state.is_over:
            state = state.apply(state.agent_action(game.agents[-1], state.ply))
        outcome = state.outcome
        if outcome is not None and outcome.winners:
            break
    assert outcome is not None
    return outcome


@random_tables(seed=SEEDS, rng=RANDOMS)
def test_what_is_handed_out_is_the_callers(game: lt.Game, seed: int, rng: Random) -> None:
    """Changing what a call returned changes nothing that a later call returns."""
    *_, before_last, _ = course_of(game, seed, rng, 2)
    outcome = won(game)
    handed_out: list[Callable[[], Any]] = [
        lambda: game.options,
        lambda: game.components,
        lambda: before_last.view(0),
        lambda: before_last.observation(0),
        lambda: before_last.legal_mask,
        lambda: before_last.legal_indices,
        lambda: outcome.details,
        lambda: lt.games(),
    ]
    for get in handed_out:
        kept = pickle.dumps(get())
        spoil(get())
        assert pickle.dumps(get()) == kept


@each_table
@given(data=st.data(), rng=RANDOMS)
def test_other_options_make_other_games(
    name: str, players: int, data: st.DataObject, rng: Random
) -> None:
    game, other = data.draw(tables(name, players)), data.draw(tables(name, players))
    same = game.options == other.options
    assert (game == other) == same
    assert (game.start(seed=1) == other.start(seed=1)) == same
    if not same:
        state = course_of(other, 1, rng, 2)[0]
        action = some_action(state, rng)
        assert action != game.action(str(action))
        assert type(refusal(game.start(seed=1).apply, action)) is lt.ActionSyntaxError
        assert type(raised(game.state_from_json, state.to_json())) is lt.StateFormatError
        assert type(raised(game.replay, state.record())) is lt.RecordError
