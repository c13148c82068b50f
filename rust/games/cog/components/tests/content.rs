//! Faults of content: one test a check, named after the rule that it guards.

use super::{SMALL, parse, refused, small_with};

/// The grid of [`SMALL`].
fn grid() -> &'static str {
    let start = SMALL.find("grid = '''\n").expect("the grid") + "grid = '''\n".len();
    let end = start + SMALL[start..].find("'''").expect("its end");
    &SMALL[start..end]
}

#[test]
fn c3_grids_are_squares_with_an_even_side() {
    let rows = |count: usize| vec![vec!["."; count].join(" "); count].join("\n");
    for side in [0, 1, 5, 7, 17, 18] {
        let text = format!("grid = ‸'''\n{}\n'''", rows(side));
        let old = format!("grid = '''\n{}'''", grid());
        let message = format!("the grid has {side} rows; it is an even number, 6..16");
        refused(&[(&old, &text)], "grid", "C-3", &message);
    }
    for (from, to, message) in [
        (
            "\n .   .   .  .  .  .\n .   .",
            "\n .   .   .  .  .  .\n ‸.   . .",
            "row 3 has 7 square(s), the grid 6 rows",
        ),
        ("\n1VP  .", "\n‸1VP", "row 0 has 5 square(s), the grid 6 rows"),
    ] {
        refused(&[(from, to)], "grid", "C-3", message);
    }
}

#[test]
fn c4_cards_have_names_and_numbers() {
    for wrong in ["\"\"", "\"a b\"", "\"é\"", "a1234567890123456"] {
        let name = wrong.trim_matches('"');
        let to = format!("‸{wrong} =");
        let message = format!("a card is named by 1..16 of A-Z a-z 0-9 _ -, not \"{name}\"");
        refused(&[("bolt =", &to)], &format!("cards.{name}"), "C-4", &message);
    }
    for wrong in ["0", "17", "-1"] {
        let to = format!("bolt = {{ copies = ‸{wrong}");
        let message = format!("{wrong} is not in 1..16");
        refused(&[("bolt = { copies = 3", &to)], "cards.bolt.copies", "C-4", &message);
    }
    let kinds = |count: usize, copies: usize| -> String {
        let card = |of| format!("c{of} = {{ copies = {copies}, gain = \"?\" }}\n");
        format!("‸[cards]\n{}", (0..count).map(card).collect::<String>())
    };
    let many = [("[cards]\n", &*kinds(56, 1))];
    refused(&many, "cards", "C-4", "65 kinds of card; at most 64");
    let many = [("[cards]\n", &*kinds(15, 16))];
    refused(&many, "cards", "C-4", "257 cards in all; at most 255");
    let most = small_with(&[("[cards]\n", &kinds(55, 4).replace('‸', ""))]);
    assert_eq!(parse(&most).expect("no fault").deck(4), 237);
}

#[test]
fn c5_letters_have_tiles() {
    for wrong in ["a", "AB", "'É'", "1"] {
        let found = wrong.trim_matches('\'');
        let to = format!("‸{wrong} = {{ tiles = 1, spares = 0 }}");
        let message = format!("a letter is one of A..Z, not \"{found}\"");
        let from = "E = { tiles = 1, spares = 0 }";
        refused(&[(from, &to)], &format!("letters.{found}"), "C-5", &message);
    }
    for (from, to, key, message) in [
        ("tiles = 1,", "tiles = ‸0,", "letters.E.tiles", "0 is not in 1..255"),
        ("tiles = 1,", "tiles = ‸256,", "letters.E.tiles", "256 is not in 1..255"),
        ("spares = 2", "spares = ‸-1", "letters.C.spares", "-1 is not in 0..255"),
    ] {
        refused(&[(from, to)], key, "C-5", message);
    }
    let message = "256 tiles and spares in all; at most 255";
    let many = [("[letters]", "‸[letters]"), ("spares = 2", "spares = 237")];
    refused(&many, "letters", "C-5", message);
    parse(&small_with(&[("spares = 2", "spares = 236")])).expect("255 are not too many");
    refused(
        &[("BA CAB", "BA ‸DAB")],
        "goals.2.words",
        "C-5",
        "DAB: the letter D has no tile in [letters]",
    );
}

