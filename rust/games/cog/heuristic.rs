//! What agents look at.

use super::Cog;
use super::action::Action;
use super::state::State;
use crate::game::Seat;

impl Cog {
    /// What an action promises to `seat`.
    pub(super) fn promise(
        &self,
        state: &State,
        seat: Seat,
        action: Action,
        next: &mut State,
    ) -> f64 {
        next.clone_from(state);
        self.advance(next, action);
        f64::from(self.totals(next)[usize::from(seat)])
    }
}
