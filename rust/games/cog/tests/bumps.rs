//! The turn-order edge: examples W-48 to W-64 and what the options change (C-70 to C-83).

use serde_json::{Map, Value, json};

use super::super::Cog;
use super::super::action::Action;
use super::super::state::{Node, State, Step};
use super::random_games::game;
use crate::game::{Game, Refusal};
use crate::random::Random;

/// A game under way, at a placement of seat 0, with turn-order slots such as `- 1 2! -`: seats, `!` for
/// protected ones. Bonuses lie where nobody is; a moved cog is told by `1+`, its bonus still lies there.
fn position(players: u8, options: &Map<String, Value>, slots: &str, stars: u32) -> (Cog, State) {
    let game = game(players, options);
    let mut state = game.initial();
    let mut random = Random::stream(1, 2);
    while state.node != Node::Place {
        let event = game.sample_chance(&state, &mut random);
        game.apply(&mut state, event);
    }
    for (slot, text) in slots.split_whitespace().enumerate() {
        let Ok(seat) = text.trim_end_matches(['!', '+']).parse() else { continue };
        let there = &mut state.slots[slot];
        (there.cog, there.is_protected) = (Some(seat), text.ends_with('!'));
        if !text.ends_with('+') {
            (there.letters, there.stars, there.vp) = Default::default();
        }
        state.mats[usize::from(seat)].edges |= 8;
    }
    let mat = state.mat_mut();
    mat.stars = stars;
    (game, state)
}

/// The slots as in `position`, and what the player of seat 0 has gained: stars, points and letters.
fn told(game: &Cog, state: &State) -> String {
    let slots = game.slots(state).iter().map(|slot| {
        let has_bonus = slot.stars > 0 || slot.vp > 0 || !slot.letters.is_empty();
        match slot.cog {
            None => "-".to_owned(),
            Some(seat) => {
                let mark = if slot.is_protected { "!" } else { "" };
                format!("{seat}{mark}{}", if has_bonus { "+" } else { "" })
            }
        }
    });
    slots.collect::<Vec<_>>().join(" ")
}

fn place(given: &Value, players: u8, before: &str, stars: u32, text: &str) -> String {
    let options = given.as_object().cloned().unwrap_or_default();
    let (game, mut state) = position(players, &options, before, stars);
    let action = game.parse_action(text).expect("an action");
    let mut legal = Vec::new();
    game.legal_actions(&state, &mut legal);
    let checked = game.check(&state, action);
    assert_eq!(checked.is_ok(), legal.contains(&action), "{before}: {text}");
    if let Err(refusal) = checked {
        return refusal.rule().to_owned();
    }
    let mat = state.mats[0];
    let supply = state.stars;
    game.apply(&mut state, action);
    while state.step == Step::After(0) && state.node == Node::DrawLetter {
        let letter = state.bag.nth(0);
        game.apply(&mut state, Action::Draw(letter));
    }
    let gained = [
        ("*", i64::from(state.mats[0].stars) - i64::from(mat.stars)),
        ("VP", i64::from(state.mats[0].vp) - i64::from(mat.vp)),
        ("?", i64::from(state.mats[0].reserve.len()) - i64::from(mat.reserve.len())),
        ("supply", i64::from(state.stars) - i64::from(supply)),
    ];
    let gained: Vec<String> = gained
        .into_iter()
        .filter(|&(_, count)| count != 0)
        .map(|(what, count)| format!("{count:+}{what}"))
        .collect();
    [told(&game, &state), gained.join(" ")].join(" ").trim_end().to_owned()
}

