//! Tools that pay for a lay, or for a move to Protected: 1, 6, 7 and 8 (Y-11 to Y-17, Y-30 to Y-38).

use super::super::Athos;
use super::super::action::{Cell, Lay};
use super::super::state::State;
use super::super::types::{Pattern, Tool};
use crate::grid::{Cells, Direction};

/// Points of tools at level I and II: levels (Y-15, Y-16), which need as many lays; trowels (Y-30,
/// Y-31); instruments (Y-33, Y-34); set squares (Y-36, Y-37), which need one neighbour and two.
const LEVEL: [u8; 2] = [1, 2];
const TROWELS: [u8; 2] = [1, 2];
const INSTRUMENTS: [u8; 2] = [2, 3];
const SET_SQUARES: [u8; 2] = [1, 3];

/// What a lay is, as tools look at it.
#[derive(Clone, Copy, Debug)]
pub(in super::super) enum LaySort {
    /// The action G.
    Action,
    /// The lay of a restore, in place of the tile on this cell (Y-17).
    Restore(Cell),
}

/// The cells that touch two tiles at least (Y-37).
fn beside_two(occupied: Cells) -> Cells {
    let (mut once, mut twice) = (Cells::EMPTY, Cells::EMPTY);
    for direction in Direction::ALL {
        let beside = occupied.shifted(direction);
        twice |= once & beside;
        once |= beside;
    }
    twice
}

impl Athos {
    /// Whether a lay of the pattern opens a card (Y-33); in solo, duel and teams all are open (U-5).
    fn opens(&self, state: &State, pattern: Pattern) -> bool {
        let is_open = state.cards[usize::from(pattern)].is_open;
        self.rules.mode.has_cards() && !self.rules.mode.is_tug() && !is_open
    }

    /// The cells on which a lay of the pattern is paid by this tool, apart from tool 1.
    fn paid_cells(
        &self,
        state: &State,
        (tool, is_turned): (Tool, bool),
        pattern: Pattern,
        sort: LaySort,
    ) -> Cells {
        let occupied = match sort {
            LaySort::Action => state.blocks.occupied(),
            LaySort::Restore(removed) => state.blocks.occupied() - Cells::single(removed),
        };
        let is_restore = matches!(sort, LaySort::Restore(_));
        match tool {
            Tool::Trowels if !is_restore => self.ground.inside,
            Tool::Instruments if self.opens(state, pattern) => self.ground.inside,
            // Y-38: before slides.
            Tool::SetSquares if is_turned => beside_two(occupied),
            Tool::SetSquares => occupied.beside(),
            _ => Cells::EMPTY,
        }
    }

    /// Whether tool 1 pays when so many tiles were laid in the turn.
    fn is_level_due(&self, state: &State, is_turned: bool, lays: u8) -> bool {
        !state.tools.is_spent && lays >= LEVEL[usize::from(is_turned)]
    }

    /// The cells on which the tool can be used with the next lay of a pattern (Y-11).
    pub(in super::super) fn bonus_cells(
        &self,
        state: &State,
        pattern: Pattern,
        sort: LaySort,
    ) -> Cells {
        if self.rules.is_bonus_separate {
            return Cells::EMPTY;
        }
        match self.usable_tool(state) {
            Some((Tool::Level, is_turned)) => {
                let is_due = self.is_level_due(state, is_turned, state.tools.lays + 1);
                if is_due { self.ground.inside } else { Cells::EMPTY }
            }
            Some(tool) => self.paid_cells(state, tool, pattern, sort),
            None => Cells::EMPTY,
        }
    }

    /// What the tool pays for a move to Protected (Y-30).
    pub(in super::super) fn protect_bonus(&self, state: &State) -> u8 {
        match self.usable_tool(state) {
            Some((Tool::Trowels, is_turned)) if !self.rules.is_bonus_separate => {
                TROWELS[usize::from(is_turned)]
            }
            _ => 0,
        }
    }

    /// What this tool pays where it does.
    fn pay(&self, (tool, is_turned): (Tool, bool)) -> u8 {
        let points = match tool {
            Tool::Level => LEVEL,
            Tool::Trowels => TROWELS,
            Tool::Instruments => INSTRUMENTS,
            Tool::SetSquares => SET_SQUARES,
            _ => [0, 0],
        };
        points[usize::from(is_turned)]
    }

    /// The most that the tool of a side can pay.
    pub(in super::super) fn most_pay(&self, state: &State, side: usize) -> u8 {
        state.tools.of(side).map_or(0, |tool| self.pay(tool))
    }

    /// Notes a lay that is about to be made; the points of the tool used with it. A lay for no action
    /// counts for tool 1 alone.
    pub(in super::super) fn note_lay(
        &self,
        state: &mut State,
        lay: Lay,
        sort: LaySort,
        is_free: bool,
    ) -> u8 {
        let tool = state.tools.of(self.side(state)).filter(|_| !state.tools.is_new);
        state.tools.lays = state.tools.lays.saturating_add(1);
        let Some(tool) = tool else { return 0 };
        if lay.tool {
            state.tools.is_spent = tool.0 == Tool::Level;
            return self.pay(tool);
        }
        let pattern = self.pattern(lay.tile.face);
        if self.rules.is_bonus_separate
            && !is_free
            && self.paid_cells(state, tool, pattern, sort).has(lay.cell)
        {
            state.tools.unpaid += 1;
        }
        0
    }

    /// Notes a move to Protected; the points of the tool used with it (Y-30).
    pub(in super::super) fn note_protect(&self, state: &mut State, with_tool: bool) -> u8 {
        let tool = state.tools.of(self.side(state)).filter(|_| !state.tools.is_new);
        match tool {
            Some(tool) if with_tool => self.pay(tool),
            Some((Tool::Trowels, _)) if self.rules.is_bonus_separate => {
                state.tools.unpaid += 1;
                0
            }
            _ => 0,
        }
    }

    /// What the action `bonus` pays now (Y-11, `tool_bonus = separate`).
    pub(in super::super) fn separate_bonus(&self, state: &State) -> u8 {
        if !self.rules.is_bonus_separate {
            return 0;
        }
        match self.usable_tool(state) {
            Some((Tool::Level, is_turned)) => {
                let is_due = self.is_level_due(state, is_turned, state.tools.lays);
                if is_due { LEVEL[usize::from(is_turned)] } else { 0 }
            }
            Some(tool) if state.tools.unpaid > 0 => self.pay(tool),
            _ => 0,
        }
    }

    /// The action `bonus`.
    pub(super) fn pay_separately(&self, state: &mut State) {
        state.pending.points = self.separate_bonus(state);
        state.tools.is_spent |= matches!(self.usable_tool(state), Some((Tool::Level, _)));
        state.tools.unpaid = state.tools.unpaid.saturating_sub(1);
    }
}
