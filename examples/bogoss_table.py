"""What the learners see of Bogoss: the table from the own seat, without the requests so far."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from policy import Floats


def turned(by_seat: NDArray[Any], seats: NDArray[np.int64]) -> NDArray[Any]:
    """The second axis, one entry a seat, turned so that it begins with the own seat."""
    players = by_seat.shape[1]
    order = (np.arange(players) + seats[:, None]) % players
    own_first: NDArray[Any] = by_seat[np.arange(len(seats))[:, None], order]
    return own_first


def features_of(observations: NDArray[Any], seats: NDArray[np.int64], players: int) -> Floats:
    """Facts, the own hand, and the cards of each seat as far as they are known."""
    rows = observations[:, 0].astype(np.float64)
    hand = rows[:, 1, :13]
    by_seat = rows[:, 2 : 2 + 3 * players].reshape(len(rows), players, 48)
    return np.column_stack(
        [
            np.ones(len(rows)),
            rows[:, 0, [7, 8, 12]] / [1, 40, 1],  # May stop, cards in the pile, status to pick.
            hand > 0,
            np.minimum(hand, 3) / 3,
            turned(by_seat, seats).reshape(len(rows), -1) / 3,
        ]
    )
