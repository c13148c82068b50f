//! Positions as JSON, complete, for the owner of the table; read back with every check that the
//! rules imply (`../check.rs` and its like).

mod read;
mod write;

pub(super) use write::Written;

use super::state::Phase;

/// The keys of a position; the last one holds the position from before a step.
const POSITION: &[&str] = &[
    "phase",
    "stage",
    "turn",
    "turn_of",
    "first",
    "dealt",
    "may_stop",
    "follow_up",
    "goes_on",
    "to_draw",
    "request",
    "winner",
    "hands",
    "pile",
    "known",
    "laid",
    "log",
    "refills",
    "before",
];

/// The keys of the position from before a step: it has none of its own.
const BEFORE: &[&str] = POSITION.split_at(POSITION.len() - 1).0;

const PHASES: [(Phase, &str); 10] = [
    (Phase::First, "first"),
    (Phase::Deal, "deal"),
    (Phase::Ask, "ask"),
    (Phase::Take, "take"),
    (Phase::Give, "give"),
    (Phase::Given, "given"),
    (Phase::Draw, "draw"),
    (Phase::Refill, "refill"),
    (Phase::Lay, "lay"),
    (Phase::Over, "over"),
];
