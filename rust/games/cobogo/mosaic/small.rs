//! The mosaic as bitboards: words of 32 columns, rows and columns modulo 32.
//!
//! A cell's code is spread over bit planes. The legal top-left cells of both outlines are kept up to
//! date, with a count per row, so that a uniformly random one is picked without listing. Footprint
//! and visible glass only grow (K-36, K-41), so a placement adds what its card touches and takes away
//! what its glass blocks: a few rows of masks that [`Reach`] holds ready. All words of a row lie side
//! by side: a card changes few rows, and the same is done to the planes of a row at once.
//!
//! What is random in a game makes no branch here: loops are as long for a card that lies as for one
//! that stands, and a row or column is found by sums of all.

use super::super::components::{CODES, Code, EMPTY, MAX_CARD_SIDE as MAX_SIDE};
use super::super::faces::{CODE_BITS, Face, Reach};
use super::super::types::{Bits, Bounds, nth_bit};
use super::Outlines;
use crate::grid::Counter;

/// Rows and columns. The fewer, the cheaper is a copy of a position; random games with the printed
/// cards hardly ever need more.
const SIDE: usize = 32;

/// Rows whose counts are looked at together.
const LANES: usize = 4;

/// See the module's text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Small {
    rows: [Row; SIDE],
    /// How many legal top-left cells are in each row, by outline.
    counts: [[[u8; LANES]; SIDE / LANES]; 2],
}

/// The words of a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Row {
    /// The codes of its cells, bit by bit.
    planes: [u32; CODE_BITS],
    /// Top-left cells of a further card: the legal ones, where it would touch the mosaic and cover no
    /// glass, and those where it would cover glass; both by its outline.
    zone: [[u32; 2]; 2],
}

/// Row 0, where the first card lies, is in the middle: most mosaics never reach around the torus.
fn index(row: i16) -> usize {
    (row as usize).wrapping_add(SIDE / 2) % SIDE
}

fn shift(col: i16) -> u32 {
    col as u32 % SIDE as u32
}

impl Default for Small {
    fn default() -> Self {
        Self { rows: [Row::default(); SIDE], counts: [[[0; LANES]; SIDE / LANES]; 2] }
    }
}

impl Small {
    /// Whether a mosaic with these bounds, and a further card beside it, fits without meeting itself.
    pub fn holds(outlines: &Outlines, bounds: &Bounds) -> bool {
        let side = bounds.height().max(bounds.width()) + outlines.longest() + 2;
        outlines.code_bits <= CODE_BITS && side <= SIDE
    }

    pub fn content(&self, row: i16, col: i16) -> Code {
        let (row, shift) = (&self.rows[index(row)], shift(col));
        let bits = row.planes.iter().enumerate();
        bits.fold(0, |code, (b, word)| code | ((word >> shift & 1) as Code) << b)
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
        // First what is added, all codes at once, then what is taken away, one by one: the other way
        // round the whole would have to wait for the single writes.
        for (visible, more) in visible.iter_mut().zip(face.contents) {
            *visible += more;
        }
        let by = shift(col);
        for (row, lines) in (row..).step_by(4).zip(face.lines[..outlines.longest()].chunks(4)) {
            // What the card covers, by bits of the code: eight columns a row.
            let mut old = [0; CODE_BITS];
            for (r, line) in lines.iter().enumerate() {
                let planes = &mut self.rows[index(row + r as i16)].planes;
                let here = planes.map(|word| word.rotate_right(by));
                for b in 0..CODE_BITS {
                    old[b] |= (here[b] & u32::from(line.mask)) << (8 * r);
                }
                *planes = std::array::from_fn(|b| {
                    let kept = here[b] & !u32::from(line.mask);
                    (kept | u32::from(line.planes[b])).rotate_left(by)
                });
            }
            for bit in Bits(old.iter().fold(0, |all, word| all | word).into()) {
                let bits = old.iter().enumerate();
                let code = bits.fold(0, |code, (b, word)| code | ((word >> bit & 1) as usize) << b);
                visible[code] -= 1;
            }
        }
        self.reach(row - outlines.longest() as i16, shift(col - MAX_SIDE as i16), &face.reach);
    }

    /// Updates the legal top-left cells, in rows from `first` on, after a card was laid.
    #[inline(always)]
    fn reach(&mut self, first: i16, by: u32, reach: &[Reach]) {
        let [upright, turned] = self.counts.each_mut().map(|counts| counts.as_flattened_mut());
        for (row, reach) in (first..).zip(reach) {
            let at = index(row);
            let zone = &mut self.rows[at].zone;
            for (words, more) in zone.iter_mut().zip(reach) {
                for (word, more) in words.iter_mut().zip(more) {
                    *word |= more.rotate_left(by);
                }
            }
            let [anchors, blocked] = zone;
            for (anchors, blocked) in anchors.iter_mut().zip(blocked) {
                *anchors &= !*blocked;
            }
            (upright[at], turned[at]) =
                (anchors[0].count_ones() as u8, anchors[1].count_ones() as u8);
        }
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
        self.counts[outline].as_flattened().iter().map(|&count| u32::from(count)).sum()
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
        const LOW: u32 = u32::MAX / 0xff;
        let (first, _) = Self::rows(outlines, bounds, outline);
        let start = index(first);
        let counts = &self.counts[outline];
        let mut group = start / LANES;
        let here = u32::from_le_bytes(counts[group]) & !0 << (8 * (start % LANES));
        let mut sums = here.wrapping_mul(LOW);
        while k >= sums >> 24 {
            k -= sums >> 24;
            group = (group + 1) % counts.len();
            sums = u32::from_le_bytes(counts[group]).wrapping_mul(LOW);
        }
        let done = (((k * LOW) | (LOW << 7)) - sums) >> 7 & LOW;
        let lane = done.wrapping_mul(LOW) >> 24;
        let before = (sums << 8 >> (8 * lane)) & 0xff;
        let at = group * LANES + lane as usize;
        let row = first + (at.wrapping_sub(start) % SIDE) as i16;
        let left = bounds.left - outlines.longest() as i16;
        let word = self.rows[at].anchors()[outline].rotate_right(shift(left));
        (row, left + nth_bit(word.into(), k - before) as i16)
    }

