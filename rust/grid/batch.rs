//! Many grids of one size: the cells of one code as bits, and the groups counted in all of them.

use super::count::Counter;
use super::labels::count_groups;
use super::pack;
use super::tally::Tally;
use super::word::Word;
use crate::instructions::with_best_instructions;

/// The cells that hold one code in many grids of one size, ready to be counted.
///
/// ```
/// use ludoteca::grid::{Batch, Counter, Shape};
///
/// let counter = Counter::new(&Shape::from_drawing("XX")?);
/// let mut batch = Batch::new(&counter, 2, 3, 5);
/// batch.push(&[5, 5, 0, 1, 0, 5]);
/// batch.push(&[5, 0, 5, 5, 0, 5]);
/// let mut counts = [0; 2];
/// batch.count(&mut counts);
/// assert_eq!(counts, [1, 2]);
/// # Ok::<(), ludoteca::grid::ShapeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Batch<'a> {
    counter: &'a Counter,
    height: usize,
    width: usize,
    code: u8,
    rows: Rows,
}

/// All rows of all grids, in the narrowest word that holds a row.
#[derive(Clone, Debug)]
enum Rows {
    Words16(Vec<u16>),
    Words32(Vec<u32>),
    Words64(Vec<u64>),
    /// Wider grids are cut into strips that overlap by what an image can see.
    Strips(Strips, Vec<u64>),
    /// Wider than a strip and a shape nearly as wide: the cells themselves, to be labelled.
    Cells(Vec<u8>),
}

/// How a wide grid is cut: strip `i` begins `lead` columns before column `i * step`, and the
/// groups counted in it are those whose first cell is in the next `step` columns.
#[derive(Clone, Copy, Debug)]
struct Strips {
    lead: usize,
    step: usize,
    count: usize,
}

impl<'a> Batch<'a> {
    /// An empty batch of `height` by `width` grids, of which the cells holding `code` count.
    #[must_use]
    pub fn new(counter: &'a Counter, height: usize, width: usize, code: u8) -> Self {
        let rows = match width {
            ..=16 => Rows::Words16(Vec::new()),
            17..=32 => Rows::Words32(Vec::new()),
            33..=64 => Rows::Words64(Vec::new()),
            _ => match Strips::new(counter, width) {
                Some(strips) => Rows::Strips(strips, Vec::new()),
                None => Rows::Cells(Vec::new()),
            },
        };
        Self { counter, height, width, code, rows }
    }

    /// Adds grids, given one after the other, row by row.
    ///
    /// # Panics
    /// If the last grid is not complete.
    pub fn push(&mut self, cells: &[u8]) {
        let (height, width, code) = (self.height, self.width, self.code);
        let size = height * width;
        if size == 0 {
            assert!(cells.is_empty(), "a {height} by {width} grid has no cells");
            return;
        }
        assert_eq!(cells.len() % size, 0, "whole grids of {height} by {width} cells");
        match &mut self.rows {
            Rows::Words16(rows) => pack::push_rows(rows, cells, width, code),
            Rows::Words32(rows) => pack::push_rows(rows, cells, width, code),
            Rows::Words64(rows) => pack::push_rows(rows, cells, width, code),
            Rows::Strips(strips, rows) => {
                for grid in cells.chunks_exact(size) {
                    strips.push(rows, grid, width, code);
                }
            }
            Rows::Cells(copy) => copy.extend_from_slice(cells),
        }
    }

    /// Takes all grids out; the memory is kept for the next ones.
    pub fn clear(&mut self) {
        match &mut self.rows {
            Rows::Words16(rows) => rows.clear(),
            Rows::Words32(rows) => rows.clear(),
            Rows::Words64(rows) | Rows::Strips(_, rows) => rows.clear(),
            Rows::Cells(cells) => cells.clear(),
        }
    }

    /// Writes the number of congruent groups of each grid.
    ///
    /// # Panics
    /// If `counts` is not as long as the batch. A batch of grids without cells has any length.
    pub fn count(&self, counts: &mut [i32]) {
        if self.height * self.width == 0 {
            counts.fill(0);
            return;
        }
        match &self.rows {
            Rows::Words16(rows) => self.count_words::<u16, 16, 24>(rows, 1, !0, counts),
            Rows::Words32(rows) => self.count_words::<u32, 32, 40>(rows, 1, !0, counts),
            Rows::Words64(rows) => self.count_words::<u64, 16, 24>(rows, 1, !0, counts),
            Rows::Strips(strips, rows) => {
                self.count_words::<u64, 16, 24>(rows, strips.count, strips.own(), counts);
            }
            Rows::Cells(cells) => {
                let size = self.height * self.width;
                assert_eq!(cells.len(), counts.len() * size, "one count a grid");
                for (grid, count) in cells.chunks_exact(size).zip(counts) {
                    let shape = self.counter.shape();
                    *count = count_groups(grid, self.height, self.width, self.code, shape) as i32;
                }
            }
        }
    }

