//! Dictionaries, single rules, and what makes no grid.

use super::*;
use crate::grid::Cells;

const NONE: [&str; 0] = [];

fn dictionary() -> Dictionary {
    Dictionary::new(10, &WORDS).unwrap()
}

fn number(word: &str) -> u8 {
    dictionary().find(&spelled(word)).unwrap()
}

/// Rows of signs; capitals are natural tiles, small letters wild ones.
pub(super) fn drawn(rows: &[&str]) -> Vec<(u8, Tile)> {
    let tile = |sign: u8| {
        let letter = letter(sign.to_ascii_uppercase())?;
        Some(Tile { letter, is_wild: sign.is_ascii_lowercase() })
    };
    let row = |(row, signs): (usize, &&str)| {
        let signs: Vec<u8> = signs.bytes().collect();
        let tile = move |(column, &sign): (usize, &u8)| {
            Some((Cells::cell(row as u8, column as u8), tile(sign)?))
        };
        signs.iter().enumerate().filter_map(tile).collect::<Vec<_>>()
    };
    rows.iter().enumerate().flat_map(row).collect()
}

fn restored(
    rows: &[&str],
    words: &[(&str, u8, u8, bool)],
    may_leave_run: bool,
) -> Result<Grid, GridError> {
    let words = words
        .iter()
        .map(|&(word, row, column, is_across)| (number(word), Place::new(row, column, is_across)));
    Grid::restore(&dictionary(), drawn(rows), words, may_leave_run)
}

/// C-3, C-133
#[test]
fn dictionaries() {
    for side in [0, 4, 5, 7, 15, 17, 18, 1000] {
        assert_eq!(Dictionary::new(side, &NONE).unwrap_err(), DictionaryError::Side(side));
    }
    for side in [6, 8, 10, 12, 14, 16] {
        let dictionary = Dictionary::new(side, &NONE).unwrap();
        assert_eq!((usize::from(dictionary.side()), dictionary.all()), (side, 0));
        assert!(dictionary.is_empty());
    }
    let text = |words: &[&str]| Dictionary::new(10, words).unwrap_err().to_string();
    assert_eq!(text(&["OIL", "oil"]), "word 1, \"oil\", must be of the letters A to Z");
    assert_eq!(text(&["ÖL"]), "word 0, \"ÖL\", must be of the letters A to Z");
    assert_eq!(text(&["O"]), "word 0, \"O\", has 1 letters; 2 to 12 go");
    assert_eq!(text(&["ABCDEFGHIJKLM"]), "word 0, \"ABCDEFGHIJKLM\", has 13 letters; 2 to 12 go");
    assert_eq!(text(&["OIL", "TIN", "OIL"]), "word 2, \"OIL\", is there twice");
    let many: Vec<String> = (0..65_u8)
        .map(|n| [letter_name(n / 26), letter_name(n % 26)].into_iter().collect())
        .collect();
    assert_eq!(Dictionary::new(10, &many).unwrap_err(), DictionaryError::Words(65));
    let most = Dictionary::new(10, &many[..64]).unwrap();
    assert_eq!((most.all(), most.len()), (u64::MAX, 64));
    assert_eq!(most.letters(63), spelled("CL"));
    assert_eq!(most.find(&spelled("CL")), Some(63));
    assert_eq!(most.find(&spelled("CM")), None);
}

/// C-130: 4 (L + 1) places for a word of up to five letters, 20 for one of six (C-285).
#[test]
fn first_words() {
    let dictionary = dictionary();
    let reserve = Reserve { letters: [9; 26], wilds: 0 };
    for (word, text) in WORDS.iter().enumerate() {
        let count = Grid::default().count_plays(&dictionary, 1 << word, &reserve);
        let expected = if text.len() == 6 { 20 } else { 4 * (text.len() + 1) };
        assert_eq!(count, expected, "{text}");
    }
    assert_eq!(Grid::default().count_plays(&dictionary, dictionary.all(), &reserve), 292);
}

