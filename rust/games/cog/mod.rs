//! C.O.G.: letters, cards and dice collected with cogs, words spelled on a grid of one's own, for 2 to
//! 4 players.
//!
//! Rules C-1 to C-290 of `docs/rules/cog.md`. Where to find them:
//!
//! * `rules.rs`, `options.rs`: every printed number, and the options. `components.rs`: what a set has
//!   to satisfy (sections 1, 2 and 14). `types.rs`: tiles, piles, reserves, cards that are kept.
//! * `state.rs`: a position, its steps and nodes; `pending.rs`: what has begun and is not finished;
//!   `course.rs`: what follows what.
//! * `setup.rs` (C-16 to C-36), `prepare.rs` (Phase I), `collect.rs` and `bump.rs` (Phase II),
//!   `activate.rs` (Phase III), `construct.rs` (Phase IV), `conclude.rs` (Phase V).
//! * `gains.rs`: icons and the centre (C-95 to C-103); `letters.rs`: the bag, and running out of
//!   letters (C-226 to C-234); `stars.rs`: the supply; `cards.rs`: deck, exchange, always-in-effect
//!   cards (C-46, C-65, C-118).
//! * `crossword/`: the grid of a mat (C-126 to C-158). `goals.rs`: cubes, goal cards, item cards (C-169
//!   to C-185); `remove.rs`: deconstruction (C-201 to C-216); `convert.rs`: conversions (C-217 to
//!   C-223).
//! * `choices.rs`, `pick.rs`: legal actions, and random ones; `chance.rs`: what chance brings;
//!   `refuse.rs`, `illegal.rs`: why an action is refused.
//! * `score.rs`: the end (C-236 to C-250, C-260).
//! * `action.rs`, `notation.rs`, `index.rs`: actions, their texts and indices; `layout.rs`: where these
//!   lie; `mask.rs`: masks of legal actions.
//! * `view.rs`, `observe.rs`, `draw.rs`: what is shown. `json.rs`: positions as JSON; `table.rs`: what
//!   views and positions have in common.
//! * `heuristic.rs`: what the greedy agent looks at; `agents.rs`: agents that only this game knows.

pub mod action;
mod activate;
mod agents;
mod bump;
mod cards;
mod chance;
mod choices;
mod collect;
pub mod components;
mod conclude;
mod construct;
mod convert;
mod course;
pub mod crossword;
mod draw;
mod gains;
mod goals;
mod heuristic;
pub mod illegal;
mod index;
mod json;
mod layout;
mod letters;
mod mask;
mod notation;
mod observe;
mod options;
pub mod pending;
mod pick;
mod prepare;
mod refuse;
mod remove;
pub mod rules;
mod score;
mod setup;
mod stars;
pub mod state;
mod table;
#[cfg(test)]
mod tests;
pub mod types;
mod view;

use serde::Serialize;
use serde_json::{Map, Value};
use tinyvec::ArrayVec;

use crate::canvas::Canvas;
use crate::game::{
    Actor, ComponentInfo, FormatError, Game, Info, Outcome, Seat, Setup, SetupError, Viewer,
};
use crate::grid::Cells;
use crate::random::Random;
use action::Action;
use components::{CardInfo, ComponentSet, Effect, Face, GOALS, Gain, TopSlot};
use crossword::{Dictionary, Words};
use illegal::IllegalAction;
use layout::Layout;
use rules::Options;
use state::State;
use types::{Cards, Letter, Letters};

/// C.O.G. made ready: a set, options and what follows from them.
#[derive(Debug)]
pub struct Cog {
    players: u8,
    options: Map<String, Value>,
    rules: Options,
    set: ComponentSet,
    dictionary: Dictionary,
    /// The tiles of the bag at the start, and the spares (C-19).
    tiles: Letters,
    spares: Letters,
    /// The deck at the start (C-22).
    deck: Cards,
    /// The words of each goal card.
    goal_words: [Words; GOALS],
    /// The bonus spaces in reading order, with what they give.
    bonuses: Vec<(u8, Gain)>,
    bonus_squares: Cells,
    /// What the power or bonus of each card gives.
    card_gains: Vec<Gain>,
    /// The letters that each card makes wild, a bit each (C-118).
    always: Vec<u32>,
    /// The letters that each item card lacks (C-176).
    missing: Vec<ArrayVec<[Letter; 2]>>,
    /// Where the indices of actions lie.
    layout: Layout,
}

