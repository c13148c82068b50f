//! Choices that have to add up, drawn exactly.
//!
//! Cards that look alike are a class, and for each class there are a few choices of what becomes of
//! them. A choice has a weight and a tally: how much it takes of what is counted over all classes.
//! The weights of all combinations are summed by tally, class after class; drawing goes back from the
//! last class to the first. No draw is ever refused, however unlikely what the seat has seen.

use crate::random::Random;

/// How many things a tally counts.
pub const LANES: usize = 8;

const BITS: usize = 16;

/// The highest bit of each lane; counts stay below it.
const HIGH: u128 = (u128::MAX / 0xffff) << 15;

/// Counts of up to [`LANES`] things, none above 2^15 - 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally(u128);

impl Tally {
    /// The tally of these counts.
    pub fn new(counts: [u32; LANES]) -> Self {
        let lanes = counts.iter().enumerate();
        Self(lanes.fold(0, |all, (lane, &count)| all | u128::from(count) << (BITS * lane)))
    }

    /// One of the counts.
    pub fn count(self, lane: usize) -> u32 {
        u32::from((self.0 >> (BITS * lane)) as u16)
    }

    fn is_within(self, most: Self) -> bool {
        ((most.0 | HIGH) - self.0) & HIGH == HIGH
    }
}

/// One choice of a class.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// What it takes.
    pub tally: Tally,
    /// In how many ways, on a scale that all choices of the class share.
    pub weight: f64,
}

/// The summed weights of all combinations, by class and tally.
pub struct Sums<'a> {
    classes: &'a [Vec<Choice>],
    /// How far each choice is from one place of a layer to another.
    offsets: Vec<Vec<usize>>,
    /// Weights before the first class, after it, and so on, each layer on a scale of its own.
    layers: Vec<Vec<f64>>,
    /// The tallies of the last layer with their places.
    ends: Vec<(Tally, usize)>,
}

impl<'a> Sums<'a> {
    /// Sums up the choices of all classes as far as no count exceeds `most`.
    pub fn new(classes: &'a [Vec<Choice>], most: Tally) -> Self {
        let mut strides = [0; LANES];
        let mut size = 1;
        for (lane, stride) in strides.iter_mut().enumerate() {
            *stride = size;
            size *= most.count(lane) as usize + 1;
        }
        let offset = |choice: &Choice| {
            let lanes = strides.iter().enumerate();
            lanes.map(|(lane, stride)| stride * choice.tally.count(lane) as usize).sum()
        };
        let mut first = vec![0.0; size];
        first[0] = 1.0;
        let mut sums = Self {
            classes,
            offsets: classes.iter().map(|choices| choices.iter().map(offset).collect()).collect(),
            layers: vec![first],
            ends: vec![(Tally::default(), 0)],
        };
        for class in 0..classes.len() {
            sums.add(class, most);
        }
        sums
    }

    fn add(&mut self, class: usize, most: Tally) {
        let before = &self.layers[class];
        let (mut after, mut ends) = (vec![0.0; before.len()], Vec::new());
        let mut highest: f64 = 0.0;
        for (choice, offset) in self.classes[class].iter().zip(&self.offsets[class]) {
            for &(start, from) in &self.ends {
                let end = Tally(start.0 + choice.tally.0);
                if !end.is_within(most) {
                    continue;
                }
                let place = from + offset;
                if after[place] == 0.0 {
                    ends.push((end, place));
                }
                after[place] += before[from] * choice.weight;
                highest = highest.max(after[place]);
            }
        }
        // Only ratios matter, and products over many classes would leave the range of numbers.
        ends.iter().for_each(|&(_, place)| after[place] /= highest);
        self.ends = ends;
        self.layers.push(after);
    }

    /// What the choices of all classes can add up to, with the weights.
    pub fn ends(&self) -> impl Iterator<Item = (Tally, f64)> + '_ {
        let last = &self.layers[self.classes.len()];
        self.ends.iter().map(|&(end, place)| (end, last[place]))
    }

    /// Draws choices that add up to one of the ends, from the last class to the first, and calls
    /// `visit` with each class and its choice.
    pub fn draw(&self, mut end: Tally, random: &mut Random, mut visit: impl FnMut(usize, usize)) {
        let found = self.ends.iter().find(|one| one.0 == end);
        let mut place = found.map_or(0, |one| one.1);
        for (class, choices) in self.classes.iter().enumerate().rev() {
            let (before, offsets) = (&self.layers[class], &self.offsets[class]);
            let weights = choices.iter().zip(offsets).map(|(choice, offset)| {
                let is_within = choice.tally.is_within(end);
                if is_within { before[place - offset] * choice.weight } else { 0.0 }
            });
            let chosen = pick_weighted(weights, random);
            end = Tally(end.0 - choices[chosen].tally.0);
            place -= offsets[chosen];
            visit(class, chosen);
        }
    }
}

