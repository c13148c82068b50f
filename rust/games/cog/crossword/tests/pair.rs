//! A grid beside the slow one, and random actions on both.

use std::ops::ControlFlow;

use super::slow::{Line, Slow};
use super::*;
use crate::grid::Cells;
use crate::random::Random;

/// A grid and the slow one that it has to equal.
pub(super) struct Pair {
    pub(super) dictionary: Dictionary,
    pub(super) words: Vec<Vec<Letter>>,
    pub(super) grid: Grid,
    pub(super) slow: Slow,
    pub(super) may_leave_run: bool,
}

impl Pair {
    pub(super) fn random(random: &mut Random) -> Self {
        let side = [6, 6, 8, 10, 10, 12, 14, 16][random.below(8) as usize];
        let words = random_words(random);
        let dictionary = Dictionary::new(side, &words).unwrap();
        Self {
            dictionary,
            words: words.iter().map(|word| spelled(word)).collect(),
            grid: Grid::default(),
            slow: Slow { side: side as i32, ..Slow::default() },
            may_leave_run: random.below(2) == 0,
        }
    }

    /// A grid with neighbours that no common word holds, which random removals hardly ever leave.
    pub(super) fn with_run(random: &mut Random) -> Self {
        let mut texts: Vec<String> = rules::RING_WORDS.map(str::to_owned).to_vec();
        let some = |random: &mut Random| -> String {
            (0..random.below(3)).map(|_| letter_name(random.below(4) as Letter)).collect()
        };
        for _ in 0..12 {
            let text = format!("{}BC{}", some(random), some(random));
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        let dictionary = Dictionary::new(10, &texts).unwrap();
        let words: Vec<Vec<Letter>> = texts.iter().map(|text| spelled(text)).collect();
        let (mut slow, mut places) = (Slow { side: 10, ..Slow::default() }, Vec::new());
        for (word, &(row, column, is_across)) in rules::RING_PLACES.iter().enumerate() {
            let start = (row.into(), column.into());
            slow.put(&Line { word: words[word].clone(), start, is_across }, 0, &[]);
            places.push((word as u8, Place::new(row, column, is_across)));
        }
        let tiles = rules::drawn(&rules::RING);
        let mut grid = Grid::restore(&dictionary, tiles, places, false).unwrap();
        grid.remove(&dictionary, 0);
        let first = Line { word: words[0].clone(), start: (4, 0), is_across: true };
        let slow = slow.without(&first).0;
        Self { dictionary, words, grid, slow, may_leave_run: true }
    }

    pub(super) fn line(&self, word: u8, place: Place) -> Line {
        let (row, column) = Cells::place(place.square);
        let word = self.words[usize::from(word)].clone();
        Line { word, start: (row.into(), column.into()), is_across: place.is_across }
    }

    pub(super) fn found(&self, permitted: Words, reserve: &Reserve) -> Vec<Play> {
        let mut found = Vec::new();
        let _: ControlFlow<()> = self.grid.plays(&self.dictionary, permitted, reserve, |play| {
            found.push(play);
            ControlFlow::Continue(())
        });
        found
    }

    /// One action: a spelling, a tile turned over or a removal.
    pub(super) fn act(&mut self, random: &mut Random) {
        let reserve = random_reserve(random);
        match random.below(10) {
            0..6 => self.spell(random, &reserve),
            6 | 7 => self.flip(random),
            _ => self.remove(random),
        }
    }

    fn spell(&mut self, random: &mut Random, reserve: &Reserve) {
        let all = self.dictionary.all();
        let count = self.grid.count_spellings(&self.dictionary, all, reserve);
        if count == 0 {
            return;
        }
        let index = random.below(count as u32) as usize;
        let (play, mask) = self.grid.nth_spelling(&self.dictionary, all, reserve, index).unwrap();
        let printed: Vec<Letter> =
            (0..mask.count_ones()).map(|_| random.below(26) as Letter).collect();
        let line = self.line(play.word, play.place);
        let expected: Cells = self
            .slow
            .uncovered(&line)
            .into_iter()
            .map(|(row, column)| Cells::cell(row as u8, column as u8))
            .collect();
        assert_eq!(play.squares(), expected);
        assert_eq!(self.grid.spell(&self.dictionary, play, mask, &printed), expected);
        self.slow.put(&line, mask, &printed);
    }

    fn flip(&mut self, random: &mut Random) {
        let natural: Vec<_> = self
            .slow
            .tiles
            .iter()
            .filter(|(_, tile)| !tile.is_wild)
            .map(|(&square, _)| square)
            .collect();
        if natural.is_empty() {
            return;
        }
        let (row, column) = natural[random.below(natural.len() as u32) as usize];
        self.grid.flip(Cells::cell(row as u8, column as u8));
        self.slow.tiles.get_mut(&(row, column)).unwrap().is_wild = true;
    }

    /// Compares what may be removed, then removes one word and, invariant 16, spells it again.
    fn remove(&mut self, random: &mut Random) {
        let mut removable = Vec::new();
        for (word, place) in self.grid.words() {
            let line = self.line(word, place);
            for may_leave_run in [false, true] {
                if may_leave_run || !self.may_leave_run {
                    let bond = self.grid.can_remove(&self.dictionary, word, may_leave_run).err();
                    assert_eq!(bond.map(Bond::rule), self.slow.binds(&line, may_leave_run));
                    if bond.is_none() && may_leave_run == self.may_leave_run {
                        removable.push((word, place));
                    }
                }
            }
        }
        if removable.is_empty() {
            return;
        }
        let leaves_run = |&(word, place): &(u8, Place)| {
            self.slow.binds(&self.line(word, place), false) == Some("C-210a")
        };
        let (word, place) = match removable.iter().copied().find(leaves_run) {
            Some(rare) => rare,
            None => removable[random.below(removable.len() as u32) as usize],
        };
        let (after, tiles) = self.slow.without(&self.line(word, place));
        let before = self.grid;
        assert_eq!(self.grid.remove(&self.dictionary, word)[..], tiles);
        self.slow = after;
        let mut again = self.grid;
        let new = (0..self.dictionary.length(word))
            .filter(|&index| again.tile(place.square(index)).is_none())
            .fold(0, |new, index| new | 1 << index);
        let mut removed = tiles.iter();
        let wilds = play_letters(new)
            .filter(|_| removed.next().unwrap().is_wild)
            .fold(0, |wilds, index| wilds | 1 << index);
        let printed: Vec<Letter> =
            tiles.iter().filter(|tile| tile.is_wild).map(|tile| tile.letter).collect();
        again.spell(&self.dictionary, Play { word, place, new }, wilds, &printed);
        assert_eq!(again, before);
    }
}

pub(super) fn play_letters(new: u16) -> impl Iterator<Item = u8> {
    (0..16).filter(move |index| new >> index & 1 != 0)
}

/// The words of the examples, or words of few letters, which cross and continue each other often.
fn random_words(random: &mut Random) -> Vec<String> {
    if random.below(3) == 0 {
        return WORDS.map(str::to_owned).to_vec();
    }
    let kinds = 1 + random.below(4);
    let mut words: Vec<String> = Vec::new();
    for _ in 0..1 + random.below(20) {
        let longest = if random.below(4) == 0 { 12 } else { 5 };
        let length = 2 + random.below(longest - 1);
        let word: String =
            (0..length).map(|_| letter_name(random.below(kinds) as Letter)).collect();
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words
}

/// From nothing to plenty, and up to four wild tiles.
pub(super) fn random_reserve(random: &mut Random) -> Reserve {
    let most = [1, 2, 3, 4, 13][random.below(5) as usize];
    let mut reserve = Reserve::default();
    for count in &mut reserve.letters {
        *count = random.below(most) as u8;
    }
    reserve.wilds = random.below(5) as u8;
    reserve
}
