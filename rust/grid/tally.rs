//! The kernel of counting: all images of a small shape on blocks of rows at once, a large shape row
//! by row. Everything here is inlined into its callers, which may be compiled for better
//! instructions than the rest of the crate.
//!
//! Blocks have `B` rows; with what the cells of an image can see around them they are `H` lines,
//! `B + 8`: the line above, `SMALL` lines below, and one to make it even.

use super::count::{Counter, Image, Tap};
use super::word::Word;

/// The longest side of a small shape.
pub(super) const SMALL: usize = 6;
/// Column shifts from `-SMALL` to `SMALL`.
const PLANES: usize = 2 * SMALL + 1;

/// The number of congruent groups in a grid, whose rows `word` turns into words. Groups count whose
/// first cells are in the columns `own`.
#[inline(always)]
pub(super) fn count<W: Word, R: Copy, const B: usize, const H: usize>(
    counter: &Counter,
    own: W,
    rows: &[R],
    word: impl Fn(R) -> W,
) -> u32 {
    if !counter.is_small() {
        return count_by_rows(counter, own, rows, word);
    }
    let mut total = 0;
    for top in (0..rows.len()).step_by(B) {
        let mut lines = [W::ZERO; H];
        let (above, first) = if top == 0 { (0, 1) } else { (top - 1, 0) };
        for (line, &row) in lines[first..].iter_mut().zip(&rows[above..]) {
            *line = word(row);
        }
        let starts = starts::<W, B, H>(&lines, &[!W::ZERO; H]);
        total += count_block(counter, own, &starts, &Lines(lines));
    }
    total
}

/// Counts in many grids of one height, which lie one after the other.
pub(super) struct Tally<'a, W, const B: usize, const H: usize> {
    counter: &'a Counter,
    own: W,
    height: usize,
    is_small: bool,
    /// Kept from grid to grid, for they take time to clear.
    planes: Planes<W, H>,
    /// Which lines around the block that begins at row `kept` belong to its grid.
    keep: [W; H],
    kept: usize,
}

impl<'a, W: Word, const B: usize, const H: usize> Tally<'a, W, B, H> {
    #[inline(always)]
    pub(super) fn new(counter: &'a Counter, own: W, height: usize) -> Self {
        const { assert!(H > B + SMALL) };
        Self {
            counter,
            own,
            height,
            is_small: counter.is_small(),
            planes: Planes([[W::ZERO; H]; PLANES]),
            keep: [W::ZERO; H],
            kept: usize::MAX,
        }
    }

    /// The number of congruent groups in the grid that begins at row `begin`.
    #[inline(always)]
    pub(super) fn count(&mut self, all: &[W], begin: usize) -> u32 {
        let height = self.height;
        let last = begin + height.next_multiple_of(B) - B;
        if begin == 0 || last - 1 + H > all.len() || !self.is_small {
            let rows = &all[begin..begin + height];
            return count::<W, W, B, H>(self.counter, self.own, rows, |row| row);
        }
        // Lines are read where they are; those of other grids are masked off.
        let mut total = 0;
        for top in (0..height).step_by(B) {
            if self.kept != top {
                let is_line = |line: usize| (1..=height).contains(&(top + line));
                let keep = |line| if is_line(line) { !W::ZERO } else { W::ZERO };
                (self.keep, self.kept) = (std::array::from_fn(keep), top);
            }
            let lines = all[begin + top - 1..].first_chunk().expect("lines around a block");
            let starts = starts::<W, B, H>(lines, &self.keep);
            self.planes.fill(lines, &self.keep, self.counter.reach());
            total += count_block(self.counter, self.own, &starts, &self.planes);
        }
        total
    }
}

/// Counts the groups that begin in a block.
#[inline(always)]
fn count_block<W: Word, const B: usize>(
    counter: &Counter,
    own: W,
    starts: &[[W; B]; 4],
    view: &impl View<W>,
) -> u32 {
    let mut found = [W::ZERO; B];
    for image in counter.images() {
        let (cells, border) = counter.taps(image);
        let mut anchors = starts[image.start];
        for &tap in cells {
            view.and(&mut anchors, tap, |seen| seen);
        }
        if is_empty(&anchors) {
            continue;
        }
        for &tap in border {
            view.and(&mut anchors, tap, |seen| !seen);
        }
        for (found, anchor) in found.iter_mut().zip(anchors) {
            *found |= anchor;
        }
    }
    if is_empty(&found) {
        return 0;
    }
    found.iter().map(|&row| (row & own).ones()).sum()
}

/// Cells with nothing above and to the left, by what lies to the right and below; line 0 is above
/// the block. Reads the lines where they are: a vector across two fresh writes has to wait.
#[inline(always)]
fn starts<W: Word, const B: usize, const H: usize>(lines: &[W; H], keep: &[W; H]) -> [[W; B]; 4] {
    let mut starts = [[W::ZERO; B]; 4];
    for row in 0..B {
        let above = lines[row] & keep[row];
        let here = lines[row + 1] & keep[row + 1];
        let below = lines[row + 2] & keep[row + 2];
        let head = here & !above & !(here << 1);
        let right = here >> 1;
        starts[0][row] = head & !right & !below;
        starts[1][row] = head & right & !below;
        starts[2][row] = head & !right & below;
        starts[3][row] = head & right & below;
    }
    starts
}

