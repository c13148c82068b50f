//! A game in progress: a position, its past, and the generator that resolves chance, for any game.
//!
//! [`Play`] is a value: applying an action gives a new one. [`any`] is the same face without types,
//! for front ends; `record` and `json` are the two text forms.

pub mod any;
mod history;
mod json;
pub mod options;
mod record;

use std::sync::Arc;

pub use any::{AnyGame, AnyState, Maker, maker, yardstick};
pub use history::{Drawn, Events, Origin, Past, Stream};
pub use record::{Header, read_header};

use crate::agents::UnknownAgent;
use crate::game::{Actor, FormatError, Game, Refusal, Seat};
use crate::random::Random;

/// Most legal actions that an error message lists.
const LISTED: usize = 10;

/// Why a call on a game in progress was refused.
#[derive(Clone, Debug, thiserror::Error)]
pub enum PlayError {
    /// A text or an index that is no action.
    #[error("{message}")]
    Syntax {
        /// What was expected.
        message: String,
        /// What was given.
        text: String,
    },
    /// An action that is not legal here.
    #[error("{message}")]
    Illegal {
        /// The whole sentence.
        message: String,
        /// The action's text.
        action: String,
        /// Who was to act.
        player: Option<Seat>,
        /// The rule that forbids it.
        rule: &'static str,
        /// Plies played before it.
        ply: u32,
    },
    /// The game has ended.
    #[error("{message}")]
    Over {
        /// The whole sentence.
        message: String,
        /// The action's text.
        action: String,
        /// Plies played.
        ply: u32,
    },
    /// JSON that is no position of this game.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// A record that does not replay.
    #[error("{}{message}", if *line == 0 { String::new() } else { format!("line {line}: ") })]
    Record {
        /// What is wrong.
        message: String,
        /// Line, from 1; 0 where the fault has no place.
        line: usize,
    },
    /// Made under other rules, components or a newer format.
    #[error("{what} is {found:?}, {expected:?} is expected")]
    Version {
        /// What differs.
        what: &'static str,
        /// What was found.
        found: String,
        /// What is expected.
        expected: String,
    },
    /// An unknown agent.
    #[error(transparent)]
    Agent(#[from] UnknownAgent),
}

/// Why an action is legal or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The rule that forbids it; `None` if it is legal.
    pub rule: Option<&'static str>,
    /// The reason in words.
    pub reason: String,
}

/// A game in progress.
#[derive(Debug)]
pub struct Play<G: Game> {
    game: Arc<G>,
    state: G::State,
    random: Option<Random>,
    origin: Origin<G>,
    events: Events,
    /// Plies since the origin.
    plies: u32,
}

impl<G: Game> Clone for Play<G> {
    fn clone(&self) -> Self {
        Self {
            game: Arc::clone(&self.game),
            state: self.state.clone(),
            random: self.random.clone(),
            origin: self.origin.clone(),
            events: self.events.clone(),
            plies: self.plies,
        }
    }
}

impl<G: Game> Play<G> {
    /// Starts a game. With a stream chance resolves itself; without one chance nodes are stops.
    #[must_use]
    pub fn start(game: Arc<G>, stream: Option<Stream>) -> Self {
        let mut play = Self::before_any_event(game, stream);
        play.resolve_chance();
        play
    }

    fn before_any_event(game: Arc<G>, stream: Option<Stream>) -> Self {
        Self {
            state: game.initial(),
            game,
            random: stream.map(|stream| Random::stream(stream.seed, stream.index)),
            origin: Origin::Start(stream),
            events: Events::default(),
            plies: 0,
        }
    }

