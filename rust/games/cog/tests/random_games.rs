//! Random games with random options: what holds in every position (rules, section 16).
//!
//! `LUDOTECA_COG_GAMES` says how many games are played; with 100000 it takes some minutes.

use serde_json::{Map, Value};

use super::super::Cog;
use super::super::action::Action;
use super::super::components::{ComponentSet, DEFAULT_V1};
use super::super::pending::Source;
use super::super::rules::{INFO, Reason};
use super::super::state::{Node, SEATS, State, Step};
use super::super::types::{LETTERS, Side, members};
use crate::game::{Actor, ComponentSource, Game, OptionKind, Seat};
use crate::grid::{Cells, Direction};
use crate::play::options;
use crate::random::Random;

/// Games of a normal run.
const GAMES: u32 = 300;

pub(super) fn some_options(random: &mut Random) -> Map<String, Value> {
    let mut options = Map::new();
    for spec in INFO.options {
        let value = match spec.kind {
            OptionKind::Flag => Value::from(random.below(2) == 1),
            OptionKind::Choice(words) => {
                Value::from(words[random.below(words.len() as u32) as usize])
            }
            OptionKind::Number(low, _) => Value::from(low + i64::from(random.below(40))),
            OptionKind::SeatOrRandom => Value::from("random"),
            _ => continue,
        };
        if random.below(4) == 0 {
            options.insert(spec.name.to_owned(), value);
        }
    }
    options
}

/// A game with these options; `tiles` in the bag at the start, if the set's number is not wanted.
pub(super) fn game(players: u8, given: &Map<String, Value>) -> Cog {
    let options = options::resolve(&INFO, players, given).expect("options of their kinds");
    let source = ComponentSource { file: String::new(), text: DEFAULT_V1.to_owned() };
    let set = ComponentSet::parse(&source).expect("the default set");
    Cog::from_set(set, players, options).expect("a game")
}

/// Invariant 1: tiles are conserved, letter by letter.
fn check_tiles(game: &Cog, state: &State) {
    let mut counts = [0_u8; LETTERS];
    let mut add = |letter: u8, count: u8| counts[usize::from(letter)] += count;
    state.bag.iter().for_each(|(letter, count)| add(letter, count));
    state.centre.iter().flatten().for_each(|&letter| add(letter, 1));
    state.top.iter().flat_map(|slot| slot.tiles).for_each(|tile| add(tile.letter, 1));
    for slot in &state.slots {
        slot.letters.iter().for_each(|(letter, count)| add(letter, count));
    }
    for mat in &state.mats {
        let mut total = 0;
        for (tile, count) in mat.reserve.iter() {
            add(tile.letter, count);
            total += count;
            assert!(tile.is_wild || mat.always >> tile.letter & 1 == 0, "C-119");
        }
        assert_eq!(total, mat.reserve.len());
        for tile in mat.grid.occupied().iter().filter_map(|square| mat.grid.tile(square)) {
            add(tile.letter, 1);
            assert!(tile.is_wild || mat.always >> tile.letter & 1 == 0, "C-118");
        }
    }
    for letter in 0..LETTERS as u8 {
        let spares = if state.spares_round > 0 { game.spares.count(letter) } else { 0 };
        assert_eq!(counts[usize::from(letter)], game.tiles.count(letter) + spares);
    }
}

/// Invariants 2 and 3: stars and cards are conserved.
fn check_stars_and_cards(game: &Cog, state: &State) {
    let lying = state.top.iter().map(|slot| u32::from(slot.stars)).sum::<u32>()
        + state.slots.iter().map(|slot| u32::from(slot.stars)).sum::<u32>();
    let protecting = state.slots.iter().filter(|slot| slot.is_protected).count() as u32;
    let held: u32 = state.mats.iter().map(|mat| mat.stars).sum();
    if game.rules.has_star_limit {
        let supply = u32::from(game.set.limits.star_supply);
        assert_eq!(u32::from(state.stars) + lying + protecting + held, supply);
    }
    let mut cards = state.deck;
    state.discard.iter().for_each(|(kind, count)| cards.add(kind, count));
    let board = state.bottom.iter().chain([&state.pending.card]).flatten();
    board.for_each(|&kind| cards.add(kind, 1));
    for mat in &state.mats {
        mat.hand.cards().iter().for_each(|card| cards.add(card.kind(), 1));
        assert!(mat.hand.cards().is_sorted());
    }
    if game.rules.removes_items && state.removed_goal.is_some() {
        assert!(cards.len() == game.deck.len() - 2);
    } else {
        assert_eq!(cards, game.deck);
    }
}

