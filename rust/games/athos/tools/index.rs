//! Indices of what tools bring. One block is for the tool that is held, whichever it is.

use super::super::Athos;
use super::super::action::{Action, Lay};
use super::super::atelier::{Held, Place};
use super::super::layout::Indices;
use super::super::state::State;
use super::super::types::Tool;
use super::{ToolAction, members};

/// What is no effect of a held tool: getting each, turning it, no more tiles after a cut, `bonus`.
const OTHERS: [ToolAction; 3] = [ToolAction::Upgrade, ToolAction::Stop, ToolAction::Bonus];

/// The place of an action that does not depend on the held tool.
pub(in super::super) fn tool_place(action: ToolAction) -> Option<usize> {
    if let ToolAction::Take(tool) = action {
        return Some(tool.index());
    }
    let place = OTHERS.iter().position(|&other| other == action)?;
    Some(Tool::COUNT + place)
}

/// The inverse of [`tool_place`].
pub(in super::super) fn tool_at(place: usize) -> Option<ToolAction> {
    let Some(place) = place.checked_sub(Tool::COUNT) else {
        return Some(ToolAction::Take(Tool::ALL[place]));
    };
    OTHERS.get(place).copied()
}

impl Athos {
    pub(in super::super) fn tool_indices(&self) -> usize {
        if self.has_tools() { Tool::COUNT + OTHERS.len() } else { 0 }
    }

    /// The most indices that any tool in play needs for its actions.
    pub(in super::super) fn effect_indices(&self, indices: &Indices) -> usize {
        let tools = members(self.tools.unwrap_or(0));
        tools.map(|tool| effect_size(indices, tool)).max().unwrap_or(0)
    }

    /// Lays, moves to Protected and restores on the same cell with a tool; restores onto other cells
    /// with a tool are numbered with those without.
    pub(in super::super) fn with_tool_indices(&self, indices: &Indices) -> usize {
        if !self.has_tools() || self.rules.is_bonus_separate {
            return 0;
        }
        let [slots, ..] = indices.parts();
        indices.lays() + slots + indices.restores()[0]
    }

    pub(in super::super) fn with_tool_place(
        &self,
        state: &State,
        indices: &Indices,
        action: Action,
    ) -> Option<usize> {
        let side = self.side(state);
        let [slots, ..] = indices.parts();
        let place = match action {
            Action::Lay(lay) => self.lay_place(state, self.slot(state, side, lay.tile)?, lay)?,
            Action::Protect(face, _) => {
                indices.lays() + self.slot(state, side, Held { place: Place::Free, face })?
            }
            Action::Restore(cell, lay) if lay.cell == cell => {
                indices.lays() + slots + self.restore_place(state, cell, lay)?
            }
            _ => return None,
        };
        (place < self.with_tool_indices(indices)).then_some(place)
    }

    pub(in super::super) fn with_tool_at(
        &self,
        state: &State,
        indices: &Indices,
        place: usize,
    ) -> Option<Action> {
        let side = self.side(state);
        let [slots, ..] = indices.parts();
        let in_slot = |slot| self.in_slot(state, side, slot);
        let Some(place) = place.checked_sub(indices.lays()) else {
            let lay = self.lay_at(state, place, in_slot)?;
            return Some(Action::Lay(Lay { tool: true, ..lay }));
        };
        let Some(place) = place.checked_sub(slots) else {
            let tile = in_slot(place).filter(|tile| tile.place == Place::Free)?;
            return Some(Action::Protect(tile.face, true));
        };
        let (cell, lay) = self.restore_at(state, place)?;
        Some(Action::Restore(cell, Lay { tool: true, ..lay }))
    }

    pub(in super::super) fn effect_place(
        &self,
        state: &State,
        indices: &Indices,
        action: ToolAction,
    ) -> Option<usize> {
        let side = self.side(state);
        let (tool, _) = state.tools.of(side)?;
        let [slots, _, _, faces] = indices.parts();
        let slot = |tile| self.slot(state, side, tile);
        let other_slot = |other: Option<Held>| match other {
            Some(other) => slot(other).map(|slot| slot + 1),
            None => Some(0),
        };
        match (tool, action) {
            (Tool::Cutters, ToolAction::Cut(one, other))
            | (Tool::Mallets, ToolAction::Stow(one, other)) => {
                Some(slot(one)? * (slots + 1) + other_slot(other)?)
            }
            (Tool::Spatulas, ToolAction::Retrieve(face)) => Some(face.index()),
            (Tool::Spatulas, ToolAction::Relay(lay)) => {
                let mut boxed = self.boxed(state).take(slots);
                let place = boxed.position(|face| face == lay.tile.face)?;
                Some(faces + self.lay_place(state, place, lay)?)
            }
            (Tool::Pincers, ToolAction::Pull(cell)) => self.number(cell),
            _ => None,
        }
    }

    pub(in super::super) fn effect_at(
        &self,
        state: &State,
        indices: &Indices,
        place: usize,
    ) -> Option<ToolAction> {
        let side = self.side(state);
        let (tool, _) = state.tools.of(side)?;
        if place >= effect_size(indices, tool) {
            return None;
        }
        let [slots, _, _, faces] = indices.parts();
        let in_slot = |slot| self.in_slot(state, side, slot);
        let pair = || {
            let (one, other) = (in_slot(place / (slots + 1))?, place % (slots + 1));
            let other = match other.checked_sub(1) {
                Some(other) => Some(in_slot(other)?),
                None => None,
            };
            Some((one, other))
        };
        Some(match tool {
            Tool::Cutters => {
                let (one, other) = pair()?;
                ToolAction::Cut(one, other)
            }
            Tool::Mallets => {
                let (one, other) = pair()?;
                ToolAction::Stow(one, other)
            }
            Tool::Spatulas => match place.checked_sub(faces) {
                None => ToolAction::Retrieve(super::super::types::Face(place as u8)),
                Some(place) => ToolAction::Relay(self.lay_at(state, place, |slot| {
                    let face = self.boxed(state).nth(slot)?;
                    Some(Held { place: Place::Free, face })
                })?),
            },
            Tool::Pincers => ToolAction::Pull(self.numbered(place)),
            _ => return None,
        })
    }
}

/// How many indices the actions of a tool need; of the faces in the box as many can be laid by index
/// as an atelier has tiles.
fn effect_size(indices: &Indices, tool: Tool) -> usize {
    let [slots, cells, _, faces] = indices.parts();
    match tool {
        Tool::Cutters | Tool::Mallets => slots * (slots + 1),
        Tool::Spatulas => faces + indices.lays(),
        Tool::Pincers => cells,
        _ => 0,
    }
}
