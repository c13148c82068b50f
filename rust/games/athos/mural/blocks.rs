//! The tiles of a mural by pattern, and a push carried out.

use super::{Ground, PATTERNS, Pattern, Push, Sides};
use crate::grid::{Cells, Direction};

/// The block of each pattern, and the tiles that never move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Blocks {
    masks: [Cells; PATTERNS],
    immovable: Cells,
    /// The patterns that have tiles, as bits.
    standing: u16,
}

impl Blocks {
    /// Blocks that can all move.
    #[must_use]
    #[inline(always)]
    pub fn new(masks: [Cells; PATTERNS]) -> Self {
        let bits = (0..).zip(&masks).map(|(pattern, mask)| u16::from(!mask.is_empty()) << pattern);
        Self { masks, immovable: Cells::EMPTY, standing: bits.sum() }
    }

    /// The tiles of a pattern.
    #[must_use]
    #[inline(always)]
    pub fn of(&self, pattern: Pattern) -> Cells {
        self.masks[usize::from(pattern)]
    }

    /// The patterns that have tiles, as bits.
    #[must_use]
    #[inline(always)]
    pub fn standing(&self) -> u16 {
        self.standing
    }

    /// Whether a pattern has tiles.
    #[must_use]
    #[inline(always)]
    pub fn has(&self, pattern: Pattern) -> bool {
        self.standing >> pattern & 1 == 1
    }

    /// The patterns that have tiles, but for one.
    #[inline(always)]
    pub(super) fn foreign(&self, pattern: Pattern) -> impl Iterator<Item = Pattern> + use<> {
        members(self.standing & !(1 << pattern))
    }

    /// All tiles.
    #[must_use]
    #[inline(always)]
    pub fn occupied(&self) -> Cells {
        members(self.standing).fold(Cells::EMPTY, |all, pattern| all | self.of(pattern))
    }

    /// The tiles that never move: immutable blocks and locked tiles (W-15).
    #[must_use]
    #[inline(always)]
    pub fn immovable(&self) -> Cells {
        self.immovable
    }

    /// The pattern of the tile on a cell.
    #[must_use]
    pub fn pattern_at(&self, cell: u8) -> Option<Pattern> {
        members(self.standing).find(|&pattern| self.of(pattern).has(cell))
    }

    /// Puts a tile on an empty cell; nothing moves.
    #[inline(always)]
    pub fn insert(&mut self, pattern: Pattern, cell: u8) {
        debug_assert!(!self.occupied().has(cell), "cell {cell} is taken");
        self.masks[usize::from(pattern)].insert(cell);
        self.standing |= 1 << pattern;
    }

    /// Takes the tile away from a cell, if there is one.
    pub fn remove(&mut self, cell: u8) {
        if let Some(pattern) = self.pattern_at(cell) {
            self.set(pattern, self.of(pattern) - Cells::single(cell));
            self.immovable.remove(cell);
        }
    }

    /// Makes tiles immovable: a square with a marker (W-11), or locked ones (W-14).
    pub fn fix(&mut self, cells: Cells) {
        self.immovable |= cells & self.occupied();
    }

    /// The empty cells that N-4 leaves for a pattern: those beside its block, or all.
    #[must_use]
    #[inline(always)]
    pub fn linked(&self, ground: &Ground, pattern: Pattern) -> Cells {
        let block = self.of(pattern);
        let near = if block.is_empty() { ground.inside } else { block.beside() & ground.inside };
        near - self.occupied() - ground.columns
    }

    /// The cells that keep the box of a pattern's block within `side` by `side`.
    #[must_use]
    pub fn boxed(&self, pattern: Pattern, side: u8) -> Cells {
        boxed(self.of(pattern), side)
    }

    /// Lays a tile on an empty cell and carries out a legal push of that lay: everything moves at
    /// once, and tiles on padlocks get locked (W-14).
    #[inline(always)]
    pub fn carry(&mut self, ground: &Ground, pattern: Pattern, cell: u8, push: Push) {
        self.insert(pattern, cell);
        for (block, sides) in push.moves.iter() {
            self.slide(ground, block, sides);
        }
        if !ground.padlocks.is_empty() {
            self.fix(ground.padlocks);
        }
    }

    /// [`Blocks::carry`] on a copy.
    #[must_use]
    pub fn carried(&self, ground: &Ground, pattern: Pattern, cell: u8, push: Push) -> Self {
        let mut blocks = *self;
        blocks.carry(ground, pattern, cell, push);
        blocks
    }

