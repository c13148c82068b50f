//! A mat, key by key.

use serde_json::Value;

use super::read::tile_of;
use super::{require, wrong};
use crate::game::{FormatError, clip};
use crate::games::cog::Cog;
use crate::games::cog::crossword::Grid;
use crate::games::cog::state::Mat;
use crate::games::cog::table::{CUBES, EDGES};
use crate::games::cog::types::{CardKind, MOST_KEPT, Place, Reserve, Side, WordId};
use crate::games::fields::{Fields, number};
use crate::grid::Cells;

const MAT: &[&str] = &[
    "vp",
    "stars",
    "reserve",
    "grid",
    "words",
    "cubes",
    "completed_goals",
    "cards",
    "used",
    "completed_items",
    "edges",
    "covered",
];

impl Cog {
    pub(super) fn read_mat(
        &self,
        key: &str,
        value: &Value,
        mat: &mut Mat,
    ) -> Result<(), FormatError> {
        let fields = Fields::new(key, value, MAT)?;
        mat.vp = fields.number("vp", 0, u32::MAX.into())? as u32;
        mat.stars = fields.number("stars", 0, u32::MAX.into())? as u32;
        let reserve = fields.list("reserve")?;
        require(
            reserve.len() <= usize::from(u8::MAX),
            "C-5",
            || fields.path("reserve"),
            || "there are not so many tiles".to_owned(),
        )?;
        mat.reserve = Reserve::default();
        for (index, value) in reserve.iter().enumerate() {
            mat.reserve.add(self.read_tile_name(&format!("{key}.reserve[{index}]"), value)?);
        }
        mat.grid = self.read_grid(&fields)?;
        self.read_cubes(&fields, mat)?;
        for (index, value) in fields.list("completed_goals")?.iter().enumerate() {
            let goal = number(&format!("{key}.completed_goals[{index}]"), value, 1, 6)?;
            mat.completed |= 1 << (goal - 1);
        }
        self.read_hand(&fields, mat)?;
        for (index, value) in fields.list("edges")?.iter().enumerate() {
            let edge = EDGES.iter().find(|(_, name)| value == name);
            let (edge, _) = edge.ok_or_else(|| {
                wrong(format!("{key}.edges[{index}]"), "top, bottom, dice or order is expected")
            })?;
            mat.edges |= edge;
        }
        mat.covered = self.read_bonuses(&fields.path("covered"), fields.list("covered")?)?;
        Ok(())
    }

    /// The crossword: its tiles and its words.
    fn read_grid(&self, fields: &Fields<'_>) -> Result<Grid, FormatError> {
        let side = self.set.grid.side;
        let mut tiles = Vec::new();
        for (row, value) in (0..).zip(self.sized(fields, "grid", side)?) {
            let text = value.as_str().unwrap_or_default();
            let signs = text.bytes().filter(|&sign| sign == b'.' || tile_of(sign, 1).is_some());
            if text.len() != usize::from(side) || signs.count() != usize::from(side) {
                let message = format!(
                    "{side} signs are expected: a letter, small for a wild tile, or . for no tile"
                );
                return Err(wrong(format!("{}[{row}]", fields.path("grid")), message));
            }
            let placed = (0..).zip(text.bytes());
            tiles.extend(
                placed.filter_map(|(column, sign)| {
                    Some((Cells::cell(row, column), tile_of(sign, 1)?))
                }),
            );
        }
        let mut words = Vec::new();
        for (index, value) in fields.list("words")?.iter().enumerate() {
            let key = format!("{}[{index}]", fields.path("words"));
            words.push(self.read_standing(&key, value)?);
        }
        let may_leave_run = self.rules.removal_leaves_run;
        Grid::restore(&self.dictionary, tiles, words, may_leave_run).map_err(|error| {
            FormatError::rule(error.rule(), fields.path("grid"), error.to_string())
        })
    }

