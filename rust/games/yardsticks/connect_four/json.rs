//! Positions as JSON, and which of them play can reach.

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;

use super::rules::{COLUMNS, ROWS};
use super::state::{State, cell};
use super::view::{LETTERS, rows};
use crate::game::{FormatError, clip};
use crate::games::fields::Fields;

/// A position on its way to JSON.
pub(super) struct Written(pub(super) State);

impl Serialize for Written {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut position = serializer.serialize_map(Some(1))?;
        position.serialize_entry("board", &rows(&self.0))?;
        position.end()
    }
}

/// Reads a position back, which has to be one that play can reach.
pub(super) fn read(value: &Value) -> Result<State, FormatError> {
    let fields = Fields::new("position", value, &["board"])?;
    let list = fields.list("board")?;
    let key = fields.path("board");
    if list.len() != ROWS {
        let message = format!("{} rows; there are {ROWS}", list.len());
        return Err(FormatError::rule("CF-1", key, message));
    }
    let mut stones = [0; 2];
    for (place, row) in list.iter().enumerate() {
        read_row(&mut stones, ROWS - 1 - place, row)
            .map_err(|message| FormatError::rule("CF-1", format!("{key}[{place}]"), message))?;
    }
    let [first, second] = stones.map(u64::count_ones);
    if first != second && first != second + 1 {
        let message = format!("{first} stones of seat 0 and {second} of seat 1: they alternate");
        return Err(FormatError::rule("CF-2", key, message));
    }
    let all = stones[0] | stones[1];
    if let Some((row, column)) = cells().find(|&(row, column)| {
        row > 0 && all & cell(row, column) != 0 && all & cell(row - 1, column) == 0
    }) {
        let message =
            format!("nothing is below the stone in column {column}, row {row} from below");
        return Err(FormatError::rule("CF-3", key, message));
    }
    let state = State::of_stones(stones);
    if !is_reachable(&state) {
        let message = "these stones can't have been dropped by turns, the game ending with the first \
                       line";
        return Err(FormatError::rule("CF-5", key, message));
    }
    Ok(state)
}

/// Every cell, row and column.
fn cells() -> impl Iterator<Item = (usize, usize)> {
    (0..ROWS).flat_map(|row| (0..COLUMNS).map(move |column| (row, column)))
}

fn read_row(stones: &mut [u64; 2], row: usize, value: &Value) -> Result<(), String> {
    let wrong = || {
        let value = clip(&value.to_string());
        format!("{value} is no row: a text of {COLUMNS} of x, o and . is expected")
    };
    let text = value.as_str().filter(|text| text.chars().count() == COLUMNS).ok_or_else(wrong)?;
    for (column, letter) in text.chars().enumerate() {
        let content = LETTERS.iter().position(|&known| known == letter).ok_or_else(wrong)?;
        if let Some(stones) = stones.get_mut(content) {
            *stones |= cell(row, column);
        }
    }
    Ok(())
}

/// Whether the stones can have been dropped in some order, none of them after a line (CF-2, CF-3,
/// CF-5): they are taken back one by one, in every order.
fn is_reachable(state: &State) -> bool {
    // No column can be higher than 6: a digit of seven values a column says what is left.
    let place = |state: &State| {
        state
            .heights()
            .into_iter()
            .fold(0, |place, height| place * (ROWS + 1) + usize::from(height))
    };
    let mut tried = vec![false; (ROWS + 1).pow(COLUMNS as u32)];
    let mut waiting = vec![*state];
    while let Some(state) = waiting.pop() {
        if state == State::default() {
            return true;
        }
        for before in (0..COLUMNS as u8).filter_map(|column| state.undone(column)) {
            if !before.has_any_line() && !std::mem::replace(&mut tried[place(&before)], true) {
                waiting.push(before);
            }
        }
    }
    false
}
