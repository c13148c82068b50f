//! Faults of form, and what means nothing; many faults at once.

use super::{SMALL, parse, refused, small_with};

#[test]
fn unknown_keys_are_refused() {
    let known = "name, edition, source, grid, dice, start, goals, letters, faces, cards, limits";
    for (from, to, key, known) in [
        ("source =", "‸author = 1\nsource =", "author", known),
        ("[faces.4]", "[faces.‸5]\n[faces.4]", "faces.5", "2-3, 4"),
        (
            "centre = 2",
            "centre = 2\n‸clock = 6",
            "faces.4.clock",
            "rounds, centre, top, order, track",
        ),
        ("spares = 2", "spares = 2, ‸value = 1", "letters.C.value", "tiles, spares"),
        ("bonus = \"8VP\"", "bonus = \"8VP\", ‸gain = \"?\"", "goals.3.gain", "words, bonus"),
        ("gain = \"3VP\"", "gain = \"3VP\", ‸cost = 1", "cards.bolt.cost", "copies, gain"),
        ("wild = \"CA\"", "wild = \"CA\", ‸gain = \"?\"", "cards.wild.gain", "copies, wild"),
        (
            "gain = \"5VP\"",
            "gain = \"5VP\", ‸missing = \"A\"",
            "cards.days.missing",
            "copies, die, gain",
        ),
        ("pips = \"6 1\"", "pips = \"6 1\", ‸word = 1", "cards.pips.word", "copies, pips, gain"),
        (
            "item = \"AB\"",
            "item = \"AB\", ‸cube = 1",
            "cards.AB.cube",
            "copies, item, missing, gain",
        ),
        (
            "cubes = 2",
            "cubes = 2\n‸rounds = 6",
            "limits.rounds",
            "letters, stars, aid_at_most, star_supply, cubes",
        ),
    ] {
        let name = key.rsplit('.').next().expect("a name");
        let message = format!("unknown key \"{name}\"; known here: {known}");
        refused(&[(from, to)], key, "", &message);
    }
}

#[test]
fn missing_keys_are_refused() {
    let message = |key: &str| format!("the key {key} is missing");
    for (line, key, rule) in [
        ("name = \"small\"\n", "name", ""),
        ("edition = \"tests\"\n", "edition", ""),
        ("source = \"made up\"\n", "source", ""),
        ("dice = \"sun moon day night\"\n", "dice", "C-9"),
        ("start = \". * 1VP ??\"\n", "start", "C-30"),
    ] {
        refused(&[(line, "")], key, rule, &message(key));
    }
    for (from, to, path, rule) in [
        ("[faces.4]\nrounds = 2\n", "[‸faces.4]\n", "faces.4.rounds", "C-38"),
        ("{ tiles = 7, ", "‸{ ", "letters.A.tiles", "C-5"),
        ("{ tiles = 7, spares = 1 }", "‸{ tiles = 7 }", "letters.A.spares", "C-5"),
        ("{ words = \"AC\", ", "‸{ ", "goals.4.words", "C-12"),
        ("{ words = \"AC\", bonus = \"7VP\" }", "‸{ words = \"AC\" }", "goals.4.bonus", "C-173"),
        ("{ copies = 3, ", "‸{ ", "cards.bolt.copies", "C-4"),
        ("{ copies = 3, gain = \"3VP\" }", "‸{ copies = 3 }", "cards.bolt.gain", "C-102"),
        ("missing = \"CB\", ", "", "cards.CAB.missing", "C-176"),
        ("[limits]\nletters = 5\n", "‸[limits]\n", "limits.letters", "C-198"),
        ("star_supply = 9\n", "", "limits.star_supply", "C-13"),
    ] {
        let name = path.rsplit('.').next().expect("a name");
        let marked = match path {
            "faces.4.rounds" => to.replace("[‸faces.4]", "‸[faces.4]"),
            _ => to.to_owned(),
        };
        let mut changes = vec![(from, &*marked)];
        match path {
            "cards.CAB.missing" => changes.push(("CAB = { copies", "CAB = ‸{ copies")),
            "limits.star_supply" => changes.push(("[limits]", "‸[limits]")),
            _ => {}
        }
        refused(&changes, path, rule, &message(name));
    }
    let nothing = parse("").expect_err("faults");
    let found: Vec<_> = nothing.iter().map(|p| (p.line, &*p.key, p.rule)).collect();
    let keys = [
        ("name", ""),
        ("edition", ""),
        ("source", ""),
        ("grid", "C-3"),
        ("dice", "C-9"),
        ("start", "C-30"),
        ("letters", "C-5"),
        ("goals", "C-12"),
        ("faces", "C-1"),
        ("cards", "C-4"),
        ("limits", "C-198"),
    ];
    assert_eq!(found, keys.map(|(key, rule)| (0, key, rule)));
}

