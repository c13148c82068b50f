//! A number of cards of each rank in one word: a hand, the pool.

use super::rules::RANKS;

/// One in each half byte.
const EACH: u64 = 0x1111_1111_1111_1111;
/// One in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The half bytes of every second rank, from the first one on.
const EVEN: u64 = 0x0f * ONES;
/// The high bit of each byte, free for comparing all bytes at once: there are fewer than 128 cards.
const HIGH: u64 = 0x80 * ONES;

/// How many cards there are of each rank: half a byte each, 8 cards at most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cards(u64);

impl Cards {
    /// So many of each of the first `ranks` ranks.
    #[must_use]
    pub fn of_each(ranks: usize, count: u8) -> Self {
        let mut cards = Self::default();
        (0..ranks as u8).for_each(|rank| cards.add(rank, count));
        cards
    }

    /// Adds cards of a rank.
    #[inline]
    pub fn add(&mut self, rank: u8, count: u8) {
        self.0 += u64::from(count) << (4 * (rank & 15));
    }

    /// Takes cards of a rank out, which have to be there.
    #[inline]
    pub fn remove(&mut self, rank: u8, count: u8) {
        self.0 -= u64::from(count) << (4 * (rank & 15));
    }

    /// How many cards of a rank there are.
    #[inline]
    #[must_use]
    pub fn count(self, rank: u8) -> u8 {
        (self.0 >> (4 * (rank & 15)) & 15) as u8
    }

    /// How many cards there are.
    #[inline]
    #[must_use]
    pub fn len(self) -> u32 {
        (((self.0 & EVEN) + (self.0 >> 4 & EVEN)).wrapping_mul(ONES) >> 56) as u32
    }

    /// Whether there is none.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// One in the half byte of every rank of which there is a card.
    #[inline]
    fn marks(self) -> u64 {
        (self.0 + 7 * EACH) >> 3 & EACH
    }

    /// Of how many ranks there are cards.
    #[inline]
    #[must_use]
    pub fn ranks(self) -> u32 {
        self.marks().count_ones()
    }

    /// The rank at position `k` among those of which there are cards, which are that many.
    #[inline]
    #[must_use]
    pub fn nth_rank(self, k: u32) -> u8 {
        debug_assert!(k < self.ranks(), "there are not that many ranks");
        // How many ranks up to each one: 15 at most.
        let up_to = self.marks().wrapping_mul(EACH);
        let beyond = |halves: u64| ((halves & EVEN | HIGH) - ONES * u64::from(k + 1)) & HIGH;
        let places = beyond(up_to) >> 7 | beyond(up_to >> 4) >> 3;
        (places.trailing_zeros() / 4) as u8
    }

    /// The rank of the card at position `k` of all cards, which are that many: every second rank first.
    #[inline]
    #[must_use]
    pub fn nth(self, k: u32) -> u8 {
        debug_assert!(k < self.len(), "there are not that many cards");
        let even = (self.0 & EVEN).wrapping_mul(ONES);
        let odd = (self.0 >> 4 & EVEN).wrapping_mul(ONES);
        let first = (even >> 56) as u32;
        let is_odd = k >= first;
        let (up_to, k) = if is_odd { (odd, k - first) } else { (even, k) };
        let beyond = ((up_to | HIGH) - ONES * u64::from(k + 1)) & HIGH;
        (beyond.trailing_zeros() / 8 * 2) as u8 + u8::from(is_odd)
    }

    /// The counts by rank; those of ranks that no game has are 0.
    #[inline]
    #[must_use]
    pub fn counts(self) -> [u8; 16] {
        std::array::from_fn(|rank| self.count(rank as u8))
    }

    /// 1 for every rank of which there are cards, by rank.
    #[inline]
    #[must_use]
    pub fn has(self) -> [u8; 16] {
        Self(self.marks()).counts()
    }

    /// Every rank of which there is a card, with its count.
    pub fn each(self) -> impl Iterator<Item = (u8, u8)> {
        let counts = (0..RANKS as u8).map(move |rank| (rank, self.count(rank)));
        counts.filter(|&(_, count)| count > 0)
    }
}
