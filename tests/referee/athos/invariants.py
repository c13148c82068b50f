"""What holds in every position and from one position to the next (rules Z-9)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from referee.athos.mural import Mural, box
from referee.athos.position import MARKERS, Position
from referee.athos.table import Referee
from referee.tables import CHANCE


def check_position(referee: Referee) -> None:
    """Z-9, and that the lists of the node make sense."""
    p = referee.position
    _check_cubes(p)
    _check_mural(p)
    _check_markers(p)
    _check_ateliers(p)
    _check_lists(referee)


def _check_cubes(p: Position) -> None:
    """44 cubes, 11 of each kind, wherever they are; some may be in the air for a roll."""
    faces = [face for face, _ in p.mural.values()]
    faces += [*p.fundathos.values(), *p.workshop.elements(), *p.box.elements()]
    faces += [face for atelier in p.ateliers for face in atelier.tiles()]
    found = Counter(p.kind(face) for face in faces)
    found.update(p.bag)
    found.update(step[1] for step in p.todo if step[0] == "roll")
    assert +found == {kind: count for kind, (count, _) in p.components.kinds.items()}


def _check_mural(p: Position) -> None:
    """N-1, the boxes of all blocks, W-5, and turns below the order."""
    assert all(p.ground.holds(cell) for cell in p.mural)
    assert all(0 <= turn < p.components.order(face) for face, turn in p.mural.values())
    if p.options.slide_contact != "allow":
        assert not p.ground.has_contact(p.mural)
    if p.options.mode == "simplified" and p.options.simple_shape == "none":
        return
    most = 2 if p.options.mode == "challenging" else 3
    for pattern in p.components.patterns:
        block = p.ground.block(p.mural, pattern)
        if block and not block & p.ground.padlocks:  # W-18 stretches corner blocks
            assert max(box(block)) <= most, pattern
    for pattern in p.immutable:  # W-11
        block = p.ground.block(p.mural, pattern)
        assert len(block) == 4
        assert box(block) == (2, 2)


def _check_markers(p: Position) -> None:
    """8 markers of each side, in stock, on cards or on the mural."""
    placed = Counter(p.immutable.values())
    for card in p.cards.values():
        placed.update(card.markers())
    for side, stock in enumerate(p.stock):
        assert stock >= 0
        assert stock + placed[side] == MARKERS


def _check_ateliers(p: Position) -> None:
    """A-20, Y-23."""
    free, protected = p.components.ateliers[p.options.atelier_side]
    for side, atelier in enumerate(p.ateliers):
        assert len(atelier.free) <= free
        assert len(atelier.protected) <= protected
        is_on_card = p.tools is not None and p.tools.held[side] == "mallets"
        assert len(atelier.tool) <= (p.tools.level[side] if p.tools and is_on_card else 0)


def _check_lists(referee: Referee) -> None:
    """Lists without repeats; probabilities that sum to 1; a pass in every turn."""
    who, legal, events = referee.actor(), referee.legal(), referee.chance()
    assert len(set(legal)) == len(legal)
    if who == CHANCE:
        assert sum(events.values()) == 1
        assert all(events.values())
    elif who is not None:
        assert legal
        assert (legal[-1] == "pass") == (referee.view()["phase"] == "act")
    else:
        assert (legal, events) == ([], {})
        result = referee.outcome()
        assert result is not None
        assert sum(result["returns"]) in (0, 1) or referee.position.options.mode == "teams"


class Memory:
    """What must not change from one node to the next."""

    def __init__(self, p: Position) -> None:
        self._immutable, self._locked = _immutable(p), _locked(p)
        self._orientations = {name: card.quarter_turns for name, card in p.cards.items()}
        self._crossings = _crossings(p)
        self._box, self._yellow = Counter(p.box), list(p.yellow)

    def check(self, p: Position) -> None:
        """W-11, W-14, G-5, Q-6, M-11, U-23."""
        assert self._immutable.items() <= _immutable(p).items()
        assert self._locked.items() <= _locked(p).items()
        for name, quarter_turns in self._orientations.items():
            assert p.cards[name].quarter_turns == quarter_turns or quarter_turns is None
        if p.masters is None:  # move markers
            assert self._crossings.items() <= _crossings(p).items()
        if p.tools is None:  # Y-24 takes tiles back
            assert self._box <= p.box
        assert set(p.yellow) <= set(self._yellow)


def _immutable(p: Position) -> Mural:
    return {cell: tile for cell, tile in p.mural.items() if p.pattern(tile[0]) in p.immutable}


def _locked(p: Position) -> Mural:
    return {cell: tile for cell, tile in p.mural.items() if cell in p.ground.padlocks}


def _crossings(p: Position) -> dict[tuple[str, str], Any]:
    return {
        (name, window): side
        for name, card in p.cards.items()
        for window, side in card.crossings.items()
        if side is not None
    }
