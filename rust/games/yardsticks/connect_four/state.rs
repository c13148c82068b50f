//! One position: the board as bits, how a stone falls, lines, the end (CF-2 to CF-6, CF-8).
//!
//! A row of the board takes eight bits, of which the last stays empty, so that no line goes on from
//! one row to the next; row 0 is the lowest.

use super::rules::{COLUMNS, LINE, ROWS};
use crate::game::Seat;
use crate::random::Random;

/// From a cell to the one above.
const UP: u32 = 8;
/// The cells of the lowest row.
const BOTTOM: u64 = (1 << COLUMNS) - 1;
/// The first cell of every row.
const FIRST: u64 = 0x0000_0101_0101_0101;
/// All cells.
const BOARD: u64 = BOTTOM * FIRST;
/// Where the highest row begins.
const TOP: u32 = UP * (ROWS as u32 - 1);

// What is true of a position beside its stones, in bits that no cell takes.
const SECOND_TO_ACT: u64 = 1 << 61;
const IS_WON: u64 = 1 << 62;
const IS_OVER: u64 = 1 << 63;

const _: () = assert!(ROWS == 6 && COLUMNS == 7 && LINE == 4);

/// The columns of a set, in order.
const COLUMNS_OF: [[u8; 8]; 1 << COLUMNS] = {
    let mut sets = [[0; 8]; 1 << COLUMNS];
    let mut set = 0;
    while set < sets.len() {
        let (mut column, mut count) = (0, 0);
        while column < COLUMNS {
            if set >> column & 1 == 1 {
                sets[set][count] = column as u8;
                count += 1;
            }
            column += 1;
        }
        set += 1;
    }
    sets
};

/// One position, with everything in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct State {
    /// The stones of the seat that is next, or would be.
    own: u64,
    /// All stones, and what else is true.
    all: u64,
}

impl State {
    /// Whether the game is over (CF-5, CF-6).
    #[inline]
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.all & IS_OVER != 0
    }

    /// The seat that is next, or would be if the game were not over (CF-2).
    #[inline]
    #[must_use]
    pub fn to_act(&self) -> Seat {
        (self.all >> SECOND_TO_ACT.trailing_zeros() & 1) as Seat
    }

    /// The stones of a seat, eight bits a row from the lowest one.
    #[inline]
    #[must_use]
    pub fn stones(&self, seat: Seat) -> u64 {
        // No branch: who is to act can't be foreseen.
        let others = u64::from(seat ^ self.to_act()).wrapping_neg();
        self.own ^ (self.all & BOARD & others)
    }

    /// The columns with a free cell, a bit each; none when the game is over (CF-4).
    #[inline]
    #[must_use]
    pub fn open(&self) -> u64 {
        let is_running = (self.all >> 63).wrapping_sub(1);
        !(self.all >> TOP) & BOTTOM & is_running
    }

    /// The columns with a free cell.
    pub fn open_columns(&self) -> impl Iterator<Item = u8> + use<> {
        let open = self.open();
        (0..COLUMNS as u8).filter(move |column| open >> column & 1 == 1)
    }

    /// Whether a column has a free cell.
    #[must_use]
    pub fn is_open(&self, column: u8) -> bool {
        self.open() >> column & 1 == 1
    }

    /// One of the columns with a free cell, each equally likely; there has to be one.
    #[inline]
    #[must_use]
    pub fn random_column(&self, random: &mut Random) -> u8 {
        let open = self.open();
        COLUMNS_OF[(open & BOTTOM) as usize][random.below(open.count_ones()) as usize & 7]
    }

    /// CF-3: the stone falls onto the lowest free cell of the column, which has to have one.
    #[inline]
    pub fn drop_stone(&mut self, column: u8) {
        let all = self.all & BOARD;
        let lowest_free = ((all << UP) | BOTTOM) & !all;
        let cell = lowest_free & FIRST << column;
        let is_won = has_line(self.own | cell);
        let is_over = is_won || (all | cell) == BOARD;
        self.own ^= all;
        self.all = (self.all ^ SECOND_TO_ACT) | cell | ended(is_won, is_over);
    }

    /// Takes the highest stone of a column away, if it is the last player's.
    pub(super) fn undone(&self, column: u8) -> Option<Self> {
        let of_column = self.all & BOARD & FIRST << column;
        let cell = of_column & !(of_column >> UP);
        let mine = self.all & BOARD & !self.own;
        (cell & mine != 0).then_some(Self {
            own: mine ^ cell,
            all: (self.all & BOARD & !cell) | (!self.all & SECOND_TO_ACT),
        })
    }

    /// The position with these stones of each seat; no stone floats, and seat 1 has as many as seat 0
    /// or one less.
    pub(super) fn of_stones(stones: [u64; 2]) -> Self {
        let all = stones[0] | stones[1];
        let to_act = (all.count_ones() & 1) as usize;
        let is_won = has_line(stones[1 - to_act]);
        let turn = if to_act == 1 { SECOND_TO_ACT } else { 0 };
        Self { own: stones[to_act], all: all | turn | ended(is_won, is_won || all == BOARD) }
    }

    /// Whether either seat has a line.
    pub(super) fn has_any_line(&self) -> bool {
        has_line(self.own) || has_line(self.own ^ (self.all & BOARD))
    }

    /// How many stones lie in each column, in eight bits each.
    pub(super) fn heights(&self) -> [u8; COLUMNS] {
        let height = |column: usize| (self.all & BOARD & FIRST << column).count_ones() as u8;
        std::array::from_fn(height)
    }

    /// Who has a line (CF-5).
    #[inline]
    #[must_use]
    pub fn winner(&self) -> Option<Seat> {
        (self.all & IS_WON != 0).then(|| 1 - self.to_act())
    }

    /// CF-8: 1 for a line, a half each for a full board.
    #[inline]
    #[must_use]
    pub fn paid(&self, seat: Seat) -> f32 {
        match (self.is_over(), self.winner()) {
            (false, _) => 0.0,
            (true, None) => 0.5,
            (true, Some(winner)) => f32::from(u8::from(winner == seat)),
        }
    }
}

/// The bits that say how a game has ended, if it has.
#[inline]
fn ended(is_won: bool, is_over: bool) -> u64 {
    (u64::from(is_won) << IS_WON.trailing_zeros())
        | (u64::from(is_over) << IS_OVER.trailing_zeros())
}

/// CF-5: whether four stones lie in a row, in any of the four directions.
#[inline]
fn has_line(stones: u64) -> bool {
    let lines = [1, UP - 1, UP, UP + 1].map(|step| {
        let pairs = stones & stones >> step;
        pairs & pairs >> (2 * step)
    });
    lines[0] | lines[1] | lines[2] | lines[3] != 0
}

/// The bit of a cell, rows counted from the lowest one.
pub(super) const fn cell(row: usize, column: usize) -> u64 {
    1 << (UP as usize * row + column)
}
