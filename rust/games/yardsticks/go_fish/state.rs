//! One position, and what happens in it: the deal, requests, draws, books, turns, the end.

use super::GoFish;
use super::cards::Cards;
use super::rules::SEATS;
use crate::game::{Actor, Outcome, Seat};

/// What is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// A card is dealt (GF-4).
    Deal,
    /// A player asks (GF-7).
    Ask,
    /// The player draws after a request in vain (GF-10).
    Fish,
    /// A player without cards draws (GF-12, GF-14).
    Refill,
    /// Nothing: the game is over.
    Over,
}

/// One position, with everything in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The hand of each seat.
    pub hands: [Cards; SEATS],
    /// The cards that everybody knows to be in each hand (GF-20).
    pub known: [Cards; SEATS],
    /// The pool: what may come, not in which order.
    pub pool: Cards,
    /// The ranks of which each seat has made a book, a bit each.
    pub books: [u16; SEATS],
    /// The seats that have cards, a bit each.
    pub holders: u16,
    /// Requests made so far.
    pub asks: u32,
    /// Who asks, draws or is dealt a card; when the game is over, who did so last.
    pub seat: Seat,
    /// The request in vain after which a card is drawn: who was asked, for which rank.
    pub request: Option<(Seat, u8)>,
    /// What is due.
    pub phase: Phase,
}

impl GoFish {
    pub(super) fn fresh(&self) -> State {
        State {
            hands: [Cards::default(); SEATS],
            known: [Cards::default(); SEATS],
            pool: Cards::of_each(self.rules.ranks, self.rules.suits),
            books: [0; SEATS],
            holders: 0,
            asks: 0,
            seat: 0,
            request: None,
            phase: Phase::Deal,
        }
    }

    #[inline]
    pub(super) fn actor_of(&self, state: &State) -> Actor {
        match state.phase {
            Phase::Ask => Actor::Player(state.seat),
            Phase::Over => Actor::Nobody,
            Phase::Deal | Phase::Fish | Phase::Refill => Actor::Chance,
        }
    }

    /// GF-4, GF-5: a card is dealt; the seat is dealt to until it has all of its hand.
    #[inline(always)]
    pub(super) fn deal(&self, state: &mut State, rank: u8) {
        let seat = usize::from(state.seat);
        state.take(rank);
        let is_full = state.hands[seat].len() == self.rules.initial_cards;
        self.make_book(state, rank);
        if state.phase == Phase::Over {
            return;
        }
        let is_last = seat + 1 == self.players;
        if is_full && is_last || state.pool.is_empty() {
            state.seat = 0;
            self.begin_request(state);
        } else if is_full && state.hands[seat].len() == self.rules.initial_cards {
            state.seat += 1;
        }
    }

    /// GF-9 to GF-11: a player asks another one for a rank.
    #[inline(always)]
    pub(super) fn ask(&self, state: &mut State, target: Seat, rank: u8) {
        let (to, from) = (usize::from(state.seat), usize::from(target));
        let given = state.hands[from].count(rank);
        state.asks += 1;
        let known = u8::from(state.known[to].count(rank) == 0) + given;
        state.known[to].add(rank, known);
        let lost = state.known[from].count(rank);
        state.known[from].remove(rank, lost);
        if given > 0 {
            state.hands[from].remove(rank, given);
            state.holders &= !(u16::from(state.hands[from].is_empty()) << target);
            state.hands[to].add(rank, given);
            self.make_book(state, rank);
            if state.phase != Phase::Over {
                self.begin_request(state);
            }
        } else if state.pool.is_empty() {
            self.pass(state);
            self.begin_request(state);
        } else {
            (state.phase, state.request) = (Phase::Fish, Some((target, rank)));
        }
    }

