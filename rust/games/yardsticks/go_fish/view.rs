//! What a seat or a spectator may know: built by listing what is shown (GF-19, GF-20).

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use super::GoFish;
use super::action::{Action, letter};
use super::cards::Cards;
use super::state::{Phase, State};
use crate::game::{Seat, Viewer};

impl Phase {
    /// Every phase with its name.
    pub(super) const NAMES: [(Self, &'static str); 5] = [
        (Self::Deal, "deal"),
        (Self::Ask, "ask"),
        (Self::Fish, "fish"),
        (Self::Refill, "refill"),
        (Self::Over, "over"),
    ];

    /// The word for it.
    pub(super) fn name(self) -> &'static str {
        Self::NAMES[self as usize].1
    }
}

/// How many cards of each rank there are, by letter.
fn counts(cards: Cards) -> Map<String, Value> {
    cards.each().map(|(rank, count)| (letter(rank).to_string(), count.into())).collect()
}

/// The letters of the cards, in order: `a a c`.
pub(super) fn write_cards(cards: Cards, text: &mut String) {
    let letters = cards.each().flat_map(|(rank, count)| (0..count).map(move |_| letter(rank)));
    for (place, letter) in letters.enumerate() {
        if place > 0 {
            text.push(' ');
        }
        text.push(letter);
    }
}

/// The letters of a set of ranks.
pub(super) fn letters(ranks: u16) -> String {
    (0..16).filter(|rank| ranks >> rank & 1 == 1).map(letter).collect()
}

impl GoFish {
    /// Every seat, as a place.
    pub(super) fn seats(&self) -> std::ops::Range<usize> {
        0..self.players
    }

    pub(super) fn view_of(&self, state: &State, seat: Option<Seat>) -> Value {
        let info = &self.components;
        let request =
            state.request.map(|(of, rank)| json!({"target": of, "rank": letter(rank).to_string()}));
        json!({
            "seat": seat,
            "players": self.players,
            "options": self.options,
            "component_set": {"name": info.name, "edition": info.edition, "digest": info.digest},
            "phase": state.phase.name(),
            "to_act": (state.phase == Phase::Ask).then_some(state.seat),
            "turn_of": state.seat,
            "request": request,
            "asks": state.asks,
            "hand": seat.map(|seat| counts(state.hands[usize::from(seat)])),
            "hand_sizes": self.seats().map(|of| state.hands[of].len()).collect::<Vec<_>>(),
            "known": self.seats().map(|of| counts(state.known[of])).collect::<Vec<_>>(),
            "books": self.seats().map(|of| letters(state.books[of])).collect::<Vec<_>>(),
            "pool_size": state.pool.len(),
        })
    }

    /// GF-19: others see a card that is dealt or drawn only if it is the one asked for, or completes a
    /// book.
    pub(super) fn text_for(
        &self,
        state: &State,
        action: Action,
        seat: Option<Seat>,
    ) -> Option<String> {
        let (word, rank) = match action {
            Action::Ask { .. } => return Some(self.text(action)),
            Action::Deal(rank) => ("deal", rank),
            Action::Draw(rank) => ("draw", rank),
        };
        let held = state.hands[usize::from(state.seat)].count(rank);
        let is_hit = state.request.is_some_and(|(_, asked)| asked == rank);
        let is_shown = is_hit || held + 1 == self.rules.suits || seat == Some(state.seat);
        Some(if is_shown { self.text(action) } else { format!("{word} ?") })
    }

    fn text(&self, action: Action) -> String {
        let mut text = String::new();
        action.write(&mut text);
        text
    }

    /// A line a seat; hands as far as the viewer may see them.
    pub(super) fn drawing(&self, state: &State, viewer: Viewer) -> String {
        let seat = state.seat;
        let due = match state.phase {
            Phase::Deal => format!("seat {seat} is dealt a card"),
            Phase::Ask => format!("seat {seat} to ask"),
            Phase::Fish | Phase::Refill => format!("seat {seat} draws"),
            Phase::Over => "the game is over".to_owned(),
        };
        let mut text = format!("{due}; pool {}, requests {}\n\n", state.pool.len(), state.asks);
        for of in self.seats() {
            let (hand, known) = (state.hands[of], state.known[of]);
            let is_open = viewer == Viewer::Owner || viewer == Viewer::Seat(of as Seat);
            // Writing to a string can't fail.
            let _ = write!(text, "seat {of}: {} cards", hand.len());
            if is_open && !hand.is_empty() {
                text.push_str(", ");
                write_cards(hand, &mut text);
            }
            if !known.is_empty() {
                text.push_str("; known ");
                write_cards(known, &mut text);
            }
            let _ = writeln!(text, "; books {}", state.books[of].count_ones());
        }
        text
    }
}
