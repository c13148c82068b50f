//! The reasons for which an action is refused, each with its rule.

use super::crossword::{Bond, Obstacle};
use crate::game::{Refusal, WrongNode};

/// Why an action is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalAction {
    /// The game has ended, or chance and players are taken for each other.
    #[error(transparent)]
    Node(#[from] WrongNode),
    /// Nothing of the kind can be done at this node; the rule that says when it can.
    #[error("this can be done only {0}")]
    Elsewhere(&'static str, &'static str),
    /// The tiles of a word have to be chosen first (C-286).
    #[error("the tiles of the word have to be chosen first")]
    TilesFirst,
    /// The player has a cog on this edge (C-57).
    #[error("there is a cog of this player on the {0} edge already")]
    EdgeUsed(&'static str),
    /// The slot is not open (C-55).
    #[error("{0} is taken")]
    Taken(String),
    /// Not enough stars; the rule that asks for them.
    #[error("this takes {needed} star(s), the player has {held}")]
    Stars {
        /// How many are needed.
        needed: u8,
        /// How many the player has.
        held: u32,
        /// The rule.
        rule: &'static str,
    },
    /// C-75.
    #[error("no slot below #{0} is free for the cog that would be pushed out")]
    NoSlot(u8),
    /// C-76.
    #[error("the cog in slot #{0} is protected")]
    Protected(u8),
    /// C-79.
    #[error("the protected cog in slot #{0} would have to move")]
    ProtectedChain(u8),
    /// C-96.
    #[error("there is no {0} in the centre")]
    NotInCentre(char),
    /// The reserve lacks tiles; the rule that needs them.
    #[error("this takes {needed} tile(s) {tile} of the reserve, which has {held}")]
    NotInReserve {
        /// The tile.
        tile: char,
        /// How many are needed.
        needed: u8,
        /// How many there are.
        held: u8,
        /// The rule.
        rule: &'static str,
    },
    /// C-223.
    #[error("the supply has no star")]
    NoStarLeft,
    /// The player does not have this card face up (C-107, C-176).
    #[error("the player has no {0}{1}")]
    NotHeld(String, &'static str, &'static str),
    /// C-111.
    #[error("{0} has been used in this round")]
    Used(String),
    /// C-104 to C-109.
    #[error("{card} asks for {cost}, the die is {die} and shows {pips}")]
    Cost {
        /// The card.
        card: String,
        /// What it asks for.
        cost: String,
        /// The die that the player holds.
        die: String,
        /// What the die shows.
        pips: u8,
        /// The rule.
        rule: &'static str,
    },
    /// The kind of card is no good for this; the rule.
    #[error("{0} is no {1}")]
    WrongCard(String, &'static str, &'static str),
    /// What the crossword says against a word (C-128 to C-146).
    #[error("{0}")]
    Spelling(#[from] Obstacle),
    /// A word of a goal card that the player has completed (C-129), or marked through an item card
    /// (C-171).
    #[error("{0} {1}")]
    NotPermitted(String, &'static str, &'static str),
    /// C-286.
    #[error("{0}")]
    Tiles(String, &'static str),
    /// C-148, C-149.
    #[error("there is no natural tile on {0}")]
    NothingToFlip(String),
    /// An item card's way of completion (C-181, C-182).
    #[error("{0}")]
    Item(&'static str, &'static str),
    /// The word does not stand on the grid (C-201).
    #[error("{0} does not stand on the grid")]
    NotStanding(String),
    /// C-203.
    #[error("{0} belongs to a completed goal card")]
    Completed(String),
    /// What the crossword says against a removal (C-205 to C-210a).
    #[error("{0}")]
    Removal(#[from] Bond),
    /// C-289.
    #[error("the player has done {0} things in this phase, which is the limit")]
    UsedUp(u16),
}

impl Refusal for IllegalAction {
    fn rule(&self) -> &'static str {
        match self {
            Self::Node(WrongNode::Over) => "C-235",
            Self::Node(_) => "C-281",
            Self::Elsewhere(_, rule)
            | Self::Stars { rule, .. }
            | Self::NotInReserve { rule, .. }
            | Self::NotHeld(_, _, rule)
            | Self::Cost { rule, .. }
            | Self::WrongCard(_, _, rule)
            | Self::NotPermitted(_, _, rule)
            | Self::Tiles(_, rule)
            | Self::Item(_, rule) => rule,
            Self::TilesFirst => "C-286",
            Self::EdgeUsed(_) => "C-57",
            Self::Taken(_) => "C-55",
            Self::NoSlot(_) => "C-75",
            Self::Protected(_) => "C-76",
            Self::ProtectedChain(_) => "C-79",
            Self::NotInCentre(_) => "C-96",
            Self::NoStarLeft => "C-223",
            Self::Used(_) => "C-111",
            Self::Spelling(obstacle) => obstacle.rule(),
            Self::NothingToFlip(_) => "C-149",
            Self::NotStanding(_) => "C-201",
            Self::Completed(_) => "C-203",
            Self::Removal(bond) => bond.rule(),
            Self::UsedUp(_) => "C-289",
        }
    }
}
