//! Masters in positions as JSON: written, read, and checked.

use serde_json::{Value, json};

use super::super::Athos;
use super::super::json::absent;
use super::super::mural::members as patterns;
use super::super::rules::ACTIONS;
use super::super::state::{Phase, State};
use super::super::types::{Master, Pattern};
use super::series::REPEATS;
use super::{DRAWN, Hidden, Masters, Series, members};
use crate::game::FormatError;
use crate::games::fields::{Fields, number};

const MASTERS: &[&str] = &[
    "unknown",
    "bottom",
    "drawn",
    "draws",
    "held",
    "used",
    "laid",
    "pairs",
    "completed",
    "extra",
    "series",
    "late",
];
const HIDDEN: &[&str] = &["card", "by", "known"];
const EXTRA: &[&str] = &["card", "side"];
const SERIES: &[&str] = &["action", "left"];
const KEY: &str = "position.masters";

type Checked = Result<(), FormatError>;

fn wrong(key: &str, message: impl Into<String>) -> FormatError {
    FormatError::form(format!("{KEY}.{key}"), message)
}

fn refuse(rule: &'static str, key: &str, message: &str) -> Checked {
    Err(FormatError::rule(rule, format!("{KEY}.{key}"), message))
}

/// The Master that a text names.
fn read_card(key: &str, value: &Value) -> Result<Master, FormatError> {
    let card = value.as_str().and_then(Master::of_key);
    card.ok_or_else(|| wrong(key, "the key of a Master is expected"))
}

impl Athos {
    pub(in super::super) fn masters_json(&self, state: &State) -> Value {
        if !self.has_masters() {
            return Value::Null;
        }
        let masters = &state.masters;
        let sides =
            |set: u8| (0..self.sides).filter(|side| set >> side & 1 == 1).collect::<Vec<_>>();
        let flags = |set: u8| (0..self.sides).map(|side| set >> side & 1 == 1).collect::<Vec<_>>();
        let letters = |set: u16| {
            let letters = patterns(set).map(|pattern| self.letter(pattern).to_string());
            letters.collect::<Vec<_>>()
        };
        let hidden = |card: &Hidden| json!({"card": card.master().key(), "by": card.by, "known": sides(card.known)});
        let extra = masters
            .extra
            .map(|(card, side)| json!({"card": self.letter(card).to_string(), "side": side}));
        let series =
            masters.series.map(|(series, left)| json!({"action": series.word(), "left": left}));
        json!({
            "unknown": members(masters.unknown).map(Master::key).collect::<Vec<_>>(),
            "bottom": masters.bottom.iter().map(hidden).collect::<Vec<_>>(),
            "drawn": masters.drawn.iter().map(hidden).collect::<Vec<_>>(),
            "draws": masters.draws,
            "held": masters.held[..self.sides].iter().map(|held| held.map(Master::key)).collect::<Vec<_>>(),
            "used": flags(masters.used),
            "laid": masters.laid[..self.sides].iter().map(|&set| letters(set)).collect::<Vec<_>>(),
            "pairs": flags(masters.pairs),
            "completed": letters(masters.completed),
            "extra": extra,
            "series": series,
            "late": masters.is_late,
        })
    }

