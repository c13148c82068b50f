//! Random games with random options: what holds in every position.

use serde_json::{Map, Value};

use super::super::Bogoss;
use super::super::hand::Hand;
use super::super::rules::INFO;
use super::super::state::{Phase, State};
use super::super::types::Sort;
use crate::canvas::Written;
use crate::game::{Actor, Game, OptionKind, Seat};
use crate::random::Random;

fn some_options(random: &mut Random) -> Map<String, Value> {
    let mut options = Map::new();
    for spec in INFO.options {
        let value = match spec.kind {
            OptionKind::Flag => Value::from(random.below(2) == 1),
            OptionKind::Choice(words) => {
                Value::from(words[random.below(words.len() as u32) as usize])
            }
            OptionKind::Number(low, high) => {
                Value::from(low + i64::from(random.below((high - low + 1) as u32)))
            }
            OptionKind::NumberByPlayers(..) => Value::from(20 + random.below(200)),
            _ => Value::from("random"),
        };
        if random.below(2) == 1 {
            options.insert(spec.name.to_owned(), value);
        }
    }
    options
}

/// B-1: every card is in one place.
fn check_cards(game: &Bogoss, state: &State) {
    let mut all = state.now.pile;
    state.now.hands.iter().for_each(|&hand| all.add_all(hand));
    let laid = state.layings.iter().flat_map(|laying| laying.cards);
    all.add_all(laid.collect::<Hand>());
    assert_eq!(all, game.deck());
}

/// The legal actions are those that `check` accepts, the mask and the random pick know them all.
fn check_actions(game: &Bogoss, state: &State, random: &mut Random) {
    let mut legal = Vec::new();
    game.legal_actions(state, &mut legal);
    let mut mask = vec![0; game.action_size()];
    assert_eq!(game.legal_mask(state, &mut Written::default().canvas(&mut mask)), legal.len());
    for (index, &is_legal) in mask.iter().enumerate() {
        let action = game.action_at(state, index as u32);
        let is_accepted = action.is_some_and(|action| game.check(state, action).is_ok());
        assert_eq!(is_accepted, is_legal == 1);
        assert_eq!(action.is_some_and(|action| legal.contains(&action)), is_legal == 1);
    }
    if matches!(game.actor(state), Actor::Player(_)) {
        let (mut one, mut other) = (random.clone(), random.clone());
        let picked = game.random_action(state, &mut Vec::new(), &mut one);
        assert_eq!(picked, legal[other.below(legal.len() as u32) as usize]);
    }
    let mut outcomes = Vec::new();
    game.chance_outcomes(state, &mut outcomes);
    if game.actor(state) == Actor::Chance {
        assert!((outcomes.iter().map(|(_, chance)| chance).sum::<f64>() - 1.0).abs() < 1e-12);
        let drawn = game.sample_chance(state, random);
        assert!(outcomes.iter().any(|&(event, _)| event == drawn));
    } else {
        assert!(outcomes.is_empty());
    }
}

/// Others see within a step what they saw before it (B-56, B-58).
fn check_secrets(game: &Bogoss, before: &State, state: &State, shown: &mut [Value]) {
    let actor = game.actor(state);
    for seat in 0..game.players() as Seat {
        let is_shown = game.is_shown(state, Some(seat));
        let view = game.view(state, Some(seat));
        if game.settles(before, state) {
            assert!(is_shown || !game.is_shown(state, None));
            shown[usize::from(seat)] = view;
        } else if !is_shown {
            assert_eq!(view, shown[usize::from(seat)]);
        } else {
            assert_eq!(actor, Actor::Player(seat));
            assert_eq!(view["to_act"], seat);
        }
    }
}

#[test]
fn random_games_keep_what_the_rules_imply() {
    let mut random = Random::stream(11, 0);
    let (mut games, mut by_reason) = (0, [0; 3]);
    for round in 0..60 {
        let players = 2 + (round % 6) as u8;
        let game = super::game(players, &Value::Object(some_options(&mut random)));
        let mut state = game.initial();
        let mut shown = vec![Value::Null; usize::from(players)];
        let (mut plies, mut before) = (0, state.clone());
        while game.actor(&state) != Actor::Nobody {
            check_cards(&game, &state);
            check_actions(&game, &state, &mut random);
            check_secrets(&game, &before, &state, &mut shown);
            if random.below(40) == 0 {
                let written = serde_json::to_value(game.position_to_json(&state)).unwrap();
                assert_eq!(game.position_from_json(&written).as_ref(), Ok(&state));
            }
            let action = if game.actor(&state) == Actor::Chance {
                game.sample_chance(&state, &mut random)
            } else {
                plies += 1;
                game.random_action(&state, &mut Vec::new(), &mut random)
            };
            before.clone_from(&state);
            game.apply(&mut state, action);
        }
        assert!(plies <= game.max_plies());
        let outcome = game.outcome(&state).expect("an outcome");
        by_reason[usize::from(outcome.reason)] += 1;
        let scores: Vec<f32> = (0..players).map(|seat| game.score(&state, seat)).collect();
        for seat in 0..players {
            let is_winner = outcome.is_winner(seat);
            assert_eq!(is_winner, scores[usize::from(seat)] >= 2.0);
            assert_eq!(game.returns(&state, seat), if is_winner { 1.0 } else { 0.0 });
        }
        assert_eq!(state.now.phase, Phase::Over);
        games += 1;
    }
    assert_eq!(games, 60);
    assert!(by_reason.iter().all(|&count| count > 2), "{by_reason:?}");
}

#[test]
fn jokers_stay_with_their_owner() {
    // B-22, B-40: a joker leaves a hand only into a skeleton of the same player.
    let game = super::game(3, &Value::Null);
    for index in 0..200 {
        let (mut state, mut random) = (game.initial(), Random::stream(3, index));
        let held = |state: &State, seat: Seat| {
            let laid = state.layings.iter().filter(|laying| laying.seat == seat);
            let laid = laid.flat_map(|laying| laying.cards).filter(|&card| card == Sort::JOKER);
            usize::from(state.now.hands[usize::from(seat)].jokers()) + laid.count()
        };
        while game.actor(&state) != Actor::Nobody {
            let before: Vec<usize> = (0..3).map(|seat| held(&state, seat)).collect();
            let action = match game.actor(&state) {
                Actor::Chance => game.sample_chance(&state, &mut random),
                _ => game.random_action(&state, &mut Vec::new(), &mut random),
            };
            game.apply(&mut state, action);
            assert!((0..3).all(|seat| held(&state, seat) >= before[usize::from(seat)]));
        }
    }
}
