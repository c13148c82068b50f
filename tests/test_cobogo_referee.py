"""The engine's Cobogó against the slow referee: random games node by node, and the kernels.

Every node of a game is compared: who decides, the chance outcomes with their probabilities, the
legal actions in their order, the view of every seat and of a spectator, and the outcome.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import ludoteca as lt
import numpy as np
import pytest
from referee import kernels, sets
from referee.cards import CardSet, default_set
from referee.cobogo import CHANCE, Cobogo, State
from referee.mosaic import bounding_box
from referee.options import EXPANSIONS

DEFAULT = default_set()
SUBSETS = [subset for size in range(4) for subset in combinations(EXPANSIONS, size)]

# 8 subsets of the expansions x 4 numbers of players x 640 plies are 20,480 plies.
PLIES_A_CASE = 640
PLIES_A_CUSTOM_SET = 240
GRIDS = 20_000

# The rule that forbids a placement, by the referee's reasons.
RULES = {"first": "K-28", "apart": "K-29", "corner": "K-30", "glass": "K-31", "same": "K-120"}


# --- Games --------------------------------------------------------------------------------------


def random_options(rng: Random, cards: CardSet, players: int, expansions: tuple[str, ...]) -> Any:
    """Options drawn at random, all values of section 11 among them."""
    options: dict[str, Any] = {
        "players": players,
        "first_player": rng.choice([*range(players), "random"]),
        "expansions": rng.sample(expansions, len(expansions)),
        "count_mode": rng.choice(["exact", "at_least"]),
        "merit_scope": rng.choice(["hands_and_pile", "hands"]),
        "special_exclusive": rng.random() < 0.5,
        "expansion_shuffle": rng.choice(["after_deal", "before_deal"]),
        "double_third": rng.choice(["each_adds", "keep_three"]),
        "back_visibility": rng.choice(["hidden", "physical"]),
        "pairing": rng.choice(["fixed", "shuffled"]),
        "communication": "none",
    }
    for key, expansion, group in (
        ("window_pattern", "janelao", "window"),
        ("special_pattern", "clientes", "special"),
    ):
        if expansion in expansions and rng.random() < 0.5:
            options[key] = rng.choice(cards.group(group)).id
    return options


def chosen(state: State, rng: Random, greedy: bool) -> str:
    """A chance event by its probability, or an action: any, or the best of a few."""
    if state.actor == CHANCE:
        texts, weights = zip(*state.chance_outcomes, strict=True)
        return str(rng.choices(texts, [float(weight) for weight in weights])[0])
    if not greedy or len(state.legal_actions) == 1:
        return rng.choice(state.legal_actions)

    def worth(text: str) -> float:
        after = state.apply(text)
        patterns = after.view(None)["reserved"]
        return float(sum(10 * p["ok"] + min(p["have"], p["n"]) / p["n"] for p in patterns))

    return max((rng.choice(state.legal_actions) for _ in range(4)), key=worth)


def compare_views(engine: lt.State, referee: State) -> None:
    digests = set()
    for seat in (None, *range(referee.game.options.players)):
        view, expected = engine.view(seat), referee.view(seat)
        options, expected_options = view.pop("options"), expected.pop("options")
        options = {**options, "expansions": sorted(options["expansions"])}
        expected_options["expansions"].sort()
        assert {key: options[key] for key in expected_options} == expected_options
        named, expected_name = view.pop("component_set"), expected.pop("component_set")
        assert set(named) == {"name", "edition", "digest"}
        digests.add(named.pop("digest"))
        if referee.game.cards is not DEFAULT:
            assert named == expected_name
        assert view == expected
    assert len(digests) == 1
    assert all(isinstance(digest, str) and digest for digest in digests)


def compare_outcomes(engine: lt.State, referee: State) -> None:
    players, outcome, result = referee.game.options.players, engine.outcome, referee.result
    assert (outcome is None) == (result is None)
    if outcome is None or result is None:
        return
    merits = result.merits or 0
    assert outcome.returns == (1.0 if result.won else 0.0,) * players
    assert outcome.scores == (merits,) * players
    assert outcome.winners == (tuple(range(players)) if result.won else ())
    assert outcome.reason == result.reason
    assert outcome.level == (result.title[0] if result.title else None)
    title = {"en": result.title[0], "pt": result.title[1]} if result.title else None
    assert outcome.details["won"] is result.won
    assert outcome.details["title"] == title
    assert outcome.details["merits"] == merits or not (result.won or outcome.details["merits"])


def compare(engine: lt.State, referee: State) -> None:
    """Everything that the rules say about one node."""
    assert engine.actor == (lt.CHANCE if referee.actor == CHANCE else referee.actor)
    assert engine.is_over == referee.is_over
    assert engine.ply == len(referee.history)
    if referee.actor == CHANCE:
        outcomes, expected = engine.chance_outcomes, referee.chance_outcomes
        assert [str(action) for action, _ in outcomes] == [text for text, _ in expected]
        assert all(action.is_chance for action, _ in outcomes)
        for (_, probability), (text, exact) in zip(outcomes, expected, strict=True):
            assert abs(probability - float(exact)) < 1e-12, text
    else:
        assert list(map(str, engine.legal_actions)) == referee.legal_actions
        assert not any(action.is_chance for action in engine.legal_actions[:1])
    compare_views(engine, referee)
    compare_outcomes(engine, referee)


class Match:
    """The same game on both sides."""

    def __init__(self, cards: CardSet, options: dict[str, Any], file: Path | None) -> None:
        self.options = options
        self.trail: list[str] = []
        self.engine: lt.State = lt.game("cobogo", components=file, **options).start()
        self.referee = Cobogo(cards, **options).start()

    def compare(self) -> None:
        try:
            compare(self.engine, self.referee)
        except AssertionError as error:
            error.add_note(f"options: {self.options}\nactions: {self.trail}")
            raise

    def apply(self, text: str) -> None:
        self.trail.append(text)
        self.engine = self.engine.apply(text)
        self.referee = self.referee.apply(text)


def play(match: Match, rng: Random, *, most: int = 10_000, greedy: bool | None = None) -> int:
    """Compare all nodes of a game, or of its first so many plies; the plies compared."""
    if greedy is None:
        greedy = rng.random() < 0.5
    match.compare()
    while not match.referee.is_over and len(match.referee.history) < most:
        match.apply(chosen(match.referee, rng, greedy))
        match.compare()
    return len(match.referee.history)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("expansions", SUBSETS, ids=lambda subset: "+".join(subset) or "base")
def test_games_with_the_default_set(expansions: tuple[str, ...], players: int) -> None:
    rng = Random(f"{expansions} {players}")
    plies = 0
    while plies < PLIES_A_CASE:
        options = random_options(rng, DEFAULT, players, expansions)
        plies += play(Match(DEFAULT, options, None), rng)


def test_deals_of_many_short_games() -> None:
    """Setup has most of the chance; a few plies a game show it in all combinations."""
    rng = Random("short games")
    for _ in range(400):
        options = random_options(rng, DEFAULT, rng.randint(1, 4), rng.choice(SUBSETS))
        assert play(Match(DEFAULT, options, None), rng, most=2) == 2


# Name, form and size of the sets that are drawn at random.
CUSTOM_SETS: dict[str, dict[str, Any]] = {
    "one cell": {"rows": 1, "cols": 1, "types": 4, "largest": 2},
    "strip": {"rows": 1, "cols": 4, "types": 3, "largest": 3, "symmetric": True},
    "column": {"rows": 5, "cols": 1, "types": 4, "largest": 3},
    "tall": {"rows": 4, "cols": 2, "types": 5},
    "small square": {"rows": 2, "cols": 2, "types": 3, "largest": 2, "symmetric": True},
    "square": {"rows": 3, "cols": 3, "types": 4, "largest": 3, "symmetric": True},
    "largest card": {"rows": 8, "cols": 8, "types": 6, "base": 14, "glass_share": 0.03},
    "easy": {"rows": 2, "cols": 3, "types": 3, "largest": 1, "most": 2},
    "easy dominoes": {"rows": 2, "cols": 3, "types": 3, "largest": 2, "most": 2},
    "much glass": {"rows": 2, "cols": 3, "types": 3, "largest": 3, "glass_share": 0.5},
    "all letters": {"rows": 2, "cols": 3, "types": 26, "base": 30, "largest": 2, "most": 1},
    "other deck": {
        "rows": 2,
        "cols": 3,
        "types": 3,
        "largest": 2,
        "most": 2,
        "base": 12,
        "glass": 7,
        "window": 2,
        "special": 1,
    },
    "long deck": {"rows": 2, "cols": 3, "types": 6, "base": 110, "largest": 6},
    "three windows": {"rows": 2, "cols": 3, "types": 4, "largest": 2, "window": 3},
    "one glass card": {"rows": 3, "cols": 2, "types": 4, "largest": 3, "glass": 1},
}


@pytest.mark.parametrize("name", CUSTOM_SETS)
def test_games_with_custom_sets(name: str, tmp_path: Path) -> None:
    rng = Random(name)
    plies = 0
    while plies < PLIES_A_CUSTOM_SET:
        cards = sets.random_set(rng, name=name, **CUSTOM_SETS[name])
        file = tmp_path / f"{plies}.toml"
        sets.write_set(cards, file)
        for _ in range(4):
            players = rng.randint(1, min(4, (len(cards.group("base")) - 3) // 2))
            options = random_options(rng, cards, players, rng.choice(SUBSETS))
            plies += play(Match(cards, options, file), rng)


def test_wins_and_losses_by_title(tmp_path: Path) -> None:
    """Easy patterns and small decks, so that games end in every way that the rules have."""
    rng = Random("titles")
    ends: Counter[str | None] = Counter()
    easy: dict[str, Any] = {"rows": 2, "cols": 3, "types": 4, "largest": 2, "most": 2}
    while len(ends) < 6 or ends.total() < 100:
        cards = sets.random_set(rng, name="easy", base=9, glass=2, special=2, **easy)
        file = tmp_path / f"{ends.total()}.toml"
        sets.write_set(cards, file)
        options = random_options(rng, cards, rng.randint(1, 3), rng.choice(SUBSETS))
        match = Match(cards, options, file)
        play(match, rng, greedy=True)
        result = match.referee.result
        assert result is not None
        ends[result.title[0] if result.title else None] += 1
        assert ends.total() < 400, f"some ends never came: {ends}"


def test_illegal_placements_and_their_rules(tmp_path: Path) -> None:
    """Placements around the mosaic are accepted or refused for the same reason (K-26 to K-31)."""
    rng = Random("illegal")
    seen: Counter[str | None] = Counter()
    for number in range(24):
        size = {"rows": 2, "cols": 3} if number % 2 else {"rows": 3, "cols": 3}
        cards = sets.random_set(rng, name="s", **size, types=5, symmetric=True)
        file = tmp_path / f"{number}.toml"
        sets.write_set(cards, file)
        options = random_options(rng, cards, rng.randint(1, 4), rng.choice(SUBSETS))
        match = Match(cards, options, file)
        while not match.referee.is_over:
            if isinstance(match.referee.actor, int):
                for _ in range(12):
                    seen[probe(match, rng)] += 1
            match.apply(chosen(match.referee, rng, greedy=False))
    assert set(seen) == {None, "slot", "rot", *RULES}
    assert all(seen[reason] >= 5 for reason in seen), seen


def probe(match: Match, rng: Random) -> str | None:
    """Try one placement near the mosaic on both sides; the referee's reason against it."""
    top, left, bottom, right = bounding_box(match.referee.mosaic or {(0, 0): "."})
    slot = rng.choice([0, 0, 0, 0, 1, 1, 1, 1, 2])
    rot = rng.choice([0, 1, 2, 3, 0, 1, 2, 3, 4])
    row, col = rng.randint(top - 4, bottom + 2), rng.randint(left - 4, right + 2)
    if rng.random() < 0.3:  # just outside a corner of the bounding box
        row, col = rng.choice([top - 3, top - 2, bottom + 1]), rng.choice([left - 3, right + 1])
    text = f"place {slot} rot {rot} at {row},{col}"
    reason = match.referee.verdict(slot, rot, row, col)
    before = [str(action) for action in match.engine.legal_actions]
    try:
        if reason is None:
            after = match.engine.apply(text)
            assert after.ply == match.engine.ply + 1
        elif reason in RULES:
            with pytest.raises(lt.IllegalActionError) as caught:
                match.engine.apply(text)
            assert caught.value.rule == RULES[reason]
        else:
            with pytest.raises(lt.LudotecaError):
                match.engine.apply(text)
        assert [str(action) for action in match.engine.legal_actions] == before
    except BaseException as error:
        error.add_note(f"{text}: {reason}\noptions: {match.options}\nactions: {match.trail}")
        raise
    return reason


