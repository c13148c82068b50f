//! Grids that are given as arrays, with words and reserve as texts: what the kernels are called with.

use std::ops::ControlFlow;

use super::check::{Obstacle, Spelling};
use super::dictionary::{Dictionary, DictionaryError};
use super::grid::Grid;
use super::restore::GridError;
use super::types::{Letter, Place, Reserve, Tile, bits, letter, letter_name};
use crate::grid::Cells;

/// The sign of a wild tile.
const WILD: u8 = b'?';

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// The sides differ.
    #[error("grid must be square, it is {rows} by {columns}")]
    Square {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
    },
    /// A cell is neither empty nor a tile.
    #[error("{code} at row {row}, column {column} is no tile; 0, 63 (\"?\") and 65 to 90 go")]
    Code {
        /// What is there.
        code: u8,
        /// The row of the cell.
        row: usize,
        /// The column of the cell.
        column: usize,
    },
    /// A tile of the reserve, or of a play, is none.
    #[error("{of} has {sign:?} in it; A to Z and ? go")]
    Sign {
        /// Where it is.
        of: &'static str,
        /// The sign.
        sign: char,
    },
    /// The word of a play cannot be one.
    #[error("the word of the play, {0:?}, must be of the letters A to Z")]
    Word(String),
    /// The words are no good, or the side is.
    #[error(transparent)]
    Dictionary(#[from] DictionaryError),
    /// A standing word may not be spelled (C-128).
    #[error("placed word {word:?} is none of the words")]
    Placed {
        /// The word.
        word: String,
    },
    /// Tiles and standing words do not go together.
    #[error("{error} ({})", error.rule())]
    Grid {
        /// Why.
        #[from]
        error: GridError,
    },
}

/// A word somewhere: word, row and column of its first letter, and whether it runs across.
pub type Placed<'a> = (&'a str, i64, i64, bool);
/// A spelling: word, row and column of its first letter, whether it runs across, and the tiles for its
/// uncovered squares in the order of the word, `?` for a wild one.
pub type Spelled = (String, u8, u8, bool, String);

/// A grid, the words that may be spelled on it, and the tiles to spell them with.
#[derive(Clone, Debug)]
pub struct Position {
    dictionary: Dictionary,
    grid: Grid,
    reserve: Reserve,
}

impl Position {
    /// The position with these cells, row by row: a capital, `?` for a wild tile, or 0.
    ///
    /// ```
    /// use ludoteca::games::cog::crossword::Position;
    ///
    /// let mut cells = [0; 36];
    /// cells[12..15].copy_from_slice(b"OIL");
    /// let placed = [("OIL", 2, 0, true)];
    /// let position = Position::new(&cells, (6, 6), &["OIL", "TIN"], "TN?", placed)?;
    /// assert_eq!(position.plays().len(), 3);
    /// assert_eq!(position.plays()[0], ("TIN".into(), 1, 1, false, "?N".into()));
    /// # Ok::<(), ludoteca::games::cog::crossword::PositionError>(())
    /// ```
    ///
    /// # Errors
    /// If anything of it is no good; see [`PositionError`].
    ///
    /// # Panics
    /// If the cells do not fill the size given with them.
    pub fn new<'a, W: AsRef<str>>(
        cells: &[u8],
        (rows, columns): (usize, usize),
        words: &[W],
        reserve: &str,
        placed: impl IntoIterator<Item = Placed<'a>>,
    ) -> Result<Self, PositionError> {
        if rows != columns {
            return Err(PositionError::Square { rows, columns });
        }
        assert_eq!(cells.len(), rows * columns, "cells of a {rows} by {columns} grid");
        let dictionary = Dictionary::new(rows, words)?;
        let mut own = Reserve::default();
        for tile in tiles(reserve, "reserve") {
            let count = match tile? {
                Some(letter) => &mut own.letters[usize::from(letter)],
                None => &mut own.wilds,
            };
            *count = count.saturating_add(1);
        }
        let mut standing = Vec::new();
        for (text, row, column, is_across) in placed {
            let Some(word) = find(&dictionary, text) else {
                return Err(PositionError::Placed { word: text.to_owned() });
            };
            let inside = |at: i64| u8::try_from(at).ok().filter(|&at| at < dictionary.side());
            let (Some(row), Some(column)) = (inside(row), inside(column)) else {
                return Err(GridError::WordOutside { word: text.to_owned() }.into());
            };
            standing.push((word, Place::new(row, column, is_across)));
        }
        let mut laid = Vec::new();
        for (index, &code) in cells.iter().enumerate().filter(|(_, code)| **code != 0) {
            let (row, column) = (index / columns, index % columns);
            let tile = match (code, letter(code)) {
                (WILD, _) => Tile { letter: 0, is_wild: true },
                (_, Some(letter)) => Tile { letter, is_wild: false },
                _ => return Err(PositionError::Code { code, row, column }),
            };
            laid.push((Cells::cell(row as u8, column as u8), tile));
        }
        let grid = Grid::restore(&dictionary, laid, standing, false)?;
        Ok(Self { dictionary, grid, reserve: own })
    }

    /// Every legal spelling, one for each choice of squares for wild tiles, sorted.
    #[must_use]
    pub fn plays(&self) -> Vec<Spelled> {
        let mut found = Vec::new();
        let all = self.dictionary.all();
        let _: ControlFlow<()> = self.grid.plays(&self.dictionary, all, &self.reserve, |play| {
            let letters = self.dictionary.letters(play.word);
            let (row, column) = Cells::place(play.place.square);
            let word: String = letters.iter().copied().map(letter_name).collect();
            for mask in self.dictionary.wilds(play, &self.reserve).iter() {
                let sign = |index: u8| match mask >> index & 1 {
                    0 => letter_name(letters[usize::from(index)]),
                    _ => char::from(WILD),
                };
                let tiles = bits(play.new).map(sign).collect();
                found.push((word.clone(), row, column, play.place.is_across, tiles));
            }
            ControlFlow::Continue(())
        });
        found.sort_unstable();
        found
    }

    /// The first rule, in the order of the numbers, that forbids a spelling; none if it is legal.
    ///
    /// # Errors
    /// If the word or the tiles have something in them that is no letter.
    pub fn check(
        &self,
        (word, row, column, is_across): Placed<'_>,
        given: &str,
    ) -> Result<Option<Obstacle>, PositionError> {
        let letters: Option<Vec<Letter>> = word.bytes().map(letter).collect();
        let letters = letters
            .filter(|letters| !letters.is_empty())
            .ok_or_else(|| PositionError::Word(word.to_owned()))?;
        let given = tiles(given, "the play").collect::<Result<Vec<_>, _>>()?;
        let spelling = Spelling { word: &letters, row, column, is_across, tiles: &given };
        let all = self.dictionary.all();
        Ok(self.grid.check(&self.dictionary, all, &self.reserve, &spelling).err())
    }
}

fn find(dictionary: &Dictionary, text: &str) -> Option<u8> {
    let letters: Option<Vec<Letter>> = text.bytes().map(letter).collect();
    dictionary.find(&letters?)
}

/// The tiles of a text; `None` is a wild one.
fn tiles(
    text: &str,
    of: &'static str,
) -> impl Iterator<Item = Result<Option<Letter>, PositionError>> {
    text.chars().map(move |sign| match u8::try_from(sign).ok() {
        Some(WILD) => Ok(None),
        byte => match byte.and_then(letter) {
            Some(letter) => Ok(Some(letter)),
            None => Err(PositionError::Sign { of, sign }),
        },
    })
}
