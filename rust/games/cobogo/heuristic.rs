//! What the greedy agent looks at: how much of each reserved pattern lies on the table already.

use super::Cobogo;
use super::components::ComponentSet;
use super::state::State;

/// What the heuristic needs of a set.
#[derive(Debug)]
pub struct Hints;

impl Hints {
    /// Prepares the pattern sides of a set.
    #[must_use]
    pub fn new(_: &ComponentSet) -> Self {
        Self
    }
}

impl Cobogo {
    /// How promising the mosaic is: fulfilled copies of the reserved patterns.
    pub(super) fn promise(&self, state: &State) -> f64 {
        if let Some(won) = state.won {
            return if won { f64::from(u32::MAX) } else { -1.0 };
        }
        let cards = state.reserved.cards().iter();
        let parts = cards.map(|&card| {
            let progress = self.judge.progress(&state.mosaic, card);
            f64::from(progress.have) / f64::from(self.judge.demand(card).number)
        });
        parts.sum()
    }
}
