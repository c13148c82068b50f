//! How agents fare against each other.

use serde_json::Map;

use super::super::Cog;
use super::super::action::Action;
use super::random_games::game;
use crate::agents::{Agent, named};
use crate::game::{Actor, Game, Seat};
use crate::random::Random;

/// Mean scores of agents in the same games, who change seats from game to game, and mean numbers of
/// words that they spell.
fn play(game: &Cog, names: &[&str], games: usize) -> Vec<(f32, f32)> {
    let agents: Vec<Box<dyn Agent<Cog>>> =
        names.iter().map(|name| named(name).expect("an agent")).collect();
    let mut sums = vec![(0.0, 0.0); names.len()];
    let mut scratch = Vec::new();
    for number in 0..games {
        let mut random = Random::stream(11, number as u64);
        let of = |seat: Seat| (usize::from(seat) + number) % names.len();
        let mut state = game.initial();
        loop {
            let action = match game.actor(&state) {
                Actor::Nobody => break,
                Actor::Chance => game.sample_chance(&state, &mut random),
                Actor::Player(seat) => {
                    let agent = &agents[of(seat)];
                    let action = agent.act(game, &state, seat, &mut scratch, &mut random);
                    sums[of(seat)].1 += f32::from(u8::from(matches!(action, Action::Spell(..))));
                    action
                }
            };
            game.apply(&mut state, action);
        }
        for seat in 0..names.len() as Seat {
            sums[of(seat)].0 += game.score(&state, seat);
        }
    }
    sums.into_iter().map(|(score, words)| (score / games as f32, words / games as f32)).collect()
}

#[test]
fn greedy_beats_builder_beats_speller_beats_random() {
    let names = ["greedy", "builder", "speller", "random"];
    for players in 2..=4 {
        let game = game(players, &Map::new());
        for pair in names.windows(2) {
            let seats: Vec<&str> = pair.iter().copied().cycle().take(players.into()).collect();
            let means = play(&game, &seats, 60);
            let scores: Vec<f32> = means.iter().map(|mean| mean.0).collect();
            let worse = scores.iter().skip(1).step_by(2).copied().fold(0.0, f32::max);
            let better = scores.iter().step_by(2).copied().fold(f32::INFINITY, f32::min);
            assert!(better > worse, "{pair:?}: {scores:?}");
        }
    }
}

// Section 0: four to five words a game by players who spell whenever it comes to pass.
#[test]
fn spellers_spell() {
    let game = game(4, &Map::new());
    let means = play(&game, &["speller"; 4], 60);
    assert!(means.iter().all(|mean| (4.0..6.0).contains(&mean.1)), "{means:?}");
}
