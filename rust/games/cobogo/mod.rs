//! Cobogó (Gabriel Toschi, Piquinim): a cooperative mosaic of two-sided cards for 1 to 4 players,
//! with the mini expansions Vidraçaria, Janelão and Clientes Especiais.
//!
//! Rules K-1 to K-122 of `docs/rules/cobogo.md`. Where to find them:
//!
//! * `rules.rs`: every printed number and title, and the options (K-7, K-14, K-72, section 11).
//! * `components.rs`: what a set of cards must satisfy (sections 3 and 13).
//! * `faces.rs`, `mosaic/`: turning, placing, contact, glass (section 6, K-119, K-120).
//! * `judge.rs`: groups, patterns, the win with windows and special cards (sections 8, 10, 12).
//! * `pile.rs`: the draw pile, rejected cards, pairing (K-9 to K-11, K-75, K-117, K-118).
//! * `state.rs`: the preparation, turns, draws, the end, merits (sections 4, 5, 7, 9, 10).
//! * `action.rs`, `window.rs`: texts and indices of actions (K-119, K-121).
//! * `view.rs`, `observe.rs`, `determinize/`, `draw.rs`: who may know what (section 12).
//! * `json/`: positions as JSON. `heuristic.rs`: what the greedy agent looks at.

pub mod action;
pub mod components;
pub mod determinize;
pub mod draw;
pub mod faces;
pub mod heuristic;
pub mod json;
pub mod judge;
pub mod mosaic;
pub mod observe;
pub mod pile;
pub mod placements;
pub mod rules;
pub mod state;
pub mod types;
pub mod view;
pub mod window;

use std::collections::HashMap;

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::canvas::Canvas;
use crate::game::{
    Actor, ComponentInfo, FormatError, Game, Info, Outcome, Refusal, Seat, Setup, SetupError,
    Viewer, WrongNode,
};
use crate::random::Random;
use action::Action;
use components::{ComponentSet, Group};
use determinize::Twins;
use faces::Brick;
use judge::Judge;
use mosaic::Outlines;
use pile::Deck;
use state::{State, Step};
use types::{CardId, CardSet};

/// Why an action is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalAction {
    /// The game has ended (K-63, K-66), or chance and players are taken for each other (K-18, K-121,
    /// K-122).
    #[error(transparent)]
    Node(#[from] WrongNode),
    /// No card in that slot (K-21).
    #[error("hand slot {slot} holds no card: the hand has {cards}")]
    Slot {
        /// The slot asked for.
        slot: u8,
        /// Cards in the hand.
        cards: usize,
    },
    /// Not a quarter turn (K-26).
    #[error("{0} is no turn: 0 to 3 quarter turns clockwise are possible")]
    Rotation(u8),
    /// The first card has one place (K-28).
    #[error("the first card is placed at rot 0 at 0,0")]
    First,
    /// Glass would be covered (K-31).
    #[error("it would cover the glass at {row},{col}")]
    Glass {
        /// Row of the glass.
        row: i16,
        /// Column of the glass.
        col: i16,
    },
    /// Only corners touch (K-30).
    #[error("it touches the mosaic only at a corner")]
    CornerOnly,
    /// Nothing touches (K-29).
    #[error("it does not touch the mosaic")]
    Apart,
    /// The same placement has a smaller turn (K-120).
    #[error("turn {rot} of this card looks like turn {least}, which stands for both")]
    SameAs {
        /// The turn asked for.
        rot: u8,
        /// The turn that is listed.
        least: u8,
    },
}

impl Refusal for IllegalAction {
    fn rule(&self) -> &'static str {
        match self {
            Self::Node(WrongNode::Over) => "K-63",
            Self::Node(WrongNode::ChanceIsDue) => "K-121",
            Self::Node(WrongNode::Impossible) => "K-122",
            Self::Node(WrongNode::NotChance(_)) => "K-18",
            Self::Slot { .. } => "K-21",
            Self::Rotation(_) => "K-26",
            Self::First => "K-28",
            Self::Glass { .. } => "K-31",
            Self::CornerOnly => "K-30",
            Self::Apart => "K-29",
            Self::SameAs { .. } => "K-120",
        }
    }
}

/// Cobogó made ready: a component set, options and what follows from them.
#[derive(Debug)]
pub struct Cobogo {
    players: usize,
    options: Map<String, Value>,
    rules: rules::Options,
    set: ComponentSet,
    ids: HashMap<String, CardId>,
    bricks: Vec<Brick>,
    outlines: Outlines,
    judge: Judge,
    deck: Deck,
    steps: Vec<Step>,
    window_pattern: Option<CardId>,
    special_pattern: Option<CardId>,
    layout: observe::Layout,
    hints: heuristic::Hints,
    twins: Twins,
}

