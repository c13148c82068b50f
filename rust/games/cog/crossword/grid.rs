//! The grid of one mat, and the actions that change it.

use tinyvec::ArrayVec;

use super::dictionary::{Dictionary, MAX_WORDS};
use super::types::{Letter, Place, Play, Tile, Words, bits, code_of, exchanged};
use crate::grid::Cells;

/// A tile's code is its letter's, with this bit if it is wild; 0 is an empty square.
pub(super) const WILD: u8 = 32;

/// The tiles that a removed word sends to the bag, in the order of the word.
pub type Removed = ArrayVec<[Tile; 12]>;

/// The tiles and standing words of one mat. Words are known by their numbers in the dictionary of the
/// game, with which every method has to be called.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Grid {
    tiles: [u8; 256],
    occupied: Cells,
    /// The same with rows and columns exchanged.
    turned: Cells,
    /// The squares of the words across, and of those down with rows and columns exchanged.
    lines: [Cells; 2],
    standing: Words,
    /// Where the standing words are; the rest is blank, so that equal grids are equal values.
    places: [Place; MAX_WORDS],
}

impl Default for Grid {
    fn default() -> Self {
        Self {
            tiles: [0; 256],
            occupied: Cells::EMPTY,
            turned: Cells::EMPTY,
            lines: [Cells::EMPTY; 2],
            standing: 0,
            places: [Place { square: 0, is_across: false }; MAX_WORDS],
        }
    }
}

impl Grid {
    /// The squares with a tile.
    #[must_use]
    #[inline(always)]
    pub const fn occupied(&self) -> Cells {
        self.occupied
    }

    /// The squares with a tile, and those of the words of one direction; rows and columns are
    /// exchanged for the words down.
    #[inline(always)]
    pub(super) const fn along(&self, is_across: bool) -> (Cells, Cells) {
        if is_across { (self.occupied, self.lines[0]) } else { (self.turned, self.lines[1]) }
    }

    /// The tile on a square.
    #[must_use]
    #[inline(always)]
    pub const fn tile(&self, square: u8) -> Option<Tile> {
        match self.tiles[square as usize] {
            0 => None,
            code => Some(Tile { letter: code % WILD - 1, is_wild: code & WILD != 0 }),
        }
    }

    /// What is on a square, as a code.
    #[inline(always)]
    pub(super) const fn code(&self, square: u8) -> u8 {
        self.tiles[square as usize]
    }

    /// The words that stand on the grid.
    #[must_use]
    #[inline(always)]
    pub const fn standing(&self) -> Words {
        self.standing
    }

    /// Where a word stands.
    #[must_use]
    pub const fn place(&self, word: u8) -> Option<Place> {
        if (word as usize) < MAX_WORDS && self.standing >> word & 1 != 0 {
            Some(self.places[word as usize])
        } else {
            None
        }
    }

