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
    "?",
    "+",
    "*",
    "/",
    "-1",
    "99VP",
    "card",
    "0x",
    "1e9",
    "AB",
    "A",
    "true",
    "99999999999999999999",
    "99999999999999999999VP",
    "[goals]\n",
    "[letters]\n",
    "[faces.4]\n",
    "[faces.9]\n",
    "[cards]\n",
    "[limits]\n",
    "grid = ''\n",
    "track = '. /'\n",
    "top = '?'\n",
    "start = '. . . .'\n",
    "copies = 0\n",
    "words = 'AB'\n",
    "item = 'AB', missing = 'AB'",
    "1 = {}\n",
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

/// What sets are made up with.
struct Chance(Random);

impl Chance {
    fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.0.below((high - low + 1) as u32) as usize
    }

    fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.between(0, all.len() - 1)]
    }

    /// So many different numbers below a limit, in ascending order.
    fn numbers(&mut self, count: usize, limit: usize) -> Vec<usize> {
        let mut numbers: Vec<usize> = (0..limit).collect();
        while numbers.len() > count {
            numbers.remove(self.between(0, numbers.len() - 1));
        }
        numbers
    }

    /// So many of these icons; points are up to 99, and there are two centre letters at most.
    fn gain(&mut self, least: usize, most: usize, icons: &[Icon]) -> Gain {
        let mut gain = Vec::new();
        for _ in 0..self.between(least, most) {
            let icon = match self.one_of(icons) {
                Icon::Vp(_) => Icon::Vp(self.between(1, 99) as u8),
                Icon::Centre if gain.iter().filter(|&&of| of == Icon::Centre).count() == 2 => {
                    Icon::Bag
                }
                icon => icon,
            };
            gain.push(icon);
        }
        Gain::new(&gain).expect("not too many")
    }

    /// A gain of any icons but a card.
    fn any_gain(&mut self, least: usize) -> Gain {
        self.gain(least, MAX_ICONS, &[Icon::Bag, Icon::Centre, Icon::Star, Icon::Vp(1)])
    }

    fn grid(&mut self) -> Grid {
        let side = 2 * self.between(3, 8);
        let mut grid = Grid { side: side as u8, bonuses: vec![Gain::NONE; side * side] };
        let corners = grid.corners().map(|corner| grid.index(corner));
        for corner in corners {
            grid.bonuses[corner] = self.any_gain(1);
        }
        grid.bonuses[corners[3]] = gain(&[Icon::Card]);
        let inner: Vec<usize> =
            (0..side * side).filter(|square| !corners.contains(square)).collect();
        for square in self.numbers(4, inner.len()) {
            grid.bonuses[inner[square]] = self.any_gain(1);
        }
        grid
    }

    /// Eight letters or more, each with five tiles at least: enough for any setup below.
    fn letters(&mut self) -> Vec<LetterInfo> {
        let count = self.between(8, 26);
        let letters = self.numbers(count, 26);
        let letters = letters.into_iter().map(|letter| LetterInfo {
            letter: char::from(b'A' + letter as u8),
            tiles: self.between(5, 7) as u8,
            spares: self.between(0, 2) as u8,
        });
        letters.collect()
    }

    fn words(&mut self, letters: &[LetterInfo], side: u8) -> (Vec<Word>, [Goal; GOALS]) {
        let mut words: Vec<Word> = Vec::new();
        let goals = [0, 1, 2, 3, 4, 5].map(|goal| {
            let first = words.len();
            let last = first + self.between(1, 10);
            while words.len() < last {
                let length = self.between(MIN_WORD, MAX_WORD.min(side.into()));
                let spelled = (0..length).map(|_| self.between(0, letters.len() - 1) as Letter);
                let spelled: Vec<Letter> = spelled.collect();
                let text = spelled.iter().map(|&letter| letters[usize::from(letter)].letter);
                let text: String = text.collect();
                if words.iter().all(|word| word.text != text) {
                    words.push(Word { text, letters: spelled, goal });
                }
            }
            // Ten words of twelve letters are worth 130 VP.
            let mut icons = self.gain(0, 4, &[Icon::Star, Icon::Bag]).icons().to_vec();
            icons.extend([Icon::Vp(99); 2]);
            Goal { words: (first as WordId..last as WordId).collect(), gain: gain(&icons) }
        });
        (words, goals)
    }

    /// Bonuses of turn order, of two icons each at most.
    fn bonuses(&mut self, count: usize) -> Vec<Gain> {
        let mut gains = vec![Gain::NONE];
        while gains.len() < count {
            gains.push(self.gain(0, 2, &[Icon::Bag, Icon::Star, Icon::Vp(1)]));
        }
        gains
    }

    fn face(&mut self, most: u8) -> Face {
        let top = (MAX_PLAYERS + 1 - most..=MAX_PLAYERS).map(|number| {
            let is_wild = most == MAX_PLAYERS && number == MAX_PLAYERS;
            let letters = if is_wild { 1 } else { self.between(0, 4) as u8 };
            let stars = self.between((letters == 0).into(), 4);
            // Six icons are the most of a word.
            let stars = stars.min(MAX_ICONS - usize::from(letters)) as u8;
            TopSlot { number, letters, stars, is_wild }
        });
        let top = top.collect();
        let (rows, cols) = (self.between(2, 16), self.between(2, 16));
        Face {
            rounds: self.between(1, 4) as u8,
            centre: self.between(2, 6) as u8,
            top,
            order: self.bonuses(most.into()),
            track: (0..2 * (rows + cols) - 4).map(|_| self.any_gain(0)).collect(),
        }
    }

    fn cards(&mut self, words: &[Word], letters: usize) -> Vec<CardInfo> {
        let mut effects: Vec<(u8, Effect)> = Vec::new();
        for _ in 0..2 {
            // A deck that suffices for any rounds below.
            effects.push((16, Effect::Immediate(self.any_gain(1))));
        }
        for _ in 0..self.between(0, 3) {
            let copies = self.between(1, 3) as u8;
            for die in 0..MAX_PLAYERS {
                let gain = self.any_gain(1);
                effects.push((copies, Effect::Round { cost: Cost::Die(die), gain }));
            }
        }
        for _ in 0..self.between(0, 4) {
            let pips = self.numbers(2, 6).into_iter().fold(0, |mask, pip| mask | 2 << pip);
            let gain = self.any_gain(1);
            effects.push((1, Effect::Round { cost: Cost::Pips(pips), gain }));
        }
        for _ in 0..self.between(0, 4) {
            let count = self.between(1, letters);
            let mask = self.numbers(count, letters).into_iter().fold(0, |mask, of| mask | 1 << of);
            effects.push((1, Effect::Always(mask)));
        }
        for _ in 0..self.between(0, 8) {
            let word = self.between(0, words.len() - 1);
            let of = &words[word].letters;
            let mut at = self.numbers(2, of.len());
            let second = (of.len() > 2).then(|| at.pop()).flatten();
            let missing = (of[at[0]], second.map(|at| of[at]));
            let (word, gain) = (word as WordId, self.any_gain(1));
            effects.push((1, Effect::Item { word, missing, gain }));
        }
        let cards = effects.into_iter().enumerate().map(|(index, (copies, effect))| {
            // Names whose order is that of the list.
            CardInfo { id: format!("{index:02}_-Kk"), copies, effect }
        });
        cards.collect()
    }
}

