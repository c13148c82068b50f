//! What an action under way has brought, in positions as JSON: written, read, and checked (D-8, K-2, Q-1,
//!

use serde_json::{Value, json};
use tinyvec::ArrayVec;

use super::Athos;
use super::contract::{Crossing, Crossings, crossings};
use super::rules::{MARKER_POINTS, PANEL_POINTS};
use super::state::{Pending, Phase, State};
use super::types::{Face, Master, Tool};
use crate::game::FormatError;
use crate::games::fields::Fields;
use crate::grid::Cells;

const PENDING: &[&str] = &["points", "pattern", "squares", "spends"];

/// Most points that a lay can bring before its markers (P-1, Q-10), in panels of any shape.
const MOST_POINTS: i64 = 200;

type Checked = Result<(), FormatError>;

fn refuse(rule: &'static str, key: &str, message: impl Into<String>) -> Checked {
    Err(FormatError::rule(rule, format!("position.{key}"), message))
}

impl Athos {
    pub(super) fn write_pending(&self, pending: &Pending) -> Value {
        if *pending == Pending::default() {
            return Value::Null;
        }
        let names = |windows: Crossings| {
            crossings(windows).map(|crossing| crossing.name()).collect::<Vec<_>>()
        };
        let squares: Vec<_> = pending.squares.iter().map(|&windows| names(windows)).collect();
        json!({
            "points": pending.points,
            "pattern": self.letter(pending.pattern).to_string(),
            "squares": squares,
            "spends": pending.spends,
        })
    }

    pub(super) fn read_pending(&self, value: &Value) -> Result<Pending, FormatError> {
        if value.is_null() {
            return Ok(Pending::default());
        }
        let fields = Fields::new("position.pending", value, PENDING)?;
        let mut squares = ArrayVec::new();
        for (index, value) in fields.list("squares")?.iter().enumerate() {
            let fail = || {
                FormatError::form(
                    format!("position.pending.squares[{index}]"),
                    "up to 4 lists of crossings are expected",
                )
            };
            let names = value.as_array().filter(|_| index < 4).ok_or_else(fail)?;
            let mut windows = 0;
            for name in names {
                let crossing = Crossing::ALL.into_iter().find(|crossing| name == crossing.name());
                windows |= 1 << crossing.ok_or_else(fail)? as u8;
            }
            squares.push(windows);
        }
        Ok(Pending {
            points: fields.number("points", 0, MOST_POINTS)? as u8,
            pattern: self.read_pattern("position.pending.pattern", fields.text("pattern")?)?,
            squares,
            spends: fields.number("spends", 0, 2)? as u8,
        })
    }

    /// Whether the side to act has used its Master in this turn, as far as a position tells.
    pub(super) fn has_used_master(&self, state: &State) -> bool {
        self.has_masters() && state.masters.has_used(self.side(state))
    }

    /// The Master that the side to act has used in this turn, as far as a position tells.
    fn used_master(&self, state: &State) -> Option<Master> {
        let held = state.masters.held[self.side(state)];
        held.filter(|_| self.has_used_master(state))
    }

    /// What an action leaves to be done.
    pub(super) fn check_pending(&self, state: &State) -> Checked {
        let (pending, rolls) = (&state.pending, state.rolls.len());
        let is_free = pending.spends == 0;
        let most_rolls = match state.phase {
            Phase::Roll if state.tools.takes > 0 => 1 + usize::from(state.tools.takes > 2),
            Phase::Roll if is_free && self.used_master(state) == Some(Master::Correction) => 2,
            Phase::Roll => 1,
            _ => 0,
        };
        if rolls > most_rolls || (rolls == 0) != (most_rolls == 0) {
            let message = "a cube is rolled after a swap, a restore and the like, and then nothing \
                           else is due";
            return refuse("K-2", "rolls", message);
        }
        match state.phase {
            Phase::Deal | Phase::Keep => return self.check_spends_alone(state, 2),
            // Y-18, Y-19: cubes that a cut has sent off.
            Phase::Roll if state.tools.takes > 0 => return self.check_spends_alone(state, 1),
            Phase::Cut => return self.check_spends_alone(state, 1),
            Phase::Roll | Phase::Mark => {}
            _ if *pending == Pending::default() => return Ok(()),
            _ => return refuse("D-8", "pending", "points are credited at once"),
        }
        let is_series = state.masters.series.is_some();
        let is_due = if is_free {
            self.used_master(state).is_some() && !is_series
        } else {
            pending.spends == 1 && (is_series || state.actions_left > 0)
        };
        if !is_due || !state.has_acted {
            return refuse("D-2", "pending", "an action is under way");
        }
        if state.phase == Phase::Roll && self.brings_no_lay(state) {
            return Ok(());
        }
        if pending.points == 0 {
            return refuse("P-1", "pending", "a lay has points");
        }
        self.check_lay(state)
    }