// W-48 to W-63; rules C-50, C-58, C-70 to C-82, C-262. Seats: 0 places, 1 to 3 stand for the others.
#[test]
fn the_table_of_the_rules() {
    let none = json!({});
    let rows = [
        (48, 4, "- - - -", 3, "order 2", "- 0 - - +1*"),
        (49, 4, "- - - -", 3, "order 1", "0 - - -"),
        (50, 4, "- 1 - -", 3, "order 2", "- 0 1+ - -1* +1supply"),
        (51, 4, "- 1 2 -", 3, "order 2", "- 0 1 2+ -1* +1supply"),
        (52, 4, "1 - 2 -", 3, "order 1", "0 1+ 2 - -1* +1supply"),
        (53, 4, "- 1 2+ -", 3, "order 3", "- 1 0 2+ -1* +3VP +1supply"),
        (54, 4, "- 1 2 3", 3, "order 2", "C-75"),
        (55, 4, "- 1 2 3", 3, "order 1", "0 1 2 3"),
        (56, 4, "- 1! - -", 3, "order 2", "C-76"),
        (57, 4, "- 1 2! -", 3, "order 2", "C-79"),
        (58, 4, "1 - 2! -", 3, "order 1", "0 1+ 2! - -1* +1supply"),
        (59, 4, "- 1 - -", 3, "order 2 protect", "- 0! 1+ - -2* +1supply"),
        (60, 4, "- - - -", 1, "order 2 protect", "- 0! - -"),
        (60, 4, "- - - -", 0, "order 2 protect", "C-76"),
        (61, 3, "- - 1", 3, "order 3", "C-75"),
        (62, 2, "1 -", 3, "order 1", "0 1+ -1* +1supply"),
        (63, 2, "- 1", 3, "order 2", "C-75"),
    ];
    for (number, players, before, stars, text, after) in rows {
        assert_eq!(place(&none, players, before, stars, text), after, "W-{number}");
    }
}

// C-57, C-62, C-72, C-80, C-82.
#[test]
fn stars_are_paid_before_the_bonus() {
    let none = json!({});
    assert_eq!(place(&none, 4, "- 1 - -", 0, "order 2"), "C-72");
    assert_eq!(place(&none, 4, "- 1 - -", 1, "order 2 protect"), "C-80");
    assert_eq!(place(&none, 4, "0 - - -", 3, "order 2"), "C-57");
    assert_eq!(place(&none, 4, "- 1 - -", 1, "order 2"), "- 0 1+ - -1* +1supply");
}

// C-75, C-79, C-81 with the options that change them.
#[test]
fn options_of_the_bump() {
    let over = json!({"bump_over_protected": true});
    assert_eq!(place(&over, 4, "- 1 2! -", 3, "order 2"), "- 0 2! 1+ -1* +1supply");
    assert_eq!(place(&over, 4, "1 2! 3 -", 3, "order 1"), "0 2! 1 3+ -1* +1supply");
    assert_eq!(place(&over, 4, "- 1! - -", 3, "order 2"), "C-76");
    let wrap = json!({"bump_pushout": "wrap"});
    assert_eq!(place(&wrap, 4, "- 1 2 3", 3, "order 2"), "3 0 1 2 -1* +1supply");
    assert_eq!(place(&wrap, 4, "- - 1 2", 3, "order 4"), "- 2+ 1 0 -1* +1supply");
    assert_eq!(place(&wrap, 4, "- 1 2! 3", 3, "order 2"), "C-79");
    let both = json!({"bump_pushout": "wrap", "bump_over_protected": true});
    assert_eq!(place(&both, 4, "- 1 2 3!", 3, "order 2"), "2 0 1 3! -1* +1supply");
    let full = json!({"bump_takes": "full_bonus"});
    assert_eq!(place(&full, 4, "- 1 2 -", 3, "order 3"), "- 1 0 2+ -1* +3VP +1supply");
    assert_eq!(place(&full, 4, "- 1 2+ -", 3, "order 3"), "- 1 0 2+ -1* +3VP +1supply");
    assert_eq!(place(&full, 4, "- 1 - -", 3, "order 2"), "- 0 1+ -");
    let nothing = json!({"bump_takes": "nothing"});
    assert_eq!(place(&nothing, 4, "- 1 2+ -", 3, "order 3"), "- 1 0+ 2+ -1* +1supply");
}
