//! Every legal push of one lay, found in the order of Z-10: for all options and both boards.

use super::blocks::members;
use super::{
    Blocks, Ground, Headings, MultiSide, Obstacle, OppositeSlide, Pattern, Push, Sides,
    SlideContact,
};
use crate::grid::{Cells, Direction};

/// Told each way to push and what makes it illegal.
type Visit<'a> = &'a mut dyn FnMut(Push, Option<Obstacle>);

impl Blocks {
    /// Every legal push of laying a tile of the pattern on the cell (M, W-16 to W-27), ordered by
    /// what is chosen: by pattern, then clockwise from the north; blocks that are reached later come
    /// later (M-13). N-4 and shapes are the caller's affair. A lay that touches nothing has one
    /// push, which moves nothing; an illegal lay has none.
    #[inline(always)]
    pub fn pushes(&self, ground: &Ground, pattern: Pattern, cell: u8, mut visit: impl FnMut(Push)) {
        if ground.is_plain() && self.immovable().is_empty() {
            return self.plain_pushes(ground, pattern, cell, visit);
        }
        // A lay that is illegal whatever is chosen has nothing to visit.
        let _ = self.outcomes(ground, pattern, cell, &mut |push, obstacle| {
            if obstacle.is_none() {
                visit(push);
            }
        });
    }

    /// The same where nothing is fixed and one wave decides: no block is carried along to be told why.
    #[inline(always)]
    fn plain_pushes(
        &self,
        ground: &Ground,
        pattern: Pattern,
        cell: u8,
        mut visit: impl FnMut(Push),
    ) {
        if !(ground.inside - self.occupied()).has(cell) {
            return;
        }
        let (touched, _) = self.contact(pattern, cell);
        let several = touched.several();
        let own = self.of(pattern) | Cells::single(cell);
        for moves in touched.combinations() {
            let mut all = own;
            let is_apart = self.foreign(pattern).all(|other| {
                let (block, sides) = (self.of(other), moves.of(other));
                let block =
                    if sides.is_empty() { block } else { sides.carry(block) & ground.inside };
                // M-14.
                let is_apart = !all.intersects(block | block.beside());
                all |= block;
                is_apart
            });
            if is_apart {
                let choices = Headings::from_bits(moves.bits() & several.bits());
                visit(Push { choices, moves });
            }
        }
    }

    /// What laying a tile of the pattern on the cell with these choices pushes.
    ///
    /// # Errors
    /// The obstacle that makes the lay illegal. Without choices, where some are asked for, it is
    /// what all directions meet, or that one has to be chosen.
    pub fn judge(
        &self,
        ground: &Ground,
        pattern: Pattern,
        cell: u8,
        choices: Headings,
    ) -> Result<Push, Obstacle> {
        let mut chosen = None;
        let mut met = None;
        self.outcomes(ground, pattern, cell, &mut |push, obstacle| {
            if push.choices == choices {
                chosen = Some(obstacle.map_or(Ok(push), Err));
            }
            let obstacle = obstacle.unwrap_or(Obstacle::Choice);
            met = Some(match met {
                None => obstacle,
                Some(other) if other == obstacle => obstacle,
                Some(Obstacle::Choice) => Obstacle::Choice,
                Some(_) if obstacle == Obstacle::Choice => Obstacle::Choice,
                Some(_) => Obstacle::NoDirection,
            });
        })?;
        match (chosen, met) {
            (Some(result), _) => result,
            (None, Some(obstacle)) if choices.is_empty() => Err(obstacle),
            (None, _) => Err(Obstacle::Choice),
        }
    }

    /// The push of a legal lay.
    #[must_use]
    pub fn chosen(&self, ground: &Ground, pattern: Pattern, cell: u8, choices: Headings) -> Push {
        if !ground.is_plain() || !self.immovable().is_empty() {
            return self.judge(ground, pattern, cell, choices).unwrap_or_default();
        }
        let (touched, _) = self.contact(pattern, cell);
        let single = touched.bits() & !touched.several().bits();
        Push { choices, moves: Headings::from_bits(single | choices.bits()) }
    }

    /// The directions from the cell to movable tiles of each other pattern, and to immovable ones.
    #[inline(always)]
    pub(super) fn contact(&self, pattern: Pattern, cell: u8) -> (Headings, Sides) {
        let (mut movable, mut fixed) = (Headings::NONE, Sides::default());
        let around = Cells::single(cell).beside();
        for other in self.foreign(pattern) {
            let block = self.of(other);
            if !block.intersects(around) {
                continue;
            }
            for direction in Direction::ALL {
                let Some(near) = direction.next(cell).filter(|&near| block.has(near)) else {
                    continue;
                };
                if self.immovable().has(near) {
                    fixed.insert(direction);
                } else {
                    movable.insert(other, direction);
                }
            }
        }
        (movable, fixed)
    }

