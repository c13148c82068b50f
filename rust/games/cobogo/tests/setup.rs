//! Decks that the loader refuses before a game can meet them.

use serde_json::{Value, json};

use super::super::components::{ComponentSet, FIRST_TYPE, Group};
use super::{default_set, game};
use crate::game::SetupError;

/// The default set with pattern sides of so many types, which the loader would refuse (K-6).
fn deck_of_types(types: u8) -> ComponentSet {
    let mut set = default_set();
    for card in set.cards.iter_mut().filter(|card| card.group == Group::Base) {
        card.pattern.content = FIRST_TYPE + (card.pattern.content - FIRST_TYPE) % types;
    }
    set
}

/// Option, rule and message of a refusal.
fn refusal(types: u8, options: &Value) -> Option<(String, &'static str, String)> {
    match game(deck_of_types(types), 1, options) {
        Ok(_) => None,
        Err(SetupError::Option { option, message, rule }) => Some((option, rule, message)),
        Err(other) => panic!("{other}"),
    }
}

/// K-13, T-32: a deck of A and B only. A and B are reserved, and all other cards would be turned up
/// and rejected for ever.
#[test]
fn insufficient_types() {
    let tables: toml::Table =
        toml::from_str(include_str!("../../../../tests/golden/cobogo/tables.toml")).expect("TOML");
    let data = &tables["poor_deck"];
    let number = |key: &str| data[key].as_integer().expect("a number");
    let (types, rejected) = (number("reserved"), number("rejected"));
    assert_eq!(deck_of_types(types as u8).cards_of(Group::Base).len() as i64, types + rejected);

    let (option, rule, message) = refusal(types as u8, &json!({})).expect("a refusal");
    assert_eq!((option.as_str(), rule), ("components", "K-13"));
    let error = data["error"].as_str().expect("a text");
    assert!(message.starts_with(error), "{message}");
}

/// K-13, K-101, K-102: how many types are enough follows from how many base cards are reserved.
#[test]
fn types_that_are_enough() {
    let third = json!({"expansions": ["janelao"]});
    let both = json!({"expansions": ["janelao", "clientes"]});
    let keep = json!({"expansions": ["janelao", "clientes"], "double_third": "keep_three"});
    for (options, enough) in [(&json!({}), 3), (&third, 2), (&both, 2), (&keep, 1)] {
        for types in 1..=6 {
            let refused = refusal(types, options).map(|(_, rule, _)| rule);
            let wanted = (types < enough).then_some("K-13");
            assert_eq!(refused, wanted, "{types} types, {options}");
        }
    }
}
