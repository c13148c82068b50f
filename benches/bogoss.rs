//! Bogoss in the core: playouts, clone, one ply, mask, observation, JSON.
//!
//! `cargo bench --bench bogoss`

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use ludoteca::agents::{Greedy, Uniform};
use ludoteca::canvas::Written;
use ludoteca::game::{Actor, ComponentSource, Game, Setup};
use ludoteca::games::bogoss::Bogoss;
use ludoteca::play::options;
use ludoteca::random::Random;
use ludoteca::simulate::{Control, playout};
use serde_json::{Map, Value, json};

fn game(players: u8, given: &Value) -> Arc<Bogoss> {
    let none = Map::new();
    let given = given.as_object().unwrap_or(&none);
    let options = options::resolve(Bogoss::INFO, players, given).expect("the options are right");
    let text = Bogoss::INFO.default_components.to_owned();
    let components = ComponentSource { file: String::new(), text };
    Arc::new(Bogoss::new(Setup { players, options, components }).expect("the default set is right"))
}

/// The position after `plies` random plies.
fn position(game: &Bogoss, plies: u32) -> <Bogoss as Game>::State {
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
    let mut group = criterion.benchmark_group("bogoss/playout");
    let all = json!({
        "give_choice": "asker", "draw_hit": "useful", "broken_skeleton": "any_broken",
        "lay_mode": "free", "donor_refill": true, "refill_empty": 6, "sided_limbs": true,
    });
    for (name, players, given) in
        [("3 players", 3, json!({})), ("2 players", 2, json!({})), ("3 players, options", 3, all)]
    {
        let game = game(players, &given);
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
    let game = game(3, &json!({}));
    let (initial, control) = (game.initial(), Control::default());
    let (mut state, mut scratch, mut index) = (initial.clone(), Vec::new(), 0);
    group.bench_function("3 players, greedy", |bencher| {
        bencher.iter(|| {
            state.clone_from(&initial);
            index += 1;
            let mut random = Random::stream(0, index);
            playout(&*game, &mut state, |_| &Greedy, &mut scratch, &mut random, &control)
        });
    });
    group.finish();
}

fn states(criterion: &mut Criterion) {
    let game = game(3, &json!({}));
    let state = position(&game, 30);
    let Actor::Player(seat) = game.actor(&state) else { panic!("a player is to act") };
    let mut kept = state.clone();
    criterion.bench_function("bogoss/clone", |bencher| bencher.iter(|| black_box(&state).clone()));
    criterion.bench_function("bogoss/clone_from", |bencher| {
        bencher.iter(|| kept.clone_from(black_box(&state)));
    });
    let mut actions = Vec::new();
    game.legal_actions(&state, &mut actions);
    criterion.bench_function("bogoss/clone_from and apply", |bencher| {
        bencher.iter(|| {
            kept.clone_from(black_box(&state));
            game.apply(&mut kept, actions[0]);
        });
    });
    criterion.bench_function("bogoss/action_value", |bencher| {
        bencher.iter(|| game.action_value(black_box(&state), seat, actions[0], &mut kept));
    });
    let mut mask = vec![0; game.action_size()];
    criterion.bench_function("bogoss/legal_mask", |bencher| {
        let mut written = Written::default();
        bencher.iter(|| game.legal_mask(black_box(&state), &mut written.canvas(&mut mask)));
    });
    let mut observation = vec![0; game.observation_shape().iter().product()];
    criterion.bench_function("bogoss/observe", |bencher| {
        let mut written = Written::default();
        bencher
            .iter(|| game.observe(black_box(&state), seat, &mut written.canvas(&mut observation)));
    });
    criterion.bench_function("bogoss/determinize", |bencher| {
        let mut random = Random::stream(2, 0);
        bencher.iter(|| game.determinize(black_box(&state), seat, &mut random));
    });
    let written = game.position_to_json(&state);
    criterion.bench_function("bogoss/position_to_json", |bencher| {
        bencher.iter(|| game.position_to_json(black_box(&state)));
    });
    criterion.bench_function("bogoss/position_from_json", |bencher| {
        bencher.iter(|| game.position_from_json(black_box(&written)));
    });
}

criterion_group!(benches, playouts, states);
criterion_main!(benches);
