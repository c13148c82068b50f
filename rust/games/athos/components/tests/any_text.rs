//! Whatever the text is, it is read or refused: no panic, no overflow, no report that points astray.
//! Whatever set is written, that one is read.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::*;
use crate::random::Random;

/// Pieces of which broken files are made.
const PIECES: &[&str] = &[
    "[",
    "]",
    "{",
    "}",
    "=",
    ",",
    ".",
    "\"",
    "'",
    "'''",
    "#",
    "\\",
    "\n",
    "\r\n",
    " ",
    "\0",
    "é",
    "+",
    "*",
    "/",
    "-1",
    "9",
    "0x",
    "1e9",
    "Aa",
    "Aa0",
    "Bc9",
    "A",
    "true",
    "99999999999999999999",
    "[faces]\n",
    "[kinds]\n",
    "[cards.A]\n",
    "[cards.D]\n",
    "[masters]\n",
    "[tools]\n",
    "mural = ''\n",
    "fundathos = '#'\n",
    "count = 0\n",
    "order = 3\n",
    "faces = 'Aa'\n",
    "pattern = 'D'\n",
    "artwork = 'Aa0'\n",
    "x = { I = 1 }\n",
];

/// Reads a text and checks the report if there is one.
fn check(text: &str) {
    let Err(problems) = parse(text) else { return };
    assert!((1..=20).contains(&problems.len()), "{} problems", problems.len());
    let lines: Vec<&str> = text.split('\n').collect();
    let places: Vec<_> = problems.iter().map(|problem| (problem.line, problem.column)).collect();
    assert!(places.is_sorted(), "in the order of the file");
    for (problem, (line, column)) in problems.iter().zip(places) {
        if (line, column) != (0, 0) {
            let line = lines.get(line - 1).expect("the line exists");
            assert!((1..=line.chars().count() + 1).contains(&column), "the column exists");
        }
        assert!(!problem.message.is_empty() && !problem.message.contains('\n'));
    }
}

