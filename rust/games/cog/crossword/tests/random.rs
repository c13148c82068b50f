//! Random grids of several sizes and word lists, with wild tiles and removals.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::slow::{Line, Slow};
use super::*;
use crate::grid::Cells;
use crate::random::Random;

/// A grid and the slow one that it has to equal.
struct Pair {
    dictionary: Dictionary,
    words: Vec<Vec<Letter>>,
    grid: Grid,
    slow: Slow,
    may_leave_run: bool,
}

impl Pair {
    fn random(random: &mut Random) -> Self {
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
    fn with_run(random: &mut Random) -> Self {
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

    fn line(&self, word: u8, place: Place) -> Line {
        let (row, column) = Cells::place(place.square);
        let word = self.words[usize::from(word)].clone();
        Line { word, start: (row.into(), column.into()), is_across: place.is_across }
    }

    fn found(&self, permitted: Words, reserve: &Reserve) -> Vec<Play> {
        let mut found = Vec::new();
        let _: ControlFlow<()> = self.grid.plays(&self.dictionary, permitted, reserve, |play| {
            found.push(play);
            ControlFlow::Continue(())
        });
        found
    }

    /// Every spelling, by trying all; the mask is over the letters of the word.
    fn spellings(&self, permitted: Words, reserve: &Reserve) -> Vec<(Line, u16)> {
        let permitted: Vec<Vec<Letter>> = (0..self.words.len())
            .filter(|&word| permitted >> word & 1 != 0)
            .map(|word| self.words[word].clone())
            .collect();
        let side = self.slow.side;
        let mut found = Vec::new();
        for word in &permitted {
            for square in 0..side * side {
                for is_across in [true, false] {
                    let start = (square / side, square % side);
                    let line = Line { word: word.clone(), start, is_across };
                    let new = self.slow.uncovered(&line);
                    let squares = line.squares();
                    // Nothing but the reserve can still forbid it, for any of the choices.
                    let all: Vec<_> = vec![None; new.len()];
                    let plenty = Reserve { wilds: 12, ..Reserve::default() };
                    let rule = self.slow.forbids(&permitted, &plenty, &line, &all);
                    if !self.may_leave_run {
                        let is_new = !self.slow.standing.iter().any(|old| old.word == *word);
                        assert_eq!(
                            rule.is_none(),
                            is_new && self.slow.would_be_sound(&line),
                            "{line:?} {rule:?} {:?}",
                            self.slow
                        );
                    }
                    if rule.is_some() {
                        continue;
                    }
                    for mask in 0..1_u16 << word.len() {
                        let is_new = |index: usize| new.contains(&squares[index]);
                        if (0..word.len()).any(|index| mask >> index & 1 != 0 && !is_new(index)) {
                            continue;
                        }
                        let given: Vec<_> = (0..word.len())
                            .filter(|&index| is_new(index))
                            .map(|index| (mask >> index & 1 == 0).then_some(word[index]))
                            .collect();
                        if self.slow.forbids(&permitted, reserve, &line, &given).is_none() {
                            found.push((line.clone(), mask));
                        }
                    }
                }
            }
        }
        found.sort();
        found
    }

    /// All that is said about spellings.
    fn compare(&self, random: &mut Random) -> usize {
        let permitted = if random.below(3) > 0 {
            self.dictionary.all()
        } else {
            u64::from(random.below(u32::MAX)) & self.dictionary.all()
        };
        let reserve = random_reserve(random);
        let plays = self.found(permitted, &reserve);
        let mut listed = Vec::new();
        for (index, &play) in plays.iter().enumerate() {
            let found = self.grid.nth_play(&self.dictionary, permitted, &reserve, index);
            assert_eq!(found, Some(play));
            let wilds = self.dictionary.wilds(play, &reserve);
            let masks: Vec<u16> = wilds.iter().collect();
            assert!(masks.is_sorted(), "{masks:?}");
            assert_eq!(wilds.count(), masks.len());
            for (index, &mask) in masks.iter().enumerate() {
                assert_eq!(wilds.nth(index), Some(mask));
                let (word, place) = (play.word, play.place);
                let checked = self.grid.check_wilds(
                    &self.dictionary,
                    permitted,
                    &reserve,
                    (word, place, mask),
                );
                assert_eq!(checked, Ok(play));
                let listed_at = listed.len();
                if random.below(8) == 0 {
                    let found =
                        self.grid.nth_spelling(&self.dictionary, permitted, &reserve, listed_at);
                    assert_eq!(found, Some((play, mask)));
                }
                listed.push((self.line(word, place), mask));
            }
            assert_eq!(wilds.nth(masks.len()), None);
        }
        let count = listed.len();
        assert_eq!(self.grid.count_plays(&self.dictionary, permitted, &reserve), plays.len());
        assert_eq!(self.grid.count_spellings(&self.dictionary, permitted, &reserve), count);
        let none = self.grid.nth_spelling(&self.dictionary, permitted, &reserve, count);
        assert_eq!(none, None);
        listed.sort();
        assert_eq!(listed, self.spellings(permitted, &reserve), "{:?} {reserve:?}", self.slow);
        count
    }

    /// Spellings of all kinds, most of them illegal, and the rule that forbids each.
    fn compare_rules(&self, random: &mut Random, rules: &mut BTreeMap<&'static str, usize>) {
        let permitted = self.dictionary.all() & !(u64::from(random.below(3)));
        let texts: Vec<Vec<Letter>> = (0..self.words.len())
            .filter(|&word| permitted >> word & 1 != 0)
            .map(|word| self.words[word].clone())
            .collect();
        for _ in 0..60 {
            let reserve = random_reserve(random);
            let word = self.words[random.below(self.words.len() as u32) as usize].clone();
            let start = (random.below(18) as i32 - 1, random.below(18) as i32 - 1);
            // Mostly through a tile.
            let tiles: Vec<_> = self.slow.tiles.keys().collect();
            let start = if tiles.is_empty() || random.below(3) == 0 {
                start
            } else {
                let &(row, column) = tiles[random.below(tiles.len() as u32) as usize];
                let back = random.below(word.len() as u32) as i32;
                if random.below(2) == 0 { (row - back, column) } else { (row, column - back) }
            };
            let line = Line { word, start, is_across: random.below(2) == 0 };
            let new = self.slow.uncovered(&line);
            let tile = |(at, &letter): (&slow::Square, &Letter)| {
                let given = match random.below(12) {
                    0..3 => None,
                    3 => Some(random.below(26) as Letter),
                    _ => Some(letter),
                };
                new.contains(at).then_some(given)
            };
            let mut given: Vec<_> =
                line.squares().iter().zip(&line.word).filter_map(tile).collect();
            if random.below(12) == 0 {
                given.pop();
            }
            let spelling = Spelling {
                word: &line.word,
                row: line.start.0.into(),
                column: line.start.1.into(),
                is_across: line.is_across,
                tiles: &given,
            };
            let found = self.grid.check(&self.dictionary, permitted, &reserve, &spelling);
            let rule = self.slow.forbids(&texts, &reserve, &line, &given);
            assert_eq!(
                found.err().map(Obstacle::rule),
                rule,
                "{line:?} {given:?} {reserve:?} {:?}",
                self.slow
            );
            *rules.entry(rule.unwrap_or("legal")).or_default() += 1;
        }
    }

    /// The grid holds what the slow one holds, and can be made from it.
    fn compare_grids(&self) {
        let tiles = || {
            self.slow
                .tiles
                .iter()
                .map(|(&(row, column), &tile)| (Cells::cell(row as u8, column as u8), tile))
        };
        let words = || {
            self.slow.standing.iter().map(|line| {
                let word = self.words.iter().position(|word| *word == line.word).unwrap();
                let (row, column) = (line.start.0 as u8, line.start.1 as u8);
                (word as u8, Place::new(row, column, line.is_across))
            })
        };
        let restored = Grid::restore(&self.dictionary, tiles(), words(), self.may_leave_run);
        assert_eq!(restored.as_ref(), Ok(&self.grid));
        let strict = Grid::restore(&self.dictionary, tiles(), words(), false);
        assert_eq!(strict.is_ok(), self.slow.is_sound());
        assert!(strict.is_ok() || self.may_leave_run);
        for square in 0..=255 {
            let (row, column) = Cells::place(square);
            let at = (i32::from(row), i32::from(column));
            assert_eq!(self.grid.tile(square), self.slow.tiles.get(&at).copied());
            let letters = [true, false].map(|is_across| {
                let through =
                    |line: &&Line| line.is_across == is_across && line.squares().contains(&at);
                let line = self.slow.standing.iter().find(through)?;
                let index = line.squares().iter().position(|&square| square == at)?;
                Some(line.word[index])
            });
            assert_eq!(self.grid.letters(&self.dictionary, square), letters);
        }
    }

    /// Invariant 7.
    fn compare_turned(&self, random: &mut Random) {
        let reserve = random_reserve(random);
        let turned = self.slow.turned();
        let mut grid = Grid::default();
        for (word, place) in self.grid.words() {
            let (row, column) = Cells::place(place.square);
            let place = Place::new(column, row, !place.is_across);
            let new = (0..self.dictionary.length(word))
                .filter(|&index| grid.tile(place.square(index)).is_none())
                .fold(0, |new, index| new | 1 << index);
            let play = Play { word, place, new };
            let tile = |index: u8| {
                let (row, column) = Cells::place(place.square(index));
                turned.tiles[&(i32::from(row), i32::from(column))]
            };
            // Any word may come first here: only the tiles and words count.
            let printed: Vec<Letter> = play_letters(new).map(|index| tile(index).letter).collect();
            grid.spell(&self.dictionary, play, new, &printed);
        }
        let wild = grid.occupied();
        let mut again = Grid::restore(
            &self.dictionary,
            wild.iter().map(|square| {
                let (row, column) = Cells::place(square);
                (square, turned.tiles[&(i32::from(row), i32::from(column))])
            }),
            grid.words(),
            self.may_leave_run,
        )
        .unwrap();
        let exchanged = |play: Play| {
            let (row, column) = Cells::place(play.place.square);
            Play { place: Place::new(column, row, !play.place.is_across), ..play }
        };
        let mut expected: Vec<Play> =
            self.found(self.dictionary.all(), &reserve).into_iter().map(exchanged).collect();
        let mut found = Vec::new();
        let all = self.dictionary.all();
        let _: ControlFlow<()> = again.plays(&self.dictionary, all, &reserve, |play| {
            found.push(play);
            ControlFlow::Continue(())
        });
        expected.sort();
        found.sort();
        assert_eq!(found, expected);
        // With every tile wild the printed letters do not matter.
        again.flip_letters((1 << 26) - 1);
        let mut flipped = grid;
        flipped.flip_letters((1 << 26) - 1);
        assert_eq!(again, flipped);
    }

    /// One action: a spelling, a tile turned over or a removal.
    fn act(&mut self, random: &mut Random) {
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

fn play_letters(new: u16) -> impl Iterator<Item = u8> {
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
fn random_reserve(random: &mut Random) -> Reserve {
    let most = [1, 2, 3, 4, 13][random.below(5) as usize];
    let mut reserve = Reserve::default();
    for count in &mut reserve.letters {
        *count = random.below(most) as u8;
    }
    reserve.wilds = random.below(5) as u8;
    reserve
}

/// Invariants 5, 6, 7, 16 and 18, and each of the rules that `check` can name: C-126, C-127, C-128,
/// C-130, C-131, C-132, C-133, C-134, C-135, C-136, C-137, C-138, C-139, C-140, C-141, C-142, C-143,
/// C-144, C-146, C-149, C-151, C-152, C-153, C-154, C-201, C-205, C-206, C-209, C-210, C-213, C-214,
/// C-285 and C-286.
#[test]
fn equal_to_the_slow_one() {
    let mut random = Random::stream(71, 0);
    let mut rules = BTreeMap::new();
    let (mut spellings, mut words, mut runs) = (0, 0, 0);
    for _ in 0..1000 {
        let has_run = random.below(6) == 0;
        let mut pair =
            if has_run { Pair::with_run(&mut random) } else { Pair::random(&mut random) };
        for _ in 0..random.below(if has_run { 4 } else { 24 }) {
            pair.act(&mut random);
            assert!(pair.may_leave_run || pair.slow.is_sound());
        }
        spellings += pair.compare(&mut random);
        pair.compare_rules(&mut random, &mut rules);
        pair.compare_grids();
        pair.compare_turned(&mut random);
        words = words.max(pair.slow.standing.len());
        runs += usize::from(!pair.slow.is_sound());
    }
    assert!(spellings > 50_000 && words > 6 && runs > 50, "{spellings} {words} {runs}");
    assert_eq!(rules.len(), 12, "{rules:?}");
    assert!(rules.values().all(|&count| count > 20), "{rules:?}");
}
