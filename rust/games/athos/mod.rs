//! Athos Bulcão: Master Pieces: cube tiles on a mural whose blocks slide, for 1 to 6 players.
//!
//! Rules A-1 to Z-10 of `docs/rules/athos.md`. Where to find them:
//!
//! * `rules.rs`, `options.rs`: every printed number, and the options (B, Z). `components.rs`: what a
//!   set must satisfy (CD). `ready.rs`: a game made ready. `types.rs`: faces and tiles.
//! * `state.rs`: a position; `turn.rs`: the setup, actions, turns, the end (C, D, E, F, H, I, R, U, V,
//!   Z-3 to Z-6).
//! * `atelier.rs`: Free and Protected spaces. `fundathos.rs`: released tiles (L).
//! * `mural/`: sliding (M, N, W-14 to W-28). `growth.rs`: the shape of panels (N-4, O, W-7).
//! * `laying.rs`: what a lay brings: cards, points, markers, immutable blocks (G, P, Q, W-10 to W-13).
//! * `contract.rs`: artworks, windows; `fit.rs`: how a block lies under its card (J-4 to
//!   J-6). `restore.rs`: restoring (J).
//! * `kept.rs`: what follows from the mural and is kept for the next questions.
//! * `masters/`: Masters of Works (X). `tools/`: Special Tools (Y).
//! * `choices.rs`, `swaps.rs`, `pick.rs`: legal actions, and random ones; `chance.rs`: what chance
//!   brings; `refuse.rs`, `illegal.rs`: why an action is refused.
//! * `score.rs`: credits, majorities, winners (P, S, U-21 to U-35, V-6, W-33 to W-36).
//! * `action.rs`, `notation.rs`, `layout.rs`, `index.rs`, `mask.rs`: actions, their texts and
//!   indices.
//! * `view.rs`, `observe.rs`, `draw.rs`: what is shown. `json/`, `check.rs`, `pending.rs`:
//!   positions as JSON.
//! * `heuristic.rs`: what the greedy agent looks at.

pub mod action;
pub mod atelier;
mod chance;
mod check;
mod choices;
pub mod components;
pub mod contract;
pub mod draw;
pub mod fit;
pub mod fundathos;
mod growth;
pub mod heuristic;
pub mod illegal;
mod index;
mod json;
pub mod kept;
pub mod lay;
mod laying;
pub mod layout;
mod mask;
pub mod masters;
pub mod mural;
mod notation;
pub mod observe;
mod options;
mod pending;
mod pick;
mod ready;
mod refuse;
mod restore;
pub mod rules;
mod score;
pub mod state;
mod swaps;
#[cfg(test)]
mod tests;
pub mod tools;
mod turn;
pub mod types;
mod view;

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::canvas::Canvas;
use crate::game::{
    Actor, ComponentInfo, FormatError, Game, Info, Outcome, Seat, Setup, SetupError, Viewer,
};
use crate::random::Random;
use action::Action;
use components::ComponentSet;
use contract::Art;
use fundathos::Board;
use illegal::IllegalAction;
use layout::Indices;
use mural::Ground;
use rules::Options;
use state::State;
use types::{Face, Kind, Pattern};

/// Athos made ready: a set, options and what follows from them.
#[derive(Debug)]
pub struct Athos {
    players: usize,
    /// Ateliers: one a player, two in solo, duel and teams.
    sides: usize,
    options: Map<String, Value>,
    rules: Options,
    set: ComponentSet,
    /// All cubes.
    cubes: usize,
    board: Board,
    ground: Ground,
    /// The Masters in play, a bit each; `None` without the expansion.
    masters: Option<u16>,
    /// The tools in play, a bit each (Y-1, Y-39); `None` without the expansion.
    tools: Option<u8>,
    /// Free and Protected spaces of an atelier (C-4).
    spaces: [u8; 2],
    /// The artwork of each card under its four orientations (G-6).
    arts: Vec<[Art; 4]>,
    /// The orientations of each card that differ (Z-8).
    orientations: Vec<Vec<u8>>,
    /// The other faces of the cube that shows each face (F-1).
    turned: Vec<Vec<Face>>,
    /// The sides of its cube that show them, each face once: 1, the others 0.
    turned_to: Vec<[u8; layout::SIDES]>,
    indices: Indices,
}

impl Athos {
    /// The pattern of a face.
    #[inline]
    fn pattern(&self, face: Face) -> Pattern {
        self.set.faces[face.index()].pattern
    }

    /// The kind of cube that carries a face.
    #[inline]
    fn kind(&self, face: Face) -> Kind {
        self.set.faces[face.index()].kind
    }

    fn fundathos_size(&self) -> (u8, u8) {
        (self.set.fundathos.rows, self.set.fundathos.cols)
    }

