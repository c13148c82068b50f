//! Rectangles of cells, their quarter turns and mirror images.

/// A rectangle of cells, stored row by row; ordered by height, width, then cells.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rectangle<T> {
    height: usize,
    width: usize,
    cells: Vec<T>,
}

impl<T: Copy> Rectangle<T> {
    /// The rectangle with these cells, row by row.
    ///
    /// # Panics
    /// If there are not `height * width` cells.
    #[must_use]
    pub fn new(height: usize, width: usize, cells: Vec<T>) -> Self {
        assert_eq!(cells.len(), height * width, "cells of a {height} by {width} rectangle");
        Self { height, width, cells }
    }

    /// The number of rows.
    #[must_use]
    pub fn height(&self) -> usize {
        self.height
    }

    /// The number of columns.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// All cells, row by row.
    #[must_use]
    pub fn cells(&self) -> &[T] {
        &self.cells
    }

    /// All cells, row by row, without a copy.
    #[must_use]
    pub fn into_cells(self) -> Vec<T> {
        self.cells
    }

    /// The rectangle after a quarter turn clockwise.
    #[must_use]
    pub fn turned(&self) -> Self {
        let (height, width) = (self.width, self.height);
        let cells = (0..height)
            .flat_map(|row| (0..width).map(move |column| (self.height - 1 - column, row)))
            .map(|(row, column)| self.cells[row * self.width + column])
            .collect();
        Self { height, width, cells }
    }

    /// The rectangle seen in a mirror: left and right change places.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let cells = (0..self.height)
            .flat_map(|row| (0..self.width).rev().map(move |column| row * self.width + column))
            .map(|cell| self.cells[cell])
            .collect();
        Self { height: self.height, width: self.width, cells }
    }

    /// The rectangle after 0, 1, 2 and 3 quarter turns clockwise.
    #[must_use]
    pub fn turns(&self) -> [Self; 4] {
        let once = self.turned();
        let twice = once.turned();
        let thrice = twice.turned();
        [self.clone(), once, twice, thrice]
    }
}

impl<T: Copy + Ord> Rectangle<T> {
    /// The 1, 2, 4 or 8 distinct images under turns and mirroring, in order.
    #[must_use]
    pub fn images(&self) -> Vec<Self> {
        let mut images = Vec::with_capacity(8);
        images.extend(self.turns());
        images.extend(self.mirrored().turns());
        images.sort_unstable();
        images.dedup();
        images
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(drawing: &str) -> Rectangle<u8> {
        let height = drawing.split('/').count();
        let cells: Vec<u8> = drawing.bytes().filter(|&byte| byte != b'/').collect();
        Rectangle::new(height, cells.len() / height, cells)
    }

    #[test]
    fn turns_go_clockwise() {
        // T-27.
        let turns = ["AB#/CDE", "CA/DB/E#", "EDC/#BA", "#E/BD/AC"].map(card);
        assert_eq!(turns[0].turns(), turns);
        assert_eq!(turns[3].turned(), turns[0]);
        assert_eq!(turns[0].mirrored(), card("#BA/EDC"));
    }

    #[test]
    fn images_are_distinct_and_in_order() {
        let drawings = |text| -> usize { card(text).images().len() };
        assert_eq!(drawings("A"), 1);
        assert_eq!(drawings("AA/AA"), 1);
        assert_eq!(drawings("AA"), 2);
        assert_eq!(drawings("AB/BA"), 2);
        assert_eq!(drawings("AB"), 4);
        assert_eq!(drawings("AB/AB"), 4);
        assert_eq!(drawings("ABC/AAA"), 8);
        assert_eq!(card("B/A").images(), ["AB", "BA", "A/B", "B/A"].map(card));
    }

    #[test]
    fn a_rectangle_without_cells_still_turns() {
        let empty = Rectangle::<u8>::new(0, 3, vec![]);
        assert_eq!((empty.turned().height(), empty.turned().width()), (3, 0));
        assert_eq!(empty.images().len(), 2);
    }
}
