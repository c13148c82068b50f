//! Observations: the knowledge of a view as small whole numbers, in rows of [`WIDTH`].
//!
//! Row 0 has the facts of [`FACTS`], row 1 the own hand by sort. Then come three rows a seat: the
//! facts of [`SEAT_FACTS`], cards that everybody knows to be in the hand, cards laid, both by sort.
//! Last come the newest [`SHOWN`] requests, the newest one first, two a row of eight numbers each, of
//! which five are used: asker, target, kind, what came of it, the card that everybody saw.

use super::Bogoss;
use super::hand::Hand;
use super::state::{Phase, State, Table};
use super::types::{Answer, Entry, Kind, SEATS, Sort};
use super::view::{may_stop, turn_of};
use crate::canvas::Canvas;
use crate::game::Seat;

/// Numbers in a row.
pub const WIDTH: usize = 16;

/// The facts of row 0. Seats, kinds and sorts count from 1, 0 means none; turn and requests are two
/// numbers each, the remainder by 256 and how often 256 goes into them.
pub const FACTS: [&str; WIDTH] = [
    "seat",
    "players",
    "phase",
    "to_act",
    "turn_of",
    "turn, low",
    "turn, high",
    "may_stop",
    "pile_size",
    "pending asker",
    "pending target",
    "pending kind",
    "pending choices",
    "requests, low",
    "requests, high",
    "result",
];

/// The first numbers of a seat's first row.
pub const SEAT_FACTS: [&str; 7] =
    ["hand size", "whole laid", "broken laid", "lacks L", "lacks A", "lacks S", "lacks R"];

/// How many requests are shown.
pub const SHOWN: usize = 32;

/// Numbers a request.
const REQUEST: usize = WIDTH / 2;

impl Bogoss {
    pub(super) fn shape(&self) -> [usize; 3] {
        [1, 2 + 3 * self.players + SHOWN * REQUEST / WIDTH, WIDTH]
    }

    pub(super) fn write_observation(&self, state: &State, seat: Seat, canvas: &mut Canvas<'_>) {
        let observation = canvas.part(0, self.shape().iter().product());
        observation.fill(0);
        let table = self.seen(state, Some(seat));
        let (facts, rest) = observation.split_at_mut(WIDTH);
        self.write_facts(&table, seat, facts);
        let (own, rest) = rest.split_at_mut(WIDTH);
        write_cards(table.hands[usize::from(seat)], own);
        let (seats, requests) = rest.split_at_mut(3 * WIDTH * self.players);
        let mut laid = [Hand::default(); SEATS];
        let mut broken = [0; SEATS];
        for laying in &state.layings[..usize::from(table.layings)] {
            let owner = usize::from(laying.seat);
            laying.cards.iter().for_each(|&card| laid[owner].add(card));
            broken[owner] += u8::from(laying.is_broken);
        }
        for (of, rows) in seats.chunks_exact_mut(3 * WIDTH).enumerate() {
            rows[0] = table.hands[of].len() as u8;
            (rows[1], rows[2]) = (table.laid[of], broken[of]);
            for kind in Kind::ALL {
                rows[3 + kind.index()] = table.lacks[of] >> kind.index() & 1;
            }
            write_cards(table.known[of], &mut rows[WIDTH..]);
            write_cards(laid[of], &mut rows[2 * WIDTH..]);
        }
        let log = &state.log[..table.requests as usize];
        // Apart from each other: together they would be one jump a request that nothing foresees.
        for (entry, numbers) in log.iter().rev().zip(requests.chunks_exact_mut(REQUEST)) {
            write_request(entry, numbers);
        }
        for (entry, numbers) in log.iter().rev().zip(requests.chunks_exact_mut(REQUEST)) {
            numbers[4] = seen_card(entry.answer);
        }
    }

    fn write_facts(&self, table: &Table, seat: Seat, facts: &mut [u8]) {
        let high = |number: u32| (number >> 8).min(255) as u8;
        let pending = table.request.filter(|_| matches!(table.phase, Phase::Give | Phase::Take));
        let phase = match table.phase {
            Phase::First | Phase::Deal => 1,
            Phase::Take | Phase::Give | Phase::Given => 3,
            Phase::Lay => 4,
            Phase::Over => 5,
            Phase::Ask | Phase::Draw | Phase::Refill => 2,
        };
        facts.copy_from_slice(&[
            seat + 1,
            self.players as u8,
            phase,
            self.to_act(table).map_or(0, |seat| seat + 1),
            turn_of(table).map_or(0, |seat| seat + 1),
            table.turn as u8,
            high(table.turn),
            may_stop(table).into(),
            table.pile.len() as u8,
            pending.map_or(0, |_| table.turn_of + 1),
            pending.map_or(0, |request| request.target + 1),
            pending.map_or(0, |request| request.kind.index() as u8 + 1),
            u8::from(table.phase == Phase::Take),
            table.requests as u8,
            high(table.requests),
            match (table.phase, table.winner) {
                (Phase::Over, None) => 1,
                (Phase::Over, Some(winner)) => winner + 2,
                _ => 0,
            },
        ]);
    }
}

/// The cards by sort.
fn write_cards(hand: Hand, row: &mut [u8]) {
    row[..Sort::COUNT].copy_from_slice(&hand.counts());
}

fn write_request(entry: &Entry, numbers: &mut [u8]) {
    let result = match entry.answer {
        Answer::Given(_) => 1,
        Answer::PileEmpty => 2,
        Answer::NoHit => 3,
        Answer::Hit(_) => 4,
    };
    let kind = entry.kind.index() as u8 + 1;
    numbers.copy_from_slice(&[entry.asker + 1, entry.target + 1, kind, result, 0, 0, 0, 0]);
}

/// The card that everybody saw, from 1; 0 for none.
fn seen_card(answer: Answer) -> u8 {
    match answer {
        Answer::Given(sort) | Answer::Hit(sort) => sort.index() as u8 + 1,
        Answer::PileEmpty | Answer::NoHit => 0,
    }
}
