//! Indices of actions.

use super::Cog;
use super::action::Action;
use super::state::State;
use crate::canvas::Canvas;

impl Cog {
    pub(super) fn indices(&self) -> usize {
        todo!()
    }

    pub(super) fn index_of(&self, _: &State, _: Action) -> Option<u32> {
        todo!()
    }

    pub(super) fn action_of(&self, _: &State, _: u32) -> Option<Action> {
        todo!()
    }

    pub(super) fn mark_legal(&self, _: &State, _: &mut Canvas<'_>) -> usize {
        todo!()
    }
}
