//! The face without types: any game behind one trait object, for front ends and bindings.

use std::any::Any;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use serde_json::{Map, Value};

use super::{Explanation, Play, PlayError, Stream, options};
use crate::agents::{self, UnknownAgent};
use crate::canvas::Written;
use crate::game::{
    Actor, ComponentInfo, ComponentSource, Game, Info, Outcome, Seat, Setup, SetupError, Viewer,
    clip,
};
use crate::random::Random;
use crate::simulate::{AnyBatch, AnyVectorEnv, Batches, Plan, PlanError, VectorEnv};

/// How a registered game is made.
#[derive(Debug)]
pub struct Maker {
    /// What is known before options are chosen.
    pub info: &'static Info,
    /// Whether it is no game of the collection, but one to compare speed on and to learn from.
    pub is_yardstick: bool,
    make: fn(Setup) -> Result<Arc<dyn AnyGame>, SetupError>,
}

/// The registry's entry of a game.
#[must_use]
pub const fn maker<G: Game>() -> Maker {
    Maker {
        info: G::INFO,
        is_yardstick: false,
        make: |setup| Ok(Arc::new(Table(Arc::new(G::new(setup)?)))),
    }
}

/// The registry's entry of a yardstick.
#[must_use]
pub const fn yardstick<G: Game>() -> Maker {
    Maker { is_yardstick: true, ..maker::<G>() }
}

impl Maker {
    /// Makes the game ready: `options` are checked and completed, `components` read or, without any,
    /// the embedded default.
    ///
    /// # Errors
    /// [`SetupError`].
    pub fn make(
        &self,
        players: i64,
        given: &Map<String, Value>,
        components: Option<ComponentSource>,
    ) -> Result<Arc<dyn AnyGame>, SetupError> {
        let players = options::players(self.info, players)?;
        let options = options::resolve(self.info, players, given)?;
        let components = components.unwrap_or_else(|| ComponentSource {
            file: String::new(),
            text: self.info.default_components.to_owned(),
        });
        (self.make)(Setup { players, options, components })
    }
}

