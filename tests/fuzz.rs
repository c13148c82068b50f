//! Whatever text comes in, it is read or refused with an error; nothing panics. The entry points are
//! those that untrusted text reaches: action texts, states as JSON, records and component sets.

use std::sync::{Arc, OnceLock};

use ludoteca::game::{Actor, ComponentSource};
use ludoteca::games::find;
use ludoteca::play::{AnyGame, AnyState, Stream, read_header};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

fn game(index: usize) -> Arc<dyn AnyGame> {
    static GAMES: OnceLock<Vec<Arc<dyn AnyGame>>> = OnceLock::new();
    let games = GAMES.get_or_init(|| {
        let all = json!({
            "expansions": ["vidracaria", "janelao", "clientes"],
            "back_visibility": "physical",
            "pairing": "shuffled",
        });
        let every = json!({
            "give_choice": "asker",
            "lay_mode": "free",
            "donor_refill": true,
            "refill_empty": 3,
            "sided_limbs": true,
        });
        let both = json!({"expansions": ["masters", "tools"], "gate": "sticky"});
        let odd = json!({
            "first_player": "random",
            "star_limit": "none",
            "removal_leaves_run": "legal",
            "bump_pushout": "wrap",
            "bump_takes": "full_bonus",
            "order_leftover": "add",
            "grid_card_redraw": true,
            "inner_bonus_repeat": false,
            "deconstruct_any_time": true,
            "out_of_letters_end": "second",
            "sim_order": "random",
        });
        let small = json!({
            "ranks": 4,
            "suits": 3,
            "initial_cards": 4,
            "most_books_wins": false,
            "end_on_first_out": true,
            "ask_after_empty_draw": false,
            "max_asks": 30,
        });
        [
            ("cobogo", 2, json!({})),
            ("cobogo", 3, all),
            ("bogoss", 3, json!({})),
            ("bogoss", 2, every),
            ("athos", 3, both.clone()),
            ("athos", 1, both),
            ("cog", 4, json!({})),
            ("cog", 2, odd),
            ("connect_four", 2, json!({})),
            ("go_fish", 3, json!({})),
            ("go_fish", 2, small),
        ]
        .into_iter()
        .map(|(name, players, options)| {
            let options: Map<String, Value> = serde_json::from_value(options).unwrap();
            find(name).unwrap().make(players, &options, None).unwrap()
        })
        .collect()
    });
    Arc::clone(&games[index % games.len()])
}

/// A state some random plies into a game.
fn state(game: &dyn AnyGame, seed: u64, plies: usize) -> Box<dyn AnyState> {
    let mut state = game.start(Some(Stream { seed, index: 0 }));
    for ply in 0..plies {
        if state.actor() == Actor::Nobody {
            break;
        }
        let action = state.agent_action("random", seed ^ ply as u64).unwrap();
        state = state.apply(action).unwrap();
    }
    state
}

/// A text with some characters cut out, doubled or replaced.
fn mangle(text: &str, edits: &[(prop::sample::Index, u8, char)]) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for (at, kind, new) in edits {
        if chars.is_empty() {
            break;
        }
        let at = at.index(chars.len());
        match kind % 4 {
            0 => chars[at] = *new,
            1 => chars.insert(at, *new),
            2 => drop(chars.remove(at)),
            _ => drop(chars.drain(at..(at + 7).min(chars.len()))),
        }
    }
    chars.into_iter().collect()
}

fn edits() -> impl Strategy<Value = Vec<(prop::sample::Index, u8, char)>> {
    let chars = prop_oneof![
        prop::sample::select("0159-,:{}[]\"ABC#.* \n".chars().collect::<Vec<_>>()),
        any::<char>()
    ];
    prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), chars), 1..6)
}

/// Uses a state as a front end would; a state that was accepted must bear all of it.
fn use_it(state: &dyn AnyState) {
    for seat in 0..2 {
        state.view(Some(seat));
        state.observe(seat);
        state.determinize(seat, 3);
    }
    state.record();
    state.to_json();
    state.legal_mask();
    for &(event, _) in state.chance_outcomes().iter().take(2) {
        state.apply(event).unwrap();
    }
    let actions = state.legal_actions();
    for &action in actions.iter().take(2).chain(actions.last()) {
        state.apply(action).unwrap();
    }
}

