//! All lays of a pattern on a mural at once, counted and found without a list.
//!
//! Whether a block may slide in a direction without meeting another does not depend on what is laid,
//! so one table for a mural serves all patterns. Cells beside one block or two are then a matter of
//! masks: the tile lies behind each block, and each slides away from it. Cells beside more blocks are
//! rare and searched one by one.

use std::ops::ControlFlow;

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
    /// Cells beside one other block, or two, where masks decide.
    single: Cells,
    double: Cells,
    /// Cells that are searched.
    searched: Cells,
    count: usize,
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
        let [mut once, mut twice, mut thrice] = [Cells::EMPTY; 3];
        for other in self.blocks.foreign(pattern) {
            let zone = self.zone(other);
            thrice |= twice & zone;
            twice |= once & zone;
            once |= zone;
        }
        let empty = candidates & (self.ground.inside - self.occupied - self.ground.columns);
        let (quiet, touching) = (empty - once, empty & once);
        let [single, double] = if self.is_plain {
            [touching - twice, touching & (twice - thrice)]
        } else {
            [Cells::EMPTY; 2]
        };
        let searched = touching - single - double;
        let mut lays =
            Lays { slides: self, pattern, quiet, single, double, searched, count: quiet.len() };
        if !touching.is_empty() {
            let mut count = lays.count;
            let _ = lays.by_masks(|_, cells| {
                count += cells.len();
                ControlFlow::<()>::Continue(())
            });
            for cell in searched.iter() {
                self.search(pattern, cell, |_| count += 1);
            }
            lays.count = count;
        }
        lays
    }

    #[inline(always)]
    fn zone(&self, pattern: Pattern) -> Cells {
        self.zones[usize::from(pattern)]
    }

    /// For each direction, those of the cells that touch the block where it slides this way, and that
    /// it then neither covers nor touches.
    #[inline(always)]
    fn behind(&self, pattern: Pattern, cells: Cells) -> [Cells; 4] {
        let (block, zone) = (self.blocks.of(pattern), self.zone(pattern));
        // What is lost at an edge adds nothing: on the mural it was beside its own cell alone, which
        // was not empty.
        let side = |direction: Direction| {
            (cells & block.shifted(direction.opposite())) - zone.shifted(direction)
        };
        // `map` would not be inlined.
        [
            side(Direction::North),
            side(Direction::East),
            side(Direction::South),
            side(Direction::West),
        ]
    }

    /// Every legal push on a cell that touches blocks.
    #[inline(always)]
    fn search(&self, pattern: Pattern, cell: u8, mut visit: impl FnMut(Push)) {
        if !self.is_plain {
            return self.blocks.pushes(self.ground, pattern, cell, visit);
        }
        let (touched, _) = self.blocks.contact(pattern, cell);
        for moves in touched.combinations() {
            let is_behind = |(pattern, sides): (Pattern, Sides)| {
                sides.iter().all(|away| {
                    away.opposite().next(cell).is_none_or(|to| !self.zone(pattern).has(to))
                })
            };
            if moves.iter().all(is_behind) && self.keep_apart(moves) {
                visit(self.push(pattern, cell, moves));
            }
        }
    }

    /// Whether blocks that move at once, one direction each, meet no other and not each other.
    #[inline(always)]
    fn keep_apart(&self, moves: Headings) -> bool {
        let moving = moves.patterns();
        moves.iter().all(|(pattern, sides)| {
            sides.iter().all(|direction| {
                self.is_clear_but(pattern, direction, moving)
                    && moves.iter().all(|(other, away)| {
                        other <= pattern
                            || away
                                .iter()
                                .all(|away| self.are_apart((pattern, direction), (other, away)))
                    })
            })
        })
    }

    /// Whether a block that moves meets none of those that do not.
    #[inline(always)]
    fn is_clear_but(&self, pattern: Pattern, direction: Direction, moving: u16) -> bool {
        self.clear.of(pattern).has(direction) || {
            let moved = self.blocks.of(pattern).shifted(direction);
            !members(self.blocks.standing() & !moving)
                .any(|other| self.zone(other).intersects(moved))
        }
    }

    /// Whether two blocks that move at once stay apart; those that move the same way do.
    #[inline(always)]
    fn are_apart(&self, one: (Pattern, Direction), other: (Pattern, Direction)) -> bool {
        let moved = |(pattern, direction)| self.blocks.of(pattern).shifted(direction);
        one.1 == other.1 || {
            let zone = self.zone(other.0).shifted(other.1) & self.ground.inside;
            !zone.intersects(moved(one))
        }
    }

    /// The push of blocks that a cell touches, one direction each.
    #[inline(always)]
    fn push(&self, pattern: Pattern, cell: u8, moves: Headings) -> Push {
        let (touched, _) = self.blocks.contact(pattern, cell);
        let choices = Headings::from_bits(moves.bits() & touched.several().bits());
        Push { choices, moves }
    }
}

