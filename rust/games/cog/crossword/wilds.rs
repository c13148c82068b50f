//! Which new squares of a play may take wild tiles (C-146, C-151, C-286).

use super::dictionary::{Dictionary, LENGTHS};
use super::types::{Play, Reserve, bits};

const LONGEST: usize = *LENGTHS.end();

impl Dictionary {
    /// How many of the new letters of a word the natural tiles of a reserve do not cover.
    #[must_use]
    #[inline(always)]
    pub fn lacking(&self, word: u8, new: u16, reserve: &Reserve) -> u32 {
        let entry = self.entry(word);
        let is_lacking = |index: u8| {
            let index = usize::from(index);
            // Equal letters up to this one; each natural tile serves one of them.
            let mut needed = entry.same[index] & new;
            let mut natural = reserve.letters[usize::from(entry.letters[index])];
            while needed != 0 && natural != 0 {
                needed &= needed - 1;
                natural -= 1;
            }
            u32::from(needed != 0)
        };
        bits(new).map(is_lacking).sum()
    }

    /// The choices of new squares of a play that take a wild tile.
    #[must_use]
    pub fn wilds(&self, play: Play, reserve: &Reserve) -> Wilds {
        let entry = self.entry(play.word);
        let mut wilds = Wilds { new: play.new, most: reserve.wilds, ..Wilds::default() };
        let mut rest = play.new;
        while rest != 0 {
            let last = 15 - rest.leading_zeros() as usize;
            let class = entry.same[last] & play.new;
            let natural = reserve.letters[usize::from(entry.letters[last])];
            wilds.classes[usize::from(wilds.count)] = (class, natural);
            wilds.count += 1;
            rest &= !class;
        }
        wilds
    }
}

/// The choices of new squares that take a wild tile, as masks over the letters of the word: bit `i`
/// for the letter after `i` others. They are ordered as numbers, the least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Wilds {
    new: u16,
    most: u8,
    /// Equal new letters, and how many natural tiles of the letter there are.
    classes: [(u16, u8); LONGEST],
    count: u8,
}

impl Wilds {
    /// The masks, the least first.
    pub fn iter(self) -> impl Iterator<Item = u16> {
        let mut next = Some(0);
        std::iter::from_fn(move || {
            let mask = next?;
            // The next number among those that have bits of `new` alone; after the last comes 0.
            next = Some((mask | !self.new).wrapping_add(1) & self.new).filter(|&mask| mask != 0);
            Some(mask)
        })
        .filter(move |&mask| self.has(mask))
    }

    /// Whether the reserve allows this mask.
    #[must_use]
    pub fn has(&self, mask: u16) -> bool {
        let mut classes = self.classes[..usize::from(self.count)].iter();
        mask & !self.new == 0
            && mask.count_ones() <= self.most.into()
            && classes.all(|&(class, natural)| (class & !mask).count_ones() <= natural.into())
    }

    /// The number of masks.
    #[must_use]
    pub fn count(&self) -> usize {
        // The ways to have so many wild tiles, letter by letter.
        let mut ways = [0; LONGEST + 1];
        ways[0] = 1;
        let most = LONGEST.min(self.most.into());
        for &(class, natural) in &self.classes[..usize::from(self.count)] {
            let size = class.count_ones() as usize;
            let least = size.saturating_sub(natural.into());
            let before = ways;
            ways = [0; LONGEST + 1];
            for wild in least..=size.min(most) {
                for already in 0..=most - wild {
                    ways[already + wild] += before[already] * choose(size, wild);
                }
            }
        }
        ways[..=most].iter().sum()
    }

    /// The mask after `index` others.
    #[must_use]
    pub fn nth(&self, index: usize) -> Option<u16> {
        self.iter().nth(index)
    }
}

/// The ways to choose so many of a few.
fn choose(of: usize, some: usize) -> usize {
    (0..some).fold(1, |ways, taken| ways * (of - taken) / (taken + 1))
}
