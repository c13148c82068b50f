//! The mosaic: visible content of every cell, and where a further card may lie (rules, section 6).
//!
//! The table has no edge (K-39). Two boards hold the same thing: `Small`, bitboards on a torus of
//! 32 by 32 cells, right for every mosaic whose bounds leave a margin and for up to 14 brick types,
//! and `Wide`, plain cells on the heap for the rest. Bounds only grow, so which of the two holds a
//! mosaic follows from set and bounds.

mod small;
mod wide;

use small::Small;
use wide::Wide;

use super::components::{CODES, Code, EMPTY, GLASS};
use super::faces::Face;
use super::rules::WINDOW;
use super::types::Bounds;
use crate::grid::{Counter, Shape};

/// Most rows that are asked for at once.
pub const MAX_ROWS: usize = WINDOW.1 as usize;

/// What a component set implies for every mosaic made from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outlines {
    /// Height and width of a card upright, and after a quarter turn.
    pub sizes: [(usize, usize); 2],
    /// Bits that the codes of the set need.
    pub code_bits: usize,
}

impl Outlines {
    /// The outlines of cards of `rows` by `cols` cells with `types` brick types.
    #[must_use]
    pub fn new(rows: usize, cols: usize, types: usize) -> Self {
        let highest_code = types + 1;
        let code_bits = (usize::BITS - highest_code.leading_zeros()) as usize;
        Self { sizes: [(rows, cols), (cols, rows)], code_bits }
    }

    /// The outline of a card after `rot` quarter turns; a square card has only one.
    #[must_use]
    pub fn of_turn(&self, rot: u8) -> usize {
        usize::from(rot & 1 == 1 && self.sizes[0] != self.sizes[1])
    }

    /// The longer side of a card.
    #[must_use]
    pub fn longest(&self) -> usize {
        self.sizes[0].0.max(self.sizes[0].1)
    }

    /// The different outlines: one for a square card, else two.
    #[must_use]
    pub fn different(&self) -> usize {
        1 + usize::from(self.sizes[0] != self.sizes[1])
    }
}

/// A shape with what counting it needs, made once per pattern side.
#[derive(Clone, Debug)]
pub struct Target {
    /// The shape.
    pub shape: Shape,
    /// Its images as masks.
    pub counter: Counter,
}

impl Target {
    /// Makes a shape ready to be counted.
    #[must_use]
    pub fn new(shape: Shape) -> Self {
        let counter = Counter::new(&shape);
        Self { shape, counter }
    }
}

/// The cards on the table as one sees them from above.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Mosaic {
    bounds: Bounds,
    visible: [u16; CODES],
    /// Holds the mosaic while it fits; else it is blank.
    small: Small,
    wide: Option<Box<Wide>>,
}

/// Why a rectangle may not be covered, as far as the mosaic can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// It covers visible glass at this cell (K-31).
    Glass(i16, i16),
    /// It meets the mosaic only at a corner (K-30).
    CornerOnly,
    /// It does not meet the mosaic (K-29).
    Apart,
}

impl Clone for Mosaic {
    fn clone(&self) -> Self {
        Self { small: self.small.clone(), wide: self.wide.clone(), ..*self }
    }

    /// In place, where a derived one would make a copy and move it.
    fn clone_from(&mut self, source: &Self) {
        let Self { bounds, visible, small, wide } = source;
        (self.bounds, self.visible) = (*bounds, *visible);
        self.small.clone_from(small);
        self.wide.clone_from(wide);
    }
}

impl Default for Mosaic {
    fn default() -> Self {
        Self { bounds: Bounds::EMPTY, visible: [0; CODES], small: Small::default(), wide: None }
    }
}

impl Mosaic {
    /// The rectangle that holds it.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// How many cells show this content.
    #[must_use]
    pub fn visible(&self, code: Code) -> u16 {
        self.visible[usize::from(code)]
    }

    /// The visible content of a cell; [`EMPTY`] where no card lies.
    #[must_use]
    pub fn content(&self, row: i16, col: i16) -> Code {
        let bounds = self.bounds;
        if row < bounds.top || row > bounds.bottom || col < bounds.left || col > bounds.right {
            return EMPTY;
        }
        match &self.wide {
            None => self.small.content(row, col),
            Some(wide) => wide.content(row, col),
        }
    }

