//! What one seat has seen of the others, put together from the log (B-56 to B-58).
//!
//! Only what that seat knows is read: its own hand, the sizes of the others' hands, the log without
//! cards that others drew unseen, and the cards that are nowhere in sight, as one pool.

use super::super::Bogoss;
use super::super::hand::Hand;
use super::super::rules::GiveChoice;
use super::super::state::{Phase, Request, Stage, State, Table};
use super::super::types::{Answer, Entry, Kind, Laying, Refill, Status};
use super::seat::{Event, Seat};
use super::table::{Counts, size};
use crate::game;

/// What a seat has seen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Timeline {
    /// The others, by seat.
    pub seats: Vec<Seat>,
    /// Everything that was ever hidden from the seat: the others' hidden cards and the pile.
    pub pool: Counts,
}

/// A log that can't have led to the hands of now. Only positions that are made up have one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contradiction;

/// The seat that looks, and at what.
#[derive(Clone, Copy)]
pub struct Look<'a> {
    /// The rules.
    pub game: &'a Bogoss,
    /// The position with its log.
    pub state: &'a State,
    /// What the seat is shown of it.
    pub table: &'a Table,
    /// Who looks.
    pub seat: game::Seat,
}

impl Timeline {
    /// What a seat has seen, with the whole past.
    pub fn read(&mut self, look: &Look<'_>) -> Result<(), Contradiction> {
        self.begin(look);
        self.add_past(look);
        self.add_present(look);
        self.balance(look)
    }

    /// What a seat knows if all that is known of the past is what everybody knows of the hands now.
    pub fn read_present(&mut self, look: &Look<'_>) -> Result<(), Contradiction> {
        self.begin(look);
        for seat in look.game.seats().filter(|&seat| look.is_settled(seat)) {
            self.push(seat, Event::Settle);
        }
        self.add_present(look);
        self.balance(look)
    }

    /// After the deal, while another seat is asked about a skeleton: what is known if that is the one
    /// seat, or another one. Exactly one of these is the case (B-11).
    pub fn considering(&self, look: &Look<'_>) -> impl Iterator<Item = Self> {
        let own = look.place(look.seat);
        let wins = look.game.wins_after_deal(look.table.hands[usize::from(look.seat)]);
        let asked = self.seats.iter().map(|other| look.place(other.seat));
        asked.filter(move |&asked| !wins || asked < own).map(|asked| {
            let mut timeline = self.clone();
            for other in &mut timeline.seats {
                let place = look.place(other.seat);
                if place <= asked {
                    other.events.push(Event::Consider(place == asked));
                }
            }
            timeline
        })
    }

    /// Writes the hands that follow from the hidden cards of each seat, and the rest as the pile.
    pub fn deal(&self, table: &mut Table, hidden: &[Counts]) {
        let mut pile = self.pool;
        for (other, &hidden) in self.seats.iter().zip(hidden) {
            pile -= hidden;
            let hand = Hand::of_word(hidden.wrapping_add(other.net));
            table.hands[usize::from(other.seat)] = hand;
        }
        table.pile = Hand::of_word(pile);
    }

    fn begin(&mut self, look: &Look) {
        self.seats.resize_with(look.game.players - 1, Seat::default);
        let others = look.game.seats().filter(|&other| other != look.seat);
        for (seat, other) in self.seats.iter_mut().zip(others) {
            seat.seat = other;
            seat.events.clear();
            // How many there were follows in the end.
            seat.events.push(Event::Deal(0));
        }
    }

    fn push(&mut self, seat: game::Seat, event: Event) {
        if let Some(seat) = self.seats.iter_mut().find(|other| other.seat == seat) {
            seat.events.push(event);
        }
    }

    fn add_past(&mut self, look: &Look) {
        let mut layings = &look.state.layings[..usize::from(look.table.layings)];
        let mut refills = &look.state.refills[..look.table.refills as usize];
        self.add_unasked(0, &mut layings, &mut refills);
        for seat in look.game.seats().filter(|&seat| look.is_settled(seat)) {
            self.push(seat, Event::Settle);
        }
        let log = look.state.log.iter().take(look.table.requests as usize);
        for (requests, entry) in (1..).zip(log) {
            self.add_request(look, entry);
            let grown = self.add_unasked(requests, &mut layings, &mut refills) | 1 << entry.asker;
            // Who has won lays no more.
            let is_last = requests == look.table.requests;
            let winner = look.table.winner.filter(|_| is_last);
            for seat in look.game.seats() {
                if grown >> seat & 1 == 1 && winner != Some(seat) {
                    self.push(seat, Event::Settle);
                }
            }
        }
    }