/// C-286: every choice of new squares that the reserve allows, in the order of the masks.
#[test]
fn wild_masks() {
    let dictionary = Dictionary::new(10, &["AETHER"]).unwrap();
    let play = Play { word: 0, place: Place::new(5, 0, true), new: 0b11_1111 };
    let mut reserve = Reserve { letters: [0; 26], wilds: 6 };
    assert_eq!(dictionary.wilds(play, &reserve).iter().collect::<Vec<_>>(), [0b11_1111]);
    for letter in spelled("AETHER") {
        reserve.letters[usize::from(letter)] += 1;
    }
    assert_eq!(dictionary.wilds(play, &reserve).count(), 64);
    reserve.wilds = 1;
    let masks = [0, 1, 2, 4, 8, 16, 32];
    assert_eq!(dictionary.wilds(play, &reserve).iter().collect::<Vec<_>>(), masks);
    reserve.letters[usize::from(spelled("E")[0])] = 1;
    let wilds = dictionary.wilds(play, &reserve);
    assert_eq!(wilds.iter().collect::<Vec<_>>(), [0b10, 0b1_0000]);
    assert_eq!((wilds.count(), wilds.nth(1), wilds.nth(2)), (2, Some(16), None));
    reserve.wilds = 0;
    assert_eq!(dictionary.wilds(play, &reserve).count(), 0);
}

/// C-127, C-133, C-135, C-136, C-137, C-139, C-142, C-210
#[test]
fn what_makes_no_grid() {
    let rows = ["..........", ".CLAMP....", ".O........", ".G........"];
    let words = [("CLAMP", 1, 1, true), ("COG", 1, 1, false)];
    assert!(restored(&rows, &words, false).is_ok());
    let fault = |rows: &[&str], words: &[(&str, u8, u8, bool)]| {
        let strict = restored(rows, words, false).unwrap_err();
        assert_eq!(restored(rows, words, true).err().as_ref(), Some(&strict));
        (strict.rule(), strict.to_string())
    };
    let same = |found: (&str, String), rule: &str, text: &str| {
        assert_eq!((found.0, found.1.as_str()), (rule, text));
    };
    same(fault(&rows, &[words[0], words[1], words[1]]), "C-133", "COG stands twice");
    same(fault(&rows, &words[..1]), "C-127", "the tile at row 2, column 1 belongs to no word");
    same(
        fault(&["..........", ".CLAMP....", ".O........"], &words),
        "C-127",
        "COG has no tile at row 3, column 1",
    );
    same(fault(&rows, &[("CLAMP", 1, 6, true)]), "C-135", "CLAMP leaves the grid");
    same(fault(&rows, &[("CLAMP", 10, 0, true)]), "C-135", "CLAMP leaves the grid");
    same(fault(&rows, &[("COG", 8, 0, false)]), "C-135", "COG leaves the grid");
    same(fault(&rows, &[("COG", 0, 10, false)]), "C-135", "COG leaves the grid");
    let outside = restored(&["..........O"], &[], false).unwrap_err();
    assert_eq!(outside.to_string(), "the tile at row 0, column 10 lies outside the grid");
    let two = drawn(&["A"]).into_iter().chain(drawn(&["a"]));
    let two = Grid::restore(&dictionary(), two, [], false).unwrap_err();
    assert_eq!(two.to_string(), "there are two tiles at row 0, column 0");
    same(
        fault(&["TIN", "OIL"], &[("TIN", 0, 0, true), ("TIN", 1, 0, true)]),
        "C-133",
        "TIN stands twice",
    );
    same(
        fault(&["TIL"], &[("TIN", 0, 0, true)]),
        "C-137",
        "TIN needs another letter than L at row 0, column 2",
    );
    same(
        fault(&["CoiL"], &[("COIL", 0, 0, true), ("OIL", 0, 1, true)]),
        "C-142",
        "OIL shares the square at row 0, column 1 with another word of its direction",
    );
    same(
        fault(&["OILTIN"], &[("OIL", 0, 0, true), ("TIN", 0, 3, true)]),
        "C-139",
        "TIN is lengthened by the tile at row 0, column 2",
    );
    same(
        fault(&["OIL", "...", "TIN"], &[("OIL", 0, 0, true), ("TIN", 2, 0, true)]),
        "C-210",
        "OIL is not connected with TIN",
    );
    assert!(
        restored(&["til", "i", "n"], &[("TIN", 0, 0, false), ("OIL", 0, 0, true)], false).is_ok()
    );
}

