//! The worked examples of section 14, from `tests/golden/bogoss/examples.txt`.

use serde_json::{Map, Value};

use super::super::Bogoss;
use super::super::action::Action;
use super::super::hand::Hand;
use super::super::state::{Phase, State};
use super::super::types::{Laying, PARTS, Sort, Status};
use crate::game::{Actor, Game, Seat};

const TEXT: &str = include_str!("../../../../tests/golden/bogoss/examples.txt");

/// An example under way.
struct Table {
    game: Bogoss,
    state: State,
    /// The cards of the pile that are still to come, the last one first.
    pile: Vec<Sort>,
    /// What became of the last line: refused, or what the asker came to.
    was_refused: bool,
}

fn cards(text: &str) -> impl Iterator<Item = Sort> + '_ {
    text.split_whitespace()
        .map(|name| Sort::of_name(name, false).unwrap_or_else(|| panic!("{name:?} is no card")))
}

/// The value of an option as its type wants it.
fn option_value(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| Value::from(text))
}

impl Table {
    /// The position that the lines before the first `do` tell of, with what is laid at the deal.
    fn new(lines: &[&str]) -> Self {
        let value = |key: &str| {
            let prefix = format!("{key}:");
            lines.iter().find_map(|line| line.strip_prefix(&prefix)).map(str::trim)
        };
        let players: u8 = value("players").and_then(|text| text.parse().ok()).expect("players");
        let mut options = Map::new();
        for line in lines.iter().filter_map(|line| line.strip_prefix("option:")) {
            let (name, text) = line.trim().split_once('=').expect("name=value");
            options.insert(name.to_owned(), option_value(text));
        }
        if let Some(first) = value("first") {
            options.insert("first_player".to_owned(), option_value(first));
        }
        let game = super::game(players, &Value::Object(options));
        let mut state = game.fresh();
        let mut pile: Vec<Sort> = cards(value("pile").unwrap_or_default()).collect();
        state.now.pile = pile.iter().copied().collect();
        state.now.dealt = 6 * players;
        for seat in 0..players {
            let hand = value(&format!("hand {seat}")).unwrap_or_default();
            state.now.hands[usize::from(seat)] = cards(hand).collect();
        }
        for pair in value("laid").unwrap_or_default().split_whitespace() {
            let (seat, count) = pair.split_once('=').expect("seat=count");
            let seat: Seat = seat.parse().expect("a seat");
            let laying = Laying {
                seat,
                cards: PARTS.map(|kind| Sort::new(Status::Whole, kind, false)),
                ..Laying::default()
            };
            for _ in 0..count.parse().expect("a number") {
                state.layings.push(laying);
                state.now.laid[usize::from(seat)] += 1;
                state.now.layings += 1;
            }
        }
        pile.reverse();
        game.lay_from_deal(&mut state);
        Self { game, state, pile, was_refused: false }
    }

    fn apply(&mut self, text: &str) -> bool {
        let Ok(action) = self.game.parse_action(text) else { return false };
        if self.game.check(&self.state, action).is_err() {
            return false;
        }
        self.game.apply(&mut self.state, action);
        while matches!(self.state.now.phase, Phase::Draw | Phase::Refill) {
            let card = self.pile.pop().expect("a card in the pile");
            self.game.check(&self.state, Action::Draw(card)).expect("that card can be drawn");
            self.game.apply(&mut self.state, Action::Draw(card));
        }
        true
    }

    fn play(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let seat: Seat = words[0].parse().expect("a seat");
        assert_eq!(self.game.actor(&self.state), Actor::Player(seat), "{line}");
        let texts = match words[1..] {
            ["stops"] => vec!["stop".to_owned()],
            ["asks", target, kind] => vec![format!("ask {target} {kind}")],
            ["asks", target, kind, "gives", card] => {
                vec![format!("ask {target} {kind}"), format!("give {card}")]
            }
            _ => panic!("{line:?} is no line of an example"),
        };
        self.was_refused = !texts.iter().all(|text| self.apply(text));
    }

    fn expect(&self, expected: &str, turn_before: Seat) {
        let table = &self.state.now;
        let words: Vec<&str> = expected.split_whitespace().collect();
        let seat = |word: &str| word.parse::<Seat>().expect("a seat");
        let is_refused = words[0] == "illegal";
        assert_eq!(self.was_refused, is_refused, "{expected}");
        match words[..] {
            ["illegal"] => {}
            ["choice"] => assert_eq!(table.phase, Phase::Give),
            ["again"] => {
                assert_eq!((table.phase, table.turn_of), (Phase::Ask, turn_before));
                assert!(table.may_stop);
            }
            ["next", next] => {
                assert_eq!((table.phase, table.turn_of), (Phase::Ask, seat(next)));
                assert!(!table.may_stop);
            }
            ["wins", winner] => {
                assert_eq!((table.phase, table.winner), (Phase::Over, Some(seat(winner))));
                let outcome = self.game.outcome(&self.state).expect("an outcome");
                assert!(outcome.is_winner(seat(winner)));
            }
            ["hand", of, "=", ..] => {
                let hand: Hand = cards(expected.split_once('=').expect("=").1).collect();
                assert_eq!(table.hands[usize::from(seat(of))], hand);
            }
            ["laid", of, "=", count] => {
                let of = seat(of);
                let laid = self.state.layings.iter().filter(|laying| laying.seat == of).count();
                assert_eq!(laid.to_string(), count);
            }
            ["pile", "=", count] => assert_eq!(table.pile.len().to_string(), count),
            _ => panic!("{expected:?} is nothing to expect"),
        }
    }
}

#[test]
fn the_engine_plays_the_examples() {
    let mut played = 0;
    for block in TEXT.split("\n== ").skip(1) {
        let lines: Vec<&str> = block
            .lines()
            .skip(1)
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
            .collect();
        if !lines.iter().any(|line| line.starts_with("expect:")) {
            continue;
        }
        let mut table = Table::new(&lines);
        let mut turn = table.state.now.turn_of;
        let mut kept = table.state.clone();
        for line in lines {
            if let Some(line) = line.strip_prefix("do:") {
                (turn, kept) = (table.state.now.turn_of, table.state.clone());
                table.play(line);
            } else if let Some(line) = line.strip_prefix("expect:") {
                for expected in line.split(';').map(str::trim) {
                    table.expect(expected, turn);
                }
                // A choice is told apart from its answer: the next line asks once more.
                if table.state.now.phase == Phase::Give {
                    table.state = kept.clone();
                }
                played += 1;
            }
        }
    }
    assert!(played >= 40, "{played} expectations were read");
}
