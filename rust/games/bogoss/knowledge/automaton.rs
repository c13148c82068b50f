//! The weights of a seat's hidden cards as an automaton that reads them sort by sort.
//!
//! What the sorts read so far leave open is often the same up to a factor: of a seat of which nothing
//! is known only the number of cards to come matters. Such beginnings share a state, so that few
//! states stand for many thousand multisets.

use std::collections::HashMap;

use super::super::types::{Kind, Sort};
use super::sweep::Sweep;
use super::table::{Counts, Entries, count, place_of};

/// The order in which sorts are read, as places in a word of counts, kind by kind.
pub struct Order {
    /// The places.
    pub places: Vec<usize>,
    /// For each kind its first place in the order, and the one after its last.
    pub kinds: [(usize, usize); Kind::COUNT],
}

/// From a state by a number of cards to the next one, with a factor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// How many cards of the sort.
    pub cards: u8,
    /// The state before the next sort.
    pub to: usize,
    /// The factor.
    pub weight: f64,
}

/// For each sort, in order, for each state the steps from it. It begins in state 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Automaton {
    /// The steps.
    pub levels: Vec<Vec<Vec<Step>>>,
}

/// Orders of which one is usually good: whether broken cards come first in their kind, and the kinds;
/// jokers come after so many of them. What a seat's skeletons lack is known early in each.
pub const ORDERS: [(bool, [Kind; 4], usize); 5] = [
    (false, [Kind::Skull, Kind::Ribs, Kind::Leg, Kind::Arm], 2),
    (false, [Kind::Leg, Kind::Skull, Kind::Arm, Kind::Ribs], 2),
    (true, [Kind::Leg, Kind::Skull, Kind::Arm, Kind::Ribs], 2),
    (true, [Kind::Ribs, Kind::Arm, Kind::Skull, Kind::Leg], 2),
    (true, [Kind::Arm, Kind::Leg, Kind::Ribs, Kind::Skull], 2),
];

impl Order {
    /// An order in which the automata of some seats have no more than `few` states together, or the
    /// fewest of all that are tried; and these automata.
    pub fn best(tables: &[&Entries], few: usize) -> (Self, Vec<Automaton>) {
        let mut best: Option<(usize, Self, Vec<Automaton>)> = None;
        for (is_broken_first, kinds, jokers) in ORDERS {
            let order = Self::of(is_broken_first, kinds, jokers);
            let seats: Vec<_> = tables.iter().map(|table| Automaton::new(table, &order)).collect();
            let states = Sweep::states(&seats);
            if best.as_ref().is_none_or(|best| states < best.0) {
                best = Some((states, order, seats));
            }
            if states <= few {
                break;
            }
        }
        let (_, order, seats) = best.expect("there are some orders");
        (order, seats)
    }

    /// An order as [`ORDERS`] describes it.
    pub fn of(is_broken_first: bool, kinds: [Kind; 4], jokers: usize) -> Self {
        let mut order = Self { places: Vec::new(), kinds: [(0, 0); Kind::COUNT] };
        for (number, kind) in kinds.into_iter().enumerate() {
            if number == jokers {
                order.places.push(place_of(Sort::JOKER));
            }
            let start = order.places.len();
            let sorts = (0..Sort::COUNT).map(Sort::from_index);
            let own = sorts.filter(|sort| sort.natural().is_some_and(|it| it.0 == kind));
            order.places.extend(own.map(place_of));
            if is_broken_first {
                order.places[start..].reverse();
            }
            order.kinds[kind.index()] = (start, order.places.len());
        }
        order
    }
}

impl Automaton {
    /// The automaton of some weights.
    pub fn new(entries: &Entries, order: &Order) -> Self {
        // Digits in the order of reading, so that beginnings are beginnings of words.
        let depth = order.places.len();
        let word = |counts: Counts| {
            order
                .places
                .iter()
                .fold(0, |word, &place| word << 8 | Counts::from(count(counts, place)))
        };
        let mut nodes: Vec<(Counts, usize, f64)> =
            entries.iter().map(|&(counts, weight)| (word(counts), 0, weight)).collect();
        nodes.sort_unstable_by_key(|node| node.0);
        let mut levels = Vec::with_capacity(depth);
        for _ in 0..depth {
            let mut states = States::default();
            let begins = |node: &(Counts, usize, f64)| node.0 >> 8;
            nodes = nodes
                .chunk_by(|a, b| begins(a) == begins(b))
                .map(|nodes| {
                    let (state, weight) = states.of(nodes);
                    (begins(&nodes[0]), state, weight)
                })
                .collect();
            levels.push(states.steps);
        }
        levels.reverse();
        // The weight of the whole goes to the first steps.
        if let (Some(first), Some(&(_, _, weight))) = (levels.first_mut(), nodes.first()) {
            first.iter_mut().flatten().for_each(|step| step.weight *= weight);
        }
        Self { levels }
    }

    /// How many states there are before each sort.
    pub fn width(&self, level: usize) -> usize {
        self.levels.get(level).map_or(1, Vec::len)
    }
}

/// States before one sort, told apart by what can follow.
#[derive(Default)]
struct States {
    steps: Vec<Vec<Step>>,
    known: HashMap<Vec<(u8, usize, i64)>, usize>,
}

impl States {
    /// The state of what follows, and its factor. Factors are equal if they agree to about 11 digits:
    /// sums of the same terms in another order differ in the last ones.
    fn of(&mut self, nodes: &[(Counts, usize, f64)]) -> (usize, f64) {
        let whole = nodes[0].2;
        let key = |&(word, to, weight): &(Counts, usize, f64)| {
            (word as u8, to, ((weight / whole).ln() * 1e11).round() as i64)
        };
        let next = self.steps.len();
        let state = *self.known.entry(nodes.iter().map(key).collect()).or_insert(next);
        if state == next {
            let step = |&(word, to, weight): &(Counts, usize, f64)| Step {
                cards: word as u8,
                to,
                weight: weight / whole,
            };
            self.steps.push(nodes.iter().map(step).collect());
        }
        (state, whole)
    }
}
