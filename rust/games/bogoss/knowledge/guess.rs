//! Drawing by trial: deals at random, kept if they agree. Early in a game most do, while there is
//! most to count then.
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

/// How many trials are worth it: a multiple of how many it will take by a rough estimate, none where
/// counting is quicker.
pub fn trials(timeline: &Timeline) -> u32 {
    let events = timeline.seats.iter().flat_map(|seat| &seat.events);
    let chance: f64 = events.map(likelihood).product();
    // The hands of many seats are slow to count together: worth more trials than it should take.
    let (least, margin) = match timeline.seats.len() {
        0..=2 => (0.05, 8.0),
        3 => (1e-3, 30.0),
        _ => (1e-4, 30.0),
    };
    if chance < least { 0 } else { (margin / chance) as u32 }
}

/// About how often an event agrees with a random hand.
fn likelihood(event: &Event) -> f64 {
    match event {
        Event::Deal(_) | Event::Gain(_) | Event::Hold(_) => 1.0,
        Event::Ask(_) | Event::Settle | Event::Hit(..) => 0.95,
        Event::Draw(_) => 0.7,
        Event::Lose(_) | Event::Offer(..) => 0.5,
        Event::LoseByChance(_) | Event::Miss(_) => 0.35,
        Event::Lay(_) => 0.01,
    }
}

/// The hidden cards of each seat in a deal that agrees, if a trial is successful.
pub fn guess(
    game: &Bogoss,
    timeline: &Timeline,
    trials: u32,
    random: &mut Random,
) -> Option<Vec<Counts>> {
    let mut pool: Vec<Sort> = Hand::of_word(timeline.pool).cards().collect();
    let mut hidden = Vec::with_capacity(timeline.seats.len());
    for _ in 0..trials {
        hidden.clear();
        // The pool is shuffled as far as it is looked at.
        let mut dealt = 0;
        let mut next = |random: &mut Random| {
            let rest = (pool.len() - dealt) as u32;
            pool.swap(dealt, dealt + random.below(rest) as usize);
            dealt += 1;
            pool[dealt - 1]
        };
        let deals = timeline.seats.iter().map_while(|seat| deal(game, seat, &mut next, random));
        hidden.extend(deals);
        if hidden.len() == timeline.seats.len() {
            return Some(hidden);
        }
    }
    None
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
