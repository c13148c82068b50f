//! Why an action that tools bring is refused, or the use of one with a lay.

use super::super::Athos;
use super::super::action::{Action, Lay};
use super::super::atelier::{Held, Place};
use super::super::illegal::IllegalAction;
use super::super::refuse::Checked;
use super::super::state::State;
use super::super::types::{Face, Tool};
use super::ToolAction;
use super::bonus::LaySort;

fn wrong(message: &'static str, rule: &'static str) -> Checked {
    Err(IllegalAction::Expansion(message, rule))
}

impl Athos {
    /// Y-20: what can follow a cut.
    pub(in super::super) fn refuse_after_cut(&self, state: &State, action: Action) -> Checked {
        match action {
            Action::Tool(ToolAction::Stop) => Ok(()),
            Action::TakeFrom(cell) => self.refuse_take(state, self.side(state), cell),
            _ => wrong("after a cut tiles of Fundathos are taken, or `stop`", "Y-20"),
        }
    }

    /// The tool that can be used now, and whether it shows level II.
    fn need_usable(&self, state: &State) -> Result<(Tool, bool), IllegalAction> {
        let refuse = |message, rule| Err(IllegalAction::Expansion(message, rule));
        if !self.has_tools() {
            return refuse("Special Tools are not played", "B-14");
        }
        if state.tools.of(self.side(state)).is_none() {
            return refuse("there is no tool to be used", "Y-3");
        }
        if state.masters.series.is_some() {
            return refuse("no tool is used within a series", "X-14");
        }
        match self.usable_tool(state) {
            Some(tool) => Ok(tool),
            None => refuse("the tool was taken or turned in this turn", "Y-6"),
        }
    }

    /// Whether a tool shows level II, which has to be this one.
    fn need(&self, state: &State, tool: Tool) -> Result<bool, IllegalAction> {
        match self.need_usable(state)? {
            (held, is_turned) if held == tool => Ok(is_turned),
            _ => Err(IllegalAction::Expansion("another tool is held", "Y-9")),
        }
    }

    /// Whether the tool can be used with a lay that is legal without it (Y-11).
    pub(in super::super) fn refuse_tool(&self, state: &State, lay: Lay, sort: LaySort) -> Checked {
        if !lay.tool {
            return Ok(());
        }
        let (tool, is_turned) = self.need_usable(state)?;
        if self.rules.is_bonus_separate {
            return wrong("the tool pays by an action of its own, `bonus`", "Y-11");
        }
        let pattern = self.pattern(lay.tile.face);
        if self.bonus_cells(state, pattern, sort).has(lay.cell) {
            return Ok(());
        }
        match (tool, is_turned) {
            (Tool::Level, _) if state.tools.is_spent => {
                wrong("the tool has paid in this turn", "Y-15")
            }
            (Tool::Level, _) => wrong("the tool pays with the second lay of a turn", "Y-16"),
            (Tool::Trowels, _) => wrong("the tool goes with a lay, not with a restore", "Y-30"),
            (Tool::Instruments, _) => wrong("the lay opens no card", "Y-33"),
            (Tool::SetSquares, false) => wrong("the tile touches no other one", "Y-36"),
            (Tool::SetSquares, true) => wrong("the tile does not touch two others", "Y-37"),
            _ => wrong("the tool pays for no lay", "Y-11"),
        }
    }

    /// Whether the tool can be used with a move to Protected (Y-30).
    pub(in super::super) fn refuse_protect_tool(&self, state: &State) -> Checked {
        self.need(state, Tool::Trowels)?;
        if self.protect_bonus(state) > 0 {
            return Ok(());
        }
        wrong("the tool pays by an action of its own, `bonus`", "Y-11")
    }

