//! What follows from the mural and is asked for at every decision: kept in the position, and renewed
//! when the mural has changed, as far as it has.

use std::borrow::Cow;
use std::hash::{Hash, Hasher};

use super::Athos;
use super::mural::{Blocks, Ground, PATTERNS, Pattern, Table, members};
use super::state::State;
use crate::grid::Cells;

/// It says nothing that the rest of the position does not: all of them are equal.
#[derive(Clone, Copy, Debug)]
pub struct Kept {
    /// The patterns whose block or card has changed since, a bit each. Until this is 0 nothing holds.
    pub stale: u16,
    /// How blocks slide (M).
    table: Table,
    /// The cells, empty or not, on which the shape of each block allows a tile (N-4, O).
    reach: [Cells; PATTERNS],
    /// The faces that a restore of each block can ask for, a bit each (J).
    asked: [u64; PATTERNS],
}

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
    /// Of an empty mural.
    #[must_use]
    pub fn new(ground: &Ground) -> Self {
        let table = Table::new(ground, &Blocks::default());
        Self { stale: 0, table, reach: [ground.inside; PATTERNS], asked: [0; PATTERNS] }
    }

    /// The cells, empty or not, on which the shape of a block allows a tile, if they are known.
    #[inline]
    #[must_use]
    pub fn reach(&self, pattern: Pattern) -> Option<Cells> {
        (self.stale == 0).then_some(self.reach[usize::from(pattern)])
    }

    /// The faces that a restore of a block can ask for, a bit each; all if they are not known.
    #[inline]
    #[must_use]
    pub fn asked(&self, pattern: Pattern) -> u64 {
        if self.stale == 0 { self.asked[usize::from(pattern)] } else { u64::MAX }
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
        for pattern in members(state.kept.stale) {
            let (index, block) = (usize::from(pattern), state.blocks.of(pattern));
            state.kept.reach[index] = self.reach(state, pattern, block);
            let asks = self.rules.mode.has_cards() && !block.is_empty();
            state.kept.asked[index] = if asks { self.fit(state, pattern).asked() } else { 0 };
        }
        let stale = std::mem::take(&mut state.kept.stale);
        state.kept.table.update(&self.ground, &state.blocks, stale);
    }
}
