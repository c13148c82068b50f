//! The nouns of Cobogó: cards, sets of cards, places on the table.

use tinyvec::TinyVec;

/// A card, as its position in the component set; it names a brick side or a pattern side.
pub type CardId = u8;

/// Stands for "no card" or "not settled" where an `Option` would double the size.
pub const NO_CARD: CardId = u8::MAX;

/// Most cards that a hand holds (K-14, K-43).
pub const HAND: usize = 2;

/// Quarter turns of a card (K-26).
pub const TURNS: usize = 4;

/// Most seats (K-7).
pub const SEATS: usize = 4;

/// A set of cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CardSet([u64; 4]);

impl CardSet {
    /// The set of the given cards.
    pub fn of(cards: impl IntoIterator<Item = CardId>) -> Self {
        let mut set = Self::default();
        for card in cards {
            set.insert(card);
        }
        set
    }

    /// Adds a card.
    pub fn insert(&mut self, card: CardId) {
        self.0[usize::from(card >> 6)] |= 1 << (card & 63);
    }

    /// Takes a card out.
    pub fn remove(&mut self, card: CardId) {
        self.0[usize::from(card >> 6)] &= !(1 << (card & 63));
    }

    /// Whether the card is in the set.
    #[must_use]
    pub fn contains(&self, card: CardId) -> bool {
        self.0[usize::from(card >> 6)] >> (card & 63) & 1 == 1
    }

    /// Number of cards.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.0.iter().filter(|&&word| word != 0).map(|word| word.count_ones()).sum()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    /// The cards that are in both sets.
    #[must_use]
    pub fn and(mut self, other: &Self) -> Self {
        for (word, also) in self.0.iter_mut().zip(other.0) {
            *word &= also;
        }
        self
    }

    /// The cards of this set that are not in the other.
    #[must_use]
    pub fn without(mut self, other: &Self) -> Self {
        for (word, not) in self.0.iter_mut().zip(other.0) {
            *word &= !not;
        }
        self
    }

    /// The first card in ascending order.
    #[must_use]
    pub fn first(&self) -> Option<CardId> {
        self.iter().next()
    }

    /// The card at position `k` in ascending order.
    ///
    /// # Panics
    /// If there are not that many.
    #[must_use]
    #[inline(always)]
    pub fn nth(&self, mut k: u32) -> CardId {
        for (index, &word) in self.0.iter().enumerate() {
            // Without a popcount instruction an empty word is worth a branch.
            let count = if word == 0 { 0 } else { word.count_ones() };
            if k < count {
                return (index * 64) as u8 + nth_bit(word, k) as u8;
            }
            k -= count;
        }
        panic!("the set has no card at that position");
    }

    /// The cards in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = CardId> + '_ {
        self.0
            .iter()
            .enumerate()
            .flat_map(|(index, &word)| Bits(word).map(move |bit| (index * 64) as u8 + bit as u8))
    }
}

/// The positions of the bits that are set, in ascending order.
pub struct Bits(pub u64);

impl Iterator for Bits {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(bit)
    }
}

/// The position of the set bit number `k`, from 0. Counts all bytes at once: `k` is random wherever
/// this is asked, and a loop would be left by a mispredicted branch.
#[must_use]
#[inline(always)]
pub fn nth_bit(word: u64, k: u32) -> u32 {
    let mut sums = word - (word >> 1 & 0x5555_5555_5555_5555);
    sums = (sums & 0x3333_3333_3333_3333) + (sums >> 2 & 0x3333_3333_3333_3333);
    sums = (sums + (sums >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    let (shift, before) = nth_byte(sums, k);
    shift + u32::from(BITS_OF[(word >> shift & 0xff) as usize][(k - before) as usize % 8])
}

/// The positions of the set bits of a byte: a look into 2 KB is cheaper than the arithmetic.
static BITS_OF: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut rest, mut k) = (byte, 0);
        while rest != 0 {
            table[byte][k] = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            k += 1;
        }
        byte += 1;
    }
    table
};

/// One in every byte.
const BYTES: u64 = u64::MAX / 255;

/// In which byte, by its first bit, the bytes from the lowest on add up to more than `k`, and to how
/// much those before it add up. The sum of all is at most 127 and more than `k`.
#[inline(always)]
fn nth_byte(bytes: u64, k: u32) -> (u32, u32) {
    const TOP: u64 = BYTES << 7;
    let sums = bytes.wrapping_mul(BYTES);
    let done = (((u64::from(k) * BYTES) | TOP) - sums) >> 7 & BYTES;
    let shift = (done.wrapping_mul(BYTES) >> 56) as u32 * 8;
    (shift, (sums << 8 >> shift & 0xff) as u32)
}

