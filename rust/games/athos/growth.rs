//! Where a tile of a pattern may be laid, before anything slides: one panel for each pattern, 2x2
//! first, then 3x3 (N-4, O, T-7, W-5, W-7).

use super::Athos;
use super::mural::boxed;
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
        let reach = match state.kept.reach(pattern) {
            Some(reach) => reach,
            None => self.reach(state, pattern, state.blocks.of(pattern)),
        };
        reach & self.empty(state)
    }

    /// The cells, empty or not, on which the shape of the block, or of a part of it, allows a tile.
    #[inline]
    pub(super) fn reach(&self, state: &State, pattern: Pattern, block: Cells) -> Cells {
        if block.is_empty() {
            return self.ground.inside;
        }
        if state.immutable[usize::from(pattern)] != 0 {
            // W-29.
            return Cells::default();
        }
        // N-4.
        let near = block.beside() & self.ground.inside;
        if self.rules.is_shapeless {
            return near;
        }
        if self.rules.mode == Mode::Challenging || !self.passes_gate(state, pattern, block) {
            return near & boxed(block, 2);
        }
        // O-6; O-10 too: the box is never larger.
        let mut cells = near & boxed(block, 3);
        if self.rules.mode.has_cards() && (self.rules.errors_close || self.rules.grows_aligned) {
            let fit = self.fit_of(state, pattern, block);
            if self.rules.errors_close && fit.frames().all(|frame| !fit.incorrect(frame).is_empty())
            {
                return Cells::default();
            }
            if self.rules.grows_aligned {
                cells &= fit.frames().fold(Cells::default(), |all, frame| all | frame.cells());
            }
        }
        cells
    }

    /// Whether a panel may grow beyond a square (O-5, O-14).
    pub(super) fn passes_gate(&self, state: &State, pattern: Pattern, block: Cells) -> bool {
        (self.rules.is_gate_sticky && state.cards[usize::from(pattern)].has_passed)
            || self.correct_squares(state, pattern, block).next().is_some()
    }
}
