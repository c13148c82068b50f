"""The contract that every game of the registry keeps: one set of tests, no game excused.

Games, numbers of players and options come from `lt.games()`; courses are random. Nothing here knows
a rule of a game.
"""

from __future__ import annotations

import copy
import json
import math
import pickle
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import ludoteca as lt
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from support import (
    RANDOMS,
    SEEDS,
    TABLES,
    action_at,
    course,
    course_of,
    raised,
    refusal,
    sight,
    some_action,
    some_of,
    tables,
)

each_table = pytest.mark.parametrize(("name", "players"), TABLES)
each_game = pytest.mark.parametrize("name", list(lt.games()))
Body = Callable[..., None]


def random_tables(**drawn: st.SearchStrategy[Any]) -> Callable[[Body], Body]:
    """A test of every game with every number of players: its options and `drawn` are drawn."""

    def decorate(test: Body) -> Body:
        def run(name: str, players: int, table: st.DataObject, **values: Any) -> None:
            test(table.draw(tables(name, players)), **values)

        # Under one name all tests would get the same examples.
        run.__name__, run.__doc__ = test.__name__, test.__doc__
        decorated: Body = each_table(given(table=st.data(), **drawn)(run))
        return decorated

    return decorate


def small_table(name: str) -> lt.Game:
    """The game for two, or for as near to two as it goes."""
    low, high = lt.games()[name]["players"]
    return lt.game(name, players=min(max(low, 2), high))


def every_seat(game: lt.Game) -> range:
    return range(game.players)


def is_array(array: NDArray[Any], dtype: str, *shape: int) -> bool:
    return bool(array.dtype == dtype and array.shape == shape)


def indexed(state: lt.State) -> list[int]:
    """The indices of the legal actions that have one, in order."""
    indices = [state.index(action) for action in state.legal_actions]
    return [index for index in indices if index is not None]


def choices(state: lt.State) -> tuple[Any, ...]:
    """What the player to act may do."""
    return state.legal_actions, state.legal_mask.tobytes(), state.legal_indices.tobytes()


def seen_by(state: lt.State, seat: int) -> tuple[Any, ...]:
    """All that a seat gets to see of a state, but for its choices.

    `actor` is for the driver of the game: that somebody has to choose can be a secret.
    """
    view = json.dumps(state.view(seat))
    observation = state.observation(seat).tobytes()
    return view, observation, state.history_for(seat), state.draw_for(seat)


def facts(state: lt.State) -> tuple[Any, ...]:
    """All that a state is, to see whether it stays what it is."""
    seats = [seen_by(state, seat) for seat in every_seat(state.game)]
    return state.to_json(), state.record(), hash(state), choices(state), seats


# --- Nodes --------------------------------------------------------------------------------------


def check_over(state: lt.State) -> None:
    game, outcome = state.game, state.outcome
    assert state.actor is None
    assert state.is_over
    assert outcome is not None
    assert state.ply <= game.max_plies
    assert outcome.returns == state.returns
    assert outcome.scores == state.scores
    assert all(seat in every_seat(game) for seat in outcome.winners)
    assert len(set(outcome.winners)) == len(outcome.winners)
    assert list(outcome.winners) == sorted(outcome.winners)
    assert all(state.returns[seat] == max(state.returns) > 0 for seat in outcome.winners)
    assert isinstance(outcome.reason, str)
    assert outcome.reason
    json.dumps(outcome.details)


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
    assert refused > 6 * len(states)


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


def check_reloaded(state: lt.State, again: lt.State) -> None:
    """Equal in every way, the past included."""
    assert again == state
    assert hash(again) == hash(state)
    assert again.ply == state.ply
    assert again.actor == state.actor
    assert again.history == state.history
    assert choices(again) == choices(state)
    assert again.chance_outcomes == state.chance_outcomes
    assert again.to_json() == state.to_json()
    assert again.record() == state.record()
    for seat in every_seat(state.game):
        assert seen_by(again, seat) == seen_by(state, seat)


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


# --- What seats know ----------------------------------------------------------------------------


