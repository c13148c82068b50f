//! The greedy agent: one ply, by the game's own heuristic.

use super::Agent;
use crate::game::{Game, Seat};
use crate::random::Random;

/// Tries every legal action, and plays one after which [`Game::evaluate`] is highest; among equals,
/// one at random.
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
            next.clone_from(state);
            game.apply(&mut next, action);
            let value = game.evaluate(&next, seat);
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
