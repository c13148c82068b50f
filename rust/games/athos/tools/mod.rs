//! Special Tools: the piles, who gets a card, turns it and can use it (Y-1 to Y-12, Y-39).
//!
//! * `action.rs`, `text.rs`, `index.rs`: what a player may do with them, its texts and indices.
//! * `bonus.rs`: tools 1, 6, 7, 8, which pay for a lay (Y-15 to Y-17, Y-30 to Y-38). `effects.rs`:
//!   tools 2 to 5, which are actions (Y-18 to Y-29).
//! * `refuse.rs`: why not. `show.rs`: what is shown of them. `json.rs`: positions.

mod action;
mod bonus;
mod effects;
mod index;
mod json;
mod refuse;
mod show;
mod text;

use tinyvec::ArrayVec;

pub use action::ToolAction;
pub(super) use bonus::LaySort;
pub(super) use index::{tool_at, tool_place};

use super::Athos;
use super::action::Action;
use super::components::ComponentSet;
use super::rules::{ACTIONS, Mode};
use super::state::{SIDES, State};
use super::types::Tool;

/// A pile, from the top: 0 for a card whose place nobody knows, else the number of the tool, from 1.
pub type Pile = ArrayVec<[u8; Tool::COUNT]>;

/// The tools in a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tools {
    /// The cards whose place in the piles nobody knows, a bit each.
    pub unknown: u8,
    /// Both piles (Y-2).
    pub piles: [Pile; 2],
    /// Who holds which.
    pub held: [Option<Tool>; SIDES],
    /// Whose tool shows its level II, a bit for each side (Y-7).
    pub turned: u8,
    /// Whether the tool of the side to act was taken or turned in this turn (Y-6, Y-8).
    pub is_new: bool,
    /// Tiles laid in this turn (Y-15, Y-16).
    pub lays: u8,
    /// Lays, and moves to Protected, of this turn for which the tool could be paid (`tool_bonus =
    /// separate`).
    pub unpaid: u8,
    /// Whether tool 1 has paid in this turn (Y-15).
    pub is_spent: bool,
    /// Tiles that can still be acquired after a cut (Y-18 to Y-20).
    pub takes: u8,
}

impl Tools {
    /// The tool on top of a pile, if it is known.
    #[must_use]
    pub fn top(&self, pile: usize) -> Option<Tool> {
        let code = self.piles[pile].first()?.checked_sub(1)?;
        Some(Tool::ALL[usize::from(code)])
    }

    /// A pile whose top card has still to be seen.
    #[must_use]
    pub fn to_deal(&self) -> Option<usize> {
        (0..self.piles.len()).find(|&pile| self.piles[pile].first() == Some(&0))
    }

    /// The tool of a side, and whether it shows level II.
    #[must_use]
    pub fn of(&self, side: usize) -> Option<(Tool, bool)> {
        self.held[side].map(|tool| (tool, self.turned >> side & 1 == 1))
    }

    /// What ends with a turn.
    pub(super) fn end_turn(&mut self) {
        (self.is_new, self.is_spent) = (false, false);
        (self.lays, self.unpaid) = (0, 0);
    }
}

/// The tools of a set that are in play, a bit each (Y-1, Y-39).
pub(super) fn in_play(set: &ComponentSet, mode: Mode) -> u8 {
    let played = set.tools.iter().map(|&(tool, _)| tool);
    let played = played.filter(|tool| mode.has_cards() || !tool.needs_contracts());
    played.fold(0, |set, tool| set | 1 << tool.index())
}

/// The tools of a set of bits, in order.
pub(super) fn members(set: u8) -> impl Iterator<Item = Tool> {
    Tool::ALL.into_iter().filter(move |tool| set >> tool.index() & 1 == 1)
}

/// Two piles of these cards, none of them seen (Y-2); an odd card lies on the first one.
pub(super) fn fresh_piles(set: u8) -> [Pile; 2] {
    let count = set.count_ones() as usize;
    [count.div_ceil(2), count / 2].map(|len| (0..len).map(|_| 0).collect())
}

impl Athos {
    /// Whether the expansion is played.
    #[inline]
    pub(super) fn has_tools(&self) -> bool {
        self.tools.is_some()
    }

    /// The tool that the side to act can use now, and whether it shows level II (Y-6, Y-8, X-14).
    pub(super) fn usable_tool(&self, state: &State) -> Option<(Tool, bool)> {
        let is_barred = state.tools.is_new || state.masters.series.is_some();
        state.tools.of(self.side(state)).filter(|_| !is_barred)
    }

    /// Calls `visit` with the ways to get a tool and to turn it (Y-3, Y-7).
    pub(super) fn each_tool_offer(&self, state: &State, visit: &mut dyn FnMut(Action)) {
        if !self.has_tools() || !self.can_give_up(state) {
            return;
        }
        let side = self.side(state);
        if self.is_card_empty(state, side) {
            for tool in (0..state.tools.piles.len()).filter_map(|pile| state.tools.top(pile)) {
                visit(Action::Tool(ToolAction::Take(tool)));
            }
        }
        if state.tools.of(side).is_some_and(|(_, is_turned)| !is_turned) {
            visit(Action::Tool(ToolAction::Upgrade));
        }
    }

    /// Whether no tile lies on the tool card of a side (Y-23).
    pub(super) fn is_card_empty(&self, state: &State, side: usize) -> bool {
        state.ateliers[side].on_tool().next().is_none()
    }

    /// What an action of the expansion does at once.
    pub(super) fn do_tool(&self, state: &mut State, action: ToolAction) {
        match action {
            ToolAction::Take(tool) => {
                self.take_tool(state, tool);
                state.pending.spends = ACTIONS;
            }
            ToolAction::Upgrade => {
                // Y-7, Y-8.
                state.tools.turned |= 1 << self.side(state);
                state.tools.is_new = true;
                state.pending.spends = ACTIONS;
            }
            ToolAction::Stop => state.tools.takes = 0,
            _ => {
                self.apply_tool(state, action);
                state.pending.spends = 1;
            }
        }
    }

    /// Y-3 to Y-6.
    fn take_tool(&self, state: &mut State, tool: Tool) {
        let side = self.side(state);
        let tools = &mut state.tools;
        let Some(pile) = (0..tools.piles.len()).find(|&pile| tools.top(pile) == Some(tool)) else {
            return;
        };
        tools.piles[pile].remove(0);
        if let Some(old) = tools.held[side].replace(tool) {
            // Y-4; its place is known to all.
            tools.piles[pile].push(old as u8 + 1);
        }
        tools.turned &= !(1 << side);
        tools.is_new = true;
        if tools.piles.iter().any(|pile| pile.is_empty()) {
            // Y-5.
            let rest: ArrayVec<[u8; 2 * Tool::COUNT]> =
                tools.piles.iter().flat_map(|pile| pile.iter().copied()).collect();
            for (first, pile) in tools.piles.iter_mut().enumerate() {
                *pile = rest.iter().skip(first).step_by(2).copied().collect();
            }
        }
    }

    /// The top card of a pile is seen (Y-2).
    pub(super) fn deal_tool(&self, state: &mut State, tool: Tool) {
        if let Some(pile) = state.tools.to_deal() {
            state.tools.unknown &= !(1 << tool.index());
            state.tools.piles[pile][0] = tool as u8 + 1;
        }
    }
}
