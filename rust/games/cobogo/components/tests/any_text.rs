//! Whatever the text is, it is read or refused: no panic, no overflow, no report that points astray.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::{Card, ComponentSet, Group, MAX_NUMBER, SMALL, parse};
use crate::games::document::trial;

/// Pieces of which broken files are made.
const PIECES: &[&str] = &[
    "[",
    "]",
    "[[",
    "]]",
    "{",
    "}",
    "=",
    ",",
    ".",
    "\"",
    "'",
    "\"\"\"",
    "'''",
    "#",
    "\\",
    "\n",
    "\r\n",
    "\r",
    "\t",
    " ",
    "\0",
    "\u{feff}",
    "é",
    "\u{2028}",
    "X",
    "A",
    "Z",
    "/",
    "*",
    "-1",
    "0x",
    "1e9",
    "nan",
    "true",
    "2025-02-17",
    "99999999999999999999",
    "base",
    "[[base]]\n",
    "[types]\n",
    "[card]\n",
    "[[window]]\n",
    "[[glass]]\n",
    "rows = 0\n",
    "cols = 8\n",
    "name = \"x\"\n",
    "types.A = 1\n",
    "base = []\n",
    "shape = ''\n",
    "number = 0\n",
    "brick = '''\n\n'''\n",
    "id = \"random\"\n",
    "type = \"#\"\n",
    "\\u0041",
    "\\U0010ffff",
    "a.b.c",
];

/// Reads a text and checks the report if there is one.
fn check(text: &str) {
    if let Err(problems) = parse(text) {
        trial::check_report(text, &problems);
    }
}

/// `SMALL` after cuts and insertions at random places.
fn broken_small() -> impl Strategy<Value = String> {
    let edit = (any::<prop::sample::Index>(), 0..12_usize, select(PIECES), any::<bool>());
    vec(edit, 1..6).prop_map(|edits| {
        let mut text: Vec<char> = SMALL.chars().collect();
        for (place, length, piece, is_cut) in edits {
            let start = place.index(text.len());
            let end = (start + if is_cut { length } else { 0 }).min(text.len());
            text.splice(start..end, piece.chars());
        }
        text.into_iter().collect()
    })
}

/// A drawing of `rows` by `cols` signs out of `signs`.
fn drawing(rows: usize, cols: usize, signs: &'static str) -> impl Strategy<Value = String> {
    let signs: Vec<char> = signs.chars().collect();
    vec(vec(select(signs), cols), rows).prop_map(|rows| {
        let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
        rows.join("/")
    })
}

/// A right set as plain values: rows, columns and, group by group, the cards' brick sides, numbers
/// and shapes.
type Plain = (usize, usize, Vec<Vec<(String, u16, &'static str)>>);

fn plain_set() -> impl Strategy<Value = Plain> {
    (1..=8_usize, 1..=8_usize).prop_flat_map(|(rows, cols)| {
        let shapes =
            select(&["X", "XX", "X/X/X", "XX/.X", ".X./XXX/.X.", "XXX/X.X/XXX", "XX./.XX"][..]);
        let card = move || (drawing(rows, cols, "ABCD#"), 1..=MAX_NUMBER, shapes.clone());
        let groups = (vec(card(), 5..20), vec(card(), 0..4), vec(card(), 2..4), vec(card(), 0..4));
        groups.prop_map(move |(base, glass, window, special)| {
            (rows, cols, vec![base, glass, window, special])
        })
    })
}

/// Writes a set, with drawings on one line or on several.
fn toml((rows, cols, groups): &Plain, is_tall: bool) -> String {
    let mut text = format!(
        "name = 'n'\nedition = 'e'\nsource = 's'\n[card]\nrows = {rows}\ncols = {cols}\n[types]\n"
    );
    for letter in "ABCD".chars() {
        text += &format!("{letter} = {{ name = '{letter}', color = 'c' }}\n");
    }
    for (group, cards) in Group::ALL.into_iter().zip(groups) {
        for (index, (brick, number, shape)) in cards.iter().enumerate() {
            let content = content(group, index);
            let draw = |rows: &str| match is_tall {
                true => format!("'''\n  {}\n'''", rows.replace('/', "\n  ")),
                false => format!("\"{rows}\""),
            };
            let (name, brick, shape) = (group.name(), draw(brick), draw(shape));
            text += &format!(
                "[[{name}]]\nid = '{name}-{index}'\nbrick = {brick}\ntype = '{content}'\nnumber = {number}\nshape = {shape}\n"
            );
        }
    }
    text
}

/// All four types in turn on base pattern sides.
fn content(group: Group, index: usize) -> char {
    match group {
        Group::Base => ['A', 'B', 'C', 'D'][index % 4],
        Group::Glass => '#',
        Group::Window | Group::Special => '*',
    }
}

/// Checks that a set holds just what was written.
fn check_equal(set: &ComponentSet, (rows, cols, groups): &Plain) {
    assert_eq!((set.rows, set.cols), (*rows, *cols));
    for (group, expected) in Group::ALL.into_iter().zip(groups) {
        let cards: &[Card] = set.cards_of(group);
        assert_eq!(cards.len(), expected.len());
        for (index, (card, (brick, number, shape))) in cards.iter().zip(expected).enumerate() {
            assert_eq!(card.id, format!("{}-{index}", group.name()));
            assert_eq!(set.brick_text(card), *brick);
            assert_eq!(set.letter(card.pattern.content), Some(content(group, index)));
            assert_eq!(card.pattern.number, *number);
            assert_eq!(card.pattern.shape.to_string(), *shape);
        }
    }
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in ".{0,200}") {
        check(&text);
    }

    #[test]
    fn any_pieces_are_read_or_refused(pieces in vec(select(PIECES), 0..60)) {
        check(&pieces.concat());
    }

    #[test]
    fn any_broken_set_is_read_or_refused(text in broken_small()) {
        check(&text);
        check(&text.replace('\n', "\r\n"));
    }

    #[test]
    fn what_is_written_is_read(plain in plain_set()) {
        let set = parse(&toml(&plain, false)).expect("no fault");
        check_equal(&set, &plain);
        prop_assert_eq!(parse(&toml(&plain, true)), Ok(set));
    }
}

#[test]
fn deep_nesting_does_not_overflow_the_stack() {
    // 80 keys in a row in each of 80 inline tables, under a header of 80 keys: as deep as the TOML
    // parser goes, and then one too many of each.
    for (keys, tables) in [(80, 79), (80, 80), (81, 79), (3, 80)] {
        let path = vec!["a"; keys].join(".");
        let open = format!("{path} = {{").repeat(tables);
        for start in [String::new(), format!("[{path}]\n"), format!("a = 1\n[[b]]\n[b.{path}]\n")] {
            let text = format!("{start}{open}a = 1{}\n", "}".repeat(tables));
            check(&text);
            // The second one is dropped as a duplicate.
            check(&format!("{text}{text}"));
        }
    }
    check(&"[".repeat(100_000));
    check(&format!("a = {}", "[".repeat(100_000)));
    check(&format!("a = {}", "{a=".repeat(100_000)));
    check(&format!("{} = 1", "a.".repeat(100_000)));
}

#[test]
fn large_files_of_one_kind_are_refused_in_bounded_time() {
    for piece in ["]\n", "=", "[[base]]\n", "[[base]]\nid='x'\n", "a=[\n", "'", "types.A=1\n"] {
        check(&piece.repeat((1 << 18) / piece.len()));
    }
}
