//! Many faults at once: the whole report, and its limit.

use super::{ComponentProblem, SMALL, data, parse};

/// `line:column key rule message`, a line a problem, `-` for nothing.
fn listing(problems: &[ComponentProblem]) -> String {
    let or_dash = |text: &str| {
        if text.is_empty() { "-".to_owned() } else { text.to_owned() }
    };
    let lines = problems.iter().map(|problem| {
        let (key, rule) = (or_dash(&problem.key), or_dash(problem.rule));
        // The wording of what is not TOML is that of the parser.
        let message = problem.message.split_inclusive("not TOML").next().unwrap_or_default();
        format!("{}:{} {key} {rule} {message}\n", problem.line, problem.column)
    });
    lines.collect()
}

#[test]
fn broken_files_give_the_reports_beside_them() {
    for name in ["faults", "syntax"] {
        let problems = parse(&data(&format!("broken/{name}.toml"))).expect_err("faults");
        assert_eq!(listing(&problems), data(&format!("broken/{name}.txt")), "{name}");
    }
}

#[test]
fn line_ends_and_a_byte_order_mark_move_nothing() {
    let text = data("broken/faults.toml");
    let problems = parse(&text).expect_err("faults");
    assert_eq!(parse(&text.replace('\n', "\r\n")).expect_err("faults"), problems);
    assert_eq!(parse(&format!("\u{feff}{text}")).expect_err("faults"), problems);
    let first = "\u{feff}nome = 1";
    let place = |problem: &ComponentProblem| (problem.line, problem.column);
    assert_eq!(parse(first).expect_err("faults").last().map(place), Some((1, 1)));
}

#[test]
fn at_most_twenty_problems_are_reported_the_first_ones() {
    let text = SMALL.replace("number =", "count =").replace("shape =", "figure =");
    let problems = parse(&text).expect_err("faults");
    assert_eq!(problems.len(), 20);
    let places: Vec<_> = problems.iter().map(|problem| (problem.line, problem.column)).collect();
    assert!(places.is_sorted());
    // Nine cards have four faults each: two keys missing at the header, two unknown.
    assert_eq!(problems[19].key, "base[4].figure");
    let errors = parse(&"]\n".repeat(30)).expect_err("faults");
    let lines: Vec<usize> = errors.iter().map(|error| error.line).collect();
    assert_eq!(lines, (1..=20).collect::<Vec<_>>());
}
