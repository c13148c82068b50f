//! What the core of every game is timed by.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, Throughput};
use ludoteca::agents::{Agent, Uniform};
use ludoteca::canvas::Written;
use ludoteca::game::{Actor, ComponentSource, Game, Setup};
use ludoteca::play::options;
use ludoteca::random::Random;
use ludoteca::simulate::{Control, playout};
use serde_json::{Map, Value};

/// The game with its default component set.
pub fn game<G: Game>(players: u8, given: &Value) -> Arc<G> {
    let none = Map::new();
    let given = given.as_object().unwrap_or(&none);
    let options = options::resolve(G::INFO, players, given).expect("the options are right");
    let text = G::INFO.default_components.to_owned();
    let components = ComponentSource { file: String::new(), text };
    Arc::new(G::new(Setup { players, options, components }).expect("the default set is right"))
}

/// The position after `plies` random plies.
fn position<G: Game>(game: &G, plies: u32) -> G::State {
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

/// Whole games, one after the other, between random players.
pub fn random_playouts<G: Game>(criterion: &mut Criterion, name: &str, game: &G) {
    playouts(criterion, name, game, &Uniform);
}

/// Whole games, one after the other, of one agent.
pub fn playouts<G: Game>(criterion: &mut Criterion, name: &str, game: &G, agent: &impl Agent<G>) {
    let mut group = criterion.benchmark_group(format!("{}/playout", G::INFO.name));
    let (initial, control) = (game.initial(), Control::default());
    let (mut state, mut scratch, mut index) = (initial.clone(), Vec::new(), 0);
    group.throughput(Throughput::Elements(1));
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            state.clone_from(&initial);
            index += 1;
            let mut random = Random::stream(0, index);
            playout(game, &mut state, |_| agent, &mut scratch, &mut random, &control)
        });
    });
    group.finish();
}

/// All that is done with one position, here with the one after `plies` random plies.
pub fn states<G: Game>(criterion: &mut Criterion, game: &G, plies: u32) {
    let state = position(game, plies);
    let Actor::Player(seat) = game.actor(&state) else { panic!("a player is to act") };
    let mut group = criterion.benchmark_group(G::INFO.name);
    let (mut kept, mut actions) = (state.clone(), Vec::new());
    game.legal_actions(&state, &mut actions);
    let action = actions[0];
    group.bench_function("clone", |bencher| bencher.iter(|| black_box(&state).clone()));
    group.bench_function("clone_from", |bencher| {
        bencher.iter(|| kept.clone_from(black_box(&state)));
    });
    group.bench_function("clone_from and apply", |bencher| {
        bencher.iter(|| {
            kept.clone_from(black_box(&state));
            game.apply(&mut kept, action);
        });
    });
    group.bench_function("action_value", |bencher| {
        bencher.iter(|| game.action_value(black_box(&state), seat, action, &mut kept));
    });
    group.bench_function("legal_actions", |bencher| {
        bencher.iter(|| {
            actions.clear();
            game.legal_actions(black_box(&state), &mut actions);
            actions.len()
        });
    });
    let (mut written, mut mask) = (Written::default(), vec![0; game.action_size()]);
    group.bench_function("legal_mask", |bencher| {
        bencher.iter(|| game.legal_mask(black_box(&state), &mut written.canvas(&mut mask)));
    });
    let mut written = Written::default();
    let mut observation = vec![0; game.observation_shape().iter().product()];
    group.bench_function("observe", |bencher| {
        bencher
            .iter(|| game.observe(black_box(&state), seat, &mut written.canvas(&mut observation)));
    });
    let mut random = Random::stream(2, 0);
    group.bench_function("determinize", |bencher| {
        bencher.iter(|| game.determinize(black_box(&state), seat, &mut random));
    });
    let json = serde_json::to_value(game.position_to_json(&state)).unwrap();
    group.bench_function("position_to_json", |bencher| {
        bencher.iter(|| serde_json::to_string(&game.position_to_json(black_box(&state))));
    });
    group.bench_function("position_from_json", |bencher| {
        bencher.iter(|| game.position_from_json(black_box(&json)));
    });
    group.finish();
}
