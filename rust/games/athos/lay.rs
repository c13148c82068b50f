//! Every legal result of laying a tile, on murals given as arrays (rules M and N-4; W-5, W-7 and
//! W-14 to W-28).

use tinyvec::{ArrayVec, TinyVec};

use super::mural::{Blocks, Ground, PATTERNS, Pattern};
use crate::grid::{Cells, MAX_CELLS_SIDE};
use crate::instructions::with_best_instructions;

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
    pub mural: ArrayVec<[u8; ROOM]>,
    /// Row and column before the lay of each tile that left, sorted.
    pub lost: TinyVec<[[i32; 2]; 4]>,
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
    with_best_instructions(
        #[inline(always)]
        || {
            lay_on_empty(
                cells,
                (rows, columns),
                Cells::cell(row as u8, column as u8),
                pattern,
                back,
            )
        },
    )
}

/// The same for a cell that is there and empty, a size that goes, and a pattern.
#[inline(always)]
fn lay_on_empty(
    cells: &[u8],
    (rows, columns): (usize, usize),
    cell: u8,
    pattern: u8,
    back: Option<Back<'_>>,
) -> Result<Vec<Laid>, LayError> {
    let mut tiles = spread(cells, columns);
    let mut blocks = blocks(&tiles, rows, pattern)?;
    let ground = match back {
        None => Ground::front(rows, columns),
        Some(back) => ground(back, (rows, columns), &mut blocks)?,
    };
    let mut open = blocks.linked(&ground, LAID);
    if back.is_some() {
        open &= blocks.boxed(LAID, SQUARE);
    }
    if !open.has(cell) {
        return Ok(Vec::new());
    }
    tiles[usize::from(cell)] = pattern;
    // There is seldom more than one.
    let mut found = Vec::with_capacity(2);
    blocks.pushes(&ground, LAID, cell, |push| {
        let (mut tiles, mut lost) = (tiles, TinyVec::new());
        blocks.carry_tiles(&ground, (LAID, cell), push, &mut tiles, |from, _| {
            let (row, column) = Cells::place(from);
            lost.push([row.into(), column.into()]);
        });
        lost.sort_unstable();
        found.push(Laid { mural: gathered(&tiles, (rows, columns)), lost });
    });
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

/// Room for the cells of any mural, and for a whole row behind each.
const ROOM: usize = MAX_CELLS_SIDE * MAX_CELLS_SIDE + MAX_CELLS_SIDE;

/// The cells of a mural, each at the place of its byte. Rows are copied whole, whatever their length.
#[inline(always)]
fn spread(cells: &[u8], columns: usize) -> [u8; 256] {
    let (mut room, mut tiles) = ([0; ROOM], [0; 256]);
    room[..cells.len()].copy_from_slice(cells);
    let inside = u128::MAX >> (8 * (MAX_CELLS_SIDE - columns));
    let rows = cells.len() / columns;
    for (row, to) in tiles.as_chunks_mut::<MAX_CELLS_SIDE>().0[..rows].iter_mut().enumerate() {
        if let Some(from) = room[row * columns..].first_chunk::<MAX_CELLS_SIDE>() {
            *to = (u128::from_le_bytes(*from) & inside).to_le_bytes();
        }
    }
    tiles
}

/// The inverse of [`spread`].
#[inline(always)]
fn gathered(tiles: &[u8; 256], (rows, columns): (usize, usize)) -> ArrayVec<[u8; ROOM]> {
    let mut room = [0; ROOM];
    for (row, from) in tiles.as_chunks::<MAX_CELLS_SIDE>().0[..rows].iter().enumerate() {
        // What is too much, the next row overwrites.
        if let Some(to) = room[row * columns..].first_chunk_mut::<MAX_CELLS_SIDE>() {
            *to = *from;
        }
    }
    ArrayVec::from_array_len(room, rows * columns)
}

/// The blocks of a mural: patterns numbered as they are met, the laid one first.
#[inline(always)]
fn blocks(tiles: &[u8; 256], rows: usize, laid: u8) -> Result<Blocks, LayError> {
    // The number of each code, plus one.
    let mut numbers = [0_u8; 256];
    numbers[usize::from(laid)] = 1;
    let mut count: u8 = 1;
    let mut masks = [Cells::EMPTY; PATTERNS];
    let fours = tiles.as_chunks::<{ 4 * MAX_CELLS_SIDE }>().0;
    for (first, tiles) in (0..).step_by(4 * MAX_CELLS_SIDE).zip(&fours[..rows.div_ceil(4)]) {
        let mut occupied = occupied(tiles);
        while occupied != 0 {
            let place = occupied.trailing_zeros() as usize;
            occupied &= occupied - 1;
            let number = &mut numbers[usize::from(tiles[place])];
            // No branch: which tile is the first of its pattern can't be foreseen.
            let is_new = u8::from(*number == 0);
            // At most 255 codes.
            count += is_new;
            *number += count * is_new;
            if let Some(mask) = masks.get_mut(usize::from(*number - 1)) {
                mask.insert((first + place) as u8);
            }
        }
    }
    let count = usize::from(count);
    if count > PATTERNS { Err(LayError::Patterns(count)) } else { Ok(Blocks::new(masks)) }
}

/// Which cells of four rows hold something, a bit each.
#[inline(always)]
fn occupied(tiles: &[u8; 4 * MAX_CELLS_SIDE]) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    // The highest bit of each byte that is not 0, then these bits side by side.
    let bits = |eight: &[u8; 8]| {
        let eight = u64::from_le_bytes(*eight);
        let some = (((eight & LOW) + LOW) | eight) & !LOW;
        (some >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
    };
    let eights = tiles.as_chunks::<8>().0.iter().enumerate();
    eights.fold(0, |all, (index, eight)| all | bits(eight) << (8 * index))
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
