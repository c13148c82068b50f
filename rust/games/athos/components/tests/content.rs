//! Faults of content: one test a check, named after the rule that it guards.

use super::{SMALL, parse, refused, small_with};

/// The start of the table that a fault of a whole table points to.
const FACES: (&str, &str) = ("[faces]", "‸[faces]");

#[test]
fn a6_patterns_are_letters_with_a_card_and_a_face() {
    let no_letter = |found: &str| format!("a pattern is one letter A..Z, not \"{found}\"");
    for wrong in ["a", "AB", "'É'", "1"] {
        let found = wrong.trim_matches('\'');
        let header = format!("[cards.‸{wrong}]\n[cards.C]");
        refused(&[("[cards.C]", &header)], &format!("cards.{found}"), "A-6", &no_letter(found));
    }
    for wrong in ["", "c", "CC", "É"] {
        let value = format!("pattern = ‸\"{wrong}\"");
        let changes = [("pattern = \"C\"", &*value)];
        refused(&changes, "faces.Bc.pattern", "A-6", &no_letter(wrong));
    }
    refused(
        &[("pattern = \"C\"", "pattern = ‸\"D\"")],
        "faces.Bc.pattern",
        "A-6",
        "the pattern D has no contract card",
    );
    // Each fault alone: the card of D shows tiles of no face that is known to be of another pattern.
    let problems = parse(&small_with(&[("pattern = \"C\"", "pattern = \"A\"")]));
    let problems = problems.expect_err("faults");
    let found: Vec<_> = problems.iter().map(|p| (&*p.key, p.rule, &*p.message)).collect();
    assert_eq!(found[0], ("cards.C", "A-6", "the pattern C is on no face"));
    let other = ("cards.C.artwork", "CD-13", "the face Bc is of the pattern A, not C");
    assert_eq!(found[1..], [other; 9]);
}

#[test]
fn a7_orders_and_turns() {
    let key = "faces.Bc.order";
    refused(&[("order = 1", "order = ‸3")], key, "A-7", "an order is 1, 2 or 4, not 3");
    for wrong in ["0", "5", "-1"] {
        let value = format!("order = ‸{wrong}");
        refused(&[("order = 1", &value)], key, "A-7", &format!("{wrong} is not in 1..4"));
    }
    for (from, to, face, order, turn) in [
        ("Aa1 Ab0 Aa3", "Aa1 Ab0 ‸Aa4", "Aa", 4, 4),
        ("Ab0 Ab1 Aa2", "Ab0 ‸Ab2 Aa2", "Ab", 2, 2),
        ("Aa1 Ab0 Aa3", "Aa1 ‸Ab9 Aa3", "Ab", 2, 9),
    ] {
        let message = format!("the turn of {face} is below its order {order}, not {turn}");
        refused(&[(from, to)], "cards.A.artwork", "A-7", &message);
    }
    let change = ("artwork = \"Bc0 Bc0 Bc0/", "artwork = \"Bc0 ‸Bc1 Bc0/");
    refused(&[change], "cards.C.artwork", "A-7", "the turn of Bc is below its order 1, not 1");
}

#[test]
fn a11_artworks_are_3x3_tiles() {
    let key = "cards.A.artwork";
    for (from, to, message) in [
        (
            "Ab0 Ab1 Aa2\n",
            "Ab0 Ab1 Aa2\n ‸Aa0 Aa0 Aa0\nAa0 Aa0 Aa0\n",
            "5 row(s); an artwork has 3",
        ),
        ("Ab1 Aa0 Ab0\nAb0 Ab1 Aa2\n", "‸Ab1 Aa0 Ab0\n", "2 row(s); an artwork has 3"),
        ("Ab1 Aa0 Ab0", "Ab1 Aa0  Ab0 ‸Ab0", "row 1 has 4 tile(s); an artwork has 3"),
        ("Ab1 Aa0 Ab0", "‸Ab1 Aa0", "row 1 has 2 tile(s); an artwork has 3"),
        ("Ab0 Ab1 Aa2", "Ab0 Ab1 Aa ‸2", "row 2 has 4 tile(s); an artwork has 3"),
    ] {
        refused(&[(from, to)], key, "A-11", message);
    }
    refused(
        &[("artwork = '''\nAa1 Ab0 Aa3\nAb1 Aa0 Ab0\nAb0 Ab1 Aa2\n'''", "artwork = ‸\"\"")],
        key,
        "A-11",
        "0 row(s); an artwork has 3",
    );
    for wrong in ["Aa", "Aa-1", "aa1", "Aa12", "A1", "1", "Aaé", "Éa1", "Aa1,"] {
        let row = format!("Ab1 ‸{wrong} Ab0");
        let message = format!("a tile is a face and a turn such as Aa1, not \"{wrong}\"");
        refused(&[("Ab1 Aa0 Ab0", &row)], key, "A-11", &message);
    }
}

#[test]
fn b6_ateliers_have_at_most_8_spaces_of_a_sort() {
    for (from, key) in [
        ("free = 3", "ateliers.1-4.free"),
        ("protected = 1", "ateliers.1-4.protected"),
        ("free = 2", "ateliers.5-6.free"),
        ("protected = 4", "ateliers.5-6.protected"),
    ] {
        let name = from.split(' ').next().expect("a word");
        for wrong in ["9", "-1", "999999"] {
            let to = format!("{name} = ‸{wrong}");
            refused(&[(from, &to)], key, "B-6", &format!("{wrong} is not in 0..8"));
        }
        parse(&small_with(&[(from, &format!("{name} = 8"))])).expect("8 are not too many");
    }
}

