//! A hand packed into one word, and what it lacks (B-3, B-5, B-16).

use super::types::{Kind, PARTS, SKELETON, Sort};

/// The high bit of each byte.
const HIGH: u64 = 0x8080_8080_8080_8080;
/// One in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;

/// How many of each part a skeleton needs, a byte each in the order of [`PARTS`] (B-3): two left
/// limbs where there are no sides, one left and one right where there are (B-5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Need(u64);

impl Need {
    /// The need, with or without sides.
    #[must_use]
    pub const fn new(is_sided: bool) -> Self {
        Self(if is_sided { 0x0101_0101_0101 } else { 0x0101_0002_0002 })
    }

    /// The need of so many skeletons.
    #[must_use]
    pub const fn times(self, skeletons: u8) -> Self {
        Self(self.0 * skeletons as u64)
    }
}

/// A number of cards of each sort: a hand, or the pile.
///
/// A byte counts the cards of a sort: whole ones in the low half of the word, in the order of
/// [`PARTS`]; in the high half broken ones, then jokers. Counts stay below 128, so the high bit of a
/// byte is free for comparing all of them at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hand(u128);

/// Where the byte of a sort is.
const fn shift(sort: Sort) -> u32 {
    8 * if sort.0 < 6 { sort.0 as u32 } else { sort.0 as u32 + 2 }
}

/// One card of each sort.
const ONE: [u128; Sort::COUNT] = {
    let mut ones = [0; Sort::COUNT];
    let mut index = 0;
    while index < Sort::COUNT {
        ones[index] = 1 << shift(Sort(index as u8));
        index += 1;
    }
    ones
};

/// The bytes of each kind, in either half.
const OF_KIND: [u64; Kind::COUNT] = [0xffff, 0xffff_0000, 0xff_0000_0000, 0xff00_0000_0000];

impl Hand {
    /// Adds a card.
    #[inline]
    pub fn add(&mut self, sort: Sort) {
        self.0 += ONE[sort.index()];
    }

    /// Takes a card out, which has to be there.
    #[inline]
    pub fn remove(&mut self, sort: Sort) {
        self.0 -= ONE[sort.index()];
    }

    /// Adds other cards.
    pub fn add_all(&mut self, other: Self) {
        self.0 += other.0;
    }

