//! Where a game stands, as text, and what that implies: whose turn it is, how many cogs are placed.

use super::{require, wrong};
use crate::game::{FormatError, Seat, clip};
use crate::games::cog::Cog;
use crate::games::cog::rules::{Reason, START_LETTERS, SimOrder, TURNS};
use crate::games::cog::state::{SEATS, State, Step};

/// How far a round has come, as far as the board is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stage {
    /// The setup.
    Setup,
    /// Phase I.
    Prepare,
    /// Phase II, and this many cogs are placed.
    Collect(u8),
    /// All cogs are placed: Phases III and IV, and the end of the game right after them (C-188).
    Placed,
    /// Phase V: the cogs are back (C-193); also a game that ended there (C-234).
    Cleared,
}

impl Stage {
    pub(super) fn of(state: &State) -> Self {
        match state.step {
            Step::Centre(_)
            | Step::Goal
            | Step::First
            | Step::StartLetter(_)
            | Step::StartBonus(_) => Self::Setup,
            Step::Top(..) | Step::Bottom(_) | Step::Dice(_) | Step::Order(..) => Self::Prepare,
            Step::Neutral => Self::Collect(0),
            Step::Place(turn) => Self::Collect(turn),
            Step::After(turn) => Self::Collect(turn + 1),
            Step::ActivateOrder
            | Step::Activate(_)
            | Step::ConstructOrder
            | Step::Construct(_)
            | Step::Clock => Self::Placed,
            Step::Over(_) if state.slots[0].cog.is_some() => Self::Placed,
            Step::Aid(_) | Step::Limits(_) | Step::Discard(_) | Step::Over(_) => Self::Cleared,
        }
    }

    /// How many cogs a seat has placed that is this far back in turn order.
    pub(super) fn placed(self, place: u8, players: u8) -> u8 {
        match self {
            Self::Setup | Self::Prepare | Self::Cleared => 0,
            Self::Collect(turns) => turns / players + u8::from(place < turns % players),
            Self::Placed => TURNS,
        }
    }
}

impl Cog {
    /// A step as text, all counted from 1.
    pub(super) fn step_text(&self, step: Step) -> String {
        let top = |slot: u8| self.top()[usize::from(slot)].number;
        match step {
            Step::Centre(square) => format!("centre {}", square + 1),
            Step::Goal => "goal".to_owned(),
            Step::First => "first".to_owned(),
            Step::StartLetter(count) => format!("letter {}", count + 1),
            Step::StartBonus(card) => format!("bonus {}", card + 1),
            Step::Top(slot, letter) => format!("top {} {}", top(slot), letter + 1),
            Step::Bottom(slot) => format!("bottom {}", slot + 1),
            Step::Dice(die) => format!("die {}", self.die_name(die)),
            Step::Order(slot, icon) => format!("order {} {}", slot + 1, icon + 1),
            Step::Neutral => "neutral".to_owned(),
            Step::Place(turn) => format!("place {}", turn + 1),
            Step::After(turn) => format!("after {}", turn + 1),
            Step::ActivateOrder => "activate order".to_owned(),
            Step::Activate(place) => format!("activate {}", place + 1),
            Step::ConstructOrder => "construct order".to_owned(),
            Step::Construct(place) => format!("construct {}", place + 1),
            Step::Clock => "clock".to_owned(),
            Step::Aid(place) => format!("aid {}", place + 1),
            Step::Limits(place) => format!("limits {}", place + 1),
            Step::Discard(place) => format!("discard {}", place + 1),
            Step::Over(_) => "over".to_owned(),
        }
    }

    /// Reads a step; of a game that is over with the reason `over`.
    pub(super) fn parse_step(&self, text: &str, over: Option<Reason>) -> Result<Step, FormatError> {
        let step = self.find_step(text, over);
        step.ok_or_else(|| {
            let message = format!(
                "{:?} is no step of this game, such as `place 3`, `after 3`, `construct 1`; a game \
                 that is over, and no other, has a reason",
                clip(text)
            );
            wrong("position.step", message)
        })
    }

