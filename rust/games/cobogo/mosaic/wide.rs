//! The mosaic as plain cells on the heap: for mosaics that are longer than the small board allows.

use super::super::components::{CODES, Code, EMPTY, GLASS};
use super::super::faces::Face;
use super::super::types::Bounds;
use super::Outlines;
use crate::grid::{Shape, count_groups};

/// Cells row by row, and the sorted legal top-left cells of both outlines.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Wide {
    bounds: Bounds,
    cells: Vec<Code>,
    anchors: [Vec<(i16, i16)>; 2],
}

impl Wide {
    pub fn from_cells(content: impl Fn(i16, i16) -> Code, bounds: Bounds) -> Self {
        let cells = (bounds.top..=bounds.bottom)
            .flat_map(|row| (bounds.left..=bounds.right).map(move |col| (row, col)))
            .map(|(row, col)| content(row, col))
            .collect();
        Self { bounds, cells, anchors: [Vec::new(), Vec::new()] }
    }

    fn at(&self, row: i16, col: i16) -> usize {
        let bounds = &self.bounds;
        (row - bounds.top) as usize * bounds.width() + (col - bounds.left) as usize
    }

    pub fn content(&self, row: i16, col: i16) -> Code {
        let bounds = &self.bounds;
        if row < bounds.top || row > bounds.bottom || col < bounds.left || col > bounds.right {
            return EMPTY;
        }
        self.cells[self.at(row, col)]
    }

    pub fn place(
        &mut self,
        outlines: &Outlines,
        face: &Face,
        row: i16,
        col: i16,
        visible: &mut [u16; CODES],
    ) {
        let grown = self.bounds.with(row, col, face.height, face.width);
        if grown != self.bounds {
            *self = Self::from_cells(|row, col| self.content(row, col), grown);
        }
        for (index, &code) in face.cells.iter().enumerate() {
            let (r, c) = (index / face.width, index % face.width);
            let at = self.at(row + r as i16, col + c as i16);
            let old = std::mem::replace(&mut self.cells[at], code);
            if old != EMPTY {
                visible[usize::from(old)] -= 1;
            }
            visible[usize::from(code)] += 1;
        }
        self.refresh(outlines);
    }

    /// Finds the legal top-left cells anew, by sums over rectangles.
    pub fn refresh(&mut self, outlines: &Outlines) {
        let touch = Sums::new(&self.bounds, |row, col| {
            let beside = [(0, 0), (0, 1), (0, -1), (1, 0), (-1, 0)];
            beside.iter().any(|(r, c)| self.content(row + r, col + c) != EMPTY)
        });
        let glass = Sums::new(&self.bounds, |row, col| self.content(row, col) == GLASS);
        let bounds = self.bounds;
        for (outline, &(height, width)) in outlines.sizes.iter().enumerate() {
            let anchors = &mut self.anchors[outline];
            anchors.clear();
            for row in bounds.top - height as i16..=bounds.bottom + 1 {
                for col in bounds.left - width as i16..=bounds.right + 1 {
                    if touch.any(row, col, height, width) && !glass.any(row, col, height, width) {
                        anchors.push((row, col));
                    }
                }
            }
        }
    }

    pub fn anchors(&self, outline: usize) -> &[(i16, i16)] {
        &self.anchors[outline]
    }

    pub fn anchor_row(&self, outline: usize, row: i16, left: i16) -> u64 {
        let anchors = &self.anchors[outline];
        let start = anchors.partition_point(|&anchor| anchor < (row, left));
        let here = anchors[start..].iter().take_while(|&&(r, _)| r == row);
        here.map(|&(_, col)| i32::from(col) - i32::from(left))
            .take_while(|&offset| offset < 64)
            .fold(0, |word, offset| word | 1 << offset)
    }

    pub fn count(&self, code: Code, shape: &Shape) -> u32 {
        count_groups(&self.cells, self.bounds.height(), self.bounds.width(), code, shape)
    }
}

/// Sums of a set of cells over all rectangles, on the bounds and one cell around.
struct Sums {
    top: i32,
    left: i32,
    height: i32,
    width: i32,
    sums: Vec<u32>,
}

impl Sums {
    fn new(bounds: &Bounds, holds: impl Fn(i16, i16) -> bool) -> Self {
        let (height, width) = (bounds.height() as i32 + 2, bounds.width() as i32 + 2);
        let (top, left) = (i32::from(bounds.top) - 1, i32::from(bounds.left) - 1);
        let stride = width as usize + 1;
        let mut sums = vec![0; stride * (height as usize + 1)];
        for r in 0..height as usize {
            let mut line = 0;
            for c in 0..width as usize {
                line += u32::from(holds((top + r as i32) as i16, (left + c as i32) as i16));
                sums[(r + 1) * stride + c + 1] = sums[r * stride + c + 1] + line;
            }
        }
        Self { top, left, height, width, sums }
    }

    fn any(&self, row: i16, col: i16, height: usize, width: usize) -> bool {
        let (row, col) = (i32::from(row) - self.top, i32::from(col) - self.left);
        let rows = [row, row + height as i32].map(|at| at.clamp(0, self.height) as usize);
        let cols = [col, col + width as i32].map(|at| at.clamp(0, self.width) as usize);
        let at = |r: usize, c: usize| self.sums[r * (self.width as usize + 1) + c];
        at(rows[1], cols[1]) + at(rows[0], cols[0]) != at(rows[0], cols[1]) + at(rows[1], cols[0])
    }
}
