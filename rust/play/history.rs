//! The past of a game: where it began and what has happened since.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::game::Seat;

/// Where a game began.
#[derive(Clone, Debug)]
pub enum Origin<S> {
    /// Before anything had happened; with a seed where chance resolves itself.
    Start(Option<Stream>),
    /// From a position: one read from JSON, or one drawn for a seat.
    Position {
        /// The position.
        position: Arc<S>,
        /// What had been seen by then.
        past: Past,
    },
}

/// What was seen before the position that a game begins with, where it was drawn for a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Past {
    /// The seat that it was drawn for.
    pub seat: Option<Seat>,
    /// Plies played.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stream {
    /// The seed.
    pub seed: u64,
    /// The index of the game.
    pub index: u64,
}

/// Packed actions and chance events, shared between a state and those that came from it.
#[derive(Clone, Debug, Default)]
pub struct Events {
    last: Option<Arc<Event>>,
}

#[derive(Debug)]
struct Event {
    word: u64,
    before: Option<Arc<Event>>,
}

impl Events {
    /// Adds an event.
    pub fn push(&mut self, word: u64) {
        let before = self.last.take();
        self.last = Some(Arc::new(Event { word, before }));
    }

    /// Every event, the first one first.
    #[must_use]
    pub fn words(&self) -> Vec<u64> {
        let mut words = Vec::new();
        let mut next = self.last.as_deref();
        while let Some(event) = next {
            words.push(event.word);
            next = event.before.as_deref();
        }
        words.reverse();
        words
    }
}

impl Drop for Events {
    /// Without recursion: a game can be thousands of events long.
    fn drop(&mut self) {
        let mut next = self.last.take();
        while let Some(mut event) = next.and_then(Arc::into_inner) {
            next = event.before.take();
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
        let mut branch = events.clone();
        branch.push(7);
        drop(events);
        let words = branch.words();
        assert_eq!(words.len(), 300_001);
        assert_eq!(words[299_999..], [299_999, 7]);
    }
}
