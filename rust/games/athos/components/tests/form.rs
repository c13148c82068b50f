//! Faults of form, and what means nothing; many faults at once.

use super::{SMALL, parse, refused, small_with};

#[test]
fn unknown_keys_are_refused() {
    let known =
        "name, edition, source, mural, fundathos, ateliers, faces, kinds, cards, masters, tools";
    for (from, to, key, known) in [
        ("source =", "‸author = 1\nsource =", "author", known),
        ("5-6 =", "‸7-8 = 1\n5-6 =", "ateliers.7-8", "1-4, 5-6"),
        ("free = 3,", "free = 3, ‸open = 1,", "ateliers.1-4.open", "free, protected"),
        ("order = 2", "order = 2, ‸kind = 'W'", "faces.Ab.kind", "pattern, order"),
        ("count = 9,", "count = 9, ‸name = 'x',", "kinds.one.name", "count, faces"),
        ("title = \"first\"", "title = \"first\"\n‸year = 2001", "cards.A.year", "title, artwork"),
        ("I = \"wood\"", "I = \"wood\", ‸III = ''", "tools.set_squares.III", "I, II"),
    ] {
        let name = key.rsplit('.').next().expect("a name");
        let message = format!("unknown key \"{name}\"; known here: {known}");
        refused(&[(from, to)], key, "", &message);
    }
}

// Rules X-1, Y-1.
#[test]
fn other_masters_and_tools_are_refused() {
    let masters = "contracts, precision, set_square, perfection, versatility, correction, \
        restoration, laying, purchase, adaptation";
    let message = format!("unknown key \"waiting\"; known here: {masters}");
    refused(&[("laying =", "‸waiting =")], "masters.waiting", "", &message);
    let tools = "level, cutters, mallets, spatulas, pincers, trowels, instruments, set_squares";
    let message = format!("unknown key \"hammer\"; known here: {tools}");
    refused(&[("set_squares =", "‸hammer =")], "tools.hammer", "", &message);
}

#[test]
fn masters_and_tools_may_be_few_or_missing() {
    let start = SMALL.find("[masters]").expect("a table");
    let without = parse(&SMALL[..start]).expect("no fault");
    assert_eq!((without.masters.len(), without.tools.len()), (0, 0));
    let empty = format!("{}[masters]\n[tools]\n", &SMALL[..start]);
    assert_eq!(parse(&empty), Ok(without));
}

#[test]
fn missing_keys_are_refused() {
    let message = |key: &str| format!("the key {key} is missing");
    for (line, key, rule) in [
        ("name = \"small\"\n", "name", ""),
        ("edition = \"tests\"\n", "edition", ""),
        ("source = \"made up\"\n", "source", ""),
        ("fundathos = \"##./.#.\"\n", "fundathos", "CD-3"),
        ("mural = '''\n+...+\n..*..\n.....\n.....\n+...+\n'''\n", "mural", "CD-1"),
    ] {
        refused(&[(line, "")], key, rule, &message(key));
    }
    for (from, to, path, rule) in [
        ("[ateliers]\n1-4 =", "‸[ateliers]\n#", "ateliers.1-4", "B-5"),
        ("[ateliers]\n", "‸[ateliers]\n#", "ateliers.1-4", "B-5"),
        ("{ free = 2, ", "‸{ ", "ateliers.5-6.free", "B-6"),
        ("{ free = 3, protected = 1 }", "‸{ free = 3 }", "ateliers.1-4.protected", "B-6"),
        ("{ pattern = \"C\", ", "‸{ ", "faces.Bc.pattern", "A-6"),
        ("{ pattern = \"C\", order = 1 }", "‸{ pattern = \"C\" }", "faces.Bc.order", "A-7"),
        ("{ count = 12, ", "‸{ ", "kinds.two.count", "B-7"),
        ("[cards.A]\ntitle = \"first\"\n", "‸[cards.A]\n", "cards.A.title", ""),
        (
            "[cards.C]\ntitle = \"second\"\nartwork",
            "‸[cards.C]\ntitle = \"second\"\n#",
            "cards.C.artwork",
            "A-11",
        ),
        ("{ I = \"bubble\", ", "‸{ ", "tools.level.I", ""),
        ("{ I = \"bubble\", II = \"laser\" }", "‸{ I = \"bubble\" }", "tools.level.II", ""),
    ] {
        let name = path.rsplit('.').next().expect("a name");
        refused(&[(from, to)], path, rule, &message(name));
    }
    let nothing = parse("").expect_err("faults");
    let found: Vec<_> = nothing.iter().map(|p| (p.line, &*p.key, p.rule)).collect();
    let keys = [
        ("name", ""),
        ("edition", ""),
        ("source", ""),
        ("mural", "CD-1"),
        ("fundathos", "CD-3"),
        ("ateliers", "B-5"),
        ("cards", "B-9"),
        ("faces", "CD-13"),
        ("kinds", "B-8"),
    ];
    assert_eq!(found, keys.map(|(key, rule)| (0, key, rule)));
}

#[test]
fn where_a_table_is_missing_nothing_else_is_blamed() {
    let table = |from: &str, to: &str| {
        let start = SMALL.find(from).expect("a table");
        &SMALL[start..start + SMALL[start..].find(to).expect("a table")]
    };
    refused(&[(table("[faces]", "[kinds]"), "")], "faces", "CD-13", "the key faces is missing");
    refused(&[(table("[kinds]", "[cards.A]"), "")], "kinds", "B-8", "the key kinds is missing");
    refused(&[(table("[cards.A]", "[masters]"), "")], "cards", "B-9", "the key cards is missing");
    let kind = "two = { count = 12, faces = \"Ab Ab Ab Ab Ab Ab\" }";
    let message = "expected a table, found a whole number";
    refused(&[(kind, "two = ‸12")], "kinds.two", "B-8", message);
}