/// A game made ready. Actions are words that [`Game::pack`] made.
pub trait AnyGame: Send + Sync {
    /// What is known before options are chosen.
    fn info(&self) -> &'static Info;
    /// Number of seats.
    fn players(&self) -> usize;
    /// The resolved options.
    fn options(&self) -> &Map<String, Value>;
    /// The component set in use.
    fn components(&self) -> &ComponentInfo;
    /// See [`Game::max_plies`].
    fn max_plies(&self) -> u32;
    /// See [`Game::action_size`].
    fn action_size(&self) -> usize;
    /// See [`Game::INDICES_ARE_ABSOLUTE`].
    fn indices_are_absolute(&self) -> bool;
    /// See [`Game::observation_shape`].
    fn observation_shape(&self) -> [usize; 3];
    /// See [`Play::start`].
    fn start(&self, stream: Option<Stream>) -> Box<dyn AnyState>;
    /// See [`Game::parse_action`].
    ///
    /// # Errors
    /// [`PlayError::Syntax`].
    fn parse_action(&self, text: &str) -> Result<u64, PlayError>;
    /// That an index, as text, is no action.
    fn no_action(&self, index: &str) -> PlayError;
    /// See [`Game::action_text`].
    fn action_text(&self, word: u64) -> String;
    /// See [`Game::is_chance`].
    fn is_chance(&self, word: u64) -> bool;
    /// See [`Play::from_json`].
    ///
    /// # Errors
    /// [`PlayError`].
    fn state_from_json(&self, text: &str) -> Result<Box<dyn AnyState>, PlayError>;
    /// See [`Play::replay`].
    ///
    /// # Errors
    /// [`PlayError`].
    fn replay(&self, text: &str) -> Result<Box<dyn AnyState>, PlayError>;
    /// Prepares a batch of games between agents, one name a seat.
    ///
    /// # Errors
    /// [`UnknownAgent`].
    fn batch(&self, agents: &[String], seed: u64) -> Result<Box<dyn AnyBatch>, UnknownAgent>;
    /// Prepares environments that step together.
    ///
    /// # Errors
    /// [`PlanError`].
    fn vector_env(&self, plan: &Plan<'_>) -> Result<Box<dyn AnyVectorEnv>, PlanError>;
}

/// A game in progress.
pub trait AnyState: Send + Sync {
    /// A copy.
    fn boxed_clone(&self) -> Box<dyn AnyState>;
    /// For comparisons.
    fn as_any(&self) -> &dyn Any;
    /// Whether both are the same position of the same game; pasts do not count.
    fn is_equal(&self, other: &dyn AnyState) -> bool;
    /// A hash that agrees with `is_equal`.
    fn hash(&self) -> u64;
    /// Who decides.
    fn actor(&self) -> Actor;
    /// Plies played.
    fn ply(&self) -> u32;
    /// Events since the origin.
    fn history(&self) -> Vec<u64>;
    /// See [`Play::history_for`].
    fn history_for(&self, seat: Option<Seat>) -> Vec<String>;
    /// Every legal action.
    fn legal_actions(&self) -> Vec<u64>;
    /// The indices of those that have one, in the same order.
    fn legal_indices(&self) -> Vec<i32>;
    /// See [`Game::legal_mask`].
    fn legal_mask(&self) -> Vec<u8>;
    /// Every outcome of a chance node.
    fn chance_outcomes(&self) -> Vec<(u64, f64)>;
    /// See [`Play::apply`].
    ///
    /// # Errors
    /// [`PlayError`].
    fn apply(&self, word: u64) -> Result<Box<dyn AnyState>, PlayError>;
    /// [`AnyState::apply`] of what an index stands for. When the game is over, all indices are refused
    /// for that: one may stand for nothing any more.
    ///
    /// # Errors
    /// [`PlayError`].
    fn apply_at(&self, index: i64) -> Result<Box<dyn AnyState>, PlayError>;
    /// See [`Play::explain`].
    fn explain(&self, word: u64) -> Explanation;
    /// See [`Game::index`].
    fn index(&self, word: u64) -> Option<u32>;
    /// See [`Game::action_at`].
    ///
    /// # Errors
    /// [`PlayError::Syntax`] for an index that stands for nothing.
    fn action_at(&self, index: i64) -> Result<u64, PlayError>;
    /// What an agent would do, from a stream of its own.
    ///
    /// # Errors
    /// [`PlayError::Agent`]; [`PlayError::Over`] or [`PlayError::Illegal`] if no player is to act.
    fn agent_action(&self, agent: &str, seed: u64) -> Result<u64, PlayError>;
    /// See [`Game::outcome`].
    fn outcome(&self) -> Option<Outcome>;
    /// See [`Game::details`].
    fn details(&self) -> Map<String, Value>;
    /// See [`Game::returns`], for every seat.
    fn returns(&self) -> Vec<f32>;
    /// See [`Game::score`], for every seat.
    fn scores(&self) -> Vec<f32>;
    /// See [`Game::view`].
    fn view(&self, seat: Option<Seat>) -> Value;
    /// See [`Game::draw`].
    fn draw(&self, viewer: Viewer) -> String;
    /// See [`Game::observe`].
    fn observe(&self, seat: Seat) -> Vec<u8>;
    /// See [`Game::belief`].
    fn belief(&self, seat: Seat) -> Option<Value>;
    /// See [`Play::determinize`].
    fn determinize(&self, seat: Seat, seed: u64) -> Box<dyn AnyState>;
    /// See [`Play::to_json`].
    fn to_json(&self) -> String;
    /// See [`Play::record`].
    fn record(&self) -> String;
}

/// A game behind the face.
struct Table<G: Game>(Arc<G>);

impl<G: Game> AnyGame for Table<G> {
    fn info(&self) -> &'static Info {
        G::INFO
    }

    fn players(&self) -> usize {
        self.0.players()
    }

    fn options(&self) -> &Map<String, Value> {
        self.0.options()
    }

