//! The sums of two sets of counts as places of an array: many sums are added up quickly that way.

use super::table::{Counts, Entries, PLACES, count, fits, max_each, min_each, size};

/// Most cells of an array; beyond that it would be mostly empty.
const CELLS: usize = 1 << 25;

/// The counts of two hands together, each hand of a fixed size, within a pool.
pub struct Grid {
    /// The least counts of each hand.
    least: [Counts; 2],
    pool: Counts,
    /// Distance of neighbours in each place; 0 in the widest place.
    strides: [usize; PLACES],
    /// The place that follows from the others.
    widest: usize,
    /// How many values each place has.
    values: [usize; PLACES],
    cells: usize,
    /// The cards in all.
    cards: u32,
}

/// A hand's part of the place in the array.
pub struct Part {
    /// The hand.
    pub counts: Counts,
    /// Its weight.
    pub weight: f64,
    at: usize,
}

impl Grid {
    /// A grid for the sums of two hands, unless it would be too large for that many.
    pub fn new(hands: [&Entries; 2], pool: Counts) -> Option<Self> {
        let [(first, most), (second, others)] = hands.map(|hands| {
            let all = hands.iter().map(|hand| hand.0);
            all.fold((pool, 0), |(least, most), hand| (min_each(least, hand), max_each(most, hand)))
        });
        let (least, most) = (first + second, min_each(most + others, pool));
        if !fits(least, most) {
            return None;
        }
        let values = std::array::from_fn(|place| {
            usize::from(count(most, place)) - usize::from(count(least, place)) + 1
        });
        let widest = (0..PLACES).max_by_key(|&place| values[place])?;
        let (mut strides, mut cells) = ([0; PLACES], 1_usize);
        for place in (0..PLACES).filter(|&place| place != widest) {
            strides[place] = cells;
            cells = cells.saturating_mul(values[place]);
        }
        let cards = hands.iter().filter_map(|hands| hands.first()).map(|hand| size(hand.0)).sum();
        let sums = hands[0].len().saturating_mul(hands[1].len());
        let grid = Self { least: [first, second], pool, strides, widest, values, cells, cards };
        (cells <= CELLS && cells / 8 <= sums).then_some(grid)
    }

    /// The parts of all hands of one side.
    pub fn parts(&self, side: usize, hands: &Entries) -> Vec<Part> {
        hands
            .iter()
            .map(|&(counts, weight)| {
                let above = counts - self.least[side];
                let at =
                    (0..PLACES).map(|place| usize::from(count(above, place)) * self.strides[place]);
                Part { counts, weight, at: at.sum() }
            })
            .collect()
    }

    /// The place of two hands together, if the pool has so many cards.
    pub fn place(&self, a: &Part, b: &Part) -> Option<usize> {
        fits(a.counts + b.counts, self.pool).then_some(a.at + b.at)
    }

    /// An array of zeros.
    pub fn array(&self) -> Vec<f64> {
        vec![0.0; self.cells]
    }

    /// An array of the weights of sums.
    pub fn fill(&self, sums: &Entries) -> Vec<f64> {
        let mut array = self.array();
        let least = self.least[0] + self.least[1];
        for &(sum, weight) in sums {
            let above = sum - least;
            let at =
                (0..PLACES).map(|place| usize::from(count(above, place)) * self.strides[place]);
            array[at.sum::<usize>()] = weight;
        }
        array
    }

    /// The sums of an array that are not zero.
    pub fn entries(&self, array: &[f64]) -> Entries {
        let mut entries = Entries::new();
        let least = self.least[0] + self.least[1];
        for (at, &weight) in array.iter().enumerate().filter(|entry| *entry.1 > 0.0) {
            let mut sum = least;
            for place in (0..PLACES).filter(|&place| place != self.widest) {
                let above = at / self.strides[place] % self.values[place];
                sum += (above as Counts) << (8 * place);
            }
            sum += Counts::from(self.cards - size(sum)) << (8 * self.widest);
            entries.push((sum, weight));
        }
        entries
    }
}
