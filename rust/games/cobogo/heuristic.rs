//! What the greedy agent looks at: how far each reserved pattern has come on the table.
//!
//! The agent tries every placement and keeps one after which the promise of the mosaic is highest.
//! The promise is the sum of the progress of all reserved patterns, from 0 (nothing) to 1
//! (fulfilled) each. For a pattern that asks for `n` copies of `k` bricks it is a number of points
//! out of `n * (k + 1)`:
//!
//! * **Groups that can still become a copy** have a point a brick. Such a group is no larger than
//!   the shape, lies within one of its images (turned or mirrored, K-53), and no glass is in the
//!   way of the bricks that this image still lacks, since glass is never covered (K-31); groups of
//!   one or two bricks are not asked about glass. Any other group has none: bricks attached to a
//!   copy spoil it (K-51).
//! * **A whole copy** has one point more, so the brick that completes a copy counts double, and
//!   breaking a copy up is dear.
//! * **Only the `n` best groups** count: more beginnings than copies to make are no progress.
//! * **Surplus copies** cost a point each where they spoil a pattern (K-56, `count_mode = exact`).
//! * **Windows and special patterns** are as far as with the best type. A type that another reserved
//!   pattern asks for has a point less, for the rulebook advises against it (K-89).
//!
//! Nothing else is looked at: neither hands nor the pile, so no seat's secrets. A win is worth more
//! than any mosaic, a loss less.

use tinyvec::TinyVec;

use super::Cobogo;
use super::components::{ANY, Code, ComponentSet, EMPTY, FIRST_TYPE, GLASS};
use super::mosaic::Mosaic;
use super::state::State;
use super::types::{Bounds, CardId};
use crate::grid::{MAX_SIDE, Shape, label_groups};

/// What a won game is worth; a lost one is worth as much less than nothing.
const WON: f64 = 1e6;

/// Groups up to this size lie within every shape that is not smaller. Most groups are no larger, so
/// they are not asked about glass, either: that takes time and makes no better player.
const PLAIN: usize = 2;

/// What the heuristic needs of a set: the images of the pattern on each card.
#[derive(Debug)]
pub struct Hints {
    images: Vec<Vec<Shape>>,
}

impl Hints {
    /// Prepares the pattern sides of a set.
    #[must_use]
    pub fn new(set: &ComponentSet) -> Self {
        Self { images: set.cards.iter().map(|card| card.pattern.shape.images()).collect() }
    }
}

impl Cobogo {
    /// How promising a position is.
    pub(super) fn promise(&self, state: &State) -> f64 {
        if let Some(won) = state.won {
            return if won { WON } else { -WON };
        }
        state.reserved.cards().iter().map(|&card| self.progress(state, card)).sum()
    }

    /// The progress of one reserved pattern: 1 if it is fulfilled.
    fn progress(&self, state: &State, card: CardId) -> f64 {
        let demand = self.judge.demand(card);
        let goal = demand.cells + demand.number;
        let points = |code| self.points(&state.mosaic, card, code);
        let points = if demand.content == ANY {
            let cards = state.reserved.cards().iter();
            let is_asked =
                |code| cards.clone().any(|&card| self.judge.demand(card).content == code);
            let types = FIRST_TYPE..FIRST_TYPE + self.set.types.len() as Code;
            types.map(|code| points(code) - i64::from(is_asked(code))).max().unwrap_or(0)
        } else {
            points(demand.content)
        };
        points as f64 / f64::from(goal)
    }

    /// The points of the groups of `code` towards a card's pattern.
    fn points(&self, mosaic: &Mosaic, card: CardId, code: Code) -> i64 {
        let demand = self.judge.demand(card);
        let (size, number) = (demand.target.shape.size(), demand.number as usize);
        let images = &self.hints.images[usize::from(card)];
        let glass = |row, left| match code {
            GLASS => 0,
            _ => mosaic.content_row(GLASS, row, left),
        };
        let (mut points, mut copies) = (TinyVec::<[u16; 32]>::new(), 0);
        self.for_each_group(mosaic, code, |group| {
            let bricks = group.size();
            if bricks > size || bricks > PLAIN && !images.iter().any(|i| group.fits(i, glass)) {
                return;
            }
            let copy = usize::from(bricks == size);
            copies += copy;
            points.push((bricks + copy) as u16);
        });
        points.sort_unstable_by(|one, other| other.cmp(one));
        let surplus = if self.rules.exact { copies.saturating_sub(number) } else { 0 };
        points.iter().take(number).map(|&points| i64::from(points)).sum::<i64>() - surplus as i64
    }

