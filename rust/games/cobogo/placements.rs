//! Where a card may be laid, on boards given as arrays (rules K-26 to K-35 and K-120).
//!
//! A turned card is legal where its outline meets the touching zone, the footprint and all cells
//! beside it (K-29, K-30), and meets no glass (K-31). Both are dilations of a mask by the outline,
//! so the content of the card plays no part but for turns that look the same (K-120).

use crate::grid::pack_rows;

/// A legal placement: quarter turns clockwise, then the row and column of the turned card's top
/// left corner (K-119).
pub type Placement = [i32; 3];

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlacementsError {
    /// The first card goes anywhere (K-28): there is nothing to list.
    #[error("the grid is empty: it must hold at least one card")]
    EmptyGrid,
    /// A card without rows or without columns.
    #[error("the card has no cell")]
    EmptyCard,
    /// Printed cells are never blank (K-2).
    #[error("the card holds 0, no content, at row {row}, column {column}")]
    Blank {
        /// The row in the card, from 0.
        row: usize,
        /// The column in the card, from 0.
        column: usize,
    },
}

/// All legal placements of a card on a grid, both given row by row; 0 is an empty cell, and cells
/// that hold `glass` may not be covered, unless `glass` is 0. Turns that look the same are listed
/// once, at the least (K-120). Sorted by turns, row and column; the table has no edge (K-39).
///
/// ```
/// use ludoteca::games::cobogo::placements::placements;
///
/// // A 1 x 2 card on one brick, with glass to its right.
/// let all = placements(&[1, 9], (1, 2), &[2, 3], (1, 2), 9)?;
/// let unturned = all.iter().filter(|placement| placement[0] == 0);
/// let corners: Vec<(i32, i32)> = unturned.map(|&[_, row, column]| (row, column)).collect();
/// assert_eq!(corners, [(-1, -1), (-1, 0), (-1, 1), (0, -2), (0, -1), (0, 2), (1, -1), (1, 0), (1, 1)]);
/// # Ok::<(), ludoteca::games::cobogo::placements::PlacementsError>(())
/// ```
///
/// # Errors
/// If the grid is empty, or the card is empty or has a blank cell.
///
/// # Panics
/// If the cells do not fill the sizes (rows, columns) given with them.
pub fn placements(
    grid: &[u8],
    (height, width): (usize, usize),
    card: &[u8],
    (rows, columns): (usize, usize),
    glass: u8,
) -> Result<Vec<Placement>, PlacementsError> {
    assert_eq!(grid.len(), height * width, "cells of a {height} by {width} grid");
    assert_eq!(card.len(), rows * columns, "cells of a {rows} by {columns} card");
    if card.is_empty() {
        return Err(PlacementsError::EmptyCard);
    }
    if let Some(blank) = card.iter().position(|&cell| cell == 0) {
        let (row, column) = (blank / columns, blank % columns);
        return Err(PlacementsError::Blank { row, column });
    }
    if grid.iter().all(|&cell| cell == 0) {
        return Err(PlacementsError::EmptyGrid);
    }
    let turns = distinct_turns(card, rows, columns);
    let outlines = [(rows, columns), (columns, rows)];
    let outlines = &outlines[..turns.min(2)];
    let margin = rows.max(columns);
    Ok(if margin + width < 64 {
        Bits::new(grid, height, width, glass, margin).list(outlines, turns)
    } else {
        Sums::new(grid, height, width, glass).list(outlines, turns)
    })
}

/// How many turns look different: 1, 2 or 4; turn `k` looks like turn `k` less that number.
fn distinct_turns(card: &[u8], rows: usize, columns: usize) -> usize {
    if !card.iter().eq(card.iter().rev()) {
        return 4;
    }
    let is_turned = |(cell, &content): (usize, &u8)| {
        card[(rows - 1 - cell % columns) * columns + cell / columns] == content
    };
    if rows == columns && card.iter().enumerate().all(is_turned) { 1 } else { 2 }
}

/// A grid of up to 63 columns, margins included, as rows of bits.
struct Bits {
    /// Bit `c + margin` of word `r + margin` is cell `(r, c)`.
    touching: Vec<u64>,
    glass: Vec<u64>,
    margin: usize,
}

