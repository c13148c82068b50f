//! Restoring: an incorrect tile goes, a correct one comes (J).

use tinyvec::TinyVec;

use super::Athos;
use super::action::{Cell, Lay};
use super::atelier::Held;
use super::mural::{Headings, members};
use super::state::State;
use super::tools::LaySort;
use super::types::{Pattern, Tile};
use crate::grid::Cells;

/// A restore: the cell of the removed tile, and what is laid.
pub type Restore = (Cell, Lay);
/// Restores; seldom more than these.
pub type Restores = TinyVec<[Restore; 8]>;

/// How many unlinked parts a set of cells has (N-6).
pub(super) fn parts(mut block: Cells) -> u32 {
    let mut parts = 0;
    while let Some(first) = block.nth(0) {
        block -= block.connected(Cells::single(first));
        parts += 1;
    }
    parts
}

impl Athos {
    /// Every restore that is possible, in the order of the legal actions: by removed cell, tile, turn,
    /// new cell, slides, without the tool and with it (Y-17).
    pub(super) fn restores(&self, state: &State) -> Restores {
        let mut restores = self.plain_restores(state);
        if !self.has_tools() {
            return restores;
        }
        for index in 0..restores.len() {
            let (cell, lay) = restores[index];
            let pattern = self.pattern(lay.tile.face);
            if self.bonus_cells(state, pattern, LaySort::Restore(cell)).has(lay.cell) {
                restores.push((cell, Lay { tool: true, ..lay }));
            }
        }
        restores.sort_unstable();
        restores
    }

    /// Every restore without a tool.
    pub(super) fn plain_restores(&self, state: &State) -> Restores {
        let mut restores = TinyVec::new();
        if !self.rules.mode.has_cards() {
            // J-17.
            return restores;
        }
        let usable = self.usable(state);
        let asking = usable.iter().fold(0, |set, tile| {
            let pattern = self.pattern(tile.face);
            let faces = state.kept.asks(pattern).map_or(u64::MAX, |asks| asks.faces);
            set | ((faces >> tile.face.0 & 1) as u16) << pattern
        });
        for pattern in members(asking) {
            self.add_restores(state, pattern, &usable, &mut restores);
        }
        restores.sort_unstable();
        restores
    }

    /// How many restores are possible.
    #[inline(always)]
    pub(super) fn count_restores(&self, state: &State, usable: &[Held]) -> usize {
        if !self.rules.mode.has_cards() {
            return 0;
        }
        let mut count = 0;
        for tile in usable {
            let pattern = self.pattern(tile.face);
            let asks = state.kept.asks(pattern);
            if asks.is_some_and(|asks| asks.faces >> tile.face.0 & 1 == 0) {
                continue;
            }
            match asks.filter(|asks| !asks.is_moved && !self.has_tools()) {
                Some(asks) => count += asks.count(self.art(state, pattern).shows(tile.face)),
                None => return self.restores(state).len(),
            }
        }
        count
    }

    fn add_restores(&self, state: &State, pattern: Pattern, usable: &[Held], to: &mut Restores) {
        let block = state.blocks.of(pattern);
        // Several frames may ask for the same.
        let mut add = |restore| {
            if !to.contains(&restore) {
                to.push(restore);
            }
        };
        self.fit(state, pattern).each_removable(|removed, frame, wanted| {
            if let Some(wanted) = wanted {
                // J-8; by J-13 nothing slides.
                for tile in held_as(usable, wanted) {
                    add((removed, lay(tile, wanted, removed, Headings::NONE)));
                }
                return;
            }
            // J-9: the removed tile lay outside the frame.
            let mut blocks = state.blocks;
            blocks.remove(removed);
            let rest = blocks.of(pattern);
            let empty = self.empty(state) | Cells::single(removed);
            for cell in (frame.cells() & empty & self.reach(state, pattern, rest)).iter() {
                let Some(wanted) = self.art(state, pattern).at(frame, cell) else { continue };
                // J-10.
                if parts(rest | Cells::single(cell)) > parts(block) {
                    continue;
                }
                for tile in held_as(usable, wanted) {
                    blocks.pushes(&self.ground, pattern, cell, |push| {
                        add((removed, lay(tile, wanted, cell, push.choices)));
                    });
                }
            }
        });
    }
}

/// Those of the tiles that show the face of another one.
fn held_as(tiles: &[Held], wanted: Tile) -> impl Iterator<Item = Held> {
    tiles.iter().copied().filter(move |tile| tile.face == wanted.face())
}

fn lay(tile: Held, wanted: Tile, cell: Cell, choices: Headings) -> Lay {
    Lay { tile, turn: wanted.turn(), cell, choices, card: None, tool: false }
}