#[test]
fn c9_dice_are_four_with_names() {
    for (names, count) in [("", 0), ("sun moon day", 3), ("sun moon day night noon", 5)] {
        let to = format!("‸\"{names}\"");
        let message = format!("{count} dice; there are 4");
        refused(&[("\"sun moon day night\"", &to)], "dice", "C-9", &message);
    }
    for (names, message) in [
        ("sun moon ‸sun night", "there is a die sun already"),
        ("sun ‸neutral day night", "neutral is the die of the neutral pawns"),
        ("sun m‸öon day night", "a die is named by 1..16 of A-Z a-z 0-9 _ -, not \"möon\""),
    ] {
        let names = names.replace("m‸öon", "‸möon");
        // The cards of the dice that are gone have no fault of their own to tell.
        refused(&[("sun moon day night", &names)], "dice", "C-9", message);
    }
}

#[test]
fn c11_c13_c195_c198_limits() {
    for (from, name, rule, least) in [
        ("\nletters = 5", "letters", "C-198", 1),
        ("stars = 2", "stars", "C-198", 0),
        ("aid_at_most = 1", "aid_at_most", "C-195", 0),
        ("star_supply = 9", "star_supply", "C-13", 1),
        ("cubes = 2", "cubes", "C-11", 1),
    ] {
        for wrong in [100, least - 1] {
            let start = if from.starts_with('\n') { "\n" } else { "" };
            let to = format!("{start}{name} = ‸{wrong}");
            let message = format!("{wrong} is not in {least}..99");
            refused(&[(from, &to)], &format!("limits.{name}"), rule, &message);
        }
    }
}

#[test]
fn c12_goal_cards_are_six_with_words() {
    let card = "6 = { words = \"BC\", bonus = \"??1VP\" }";
    let message = "unknown key \"7\"; known here: 1, 2, 3, 4, 5, 6";
    let more = format!("{card}\n‸{}", card.replace('6', "7").replace("BC", "ABC"));
    refused(&[(card, &more)], "goals.7", "", message);
    let less = [("[goals]", "‸[goals]"), (&*format!("{card}\n"), "")];
    refused(&less, "goals.6", "C-12", "the key 6 is missing");
    for empty in ["", "  "] {
        let to = format!("words = ‸\"{empty}\"");
        let message = "the goal card has no word";
        refused(&[("words = \"BC\"", &to)], "goals.6.words", "C-12", message);
    }
    // 7 words are there.
    let letters = ["A", "B", "C", "E"];
    let words = letters.iter().flat_map(|a| letters.iter().map(move |b| format!("E{a}{b}E")));
    let words = words.flat_map(|word| ["", "A", "B", "C"].map(|last| format!("{word}{last}")));
    let words: Vec<String> = words.take(58).collect();
    let list = |count: usize| words[..count].join(" ");
    let worth = ("\"??1VP\"", "\"99VP99VP99VP99VP\"");
    let set = small_with(&[
        ("\"BC\"", &format!("\"BC {}\"", list(57))),
        worth,
        ("cubes = 2", "cubes = 59"),
    ]);
    assert_eq!(parse(&set).expect("no fault").words.len(), 64);
    let to = format!("\"BC {} ‸{}\"", list(57), words[57]);
    refused(&[("\"BC\"", &to), worth], "goals.6.words", "C-12", "more than 64 words in all");
}

