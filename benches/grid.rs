//! The grid kernels: counting a shape in batches and one by one, listing placements.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ludoteca::games::cobogo::placements::placements;
use ludoteca::grid::{Batch, Counter, Rectangle, Shape, count_groups};
use ludoteca::random::Random;

/// A straight one with 2 images, a T with 4, a P with 8.
const SHAPES: [(&str, &str); 3] = [("I3", "XXX"), ("T4", "XXX/.X."), ("P5", "XX/XX/X.")];
const GRIDS: usize = 1000;
const GLASS: u8 = 7;
/// A card of which all turns differ.
const CARD: [u8; 6] = [1, 2, 3, 4, 5, 6];

fn random_cells(count: usize, codes: u32, seed: u64) -> Vec<u8> {
    let mut random = Random::stream(seed, 0);
    (0..count).map(|_| 1 + random.below(codes) as u8).collect()
}

/// 1,000 grids of 32 x 32 cells and 6 codes.
fn pattern_count(c: &mut Criterion) {
    let cells = random_cells(GRIDS * 32 * 32, 6, 1);
    let mut group = c.benchmark_group("pattern_count");
    group.throughput(Throughput::Elements(GRIDS as u64));
    let any = Counter::new(&Shape::from_drawing("X").unwrap());
    let mut batch = Batch::new(&any, 32, 32, 1);
    group.bench_function("bytes to bits", |b| {
        b.iter(|| {
            batch.clear();
            batch.push(black_box(&cells));
        });
    });
    for (name, drawing) in SHAPES {
        let shape = Shape::from_drawing(drawing).unwrap();
        let counter = Counter::new(&shape);
        let mut batch = Batch::new(&counter, 32, 32, 1);
        batch.push(&cells);
        let mut counts = vec![0; GRIDS];
        group.bench_function(format!("{name} bits"), |b| {
            b.iter(|| {
                batch.count(&mut counts);
            });
        });
        group.bench_function(format!("{name} all"), |b| {
            b.iter(|| {
                batch.clear();
                batch.push(black_box(&cells));
                batch.count(&mut counts);
            });
        });
        group.bench_function(format!("{name} flood fill"), |b| {
            b.iter(|| {
                for (grid, count) in cells.chunks(32 * 32).zip(&mut counts) {
                    *count = count_groups(grid, 32, 32, 1, &shape) as i32;
                }
            });
        });
    }
    group.finish();
}

/// One code of a mosaic of 14 x 14 cells, as the game judges it.
fn count(c: &mut Criterion) {
    let grids: Vec<Vec<u64>> = random_cells(GRIDS * 14 * 14, 6, 2)
        .chunks(14 * 14)
        .map(|cells| {
            let rows = cells.chunks(14);
            rows.map(|row| row.iter().fold(0, |word, &cell| word << 1 | u64::from(cell == 1)))
                .map(|row: u64| row << 20)
                .collect()
        })
        .collect();
    let mut group = c.benchmark_group("count");
    group.throughput(Throughput::Elements(GRIDS as u64));
    for (name, drawing) in SHAPES {
        let counter = Counter::new(&Shape::from_drawing(drawing).unwrap());
        group.bench_function(name, |b| {
            b.iter(|| grids.iter().map(|rows| counter.count(black_box(rows))).sum::<u32>());
        });
    }
    group.finish();
}

/// Cells of a card of 2 x 3: bricks 1 to 6, on every second card one glass block.
fn random_card(random: &mut Random) -> [u8; 6] {
    let mut card = [(); 6].map(|()| 1 + random.below(6) as u8);
    if random.below(2) == 0 {
        card[random.below(6) as usize] = GLASS;
    }
    card
}

/// The bounding box of a mosaic of randomly placed cards, with its height and width.
fn random_mosaic(random: &mut Random, cards: usize) -> (Vec<u8>, (usize, usize)) {
    const SIDE: usize = 100;
    let mut table = vec![0; SIDE * SIDE];
    let mut corner = [0, SIDE as i32 / 2, SIDE as i32 / 2];
    for _ in 0..cards {
        let [turns, top, left] = corner;
        let card = Rectangle::new(2, 3, random_card(random).to_vec());
        let card = &card.turns()[turns as usize];
        for (row, cells) in card.cells().chunks(card.width()).enumerate() {
            let begin = (top as usize + row) * SIDE + left as usize;
            table[begin..begin + cells.len()].copy_from_slice(cells);
        }
        let all = placements(&table, (SIDE, SIDE), &CARD, (2, 3), GLASS).unwrap();
        corner = all[random.below(all.len() as u32) as usize];
    }
    let filled = |row: usize, column: usize| table[row * SIDE + column] != 0;
    let rows: Vec<usize> = (0..SIDE).filter(|&r| (0..SIDE).any(|c| filled(r, c))).collect();
    let columns: Vec<usize> = (0..SIDE).filter(|&c| (0..SIDE).any(|r| filled(r, c))).collect();
    let (left, right) = (columns[0], columns[columns.len() - 1]);
    let cells = rows.iter().flat_map(|row| &table[row * SIDE + left..=row * SIDE + right]);
    (cells.copied().collect(), (rows.len(), columns.len()))
}

/// All placements of a card on mosaics of 12 cards.
fn list_placements(c: &mut Criterion) {
    let mut random = Random::stream(3, 0);
    let mosaics: Vec<_> = (0..100).map(|_| random_mosaic(&mut random, 12)).collect();
    let mut group = c.benchmark_group("placements");
    group.throughput(Throughput::Elements(mosaics.len() as u64));
    group.bench_function("12 cards", |b| {
        b.iter(|| {
            for (grid, size) in &mosaics {
                black_box(placements(black_box(grid), *size, &CARD, (2, 3), GLASS).unwrap());
            }
        });
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2));
    targets = pattern_count, count, list_placements
}
criterion_main!(benches);
