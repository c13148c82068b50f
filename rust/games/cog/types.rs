//! The nouns of C.O.G.: tiles, piles, reserves, cards that are kept.

use tinyvec::ArrayVec;

pub use super::components::{CardKind, Die, WordId};
use super::components::{MAX_KINDS, MAX_ROUNDS};
use super::crossword;
pub use super::crossword::{Letter, Place, Tile};

/// Letters, A to Z.
pub const LETTERS: usize = 26;

/// Kinds of tiles have numbers below this.
pub const TILE_KINDS: usize = 64;

/// The bit of a wild tile in the number of its kind.
const WILD: usize = 32;

impl Tile {
    /// A natural tile.
    #[must_use]
    pub const fn natural(letter: Letter) -> Self {
        Self { letter, is_wild: false }
    }

    /// A wild tile with this printed letter.
    #[must_use]
    pub const fn wild(letter: Letter) -> Self {
        Self { letter, is_wild: true }
    }

    /// The number of its kind, below [`TILE_KINDS`]: natural ones come first.
    #[must_use]
    pub const fn kind(self) -> usize {
        self.letter as usize | if self.is_wild { WILD } else { 0 }
    }

    /// The inverse of [`Tile::kind`].
    #[must_use]
    pub const fn of_kind(kind: usize) -> Self {
        Self { letter: (kind % WILD) as Letter, is_wild: kind & WILD != 0 }
    }
}

/// A pile whose order nobody knows or cares for: how many there are of each kind (C-282).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pile<const KINDS: usize> {
    counts: [u8; KINDS],
    total: u8,
}

/// Natural tiles: the bag, or what lies in a turn-order slot.
pub type Letters = Pile<LETTERS>;
/// Cabinet cards: the deck, or the discard pile.
pub type Cards = Pile<MAX_KINDS>;

impl<const KINDS: usize> Default for Pile<KINDS> {
    fn default() -> Self {
        Self { counts: [0; KINDS], total: 0 }
    }
}

impl<const KINDS: usize> Pile<KINDS> {
    /// How many there are.
    #[must_use]
    pub const fn len(&self) -> u8 {
        self.total
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// How many there are of a kind.
    #[must_use]
    pub const fn count(&self, kind: u8) -> u8 {
        self.counts[kind as usize]
    }

    /// How many there are of each kind.
    #[must_use]
    pub const fn counts(&self) -> &[u8; KINDS] {
        &self.counts
    }

    /// Adds some of a kind.
    pub const fn add(&mut self, kind: u8, count: u8) {
        self.counts[kind as usize] += count;
        self.total += count;
    }

    /// Takes one of a kind away.
    pub const fn take(&mut self, kind: u8) {
        self.counts[kind as usize] -= 1;
        self.total -= 1;
    }

    /// The kinds that there are, each once, with how many.
    pub fn iter(&self) -> impl Iterator<Item = (u8, u8)> + Clone + use<'_, KINDS> {
        (0..).zip(self.counts).filter(|&(_, count)| count > 0)
    }

    /// The kind of the one after `index` others, in order of kinds.
    ///
    /// # Panics
    /// In debug builds, if there are not so many.
    #[must_use]
    pub fn nth(&self, index: u8) -> u8 {
        debug_assert!(index < self.total, "number {index} of {}", self.total);
        let mut before = 0;
        // Without a branch that depends on chance.
        let passed = self.counts.iter().map(|&count| {
            before += count;
            u8::from(before <= index)
        });
        passed.sum()
    }
}

/// The letter reserve of a mat (C-3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Reserve {
    /// What words are spelled with: natural tiles by letter, and how many are wild.
    tiles: crossword::Reserve,
    /// The wild ones by printed letter.
    wilds: [u8; LETTERS],
    total: u8,
    /// The kinds that there are, a bit each; it follows from the counts.
    kinds: u64,
}

