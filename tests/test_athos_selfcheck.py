"""The referee of Athos against its own invariants (Z-9), in random games of every mode.

Half of the players choose the kind of action first, so that rare ones come up; the others try a
few actions and take the one that pays most, so that squares, panels and markers come up.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from referee.athos import actions, endings, growth, laying, masters, tool_points, tools
from referee.athos.components import WINDOWS, ComponentSet
from referee.athos.examples import CHECKS, examples, referee_table
from referee.athos.invariants import Memory, check_position
from referee.athos.mural import Ground
from referee.athos.options import EXPANSIONS, SEATS, VALUES
from referee.athos.position import Position
from referee.athos.scenes import made_scene
from referee.athos.sets import random_set, read_set, write_set
from referee.athos.table import Referee
from referee.tables import CHANCE, named

TRIES = 3
"""Actions that a greedy player looks at."""
RARE = ("protect", "unprotect", "swap", "master", "use", "cut", "stow", "retrieve", "bonus")
GAMES = {"base": 5, "simplified": 5, "solo": 4, "duel": 3, "teams": 3, "challenging": 6}
CLOCKS = {
    "no_progress_rounds": (1, 4, 8),
    "max_rounds": (3, 20, 100),
    "tail_turns": (0, 3, 20),
}


def random_options(rng: Random, mode: str, number: int) -> tuple[dict[str, Any], int]:
    """Options drawn at random; every other game has the defaults."""
    players = SEATS[mode][number % len(SEATS[mode])]
    chosen: dict[str, Any] = {"mode": mode, "expansions": EXPANSIONS if number % 3 else ()}
    if number % 2:
        for key, values in {**VALUES, **CLOCKS}.items():
            if rng.random() < 0.5:
                chosen[key] = rng.choice(values)
        if mode in ("base", "simplified", "challenging"):
            chosen["first_player"] = rng.choice([*range(players), "random"])
    return chosen, players


def gain(referee: Referee, text: str, rng: Random) -> float:
    """What an action is worth to its player at once; an end of the turn is worth nothing."""
    before, side = referee.position.scores, referee.position.side
    trial = referee.copy()
    trial.apply(text)
    while trial.actor() == CHANCE or trial.view()["phase"] == "mark":
        trial.apply(next(iter(trial.chance() or trial.legal())))
    scores = trial.position.scores
    if referee.position.options.is_shared:
        return (scores[0] - before[0]) * (1 if side else -1) + rng.random() / 2
    return scores[side] - before[side] + rng.random() / 2


def chosen(referee: Referee, rng: Random) -> str:
    """A chance event by its probability, or an action."""
    if referee.actor() == CHANCE:
        events = referee.chance()
        return rng.choices(list(events), [float(p) for p in events.values()])[0]
    legal = referee.legal()
    if len(legal) == 1:
        return legal[0]
    if rng.random() < 0.5:
        paying = [text for text in legal if text.split()[0] in ("lay", "restore", "use", "bonus")]
        if paying:
            tried = rng.sample(paying, min(TRIES, len(paying)))
            return max(tried, key=lambda text: gain(referee, text, rng))
    rare = [text for text in legal if text.split()[0] in RARE or " push " in text]
    if rare and rng.random() < 0.3:
        return rng.choice(rare)
    by_word: dict[str, list[str]] = {}
    for text in legal:
        by_word.setdefault(text.split()[0], []).append(text)
    word = rng.choice(
        [word for word in by_word if word != "pass" or rng.random() < 0.2] or ["pass"]
    )
    return rng.choice(by_word[word])


def play(referee: Referee, rng: Random) -> Counter[str]:
    """Play to the end with every position checked; what was seen."""
    seen = Counter[str]()
    while referee.actor() is not None:
        check_position(referee)
        memory = Memory(referee.position)
        text = chosen(referee, rng)
        referee.apply(text)
        memory.check(referee.position)
        words = text.split()
        seen[" ".join(words[:2]) if words[0] in ("use", "tool") else words[0]] += 1
        seen.update(word for word in ("push", "card") if word in words)
        if words[-1] == "tool":
            seen["tool behind"] += 1
    check_position(referee)
    seen[f"end: {referee.position.reason}"] += 1
    return seen


@pytest.mark.parametrize("mode", SEATS)
def test_random_games(mode: str) -> None:
    rng = Random(f"athos {mode}")
    seen = Counter[str]()
    for number in range(GAMES[mode]):
        options, players = random_options(rng, mode, number)
        referee = Referee(options, players)
        try:
            seen += play(referee, rng)
        except AssertionError as error:
            error.add_note(f"{mode}, game {number}: {options}, {players} players")
            raise
    wanted = {"draw", "deal", "roll", "take", "rotate", "lay", "protect", "swap", "push", "pass"}
    wanted |= {"master", "keep", "upgrade", "tool behind"}
    if mode in ("solo", "duel", "teams"):
        wanted.add("unprotect")
    if mode not in ("simplified", "challenging"):
        wanted.add("restore")
    assert wanted <= set(seen), wanted - set(seen)


def test_games_with_other_sets(tmp_path: Path) -> None:
    """Sets drawn at random, written and read again."""
    rng = Random("athos sets")
    for number in range(12):
        drawn = random_set(rng)
        file = tmp_path / f"{number}.toml"
        write_set(drawn, file)
        assert read_set(file) == drawn
        options, players = random_options(rng, list(SEATS)[number % len(SEATS)], number)
        try:
            play(Referee(options, players, drawn), rng)
        except AssertionError as error:
            error.add_note(f"set {number}: {drawn}\n{options}, {players} players")
            raise


def test_what_lies_under_the_pile_is_known_to_the_one_who_put_it_there() -> None:
    """X-5: the cards drawn too."""
    table = referee_table(made_scene({"expansions": ["masters"], "lays": ["A A", ""]}))
    for text in ("master", "deal laying", "deal purchase"):
        table = table.apply(text)
    drawn = [table.view(seat)["masters"]["drawn"] for seat in (0, 1, None)]
    assert drawn == [["laying", "purchase"], [None, None], [None, None]]
    table = table.apply("keep laying")
    bottom = [table.view(seat)["masters"]["known_bottom"] for seat in (0, 1, None)]
    assert bottom == [["purchase"], [None], [None]]


# --- planted faults -----------------------------------------------------------------------------

WAYS, DESTINATION, AFTER = Ground._ways, Ground._destination, Ground._after
FRAMES, MAJORITY = growth.reference_frames, endings.majority


def without_jump(self: Ground, laid: Any, cell: Any, moves: Any) -> Any:
    """A tile stops beside the locked one."""
    goal = DESTINATION(self, laid, cell, moves)
    return goal if self.holds(goal) or not self.padlocks else cell


def without_box(self: Ground, laid: Any, moves: Any, new: Any) -> Any:
    """Discarded tiles vanish."""
    after = AFTER(self, laid, moves, new)
    return None if after is None else (*after[:2], ())


def all_crossings(p: Position) -> list[tuple[str, str]]:
    """Marked ones too."""
    return [(pattern, crossing) for pattern in p.cards for crossing in WINDOWS]


def without_stock(p: Position, place: tuple[str, str, int]) -> None:
    """A marker that was in no stock."""
    p.cards[place[0]].extra.append(place[2])


def stowed_last(p: Position, sources: tuple[tuple[str, str], ...]) -> None:
    """The tile named last is protected."""
    for face, place in reversed(sources):
        p.remove(p.side, face, place)
        p.atelier.tool.append(face)


FAULTS: dict[str, tuple[str, Any, str, Any]] = {
    "contact is allowed": ("EX-12", Ground, "has_contact", lambda *_: False),
    "one direction": ("EX-14", Ground, "_ways", lambda *given: WAYS(*given)[:1]),
    "nothing is immovable": ("EX-71", Ground, "is_immovable", lambda *_: False),
    "no jump": ("EX-76", Ground, "_destination", without_jump),
    "discards vanish": ("EX-8", Ground, "_after", without_box),
    "the gate is shut": ("EX-22", growth, "passes_gate", lambda *_: False),
    "the gate is open": ("EX-21", growth, "passes_gate", lambda *_: True),
    "one frame": ("EX-42", actions, "reference_frames", lambda *given: FRAMES(*given)[:1]),
    "no panel": ("EX-31", laying, "full_panel", lambda *_: False),
    "cards upright": ("EX-36", ComponentSet, "oriented", lambda self, name, _: self.cards[name]),
    "all released": ("EX-49", Position, "released", lambda self: sorted(self.fundathos)),
    "no room is needed": ("EX-45", actions, "_has_room", lambda *_: True),
    "no last round": ("EX-52", Position, "is_last_round", False),
    "ties pay the place": (
        "EX-53",
        endings,
        "majority",
        lambda counts, _, *more: MAJORITY(counts, "none", *more),
    ),
    "no laps": ("EX-59 negative", laying, "TRACK", 10_000),
    "two repeats": ("EX-83", masters, "REPEATS", 2),
    "a cheap set square": ("EX-86 steel", tool_points, "SET_SQUARES", (1, 2)),
    "all crossings are free": ("X-11 Master of Contracts", masters, "_unmarked", all_crossings),
    "a marker from nowhere": ("X-12 Mistress of Precision", masters, "_add", without_stock),
    "no correct squares": (
        "X-16 Mistress of Correction",
        masters,
        "in_correct_squares",
        lambda *_: set(),
    ),
    "nothing is exchanged": ("X-22 Mistress of Adaptation", masters, "_exchange", lambda *_: None),
    "the top stays": ("Y-5 an empty pile is dealt anew", tools, "tops_to_deal", lambda _: []),
    "a late level": ("Y-15 spirit level, once per turn", tool_points, "LEVELS", (2, 2)),
    "the wrong tile is protected": ("Y-21 to Y-23 rubber mallets", tools, "_stow", stowed_last),
    "dear pincers": ("Y-27 pincers", tools, "PULL_POINTS", (2, 2)),
    "pincers of one size": ("Y-27 pincers", tools, "box", lambda _: (1, 1)),
    "a cheap trowel": ("Y-30 flat trowel", tool_points, "TROWELS", (1, 1)),
    "a cheap compass": ("Y-33 compass", tool_points, "INSTRUMENTS", (1, 3)),
}


def run_example(label: str) -> None:
    """The worked example of that label on the referee."""
    ((check, example),) = named(label, CHECKS, examples)
    assert check(example, referee_table) > 0


@pytest.mark.parametrize("fault", FAULTS)
def test_an_example_notices(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    label, owner, name, planted = FAULTS[fault]
    run_example(label)
    monkeypatch.setattr(owner, name, planted)
    with pytest.raises(AssertionError):
        run_example(label)


def test_the_invariants_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game without the box loses cubes (Z-9)."""
    monkeypatch.setattr(Ground, "_after", without_box)
    rng = Random("without box")
    with pytest.raises(AssertionError):
        assert [play(Referee({}, 2), rng) for _ in range(20)]
