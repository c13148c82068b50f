//! A grid from tiles and words that are said to stand on it, as files and kernels have them.

use super::dictionary::Dictionary;
use super::grid::Grid;
use super::types::{Place, Tile, bits, letter_name};
use crate::grid::Cells;

/// Why tiles and words make no grid (C-141 and what it comes from). Rows and columns count from 0.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GridError {
    /// A tile lies beside the grid (C-3).
    #[error("the tile at row {row}, column {column} lies outside the grid")]
    TileOutside {
        /// The tile's row.
        row: u8,
        /// The tile's column.
        column: u8,
    },
    /// There are two tiles on one square (C-136).
    #[error("there are two tiles at row {row}, column {column}")]
    TwoTiles {
        /// The row of the square.
        row: u8,
        /// The column of the square.
        column: u8,
    },
    /// C-133.
    #[error("{word} stands twice")]
    Twice {
        /// The word.
        word: String,
    },
    /// C-135.
    #[error("{word} leaves the grid")]
    WordOutside {
        /// The word.
        word: String,
    },
    /// C-127.
    #[error("{word} has no tile at row {row}, column {column}")]
    Hole {
        /// The word.
        word: String,
        /// The row of the empty square.
        row: u8,
        /// The column of the empty square.
        column: u8,
    },
    /// C-137.
    #[error("{word} needs another letter than {letter} at row {row}, column {column}")]
    Letter {
        /// The word.
        word: String,
        /// The letter that lies there.
        letter: char,
        /// The row of the tile.
        row: u8,
        /// The column of the tile.
        column: u8,
    },
    /// C-142.
    #[error(
        "{word} shares the square at row {row}, column {column} with another word of its direction"
    )]
    Shared {
        /// The word.
        word: String,
        /// The row of the square.
        row: u8,
        /// The column of the square.
        column: u8,
    },
    /// C-139.
    #[error("{word} is lengthened by the tile at row {row}, column {column}")]
    Lengthened {
        /// The word.
        word: String,
        /// The tile's row.
        row: u8,
        /// The tile's column.
        column: u8,
    },
    /// C-127.
    #[error("the tile at row {row}, column {column} belongs to no word")]
    Loose {
        /// The tile's row.
        row: u8,
        /// The tile's column.
        column: u8,
    },
    /// C-141.
    #[error("no word holds both the tile at row {row}, column {column} and the one {after} it")]
    Run {
        /// The row of the first tile.
        row: u8,
        /// The column of the first tile.
        column: u8,
        /// Where the second is.
        after: &'static str,
    },
    /// C-210.
    #[error("{word} is not connected with {other}")]
    Parted {
        /// The word.
        word: String,
        /// The first word of the grid.
        other: String,
    },
}

impl GridError {
    /// The rule's number.
    #[must_use]
    pub const fn rule(&self) -> &'static str {
        match self {
            Self::TileOutside { .. } => "C-3",
            Self::Hole { .. } | Self::Loose { .. } => "C-127",
            Self::Twice { .. } => "C-133",
            Self::WordOutside { .. } => "C-135",
            Self::TwoTiles { .. } => "C-136",
            Self::Letter { .. } => "C-137",
            Self::Lengthened { .. } => "C-139",
            Self::Run { .. } => "C-141",
            Self::Shared { .. } => "C-142",
            Self::Parted { .. } => "C-210",
        }
    }
}

impl Grid {
    /// The grid with these tiles, on which these words stand. `may_leave_run` is
    /// `removal_leaves_run=legal`, which lets tiles be neighbours that no common word holds.
    ///
    /// # Errors
    /// If no grid of the game is like that; the first fault that is found.
    ///
    /// # Panics
    /// If a word is none of the dictionary, or a tile's letter is not 0 to 25.
    pub fn restore(
        dictionary: &Dictionary,
        tiles: impl IntoIterator<Item = (u8, Tile)>,
        words: impl IntoIterator<Item = (u8, Place)>,
        may_leave_run: bool,
    ) -> Result<Self, GridError> {
        let mut grid = Self::default();
        for (square, tile) in tiles {
            assert!(tile.letter < 26, "letter {}", tile.letter);
            let (row, column) = Cells::place(square);
            if !dictionary.inside.has(square) {
                return Err(GridError::TileOutside { row, column });
            }
            if grid.occupied().has(square) {
                return Err(GridError::TwoTiles { row, column });
            }
            grid.put(square, tile);
        }
        let mut held = Cells::EMPTY;
        for (word, place) in words {
            held |= grid.stand(dictionary, word, place)?;
        }
        if let Some((row, column)) = first(grid.occupied() - held) {
            return Err(GridError::Loose { row, column });
        }
        grid.check_ends(dictionary)?;
        if !may_leave_run {
            grid.check_runs(dictionary)?;
        }
        grid.check_connected(dictionary)?;
        Ok(grid)
    }