/// Invariants 4 to 6 and 12, of one mat.
fn check_mat(game: &Cog, state: &State, seat: usize) {
    let mat = &state.mats[seat];
    assert_eq!(mat.spelled_cubes & mat.item_cubes, 0);
    assert!(mat.cubes().count_ones() <= 11);
    assert_eq!(mat.cubes() & game.words_of(mat.completed), 0, "C-173");
    assert_eq!(mat.cubes() & !game.words_in_play(state), 0);
    for (goal, words) in game.goal_words.iter().enumerate() {
        let is_due = state.pending.gains.first().is_some_and(|gain| {
            gain.source == Source::Goal(goal as u8) && seat == usize::from(state.seat)
        });
        assert!(words & !mat.cubes() != 0 || *words == 0 || is_due);
    }
    assert_eq!(mat.spelled_cubes & !mat.grid.standing(), 0);
    let is_activation = matches!(state.step, Step::Activate(_));
    assert!(is_activation || mat.hand.on(Side::Used).count() == 0);
    check_grid(game, state, seat);
}

/// C-141: each run of tiles is one word that stands, and vice versa, all in one piece.
fn check_grid(game: &Cog, state: &State, seat: usize) {
    let grid = &state.mats[seat].grid;
    let side = game.dictionary.side();
    let occupied = grid.occupied();
    assert_eq!(grid.standing() & !game.words_in_play(state), 0);
    let mut covered = Cells::EMPTY;
    for (word, place) in grid.words() {
        let letters = game.dictionary.letters(word);
        let squares = place.squares(letters.len() as u8);
        assert!((squares - occupied).is_empty(), "{grid:?} {:?}", state.step);
        covered |= squares;
        for (index, &letter) in letters.iter().enumerate() {
            let tile = grid.tile(place.square(index as u8)).expect("a tile");
            assert!(tile.is_wild || tile.letter == letter);
        }
    }
    assert_eq!(covered, occupied);
    let first = occupied.nth(0).map_or(Cells::EMPTY, Cells::single);
    assert_eq!(occupied.connected(first), occupied, "C-210");
    if game.rules.removal_leaves_run {
        return;
    }
    let mut runs = Vec::new();
    for (is_across, step) in [(true, Direction::East), (false, Direction::South)] {
        for start in occupied.iter() {
            let before = step.opposite().next(start).filter(|&cell| occupied.has(cell));
            let mut length = 1;
            let mut at = start;
            while let Some(next) = step.next(at).filter(|&cell| occupied.has(cell)) {
                (at, length) = (next, length + 1);
            }
            if before.is_none() && length > 1 {
                runs.push((start, is_across, length));
            }
        }
    }
    let mut words: Vec<(u8, bool, u8)> = grid
        .words()
        .map(|(word, place)| (place.square, place.is_across, game.dictionary.length(word)))
        .collect();
    runs.sort_unstable();
    words.sort_unstable();
    assert_eq!(runs, words, "side {side}");
}

/// Invariants 9 and 13, and edges that agree with the board.
fn check_board(game: &Cog, state: &State) {
    let players = usize::from(game.players);
    let is_collected =
        matches!(state.step, Step::Activate(_) | Step::Construct(_) | Step::ConstructOrder);
    if is_collected {
        let mut seats: Vec<_> = state.slots[..players].iter().flat_map(|slot| slot.cog).collect();
        seats.sort_unstable();
        assert!(seats.iter().copied().eq(0..game.players));
        let mut holders: Vec<_> = state.dice[..players].iter().flat_map(|die| die.holder).collect();
        holders.sort_unstable();
        assert!(holders.iter().copied().eq(0..game.players));
        assert!(state.top.iter().all(|slot| *slot == Default::default()));
        assert!(state.bottom.iter().all(Option::is_none));
        assert!(state.mats[..players].iter().all(|mat| mat.edges == 15));
    }
    if players == 2 {
        let [first, second] = state.neutral;
        let track = game.face().track.len() as u8;
        assert_eq!((first + track / 2) % track, second);
    }
    let cogs = state.slots.iter().filter(|slot| slot.cog.is_some()).count();
    let edges = state.mats.iter().filter(|mat| mat.edges & 8 != 0).count();
    assert_eq!(cogs, edges);
    assert!(state.microactions <= game.rules.cap);
    assert!(state.microactions == 0 || matches!(state.step, Step::Construct(_)));
}

/// Invariant 10: at the start of a round limits are kept.
fn check_limits(game: &Cog, state: &State) {
    if matches!(state.step, Step::Top(0, 0)) {
        for mat in &state.mats {
            assert!(mat.reserve.len() <= game.set.limits.letters);
            assert!(mat.stars <= game.set.limits.stars.into());
        }
    }
}