    /// A word at its place.
    pub(super) fn read_standing(
        &self,
        key: &str,
        value: &Value,
    ) -> Result<(WordId, Place), FormatError> {
        let parts = value.as_array().map(Vec::as_slice);
        let Some([Value::String(word), row, column, Value::String(way)]) = parts else {
            let message = "a word, its row and column, and across or down are expected";
            return Err(wrong(key, message));
        };
        let last = i64::from(self.set.grid.side) - 1;
        let (row, column) = (number(key, row, 0, last)?, number(key, column, 0, last)?);
        let is_across = match way.as_str() {
            "across" => true,
            "down" => false,
            _ => {
                return Err(wrong(
                    key,
                    format!("{:?} is no direction: across and down are", clip(way)),
                ));
            }
        };
        let found = self.set.word_named(word);
        let word =
            found.ok_or_else(|| wrong(key, format!("{:?} is on no goal card", clip(word))))?;
        let place = Place::new(row as u8, column as u8, is_across);
        let length = self.dictionary.length(word);
        let room = last + 1 - if is_across { column } else { row };
        require(
            i64::from(length) <= room,
            "C-135",
            || key.to_owned(),
            || "the word leaves the grid".to_owned(),
        )?;
        Ok((word, place))
    }

    fn read_cubes(&self, fields: &Fields<'_>, mat: &mut Mat) -> Result<(), FormatError> {
        let path = fields.path("cubes");
        let cubes = fields.get("cubes")?.as_object();
        for (name, value) in cubes.ok_or_else(|| wrong(&path, "an object is expected"))? {
            let key = || format!("{path}.{}", clip(name));
            let word = self.set.word_named(name);
            let word = word.ok_or_else(|| wrong(key(), "the word is on no goal card"))?;
            match CUBES.iter().position(|from| value == from) {
                Some(0) => mat.spelled_cubes |= 1 << word,
                Some(_) => mat.item_cubes |= 1 << word,
                None => return Err(wrong(key(), "grid or item is expected")),
            }
        }
        Ok(())
    }

    /// `used` cards are among `cards`.
    fn read_hand(&self, fields: &Fields<'_>, mat: &mut Mat) -> Result<(), FormatError> {
        let read = |name: &'static str| {
            let list = fields.list(name)?;
            require(
                list.len() <= MOST_KEPT,
                "C-47",
                || fields.path(name),
                || format!("nobody keeps more than {MOST_KEPT} cards"),
            )?;
            let ids = list.iter().enumerate();
            let cards = ids.map(|(index, value)| {
                self.read_card_id(&format!("{}[{index}]", fields.path(name)), value)
            });
            cards.collect::<Result<Vec<CardKind>, FormatError>>()
        };
        let (mut cards, used, completed) =
            (read("cards")?, read("used")?, read("completed_items")?);
        for &card in &used {
            let place = cards.iter().position(|&other| other == card);
            let place = place.ok_or_else(|| {
                wrong(fields.path("used"), format!("{} is not among cards", self.card_id(card)))
            })?;
            cards.swap_remove(place);
        }
        let all = cards.len() + used.len() + completed.len();
        require(
            all <= MOST_KEPT,
            "C-47",
            || fields.path("cards"),
            || format!("nobody keeps more than {MOST_KEPT} cards"),
        )?;
        for (side, cards) in [(Side::Up, cards), (Side::Used, used), (Side::Completed, completed)] {
            cards.into_iter().for_each(|card| mat.hand.add(card, side));
        }
        mat.always = cards_wild(self, mat);
        Ok(())
    }

    /// Bonus spaces by row and column.
    pub(super) fn read_bonuses(&self, key: &str, list: &[Value]) -> Result<u8, FormatError> {
        let mut bonuses = 0;
        for (index, value) in list.iter().enumerate() {
            let bonus = self.bonuses.iter().position(|&(square, _)| {
                let (row, column) = Cells::place(square);
                let place = value.as_array().map(Vec::as_slice);
                place.is_some_and(|place| matches!(place, [a, b] if *a == row && *b == column))
            });
            let bonus = bonus.ok_or_else(|| {
                wrong(format!("{key}[{index}]"), "row and column of a bonus space are expected")
            })?;
            bonuses |= 1 << bonus;
        }
        Ok(bonuses)
    }
}

/// The letters that a player's cards make wild (C-118).
fn cards_wild(game: &Cog, mat: &Mat) -> u32 {
    mat.hand.on(Side::Up).fold(0, |letters, card| letters | game.always[usize::from(card)])
}
