//! Faults of content: one test a check, named after the rule that it guards.

use super::{SMALL, parse, refused, small_with};

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
    // A card whose faces are of another pattern shows nothing of its own either.
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

/// A set with so many patterns, of one face each.
fn wide(patterns: usize) -> String {
    let head = &SMALL[..SMALL.find("[faces]").expect("a table")];
    let letters: Vec<char> = ('A'..='Z').take(patterns).collect();
    let mut text = format!("{head}[faces]\n");
    for letter in &letters {
        text += &format!("{letter}x = {{ pattern = '{letter}', order = 1 }}\n");
    }
    text += "[kinds]\n";
    for (k, letters) in letters.chunks(6).enumerate() {
        let sides = (0..6).map(|side| format!("{}x ", letters[side % letters.len()]));
        text += &format!("k{k} = {{ count = 9, faces = '{}' }}\n", sides.collect::<String>());
    }
    for letter in letters {
        let row = format!("{letter}x0 {letter}x0 {letter}x0");
        text += &format!("[cards.{letter}]\ntitle = 't'\nartwork = '{row}/{row}/{row}'\n");
    }
    text
}

#[test]
fn b9_cards_are_1_to_16() {
    let set = parse(&wide(16)).expect("16 are not too many");
    assert_eq!((set.cards.len(), set.faces.len(), set.kinds.len()), (16, 16, 3));
    let text = wide(17);
    let problems = parse(&text).expect_err("a fault");
    let found: Vec<_> =
        problems.iter().map(|p| (p.line, p.column, &*p.key, p.rule, &*p.message)).collect();
    let header = text.find("[cards.Q]").expect("the 17th card");
    let line = text[..header].matches('\n').count() + 1;
    assert_eq!(found, [(line, 8, "cards", "B-9", "17 contract card(s); it is 1 to 16")]);
    let problems = parse("name = 'n'\n[cards]\n").expect_err("faults");
    let found: Vec<_> = problems.iter().map(|p| (p.line, &*p.key, p.rule)).collect();
    assert!(found.contains(&(2, "cards", "B-9")), "{found:?}");
}

#[test]
fn c5_every_player_has_room_and_a_cube_to_start_with() {
    let none = "0 free space(s); a start tile needs 1";
    refused(&[("free = 3", "free = ‸0")], "ateliers.1-4.free", "C-5", none);
    refused(&[("free = 2", "free = ‸0")], "ateliers.5-6.free", "C-5", none);
    let board = |spaces: usize| format!("{}/{:.<10}", "#".repeat(10), "#".repeat(spaces - 10));
    let drawn = "fundathos = \"##./.#.\"";
    let to = format!("fundathos = ‸\"{}\"", board(20));
    let message = "20 space(s) and 2 start tiles need 22 cubes; there are 21";
    refused(&[(drawn, &to)], "fundathos", "C-5", message);
    parse(&small_with(&[("##./.#.", &board(19))])).expect("one cube for each of two");
    let to = format!("fundathos = ‸\"{}\"", ["#".repeat(16).as_str(); 16].join("/"));
    let message = "256 space(s) and 2 start tiles need 258 cubes; there are 255";
    refused(&[(drawn, &to), ("count = 12", "count = 246")], "fundathos", "C-5", message);
}

/// The mural of `SMALL`.
const MURAL: &str = "mural = '''\n+...+\n..*..\n.....\n.....\n+...+\n'''";

/// A back of the mural of this size, with a column on 1,1.
fn back(rows: usize, cols: usize) -> String {
    let mut lines = vec![".".repeat(cols); rows];
    lines[0] = format!("+{}+", ".".repeat(cols - 2));
    lines[rows - 1] = lines[0].clone();
    lines[1] = format!(".*{}", ".".repeat(cols - 2));
    lines.join("/")
}

