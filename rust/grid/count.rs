//! Counting the groups of equal cells that are congruent to a shape.
//!
//! A group is a maximal set of cells joined by their sides. No group is ever labelled: a group
//! congruent to the shape is a place where all cells of one of the shape's images are set and all
//! cells on its border are not, and that is a conjunction of shifted rows. Each image is anchored
//! at its first cell, row by row. What lies above and to the left of that cell is border in every
//! image; to the right and below lies a cell or border: four starting masks, shared by all images.

use super::shape::Shape;
use super::tally::{self, SMALL};
use crate::instructions::with_best_instructions;

/// Counts the maximal groups congruent to one shape, in any grid.
///
/// ```
/// use ludoteca::grid::{Counter, Shape};
///
/// // XXX.
/// // .X.X   one T; the group on the right is a column of three
/// // ...X
/// // ...X
/// let rows = [0b0111, 0b1010, 0b1000, 0b1000];
/// let counter = Counter::new(&Shape::from_drawing("X./XX/X.")?);
/// assert_eq!(counter.count(&rows), 1);
/// # Ok::<(), ludoteca::grid::ShapeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Counter {
    shape: Shape,
    images: Vec<Image>,
    /// The taps of all images, one after the other.
    taps: Vec<Tap>,
    /// How far an image or its border reaches to the left and right of its first cell.
    reach: (usize, usize),
}

/// One image of the shape, anchored at its first cell.
#[derive(Clone, Debug)]
pub(super) struct Image {
    /// Bit 0: the cell to the right of the first one is set; bit 1: the one below.
    pub(super) start: usize,
    /// Where its taps begin, where those of the border begin, and where these end.
    taps: [usize; 3],
}

/// A cell that is looked at, relative to the first cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tap {
    pub(super) row: i8,
    pub(super) column: i8,
}

impl Counter {
    /// Prepares the images of the shape.
    #[must_use]
    pub fn new(shape: &Shape) -> Self {
        // A polyomino of n cells has at most 2n + 2 on its border.
        let mut taps = Vec::with_capacity(8 * (3 * shape.size() + 2));
        let images = shape.images().iter().map(|image| Image::new(image, &mut taps)).collect();
        let mut reach = (1, 1);
        for tap in &taps {
            let distance = usize::from(tap.column.unsigned_abs());
            let side = if tap.column < 0 { &mut reach.0 } else { &mut reach.1 };
            *side = distance.max(*side);
        }
        Self { shape: shape.clone(), images, taps, reach }
    }

    /// The number of groups among the set bits of `rows` that are congruent to the shape. Bit `c`
    /// of a word is column `c`; the last column is no neighbour of the first.
    #[must_use]
    pub fn count(&self, rows: &[u64]) -> u32 {
        with_best_instructions(
            #[inline(always)]
            || self.count_trimmed(rows),
        )
    }

    /// [`Counter::count`] for rows of which only the first `width` columns can be set: without a
    /// look at all of them it saves time where the grid is small.
    #[must_use]
    pub fn count_in_width(&self, rows: &[u64], width: usize) -> u32 {
        with_best_instructions(
            #[inline(always)]
            || self.count_in_words(rows, 0, width as u32),
        )
    }

    /// Inlined where the instructions are chosen.
    #[inline(always)]
    fn count_trimmed(&self, rows: &[u64]) -> u32 {
        let Some(first) = rows.iter().position(|&row| row != 0) else {
            return 0;
        };
        let last = rows.iter().rposition(|&row| row != 0).unwrap_or(first);
        let rows = &rows[first..=last];
        let columns = rows.iter().fold(0, |columns, row| columns | row);
        // The narrower the words, the more rows an instruction handles.
        let low = columns.trailing_zeros();
        self.count_in_words(rows, low, 64 - low - columns.leading_zeros())
    }

    #[inline(always)]
    fn count_in_words(&self, rows: &[u64], low: u32, width: u32) -> u32 {
        if width <= 16 {
            tally::count::<u16, _, 16, 24>(self, !0, rows, |row| (row >> low) as u16)
        } else if width <= 32 {
            tally::count::<u32, _, 32, 40>(self, !0, rows, |row| (row >> low) as u32)
        } else {
            tally::count::<u64, _, 16, 24>(self, !0, rows, |row| row)
        }
    }

    /// The shape that is counted.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    pub(super) fn images(&self) -> &[Image] {
        &self.images
    }

    /// The cells of an image beyond the first, and its border, but for what is in the start.
    #[inline(always)]
    pub(super) fn taps(&self, image: &Image) -> (&[Tap], &[Tap]) {
        let [cells, border, end] = image.taps;
        (&self.taps[cells..border], &self.taps[border..end])
    }

    /// How many columns to the left and to the right of a first cell decide about it.
    pub(super) fn reach(&self) -> (usize, usize) {
        self.reach
    }

    /// Whether whole blocks of rows can be handled at once.
    pub(super) fn is_small(&self) -> bool {
        self.shape.height().max(self.shape.width()) <= SMALL
    }
}

