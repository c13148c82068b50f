"""Faults for the double of a game: each a class with one wrong answer, and the test to notice it.

Hidden cards are found by what both games have in their JSON: hands in seat order. Nothing else
here knows a rule.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, TypeVar
from zlib import crc32

import ludoteca as lt
import numpy as np

from doubles import Game, State, VectorEnv

Plant = TypeVar("Plant", bound=type)


@dataclass(frozen=True)
class Fault:
    """What is planted, the test of the contract that notices it, and in which game."""

    plant: type
    test: str
    table: tuple[str, int]


FAULTS: list[Fault] = []


def noticed_by(test: str, name: str = "bogoss", players: int = 3) -> Callable[[Plant], Plant]:
    def add(plant: Plant) -> Plant:
        FAULTS.append(Fault(plant, test, (name, players)))
        return plant

    return add


def hands(state: Any) -> list[Any]:
    found: list[Any] = json.loads(state.real.to_json())["position"]["hands"]
    return found


def others_hands(state: Any, seat: object) -> str:
    """What a seat must not know, as a text."""
    return json.dumps([hand for at, hand in enumerate(hands(state)) if at != seat])


def number(text: str) -> int:
    return crc32(text.encode())


# --- Secrets ------------------------------------------------------------------------------------

UNSEEN = "test_what_a_seat_did_not_see_changes_nothing_that_it_is_given"
LIKE_TRUTH = "test_a_determinization_looks_like_the_true_state"


@noticed_by(LIKE_TRUTH)
class HandInTheView(State):
    def view(self, seat: int | None) -> Any:
        return {**self.real.view(seat), "hands": others_hands(self, seat)}


@noticed_by("test_a_determinization_is_told_what_the_true_state_is")
class HandInTheViewOfASpectator(State):
    def view(self, seat: int | None) -> Any:
        seen = self.real.view(seat)
        return seen if seat is not None else {**seen, "hands": others_hands(self, None)}


@noticed_by("test_hidden_events_have_twins")
class EverythingInTheView(State):
    """A view that tells all has no two states that look alike."""

    def view(self, seat: int | None) -> Any:
        return {**self.real.view(seat), "position": json.loads(self.real.to_json())["position"]}


@noticed_by(LIKE_TRUTH)
class HandInTheHistory(State):
    def history_for(self, seat: int | None) -> tuple[str, ...]:
        return tuple(map(str, self.real.history)) or self.real.history_for(seat)


@noticed_by(UNSEEN)
class HandInTheDrawing(State):
    def draw_for(self, seat: int | None) -> str:
        return f"{self.real.draw_for(seat)}{others_hands(self, seat)}"


@noticed_by(UNSEEN)
class HandInAnError(State):
    def apply(self, action: Any) -> State:
        try:
            return super().apply(action)
        except lt.IllegalActionError as error:
            error.args = (f"{error}; in hand: {others_hands(self, self.real.actor)}",)
            raise


@noticed_by("test_a_determinization_is_told_what_the_true_state_is")
class HandInAFieldOfAnError(State):
    def apply(self, action: Any) -> State:
        try:
            return super().apply(action)
        except lt.IllegalActionError as error:
            error.rule = str(number(others_hands(self, self.real.actor)))
            raise


@noticed_by(UNSEEN)
class HandInAnExplanation(State):
    def explain(self, action: Any) -> Any:
        real = self.real.explain(action)
        if real.is_legal:
            return real
        reason = f"{real.reason} {others_hands(self, self.real.actor)}"
        return SimpleNamespace(is_legal=False, rule=real.rule, reason=reason)


@noticed_by(UNSEEN)
class HiddenCardInTheObservation(State):
    def observation(self, seat: int) -> Any:
        observation = self.real.observation(seat)
        observation.flat[-1] = number(others_hands(self, seat)) % 256
        return observation


@noticed_by(UNSEEN)
class AgentThatPeeps(State):
    def agent_action(self, agent: str, seed: Any) -> lt.Action:
        return self.real.agent_action(agent, number(f"{others_hands(self, self.real.actor)}{seed}"))


@noticed_by(UNSEEN)
class DeterminizationBySecretSeed(State):
    def determinize(self, seat: int, seed: Any) -> State:
        return super().determinize(seat, number(f"{others_hands(self, seat)}{seed}"))


@noticed_by(UNSEEN, "cobogo", 2)
class DeterminizationThatIsTheTruth(State):
    """It hides nothing, though to its seat it looks right."""

    def determinize(self, seat: int, seed: Any) -> State:
        return self


@noticed_by("test_a_belief_depends_on_what_its_seat_knows")
class BeliefByHiddenCards(State):
    def belief(self, seat: int) -> Any:
        return {"others": others_hands(self, seat)}


@noticed_by(LIKE_TRUTH)
class DeterminizationForAnotherSeat(State):
    """It changes the own view."""

    def determinize(self, seat: int, seed: Any) -> State:
        return super().determinize((seat + 1) % self.game.players, seed)


# --- Choices ------------------------------------------------------------------------------------

ONE_LIST = "test_indices_mask_and_actions_are_one_list"
EXACTLY = "test_apply_accepts_exactly_the_legal_actions"
KINDS = "test_every_node_is_of_one_kind"


@noticed_by(EXACTLY)
class ActionMissing(State):
    @property
    def legal_actions(self) -> tuple[lt.Action, ...]:
        return self.real.legal_actions[:-1] or self.real.legal_actions


@noticed_by(EXACTLY, "cobogo", 2)
class ActionTooMuch(State):
    """The last thing done can be done again."""

    @property
    def legal_actions(self) -> tuple[lt.Action, ...]:
        done = tuple(event for event in self.real.history[-1:] if not event.is_chance)
        actions = self.real.legal_actions
        return actions and (*actions, *(action for action in done if action not in actions))


@noticed_by(KINDS)
class ActionTwice(State):
    @property
    def legal_actions(self) -> tuple[lt.Action, ...]:
        return self.real.legal_actions + self.real.legal_actions[:1]


@noticed_by(ONE_LIST)
class MaskOfMore(State):
    @property
    def legal_mask(self) -> Any:
        mask = self.real.legal_mask
        mask[np.flatnonzero(~mask)[:1]] = self.real.legal_actions != ()
        return mask


@noticed_by(ONE_LIST)
class IndicesInAnotherOrder(State):
    @property
    def legal_indices(self) -> Any:
        return np.ascontiguousarray(self.real.legal_indices[::-1])


@noticed_by(EXACTLY)
class ExplanationThatAllowsAll(State):
    def explain(self, action: Any) -> Any:
        real = self.real.explain(action)
        return SimpleNamespace(is_legal=True, rule=real.rule, reason=real.reason)


@noticed_by("test_refused_calls_change_nothing")
class ExplanationWithAnotherRule(State):
    def explain(self, action: Any) -> Any:
        real = self.real.explain(action)
        return real if real.is_legal else SimpleNamespace(is_legal=False, rule="X-1", reason="x")


@noticed_by("test_environments_step_like_single_states")
class TurnsTheOtherWay(State):
    """Seats act in the opposite order."""

    @property
    def actor(self) -> Any:
        actor = self.real.actor
        return -actor % self.game.players if isinstance(actor, int) else actor


@noticed_by(KINDS)
class ChanceThatIsNotCertain(State):
    @property
    def chance_outcomes(self) -> tuple[tuple[lt.Action, float], ...]:
        return tuple((event, chance * 0.999) for event, chance in self.real.chance_outcomes)


@noticed_by(EXACTLY)
class ChanceEventMissing(State):
    """The others have its probability."""

    @property
    def chance_outcomes(self) -> tuple[tuple[lt.Action, float], ...]:
        outcomes = self.real.chance_outcomes
        if len(outcomes) < 2:
            return outcomes
        lost = outcomes[-1][1]
        return tuple((event, chance / (1 - lost)) for event, chance in outcomes[:-1])


@noticed_by("test_seeds_draw_chance_by_its_probabilities")
class ChanceThatIsUniform(State):
    @property
    def chance_outcomes(self) -> tuple[tuple[lt.Action, float], ...]:
        outcomes = self.real.chance_outcomes
        return tuple((event, 1 / len(outcomes)) for event, _ in outcomes)


# --- Values -------------------------------------------------------------------------------------


@noticed_by("test_states_are_values")
class ApplyInPlace(State):
    """The new state is right; the old one moves with it."""

    def apply(self, action: Any) -> State:
        self.real = self.real.apply(action)
        return self.game.state(self.real)


@noticed_by("test_refused_calls_change_nothing")
class RefusalThatMoves(State):
    def apply(self, action: Any) -> State:
        try:
            return super().apply(action)
        except lt.IllegalActionError:
            self.real = self.real.apply(self.real.legal_actions[0])
            raise


@noticed_by("test_ten_thousand_refused_calls_change_nothing")
class ManyRefusalsThatMove(State):
    """Only the 9,000th refused call of one state changes it."""

    refused = 0

    def apply(self, action: Any) -> State:
        try:
            return super().apply(action)
        except lt.LudotecaError:
            self.refused += 1
            if self.refused == 9_000:
                self.real = self.real.apply(self.real.legal_actions[0])
            raise


@noticed_by("test_states_are_values")
class StatesEqualByPly(State):
    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.real.ply == other.real.ply

    def __hash__(self) -> int:
        return hash(self.real.ply)


@noticed_by("test_plies_scores_and_returns_keep_their_bounds")
class GameLongerThanItSays(Game):
    @property
    def max_plies(self) -> int:
        return 10


@noticed_by(KINDS)
class EndPastTheLastPly(Game):
    @property
    def max_plies(self) -> int:
        return 10


@noticed_by(KINDS)
class PaidTooMuch(State):
    @property
    def returns(self) -> tuple[float, ...]:
        return tuple(paid - 0.5 for paid in self.real.returns)


@noticed_by(KINDS)
class WinnerUnpaid(State):
    """The seat after a winner is said to have won."""

    @property
    def outcome(self) -> Any:
        real = self.real.outcome
        if real is None:
            return None
        seats = sorted((seat + 1) % self.game.players for seat in real.winners)
        return SimpleNamespace(
            returns=real.returns,
            scores=real.scores,
            winners=tuple(seats),
            reason=real.reason,
            details=real.details,
        )


# --- Texts and back -----------------------------------------------------------------------------

TRIPS = "test_round_trips_at_every_ply_play_on_to_the_same_end"


@noticed_by(TRIPS)
class CardLostInJson(State):
    """The first hand that has a card comes out with one fewer, as a lost joker would."""

    def to_json(self) -> str:
        data = json.loads(self.real.to_json())
        held = data["position"]["hands"]
        for at, hand in enumerate(held):
            if hand:
                held[at] = " ".join(hand.split()[1:]) if isinstance(hand, str) else hand[1:]
                break
        return json.dumps(data)


@noticed_by(TRIPS)
class GeneratorLostInJson(State):
    """The field that says how chance goes on."""

    def to_json(self) -> str:
        return json.dumps({**json.loads(self.real.to_json()), "generator": None})


@noticed_by(TRIPS)
class PastLostInJson(State):
    """The events so far."""

    def to_json(self) -> str:
        data = json.loads(self.real.to_json())
        origin = {"position": data["position"], "past": []}
        return json.dumps({**data, "origin": origin, "events": []})


@noticed_by(TRIPS)
class RecordWithoutTheLastAction(State):
    def record(self) -> str:
        lines = self.real.record().splitlines()
        return "\n".join(lines[:-1] if self.real.history else lines) + "\n"


@noticed_by(TRIPS)
class PickleThatBeginsAgain(State):
    """It keeps the position; the ply and the past are gone."""

    def __reduce__(self) -> tuple[Any, ...]:
        data = json.loads(self.real.to_json())
        data |= {"ply": 0, "origin": {"position": data["position"], "past": []}, "events": []}
        return type(self), (self.game.real.state_from_json(json.dumps(data)), self.game)


@noticed_by(TRIPS)
class OrderThatDependsOnThePath(Game):
    """A state from JSON has its legal actions the other way round."""

    def state_from_json(self, text: str) -> State:
        return BackToFront(self.real.state_from_json(text), self)


class BackToFront(State):
    @property
    def legal_actions(self) -> tuple[lt.Action, ...]:
        return self.real.legal_actions[::-1]


@noticed_by("test_actions_are_their_texts")
class TextOfAnotherAction(Game):
    """Texts are read as the action read before."""

    def action(self, action: Any) -> lt.Action:
        last: lt.Action = self.__dict__.get("last") or self.real.action(action)
        self.__dict__["last"] = self.real.action(action)
        return last


# --- Seeds, batches, environments ---------------------------------------------------------------

BATCH = "test_a_batch_depends_on_seed_and_game_alone"
STEPS = "test_environments_step_like_single_states"


@noticed_by("test_the_first_and_the_last_seed")
class SeedsOf63Bits(Game):
    def start(self, seed: Any = None, index: Any = None) -> State:
        return super().start(seed if seed is None else int(seed) % 2**63, index)


@noticed_by(BATCH)
class BatchThatDependsOnItsSize(Game):
    """Game 0 of a batch of 2 is not game 0 of a batch of 3."""

    def simulate(self, games: Any, **asked: Any) -> Any:
        seed = (asked.get("seed", 0) + int(games)) % 2**64
        results = self.real.simulate(games, **{**asked, "seed": seed})
        return with_columns(results, seed=asked.get("seed", 0))


@noticed_by(BATCH)
class BatchInTheOrderOfThreads(Game):
    """With many threads the games come in another order."""

    def simulate(self, games: Any, **asked: Any) -> Any:
        results = self.real.simulate(games, **asked)
        if asked.get("threads") != 8:
            return results
        names = ("returns", "scores", "plies", "winners", "reason", "level")
        return with_columns(results, **{name: getattr(results, name)[::-1] for name in names})


@noticed_by("test_a_batch_is_random_play_of_single_states", "bogoss", 2)
class BatchOfOtherRules(Game):
    """A batch is played with the limits of another game."""

    def simulate(self, games: Any, **asked: Any) -> Any:
        short = {**self.real.options, "players": 2, "max_turns": 3}
        return REAL_GAME(self.real.name, **short).simulate(games, **asked)


REAL_GAME = lt.game


class with_columns:
    """Results with some columns exchanged."""

    def __init__(self, results: lt.Results, **columns: Any) -> None:
        self.results, self.columns = results, columns

    def __getattr__(self, name: str) -> Any:
        return self.columns[name] if name in self.columns else getattr(self.results, name)

    def __len__(self) -> int:
        return len(self.results)


@noticed_by(STEPS)
class RewardOff(VectorEnv):
    """The reward comes a step late."""

    late: Any = None

    def step(self, indices: Any) -> tuple[Any, ...]:
        observation, reward, *rest = self.real.step(indices)
        late = np.zeros_like(reward) if self.late is None else self.late
        self.late = reward.copy()
        return observation, late, *rest


@noticed_by(STEPS)
class EndNotTold(VectorEnv):
    def step(self, indices: Any) -> tuple[Any, ...]:
        observation, reward, terminated, *rest = self.real.step(indices)
        return observation, reward, np.zeros_like(terminated), *rest


@noticed_by(STEPS)
class MaskOfAnotherRow(VectorEnv):
    def step(self, indices: Any) -> tuple[Any, ...]:
        *arrays, info = self.real.step(indices)
        return *arrays, {**info, "legal_mask": np.roll(info["legal_mask"], 1, axis=0)}


@noticed_by("test_a_bad_row_is_named_and_nothing_moves")
class BadRowThatMovesOthers(VectorEnv):
    """A refused step moves the environments all the same, by a legal action each."""

    def step(self, indices: Any) -> tuple[Any, ...]:
        try:
            return self.real.step(indices)
        except lt.IllegalActionError:
            self.real.step(self.real.sample(0))
            raise
