//! What concerns more than one part of a set.

use crate::games::cog::components::{
    CardInfo, Effect, Face, GOALS, Gain, Goal, Icon, LetterInfo, MAX_PLAYERS, MIN_PLAYERS,
    START_LETTERS, Word, face_of,
};
use crate::games::document::{Problems, Table};

/// The cubes of a player suffice: each of the five goal cards in play may lack one word when a cube
/// is placed (C-172).
pub(super) fn cubes_suffice(
    limits: &Table<'_>,
    goals: &[Goal; GOALS],
    cubes: u8,
    problems: &mut Problems,
) {
    let mut waiting = goals.each_ref().map(|goal| goal.words.len() - 1);
    waiting.sort_unstable();
    let needed = waiting[1..].iter().sum::<usize>() + 1;
    if usize::from(cubes) < needed {
        let message = format!("{cubes} cubes; the words of five goal cards can take {needed}");
        problems.add(limits.place_of("cubes"), limits.path_of("cubes"), "C-172", message);
    }
}

/// The bag lasts for setup and the letters of the first round (C-20, C-29, C-42).
pub(super) fn tiles_suffice(
    root: &Table<'_>,
    letters: &[LetterInfo],
    faces: &[Face; 2],
    start: &[Gain],
    problems: &mut Problems,
) {
    let tiles: u32 = letters.iter().map(|info| u32::from(info.tiles)).sum();
    let needed = |players: u8| {
        let (face, count) = (face_of(faces, players), usize::from(players));
        let order = face.order[..count].iter().chain(&start[..count]);
        let bonuses: u32 = order.map(|gain| u32::from(gain.count(Icon::Bag))).sum();
        let top: u32 = face.top[..count].iter().map(|slot| u32::from(slot.letters)).sum();
        u32::from(face.centre) + u32::from(players * START_LETTERS) + bonuses + top
    };
    let short = (MIN_PLAYERS..=MAX_PLAYERS).rev().find(|&players| needed(players) > tiles);
    if let Some(players) = short {
        let needed = needed(players);
        let message =
            format!("{tiles} tiles; setup and the first round of {players} players take {needed}");
        problems.add(root.place_of("letters"), "letters", "C-19", message);
    }
}

/// Deck and discard pile are never both empty when a card is needed: every player gets one a round
/// and one from the grid, and may keep them all (C-47). The cards of any one goal card may have left
/// (C-36).
pub(super) fn deck_suffices(
    root: &Table<'_>,
    cards: &[CardInfo],
    words: &[Word],
    faces: &[Face; 2],
    problems: &mut Problems,
) {
    let mut items = [0_u32; GOALS];
    for card in cards {
        if let Effect::Item { word, .. } = card.effect {
            items[usize::from(words[usize::from(word)].goal)] += u32::from(card.copies);
        }
    }
    let most = items.into_iter().max().unwrap_or_default();
    for players in MIN_PLAYERS..=MAX_PLAYERS {
        let deck: u32 = cards.iter().map(|card| u32::from(card.copies_for(players))).sum();
        let needed = u32::from(players) * (u32::from(face_of(faces, players).rounds) + 1);
        if deck - most < needed {
            let message = format!(
                "{deck} cards for {players} players, of which {most} may leave with a goal card; \
                 they can take {needed}"
            );
            problems.add(root.place_of("cards"), "cards", "C-47", message);
        }
    }
}