#[test]
fn values_of_the_wrong_type_are_refused() {
    for (from, to, key, rule, message) in [
        ("\"small\"", "‸1", "name", "", "expected a string, found a whole number"),
        ("\"##./.#.\"", "‸[\"##\"]", "fundathos", "CD-3", "expected a string, found an array"),
        (
            "free = 3",
            "free = ‸3.0",
            "ateliers.1-4.free",
            "B-6",
            "expected a whole number, found a number with a fraction",
        ),
        (
            "order = 2",
            "order = ‸'2'",
            "faces.Ab.order",
            "A-7",
            "expected a whole number, found a string",
        ),
        (
            "count = 12",
            "count = ‸true",
            "kinds.two.count",
            "B-7",
            "expected a whole number, found true or false",
        ),
        (
            "\"Ab Ab Ab Ab Ab Ab\"",
            "‸{}",
            "kinds.two.faces",
            "B-8",
            "expected a string, found a table",
        ),
        (
            "\"first\"",
            "‸2001-01-01",
            "cards.A.title",
            "",
            "expected a string, found a date or time",
        ),
        ("\"wood\"", "‸1", "tools.set_squares.I", "", "expected a string, found a whole number"),
        (
            "{ I = \"wood\", II = \"steel\" }",
            "‸\"wood\"",
            "tools.set_squares",
            "Y-1",
            "expected a table, found a string",
        ),
        ("\"She who lays\"", "‸{}", "masters.laying", "", "expected a string, found a table"),
    ] {
        refused(&[(from, to)], key, rule, message);
    }
    let start = SMALL.find("[masters]").expect("a table");
    let text = SMALL[..start].replace("mural =", "masters = 1\ntools = []\nmural =");
    let problems = parse(&text).expect_err("faults");
    let found: Vec<_> = problems.iter().map(|p| (p.line, p.column, &*p.key)).collect();
    assert_eq!(found, [(5, 11, "masters"), (6, 9, "tools")]);
}

#[test]
fn texts_for_people_are_one_line_with_something_on_it() {
    refused(&[("\"small\"", "‸\" \"")], "name", "", "the text is blank");
    refused(&[("\"first\"", "‸''")], "cards.A.title", "", "the text is blank");
    refused(&[("\"She who lays\"", "‸'\t'")], "masters.laying", "", "the text is blank");
    let control = "\"a\\nb\" has a control character";
    refused(&[("\"wood\"", "‸\"a\\nb\"")], "tools.set_squares.I", "", control);
    let long = "é".repeat(101);
    let message = "the text has 101 characters; at most 100";
    refused(&[("\"second\"", &format!("‸\"{long}\""))], "cards.C.title", "", message);
}

#[test]
fn names_are_told_once() {
    for (from, to) in [
        ("Ab = {", "Aa = { pattern = \"A\", order = 4 }\nAb = {"),
        ("two = {", "one = {"),
        ("[cards.C]", "[cards.A]"),
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
        [("\"##./.#.\"", "'''\n\n  ##.\n\t.#. \n'''"), ("Aa1 Ab0 Aa3\nAb1", "Aa1  Ab0\tAa3 / Ab1")],
        [("Aa Bc Aa Bc Aa Bc", "Bc Bc Bc/Aa Aa Aa"), ("count = 12", "count = 0xC")],
        [
            ("Aa = { pattern = \"A\", order = 4 }\n", ""),
            ("[kinds]", "Aa.order = 4\nAa.pattern = 'A'\n[kinds]"),
        ],
        [("laying = \"She who lays\"\n", ""), ("[tools]", "laying = \"She who lays\"\n[tools]")],
    ] {
        let text = small_with(&changes);
        assert_eq!(parse(&text).as_ref(), Ok(&set), "{changes:?}");
        assert_eq!(parse(&text.replace('\n', "\r\n")).as_ref(), Ok(&set), "{changes:?}, CR LF");
    }
    let (head, tables) = SMALL.split_once("[ateliers]").expect("a table");
    let (first, last) = tables.split_once("[cards.A]").expect("a card");
    let turned = format!("{head}[cards.A]{last}[ateliers]{first}");
    assert_eq!(parse(&turned), Ok(set));
}

#[test]
fn many_faults_are_told_at_once_in_the_order_of_the_file() {
    let text = small_with(&[
        ("\n+...+\n..*", "\n+..++\n..*"),
        ("free = 3", "free = 1"),
        ("order = 2", "order = 3"),
        ("count = 9", "count = 0"),
        ("\"first\"", "\" \""),
        ("Ab1 Aa0 Ab0", "Ab1 Aa5 Ab0"),
        ("laying = ", "waiting = "),
        ("I = \"wood\"", "I = 1"),
        ("II = \"laser\"", "III = 'laser'"),
    ]);
    let problems = parse(&text).expect_err("faults");
    let found: Vec<_> = problems.iter().map(|p| (p.line, &*p.key, p.rule)).collect();
    let expected = [
        (6, "mural", "W-4"),
        (15, "ateliers.1-4.free", "U-20"),
        (20, "faces.Ab.order", "A-7"),
        (24, "kinds.one.count", "B-7"),
        (28, "cards.A.title", ""),
        (31, "cards.A.artwork", "A-7"),
        (40, "masters.waiting", ""),
        (44, "tools.set_squares.I", ""),
        (45, "tools.level.II", ""),
        (45, "tools.level.III", ""),
    ];
    assert_eq!(found, expected);
}
