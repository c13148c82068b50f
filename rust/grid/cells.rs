//! Sets of cells of a small grid, as 256 bits.
//!
//! A cell is one byte, 16 times its row plus its column, and that byte is the place of its bit. Four
//! rows share a word: a step north or south is a shift by 16 bits across the words, a step east or
//! west a shift by one within them.

use std::fmt;
use std::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Range, Sub, SubAssign,
};

/// The most rows and columns of a grid.
pub const MAX_CELLS_SIDE: usize = 16;

const WORDS: usize = 4;
/// Column 0 of the four rows of a word.
const FIRST: u64 = 0x0001_0001_0001_0001;
/// Column 15 of the four rows of a word.
const LAST: u64 = FIRST << 15;

/// One of the four ways from a cell to a neighbour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// To the row above.
    North,
    /// To the next column.
    East,
    /// To the row below.
    South,
    /// To the column before.
    West,
}

impl Direction {
    /// All four, clockwise from the north.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// The way back.
    #[must_use]
    #[inline(always)]
    pub const fn opposite(self) -> Self {
        match self {
            Self::North => Self::South,
            Self::East => Self::West,
            Self::South => Self::North,
            Self::West => Self::East,
        }
    }

    /// Its first letter.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::North => 'N',
            Self::East => 'E',
            Self::South => 'S',
            Self::West => 'W',
        }
    }

    /// The direction of this first letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|direction| direction.letter() == letter)
    }

    /// Rows and columns that it leads on.
    #[must_use]
    #[inline(always)]
    pub const fn step(self) -> (i8, i8) {
        match self {
            Self::North => (-1, 0),
            Self::East => (0, 1),
            Self::South => (1, 0),
            Self::West => (0, -1),
        }
    }

    /// The next cell this way, if it is among the 16 by 16.
    #[must_use]
    #[inline(always)]
    pub const fn next(self, cell: u8) -> Option<u8> {
        match self {
            Self::North => cell.checked_sub(16),
            Self::East if cell & 15 == 15 => None,
            Self::East => Some(cell + 1),
            Self::South => cell.checked_add(16),
            Self::West if cell & 15 == 0 => None,
            Self::West => Some(cell - 1),
        }
    }
}

/// A set of cells of a grid of at most 16 rows and columns.
///
/// ```
/// use ludoteca::grid::{Cells, Direction};
///
/// let corner = Cells::single(Cells::cell(0, 0));
/// assert_eq!(corner.beside(), Cells::from_iter([Cells::cell(0, 1), Cells::cell(1, 0)]));
/// assert!(corner.shifted(Direction::North).is_empty());
/// assert_eq!((Cells::rectangle(9, 9) - corner.beside()).len(), 79);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Cells([u64; WORDS]);

impl Cells {
    /// The set without any cell.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// The cells whose bits are set; four rows share a word.
    #[must_use]
    #[inline(always)]
    pub const fn from_words(words: [u64; WORDS]) -> Self {
        Self(words)
    }

    /// The inverse of [`from_words`](Self::from_words).
    #[must_use]
    #[inline(always)]
    pub const fn words(self) -> [u64; WORDS] {
        self.0
    }

    /// The byte that stands for a cell.
    ///
    /// # Panics
    /// In debug builds, if row or column is 16 or more.
    #[must_use]
    #[inline(always)]
    pub const fn cell(row: u8, column: u8) -> u8 {
        debug_assert!(row < 16 && column < 16);
        row << 4 | column
    }

    /// Row and column of a cell.
    #[must_use]
    #[inline(always)]
    pub const fn place(cell: u8) -> (u8, u8) {
        (cell >> 4, cell & 15)
    }

    /// The first rows and columns.
    ///
    /// # Panics
    /// If there are more than 16 of either.
    #[must_use]
    #[inline]
    pub fn rectangle(rows: usize, columns: usize) -> Self {
        assert!(rows.max(columns) <= MAX_CELLS_SIDE, "{rows} by {columns}; at most 16 by 16");
        Self::spanning(0..rows as u8, 0..columns as u8)
    }

    /// The cells of these rows and columns.
    ///
    /// # Panics
    /// In debug builds, if a range ends beyond 16 or before it starts.
    #[must_use]
    #[inline]
    pub fn spanning(rows: Range<u8>, columns: Range<u8>) -> Self {
        debug_assert!(rows.start <= rows.end && rows.end <= 16, "rows {rows:?}");
        debug_assert!(columns.start <= columns.end && columns.end <= 16, "columns {columns:?}");
        let first = |count: u8| (1_u64 << count) - 1;
        let row = FIRST * (first(columns.end) - first(columns.start));
        // The lowest so many of all 256 bits, in a word.
        let below =
            |end: u8, word: u8| match (16 * u32::from(end)).saturating_sub(64 * u32::from(word)) {
                64.. => u64::MAX,
                bits => (1 << bits) - 1,
            };
        let word = |word| row & below(rows.end, word) & !below(rows.start, word);
        Self([word(0), word(1), word(2), word(3)])
    }

