//! Positions as JSON, whole: what a view shows, and how far the turn has come. `write.rs` writes them,
//! here they are read; what the rules imply is asked in `check.rs`.

mod write;

use serde_json::Value;

use super::Athos;
use super::action::Cell;
use super::atelier::{Held, Place};
use super::components::MAX_KINDS;
use super::contract::{Card, Crossing};
use super::kept::FUNDATHOS;
use super::mural::PATTERNS;
use super::rules::{INFO, LAST_ACTIONS, MARKERS, MOST_POINTS, Reason, YELLOW};
use super::state::{Phase, State};
use super::types::{Face, Pattern};
use crate::game::FormatError;
use crate::games::fields::{Fields, number};
use crate::grid::Cells;

const POSITION: &[&str] = &[
    "mural",
    "fundathos",
    "workshop",
    "box",
    "bag",
    "ateliers",
    "cards",
    "gates",
    "immutable",
    "stock",
    "scores",
    "yellow",
    "turn",
    "seat",
    "actions_left",
    "has_acted",
    "has_laid",
    "passed",
    "idle",
    "emptied",
    "phase",
    "reason",
    "rolls",
    "pending",
    "masters",
    "tools",
];
const CARD: &[&str] = &["orientation", "crossings", "full"];
const ATELIER: &[&str] = &["free", "protected"];
const ATELIER_WITH_TOOL: &[&str] = &["free", "protected", "tool"];

/// Most turns and counts that a position may hold.
const MOST: i64 = 1_000_000;

fn wrong(key: impl Into<String>, message: impl Into<String>) -> FormatError {
    FormatError::form(key, message)
}

/// What an expansion has that is not played.
pub(in crate::games::athos) fn absent<T: Default>(
    key: &str,
    value: &Value,
) -> Result<T, FormatError> {
    match value {
        Value::Null => Ok(T::default()),
        _ => Err(wrong(key, "null is expected without the expansion")),
    }
}

impl Athos {
    pub(in crate::games::athos) fn read_json(&self, value: &Value) -> Result<State, FormatError> {
        let fields = Fields::new("position", value, POSITION)?;
        let mut state = self.fresh();
        self.read_mural(&fields, &mut state)?;
        self.read_fundathos(&fields, &mut state)?;
        self.read_counts("position.workshop", fields.get("workshop")?, &mut state.workshop)?;
        self.read_counts("position.box", fields.get("box")?, &mut state.discarded)?;
        self.read_bag(&fields, &mut state)?;
        self.read_ateliers(&fields, &mut state)?;
        self.read_cards(&fields, &mut state)?;
        for (index, value) in fields.list("gates")?.iter().enumerate() {
            let key = format!("position.gates[{index}]");
            let pattern = self.read_pattern(&key, value.as_str().unwrap_or_default())?;
            state.cards[usize::from(pattern)].has_passed = true;
        }
        self.read_immutable(&fields, &mut state)?;
        for (side, value) in self.sized(&fields, "stock", self.sides)?.iter().enumerate() {
            let key = format!("position.stock[{side}]");
            state.stock[side] = number(&key, value, 0, MARKERS.into())? as u8;
        }
        let most = i64::from(MOST_POINTS);
        for (purse, value) in self.sized(&fields, "scores", self.purses())?.iter().enumerate() {
            let key = format!("position.scores[{purse}]");
            state.scores[purse] = number(&key, value, -most, most)? as i32;
        }
        state.yellow = self.read_yellow(&fields)?;
        let count = |name: &str, low: i64, high: i64| fields.number(name, low, high);
        state.turn = count("turn", 1, MOST)? as u32;
        state.seat = count("seat", 0, self.players as i64 - 1)? as u8;
        state.actions_left = count("actions_left", 0, LAST_ACTIONS.into())? as u8;
        state.has_acted = fields.flag("has_acted")?;
        state.has_laid = fields.flag("has_laid")?;
        state.passed = count("passed", 0, MOST)? as u32;
        state.idle = count("idle", 0, MOST)? as u32;
        state.emptied = count("emptied", 0, MOST)? as u32;
        state.phase = read_phase(&fields)?;
        for (index, value) in fields.list("rolls")?.iter().enumerate() {
            let name = value.as_str().unwrap_or_default();
            let kind = self.set.kinds.iter().position(|kind| kind.name == name);
            let kind = kind.filter(|_| index < 2).ok_or_else(|| {
                wrong(format!("position.rolls[{index}]"), "up to two kinds of cube are expected")
            })?;
            state.rolls.push(kind as u8);
        }
        state.pending = self.read_pending(fields.get("pending")?)?;
        state.masters = self.read_masters(fields.get("masters")?)?;
        state.tools = self.read_tools(fields.get("tools")?)?;
        self.check_position(&state)?;
        self.refresh(&mut state);
        Ok(state)
    }

