//! The worked examples of removals (W-36 to W-46), and removals of several words.

use super::slow::{Line, Slow};
use super::*;
use crate::grid::Cells;
use crate::random::Random;

/// A word, whether it runs across, and its first square, counted from 1 as in the examples.
type Written = (&'static str, char, (u8, u8));

struct Mat {
    dictionary: Dictionary,
    grid: Grid,
}

impl Mat {
    fn new(words: &[Written], wild: &[(u8, u8)]) -> Self {
        let dictionary = Dictionary::new(10, &WORDS).unwrap();
        let mut mat = Self { dictionary, grid: Grid::default() };
        for &written in words {
            let (word, place) = mat.place(written);
            let new = (0..mat.dictionary.length(word))
                .filter(|&index| mat.grid.tile(place.square(index)).is_none())
                .fold(0, |new, index| new | 1 << index);
            mat.grid.spell(&mat.dictionary, Play { word, place, new }, 0, &[]);
        }
        for &(row, column) in wild {
            mat.grid.flip(Cells::cell(row - 1, column - 1));
        }
        mat
    }

    fn place(&self, (word, way, (row, column)): Written) -> (u8, Place) {
        let word = self.dictionary.find(&spelled(word)).unwrap();
        (word, Place::new(row - 1, column - 1, way == 'H'))
    }

    fn bond(&self, word: &str) -> Option<&'static str> {
        let word = self.dictionary.find(&spelled(word)).unwrap();
        self.grid.can_remove(&self.dictionary, word, false).err().map(Bond::rule)
    }

    /// Removes a word that may go; the letters that go to the bag.
    fn remove(&mut self, word: &str) -> String {
        assert_eq!(self.bond(word), None);
        let word = self.dictionary.find(&spelled(word)).unwrap();
        let removed = self.grid.remove(&self.dictionary, word);
        removed.iter().map(|tile| letter_name(tile.letter)).collect()
    }

    fn check(&self, written: Written) -> Result<Play, Obstacle> {
        let (word, place) = self.place(written);
        let reserve = Reserve { letters: [9; 26], wilds: 0 };
        self.grid.check_wilds(&self.dictionary, self.dictionary.all(), &reserve, (word, place, 0))
    }
}

/// C-153, C-157, C-206: W-36.
#[test]
fn w_36() {
    let words = [("CLAMP", 'V', (4, 5)), ("COG", 'H', (4, 5)), ("ROD", 'H', (6, 4))];
    let mut mat = Mat::new(&words[..2], &[(6, 5)]);
    let before = mat.grid;
    let (word, place) = mat.place(words[2]);
    mat.grid.spell(&mat.dictionary, Play { word, place, new: 0b101 }, 0, &[]);
    assert_eq!(mat.bond("CLAMP"), Some("C-210")); // W-45
    assert_eq!(mat.remove("ROD"), "RD");
    assert_eq!(mat.grid, before);
    assert!(mat.check(("OIL", 'H', (6, 5))).is_ok());
}

/// C-206, C-209, C-213: W-37 and W-42, words that leave a tile to another.
#[test]
fn w_37_w_42() {
    let mut mat = Mat::new(&[("CLAMP", 'V', (4, 5)), ("COG", 'H', (4, 5))], &[]);
    assert_eq!(mat.remove("CLAMP"), "LAMP");
    assert_eq!(mat.grid, Mat::new(&[("COG", 'H', (4, 5))], &[]).grid);
    assert!(mat.check(("OIL", 'V', (4, 6))).is_ok());

    let mut mat = Mat::new(&[("PULLEY", 'H', (5, 1)), ("CLAMP", 'V', (1, 1))], &[]);
    assert_eq!(mat.bond("CLAMP"), Some("C-205")); // W-41
    assert_eq!(mat.remove("PULLEY"), "ULLEY");
    assert_eq!(mat.bond("CLAMP"), Some("C-205"));
}

/// C-210, C-211, C-212: W-38 and W-39.
#[test]
fn w_38_w_39() {
    let words = [("OIL", 'H', (5, 4)), ("PULLEY", 'V', (3, 6)), ("PIPE", 'H', (7, 3))];
    let mut mat = Mat::new(&words, &[]);
    assert_eq!(mat.bond("PULLEY"), Some("C-210"));
    assert_eq!(mat.remove("PIPE"), "PIP");
    assert_eq!(mat.remove("PULLEY"), "PULEY");
}

/// C-206, C-210: W-40 on both of its grids.
#[test]
fn w_40() {
    let ring = [
        ("PIPE", 'H', (5, 2)),
        ("CLAMP", 'V', (1, 2)),
        ("AETHER", 'H', (3, 2)),
        ("WHEEL", 'V', (2, 5)),
    ];
    for (word, removed) in [("PIPE", "IP"), ("CLAMP", "CLM"), ("AETHER", "ETER"), ("WHEEL", "WEL")]
    {
        assert_eq!(Mat::new(&ring, &[]).remove(word), removed);
    }
    let ring = [
        ("BOLT", 'V', (6, 5)),
        ("OIL", 'H', (7, 5)),
        ("AETHER", 'H', (9, 3)),
        ("PULLEY", 'V', (5, 7)),
    ];
    for (word, removed) in [("OIL", "I"), ("BOLT", "BL"), ("AETHER", "AEHR"), ("PULLEY", "PULY")] {
        assert_eq!(Mat::new(&ring, &[]).remove(word), removed);
    }
}