    /// The set of one cell.
    #[must_use]
    #[inline(always)]
    pub const fn single(cell: u8) -> Self {
        let mut words = [0; WORDS];
        words[(cell >> 6) as usize] = 1 << (cell & 63);
        Self(words)
    }

    /// Whether the cell is in the set.
    #[must_use]
    #[inline(always)]
    pub const fn has(&self, cell: u8) -> bool {
        self.0[(cell >> 6) as usize] >> (cell & 63) & 1 != 0
    }

    /// Puts a cell in.
    #[inline(always)]
    pub fn insert(&mut self, cell: u8) {
        self.0[usize::from(cell >> 6)] |= 1 << (cell & 63);
    }

    /// Takes a cell out.
    #[inline(always)]
    pub fn remove(&mut self, cell: u8) {
        self.0[usize::from(cell >> 6)] &= !(1 << (cell & 63));
    }

    /// All cells one step on; those that would leave the 16 by 16 drop out.
    #[must_use]
    #[inline(always)]
    pub const fn shifted(self, direction: Direction) -> Self {
        let [a, b, c, d] = self.0;
        Self(match direction {
            Direction::North => [a >> 16 | b << 48, b >> 16 | c << 48, c >> 16 | d << 48, d >> 16],
            Direction::South => [a << 16, b << 16 | a >> 48, c << 16 | b >> 48, d << 16 | c >> 48],
            Direction::East => {
                [(a & !LAST) << 1, (b & !LAST) << 1, (c & !LAST) << 1, (d & !LAST) << 1]
            }
            Direction::West => {
                [(a & !FIRST) >> 1, (b & !FIRST) >> 1, (c & !FIRST) >> 1, (d & !FIRST) >> 1]
            }
        })
    }

    /// All cells so many rows and columns on; those that would leave the 16 by 16 drop out.
    #[must_use]
    pub fn moved(mut self, (rows, columns): (i8, i8)) -> Self {
        let vertical = if rows < 0 { Direction::North } else { Direction::South };
        let horizontal = if columns < 0 { Direction::West } else { Direction::East };
        for _ in 0..rows.unsigned_abs() {
            self = self.shifted(vertical);
        }
        for _ in 0..columns.unsigned_abs() {
            self = self.shifted(horizontal);
        }
        self
    }

    /// The cells that share a side with one of the set; one of its own only if another is beside it.
    #[must_use]
    #[inline(always)]
    pub fn beside(self) -> Self {
        self.shifted(Direction::North)
            | self.shifted(Direction::East)
            | self.shifted(Direction::South)
            | self.shifted(Direction::West)
    }

    /// A byte for each of these rows and columns, row by row: 1 for a cell of the set. Behind them all
    /// is 0.
    ///
    /// # Panics
    /// If there are more than 16 of either; in debug builds, if a cell of the set lies beyond them.
    #[must_use]
    #[inline(always)]
    pub fn flags(&self, rows: usize, columns: usize) -> [u8; 256] {
        debug_assert!((*self - Self::rectangle(rows, columns)).is_empty(), "{self:?}");
        let (packed, mut flags) = (self.packed(columns), [0; 256]);
        let chunks = flags.as_chunks_mut::<32>().0.iter_mut().take((rows * columns).div_ceil(32));
        for (chunk, half) in chunks.zip(0..) {
            let bits = (packed[half / 2] >> (32 * (half % 2))) as u32;
            // The four go side by side in a register.
            let eights = bits.to_le_bytes().map(bytes);
            for (flags, eight) in chunk.as_chunks_mut::<8>().0.iter_mut().zip(eights) {
                *flags = eight.to_le_bytes();
            }
        }
        flags
    }

    /// The bits of so many columns, those of each row right behind those of the row before.
    #[inline(always)]
    fn packed(&self, columns: usize) -> [u64; WORDS] {
        let inside = (1 << columns) - 1;
        let [a, b, c, d] = self.0.map(|four| {
            let row = |row: usize| (four >> (16 * row) & inside) << (row * columns);
            u128::from(row(0) | row(1) | row(2) | row(3))
        });
        let (low, high) = (a | b << (4 * columns), c | d << (4 * columns));
        let both = 8 * columns as u32;
        let low = low | high.checked_shl(both).unwrap_or(0);
        let high = high.checked_shr(128 - both).unwrap_or(0);
        [low as u64, (low >> 64) as u64, high as u64, (high >> 64) as u64]
    }

