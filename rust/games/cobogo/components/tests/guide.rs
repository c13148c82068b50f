//! `docs/components.md` says what is true.

use super::parse;
use crate::games::document::trial;

/// The fenced blocks of the guide's part on this game that begin with this line.
fn blocks(fence: &str) -> Vec<String> {
    trial::blocks(&trial::guide("Cobog"), fence)
}

#[test]
fn the_example_is_a_set_with_the_canonical_text_shown() {
    let [example] = &blocks("```toml")[..] else { panic!("one block of TOML") };
    let set = parse(example).unwrap_or_else(|problems| panic!("{problems:?}"));
    let texts = blocks("```text");
    assert_eq!(texts.last(), Some(&set.canonical()));
}

#[test]
fn the_three_ways_to_draw_are_the_same() {
    for drawing in ["'''\nXXX\n.X.\n'''", "\"XXX/.X.\"", "'''\n   XXX\n   .X.\n'''"] {
        let text = super::small_with(&[("\"XXX\"", drawing)]);
        let set = parse(&text).unwrap_or_else(|problems| panic!("{problems:?}"));
        assert_eq!(set.cards[2].pattern.shape.to_string(), "XXX/.X.");
    }
}
