//! The digest stands for what a set means, and for nothing else.

use super::{DEFAULT_V1, SMALL, parse, small_with};

fn digest(text: &str) -> String {
    parse(text).expect("no fault").info.digest
}

#[test]
fn the_default_set_keeps_its_digest() {
    // Records carry it: should it change, those made before are refused.
    let expected = "deb85f153a224d4482f262c9b397fca8378f8fb8e0e181a80fa4026d3cfbce90";
    assert_eq!(digest(DEFAULT_V1), expected);
}

#[test]
fn the_digest_is_that_of_the_canonical_text() {
    let text = "cobogo component set 1
name small
edition tests
card 2x2
types ABC
base B1 AB/CC A 1 X./XX
base B2 AA/AA A 2 XX
base B3 BB/BB B 3 XXX
base B4 CC/CC C 1 XX/XX
base B5 A#/#A C 1 X
glass G1 ##/## # 4 XXXX
window W1 AB/AB * 5 XXXXX
window W2 CC/AC * 6 XXXXXX
special S1 BC/BC * 7 XXXXXXX
";
    let set = parse(SMALL).expect("no fault");
    assert_eq!(set.canonical(), text);
    // The SHA-256 of that text by another program.
    assert_eq!(set.info.digest, "561d49ac97eaceae203399fab5911a749127b2bbea91a3e3e87c5f3ffd422f0d");
}

#[test]
fn layout_names_and_colours_do_not_count() {
    for change in [
        ("# A comment.", "# Another comment."),
        ("made up", "measured"),
        ("name = \"Ar\", color = \"green\"", "color = \"#0f0\", name = \"Air\""),
        ("name = \"one\"\n", ""),
        ("'''\nAB\nCC\n'''", "\"AB/CC\""),
        ("number = 7", "number = 0b111"),
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
        ("id = \"B1\"", "id = \"B9\""),
        ("AB\nCC", "AB\nCA"),
        ("type = \"A\"\nnumber = 1", "type = \"B\"\nnumber = 1"),
        ("number = 7", "number = 8"),
        ("X.\nXX", "XX\n.X"),
        ("[[special]]\nid = \"S1\"", "[[window]]\nid = \"S1\""),
    ] {
        let digest = digest(&small_with(&[change]));
        assert!(!digests.contains(&digest), "{change:?}");
        digests.push(digest);
    }
}
