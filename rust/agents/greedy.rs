//! The greedy agent: one ply, by the game's own heuristic.

use super::Agent;
use crate::game::{Game, Seat};
use crate::random::Random;

/// Plays a legal action for which [`Game::action_value`] is highest; among equals, one at random.
#[derive(Clone, Copy, Debug)]
pub struct Greedy;

impl<G: Game> Agent<G> for Greedy {
    fn act(
        &self,
        game: &G,
        state: &G::State,
        seat: Seat,
        scratch: &mut Vec<G::Action>,
        random: &mut Random,
    ) -> G::Action {
        scratch.clear();
        game.legal_actions(state, scratch);
        let mut best = scratch[0];
        let (mut highest, mut equals) = (f64::NEG_INFINITY, 0);
        let mut next = state.clone();
        for &action in scratch.iter() {
            let value = game.action_value(state, seat, action, &mut next);
            if value > highest {
                (best, highest, equals) = (action, value, 1);
            } else if value == highest {
                equals += 1;
                if random.below(equals) == 0 {
                    best = action;
                }
            }
        }
        best
    }
}
