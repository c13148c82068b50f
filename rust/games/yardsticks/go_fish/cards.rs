//! A number of cards of each rank, counted in bytes: a hand, the pool.

use super::rules::RANKS;

/// One in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The high bit of each byte.
const HIGH: u64 = 0x8080_8080_8080_8080;

/// How many cards there are of each rank: a byte each, eight ranks a word. There are fewer than 128
/// cards in all, so the high bit of a byte is free for comparing all of them at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cards([u64; 2]);

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
        self.0[usize::from(rank >> 3) & 1] += u64::from(count) << (8 * (rank & 7));
    }

    /// Takes cards of a rank out, which have to be there.
    #[inline]
    pub fn remove(&mut self, rank: u8, count: u8) {
        self.0[usize::from(rank >> 3) & 1] -= u64::from(count) << (8 * (rank & 7));
    }

    /// How many cards of a rank there are.
    #[inline]
    #[must_use]
    pub fn count(self, rank: u8) -> u8 {
        (self.0[usize::from(rank >> 3) & 1] >> (8 * (rank & 7))) as u8
    }

    /// How many cards there are.
    #[inline]
    #[must_use]
    pub fn len(self) -> u32 {
        ((self.0[0] + self.0[1]).wrapping_mul(ONES) >> 56) as u32
    }

    /// Whether there is none.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0[0] | self.0[1] == 0
    }

    /// One card of every rank of which there is one.
    #[inline]
    #[must_use]
    pub fn ranks(self) -> Self {
        Self(self.0.map(|counts| ((counts + !HIGH) & HIGH) >> 7))
    }

    /// The rank of the card at position `k`, ranks in order.
    ///
    /// # Panics
    /// In debug builds, if there are not that many cards.
    #[inline]
    #[must_use]
    pub fn nth(self, k: u32) -> u8 {
        debug_assert!(k < self.len(), "there are not that many cards");
        let up_to = self.0.map(|counts| counts.wrapping_mul(ONES));
        let first = (up_to[0] >> 56) as u32;
        // No branch: which half it is can't be foreseen.
        let is_second = u32::from(k >= first);
        let k = k - first * is_second;
        let beyond = ((up_to[is_second as usize] | HIGH) - ONES * u64::from(k + 1)) & HIGH;
        (beyond.trailing_zeros() / 8 + 8 * is_second) as u8
    }

    /// The counts by rank; those of ranks that no game has are 0.
    #[inline]
    #[must_use]
    pub fn counts(self) -> [u8; 16] {
        let mut counts = [0; 16];
        counts[..8].copy_from_slice(&self.0[0].to_le_bytes());
        counts[8..].copy_from_slice(&self.0[1].to_le_bytes());
        counts
    }

    /// Every rank of which there is a card, with its count.
    pub fn each(self) -> impl Iterator<Item = (u8, u8)> {
        let counts = (0..RANKS as u8).map(move |rank| (rank, self.count(rank)));
        counts.filter(|&(_, count)| count > 0)
    }
}
