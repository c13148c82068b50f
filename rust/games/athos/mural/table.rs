//! What of sliding does not depend on the pattern laid: one table for a mural serves all patterns.

use super::blocks::members;
use super::{Blocks, Ground, Headings, PATTERNS, Pattern};
use crate::grid::{Cells, Direction};
use crate::instructions::with_best_instructions;

/// How the blocks of one mural can slide.
///
/// Outside `slide_contact=allow` no two patterns may touch before the lay (N-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Table {
    /// All tiles.
    pub(super) occupied: Cells,
    /// The cells of at least one, two, three, four zones.
    pub(super) shared: [Cells; 4],
    /// For each direction, the cells whose neighbour there belongs to a block that slides this way, and
    /// then neither covers nor touches the cell; other blocks at the cell apart.
    pub(super) pushed: [Cells; 4],
    /// The directions in which a block meets none of those that stand.
    pub(super) clear: Headings,
    /// Whether masks decide; else every cell that touches a block is searched.
    pub(super) is_plain: bool,
    /// Each block and the cells beside it.
    pub(super) zones: [Cells; PATTERNS],
}

impl Table {
    /// The table of a mural.
    #[must_use]
    pub fn new(ground: &Ground, blocks: &Blocks) -> Self {
        let mut table = Self {
            occupied: Cells::EMPTY,
            zones: [Cells::EMPTY; PATTERNS],
            shared: [Cells::EMPTY; 4],
            clear: Headings::NONE,
            pushed: [Cells::EMPTY; 4],
            is_plain: false,
        };
        table.update(ground, blocks, blocks.standing());
        table
    }

    /// Brings the table up to date after these patterns, a bit each, have changed.
    pub fn update(&mut self, ground: &Ground, blocks: &Blocks, changed: u16) {
        with_best_instructions(
            #[inline(always)]
            || self.renew(ground, blocks, changed),
        );
    }

    #[inline(always)]
    fn renew(&mut self, ground: &Ground, blocks: &Blocks, changed: u16) {
        self.is_plain = ground.is_plain() && blocks.immovable().is_empty();
        for pattern in members(changed) {
            let block = blocks.of(pattern);
            self.zones[usize::from(pattern)] = (block | block.beside()) & ground.inside;
        }
        self.occupied = Cells::EMPTY;
        let [mut once, mut twice, mut thrice, mut often] = [Cells::EMPTY; 4];
        for pattern in members(blocks.standing()) {
            self.occupied |= blocks.of(pattern);
            let zone = self.zone(pattern);
            often |= thrice & zone;
            thrice |= twice & zone;
            twice |= once & zone;
            once |= zone;
        }
        self.shared = [once, twice, thrice, often];
        self.clear = Headings::NONE;
        self.pushed = [Cells::EMPTY; 4];
        if self.is_plain {
            self.slide_all(blocks);
        }
    }

    #[inline(always)]
    fn slide_all(&mut self, blocks: &Blocks) {
        let twice = self.shared[1];
        // What a block meets when it slides is a cell of its zone and of another one: its tiles that
        // have such a cell ahead stop it.
        let stopped = [
            twice.shifted(Direction::South),
            twice.shifted(Direction::West),
            twice.shifted(Direction::North),
            twice.shifted(Direction::East),
        ];
        for pattern in members(blocks.standing()) {
            let (block, zone) = (blocks.of(pattern), self.zone(pattern));
            for direction in Direction::ALL {
                if !block.intersects(stopped[direction as usize]) {
                    self.clear.insert(pattern, direction);
                    self.pushed[direction as usize] |= behind(block, zone, direction);
                }
            }
        }
    }

    #[inline(always)]
    pub(super) fn zone(&self, pattern: Pattern) -> Cells {
        self.zones[usize::from(pattern)]
    }
}

/// The cells that touch a block where it slides this way, and that it then neither covers nor touches.
#[inline(always)]
pub(super) fn behind(block: Cells, zone: Cells, direction: Direction) -> Cells {
    // What is lost at an edge adds nothing: on the mural it was beside its own cell alone, which was
    // not empty.
    block.shifted(direction.opposite()) - zone.shifted(direction)
}
