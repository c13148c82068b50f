//! Mats of C.O.G. in mid-game.

use ludoteca::games::cog::crossword::{Dictionary, Grid, Reserve, letter};
use ludoteca::random::Random;

pub const MATS: usize = 256;
pub const SIDE: usize = 10;
const STANDING: u32 = 6;
/// A hand: so many natural tiles and one wild.
const NATURAL: u8 = 6;
/// The words that may be spelled.
pub const WORDS: [&str; 15] = [
    "COG", "PIPE", "WHEEL", "ROD", "BULB", "PULLEY", "TIN", "LENS", "CLAMP", "OIL", "BOLT",
    "AETHER", "NUT", "COIL", "CRANK",
];
/// The letters in the bag, and how many of each.
const BAG: [(u8, u32); 20] = [
    (b'A', 6),
    (b'B', 5),
    (b'C', 6),
    (b'D', 3),
    (b'E', 13),
    (b'G', 3),
    (b'H', 3),
    (b'I', 8),
    (b'K', 3),
    (b'L', 13),
    (b'M', 3),
    (b'N', 8),
    (b'O', 10),
    (b'P', 8),
    (b'R', 6),
    (b'S', 3),
    (b'T', 8),
    (b'U', 5),
    (b'W', 3),
    (b'Y', 3),
];

/// Random tiles of the bag.
fn hand(random: &mut Random) -> Reserve {
    let mut reserve = Reserve { letters: [0; 26], wilds: 1 };
    while reserve.letters.iter().sum::<u8>() < NATURAL {
        let mut index = random.below(BAG.iter().map(|&(_, count)| count).sum());
        let drawn = BAG.iter().find(|&&(_, count)| {
            let is_it = index < count;
            index = index.wrapping_sub(count);
            is_it
        });
        let capital = drawn.map_or(b'A', |&(capital, _)| capital);
        reserve.letters[usize::from(letter(capital).expect("a capital"))] += 1;
    }
    reserve
}

/// Grids on which so many words were spelled at random places, each with a hand.
pub fn mats(dictionary: &Dictionary) -> Vec<(Grid, Reserve)> {
    let mut random = Random::stream(71, 0);
    let plenty = Reserve { letters: [12; 26], wilds: 0 };
    let mut found = Vec::new();
    while found.len() < MATS {
        let mut grid = Grid::default();
        for _ in 0..STANDING {
            let all = dictionary.all();
            let count = grid.count_plays(dictionary, all, &plenty) as u32;
            if count > 0 {
                let index = random.below(count) as usize;
                let play = grid.nth_play(dictionary, all, &plenty, index).expect("a play");
                grid.spell(dictionary, play, 0, &[]);
            }
        }
        if grid.standing().count_ones() == STANDING {
            found.push((grid, hand(&mut random)));
        }
    }
    found
}
