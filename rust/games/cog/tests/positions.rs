//! Positions as JSON: what is written is read back; what is read can be played to the end, and every
//! position on the way is written and read again.

use serde_json::{Map, Value, json};

use super::super::Cog;
use super::super::state::State;
use super::random_games::{game, some_options};
use crate::canvas::Written;
use crate::game::{Actor, Game};
use crate::random::Random;

fn written(game: &Cog, state: &State) -> Value {
    serde_json::to_value(game.position_to_json(state)).expect("a position is JSON")
}

#[track_caller]
fn read_back(game: &Cog, state: &State) {
    let value = written(game, state);
    match game.position_from_json(&value) {
        Ok(read) => assert_eq!(&read, state, "{value}"),
        Err(error) => panic!("{error}: {value}"),
    }
}

fn step(game: &Cog, state: &mut State, random: &mut Random) {
    let action = match game.actor(state) {
        Actor::Chance => game.sample_chance(state, random),
        _ if random.below(8) == 0 => game.random_action(state, &mut Vec::new(), random),
        _ => game.pick_own(state, random),
    };
    game.apply(state, action);
}

#[test]
fn every_position_is_read_back() {
    let mut random = Random::stream(31, 0);
    for played in 0..60 {
        let mut game = game(2 + (played % 3) as u8, &some_options(&mut random));
        if played % 4 == 3 {
            // A small bag, so that letters run out.
            for letter in 0..26 {
                while game.tiles.count(letter) > 2 {
                    game.tiles.take(letter);
                }
            }
        }
        let mut state = game.initial();
        while game.actor(&state) != Actor::Nobody {
            if random.below(3) == 0 || state.pending.gains.len() > 1 {
                read_back(&game, &state);
            }
            step(&game, &mut state, &mut random);
        }
        read_back(&game, &state);
    }
}

/// Replaces one value somewhere.
fn replace(value: &mut Value, random: &mut Random, new: &Value) {
    let stop = random.below(5) == 0;
    match value {
        Value::Array(list) if !stop && !list.is_empty() => {
            let at = random.below(list.len() as u32) as usize;
            replace(&mut list[at], random, new);
        }
        Value::Object(object) if !stop && !object.is_empty() => {
            let at = random.below(object.len() as u32) as usize;
            let key = object.keys().nth(at).cloned().expect("a key");
            replace(&mut object[&key], random, new);
        }
        other => *other = new.clone(),
    }
}

#[test]
fn changed_positions_are_refused_or_can_be_played() {
    let mut random = Random::stream(32, 0);
    let news = [
        json!(null),
        json!(true),
        json!(false),
        json!(0),
        json!(1),
        json!(2),
        json!(3),
        json!(7),
        json!(255),
        json!(4_000_000_000_u32),
        json!(-1),
        json!([]),
        json!({}),
        json!("A"),
        json!("p"),
        json!("place 3"),
        json!("construct 1"),
        json!("discard 1"),
        json!("activate 2"),
        json!("order 2 1"),
        json!("first"),
        json!("second"),
        json!("last round"),
        json!([0, 0]),
        json!("IM1"),
        json!("COG"),
        json!("red"),
        json!("track 3"),
        json!("goal 2"),
    ];
    let mut accepted = 0;
    for tried in 0..6_000 {
        let game = game(2 + (tried % 3) as u8, &some_options(&mut random));
        let mut state = game.initial();
        for _ in 0..random.below(300) {
            if game.actor(&state) == Actor::Nobody {
                break;
            }
            step(&game, &mut state, &mut random);
        }
        let mut value = written(&game, &state);
        if tried % 2 == 0 {
            let places =
                ["/mats/0/vp", "/mats/1/stars", "/pawns/1", "/dice/red/pips", "/slots/1/vp"];
            let place = places[random.below(places.len() as u32) as usize];
            *value.pointer_mut(place).expect("a value") = random.below(8).into();
        } else {
            let new = &news[random.below(news.len() as u32) as usize];
            replace(&mut value, &mut random, new);
        }
        let Ok(mut state) = game.position_from_json(&value) else { continue };
        accepted += 1;
        while game.actor(&state) != Actor::Nobody {
            if random.below(40) == 0 {
                read_back(&game, &state);
            }
            step(&game, &mut state, &mut random);
        }
        read_back(&game, &state);
    }
    assert!(accepted > 300, "{accepted}");
}

#[test]
fn masks_and_indices_are_those_of_the_legal_list() {
    let mut random = Random::stream(33, 0);
    for played in 0..40 {
        let game = game(2 + (played % 3) as u8, &some_options(&mut random));
        let (mut written, mut cells) = (Written::default(), vec![0; game.action_size()]);
        for index in 0..game.action_size() as u32 {
            let action = game.action_of(index);
            assert!(action.is_none_or(|action| game.index_of(action) == Some(index)), "{action:?}");
        }
        let mut state = game.initial();
        let mut actions = Vec::new();
        while game.actor(&state) != Actor::Nobody {
            actions.clear();
            game.legal_actions(&state, &mut actions);
            if !actions.is_empty() {
                let count = game.legal_mask(&state, &mut written.canvas(&mut cells));
                let mut indices: Vec<u32> = actions
                    .iter()
                    .map(|&action| game.index_of(action).expect("an index"))
                    .collect();
                for (&index, &action) in indices.iter().zip(&actions) {
                    assert_eq!(game.action_of(index), Some(action));
                }
                indices.sort_unstable();
                let marked: Vec<u32> =
                    (0..).zip(&cells).filter(|(_, cell)| **cell == 1).map(|(at, _)| at).collect();
                assert_eq!(marked, indices);
                assert_eq!(count, indices.len());
            }
            step(&game, &mut state, &mut random);
        }
    }
}

#[test]
fn observations_are_clean_and_of_their_shape() {
    let mut random = Random::stream(34, 0);
    let game = game(4, &Map::new());
    let size = game.observation_shape().iter().product();
    let (mut written, mut cells) = (Written::default(), vec![0; size]);
    for _ in 0..20 {
        let mut state = game.initial();
        while game.actor(&state) != Actor::Nobody {
            let seat = random.below(4) as u8;
            game.observe(&state, seat, &mut written.canvas(&mut cells));
            let mut fresh = vec![0; size];
            game.observe(&state, seat, &mut Written::default().canvas(&mut fresh));
            assert_eq!(cells, fresh);
            step(&game, &mut state, &mut random);
        }
    }
}
