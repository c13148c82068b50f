//! The trait that all games share, and nothing more.
//!
//! A [`Game`] is a rule set made ready (name, options, component set); a `State` is one position
//! with everything in it; an `Action` is one decision of one player or one chance event. The trait
//! knows nothing of Python, threads, files or history: those are built once, on top of it, for
//! every game (`play`, `simulate`, `agents`, `python`).

use std::error::Error;
use std::fmt::Debug;
use std::hash::Hash;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::canvas::Canvas;
use crate::random::Random;

/// A seat at the table, from 0.
pub type Seat = u8;

/// Who decides now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Actor {
    /// A player, by seat.
    Player(Seat),
    /// Nobody's choice: a draw, a roll, a shuffle.
    Chance,
    /// The game is over.
    Nobody,
}

/// Why an action is refused: a game's own small enum, which can name the rule.
pub trait Refusal: Error + Clone + Send + Sync + 'static {
    /// The number of the rule that forbids the action, such as `"K-31"`.
    fn rule(&self) -> &'static str;
}

/// Why an action does not fit the node: the same in every game, by a rule of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongNode {
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// A chance event comes first.
    #[error("a chance event is due before the next player acts")]
    ChanceIsDue,
    /// A chance event that cannot happen here.
    #[error("this event is not possible here")]
    Impossible,
    /// A chance event while a player is to act.
    #[error("seat {0} is to act, nothing is left to chance")]
    NotChance(Seat),
}

/// What an option accepts.
#[derive(Clone, Copy, Debug)]
pub enum OptionKind {
    /// True or false.
    Flag,
    /// A whole number in a range, both ends included.
    Number(i64, i64),
    /// A whole number in a range, whose default depends on the number of players.
    NumberByPlayers(i64, i64, fn(u8) -> i64),
    /// One of some words.
    Choice(&'static [&'static str]),
    /// One of some words; which one is the default depends on the number of players.
    ChoiceByPlayers(&'static [&'static str], fn(u8) -> usize),
    /// Any subset of some words, in any order.
    Subset(&'static [&'static str]),
    /// A seat, or the word `random`.
    SeatOrRandom,
    /// The id of a component, or the word `random`.
    IdOrRandom,
}

/// One option of a game: its name, values, default, rule and a line of help.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// The keyword in Python, the name in JSON and on the command line.
    pub name: &'static str,
    /// What it accepts.
    pub kind: OptionKind,
    /// The default, as JSON text; where it depends on the players, a text that says how.
    pub default: &'static str,
    /// The rule it belongs to.
    pub rule: &'static str,
    /// One line for people.
    pub help: &'static str,
}

/// What is known of a game before any option is chosen.
#[derive(Debug)]
pub struct Info {
    /// The name in the registry, such as `"cobogo"`.
    pub name: &'static str,
    /// The title in print.
    pub title: &'static str,
    /// Fewest players.
    pub min_players: u8,
    /// Most players.
    pub max_players: u8,
    /// Every option, in the order of the documentation.
    pub options: &'static [OptionSpec],
    /// The rule that bounds the number of players.
    pub players_rule: &'static str,
    /// Version of the rules; records carry it and refuse to replay under another one.
    pub rules_version: u32,
    /// The names of the reasons for which a game ends.
    pub reasons: &'static [&'static str],
    /// The names of the levels that a result can reach, where the game has such levels.
    pub levels: &'static [&'static str],
    /// The embedded default component set (TOML text).
    pub default_components: &'static str,
    /// Agents beyond `random` that know this game.
    pub agents: &'static [&'static str],
}

/// A component file as handed in: its name for messages, and its text.
#[derive(Clone, Debug)]
pub struct ComponentSource {
    /// The path, for messages; empty for the embedded default.
    pub file: String,
    /// The TOML text.
    pub text: String,
}

/// All that a game is made from. Options are resolved: every one present, every value of its kind.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Number of players, already within the game's bounds.
    pub players: u8,
    /// Every option by name.
    pub options: Map<String, Value>,
    /// The component set to read.
    pub components: ComponentSource,
}

