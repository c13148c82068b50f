//! Phase IV (C-125 to C-129, C-146 to C-158, C-289): spelling words, turning tiles over. Item cards
//! and cubes are in `goals.rs`, removals in `remove.rs`; the squares are the `crossword`'s.

use tinyvec::ArrayVec;

use super::Cog;
use super::choices::natural_squares;
use super::components::MAX_WORD;
use super::crossword::{Play, Words};
use super::pending::Built;
use super::rules::POWER_STARS;
use super::state::{Mat, Node, SEATS, State, Step};
use super::types::{Letter, Place, Tile, WordId};
use crate::grid::Cells;

impl Cog {
    /// The next thing in Phase IV: the choice of a player, or the next player.
    pub(super) fn next_construction(&self, state: &mut State, place: u8) -> Option<Node> {
        if place == self.players {
            state.sequence = [0; SEATS];
            state.step = Step::Clock;
            return None;
        }
        state.seat = state.sequence[usize::from(place)];
        if !self.is_used_up(state) && self.can_construct(state) {
            return Some(Node::Construct);
        }
        state.step = self.end_construction(state, place);
        None
    }

    /// A player is done with Phase IV.
    pub(super) fn end_construction(&self, state: &mut State, place: u8) -> Step {
        state.microactions = 0;
        Step::Construct(place + 1)
    }

    /// Whether the player whose turn it is has used up Phase IV (C-289).
    pub(super) fn is_used_up(&self, state: &State) -> bool {
        matches!(state.step, Step::Construct(_)) && state.microactions >= self.rules.cap
    }

    /// Counts an action of Phase IV (C-289).
    pub(super) fn count_action(&self, state: &mut State) {
        state.microactions += u16::from(matches!(state.step, Step::Construct(_)));
    }

    /// Whether there is anything to do in Phase IV.
    fn can_construct(&self, state: &State) -> bool {
        self.can_convert(state)
            || self.can_flip(state.mat())
            || self.removable(state) != 0
            || self.can_complete(state)
            || self.can_spell(state)
    }

    fn can_spell(&self, state: &State) -> bool {
        let mat = state.mat();
        let permitted = self.permitted(state, mat);
        let found = mat.grid.plays(&self.dictionary, permitted, mat.reserve.tiles(), |_| {
            std::ops::ControlFlow::Break(())
        });
        found.is_break()
    }

    /// The words that may be spelled on a mat (C-128, C-129, C-171), standing ones included (C-133).
    pub(super) fn permitted(&self, state: &State, mat: &Mat) -> Words {
        let mut words = self.words_in_play(state);
        if !self.rules.permits_completed {
            words &= !self.words_of(mat.completed);
        }
        if !self.rules.grid_after_item {
            words &= !mat.item_cubes;
        }
        words
    }

    /// The words of all goal cards in play (C-128).
    pub(super) fn words_in_play(&self, state: &State) -> Words {
        self.dictionary.all() & !self.words_of(state.removed_goal.map_or(0, |goal| 1 << goal))
    }

    /// C-127: a word is put down, at once where it is clear which of its letters take wild tiles
    /// (C-286).
    pub(super) fn spell(&self, state: &mut State, word: WordId, place: Place) {
        self.count_action(state);
        let mat = state.mat();
        let play = self.play(mat, word, place);
        let mut choices = self.dictionary.wilds(play, mat.reserve.tiles()).iter();
        match (choices.next(), choices.next()) {
            (Some(wild), None) => self.put_down(state, play, wild),
            _ => state.pending.spelling = Some(play),
        }
    }

    /// A word at a place, with the letters for which there is no tile yet. Letters beyond the grid need
    /// none.
    pub(super) fn play(&self, mat: &Mat, word: WordId, place: Place) -> Play {
        let (row, column) = Cells::place(place.square);
        let room = self.dictionary.side() - if place.is_across { column } else { row };
        let occupied = mat.grid.occupied();
        let letters = 0..self.dictionary.length(word).min(room);
        let new = letters.filter(|&index| !occupied.has(place.square(index)));
        Play { word, place, new: new.fold(0, |new, index| new | 1 << index) }
    }

    /// C-286.
    pub(super) fn choose_tiles(&self, state: &mut State, wild: u16) {
        if let Some(play) = state.pending.spelling.take() {
            self.put_down(state, play, wild);
        }
    }

    /// C-146, C-168, C-285: the tiles come from the reserve; the effects follow.
    fn put_down(&self, state: &mut State, play: Play, wild: u16) {
        let letters = self.dictionary.letters(play.word);
        let mat = state.mat_mut();
        let mut printed = ArrayVec::<[Letter; MAX_WORD]>::default();
        for (index, &letter) in letters.iter().enumerate() {
            if wild >> index & 1 == 1 {
                printed.push(mat.reserve.take_wild());
            } else if play.new >> index & 1 == 1 {
                mat.reserve.take(Tile::natural(letter));
            }
        }
        let squares = mat.grid.spell(&self.dictionary, play, wild, &printed);
        let mut bonuses = 0;
        if squares.intersects(self.bonus_squares) {
            for (index, &(square, _)) in self.bonuses.iter().enumerate() {
                bonuses |= u8::from(squares.has(square)) << index;
            }
        }
        if !self.rules.bonus_repeats {
            // C-167.
            bonuses &= !mat.covered;
            mat.covered |= bonuses;
        }
        state.pending.built = Built { bonuses, word: Some(play.word) };
    }

    /// Whether a tile can be turned over (C-148).
    pub(super) fn can_flip(&self, mat: &Mat) -> bool {
        mat.stars >= u32::from(POWER_STARS)
            && (mat.reserve.natural_letters() != 0 || !natural_squares(mat).is_empty())
    }

    /// C-148.
    pub(super) fn flip_reserve(&self, state: &mut State, letter: Letter) {
        self.count_action(state);
        self.pay(state, POWER_STARS);
        let reserve = &mut state.mat_mut().reserve;
        reserve.take(Tile::natural(letter));
        reserve.add(Tile::wild(letter));
    }

    /// C-149, C-154.
    pub(super) fn flip_grid(&self, state: &mut State, square: u8) {
        self.count_action(state);
        self.pay(state, POWER_STARS);
        state.mat_mut().grid.flip(square);
    }
}