@random_tables(seed=st.none() | SEEDS, rng=RANDOMS)
def test_a_determinization_looks_like_the_true_state(
    game: lt.Game, seed: int | None, rng: Random
) -> None:
    states = list(course(game.start(seed=seed), rng))
    chance = {str(event).split()[0] for event in states[-1].history if event.is_chance}
    for state in some_of(states, rng, 6):
        for seat in every_seat(game):
            drawn = state.determinize(seat, rng.randrange(2**64))
            assert seen_by(drawn, seat) == seen_by(state, seat)
            # Decisions of others that the seat did not see are no part of its count.
            seen = [text for text in state.history_for(seat) if text.split()[0] not in chance]
            assert drawn.ply == len(seen) <= state.ply
            if state.actor == seat:
                assert drawn.actor == seat
                assert choices(drawn) == choices(state)
            assert drawn.is_over == state.is_over


@random_tables(seed=st.none() | SEEDS, rng=RANDOMS)
def test_a_determinization_is_a_game_like_any_other(
    game: lt.Game, seed: int | None, rng: Random
) -> None:
    states = list(course(game.start(seed=seed), rng))
    for state in some_of(states, rng, 4):
        seat, drawn_seed = rng.choice(every_seat(game)), rng.randrange(2**64)
        drawn = state.determinize(seat, drawn_seed)
        again = state.determinize(seat, drawn_seed)
        assert again == drawn
        assert again.to_json() == drawn.to_json()
        past = state.history_for(seat)
        for later in some_of(list(course(drawn, rng)), rng, 20):
            assert (later.actor is lt.CHANCE) <= (seed is None)
            assert later.history_for(seat)[: len(past)] == past
            again = game.state_from_json(later.to_json())
            assert again == later
            assert again.ply == later.ply
            assert again.to_json() == later.to_json()
            assert seen_by(again, seat) == seen_by(later, seat)
        check_over(later)


@random_tables(seed=SEEDS, rng=RANDOMS)
def test_the_record_of_a_determinization_replays(game: lt.Game, seed: int, rng: Random) -> None:
    states = course_of(game, seed, rng, 3)
    seat = rng.choice(every_seat(game))
    state = rng.choice(states[1:-1])
    drawn = state.determinize(seat, 1)
    drawn = drawn.apply(drawn.legal_actions[0])
    again = game.replay(drawn.record())
    assert again == drawn
    assert again.history == drawn.history
    assert again.ply == drawn.ply
    assert again.history_for(seat) == drawn.history_for(seat)


# What stands for nothing, in any game.
NONSENSE = ["", "no action at all", -1, 2**31]


def told(call: Callable[..., object], *args: Any) -> tuple[object, ...]:
    """What a call answers, or all that its error says but for the count of decisions.

    The count is for the driver of the game: it has decisions of others that a seat did not see.
    """
    try:
        return "answer", str(call(*args))
    except lt.LudotecaError as error:
        said = {key: value for key, value in vars(error).items() if key != "ply"}
        return type(error), str(error), error.args, repr(said)


def given_to(
    state: lt.State, seat: int, seed: int, tries: list[Any], is_asked: bool
) -> dict[str, object]:
    """Everything that a seat gets of a state, but for errors at the turn of another."""
    result = sight(state, seat) | {
        "determinization": state.determinize(seat, seed).to_json(),
        "end": (state.is_over, repr(state.outcome)),
    }
    if is_asked:
        agents = [str(state.agent_action(agent, seed)) for agent in state.game.agents]
        result |= {"choices": choices(state), "agents": agents}
    # Like `actor`, points are for the driver while a decision or its effect is still unseen.
    if is_asked or state.is_over:
        result["points"] = state.returns, state.scores
        result["index"] = [told(state.index, way) for way in tries]
        result["explain"] = [told(state.explain, way) for way in tries]
        result["apply"] = [told(lambda way: state.apply(way) and "applied", way) for way in tries]
    return result


def some_tries(one: lt.State, other: lt.State, rng: Random) -> list[Any]:
    """Actions to try: legal, illegal, of chance, indices, and no actions at all."""
    pool: list[Any] = [str(event) for state in (one, other) for event in state.history]
    pool += [str(action) for state in (one, other) for action in state.legal_actions]
    size = one.game.action_size
    return [
        *NONSENSE,
        *rng.sample(pool, min(len(pool), 8)),
        *rng.sample(range(size), min(size, 4)),
    ]


