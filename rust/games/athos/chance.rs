//! What chance can bring: the first player, the cubes of the setup, rolls (C-3, C-10, K-2).

use super::Athos;
use super::action::Action;
use super::state::{Phase, State};
use super::types::Face;
use super::{masters, tools};
use crate::random::Random;

impl Athos {
    /// Calls `visit` with every outcome of a chance node.
    pub(super) fn visit_chance(&self, state: &State, mut visit: impl FnMut(Action, f64)) {
        match state.phase {
            Phase::First => {
                let chance = 1.0 / self.players as f64;
                (0..self.players as u8).for_each(|seat| visit(Action::First(seat), chance));
            }
            Phase::Setup if self.in_bag(state) == 0 => self.visit_tools(state, visit),
            Phase::Setup => {
                let total = 6.0 * self.in_bag(state) as f64;
                for face in (0..self.set.faces.len() as u8).map(Face) {
                    let left = u32::from(state.bag[usize::from(self.kind(face))]);
                    if left > 0 {
                        let ways = left * u32::from(self.set.sides(face));
                        visit(Action::Draw(face), f64::from(ways) / total);
                    }
                }
            }
            Phase::Roll => {
                let faces = &self.set.kinds[usize::from(state.rolls[0])].faces;
                for (index, &face) in faces.iter().enumerate() {
                    if index == 0 || faces[index - 1] != face {
                        let chance = f64::from(self.set.sides(face)) / 6.0;
                        visit(Action::Roll(face), chance);
                    }
                }
            }
            Phase::Deal if state.masters.draws > 0 => {
                let cards = state.masters.unknown;
                let chance = 1.0 / f64::from(cards.count_ones());
                masters::members(cards).for_each(|card| visit(Action::DealMaster(card), chance));
            }
            Phase::Deal => self.visit_tools(state, visit),
            _ => {}
        }
    }

    /// Y-2: any tool whose place nobody knows.
    fn visit_tools(&self, state: &State, mut visit: impl FnMut(Action, f64)) {
        let cards = state.tools.unknown;
        let chance = 1.0 / f64::from(cards.count_ones());
        tools::members(cards).for_each(|card| visit(Action::DealTool(card), chance));
    }

    /// Draws one outcome of a chance node.
    pub(super) fn draw_chance(&self, state: &State, random: &mut Random) -> Action {
        let among = |random: &mut Random, count: u32| random.below(count) as usize;
        let deal = |random: &mut Random| {
            let cards = state.tools.unknown;
            let place = among(random, cards.count_ones());
            tools::members(cards).nth(place).map_or(Action::Pass, Action::DealTool)
        };
        match state.phase {
            Phase::Setup if self.in_bag(state) == 0 => deal(random),
            Phase::Deal if state.masters.draws > 0 => {
                let cards = state.masters.unknown;
                let place = among(random, cards.count_ones());
                masters::members(cards).nth(place).map_or(Action::Pass, Action::DealMaster)
            }
            Phase::Deal => deal(random),
            Phase::First => Action::First(random.below(self.players as u32) as u8),
            Phase::Setup => {
                let drawn = random.below(6 * self.in_bag(state) as u32);
                let mut cube = (drawn / 6) as u8;
                let mut kind = 0;
                while cube >= state.bag[kind] {
                    cube -= state.bag[kind];
                    kind += 1;
                }
                Action::Draw(self.set.kinds[kind].faces[(drawn % 6) as usize])
            }
            _ => {
                let faces = self.set.kinds[usize::from(state.rolls[0])].faces;
                Action::Roll(faces[random.below(6) as usize])
            }
        }
    }
}