impl Cobogo {
    /// Makes the game ready from a set that has been read already.
    ///
    /// # Errors
    /// [`SetupError::Option`] for options that this set or another option rules out.
    pub fn from_set(
        set: ComponentSet,
        players: u8,
        options: Map<String, Value>,
    ) -> Result<Self, SetupError> {
        let rules = rules::Options::read(&options);
        check_deck(&set, usize::from(players), &rules)?;
        let third = |used, group, name, chosen: &Option<String>, rule| {
            third_pattern(&set, used, group, name, chosen.as_deref(), rule)
        };
        let window_pattern =
            third(rules.janelao, Group::Window, "window_pattern", &rules.window_pattern, "K-85")?;
        let special_pattern = third(
            rules.clientes,
            Group::Special,
            "special_pattern",
            &rules.special_pattern,
            "K-95",
        )?;
        let outlines = Outlines::new(set.rows, set.cols, set.types.len());
        let bricks = set.cards.iter().map(|card| Brick::new(set.rows, set.cols, &card.brick));
        let bricks = bricks.collect();
        let range = |group| set.range(group).map(|index| index as CardId);
        let deck = Deck {
            shuffled: rules.shuffled_pairing,
            groups: Group::ALL.map(|group| CardSet::of(range(group))),
            group_of: set.cards.iter().map(|card| card.group).collect(),
        };
        let ids = set.cards.iter().enumerate();
        Ok(Self {
            players: usize::from(players),
            ids: ids.map(|(index, card)| (card.id.clone(), index as CardId)).collect(),
            judge: Judge::new(&set.cards, set.types.len(), &rules),
            steps: Self::steps(&rules),
            layout: observe::Layout::new(&set, &rules)?,
            hints: heuristic::Hints::new(&set),
            twins: Twins::new(&set),
            options,
            rules,
            bricks,
            outlines,
            deck,
            window_pattern,
            special_pattern,
            set,
        })
    }

    /// The component set in use.
    #[must_use]
    pub fn set(&self) -> &ComponentSet {
        &self.set
    }

    /// The judge of positions.
    #[must_use]
    pub fn judge(&self) -> &Judge {
        &self.judge
    }

    /// What set and options imply for every pile.
    #[must_use]
    pub fn deck(&self) -> &Deck {
        &self.deck
    }

    fn group(&self, card: CardId) -> Group {
        self.deck.group_of[usize::from(card)]
    }

    fn id(&self, card: CardId) -> &str {
        self.set.cards.get(usize::from(card)).map_or("?", |card| &card.id)
    }

    /// The brick side of a card as text, such as `DCE/DDC`.
    fn brick_text(&self, card: CardId) -> String {
        self.set.brick_text(&self.set.cards[usize::from(card)])
    }

    /// The card of a group that the team chose to reserve, if it did (K-85, K-95).
    fn chosen(&self, group: Group) -> Option<CardId> {
        match group {
            Group::Window => self.window_pattern,
            Group::Special => self.special_pattern,
            Group::Base | Group::Glass => None,
        }
    }

    fn expansion_groups(&self) -> Vec<Group> {
        let used = [
            (self.rules.vidracaria, Group::Glass),
            (self.rules.janelao, Group::Window),
            (self.rules.clientes, Group::Special),
        ];
        used.into_iter().filter_map(|(used, group)| used.then_some(group)).collect()
    }

    /// N of K-104: playable cards.
    #[must_use]
    pub fn playable(&self) -> usize {
        let count = |group: Group| self.set.cards_of(group).len();
        let joins = |used: bool, group: Group| if used { count(group) - 1 } else { 0 };
        count(Group::Base) - self.rules.base_reserved()
            + joins(self.rules.vidracaria, Group::Glass)
            + joins(self.rules.clientes, Group::Special)
    }
}

/// Whether the deck has enough types and cards, and the cards of every expansion in use.
fn check_deck(
    set: &ComponentSet,
    players: usize,
    rules: &rules::Options,
) -> Result<(), SetupError> {
    let refuse = |option: &str, rule, message| {
        Err(SetupError::Option { option: option.to_owned(), message, rule })
    };
    let base = set.cards_of(Group::Base);
    let mut contents: Vec<_> = base.iter().map(|card| card.pattern.content).collect();
    contents.sort_unstable();
    contents.dedup();
    let (types, reserved) = (contents.len(), rules.base_reserved());
    if types < reserved {
        // K-13: the setup would turn up rejected cards for ever.
        let message = format!(
            "INSUFFICIENT_TYPES: {reserved} cards of different types are to be reserved, the \
             deck's pattern sides have {types}"
        );
        return refuse("components", "K-13", message);
    }
    // Expansion cards are dealt as well where they join the pile before the deal (K-75).
    let joins = |used: bool, group: Group| {
        let joining = used && rules.shuffle_before_deal;
        if joining { set.cards_of(group).len().saturating_sub(1) } else { 0 }
    };
    let joining = joins(rules.vidracaria, Group::Glass) + joins(rules.clientes, Group::Special);
    let needed = reserved + rules::OPENING_HAND * players;
    if base.len() + joining < needed {
        let message = format!(
            "{players} players need {needed} cards ({reserved} reserved, {} each), there are {}",
            rules::OPENING_HAND,
            base.len() + joining
        );
        return refuse("players", "K-14", message);
    }
    let expansions = [
        (rules.vidracaria, Group::Glass, "vidracaria", "K-77"),
        (rules.janelao, Group::Window, "janelao", "K-84"),
        (rules.clientes, Group::Special, "clientes", "K-94"),
    ];
    for (used, group, name, rule) in expansions {
        if used && set.cards_of(group).is_empty() {
            let message = format!("the set has no {} cards for {name}", group.name());
            return refuse("expansions", rule, message);
        }
    }
    Ok(())
}

