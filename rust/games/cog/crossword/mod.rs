//! The crossword of one mat (C-126 to C-158, C-201 to C-216).
//!
//! | file | has |
//! | --- | --- |
//! | `dictionary.rs` | the words of a game and the side of its grids, made once |
//! | `types.rs` | letters, tiles, places, plays, the reserve |
//! | `grid.rs` | the grid, and the actions that change it |
//! | `plays.rs` | every legal spelling |
//! | `wilds.rs` | which new squares of a play may take wild tiles |
//! | `check.rs` | the first rule that forbids a spelling |
//! | `removal.rs` | the first rule that forbids a removal |
//! | `restore.rs` | a grid from tiles and words that are said to stand on it |
//! | `position.rs` | grids given as arrays, with words and reserve as texts |
//!
//! Squares are the bytes of [`Cells`](crate::grid::Cells): 16 times the row plus the column, both
//! from 0. Grids hold where their tiles are twice, by rows and by columns, so that a word down is a
//! word across on the turned grid and one piece of code looks for both. The search for plays leaves out
//! the squares of words of its own direction (C-142), which keeps those from being lengthened (C-139);
//! a tile before or after a word of the other direction touches it (C-140). All that holds, too, where
//! a removal has left neighbouring tiles that no common word holds (C-210a).

mod check;
mod dictionary;
mod grid;
mod plays;
mod position;
mod removal;
mod restore;
mod types;
mod wilds;

pub use check::{Obstacle, Spelling};
pub use dictionary::{Dictionary, DictionaryError, LENGTHS, MAX_WORDS, SIDES};
pub use grid::{Grid, Removed};
pub use position::{Placed, Position, PositionError, Spelled};
pub use removal::Bond;
pub use restore::GridError;
pub use types::{Letter, Place, Play, Reserve, Tile, Words, letter, letter_name};
pub use wilds::Wilds;

#[cfg(test)]
mod tests;
