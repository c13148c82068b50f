//! The worked examples of the rules, played by the engine, and what random games of all options have
//! to keep. The rules one by one are tested through Python, in `tests/bogoss/`.

use serde_json::{Map, Value};

use super::Bogoss;
use super::components::{ComponentSet, DEFAULT_V1};
use super::rules::INFO;
use crate::game::ComponentSource;
use crate::play::options;

mod examples;
mod hands;
mod random_games;

/// The game with the default deck, the given options and the defaults of all others.
fn game(players: u8, given: &Value) -> Bogoss {
    let none = Map::new();
    let given = given.as_object().unwrap_or(&none);
    let options = options::resolve(&INFO, players, given).expect("options of their kinds");
    let source = ComponentSource { file: String::new(), text: DEFAULT_V1.to_owned() };
    let is_sided = given.get("sided_limbs") == Some(&Value::Bool(true));
    let set = ComponentSet::parse(&source, is_sided).expect("the default deck");
    Bogoss::from_set(set, players, options)
}
