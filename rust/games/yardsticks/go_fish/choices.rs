//! What may happen next, and how one of it is picked without a list.

use super::GoFish;
use super::action::Action;
use super::rules::RANKS;
use super::state::{Phase, State};
use crate::game::Seat;
use crate::random::Random;

/// `2^16 / n`, rounded up: as good as a division for numbers up to 15 ranks of 9 others.
const RECIPROCALS: [u32; RANKS + 1] = {
    let mut reciprocals = [0; RANKS + 1];
    let mut n = 1;
    while n <= RANKS {
        reciprocals[n] = 0x1_0000_u32.div_ceil(n as u32);
        n += 1;
    }
    reciprocals
};

impl GoFish {
    /// Calls `visit` with every request of the player to act, by target and rank (GF-7, GF-8).
    pub(super) fn visit_requests(&self, state: &State, mut visit: impl FnMut(Action)) {
        if state.phase != Phase::Ask {
            return;
        }
        let targets = state.targets();
        for target in (0..self.players as Seat).filter(|target| targets >> target & 1 == 1) {
            for (rank, _) in state.hands[usize::from(state.seat)].each() {
                visit(Action::Ask { target, rank });
            }
        }
    }

    /// A uniformly random request, in the order of [`GoFish::visit_requests`].
    #[inline(always)]
    pub(super) fn pick(&self, state: &State, random: &mut Random) -> (Seat, u8) {
        let hand = state.hands[usize::from(state.seat)];
        let mut targets = state.targets();
        let each = hand.ranks();
        let k = random.below(each * targets.count_ones());
        // `k / each` for the few values that there are.
        let place = (k * RECIPROCALS[each as usize & 15]) >> 16;
        // As many rounds as there can be, of which only the first ones do something: how many that is
        // can't be foreseen.
        for round in 0..self.players - 2 {
            targets &= targets.wrapping_sub(u16::from((round as u32) < place));
        }
        (targets.trailing_zeros() as Seat, hand.nth_rank(k - place * each))
    }

    /// Calls `visit` with every outcome of a chance node (GF-21).
    pub(super) fn visit_chance(&self, state: &State, mut visit: impl FnMut(Action, f64)) {
        let event = match state.phase {
            Phase::Deal => Action::Deal,
            Phase::Fish | Phase::Refill => Action::Draw,
            Phase::Ask | Phase::Over => return,
        };
        let total = f64::from(state.pool.len());
        state.pool.each().for_each(|(rank, count)| visit(event(rank), f64::from(count) / total));
    }

    /// Draws one outcome of a chance node.
    #[inline(always)]
    pub(super) fn draw_chance(&self, state: &State, random: &mut Random) -> Action {
        let rank = state.pool.nth(random.below(state.pool.len()));
        if state.phase == Phase::Deal { Action::Deal(rank) } else { Action::Draw(rank) }
    }

    /// Writes 1 at the index of every request and 0 elsewhere; how many there are.
    #[inline(always)]
    pub(super) fn mark_requests(&self, state: &State, mask: &mut [u8]) -> usize {
        let hand = state.hands[usize::from(state.seat)];
        let marks = hand.has();
        let targets = if state.phase == Phase::Ask { state.targets() } else { 0 };
        for (target, cells) in mask.chunks_exact_mut(self.rules.ranks).enumerate() {
            let is_target = (targets >> target & 1) as u8;
            for (cell, mark) in cells.iter_mut().zip(marks) {
                *cell = mark * is_target;
            }
        }
        (hand.ranks() * targets.count_ones()) as usize
    }
}
