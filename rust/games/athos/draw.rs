//! Drawings for people: the mural and Fundathos side by side, ateliers, workshop, cards.

use std::fmt::Write as _;

use super::Athos;
use super::atelier::{Atelier, Place, Shelf};
use super::notation::tile_name;
use super::state::{Phase, State};
use super::types::Face;
use super::view::yellow_left;
use crate::game::Viewer;
use crate::grid::Cells;

impl Athos {
    pub(super) fn drawing(&self, state: &State, viewer: Viewer) -> String {
        let mut text = format!("{}\n\n", self.headline(state));
        self.draw_mural(state, &mut text);
        text.push('\n');
        self.draw_fundathos(state, &mut text);
        text.push('\n');
        for (side, atelier) in state.ateliers[..self.sides].iter().enumerate() {
            let _ = writeln!(text, "{}", self.draw_side(state, side, atelier));
        }
        if self.rules.mode.is_tug() {
            let left: Vec<String> = yellow_left(state).map(|place| place.to_string()).collect();
            let left = if left.is_empty() { "none".to_owned() } else { left.join(" ") };
            let _ = writeln!(text, "score {}; yellow markers left at {left}", state.scores[0]);
        }
        for (name, counts) in [("workshop", &state.workshop), ("box", &state.discarded)] {
            let faces = counts.iter().enumerate().flat_map(|(face, &count)| {
                std::iter::repeat_n(self.face_name(Face(face as u8)), count.into())
            });
            let faces: Vec<&str> = faces.collect();
            if !faces.is_empty() {
                let _ = writeln!(text, "{name}: {}", faces.join(" "));
            }
        }
        self.draw_cards(state, &mut text);
        if self.has_masters() {
            self.draw_masters(state, viewer, &mut text);
        }
        if self.has_tools() {
            self.draw_tools(state, &mut text);
        }
        text
    }

    fn headline(&self, state: &State) -> String {
        let (turn, seat) = (state.turn, state.seat);
        match state.phase {
            Phase::First | Phase::Setup => "setup".to_owned(),
            Phase::Over(_) => {
                let winners = self.result(state).map_or(0, |outcome| outcome.winners);
                let seats: Vec<String> = (0..self.players)
                    .filter(|&seat| winners >> seat & 1 == 1)
                    .map(|seat| seat.to_string())
                    .collect();
                match seats.len() {
                    0 => format!("over after turn {turn}; nobody wins"),
                    1 => format!("over after turn {turn}; seat {} wins", seats[0]),
                    _ => format!("over after turn {turn}; seats {} share", seats.join(", ")),
                }
            }
            _ => {
                let last = if self.is_last_round(state) { ", last round" } else { "" };
                let left = state.actions_left + state.masters.repeats();
                format!("turn {turn}{last}: seat {seat} to act, actions left: {left}")
            }
        }
    }

    fn draw_mural(&self, state: &State, text: &mut String) {
        let (rows, columns) = self.set.mural;
        text.push_str("    ");
        for column in 0..columns {
            let _ = write!(text, "{column:<4}");
        }
        end_line(text);
        for row in 0..rows {
            let _ = write!(text, "{row:>2}  ");
            for column in 0..columns {
                let cell = Cells::cell(row, column);
                let tile = state.tiles[usize::from(cell)];
                let name = if !tile.is_none() {
                    tile_name(self, tile)
                } else if self.ground.columns.has(cell) {
                    "*".to_owned()
                } else if self.ground.padlocks.has(cell) {
                    "+".to_owned()
                } else {
                    ".".to_owned()
                };
                let _ = write!(text, "{name:<4}");
            }
            end_line(text);
        }
    }

    fn draw_fundathos(&self, state: &State, text: &mut String) {
        let (rows, columns) = self.fundathos_size();
        let _ = writeln!(text, "Fundathos ({} left)", state.left.len());
        for row in 0..rows {
            text.push_str("    ");
            for column in 0..columns {
                let cell = Cells::cell(row, column);
                let name = if state.left.has(cell) {
                    self.face_name(state.fundathos[usize::from(cell)])
                } else if self.board.spaces.has(cell) {
                    "."
                } else {
                    " "
                };
                let _ = write!(text, "{name:<4}");
            }
            end_line(text);
        }
    }

    fn draw_side(&self, state: &State, side: usize, atelier: &Atelier) -> String {
        let names = |shelf: &Shelf| {
            let names: Vec<&str> = shelf.faces().iter().map(|&face| self.face_name(face)).collect();
            if names.is_empty() { "-".to_owned() } else { names.join(" ") }
        };
        let (free, protected) =
            (names(atelier.shelf(Place::Free)), names(atelier.shelf(Place::Protected)));
        let stock = state.stock[side];
        let line = format!("side {side}: Free {free}; Protected {protected}; markers {stock}");
        // In solo, duel and teams there is one score (U-21).
        if self.rules.mode.is_tug() {
            line
        } else {
            format!("{line}; points {}", state.scores[side])
        }
    }

    /// The artwork of each card as it lies, and whose markers are on its crossings.
    fn draw_cards(&self, state: &State, text: &mut String) {
        if !self.rules.mode.has_cards() {
            return;
        }
        for (contract, card) in self.set.cards.iter().zip(&state.cards) {
            let artwork = &contract.artworks[usize::from(card.turns)];
            let rows = artwork.map(|row| row.map(|tile| tile_name(self, tile)).join(" "));
            let _ = write!(text, "card {}: {}", contract.letter, rows.join(" / "));
            if card.is_open {
                let owner =
                    |&owner: &u8| owner.checked_sub(1).map_or("-".to_owned(), |it| it.to_string());
                let owners: Vec<String> = card.crossings.iter().map(owner).collect();
                let _ = write!(text, "; turned {}, markers {}", card.turns, owners.join(" "));
            }
            text.push('\n');
        }
    }
}

/// Ends a line without blanks at its end.
fn end_line(text: &mut String) {
    text.truncate(text.trim_end_matches(' ').len());
    text.push('\n');
}
