//! What has begun and is not finished. Where a game stands is its [`Step`](super::state::Step), the
//! main line that goes from slot to slot and from player to player; what a single action sets off,
//! and what has to wait for chance or for a choice on the way, is in [`Pending`].
//!
//! It is done in this order, whatever the step: the letter of a conversion; the tiles of a word that
//! is being spelled; the card or the die just taken; the gains in progress, the innermost first; the
//! bonus spaces that a spelled word covers, one by one; then its cube, which may bring the gain of a
//! goal card (C-168, C-173).
//!
//! Gains are at most [`MOST_GAINS`] deep: only the grid's corner has the icon of a card (C-164), and
//! the gain of that card, if it is an immediate one, comes before the corner's next icon.

use tinyvec::ArrayVec;

use super::crossword::Play;
use super::types::{CardKind, Die, WordId};

/// Most gains in progress.
pub const MOST_GAINS: usize = 2;

/// What a gain is from; its icons are in the component set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// A starting bonus (C-30 to C-33), by turn-order card from 0.
    Start(u8),
    /// A space of the track (C-90).
    Track(u8),
    /// The printed bonus of a turn-order slot (C-81 with `bump_takes=full_bonus`).
    Order(u8),
    /// A power card (C-107, C-116), or an item card's bonus (C-179).
    Card(CardKind),
    /// A bonus space of the grid (C-160), in reading order.
    Bonus(u8),
    /// A goal card (C-173), from 0.
    Goal(u8),
}

impl Default for Source {
    fn default() -> Self {
        Self::Start(0)
    }
}

/// A gain in progress.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Gaining {
    /// What it is from.
    pub source: Source,
    /// How many of its icons are done.
    pub done: u8,
    /// The centre squares that it has emptied and not refilled yet, a bit each (C-97).
    pub emptied: u16,
}

/// A word on the grid whose effects are not finished (C-168).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Built {
    /// Bonus spaces that it covers and that have not paid yet, a bit each in reading order.
    pub bonuses: u8,
    /// The word, until its cube is due.
    pub word: Option<WordId>,
}

/// Why the next card of the deck is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CardDue {
    /// For the grid's corner (C-164).
    First,
    /// After an exchange, so it has to be kept (C-66).
    Second,
}

/// What has begun and is not finished.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pending {
    /// Two stars were converted and their letter is due (C-217).
    pub is_converting: bool,
    /// The word whose wild tiles are to be chosen (C-286).
    pub spelling: Option<Play>,
    /// The card that was taken and not kept or exchanged yet (C-65).
    pub card: Option<CardKind>,
    /// The next card of the deck is due.
    pub card_due: Option<CardDue>,
    /// The die that was taken while the pawn has not moved yet (C-86).
    pub die: Option<Die>,
    /// It is being rolled again.
    pub is_rolling: bool,
    /// Gains in progress, the innermost last.
    pub gains: ArrayVec<[Gaining; MOST_GAINS]>,
    /// The word just put down.
    pub built: Built,
}

impl Pending {
    /// Whether nothing has begun.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let Self { is_converting, spelling, card, card_due, die, is_rolling: _, gains, built } =
            self;
        !is_converting
            && spelling.is_none()
            && card.is_none()
            && card_due.is_none()
            && die.is_none()
            && gains.is_empty()
            && built.bonuses == 0
            && built.word.is_none()
    }

    /// Begins a gain.
    pub fn begin(&mut self, source: Source) {
        self.gains.push(Gaining { source, done: 0, emptied: 0 });
    }
}
