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
        "e3f20c47ef0eb35ba2a7f44a8b783f134aed142f6d1c36fec1a72b5a853ab341"
    );
}

#[test]
fn the_digest_is_that_of_the_canonical_text() {
    let text = "cog component set 1
name small
edition tests
limits 5 2 1 9 2
grid 1VP . . . . */. ? . . + ./. . . . . ./. . . . . ./. *2VP . . . ?/?? . . . . card
dice sun moon day night
start . * 1VP ??
face 3 3 2+0 0+1 3+0
order . * ?
track ? * 9VP .
face 2 2 1+0 0+3 2+1 1+0
order . ? 2VP *
track 2VP . + ++* . ?
letter A 7 1
letter B 5 0
letter C 5 2
letter E 1 0
goal AB 4VP
goal BA CAB **+2VP
goal CABBAC 8VP
goal AC 7VP
goal CA 6VP
goal BC ??1VP
card AB 2 item AB missing B gain 1VP
card CAB 1 item CAB missing CB gain +
card bolt 3 gain 3VP
card days 2 die day gain 5VP
card moons 2 die moon gain *
card nights 2 die night gain +
card pips 2 pips 1 6 gain *
card suns 2 die sun gain ?
card wild 1 wild AC
";
    let set = parse(SMALL).expect("no fault");
    assert_eq!(set.canonical(), text);
    // The SHA-256 of that text by another program.
    assert_eq!(set.info.digest, "5a5f11156011c29e739c9778113c8e199ed6bc495755769d6f25f4aec941ef68");
}

#[test]
fn layout_and_the_source_do_not_count() {
    for change in [
        ("# A small set.", "# Another comment."),
        ("made up", "measured"),
        ("\"? * / . 9VP\"", "'''\n\n?   *\n  . 9VP\n'''"),
        ("pips = \"6 1\"", "pips = \"1 6\""),
        ("wild = \"CA\"", "wild = \"AC\""),
        ("1 = { words = \"AB\", bonus = \"4VP\" }", "1 = { bonus = '4VP', words = ' AB ' }"),
        ("tiles = 7", "tiles = 0b111"),
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
        ("sun moon day night", "sun moon night day"),
        (". * 1VP ??", ". * 2VP ??"),
        (". * 1VP ??", ". 1VP * ??"),
        (" .   ?   .  .  +  .", " ?   .   .  .  +  ."),
        ("*2VP .", "2VP* ."),
        ("words = \"CA\"", "words = \"CAC\""),
        ("BA CAB", "CAB BA"),
        ("8VP", "9VP*"),
        ("tiles = 7", "tiles = 8"),
        ("spares = 2", "spares = 1"),
        ("rounds = 2", "rounds = 1"),
        ("rounds = 3", "rounds = 2"),
        ("centre = 2", "centre = 3"),
        ("\"? *** ??* ?\"", "\"? *** ??* ?*\""),
        ("\"?? * ???\"", "\"??? * ???\""),
        (". ? 2VP *", ". ? 2VP ."),
        ("\". * ?\"", "\". * .\""),
        ("\n?   +\n", "\n+   ?\n"),
        ("? * / . 9VP", "? * . 9VP / . . . ."),
        ("bolt =", "nut ="),
        ("copies = 3", "copies = 4"),
        ("gain = \"3VP\"", "gain = \"?\""),
        ("\"6 1\"", "\"6 2\""),
        ("\"CA\" }", "\"CE\" }"),
        ("missing = \"B\"", "missing = \"A\""),
        ("missing = \"CB\"", "missing = \"BC\""),
        ("item = \"CAB\"", "item = \"CABBAC\""),
        ("\nletters = 5", "\nletters = 6"),
        ("stars = 2", "stars = 3"),
        ("aid_at_most = 1", "aid_at_most = 2"),
        ("star_supply = 9", "star_supply = 10"),
        ("cubes = 2", "cubes = 3"),
    ] {
        let digest = digest(&small_with(&[change]));
        assert!(!digests.contains(&digest), "{change:?}");
        digests.push(digest);
    }
}