impl Bits {
    fn new(grid: &[u8], height: usize, width: usize, glass: u8, margin: usize) -> Self {
        let lines = height + 2 * margin;
        let mut empty = Vec::<u64>::with_capacity(height);
        pack_rows(&mut empty, grid, width, 0);
        let mut touching = vec![0; lines];
        for (row, empty) in empty.iter().enumerate() {
            let filled = (!empty & (u64::MAX >> (64 - width))) << margin;
            let line = margin + row;
            touching[line - 1] |= filled;
            touching[line] |= filled | filled << 1 | filled >> 1;
            touching[line + 1] |= filled;
        }
        let mut protected = Vec::with_capacity(lines);
        protected.resize(margin, 0);
        if glass != 0 {
            pack_rows(&mut protected, grid, width, glass);
            protected[margin..].iter_mut().for_each(|row| *row <<= margin);
        }
        protected.resize(lines, 0);
        Self { touching, glass: protected, margin }
    }

    fn list(&self, outlines: &[(usize, usize)], turns: usize) -> Vec<Placement> {
        let anchors: Vec<Vec<u64>> = outlines.iter().map(|&size| self.anchors(size)).collect();
        let ones = anchors.iter().flatten().map(|row| row.count_ones() as usize).sum::<usize>();
        let mut listed = vec![[0; 3]; ones * turns / outlines.len()];
        let (once, again) = listed.split_at_mut(ones);
        let mut rest = &mut *once;
        for (turn, anchors) in anchors.iter().enumerate() {
            for (line, &row) in anchors.iter().enumerate() {
                let here;
                (here, rest) = rest.split_at_mut(row.count_ones() as usize);
                let mut bits = row;
                for placement in here {
                    let column = bits.trailing_zeros() as i32 - self.margin as i32;
                    *placement = [turn as i32, line as i32 - self.margin as i32, column];
                    bits &= bits - 1;
                }
            }
        }
        // Two turns more: the same outline, the same anchors.
        for (placement, &[turn, row, column]) in again.iter_mut().zip(&*once) {
            *placement = [turn + 2, row, column];
        }
        listed
    }

    /// The legal top left corners of an outline.
    fn anchors(&self, (rows, columns): (usize, usize)) -> Vec<u64> {
        let under =
            |lines: &[u64]| spread(lines.iter().fold(0, |union, line| union | line), columns);
        let touching = self.touching.windows(rows).map(under);
        let glass = self.glass.windows(rows).map(under);
        touching.zip(glass).map(|(touching, glass)| touching & !glass).collect()
    }
}

/// The columns from which a run of `columns` columns meets a bit of the row.
fn spread(row: u64, columns: usize) -> u64 {
    let (mut row, mut reach) = (row, 1);
    while 2 * reach <= columns {
        row |= row >> reach;
        reach *= 2;
    }
    row | row >> (columns - reach)
}

/// A grid of any size, as sums over rectangles: slower by far.
struct Sums {
    /// Rows and columns of the grid and the zone around it.
    height: usize,
    width: usize,
    /// Line `i`, place `j`: the touching and glass cells in the first `i` rows and `j` columns of
    /// the grid and the zone around it.
    sums: Vec<[u64; 2]>,
}

impl Sums {
    fn new(grid: &[u8], height: usize, width: usize, glass: u8) -> Self {
        let at = |row: Option<usize>, column: Option<usize>| match (row, column) {
            (Some(row), Some(column)) if row < height && column < width => {
                grid[row * width + column]
            }
            _ => 0,
        };
        let (zone_height, zone_width) = (height + 2, width + 2);
        let stride = zone_width + 1;
        let mut sums = vec![[0; 2]; (zone_height + 1) * stride];
        for line in 0..zone_height {
            for place in 0..zone_width {
                let (row, column) = (line.checked_sub(1), place.checked_sub(1));
                let (above, left) = (line.checked_sub(2), place.checked_sub(2));
                let (below, right) = (Some(line), Some(place));
                let is_touching =
                    [(row, column), (above, column), (below, column), (row, left), (row, right)]
                        .iter()
                        .any(|&(row, column)| at(row, column) != 0);
                let is_glass = glass != 0 && at(row, column) == glass;
                let here = [u64::from(is_touching), u64::from(is_glass)];
                let index = line * stride + place;
                for kind in 0..2 {
                    sums[index + stride + 1][kind] =
                        here[kind] + sums[index + stride][kind] + sums[index + 1][kind]
                            - sums[index][kind];
                }
            }
        }
        Self { height: zone_height, width: zone_width, sums }
    }

