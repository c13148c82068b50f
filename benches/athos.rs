//! Athos in the core: playouts, one position, where a tile may be laid on a mural, and what a lay pushes.
//!
//! `cargo bench --bench athos`

mod common;
#[path = "common/murals.rs"]
mod murals;

use std::hint::black_box;

use common::{game, random_playouts, states};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ludoteca::games::athos::Athos;
use ludoteca::games::athos::lay::lay;
use ludoteca::games::athos::mural::{Blocks, Ground, Pattern, Push, Slides, Table};
use ludoteca::grid::Cells;
use ludoteca::random::Random;
use murals::{MURALS, NEW, any, candidates, murals};
use serde_json::json;

fn sliding(criterion: &mut Criterion) {
    let front = Ground::front(9, 9);
    let murals = murals(&front);
    let corners = [(0, 0), (0, 8), (8, 0), (8, 8)].map(|(row, column)| Cells::cell(row, column));
    let back = Ground { padlocks: corners.into_iter().collect(), ..front };
    let mut random = Random::stream(41, 1);
    let lays: Vec<(Blocks, u8, Push)> = murals
        .iter()
        .map(|blocks| {
            let (cell, push) = any(&front, blocks, NEW, &mut random).expect("room for a tile");
            (*blocks, cell, push)
        })
        .collect();

    let mut group = criterion.benchmark_group("athos");
    group.throughput(Throughput::Elements(MURALS as u64));
    let count = |ground: &Ground, patterns: &[Pattern]| -> usize {
        let all = |blocks: &Blocks| {
            let table = Table::new(ground, blocks);
            let slides = Slides::new(ground, blocks, &table);
            let lays = |&pattern| {
                let candidates = candidates(ground, blocks, pattern);
                slides.lays(pattern, candidates).count()
            };
            patterns.iter().map(lays).sum::<usize>()
        };
        black_box(&murals).iter().map(all).sum()
    };
    group.bench_function("all cells, new pattern", |bencher| {
        bencher.iter(|| count(&front, &[NEW]));
    });
    group.bench_function("all cells, all patterns", |bencher| {
        bencher.iter(|| count(&front, &[0, 1, 2, 3, NEW]));
    });
    group.bench_function("all cells, new pattern, searched", |bencher| {
        bencher.iter(|| count(&back, &[NEW]));
    });
    group.bench_function("one lay carried out", |bencher| {
        bencher.iter(|| {
            let carried = |(blocks, cell, push): &(Blocks, u8, Push)| {
                black_box(blocks.carried(&front, NEW, *cell, *push)).standing()
            };
            black_box(&lays).iter().map(carried).fold(0, |all, standing| all ^ standing)
        });
    });
    group.bench_function("one lay carried out, tile by tile", |bencher| {
        bencher.iter(|| {
            let mut left = 0;
            for (blocks, cell, push) in black_box(&lays) {
                let mut tiles = black_box([1; 256]);
                blocks.carry_tiles(&front, (NEW, *cell), *push, &mut tiles, |_, _| left += 1);
                black_box(&tiles);
            }
            left
        });
    });
    group.bench_function("one lay judged", |bencher| {
        bencher.iter(|| {
            let judged = |(blocks, cell, push): &(Blocks, u8, Push)| {
                blocks.judge(&front, NEW, *cell, push.choices).is_ok()
            };
            black_box(&lays).iter().filter(|lay| judged(lay)).count()
        });
    });
    let arrays: Vec<(Vec<u8>, usize)> = lays
        .iter()
        .map(|(blocks, cell, _)| {
            let code = |at| blocks.pattern_at(at).map_or(0, |pattern| pattern + 1);
            let (row, column) = Cells::place(*cell);
            let index = usize::from(row) * 9 + usize::from(column);
            (front.inside.iter().map(code).collect(), index)
        })
        .collect();
    group.bench_function("lay, on arrays", |bencher| {
        bencher.iter(|| {
            let laid = |(cells, index): &(Vec<u8>, usize)| {
                let found = lay(cells, (9, 9), (index / 9, index % 9), NEW + 1, None);
                found.map_or(0, |found| found.len())
            };
            black_box(&arrays).iter().map(laid).sum::<usize>()
        });
    });
    group.finish();
}

fn positions(criterion: &mut Criterion) {
    let game = game::<Athos>(4, &json!({}));
    random_playouts(criterion, "4 players", &*game);
    states(criterion, &*game, 40);
}

criterion_group!(benches, sliding, positions);
criterion_main!(benches);
