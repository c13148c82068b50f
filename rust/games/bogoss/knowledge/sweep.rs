//! All seats together, sort by sort: the state of the whole is the state of each seat's automaton.
//!
//! For many sorts of cards, of which much is open, this takes less than adding up hands. Before each
//! sort all seats together have taken what was in the pool of the sorts so far, but for no more cards
//! than are in the pile: other states need not be counted.

use std::ops::Range;

use super::automaton::Automaton;
use super::band::{Band, Columns, Side, Window};
use super::pair::Share;
use super::reading::Order;

/// The seats and what the pool has.
pub struct Sweep<'a> {
    seats: &'a [Automaton],
    order: &'a Order,
    share: &'a Share,
    cards: Cards,
    /// For each sort the weight of all that can follow, by states before it.
    ends: Vec<Band>,
}

/// How many cards are taken before each sort.
struct Cards {
    /// By each seat in each of its states.
    by_state: Vec<Vec<Vec<u8>>>,
    /// By all of them.
    windows: Vec<Window>,
    /// How many cards nobody takes.
    pile: usize,
}

/// Numbers for the states of the whole, by the cards taken of a sort.
struct Layers {
    numbers: Numbers,
    /// The states of half of the seats.
    rows: Side,
    /// The states of the other seats.
    columns: Side,
    /// The same in order.
    order: Columns,
}

/// A band for each number of cards.
struct Numbers {
    /// The number of the first band.
    first: usize,
    bands: Vec<Band>,
}

/// A seat that moves past a sort.
struct Axis {
    /// Its place among the seats of the rows.
    place: usize,
    /// The states of the rows when it has moved.
    rows: Side,
    moves: Vec<Move>,
    /// The numbers of cards from which something can still come.
    numbers: Range<usize>,
}

/// Columns that are worked on at once.
const AT_ONCE: usize = 64;

/// On which level each seat is before and after a pass, and which cards the layers have.
#[derive(Clone, Copy)]
enum Way {
    /// The layers count cards taken.
    Forth,
    /// The layers count cards given back, from the most that the pool has.
    Back,
}

impl<'a> Sweep<'a> {
    /// Sums up from the last sort to the first.
    pub fn new(seats: &'a [Automaton], order: &'a Order, share: &'a Share) -> Self {
        let depth = order.places.len();
        let cards = Cards::new(seats, order, share);
        let mut sweep = Self { seats, order, share, cards, ends: vec![Band::one()] };
        for level in (0..depth).rev() {
            let after = &sweep.ends[depth - 1 - level];
            let before = sweep.back(level, after);
            sweep.ends.push(before);
        }
        sweep.ends.reverse();
        sweep
    }

    /// How many states of the whole there are before all sorts together: what a sweep takes.
    pub fn states(seats: &[Automaton], order: &Order, share: &Share) -> usize {
        let cards = Cards::new(seats, order, share);
        let whole = |(level, &Window(least, most)): (usize, &Window)| {
            // The number of states by the number of cards.
            let mut states = vec![1_usize];
            for seat in &cards.by_state {
                let own = &seat[level];
                let most = own.iter().max().map_or(0, |&most| usize::from(most));
                let mut sums = vec![0_usize; states.len() + most];
                for (taken, count) in states.into_iter().enumerate() {
                    for &own in own {
                        let sum = &mut sums[taken + usize::from(own)];
                        *sum = sum.saturating_add(count);
                    }
                }
                states = sums;
            }
            let counts = states.into_iter().skip(least.max(0) as usize);
            counts.take((most - least.max(0) + 1).max(0) as usize).fold(0, usize::saturating_add)
        };
        let levels = cards.windows.iter().enumerate().take(order.places.len());
        levels.map(whole).fold(0, usize::saturating_add)
    }

    /// The sum over everything.
    pub fn total(&self) -> f64 {
        self.ends[0].only()
    }