#[test]
fn where_a_table_is_missing_nothing_else_is_blamed() {
    let table = |from: &str, to: &str| {
        let start = SMALL.find(from).expect("a table");
        &SMALL[start..start + SMALL[start..].find(to).expect("a table")]
    };
    for (from, to, key, rule) in [
        ("[goals]", "[letters]", "goals", "C-12"),
        ("[letters]", "[faces.4]", "letters", "C-5"),
        ("[faces.4]", "[cards]", "faces", "C-1"),
        ("[cards]", "[limits]", "cards", "C-4"),
        ("grid = ", "[goals]", "grid", "C-3"),
    ] {
        refused(&[(table(from, to), "")], key, rule, &format!("the key {key} is missing"));
    }
    let message = "expected a table, found a whole number";
    let card = "bolt = { copies = 3, gain = \"3VP\" }";
    refused(&[(card, "bolt = ‸12")], "cards.bolt", "C-4", message);
}

#[test]
fn values_of_the_wrong_type_are_refused() {
    let string = |found: &str| format!("expected a string, found {found}");
    for (from, to, key, rule, message) in [
        ("\"small\"", "‸1", "name", "", string("a whole number")),
        ("\"sun moon day night\"", "‸[\"sun\"]", "dice", "C-9", string("an array")),
        ("\"? * / . 9VP\"", "‸true", "faces.2-3.track", "C-254", string("true or false")),
        ("\"?? * ???\"", "‸2.5", "faces.2-3.top", "C-43", string("a number with a fraction")),
        ("\"8VP\"", "‸8", "goals.3.bonus", "C-173", string("a whole number")),
        ("\"sun\"", "‸{}", "cards.suns.die", "C-108", string("a table")),
        ("\"6 1\"", "‸1", "cards.pips.pips", "C-109", string("a whole number")),
        ("\"made up\"", "‸2001-01-01", "source", "", string("a date or time")),
        (
            "cubes = 2",
            "cubes = ‸'2'",
            "limits.cubes",
            "C-11",
            "expected a whole number, found a string".to_owned(),
        ),
    ] {
        refused(&[(from, to)], key, rule, &message);
    }
}

#[test]
fn names_are_told_once() {
    for (from, to) in [
        ("moons = {", "suns = {"),
        ("2 = { words", "1 = { words"),
        ("[faces.2-3]", "[faces.4]"),
        ("B = { tiles", "A = { tiles"),
    ] {
        let problems = parse(&small_with(&[(from, to)])).expect_err("a fault");
        assert_eq!(problems[0].message, "not TOML: duplicate key", "{to}");
        assert!(problems[0].line > 0);
    }
}

#[test]
fn layout_and_order_mean_nothing() {
    let set = parse(SMALL).expect("no fault");
    for changes in [
        [("\"? * / . 9VP\"", "'''\n\n  ?\t*\n . 9VP \n'''"), ("\"BA CAB\"", "' BA  CAB\t'")],
        [("\"sun moon day night\"", "'''\nsun moon\nday night'''"), ("tiles = 7", "tiles = 0x7")],
        [
            ("A = { tiles = 7, spares = 1 }\n", ""),
            ("[faces.4]", "A.spares = 1\nA.tiles = 7\n[faces.4]"),
        ],
        [
            ("suns = { copies = 2, die = \"sun\", gain = \"?\" }\n", ""),
            ("[limits]", "suns = { gain = '?', die = 'sun', copies = 2 }\n[limits]"),
        ],
    ] {
        let text = small_with(&changes);
        assert_eq!(parse(&text).as_ref(), Ok(&set), "{changes:?}");
        assert_eq!(parse(&text.replace('\n', "\r\n")).as_ref(), Ok(&set), "{changes:?}, CR LF");
    }
    let (head, tables) = SMALL.split_once("[goals]").expect("a table");
    let (first, last) = tables.split_once("[cards]").expect("a table");
    let turned = format!("{head}[cards]{last}[goals]{first}");
    assert_eq!(parse(&turned), Ok(set));
}

#[test]
fn a_place_in_a_text_with_escapes_is_its_start() {
    let change = ("\"BA CAB\"", "‸\"BA\\tCXB\"");
    refused(&[change], "goals.2.words", "C-5", "CXB: the letter X has no tile in [letters]");
}

#[test]
fn many_faults_are_told_at_once_in_the_order_of_the_file() {
    let text = small_with(&[
        ("sun moon day night", "sun moon sun night"),
        (". * 1VP ??", "* * 1VP ??"),
        ("\n1VP ", "\n .  "),
        ("\"8VP\"", "\"7VP\""),
        ("tiles = 1,", "tiles = 0,"),
        ("centre = 2", "centre = 1"),
        ("\n?   +\n", "\n?   x\n"),
        ("top = \"?? *", "top = \"?? 1VP"),
        ("copies = 3", "copies = 0"),
        ("\"6 1\"", "\"6 6\""),
        ("cubes = 2", "cubes = 0"),
    ]);
    let problems = parse(&text).expect_err("faults");
    let found: Vec<_> = problems.iter().map(|p| (p.line, &*p.key, p.rule)).collect();
    let expected = [
        (5, "dice", "C-9"),
        (6, "start", "C-30"),
        (8, "grid", "C-159"),
        (19, "goals.3.bonus", "C-174"),
        (28, "letters.E.tiles", "C-5"),
        (32, "faces.4.centre", "C-20"),
        (37, "faces.4.track", "C-102"),
        (44, "faces.2-3.top", "C-42"),
        (49, "cards.bolt.copies", "C-4"),
        (54, "cards.pips.pips", "C-109"),
        (64, "limits.cubes", "C-11"),
    ];
    assert_eq!(found, expected);
}
