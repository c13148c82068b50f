//! Agents that only this game knows: `speller`, who does whatever brings words, and `builder`, who
//! spells when it can and collects the letters that it lacks.

use super::Cog;
use super::action::Action;
use super::components::Effect;
use super::heuristic::{gain_worth, want};
use super::rules::INFO;
use super::state::{Mat, Node, State};
use super::types::{LETTERS, Tile};
use crate::random::Random;

/// What the builder never does.
const NEVER: f64 = -100.0;
/// What it does before everything else but spelling.
const GLADLY: f64 = 100.0;

impl Cog {
    /// What the agent at this place of `INFO.agents` does.
    pub(super) fn ask_agent(
        &self,
        agent: usize,
        state: &State,
        scratch: &mut Vec<Action>,
        random: &mut Random,
    ) -> Action {
        match INFO.agents[agent] {
            "builder" => self.build(state, scratch, random),
            _ => self.pick_own(state, random),
        }
    }

    /// The builder's choice; among equals one at random.
    fn build(&self, state: &State, scratch: &mut Vec<Action>, random: &mut Random) -> Action {
        scratch.clear();
        self.list(state, scratch);
        if scratch.len() == 1 {
            return scratch[0];
        }
        let wants = self.wants(state);
        random.best(scratch, |action| self.builder_value(state, &wants, action))
    }

    fn builder_value(&self, state: &State, wants: &[f64; LETTERS], action: Action) -> f64 {
        let mat = state.mat();
        let letter = |tile: Tile| if tile.is_wild { 1.5 } else { 0.3 + want(wants, tile.letter) };
        match action {
            Action::Top(slot) => {
                let there = &state.top[usize::from(slot)];
                let letters: f64 = there.tiles.iter().map(|&tile| letter(tile)).sum();
                letters + f64::from(there.stars) + f64::from(there.vp)
            }
            Action::Bottom(slot) => {
                state.bottom[usize::from(slot)].map_or(0.0, |card| {
                    match self.set.cards[usize::from(card)].effect {
                        Effect::Immediate(gain) => gain_worth(&gain),
                        Effect::Round { gain, .. } => 1.5 * gain_worth(&gain),
                        Effect::Always(_) => 3.0,
                        Effect::Item { word, .. } => {
                            let is_open = self.open_words(state, mat) >> word & 1 == 1;
                            if is_open { 4.0 } else { 2.0 }
                        }
                    }
                })
            }
            Action::Die(die) => {
                let pips = state.dice[usize::from(die)].pips;
                self.move_worth(state, pips)
            }
            Action::Order(slot, is_protected) => {
                let there = &state.slots[usize::from(slot)];
                let letters = there.letters.iter().map(|(kind, _)| letter(Tile::natural(kind)));
                letters.sum::<f64>() + f64::from(there.stars) + f64::from(there.vp)
                    - f64::from(self.order_cost(state, slot, is_protected))
            }
            Action::Reroll => 0.5,
            Action::Move => {
                let die = state.pending.die.unwrap_or_default();
                self.move_worth(state, state.dice[usize::from(die)].pips)
            }
            Action::Take(centre) => want(wants, centre),
            Action::Activate(card) => gain_worth(&self.card_gains[usize::from(card)]),
            Action::Spell(word, place) => {
                let squares = self.play(mat, word, place).squares() & self.bonus_squares;
                let bonus = self.bonus_worth(squares);
                let has_cube = self.open_words(state, mat) >> word & 1 == 1;
                let cube = if has_cube { f64::from(self.dictionary.length(word)) } else { 0.0 };
                2.0 * GLADLY + cube + bonus
            }
            Action::Tiles(wild, _) => -f64::from(wild.count_ones()),
            Action::Complete { for_cube, wild, .. } => {
                GLADLY + if for_cube { 1.0 } else { 0.0 } - f64::from(wild.count_ones())
            }
            Action::FlipReserve(natural) => {
                let mut flipped = *mat;
                flipped.reserve.take(Tile::natural(natural));
                flipped.reserve.add(Tile::wild(natural));
                if self.has_play(state, &flipped) {
                    1.0 - want(wants, natural) / 100.0
                } else {
                    NEVER
                }
            }
            Action::FlipGrid(square) if state.node == Node::Construct => {
                let mut flipped = *mat;
                flipped.grid.flip(square);
                if self.has_play(state, &flipped) { 2.0 } else { NEVER }
            }
            Action::ConvertStars if mat.stars > u32::from(self.set.limits.stars) + 1 => 0.5,
            Action::Discard(tile) => -letter(tile),
            Action::Keep | Action::Done => 0.0,
            _ => NEVER,
        }
    }

    /// Whether a word can be spelled on this mat that brings a cube.
    fn has_play(&self, state: &State, mat: &Mat) -> bool {
        let words = self.open_words(state, mat) & self.permitted(state, mat);
        let found = mat.grid.plays(&self.dictionary, words, mat.reserve.tiles(), |_| {
            std::ops::ControlFlow::Break(())
        });
        found.is_break()
    }
}
