//! Random legal actions: sorts are counted, and only the action that is picked is made.

use super::Athos;
use super::action::{Action, Lay, Swap};
use super::choices::{Choices, SORTS, Scene};
use super::contract::crossings;
use super::state::{Phase, State};
use super::types::Face;
use crate::instructions::with_best_instructions;
use crate::random::Random;

impl Athos {
    /// A uniformly random legal action: the one at `random.below(count)` in the order of
    /// [`Athos::visit_legal`].
    pub(super) fn pick(&self, state: &State, random: &mut Random) -> Action {
        if state.phase == Phase::Mark {
            let windows = self.markable(state);
            let index = random.below(windows.count_ones()) as usize;
            return crossings(windows).nth(index).map_or(Action::Pass, Action::Mark);
        }
        if state.phase != Phase::Act {
            let mut count = 0;
            self.visit_legal(state, &mut |_| count += 1);
            let index = random.below(count) as usize;
            return self.nth_listed(index, |visit| {
                self.visit_legal(state, &mut |action| visit(action));
            });
        }
        let table = self.table(state);
        with_best_instructions(
            #[inline(always)]
            || self.pick_from(&self.scene(state, &table), random),
        )
    }

    #[inline(always)]
    fn pick_from(&self, scene: &Scene<'_>, random: &mut Random) -> Action {
        let sorts = self.sorts(scene);
        let mut ends = [0; SORTS];
        let mut total = 0;
        for (end, &choices) in ends.iter_mut().zip(sorts.iter()) {
            total += self.count(scene, choices);
            *end = total;
        }
        let index = random.below(total as u32) as usize;
        let sort = ends.iter().position(|&end| index < end).unwrap_or_default();
        let before = if sort == 0 { 0 } else { ends[sort - 1] };
        self.nth(scene, sorts[sort], index - before)
    }

    /// The action of a sort after `index` others, in the order of [`Athos::each_of`].
    #[inline(always)]
    fn nth(&self, scene: &Scene<'_>, choices: Choices, mut index: usize) -> Action {
        match choices {
            Choices::Takes => {
                let mut shown = self.shown(scene.state);
                while shown != 0 && index > 0 {
                    shown &= shown - 1;
                    index -= 1;
                }
                if shown != 0 {
                    return Action::Take(Face(shown.trailing_zeros() as u8));
                }
                Action::TakeFrom(self.released(scene.state).nth(index).unwrap_or_default())
            }
            Choices::Rotations => {
                for &tile in scene.own.iter() {
                    let faces = self.turned(tile.face);
                    if let Some(&to) = faces.get(index) {
                        return Action::Rotate(tile, to);
                    }
                    index -= faces.len();
                }
                Action::Pass
            }
            Choices::Lays(tile, with_tool) => {
                if !self.paying(scene, tile, with_tool).is_empty() {
                    return self.nth_listed(index, |visit| self.each_of(scene, choices, visit));
                }
                let pattern = self.pattern(tile.face);
                let cards = self.orientations(scene.state, pattern);
                let (index, turn) = split(index, usize::from(self.looks(tile.face)));
                let (index, card) = split(index, cards.len().max(1));
                let (cell, push) = self.lays(scene, pattern).nth(index).unwrap_or_default();
                let (card, choices) = (cards.get(card).copied(), push.choices);
                Action::Lay(Lay { tile, turn: turn as u8, cell, choices, card, tool: false })
            }
            Choices::Swaps => {
                let (pair, offer) = split(index, self.count_offers(scene.state));
                let (give, roll) = self.swaps(scene).pairs().nth(pair).unwrap_or_default();
                let (mut taken, mut before) = (None, 0);
                self.each_offer(scene.state, |from, take| {
                    taken = if before == offer { Some((from, take)) } else { taken };
                    before += 1;
                });
                let (from, take) = taken.unwrap_or_default();
                Action::Swap(Swap { give, roll, take, from })
            }
            Choices::Pass => Action::Pass,
            _ => self.nth_listed(index, |visit| self.each_of(scene, choices, visit)),
        }
    }

    /// The action after `index` others that a list visits.
    fn nth_listed(&self, mut index: usize, list: impl FnOnce(&mut dyn FnMut(Action))) -> Action {
        let mut found = None;
        list(&mut |action| {
            if index == 0 && found.is_none() {
                found = Some(action);
            }
            index = index.saturating_sub(1);
        });
        found.unwrap_or(Action::Pass)
    }
}

/// Quotient and remainder.
fn split(index: usize, by: usize) -> (usize, usize) {
    (index / by, index % by)
}
