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
    if let Err(problems) = parse(text) {
        trial::check_report(text, &problems);
    }
}

/// What sets are made up with.
struct Chance(Random);

impl Chance {
    fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.0.below((high - low + 1) as u32) as usize
    }

    fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.between(0, all.len() - 1)]
    }

    fn some_of<T>(&mut self, all: impl IntoIterator<Item = T>) -> Vec<T> {
        all.into_iter().filter(|_| self.between(0, 1) == 0).collect()
    }

    /// Faces of so many kinds, by name, their patterns still open. A side shows a face of its own or,
    /// now and then, that of the side before.
    fn cubes(&mut self, kinds: usize) -> (Vec<FaceInfo>, Vec<KindInfo>) {
        let firsts = 'A'..='Z';
        let mut names: Vec<String> =
            firsts.flat_map(|first| ['a', 'm', 'z'].map(|last| format!("{first}{last}"))).collect();
        let mut faces: Vec<FaceInfo> = Vec::new();
        let mut sides = Vec::new();
        for kind in 0..kinds as Kind {
            for side in 0..SIDES {
                if side == 0 || self.between(0, 3) > 0 {
                    let name = names.swap_remove(self.between(0, names.len() - 1));
                    let order = self.one_of(&[1, 2, 4]);
                    faces.push(FaceInfo { name, pattern: 0, order, kind });
                }
                sides.push(faces[faces.len() - 1].name.clone());
            }
        }
        faces.sort_by(|a, b| a.name.cmp(&b.name));
        let place = |name: &String| faces.iter().position(|face| face.name == *name);
        let kinds = sides.chunks(SIDES).enumerate().map(|(kind, sides)| {
            let sides = sides.iter().map(|name| Face(place(name).expect("a face") as u8));
            let mut sides: Vec<Face> = sides.collect();
            sides.sort_unstable();
            // Nine cubes of a kind build any artwork.
            let count = self.between(9, 25) as u8;
            let faces = sides.try_into().expect("six sides");
            KindInfo { name: format!("{kind}_-Kk"), count, faces }
        });
        let kinds = kinds.collect();
        (faces, kinds)
    }

    /// An artwork of these faces, given with their orders, in each orientation.
    fn artworks(&mut self, faces: &[(Face, u8)]) -> [Artwork; 4] {
        let mut artworks = [Artwork::default(); 4];
        for cell in 0..9 {
            let (face, order) = self.one_of(faces);
            let turn = self.between(0, usize::from(order) - 1) as u8;
            let (mut row, mut col) = (cell / 3, cell % 3);
            for (q, artwork) in (0..).zip(&mut artworks) {
                artwork[row][col] = Tile::new(face, (turn + q) % order);
                (row, col) = (col, 2 - row);
            }
        }
        artworks
    }

    /// The cards of so many patterns, which the faces are given at random, each at least one.
    fn cards(&mut self, patterns: usize, faces: &mut [FaceInfo]) -> Vec<Card> {
        for (index, face) in faces.iter_mut().enumerate() {
            let any = self.between(0, patterns - 1);
            face.pattern = if index < patterns { index } else { any } as Pattern;
        }
        let mut letters: Vec<char> = ('A'..='Z').collect();
        while letters.len() > patterns {
            letters.remove(self.between(0, letters.len() - 1));
        }
        let cards = (0..).zip(letters).map(|(pattern, letter)| {
            let all = (0..).map(Face).zip(faces.iter());
            let own: Vec<(Face, u8)> = all
                .filter(|(_, info)| info.pattern == pattern)
                .map(|(face, info)| (face, info.order))
                .collect();
            Card { letter, title: format!("work {letter}"), artworks: self.artworks(&own) }
        });
        cards.collect()
    }

    fn columns(&mut self, (rows, cols): (usize, usize)) -> Vec<Cell> {
        let mut columns: Vec<Cell> = (0..self.between(1, 6))
            .map(|_| (self.between(1, rows - 2) as u8, self.between(1, cols - 2) as u8))
            .collect();
        columns.sort_unstable();
        columns.dedup();
        columns
    }

    /// A board of at most so many spaces.
    fn fundathos(&mut self, most: usize) -> Fundathos {
        let (rows, cols) = (self.between(1, 16), self.between(1, 16));
        let mut spaces = vec![false; rows * cols];
        for _ in 0..self.between(1, most) {
            spaces[self.between(0, rows * cols - 1)] = true;
        }
        Fundathos { rows: rows as u8, cols: cols as u8, spaces }
    }

    fn atelier(&mut self, least_free: usize) -> Atelier {
        let (free, protected) = (self.between(least_free, 8), self.between(1, 8));
        Atelier { free: free as u8, protected: protected as u8 }
    }
}

/// A sound set made up by chance, but for the digest.
fn made_up(seed: u64) -> ComponentSet {
    let mut chance = Chance(Random::stream(seed, 0));
    let (rows, cols) = (chance.between(5, 16), chance.between(5, 16));
    let kinds = chance.between(1, MAX_KINDS);
    let (mut faces, kinds) = chance.cubes(kinds);
    let patterns = chance.between(1, MAX_CARDS.min(faces.len()));
    let cards = chance.cards(patterns, &mut faces);
    let cubes: usize = kinds.iter().map(|kind| usize::from(kind.count)).sum();
    let info = ComponentInfo {
        name: format!("set {seed}"),
        edition: "é".to_owned(),
        source: "chance".to_owned(),
        digest: String::new(),
    };
    let masters = chance.some_of(Master::ALL).into_iter();
    let tools = chance.some_of(Tool::ALL).into_iter();
    ComponentSet {
        info,
        mural: (rows as u8, cols as u8),
        columns: chance.columns((rows, cols)),
        fundathos: chance.fundathos(cubes - usize::from(MIN_PLAYERS)),
        ateliers: [chance.atelier(2), chance.atelier(1)],
        kinds,
        faces,
        cards,
        masters: masters.map(|master| (master, master.key().to_uppercase())).collect(),
        tools: tools.map(|tool| (tool, ["one", "two"].map(str::to_owned))).collect(),
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
