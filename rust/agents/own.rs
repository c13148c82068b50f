//! Agents that only one game knows.

use super::Agent;
use crate::game::{Game, Seat};
use crate::random::Random;

/// The agent at this place of [`Info::agents`](crate::game::Info::agents), as the game itself plays it.
#[derive(Clone, Copy, Debug)]
pub struct Own(pub usize);

impl<G: Game> Agent<G> for Own {
    fn act(
        &self,
        game: &G,
        state: &G::State,
        seat: Seat,
        scratch: &mut Vec<G::Action>,
        random: &mut Random,
    ) -> G::Action {
        game.own_agent(self.0, state, seat, scratch, random)
    }
}
