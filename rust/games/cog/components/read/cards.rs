//! The cabinet cards.

use super::icons;
use super::words::letter_of;
use super::{MAX_NAME, is_name};
use crate::games::cog::components::{
    CardInfo, Cost, Die, Effect, Letter, LetterInfo, MAX_CARDS, MAX_COPIES, MAX_KINDS, MAX_PLAYERS,
    Word, WordId,
};
use crate::games::document::{Problems, Table, Text, quoted, shortened};

/// What is known of the rest: none where it could not be read.
pub(super) struct Known<'a> {
    pub(super) letters: Option<&'a [LetterInfo]>,
    pub(super) words: Option<&'a [Word]>,
    pub(super) dice: Option<&'a [String; MAX_PLAYERS as usize]>,
}

/// Every kind of card, by id (C-4).
pub(super) fn read(
    root: &Table<'_>,
    known: &Known<'_>,
    problems: &mut Problems,
) -> Option<Vec<CardInfo>> {
    let table = root.table("cards", "C-4", problems)?;
    let mut ids: Vec<(&str, usize)> = table.keys().collect();
    ids.sort_unstable();
    if ids.len() > MAX_KINDS {
        let message = format!("{} kinds of card; at most {MAX_KINDS}", ids.len());
        problems.add(table.place(), table.path(), "C-4", message);
        return None;
    }
    let cards = ids.into_iter().map(|(id, place)| {
        if !is_name(id) {
            let message =
                format!("a card is named by 1..{MAX_NAME} of A-Z a-z 0-9 _ -, not {}", quoted(id));
            problems.add(place, table.path_of(&shortened(id)), "C-4", message);
        }
        let entry = table.table(id, "C-4", problems)?;
        let copies = entry.number("copies", 1..=MAX_COPIES.into(), "C-4", problems);
        let effect = effect(&entry, known, problems);
        Some(CardInfo { id: id.to_owned(), copies: copies? as u8, effect: effect? })
    });
    // Every card is read, so that all faults are told.
    let cards: Vec<_> = cards.collect();
    let total: u32 = cards.iter().flatten().map(|card| u32::from(card.copies)).sum();
    if total > MAX_CARDS.into() {
        let message = format!("{total} cards in all; at most {MAX_CARDS}");
        problems.add(table.place(), table.path(), "C-4", message);
        return None;
    }
    let cards: Vec<CardInfo> = cards.into_iter().collect::<Option<_>>()?;
    if let Some(dice) = known.dice {
        as_many_for_each_die(&table, &cards, dice, problems);
    }
    Some(cards)
}

/// Each die activates as many cards by its colour (C-265).
fn as_many_for_each_die(
    table: &Table<'_>,
    cards: &[CardInfo],
    dice: &[String; MAX_PLAYERS as usize],
    problems: &mut Problems,
) {
    let mut counts = [0_u16; MAX_PLAYERS as usize];
    for card in cards {
        if let Effect::Round { cost: Cost::Die(die), .. } = card.effect {
            counts[usize::from(die)] += u16::from(card.copies);
        }
    }
    if counts.iter().any(|&count| count != counts[0]) {
        let counts = dice.iter().zip(counts).map(|(die, count)| format!("{die} {count}"));
        let counts = counts.collect::<Vec<_>>().join(", ");
        let message = format!("each die activates as many cards by its colour, not {counts}");
        problems.add(table.place(), table.path(), "C-265", message);
    }
}

/// What a card does: its keys tell which kind it is (C-104, C-105).
fn effect(entry: &Table<'_>, known: &Known<'_>, problems: &mut Problems) -> Option<Effect> {
    let kinds = ["die", "pips", "wild", "item"];
    let mut held = kinds.into_iter().filter(|key| entry.has(key));
    let kind = held.next();
    if let Some(other) = held.next() {
        let message = format!("a card has at most one of the keys {}", kinds.join(", "));
        problems.add(entry.place_of(other), entry.path_of(other), "C-104", message);
        return None;
    }
    let keys: &[&str] = match kind {
        Some("die") => &["copies", "die", "gain"],
        Some("pips") => &["copies", "pips", "gain"],
        Some("wild") => &["copies", "wild"],
        Some("item") => &["copies", "item", "missing", "gain"],
        _ => &["copies", "gain"],
    };
    entry.only(keys, problems);
    if kind == Some("wild") {
        return Some(Effect::Always(wild(entry, known, problems)?));
    }
    let gain = icons::gain(entry, "gain", "C-102", problems);
    let cost = match kind {
        Some("die") => die(entry, known, problems).map(Cost::Die),
        Some("pips") => pips(entry, problems).map(Cost::Pips),
        Some(_) => {
            let (word, missing) = item(entry, known, problems)?;
            return Some(Effect::Item { word, missing, gain: gain? });
        }
        None => return Some(Effect::Immediate(gain?)),
    };
    Some(Effect::Round { cost: cost?, gain: gain? })
}

