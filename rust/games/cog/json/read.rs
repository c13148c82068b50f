//! A position, key by key.

use serde_json::{Map, Value};

use super::{POSITION, require, wrong};
use crate::game::{FormatError, Seat, clip};
use crate::games::cog::Cog;
use crate::games::cog::components::MAX_PLAYERS;
use crate::games::cog::rules::{INFO, PIPS, Reason};
use crate::games::cog::state::{DieState, OrderSlot, SEATS, State, TopSlot};
use crate::games::cog::types::{CardKind, Cards, Letter, Letters, Tile};
use crate::games::fields::{Fields, number};

const SLOT: &[&str] = &["cog", "protected", "letters", "stars", "vp"];

/// Most of anything that is counted in a byte.
const BYTE: i64 = u8::MAX as i64;

impl Cog {
    pub(super) fn read_keys(&self, value: &Value) -> Result<State, FormatError> {
        let fields = Fields::new("position", value, POSITION)?;
        let rounds = self.face().rounds;
        let mut state = self.fresh();
        let reason = self.read_reason(&fields)?;
        state.step = self.parse_step(fields.text("step")?, reason)?;
        let phase = self.phase_name(&state);
        if fields.text("phase")? != phase {
            return Err(wrong("position.phase", format!("the step belongs to phase {phase}")));
        }
        state.round = fields.number("round", 1, rounds.into())? as u8;
        fields.number("rounds", rounds.into(), rounds.into())?;
        state.is_last = fields.flag("is_last_round")?;
        let known = self.known_order(&state).len();
        state.order = self.seats_listed(&fields, "order", known)?;
        let playing = if super::plays_in_sequence(state.step) { self.players.into() } else { 0 };
        state.sequence = self.seats_listed(&fields, "sequence", playing)?;
        state.seat = self.seat_at(&state);
        state.removed_goal = self.optional(&fields, "removed_goal", 1, 6)?.map(|goal| goal - 1);
        for (index, value) in self.sized(&fields, "centre", self.face().centre)?.iter().enumerate()
        {
            if !value.is_null() {
                let key = format!("position.centre[{index}]");
                state.centre[index] = Some(self.read_letter_name(&key, value)?);
            }
        }
        self.read_top_slots(&fields, &mut state)?;
        for (index, value) in self.sized(&fields, "bottom", self.players)?.iter().enumerate() {
            if !value.is_null() {
                state.bottom[index] =
                    Some(self.read_card_id(&format!("position.bottom[{index}]"), value)?);
            }
        }
        self.read_dice(&fields, &mut state)?;
        state.neutral_die = self.optional(&fields, "neutral_die", 1, PIPS)?.unwrap_or_default();
        for (index, value) in self.sized(&fields, "slots", self.players)?.iter().enumerate() {
            state.slots[index] =
                self.read_order_slot(&format!("position.slots[{index}]"), value)?;
        }
        let last_space = self.face().track.len() as i64 - 1;
        for (seat, value) in self.sized(&fields, "pawns", self.players)?.iter().enumerate() {
            let key = format!("position.pawns[{seat}]");
            state.mats[seat].pawn = number(&key, value, 0, last_space)? as u8;
        }
        let neutral: u8 = if self.players == 2 { 2 } else { 0 };
        for (index, value) in self.sized(&fields, "neutral", neutral)?.iter().enumerate() {
            let key = format!("position.neutral[{index}]");
            state.neutral[index] = number(&key, value, 0, last_space)? as u8;
        }
        let stars = self.optional(&fields, "stars", 0, u8::MAX)?;
        require(
            stars.is_some() == self.rules.has_star_limit,
            "C-13",
            || "position.stars".to_owned(),
            || "a number is expected if the supply is limited, and else null".to_owned(),
        )?;
        state.stars = stars.unwrap_or_default();
        state.bag = self.read_bag(&fields)?;
        state.spares_round =
            self.optional(&fields, "spares_round", 1, state.round)?.unwrap_or_default();
        if fields.flag("are_spares_in")? != (state.spares_round > 0) {
            let message = "does not agree with spares_round";
            return Err(wrong("position.are_spares_in", message));
        }
        state.deck = self.read_pile(&fields, "deck")?;
        state.discard = self.read_pile(&fields, "discard")?;
        let taken = Fields::new("position.taken", fields.get("taken")?, &["top", "bottom"])?;
        let numbers = self.top().iter().map(|slot| slot.number).collect::<Vec<_>>();
        state.taken[0] = read_taken(&taken, "top", &numbers)?;
        state.taken[1] = read_taken(&taken, "bottom", &(1..=self.players).collect::<Vec<_>>())?;
        for (seat, value) in self.sized(&fields, "mats", self.players)?.iter().enumerate() {
            self.read_mat(&format!("position.mats[{seat}]"), value, &mut state.mats[seat])?;
        }
        state.microactions = fields.number("microactions", 0, self.rules.cap.into())? as u16;
        state.pending = self.read_pending(fields.get("pending")?, &state)?;
        Ok(state)
    }

