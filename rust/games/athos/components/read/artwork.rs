//! The contract cards and their artworks.

use super::cubes::{Cube, Faces, is_face_name};
use crate::games::athos::components::Card;
use crate::games::athos::types::{Artwork, Tile};
use crate::games::document::{Drawing, Problems, Table, quoted};

/// What is known of the cubes: none where it could not be read.
pub(super) struct Known<'a> {
    pub(super) faces: Option<&'a Faces<'a>>,
    pub(super) kinds: Option<&'a [Cube]>,
}

/// The contract cards, by letter.
pub(super) fn cards(
    table: &Table<'_>,
    letters: impl Iterator<Item = char>,
    known: &Known<'_>,
    problems: &mut Problems,
) -> Option<Vec<Card>> {
    let cards = letters.map(|letter| {
        let entry = table.table(letter.encode_utf8(&mut [0; 4]), "B-9", problems)?;
        entry.only(&["title", "artwork"], problems);
        let title = entry.label("title", problems);
        let artwork = artwork(&entry, letter, known, problems);
        Some(Card { letter, title: title?, artworks: orientations(artwork?, known)? })
    });
    // Every card is read, so that all faults are told.
    cards.collect::<Vec<_>>().into_iter().collect()
}

/// The artwork of a card as it is printed.
fn artwork(
    entry: &Table<'_>,
    letter: char,
    known: &Known<'_>,
    problems: &mut Problems,
) -> Option<Artwork> {
    let value = entry.text("artwork", "A-11", problems)?;
    let drawing = value.drawing();
    if !is_three_by_three(&drawing, &value.key, problems) {
        return None;
    }
    let mut is_sound = true;
    let mut artwork = Artwork::default();
    for (row, drawn) in drawing.rows.iter().enumerate() {
        for (cell, (offset, word)) in artwork[row].iter_mut().zip(drawn.words()) {
            match tile(word, letter, known) {
                Ok(tile) => {
                    *cell = tile.unwrap_or_default();
                    is_sound &= tile.is_some();
                }
                Err((rule, message)) => {
                    let place = drawing.place_of_byte(row, offset);
                    problems.add(place, &value.key, rule, message);
                    is_sound = false;
                }
            }
        }
    }
    if !is_sound {
        return None;
    }
    enough_cubes(artwork.as_flattened(), known, |message| {
        problems.add(value.place, &value.key, "CD-13", message);
    });
    Some(artwork)
}

fn is_three_by_three(drawing: &Drawing<'_>, key: &str, problems: &mut Problems) -> bool {
    let rows = drawing.rows.len();
    if rows != 3 {
        // The first row too many, or the last one if there are too few.
        let place = drawing.place(rows.saturating_sub(1).min(3), 0);
        problems.add(place, key, "A-11", format!("{rows} row(s); an artwork has 3"));
        return false;
    }
    for (row, drawn) in drawing.rows.iter().enumerate() {
        let count = drawn.words().count();
        if count != 3 {
            let offset = drawn.words().nth(3).map_or(0, |(offset, _)| offset);
            let message = format!("row {row} has {count} tile(s); an artwork has 3");
            problems.add(drawing.place_of_byte(row, offset), key, "A-11", message);
            return false;
        }
    }
    true
}

/// The tile of a word in the artwork of a pattern; `None` where too little is known of its face.
fn tile(
    word: &str,
    letter: char,
    known: &Known<'_>,
) -> Result<Option<Tile>, (&'static str, String)> {
    let parts = word.split_at_checked(word.len().saturating_sub(1));
    let parts = parts.filter(|(name, _)| is_face_name(name));
    let parts = parts.and_then(|(name, turn)| Some((name, turn.parse::<u8>().ok()?)));
    let Some((name, turn)) = parts else {
        return Err((
            "A-11",
            format!("a tile is a face and a turn such as Aa1, not {}", quoted(word)),
        ));
    };
    let Some(faces) = known.faces else { return Ok(None) };
    let Some(face) = faces.get(name) else {
        return Err(("CD-13", format!("the face {name} is not declared in [faces]")));
    };
    if let Some(other) = face.letter.filter(|&other| other != letter) {
        return Err(("CD-13", format!("the face {name} is of the pattern {other}, not {letter}")));
    }
    let Some(order) = face.order else { return Ok(None) };
    if turn >= order {
        let message = format!("the turn of {name} is below its order {order}, not {turn}");
        return Err(("A-7", message));
    }
    Ok(Some(Tile::new(face.face, turn)))
}

/// Whether there are as many cubes of each kind as the artwork shows.
fn enough_cubes(tiles: &[Tile], known: &Known<'_>, mut refuse: impl FnMut(String)) {
    let (Some(faces), Some(kinds)) = (known.faces, known.kinds) else { return };
    for (kind, cube) in (0..).zip(kinds) {
        let of_kind = faces.values().filter(|face| face.kind == Some(kind));
        let needed: usize =
            of_kind.map(|face| tiles.iter().filter(|tile| tile.face() == face.face).count()).sum();
        if let Some(count) = cube.count.filter(|&count| usize::from(count) < needed) {
            let name = &cube.name;
            refuse(format!(
                "the artwork shows {needed} cubes of the kind {name}; there are {count}"
            ));
        }
    }
}

/// The artwork upright and after each further quarter-turn clockwise: cell (i, j) goes to
/// (j, 2 - i) (G-6).
fn orientations(upright: Artwork, known: &Known<'_>) -> Option<[Artwork; 4]> {
    let mut orders = Vec::new();
    for face in known.faces?.values() {
        orders.push(face.order.unwrap_or(1));
    }
    let turned = |artwork: &Artwork| {
        let mut turned = Artwork::default();
        for (i, row) in artwork.iter().enumerate() {
            for (j, tile) in row.iter().enumerate() {
                turned[j][2 - i] = tile.turned(orders[tile.face().index()]);
            }
        }
        turned
    };
    let mut artworks = [upright; 4];
    for q in 1..4 {
        artworks[q] = turned(&artworks[q - 1]);
    }
    Some(artworks)
}