    /// How many cards of each sort are taken on average, and for each seat and each kind the sum over
    /// all deals in which the seat has just so many cards of the sorts of that kind as `none` says.
    pub fn sums(&self, none: impl Fn(usize, usize) -> Option<u8>) -> (Vec<f64>, Vec<[f64; 4]>) {
        let depth = self.order.places.len();
        let mut means = Vec::with_capacity(depth);
        let mut lacks = vec![[0.0; 4]; self.seats.len()];
        let mut now = Band::one();
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
                    let step = |now: &Band, level| {
                        self.collapse(level, &self.forth(level, now, only(level)))
                    };
                    let past = (start + 1..end).fold(step(&now, start), |now, at| step(&now, at));
                    lacks[seat][kind] = past.dot(&self.ends[end]);
                }
            }
            if level < depth {
                let layers = self.forth(level, &now, None);
                let share = &self.share[self.order.places[level]];
                let mean = layers.numbers.iter().map(|(cards, layer)| {
                    cards as f64 * share[cards] * layer.dot(&self.ends[level + 1])
                });
                means.push(mean.sum::<f64>() / self.total());
                now = self.collapse(level, &layers);
            }
        }
        (means, lacks)
    }

    /// What comes to each state by a sort, by the number of cards taken. A seat can be held to a
    /// number of cards, or to none at all.
    fn forth(&self, level: usize, now: &Band, only: Option<(usize, Option<u8>)>) -> Layers {
        let (rows, columns) = self.sides(level);
        let mut start = Band::zeros(&rows, &columns.columns(), self.window(level, 0));
        start.add(now, 1.0);
        let numbers = Numbers { first: 0, bands: vec![start] };
        let layers = Layers { numbers, rows, order: columns.columns(), columns };
        self.through(level, Way::Forth, layers, |seat| {
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
            moves.collect()
        })
    }

    /// The sum over the numbers of cards taken.
    fn collapse(&self, level: usize, layers: &Layers) -> Band {
        let share = &self.share[self.order.places[level]];
        let mut sum = Band::zeros(&layers.rows, &layers.order, self.window(level + 1, 0));
        for (cards, layer) in layers.numbers.iter() {
            sum.add(layer, share[cards]);
        }
        sum
    }

    /// The weights of what can follow before a sort, from those after it.
    fn back(&self, level: usize, after: &Band) -> Band {
        let share = &self.share[self.order.places[level]];
        let (rows, columns) = self.sides(level + 1);
        let order = columns.columns();
        // From the most cards down to none, so that cards are given back.
        let most = share.iter().enumerate().rev().take(self.cards.pile + 1);
        let bands = most.map(|(cards, &share)| {
            let mut band = Band::zeros(&rows, &order, self.window(level, cards));
            band.add(after, share);
            band
        });
        let numbers = Numbers { first: 0, bands: bands.collect() };
        let layers = Layers { numbers, rows, columns, order };
        let mut layers = self.through(level, Way::Back, layers, |seat| {
            let steps = self.seats[seat].levels[level].iter().enumerate();
            let steps = steps.flat_map(|(to, steps)| steps.iter().map(move |step| (to, step)));
            let moves = steps.map(|(to, step)| Move {
                from: step.to,
                to,
                up: step.cards.into(),
                weight: step.weight,
            });
            moves.collect()
        });
        let last = layers.numbers.bands.pop();
        last.unwrap_or_else(|| {
            let (rows, columns) = self.sides(level);
            Band::zeros(&rows, &columns.columns(), self.window(level, 0))
        })
    }

    /// The cards that all seats together have taken before a sort, and `more` of it.
    fn window(&self, level: usize, more: usize) -> Window {
        let Window(least, most) = self.cards.windows[level];
        Window(least + more as i32, most + more as i32)
    }

    /// The seats of the rows and of the columns.
    fn halves(&self) -> [Range<usize>; 2] {
        let half = self.seats.len().div_ceil(2);
        [0..half, half..self.seats.len()]
    }

    fn side(&self, seats: impl Iterator<Item = (usize, usize)>) -> Side {
        Side::new(seats.map(|(seat, level)| &self.cards.by_state[seat][level][..]))
    }

    /// The states of the rows and of the columns before a sort.
    fn sides(&self, level: usize) -> (Side, Side) {
        let [rows, columns] = self.halves();
        let side = |seats: Range<usize>| self.side(seats.map(|seat| (seat, level)));
        (side(rows), side(columns))
    }

    /// Moves every seat past a sort, or back: those of the rows, which become the columns, then those
    /// of the other half.
    fn through(
        &self,
        level: usize,
        way: Way,
        layers: Layers,
        moves: impl Fn(usize) -> Vec<Move>,
    ) -> Layers {
        let most = self.share[self.order.places[level]].len();
        let (from, to) = match way {
            Way::Forth => (level, level + 1),
            Way::Back => (level + 1, level),
        };
        let window = |layer: usize| match way {
            Way::Forth => self.window(level, layer),
            Way::Back => self.window(level, most - 1 - layer),
        };
        // What has to be taken of the sort, or given back.
        let least = match way {
            Way::Forth => (most - 1).saturating_sub(self.cards.pile),
            Way::Back => most - 1,
        };
        let [first, second] = self.halves();
        let axes = |seats: Range<usize>, later: &[Axis]| {
            let mut open: usize = later.iter().map(Axis::highest).sum();
            let axis = |seat: usize| {
                let levels = seats.clone().map(|it| (it, if it <= seat { to } else { from }));
                let axis = Axis {
                    place: seat - seats.start,
                    rows: self.side(levels),
                    moves: moves(seat),
                    numbers: least.saturating_sub(open)..most,
                };
                open += axis.highest();
                axis
            };
            let mut axes: Vec<Axis> = seats.clone().rev().map(axis).collect();
            axes.reverse();
            axes
        };
        let second = axes(second, &[]);
        let first = axes(first, &second);
        layers.moved(&first, window).moved(&second, window)
    }
}

