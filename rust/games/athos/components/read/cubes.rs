//! Faces, kinds of cube, and which pattern is whose.

use std::collections::BTreeMap;

use super::artwork;
use crate::games::athos::components::{
    Card, FaceInfo, KindInfo, MAX_CARDS, MAX_CUBES, MAX_KINDS, SIDES,
};
use crate::games::athos::types::{Face, Kind, Pattern};
use crate::games::document::{Problems, Table, Text, quoted, shortened};

/// Longest name of a kind, in characters.
const MAX_NAME: usize = 16;

/// What could be read of cubes and cards.
pub(super) struct Cubes {
    /// Cubes in all, if every number could be read.
    pub(super) total: Option<u16>,
    pub(super) kinds: Option<Vec<KindInfo>>,
    pub(super) faces: Option<Vec<FaceInfo>>,
    pub(super) cards: Option<Vec<Card>>,
}

/// A face as it is declared.
pub(super) struct Declared {
    pub(super) face: Face,
    /// The letter of its pattern, where one could be read.
    pub(super) letter: Option<char>,
    pub(super) order: Option<u8>,
    /// The kind that it is on, once one is known.
    pub(super) kind: Option<Kind>,
    place: usize,
}

/// The declared faces, by name.
pub(super) type Faces<'d> = BTreeMap<&'d str, Declared>;

/// A kind as it is declared.
pub(super) struct Cube {
    pub(super) name: String,
    pub(super) count: Option<u16>,
    faces: Option<[Face; SIDES]>,
}

pub(super) fn read(root: &Table<'_>, problems: &mut Problems) -> Cubes {
    let cards = root.table("cards", "B-9", problems);
    let letters = cards.as_ref().map(|table| letters(table, problems));
    let mut faces = root
        .table("faces", "CD-13", problems)
        .and_then(|table| declared(&table, letters.as_ref(), problems));
    let kinds = root.table("kinds", "B-8", problems);
    let kinds = kinds.and_then(|table| kinds_of(&table, &mut faces, problems));
    if let (Some(faces), Some(kinds)) = (&faces, &kinds) {
        on_no_kind(faces, kinds, problems);
    }
    let all_cards = cards.zip(letters).and_then(|(table, letters)| {
        if let Some(faces) = &faces {
            on_no_face(&letters, faces, problems);
        }
        let known = artwork::Known { faces: faces.as_ref(), kinds: kinds.as_deref() };
        artwork::cards(&table, letters.keys().copied(), &known, problems)
    });
    let count = |total: u16, cube: &Cube| total.checked_add(cube.count?);
    let total = kinds.as_ref().and_then(|kinds| kinds.iter().try_fold(0, count));
    let pattern = |letter| pattern_of(all_cards.as_deref()?, letter);
    Cubes {
        total,
        faces: faces.and_then(|faces| {
            let faces = faces.into_iter().map(|(name, face)| {
                Some(FaceInfo {
                    name: name.to_owned(),
                    pattern: pattern(face.letter?)?,
                    order: face.order?,
                    kind: face.kind?,
                })
            });
            faces.collect()
        }),
        kinds: kinds.and_then(|kinds| {
            let kinds = kinds.into_iter().map(|cube| {
                Some(KindInfo { name: cube.name, count: cube.count? as u8, faces: cube.faces? })
            });
            kinds.collect()
        }),
        cards: all_cards,
    }
}

/// The pattern of a letter.
fn pattern_of(cards: &[Card], letter: char) -> Option<Pattern> {
    cards.iter().position(|card| card.letter == letter).map(|index| index as Pattern)
}

/// The letters of all contract cards with their places (A-6, B-9).
fn letters(table: &Table<'_>, problems: &mut Problems) -> BTreeMap<char, usize> {
    few(table, MAX_CARDS, "contract card", "B-9", problems);
    let mut letters = BTreeMap::new();
    for (key, place) in table.keys() {
        if let Some(letter) = capital(key) {
            letters.insert(letter, place);
        } else {
            let message = format!("a pattern is one letter A..Z, not {}", quoted(key));
            problems.add(place, table.path_of(&shortened(key)), "A-6", message);
        }
    }
    letters
}

/// Notes it where a table has no key, or more than allowed.
fn few(table: &Table<'_>, most: usize, what: &str, rule: &'static str, problems: &mut Problems) {
    let mut places: Vec<usize> = table.keys().map(|(_, place)| place).collect();
    places.sort_unstable();
    let count = places.len();
    if count == 0 || count > most {
        let place = places.get(most).copied().or(table.place());
        let message = format!("{count} {what}(s); it is 1 to {most}");
        problems.add(place, table.path(), rule, message);
    }
}

/// A text that is one capital letter.
fn capital(text: &str) -> Option<char> {
    match text.as_bytes() {
        [letter @ b'A'..=b'Z'] => Some(char::from(*letter)),
        _ => None,
    }
}

/// Whether a text can be the name of a face: a capital and a small letter.
pub(super) fn is_face_name(text: &str) -> bool {
    matches!(text.as_bytes(), [b'A'..=b'Z', b'a'..=b'z'])
}

/// Every declared face, those with faults too; none if there are too many to number.
fn declared<'d>(
    table: &Table<'d>,
    letters: Option<&BTreeMap<char, usize>>,
    problems: &mut Problems,
) -> Option<Faces<'d>> {
    let mut names = BTreeMap::new();
    for (key, place) in table.keys() {
        if is_face_name(key) {
            names.insert(key, place);
        } else {
            let message = format!("a face is named like Aa, not {}", quoted(key));
            problems.add(place, table.path_of(&shortened(key)), "CD-13", message);
        }
    }
    if names.len() > Face::MOST {
        let message = format!("{} faces; at most {}", names.len(), Face::MOST);
        problems.add(table.place(), table.path(), "CD-13", message);
        return None;
    }
    let faces = (0..).map(Face).zip(names).map(|(face, (name, place))| {
        let (letter, order) = match table.table(name, "CD-13", problems) {
            Some(entry) => {
                entry.only(&["pattern", "order"], problems);
                (letter_of(&entry, letters, problems), order(&entry, problems))
            }
            None => (None, None),
        };
        (name, Declared { face, letter, order, kind: None, place })
    });
    Some(faces.collect())
}