    pub(in super::super) fn refuse_tool_action(
        &self,
        state: &State,
        action: ToolAction,
    ) -> Checked {
        let side = self.side(state);
        match action {
            ToolAction::Take(tool) => self.refuse_tool_offer(state, side, tool),
            ToolAction::Upgrade => self.refuse_upgrade(state, side),
            ToolAction::Stop => wrong("no cut is under way", "Y-20"),
            ToolAction::Cut(one, other) => self.refuse_cut(state, side, one, other),
            ToolAction::Stow(one, other) => self.refuse_stow(state, side, one, other),
            ToolAction::Retrieve(face) => {
                self.need(state, Tool::Spatulas)?;
                self.refuse_boxed(state, face)?;
                self.need_room(state, side, Place::Free, "Y-24")
            }
            ToolAction::Relay(lay) => {
                if !self.need(state, Tool::Spatulas)? {
                    return wrong("tiles of the box are laid at level II", "Y-25");
                }
                self.refuse_boxed(state, lay.tile.face)?;
                self.refuse_on_mural(state, lay)
            }
            ToolAction::Pull(cell) => {
                let is_turned = self.need(state, Tool::Pincers)?;
                let Some(pattern) = state.blocks.pattern_at(cell) else {
                    let cell = super::super::notation::cell_text(cell);
                    return Err(IllegalAction::NothingThere(cell));
                };
                if !self.is_small(state, pattern, is_turned) {
                    return wrong("the panel is too large for the tool", "Y-27");
                }
                if !self.is_wrong(state, pattern, cell) {
                    return Err(IllegalAction::Correct);
                }
                if !self.fit(state, pattern).border().has(cell) {
                    return Err(IllegalAction::Inner);
                }
                if self.stays_whole(state, pattern, cell) {
                    return Ok(());
                }
                wrong("the panel would have more unlinked parts than before", "N-6")
            }
            ToolAction::Bonus => {
                self.need_usable(state)?;
                if !self.rules.is_bonus_separate {
                    return wrong("tools pay together with a lay", "Y-11");
                }
                if self.separate_bonus(state) > 0 {
                    return Ok(());
                }
                wrong("nothing that the tool pays for was done in this turn", "Y-11")
            }
        }
    }

    fn refuse_tool_offer(&self, state: &State, side: usize, tool: Tool) -> Checked {
        if !self.has_tools() {
            return wrong("Special Tools are not played", "B-14");
        }
        if !self.can_give_up(state) {
            return wrong("both normal actions have to be given up for a tool", "Y-3");
        }
        if !self.is_card_empty(state, side) {
            return wrong("a tile lies on the tool card that would be returned", "Y-23");
        }
        let is_offered =
            (0..state.tools.piles.len()).any(|pile| state.tools.top(pile) == Some(tool));
        if is_offered { Ok(()) } else { wrong("this tool is not on offer", "Y-2") }
    }

    fn refuse_upgrade(&self, state: &State, side: usize) -> Checked {
        if !self.has_tools() {
            return wrong("Special Tools are not played", "B-14");
        }
        if !self.can_give_up(state) {
            return wrong("both normal actions have to be given up to turn a tool", "Y-7");
        }
        match state.tools.of(side) {
            Some((_, false)) => Ok(()),
            Some((_, true)) => wrong("the tool shows level II", "Y-7"),
            None => wrong("there is no tool to be turned", "Y-7"),
        }
    }

    fn refuse_cut(&self, state: &State, side: usize, one: Held, other: Option<Held>) -> Checked {
        let is_turned = self.need(state, Tool::Cutters)?;
        match (is_turned, other) {
            (false, Some(_)) => return wrong("one tile is rolled at level I", "Y-18"),
            (true, None) => return wrong("two tiles are rolled at level II", "Y-19"),
            _ => {}
        }
        let rule = if is_turned { "Y-19" } else { "Y-18" };
        self.refuse_pair(state, side, (one, other), rule)?;
        if other.is_some_and(|other| other < one) {
            return wrong("the two tiles are named by place, then by face", "Y-19");
        }
        Ok(())
    }

    fn refuse_stow(&self, state: &State, side: usize, one: Held, other: Option<Held>) -> Checked {
        let is_turned = self.need(state, Tool::Mallets)?;
        let rule = if is_turned { "Y-22" } else { "Y-21" };
        self.refuse_pair(state, side, (one, other), rule)?;
        let lies_there = |tile: Held| !Place::SPACES.contains(&tile.place);
        if lies_there(one) || other.is_some_and(lies_there) {
            return wrong("the tile lies on the tool card", rule);
        }
        if self.card_room(state, side) > usize::from(other.is_some()) {
            return Ok(());
        }
        wrong("there is no room on the tool card", "Y-23")
    }

    /// Whether one tile is there, or two.
    fn refuse_pair(
        &self,
        state: &State,
        side: usize,
        (one, other): (Held, Option<Held>),
        rule: &'static str,
    ) -> Checked {
        self.need_tile(state, side, one, rule)?;
        let Some(other) = other else { return Ok(()) };
        self.need_tile(state, side, other, rule)?;
        let are_there = state.ateliers[side].has_both(one, other);
        if are_there { Ok(()) } else { wrong("there is one such tile only", rule) }
    }

    /// Whether the box has a tile that shows a face (Y-24).
    fn refuse_boxed(&self, state: &State, face: Face) -> Checked {
        let is_there = state.discarded[face.index()] > 0;
        if is_there { Ok(()) } else { wrong("the box has no tile that shows this face", "Y-24") }
    }
}