    /// The standing words and their places, by number.
    pub fn words(&self) -> impl Iterator<Item = (u8, Place)> + '_ {
        bits(self.standing).map(|word| (word, self.places[usize::from(word)]))
    }

    /// The squares of a standing word, none if it does not stand.
    #[must_use]
    pub fn squares(&self, dictionary: &Dictionary, word: u8) -> Cells {
        self.place(word).map_or(Cells::EMPTY, |place| place.squares(dictionary.length(word)))
    }

    /// The letters that a square's tile stands for, across and down (C-153).
    #[must_use]
    pub fn letters(&self, dictionary: &Dictionary, square: u8) -> [Option<Letter>; 2] {
        let mut letters = [None; 2];
        for (word, place) in self.words() {
            let word = dictionary.letters(word);
            let index = (0..word.len() as u8).find(|&index| place.square(index) == square);
            if let Some(index) = index {
                letters[usize::from(!place.is_across)] = Some(word[usize::from(index)]);
            }
        }
        letters
    }

    /// Spells a word (C-127): natural tiles where `wilds` has no bit, wild ones, whose printed letters
    /// are given in the order of the word, where it has. Returns the squares that are new.
    ///
    /// # Panics
    /// In debug builds, if the play is not one of this grid, a wild tile goes to no new square, or
    /// there are fewer printed letters than wild tiles.
    pub fn spell(
        &mut self,
        dictionary: &Dictionary,
        play: Play,
        wilds: u16,
        printed: &[Letter],
    ) -> Cells {
        debug_assert_eq!(wilds & !play.new, 0, "wild tiles on new squares");
        debug_assert_eq!(wilds.count_ones() as usize, printed.len(), "letters of wild tiles");
        let letters = dictionary.letters(play.word);
        let mut printed = printed.iter();
        let mut squares = Cells::EMPTY;
        for index in bits(play.new) {
            let is_wild = wilds >> index & 1 != 0;
            let natural = letters[usize::from(index)];
            let letter = if is_wild { printed.next().copied().unwrap_or(natural) } else { natural };
            let square = play.place.square(index);
            self.put(square, Tile { letter, is_wild });
            squares.insert(square);
        }
        self.record(dictionary, play.word, play.place);
        squares
    }

    /// Turns the tile on a square over, so that it is wild (C-149). The words through it stay as they
    /// are (C-154).
    ///
    /// # Panics
    /// In debug builds, if no natural tile lies there.
    pub fn flip(&mut self, square: u8) {
        let tile = &mut self.tiles[usize::from(square)];
        debug_assert!((1..WILD).contains(tile), "a natural tile on {square}");
        *tile |= WILD;
    }

    /// Turns every tile over that has a letter of the set (bit `i` for letter `i`), as an
    /// always-in-effect card does (C-118).
    pub fn flip_letters(&mut self, letters: u32) {
        for square in self.occupied.iter() {
            let tile = &mut self.tiles[usize::from(square)];
            if letters >> (*tile % WILD - 1) & 1 != 0 {
                *tile |= WILD;
            }
        }
    }

    /// Removes a word; its tiles go to the bag but for those of another word (C-206).
    ///
    /// # Panics
    /// In debug builds, if the word does not stand.
    pub fn remove(&mut self, dictionary: &Dictionary, word: u8) -> Removed {
        debug_assert!(self.place(word).is_some(), "word {word} stands");
        let Some(place) = self.place(word) else { return Removed::default() };
        self.standing &= !(1 << word);
        self.places[usize::from(word)] = Place::default();
        let length = dictionary.length(word);
        self.lines[usize::from(!place.is_across)] -= place.lying().squares(length);
        let kept = self.shared(dictionary, place);
        let mut removed = Removed::default();
        for index in 0..length {
            let square = place.square(index);
            if !kept.has(square) {
                removed.extend(self.tile(square));
                self.take(square);
            }
        }
        removed
    }

    /// The squares of the words that cross a line at this place; none of the words of its direction.
    pub(super) fn shared(&self, dictionary: &Dictionary, place: Place) -> Cells {
        self.words()
            .filter(|(_, other)| other.is_across != place.is_across)
            .map(|(word, other)| other.squares(dictionary.length(word)))
            .fold(Cells::EMPTY, |all, squares| all | squares)
    }

    pub(super) fn put(&mut self, square: u8, tile: Tile) {
        self.tiles[usize::from(square)] =
            code_of(tile.letter) + if tile.is_wild { WILD } else { 0 };
        self.occupied.insert(square);
        self.turned.insert(exchanged(square));
    }

    fn take(&mut self, square: u8) {
        self.tiles[usize::from(square)] = 0;
        self.occupied.remove(square);
        self.turned.remove(exchanged(square));
    }

    pub(super) fn record(&mut self, dictionary: &Dictionary, word: u8, place: Place) {
        let squares = place.lying().squares(dictionary.length(word));
        self.lines[usize::from(!place.is_across)] |= squares;
        self.standing |= 1 << word;
        self.places[usize::from(word)] = place;
    }
}

impl std::fmt::Debug for Grid {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let tile = |square| (Cells::place(square), self.tile(square));
        let tiles: Vec<_> = self.occupied.iter().map(tile).collect();
        let words: Vec<_> = self.words().collect();
        formatter.debug_struct("Grid").field("tiles", &tiles).field("words", &words).finish()
    }
}
