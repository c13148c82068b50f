//! All lays of a pattern on a mural at once, counted and found without a list.
//!
//! Cells beside one block or two are a matter of masks: the tile lies behind each block, and each
//! slides away from it. Cells beside more blocks are rare and searched one by one.

use std::ops::ControlFlow;

use super::blocks::members;
use super::table::behind;
use super::{Blocks, Ground, Headings, PATTERNS, Pattern, Push, Sides, Table};
use crate::grid::{Cells, Direction};

/// Ways to push on a cell that [`Ways`] tells apart.
pub const RANKS: usize = 4;

/// Where a tile can be laid, without what is pushed there.
#[derive(Clone, Copy, Debug)]
pub struct Ways {
    /// The cells on which there is at least one way to push, two, and so on.
    pub ranks: [Cells; RANKS],
    /// Pairs of cell and push.
    pub count: usize,
}

/// One mural: its blocks and how they can slide.
#[derive(Clone, Copy, Debug)]
pub struct Slides<'a> {
    ground: &'a Ground,
    blocks: &'a Blocks,
    table: &'a Table,
}

/// The lays of one pattern on the candidate cells: pairs of cell and push.
#[derive(Clone, Copy, Debug)]
pub struct Lays<'a> {
    slides: Slides<'a>,
    pattern: Pattern,
    /// Cells beside no other block: nothing moves.
    quiet: Cells,
    /// Cells beside one other block, or two, where masks decide.
    single: Cells,
    double: Cells,
    /// Cells that are searched.
    searched: Cells,
}

impl<'a> Slides<'a> {
    /// A mural with its table.
    #[must_use]
    pub fn new(ground: &'a Ground, blocks: &'a Blocks, table: &'a Table) -> Self {
        Self { ground, blocks, table }
    }