# --- Kernels ------------------------------------------------------------------------------------


def random_size(rng: Random, most: int) -> tuple[int, int]:
    """Height and width of a grid, single rows and columns among them."""
    return (1 if rng.random() < 0.1 else rng.randint(1, most)), rng.randint(1, most)


def group_shape(rng: Random, grid: kernels.Grid) -> tuple[int, kernels.Bools]:
    """The code and the cells of one group of the grid, perhaps turned and mirrored."""
    labels, number = kernels.label_groups(grid)
    if number == 0:
        return 1, kernels.random_shape(rng, 2)
    cells = labels == rng.randint(1, number)
    code = int(grid[cells][0])
    shape = cells[np.ix_(cells.any(axis=1), cells.any(axis=0))]
    return code, rng.choice(kernels.symmetries(shape))


def test_pattern_count_kernel() -> None:
    rng = Random("pattern_count")
    batch, found = 40, 0
    for _ in range(GRIDS // batch):
        height, width = random_size(rng, 11)
        codes = rng.randint(1, 4)
        grids = np.stack(
            [kernels.random_tiling(rng, height, width, codes, 0.85) for _ in range(batch)]
        )
        code, shape = group_shape(rng, grids[0])
        if rng.random() < 0.2:
            code, shape = rng.randint(1, 255), kernels.random_shape(rng, rng.randint(1, 4))
            if rng.random() < 0.5:
                grids = np.where(grids == 1, np.uint8(code), grids)
        expected = kernels.pattern_count(grids, code, shape)
        assert isinstance(expected, np.ndarray)
        counts = lt.kernels.pattern_count(grids, code, shape)
        assert counts.dtype == np.int32
        np.testing.assert_array_equal(counts, expected)
        one = lt.kernels.pattern_count(grids[-1], code, shape)
        assert isinstance(one, int)
        assert one == expected[-1]
        found += int(np.count_nonzero(expected))
    assert found > GRIDS // 10


def test_label_groups_kernel() -> None:
    rng = Random("label_groups")
    for _ in range(GRIDS):
        height, width = random_size(rng, 11)
        grid = kernels.random_tiling(rng, height, width, rng.randint(1, 3), 0.8)
        labels, number = lt.kernels.label_groups(grid)
        expected, expected_number = kernels.label_groups(grid)
        assert labels.dtype == np.int32
        assert number == expected_number
        np.testing.assert_array_equal(labels, expected)


def test_symmetries_kernel() -> None:
    rng = Random("symmetries")
    numbers: Counter[int] = Counter()
    for _ in range(GRIDS):
        shape = kernels.random_shape(rng, rng.randint(1, 9))
        expected, images = kernels.symmetries(shape), lt.kernels.symmetries(shape)
        assert len(images) == len(expected), shape
        for image, wanted in zip(images, expected, strict=True):
            assert image.dtype == np.bool_
            np.testing.assert_array_equal(image, wanted)
        numbers[len(images)] += 1
    assert set(numbers) == {1, 2, 4, 8}


def random_card(rng: Random, codes: int) -> kernels.Grid:
    """A full card of up to 4x4 cells, sometimes the same after a half or a quarter turn."""
    card = kernels.random_grid(rng, rng.randint(1, 4), rng.randint(1, 4), codes, 1.0)
    if rng.random() < 0.2:
        card = np.maximum(card, card[::-1, ::-1])
        if card.shape[0] == card.shape[1] and rng.random() < 0.5:
            card = np.maximum(card, np.rot90(card))
    return np.ascontiguousarray(card)


def test_placements_kernel() -> None:
    rng = Random("placements")
    for _ in range(GRIDS):
        height, width = random_size(rng, 6)
        grid = kernels.random_grid(rng, height, width, 3, rng.choice([0.2, 0.6, 1.0]))
        grid[rng.randrange(height), rng.randrange(width)] = 1
        card, glass = random_card(rng, rng.randint(1, 3)), rng.choice([0, 1, 2, 3, 200])
        rows = lt.kernels.placements(grid, card, glass)
        assert rows.dtype == np.int32
        np.testing.assert_array_equal(rows, kernels.placements(grid, card, glass))


@pytest.mark.parametrize("size", [(1, 300), (300, 1), (63, 65), (65, 63), (64, 64), (40, 130)])
def test_kernels_on_wide_grids(size: tuple[int, int]) -> None:
    """Sizes at and beyond the width of a machine word."""
    rng = Random(f"wide {size}")
    for _ in range(3):
        grid = kernels.random_tiling(rng, *size, 3, rng.choice([0.1, 0.9]))
        grid[rng.choice([0, -1]), rng.choice([0, -1])] = 2
        labels, number = lt.kernels.label_groups(grid)
        expected, expected_number = kernels.label_groups(grid)
        assert number == expected_number
        np.testing.assert_array_equal(labels, expected)
        for _ in range(4):
            code, shape = group_shape(rng, grid)
            expected_count = kernels.pattern_count(grid, code, shape)
            assert lt.kernels.pattern_count(grid, code, shape) == expected_count != 0
        card = random_card(rng, 3)
        for glass in (0, 2):
            rows = lt.kernels.placements(grid, card, glass)
            np.testing.assert_array_equal(rows, kernels.placements(grid, card, glass))


def layouts(grid: kernels.Grid) -> list[kernels.Grid]:
    """The same grid in other memory layouts."""
    padded = np.zeros((grid.shape[0] + 2, 2 * grid.shape[1]), grid.dtype)
    padded[1:-1, ::2] = grid
    backwards = np.ascontiguousarray(grid[::-1, ::-1])[::-1, ::-1]
    read_only = grid.copy()
    read_only.flags.writeable = False
    return [np.asfortranarray(grid), padded[1:-1, ::2], backwards, grid.T.copy().T, read_only]


def right_or_refused(call: Callable[[], object], wanted: object) -> bool:
    """Whether the kernel answered; a wrong answer fails."""
    try:
        answer = call()
    except (ValueError, TypeError):
        return False
    np.testing.assert_array_equal(np.asarray(answer), np.asarray(wanted))
    return True


@pytest.mark.parametrize("seed", range(20))
def test_kernels_in_any_memory_layout(seed: int) -> None:
    """Any layout is right or refused, never wrong."""
    rng = Random(seed)
    grid = kernels.random_tiling(rng, rng.randint(2, 7), rng.randint(2, 7), 2, 0.8)
    grid[0, 0] = 1
    code, shape = group_shape(rng, grid)
    card = random_card(rng, 2)
    count, labels = kernels.pattern_count(grid, code, shape), kernels.label_groups(grid)[0]
    rows, images = kernels.placements(grid, card, 2), kernels.symmetries(shape)
    fast = lt.kernels
    answered = 0
    for other in layouts(grid):
        answered += right_or_refused(partial(fast.pattern_count, other, code, shape), count)
        answered += right_or_refused(partial(lambda g: fast.label_groups(g)[0], other), labels)
        answered += right_or_refused(partial(fast.placements, other, card, 2), rows)
    for other in layouts(card):
        answered += right_or_refused(partial(fast.placements, grid, other, 2), rows)
    for other in layouts(shape.astype(np.uint8)):
        bools = other.view(np.bool_)
        answered += right_or_refused(partial(fast.pattern_count, grid, code, bools), count)
        for k, image in enumerate(images):
            answered += right_or_refused(
                partial(lambda s, k: fast.symmetries(s)[k], bools, k), image
            )
    assert answered > 0


def test_kernels_refuse_what_has_no_meaning() -> None:
    grid = np.ones((2, 2), np.uint8)
    domino = np.ones((1, 2), np.bool_)
    with pytest.raises(ValueError, match="brick"):
        lt.kernels.pattern_count(grid, 0, domino)
    for rows in ([[0]], [[1, 0, 1]], [[1, 0], [0, 1]], [[1, 0]], [[0, 0], [1, 1]]):
        with pytest.raises(ValueError, match="shape"):
            lt.kernels.pattern_count(grid, 1, np.array(rows, np.bool_))
    with pytest.raises(ValueError, match="grid"):
        lt.kernels.placements(np.zeros((2, 2), np.uint8), grid, 0)
    with pytest.raises(ValueError, match="card"):
        lt.kernels.placements(grid, np.array([[1, 0]], np.uint8), 0)
