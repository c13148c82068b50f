//! Tests of the engine's inner parts; the rules are tested from Python, in `tests/connect_four/`.

mod board;