def check_told_alike(one: lt.State, other: lt.State, seat: int, rng: Random) -> None:
    # With the same in sight, one game can be a secret choice or a chance node further on.
    is_asked = one.actor == other.actor == seat
    seed, tries = rng.randrange(2**64), some_tries(one, other, rng)
    left, right = (given_to(state, seat, seed, tries, is_asked) for state in (one, other))
    assert {key: (left[key], right[key]) for key in left if left[key] != right[key]} == {}


def known(state: lt.State, seat: int) -> tuple[Any, ...]:
    return json.dumps(state.view(seat)), state.history_for(seat)


def unseen_ways(state: lt.State, seat: int, then: tuple[Any, ...], rng: Random) -> list[lt.State]:
    """Where chance, or a decision that the seat did not see, leads with the same to be known."""
    events = [event for event, _ in state.chance_outcomes] or list(state.legal_actions)
    after = [state.apply(event) for event in rng.sample(events, min(len(events), 8))]
    return [way for way in after if known(way, seat) == then]


def twins(state: lt.State, seat: int, rng: Random) -> Iterator[tuple[lt.State, lt.State]]:
    """Two courses from one state with the same view and history at every moment, where they part.

    What a seat knows is what its views and its history have told; anything else that it is given
    has to follow from that.
    """
    other = state
    for _ in range(24):
        if state.is_over:
            break
        event = some_action(state, rng)
        state = state.apply(event)
        then = known(state, seat)
        kept = [] if raised(other.apply, event) else [other.apply(event)]
        ways = [way for way in kept if way != state and known(way, seat) == then]
        ways = ways or [way for way in unseen_ways(other, seat, then, rng) if way != state]
        other = rng.choice(ways) if ways else state
        if ways:
            yield state, other


def twin_pairs(game: lt.Game, rng: Random, most: int) -> Iterator[tuple[lt.State, lt.State, int]]:
    """Pairs that a seat can't tell apart, at some moments of one game; from the deal on first."""
    states = list(course(game.start(), rng))
    for state in (states[0], rng.choice(states)):
        seat = rng.choice(every_seat(game))
        pairs = list(twins(state, seat, rng))
        for one, other in rng.sample(pairs, min(len(pairs), most)):
            yield one, other, seat


@random_tables(rng=RANDOMS)
def test_what_a_seat_did_not_see_changes_nothing_that_it_is_given(
    game: lt.Game, rng: Random
) -> None:
    """Non-interference, to the byte."""
    for one, other, seat in twin_pairs(game, rng, 4):
        check_told_alike(one, other, seat, rng)


@random_tables(seed=st.none() | SEEDS, rng=RANDOMS)
def test_a_determinization_is_told_what_the_true_state_is(
    game: lt.Game, seed: int | None, rng: Random
) -> None:
    for state in some_of(list(course(game.start(seed=seed), rng)), rng, 4):
        seat = state.actor if isinstance(state.actor, int) else rng.choice(every_seat(game))
        check_told_alike(state, state.determinize(seat, rng.randrange(2**64)), seat, rng)


@each_game
def test_hidden_events_have_twins(name: str) -> None:
    """The tests above compare something wherever a history hides something."""
    game, rng, hidden, pairs = small_table(name), Random(4), 0, 0
    for _ in range(10):
        *_, end = course(game.start(), rng)
        happened = tuple(map(str, end.history))
        hidden += sum(end.history_for(seat) != happened for seat in every_seat(game))
        pairs += len(list(twin_pairs(game, rng, 8)))
    assert pairs > 40 or not hidden


@each_game
def test_a_belief_depends_on_what_its_seat_knows(name: str) -> None:
    """For few players: with many an exact belief can take long."""
    game, rng = small_table(name), Random(5)
    for _ in range(6):
        for one, other, seat in twin_pairs(game, rng, 6):
            beliefs = [json.dumps(state.belief(seat)) for state in (one, other)]
            beliefs.append(json.dumps(one.determinize(seat, rng.randrange(2**64)).belief(seat)))
            assert beliefs == [beliefs[0]] * 3