/// The card chosen as third pattern, if the team chose one (K-85, K-95).
fn third_pattern(
    set: &ComponentSet,
    used: bool,
    group: Group,
    option: &str,
    chosen: Option<&str>,
    rule: &'static str,
) -> Result<Option<CardId>, SetupError> {
    let Some(id) = chosen else { return Ok(None) };
    let refuse = |message| Err(SetupError::Option { option: option.to_owned(), message, rule });
    if !used {
        return refuse(format!("{id:?} is chosen without its expansion; leave it at \"random\""));
    }
    match set.card_index(id).filter(|index| set.range(group).contains(index)) {
        Some(index) => Ok(Some(index as CardId)),
        None => {
            let ids: Vec<&str> = set.cards_of(group).iter().map(|card| card.id.as_str()).collect();
            refuse(format!("{id:?} is no {} card; they are {}", group.name(), ids.join(", ")))
        }
    }
}

impl Game for Cobogo {
    type State = State;
    type Action = Action;
    type Illegal = IllegalAction;

    const INFO: &'static Info = &rules::INFO;
    /// The index window moves with the mosaic.
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
        self.playable() as u32
    }

    fn initial(&self) -> State {
        self.fresh()
    }

    #[inline(always)]
    fn actor(&self, state: &State) -> Actor {
        self.actor_of(state)
    }

    fn legal_actions(&self, state: &State, actions: &mut Vec<Action>) {
        self.visit_legal(state, |action| actions.push(action));
    }

    fn check_decision(
        &self,
        state: &State,
        seat: Seat,
        action: Action,
    ) -> Result<(), IllegalAction> {
        match action {
            Action::Place { slot, at } => self.refuse_placement(state, seat, slot, at),
            // Whatever else there is is a chance event.
            _ => Err(WrongNode::NotChance(seat).into()),
        }
    }

    #[inline(always)]
    fn apply(&self, state: &mut State, action: Action) {
        self.advance(state, action);
    }

    fn chance_outcomes(&self, state: &State, outcomes: &mut Vec<(Action, f64)>) {
        if self.actor_of(state) == Actor::Chance {
            self.visit_chance(state, |event, chance| outcomes.push((event, chance)));
        }
    }

    #[inline(always)]
    fn sample_chance(&self, state: &State, random: &mut Random) -> Action {
        self.draw_chance(state, random)
    }

    #[inline(always)]
    fn random_action(&self, state: &State, _: &mut Vec<Action>, random: &mut Random) -> Action {
        self.random_placement(state, random)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        self.result(state)
    }

    fn returns(&self, state: &State, _: Seat) -> f32 {
        if state.won == Some(true) { 1.0 } else { 0.0 }
    }

    fn score(&self, state: &State, _: Seat) -> f32 {
        if state.won == Some(true) { self.merits(state) as f32 } else { 0.0 }
    }

    fn details(&self, state: &State) -> Map<String, Value> {
        let merits = (state.won == Some(true)).then(|| self.merits(state));
        let title = merits.map(|merits| rules::TITLES[rules::title(merits)]);
        let title = title.map(|(en, pt)| json!({"en": en, "pt": pt}));
        let details =
            [("won", json!(state.won)), ("merits", json!(merits)), ("title", json!(title))];
        details.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
    }

    fn action_size(&self) -> usize {
        self.index_size()
    }

    fn index(&self, state: &State, action: Action) -> Option<u32> {
        self.index_of(state, action)
    }

    fn action_at(&self, state: &State, index: u32) -> Option<Action> {
        self.action_of(state, index)
    }

    #[inline(always)]
    fn legal_mask(&self, state: &State, mask: &mut Canvas<'_>) -> usize {
        self.write_mask(state, mask)
    }

    #[inline(always)]
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
        action.write(text, |card| self.id(card));
    }

    fn parse_action(&self, text: &str) -> Result<Action, String> {
        Action::parse(text, |id| self.ids.get(id).copied())
    }

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
        self.layout.shape()
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

    fn action_value(&self, state: &State, _: Seat, action: Action, scratch: &mut State) -> f64 {
        scratch.clone_from(state);
        self.advance(scratch, action);
        self.promise(scratch)
    }

    fn position_to_json(&self, state: &State) -> impl Serialize {
        self.write_json(state)
    }

    fn position_from_json(&self, value: &Value) -> Result<State, FormatError> {
        self.read_json(value)
    }
}

#[cfg(test)]
mod tests;
