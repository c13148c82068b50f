//! All lays of a pattern on a mural at once, counted and found without a list.
//!
//! Whether a block may slide in a direction without meeting another does not depend on what is laid,
//! so one table for a mural serves all patterns. A cell beside one block is then a matter of masks:
//! the tile lies behind the block, and the block slides away from it. Cells beside several blocks
//! are few and searched one by one.

use super::blocks::members;
use super::{Blocks, Ground, Headings, PATTERNS, Pattern, Push, Sides};
use crate::grid::{Cells, Direction};
use crate::instructions::with_best_instructions;

/// How the blocks of one mural can slide.
///
/// Outside `slide_contact=allow` no two patterns may touch before the lay (N-1).
#[derive(Clone, Copy, Debug)]
pub struct Slides<'a> {
    ground: &'a Ground,
    blocks: &'a Blocks,
    occupied: Cells,
    /// Each block and the cells beside it.
    zones: [Cells; PATTERNS],
    /// The directions in which a block meets none of those that stand.
    clear: Headings,
    /// Whether masks decide; else every cell that touches a block is searched.
    is_plain: bool,
}

/// The lays of one pattern on the candidate cells: pairs of cell and push.
#[derive(Clone, Copy, Debug)]
pub struct Lays<'a> {
    slides: &'a Slides<'a>,
    pattern: Pattern,
    /// Cells beside no other block: nothing moves.
    quiet: Cells,
    /// Cells beside one other block, and the lays there that push each block.
    single: Cells,
    counts: [u16; PATTERNS],
    /// Cells that are searched, and the lays there.
    searched: Cells,
    found: usize,
}

impl<'a> Slides<'a> {
    /// The table of a mural.
    #[must_use]
    pub fn new(ground: &'a Ground, blocks: &'a Blocks) -> Self {
        with_best_instructions(
            #[inline(always)]
            || Self::prepare(ground, blocks),
        )
    }

    #[inline(always)]
    fn prepare(ground: &'a Ground, blocks: &'a Blocks) -> Self {
        let is_plain = ground.is_plain() && blocks.immovable().is_empty();
        let mut zones = [Cells::EMPTY; PATTERNS];
        let (mut occupied, mut once, mut twice) = (Cells::EMPTY, Cells::EMPTY, Cells::EMPTY);
        for pattern in members(blocks.standing()) {
            let block = blocks.of(pattern);
            let zone = (block | block.beside()) & ground.inside;
            zones[usize::from(pattern)] = zone;
            occupied |= block;
            twice |= once & zone;
            once |= zone;
        }
        let mut clear = Headings::NONE;
        if is_plain {
            for pattern in members(blocks.standing()) {
                let others = once - (zones[usize::from(pattern)] - twice);
                for direction in Direction::ALL {
                    if !blocks.of(pattern).shifted(direction).intersects(others) {
                        clear.insert(pattern, direction);
                    }
                }
            }
        }
        Self { ground, blocks, occupied, zones, clear, is_plain }
    }

