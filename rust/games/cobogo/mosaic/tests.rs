use std::collections::HashMap;

use super::super::components::{CODES, EMPTY, GLASS};
use super::super::faces::Face;
use super::small::Small;
use super::wide::Wide;
use super::{Mosaic, Outlines};
use crate::random::Random;

/// Mosaics of random cards, drawn out to one side until they need the other board, are at every step
/// what plain cells say (K-29 to K-33, K-39).
#[test]
fn both_boards_agree() {
    let mut random = Random::stream(17, 0);
    for (game, (rows, cols)) in
        [(2, 3), (1, 1), (3, 3), (1, 8), (8, 8)].repeat(8).iter().enumerate()
    {
        let outlines = Outlines::new(*rows, *cols, 6);
        let mut mosaic = Mosaic::default();
        let mut shown = HashMap::new();
        for step in 0..40 {
            let outline = random.below(outlines.different() as u32) as usize;
            let (height, width) = outlines.sizes[outline];
            let codes = 8 - GLASS as u32;
            let cells = (0..height * width).map(|_| GLASS + random.below(codes) as u8).collect();
            let face = Face::new(height, width, cells, outlines.sizes);
            let (row, col) = if step == 0 {
                (0, 0)
            } else {
                let count = mosaic.anchor_count(outline);
                if count == 0 {
                    break;
                }
                let all: Vec<(i16, i16)> =
                    (0..count).map(|k| mosaic.nth_anchor(&outlines, outline, k)).collect();
                let ends = [all[0], all[all.len() - 1]];
                let by_col = |&&(_, col): &&(i16, i16)| col;
                match game / 5 {
                    0 => ends[0],
                    1 => ends[1],
                    2 => *all.iter().min_by_key(by_col).unwrap(),
                    3 => *all.iter().max_by_key(by_col).unwrap(),
                    _ => all[random.below(count) as usize],
                }
            };
            mosaic.place(&outlines, &face, row, col);
            let bounds = mosaic.bounds();
            assert_eq!(mosaic.wide.is_none(), Small::holds(&outlines, &bounds));
            for (at, &code) in face.cells.iter().enumerate() {
                shown.insert((row + (at / width) as i16, col + (at % width) as i16), code);
            }
            let content = |row, col| shown.get(&(row, col)).copied().unwrap_or(EMPTY);
            let mut wide = Wide::from_cells(content, bounds);
            wide.refresh(&outlines);
            for outline in 0..outlines.different() {
                let mut listed = Vec::new();
                mosaic.for_each_anchor(&outlines, outline, |row, col| listed.push((row, col)));
                assert_eq!(listed, wide.anchors(outline), "cards of {rows} by {cols}");
                let picked = 0..mosaic.anchor_count(outline);
                let picked = picked.map(|k| mosaic.nth_anchor(&outlines, outline, k));
                assert!(picked.eq(listed));
            }
            let across = |row| (bounds.left..=bounds.right).map(move |col| (row, col));
            let cells: Vec<u8> = (bounds.top..=bounds.bottom)
                .flat_map(across)
                .map(|(row, col)| content(row, col))
                .collect();
            assert_eq!(mosaic.cells(), cells);
            for code in 1..CODES {
                let count = cells.iter().filter(|&&cell| usize::from(cell) == code).count();
                assert_eq!(usize::from(mosaic.visible(code as u8)), count);
            }
            assert_eq!(mosaic, Mosaic::from_cells(&outlines, bounds, &cells));
        }
    }
}
