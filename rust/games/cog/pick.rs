//! Random legal actions: sorts are counted, and only the action that is picked is made.

use std::ops::ControlFlow;

use super::Cog;
use super::action::Action;
use super::choices::{closing, natural_squares};
use super::components::MAX_WORDS;
use super::rules::POWER_STARS;
use super::state::{Node, State};
use super::types::{Tile, WordId, members};
use crate::grid::Cells;
use crate::random::Random;

/// How many legal actions of each sort there are, in the order of [`Cog::list`].
struct Counts {
    /// The node's own ones.
    own: u32,
    /// Of those in Phase IV, spellings by word.
    spells: [u16; MAX_WORDS],
    /// Conversions of stars (0 or 1), pairs of letters, removals.
    extras: [u32; 3],
}

impl Cog {
    /// A uniformly random legal action: the one at `random.below(count)` in the order of
    /// [`Cog::list`].
    pub(super) fn pick(&self, state: &State, random: &mut Random) -> Action {
        let mut counts = self.own_counts(state);
        self.count_extras(state, &mut counts);
        let last = closing(state.node);
        let extras: u32 = counts.extras.iter().sum();
        let index = random.below(counts.own + extras + u32::from(last.is_some()));
        if index < counts.own {
            return self.nth_own(state, &counts, index);
        }
        match last {
            Some(action) if index == counts.own + extras => action,
            _ => self.nth_extra(state, &counts, index - counts.own),
        }
    }

    /// The same without conversions and removals as long as there is something else, and without
    /// ending Phase III or IV as long as there is something else but those.
    pub(super) fn pick_own(&self, state: &State, random: &mut Random) -> Action {
        let counts = self.own_counts(state);
        let last = closing(state.node);
        let may_end = counts.own == 0 || matches!(state.node, Node::Redraw | Node::Reroll);
        let last = last.filter(|_| may_end);
        let index = random.below(counts.own + u32::from(last.is_some()));
        match last {
            Some(action) if index == counts.own => action,
            _ => self.nth_own(state, &counts, index),
        }
    }

    fn own_counts(&self, state: &State) -> Counts {
        let mut counts = Counts { own: 0, spells: [0; MAX_WORDS], extras: [0; 3] };
        let mat = state.mat();
        let has_star = u32::from(mat.stars >= u32::from(POWER_STARS));
        counts.own = match state.node {
            Node::Place => self.open_places(state).iter().map(|places| places.count_ones()).sum(),
            Node::Redraw | Node::Reroll => has_star,
            Node::Take => self.centre_letters(state).count_ones(),
            Node::Activate => self.activatable(state).count() as u32,
            Node::Tiles => state
                .pending
                .spelling
                .map_or(0, |play| self.dictionary.wilds(play, mat.reserve.tiles()).count() as u32),
            Node::Discard => mat.reserve.kinds().count_ones(),
            Node::Construct => {
                self.count_spells(state, &mut counts)
                    + if has_star == 1 { self.count_flips(state) } else { 0 }
                    + self.count_completions(state)
            }
            _ => 0,
        };
        counts
    }

    fn count_spells(&self, state: &State, counts: &mut Counts) -> u32 {
        let mat = state.mat();
        let permitted = self.permitted(state, mat);
        let mut total = 0;
        let _: ControlFlow<()> =
            mat.grid.plays(&self.dictionary, permitted, mat.reserve.tiles(), |play| {
                counts.spells[usize::from(play.word)] += 1;
                total += 1;
                ControlFlow::Continue(())
            });
        total
    }

    fn count_flips(&self, state: &State) -> u32 {
        let mat = state.mat();
        mat.reserve.natural_letters().count_ones() + natural_squares(mat).len() as u32
    }

    fn count_completions(&self, state: &State) -> u32 {
        let mat = state.mat();
        let cards = self.open_items(mat).map(|(card, word)| {
            let ways = self.ways(state, word).iter().filter(|&&is_open| is_open).count();
            let patterns = self.patterns(mat, &self.missing[usize::from(card)]);
            (ways * patterns.len()) as u32
        });
        cards.sum()
    }

    fn count_extras(&self, state: &State, counts: &mut Counts) {
        if state.node.has_conversions() && !self.is_used_up(state) {
            let removals = match state.node {
                Node::Construct => self.removable(state).count_ones(),
                _ if self.rules.removes_any_time => self.removable(state).count_ones(),
                _ => 0,
            };
            counts.extras =
                [u32::from(self.can_convert_stars(state)), self.count_pairs(state), removals];
        }
    }

