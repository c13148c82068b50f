//! Bogoss (Djeco): asking for cards, to be the first with two whole skeletons or a broken one, for 2
//! to 7 players.
//!
//! Rules B-1 to B-63 of `docs/rules/bogoss.md`. Where to find them:
//!
//! * `rules.rs`: every printed number, and the options (B-1, B-7, B-8, section 11).
//! * `components.rs`: what a deck must satisfy (B-1 to B-5, section 13).
//! * `types.rs`: kinds, statuses, sorts (B-2); `hand.rs`: a hand in one word, and what it lacks (B-3,
//!   B-5, B-16).
//! * `state.rs`: a position; `log.rs`: every request; `turn.rs`: the deal, requests, draws, turns, the end (sections 4 to 9).
//! * `laying.rs`: skeletons, jokers (B-38 to B-46); `choices.rs`: legal actions, chance (B-62, B-63).
//! * `refuse.rs`: why an action is refused, by the number of the rule.
//! * `action.rs`: texts and indices of actions (B-62, B-63).
//! * `view.rs`, `observe.rs`, `draw.rs`: who may know what (section 10).
//! * `determinize.rs`: positions that a seat can't tell apart; `knowledge/`: what it can infer.
//! * `json/`, `check.rs`, `check_past.rs`, `check_step.rs`: positions as JSON.
//! * `heuristic.rs`: what the greedy agent looks at.
//!
//! B-6 (a card that glows in the dark) and B-61 (talk) have no part in the engine.

pub mod action;
mod check;
mod check_past;
mod check_step;
mod choices;
pub mod components;
pub mod determinize;
pub mod draw;
pub mod hand;
pub mod heuristic;
mod json;
mod knowledge;
mod laying;
pub mod log;
pub mod observe;
pub mod refuse;
pub mod rules;
pub mod state;
mod turn;
pub mod types;
pub mod view;

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::canvas::Canvas;
use crate::game::{
    Actor, ComponentInfo, FormatError, Game, Info, Outcome, Seat, Setup, SetupError, Viewer,
};
use crate::random::Random;
use action::Action;
use components::ComponentSet;
use hand::{Hand, Need};
use refuse::IllegalAction;
use state::{Phase, Stage, State};
use types::Sort;

/// Bogoss made ready: a deck, options and what follows from them.
#[derive(Debug)]
pub struct Bogoss {
    players: usize,
    options: Map<String, Value>,
    rules: rules::Options,
    set: ComponentSet,
    /// All cards.
    deck: Hand,
    /// What a skeleton needs.
    need: Need,
    /// Whether the position from before a step has to be kept.
    has_long_steps: bool,
}

impl Bogoss {
    /// Makes the game ready from a set that has been read already.
    #[must_use]
    pub fn from_set(set: ComponentSet, players: u8, options: Map<String, Value>) -> Self {
        let rules = rules::Options::read(&options);
        Self {
            players: players.into(),
            deck: set.deck(rules.is_sided),
            need: Need::new(rules.is_sided),
            has_long_steps: rules.has_long_steps(),
            options,
            rules,
            set,
        }
    }

    /// The name of a sort in texts.
    fn name(&self, sort: Sort) -> &'static str {
        sort.name(self.rules.is_sided)
    }

    /// Every seat.
    fn seats(&self) -> std::ops::Range<Seat> {
        0..self.players as Seat
    }

    /// The options in a form that rules can ask.
    #[must_use]
    pub fn rules(&self) -> &rules::Options {
        &self.rules
    }

    /// All cards of the game.
    #[must_use]
    pub fn deck(&self) -> Hand {
        self.deck
    }
}

impl Game for Bogoss {
    type State = State;
    type Action = Action;
    type Illegal = IllegalAction;

    const INFO: &'static Info = &rules::INFO;
    const INDICES_ARE_ABSOLUTE: bool = true;

    fn new(setup: Setup) -> Result<Self, SetupError> {
        let is_sided = rules::Options::read(&setup.options).is_sided;
        let set = ComponentSet::parse(&setup.components, is_sided)?;
        Ok(Self::from_set(set, setup.players, setup.options))
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
        state.now.actor(self.players)
    }

    fn legal_actions(&self, state: &State, actions: &mut Vec<Action>) {
        self.visit_legal(&state.now, |action| actions.push(action));
    }

    fn check_decision(&self, state: &State, _: Seat, action: Action) -> Result<(), IllegalAction> {
        self.refuse_decision(&state.now, action)
    }