    /// The lays of a pattern on those of the candidate cells that are empty and no columns. N-4 and
    /// shapes are for the caller to ask for in the candidates.
    #[must_use]
    #[inline(always)]
    pub fn lays(&self, pattern: Pattern, candidates: Cells) -> Lays<'a> {
        let Self { ground, table, .. } = *self;
        // Zones but for that of the pattern itself: where it counted, one less.
        let own = table.zone(pattern);
        let [once, twice, thrice, often] = table.shared;
        let once = once - (own - twice);
        let twice = twice - (own - thrice);
        let thrice = thrice - (own - often);
        let empty = candidates & (ground.inside - table.occupied - ground.columns);
        let (quiet, touching) = (empty - once, empty & once);
        let [single, double] = if table.is_plain {
            [touching - twice, touching & (twice - thrice)]
        } else {
            [Cells::EMPTY; 2]
        };
        let searched = touching - single - double;
        Lays { slides: *self, pattern, quiet, single, double, searched }
    }

    #[inline(always)]
    fn zone(&self, pattern: Pattern) -> Cells {
        self.table.zone(pattern)
    }

    /// For each direction, those of the cells that touch the block where it slides this way, and that
    /// it then neither covers nor touches.
    #[inline(always)]
    fn behind(&self, pattern: Pattern, cells: Cells) -> [Cells; 4] {
        let (block, zone) = (self.blocks.of(pattern), self.zone(pattern));
        // `map` would not be inlined.
        [
            cells & behind(block, zone, Direction::North),
            cells & behind(block, zone, Direction::East),
            cells & behind(block, zone, Direction::South),
            cells & behind(block, zone, Direction::West),
        ]
    }

    /// Every legal push on a cell that touches blocks.
    #[inline(always)]
    fn search(&self, pattern: Pattern, cell: u8, mut visit: impl FnMut(Push)) {
        if !self.table.is_plain {
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
        self.table.clear.of(pattern).has(direction) || {
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
        self.quiet.len() + self.count_single() + self.count_others()
    }

    /// The cells and how many ways to push there are on them.
    #[must_use]
    #[inline(always)]
    pub fn ways(&self) -> Ways {
        let Self { slides: Slides { blocks, table, .. }, pattern, single, .. } = *self;
        let mut ranks = [Cells::EMPTY; RANKS];
        ranks[0] = self.quiet;
        let mut count = self.quiet.len();
        let mut add = |mut cells: Cells| {
            count += cells.len();
            for rank in &mut ranks {
                (*rank, cells) = (*rank | cells, *rank & cells);
            }
        };
        if !single.is_empty() {
            let own = blocks.of(pattern);
            for direction in Direction::ALL {
                let cells = single & table.pushed[direction as usize];
                add(cells - own.shifted(direction.opposite()));
            }
        }
        if !self.double.is_empty() {
            let _ = self.by_two(&mut |_, cells| {
                add(cells);
                ControlFlow::<()>::Continue(())
            });
        }
        for cell in self.searched.iter() {
            self.slides.search(pattern, cell, |_| add(Cells::single(cell)));
        }
        Ways { ranks, count }
    }

    /// The number of pairs whose cell is beside one other block.
    #[inline(always)]
    fn count_single(&self) -> usize {
        if self.single.is_empty() {
            return 0;
        }
        let Self { slides: Slides { blocks, table, .. }, pattern, single, .. } = *self;
        let own = blocks.of(pattern);
        let count = |direction: Direction| {
            let cells = single & table.pushed[direction as usize];
            (cells - own.shifted(direction.opposite())).len()
        };
        count(Direction::North)
            + count(Direction::East)
            + count(Direction::South)
            + count(Direction::West)
    }

    /// The number of pairs whose cell is beside several other blocks.
    #[inline(always)]
    fn count_others(&self) -> usize {
        let mut count = 0;
        if !self.double.is_empty() {
            let _ = self.by_two(&mut |_, cells| {
                count += cells.len();
                ControlFlow::<()>::Continue(())
            });
        }
        for cell in self.searched.iter() {
            self.slides.search(self.pattern, cell, |_| count += 1);
        }
        count
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
        let quiet = self.quiet.len();
        if index < quiet {
            return self.quiet.nth(index).map(|cell| (cell, Push::default()));
        }
        index -= quiet;
        let found = self.by_masks(|moves, cells| {
            let count = cells.len();
            if index < count {
                return ControlFlow::Break((moves, cells));
            }
            index -= count;
            ControlFlow::Continue(())
        });
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
        let Self { slides, pattern, single, .. } = *self;
        for one in slides.blocks.foreign(pattern) {
            let cells = single & slides.zone(one);
            if cells.is_empty() {
                continue;
            }
            for direction in slides.table.clear.of(one).iter() {
                let beside = slides.blocks.of(one).shifted(direction.opposite());
                let cells = cells & beside & slides.table.pushed[direction as usize];
                visit(Headings::NONE.with(one, Sides::single(direction)), cells)?;
            }
        }
        if self.double.is_empty() { ControlFlow::Continue(()) } else { self.by_two(&mut visit) }
    }

    /// The same for cells beside two blocks.
    #[inline(always)]
    fn by_two<B>(
        &self,
        visit: &mut impl FnMut(Headings, Cells) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Self { slides, pattern, double, .. } = *self;
        let (mut near, mut count) = ([(0, Cells::EMPTY); PATTERNS], 0);
        for other in slides.blocks.foreign(pattern) {
            let cells = double & slides.zone(other);
            near[count] = (other, cells);
            count += usize::from(!cells.is_empty());
        }
        let near = &near[..count];
        for (index, &(one, beside)) in near.iter().enumerate() {
            let others = near[index + 1..].iter();
            for (other, cells) in others.map(|&(other, cells)| (other, beside & cells)) {
                if cells.is_empty() {
                    continue;
                }
                let moving = 1 << one | 1 << other;
                let second = slides.behind(other, cells);
                for (direction, first) in Direction::ALL.into_iter().zip(slides.behind(one, cells))
                {
                    if first.is_empty() || !slides.is_clear_but(one, direction, moving) {
                        continue;
                    }
                    for (away, second) in Direction::ALL.into_iter().zip(second) {
                        let cells = first & second;
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