#[test]
fn c19_tiles_suffice_for_setup_and_a_round() {
    // 2 in the centre, 8 for the players, 2 and 1 as bonuses, 4 on the top edge.
    let few = [("tiles = 7", "tiles = 6"), ("[letters]", "[letters] ")];
    parse(&small_with(&few)).expect("17 suffice");
    refused(
        &[("tiles = 7", "tiles = 5"), ("[letters]", "‸[letters]")],
        "letters",
        "C-19",
        "16 tiles; setup and the first round of 4 players take 17",
    );
    // 9 in the centre, 6 for the players, 1 as a bonus, 5 on the top edge.
    refused(
        &[("centre = 3", "centre = 9"), ("[letters]", "‸[letters]")],
        "letters",
        "C-19",
        "18 tiles; setup and the first round of 3 players take 21",
    );
}

#[test]
fn c20_c38_squares_and_rounds() {
    for (from, name, key, rule, limits) in [
        ("centre = 2", "centre", "faces.4.centre", "C-20", (2, 16)),
        ("centre = 3", "centre", "faces.2-3.centre", "C-20", (2, 16)),
        ("rounds = 2", "rounds", "faces.4.rounds", "C-38", (1, 12)),
        ("rounds = 3", "rounds", "faces.2-3.rounds", "C-38", (1, 12)),
    ] {
        let (least, most) = limits;
        for wrong in [least - 1, most + 1] {
            let message = format!("{wrong} is not in {least}..{most}");
            refused(&[(from, &format!("{name} = ‸{wrong}"))], key, rule, &message);
        }
    }
}

#[test]
fn c30_c49_bonuses_of_turn_order() {
    for (from, rule, key, count) in [
        (". * 1VP ??", "C-30", "start", 4),
        (". ? 2VP *", "C-49", "faces.4.order", 4),
        ("\". * ?\"", "C-49", "faces.2-3.order", 3),
    ] {
        let quotes = if from.starts_with('"') { "" } else { "\"" };
        let from = format!("{quotes}{from}{quotes}");
        let with = |words: &[&str]| format!("\"{}\"", words.join(" "));
        let mut words = vec![".", "*", "?", "9VP"];
        words.truncate(count);
        let wrong = format!("‸{}", with(&words[1..]));
        let message = format!("{} bonuses; there are {count}, from #1", count - 1);
        refused(&[(&from, &wrong)], key, rule, &message);
        for (index, wrong, message) in [
            (0, "*", "#1 has no bonus: ."),
            (1, "+", "a bonus has the icons ?, * and VP alone, not +"),
            (2, "?card", "a bonus has the icons ?, * and VP alone, not ?card"),
            (1, "?????", "????? has more than 4 letters"),
        ] {
            let mut words = words.clone();
            let marked = format!("‸{wrong}");
            words[index] = &marked;
            refused(&[(&from, &with(&words))], key, rule, message);
        }
    }
}

#[test]
fn c42_c43_c44_top_slots() {
    let (four, three) = ("\"? *** ??* ?\"", "\"?? * ???\"");
    let many = "3 slots; there are 4";
    refused(&[(four, "‸\"? *** ?\"")], "faces.4.top", "C-43", many);
    refused(&[(three, "‸\"\"")], "faces.2-3.top", "C-43", "0 slots; there are 3");
    for (to, rule, message) in [
        ("\"? ‸2VP ??* ?\"", "C-42", "a top slot has the icons ? and * alone, not \"2VP\""),
        ("\"‸?+ *** ??* ?\"", "C-42", "a top slot has the icons ? and * alone, not \"?+\""),
        ("\"? *** ‸. ?\"", "C-42", "a top slot has a letter or a star"),
        ("\"? ‸*?????* ??* ?\"", "C-102", "more than 6 icons"),
        ("\"‸????? * ? ?\"", "C-42", "????? has more than 4 letters or stars"),
        ("\"‸***** * ? ?\"", "C-42", "***** has more than 4 letters or stars"),
        ("\"? *** ??* ‸??\"", "C-44", "the rightmost slot has one letter, not 2: it is wild"),
        ("\"? *** ??* ‸*\"", "C-44", "the rightmost slot has one letter, not 0: it is wild"),
    ] {
        let to =
            if rule == "C-102" { to.replace("‸*?????*", "*?????‸*") } else { to.to_owned() };
        refused(&[(four, &to)], "faces.4.top", rule, message);
    }
}

