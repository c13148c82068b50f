//! What follows from the mural and is asked for at every decision: kept in the position, and renewed
//! when the mural has changed, as far as it has.

use std::borrow::Cow;
use std::hash::{Hash, Hasher};

use super::Athos;
use super::action::Action;
use super::fit::Asks;
use super::mural::{Blocks, Ground, PATTERNS, Pattern, Table, members};
use super::state::State;
use crate::grid::Cells;
use crate::instructions::with_best_instructions;

/// It says nothing that the rest of the position does not: all of them are equal.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Kept {
    /// The patterns whose block or card has changed since, a bit each, and [`FUNDATHOS`]. Until this is
    /// 0 nothing holds.
    pub stale: u32,
    /// What has changed of what observations show.
    pub changes: Changes,
    /// The tiles of Fundathos that can be taken (L).
    released: Cells,
    /// How blocks slide (M).
    table: Table,
    panels: [Panel; PATTERNS],
}

/// What is kept of one block, side by side in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
struct Panel {
    /// The cells, empty or not, on which its shape allows a tile (N-4, O).
    reach: Cells,
    /// What a restore can ask for (J).
    asks: Asks,
}

/// How often something may have changed, from 1.
#[derive(Clone, Copy, Debug)]
pub struct Changes {
    /// The mural, contract cards, or the box.
    pub mural: u32,
    /// The Fundathos board.
    pub fundathos: u32,
}

impl Changes {
    /// Counts what an action or event, with all that follows from it, can change.
    #[inline]
    pub fn count(&mut self, action: Action) {
        let [mural, fundathos] = match action {
            Action::First(_)
            | Action::Take(_)
            | Action::Rotate(..)
            | Action::Protect(..)
            | Action::Unprotect(_)
            | Action::Swap(_)
            | Action::Pass => [0, 0],
            Action::Draw(_) | Action::TakeFrom(_) => [0, 1],
            // A roll goes before the markers of a restore (K-2, Q-5).
            Action::Lay(_) | Action::Restore(..) | Action::Mark(_) | Action::Roll(_) => [1, 0],
            Action::Master(_) | Action::Tool(_) | Action::DealMaster(_) | Action::DealTool(_) => {
                [1, 1]
            }
        };
        self.mural += mural;
        self.fundathos += fundathos;
    }
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
        (self.table, self.panels, self.released) == (other.table, other.panels, other.released)
    }

    /// Of an empty mural.
    #[must_use]
    pub fn new(ground: &Ground) -> Self {
        let table = Table::new(ground, &Blocks::default());
        Self {
            stale: 0,
            changes: Changes { mural: 1, fundathos: 1 },
            table,
            panels: [Panel { reach: ground.inside, asks: Asks::default() }; PATTERNS],
            released: Cells::EMPTY,
        }
    }

    /// The cells, empty or not, on which the shape of a block allows a tile, if they are known.
    #[inline]
    #[must_use]
    pub fn reach(&self, pattern: Pattern) -> Option<Cells> {
        (self.stale == 0).then_some(self.panels[usize::from(pattern)].reach)
    }

    /// What a restore of a block can ask for, if it is known.
    #[inline]
    #[must_use]
    pub fn asks(&self, pattern: Pattern) -> Option<&Asks> {
        (self.stale == 0).then_some(&self.panels[usize::from(pattern)].asks)
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
            with_best_instructions(
                #[inline(always)]
                || self.renew(state),
            );
        }
    }

    #[inline(always)]
    fn renew(&self, state: &mut State) {
        let stale = state.kept.stale;
        let blocks = stale as u16;
        if stale >> FUNDATHOS & 1 == 1 {
            state.kept.released = self.board.released(state.left, self.rules.release);
        }
        for pattern in members(blocks) {
            let (index, block) = (usize::from(pattern), state.blocks.of(pattern));
            let reach = self.reach(state, pattern, block);
            let has_asks = self.rules.mode.has_cards() && !block.is_empty();
            let asks = if has_asks { self.fit(state, pattern).asks() } else { Asks::default() };
            state.kept.panels[index] = Panel { reach, asks };
        }
        if blocks != 0 {
            state.kept.table.update(&self.ground, &state.blocks, blocks);
        }
        state.kept.stale = 0;
    }
}
