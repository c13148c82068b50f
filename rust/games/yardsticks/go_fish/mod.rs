//! Go Fish, a yardstick: asking others for ranks, to make books of them, for 2 to 10 players, by the
//! rules of OpenSpiel's `go_fish`.
//!
//! Rules GF-1 to GF-22 of `docs/rules/go_fish.md`. Where to find them:
//!
//! * `rules.rs`: every number, and the options (GF-1, GF-2).
//! * `cards.rs`: a hand or the pool in one word.
//! * `state.rs`: the deal, requests, draws, books, turns, the end (GF-3 to GF-18).
//! * `choices.rs`: legal actions, chance (GF-7, GF-8, GF-21).
//! * `refuse.rs`: why an action is refused, by the number of the rule (GF-22).
//! * `action.rs`: texts of actions.
//! * `view.rs`, `observe.rs`: who may know what (GF-19, GF-20).
//! * `determinize.rs`: positions that a seat can't tell apart by its view.
//! * `json.rs`: positions as JSON, with the checks that the rules imply.

pub mod action;
pub mod cards;
mod choices;
mod determinize;
mod json;
pub mod observe;
pub mod refuse;
pub mod rules;
pub mod state;
mod view;

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::nameplate;
use crate::canvas::Canvas;
use crate::game::{
    Actor, ComponentInfo, FormatError, Game, Info, Outcome, Seat, Setup, SetupError, Viewer,
};
use crate::random::Random;
use action::Action;
use refuse::IllegalAction;
use state::{Phase, State};

/// Go Fish made ready.
#[derive(Debug)]
pub struct GoFish {
    players: usize,
    options: Map<String, Value>,
    rules: rules::Options,
    components: ComponentInfo,
}

impl Game for GoFish {
    type State = State;
    type Action = Action;
    type Illegal = IllegalAction;

    const INFO: &'static Info = &rules::INFO;
    const INDICES_ARE_ABSOLUTE: bool = true;

    fn new(setup: Setup) -> Result<Self, SetupError> {
        let components = nameplate::parse(rules::INFO.name, &setup.components)?;
        let rules = rules::Options::read(&setup.options);
        if let Some((option, message)) = rules.too_few(setup.players) {
            return Err(SetupError::Option { option: option.to_owned(), message, rule: "GF-5" });
        }
        Ok(Self { players: setup.players.into(), options: setup.options, rules, components })
    }

    fn players(&self) -> usize {
        self.players
    }

    fn options(&self) -> &Map<String, Value> {
        &self.options
    }

    fn components(&self) -> &ComponentInfo {
        &self.components
    }

    fn max_plies(&self) -> u32 {
        self.rules.max_asks
    }

    fn initial(&self) -> State {
        self.fresh()
    }

    #[inline(always)]
    fn actor(&self, state: &State) -> Actor {
        self.actor_of(state)
    }

    fn legal_actions(&self, state: &State, actions: &mut Vec<Action>) {
        self.visit_requests(state, |action| actions.push(action));
    }

    fn check_decision(
        &self,
        state: &State,
        seat: Seat,
        action: Action,
    ) -> Result<(), IllegalAction> {
        match action {
            Action::Ask { target, rank } => self.refuse(state, seat, target, rank),
            // `check` has asked whether it is a chance event.
            Action::Deal(_) | Action::Draw(_) => Ok(()),
        }
    }

    #[inline(always)]
    fn apply(&self, state: &mut State, action: Action) {
        match action {
            Action::Ask { target, rank } => self.ask(state, target, rank),
            Action::Deal(rank) => self.deal(state, rank),
            Action::Draw(rank) => self.draw(state, rank),
        }
    }

    fn chance_outcomes(&self, state: &State, outcomes: &mut Vec<(Action, f64)>) {
        self.visit_chance(state, |event, chance| outcomes.push((event, chance)));
    }

    #[inline(always)]
    fn sample_chance(&self, state: &State, random: &mut Random) -> Action {
        self.draw_chance(state, random)
    }

    #[inline(always)]
    fn random_action(&self, state: &State, _: &mut Vec<Action>, random: &mut Random) -> Action {
        let (target, rank) = self.pick(state, random);
        Action::Ask { target, rank }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        self.result(state)
    }

    #[inline]
    fn returns(&self, state: &State, seat: Seat) -> f32 {
        self.paid(state, seat)
    }

    fn score(&self, state: &State, seat: Seat) -> f32 {
        state.books[usize::from(seat)].count_ones() as f32
    }

    fn details(&self, state: &State) -> Map<String, Value> {
        let details = [("requests", json!(state.asks)), ("pool_size", json!(state.pool.len()))];
        details.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
    }

    fn action_size(&self) -> usize {
        self.players * self.rules.ranks
    }

    fn index(&self, _: &State, action: Action) -> Option<u32> {
        let Action::Ask { target, rank } = action else { return None };
        let is_known = usize::from(target) < self.players && usize::from(rank) < self.rules.ranks;
        is_known.then(|| u32::from(target) * self.rules.ranks as u32 + u32::from(rank))
    }

    #[inline]
    fn action_at(&self, _: &State, index: u32) -> Option<Action> {
        let (ranks, index) = (self.rules.ranks, index as usize);
        let action =
            || Action::Ask { target: (index / ranks) as Seat, rank: (index % ranks) as u8 };
        (index < self.action_size()).then(action)
    }

    #[inline(always)]
    fn legal_mask(&self, state: &State, mask: &mut Canvas<'_>) -> usize {
        self.mark_requests(state, mask.all())
    }

    #[inline]
    fn random_index(&self, state: &State, _: &mut Vec<Action>, random: &mut Random) -> Option<u32> {
        (state.phase == Phase::Ask).then(|| {
            let (target, rank) = self.pick(state, random);
            u32::from(target) * self.rules.ranks as u32 + u32::from(rank)
        })
    }

    fn pack(action: Action) -> u64 {
        action.pack()
    }

    fn unpack(word: u64) -> Action {
        Action::unpack(word)
    }

    fn write_action(&self, action: Action, text: &mut String) {
        action.write(text);
    }

    fn parse_action(&self, text: &str) -> Result<Action, String> {
        Action::parse(text)
    }

    #[inline]
    fn is_chance(action: Action) -> bool {
        action.is_chance()
    }

    fn view(&self, state: &State, seat: Option<Seat>) -> Value {
        self.view_of(state, seat)
    }

    fn action_text_for(&self, state: &State, action: Action, seat: Option<Seat>) -> Option<String> {
        self.text_for(state, action, seat)
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

    fn draw(&self, state: &State, viewer: Viewer) -> String {
        self.drawing(state, viewer)
    }

    fn action_value(&self, _: &State, _: Seat, _: Action, _: &mut State) -> f64 {
        0.0
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
