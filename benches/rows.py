"""The rows of the table: what is measured against what, and the ratio wanted."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Side:
    """A case of a script: `ours`, the `core`, or one of `peers`."""

    script: str
    case: str
    bench: str = ""
    """Of the core: the benchmark of `Cargo.toml` that has the case."""

    @property
    def is_core(self) -> bool:
        """Whether Criterion times it."""
        return self.script == "core"

    @property
    def is_ours(self) -> bool:
        """Whether it is ludoteca's."""
        return self.script in ("ours", "core")


@dataclass(frozen=True)
class Row:
    """One line of the table.

    `at_least` is the ratio wanted, `at_most` the seconds that one unit of ours may take; a row with
    neither is for information. `also` is a second count to show; `cores` how many the row is given.
    """

    name: str
    unit: str
    ours: Side
    peer: Side | None = None
    against: str = ""
    at_least: float | None = None
    at_most: float | None = None
    also: str | None = None
    cores: int = 1


def ours(case: str) -> Side:
    """A case of `ours.py`."""
    return Side("ours", case)


def core(bench: str, case: str) -> Side:
    """A case of a Criterion benchmark."""
    return Side("core", case, bench)


def peer(script: str, case: str) -> Side:
    """A case of a script in `peers/`."""
    return Side(f"peers.{script}", case)


HEX = peer("openspiel_boards", "hex"), "OpenSpiel hex 11x11, evaluate_bots"
GO_FISH = peer("openspiel_go_fish", "playouts"), "OpenSpiel go_fish, evaluate_bots"
PGX_JIT = peer("pgx_connect_four", "jit"), "pgx connect_four, inside its jit"
PGX_LOOP = peer("pgx_connect_four", "python"), "pgx connect_four, loop in Python"
ENVPOOL_HEX = peer("envpool_boards", "hex"), "EnvPool hex"
CATANATRON = peer("catanatron_games", "playouts"), "catanatron, 4 random players"
SERIALIZE = peer("openspiel_go_fish", "serialize"), "OpenSpiel go_fish serialize"
DESERIALIZE = peer("openspiel_go_fish", "deserialize"), "OpenSpiel go_fish deserialize_state"


def playouts(
    name: str, case: str, peer: tuple[Side, str], at_least: float, unit: str = "plies"
) -> Row:
    """Games by `simulate` beside whole games of a peer."""
    also = "games" if unit == "plies" else None
    return Row(f"{name} playouts", unit, ours(case), *peer, at_least=at_least, also=also)


def two_threads(name: str, case: str) -> Row:
    """Two threads beside one."""
    both = ours(f"{case}_2_threads"), ours(case)
    return Row(f"{name}: 2 threads", "games", *both, "1 thread", at_least=1.9, cores=2)


def stepping(name: str, case: str, peer: tuple[Side, str], at_least: float | None = None) -> Row:
    """1,024 environments, observation and mask written, beside a peer's."""
    return Row(f"{name}, vector_env of 1,024", "steps", ours(case), *peer, at_least=at_least)


def to_json(
    name: str, case: str, peer: tuple[Side | None, str] = (None, ""), at_most: float | None = None
) -> Row:
    """A state as text."""
    side = ours(f"{case}_to_json")
    return Row(f"{name}, to_json in mid-game", "states", side, *peer, at_most=at_most)


def from_json(
    name: str, case: str, peer: tuple[Side | None, str] = (None, ""), at_most: float | None = None
) -> Row:
    """The text as a state."""
    side = ours(f"{case}_from_json")
    return Row(f"{name}, state_from_json", "states", side, *peer, at_most=at_most)


def determinize(name: str, case: str) -> Row:
    """A state drawn from those that a seat can't tell from the true one."""
    side = ours(f"{case}_determinize")
    return Row(f"{name}, determinize in mid-game", "states", side, at_most=2e-6)


def patterns(case: str, against: str, at_least: float | None = None) -> Row:
    """1,000 grids of 32 x 32 cells in one call, beside another way to count."""
    other = peer("scipy_patterns", case)
    return Row("pattern_count", "grids", ours("pattern_count"), other, against, at_least=at_least)


def clone(name: str) -> Row:
    """A copy of a state in mid-game, in the core."""
    side = core(name, f"{name}/clone")
    return Row(f"core: clone of a state of {name}", "states", side, at_most=4e-8)


