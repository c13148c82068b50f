//! The worked examples of the rules, played by the engine, and the rules that no game in progress
//! shows. All others are tested through Python, in `tests/cobogo/`.

use serde_json::{Map, Value};

use super::Cobogo;
use super::components::{ComponentSet, DEFAULT_V1};
use super::rules::INFO;
use crate::game::{ComponentSource, SetupError};
use crate::play::options;

mod examples;
mod setup;

/// The set of a TOML text.
fn parse(text: &str) -> ComponentSet {
    let source = ComponentSource { file: String::new(), text: text.to_owned() };
    ComponentSet::parse(&source).unwrap_or_else(|error| match error {
        SetupError::Components { problems, .. } => panic!("{problems:?}"),
        other @ SetupError::Option { .. } => panic!("{other}"),
    })
}

fn default_set() -> ComponentSet {
    parse(DEFAULT_V1)
}

/// The game with a set, the given options and the defaults of all others.
fn game(set: ComponentSet, players: u8, given: &Value) -> Result<Cobogo, SetupError> {
    let none = Map::new();
    let given = given.as_object().unwrap_or(&none);
    let options = options::resolve(&INFO, players, given).expect("options of their kinds");
    Cobogo::from_set(set, players, options)
}
