//! Tests of component sets.

use super::{ComponentSet, DEFAULT_V1};
use crate::game::{ComponentSource, SetupError};

mod default_v1;

/// Reads a set.
fn parse(text: &str) -> Result<ComponentSet, SetupError> {
    ComponentSet::parse(&ComponentSource { file: String::new(), text: text.to_owned() })
}

/// The default set.
fn default_set() -> ComponentSet {
    parse(DEFAULT_V1).expect("the default set is sound")
}