#[test]
fn cd1_murals_are_rectangles_of_5x5_to_16x16() {
    let size = |found: &str| format!("the board is {found}; it is 5x5 to 16x16");
    for (rows, cols) in [(4, 5), (5, 4), (17, 16), (16, 17), (4, 17)] {
        let to = format!("mural = ‸\"{}\"", back(rows, cols));
        refused(&[(MURAL, &to)], "mural", "CD-1", &size(&format!("{rows}x{cols}")));
    }
    for (rows, cols) in [(5, 16), (16, 5), (16, 16)] {
        let to = format!("mural = \"{}\"", back(rows, cols));
        let set = parse(&small_with(&[(MURAL, &to)])).expect("no fault");
        let (bottom, right) = (rows as u8 - 1, cols as u8 - 1);
        assert_eq!(set.mural, (rows as u8, cols as u8));
        assert_eq!(set.columns, [(1, 1)]);
        assert_eq!(set.padlocks(), [(0, 0), (0, right), (bottom, 0), (bottom, right)]);
        assert_eq!(set.back_text(), back(rows, cols));
    }
    refused(&[(MURAL, "mural = ‸''")], "mural", "CD-1", &size("0x0"));
    for (from, to, message) in [
        ("..*..", "‸..*...", "row 1 has 6 cell(s), row 0 has 5"),
        ("..*..\n.....", "..*..\n‸", "row 2 has 0 cell(s), row 0 has 5"),
        ("..*..\n.....\n.....", "..*..\n.....\n ‸....", "row 3 has 4 cell(s), row 0 has 5"),
    ] {
        refused(&[(from, to)], "mural", "CD-1", message);
    }
}

#[test]
fn cd3_fundathos_boards_are_spaces_and_gaps_up_to_16x16() {
    let board = "fundathos = \"##./.#.\"";
    let [wide, high] = ["#".repeat(17), ["#"; 17].join("/")];
    for (drawn, found) in [("", "0x0"), (&wide, "1x17"), (&high, "17x1")] {
        let to = format!("fundathos = ‸\"{drawn}\"");
        let message = format!("the board is {found}; it is 1x1 to 16x16");
        refused(&[(board, &to)], "fundathos", "CD-3", &message);
    }
    let none = "the board has no space, #";
    refused(&[(board, "fundathos = ‸\"..../....\"")], "fundathos", "CD-3", none);
    let ragged = "row 1 has 2 cell(s), row 0 has 3";
    refused(&[("##./.#.", "##./‸.#")], "fundathos", "CD-3", ragged);
    for wrong in ["x", " ", "+", "é"] {
        let message = format!("a cell is one of #. and not \"{wrong}\"");
        let to = format!("##./.‸{wrong}.");
        refused(&[("##./.#.", &to)], "fundathos", "CD-3", &message);
    }
    // Any shape: in parts, with holes, with empty rows and columns at the edge.
    for drawn in ["#", "#.#/.../#.#", "###/#.#/###", ".../.#./...", &["#"; 16].join("/")] {
        let text = small_with(&[(board, &format!("fundathos = \"{drawn}\""))]);
        let set = parse(&text).expect("no fault");
        assert_eq!(set.fundathos_text(), drawn);
        assert_eq!(set.fundathos.count(), drawn.matches('#').count());
    }
}

#[test]
fn cd13_faces_are_named_declared_and_on_a_kind() {
    for wrong in ["aa", "A", "AA", "A1", "Aab", "'Aé'", "''"] {
        let name = wrong.trim_matches('\'');
        let message = format!("a face is named like Aa, not \"{name}\"");
        let to = format!("[faces]\n‸{wrong} = {{ pattern = 'A', order = 1 }}");
        refused(&[("[faces]", &to)], &format!("faces.{name}"), "CD-13", &message);
    }
    for wrong in ["Ac", "X", "é"] {
        let to = format!("Ab Ab ‸{wrong} Ab Ab Ab");
        let message = format!("the face \"{wrong}\" is not declared in [faces]");
        refused(&[("Ab Ab Ab Ab Ab Ab", &to)], "kinds.two.faces", "CD-13", &message);
    }
    let to = "[faces]\n‸Zz = { pattern = 'A', order = 1 }";
    refused(&[("[faces]", to)], "faces.Zz", "CD-13", "the face Zz is on no kind");
    let unknown = "the face Ax is not declared in [faces]";
    refused(&[("Aa1 Ab0 Aa3", "Aa1 ‸Ax0 Aa3")], "cards.A.artwork", "CD-13", unknown);
}