/// Replaces one value somewhere in a JSON tree.
fn replace(value: &mut Value, path: &[prop::sample::Index], new: &Value) {
    let Some((step, rest)) = path.split_first() else {
        *value = new.clone();
        return;
    };
    match value {
        Value::Array(list) if !list.is_empty() => {
            let at = step.index(list.len());
            replace(&mut list[at], rest, new);
        }
        Value::Object(object) if !object.is_empty() => {
            let at = step.index(object.len());
            let key = object.keys().nth(at).cloned().unwrap();
            replace(&mut object[&key], rest, new);
        }
        other => *other = new.clone(),
    }
}

fn small_json() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-300_i64..300).prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        prop::sample::select(vec![
            "C01",
            "C05",
            "G1",
            "W2",
            "S3",
            "A.#",
            "play",
            "draw",
            "rejected 1",
            "wL wL bS J",
            "wLl",
            "0 1 L given wL",
            "1 0 S no hit",
            "give",
            "lay",
            "asker",
            "Aa",
            "Ab1",
            "laying",
            "spatulas",
            "keep",
            "roll",
            "COG",
            "IM1",
            "place 3",
            "after 4",
            "construct 1",
            "track 5",
            "..c.......",
            "x......",
            "a a b",
            "1 a",
            "fish",
            "refill",
            ""
        ])
        .prop_map(Value::from),
        Just(json!([])),
        Just(json!({})),
        Just(json!(["C02", "C02"])),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn action_texts(which in any::<usize>(), text in ".{0,40}", seed in 0..4_u64, edits in edits()) {
        let game = game(which);
        let state = state(&*game, seed, seed as usize);
        let legal = state.legal_actions();
        let near = mangle(&game.action_text(legal[seed as usize % legal.len()]), &edits);
        for text in [text, near] {
            if let Ok(word) = game.parse_action(&text) {
                let canonical = game.action_text(word);
                prop_assert_eq!(game.parse_action(&canonical).ok(), Some(word));
                let explained = state.explain(word);
                prop_assert_eq!(explained.rule.is_none(), state.apply(word).is_ok());
            }
        }
    }

    #[test]
    fn mangled_json(which in any::<usize>(), seed in 0..6_u64, plies in 0..40_usize, edits in edits()) {
        let game = game(which);
        let text = mangle(&state(&*game, seed, plies).to_json(), &edits);
        if let Ok(state) = game.state_from_json(&text) {
            use_it(&*state);
        }
    }

    #[test]
    fn changed_json(
        which in any::<usize>(),
        seed in 0..6_u64,
        plies in 0..40_usize,
        path in prop::collection::vec(any::<prop::sample::Index>(), 1..6),
        new in small_json(),
        drawn in any::<bool>(),
    ) {
        let game = game(which);
        // A drawn state carries no events to be checked against: the position stands alone.
        let state = state(&*game, seed, plies);
        let state = if drawn { state.determinize(0, seed) } else { state };
        let mut value: Value = serde_json::from_str(&state.to_json()).unwrap();
        replace(&mut value, &path, &new);
        if drawn && value.get("origin").is_some_and(Value::is_object) {
            value["origin"]["position"] = value["position"].clone();
        }
        if let Ok(state) = game.state_from_json(&value.to_string()) {
            use_it(&*state);
        }
    }

    #[test]
    fn records(which in any::<usize>(), seed in 0..6_u64, plies in 0..40_usize, edits in edits()) {
        let game = game(which);
        let text = mangle(&state(&*game, seed, plies).record(), &edits);
        let _ = read_header(&text);
        if let Ok(state) = game.replay(&text) {
            use_it(&*state);
        }
    }

    #[test]
    fn component_sets(which in 0..6_usize, edits in edits(), junk in ".{0,200}") {
        let (name, players) = [
            ("cobogo", 1),
            ("bogoss", 2),
            ("athos", 2),
            ("cog", 2),
            ("connect_four", 2),
            ("go_fish", 2),
        ][which];
        let maker = find(name).unwrap();
        let mangled = mangle(maker.info.default_components, &edits);
        for text in [mangled, junk] {
            let source = ComponentSource { file: "fuzz.toml".to_owned(), text };
            if let Ok(game) = maker.make(players, &Map::new(), Some(source)) {
                use_it(&*state(&*game, 1, 3).determinize(0, 1));
            }
        }
    }
}
