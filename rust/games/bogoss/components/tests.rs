//! Tests of component sets: the default one, and every fault with its place and rule.

use super::{ComponentSet, DEFAULT_V1};
use crate::game::{ComponentProblem, ComponentSource, SetupError};

fn problems(text: &str, is_sided: bool) -> Vec<ComponentProblem> {
    let source = ComponentSource { file: "set.toml".to_owned(), text: text.to_owned() };
    match ComponentSet::parse(&source, is_sided) {
        Err(SetupError::Components { file, problems }) => {
            assert_eq!(file, "set.toml");
            problems
        }
        other => panic!("expected problems, got {other:?}"),
    }
}

/// Line, key and rule of each problem.
fn places(text: &str, is_sided: bool) -> Vec<(usize, String, &'static str)> {
    problems(text, is_sided).into_iter().map(|found| (found.line, found.key, found.rule)).collect()
}
