"""What is hidden of Masters is in nothing that a seat is given (X-1, X-5)."""

from __future__ import annotations

from random import Random

import ludoteca as lt
import pytest
from athos_positions import changed, game_of, legal, position_of
from support import sight, some_action
from test_athos_referee import is_special

SEATS = {"base": 3, "simplified": 5, "solo": 1, "duel": 2, "teams": 4, "challenging": 4}


def drawn_often(mode: str, rng: Random) -> list[lt.State]:
    """Positions of a game in which everybody gets a Master soon."""
    game = game_of(SEATS[mode], mode=mode, expansions=["masters"], max_rounds=12)
    state = game.start()
    states = []
    while not state.is_over:
        wanted = [text for text in legal(state) if is_special(text) or text.startswith("keep")]
        state = state.apply(rng.choice(wanted) if wanted else next_action(state, rng))
        if state.view(None)["phase"] != "setup":
            states.append(state)
    return states


def next_action(state: lt.State, rng: Random) -> lt.Action | str:
    """Mostly a lay."""
    lays = legal(state, "lay")
    return rng.choice(lays) if lays and rng.random() < 0.8 else some_action(state, rng)


@pytest.mark.rule("X-1", "X-5")
@pytest.mark.parametrize("mode", SEATS)
def test_other_hidden_masters_change_nothing_that_a_seat_is_given(mode: str) -> None:
    rng = Random(f"secrets {mode}")
    others = 0
    for _ in range(3):
        for state in drawn_often(mode, rng):
            masters = position_of(state)["masters"]
            if not masters["bottom"] and not masters["drawn"]:
                continue
            for seat in range(SEATS[mode]):
                twin = state.determinize(seat, rng.getrandbits(60))
                shown, same = sight(state, seat), sight(twin, seat)
                if mode != "solo":
                    # What the spectator reads is part of what is shown to each seat.
                    assert shown == same
                others += position_of(twin)["masters"] != masters
                # A determinization is a sound position.
                assert position_of(changed(twin)) == position_of(twin)
    assert (others > 0) == (mode != "solo")


@pytest.mark.rule("X-5")
@pytest.mark.parametrize("mode", ["base", "teams", "simplified"])
def test_no_text_for_a_seat_names_a_hidden_master(mode: str) -> None:
    rng = Random(f"names {mode}")
    hidden_seen = 0
    for state in drawn_often(mode, rng):
        masters = position_of(state)["masters"]
        open_keys = {key for key in masters["held"] if key}
        for seat in range(SEATS[mode]):
            side = seat % 2 if mode == "teams" else seat
            cards = masters["bottom"] + masters["drawn"]
            secret = {card["card"] for card in cards if side not in card["known"]}
            secret |= set(masters["unknown"])
            secret -= open_keys
            hidden_seen += len(secret)
            texts = [str(state.view(seat)["masters"]), state.draw_for(seat)]
            texts += [text for text in state.history_for(seat) if text.startswith("deal ")]
            words = {word.strip("',[]{}:;()") for text in texts for word in text.split()}
            assert not secret & words
    assert hidden_seen > 0
