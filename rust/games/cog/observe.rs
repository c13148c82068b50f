//! Observations.

use super::Cog;
use super::state::State;
use crate::canvas::Canvas;
use crate::game::Seat;

impl Cog {
    pub(super) fn shape(&self) -> [usize; 3] {
        todo!()
    }

    pub(super) fn write_observation(&self, _: &State, _: Seat, _: &mut Canvas<'_>) {
        todo!()
    }
}