/// Which component set a game uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComponentInfo {
    /// The set's name, such as `"default-v1"`.
    pub name: String,
    /// The edition it stands for.
    pub edition: String,
    /// `"reconstruction"`, or where the data is from.
    pub source: String,
    /// SHA-256 of what the set means (not of its layout), in hexadecimal.
    pub digest: String,
}

/// One fault in a component file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComponentProblem {
    /// Line, from 1; 0 where the fault has no place.
    pub line: usize,
    /// Column, from 1; 0 where the fault has no place.
    pub column: usize,
    /// The key, such as `base[3].shape`.
    pub key: String,
    /// The rule that the check guards.
    pub rule: &'static str,
    /// What is wrong, with the value and the limit.
    pub message: String,
}

/// Why a game could not be made.
#[derive(Clone, Debug, thiserror::Error)]
pub enum SetupError {
    /// An option has a value that the game does not accept.
    #[error("option {option}: {message} (rule {rule})")]
    Option {
        /// The option's name.
        option: String,
        /// What is wrong and what is allowed.
        message: String,
        /// The rule behind it.
        rule: &'static str,
    },
    /// The component file is faulty.
    #[error("{file}: {} problem(s)", problems.len())]
    Components {
        /// The file.
        file: String,
        /// Every problem found, at most 20.
        problems: Vec<ComponentProblem>,
    },
}

/// A position in JSON that is no position of this game.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
#[error("{key}: {message}{}", if rule.is_empty() { String::new() } else { format!(" (rule {rule})") })]
pub struct FormatError {
    /// The key that is wrong, such as `position.hands[1]`.
    pub key: String,
    /// What is wrong.
    pub message: String,
    /// The rule behind it; empty where the form itself is wrong.
    pub rule: &'static str,
}

impl FormatError {
    /// A fault of form: a missing key, a wrong type.
    pub fn form(key: impl Into<String>, message: impl Into<String>) -> Self {
        Self { key: key.into(), message: message.into(), rule: "" }
    }

    /// A fault of content: the rule `rule` forbids it.
    pub fn rule(rule: &'static str, key: impl Into<String>, message: impl Into<String>) -> Self {
        Self { key: key.into(), message: message.into(), rule }
    }
}

/// A text as a message repeats it: in full if it is short.
#[must_use]
pub fn clip(text: &str) -> String {
    const LONGEST: usize = 200;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}... ({} bytes)", &text[..end], text.len()),
        None => text.to_owned(),
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The winners, one bit a seat.
    pub winners: u32,
    /// Index into [`Info::reasons`].
    pub reason: u8,
    /// Index into [`Info::levels`].
    pub level: Option<u8>,
}

impl Outcome {
    /// Whether `seat` is among the winners.
    #[must_use]
    pub fn is_winner(&self, seat: Seat) -> bool {
        self.winners >> seat & 1 == 1
    }
}

