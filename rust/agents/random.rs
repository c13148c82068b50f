//! The uniformly random agent.

use super::Agent;
use crate::game::{Game, Seat};
use crate::random::Random;

/// Picks every legal action with the same probability.
#[derive(Clone, Copy, Debug)]
pub struct Uniform;

impl<G: Game> Agent<G> for Uniform {
    #[inline(always)]
    fn act(
        &self,
        game: &G,
        state: &G::State,
        _: Seat,
        scratch: &mut Vec<G::Action>,
        random: &mut Random,
    ) -> G::Action {
        game.random_action(state, scratch, random)
    }
}
