//! What follows from the mural and is asked for at every decision: kept in the position, and renewed
//! when the mural has changed, as far as it has.

use std::borrow::Cow;
use std::hash::{Hash, Hasher};

use super::Athos;
use super::fit::Asks;
use super::mural::{Blocks, Ground, PATTERNS, Pattern, Table, members};
use super::state::State;
use crate::grid::Cells;

/// It says nothing that the rest of the position does not: all of them are equal.
#[derive(Clone, Copy, Debug)]
pub struct Kept {
    /// The patterns whose block or card has changed since, a bit each, and [`FUNDATHOS`]. Until this is
    /// 0 nothing holds.
    pub stale: u32,
    /// How blocks slide (M).
    table: Table,
    /// The cells, empty or not, on which the shape of each block allows a tile (N-4, O).
    reach: [Cells; PATTERNS],
    /// What a restore of each block can ask for (J).
    asks: [Asks; PATTERNS],
    /// The tiles of Fundathos that can be taken (L).
    released: Cells,
}

/// In place of a pattern: the tiles on Fundathos.
pub const FUNDATHOS: u32 = PATTERNS as u32;

impl PartialEq for Kept {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Kept {}

impl Hash for Kept {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl Kept {
    /// Whether both say the same.
    #[cfg(test)]
    pub fn is_like(&self, other: &Self) -> bool {
        (self.table, self.reach, self.asks, self.released)
            == (other.table, other.reach, other.asks, other.released)
    }

    /// Of an empty mural.
    #[must_use]
    pub fn new(ground: &Ground) -> Self {
        let table = Table::new(ground, &Blocks::default());
        Self {
            stale: 0,
            table,
            reach: [ground.inside; PATTERNS],
            asks: [Asks::default(); PATTERNS],
            released: Cells::EMPTY,
        }
    }

    /// The cells, empty or not, on which the shape of a block allows a tile, if they are known.
    #[inline]
    #[must_use]
    pub fn reach(&self, pattern: Pattern) -> Option<Cells> {
        (self.stale == 0).then_some(self.reach[usize::from(pattern)])
    }

    /// What a restore of a block can ask for, if it is known.
    #[inline]
    #[must_use]
    pub fn asks(&self, pattern: Pattern) -> Option<&Asks> {
        (self.stale == 0).then_some(&self.asks[usize::from(pattern)])
    }

    /// The tiles of Fundathos that can be taken, if they are known.
    #[inline]
    #[must_use]
    pub fn released(&self) -> Option<Cells> {
        (self.stale == 0).then_some(self.released)
    }
}

impl Athos {
    /// How the blocks of the mural slide.
    #[inline]
    pub(super) fn table<'a>(&self, state: &'a State) -> Cow<'a, Table> {
        match state.kept.stale {
            0 => Cow::Borrowed(&state.kept.table),
            _ => Cow::Owned(Table::new(&self.ground, &state.blocks)),
        }
    }

    /// Brings up to date what is kept.
    #[inline]
    pub(super) fn refresh(&self, state: &mut State) {
        if state.kept.stale != 0 {
            self.renew(state);
        }
    }

    fn renew(&self, state: &mut State) {
        let stale = state.kept.stale;
        let blocks = stale as u16;
        if stale >> FUNDATHOS & 1 == 1 {
            state.kept.released = self.board.released(state.left, self.rules.release);
        }
        for pattern in members(blocks) {
            let (index, block) = (usize::from(pattern), state.blocks.of(pattern));
            state.kept.reach[index] = self.reach(state, pattern, block);
            let asks = self.rules.mode.has_cards() && !block.is_empty();
            state.kept.asks[index] =
                if asks { self.fit(state, pattern).asks() } else { Asks::default() };
        }
        if blocks != 0 {
            state.kept.table.update(&self.ground, &state.blocks, blocks);
        }
        state.kept.stale = 0;
    }
}