    /// What is left without other cards; those have to be there.
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }

    /// The counts as one word, a byte each, for sums of hands.
    #[must_use]
    pub(super) const fn to_word(self) -> u128 {
        self.0
    }

    /// The inverse of [`Hand::to_word`].
    #[must_use]
    pub(super) const fn of_word(word: u128) -> Self {
        Self(word)
    }

    /// Takes a card out if there is one.
    #[inline]
    pub fn remove_one_of(&mut self, sort: Sort) {
        if self.has(sort) {
            self.remove(sort);
        }
    }

    /// Whether there is such a card.
    #[inline]
    #[must_use]
    pub fn has(self, sort: Sort) -> bool {
        self.0 & (ONE[sort.index()] * 0xff) != 0
    }

    /// How many cards of a sort there are.
    #[inline]
    #[must_use]
    pub const fn count(self, sort: Sort) -> u8 {
        (self.0 >> shift(sort)) as u8
    }

    /// How many cards of every sort there are, by number; three zeros follow.
    #[must_use]
    #[inline]
    pub const fn counts(self) -> [u8; 16] {
        (self.0 & 0xffff_ffff_ffff | (self.broken() as u128) << 48).to_le_bytes()
    }

    /// Whole cards, a byte each in the order of [`PARTS`].
    const fn whole(self) -> u64 {
        self.0 as u64
    }

    /// Broken cards, likewise, then jokers.
    const fn broken(self) -> u64 {
        (self.0 >> 64) as u64
    }

    /// How many jokers there are.
    #[inline]
    #[must_use]
    pub const fn jokers(self) -> u8 {
        self.count(Sort::JOKER)
    }

    /// How many cards there are.
    #[inline]
    #[must_use]
    pub const fn len(self) -> u32 {
        sum(self.whole() + self.broken())
    }

    /// Whether there is none.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether there is a card of a kind, whole and broken.
    #[inline]
    #[must_use]
    pub const fn has_kind(self, kind: Kind) -> [bool; 2] {
        let bytes = OF_KIND[kind as usize];
        [self.whole() & bytes != 0, self.broken() & bytes != 0]
    }

    /// How many cards of a kind there are, whole and broken.
    #[must_use]
    pub const fn of_kind(self, kind: Kind) -> [u32; 2] {
        let bytes = OF_KIND[kind as usize];
        [sum(self.whole() & bytes), sum(self.broken() & bytes)]
    }

    /// Whether there is a broken card.
    #[must_use]
    pub const fn has_broken(self) -> bool {
        self.broken() << 16 != 0
    }

    /// The kinds, a bit each, of which there are fewer whole ones than `whole` needs, or fewer broken
    /// ones than `broken` needs (B-16).
    #[inline]
    #[must_use]
    pub const fn wanted(self, whole: Need, broken: Need) -> u8 {
        let parts = (below(self.whole(), whole.0) | below(self.broken(), broken.0)) >> 7;
        KINDS[(bits(parts) & 0x3f) as usize]
    }

    /// The sorts of a kind that there are, a bit each in the order of the sorts.
    #[inline]
    #[must_use]
    pub const fn sorts_of(self, kind: Kind) -> u16 {
        let bytes = OF_KIND[kind as usize];
        let whole = bits((((self.whole() & bytes) + !HIGH) & HIGH) >> 7);
        let broken = bits((((self.broken() & bytes) + !HIGH) & HIGH) >> 7);
        whole as u16 | (broken as u16) << 6
    }

    /// How many of the parts needed there are, whole and broken.
    #[inline]
    #[must_use]
    pub const fn parts(self, need: Need) -> [u32; 2] {
        [sum(least(self.whole(), need.0)), sum(least(self.broken(), need.0))]
    }

    /// The same hand with every broken card made whole: what counts towards a mixed skeleton.
    #[must_use]
    pub const fn mended(self) -> Self {
        let broken = self.broken() << 16 >> 16;
        Self((self.whole() + broken) as u128 | (self.jokers() as u128) << shift(Sort::JOKER))
    }

    /// The sort of the card at position `k`, in the order of the sorts.
    ///
    /// # Panics
    /// In debug builds, if there are not that many cards.
    #[inline]
    #[must_use]
    pub fn nth(self, k: u32) -> Sort {
        debug_assert!(k < self.len(), "there are not that many cards");
        let whole = self.whole().wrapping_mul(ONES);
        let count = (whole >> 56) as u32;
        let is_broken = k >= count;
        let (up_to, k) =
            if is_broken { (self.broken().wrapping_mul(ONES), k - count) } else { (whole, k) };
        let beyond = ((up_to | HIGH) - ONES * u64::from(k + 1)) & HIGH;
        Sort((beyond.trailing_zeros() / 8) as u8 + if is_broken { 6 } else { 0 })
    }

    /// Every card, in the order of the sorts.
    pub fn cards(self) -> impl Iterator<Item = Sort> {
        self.sorts().flat_map(move |sort| (0..self.count(sort)).map(move |_| sort))
    }

    /// Every sort of which there is a card, in order.
    pub fn sorts(self) -> impl Iterator<Item = Sort> {
        (0..Sort::COUNT as u8).map(Sort).filter(move |&sort| self.has(sort))
    }
}

impl FromIterator<Sort> for Hand {
    fn from_iter<I: IntoIterator<Item = Sort>>(sorts: I) -> Self {
        let mut hand = Self::default();
        sorts.into_iter().for_each(|sort| hand.add(sort));
        hand
    }
}

/// The kinds, a bit each, of parts, a bit each.
const KINDS: [u8; 64] = {
    let mut kinds = [0; 64];
    let mut parts = 0;
    while parts < 64 {
        let mut part = 0;
        while part < SKELETON {
            kinds[parts] |= ((parts >> part & 1) as u8) << PARTS[part] as u8;
            part += 1;
        }
        parts += 1;
    }
    kinds
};

/// The lowest bits of the bytes, next to each other.
const fn bits(lowest: u64) -> u8 {
    (lowest.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// The high bits of the bytes in which a count is below a limit.
const fn below(counts: u64, limits: u64) -> u64 {
    !((counts | HIGH) - limits) & HIGH
}

/// The smaller of two numbers in each byte.
const fn least(counts: u64, most: u64) -> u64 {
    let full = ((((counts | HIGH) - most) & HIGH) >> 7) * 0xff;
    (most & full) | (counts & !full)
}

/// The sum of eight bytes.
const fn sum(bytes: u64) -> u32 {
    (bytes.wrapping_mul(ONES) >> 56) as u32
}
