//! Why an action is refused, by the first rule that forbids it.

use super::GoFish;
use super::action::letter;
use super::state::State;
use crate::game::{Refusal, Seat, WrongNode};

/// Why an action is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalAction {
    /// The game has ended (GF-22), or chance and players are taken for each other (GF-21).
    #[error(transparent)]
    Node(#[from] WrongNode),
    /// There is no such seat (GF-7).
    #[error("there is no seat {target}: the seats are 0 to {last}")]
    NoSeat {
        /// The seat named.
        target: Seat,
        /// The last seat.
        last: Seat,
    },
    /// Nobody asks themself (GF-7).
    #[error("a player asks others, not itself")]
    OwnSeat,
    /// The other has no card (GF-7).
    #[error("seat {0} has no cards")]
    NoCards(Seat),
    /// A rank of which the player has no card (GF-8).
    #[error("seat {seat} has no card of the rank {}", letter(*rank))]
    NotHeld {
        /// Who asks.
        seat: Seat,
        /// For what.
        rank: u8,
    },
}

impl Refusal for IllegalAction {
    fn rule(&self) -> &'static str {
        match self {
            Self::Node(WrongNode::Over) => "GF-22",
            Self::Node(_) => "GF-21",
            Self::NoSeat { .. } | Self::OwnSeat | Self::NoCards(_) => "GF-7",
            Self::NotHeld { .. } => "GF-8",
        }
    }
}

impl GoFish {
    /// Why a request is refused, if it is.
    pub(super) fn refuse(
        &self,
        state: &State,
        seat: Seat,
        target: Seat,
        rank: u8,
    ) -> Result<(), IllegalAction> {
        if usize::from(target) >= self.players {
            return Err(IllegalAction::NoSeat { target, last: self.players as Seat - 1 });
        }
        if target == seat {
            return Err(IllegalAction::OwnSeat);
        }
        if state.hands[usize::from(target)].is_empty() {
            return Err(IllegalAction::NoCards(target));
        }
        if state.hands[usize::from(seat)].count(rank) == 0 {
            return Err(IllegalAction::NotHeld { seat, rank });
        }
        Ok(())
    }
}
