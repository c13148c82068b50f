//! What the loader accepts; what it refuses, what the default set is like and the rest are beside it.

use super::*;
use crate::game::ComponentProblem;

mod any_text;
mod content;
mod default_v1;
mod digest;
mod files;
mod form;
mod guide;

/// A small set.
const SMALL: &str = include_str!("tests/small.toml");

/// Marks the place at which a report has to point; no part of the file.
const MARK: char = '‸';

fn parse(text: &str) -> Result<ComponentSet, Vec<ComponentProblem>> {
    let source = ComponentSource { file: "my.toml".to_owned(), text: text.to_owned() };
    ComponentSet::parse(&source).map_err(|error| match error {
        SetupError::Components { file, problems } => {
            assert_eq!(file, "my.toml");
            problems
        }
        other => panic!("another kind of error: {other}"),
    })
}

/// [`SMALL`] with each `from`, which it has exactly once, replaced.
fn small_with(changes: &[(&str, &str)]) -> String {
    changes.iter().fold(SMALL.to_owned(), |text, (from, to)| {
        assert_eq!(text.matches(from).count(), 1, "{from:?} is in the text once");
        text.replacen(from, to, 1)
    })
}

/// Checks that `SMALL` with the changes is refused for one fault alone, at the mark (nowhere
/// without one), and for no other reason.
#[track_caller]
fn refused(changes: &[(&str, &str)], key: &str, rule: &str, message: &str) {
    let text = small_with(changes);
    let place = text.find(MARK);
    let text = text.replace(MARK, "");
    let (line, column) = place.map_or((0, 0), |place| {
        let lines: Vec<&str> = text[..place].split('\n').collect();
        (lines.len(), lines[lines.len() - 1].chars().count() + 1)
    });
    let problems = parse(&text).expect_err("a fault");
    let found: Vec<_> =
        problems.iter().map(|p| (p.line, p.column, &*p.key, p.rule, &*p.message)).collect();
    assert_eq!(found, [(line, column, key, rule, message)]);
}

/// A gain by its icons.
fn gain(icons: &[Icon]) -> Gain {
    Gain::new(icons).expect("not too many")
}

