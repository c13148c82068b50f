//! The index space for learners: a square window around the mosaic.
//!
//! An index is `(slot * 4 + rot) * side * side + (row - row0) * side + (col - col0)`. The window's
//! first cell follows from the mosaic's bounds alone, so mosaics that are equal, or equal up to a
//! shift, give equal indices. The rules know no window: a placement outside it is legal and has no
//! index.

use std::hint::black_box;

use super::Cobogo;
use super::action::Action;
use super::mosaic::MAX_ROWS;
use super::state::State;
use super::types::{Bounds, HAND, Spot, TURNS, nth_bit};
use crate::canvas::Canvas;
use crate::game::Actor;
use crate::random::Random;

/// The default of the option `window`.
const USUAL_SIDE: usize = 32;

/// First row and column of a window of `side` cells around `bounds`.
#[must_use]
pub fn corner(bounds: Bounds, side: usize) -> (i16, i16) {
    let first = |low: i16, high: i16| (low + high + 1 - side as i16).div_euclid(2);
    (first(bounds.top, bounds.bottom), first(bounds.left, bounds.right))
}

/// The bits of a byte as bytes: a look into 2 KB is cheaper than the arithmetic.
static SPREAD: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut index = 0;
    while index < 256 * 8 {
        table[index / 8][index % 8] = ((index / 8) >> (index % 8) & 1) as u8;
        index += 1;
    }
    table
};

/// Writes bit `i` of each word into byte `i` of its row of `side` bytes.
#[inline(always)]
pub fn spread(words: &[u64], side: usize, cells: &mut [u8]) {
    if side == USUAL_SIDE {
        // A row is one store, which matters: the rows of many environments wait for memory.
        let rows = cells.as_chunks_mut::<USUAL_SIDE>().0;
        for (row, word) in rows.iter_mut().zip(words) {
            // Known masks would make shifts of the tests, and there are none for bytes.
            let masks: [u8; USUAL_SIDE] = black_box(std::array::from_fn(|bit| 1 << (bit % 8)));
            let bytes = (*word as u32).to_le_bytes();
            *row = std::array::from_fn(|bit| u8::from(bytes[bit / 8] & masks[bit] != 0));
        }
        return;
    }
    for (row, word) in cells.chunks_exact_mut(side).zip(words) {
        let (chunks, rest) = row.as_chunks_mut::<8>();
        for (chunk, byte) in chunks.iter_mut().zip(word.to_le_bytes()) {
            *chunk = SPREAD[usize::from(byte)];
        }
        for (bit, byte) in (8 * chunks.len()..).zip(rest) {
            *byte = (word >> bit & 1) as u8;
        }
    }
}

/// The lowest `side` bits of a word.
fn first_bits(word: u64, side: usize) -> u64 {
    if side < 64 { word & ((1 << side) - 1) } else { word }
}

impl Cobogo {
    pub(super) fn index_size(&self) -> usize {
        HAND * TURNS * self.rules.window * self.rules.window
    }

    pub(super) fn index_of(&self, state: &State, action: Action) -> Option<u32> {
        let Action::Place { slot, at } = action else { return None };
        let side = self.rules.window as i32;
        let (row0, col0) = corner(state.mosaic.bounds(), self.rules.window);
        let (row, col) = (i32::from(at.row) - i32::from(row0), i32::from(at.col) - i32::from(col0));
        let inside = (0..side).contains(&row) && (0..side).contains(&col);
        if !inside || usize::from(slot) >= HAND || usize::from(at.rot) >= TURNS {
            return None;
        }
        let plane = i32::from(slot) * TURNS as i32 + i32::from(at.rot);
        Some(((plane * side + row) * side + col) as u32)
    }

    pub(super) fn action_of(&self, state: &State, index: u32) -> Option<Action> {
        let (index, side) = (index as usize, self.rules.window);
        if index >= self.index_size() {
            return None;
        }
        let (plane, row, col) = (index / (side * side), index / side % side, index % side);
        let (row0, col0) = corner(state.mosaic.bounds(), side);
        let at =
            Spot { rot: (plane % TURNS) as u8, row: row0 + row as i16, col: col0 + col as i16 };
        Some(Action::Place { slot: (plane / TURNS) as u8, at })
    }

