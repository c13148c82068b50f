//! The past of a game: where it began and what has happened since.

use std::mem;
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};
use tinyvec::ArrayVec;

use crate::game::{Game, Seat};

/// Where a game began.
#[derive(Debug)]
pub enum Origin<G: Game> {
    /// Before anything had happened; with a seed where chance resolves itself.
    Start(Option<Stream>),
    /// From a position that was read from JSON.
    Position {
        /// The position.
        position: Arc<G::State>,
        /// What had been seen by then.
        past: Past,
    },
    /// From a position that was drawn for a seat.
    Drawn(Arc<Drawn<G>>),
}

impl<G: Game> Clone for Origin<G> {
    fn clone(&self) -> Self {
        match self {
            Self::Start(stream) => Self::Start(*stream),
            Self::Position { position, past } => {
                Self::Position { position: Arc::clone(position), past: past.clone() }
            }
            Self::Drawn(drawn) => Self::Drawn(Arc::clone(drawn)),
        }
    }
}

impl<G: Game> Origin<G> {
    /// The position and what had been seen by then; `None` if the game began with its start.
    pub fn position(&self, game: &G) -> Option<(&Arc<G::State>, &Past)> {
        match self {
            Self::Start(_) => None,
            Self::Position { position, past } => Some((position, past)),
            Self::Drawn(drawn) => Some((&drawn.position, drawn.past(game))),
        }
    }
}

/// A position that was drawn for a seat of another game. What the seat had seen is told when somebody
/// asks: a search draws many positions and asks of none.
#[derive(Debug)]
pub struct Drawn<G: Game> {
    position: Arc<G::State>,
    seat: Seat,
    origin: Origin<G>,
    events: Events,
    past: OnceLock<Past>,
}

impl<G: Game> Drawn<G> {
    /// `position`, drawn for `seat` of a game that began with `origin` and went on with `events`.
    #[must_use]
    pub fn new(
        game: &G,
        position: Arc<G::State>,
        seat: Seat,
        origin: &Origin<G>,
        events: &Events,
    ) -> Self {
        let origin = match origin {
            // Told now, so that no chain of games hangs on the last one drawn.
            Origin::Drawn(drawn) => Origin::Position {
                position: Arc::clone(&drawn.position),
                past: drawn.past(game).clone(),
            },
            origin => origin.clone(),
        };
        Self { position, seat, origin, events: events.clone(), past: OnceLock::new() }
    }

    fn past(&self, game: &G) -> &Past {
        self.past.get_or_init(|| {
            let (seen, plies) = tell(game, &self.origin, &self.events, Some(self.seat));
            let (public, _) = tell(game, &self.origin, &self.events, None);
            Past { seat: Some(self.seat), plies, seen: seen.into(), public: public.into() }
        })
    }
}

/// What a seat or a spectator saw happen, and how many plies were among it.
pub fn tell<G: Game>(
    game: &G,
    origin: &Origin<G>,
    events: &Events,
    seat: Option<Seat>,
) -> (Vec<String>, u32) {
    let (mut state, mut texts, mut plies) = match origin.position(game) {
        None => (game.initial(), Vec::new(), 0),
        Some((position, past)) => {
            (G::State::clone(position), past.seen_by(seat).to_vec(), past.plies)
        }
    };
    let mut before = state.clone();
    let mut shown = (texts.len(), plies);
    for word in events.words() {
        let action = G::unpack(word);
        if let Some(text) = game.action_text_for(&state, action, seat) {
            texts.push(text);
            plies += u32::from(!G::is_chance(action));
        }
        before.clone_from(&state);
        game.apply(&mut state, action);
        if game.settles(&before, &state) {
            shown = (texts.len(), plies);
        }
    }
    if !game.is_shown(&state, seat) {
        texts.truncate(shown.0);
        plies = shown.1;
    }
    (texts, plies)
}

/// What was seen before the position that a game begins with, where it was drawn for a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Past {
    /// The seat that it was drawn for.
    pub seat: Option<Seat>,
    /// Plies played, as far as that seat knows of them.
    pub plies: u32,
    /// What that seat had seen.
    pub seen: Arc<[String]>,
    /// What everybody had seen.
    pub public: Arc<[String]>,
}

impl Past {
    /// What a seat or a spectator had seen, as far as it is known.
    #[must_use]
    pub fn seen_by(&self, seat: Option<Seat>) -> &[String] {
        if seat.is_some() && seat == self.seat { &self.seen } else { &self.public }
    }
}

/// The stream that chance is drawn from: a seed and a game's index under it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stream {
    /// The seed.
    pub seed: u64,
    /// The index of the game.
    pub index: u64,
}

/// Packed actions and chance events. The last ones are a state's own, so that most actions take no
/// allocation; those before are shared between a state and all that came from it.
#[derive(Clone, Debug, Default)]
pub struct Events {
    last: Stretch,
    before: Option<Arc<Events>>,
}

/// Some events in a row.
type Stretch = ArrayVec<[u64; 6]>;

impl Events {
    /// Adds an event.
    pub fn push(&mut self, word: u64) {
        if self.last.try_push(word).is_some() {
            let before = mem::take(self);
            self.before = Some(Arc::new(before));
            self.last.push(word);
        }
    }

    /// Every event, the first one first.
    #[must_use]
    pub fn words(&self) -> Vec<u64> {
        let mut words = Vec::new();
        let mut next = Some(self);
        while let Some(events) = next {
            words.extend(events.last.iter().rev());
            next = events.before.as_deref();
        }
        words.reverse();
        words
    }
}

impl Drop for Events {
    /// Without recursion: a game can be thousands of events long.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(mut events) = next.and_then(Arc::into_inner) {
            next = events.before.take();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_shared_pasts_are_kept_and_dropped() {
        let mut events = Events::default();
        for word in 0..300_000 {
            events.push(word);
        }
        for more in 0..20 {
            let mut branch = events.clone();
            (0..more).for_each(|word| branch.push(word));
            events.push(more);
            let words = branch.words();
            assert_eq!(words.len() as u64, 300_000 + 2 * more);
            let expected = [299_999].into_iter().chain(0..more).chain(0..more);
            assert!(words[299_999..].iter().copied().eq(expected));
        }
    }
}
