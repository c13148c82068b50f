//! Every legal result of laying a tile, on murals given as arrays (rules M and N-4; W-5, W-7 and
//! W-14 to W-28).

use super::mural::{Blocks, Ground, PATTERNS, Pattern};
use crate::grid::{Cells, MAX_CELLS_SIDE};

/// The least rows and columns of a mural.
const MIN_SIDE: usize = 5;
/// The longest side of a block on the back of the mural (W-7).
const SQUARE: u8 = 2;

/// The number of the pattern that is laid.
const LAID: Pattern = 0;

/// What is on the back of the mural, cell by cell (W-4, W-15).
#[derive(Clone, Copy, Debug)]
pub struct Back<'a> {
    /// Whether the cell is a column.
    pub columns: Option<&'a [bool]>,
    /// Whether its tile is immovable.
    pub locked: Option<&'a [bool]>,
}

/// A mural after a lay, and the tiles that left it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Laid {
    /// The cells, row by row.
    pub mural: Vec<u8>,
    /// Row and column before the lay of each tile that left, sorted.
    pub lost: Vec<[i32; 2]>,
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LayError {
    /// A side is too short or too long.
    #[error("the mural is {rows} by {columns}; it must be 5 by 5 to 16 by 16")]
    Size {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
    },
    /// There is no such cell.
    #[error("row {row}, column {column} is not on the mural")]
    Outside {
        /// The row of the cell.
        row: usize,
        /// The column of the cell.
        column: usize,
    },
    /// A tile lies there.
    #[error("the cell at row {row}, column {column} is not empty")]
    Taken {
        /// The row of the cell.
        row: usize,
        /// The column of the cell.
        column: usize,
    },
    /// 0 is no tile.
    #[error("pattern 0 is no pattern")]
    NoPattern,
    /// More than a mural can hold.
    #[error("there are {0} patterns with the one laid; at most 16 go")]
    Patterns(usize),
    /// W-5.
    #[error("a tile stands on the column at row {row}, column {column}")]
    OnColumn {
        /// The row of the cell.
        row: usize,
        /// The column of the cell.
        column: usize,
    },
    /// Only tiles are immovable.
    #[error("there is no tile to be locked at row {row}, column {column}")]
    NothingLocked {
        /// The row of the cell.
        row: usize,
        /// The column of the cell.
        column: usize,
    },
}