/// Listed, picked and accepted: the same actions; texts and words bring them back.
fn check_actions(game: &Cog, state: &State, others: &[Action], random: &mut Random) {
    let mut legal = Vec::new();
    game.legal_actions(state, &mut legal);
    let mut again = state.clone();
    game.proceed(&mut again);
    assert_eq!(again, *state, "nothing goes on without an action");
    if game.actor(state) == Actor::Chance {
        let mut outcomes = Vec::new();
        game.chance_outcomes(state, &mut outcomes);
        let total: f64 = outcomes.iter().map(|outcome| outcome.1).sum();
        assert!((total - 1.0).abs() < 1e-9 && legal.is_empty());
        legal.extend(outcomes.into_iter().map(|(event, _)| event));
        let drawn = game.sample_chance(state, random);
        assert!(legal.contains(&drawn));
    } else {
        let (mut one, mut other) = (random.clone(), random.clone());
        let picked = game.random_action(state, &mut Vec::new(), &mut one);
        assert_eq!(picked, legal[other.below(legal.len() as u32) as usize]);
    }
    for (index, &action) in legal.iter().enumerate() {
        assert_eq!(Action::unpack(action.pack()), action);
        let text = game.action_text(action);
        assert_eq!(game.parse_action(&text), Ok(action), "{text}");
        assert!(!legal[..index].contains(&action), "{text} twice");
        assert!(game.check(state, action).is_ok(), "{text}: {:?}", game.check(state, action));
    }
    for &action in others {
        let text = game.action_text(action);
        assert_eq!(game.check(state, action).is_ok(), legal.contains(&action), "{text}");
    }
}

fn check_end(game: &Cog, state: &State) {
    let outcome = game.outcome(state).expect("an outcome");
    let paid: f32 = (0..game.players() as Seat).map(|seat| game.returns(state, seat)).sum();
    assert!((paid - 1.0).abs() < 1e-6 && outcome.winners.count_ones() == 1);
    let best = (0..game.players() as Seat).map(|seat| game.score(state, seat)).fold(0.0, f32::max);
    assert!(game.score(state, outcome.winners.trailing_zeros() as Seat) == best);
    if outcome.reason == Reason::LastRound as u8 {
        assert_eq!(state.round, game.face().rounds);
    } else {
        assert!(state.spares_round > 0);
    }
}

#[test]
fn random_games_keep_what_the_rules_imply() {
    let games = std::env::var("LUDOTECA_COG_GAMES").ok();
    let games = games.and_then(|games| games.parse().ok()).unwrap_or(GAMES);
    let mut random = Random::stream(23, 0);
    let mut by_reason = [0; 2];
    let mut words = 0;
    let builder = INFO.agents.iter().position(|&name| name == "builder").expect("an agent");
    let mut seen: Vec<Action> = Vec::new();
    for played in 0..games {
        let players = 2 + (played % 3) as u8;
        let mut game = game(players, &some_options(&mut random));
        if played % 5 == 4 {
            // A small bag, so that letters run out.
            for letter in members((1 << LETTERS) - 1) {
                while game.tiles.count(letter as u8) > 2 {
                    game.tiles.take(letter as u8);
                }
            }
        }
        let mut state = game.initial();
        let (mut plies, mut vp) = (0, [0; SEATS]);
        while game.actor(&state) != Actor::Nobody {
            check_tiles(&game, &state);
            check_stars_and_cards(&game, &state);
            (0..usize::from(players)).for_each(|seat| check_mat(&game, &state, seat));
            check_board(&game, &state);
            check_limits(&game, &state);
            let now = state.mats.each_ref().map(|mat| mat.vp);
            assert!(now.iter().zip(&vp).all(|(now, before)| now >= before), "invariant 11");
            vp = now;
            if random.below(16) == 0 || state.node == Node::Tiles {
                check_actions(&game, &state, &seen, &mut random);
            }
            let action = match game.actor(&state) {
                Actor::Chance => game.sample_chance(&state, &mut random),
                _ if played % 4 == 0 => game.random_action(&state, &mut Vec::new(), &mut random),
                _ if random.below(20) == 0 => {
                    game.random_action(&state, &mut Vec::new(), &mut random)
                }
                _ if played % 4 == 1 => {
                    game.ask_agent(builder, &state, &mut Vec::new(), &mut random)
                }
                _ => game.pick_own(&state, &mut random),
            };
            plies += u32::from(!action.is_chance());
            words += u32::from(matches!(action, Action::Spell(..)));
            if random.below(50) == 0 {
                let place = random.below(64) as usize;
                match seen.get_mut(place) {
                    Some(kept) => *kept = action,
                    None => seen.push(action),
                }
            }
            game.apply(&mut state, action);
        }
        assert!(plies <= game.max_plies());
        check_end(&game, &state);
        by_reason[game.outcome(&state).expect("an outcome").reason as usize] += 1;
    }
    assert!(by_reason.iter().all(|&count| count > 0), "{by_reason:?}");
    assert!(words > games, "{words} words");
}
