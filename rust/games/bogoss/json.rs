//! Positions as JSON, complete, for the owner of the table; read back with every check that the
//! rules imply (`check.rs` and its like).

use std::borrow::Cow;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use serde_json::Value;

use super::Bogoss;
use super::action::seat_text;
use super::hand::Hand;
use super::state::{Phase, Request, Stage, State, Table};
use super::types::{Answer, Entry, Kind, Laying, Refill, SEATS, SKELETON, Sort, Status};
use crate::game::{FormatError, Seat, clip};
use crate::games::fields::{Fields, number};
use crate::texts::Texts;

/// The keys of a position; the last one holds the position from before a step.
const POSITION: &[&str] = &[
    "phase",
    "stage",
    "turn",
    "turn_of",
    "first",
    "dealt",
    "may_stop",
    "follow_up",
    "goes_on",
    "to_draw",
    "request",
    "winner",
    "hands",
    "pile",
    "known",
    "laid",
    "log",
    "refills",
    "before",
];

/// The keys of the position from before a step: it has none of its own.
const BEFORE: &[&str] = POSITION.split_at(POSITION.len() - 1).0;

const PHASES: [(Phase, &str); 10] = [
    (Phase::First, "first"),
    (Phase::Deal, "deal"),
    (Phase::Ask, "ask"),
    (Phase::Take, "take"),
    (Phase::Give, "give"),
    (Phase::Given, "given"),
    (Phase::Draw, "draw"),
    (Phase::Refill, "refill"),
    (Phase::Lay, "lay"),
    (Phase::Over, "over"),
];

/// A position on its way to JSON.
pub(super) struct Written<'g, 's> {
    pub(super) game: &'g Bogoss,
    pub(super) state: &'s State,
}

impl Serialize for Written<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { game, state } = *self;
        let mut position = serializer.serialize_map(None)?;
        game.write_table(&mut position, &state.now)?;
        let laid = state.layings.iter().map(|laying| game.write_laying(laying));
        position.serialize_entry("laid", &laid.collect::<Vec<_>>())?;
        let log = Texts::new(&state.log, |entry, text| game.write_entry(entry, text));
        position.serialize_entry("log", &log)?;
        let refills = state.refills.iter().map(|refill| game.write_refill(refill));
        position.serialize_entry("refills", &refills.collect::<Vec<_>>())?;
        let before = state.before.as_ref().map(|table| Before { game, table });
        position.serialize_entry("before", &before)?;
        position.end()
    }
}

/// The position from before a step, likewise.
struct Before<'a> {
    game: &'a Bogoss,
    table: &'a Table,
}

impl Serialize for Before<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut before = serializer.serialize_map(None)?;
        self.game.write_table(&mut before, self.table)?;
        before.serialize_entry("laid", &self.table.layings)?;
        before.serialize_entry("log", &self.table.requests)?;
        before.serialize_entry("refills", &self.table.refills)?;
        before.end()
    }
}

#[derive(Serialize)]
struct RequestText {
    target: Seat,
    kind: char,
    taken: Option<&'static str>,
}

#[derive(Serialize)]
struct LayingText {
    seat: Seat,
    status: &'static str,
    cards: [&'static str; SKELETON],
    turn: u32,
    requests: u32,
}

#[derive(Serialize)]
struct RefillText {
    seat: Seat,
    card: &'static str,
    turn: u32,
    requests: u32,
}

fn stage_name(stage: Stage) -> Option<Cow<'static, str>> {
    match stage {
        Stage::Idle => None,
        Stage::Deal(place) => Some(format!("deal {place}").into()),
        Stage::Start => Some("start".into()),
        Stage::Asker => Some("asker".into()),
        Stage::Giver => Some("giver".into()),
    }
}