/// Gains as in files.
fn texts(gains: &[Gain]) -> String {
    gains.iter().map(Gain::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_small_set_is_read_as_written() {
    let set = parse(SMALL).expect("no fault");
    let ComponentInfo { name, edition, source, .. } = &set.info;
    assert_eq!([&**name, edition, source], ["small", "tests", "made up"]);
    let letters: Vec<_> =
        set.letters.iter().map(|info| (info.letter, info.tiles, info.spares)).collect();
    assert_eq!(letters, [('A', 7, 1), ('B', 5, 0), ('C', 5, 2), ('E', 1, 0)]);
    let words: Vec<_> =
        set.words.iter().map(|word| (&*word.text, &*word.letters, word.goal)).collect();
    let expected: [(&str, &[Letter], u8); 7] = [
        ("AB", &[0, 1], 0),
        ("BA", &[1, 0], 1),
        ("CAB", &[2, 0, 1], 1),
        ("CABBAC", &[2, 0, 1, 1, 0, 2], 2),
        ("AC", &[0, 2], 3),
        ("CA", &[2, 0], 4),
        ("BC", &[1, 2], 5),
    ];
    assert_eq!(words, expected);
    let goals: Vec<&[WordId]> = set.goals.iter().map(|goal| &*goal.words).collect();
    assert_eq!(goals, [&[0][..], &[1, 2], &[3], &[4], &[5], &[6]]);
    let bonuses = set.goals.each_ref().map(|goal| goal.gain);
    assert_eq!(texts(&bonuses), "4VP **+2VP 8VP 7VP 6VP ??1VP");
    assert_eq!(bonuses[1], gain(&[Icon::Star, Icon::Star, Icon::Centre, Icon::Vp(2)]));
    assert_eq!(set.dice, ["sun", "moon", "day", "night"].map(str::to_owned));
    assert_eq!(texts(&set.start), ". * 1VP ??");
    let limits = Limits { letters: 5, stars: 2, aid_at_most: 1, star_supply: 9, cubes: 2 };
    assert_eq!(set.limits, limits);
}

// Rules C-3, C-159, C-164.
#[test]
fn the_grid_has_its_bonuses_where_they_are_drawn() {
    let set = parse(SMALL).expect("no fault");
    let side = set.grid.side;
    let cells = (0..side).flat_map(|row| (0..side).map(move |col| (row, col)));
    let bonuses: Vec<_> = cells
        .map(|cell| (cell, set.grid.bonus(cell)))
        .filter(|(_, gain)| !gain.is_empty())
        .collect();
    let expected = [
        ((0, 0), gain(&[Icon::Vp(1)])),
        ((0, 5), gain(&[Icon::Star])),
        ((1, 1), gain(&[Icon::Bag])),
        ((1, 4), gain(&[Icon::Centre])),
        ((4, 1), gain(&[Icon::Star, Icon::Vp(2)])),
        ((4, 5), gain(&[Icon::Bag])),
        ((5, 0), gain(&[Icon::Bag, Icon::Bag])),
        ((5, 5), gain(&[Icon::Card])),
    ];
    assert_eq!(bonuses, expected);
    assert_eq!(set.grid.centre(), [(2, 2), (2, 3), (3, 2), (3, 3)]);
    assert_eq!(set.grid.corners(), [(0, 0), (0, 5), (5, 0), (5, 5)]);
}

// Rules C-1, C-16, C-42 to C-44, C-50, C-253, C-254.
#[test]
fn each_face_has_its_slots_and_its_track() {
    let set = parse(SMALL).expect("no fault");
    let [few, many] = &set.faces;
    assert_eq!([2, 3, 4].map(|players| set.face(players)), [few, few, many]);
    assert_eq!((few.rounds, few.centre, many.rounds, many.centre), (3, 3, 2, 2));
    let slot = |number, letters, stars, is_wild| TopSlot { number, letters, stars, is_wild };
    let expected =
        [slot(1, 1, 0, false), slot(2, 0, 3, false), slot(3, 2, 1, false), slot(4, 1, 0, true)];
    assert_eq!(set.top(4), expected);
    let expected = [slot(2, 2, 0, false), slot(3, 0, 1, false), slot(4, 3, 0, false)];
    assert_eq!(set.top(3), expected);
    assert_eq!(set.top(2), &expected[..2]);
    assert_eq!([2, 3, 4].map(|n| texts(set.order(n))), [". *", ". * ?", ". ? 2VP *"]);
    assert_eq!(texts(&many.track), "2VP . + ++* . ?");
    assert_eq!(texts(&few.track), "? * 9VP .");
    assert_eq!((Face::START, few.opposite(), many.opposite()), (0, 2, 3));
}

// Rules C-21, C-22, C-104.
#[test]
fn cards_are_of_four_kinds_and_some_leave() {
    let set = parse(SMALL).expect("no fault");
    let one = |icon| gain(&[icon]);
    let die = |die, icon| Effect::Round { cost: Cost::Die(die), gain: one(icon) };
    let pips = Effect::Round { cost: Cost::Pips(0b100_0010), gain: one(Icon::Star) };
    let item = |word, missing, icon| Effect::Item { word, missing, gain: one(icon) };
    let expected = [
        ("AB", 2, item(0, (1, None), Icon::Vp(1))),
        ("CAB", 1, item(2, (2, Some(1)), Icon::Centre)),
        ("bolt", 3, Effect::Immediate(one(Icon::Vp(3)))),
        ("days", 2, die(2, Icon::Vp(5))),
        ("moons", 2, die(1, Icon::Star)),
        ("nights", 2, die(3, Icon::Centre)),
        ("pips", 2, pips),
        ("suns", 2, die(0, Icon::Bag)),
        ("wild", 1, Effect::Always(0b101)),
    ];
    let found: Vec<_> =
        set.cards.iter().map(|card| (&*card.id, card.copies, card.effect)).collect();
    assert_eq!(found, expected);
    assert_eq!([2, 3, 4].map(|players| set.deck(players)), [13, 15, 17]);
    let copies = |id| {
        let kind = set.card_named(id).expect("a card");
        [2, 3, 4].map(|players| set.copies(kind, players))
    };
    assert_eq!(copies("days"), [0, 2, 2]);
    assert_eq!(copies("nights"), [0, 0, 2]);
    assert_eq!(copies("bolt"), [3, 3, 3]);
    assert_eq!([2, 3, 4].map(|players| set.dice(players).len()), [2, 3, 4]);
}

#[test]
fn everything_is_found_by_its_name() {
    let set = parse(SMALL).expect("no fault");
    for (index, info) in set.letters.iter().enumerate() {
        assert_eq!(set.letter_of(info.letter), Some(index as Letter));
    }
    for (index, word) in set.words.iter().enumerate() {
        assert_eq!(set.word_named(&word.text), Some(index as WordId));
    }
    for (index, card) in set.cards.iter().enumerate() {
        assert_eq!(set.card_named(&card.id), Some(index as CardKind));
    }
    for (index, name) in set.dice.iter().enumerate() {
        assert_eq!(set.die_named(name), Some(index as Die));
    }
    assert_eq!((set.letter_of('D'), set.word_named("ABC")), (None, None));
    assert_eq!((set.card_named("sun"), set.die_named("suns")), (None, None));
    assert_eq!((set.tiles(), set.spares()), (18, 3));
}

// Rules C-102, 14.3.
#[test]
fn gains_are_counted_and_compared() {
    let rich = gain(&[Icon::Star, Icon::Vp(3), Icon::Bag, Icon::Star, Icon::Centre, Icon::Vp(4)]);
    assert_eq!((rich.points(), rich.value(), rich.count(Icon::Star)), (7, 15, 2));
    assert_eq!((Gain::NONE.value(), Gain::NONE.is_empty(), rich.is_empty()), (0, true, false));
    assert_eq!(Gain::NONE, gain(&[]));
    assert_eq!(Gain::new(&[Icon::Bag; MAX_ICONS + 1]), None);
    assert_eq!(Gain::new(&[Icon::Bag; 300]), None);
}
