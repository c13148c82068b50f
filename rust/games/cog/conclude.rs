//! Phase V (C-187 to C-200), and the end of the game (C-188, C-232 to C-235).

use super::Cog;
use super::rules::{POWER_STARS, Reason};
use super::state::{Node, State, Step};
use super::types::Tile;

impl Cog {
    /// Tasks 1 to 4 (C-188 to C-194).
    pub(super) fn conclude(&self, state: &mut State) -> Option<Node> {
        if state.round == self.face().rounds {
            self.finish(state, Reason::LastRound);
            return None;
        }
        if state.is_last {
            // C-233.
            self.finish(state, Reason::OutOfLetters);
            return None;
        }
        for place in 0..usize::from(self.players) {
            let slot = &mut state.slots[place];
            let (cog, is_protected) = (slot.cog.take(), slot.is_protected);
            slot.is_protected = false;
            state.order[place] = cog.unwrap_or_default();
            if is_protected {
                self.return_stars(state, POWER_STARS.into());
            }
        }
        state.mats.iter_mut().for_each(|mat| mat.edges = 0);
        state.taken = [0; 2];
        state.dice.iter_mut().for_each(|die| die.holder = None);
        state.step = Step::Aid(0);
        None
    }

    /// The game is over.
    fn finish(&self, state: &mut State, reason: Reason) {
        state.seat = 0;
        state.step = Step::Over(reason);
    }

    /// Task 5 (C-195 to C-197).
    pub(super) fn aid(&self, state: &mut State, place: u8) -> Option<Node> {
        if place == self.players {
            state.step = Step::Limits(0);
            return None;
        }
        state.seat = state.order[usize::from(place)];
        if state.mat().reserve.len() <= self.set.limits.aid_at_most {
            return self.letter_or_points(state, Step::Aid(place + 1));
        }
        state.step = Step::Aid(place + 1);
        None
    }

    /// Conversions before Task 6 (C-199); after the last player the next round (C-200), or the end if
    /// letters have run out in this phase (C-234).
    pub(super) fn before_limits(&self, state: &mut State, place: u8) -> Option<Node> {
        if place == self.players {
            if state.is_last {
                self.finish(state, Reason::OutOfLetters);
            } else {
                state.round += 1;
                self.begin_round(state);
            }
            return None;
        }
        state.seat = state.order[usize::from(place)];
        if self.has_extra(state) {
            return Some(Node::Convert);
        }
        state.step = Step::Discard(place);
        None
    }

    /// Task 6 (C-198, C-199a): surplus stars go back, then letters one by one.
    pub(super) fn apply_limits(&self, state: &mut State, place: u8) -> Option<Node> {
        let most = u32::from(self.set.limits.stars);
        let surplus = state.mat().stars.saturating_sub(most);
        state.mat_mut().stars -= surplus;
        self.return_stars(state, surplus);
        if state.mat().reserve.len() > self.set.limits.letters {
            return Some(Node::Discard);
        }
        state.step = Step::Limits(place + 1);
        None
    }

    /// C-198, C-6.
    pub(super) fn discard(&self, state: &mut State, tile: Tile) {
        state.mat_mut().reserve.take(tile);
        state.bag.add(tile.letter, 1);
    }
}
