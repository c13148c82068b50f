//! The sets of `tests/data/cog`: the sound ones are read, the others reported as the text beside them
//! says.

use std::path::PathBuf;

use super::*;

fn file(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/cog");
    std::fs::read_to_string(folder.join(name)).expect("the file")
}

#[test]
fn sets_of_any_size_are_read() {
    let read =
        |name: &str| parse(&file(name)).unwrap_or_else(|faults| panic!("{name}: {faults:?}"));
    let small = read("small-6x6.toml");
    assert_eq!((small.grid.side, small.words.len()), (6, 9));
    assert!(small.words.iter().all(|word| word.letters.len() == 2));
    let large = read("large-16x16.toml");
    assert_eq!((large.grid.side, large.words.len()), (MAX_SIDE, MAX_WORDS));
    let longest = large.words.iter().map(|word| word.letters.len()).max();
    assert_eq!(longest, Some(MAX_WORD));
    assert_eq!(large.grid.centre(), [(7, 7), (7, 8), (8, 7), (8, 8)]);
    let other = read("other-boards.toml");
    assert_eq!([2, 4].map(|players| other.face(players).track.len()), [4, 60]);
    assert_eq!([2, 3, 4].map(|players| other.deck(players)), [17; 3]);
}

#[test]
fn faults_are_reported_as_written_down() {
    let problems = parse(&file("broken/faults.toml")).expect_err("faults");
    let lines = problems.iter().map(|p| {
        let rule = if p.rule.is_empty() { "-" } else { p.rule };
        format!("{}:{} {} {rule} {}\n", p.line, p.column, p.key, p.message)
    });
    assert_eq!(lines.collect::<String>(), file("broken/faults.txt"));
    for problem in parse(&file("broken/syntax.toml")).expect_err("faults") {
        assert!(problem.message.starts_with("not TOML: ") && problem.line > 0);
    }
}