impl Cards {
    fn new(seats: &[Automaton], order: &Order, share: &Share) -> Self {
        let depth = order.places.len();
        let by_state: Vec<Vec<Vec<u8>>> = seats.iter().map(Automaton::cards).collect();
        // What the seats take of everything.
        let taken = |seat: &Vec<Vec<u8>>| seat[depth].first().map_or(0, |&cards| i32::from(cards));
        let hidden: i32 = by_state.iter().map(taken).sum();
        let copies = |place: usize| share[place].len() as i32 - 1;
        let all: i32 = (0..share.len()).map(copies).sum();
        let mut windows = vec![Window(0, 0)];
        let mut so_far = 0;
        let pile = (all - hidden).max(0);
        for &place in &order.places {
            so_far += copies(place);
            windows.push(Window((so_far - pile).max(0), so_far.min(hidden)));
        }
        Self { by_state, windows, pile: pile as usize }
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
    /// Takes the seats of the rows to other states, and exchanges rows and columns. Some columns at a
    /// time, so that what is worked on is near at hand.
    fn moved(self, axes: &[Axis], window: impl Fn(usize) -> Window + Copy) -> Self {
        let rows = axes.last().map_or_else(|| self.rows.clone(), |axis| axis.rows.clone());
        let order = rows.columns();
        let mut numbers = Numbers { first: self.numbers.first, bands: Vec::new() };
        for start in (0..self.order.len()).step_by(AT_ONCE) {
            let columns = self.order.part(start..self.order.len().min(start + AT_ONCE));
            let part = self
                .numbers
                .map(|number, band| band.part(&self.rows, &columns, start, window(number)));
            let (part, _) = axes.iter().fold((part, &self.rows), |(part, rows), axis| {
                (part.moved(rows, axis, &columns, window), &axis.rows)
            });
            numbers.first = part.first;
            for (number, band) in part.iter() {
                if numbers.first + numbers.bands.len() == number {
                    numbers.bands.push(Band::zeros(&self.columns, &order, window(number)));
                }
                band.turn_into(&mut numbers.bands[number - part.first], &columns, &order);
            }
        }
        Self { numbers, rows: self.columns, columns: rows, order }
    }
}

impl Numbers {
    /// The bands with the numbers of cards.
    fn iter(&self) -> impl Iterator<Item = (usize, &Band)> {
        (self.first..).zip(&self.bands)
    }

    fn map(&self, change: impl Fn(usize, &Band) -> Band) -> Self {
        let bands = self.iter().map(|(number, band)| change(number, band)).collect();
        Self { first: self.first, bands }
    }

    /// Takes one seat to other states.
    fn moved(
        &self,
        rows: &Side,
        axis: &Axis,
        columns: &Columns,
        window: impl Fn(usize) -> Window,
    ) -> Self {
        let (own, width) = (rows.widths[axis.place], axis.rows.widths[axis.place]);
        let before: usize = rows.widths[..axis.place].iter().product();
        let after: usize = rows.widths[axis.place + 1..].iter().product();
        let first = axis.numbers.start.max(self.first);
        let end = axis.numbers.end.min(self.first + self.bands.len() + axis.highest());
        let zeros = |number| Band::zeros(&axis.rows, columns, window(number));
        let mut bands: Vec<Band> = (first..end).map(zeros).collect();
        for (number, band) in self.iter() {
            for it in &axis.moves {
                let target = (number + it.up).checked_sub(first);
                let Some(target) = target.and_then(|place| bands.get_mut(place)) else { continue };
                for block in 0..before {
                    let source = (block * own + it.from) * after;
                    let to = (block * width + it.to) * after;
                    for row in 0..after {
                        target.add_row(to + row, band, source + row, it.weight);
                    }
                }
            }
        }
        Self { first, bands }
    }
}

impl Axis {
    /// The most cards that the seat takes.
    fn highest(&self) -> usize {
        self.moves.iter().map(|it| it.up).max().unwrap_or(0)
    }
}
