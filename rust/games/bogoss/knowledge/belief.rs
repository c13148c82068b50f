//! What is likely to be where, exactly: sums over all deals that agree.

use serde_json::{Map, Value, json};

use super::super::Bogoss;
use super::super::hand::Hand;
use super::super::state::Table;
use super::super::types::{Kind, Sort};
use super::joint::{Budget, Joint};
use super::timeline::Timeline;
use crate::game::Seat;

/// What counting may take: seconds, and some hundred megabytes.
pub const LARGE: Budget = Budget { pairs: 400_000_000, cells: 1 << 26 };

/// Chances below this come from rounding.
const ROUNDING: f64 = 1e-13;

/// Chances of what is hidden from a seat.
pub struct Belief {
    /// For each other seat those that its hand has a card of each kind.
    holds: Vec<[f64; Kind::COUNT]>,
    /// How many cards of each sort there are in the pile on average.
    pile: [f64; Sort::COUNT],
}

impl Belief {
    /// `None` where there is too much to count.
    pub fn new(game: &Bogoss, timeline: &Timeline) -> Option<Self> {
        let marginals =
            timeline.count_all(game, LARGE).and_then(|all| all.marginals(LARGE)).ok()?;
        let pool = Hand::of_word(timeline.pool);
        let mut pile = sorts().map(|sort| f64::from(pool.count(sort)));
        let mut holds = Vec::new();
        for (other, entries) in timeline.seats.iter().zip(marginals) {
            let total: f64 = entries.iter().map(|entry| entry.1).sum();
            holds.push(Kind::ALL.map(|kind| {
                // Both sums, so that what is certain comes out as 0 or 1.
                let mut sums = [0.0; 2];
                for &(hidden, weight) in &entries {
                    let hand = Hand::of_word(hidden.wrapping_add(other.net));
                    sums[usize::from(has(hand, kind))] += weight;
                }
                sums[1] / (sums[0] + sums[1])
            }));
            for &(hidden, weight) in &entries {
                let hidden = Hand::of_word(hidden);
                for (sort, cards) in sorts().into_iter().zip(&mut pile) {
                    *cards -= f64::from(hidden.count(sort)) * weight / total;
                }
            }
        }
        Some(Self { holds, pile })
    }

    /// The probabilities that each seat holds a natural card of each kind, and of each sort to be on
    /// top of the pile.
    pub fn to_json(&self, game: &Bogoss, table: &Table, seat: Seat) -> Value {
        let own = table.hands[usize::from(seat)];
        let mut holds = self.holds.clone();
        let own = Kind::ALL.map(|kind| f64::from(u8::from(has(own, kind))));
        holds.insert(seat.into(), own);
        let size = f64::from(table.pile.len());
        let is_sided = game.rules.is_sided;
        let top: Map<String, Value> = Sort::all(is_sided)
            .filter(|_| size > 0.0)
            .map(|sort| {
                let chance = self.pile[sort.index()] / size;
                // What is left of a difference of equal numbers is no chance.
                let chance = if chance < ROUNDING { 0.0 } else { chance.min(1.0) };
                (sort.name(is_sided).to_owned(), json!(chance))
            })
            .collect();
        json!({"holds": holds, "top": top})
    }
}

impl Timeline {
    /// All seats together.
    pub fn count_all(
        &self,
        game: &Bogoss,
        budget: Budget,
    ) -> Result<Joint, super::joint::TooLarge> {
        let seats = self.seats.iter().map(|seat| seat.count(game, self.pool)).collect();
        Joint::new(seats, self.pool, budget)
    }
}

fn has(hand: Hand, kind: Kind) -> bool {
    hand.has_kind(kind) != [false; 2]
}

/// Every sort by number.
fn sorts() -> [Sort; Sort::COUNT] {
    std::array::from_fn(Sort::from_index)
}