impl Lays<'_> {
    /// The number of legal pairs of cell and push.
    #[must_use]
    #[inline(always)]
    pub fn count(&self) -> usize {
        self.count
    }

    /// Every pair, in a fixed order: cells beside no other block; those beside one, by block and
    /// direction; those beside two; then the others; each row by row.
    pub fn each(&self, mut visit: impl FnMut(u8, Push)) {
        for cell in self.quiet.iter() {
            visit(cell, Push::default());
        }
        let _ = self.by_masks(|moves, cells| {
            for cell in cells.iter() {
                visit(cell, self.slides.push(self.pattern, cell, moves));
            }
            ControlFlow::<()>::Continue(())
        });
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
        let found = with_best_instructions(
            #[inline(always)]
            || {
                self.by_masks(|moves, cells| {
                    let count = cells.len();
                    if index < count {
                        return ControlFlow::Break((moves, cells));
                    }
                    index -= count;
                    ControlFlow::Continue(())
                })
            },
        );
        if let ControlFlow::Break((moves, cells)) = found {
            let cell = cells.nth(index)?;
            return Some((cell, self.slides.push(self.pattern, cell, moves)));
        }
        for cell in self.searched.iter() {
            let mut found = None;
            self.slides.search(self.pattern, cell, |push| {
                if index == 0 && found.is_none() {
                    found = Some((cell, push));
                }
                index = index.saturating_sub(1);
            });
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Visits what can move together and the cells from which it is pushed, as far as masks decide.
    #[inline(always)]
    fn by_masks<B>(
        &self,
        mut visit: impl FnMut(Headings, Cells) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Self { slides, pattern, single, double, .. } = *self;
        for one in slides.blocks.foreign(pattern) {
            let cells = single & slides.zone(one);
            if cells.is_empty() {
                continue;
            }
            let behind = slides.behind(one, cells);
            for direction in slides.clear.of(one).iter() {
                let moves = Headings::NONE.with(one, Sides::single(direction));
                visit(moves, behind[direction as usize])?;
            }
        }
        for one in slides.blocks.foreign(pattern) {
            let beside = double & slides.zone(one);
            if beside.is_empty() {
                continue;
            }
            for other in slides.blocks.foreign(pattern).filter(|&other| other > one) {
                let cells = beside & slides.zone(other);
                if cells.is_empty() {
                    continue;
                }
                let moving = 1 << one | 1 << other;
                let (first, second) = (slides.behind(one, cells), slides.behind(other, cells));
                for direction in Direction::ALL {
                    let cells = first[direction as usize];
                    if cells.is_empty() || !slides.is_clear_but(one, direction, moving) {
                        continue;
                    }
                    for away in Direction::ALL {
                        let cells = cells & second[away as usize];
                        if !cells.is_empty()
                            && slides.is_clear_but(other, away, moving)
                            && slides.are_apart((one, direction), (other, away))
                        {
                            let moves = Headings::NONE
                                .with(one, Sides::single(direction))
                                .with(other, Sides::single(away));
                            visit(moves, cells)?;
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}