/// A sound set made up by chance, but for the digest.
fn made_up(seed: u64) -> ComponentSet {
    let random = &mut Random::stream(seed, 0);
    let mut from_to = |low: u32, high: u32| low + random.below(high - low + 1);
    let mural = (from_to(5, 16) as u8, from_to(5, 16) as u8);
    let mut columns: Vec<Cell> = (0..from_to(1, 6))
        .map(|_| (from_to(1, mural.0 as u32 - 2) as u8, from_to(1, mural.1 as u32 - 2) as u8))
        .collect();
    columns.sort_unstable();
    columns.dedup();

    // Every side of every kind shows a new face or, now and then, the one before.
    let kinds = from_to(1, MAX_KINDS as u32) as usize;
    let mut faces: Vec<FaceInfo> = Vec::new();
    let mut sides = Vec::new();
    let mut names: Vec<String> = ('A'..='Z')
        .flat_map(|first| ['a', 'b', 'm', 'z'].map(|last| format!("{first}{last}")))
        .collect();
    for kind in 0..kinds {
        for side in 0..SIDES {
            if side == 0 || from_to(0, 3) > 0 {
                let name = names.swap_remove(from_to(0, names.len() as u32 - 1) as usize);
                let order = [1, 2, 4][from_to(0, 2) as usize];
                faces.push(FaceInfo { name, pattern: 0, order, kind: kind as u8 });
            }
            sides.push(faces[faces.len() - 1].name.clone());
        }
    }
    faces.sort_by(|a, b| a.name.cmp(&b.name));
    let patterns = from_to(1, MAX_CARDS.min(faces.len()) as u32) as usize;
    for (index, face) in faces.iter_mut().enumerate() {
        face.pattern =
            if index < patterns { index } else { from_to(0, patterns as u32 - 1) as usize } as u8;
    }
    let index_of =
        |name: &String| faces.iter().position(|face| face.name == *name).expect("a face");
    let kinds: Vec<KindInfo> = sides
        .chunks(SIDES)
        .enumerate()
        .map(|(kind, sides)| {
            let mut sides: Vec<Face> =
                sides.iter().map(|name| Face(index_of(name) as u8)).collect();
            sides.sort_unstable();
            let name = format!("{kind}_-Kk");
            // Nine cubes of a kind build any artwork.
            KindInfo { name, count: from_to(9, 25) as u8, faces: sides.try_into().expect("six") }
        })
        .collect();
    let mut letters: Vec<char> = ('A'..='Z').collect();
    while letters.len() > patterns {
        letters.remove(from_to(0, letters.len() as u32 - 1) as usize);
    }
    let cards = letters.into_iter().enumerate().map(|(pattern, letter)| {
        let own: Vec<usize> =
            (0..faces.len()).filter(|&face| usize::from(faces[face].pattern) == pattern).collect();
        let mut artworks = [Artwork::default(); 4];
        for i in 0..3 {
            for j in 0..3 {
                let face = own[from_to(0, own.len() as u32 - 1) as usize];
                let order = faces[face].order;
                let mut tile = Tile::new(Face(face as u8), from_to(0, order as u32 - 1) as u8);
                let (mut row, mut col) = (i, j);
                for artwork in &mut artworks {
                    artwork[row][col] = tile;
                    tile = Tile::new(tile.face(), (tile.turn() + 1) % order);
                    (row, col) = (col, 2 - row);
                }
            }
        }
        Card { letter, title: format!("work {letter}"), artworks }
    });
    let cards: Vec<Card> = cards.collect();
    let cubes: u32 = kinds.iter().map(|kind| u32::from(kind.count)).sum();
    let (rows, cols) = (from_to(1, 16) as u8, from_to(1, 16) as u8);
    let mut spaces = vec![false; usize::from(rows) * usize::from(cols)];
    for _ in 0..from_to(1, cubes - u32::from(MIN_PLAYERS)) {
        let space = from_to(0, spaces.len() as u32 - 1) as usize;
        spaces[space] = true;
    }
    let ateliers =
        [2, 1].map(|free| Atelier { free: from_to(free, 8) as u8, protected: from_to(1, 8) as u8 });
    let masters = Master::ALL.into_iter().filter(|_| from_to(0, 1) == 0).collect::<Vec<_>>();
    let tools = Tool::ALL.into_iter().filter(|_| from_to(0, 1) == 0).collect::<Vec<_>>();
    ComponentSet {
        info: ComponentInfo {
            name: format!("set {seed}"),
            edition: "é".to_owned(),
            source: "chance".to_owned(),
            digest: String::new(),
        },
        mural,
        columns,
        fundathos: Fundathos { rows, cols, spaces },
        ateliers,
        kinds,
        faces,
        cards,
        masters: masters.into_iter().map(|master| (master, master.key().to_uppercase())).collect(),
        tools: tools.into_iter().map(|tool| (tool, ["one", "two"].map(str::to_owned))).collect(),
    }
}

