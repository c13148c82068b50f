//! Cobogó in the core: playouts, the price of the trait, clone, determinize, one ply.
//!
//! `cargo bench --bench cobogo`

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use ludoteca::agents::Uniform;
use ludoteca::game::{Actor, Game, Setup};
use ludoteca::games::cobogo::Cobogo;
use ludoteca::play::options;
use ludoteca::random::Random;
use ludoteca::simulate::{Control, playout};
use serde_json::{Map, json};

fn game(players: u8, expansions: &[&str]) -> Arc<Cobogo> {
    let mut given = Map::new();
    given.insert("expansions".to_owned(), json!(expansions));
    let options = options::resolve(Cobogo::INFO, players, &given).expect("the options are right");
    let components = ludoteca::game::ComponentSource {
        file: String::new(),
        text: Cobogo::INFO.default_components.to_owned(),
    };
    Arc::new(Cobogo::new(Setup { players, options, components }).expect("the default set is right"))
}

/// The position after `plies` random plies.
fn position(game: &Cobogo, plies: u32) -> <Cobogo as Game>::State {
    let (mut state, mut random) = (game.initial(), Random::stream(1, 0));
    let mut played = 0;
    loop {
        let action = match game.actor(&state) {
            Actor::Chance => game.sample_chance(&state, &mut random),
            Actor::Player(_) if played < plies => {
                played += 1;
                game.random_action(&state, &mut Vec::new(), &mut random)
            }
            _ => return state,
        };
        game.apply(&mut state, action);
    }
}

fn playouts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("cobogo/playout");
    for (name, players, expansions) in [
        ("base, 2 players", 2, &[][..]),
        ("all expansions, 4 players", 4, &["vidracaria", "janelao", "clientes"][..]),
    ] {
        let game = game(players, expansions);
        let (initial, control) = (game.initial(), Control::default());
        let (mut state, mut scratch, mut index) = (initial.clone(), Vec::new(), 0);
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                state.clone_from(&initial);
                index += 1;
                let mut random = Random::stream(0, index);
                playout(&*game, &mut state, |_| &Uniform, &mut scratch, &mut random, &control)
            });
        });
    }
    group.finish();
}

fn states(criterion: &mut Criterion) {
    let game = game(2, &[]);
    let state = position(&game, 8);
    criterion.bench_function("cobogo/clone", |bencher| bencher.iter(|| black_box(&state).clone()));
    let mut kept = state.clone();
    criterion.bench_function("cobogo/clone_from", |bencher| {
        bencher.iter(|| kept.clone_from(black_box(&state)));
    });
    criterion.bench_function("cobogo/determinize", |bencher| {
        let mut random = Random::stream(2, 0);
        bencher.iter(|| game.determinize(black_box(&state), 0, &mut random));
    });
    criterion.bench_function("cobogo/legal_actions", |bencher| {
        let mut actions = Vec::new();
        bencher.iter(|| {
            actions.clear();
            game.legal_actions(black_box(&state), &mut actions);
            actions.len()
        });
    });
    let mut mask = vec![0; game.action_size()];
    criterion.bench_function("cobogo/legal_mask", |bencher| {
        bencher.iter(|| game.legal_mask(black_box(&state), &mut mask));
    });
    let mut observation = vec![0; game.observation_shape().iter().product()];
    criterion.bench_function("cobogo/observe", |bencher| {
        bencher.iter(|| game.observe(black_box(&state), 0, &mut observation));
    });
    let (mut scratch, mut actions) = (state.clone(), Vec::new());
    game.legal_actions(&state, &mut actions);
    criterion.bench_function("cobogo/action_value", |bencher| {
        bencher.iter(|| game.action_value(black_box(&state), 0, actions[0], &mut scratch));
    });
}

criterion_group!(benches, playouts, states);
criterion_main!(benches);
