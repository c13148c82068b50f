//! What the loader accepts; what it refuses, what the default set is like and the rest are beside it.

use super::*;
use crate::game::ComponentProblem;
use crate::games::document::trial;

mod any_text;
mod content;
mod default_v1;
mod digest;
mod form;
mod guide;

/// A small set.
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

/// A tile of the set by its text.
fn tile(set: &ComponentSet, text: &str) -> Tile {
    set.tile_of(text).unwrap_or_else(|| panic!("no tile {text}"))
}

#[test]
fn the_small_set_is_read_as_written() {
    let set = parse(SMALL).expect("no fault");
    let ComponentInfo { name, edition, source, .. } = &set.info;
    assert_eq!([&**name, edition, source], ["small", "tests", "made up"]);
    assert_eq!(set.mural, (5, 5));
    assert_eq!(set.columns, [(1, 2)]);
    assert_eq!(set.padlocks(), [(0, 0), (0, 4), (4, 0), (4, 4)]);
    let spaces = vec![true, true, false, false, true, false];
    assert_eq!(set.fundathos, Fundathos { rows: 2, cols: 3, spaces });
    let sides = [Atelier { free: 3, protected: 1 }, Atelier { free: 2, protected: 4 }];
    assert_eq!(set.ateliers, sides);
    let faces: Vec<_> =
        set.faces.iter().map(|face| (&*face.name, face.pattern, face.order, face.kind)).collect();
    assert_eq!(faces, [("Aa", 0, 4, 0), ("Ab", 0, 2, 1), ("Bc", 1, 1, 0)]);
    let kinds: Vec<_> =
        set.kinds.iter().map(|kind| (&*kind.name, kind.count, kind.faces.map(|f| f.0))).collect();
    assert_eq!(kinds, [("one", 9, [0, 0, 0, 2, 2, 2]), ("two", 12, [1; 6])]);
    let cards: Vec<_> = set.cards.iter().map(|card| (card.letter, &*card.title)).collect();
    assert_eq!(cards, [('A', "first"), ('C', "second")]);
    assert_eq!(set.cards[1].artworks, [[[Tile::new(Face(2), 0); 3]; 3]; 4]);
    let masters = [(Master::Contracts, "He who moves"), (Master::Laying, "She who lays")];
    assert_eq!(set.masters, masters.map(|(master, title)| (master, title.to_owned())));
    let tools = [(Tool::Level, ["bubble", "laser"]), (Tool::SetSquares, ["wood", "steel"])];
    assert_eq!(set.tools, tools.map(|(tool, titles)| (tool, titles.map(str::to_owned))));
}

// Rules, B-8.
#[test]
fn faces_tell_their_pattern_kind_order_and_sides() {
    let set = parse(SMALL).expect("no fault");
    assert_eq!(set.faces_of(0).collect::<Vec<_>>(), [Face(0), Face(1)]);
    assert_eq!(set.faces_of(1).collect::<Vec<_>>(), [Face(2)]);
    assert_eq!((0..3).map(|face| set.sides(Face(face))).collect::<Vec<_>>(), [3, 6, 3]);
    assert_eq!(set.face_named("Bc"), Some(Face(2)));
    assert_eq!(set.face_named("Ba"), None);
    assert_eq!(['A', 'B', 'C'].map(|letter| set.pattern_of(letter)), [Some(0), None, Some(1)]);
}

// Rules.
#[test]
fn tiles_and_their_texts_are_inverse() {
    let set = parse(SMALL).expect("no fault");
    let texts = ["Aa0", "Aa1", "Aa2", "Aa3", "Ab0", "Ab1", "Bc0"];
    for text in texts {
        assert_eq!(set.tile_text(tile(&set, text)), text);
    }
    for text in ["", "A", "Aa", "Aa4", "Ab2", "Bc1", "Aa-1", "Aa+1", "Aa01", "aa0", "Aaé", "Ca0"] {
        assert_eq!(set.tile_of(text), None, "{text}");
    }
}

// Rule G-6.
#[test]
fn an_artwork_turns_as_a_whole_and_tile_by_tile() {
    let set = parse(SMALL).expect("no fault");
    let lines = set.cards[0]
        .artworks
        .map(|artwork| artwork.map(|row| row.map(|tile| set.tile_text(tile)).join(" ")).join("/"));
    let expected = [
        "Aa1 Ab0 Aa3/Ab1 Aa0 Ab0/Ab0 Ab1 Aa2",
        "Ab1 Ab0 Aa2/Ab0 Aa1 Ab1/Aa3 Ab1 Aa0",
        "Aa0 Ab1 Ab0/Ab0 Aa2 Ab1/Aa1 Ab0 Aa3",
        "Aa2 Ab1 Aa1/Ab1 Aa3 Ab0/Aa0 Ab0 Ab1",
    ];
    assert_eq!(lines, expected);
    // Whatever the artwork, a fourth quarter-turn would give the first one again.
    for card in &set.cards {
        for q in 0..4 {
            for (i, row) in card.artworks[q].iter().enumerate() {
                for (j, tile) in row.iter().enumerate() {
                    let order = set.face(tile.face()).order;
                    let next = card.artworks[(q + 1) % 4];
                    assert_eq!(next[j][2 - i], tile.turned(order), "{} {q}", card.letter);
                }
            }
        }
    }
}

// Rules G-6, Z-8.
#[test]
fn orientations_that_look_the_same_are_known() {
    let looks = |text: &str| -> Vec<u8> {
        parse(text).expect("no fault").cards.iter().map(Card::looks).collect()
    };
    assert_eq!(looks(SMALL), [4, 1]);
    let half = ("Aa1 Ab0 Aa3\nAb1 Aa0 Ab0\nAb0 Ab1 Aa2", "Aa1 Ab0 Aa0\nAb1 Ab0 Ab1\nAa2 Ab0 Aa3");
    assert_eq!(looks(&small_with(&[half])), [2, 1]);
    let whole = ("Aa1 Ab0 Aa3\nAb1 Aa0 Ab0\nAb0 Ab1 Aa2", "Aa0 Ab0 Aa1\nAb1 Ab0 Ab1\nAa3 Ab0 Aa2");
    assert_eq!(looks(&small_with(&[whole])), [2, 1], "the centre has two looks");
}

// Rules C-2, C-4, C-5, B-15.
#[test]
fn players_and_cubes_are_counted() {
    let set = parse(SMALL).expect("no fault");
    assert_eq!((set.cubes(), set.fundathos.count(), set.most_players()), (21, 3, 6));
    let sides = [1, 4, 5, 6].map(|players| set.atelier(players).free);
    assert_eq!(sides, [3, 3, 2, 2]);
    let board = |rows: &str| small_with(&[("##./.#.", rows)]);
    for (spaces, players) in [(15, 6), (16, 5), (19, 2)] {
        let rows = format!("{}/{:.<10}", "#".repeat(10), "#".repeat(spaces - 10));
        let set = parse(&board(&rows)).expect("no fault");
        assert_eq!((set.fundathos.count(), set.most_players()), (spaces, players));
    }
}
