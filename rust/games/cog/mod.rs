//! C.O.G. (rules C): words on a grid of one's own.

pub mod crossword;
