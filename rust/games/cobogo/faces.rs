//! Brick sides in all four turns (K-2, K-26, K-119), made once per component set.

use super::components::{CODES, Code, GLASS, MAX_CARD_SIDE as MAX_SIDE};

/// Bits of a content code that the small board holds: 14 types, glass and empty.
pub const CODE_BITS: usize = 4;

/// A turned brick side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Face {
    /// Rows of the turned card.
    pub height: usize,
    /// Columns of the turned card.
    pub width: usize,
    /// Content codes, row by row.
    pub cells: Vec<Code>,
    /// The rows as bits; those beyond the last have none.
    pub lines: [Line; MAX_SIDE],
    /// How many cells show each code.
    pub contents: [u16; CODES],
    /// What this card means for the next one; see [`Reach`].
    pub reach: Vec<Reach>,
}

/// A row of a face: column `c` is bit `c`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Its codes, bit by bit.
    pub planes: [u8; CODE_BITS],
    /// Its columns.
    pub mask: u8,
}

/// One row of top-left cells of a further card around a card that lies at (0, 0): those where it
/// overlaps this one or lies beside it (K-29), and those where it covers this card's glass (K-31),
/// both by its outline. The rows begin the longer side of a card above it, and are as many for a card
/// that lies as for one that stands; bit `b` is column `b - MAX_SIDE`.
pub type Reach = [[u32; 2]; 2];

impl Face {
    /// A face from its cells; `sizes` are the outlines of a further card.
    #[must_use]
    pub fn new(height: usize, width: usize, cells: Vec<Code>, sizes: [(usize, usize); 2]) -> Self {
        let (mut lines, mut contents) = ([Line::default(); MAX_SIDE], [0; CODES]);
        for (index, &code) in cells.iter().enumerate() {
            let Line { planes, mask } = &mut lines[index / width];
            *mask |= 1 << (index % width);
            contents[usize::from(code)] += 1;
            for (b, plane) in planes.iter_mut().enumerate() {
                *plane |= (code >> b & 1) << (index % width);
            }
        }
        let longest = sizes.iter().fold(0, |longest, size| size.0.max(longest)) as i32;
        let rows = -longest..=longest.max(height as i32);
        let reach = rows.map(|row| reach(height, width, &cells, sizes, row)).collect();
        Self { height, width, cells, lines, contents, reach }
    }

    /// One quarter turn clockwise: the last row becomes the first column.
    fn turned(&self, sizes: [(usize, usize); 2]) -> Self {
        let cells = (0..self.width)
            .flat_map(|row| (0..self.height).map(move |col| (row, col)))
            .map(|(row, col)| self.cells[(self.height - 1 - col) * self.width + row])
            .collect();
        Self::new(self.width, self.height, cells, sizes)
    }
}

/// The top-left cells in row `row` of a further card with one of the outlines `sizes`.
fn reach(
    height: usize,
    width: usize,
    cells: &[Code],
    sizes: [(usize, usize); 2],
    row: i32,
) -> Reach {
    let (height, width) = (height as i32, width as i32);
    // Columns `first..=last` as bits.
    let columns = |first: i32, last: i32| {
        (first..=last).fold(0, |word, col| word | 1 << (col + MAX_SIDE as i32))
    };
    let touch = sizes.map(|(tall, broad)| {
        let (tall, broad) = (tall as i32, broad as i32);
        match row {
            row if row < -tall || row > height => 0,
            row if row == -tall || row == height => columns(1 - broad, width - 1),
            _ => columns(-broad, width),
        }
    });
    let block = sizes.map(|(tall, broad)| {
        let (tall, broad) = (tall as i32, broad as i32);
        let glass = (0..).zip(cells).filter(|&(_, &code)| code == GLASS);
        glass.fold(0, |word, (index, _)| {
            let (r, c) = (index / width, index % width);
            let is_over = (row..row + tall).contains(&r);
            word | if is_over { columns(c - broad + 1, c) } else { 0 }
        })
    });
    [touch, block]
}

/// One brick side in its four turns.
#[derive(Clone, Debug)]
pub struct Brick {
    faces: [Face; 4],
    /// How many turns look different.
    turns: u8,
}

impl Brick {
    /// The turns of a printed side.
    #[must_use]
    pub fn new(rows: usize, cols: usize, cells: &[Code]) -> Self {
        let sizes = [(rows, cols), (cols, rows)];
        let upright = Face::new(rows, cols, cells.to_vec(), sizes);
        let quarter = upright.turned(sizes);
        let half = quarter.turned(sizes);
        let three = half.turned(sizes);
        let turns = match () {
            () if quarter == upright => 1,
            () if half == upright => 2,
            () => 4,
        };
        Self { faces: [upright, quarter, half, three], turns }
    }

    /// The face after `rot` quarter turns clockwise.
    #[must_use]
    pub fn face(&self, rot: u8) -> &Face {
        &self.faces[usize::from(rot & 3)]
    }

    /// The printed side.
    #[must_use]
    pub fn upright(&self) -> &Face {
        &self.faces[0]
    }

    /// How many turns look different, 1, 2 or 4: turn `k` looks like turn `k` less that number (K-120).
    #[must_use]
    pub fn turns(&self) -> u8 {
        self.turns
    }
}
