//! All seats together, sort by sort: the state of the whole is the state of each seat's automaton.
//!
//! For many sorts of cards, of which much is open, this takes less than adding up hands.

use super::automaton::{Automaton, Order, Step};
use super::pair::Share;

/// Most states of the whole before one sort.
const STATES: usize = 1 << 18;

/// The seats and what the pool has.
pub struct Sweep<'a> {
    seats: &'a [Automaton],
    order: &'a Order,
    share: &'a Share,
    /// For each sort and state the weight of all that can follow.
    ends: Vec<Vec<f64>>,
}

/// One number for each state of the whole and each number of cards taken of a sort.
struct Layers {
    /// For each number of cards a number for each state.
    layers: Vec<Vec<f64>>,
    /// How many states each seat has.
    widths: Vec<usize>,
}

impl<'a> Sweep<'a> {
    /// Sums up from the last sort to the first. `None` if there are too many states.
    pub fn new(seats: &'a [Automaton], order: &'a Order, share: &'a Share) -> Option<Self> {
        let depth = order.places.len();
        let states =
            |level| seats.iter().fold(1_usize, |all, seat| all.saturating_mul(seat.width(level)));
        if (0..depth).any(|level| states(level) > STATES) {
            return None;
        }
        let mut sweep = Self { seats, order, share, ends: vec![vec![1.0]] };
        for level in (0..depth).rev() {
            let after = &sweep.ends[depth - 1 - level];
            let before = sweep.back(level, after);
            sweep.ends.push(before);
        }
        sweep.ends.reverse();
        Some(sweep)
    }

    /// The sum over everything.
    pub fn total(&self) -> f64 {
        self.ends[0][0]
    }

    /// How many cards of each sort are taken on average, and for each seat and each kind the sum over
    /// all deals in which the seat has just so many cards of the sorts of that kind as `none` says.
    pub fn sums(&self, none: impl Fn(usize, usize) -> Option<u8>) -> (Vec<f64>, Vec<[f64; 4]>) {
        let depth = self.order.places.len();
        let mut means = Vec::with_capacity(depth);
        let mut lacks = vec![[0.0; 4]; self.seats.len()];
        let mut now = vec![1.0];
        for level in 0..=depth {
            for (kind, &(start, end)) in self.order.kinds.iter().enumerate() {
                for seat in (0..self.seats.len()).filter(|_| start == level) {
                    let only = |level: usize| Some((seat, none(seat, self.order.places[level])));
                    let past = (start..end).fold(now.clone(), |now, level| {
                        self.collapse(level, &self.forth(level, &now, only(level)))
                    });
                    lacks[seat][kind] = dot(&past, &self.ends[end]);
                }
            }
            if level < depth {
                let layers = self.forth(level, &now, None);
                let share = &self.share[self.order.places[level]];
                let mean = layers.layers.iter().enumerate().map(|(cards, layer)| {
                    let share = share.get(cards).copied().unwrap_or(0.0);
                    cards as f64 * share * dot(layer, &self.ends[level + 1])
                });
                means.push(mean.sum::<f64>() / self.total());
                now = self.collapse(level, &layers);
            }
        }
        (means, lacks)
    }

    /// What comes to each state by a sort, by the number of cards taken. A seat can be held to a
    /// number of cards, or to none at all.
    fn forth(&self, level: usize, now: &[f64], only: Option<(usize, Option<u8>)>) -> Layers {
        let most = self.share[self.order.places[level]].len();
        let widths = self.seats.iter().map(|seat| seat.width(level)).collect();
        let mut layers = Layers { layers: vec![now.to_vec()], widths };
        for (place, seat) in self.seats.iter().enumerate() {
            let allows = |step: &Step| {
                only.is_none_or(|(of, cards)| of != place || cards == Some(step.cards))
            };
            layers = layers.through(place, seat.width(level + 1), most, |add| {
                for (from, steps) in seat.levels[level].iter().enumerate() {
                    for step in steps.iter().filter(|step| allows(step)) {
                        add(from, step.to, usize::from(step.cards), step.weight);
                    }
                }
            });
        }
        layers
    }

    /// The sum over the numbers of cards taken.
    fn collapse(&self, level: usize, layers: &Layers) -> Vec<f64> {
        let share = &self.share[self.order.places[level]];
        let mut sum = vec![0.0; layers.layers[0].len()];
        for (layer, share) in layers.layers.iter().zip(share) {
            sum.iter_mut().zip(layer).for_each(|(sum, part)| *sum += part * share);
        }
        sum
    }

    /// The weights of what can follow before a sort, from those after it.
    fn back(&self, level: usize, after: &[f64]) -> Vec<f64> {
        let share = &self.share[self.order.places[level]];
        // From the most cards down to none, so that cards are given back.
        let layers = share.iter().rev();
        let layers = layers.map(|share| after.iter().map(|end| end * share).collect()).collect();
        let widths = self.seats.iter().map(|seat| seat.width(level + 1)).collect();
        let mut layers = Layers { layers, widths };
        for (place, seat) in self.seats.iter().enumerate() {
            layers = layers.through(place, seat.width(level), share.len(), |add| {
                for (from, steps) in seat.levels[level].iter().enumerate() {
                    for step in steps {
                        add(step.to, from, usize::from(step.cards), step.weight);
                    }
                }
            });
        }
        let none = || vec![0.0; self.seats.iter().map(|seat| seat.width(level)).product()];
        layers.layers.into_iter().nth(share.len() - 1).unwrap_or_else(none)
    }
}

impl Layers {
    /// Takes one seat to other states; `steps` names from where to where, how many layers up, and the
    /// factor.
    fn through(
        &self,
        seat: usize,
        width: usize,
        most: usize,
        steps: impl Fn(&mut dyn FnMut(usize, usize, usize, f64)),
    ) -> Self {
        let (before, own) = (self.widths[..seat].iter().product::<usize>(), self.widths[seat]);
        let after: usize = self.widths[seat + 1..].iter().product();
        let mut widths = self.widths.clone();
        widths[seat] = width;
        let mut layers: Vec<Vec<f64>> = Vec::new();
        steps(&mut |from, to, up, weight| {
            for (number, layer) in self.layers.iter().enumerate().take(most.saturating_sub(up)) {
                while layers.len() <= number + up {
                    layers.push(vec![0.0; before * width * after]);
                }
                let target = &mut layers[number + up];
                for block in 0..before {
                    let source = &layer[(block * own + from) * after..][..after];
                    let target = &mut target[(block * width + to) * after..][..after];
                    target.iter_mut().zip(source).for_each(|(sum, part)| *sum += weight * part);
                }
            }
        });
        if layers.is_empty() {
            layers.push(vec![0.0; before * width * after]);
        }
        Self { layers, widths }
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
