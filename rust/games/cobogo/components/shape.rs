//! Where in a drawing the fault is for which it is no shape (K-4).
//!
//! [`Shape::from_drawing`](crate::grid::Shape::from_drawing) decides; this only finds the place.

use crate::games::document::Drawing;
use crate::grid::ShapeError;

/// Row and column of the first cell or row that has the fault.
pub(super) fn place_of_fault(drawing: &Drawing<'_>, fault: &ShapeError) -> (usize, usize) {
    let cells: Vec<Vec<char>> = drawing.rows.iter().map(|row| row.text.chars().collect()).collect();
    let place = match fault {
        ShapeError::Sign(_) => find(&cells, |&sign| !matches!(sign, 'X' | '.')),
        ShapeError::Ragged { row, .. } => Some((*row, 0)),
        ShapeError::Margin => empty_margin(&cells),
        ShapeError::Disconnected => stray_cell(&cells),
        ShapeError::Empty | ShapeError::TooLarge(..) => None,
    };
    place.unwrap_or_default()
}

/// The first sign, row by row, that is as asked.
fn find(cells: &[Vec<char>], is_asked: impl Fn(&char) -> bool) -> Option<(usize, usize)> {
    let mut rows = cells.iter().enumerate();
    rows.find_map(|(row, signs)| Some((row, signs.iter().position(&is_asked)?)))
}

/// The start of the first empty row or column at the edge of the box.
fn empty_margin(cells: &[Vec<char>]) -> Option<(usize, usize)> {
    let last_row = cells.len().checked_sub(1)?;
    let last_column = cells[0].len().checked_sub(1)?;
    let row = [0, last_row].into_iter().find(|&row| !cells[row].contains(&'X'));
    row.map(|row| (row, 0)).or_else(|| {
        let is_empty = |&column: &usize| cells.iter().all(|row| row.get(column) != Some(&'X'));
        [0, last_column].into_iter().find(is_empty).map(|column| (0, column))
    })
}

/// The first cell that no path of sides joins to the first cell of all.
fn stray_cell(cells: &[Vec<char>]) -> Option<(usize, usize)> {
    let mut left = cells.to_vec();
    let mut queue = vec![find(cells, |&sign| sign == 'X')?];
    while let Some((row, column)) = queue.pop() {
        let sign = left.get_mut(row).and_then(|row| row.get_mut(column));
        let Some(sign) = sign.filter(|sign| **sign == 'X') else {
            continue;
        };
        *sign = '.';
        queue.extend([(row + 1, column), (row, column + 1)]);
        queue.extend(row.checked_sub(1).map(|row| (row, column)));
        queue.extend(column.checked_sub(1).map(|column| (row, column)));
    }
    find(&left, |&sign| sign == 'X')
}
