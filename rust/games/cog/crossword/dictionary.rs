//! The words of a game and the side of its grids, made once.

use super::types::{Letter, Words, code_of, letter};
use crate::grid::Cells;

/// The sides that a grid may have; they are even (C-3).
pub const SIDES: std::ops::RangeInclusive<usize> = 6..=16;
/// The letters that a word may have.
pub const LENGTHS: std::ops::RangeInclusive<usize> = 2..=12;
/// The most words of a game.
pub const MAX_WORDS: usize = 64;

const LONGEST: usize = *LENGTHS.end();

/// Why words and side make no dictionary.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DictionaryError {
    /// The grid is too small, too large or has no centre (C-3).
    #[error("the side of a grid must be even, 6 to 16; it is {0}")]
    Side(usize),
    /// There are more words than a grid can record.
    #[error("there are {0} words; at most 64 go")]
    Words(usize),
    /// A word has something in it that is no capital letter.
    #[error("word {index}, {word:?}, must be of the letters A to Z")]
    Letters {
        /// Its number in the list.
        index: usize,
        /// The word.
        word: String,
    },
    /// A word is too short or too long.
    #[error("word {index}, {word:?}, has {length} letters; 2 to 12 go")]
    Length {
        /// Its number in the list.
        index: usize,
        /// The word.
        word: String,
        /// Its letters.
        length: usize,
    },
    /// A word is there twice (C-133).
    #[error("word {index}, {word:?}, is there twice")]
    Twice {
        /// The number of the second in the list.
        index: usize,
        /// The word.
        word: String,
    },
}

/// One word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) length: u8,
    pub(super) letters: [Letter; LONGEST],
    /// For each letter, the letters up to and with it that are the same.
    pub(super) same: [u16; LONGEST],
    /// The codes of all its letters, as bits.
    pub(super) codes: u32,
}

/// The words that may be spelled and the grid that they are spelled on.
#[derive(Clone, Debug)]
pub struct Dictionary {
    side: u8,
    longest: usize,
    entries: Vec<Entry>,
    /// The squares of the grid.
    pub(super) inside: Cells,
    /// The four in the middle (C-130).
    pub(super) centre: Cells,
    /// The four corners (C-205).
    pub(super) corners: Cells,
    /// The words of each length.
    pub(super) of_length: [Words; LONGEST + 1],
    /// The words with a letter, by letters before it, then by its code.
    pub(super) with_code: [[Words; 32]; LONGEST],
    /// Where a word across of each length may begin.
    pub(super) fits: [Cells; LONGEST + 1],
    /// Where it may begin to cover a centre square.
    pub(super) first: [Cells; LONGEST + 1],
}

impl Dictionary {
    /// The dictionary of these words, which keep their order, for grids of this side.
    ///
    /// # Errors
    /// If the side or a word is no good, or there are too many words.
    pub fn new<W: AsRef<str>>(side: usize, words: &[W]) -> Result<Self, DictionaryError> {
        if !SIDES.contains(&side) || side % 2 == 1 {
            return Err(DictionaryError::Side(side));
        }
        if words.len() > MAX_WORDS {
            return Err(DictionaryError::Words(words.len()));
        }
        let middle = side as u8 / 2;
        let inside = Cells::rectangle(side, side);
        let last = side as u8 - 1;
        let corners = [(0, 0), (0, last), (last, 0), (last, last)];
        let mut dictionary = Self {
            side: side as u8,
            longest: 0,
            entries: Vec::with_capacity(words.len()),
            inside,
            centre: Cells::spanning(middle - 1..middle + 1, middle - 1..middle + 1),
            corners: corners.into_iter().map(|(row, column)| Cells::cell(row, column)).collect(),
            of_length: [0; LONGEST + 1],
            with_code: [[0; 32]; LONGEST],
            fits: [Cells::EMPTY; LONGEST + 1],
            first: [Cells::EMPTY; LONGEST + 1],
        };
        for length in LENGTHS.filter(|&length| length <= side) {
            let (length, side) = (length as u8, side as u8);
            let columns = side - length + 1;
            let central = middle.saturating_sub(length)..columns.min(middle + 1);
            dictionary.fits[usize::from(length)] = Cells::spanning(0..side, 0..columns);
            dictionary.first[usize::from(length)] =
                Cells::spanning(middle - 1..middle + 1, central);
        }
        for (index, word) in words.iter().enumerate() {
            dictionary.add(index, word.as_ref())?;
        }
        Ok(dictionary)
    }

    fn add(&mut self, index: usize, word: &str) -> Result<(), DictionaryError> {
        let named = || word.to_owned();
        if !word.bytes().all(|byte| byte.is_ascii_uppercase()) {
            return Err(DictionaryError::Letters { index, word: named() });
        }
        let length = word.len();
        if !LENGTHS.contains(&length) {
            return Err(DictionaryError::Length { index, word: named(), length });
        }
        let mut entry =
            Entry { length: length as u8, letters: [0; LONGEST], same: [0; LONGEST], codes: 0 };
        for (at, letter) in word.bytes().filter_map(letter).enumerate() {
            entry.letters[at] = letter;
            let same = (0..=at).filter(|&other| entry.letters[other] == letter);
            entry.same[at] = same.fold(0, |same, other| same | 1 << other);
        }
        if self.find(&entry.letters[..length]).is_some() {
            return Err(DictionaryError::Twice { index, word: named() });
        }
        let bit = 1 << self.entries.len();
        self.of_length[length] |= bit;
        for (at, letter) in entry.letters.into_iter().take(length).enumerate() {
            self.with_code[at][usize::from(code_of(letter))] |= bit;
            entry.codes |= 1 << code_of(letter);
        }
        self.entries.push(entry);
        self.longest = self.longest.max(length);
        Ok(())
    }

    /// The rows, and columns, of a grid.
    #[must_use]
    pub const fn side(&self) -> u8 {
        self.side
    }

    /// The number of words.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no word.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The set of all words.
    #[must_use]
    pub const fn all(&self) -> Words {
        match self.entries.len() {
            MAX_WORDS => Words::MAX,
            count => (1 << count) - 1,
        }
    }

    /// The letters of a word.
    ///
    /// # Panics
    /// If there is no such word.
    #[must_use]
    pub fn letters(&self, word: u8) -> &[Letter] {
        let entry = self.entry(word);
        &entry.letters[..usize::from(entry.length)]
    }

    /// The number of letters of a word.
    ///
    /// # Panics
    /// If there is no such word.
    #[must_use]
    #[inline(always)]
    pub fn length(&self, word: u8) -> u8 {
        self.entry(word).length
    }

    /// The number of the word with these letters.
    #[must_use]
    pub fn find(&self, letters: &[Letter]) -> Option<u8> {
        let found = (0..self.entries.len() as u8).find(|&word| self.letters(word) == letters)?;
        Some(found)
    }

    /// The letters of the longest word.
    #[inline(always)]
    pub(super) const fn longest(&self) -> usize {
        self.longest
    }

    #[inline(always)]
    pub(super) fn entry(&self, word: u8) -> &Entry {
        &self.entries[usize::from(word)]
    }
}
