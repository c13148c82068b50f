//! The mosaic as bitboards: one word a row, rows and columns modulo 64.
//!
//! A cell's code is spread over bit planes. The legal top-left cells of both outlines are kept up to
//! date, with a count per row, so that a uniformly random one is picked without listing. Footprint
//! and visible glass only grow (K-36, K-41), so a placement adds what its card touches and takes away
//! what its glass blocks: a few rows of masks that [`Reach`] holds ready.

use super::super::components::{Code, EMPTY, MAX_CARD_SIDE as MAX_SIDE};
use super::super::faces::{CODE_BITS, Face, Reach};
use super::super::types::{Bits, Bounds, nth_bit};
use super::{CODES, Outlines, SMALL_SIDE};
use crate::grid::Counter;

const ROWS: usize = 64;

/// See the module's text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Small {
    planes: [[u64; ROWS]; CODE_BITS],
    /// Top-left cells from which a card would touch the mosaic.
    touched: [[u64; ROWS]; 2],
    /// Those of them from which it would cover no glass: the legal ones.
    anchors: [[u64; ROWS]; 2],
    row_counts: [[u8; ROWS]; 2],
    totals: [u16; 2],
}

/// Row 0, where the first card lies, is in the middle: most mosaics never reach around the torus.
fn index(row: i16) -> usize {
    (row.wrapping_add(32) & 63) as usize
}

fn shift(col: i16) -> u32 {
    (col & 63) as u32
}

impl Default for Small {
    fn default() -> Self {
        Self {
            planes: [[0; ROWS]; CODE_BITS],
            touched: [[0; ROWS]; 2],
            anchors: [[0; ROWS]; 2],
            row_counts: [[0; ROWS]; 2],
            totals: [0; 2],
        }
    }
}

impl Small {
    /// Whether a mosaic with these bounds fits without meeting itself.
    pub fn holds(outlines: &Outlines, bounds: &Bounds) -> bool {
        let fits = bounds.height() <= SMALL_SIDE && bounds.width() <= SMALL_SIDE;
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

    pub fn place(
        &mut self,
        outlines: &Outlines,
        face: &Face,
        row: i16,
        col: i16,
        visible: &mut [u16; CODES],
    ) {
        let shift = shift(col);
        let mask = (1_u64 << face.width) - 1;
        for r in 0..face.height {
            let at = index(row + r as i16);
            let mut old = [0; CODE_BITS];
            for (b, plane) in self.planes[..outlines.code_bits].iter_mut().enumerate() {
                let word = plane[at].rotate_right(shift);
                old[b] = word & mask;
                plane[at] = (word & !mask | u64::from(face.planes[b][r])).rotate_left(shift);
            }
            let covered = old.iter().fold(0, |all, word| all | word);
            for bit in Bits(covered) {
                let bits = old.iter().enumerate();
                let code = bits.fold(0, |code, (b, word)| code | ((word >> bit & 1) as usize) << b);
                visible[code] -= 1;
            }
        }
        for &code in &face.cells {
            visible[usize::from(code)] += 1;
        }
        for outline in 0..outlines.different() {
            let above = outlines.sizes[outline].0 as i16;
            self.reach(outline, row - above, col, &face.reach[outline]);
        }
    }

    /// Updates the legal top-left cells, in rows from `first` on, after a card was laid at column
    /// `col`.
    fn reach(&mut self, outline: usize, first: i16, col: i16, reach: &[Reach]) {
        let shift = shift(col - MAX_SIDE as i16);
        let touched = &mut self.touched[outline];
        let (anchors, row_counts) = (&mut self.anchors[outline], &mut self.row_counts[outline]);
        let mut total = self.totals[outline];
        for (row, Reach { touch, block }) in (first..).zip(reach) {
            let at = index(row);
            let new = touch.rotate_left(shift) & !touched[at];
            touched[at] |= new;
            anchors[at] = (anchors[at] | new) & !block.rotate_left(shift);
            let count = anchors[at].count_ones() as u8;
            total = total + u16::from(count) - u16::from(row_counts[at]);
            row_counts[at] = count;
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

    pub fn nth_anchor(&self, bounds: &Bounds, outline: usize, mut k: u32) -> (i16, i16) {
        let left = bounds.left - MAX_SIDE as i16;
        for row in bounds.top - MAX_SIDE as i16..=bounds.bottom + 1 {
            let count = u32::from(self.row_counts[outline][index(row)]);
            if k < count {
                let word = self.anchors[outline][index(row)].rotate_right(shift(left));
                return (row, left + nth_bit(word, k) as i16);
            }
            k -= count;
        }
        unreachable!("there are fewer legal places than their count says");
    }

    pub fn for_each_anchor(
        &self,
        bounds: &Bounds,
        outline: usize,
        mut visit: impl FnMut(i16, i16),
    ) {
        let left = bounds.left - MAX_SIDE as i16;
        for row in bounds.top - MAX_SIDE as i16..=bounds.bottom + 1 {
            let word = self.anchors[outline][index(row)].rotate_right(shift(left));
            for bit in Bits(word) {
                visit(row, left + bit as i16);
            }
        }
    }

    pub fn anchor_row(&self, bounds: &Bounds, outline: usize, row: i16, left: i16) -> u64 {
        let reach = MAX_SIDE as i16;
        if bounds.is_empty() || row < bounds.top - reach || row > bounds.bottom + 1 {
            return 0;
        }
        window(self.anchors[outline][index(row)], bounds.left - reach, bounds.right + 1, left)
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
        window(word, bounds.left, bounds.right, left)
    }

    /// The cells of each row of the bounds that show `code`, from the first column.
    pub fn content_rows(&self, outlines: &Outlines, bounds: &Bounds, code: Code, rows: &mut [u64]) {
        for (row, word) in (bounds.top..).zip(rows) {
            let shown = self.showing(outlines.code_bits, code, index(row));
            *word = shown.rotate_right(shift(bounds.left));
        }
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
        self.content_rows(outlines, bounds, code, rows);
        counter.count(rows)
    }
}

/// Columns `left..left + 64` of a torus row of which only columns `first..=last` can be set.
fn window(word: u64, first: i16, last: i16, left: i16) -> u64 {
    let offset = i32::from(left) - i32::from(first);
    let word = word.rotate_right(shift(first));
    debug_assert!(last - first < 64);
    match offset {
        0..64 => word >> offset,
        -63..0 => word << -offset,
        _ => 0,
    }
}
