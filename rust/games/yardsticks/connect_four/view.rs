//! What seats and spectators see: all of it (CF-9).

use serde_json::{Value, json};

use super::ConnectFour;
use super::rules::{COLUMNS, PLAYERS, ROWS};
use super::state::{State, cell};
use crate::game::Seat;

/// The stones of seats 0 and 1, and a free cell.
pub(super) const LETTERS: [char; 3] = ['x', 'o', '.'];

impl ConnectFour {
    pub(super) fn view_of(&self, state: &State, seat: Option<Seat>) -> Value {
        let info = &self.components;
        json!({
            "seat": seat,
            "players": PLAYERS,
            "options": self.options,
            "component_set": {"name": info.name, "edition": info.edition, "digest": info.digest},
            "to_act": (!state.is_over()).then(|| state.to_act()),
            "board": rows(state),
            "winner": winner(state),
        })
    }
}

/// Who has won, or `none` for a draw.
fn winner(state: &State) -> Value {
    match state.winner() {
        None if state.is_over() => json!("none"),
        winner => json!(winner),
    }
}

/// The rows as texts, the highest one first.
pub(super) fn rows(state: &State) -> [String; ROWS] {
    let letter = |row, column| {
        let holds = |seat| state.stones(seat) & cell(row, column) != 0;
        LETTERS[(0..PLAYERS).position(holds).unwrap_or(2)]
    };
    std::array::from_fn(|row| (0..COLUMNS).map(|column| letter(ROWS - 1 - row, column)).collect())
}

/// The board, and what is due.
pub(super) fn drawing(state: &State) -> String {
    let columns: String = (0..COLUMNS).map(|column| column.to_string()).collect();
    let headline = match state.winner() {
        Some(seat) => format!("seat {seat} won with four in a row"),
        None if state.is_over() => "a draw: the board is full".to_owned(),
        None => {
            format!("seat {} ({}) to act", state.to_act(), LETTERS[usize::from(state.to_act())])
        }
    };
    format!("{headline}\n\n{}\n{columns}\n", rows(state).join("\n"))
}
