//! All other seats together: their hidden cards come from one pool, and the rest of it is the pile.
//!
//! Seats are joined in two halves, each the sums of its seats' cards; [`Pair`] weighs the halves
//! against each other. `n` cards of a sort with `m` copies in the pool are `m (m - 1) .. (m - n + 1)`
//! labelled ones, so the total weight is the number of labelled deals that agree, the order of the
//! pile left out.

use super::grid::Grid;
use super::pair::{Pair, Share, share_of, shares};
use super::table::{Counts, Entries, PLACES, Table, choose, count, fits};
use crate::random::Random;

/// How much may be counted.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Most pairs of hands that are added up one by one.
    pub pairs: usize,
    /// Most numbers that are kept at once.
    pub cells: usize,
}

/// There is too much to count.
#[derive(Clone, Copy, Debug)]
pub struct TooLarge;

/// The joint distribution of the other seats' hidden cards.
pub struct Joint {
    root: Root,
    share: Share,
    /// Running sums of the weights of what is drawn first.
    running: Vec<f64>,
}

enum Root {
    One(Node),
    Two { left: Node, right: Node, pair: Pair },
}

/// The hidden cards of some seats, added up.
enum Node {
    Nobody { entries: Entries },
    Seat { number: usize, entries: Entries },
    Sum { parts: Box<[Node; 2]>, pool: Counts, entries: Entries },
}

impl Joint {
    /// Joins the hidden cards of some seats.
    ///
    /// # Errors
    /// [`TooLarge`] where that would take more than the budget.
    pub fn new(seats: Vec<Entries>, pool: Counts, budget: Budget) -> Result<Self, TooLarge> {
        let share = shares(pool);
        let seats = seats.into_iter().enumerate();
        let mut nodes: Vec<Node> =
            seats.map(|(number, entries)| Node::Seat { number, entries }).collect();
        // Halves of about the same number of sums.
        nodes.sort_by_key(|node| std::cmp::Reverse(node.entries().len()));
        let (mut halves, mut sums) = ([Vec::new(), Vec::new()], [1.0, 1.0]);
        for node in nodes {
            let half = usize::from((sums[1], halves[1].len()) < (sums[0], halves[0].len()));
            sums[half] *= node.entries().len() as f64;
            halves[half].push(node);
        }
        let mut room = budget.pairs;
        let join = |half: Vec<Node>| {
            let mut nodes = half.into_iter();
            let first = nodes.next();
            first
                .map(|first| nodes.try_fold(first, |a, b| Node::join(a, b, pool, &mut room)))
                .transpose()
        };
        let [left, right] = halves.map(join);
        let (root, weights): (Root, Vec<f64>) = match (left?, right?) {
            (Some(left), Some(mut right)) => {
                let pair = Pair::new(left.entries(), right.entries_mut(), &share, budget.cells)
                    .ok_or(TooLarge)?;
                let totals = right.entries().iter().zip(pair.totals());
                let weights = totals.map(|(entry, sum)| entry.1 * sum).collect();
                (Root::Two { left, right, pair }, weights)
            }
            (left, right) => {
                let none = || Node::Nobody { entries: vec![(0, 1.0)] };
                let node = left.or(right).unwrap_or_else(none);
                let product = |key| -> f64 {
                    (0..PLACES).map(|place| share_of(&share, place, count(key, place))).product()
                };
                let weights =
                    node.entries().iter().map(|entry| entry.1 * product(entry.0)).collect();
                (Root::One(node), weights)
            }
        };
        let running = weights.iter().scan(0.0, |sum, weight| {
            *sum += weight;
            Some(*sum)
        });
        Ok(Self { root, share, running: running.collect() })
    }

    /// The number of labelled deals that agree.
    pub fn total(&self) -> f64 {
        self.running.last().copied().unwrap_or(0.0)
    }

    /// For each seat its multisets of hidden cards with the number of deals that have them.
    ///
    /// # Errors
    /// [`TooLarge`] where that would take more than the budget.
    pub fn marginals(&self, budget: Budget) -> Result<Vec<Entries>, TooLarge> {
        let mut marginals = Vec::new();
        match &self.root {
            Root::One(node) => {
                let mut before = 0.0;
                let weights =
                    self.running.iter().map(|&sum| sum - std::mem::replace(&mut before, sum));
                let keys = node.entries().iter().map(|entry| entry.0);
                marginals.push((0, keys.zip(weights).collect()));
            }
            Root::Two { left, right, pair } => {
                let mut mirrored = left.entries().clone();
                let mirror = Pair::new(right.entries(), &mut mirrored, &self.share, budget.cells)
                    .ok_or(TooLarge)?;
                let with = |entries: &Entries, totals: &[f64]| {
                    entries.iter().zip(totals).map(|(entry, &sum)| (entry.0, sum)).collect()
                };
                left.descend(with(&mirrored, mirror.totals()), &mut marginals);
                right.descend(with(right.entries(), pair.totals()), &mut marginals);
            }
        }
        marginals.sort_by_key(|marginal| marginal.0);
        Ok(marginals.into_iter().map(|marginal| marginal.1).collect())
    }