@random_tables(seed=SEEDS, rng=RANDOMS)
def test_observations_are_whole_numbers_of_one_shape(game: lt.Game, seed: int, rng: Random) -> None:
    for state in some_of(list(course(game.start(seed=seed), rng)), rng, 24):
        for seat in every_seat(game):
            observation = state.observation(seat)
            assert is_array(observation, "float32", *game.observation_shape)
            assert observation.flags.c_contiguous
            assert ((observation >= 0) & (observation <= 255)).all()
            assert (observation == np.trunc(observation)).all()
        for viewer in (None, *every_seat(game)):
            view = state.view(viewer)
            assert json.loads(json.dumps(view)) == view
            assert isinstance(state.draw_for(viewer), str)
            assert all(isinstance(text, str) for text in state.history_for(viewer))
        assert str(state)


@random_tables(seed=SEEDS, rng=RANDOMS)
def test_agents_choose_legal_actions(game: lt.Game, seed: int, rng: Random) -> None:
    assert "random" in game.agents
    assert game.agents == tuple(lt.games()[game.name]["agents"])
    states = course_of(game, seed, rng, 6)
    for agent in game.agents:
        chosen = set()
        for state in rng.sample(states[:-1], 4):
            for agent_seed in range(4):
                action = state.agent_action(agent, agent_seed)
                assert action in state.legal_actions
                assert state.agent_action(agent, agent_seed) == action
                chosen.add(action)
        assert len(chosen) > 1
        assert type(raised(states[-1].agent_action, agent, 0)) is lt.GameOverError
        if game.start().actor is lt.CHANCE:
            assert type(raised(game.start().agent_action, agent, 0)) is lt.IllegalActionError


# --- Seeds --------------------------------------------------------------------------------------


def seeded_calls(game: lt.Game) -> dict[str, Callable[[Any], bytes]]:
    """Every call that takes a seed, with a result to compare."""
    state, env = game.start(seed=5), game.vector_env(2)
    env.reset()

    def fresh(seed: Any) -> bytes:
        observation, info = game.vector_env(2, seed=seed).reset()
        return bytes(observation.tobytes() + info["legal_mask"].tobytes())

    def reset(seed: Any) -> bytes:
        return bytes(env.reset(seed)[0].tobytes())

    def simulate(seed: Any) -> bytes:
        results = game.simulate(70, seed=seed)
        return bytes(results.plies.tobytes() + results.scores.tobytes())

    return {
        "start": lambda seed: game.start(seed=seed).to_json().encode(),
        "index": lambda seed: game.start(seed=5, index=seed).to_json().encode(),
        "simulate": simulate,
        "vector_env": fresh,
        "reset": reset,
        "sample": lambda seed: env.sample(seed).tobytes(),
        "determinize": lambda seed: state.determinize(0, seed).to_json().encode(),
        "agent_action": lambda seed: str(state.agent_action("random", seed)).encode(),
    }


SEEDED_CALLS = list(seeded_calls(small_table(next(iter(lt.games())))))


@each_game
@pytest.mark.parametrize("call", SEEDED_CALLS)
def test_seeds_are_whole_numbers_of_64_bits(name: str, call: str) -> None:
    run = seeded_calls(small_table(name))[call]
    for seed, same in [
        (0, np.int8(0)),
        (0, np.uint64(0)),
        (7, np.int32(7)),
        (2**63, np.uint64(2**63)),
        (2**64 - 1, np.uint64(2**64 - 1)),
    ]:
        assert run(seed) == run(seed) == run(same)
    out_of_range: list[Any] = [-1, 2**64, -(2**64), 2**200, np.int8(-1), np.int64(-(2**63))]
    for wrong in out_of_range:
        error = refusal(run, wrong)
        assert type(error) is lt.OptionError
        assert error.option in ("seed", "index")
        assert str(int(wrong)) in str(error)
        assert "0 to 2**64 - 1" in str(error)
    for no_number in (1.5, 1.0, "x", "1", b"1", [1], (1,), {}, np.float64(2), 1j, object()):
        assert type(raised(run, no_number)) is TypeError