    /// The number of cells.
    #[must_use]
    #[inline(always)]
    pub const fn len(&self) -> usize {
        let [a, b, c, d] = self.0;
        (a.count_ones() + b.count_ones() + c.count_ones() + d.count_ones()) as usize
    }

    /// Whether there is no cell.
    #[must_use]
    #[inline(always)]
    pub const fn is_empty(&self) -> bool {
        let [a, b, c, d] = self.0;
        a | b | c | d == 0
    }

    /// Whether some cell is in both sets.
    #[must_use]
    #[inline(always)]
    pub fn intersects(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// The cells, row by row.
    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = u8> + use<> {
        let mut words = self.0;
        let mut word = 0;
        std::iter::from_fn(move || {
            while words[word] == 0 {
                word += 1;
                if word == WORDS {
                    word = WORDS - 1;
                    return None;
                }
            }
            let bit = words[word].trailing_zeros();
            words[word] &= words[word] - 1;
            Some((word as u32 * 64 + bit) as u8)
        })
    }

    /// The cell after `index` others, row by row.
    #[must_use]
    #[inline]
    pub fn nth(&self, mut index: usize) -> Option<u8> {
        for (word, &bits) in self.0.iter().enumerate() {
            let count = bits.count_ones() as usize;
            if index < count {
                let rest = (0..index).fold(bits, |bits, _| bits & (bits - 1));
                return Some((word as u32 * 64 + rest.trailing_zeros()) as u8);
            }
            index -= count;
        }
        None
    }

    /// How many cells come before one.
    #[must_use]
    #[inline(always)]
    pub const fn rank(&self, cell: u8) -> usize {
        let (word, below) = ((cell >> 6) as usize, (1 << (cell & 63)) - 1);
        let mut count = (self.0[word] & below).count_ones();
        let mut before = 0;
        while before < word {
            count += self.0[before].count_ones();
            before += 1;
        }
        count as usize
    }

    /// The cells of the set that are linked to some of them, side by side.
    #[must_use]
    pub fn connected(self, from: Self) -> Self {
        let mut reached = from & self;
        loop {
            let next = reached | (reached.beside() & self);
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// Top, left, height and width of the smallest rectangle around all cells.
    #[must_use]
    pub fn bounds(&self) -> Option<(u8, u8, u8, u8)> {
        let first = self.0.iter().position(|&word| word != 0)?;
        let last = self.0.iter().rposition(|&word| word != 0)?;
        let top = first as u32 * 4 + self.0[first].trailing_zeros() / 16;
        let bottom = last as u32 * 4 + (63 - self.0[last].leading_zeros()) / 16;
        let all = self.0.iter().fold(0, |all, word| all | word);
        let all = all | all >> 32;
        let columns = (all | all >> 16) as u16;
        let left = columns.trailing_zeros();
        let width = 16 - columns.leading_zeros() - left;
        Some((top as u8, left as u8, (bottom - top + 1) as u8, width as u8))
    }
}

/// Eight bits as bytes that are 0 or 1.
#[inline(always)]
const fn bytes(bits: u8) -> u64 {
    const LOW: u64 = 0x0101_0101_0101_0101;
    // Each byte keeps a bit of its own; what is not 0 then carries into the highest one.
    let own = (bits as u64 * LOW) & 0x8040_2010_0804_0201;
    (own + 0x7f * LOW) >> 7 & LOW
}

impl fmt::Debug for Cells {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_set().entries(self.iter().map(Self::place)).finish()
    }
}

impl FromIterator<u8> for Cells {
    fn from_iter<I: IntoIterator<Item = u8>>(cells: I) -> Self {
        let mut set = Self::EMPTY;
        for cell in cells {
            set.insert(cell);
        }
        set
    }
}

/// Both forms of an operator, word by word.
macro_rules! operator {
    ($trait:ident, $method:ident, $assign:ident, $assigned:ident, |$one:ident, $other:ident| $word:expr) => {
        impl $trait for Cells {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                let word = |word: usize| {
                    let ($one, $other) = (self.0[word], other.0[word]);
                    $word
                };
                // `from_fn` would not always be inlined.
                Self([word(0), word(1), word(2), word(3)])
            }
        }

        impl $assign for Cells {
            #[inline(always)]
            fn $assigned(&mut self, other: Self) {
                *self = $trait::$method(*self, other);
            }
        }
    };
}

operator!(BitAnd, bitand, BitAndAssign, bitand_assign, |one, other| one & other);
operator!(BitOr, bitor, BitOrAssign, bitor_assign, |one, other| one | other);
operator!(BitXor, bitxor, BitXorAssign, bitxor_assign, |one, other| one ^ other);
operator!(Sub, sub, SubAssign, sub_assign, |one, other| one & !other);

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::random::Random;

