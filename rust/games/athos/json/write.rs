//! Positions written as JSON.

use serde_json::{Value, json};

use super::super::Athos;
use super::super::rules::INFO;
use super::super::state::{Phase, State};

impl Athos {
    pub(in crate::games::athos) fn write_json(&self, state: &State) -> Value {
        let phase = match state.phase {
            Phase::First => "first",
            Phase::Setup => "setup",
            Phase::Act => "act",
            Phase::Roll => "roll",
            Phase::Mark => "mark",
            Phase::Deal => "deal",
            Phase::Keep => "keep",
            Phase::Cut => "cut",
            Phase::Over(_) => "over",
        };
        let reason = match state.phase {
            Phase::Over(reason) => Some(INFO.reasons[reason as usize]),
            _ => None,
        };
        let kinds = self.set.kinds.iter().zip(&state.bag).filter(|(_, count)| **count > 0);
        let bag = kinds.map(|(kind, count)| (kind.name.clone(), json!(count)));
        let rolls: Vec<&str> = state
            .rolls
            .iter()
            .map(|&kind| self.set.kinds[usize::from(kind)].name.as_str())
            .collect();
        let fields = [
            ("mural", self.mural_view(state)),
            ("fundathos", self.fundathos_view(state)),
            ("workshop", self.counts_view(&state.workshop)),
            ("box", self.counts_view(&state.discarded)),
            ("bag", Value::Object(bag.collect())),
            (
                "ateliers",
                state.ateliers[..self.sides]
                    .iter()
                    .map(|atelier| self.atelier_view(atelier))
                    .collect(),
            ),
            ("cards", self.write_cards(state)),
            ("gates", json!(self.gates(state))),
            ("immutable", self.immutable_view(state)),
            ("stock", json!(&state.stock[..self.sides])),
            ("scores", json!(&state.scores[..self.purses()])),
            ("yellow", self.yellow_view(state)),
            ("turn", json!(state.turn)),
            ("seat", json!(state.seat)),
            ("actions_left", json!(state.actions_left)),
            ("has_acted", json!(state.has_acted)),
            ("has_laid", json!(state.has_laid)),
            ("passed", json!(state.passed)),
            ("idle", json!(state.idle)),
            ("emptied", json!(state.emptied)),
            ("phase", json!(phase)),
            ("reason", json!(reason)),
            ("rolls", json!(rolls)),
            ("pending", self.write_pending(&state.pending)),
            ("masters", self.masters_json(state)),
            ("tools", self.tools_json(state)),
        ];
        Value::Object(fields.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
    }

    fn write_cards(&self, state: &State) -> Value {
        let open = self.set.cards.iter().zip(&state.cards).filter(|(_, card)| card.is_open);
        let cards = open.map(|(contract, card)| {
            let owners = card.crossings.map(|owner| owner.checked_sub(1));
            let fields = json!({
                "orientation": card.turns,
                "crossings": owners,
                "full": card.is_paid,
            });
            (contract.letter.to_string(), fields)
        });
        Value::Object(cards.collect())
    }

    /// The letters of the panels that have passed the gate.
    fn gates(&self, state: &State) -> Vec<String> {
        let cards = self.set.cards.iter().zip(&state.cards).filter(|(_, card)| card.has_passed);
        cards.map(|(contract, _)| contract.letter.to_string()).collect()
    }
}