impl Cog {
    /// Makes the game ready from a set that has been read already.
    ///
    /// # Errors
    /// [`SetupError::Option`] where the first player is no seat.
    pub fn from_set(
        set: ComponentSet,
        players: u8,
        options: Map<String, Value>,
    ) -> Result<Self, SetupError> {
        let rules = Options::read(&options);
        let words: Vec<&str> = set.words.iter().map(|word| word.text.as_str()).collect();
        let dictionary = Dictionary::new(set.grid.side.into(), &words);
        let dictionary = dictionary.map_err(|error| SetupError::Option {
            option: "components".to_owned(),
            message: error.to_string(),
            rule: "C-128",
        })?;
        // A set numbers the letters that have tiles; here letters are A to Z.
        let capital = |letter: u8| set.letters[usize::from(letter)].letter as u8 - b'A';
        let (mut tiles, mut spares) = (Letters::default(), Letters::default());
        for (index, info) in (0..).zip(&set.letters) {
            tiles.add(capital(index), info.tiles);
            spares.add(capital(index), info.spares);
        }
        let mut deck = Cards::default();
        for kind in 0..set.cards.len() as u8 {
            deck.add(kind, set.copies(kind, players));
        }
        let side = set.grid.side;
        let cells = (0..side).flat_map(|row| (0..side).map(move |column| (row, column)));
        let bonuses = cells.filter(|&cell| !set.grid.bonus(cell).is_empty());
        let bonuses: Vec<(u8, Gain)> = bonuses
            .map(|(row, column)| (Cells::cell(row, column), set.grid.bonus((row, column))))
            .collect();
        let mut goal_words = [0; GOALS];
        for (index, word) in set.words.iter().enumerate() {
            goal_words[usize::from(word.goal)] |= 1 << index;
        }
        let gain_of = |card: &CardInfo| match card.effect {
            Effect::Immediate(gain) | Effect::Round { gain, .. } | Effect::Item { gain, .. } => {
                gain
            }
            Effect::Always(_) => Gain::NONE,
        };
        let always_of = |card: &CardInfo| match card.effect {
            Effect::Always(letters) => types::members(letters.into())
                .fold(0, |wild, letter| wild | 1 << capital(letter as u8)),
            _ => 0,
        };
        let missing_of = |card: &CardInfo| match card.effect {
            Effect::Item { missing: (first, second), .. } => {
                std::iter::once(first).chain(second).map(capital).collect()
            }
            _ => ArrayVec::new(),
        };
        Ok(Self {
            players,
            options,
            rules,
            dictionary,
            tiles,
            spares,
            deck,
            goal_words,
            bonus_squares: bonuses.iter().map(|&(square, _)| square).collect(),
            bonuses,
            card_gains: set.cards.iter().map(gain_of).collect(),
            always: set.cards.iter().map(always_of).collect(),
            missing: set.cards.iter().map(missing_of).collect(),
            layout: Layout::new(&set, players),
            set,
        })
    }

    /// The options in a form that rules can ask.
    #[must_use]
    pub fn rules(&self) -> &Options {
        &self.rules
    }

    /// The face of the board in use (C-16).
    pub(crate) fn face(&self) -> &Face {
        self.set.face(self.players)
    }

    /// The top slots in use, from the left (C-43).
    pub(crate) fn top(&self) -> &[TopSlot] {
        self.set.top(self.players)
    }
}

impl Game for Cog {
    type State = State;
    type Action = Action;
    type Illegal = IllegalAction;

    const INFO: &'static Info = &rules::INFO;
    const INDICES_ARE_ABSOLUTE: bool = true;

    fn new(setup: Setup) -> Result<Self, SetupError> {
        let set = ComponentSet::parse(&setup.components)?;
        Self::from_set(set, setup.players, setup.options)
    }

    fn players(&self) -> usize {
        self.players.into()
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
        self.list(state, actions);
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

    fn returns(&self, state: &State, seat: Seat) -> f32 {
        self.payment(state, seat)
    }

    fn score(&self, state: &State, seat: Seat) -> f32 {
        self.points(state, seat)
    }

    fn details(&self, state: &State) -> Map<String, Value> {
        self.breakdown(state)
    }

    fn action_size(&self) -> usize {
        self.indices()
    }

    fn index(&self, _: &State, action: Action) -> Option<u32> {
        self.index_of(action)
    }

    fn action_at(&self, _: &State, index: u32) -> Option<Action> {
        self.action_of(index)
    }

    fn legal_mask(&self, state: &State, mask: &mut Canvas<'_>) -> usize {
        self.mark_legal(state, mask)
    }

    fn random_index(&self, state: &State, _: &mut Vec<Action>, random: &mut Random) -> Option<u32> {
        // Every decision has an index.
        self.index_of(self.pick(state, random))
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

    fn action_text_for(&self, _: &State, action: Action, _: Option<Seat>) -> Option<String> {
        // C-275, C-279: all that happens is seen by everybody.
        Some(self.action_text(action))
    }

    fn observation_shape(&self) -> [usize; 3] {
        self.shape()
    }

    fn observe(&self, state: &State, seat: Seat, observation: &mut Canvas<'_>) {
        self.write_observation(state, seat, observation);
    }

    fn determinize(&self, state: &State, _: Seat, _: &mut Random) -> State {
        // C-279, C-284: bag and deck have no order, and points follow from what everybody saw.
        state.clone()
    }

    fn draw(&self, state: &State, viewer: Viewer) -> String {
        self.drawing(state, viewer)
    }

    fn action_value(&self, state: &State, seat: Seat, action: Action, next: &mut State) -> f64 {
        self.promise(state, seat, action, next)
    }

    fn own_agent(
        &self,
        agent: usize,
        state: &State,
        _: Seat,
        scratch: &mut Vec<Action>,
        random: &mut Random,
    ) -> Action {
        self.ask_agent(agent, state, scratch, random)
    }

    fn position_to_json(&self, state: &State) -> impl Serialize {
        self.write_json(state)
    }

    fn position_from_json(&self, value: &Value) -> Result<State, FormatError> {
        self.read_json(value)
    }
}
