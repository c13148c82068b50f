//! Tools whose effect is an action: 2, 3, 4 and 5 (Y-10, Y-18 to Y-29).

use super::super::Athos;
use super::super::action::{Action, Cell};
use super::super::atelier::{Held, Place};
use super::super::choices::Choices;
use super::super::restore::parts;
use super::super::state::State;
use super::super::types::{Face, Pattern, Tool};
use super::ToolAction;
use super::bonus::LaySort;
use crate::grid::Cells;

/// Tiles that can be acquired after a cut, at level I and II (Y-18, Y-19).
pub(super) const CUT_TAKES: [u8; 2] = [2, 3];
/// Points for a tile that is removed (Y-27, Y-28).
pub(super) const PULL_POINTS: [u8; 2] = [1, 2];
/// Longest side of a panel from which a tile is removed (Y-27, Y-28).
pub(super) const PULL_BOX: [u8; 2] = [2, 3];

impl Athos {
    /// Calls `visit` with every action that the tool of the side to act is (Y-10), and with the one
    /// that pays for it (`tool_bonus = separate`).
    pub(in super::super) fn each_tool_action(&self, state: &State, visit: &mut dyn FnMut(Action)) {
        let Some((tool, is_turned)) = self.usable_tool(state) else { return };
        let mut visit = |action| visit(Action::Tool(action));
        let side = self.side(state);
        let atelier = &state.ateliers[side];
        match tool {
            Tool::Cutters if !is_turned => {
                atelier.distinct().for_each(|tile| visit(ToolAction::Cut(tile, None)));
            }
            Tool::Cutters => {
                for one in atelier.distinct() {
                    let others = atelier.distinct().filter(|&other| other >= one);
                    for other in others.filter(|&other| atelier.has_both(one, other)) {
                        visit(ToolAction::Cut(one, Some(other)));
                    }
                }
            }
            Tool::Mallets => {
                let room = self.card_room(state, side);
                let tiles =
                    || atelier.distinct().filter(|tile| Place::SPACES.contains(&tile.place));
                if room > 0 {
                    tiles().for_each(|tile| visit(ToolAction::Stow(tile, None)));
                }
                if room > 1 {
                    for one in tiles() {
                        for other in tiles().filter(|&other| atelier.has_both(one, other)) {
                            visit(ToolAction::Stow(one, Some(other)));
                        }
                    }
                }
            }
            Tool::Spatulas => self.each_retrieve(state, is_turned, &mut visit),
            Tool::Pincers => {
                let cells = state.blocks.occupied();
                cells
                    .iter()
                    .filter(|&cell| self.can_pull(state, cell, is_turned))
                    .for_each(|cell| visit(ToolAction::Pull(cell)));
            }
            _ => {
                if self.separate_bonus(state) > 0 {
                    visit(ToolAction::Bonus);
                }
            }
        }
    }

    /// Tiles for which the tool card of a side has room (Y-23).
    pub(super) fn card_room(&self, state: &State, side: usize) -> usize {
        let held = state.ateliers[side].on_tool().count();
        match state.tools.of(side) {
            Some((Tool::Mallets, is_turned)) => (1 + usize::from(is_turned)).saturating_sub(held),
            _ => 0,
        }
    }

    /// Y-24, Y-25: every face of the box, with its lays at level II.
    fn each_retrieve(&self, state: &State, is_turned: bool, visit: &mut impl FnMut(ToolAction)) {
        let table = self.table(state);
        let scene = self.scene(state, &table);
        let has_room = self.has_room(state, self.side(state), Place::Free);
        for face in self.boxed(state) {
            if has_room {
                visit(ToolAction::Retrieve(face));
            }
            if is_turned {
                let tile = Held { place: Place::Free, face };
                self.each_of(&scene, Choices::Lays(tile, false), &mut |action| {
                    if let Action::Lay(lay) = action {
                        visit(ToolAction::Relay(lay));
                    }
                });
            }
        }
    }

    /// The faces in the box, in order.
    pub(super) fn boxed(&self, state: &State) -> impl Iterator<Item = Face> {
        let counts = state.discarded.iter().enumerate().filter(|(_, count)| **count > 0);
        counts.map(|(face, _)| Face(face as u8))
    }

    /// Whether the pincers can remove a tile (Y-27, Y-28, J-3 to J-7, N-6).
    fn can_pull(&self, state: &State, cell: Cell, is_turned: bool) -> bool {
        let Some(pattern) = state.blocks.pattern_at(cell) else { return false };
        self.is_small(state, pattern, is_turned)
            && self.fit(state, pattern).border().has(cell)
            && self.stays_whole(state, pattern, cell)
            && self.is_wrong(state, pattern, cell)
    }

    /// Whether a panel is small enough for the pincers (Y-27, Y-28).
    pub(super) fn is_small(&self, state: &State, pattern: Pattern, is_turned: bool) -> bool {
        let (_, _, height, width) = state.blocks.of(pattern).bounds().unwrap_or_default();
        height.max(width) <= PULL_BOX[usize::from(is_turned)]
    }

    /// Whether a panel has no more unlinked parts without a tile (N-6).
    pub(super) fn stays_whole(&self, state: &State, pattern: Pattern, cell: Cell) -> bool {
        let block = state.blocks.of(pattern);
        parts(block - Cells::single(cell)) <= parts(block)
    }

    /// Whether a tile is incorrect for some reference frame (J-3, J-6).
    pub(super) fn is_wrong(&self, state: &State, pattern: Pattern, cell: Cell) -> bool {
        let fit = self.fit(state, pattern);
        fit.frames().any(|frame| fit.incorrect(frame).has(cell))
    }

    /// What the action of a tool does at once.
    pub(super) fn apply_tool(&self, state: &mut State, action: ToolAction) {
        let side = self.side(state);
        let level = usize::from(state.tools.turned >> side & 1);
        match action {
            ToolAction::Cut(one, other) => {
                // Y-20: all returns come first.
                state.rolls.push(self.kind(one.face));
                match other {
                    Some(other) => {
                        state.rolls.push(self.kind(other.face));
                        state.ateliers[side].remove_both(one, other);
                    }
                    None => state.ateliers[side].remove(one),
                }
                state.tools.takes = CUT_TAKES[level];
            }
            ToolAction::Stow(one, other) => {
                for tile in [Some(one), other].into_iter().flatten() {
                    state.ateliers[side].remove(tile);
                    state.ateliers[side].add(Held { place: Place::Tool, face: tile.face });
                }
            }
            ToolAction::Retrieve(face) => {
                // Y-24; the face that it showed (Y-25).
                state.discarded[face.index()] -= 1;
                state.ateliers[side].add(Held { place: Place::Free, face });
            }
            ToolAction::Relay(lay) => {
                state.discarded[lay.tile.face.index()] -= 1;
                self.note_lay(state, lay, LaySort::Action, false);
                self.lay(state, lay);
            }
            ToolAction::Pull(cell) => {
                self.send_off(state, cell);
                state.pending.points = PULL_POINTS[level];
            }
            ToolAction::Bonus => self.pay_separately(state),
            ToolAction::Take(_) | ToolAction::Upgrade | ToolAction::Stop => {}
        }
    }

    /// Whether a tile of Fundathos can still be acquired after a cut (Y-20).
    pub(in super::super) fn can_take_after_cut(&self, state: &mut State) -> bool {
        let can_take = state.tools.takes > 0
            && self.has_room(state, self.side(state), Place::Free)
            && !self.released(state).is_empty();
        state.tools.takes = if can_take { state.tools.takes } else { 0 };
        can_take
    }
}