    /// The action of the node's own sorts after `index` others.
    fn nth_own(&self, state: &State, counts: &Counts, mut index: u32) -> Action {
        let mat = state.mat();
        match state.node {
            Node::Redraw => Action::Redraw,
            Node::Reroll => Action::Reroll,
            Node::Take => Action::Take(nth(self.centre_letters(state).into(), index) as u8),
            Node::Activate => {
                let card = self.activatable(state).nth(index as usize);
                card.map_or(Action::Done, Action::Activate)
            }
            Node::Tiles => {
                let action = state.pending.spelling.and_then(|play| {
                    let choices = self.dictionary.wilds(play, mat.reserve.tiles());
                    let wild = choices.nth(index as usize)?;
                    Some(Action::Tiles(wild, self.dictionary.length(play.word)))
                });
                action.unwrap_or(Action::Done)
            }
            Node::Discard => Action::Discard(Tile::of_kind(nth(mat.reserve.kinds(), index))),
            Node::Place => self.nth_placement(state, index),
            _ => {
                for (word, &count) in (0..).zip(&counts.spells[..self.dictionary.len()]) {
                    match index.checked_sub(count.into()) {
                        Some(rest) => index = rest,
                        None => return self.nth_spell(state, word, index as usize),
                    }
                }
                self.nth_construction(state, index)
            }
        }
    }

    fn nth_placement(&self, state: &State, mut index: u32) -> Action {
        let places = self.open_places(state);
        let makers = [Action::Top, Action::Bottom, Action::Die];
        for (make, places) in makers.into_iter().zip(places) {
            match index.checked_sub(places.count_ones()) {
                Some(rest) => index = rest,
                None => return make(nth(places.into(), index) as u8),
            }
        }
        let order = places[3];
        for slot in 0..self.players {
            for (is_protected, bit) in [(false, slot), (true, slot + 4)] {
                if order >> bit & 1 == 1 {
                    if index == 0 {
                        return Action::Order(slot, is_protected);
                    }
                    index -= 1;
                }
            }
        }
        Action::Done
    }

    /// The place of a word after `index` others: across, then down, each in order of squares.
    fn nth_spell(&self, state: &State, word: WordId, index: usize) -> Action {
        let mat = state.mat();
        let mut starts = [Cells::EMPTY; 2];
        let _: ControlFlow<()> =
            mat.grid.plays(&self.dictionary, 1 << word, mat.reserve.tiles(), |play| {
                starts[usize::from(!play.place.is_across)].insert(play.place.square);
                ControlFlow::Continue(())
            });
        let across = starts[0].len();
        let is_across = index < across;
        let square = if is_across { starts[0].nth(index) } else { starts[1].nth(index - across) };
        Action::Spell(word, super::types::Place { square: square.unwrap_or_default(), is_across })
    }

    /// Of Phase IV the flip or completion after `index` others.
    fn nth_construction(&self, state: &State, mut index: u32) -> Action {
        let mat = state.mat();
        if mat.stars >= u32::from(POWER_STARS) {
            let letters = mat.reserve.natural_letters();
            match index.checked_sub(letters.count_ones()) {
                Some(rest) => index = rest,
                None => return Action::FlipReserve(nth(letters.into(), index) as u8),
            }
            let squares = natural_squares(mat);
            match index.checked_sub(squares.len() as u32) {
                Some(rest) => index = rest,
                None => {
                    return Action::FlipGrid(squares.nth(index as usize).unwrap_or_default());
                }
            }
        }
        for (card, word) in self.open_items(mat) {
            let patterns = self.patterns(mat, &self.missing[usize::from(card)]);
            for (for_cube, is_open) in [true, false].into_iter().zip(self.ways(state, word)) {
                if is_open {
                    match index.checked_sub(patterns.len() as u32) {
                        Some(rest) => index = rest,
                        None => {
                            let wild = patterns[index as usize];
                            return Action::Complete { card, for_cube, wild };
                        }
                    }
                }
            }
        }
        Action::Done
    }

    /// The conversion or removal after `index` others.
    fn nth_extra(&self, state: &State, counts: &Counts, index: u32) -> Action {
        let [stars, pairs, _] = counts.extras;
        if index < stars {
            return Action::ConvertStars;
        }
        match (index - stars).checked_sub(pairs) {
            None => self.nth_pair(state, index - stars),
            Some(rest) => Action::Remove(nth(self.removable(state), rest) as u8),
        }
    }

    /// The pair of kinds after `index` others, in the order of [`Cog::each_pair`].
    fn nth_pair(&self, state: &State, mut index: u32) -> Action {
        let reserve = &state.mat().reserve;
        for first in members(reserve.kinds()) {
            let tile = Tile::of_kind(first);
            let twice = u64::from(reserve.count(tile) > 1) << first;
            let seconds = (reserve.kinds() >> first >> 1 << first << 1) | twice;
            match index.checked_sub(seconds.count_ones()) {
                Some(rest) => index = rest,
                None => {
                    return Action::ConvertLetters(tile, Tile::of_kind(nth(seconds, index)));
                }
            }
        }
        Action::Done
    }
}

/// The bit that is set after `index` others.
fn nth(bits: u64, index: u32) -> usize {
    members(bits).nth(index as usize).unwrap_or_default()
}
