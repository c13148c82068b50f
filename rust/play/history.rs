//! The past of a game: where it began and what has happened since.

use std::fmt;
use std::sync::{Arc, LazyLock};

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
#[serde(from = "Written", into = "Written")]
pub struct Past {
    /// The seat that it was drawn for.
    pub seat: Option<Seat>,
    /// Plies played.
    pub plies: u32,
    /// What had been seen.
    pub seen: Seen,
}

impl Past {
    /// What a seat or a spectator had seen, as far as it is known.
    #[must_use]
    pub fn seen_by(&self, seat: Option<Seat>) -> &[String] {
        let texts = self.seen.texts();
        if seat.is_some() && seat == self.seat { &texts.seen } else { &texts.public }
    }
}

/// What one seat and what everybody had seen, as texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Texts {
    /// What the seat had seen.
    pub seen: Vec<String>,
    /// What everybody had seen.
    pub public: Vec<String>,
}

type Write = Box<dyn FnOnce() -> Texts + Send>;

/// [`Texts`] that are written when somebody asks: a search draws thousands of positions for a seat,
/// and reads none of them.
#[derive(Clone)]
pub struct Seen(Arc<LazyLock<Texts, Write>>);

impl Seen {
    /// Texts to be written by `write`.
    pub fn later(write: impl FnOnce() -> Texts + Send + 'static) -> Self {
        Self(Arc::new(LazyLock::new(Box::new(write))))
    }

    /// Writes the texts now, and lets go of what they are written from.
    pub fn settle(&self) {
        LazyLock::force(&self.0);
    }

    /// The texts.
    #[must_use]
    pub fn texts(&self) -> &Texts {
        &self.0
    }
}

impl Default for Seen {
    fn default() -> Self {
        Self::later(Texts::default)
    }
}

impl fmt::Debug for Seen {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.texts().fmt(formatter)
    }
}

impl PartialEq for Seen {
    fn eq(&self, other: &Self) -> bool {
        self.texts() == other.texts()
    }
}

impl Eq for Seen {}

/// A past as it is written down.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    seat: Option<Seat>,
    plies: u32,
    seen: Vec<String>,
    public: Vec<String>,
}

impl From<Past> for Written {
    fn from(past: Past) -> Self {
        let Texts { seen, public } = past.seen.texts().clone();
        Self { seat: past.seat, plies: past.plies, seen, public }
    }
}

impl From<Written> for Past {
    fn from(Written { seat, plies, seen, public }: Written) -> Self {
        Self { seat, plies, seen: Seen::later(|| Texts { seen, public }) }
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