    /// Moves what is kept for each cell as a push moves the tiles. These are the blocks before the
    /// lay, but `tiles` already holds what is laid; the default is no tile. `lost` is told each tile
    /// that leaves: its cell before the lay, and what was kept for it.
    #[inline(always)]
    pub fn carry_tiles<T: Copy + Default>(
        &self,
        ground: &Ground,
        (pattern, cell): (Pattern, u8),
        push: Push,
        tiles: &mut [T; 256],
        mut lost: impl FnMut(u8, T),
    ) {
        if push.moves.is_empty() {
            return;
        }
        let before = *tiles;
        let moving = |block| {
            let laid = if block == pattern { Cells::single(cell) } else { Cells::EMPTY };
            (self.of(block) | laid) - self.immovable
        };
        for (block, _) in push.moves.iter() {
            for from in moving(block).iter() {
                tiles[usize::from(from)] = T::default();
            }
        }
        for (block, sides) in push.moves.iter() {
            for from in moving(block).iter() {
                let tile = before[usize::from(from)];
                match self.landing(ground, block, from, sides) {
                    Some(to) => tiles[usize::from(to)] = tile,
                    None => lost(from, tile),
                }
            }
        }
    }

    /// Moves a block by the sum of some directions.
    #[inline(always)]
    pub(super) fn slide(&mut self, ground: &Ground, pattern: Pattern, sides: Sides) {
        let block = self.of(pattern);
        let stay = block & self.immovable;
        let mut ahead = block - stay;
        let mut landed = stay;
        loop {
            ahead = sides.carry(ahead);
            landed |= ahead;
            // W-19: over the block's own tiles that stay.
            ahead &= stay;
            if ahead.is_empty() {
                break;
            }
        }
        // M-10, W-17: off the mural or into a column.
        self.set(pattern, landed & (ground.inside - ground.columns));
    }

    /// Where a tile lands that moves by the sum of some directions, or `None` if it is lost.
    #[inline(always)]
    pub(super) fn landing(
        &self,
        ground: &Ground,
        pattern: Pattern,
        cell: u8,
        sides: Sides,
    ) -> Option<u8> {
        let stay = self.of(pattern) & self.immovable;
        let (rows, columns) = sides.step();
        let (mut row, mut column) = Cells::place(cell);
        loop {
            row = row.checked_add_signed(rows).filter(|&row| row < 16)?;
            column = column.checked_add_signed(columns).filter(|&column| column < 16)?;
            let to = Cells::cell(row, column);
            if !stay.has(to) {
                return (ground.inside - ground.columns).has(to).then_some(to);
            }
        }
    }

    #[inline(always)]
    fn set(&mut self, pattern: Pattern, block: Cells) {
        self.masks[usize::from(pattern)] = block;
        let bit = 1 << pattern;
        self.standing = if block.is_empty() { self.standing & !bit } else { self.standing | bit };
    }
}

impl Sides {
    /// All cells moved by the sum of the directions.
    #[inline(always)]
    pub(super) fn carry(self, cells: Cells) -> Cells {
        let [north, east, south, west] = Direction::ALL.map(Self::single);
        match self {
            _ if self == north => cells.shifted(Direction::North),
            _ if self == east => cells.shifted(Direction::East),
            _ if self == south => cells.shifted(Direction::South),
            _ if self == west => cells.shifted(Direction::West),
            _ => cells.moved(self.step()),
        }
    }
}

/// The cells that keep the box of a block within `side` by `side`.
#[must_use]
#[inline]
pub fn boxed(block: Cells, side: u8) -> Cells {
    let Some((top, left, height, width)) = block.bounds() else {
        return Cells::rectangle(16, 16);
    };
    if height.max(width) > side {
        return Cells::EMPTY;
    }
    let span =
        |first: u8, length: u8| (first + length).saturating_sub(side)..(first + side).min(16);
    Cells::spanning(span(top, height), span(left, width))
}

/// The patterns whose bits are set.
#[inline(always)]
pub fn members(mut patterns: u16) -> impl Iterator<Item = Pattern> {
    std::iter::from_fn(move || {
        let pattern = patterns.trailing_zeros() as Pattern;
        (patterns != 0).then(|| {
            patterns &= patterns - 1;
            pattern
        })
    })
}
