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
    /// `planes[b][r]`: bit `b` of the codes of row `r`, column `c` in bit `c`.
    pub planes: [[u8; MAX_SIDE]; CODE_BITS],
    /// The columns of each row, as bits.
    pub mask: [u8; MAX_SIDE],
    /// How many cells show each code.
    pub contents: [u16; CODES],
    /// What this card means for the next one, by its outline; see [`Reach`].
    pub reach: [Vec<Reach>; 2],
}

/// One row of top-left cells of a further card, around a card that lies at (0, 0). The rows begin
/// `tall` above it, where `tall` is the further card's height, and are as many for a card that lies
/// as for one that stands; bit `b` is column `b - MAX_SIDE`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// There the further card overlaps this one or lies beside it (K-29).
    pub touch: u64,
    /// There it covers this card's glass (K-31).
    pub block: u64,
}

impl Face {
    /// A face from its cells; `sizes` are the outlines of a further card.
    #[must_use]
    pub fn new(height: usize, width: usize, cells: Vec<Code>, sizes: [(usize, usize); 2]) -> Self {
        let mut planes = [[0; MAX_SIDE]; CODE_BITS];
        let (mut mask, mut contents) = ([0; MAX_SIDE], [0; CODES]);
        for (index, &code) in cells.iter().enumerate() {
            mask[index / width] |= 1 << (index % width);
            contents[usize::from(code)] += 1;
            for (b, plane) in planes.iter_mut().enumerate() {
                plane[index / width] |= (code >> b & 1) << (index % width);
            }
        }
        let reach = sizes.map(|size| reach(height, width, &cells, size));
        Self { height, width, cells, planes, mask, contents, reach }
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

fn reach(height: usize, width: usize, cells: &[Code], size: (usize, usize)) -> Vec<Reach> {
    let (height, width) = (height as i32, width as i32);
    let (tall, broad) = (size.0 as i32, size.1 as i32);
    // Columns `first..=last` as bits.
    let columns = |first: i32, last: i32| {
        (first..=last).fold(0, |word, col| word | 1 << (col + MAX_SIDE as i32))
    };
    let rows = -tall..=tall.max(broad).max(height);
    let row = |row: i32| {
        if row > height {
            return Reach::default();
        }
        let is_beside = row == -tall || row == height;
        let touch = if is_beside { columns(1 - broad, width - 1) } else { columns(-broad, width) };
        let glass = (0..).zip(cells).filter(|&(_, &code)| code == GLASS);
        let block = glass.fold(0, |word, (index, _)| {
            let (r, c) = (index / width, index % width);
            let is_over = (row..row + tall).contains(&r);
            word | if is_over { columns(c - broad + 1, c) } else { 0 }
        });
        Reach { touch, block }
    };
    rows.map(row).collect()
}

/// One brick side in its four turns.
#[derive(Clone, Debug)]
pub struct Brick {
    turns: [Face; 4],
    /// Bit `k`: turn `k` looks like no smaller turn (K-120).
    distinct: u8,
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
        let turns = [upright, quarter, half, three];
        let mut distinct = 0;
        for (turn, face) in turns.iter().enumerate() {
            if !turns[..turn].contains(face) {
                distinct |= 1 << turn;
            }
        }
        Self { turns, distinct }
    }

    /// The face after `rot` quarter turns clockwise.
    #[must_use]
    pub fn face(&self, rot: u8) -> &Face {
        &self.turns[usize::from(rot & 3)]
    }

    /// The printed side.
    #[must_use]
    pub fn upright(&self) -> &Face {
        &self.turns[0]
    }

    /// The least turn that looks like turn `rot` (K-120).
    #[must_use]
    pub fn least_turn(&self, rot: u8) -> u8 {
        let face = self.face(rot);
        (0..rot).find(|&less| self.face(less) == face).unwrap_or(rot)
    }

    /// Whether turn `rot` looks like no smaller turn (K-120).
    #[must_use]
    pub fn is_distinct(&self, rot: u8) -> bool {
        self.distinct >> rot & 1 == 1
    }
}
