//! Random legal actions.

use super::Cog;
use super::action::Action;
use super::state::State;
use crate::random::Random;

impl Cog {
    /// A uniformly random legal action: the one at `random.below(count)` in the order of
    /// [`Cog::list`].
    pub(super) fn pick(&self, state: &State, random: &mut Random) -> Action {
        let mut actions = Vec::new();
        self.list(state, &mut actions);
        actions[random.below(actions.len() as u32) as usize]
    }
}
