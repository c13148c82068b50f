//! Faults of content: one test a check, named after the rule that it guards.

use super::{ComponentProblem, SMALL, parse, refused, small_with};

#[test]
fn k1_more_cards_than_the_limits() {
    let base = |count: usize| -> String {
        (0..count)
            .map(|k| {
                format!(
                    "{{ id='b{k}', brick='AB/CC', type='{}', number=1, shape='X' }},\n",
                    ["A", "B", "C"][k % 3]
                )
            })
            .collect()
    };
    let others = |group: &str, count: usize| -> String {
        let content = if group == "glass" { '#' } else { '*' };
        (0..count)
            .map(|k| {
                format!(
                    "{{ id='{group}{k}', brick='AB/CC', type='{content}', number=1, shape='X' }},\n"
                )
            })
            .collect()
    };
    let text = |counts: [usize; 4]| {
        let [b, g, w, s] = counts;
        let cards = format!(
            "base=[\n{}]\nglass=[\n{}]\nwindow=[\n{}]\nspecial=[\n{}]\n[card]",
            base(b),
            others("glass", g),
            others("window", w),
            others("special", s)
        );
        SMALL[..SMALL.find("[[base]]").expect("a card")].replace("[card]", &cards)
    };
    assert_eq!(parse(&text([200, 20, 20, 14])).expect("no fault").cards.len(), 254);
    // Line 6 has the bracket of base, so card k is on line 7 + k.
    for (counts, line, key, message) in [
        (
            [201, 0, 0, 0],
            207,
            "base[200]",
            "201 base card(s), 201 up to here; at most 200 base cards and 254 in all",
        ),
        (
            [200, 20, 20, 15],
            267,
            "special[14]",
            "15 special card(s), 255 up to here; at most 200 base cards and 254 in all",
        ),
        (
            [200, 55, 0, 0],
            263,
            "glass[54]",
            "55 glass card(s), 255 up to here; at most 200 base cards and 254 in all",
        ),
    ] {
        let problems = parse(&text(counts)).expect_err("a fault");
        let message = message.to_owned();
        assert_eq!(
            problems,
            [ComponentProblem { line, column: 1, key: key.to_owned(), rule: "K-1", message }]
        );
    }
}

#[test]
fn k2_cards_of_another_size() {
    refused(
        &[("AA/AA", "AA/AA/‸AA")],
        "base[1].brick",
        "K-2",
        "the brick side has 3 row(s); every card has 2",
    );
    refused(
        &[("AA/AA", "‸AA")],
        "base[1].brick",
        "K-2",
        "the brick side has 1 row(s); every card has 2",
    );
    refused(
        &[("AA/AA", "AA/‸AAA")],
        "base[1].brick",
        "K-2",
        "row 2 of the brick side has 3 cell(s); every card has 2",
    );
    refused(
        &[("AB\nCC\n", "AB\n‸C\n")],
        "base[0].brick",
        "K-2",
        "row 2 of the brick side has 1 cell(s); every card has 2",
    );
    refused(
        &[("AB\nCC\n", "AB\n  ‸CCC\n")],
        "base[0].brick",
        "K-2",
        "row 2 of the brick side has 3 cell(s); every card has 2",
    );
    refused(
        &[("AB\nCC\n", "AB\n\n‸CC\n")],
        "base[0].brick",
        "K-2",
        "the brick side has 3 row(s); every card has 2",
    );
    refused(
        &[("brick = \"AA/AA\"", "brick = ‸\"\"")],
        "base[1].brick",
        "K-2",
        "the brick side has 0 row(s); every card has 2",
    );
}

#[test]
fn k2_cards_beyond_1x1_to_8x8() {
    refused(&[("rows = 2", "rows = ‸0")], "card.rows", "K-2", "0 is not in 1..8");
    refused(&[("cols = 2", "cols = ‸9")], "card.cols", "K-2", "9 is not in 1..8");
    refused(&[("rows = 2", "rows = ‸-2")], "card.rows", "K-2", "-2 is not in 1..8");
    refused(&[("rows = 2", "rows = ‸0x10002")], "card.rows", "K-2", "0x10002 is not in 1..8");
}

