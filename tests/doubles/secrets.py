"""Faults that tell a seat what it may not know."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any
from zlib import crc32

import ludoteca as lt

from doubles import State
from doubles.planting import noticed_by, others_hands


def number(text: str) -> int:
    return crc32(text.encode())


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
