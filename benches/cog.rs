//! C.O.G. in the core: playouts, one position, the words that may be spelled on a mat.
//!
//! `cargo bench --bench cog`

mod common;
#[path = "common/mats.rs"]
mod mats;

use std::hint::black_box;
use std::ops::ControlFlow;

use common::{game, random_playouts, states};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ludoteca::games::cog::Cog;
use ludoteca::games::cog::crossword::{Dictionary, Grid, Position, Reserve};
use ludoteca::grid::Cells;
use mats::{MATS, SIDE, WORDS, mats};
use serde_json::json;

fn crossword(criterion: &mut Criterion) {
    let dictionary = Dictionary::new(SIDE, &WORDS).expect("words");
    let all = dictionary.all();
    let mats = mats(&dictionary);
    let mut group = criterion.benchmark_group("cog");
    group.throughput(Throughput::Elements(MATS as u64));
    group.bench_function("plays, counted", |bencher| {
        bencher.iter(|| {
            let count = |(grid, hand): &(Grid, Reserve)| grid.count_plays(&dictionary, all, hand);
            black_box(&mats).iter().map(count).sum::<usize>()
        });
    });
    group.bench_function("plays, all tiles wild", |bencher| {
        let wild = mats.iter().map(|&(mut grid, hand)| {
            grid.flip_letters(u32::MAX);
            (grid, hand)
        });
        let wild: Vec<(Grid, Reserve)> = wild.collect();
        bencher.iter(|| {
            let count = |(grid, hand): &(Grid, Reserve)| grid.count_plays(&dictionary, all, hand);
            black_box(&wild).iter().map(count).sum::<usize>()
        });
    });
    group.bench_function("spellings, counted", |bencher| {
        bencher.iter(|| {
            let count =
                |(grid, hand): &(Grid, Reserve)| grid.count_spellings(&dictionary, all, hand);
            black_box(&mats).iter().map(count).sum::<usize>()
        });
    });
    group.bench_function("plays, the first one made", |bencher| {
        bencher.iter(|| {
            let spelled = |&(mut grid, hand): &(Grid, Reserve)| match grid.plays(
                &dictionary,
                all,
                &hand,
                ControlFlow::Break,
            ) {
                ControlFlow::Break(play) => grid.spell(&dictionary, play, 0, &[]).len(),
                ControlFlow::Continue(()) => 0,
            };
            black_box(&mats).iter().map(spelled).sum::<usize>()
        });
    });
    group.bench_function("words that may be removed", |bencher| {
        bencher.iter(|| {
            let count = |(grid, _): &(Grid, Reserve)| {
                let may_go =
                    |&(word, _): &(u8, _)| grid.can_remove(&dictionary, word, false).is_ok();
                grid.words().filter(may_go).count()
            };
            black_box(&mats).iter().map(count).sum::<usize>()
        });
    });
    let arrays: Vec<_> = mats.iter().map(|(grid, hand)| array(&dictionary, grid, hand)).collect();
    group.bench_function("word_plays, on arrays", |bencher| {
        bencher.iter(|| {
            let count = |(cells, reserve, placed): &Array| {
                let placed = placed.iter().copied();
                Position::new(cells, (SIDE, SIDE), &WORDS, reserve, placed)
                    .map_or(0, |position| position.plays().len())
            };
            black_box(&arrays).iter().map(count).sum::<usize>()
        });
    });
    group.finish();
}

type Array = (Vec<u8>, String, Vec<(&'static str, i64, i64, bool)>);

/// A mat as the kernels are given it.
fn array(dictionary: &Dictionary, grid: &Grid, hand: &Reserve) -> Array {
    let side = usize::from(dictionary.side());
    let cells = Cells::rectangle(side, side)
        .iter()
        .map(|square| grid.tile(square).map_or(0, |tile| b'A' + tile.letter))
        .collect();
    let mut reserve: String = hand
        .letters
        .iter()
        .zip('A'..='Z')
        .flat_map(|(&count, capital)| std::iter::repeat_n(capital, count.into()))
        .collect();
    reserve.extend(std::iter::repeat_n('?', hand.wilds.into()));
    let placed = grid.words().map(|(word, place)| {
        let (row, column) = Cells::place(place.square);
        (WORDS[usize::from(word)], row.into(), column.into(), place.is_across)
    });
    (cells, reserve, placed.collect())
}

fn positions(criterion: &mut Criterion) {
    let game = game::<Cog>(4, &json!({}));
    random_playouts(criterion, "4 players", &*game);
    states(criterion, &*game, 120);
}

criterion_group!(benches, crossword, positions);
criterion_main!(benches);
