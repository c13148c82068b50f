//! All seats together, sort by sort: the state of the whole is the state of each seat's automaton.
//!
//! For many sorts of cards, of which much is open, this takes less than adding up hands.

use super::automaton::Automaton;
use super::pair::Share;
use super::reading::Order;

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
    /// How many states the seat of each axis has.
    widths: Vec<usize>,
}

impl<'a> Sweep<'a> {
    /// Sums up from the last sort to the first.
    pub fn new(seats: &'a [Automaton], order: &'a Order, share: &'a Share) -> Self {
        let depth = order.places.len();
        let mut sweep = Self { seats, order, share, ends: vec![vec![1.0]] };
        for level in (0..depth).rev() {
            let after = &sweep.ends[depth - 1 - level];
            let before = sweep.back(level, after);
            sweep.ends.push(before);
        }
        sweep.ends.reverse();
        sweep
    }

    /// How many states of the whole there are before all sorts together: what a sweep takes.
    pub fn states(seats: &[Automaton]) -> usize {
        let levels = seats.first().map_or(0, |seat| seat.levels.len());
        let widths = |level| seats.iter().map(move |seat| seat.width(level));
        let whole = |level| widths(level).fold(1, usize::saturating_mul);
        (0..levels).map(whole).fold(0, usize::saturating_add)
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
                    let wanted = |seat, level: usize| none(seat, self.order.places[level]);
                    // Seats of which the same is known hold the same.
                    let twin = (0..seat).find(|&other| {
                        self.seats[other] == self.seats[seat]
                            && (start..end).all(|at| wanted(other, at) == wanted(seat, at))
                    });
                    if let Some(twin) = twin {
                        lacks[seat][kind] = lacks[twin][kind];
                        continue;
                    }
                    let only = |level: usize| Some((seat, wanted(seat, level)));
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
        let layers = Layers { layers: vec![now.to_vec()], widths: self.widths(level) };
        layers.through(self.half(level), |layers, axis, seat| {
            let steps = self.seats[seat].levels[level].iter().enumerate();
            let steps = steps.flat_map(|(from, steps)| steps.iter().map(move |step| (from, step)));
            let allowed = steps.filter(|(_, step)| {
                only.is_none_or(|(of, cards)| of != seat || cards == Some(step.cards))
            });
            let moves = allowed.map(|(from, step)| Move {
                from,
                to: step.to,
                up: step.cards.into(),
                weight: step.weight,
            });
            layers.moved(axis, self.seats[seat].width(level + 1), most, moves)
        })
    }

    /// The seats by axes before a sort. Half of them go to the end with every sort: what moves along
    /// the first axes moves in long rows.
    fn axes(&self, level: usize) -> Vec<usize> {
        let mut axes: Vec<usize> = (0..self.seats.len()).collect();
        if level % 2 == 1 {
            axes.rotate_left(self.seats.len() / 2);
        }
        axes
    }

    /// The axes before a sort, and how many of them go to the end.
    fn half(&self, level: usize) -> (Vec<usize>, usize) {
        let (all, half) = (self.seats.len(), self.seats.len() / 2);
        (self.axes(level), if level % 2 == 1 { all - half } else { half })
    }

    /// How many states each seat has before a sort, by axes.
    fn widths(&self, level: usize) -> Vec<usize> {
        self.axes(level).into_iter().map(|seat| self.seats[seat].width(level)).collect()
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
        let layers = Layers { layers, widths: self.widths(level + 1) };
        let layers = layers.through(self.half(level + 1), |layers, axis, seat| {
            let steps = self.seats[seat].levels[level].iter().enumerate();
            let steps = steps.flat_map(|(to, steps)| steps.iter().map(move |step| (to, step)));
            let moves = steps.map(|(to, step)| Move {
                from: step.to,
                to,
                up: step.cards.into(),
                weight: step.weight,
            });
            layers.moved(axis, self.seats[seat].width(level), share.len(), moves)
        });
        let none = || vec![0.0; self.seats.iter().map(|seat| seat.width(level)).product()];
        layers.layers.into_iter().nth(share.len() - 1).unwrap_or_else(none)
    }
}

/// From one state of a seat to another, so many layers up, with a factor.
struct Move {
    from: usize,
    to: usize,
    up: usize,
    weight: f64,
}

impl Layers {
    /// Moves every seat, given by its axis and itself; half of the axes go to the end.
    fn through(
        mut self,
        (axes, half): (Vec<usize>, usize),
        mut move_one: impl FnMut(&Self, usize, usize) -> Self,
    ) -> Self {
        let (first, second) = axes.split_at(half);
        for (axis, &seat) in first.iter().enumerate() {
            self = move_one(&self, axis, seat);
        }
        self = self.turned(half);
        for (axis, &seat) in second.iter().enumerate() {
            self = move_one(&self, axis, seat);
        }
        self
    }

    /// Takes the seat of an axis to other states.
    fn moved(
        &self,
        axis: usize,
        width: usize,
        most: usize,
        moves: impl Iterator<Item = Move>,
    ) -> Self {
        let (before, own) = (self.widths[..axis].iter().product::<usize>(), self.widths[axis]);
        let after: usize = self.widths[axis + 1..].iter().product();
        let mut widths = self.widths.clone();
        widths[axis] = width;
        let mut layers = vec![vec![0.0; before * width * after]];
        for Move { from, to, up, weight } in moves {
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
        }
        Self { layers, widths }
    }

    /// With the first axes last.
    fn turned(mut self, axes: usize) -> Self {
        let rows: usize = self.widths[..axes].iter().product();
        let columns: usize = self.widths[axes..].iter().product();
        for layer in &mut self.layers {
            let mut turned = Vec::with_capacity(layer.len());
            for column in 0..columns {
                turned.extend((0..rows).map(|row| layer[row * columns + column]));
            }
            *layer = turned;
        }
        self.widths.rotate_left(axes);
        self
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
