//! Random games of every mode with random options: what holds in every position.
//!
//! `LUDOTECA_ATHOS_GAMES` says how many games are played; with 100000 it takes some minutes.

use serde_json::{Map, Value};

use super::super::Athos;
use super::super::components::{ComponentSet, DEFAULT_V1, MAX_KINDS};
use super::super::contract::square_cells;
use super::super::kept::Kept;
use super::super::mural::{SlideContact, members};
use super::super::rules::{INFO, MARKERS, Mode, Reason};
use super::super::state::{Phase, State};
use super::super::types::Face;
use crate::canvas::Written;
use crate::game::{Actor, ComponentSource, Game, OptionKind, Seat};
use crate::grid::Cells;
use crate::play::options;
use crate::random::Random;

/// Games of a normal run.
const GAMES: u32 = 3000;
/// Every mode with its players.
const MODES: [(&str, u8, u8); 6] = [
    ("base", 2, 6),
    ("simplified", 2, 6),
    ("solo", 1, 1),
    ("duel", 2, 2),
    ("teams", 4, 4),
    ("challenging", 2, 4),
];

fn some_options(mode: &str, random: &mut Random) -> Map<String, Value> {
    let mut options = Map::new();
    for spec in INFO.options {
        let one_of = |words: &[&str], random: &mut Random| {
            Value::from(words[random.below(words.len() as u32) as usize])
        };
        let value = match spec.kind {
            OptionKind::Flag => Value::from(random.below(2) == 1),
            OptionKind::Choice(words) => one_of(words, random),
            OptionKind::Number(low, high) => {
                Value::from((low + i64::from(random.below(60))).min(high))
            }
            OptionKind::Subset(words) => {
                words.iter().filter(|_| random.below(2) == 1).copied().collect()
            }
            _ => continue,
        };
        if random.below(4) == 0 {
            options.insert(spec.name.to_owned(), value);
        }
    }
    options.insert("mode".to_owned(), Value::from(mode));
    options
}

/// The game, or nothing if its options do not go together.
fn game(players: u8, given: &Map<String, Value>) -> Option<Athos> {
    let options = options::resolve(&INFO, players, given).expect("options of their kinds");
    let source = ComponentSource { file: String::new(), text: DEFAULT_V1.to_owned() };
    let set = ComponentSet::parse(&source).expect("the default set");
    Athos::from_set(set, players, options).ok()
}

/// B-8, K-3: every cube is in one place.
fn check_cubes(game: &Athos, state: &State) {
    let mut counts = [0; MAX_KINDS];
    let mut add = |face: Face, count: u8| counts[usize::from(game.kind(face))] += count;
    for counted in [&state.workshop, &state.discarded] {
        for (face, &count) in counted.iter().enumerate().filter(|(_, count)| **count > 0) {
            add(Face(face as u8), count);
        }
    }
    state.left.iter().for_each(|cell| add(state.fundathos[usize::from(cell)], 1));
    for (cell, tile) in (0..=255_u8).zip(&state.tiles) {
        assert_eq!(tile.is_none(), !state.blocks.occupied().has(cell));
        if !tile.is_none() {
            add(tile.face(), 1);
            let pattern = state.blocks.pattern_at(cell);
            assert_eq!(pattern, Some(game.pattern(tile.face())));
        }
    }
    state.ateliers.iter().for_each(|atelier| atelier.faces().for_each(|face| add(face, 1)));
    for (kind, &bag) in state.bag.iter().enumerate() {
        counts[kind] += bag;
    }
    state.rolls.iter().for_each(|&kind| counts[usize::from(kind)] += 1);
    for (kind, info) in game.set.kinds.iter().enumerate() {
        assert_eq!(counts[kind], info.count, "kind {}", info.name);
    }
}

/// N-1, O-10, W-5, W-7: blocks do not overlap, do not touch, and keep their size.
fn check_mural(game: &Athos, state: &State) {
    let mut all = Cells::EMPTY;
    for pattern in members(state.blocks.standing()) {
        let block = state.blocks.of(pattern);
        assert!(!block.is_empty() && !block.intersects(all));
        if game.rules.contact != SlideContact::Allow {
            assert!(!block.beside().intersects(all));
        }
        all |= block;
        let side = if game.rules.mode == Mode::Challenging { 2 } else { 3 };
        let (_, _, height, width) = block.bounds().expect("a block");
        let may_stretch = block.intersects(game.ground.padlocks) || game.rules.is_shapeless;
        assert!(height.max(width) <= side || may_stretch);
    }
    assert_eq!(all, state.blocks.occupied());
    assert!((all - game.ground.inside).is_empty() && !all.intersects(game.ground.columns));
}

/// B-10, Q-2, W-11: eight markers a side, and points that go with them.
fn check_markers(game: &Athos, state: &State) {
    for side in 0..game.sides {
        let owner = side as u8 + 1;
        let cards: usize = state
            .cards
            .iter()
            .map(|card| card.crossings.iter().filter(|&&other| other == owner).count())
            .sum();
        let blocks = state.immutable.iter().filter(|&&other| other == owner).count();
        let extra = state.masters.extra.filter(|&(_, other)| other + 1 == owner);
        let placed = cards + blocks + usize::from(extra.is_some());
        assert_eq!(usize::from(state.stock[side]) + placed, usize::from(MARKERS));
        for place in super::super::atelier::Place::SPACES {
            let shelf = state.ateliers[side].shelf(place);
            assert!(shelf.len() <= game.spaces[place as usize]);
        }
    }
    if !game.rules.mode.is_tug() {
        assert!(state.scores.iter().all(|score| (0..1000).contains(score)));
    }
}

