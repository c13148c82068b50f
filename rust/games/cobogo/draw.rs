//! Drawings for people: letters always, coordinates beside the mosaic.

use std::fmt::Write as _;

use super::Cobogo;
use super::state::State;
use super::types::CardId;
use crate::game::{Seat, Viewer};

/// Lines that stand side by side.
fn beside(blocks: &[Vec<String>], gap: &str) -> String {
    let height = blocks.iter().map(Vec::len).max().unwrap_or(0);
    let mut text = String::new();
    for line in 0..height {
        let mut row = String::new();
        for (index, block) in blocks.iter().enumerate() {
            let width = block.iter().map(|line| line.chars().count()).max().unwrap_or(0);
            let cell = block.get(line).map_or("", String::as_str);
            if index > 0 {
                row.push_str(gap);
            }
            let _ = write!(row, "{cell:width$}");
        }
        text.push_str(row.trim_end());
        text.push('\n');
    }
    text
}

impl Cobogo {
    pub(super) fn drawing(&self, state: &State, viewer: Viewer) -> String {
        let mut text = format!("{}\n\n", self.headline(state));
        text.push_str(&self.draw_reserved(state));
        text.push('\n');
        text.push_str(&self.draw_mosaic(state));
        for seat in 0..self.players as Seat {
            if viewer == Viewer::Owner || viewer == Viewer::Seat(seat) {
                let _ = write!(text, "\nhand of seat {seat}\n{}", self.draw_hand(state, seat));
            }
        }
        text
    }

    fn headline(&self, state: &State) -> String {
        let sizes: Vec<String> = self.hand_sizes(state).iter().map(usize::to_string).collect();
        let cards = format!("pile {}, hands {}", state.pile.len(), sizes.join(" "));
        match state.won {
            Some(true) => {
                let merits = self.merits(state);
                let title = super::rules::TITLES[super::rules::title(merits)].0;
                format!("won after turn {}: {merits} merits, {title}; {cards}", self.turn(state))
            }
            Some(false) => format!("lost after turn {}; {cards}", self.turn(state)),
            None => match self.seat_to_move(state) {
                Some(seat) => format!("turn {}: seat {seat} to place; {cards}", self.turn(state)),
                None => format!("turn {}: chance; {cards}", self.turn(state)),
            },
        }
    }

    /// The reserved patterns side by side, with how many there are of how many.
    fn draw_reserved(&self, state: &State) -> String {
        let blocks: Vec<Vec<String>> =
            state.reserved.cards().iter().map(|&card| self.pattern_block(state, card)).collect();
        beside(&blocks, "   ")
    }

    fn pattern_block(&self, state: &State, card: CardId) -> Vec<String> {
        let pattern = &self.set.cards[usize::from(card)].pattern;
        let progress = self.judge.progress(&state.mosaic, card);
        let mark = if progress.ok { " ok" } else { "" };
        let letter = self.set.letter(pattern.content).unwrap_or('?').to_string();
        let shape = pattern.shape.to_string().replace('X', &letter);
        let mut block = vec![
            self.pattern_text(card),
            format!("have {}/{}{mark}", progress.have, pattern.number),
        ];
        block.extend(shape.split('/').map(str::to_owned));
        block
    }

    fn draw_mosaic(&self, state: &State) -> String {
        let bounds = state.mosaic.bounds();
        if bounds.is_empty() {
            return "the table is empty\n".to_owned();
        }
        let columns = bounds.left..=bounds.right;
        let ends = [bounds.left, bounds.right].map(|column| column.to_string());
        let mut text = format!("{:>6}{}", "", ends[0]);
        let room = columns.count().saturating_sub(ends[0].len());
        if room > ends[1].len() {
            let _ = write!(text, "{:>room$}", ends[1]);
        }
        text.push('\n');
        for (row, line) in (bounds.top..).zip(self.mosaic_rows(state)) {
            let _ = writeln!(text, "{row:>5} {line}");
        }
        text
    }

    fn draw_hand(&self, state: &State, seat: Seat) -> String {
        let texts = self.hand_texts(state, seat);
        let blocks: Vec<Vec<String>> = texts
            .iter()
            .enumerate()
            .map(|(slot, brick)| {
                let rows = brick.split('/').map(|row| format!("  {row}"));
                std::iter::once(format!("slot {slot}")).chain(rows).collect()
            })
            .collect();
        if blocks.is_empty() { "no card\n".to_owned() } else { beside(&blocks, "   ") }
    }
}