    pub(in super::super) fn read_masters(&self, value: &Value) -> Result<Masters, FormatError> {
        if !self.has_masters() {
            return absent(KEY, value);
        }
        let fields = Fields::new(KEY, value, MASTERS)?;
        let mut masters = Masters::default();
        for value in fields.list("unknown")? {
            masters.unknown |= 1 << read_card("unknown", value)?.index();
        }
        for value in fields.list("bottom")? {
            let card = self.read_hidden("bottom", value)?;
            if masters.bottom.len() == self.sides {
                return Err(wrong("bottom", "a card for each side at most is expected"));
            }
            masters.bottom.push(card);
        }
        for value in fields.list("drawn")? {
            let card = self.read_hidden("drawn", value)?;
            if masters.drawn.len() == usize::from(DRAWN) {
                return Err(wrong("drawn", "two cards at most are expected"));
            }
            masters.drawn.push(Hidden { by: 0, ..card });
        }
        masters.drawn.sort_unstable_by_key(|card| card.card);
        masters.draws = fields.number("draws", 0, DRAWN.into())? as u8;
        for (side, value) in self.sized(&fields, "held", self.sides)?.iter().enumerate() {
            if !value.is_null() {
                masters.held[side] = Some(read_card("held", value)?);
            }
        }
        masters.used = self.read_flags(&fields, "used")?;
        for (side, value) in self.sized(&fields, "laid", self.sides)?.iter().enumerate() {
            masters.laid[side] = self.read_letters("laid", value)?;
        }
        masters.pairs = self.read_flags(&fields, "pairs")?;
        masters.completed = self.read_letters("completed", fields.get("completed")?)?;
        masters.extra = match fields.get("extra")? {
            Value::Null => None,
            value => {
                let fields = Fields::new(&format!("{KEY}.extra"), value, EXTRA)?;
                let card = self.read_pattern(&fields.path("card"), fields.text("card")?)?;
                Some((card, fields.number("side", 0, self.sides as i64 - 1)? as u8))
            }
        };
        masters.series = match fields.get("series")? {
            Value::Null => None,
            value => {
                let fields = Fields::new(&format!("{KEY}.series"), value, SERIES)?;
                let word = fields.text("action")?;
                let series = Series::ALL.into_iter().find(|series| series.word() == word);
                let series = series.ok_or_else(|| wrong("series.action", "no such action"))?;
                Some((series, fields.number("left", 1, REPEATS.into())? as u8))
            }
        };
        masters.is_late = fields.flag("late")?;
        Ok(masters)
    }

    fn read_hidden(&self, key: &str, value: &Value) -> Result<Hidden, FormatError> {
        let fields = Fields::new(&format!("{KEY}.{key}"), value, HIDDEN)?;
        let last = self.sides as i64 - 1;
        let mut known = 0;
        for value in fields.list("known")? {
            known |= 1 << number(&fields.path("known"), value, 0, last)?;
        }
        let card = read_card(key, fields.get("card")?)? as u8;
        Ok(Hidden { card, by: fields.number("by", 0, last)? as u8, known })
    }

    /// True or false for each side.
    pub(in super::super) fn read_flags(
        &self,
        fields: &Fields<'_>,
        name: &str,
    ) -> Result<u8, FormatError> {
        let mut set = 0;
        for (side, value) in self.sized(fields, name, self.sides)?.iter().enumerate() {
            let flag = value.as_bool().ok_or_else(|| {
                FormatError::form(fields.path(name), "true or false is expected for each side")
            })?;
            set |= u8::from(flag) << side;
        }
        Ok(set)
    }

    fn read_letters(&self, key: &str, value: &Value) -> Result<u16, FormatError> {
        let list = value.as_array().ok_or_else(|| wrong(key, "a list of letters is expected"))?;
        let mut set = 0;
        for value in list {
            let key = format!("{KEY}.{key}");
            set |= 1 << self.read_pattern(&key, value.as_str().unwrap_or_default())?;
        }
        Ok(set)
    }

