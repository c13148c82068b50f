//! What chance can bring (C-281).

use super::Cog;
use super::action::Action;
use super::components::GOALS;
use super::rules::PIPS;
use super::state::{Node, State};
use crate::random::Random;

impl Cog {
    /// Calls `visit` with every outcome of a chance node.
    pub(super) fn visit_chance(&self, state: &State, mut visit: impl FnMut(Action, f64)) {
        let mut even = |count: u8, event: &dyn Fn(u8) -> Action| {
            (0..count).for_each(|number| visit(event(number), 1.0 / f64::from(count)));
        };
        match state.node {
            Node::RollGoal => even(GOALS as u8, &Action::Goal),
            Node::DrawFirst => even(self.players, &Action::First),
            Node::Roll(die) => even(PIPS, &|number| Action::Roll(die, number + 1)),
            Node::RollNeutral => even(PIPS, &|number| Action::RollNeutral(number + 1)),
            Node::DrawSeats => even(self.orders(), &Action::Seats),
            Node::DrawLetter => {
                let total = f64::from(state.bag.len());
                for (letter, count) in state.bag.iter() {
                    visit(Action::Draw(letter), f64::from(count) / total);
                }
            }
            Node::DealCard => {
                let total = f64::from(state.deck.len());
                for (card, count) in state.deck.iter() {
                    visit(Action::Deal(card), f64::from(count) / total);
                }
            }
            _ => {}
        }
    }

    /// Draws one outcome of a chance node.
    pub(super) fn draw_chance(&self, state: &State, random: &mut Random) -> Action {
        let mut below = |count: u8| random.below(count.into()) as u8;
        match state.node {
            Node::RollGoal => Action::Goal(below(GOALS as u8)),
            Node::DrawFirst => Action::First(below(self.players)),
            Node::Roll(die) => Action::Roll(die, below(PIPS) + 1),
            Node::RollNeutral => Action::RollNeutral(below(PIPS) + 1),
            Node::DrawSeats => Action::Seats(below(self.orders())),
            Node::DealCard => Action::Deal(state.deck.nth(below(state.deck.len()))),
            _ => Action::Draw(state.bag.nth(below(state.bag.len()))),
        }
    }

    /// How many orders the seats have.
    pub(super) fn orders(&self) -> u8 {
        (1..=self.players).product()
    }
}