    /// The lays of a pattern on those of the candidate cells that are empty and no columns. N-4 and
    /// shapes are for the caller to ask for in the candidates.
    #[must_use]
    pub fn lays(&self, pattern: Pattern, candidates: Cells) -> Lays<'_> {
        with_best_instructions(
            #[inline(always)]
            || self.lays_of(pattern, candidates),
        )
    }

    #[inline(always)]
    fn lays_of(&self, pattern: Pattern, candidates: Cells) -> Lays<'_> {
        let (mut once, mut twice) = (Cells::EMPTY, Cells::EMPTY);
        for other in self.blocks.foreign(pattern) {
            let zone = self.zone(other);
            twice |= once & zone;
            once |= zone;
        }
        let empty = candidates & self.ground.inside - self.occupied - self.ground.columns;
        let touching = empty & once;
        let single = if self.is_plain { touching - twice } else { Cells::EMPTY };
        let mut lays = Lays {
            slides: self,
            pattern,
            quiet: empty - once,
            single,
            counts: [0; PATTERNS],
            searched: touching - single,
            found: 0,
        };
        if !single.is_empty() {
            for other in self.blocks.foreign(pattern) {
                let cells = single & self.zone(other);
                lays.counts[usize::from(other)] = Direction::ALL
                    .map(|direction| self.behind(other, direction, cells).len() as u16)
                    .iter()
                    .sum();
            }
        }
        for cell in lays.searched.iter() {
            self.search(pattern, cell, |_| lays.found += 1);
        }
        lays
    }

    #[inline(always)]
    fn zone(&self, pattern: Pattern) -> Cells {
        self.zones[usize::from(pattern)]
    }

    /// Those of the cells from which a tile pushes the block in the direction, legally if it touches
    /// no other.
    #[inline(always)]
    fn behind(&self, pattern: Pattern, direction: Direction, cells: Cells) -> Cells {
        if !self.clear.of(pattern).has(direction) {
            return Cells::EMPTY;
        }
        let touched = self.blocks.of(pattern).shifted(direction.opposite());
        // The block may neither cover the tile nor stop beside it. What is lost at an edge adds
        // nothing: on the mural it was beside its own cell alone, which was not empty.
        (cells & touched) - self.zone(pattern).shifted(direction)
    }

    /// Every legal push on a cell that touches blocks.
    #[inline(always)]
    fn search(&self, pattern: Pattern, cell: u8, mut visit: impl FnMut(Push)) {
        if !self.is_plain {
            return self.blocks.pushes(self.ground, pattern, cell, visit);
        }
        let (touched, _) = self.blocks.contact(pattern, cell);
        let several = touched.several();
        for moves in touched.combinations() {
            if self.is_legal(cell, moves) {
                let choices = Headings::from_bits(moves.bits() & several.bits());
                visit(Push { choices, moves });
            }
        }
    }

    /// Whether blocks that move at once away from a tile, one direction each, meet nothing.
    #[inline(always)]
    fn is_legal(&self, cell: u8, moves: Headings) -> bool {
        let standing = self.blocks.standing() & !moves.patterns();
        moves.iter().all(|(pattern, sides)| {
            let Some(direction) = sides.iter().next() else { return true };
            if direction.opposite().next(cell).is_some_and(|behind| self.zone(pattern).has(behind))
            {
                return false;
            }
            let moved = self.blocks.of(pattern).shifted(direction) & self.ground.inside;
            if !self.clear.of(pattern).has(direction)
                && members(standing).any(|other| self.zone(other).intersects(moved))
            {
                return false;
            }
            // Blocks that move the same way keep their distance.
            moves.iter().all(|(other, away)| {
                other <= pattern
                    || away == sides
                    || away.iter().all(|away| !self.zone(other).shifted(away).intersects(moved))
            })
        })
    }
}

impl Lays<'_> {
    /// The number of legal pairs of cell and push.
    #[must_use]
    #[inline(always)]
    pub fn count(&self) -> usize {
        let pushing: u16 = self.counts.iter().sum();
        self.quiet.len() + usize::from(pushing) + self.found
    }

    /// Every pair, in a fixed order: cells beside no other block; those beside one, by block and
    /// direction; then the others; each row by row.
    pub fn each(&self, mut visit: impl FnMut(u8, Push)) {
        for cell in self.quiet.iter() {
            visit(cell, Push::default());
        }
        for (other, &count) in self.counts.iter().enumerate() {
            if count > 0 {
                for direction in Direction::ALL {
                    for cell in self.behind(other as Pattern, direction).iter() {
                        visit(cell, self.pushing(other as Pattern, direction, cell));
                    }
                }
            }
        }
        for cell in self.searched.iter() {
            self.slides.search(self.pattern, cell, |push| visit(cell, push));
        }
    }

    /// The pair after `index` others, in the order of [`Lays::each`].
    #[must_use]
    pub fn nth(&self, mut index: usize) -> Option<(u8, Push)> {
        if let Some(cell) = self.quiet.nth(index) {
            return Some((cell, Push::default()));
        }
        index -= self.quiet.len();
        for (other, &count) in self.counts.iter().enumerate() {
            if index >= usize::from(count) {
                index -= usize::from(count);
                continue;
            }
            for direction in Direction::ALL {
                let cells = self.behind(other as Pattern, direction);
                if let Some(cell) = cells.nth(index) {
                    return Some((cell, self.pushing(other as Pattern, direction, cell)));
                }
                index -= cells.len();
            }
        }
        let mut found = None;
        for cell in self.searched.iter() {
            self.slides.search(self.pattern, cell, |push| {
                if index == 0 && found.is_none() {
                    found = Some((cell, push));
                }
                index = index.saturating_sub(1);
            });
            if found.is_some() {
                break;
            }
        }
        found
    }

    #[inline(always)]
    fn behind(&self, other: Pattern, direction: Direction) -> Cells {
        self.slides.behind(other, direction, self.single)
    }

    /// The push of the one block that a cell touches.
    fn pushing(&self, other: Pattern, direction: Direction, cell: u8) -> Push {
        let moves = Headings::NONE.with(other, Sides::single(direction));
        let (touched, _) = self.slides.blocks.contact(self.pattern, cell);
        let choices = if touched.of(other).len() > 1 { moves } else { Headings::NONE };
        Push { choices, moves }
    }
}
