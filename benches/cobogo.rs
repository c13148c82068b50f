//! Cobogó in the core: playouts, the price of the trait, clone, determinize, one ply.
//!
//! `cargo bench --bench cobogo`

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ludoteca::agents::Uniform;
use ludoteca::canvas::Written;
use ludoteca::game::{Actor, Game, Setup};
use ludoteca::games::cobogo::Cobogo;
use ludoteca::games::cobogo::action::Action;
use ludoteca::games::cobogo::rules::{BASE_RESERVED, OPENING_HAND};
use ludoteca::games::cobogo::state::State;
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
    let game = game(2, &[]);
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
        let mut written = Written::default();
        bencher.iter(|| game.legal_mask(black_box(&state), &mut written.canvas(&mut mask)));
    });
    let mut observation = vec![0; game.observation_shape().iter().product()];
    criterion.bench_function("cobogo/observe", |bencher| {
        let mut written = Written::default();
        bencher.iter(|| game.observe(black_box(&state), 0, &mut written.canvas(&mut observation)));
    });
    let (mut scratch, mut actions) = (state.clone(), Vec::new());
    game.legal_actions(&state, &mut actions);
    criterion.bench_function("cobogo/action_value", |bencher| {
        bencher.iter(|| game.action_value(black_box(&state), 0, actions[0], &mut scratch));
    });
}

criterion_group!(benches, playouts, loops, states);
criterion_main!(benches);
