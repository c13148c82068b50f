//! Drawings for people.

use super::Cog;
use super::state::State;
use crate::game::Viewer;

impl Cog {
    pub(super) fn drawing(&self, state: &State, _: Viewer) -> String {
        format!("{state:?}")
    }
}
