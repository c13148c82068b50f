//! Every legal spelling of a grid (C-130 to C-146).

use std::ops::ControlFlow;

use super::dictionary::{Dictionary, LENGTHS};
use super::grid::{Grid, WILD};
use super::types::{Place, Play, Reserve, Words, bits, exchanged};
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
        let owned = reserve.codes();
        let across = Search::<true> { grid: self, dictionary, reserve, owned };
        let down = Search::<false> { grid: self, dictionary, reserve, owned };
        if self.standing() == 0 {
            across.first(permitted, &mut visit)?;
            down.first(permitted, &mut visit)
        } else {
            across.later(permitted, &mut visit)?;
            down.later(permitted, &mut visit)
        }
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
struct Search<'a, const ACROSS: bool> {
    grid: &'a Grid,
    dictionary: &'a Dictionary,
    reserve: &'a Reserve,
    /// The codes of the letters that the reserve has.
    owned: u32,
}

impl<const ACROSS: bool> Search<'_, ACROSS> {
    /// A word on an empty grid: it covers a centre square (C-130).
    #[inline(always)]
    fn first<B>(
        &self,
        permitted: Words,
        visit: &mut impl FnMut(Play) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for length in *LENGTHS.start()..=self.dictionary.longest() {
            let new = full(length);
            let mut words = permitted & self.dictionary.of_length[length];
            // All letters are new wherever a word begins.
            for word in bits(words) {
                words &= !(u64::from(!self.is_supplied(word, (new, 0))) << word);
            }
            if words == 0 {
                continue;
            }
            for start in self.dictionary.first[length].iter() {
                for word in bits(words) {
                    visit(Play { word, place: Self::place(start), new })?;
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
        let (occupied, line) = self.grid.along(ACROSS);
        let crossed = occupied - line;
        let beside = occupied.shifted(Direction::North) | occupied.shifted(Direction::South);
        let closed = (beside - occupied) | line; // C-140, C-142
        let before = occupied.shifted(Direction::East);
        let (mut covering, mut blocked) = (crossed, closed | before);
        // What lies after so many letters.
        let west = |cells: Cells| cells.shifted(Direction::West);
        let (mut crossed, mut closed, mut after) = (crossed, closed, west(occupied));
        for length in *LENGTHS.start()..=self.dictionary.longest() {
            (crossed, closed, after) = (west(crossed), west(closed), west(after));
            covering |= crossed;
            blocked |= closed;
            let words = permitted & self.dictionary.of_length[length];
            if words == 0 {
                continue;
            }
            // C-135, C-139
            let starts = (covering & self.dictionary.fits[length]) - (blocked | after);
            for (index, (starts, occupied)) in
                starts.words().into_iter().zip(occupied.words()).enumerate()
            {
                let mut starts = starts;
                while starts != 0 {
                    let bit = starts.trailing_zeros();
                    starts &= starts - 1;
                    let covered = (occupied >> bit) as u16 & full(length);
                    let start = (index * 64) as u8 | bit as u8;
                    self.crossing(words, start, (covered, full(length) & !covered), visit)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The words that agree with the tiles they would cover (C-137).
    #[inline(always)]
    fn crossing<B>(
        &self,
        mut words: Words,
        start: u8,
        (covered, new): (u16, u16),
        visit: &mut impl FnMut(Play) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let place = Self::place(start);
        let mut given = 0;
        for index in bits(covered) {
            let code = self.grid.code(place.square(index));
            if code & WILD == 0 {
                words &= self.dictionary.with_code[usize::from(index)][usize::from(code % WILD)];
                given |= 1 << (code % WILD);
            } else {
                given = u32::MAX;
            }
        }
        // C-138
        if new == 0 {
            return ControlFlow::Continue(());
        }
        self.supplied(words, start, (new, given), visit)
    }

    /// The words whose new letters the reserve has (C-146). `given` has the codes of all letters that
    /// need not come from there alone.
    #[inline(always)]
    fn supplied<B>(
        &self,
        words: Words,
        start: u8,
        (new, given): (u16, u32),
        visit: &mut impl FnMut(Play) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for word in bits(words) {
            if self.is_supplied(word, (new, given)) {
                visit(Play { word, place: Self::place(start), new })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether the reserve has the new letters of a word (C-146).
    #[inline(always)]
    fn is_supplied(&self, word: u8, (new, given): (u16, u32)) -> bool {
        let absent = self.dictionary.entry(word).codes & !(self.owned | given);
        is_at_most(absent, self.reserve.wilds)
            && self.dictionary.lacking(word, new, self.reserve) <= self.reserve.wilds.into()
    }

    /// The place on the grid itself.
    #[inline(always)]
    fn place(start: u8) -> Place {
        let square = if ACROSS { start } else { exchanged(start) };
        Place { square, is_across: ACROSS }
    }
}

/// Whether no more bits are set than this.
#[inline(always)]
fn is_at_most(mut set: u32, most: u8) -> bool {
    // Without a count, for which plain x86-64 has no instruction.
    for _ in 0..most {
        if set == 0 {
            return true;
        }
        set &= set - 1;
    }
    set == 0
}

/// A bit for each letter of a word.
#[inline(always)]
const fn full(length: usize) -> u16 {
    debug_assert!(length <= LONGEST);
    (1 << length) - 1
}