/// A card in a hand. Under `pairing = fixed` both sides carry the same id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HandCard {
    /// The brick side.
    pub brick: CardId,
    /// The pattern side; [`NO_CARD`] while nothing has settled it (K-118).
    pub back: CardId,
    /// Where it came from, which everybody saw.
    pub source: Source,
}

/// Where a hand card came from. It matters to what others can tell of it (K-11, K-75).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Source {
    /// The opening deal from the unordered pile (K-14).
    #[default]
    Deal,
    /// Drawn from the unordered pile (K-43).
    Draw,
    /// The rejected card of this number, from 0 (K-11).
    Rejected(u8),
}

/// The cards of one seat; a drawn card takes the last slot, the others move up (K-119).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hand {
    cards: [HandCard; HAND],
    len: u8,
}

const NOTHING: HandCard = HandCard { brick: NO_CARD, back: NO_CARD, source: Source::Deal };

impl Default for Hand {
    fn default() -> Self {
        Self { cards: [NOTHING; HAND], len: 0 }
    }
}

impl Hand {
    /// The cards by slot.
    #[must_use]
    pub fn cards(&self) -> &[HandCard] {
        &self.cards[..usize::from(self.len)]
    }

    /// The cards by slot, to be replaced.
    pub fn cards_mut(&mut self) -> &mut [HandCard] {
        &mut self.cards[..usize::from(self.len)]
    }

    /// Puts a card into the last slot.
    pub fn push(&mut self, card: HandCard) {
        self.cards[usize::from(self.len)] = card;
        self.len += 1;
    }

    /// Takes a card out; the others move up.
    pub fn take(&mut self, slot: usize) -> HandCard {
        let card = self.cards[slot];
        for next in slot + 1..HAND {
            self.cards[next - 1] = self.cards[next];
        }
        self.cards[HAND - 1] = NOTHING;
        self.len -= 1;
        card
    }
}

/// A card on the table: who put what where (K-106).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Placement {
    /// The seat that placed it.
    pub seat: u8,
    /// The brick side.
    pub brick: CardId,
    /// Where and how.
    pub at: Spot,
    /// Where the card had come from.
    pub source: Source,
}

/// A turn and the cell of the turned card's top-left corner (K-119).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Spot {
    /// Quarter turns clockwise, 0 to 3.
    pub rot: u8,
    /// Row of the top-left cell.
    pub row: i16,
    /// Column of the top-left cell.
    pub col: i16,
}

/// Every placement so far. No heap for the decks that are printed.
pub type Log = TinyVec<[Placement; 24]>;

/// The smallest rectangle that holds the mosaic, both ends included; empty at first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// First row.
    pub top: i16,
    /// First column.
    pub left: i16,
    /// Last row.
    pub bottom: i16,
    /// Last column.
    pub right: i16,
}

impl Bounds {
    /// The bounds of an empty mosaic.
    pub const EMPTY: Self = Self { top: 0, left: 0, bottom: -1, right: -1 };

    /// Whether nothing lies on the table.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bottom < self.top
    }

    /// Number of rows.
    #[must_use]
    pub fn height(&self) -> usize {
        (self.bottom - self.top + 1) as usize
    }

    /// Number of columns.
    #[must_use]
    pub fn width(&self) -> usize {
        (self.right - self.left + 1) as usize
    }

    /// The bounds that also hold a rectangle.
    #[must_use]
    pub fn with(&self, row: i16, col: i16, height: usize, width: usize) -> Self {
        let (bottom, right) = (row + height as i16 - 1, col + width as i16 - 1);
        if self.is_empty() {
            return Self { top: row, left: col, bottom, right };
        }
        Self {
            top: self.top.min(row),
            left: self.left.min(col),
            bottom: self.bottom.max(bottom),
            right: self.right.max(right),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn nth_bit_is_the_nth_of_all() {
        let mut random = Random::stream(5, 0);
        let mut words: Vec<u64> =
            (0..64).flat_map(|bit| [1 << bit, !0 << bit, !0 >> bit]).collect();
        words.extend((0..2_000).map(|_| random.bits() & random.bits()));
        for word in words {
            for (k, bit) in (0..).zip(Bits(word)) {
                assert_eq!(nth_bit(word, k), bit, "bit {k} of {word:#x}");
            }
        }
    }
}
