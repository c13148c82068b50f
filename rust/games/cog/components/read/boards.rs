//! The grid of a mat and the faces of the board.

use super::icons;
use crate::games::cog::components::{
    BONUS_SPACES, Face, Gain, Grid, Icon, MAX_CENTRE, MAX_PLAYERS, MAX_ROUNDS, MAX_SIDE, MAX_SLOT,
    MAX_TRACK_SIDE, MIN_CENTRE, MIN_SIDE, TopSlot,
};
use crate::games::document::{Problems, Table, quoted};

/// The grid with its bonus spaces (C-3, C-159, C-164).
pub(super) fn grid(root: &Table<'_>, problems: &mut Problems) -> Option<Grid> {
    let value = root.text("grid", "C-3", problems)?;
    let drawing = value.drawing();
    let side = drawing.rows.len();
    let limits = usize::from(MIN_SIDE)..=usize::from(MAX_SIDE);
    if !limits.contains(&side) || side % 2 == 1 {
        let message =
            format!("the grid has {side} rows; it is an even number, {MIN_SIDE}..{MAX_SIDE}");
        problems.add(value.place, value.key, "C-3", message);
        return None;
    }
    for (row, drawn) in drawing.rows.iter().enumerate() {
        let count = drawn.words().count();
        if count != side {
            let message = format!("row {row} has {count} square(s), the grid {side} rows");
            problems.add(drawing.place(row, 0), value.key, "C-3", message);
            return None;
        }
    }
    let mut grid = Grid { side: side as u8, bonuses: Vec::with_capacity(side * side) };
    let mut is_sound = true;
    let corners = grid.corners().map(|corner| grid.index(corner));
    for (index, (place, word)) in drawing.words().enumerate() {
        let Some(gain) = icons::read(word, place, &value.key, problems) else {
            is_sound = false;
            continue;
        };
        grid.bonuses.push(gain);
        let (rule, message) = if index == corners[3] && gain.icons() != [Icon::Card] {
            ("C-164", "the lower right corner has the icon card, and no other")
        } else if index != corners[3] && gain.count(Icon::Card) > 0 {
            ("C-164", icons::NO_CARD)
        } else if corners.contains(&index) && gain.is_empty() {
            ("C-159", "a corner has a bonus")
        } else {
            continue;
        };
        problems.add(place, &value.key, rule, message);
        is_sound = false;
    }
    let count = grid.bonuses.iter().filter(|gain| !gain.is_empty()).count();
    if is_sound && count != BONUS_SPACES {
        let message = format!("{count} bonus spaces; there are {BONUS_SPACES}");
        problems.add(value.place, value.key, "C-159", message);
        is_sound = false;
    }
    is_sound.then_some(grid)
}

/// Both faces of the board (C-1).
pub(super) fn faces(root: &Table<'_>, problems: &mut Problems) -> Option<[Face; 2]> {
    let table = root.table("faces", "C-1", problems)?;
    table.only(&["2-3", "4"], problems);
    let few = face(&table, "2-3", MAX_PLAYERS - 1, problems);
    let many = face(&table, "4", MAX_PLAYERS, problems);
    Some([few?, many?])
}

/// A face for at most so many players.
fn face(faces: &Table<'_>, key: &str, most: u8, problems: &mut Problems) -> Option<Face> {
    let table = faces.table(key, "C-1", problems)?;
    table.only(&["rounds", "centre", "top", "order", "track"], problems);
    let rounds = table.number("rounds", 1..=MAX_ROUNDS.into(), "C-38", problems);
    let centre = table.number("centre", MIN_CENTRE.into()..=MAX_CENTRE.into(), "C-20", problems);
    let top = top(&table, most, problems);
    let order = icons::slots(&table, "order", most, "C-49", problems);
    let track = track(&table, problems);
    Some(Face {
        rounds: rounds? as u8,
        centre: centre? as u8,
        top: top?,
        order: order?,
        track: track?,
    })
}

