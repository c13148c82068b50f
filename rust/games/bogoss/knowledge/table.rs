//! Weighted sets of card counts: what is counted, sort by sort, and in how many ways.

use super::super::hand::Hand;
use super::super::types::Sort;

/// Number of cards of each sort, one byte a sort in the order of [`Hand::to_word`], so that sums
/// of hands are sums of words.
pub type Counts = u128;

/// Bytes of a hand; two of them stay empty.
pub const PLACES: usize = 15;

/// Counts that go with weights.
pub type Entries = Vec<(Counts, f64)>;

/// The high bit of each byte; no count reaches it.
const GUARD: Counts = u128::from_ne_bytes([0x80; 16]);

/// The count in one place.
pub const fn count(counts: Counts, place: usize) -> u8 {
    (counts >> (8 * place)) as u8
}

/// One card of a sort.
pub fn one(sort: Sort) -> Counts {
    Hand::from_iter([sort]).to_word()
}

/// The place of a sort.
pub fn place_of(sort: Sort) -> usize {
    one(sort).trailing_zeros() as usize / 8
}

/// Whether no sort is more frequent in `part` than in `whole`.
pub const fn fits(part: Counts, whole: Counts) -> bool {
    (whole | GUARD).wrapping_sub(part) & GUARD == GUARD
}

/// 64 more in each place, so that differences of counts are not negative: no more than 44 cards move.
pub const BIAS: Counts = Counts::from_ne_bytes([64; 16]);

/// The difference in one place, `net` being one of counts modulo 2^128.
pub const fn difference(net: Counts, place: usize) -> i8 {
    count(net.wrapping_add(BIAS), place) as i8 - 64
}

/// What `counts` lack of `wanted`, sort by sort.
pub const fn lacking(wanted: Counts, counts: Counts) -> Counts {
    let difference = (wanted | GUARD) - counts;
    let positive = (difference & GUARD) >> 7;
    difference & !GUARD & (positive * 0xff)
}

/// The greater count in each place.
pub const fn max_each(a: Counts, b: Counts) -> Counts {
    b + lacking(a, b)
}

/// The smaller count in each place.
pub const fn min_each(a: Counts, b: Counts) -> Counts {
    a - lacking(a, b)
}

/// The number of cards.
pub const fn size(counts: Counts) -> u32 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    // No sum of half the counts passes 255.
    let (low, high) = (counts as u64, (counts >> 64) as u64);
    ((low.wrapping_mul(ONES) >> 56) + (high.wrapping_mul(ONES) >> 56)) as u32
}

/// Sums of weights by counts.
#[derive(Debug)]
pub struct Table {
    cells: Entries,
    len: usize,
}

/// Counts that no cards have: they mark a free cell.
const FREE: Counts = Counts::MAX;

/// Cells of a table that is still small; a power of two.
const CELLS: usize = 64;

impl Table {
    /// An empty table.
    pub fn new() -> Self {
        Self { cells: vec![(FREE, 0.0); CELLS], len: 0 }
    }

    fn cell(&self, key: Counts) -> usize {
        const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
        let folded = key as u64 ^ ((key >> 64) as u64).wrapping_mul(ODD).rotate_left(32);
        let mixed = (folded ^ folded >> 29).wrapping_mul(ODD);
        let mask = self.cells.len() - 1;
        let mut cell = (mixed ^ mixed >> 32) as usize & mask;
        while self.cells[cell].0 != key && self.cells[cell].0 != FREE {
            cell = (cell + 1) & mask;
        }
        cell
    }

    /// Adds to the weight of some counts.
    pub fn add(&mut self, key: Counts, weight: f64) {
        let cell = self.cell(key);
        let cell = &mut self.cells[cell];
        cell.1 += weight;
        if cell.0 == FREE {
            cell.0 = key;
            self.len += 1;
            if self.len * 2 > self.cells.len() {
                self.grow();
            }
        }
    }

    /// The weight of some counts, 0 where they have none.
    pub fn get(&self, key: Counts) -> f64 {
        self.cells[self.cell(key)].1
    }

    fn grow(&mut self) {
        let larger = vec![(FREE, 0.0); self.cells.len() * 4];
        for (key, weight) in std::mem::replace(&mut self.cells, larger) {
            if key != FREE {
                let cell = self.cell(key);
                self.cells[cell] = (key, weight);
            }
        }
    }

    /// All counts that were added, once each, in an order that depends on nothing else.
    pub fn into_entries(mut self) -> Entries {
        self.cells.retain(|cell| cell.0 != FREE);
        self.cells
    }
}

impl FromIterator<(Counts, f64)> for Table {
    fn from_iter<I: IntoIterator<Item = (Counts, f64)>>(entries: I) -> Self {
        let mut table = Self::new();
        entries.into_iter().for_each(|(key, weight)| table.add(key, weight));
        table
    }
}

/// A number of the range, with a probability in proportion to its part, by a number in 0..1. One part
/// is positive.
pub fn choose(
    range: std::ops::Range<usize>,
    part: impl Fn(usize) -> f64,
    unit: impl FnOnce() -> f64,
) -> usize {
    if range.len() == 1 {
        return range.start;
    }
    let total: f64 = range.clone().map(&part).sum();
    let mut left = unit() * total;
    let mut last = range.start;
    for number in range {
        let part = part(number);
        if part > 0.0 {
            last = number;
            if left < part {
                break;
            }
            left -= part;
        }
    }
    last
}
