//! What the loader accepts; what it refuses, what the default set is like and the rest are beside it.

use std::path::PathBuf;

use super::*;
use crate::game::ComponentProblem;
use crate::games::document::trial;
use crate::grid::Shape;

mod any_text;
mod content;
mod default_v1;
mod digest;
mod form;
mod guide;
mod report;

/// The least set there is, with one drawing over several lines.
const SMALL: &str = include_str!("tests/small.toml");

fn parse(text: &str) -> Result<ComponentSet, Vec<ComponentProblem>> {
    let source = ComponentSource { file: "my.toml".to_owned(), text: text.to_owned() };
    ComponentSet::parse(&source).map_err(|error| match error {
        SetupError::Components { file, problems } => {
            assert_eq!(file, "my.toml");
            problems
        }
        other => panic!("another kind of error: {other}"),
    })
}

/// [`SMALL`] with each `from`, which it has exactly once, replaced.
fn small_with(changes: &[(&str, &str)]) -> String {
    trial::changed(SMALL, changes)
}

/// Checks that `SMALL` with the changes is refused for one fault alone, at the mark `‸` (nowhere
/// without one), and for no other reason.
#[track_caller]
fn refused(changes: &[(&str, &str)], key: &str, rule: &str, message: &str) {
    trial::refused(parse, &small_with(changes), key, rule, message);
}

fn data(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/cobogo").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn the_small_set_is_read_as_written() {
    let set = parse(SMALL).expect("no fault");
    assert_eq!((set.rows, set.cols), (2, 2));
    assert_eq!(set.info.name, "small");
    assert_eq!(set.info.edition, "tests");
    assert_eq!(set.info.source, "made up");
    let types: Vec<_> = set.types.iter().map(|t| (t.letter, &*t.name, &*t.color)).collect();
    assert_eq!(types, [('A', "Ar", "green"), ('B', "Barro", "blue"), ('C', "Cal", "white")]);
    let first = &set.cards[0];
    assert_eq!(first.id, "B1");
    assert_eq!(first.name.as_deref(), Some("one"));
    assert_eq!(first.group, Group::Base);
    assert_eq!(first.brick, [2, 3, 4, 4]);
    let shape = Shape::from_drawing("X./XX").expect("a shape");
    assert_eq!(first.pattern, Pattern { content: FIRST_TYPE, number: 1, shape });
    assert_eq!(set.cards[1].name, None);
    assert_eq!(set.brick_text(&set.cards[4]), "A#/#A");
    let contents: Vec<Code> = set.cards.iter().map(|card| card.pattern.content).collect();
    assert_eq!(contents, [2, 2, 3, 4, 4, GLASS, ANY, ANY, ANY]);
    let numbers: Vec<u16> = set.cards.iter().map(|card| card.pattern.number).collect();
    assert_eq!(numbers, [1, 2, 3, 1, 1, 4, 5, 6, 7]);
}

#[test]
fn groups_and_ids_are_found() {
    let set = parse(SMALL).expect("no fault");
    let ranges = Group::ALL.map(|group| set.range(group));
    assert_eq!(ranges, [0..5, 5..6, 6..8, 8..9]);
    assert_eq!(set.cards_of(Group::Window)[1].id, "W2");
    assert_eq!(set.card_index("S1"), Some(8));
    assert_eq!(set.card_index("s1"), None);
    for (index, group) in Group::ALL.into_iter().enumerate() {
        assert_eq!(group.index(), index);
    }
    let without = small_with(&[
        ("[[special]]\nid = \"S1\"", "[[base]]\nid = \"B6\""),
        ("type = \"*\"\nnumber = 7", "type = \"A\"\nnumber = 7"),
    ]);
    let set = parse(&without).expect("no fault");
    assert_eq!(Group::ALL.map(|group| set.range(group)), [0..6, 6..7, 7..9, 9..9]);
}

#[test]
fn letters_and_codes_are_inverse() {
    let set = parse(SMALL).expect("no fault");
    for code in 0..=Code::MAX {
        let is_known = code <= 4 || code == ANY;
        assert_eq!(set.letter(code).is_some(), is_known, "{code}");
        if let Some(letter) = set.letter(code) {
            assert_eq!(set.code(letter), Some(code));
        }
    }
    assert_eq!(
        ".#ABC*".chars().map(|letter| set.code(letter)).collect::<Vec<_>>(),
        [0, 1, 2, 3, 4, 255].map(Some)
    );
    assert_eq!(set.code('D'), None);
    assert_eq!(set.code('a'), None);
}