#[test]
fn c47_the_deck_suffices() {
    let key = "cards";
    // 17 cards for four players, 15 for three, 13 for two, 2 of which are for one goal card.
    parse(&small_with(&[("copies = 3", "copies = 2")])).expect("12 for three players suffice");
    refused(
        &[("copies = 3", "copies = 1"), ("[cards]", "‸[cards]")],
        key,
        "C-47",
        "13 cards for 3 players, of which 2 may leave with a goal card; they can take 12",
    );
    refused(
        &[("rounds = 2", "rounds = 3"), ("[cards]", "‸[cards]")],
        key,
        "C-47",
        "17 cards for 4 players, of which 2 may leave with a goal card; they can take 16",
    );
}

#[test]
fn c102_icons() {
    let icons =
        |found: &str| format!("an icon is ?, +, *, card or points like 5VP, not \"{found}\"");
    let points = |found: &str| format!("points are 1..99, not \"{found}\"");
    for (word, message) in [
        ("‸x", icons("x")),
        ("‸5", icons("5")),
        ("‸5vp", icons("5vp")),
        ("?‸-1VP", icons("-1VP")),
        ("?*‸.", icons(".")),
        ("‸..", icons("..")),
        ("‸é", icons("é")),
        ("‸0VP", points("0VP")),
        ("+‸100VP*", points("100VP*")),
        ("‸99999999999999999999VP", points("99999999999999999999VP")),
        ("******‸*", "more than 6 icons".to_owned()),
        ("++*‸+", "more than 2 letters from the centre".to_owned()),
    ] {
        let to = format!("gain = \"{word}\"");
        refused(&[("gain = \"3VP\"", &to)], "cards.bolt.gain", "C-102", &message);
        let to = format!("\n?   {word}\n");
        refused(&[("\n?   +\n", &to)], "faces.4.track", "C-102", &message);
    }
    for (to, message) in [
        ("gain = ‸\"\"", "a gain is one word of icons"),
        ("gain = ‸\"? *\"", "a gain is one word of icons"),
        ("gain = \"‸.\"", "there is no icon"),
    ] {
        refused(&[("gain = \"3VP\"", to)], "cards.bolt.gain", "C-102", message);
    }
}

#[test]
fn c104_a_card_is_of_one_kind() {
    let message = "a card has at most one of the keys die, pips, wild, item";
    for (from, to, key) in [
        ("die = \"sun\"", "die = \"sun\", pips = ‸\"1 2\"", "cards.suns.pips"),
        ("wild = \"CA\"", "wild = ‸\"CA\", pips = \"1 2\"", "cards.wild.wild"),
    ] {
        refused(&[(from, to)], key, "C-104", message);
    }
}

#[test]
fn c108_a_colour_is_that_of_a_die() {
    let message = "a die is one of sun, moon, day, night, not \"noon\"";
    refused(&[("die = \"sun\"", "die = ‸\"noon\"")], "cards.suns.die", "C-108", message);
}

#[test]
fn c109_pips_are_two_values() {
    for wrong in ["", "1", "1 1", "0 1", "6 7", "1 2 3", "1 2 2", "1,2", "12", "one two"] {
        let message = format!("a pip cost is two different values 1..6, not \"{wrong}\"");
        let to = format!("pips = ‸\"{wrong}\"");
        refused(&[("pips = \"6 1\"", &to)], "cards.pips.pips", "C-109", &message);
    }
}

