//! In which order a seat got its hidden cards, drawn evenly from the orders that agree with what was
//! seen of it. A drawn position tells of them only what its log does: whether an asker could choose
//! between both statuses (`give_choice = asker`), which nobody but the asker and the target has seen.

use super::super::Bogoss;
use super::super::log::Log;
use super::super::types::{Answer, Entry, Status};
use super::joint::unit;
use super::seat::{Event, Public, Seat};
use super::table::{Counts, Entries, PLACES, choose, count, fits};
use super::timeline::Timeline;
use crate::game;
use crate::random::Random;

impl Timeline {
    /// Says of the requests that `seat` had no part in whether the asker could choose, in one order of
    /// the hidden cards.
    pub fn draw_offers(
        &self,
        game: &Bogoss,
        (seat, hidden): (game::Seat, &[Counts]),
        log: &mut Log,
        random: &mut Random,
    ) {
        for (other, &hidden) in self.seats.iter().zip(hidden) {
            let is_given = |entry: &Entry| {
                entry.target == other.seat && matches!(entry.answer, Answer::Given(_))
            };
            if log.iter().any(|entry| is_given(&entry) && entry.asker != seat) {
                let mut offers = other.offers(game, hidden, random).into_iter();
                for (index, _) in log.clone().iter().enumerate().filter(|(_, it)| is_given(it)) {
                    log.set_offered(index, offers.next().unwrap_or(false));
                }
            }
        }
    }
}

impl Seat {
    /// For every card given away whether both statuses of its kind were there, in one order.
    fn offers(&self, game: &Bogoss, hidden: Counts, random: &mut Random) -> Vec<bool> {
        let mut public = Public::new(game, self.laid_before);
        let mut now = self.path(game, hidden, random).into_iter();
        let (mut hidden, mut offers) = (0, Vec::new());
        for event in &self.events {
            if event.hidden() > 0 {
                hidden = now.next().unwrap_or(hidden);
            }
            if let Event::Lose(sort) = event
                && let Some((kind, _)) = sort.natural()
            {
                let is_there = |status| Event::Offer(kind, status, true);
                let mut has = |status| public.chance(game, hidden, &is_there(status)) > 0.0;
                offers.push(Status::ALL.into_iter().all(&mut has));
            }
            public.pass(event);
        }
        offers
    }

    /// The hidden cards after each event that brings some, `all` of them in the end: drawn going back.
    fn path(&self, game: &Bogoss, all: Counts, random: &mut Random) -> Vec<Counts> {
        // Before each of those events, with the number of ways so far.
        let mut levels: Vec<(&Event, Public, Entries)> = Vec::new();
        self.follow(game, all, |event, public, entries| {
            if event.hidden() > 0 {
                levels.push((event, public.clone(), entries.clone()));
            }
        });
        let mut path = Vec::with_capacity(levels.len());
        let mut after = all;
        for (event, mut public, entries) in levels.into_iter().rev() {
            path.push(after);
            let ways = entries.into_iter().filter(|entry| fits(entry.0, after));
            let ways: Entries = ways
                .map(|(before, weight)| (before, weight * public.ways(game, before, after, event)))
                .collect();
            if !ways.is_empty() {
                after = ways[choose(0..ways.len(), |place| ways[place].1, || unit(random))].0;
            }
        }
        path.reverse();
        path
    }
}

/// In how many orders some cards come.
pub fn orders(cards: Counts) -> f64 {
    let (mut orders, mut size) = (1.0, 0.0);
    for place in 0..PLACES {
        for card in 1..=count(cards, place) {
            size += 1.0;
            orders *= size / f64::from(card);
        }
    }
    orders
}