    /// Puts a word where it is said to stand; returns its squares.
    fn stand(
        &mut self,
        dictionary: &Dictionary,
        word: u8,
        place: Place,
    ) -> Result<Cells, GridError> {
        let letters = dictionary.letters(word);
        let named = || name(dictionary, word);
        if self.place(word).is_some() {
            return Err(GridError::Twice { word: named() });
        }
        let (row, column) = Cells::place(place.square);
        let (along, beside) = if place.is_across { (column, row) } else { (row, column) };
        if usize::from(along) + letters.len() > dictionary.side().into()
            || beside >= dictionary.side()
        {
            return Err(GridError::WordOutside { word: named() });
        }
        for (index, &letter) in letters.iter().enumerate() {
            let square = place.square(index as u8);
            let (row, column) = Cells::place(square);
            match self.tile(square) {
                None => return Err(GridError::Hole { word: named(), row, column }),
                Some(tile) if !tile.is_wild && tile.letter != letter => {
                    let letter = letter_name(tile.letter);
                    return Err(GridError::Letter { word: named(), letter, row, column });
                }
                Some(_) => {}
            }
        }
        let squares = place.squares(letters.len() as u8);
        let shared = self
            .words()
            .filter(|(_, other)| other.is_across == place.is_across)
            .find_map(|(word, other)| first(squares & other.squares(dictionary.length(word))));
        if let Some((row, column)) = shared {
            return Err(GridError::Shared { word: named(), row, column });
        }
        self.record(dictionary, word, place);
        Ok(squares)
    }

    fn check_ends(&self, dictionary: &Dictionary) -> Result<(), GridError> {
        for (word, place) in self.words() {
            let mut ends = place.ends(dictionary.length(word), dictionary.side());
            if let Some(end) = ends.find(|&end| self.occupied().has(end)) {
                let (row, column) = Cells::place(end);
                return Err(GridError::Lengthened { word: name(dictionary, word), row, column });
            }
        }
        Ok(())
    }

    /// Neighbours have a word in common.
    fn check_runs(&self, dictionary: &Dictionary) -> Result<(), GridError> {
        for (is_across, step, after) in [(true, 1, "right of"), (false, 16, "below")] {
            // The squares from which a word leads on.
            let inner = self.words().filter(|(_, place)| place.is_across == is_across);
            let inner = inner.map(|(word, place)| place.squares(dictionary.length(word) - 1));
            let inner = inner.fold(Cells::EMPTY, |all, squares| all | squares);
            let mut tiles = (self.occupied() - inner).iter();
            let is_pair = |square: &u8| {
                let (row, column) = Cells::place(*square);
                let last = if is_across { column } else { row } == 15;
                !last && self.tile(square + step).is_some()
            };
            if let Some(square) = tiles.find(is_pair) {
                let (row, column) = Cells::place(square);
                return Err(GridError::Run { row, column, after });
            }
        }
        Ok(())
    }

    fn check_connected(&self, dictionary: &Dictionary) -> Result<(), GridError> {
        let Some(start) = bits(self.standing()).next() else { return Ok(()) };
        let apart = self.apart(dictionary, self.standing());
        match bits(apart).next() {
            None => Ok(()),
            Some(word) => {
                let (word, other) = (name(dictionary, word), name(dictionary, start));
                Err(GridError::Parted { word, other })
            }
        }
    }
}

fn first(squares: Cells) -> Option<(u8, u8)> {
    squares.nth(0).map(Cells::place)
}

fn name(dictionary: &Dictionary, word: u8) -> String {
    dictionary.letters(word).iter().map(|&letter| letter_name(letter)).collect()
}
