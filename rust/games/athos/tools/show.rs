//! What is shown of tools: views, observations, drawings (Y-2).

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::super::Athos;
use super::super::observe::WIDTH;
use super::super::state::{SIDES, State};
use super::super::types::Tool;

impl Athos {
    pub(in super::super) fn tools_view(&self, state: &State) -> Value {
        let tools = &state.tools;
        let held = (0..self.sides).map(|side| {
            let held = tools.of(side);
            held.map(
                |(tool, is_turned)| json!({"key": tool.key(), "level": 1 + u8::from(is_turned)}),
            )
        });
        let offer = (0..tools.piles.len()).map(|pile| tools.top(pile).map(Tool::key));
        json!({
            "held": held.collect::<Vec<_>>(),
            "offer": offer.collect::<Vec<_>>(),
            "piles": tools.piles.iter().map(|pile| pile.len()).collect::<Vec<_>>(),
        })
    }

    /// Two rows: for each side its tool, then the levels, then both offers and both piles; for each
    /// side the tiles on its tool card.
    pub(in super::super) fn write_tools(&self, state: &State, rows: &mut [[u8; WIDTH]]) {
        let [cards, tiles, ..] = rows else { return };
        let tools = &state.tools;
        for side in 0..self.sides {
            if let Some((tool, is_turned)) = tools.of(side) {
                (cards[side], cards[SIDES + side]) = (tool as u8 + 1, 1 + u8::from(is_turned));
            }
            let pair = tiles[2 * side..].iter_mut();
            for (number, tile) in pair.zip(state.ateliers[side].on_tool()) {
                *number = tile.face.0 + 1;
            }
        }
        for pile in 0..tools.piles.len() {
            cards[2 * SIDES + pile] = tools.top(pile).map_or(0, |tool| tool as u8 + 1);
            cards[2 * SIDES + 2 + pile] = tools.piles[pile].len() as u8;
        }
    }

    /// The tools on a line.
    pub(in super::super) fn draw_tools(&self, state: &State, text: &mut String) {
        let tools = &state.tools;
        let offer = (0..tools.piles.len()).map(|pile| {
            let top = tools.top(pile).map_or("-", Tool::key);
            format!("{top} (pile {})", tools.piles[pile].len())
        });
        let _ = write!(text, "tools: {}", offer.collect::<Vec<_>>().join(", "));
        for side in 0..self.sides {
            if let Some((tool, is_turned)) = tools.of(side) {
                let level = if is_turned { "II" } else { "I" };
                let _ = write!(text, "; side {side} {} {level}", tool.key());
                for tile in state.ateliers[side].on_tool() {
                    let _ = write!(text, " {}", self.held_text(tile));
                }
            }
        }
        text.push('\n');
    }
}