    /// Lays a turned card with its top-left cell at (`row`, `col`): its content replaces what is
    /// visible there (K-36).
    #[inline(always)]
    pub fn place(&mut self, outlines: &Outlines, face: &Face, row: i16, col: i16) {
        let before = self.bounds;
        self.bounds = before.with(row, col, face.height, face.width);
        if self.wide.is_none() {
            if Small::holds(outlines, &self.bounds) {
                self.small.place(outlines, face, row, col, &mut self.visible);
                return;
            }
            // Rare: bounds only grow, so a mosaic changes boards once at most.
            let small = std::mem::take(&mut self.small);
            let wide = Wide::from_cells(|row, col| small.content(row, col), before);
            self.wide = Some(Box::new(wide));
        }
        if let Some(wide) = &mut self.wide {
            wide.place(outlines, face, row, col, &mut self.visible);
        }
    }

    /// Number of legal top-left cells for a card in outline 0 (upright) or 1 (quarter turn).
    #[must_use]
    pub fn anchor_count(&self, outline: usize) -> u32 {
        match &self.wide {
            None => self.small.anchor_count(outline),
            Some(wide) => wide.anchors(outline).len() as u32,
        }
    }

    /// The legal top-left cell number `k` in the order of rows, then columns.
    #[must_use]
    #[inline(always)]
    pub fn nth_anchor(&self, outlines: &Outlines, outline: usize, k: u32) -> (i16, i16) {
        match &self.wide {
            None => self.small.nth_anchor(outlines, &self.bounds, outline, k),
            Some(wide) => wide.anchors(outline)[k as usize],
        }
    }

    /// Calls `visit` with every legal top-left cell, in the order of rows, then columns.
    pub fn for_each_anchor(
        &self,
        outlines: &Outlines,
        outline: usize,
        mut visit: impl FnMut(i16, i16),
    ) {
        match &self.wide {
            None => self.small.for_each_anchor(outlines, &self.bounds, outline, visit),
            Some(wide) => {
                for &(row, col) in wide.anchors(outline) {
                    visit(row, col);
                }
            }
        }
    }

    /// The legal top-left cells of row `row` and columns `left..left + 64`, as bits.
    #[must_use]
    pub fn anchor_row(&self, outlines: &Outlines, outline: usize, row: i16, left: i16) -> u64 {
        match &self.wide {
            None => self.small.anchor_row(outlines, &self.bounds, outline, row, left),
            Some(wide) => wide.anchor_row(outline, row, left),
        }
    }

    /// Writes what [`Mosaic::anchor_row`] gives for the rows from `top` on.
    #[inline(always)]
    pub fn anchor_rows(
        &self,
        outlines: &Outlines,
        outline: usize,
        (top, left): (i16, i16),
        rows: &mut [u64],
    ) {
        match &self.wide {
            None => self.small.anchor_rows(outlines, &self.bounds, outline, (top, left), rows),
            Some(wide) => {
                for (row, word) in (top..).zip(rows) {
                    *word = wide.anchor_row(outline, row, left);
                }
            }
        }
    }

    /// The cells of row `row` and columns `left..left + 64` that show `code`, as bits.
    #[must_use]
    pub fn content_row(&self, code: Code, row: i16, left: i16) -> u64 {
        match &self.wide {
            None => self.small.content_row(&self.bounds, code, row, left),
            Some(_) => (0..64)
                .filter(|&bit| self.content(row, left.saturating_add(bit)) == code)
                .fold(0, |word, bit| word | 1 << bit),
        }
    }

    /// Writes what [`Mosaic::content_row`] gives for the rows from `top` on.
    #[inline(always)]
    pub fn content_rows(&self, code: Code, (top, left): (i16, i16), rows: &mut [u64]) {
        match &self.wide {
            None => self.small.content_rows(&self.bounds, code, (top, left), rows),
            Some(_) => {
                for (row, word) in (top..).zip(rows) {
                    *word = self.content_row(code, row, left);
                }
            }
        }
    }

