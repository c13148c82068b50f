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
        let mut next = state.clone();
        random.best(scratch, |action| game.action_value(state, seat, action, &mut next))
    }
}
