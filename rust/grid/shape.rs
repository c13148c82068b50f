//! Polyominoes: connected sets of cells, and their images under turns and mirroring.

use std::fmt;

use super::rectangle::Rectangle;

/// Rows and columns of the largest box a shape may fill.
pub const MAX_SIDE: usize = 64;

/// Why a drawing is no shape.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShapeError {
    /// No cell at all.
    #[error("the shape has no cell")]
    Empty,
    /// The cells do not hang together by their sides.
    #[error("the shape is not connected by sides")]
    Disconnected,
    /// A first or last row or column is empty.
    #[error("the shape has an empty margin")]
    Margin,
    /// The box is larger than 64 by 64.
    #[error("the shape's box is {0} by {1}; at most 64 by 64")]
    TooLarge(usize, usize),
    /// The rows of a drawing differ in length.
    #[error("row {row} of the shape has {found} cells, the first row has {expected}")]
    Ragged {
        /// The row, from 0.
        row: usize,
        /// Cells in that row.
        found: usize,
        /// Cells in the first row.
        expected: usize,
    },
    /// A drawing holds a sign that is neither a cell nor a gap.
    #[error("{0:?} is neither 'X' nor '.'")]
    Sign(char),
}

/// A polyomino in its own box, with no empty margin.
///
/// ```
/// use ludoteca::grid::Shape;
///
/// let shape = Shape::from_drawing("XXX/.X.")?;
/// assert_eq!((shape.height(), shape.width(), shape.size()), (2, 3, 4));
/// let images: Vec<String> = shape.images().iter().map(Shape::to_string).collect();
/// assert_eq!(images, [".X./XXX", "XXX/.X.", ".X/XX/.X", "X./XX/X."]);
/// # Ok::<(), ludoteca::grid::ShapeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    height: u8,
    width: u8,
    /// One word a row, bit `c` for column `c`.
    rows: Vec<u64>,
}

impl Shape {
    /// The shape drawn with `X` for a cell and `.` for none, rows parted by `/` or line breaks.
    /// White space around a row does not count.
    ///
    /// # Errors
    /// If the drawing has other signs, rows of different lengths, no cell, cells that do not hang
    /// together, an empty margin, or more than 64 rows or columns.
    pub fn from_drawing(drawing: &str) -> Result<Self, ShapeError> {
        let mut cells = Vec::with_capacity(drawing.len());
        let (mut height, mut width) = (0, 0);
        for (row, line) in drawing.trim().split(['/', '\n']).enumerate() {
            let start = cells.len();
            for sign in line.trim().chars() {
                cells.push(match sign {
                    'X' => true,
                    '.' => false,
                    other => return Err(ShapeError::Sign(other)),
                });
            }
            let found = cells.len() - start;
            if row == 0 {
                width = found;
            } else if found != width {
                return Err(ShapeError::Ragged { row, found, expected: width });
            }
            height = row + 1;
        }
        Self::from_cells(height, width, &cells)
    }

    /// The shape of the true cells of a `height` by `width` box, given row by row.
    ///
    /// # Errors
    /// If there is no cell, the cells do not hang together, a margin is empty, or the box has more
    /// than 64 rows or columns.
    ///
    /// # Panics
    /// If there are not `height * width` cells.
    pub fn from_cells(height: usize, width: usize, cells: &[bool]) -> Result<Self, ShapeError> {
        assert_eq!(cells.len(), height * width, "cells of a {height} by {width} box");
        if !cells.contains(&true) {
            return Err(ShapeError::Empty);
        }
        if height > MAX_SIDE || width > MAX_SIDE {
            return Err(ShapeError::TooLarge(height, width));
        }
        let shape = Self::from_box(height, width, cells);
        let columns = shape.rows.iter().fold(0, |union, row| union | row);
        let is_open = |row: Option<&u64>| row.is_none_or(|&row| row == 0);
        if is_open(shape.rows.first())
            || is_open(shape.rows.last())
            || columns & 1 == 0
            || columns >> (width - 1) & 1 == 0
        {
            return Err(ShapeError::Margin);
        }
        if !shape.is_connected() {
            return Err(ShapeError::Disconnected);
        }
        Ok(shape)
    }

    fn from_box(height: usize, width: usize, cells: &[bool]) -> Self {
        let rows = cells
            .chunks_exact(width)
            .map(|row| row.iter().rev().fold(0, |word, &cell| word << 1 | u64::from(cell)))
            .collect();
        Self { height: height as u8, width: width as u8, rows }
    }

    /// Whether every cell can be reached from the first one, from side to side.
    fn is_connected(&self) -> bool {
        let mut reached = vec![0; self.rows.len()];
        reached[0] = 1 << self.rows[0].trailing_zeros();
        loop {
            let mut grown = false;
            for row in 0..reached.len() {
                let above = if row == 0 { 0 } else { reached[row - 1] };
                let below = reached.get(row + 1).copied().unwrap_or(0);
                let before: u64 = reached[row];
                let beside = before | before << 1 | before >> 1;
                reached[row] = (beside | above | below) & self.rows[row];
                grown |= reached[row] != before;
            }
            if !grown {
                return reached == self.rows;
            }
        }
    }

    /// The number of rows of the box.
    #[must_use]
    pub fn height(&self) -> usize {
        self.height.into()
    }