    /// GF-10, GF-12: a card is drawn from the pool.
    #[inline(always)]
    pub(super) fn draw(&self, state: &mut State, rank: u8) {
        let goes_on = match state.request.take() {
            Some((_, asked)) => {
                let is_hit = asked == rank;
                state.known[usize::from(state.seat)].add(rank, is_hit.into());
                is_hit
            }
            None => self.rules.ask_after_empty_draw,
        };
        state.take(rank);
        self.make_book(state, rank);
        if state.phase == Phase::Over {
            return;
        }
        if !goes_on {
            self.pass(state);
        }
        self.begin_request(state);
    }

    /// GF-3, GF-15: all cards of a rank in one hand are a book; with the last one, or if it leaves the
    /// player without cards, the game can be over.
    #[inline]
    fn make_book(&self, state: &mut State, rank: u8) {
        let seat = usize::from(state.seat);
        if state.hands[seat].count(rank) < self.rules.suits {
            return;
        }
        state.hands[seat].remove(rank, self.rules.suits);
        let known = state.known[seat].count(rank);
        state.known[seat].remove(rank, known);
        state.books[seat] |= 1 << rank;
        let is_out = state.hands[seat].is_empty();
        state.holders &= !(u16::from(is_out) << seat);
        if is_out && (self.rules.end_on_first_out || state.holders == 0 && state.pool.is_empty()) {
            state.phase = Phase::Over;
        }
    }

    /// GF-6: the turn passes to the next seat.
    #[inline]
    fn pass(&self, state: &mut State) {
        state.seat = if usize::from(state.seat) + 1 == self.players { 0 } else { state.seat + 1 };
    }

    /// GF-12 to GF-14, GF-16: the player asks, or what comes instead.
    #[inline]
    fn begin_request(&self, state: &mut State) {
        state.phase = Phase::Ask;
        if state.holders >> state.seat & 1 == 0 {
            if !state.pool.is_empty() {
                state.phase = Phase::Refill;
                return;
            }
            while state.holders >> state.seat & 1 == 0 {
                self.pass(state);
            }
        } else if state.holders == 1 << state.seat {
            // There are cards in the pool: else this player would have made a book of each rank.
            self.pass(state);
            state.phase = Phase::Refill;
            return;
        }
        if state.asks == self.rules.max_asks {
            state.phase = Phase::Over;
        }
    }

    #[inline]
    pub(super) fn result(&self, state: &State) -> Option<Outcome> {
        let is_out = state.hands[usize::from(state.seat)].is_empty();
        (state.phase == Phase::Over).then(|| Outcome {
            winners: self.winners(state),
            reason: match (is_out, self.rules.end_on_first_out) {
                (true, false) => 0,
                (true, true) => 1,
                (false, _) => 2,
            },
            level: None,
        })
    }

    /// GF-17: who has won, a bit each, once the game is over.
    #[inline]
    pub(super) fn winners(&self, state: &State) -> u32 {
        if !self.rules.most_books_wins {
            let is_out = state.hands[usize::from(state.seat)].is_empty();
            return u32::from(self.rules.end_on_first_out && is_out) << state.seat;
        }
        let books = state.books[..self.players].iter().map(|books| books.count_ones());
        let most = books.clone().max().unwrap_or(0);
        (0..).zip(books).map(|(seat, books)| u32::from(books == most) << seat).sum()
    }

    /// GF-18: the winners share 1.
    #[inline]
    pub(super) fn paid(&self, state: &State, seat: Seat) -> f32 {
        if state.phase != Phase::Over {
            return 0.0;
        }
        let winners = self.winners(state);
        if winners >> seat & 1 == 1 { 1.0 / winners.count_ones() as f32 } else { 0.0 }
    }
}

impl State {
    /// The player takes a card of the pool.
    #[inline]
    fn take(&mut self, rank: u8) {
        self.pool.remove(rank, 1);
        self.hands[usize::from(self.seat)].add(rank, 1);
        self.holders |= 1 << self.seat;
    }

    /// The others who have cards, a bit each.
    #[inline]
    #[must_use]
    pub fn targets(&self) -> u16 {
        self.holders & !(1 << self.seat)
    }
}
