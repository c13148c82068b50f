//! Observations and masks: three planes of 6 rows by 7 columns, the highest row first; 1 where a stone
//! of the seat lies, then where one of the other does, then where a cell is free.

use super::rules::{COLUMNS, ROWS};
use super::state::State;
use crate::game::Seat;

/// Planes, rows, columns.
pub const SHAPE: [usize; 3] = [3, ROWS, COLUMNS];

/// Seven bits as bytes of 0 or 1; the eighth byte is 0.
#[inline(always)]
fn spread(bits: u64) -> [u8; 8] {
    // Copies of the bits, 7 apart: bit `i` of copy `i` is the lowest one of byte `i`.
    ((bits & 0x7f).wrapping_mul(0x0002_0408_1020_4081) & 0x0001_0101_0101_0101).to_le_bytes()
}

/// Writes the planes as `seat` sees them.
#[inline(always)]
pub fn write(state: &State, seat: Seat, cells: &mut [u8]) {
    let (own, other) = (state.stones(seat), state.stones(1 - seat));
    let planes = [own, other, !(own | other)];
    let rows = planes
        .into_iter()
        .flat_map(|stones| (0..ROWS).rev().map(move |row| spread(stones >> (8 * row))));
    let (cells, _) = cells.as_chunks_mut::<COLUMNS>();
    for (cells, row) in cells.iter_mut().zip(rows) {
        cells.copy_from_slice(&row[..COLUMNS]);
    }
}

/// Writes 1 for every column with a free cell; how many there are.
#[inline(always)]
pub fn write_mask(state: &State, mask: &mut [u8]) -> usize {
    let open = state.open();
    mask.copy_from_slice(&spread(open)[..COLUMNS]);
    open.count_ones() as usize
}
