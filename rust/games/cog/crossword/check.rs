//! The first rule that forbids a spelling.

use super::dictionary::Dictionary;
use super::grid::Grid;
use super::types::{Letter, Place, Play, Reserve, Words, bits};
use crate::grid::Cells;

/// A spelling from outside, which may be anything.
#[derive(Clone, Copy, Debug)]
pub struct Spelling<'a> {
    /// The letters of the word.
    pub word: &'a [Letter],
    /// The row of its first letter.
    pub row: i64,
    /// The column of its first letter.
    pub column: i64,
    /// Whether it runs from left to right; otherwise from top to bottom.
    pub is_across: bool,
    /// The tiles for its uncovered squares, in the order of the word; `None` is a wild one.
    pub tiles: &'a [Option<Letter>],
}

/// Why a word cannot be spelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, thiserror::Error)]
pub enum Obstacle {
    /// C-127.
    #[error("the tiles are not those that the word lacks on the grid")]
    Tiles,
    /// C-128.
    #[error("the word is not permitted")]
    Word,
    /// C-130.
    #[error("the first word must cover a centre square")]
    Centre,
    /// C-132.
    #[error("the word crosses no word on the grid")]
    Crossing,
    /// C-133.
    #[error("the word stands on the grid already")]
    Standing,
    /// C-135.
    #[error("the word leaves the grid")]
    Outside,
    /// C-137.
    #[error("a tile that the word would cover shows another letter")]
    Letter,
    /// C-138.
    #[error("the word adds no tile")]
    Covered,
    /// C-139.
    #[error("a finished word would be lengthened")]
    Lengthened,
    /// C-140.
    #[error("a new tile would touch another one beside the word")]
    Touching,
    /// C-146.
    #[error("the reserve has not the letters")]
    Reserve,
}

impl Obstacle {
    /// The rule's number.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Tiles => "C-127",
            Self::Word => "C-128",
            Self::Centre => "C-130",
            Self::Crossing => "C-132",
            Self::Standing => "C-133",
            Self::Outside => "C-135",
            Self::Letter => "C-137",
            Self::Covered => "C-138",
            Self::Lengthened => "C-139",
            Self::Touching => "C-140",
            Self::Reserve => "C-146",
        }
    }
}

impl Grid {
    /// The play that a spelling is.
    ///
    /// # Errors
    /// The first rule, in the order of the numbers, that forbids it.
    pub fn check(
        &self,
        dictionary: &Dictionary,
        permitted: Words,
        reserve: &Reserve,
        spelling: &Spelling<'_>,
    ) -> Result<Play, Obstacle> {
        let side = dictionary.side();
        let inside = |at: i64| u8::try_from(at).ok().filter(|&at| at < side);
        let (Some(row), Some(column)) = (inside(spelling.row), inside(spelling.column)) else {
            return Err(Obstacle::Tiles);
        };
        let place = Place::new(row, column, spelling.is_across);
        let length = spelling.word.len();
        // The letters for which there are squares.
        let room = side - if spelling.is_across { column } else { row };
        let shown = room.min(u8::try_from(length).unwrap_or(u8::MAX));
        let is_outside = usize::from(shown) < length;
        let squares = place.squares(shown);
        let new = self.uncovered(place, shown);
        if !is_outside && new.count_ones() as usize != spelling.tiles.len() {
            return Err(Obstacle::Tiles);
        }
        let known = dictionary.find(spelling.word).filter(|&word| permitted >> word & 1 != 0);
        let Some(word) = known else { return Err(Obstacle::Word) };
        if self.standing() == 0 {
            if !squares.intersects(dictionary.centre) {
                return Err(Obstacle::Centre);
            }
        } else if !squares.intersects(self.shared(dictionary, place)) {
            return Err(Obstacle::Crossing);
        }
        if self.place(word).is_some() {
            return Err(Obstacle::Standing);
        }
        if is_outside {
            return Err(Obstacle::Outside);
        }
        let play = Play { word, place, new };
        self.check_squares(dictionary, play)?;
        check_tiles(spelling, new, reserve)?;
        Ok(play)
    }

    /// The same for a word by its number and the letters that take a wild tile; all other tiles are
    /// those that the word lacks.
    ///
    /// # Errors
    /// The first rule, in the order of the numbers, that forbids it.
    ///
    /// # Panics
    /// If there is no such word.
    pub fn check_wilds(
        &self,
        dictionary: &Dictionary,
        permitted: Words,
        reserve: &Reserve,
        (word, place, wilds): (u8, Place, u16),
    ) -> Result<Play, Obstacle> {
        let letters = dictionary.letters(word);
        let (row, column) = Cells::place(place.square);
        let room = dictionary.side().saturating_sub(if place.is_across { column } else { row });
        let new = self.uncovered(place, room.min(letters.len() as u8));
        if wilds & !new != 0 {
            return Err(Obstacle::Tiles);
        }
        let tile = |index: u8| (wilds >> index & 1 == 0).then(|| letters[usize::from(index)]);
        let tiles: tinyvec::ArrayVec<[Option<Letter>; 16]> = bits(new).map(tile).collect();
        let spelling = Spelling {
            word: letters,
            row: row.into(),
            column: column.into(),
            is_across: place.is_across,
            tiles: &tiles,
        };
        self.check(dictionary, permitted, reserve, &spelling)
    }

    /// The letters, among so many, on squares without a tile.
    fn uncovered(&self, place: Place, length: u8) -> u16 {
        let empty = (0..length).filter(|&index| self.tile(place.square(index)).is_none());
        empty.fold(0, |new, index| new | 1 << index)
    }

    /// C-137 to C-140, for a word inside the grid.
    fn check_squares(&self, dictionary: &Dictionary, play: Play) -> Result<(), Obstacle> {
        let Play { word, place, new } = play;
        let letters = dictionary.letters(word);
        let differs = |(index, &letter): (usize, &Letter)| {
            let tile = self.tile(place.square(index as u8));
            tile.is_some_and(|tile| !tile.is_wild && tile.letter != letter)
        };
        if letters.iter().enumerate().any(differs) {
            return Err(Obstacle::Letter);
        }
        if new == 0 {
            return Err(Obstacle::Covered);
        }
        let squares = play.squares();
        let (side, length) = (dictionary.side(), letters.len() as u8);
        let is_lengthened = place.ends(length, side).any(|end| self.occupied().has(end))
            || self.words().any(|(word, other)| {
                other.ends(dictionary.length(word), side).any(|end| squares.has(end))
            });
        if is_lengthened {
            return Err(Obstacle::Lengthened);
        }
        // Neighbours along the word are its own squares or its ends, which are empty.
        if (squares.beside() - place.squares(length)).intersects(self.occupied()) {
            return Err(Obstacle::Touching);
        }
        Ok(())
    }
}

/// C-146.
fn check_tiles(spelling: &Spelling<'_>, new: u16, reserve: &Reserve) -> Result<(), Obstacle> {
    let mut left = *reserve;
    for (index, tile) in bits(new).zip(spelling.tiles) {
        let count = match *tile {
            None => &mut left.wilds,
            Some(letter) if letter == spelling.word[usize::from(index)] => {
                &mut left.letters[usize::from(letter)]
            }
            Some(_) => return Err(Obstacle::Reserve),
        };
        *count = count.checked_sub(1).ok_or(Obstacle::Reserve)?;
    }
    Ok(())
}