impl Bogoss {
    fn write_table<M: SerializeMap>(&self, map: &mut M, table: &Table) -> Result<(), M::Error> {
        let phase = PHASES.iter().find(|(phase, _)| *phase == table.phase);
        map.serialize_entry("phase", &phase.map(|&(_, name)| name))?;
        map.serialize_entry("stage", &stage_name(table.stage))?;
        map.serialize_entry("turn", &table.turn)?;
        map.serialize_entry("turn_of", &table.turn_of)?;
        map.serialize_entry("first", &table.first)?;
        map.serialize_entry("dealt", &table.dealt)?;
        map.serialize_entry("may_stop", &table.may_stop)?;
        map.serialize_entry("follow_up", &table.is_follow_up)?;
        map.serialize_entry("goes_on", &table.goes_on)?;
        map.serialize_entry("to_draw", &table.to_draw)?;
        let request = table.request.map(|Request { target, kind, taken }| RequestText {
            target,
            kind: kind.letter(),
            taken: taken.map(Status::name),
        });
        map.serialize_entry("request", &request)?;
        map.serialize_entry("winner", &table.winner)?;
        let hands = &table.hands[..self.players];
        map.serialize_entry(
            "hands",
            &Texts::new(hands, |hand, text| self.write_hand(*hand, text)),
        )?;
        map.serialize_entry("pile", &self.hand_text(table.pile))?;
        let known = self.seats().map(usize::from).map(|seat| {
            let lacks =
                Kind::ALL.into_iter().filter(|kind| table.lacks[seat] >> kind.index() & 1 == 1);
            (self.hand_text(table.known[seat]), lacks.map(Kind::letter).collect::<String>())
        });
        map.serialize_entry("known", &known.collect::<Vec<_>>())
    }

    fn hand_text(&self, hand: Hand) -> String {
        let mut text = String::with_capacity(4 * hand.len() as usize);
        self.write_hand(hand, &mut text);
        text
    }

    /// Cards in the order of the sorts: `wL wL bS J`.
    fn write_hand(&self, hand: Hand, text: &mut String) {
        for (place, sort) in hand.cards().enumerate() {
            if place > 0 {
                text.push(' ');
            }
            text.push_str(self.name(sort));
        }
    }

    fn write_laying(&self, laying: &Laying) -> LayingText {
        LayingText {
            seat: laying.seat,
            status: Status::ALL[usize::from(laying.is_broken)].name(),
            cards: laying.cards.map(|card| self.name(card)),
            turn: laying.turn,
            requests: laying.requests,
        }
    }

    fn write_refill(&self, refill: &Refill) -> RefillText {
        let Refill { seat, card, turn, requests } = *refill;
        RefillText { seat, card: self.name(card), turn, requests }
    }

    /// A request as text: `0 1 L given wL`, `0 1 L no hit bS`, `0 1 L hit wL`, `0 1 L pile empty`;
    /// with `offered` at the end where the asker could choose.
    fn write_entry(&self, entry: &Entry, text: &mut String) {
        let Entry { asker, target, kind, answer, was_offered } = *entry;
        let (word, card) = match answer {
            Answer::Given(sort) => (" given ", self.name(sort)),
            Answer::PileEmpty => (" pile empty", ""),
            Answer::NoHit(sort) => (" no hit ", self.name(sort)),
            Answer::Hit(sort) => (" hit ", self.name(sort)),
        };
        text.push_str(&seat_text(asker));
        text.push(' ');
        text.push_str(&seat_text(target));
        text.extend([' ', kind.letter()]);
        text.push_str(word);
        text.push_str(card);
        if was_offered {
            text.push_str(" offered");
        }
    }

    pub(super) fn read_json(&self, value: &Value) -> Result<State, FormatError> {
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
        let fields = Fields::new(key, value, &["seat", "card", "turn", "requests"])?;
        Ok(Refill {
            seat: fields.number("seat", 0, self.players as i64 - 1)? as Seat,
            card: self.read_sort(&fields.path("card"), Some(fields.text("card")?))?,
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
                 `hit <card>`, `no hit <card>` or `pile empty`",
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
            ("no hit", card) => Answer::NoHit(sort(card)?),
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
