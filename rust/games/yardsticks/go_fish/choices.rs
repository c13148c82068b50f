//! What may happen next, and how one of it is picked without a list.

use super::GoFish;
use super::action::Action;
use super::state::{Phase, State};
use crate::game::Seat;
use crate::random::Random;

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
    #[inline]
    pub(super) fn pick(&self, state: &State, random: &mut Random) -> (Seat, u8) {
        let ranks = state.hands[usize::from(state.seat) % state.hands.len()].ranks();
        let mut targets = state.targets();
        let each = ranks.len();
        let k = random.below(each * targets.count_ones());
        for _ in 0..k / each {
            targets &= targets - 1;
        }
        (targets.trailing_zeros() as Seat, ranks.nth(k % each))
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
    #[inline]
    pub(super) fn draw_chance(&self, state: &State, random: &mut Random) -> Action {
        let rank = state.pool.nth(random.below(state.pool.len()));
        if state.phase == Phase::Deal { Action::Deal(rank) } else { Action::Draw(rank) }
    }

    /// Writes 1 at the index of every request and 0 elsewhere; how many there are.
    #[inline(always)]
    pub(super) fn mark_requests(&self, state: &State, mask: &mut [u8]) -> usize {
        let ranks = state.hands[usize::from(state.seat) % state.hands.len()].ranks();
        let marks = ranks.counts();
        let targets = if state.phase == Phase::Ask { state.targets() } else { 0 };
        for (target, cells) in mask.chunks_exact_mut(self.rules.ranks).enumerate() {
            let is_target = (targets >> target & 1) as u8;
            for (cell, mark) in cells.iter_mut().zip(marks) {
                *cell = mark * is_target;
            }
        }
        (ranks.len() * targets.count_ones()) as usize
    }
}