impl Reserve {
    /// How many tiles there are (C-196).
    #[must_use]
    pub const fn len(&self) -> u8 {
        self.total
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// What words are spelled with (C-146).
    #[must_use]
    pub const fn tiles(&self) -> &crossword::Reserve {
        &self.tiles
    }

    /// The wild tiles by printed letter.
    #[must_use]
    pub const fn wilds(&self) -> &[u8; LETTERS] {
        &self.wilds
    }

    /// How many tiles are of this kind.
    #[must_use]
    pub const fn count(&self, tile: Tile) -> u8 {
        let counts = if tile.is_wild { &self.wilds } else { &self.tiles.letters };
        counts[tile.letter as usize]
    }

    /// The kinds that there are, a bit each.
    #[must_use]
    pub const fn kinds(&self) -> u64 {
        self.kinds
    }

    /// The letters of natural tiles, a bit each.
    #[must_use]
    pub const fn natural_letters(&self) -> u32 {
        self.kinds as u32
    }

    /// The kinds of which there are two tiles or more, a bit each.
    #[must_use]
    pub fn doubles(&self) -> u64 {
        let several = members(self.kinds).filter(|&kind| self.count(Tile::of_kind(kind)) > 1);
        several.fold(0, |kinds, kind| kinds | 1 << kind)
    }

    /// Adds a tile.
    pub const fn add(&mut self, tile: Tile) {
        let counts = if tile.is_wild { &mut self.wilds } else { &mut self.tiles.letters };
        counts[tile.letter as usize] += 1;
        self.tiles.wilds += tile.is_wild as u8;
        self.kinds |= 1 << tile.kind();
        self.total += 1;
    }

    /// Takes a tile away.
    pub const fn take(&mut self, tile: Tile) {
        let counts = if tile.is_wild { &mut self.wilds } else { &mut self.tiles.letters };
        let count = &mut counts[tile.letter as usize];
        *count -= 1;
        if *count == 0 {
            self.kinds &= !(1 << tile.kind());
        }
        self.tiles.wilds -= tile.is_wild as u8;
        self.total -= 1;
    }

    /// Takes the wild tile away whose printed letter comes first (C-285), and says which letter it is.
    pub const fn take_wild(&mut self) -> Letter {
        let letter = (self.kinds >> WILD).trailing_zeros() as Letter;
        self.take(Tile::wild(letter));
        letter
    }

    /// Turns all tiles with this letter over (C-118).
    pub const fn turn_all(&mut self, letter: Letter) {
        while self.count(Tile::natural(letter)) > 0 {
            self.take(Tile::natural(letter));
            self.add(Tile::wild(letter));
        }
    }

    /// The kinds that there are in order, each once, with how many tiles.
    pub fn iter(&self) -> impl Iterator<Item = (Tile, u8)> + Clone + use<'_> {
        members(self.kinds).map(Tile::of_kind).map(|tile| (tile, self.count(tile)))
    }
}

/// The bits that are set, from the lowest on.
pub fn members(mut bits: u64) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        let lowest = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(lowest)
    })
}

/// How a card lies that a player keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Side {
    /// Face up.
    Up,
    /// Turned face down by its use in this round (C-111).
    Used,
    /// An item card that is completed (C-180).
    Completed,
}

/// A card that a player keeps: its kind and how it lies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kept(u8);

const _: () = assert!(MAX_KINDS <= 64, "a kind has six bits of the byte");

impl Kept {
    /// A card of this kind.
    #[must_use]
    pub const fn new(kind: CardKind, side: Side) -> Self {
        Self(kind << 2 | side as u8)
    }

    /// The kind.
    #[must_use]
    pub const fn kind(self) -> CardKind {
        self.0 >> 2
    }

    /// How it lies.
    #[must_use]
    pub const fn side(self) -> Side {
        match self.0 & 3 {
            0 => Side::Up,
            1 => Side::Used,
            _ => Side::Completed,
        }
    }
}

/// Most cards that a player can keep: one a round, and that of the grid's corner, which is covered once
/// (C-47, C-205).
pub const MOST_KEPT: usize = MAX_ROUNDS as usize + 1;

/// The cards that a player keeps, in order of kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hand(ArrayVec<[Kept; MOST_KEPT]>);

impl Hand {
    /// All of them; within a kind those that lie face up come first.
    #[must_use]
    pub fn cards(&self) -> &[Kept] {
        &self.0
    }

    /// How many cards of a kind lie like this.
    #[must_use]
    pub fn count(&self, kind: CardKind, side: Side) -> usize {
        self.0.iter().filter(|&&card| card == Kept::new(kind, side)).count()
    }

    /// Whether a card of a kind lies like this.
    #[must_use]
    pub fn has(&self, kind: CardKind, side: Side) -> bool {
        self.0.contains(&Kept::new(kind, side))
    }

    /// The cards that lie like this.
    pub fn on(&self, side: Side) -> impl Iterator<Item = CardKind> + Clone + use<'_> {
        self.0.iter().filter(move |card| card.side() == side).map(|card| card.kind())
    }

    /// Adds a card.
    ///
    /// # Panics
    /// If there are [`MOST_KEPT`] already.
    pub fn add(&mut self, kind: CardKind, side: Side) {
        let card = Kept::new(kind, side);
        let place = self.0.iter().take_while(|&&other| other < card).count();
        self.0.insert(place, card);
    }

    /// Turns a card of this kind that lies face up.
    pub fn turn(&mut self, kind: CardKind, side: Side) {
        if let Some(place) = self.0.iter().position(|&card| card == Kept::new(kind, Side::Up)) {
            self.0.remove(place);
            self.add(kind, side);
        }
    }

    /// Turns the cards that were used face up again (C-111).
    pub fn turn_back(&mut self) {
        for card in self.0.iter_mut().filter(|card| card.side() == Side::Used) {
            *card = Kept::new(card.kind(), Side::Up);
        }
    }
}
