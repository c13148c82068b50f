//! Cobogó in the core: playouts, the price of the trait, and all that is done with one position.
//!
//! `cargo bench --bench cobogo`

mod common;

use std::hint::black_box;

use common::{game, random_playouts, states};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ludoteca::agents::Uniform;
use ludoteca::game::Game;
use ludoteca::games::cobogo::Cobogo;
use ludoteca::games::cobogo::action::Action;
use ludoteca::games::cobogo::rules::{BASE_RESERVED, OPENING_HAND};
use ludoteca::games::cobogo::state::State;
use ludoteca::random::Random;
use ludoteca::simulate::{Control, playout};
use serde_json::json;

fn whole_games(criterion: &mut Criterion) {
    let all = json!({"expansions": ["vidracaria", "janelao", "clientes"]});
    for (name, players, given) in
        [("base, 2 players", 2, json!({})), ("all expansions, 4 players", 4, all)]
    {
        random_playouts(criterion, name, &*game::<Cobogo>(players, &given));
    }
}

/// A random game of the base game in the order of the rules, as somebody would write it who needs
/// neither a trait nor chance nodes; returns the plies played. What is done is what
/// [`playout`] does; what is left out is finding out at every step what comes next.
fn by_hand(game: &Cobogo, state: &mut State, random: &mut Random) -> u32 {
    while state.reserved.cards().len() < BASE_RESERVED {
        let card = state.pile.sample_back(game.deck(), random);
        game.reveal(state, card);
    }
    for seat in 0..game.players() {
        for _ in 0..OPENING_HAND {
            let card = state.pile.sample_brick(game.deck(), random);
            let card = state.pile.take(game.deck(), card, true);
            state.hands[seat].push(card);
        }
    }
    let mut plies = 0;
    while state.won.is_none() {
        let Action::Place { slot, at } = game.random_placement(state, random) else {
            unreachable!("a random placement is a placement")
        };
        game.place(state, slot, at);
        plies += 1;
        if state.drawing {
            let card = state.pile.sample_brick(game.deck(), random);
            game.draw_card(state, card);
        }
    }
    plies
}

/// Trait and chance nodes against a hand-written loop: the same games both ways.
fn loops(criterion: &mut Criterion) {
    const GAMES: u64 = 200;
    let game = game::<Cobogo>(2, &json!({}));
    let (initial, control) = (game.initial(), Control::default());
    let mut scratch = Vec::new();
    let mut by_trait = |state: &mut State, random: &mut Random| {
        playout(&*game, state, |_| &Uniform, &mut scratch, random, &control)
    };
    for index in 0..10 * GAMES {
        let (mut ours, mut theirs) = (initial.clone(), initial.clone());
        let plies = by_trait(&mut ours, &mut Random::stream(0, index));
        let same = by_hand(&game, &mut theirs, &mut Random::stream(0, index));
        assert_eq!(plies, Some(same));
        // The course of the preparation, which is in the state for chance nodes alone.
        (theirs.step, theirs.dealt) = (ours.step, ours.dealt);
        assert_eq!(ours, theirs);
    }
    let mut group = criterion.benchmark_group("cobogo/loop");
    group.throughput(Throughput::Elements(GAMES));
    let mut state = initial.clone();
    group.bench_function("trait and chance nodes", |bencher| {
        bencher.iter(|| {
            for index in 0..GAMES {
                state.clone_from(&initial);
                black_box(by_trait(&mut state, &mut Random::stream(0, index)));
            }
        });
    });
    group.bench_function("hand-written", |bencher| {
        bencher.iter(|| {
            for index in 0..GAMES {
                state.clone_from(&initial);
                black_box(by_hand(&game, &mut state, &mut Random::stream(0, index)));
            }
        });
    });
    group.finish();
}

fn positions(criterion: &mut Criterion) {
    states(criterion, &*game::<Cobogo>(2, &json!({})), 8);
}

criterion_group!(benches, whole_games, loops, positions);
criterion_main!(benches);