#[test]
fn c118_wild_letters_have_tiles() {
    let key = "cards.wild.wild";
    for wrong in ["", "AA", "ABCA"] {
        let message = format!("the letters are one or more, each once, not \"{wrong}\"");
        let to = format!("wild = ‸\"{wrong}\"");
        refused(&[("wild = \"CA\"", &to)], key, "C-118", &message);
    }
    for (wrong, letter) in [("AD", "D"), ("A C", " "), ("aC", "a"), ("É", "É")] {
        let message = format!("\"{letter}\" is no letter that has tiles");
        let to = format!("wild = ‸\"{wrong}\"");
        refused(&[("wild = \"CA\"", &to)], key, "C-118", &message);
    }
}

#[test]
fn c128_c135_c170_words() {
    let key = "goals.2.words";
    for wrong in ["A", "ABCABCABCABCA", "ab", "A-B", "ÄB", "A1"] {
        let to = format!("BA ‸{wrong}");
        let message = format!("a word is 2..12 letters A-Z, not \"{wrong}\"");
        refused(&[("BA CAB", &to)], key, "C-128", &message);
    }
    let message = "ABCABCA is longer than the grid, 6 squares";
    refused(&[("BA CAB", "‸ABCABCA BA")], key, "C-135", message);
    refused(&[("BA CAB", "BA ‸BA CAB")], key, "C-170", "the word BA is there already");
    refused(&[("BA CAB", "CAB ‸AB")], key, "C-170", "the word AB is there already");
}

#[test]
fn c159_a_grid_has_eight_bonus_spaces() {
    let grid = ("grid = '''", "grid = ‸'''");
    for (from, to, count) in
        [(" .   ?   .  .  +  .", " .   .   .  .  +  .", 7), (" .  *2VP .", " ?  *2VP .", 9)]
    {
        let message = format!("{count} bonus spaces; there are 8");
        refused(&[grid, (from, to)], "grid", "C-159", &message);
    }
    for (from, to) in
        [("\n1VP ", "\n ‸.  "), (" .  .  .  *\n", " .  .  .  ‸.\n"), ("\n ?? ", "\n ‸. ")]
    {
        refused(&[(from, to)], "grid", "C-159", "a corner has a bonus");
    }
}

#[test]
fn c164_a_card_is_in_the_lower_right_corner_alone() {
    let corner = "the lower right corner has the icon card, and no other";
    for wrong in [".", "?", "card*", "cardcard"] {
        refused(&[(".  card\n", &format!(".  ‸{wrong}\n"))], "grid", "C-164", corner);
    }
    let alone = "the icon card is in the lower right corner of the grid alone";
    for (from, to, key) in [
        ("\n1VP ", "\n‸card ", "grid"),
        ("+  .\n", "‸+card  .\n", "grid"),
        ("\n?   +\n", "\n?   ‸+card\n", "faces.4.track"),
        ("gain = \"3VP\"", "gain = \"‸card\"", "cards.bolt.gain"),
        ("\"8VP\"", "\"‸8VPcard\"", "goals.3.bonus"),
    ] {
        refused(&[(from, to)], key, "C-164", alone);
    }
}

#[test]
fn c172_cubes_suffice() {
    let key = "limits.cubes";
    let message = "1 cubes; the words of five goal cards can take 2";
    refused(&[("cubes = 2", "cubes = ‸1")], key, "C-172", message);
    // The goal card with the fewest words is the one that leaves: 1 + 1 + 1 + 0 + 0 and one more.
    let more = [
        ("words = \"AB\", bonus = \"4VP\"", "words = \"AB ABA\", bonus = \"9VP\""),
        ("words = \"AC\", bonus", "words = \"AC ACA\", bonus"),
    ];
    let more = [more[0], more[1], ("\"7VP\"", "\"9VP\""), ("cubes = 2", "cubes = ‸3")];
    let message = "3 cubes; the words of five goal cards can take 4";
    refused(&more, key, "C-172", message);
}

