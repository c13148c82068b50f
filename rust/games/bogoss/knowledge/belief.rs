//! What is likely to be where, exactly: sums over all deals that agree.

use serde_json::{Map, Value, json};

use super::super::Bogoss;
use super::super::hand::Hand;
use super::super::state::Table;
use super::super::types::{Kind, Sort};
use super::automaton::Automaton;
use super::deals::{LARGE, QUICK};
use super::joint::{Budget, Joint, TooLarge};
use super::pair::shares;
use super::reading::Order;
use super::sweep::Sweep;
use super::table::{Entries, difference, place_of};
use super::timeline::Timeline;
use crate::game::Seat;

/// Chances below this come from rounding.
const ROUNDING: f64 = 1e-13;

/// A sweep through so many states takes some hundredths of a second.
const FEW_STATES: usize = 60_000;

/// Adding up so many pairs of hands takes less than a sweep through one state.
const PAIRS_A_STATE: usize = 30;

/// Keeping so many numbers takes no more room than a sweep through one state.
const CELLS_A_STATE: usize = 2;

/// Chances of what is hidden from a seat.
pub struct Belief {
    /// For each other seat those that its hand has a card of each kind.
    pub holds: Vec<[f64; Kind::COUNT]>,
    /// How many cards of each sort there are in the pile on average.
    pub pile: [f64; Sort::COUNT],
    /// The weight of all deals that agree.
    weight: f64,
}

impl Belief {
    /// From the weights of each other seat's hidden cards, in the way that is likely to be quickest.
    /// `None` if no deal agrees.
    pub fn new(timeline: &Timeline, tables: &[&Entries]) -> Option<Self> {
        let by_hands = |budget| Self::by_hands(timeline, tables, budget);
        if let Ok(belief) = by_hands(QUICK) {
            return belief;
        }
        let share = shares(timeline.pool);
        let (states, order, seats) = Order::best(tables, &share, FEW_STATES);
        if states > FEW_STATES {
            let budget = Budget {
                pairs: states.saturating_mul(PAIRS_A_STATE).min(LARGE.pairs),
                cells: states.saturating_mul(CELLS_A_STATE).min(LARGE.cells),
            };
            if let Ok(belief) = by_hands(budget) {
                return belief;
            }
        }
        Self::by_sorts(timeline, &seats, &order)
    }

    /// By adding up hands; `None` if no deal agrees.
    ///
    /// # Errors
    /// If that takes more than the budget.
    pub fn by_hands(
        timeline: &Timeline,
        tables: &[&Entries],
        budget: Budget,
    ) -> Result<Option<Self>, TooLarge> {
        let tables = tables.iter().map(|&table| table.clone()).collect();
        let joint = Joint::new(tables, timeline.pool, budget)?;
        if joint.total() <= 0.0 {
            return Ok(None);
        }
        let mut belief = Self::without_others(timeline, joint.total());
        for (other, entries) in timeline.seats.iter().zip(joint.marginals(budget)?) {
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
        Ok(Some(belief))
    }

    /// Sort by sort; `None` if no deal agrees.
    pub fn by_sorts(timeline: &Timeline, seats: &[Automaton], order: &Order) -> Option<Self> {
        let share = shares(timeline.pool);
        let sweep = Sweep::new(seats, order, &share);
        if sweep.total() <= 0.0 {
            return None;
        }
        // The hidden cards of a sort that other seats have if their hands have none of it.
        let none =
            |seat: usize, place| u8::try_from(-difference(timeline.seats[seat].net, place)).ok();
        let (means, lacks) = sweep.sums(none);
        let mut belief = Self::without_others(timeline, sweep.total());
        let chances = |lacks: [f64; 4]| lacks.map(|lacks| chance(1.0 - lacks / sweep.total()));
        belief.holds = lacks.into_iter().map(chances).collect();
        for (&place, mean) in order.places.iter().zip(means) {
            let sort = sorts().into_iter().find(|&sort| place_of(sort) == place);
            sort.into_iter().for_each(|sort| belief.pile[sort.index()] -= mean);
        }
        Some(belief)
    }

    /// If nobody had any cards.
    fn without_others(timeline: &Timeline, weight: f64) -> Self {
        let pool = Hand::of_word(timeline.pool);
        Self { holds: Vec::new(), pile: sorts().map(|sort| f64::from(pool.count(sort))), weight }
    }

    /// What is likely if one of several cases holds, which exclude each other.
    pub fn mixed(cases: impl IntoIterator<Item = Self>) -> Option<Self> {
        cases.into_iter().reduce(|mut mixed, case| {
            mixed.weight += case.weight;
            let part = case.weight / mixed.weight;
            let mix = |a: &mut f64, b: f64| *a += (b - *a) * part;
            let holds = mixed.holds.iter_mut().flatten();
            holds.zip(case.holds.into_iter().flatten()).for_each(|(a, b)| mix(a, b));
            mixed.pile.iter_mut().zip(case.pile).for_each(|(a, b)| mix(a, b));
            mixed
        })
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
                (sort.name(is_sided).to_owned(), json!(chance(self.pile[sort.index()] / size)))
            })
            .collect();
        json!({"holds": holds, "top": top})
    }
}

/// What is left of a difference of equal numbers is no chance.
fn chance(chance: f64) -> f64 {
    if chance < ROUNDING { 0.0 } else { chance.min(1.0) }
}

fn has(hand: Hand, kind: Kind) -> bool {
    hand.has_kind(kind) != [false; 2]
}

/// Every sort by number.
fn sorts() -> [Sort; Sort::COUNT] {
    std::array::from_fn(Sort::from_index)
}
