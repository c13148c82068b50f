//! Observations: what a view tells as small whole numbers, in rows of [`WIDTH`].
//!
//! The mural comes first: its faces from 1, row by row, then the quarter-turns from 1; then the faces on
//! Fundathos; one row of facts; the workshop and the box as counts by face; two rows a side; a row a
//! card; two rows for each expansion. `docs/games/athos.md` has the table.

use super::Athos;
use super::atelier::{Place, SPACES};
use super::contract::crossings;
use super::state::{Phase, State};
use super::types::Face;
use crate::canvas::Canvas;
use crate::game::{Actor, Seat};
use crate::grid::MAX_CELLS_SIDE;

/// Numbers in a row.
pub const WIDTH: usize = MAX_CELLS_SIDE;

impl Athos {
    /// Rows of a count by face.
    fn face_rows(&self) -> usize {
        self.set.faces.len().div_ceil(WIDTH)
    }

    pub(super) fn shape(&self) -> [usize; 3] {
        let boards = 2 * usize::from(self.set.mural.0) + usize::from(self.fundathos_size().0);
        let rows = boards + 1 + 2 * self.face_rows() + 2 * self.sides + self.set.cards.len();
        let more = 2 * usize::from(self.has_masters()) + 2 * usize::from(self.has_tools());
        [1, rows + more, WIDTH]
    }

    #[inline(always)]
    pub(super) fn write_observation(&self, state: &State, seat: Seat, canvas: &mut Canvas<'_>) {
        let changes = &state.kept.changes;
        let is_mural_drawn = canvas.is_drawn(0, changes.mural);
        let is_fundathos_drawn = canvas.is_drawn(1, changes.fundathos);
        let rows = canvas.all().as_chunks_mut::<WIDTH>().0;
        let (mural, rows) = rows.split_at_mut(2 * usize::from(self.set.mural.0));
        let (board, rows) = rows.split_at_mut(self.fundathos_size().0.into());
        let Some((facts, rows)) = rows.split_first_mut() else { return };
        let (workshop, rows) = rows.split_at_mut(self.face_rows());
        let (discarded, rows) = rows.split_at_mut(self.face_rows());
        let (sides, rows) = rows.split_at_mut(2 * self.sides);
        let (cards, expansions) = rows.split_at_mut(self.set.cards.len());
        if !is_mural_drawn {
            self.observe_mural(state, mural);
            self.observe_counts(&state.discarded, discarded);
            self.observe_cards(state, cards);
        }
        if !is_fundathos_drawn {
            self.observe_fundathos(state, board);
        }
        *facts = self.facts(state, seat);
        self.observe_counts(&state.workshop, workshop);
        for (side, rows) in sides.as_chunks_mut::<2>().0.iter_mut().enumerate() {
            *rows = self.side_rows(state, side);
        }
        expansions.fill([0; WIDTH]);
        let (masters, tools) = expansions.split_at_mut(2 * usize::from(self.has_masters()));
        self.write_masters(state, seat, masters);
        self.write_tools(state, tools);
    }

    /// Faces from 1, then quarter-turns from 1.
    #[inline]
    fn observe_mural(&self, state: &State, rows: &mut [[u8; WIDTH]]) {
        // A cell is its place in rows of this width.
        let (faces, turns) = rows.split_at_mut(rows.len() / 2);
        let cells = faces.as_flattened_mut().iter_mut().zip(turns.as_flattened_mut());
        for ((face, turn), tile) in cells.zip(&state.tiles) {
            let is_tile = u8::from(!tile.is_none());
            *face = is_tile * tile.face().0.wrapping_add(1);
            *turn = is_tile * (tile.turn() + 1);
        }
    }

    /// The faces of the tiles that are left, from 1.
    #[inline]
    fn observe_fundathos(&self, state: &State, rows: &mut [[u8; WIDTH]]) {
        let left = state.left.flags(rows.len(), WIDTH);
        let spaces = state.fundathos.iter().zip(&left);
        for (number, (face, is_left)) in rows.as_flattened_mut().iter_mut().zip(spaces) {
            *number = is_left * (face.0 + 1);
        }
    }

    #[inline]
    fn observe_counts(&self, counts: &[u8; Face::MOST], rows: &mut [[u8; WIDTH]]) {
        let (counted, rest) = rows.as_flattened_mut().split_at_mut(self.set.faces.len());
        counted.copy_from_slice(&counts[..counted.len()]);
        rest.fill(0);
    }

    #[inline]
    fn observe_cards(&self, state: &State, rows: &mut [[u8; WIDTH]]) {
        for (pattern, row) in rows.iter_mut().enumerate() {
            let card = &state.cards[pattern];
            let [nw, ne, sw, se] = card.crossings;
            let flags = [card.is_open, card.is_paid, card.has_passed].map(u8::from);
            let [is_open, is_paid, has_passed] = flags;
            let numbers = [
                is_open,
                card.turns,
                nw,
                ne,
                sw,
                se,
                is_paid,
                has_passed,
                state.immutable[pattern],
            ];
            *row = [0; WIDTH];
            row[..numbers.len()].copy_from_slice(&numbers);
        }
    }

    #[inline]
    fn facts(&self, state: &State, seat: Seat) -> [u8; WIDTH] {
        let low = |number: u32| number as u8;
        let high = |number: u32| (number >> 8).min(255) as u8;
        let phase = match state.phase {
            Phase::First | Phase::Setup => 1,
            Phase::Act => 2,
            Phase::Roll | Phase::Deal => 3,
            Phase::Mark => 4,
            Phase::Over(_) => 5,
            Phase::Keep => 6,
            Phase::Cut => 7,
        };
        let to_act = match self.to_act(state) {
            Actor::Player(seat) => seat + 1,
            Actor::Chance | Actor::Nobody => 0,
        };
        // C-10: nobody is first yet.
        let is_known = state.phase != Phase::First;
        let marks = if state.phase == Phase::Mark { self.markable(state) } else { 0 };
        [
            seat + 1,
            self.players as u8,
            phase,
            to_act,
            if is_known { state.seat + 1 } else { 0 },
            if is_known { self.side(state) as u8 + 1 } else { 0 },
            state.actions_left + state.masters.repeats(),
            self.is_last_round(state).into(),
            low(state.turn),
            high(state.turn),
            state.yellow,
            crossings(marks).fold(0, |set, crossing| set | 1 << crossing as u8),
            state.passed.min(255) as u8,
            low(state.idle),
            high(state.idle),
            match state.phase {
                Phase::Over(reason) => reason as u8 + 1,
                _ => 0,
            },
        ]
    }

    /// Faces in Free and Protected spaces from 1; points in two numbers, their sign, markers in stock.
    #[inline(always)]
    fn side_rows(&self, state: &State, side: usize) -> [[u8; WIDTH]; 2] {
        let mut rows = [[0; WIDTH]; 2];
        for place in Place::SPACES {
            let row = &mut rows[0][SPACES * place as usize..];
            row[..SPACES].copy_from_slice(&state.ateliers[side].shelf(place).numbers());
        }
        let score = state.scores[if self.rules.mode.is_tug() { 0 } else { side }];
        let points = score.unsigned_abs();
        let high = (points >> 8).min(255) as u8;
        let numbers = [points as u8, high, (score < 0).into(), state.stock[side]];
        rows[1][..numbers.len()].copy_from_slice(&numbers);
        rows
    }
}
