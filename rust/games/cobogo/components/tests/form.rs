//! Faults of form: what is no TOML, or TOML of another form.

use super::{ComponentProblem, SMALL, parse, refused, small_with};

#[test]
fn text_that_is_not_toml_is_refused() {
    let problems = parse("name = \n[card\nrows = 2\n").expect_err("a fault");
    let found: Vec<_> = problems.iter().map(|p| (p.line, p.column, &*p.key, p.rule)).collect();
    assert_eq!(found, [(1, 8, "", ""), (2, 6, "", "")]);
    for problem in problems {
        assert!(problem.message.starts_with("not TOML: "), "{}", problem.message);
    }
    refused(&[("cols = 2", "cols = 2\n‸cols = 2")], "", "", "not TOML: duplicate key");
}

#[test]
fn a_file_that_is_too_long_is_refused() {
    let long = format!("{SMALL}#{}", "x".repeat((2 << 20) - SMALL.len()));
    let problems = parse(&long).expect_err("a fault");
    let message = "the file has 2097153 bytes; at most 2097152".to_owned();
    assert_eq!(
        problems,
        [ComponentProblem { line: 0, column: 0, key: String::new(), rule: "", message }]
    );
    parse(&format!("{SMALL}#{}", "x".repeat((2 << 20) - SMALL.len() - 1))).expect("no fault");
}

#[test]
fn unknown_keys_are_refused() {
    let top = "unknown key \"author\"; known here: name, edition, source, card, types, base, glass, window, special";
    refused(&[("source =", "‸author = 1\nsource =")], "author", "", top);
    let card = "unknown key \"height\"; known here: rows, cols";
    refused(&[("cols = 2", "cols = 2\n‸height = 2")], "card.height", "", card);
    let kind = "unknown key \"colour\"; known here: name, color";
    refused(&[("\"blue\" }", "\"blue\", ‸colour = 1 }")], "types.B.colour", "", kind);
    let side = "unknown key \"shapes\"; known here: id, name, brick, type, number, shape";
    refused(&[("number = 3", "number = 3\n‸shapes = 1")], "base[2].shapes", "", side);
    refused(
        &[("number = 7", "‸'a\\b' = 1\nnumber = 7")],
        "special[0].a\\\\b",
        "",
        &side.replace("shapes", "a\\\\b"),
    );
}

#[test]
fn long_values_are_cut_in_messages() {
    let long = "x".repeat(50);
    let cut = format!("{}...", "x".repeat(40));
    let message = format!("unknown key \"{cut}\"; known here: rows, cols");
    let line = format!("cols = 2\n‸{long} = 1");
    refused(&[("cols = 2", &line)], &format!("card.{cut}"), "", &message);
    let number = format!("number = ‸{}", "1".repeat(50));
    let message = format!("{}... is not in 1..9999", "1".repeat(40));
    refused(&[("number = 3", &number)], "base[2].number", "K-3", &message);
}

#[test]
fn missing_keys_are_refused() {
    refused(&[("name = \"small\"\n", "")], "name", "", "the key name is missing");
    refused(&[("edition = \"tests\"\n", "")], "edition", "", "the key edition is missing");
    refused(&[("source = \"made up\"\n", "")], "source", "", "the key source is missing");
    refused(&[("[card]\nrows = 2\ncols = 2\n", "")], "card", "K-2", "the key card is missing");
    refused(&[("[card]\nrows = 2\n", "‸[card]\n")], "card.rows", "K-2", "the key rows is missing");
    refused(
        &[("[card]\nrows = 2\ncols = 2", "‸[card]\nrows = 2")],
        "card.cols",
        "K-2",
        "the key cols is missing",
    );
    refused(
        &[("{ name = \"Ar\", color", "‸{ color")],
        "types.A.name",
        "",
        "the key name is missing",
    );
    refused(
        &[("{ name = \"Cal\", color = \"white\"", "‸{ name = \"Cal\"")],
        "types.C.color",
        "",
        "the key color is missing",
    );
    let card =
        "[[base]]\nid = \"B2\"\nbrick = \"AA/AA\"\ntype = \"A\"\nnumber = 2\nshape = \"XX\"\n";
    for (line, key, rule) in [
        ("id = \"B2\"\n", "id", "K-85"),
        ("brick = \"AA/AA\"\n", "brick", "K-1"),
        ("type = \"A\"\n", "type", "K-3"),
        ("number = 2\n", "number", "K-3"),
        ("shape = \"XX\"\n", "shape", "K-3"),
    ] {
        let change = format!("‸{}", card.replace(line, ""));
        refused(
            &[(card, &change)],
            &format!("base[1].{key}"),
            rule,
            &format!("the key {key} is missing"),
        );
    }
    for (group, id, rule) in
        [("glass", "G1", "K-77"), ("window", "W1", "K-88"), ("special", "S1", "K-98")]
    {
        let from = format!("[[{group}]]\nid = \"{id}\"\nbrick");
        let to = format!("‸[[{group}]]\nid = \"{id}\"\n#");
        refused(&[(&from, &to)], &format!("{group}[0].brick"), "K-74", "the key brick is missing");
        let start = SMALL.find(&from).expect("a card");
        let header = &SMALL[start..start + SMALL[start..].find("type").expect("a type")];
        let (from, to) = (format!("{header}type"), format!("‸{header}#"));
        refused(&[(&from, &to)], &format!("{group}[0].type"), rule, "the key type is missing");
    }
    let everything: Vec<_> =
        parse("").expect_err("a fault").into_iter().map(|p| (p.line, p.key, p.rule)).collect();
    let keys = [
        ("name", ""),
        ("edition", ""),
        ("source", ""),
        ("card", "K-2"),
        ("types", "K-3"),
        ("base", "K-14"),
    ];
    assert_eq!(everything, keys.map(|(key, rule)| (0, key.to_owned(), rule)));
}