    /// Calls `visit` with every group of `code`, but for those too large for any shape.
    fn for_each_group(&self, mosaic: &Mosaic, code: Code, mut visit: impl FnMut(&Group<'_>)) {
        let Bounds { top, left, .. } = mosaic.bounds();
        let height = mosaic.bounds().height();
        if height.max(mosaic.bounds().width()) > MAX_SIDE {
            return for_each_label(mosaic, code, visit);
        }
        let (mut rest, mut found) = ([0; MAX_SIDE], [0; MAX_SIDE]);
        let rest = &mut rest[..height];
        mosaic.content_rows(code, (top, left), rest);
        for first in 0..height {
            while rest[first] != 0 {
                move_group(rest, &mut found, first, rest[first] & rest[first].wrapping_neg());
                let length = found[first..].iter().take_while(|&&row| row != 0).count();
                let rows = &mut found[first..first + length];
                visit(&Group { top: top + first as i16, left, rows });
                rows.fill(0);
            }
        }
    }
}

/// Moves the cells `new` of a row from `rest` to `found`, and all that hang on them by their sides.
fn move_group(rest: &mut [u64], found: &mut [u64], row: usize, mut new: u64) {
    loop {
        let wider = (new | new << 1 | new >> 1) & rest[row];
        if wider == new {
            break;
        }
        new = wider;
    }
    rest[row] ^= new;
    found[row] |= new;
    for beside in [row.wrapping_sub(1), row + 1] {
        let touched = new & rest.get(beside).copied().unwrap_or(0);
        if touched != 0 {
            move_group(rest, found, beside, touched);
        }
    }
}

/// Like [`Cobogo::for_each_group`], for the rare mosaic whose rows or columns no word holds.
fn for_each_label(mosaic: &Mosaic, code: Code, mut visit: impl FnMut(&Group<'_>)) {
    let bounds = mosaic.bounds();
    let mut cells = mosaic.cells();
    cells.iter_mut().filter(|cell| **cell != code).for_each(|cell| *cell = EMPTY);
    let (labels, count) = label_groups(&cells, bounds.height(), bounds.width());
    let mut boxes = vec![Bounds::EMPTY; count as usize + 1];
    for (index, &label) in labels.iter().enumerate() {
        let (row, col) = (index / bounds.width(), index % bounds.width());
        boxes[label as usize] = boxes[label as usize].with(row as i16, col as i16, 1, 1);
    }
    for (label, &Bounds { top, left, bottom, right }) in boxes.iter().enumerate().skip(1) {
        if (bottom - top).max(right - left) as usize >= MAX_SIDE {
            continue;
        }
        let is_set =
            |row, col| labels[row as usize * bounds.width() + col as usize] == label as i32;
        let word = |row| {
            (left..=right).fold(0, |word, col| word | u64::from(is_set(row, col)) << (col - left))
        };
        let rows: Vec<u64> = (top..=bottom).map(word).collect();
        visit(&Group { top: bounds.top + top, left: bounds.left + left, rows: &rows });
    }
}

/// A group: `rows[r]` has the cells of row `top + r`, column `left + c` in bit `c`.
struct Group<'a> {
    top: i16,
    left: i16,
    rows: &'a [u64],
}

impl Group<'_> {
    fn size(&self) -> usize {
        self.rows.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// Whether it lies within an image of a shape, somewhere, with no glass on the image.
    fn fits(&self, image: &Shape, glass: impl Fn(i16, i16) -> u64) -> bool {
        let columns = self.rows.iter().fold(0, |columns, row| columns | row);
        let first = columns.trailing_zeros();
        let width = (columns >> first).trailing_ones() as usize;
        let (Some(below), Some(right)) =
            (image.height().checked_sub(self.rows.len()), image.width().checked_sub(width))
        else {
            return false;
        };
        let fits_at = |down: usize, along: usize| {
            let (top, left) = (self.top - down as i16, self.left + first as i16 - along as i16);
            let is_within = |(group, image): (&u64, &u64)| group >> first << along & !image == 0;
            self.rows.iter().zip(&image.rows()[down..]).all(is_within)
                && (top..).zip(image.rows()).all(|(row, image)| image & glass(row, left) == 0)
        };
        (0..=below).any(|down| (0..=right).any(|along| fits_at(down, along)))
    }
}

#[cfg(test)]
mod tests;
