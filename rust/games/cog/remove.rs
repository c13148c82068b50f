//! Deconstruction (C-201 to C-216).

use super::Cog;
use super::crossword::Words;
use super::state::State;
use super::types::{WordId, members};

impl Cog {
    /// The words that the player whose turn it is can remove (C-203 to C-210a).
    pub(super) fn removable(&self, state: &State) -> Words {
        let mat = state.mat();
        let open = mat.grid.standing() & !self.words_of(mat.completed);
        let may_leave_run = self.rules.removal_leaves_run;
        let can_go = |&word: &usize| {
            mat.grid.can_remove(&self.dictionary, word as WordId, may_leave_run).is_ok()
        };
        members(open).filter(can_go).fold(0, |words, word| words | 1 << word)
    }

    /// C-206 to C-208.
    pub(super) fn remove(&self, state: &mut State, word: WordId) {
        self.count_action(state);
        let mat = state.mat_mut();
        mat.spelled_cubes &= !(1 << word);
        let tiles = mat.grid.remove(&self.dictionary, word);
        tiles.iter().for_each(|tile| state.bag.add(tile.letter, 1));
    }
}
