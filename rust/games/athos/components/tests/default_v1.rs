//! The properties of the default set that the rules state (section CD).

use std::collections::BTreeSet;

use super::{Card, ComponentSet, DEFAULT_V1, Face, Master, Tile, Tool, parse};

fn default_set() -> ComponentSet {
    parse(DEFAULT_V1).expect("the default set is right")
}

/// The four windows of an artwork: NW, NE, SW, SE.
fn windows(card: &Card) -> [[Tile; 4]; 4] {
    let artwork = &card.artworks[0];
    [(0, 0), (0, 1), (1, 0), (1, 1)]
        .map(|(row, col)| [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(i, j)| artwork[row + i][col + j]))
}

// Rules CD-1, CD-3, CD-4, CD-10.
#[test]
fn it_has_the_boards_of_the_rules() {
    let set = default_set();
    assert_eq!(
        (set.info.name.as_str(), set.info.source.as_str()),
        ("default-v1", "reconstruction")
    );
    assert_eq!(set.mural, (9, 9));
    assert_eq!(set.columns, [(3, 3), (3, 5), (5, 3), (5, 5)]);
    assert_eq!(set.padlocks(), [(0, 0), (0, 8), (8, 0), (8, 8)]);
    assert_eq!((set.fundathos.rows, set.fundathos.cols, set.fundathos.count()), (6, 6, 36));
    assert_eq!(set.ateliers.map(|side| (side.free, side.protected)), [(3, 2), (2, 1)]);
    // 36 + 6 <= 44 (CD-13).
    assert_eq!((set.cubes(), set.most_players()), (44, 6));
}

// Rules CD-5 to CD-7.
#[test]
fn it_has_the_cubes_of_the_rules() {
    let set = default_set();
    let kinds: Vec<_> = set.kinds.iter().map(|kind| (&*kind.name, kind.count)).collect();
    assert_eq!(kinds, [("W", 11), ("X", 11), ("Y", 11), ("Z", 11)]);
    let mut pairs = Vec::new();
    for pattern in 0..12 {
        let faces: Vec<Face> = set.faces_of(pattern).collect();
        let [first, second] = faces[..] else { panic!("two faces a pattern") };
        pairs.push((set.face(first).kind, set.face(second).kind));
        let letter = set.cards[usize::from(pattern)].letter;
        assert_eq!(set.face(first).name, format!("{letter}a"));
        assert_eq!(set.face(second).name, format!("{letter}b"));
        assert_eq!(set.face(first).order, 4);
        assert_eq!((set.sides(first), set.sides(second)), (1, 1));
    }
    let six = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
    assert_eq!(pairs, six.map(|pair| [pair; 2]).concat());
    let with = |order| set.faces.iter().filter(|face| face.order == order).count();
    assert_eq!([4, 2, 1].map(with), [16, 4, 4]);
}

// Rules A-12, CD-9.
#[test]
fn every_artwork_tells_its_windows_and_can_be_built() {
    let set = default_set();
    assert_eq!(set.cards.len(), 12);
    for (pattern, card) in (0..).zip(&set.cards) {
        let tiles = card.artworks[0].as_flattened();
        let faces: Vec<Face> = set.faces_of(pattern).collect();
        let counts = [0, 1].map(|k| tiles.iter().filter(|tile| tile.face() == faces[k]).count());
        let expected = if pattern % 2 == 0 { [5, 4] } else { [4, 5] };
        assert_eq!(counts, expected, "card {}", card.letter);
        let windows = windows(card);
        assert_eq!(BTreeSet::from(windows).len(), 4, "card {}", card.letter);
        for window in windows {
            assert_eq!(BTreeSet::from(window.map(Tile::face)).len(), 2, "card {}", card.letter);
        }
        assert_eq!(card.looks(), 4, "card {}", card.letter);
    }
}

// Rules B-9, X-1, Y-1.
#[test]
fn it_has_every_card_of_the_expansions() {
    let set = default_set();
    assert_eq!(set.cards[0].title, "Residência Lago Norte");
    assert_eq!(set.masters.iter().map(|(master, _)| *master).collect::<Vec<_>>(), Master::ALL);
    assert_eq!(set.tools.iter().map(|(tool, _)| *tool).collect::<Vec<_>>(), Tool::ALL);
    assert_eq!(set.masters[5].1, "Mestra da Correção");
    assert_eq!(set.tools[6].1, ["Compasso Técnico", "Paquímetro Aço"]);
}

// Rule CD-8.
#[test]
fn it_is_worded_as_in_the_rules() {
    let canonical = default_set().canonical();
    for line in [
        "kind W 11 Aa Ba Ca Da Ea Fa",
        "kind X 11 Ab Bb Ga Ha Ia Ja",
        "kind Y 11 Cb Db Gb Hb Ka La",
        "kind Z 11 Eb Fb Ib Jb Kb Lb",
        "card A Aa1 Aa1 Ab3/Aa3 Ab2 Aa1/Ab3 Ab3 Aa3",
        "card B Bb0 Bb0 Bb0/Ba0 Bb0 Ba2/Ba3 Ba1 Bb0",
        "card C Cb0 Ca2 Ca2/Cb0 Cb0 Ca1/Cb0 Ca2 Ca0",
        "card D Da0 Da3 Da2/Db2 Db1 Db1/Db1 Da0 Db0",
        "card E Ea0 Ea2 Eb0/Eb0 Eb1 Eb0/Ea0 Ea3 Ea1",
        "card F Fa3 Fb0 Fa2/Fb0 Fb0 Fb0/Fa0 Fb0 Fa3",
        "card G Gb3 Ga0 Gb3/Ga0 Gb0 Ga0/Ga2 Gb3 Ga3",
        "card H Ha0 Ha3 Hb1/Hb1 Hb1 Ha3/Ha1 Hb0 Hb0",
        "card I Ib0 Ib0 Ia2/Ia0 Ib0 Ia2/Ia1 Ia0 Ib0",
        "card J Ja3 Jb1 Jb3/Ja2 Jb3 Ja3/Jb1 Jb2 Ja1",
        "card K Kb1 Ka1 Kb0/Ka2 Ka2 Kb1/Kb0 Ka3 Ka1",
        "card L Lb0 La1 Lb0/Lb0 Lb0 La3/La1 Lb0 La1",
    ] {
        assert!(canonical.lines().any(|found| found == line), "{line}");
    }
}
