//! The mural: blocks of patterns, and what a laid tile pushes (rules M, N and W-14 to W-28).
//!
//! Only patterns count here; faces, turns and shapes are other subjects. A block is the set of all
//! tiles of one pattern, a mask of cells.
//!
//! * `headings.rs`: sets of directions, one for each pattern; a [`Push`].
//! * `blocks.rs`: the masks, and a push carried out.
//! * `search.rs`: every legal push of one lay, and why there is none: all options, both boards.
//! * `table.rs`: what serves all patterns; `slides.rs`: all cells of a mural at once; masks where the
//!   base game's default rules hold, and the search elsewhere.

mod blocks;
mod headings;
mod obstacle;
mod search;
mod slides;
mod table;
#[cfg(test)]
mod tests;

pub use blocks::{Blocks, boxed, members};
pub use headings::{Headings, Push, Sides};
pub use obstacle::Obstacle;
pub use slides::{Lays, RANKS, Slides, Ways};
pub use table::Table;

use crate::grid::Cells;

/// A pattern, from 0; a face belongs to exactly one.
pub type Pattern = u8;

/// The most patterns of a mural.
pub const PATTERNS: usize = 16;

/// What becomes of a third block that a pushed block comes to touch (M-13).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SlideContact {
    /// The lay is illegal.
    #[default]
    Illegal,
    /// The third block is pushed in turn; each block moves at most once.
    Chain,
    /// They stay in contact, and no contact makes a lay illegal.
    Allow,
}

/// How a block moves that the laid tile touches on several sides (M-15).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MultiSide {
    /// One cell in one of the directions; the player chooses.
    #[default]
    Choose,
    /// One jump by the sum of the directions.
    All,
    /// The lay is illegal.
    Illegal,
}

/// What a tile does that touches an immovable tile of another pattern (W-20).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OppositeSlide {
    /// Its own block moves away.
    #[default]
    OwnBlock,
    /// The lay is illegal.
    Illegal,
}

/// What never changes in a game: the cells of the mural and the options on sliding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ground {
    /// The cells of the mural, a rectangle from (0, 0).
    pub inside: Cells,
    /// Cells that no tile stands on (W-4); none in the base game.
    pub columns: Cells,
    /// Cells on which a tile gets locked (W-14); none in the base game.
    pub padlocks: Cells,
    /// `slide_contact`.
    pub slide_contact: SlideContact,
    /// `multi_side`.
    pub multi_side: MultiSide,
    /// `opposite_slide`.
    pub opposite_slide: OppositeSlide,
}

impl Ground {
    /// The front of a mural of this size, with the default options.
    ///
    /// # Panics
    /// If there are more than 16 rows or columns.
    #[must_use]
    #[inline]
    pub fn front(rows: usize, columns: usize) -> Self {
        Self {
            inside: Cells::rectangle(rows, columns),
            columns: Cells::EMPTY,
            padlocks: Cells::EMPTY,
            slide_contact: SlideContact::default(),
            multi_side: MultiSide::default(),
            opposite_slide: OppositeSlide::default(),
        }
    }

    /// Whether the rules of the base game hold with the defaults of its options.
    #[inline(always)]
    fn is_plain(&self) -> bool {
        (self.columns | self.padlocks).is_empty()
            && self.slide_contact == SlideContact::Illegal
            && self.multi_side == MultiSide::Choose
    }
}