    fn components(&self) -> &ComponentInfo {
        self.0.components()
    }

    fn max_plies(&self) -> u32 {
        self.0.max_plies()
    }

    fn action_size(&self) -> usize {
        self.0.action_size()
    }

    fn indices_are_absolute(&self) -> bool {
        G::INDICES_ARE_ABSOLUTE
    }

    fn observation_shape(&self) -> [usize; 3] {
        self.0.observation_shape()
    }

    fn start(&self, stream: Option<Stream>) -> Box<dyn AnyState> {
        Box::new(Play::start(Arc::clone(&self.0), stream))
    }

    fn parse_action(&self, text: &str) -> Result<u64, PlayError> {
        let syntax = |message: String| PlayError::Syntax {
            message: format!("{:?} is no action of {}: {message}", clip(text), G::INFO.name),
            text: clip(text),
        };
        self.0.parse_action(text).map(G::pack).map_err(syntax)
    }

    fn no_action(&self, index: &str) -> PlayError {
        no_action(&*self.0, index)
    }

    fn action_text(&self, word: u64) -> String {
        self.0.action_text(G::unpack(word))
    }

    fn is_chance(&self, word: u64) -> bool {
        G::is_chance(G::unpack(word))
    }

    fn state_from_json(&self, text: &str) -> Result<Box<dyn AnyState>, PlayError> {
        Ok(Box::new(Play::from_json(Arc::clone(&self.0), text)?))
    }

    fn replay(&self, text: &str) -> Result<Box<dyn AnyState>, PlayError> {
        Ok(Box::new(Play::replay(Arc::clone(&self.0), text)?))
    }

    fn batch(&self, agents: &[String], seed: u64) -> Result<Box<dyn AnyBatch>, UnknownAgent> {
        let players = agents::Players::<G>::named(agents)?;
        Ok(Box::new(Batches::new(Arc::clone(&self.0), players, seed)))
    }

    fn vector_env(&self, plan: &Plan<'_>) -> Result<Box<dyn AnyVectorEnv>, PlanError> {
        Ok(Box::new(VectorEnv::new(Arc::clone(&self.0), plan)?))
    }
}

fn no_action<G: Game>(game: &G, index: &str) -> PlayError {
    let (name, last) = (G::INFO.name, game.action_size() - 1);
    let is_known = index.parse::<usize>().is_ok_and(|index| index <= last);
    let message = if is_known {
        format!("index {index} stands for no action of {name} in this position")
    } else {
        format!("index {index} is no action of {name}: 0 to {last} are possible")
    };
    PlayError::Syntax { message, text: index.to_owned() }
}

impl<G: Game> AnyState for Play<G> {
    fn boxed_clone(&self) -> Box<dyn AnyState> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn is_equal(&self, other: &dyn AnyState) -> bool {
        other.as_any().downcast_ref::<Self>().is_some_and(|other| {
            let (a, b) = (self.game(), other.game());
            let same_game = Arc::ptr_eq(a, b)
                || (a.options() == b.options()
                    && a.players() == b.players()
                    && a.components().digest == b.components().digest);
            same_game && self.state() == other.state()
        })
    }

    fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.state().hash(&mut hasher);
        hasher.finish()
    }

    fn actor(&self) -> Actor {
        Play::actor(self)
    }

    fn ply(&self) -> u32 {
        Play::ply(self)
    }

    fn history(&self) -> Vec<u64> {
        Play::history(self).into_iter().map(G::pack).collect()
    }

    fn history_for(&self, seat: Option<Seat>) -> Vec<String> {
        Play::history_for(self, seat)
    }

    fn legal_actions(&self) -> Vec<u64> {
        let mut actions = Vec::new();
        self.game().legal_actions(self.state(), &mut actions);
        actions.into_iter().map(G::pack).collect()
    }

    fn legal_indices(&self) -> Vec<i32> {
        // Room for most positions: lists that grow take more time than small games do.
        let mut actions = Vec::with_capacity(64);
        self.game().legal_actions(self.state(), &mut actions);
        let mut indices = Vec::with_capacity(actions.len());
        let index = |action| self.game().index(self.state(), action);
        indices.extend(actions.into_iter().filter_map(index).map(|index| index as i32));
        indices
    }

    fn legal_mask(&self) -> Vec<u8> {
        let mut mask = vec![0; self.game().action_size()];
        self.game().legal_mask(self.state(), &mut Written::default().canvas(&mut mask));
        mask
    }

    fn chance_outcomes(&self) -> Vec<(u64, f64)> {
        let mut outcomes = Vec::new();
        self.game().chance_outcomes(self.state(), &mut outcomes);
        outcomes.into_iter().map(|(event, chance)| (G::pack(event), chance)).collect()
    }

    fn apply(&self, word: u64) -> Result<Box<dyn AnyState>, PlayError> {
        Ok(Box::new(Play::apply(self, G::unpack(word))?))
    }

    fn apply_at(&self, index: i64) -> Result<Box<dyn AnyState>, PlayError> {
        let is_index = (0..self.game().action_size() as i64).contains(&index);
        match self.action_at(index) {
            Ok(word) => AnyState::apply(self, word),
            Err(_) if is_index && Play::actor(self) == Actor::Nobody => {
                Err(self.refuse_over(format!("index {index}")))
            }
            Err(error) => Err(error),
        }
    }

    fn explain(&self, word: u64) -> Explanation {
        Play::explain(self, G::unpack(word))
    }

    fn index(&self, word: u64) -> Option<u32> {
        self.game().index(self.state(), G::unpack(word))
    }

    fn action_at(&self, index: i64) -> Result<u64, PlayError> {
        let action = u32::try_from(index).ok();
        let action = action.and_then(|index| self.game().action_at(self.state(), index));
        action.map(G::pack).ok_or_else(|| no_action(&**self.game(), &index.to_string()))
    }

    fn agent_action(&self, agent: &str, seed: u64) -> Result<u64, PlayError> {
        let agent = agents::named::<G>(agent)?;
        match Play::actor(self) {
            Actor::Player(seat) => {
                let mut random = Random::stream(seed, 0);
                let mut scratch = Vec::new();
                let game: &G = self.game();
                Ok(G::pack(agent.act(game, self.state(), seat, &mut scratch, &mut random)))
            }
            Actor::Chance => Err(PlayError::Illegal {
                message: "no player is to act: a chance event is due".to_owned(),
                action: String::new(),
                player: None,
                rule: "",
                ply: self.ply(),
            }),
            Actor::Nobody => Err(self.refuse_over(String::new())),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game().outcome(self.state())
    }

    fn details(&self) -> Map<String, Value> {
        self.game().details(self.state())
    }

    fn returns(&self) -> Vec<f32> {
        let seats = 0..self.game().players() as Seat;
        seats.map(|seat| self.game().returns(self.state(), seat)).collect()
    }

    fn scores(&self) -> Vec<f32> {
        let seats = 0..self.game().players() as Seat;
        seats.map(|seat| self.game().score(self.state(), seat)).collect()
    }

    fn view(&self, seat: Option<Seat>) -> Value {
        self.game().view(self.state(), seat)
    }

    fn draw(&self, viewer: Viewer) -> String {
        self.game().draw(self.state(), viewer)
    }

    fn observe(&self, seat: Seat) -> Vec<u8> {
        let mut observation = vec![0; self.game().observation_shape().iter().product()];
        let mut written = Written::default();
        self.game().observe(self.state(), seat, &mut written.canvas(&mut observation));
        observation
    }

    fn belief(&self, seat: Seat) -> Option<Value> {
        self.game().belief(self.state(), seat)
    }

    fn determinize(&self, seat: Seat, seed: u64) -> Box<dyn AnyState> {
        Box::new(Play::determinize(self, seat, seed))
    }

    fn to_json(&self) -> String {
        Play::to_json(self)
    }

    fn record(&self) -> String {
        Play::record(self)
    }
}
