//! What is shown.

use serde_json::Value;

use super::Cog;
use super::state::State;
use crate::game::Seat;

impl Cog {
    pub(super) fn view_of(&self, _: &State, _: Option<Seat>) -> Value {
        todo!()
    }
}
