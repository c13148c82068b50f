//! What a seat can infer of the cards that it does not see.
//!
//! A *deal* is an order of all cards, told apart even where they look alike: the hands dealt and the
//! cards drawn later. A deal agrees with what a seat has seen if, with the decisions that the seat saw
//! others make, everything that it saw comes out the same: its own cards, sizes of hands, cards given
//! and hits, requests in vain (B-57), draws that were no hit (B-32, B-35), that every asker could use
//! the kind (B-16), what was laid and that no more had to be (B-43, B-44), and the statuses it could
//! pick from (B-20). Deals that agree are equally likely, except that under `give_choice = random` each
//! counts with the chance of the cards that were given.
//!
//! * `timeline.rs`: what was seen of each other seat.
//! * `seat.rs`, `bounds.rs`: in how many ways the hidden cards of one seat agree with that.
//! * `pair.rs`, `grid.rs`, `joint.rs`: all seats and the pile together; drawing.
//! * `guess.rs`: drawing by trial, where little is known.
//! * `table.rs`: counts with weights.
//!
//! Apart from the common pool of cards every fact concerns one seat alone; this is what makes exact
//! counting cheap. Weights are `f64` sums of positive terms: each is right to about 13 digits, and so
//! is the evenness of draws.

mod bounds;
mod grid;
mod guess;
mod joint;
mod order;
mod pair;
mod seat;
mod table;
#[cfg(test)]
mod tests;
mod timeline;

use std::cell::RefCell;

use serde_json::{Map, Value, json};

use super::Bogoss;
use super::hand::Hand;
use super::rules::{GiveChoice, Options};
use super::state::{State, Table};
use super::types::{Kind, Sort};
use crate::game::Seat;
use crate::random::Random;
use guess::{guess, trials};
use joint::{Joint, TooLarge};
use table::Counts;
use timeline::{Look, Timeline};

/// Chances below this come from rounding.
const ROUNDING: f64 = 1e-13;

/// All that a seat can infer in one position.
struct Knowledge {
    rules: Options,
    timeline: Timeline,
    /// Nothing where there is too much to count.
    joint: Result<Joint, TooLarge>,
}

/// What a thread remembers: searches draw from one position again and again.
#[derive(Default)]
struct Memory {
    /// What was seen in the position asked about.
    timeline: Timeline,
    /// What was inferred last.
    last: Option<Knowledge>,
}

thread_local! {
    static MEMORY: RefCell<Memory> = RefCell::default();
}

impl Bogoss {
    /// Draws what `seat` has not seen, evenly over all deals that agree with what it has: the hands of
    /// the others, the pile, and who could choose what to take. `drawn` is the position that it sees,
    /// to which they are written.
    pub(super) fn draw_hidden(
        &self,
        state: &State,
        drawn: &mut State,
        seat: Seat,
        random: &mut Random,
    ) {
        let table = drawn.now;
        let look = Look { game: self, state, table: &table, seat };
        MEMORY.with_borrow_mut(|memory| {
            let timeline = &mut memory.timeline;
            let is_read = timeline.read(&look).is_ok();
            let guessed =
                if is_read { guess(self, timeline, trials(timeline), random) } else { None };
            let hidden = guessed.unwrap_or_else(|| memory.infer(&look, is_read).draw(self, random));
            memory.timeline.deal(&mut drawn.now, &hidden);
            if self.rules.give_choice == GiveChoice::Asker {
                memory.timeline.draw_offers(self, (seat, &hidden), &mut drawn.log, random);
            }
            memory.forget_large();
        });
    }

    /// The exact probabilities that each seat holds a natural card of each kind, and of each sort to
    /// be on top of the pile. Nothing where there is too much to count: hands with sides of 5 and more
    /// players who have hardly asked for anything yet.
    pub(super) fn beliefs(&self, state: &State, seat: Seat) -> Option<Value> {
        let table = self.seen(state, Some(seat));
        let look = Look { game: self, state, table: &table, seat };
        MEMORY.with_borrow_mut(|memory| {
            let is_read = memory.timeline.read(&look).is_ok();
            let knowledge = memory.infer(&look, is_read);
            let beliefs = knowledge.beliefs(self, &table, seat).ok();
            memory.forget_large();
            beliefs
        })
    }
}

