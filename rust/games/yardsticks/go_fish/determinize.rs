//! Positions that agree with all that a view shows (GF-20).

use super::GoFish;
use super::cards::Cards;
use super::state::State;
use crate::game::Seat;
use crate::random::Random;

impl GoFish {
    /// A position drawn from those with the same view for `seat`: the cards that it does not see are
    /// dealt anew, evenly, until nobody would have a book, nor the player asked in vain what it was asked
    /// for.
    pub(super) fn redeal(&self, state: &State, seat: Seat, random: &mut Random) -> State {
        let own = usize::from(seat);
        let others = || self.seats().filter(|&of| of != own);
        let mut hidden = state.pool;
        for of in others() {
            for rank in 0..self.rules.ranks as u8 {
                hidden.add(rank, state.hands[of].count(rank) - state.known[of].count(rank));
            }
        }
        loop {
            let mut drawn = State { pool: hidden, ..*state };
            for of in others() {
                drawn.hands[of] = state.known[of];
                for _ in state.known[of].len()..state.hands[of].len() {
                    let rank = drawn.pool.nth(random.below(drawn.pool.len()));
                    drawn.pool.remove(rank, 1);
                    drawn.hands[of].add(rank, 1);
                }
            }
            let has_book = |hand: Cards| hand.each().any(|(_, count)| count == self.rules.suits);
            let has_asked =
                |(target, rank): (Seat, u8)| drawn.hands[usize::from(target)].count(rank) > 0;
            if !drawn.hands.into_iter().any(has_book) && !drawn.request.is_some_and(has_asked) {
                return drawn;
            }
        }
    }
}
