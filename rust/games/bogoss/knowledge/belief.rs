//! What is likely to be where, exactly: sums over all deals that agree.

use serde_json::{Map, Value, json};

use super::super::Bogoss;
use super::super::hand::Hand;
use super::super::state::Table;
use super::super::types::{Kind, Sort};
use super::automaton::{Automaton, Order};
use super::deals::QUICK;
use super::joint::{Budget, Joint};
use super::pair::shares;
use super::sweep::Sweep;
use super::table::{Entries, difference, place_of};
use super::timeline::Timeline;
use crate::game::Seat;

/// A sweep through so many states takes about a tenth of a second.
const FEW_STATES: usize = 150_000;

/// Adding up takes some tenths of a second.
const MEDIUM: Budget = Budget { pairs: 60_000_000, cells: 1 << 23 };

/// A sweep through so many states takes seconds, and about a hundred megabytes.
const MANY_STATES: usize = 1 << 22;

/// What counting may take: seconds, and some hundred megabytes.
pub const LARGE: Budget = Budget { pairs: 400_000_000, cells: 1 << 26 };

/// Chances below this come from rounding.
const ROUNDING: f64 = 1e-13;

/// Chances of what is hidden from a seat.
pub struct Belief {
    /// For each other seat those that its hand has a card of each kind.
    pub holds: Vec<[f64; Kind::COUNT]>,
    /// How many cards of each sort there are in the pile on average.
    pub pile: [f64; Sort::COUNT],
}

impl Belief {
    /// `None` where there is too much to count.
    pub fn new(game: &Bogoss, timeline: &Timeline) -> Option<Self> {
        let seats = timeline.seats.iter();
        let tables: Vec<Entries> = seats.map(|seat| seat.count(game, timeline.pool)).collect();
        if let Some(belief) = Self::by_hands(timeline, &tables, QUICK) {
            return Some(belief);
        }
        let order = Order::new();
        let automaton = |entries| Automaton::new(entries, &order);
        let seats: Vec<Automaton> = tables.iter().map(automaton).collect();
        let states = Sweep::states(&seats);
        let by_hands = |budget| Self::by_hands(timeline, &tables, budget);
        let by_sorts = |most| (states <= most).then(|| Self::by_sorts(timeline, &seats, &order));
        by_sorts(FEW_STATES)
            .or_else(|| by_hands(MEDIUM))
            .or_else(|| by_sorts(MANY_STATES))
            .or_else(|| by_hands(LARGE))
    }

    /// By adding up hands.
    pub fn by_hands(timeline: &Timeline, tables: &[Entries], budget: Budget) -> Option<Self> {
        let joint = Joint::new(tables.to_vec(), timeline.pool, budget).ok()?;
        let marginals = joint.marginals(budget).ok()?;
        let mut belief = Self::without_others(timeline);
        for (other, entries) in timeline.seats.iter().zip(marginals) {
            let total: f64 = entries.iter().map(|entry| entry.1).sum();
            belief.holds.push(Kind::ALL.map(|kind| {
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
                for (sort, cards) in sorts().into_iter().zip(&mut belief.pile) {
                    *cards -= f64::from(hidden.count(sort)) * weight / total;
                }
            }
        }
        Some(belief)
    }

    /// Sort by sort.
    pub fn by_sorts(timeline: &Timeline, seats: &[Automaton], order: &Order) -> Self {
        let share = shares(timeline.pool);
        let sweep = Sweep::new(seats, order, &share);
        // The hidden cards of a sort that other seats have if their hands have none of it.
        let none =
            |seat: usize, place| u8::try_from(-difference(timeline.seats[seat].net, place)).ok();
        let (means, lacks) = sweep.sums(none);
        let mut belief = Self::without_others(timeline);
        belief.holds = lacks
            .iter()
            .map(|lacks| {
                lacks.map(|lacks| {
                    let chance = 1.0 - lacks / sweep.total();
                    // What is left of a difference of equal numbers is no chance.
                    if chance < ROUNDING { 0.0 } else { chance }
                })
            })
            .collect();
        for (&place, mean) in order.places.iter().zip(means) {
            let sort = sorts().into_iter().find(|&sort| place_of(sort) == place);
            sort.into_iter().for_each(|sort| belief.pile[sort.index()] -= mean);
        }
        belief
    }

    /// If nobody had any cards.
    fn without_others(timeline: &Timeline) -> Self {
        let pool = Hand::of_word(timeline.pool);
        Self { holds: Vec::new(), pile: sorts().map(|sort| f64::from(pool.count(sort))) }
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