#[test]
fn c174_a_goal_bonus_beats_the_words_left_incomplete() {
    let key = "goals.2.bonus";
    let message = |value: u8| {
        format!(
            "the bonus is worth {value} VP, a star or letter counted as 2; the words left \
             incomplete are worth 7"
        )
    };
    for (bonus, value) in [("7VP", 7), ("?+*1VP", 7), ("*", 2)] {
        let to = format!("‸\"{bonus}\"");
        refused(&[("\"**+2VP\"", &to)], key, "C-174", &message(value));
    }
    for bonus in ["8VP", "?+**"] {
        parse(&small_with(&[("\"**+2VP\"", &format!("\"{bonus}\""))])).expect("8 are enough");
    }
    let message = "there is no icon";
    refused(&[("\"**+2VP\"", "\"‸.\"")], key, "C-173", message);
}

#[test]
fn c176_c179_item_cards() {
    let key = "cards.CAB.missing";
    for (wrong, message) in [
        ("", "one or two letters are missing, not \"\""),
        ("CC", "\"CC\" are not letters of CAB"),
        ("E", "\"E\" are not letters of CAB"),
        ("CAB", "no letter of CAB is left"),
        ("D", "\"D\" is no letter that has tiles"),
        ("b", "\"b\" is no letter that has tiles"),
    ] {
        let to = format!("missing = ‸\"{wrong}\"");
        refused(&[("missing = \"CB\"", &to)], key, "C-176", message);
    }
    let three = [("item = \"CAB\", missing = \"CB\"", "item = \"CABBAC\", missing = ‸\"CAB\"")];
    refused(&three, key, "C-176", "one or two letters are missing, not \"CAB\"");
    let none = [("item = \"CAB\"", "item = ‸\"ABC\"")];
    refused(&none, "cards.CAB.item", "C-179", "\"ABC\" is on no goal card");
    let doubled = [("item = \"CAB\", missing = \"CB\"", "item = \"CABBAC\", missing = \"BB\"")];
    parse(&small_with(&doubled)).expect("a letter may be missing twice");
}

#[test]
fn c254_the_track_is_a_border() {
    let key = "faces.4.track";
    let track = "track = '''\n2VP .\n?   +\n.   ++*\n'''";
    let long = format!("track = ‸\"{}\"", vec!["."; 17].join(" "));
    refused(
        &[(track, &long)],
        key,
        "C-254",
        "the track is 1 rows of 17 spaces; it is 2..16 of each",
    );
    for (to, message) in [
        ("track = ‸''", "the track is 0 rows of 0 spaces; it is 2..16 of each"),
        ("track = ‸'. .'", "the track is 1 rows of 2 spaces; it is 2..16 of each"),
        ("track = '. . / ‸. / . .'", "row 1 has 1 space(s), not 2"),
        ("track = '. . . / ‸. . . / . . .'", "row 1 has 3 space(s), not 2"),
        ("track = '. . . / ‸. .'", "row 1 has 2 space(s), not 3"),
    ] {
        refused(&[(track, to)], key, "C-254", message);
    }
    let side = vec!["?"; 16].join(" ");
    let largest = format!("track = '{side}{}/{side}'", "/? ?".repeat(14));
    let set = parse(&small_with(&[(track, &largest)])).expect("no fault");
    assert_eq!((set.face(4).track.len(), set.face(4).opposite()), (60, 30));
}

#[test]
fn c265_each_die_has_as_many_cards() {
    let message =
        "each die activates as many cards by its colour, not sun 2, moon 2, day 2, night 3";
    let more =
        [("copies = 2, die = \"night\"", "copies = 3, die = \"night\""), ("[cards]", "‸[cards]")];
    refused(&more, "cards", "C-265", message);
    let mut none = SMALL.to_owned();
    for line in SMALL.lines().filter(|line| line.contains("die = ")) {
        none = none.replace(line, "");
    }
    let none = none.replace("copies = 3", "copies = 9");
    parse(&none).expect("no card need ask for a colour");
}