/// Six words in a ring; without the first, two tiles are neighbours that no common word holds.
pub(super) const RING: [&str; 7] = [
    "..........",
    "..........",
    ".XPPPQ....",
    ".Y...P....",
    "ABCD.P....",
    "..Y..P....",
    "..XPPX....",
];
pub(super) const RING_WORDS: [&str; 7] = ["ABCD", "XYB", "CYX", "XPPPQ", "QPPPX", "XPPX", "BC"];

/// Where the first six of them stand.
pub(super) const RING_PLACES: [(u8, u8, bool); 6] =
    [(4, 0, true), (2, 1, false), (4, 2, false), (2, 1, true), (2, 5, false), (6, 2, true)];

/// C-138, C-141, C-210a: neighbours that no common word holds, as a removal may leave them.
#[test]
fn runs_without_a_word() {
    let dictionary = Dictionary::new(10, &RING_WORDS).unwrap();
    let words = || {
        let place = |(word, &(row, column, is_across)): (usize, &(u8, u8, bool))| {
            (word as u8, Place::new(row, column, is_across))
        };
        RING_PLACES.iter().enumerate().map(place)
    };
    let mut grid = Grid::restore(&dictionary, drawn(&RING), words(), false).unwrap();
    assert_eq!(grid.can_remove(&dictionary, 0, false), Err(Bond::Run));
    assert_eq!(grid.can_remove(&dictionary, 0, true), Ok(()));
    let letters: Vec<Letter> = grid.remove(&dictionary, 0).iter().map(|tile| tile.letter).collect();
    assert_eq!(letters, spelled("AD"));
    let tiles = || drawn(&RING).into_iter().filter(|&(square, _)| grid.tile(square).is_some());
    let words = || words().skip(1);
    assert_eq!(Grid::restore(&dictionary, tiles(), words(), true), Ok(grid));
    let fault = Grid::restore(&dictionary, tiles(), words(), false).unwrap_err();
    assert_eq!(
        (fault.rule(), fault.to_string().as_str()),
        ("C-141", "no word holds both the tile at row 4, column 1 and the one right of it")
    );
    // BC would add no tile; ABCD may come back.
    let reserve = Reserve { letters: [1; 26], wilds: 0 };
    let place = Place::new(4, 1, true);
    let found = grid.check_wilds(&dictionary, dictionary.all(), &reserve, (6, place, 0));
    assert_eq!(found, Err(Obstacle::Covered));
    let play = Play { word: 0, place: Place::new(4, 0, true), new: 0b1001 };
    assert_eq!(grid.nth_play(&dictionary, 1 | 1 << 6, &reserve, 0), Some(play));
    assert_eq!(grid.count_plays(&dictionary, 1 | 1 << 6, &reserve), 1);
}

/// C-6, C-149, C-154
#[test]
fn tiles_turned_over() {
    let dictionary = dictionary();
    let rows = ["..........", ".CLAMP....", ".O........", ".G........"];
    let words = [("CLAMP", 1, 1, true), ("COG", 1, 1, false)];
    let mut grid = restored(&rows, &words, false).unwrap();
    let corner = Cells::cell(1, 1);
    assert_eq!(grid.letters(&dictionary, corner), [spelled("C")[0]; 2].map(Some));
    grid.flip(corner);
    assert_eq!(grid.tile(corner), Some(Tile { letter: spelled("C")[0], is_wild: true }));
    assert_eq!(
        grid,
        restored(&["..........", ".cLAMP....", ".O........", ".G........"], &words, false).unwrap()
    );
    // C-118: B, C and G.
    grid.flip_letters(0b100_0110);
    assert_eq!(
        grid,
        restored(&["..........", ".cLAMP....", ".O........", ".g........"], &words, false).unwrap()
    );
}
