//! What a seat or a spectator may know, as JSON-ready data: built by listing what is shown (B-55 to
//! B-60), never by taking secrets away.

use std::borrow::Cow;

use serde_json::{Map, Value, json};

use super::Bogoss;
use super::action::Action;
use super::hand::Hand;
use super::state::{Phase, Stage, State, Table};
use super::types::{Answer, Entry, Laying};
use crate::game::{Actor, Seat};

impl Bogoss {
    /// Whether a seat sees the position as it is now: unless a step is under way in which somebody
    /// else has to choose, or chance (B-56, B-58).
    pub(super) fn sees_now(&self, state: &State, seat: Option<Seat>) -> bool {
        match state.now.phase {
            Phase::First | Phase::Deal | Phase::Ask | Phase::Over => true,
            Phase::Take | Phase::Give | Phase::Lay => {
                seat.is_some_and(|seat| state.now.actor(self.players) == Actor::Player(seat))
            }
            Phase::Given | Phase::Draw | Phase::Refill => false,
        }
    }

    /// The position that a seat sees: the one from before the step under way, or the one now.
    pub(super) fn seen<'a>(&self, state: &'a State, seat: Option<Seat>) -> Cow<'a, Table> {
        if self.sees_now(state, seat) {
            return Cow::Borrowed(&state.now);
        }
        state.before.as_ref().map(Cow::Borrowed).unwrap_or_else(|| {
            let (phase, stage) = (Phase::Ask, Stage::Idle);
            Cow::Owned(Table { phase, stage, request: None, ..state.now })
        })
    }

    pub(super) fn view_of(&self, state: &State, seat: Option<Seat>) -> Value {
        let table = self.seen(state, seat);
        let info = &self.set.info;
        let set = json!({"name": info.name, "edition": info.edition, "digest": info.digest});
        let hand = seat.map(|seat| self.counts(table.hands[usize::from(seat)]));
        let view = [
            ("seat", json!(seat)),
            ("players", json!(self.players)),
            ("options", Value::Object(self.options.clone())),
            ("component_set", set),
            ("to_act", json!(self.to_act(&table))),
            ("phase", json!(phase_name(&table))),
            ("turn", json!(table.turn)),
            ("turn_of", json!(turn_of(&table))),
            ("may_stop", json!(may_stop(&table))),
            ("hand", json!(hand)),
            (
                "hand_sizes",
                json!(
                    self.seats()
                        .map(|seat| table.hands[usize::from(seat)].len())
                        .collect::<Vec<_>>()
                ),
            ),
            ("pile_size", json!(table.pile.len())),
            ("laid", self.laid_view(state, &table)),
            ("pending", self.pending_view(&table)),
            ("log", self.log_view(state, &table)),
            (
                "winner",
                if table.phase == Phase::Over && table.winner.is_none() {
                    json!("none")
                } else {
                    json!(table.winner)
                },
            ),
        ];
        Value::Object(view.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
    }

    /// The seat to act, as far as it is shown.
    pub(super) fn to_act(&self, table: &Table) -> Option<Seat> {
        match table.actor(self.players) {
            Actor::Player(seat) => Some(seat),
            Actor::Chance | Actor::Nobody => None,
        }
    }

    /// How many cards of each sort there are, by name.
    pub(super) fn counts(&self, hand: Hand) -> Map<String, Value> {
        hand.sorts().map(|sort| (self.name(sort).to_owned(), json!(hand.count(sort)))).collect()
    }

    fn laid_view(&self, state: &State, table: &Table) -> Value {
        let shown = &state.layings[..usize::from(table.layings)];
        let of = |seat| {
            let own = shown.iter().filter(|laying| laying.seat == seat);
            own.map(|laying| self.laying_view(laying)).collect::<Vec<_>>()
        };
        json!(self.seats().map(of).collect::<Vec<_>>())
    }

    fn laying_view(&self, laying: &Laying) -> Value {
        let status = if laying.is_broken { "broken" } else { "whole" };
        json!({"status": status, "cards": laying.cards.map(|card| self.name(card))})
    }

    /// The request of which somebody has to choose the answer; only that player is shown it.
    fn pending_view(&self, table: &Table) -> Value {
        let (Phase::Give | Phase::Take, Some(request)) = (table.phase, table.request) else {
            return Value::Null;
        };
        let choices = (table.phase == Phase::Take).then_some(["whole", "broken"]);
        json!({
            "asker": table.turn_of,
            "target": request.target,
            "kind": request.kind.letter().to_string(),
            "choices": choices,
        })
    }

    fn log_view(&self, state: &State, table: &Table) -> Value {
        let shown = state.log.iter().take(table.requests as usize);
        shown.map(|entry| self.entry_view(entry)).collect()
    }

    /// B-56, B-57: what everybody saw of a request.
    fn entry_view(&self, entry: Entry) -> Value {
        let (result, card, draw, hit) = match entry.answer {
            Answer::Given(sort) => ("given", Some(sort), "given", None),
            Answer::PileEmpty => ("miss", None, "pile empty", None),
            Answer::NoHit => ("miss", None, "no hit", None),
            Answer::Hit(sort) => ("miss", None, "hit", Some(sort)),
        };
        json!({
            "asker": entry.asker,
            "target": entry.target,
            "kind": entry.kind.letter().to_string(),
            "result": result,
            "card": card.map(|sort| self.name(sort)),
            "draw": draw,
            "hit": hit.map(|sort| self.name(sort)),
        })
    }

    /// An event as a seat saw it, in the position in which it happened. What tells that somebody had a
    /// choice is shown to that player alone (B-56).
    pub(super) fn text_for(
        &self,
        table: &Table,
        action: Action,
        seat: Option<Seat>,
    ) -> Option<String> {
        let is_own = |owner: Seat| seat == Some(owner);
        let text = action.text(|sort| self.name(sort));
        let hidden = action.text(|_| "?");
        match action {
            Action::Ask { .. } | Action::Stop | Action::First(_) => Some(text),
            Action::Deal(_) => {
                let owner = table.dealt_to(self.players);
                Some(if is_own(owner) { text } else { hidden })
            }
            Action::Draw(sort) => {
                let owner = table.seat_of(table.stage, self.players);
                let is_shown = table.phase == Phase::Draw && self.is_hit(table, sort);
                Some(if is_shown || is_own(owner) { text } else { hidden })
            }
            Action::Give(_) | Action::Take(_) | Action::Lay | Action::Hold => {
                let chooser = self.to_act(table);
                (chooser.is_some() && chooser == seat).then_some(text)
            }
            Action::Given(_) => table.request.and_then(|of| is_own(of.target).then_some(text)),
        }
    }
}

/// Whose turn it is; nobody's before the first player is drawn (B-9).
pub(super) fn turn_of(table: &Table) -> Option<Seat> {
    (table.phase != Phase::First).then_some(table.turn_of)
}

/// Whether the seat to act may end the turn (B-29, B-62).
pub(super) fn may_stop(table: &Table) -> bool {
    table.phase == Phase::Ask && table.may_stop
}

/// The phase as views name it.
fn phase_name(table: &Table) -> &'static str {
    match table.phase {
        Phase::First | Phase::Deal => "deal",
        Phase::Ask => "ask",
        Phase::Take | Phase::Give | Phase::Given => "give",
        Phase::Draw | Phase::Refill => "draw",
        Phase::Lay => "lay",
        Phase::Over => "over",
    }
}
