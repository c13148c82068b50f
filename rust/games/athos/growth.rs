//! Where a tile of a pattern may be laid, before anything slides: one panel for each pattern, 2x2
//! first, then 3x3 (N-4, O, T-7, W-5, W-7).

use super::Athos;
use super::rules::Mode;
use super::state::State;
use super::types::Pattern;
use crate::grid::Cells;

impl Athos {
    /// The empty cells on which a tile can lie.
    #[inline]
    pub(super) fn empty(&self, state: &State) -> Cells {
        self.ground.inside - self.ground.columns - state.blocks.occupied()
    }

    /// The cells on which the shape of the block allows a tile.
    pub(super) fn growth(&self, state: &State, pattern: Pattern) -> Cells {
        let block = state.blocks.of(pattern);
        let empty = self.empty(state);
        if block.is_empty() {
            return empty;
        }
        if state.immutable[usize::from(pattern)] != 0 {
            // W-29.
            return Cells::default();
        }
        // N-4.
        let near = block.beside() & empty;
        if self.rules.is_shapeless {
            return near;
        }
        let small = near & state.blocks.boxed(pattern, 2);
        if self.rules.mode == Mode::Challenging || !self.passes_gate(state, pattern) {
            return small;
        }
        // O-6; O-10 too: the box is never larger.
        let mut cells = near & state.blocks.boxed(pattern, 3);
        if self.rules.mode.has_cards() && (self.rules.errors_close || self.rules.grows_aligned) {
            let frames = self.frames(state, pattern);
            let has_error = |frame| !self.incorrect(state, pattern, frame).is_empty();
            if self.rules.errors_close && frames.iter().all(|&frame| has_error(frame)) {
                return Cells::default();
            }
            if self.rules.grows_aligned {
                let within = |all: Cells, frame: &super::contract::Frame| all | frame.cells();
                cells &= frames.iter().fold(Cells::default(), within);
            }
        }
        cells
    }

    /// Whether a panel may grow beyond a square (O-5, O-14).
    pub(super) fn passes_gate(&self, state: &State, pattern: Pattern) -> bool {
        if self.rules.is_gate_sticky && state.cards[usize::from(pattern)].has_passed {
            return true;
        }
        self.correct_squares(state, pattern).next().is_some()
    }
}