    /// Nothing but the actions that it costs.
    fn check_spends_alone(&self, state: &State, spends: u8) -> Checked {
        let expected = Pending { spends, ..Pending::default() };
        let is_right = state.pending == expected && state.actions_left >= spends && state.has_acted;
        if is_right { Ok(()) } else { refuse("D-2", "pending", "an action is under way") }
    }

    /// Whether what is rolled comes from something that lays no tile: a swap, a cut (Y-18, Y-19),
    /// pincers (Y-27, Y-28), a correction.
    fn brings_no_lay(&self, state: &State) -> bool {
        let pending = &state.pending;
        if pending.pattern != 0 || !pending.squares.is_empty() {
            return false;
        }
        if pending.spends == 0 {
            return pending.points == 0 && self.used_master(state) == Some(Master::Correction);
        }
        let pulls = match self.usable_tool(state) {
            Some((Tool::Pincers, is_turned)) => 1 + u8::from(is_turned),
            _ => 0,
        };
        pending.points == 0 || pending.points == pulls
    }

    /// A lay, which has points to be credited.
    fn check_lay(&self, state: &State) -> Checked {
        let pending = &state.pending;
        let master = self.used_master(state);
        let lays = matches!(master, Some(Master::Restoration | Master::Laying));
        if pending.spends == 0 && !lays {
            return refuse("X-8", "pending", "this Master lays no tile");
        }
        if !state.has_laid || !self.can_have_earned(state) {
            return refuse("P-1", "pending", "no lay brings these points");
        }
        if !self.has_squares(state) {
            return refuse("Q-1", "pending", "no such squares stand on the mural");
        }
        let has_pattern = |face: &Face| self.pattern(*face) == pending.pattern;
        let is_of_it = |kind: &u8| self.set.kinds[usize::from(*kind)].faces.iter().any(has_pattern);
        if !state.rolls.iter().all(is_of_it) {
            return refuse("J-1", "rolls", "the cube that was removed shows the pattern laid");
        }
        if state.phase == Phase::Mark {
            let squares = &state.pending.squares;
            let stock = usize::from(state.stock[self.side(state)]);
            let is_open = stock > 0
                && (stock < squares.len()
                    || squares.iter().any(|windows| windows.count_ones() > 1));
            if squares.is_empty() || !is_open {
                return refuse("Q-5", "pending", "there is nothing to choose");
            }
        }
        Ok(())
    }

    /// P-1, Q-3, Q-10: whether a lay can have brought the points that are not credited yet.
    fn can_have_earned(&self, state: &State) -> bool {
        let pending = &state.pending;
        let card = &state.cards[usize::from(pending.pattern)];
        let is_full = card.is_paid && self.is_full_panel(state, pending.pattern);
        let placed =
            if state.phase == Phase::Mark { card.marks_of(self.side(state) as u8) } else { 0 };
        // Y-11: what a tool paid with it.
        let has_tool = pending.spends == 1 && self.usable_tool(state).is_some();
        let pay = if has_tool { self.most_pay(state, self.side(state)) } else { 0 };
        let tool = i32::from(pay);
        let mut rest = state.blocks.of(pending.pattern);
        while let Some(first) = rest.nth(0) {
            let group = rest.connected(Cells::single(first));
            rest -= group;
            let panel = PANEL_POINTS * i32::from(is_full);
            for bonus in [0, panel, tool, panel + tool] {
                let more = i32::from(pending.points) - group.len() as i32 - bonus;
                if more % MARKER_POINTS == 0
                    && (0..=i32::from(placed)).contains(&(more / MARKER_POINTS))
                {
                    return true;
                }
            }
        }
        false
    }

    /// whether the squares that can bring a marker stand on the mural, with these windows.
    fn has_squares(&self, state: &State) -> bool {
        let pattern = state.pending.pattern;
        let unmarked = state.cards[usize::from(pattern)].unmarked();
        let squares = self.correct_squares(state, pattern, state.blocks.of(pattern));
        let mut windows: Vec<u8> = squares.map(|windows| windows & unmarked).collect();
        state.pending.squares.iter().all(|&square| {
            let place = windows.iter().position(|&other| other == square && square != 0);
            place.map(|place| windows.swap_remove(place)).is_some()
        })
    }
}