impl Memory {
    /// What follows from the timeline. If it could not be read or contradicts itself, the position is
    /// made up and its log can't have led to it: then the hands of now have to do.
    fn infer(&mut self, look: &Look<'_>, is_read: bool) -> &Knowledge {
        let game = look.game;
        let timeline = &mut self.timeline;
        let is_known = |last: &Knowledge| last.timeline == *timeline && last.rules == game.rules;
        if !(is_read && self.last.as_ref().is_some_and(is_known)) {
            self.last = if is_read { Knowledge::new(game, timeline) } else { None };
            if self.last.is_none() && timeline.read_present(look).is_ok() {
                self.last = Knowledge::new(game, timeline);
            }
        }
        self.last.as_ref().expect("the true position agrees with what is known of it")
    }

    fn forget_large(&mut self) {
        self.last.take_if(|last| last.joint.as_ref().is_ok_and(|joint| !joint.is_small()));
    }
}

impl Knowledge {
    /// `None` if no deal agrees.
    fn new(game: &Bogoss, timeline: &Timeline) -> Option<Self> {
        let seats = timeline.seats.iter().map(|seat| seat.count(game, timeline.pool)).collect();
        let joint = Joint::new(seats, timeline.pool);
        let agrees = match &joint {
            Ok(joint) => joint.total() > 0.0,
            Err(TooLarge) => guess(game, timeline, 1 << 22, &mut Random::stream(0, 0)).is_some(),
        };
        agrees.then(|| Self { rules: game.rules.clone(), timeline: timeline.clone(), joint })
    }

    /// Draws the hidden cards of each seat.
    fn draw(&self, game: &Bogoss, random: &mut Random) -> Vec<Counts> {
        let mut hidden = vec![0; self.timeline.seats.len()];
        match &self.joint {
            Ok(joint) => joint.sample(random, &mut |number, cards| hidden[number] = cards),
            // Where there is much to count, many deals agree.
            Err(TooLarge) => loop {
                if let Some(guessed) = guess(game, &self.timeline, u32::MAX, random) {
                    hidden = guessed;
                    break;
                }
            },
        }
        hidden
    }

    fn beliefs(&self, game: &Bogoss, table: &Table, seat: Seat) -> Result<Value, TooLarge> {
        let has = |hand: Hand, kind| hand.has_kind(kind) != [false; 2];
        let own = table.hands[usize::from(seat)];
        let mut holds =
            vec![Kind::ALL.map(|kind| f64::from(u8::from(has(own, kind)))); game.players];
        let pool = Hand::of_word(self.timeline.pool);
        let mut pile = sorts().map(|sort| f64::from(pool.count(sort)));
        let marginals = self.joint.as_ref().map_err(|&error| error)?.marginals()?;
        for (other, entries) in self.timeline.seats.iter().zip(marginals) {
            let total: f64 = entries.iter().map(|entry| entry.1).sum();
            for (kind, chance) in Kind::ALL.into_iter().zip(&mut holds[usize::from(other.seat)]) {
                // Both sums, so that what is certain comes out as 0 or 1.
                let mut sums = [0.0; 2];
                for &(hidden, weight) in &entries {
                    let hand = Hand::of_word(hidden.wrapping_add(other.net));
                    sums[usize::from(has(hand, kind))] += weight;
                }
                *chance = sums[1] / (sums[0] + sums[1]);
            }
            for &(hidden, weight) in &entries {
                let hidden = Hand::of_word(hidden);
                for (sort, cards) in sorts().into_iter().zip(&mut pile) {
                    *cards -= f64::from(hidden.count(sort)) * weight / total;
                }
            }
        }
        let size = f64::from(table.pile.len());
        let is_sided = game.rules.is_sided;
        let top: Map<String, Value> = Sort::all(is_sided)
            .filter(|_| size > 0.0)
            .map(|sort| {
                let chance = pile[sort.index()] / size;
                // What is left of a difference of equal numbers is no chance.
                let chance = if chance < ROUNDING { 0.0 } else { chance.min(1.0) };
                (sort.name(is_sided).to_owned(), json!(chance))
            })
            .collect();
        Ok(json!({"holds": holds, "top": top}))
    }
}

/// Every sort by number.
fn sorts() -> [Sort; Sort::COUNT] {
    std::array::from_fn(Sort::from_index)
}