/// A rule set made ready: immutable, shared, cheap to hold.
pub trait Game: Sized + Send + Sync + 'static {
    /// One position, with everything in it, secrets too. A plain value.
    type State: Clone + Eq + Hash + Debug + Send + Sync;
    /// One decision or one chance event.
    type Action: Copy + Eq + Hash + Debug + Send + Sync;
    /// Why an action is refused.
    type Illegal: Refusal + From<WrongNode>;

    /// What is known before options are chosen.
    const INFO: &'static Info;

    /// Makes the game ready.
    ///
    /// # Errors
    /// [`SetupError`] for a faulty component set, or an option that this set or another option rules out.
    fn new(setup: Setup) -> Result<Self, SetupError>;

    /// Number of seats.
    fn players(&self) -> usize;
    /// The resolved options, every one of them.
    fn options(&self) -> &Map<String, Value>;
    /// The component set in use.
    fn components(&self) -> &ComponentInfo;
    /// An upper bound of the plies of a game.
    fn max_plies(&self) -> u32;

    /// The position before anything has happened, chance included.
    fn initial(&self) -> Self::State;
    /// Who decides.
    fn actor(&self, state: &Self::State) -> Actor;
    /// Appends every legal action of the player to act, in a fixed order; nothing at other nodes.
    fn legal_actions(&self, state: &Self::State, actions: &mut Vec<Self::Action>);
    /// Whether this may happen here, and if not, by which rule.
    ///
    /// # Errors
    /// The first rule that forbids it.
    fn check(&self, state: &Self::State, action: Self::Action) -> Result<(), Self::Illegal> {
        let is_chance = Self::is_chance(action);
        let wrong = match self.actor(state) {
            Actor::Nobody => WrongNode::Over,
            Actor::Chance if !is_chance => WrongNode::ChanceIsDue,
            Actor::Chance => {
                let mut outcomes = Vec::new();
                self.chance_outcomes(state, &mut outcomes);
                if outcomes.iter().any(|&(event, _)| event == action) {
                    return Ok(());
                }
                WrongNode::Impossible
            }
            Actor::Player(seat) if is_chance => WrongNode::NotChance(seat),
            Actor::Player(seat) => return self.check_decision(state, seat, action),
        };
        Err(wrong.into())
    }
    /// Whether `seat`, who is to act, may do this, and if not, by which rule. The action is no chance
    /// event.
    ///
    /// # Errors
    /// The first rule that forbids it.
    fn check_decision(
        &self,
        state: &Self::State,
        seat: Seat,
        action: Self::Action,
    ) -> Result<(), Self::Illegal>;
    /// Applies a legal action or a possible chance event. Others give an unspecified position.
    fn apply(&self, state: &mut Self::State, action: Self::Action);
    /// Appends every outcome of a chance node with its probability; nothing at other nodes.
    fn chance_outcomes(&self, state: &Self::State, outcomes: &mut Vec<(Self::Action, f64)>);
    /// Draws one outcome of a chance node, without listing them.
    fn sample_chance(&self, state: &Self::State, random: &mut Random) -> Self::Action;
    /// A uniformly random legal action: the one at `random.below(count)` in the order of
    /// [`Game::legal_actions`]. Games override it where they can pick without listing.
    fn random_action(
        &self,
        state: &Self::State,
        scratch: &mut Vec<Self::Action>,
        random: &mut Random,
    ) -> Self::Action {
        scratch.clear();
        self.legal_actions(state, scratch);
        scratch[random.below(scratch.len() as u32) as usize]
    }

    /// The result, once the game is over.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;
    /// What `seat` is paid if the game ends here, from 0 to 1 (0 while it runs, where the rules say
    /// nothing else).
    fn returns(&self, state: &Self::State, seat: Seat) -> f32;
    /// The score of `seat` in the rulebook's own points, at any time.
    fn score(&self, state: &Self::State, seat: Seat) -> f32;
    /// What the result means in this game's own words, as JSON.
    fn details(&self, state: &Self::State) -> Map<String, Value>;

    /// Size of the fixed index space of player actions.
    fn action_size(&self) -> usize;
    /// Whether an index means the same action in every position.
    const INDICES_ARE_ABSOLUTE: bool;
    /// The index of a player's action in this position; `None` where it has none.
    fn index(&self, state: &Self::State, action: Self::Action) -> Option<u32>;
    /// The action that an index stands for in this position; `None` where it stands for none.
    fn action_at(&self, state: &Self::State, index: u32) -> Option<Self::Action>;
    /// Writes 1 at the index of every legal action, 0 elsewhere; returns how many there are.
    fn legal_mask(&self, state: &Self::State, mask: &mut Canvas<'_>) -> usize;
    /// A uniformly random legal action among those that have an index, as its index.
    fn random_index(
        &self,
        state: &Self::State,
        scratch: &mut Vec<Self::Action>,
        random: &mut Random,
    ) -> Option<u32> {
        scratch.clear();
        self.legal_actions(state, scratch);
        scratch.retain(|&action| self.index(state, action).is_some());
        let count = u32::try_from(scratch.len()).ok().filter(|&count| count > 0)?;
        self.index(state, scratch[random.below(count) as usize])
    }

    /// Packs an action into a word, for front ends that hold actions of any game.
    fn pack(action: Self::Action) -> u64;
    /// The inverse of [`Game::pack`], for words that it made.
    fn unpack(word: u64) -> Self::Action;
    /// Appends the text form.
    fn write_action(&self, action: Self::Action, text: &mut String);
    /// The text form.
    fn action_text(&self, action: Self::Action) -> String {
        let mut text = String::new();
        self.write_action(action, &mut text);
        text
    }
    /// Reads a text form back. It need not be legal anywhere.
    ///
    /// # Errors
    /// A sentence that says what was expected.
    fn parse_action(&self, text: &str) -> Result<Self::Action, String>;
    /// Whether it is a chance event.
    fn is_chance(action: Self::Action) -> bool;

    /// What `seat` (or a spectator) may know, built by listing what is shown.
    fn view(&self, state: &Self::State, seat: Option<Seat>) -> Value;
    /// The action as `seat` (or a spectator) saw it, with what it may not know left out; `None` if
    /// it did not see that anything happened. `state` is the position in which it happened.
    fn action_text_for(
        &self,
        state: &Self::State,
        action: Self::Action,
        seat: Option<Seat>,
    ) -> Option<String>;
    /// Whether `seat` (or a spectator) is shown this position. Where it is not, since something goes
    /// on that it may not notice, view, observation and drawing are those of the last position that
    /// it was shown, and so is the history.
    fn is_shown(&self, _: &Self::State, _: Option<Seat>) -> bool {
        true
    }
    /// Whether everybody is shown all that happened up to and including the event between two
    /// positions, even if something that is not shown has begun since.
    fn settles(&self, _before: &Self::State, after: &Self::State) -> bool {
        self.is_shown(after, None)
    }
    /// The moment in the game that messages for players name: a word and a number that everybody
    /// knows, after `ply` plies.
    fn moment(&self, _: &Self::State, ply: u32) -> (&'static str, u32) {
        ("ply", ply)
    }
    /// Shape of an observation.
    fn observation_shape(&self) -> [usize; 3];
    /// Writes the knowledge of `seat` as small whole numbers, row by row.
    fn observe(&self, state: &Self::State, seat: Seat, observation: &mut Canvas<'_>);
    /// A position drawn uniformly from those that `seat` can't tell from this one.
    fn determinize(&self, state: &Self::State, seat: Seat, random: &mut Random) -> Self::State;
    /// A drawing for people: with all secrets for `Viewer::Owner`, else what that seat may know.
    fn draw(&self, state: &Self::State, viewer: Viewer) -> String;
    /// How good an action is for `seat`, who is to act, judged only by what `seat` may know: the
    /// heuristic of the `greedy` agent. `scratch` is some position to work with.
    fn action_value(
        &self,
        state: &Self::State,
        seat: Seat,
        action: Self::Action,
        scratch: &mut Self::State,
    ) -> f64;
    /// What an agent does that only this game knows, for `seat`, who is to act: the agent at this place
    /// of [`Info::agents`], judging only by what `seat` may know. Games without such agents need none.
    fn own_agent(
        &self,
        _agent: usize,
        state: &Self::State,
        _: Seat,
        scratch: &mut Vec<Self::Action>,
        random: &mut Random,
    ) -> Self::Action {
        self.random_action(state, scratch, random)
    }
    /// What `seat` can infer of what is hidden from it, as exact probabilities in JSON; `None` for
    /// games without such an inference.
    fn belief(&self, _: &Self::State, _: Seat) -> Option<Value> {
        None
    }

    /// The position as JSON, complete, for the owner of the table.
    fn position_to_json(&self, state: &Self::State) -> impl Serialize;
    /// Reads a position back and checks every invariant that the rules imply.
    ///
    /// # Errors
    /// The first thing that is wrong.
    fn position_from_json(&self, value: &Value) -> Result<Self::State, FormatError>;
}

/// Who looks at a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// The owner of the table, who may see all.
    Owner,
    /// A seat.
    Seat(Seat),
    /// Somebody at no seat.
    Spectator,
}