#[test]
fn k2_cells_without_brick_or_glass() {
    let sign = |sign: &str| format!("a cell holds a letter A..Z or #, not \"{sign}\"");
    refused(&[("AA/AA", "AA/A‸.")], "base[1].brick", "K-2", &sign("."));
    refused(&[("AB\nCC", "AB\n  C‸a")], "base[0].brick", "K-2", &sign("a"));
    refused(&[("AB\nCC", "A‸*\nC*")], "base[0].brick", "K-2", &sign("*"));
    refused(&[("CC/AC", "‸ÇC/AC")], "window[1].brick", "K-2", &sign("Ç"));
    // An escape hides where a character is: the report points to the string.
    let escaped = "brick = ‸\"\\u0041A/A?\"";
    refused(&[("brick = \"AA/AA\"", escaped)], "base[1].brick", "K-2", &sign("?"));
}

#[test]
fn k3_types_are_declared_capitals_that_some_card_shows() {
    refused(
        &[("AA/AA", "AA/A‸D")],
        "base[1].brick",
        "K-3",
        "the type D is not declared in [types]",
    );
    refused(
        &[("type = \"B\"", "type = ‸\"Z\"")],
        "base[2].type",
        "K-3",
        "the type Z is not declared in [types]",
    );
    let first = "[[base]]\nid = \"B1\"";
    let unused = "D = { name = \"Dobra\", color = \"red\" }\n[[base]]\nid = \"B1\"";
    refused(&[(first, &format!("‸{unused}"))], "types.D", "K-3", "the type D is on no card");
    for (declared, key) in [("d", "d"), ("1", "1"), ("DD", "DD"), ("'#'", "#")] {
        let message = format!("a type is one letter A..Z, not \"{key}\"");
        let declared = format!("‸{}", unused.replacen('D', declared, 1));
        refused(&[(first, &declared)], &format!("types.{key}"), "K-3", &message);
    }
    // The card with a fault may be the one that shows it.
    let card = "[[base]]\nid = \"B2\"\nbrick = \"AA/AA\"";
    let changes = [(first, unused), (card, "‸[[base]]\nid = \"B2\"")];
    refused(&changes, "base[1].brick", "K-1", "the key brick is missing");
    // A type on pattern sides alone is in use.
    parse(&small_with(&[(first, unused), ("type = \"B\"", "type = \"D\"")])).expect("no fault");
}

#[test]
fn k3_a_base_pattern_is_of_one_type() {
    for wrong in ["", "AB", "b", "#", "*", "Á"] {
        let message = format!("the type of a base pattern is a letter A..Z, not \"{wrong}\"");
        let value = format!("type = ‸\"{wrong}\"");
        refused(&[("type = \"B\"", &value)], "base[2].type", "K-3", &message);
    }
}

#[test]
fn k3_the_number_is_in_its_limits() {
    for wrong in ["0", "-1", "10000", "99999999999999999999999999999999"] {
        let message = format!("{wrong} is not in 1..9999");
        let value = format!("number = ‸{wrong}");
        refused(&[("number = 3", &value)], "base[2].number", "K-3", &message);
    }
}

#[test]
fn k4_shapes_that_are_no_polyominoes() {
    for (drawing, message) in [
        ("X.\n.‸X", "the shape is not connected by sides"),
        ("X..\nXX.\n..‸X", "the shape is not connected by sides"),
        ("XX.‸X\nXX..\nXXXX\n.XX.", "the shape is not connected by sides"),
        ("‸...\nXXX", "the shape has an empty margin"),
        ("XXX\n‸...", "the shape has an empty margin"),
        ("‸.XX\n..X", "the shape has an empty margin"),
        ("XX‸.\nX..", "the shape has an empty margin"),
        ("‸..\n..", "the shape has no cell"),
        ("XXX\n  ‸XX", "row 1 of the shape has 2 cells, the first row has 3"),
        ("XX\n‸\nXX", "row 1 of the shape has 0 cells, the first row has 2"),
        ("X.\nX‸#", "'#' is neither 'X' nor '.'"),
        ("X‸x\nXX", "'x' is neither 'X' nor '.'"),
    ] {
        refused(&[("X.\nXX", drawing)], "base[0].shape", "K-4", message);
    }
    let long = |separator: &str| format!("shape = \"‸{}\"", ["X"; 65].join(separator));
    for (drawing, message) in [
        ("shape = ‸\"\"".to_owned(), "the shape has no cell"),
        ("shape = \"XX/‸X.X\"".to_owned(), "row 1 of the shape has 3 cells, the first row has 2"),
        (long(""), "the shape's box is 1 by 65; at most 64 by 64"),
        (long("/"), "the shape's box is 65 by 1; at most 64 by 64"),
    ] {
        refused(&[("shape = \"XXX\"", &drawing)], "base[2].shape", "K-4", message);
    }
    let longest = format!("shape = \"{}\"", "X".repeat(64));
    parse(&small_with(&[("shape = \"XXX\"", &longest)])).expect("64 columns are allowed");
}

