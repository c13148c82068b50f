//! Actions and chance events: their packed form. Texts are in `notation.rs`, indices in `index.rs`.

use super::types::{CardKind, Die, Letter, Place, Tile, WordId};
use crate::game::Seat;

/// Which letters of a word, or missing letters of an item card, take a wild tile of the reserve: a bit
/// for each, from the first one on.
pub type Mask = u16;

/// One decision of a player, or one chance event. Slots are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Places a cog at a slot of the top edge (C-60).
    Top(u8),
    /// Places a cog at a slot of the bottom edge (C-64).
    Bottom(u8),
    /// Places a cog at a die (C-84).
    Die(Die),
    /// Places a cog at a turn-order slot (C-70), and whether it is protected (C-76).
    Order(u8, bool),
    /// Exchanges the card just taken (C-65).
    Redraw,
    /// Keeps or uses the card just taken (C-64).
    Keep,
    /// Rolls the die just taken again (C-86).
    Reroll,
    /// Moves the pawn (C-84).
    Move,
    /// Takes a letter from the centre (C-96).
    Take(Letter),
    /// Two stars become a letter (C-217).
    ConvertStars,
    /// Two letters become a star (C-218); the first kind is not after the second.
    ConvertLetters(Tile, Tile),
    /// Activates a card (C-107).
    Activate(CardKind),
    /// Spells a word at a place of the own grid (C-127).
    Spell(WordId, Place),
    /// Says which letters of the word take wild tiles (C-286), and how many letters it has.
    Tiles(Mask, u8),
    /// Turns a natural tile of the reserve over (C-148).
    FlipReserve(Letter),
    /// Turns a natural tile over that lies on a square of the own grid (C-149).
    FlipGrid(u8),
    /// Completes an item card (C-177): for a cube or else for its bonus (C-179).
    Complete {
        /// The card.
        card: CardKind,
        /// Whether a cube is taken.
        for_cube: bool,
        /// The missing letters that take wild tiles.
        wild: Mask,
    },
    /// Removes a word from the own grid (C-201).
    Remove(WordId),
    /// Ends what is under way: conversions, Phase III or Phase IV.
    Done,
    /// Puts a tile beyond the limit into the bag (C-198).
    Discard(Tile),
    /// The goal die shows the number of the goal card that leaves the game (C-25).
    Goal(u8),
    /// The first player is drawn (C-27).
    First(Seat),
    /// The next tile of the bag (C-282).
    Draw(Letter),
    /// The next card of the deck.
    Deal(CardKind),
    /// A die shows a number (C-48, C-86).
    Roll(Die, u8),
    /// The die of the neutral pawns shows a number (C-255).
    RollNeutral(u8),
    /// The order in which seats play a phase (C-272): one of their orders, in lexical order.
    Seats(u8),
}

/// Fields of a word, from the lowest bits on.
struct Fields(u64, u32);

impl Fields {
    fn put(mut self, value: impl Into<u64>, bits: u32) -> Self {
        self.0 |= value.into() << self.1;
        self.1 += bits;
        self
    }

    fn get(&mut self, bits: u32) -> u64 {
        let value = self.0 & ((1 << bits) - 1);
        self.0 >>= bits;
        value
    }

    fn byte(&mut self) -> u8 {
        self.get(8) as u8
    }

    fn flag(&mut self) -> bool {
        self.get(1) == 1
    }

    fn tile(&mut self) -> Tile {
        Tile::of_kind(self.get(6) as usize)
    }
}

impl Action {
    /// Whether it is a chance event.
    #[must_use]
    pub const fn is_chance(self) -> bool {
        matches!(
            self,
            Self::Goal(_)
                | Self::First(_)
                | Self::Draw(_)
                | Self::Deal(_)
                | Self::Roll(..)
                | Self::RollNeutral(_)
                | Self::Seats(_)
        )
    }

    /// Whether it is a conversion (C-219).
    #[must_use]
    pub const fn is_conversion(self) -> bool {
        matches!(self, Self::ConvertStars | Self::ConvertLetters(..))
    }

