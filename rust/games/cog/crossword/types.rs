//! The nouns of a crossword.

use crate::grid::Cells;

/// A letter, A to Z as 0 to 25.
pub type Letter = u8;
/// A set of words: bit `i` is word `i` of the dictionary.
pub type Words = u64;

/// The letter that a capital stands for.
#[must_use]
pub const fn letter(capital: u8) -> Option<Letter> {
    if capital.is_ascii_uppercase() { Some(capital - b'A') } else { None }
}

/// The capital of a letter.
#[must_use]
pub const fn letter_name(letter: Letter) -> char {
    (b'A' + letter) as char
}

/// What a letter is where 0 is none.
#[inline(always)]
pub(super) const fn code_of(letter: Letter) -> u8 {
    letter + 1
}

/// A letter tile (C-6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Tile {
    /// The printed letter.
    pub letter: Letter,
    /// Whether it lies face down and stands for any letter.
    pub is_wild: bool,
}

/// Where a word begins, and which of the two ways it runs (C-134).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Place {
    /// The square of its first letter.
    pub square: u8,
    /// Whether it runs from left to right; otherwise from top to bottom.
    pub is_across: bool,
}

impl Place {
    /// The place that begins at this row and column.
    ///
    /// # Panics
    /// In debug builds, if row or column is 16 or more.
    #[must_use]
    pub const fn new(row: u8, column: u8, is_across: bool) -> Self {
        Self { square: Cells::cell(row, column), is_across }
    }

    /// The square of the letter after `index` others.
    #[must_use]
    #[inline(always)]
    pub const fn square(self, index: u8) -> u8 {
        self.square + index * if self.is_across { 1 } else { 16 }
    }

    /// The squares of the first so many letters.
    #[must_use]
    pub fn squares(self, length: u8) -> Cells {
        let (row, column) = Cells::place(self.square);
        if self.is_across {
            Cells::spanning(row..row + 1, column..column + length)
        } else {
            Cells::spanning(row..row + length, column..column + 1)
        }
    }

    /// The place on a grid that is turned so that the word runs across.
    #[inline(always)]
    pub(super) const fn lying(self) -> Self {
        let square = if self.is_across { self.square } else { exchanged(self.square) };
        Self { square, is_across: true }
    }

    /// The squares directly before the first and after the last letter, as far as there are any.
    pub(super) fn ends(self, length: u8, side: u8) -> impl Iterator<Item = u8> {
        let (row, column) = Cells::place(self.square);
        let (first, step) = if self.is_across { (column, 1) } else { (row, 16) };
        let before = (first > 0).then(|| self.square - step);
        let after = (first + length < side).then(|| self.square(length));
        before.into_iter().chain(after)
    }
}

/// A word at a place where it may be spelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Play {
    /// The word's number in the dictionary.
    pub word: u8,
    /// Where it goes.
    pub place: Place,
    /// The letters that need a tile: bit `i` for the letter after `i` others.
    pub new: u16,
}

impl Play {
    /// The squares that get a tile.
    #[must_use]
    pub fn squares(self) -> Cells {
        bits(self.new).map(|index| self.place.square(index)).collect()
    }
}

/// The tiles that a player may spell with (C-146).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Reserve {
    /// The number of natural tiles of each letter.
    pub letters: [u8; 26],
    /// The number of wild tiles.
    pub wilds: u8,
}

impl Reserve {
    /// The codes of the letters that there are natural tiles of, as bits.
    #[inline(always)]
    pub(super) fn codes(&self) -> u32 {
        let letters = self.letters.iter().zip(0..);
        letters.fold(0, |codes, (&count, letter)| codes | u32::from(count > 0) << code_of(letter))
    }
}

/// The places of the bits that are set, from the lowest: the letters of a mask, the words of a set.
#[inline(always)]
pub(super) fn bits(set: impl Into<u64>) -> impl Iterator<Item = u8> {
    let mut set = set.into();
    std::iter::from_fn(move || {
        let index = set.trailing_zeros() as u8;
        (set != 0).then(|| {
            set &= set - 1;
            index
        })
    })
}

/// The square with its row and column exchanged.
#[inline(always)]
pub(super) const fn exchanged(square: u8) -> u8 {
    square.rotate_right(4)
}
