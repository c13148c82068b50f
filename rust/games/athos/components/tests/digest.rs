//! The digest stands for what a set means, and for nothing else.

use super::{DEFAULT_V1, SMALL, parse, small_with};

fn digest(text: &str) -> String {
    parse(text).expect("no fault").info.digest
}

#[test]
fn the_default_set_keeps_its_digest() {
    // Records carry it: should it change, those made before are refused.
    assert_eq!(
        digest(DEFAULT_V1),
        "91c1906e7a0539641f7982cf4c00b091ec777332231b1c0064c860ccde08cf8c"
    );
}

#[test]
fn the_digest_is_that_of_the_canonical_text() {
    let text = "athos component set 1
name small
edition tests
mural +...+/..*../...../...../+...+
fundathos ##./.#.
ateliers 3+1 2+4
face Aa A 4
face Ab A 2
face Bc C 1
kind one 9 Aa Aa Aa Bc Bc Bc
kind two 12 Ab Ab Ab Ab Ab Ab
card A Aa1 Ab0 Aa3/Ab1 Aa0 Ab0/Ab0 Ab1 Aa2
card C Bc0 Bc0 Bc0/Bc0 Bc0 Bc0/Bc0 Bc0 Bc0
masters contracts laying
tools level set_squares
";
    let set = parse(SMALL).expect("no fault");
    assert_eq!(set.canonical(), text);
    // The SHA-256 of that text by another program.
    assert_eq!(set.info.digest, "02b1833d08d8d2e11666edbba1132bedeeda911e2e43a0396611b7a95f744bb6");
}

#[test]
fn layout_titles_and_the_source_do_not_count() {
    for change in [
        ("# A small set.", "# Another comment."),
        ("made up", "measured"),
        ("\"first\"", "\"another\""),
        ("She who lays", "Mestre"),
        ("bubble", "Bolha"),
        ("Aa Bc Aa Bc Aa Bc", "Bc Bc Bc Aa Aa Aa"),
        ("\"##./.#.\"", "'''\n##.\n.#.\n'''"),
        ("count = 12", "count = 0b1100"),
    ] {
        assert_eq!(digest(&small_with(&[change])), digest(SMALL), "{change:?}");
    }
}

#[test]
fn everything_that_can_be_seen_in_play_counts() {
    let mut digests = vec![digest(SMALL)];
    for change in [
        ("\"small\"", "\"other\""),
        ("\"tests\"", "\"other\""),
        ("..*..", ".*..."),
        ("..*..", "..**."),
        ("..*..\n.....", ".....\n..*.."),
        ("##./.#.", "##./.##"),
        ("##./.#.", "###"),
        ("free = 3", "free = 4"),
        ("protected = 4", "protected = 3"),
        ("order = 2", "order = 4"),
        ("two =", "three ="),
        ("count = 12", "count = 13"),
        ("Aa Bc Aa Bc Aa Bc", "Aa Bc Bc Bc Aa Bc"),
        ("Aa1 Ab0 Aa3", "Aa2 Ab0 Aa3"),
        ("laying =", "purchase ="),
        ("level =", "cutters ="),
    ] {
        let digest = digest(&small_with(&[change]));
        assert!(!digests.contains(&digest), "{change:?}");
        digests.push(digest);
    }
}