    pub fn for_each_anchor(
        &self,
        outlines: &Outlines,
        bounds: &Bounds,
        outline: usize,
        mut visit: impl FnMut(i16, i16),
    ) {
        let left = bounds.left - outlines.longest() as i16;
        for row in Self::rows(outlines, bounds, outline).1 {
            let word = self.rows[index(row)].anchors()[outline].rotate_right(shift(left));
            for bit in Bits(word.into()) {
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
        let tall = outlines.sizes[outline].0 as i16;
        if bounds.is_empty() || row < bounds.top - tall || row > bounds.bottom + 1 {
            return 0;
        }
        let first = bounds.left - outlines.longest() as i16;
        Shift::new(first, left).of(self.rows[index(row)].anchors()[outline])
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
        let shift = Shift::new(bounds.left - outlines.longest() as i16, left);
        let span = (bounds.top - tall, bounds.bottom + 1);
        self.cut(rows, top, span, |row| shift.of(row.anchors()[outline]));
    }

    pub fn content_row(&self, bounds: &Bounds, code: Code, row: i16, left: i16) -> u64 {
        if row < bounds.top || row > bounds.bottom {
            return 0;
        }
        Shift::new(bounds.left, left).of(self.rows[index(row)].showing(&flips(code)))
    }

    /// [`Small::content_row`] of the rows from `top` on, at once.
    #[inline(always)]
    pub fn content_rows(
        &self,
        bounds: &Bounds,
        code: Code,
        (top, left): (i16, i16),
        rows: &mut [u64],
    ) {
        let (shift, flips) = (Shift::new(bounds.left, left), flips(code));
        self.cut(rows, top, (bounds.top, bounds.bottom), |row| shift.of(row.showing(&flips)));
    }

    /// Calls `visit` with each of these contents, and what [`Small::content_rows`] gives for it where
    /// the rows are among those of the mosaic. Less work than to ask for each.
    #[inline(always)]
    pub fn for_each_content(
        &self,
        outlines: &Outlines,
        bounds: &Bounds,
        codes: impl Iterator<Item = Code>,
        (top, left): (i16, i16),
        height: usize,
        mut visit: impl FnMut(Code, &[u64]),
    ) {
        let shift = Shift::new(bounds.left, left);
        let mut planes = [[0; SIDE]; CODE_BITS];
        let planes = &mut planes[..outlines.code_bits];
        for (b, plane) in planes.iter_mut().enumerate() {
            let words = &mut plane[..height];
            self.cut(words, top, (bounds.top, bounds.bottom), |row| shift.of(row.planes[b]));
        }
        for code in codes {
            let (flips, mut rows) = (flips(code), [!0; SIDE]);
            for (plane, flip) in planes.iter().zip(flips) {
                let flip = u64::from(flip) | u64::from(flip) << 32;
                rows[..height].iter_mut().zip(plane).for_each(|(row, word)| *row &= word ^ flip);
            }
            visit(code, &rows[..height]);
        }
    }

    pub fn count(&self, bounds: &Bounds, code: Code, counter: &Counter) -> u32 {
        let mut rows = [0; SIDE];
        let rows = &mut rows[..bounds.height()];
        self.content_rows(bounds, code, (bounds.top, bounds.left), rows);
        counter.count_in_width(rows, bounds.width())
    }

    /// Makes words of the rows from `top` on; those outside `first..=last` become 0.
    #[inline(always)]
    fn cut(
        &self,
        words: &mut [u64],
        top: i16,
        (first, last): (i16, i16),
        word: impl Fn(&Row) -> u64,
    ) {
        let begin = (first - top).clamp(0, words.len() as i16);
        let end = (last + 1 - top).clamp(begin, words.len() as i16);
        let (words, after) = words.split_at_mut(end as usize);
        let (before, words) = words.split_at_mut(begin as usize);
        before.fill(0);
        after.fill(0);
        let (around, rows) = self.rows.split_at(index(top + begin));
        let (words, words_around) = words.split_at_mut(words.len().min(rows.len()));
        words.iter_mut().zip(rows).for_each(|(to, row)| *to = word(row));
        words_around.iter_mut().zip(around).for_each(|(to, row)| *to = word(row));
    }
}

impl Row {
    fn anchors(&self) -> &[u32; 2] {
        &self.zone[0]
    }

    /// Its cells whose code has the bits that are not flipped, and those alone.
    #[inline(always)]
    fn showing(&self, flips: &[u32; CODE_BITS]) -> u32 {
        self.planes.iter().zip(flips).fold(!0, |all, (word, flip)| all & (word ^ flip))
    }
}

/// What turns the bits of a code into ones.
fn flips(code: Code) -> [u32; CODE_BITS] {
    std::array::from_fn(|b| if code >> b & 1 == 1 { 0 } else { !0 })
}

/// How a torus row is moved so that its column `left` becomes bit 0, where only the 32 columns from
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
    fn of(self, word: u32) -> u64 {
        (u64::from(word.rotate_right(self.around)) >> self.down << self.up) & self.kept
    }
}