    fn read_reason(&self, fields: &Fields<'_>) -> Result<Option<Reason>, FormatError> {
        if fields.get("reason")?.is_null() {
            return Ok(None);
        }
        let name = fields.text("reason")?;
        let reasons = [Reason::LastRound, Reason::OutOfLetters];
        let reason = reasons.into_iter().find(|&reason| INFO.reasons[reason as usize] == name);
        reason.map(Some).ok_or_else(|| {
            let known = INFO.reasons.join(", ");
            wrong("position.reason", format!("{:?} is none of: {known}, null", clip(name)))
        })
    }

    /// A list of a known length.
    pub(super) fn sized<'a>(
        &self,
        fields: &Fields<'a>,
        name: &str,
        len: impl Into<usize>,
    ) -> Result<&'a [Value], FormatError> {
        let (list, len) = (fields.list(name)?, len.into());
        if list.len() == len {
            return Ok(list);
        }
        Err(wrong(fields.path(name), format!("{len} entries are expected, not {}", list.len())))
    }

    /// A number or null.
    fn optional(
        &self,
        fields: &Fields<'_>,
        name: &str,
        low: u8,
        high: u8,
    ) -> Result<Option<u8>, FormatError> {
        match fields.get(name)? {
            Value::Null => Ok(None),
            value => {
                let number = number(&fields.path(name), value, low.into(), high.into())?;
                Ok(Some(number as u8))
            }
        }
    }

    /// So many seats, each once; where none are expected, those that are known anyway.
    fn seats_listed(
        &self,
        fields: &Fields<'_>,
        name: &str,
        len: usize,
    ) -> Result<[Seat; SEATS], FormatError> {
        let mut seats = [0; SEATS];
        let mut seen = 0_u8;
        for (index, value) in self.sized(fields, name, len)?.iter().enumerate() {
            let key = format!("{}[{index}]", fields.path(name));
            let seat = number(&key, value, 0, i64::from(self.players) - 1)? as Seat;
            if seen >> seat & 1 == 1 {
                return Err(FormatError::rule("C-27", key, "each seat is there once"));
            }
            seen |= 1 << seat;
            seats[index] = seat;
        }
        Ok(seats)
    }

    pub(super) fn read_tile_name(&self, key: &str, value: &Value) -> Result<Tile, FormatError> {
        let tile = value.as_str().and_then(|text| tile_of(*text.as_bytes().first()?, text.len()));
        tile.ok_or_else(|| wrong(key, "a letter is expected, small for a wild tile"))
    }

    fn read_letter_name(&self, key: &str, value: &Value) -> Result<Letter, FormatError> {
        match self.read_tile_name(key, value)? {
            Tile { letter, is_wild: false } => Ok(letter),
            _ => Err(FormatError::rule("C-6", key, "only tiles of players are wild")),
        }
    }

    pub(super) fn read_card_id(&self, key: &str, value: &Value) -> Result<CardKind, FormatError> {
        let card = value.as_str().and_then(|id| self.set.card_named(id));
        card.ok_or_else(|| {
            wrong(key, format!("{} is no card of the set", clip(&value.to_string())))
        })
    }

    fn read_top_slots(&self, fields: &Fields<'_>, state: &mut State) -> Result<(), FormatError> {
        let list = self.sized(fields, "top", MAX_PLAYERS)?;
        for (number, value) in (1..).zip(list) {
            let key = format!("position.top[{}]", number - 1);
            let Some(index) = self.top().iter().position(|slot| slot.number == number) else {
                require(
                    value.is_null(),
                    "C-43",
                    || key,
                    || format!("slot {number} is not in use: null is expected"),
                )?;
                continue;
            };
            let fields = Fields::new(&key, value, &["letters", "stars", "vp"])?;
            let mut slot = TopSlot {
                stars: fields.number("stars", 0, BYTE)? as u8,
                vp: fields.number("vp", 0, BYTE)? as u8,
                ..TopSlot::default()
            };
            let letters = fields.list("letters")?;
            let most = self.top()[index].letters;
            require(
                letters.len() <= most.into(),
                "C-42",
                || fields.path("letters"),
                || format!("the slot receives {most}"),
            )?;
            let mut tiles = Vec::with_capacity(letters.len());
            for (index, value) in letters.iter().enumerate() {
                tiles.push(self.read_tile_name(&format!("{key}.letters[{index}]"), value)?);
            }
            tiles.sort_by_key(|tile| tile.kind());
            slot.tiles.extend(tiles);
            state.top[index] = slot;
        }
        Ok(())
    }

    fn read_dice(&self, fields: &Fields<'_>, state: &mut State) -> Result<(), FormatError> {
        let names: Vec<&str> = self.set.dice(self.players).iter().map(String::as_str).collect();
        let dice = Fields::new("position.dice", fields.get("dice")?, &names)?;
        for (die, name) in names.iter().enumerate() {
            let fields = Fields::new(&dice.path(name), dice.get(name)?, &["pips", "holder"])?;
            state.dice[die] = DieState {
                pips: self.optional(&fields, "pips", 1, PIPS)?.unwrap_or_default(),
                holder: self.optional(&fields, "holder", 0, self.players - 1)?,
            };
        }
        Ok(())
    }

    fn read_order_slot(&self, key: &str, value: &Value) -> Result<OrderSlot, FormatError> {
        let fields = Fields::new(key, value, SLOT)?;
        let mut slot = OrderSlot {
            cog: self.optional(&fields, "cog", 0, self.players - 1)?,
            is_protected: fields.flag("protected")?,
            letters: Letters::default(),
            stars: fields.number("stars", 0, BYTE)? as u8,
            vp: fields.number("vp", 0, u16::MAX.into())? as u16,
        };
        let letters = fields.list("letters")?;
        require(
            letters.len() <= usize::from(u8::MAX),
            "C-5",
            || fields.path("letters"),
            || "there are not so many tiles".to_owned(),
        )?;
        for (index, value) in letters.iter().enumerate() {
            let letter = self.read_letter_name(&format!("{key}.letters[{index}]"), value)?;
            slot.letters.add(letter, 1);
        }
        Ok(slot)
    }

    /// An object of counts, whose names `find` knows; `most` in all.
    fn read_counts(
        &self,
        fields: &Fields<'_>,
        name: &str,
        most: u8,
        mut put: impl FnMut(&str, u8) -> bool,
    ) -> Result<(), FormatError> {
        let path = fields.path(name);
        let object: Option<&Map<String, Value>> = fields.get(name)?.as_object();
        let object = object.ok_or_else(|| wrong(&path, "an object is expected"))?;
        let mut left = most;
        for (of, value) in object {
            let key = || format!("{path}.{}", clip(of));
            let count = number(&key(), value, 1, BYTE)? as u8;
            let rest = left.checked_sub(count);
            left = rest.ok_or_else(|| wrong(key(), format!("there are only {most} in all")))?;
            if !put(of, count) {
                return Err(wrong(key(), "there is nothing of this name"));
            }
        }
        Ok(())
    }

    fn read_bag(&self, fields: &Fields<'_>) -> Result<Letters, FormatError> {
        let mut bag = Letters::default();
        let most = self.tiles.len().saturating_add(self.spares.len());
        self.read_counts(fields, "bag", most, |name, count| {
            let tile = name.as_bytes().first().and_then(|&byte| tile_of(byte, name.len()));
            let letter = tile.filter(|tile| !tile.is_wild).map(|tile| tile.letter);
            letter.map(|letter| bag.add(letter, count)).is_some()
        })?;
        Ok(bag)
    }

    fn read_pile(&self, fields: &Fields<'_>, name: &str) -> Result<Cards, FormatError> {
        let mut cards = Cards::default();
        self.read_counts(fields, name, self.deck.len(), |id, count| {
            self.set.card_named(id).map(|card| cards.add(card, count)).is_some()
        })?;
        Ok(cards)
    }
}

/// The tile of a text of this length that begins with this sign.
pub(super) fn tile_of(sign: u8, len: usize) -> Option<Tile> {
    match sign {
        _ if len != 1 => None,
        b'A'..=b'Z' => Some(Tile::natural(sign - b'A')),
        b'a'..=b'z' => Some(Tile::wild(sign - b'a')),
        _ => None,
    }
}

/// Slots with a cog, among these numbers.
fn read_taken(fields: &Fields<'_>, name: &str, numbers: &[u8]) -> Result<u8, FormatError> {
    let mut taken = 0;
    for (index, value) in fields.list(name)?.iter().enumerate() {
        let slot = numbers.iter().position(|&number| *value == number);
        let slot = slot.ok_or_else(|| {
            wrong(format!("{}[{index}]", fields.path(name)), "a slot in use is expected")
        })?;
        taken |= 1 << slot;
    }
    Ok(taken)
}