    fn apply(&self, state: &mut State, action: Action) {
        self.advance(state, action);
    }

    fn chance_outcomes(&self, state: &State, outcomes: &mut Vec<(Action, f64)>) {
        self.visit_chance(&state.now, |event, chance| outcomes.push((event, chance)));
    }

    fn sample_chance(&self, state: &State, random: &mut Random) -> Action {
        self.draw_chance(&state.now, random)
    }

    fn random_action(&self, state: &State, _: &mut Vec<Action>, random: &mut Random) -> Action {
        self.pick(&state.now, random)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        self.result(state)
    }

    fn returns(&self, state: &State, seat: Seat) -> f32 {
        if state.now.winner == Some(seat) { 1.0 } else { 0.0 }
    }

    fn score(&self, state: &State, seat: Seat) -> f32 {
        let own = state.layings.iter().filter(|laying| laying.seat == seat);
        // Not `sum`, which is -0.0 of nothing.
        own.fold(0.0, |score, laying| score + if laying.is_broken { 2.0 } else { 1.0 })
    }

    fn details(&self, state: &State) -> Map<String, Value> {
        let details = [
            ("winner", json!(state.now.winner)),
            ("turns", json!(state.now.turn)),
            ("requests", json!(state.now.requests)),
            ("pile_size", json!(state.now.pile.len())),
        ];
        details.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
    }

    fn action_size(&self) -> usize {
        Action::index_size(self.players)
    }

    fn index(&self, _: &State, action: Action) -> Option<u32> {
        action.index(self.players)
    }

    fn action_at(&self, _: &State, index: u32) -> Option<Action> {
        Action::of_index(index, self.players, self.rules.is_sided)
    }

    #[inline(always)]
    fn legal_mask(&self, state: &State, mask: &mut Canvas<'_>) -> usize {
        self.mark_legal(&state.now, mask.all())
    }

    fn random_index(&self, state: &State, _: &mut Vec<Action>, random: &mut Random) -> Option<u32> {
        let is_player = matches!(self.actor(state), Actor::Player(_));
        is_player.then(|| self.pick(&state.now, random).index(self.players))?
    }

    fn pack(action: Action) -> u64 {
        action.pack()
    }

    fn unpack(word: u64) -> Action {
        Action::unpack(word)
    }

    fn write_action(&self, action: Action, text: &mut String) {
        action.write(text, |sort| self.name(sort));
    }

    fn parse_action(&self, text: &str) -> Result<Action, String> {
        Action::parse(text, self.rules.is_sided)
    }

    fn is_chance(action: Action) -> bool {
        action.is_chance()
    }

    fn view(&self, state: &State, seat: Option<Seat>) -> Value {
        self.view_of(state, seat)
    }

    fn action_text_for(&self, state: &State, action: Action, seat: Option<Seat>) -> Option<String> {
        self.text_for(&state.now, action, seat)
    }

    fn is_shown(&self, state: &State, seat: Option<Seat>) -> bool {
        self.sees_now(state, seat)
    }

    fn settles(&self, before: &State, after: &State) -> bool {
        // With the deal, or a request, a step can end and the next one begin (B-11, B-43, B-47).
        let begins_turn = after.now.stage == Stage::Start && before.now.stage != Stage::Start;
        before.now.phase == Phase::Deal || begins_turn || self.sees_now(after, None)
    }

    fn moment(&self, state: &State, _: u32) -> (&'static str, u32) {
        // Plies would tell how often others have had a choice (B-56).
        ("turn", state.now.turn)
    }

    fn observation_shape(&self) -> [usize; 3] {
        self.shape()
    }

    #[inline(always)]
    fn observe(&self, state: &State, seat: Seat, observation: &mut Canvas<'_>) {
        self.write_observation(state, seat, observation);
    }

    fn determinize(&self, state: &State, seat: Seat, random: &mut Random) -> State {
        self.redeal(state, seat, random)
    }

    fn belief(&self, state: &State, seat: Seat) -> Option<Value> {
        self.beliefs(state, seat)
    }

    fn draw(&self, state: &State, viewer: Viewer) -> String {
        self.drawing(state, viewer)
    }

    fn action_value(&self, state: &State, seat: Seat, action: Action, _: &mut State) -> f64 {
        self.promise(state, seat, action)
    }

    fn position_to_json(&self, state: &State) -> impl Serialize {
        json::Written { game: self, state }
    }

    fn position_from_json(&self, value: &Value) -> Result<State, FormatError> {
        self.read_json(value)
    }
}

#[cfg(test)]
mod tests;
