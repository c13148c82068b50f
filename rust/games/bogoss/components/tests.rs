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

#[test]
fn the_default_deck_is_as_documented() {
    let source = ComponentSource { file: String::new(), text: DEFAULT_V1.to_owned() };
    let set = ComponentSet::parse(&source, false).expect("the default deck");
    assert_eq!(
        (set.info.name.as_str(), set.info.source.as_str()),
        ("default-v1", "reconstruction")
    );
    let digest = "d187d8b5b845340810cd1a28c7d16a143dc1c42ca803d86dbfadae3df43d0407";
    assert_eq!(set.info.digest, digest);
    let sided = ComponentSet::parse(&source, true).expect("even limbs");
    assert_eq!(sided, set);
    for is_sided in [false, true] {
        assert_eq!(set.deck(is_sided).len(), 44);
        let names: Vec<(&str, u8)> = set
            .deck(is_sided)
            .sorts()
            .map(|sort| (sort.name(is_sided), set.deck(is_sided).count(sort)))
            .collect();
        let expected = if is_sided {
            "wLl 5 wLr 5 wAl 5 wAr 5 wS 5 wR 5 bLl 2 bLr 2 bAl 2 bAr 2 bS 2 bR 2 J 2"
        } else {
            "wL 10 wA 10 wS 5 wR 5 bL 4 bA 4 bS 2 bR 2 J 2"
        };
        let found: Vec<String> = names.iter().map(|(name, n)| format!("{name} {n}")).collect();
        assert_eq!(found.join(" "), expected);
    }
}

#[test]
fn every_fault_is_reported_with_place_and_rule() {
    let text = include_str!("../../../../tests/data/bogoss/broken/faults.toml");
    let expected = [
        (0, "edition", ""),
        (2, "name", ""),
        (4, "jokers", "B-1"),
        (5, "author", ""),
        (7, "whole", "B-1"),
        (9, "whole.A", "B-51"),
        (10, "whole.S", "B-51"),
        (13, "broken.S", "B-2"),
        (14, "broken.L", "B-41"),
        (15, "broken.A", "B-2"),
        (16, "broken.R", "B-2"),
        (17, "broken.J", ""),
    ];
    let expected = expected.map(|(line, key, rule)| (line, key.to_owned(), rule));
    assert_eq!(places(text, false), expected);
}

#[test]
fn odd_limbs_have_no_sides() {
    let text = DEFAULT_V1.replace("L = 10\nA = 10", "L = 11\nA = 9");
    let source = ComponentSource { file: String::new(), text: text.clone() };
    assert!(ComponentSet::parse(&source, false).is_ok());
    assert_eq!(
        places(&text, true),
        [(15, "whole.L".to_owned(), "B-5"), (16, "whole.A".to_owned(), "B-5")]
    );
}

#[test]
fn other_counts_make_another_digest() {
    let read = |text: &str| {
        let source = ComponentSource { file: String::new(), text: text.to_owned() };
        ComponentSet::parse(&source, false).expect("a sound deck")
    };
    let counted = read(include_str!("../../../../tests/data/bogoss/counted.toml"));
    assert_eq!(counted.counts, [[12, 8, 6, 4], [6, 2, 3, 1]]);
    assert_ne!(counted.info.digest, read(DEFAULT_V1).info.digest);
    let renamed = DEFAULT_V1.replace("source = \"reconstruction\"", "source = \"counted\"");
    assert_eq!(read(&renamed).info.digest, read(DEFAULT_V1).info.digest);
}
