//! Drawings for people: a line a seat, hands as lists of cards, the newest requests.

use std::borrow::Cow;

use std::fmt::Write as _;

use super::Bogoss;
use super::hand::Hand;
use super::state::{Phase, State, Table};
use super::types::{Answer, Entry, Kind, Status};
use super::view::turn_of;
use crate::game::{Seat, Viewer};

/// How many requests are drawn.
const DRAWN: usize = 8;

impl Bogoss {
    pub(super) fn drawing(&self, state: &State, viewer: Viewer) -> String {
        let table = match viewer {
            Viewer::Owner => Cow::Borrowed(&state.now),
            Viewer::Seat(seat) => self.seen(state, Some(seat)),
            Viewer::Spectator => self.seen(state, None),
        };
        let mut text = format!("{}\n\n", self.headline(state, &table));
        self.seats().for_each(|seat| text.push_str(&self.draw_seat(state, &table, seat)));
        for seat in self.seats() {
            if viewer == Viewer::Owner || viewer == Viewer::Seat(seat) {
                let hand = self.cards_text(table.hands[usize::from(seat)]);
                let _ = write!(text, "\nhand of seat {seat}: {hand}\n");
            }
        }
        let log = state.log.iter().take(table.requests as usize);
        if log.len() > 0 {
            text.push_str("\nnewest requests\n");
        }
        for entry in log.rev().take(DRAWN) {
            let _ = writeln!(text, "  {}", self.draw_request(entry));
        }
        text
    }

    fn headline(&self, state: &State, table: &Table) -> String {
        let (turn, of, pile) = (table.turn, table.turn_of, table.pile.len());
        let cards = format!("pile {pile}");
        let kind = table.request.map_or('?', |request| request.kind.letter());
        match (table.phase, table.winner) {
            (Phase::Over, None) => format!("no winner after turn {turn}; {cards}"),
            (Phase::Over, Some(seat)) => {
                let is_broken = state.layings.last().is_some_and(|laying| laying.is_broken);
                let how = if is_broken { "a broken skeleton" } else { "two whole skeletons" };
                format!("seat {seat} won in turn {turn} with {how}; {cards}")
            }
            (Phase::First | Phase::Deal, _) => format!("the cards are dealt; {cards}"),
            (Phase::Ask, _) if table.may_stop => {
                format!("turn {turn}: seat {of} to ask or to stop; {cards}")
            }
            (Phase::Ask, _) => format!("turn {turn}: seat {of} to ask; {cards}"),
            (Phase::Take, _) => {
                format!("turn {turn}: seat {of} to take a whole or broken {kind}; {cards}")
            }
            (Phase::Give, _) => {
                let seat = self.to_act(table).unwrap_or(of);
                format!("turn {turn}: seat {of} asks for {kind}, seat {seat} to give; {cards}")
            }
            (Phase::Lay, _) => {
                let seat = self.to_act(table).unwrap_or(of);
                format!("turn {turn}: seat {seat} to lay a skeleton or to hold it; {cards}")
            }
            (Phase::Given | Phase::Draw | Phase::Refill, _) => {
                format!("turn {turn}: chance; {cards}")
            }
        }
    }

    fn draw_seat(&self, state: &State, table: &Table, seat: Seat) -> String {
        let place = usize::from(seat);
        let mark = if turn_of(table) == Some(seat) { '*' } else { ' ' };
        let mut text = format!("{mark} seat {seat}  {:>2} cards", table.hands[place].len());
        if !table.known[place].is_empty() {
            let _ = write!(text, "  has {}", self.cards_text(table.known[place]));
        }
        let lacks =
            Kind::ALL.into_iter().filter(|kind| table.lacks[place] >> kind.index() & 1 == 1);
        let lacks: Vec<String> = lacks.map(|kind| kind.letter().to_string()).collect();
        if !lacks.is_empty() {
            let _ = write!(text, "  lacks {}", lacks.join(" "));
        }
        text.push('\n');
        let laid = state.layings[..usize::from(table.layings)].iter();
        for laying in laid.filter(|laying| laying.seat == seat) {
            let status = Status::ALL[usize::from(laying.is_broken)].name();
            let cards = laying.cards.map(|card| self.name(card)).join(" ");
            let _ = writeln!(text, "    laid {status}: {cards}");
        }
        text
    }

    fn cards_text(&self, hand: Hand) -> String {
        let names: Vec<&str> = hand.cards().map(|sort| self.name(sort)).collect();
        if names.is_empty() { "no card".to_owned() } else { names.join(" ") }
    }

    fn draw_request(&self, entry: Entry) -> String {
        let Entry { asker, target, kind, answer, .. } = entry;
        let came = match answer {
            Answer::Given(sort) => format!("gives {}", self.name(sort)),
            Answer::PileEmpty => "has none; the pile is empty".to_owned(),
            Answer::NoHit => format!("has none; seat {asker} draws, no hit"),
            Answer::Hit(sort) => format!("has none; seat {asker} draws {}, a hit", self.name(sort)),
        };
        format!("seat {asker} asks seat {target} for {}: {came}", kind.letter())
    }
}