    /// Counts grids that consist of pieces, of which the columns `own` count.
    fn count_words<W: Word, const B: usize, const H: usize>(
        &self,
        rows: &[W],
        pieces: usize,
        own: W,
        counts: &mut [i32],
    ) {
        let (height, size) = (self.height, self.height * pieces);
        assert_eq!(rows.len(), counts.len() * size, "one count a grid");
        with_best_instructions(
            #[inline(always)]
            || {
                let mut tally = Tally::<W, B, H>::new(self.counter, own, height);
                for (grid, count) in counts.iter_mut().enumerate() {
                    let mut found = 0;
                    for piece in 0..pieces {
                        found += tally.count(rows, grid * size + piece * height);
                    }
                    *count = found as i32;
                }
            },
        );
    }
}

impl Strips {
    fn new(counter: &Counter, width: usize) -> Option<Self> {
        let (lead, trail) = counter.reach();
        // Below that many columns of its own a strip is not worth it.
        let step = 64_usize.checked_sub(lead + trail).filter(|&step| step >= 8)?;
        Some(Self { lead, step, count: width.div_ceil(step) })
    }

    /// The columns whose first cells count in a strip.
    fn own(self) -> u64 {
        (u64::MAX >> (64 - self.step)) << self.lead
    }

    /// Appends all strips of a grid, one after the other.
    fn push(self, rows: &mut Vec<u64>, grid: &[u8], width: usize, code: u8) {
        for strip in 0..self.count {
            let begin = strip * self.step;
            let (first, shift) = match begin.checked_sub(self.lead) {
                Some(first) => (first, 0),
                None => (0, self.lead - begin),
            };
            let columns = first..(first + 64 - shift).min(width);
            for row in grid.chunks_exact(width) {
                let cells = &row[columns.clone()];
                pack::push_rows(rows, cells, cells.len(), code);
            }
            let strip = rows.len() - grid.len() / width;
            for row in &mut rows[strip..] {
                *row <<= shift;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Shape;
    use crate::random::Random;

    fn check(shape: &Shape, height: usize, width: usize, random: &mut Random) {
        let counter = Counter::new(shape);
        let mut batch = Batch::new(&counter, height, width, 1);
        let grids = 1 + random.below(3) as usize;
        let codes = 2 + random.below(5);
        let cells: Vec<u8> =
            (0..grids * height * width).map(|_| random.below(codes) as u8).collect();
        batch.push(&[]);
        batch.push(&cells);
        let mut counts = vec![-1; grids];
        batch.count(&mut counts);
        let expected: Vec<i32> = cells
            .chunks(height * width)
            .map(|grid| count_groups(grid, height, width, 1, shape) as i32)
            .collect();
        assert_eq!(counts, expected, "{shape} in {height} by {width}: {cells:?}");
        batch.clear();
        batch.count(&mut []);
    }

    #[test]
    fn every_width_equals_labelling() {
        let mut random = Random::stream(5, 5);
        let long = "X".repeat(30);
        for drawing in ["X", "XX", "XX/X.", "XXX/.X.", "XX/XX/X.", "XXXXXXX", &long] {
            let shape = Shape::from_drawing(drawing).unwrap();
            for width in 1..=130 {
                check(&shape, 1 + random.below(40) as usize, width, &mut random);
            }
        }
    }

    #[test]
    fn long_groups_across_strips() {
        for length in [26, 40, 64] {
            let shape = Shape::from_drawing(&"X".repeat(length)).unwrap();
            let counter = Counter::new(&shape);
            for first in 0..130 - length {
                let mut row = [0; 130];
                row[first..first + length].fill(9);
                let mut batch = Batch::new(&counter, 1, 130, 9);
                batch.push(&row);
                batch.push(&[9; 130]);
                let mut counts = [-1; 2];
                batch.count(&mut counts);
                assert_eq!(counts, [1, 0], "{length} from {first}");
            }
        }
    }

    #[test]
    fn grids_without_cells() {
        let counter = Counter::new(&Shape::from_drawing("X").unwrap());
        for (height, width) in [(0, 5), (5, 0), (0, 0)] {
            let mut batch = Batch::new(&counter, height, width, 1);
            batch.push(&[]);
            let mut counts = [-1; 3];
            batch.count(&mut counts);
            assert_eq!(counts, [0; 3]);
        }
    }
}
