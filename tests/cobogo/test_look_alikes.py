"""Determinization with cards that look alike from a side, in small sets drawn at random.

Sides are alike within a group and across groups, in all options. `test_secrecy.py` has more of it
for chosen decks.
"""

from __future__ import annotations

import json
import pickle
import time
from pathlib import Path
from random import Random
from typing import Any

import ludoteca as lt
import pytest
from cobogo_worlds import Table, alike, check_distribution
from referee import sets
from referee.cards import ANY, Card, CardSet, parse_shape
from referee.mosaic import GLASS
from support import course, refusal, some_of

PATTERNS = {"base": "ABC", "glass": GLASS, "window": ANY, "special": ANY}
MODES = [(back, pairing) for back in ("hidden", "physical") for pairing in ("fixed", "shuffled")]


def alike_set(rng: Random, sizes: dict[str, int], bricks: int) -> CardSet:
    """Few brick sides, and patterns that no game fulfils, a few of each type."""
    cards: list[Card] = []
    for group, size in sizes.items():
        types = list(PATTERNS[group])
        if group == "base":
            types += ["A", *rng.choices(types, [5, 4, 1], k=size - 4)]
            rng.shuffle(types)
        for number in range(size):
            face = (rng.choice("ABCDEFGHIJKL"[:bricks]),)
            type_ = types[number % len(types)]
            copies = 500 + rng.randrange(2)
            cards.append(Card(f"{group[0]}{number}", group, face, type_, copies, parse_shape("XX")))
    return CardSet("alike", "test", 1, 1, tuple(cards))


def alike_table(
    rng: Random, folder: Path, mode: tuple[str, str], players: int, base: int, most: int
) -> Table:
    sizes = {"base": base}
    for group in ("glass", "window", "special"):
        sizes[group] = rng.randint(2, most)
    cards = alike_set(rng, sizes, rng.randint(2, 4) if base < 9 else rng.randint(3, 12))
    expansions = [
        name for name in ("vidracaria", "janelao", "clientes") if rng.random() < 1.2 / most
    ]
    options: dict[str, Any] = {
        "back_visibility": mode[0],
        "pairing": mode[1],
        "expansions": expansions,
        "expansion_shuffle": rng.choice(["after_deal", "after_deal", "before_deal"]),
        "double_third": rng.choice(["each_adds", "keep_three"]),
    }
    for name, group in (("janelao", "window"), ("clientes", "special")):
        if name in expansions and rng.random() < 0.6:
            options[f"{group}_pattern"] = rng.choice(cards.group(group)).id
    path = folder / "alike.toml"
    sets.write_set(cards, path)
    return Table(lt.game("cobogo", players=players, components=path, **options), cards)


def check_drawn(state: lt.State, drawn: lt.State, seat: int, rng: Random) -> None:
    """The seat sees no difference, every form of the state reads back, and it plays on."""
    assert drawn.view(seat) == state.view(seat)
    assert drawn.observation(seat).tobytes() == state.observation(seat).tobytes()
    assert drawn.history_for(seat) == state.history_for(seat)
    assert state.game.state_from_json(drawn.to_json()) == drawn
    assert pickle.loads(pickle.dumps(drawn)) == drawn
    assert state.game.replay(drawn.record()) == drawn
    *_, end = course(drawn, rng)
    assert state.game.state_from_json(end.to_json()) == end
    assert end.is_over


@pytest.mark.rule("K-11", "K-75", "K-117", "K-118")
@pytest.mark.parametrize("mode", MODES)
def test_drawn_states_are_games_like_any_other(mode: tuple[str, str], tmp_path: Path) -> None:
    rng = Random(" ".join(mode))
    for _ in range(40):
        players = rng.randint(1, 4)
        base = 3 + 2 * players + rng.randint(0, 6)
        table = alike_table(rng, tmp_path, mode, players, base, most=4)
        states = list(course(table.game.start(), rng))
        for state in some_of(states, rng, 8):
            seat = rng.randrange(players)
            drawn = state.determinize(seat, rng.randrange(2**64))
            check_drawn(state, drawn, seat, rng)
            check_drawn(state, drawn.determinize(seat, rng.randrange(2**64)), seat, rng)


@pytest.mark.rule("K-11", "K-75", "K-117", "K-118")
@pytest.mark.parametrize("mode", MODES)
def test_drawn_states_are_distributed_as_chance_is(mode: tuple[str, str], tmp_path: Path) -> None:
    rng = Random(" ".join(mode))
    sizes = list[int]()
    while len(sizes) < 30:
        players = rng.choice([1, 2])
        base = 3 + 2 * players + rng.randint(0, 1)
        table = alike_table(rng, tmp_path, mode, players, base, most=4 - players)
        states = list(course(table.game.start(), rng))
        playing = [state for state in states if state.actor is not lt.CHANCE]
        for state in (rng.choice(states), rng.choice(playing[: 2 * players + 1])):
            size = check_distribution(table, state, rng.randrange(players), 5, most=1500)
            sizes += [size] if size > 1 else []
    assert max(sizes) > (10 if mode == ("physical", "fixed") else 100)