#[test]
fn b7_cubes_are_1_to_255() {
    for wrong in ["0", "256", "-3"] {
        let to = format!("count = ‸{wrong}");
        let message = format!("{wrong} is not in 1..255");
        refused(&[("count = 12", &to)], "kinds.two.count", "B-7", &message);
    }
    let kinds = ("[kinds]", "‸[kinds]");
    let message = "256 cubes in all; at most 255";
    refused(&[kinds, ("count = 12", "count = 247")], "kinds", "B-7", message);
    refused(
        &[kinds, ("count = 9", "count = 255"), ("count = 12", "count = 255")],
        "kinds",
        "B-7",
        "510 cubes in all; at most 255",
    );
    let set = parse(&small_with(&[("count = 12", "count = 246")])).expect("no fault");
    assert_eq!(set.cubes(), 255);
}

/// `SMALL` with `count` kinds more, each with a face of its own, marked at one of them.
fn kinds(count: usize, marked: usize) -> [String; 2] {
    let letter = |k: usize| char::from(b'd' + k as u8);
    let faces = (0..count).map(|k| format!("A{} = {{ pattern = 'A', order = 1 }}\n", letter(k)));
    let kinds = (0..count).map(|k| {
        let mark = if k == marked { "‸" } else { "" };
        let (k, face) = (20 - k, format!("A{}", letter(k)));
        format!(
            "{mark}k{k} = {{ count = 1, faces = '{face} {face} {face}/{face} {face} {face}' }}\n"
        )
    });
    [format!("[faces]\n{}", faces.collect::<String>()), kinds.collect()]
}

#[test]
fn b8_kinds_are_1_to_10_with_six_faces_each_its_own() {
    let [faces, more] = kinds(9, 8);
    let changes = [("[faces]\n", &*faces), ("\n[cards.A]", &format!("{more}\n[cards.A]"))];
    refused(&changes, "kinds", "B-8", "11 kind(s); it is 1 to 10");
    let [faces, more] = kinds(8, 9);
    let changes = [("[faces]\n", &*faces), ("\n[cards.A]", &format!("{more}\n[cards.A]"))];
    let set = parse(&small_with(&changes)).expect("10 are not too many");
    assert_eq!((set.kinds.len(), set.faces.len()), (10, 11));

    for wrong in ["''", "'a b'", "'é'", "abcdefghijklmnopq", "'a.b'"] {
        let name = wrong.trim_matches('\'');
        let message = format!("a kind is 1..16 of A-Z a-z 0-9 _ -, not \"{name}\"");
        let to = format!("‸{wrong} = {{ count = 12,");
        refused(&[("two = { count = 12,", &to)], &format!("kinds.{name}"), "B-8", &message);
    }
    for (sides, count) in [("Ab Ab Ab Ab Ab", 5), ("Ab Ab Ab Ab Ab Ab Ab", 7), ("", 0)] {
        let to = format!("‸\"{sides}\"");
        let message = format!("{count} face(s); a cube has 6");
        refused(&[("\"Ab Ab Ab Ab Ab Ab\"", &to)], "kinds.two.faces", "B-8", &message);
    }
    refused(
        &[("Ab Ab Ab Ab Ab Ab", "Ab Ab Ab ‸Bc Ab Ab")],
        "kinds.two.faces",
        "B-8",
        "the face Bc is already on the kind one",
    );
}

#[test]
fn b8_no_kind_at_all() {
    let start = SMALL.find("one = {").expect("a kind");
    let end = SMALL.find("\n[cards.A]").expect("a card");
    let text = SMALL.replace(&SMALL[start..end], "");
    let problems = parse(&text).expect_err("faults");
    let found: Vec<_> = problems.iter().map(|p| (&*p.key, p.rule, &*p.message)).collect();
    assert!(found.contains(&("kinds", "B-8", "0 kind(s); it is 1 to 10")), "{found:?}");
}

#[test]
fn b9_cards_are_1_to_16() {
    let more = |count: usize, marked: usize| {
        let letters = (b'D'..b'D' + count as u8).map(char::from).enumerate();
        let [mut faces, mut cards] = ["[faces]\n".to_owned(), String::new()];
        let mut names = vec!["Ab".to_owned()];
        for (k, letter) in letters {
            faces += &format!("{letter}x = {{ pattern = \"{letter}\", order = 1 }}\n");
            let mark = if k == marked { "‸" } else { "" };
            let row = format!("{letter}x0 {letter}x0 {letter}x0");
            cards +=
                &format!("[cards.{mark}{letter}]\ntitle = 't'\nartwork = '{row}/{row}/{row}'\n");
            names.push(format!("{letter}x"));
        }
        names.resize(18, "Ab".to_owned());
        let kinds: String = names
            .chunks(6)
            .enumerate()
            .map(|(k, names)| format!("k{k} = {{ count = 12, faces = '{}' }}\n", names.join(" ")))
            .collect();
        let kinds = kinds.replacen("k1", "k1 # another\n  #", 0);
        (faces, kinds, cards)
    };
    let (faces, kinds, cards) = more(15, 14);
    let two = "two = { count = 12, faces = \"Ab Ab Ab Ab Ab Ab\" }\n";
    let kinds = kinds.replace(" Ab Ab", " Px Px");
    let spread = kinds.replacen("Ab ", "Ab ", 1);
    let masters = format!("{cards}[masters]");
    let changes = [("[faces]\n", &*faces), (two, &*spread), ("[masters]", &*masters)];
    let text = small_with(&changes).replace('‸', "");
    let problems = parse(&text).expect_err("a fault");
    let found: Vec<_> = problems.iter().map(|p| (&*p.key, p.rule, &*p.message)).collect();
    assert_eq!(found, [("cards", "B-9", "17 contract card(s); it is 1 to 16")]);
}
