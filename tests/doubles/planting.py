"""How a fault is planted: a class of the double with one wrong answer, and the test to notice it.

Hidden cards are found by what both games have in their JSON: hands in seat order. Nothing else
here knows a rule.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

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
