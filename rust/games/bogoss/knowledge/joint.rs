//! All other seats together: their hidden cards come from one pool, the rest of it is the pile.
//!
//! Seats are joined in two halves, each the product of its seats' tables; [`Pair`] weighs the halves
//! against each other. A part of the pool taken as `n` cards of a sort with `m` copies counts
//! `m (m - 1) .. (m - n + 1)` labelled cards, so the total weight is the number of labelled deals
//! to the hidden cards, the order of the pile left out.

use super::pair::{Pair, Share, share_of};
use super::table::{Counts, SORTS, Table, count, fits};
use crate::random::Random;

type Entries = Vec<(Counts, f64)>;

/// Some seats' hidden cards added up.
enum Node {
    Leaf(Entries),
    Sum { parts: Box<[Node; 2]>, entries: Entries },
}

/// The joint distribution of the other seats' hidden cards.
pub struct Joint {
    root: Root,
    share: Share,
    /// Running sums over the entries that are drawn first.
    running: Vec<f64>,
}

enum Root {
    One(Node),
    Two { left: Node, right: Node, pair: Pair },
}

impl Joint {
    /// Joins the tables of all other seats, at least one.
    pub fn new(mut seats: Vec<Entries>, pool: Counts) -> Self {
        let share: Share = std::array::from_fn(|sort| {
            let copies = count(pool, sort);
            (0..=copies)
                .map(|taken| (0..taken).map(|card| f64::from(copies - card)).product())
                .collect()
        });
        let (root, weights): (Root, Vec<f64>) = if seats.len() == 1 {
            let entries = seats.remove(0);
            let weights = entries
                .iter()
                .map(|&(key, weight)| weight * (0..SORTS).map(|sort| share_of(&share, sort, count(key, sort))).product::<f64>())
                .collect();
            (Root::One(Node::Leaf(entries)), weights)
        } else {
            let second = seats.split_off(seats.len() / 2);
            let left = Node::join(seats, pool);
            let mut right = Node::join(second, pool);
            let pair = Pair::new(left.entries(), right.entries_mut(), &share);
            let weights =
                right.entries().iter().zip(pair.totals()).map(|(entry, sum)| entry.1 * sum).collect();
            (Root::Two { left, right, pair }, weights)
        };
        let running = weights.iter().scan(0.0, |sum, weight| { *sum += weight; Some(*sum) }).collect();
        Self { root, share, running }
    }

    /// The number of labelled deals to the hidden cards.
    pub fn total(&self) -> f64 {
        self.running.last().copied().unwrap_or(0.0)
    }

    /// For each seat its multisets of hidden cards, with the number of deals that have them.
    pub fn marginals(&self) -> Vec<Entries> {
        let mut marginals = Vec::new();
        match &self.root {
            Root::One(node) => {
                let mut before = 0.0;
                let weights = self.running.iter().map(|&sum| sum - std::mem::replace(&mut before, sum));
                let entries = node.entries().iter().zip(weights).map(|(entry, weight)| (entry.0, weight));
                marginals.push(entries.collect());
            }
            Root::Two { left, right, pair } => {
                let mut mirrored = left.entries().to_vec();
                let mirror = Pair::new(right.entries(), &mut mirrored, &self.share);
                let outer: Entries =
                    mirrored.iter().zip(mirror.totals()).map(|(entry, &sum)| (entry.0, sum)).collect();
                left.descend(&outer, &mut marginals);
                let outer: Entries =
                    right.entries().iter().zip(pair.totals()).map(|(entry, &sum)| (entry.0, sum)).collect();
                right.descend(&outer, &mut marginals);
            }
        }
        marginals
    }

    /// Draws the hidden cards of every seat.
    pub fn sample(&self, random: &mut Random, hidden: &mut Vec<Counts>) {
        let target = unit(random) * self.total();
        let row = self.running.partition_point(|&sum| sum <= target);
        match &self.root {
            Root::One(node) => hidden.push(node.entries()[row].0),
            Root::Two { left, right, pair } => {
                left.split(pair.left_of(row, &self.share, || unit(random)), random, hidden);
                right.split(right.entries()[row].0, random, hidden);
            }
        }
    }
}

impl Node {
    fn join(mut seats: Vec<Entries>, pool: Counts) -> Self {
        if seats.len() == 1 {
            return Self::Leaf(seats.remove(0));
        }
        let second = seats.split_off(seats.len() / 2);
        let parts = [Self::join(seats, pool), Self::join(second, pool)];
        let mut sums = Table::new();
        for &(a, weight) in parts[0].entries() {
            for &(b, other) in parts[1].entries() {
                if fits(a + b, pool) {
                    sums.add(a + b, weight * other);
                }
            }
        }
        Self::Sum { parts: Box::new(parts), entries: sums.into_entries() }
    }

    fn entries(&self) -> &Entries {
        match self {
            Self::Leaf(entries) | Self::Sum { entries, .. } => entries,
        }
    }

    fn entries_mut(&mut self) -> &mut Entries {
        match self {
            Self::Leaf(entries) | Self::Sum { entries, .. } => entries,
        }
    }

    /// Appends the marginals of the seats, `outer` being the weight of all the rest.
    fn descend(&self, outer: &Entries, marginals: &mut Vec<Entries>) {
        let mut table = Table::new();
        outer.iter().for_each(|&(key, weight)| table.add(key, weight));
        match self {
            Self::Leaf(entries) => {
                marginals.push(entries.iter().map(|&(key, own)| (key, own * table.get(key))).collect());
            }
            Self::Sum { parts, .. } => {
                for (part, other) in [(0, 1), (1, 0)] {
                    let outer: Entries = parts[part].entries().iter().map(|&(key, _)| {
                        let sum = parts[other].entries().iter().map(|&(rest, weight)| weight * table.get(key + rest)).sum();
                        (key, sum)
                    }).collect();
                    parts[part].descend(&outer, marginals);
                }
            }
        }
    }

    /// Splits a sum into its seats' cards.
    fn split(&self, sum: Counts, random: &mut Random, hidden: &mut Vec<Counts>) {
        match self {
            Self::Leaf(_) => hidden.push(sum),
            Self::Sum { parts, .. } => {
                let mut table = Table::new();
                parts[1].entries().iter().for_each(|&(key, weight)| table.add(key, weight));
                let ways = |&(key, weight): &(Counts, f64)| {
                    if fits(key, sum) { weight * table.get(sum - key) } else { 0.0 }
                };
                let total: f64 = parts[0].entries().iter().map(ways).sum();
                let mut target = unit(random) * total;
                let mut last = 0;
                for entry in parts[0].entries() {
                    let ways = ways(entry);
                    if ways > 0.0 {
                        last = entry.0;
                        if target < ways { break; }
                        target -= ways;
                    }
                }
                parts[0].split(last, random, hidden);
                parts[1].split(sum - last, random, hidden);
            }
        }
    }
}

/// A number in 0..1 with 53 random bits.
fn unit(random: &mut Random) -> f64 {
    (random.bits() >> 11) as f64 / (1_u64 << 53) as f64
}
