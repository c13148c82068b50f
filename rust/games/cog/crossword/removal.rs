//! The first rule that forbids a removal (C-205 to C-210a).

use super::dictionary::Dictionary;
use super::grid::Grid;
use super::types::{Place, Words, bits};
use crate::grid::Cells;

/// Why a word cannot be removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Bond {
    /// C-205.
    #[error("it covers a corner")]
    Corner,
    /// C-210.
    #[error("the other words would not be connected")]
    Parted,
    /// C-210a.
    #[error("it would leave neighbouring tiles that no common word holds")]
    Run,
}

impl Bond {
    /// The rule's number.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Corner => "C-205",
            Self::Parted => "C-210",
            Self::Run => "C-210a",
        }
    }
}

impl Grid {
    /// Whether a word may be removed, as far as the grid has a say. `may_leave_run` is
    /// `removal_leaves_run=legal`.
    ///
    /// # Errors
    /// The first rule that forbids it.
    ///
    /// # Panics
    /// In debug builds, if the word does not stand.
    pub fn can_remove(
        &self,
        dictionary: &Dictionary,
        word: u8,
        may_leave_run: bool,
    ) -> Result<(), Bond> {
        debug_assert!(self.place(word).is_some(), "word {word} stands");
        let Some(place) = self.place(word) else { return Ok(()) };
        let squares = self.squares(dictionary, word);
        if squares.intersects(dictionary.corners) {
            return Err(Bond::Corner);
        }
        if self.apart(dictionary, self.standing() & !(1 << word)) != 0 {
            return Err(Bond::Parted);
        }
        if !may_leave_run && self.leaves_run(dictionary, place, squares) {
            return Err(Bond::Run);
        }
        Ok(())
    }

    /// The words among these that are not connected with the first of them.
    pub(super) fn apart(&self, dictionary: &Dictionary, words: Words) -> Words {
        let mut reached = Cells::EMPTY;
        let mut waiting = words;
        loop {
            let before = waiting;
            for word in bits(before) {
                let squares = self.squares(dictionary, word);
                if reached.is_empty() || squares.intersects(reached) {
                    reached |= squares;
                    waiting &= !(1 << word);
                }
            }
            if waiting == before {
                return waiting;
            }
        }
    }

    /// Whether two neighbours in the word's line stay, which then have no word in common.
    fn leaves_run(&self, dictionary: &Dictionary, place: Place, squares: Cells) -> bool {
        let kept = self.shared(dictionary, place) & squares;
        kept.intersects(kept.beside())
    }
}