impl Image {
    fn new(shape: &Shape, taps: &mut Vec<Tap>) -> Self {
        let first = shape.rows()[0].trailing_zeros();
        // Bit `c + 1` for column `c`: the border may begin one column before the box.
        let row = |row: isize| {
            let row = usize::try_from(row).ok().and_then(|row| shape.rows().get(row));
            row.map_or(0, |&row| u128::from(row) << 1)
        };
        let beside = |line: isize| {
            let here = row(line);
            (here << 1 | here >> 1 | row(line - 1) | row(line + 1)) & !here
        };
        let lines = -1..=shape.height() as isize;
        let begin = taps.len();
        lines.clone().for_each(|line| push_taps(taps, row(line), line, first));
        let border = taps.len();
        lines.for_each(|line| push_taps(taps, beside(line), line, first));
        let is_cell = |row, column| usize::from(shape.contains(row, column));
        Self {
            start: is_cell(0, first as usize + 1) | is_cell(1, first as usize) << 1,
            taps: [begin, border, taps.len()],
        }
    }
}

/// Appends the set bits of a line that are not in the start; bit 0 is the column before the box.
fn push_taps(taps: &mut Vec<Tap>, bits: u128, line: isize, first: u32) {
    let in_start = match line {
        0 => 0b111 << first,
        -1 | 1 => 0b010 << first,
        _ => 0,
    };
    let mut bits = bits & !in_start;
    while bits != 0 {
        let column = bits.trailing_zeros() as i32 - 1 - first as i32;
        taps.push(Tap { row: line as i8, column: column as i8 });
        bits &= bits - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Shape, count_groups};
    use crate::random::Random;

    fn shape(drawing: &str) -> Shape {
        Shape::from_drawing(drawing).unwrap()
    }

    fn count(drawing: &str, rows: &[u64]) -> u32 {
        Counter::new(&shape(drawing)).count(rows)
    }

    /// Shapes from one cell to one that fills 64 columns.
    fn shapes() -> Vec<Shape> {
        let mut shapes: Vec<Shape> = [
            "X",
            "XX",
            "XXX",
            "XX/X.",
            "XX/XX",
            "XXX/.X.",
            "XXX/X..",
            "XX./.XX",
            "XX/XX/X.",
            ".XX/XX./.X.",
            "XXX/X.X/XXX",
            "..X./XXXX/X..X",
            "XXXXXX",
            "XXXXXXX",
        ]
        .map(shape)
        .into();
        shapes.push(shape(&"X".repeat(64)));
        shapes.push(shape(&"X".repeat(33)));
        shapes
    }

    #[test]
    fn small_cases() {
        assert_eq!(count("X", &[]), 0);
        assert_eq!(count("X", &[0, 0]), 0);
        assert_eq!(count("X", &[1 << 63]), 1);
        assert_eq!(count("X", &[1 | 1 << 63]), 2);
        // The last and the first column are no neighbours, nor are those of the next row.
        assert_eq!(count("XX", &[1 << 63, 1]), 0);
        assert_eq!(count("XX", &[3 << 62 | 3]), 2);
        assert_eq!(count(&"X".repeat(64), &[u64::MAX]), 1);
        assert_eq!(count(&"X".repeat(63), &[u64::MAX]), 0);
        assert_eq!(count(&["X"; 64].join("/"), &[1 << 40; 64]), 1);
        // Corner contact does not join (K-52); a ring may hold anything but its own kind (K-58).
        assert_eq!(count("X", &[0b101, 0b010]), 3);
        assert_eq!(count("XXX/X.X/XXX", &[7, 5, 7]), 1);
        assert_eq!(count("XXX/X.X/XXX", &[7, 7, 7]), 0);
    }

    #[test]
    fn equals_labelling_on_random_grids() {
        let mut random = Random::stream(11, 0);
        let counters: Vec<(Shape, Counter)> =
            shapes().into_iter().map(|shape| (shape.clone(), Counter::new(&shape))).collect();
        for _ in 0..500 {
            let (height, width) = (random.below(70) as usize, 1 + random.below(64) as usize);
            let codes = 2 + random.below(6);
            let shift = random.below(65 - width as u32);
            let cells: Vec<u8> = (0..height * width).map(|_| random.below(codes) as u8).collect();
            let rows: Vec<u64> = cells
                .chunks(width)
                .map(|row| row.iter().rev().fold(0, |word, &cell| word << 1 | u64::from(cell == 1)))
                .map(|row: u64| row << shift)
                .collect();
            for (shape, counter) in &counters {
                let expected = count_groups(&cells, height, width, 1, shape);
                assert_eq!(counter.count(&rows), expected, "{shape} in {rows:?}");
            }
        }
    }
}