    /// A game that begins with a position.
    #[must_use]
    pub fn from_position(game: Arc<G>, position: G::State, past: Past) -> Self {
        Self {
            game,
            state: position.clone(),
            random: None,
            plies: 0,
            origin: Origin::Position { position: Arc::new(position), past },
            events: Events::default(),
        }
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// The position.
    #[must_use]
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// Plies played, those before a position that the game begins with included.
    #[must_use]
    pub fn ply(&self) -> u32 {
        self.origin.position(&self.game).map_or(0, |(_, past)| past.plies) + self.plies
    }

    /// Who decides.
    #[must_use]
    pub fn actor(&self) -> Actor {
        self.game.actor(&self.state)
    }

    fn happen(&mut self, action: G::Action) {
        self.plies += u32::from(!G::is_chance(action));
        self.events.push(G::pack(action));
        self.game.apply(&mut self.state, action);
    }

    fn resolve_chance(&mut self) {
        while self.random.is_some() && self.actor() == Actor::Chance {
            let Some(random) = &mut self.random else { return };
            let event = self.game.sample_chance(&self.state, random);
            self.happen(event);
        }
    }

    /// The position after an action.
    ///
    /// # Errors
    /// [`PlayError::Illegal`] or [`PlayError::Over`]; this value is unchanged.
    pub fn apply(&self, action: G::Action) -> Result<Self, PlayError> {
        self.game.check(&self.state, action).map_err(|refusal| self.refusal(action, &refusal))?;
        let mut next = self.clone();
        next.happen(action);
        next.resolve_chance();
        Ok(next)
    }

    fn refusal(&self, action: G::Action, refusal: &G::Illegal) -> PlayError {
        let (action, ply) = (self.game.action_text(action), self.ply());
        let player = match self.actor() {
            Actor::Nobody => return self.refuse_over(action),
            Actor::Player(seat) => Some(seat),
            Actor::Chance => None,
        };
        let who = player.map_or("at a chance node".to_owned(), |seat| format!("by seat {seat}"));
        let rule = refusal.rule();
        let (word, moment) = self.game.moment(&self.state, ply);
        let mut message = format!("{action} {who} at {word} {moment}: {refusal} (rule {rule})");
        if player.is_some() {
            let mut legal = Vec::new();
            self.game.legal_actions(&self.state, &mut legal);
            let texts: Vec<String> =
                legal.iter().take(LISTED).map(|&action| self.game.action_text(action)).collect();
            let more = if legal.len() > LISTED { ", ..." } else { "" };
            message += &format!("; {} legal: {}{more}", legal.len(), texts.join("; "));
        }
        PlayError::Illegal { message, action, player, rule, ply }
    }

    /// That the game is over, and since when; `action` is what was asked for, if anything was.
    fn refuse_over(&self, action: String) -> PlayError {
        let ply = self.ply();
        let (word, moment) = self.game.moment(&self.state, ply);
        let colon = if action.is_empty() { "" } else { ": " };
        let message = format!("{action}{colon}the game is over since {word} {moment}");
        PlayError::Over { message, action, ply }
    }

    /// Whether an action is legal, and if not, by which rule.
    #[must_use]
    pub fn explain(&self, action: G::Action) -> Explanation {
        match self.game.check(&self.state, action) {
            Ok(()) => Explanation { rule: None, reason: "legal".to_owned() },
            Err(refusal) => Explanation { rule: Some(refusal.rule()), reason: refusal.to_string() },
        }
    }

    /// Every event since the origin.
    #[must_use]
    pub fn history(&self) -> Vec<G::Action> {
        self.events.words().into_iter().map(G::unpack).collect()
    }

    /// What a seat or a spectator saw happen.
    #[must_use]
    pub fn history_for(&self, seat: Option<Seat>) -> Vec<String> {
        history::tell(&*self.game, &self.origin, &self.events, seat).0
    }

    /// A game in a position drawn from those that `seat` can't tell from this one. Where chance
    /// resolves itself it goes on to do so, from a stream of `seed`.
    #[must_use]
    pub fn determinize(&self, seat: Seat, seed: u64) -> Self {
        let mut random = Random::stream(seed, 0);
        let position = self.game.determinize(&self.state, seat, &mut random);
        let drawn =
            Drawn::new(&*self.game, Arc::new(position.clone()), seat, &self.origin, &self.events);
        Self {
            game: Arc::clone(&self.game),
            state: position,
            random: self.random.is_some().then_some(random),
            origin: Origin::Drawn(Arc::new(drawn)),
            events: Events::default(),
            plies: 0,
        }
    }
}
