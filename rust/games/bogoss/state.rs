//! One position of Bogoss; what happens in it is in `turn.rs`.
//!
//! A *step* is a request, or the beginning of a turn, with everything that follows from it up to the
//! next moment at which the player whose turn it is may ask. Within a step others are shown the
//! position from before it, so that nobody learns that somebody had a choice (B-56, B-58).

use tinyvec::ArrayVec;

use super::Bogoss;
use super::hand::Hand;
use super::log::Log;
use super::rules::{CARDS, GiveChoice, HAND, LayMode};
use super::types::{Kind, Laying, Refill, SEATS, Sort, Status};
use crate::game::{Actor, Outcome, Seat};

/// What is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The first player is drawn (B-9).
    First,
    /// A card is dealt (B-8).
    Deal,
    /// The player whose turn it is asks, or stops (B-12, B-29).
    Ask,
    /// The asker picks a status (`give_choice = asker`).
    Take,
    /// The target picks a card (B-20).
    Give,
    /// Chance picks a card (`give_choice = random`).
    Given,
    /// The asker draws (B-31).
    Draw,
    /// Somebody draws outside requests (B-25, B-47).
    Refill,
    /// Somebody lays a skeleton or holds it back (B-43).
    Lay,
    /// Nothing: the game is over.
    Over,
}

/// Where in a step somebody lays or refills.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Nowhere.
    Idle,
    /// After the deal, the player this many places after the first one (B-11).
    Deal(u8),
    /// At the start of the turn (B-43, B-47).
    Start,
    /// The asker, after receiving or drawing (B-26, B-33).
    Asker,
    /// The giver, after giving (B-25).
    Giver,
}

/// A request that is not settled yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Request {
    /// Who is asked.
    pub target: Seat,
    /// For what.
    pub kind: Kind,
    /// The status that the asker has picked (`give_choice = asker`).
    pub taken: Option<Status>,
}

/// The position at one moment, without what is kept of the past.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Table {
    /// The hand of each seat.
    pub hands: [Hand; SEATS],
    /// The draw pile: what may come, not in which order.
    pub pile: Hand,
    /// Cards that everybody knows to be in each hand.
    pub known: [Hand; SEATS],
    /// Kinds, a bit each, of which everybody knows that a hand has none (B-57).
    pub lacks: [u8; SEATS],
    /// Whole skeletons that each seat has laid.
    pub laid: [u8; SEATS],
    /// How many layings there have been.
    pub layings: u8,
    /// How many requests have been answered.
    pub requests: u32,
    /// How many cards have been drawn outside requests.
    pub refills: u32,
    /// The turn, from 1.
    pub turn: u32,
    /// Whose turn it is.
    pub turn_of: Seat,
    /// The seat that begins (B-9).
    pub first: Seat,
    /// Cards dealt so far (B-8).
    pub dealt: u8,
    /// What is due.
    pub phase: Phase,
    /// Where in a step that is.
    pub stage: Stage,
    /// The request that is not settled yet.
    pub request: Option<Request>,
    /// Whether the turn goes on once the request is settled (B-27, B-34).
    pub goes_on: bool,
    /// Whether the player may end the turn instead of asking (B-29).
    pub may_stop: bool,
    /// Whether a request would follow from a whole card received (B-28).
    pub is_follow_up: bool,
    /// Cards still to draw at the start of the turn (B-47).
    pub to_draw: u8,
    /// Who has won.
    pub winner: Option<Seat>,
}

/// One position, with everything in it.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The position now.
    pub now: Table,
    /// The position from before the step under way, where `now` would not tell it.
    pub before: Option<Table>,
    /// Every request that has been answered.
    pub log: Log,
    /// Every skeleton laid, in order.
    pub layings: ArrayVec<[Laying; SEATS + 1]>,
    /// Every card drawn outside requests.
    pub refills: Vec<Refill>,
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self {
            now: self.now,
            before: self.before,
            log: self.log.clone(),
            layings: self.layings,
            refills: self.refills.clone(),
        }
    }

    /// Keeps the room of the lists, so that playouts don't allocate in the long run.
    fn clone_from(&mut self, source: &Self) {
        self.now = source.now;
        self.before = source.before;
        self.log.clone_from(&source.log);
        self.layings = source.layings;
        self.refills.clone_from(&source.refills);
    }
}

