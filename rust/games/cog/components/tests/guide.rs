//! `docs/components.md` says what is true.

use std::path::Path;

use super::parse;

/// The guide's part on this game.
fn part() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/components.md");
    let guide = std::fs::read_to_string(path).expect("the guide");
    guide.split("\n## ").find(|part| part.starts_with("C.O.G.")).expect("its part").to_owned()
}

/// The fenced blocks of the part that begin with this line.
fn blocks(fence: &str) -> Vec<String> {
    let part = part();
    let fence = format!("\n{fence}\n");
    part.split(&fence)
        .skip(1)
        .map(|part| part.split("```").next().unwrap_or_default().to_owned())
        .collect()
}

#[test]
fn the_example_is_a_set_with_the_canonical_text_shown() {
    let [example] = &blocks("```toml")[..] else { panic!("one block of TOML") };
    let set = parse(example).unwrap_or_else(|problems| panic!("{problems:?}"));
    assert_eq!(blocks("```text"), [set.canonical()]);
}

/// The rules that a table of checks names, in its order.
fn rules(table: &str, start: &str) -> Vec<String> {
    let rows = table.lines().filter_map(|line| line.trim().strip_prefix(start));
    let first = rows.filter_map(|row| row.split('|').next()).map(|cell| cell.trim().to_owned());
    first.filter(|rule| rule != "rule" && !rule.starts_with('-')).collect()
}

#[test]
fn the_module_and_the_guide_name_the_same_rules() {
    let part = part();
    let checks = part.split("| rule | what is refused |").nth(1).expect("a table of checks");
    let checks = checks.split("\n\n").next().expect("its rows");
    let module = include_str!("../../components.rs");
    let named = rules(module, "//! |");
    assert_eq!(rules(checks, "|"), named);
    assert!(named.len() > 10 && named.iter().all(|rule| rule == "none" || rule.contains('-')));
}