    /// Whether it closes a node: nothing but it may be left to do there.
    #[must_use]
    pub const fn is_closing(self) -> bool {
        matches!(self, Self::Keep | Self::Move | Self::Done)
    }

    /// Packs it into a word.
    #[must_use]
    pub fn pack(self) -> u64 {
        let tag = |tag: u8| Fields(0, 0).put(tag, 5);
        let tile = |tile: Tile| tile.kind() as u64;
        match self {
            Self::Top(slot) => tag(0).put(slot, 8),
            Self::Bottom(slot) => tag(1).put(slot, 8),
            Self::Die(die) => tag(2).put(die, 8),
            Self::Order(slot, is_protected) => tag(3).put(slot, 8).put(is_protected, 1),
            Self::Redraw => tag(4),
            Self::Keep => tag(5),
            Self::Reroll => tag(6),
            Self::Move => tag(7),
            Self::Take(letter) => tag(8).put(letter, 8),
            Self::ConvertStars => tag(9),
            Self::ConvertLetters(first, second) => tag(10).put(tile(first), 6).put(tile(second), 6),
            Self::Activate(card) => tag(11).put(card, 8),
            Self::Spell(word, Place { square, is_across }) => {
                tag(12).put(word, 8).put(square, 8).put(is_across, 1)
            }
            Self::Tiles(wild, len) => tag(13).put(wild, 16).put(len, 8),
            Self::FlipReserve(letter) => tag(14).put(letter, 8),
            Self::FlipGrid(square) => tag(15).put(square, 8),
            Self::Complete { card, for_cube, wild } => {
                tag(16).put(card, 8).put(for_cube, 1).put(wild, 16)
            }
            Self::Remove(word) => tag(17).put(word, 8),
            Self::Done => tag(18),
            Self::Discard(kind) => tag(19).put(tile(kind), 6),
            Self::Goal(number) => tag(20).put(number, 8),
            Self::First(seat) => tag(21).put(seat, 8),
            Self::Draw(letter) => tag(22).put(letter, 8),
            Self::Deal(card) => tag(23).put(card, 8),
            Self::Roll(die, pips) => tag(24).put(die, 8).put(pips, 8),
            Self::RollNeutral(pips) => tag(25).put(pips, 8),
            Self::Seats(order) => tag(26).put(order, 8),
        }
        .0
    }

    /// The inverse of [`Action::pack`].
    #[must_use]
    pub fn unpack(word: u64) -> Self {
        let fields = &mut Fields(word, 0);
        match fields.get(5) {
            0 => Self::Top(fields.byte()),
            1 => Self::Bottom(fields.byte()),
            2 => Self::Die(fields.byte()),
            3 => Self::Order(fields.byte(), fields.flag()),
            4 => Self::Redraw,
            5 => Self::Keep,
            6 => Self::Reroll,
            7 => Self::Move,
            8 => Self::Take(fields.byte()),
            9 => Self::ConvertStars,
            10 => Self::ConvertLetters(fields.tile(), fields.tile()),
            11 => Self::Activate(fields.byte()),
            12 => {
                let word = fields.byte();
                Self::Spell(word, Place { square: fields.byte(), is_across: fields.flag() })
            }
            13 => Self::Tiles(fields.get(16) as u16, fields.byte()),
            14 => Self::FlipReserve(fields.byte()),
            15 => Self::FlipGrid(fields.byte()),
            16 => Self::Complete {
                card: fields.byte(),
                for_cube: fields.flag(),
                wild: fields.get(16) as u16,
            },
            17 => Self::Remove(fields.byte()),
            19 => Self::Discard(fields.tile()),
            20 => Self::Goal(fields.byte()),
            21 => Self::First(fields.byte()),
            22 => Self::Draw(fields.byte()),
            23 => Self::Deal(fields.byte()),
            24 => Self::Roll(fields.byte(), fields.byte()),
            25 => Self::RollNeutral(fields.byte()),
            26 => Self::Seats(fields.byte()),
            _ => Self::Done,
        }
    }
}
