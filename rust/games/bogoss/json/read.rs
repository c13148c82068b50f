//! A position from JSON.

use serde_json::Value;

use super::{BEFORE, PHASES, POSITION};
use crate::game::{FormatError, Seat, clip};
use crate::games::bogoss::Bogoss;
use crate::games::bogoss::hand::Hand;
use crate::games::bogoss::state::{Request, Stage, State, Table};
use crate::games::bogoss::types::{
    Answer, Entry, Kind, Laying, Refill, SEATS, SKELETON, Sort, Status,
};
use crate::games::fields::{Fields, number};

impl Bogoss {
    pub(in crate::games::bogoss) fn read_json(&self, value: &Value) -> Result<State, FormatError> {
        let fields = Fields::new("position", value, POSITION)?;
        let mut now = self.read_table(&fields)?;
        let mut state = self.fresh();
        for (index, value) in fields.list("laid")?.iter().enumerate() {
            let key = format!("position.laid[{index}]");
            if index == SEATS + 1 {
                return Err(FormatError::rule("B-51", key, "somebody has won before this one"));
            }
            state.layings.push(self.read_laying(&key, value)?);
        }
        for (index, value) in fields.list("log")?.iter().enumerate() {
            state.log.push(self.read_entry(&format!("position.log[{index}]"), value)?);
        }
        for (index, value) in fields.list("refills")?.iter().enumerate() {
            state.refills.push(self.read_refill(&format!("position.refills[{index}]"), value)?);
        }
        now.layings = state.layings.len() as u8;
        now.requests = state.log.len() as u32;
        now.refills = state.refills.len() as u32;
        count_laid(&mut now, &state.layings);
        state.now = now;
        state.before = match fields.get("before")? {
            Value::Null => None,
            value => {
                let fields = Fields::new("position.before", value, BEFORE)?;
                let mut before = self.read_table(&fields)?;
                before.layings = fields.number("laid", 0, state.layings.len() as i64)? as u8;
                before.requests = fields.number("log", 0, state.log.len() as i64)? as u32;
                before.refills = fields.number("refills", 0, state.refills.len() as i64)? as u32;
                count_laid(&mut before, &state.layings);
                Some(before)
            }
        };
        self.check_state(&state)?;
        Ok(state)
    }

    fn read_table(&self, fields: &Fields<'_>) -> Result<Table, FormatError> {
        let mut table = self.fresh().now;
        let last = self.players as i64 - 1;
        let name = fields.text("phase")?;
        let phase = PHASES.iter().find(|(_, known)| *known == name);
        let Some(&(phase, _)) = phase else {
            let names = PHASES.map(|(_, name)| name).join(", ");
            let message = format!("{:?} is none of {names}", clip(name));
            return Err(FormatError::form(fields.path("phase"), message));
        };
        table.phase = phase;
        table.stage = self.read_stage(&fields.path("stage"), fields.get("stage")?)?;
        table.turn = fields.number("turn", 1, self.rules.max_turns.into())? as u32;
        table.turn_of = fields.number("turn_of", 0, last)? as Seat;
        table.first = fields.number("first", 0, last)? as Seat;
        table.dealt = fields.number("dealt", 0, 6 * self.players as i64)? as u8;
        table.may_stop = fields.flag("may_stop")?;
        table.is_follow_up = fields.flag("follow_up")?;
        table.goes_on = fields.flag("goes_on")?;
        table.to_draw = fields.number("to_draw", 0, self.rules.refill_empty.into())? as u8;
        table.request = match fields.get("request")? {
            Value::Null => None,
            value => Some(self.read_request(&fields.path("request"), value)?),
        };
        table.winner = match fields.get("winner")? {
            Value::Null => None,
            value => Some(number(&fields.path("winner"), value, 0, last)? as Seat),
        };
        for (seat, value) in self.per_seat(fields, "hands")? {
            table.hands[seat] =
                self.read_hand(&format!("{}[{seat}]", fields.path("hands")), value)?;
        }
        table.pile = self.read_hand(&fields.path("pile"), fields.get("pile")?)?;
        for (seat, value) in self.per_seat(fields, "known")? {
            let key = format!("{}[{seat}]", fields.path("known"));
            let parts = value.as_array().map(Vec::as_slice);
            let Some([has, Value::String(lacks)]) = parts else {
                let message = "cards that it has and letters of kinds that it lacks are expected";
                return Err(FormatError::form(key, message));
            };
            table.known[seat] = self.read_hand(&key, has)?;
            table.lacks[seat] = 0;
            for letter in lacks.chars() {
                let kind = Kind::of_letter(letter.encode_utf8(&mut [0; 4]));
                let kind = kind.ok_or_else(|| {
                    FormatError::form(&*key, format!("{letter:?} is no kind: L, A, S, R are"))
                })?;
                table.lacks[seat] |= 1 << kind.index();
            }
        }
        Ok(table)
    }

