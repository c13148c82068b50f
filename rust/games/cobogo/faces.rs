//! Brick sides in all four turns (K-2, K-26, K-119), made once per component set.

use super::components::{Code, GLASS, MAX_CARD_SIDE as MAX_SIDE};

/// Bits that hold a content code: 26 types, glass and empty.
pub const CODE_BITS: usize = 5;

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
    /// Glass of each row, column `c` in bit `c`.
    pub glass: [u8; MAX_SIDE],
}

impl Face {
    fn new(height: usize, width: usize, cells: Vec<Code>) -> Self {
        let mut planes = [[0; MAX_SIDE]; CODE_BITS];
        let mut glass = [0; MAX_SIDE];
        for (index, &code) in cells.iter().enumerate() {
            let (row, bit) = (index / width, 1 << (index % width));
            for (b, plane) in planes.iter_mut().enumerate() {
                if code >> b & 1 == 1 {
                    plane[row] |= bit;
                }
            }
            if code == GLASS {
                glass[row] |= bit;
            }
        }
        Self { height, width, cells, planes, glass }
    }

    /// One quarter turn clockwise: the last row becomes the first column.
    fn turned(&self) -> Self {
        let cells = (0..self.width)
            .flat_map(|row| (0..self.height).map(move |col| (row, col)))
            .map(|(row, col)| self.cells[(self.height - 1 - col) * self.width + row])
            .collect();
        Self::new(self.width, self.height, cells)
    }
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
        let upright = Face::new(rows, cols, cells.to_vec());
        let quarter = upright.turned();
        let half = quarter.turned();
        let three = half.turned();
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
