//! Item cubes, goal cards and item cards (C-169 to C-185).

use tinyvec::ArrayVec;

use super::Cog;
use super::components::Effect;
use super::crossword::Words;
use super::pending::Source;
use super::state::{Mat, State};
use super::types::{CardKind, Letter, Side, Tile, WordId, members};

/// Which missing letters of an item card take wild tiles: the choices, ascending.
pub(super) type Patterns = ArrayVec<[u16; 4]>;

impl Cog {
    /// The goal card of a word, from 0.
    pub(super) fn goal_of(&self, word: WordId) -> u8 {
        self.set.words[usize::from(word)].goal
    }

    /// The words of goal cards, a bit each.
    pub(super) fn words_of(&self, goals: u8) -> Words {
        members(goals.into()).fold(0, |words, goal| words | self.goal_words[goal])
    }

    /// A word was spelled: a cube beside it, unless there is one from an item card, or its goal card
    /// is completed (C-169, C-171, C-175).
    pub(super) fn place_cube(&self, state: &mut State, word: WordId) {
        let goal = self.goal_of(word);
        let mat = state.mat_mut();
        if mat.completed >> goal & 1 == 0 && mat.item_cubes >> word & 1 == 0 {
            mat.spelled_cubes |= 1 << word;
            self.check_goal(state, goal);
        }
    }

    /// C-173: with all cubes on a goal card its bonus is gained.
    fn check_goal(&self, state: &mut State, goal: u8) {
        if self.is_full(state.mat(), goal) {
            state.pending.begin(Source::Goal(goal));
        }
    }

    /// Whether all words of a goal card have cubes.
    pub(super) fn is_full(&self, mat: &Mat, goal: u8) -> bool {
        self.goal_words[usize::from(goal)] & !mat.cubes() == 0
    }

    /// C-173: after the bonus the cubes return, and the card is turned face down.
    pub(super) fn turn_goal(&self, state: &mut State, goal: u8) {
        let words = self.goal_words[usize::from(goal)];
        let mat = state.mat_mut();
        mat.spelled_cubes &= !words;
        mat.item_cubes &= !words;
        mat.completed |= 1 << goal;
    }

    /// Whether an item card of this word can be completed for a cube, and whether for its bonus (C-179,
    /// C-181, C-182).
    pub(super) fn ways(&self, state: &State, word: WordId) -> [bool; 2] {
        let mat = state.mat();
        let goal = self.goal_of(word);
        if mat.grid.standing() >> word & 1 == 1 {
            return [false, true];
        }
        let has_space = state.removed_goal != Some(goal)
            && mat.completed >> goal & 1 == 0
            && mat.cubes() >> word & 1 == 0;
        [has_space, has_space || !self.rules.items_need_goal]
    }

    /// The choices of missing letters that take wild tiles (C-177), ascending.
    pub(super) fn patterns(&self, mat: &Mat, missing: &[Letter]) -> Patterns {
        let tiles = mat.reserve.tiles();
        let mut patterns = Patterns::default();
        for wild in 0..1_u16 << missing.len() {
            let natural = |index: &usize| wild >> index & 1 == 0;
            let has_natural = (0..missing.len()).filter(natural).all(|index| {
                let needed = missing[..=index]
                    .iter()
                    .enumerate()
                    .filter(|(other, letter)| **letter == missing[index] && wild >> other & 1 == 0);
                needed.count() <= tiles.letters[usize::from(missing[index])].into()
            });
            if has_natural && wild.count_ones() <= tiles.wilds.into() {
                patterns.push(wild);
            }
        }
        patterns
    }

    /// The item cards that lie face up, by kind, each kind once, with their words.
    pub(super) fn open_items<'a>(
        &'a self,
        mat: &'a Mat,
    ) -> impl Iterator<Item = (CardKind, WordId)> + 'a {
        let mut last = None;
        mat.hand.on(Side::Up).filter_map(move |card| {
            let is_new = last.replace(card) != Some(card);
            match self.set.cards[usize::from(card)].effect {
                Effect::Item { word, .. } if is_new => Some((card, word)),
                _ => None,
            }
        })
    }

    /// Whether an item card can be completed.
    pub(super) fn can_complete(&self, state: &State) -> bool {
        let mat = state.mat();
        self.open_items(mat).any(|(card, word)| {
            self.ways(state, word).contains(&true)
                && !self.patterns(mat, &self.missing[usize::from(card)]).is_empty()
        })
    }

    /// C-177 to C-180: the tiles are in the bag before cube or bonus take effect (C-180a).
    pub(super) fn complete(&self, state: &mut State, card: CardKind, for_cube: bool, wild: u16) {
        self.count_action(state);
        for (index, &letter) in self.missing[usize::from(card)].iter().enumerate() {
            let reserve = &mut state.mat_mut().reserve;
            let letter = if wild >> index & 1 == 1 {
                reserve.take_wild()
            } else {
                reserve.take(Tile::natural(letter));
                letter
            };
            state.bag.add(letter, 1);
        }
        state.mat_mut().hand.turn(card, Side::Completed);
        match self.set.cards[usize::from(card)].effect {
            Effect::Item { word, .. } if for_cube => {
                state.mat_mut().item_cubes |= 1 << word;
                self.check_goal(state, self.goal_of(word));
            }
            _ => state.pending.begin(Source::Card(card)),
        }
    }
}
