"""Guards of the engine, its legal moves and what always holds, section Z."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import ludoteca as lt
import pytest
from athos_positions import (
    changed,
    dealt,
    game_of,
    legal,
    mural,
    own_set,
    play,
    points,
    position_of,
    rolled,
    table,
    tiles,
)
from referee.athos.components import default_set
from support import forbidden, outcomes, refusal, some_action

NONE = ["......"] * 6
SET = default_set()
MODES = [
    ("base", 2),
    ("base", 6),
    ("simplified", 3),
    ("solo", 1),
    ("duel", 2),
    ("teams", 4),
    ("challenging", 4),
]
ROUND = {"base": 3, "simplified": 3, "challenging": 3, "solo": 2, "duel": 2, "teams": 4}
"""Turns in a round, with the players of `PLAYERS`."""
PLAYERS = {"base": 3, "simplified": 3, "challenging": 3, "solo": 1, "duel": 2, "teams": 4}


def table_of(mode: str, **words: Any) -> lt.State:
    """An empty table of a mode; side 0 holds two tiles, side 1 one."""
    return table("Aa Ba", "Aa", mode=mode, players=PLAYERS[mode], **words)


def view(state: lt.State, *names: str) -> tuple[Any, ...]:
    """Some fields of the view."""
    return tuple(state.view(None)[name] for name in names)


@pytest.mark.rule("Z-1")
def test_chance_comes_from_one_seeded_generator() -> None:
    for mode, players in MODES:
        game = game_of(players, mode=mode)
        starts = [game.start(seed=seed) for seed in (1, 1, 2)]
        first, same, other = (position_of(state) for state in starts)
        assert first == same != other
        # Later rolls belong to the seed as well.
        seen = []
        for seed in (5, 5, 6):
            state, rng = game.start(seed=seed), Random(9)
            for _ in range(60):
                if not state.is_over:
                    state = state.apply(rng.choice(state.legal_actions))
            seen.append(position_of(state))
        assert seen[0] == seen[1] != seen[2]
    # Without a seed every event is a decision of its own, with its probability.
    state = play(game_of().start(), "draw Aa")
    left = {"W": 10, "X": 11, "Y": 11, "Z": 11}
    for text, chance in outcomes(state).items():
        assert chance == pytest.approx(left[SET.kind_of[text.split()[1]]] / 43 / 6)
    roll = outcomes(play(table("Aa Ba", "Ca"), "swap Aa Ba Ca 1"))
    assert roll == pytest.approx({f"roll {face}": 1 / 6 for face in SET.kinds["W"][1]})


@pytest.mark.rule("Z-2")
@pytest.mark.parametrize("mode", PLAYERS)
def test_a_pass_ends_the_turn_and_is_always_possible(mode: str) -> None:
    rng = Random(f"pass {mode}")
    state = dealt(game_of(PLAYERS[mode], mode=mode))
    for _ in range(150):
        if state.is_over:
            break
        if view(state, "phase") == ("act",):
            assert legal(state)[-1] == "pass"
            after = play(state, "pass")
            assert after.is_over or view(after, "turn") == (state.view(None)["turn"] + 1,)
        state = rolled(state.apply(some_action(state, rng)))
    # With two actions left, with one, and with none.
    assert view(play(table_of(mode), "pass"), "turn", "actions_left") == (ROUND[mode] + 2, 2)
    one = play(table_of(mode), "rotate Aa Ba", "pass")
    assert view(one, "turn", "actions_left") == (ROUND[mode] + 2, 2)


@pytest.mark.rule("Z-3")
@pytest.mark.parametrize("mode", PLAYERS)
def test_the_game_ends_when_everybody_passes_in_succession(mode: str) -> None:
    state = table_of(mode)
    for passed in range(ROUND[mode]):
        assert view(state, "passed", "phase") == (passed, "act")
        state = play(state, "pass")
    assert view(state, "phase", "reason") == ("over", "all passed")
    # An action, of whatever sort, begins the count again.
    state = play(table_of(mode), *["pass"] * (ROUND[mode] - 1), "take 0,0", "pass")
    assert view(state, "passed", "phase") == (0, "act")
    # with the majorities.
    if mode in ("base", "solo", "duel", "teams"):
        cards = {"A": {"crossings": "1 1 - -"}}
        done = play(table_of(mode, cards=cards), *["pass"] * ROUND[mode])
        assert sum(done.view(None)["scores"]) == 10
    if mode == "solo":
        assert done.outcome is not None
        assert done.outcome.winners == ()


@pytest.mark.rule("Z-4")
@pytest.mark.parametrize("mode", PLAYERS)
@pytest.mark.parametrize("rounds", [None, 1, 3])
def test_the_game_ends_after_rounds_without_a_lay(mode: str, rounds: int | None) -> None:
    words = {} if rounds is None else {"no_progress_rounds": rounds}
    state = table_of(mode, board="4,4 Ca0", **words)
    turns = 0
    while not state.is_over:
        assert view(state, "idle") == (turns,)
        turns += 1
        # Taking a tile is no progress.
        text = "take 0,0" if turns == 1 else (legal(state, "rotate") + legal(state, "take"))[0]
        state = play(state, text, "pass")
    assert (turns, view(state, "reason")) == ((rounds or 8) * ROUND[mode], ("no progress",))


@pytest.mark.rule("Z-4")
@pytest.mark.parametrize("mode", PLAYERS)
def test_a_lay_begins_the_count_again(mode: str) -> None:
    state = changed(table_of(mode, board="4,4 Aa0"), idle=2)
    assert view(play(state, "lay Aa0 4,5", "pass"), "idle") == (0,)
    assert view(play(state, "take 0,0", "pass"), "idle") == (3,)


@pytest.mark.rule("Z-4")
def test_a_restore_counts_as_laying() -> None:
    state = changed(table("Ab", board="4,4 Aa1 Aa1 / Aa3 Ab3"), idle=2)
    after = play(rolled(play(state, "restore 5,5 Ab2")), "pass")
    assert view(after, "idle") == (0,)


@pytest.mark.rule("Z-5")
@pytest.mark.parametrize("mode", PLAYERS)
@pytest.mark.parametrize("rounds", [None, 1, 2])
def test_the_game_ends_after_max_rounds(mode: str, rounds: int | None) -> None:
    words = {} if rounds is None else {"max_rounds": rounds}
    last = (rounds or 100) * ROUND[mode]
    game = game_of(PLAYERS[mode], mode=mode, **words)
    state = dealt(game)
    if rounds is None:
        seat = (last - 1) % PLAYERS[mode]
        state = changed(state, turn=last - 1, seat=(seat - 1) % PLAYERS[mode])
    turn = state.view(None)["turn"]
    while not state.is_over:
        assert view(state, "turn") == (turn,)
        turn += 1
        state = play(state, legal(state)[0], "pass")
    assert (turn - 1, view(state, "reason")) == (last, ("too many rounds",))


@pytest.mark.rule("Z-6")
@pytest.mark.parametrize("mode", ["solo", "duel", "teams"])
@pytest.mark.parametrize("tail", [None, 0, 1, 4])
def test_after_fundathos_is_empty_few_turns_are_left(mode: str, tail: int | None) -> None:
    words = {} if tail is None else {"tail_turns": tail}
    last = ["x.....", *NONE[1:]]
    state = table_of(mode, fundathos=last, scores=[2], no_progress_rounds=100, **words)
    state = play(state, "take 0,0", "pass")
    turns = 0
    while not state.is_over:
        turns += 1
        state = play(state, legal(state, "rotate")[0], "pass")
    assert (turns, view(state, "reason")) == (20 if tail is None else tail, ("tail",))
    assert state.outcome is not None
    if mode == "solo":
        assert state.outcome.winners == ()
    else:
        assert state.outcome.winners == tuple(range(1, PLAYERS[mode], 2))


@pytest.mark.rule("Z-6")
def test_a_solo_game_with_tiles_left_is_lost_whatever_its_score() -> None:
    words: dict[str, Any] = {"mode": "solo", "fundathos": NONE, "scores": [0], "tail_turns": 1}
    state = changed(table("", "Aa", turn_of=1, **words), yellow=[20])
    lost = play(state, "pass")
    assert view(lost, "reason", "scores") == ("tail", [0])
    assert lost.outcome is not None
    assert (lost.outcome.winners, lost.outcome.level) == ((), None)
    assert list(lost.outcome.returns) == [0.0]
    # In the base game there is no such guard: the last round ends it.
    base = play(table("Aa", "", fundathos=NONE, tail_turns=0), "pass")
    assert not base.is_over


@pytest.mark.rule("Z-7")
def test_every_direction_and_every_orientation_is_listed() -> None:
    # Two blocks that are touched on two sides each: four joint choices.
    both = table("Ga", board="3,3 B B / B; 4,5 C; 5,4 C C", cards={"G": {}})
    assert {text.split(" push ")[1] for text in legal(both, "lay Ga0 4,4")} == {
        "B:N C:E",
        "B:N C:S",
        "B:W C:E",
        "B:W C:S",
    }
    single = table("Ga", board="3,4 B B / . B", cards={"G": {}})
    assert legal(single, "lay Ga2 4,4") == ["lay Ga2 4,4 push B:N", "lay Ga2 4,4 push B:E"]
    assert forbidden(single, "lay Ga2 4,4") == "M-15"
    assert forbidden(single, "lay Ga2 4,4 push B:W") == "M-15"
    # An opening lay: four turns and four orientations.
    first = table("Ga")
    texts = legal(first, "lay Ga1 4,4") + legal(first, "lay Ga0 4,4")
    assert texts == [f"lay Ga{turn} 4,4 card {card}" for turn in (1, 0) for card in range(4)]
    assert forbidden(first, "lay Ga1 4,4") == "G-5"
    assert len(legal(first, "lay")) == 81 * 16
    upright = table("Ga", card_orientation="upright")
    assert len(legal(upright, "lay")) == 81 * 4
    assert forbidden(upright, "lay Ga1 4,4 card 0") == "G-5"


@pytest.mark.rule("Z-8")
def test_forms_that_look_equal_are_one(tmp_path: Path) -> None:
    for face in ("Ga", "Bb", "Cb"):
        card: dict[str, dict[str, str]] = {face[0]: {}}
        turns = {text.split()[1][2] for text in legal(table(face, cards=card), "lay")}
        assert turns == set(map(str, range(SET.order(face))))
        if SET.order(face) < 4:
            assert forbidden(table(face, cards=card), f"lay {face}3 4,4") == "A-7"
    # Orientations that give the same artwork: all, and each with that on its head.
    own = own_set(
        tmp_path,
        C="Cb0 Cb0 Cb0 / Cb0 Cb0 Cb0 / Cb0 Cb0 Cb0",
        F="Fb0 Fb0 Fb0 / Fa0 Fb0 Fa2 / Fb0 Fb0 Fb0",
    )
    uniform = table("Cb", components=own)
    assert legal(uniform, "lay Cb0 4,4") == ["lay Cb0 4,4 card 0"]
    assert forbidden(uniform, "lay Cb0 4,4 card 1") == "G-5"
    halves = table("Fb", components=own)
    assert legal(halves, "lay Fb0 4,4") == [f"lay Fb0 4,4 card {card}" for card in (0, 1)]


@pytest.mark.rule("Z-9")
@pytest.mark.parametrize(("mode", "players"), MODES)
def test_what_holds_in_every_position(mode: str, players: int) -> None:
    rng = Random(f"{mode} {players}")
    for seed in range(3):
        state = game_of(players, mode=mode).start(seed=seed)
        while not state.is_over:
            check(state)
            building = legal(state, "lay") + legal(state, "restore")
            action = rng.choice(building) if building and rng.random() < 0.6 else None
            state = state.apply(action or some_action(state, rng))
        check(state)


def check(state: lt.State) -> None:
    """Z-9, from the view and the position."""
    view, position = state.view(None), position_of(state)
    faces = [tile[:2] for tile in mural(state).values()]
    faces += [face for row in view["fundathos"] for face in row if face]
    faces += Counter(view["workshop"]).elements()
    faces += Counter(view["box"]).elements()
    faces += [f for each in view["ateliers"] for f in (*each["free"], *each["protected"])]
    kinds = Counter(SET.kind_of[face] for face in faces)
    kinds.update(position["rolls"])
    assert kinds == {"W": 11, "X": 11, "Y": 11, "Z": 11}
    cells = {tuple(map(int, cell.split(","))): tile[0] for cell, tile in mural(state).items()}
    for (r, c), pattern in cells.items():
        assert {cells.get(near, pattern) for near in ((r + 1, c), (r, c + 1))} == {pattern}
    most = 2 if view["mode"] == "challenging" else 3
    corners = {(0, 0), (0, 8), (8, 0), (8, 8)}
    for pattern in set(cells.values()):
        block = [cell for cell, other in cells.items() if other == pattern]
        rows, cols = zip(*block, strict=True)
        if view["mode"] != "challenging" or not corners & set(block):
            assert max(max(rows) - min(rows), max(cols) - min(cols)) < most
    placed = Counter(view["immutable"].values())
    for card in view["cards"].values():
        assert len(card["crossings"]) == 4
        placed.update(owner for owner in card["crossings"] if owner is not None)
    assert [stock + placed[side] for side, stock in enumerate(view["stock"])] == [8] * len(
        view["stock"]
    )


@pytest.mark.rule("Z-10")
def test_a_lay_goes_step_by_step() -> None:
    # Base: the card is opened, blocks slide, then the group, the windows and the panel are paid.
    state = table("Ab", board="4,4 Aa1 Aa1 / Aa3 .; 5,6 Ba0 Ba0; 6,5 Ca0")
    done = play(state, "lay Ab2 5,5")
    assert mural(done) == tiles("4,4 Aa1 Aa1 / Aa3 Ab2; 5,7 Ba0 Ba0; 7,5 Ca0")
    assert (points(state, done), view(done, "stock")) == (8, ([7, 8],))
    opened = play(table("Ga", board="4,4 Ba0"), "lay Ga1 4,3 card 2")
    assert mural(opened) == tiles("4,3 Ga1; 4,5 Ba0")
    assert opened.view(None)["cards"]["G"]["orientation"] == 2
    # What is illegal opens nothing.
    refused = table("Ga", board="4,4 Ba0 . Ca0")
    assert forbidden(refused, "lay Ga1 4,3 card 2") == "M-14"
    assert "G" not in refused.view(None)["cards"]
    # W: away from the immutable block, and others at once; then the square is marked.
    state = table(
        "Aa", board="6,0 I I / I I; 7,3 A; 8,2 A A", mode="challenging", immutable={"I": 1}
    )
    done = play(state, "lay Aa0 7,2")
    assert mural(done) == tiles("6,0 I I / I I; 7,3 A A / A A")
    assert (points(state, done), done.view(None)["immutable"]) == (4, {"I": 1, "A": 0})
    state = table("Aa", board="1,0 I I / I I; 0,2 C", mode="challenging", immutable={"I": 1})
    done = play(state, "lay Aa0 1,2")
    assert mural(done) == tiles("1,0 I I / I I; 1,3 A")


@pytest.mark.rule("Z-9")
def test_positions_that_break_it_are_refused() -> None:
    state = table("Aa", "Ba", board="4,4 Aa1; 7,7 Ba0")
    position = position_of(state)

    def rule(**fields: Any) -> str | None:
        found: str | None = getattr(refusal(changed, state, **fields), "rule", None)
        return found

    assert rule(workshop={**position["workshop"], "Aa": 40}) == "Z-9"
    assert rule(box={"Aa": 1}) == "Z-9"
    assert rule(stock=[7, 8]) == "Z-9"
    beside = [list(row) for row in position["mural"]]
    beside[7][7], beside[4][5] = None, "Ba0"
    assert rule(mural=beside) == "N-1"
    far = [list(row) for row in position["mural"]]
    far[7][7], far[4][7] = None, "Aa1"
    workshop = Counter(position["workshop"])
    assert rule(mural=far, workshop=workshop) in ("O-10", "Z-9")