    /// The options in a form that rules can ask.
    #[must_use]
    pub fn rules(&self) -> &Options {
        &self.rules
    }
}

impl Game for Athos {
    type State = State;
    type Action = Action;
    type Illegal = IllegalAction;

    const INFO: &'static Info = &rules::INFO;
    const INDICES_ARE_ABSOLUTE: bool = false;

    fn new(setup: Setup) -> Result<Self, SetupError> {
        let set = ComponentSet::parse(&setup.components)?;
        Self::from_set(set, setup.players, setup.options)
    }

    fn players(&self) -> usize {
        self.players
    }

    fn options(&self) -> &Map<String, Value> {
        &self.options
    }

    fn components(&self) -> &ComponentInfo {
        &self.set.info
    }

    fn max_plies(&self) -> u32 {
        self.longest()
    }

    fn initial(&self) -> State {
        self.fresh()
    }

    fn actor(&self, state: &State) -> Actor {
        self.to_act(state)
    }

    fn legal_actions(&self, state: &State, actions: &mut Vec<Action>) {
        self.visit_legal(state, &mut |action| actions.push(action));
    }

    fn check_decision(&self, state: &State, _: Seat, action: Action) -> Result<(), IllegalAction> {
        self.refuse(state, action)
    }

    fn apply(&self, state: &mut State, action: Action) {
        self.advance(state, action);
    }

    fn chance_outcomes(&self, state: &State, outcomes: &mut Vec<(Action, f64)>) {
        self.visit_chance(state, |event, chance| outcomes.push((event, chance)));
    }

    fn sample_chance(&self, state: &State, random: &mut Random) -> Action {
        self.draw_chance(state, random)
    }

    fn random_action(&self, state: &State, _: &mut Vec<Action>, random: &mut Random) -> Action {
        self.pick(state, random)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        self.result(state)
    }

    #[inline(always)]
    fn returns(&self, state: &State, seat: Seat) -> f32 {
        self.payment(state, seat)
    }

    fn score(&self, state: &State, seat: Seat) -> f32 {
        self.points(state, seat)
    }

    fn details(&self, state: &State) -> Map<String, Value> {
        let details = [
            ("turns", json!(state.turn)),
            ("scores", json!(&state.scores[..self.purses()])),
            ("yellow", json!(self.yellow(state))),
            ("stock", json!(&state.stock[..self.sides])),
            ("left", json!(state.left.len())),
        ];
        details.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
    }

    fn action_size(&self) -> usize {
        self.indices().total()
    }

    fn index(&self, state: &State, action: Action) -> Option<u32> {
        self.index_of(state, action)
    }

    fn action_at(&self, state: &State, index: u32) -> Option<Action> {
        self.action_of(state, index)
    }

    #[inline(always)]
    fn legal_mask(&self, state: &State, mask: &mut Canvas<'_>) -> usize {
        self.mark_legal(state, mask)
    }

    fn random_index(&self, state: &State, _: &mut Vec<Action>, random: &mut Random) -> Option<u32> {
        self.pick_index(state, random)
    }

    fn pack(action: Action) -> u64 {
        action.pack()
    }

    fn unpack(word: u64) -> Action {
        Action::unpack(word)
    }

    fn write_action(&self, action: Action, text: &mut String) {
        self.write_text(action, text);
    }

    fn parse_action(&self, text: &str) -> Result<Action, String> {
        self.parse(text)
    }

    fn is_chance(action: Action) -> bool {
        action.is_chance()
    }

    fn view(&self, state: &State, seat: Option<Seat>) -> Value {
        self.view_of(state, seat)
    }

    fn action_text_for(&self, state: &State, action: Action, seat: Option<Seat>) -> Option<String> {
        Some(match action {
            Action::DealMaster(master) => self.deal_text(state, master, seat),
            _ => self.action_text(action),
        })
    }

    fn observation_shape(&self) -> [usize; 3] {
        self.shape()
    }

    #[inline(always)]
    fn observe(&self, state: &State, seat: Seat, observation: &mut Canvas<'_>) {
        self.write_observation(state, seat, observation);
    }

    fn determinize(&self, state: &State, seat: Seat, random: &mut Random) -> State {
        // E-5: nothing else is hidden.
        let mut drawn = state.clone();
        self.redeal_masters(&mut drawn, seat, random);
        drawn
    }

    fn draw(&self, state: &State, viewer: Viewer) -> String {
        self.drawing(state, viewer)
    }

    fn action_value(&self, state: &State, seat: Seat, action: Action, next: &mut State) -> f64 {
        self.promise(state, seat, action, next)
    }

    fn position_to_json(&self, state: &State) -> impl Serialize {
        self.write_json(state)
    }

    fn position_from_json(&self, value: &Value) -> Result<State, FormatError> {
        self.read_json(value)
    }
}