@each_game
def test_different_seeds_are_different_games(name: str) -> None:
    game = small_table(name)
    seeds = [0, 1, 2, 2**32, 2**32 + 1, 2**63, 2**64 - 1]
    assert len({game.start(seed=seed) for seed in seeds}) > len(seeds) // 2
    assert len({game.start(seed=3, index=index) for index in seeds}) > len(seeds) // 2
    assert game.start(seed=3) == game.start(seed=3, index=0)
    assert game.start(seed=3).to_json() == game.start(seed=3, index=0).to_json()
    assert type(refusal(game.start, index=3)) is lt.OptionError


@each_table
@pytest.mark.parametrize("seed", [0, 2**64 - 1])
def test_the_first_and_the_last_seed(name: str, players: int, seed: int) -> None:
    game, rng = lt.game(name, players=players), Random(seed)
    for index in (0, 2**64 - 1):
        *_, end = course(game.start(seed=seed, index=index), rng)
        check_over(end)
        check_reloaded(end, game.state_from_json(end.to_json()))
        check_reloaded(end, game.replay(end.record()))
    results = game.simulate(5, seed=seed)
    assert results.seed == seed
    assert columns(results, 1) == columns(game.simulate(1, seed=seed))
    singles = Singles(game, 3, seed)
    singles.compare(*game.vector_env(3, seed=seed).reset())
    assert end.determinize(0, seed) == end.determinize(0, seed)


@each_table
def test_seeds_draw_chance_by_its_probabilities(name: str, players: int) -> None:
    """How often the likeliest event of a node happens, over the first events of many games."""
    game = lt.game(name, players=players)
    excess, variance = 0.0, 0.0
    for seed in range(300):
        state = game.start()
        for event in game.start(seed=seed).history[:12]:
            if state.chance_outcomes:
                likeliest, chance = max(state.chance_outcomes, key=lambda pair: pair[1])
                excess += (event == likeliest) - chance
                variance += chance * (1 - chance)
            state = state.apply(event)
    assert abs(excess) <= 5 * math.sqrt(variance)


@each_game
def test_no_seed_is_no_seed(name: str) -> None:
    """`None` is explicit chance for `start`; a batch has a seed, and `None` is not one."""
    game = small_table(name)
    assert game.start(seed=None).to_json() == game.start().to_json()
    state = game.start(seed=1)
    assert type(raised(state.determinize, 0, None)) is TypeError
    assert type(raised(state.agent_action, "random", None)) is TypeError
    assert type(raised(game.simulate, 1, seed=None)) is TypeError
    assert type(raised(game.vector_env, 1, seed=None)) is TypeError


# --- Batches ------------------------------------------------------------------------------------


def columns(results: lt.Results, games: int | None = None) -> list[Any]:
    """The results as bytes and lists, of the first games."""
    part = slice(games)
    arrays = (results.returns, results.scores, results.plies, results.winners)
    texts = (results.reason, results.level)
    return [array[part].tobytes() for array in arrays] + [text[part].tolist() for text in texts]


