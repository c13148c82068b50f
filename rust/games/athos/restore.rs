//! Restoring: an incorrect tile goes, a correct one comes (J).

use tinyvec::TinyVec;

use super::Athos;
use super::action::{Cell, Lay};
use super::atelier::Held;
use super::mural::Headings;
use super::state::State;
use super::tools::LaySort;
use super::types::{Pattern, Tile};
use crate::grid::{Cells, Direction};

/// A restore: the cell of the removed tile, and what is laid.
pub type Restore = (Cell, Lay);
/// Restores; seldom more than these.
pub type Restores = TinyVec<[Restore; 8]>;

/// The tiles of a block with fewer than four neighbours in it (J-4).
pub(super) fn border(block: Cells) -> Cells {
    let inner =
        Direction::ALL.into_iter().fold(block, |inner, direction| inner & block.shifted(direction));
    block - inner
}

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
        let mut seen = 0_u32;
        for tile in self.usable(state) {
            let pattern = self.pattern(tile.face);
            let bit = 1 << pattern;
            let is_asked = state.asked[usize::from(pattern)] >> tile.face.0 & 1 == 1;
            if seen & bit == 0 && is_asked {
                self.add_restores(state, pattern, &mut restores);
            }
            seen |= if is_asked { bit } else { 0 };
        }
        restores.sort_unstable();
        restores
    }

    /// Keeps up to date which faces a restore of a block can ask for: most blocks ask for none, and then
    /// nothing has to be looked for.
    pub(super) fn note_asked(&self, state: &mut State, pattern: Pattern) {
        if !self.rules.mode.has_cards() {
            return;
        }
        let border = border(state.blocks.of(pattern));
        let mut asked = 0_u64;
        for frame in self.frames(state, pattern) {
            let art = self.art(state, pattern);
            let mut ask = |tile: Tile| asked |= 1 << tile.face().0;
            for removed in (self.incorrect(state, pattern, frame) & border).iter() {
                match art.at(frame, removed) {
                    Some(wanted) => ask(wanted),
                    // J-9: any cell of the frame may come into question.
                    None => art.tiles().for_each(&mut ask),
                }
            }
        }
        state.asked[usize::from(pattern)] = asked;
    }

    fn add_restores(&self, state: &State, pattern: Pattern, to: &mut Restores) {
        let border = border(state.blocks.of(pattern));
        // Several frames may ask for the same.
        let mut add = |restore| {
            if !to.contains(&restore) {
                to.push(restore);
            }
        };
        for frame in self.frames(state, pattern) {
            for removed in (self.incorrect(state, pattern, frame) & border).iter() {
                let art = self.art(state, pattern);
                if let Some(wanted) = art.at(frame, removed) {
                    // J-8; by J-13 nothing slides.
                    for tile in self.held_as(state, wanted) {
                        add((removed, lay(tile, wanted, removed, Headings::NONE)));
                    }
                    continue;
                }
                // J-9: the removed tile lay outside the frame.
                let before = parts(state.blocks.of(pattern));
                let mut without = state.clone();
                without.take_off(removed);
                for cell in (frame.cells() & self.growth(&without, pattern)).iter() {
                    let Some(wanted) = art.at(frame, cell) else { continue };
                    let grown = without.blocks.of(pattern) | Cells::single(cell);
                    // J-10.
                    if parts(grown) > before {
                        continue;
                    }
                    for tile in self.held_as(state, wanted) {
                        self.each_push(&without, pattern, cell, |choices| {
                            add((removed, lay(tile, wanted, cell, choices)));
                        });
                    }
                }
            }
        }
    }

    /// The usable tiles that show the face of another one.
    fn held_as(&self, state: &State, wanted: Tile) -> impl Iterator<Item = Held> {
        self.usable(state).filter(move |tile| tile.face == wanted.face())
    }
}

fn lay(tile: Held, wanted: Tile, cell: Cell, choices: Headings) -> Lay {
    Lay { tile, turn: wanted.turn(), cell, choices, card: None, tool: false }
}