#[test]
fn without_types_no_card_is_blamed() {
    let start = SMALL.find("[types]").expect("a table");
    let table = &SMALL[start..SMALL.find("[[base]]").expect("a card")];
    refused(&[(table, "")], "types", "K-3", "the key types is missing");
}

#[test]
fn values_of_the_wrong_type_are_refused() {
    refused(
        &[("name = \"small\"", "name = ‸1")],
        "name",
        "",
        "expected a string, found a whole number",
    );
    refused(
        &[("source = \"made up\"", "source = ‸true")],
        "source",
        "",
        "expected a string, found true or false",
    );
    refused(
        &[("rows = 2", "rows = ‸\"2\"")],
        "card.rows",
        "K-2",
        "expected a whole number, found a string",
    );
    refused(
        &[("cols = 2", "cols = ‸2.0")],
        "card.cols",
        "K-2",
        "expected a whole number, found a number with a fraction",
    );
    refused(
        &[
            ("[card]\nrows = 2\ncols = 2\n", ""),
            ("edition = \"tests\"", "edition = \"tests\"\ncard = ‸[2, 2]"),
        ],
        "card",
        "K-2",
        "expected a table, found an array",
    );
    refused(
        &[("{ name = \"Ar\", color = \"green\" }", "‸2025-02-17")],
        "types.A",
        "K-3",
        "expected a table, found a date or time",
    );
    refused(&[("\"Barro\"", "‸{}")], "types.B.name", "", "expected a string, found a table");
    refused(
        &[("id = \"B4\"", "id = ‸4")],
        "base[3].id",
        "K-85",
        "expected a string, found a whole number",
    );
    refused(
        &[("name = \"one\"", "name = ‸1")],
        "base[0].name",
        "",
        "expected a string, found a whole number",
    );
    refused(
        &[("brick = \"BB/BB\"", "brick = ‸[\"BB\", \"BB\"]")],
        "base[2].brick",
        "K-1",
        "expected a string, found an array",
    );
    refused(
        &[("number = 4\n", "number = ‸'4'\n")],
        "glass[0].number",
        "K-3",
        "expected a whole number, found a string",
    );
    refused(
        &[("shape = \"XXX\"", "shape = ‸3")],
        "base[2].shape",
        "K-3",
        "expected a string, found a whole number",
    );
    refused(
        &[("type = '*'", "type = ‸1")],
        "window[0].type",
        "K-88",
        "expected a string, found a whole number",
    );
    refused(
        &[("[[special]]", "‸[special]")],
        "special",
        "",
        "expected tables with the header [[special]], found a table",
    );
}

#[test]
fn an_array_of_other_things_is_refused() {
    let text = SMALL[..SMALL.find("[[base]]").expect("a card")]
        .replace("[card]", "base = [1]\nglass = 'x'\n[card]");
    let found: Vec<_> = parse(&text)
        .expect_err("a fault")
        .into_iter()
        .map(|p| (p.line, p.column, p.key, p.rule, p.message))
        .collect();
    let expected = [
        (6, 9, "base[0]", "expected a table, found a whole number"),
        (7, 9, "glass", "expected tables with the header [[glass]], found a string"),
    ];
    assert_eq!(
        found,
        expected.map(|(line, column, key, message)| (
            line,
            column,
            key.to_owned(),
            "",
            message.to_owned()
        ))
    );
}

#[test]
fn labels_are_one_line_with_something_on_it() {
    refused(&[("\"small\"", "‸\" \"")], "name", "", "the text is blank");
    refused(&[("\"tests\"", "‸\"a\\nb\"")], "edition", "", "\"a\\nb\" has a control character");
    let long = "é".repeat(101);
    refused(
        &[("made up", &long), ("source = ", "source = ‸")],
        "source",
        "",
        "the text has 101 characters; at most 100",
    );
    refused(&[("name = \"one\"", "name = ‸''")], "base[0].name", "", "the text is blank");
    parse(&small_with(&[("made up", &long[2..])])).expect("100 characters are not too many");
}