@each_table
@given(data=st.data(), seed=SEEDS)
def test_a_batch_depends_on_seed_and_game_alone(
    name: str, players: int, data: st.DataObject, seed: int
) -> None:
    game = data.draw(tables(name, players))
    agents = data.draw(st.lists(st.sampled_from(game.agents), min_size=players, max_size=players))
    for team, size in (("random", 300), (agents, 6)):
        whole = game.simulate(size, agents=team, seed=seed, threads=1)
        assert (len(whole), whole.games, whole.seed) == (size, size, seed)
        assert whole.agents == (tuple(team) if isinstance(team, list) else (team,) * players)
        assert not whole.interrupted
        assert is_array(whole.returns, "float32", size, players)
        assert is_array(whole.scores, "float32", size, players)
        assert is_array(whole.winners, "bool", size, players)
        assert is_array(whole.plies, "uint32", size)
        assert whole.index.tolist() == list(range(size))
        assert whole.reason.shape == whole.level.shape == (size,)
        for threads in (2, 8):
            again = game.simulate(size, agents=team, seed=seed, threads=threads)
            assert columns(again) == columns(whole)
        for part in (0, 1, size // 3):
            first = game.simulate(part, agents=team, seed=seed, threads=2)
            assert columns(first) == columns(whole, part)
        summary = whole.summary()
        json.dumps(summary)
        assert summary["plies_mean"] == pytest.approx(float(whole.plies.mean()))
        assert sum(summary["reasons"].values()) == size


@random_tables(rng=RANDOMS)
def test_a_batch_of_one_is_the_first_game(game: lt.Game, rng: Random) -> None:
    seeds = [rng.randrange(2**64) for _ in range(30)]
    singles = [columns(game.simulate(1, seed=seed)) for seed in seeds]
    assert singles == [columns(game.simulate(3, seed=seed, threads=2), 1) for seed in seeds]
    plies = [int(game.simulate(1, seed=seed).plies[0]) for seed in seeds]
    assert all(count <= game.max_plies for count in plies)


@random_tables(rng=RANDOMS)
def test_a_batch_is_random_play_of_single_states(game: lt.Game, rng: Random) -> None:
    """By the means over games, with six standard errors of room."""
    seed = rng.randrange(2**63)
    batch = game.simulate(2_000, seed=seed)
    ends = [list(course(game.start(seed=seed + k), rng))[-1] for k in range(40)]
    singles = np.array([(end.ply, *end.returns, *end.scores) for end in ends])
    means = np.column_stack([batch.plies, batch.returns, batch.scores])
    # A little more, for results that hardly ever happen.
    room = 6 * means.std(axis=0) / math.sqrt(len(ends)) + 0.2
    assert (np.abs(singles.mean(axis=0) - means.mean(axis=0)) <= room).all()


# --- Environments -------------------------------------------------------------------------------


class Singles:
    """What a vector environment has to be: single states, stepped one by one."""

    def __init__(self, game: lt.Game, envs: int, seed: int) -> None:
        self.game, self.envs, self.seed = game, envs, seed
        self.episodes = list(range(envs))
        self.states = [self.start(row) for row in range(envs)]
        self.reward = np.zeros((envs, game.players), np.float32)
        self.terminated = np.zeros(envs, bool)
        self.truncated = np.zeros(envs, bool)

    def start(self, row: int) -> lt.State:
        """The next game of a row that chance alone does not end."""
        while (state := self.game.start(seed=self.seed, index=self.episodes[row])).is_over:
            self.episodes[row] += self.envs
        return state

    def step(self, indices: NDArray[np.int32]) -> None:
        for row, index in enumerate(indices.tolist()):
            before = self.states[row]
            after = before.apply(index)
            self.reward[row] = np.subtract(after.returns, before.returns, dtype=np.float32)
            self.terminated[row] = after.is_over
            self.truncated[row] = not after.is_over and len(after.legal_indices) == 0
            if self.terminated[row] or self.truncated[row]:
                self.episodes[row] += self.envs
                after = self.start(row)
            self.states[row] = after

    def choose(self, rng: Random) -> NDArray[np.int32]:
        return np.array([rng.choice(state.legal_indices) for state in self.states], np.int32)

    def compare(self, observation: NDArray[Any], info: dict[str, NDArray[Any]]) -> None:
        actors = [state.actor for state in self.states]
        assert info["actor"].dtype == np.int32
        assert info["legal_mask"].dtype == np.bool_
        assert info["actor"].tolist() == actors
        for row, state in enumerate(self.states):
            seat = state.actor
            assert isinstance(seat, int)
            seen = state.observation(seat).astype(observation.dtype)
            assert observation[row].tobytes() == seen.tobytes()
            assert info["legal_mask"][row].tobytes() == state.legal_mask.tobytes()


@random_tables(seed=SEEDS, rng=RANDOMS)
def test_environments_step_like_single_states(game: lt.Game, seed: int, rng: Random) -> None:
    envs, threads = rng.choice([1, 3, 5]), rng.choice([None, 1, 2, 8])
    dtype: Any = rng.choice(["uint8", "float32"])
    env = game.vector_env(envs, seed=seed, threads=threads, dtype=dtype)
    assert (env.envs, len(env), env.game) == (envs, envs, game)
    for _ in range(2):
        singles = Singles(game, envs, seed)
        observation, info = env.reset()
        assert observation.dtype == dtype
        assert observation.shape == (envs, *game.observation_shape)
        singles.compare(observation, info)
        for step in range(game.max_plies + 4):
            # Long enough for every environment to begin anew, if games are short.
            if step > 80 and max(singles.episodes) >= envs:
                break
            indices = singles.choose(rng)
            observation, reward, terminated, truncated, info = env.step(indices)
            singles.step(indices)
            assert is_array(reward, "float32", envs, game.players)
            assert is_array(terminated, "bool", envs)
            assert is_array(truncated, "bool", envs)
            assert reward.tolist() == singles.reward.tolist()
            assert terminated.tolist() == singles.terminated.tolist()
            assert truncated.tolist() == singles.truncated.tolist()
            singles.compare(observation, info)
        assert max(singles.episodes) >= envs
    other = seed ^ 1
    observation, info = env.reset(other)
    Singles(game, envs, other).compare(observation, info)


@random_tables(seed=SEEDS, rng=RANDOMS)
def test_a_bad_row_is_named_and_nothing_moves(game: lt.Game, seed: int, rng: Random) -> None:
    envs = 6
    env, singles = game.vector_env(envs, seed=seed, threads=2), Singles(game, envs, seed)
    observation, info = env.reset()
    for _ in range(min(2 * game.max_plies, 60)):
        kept = [array.copy() for array in (observation, info["actor"], info["legal_mask"])]
        indices = singles.choose(rng)
        rows = sorted(rng.sample(range(envs), rng.choice([1, 2])))
        wrong = indices.copy()
        for row in rows:
            illegal = np.flatnonzero(~singles.states[row].legal_mask)
            nothing = [-1, game.action_size, 2**31 - 1, -(2**31)]
            wrong[row] = rng.choice([*nothing, *rng.choices(illegal, k=4)])
        error = refusal(env.step, wrong)
        assert isinstance(error, lt.IllegalActionError)
        first = singles.states[rows[0]]
        assert (error.row, error.player, error.ply) == (rows[0], first.actor, first.ply)
        assert f"row {rows[0]}" in str(error)
        action = action_at(first, int(wrong[rows[0]]))
        if action is not None:
            assert error.action == str(action)
            assert error.rule == first.explain(int(wrong[rows[0]])).rule
            # The moment is named as for a single state.
            alone = str(refusal(first.apply, action))
            assert alone.startswith(str(error).removeprefix(f"row {rows[0]}: ") + "; ")
        else:
            assert str(wrong[rows[0]]) in error.action
        assert [array.tobytes() for array in kept] == [
            array.tobytes() for array in (observation, info["actor"], info["legal_mask"])
        ]
        observation, _, _, _, info = env.step(indices)
        singles.step(indices)
    singles.compare(observation, info)


@random_tables(seed=SEEDS)
def test_samples_are_legal_indices(game: lt.Game, seed: int) -> None:
    env = game.vector_env(16, seed=seed)
    _, info = env.reset()
    rows, drawn = np.arange(16), set()
    steps = min(2 * game.max_plies, 80)
    for step in range(steps):
        indices = env.sample(step)
        assert is_array(indices, "int32", 16)
        assert info["legal_mask"][rows, indices].all()
        assert (env.sample(step) == indices).all()
        drawn.add(indices.tobytes())
        *_, info = env.step(indices)
    assert len(drawn) > steps // 2


@each_game
def test_samples_are_uniform(name: str) -> None:
    """Chi-square over the legal indices of one position."""
    game = small_table(name)
    env = game.vector_env(1, seed=11)
    env.reset()
    for step in range(4):
        *_, info = env.step(env.sample(step))
    legal = np.flatnonzero(info["legal_mask"][0])
    drawn = np.concatenate([env.sample(seed) for seed in range(40 * len(legal))])
    counts = np.bincount(drawn, minlength=game.action_size)[legal]
    assert counts.sum() == len(drawn)
    statistic = float(((counts - 40.0) ** 2 / 40.0).sum())
    freedom = len(legal) - 1
    assert statistic < freedom + 6 * math.sqrt(2 * freedom)