/// The lines of a block as seen from the first cell of an image.
trait View<W: Word> {
    /// ANDs into each row of the block what `of` makes of the row seen.
    fn and<const B: usize>(&self, rows: &mut [W; B], tap: Tap, of: impl Fn(W) -> W);
}

/// Lines that are shifted for each tap: best for a single grid.
struct Lines<W, const H: usize>([W; H]);

impl<W: Word, const H: usize> View<W> for Lines<W, H> {
    #[inline(always)]
    fn and<const B: usize>(&self, rows: &mut [W; B], tap: Tap, of: impl Fn(W) -> W) {
        let lines = self.0[(1 + tap.row) as usize..].first_chunk();
        let lines: &[W; B] = lines.expect("a small shape stays near its block");
        if tap.column < 0 {
            let by = u32::from(tap.column.unsigned_abs()) % W::BITS;
            rows.iter_mut().zip(lines).for_each(|(row, &line)| *row = *row & of(line << by));
        } else {
            let by = tap.column as u32 % W::BITS;
            rows.iter_mut().zip(lines).for_each(|(row, &line)| *row = *row & of(line >> by));
        }
    }
}

/// Lines under all column shifts, which the images share: best if the memory is used again.
struct Planes<W, const H: usize>([[W; H]; PLANES]);

impl<W: Word, const H: usize> Planes<W, H> {
    /// Plane `SMALL + c` becomes the lines kept, as seen from `c` columns further left.
    #[inline(always)]
    fn fill(&mut self, lines: &[W; H], keep: &[W; H], (left, right): (usize, usize)) {
        let mut kept = *lines;
        kept.iter_mut().zip(keep).for_each(|(line, &keep)| *line = *line & keep);
        self.0[SMALL] = kept;
        for by in 1..=left.min(SMALL) {
            self.0[SMALL - by] = kept.map(|line| line << by as u32);
        }
        for by in 1..=right.min(SMALL) {
            self.0[SMALL + by] = kept.map(|line| line >> by as u32);
        }
    }
}

impl<W: Word, const H: usize> View<W> for Planes<W, H> {
    #[inline(always)]
    fn and<const B: usize>(&self, rows: &mut [W; B], tap: Tap, of: impl Fn(W) -> W) {
        let plane = (SMALL as isize + tap.column as isize) as usize;
        let line = plane * H + (1 + tap.row as isize) as usize;
        let lines = self.0.as_flattened().get(line..).and_then(|lines| lines.first_chunk());
        let lines: &[W; B] = lines.expect("a small shape stays near its block");
        rows.iter_mut().zip(lines).for_each(|(row, &line)| *row = *row & of(line));
    }
}

#[inline(always)]
fn is_empty<W: Word, const B: usize>(rows: &[W; B]) -> bool {
    rows.iter().fold(W::ZERO, |union, &row| union | row) == W::ZERO
}

/// For any shape: slower than blocks, though most rows end early.
fn count_by_rows<W: Word, R: Copy>(
    counter: &Counter,
    own: W,
    rows: &[R],
    word: impl Fn(R) -> W,
) -> u32 {
    let mut total = 0;
    for (top, &row) in rows.iter().enumerate() {
        let at = |tap: Tap| {
            let row = top.checked_add_signed(tap.row.into()).and_then(|row| rows.get(row));
            row.map_or(W::ZERO, |&row| shifted(word(row), tap.column))
        };
        let here = word(row) & !at(Tap { row: -1, column: 0 }) & !at(Tap { row: 0, column: -1 });
        if here == W::ZERO {
            continue;
        }
        let right = at(Tap { row: 0, column: 1 });
        let below = at(Tap { row: 1, column: 0 });
        let starts = [!right & !below, right & !below, !right & below, right & below];
        let found = |image: &Image| {
            let (cells, border) = counter.taps(image);
            let mut anchors = here & starts[image.start];
            for &tap in cells {
                if anchors == W::ZERO {
                    return anchors;
                }
                anchors = anchors & at(tap);
            }
            border.iter().fold(anchors, |anchors, &tap| anchors & !at(tap))
        };
        let found = counter.images().iter().map(found);
        total += (found.fold(W::ZERO, |union, image| union | image) & own).ones();
    }
    total
}

/// A row as seen from `by` columns further left: bit `c` is the row's bit `c + by`.
fn shifted<W: Word>(row: W, by: i8) -> W {
    let distance = u32::from(by.unsigned_abs());
    if distance >= W::BITS {
        W::ZERO
    } else if by < 0 {
        row << distance
    } else {
        row >> distance
    }
}
