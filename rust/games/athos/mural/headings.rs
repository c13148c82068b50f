//! Directions for each pattern, and what a lay pushes.

use std::fmt;

use super::Pattern;
use crate::grid::Direction;

/// A set of directions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sides(u8);

impl Sides {
    /// The set of one direction.
    #[must_use]
    #[inline(always)]
    pub const fn single(direction: Direction) -> Self {
        Self(1 << direction as u8)
    }

    /// Whether the direction is in the set.
    #[must_use]
    #[inline(always)]
    pub const fn has(self, direction: Direction) -> bool {
        self.0 >> direction as u8 & 1 != 0
    }

    /// Puts a direction in.
    #[inline(always)]
    pub fn insert(&mut self, direction: Direction) {
        self.0 |= 1 << direction as u8;
    }

    /// The number of directions.
    #[must_use]
    #[inline(always)]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is no direction.
    #[must_use]
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The directions, clockwise from the north.
    #[inline(always)]
    pub fn iter(self) -> impl Iterator<Item = Direction> {
        Direction::ALL.into_iter().filter(move |&direction| self.has(direction))
    }

    /// Rows and columns of the sum of all directions.
    #[must_use]
    #[inline(always)]
    pub fn step(self) -> (i8, i8) {
        self.iter().map(Direction::step).fold((0, 0), |sum, step| (sum.0 + step.0, sum.1 + step.1))
    }
}

/// A set of directions for each pattern, four bits each.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Headings(u64);

impl Headings {
    /// No direction for any pattern.
    pub const NONE: Self = Self(0);

    /// The bits, to be packed into an action: four for each pattern, pattern 0 in the lowest.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The headings of these bits.
    #[must_use]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The directions of a pattern.
    #[must_use]
    #[inline(always)]
    pub const fn of(self, pattern: Pattern) -> Sides {
        Sides((self.0 >> (4 * pattern) & 15) as u8)
    }

    /// Puts a direction of a pattern in.
    #[inline(always)]
    pub fn insert(&mut self, pattern: Pattern, direction: Direction) {
        self.0 |= 1 << (4 * pattern + direction as u8);
    }

    /// The same, with these directions of one pattern instead.
    #[must_use]
    #[inline(always)]
    pub const fn with(self, pattern: Pattern, sides: Sides) -> Self {
        Self(self.0 & !(15 << (4 * pattern)) | (sides.0 as u64) << (4 * pattern))
    }

    /// Those of both.
    #[must_use]
    #[inline(always)]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether there is no direction.
    #[must_use]
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The patterns that have directions, with them, in order of pattern.
    #[inline(always)]
    pub fn iter(self) -> impl Iterator<Item = (Pattern, Sides)> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let pattern = (rest.trailing_zeros() / 4) as Pattern;
            if rest == 0 {
                return None;
            }
            rest &= !(15 << (4 * pattern));
            Some((pattern, self.of(pattern)))
        })
    }

    /// The patterns that have directions, as bits.
    #[must_use]
    #[inline(always)]
    pub fn patterns(self) -> u16 {
        self.iter().fold(0, |patterns, (pattern, _)| patterns | 1 << pattern)
    }

    /// The directions of those patterns that have several.
    #[must_use]
    #[inline(always)]
    pub fn several(self) -> Self {
        const LOW: u64 = 0x1111_1111_1111_1111;
        // Per four bits: the set without its lowest member, then whether anything is left.
        let lowest = self.lowest().0;
        let rest = self.0 & !lowest;
        let some = (rest | rest >> 1 | rest >> 2 | rest >> 3) & LOW;
        Self(self.0 & (some * 15))
    }

    /// The first direction of each pattern.
    #[inline(always)]
    fn lowest(self) -> Self {
        const LOW: u64 = 0x1111_1111_1111_1111;
        let ones = self.0 & LOW;
        let twos = self.0 >> 1 & LOW & !ones;
        let fours = self.0 >> 2 & LOW & !(ones | twos);
        let eights = self.0 >> 3 & LOW & !(ones | twos | fours);
        Self(ones | twos << 1 | fours << 2 | eights << 3)
    }

    /// Every way to keep one direction of each pattern, in order: the last pattern changes first.
    #[inline(always)]
    pub fn combinations(self) -> impl Iterator<Item = Self> {
        let mut next = Some(self.lowest());
        let several = self.several();
        std::iter::from_fn(move || {
            let now = next?;
            next = several.after(now);
            Some(now)
        })
    }

    /// The combination that follows one, of the patterns with several directions.
    #[inline(always)]
    fn after(self, mut now: Self) -> Option<Self> {
        let mut rest = self.0;
        while rest != 0 {
            let pattern = ((63 - rest.leading_zeros()) / 4) as Pattern;
            rest &= !(15 << (4 * pattern));
            let (sides, taken) = (self.of(pattern).0, now.of(pattern).0);
            let left = sides & !(taken | (taken - 1));
            let chosen = if left == 0 { sides } else { left };
            now = now.with(pattern, Sides(chosen & chosen.wrapping_neg()));
            if left != 0 {
                return Some(now);
            }
        }
        None
    }
}

impl fmt::Debug for Headings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = |sides: Sides| sides.iter().map(Direction::letter).collect::<String>();
        formatter
            .debug_map()
            .entries(self.iter().map(|(pattern, sides)| (pattern, letters(sides))))
            .finish()
    }
}

/// One legal result of a lay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Push {
    /// The direction chosen for each block that is touched on several sides (M-15).
    pub choices: Headings,
    /// What moves: the blocks that are pushed, and the laid tile's own one in an opposite slide
    /// (W-20). Each moves by the sum of its directions.
    pub moves: Headings,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combinations_in_order() {
        let mut headings = Headings::NONE;
        for (pattern, letters) in [(0, "S"), (3, "NW"), (7, "E"), (15, "NES")] {
            for letter in letters.chars() {
                headings.insert(pattern, Direction::from_letter(letter).unwrap());
            }
        }
        let listed: Vec<String> =
            headings.combinations().map(|combination| format!("{combination:?}")).collect();
        let expected = ["N", "W"].into_iter().flat_map(|third| {
            ["N", "E", "S"].map(|last| format!(r#"{{0: "S", 3: "{third}", 7: "E", 15: "{last}"}}"#))
        });
        assert_eq!(listed, expected.collect::<Vec<_>>());
        assert_eq!(format!("{:?}", headings.several()), r#"{3: "NW", 15: "NES"}"#);
        assert_eq!(headings.patterns(), 1 | 1 << 3 | 1 << 7 | 1 << 15);
        assert_eq!(Headings::NONE.combinations().count(), 1);
        assert_eq!(Headings::from_bits(headings.bits()), headings);
    }

    #[test]
    fn steps_are_sums() {
        let mut sides = Sides::default();
        assert_eq!((sides.step(), sides.is_empty()), ((0, 0), true));
        for (direction, step) in Direction::ALL.into_iter().zip([(-1, 0), (-1, 1), (0, 1), (0, 0)])
        {
            sides.insert(direction);
            assert_eq!(sides.step(), step);
        }
        assert_eq!(sides.len(), 4);
        assert_eq!(Sides::single(Direction::West).step(), (0, -1));
    }
}
