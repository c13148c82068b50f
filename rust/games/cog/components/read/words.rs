//! The letter tiles, and the goal cards with their words.

use std::collections::BTreeMap;

use super::icons;
use crate::games::cog::components::{
    GOALS, Goal, Letter, LetterInfo, MAX_TILES, MAX_WORD, MAX_WORDS, MIN_WORD, Word, WordId,
};
use crate::games::document::{Problems, Table, quoted, shortened};

/// The letters that have tiles, in ascending order (C-5).
pub(super) fn letters(root: &Table<'_>, problems: &mut Problems) -> Option<Vec<LetterInfo>> {
    let table = root.table("letters", "C-5", problems)?;
    let mut is_sound = true;
    let mut letters = BTreeMap::new();
    for (key, place) in table.keys() {
        let Some(letter) = capital(key) else {
            let message = format!("a letter is one of A..Z, not {}", quoted(key));
            problems.add(place, table.path_of(&shortened(key)), "C-5", message);
            is_sound = false;
            continue;
        };
        let info = table.table(key, "C-5", problems).and_then(|entry| {
            entry.only(&["tiles", "spares"], problems);
            let tiles = entry.number("tiles", 1..=MAX_TILES, "C-5", problems);
            let spares = entry.number("spares", 0..=MAX_TILES, "C-5", problems);
            Some(LetterInfo { letter, tiles: tiles? as u8, spares: spares? as u8 })
        });
        is_sound &= info.is_some();
        letters.extend(info.map(|info| (letter, info)));
    }
    let counts = letters.values().map(|info| u32::from(info.tiles) + u32::from(info.spares));
    let total: u32 = counts.sum();
    if total > MAX_TILES.into() {
        let message = format!("{total} tiles and spares in all; at most {MAX_TILES}");
        problems.add(table.place(), table.path(), "C-5", message);
        is_sound = false;
    }
    is_sound.then(|| letters.into_values().collect())
}

/// A text that is one capital letter.
fn capital(text: &str) -> Option<char> {
    match text.as_bytes() {
        [letter @ b'A'..=b'Z'] => Some(char::from(*letter)),
        _ => None,
    }
}

/// The letter of a capital.
pub(super) fn letter_of(letters: &[LetterInfo], capital: char) -> Option<Letter> {
    let index = letters.binary_search_by_key(&capital, |info| info.letter).ok()?;
    Some(index as Letter)
}

/// The goal cards and all their words (C-12).
pub(super) fn goals(
    root: &Table<'_>,
    letters: Option<&[LetterInfo]>,
    problems: &mut Problems,
) -> Option<(Vec<Word>, [Goal; GOALS])> {
    let table = root.table("goals", "C-12", problems)?;
    let numbers: [String; GOALS] = std::array::from_fn(|index| (index + 1).to_string());
    let known: Vec<&str> = numbers.iter().map(String::as_str).collect();
    table.only(&known, problems);
    let mut words: Vec<Word> = Vec::new();
    let mut is_sound = true;
    let goals = [0, 1, 2, 3, 4, 5].map(|goal| {
        let entry = table.table(known[goal], "C-12", problems)?;
        entry.only(&["words", "bonus"], problems);
        let (first, sound) =
            (words.len(), read_words(&entry, goal as u8, letters, &mut words, problems));
        is_sound &= sound;
        let gain = icons::gain(&entry, "bonus", "C-173", problems);
        let words = (first..words.len()).map(|word| word as WordId).collect();
        Some(Goal { words, gain: gain? })
    });
    if words.len() > MAX_WORDS {
        let message = format!("{} words in all; at most {MAX_WORDS}", words.len());
        problems.add(table.place(), table.path(), "C-12", message);
        return None;
    }
    let goals = goals.into_iter().collect::<Option<Vec<_>>>()?.try_into().ok()?;
    is_sound.then_some((words, goals))
}

/// Adds the words of a goal card to `words`; whether all are sound.
fn read_words(
    entry: &Table<'_>,
    goal: u8,
    letters: Option<&[LetterInfo]>,
    words: &mut Vec<Word>,
    problems: &mut Problems,
) -> bool {
    let Some(value) = entry.text("words", "C-12", problems) else {
        return false;
    };
    let drawing = value.drawing();
    let mut is_sound = true;
    let first = words.len();
    for (place, text) in drawing.words() {
        let spelled = letters.map(|letters| {
            text.chars().map(|capital| letter_of(letters, capital).ok_or(capital)).collect()
        });
        let (rule, message) = if !text.bytes().all(|byte| byte.is_ascii_uppercase())
            || !(MIN_WORD..=MAX_WORD).contains(&text.len())
        {
            ("C-128", format!("a word is {MIN_WORD}..{MAX_WORD} letters A-Z, not {}", quoted(text)))
        } else if words.iter().any(|word| word.text == text) {
            ("C-170", format!("the word {text} is there already"))
        } else {
            match spelled {
                Some(Err(letter)) => {
                    ("C-5", format!("the letter {letter} of {text} has no tile in [letters]"))
                }
                Some(Ok(letters)) => {
                    words.push(Word { text: text.to_owned(), letters, goal });
                    continue;
                }
                None => {
                    words.push(Word { text: text.to_owned(), letters: Vec::new(), goal });
                    continue;
                }
            }
        };
        problems.add(place, &value.key, rule, message);
        is_sound = false;
    }
    if is_sound && words.len() == first {
        problems.add(value.place, value.key, "C-12", "the goal card has no word");
        is_sound = false;
    }
    is_sound
}