/// The die of a colour cost (C-108).
fn die(entry: &Table<'_>, known: &Known<'_>, problems: &mut Problems) -> Option<Die> {
    let value = entry.text("die", "C-108", problems)?;
    let dice = known.dice?;
    let die = dice.iter().position(|die| die == value.text);
    if die.is_none() {
        let message = format!("a die is one of {}, not {}", dice.join(", "), quoted(value.text));
        problems.add(value.place, value.key, "C-108", message);
    }
    die.map(|die| die as Die)
}

/// The two values of a pip cost (C-109).
fn pips(entry: &Table<'_>, problems: &mut Problems) -> Option<u8> {
    let value = entry.text("pips", "C-109", problems)?;
    let words: Vec<&str> = value.text.split_whitespace().collect();
    let pips = words.iter().filter_map(|word| match word.as_bytes() {
        [pip @ b'1'..=b'6'] => Some(1 << (pip - b'0')),
        _ => None,
    });
    let mask = pips.fold(0_u8, |mask, pip| mask | pip);
    if words.len() != 2 || mask.count_ones() != 2 {
        let message =
            format!("a pip cost is two different values 1..6, not {}", quoted(value.text));
        problems.add(value.place, value.key, "C-109", message);
        return None;
    }
    Some(mask)
}

/// The letters that a card makes wild (C-118).
fn wild(entry: &Table<'_>, known: &Known<'_>, problems: &mut Problems) -> Option<u32> {
    let value = entry.text("wild", "C-118", problems)?;
    let letters = spelled(&value, known, "C-118", problems)?;
    let mask = letters.iter().fold(0_u32, |mask, letter| mask | 1 << letter);
    if letters.is_empty() || mask.count_ones() as usize != letters.len() {
        let message = format!("the letters are one or more, each once, not {}", quoted(value.text));
        problems.add(value.place, value.key, "C-118", message);
        return None;
    }
    Some(mask)
}

/// A text as letters that have tiles.
fn spelled(
    value: &Text<'_>,
    known: &Known<'_>,
    rule: &'static str,
    problems: &mut Problems,
) -> Option<Vec<Letter>> {
    let letters = known.letters?;
    let spelled = value.text.chars().map(|capital| letter_of(letters, capital).ok_or(capital));
    match spelled.collect() {
        Ok(spelled) => Some(spelled),
        Err(letter) => {
            let found = quoted(letter.encode_utf8(&mut [0; 4]));
            let message = format!("{found} is no letter that has tiles");
            problems.add(value.place, &value.key, rule, message);
            None
        }
    }
}

/// Word and missing letters of an item card (C-176).
fn item(
    entry: &Table<'_>,
    known: &Known<'_>,
    problems: &mut Problems,
) -> Option<(WordId, (Letter, Option<Letter>))> {
    let item = entry.text("item", "C-176", problems);
    let value = entry.text("missing", "C-176", problems);
    let (item, words) = (item?, known.words?);
    let Some(index) = words.iter().position(|word| word.text == item.text) else {
        let message = format!("{} is on no goal card", quoted(item.text));
        problems.add(item.place, item.key, "C-179", message);
        return None;
    };
    let value = value?;
    let missing = spelled(&value, known, "C-176", problems)?;
    let mut left = words[index].letters.clone();
    let is_within = missing.iter().all(|letter| {
        let at = left.iter().position(|of| of == letter);
        at.map(|at| left.swap_remove(at)).is_some()
    });
    let message = if !is_within {
        format!("{} are not letters of {}", quoted(value.text), item.text)
    } else if left.is_empty() {
        format!("no letter of {} is left", item.text)
    } else {
        match missing[..] {
            [letter] => return Some((index as WordId, (letter, None))),
            [first, second] => return Some((index as WordId, (first, Some(second)))),
            _ => format!("one or two letters are missing, not {}", quoted(value.text)),
        }
    };
    problems.add(value.place, value.key, "C-176", message);
    None
}
