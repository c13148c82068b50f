//! Star tokens: the supply (C-13), and what is paid with them (C-62).

use super::Cog;
use super::state::State;

impl Cog {
    /// Takes stars from the supply, as many as there are (C-13); says how many.
    pub(super) fn take_stars(&self, state: &mut State, count: u8) -> u8 {
        if !self.rules.has_star_limit {
            return count;
        }
        let count = count.min(state.stars);
        state.stars -= count;
        count
    }

    /// Stars go back to the supply.
    pub(super) fn return_stars(&self, state: &mut State, count: u32) {
        if self.rules.has_star_limit {
            state.stars += count as u8;
        }
    }

    /// The player whose turn it is pays stars to the supply.
    pub(super) fn pay(&self, state: &mut State, count: u8) {
        state.mat_mut().stars -= u32::from(count);
        self.return_stars(state, count.into());
    }

    /// Whether the supply has a star to give.
    pub(super) fn has_star(&self, state: &State) -> bool {
        !self.rules.has_star_limit || state.stars > 0
    }
}