/// C-131, C-214, C-216: W-44 and W-46.
#[test]
fn w_44_w_46() {
    let mut mat = Mat::new(&[("TIN", 'H', (5, 4))], &[]);
    assert_eq!(mat.remove("TIN"), "TIN");
    assert_eq!(mat.grid, Grid::default());
    assert_eq!(mat.check(("TIN", 'H', (1, 1))), Err(Obstacle::Centre));

    let mut mat = Mat::new(&[("PIPE", 'H', (5, 2)), ("COIL", 'V', (3, 3))], &[]);
    assert_eq!(mat.remove("COIL"), "COL");
    let play = mat.check(("COIL", 'V', (3, 3))).unwrap();
    assert_eq!(play.new, 0b1011);
    assert!(play.squares().has(Cells::cell(2, 2)));
}

/// C-211, C-212, invariant 17: removals one by one reach every set of words that may go together, if
/// each of them may leave a run; where none may, those among them that have a legal first step.
#[test]
fn joint_removals() {
    let words = ["AB", "BA", "ABA", "BAA", "AAB", "ABBA", "BB"];
    let dictionary = Dictionary::new(6, &words).unwrap();
    let mut random = Random::stream(72, 0);
    let (mut together, mut grids) = (0, 0);
    while grids < 60 {
        let mut grid = Grid::default();
        for _ in 0..8 {
            let all = dictionary.all();
            let reserve = Reserve { letters: [9; 26], wilds: random.below(2) as u8 };
            let count = grid.count_spellings(&dictionary, all, &reserve) as u32;
            if count > 0 {
                let index = random.below(count) as usize;
                let (play, mask) = grid.nth_spelling(&dictionary, all, &reserve, index).unwrap();
                let printed = vec![0; mask.count_ones() as usize];
                grid.spell(&dictionary, play, mask, &printed);
            }
        }
        if grid.standing().count_ones() < 4 {
            continue;
        }
        grids += 1;
        let slow = slow_of(&dictionary, &grid);
        for may_leave_run in [true, false] {
            let reached = reached(&dictionary, &grid, may_leave_run);
            for gone in 0..=dictionary.all() {
                if gone & !grid.standing() != 0 {
                    continue;
                }
                let mut after = slow.clone();
                let mut has_corner = false;
                for (word, place) in grid.words().filter(|&(word, _)| gone >> word & 1 != 0) {
                    let line = line(&dictionary, word, place);
                    has_corner |= slow.binds(&line, true) == Some("C-205");
                    after = after.without(&line).0;
                }
                let is_legal =
                    !has_corner && after.is_connected() && (may_leave_run || after.is_sound());
                let is_reached = reached.contains(&(grid.standing() & !gone));
                assert!(is_legal || !is_reached, "{grid:?} {gone:b}");
                if may_leave_run {
                    assert_eq!(is_legal, is_reached, "{grid:?} {gone:b}");
                    together += usize::from(is_legal && gone.count_ones() > 1);
                }
            }
        }
    }
    assert!(together > 300, "{together}");
}

/// The sets of words that stand after removals one by one.
fn reached(dictionary: &Dictionary, grid: &Grid, may_leave_run: bool) -> Vec<Words> {
    let mut found = vec![grid.standing()];
    let mut waiting = vec![*grid];
    while let Some(grid) = waiting.pop() {
        for (word, _) in grid.words() {
            if grid.can_remove(dictionary, word, may_leave_run).is_ok() {
                let mut after = grid;
                after.remove(dictionary, word);
                if !found.contains(&after.standing()) {
                    found.push(after.standing());
                    waiting.push(after);
                }
            }
        }
    }
    found
}

fn line(dictionary: &Dictionary, word: u8, place: Place) -> Line {
    let (row, column) = Cells::place(place.square);
    let word = dictionary.letters(word).to_vec();
    Line { word, start: (row.into(), column.into()), is_across: place.is_across }
}

fn slow_of(dictionary: &Dictionary, grid: &Grid) -> Slow {
    let tile = |square| {
        let (row, column) = Cells::place(square);
        grid.tile(square).map(|tile| ((row.into(), column.into()), tile))
    };
    let mut standing: Vec<Line> =
        grid.words().map(|(word, place)| line(dictionary, word, place)).collect();
    standing.sort();
    let tiles = grid.occupied().iter().filter_map(tile).collect();
    Slow { side: dictionary.side().into(), tiles, standing }
}
