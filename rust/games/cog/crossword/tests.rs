//! The crossword against a slow one, square by square, on random grids; rules one by one.

use super::*;

mod random;
mod removals;
mod rules;
mod slow;

/// The permitted words of the examples: all goal cards but the fifth.
const WORDS: [&str; 15] = [
    "COG", "PIPE", "WHEEL", "ROD", "BULB", "PULLEY", "TIN", "LENS", "CLAMP", "OIL", "BOLT",
    "AETHER", "NUT", "COIL", "CRANK",
];

fn spelled(word: &str) -> Vec<Letter> {
    word.bytes().filter_map(letter).collect()
}
