//! Pawns (W-66 to W-77), the majority of item cards (W-91 to W-98), the winner (W-103) and running out
//! of letters (W-109 to W-111).

use serde_json::{Map, json};

use super::super::Cog;
use super::super::action::Action;
use super::super::pending::Source;
use super::super::rules::Reason;
use super::super::state::{Node, State, Step};
use super::super::types::{Letters, Tile};
use super::random_games::game;
use crate::game::{Actor, Game};
use crate::random::Random;

/// A game at its first placement, with letters from A on in the centre.
fn begun(players: u8) -> (Cog, State) {
    let game = game(players, &Map::new());
    let mut state = game.initial();
    let mut random = Random::stream(3, 4);
    while state.node != Node::Place {
        let event = game.sample_chance(&state, &mut random);
        game.apply(&mut state, event);
    }
    (game, state)
}

/// Where the pawn of seat 0 ends and what it gains: stars, points, letters of the bag, picks.
fn moved(players: u8, own: u8, others: &[u8], neutral: [u8; 2], pips: u8) -> (u8, [u8; 4]) {
    let (game, mut state) = begun(players);
    state.mats[0].pawn = own;
    for (mat, &space) in state.mats[1..].iter_mut().zip(others) {
        mat.pawn = space;
    }
    state.neutral = neutral;
    state.dice[0].pips = pips;
    state.mats[0].stars = 0;
    let before = state.mats[0];
    let mut random = Random::stream(5, 6);
    let mut picks = 0;
    // Conversions are possible after the die, so the pawn has to be moved.
    game.apply(&mut state, Action::Die(0));
    if state.node == Node::Reroll {
        game.apply(&mut state, Action::Move);
    }
    while !state.pending.is_empty() {
        let mut legal = Vec::new();
        game.legal_actions(&state, &mut legal);
        let action = match game.actor(&state) {
            Actor::Chance => game.sample_chance(&state, &mut random),
            _ => {
                picks += 1;
                legal[0]
            }
        };
        game.apply(&mut state, action);
    }
    let after = &state.mats[0];
    let drawn = after.reserve.len() - before.reserve.len() - picks;
    assert!(state.centre.iter().flatten().count() == 6, "C-97: the centre is full again");
    let gained = [(after.stars) as u8, (after.vp - before.vp) as u8, drawn, picks];
    (after.pawn, gained)
}

/// Example, own pawn, other pawns, neutral pawns, pips; where the pawn ends and what it gains.
type Move<'a> = (u8, u8, &'a [u8], [u8; 2], u8, u8, [u8; 4]);

// W-66 to W-75; rules C-89 to C-94, C-98, C-258.
#[test]
fn pawns_gain_where_nobody_else_stands() {
    let none = [0; 4];
    let free = [99; 2];
    let rows: [Move<'_>; 10] = [
        (66, 0, &[0, 0, 0], free, 4, 4, [1, 1, 0, 0]),
        (67, 0, &[5, 0, 0], free, 5, 5, none),
        (68, 0, &[1, 2, 5], free, 6, 6, [0, 0, 1, 0]),
        (69, 14, &[0, 15, 7], free, 5, 3, [0, 0, 0, 1]),
        (70, 3, &[0, 0, 9], free, 5, 8, [0, 0, 0, 2]),
        (71, 12, &[0, 0, 3], free, 4, 0, none),
        (72, 12, &[1, 2, 3], free, 4, 0, [0, 2, 0, 0]),
        (73, 2, &[3, 3, 7], free, 1, 3, none),
        (74, 7, &[0], [3, 11], 4, 11, none),
        (75, 8, &[0], [3, 11], 4, 12, [0, 2, 1, 0]),
    ];
    for (number, own, others, neutral, pips, ends, gained) in rows {
        let players = others.len() as u8 + 1;
        assert_eq!(moved(players, own, others, neutral, pips), (ends, gained), "W-{number}");
    }
}

// W-76, W-77; rules C-86 to C-88, C-255, C-256.
#[test]
fn a_die_is_rolled_again_and_neutral_pawns_keep_apart() {
    let (game, mut state) = begun(4);
    let aqua = game.set.die_named("aqua").expect("a die");
    state.mats[0].pawn = 3;
    state.mats[1].pawn = 5;
    state.mats[0].stars = 1;
    state.dice[usize::from(aqua)].pips = 2;
    game.apply(&mut state, Action::Die(aqua));
    assert_eq!(state.node, Node::Reroll);
    game.apply(&mut state, Action::Reroll);
    assert_eq!((state.node, state.mats[0].stars), (Node::Roll(aqua), 0));
    game.apply(&mut state, Action::Roll(aqua, 5));
    assert_eq!((state.node, state.mats[0].pawn), (Node::Take, 8));
    assert_eq!(state.dice[usize::from(aqua)].pips, 5);
    let meets = |id: &str| game.is_met(&state, game.set.card_named(id).expect("a card"));
    assert!(meets("CO2-aqua") && meets("PI1-25") && !meets("PI2-46") && !meets("CO1-red"));

    let (game, mut state) = begun(2);
    (state.neutral, state.step) = ([0, 8], Step::Neutral);
    game.apply(&mut state, Action::RollNeutral(3));
    assert_eq!(state.neutral, [3, 11]);
    state.step = Step::Neutral;
    game.apply(&mut state, Action::RollNeutral(6));
    assert_eq!(state.neutral, [9, 1]);
}