COBOGO = (
    playouts("Cobogó, 2 players: random", "cobogo_playouts", HEX, 5),
    two_threads("Cobogó, 2 players", "cobogo_playouts"),
    stepping("Cobogó", "cobogo_vector_env", PGX_JIT, 0.4),
    stepping("Cobogó", "cobogo_vector_env", PGX_LOOP),
    stepping("Cobogó", "cobogo_vector_env", ENVPOOL_HEX, 4),
    Row(
        "Cobogó, vector_env, actions drawn beforehand",
        "steps",
        ours("cobogo_vector_env_replayed"),
        *PGX_JIT,
    ),
    to_json("Cobogó", "cobogo", SERIALIZE),
    from_json("Cobogó", "cobogo", DESERIALIZE),
    determinize("Cobogó", "cobogo"),
)
BOGOSS = (
    playouts("Bogoss, 3 players: random", "bogoss_playouts", GO_FISH, 12),
    two_threads("Bogoss, 3 players", "bogoss_playouts"),
    stepping("Bogoss", "bogoss_vector_env", PGX_JIT, 2),
    to_json("Bogoss", "bogoss", SERIALIZE, at_most=1e-5),
    from_json("Bogoss", "bogoss", DESERIALIZE, at_most=1e-5),
    determinize("Bogoss", "bogoss"),
)
ATHOS = (
    playouts("Athos, 4 players: random", "athos_playouts", HEX, 1.5),
    two_threads("Athos, 4 players", "athos_playouts"),
    stepping("Athos", "athos_vector_env", PGX_JIT, 0.4),
    stepping("Athos", "athos_vector_env", ENVPOOL_HEX, 4),
    to_json("Athos", "athos"),
    from_json("Athos", "athos"),
)
COG = (
    playouts("C.O.G., 4 players: random", "cog_playouts", HEX, 1.5),
    playouts("C.O.G., 4 players: speller", "cog_speller", HEX, 1.5),
    playouts("C.O.G., 4 players: random", "cog_playouts", CATANATRON, 300, "games"),
    playouts("C.O.G., 4 players: speller", "cog_speller", CATANATRON, 300, "games"),
    two_threads("C.O.G., 4 players, speller", "cog_speller"),
    stepping("C.O.G.", "cog_vector_env", PGX_JIT, 0.4),
    stepping("C.O.G.", "cog_vector_env", ENVPOOL_HEX, 4),
    to_json("C.O.G.", "cog"),
    from_json("C.O.G.", "cog"),
)
YARDSTICKS = (
    playouts("Go Fish, 3 players: random", "go_fish_playouts", GO_FISH, 10),
    playouts(
        "Go Fish, 3 players: random",
        "go_fish_playouts",
        (peer("python_go_fish", "playouts"), "plain Python, the same game"),
        40,
    ),
    playouts(
        "Connect Four: random",
        "connect_four_playouts",
        (peer("openspiel_boards", "connect_four"), "OpenSpiel connect_four, evaluate_bots"),
        10,
    ),
    playouts(
        "Connect Four: random",
        "connect_four_playouts",
        (
            peer("openspiel_boards", "connect_four_rollouts"),
            "OpenSpiel connect_four, MCTS rollouts",
        ),
        5,
    ),
    stepping("Connect Four", "connect_four_vector_env", PGX_LOOP, 3),
    stepping("Connect Four", "connect_four_vector_env", PGX_JIT, 2),
    stepping(
        "Connect Four",
        "connect_four_vector_env",
        (peer("envpool_boards", "connect_four"), "EnvPool connect_four"),
        20,
    ),
    Row(
        "Go Fish, 3 players: one state at a time",
        "plies",
        ours("go_fish_states"),
        peer("openspiel_go_fish", "python"),
        "OpenSpiel go_fish, loop in Python",
        at_least=3,
    ),
    Row(
        "Connect Four: one state at a time",
        "plies",
        ours("connect_four_states"),
        peer("openspiel_boards", "connect_four_python"),
        "OpenSpiel connect_four, loop in Python",
        at_least=1.2,
    ),
)
KERNELS = (
    patterns("label", "SciPy label, grid by grid", 400),
    patterns("bigint_kept", "big integers kept up to date", 20),
    patterns("bigint_from_array", "big integers made from the array"),
    patterns("slices", "NumPy slices, grid by grid"),
    patterns("label_stack", "SciPy label, one call for all grids"),
    patterns("slices_stack", "NumPy slices, all grids at once"),
    patterns("bitrows_stack", "NumPy 32-bit rows, all grids at once"),
    Row(
        "placements, 12 cards",
        "calls",
        ours("placements"),
        peer("numpy_placements", "placements"),
        "NumPy dilation and argwhere",
        at_least=60,
    ),
    Row(
        "lay, mural in mid-game",
        "calls",
        ours("lay"),
        peer("python_lay", "lay"),
        "plain Python",
        at_least=20,
    ),
    Row(
        "word_plays, 6 words on the grid",
        "calls",
        ours("word_plays"),
        peer("python_word_plays", "squares"),
        "plain Python, square by square",
        at_least=100,
    ),
    Row(
        "word_plays, 6 words on the grid",
        "calls",
        ours("word_plays"),
        peer("python_word_plays", "tiles"),
        "plain Python, from the tiles",
    ),
)
CORE = (
    Row(
        "core: Cobogó by trait and chance nodes",
        "games",
        core("cobogo", "cobogo/loop/trait and chance nodes"),
        core("cobogo", "cobogo/loop/hand-written"),
        "a hand-written loop",
        # At most 1.25 times its time.
        at_least=0.8,
    ),
    Row(
        "core: pattern_count, bytes given",
        "grids",
        core("grid", "pattern_count/T4 all"),
    ),
    Row(
        "core: placements, 12 cards",
        "calls",
        core("grid", "placements/12 cards"),
        at_most=9e-7,
    ),
    Row(
        "core: lays of a new pattern, all 81 cells",
        "murals",
        core("athos", "athos/all cells, new pattern"),
        at_most=2.5e-7,
    ),
    Row(
        "core: plays of 15 words, 6 standing",
        "mats",
        core("cog", "cog/plays, counted"),
        at_most=3e-7,
    ),
    clone("cobogo"),
    clone("bogoss"),
    clone("athos"),
    clone("cog"),
)

ROWS = (*COBOGO, *BOGOSS, *ATHOS, *COG, *YARDSTICKS, *KERNELS, *CORE)
