//! The properties of the default set that the rules state (section 13.1).

use std::collections::{BTreeMap, BTreeSet};

use super::{ANY, Card, Code, ComponentSet, DEFAULT_V1, FIRST_TYPE, GLASS, Group, parse};

fn default_set() -> ComponentSet {
    parse(DEFAULT_V1).expect("the default set is right")
}

/// How many cells of `cards` show `content`.
fn cells<'a>(cards: impl IntoIterator<Item = &'a Card>, content: Code) -> usize {
    let bricks = cards.into_iter().flat_map(|card| &card.brick);
    bricks.filter(|&&code| code == content).count()
}

/// A brick side after a quarter turn clockwise, with its rows and columns.
fn turned((rows, cols, cells): &(usize, usize, Vec<Code>)) -> (usize, usize, Vec<Code>) {
    let at = |row: usize, column: usize| cells[(rows - 1 - column) * cols + row];
    let turned = (0..*cols).flat_map(|row| (0..*rows).map(move |column| at(row, column)));
    (*cols, *rows, turned.collect())
}

#[test]
fn it_has_the_cards_of_the_game() {
    let set = default_set();
    assert_eq!(
        (set.info.name.as_str(), set.info.source.as_str()),
        ("default-v1", "reconstruction")
    );
    assert_eq!((set.rows, set.cols), (2, 3));
    let types: Vec<_> = set.types.iter().map(|t| (t.letter, &*t.name, &*t.color)).collect();
    let expected = [
        ('A', "Folha", "green"),
        ('B', "Onda", "blue"),
        ('C', "Sol", "yellow"),
        ('D', "Estrela", "red"),
        ('E', "Trama", "purple"),
        ('F', "Escama", "orange"),
    ];
    assert_eq!(types, expected);
    let ids: Vec<&str> = set.cards.iter().map(|card| &*card.id).collect();
    let base = (1..=18).map(|k| format!("C{k:02}"));
    let others = ["G1", "G2", "G3", "G4", "W1", "W2", "S1", "S2", "S3"].map(String::from);
    assert_eq!(ids, base.chain(others).collect::<Vec<_>>());
    // K-1, K-77, K-84, K-94.
    assert_eq!(Group::ALL.map(|group| set.cards_of(group).len()), [18, 4, 2, 3]);
    let special = set.cards_of(Group::Special);
    let names: Vec<_> = special.iter().map(|card| card.name.as_deref()).collect();
    assert_eq!(names, [Some("capybara"), Some("circus"), Some("roller coaster")]);
}

#[test]
fn base_bricks_and_glass_are_evenly_spread() {
    let set = default_set();
    let base = set.cards_of(Group::Base);
    for content in FIRST_TYPE..FIRST_TYPE + 6 {
        assert_eq!(cells(base, content), 15, "type {:?}", set.letter(content));
    }
    assert_eq!(cells(base, GLASS), 18);
    let with = |count: usize| -> Vec<&str> {
        let cards = base.iter().filter(|card| cells([*card], GLASS) == count);
        cards.map(|card| &*card.id).collect()
    };
    assert_eq!(with(0), ["C01", "C10", "C14"]);
    assert_eq!(with(1).len(), 12);
    assert_eq!(with(2), ["C08", "C16", "C18"]);
}

#[test]
fn no_two_brick_sides_are_equal_after_turning() {
    let set = default_set();
    let mut seen = BTreeSet::new();
    for card in &set.cards {
        let mut sides = vec![(set.rows, set.cols, card.brick.clone())];
        for turn in 0..3 {
            sides.push(turned(&sides[turn]));
        }
        assert_eq!(turned(&sides[3]), sides[0], "four quarter turns change nothing");
        assert!(seen.insert(sides.into_iter().min()), "{} repeats a brick side", card.id);
    }
    assert_eq!(seen.len(), 27);
}

#[test]
fn turning_is_as_in_t27() {
    // AB# over CDE becomes CA, DB, E# (T-27).
    let codes = |text: &str| text.bytes().collect::<Vec<Code>>();
    assert_eq!(turned(&(2, 3, codes("AB#CDE"))), (3, 2, codes("CADBE#")));
}

#[test]
fn each_type_has_a_tromino_a_tetromino_and_a_pentomino() {
    let set = default_set();
    let mut by_type: BTreeMap<Code, Vec<(u16, usize)>> = BTreeMap::new();
    let mut sides = BTreeSet::new();
    for card in set.cards_of(Group::Base) {
        let pattern = &card.pattern;
        let sizes = by_type.entry(pattern.content).or_default();
        sizes.push((pattern.number, pattern.shape.size()));
        let side = (pattern.content, pattern.shape.canonical().to_string());
        assert!(sides.insert(side), "{} repeats a pattern side", card.id);
    }
    assert_eq!(by_type.len(), 6);
    for (content, mut patterns) in by_type {
        patterns.sort_unstable();
        assert_eq!(patterns, [(1, 5), (2, 4), (3, 3)], "type {:?}", set.letter(content));
    }
}

#[test]
fn whatever_is_reserved_the_other_cards_hold_the_bricks_for_it() {
    let set = default_set();
    let base = set.cards_of(Group::Base);
    let mut triples = 0;
    for (i, first) in base.iter().enumerate() {
        for (j, second) in base.iter().enumerate().skip(i + 1) {
            for third in &base[j + 1..] {
                let reserved = [first, second, third];
                let types = BTreeSet::from(reserved.map(|card| card.pattern.content));
                if types.len() < 3 {
                    continue;
                }
                triples += 1;
                let playable = base.iter().filter(|card| !reserved.contains(card));
                let playable: Vec<&Card> = playable.collect();
                assert_eq!(playable.len(), 15);
                for pattern in reserved.map(|card| &card.pattern) {
                    let needed = usize::from(pattern.number) * pattern.shape.size();
                    let held = cells(playable.iter().copied(), pattern.content);
                    assert!(held >= needed, "{held} of {needed} for {pattern:?}");
                }
            }
        }
    }
    assert_eq!(triples, 540);
}

#[test]
fn no_window_or_special_shape_is_congruent_to_another() {
    let set = default_set();
    let any = set.cards.iter().filter(|card| card.pattern.content == ANY);
    assert_eq!(any.clone().count(), 5);
    for card in any {
        assert_eq!(card.pattern.number, 1);
        for other in set.cards.iter().filter(|other| other.id != card.id) {
            let (mine, theirs) = (&card.pattern.shape, &other.pattern.shape);
            assert!(!mine.is_congruent(theirs), "{} and {}", card.id, other.id);
        }
    }
}

#[test]
fn it_is_worded_as_in_the_rules() {
    let canonical = default_set().canonical();
    for line in [
        "base C01 DCE/DDC A 3 XXX",
        "base C12 #FC/BFF D 1 X../XX./.XX",
        "base C18 #BB/EE# F 1 X../X../XXX",
        "glass G4 CDE/F## # 1 XX/XX",
        "window W2 A##/DCB * 1 XXX/X.X/XXX",
        "special S2 CCD/DE# * 1 ..X../.XXX./XX.XX",
    ] {
        assert!(canonical.lines().any(|found| found == line), "{line}");
    }
}
