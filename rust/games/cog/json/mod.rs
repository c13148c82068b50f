//! Positions as JSON, whole: what lies on the table (`table.rs`), where the game stands (`step.rs`),
//! what has begun and is not finished (`pending.rs`). What is read is checked against all that the
//! rules imply: piles (`piles.rs`), mats (`mats.rs`), the board (`board.rs`).

mod board;
mod mats;
mod pending;
mod piles;
mod read;
mod read_mat;
mod step;

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;

use self::step::Stage;
use super::Cog;
use super::state::{State, Step};
use super::table::List;
use super::types::members;
use crate::game::FormatError;

/// The keys of a position.
const POSITION: &[&str] = &[
    "phase",
    "step",
    "round",
    "rounds",
    "is_last_round",
    "order",
    "removed_goal",
    "centre",
    "top",
    "bottom",
    "dice",
    "neutral_die",
    "slots",
    "pawns",
    "neutral",
    "stars",
    "bag",
    "are_spares_in",
    "deck",
    "discard",
    "mats",
    "taken",
    "sequence",
    "spares_round",
    "microactions",
    "pending",
    "reason",
];

/// A position on its way to JSON.
struct Written<'g, 's> {
    game: &'g Cog,
    state: &'s State,
}

impl Serialize for Written<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { game, state } = *self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("phase", game.phase_name(state))?;
        map.serialize_entry("step", &game.step_text(state.step))?;
        game.write_table(&mut map, state, state.mats.each_ref().map(|mat| Some(mat.vp)))?;
        map.serialize_entry("taken", &Taken { game, taken: state.taken })?;
        let playing = if plays_in_sequence(state.step) { game.players.into() } else { 0 };
        map.serialize_entry("sequence", &state.sequence[..playing])?;
        map.serialize_entry("spares_round", &Some(state.spares_round).filter(|&round| round > 0))?;
        map.serialize_entry("microactions", &state.microactions)?;
        map.serialize_entry("pending", &game.pending_text(state))?;
        map.serialize_entry("reason", &game.reason_name(state))?;
        map.end()
    }
}

/// The slots with a cog on the top and on the bottom edge, by number.
struct Taken<'a> {
    game: &'a Cog,
    taken: [u8; 2],
}

impl Serialize for Taken<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let [top, bottom] = self.taken.map(|slots| members(slots.into()));
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("top", &List(top.map(|slot| self.game.top()[slot].number)))?;
        map.serialize_entry("bottom", &List(bottom.map(|slot| slot + 1)))?;
        map.end()
    }
}

impl Cog {
    pub(super) fn write_json(&self, state: &State) -> impl Serialize {
        Written { game: self, state }
    }

    pub(super) fn read_json(&self, value: &Value) -> Result<State, FormatError> {
        let mut state = self.read_keys(value)?;
        let stage = Stage::of(&state);
        self.check_course(&state, stage)?;
        self.check_piles(&state, stage)?;
        self.check_board(&state, stage)?;
        self.check_mats(&state, stage)?;
        self.check_pending(&state)?;
        // The game must wait here for somebody or something: else it would go on.
        let mut next = state.clone();
        self.proceed(&mut next);
        state.node = next.node;
        if next != state {
            let message = "nothing is due here: the game would go on by itself";
            return Err(FormatError::form("position.step", message));
        }
        Ok(state)
    }
}

/// Whether the seats play one by one, in an order that may be another than that of the turns (C-272).
fn plays_in_sequence(step: Step) -> bool {
    matches!(step, Step::Activate(_) | Step::Construct(_))
}

fn wrong(key: impl Into<String>, message: impl Into<String>) -> FormatError {
    FormatError::form(key, message)
}

/// Refuses what a rule forbids.
fn require(
    holds: bool,
    rule: &'static str,
    key: impl FnOnce() -> String,
    message: impl FnOnce() -> String,
) -> Result<(), FormatError> {
    if holds { Ok(()) } else { Err(FormatError::rule(rule, key(), message())) }
}