    fn random_cells(random: &mut Random) -> BTreeSet<u8> {
        let count = [0, 1, 3, 20, 200, 400][random.below(6) as usize];
        (0..count).map(|_| random.below(256) as u8).collect()
    }

    fn on(cell: u8, (rows, columns): (i32, i32)) -> Option<u8> {
        let (row, column) = (i32::from(cell / 16) + rows, i32::from(cell % 16) + columns);
        let is_inside = (0..16).contains(&row) && (0..16).contains(&column);
        is_inside.then_some((16 * row + column) as u8)
    }

    #[test]
    fn equal_to_sets_of_bytes() {
        let mut random = Random::stream(21, 1);
        for _ in 0..500 {
            let (one, other) = (random_cells(&mut random), random_cells(&mut random));
            let (a, b): (Cells, Cells) =
                (one.iter().copied().collect(), other.iter().copied().collect());
            let same = |set: Cells, slow: BTreeSet<u8>| {
                assert!(set.iter().eq(slow.iter().copied()), "{set:?} {slow:?}");
                assert_eq!((set.len(), set.is_empty()), (slow.len(), slow.is_empty()));
                for (index, &cell) in slow.iter().enumerate() {
                    assert_eq!((set.nth(index), set.rank(cell)), (Some(cell), index));
                }
                assert_eq!(set.nth(slow.len()), None);
            };
            same(a, one.clone());
            same(a & b, &one & &other);
            same(a | b, &one | &other);
            same(a ^ b, &one ^ &other);
            same(a - b, &one - &other);
            assert_eq!(a.intersects(b), !one.is_disjoint(&other));
            let steps = Direction::ALL.map(|direction| {
                let (rows, columns) = direction.step();
                let step = (i32::from(rows), i32::from(columns));
                let moved: BTreeSet<u8> = one.iter().filter_map(|&cell| on(cell, step)).collect();
                same(a.shifted(direction), moved.clone());
                for &cell in &one {
                    assert_eq!(direction.next(cell), on(cell, step));
                }
                moved
            });
            same(a.beside(), steps.into_iter().flatten().collect());
            assert_eq!(Cells::from_words(a.words()), a);
            let step = (random.below(7) as i8 - 3, random.below(7) as i8 - 3);
            let wide = (i32::from(step.0), i32::from(step.1));
            same(a.moved(step), one.iter().filter_map(|&cell| on(cell, wide)).collect());
            for cell in 0..=255 {
                assert_eq!(a.has(cell), one.contains(&cell));
            }
            let bounds = one.first().map(|first| {
                let columns = || one.iter().map(|cell| cell % 16);
                let (left, right) = (columns().min().unwrap(), columns().max().unwrap());
                let (top, bottom) = (first / 16, one.last().unwrap() / 16);
                (top, left, bottom - top + 1, right - left + 1)
            });
            assert_eq!(a.bounds(), bounds);
            let (rows, columns) = (random.below(17) as u8, random.below(17) as u8);
            let inside =
                (0..rows).flat_map(|row| (0..columns).map(move |column| 16 * row + column));
            let mut flags = [0; 256];
            for (flag, cell) in flags.iter_mut().zip(inside) {
                *flag = u8::from(one.contains(&cell));
            }
            let within = a & Cells::rectangle(rows.into(), columns.into());
            assert_eq!(within.flags(rows.into(), columns.into()), flags);
        }
    }

    #[test]
    fn rectangles() {
        for rows in 0..=16_u8 {
            for columns in 0..=16_u8 {
                let cells = Cells::rectangle(rows.into(), columns.into());
                let inside = |cell: &u8| Cells::place(*cell).0 < rows && cell & 15 < columns;
                assert!(cells.iter().eq((0..=255).filter(inside)));
                for (top, left) in [(rows / 2, columns), (rows / 3, columns / 4)] {
                    let cells = Cells::spanning(top..rows, left..columns);
                    let beyond = |cell: &u8| cell / 16 >= top && cell % 16 >= left;
                    assert!(cells.iter().eq((0..=255).filter(inside).filter(beyond)));
                }
            }
        }
    }

    #[test]
    fn cells_in_and_out() {
        let mut cells = Cells::EMPTY;
        for cell in [0, 63, 64, 255] {
            cells.insert(cell);
            assert_eq!(cells, Cells::single(cell));
            cells.remove(cell);
            assert_eq!(cells, Cells::default());
        }
    }

    #[test]
    fn directions() {
        for direction in Direction::ALL {
            assert_eq!(direction.opposite().opposite(), direction);
            let ((rows, columns), back) = (direction.step(), direction.opposite().step());
            assert_eq!((-rows, -columns), back);
            assert_eq!(Direction::from_letter(direction.letter()), Some(direction));
        }
        assert_eq!(Direction::from_letter('n'), None);
    }
}
