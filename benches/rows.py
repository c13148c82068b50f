"""The rows of the table: what is measured against what, and the ratio wanted."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Side:
    """A case of a script: `ours`, or one of `peers`."""

    script: str
    case: str

    @property
    def is_ours(self) -> bool:
        """Whether it is ludoteca's."""
        return self.script == "ours"


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


def peer(script: str, case: str) -> Side:
    """A case of a script in `peers/`."""
    return Side(f"peers.{script}", case)


HEX = peer("openspiel_hex", "playouts")
PGX_JIT = peer("pgx_connect_four", "jit")
PGX_LOOP = peer("pgx_connect_four", "python")
ENVPOOL = peer("envpool_hex", "step")
CATANATRON = peer("catanatron_games", "playouts")


def patterns(case: str) -> Side:
    """A case of `peers/scipy_patterns.py`."""
    return peer("scipy_patterns", case)


ROWS = (
    Row(
        "Cobogó, 2 players: random playouts",
        "plies",
        ours("cobogo_playouts"),
        HEX,
        "OpenSpiel hex 11x11, evaluate_bots",
        at_least=5,
        also="games",
    ),
    Row(
        "Cobogó, 2 players: 2 threads",
        "games",
        ours("cobogo_playouts_2_threads"),
        ours("cobogo_playouts"),
        "1 thread",
        at_least=1.9,
        cores=2,
    ),
    Row(
        "Cobogó, vector_env of 1,024",
        "steps",
        ours("cobogo_vector_env"),
        PGX_JIT,
        "pgx connect_four, inside its jit",
        at_least=0.4,
    ),
    Row(
        "Cobogó, vector_env of 1,024",
        "steps",
        ours("cobogo_vector_env"),
        PGX_LOOP,
        "pgx connect_four, loop in Python",
    ),
    Row(
        "Cobogó, vector_env of 1,024",
        "steps",
        ours("cobogo_vector_env"),
        ENVPOOL,
        "EnvPool hex",
        at_least=4,
    ),
    Row(
        "Cobogó, vector_env, actions drawn beforehand",
        "steps",
        ours("cobogo_vector_env_replayed"),
        PGX_JIT,
        "pgx connect_four, inside its jit",
    ),
    Row(
        "pattern_count",
        "grids",
        ours("pattern_count"),
        patterns("label"),
        "SciPy label, grid by grid",
        at_least=400,
    ),
    Row(
        "pattern_count",
        "grids",
        ours("pattern_count"),
        patterns("bigint_kept"),
        "big integers kept up to date",
        at_least=20,
    ),
    Row(
        "pattern_count",
        "grids",
        ours("pattern_count"),
        patterns("bigint_from_array"),
        "big integers made from the array",
    ),
    Row(
        "pattern_count",
        "grids",
        ours("pattern_count"),
        patterns("slices"),
        "NumPy slices, grid by grid",
    ),
    Row(
        "pattern_count",
        "grids",
        ours("pattern_count"),
        patterns("label_stack"),
        "SciPy label, one call for all grids",
    ),
    Row(
        "pattern_count",
        "grids",
        ours("pattern_count"),
        patterns("slices_stack"),
        "NumPy slices, all grids at once",
    ),
    Row(
        "pattern_count",
        "grids",
        ours("pattern_count"),
        patterns("bitrows_stack"),
        "NumPy 32-bit rows, all grids at once",
    ),
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
    Row(
        "Cobogó, to_json in mid-game",
        "states",
        ours("cobogo_to_json"),
        peer("openspiel_go_fish", "serialize"),
        "OpenSpiel go_fish serialize",
    ),
    Row(
        "Cobogó, state_from_json",
        "states",
        ours("cobogo_from_json"),
        peer("openspiel_go_fish", "deserialize"),
        "OpenSpiel go_fish deserialize_state",
    ),
    Row("Cobogó, determinize in mid-game", "states", ours("cobogo_determinize"), at_most=2e-6),
    Row(
        "Bogoss, 3 players: random playouts",
        "plies",
        ours("bogoss_playouts"),
        peer("openspiel_go_fish", "playouts"),
        "OpenSpiel go_fish, evaluate_bots",
        at_least=12,
        also="games",
    ),
    Row(
        "Bogoss, 3 players: 2 threads",
        "games",
        ours("bogoss_playouts_2_threads"),
        ours("bogoss_playouts"),
        "1 thread",
        at_least=1.9,
        cores=2,
    ),
    Row(
        "Bogoss, vector_env of 1,024",
        "steps",
        ours("bogoss_vector_env"),
        PGX_JIT,
        "pgx connect_four, inside its jit",
        at_least=2,
    ),
    Row(
        "Bogoss, to_json in mid-game",
        "states",
        ours("bogoss_to_json"),
        peer("openspiel_go_fish", "serialize"),
        "OpenSpiel go_fish serialize",
        at_most=1e-5,
    ),
    Row(
        "Bogoss, state_from_json",
        "states",
        ours("bogoss_from_json"),
        peer("openspiel_go_fish", "deserialize"),
        "OpenSpiel go_fish deserialize_state",
        at_most=1e-5,
    ),
    Row("Bogoss, determinize in mid-game", "states", ours("bogoss_determinize"), at_most=2e-6),
    Row(
        "Athos, 4 players: random playouts",
        "plies",
        ours("athos_playouts"),
        HEX,
        "OpenSpiel hex 11x11, evaluate_bots",
        at_least=1.5,
        also="games",
    ),
    Row(
        "Athos, 4 players: 2 threads",
        "games",
        ours("athos_playouts_2_threads"),
        ours("athos_playouts"),
        "1 thread",
        at_least=1.9,
        cores=2,
    ),
    Row(
        "Athos, vector_env of 1,024",
        "steps",
        ours("athos_vector_env"),
        PGX_JIT,
        "pgx connect_four, inside its jit",
        at_least=0.4,
    ),
    Row(
        "Athos, vector_env of 1,024",
        "steps",
        ours("athos_vector_env"),
        ENVPOOL,
        "EnvPool hex",
        at_least=4,
    ),
    Row("Athos, to_json in mid-game", "states", ours("athos_to_json")),
    Row("Athos, state_from_json", "states", ours("athos_from_json")),
    Row(
        "C.O.G., 4 players: random playouts",
        "plies",
        ours("cog_playouts"),
        HEX,
        "OpenSpiel hex 11x11, evaluate_bots",
        at_least=1.5,
        also="games",
    ),
    Row(
        "C.O.G., 4 players: speller playouts",
        "plies",
        ours("cog_speller"),
        HEX,
        "OpenSpiel hex 11x11, evaluate_bots",
        at_least=1.5,
        also="games",
    ),
    Row(
        "C.O.G., 4 players: random playouts",
        "games",
        ours("cog_playouts"),
        CATANATRON,
        "catanatron, 4 random players",
        at_least=300,
    ),
    Row(
        "C.O.G., 4 players: speller playouts",
        "games",
        ours("cog_speller"),
        CATANATRON,
        "catanatron, 4 random players",
        at_least=300,
    ),
    Row(
        "C.O.G., 4 players, speller: 2 threads",
        "games",
        ours("cog_speller_2_threads"),
        ours("cog_speller"),
        "1 thread",
        at_least=1.9,
        cores=2,
    ),
    Row(
        "C.O.G., vector_env of 1,024",
        "steps",
        ours("cog_vector_env"),
        PGX_JIT,
        "pgx connect_four, inside its jit",
        at_least=0.4,
    ),
    Row(
        "C.O.G., vector_env of 1,024",
        "steps",
        ours("cog_vector_env"),
        ENVPOOL,
        "EnvPool hex",
        at_least=4,
    ),
    Row("C.O.G., to_json in mid-game", "states", ours("cog_to_json")),
    Row("C.O.G., state_from_json", "states", ours("cog_from_json")),
)
