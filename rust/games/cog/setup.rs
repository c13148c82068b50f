//! The setup (C-16 to C-35): centre letters, goal die, first player, starting letters and bonuses.

use super::Cog;
use super::components::{CardKind, Effect};
use super::pending::Source;
use super::rules::START_LETTERS;
use super::state::{Node, SEATS, State, Step};
use crate::game::Seat;

impl Cog {
    /// C-20.
    pub(super) fn lay_centre(&self, state: &mut State, square: u8) -> Option<Node> {
        if square == self.face().centre {
            state.step = Step::Goal;
        } else if self.has_letter(state) {
            return Some(Node::DrawLetter);
        } else {
            state.step = Step::Centre(square + 1);
        }
        None
    }

    /// C-25, and C-36 where item cards leave the game with it. `number` is counted from 0.
    pub(super) fn remove_goal(&self, state: &mut State, number: u8) {
        state.removed_goal = Some(number);
        if self.rules.removes_items {
            for (kind, card) in (0..).zip(&self.set.cards) {
                if let Effect::Item { word, .. } = card.effect
                    && self.goal_of(word) == number
                {
                    let count = state.deck.count(kind as CardKind);
                    (0..count).for_each(|_| state.deck.take(kind as CardKind));
                }
            }
        }
        state.step = Step::First;
    }

    /// C-27.
    pub(super) fn first_seat(&self, state: &mut State) -> Option<Node> {
        if self.rules.first_player.is_none() {
            return Some(Node::DrawFirst);
        }
        state.step = Step::StartLetter(0);
        None
    }

    /// The order with this first player: the others follow clockwise (C-27).
    pub(super) fn order_from(&self, first: Seat) -> [Seat; SEATS] {
        let mut order = [0; SEATS];
        for (place, seat) in order.iter_mut().zip(0..self.players) {
            *place = (first + seat) % self.players;
        }
        order
    }

    /// The first player is drawn (C-27).
    pub(super) fn seat_first(&self, state: &mut State, first: Seat) {
        state.order = self.order_from(first);
        state.step = Step::StartLetter(0);
    }

    /// C-29.
    pub(super) fn start_letter(&self, state: &mut State, count: u8) -> Option<Node> {
        if count == START_LETTERS * self.players {
            state.step = Step::StartBonus(0);
            return None;
        }
        state.seat = state.order[usize::from(count / START_LETTERS)];
        let step = Step::StartLetter(count + 1);
        self.letter_or_points(state, step)
    }

    /// C-30 to C-34.
    pub(super) fn start_bonus(&self, state: &mut State, card: u8) -> Option<Node> {
        if card == self.players {
            self.begin_round(state);
            return None;
        }
        state.seat = state.order[usize::from(card)];
        state.step = Step::StartBonus(card + 1);
        state.pending.begin(Source::Start(card));
        None
    }

    /// Seats by turn-order card, of which those beyond the players are not used (C-28).
    pub(super) fn order<'a>(&self, state: &'a State) -> &'a [Seat] {
        &state.order[..usize::from(self.players)]
    }
}
