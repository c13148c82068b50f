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
    for (players, pairs) in [(2, &[[0, 1], [1, 2], [2, 3]][..]), (4, &[])] {
        let game = game(players, &Map::new());
        for &[better, worse] in pairs {
            let means = play(&game, &[names[better], names[worse]], 40);
            assert!(means[0].0 > means[1].0, "{} and {}: {means:?}", names[better], names[worse]);
        }
        if pairs.is_empty() {
            let means = play(&game, &names, 40);
            assert!(means.is_sorted_by(|one, other| one.0 > other.0), "{means:?}");
        }
    }
}

// Section 0: four to five words a game by players who spell whenever it comes to pass.
#[test]
fn spellers_spell() {
    let game = game(4, &Map::new());
    let means = play(&game, &["speller"; 4], 60);
    assert!(means.iter().all(|mean| (3.5..5.5).contains(&mean.1)), "{means:?}");
}
