//! The letter tiles, and the goal cards with their words.

use std::collections::BTreeMap;

use super::icons;
use crate::games::cog::components::{
    GOALS, Gain, Goal, Letter, LetterInfo, MAX_TILES, MAX_WORD, MAX_WORDS, MIN_WORD, Word, WordId,
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

/// What is known of the rest: none where it could not be read.
pub(super) struct Known<'a> {
    pub(super) side: Option<u8>,
    pub(super) letters: Option<&'a [LetterInfo]>,
}

/// The goal cards and all their words (C-12).
pub(super) fn goals(
    root: &Table<'_>,
    known: &Known<'_>,
    problems: &mut Problems,
) -> Option<(Vec<Word>, [Goal; GOALS])> {
    let table = root.table("goals", "C-12", problems)?;
    let numbers: [String; GOALS] = std::array::from_fn(|goal| (goal + 1).to_string());
    table.only(&numbers.each_ref().map(String::as_str), problems);
    let mut words: Vec<Word> = Vec::new();
    let mut is_sound = true;
    let goals = (0..).zip(&numbers).map(|(index, number)| {
        let entry = table.table(number, "C-12", problems)?;
        entry.only(&["words", "bonus"], problems);
        let first = words.len();
        let has_words = read_words(&entry, index, known, &mut words, problems);
        is_sound &= has_words;
        let gain = icons::gain(&entry, "bonus", "C-173", problems)?;
        if has_words {
            beats_the_end_score(&entry, &words[first..], gain, problems);
        }
        let words = (first..words.len()).map(|word| word as WordId).collect();
        Some(Goal { words, gain })
    });
    // Every goal card is read, so that all faults are told.
    let goals: Vec<_> = goals.collect();
    let goals = goals.into_iter().collect::<Option<Vec<_>>>()?.try_into().ok()?;
    is_sound.then_some((words, goals))
}

/// Adds the words of a goal card to `words`; whether all are sound.
fn read_words(
    entry: &Table<'_>,
    goal: u8,
    known: &Known<'_>,
    words: &mut Vec<Word>,
    problems: &mut Problems,
) -> bool {
    let Some(value) = entry.text("words", "C-12", problems) else {
        return false;
    };
    let drawing = value.drawing();
    let mut is_sound = true;
    let mut found = drawing.words().peekable();
    if found.peek().is_none() {
        problems.add(value.place, &value.key, "C-12", "the goal card has no word");
        is_sound = false;
    }
    for (place, text) in found {
        if words.len() == MAX_WORDS {
            let message = format!("more than {MAX_WORDS} words in all");
            problems.add(place, &value.key, "C-12", message);
            return false;
        }
        match word(text, goal, known, words) {
            Ok(word) => words.push(word),
            Err((rule, message)) => {
                problems.add(place, &value.key, rule, message);
                is_sound = false;
            }
        }
    }
    is_sound
}

/// A word, or the rule that it breaks and how.
fn word(
    text: &str,
    goal: u8,
    known: &Known<'_>,
    before: &[Word],
) -> Result<Word, (&'static str, String)> {
    let limits = MIN_WORD..=MAX_WORD;
    let is_word = limits.contains(&text.len()) && text.bytes().all(|of| of.is_ascii_uppercase());
    if !is_word {
        let (least, most) = (MIN_WORD, MAX_WORD);
        let message = format!("a word is {least}..{most} letters A-Z, not {}", quoted(text));
        return Err(("C-128", message));
    }
    if before.iter().any(|word| word.text == text) {
        return Err(("C-170", format!("the word {text} is there already")));
    }
    if let Some(side) = known.side.filter(|&side| text.len() > side.into()) {
        return Err(("C-135", format!("{text} is longer than the grid, {side} squares")));
    }
    let letters = known.letters.map(|letters| {
        let letter = |capital| letter_of(letters, capital).ok_or(capital);
        text.chars().map(letter).collect::<Result<Vec<_>, _>>()
    });
    let letters = letters.unwrap_or_else(|| Ok(Vec::new()));
    let letters = letters.map_err(|capital| {
        ("C-5", format!("{text}: the letter {capital} has no tile in [letters]"))
    })?;
    Ok(Word { text: text.to_owned(), letters, goal })
}

/// A goal card that is completed, which nobody chooses, is worth more than the same words left
/// incomplete: a point for each word and each letter (C-174, C-237).
fn beats_the_end_score(entry: &Table<'_>, words: &[Word], gain: Gain, problems: &mut Problems) {
    let left: usize = words.iter().map(|word| 1 + word.text.len()).sum();
    let value = usize::from(gain.value());
    if value <= left {
        let message = format!(
            "the bonus is worth {value} VP, a star or letter counted as 2; the words left \
             incomplete are worth {left}"
        );
        problems.add(entry.place_of("bonus"), entry.path_of("bonus"), "C-174", message);
    }
}
