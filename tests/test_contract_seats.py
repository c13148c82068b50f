"""The contract of every game: what seats know, what they are told, what agents do with it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import ludoteca as lt
import numpy as np
from contract import (
    check_over,
    choices,
    each_game,
    every_seat,
    is_array,
    random_tables,
    seen_by,
    small_table,
)
from hypothesis import strategies as st
from support import (
    RANDOMS,
    SEEDS,
    course,
    course_of,
    raised,
    sight,
    some_action,
    some_of,
)


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
        for state in (states[0], *rng.sample(states[1:-1], 4)):
            for agent_seed in range(4):
                action = state.agent_action(agent, agent_seed)
                assert action in state.legal_actions
                assert state.agent_action(agent, agent_seed) == action
                chosen.add(action)
        assert len(chosen) > 1
        assert type(raised(states[-1].agent_action, agent, 0)) is lt.GameOverError
        if game.start().actor is lt.CHANCE:
            assert type(raised(game.start().agent_action, agent, 0)) is lt.IllegalActionError