    /// A list with a value for each seat.
    fn per_seat<'a>(
        &self,
        fields: &Fields<'a>,
        name: &str,
    ) -> Result<impl Iterator<Item = (usize, &'a Value)> + use<'a>, FormatError> {
        let list = fields.list(name)?;
        if list.len() != self.players {
            let message = format!("{} entries for {} players", list.len(), self.players);
            return Err(FormatError::form(fields.path(name), message));
        }
        Ok(list.iter().enumerate())
    }

    fn read_stage(&self, key: &str, value: &Value) -> Result<Stage, FormatError> {
        let place = |text: &str| {
            let place = text.strip_prefix("deal ")?.parse::<u8>().ok()?;
            (usize::from(place) < self.players).then_some(Stage::Deal(place))
        };
        let stage = match value {
            Value::Null => Some(Stage::Idle),
            Value::String(text) => match text.as_str() {
                "start" => Some(Stage::Start),
                "asker" => Some(Stage::Asker),
                "giver" => Some(Stage::Giver),
                text => place(text),
            },
            _ => None,
        };
        stage.ok_or_else(|| {
            let value = clip(&value.to_string());
            let message = format!("{value} is none of null, start, asker, giver, deal <place>");
            FormatError::form(key, message)
        })
    }

    fn read_request(&self, key: &str, value: &Value) -> Result<Request, FormatError> {
        let fields = Fields::new(key, value, &["target", "kind", "taken"])?;
        let taken = match fields.get("taken")? {
            Value::Null => None,
            value => Some(read_status(&fields.path("taken"), value)?),
        };
        Ok(Request {
            target: fields.number("target", 0, self.players as i64 - 1)? as Seat,
            kind: read_kind(&fields.path("kind"), fields.get("kind")?)?,
            taken,
        })
    }

    fn read_sort(&self, key: &str, name: Option<&str>) -> Result<Sort, FormatError> {
        let sort = name.and_then(|name| Sort::of_name(name, self.rules.is_sided));
        sort.ok_or_else(|| {
            let names: Vec<&str> =
                Sort::all(self.rules.is_sided).map(|sort| self.name(sort)).collect();
            let name = clip(name.unwrap_or("this"));
            FormatError::form(key, format!("{name} is no card: {} are", names.join(" ")))
        })
    }

    fn read_hand(&self, key: &str, value: &Value) -> Result<Hand, FormatError> {
        let text = value.as_str();
        let text = text.ok_or_else(|| FormatError::form(key, "a text is expected"))?;
        let mut hand = Hand::default();
        for name in text.split_ascii_whitespace() {
            let sort = self.read_sort(key, Some(name))?;
            if hand.count(sort) == self.deck.count(sort) {
                let message = format!("the deck has {} {name}", self.deck.count(sort));
                return Err(FormatError::rule("B-1", key, message));
            }
            hand.add(sort);
        }
        Ok(hand)
    }

    fn read_laying(&self, key: &str, value: &Value) -> Result<Laying, FormatError> {
        let names = ["seat", "status", "cards", "turn", "requests"];
        let fields = Fields::new(key, value, &names)?;
        let list = fields.list("cards")?;
        if list.len() != SKELETON {
            let message = format!("{} cards; a skeleton is {SKELETON}", list.len());
            return Err(FormatError::rule("B-3", fields.path("cards"), message));
        }
        let mut cards = [Sort::JOKER; SKELETON];
        for (index, (card, value)) in cards.iter_mut().zip(list).enumerate() {
            *card = self.read_sort(&format!("{key}.cards[{index}]"), value.as_str())?;
        }
        let status = read_status(&fields.path("status"), fields.get("status")?)?;
        Ok(Laying {
            seat: fields.number("seat", 0, self.players as i64 - 1)? as Seat,
            is_broken: status == Status::Broken,
            cards,
            turn: fields.number("turn", 0, self.rules.max_turns.into())? as u32,
            requests: fields.number("requests", 0, u32::MAX.into())? as u32,
        })
    }

    fn read_refill(&self, key: &str, value: &Value) -> Result<Refill, FormatError> {
        let fields = Fields::new(key, value, &["seat", "turn", "requests"])?;
        Ok(Refill {
            seat: fields.number("seat", 0, self.players as i64 - 1)? as Seat,
            turn: fields.number("turn", 1, self.rules.max_turns.into())? as u32,
            requests: fields.number("requests", 0, u32::MAX.into())? as u32,
        })
    }

    fn read_entry(&self, key: &str, value: &Value) -> Result<Entry, FormatError> {
        let text = value.as_str();
        let text = text.ok_or_else(|| FormatError::form(key, "a text is expected"))?;
        self.parse_entry(text).ok_or_else(|| {
            let message = format!(
                "{:?} is no request: `<asker> <target> <kind>` is expected, then `given <card>`, \
                 `hit <card>`, `no hit` or `pile empty`",
                clip(text)
            );
            FormatError::form(key, message)
        })
    }

    fn parse_entry(&self, text: &str) -> Option<Entry> {
        let (text, was_offered) = match text.strip_suffix(" offered") {
            Some(text) => (text, true),
            None => (text, false),
        };
        let seat =
            |text: &str| text.parse::<Seat>().ok().filter(|&seat| usize::from(seat) < self.players);
        let sort = |name: &str| Sort::of_name(name, self.rules.is_sided);
        let mut words = text.splitn(4, ' ');
        let (asker, target) = (seat(words.next()?)?, seat(words.next()?)?);
        let kind = Kind::of_letter(words.next()?)?;
        let answer = words.next()?;
        let answer = match answer.rsplit_once(' ')? {
            ("given", card) => Answer::Given(sort(card)?),
            ("hit", card) => Answer::Hit(sort(card)?),
            ("no", "hit") => Answer::NoHit,
            ("pile", "empty") => Answer::PileEmpty,
            _ => return None,
        };
        Some(Entry { asker, target, kind, answer, was_offered })
    }
}

/// Counts the whole skeletons that each seat has laid.
fn count_laid(table: &mut Table, layings: &[Laying]) {
    table.laid = [0; SEATS];
    for laying in &layings[..usize::from(table.layings)] {
        table.laid[usize::from(laying.seat)] += u8::from(!laying.is_broken);
    }
}

fn read_kind(key: &str, value: &Value) -> Result<Kind, FormatError> {
    value.as_str().and_then(Kind::of_letter).ok_or_else(|| {
        FormatError::form(key, format!("{} is no kind: L, A, S, R are", clip(&value.to_string())))
    })
}

fn read_status(key: &str, value: &Value) -> Result<Status, FormatError> {
    let status = Status::ALL.into_iter().find(|status| value == status.name());
    status.ok_or_else(|| {
        let value = clip(&value.to_string());
        FormatError::form(key, format!("{value} is no status: whole and broken are"))
    })
}
