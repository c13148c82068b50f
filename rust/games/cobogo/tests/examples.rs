//! The worked examples of section 15, from `tests/golden/cobogo/examples.txt`: whole games with the
//! patterns and cards of each block, in which the engine accepts, refuses, lays and judges.

use std::fmt::Write as _;

use serde_json::json;

use super::super::action::Action;
use super::super::components::Code;
use super::super::mosaic::Mosaic;
use super::super::state::{State, Step};
use super::super::types::{Bounds, Hand, HandCard, Source, Spot};
use super::super::{Cobogo, IllegalAction};
use crate::game::{Actor, Game};

const TEXT: &str = include_str!("../../../../tests/golden/cobogo/examples.txt");

/// A block of the file: its label and its lines.
struct Block {
    label: &'static str,
    lines: Vec<&'static str>,
}

fn blocks() -> Vec<Block> {
    let blocks = TEXT.split("\n== ").skip(1).map(|block| {
        let mut lines = block.lines().filter(|line| !line.is_empty());
        Block { label: lines.next().unwrap_or_default(), lines: lines.collect() }
    });
    blocks.collect()
}

impl Block {
    /// The rest of the first line that starts with this key.
    fn value(&self, key: &str) -> Option<&'static str> {
        self.lines.iter().find_map(|line| line.strip_prefix(key)?.strip_prefix(':')).map(str::trim)
    }

    /// Kind and text of each reserved pattern, such as `("window", "* 1 XX")`.
    fn patterns(&self) -> Vec<(&'static str, &'static str)> {
        let list = self.value("reserve").expect("reserved patterns");
        let patterns = list.split(';').map(|pattern| {
            let pattern = pattern.trim();
            pattern.split_once(':').unwrap_or(("base", pattern))
        });
        patterns.collect()
    }

    /// The brick sides that the block lays, in order.
    fn bricks(&self) -> Vec<&'static str> {
        let places = self.lines.iter().filter_map(|line| line.strip_prefix("place: "));
        places.filter_map(|place| place.split(' ').next()).collect()
    }

    /// A game with these patterns and brick sides. The patterns are cards `P0`, `P1`, ..., the
    /// brick sides `B0`, `B1`, ...
    fn game(&self) -> Cobogo {
        let mut cards: Vec<(&str, String, &str, &str)> = Vec::new();
        for (k, &(kind, pattern)) in self.patterns().iter().enumerate() {
            cards.push((kind, format!("P{k}"), "ABC/DEF", pattern));
        }
        for (k, brick) in self.bricks().into_iter().enumerate() {
            cards.push(("base", format!("B{k}"), brick, "A 99 X"));
        }
        // What else a set has to have; it is never reserved, dealt or laid.
        let harmless = ["A 99 X", "B 99 X", "C 99 X", "D 99 X", "E 99 X", "F 99 X", "A 99 X"];
        for (k, pattern) in harmless.into_iter().enumerate() {
            cards.push(("base", format!("Z{k}"), "ABC/DEF", pattern));
        }
        cards.push(("window", "Z7".to_owned(), "ABC/DEF", "* 99 X"));
        cards.push(("window", "Z8".to_owned(), "ABC/DEF", "* 99 X"));
        let set = super::parse(&toml_of(&cards));
        let uses = |kind: &str| self.patterns().iter().any(|&(of, _)| of == kind);
        let expansions: Vec<&str> =
            [("glass", "vidracaria"), ("window", "janelao"), ("special", "clientes")]
                .into_iter()
                .filter_map(|(kind, expansion)| uses(kind).then_some(expansion))
                .collect();
        let options = json!({
            "expansions": expansions,
            "count_mode": self.value("mode").unwrap_or("exact"),
            "special_exclusive": self.value("special_exclusive") == Some("yes"),
        });
        super::game(set, 1, &options).unwrap_or_else(|error| panic!("{}: {error}", self.label))
    }
}

fn toml_of(cards: &[(&str, String, &str, &str)]) -> String {
    let mut text = String::from("name = \"t\"\nedition = \"t\"\nsource = \"t\"\n");
    text.push_str("card = { rows = 2, cols = 3 }\n[types]\n");
    for letter in 'A'..='F' {
        let _ = writeln!(text, "{letter} = {{ name = \"{letter}\", color = \"{letter}\" }}");
    }
    for (kind, id, brick, pattern) in cards {
        let [content, number, shape] =
            pattern.split(' ').collect::<Vec<_>>().try_into().expect("type, number and shape");
        let _ = write!(
            text,
            "[[{kind}]]\nid = \"{id}\"\nbrick = \"{brick}\"\ntype = \"{content}\"\nnumber = {number}\n\
             shape = \"{shape}\"\n"
        );
    }
    text
}

/// A block on the table.
struct Table<'a> {
    block: &'a Block,
    game: &'a Cobogo,
    state: State,
    laid: usize,
}

