//! The reasons for which an action is refused, each with its rule.

use super::atelier::Place;
use super::mural::Obstacle;
use crate::game::{Refusal, WrongNode};

/// Why an action is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalAction {
    /// The game has ended, or chance and players are taken for each other.
    #[error(transparent)]
    Node(#[from] WrongNode),
    /// What a game of this mode has no room for; the rule that says so.
    #[error("there is no such action in this mode")]
    Mode(&'static str),
    /// Markers come first (D-8).
    #[error("a marker has to be placed first, on {0}")]
    MarkFirst(String),
    /// Nothing was completed, or not this window.
    #[error("there is nothing to mark on {0}")]
    NothingToMark(&'static str),
    /// The turn has no action left (D-2).
    #[error("no action is left in this turn")]
    NoAction,
    /// All spaces are full (E-2, H-2, I-6, U-16).
    #[error("no {} space is vacant", .0.name())]
    Full(Place, &'static str),
    /// The workshop shows no such face (E-1).
    #[error("no tile of the workshop shows {0}")]
    NotInWorkshop(String),
    /// The space of Fundathos is empty (E-1).
    #[error("there is no tile on this space of Fundathos")]
    NotOnFundathos,
    /// The tile is not released (L-1).
    #[error("the tile is not released: no side of it touches the outside")]
    NotReleased,
    /// The tile is not where the action says; the rule that needs it.
    #[error("there is no {tile} among the {} tiles of the atelier", .place.name())]
    NotHeld {
        /// The face named.
        tile: String,
        /// Where it is looked for.
        place: Place,
        /// The rule.
        rule: &'static str,
    },
    /// A cube can't show that face (F-1), or shows it already (F-5).
    #[error("this cube cannot be turned to {0}")]
    Rotation(String, &'static str),
    /// A tile in a Protected space cannot be laid in solo and duel (U-15).
    #[error("a tile in a Protected space must first be moved to a Free one")]
    ProtectedTile,
    /// The face has fewer looks, or is always laid upright (T-8).
    #[error("this face is laid with 0 to {0} quarter-turns")]
    Turn(u8, &'static str),
    /// The new tile must touch the panel of its pattern (N-4).
    #[error("the pattern has a panel on the mural, which the tile must touch")]
    NotLinked,
    /// The panel would get a shape that is not allowed (O, W-7).
    #[error("the panel would be larger than {0}x{0}{1}")]
    Shape(u8, &'static str, &'static str),
    /// The panel is closed or finished (O-8, O-11, W-29).
    #[error("{0}")]
    Closed(&'static str, &'static str),
    /// The card's quarter-turns are missing, too many, or named where there is nothing to choose (G-5).
    #[error("{0}")]
    Card(&'static str),
    /// Sliding (M, W).
    #[error("{0}")]
    Slide(#[from] Obstacle),
    /// There is no such other side (I-1).
    #[error("there is no other side {0}")]
    Side(u8),
    /// Two tiles are needed (I-2, U-20).
    #[error("a tile to give and another one to roll are needed")]
    OneTile(&'static str),
    /// The other one has no such tile in a Free space (I-1, I-9).
    #[error("side {0} has no {1} in a Free space")]
    NotOffered(u8, String),
    /// Protecting is for a full Free area in solo and duel (U-14).
    #[error("a Free space is vacant")]
    RoomLeft,
    /// Nothing is there to be removed (J-3).
    #[error("there is no tile on {0}")]
    NothingThere(String),
    /// The new tile is of another pattern (J-1).
    #[error("the new tile is of another pattern")]
    OtherPattern,
    /// The tile is correct (J-7).
    #[error("the tile is correct in every reference frame")]
    Correct,
    /// The tile has neighbours of its pattern on all sides (J-4).
    #[error("the tile is not on the border of its pattern")]
    Inner,
    /// No reference frame asks for this tile there (J-8, J-9).
    #[error("no reference frame in which the old tile is incorrect asks for this tile there")]
    NotAsked(&'static str),
    /// The block would fall apart (J-10).
    #[error("the panel would have more unlinked parts than before")]
    Split,
    /// What an expansion needs, and the rule (X, Y).
    #[error("{0}")]
    Expansion(&'static str, &'static str),
    /// The move of U-16 (H-5).
    #[error("a protected tile stays where it is")]
    StaysProtected,
}

impl Refusal for IllegalAction {
    fn rule(&self) -> &'static str {
        match self {
            Self::Node(WrongNode::Over) => "R-6",
            Self::Node(_) => "Z-1",
            Self::Mode(rule)
            | Self::Full(_, rule)
            | Self::NotHeld { rule, .. }
            | Self::Rotation(_, rule)
            | Self::Turn(_, rule)
            | Self::Shape(_, _, rule)
            | Self::Closed(_, rule)
            | Self::OneTile(rule)
            | Self::Expansion(_, rule)
            | Self::NotAsked(rule) => rule,
            Self::MarkFirst(_) => "D-8",
            Self::NothingToMark(_) => "Q-2",
            Self::NoAction => "D-2",
            Self::NotInWorkshop(_) | Self::NotOnFundathos => "E-1",
            Self::NotReleased => "L-1",
            Self::ProtectedTile => "U-15",
            Self::NotLinked => "N-4",
            Self::Card(_) => "G-5",
            Self::Slide(obstacle) => obstacle.rule(),
            Self::Side(_) => "I-1",
            Self::NotOffered(..) => "I-9",
            Self::RoomLeft => "U-14",
            Self::NothingThere(_) => "J-3",
            Self::OtherPattern => "J-1",
            Self::Correct => "J-7",
            Self::Inner => "J-4",
            Self::Split => "J-10",
            Self::StaysProtected => "H-5",
        }
    }
}
