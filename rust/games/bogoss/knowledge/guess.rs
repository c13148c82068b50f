//! Drawing by trial: deals at random, kept if they agree. Of a seat that nobody has asked for much
//! there is most to count, and most deals agree.
//!
//! All orders of the pool are equally likely, and one that agrees is kept with the chance of what
//! chance gave in it. So what is kept is distributed as it should be, whichever trial it is. A fixed
//! number of trials may all fail; that says nothing of a deal drawn by other means afterwards, so the
//! two together give the same distribution again. The number depends on what was seen alone, not on
//! what has been counted before: a seed gives the same deal each time.

use super::super::Bogoss;
use super::super::hand::Hand;
use super::super::types::Sort;
use super::joint::unit;
use super::seat::{Event, Public, Seat};
use super::table::{Counts, one};
use super::timeline::Timeline;
use crate::random::Random;

/// Chance of a trial above which nothing is counted.
const LIKELY: f64 = 0.01;

/// How many trials are worth it, as a multiple of those that it should take.
const MARGIN: f64 = 8.0;

impl Timeline {
    /// The hidden cards of each seat in a deal that agrees, if a few trials are likely to find one and
    /// do: as many as it should take by a rough estimate several times over.
    pub fn guess(&self, game: &Bogoss, random: &mut Random) -> Option<Vec<Counts>> {
        let chance: f64 = self.seats.iter().map(chance).product();
        if chance < LIKELY {
            return None;
        }
        let seats: Vec<usize> = (0..self.seats.len()).collect();
        let mut hidden = vec![0; self.seats.len()];
        let mut cards = cards(self.pool);
        let is_found = (0..(MARGIN / chance) as u32)
            .any(|_| guess_from(game, self, &seats, &mut cards, &mut hidden, random));
        is_found.then_some(hidden)
    }
}

/// About how often a random hand agrees with what was seen of a seat.
pub fn chance(seat: &Seat) -> f64 {
    seat.events.iter().map(likelihood).product()
}

/// About how often an event agrees with a random hand.
fn likelihood(event: &Event) -> f64 {
    match event {
        Event::Deal(_) | Event::Gain(_) | Event::Hold(_) => 1.0,
        Event::Ask(_) | Event::Settle | Event::Consider(false) | Event::Hit(..) => 0.95,
        Event::Draw(_) => 0.7,
        Event::Lose(_) | Event::Offer(..) => 0.5,
        Event::LoseByChance(_) | Event::Miss(_) => 0.35,
        Event::Lay(_) | Event::Consider(true) => 0.01,
    }
}

/// One trial for some seats, with the cards that are left: whether all of them agree.
pub fn guess(
    game: &Bogoss,
    timeline: &Timeline,
    seats: &[usize],
    left: Counts,
    hidden: &mut [Counts],
    random: &mut Random,
) -> bool {
    guess_from(game, timeline, seats, &mut cards(left), hidden, random)
}

/// The cards are shuffled as far as they are looked at.
fn guess_from(
    game: &Bogoss,
    timeline: &Timeline,
    seats: &[usize],
    cards: &mut [Sort],
    hidden: &mut [Counts],
    random: &mut Random,
) -> bool {
    let mut dealt = 0;
    let mut next = |random: &mut Random| {
        let rest = (cards.len() - dealt) as u32;
        cards.swap(dealt, dealt + random.below(rest) as usize);
        dealt += 1;
        cards[dealt - 1]
    };
    seats.iter().all(|&seat| {
        let dealt = deal(game, &timeline.seats[seat], &mut next, random);
        dealt.map(|dealt| hidden[seat] = dealt).is_some()
    })
}

/// The cards of some counts, one by one.
fn cards(counts: Counts) -> Vec<Sort> {
    Hand::of_word(counts).cards().collect()
}

/// Deals to one seat; `None` as soon as something does not agree.
fn deal(
    game: &Bogoss,
    seat: &Seat,
    next: &mut impl FnMut(&mut Random) -> Sort,
    random: &mut Random,
) -> Option<Counts> {
    let mut public = Public::new(game, seat.laid_before);
    let mut hidden = 0;
    for event in &seat.events {
        match *event {
            Event::Deal(cards) => (0..cards).for_each(|_| hidden += one(next(random))),
            Event::Draw(asked) => {
                let card = next(random);
                if public.is_hit(game, hidden, asked, card) {
                    return None;
                }
                hidden += one(card);
            }
            Event::Gain(_) => {}
            _ => {
                let chance = public.chance(game, hidden, event);
                if chance < 1.0 && unit(random) >= chance {
                    return None;
                }
            }
        }
        public.pass(event);
    }
    Some(hidden)
}
