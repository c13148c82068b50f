"""What a Cobogó seat may not know reaches it in no way (K-109 to K-118).

Non-interference (K-116): a course of chance and actions is dealt anew in all that one seat can't
have seen, and everything that the seat is given must be the same to the byte. What a seat has seen
is told here, from the events and the printed cards, without the engine's own views.

Determinization: against every course of chance that shows the seat the same, with its probability.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import ludoteca as lt
import pytest
from cobogo_worlds import Case, Table, Tale, check_distribution, table_of, tell, true_course
from referee import sets
from referee.cards import GROUPS, Card, CardSet, default_set, parse_shape
from referee.options import EXPANSIONS
from support import course, raised, sight

SUBSETS = [list(subset) for size in range(4) for subset in combinations(EXPANSIONS, size)]
DEFAULT = default_set()

# Cards that look alike from one side or from both: what a seat sees does not tell them apart.
TWINS = """
C01 AB/CA A 1 XXX
C02 AB/CA A 2 XX
C03 AB/CA A 2 XX
C04 BB/#C A 2 XX
C05 CA/AB B 1 XXX
C06 BC/CA B 1 XXX
C07 AA/BC B 3 X
C08 AA/BC B 3 X
C09 C#/AB C 1 XX/XX
C10 CB/BA C 1 XX/XX
C11 AB/CA C 2 XX
C12 BB/#C C 2 XX
C13 AC/BB B 1 XXX
C14 CC/AB A 1 XXX
G1 AB/CA # 2 XX
G2 B#/CA # 2 XX
G3 AA/BC # 2 XX
G4 C#/#A # 1 XX
W1 AB/C# * 1 XXX/XXX
W2 AB/C# * 1 XX/XX
W3 BA/#C * 1 XX/XX
S1 AB/CA * 1 XXX/X..
S2 CB/AA * 1 XXX/X..
S3 AA/BC * 1 XX/XX/XX
"""


def parse(text: str) -> CardSet:
    """A set from lines `id brick type number shape`."""
    letters = dict(zip("CGWS", GROUPS, strict=True))
    cards = []
    for line in text.split("\n"):
        if line:
            id_, brick, type_, number, shape = line.split()
            face = tuple(brick.split("/"))
            cards.append(Card(id_, letters[id_[0]], face, type_, int(number), parse_shape(shape)))
    return CardSet("twins", "test", len(cards[0].brick), len(cards[0].brick[0]), tuple(cards))


def hidden_ids(table: Table, tale: Tale, seat: int) -> list[str]:
    """Cards that the seat has seen from no side and that can be in hands or pile."""
    known = {*tale.reserved, *tale.placed, *tale.hands[seat]}
    groups = {"vidracaria": "glass", "clientes": "special"}
    used = {"base", *(groups.get(name, "") for name in table.game.options["expansions"])}
    return [card.id for card in table.cards.cards if card.group in used and card.id not in known]


def replayed(game: lt.Game, events: list[str]) -> lt.State | None:
    state = game.start()
    try:
        for event in events:
            state = state.apply(event)
    except lt.IllegalActionError:
        return None
    return state


SIDES = {
    "bricks": ("deal", "draw", "starter"),
    "patterns": ("reveal", "top", "glass", "window", "special"),
}


def swapped(events: list[str], swaps: dict[str, str], kinds: tuple[str, ...]) -> list[str]:
    """The events with cards exchanged in those of some kinds."""
    result = []
    for event in events:
        kind, *middle, last = event.split()
        if kind in kinds and last in swaps:
            event = " ".join([kind, *middle, swaps[last]])
        result.append(event)
    return result


def rejections_moved(events: list[str], tale: Tale, rng: Random) -> list[str]:
    """The cards that were rejected in setup turn up at other moments."""
    reveals = [at for at, event in enumerate(events) if event.startswith("reveal ")]
    if not tale.rejected:
        return events
    moved = [f"reveal {id_}" for id_ in tale.rejected]
    kept = [events[at] for at in reveals if events[at] not in moved]
    rng.shuffle(moved)
    for text in moved:
        kept.insert(rng.randrange(len(kept) + 1), text)
    return [*events[: reveals[0]], *kept, *events[reveals[-1] + 1 :]]


def dealt_anew(table: Table, state: lt.State, seat: int, rng: Random) -> lt.State | None:
    """Another course that shows the seat the same, if one is found."""
    events = [str(event) for event in state.history]
    tale, seen = tell(table, events, seat)
    hidden = hidden_ids(table, tale, seat)
    everything = list(table.cards.by_id)
    for _ in range(rng.randint(1, 3)):
        pools = [everything, *([hidden] * 6), *table.twins]
        pool = rng.choice([pool for pool in pools if len(pool) > 1])
        ids = rng.sample(pool, min(len(pool), rng.choice([2, 2, 3, 6])))
        swaps = dict(zip(ids, ids[1:] + ids[:1], strict=True))
        sides = [SIDES[rng.choice(["bricks", "patterns"])]] if table.is_shuffled else SIDES.values()
        candidate = swapped(events, swaps, tuple(kind for kinds in sides for kind in kinds))
        if not table.is_physical and rng.random() < 0.3:
            candidate = rejections_moved(candidate, tell(table, candidate, seat)[0], rng)
        if candidate == events or tell(table, candidate, seat)[1] != seen:
            continue
        if replayed(table.game, candidate) is not None:
            events = candidate
    other = replayed(table.game, events)
    return None if other == state else other


# --- What a seat is given -----------------------------------------------------------------------


def told(error: Exception | None) -> tuple[object, ...]:
    """All that an error says; nothing if there is none."""
    if error is None:
        return ()
    return type(error), str(error), error.args, repr(vars(error))


def inputs(table: Table, seat: int, rng: Random) -> list[str]:
    """Actions that are rarely legal here, or nowhere; the last two are no actions at all."""
    ids = rng.sample(list(table.cards.by_id), 2)
    kind = rng.choice(["reveal", "top", "glass", "window", "starter", "special"])
    row, col = rng.randint(-4, 6), rng.randint(-4, 6)
    return [
        f"place {rng.randrange(2)} rot {rng.randrange(4)} at {row},{col}",
        f"place {rng.choice([0, 1, 2, 7])} rot {rng.choice([0, 2, 3, 4, 9])} at 1,1",
        "place 0 rot 0 at 99,99",
        rng.choice([f"draw {seat} {ids[0]}", f"deal {(seat + 1) % 4} {ids[0]}", f"first {seat}"]),
        f"{kind} {ids[1]}",
        "draw 0 Z99",
        "place 0",
    ]


def given(
    table: Table, state: lt.State, seat: int, seed: int, texts: list[str], *, with_greedy: bool
) -> dict[str, object]:
    """Everything that the seat gets of the state."""
    result = sight(state, seat) | {
        "repr": repr(state),
        "actor": state.actor,
        "ply": state.ply,
        "returns and scores": (state.returns, state.scores),
        "outcome": repr(state.outcome),
        "determinization": state.determinize(seat, seed).to_json(),
    }
    if state.actor == seat:
        result["legal actions"] = state.legal_actions
        result["legal indices"] = state.legal_indices.tobytes()
        result["indices"] = [state.index(text) for text in texts[:-2]]
        result["explanations"] = [str(state.explain(text)) for text in texts[:-2]]
        result["random agent"] = str(state.agent_action("random", seed))
        if with_greedy:
            result["legal mask"] = state.legal_mask.tobytes()
            result["greedy agent"] = str(state.agent_action("greedy", seed))
    if state.actor == seat or state.is_over:
        result["errors"] = [told(raised(state.apply, text)) for text in texts]
    return result


def differences(one: dict[str, object], other: dict[str, object]) -> dict[str, object]:
    """What is given differently; of texts the part where they part."""
    result: dict[str, object] = {}
    for key in one:
        left, right = one[key], other.get(key)
        if left == right and key in other:
            continue
        if isinstance(left, str) and isinstance(right, str):
            pairs = enumerate(zip(left, right, strict=False))
            at = next((at for at, (a, b) in pairs if a != b), 0)
            left, right = (text[max(at - 60, 0) : at + 40] for text in (left, right))
        result[key] = (left, right)
    assert one.keys() == other.keys()
    return result


def as_positions(state: lt.State, seat: int, generator: object) -> lt.State:
    """The same as a position from JSON, with the past as the seat saw it and some generator."""
    data = json.loads(state.to_json())
    past = {
        "seat": seat,
        "plies": state.ply,
        "seen": list(state.history_for(seat)),
        "public": list(state.history_for(None)),
    }
    data |= {
        "origin": {"position": data["position"], "past": past},
        "events": [],
        "generator": generator,
    }
    return state.game.state_from_json(json.dumps(data))


# --- Non-interference ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def twins_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sets") / "twins.toml"
    sets.write_set(parse(TWINS), path)
    return path


def random_table(rng: Random, cards: CardSet, file: Path | None, options: dict[str, Any]) -> Table:
    players, expansions = rng.randint(2, 4), rng.choice(SUBSETS)
    options = {
        "first_player": rng.choice([*range(players), "random"]),
        "expansions": expansions,
        "double_third": rng.choice(["each_adds", "keep_three"]),
        "count_mode": rng.choice(["exact", "at_least"]),
        **options,
    }
    for option, expansion, group in (
        ("window_pattern", "janelao", "window"),
        ("special_pattern", "clientes", "special"),
    ):
        if expansion in expansions and rng.random() < 0.4:
            options[option] = rng.choice(cards.group(group)).id
    if file is not None:
        players = min(players, 3)
        if options["first_player"] == 3:
            options["first_player"] = "random"
    game = lt.game("cobogo", players=players, components=file, **options)
    return Table(game, cards)


# With every pattern side unique and seen, nothing that is settled is hidden: no pair exists.
HIDING = [
    (deck, back, pairing, shuffle)
    for deck in ("default", "twins")
    for back in ("hidden", "physical")
    for pairing in ("fixed", "shuffled")
    for shuffle in ("after_deal", "before_deal")
    if (deck, back, pairing) != ("default", "physical", "fixed")
]
# 14 cases of 380 pairs are 5,320 pairs.
PAIRS_A_CASE = 380


@pytest.mark.parametrize(("deck", "back", "pairing", "shuffle"), HIDING)
def test_other_hidden_cards_change_nothing_that_a_seat_is_given(
    deck: str, back: str, pairing: str, shuffle: str, twins_file: Path
) -> None:
    rng = Random(f"{deck} {back} {pairing} {shuffle}")
    cards, file = (DEFAULT, None) if deck == "default" else (parse(TWINS), twins_file)
    options = {"back_visibility": back, "pairing": pairing, "expansion_shuffle": shuffle}
    pairs, acting, generators = 0, 0, []
    while pairs < PAIRS_A_CASE:
        table = random_table(rng, cards, file, options)
        states = list(course(table.game.start(), rng))
        generators.append(json.loads(table.game.start(seed=pairs).to_json())["generator"])
        # The later half of the nodes is mostly play.
        for state in rng.sample(states, 8) + rng.sample(states[len(states) // 2 :], 8):
            seat = rng.randrange(table.game.players)
            if isinstance(state.actor, int) and rng.random() < 0.7:
                seat = state.actor
            other = dealt_anew(table, state, seat, rng)
            if other is None:
                continue
            # Also as positions from JSON, each with a generator of its own.
            if rng.random() < 0.25:
                state = as_positions(state, seat, rng.choice(generators))
                other = as_positions(other, seat, rng.choice(generators))
            seed, texts = rng.randrange(2**64), inputs(table, seat, rng)
            greedy = pairs % 4 == 0
            one = given(table, state, seat, seed, texts, with_greedy=greedy)
            two = given(table, other, seat, seed, texts, with_greedy=greedy)
            found = differences(one, two)
            assert not found, (table.game, seat, state.history, other.history)
            pairs += 1
            acting += state.actor == seat
    assert acting > PAIRS_A_CASE // 5


def test_with_unique_backs_in_sight_nothing_settled_is_hidden() -> None:
    """The other side of the test above: there the true state is the only determinization."""
    rng = Random(5)
    for shuffle in ("after_deal", "before_deal"):
        options = {"back_visibility": "physical", "expansion_shuffle": shuffle}
        for _ in range(10):
            table = random_table(rng, DEFAULT, None, options)
            for state in course(table.game.start(), rng):
                for seat in range(table.game.players):
                    assert state.determinize(seat, rng.randrange(2**64)) == state


@pytest.mark.parametrize("pairing", ["fixed", "shuffled"])
@pytest.mark.parametrize("back", ["hidden", "physical"])
def test_a_seeded_future_is_no_part_of_what_a_seat_is_given(back: str, pairing: str) -> None:
    """Two seeded games alike to a seat, with other generators and other hidden cards."""
    rng = Random(7)
    options = {"back_visibility": back, "pairing": pairing}
    for _ in range(30):
        table = random_table(rng, DEFAULT, None, options)
        states = list(course(table.game.start(seed=rng.randrange(2**64)), rng))
        state = rng.choice(states)
        seat = rng.randrange(table.game.players)
        data = [json.loads(table.game.start(seed=seed).to_json()) for seed in (1, 2)]
        one, two = (as_positions(state, seat, start["generator"]) for start in data)
        assert one.to_json() != two.to_json()
        texts = inputs(table, seat, rng)
        seen = [given(table, way, seat, 9, texts, with_greedy=True) for way in (one, two)]
        assert not differences(*seen)
        assert (
            seen[0]["determinization"]
            == as_positions(state, seat, data[0]["generator"]).determinize(seat, 9).to_json()
        )


def strange(position: dict[str, Any], rng: Random) -> None:
    """Changes a position into one that no game leads to, though each card is in one place."""
    hands, pile = position["hands"], position["pile"]
    held = [card for hand in hands for card in hand] + position["placed"]
    match rng.randrange(5):
        case 0 if held:
            number = rng.randrange(len(pile["rejected"]) or 1)
            rng.choice(held)["from"] = rng.choice(["deal", "draw", f"rejected {number}"])
        case 1 if pile["bricks"]:
            lost = rng.choice(pile["bricks"])
            pile["bricks"].remove(lost)
            pile["backs"].remove(lost)
            pile["loose"]["CGWS".index(lost[0])] -= 1
        case 2 if held:
            rng.choice([hand for hand in hands if hand] or [[0]]).pop()
        case 3:
            rng.shuffle(position["reserved"])
        case _:
            rng.shuffle(pile["rejected"])


def test_strange_positions_keep_their_secrets() -> None:
    """A position from JSON that no game leads to is refused, or its hidden cards stay hidden."""
    rng, pairs = Random(12), 0
    while pairs < 300:
        table = random_table(rng, DEFAULT, None, {})
        states = list(course(table.game.start(), rng))
        for state in rng.sample(states, 8):
            seat = rng.randrange(table.game.players)
            tale, _ = tell(table, [str(event) for event in state.history], seat)
            hidden = [id_ for id_ in hidden_ids(table, tale, seat) if id_.startswith("C")]
            if len(hidden) < 2:
                continue
            a, b = rng.sample(hidden, 2)
            data = json.loads(state.to_json())
            for _ in range(rng.randint(1, 2)):
                strange(data["position"], rng)
            text = json.dumps(data["position"])
            swap = (
                text.replace(f'"{a}"', '"?"').replace(f'"{b}"', f'"{a}"').replace('"?"', f'"{b}"')
            )
            loaded = []
            for position in (text, swap):
                data["position"] = json.loads(position)
                data |= {"origin": {"position": data["position"], "past": []}, "events": []}
                try:
                    loaded.append(table.game.state_from_json(json.dumps(data)))
                except lt.StateFormatError:
                    break
            if len(loaded) < 2 or loaded[0] == loaded[1]:
                continue
            seed, texts = rng.randrange(2**64), inputs(table, seat, rng)
            one, two = (given(table, way, seat, seed, texts, with_greedy=False) for way in loaded)
            found = differences(one, two)
            assert not found, (found, seat, text)
            pairs += 1


@pytest.mark.parametrize("pairing", ["fixed", "shuffled"])
def test_a_determinization_tells_other_seats_no_secret_of_its_seat(pairing: str) -> None:
    """Inside the drawn state each seat still knows its own hand only."""
    rng = Random(8)
    checked = 0
    for _ in range(12):
        table = random_table(rng, DEFAULT, None, {"pairing": pairing})
        for state in rng.sample(list(course(table.game.start(seed=rng.randrange(99)), rng)), 4):
            seat = rng.randrange(table.game.players)
            drawn = state.determinize(seat, rng.randrange(99))
            for viewer in (None, *range(table.game.players)):
                if viewer == seat:
                    continue
                foreign = [
                    text
                    for text in drawn.history_for(viewer)
                    if text.startswith((f"deal {seat} ", f"draw {seat} "))
                ]
                assert len(foreign) >= 2
                assert all(text.endswith(" ?") for text in foreign), (viewer, foreign)
                checked += len(foreign)
    assert checked > 200


# --- Texts --------------------------------------------------------------------------------------


def texts_for(table: Table, state: lt.State, seat: int, rng: Random) -> Iterator[str]:
    """Every text that a seat gets of the state, errors for placements among them."""
    for viewer in (seat, None):
        yield json.dumps(state.view(viewer))
        yield "\n".join(state.history_for(viewer))
        yield state.draw_for(viewer)
    yield repr(state)
    yield repr(state.outcome)
    if state.actor == seat:
        yield "\n".join(map(str, state.legal_actions[:50]))
        for text in inputs(table, seat, rng)[:3]:
            explanation = state.explain(text)
            yield f"{explanation} {explanation!r}"
    if state.actor == seat or state.is_over:
        for text in inputs(table, seat, rng)[:3]:
            yield "\n".join(map(str, told(raised(state.apply, text))))


@pytest.mark.parametrize("back", ["hidden", "physical"])
@pytest.mark.parametrize("pairing", ["fixed", "shuffled"])
def test_no_text_for_a_seat_names_a_hidden_card(back: str, pairing: str) -> None:
    rng = Random(f"{back} {pairing}")
    searched = Counter[str]()
    for _ in range(24):
        options = {"back_visibility": back, "pairing": pairing}
        table = random_table(rng, DEFAULT, None, options)
        states = list(course(table.game.start(seed=rng.randrange(2**64)), rng))
        for state in [states[0], states[-1], *rng.sample(states, 4)]:
            seat = state.actor if isinstance(state.actor, int) else 0
            position = json.loads(state.to_json())["position"]
            others = [hand for at, hand in enumerate(position["hands"]) if at != seat]
            held = {card["brick"] for hand in others for card in hand}
            secret = held | set(position["pile"]["bricks"])
            if not table.is_shuffled:
                secret |= set(position["reserved"]) | set(position["pile"]["rejected"])
                secret -= {card["brick"] for card in position["placed"]}
                secret -= {card["brick"] for card in position["hands"][seat]}
            bricks = {table.bricks[id_] for id_ in secret}
            # An id that stands for a pattern side in sight is no secret (K-117).
            ids = set() if table.is_shuffled or table.is_physical else secret
            ids = ids - set(position["reserved"])
            for text in texts_for(table, state, seat, rng):
                words = set(re.findall(r"[\w-]+", text))
                assert not words & ids, (words & ids, text)
                found = {brick for brick in bricks if brick in text}
                assert not found, (found, text)
                searched.update(ids=len(ids), bricks=len(bricks))
    assert searched["bricks"] > 5_000
    assert searched["ids"] > 5_000 or back == "physical" or pairing == "shuffled"


# --- The distribution of determinizations -------------------------------------------------------


CASES = [
    Case("open", "AABBCCAB", 2, rejected=0, plies=(0, 1, 3)),
    Case("one rejected", "AABBCCAB", 2, rejected=1, plies=(0, 1, 2, 4)),
    Case("two rejected", "AAABBCCAB", 2, rejected=2, plies=(0, 2)),
    Case("three rejected", "AAABBBCCA", 2, rejected=3, plies=(0, 3)),
    Case("rejected in opening hands", "AABBCAB", 2, rejected=1, plies=(0, 1, 3)),
    Case("two rejected in opening hands", "AAABBCB", 2, rejected=2, plies=(0, 2)),
    Case("three hands", "AABBCABCA", 3, rejected=1, plies=(0, 2)),
    Case("glass", "AABBCCA", 2, {"expansions": ["vidracaria"]}, glass=3, plies=(0, 2)),
    Case(
        "glass, one rejected",
        "AABBCCAB",
        2,
        {"expansions": ["vidracaria"]},
        glass=3,
        rejected=1,
        plies=(0, 1, 3),
    ),
    Case(
        "glass, two rejected in opening hands",
        "AABBCAB",
        2,
        {"expansions": ["vidracaria"]},
        glass=2,
        rejected=2,
        plies=(0, 1, 2),
    ),
    Case(
        "glass before the deal",
        "AABBCAB",
        2,
        {"expansions": ["vidracaria"], "expansion_shuffle": "before_deal"},
        glass=3,
        rejected=1,
        plies=(0, 2),
    ),
    Case(
        "special",
        "AABBCAB",
        2,
        {"expansions": ["clientes"]},
        special=3,
        rejected=1,
        plies=(0, 2),
    ),
    Case(
        "window: rejected cards stay undermost",
        "AABBCAB",
        2,
        {"expansions": ["janelao"]},
        window=3,
        rejected=1,
        plies=(0, 2),
    ),
    Case(
        "all three, three kept",
        "AABBC",
        2,
        {"expansions": ["vidracaria", "janelao", "clientes"], "double_third": "keep_three"},
        glass=2,
        window=2,
        special=2,
        plies=(0, 2),
    ),
    Case("a single glass card", "AABBCAB", 2, {"expansions": ["vidracaria"]}, glass=1, rejected=1),
    *(
        Case(f"twins: {twins}", "AABBCCABC", 2, rejected=1, twins=twins, plies=(0, 2))
        for twins in ("bricks", "patterns", "both")
    ),
    *(
        Case(
            f"twins: {twins}, with glass",
            "AABBCCAB",
            2,
            {"expansions": ["vidracaria"]},
            glass=3,
            rejected=1,
            twins=twins,
            plies=(0, 2),
        )
        for twins in ("bricks", "patterns", "both")
    ),
    *(
        Case(
            f"twins in sight: {twins}",
            "AABBCCABC",
            2,
            {"back_visibility": "physical"},
            twins=twins,
            plies=(0, 2),
        )
        for twins in ("patterns", "both")
    ),
    *(
        Case(
            f"twins in sight: {twins}, one rejected, glass",
            "AABBCCAB",
            2,
            {"back_visibility": "physical", "expansions": ["vidracaria"]},
            glass=4,
            rejected=1,
            twins=twins,
            plies=(0, 3),
        )
        for twins in ("patterns", "both")
    ),
    *(
        Case(
            f"twins in pairs: {twins}",
            "AABBCAB",
            2,
            {"pairing": "shuffled"},
            rejected=1,
            twins=twins,
            plies=(0, 2),
        )
        for twins in ("bricks", "patterns", "both")
    ),
    Case("pairs", "AABBCAB", 2, {"pairing": "shuffled"}, rejected=1, plies=(0, 2)),
    Case(
        "pairs and glass",
        "AABBC",
        1,
        {"pairing": "shuffled", "expansions": ["vidracaria"]},
        glass=2,
        rejected=1,
        plies=(0, 1),
    ),
    Case(
        "pairs and special",
        "AABBCA",
        2,
        {"pairing": "shuffled", "expansions": ["clientes"]},
        special=2,
        plies=(0, 1, 2),
    ),
    Case(
        "pairs before the deal",
        "AABBCA",
        2,
        {
            "pairing": "shuffled",
            "expansions": ["clientes"],
            "expansion_shuffle": "before_deal",
        },
        special=2,
        plies=(0, 1),
    ),
    Case(
        "pairs and window",
        "AABBCA",
        2,
        {"pairing": "shuffled", "expansions": ["janelao"]},
        window=2,
        rejected=1,
        plies=(0, 1),
    ),
    Case(
        "pairs in sight",
        "AABBCAB",
        2,
        {"pairing": "shuffled", "back_visibility": "physical"},
        rejected=1,
        plies=(0, 2),
    ),
    Case(
        "pairs in sight and special",
        "AABBCA",
        2,
        {"pairing": "shuffled", "back_visibility": "physical", "expansions": ["clientes"]},
        special=2,
        plies=(0, 2),
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_determinizations_are_distributed_as_chance_is(case: Case, tmp_path: Path) -> None:
    rng, table = Random(case.name), table_of(case, tmp_path)
    states = true_course(table, case, rng)
    most = 0
    for ply in case.plies:
        at = next(state for state in states if state.ply == ply and state.actor is not lt.CHANCE)
        for seat in range(case.players):
            most = max(most, check_distribution(table, at, seat, rng.randrange(2**32)))
    assert most > 1


@pytest.mark.parametrize("back", ["hidden", "physical"])
@pytest.mark.parametrize("pairing", ["fixed", "shuffled"])
def test_determinizations_during_the_setup(back: str, pairing: str, tmp_path: Path) -> None:
    """With explicit chance a position can be in the middle of the preparation."""
    options = {
        "back_visibility": back,
        "pairing": pairing,
        "expansions": ["vidracaria"],
        "first_player": "random",
    }
    case = Case("setup", "AABBCA", 1, options, glass=2, rejected=1)
    rng, table = Random(f"{back} {pairing}"), table_of(case, tmp_path)
    states = true_course(table, case, rng)
    for state in states:
        if state.ply:
            break
        check_distribution(table, state, 0, rng.randrange(2**32))
    with_two = replace(case, players=2, base="AABBCAC")
    table = table_of(with_two, tmp_path)
    states = true_course(table, with_two, rng)
    at = next(state for state in states if str(state.history[-1:]).startswith("(Action('deal 1"))
    check_distribution(table, at, 0, rng.randrange(2**32))
