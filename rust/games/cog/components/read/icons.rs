//! Words of icons (C-102): what a space, slot or card gives.

use crate::games::cog::components::{Gain, Icon, MAX_CENTRE_PICKS, MAX_ICONS, MAX_SLOT, MAX_VP};
use crate::games::document::{Problems, Table, quoted};

/// What is wrong where `card` stands elsewhere (C-164).
pub(super) const NO_CARD: &str = "the icon card is in the lower right corner of the grid alone";

/// A gain that has to be there: a text of one word that is not `.`. A fault that is not one of its
/// icons breaks `rule`.
pub(super) fn gain(
    table: &Table<'_>,
    key: &str,
    rule: &'static str,
    problems: &mut Problems,
) -> Option<Gain> {
    let value = table.text(key, rule, problems)?;
    let drawing = value.drawing();
    let mut words = drawing.words();
    let (Some((place, word)), None) = (words.next(), words.next()) else {
        problems.add(value.place, value.key, rule, "a gain is one word of icons");
        return None;
    };
    let gain = read(word, place, &value.key, problems)?;
    let (rule, message) = if gain.is_empty() {
        (rule, "there is no icon")
    } else if gain.count(Icon::Card) > 0 {
        ("C-164", NO_CARD)
    } else {
        return Some(gain);
    };
    problems.add(place, value.key, rule, message);
    None
}

/// What the slots of turn order, or the cards, give: `count` words, the first of which is `.`. Nobody
/// chooses anything here, so there are neither centre letters nor cards.
pub(super) fn slots(
    table: &Table<'_>,
    key: &str,
    count: u8,
    rule: &'static str,
    problems: &mut Problems,
) -> Option<Vec<Gain>> {
    let value = table.text(key, rule, problems)?;
    let drawing = value.drawing();
    let words: Vec<(usize, &str)> = drawing.words().collect();
    if words.len() != usize::from(count) {
        let message = format!("{} bonuses; there are {count}, from #1", words.len());
        problems.add(value.place, value.key, rule, message);
        return None;
    }
    let mut gains = Vec::with_capacity(words.len());
    for (index, (place, word)) in words.into_iter().enumerate() {
        let Some(gain) = read(word, place, &value.key, problems) else {
            continue;
        };
        let message = if index == 0 && !gain.is_empty() {
            "#1 has no bonus: .".to_owned()
        } else if gain.icons().iter().any(|icon| matches!(icon, Icon::Centre | Icon::Card)) {
            format!("a bonus has the icons ?, * and VP alone, not {word}")
        } else if gain.count(Icon::Bag) > MAX_SLOT {
            format!("{word} has more than {MAX_SLOT} letters")
        } else {
            gains.push(gain);
            continue;
        };
        problems.add(place, &value.key, rule, message);
    }
    (gains.len() == usize::from(count)).then_some(gains)
}

/// Reads a word of icons, or `.`.
pub(super) fn read(word: &str, place: usize, key: &str, problems: &mut Problems) -> Option<Gain> {
    match parse(word) {
        Ok(gain) => Some(gain),
        Err((offset, message)) => {
            problems.add(place + offset, key, "C-102", message);
            None
        }
    }
}

/// The icons of a word, or the byte offset of a fault and what it is.
fn parse(word: &str) -> Result<Gain, (usize, String)> {
    if word == "." {
        return Ok(Gain::NONE);
    }
    let mut icons = Vec::new();
    let mut rest = word;
    while !rest.is_empty() {
        let at = word.len() - rest.len();
        let (icon, length) = first(rest).map_err(|message| (at, message))?;
        icons.push(icon);
        rest = &rest[length..];
        if icons.len() > MAX_ICONS {
            return Err((at, format!("more than {MAX_ICONS} icons")));
        }
        let picks = icons.iter().filter(|&&icon| icon == Icon::Centre).count();
        if picks > MAX_CENTRE_PICKS.into() {
            return Err((at, format!("more than {MAX_CENTRE_PICKS} letters from the centre")));
        }
    }
    Gain::new(&icons).ok_or_else(|| (0, format!("more than {MAX_ICONS} icons")))
}

/// The icon that a text begins with, and its length.
fn first(text: &str) -> Result<(Icon, usize), String> {
    for (sign, icon) in
        [("?", Icon::Bag), ("+", Icon::Centre), ("*", Icon::Star), ("card", Icon::Card)]
    {
        if text.starts_with(sign) {
            return Ok((icon, sign.len()));
        }
    }
    let digits = text.len() - text.trim_start_matches(|sign: char| sign.is_ascii_digit()).len();
    if digits == 0 || !text[digits..].starts_with("VP") {
        return Err(format!("an icon is ?, +, *, card or points like 5VP, not {}", quoted(text)));
    }
    let points = text[..digits].parse().ok().filter(|points| (1..=MAX_VP).contains(points));
    let points = points.ok_or_else(|| format!("points are 1..{MAX_VP}, not {}", quoted(text)))?;
    Ok((Icon::Vp(points), digits + "VP".len()))
}
