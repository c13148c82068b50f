//! Deals that agree, drawn again and again for one position.
//!
//! The seats of which most is known are counted together, as many as are quick to count; the others
//! get their cards by trial from what is left. A trial that fails gives up the counted cards too, so
//! that all deals that agree come equally often.

use super::super::Bogoss;
use super::guess::{chance, guess};
use super::joint::{Budget, Joint, TooLarge};
use super::table::{Counts, Entries};
use super::timeline::Timeline;
use crate::random::Random;

/// What counting may take before drawing: some milliseconds, and about as many megabytes.
pub const QUICK: Budget = Budget { pairs: 300_000, cells: 1 << 19 };

/// What counting may take where nothing else helps: seconds, and some hundred megabytes.
pub const LARGE: Budget = Budget { pairs: 400_000_000, cells: 1 << 26 };

/// Chance of a trial above which no further seat is counted.
const LIKELY: f64 = 0.5;

/// Failures after which it is doubted that any deal agrees; positions that are made up can have none.
const DOUBTFUL: u32 = 1 << 14;

/// Failures after which none agrees.
const IMPOSSIBLE: u32 = 1 << 22;

/// A way to draw deals.
pub struct Deals {
    /// The seats, by their places in the timeline: those that are counted, then the others. Of the
    /// counted ones the most is known.
    pub order: Vec<usize>,
    /// How many are counted.
    pub counted: usize,
    /// The counted ones together.
    pub joint: Joint,
}

impl Deals {
    /// `None` if no deal agrees.
    pub fn new<'a>(
        game: &Bogoss,
        timeline: &Timeline,
        table: impl Fn(usize) -> &'a Entries,
    ) -> Option<Self> {
        let quick = Self::quick(timeline, &table);
        if quick.joint.total() <= 0.0 {
            return None;
        }
        let mut random = Random::stream(0, 0);
        if quick.try_to_draw(game, timeline, DOUBTFUL, &mut random).is_some() {
            return Some(quick);
        }
        let order: Vec<usize> = (0..timeline.seats.len()).collect();
        let tables = order.iter().map(|&seat| table(seat).clone()).collect();
        match Joint::new(tables, timeline.pool, LARGE) {
            Ok(joint) => {
                (joint.total() > 0.0).then_some(Self { counted: order.len(), order, joint })
            }
            Err(TooLarge) => {
                quick.try_to_draw(game, timeline, IMPOSSIBLE, &mut random).map(|_| quick)
            }
        }
    }

    /// Counts what is counted quickly.
    fn quick<'a>(timeline: &Timeline, table: impl Fn(usize) -> &'a Entries) -> Self {
        let chances: Vec<f64> = timeline.seats.iter().map(chance).collect();
        let mut order: Vec<usize> = (0..chances.len()).collect();
        order.sort_by(|&a, &b| chances[a].total_cmp(&chances[b]));
        let mut rest = 1.0;
        let likely = order.iter().rev().take_while(|&&seat| {
            rest *= chances[seat];
            rest >= LIKELY
        });
        let counted = &order[..order.len() - likely.count()];
        let mut tables: Vec<_> = counted.iter().map(|&seat| table(seat).clone()).collect();
        loop {
            let counted = tables.len();
            // One seat alone is never too much.
            if let Ok(joint) = Joint::new(tables.clone(), timeline.pool, QUICK) {
                return Self { order, counted, joint };
            }
            tables.pop();
        }
    }

    /// Draws the hidden cards of each seat.
    pub fn draw(&self, game: &Bogoss, timeline: &Timeline, random: &mut Random) -> Vec<Counts> {
        loop {
            if let Some(hidden) = self.try_to_draw(game, timeline, DOUBTFUL, random) {
                return hidden;
            }
        }
    }

    /// Draws the hidden cards of each seat, if one of so many trials succeeds.
    fn try_to_draw(
        &self,
        game: &Bogoss,
        timeline: &Timeline,
        trials: u32,
        random: &mut Random,
    ) -> Option<Vec<Counts>> {
        let mut hidden = vec![0; self.order.len()];
        let (counted, others) = self.order.split_at(self.counted);
        for _ in 0..trials {
            let mut left = timeline.pool;
            self.joint.sample(random, &mut |number, cards| {
                hidden[counted[number]] = cards;
                left -= cards;
            });
            if others.is_empty() || guess(game, timeline, others, left, &mut hidden, random) {
                return Some(hidden);
            }
        }
        None
    }
}