/// What is kept is what follows from the position.
fn check_kept(game: &Athos, state: &State) {
    assert_eq!(state.kept.stale, 0);
    let mut anew = state.clone();
    anew.kept = Kept::new(&game.ground);
    anew.kept.stale = u32::MAX;
    game.refresh(&mut anew);
    let is_known = !matches!(state.phase, Phase::First | Phase::Setup);
    assert!(!is_known || state.kept.is_like(&anew.kept));
}

/// Listed, picked, counted, marked: the same legal actions; `check` accepts them.
fn check_actions(game: &Athos, state: &State, random: &mut Random) {
    let mut legal = Vec::new();
    game.legal_actions(state, &mut legal);
    let Actor::Player(_) = game.actor(state) else {
        assert!(legal.is_empty());
        return;
    };
    let (mut one, mut other) = (random.clone(), random.clone());
    let picked = game.random_action(state, &mut Vec::new(), &mut one);
    assert_eq!(picked, legal[other.below(legal.len() as u32) as usize]);
    let mut mask = vec![0; game.action_size()];
    let count = game.legal_mask(state, &mut Written::default().canvas(&mut mask));
    let indices: Vec<u32> = legal.iter().filter_map(|&action| game.index(state, action)).collect();
    assert_eq!(count, indices.len());
    assert_eq!(mask.iter().filter(|&&bit| bit == 1).count(), count);
    assert!(indices.iter().all(|&index| mask[index as usize] == 1));
    for &action in &legal {
        assert!(game.check(state, action).is_ok(), "{}", game.action_text(action));
    }
    let index = game.random_index(state, &mut Vec::new(), random).expect("an index");
    assert!(indices.contains(&index));
    assert!(legal.contains(&game.action_at(state, index).expect("an action")));
}

/// whoever is asked for a marker has completed a square that equals the window.
fn check_marks(game: &Athos, state: &State) {
    let pattern = state.pending.pattern;
    let block = state.blocks.of(pattern);
    let equal = |first: u8| {
        let is_whole = square_cells(first).into_iter().all(|cell| block.has(cell));
        if is_whole { game.windows(state, pattern, first) } else { 0 }
    };
    let windows = (0..=238_u8).filter(|cell| cell & 15 < 15).fold(0, |all, cell| all | equal(cell));
    let marked = game.markable(state);
    assert!(marked != 0 && marked & !windows == 0);
    assert_eq!(marked & !state.cards[usize::from(pattern)].unmarked(), 0);
}

fn check_end(game: &Athos, state: &State) {
    let outcome = game.outcome(state).expect("an outcome");
    let seats = 0..game.players() as Seat;
    let paid: f32 = seats.clone().map(|seat| game.returns(state, seat)).sum();
    let winners = outcome.winners.count_ones();
    match game.rules.mode {
        Mode::Teams => assert!([1.0, 2.0].contains(&paid) || winners == 4),
        _ => assert!((paid - if winners == 0 { 0.0 } else { 1.0 }).abs() < 1e-5),
    }
    assert!(
        seats.into_iter().all(|seat| outcome.is_winner(seat) == (game.returns(state, seat) > 0.0))
    );
}

#[test]
fn random_games_keep_what_the_rules_imply() {
    let games = std::env::var("LUDOTECA_ATHOS_GAMES").ok();
    let games = games.and_then(|games| games.parse().ok()).unwrap_or(GAMES);
    let mut random = Random::stream(19, 0);
    let mut by_reason = [0; Reason::ALL.len()];
    let mut played = 0;
    while played < games {
        let (mode, fewest, most) = MODES[played as usize % MODES.len()];
        let players = fewest + random.below(u32::from(most - fewest) + 1) as u8;
        let Some(game) = game(players, &some_options(mode, &mut random)) else { continue };
        let mut state = game.initial();
        let mut plies = 0;
        while game.actor(&state) != Actor::Nobody {
            check_cubes(&game, &state);
            check_mural(&game, &state);
            check_markers(&game, &state);
            if random.below(16) == 0 {
                check_kept(&game, &state);
                check_actions(&game, &state, &mut random);
            }
            if state.phase == Phase::Mark {
                check_marks(&game, &state);
            }
            if random.below(100) == 0 {
                let written = serde_json::to_value(game.position_to_json(&state)).unwrap();
                assert_eq!(game.position_from_json(&written).as_ref(), Ok(&state));
            }
            let action = if game.actor(&state) == Actor::Chance {
                game.sample_chance(&state, &mut random)
            } else {
                plies += 1;
                game.random_action(&state, &mut Vec::new(), &mut random)
            };
            game.apply(&mut state, action);
        }
        assert!(plies <= game.max_plies());
        check_cubes(&game, &state);
        check_end(&game, &state);
        by_reason[game.outcome(&state).expect("an outcome").reason as usize] += 1;
        played += 1;
    }
    // Nobody passes a whole round by chance, and hardly anything fills a mural.
    let seldom = [Reason::AllPassed, Reason::BoardsEmpty, Reason::MuralFull];
    let is_seen = |reason: &Reason| by_reason[*reason as usize] > 0 || seldom.contains(reason);
    assert!(Reason::ALL.iter().all(is_seen), "{by_reason:?}");
}
