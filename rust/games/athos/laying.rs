//! A tile is laid on the mural: cards, slides, points, markers, immutable blocks (G-11, P, Q, W-10 to
//! W-15, Z-10).

use super::Athos;
use super::action::{Cell, Lay};
use super::contract::{Crossing, Crossings, crossings, square_cells, squares};
use super::mural::Headings;
use super::rules::{MARKER_POINTS, Mode, PANEL_POINTS};
use super::state::{Pending, State};
use super::types::{Pattern, Tile};
use crate::grid::Cells;

impl Athos {
    /// Lays a tile that has left the atelier.
    pub(super) fn lay(&self, state: &mut State, lay: Lay) {
        let pattern = self.pattern(lay.tile.face);
        let index = usize::from(pattern);
        if self.rules.mode.has_cards() && !state.cards[index].is_open {
            // G-3, G-5.
            state.cards[index].is_open = true;
            state.cards[index].turns = lay.card.unwrap_or(0);
        }
        let tile = Tile::new(lay.tile.face, lay.turn);
        let at = self.push(state, pattern, lay.cell, tile, lay.choices);
        self.bring(state, pattern, at);
    }

    /// Lays a tile where another one of its block was; by J-13 nothing slides.
    pub(super) fn replace(&self, state: &mut State, lay: Lay) {
        let pattern = self.pattern(lay.tile.face);
        state.put(lay.cell, Tile::new(lay.tile.face, lay.turn), pattern);
        self.bring(state, pattern, lay.cell);
    }

    /// What a tile laid brings.
    fn bring(&self, state: &mut State, pattern: Pattern, at: Cell) {
        state.has_laid = true;
        if self.has_masters() {
            state.masters.note_laid(self.side(state), pattern);
        }
        let block = state.blocks.of(pattern);
        // P-1.
        let group = block.connected(Cells::single(at));
        state.pending = Pending { points: group.len() as u8, pattern, ..Pending::default() };
        if self.rules.mode == Mode::Challenging {
            self.make_immutable(state, pattern);
        } else {
            self.find_marks(state, pattern, at);
        }
    }

    /// Carries out the slides of a lay (M); where the tile lies then.
    fn push(
        &self,
        state: &mut State,
        pattern: Pattern,
        cell: Cell,
        tile: Tile,
        choices: Headings,
    ) -> Cell {
        let push = state.blocks.chosen(&self.ground, pattern, cell, choices);
        state.tiles[usize::from(cell)] = tile;
        state.kept.stale |= 1 << pattern | u32::from(push.moves.patterns());
        if push.moves.is_empty() {
            state.blocks.carry(&self.ground, pattern, cell, push);
            return cell;
        }
        let before = state.blocks;
        state.blocks.carry(&self.ground, pattern, cell, push);
        let State { tiles, discarded, .. } = state;
        before.carry_tiles(&self.ground, (pattern, cell), push, tiles, |_, lost: Tile| {
            discarded[lost.face().index()] += 1;
        });
        for (block, _) in push.moves.iter() {
            let left = state.blocks.of(block);
            if left.is_empty() {
                // M-19: it may be started afresh.
                state.cards[usize::from(block)].has_passed = false;
            }
        }
        let (rows, columns) = push.moves.of(pattern).step();
        let (row, column) = Cells::place(cell);
        Cells::cell(row.wrapping_add_signed(rows), column.wrapping_add_signed(columns))
    }

    /// the windows that the tile completes, and the full panel.
    fn find_marks(&self, state: &mut State, pattern: Pattern, at: Cell) {
        let index = usize::from(pattern);
        let unmarked = state.cards[index].unmarked();
        // The squares that a tile can be part of begin on it and to its north and west.
        let whole = squares(state.blocks.of(pattern));
        for first in [17, 16, 1, 0].into_iter().filter_map(|back| at.checked_sub(back)) {
            if !whole.has(first) || !square_cells(first).contains(&at) {
                continue;
            }
            let windows = self.windows(state, pattern, first);
            // O-14.
            state.cards[index].has_passed |= windows != 0;
            if windows & unmarked != 0 && self.rules.mode.has_cards() {
                state.pending.squares.push(windows & unmarked);
            }
        }
        if !self.rules.mode.has_cards() {
            return;
        }
        if self.has_masters() && self.is_full_panel(state, pattern) {
            //
            state.masters.completed |= 1 << pattern;
        }
        let has_markers = state.stock[self.side(state)] > 0;
        let card = &state.cards[index];
        //
        if has_markers
            && (!card.is_paid || self.rules.pays_each)
            && self.is_full_panel(state, pattern)
        {
            state.pending.points += PANEL_POINTS as u8;
            state.cards[index].is_paid = true;
        }
    }

    /// Places the markers about which there is nothing to choose; whether something is left to choose
    ///
    pub(super) fn has_marks_to_choose(&self, state: &mut State) -> bool {
        while let Some(&first) = state.pending.squares.first() {
            let stock = usize::from(state.stock[self.side(state)]);
            if stock == 0 {
                state.pending.squares.clear();
                return false;
            }
            let squares = &state.pending.squares;
            let has_choice = squares.iter().any(|windows| windows.count_ones() > 1);
            if has_choice || stock < squares.len() {
                return true;
            }
            if let Some(crossing) = crossings(first).next() {
                self.mark(state, crossing);
            }
        }
        false
    }

    /// The windows that can be marked now.
    pub(super) fn markable(&self, state: &State) -> Crossings {
        state.pending.squares.iter().fold(0, |all, windows| all | windows)
    }

    /// a marker is put on a crossing, for one square that equals this window: that with the
    /// fewest others.
    pub(super) fn mark(&self, state: &mut State, crossing: Crossing) {
        let side = self.side(state);
        let bit = 1 << crossing as u8;
        let offers = state.pending.squares.iter().enumerate();
        let used = offers
            .filter(|(_, windows)| *windows & bit != 0)
            .min_by_key(|(_, windows)| windows.count_ones())
            .map(|(index, _)| index);
        let Some(used) = used else { return };
        state.pending.squares.remove(used);
        for windows in &mut state.pending.squares {
            *windows &= !bit;
        }
        state.pending.squares.retain(|&windows| windows != 0);
        state.stock[side] -= 1;
        state.cards[usize::from(state.pending.pattern)].crossings[crossing as usize] =
            side as u8 + 1;
        state.pending.points += MARKER_POINTS as u8;
    }

    /// W-11 to W-13: a completed square gets a marker.
    fn make_immutable(&self, state: &mut State, pattern: Pattern) {
        let block = state.blocks.of(pattern);
        let side = self.side(state);
        if block.len() == 4 && !squares(block).is_empty() && state.stock[side] > 0 {
            state.stock[side] -= 1;
            state.immutable[usize::from(pattern)] = side as u8 + 1;
            state.blocks.fix(block);
        }
    }
}
