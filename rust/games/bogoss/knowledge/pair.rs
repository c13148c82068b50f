//! Two tables of counts that draw on one pool: the sums over all pairs, sort by sort.
//!
//! The weight of a pair is `left(l) * right(r) * product of share[s][l_s + r_s]`. Summed over `l` for
//! every `r` it would take one step a pair. Instead sort by sort: after `d` sorts there is one
//! number for each (first `d` counts of some r, other counts of some l), which holds the sum over
//! all left entries with these other counts. All terms are positive, so nothing cancels.

use super::table::{Counts, Entries, PLACES, choose, count};

/// `share[s][n]`: the factor of sort `s` where `n` cards of it are taken from the pool.
pub type Share = [Vec<f64>; PLACES];

/// What follows the first `d` sorts of the left entries.
struct Tails {
    /// Count of sort `d`, by tail.
    digit: Vec<u8>,
    /// The first of the tails (of one sort less) that continue to each; one more at the end.
    starts: Vec<u32>,
}

/// The first `d + 1` counts of the right entries.
struct Heads {
    digit: Vec<u8>,
    parent: Vec<u32>,
}

/// The sums for one pair of tables.
pub struct Pair {
    sorts: Vec<usize>,
    tails: Vec<Tails>,
    /// Left entries in the order of the tails.
    left: Vec<Counts>,
    heads: Vec<Heads>,
    /// By number of sorts done: a row for each head, a column for each tail.
    sums: Vec<Vec<f64>>,
}

impl Pair {
    /// Sums over `left` for each entry of `right`, which is put in the order of [`Pair::totals`].
    /// `None` if that takes more than `most` numbers.
    pub fn new(left: &Entries, right: &mut Entries, share: &Share, most: usize) -> Option<Self> {
        let first = left.first().map_or(0, |entry| entry.0);
        let second = right.first().map_or(0, |entry| entry.0);
        let varies = |entries: &Entries, of: Counts, sort| {
            entries.iter().any(|entry| count(entry.0, sort) != count(of, sort))
        };
        // Sorts that vary on neither side come out as one factor.
        let (sorts, fixed): (Vec<usize>, Vec<usize>) =
            (0..PLACES).partition(|&sort| varies(left, first, sort) || varies(right, second, sort));
        let factor: f64 = fixed
            .iter()
            .map(|&sort| share_of(share, sort, count(first, sort) + count(second, sort)))
            .product();

        let digits = |key: Counts, order: &mut dyn Iterator<Item = &usize>| {
            order.fold(0, |word, &sort| word << 8 | Counts::from(count(key, sort)))
        };
        right.sort_unstable_by_key(|entry| digits(entry.0, &mut sorts.iter()));
        let mut ordered = left.to_vec();
        ordered.sort_unstable_by_key(|entry| digits(entry.0, &mut sorts.iter().rev()));

        let tails = tails(&ordered, &sorts);
        let heads = heads(right, &sorts);
        let rows = [1].into_iter().chain(heads.iter().map(|heads| heads.digit.len()));
        let columns = tails.iter().map(|tails| tails.digit.len()).chain([1]);
        if rows.zip(columns).map(|(rows, columns)| rows * columns).sum::<usize>() > most {
            return None;
        }
        let mut sums = vec![ordered.iter().map(|entry| entry.1 * factor).collect::<Vec<f64>>()];
        for (depth, &sort) in sorts.iter().enumerate() {
            sums.push(step(&sums[depth], &tails[depth], &heads[depth], &share[sort]));
        }
        Some(Self {
            sorts,
            tails,
            left: ordered.iter().map(|entry| entry.0).collect(),
            heads,
            sums,
        })
    }

    /// For each right entry the sum over the left ones.
    pub fn totals(&self) -> &[f64] {
        &self.sums[self.sorts.len()]
    }

