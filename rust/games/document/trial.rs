//! What the tests of all loaders check reports with.

use std::path::Path;

use crate::game::ComponentProblem;

/// Marks the place at which a report has to point; no part of the file.
const MARK: char = '‸';

/// A text with each `from`, which it has exactly once, replaced.
pub(crate) fn changed(text: &str, changes: &[(&str, &str)]) -> String {
    changes.iter().fold(text.to_owned(), |text, (from, to)| {
        assert_eq!(text.matches(from).count(), 1, "{from:?} is in the text once");
        text.replacen(from, to, 1)
    })
}

/// Checks that a text is refused for one fault alone, at the mark (nowhere without one), and for no
/// other reason.
#[track_caller]
pub(crate) fn refused<T>(
    parse: impl FnOnce(&str) -> Result<T, Vec<ComponentProblem>>,
    marked: &str,
    key: &str,
    rule: &str,
    message: &str,
) {
    let place = marked.find(MARK);
    let text = marked.replace(MARK, "");
    let (line, column) = place.map_or((0, 0), |place| {
        let lines: Vec<&str> = text[..place].split('\n').collect();
        (lines.len(), lines[lines.len() - 1].chars().count() + 1)
    });
    let problems = parse(&text).err().expect("a fault");
    let found: Vec<_> =
        problems.iter().map(|p| (p.line, p.column, &*p.key, p.rule, &*p.message)).collect();
    assert_eq!(found, [(line, column, key, rule, message)]);
}

/// Checks that a report has few problems, each with a place that the text has, in their order.
pub(crate) fn check_report(text: &str, problems: &[ComponentProblem]) {
    assert!((1..=20).contains(&problems.len()), "{} problems", problems.len());
    let lines: Vec<&str> = text.split('\n').collect();
    let places: Vec<_> = problems.iter().map(|problem| (problem.line, problem.column)).collect();
    assert!(places.is_sorted(), "in the order of the file");
    for (problem, (line, column)) in problems.iter().zip(places) {
        if (line, column) != (0, 0) {
            let line = lines.get(line - 1).expect("the line exists");
            assert!((1..=line.chars().count() + 1).contains(&column), "the column exists");
        }
        assert!(!problem.message.is_empty() && !problem.message.contains('\n'));
    }
}

/// The rules that a table of checks names, in its order; its rows begin with `start`.
pub(crate) fn rules(table: &str, start: &str) -> Vec<String> {
    let rows = table.lines().filter_map(|line| line.trim().strip_prefix(start));
    let first = rows.filter_map(|row| row.split('|').next()).map(|cell| cell.trim().to_owned());
    first.filter(|rule| rule != "rule" && !rule.starts_with('-')).collect()
}

/// The part of the guide, `docs/components.md`, whose title begins so.
pub(crate) fn guide(title: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/components.md");
    let guide = std::fs::read_to_string(path).expect("the guide");
    guide.split("\n## ").find(|part| part.starts_with(title)).expect("its part").to_owned()
}

/// The fenced blocks of a text that begin with this line.
pub(crate) fn blocks(text: &str, fence: &str) -> Vec<String> {
    let fence = format!("\n{fence}\n");
    let parts = text.split(&fence).skip(1);
    parts.map(|part| part.split("```").next().unwrap_or_default().to_owned()).collect()
}
