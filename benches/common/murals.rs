//! Murals of Athos in mid-game.

use ludoteca::games::athos::mural::{Blocks, Ground, Pattern, Push, Slides, Table};
use ludoteca::grid::Cells;
use ludoteca::random::Random;

pub const MURALS: usize = 256;
const PANELS: u32 = 4;
/// A pattern that no mural holds.
pub const NEW: Pattern = 9;

/// Murals with four panels and 16 to 18 tiles, laid one by one at random.
pub fn murals(ground: &Ground) -> Vec<Blocks> {
    let mut random = Random::stream(41, 0);
    let mut found = Vec::new();
    while found.len() < MURALS {
        let mut blocks = Blocks::default();
        for _ in 0..24 {
            let pattern = random.below(PANELS) as Pattern;
            let Some((cell, push)) = any(ground, &blocks, pattern, &mut random) else { continue };
            blocks.carry(ground, pattern, cell, push);
            let is_middle = (16..=18).contains(&blocks.occupied().len());
            if is_middle && blocks.standing().count_ones() == PANELS {
                found.push(blocks);
                break;
            }
        }
    }
    found
}

/// The cells that N-4 and a box of 3 by 3 leave.
pub fn candidates(ground: &Ground, blocks: &Blocks, pattern: Pattern) -> Cells {
    blocks.linked(ground, pattern) & blocks.boxed(pattern, 3)
}

/// A random lay of the pattern.
pub fn any(
    ground: &Ground,
    blocks: &Blocks,
    pattern: Pattern,
    random: &mut Random,
) -> Option<(u8, Push)> {
    let table = Table::new(ground, blocks);
    let slides = Slides::new(ground, blocks, &table);
    let lays = slides.lays(pattern, candidates(ground, blocks, pattern));
    let count = lays.count() as u32;
    (count > 0).then(|| lays.nth(random.below(count) as usize).expect("a lay"))
}
