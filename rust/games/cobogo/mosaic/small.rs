//! The mosaic as bitboards: one word a row, rows modulo 32, columns modulo 64.
//!
//! A cell's code is spread over bit planes. The legal top-left cells of both outlines are kept up to
//! date, with a count per row, so that a uniformly random one is picked without listing. Footprint
//! and visible glass only grow (K-36, K-41), so a placement adds what its card touches and takes away
//! what its glass blocks: a few rows of masks that [`Reach`] holds ready.
//!
//! What is random in a game makes no branch here: loops are as long for a card that lies as for one
//! that stands, and a row or column is found by sums of all.

use super::super::components::{CODES, Code, EMPTY, MAX_CARD_SIDE as MAX_SIDE};
use super::super::faces::{CODE_BITS, Face, Reach};
use super::super::types::{Bits, Bounds, nth_bit};
use super::Outlines;
use crate::grid::Counter;

/// A power of two. The fewer, the cheaper is a copy of a position; random games with the printed
/// cards hardly ever need more.
const ROWS: usize = 32;

/// Rows whose counts are looked at together.
const LANES: usize = 4;

/// See the module's text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Small {
    planes: [[u64; ROWS]; CODE_BITS],
    /// Top-left cells from which a card would touch the mosaic.
    touched: [[u64; ROWS]; 2],
    /// Those of them from which it would cover no glass: the legal ones.
    anchors: [[u64; ROWS]; 2],
    /// How many these are in each row, and in all.
    counts: [[[u16; LANES]; ROWS / LANES]; 2],
    totals: [u16; 2],
}

/// Row 0, where the first card lies, is in the middle: most mosaics never reach around the torus.
fn index(row: i16) -> usize {
    (row as usize).wrapping_add(ROWS / 2) % ROWS
}

fn shift(col: i16) -> u32 {
    (col & 63) as u32
}

/// Counts side by side in one word, the first one lowest.
fn lanes(counts: [u16; LANES]) -> u64 {
    counts.iter().rev().fold(0, |word, &count| word << 16 | u64::from(count))
}

impl Default for Small {
    fn default() -> Self {
        Self {
            planes: [[0; ROWS]; CODE_BITS],
            touched: [[0; ROWS]; 2],
            anchors: [[0; ROWS]; 2],
            counts: [[[0; LANES]; ROWS / LANES]; 2],
            totals: [0; 2],
        }
    }
}

impl Small {
    /// Whether a mosaic with these bounds, and a further card beside it, fits without meeting itself.
    pub fn holds(outlines: &Outlines, bounds: &Bounds) -> bool {
        let fits =
            bounds.height() + outlines.longest() + 2 <= ROWS && bounds.width() + MAX_SIDE + 2 <= 64;
        outlines.code_bits <= CODE_BITS && (bounds.is_empty() || fits)
    }

    pub fn content(&self, row: i16, col: i16) -> Code {
        let (row, shift) = (index(row), shift(col));
        let bits = self.planes.iter().enumerate();
        bits.fold(0, |code, (b, plane)| code | ((plane[row] >> shift & 1) as Code) << b)
    }

    fn showing(&self, code_bits: usize, code: Code, row: usize) -> u64 {
        let planes = self.planes[..code_bits].iter().enumerate();
        planes.fold(!0, |all, (b, plane)| {
            let word = plane[row];
            all & if code >> b & 1 == 1 { word } else { !word }
        })
    }

    #[inline(always)]
    pub fn place(
        &mut self,
        outlines: &Outlines,
        face: &Face,
        row: i16,
        col: i16,
        visible: &mut [u16; CODES],
    ) {
        let shift = shift(col);
        // What the card covers, by bits of the code: eight columns a row.
        let mut old = [0; CODE_BITS];
        for r in 0..outlines.longest() {
            let at = index(row + r as i16);
            let mask = u64::from(face.mask[r]);
            for (b, plane) in self.planes[..outlines.code_bits].iter_mut().enumerate() {
                let word = plane[at].rotate_right(shift);
                old[b] |= (word & mask) << (8 * r);
                plane[at] = (word & !mask | u64::from(face.planes[b][r])).rotate_left(shift);
            }
        }
        // First what is added, all codes at once, then what is taken away, one by one: the other way
        // round the whole would have to wait for the single writes.
        for (visible, more) in visible.iter_mut().zip(face.contents) {
            *visible += more;
        }
        for bit in Bits(old.iter().fold(0, |all, word| all | word)) {
            let bits = old.iter().enumerate();
            let code = bits.fold(0, |code, (b, word)| code | ((word >> bit & 1) as usize) << b);
            visible[code] -= 1;
        }
        for outline in 0..outlines.different() {
            let above = outlines.sizes[outline].0 as i16;
            self.reach(outline, row - above, col, &face.reach[outline]);
        }
    }

