//! Where the indices of each sort of action lie.

use super::Athos;
use super::atelier::SPACES;
use super::contract::Crossing;
use super::mural::RANKS as PUSHES;

/// Restores onto another cell that have an index; of the ways in which a lay can slide it is
/// [`PUSHES`].
pub(super) const MOVED: usize = 16;
/// Sides of a cube.
pub(super) const SIDES: usize = 6;

/// Where each sort of action begins.
#[derive(Clone, Copy, Debug, Default)]
pub struct Indices {
    pub(super) slots: usize,
    pub(super) cells: usize,
    pub(super) spaces: usize,
    faces: usize,
    /// Quarter-turns and orientations of a lay.
    pub(super) looks: usize,
    pub(super) sides: usize,
    /// Tiles of another side that can be taken.
    pub(super) offers: usize,
    has_cards: bool,
    /// What Masters and tools take (X, Y).
    masters: usize,
    uses: usize,
    tools: usize,
    effects: usize,
    with_tool: usize,
    /// Where each sort begins, and where the last one ends.
    pub(super) starts: [usize; SORTS + 1],
}

/// The sorts of action, in the order of their indices: the small ones first, so that a mask has them
/// side by side.
pub(super) const TAKE: usize = 0;
pub(super) const TAKE_FROM: usize = 1;
pub(super) const ROTATE: usize = 2;
pub(super) const PROTECT: usize = 3;
pub(super) const UNPROTECT: usize = 4;
pub(super) const MARK: usize = 5;
pub(super) const PASS: usize = 6;
pub(super) const LAY: usize = 7;
pub(super) const SWAP: usize = 8;
pub(super) const RESTORE: usize = 9;
pub(super) const MOVE: usize = 10;
/// Getting and keeping a Master; what the held one is used for.
pub(super) const MASTER: usize = 11;
pub(super) const USE: usize = 12;
/// Getting a tool and the like; the actions of the held one; lays, moves to Protected and restores
/// with the tool.
pub(super) const TOOL: usize = 13;
pub(super) const EFFECT: usize = 14;
pub(super) const WITH_TOOL: usize = 15;
const SORTS: usize = 16;

impl Indices {
    fn sizes(&self) -> [usize; SORTS] {
        let [restores, moves] = self.restores();
        [
            self.faces,
            self.spaces,
            self.slots * SIDES,
            self.slots,
            self.slots,
            Crossing::COUNT,
            1,
            self.lays(),
            self.slots * self.slots * self.sides * self.offers,
            restores,
            moves,
            self.masters,
            self.uses,
            self.tools,
            self.effects,
            self.with_tool,
        ]
    }

    /// Indices of lays.
    pub(super) fn lays(&self) -> usize {
        self.slots * self.cells * PUSHES * self.looks
    }

    /// Indices of restores on the same cell, and onto others.
    pub(super) fn restores(&self) -> [usize; 2] {
        let cells = usize::from(self.has_cards) * self.cells;
        [cells * self.slots * 4, cells * MOVED]
    }

    /// Tiles of an atelier, with its tool card; cells; spaces of Fundathos; faces.
    pub(super) fn parts(&self) -> [usize; 4] {
        [self.slots, self.cells, self.spaces, self.faces]
    }

    /// How many indices there are.
    #[must_use]
    pub fn total(&self) -> usize {
        self.starts[SORTS]
    }

    /// Where lays begin of the tile in a slot that slide in the way of this rank and look like that: one
    /// index a cell, so that a mask has the same cells again and again.
    #[inline(always)]
    pub(super) fn lays_at(&self, slot: usize, rank: usize, look: usize) -> usize {
        ((slot * PUSHES + rank) * self.looks + look) * self.cells
    }
}

impl Athos {
    /// Where the indices of a game begin that is made ready otherwise.
    pub(super) fn lay_out(&self) -> Indices {
        let (rows, columns) = self.set.mural;
        let has_cards = self.rules.mode.has_cards();
        let (tools, card) = (usize::from(self.has_tools()), 2 * usize::from(self.has_tools()));
        let indices = Indices {
            slots: usize::from(self.spaces[0] + self.spaces[1]) + card,
            cells: usize::from(rows) * usize::from(columns),
            spaces: usize::from(self.set.fundathos.rows) * usize::from(self.set.fundathos.cols),
            faces: self.set.faces.len(),
            looks: if !has_cards {
                1
            } else if self.rules.turns_cards {
                16
            } else {
                4
            },
            sides: self.sides,
            offers: SPACES + tools,
            has_cards,
            masters: 0,
            uses: 0,
            tools: 0,
            effects: 0,
            with_tool: 0,
            starts: [0; SORTS + 1],
        };
        let mut indices = Indices {
            masters: self.master_indices(),
            uses: self.use_indices(&indices),
            tools: self.tool_indices(),
            effects: self.effect_indices(&indices),
            with_tool: self.with_tool_indices(&indices),
            ..indices
        };
        for (sort, size) in indices.sizes().into_iter().enumerate() {
            indices.starts[sort + 1] = indices.starts[sort] + size;
        }
        indices
    }
}
