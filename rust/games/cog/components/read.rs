//! From TOML to a component set, with every check (listed in [`super`]): what is left of the file, and
//! what concerns more than one part of it.

use super::{ComponentSet, GOALS, Goal, Limits, MAX_LIMIT, MAX_PLAYERS, NEUTRAL};
use crate::game::{ComponentInfo, ComponentProblem};
use crate::games::document::{self, Problems, Table, quoted};

mod boards;
mod cards;
mod icons;
mod whole;
mod words;

/// Most characters of the name of a die or a card.
const MAX_NAME: usize = 16;

/// Reads a set, its digest still empty.
///
/// # Errors
/// Every problem, at most 20, in the order of the file.
pub(super) fn read(text: &str) -> Result<ComponentSet, Vec<ComponentProblem>> {
    document::read(text, |root| {
        let mut problems = Problems::default();
        let set = set(root, &mut problems);
        (set, problems)
    })
}

fn set(root: &Table<'_>, problems: &mut Problems) -> Option<ComponentSet> {
    let known = [
        "name", "edition", "source", "grid", "dice", "start", "goals", "letters", "faces", "cards",
        "limits",
    ];
    root.only(&known, problems);
    let name = root.label("name", problems);
    let edition = root.label("edition", problems);
    let source = root.label("source", problems);
    let grid = boards::grid(root, problems);
    let dice = dice(root, problems);
    let start = icons::slots(root, "start", MAX_PLAYERS, "C-30", problems);
    let letters = words::letters(root, problems);
    let known =
        words::Known { side: grid.as_ref().map(|grid| grid.side), letters: letters.as_deref() };
    let goals = words::goals(root, &known, problems);
    let words = goals.as_ref().map(|(words, _)| words.as_slice());
    let faces = boards::faces(root, problems);
    let known = cards::Known { letters: letters.as_deref(), words, dice: dice.as_ref() };
    let cards = cards::read(root, &known, problems);
    let limits = limits(root, goals.as_ref().map(|(_, goals)| goals), problems);
    if let (Some(letters), Some(faces), Some(start)) = (&letters, &faces, &start) {
        whole::tiles_suffice(root, letters, faces, start, problems);
    }
    if let (Some(cards), Some(words), Some(faces)) = (&cards, words, &faces) {
        whole::deck_suffices(root, cards, words, faces, problems);
    }
    let info =
        ComponentInfo { name: name?, edition: edition?, source: source?, digest: String::new() };
    let (words, goals) = goals?;
    Some(ComponentSet {
        info,
        grid: grid?,
        words,
        goals,
        letters: letters?,
        faces: faces?,
        start: start?.try_into().ok()?,
        dice: dice?,
        cards: cards?,
        limits: limits?,
    })
}

/// Whether a text can be typed as the name of a die or a card.
fn is_name(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    (1..=MAX_NAME).contains(&text.len()) && text.bytes().all(is_plain)
}

/// The names of the dice (C-9, C-21).
fn dice(root: &Table<'_>, problems: &mut Problems) -> Option<[String; MAX_PLAYERS as usize]> {
    let value = root.text("dice", "C-9", problems)?;
    let drawing = value.drawing();
    let names: Vec<(usize, &str)> = drawing.words().collect();
    if names.len() != usize::from(MAX_PLAYERS) {
        let message = format!("{} dice; there are {MAX_PLAYERS}", names.len());
        problems.add(value.place, value.key, "C-9", message);
        return None;
    }
    let mut is_sound = true;
    for (index, &(place, name)) in names.iter().enumerate() {
        let message = if !is_name(name) {
            format!("a die is named by 1..{MAX_NAME} of A-Z a-z 0-9 _ -, not {}", quoted(name))
        } else if names[..index].iter().any(|&(_, of)| of == name) {
            format!("there is a die {name} already")
        } else if name == NEUTRAL {
            format!("{NEUTRAL} is the die of the neutral pawns")
        } else {
            continue;
        };
        problems.add(place, &value.key, "C-9", message);
        is_sound = false;
    }
    let names = names.into_iter().map(|(_, name)| name.to_owned());
    names.collect::<Vec<_>>().try_into().ok().filter(|_| is_sound)
}

/// Limits of players and supplies.
fn limits(
    root: &Table<'_>,
    goals: Option<&[Goal; GOALS]>,
    problems: &mut Problems,
) -> Option<Limits> {
    let table = root.table("limits", "C-198", problems)?;
    table.only(&["letters", "stars", "aid_at_most", "star_supply", "cubes"], problems);
    let mut limit = |key, least, rule| {
        table.number(key, least..=MAX_LIMIT, rule, problems).map(|number| number as u8)
    };
    let letters = limit("letters", 1, "C-198");
    let stars = limit("stars", 0, "C-198");
    let aid_at_most = limit("aid_at_most", 0, "C-195");
    let star_supply = limit("star_supply", 1, "C-13");
    let cubes = limit("cubes", 1, "C-11");
    if let (Some(goals), Some(cubes)) = (goals, cubes) {
        whole::cubes_suffice(&table, goals, cubes, problems);
    }
    Some(Limits {
        letters: letters?,
        stars: stars?,
        aid_at_most: aid_at_most?,
        star_supply: star_supply?,
        cubes: cubes?,
    })
}