    /// Updates the legal top-left cells, in rows from `first` on, after a card was laid at column
    /// `col`.
    #[inline(always)]
    fn reach(&mut self, outline: usize, first: i16, col: i16, reach: &[Reach]) {
        let shift = shift(col - MAX_SIDE as i16);
        let touched = &mut self.touched[outline];
        let (anchors, counts) = (&mut self.anchors[outline], &mut self.counts[outline]);
        let counts = counts.as_flattened_mut();
        let mut total = self.totals[outline];
        for (row, Reach { touch, block }) in (first..).zip(reach) {
            let at = index(row);
            let new = touch.rotate_left(shift) & !touched[at];
            touched[at] |= new;
            anchors[at] = (anchors[at] | new) & !block.rotate_left(shift);
            let count = anchors[at].count_ones() as u16;
            total = total + count - counts[at];
            counts[at] = count;
        }
        self.totals[outline] = total;
    }

    pub fn from_cells(
        outlines: &Outlines,
        bounds: &Bounds,
        content: impl Fn(i16, i16) -> Code,
    ) -> Self {
        let mut small = Self::default();
        let mut visible = [0; CODES];
        for row in bounds.top..=bounds.bottom {
            for col in bounds.left..=bounds.right {
                let code = content(row, col);
                if code != EMPTY {
                    // A mosaic is as good as one made of cards of one cell.
                    let cell = Face::new(1, 1, vec![code], outlines.sizes);
                    small.place(outlines, &cell, row, col, &mut visible);
                }
            }
        }
        small
    }

    pub fn anchor_count(&self, outline: usize) -> u32 {
        u32::from(self.totals[outline])
    }

    /// The first row of legal top-left cells, and all such rows.
    fn rows(
        outlines: &Outlines,
        bounds: &Bounds,
        outline: usize,
    ) -> (i16, impl Iterator<Item = i16>) {
        let first = bounds.top - outlines.sizes[outline].0 as i16;
        (first, first..=bounds.bottom + 1)
    }

    #[inline(always)]
    pub fn nth_anchor(
        &self,
        outlines: &Outlines,
        bounds: &Bounds,
        outline: usize,
        mut k: u32,
    ) -> (i16, i16) {
        const LOW: u64 = u64::MAX / 0xffff;
        let (first, _) = Self::rows(outlines, bounds, outline);
        let start = index(first);
        let counts = &self.counts[outline];
        let mut group = start / LANES;
        let here = lanes(counts[group]) & !0 << (16 * (start % LANES));
        let mut sums = here.wrapping_mul(LOW);
        while k >= (sums >> 48) as u32 {
            k -= (sums >> 48) as u32;
            group = (group + 1) % counts.len();
            sums = lanes(counts[group]).wrapping_mul(LOW);
        }
        let done = (((u64::from(k) * LOW) | LOW << 15) - sums) >> 15 & LOW;
        let lane = (done.wrapping_mul(LOW) >> 48) as usize;
        let before = (sums << 16 >> (16 * lane)) & 0xffff;
        let at = group * LANES + lane;
        let row = first + (at.wrapping_sub(start) % ROWS) as i16;
        let left = bounds.left - MAX_SIDE as i16;
        let word = self.anchors[outline][at].rotate_right(shift(left));
        (row, left + nth_bit(word, k - before as u32) as i16)
    }

    pub fn for_each_anchor(
        &self,
        outlines: &Outlines,
        bounds: &Bounds,
        outline: usize,
        mut visit: impl FnMut(i16, i16),
    ) {
        let left = bounds.left - MAX_SIDE as i16;
        for row in Self::rows(outlines, bounds, outline).1 {
            let word = self.anchors[outline][index(row)].rotate_right(shift(left));
            for bit in Bits(word) {
                visit(row, left + bit as i16);
            }
        }
    }

    pub fn anchor_row(
        &self,
        outlines: &Outlines,
        bounds: &Bounds,
        outline: usize,
        row: i16,
        left: i16,
    ) -> u64 {
        let reach = MAX_SIDE as i16;
        let tall = outlines.sizes[outline].0 as i16;
        if bounds.is_empty() || row < bounds.top - tall || row > bounds.bottom + 1 {
            return 0;
        }
        Shift::new(bounds.left - reach, left).of(self.anchors[outline][index(row)])
    }

