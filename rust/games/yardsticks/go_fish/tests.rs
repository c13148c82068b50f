//! Tests of the engine's inner parts; the rules are tested from Python, in `tests/go_fish/`.

mod cards;
