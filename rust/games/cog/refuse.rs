//! Why an action is refused, by the first rule that forbids it.

use super::Cog;
use super::action::Action;
use super::illegal::IllegalAction;
use super::state::State;

pub(super) type Checked = Result<(), IllegalAction>;

impl Cog {
    /// Whether the player to act may do this.
    pub(super) fn refuse(&self, state: &State, action: Action) -> Checked {
        let mut actions = Vec::new();
        self.list(state, &mut actions);
        if actions.contains(&action) {
            return Ok(());
        }
        Err(IllegalAction::TilesFirst)
    }
}
