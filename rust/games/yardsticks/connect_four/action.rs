//! The one action: its text form, and why it is refused.

use super::rules::COLUMNS;
use super::state::State;
use crate::game::{Refusal, WrongNode};

/// Drops a stone into this column (CF-3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Action(pub u8);

/// Why an action is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalAction {
    /// The game has ended (CF-7), or chance is taken for a player (CF-9).
    #[error(transparent)]
    Node(#[from] WrongNode),
    /// There is no such column (CF-4).
    #[error("there is no column {0}: the columns are 0 to {last}", last = COLUMNS - 1)]
    NoColumn(u8),
    /// The column is full (CF-4).
    #[error("column {0} is full")]
    Full(u8),
}

impl Refusal for IllegalAction {
    fn rule(&self) -> &'static str {
        match self {
            Self::Node(WrongNode::Over) => "CF-7",
            Self::Node(_) => "CF-9",
            Self::NoColumn(_) | Self::Full(_) => "CF-4",
        }
    }
}

impl Action {
    /// Why the stone can't be dropped, if it can't.
    pub(super) fn check(self, state: &State) -> Result<(), IllegalAction> {
        let Self(column) = self;
        if usize::from(column) >= COLUMNS {
            return Err(IllegalAction::NoColumn(column));
        }
        if !state.is_open(column) {
            return Err(IllegalAction::Full(column));
        }
        Ok(())
    }

    /// Appends the text form.
    pub(super) fn write(self, text: &mut String) {
        text.push_str("drop ");
        text.push_str(&self.0.to_string());
    }

    /// Reads the text form.
    ///
    /// # Errors
    /// A sentence that says what was expected.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let mut words = text.split_ascii_whitespace();
        let (Some("drop"), Some(column), None) = (words.next(), words.next(), words.next()) else {
            return Err("`drop <column>` is expected".to_owned());
        };
        column.parse().map(Self).map_err(|_| "a column from 0 is expected".to_owned())
    }
}