    /// What the rules imply of Masters.
    pub(in super::super) fn check_masters(&self, state: &State) -> Checked {
        let Some(in_play) = self.masters else { return Ok(()) };
        let masters = &state.masters;
        let face_down = masters.bottom.iter().chain(&masters.drawn).map(|card| card.master());
        let mut seen = masters.unknown;
        for master in face_down.chain(masters.held.iter().flatten().copied()) {
            if seen >> master.index() & 1 == 1 {
                return refuse("X-1", "unknown", "a Master is in two places");
            }
            seen |= 1 << master.index();
        }
        if seen != in_play {
            return refuse("X-1", "unknown", "other Masters are in play");
        }
        let holds = |side: u8| masters.held[usize::from(side)].is_some();
        let mut givers = 0_u8;
        for card in &masters.bottom {
            let is_right = holds(card.by) && givers >> card.by & 1 == 0;
            if !is_right || card.known >> card.by & 1 == 0 {
                let message = "a side that keeps a Master puts one under the pile, and knows it";
                return refuse("X-5", "bottom", message);
            }
            givers |= 1 << card.by;
        }
        for side in 0..self.sides {
            if masters.has_used(side) && masters.held[side].is_none() {
                return refuse("X-8", "used", "there was no Master to be used");
            }
            if masters.pairs >> side & 1 == 1 && masters.laid[side] == 0 {
                return refuse("X-3", "pairs", "two tiles of a pattern are tiles of a pattern");
            }
        }
        let is_open = |card: Pattern| state.cards[usize::from(card)].is_open;
        let has_cards = self.rules.mode.has_cards();
        if !patterns(masters.completed).all(|card| is_open(card) && has_cards) {
            return refuse("X-12", "completed", "the card would be open");
        }
        let paid = |card: Pattern| state.cards[usize::from(card)].is_paid;
        if !patterns(!masters.completed).all(|card| !paid(card)) {
            return refuse("X-12", "completed", "a panel that was paid was full");
        }
        if masters.extra.is_some_and(|(card, _)| !is_open(card) || !self.rules.mode.has_cards()) {
            return refuse("X-12", "extra", "a marker lies on an open card");
        }
        self.check_draws(state)?;
        self.check_series(state)
    }

    /// two cards are drawn, then one of them is kept.
    fn check_draws(&self, state: &State) -> Checked {
        let (masters, side) = (&state.masters, self.side(state));
        let (draws, drawn) = (masters.draws, masters.drawn.len());
        let is_right = match (draws, drawn) {
            (0, 0) => state.phase != Phase::Keep,
            (0, 2) => state.phase == Phase::Keep,
            (1, 1) | (2, 0) => state.phase == Phase::Deal && masters.unknown != 0,
            _ => false,
        };
        if !is_right {
            return refuse("X-5", "draws", "two cards are drawn, then one is kept");
        }
        let is_under_way = draws > 0 || drawn > 0;
        let knows = masters.drawn.iter().all(|card| card.known >> side & 1 == 1);
        let can_draw = masters.held[side].is_none()
            && masters.pairs >> side & 1 == 1
            && masters.series.is_none()
            && state.actions_left == self.most_actions(state);
        if is_under_way && !(knows && can_draw) {
            return refuse("X-2", "drawn", "this side can't draw");
        }
        let is_tug = self.rules.mode.is_tug();
        if masters.is_late && (!is_tug || matches!(state.phase, Phase::Over(_))) {
            return refuse("X-8", "late", "no tile was moved to a Free space");
        }
        Ok(())
    }

    /// a series is for who has used the Mistress of Perfection, and goes on while it can.
    fn check_series(&self, state: &State) -> Checked {
        let (masters, side) = (&state.masters, self.side(state));
        let Some((series, _)) = masters.series else { return Ok(()) };
        let is_over = matches!(state.phase, Phase::Over(_));
        let is_hers = masters.held[side] == Some(Master::Perfection) && masters.has_used(side);
        let phases = [Phase::Act, Phase::Roll, Phase::Mark];
        let is_due = (state.has_acted && phases.contains(&state.phase)) || is_over;
        let replaces = state.actions_left == self.most_actions(state) - ACTIONS;
        if !(is_hers && is_due && replaces) {
            return refuse("X-14", "series", "there is no series now");
        }
        if state.phase == Phase::Act && !self.can_go_on(state, series) {
            return refuse("X-14", "series", "no repetition is possible");
        }
        Ok(())
    }
}
