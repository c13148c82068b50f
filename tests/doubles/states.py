"""Faults of choices, values and texts."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import ludoteca as lt
import numpy as np

from doubles import Game, State
from doubles.planting import noticed_by

# --- Choices --------------------------------------------------------------------------------------

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


# --- Values ---------------------------------------------------------------------------------------


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


# --- Texts and back -------------------------------------------------------------------------------

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