    /// Draws the hidden cards of every seat, and hands them over with its number.
    pub fn sample(&self, random: &mut Random, hand_over: &mut impl FnMut(usize, Counts)) {
        let target = unit(random) * self.total();
        let row = self.running.partition_point(|&sum| sum <= target).min(self.running.len() - 1);
        match &self.root {
            Root::One(node) => node.split(node.entries()[row].0, random, hand_over),
            Root::Two { left, right, pair } => {
                let cards = pair.left_of(row, &self.share, || unit(random));
                left.split(cards, random, hand_over);
                right.split(right.entries()[row].0, random, hand_over);
            }
        }
    }
}

impl Node {
    fn join(mut a: Self, mut b: Self, pool: Counts, room: &mut usize) -> Result<Self, TooLarge> {
        let pairs = a.entries().len().saturating_mul(b.entries().len());
        *room = room.checked_sub(pairs).ok_or(TooLarge)?;
        for part in [&mut a, &mut b] {
            // For `split`.
            part.entries_mut().sort_unstable_by_key(|entry| entry.0);
        }
        let hands = [a.entries(), b.entries()];
        let entries = match Grid::new(hands, pool) {
            Some(grid) => {
                let mut array = grid.array();
                let others = grid.parts(1, hands[1]);
                for hand in grid.parts(0, hands[0]) {
                    for other in &others {
                        if let Some(place) = grid.place(&hand, other) {
                            array[place] += hand.weight * other.weight;
                        }
                    }
                }
                grid.entries(&array)
            }
            None => {
                let mut sums = Table::new();
                for &(hand, weight) in hands[0] {
                    for &(other, ways) in hands[1] {
                        if fits(hand + other, pool) {
                            sums.add(hand + other, weight * ways);
                        }
                    }
                }
                sums.into_entries()
            }
        };
        Ok(Self::Sum { parts: Box::new([a, b]), pool, entries })
    }

    fn entries(&self) -> &Entries {
        match self {
            Self::Nobody { entries } | Self::Seat { entries, .. } | Self::Sum { entries, .. } => {
                entries
            }
        }
    }

    fn entries_mut(&mut self) -> &mut Entries {
        match self {
            Self::Nobody { entries } | Self::Seat { entries, .. } | Self::Sum { entries, .. } => {
                entries
            }
        }
    }

    /// Appends the marginals of the seats; `outside` has the weight of everything else, for each entry.
    fn descend(&self, outside: Entries, marginals: &mut Vec<(usize, Entries)>) {
        match self {
            Self::Nobody { .. } => {}
            Self::Seat { number, entries } => {
                let outside: Table = outside.into_iter().collect();
                let weighed = entries.iter().map(|&(key, own)| (key, own * outside.get(key)));
                marginals.push((*number, weighed.collect()));
            }
            Self::Sum { parts, pool, .. } => {
                let [first, second] =
                    outside_parts(parts.each_ref().map(Self::entries), &outside, *pool);
                parts[0].descend(first, marginals);
                parts[1].descend(second, marginals);
            }
        }
    }

    /// Splits a sum into its seats' cards.
    fn split(&self, sum: Counts, random: &mut Random, hand_over: &mut impl FnMut(usize, Counts)) {
        match self {
            Self::Nobody { .. } => {}
            Self::Seat { number, .. } => hand_over(*number, sum),
            Self::Sum { parts, .. } => {
                let [first, second] = parts.each_ref().map(Self::entries);
                let chosen = split(first, second, sum, random);
                parts[0].split(chosen, random, hand_over);
                parts[1].split(sum - chosen, random, hand_over);
            }
        }
    }
}

/// For the hands of either side the weight of everything else, `outside` being that of their sums.
fn outside_parts(hands: [&Entries; 2], outside: &Entries, pool: Counts) -> [Entries; 2] {
    let mut sums = hands.map(|hands| hands.iter().map(|hand| (hand.0, 0.0)).collect::<Entries>());
    let [first, second] = &mut sums;
    if let Some(grid) = Grid::new(hands, pool) {
        let array = grid.fill(outside);
        let others = grid.parts(1, hands[1]);
        for (hand, own) in grid.parts(0, hands[0]).iter().zip(first) {
            for (other, theirs) in others.iter().zip(&mut *second) {
                if let Some(place) = grid.place(hand, other) {
                    own.1 += other.weight * array[place];
                    theirs.1 += hand.weight * array[place];
                }
            }
        }
    } else {
        let table: Table = outside.iter().copied().collect();
        for (hand, own) in hands[0].iter().zip(first) {
            for (other, theirs) in hands[1].iter().zip(&mut *second) {
                if fits(hand.0 + other.0, pool) {
                    let weight = table.get(hand.0 + other.0);
                    own.1 += other.1 * weight;
                    theirs.1 += hand.1 * weight;
                }
            }
        }
    }
    sums
}

/// The first part of a sum, each way in proportion to its weight.
fn split(first: &Entries, second: &Entries, sum: Counts, random: &mut Random) -> Counts {
    // Both are in order of their keys.
    let ways = |&(key, weight): &(Counts, f64)| {
        let rest =
            fits(key, sum).then(|| second.binary_search_by_key(&(sum - key), |other| other.0));
        rest.and_then(Result::ok).map_or(0.0, |place| weight * second[place].1)
    };
    first[choose(0..first.len(), |place| ways(&first[place]), || unit(random))].0
}

/// A number in 0..1 with 53 random bits.
pub fn unit(random: &mut Random) -> f64 {
    (random.bits() >> 11) as f64 / (1_u64 << 53) as f64
}
