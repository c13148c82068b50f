//! `docs/components.md` says what is true.

use super::parse;
use crate::games::document::trial;

/// The fenced blocks of the guide's part on this game that begin with this line.
fn blocks(fence: &str) -> Vec<String> {
    trial::blocks(&trial::guide("C.O.G."), fence)
}

#[test]
fn the_example_is_a_set_with_the_canonical_text_shown() {
    let [example] = &blocks("```toml")[..] else { panic!("one block of TOML") };
    let set = parse(example).unwrap_or_else(|problems| panic!("{problems:?}"));
    assert_eq!(blocks("```text"), [set.canonical()]);
}

#[test]
fn the_module_and_the_guide_name_the_same_rules() {
    let part = trial::guide("C.O.G.");
    let checks = part.split("| rule | what is refused |").nth(1).expect("a table of checks");
    let checks = checks.split("\n\n").next().expect("its rows");
    let module = include_str!("../../components.rs");
    let named = trial::rules(module, "//! |");
    assert_eq!(trial::rules(checks, "|"), named);
    assert!(named.len() > 10 && named.iter().all(|rule| rule == "none" || rule.contains('-')));
}
