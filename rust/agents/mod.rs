//! Agents: players that any game can be played by. They judge by what their seat may know.

mod greedy;
mod own;
mod random;

pub use greedy::Greedy;
pub use own::Own;
pub use random::Uniform;

use crate::game::{Game, Seat, clip};
use crate::random::Random;

/// Chooses actions for a seat. The state holds secrets; an agent uses only what its seat may know.
pub trait Agent<G: Game>: Send + Sync {
    /// A legal action for `seat`, who is to act.
    fn act(
        &self,
        game: &G,
        state: &G::State,
        seat: Seat,
        scratch: &mut Vec<G::Action>,
        random: &mut Random,
    ) -> G::Action;
}

/// There is no agent of this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no agent {name:?}; known are {known}")]
pub struct UnknownAgent {
    /// The name asked for.
    pub name: String,
    /// The names that exist.
    pub known: String,
}

/// The agent of this name.
///
/// # Errors
/// [`UnknownAgent`].
pub fn named<G: Game>(name: &str) -> Result<Box<dyn Agent<G>>, UnknownAgent> {
    match (name, G::INFO.agents.iter().position(|&known| known == name)) {
        ("random", _) => Ok(Box::new(Uniform)),
        ("greedy", Some(_)) => Ok(Box::new(Greedy)),
        (_, Some(agent)) => Ok(Box::new(Own(agent))),
        (_, None) => {
            let known = ["random"].iter().chain(G::INFO.agents).copied().collect::<Vec<_>>();
            Err(UnknownAgent { name: clip(name), known: known.join(", ") })
        }
    }
}

/// Who sits where. Games between random players only take a path without indirection.
pub enum Players<G: Game> {
    /// Every seat plays at random.
    Uniform,
    /// One agent a seat.
    Seats(Vec<Box<dyn Agent<G>>>),
}

impl<G: Game> Players<G> {
    /// Players by name, one a seat.
    ///
    /// # Errors
    /// [`UnknownAgent`].
    pub fn named(names: &[String]) -> Result<Self, UnknownAgent> {
        if names.iter().all(|name| name == "random") {
            return Ok(Self::Uniform);
        }
        let agents: Result<_, _> = names.iter().map(|name| named::<G>(name)).collect();
        Ok(Self::Seats(agents?))
    }
}