    fn add_request(&mut self, look: &Look, entry: Entry) {
        let Entry { asker, target, kind, answer, was_offered } = entry;
        self.push(asker, Event::Ask(kind));
        match answer {
            Answer::Given(sort) => {
                let choice = look.game.rules.give_choice;
                if choice == GiveChoice::Asker && asker == look.seat {
                    let other = if sort.is_broken() { Status::Whole } else { Status::Broken };
                    self.push(target, Event::Offer(kind, other, was_offered));
                }
                let is_chance = choice == GiveChoice::Random;
                let lose = if is_chance { Event::LoseByChance } else { Event::Lose };
                self.push(target, lose(sort));
                self.push(asker, Event::Gain(sort));
            }
            Answer::PileEmpty => self.push(target, Event::Miss(kind)),
            Answer::NoHit => {
                self.push(target, Event::Miss(kind));
                self.push(asker, Event::Draw(kind));
            }
            Answer::Hit(sort) => {
                self.push(target, Event::Miss(kind));
                self.push(asker, Event::Hit(kind, sort));
            }
        }
    }

    /// Adds the layings and refills after so many requests; the seats that drew, a bit each.
    ///
    /// A seat that gives and then begins its turn may lay at either moment; nobody else can tell
    /// which (B-56), and with the same skeletons in the same order both come to the same.
    fn add_unasked(
        &mut self,
        requests: u32,
        layings: &mut &[Laying],
        refills: &mut &[Refill],
    ) -> u32 {
        let mut grown = 0;
        loop {
            let laying = layings.first().filter(|laying| laying.requests <= requests);
            let refill = refills.first().filter(|refill| refill.requests <= requests);
            match (laying, refill) {
                (_, Some(refill)) if laying.is_none_or(|laying| refill.turn <= laying.turn) => {
                    *refills = &refills[1..];
                    grown |= 1 << refill.seat;
                    self.push(refill.seat, Event::Deal(1));
                }
                (Some(&laying), _) => {
                    *layings = &layings[1..];
                    self.push(laying.seat, Event::Lay(laying));
                }
                (None, _) => return grown,
            }
        }
    }

    /// What is known of the hands now: a choice of this seat, and what everybody knows. After a whole
    /// game the latter tells nothing new.
    fn add_present(&mut self, look: &Look) {
        let table = look.table;
        if let Some(Request { target, kind, .. }) = table.request {
            match table.phase {
                Phase::Take => {
                    for status in Status::ALL {
                        self.push(target, Event::Offer(kind, status, true));
                    }
                }
                Phase::Give => self.push(table.turn_of, Event::Ask(kind)),
                _ => {}
            }
        }
        for other in &mut self.seats {
            let place = usize::from(other.seat);
            for kind in Kind::ALL {
                if table.lacks[place] >> kind.index() & 1 == 1 {
                    other.events.push(Event::Miss(kind));
                }
            }
            if !table.known[place].is_empty() {
                other.events.push(Event::Hold(table.known[place]));
            }
        }
    }

    /// Finds how many cards each seat was dealt, and the pool.
    fn balance(&mut self, look: &Look) -> Result<(), Contradiction> {
        let table = look.table;
        self.pool = table.pile.to_word();
        for other in &mut self.seats {
            let hand = table.hands[usize::from(other.seat)];
            other.net = other.events.iter().fold(0, |net, event| event.moved(net));
            let hidden = hand.to_word().wrapping_sub(other.net);
            if !is_possible(hidden) {
                return Err(Contradiction);
            }
            let dealt = size(hidden) as usize;
            let dealt = dealt.checked_sub(other.hidden()).ok_or(Contradiction)?;
            other.events[0] = Event::Deal(dealt as u8);
            let laid = other
                .events
                .iter()
                .filter(|event| matches!(event, Event::Lay(laying) if !laying.is_broken));
            let before = usize::from(table.laid[usize::from(other.seat)]).checked_sub(laid.count());
            other.laid_before = before.ok_or(Contradiction)? as u8;
            self.pool += hidden;
        }
        if is_possible(self.pool) { Ok(()) } else { Err(Contradiction) }
    }
}

/// Whether every place has a number of cards that is not negative.
fn is_possible(counts: Counts) -> bool {
    const MOST: Counts = Counts::from_ne_bytes([127; 16]);
    counts & !MOST == 0 && size(counts) <= 127
}

impl Look<'_> {
    /// How many seats come before a seat in turn order, from the first player on.
    fn place(&self, seat: game::Seat) -> usize {
        let players = self.game.players;
        (usize::from(seat) + players - usize::from(self.table.first)) % players
    }

    /// Whether a seat has laid all that it had to after the deal (B-11).
    fn is_settled(&self, seat: game::Seat) -> bool {
        let table = self.table;
        let place = |seat| self.place(seat);
        match (table.phase, table.stage, table.winner) {
            (Phase::First | Phase::Deal, ..) => false,
            (Phase::Lay, Stage::Deal(now), _) => place(seat) < usize::from(now),
            (Phase::Over, _, Some(winner)) if table.requests == 0 => {
                // The first player may also have won when the first turn began, which others can't
                // tell from the deal unless somebody else has laid in between.
                let layings = &self.state.layings[..usize::from(table.layings)];
                let is_after = place(winner) == 0 && layings.iter().any(|it| it.seat != winner);
                seat != winner && (is_after || place(seat) < place(winner))
            }
            _ => true,
        }
    }
}