    /// Calls `visit` with every visible content, and what [`Mosaic::content_rows`] gives for it, where
    /// the rows are among those of the mosaic.
    #[inline(always)]
    pub fn for_each_content(
        &self,
        outlines: &Outlines,
        (top, left): (i16, i16),
        height: usize,
        mut visit: impl FnMut(Code, &[u64]),
    ) {
        let codes = (GLASS..).zip(&self.visible[usize::from(GLASS)..]);
        let codes = codes.filter(|&(_, &visible)| visible > 0).map(|(code, _)| code);
        if self.wide.is_none() {
            let Self { bounds, small, .. } = self;
            return small.for_each_content(outlines, bounds, codes, (top, left), height, visit);
        }
        let mut rows = [0; MAX_ROWS];
        for code in codes {
            self.content_rows(code, (top, left), &mut rows[..height]);
            visit(code, &rows[..height]);
        }
    }

    /// Whether a card in this outline may lie at (`row`, `col`) (K-29 to K-33).
    #[must_use]
    pub fn is_anchor(&self, outlines: &Outlines, outline: usize, row: i16, col: i16) -> bool {
        self.anchor_row(outlines, outline, row, col) & 1 == 1
    }

    /// Why a rectangle may not be covered; `None` if it may.
    #[must_use]
    pub fn obstacle(&self, row: i16, col: i16, height: usize, width: usize) -> Option<Obstacle> {
        let (row, col) = (i32::from(row), i32::from(col));
        let (bottom, right) = (row + height as i32 - 1, col + width as i32 - 1);
        let content = |r: i32, c: i32| match (i16::try_from(r), i16::try_from(c)) {
            (Ok(r), Ok(c)) => self.content(r, c),
            _ => EMPTY,
        };
        let (mut meets, mut corner) = (false, false);
        for r in row - 1..=bottom + 1 {
            for c in col - 1..=right + 1 {
                let code = content(r, c);
                if code == EMPTY {
                    continue;
                }
                let beside_row = r < row || r > bottom;
                let beside_col = c < col || c > right;
                if beside_row && beside_col {
                    corner = true;
                } else {
                    meets = true;
                    if code == GLASS && !beside_row && !beside_col {
                        return Some(Obstacle::Glass(r as i16, c as i16));
                    }
                }
            }
        }
        match (meets, corner) {
            (true, _) => None,
            (false, true) => Some(Obstacle::CornerOnly),
            (false, false) => Some(Obstacle::Apart),
        }
    }

    /// count(p) of K-55: how many whole groups of `code` are congruent to the shape (K-49 to K-54).
    #[must_use]
    pub fn count(&self, code: Code, target: &Target) -> u32 {
        if usize::from(self.visible(code)) < target.shape.size() {
            return 0;
        }
        match &self.wide {
            None => self.small.count(&self.bounds, code, &target.counter),
            Some(wide) => wide.count(code, &target.shape),
        }
    }

    /// The content of every cell of the bounds, row by row.
    #[must_use]
    pub fn cells(&self) -> Vec<Code> {
        let bounds = self.bounds;
        (bounds.top..=bounds.bottom)
            .flat_map(|row| (bounds.left..=bounds.right).map(move |col| (row, col)))
            .map(|(row, col)| self.content(row, col))
            .collect()
    }

    /// A mosaic from the cells of its bounds, row by row; for positions that come from outside.
    #[must_use]
    pub fn from_cells(outlines: &Outlines, bounds: Bounds, cells: &[Code]) -> Self {
        let mut mosaic = Self { bounds, ..Self::default() };
        for &code in cells {
            if code != EMPTY {
                mosaic.visible[usize::from(code)] += 1;
            }
        }
        let width = bounds.width();
        let content = |row: i16, col: i16| {
            cells[(row - bounds.top) as usize * width + (col - bounds.left) as usize]
        };
        if Small::holds(outlines, &bounds) {
            mosaic.small = Small::from_cells(outlines, &bounds, content);
        } else {
            let mut wide = Wide::from_cells(content, bounds);
            wide.refresh(outlines);
            mosaic.wide = Some(Box::new(wide));
        }
        mosaic
    }
}

#[cfg(test)]
mod tests;