    fn list(&self, outlines: &[(usize, usize)], turns: usize) -> Vec<Placement> {
        let mut listed = Vec::new();
        for turn in 0..turns {
            let (rows, columns) = outlines[turn % outlines.len()];
            // Corners in the zone's own coordinates plus the outline's sides.
            for line in 0..self.height + rows {
                for place in 0..self.width + columns {
                    let [touching, glass] = self.under(line, place, rows, columns);
                    if touching > 0 && glass == 0 {
                        let corner = |at: usize, side: usize| at as i32 - side as i32 - 1;
                        listed.push([turn as i32, corner(line, rows), corner(place, columns)]);
                    }
                }
            }
        }
        listed
    }

    /// The touching and glass cells under an outline whose last line and place are before `line`
    /// and `place`.
    fn under(&self, line: usize, place: usize, rows: usize, columns: usize) -> [u64; 2] {
        let (top, bottom) = (line.saturating_sub(rows), line.min(self.height));
        let (left, right) = (place.saturating_sub(columns), place.min(self.width));
        let at = |line: usize, place: usize| self.sums[line * (self.width + 1) + place];
        let (all, above) = (at(bottom, right), at(top, right));
        let (before, both) = (at(bottom, left), at(top, left));
        std::array::from_fn(|kind| all[kind] + both[kind] - above[kind] - before[kind])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn board(drawing: &str) -> (Vec<u8>, (usize, usize)) {
        let height = drawing.split('/').count();
        let cells: Vec<u8> = drawing
            .bytes()
            .filter(|&sign| sign != b'/')
            .map(|sign| if sign == b'.' { 0 } else { sign })
            .collect();
        let width = cells.len() / height;
        (cells, (height, width))
    }

    fn list(grid: &str, card: &str) -> Vec<Placement> {
        let ((grid, grid_size), (card, card_size)) = (board(grid), board(card));
        placements(&grid, grid_size, &card, card_size, b'#').unwrap()
    }

    /// The rules, cell by cell.
    fn by_hand(
        grid: &[u8],
        (height, width): (usize, usize),
        card: &[u8],
        (rows, columns): (usize, usize),
        glass: u8,
    ) -> Vec<Placement> {
        let (height, width) = (height as i32, width as i32);
        let at = |row: i32, column: i32| {
            let inside = (0..height).contains(&row) && (0..width).contains(&column);
            if inside { grid[(row * width + column) as usize] } else { 0 }
        };
        let mut seen = Vec::new();
        let mut listed = Vec::new();
        for (turn, card) in crate::grid::Rectangle::new(rows, columns, card.to_vec())
            .turns()
            .into_iter()
            .enumerate()
        {
            if seen.contains(&card) {
                continue;
            }
            let (rows, columns) = (card.height() as i32, card.width() as i32);
            seen.push(card);
            for top in -rows - 1..=height + 1 {
                for left in -columns - 1..=width + 1 {
                    let cells = (top..top + rows)
                        .flat_map(|row| (left..left + columns).map(move |column| (row, column)));
                    let is_open =
                        cells.clone().all(|(row, column)| glass == 0 || at(row, column) != glass);
                    let mut zone = cells.flat_map(|(row, column)| {
                        [(0, 0), (0, 1), (1, 0), (0, -1), (-1, 0)]
                            .map(|by| (row + by.0, column + by.1))
                    });
                    if is_open && zone.any(|(row, column)| at(row, column) != 0) {
                        listed.push([turn as i32, top, left]);
                    }
                }
            }
        }
        listed
    }

    #[test]
    fn a_card_beside_a_card() {
        // T-25 and its counting check.
        let count = |grid: &str, card: &str, turn: i32| {
            list(grid, card).iter().filter(|placement| placement[0] == turn).count()
        };
        for (turn, expected) in [31, 32, 31, 32].into_iter().enumerate() {
            assert_eq!(count("ABC/CDE", "FFB/B#A", turn as i32), expected);
        }
        for grid in ["#BC/CDE", "A#C/CDE", "AB#/CDE", "ABC/#DE", "ABC/C#E", "ABC/CD#"] {
            assert_eq!(list(grid, "FFB/B#A").len(), 102, "{grid}");
        }
        assert!(list("ABC/CDE", "FFB/B#A").contains(&[2, 0, 0]));
        assert!(!list("A#B/BFF", "CCC/DDD").contains(&[0, 0, 0]));
    }

    #[test]
    fn the_rulebook_cases() {
        let is_legal = |grid, card, placement| list(grid, card).contains(&placement);
        // T-20, T-21.
        assert!(!is_legal("AB#/CDE", "BCD/EFB", [0, 0, 2]));
        assert!(is_legal("AB#/CDE", "BCD/EFB", [0, 1, 2]));
        assert!(is_legal("ABC/CDE", "#CD/EFB", [0, 1, 2]));
        assert!(!is_legal("ABC../CD#CD/..EFB", "BCD/EFB", [0, 1, 1]));
        // T-22: corner contact, no contact, one shared edge.
        assert!(!is_legal("ABC/CDE", "BCD/EFB", [0, 2, 3]));
        assert!(!is_legal("ABC/CDE", "BCD/EFB", [0, 1, 4]));
        assert!(is_legal("ABC/CDE", "BCD/EFB", [0, 2, 2]));
        // T-23, T-24, T-26.
        assert!(is_legal("ABC/CDE", "BCD/EFB", [1, -1, 3]));
        assert!(is_legal("ABC/CDE", "FFB/BAA", [0, -1, -2]));
        assert!(is_legal("ABCABC/CDECDE/BBA...", "AAC/AAB", [1, 0, 2]));
    }

    #[test]
    fn equal_turns_are_listed_once() {
        let turns = |card: &str| {
            let mut turns: Vec<i32> = list("ABC/CDE", card).iter().map(|row| row[0]).collect();
            turns.dedup();
            turns
        };
        assert_eq!(turns("ABC/CBA"), [0, 1]);
        assert_eq!(turns("AAA/AAA"), [0, 1]);
        assert_eq!(turns("ABC/ABC"), [0, 1, 2, 3]);
        assert_eq!(turns("AA/AA"), [0]);
        assert_eq!(turns("AB/BA"), [0, 1]);
        assert_eq!(turns("A"), [0]);
        assert_eq!(turns("ABA/B#B/ABA"), [0]);
        assert_eq!(turns("ABA/C#C/ABA"), [0, 1]);
    }

    #[test]
    fn faults_are_named() {
        let fault = |grid: &[u8], size, card: &[u8], card_size| {
            placements(grid, size, card, card_size, 9).unwrap_err()
        };
        assert_eq!(fault(&[0, 0], (1, 2), &[1], (1, 1)), PlacementsError::EmptyGrid);
        assert_eq!(fault(&[], (0, 2), &[1], (1, 1)), PlacementsError::EmptyGrid);
        assert_eq!(fault(&[1], (1, 1), &[], (0, 1)), PlacementsError::EmptyCard);
        let blank = PlacementsError::Blank { row: 1, column: 0 };
        assert_eq!(fault(&[1], (1, 1), &[1, 1, 0, 1], (2, 2)), blank);
    }

    #[test]
    fn equals_the_rules_cell_by_cell() {
        let mut random = Random::stream(6, 6);
        for round in 0..250 {
            let side = |random: &mut Random, most: u32| 1 + random.below(most) as usize;
            let size =
                (side(&mut random, 12), side(&mut random, if round % 3 == 0 { 80 } else { 12 }));
            let card_size = (side(&mut random, 5), side(&mut random, 5));
            let empty = random.below(100);
            let mut cells = |count: usize, empty: u32| -> Vec<u8> {
                let mut cell = || {
                    if random.below(100) < empty { 0 } else { 1 + random.below(3) as u8 }
                };
                (0..count).map(|_| cell()).collect()
            };
            let mut grid = cells(size.0 * size.1, empty);
            grid[0] |= 1;
            let card = cells(card_size.0 * card_size.1, 0);
            for glass in [0, 2, 7] {
                assert_eq!(
                    placements(&grid, size, &card, card_size, glass).unwrap(),
                    by_hand(&grid, size, &card, card_size, glass),
                    "{grid:?} {size:?} {card:?} {card_size:?} {glass}"
                );
            }
        }
    }

    #[test]
    fn bits_reach_to_the_last_column() {
        for width in 55..70 {
            for card_size in [(2, 3), (1, 8), (8, 1), (60, 1)] {
                let mut grid = vec![0; width];
                (grid[0], grid[width - 1]) = (1, 2);
                let card: Vec<u8> =
                    (0..card_size.0 * card_size.1).map(|cell| cell as u8 + 1).collect();
                assert_eq!(
                    placements(&grid, (1, width), &card, card_size, 2).unwrap(),
                    by_hand(&grid, (1, width), &card, card_size, 2),
                );
            }
        }
    }
}