    /// The number of columns of the box.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width.into()
    }

    /// The number of cells.
    #[must_use]
    pub fn size(&self) -> usize {
        self.rows.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// One word a row, bit `c` for the cell in column `c`.
    #[must_use]
    pub fn rows(&self) -> &[u64] {
        &self.rows
    }

    /// Whether a cell of the box, or beside it, belongs to the shape.
    #[must_use]
    pub fn contains(&self, row: usize, column: usize) -> bool {
        column < MAX_SIDE && self.rows.get(row).is_some_and(|word| word >> column & 1 == 1)
    }

    /// The 1, 2, 4 or 8 distinct images under quarter turns and mirroring, sorted by height,
    /// width, then cells row by row, no cell before a cell.
    #[must_use]
    pub fn images(&self) -> Vec<Self> {
        self.to_rectangle()
            .images()
            .iter()
            .map(|image| Self::from_box(image.height(), image.width(), image.cells()))
            .collect()
    }

    /// The first of the shape's images: the same for congruent shapes, and for no others.
    #[must_use]
    pub fn canonical(&self) -> Self {
        self.images().swap_remove(0)
    }

    /// Whether the two shapes are equal after turns and mirroring.
    #[must_use]
    pub fn is_congruent(&self, other: &Self) -> bool {
        self.size() == other.size() && self.canonical() == other.canonical()
    }

    fn to_rectangle(&self) -> Rectangle<bool> {
        let cells = self
            .rows
            .iter()
            .flat_map(|row| (0..self.width()).map(move |column| row >> column & 1 == 1))
            .collect();
        Rectangle::new(self.height(), self.width(), cells)
    }
}

impl fmt::Display for Shape {
    /// Writes the drawing that [`Shape::from_drawing`] reads, rows parted by `/`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.height() {
            if row > 0 {
                f.write_str("/")?;
            }
            for column in 0..self.width() {
                f.write_str(if self.contains(row, column) { "X" } else { "." })?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(drawing: &str) -> Shape {
        Shape::from_drawing(drawing).unwrap()
    }

    #[test]
    fn drawings_come_back() {
        for drawing in ["X", "XXX/.X.", "XXX/X.X/XXX", "..X./XXXX/X..X"] {
            assert_eq!(shape(drawing).to_string(), drawing);
        }
        let lines = shape("\n  XXX\r\n  .X.\n");
        assert_eq!(lines, shape("XXX/.X."));
        assert_eq!(lines.rows(), [0b111, 0b010]);
        assert!(lines.contains(1, 1) && !lines.contains(1, 0));
        assert!(!lines.contains(0, 3) && !lines.contains(2, 1) && !lines.contains(0, 64));
    }

    #[test]
    fn faults_are_named() {
        let fault = |drawing: &str| Shape::from_drawing(drawing).unwrap_err();
        assert_eq!(fault(""), ShapeError::Empty);
        assert_eq!(fault("../.."), ShapeError::Empty);
        assert_eq!(fault("X./.X"), ShapeError::Disconnected);
        assert_eq!(fault("X.X"), ShapeError::Disconnected);
        assert_eq!(fault("XXX/X.X/.../XXX"), ShapeError::Disconnected);
        for margin in [".X", "X.", "X/.", "./X", ".X./XXX/..."] {
            assert_eq!(fault(margin), ShapeError::Margin, "{margin}");
        }
        assert_eq!(fault("XX//XX"), ShapeError::Ragged { row: 1, found: 0, expected: 2 });
        assert_eq!(fault("XX/XA"), ShapeError::Sign('A'));
        assert_eq!(fault(&"X".repeat(65)), ShapeError::TooLarge(1, 65));
        assert_eq!(fault(&["X"; 65].join("/")), ShapeError::TooLarge(65, 1));
        assert_eq!(ShapeError::Sign('A').to_string(), "'A' is neither 'X' nor '.'");
    }

    #[test]
    fn a_shape_may_fill_or_wind_through_its_box() {
        assert_eq!(shape(&[&*"X".repeat(64); 64].join("/")).size(), 4096);
        let ends = [format!("{}X", ".".repeat(63)), format!("X{}", ".".repeat(63))];
        let snake: Vec<String> = (0..63)
            .map(|row| if row % 2 == 0 { "X".repeat(64) } else { ends[row / 2 % 2].clone() })
            .collect();
        assert_eq!(shape(&snake.join("/")).size(), 32 * 64 + 31);
    }

    #[test]
    fn images_are_distinct_sorted_and_congruent() {
        let counts = [("X", 1), ("XXX", 2), ("XX/X.", 4), ("XXX/.X.", 4), ("XX/XX/X.", 8)];
        for (drawing, count) in counts {
            let images = shape(drawing).images();
            assert_eq!(images.len(), count, "{drawing}");
            assert!(images.iter().all(|image| image.is_congruent(&shape(drawing))));
            assert!(images.iter().all(|image| image.canonical() == images[0]));
        }
        let images: Vec<String> = shape("XX/X.").images().iter().map(Shape::to_string).collect();
        assert_eq!(images, [".X/XX", "X./XX", "XX/.X", "XX/X."]);
        assert!(!shape("XXX/.X.").is_congruent(&shape("XXX/X..")));
        assert!(!shape("XXX").is_congruent(&shape("XX")));
    }
}