/// A sound set made up by chance, but for the digest.
fn made_up(seed: u64) -> ComponentSet {
    let mut chance = Chance(Random::stream(seed, 0));
    let grid = chance.grid();
    let letters = chance.letters();
    let (words, goals) = chance.words(&letters, grid.side);
    let info = ComponentInfo {
        name: format!("set {seed}"),
        edition: "é".to_owned(),
        source: "chance".to_owned(),
        digest: String::new(),
    };
    let limits = Limits {
        letters: chance.between(1, 99) as u8,
        stars: chance.between(0, 99) as u8,
        aid_at_most: chance.between(0, 99) as u8,
        star_supply: chance.between(1, 99) as u8,
        cubes: chance.between(words.len(), 99) as u8,
    };
    ComponentSet {
        info,
        faces: [chance.face(3), chance.face(4)],
        start: chance.bonuses(4).try_into().expect("four"),
        dice: ["D1", "d-2", "d_3", "4"].map(str::to_owned),
        cards: chance.cards(&words, letters.len()),
        grid,
        words,
        goals,
        letters,
        limits,
    }
}

/// A track as it is drawn: with as few rows as its length allows.
fn border(track: &[Gain]) -> String {
    let sum = track.len() / 2 + 2;
    let rows = sum.saturating_sub(MAX_TRACK_SIDE).max(2);
    let cols = sum - rows;
    let back = |gains: &[Gain]| gains.iter().rev().copied().collect::<Vec<_>>();
    let (first, rest) = track.split_at(cols);
    let (right, rest) = rest.split_at(rows - 2);
    let (last, left) = rest.split_at(cols);
    let between = back(left).into_iter().zip(right).map(|(left, right)| format!("{left} {right}/"));
    format!("{}/{}{}", texts(first), between.collect::<String>(), texts(&back(last)))
}

