//! Numbers for pairs of states: one of some seats, one of the others. Only pairs that together have
//! taken a number of cards within a window are kept: with most cards dealt out, these are few.

use std::ops::Range;

/// All combinations of the states of some seats, the last seat's state changing first.
#[derive(Clone)]
pub struct Side {
    /// How many states each seat has.
    pub widths: Vec<usize>,
    /// The cards taken in each combination.
    cards: Vec<u8>,
}

/// Combinations in the order of the cards taken.
pub struct Columns {
    /// The combination of each column.
    sides: Vec<usize>,
    /// The first column with so many cards; one more at the end.
    starts: Vec<usize>,
}

/// The least and the most cards.
#[derive(Clone, Copy)]
pub struct Window(pub i32, pub i32);

/// A number for each pair of a row and a column within a window.
pub struct Band {
    values: Vec<f64>,
    /// For each row its first column and where that lies among the values; one more at the end.
    rows: Vec<(usize, usize)>,
}

impl Side {
    /// Of seats that have taken so many cards in each of their states.
    pub fn new<'a>(seats: impl Iterator<Item = &'a [u8]>) -> Self {
        let mut side = Self { widths: Vec::new(), cards: vec![0] };
        for seat in seats {
            side.widths.push(seat.len());
            let all = side.cards.iter().flat_map(|&cards| seat.iter().map(move |own| cards + own));
            side.cards = all.collect();
        }
        side
    }

    /// The columns of these combinations.
    pub fn columns(&self) -> Columns {
        let mut sides: Vec<usize> = (0..self.cards.len()).collect();
        sides.sort_by_key(|&side| self.cards[side]);
        let most = self.cards.iter().max().map_or(0, |&most| usize::from(most));
        let before = |cards| sides.partition_point(|&side| usize::from(self.cards[side]) < cards);
        let starts = (0..=most + 1).map(before).collect();
        Columns { sides, starts }
    }
}

impl Columns {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.sides.len()
    }

    /// Some columns in a row.
    pub fn part(&self, range: Range<usize>) -> Self {
        let start = |&start: &usize| start.clamp(range.start, range.end) - range.start;
        let starts = self.starts.iter().map(start).collect();
        Self { sides: self.sides[range].to_vec(), starts }
    }

    /// The columns with so many cards.
    fn within(&self, Window(least, most): Window) -> Range<usize> {
        let start = |cards: i32| self.starts[cards.clamp(0, self.starts.len() as i32 - 1) as usize];
        start(least)..start(most + 1).max(start(least))
    }
}

impl Band {
    /// The number for seats that have all taken no cards.
    pub fn one() -> Self {
        Self { values: vec![1.0], rows: vec![(0, 0), (0, 1)] }
    }

    /// All 0.
    pub fn zeros(rows: &Side, columns: &Columns, Window(least, most): Window) -> Self {
        let mut band = Self { values: Vec::new(), rows: Vec::with_capacity(rows.cards.len() + 1) };
        let mut end = 0;
        for &cards in &rows.cards {
            let cards = i32::from(cards);
            let range = columns.within(Window(least - cards, most - cards));
            band.rows.push((range.start, end));
            end += range.len();
        }
        band.rows.push((0, end));
        band.values = vec![0.0; end];
        band
    }

    /// The only number where there is one pair of states.
    pub fn only(&self) -> f64 {
        self.values.first().copied().unwrap_or(0.0)
    }

    /// Its numbers of one row.
    fn row(&self, row: usize) -> &[f64] {
        &self.values[self.rows[row].1..self.rows[row + 1].1]
    }

    /// Adds another row, times a factor; both have the same columns.
    pub fn add_row(&mut self, row: usize, other: &Self, from: usize, factor: f64) {
        let own = &mut self.values[self.rows[row].1..self.rows[row + 1].1];
        let other = other.row(from);
        assert_eq!(own.len(), other.len(), "rows with equal windows");
        own.iter_mut().zip(other).for_each(|(own, other)| *own += factor * other);
    }

    /// Adds the numbers of another band with these rows and columns where both have any, times a
    /// factor.
    pub fn add(&mut self, other: &Self, factor: f64) {
        for row in 0..self.rows.len() - 1 {
            let (own, theirs) = self.shared(other, row);
            let own = &mut self.values[own];
            own.iter_mut().zip(&other.values[theirs]).for_each(|(own, it)| *own += factor * it);
        }
    }

    /// The sum of products with another band with these rows and columns.
    pub fn dot(&self, other: &Self) -> f64 {
        let product = |row| {
            let (own, theirs) = self.shared(other, row);
            self.values[own].iter().zip(&other.values[theirs]).map(|(a, b)| a * b).sum::<f64>()
        };
        (0..self.rows.len() - 1).map(product).sum()
    }

    /// Where the numbers lie that both bands have in a row.
    fn shared(&self, other: &Self, row: usize) -> (Range<usize>, Range<usize>) {
        let columns = |band: &Self| {
            let (first, start) = band.rows[row];
            first..first + (band.rows[row + 1].1 - start)
        };
        let (own, theirs) = (columns(self), columns(other));
        let first = own.start.max(theirs.start);
        let len = own.end.min(theirs.end).saturating_sub(first);
        let part = |band: &Self| {
            let (start, at) = band.rows[row];
            if len == 0 { at..at } else { at + first - start..at + first - start + len }
        };
        (part(self), part(other))
    }

    /// Its numbers in some of its columns, `part` from a first one on.
    pub fn part(&self, rows: &Side, part: &Columns, first: usize, window: Window) -> Self {
        let mut own = Self::zeros(rows, part, window);
        for (row, ends) in own.rows.windows(2).enumerate() {
            let (column, at) = ends[0];
            let len = ends[1].1 - at;
            let from = if len == 0 { 0 } else { first + column - self.rows[row].0 };
            own.values[at..at + len].copy_from_slice(&self.row(row)[from..from + len]);
        }
        own
    }

    /// Writes its numbers to a band that has them with rows and columns exchanged: `columns` are its
    /// own, `order` are its rows in order.
    pub fn turn_into(&self, turned: &mut Self, columns: &Columns, order: &Columns) {
        for (place, &row) in order.sides.iter().enumerate() {
            let first = self.rows[row].0;
            for (&side, &value) in columns.sides[first..].iter().zip(self.row(row)) {
                let (first, at) = turned.rows[side];
                turned.values[at + place - first] = value;
            }
        }
    }
}
