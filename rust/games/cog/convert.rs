//! Conversions (C-217 to C-223), and where they are offered (C-220).

use super::Cog;
use super::rules::LETTER_STARS;
use super::state::{Node, State};
use super::types::{Tile, members};

impl Cog {
    /// Whether a conversion of stars is possible (C-217).
    pub(super) fn can_convert_stars(&self, state: &State) -> bool {
        state.mat().stars >= u32::from(LETTER_STARS)
    }

    /// Whether a conversion of letters is possible (C-218, C-223).
    pub(super) fn can_convert_letters(&self, state: &State) -> bool {
        state.mat().reserve.len() >= 2 && self.has_star(state)
    }

    /// Whether a conversion is possible.
    pub(super) fn can_convert(&self, state: &State) -> bool {
        self.can_convert_stars(state) || self.can_convert_letters(state)
    }

    /// Whether anything can be done that is offered at many nodes: conversions, and removals with
    /// `deconstruct_any_time` (C-202), unless Phase IV is used up (C-289).
    pub(super) fn has_extra(&self, state: &State) -> bool {
        !self.is_used_up(state)
            && (self.can_convert(state)
                || (self.rules.removes_any_time && self.removable(state) != 0))
    }

    /// C-217.
    pub(super) fn convert_stars(&self, state: &mut State) {
        self.count_action(state);
        self.pay(state, LETTER_STARS);
        state.pending.is_converting = true;
    }

    /// The letter of a conversion, or points in its place (C-229).
    pub(super) fn draw_converted(&self, state: &mut State) -> Option<Node> {
        if self.has_letter(state) {
            return Some(Node::DrawLetter);
        }
        state.pending.is_converting = false;
        self.points_for_letter(state);
        None
    }

    /// C-218, C-221.
    pub(super) fn convert_letters(&self, state: &mut State, first: Tile, second: Tile) {
        self.count_action(state);
        for tile in [first, second] {
            state.mat_mut().reserve.take(tile);
            state.bag.add(tile.letter, 1);
        }
        let stars = self.take_stars(state, 1);
        state.mat_mut().gain_stars(stars.into());
    }

    /// Calls `visit` with the pairs of kinds that can be converted, in order (C-218).
    pub(super) fn each_pair(&self, state: &State, mut visit: impl FnMut(Tile, Tile)) {
        if !self.can_convert_letters(state) {
            return;
        }
        let reserve = &state.mat().reserve;
        for first in members(reserve.kinds()) {
            let tile = Tile::of_kind(first);
            let twice = u64::from(reserve.count(tile) > 1) << first;
            let after = reserve.kinds() >> first >> 1 << first << 1;
            members(after | twice).for_each(|second| visit(tile, Tile::of_kind(second)));
        }
    }

    /// How many such pairs there are.
    pub(super) fn count_pairs(&self, state: &State) -> u32 {
        if !self.can_convert_letters(state) {
            return 0;
        }
        let reserve = &state.mat().reserve;
        let kinds = reserve.kinds().count_ones();
        kinds * (kinds.max(1) - 1) / 2 + reserve.doubles().count_ones()
    }
}