#[test]
fn the_sets_of_the_tests_are_right() {
    for (name, size, counts, types) in [
        ("mini-1x1.toml", (1, 1), [12, 3, 3, 2], 3),
        ("card-3x1.toml", (3, 1), [5, 0, 0, 0], 3),
        ("big-8x8.toml", (8, 8), [12, 2, 2, 0], 4),
        ("types-26.toml", (2, 3), [28, 0, 0, 1], 26),
        ("deck-200.toml", (2, 3), [200, 18, 18, 18], 6),
    ] {
        let set = parse(&data(name)).unwrap_or_else(|problems| panic!("{name}: {problems:?}"));
        assert_eq!(set.info.name, name.trim_end_matches(".toml"));
        assert_eq!((set.rows, set.cols), size, "{name}");
        assert_eq!(Group::ALL.map(|group| set.cards_of(group).len()), counts, "{name}");
        assert_eq!(set.types.len(), types, "{name}");
    }
    let big = parse(&data("big-8x8.toml")).expect("no fault");
    let shape = &big.cards[11].pattern.shape;
    assert_eq!((shape.height(), shape.width(), shape.size()), (64, 64, 127));
    let many = parse(&data("types-26.toml")).expect("no fault");
    assert_eq!(many.code('Z'), Some(27));
}

#[test]
fn layout_means_nothing() {
    let set = parse(SMALL).expect("no fault");
    let drawings = [
        "brick = 'AB/CC'",
        "brick = \"AB\\nCC\"",
        "brick = \"AB\\u002fCC\"",
        "brick = \"\"\"\nAB\nCC\"\"\"",
        "brick = '''AB\nCC'''",
        "brick = '''\n\n   AB\t\n\tCC   \n  '''",
        "brick = \"\"\"AB/\\\n   CC\"\"\"",
        "'brick' = ' AB / CC '",
    ];
    for drawing in drawings {
        let text = small_with(&[("brick = '''\nAB\nCC\n'''", drawing)]);
        assert_eq!(parse(&text).as_ref(), Ok(&set), "{drawing}");
        assert_eq!(parse(&text.replace('\n', "\r\n")).as_ref(), Ok(&set), "{drawing}, CR LF");
    }
    assert_eq!(parse(&format!("\u{feff}{SMALL}")).as_ref(), Ok(&set));
    // Groups and keys in any order; types by table, dotted key or inline table; numbers in any base.
    let (base, glass) = SMALL.split_once("[[glass]]").expect("a glass card");
    let (top, base) = base.split_once("[[base]]").expect("a base card");
    let (labels, tables) = top.split_once("[card]").expect("a table");
    let turned = format!("{labels}[[glass]]{glass}[[base]]{base}[card]{tables}");
    assert_eq!(parse(&turned).as_ref(), Ok(&set));
    let types = small_with(&[
        ("[types]\n", ""),
        ("A = {", "[types.A]\nname = \"Ar\"\ncolor = \"green\"\n[types]\n#"),
        ("B = { name = \"Barro\", color = \"blue\" }", "B.name = 'Barro'\nB.color = 'blue'"),
        ("number = 7", "number = 0x7"),
        ("number = 6", "number = +6"),
    ]);
    assert_eq!(parse(&types).as_ref(), Ok(&set));
    let absent = SMALL.replace("name = \"small\"", "name = \"small\"\nglass = []");
    let absent = format!(
        "{}\n[[window]]{}",
        &absent[..absent.find("[[glass]]").expect("a glass card")],
        SMALL.split_once("[[window]]").expect("a window").1
    );
    assert_eq!(parse(&absent).expect("no fault").range(Group::Glass), 5..5);
}

#[test]
fn what_the_rules_do_not_forbid_is_accepted() {
    // Equal sides, no glass, a pattern that this deck can't fulfil, ids that look like others.
    let text = small_with(&[
        ("brick = \"AA/AA\"", "brick = \"BB/BB\""),
        ("brick = \"A#/#A\"", "brick = \"AA/AA\""),
        ("brick = \"##/##\"", "brick = \"AA/AA\""),
        ("number = 3", "number = 9999"),
        ("id = \"W1\"", "id = \"RANDOM\""),
        ("id = \"W2\"", "id = \"-\""),
        ("id = \"S1\"", "id = \"abcdefghijklmn_0\""),
    ]);
    parse(&text).expect("no fault");
}
