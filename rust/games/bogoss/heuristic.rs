//! What the greedy agent looks at: how near its hand is to winning, and where a card is likely.
//!
//! The *worth* of a hand is the sum over both ways to win, two whole skeletons and a broken one, of
//! `1 / (1 + m)^2`, `m` being the parts still missing for it, jokers filled in. So the way that is
//! nearest counts most, and a card that brings nothing forward counts nothing.
//!
//! * **A request** is valued by what it is expected to add to the worth: the chance that the target
//!   has a card of the kind times the gain by such a card, whole or broken in the proportion of the
//!   cards that the seat has not seen; and if it has none, the chance that the drawn card is of the
//!   kind. A card with which the turn goes on is worth a little more.
//! * **The chance** comes from public knowledge, not from exact inference: 1 if everybody saw the
//!   target take such a card and keep it (B-24, B-34), 0 if it had none and can't have got one since
//!   (B-57), and in between as if the cards that nobody knows were dealt at random among the other
//!   hands and the pile.
//! * **Giving** (B-20): the card whose loss costs the own worth least; among equals a broken one, which
//!   ends the asker's turn (B-30). **Taking**: the status that adds more.
//! * It lays what it can (B-43), and stops (B-29) only if no request can add anything.

use super::Bogoss;
use super::action::Action;
use super::hand::Hand;
use super::rules::GOAL;
use super::state::{Phase, State, Table};
use super::types::{Kind, SKELETON, Sort, Status};
use crate::game::Seat;

/// What going on with the turn is worth.
const ANOTHER_REQUEST: f64 = 0.01;

impl Bogoss {
    /// How good an action is for a seat.
    pub(super) fn promise(&self, state: &State, seat: Seat, action: Action) -> f64 {
        let table = &state.now;
        match action {
            Action::Ask { target, kind } => self.expected(state, table, seat, target, kind),
            Action::Give(sort) | Action::Given(sort) => {
                let mut hand = table.hands[usize::from(seat)];
                hand.remove(sort);
                let ends = if sort.is_broken() { ANOTHER_REQUEST } else { 0.0 };
                self.worth(hand, table.laid[usize::from(seat)]) + ends
            }
            Action::Take(status) => {
                let kind = table.request.map_or(Kind::Leg, |request| request.kind);
                self.gain(table, seat, kind, status)
            }
            Action::Lay => 1.0,
            _ => 0.0,
        }
    }

    /// What a request is expected to add.
    fn expected(&self, state: &State, table: &Table, seat: Seat, target: Seat, kind: Kind) -> f64 {
        debug_assert_eq!(table.phase, Phase::Ask);
        let hidden = self.hidden(state, table, seat);
        let counts = hidden.of_kind(kind).map(f64::from);
        let of_kind = counts[0] + counts[1];
        let (known, size) =
            (table.known[usize::from(target)], table.hands[usize::from(target)].len());
        let shares = |counts: [f64; 2]| {
            let total = counts[0] + counts[1];
            if total > 0.0 { counts.map(|count| count / total) } else { [0.0; 2] }
        };
        let gains = Status::ALL.map(|status| self.gain(table, seat, kind, status));
        let mean = |[whole, broken]: [f64; 2]| whole * gains[0] + broken * gains[1];
        let seen = known.of_kind(kind).map(f64::from);
        let chance = if seen != [0.0; 2] {
            1.0
        } else if table.lacks[usize::from(target)] >> kind.index() & 1 == 1 {
            0.0
        } else {
            1.0 - none_of(of_kind, f64::from(hidden.len()), size - known.len())
        };
        let given = if seen == [0.0; 2] { shares(counts) } else { shares(seen) };
        let drawn = if table.pile.is_empty() { 0.0 } else { of_kind / f64::from(hidden.len()) };
        chance * mean(given) + (1.0 - chance) * drawn * mean(shares(counts))
    }

    /// The cards whose place the seat does not know.
    fn hidden(&self, state: &State, table: &Table, seat: Seat) -> Hand {
        let mut seen = table.hands[usize::from(seat)];
        for laying in &state.layings {
            laying.cards.iter().for_each(|&card| seen.add(card));
        }
        for other in self.seats().filter(|&other| other != seat) {
            seen.add_all(table.known[usize::from(other)]);
        }
        self.deck.without(seen)
    }

    /// What a card adds to the worth of a seat's hand; of a limb's sides, on average.
    fn gain(&self, table: &Table, seat: Seat, kind: Kind, status: Status) -> f64 {
        let (hand, laid) = (table.hands[usize::from(seat)], table.laid[usize::from(seat)]);
        let with = |is_right| {
            let mut more = hand;
            more.add(Sort::new(status, kind, is_right));
            self.worth(more, laid)
        };
        let is_sided = self.rules.is_sided && kind.is_limb();
        let worth = if is_sided { (with(false) + with(true)) / 2.0 } else { with(false) };
        let goes_on = if status == Status::Whole { ANOTHER_REQUEST } else { 0.0 };
        worth - self.worth(hand, laid) + goes_on
    }

    /// How near a hand is to winning.
    fn worth(&self, hand: Hand, laid: u8) -> f64 {
        let jokers = u32::from(hand.jokers());
        let skeleton = SKELETON as u32;
        let [_, broken] = hand.parts(self.need);
        let broken = if self.rules.is_any_broken && hand.has_broken() {
            hand.mended().parts(self.need)[0]
        } else {
            broken
        };
        let goal = u32::from(GOAL - laid.min(GOAL));
        let [whole, _] = hand.parts(self.need.times(goal as u8));
        let near = |missing: u32| 1.0 / f64::from((1 + missing) * (1 + missing));
        near(skeleton.saturating_sub(broken + jokers))
            + near((skeleton * goal).saturating_sub(whole + jokers))
    }
}

/// The chance that none of `wanted` cards among `all` is among `draws`.
fn none_of(wanted: f64, all: f64, draws: u32) -> f64 {
    (0..draws)
        .map(f64::from)
        .map(|drawn| ((all - wanted - drawn) / (all - drawn)).max(0.0))
        .product()
}
