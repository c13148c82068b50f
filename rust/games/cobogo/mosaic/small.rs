//! The mosaic as bitboards: one word a row, rows and columns modulo 64.
//!
//! A cell's code is spread over bit planes. The legal top-left cells of both outlines are kept up to
//! date: occupied-or-beside cells dilated by the card's rectangle, minus glass dilated likewise. A
//! placement changes those of a few rows only, and a count per row lets a uniformly random one be
//! picked without listing.

use super::super::components::{Code, GLASS, MAX_CARD_SIDE as MAX_SIDE};
use super::super::faces::{CODE_BITS, Face};
use super::super::types::{Bits, Bounds, nth_bit};
use super::{CODES, Outlines, SMALL_SIDE};
use crate::grid::Counter;

const ROWS: usize = 64;

/// See the module's text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Small {
    planes: [[u64; ROWS]; CODE_BITS],
    anchors: [[u64; ROWS]; 2],
    row_counts: [[u8; ROWS]; 2],
    totals: [u16; 2],
}

fn index(row: i16) -> usize {
    (row & 63) as usize
}

fn shift(col: i16) -> u32 {
    (col & 63) as u32
}

impl Default for Small {
    fn default() -> Self {
        Self {
            planes: [[0; ROWS]; CODE_BITS],
            anchors: [[0; ROWS]; 2],
            row_counts: [[0; ROWS]; 2],
            totals: [0; 2],
        }
    }
}

impl Small {
    /// Whether a mosaic with these bounds fits without meeting itself.
    pub fn holds(bounds: &Bounds) -> bool {
        bounds.is_empty() || (bounds.height() <= SMALL_SIDE && bounds.width() <= SMALL_SIDE)
    }

    pub fn content(&self, row: i16, col: i16) -> Code {
        let (row, shift) = (index(row), shift(col));
        let bits = self.planes.iter().enumerate();
        bits.fold(0, |code, (b, plane)| code | ((plane[row] >> shift & 1) as Code) << b)
    }

    fn occupied(&self, row: usize) -> u64 {
        self.planes.iter().fold(0, |all, plane| all | plane[row])
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
        self.refresh(outlines, row, face.height);
    }

    /// Finds the legal top-left cells anew after a change in `height` rows from `row` on.
    fn refresh(&mut self, outlines: &Outlines, row: i16, height: usize) {
        const ROOM: usize = 3 * MAX_SIDE + 2;
        let reach = outlines.sizes[0].0.max(outlines.sizes[1].0);
        let first = row - reach as i16;
        let rows = height + 2 * reach;
        // Row `i` of these is row `first + i` of the table; `filled` starts one row above.
        let (mut filled, mut glass, mut touch) = ([0; ROOM], [0; ROOM], [0; ROOM]);
        for (i, word) in filled[..rows + 2].iter_mut().enumerate() {
            *word = self.occupied(index(first - 1 + i as i16));
        }
        for i in 0..rows {
            glass[i] = self.showing(outlines.code_bits, GLASS, index(first + i as i16));
            let here = filled[i + 1];
            let beside = here.rotate_left(1) | here.rotate_right(1) | filled[i] | filled[i + 2];
            touch[i] = here | beside;
        }
        for (outline, &(tall, broad)) in outlines.sizes.iter().enumerate() {
            if outline == 1 && outlines.sizes[1] == outlines.sizes[0] {
                self.anchors[1] = self.anchors[0];
                self.row_counts[1] = self.row_counts[0];
                self.totals[1] = self.totals[0];
                break;
            }
            let (mut wide_touch, mut wide_glass) = (touch, glass);
            for d in 1..broad as u32 {
                for i in 0..rows {
                    wide_touch[i] |= touch[i].rotate_right(d);
                    wide_glass[i] |= glass[i].rotate_right(d);
                }
            }
            for i in reach - tall..=reach + height {
                let window = i..i + tall;
                let touched = wide_touch[window.clone()].iter().fold(0, |all, word| all | word);
                let blocked = wide_glass[window].iter().fold(0, |all, word| all | word);
                let (at, word) = (index(first + i as i16), touched & !blocked);
                let count = word.count_ones();
                self.totals[outline] -= u16::from(self.row_counts[outline][at]);
                self.totals[outline] += count as u16;
                self.row_counts[outline][at] = count as u8;
                self.anchors[outline][at] = word;
            }
        }
    }

    pub fn from_cells(
        outlines: &Outlines,
        bounds: &Bounds,
        content: impl Fn(i16, i16) -> Code,
    ) -> Self {
        let mut small = Self::default();
        for row in bounds.top..=bounds.bottom {
            for col in bounds.left..=bounds.right {
                let code = content(row, col);
                for (b, plane) in small.planes.iter_mut().enumerate() {
                    plane[index(row)] |= u64::from(code >> b & 1) << shift(col);
                }
            }
        }
        for row in bounds.top..=bounds.bottom {
            small.refresh(outlines, row, 1);
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

    pub fn count(
        &self,
        outlines: &Outlines,
        bounds: &Bounds,
        code: Code,
        counter: &Counter,
    ) -> u32 {
        let mut rows = [0; ROWS];
        let height = bounds.height();
        for (i, word) in rows[..height].iter_mut().enumerate() {
            let at = index(bounds.top + i as i16);
            *word = self.showing(outlines.code_bits, code, at).rotate_right(shift(bounds.left));
        }
        counter.count(&rows[..height])
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