    /// A list of a known length.
    pub(in crate::games::athos) fn sized<'a>(
        &self,
        fields: &Fields<'a>,
        name: &str,
        len: usize,
    ) -> Result<&'a [Value], FormatError> {
        let list = fields.list(name)?;
        if list.len() == len {
            return Ok(list);
        }
        Err(wrong(fields.path(name), format!("{len} entries are expected, not {}", list.len())))
    }

    /// Calls `put` with every cell of a board that names something.
    fn read_board(
        &self,
        fields: &Fields<'_>,
        name: &str,
        (rows, columns): (u8, u8),
        mut put: impl FnMut(Cell, &str, &dyn Fn(&str) -> FormatError) -> Result<(), FormatError>,
    ) -> Result<(), FormatError> {
        for (row, cells) in self.sized(fields, name, rows.into())?.iter().enumerate() {
            let key = format!("position.{name}[{row}]");
            let cells = cells.as_array().filter(|cells| cells.len() == usize::from(columns));
            let cells =
                cells.ok_or_else(|| wrong(&key, format!("{columns} cells are expected")))?;
            for (column, value) in cells.iter().enumerate().filter(|(_, value)| !value.is_null()) {
                let fail = |message: &str| wrong(format!("{key}[{column}]"), message);
                let text = value.as_str().ok_or_else(|| fail("a text or null is expected"))?;
                put(Cells::cell(row as u8, column as u8), text, &fail)?;
            }
        }
        Ok(())
    }

    fn read_mural(&self, fields: &Fields<'_>, state: &mut State) -> Result<(), FormatError> {
        self.read_board(fields, "mural", self.set.mural, |cell, text, fail| {
            let tile = self.set.tile_of(text).filter(|tile| tile.turn() < self.looks(tile.face()));
            let tile = tile.ok_or_else(|| fail("a face and its quarter-turns are expected"))?;
            state.put(cell, tile, self.pattern(tile.face()));
            Ok(())
        })
    }

    fn read_fundathos(&self, fields: &Fields<'_>, state: &mut State) -> Result<(), FormatError> {
        self.read_board(fields, "fundathos", self.fundathos_size(), |cell, text, fail| {
            if !self.board.spaces.has(cell) {
                return Err(fail("there is no space here"));
            }
            let face = self.set.face_named(text).ok_or_else(|| fail("a face is expected"))?;
            state.fundathos[usize::from(cell)] = face;
            state.left.insert(cell);
            state.kept.stale |= 1 << FUNDATHOS;
            Ok(())
        })
    }

    fn read_counts(
        &self,
        key: &str,
        value: &Value,
        counts: &mut [u8; Face::MOST],
    ) -> Result<(), FormatError> {
        let object = value.as_object().ok_or_else(|| wrong(key, "an object is expected"))?;
        for (name, value) in object {
            let key = format!("{key}.{}", crate::game::clip(name));
            let face =
                self.set.face_named(name).ok_or_else(|| wrong(&key, "there is no such face"))?;
            counts[face.index()] = number(&key, value, 1, 255)? as u8;
        }
        Ok(())
    }

    fn read_bag(&self, fields: &Fields<'_>, state: &mut State) -> Result<(), FormatError> {
        state.bag = [0; MAX_KINDS];
        let value = fields.get("bag")?;
        let object = value.as_object();
        let object = object.ok_or_else(|| wrong("position.bag", "an object is expected"))?;
        for (name, value) in object {
            let key = format!("position.bag.{}", crate::game::clip(name));
            let kind = self.set.kinds.iter().position(|kind| kind.name == *name);
            let kind = kind.ok_or_else(|| wrong(&key, "there is no such kind of cube"))?;
            state.bag[kind] = number(&key, value, 1, self.set.kinds[kind].count.into())? as u8;
        }
        Ok(())
    }

    fn read_ateliers(&self, fields: &Fields<'_>, state: &mut State) -> Result<(), FormatError> {
        for (side, value) in self.sized(fields, "ateliers", self.sides)?.iter().enumerate() {
            let key = format!("position.ateliers[{side}]");
            let (names, places) = if self.has_tools() {
                (ATELIER_WITH_TOOL, &Place::ALL[..3])
            } else {
                (ATELIER, &Place::SPACES[..])
            };
            let fields = Fields::new(&key, value, names)?;
            for (&place, name) in places.iter().zip(names) {
                let list = fields.list(name)?;
                let most = if place == Place::Tool { 2 } else { self.spaces[place as usize] };
                if list.len() > usize::from(most) {
                    let message = format!("there are {most} spaces");
                    return Err(FormatError::rule("A-20", fields.path(name), message));
                }
                for (index, value) in list.iter().enumerate() {
                    let face = value.as_str().and_then(|text| self.set.face_named(text));
                    let face = face.ok_or_else(|| {
                        wrong(format!("{}[{index}]", fields.path(name)), "a face is expected")
                    })?;
                    state.ateliers[side].add(Held { place, face });
                }
            }
        }
        Ok(())
    }

    /// The pattern of a key.
    pub(in crate::games::athos) fn read_pattern(
        &self,
        key: &str,
        name: &str,
    ) -> Result<Pattern, FormatError> {
        let mut letters = name.chars();
        let letter = letters.next().filter(|_| letters.next().is_none());
        let pattern = letter.and_then(|letter| self.set.pattern_of(letter));
        pattern.ok_or_else(|| wrong(key, "there is no such pattern"))
    }

    fn read_cards(&self, fields: &Fields<'_>, state: &mut State) -> Result<(), FormatError> {
        state.cards = [Card::default(); PATTERNS];
        let value = fields.get("cards")?;
        let cards = value.as_object();
        let cards = cards.ok_or_else(|| wrong("position.cards", "an object is expected"))?;
        for (name, value) in cards {
            let key = format!("position.cards.{}", crate::game::clip(name));
            let pattern = self.read_pattern(&key, name)?;
            if !self.rules.mode.has_cards() {
                return Err(FormatError::rule("T-3", key, "there are no cards in this mode"));
            }
            let fields = Fields::new(&key, value, CARD)?;
            let mut card = Card {
                is_open: true,
                turns: fields.number("orientation", 0, 3)? as u8,
                is_paid: fields.flag("full")?,
                ..Card::default()
            };
            let owners = self.sized(&fields, "crossings", Crossing::COUNT)?;
            for (index, value) in owners.iter().enumerate().filter(|(_, value)| !value.is_null()) {
                let key = format!("{}[{index}]", fields.path("crossings"));
                card.crossings[index] = number(&key, value, 0, self.sides as i64 - 1)? as u8 + 1;
            }
            state.cards[usize::from(pattern)] = card;
        }
        Ok(())
    }

    fn read_immutable(&self, fields: &Fields<'_>, state: &mut State) -> Result<(), FormatError> {
        let value = fields.get("immutable")?;
        let object = value.as_object();
        let object = object.ok_or_else(|| wrong("position.immutable", "an object is expected"))?;
        for (name, value) in object {
            let key = format!("position.immutable.{}", crate::game::clip(name));
            let pattern = self.read_pattern(&key, name)?;
            let owner = number(&key, value, 0, self.sides as i64 - 1)? as u8 + 1;
            state.immutable[usize::from(pattern)] = owner;
            state.blocks.fix(state.blocks.of(pattern));
        }
        state.blocks.fix(self.ground.padlocks);
        Ok(())
    }

    fn read_yellow(&self, fields: &Fields<'_>) -> Result<u8, FormatError> {
        let left = fields.list("yellow")?;
        if !self.rules.mode.is_tug() {
            let is_right = left.is_empty();
            return if is_right { Ok(0) } else { Err(wrong("position.yellow", "[] is expected")) };
        }
        let mut collected = 0b111;
        for value in left {
            let marker = YELLOW.iter().position(|position| value == position);
            let bit = marker.map_or(0, |marker| 1 << marker);
            if collected & bit == 0 {
                return Err(wrong("position.yellow", "some of 10, 20, 30 are expected, each once"));
            }
            collected &= !bit;
        }
        Ok(collected)
    }
}

fn read_phase(fields: &Fields<'_>) -> Result<Phase, FormatError> {
    let reason = match fields.get("reason")? {
        Value::Null => None,
        value => {
            let known = INFO.reasons.iter().position(|reason| value == reason);
            let reason =
                known.ok_or_else(|| wrong("position.reason", "there is no such reason"))?;
            Some(Reason::ALL[reason])
        }
    };
    match (fields.text("phase")?, reason) {
        ("first", None) => Ok(Phase::First),
        ("setup", None) => Ok(Phase::Setup),
        ("act", None) => Ok(Phase::Act),
        ("roll", None) => Ok(Phase::Roll),
        ("mark", None) => Ok(Phase::Mark),
        ("deal", None) => Ok(Phase::Deal),
        ("keep", None) => Ok(Phase::Keep),
        ("cut", None) => Ok(Phase::Cut),
        ("over", Some(reason)) => Ok(Phase::Over(reason)),
        _ => Err(wrong(
            "position.phase",
            "first, setup, act, roll, mark, deal, keep or cut is expected without a reason, or over with one",
        )),
    }
}