    /// Visits every way to push; fails where no choice matters.
    fn outcomes(
        &self,
        ground: &Ground,
        pattern: Pattern,
        cell: u8,
        visit: Visit<'_>,
    ) -> Result<(), Obstacle> {
        if !ground.inside.has(cell) {
            return Err(Obstacle::Outside);
        }
        if ground.columns.has(cell) {
            return Err(Obstacle::Column);
        }
        if self.occupied().has(cell) {
            return Err(Obstacle::Taken);
        }
        let (touched, fixed) = self.contact(pattern, cell);
        let own = match fixed.iter().next() {
            None => Headings::NONE,
            Some(_) if ground.opposite_slide == OppositeSlide::Illegal => {
                return Err(Obstacle::Immovable);
            }
            Some(_) if fixed.len() > 1 => return Err(Obstacle::Hemmed),
            Some(_) if ground.padlocks.has(cell) => return Err(Obstacle::Locked),
            Some(direction) => Headings::NONE.with(pattern, Sides::single(direction.opposite())),
        };
        let mut blocks = *self;
        blocks.insert(pattern, cell);
        let search = Search { ground, laid: blocks, pattern, cell };
        search.wave(&search.laid, Push::default(), touched, own, visit);
        Ok(())
    }
}

/// One lay; `laid` are the blocks with the new tile, before anything moves.
struct Search<'a> {
    ground: &'a Ground,
    laid: Blocks,
    pattern: Pattern,
    cell: u8,
}

impl Search<'_> {
    /// Moves those blocks that are touched together, in every way, and `own` with them.
    fn wave(
        &self,
        blocks: &Blocks,
        push: Push,
        touched: Headings,
        own: Headings,
        visit: Visit<'_>,
    ) {
        let several = touched.several();
        match self.ground.multi_side {
            MultiSide::Choose => {
                for moves in touched.combinations() {
                    let choices = Headings::from_bits(moves.bits() & several.bits());
                    self.advance(blocks, push, moves.and(own), choices, visit);
                }
            }
            MultiSide::All => self.advance(blocks, push, touched.and(own), Headings::NONE, visit),
            MultiSide::Illegal if several.is_empty() => {
                self.advance(blocks, push, touched.and(own), Headings::NONE, visit);
            }
            MultiSide::Illegal => visit(push, Some(Obstacle::SeveralSides)),
        }
    }

    fn advance(
        &self,
        blocks: &Blocks,
        push: Push,
        moves: Headings,
        choices: Headings,
        visit: Visit<'_>,
    ) {
        let mut blocks = *blocks;
        for (pattern, sides) in moves.iter() {
            blocks.slide(self.ground, pattern, sides);
        }
        let push = Push { choices: push.choices.and(choices), moves: push.moves.and(moves) };
        if self.ground.slide_contact == SlideContact::Chain {
            let touched = self.reached(&blocks, moves.patterns(), push.moves.patterns());
            if !touched.is_empty() {
                return self.wave(&blocks, push, touched, Headings::NONE, visit);
            }
        }
        visit(push, self.obstacle(&blocks, push));
    }

    /// The blocks that have not moved and are touched by those that moved last, with the directions
    /// away from these. The laid tile's own block stays (M-8).
    fn reached(&self, blocks: &Blocks, last: u16, moved: u16) -> Headings {
        let pushing = members(last).fold(Cells::EMPTY, |all, pattern| all | blocks.of(pattern));
        let mut touched = Headings::NONE;
        for pattern in members(blocks.standing() & !moved & !(1 << self.pattern)) {
            let movable = blocks.of(pattern) - blocks.immovable();
            for direction in Direction::ALL {
                if pushing.shifted(direction).intersects(movable) {
                    touched.insert(pattern, direction);
                }
            }
        }
        touched
    }

    /// What is wrong after all moves (M-14, W-23, W-26).
    fn obstacle(&self, blocks: &Blocks, push: Push) -> Option<Obstacle> {
        let own = push.moves.of(self.pattern);
        if !own.is_empty() && self.laid.landing(self.ground, self.pattern, self.cell, own).is_none()
        {
            return Some(Obstacle::CarriedOff);
        }
        let (mut all, mut touching) = (Cells::EMPTY, Cells::EMPTY);
        for pattern in members(blocks.standing()) {
            let block = blocks.of(pattern);
            if all.intersects(block) {
                return Some(Obstacle::Shared);
            }
            touching |= (block.beside() & all) | (all.beside() & block);
            all |= block;
        }
        if self.ground.slide_contact == SlideContact::Allow || touching.is_empty() {
            None
        } else if touching.intersects(blocks.immovable()) {
            Some(Obstacle::ImmovableContact)
        } else {
            Some(Obstacle::Contact)
        }
    }
}