/// Every legal result of laying a tile of `pattern` on the cell at (row, column) of a mural of
/// (rows, columns), given row by row; 0 is an empty cell. Distinct results, sorted. With a [`Back`]
/// the rules of the challenging variant hold: the four corners are padlocks, and a tile there is
/// locked (W-14) whether it is said to be or not.
///
/// ```
/// use ludoteca::games::athos::lay::lay;
///
/// let mut mural = [0; 25];
/// mural[6] = 2;
/// let laid = lay(&mural, (5, 5), (1, 2), 1, None)?;
/// assert_eq!((laid.len(), &laid[0].mural[5..10]), (1, &[2, 0, 1, 0, 0][..]));
/// # Ok::<(), ludoteca::games::athos::lay::LayError>(())
/// ```
///
/// # Errors
/// If the mural is too small, too large, or holds too many patterns, the pattern is 0, the cell is
/// none or is taken, a tile stands on a column, or a cell without a tile is said to be immovable.
///
/// # Panics
/// If cells or flags do not fill the size given with them.
pub fn lay(
    cells: &[u8],
    (rows, columns): (usize, usize),
    (row, column): (usize, usize),
    pattern: u8,
    back: Option<Back<'_>>,
) -> Result<Vec<Laid>, LayError> {
    let sides = MIN_SIDE..=MAX_CELLS_SIDE;
    if !sides.contains(&rows) || !sides.contains(&columns) {
        return Err(LayError::Size { rows, columns });
    }
    assert_eq!(cells.len(), rows * columns, "cells of a {rows} by {columns} mural");
    if row >= rows || column >= columns {
        return Err(LayError::Outside { row, column });
    }
    if pattern == 0 {
        return Err(LayError::NoPattern);
    }
    if cells[row * columns + column] != 0 {
        return Err(LayError::Taken { row, column });
    }
    let mut blocks = blocks(cells, columns, pattern)?;
    let ground = match back {
        None => Ground::front(rows, columns),
        Some(back) => ground(back, (rows, columns), &mut blocks)?,
    };
    let mut open = blocks.linked(&ground, LAID);
    if back.is_some() {
        open &= blocks.boxed(LAID, SQUARE);
    }
    let cell = Cells::cell(row as u8, column as u8);
    if !open.has(cell) {
        return Ok(Vec::new());
    }
    let mut tiles = [0; 256];
    for (row, cells) in tiles.chunks_exact_mut(MAX_CELLS_SIDE).zip(cells.chunks_exact(columns)) {
        row[..columns].copy_from_slice(cells);
    }
    tiles[usize::from(cell)] = pattern;
    let mut found = Vec::new();
    blocks.pushes(&ground, LAID, cell, |push| {
        let (mut tiles, mut lost) = (tiles, Vec::new());
        blocks.carry_tiles(&ground, (LAID, cell), push, &mut tiles, |from, _| {
            let (row, column) = Cells::place(from);
            lost.push([row.into(), column.into()]);
        });
        lost.sort_unstable();
        let mut mural = Vec::with_capacity(cells.len());
        for row in tiles.chunks_exact(MAX_CELLS_SIDE).take(rows) {
            mural.extend_from_slice(&row[..columns]);
        }
        found.push(Laid { mural, lost });
    });
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

/// The blocks of a mural of so many columns: patterns numbered as they are met, the laid one first.
fn blocks(cells: &[u8], columns: usize, laid: u8) -> Result<Blocks, LayError> {
    // The number of each code, plus one.
    let mut numbers = [0; 256];
    numbers[usize::from(laid)] = 1;
    let mut count: u8 = 1;
    let mut blocks = Blocks::default();
    for (row, cells) in cells.chunks_exact(columns).enumerate() {
        for (column, &code) in cells.iter().enumerate().filter(|&(_, &code)| code != 0) {
            let number = &mut numbers[usize::from(code)];
            if *number == 0 {
                // At most 255 codes.
                count += 1;
                *number = count;
            }
            if usize::from(*number) <= PATTERNS {
                blocks.insert(*number - 1, Cells::cell(row as u8, column as u8));
            }
        }
    }
    let count = usize::from(count);
    if count > PATTERNS { Err(LayError::Patterns(count)) } else { Ok(blocks) }
}

fn cell(index: usize, columns: usize) -> u8 {
    Cells::cell((index / columns) as u8, (index % columns) as u8)
}

/// The back of the mural; makes the tiles immovable that are.
fn ground(
    back: Back<'_>,
    (rows, columns): (usize, usize),
    blocks: &mut Blocks,
) -> Result<Ground, LayError> {
    let set = |flags: Option<&[bool]>| -> Cells {
        let Some(flags) = flags else { return Cells::EMPTY };
        assert_eq!(flags.len(), rows * columns, "flags of a {rows} by {columns} mural");
        let set = (0..flags.len()).filter(|&index| flags[index]);
        set.map(|index| cell(index, columns)).collect()
    };
    let (pillars, locked) = (set(back.columns), set(back.locked));
    let place = |cell| {
        let (row, column) = Cells::place(cell);
        (usize::from(row), usize::from(column))
    };
    if let Some((row, column)) = (blocks.occupied() & pillars).nth(0).map(place) {
        return Err(LayError::OnColumn { row, column });
    }
    if let Some((row, column)) = (locked - blocks.occupied()).nth(0).map(place) {
        return Err(LayError::NothingLocked { row, column });
    }
    let corners: Cells = [(0, 0), (0, columns - 1), (rows - 1, 0), (rows - 1, columns - 1)]
        .into_iter()
        .map(|(row, column)| Cells::cell(row as u8, column as u8))
        .collect();
    let padlocks = corners - pillars;
    blocks.fix(locked | padlocks);
    Ok(Ground { columns: pillars, padlocks, ..Ground::front(rows, columns) })
}