impl Table {
    /// The seat that lays or refills at this stage.
    #[must_use]
    pub fn seat_of(&self, stage: Stage, players: usize) -> Seat {
        match (stage, self.request) {
            (Stage::Giver, Some(request)) => request.target,
            (Stage::Deal(place), _) => {
                ((usize::from(self.first) + usize::from(place)) % players) as Seat
            }
            _ => self.turn_of,
        }
    }

    /// The seat that is dealt the next card (B-8).
    #[must_use]
    pub fn dealt_to(&self, players: usize) -> Seat {
        self.seat_of(Stage::Deal(self.dealt / HAND), players)
    }

    /// Who decides.
    #[inline]
    #[must_use]
    pub fn actor(&self, players: usize) -> Actor {
        match self.phase {
            Phase::Over => Actor::Nobody,
            Phase::Ask | Phase::Take => Actor::Player(self.turn_of),
            Phase::Give => {
                Actor::Player(self.request.map_or(self.turn_of, |request| request.target))
            }
            Phase::Lay => Actor::Player(self.seat_of(self.stage, players)),
            _ => Actor::Chance,
        }
    }

    /// The sorts that can be given now, a bit each (B-19, B-20).
    #[inline]
    #[must_use]
    pub fn gift_bits(&self) -> u16 {
        let Some(Request { target, kind, taken }) = self.request else { return 0 };
        let sorts = self.hands[usize::from(target)].sorts_of(kind);
        match taken {
            None => sorts,
            Some(Status::Whole) => sorts & 0x3f,
            Some(Status::Broken) => sorts & !0x3f,
        }
    }

    /// The sorts that can be given now, in order.
    pub fn gifts(&self) -> impl Iterator<Item = Sort> + use<> {
        let bits = self.gift_bits();
        (0..Sort::NATURAL).filter(move |index| bits >> index & 1 == 1).map(Sort::from_index)
    }
}

impl Bogoss {
    pub(super) fn fresh(&self) -> State {
        let now = Table {
            hands: [Hand::default(); SEATS],
            pile: self.deck,
            known: [Hand::default(); SEATS],
            lacks: [0; SEATS],
            laid: [0; SEATS],
            layings: 0,
            requests: 0,
            refills: 0,
            turn: 1,
            turn_of: self.rules.first_player.unwrap_or(0),
            first: self.rules.first_player.unwrap_or(0),
            dealt: 0,
            phase: if self.rules.first_player.is_some() { Phase::Deal } else { Phase::First },
            stage: Stage::Idle,
            request: None,
            goes_on: false,
            may_stop: false,
            is_follow_up: false,
            to_draw: 0,
            winner: None,
        };
        State {
            now,
            before: None,
            log: Log::default(),
            layings: ArrayVec::default(),
            refills: Vec::new(),
        }
    }

    /// An upper bound of the decisions in a game (B-37, B-53).
    pub(super) fn longest(&self) -> u32 {
        let rules = &self.rules;
        let chooses = match rules.give_choice {
            GiveChoice::Donor => 1,
            GiveChoice::Asker => 1 + u32::from(rules.is_sided),
            GiveChoice::Random => 0,
        };
        // The giver may hold back too; a laying is counted once below.
        let holds = if rules.lay_mode == LayMode::Forced { 0 } else { 2 };
        let requests = u32::from(CARDS) - 1;
        let turn = requests * (1 + chooses + holds) + 1 + holds / 2;
        let players = self.players as u32;
        let deal = players * (holds / 2);
        rules.max_turns * turn + deal + (players + 1) * (holds / 2)
    }

    pub(super) fn result(&self, state: &State) -> Option<Outcome> {
        (state.now.phase == Phase::Over).then(|| Outcome {
            winners: state.now.winner.map_or(0, |seat| 1 << seat),
            reason: match (state.now.winner, state.layings.last()) {
                (None, _) => 2,
                (Some(_), last) => u8::from(last.is_some_and(|laying| laying.is_broken)),
            },
            level: None,
        })
    }
}