/// The place of one of the weights, at random; they are not all 0.
pub fn pick_weighted(weights: impl Iterator<Item = f64> + Clone, random: &mut Random) -> usize {
    let total: f64 = weights.clone().sum();
    // From 0 to 1, 1 not included.
    let unit = (random.bits() >> 11) as f64 / (1_u64 << 53) as f64;
    let (mut rest, mut last) = (unit * total, 0);
    for (place, weight) in weights.enumerate().filter(|&(_, weight)| weight > 0.0) {
        last = place;
        if rest < weight {
            break;
        }
        rest -= weight;
    }
    last
}

/// What factorials are measured in, to the power of the number, so that those of a whole deck stay
/// in the range of numbers. It cancels where all that is compared takes equally many cards.
const SCALE: f64 = 100.0;

/// `n! / SCALE^n`.
const FACTORIALS: [f64; 256] = {
    let mut table = [1.0; 256];
    let mut n = 1;
    while n < table.len() {
        table[n] = table[n - 1] * n as f64 / SCALE;
        n += 1;
    }
    table
};

/// `n!`, by the scale.
pub fn factorial(n: u32) -> f64 {
    FACTORIALS[n as usize]
}

/// In how many ways so many cards can be taken one after the other, by the scale.
pub fn ways(cards: u32, taken: u32) -> f64 {
    let left = cards.checked_sub(taken);
    left.map_or(0.0, |left| factorial(cards) / factorial(left))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random_choices(random: &mut Random) -> Vec<Vec<Choice>> {
        let choice = |random: &mut Random| {
            let mut counts = [0; LANES];
            (counts[0], counts[5]) = (random.below(3), random.below(2));
            Choice { tally: Tally::new(counts), weight: f64::from(1 + random.below(9)) }
        };
        (0..5).map(|_| (0..1 + random.below(4)).map(|_| choice(random)).collect()).collect()
    }

    /// Every combination with what it adds up to and its weight.
    fn combinations(classes: &[Vec<Choice>]) -> Vec<(Vec<usize>, Tally, f64)> {
        let mut all = vec![(Vec::new(), Tally::default(), 1.0)];
        for choices in classes {
            let longer = all.iter().flat_map(|(chosen, tally, weight)| {
                choices.iter().enumerate().map(move |(at, choice)| {
                    let chosen = [chosen.as_slice(), &[at]].concat();
                    (chosen, Tally(tally.0 + choice.tally.0), weight * choice.weight)
                })
            });
            all = longer.collect();
        }
        all
    }

    #[test]
    fn sums_are_those_of_all_combinations() {
        let mut random = Random::stream(4, 0);
        for _ in 0..50 {
            let classes = random_choices(&mut random);
            let most = Tally::new([4, 0, 0, 0, 0, 3, 0, 0]);
            let all = combinations(&classes);
            let within: Vec<_> = all.iter().filter(|one| one.1.is_within(most)).collect();
            let sums = Sums::new(&classes, most);
            let total: f64 = within.iter().map(|one| one.2).sum();
            let scale: f64 = sums.ends().map(|end| end.1).sum();
            for (end, weight) in sums.ends() {
                let same = within.iter().filter(|one| one.1 == end).map(|one| one.2);
                assert!((weight / scale - same.sum::<f64>() / total).abs() < 1e-12);
            }
            assert!(within.iter().all(|one| sums.ends().any(|end| end.0 == one.1)));
        }
    }

    #[test]
    fn combinations_are_drawn_by_their_weights() {
        const DRAWS: usize = 40_000;
        let mut random = Random::stream(4, 1);
        let classes = random_choices(&mut random);
        let sums = Sums::new(&classes, Tally::new([9; LANES]));
        for (end, _) in sums.ends() {
            let same: Vec<_> =
                combinations(&classes).into_iter().filter(|one| one.1 == end).collect();
            let total: f64 = same.iter().map(|one| one.2).sum();
            let mut counts = vec![0_u32; same.len()];
            for _ in 0..DRAWS {
                let mut chosen = vec![0; classes.len()];
                sums.draw(end, &mut random, |class, choice| chosen[class] = choice);
                let at = same.iter().position(|one| one.0 == chosen);
                counts[at.expect("a combination that adds up to the end")] += 1;
            }
            for (one, count) in same.iter().zip(counts) {
                let chance = one.2 / total;
                let spread = (chance * (1.0 - chance) / DRAWS as f64).sqrt();
                let found = f64::from(count) / DRAWS as f64;
                assert!((found - chance).abs() <= 5.5 * spread, "{found} for {chance}");
            }
        }
    }

    #[test]
    fn ways_of_a_whole_deck_are_numbers() {
        for cards in 0..=254 {
            assert_eq!(ways(cards, 0), 1.0);
            assert_eq!(ways(cards, cards + 1), 0.0);
            assert!(ways(cards, cards).is_normal());
            if cards > 2 {
                let three = f64::from(cards * (cards - 1)) * f64::from(cards - 2);
                assert!((ways(cards, 3) * SCALE.powi(3) / three - 1.0).abs() < 1e-12);
            }
        }
    }
}