#[test]
fn k6_three_types_and_one_of_them_twice() {
    let first = "[[base]]\nid = \"B1\"";
    let marked = format!("‸{first}");
    let message = "2 type(s) on the base pattern sides; at least 3";
    refused(&[(first, &marked), ("type = \"B\"", "type = \"A\"")], "base", "K-6", message);
    let types = "D = { name = \"D\", color = \"red\" }\nE = { name = \"E\", color = \"red\" }\n";
    let declared = format!("{types}{marked}");
    let changes = [
        (first, &*declared),
        ("type = \"A\"\nnumber = 2", "type = \"D\"\nnumber = 2"),
        ("type = \"C\"\nnumber = 1\nshape = \"XX", "type = \"E\"\nnumber = 1\nshape = \"XX"),
    ];
    let message = "no type is on two base pattern sides; at least one has to be";
    refused(&changes, "base", "K-6", message);
}

#[test]
fn k14_too_few_base_cards() {
    let start = SMALL.find("[[base]]\nid = \"B2\"").expect("a card");
    let end = SMALL.find("[[base]]\nid = \"B3\"").expect("a card");
    let first = "[[base]]\nid = \"B1\"";
    let marked = format!("‸{first}");
    let changes = [(&SMALL[start..end], ""), (first, &*marked)];
    refused(&changes, "base", "K-14", "4 base card(s); at least 5");
}

#[test]
fn k77_k88_k98_patterns_of_expansions_have_their_own_content() {
    let message = |group, content, wrong| {
        format!("the type of a {group} pattern is \"{content}\", not \"{wrong}\"")
    };
    for wrong in ['A', '*'] {
        let value = format!("‸\"{wrong}\"");
        let message = message("glass", '#', wrong);
        refused(&[("\"\\u0023\"", &value)], "glass[0].type", "K-77", &message);
    }
    refused(&[("'*'", "‸'#'")], "window[0].type", "K-88", &message("window", '*', '#'));
    let change = ("\"*\"\nnumber = 7", "‸\"C\"\nnumber = 7");
    refused(&[change], "special[0].type", "K-98", &message("special", '*', 'C'));
}

#[test]
fn k85_ids_that_texts_and_options_can_not_use() {
    for wrong in ["", "B 1", "B.1", "É", "abcdefghijklmnopq", "B/1"] {
        let message = format!("an id is 1..16 of A-Z a-z 0-9 _ -, not \"{wrong}\"");
        let value = format!("id = ‸\"{wrong}\"");
        refused(&[("id = \"B4\"", &value)], "base[3].id", "K-85", &message);
    }
    let message = "the id \"random\" is a word of the options";
    refused(&[("id = \"W2\"", "id = ‸\"random\"")], "window[1].id", "K-85", message);
    let message = "the id \"B2\" is already that of base[1]";
    refused(&[("id = \"B4\"", "id = ‸\"B2\"")], "base[3].id", "K-85", message);
    refused(&[("id = \"S1\"", "id = ‸\"B2\"")], "special[0].id", "K-85", message);
}

#[test]
fn k86_a_single_window_card() {
    let start = SMALL.find("[[window]]\nid = \"W2\"").expect("a card");
    let end = SMALL.find("[[special]]").expect("a card");
    let first = "[[window]]\nid = \"W1\"";
    let marked = format!("‸{first}");
    let changes = [(&SMALL[start..end], ""), (first, &*marked)];
    refused(&changes, "window", "K-86", "1 window card(s); at least 2");
}