/// Writes a set; tables and their entries backwards and drawings on several lines if `is_tall`.
fn toml(set: &ComponentSet, is_tall: bool) -> String {
    let draw = |rows: &str| match is_tall {
        true => format!("'''\n\n  {}\n'''", rows.replace('/', " \n\t")),
        false => format!("\"{rows}\""),
    };
    let order = |mut entries: Vec<String>| {
        if is_tall {
            entries.reverse();
        }
        entries.concat()
    };
    let sides = ["1-4", "5-6"].into_iter().zip(set.ateliers).map(|(key, side)| {
        format!("{key} = {{ protected = {}, free = {} }}\n", side.protected, side.free)
    });
    let faces = set.faces.iter().map(|FaceInfo { name, pattern, order, .. }| {
        let letter = set.cards[usize::from(*pattern)].letter;
        format!("{name} = {{ pattern = '{letter}', order = {order} }}\n")
    });
    let kinds = set.kinds.iter().map(|KindInfo { name, count, faces }| {
        let mut names = faces.map(|face| set.face(face).name.clone());
        if is_tall {
            names.reverse();
        }
        format!("{name} = {{ count = {count}, faces = '{}' }}\n", names.join(" "))
    });
    let cards = set.cards.iter().map(|Card { letter, title, artworks }| {
        let rows = artworks[0].map(|row| row.map(|tile| set.tile_text(tile)).join(" "));
        let artwork = draw(&rows.join("/"));
        format!("[cards.{letter}]\ntitle = '{title}'\nartwork = {artwork}\n")
    });
    let masters =
        set.masters.iter().map(|(master, title)| format!("{} = '{title}'\n", master.key()));
    let tools = set.tools.iter().map(|(tool, [first, second])| {
        format!("{} = {{ II = '{second}', I = '{first}' }}\n", tool.key())
    });
    let tables = vec![
        format!("[ateliers]\n{}", order(sides.collect())),
        format!("[faces]\n{}", order(faces.collect())),
        format!("[kinds]\n{}", order(kinds.collect())),
        order(cards.collect()),
        format!("[masters]\n{}", order(masters.collect())),
        format!("[tools]\n{}", order(tools.collect())),
    ];
    let ComponentInfo { name, edition, source, .. } = &set.info;
    let (mural, fundathos) = (draw(&set.back_text()), draw(&set.fundathos_text()));
    format!(
        "name = '{name}'\nedition = '{edition}'\nsource = '{source}'\nmural = {mural}\nfundathos = {fundathos}\n{}",
        order(tables)
    )
}

proptest! {
    #[test]
    fn any_pieces_are_read_or_refused(pieces in vec(select(PIECES), 0..60)) {
        check(&pieces.concat());
    }

    #[test]
    fn any_broken_set_is_read_or_refused(
        edits in vec((any::<Index>(), 0..12_usize, select(PIECES)), 1..6)
    ) {
        let mut text: Vec<char> = SMALL.chars().collect();
        for (place, length, piece) in edits {
            let start = place.index(text.len());
            let end = (start + length).min(text.len());
            text.splice(start..end, piece.chars());
        }
        let text: String = text.into_iter().collect();
        check(&text);
        check(&text.replace('\n', "\r\n"));
    }

    #[test]
    fn what_is_written_is_read(seed in any::<u64>()) {
        let mut expected = made_up(seed);
        let set = parse(&toml(&expected, false)).expect("no fault");
        expected.info.digest = set.info.digest.clone();
        prop_assert_eq!(&set, &expected);
        let again = parse(&toml(&set, true)).expect("no fault");
        prop_assert_eq!(&again, &set);
        prop_assert!(u16::from(set.cubes()) <= MAX_CUBES);
        prop_assert!((MIN_PLAYERS..=MAX_PLAYERS).contains(&set.most_players()));
    }
}

#[test]
fn large_files_of_one_kind_are_refused_in_bounded_time() {
    const SIZE: usize = 1 << 20;
    let long = |piece: &str| piece.repeat(SIZE / piece.len());
    for (from, fill) in [
        ("\n..*..", "x"),
        ("\n..*..", "x\n"),
        ("##./.#.", "é"),
        ("##./.#.", "#/"),
        ("Aa1 Ab0 Aa3", "Aa9 "),
        ("Aa1 Ab0 Aa3", "Aa9/"),
        ("Aa1 Ab0 Aa3", "x"),
        ("Ab Ab Ab Ab Ab Ab", "x "),
        ("Ab Ab Ab Ab Ab Ab", "x"),
    ] {
        check(&small_with(&[(from, &long(fill))]));
    }
    let keys: String = (0..50_000).map(|k| format!("k{k} = 1\n")).collect();
    for table in ["[faces]\n", "[kinds]\n", "[masters]\n", "[tools]\n", "[ateliers]\n"] {
        check(&small_with(&[(table, &format!("{table}{keys}"))]));
    }
}