    /// The place of the left entry that is reached by going back from the right entry at `row`,
    /// each step chosen by its part of the sum. `unit` gives numbers in 0..1.
    pub fn left_of(&self, row: usize, share: &Share, mut unit: impl FnMut() -> f64) -> Counts {
        let mut row = row;
        let mut tail = 0;
        for depth in (0..self.sorts.len()).rev() {
            let (heads, tails) = (&self.heads[depth], &self.tails[depth]);
            let digit = usize::from(heads.digit[row]);
            row = heads.parent[row] as usize;
            let width = tails.digit.len();
            let range = tails.starts[tail] as usize..tails.starts[tail + 1] as usize;
            let sums = &self.sums[depth][row * width..][..width];
            let share = &share[self.sorts[depth]];
            let part = |column: usize| {
                sums[column] * share.get(digit + usize::from(tails.digit[column])).unwrap_or(&0.0)
            };
            tail = choose(range, part, &mut unit);
        }
        self.left[tail]
    }
}

/// The number of ways to take labelled cards of each sort from a pool, one after the other.
pub fn shares(pool: Counts) -> Share {
    std::array::from_fn(|place| {
        let copies = count(pool, place);
        let product = |taken| (0..taken).map(|card| f64::from(copies - card)).product();
        (0..=copies).map(product).collect()
    })
}

/// The factor of a sort, 0 where the pool has fewer cards.
pub fn share_of(share: &Share, sort: usize, taken: u8) -> f64 {
    share[sort].get(usize::from(taken)).copied().unwrap_or(0.0)
}

fn tails(ordered: &[(Counts, f64)], sorts: &[usize]) -> Vec<Tails> {
    // The tails before a sort is done, each by one left entry that has it.
    let mut examples: Vec<Counts> = ordered.iter().map(|entry| entry.0).collect();
    let mut levels = Vec::with_capacity(sorts.len());
    for depth in 0..sorts.len() {
        let digit = examples.iter().map(|&key| count(key, sorts[depth])).collect();
        let same = |a: Counts, b: Counts| {
            sorts[depth + 1..].iter().all(|&sort| count(a, sort) == count(b, sort))
        };
        let mut starts = vec![0];
        // Nobody's cards can be counted at all where a made-up position contradicts itself.
        let mut shorter: Vec<Counts> = examples.first().copied().into_iter().collect();
        for (place, pair) in examples.windows(2).enumerate() {
            if !same(pair[0], pair[1]) {
                starts.push(place as u32 + 1);
                shorter.push(pair[1]);
            }
        }
        starts.push(examples.len() as u32);
        levels.push(Tails { digit, starts });
        examples = shorter;
    }
    levels
}

fn heads(ordered: &[(Counts, f64)], sorts: &[usize]) -> Vec<Heads> {
    let mut levels: Vec<Heads> =
        sorts.iter().map(|_| Heads { digit: Vec::new(), parent: Vec::new() }).collect();
    let mut last: Option<Counts> = None;
    for &(key, _) in ordered {
        let new = match last {
            None => 0,
            Some(last) => sorts
                .iter()
                .position(|&sort| count(key, sort) != count(last, sort))
                .unwrap_or(sorts.len()),
        };
        for depth in new..sorts.len() {
            let parent = if depth == 0 { 0 } else { levels[depth - 1].digit.len() as u32 - 1 };
            levels[depth].digit.push(count(key, sorts[depth]));
            levels[depth].parent.push(parent);
        }
        last = Some(key);
    }
    levels
}

/// Exchanges one sort: it was the left entry's count and becomes the right entry's.
fn step(sums: &[f64], tails: &Tails, heads: &Heads, share: &[f64]) -> Vec<f64> {
    let width = tails.digit.len();
    let columns = tails.starts.len() - 1;
    let mut next = vec![0.0; heads.digit.len() * columns];
    for (row, (&digit, &parent)) in heads.digit.iter().zip(&heads.parent).enumerate() {
        let before = &sums[parent as usize * width..][..width];
        let after = &mut next[row * columns..][..columns];
        let share = share.get(usize::from(digit)..).unwrap_or(&[]);
        for (column, sum) in after.iter_mut().enumerate() {
            let range = tails.starts[column] as usize..tails.starts[column + 1] as usize;
            for tail in range {
                if let Some(share) = share.get(usize::from(tails.digit[tail])) {
                    *sum += before[tail] * share;
                }
            }
        }
    }
    next
}