impl<'a> Table<'a> {
    fn new(block: &'a Block, game: &'a Cobogo) -> Self {
        let mut state = game.fresh();
        state.step = game.steps.iter().position(|&step| step == Step::Play).expect("play") as u8;
        for k in 0..block.patterns().len() {
            state.reserved.push(game.ids[&format!("P{k}")]);
        }
        let at = block.lines.iter().position(|line| line.starts_with("mosaic:")).expect("mosaic");
        state.mosaic = mosaic(game, &rows_after(block, at));
        Self { block, game, state, laid: 0 }
    }

    fn label(&self) -> &str {
        self.block.label
    }

    /// `BRICKSIDE rot=k at=(r,c) -> verdict`.
    fn place(&mut self, line: &str) {
        let (action, verdict) = line.split_once(" -> ").expect("a verdict");
        let words: Vec<&str> = action.split([' ', '=', '(', ')', ',']).collect();
        let [_, "rot", rot, "at", "", row, col, ""] = words[..] else { panic!("{line}") };
        let number = |word: &str| word.parse::<i16>().expect("a number");
        let at = Spot { rot: number(rot) as u8, row: number(row), col: number(col) };
        let card = self.game.ids[&format!("B{}", self.laid)];
        self.laid += 1;
        let mut hand = Hand::default();
        hand.push(HandCard { brick: card, back: card, source: Source::Deal });
        self.state.hands[0] = hand;
        (self.state.drawing, self.state.won) = (false, None);
        assert_eq!(self.game.actor(&self.state), Actor::Player(0));

        let action = Action::Place { slot: 0, at };
        let found = self.game.check(&self.state, action);
        let reason = match &found {
            Ok(()) => "legal",
            Err(IllegalAction::Glass { .. }) => "illegal glass",
            Err(IllegalAction::CornerOnly) => "illegal corner",
            Err(IllegalAction::Apart) => "illegal apart",
            Err(other) => panic!("{}: {line}: {other}", self.label()),
        };
        assert_eq!(reason, verdict, "{}: {line}", self.label());
        let mut legal = Vec::new();
        self.game.legal_actions(&self.state, &mut legal);
        assert_eq!(legal.contains(&action), found.is_ok(), "{}: {line}: listed", self.label());
        if found.is_ok() {
            self.game.apply(&mut self.state, action);
            assert_eq!(self.state.won == Some(true), self.is_won(), "{}: {line}", self.label());
        }
    }

    fn is_won(&self) -> bool {
        self.game.judge().is_won(&self.state.mosaic, &self.state.reserved)
    }

    /// `A=1 win=yes`.
    fn expect(&self, line: &str) {
        let here = || format!("{}: {line}", self.label());
        for (name, value) in line.split(' ').filter_map(|item| item.split_once('=')) {
            if name == "win" {
                assert_eq!(self.is_won(), value == "yes", "{}", here());
                continue;
            }
            let patterns = self.block.patterns();
            let k = patterns.iter().position(|(_, pattern)| pattern.starts_with(name));
            let card = self.game.ids[&format!("P{}", k.expect("a reserved pattern"))];
            let progress = self.game.judge().progress(&self.state.mosaic, card);
            assert_eq!(progress.have.to_string(), value, "{}: {name}", here());
        }
    }
}

/// The rows of a mosaic below line `at`.
fn rows_after(block: &Block, at: usize) -> Vec<&'static str> {
    block.lines[at + 1..].iter().take_while(|line| !line.contains(':')).copied().collect()
}

fn mosaic(game: &Cobogo, rows: &[&str]) -> Mosaic {
    if rows.is_empty() {
        return Mosaic::default();
    }
    let cells: Option<Vec<Code>> =
        rows.iter().flat_map(|row| row.chars()).map(|letter| game.set().code(letter)).collect();
    let bounds = Bounds::EMPTY.with(0, 0, rows.len(), rows[0].len());
    Mosaic::from_cells(&game.outlines, bounds, &cells.expect("types of the set"))
}

/// Every block of the file says what the engine does.
#[test]
fn worked_examples() {
    let blocks = blocks();
    assert_eq!(blocks.len(), TEXT.lines().filter(|line| line.starts_with("== T-")).count());
    let mut checks = 0;
    for block in &blocks {
        let game = block.game();
        let mut table = Table::new(block, &game);
        for (at, line) in block.lines.iter().enumerate() {
            match line.split_once(':') {
                Some(("place", action)) => table.place(action.trim()),
                Some(("expect", items)) => table.expect(items.trim()),
                Some(("after", "")) => {
                    let found = table.game.mosaic_rows(&table.state);
                    assert_eq!(found, rows_after(block, at), "{}", block.label);
                }
                Some(("reserve" | "mosaic" | "mode" | "special_exclusive", _)) => continue,
                Some((key, _)) => panic!("{}: unknown key {key}", block.label),
                None => continue,
            }
            checks += 1;
        }
    }
    assert!(checks > 80, "{checks} checks");
}
