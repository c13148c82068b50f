//! Labelling the groups of equal neighbouring cells: slow, for any grid.

use super::shape::Shape;

/// The groups of equal cells joined by their sides, in a grid given row by row; 0 is no cell.
///
/// Returns a label for each cell and the number of groups. Labels count from 1 in the order of
/// each group's first cell, row by row; cells that hold 0 are labelled 0.
///
/// ```
/// let grid = [7, 7, 0, 7, 5, 7];
/// assert_eq!(ludoteca::grid::label_groups(&grid, 2, 3), (vec![1, 1, 0, 1, 2, 3], 3));
/// ```
///
/// # Panics
/// If there are not `height * width` cells, or more than an `i32` can number.
#[must_use]
pub fn label_groups(cells: &[u8], height: usize, width: usize) -> (Vec<i32>, i32) {
    assert_eq!(cells.len(), height * width, "cells of a {height} by {width} grid");
    assert!(i32::try_from(cells.len()).is_ok(), "at most 2**31 - 1 cells");
    let mut labels: Vec<i32> = vec![0; cells.len()];
    // A forest of labels met so far: a parent is never larger than its child.
    let mut parents = vec![0];
    for cell in 0..cells.len() {
        let code = cells[cell];
        if code == 0 {
            continue;
        }
        let is_first = cell % width == 0;
        let left = if !is_first && cells[cell - 1] == code { labels[cell - 1] } else { 0 };
        let above = cell.checked_sub(width).filter(|&above| cells[above] == code);
        labels[cell] = match (left, above.map_or(0, |above| labels[above])) {
            (0, 0) => {
                parents.push(parents.len() as i32);
                parents.len() as i32 - 1
            }
            (label, 0) | (0, label) => label,
            (left, above) => join(&mut parents, left, above),
        };
    }
    let mut count = 0;
    for label in 1..parents.len() {
        let parent = parents[label] as usize;
        parents[label] = if parent == label {
            count += 1;
            count
        } else {
            parents[parent]
        };
    }
    for label in &mut labels {
        *label = parents[*label as usize];
    }
    (labels, count)
}

/// Makes two labels one; the smaller root, whose group began first, becomes the root of both.
fn join(parents: &mut [i32], one: i32, other: i32) -> i32 {
    let (one, other) = (root(parents, one), root(parents, other));
    let (low, high) = (one.min(other), one.max(other));
    parents[high as usize] = low;
    low
}

fn root(parents: &mut [i32], mut label: i32) -> i32 {
    while parents[label as usize] != label {
        // Each step halves the way for the next search.
        parents[label as usize] = parents[parents[label as usize] as usize];
        label = parents[label as usize];
    }
    label
}

/// The number of groups of cells that hold `code` and are congruent to the shape, found cell by
/// cell. [`Counter`](super::Counter) and [`Batch`](super::Batch) are many times faster.
///
/// # Panics
/// If there are not `height * width` cells.
#[must_use]
pub fn count_groups(cells: &[u8], height: usize, width: usize, code: u8, shape: &Shape) -> u32 {
    assert_eq!(cells.len(), height * width, "cells of a {height} by {width} grid");
    let images = shape.images();
    let mut is_open: Vec<bool> = cells.iter().map(|&cell| cell == code).collect();
    let mut group = Vec::new();
    let mut matches = 0;
    for first in 0..cells.len() {
        if !is_open[first] {
            continue;
        }
        is_open[first] = false;
        group.clear();
        group.push(first);
        let mut next = 0;
        while let Some(&cell) = group.get(next) {
            next += 1;
            for neighbour in neighbours(cell, cells.len(), width) {
                if is_open[neighbour] {
                    is_open[neighbour] = false;
                    group.push(neighbour);
                }
            }
        }
        if group.len() == shape.size() && is_image(&group, width, &images) {
            matches += 1;
        }
    }
    matches
}

/// Whether the cells of a group, of the right number, are one of the images.
fn is_image(group: &[usize], width: usize, images: &[Shape]) -> bool {
    let top = group.iter().map(|cell| cell / width).min().unwrap_or(0);
    let left = group.iter().map(|cell| cell % width).min().unwrap_or(0);
    let is_cell =
        |image: &Shape, cell: usize| image.contains(cell / width - top, cell % width - left);
    images.iter().any(|image| group.iter().all(|&cell| is_cell(image, cell)))
}

/// The cells that share a side with a cell.
fn neighbours(cell: usize, len: usize, width: usize) -> impl Iterator<Item = usize> {
    let column = cell % width;
    [
        (column > 0).then(|| cell - 1),
        (column + 1 < width).then(|| cell + 1),
        cell.checked_sub(width),
        Some(cell + width).filter(|&below| below < len),
    ]
    .into_iter()
    .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_follow_the_first_cells() {
        assert_eq!(label_groups(&[], 0, 5), (vec![], 0));
        assert_eq!(label_groups(&[], 5, 0), (vec![], 0));
        assert_eq!(label_groups(&[0, 0], 1, 2), (vec![0, 0], 0));
        let spiral = [
            1, 1, 1, //
            2, 2, 1, //
            2, 1, 1, //
        ];
        assert_eq!(label_groups(&spiral, 3, 3), (vec![1, 1, 1, 2, 2, 1, 2, 1, 1], 2));
        let corners = [
            0, 3, 3, //
            3, 0, 9, //
        ];
        assert_eq!(label_groups(&corners, 2, 3), (vec![0, 1, 1, 2, 0, 3], 3));
    }

    #[test]
    fn whole_groups_are_counted() {
        let shape = Shape::from_drawing("XX/X.").unwrap();
        let count =
            |cells: &[u8], width| count_groups(cells, cells.len() / width, width, 4, &shape);
        assert_eq!(count(&[], 1), 0);
        assert_eq!(count(&[0, 4, 4, 4], 2), 1);
        assert_eq!(count(&[4, 4, 4, 4], 2), 0);
        assert_eq!(count(&[5, 5, 5, 1], 2), 0);
        assert_eq!(count(&[4, 0, 4, 4, 4, 0, 0, 0, 0, 4, 4, 0, 0, 4, 0], 3), 2);
    }
}
