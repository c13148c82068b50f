//! Observations: what a view tells as small whole numbers, in rows of [`WIDTH`].
//!
//! The board comes first, then six rows a mat, then the words and the grid of each mat. Most of a game
//! the latter are empty and are not written at all. `docs/games/cog.md` has the table.

use super::Cog;
use super::state::{Mat, Node, SEATS, State, Step};
use super::table::phase;
use super::types::{LETTERS, Tile, members};
use crate::canvas::Canvas;
use crate::game::{Actor, Seat};
use crate::grid::Cells;

/// Numbers in a row.
const WIDTH: usize = 16;
/// Rows of a count by letter.
const LETTER_ROWS: usize = LETTERS.div_ceil(WIDTH);
/// Rows of the board before the piles of cards.
const BOARD: usize = 8 + LETTER_ROWS;
/// Rows of a mat without its words and its grid.
const MAT: usize = 2 + 2 * LETTER_ROWS;
/// What is added to the number of a tile that is wild.
const WILD: u8 = 32;
/// What is added to the number of a card for each side that it can lie on.
const SIDE: u8 = 64;

type Row = [u8; WIDTH];

/// A tile as a number.
fn tile_number(tile: Tile) -> u8 {
    tile.letter + 1 + if tile.is_wild { WILD } else { 0 }
}

/// A number from 1, or 0 for none.
fn from_one(number: Option<u8>) -> u8 {
    number.map_or(0, |number| number + 1)
}

fn byte(number: impl TryInto<u8>) -> u8 {
    number.try_into().unwrap_or(u8::MAX)
}

impl Cog {
    /// Rows of a count by kind of card, of a number by word.
    fn card_rows(&self) -> usize {
        self.set.cards.len().div_ceil(WIDTH)
    }

    fn word_rows(&self) -> usize {
        self.set.words.len().div_ceil(WIDTH)
    }

    /// Rows but for words and grids.
    fn head_rows(&self) -> usize {
        BOARD + 2 * self.card_rows() + MAT * usize::from(self.players)
    }

    /// Rows of the words and the grid of a mat.
    fn grid_rows(&self) -> usize {
        2 * self.word_rows() + usize::from(self.set.grid.side)
    }

    pub(super) fn shape(&self) -> [usize; 3] {
        [1, self.head_rows() + self.grid_rows() * usize::from(self.players), WIDTH]
    }

    pub(super) fn write_observation(&self, state: &State, seat: Seat, canvas: &mut Canvas<'_>) {
        let cells = canvas.part(0, self.head_rows() * WIDTH);
        cells.fill(0);
        let rows = cells.as_chunks_mut::<WIDTH>().0;
        let (board, rows) = rows.split_at_mut(BOARD);
        self.write_board(state, seat, board);
        let (deck, rows) = rows.split_at_mut(self.card_rows());
        let (discard, rows) = rows.split_at_mut(self.card_rows());
        for (rows, pile) in [(deck, &state.deck), (discard, &state.discard)] {
            let kinds = self.set.cards.len();
            rows.as_flattened_mut()[..kinds].copy_from_slice(&pile.counts()[..kinds]);
        }
        let points = self.shown_points(state, Some(seat));
        for ((rows, mat), points) in
            rows.as_chunks_mut::<MAT>().0.iter_mut().zip(&state.mats).zip(points)
        {
            write_mat(mat, points, rows);
        }
        for (index, mat) in state.mats[..usize::from(self.players)].iter().enumerate() {
            if mat.grid.standing() != 0 || mat.cubes() != 0 {
                let rows = self.grid_rows();
                let cells = canvas.part((self.head_rows() + index * rows) * WIDTH, rows * WIDTH);
                cells.fill(0);
                self.write_grid(mat, cells.as_chunks_mut::<WIDTH>().0);
            }
        }
    }

    fn write_board(&self, state: &State, seat: Seat, rows: &mut [Row]) {
        let players = usize::from(self.players);
        rows[0] = self.facts(state, seat);
        rows[1] = self.course(state);
        for (number, letter) in rows[2].iter_mut().zip(&state.centre) {
            *number = from_one(*letter);
        }
        for (place, slot) in state.top[..players].iter().enumerate() {
            for (number, &tile) in rows[3][4 * place..].iter_mut().zip(&slot.tiles) {
                *number = tile_number(tile);
            }
            rows[4][place] = slot.stars;
            rows[4][4 + place] = slot.vp;
            rows[4][8 + place] = state.taken[0] >> place & 1;
            rows[4][12 + place] = from_one(state.bottom[place]);
        }
        for (place, die) in state.dice[..players].iter().enumerate() {
            rows[5][place] = die.pips;
            rows[5][4 + place] = from_one(die.holder);
            rows[5][8 + place] = state.mats[place].pawn + 1;
        }
        if players == 2 {
            let [first, second] = state.neutral;
            (rows[5][12], rows[5][13]) = (first + 1, second + 1);
        }
        for (place, slot) in state.slots[..players].iter().enumerate() {
            rows[6][place] = from_one(slot.cog);
            rows[6][4 + place] = slot.is_protected.into();
            rows[6][8 + place] = slot.stars;
            rows[6][12 + place] = byte(slot.vp);
            if !slot.letters.is_empty() {
                let letters = slot.letters.iter();
                let letters =
                    letters.flat_map(|(letter, count)| std::iter::repeat_n(letter, count.into()));
                for (number, letter) in rows[7][4 * place..].iter_mut().zip(letters.take(4)) {
                    *number = letter + 1;
                }
            }
        }
        rows[8..].as_flattened_mut()[..LETTERS].copy_from_slice(state.bag.counts());
    }

