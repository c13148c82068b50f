//! Phase III (C-107 to C-115, C-267, C-272): who comes when, and which cards can be activated.

use super::Cog;
use super::components::{Cost, Effect};
use super::pending::Source;
use super::rules::SimOrder;
use super::state::{Node, State, Step};
use super::types::{CardKind, Side};

impl Cog {
    /// The order of Phase III or IV (C-267, C-269, C-272); short of letters it is the turn order
    /// (C-228).
    pub(super) fn open_phase(&self, state: &mut State, first: Step) -> Option<Node> {
        let is_forced = first == Step::Construct(0) && self.is_short(state);
        match self.rules.sim_order {
            SimOrder::Random if !is_forced => {
                state.seat = 0;
                return Some(Node::DrawSeats);
            }
            SimOrder::Reverse if !is_forced => {
                state.sequence = state.order;
                state.sequence[..usize::from(self.players)].reverse();
            }
            _ => state.sequence = state.order,
        }
        state.step = first;
        None
    }

    /// An order of the seats was drawn (C-272).
    pub(super) fn seat_order(&self, state: &mut State, order: u8) {
        let seats = permutation(order, self.players);
        state.sequence[..usize::from(self.players)].copy_from_slice(&seats);
        state.step = match state.step {
            Step::ActivateOrder => Step::Activate(0),
            _ => Step::Construct(0),
        };
    }

    /// The next thing in Phase III: the choice of a player, or the next player; at the end used cards
    /// are turned back (C-111).
    pub(super) fn next_activation(&self, state: &mut State, place: u8) -> Option<Node> {
        if place == self.players {
            state.mats.iter_mut().for_each(|mat| mat.hand.turn_back());
            state.sequence = [0; super::state::SEATS];
            state.step = Step::ConstructOrder;
            return None;
        }
        state.seat = state.sequence[usize::from(place)];
        let next = self.activatable(state).next();
        match next {
            Some(card) if self.rules.auto_activates => self.activate(state, card),
            Some(_) => return Some(Node::Activate),
            None if !self.rules.auto_activates && self.has_extra(state) => {
                return Some(Node::Activate);
            }
            None => state.step = Step::Activate(place + 1),
        }
        None
    }

    /// The cards that the player whose turn it is can activate, by kind, each kind once (C-107 to
    /// C-111).
    pub(super) fn activatable<'a>(
        &'a self,
        state: &'a State,
    ) -> impl Iterator<Item = CardKind> + 'a {
        let mut last = None;
        let cards = state.mat().hand.on(Side::Up);
        cards.filter(move |&card| {
            let is_new = last.replace(card) != Some(card);
            is_new && self.is_met(state, card)
        })
    }

    /// Whether the die of the player whose turn it is meets the cost of a card (C-108, C-109).
    pub(super) fn is_met(&self, state: &State, card: CardKind) -> bool {
        let Effect::Round { cost, .. } = self.set.cards[usize::from(card)].effect else {
            return false;
        };
        let is_own = |die: &u8| state.dice[usize::from(*die)].holder == Some(state.seat);
        (0..self.players).find(is_own).is_some_and(|die| match cost {
            Cost::Die(colour) => colour == die,
            Cost::Pips(values) => values >> state.dice[usize::from(die)].pips & 1 == 1,
        })
    }

    /// C-107, C-111.
    pub(super) fn activate(&self, state: &mut State, card: CardKind) {
        state.mat_mut().hand.turn(card, Side::Used);
        state.pending.begin(Source::Card(card));
    }
}

/// The seats in the order of this number, all orders being in lexical order.
pub(super) fn permutation(number: u8, players: u8) -> Vec<u8> {
    let mut left: Vec<u8> = (0..players).collect();
    let mut number = usize::from(number);
    let mut ways: usize = (1..=usize::from(players)).product();
    let mut seats = Vec::with_capacity(left.len());
    while !left.is_empty() {
        ways /= left.len();
        seats.push(left.remove(number / ways % left.len()));
        number %= ways;
    }
    seats
}
