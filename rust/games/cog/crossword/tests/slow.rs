//! The rules once more, square by square and in their own words.

use std::collections::{BTreeMap, BTreeSet};

use crate::games::cog::crossword::{Letter, Reserve, Tile};

pub(super) type Square = (i32, i32);

/// A word somewhere: its letters, first square, and whether it runs across.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Line {
    pub(super) word: Vec<Letter>,
    pub(super) start: Square,
    pub(super) is_across: bool,
}

impl Line {
    fn step(&self) -> Square {
        if self.is_across { (0, 1) } else { (1, 0) }
    }

    fn at(&self, index: i32) -> Square {
        let (rows, columns) = self.step();
        (self.start.0 + index * rows, self.start.1 + index * columns)
    }

    pub(super) fn squares(&self) -> Vec<Square> {
        (0..self.word.len() as i32).map(|index| self.at(index)).collect()
    }

    /// The squares directly before the first and after the last letter.
    fn ends(&self) -> [Square; 2] {
        [self.at(-1), self.at(self.word.len() as i32)]
    }

    fn crosses(&self, other: &Self) -> bool {
        let squares = other.squares();
        self.is_across != other.is_across && self.squares().iter().any(|at| squares.contains(at))
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(super) struct Slow {
    pub(super) side: i32,
    pub(super) tiles: BTreeMap<Square, Tile>,
    pub(super) standing: Vec<Line>,
}

impl Slow {
    fn is_inside(&self, (row, column): Square) -> bool {
        (0..self.side).contains(&row) && (0..self.side).contains(&column)
    }

    fn is_central(&self, (row, column): Square) -> bool {
        let middle = [self.side / 2 - 1, self.side / 2];
        middle.contains(&row) && middle.contains(&column)
    }

    fn is_corner(&self, (row, column): Square) -> bool {
        let last = [0, self.side - 1];
        last.contains(&row) && last.contains(&column)
    }

    pub(super) fn uncovered(&self, line: &Line) -> Vec<Square> {
        line.squares().into_iter().filter(|at| !self.tiles.contains_key(at)).collect()
    }

    /// The first rule that forbids a spelling.
    pub(super) fn forbids(
        &self,
        permitted: &[Vec<Letter>],
        reserve: &Reserve,
        line: &Line,
        given: &[Option<Letter>],
    ) -> Option<&'static str> {
        let squares = line.squares();
        let new = self.uncovered(line);
        let is_outside = !squares.iter().all(|&at| self.is_inside(at));
        let broken = [
            ("C-127", !self.is_inside(line.start) || (!is_outside && given.len() != new.len())),
            ("C-128", !permitted.contains(&line.word)),
            ("C-130", self.standing.is_empty() && !squares.iter().any(|&at| self.is_central(at))),
            (
                "C-132",
                !self.standing.is_empty() && !self.standing.iter().any(|old| old.crosses(line)),
            ),
            ("C-133", self.standing.iter().any(|old| old.word == line.word)),
            ("C-135", is_outside),
            (
                "C-137",
                squares.iter().zip(&line.word).any(|(at, &letter)| {
                    self.tiles.get(at).is_some_and(|tile| !tile.is_wild && tile.letter != letter)
                }),
            ),
            ("C-138", new.is_empty()),
            ("C-139", {
                let ends = line.ends();
                let mut old = self.standing.iter().flat_map(Line::ends);
                ends.iter().any(|at| self.tiles.contains_key(at))
                    || old.any(|end| new.contains(&end))
            }),
            ("C-140", {
                let (rows, columns) = line.step();
                new.iter().any(|&(row, column)| {
                    [(row + columns, column + rows), (row - columns, column - rows)]
                        .iter()
                        .any(|at| self.tiles.contains_key(at))
                })
            }),
            ("C-146", {
                let count = |tile: Option<Letter>| given.iter().filter(|&&t| t == tile).count();
                let is_short = |letter: Letter| {
                    count(Some(letter)) > reserve.letters[usize::from(letter)].into()
                };
                let needed = squares.iter().zip(&line.word).filter(|(at, _)| new.contains(at));
                let differs = needed
                    .zip(given)
                    .any(|((_, &letter), &tile)| tile.is_some_and(|tile| tile != letter));
                differs || count(None) > reserve.wilds.into() || (0..26).any(is_short)
            }),
        ];
        broken.into_iter().find(|&(_, is_broken)| is_broken).map(|(rule, _)| rule)
    }

    /// Invariant 18: whether a spelling without any tile from a reserve is legal, by what the grid
    /// would be afterwards.
    pub(super) fn would_be_sound(&self, line: &Line) -> bool {
        let squares = line.squares();
        let agrees = |(at, &letter): (&Square, &Letter)| {
            self.is_inside(*at)
                && self.tiles.get(at).is_none_or(|tile| tile.is_wild || tile.letter == letter)
        };
        let is_linked = if self.standing.is_empty() {
            squares.iter().any(|&at| self.is_central(at))
        } else {
            self.standing.iter().any(|old| old.crosses(line))
        };
        if !is_linked || !squares.iter().zip(&line.word).all(agrees) {
            return false;
        }
        let mut after = self.clone();
        after.put(line, 0, &[]);
        after.is_sound()
    }

    /// Puts a word down, with wild tiles of these printed letters where the mask has bits.
    pub(super) fn put(&mut self, line: &Line, wilds: u16, mut printed: &[Letter]) {
        for (index, at) in line.squares().into_iter().enumerate() {
            let is_wild = wilds >> index & 1 != 0;
            let letter = match printed {
                [first, rest @ ..] if is_wild => {
                    printed = rest;
                    *first
                }
                _ => line.word[index],
            };
            self.tiles.entry(at).or_insert(Tile { letter, is_wild });
        }
        self.standing.push(line.clone());
        self.standing.sort();
    }

    /// Invariants 5 and 6.
    pub(super) fn is_sound(&self) -> bool {
        let mut runs = BTreeSet::new();
        for (step, is_across) in [((0, 1), true), ((1, 0), false)] {
            for &start in self.tiles.keys() {
                let at = |index: i32| (start.0 + index * step.0, start.1 + index * step.1);
                let length = (0..).take_while(|&index| self.tiles.contains_key(&at(index))).count();
                if length > 1 && !self.tiles.contains_key(&at(-1)) {
                    runs.insert((start, is_across, length));
                }
            }
        }
        let words: Vec<_> = self
            .standing
            .iter()
            .map(|line| (line.start, line.is_across, line.word.len()))
            .collect();
        let distinct: BTreeSet<_> = self.standing.iter().map(|line| &line.word).collect();
        words.len() == runs.len()
            && words.into_iter().collect::<BTreeSet<_>>() == runs
            && distinct.len() == self.standing.len()
            && self.is_connected()
            && self.shows_its_words()
    }

    fn shows_its_words(&self) -> bool {
        let held: BTreeSet<Square> = self.standing.iter().flat_map(Line::squares).collect();
        self.tiles.keys().all(|at| held.contains(at))
            && self.standing.iter().all(|line| {
                line.squares().iter().zip(&line.word).all(|(at, &letter)| {
                    self.tiles.get(at).is_some_and(|tile| tile.is_wild || tile.letter == letter)
                })
            })
    }

    pub(super) fn is_connected(&self) -> bool {
        let mut group: Vec<&Line> = self.standing.iter().take(1).collect();
        loop {
            let more: Vec<&Line> = self
                .standing
                .iter()
                .filter(|line| !group.contains(line) && group.iter().any(|old| old.crosses(line)))
                .collect();
            if more.is_empty() {
                return group.len() == self.standing.len();
            }
            group.extend(more);
        }
    }

    /// The grid without a word, and the tiles that go to the bag (C-206).
    pub(super) fn without(&self, line: &Line) -> (Self, Vec<Tile>) {
        let mut after = self.clone();
        after.standing.retain(|old| old != line);
        let kept: BTreeSet<Square> = after.standing.iter().flat_map(Line::squares).collect();
        let gone = line.squares().into_iter().filter(|at| !kept.contains(at));
        let tiles = gone.filter_map(|at| after.tiles.remove(&at)).collect();
        (after, tiles)
    }

    /// The first rule that forbids a removal.
    pub(super) fn binds(&self, line: &Line, may_leave_run: bool) -> Option<&'static str> {
        let (after, _) = self.without(line);
        if line.squares().into_iter().any(|at| self.is_corner(at)) {
            Some("C-205")
        } else if !after.is_connected() {
            Some("C-210")
        } else if !may_leave_run && !after.is_sound() {
            Some("C-210a")
        } else {
            None
        }
    }

    /// Rows and columns exchanged.
    pub(super) fn turned(&self) -> Self {
        let line = |line: &Line| Line {
            word: line.word.clone(),
            start: (line.start.1, line.start.0),
            is_across: !line.is_across,
        };
        let mut standing: Vec<Line> = self.standing.iter().map(line).collect();
        standing.sort();
        let tiles = self.tiles.iter().map(|(&(row, column), &tile)| ((column, row), tile));
        Self { side: self.side, tiles: tiles.collect(), standing }
    }
}