/// The top slots: letters and stars (C-42 to C-44).
fn top(table: &Table<'_>, count: u8, problems: &mut Problems) -> Option<Vec<TopSlot>> {
    let value = table.text("top", "C-43", problems)?;
    let drawing = value.drawing();
    let words: Vec<(usize, &str)> = drawing.words().collect();
    if words.len() != usize::from(count) {
        let message = format!("{} slots; there are {count}", words.len());
        problems.add(value.place, value.key, "C-43", message);
        return None;
    }
    let mut slots = Vec::with_capacity(words.len());
    // The slots of the face for two and three players are 2, 3 and 4.
    for (number, (place, word)) in (MAX_PLAYERS + 1 - count..).zip(words) {
        let Some(gain) = icons::read(word, place, &value.key, problems) else {
            continue;
        };
        let [letters, stars] = [Icon::Bag, Icon::Star].map(|icon| gain.count(icon));
        let is_wild = number == MAX_PLAYERS && count == MAX_PLAYERS;
        let (rule, message) = if usize::from(letters + stars) != gain.icons().len() {
            ("C-42", format!("a top slot has the icons ? and * alone, not {}", quoted(word)))
        } else if gain.is_empty() {
            ("C-42", "a top slot has a letter or a star".to_owned())
        } else if letters > MAX_SLOT || stars > MAX_SLOT {
            ("C-42", format!("{word} has more than {MAX_SLOT} letters or stars"))
        } else if is_wild && letters != 1 {
            ("C-44", format!("the rightmost slot has one letter, not {letters}: it is wild"))
        } else {
            slots.push(TopSlot { number, letters, stars, is_wild });
            continue;
        };
        problems.add(place, &value.key, rule, message);
    }
    (slots.len() == usize::from(count)).then_some(slots)
}

/// The track, drawn as the border of a rectangle (C-89, C-254).
fn track(table: &Table<'_>, problems: &mut Problems) -> Option<Vec<Gain>> {
    let value = table.text("track", "C-254", problems)?;
    let drawing = value.drawing();
    let rows = drawing.rows.len();
    let cols = drawing.rows.first().map_or(0, |row| row.words().count());
    let limits = 2..=MAX_TRACK_SIDE;
    if !limits.contains(&rows) || !limits.contains(&cols) {
        let message =
            format!("the track is {rows} rows of {cols} spaces; it is 2..{MAX_TRACK_SIDE} of each");
        problems.add(value.place, value.key, "C-254", message);
        return None;
    }
    for (row, drawn) in drawing.rows.iter().enumerate() {
        let (count, whole) = (drawn.words().count(), row == 0 || row == rows - 1);
        let expected = if whole { cols } else { 2 };
        if count != expected {
            let message = format!("row {row} has {count} space(s), not {expected}");
            problems.add(drawing.place(row, 0), value.key, "C-254", message);
            return None;
        }
    }
    let mut gains = Vec::with_capacity(2 * (rows + cols) - 4);
    for (place, word) in drawing.words() {
        match icons::read(word, place, &value.key, problems) {
            Some(gain) if gain.count(Icon::Card) == 0 => gains.push(gain),
            Some(_) => problems.add(place, &value.key, "C-164", icons::NO_CARD),
            None => {}
        }
    }
    (gains.len() == 2 * (rows + cols) - 4).then(|| clockwise(&gains, rows, cols))
}

/// The border of a rectangle clockwise from its top left corner. It is given row by row.
fn clockwise(border: &[Gain], rows: usize, cols: usize) -> Vec<Gain> {
    let (first, rest) = border.split_at(cols);
    let (between, last) = rest.split_at(2 * (rows - 2));
    let right = between.chunks(2).map(|pair| pair[1]);
    let left = between.chunks(2).map(|pair| pair[0]);
    let around = first.iter().copied().chain(right);
    around.chain(last.iter().rev().copied()).chain(left.rev()).collect()
}
