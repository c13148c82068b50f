"""Does the contract notice? Faults planted in a double of a game, one at a time.

The contract's own test functions run, unchanged, with `lt.game` giving the double: without a fault
all of them pass, and each fault makes the test fail that is named beside it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Any

import ludoteca as lt
import pytest
import test_contract
import test_contract_batches
import test_contract_seats
import test_contract_seeds
from doubles import batches, double, secrets, states
from doubles.planting import FAULTS, Fault

REAL_GAME = lt.game
# Modules plant their faults when they are read.
PLANTED = (secrets, states, batches)
MODULES = (test_contract, test_contract_seats, test_contract_seeds, test_contract_batches)
Install = Callable[[type | None], None]


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Install:
    """Puts the double, with some fault, where the contract gets its games from."""

    def put(fault: type | None) -> None:
        def game(name: str, **asked: Any) -> Any:
            return double(REAL_GAME(name, **asked), fault)

        monkeypatch.setattr(lt, "game", game)

    return put


CONTRACT: dict[str, Callable[..., None]] = {
    name: test
    for module in MODULES
    for name, test in vars(module).items()
    if name.startswith("test_")
}


def calls(test: str, name: str, players: int) -> Iterator[Callable[[], None]]:
    """A test of the contract for one game, once for each case that it has beside that."""
    function = CONTRACT[test]
    cases: list[dict[str, Any]] = [{"name": name, "players": players}]
    for mark in getattr(function, "pytestmark", []):
        names, values = mark.args
        if isinstance(names, str) and names != "name":
            cases = [{**case, names: value} for case in cases for value in values]
    wanted = inspect.signature(function).parameters
    for case in cases:
        asked = {key: value for key, value in case.items() if key in wanted}
        yield lambda asked=asked: function(**asked)  # type: ignore[misc]


@pytest.mark.parametrize(("name", "players"), [("cobogo", 2), ("bogoss", 3)])
@pytest.mark.parametrize("test", CONTRACT)
def test_a_double_without_a_fault_keeps_the_contract(
    test: str, name: str, players: int, install: Install
) -> None:
    install(None)
    for call in calls(test, name, players):
        call()


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.plant.__name__)
def test_the_contract_notices(fault: Fault, install: Install) -> None:
    """By the test named, and for no other reason: the same test passes without the fault."""
    for plant in (None, fault.plant):
        install(plant)
        noticed = []
        for call in calls(fault.test, *fault.table):
            try:
                call()
            except (AssertionError, lt.LudotecaError, pytest.fail.Exception) as error:
                noticed.append(error)
        assert bool(noticed) == (plant is not None), noticed


def test_every_test_of_the_contract_is_called() -> None:
    assert len(CONTRACT) > 30
    assert all(list(calls(test, "bogoss", 3)) for test in CONTRACT)
    assert {fault.test for fault in FAULTS} <= CONTRACT.keys()
    assert {fault.plant.__module__ for fault in FAULTS} == {file.__name__ for file in PLANTED}
    assert len({fault.plant for fault in FAULTS}) == len(FAULTS) >= 12
