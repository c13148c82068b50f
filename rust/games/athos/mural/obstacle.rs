//! Why a tile may not be laid.

/// What makes a lay illegal, as far as patterns and sliding go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Obstacle {
    /// G-7.
    #[error("the cell is not on the mural")]
    Outside,
    /// G-7.
    #[error("the cell is not empty")]
    Taken,
    /// W-5.
    #[error("a column takes no tile")]
    Column,
    /// W-20, under `opposite_slide=illegal`.
    #[error("the tile would touch an immovable tile of another pattern")]
    Immovable,
    /// W-21.
    #[error("the tile would touch immovable tiles on several sides")]
    Hemmed,
    /// W-22.
    #[error("the tile would be locked and could not move away from an immovable tile")]
    Locked,
    /// M-15, under `multi_side=illegal`.
    #[error("a block would be touched on several sides")]
    SeveralSides,
    /// M-15: a direction is missing, or is none of those, or nothing is to be chosen.
    #[error("each block touched on several sides, and no other, needs one of these directions")]
    Choice,
    /// M-15: each direction meets another obstacle.
    #[error("a block touched on several sides can move in none of these directions")]
    NoDirection,
    /// W-23.
    #[error("the tile itself would leave the mural or enter a column")]
    CarriedOff,
    /// M-14 (1).
    #[error("two tiles would share a cell")]
    Shared,
    /// M-14 (2).
    #[error("tiles of different patterns would touch")]
    Contact,
    /// W-26.
    #[error("an immovable tile would touch a tile of another pattern")]
    ImmovableContact,
}

impl Obstacle {
    /// The rule that makes the lay illegal.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Outside | Self::Taken => "G-7",
            Self::Column => "W-5",
            Self::Immovable => "W-20",
            Self::Hemmed => "W-21",
            Self::Locked => "W-22",
            Self::SeveralSides | Self::Choice | Self::NoDirection => "M-15",
            Self::CarriedOff => "W-23",
            Self::Shared | Self::Contact => "M-14",
            Self::ImmovableContact => "W-26",
        }
    }
}