/// Example, players, completed cards by seat, seats by position, points by seat.
type Majority = (u8, u8, [u32; 4], [u8; 4], [u32; 4]);

// W-91 to W-98; rules C-240 to C-244, C-260, C-261.
#[test]
fn the_majority_of_item_cards() {
    let rows: [Majority; 8] = [
        (91, 4, [4, 2, 1, 1], [3, 2, 1, 0], [15, 6, 1, 1]),
        (92, 4, [3, 3, 1, 2], [1, 0, 2, 3], [8, 12, 1, 2]),
        (93, 4, [1, 4, 2, 2], [0, 2, 3, 1], [1, 15, 6, 2]),
        (94, 3, [2, 2, 2, 0], [2, 0, 1, 0], [6, 2, 9, 0]),
        (95, 4, [0, 2, 0, 0], [0, 1, 2, 3], [0, 9, 0, 0]),
        (96, 3, [0, 0, 0, 0], [0, 1, 2, 0], [0, 0, 0, 0]),
        (97, 2, [3, 2, 0, 0], [1, 0, 0, 0], [12, 4, 0, 0]),
        (98, 2, [2, 2, 0, 0], [1, 0, 0, 0], [4, 9, 0, 0]),
    ];
    for (number, players, counts, positions, points) in rows {
        let game = game(players, &Map::new());
        assert_eq!(game.rank_items(counts, &positions), points, "W-{number}");
    }
    // C-244 with `item_rank_needs_card=false`: the first by position gets 3 points, the second 2.
    let literal = json!({"item_rank_needs_card": false});
    let game = game(3, literal.as_object().expect("options"));
    assert_eq!(game.rank_items([0; 4], &[0, 1, 2, 0]), [3, 2, 0, 0]);
}

// W-103; rules C-248 to C-250.
#[test]
fn a_tie_goes_to_the_better_position() {
    let (game, mut state) = begun(3);
    state.step = Step::Over(Reason::LastRound);
    state.node = Node::Over;
    state.order = [0, 1, 2, 0];
    for (slot, seat) in [2, 1, 0].into_iter().enumerate() {
        state.slots[slot].cog = Some(seat);
    }
    for (mat, vp) in state.mats.iter_mut().zip([64, 64, 50]) {
        mat.vp = vp;
        mat.reserve = Default::default();
    }
    let outcome = game.outcome(&state).expect("an outcome");
    assert_eq!((outcome.winners, game.returns(&state, 1)), (0b010, 1.0));
    assert_eq!(game.score(&state, 0), 64.0);
}

/// A position in which so many tiles are in the bag, all with the letter A.
fn with_bag(tiles: u8) -> (Cog, State) {
    let (game, mut state) = begun(4);
    state.bag = Letters::default();
    state.bag.add(0, tiles);
    (game, state)
}

// W-109; rules C-226, C-228, C-232.
#[test]
fn spares_go_into_an_empty_bag() {
    let (game, mut state) = with_bag(1);
    state.round = 5;
    let card = game.set.card_named("IM4").expect("a card");
    state.pending.begin(Source::Card(card));
    game.proceed(&mut state);
    assert_eq!((state.node, state.spares_round), (Node::DrawLetter, 0));
    game.apply(&mut state, Action::Draw(0));
    assert_eq!((state.node, state.spares_round, state.is_last), (Node::DrawLetter, 5, true));
    assert_eq!(state.bag, game.spares);
    assert!(game.is_short(&state));
}

// W-110; rules C-229, C-231.
#[test]
fn points_replace_letters_that_nobody_can_draw() {
    let (game, mut state) = with_bag(0);
    state.spares_round = state.round;
    let vp = state.mats[0].vp;
    let card = game.set.card_named("CO2-red").expect("a card");
    state.pending.begin(Source::Card(card));
    game.proceed(&mut state);
    assert_eq!((state.node, state.mats[0].vp), (Node::Place, vp + 2));
    // A conversion brings points, too, unless a tile has come back.
    state.mats[0].stars = 4;
    game.apply(&mut state, Action::ConvertStars);
    assert_eq!((state.node, state.mats[0].vp), (Node::Place, vp + 4));
    state.bag.add(8, 1);
    game.apply(&mut state, Action::ConvertStars);
    assert_eq!(state.node, Node::DrawLetter);
    game.apply(&mut state, Action::Draw(8));
    assert!(state.mats[0].reserve.count(Tile::natural(8)) > 0 && state.bag.is_empty());
    // C-230: slots that should hold letters hold points.
    (state.top, state.step) = (Default::default(), Step::Top(0, 0));
    game.proceed(&mut state);
    let points: Vec<u8> = state.top.iter().map(|slot| slot.vp).collect();
    assert_eq!((points, state.node), (vec![4, 6, 4, 2], Node::DealCard));
}

// W-111; rule C-227.
#[test]
fn an_empty_bag_alone_changes_nothing() {
    let (game, mut state) = with_bag(1);
    let card = game.set.card_named("CO2-red").expect("a card");
    state.pending.begin(Source::Card(card));
    game.proceed(&mut state);
    game.apply(&mut state, Action::Draw(0));
    assert!(state.bag.is_empty() && state.spares_round == 0 && !state.is_last);
    assert_eq!(state.node, Node::Place);
}
