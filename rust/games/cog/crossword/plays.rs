//! Every legal spelling of a grid (C-130 to C-146).

use std::ops::ControlFlow;

use super::dictionary::{Dictionary, LENGTHS};
use super::grid::Grid;
use super::types::{Place, Play, Reserve, Words, bits, exchanged, numbers};
use crate::grid::{Cells, Direction};

const LONGEST: usize = *LENGTHS.end();

impl Grid {
    /// Visits every play, a word at a place where it may be spelled with these tiles, until the
    /// visitor breaks. `permitted` are the words that may be spelled; those that stand already are
    /// left out (C-133). Words across come first, then by length, square of the first letter (words
    /// down: column by column) and number of the word.
    #[inline]
    pub fn plays<B>(
        &self,
        dictionary: &Dictionary,
        permitted: Words,
        reserve: &Reserve,
        mut visit: impl FnMut(Play) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let permitted = permitted & !self.standing();
        for is_across in [true, false] {
            let search = Search { grid: self, dictionary, reserve, is_across };
            if self.standing() == 0 {
                search.first(permitted, &mut visit)?;
            } else {
                search.later(permitted, &mut visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The number of plays.
    #[must_use]
    pub fn count_plays(
        &self,
        dictionary: &Dictionary,
        permitted: Words,
        reserve: &Reserve,
    ) -> usize {
        let mut count = 0;
        let _: ControlFlow<()> = self.plays(dictionary, permitted, reserve, |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    /// The play after `index` others.
    #[must_use]
    pub fn nth_play(
        &self,
        dictionary: &Dictionary,
        permitted: Words,
        reserve: &Reserve,
        mut index: usize,
    ) -> Option<Play> {
        let found = self.plays(dictionary, permitted, reserve, |play| match index {
            0 => ControlFlow::Break(play),
            _ => {
                index -= 1;
                ControlFlow::Continue(())
            }
        });
        found.break_value()
    }

    /// The number of spellings: plays, each with every choice of squares for wild tiles (C-286).
    #[must_use]
    pub fn count_spellings(
        &self,
        dictionary: &Dictionary,
        permitted: Words,
        reserve: &Reserve,
    ) -> usize {
        let mut count = 0;
        let _: ControlFlow<()> = self.plays(dictionary, permitted, reserve, |play| {
            count += dictionary.wilds(play, reserve).count();
            ControlFlow::Continue(())
        });
        count
    }

    /// The spelling after `index` others: the play, and the letters that take a wild tile.
    #[must_use]
    pub fn nth_spelling(
        &self,
        dictionary: &Dictionary,
        permitted: Words,
        reserve: &Reserve,
        mut index: usize,
    ) -> Option<(Play, u16)> {
        let found = self.plays(dictionary, permitted, reserve, |play| {
            let wilds = dictionary.wilds(play, reserve);
            match wilds.nth(index) {
                Some(mask) => ControlFlow::Break((play, mask)),
                None => {
                    index -= wilds.count();
                    ControlFlow::Continue(())
                }
            }
        });
        found.break_value()
    }
}

/// The words of one direction, on a grid turned so that they run along its rows.
struct Search<'a> {
    grid: &'a Grid,
    dictionary: &'a Dictionary,
    reserve: &'a Reserve,
    is_across: bool,
}

impl Search<'_> {
    /// A word on an empty grid: it covers a centre square (C-130).
    #[inline(always)]
    fn first<B>(
        &self,
        permitted: Words,
        visit: &mut impl FnMut(Play) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for length in LENGTHS {
            let words = permitted & self.dictionary.of_length[length];
            if words != 0 {
                for start in self.dictionary.first[length].iter() {
                    self.supplied(words, start, full(length), visit)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// A word that crosses another (C-132).
    #[inline(always)]
    fn later<B>(
        &self,
        permitted: Words,
        visit: &mut impl FnMut(Play) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (occupied, line) = self.grid.along(self.is_across);
        let crossed = occupied - line;
        let beside = occupied.shifted(Direction::North) | occupied.shifted(Direction::South);
        let closed = (beside - occupied) | line; // C-140, C-142
        let before = occupied.shifted(Direction::East);
        let (mut covering, mut blocked) = (crossed, closed);
        for length in LENGTHS {
            let last = length as u8 - 1;
            covering |= crossed.west(last);
            blocked |= closed.west(last);
            let words = permitted & self.dictionary.of_length[length];
            if words == 0 {
                continue;
            }
            // C-135, C-139
            let after = occupied.west(length as u8);
            let fits = self.dictionary.fits[length];
            let starts = (covering & fits) - blocked - before - after;
            for start in starts.iter() {
                self.crossing(occupied, (words, length), start, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The words of a length that agree with the tiles they would cover (C-137).
    #[inline(always)]
    fn crossing<B>(
        &self,
        occupied: Cells,
        (mut words, length): (Words, usize),
        start: u8,
        visit: &mut impl FnMut(Play) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let covered = occupied.row(start >> 4) >> (start & 15) & full(length);
        let new = full(length) & !covered;
        if new == 0 {
            return ControlFlow::Continue(()); // C-138
        }
        for index in bits(covered) {
            let square = self.unturned(start).square(index);
            if let Some(tile) = self.grid.tile(square)
                && !tile.is_wild
            {
                words &= self.dictionary.with_letter[usize::from(index)][usize::from(tile.letter)];
            }
        }
        self.supplied(words, start, new, visit)
    }

    /// The words whose new letters the reserve has (C-146).
    #[inline(always)]
    fn supplied<B>(
        &self,
        words: Words,
        start: u8,
        new: u16,
        visit: &mut impl FnMut(Play) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for word in numbers(words) {
            if self.dictionary.lacking(word, new, self.reserve) <= self.reserve.wilds.into() {
                visit(Play { word, place: self.unturned(start), new })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The place on the grid itself.
    #[inline(always)]
    fn unturned(&self, start: u8) -> Place {
        let square = if self.is_across { start } else { exchanged(start) };
        Place { square, is_across: self.is_across }
    }
}

/// A bit for each letter of a word.
#[inline(always)]
const fn full(length: usize) -> u16 {
    debug_assert!(length <= LONGEST);
    (1 << length) - 1
}