    #[inline(always)]
    pub(super) fn write_mask(&self, state: &State, mask: &mut Canvas<'_>) -> usize {
        if !matches!(self.actor_of(state), Actor::Player(_)) {
            return 0;
        }
        let bounds = state.mosaic.bounds();
        if bounds.is_empty() {
            return self.mask_by_list(state, mask);
        }
        let side = self.rules.window;
        let (row0, col0) = corner(bounds, side);
        let turns = [0, 1].map(|slot| self.turns_at(state, slot));
        let (mut total, mut rows) = (0, [0; MAX_ROWS]);
        for outline in 0..self.outlines.different() {
            let tall = self.outlines.sizes[outline].0 as i16;
            let first = (bounds.top - tall).max(row0);
            let last = (bounds.bottom + 1).min(row0 + side as i16 - 1);
            let height = (last + 1 - first).max(0) as usize;
            let len = height * side;
            let rows = &mut rows[..height];
            state.mosaic.anchor_rows(&self.outlines, outline, (first, col0), rows);
            let mut count = 0;
            for row in &mut *rows {
                *row = first_bits(*row, side);
                count += row.count_ones() as usize;
            }
            // Placements of one outline are the same for every card and half turn.
            let mut made = None;
            for plane in 0..HAND * TURNS {
                let (slot, rot) = (plane / TURNS, (plane % TURNS) as u8);
                if self.outlines.of_turn(rot) != outline || rot >= turns[slot] {
                    continue;
                }
                let at = (plane * side + (first - row0) as usize) * side;
                if let Some(from) = made {
                    mask.copy(from, at, len);
                } else {
                    made = Some(at);
                    spread(rows, side, mask.part(at, len));
                }
                total += count;
            }
        }
        total
    }

    fn mask_by_list(&self, state: &State, mask: &mut Canvas<'_>) -> usize {
        let mut total = 0;
        self.visit_legal(state, |action| {
            if let Some(index) = self.index_of(state, action) {
                mask.part(index as usize, 1)[0] = 1;
                total += 1;
            }
        });
        total
    }

    /// Whether every legal placement lies in the window.
    fn is_all_in_window(&self, bounds: Bounds) -> bool {
        let (side, reach) = (self.rules.window as i16, self.outlines.longest() as i16);
        let (row0, col0) = corner(bounds, self.rules.window);
        bounds.top - reach >= row0
            && bounds.left - reach >= col0
            && bounds.bottom + 1 < row0 + side
            && bounds.right + 1 < col0 + side
    }

    /// A uniformly random legal placement in the window, as its index.
    #[inline(always)]
    pub(super) fn pick_index(&self, state: &State, random: &mut Random) -> Option<u32> {
        if !matches!(self.actor_of(state), Actor::Player(_)) {
            return None;
        }
        let bounds = state.mosaic.bounds();
        if bounds.is_empty() || self.is_all_in_window(bounds) {
            return self.index_of(state, self.random_placement(state, random));
        }
        let side = self.rules.window;
        let (row0, col0) = corner(state.mosaic.bounds(), side);
        let rows = |outline: usize| {
            (row0..row0 + side as i16).map(move |row| {
                first_bits(state.mosaic.anchor_row(&self.outlines, outline, row, col0), side)
            })
        };
        let counts = [0, 1].map(|outline| rows(outline).map(u64::count_ones).sum::<u32>());
        let planes = (0..HAND).flat_map(|slot| (0..TURNS as u8).map(move |rot| (slot, rot)));
        let planes = planes.filter(|&(slot, rot)| rot < self.turns_at(state, slot));
        let total = planes.clone().map(|(_, rot)| counts[usize::from(rot & 1)]).sum();
        if total == 0 {
            return None;
        }
        let mut k = random.below(total);
        for (slot, rot) in planes {
            let outline = usize::from(rot & 1);
            if k >= counts[outline] {
                k -= counts[outline];
                continue;
            }
            for (row, word) in rows(outline).enumerate() {
                if k < word.count_ones() {
                    let col = nth_bit(word, k) as usize;
                    let plane = slot * TURNS + usize::from(rot);
                    return Some(((plane * side + row) * side + col) as u32);
                }
                k -= word.count_ones();
            }
        }
        unreachable!("there are fewer placements in the window than their count says")
    }
}
