//! Contract cards: the artwork as it lies, its windows and crossings, frames on the mural, correct
//! squares (A-11 to A-17, G-6, Q-1).

use super::Athos;
use super::action::Cell;
use super::fit::{Places, Votes};
use super::state::State;
use super::types::{Face, Pattern, Tile};
use crate::grid::{Cells, Direction};

/// Side of an artwork.
pub const SIDE: u8 = 3;

/// A crossing of a card, named after its window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Crossing {
    /// North-west.
    Nw,
    /// North-east.
    Ne,
    /// South-west.
    Sw,
    /// South-east.
    Se,
}

impl Crossing {
    /// How many there are.
    pub const COUNT: usize = 4;
    /// Every crossing, row by row.
    pub const ALL: [Self; Self::COUNT] = [Self::Nw, Self::Ne, Self::Sw, Self::Se];

    /// The name in texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["NW", "NE", "SW", "SE"][self as usize]
    }

    /// Where its window begins in the artwork.
    const fn corner(self) -> (u8, u8) {
        (self as u8 / 2, self as u8 % 2)
    }
}

/// Crossings, a bit each.
pub type Crossings = u8;

/// The crossings of a set, in order.
pub fn crossings(set: Crossings) -> impl Iterator<Item = Crossing> {
    Crossing::ALL.into_iter().filter(move |&crossing| set >> crossing as u8 & 1 == 1)
}

/// Four tiles in a square as one word.
type Square = u32;

/// An artwork as it lies (G-6).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Art {
    cells: [[Tile; 3]; 3],
    windows: [Square; Crossing::COUNT],
    pub(super) votes: Votes,
    /// For each cell, row by row, the first one that shows the same.
    first_like: [u8; 9],
    /// Those first cells on which each face shows.
    shows: [Places; Face::MOST],
}

impl Art {
    /// The artwork with these cells.
    #[must_use]
    pub fn new(cells: [[Tile; 3]; 3]) -> Self {
        let windows = Crossing::ALL.map(|crossing| {
            let (row, column) =
                (usize::from(crossing.corner().0), usize::from(crossing.corner().1));
            let tile = |down: usize, right: usize| cells[row + down][column + right].0;
            u32::from_le_bytes([tile(0, 0), tile(0, 1), tile(1, 0), tile(1, 1)])
        });
        let tiles = cells.as_flattened();
        let mut shows = [0; Face::MOST];
        let first_like = std::array::from_fn(|cell| {
            let tile = tiles[cell];
            let first = tiles.iter().position(|&other| other == tile).unwrap_or(cell);
            shows[tile.face().index()] |= 1 << first;
            first as u8
        });
        Self { votes: Votes::new(&cells), cells, windows, first_like, shows }
    }

    /// The cells, row by row, that are the first to show a tile with this face.
    #[inline]
    #[must_use]
    pub fn shows(&self, face: Face) -> Places {
        self.shows[face.index()]
    }

    /// The windows that a square equals.
    #[inline]
    fn equal(&self, square: Square) -> Crossings {
        let equals = |set, crossing| {
            set | u8::from(self.windows[crossing as usize] == square) << crossing as u8
        };
        Crossing::ALL.into_iter().fold(0, equals)
    }

    /// Every tile.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> {
        self.cells.into_iter().flatten()
    }

    /// The tile of a place, row by row.
    #[inline]
    #[must_use]
    pub fn tile(&self, place: usize) -> Tile {
        self.cells.as_flattened()[place]
    }

    /// The tile that belongs on a cell; none outside the frame.
    #[must_use]
    pub fn at(&self, frame: Frame, cell: Cell) -> Option<Tile> {
        frame.place(cell).map(|place| self.cells.as_flattened()[place])
    }

    /// The first cell of the card, row by row, that shows what belongs on a cell; none outside the
    /// frame.
    #[inline]
    #[must_use]
    pub fn first_like(&self, frame: Frame, cell: Cell) -> Option<u8> {
        frame.place(cell).map(|place| self.first_like[place])
    }
}

