//! The weights of a seat's hidden cards as an automaton that reads them sort by sort.
//!
//! What the sorts read so far leave open is often the same up to a factor: of a seat of which nothing
//! is known only the number of cards to come matters. Such beginnings share a state, so that few
//! states stand for many thousand multisets.

use std::collections::HashMap;

use super::reading::Order;
use super::table::{Counts, Entries, count};

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

    /// How many cards have been taken in each state, before each sort and at the end.
    pub fn cards(&self) -> Vec<Vec<u8>> {
        let widths = self.levels.iter().map(Vec::len).chain([1]);
        let mut cards: Vec<Vec<u8>> = widths.map(|width| vec![0; width]).collect();
        for (level, states) in self.levels.iter().enumerate() {
            for (from, steps) in states.iter().enumerate() {
                for step in steps {
                    // The same by every way: as many are to come in all.
                    cards[level + 1][step.to] = cards[level][from] + step.cards;
                }
            }
        }
        cards
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