/// What a card does as its keys.
fn effect(set: &ComponentSet, effect: &Effect) -> String {
    let capital = |letter: Letter| set.letters[usize::from(letter)].letter;
    match *effect {
        Effect::Immediate(gain) => format!("gain = '{gain}'"),
        Effect::Round { cost: Cost::Die(die), gain } => {
            format!("gain = '{gain}', die = '{}'", set.dice[usize::from(die)])
        }
        Effect::Round { cost: Cost::Pips(mask), gain } => {
            let pips = (1..=6).filter(|pip| mask >> pip & 1 == 1).map(|pip| format!("{pip} "));
            format!("gain = '{gain}', pips = ' {}'", pips.collect::<String>())
        }
        Effect::Always(mask) => {
            let letters = (0..26).filter(|letter| mask >> letter & 1 == 1).map(capital);
            format!("wild = '{}'", letters.collect::<String>())
        }
        Effect::Item { word, missing: (first, second), gain } => {
            let missing: String =
                [Some(first), second].into_iter().flatten().map(capital).collect();
            let word = &set.words[usize::from(word)].text;
            format!("gain = '{gain}', item = '{word}', missing = '{missing}'")
        }
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
    let goals = (1..).zip(&set.goals).map(|(number, goal)| {
        let words = goal.words.iter().map(|&word| &*set.words[usize::from(word)].text);
        let words = words.collect::<Vec<_>>().join(" ");
        format!("{number} = {{ words = '{words}', bonus = '{}' }}\n", goal.gain)
    });
    let letters = set.letters.iter().map(|LetterInfo { letter, tiles, spares }| {
        format!("{letter} = {{ spares = {spares}, tiles = {tiles} }}\n")
    });
    let faces = ["2-3", "4"].into_iter().zip(&set.faces).map(|(key, face)| {
        let top = face.top.iter().map(|slot| {
            format!("{}{} ", "?".repeat(slot.letters.into()), "*".repeat(slot.stars.into()))
        });
        format!(
            "[faces.{key}]\nrounds = {}\ncentre = {}\ntop = '{}'\norder = '{}'\ntrack = {}\n",
            face.rounds,
            face.centre,
            top.collect::<String>(),
            texts(&face.order),
            draw(&border(&face.track))
        )
    });
    let cards = set.cards.iter().map(|card| {
        format!("{} = {{ copies = {}, {} }}\n", card.id, card.copies, effect(set, &card.effect))
    });
    let Limits { letters: kept, stars, aid_at_most, star_supply, cubes } = set.limits;
    let tables = vec![
        format!("[goals]\n{}", order(goals.collect())),
        format!("[letters]\n{}", order(letters.collect())),
        order(faces.collect()),
        format!("[cards]\n{}", order(cards.collect())),
        format!(
            "[limits]\nletters = {kept}\nstars = {stars}\naid_at_most = {aid_at_most}\n\
             star_supply = {star_supply}\ncubes = {cubes}\n"
        ),
    ];
    let rows = set.grid.bonuses.chunks(set.grid.side.into()).map(texts);
    let grid = draw(&rows.collect::<Vec<_>>().join("/"));
    let ComponentInfo { name, edition, source, .. } = &set.info;
    format!(
        "name = '{name}'\nedition = '{edition}'\nsource = '{source}'\ndice = '{}'\nstart = '{}'\n\
         grid = {grid}\n{}",
        set.dice.join(" "),
        texts(&set.start),
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
    }
}

#[test]
fn large_files_of_one_kind_are_refused_in_bounded_time() {
    const SIZE: usize = 1 << 20;
    let long = |piece: &str| piece.repeat(SIZE / piece.len());
    for (from, fill) in [
        ("\n1VP ", "x"),
        ("\n1VP ", ". "),
        ("\n1VP ", "x\n"),
        ("sun moon day night", "x "),
        (". * 1VP ??", "? "),
        (". * 1VP ??", "9"),
        ("? * / . 9VP", "? "),
        ("? * / . 9VP", "?/"),
        ("? * / . 9VP", "?"),
        ("?? * ???", ". "),
        ("BA CAB", "AX "),
        ("BA CAB", "A"),
        ("BA CAB", "é/"),
        ("6 1", "1 "),
        ("CA\" }\nAB", "A"),
        ("CB\", gain", "C"),
    ] {
        let to = from
            .split_once('"')
            .map_or_else(|| long(fill), |(_, rest)| format!("{}\"{rest}", long(fill)));
        check(&small_with(&[(from, &to)]));
    }
    let keys: String = (0..50_000).map(|k| format!("k{k} = 1\n")).collect();
    for table in ["[goals]\n", "[letters]\n", "[faces.4]\n", "[cards]\n", "[limits]\n"] {
        check(&small_with(&[(table, &format!("{table}{keys}"))]));
    }
    // Many words, no two of them alike.
    let letters = ["A", "B", "C"];
    let twice = |words: Vec<String>| -> Vec<String> {
        words.iter().flat_map(|word| letters.map(|letter| format!("{word}{letter}"))).collect()
    };
    let words = (0..6).fold(vec!["A".to_owned()], |words, _| twice(words));
    check(&small_with(&[("BA CAB", &words.join(" "))]));
}