/// Where an artwork lies on the mural; it may reach over the edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    /// Row of its first cell.
    pub row: i8,
    /// Column of its first cell.
    pub column: i8,
}

impl Frame {
    /// The place of a cell in the frame, row by row.
    #[inline]
    fn place(self, cell: Cell) -> Option<usize> {
        let row = i16::from(cell >> 4) - i16::from(self.row);
        let column = i16::from(cell & 15) - i16::from(self.column);
        let side = i16::from(SIDE);
        let is_within = |place: i16| (0..side).contains(&place);
        (is_within(row) && is_within(column)).then(|| (side * row + column) as usize)
    }

    /// The cells of the frame that lie on a grid of 16 by 16.
    #[must_use]
    pub fn cells(self) -> Cells {
        let mut cells = Cells::default();
        for row in self.row.max(0)..self.row + SIDE as i8 {
            for column in self.column.max(0)..self.column + SIDE as i8 {
                if row < 16 && column < 16 {
                    cells.insert(Cells::cell(row as u8, column as u8));
                }
            }
        }
        cells
    }
}

/// A contract card in play (G-3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Card {
    /// Whether it is open.
    pub is_open: bool,
    /// Its clockwise quarter-turns (G-6).
    pub turns: u8,
    /// Who has marked each crossing: the side, from 1; 0 for nobody.
    pub crossings: [u8; Crossing::COUNT],
    /// Whether the bonus for the full panel has been paid.
    pub is_paid: bool,
    /// Whether the panel has had a correct square since it was begun (O-14, `gate = sticky`).
    pub has_passed: bool,
}

impl Card {
    /// The crossings that nobody has marked.
    #[must_use]
    pub fn unmarked(&self) -> Crossings {
        let is_free = |set, crossing| {
            set | u8::from(self.crossings[crossing as usize] == 0) << crossing as u8
        };
        Crossing::ALL.into_iter().fold(0, is_free)
    }

    /// How many crossings a side has marked.
    #[must_use]
    pub fn marks_of(&self, side: u8) -> u8 {
        self.crossings.iter().filter(|&&owner| owner == side + 1).count() as u8
    }
}

/// The first cells of every square of four within some cells.
#[inline]
#[must_use]
pub fn squares(block: Cells) -> Cells {
    let pairs = block & block.shifted(Direction::West);
    pairs & pairs.shifted(Direction::North)
}

/// The four cells of a square.
#[must_use]
pub fn square_cells(first: Cell) -> [Cell; 4] {
    [first, first + 1, first + 16, first + 17]
}

impl Athos {
    /// The artwork of a card as it lies.
    pub(super) fn art(&self, state: &State, pattern: Pattern) -> &Art {
        let card = usize::from(pattern);
        &self.arts[card][usize::from(state.cards[card].turns & 3)]
    }

    /// The windows that the square at a cell equals; all of them where there are no cards (T-7).
    #[inline]
    pub(super) fn windows(&self, state: &State, pattern: Pattern, first: Cell) -> Crossings {
        if !self.rules.mode.has_cards() {
            return 0xf;
        }
        let bytes = square_cells(first).map(|cell| state.tiles[usize::from(cell)].0);
        self.art(state, pattern).equal(u32::from_le_bytes(bytes))
    }

    /// The windows that each correct square of a block equals.
    pub(super) fn correct_squares(
        &self,
        state: &State,
        pattern: Pattern,
        block: Cells,
    ) -> impl Iterator<Item = Crossings> {
        squares(block)
            .iter()
            .map(move |first| self.windows(state, pattern, first))
            .filter(|&windows| windows != 0)
    }

    /// Whether a block is a full panel.
    pub(super) fn is_full_panel(&self, state: &State, pattern: Pattern) -> bool {
        let block = state.blocks.of(pattern);
        block.len() == 9 && self.fit(state, pattern).is_full()
    }
}