@pytest.mark.rule("K-85", "K-95")
@pytest.mark.parametrize("pairing", ["fixed", "shuffled"])
@pytest.mark.parametrize(("expansion", "group"), [("janelao", "window"), ("clientes", "special")])
def test_a_chosen_pattern_is_the_card_that_was_chosen(
    expansion: str, group: str, pairing: str, tmp_path: Path
) -> None:
    """Its look-alike is not; of a position that says otherwise the loader refuses the card."""
    bricks = {"base": "ABCDEFGH", "window": "AAB", "special": "AAB"}
    cards = [
        Card(f"{kind[0]}{at}", kind, (brick,), (PATTERNS[kind] * 3)[at], 500, parse_shape("XX"))
        for kind, faces in bricks.items()
        for at, brick in enumerate(faces)
    ]
    path = tmp_path / "chosen.toml"
    sets.write_set(CardSet("chosen", "test", 1, 1, tuple(cards)), path)
    for shuffle in ("after_deal", "before_deal"):
        chosen = f"{group[0]}1"
        options = {f"{group}_pattern": chosen, "expansion_shuffle": shuffle, "pairing": pairing}
        game = lt.game("cobogo", players=1, components=path, expansions=[expansion], **options)
        for state in course(game.start(), Random(3)):
            for seed in range(20):
                position = json.loads(state.determinize(0, seed).to_json())["position"]
                names = [id_ for id_ in position["reserved"] if id_[0] == group[0]]
                assert names in ([], [chosen])
        data = json.loads(game.start(seed=1).to_json())
        assert data["position"]["step"] == "play"
        text = json.dumps(data["position"]).replace(f'"{chosen}"', '"?"')
        text = text.replace(f'"{group[0]}0"', f'"{chosen}"').replace('"?"', f'"{group[0]}0"')
        data |= {"position": json.loads(text), "events": []}
        data["origin"] = {"position": data["position"], "past": []}
        error = refusal(game.state_from_json, json.dumps(data))
        assert type(error) is lt.StateFormatError
        assert error.rule == ("K-85" if group == "window" else "K-95")
        assert (
            error.key == f"position.reserved[{data['position']['reserved'].index(f'{group[0]}0')}]"
        )


@pytest.mark.rule("K-117", "K-118")
def test_the_group_of_a_placed_card_was_seen(tmp_path: Path) -> None:
    """A base card and a glass card share a brick side; while one was held its back told which."""
    cards = [
        Card(f"b{at}", "base", (brick,), "AABBCC"[at], 500, parse_shape("XX"))
        for at, brick in enumerate("ABCDEF")
    ]
    cards += [
        Card(f"g{at}", "glass", (brick,), GLASS, 1, parse_shape("XX"))
        for at, brick in enumerate("ABC")
    ]
    path = tmp_path / "shared.toml"
    sets.write_set(CardSet("shared", "test", 1, 1, tuple(cards)), path)
    options = {"back_visibility": "physical", "pairing": "shuffled", "expansions": ["vidracaria"]}
    game = lt.game("cobogo", players=1, components=path, **options)
    table = Table(game, CardSet("shared", "test", 1, 1, tuple(cards)))
    shared = 0
    for seed in range(8):
        states = list(course(game.start(), Random(seed)))
        for state in states[-7:]:
            groups = [
                card["brick"][0] for card in json.loads(state.to_json())["position"]["placed"]
            ]
            for number in range(10):
                drawn = json.loads(state.determinize(0, number).to_json())["position"]
                assert [card["brick"][0] for card in drawn["placed"]] == groups
            shared += "g" in groups
        assert states[-1].determinize(0, 1) in alike(table, states[-1], 0)
    assert shared > 10


@pytest.mark.rule("K-11")
@pytest.mark.parametrize("counts", [(6, 6, 6), (20, 18, 2), (16, 1, 1), (98, 98, 4)])
@pytest.mark.parametrize("glass", [0, 8])
def test_large_decks_with_many_rejected_cards(
    counts: tuple[int, int, int], glass: int, tmp_path: Path
) -> None:
    """However unlikely what the seat has seen, a state is drawn, and at once."""
    rng = Random(sum(counts) + glass)
    cards, bricks = [], [a + b + c for a in "ABCDEF" for b in "ABCDEF" for c in "ABCDEF"]
    faces = bricks[: sum(counts) // 2] * 2
    rng.shuffle(faces)
    types = "".join(letter * count for letter, count in zip("ABC", counts, strict=True))
    for at, (type_, face) in enumerate(zip(types, faces, strict=True)):
        cards.append(Card(f"b{at}", "base", (face,), type_, 500 + at % 3, parse_shape("XX")))
    for at in range(glass):
        cards.append(Card(f"g{at}", "glass", (faces[at],), GLASS, 500 + at % 2, parse_shape("XX")))
    path = tmp_path / "large.toml"
    sets.write_set(CardSet("large", "test", 1, 3, tuple(cards)), path)
    expansions = ["vidracaria"] if glass else []
    longest = 0.0
    for seed in range(12):
        game = lt.game("cobogo", players=rng.choice([1, 4]), components=path, expansions=expansions)
        states = list(course(game.start(seed=seed), rng))
        for state in some_of(states, rng, 4):
            before = time.process_time()
            drawn = state.determinize(0, seed)
            longest = max(longest, time.process_time() - before)
            assert drawn.view(0) == state.view(0)
            assert game.state_from_json(drawn.to_json()) == drawn
    assert longest < 0.1