    /// [`Small::anchor_row`] of the rows from `top` on, at once.
    #[inline(always)]
    pub fn anchor_rows(
        &self,
        outlines: &Outlines,
        bounds: &Bounds,
        outline: usize,
        (top, left): (i16, i16),
        rows: &mut [u64],
    ) {
        let tall = outlines.sizes[outline].0 as i16;
        let shift = Shift::new(bounds.left - MAX_SIDE as i16, left);
        let span = (bounds.top - tall, bounds.bottom + 1);
        shift_rows(&self.anchors[outline], shift, top, span, rows);
    }

    pub fn content_row(
        &self,
        outlines: &Outlines,
        bounds: &Bounds,
        code: Code,
        row: i16,
        left: i16,
    ) -> u64 {
        if bounds.is_empty() || row < bounds.top || row > bounds.bottom {
            return 0;
        }
        let word = self.showing(outlines.code_bits, code, index(row));
        Shift::new(bounds.left, left).of(word)
    }

    /// [`Small::content_row`] of the rows from `top` on, at once.
    #[inline(always)]
    pub fn content_rows(
        &self,
        outlines: &Outlines,
        bounds: &Bounds,
        code: Code,
        (top, left): (i16, i16),
        rows: &mut [u64],
    ) {
        let shift = Shift::new(bounds.left, left);
        cut(
            rows,
            top,
            (bounds.top, bounds.bottom),
            #[inline(always)]
            |rows, at| {
                rows.fill(!0);
                for (b, plane) in self.planes[..outlines.code_bits].iter().enumerate() {
                    keep(rows, &plane[at..], code, b);
                }
                rows.iter_mut().for_each(|row| *row = shift.of(*row));
            },
        );
    }

    /// Bit `b` of the codes of the rows from `top` on and columns `left..left + 64`.
    #[inline(always)]
    pub fn code_rows(&self, bounds: &Bounds, b: usize, (top, left): (i16, i16), rows: &mut [u64]) {
        let shift = Shift::new(bounds.left, left);
        shift_rows(&self.planes[b], shift, top, (bounds.top, bounds.bottom), rows);
    }

    pub fn count(
        &self,
        outlines: &Outlines,
        bounds: &Bounds,
        code: Code,
        counter: &Counter,
    ) -> u32 {
        let mut rows = [0; ROWS];
        let rows = &mut rows[..bounds.height()];
        self.content_rows(outlines, bounds, code, (bounds.top, bounds.left), rows);
        counter.count_in_width(rows, bounds.width())
    }
}

/// Has the rows from `top` on written by `write`, which is given rows that lie one after the other,
/// and where the first of them is kept; those outside `first..=last` become 0.
#[inline(always)]
fn cut(
    rows: &mut [u64],
    top: i16,
    (first, last): (i16, i16),
    mut write: impl FnMut(&mut [u64], usize),
) {
    let begin = (first - top).clamp(0, rows.len() as i16);
    let end = (last + 1 - top).clamp(begin, rows.len() as i16);
    let (rows, after) = rows.split_at_mut(end as usize);
    let (before, rows) = rows.split_at_mut(begin as usize);
    before.fill(0);
    after.fill(0);
    let start = index(top + begin);
    let (rows, around) = rows.split_at_mut((ROWS - start).min(rows.len()));
    write(rows, start);
    write(around, 0);
}

/// Writes the rows of a board from `top` on, shifted; those outside `span` become 0.
#[inline(always)]
fn shift_rows(board: &[u64; ROWS], shift: Shift, top: i16, span: (i16, i16), rows: &mut [u64]) {
    cut(
        rows,
        top,
        span,
        #[inline(always)]
        |rows, at| {
            for (row, &word) in rows.iter_mut().zip(&board[at..]) {
                *row = shift.of(word);
            }
        },
    );
}

/// Keeps the cells whose code has bit `b` as `code` has it.
#[inline(always)]
pub fn keep(rows: &mut [u64], plane: &[u64], code: Code, b: usize) {
    let flip = if code >> b & 1 == 1 { 0 } else { !0 };
    rows.iter_mut().zip(plane).for_each(|(row, word)| *row &= word ^ flip);
}

/// How a torus row is moved so that its column `left` becomes bit 0, where only the 64 columns from
/// `first` on can be set: the same for all rows, hence found once.
#[derive(Clone, Copy)]
struct Shift {
    around: u32,
    down: u32,
    up: u32,
    kept: u64,
}

impl Shift {
    #[inline(always)]
    fn new(first: i16, left: i16) -> Self {
        let offset = i32::from(left) - i32::from(first);
        Self {
            around: shift(first),
            down: offset.clamp(0, 63) as u32,
            up: (-offset).clamp(0, 63) as u32,
            kept: if offset.abs() < 64 { !0 } else { 0 },
        }
    }

    #[inline(always)]
    fn of(self, word: u64) -> u64 {
        (word.rotate_right(self.around) >> self.down << self.up) & self.kept
    }
}
