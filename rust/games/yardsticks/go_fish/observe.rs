//! Observations: rows of [`WIDTH`] small whole numbers.
//!
//! Row 0 has the facts of [`FACTS`], row 1 the own hand by rank. Then come two rows a seat: the cards
//! that everybody knows to be in the hand, by rank, with the size of the hand as the last number; and 1
//! for each book by rank, with how many there are as the last number.

use super::GoFish;
use super::state::{Phase, State};
use crate::canvas::Canvas;
use crate::game::Seat;

/// Numbers in a row.
pub const WIDTH: usize = 16;

/// The facts of row 0; zeros follow. Seats and ranks count from 1, 0 means none; requests are two
/// numbers, the remainder by 256 and how often 256 goes into them, 255 at most.
pub const FACTS: [&str; 9] = [
    "seat",
    "players",
    "phase",
    "turn of",
    "pool size",
    "asked",
    "rank asked for",
    "requests, low",
    "requests, high",
];

/// Sixteen bits as bytes of 0 or 1.
#[inline(always)]
fn spread(bits: u16) -> [u8; WIDTH] {
    std::array::from_fn(|bit| (bits >> bit & 1) as u8)
}

impl GoFish {
    pub(super) fn shape(&self) -> [usize; 3] {
        [1, 2 + 2 * self.players, WIDTH]
    }

    #[inline(always)]
    pub(super) fn write_observation(&self, state: &State, seat: Seat, canvas: &mut Canvas<'_>) {
        let [facts, own, seats @ ..] = canvas.all().as_chunks_mut().0 else { return };
        *facts = self.facts(state, seat);
        *own = state.hands[usize::from(seat)].counts();
        let (seats, _) = seats.as_chunks_mut();
        for (of, [known, books]) in seats.iter_mut().take(state.hands.len()).enumerate() {
            *known = state.known[of].counts();
            known[WIDTH - 1] = state.hands[of].len() as u8;
            *books = spread(state.books[of]);
            books[WIDTH - 1] = state.books[of].count_ones() as u8;
        }
    }

    #[inline(always)]
    fn facts(&self, state: &State, seat: Seat) -> [u8; WIDTH] {
        let (target, rank) = state.request.map_or((0, 0), |(target, rank)| (target + 1, rank + 1));
        let facts = [
            seat + 1,
            self.players as u8,
            match state.phase {
                Phase::Deal => 1,
                Phase::Ask => 2,
                Phase::Fish | Phase::Refill => 3,
                Phase::Over => 4,
            },
            state.seat + 1,
            state.pool.len() as u8,
            target,
            rank,
            state.asks as u8,
            (state.asks >> 8).min(255) as u8,
        ];
        let mut row = [0; WIDTH];
        row[..facts.len()].copy_from_slice(&facts);
        row
    }
}