/// The pattern of a face: that of a contract card.
fn letter_of(
    entry: &Table<'_>,
    letters: Option<&BTreeMap<char, usize>>,
    problems: &mut Problems,
) -> Option<char> {
    let value = entry.text("pattern", "A-6", problems)?;
    let message = match capital(value.text) {
        None => format!("a pattern is one letter A..Z, not {}", quoted(value.text)),
        Some(letter) if letters.is_none_or(|letters| letters.contains_key(&letter)) => {
            return Some(letter);
        }
        Some(letter) => format!("the pattern {letter} has no contract card"),
    };
    problems.add(value.place, value.key, "A-6", message);
    None
}

/// How many looks a face has under quarter-turns.
fn order(entry: &Table<'_>, problems: &mut Problems) -> Option<u8> {
    let order = entry.number("order", 1..=4, "A-7", problems)?;
    if order == 3 {
        let message = "an order is 1, 2 or 4, not 3";
        problems.add(entry.place_of("order"), entry.path_of("order"), "A-7", message);
        return None;
    }
    Some(order as u8)
}

/// Every kind, by name, those with faults too; none if they can't be told by their names, or are too
/// many to number.
fn kinds_of(
    table: &Table<'_>,
    faces: &mut Option<Faces<'_>>,
    problems: &mut Problems,
) -> Option<Vec<Cube>> {
    few(table, MAX_KINDS, "kind", "B-8", problems);
    let mut names: Vec<(&str, usize)> = table.keys().collect();
    names.sort_unstable();
    let mut kinds = Vec::new();
    let mut is_sound = names.len() <= MAX_KINDS;
    for (name, place) in names {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
        if name.is_empty() || name.len() > MAX_NAME || !name.bytes().all(is_plain) {
            let message =
                format!("a kind is 1..{MAX_NAME} of A-Z a-z 0-9 _ -, not {}", quoted(name));
            problems.add(place, table.path_of(&shortened(name)), "B-8", message);
            is_sound = false;
            continue;
        }
        let Some(entry) = table.table(name, "B-8", problems) else {
            is_sound = false;
            continue;
        };
        entry.only(&["count", "faces"], problems);
        let count = entry.number("count", 1..=MAX_CUBES, "B-7", problems);
        let sides = entry.text("faces", "B-8", problems);
        let sides = sides.and_then(|value| sides_of(&value, &kinds, faces, problems));
        kinds.push(Cube { name: name.to_owned(), count, faces: sides });
    }
    let total: u32 = kinds.iter().filter_map(|cube| cube.count.map(u32::from)).sum();
    if total > u32::from(MAX_CUBES) {
        let message = format!("{total} cubes in all; at most {MAX_CUBES}");
        problems.add(table.place(), table.path(), "B-7", message);
    }
    is_sound.then_some(kinds)
}

/// The six sides of the kind after these ones, in ascending order. A face is on one kind alone.
fn sides_of(
    value: &Text<'_>,
    before: &[Cube],
    faces: &mut Option<Faces<'_>>,
    problems: &mut Problems,
) -> Option<[Face; SIDES]> {
    let drawing = value.drawing();
    let names: Vec<(usize, &str)> = drawing.words().collect();
    let count = names.len();
    if count != SIDES {
        let message = format!("{count} face(s); a cube has {SIDES}");
        problems.add(value.place, &value.key, "B-8", message);
        return None;
    }
    let faces = faces.as_mut()?;
    let own = before.len() as Kind;
    let mut sides = Vec::with_capacity(SIDES);
    for (place, name) in names {
        let (rule, message) = match faces.get_mut(name) {
            None => ("CD-13", format!("the face {} is not declared in [faces]", quoted(name))),
            Some(declared) => match *declared.kind.get_or_insert(own) {
                kind if kind == own => {
                    sides.push(declared.face);
                    continue;
                }
                kind => {
                    let other = &before[usize::from(kind)].name;
                    ("B-8", format!("the face {name} is already on the kind {other}"))
                }
            },
        };
        problems.add(place, &value.key, rule, message);
    }
    sides.sort_unstable();
    sides.try_into().ok()
}

/// Faces that are on no kind; nothing is said while a kind is in doubt.
fn on_no_kind(faces: &Faces<'_>, kinds: &[Cube], problems: &mut Problems) {
    if kinds.iter().any(|cube| cube.faces.is_none()) {
        return;
    }
    for (name, declared) in faces.iter().filter(|(_, declared)| declared.kind.is_none()) {
        let message = format!("the face {name} is on no kind");
        problems.add(declared.place, format!("faces.{name}"), "CD-13", message);
    }
}

/// Cards whose pattern is on no face; nothing is said while a face is in doubt.
fn on_no_face(letters: &BTreeMap<char, usize>, faces: &Faces<'_>, problems: &mut Problems) {
    if faces.values().any(|declared| declared.letter.is_none()) {
        return;
    }
    for (letter, place) in letters {
        if !faces.values().any(|declared| declared.letter == Some(*letter)) {
            let message = format!("the pattern {letter} is on no face");
            problems.add(*place, format!("cards.{letter}"), "A-6", message);
        }
    }
}