    fn facts(&self, state: &State, seat: Seat) -> Row {
        let to_act = match self.to_act(state) {
            Actor::Player(seat) => seat + 1,
            Actor::Chance | Actor::Nobody => 0,
        };
        let [low, high] = state.microactions.to_le_bytes();
        [
            seat + 1,
            self.players,
            phase(state.step) as u8 + 1,
            node_number(state.node),
            to_act,
            state.round,
            self.face().rounds,
            state.is_last.into(),
            (state.spares_round > 0).into(),
            from_one(state.removed_goal),
            state.neutral_die,
            if self.rules.has_star_limit { state.stars } else { u8::MAX },
            low,
            high,
            match state.step {
                Step::Over(reason) => reason as u8 + 1,
                _ => 0,
            },
            0,
        ]
    }

    /// Orders of the seats, and what is being decided.
    fn course(&self, state: &State) -> Row {
        let mut row = [0; WIDTH];
        for (number, seat) in row.iter_mut().zip(self.known_order(state)) {
            *number = seat + 1;
        }
        if matches!(state.step, Step::Activate(_) | Step::Construct(_)) {
            for (number, seat) in
                row[SEATS..].iter_mut().zip(&state.sequence[..self.players.into()])
            {
                *number = seat + 1;
            }
        }
        let pending = &state.pending;
        match state.node {
            Node::Redraw => row[8] = from_one(pending.card),
            Node::Reroll => row[9] = from_one(pending.die),
            Node::Take => row[10] = byte(self.picks_left(state)),
            Node::Tiles => {
                if let Some(play) = pending.spelling {
                    let (line, column) = Cells::place(play.place.square);
                    let way = if play.place.is_across { 1 } else { 2 };
                    row[11..15].copy_from_slice(&[play.word + 1, line + 1, column + 1, way]);
                }
            }
            _ => {}
        }
        row
    }

    /// Words: what stands and where, cubes; then the tiles.
    fn write_grid(&self, mat: &Mat, rows: &mut [Row]) {
        let words = self.word_rows();
        let (states, rows) = rows.split_at_mut(words);
        let (squares, rows) = rows.split_at_mut(words);
        let (states, squares) = (states.as_flattened_mut(), squares.as_flattened_mut());
        for (word, place) in mat.grid.words() {
            states[usize::from(word)] = if place.is_across { 1 } else { 2 };
            squares[usize::from(word)] = place.square;
        }
        members(mat.spelled_cubes).for_each(|word| states[word] |= 4);
        members(mat.item_cubes).for_each(|word| states[word] |= 8);
        // A square is its place in rows of this width.
        let tiles = rows.as_flattened_mut();
        for square in mat.grid.occupied().iter() {
            tiles[usize::from(square)] = mat.grid.tile(square).map_or(0, tile_number);
        }
    }
}

/// Points, stars and the like; the reserve; the cards.
fn write_mat(mat: &Mat, points: Option<u32>, rows: &mut [Row; MAT]) {
    let [low, middle, high, _] = points.unwrap_or_default().to_le_bytes();
    let facts = [
        points.is_some().into(),
        low,
        middle,
        high,
        byte(mat.stars),
        mat.edges,
        mat.completed,
        mat.covered,
        mat.reserve.len(),
    ];
    rows[0][..facts.len()].copy_from_slice(&facts);
    let (natural, rest) = rows[1..].split_at_mut(LETTER_ROWS);
    let (wild, cards) = rest.split_at_mut(LETTER_ROWS);
    natural.as_flattened_mut()[..LETTERS].copy_from_slice(&mat.reserve.tiles().letters);
    wild.as_flattened_mut()[..LETTERS].copy_from_slice(mat.reserve.wilds());
    for (number, card) in cards.as_flattened_mut().iter_mut().zip(mat.hand.cards()) {
        *number = card.kind() + 1 + SIDE * card.side() as u8;
    }
}

fn node_number(node: Node) -> u8 {
    match node {
        Node::Over => 0,
        Node::Place => 1,
        Node::Redraw => 2,
        Node::Reroll => 3,
        Node::Take => 4,
        Node::Convert => 5,
        Node::Activate => 6,
        Node::Construct => 7,
        Node::Tiles => 8,
        Node::Discard => 9,
        _ => 10,
    }
}
