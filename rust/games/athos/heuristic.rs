//! What the greedy agent looks at: points now, contracts soon.
//!
//! The agent tries every action. What counts is what the action brings at once (the points of a lay,
//! its markers and bonus), and a little for how good the tiles of the atelier are then: each of them is
//! worth a part of what the best lay with it would bring. In solo the agent aims at zero: what counts is
//! how near the score comes to it, once a yellow marker has been collected.

use super::Athos;
use super::action::Action;
use super::contract::{square_cells, squares};
use super::rules::{MARKER_POINTS, Mode, PANEL_POINTS};
use super::state::State;
use super::types::Tile;
use crate::game::Seat;
use crate::grid::Cells;

/// What a lay that could be made next is worth, beside one made now.
const SOON: f64 = 0.3;
/// The same for a tile in a Protected space, which nobody takes away.
const SAFE: f64 = 0.32;
/// Moves left in solo from which on the score has to come back to zero.
const SOLO_END: f64 = 16.0;
/// What passing costs.
const IDLE: f64 = 1.0;

impl Athos {
    /// How good an action is for the player to act.
    pub(super) fn promise(&self, state: &State, _: Seat, action: Action, next: &mut State) -> f64 {
        let side = self.side(state);
        next.clone_from(state);
        self.advance(next, action);
        let sign = if self.rules.mode.is_tug() && side == 0 { -1.0 } else { 1.0 };
        let purse = if self.rules.mode.is_tug() { 0 } else { side };
        let pending = i32::from(next.pending.points) + self.awaited(next, side);
        let gained =
            f64::from(next.scores[purse] - state.scores[purse]) * sign + f64::from(pending);
        let hopes = self.hopes(next, side);
        if self.rules.mode == Mode::Solo {
            return self.solo_promise(state, next, gained * sign, hopes);
        }
        let idle = if action == Action::Pass { IDLE } else { 0.0 };
        gained + hopes - idle
    }

    /// Points of the markers that are still to be placed.
    fn awaited(&self, state: &State, side: usize) -> i32 {
        let squares = state.pending.squares.len().min(usize::from(state.stock[side]));
        squares as i32 * MARKER_POINTS
    }

    /// U-30 to U-34: near zero, with yellow markers.
    fn solo_promise(&self, state: &State, next: &State, moved: f64, hopes: f64) -> f64 {
        if let Some(outcome) = self.result(next) {
            return if outcome.winners != 0 {
                1000.0 + f64::from(self.yellow(next))
            } else {
                -1000.0
            };
        }
        let score = f64::from(state.scores[0]) + moved;
        let yellow = f64::from(self.yellow(next));
        let held: u8 = next.ateliers.iter().map(|atelier| atelier.len()).sum();
        // Every tile has to be taken, and every tile taken has to be laid (U-25).
        let moves = 2.0 * next.left.len() as f64 + f64::from(held);
        // Before a marker is collected the score has to leave zero; near the end it has to be there.
        let goal = if yellow > 0.0 { 0.0 } else { 10.0 };
        let distance = (score.abs() - goal).abs();
        let weight = if moves < SOLO_END { 1.0 } else { 0.2 };
        30.0 * yellow - 4.0 * moves - weight * distance + 0.1 * hopes
    }

    /// What the tiles of an atelier promise.
    fn hopes(&self, state: &State, side: usize) -> f64 {
        let tiles = state.ateliers[side].distinct();
        tiles
            .map(|tile| {
                let weight = if tile.place == super::atelier::Place::Free { SOON } else { SAFE };
                weight * self.best_lay(state, side, tile.face)
            })
            .sum()
    }

    /// About what the best lay with a face would bring, slides apart.
    fn best_lay(&self, state: &State, side: usize, face: super::types::Face) -> f64 {
        let pattern = self.pattern(face);
        let block = state.blocks.of(pattern);
        let cells = self.growth(state, pattern);
        if cells.is_empty() {
            return 0.0;
        }
        let size = block.len() as i32 + 1;
        let card = &state.cards[usize::from(pattern)];
        if !self.rules.mode.has_cards() || !card.is_open || block.is_empty() {
            return f64::from(size);
        }
        let has_markers = state.stock[side] > 0;
        let fit = self.fit(state, pattern);
        let art = self.art(state, pattern);
        let mut best = f64::from(size) - 0.5;
        for frame in fit.frames() {
            let correct = fit.fitting(frame);
            for cell in (cells & frame.cells()).iter() {
                let Some(wanted) = art.at(frame, cell).filter(|wanted| wanted.face() == face)
                else {
                    continue;
                };
                let mut value = f64::from(size) + self.window_value(correct, cell, wanted);
                let grown = correct | Cells::single(cell);
                if has_markers {
                    let whole = squares(grown);
                    let completed = [0, 1, 16, 17]
                        .into_iter()
                        .filter_map(|back: u8| cell.checked_sub(back))
                        .filter(|&first| whole.has(first) && square_cells(first).contains(&cell))
                        .count() as i32;
                    value += f64::from(completed * MARKER_POINTS);
                    if grown.len() == 9 {
                        value += f64::from(PANEL_POINTS);
                    }
                }
                best = best.max(value);
            }
        }
        best
    }

    /// A correct tile keeps a panel open.
    fn window_value(&self, _: Cells, _: u8, _: Tile) -> f64 {
        1.0
    }
}
