//! What a seat or a spectator may know, as JSON-ready data: built by listing what is shown (K-106 to
//! K-118), never by taking secrets away.

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::Cobogo;
use super::action::Action;
use super::components::ANY;
use super::state::State;
use super::types::{CardId, NO_CARD};
use crate::game::{Actor, Seat};

/// A mosaic on its way to JSON: its cells by letters, and where the first one is.
#[derive(Serialize)]
pub(super) struct MosaicText {
    row0: i16,
    col0: i16,
    rows: Vec<String>,
}

impl Cobogo {
    pub(super) fn view_of(&self, state: &State, seat: Option<Seat>) -> Value {
        let info = &self.set.info;
        let view = [
            ("seat", json!(seat)),
            ("players", json!(self.players)),
            ("to_move", json!(self.seat_to_move(state))),
            ("turn", json!(self.turn(state))),
            ("placed", json!(state.log.len())),
            ("options", Value::Object(self.options.clone())),
            (
                "component_set",
                json!({"name": info.name, "edition": info.edition, "digest": info.digest}),
            ),
            ("reserved", self.reserved_view(state)),
            ("mosaic", json!(self.mosaic_text(state))),
            ("starter", self.brick_or_null(state.starter)),
            ("history", self.history_view(state)),
            ("hand", json!(seat.map(|seat| self.hand_texts(state, seat)))),
            ("hand_sizes", json!(self.hand_sizes(state))),
            ("pile_size", json!(state.pile.len())),
            ("rejected", json!(state.pile.rejected.len())),
            ("backs", self.backs_view(state)),
            ("won", json!(state.won)),
        ];
        Value::Object(view.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
    }

    /// The turn's number, from 1; after the end the number of placements.
    pub(super) fn turn(&self, state: &State) -> usize {
        state.log.len() + usize::from(state.won.is_none())
    }

    pub(super) fn seat_to_move(&self, state: &State) -> Option<Seat> {
        match self.actor_of(state) {
            Actor::Player(seat) => Some(seat),
            Actor::Chance | Actor::Nobody => None,
        }
    }

    pub(super) fn hand_sizes(&self, state: &State) -> Vec<usize> {
        state.hands[..self.players].iter().map(|hand| hand.cards().len()).collect()
    }

    /// The brick sides of a hand, by slot (K-108).
    pub(super) fn hand_texts(&self, state: &State, seat: Seat) -> Vec<String> {
        let cards = state.hands[usize::from(seat)].cards().iter();
        cards.map(|card| self.brick_text(card.brick)).collect()
    }

    fn brick_or_null(&self, card: CardId) -> Value {
        if card == NO_CARD { Value::Null } else { json!(self.brick_text(card)) }
    }

    fn reserved_view(&self, state: &State) -> Value {
        let cards = state.reserved.cards().iter().map(|&card| {
            let pattern = &self.set.cards[usize::from(card)].pattern;
            let progress = self.judge.progress(&state.mosaic, card);
            json!({
                "kind": self.group(card).name(),
                "type": self.set.letter(pattern.content).map(String::from),
                "shape": pattern.shape.to_string(),
                "n": pattern.number,
                "have": progress.have,
                "ok": progress.ok,
            })
        });
        cards.collect()
    }

    /// The visible mosaic in its bounds (K-106, K-107).
    pub(super) fn mosaic_text(&self, state: &State) -> MosaicText {
        let bounds = state.mosaic.bounds();
        MosaicText { row0: bounds.top, col0: bounds.left, rows: self.mosaic_rows(state) }
    }

    pub(super) fn mosaic_rows(&self, state: &State) -> Vec<String> {
        if state.mosaic.bounds().is_empty() {
            return Vec::new();
        }
        let cells = state.mosaic.cells();
        let rows = cells.chunks(state.mosaic.bounds().width());
        rows.map(|row| row.iter().filter_map(|&code| self.set.letter(code)).collect()).collect()
    }

    fn history_view(&self, state: &State) -> Value {
        let placements = state.log.iter().map(|placement| {
            json!({
                "seat": placement.seat,
                "brick": self.brick_text(placement.brick),
                "rot": placement.at.rot,
                "row": placement.at.row,
                "col": placement.at.col,
            })
        });
        placements.collect()
    }

    /// K-117: the pattern sides that a table shows. Two cards with the same pattern side are named
    /// alike.
    fn backs_view(&self, state: &State) -> Value {
        if !self.rules.physical {
            return Value::Null;
        }
        let name =
            |card: CardId| (card != NO_CARD).then(|| self.id(self.twins.first_with_pattern(card)));
        let hands = state.hands[..self.players]
            .iter()
            .map(|hand| hand.cards().iter().map(|card| name(card.back)).collect::<Vec<_>>());
        let top = state.pile.next_back().and_then(name);
        let mut backs = Map::new();
        backs.insert("hands".to_owned(), json!(hands.collect::<Vec<_>>()));
        backs.insert("top".to_owned(), json!(top));
        let rejected: Vec<_> = state.pile.rejected.iter().map(|&card| name(card)).collect();
        backs.insert("rejected".to_owned(), json!(rejected));
        Value::Object(backs)
    }

    /// An event as a seat saw it: other hands' cards are `?`, and a rejected card is not reported
    /// where its pattern side is not shown (K-109, K-117). Cards that look the same are named alike.
    pub(super) fn text_for(
        &self,
        state: &State,
        action: Action,
        seat: Option<Seat>,
    ) -> Option<String> {
        let by_pattern = |card: CardId| self.id(self.twins.first_with_pattern(card));
        let by_brick = |card: CardId| self.id(self.twins.first_with_brick(card));
        let text = match action {
            Action::Place { .. } | Action::First(_) => action.text(|_| "?"),
            Action::Reveal(card) => {
                let is_shown = self.rules.physical || self.is_new_type(state, card);
                return is_shown.then(|| action.text(by_pattern));
            }
            Action::Top(_) | Action::Glass(_) | Action::Window(_) | Action::Special(_) => {
                action.text(by_pattern)
            }
            Action::Starter(_) => action.text(by_brick),
            Action::Deal(to, _) | Action::Draw(to, _) if Some(to) == seat => action.text(by_brick),
            Action::Deal(..) | Action::Draw(..) => action.text(|_| "?"),
        };
        Some(text)
    }

    /// The pattern of a card in a few characters, such as `A x3 XXX`.
    pub(super) fn pattern_text(&self, card: CardId) -> String {
        let pattern = &self.set.cards[usize::from(card)].pattern;
        let content = if pattern.content == ANY {
            "any one type".to_owned()
        } else {
            self.set.letter(pattern.content).map(String::from).unwrap_or_default()
        };
        format!("{content} x{}", pattern.number)
    }
}
