//! What a seat or a spectator may know: everything but what chance has still to decide.

use serde_json::{Map, Value, json};

use super::Athos;
use super::atelier::{Atelier, Place, Shelf};
use super::contract::crossings;
use super::notation::tile_name;
use super::rules::{INFO, YELLOW};
use super::state::{Phase, State};
use super::types::Face;
use crate::game::{Actor, Seat};
use crate::grid::Cells;

impl Athos {
    pub(super) fn view_of(&self, state: &State, seat: Option<Seat>) -> Value {
        let info = &self.set.info;
        let (phase, to_act) = (self.phase_name(state), self.to_act(state));
        let outcome = self.result(state);
        let winners = outcome.map(|outcome| {
            (0..self.players as Seat).filter(|&seat| outcome.is_winner(seat)).collect::<Vec<_>>()
        });
        let marks = (state.phase == Phase::Mark).then(|| {
            crossings(self.markable(state)).map(|crossing| crossing.name()).collect::<Vec<_>>()
        });
        let fields = [
            ("seat", json!(seat)),
            ("players", json!(self.players)),
            ("options", Value::Object(self.options.clone())),
            (
                "component_set",
                json!({"name": info.name, "edition": info.edition, "digest": info.digest}),
            ),
            ("mode", self.options.get("mode").cloned().unwrap_or_default()),
            ("phase", json!(phase)),
            (
                "to_act",
                match to_act {
                    Actor::Player(seat) => json!(seat),
                    Actor::Chance | Actor::Nobody => Value::Null,
                },
            ),
            ("turn", json!(state.turn)),
            ("turn_of", json!((state.phase != Phase::First).then_some(state.seat))),
            ("side", json!((state.phase != Phase::First).then_some(self.side(state)))),
            ("actions_left", json!(state.actions_left + state.masters.repeats())),
            ("last_round", json!(self.is_last_round(state))),
            ("mural", self.mural_view(state)),
            ("fundathos", self.fundathos_view(state)),
            ("workshop", self.counts_view(&state.workshop)),
            ("box", self.counts_view(&state.discarded)),
            (
                "ateliers",
                state.ateliers[..self.sides]
                    .iter()
                    .map(|atelier| self.atelier_view(atelier))
                    .collect(),
            ),
            ("scores", json!(&state.scores[..self.purses()])),
            ("stock", json!(&state.stock[..self.sides])),
            ("cards", self.cards_view(state)),
            ("immutable", self.immutable_view(state)),
            ("yellow", self.yellow_view(state)),
            ("passed", json!(state.passed)),
            ("idle", json!(state.idle)),
            ("marks", json!(marks)),
            ("winners", json!(winners)),
            ("reason", json!(outcome.map(|outcome| INFO.reasons[usize::from(outcome.reason)]))),
        ];
        let mut fields: Map<String, Value> =
            fields.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
        if self.has_masters() {
            fields.insert("masters".to_owned(), self.masters_view(state, seat));
        }
        if self.has_tools() {
            fields.insert("tools".to_owned(), self.tools_view(state));
        }
        Value::Object(fields)
    }

    /// Scores that are kept: one in solo, duel and teams (V-1).
    pub(super) fn purses(&self) -> usize {
        if self.rules.mode.is_tug() { 1 } else { self.sides }
    }

    pub(super) fn phase_name(&self, state: &State) -> &'static str {
        match state.phase {
            Phase::First | Phase::Setup => "setup",
            Phase::Act => "act",
            Phase::Roll | Phase::Deal => "chance",
            Phase::Keep => "keep",
            Phase::Cut => "cut",
            Phase::Mark => "mark",
            Phase::Over(_) => "over",
        }
    }

    /// Rows of cells, each with the name of its tile or nothing.
    pub(super) fn mural_view(&self, state: &State) -> Value {
        let (rows, columns) = self.set.mural;
        let cell = |row: u8, column: u8| {
            let tile = state.tiles[usize::from(Cells::cell(row, column))];
            (!tile.is_none()).then(|| tile_name(self, tile))
        };
        (0..rows)
            .map(|row| json!((0..columns).map(|column| cell(row, column)).collect::<Vec<_>>()))
            .collect()
    }

    pub(super) fn fundathos_view(&self, state: &State) -> Value {
        let (rows, columns) = self.fundathos_size();
        let space = |row: u8, column: u8| {
            let cell = Cells::cell(row, column);
            state.left.has(cell).then(|| self.face_name(state.fundathos[usize::from(cell)]))
        };
        (0..rows)
            .map(|row| json!((0..columns).map(|column| space(row, column)).collect::<Vec<_>>()))
            .collect()
    }

    /// How many tiles show each face.
    pub(super) fn counts_view(&self, counts: &[u8]) -> Value {
        let shown = counts.iter().enumerate().filter(|(_, count)| **count > 0);
        let named =
            shown.map(|(face, count)| (self.face_name(Face(face as u8)).to_owned(), json!(count)));
        Value::Object(named.collect())
    }

    pub(super) fn atelier_view(&self, atelier: &Atelier) -> Value {
        let names = |shelf: &Shelf| {
            shelf.faces().iter().map(|&face| self.face_name(face)).collect::<Vec<_>>()
        };
        let mut view = json!({
            "free": names(atelier.shelf(Place::Free)),
            "protected": names(atelier.shelf(Place::Protected)),
        });
        if self.has_tools() {
            let tiles = atelier.on_tool().map(|tile| self.face_name(tile.face));
            view["tool"] = json!(tiles.collect::<Vec<_>>());
        }
        view
    }

    fn cards_view(&self, state: &State) -> Value {
        // U-5: in solo and duel all cards are there, even if it is open how they lie.
        let cards = self.set.cards.iter().zip(&state.cards);
        let cards = cards.filter(|(_, card)| card.is_open || self.rules.mode.is_tug());
        let shown = cards.map(|(contract, card)| {
            let owners = card.crossings.map(|owner| owner.checked_sub(1));
            let turns = card.is_open.then_some(card.turns);
            let mut view = json!({"orientation": turns, "crossings": owners, "full": card.is_paid});
            if self.has_masters() {
                //
                let extra =
                    state.masters.extra.filter(|(on, _)| self.letter(*on) == contract.letter);
                view["extra"] = extra.into_iter().map(|(_, side)| json!(side)).collect();
            }
            (contract.letter.to_string(), view)
        });
        Value::Object(shown.collect())
    }

    pub(super) fn immutable_view(&self, state: &State) -> Value {
        let owners = self.set.cards.iter().zip(&state.immutable);
        let fixed = owners.filter_map(|(card, owner)| {
            Some((card.letter.to_string(), json!(owner.checked_sub(1)?)))
        });
        Value::Object(fixed.collect::<Map<_, _>>())
    }

    /// Positions of the yellow markers that are left (U-4).
    pub(super) fn yellow_view(&self, state: &State) -> Value {
        if !self.rules.mode.is_tug() {
            return json!([]);
        }
        yellow_left(state).map(Value::from).collect()
    }
}

/// Positions of the yellow markers that are left.
pub(super) fn yellow_left(state: &State) -> impl Iterator<Item = i32> {
    let left = YELLOW.iter().enumerate().filter(|(marker, _)| state.yellow >> marker & 1 == 0);
    left.map(|(_, &position)| position)
}