#[test]
fn cd13_faces_are_at_most_60() {
    let names = ('A'..='Z').flat_map(|first| ('d'..='f').map(move |last| format!("{first}{last}")));
    let faces: Vec<String> =
        names.map(|name| format!("{name} = {{ pattern = 'A', order = 1 }}\n")).collect();
    let to = format!("‸[faces]\n{}", faces[..58].concat());
    refused(&[("[faces]\n", &to)], "faces", "CD-13", "61 faces; at most 60");
    let text = small_with(&[("[faces]\n", &format!("[faces]\n{}", faces[..57].concat()))]);
    let problems = parse(&text).expect_err("faults");
    assert!(problems.iter().all(|p| p.message.ends_with("is on no kind")), "{problems:?}");
}

#[test]
fn cd13_artworks_show_their_own_pattern() {
    let message = "the face Bc is of the pattern C, not A";
    refused(&[("Aa1 Ab0 Aa3", "Aa1 Ab0 ‸Bc0")], "cards.A.artwork", "CD-13", message);
}

#[test]
fn cd13_there_are_cubes_for_every_artwork() {
    let first = ("artwork = '''\nAa1", "artwork = ‸'''\nAa1");
    let message = "the artwork shows 5 cubes of the kind two; there are 4";
    refused(&[first, ("count = 12", "count = 4")], "cards.A.artwork", "CD-13", message);
    let second = ("artwork = \"Bc0 Bc0 Bc0/", "artwork = ‸\"Bc0 Bc0 Bc0/");
    let message = "the artwork shows 9 cubes of the kind one; there are 8";
    refused(&[second, ("count = 9", "count = 8")], "cards.C.artwork", "CD-13", message);
    parse(&small_with(&[("count = 12", "count = 5")])).expect("5 are enough");
}

#[test]
fn i6_every_side_has_a_protected_space() {
    let message = "0 protected space(s); a swap needs 1";
    refused(&[("protected = 1", "protected = ‸0")], "ateliers.1-4.protected", "I-6", message);
    refused(&[("protected = 4", "protected = ‸0")], "ateliers.5-6.protected", "I-6", message);
}

#[test]
fn u20_the_side_for_few_has_two_free_spaces() {
    let message = "1 free space(s); the swap of solo, duel and teams needs 2";
    refused(&[("free = 3", "free = ‸1")], "ateliers.1-4.free", "U-20", message);
    parse(&small_with(&[("free = 3", "free = 2")])).expect("2 are enough");
    parse(&small_with(&[("free = 2", "free = 1")])).expect("1 is enough for 5 and 6 players");
}

#[test]
fn w4_padlocks_in_the_corners_and_columns_off_the_edge() {
    for (from, to, cell, fault) in [
        ("\n+...+\n..*", "\n+..‸++\n..*", "0,3", "a padlock is in a corner, not here"),
        ("..*..", ".‸+*..", "1,1", "a padlock is in a corner, not here"),
        ("\n+...+\n..*", "\n‸....+\n..*", "0,0", "a corner has a padlock, +"),
        ("\n+...+\n'''", "\n+...‸*\n'''", "4,4", "a corner has a padlock, +"),
        ("..*..", "..*.‸*", "1,4", "a column is not on the edge"),
        ("\n+...+\n'''", "\n+.‸*.+\n'''", "4,2", "a column is not on the edge"),
    ] {
        refused(&[(from, to)], "mural", "W-4", &format!("cell {cell}: {fault}"));
    }
    let none = "the back has no column, *";
    refused(&[("..*..", "....."), ("mural = '''", "mural = ‸'''")], "mural", "W-4", none);
    for wrong in ["#", "X", " "] {
        let message = format!("a cell is one of .*+ and not \"{wrong}\"");
        refused(&[("..*..", &format!("..*‸{wrong}."))], "mural", "W-4", &message);
    }
    let set = parse(&small_with(&[("..*..", ".***.")])).expect("any number of columns");
    assert_eq!(set.columns, [(1, 1), (1, 2), (1, 3)]);
}
