//! The kernel of counting: all images of a small shape on blocks of rows at once, a large shape row
//! by row. Everything here is inlined into its callers, which may be compiled for better
//! instructions than the rest of the crate.

use super::count::{Counter, Image, Tap};
use super::word::Word;

/// The longest side of a small shape.
pub(super) const SMALL: usize = 6;
/// Column shifts from `-SMALL` to `SMALL`.
const PLANES: usize = 2 * SMALL + 1;

/// Counts in grids whose rows are words `W`, by blocks of `B` rows. `H` is `B + 8`: the row above a
/// block, `SMALL` rows below, and one to make it even.
pub(super) struct Tally<'a, W, const B: usize, const H: usize> {
    counter: &'a Counter,
    /// The columns whose groups count, by their first cells.
    own: W,
    is_small: bool,
    /// Plane `SMALL + c` holds the rows as seen from `c` columns further left; its first line is
    /// the row above the block. Kept from grid to grid, for it takes time to clear.
    planes: [[W; H]; PLANES],
}

impl<'a, W: Word, const B: usize, const H: usize> Tally<'a, W, B, H> {
    #[inline(always)]
    pub(super) fn new(counter: &'a Counter, own: W) -> Self {
        const { assert!(H > B + SMALL) };
        Self { counter, own, is_small: counter.is_small(), planes: [[W::ZERO; H]; PLANES] }
    }

    /// The number of congruent groups in a grid, whose rows `word` turns into words.
    #[inline(always)]
    pub(super) fn count<R: Copy>(&mut self, rows: &[R], word: impl Fn(R) -> W) -> u32 {
        if !self.is_small {
            return self.count_by_rows(rows, word);
        }
        let mut total = 0;
        for top in (0..rows.len()).step_by(B) {
            self.fill(rows, top, &word);
            let found = self.find();
            if !is_empty(&found) {
                total += found.iter().map(|&row| (row & self.own).ones()).sum::<u32>();
            }
        }
        total
    }

    #[inline(always)]
    fn fill<R: Copy>(&mut self, rows: &[R], top: usize, word: impl Fn(R) -> W) {
        let mut lines = [W::ZERO; H];
        let (above, first) = if top == 0 { (0, 1) } else { (top - 1, 0) };
        for (line, &row) in lines[first..].iter_mut().zip(&rows[above..]) {
            *line = word(row);
        }
        self.planes[SMALL] = lines;
        let (left, right) = self.counter.reach();
        for by in 1..=left.min(SMALL) {
            self.planes[SMALL - by] = lines.map(|line| line << by as u32);
        }
        for by in 1..=right.min(SMALL) {
            self.planes[SMALL + by] = lines.map(|line| line >> by as u32);
        }
    }

    /// The first cells of all congruent groups that begin in the block.
    #[inline(always)]
    fn find(&self) -> [W; B] {
        let starts = self.starts();
        let mut found = [W::ZERO; B];
        for image in self.counter.images() {
            let (cells, border) = self.counter.taps(image);
            let mut anchors = starts[image.start];
            for &tap in cells {
                and(&mut anchors, self.seen(tap), |seen| seen);
            }
            if is_empty(&anchors) {
                continue;
            }
            for &tap in border {
                and(&mut anchors, self.seen(tap), |seen| !seen);
            }
            for (found, anchor) in found.iter_mut().zip(anchors) {
                *found |= anchor;
            }
        }
        found
    }

    /// Cells with nothing above and to the left, by what lies to the right and below.
    #[inline(always)]
    fn starts(&self) -> [[W; B]; 4] {
        let at = |row, column| self.seen(Tap { row, column });
        let (here, above, left) = (at(0, 0), at(-1, 0), at(0, -1));
        let (right, below) = (at(0, 1), at(1, 0));
        let mut starts = [[W::ZERO; B]; 4];
        for row in 0..B {
            let head = here[row] & !above[row] & !left[row];
            starts[0][row] = head & !right[row] & !below[row];
            starts[1][row] = head & right[row] & !below[row];
            starts[2][row] = head & !right[row] & below[row];
            starts[3][row] = head & right[row] & below[row];
        }
        starts
    }

    /// The block's rows as seen from the first cell of an image.
    #[inline(always)]
    fn seen(&self, tap: Tap) -> &[W; B] {
        let plane = (SMALL as isize + tap.column as isize) as usize;
        let line = plane * H + (1 + tap.row as isize) as usize;
        let lines = self.planes.as_flattened().get(line..).and_then(|lines| lines.first_chunk());
        lines.expect("a small shape stays near its block")
    }

    /// For any shape: slower than blocks, though most rows end early.
    #[inline(always)]
    fn count_by_rows<R: Copy>(&self, rows: &[R], word: impl Fn(R) -> W) -> u32 {
        let mut total = 0;
        for (top, &row) in rows.iter().enumerate() {
            let at = |tap: Tap| {
                let row = top.checked_add_signed(tap.row.into()).and_then(|row| rows.get(row));
                row.map_or(W::ZERO, |&row| shifted(word(row), tap.column))
            };
            let here =
                word(row) & !at(Tap { row: -1, column: 0 }) & !at(Tap { row: 0, column: -1 });
            if here == W::ZERO {
                continue;
            }
            let right = at(Tap { row: 0, column: 1 });
            let below = at(Tap { row: 1, column: 0 });
            let starts = [!right & !below, right & !below, !right & below, right & below];
            let found = |image: &Image| {
                let (cells, border) = self.counter.taps(image);
                let mut anchors = here & starts[image.start];
                for &tap in cells {
                    if anchors == W::ZERO {
                        return anchors;
                    }
                    anchors = anchors & at(tap);
                }
                border.iter().fold(anchors, |anchors, &tap| anchors & !at(tap))
            };
            let found = self.counter.images().iter().map(found);
            total += (found.fold(W::ZERO, |union, image| union | image) & self.own).ones();
        }
        total
    }
}

/// ANDs into each row what `of` makes of the row seen.
#[inline(always)]
fn and<W: Word, const B: usize>(rows: &mut [W; B], seen: &[W; B], of: impl Fn(W) -> W) {
    for (row, &seen) in rows.iter_mut().zip(seen) {
        *row = *row & of(seen);
    }
}

#[inline(always)]
fn is_empty<W: Word, const B: usize>(rows: &[W; B]) -> bool {
    rows.iter().fold(W::ZERO, |union, &row| union | row) == W::ZERO
}

/// A row as seen from `by` columns further left: bit `c` is the row's bit `c + by`.
#[inline(always)]
fn shifted<W: Word>(row: W, by: i8) -> W {
    let distance = u32::from(by.unsigned_abs());
    if distance as usize >= W::BITS {
        W::ZERO
    } else if by < 0 {
        row << distance
    } else {
        row >> distance
    }
}
