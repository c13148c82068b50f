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
//! * `pair.rs`, `grid.rs`, `joint.rs`: seats and the pile together, by adding up hands.
//! * `automaton.rs`, `reading.rs`, `sweep.rs`, `band.rs`: the same sort by sort, where there are many hands.
//! * `deals.rs`, `guess.rs`, `order.rs`: drawing, by counting and by trial; who could choose.
//! * `belief.rs`: probabilities.
//! * `table.rs`: counts with weights.
//!
//! Apart from the common pool of cards every fact concerns one seat alone; this is what makes exact
//! counting cheap. Weights are `f64` sums of positive terms: each is right to about 13 digits, and so
//! is the evenness of draws.

mod automaton;
mod band;
mod belief;
mod bounds;
mod deals;
mod grid;
mod guess;
mod joint;
mod order;
mod pair;
mod reading;
mod seat;
mod sweep;
mod table;
#[cfg(test)]
mod tests;
mod timeline;

use std::cell::{OnceCell, RefCell};

use serde_json::Value;

use super::Bogoss;
use super::rules::{GiveChoice, Options};
use super::state::State;
use crate::game::Seat;
use crate::random::Random;
use belief::Belief;
use deals::Deals;
use table::Entries;
use timeline::{Look, Timeline};

/// All that a seat can infer in one position, as far as it has been asked for.
struct Knowledge {
    rules: Options,
    timeline: Timeline,
    /// The weights of each other seat's hidden cards.
    tables: Vec<OnceCell<Entries>>,
    /// Nothing if no deal agrees.
    deals: OnceCell<Option<Deals>>,
    /// Nothing if no deal agrees.
    belief: OnceCell<Option<Belief>>,
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
            let is_read = memory.timeline.read(&look).is_ok();
            let guessed = is_read.then(|| memory.timeline.guess(self, random)).flatten();
            let hidden = guessed.unwrap_or_else(|| {
                let known = memory.infer(&look, is_read, |known| known.deals(self).is_some());
                let deals = known.deals(self).expect("the true deal agrees with what is known");
                deals.draw(self, &known.timeline, random)
            });
            memory.timeline.deal(&mut drawn.now, &hidden);
            if self.rules.give_choice == GiveChoice::Asker {
                memory.timeline.draw_offers(self, (seat, &hidden), &mut drawn.log, random);
            }
        });
    }

    /// The exact probabilities that each seat holds a natural card of each kind, and of each sort to
    /// be on top of the pile.
    pub(super) fn beliefs(&self, state: &State, seat: Seat) -> Option<Value> {
        let table = self.seen(state, Some(seat));
        let look = Look { game: self, state, table: &table, seat };
        MEMORY.with_borrow_mut(|memory| {
            let is_read = memory.timeline.read(&look).is_ok();
            if is_read && self.waits_for_others(&table) {
                let cases = memory.timeline.considering(&look);
                let cases = cases.filter_map(|timeline| {
                    let known = Knowledge::new(self, &timeline);
                    Belief::new(&timeline, &known.tables(self))
                });
                return Belief::mixed(cases).map(|belief| belief.to_json(self, &table, seat));
            }
            let is_sound = |known: &Knowledge| known.belief(self).is_some();
            let belief = memory.infer(&look, is_read, is_sound).belief(self)?;
            Some(belief.to_json(self, &table, seat))
        })
    }
}

impl Memory {
    /// What follows from the timeline. If it could not be read or contradicts itself, the position is
    /// made up and its log can't have led to it: then the hands of now have to do.
    fn infer(
        &mut self,
        look: &Look<'_>,
        is_read: bool,
        is_sound: impl Fn(&Knowledge) -> bool,
    ) -> &Knowledge {
        if is_read {
            self.remember(look.game);
        }
        if !(is_read && self.last.as_ref().is_some_and(is_sound))
            && self.timeline.read_present(look).is_ok()
        {
            self.remember(look.game);
        }
        self.last.as_ref().expect("the true position agrees with what is known of it")
    }

    /// Makes the timeline what was inferred from last.
    fn remember(&mut self, game: &Bogoss) {
        let is_same = |last: &Knowledge| last.timeline == self.timeline && last.rules == game.rules;
        if !self.last.as_ref().is_some_and(is_same) {
            self.last = Some(Knowledge::new(game, &self.timeline));
        }
    }
}

impl Knowledge {
    fn new(game: &Bogoss, timeline: &Timeline) -> Self {
        Self {
            rules: game.rules.clone(),
            timeline: timeline.clone(),
            tables: timeline.seats.iter().map(|_| OnceCell::new()).collect(),
            deals: OnceCell::new(),
            belief: OnceCell::new(),
        }
    }

    fn table(&self, game: &Bogoss, seat: usize) -> &Entries {
        let count = || self.timeline.seats[seat].count(game, self.timeline.pool);
        self.tables[seat].get_or_init(count)
    }

    fn tables(&self, game: &Bogoss) -> Vec<&Entries> {
        (0..self.tables.len()).map(|seat| self.table(game, seat)).collect()
    }

    /// A way to draw deals, unless none agrees.
    fn deals(&self, game: &Bogoss) -> Option<&Deals> {
        let deals = || Deals::new(game, &self.timeline, |seat| self.table(game, seat));
        self.deals.get_or_init(deals).as_ref()
    }

    fn belief(&self, game: &Bogoss) -> Option<&Belief> {
        let belief = || Belief::new(&self.timeline, &self.tables(game));
        self.belief.get_or_init(belief).as_ref()
    }
}
