"""What the tests of every game share: tables with random options, and random courses of a game."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import ludoteca as lt
import pytest
from hypothesis import strategies as st

# Every game with every number of players.
TABLES = [
    pytest.param(name, players, id=f"{name}-{players}")
    for name, info in lt.games().items()
    for players in range(info["players"][0], info["players"][1] + 1)
]

# The folder of each game in the core.
GAMES = Path(__file__).parents[1] / "rust/games"
FOLDERS = {
    name: GAMES / ("yardsticks" if info["yardstick"] else "") / name
    for name, info in lt.games().items()
}

SEEDS = st.integers(0, 2**64 - 1)
RANDOMS = st.integers(0, 2**32 - 1).map(Random)


def option_values(spec: dict[str, Any], players: int) -> st.SearchStrategy[Any]:
    """Values that an option accepts, by the words of `lt.games()`."""
    values = spec["values"]
    if values == "true or false":
        return st.booleans()
    if bounds := re.fullmatch(r"a whole number from (-?\d+) to (-?\d+)", values):
        low, high = int(bounds[1]), int(bounds[2])
        if high - low > 500:
            # A limit to how long a game may take: enough for a game, not too long for a test.
            low, high = max(low, 20), min(high, 200)
        return st.sampled_from([low, high]) | st.integers(low, high)
    if words := re.fullmatch(r"a list of any of (.+)", values):
        return st.lists(st.sampled_from(words[1].split(", ")), unique=True)
    if values == "a seat from 0, or random":
        return st.sampled_from([*range(players), "random"])
    if values == "a card's id, or random":
        # Ids belong to a component set; the tests of each game choose them.
        return st.just("random")
    return st.sampled_from(values.split(" or "))


def tables(name: str, players: int) -> st.SearchStrategy[lt.Game]:
    """The game with options drawn from all that it has."""
    specs = lt.games()[name]["options"]
    options = {spec["name"]: option_values(spec, players) for spec in specs}
    # Half of the options stay at their defaults, so that each is seen beside defaults too.
    given = st.fixed_dictionaries({}, optional=options)
    return given.map(lambda chosen: made(name, players, chosen))


def made(name: str, players: int, options: dict[str, Any]) -> lt.Game:
    """The game; options that are refused beside the others stay at their defaults."""
    try:
        return lt.game(name, players=players, **options)
    except lt.OptionError as error:
        rest = {option: value for option, value in options.items() if option != error.option}
        if rest == options:
            raise
        return made(name, players, rest)


def some_action(state: lt.State, rng: Random) -> lt.Action:
    """A legal action, or a chance event by its probability."""
    if state.actor is lt.CHANCE:
        events, weights = zip(*state.chance_outcomes, strict=True)
        event: lt.Action = rng.choices(events, weights)[0]
        return event
    return rng.choice(state.legal_actions)


def course(state: lt.State, rng: Random) -> Iterator[lt.State]:
    """The state and all that follow it in a random game, the end included."""
    yield state
    while not state.is_over:
        state = state.apply(some_action(state, rng))
        yield state


def action_at(state: lt.State, index: int) -> lt.Action | None:
    """The action of an index; an index may stand for nothing under some options."""
    try:
        return state.action(index)
    except lt.ActionSyntaxError:
        return None


def course_of(game: lt.Game, seed: int | None, rng: Random, least: int) -> list[lt.State]:
    """A random game of at least so many states; chance can end a game before anybody acts."""
    while len(states := list(course(game.start(seed=seed), rng))) < least:
        seed = None if seed is None else (seed + 1) % 2**64
    return states


def some_of(states: list[lt.State], rng: Random, most: int) -> list[lt.State]:
    """At most so many of the states of a course, in order, the first and the last among them."""
    if len(states) <= most:
        return states
    inner = sorted(rng.sample(range(1, len(states) - 1), most - 2))
    return [states[0], *(states[at] for at in inner), states[-1]]


def sight(state: lt.State, seat: int) -> dict[str, object]:
    """What a seat and a spectator see of a state, whoever is to act."""
    return {
        "view": json.dumps(state.view(seat)),
        "observation": state.observation(seat).tobytes(),
        "history": state.history_for(seat),
        "drawing": state.draw_for(seat),
        "view of a spectator": json.dumps(state.view(None)),
        "history for a spectator": state.history_for(None),
        "drawing for a spectator": state.draw_for(None),
    }


def refusal(call: Callable[..., object], *args: Any, **kwargs: Any) -> lt.LudotecaError:
    """The error of a call that must be refused."""
    with pytest.raises(lt.LudotecaError) as caught:
        call(*args, **kwargs)
    return caught.value


def raised(call: Callable[..., object], *args: Any, **kwargs: Any) -> Exception | None:
    """What a call raises, if anything."""
    try:
        call(*args, **kwargs)
    except Exception as error:
        return error
    return None


def texts(actions: Iterable[lt.Action]) -> list[str]:
    """The texts of actions."""
    return [str(action) for action in actions]


def outcomes(state: lt.State) -> dict[str, float]:
    """The outcomes of a chance node, by their texts."""
    return {str(event): probability for event, probability in state.chance_outcomes}


def forbidden(state: lt.State, text: str) -> str | None:
    """The rule that forbids an action, asked in both ways; None if it is legal."""
    explanation = state.explain(text)
    rule: str | None = None
    try:
        state.apply(text)
    except lt.IllegalActionError as error:
        rule = error.rule
    assert rule == explanation.rule
    assert (text in texts(state.legal_actions)) == (rule is None and state.actor is not lt.CHANCE)
    return rule
