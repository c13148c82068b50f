//! Connect Four, a yardstick: four stones in a row, for 2 players, by the rules of OpenSpiel's
//! `connect_four` with its default parameters.
//!
//! Rules CF-1 to CF-9 of `docs/rules/connect_four.md`. Where to find them:
//!
//! * `rules.rs`: every number, and what the registry tells (CF-1).
//! * `action.rs`: dropping a stone, its text, why it is refused (CF-3, CF-4, CF-7, CF-9).
//! * `state.rs`: the board as bits, stones, lines, the end (CF-2 to CF-6, CF-8).
//! * `view.rs`, `observe.rs`: what seats see, which is all (CF-9).
//! * `json.rs`: positions as JSON, and which of them play can reach.

pub mod action;
mod json;
mod observe;
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
use action::{Action, IllegalAction};
use state::State;

/// Connect Four made ready.
#[derive(Debug)]
pub struct ConnectFour {
    options: Map<String, Value>,
    components: ComponentInfo,
}

impl Game for ConnectFour {
    type State = State;
    type Action = Action;
    type Illegal = IllegalAction;

    const INFO: &'static Info = &rules::INFO;
    const INDICES_ARE_ABSOLUTE: bool = true;

    fn new(setup: Setup) -> Result<Self, SetupError> {
        let components = nameplate::parse(rules::INFO.name, &setup.components)?;
        Ok(Self { options: setup.options, components })
    }

    fn players(&self) -> usize {
        rules::PLAYERS.into()
    }

    fn options(&self) -> &Map<String, Value> {
        &self.options
    }

    fn components(&self) -> &ComponentInfo {
        &self.components
    }

    fn max_plies(&self) -> u32 {
        (rules::ROWS * rules::COLUMNS) as u32
    }

    fn initial(&self) -> State {
        State::default()
    }

    #[inline]
    fn actor(&self, state: &State) -> Actor {
        if state.is_over() { Actor::Nobody } else { Actor::Player(state.to_act()) }
    }

    fn legal_actions(&self, state: &State, actions: &mut Vec<Action>) {
        actions.extend(state.open_columns().map(Action));
    }

    fn check_decision(&self, state: &State, _: Seat, action: Action) -> Result<(), IllegalAction> {
        action.check(state)
    }

    #[inline]
    fn apply(&self, state: &mut State, Action(column): Action) {
        state.drop_stone(column);
    }

    fn chance_outcomes(&self, _: &State, _: &mut Vec<(Action, f64)>) {}

    fn sample_chance(&self, _: &State, _: &mut Random) -> Action {
        unreachable!("nothing is left to chance")
    }

    #[inline]
    fn random_action(&self, state: &State, _: &mut Vec<Action>, random: &mut Random) -> Action {
        Action(state.random_column(random))
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        state.is_over().then(|| Outcome {
            winners: state.winner().map_or(0, |seat| 1 << seat),
            reason: u8::from(state.winner().is_none()),
            level: None,
        })
    }

    #[inline]
    fn returns(&self, state: &State, seat: Seat) -> f32 {
        state.paid(seat)
    }

    fn score(&self, state: &State, seat: Seat) -> f32 {
        if state.winner() == Some(seat) { 1.0 } else { 0.0 }
    }

    fn details(&self, state: &State) -> Map<String, Value> {
        Map::from_iter([("winner".to_owned(), json!(state.winner()))])
    }

    fn action_size(&self) -> usize {
        rules::COLUMNS
    }

    fn index(&self, _: &State, Action(column): Action) -> Option<u32> {
        (usize::from(column) < rules::COLUMNS).then_some(column.into())
    }

    #[inline]
    fn action_at(&self, _: &State, index: u32) -> Option<Action> {
        ((index as usize) < rules::COLUMNS).then_some(Action(index as u8))
    }

    #[inline(always)]
    fn legal_mask(&self, state: &State, mask: &mut Canvas<'_>) -> usize {
        observe::write_mask(state, mask.all())
    }

    #[inline]
    fn random_index(&self, state: &State, _: &mut Vec<Action>, random: &mut Random) -> Option<u32> {
        (!state.is_over()).then(|| state.random_column(random).into())
    }

    fn pack(Action(column): Action) -> u64 {
        column.into()
    }

    fn unpack(word: u64) -> Action {
        Action(word as u8)
    }

    fn write_action(&self, action: Action, text: &mut String) {
        action.write(text);
    }

    fn parse_action(&self, text: &str) -> Result<Action, String> {
        Action::parse(text)
    }

    fn is_chance(_: Action) -> bool {
        false
    }

    fn view(&self, state: &State, seat: Option<Seat>) -> Value {
        self.view_of(state, seat)
    }

    fn action_text_for(&self, _: &State, action: Action, _: Option<Seat>) -> Option<String> {
        Some(self.action_text(action))
    }

    fn observation_shape(&self) -> [usize; 3] {
        observe::SHAPE
    }

    #[inline(always)]
    fn observe(&self, state: &State, seat: Seat, observation: &mut Canvas<'_>) {
        observe::write(state, seat, observation.all());
    }

    fn determinize(&self, state: &State, _: Seat, _: &mut Random) -> State {
        *state
    }

    fn draw(&self, state: &State, _: Viewer) -> String {
        view::drawing(state)
    }

    fn action_value(&self, _: &State, _: Seat, _: Action, _: &mut State) -> f64 {
        0.0
    }

    fn position_to_json(&self, state: &State) -> impl Serialize {
        json::Written(*state)
    }

    fn position_from_json(&self, value: &Value) -> Result<State, FormatError> {
        json::read(value)
    }
}

#[cfg(test)]
mod tests;
