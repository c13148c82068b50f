//! A position as JSON.

use std::borrow::Cow;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::PHASES;
use crate::game::Seat;
use crate::games::bogoss::Bogoss;
use crate::games::bogoss::action::seat_text;
use crate::games::bogoss::hand::Hand;
use crate::games::bogoss::state::{Request, Stage, State, Table};
use crate::games::bogoss::types::{Answer, Entry, Kind, Laying, Refill, SKELETON, Status};
use crate::texts::Texts;

/// A position on its way to JSON.
pub(in crate::games::bogoss) struct Written<'g, 's> {
    pub(in crate::games::bogoss) game: &'g Bogoss,
    pub(in crate::games::bogoss) state: &'s State,
}

impl Serialize for Written<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { game, state } = *self;
        let mut position = serializer.serialize_map(None)?;
        game.write_table(&mut position, &state.now)?;
        let laid = state.layings.iter().map(|laying| game.write_laying(laying));
        position.serialize_entry("laid", &laid.collect::<Vec<_>>())?;
        let log = Texts::new(state.log.iter(), |entry, text| game.write_entry(entry, text));
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
        let Refill { seat, turn, requests } = *refill;
        RefillText { seat, turn, requests }
    }

    /// A request as text: `0 1 L given wL`, `0 1 L no hit`, `0 1 L hit wL`, `0 1 L pile empty`;
    /// with `offered` at the end where the asker could choose.
    fn write_entry(&self, entry: Entry, text: &mut String) {
        let Entry { asker, target, kind, answer, was_offered } = entry;
        let (word, card) = match answer {
            Answer::Given(sort) => (" given ", self.name(sort)),
            Answer::PileEmpty => (" pile empty", ""),
            Answer::NoHit => (" no hit", ""),
            Answer::Hit(sort) => (" hit ", self.name(sort)),
        };
        text.push_str(&seat_text(asker));
        text.push(' ');
        text.push_str(&seat_text(target));
        text.push(' ');
        text.push(kind.letter());
        text.push_str(word);
        text.push_str(card);
        if was_offered {
            text.push_str(" offered");
        }
    }
}