    fn find_step(&self, text: &str, over: Option<Reason>) -> Option<Step> {
        if let Some(reason) = over {
            return (text == "over").then_some(Step::Over(reason));
        }
        // A number from 1 to `most`, counted from 0.
        let number = |text: &str, most: u8| {
            let number: u8 = text.parse().ok().filter(|number| (1..=most).contains(number))?;
            Some(number - 1)
        };
        let players = self.players;
        let words: Vec<&str> = text.splitn(4, ' ').collect();
        let step = match words[..] {
            ["centre", square] => Step::Centre(number(square, self.face().centre)?),
            ["goal"] => Step::Goal,
            ["first"] => Step::First,
            ["letter", count] => Step::StartLetter(number(count, START_LETTERS * players)?),
            ["bonus", card] => Step::StartBonus(number(card, players + 1)?),
            ["top", slot, letter] => {
                let slot = self.top().iter().position(|top| slot == top.number.to_string())?;
                Step::Top(slot as u8, number(letter, self.top()[slot].letters)?)
            }
            ["bottom", slot] => Step::Bottom(number(slot, players)?),
            ["die", name] => {
                let die = self.set.die_named(name).filter(|&die| die < players)?;
                Step::Dice(die)
            }
            ["order", slot, icon] => {
                let slot = number(slot, players)?;
                let icons = self.face().order[usize::from(slot)].icons().len();
                Step::Order(slot, number(icon, icons as u8)?)
            }
            ["neutral"] if players == 2 => Step::Neutral,
            ["place", turn] => Step::Place(number(turn, TURNS * players)?),
            ["after", turn] => Step::After(number(turn, TURNS * players)?),
            ["activate", "order"] => Step::ActivateOrder,
            ["activate", place] => Step::Activate(number(place, players)?),
            ["construct", "order"] => Step::ConstructOrder,
            ["construct", place] => Step::Construct(number(place, players)?),
            ["aid", place] => Step::Aid(number(place, players)?),
            ["limits", place] => Step::Limits(number(place, players)?),
            ["discard", place] => Step::Discard(number(place, players)?),
            _ => return None,
        };
        Some(step)
    }

    /// Whose turn it is: 0 where it is nobody's.
    pub(super) fn seat_at(&self, state: &State) -> Seat {
        let order = |place: u8| state.order[usize::from(place) % SEATS];
        match state.step {
            Step::StartLetter(count) => order(count / START_LETTERS),
            // The bonus that is being gained belongs to the card before the next one.
            Step::StartBonus(next) => order(next.saturating_sub(1)),
            Step::Place(turn) | Step::After(turn) => order(turn % self.players),
            Step::Activate(place) | Step::Construct(place) => {
                state.sequence[usize::from(place) % SEATS]
            }
            Step::Aid(place) | Step::Limits(place) | Step::Discard(place) => order(place),
            _ => 0,
        }
    }

    /// What the step implies for rounds, orders and the end of the game.
    pub(super) fn check_course(&self, state: &State, stage: Stage) -> Result<(), FormatError> {
        let key = |name: &'static str| move || format!("position.{name}");
        let rounds = self.face().rounds;
        require(stage != Stage::Setup || state.round == 1, "C-39", key("round"), || {
            "the setup comes before the first round".to_owned()
        })?;
        let is_last = if self.rules.ends_at_second {
            !state.is_last || state.spares_round > 0
        } else {
            state.is_last == (state.spares_round == state.round)
                && (state.is_last || state.spares_round == 0)
        };
        require(is_last, "C-232", key("is_last_round"), || {
            "a round is the last one because letters ran out in it, and none follows".to_owned()
        })?;
        match state.step {
            Step::Over(Reason::LastRound) => {
                require(
                    stage == Stage::Placed && state.round == rounds,
                    "C-235",
                    key("round"),
                    || format!("the game ends after round {rounds}, with all cogs on the board"),
                )?;
            }
            Step::Over(Reason::OutOfLetters) => {
                require(state.is_last && state.round < rounds, "C-232", key("reason"), || {
                    "letters end the game in a last round before the regular one".to_owned()
                })?;
            }
            Step::Aid(_) | Step::Limits(_) | Step::Discard(_) => {
                require(state.round < rounds, "C-190", key("step"), || {
                    "after the last round nothing follows the clock".to_owned()
                })?;
            }
            _ => {}
        }
        let is_counted = matches!(state.step, Step::Construct(_)) || state.microactions == 0;
        require(is_counted, "C-289", key("microactions"), || {
            "actions are counted in Phase IV alone".to_owned()
        })?;
        self.check_sequence(state)
    }

    /// C-267, C-269, C-272, C-228.
    fn check_sequence(&self, state: &State) -> Result<(), FormatError> {
        let is_construct = matches!(state.step, Step::Construct(_));
        if !is_construct && !matches!(state.step, Step::Activate(_)) {
            return Ok(());
        }
        let players = usize::from(self.players);
        let (sequence, order) = (&state.sequence[..players], self.order(state));
        let is_order = sequence == order;
        let fits = match self.rules.sim_order {
            _ if is_construct && self.is_short(state) && is_order => true,
            SimOrder::Turn => is_order,
            SimOrder::Reverse => sequence.iter().eq(order.iter().rev()),
            SimOrder::Random => true,
        };
        require(
            fits,
            "C-272",
            || "position.sequence".to_owned(),
            || "the seats don't play the phase in this order".to_owned(),
        )
    }
}
